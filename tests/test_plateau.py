"""Le plateau vu de Python, sans navigateur : ses traits, ses messages, ses boutons, son image fixe."""

from __future__ import annotations

import asyncio
import base64
import json
import random
import re
import threading
from math import inf

import nbformat
import pytest
from nbclient import NotebookClient
from nbconvert import HTMLExporter

from p4core import Arbre, CoupIllegal, Plateau, Position, tournoi
from p4core.codages import CODAGES, depuis_colonnes, depuis_lignes, depuis_situation, vers_situation
from p4core.ecran.plateau.vue import _exacte
from p4core.ia.joueurs import MACHINES, Machine, adapter, conseiller
from p4core.ia.solveur.resolution import CalculTropLong, scores
from p4cours import indice, pret_a_rendre, verifier
from p4cours.tp1_grille import cote_a_cote, dessiner

FIN = Position.depuis_coups("2443726645337517722355")


def premiere(position):
    """Une IA triviale : la première colonne jouable."""
    return position.coups()[0]


def cliquer(plateau, x, version=None):
    """Ce que le navigateur envoie quand on clique."""
    etat = plateau._grille.etat
    message = {"action": "jouer", "x": x, "version": etat["version"] if version is None else version}
    plateau._recevoir(plateau._grille, message, [])


def etat(plateau):
    return plateau._grille.etat


# --- jouer --------------------------------------------------------------------------------------


def test_deux_personnes_jouent_tour_a_tour():
    """Deux personnes jouent-elles chacune à leur tour jusqu'à la victoire ?"""
    plateau = Plateau()
    for x in (0, 1, 0, 1, 0, 1, 0):
        plateau.jouer(x)
    assert plateau.gagnant == 1
    assert plateau.finie
    assert plateau.position.notation == "1212121"
    assert "Joueur A gagne (jaune) en 7 coups" in plateau.statut
    assert plateau.scores == {"Joueur A": 1, "Joueur B": 0, "nulles": 0}
    assert etat(plateau)["gagnantes"] == [(0, 0), (0, 1), (0, 2), (0, 3)]
    assert etat(plateau)["jouables"] == []


def test_la_machine_repond():
    """Après un coup, la réponse de la machine est-elle là, et le trait revenu ?"""
    plateau = Plateau(adversaire=premiere)
    plateau.jouer(3)
    assert plateau.position.notation == "41"
    assert not plateau.reflechit
    assert plateau.statut == "premiere a joué colonne 1. À vous de jouer (jaune)."


def test_l_adversaire_peut_commencer():
    """« commence » donne-t-il la main à la machine ?"""
    plateau = Plateau(adversaire=premiere, commence="adversaire")
    plateau.attendre()
    assert plateau.position.notation == "1"
    with pytest.raises(ValueError, match="alternance"):
        Plateau(commence="moi")


def test_un_coup_illegal_est_refuse_et_explique():
    """Jouer une colonne pleine ou inexistante lève-t-il CoupIllegal sans rien changer ?"""
    plateau = Plateau(position=Position.depuis_coups("111111"))
    with pytest.raises(CoupIllegal, match="pleine"):
        plateau.jouer(0)
    with pytest.raises(CoupIllegal, match="n'existe pas"):
        plateau.jouer(9)
    assert plateau.position.nb_coups == 6


def test_machine_contre_machine():
    """Deux machines jouent-elles une partie entière ?"""
    alea = random.Random(4)
    plateau = Plateau(joueur="hasard", adversaire="hasard", cadence=0, alea=alea)
    plateau.attendre()
    assert plateau.finie
    assert sum(plateau.scores.values()) == 1


def test_les_traits_s_observent():
    """Peut-on observer la position ?"""
    plateau, vues = Plateau(), []
    plateau.observe(lambda changement: vues.append(changement["new"].notation), "position")
    plateau.jouer(3)
    plateau.jouer(4)
    assert vues == ["4", "45"]


def test_la_taille_suit_la_position():
    """Une autre taille et une autre longueur à aligner sont-elles suivies ?"""
    plateau = Plateau(adversaire="minmax", position=Position(4, 3, 3), profondeur=2)
    assert (etat(plateau)["largeur"], etat(plateau)["hauteur"]) == (4, 3)
    plateau.jouer(0)
    plateau.nouvelle()
    assert plateau.position == Position(4, 3, 3)


def test_l_etat_envoye_est_du_json():
    """L'état envoyé au navigateur passe-t-il en JSON, même avec des infinis dans l'analyse ?"""
    plateau = Plateau(adversaire="minmax", position=Position.depuis_coups("112233"), profondeur=1)
    plateau.analyser()
    assert "Infinity" not in json.dumps(etat(plateau))
    assert etat(plateau)["notes"][3] == {"texte": "+∞", "signe": 1}
    assert etat(plateau)["conseils"] == [3]
    assert plateau.statut.endswith("Coup conseillé par min-max\N{NO-BREAK SPACE}: colonne 4.")


# --- les numéros des colonnes -------------------------------------------------------------------

NUMEROS = [("colonnes", 0), ("lignes", 0), ("situation", 0), ("jetons", 1), (None, 1)]


@pytest.mark.parametrize(("codage", "origine"), NUMEROS)
def test_les_colonnes_ont_les_numeros_du_tp(codage, origine):
    """La grille, la phrase d'état, le conseil et l'image comptent-ils les colonnes comme le TP du codage ?"""
    plateau = Plateau(adversaire="minmax", codage=codage, profondeur=1)
    assert etat(plateau)["origine"] == origine
    plateau.analyser()
    assert plateau.statut.endswith(f"Coup conseillé par min-max\N{NO-BREAK SPACE}: colonne {3 + origine}.")
    plateau.jouer(2)
    assert f"a joué colonne {plateau.position.historique[-1] + origine}." in plateau.statut
    numeros = re.findall(r"<text[^>]*>(\d)</text>", plateau._dessiner())
    assert numeros == [str(x + origine) for x in range(7)]


def test_le_dernier_coup_d_une_personne_a_le_numero_du_tp():
    """« a joué colonne 2 » est-il la troisième colonne là où l'on compte à partir de 0 ?"""
    plateau = Plateau(codage="colonnes")
    plateau.jouer(2)
    assert plateau.statut.startswith("Joueur A a joué colonne 2.")


def test_les_fonctions_donnent_les_numeros():
    """Sans codage=, les fonctions d'un TP suffisent-elles à choisir les numéros ?"""

    def joue(G, j):
        return 0

    a, b = adapter(joue, "colonnes"), adapter(joue, "jetons", nom="autre")
    assert etat(Plateau(coups=coups_justes))["origine"] == 0
    assert etat(Plateau(adversaire=a))["origine"] == 0
    assert etat(Plateau(joueur=a, adversaire=adapter(joue, "colonnes", nom="bis")))["origine"] == 0
    assert etat(Plateau(adversaire=b))["origine"] == 1
    assert etat(Plateau(joueur=a, adversaire=b))["origine"] == 1  # deux TP en désaccord : comme sans codage


@pytest.mark.parametrize(("codage", "origine"), NUMEROS)
def test_un_clic_refuse_nomme_la_colonne_du_tp(codage, origine):
    """Un clic tardif dans une colonne pleine est-il refusé avec le numéro que l'on voit sous elle ?"""
    plateau = Plateau(codage=codage, position=Position.depuis_coups("444444"))
    cliquer(plateau, 3)
    assert etat(plateau)["statut"].startswith(f"La colonne {3 + origine} est pleine")
    with pytest.raises(CoupIllegal, match="La colonne 3 est pleine"):  # en Python, toujours à partir de 0
        plateau.jouer(3)


def test_une_colonne_oubliee_par_coups_a_le_numero_du_tp():
    """Un clic dans une colonne que coups oublie est-il refusé avec le numéro que l'on voit sous elle ?"""
    plateau = Plateau(coups=lambda l: [1, 2], codage="jetons")
    plateau.attendre()
    cliquer(plateau, 2)
    assert etat(plateau)["statut"].endswith("ne propose pas la colonne 3.")


@pytest.mark.parametrize(("codage", "origine"), NUMEROS)
def test_une_suite_de_coups_ne_se_montre_que_si_l_on_compte_a_partir_de_1(codage, origine):
    """« 4453 » n'est-elle à copier et à coller que là où les colonnes vont de 1 à 7, et le dit-on ?"""
    plateau = Plateau(codage=codage, position=Position.depuis_coups("4453"))
    noms = [copie["nom"] for copie in etat(plateau)["copies"]]
    invite = plateau._panneau.position.placeholder
    if origine:
        assert noms == ["les coups (colonnes 1 à 7)", "la valeur Python"]
        assert invite.startswith("4453 (colonnes 1 à 7)")
    else:
        assert noms == ["la valeur Python"]
        assert "4453" not in invite and f"«\N{NO-BREAK SPACE}{codage}\N{NO-BREAK SPACE}»" in invite
        plateau._panneau.position.value = "3342"
        assert "ce plateau à partir de 0" in plateau._panneau.reponse.value
        assert plateau.position.notation == "4453"
        plateau._panneau.position.value = "Position.depuis_coups('45')"  # celle-là dit ce qu'elle est
        assert plateau.position.notation == "45"


# --- les clics ----------------------------------------------------------------------------------


def test_une_rafale_de_clics_joue_une_fois():
    """Plusieurs clics partis de la même version ne jouent-ils qu'un coup ?"""
    plateau = Plateau()
    version = etat(plateau)["version"]
    for x in (3, 3, 4):
        cliquer(plateau, x, version)
    assert plateau.position.notation == "4"
    assert etat(plateau)["refus"] == 2


def test_cliquer_pendant_la_reflexion_ne_joue_rien():
    """Un clic pendant que la machine réfléchit est-il refusé, et le pion de l'humain déjà envoyé ?"""
    libre = threading.Event()

    def lente(position):
        libre.wait(10)
        return 6

    plateau = Plateau(adversaire=lente)
    cliquer(plateau, 3)
    assert plateau.reflechit
    assert etat(plateau)["colonnes"][3] == "1"
    assert etat(plateau)["jouables"] == []
    cliquer(plateau, 2)
    assert etat(plateau)["ton"] == "alerte"
    libre.set()
    plateau.attendre()
    assert plateau.position.notation == "47"


def test_un_message_du_navigateur_peut_annuler_et_aller():
    """Retour arrière et la liste des coups passent-ils par le même chemin ?"""
    plateau = Plateau()
    for x in (3, 4, 5):
        plateau.jouer(x)
    plateau._recevoir(plateau._grille, {"action": "annuler"}, [])
    assert plateau.position.notation == "45"
    plateau._recevoir(plateau._grille, {"action": "aller", "nombre": 1}, [])
    assert plateau.position.notation == "4"
    plateau._recevoir(plateau._grille, {"action": "refaire"}, [])
    assert plateau.position.notation == "45"


# --- revenir, recommencer -----------------------------------------------------------------------


def test_annuler_reprend_aussi_la_reponse():
    """Annuler reprend-il le coup de la machine avec celui de la personne, et refaire les rend-il ?"""
    plateau = Plateau(adversaire=premiere)
    plateau.jouer(3)
    plateau.jouer(4)
    plateau.annuler()
    assert plateau.position.notation == "41"
    plateau.refaire()
    assert plateau.position.notation == "4151"


def test_annuler_pendant_la_reflexion_arrete_la_machine():
    """Annuler pendant que la machine réfléchit l'arrête-t-il ?"""

    def sans_fin(position):
        while True:
            pass

    plateau = Plateau(adversaire=sans_fin, delai=30)
    plateau.jouer(3, attendre=False)
    tache = plateau._moteur._tache
    plateau.annuler()
    assert plateau.position.nb_coups == 0
    tache.attendre(10)
    assert tache.finie
    assert not plateau.reflechit


def test_aller_a_un_coup_met_la_machine_en_pause():
    """Revoir une position où la machine a le trait la laisse-t-elle attendre, puis reprendre ?"""
    plateau = Plateau(adversaire=premiere)
    plateau.jouer(3)
    plateau.aller(1)
    assert plateau.position.notation == "4"
    assert "En pause" in plateau.statut
    plateau.pause(False)
    plateau.attendre()
    assert plateau.position.notation == "41"


def test_jouer_apres_un_retour_oublie_la_suite():
    """Jouer autre chose après un retour remplace-t-il la suite ?"""
    plateau = Plateau()
    for x in (3, 4, 5):
        plateau.jouer(x)
    plateau.aller(1)
    plateau.jouer(0)
    assert plateau.position.notation == "41"
    assert plateau._moteur.seance.rang_retablissement() is None


def test_les_scores_courent_sans_compter_deux_fois():
    """Annuler la fin d'une partie puis la rejouer compte-t-il une seule victoire ?"""
    plateau = Plateau(noms=("Ada", "Blaise"))
    for x in (0, 1, 0, 1, 0, 1, 0):
        plateau.jouer(x)
    plateau.annuler()
    plateau.jouer(0)
    assert plateau.scores["Ada"] == 1
    plateau.nouvelle()
    assert plateau.scores == {"Ada": 1, "Blaise": 0, "nulles": 0}
    assert plateau.position.nb_coups == 0


def test_une_victoire_reprise_puis_changee_n_est_plus_comptee():
    """Reprendre le coup gagnant et jouer autre chose retire-t-il la victoire ?"""
    plateau = Plateau(noms=("Ada", "Blaise"))
    for x in (0, 1, 0, 1, 0, 1, 0):
        plateau.jouer(x)
    plateau.annuler()
    plateau.jouer(5)
    assert plateau.scores["Ada"] == 0


def test_a_tour_de_role_chacun_commence():
    """En alternance, le second joueur commence-t-il la deuxième partie, son score le suivant ?"""
    plateau = Plateau(noms=("Ada", "Blaise"), commence="alternance")
    for _ in range(2):
        for x in (0, 1, 0, 1, 0, 1, 0):
            plateau.jouer(x)
        plateau.nouvelle()
    assert plateau.scores == {"Ada": 1, "Blaise": 1, "nulles": 0}


def test_une_partie_nulle_est_comptee():
    """Une grille pleine sans alignement est-elle une partie nulle ?"""
    plateau = Plateau(position=Position(2, 2, 3))
    for x in (0, 0, 1, 1):
        plateau.jouer(x)
    assert plateau.statut.startswith("Partie nulle")
    assert plateau.scores["nulles"] == 1


# --- les IA d'élèves qui vont mal ---------------------------------------------------------------


def partie_contre(fonction, delai=5.0, **options):
    plateau = Plateau(adversaire=fonction, delai=delai, **options)
    plateau.jouer(3)
    return plateau


def test_une_boucle_sans_fin_est_arretee():
    """Une boucle sans fin est-elle arrêtée, dite en français, et la partie jouable ensuite ?"""

    def boucle(position):
        while True:
            pass

    plateau = partie_contre(boucle, delai=0.3)
    assert "boucle sans fin" in plateau.statut
    assert etat(plateau)["ton"] == "erreur"
    plateau.jouer(5)  # on joue à sa place
    assert plateau.position.notation[:2] == "46"


def test_une_fonction_pas_encore_ecrite_est_dite_telle():
    """Une cellule que l'élève n'a pas complétée est-elle autre chose qu'une erreur obscure ?"""

    def a_ecrire(position):
        raise NotImplementedError

    plateau = partie_contre(a_ecrire)
    assert "« a_ecrire » n'est pas encore écrite" in plateau.statut.replace("\N{NO-BREAK SPACE}", " ")
    assert not etat(plateau)["details"]


def test_une_exception_est_racontee_avec_sa_trace_repliee():
    """Une exception est-elle dite en une phrase, sa trace à part ?"""

    def fautive(position):
        return [][position.largeur]

    plateau = partie_contre(fautive)
    assert "indice hors de la liste" in plateau.statut
    titre, texte = etat(plateau)["details"][0].values()
    assert titre == "Trace de l'erreur"
    assert "return [][position.largeur]" in texte
    assert "surveillance.py" not in texte


@pytest.mark.parametrize(
    ("reponse", "phrase"),
    [(None, "la réponse est None"), (12.5, "un score à la place"), (9, "vont de 0 à 6")],
)
def test_une_reponse_illegale_est_expliquee(reponse, phrase):
    """None, un score, une colonne qui n'existe pas : est-ce dit ?"""
    plateau = partie_contre(lambda position: reponse)
    assert phrase in plateau.statut
    assert plateau.position.notation == "4"


def test_une_grille_modifiee_est_signalee_sans_abimer_la_partie():
    """Une IA qui modifie la grille reçue est-elle signalée, son coup joué, la partie intacte ?"""

    def sale(grille, hauteur, p):
        grille[0][0] = p
        return 2

    plateau = partie_contre(sale, codage="lignes")
    assert "a modifié grille" in plateau.statut
    assert plateau.position.notation == "43"
    assert plateau.position.case(0, 5) == 0


def test_ce_que_l_ia_affiche_est_montre(capsys):
    """Les print de l'IA vont-ils dans les détails, et nulle part ailleurs ?"""

    def bavarde(position):
        print("je pense à la colonne 2")
        return 1

    plateau = partie_contre(bavarde)
    assert etat(plateau)["details"][0]["texte"] == "je pense à la colonne 2\n"
    assert capsys.readouterr().out == ""


def test_une_ia_qui_appelle_input_ou_exit_n_emporte_rien():
    """input() et exit() dans une IA sont-ils rapportés comme des erreurs ?"""
    assert "input()" in partie_contre(lambda position: input("? ")).statut
    assert "quitter Python" in partie_contre(lambda position: exit()).statut


def test_reessayer_apres_un_echec():
    """« Continuer » redemande-t-il son coup à l'IA ?"""
    reponses = iter([None, 2])
    plateau = partie_contre(lambda position: next(reponses))
    plateau.pause(False)
    plateau.attendre()
    assert plateau.position.notation == "43"


# --- les règles de l'élève ----------------------------------------------------------------------


def coups_justes(G):
    return [(x, G[x].index(0)) for x in range(7) if 0 in G[x]]


def test_les_fonctions_justes_de_l_eleve_arbitrent():
    """Avec de bonnes fonctions coups et fini, la partie se déroule-t-elle sans remarque ?"""

    def fini(G):
        return 1 if G[0][:4] == [1, 1, 1, 1] else 0

    plateau = Plateau(coups=coups_justes, fini=fini)
    plateau.attendre()
    for x in (0, 1, 0, 1, 0, 1, 0):
        plateau.jouer(x)
    assert plateau.statut == "Joueur A gagne (jaune) en 7 coups\N{NO-BREAK SPACE}!"


def test_coups_de_l_eleve_decide_de_ce_qui_est_permis():
    """Une colonne que coups oublie est-elle refusée, et l'oubli signalé ?"""
    plateau = Plateau(coups=lambda G: [(0, 0), (1, 3)])
    plateau.attendre()
    assert etat(plateau)["jouables"] == [0]
    assert "propose (1, 3)" in plateau.statut
    assert "oublie (1, 0), (2, 0), (3, 0)…" in plateau.statut
    with pytest.raises(CoupIllegal, match="ne propose pas la colonne 3"):
        plateau.jouer(3)


def test_sans_aucun_coup_permis_la_partie_n_est_pas_dite_nulle():
    """Si coups ne laisse rien à jouer, le plateau dit-il que cela vient de cette fonction ?"""
    plateau = Plateau(coups=lambda G: [])
    plateau.attendre()
    assert plateau.finie
    assert "votre fonction ne laisse aucune colonne" in plateau.statut
    assert "nulle" not in plateau.statut


def test_fini_de_l_eleve_decide_de_la_fin():
    """Si fini se trompe, le désaccord avec la règle est-il dit sans planter ?"""
    trop_tot = Plateau(fini=lambda G: 2 if G[3][0] else 0)
    trop_tot.attendre()
    trop_tot.jouer(3)
    assert trop_tot.finie
    assert "la règle ne voit aucun alignement" in trop_tot.statut
    jamais = Plateau(fini=lambda G: 0, position=Position.depuis_coups("121212"))
    jamais.attendre()
    jamais.jouer(0)
    assert "le joueur 1 a pourtant aligné 4 pions" in jamais.statut


@pytest.mark.parametrize(
    ("fautes", "phrase"),
    [
        ({"coups": lambda G: 1 / 0}, "division par zéro"),
        ({"coups": lambda G: None}, "une liste de couples"),
        ({"fini": lambda G: None}, "on attend 0, 1 ou 2"),
        ({"fini": lambda G: True}, "on attend 0, 1 ou 2"),
        ({"fini": lambda G: G[0].clear()}, "a modifié G"),
    ],
)
def test_des_regles_d_eleve_qui_plantent_laissent_jouer(fautes, phrase):
    """Des fonctions coups ou fini fautives sont-elles rapportées, la vraie règle prenant le relais ?"""
    plateau = Plateau(**fautes)
    plateau.attendre()
    assert phrase in plateau.statut
    plateau.jouer(3)
    assert plateau.position.notation == "4"


# Les mêmes fonctions dans chaque codage : coups permis, et gagnant, d'après la règle.
REGLES = {
    "colonnes": (coups_justes, lambda G: depuis_colonnes(G).gagnant),
    "lignes": (
        lambda grille, hauteur: [k for k in range(7) if hauteur[k] < 6],
        lambda grille, p: depuis_lignes(grille).gagnant == p,
    ),
    "situation": (
        lambda s: [vers_situation(depuis_situation(s).jouer(j)) for j in depuis_situation(s).coups()],
        lambda s, coup=None: {0: None, 1: -inf, 2: inf}[depuis_situation(s).gagnant],
    ),
    "jetons": (lambda l: [c + 1 for c in range(7) if l[c][0] == "[ ]"], None),
}


@pytest.mark.parametrize("codage", REGLES)
def test_les_regles_de_l_eleve_suivent_le_codage(codage):
    """Les fonctions sont-elles appelées et comprises dans le codage demandé ?"""
    coups, fini = REGLES[codage]
    plateau = Plateau(codage=codage, coups=coups, fini=fini)
    plateau.attendre()
    for x in (0, 1, 0, 1, 0, 1, 0):
        assert etat(plateau)["ton"] == "info" and etat(plateau)["jouables"] == list(range(7))
        plateau.jouer(x)
    assert plateau.gagnant == 1 and etat(plateau)["ton"] == "fin"


@pytest.mark.parametrize(
    ("codage", "fautes", "phrase"),
    [
        ("lignes", {"coups": lambda grille, hauteur: [0, 7]}, "propose 7 : on ne peut pas y poser"),
        ("lignes", {"fini": lambda grille, p: 1}, "on attend True ou False"),
        ("situation", {"coups": lambda s: [s]}, "une liste de situations est attendue"),
        ("situation", {"fini": lambda s, coup: inf}, "dit que le joueur 2 a gagné"),
        ("situation", {"fini": lambda s, coup: 3}, "on attend inf, -inf, 0 ou None"),
        ("jetons", {"coups": lambda l: [0, 1, 2]}, "oublie 3, 4, 5…"),
    ],
)
def test_les_fautes_des_regles_sont_dites_dans_le_codage(codage, fautes, phrase):
    """Les désaccords sont-ils dits avec les coups et les réponses de ce codage ?"""
    plateau = Plateau(codage=codage, **fautes)
    plateau.attendre()
    assert phrase in plateau.statut.replace("\N{NO-BREAK SPACE}", " ")


def test_un_codage_sans_fonction_fini_est_refuse():
    """Donner fini dans un codage qui n'en a pas est-il expliqué tout de suite ?"""
    with pytest.raises(TypeError, match="« jetons » n'a pas de fonction qui désigne le gagnant"):
        Plateau(codage="jetons", fini=lambda l: 0)
    with pytest.raises(ValueError, match="Codage 'rangees' inconnu"):
        Plateau(codage="rangees")


# --- analyse ------------------------------------------------------------------------------------


def test_l_analyse_note_chaque_colonne():
    """L'analyse donne-t-elle les notes de l'IA du plateau ?"""
    plateau = Plateau(adversaire="minmax", profondeur=1)
    assert list(plateau.analyser().values()) == [3, 4, 5, 7, 5, 4, 3]
    assert [note["texte"] for note in etat(plateau)["notes"]] == ["+3", "+4", "+5", "+7", "+5", "+4", "+3"]


def test_l_analyse_d_une_ia_sans_note_conseille_son_coup():
    """Une IA qui ne note pas conseille-t-elle au moins sa colonne, en le disant ?"""
    plateau = Plateau(adversaire=premiere)
    assert plateau.analyser() == {}
    assert etat(plateau)["conseils"] == [0]
    assert "sans noter les autres" in plateau.statut


def test_une_analyse_qui_plante_est_rapportee():
    """Une évaluation fautive est-elle dite, sans bloquer le jeu ?"""
    plateau = Plateau(adversaire=adapter(premiere, evaluation=lambda position, joueur: 1 / 0))
    plateau.analyser()
    assert "division par zéro" in plateau.statut
    plateau.jouer(3)
    assert plateau.position.notation == "41"


# --- hors du navigateur -------------------------------------------------------------------------


def test_le_texte_du_plateau_est_fixe():
    """Le repr est-il le même d'un plateau à l'autre ?"""
    assert repr(Plateau(adversaire=premiere)) == "<Plateau 7 × 6 : Vous contre premiere, 0 coup joué>"


def test_l_affichage_porte_une_image_puis_la_vue(monkeypatch):
    """Une image SVG de la position est-elle affichée, puis tenue à jour dès qu'un navigateur est là ?"""
    publies = []
    monkeypatch.setattr(
        "IPython.display.display", lambda donnees, **options: publies.append((donnees, options))
    )
    plateau = Plateau()
    plateau._ipython_display_()
    plateau.jouer(3)
    (image, options), (vue, _) = publies
    assert image["image/svg+xml"].startswith('<svg data-p4="statique"')
    assert list(vue) == ["application/vnd.jupyter.widget-view+json"]
    plateau._recevoir(plateau._grille, {"action": "afficher"}, [])
    suite, maj = publies[2]
    assert maj == {**options, "metadata": {"p4core": plateau._decrire()}, "update": True}
    assert "1 pion du joueur 1" in suite["image/svg+xml"]
    coups = [o["metadata"]["p4core"]["plateau"]["coups"] for o in (options, maj)]
    assert coups == [[], [3]], "de quoi rejouer la partie dans une page exportée"


@pytest.fixture
def sans_fils(monkeypatch, sans_oisif):
    """Là où Python ne peut pas lancer de fil : dans un navigateur."""

    def impossible(_fil):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", impossible)


def test_un_python_sans_fils_d_execution_joue_aussi(sans_fils):
    """Là où Python ne peut pas lancer de fil, la machine répond-elle quand même ?"""
    plateau = Plateau(adversaire=premiere)
    plateau.jouer(3)
    assert plateau.position.notation == "41"
    assert not plateau.reflechit


def test_sans_fils_le_clic_n_attend_pas_la_reponse(sans_fils):
    """Sans fil, le clic revient-il avant que la machine ne réponde, et peut-on le reprendre ?"""

    async def seance():
        plateau = Plateau(adversaire=premiere)
        plateau.jouer(3, attendre=False)
        assert plateau.reflechit and plateau.position.notation == "4"
        plateau.annuler()
        await asyncio.sleep(0.1)
        assert plateau.position.notation == "" and not plateau.reflechit
        plateau.jouer(3, attendre=False)
        while plateau.reflechit:
            await asyncio.sleep(0.01)
        assert plateau.position.notation == "41"
        plateau.jouer(3)  # et qui veut attendre attend
        assert plateau.position.notation == "4141"

    asyncio.run(seance())


def test_sans_fils_deux_machines_laissent_la_main(sans_fils):
    """Sans fil, peut-on mettre en pause deux machines qui jouent l'une contre l'autre ?"""

    async def seance():
        plateau = Plateau(joueur=premiere, adversaire=premiere, cadence=0.01)
        while plateau.position.nb_coups < 2:
            await asyncio.sleep(0.01)
        plateau.pause()
        vus = plateau.position.nb_coups
        await asyncio.sleep(0.1)
        assert 2 <= vus == plateau.position.nb_coups < 42

    asyncio.run(seance())


def test_un_reglage_sans_machine_est_refuse():
    """Un réglage qui ne règle rien est-il signalé ?"""
    with pytest.raises(TypeError, match="Réglage sans effet : profondeur"):
        Plateau(profondeur=3)


def test_une_erreur_du_plateau_est_montree(monkeypatch):
    """Si le plateau lui-même se trompe dans son fil, est-ce dit, et la main rendue ?"""
    monkeypatch.setattr("p4core.ecran.plateau.moteur.reflechir", lambda *arguments: 1 / 0)
    plateau = Plateau(adversaire=premiere)
    plateau.jouer(3)
    assert "Le plateau lui-même s'est trompé" in plateau.statut
    assert not plateau.reflechit


def test_fermer_le_plateau_arrete_la_machine():
    """close() arrête-t-il une réflexion en cours ?"""

    def sans_fin(position):
        while True:
            pass

    plateau = Plateau(adversaire=sans_fin, delai=60)
    plateau.jouer(3, attendre=False)
    tache = plateau._moteur._tache
    plateau.close()
    tache.attendre(10)
    assert tache.finie


# --- une faute de celui qui appelle : une ligne en français ------------------------------------


FAUTES = {
    'Plateau(adversaire="mimax")': "Joueur 'mimax' inconnu",
    "Plateau(adversaire=3)": "Une fonction est attendue, pas 3",
    'Plateau(adversaire="minmax", profondeur="4")': "profondeur vaut '4'",
    'Plateau(adversaire="minmax", prof=4)': "n'a pas de réglage « prof »",
    "Plateau(adversaire=lambda G, j: 0)": "dites dans quel codage elle joue",
    'Plateau(codage="rangees")': "Codage 'rangees' inconnu",
    'Plateau("minmax", "colonnes", 3)': "Plateau : appel mal écrit, il y a trop d'arguments.",
    "Plateau(profondeur=3)": "Réglage sans effet",
    'Plateau(joueur="une personne", profondeur=3)': "Réglage sans effet",
    'Plateau(position="4459")': "La colonne 9 n'existe pas",
    'Plateau(position="bonjour")': "On attend : 4453",
    'Plateau(position="4453", codage="colonnes")': "Une suite de coups compte à partir de 1",
    "Plateau(position=3.5)": "On attend",
    "Plateau(position=[[0, 1]] * 4, codage='colonnes')": "flotte",
    "Plateau(position=[[0, 1]] * 4)": "On attend",
    "Plateau(coups=3)": "sans parenthèses",
    "Plateau(fini=[])": "sans parenthèses",
    "Plateau(adversaire=premiere, evaluation=2)": "sans parenthèses",
    'Plateau(noms="Ada")': "deux noms",
    "Plateau(noms=(1, 2))": "deux noms",
    'Plateau(commence="moi")': "« alternance »",
    'Plateau(delai="10")': "un nombre de secondes",
    "Plateau(cadence=-1)": "un nombre de secondes",
    "Plateau().jouer(7)": "n'existe pas",
    'Plateau().jouer("3")': "La colonne est un entier",
    "Plateau().jouer()": "il manque « x »",
    "Plateau().jouer(1, x=2)": "« x » est donné deux fois",
    "Plateau().jouer(1, vite=True)": "« vite » n'en est pas un réglage",
    'Plateau().aller("2")': "est un entier",
    'Plateau().nouvelle("44x")': "On attend",
    'Arbre("44")': "Position",
    "Arbre(profondeur=0)": "profondeur vaut 0",
    "Arbre(evaluer=3)": "Une fonction est attendue",
    'Arbre(codage="rangees")': "Codage 'rangees' inconnu",
    "Arbre(joueur=3)": "joueur vaut 3",
    "Arbre().deplier(9)": "colonne 9",
    "verifier('tp1_grille', 'coup', premiere)": "n'a pas de question « coup »",
    "verifier('tp1_grille', premiere)": "verifier : appel mal écrit, il manque « fonction »",
    "indice('tp1', 'coups')": "Le TP « tp1 » n'existe pas",
    "indice('tp1_grille', 'coups', 7)": "a 3 indices",
    "indice('coups')": "indice : appel mal écrit",
    "pret_a_rendre('tp1')": "Le TP « tp1 » n'existe pas",
    "tournoi({'moi': 'minmax'})": "au moins deux joueurs",
    "tournoi(3)": "au moins deux joueurs",
    "Plateau([[0] * 6] * 7)": "position=",
    "dessiner(None)": "G doit être une liste de listes",
    "dessiner([[0] * 6] * 7, cases=[3])": "un couple (x, y), pas 3",
    "dessiner([[0] * 6] * 7, cases=[(0, 6)])": "La case (0, 6) est hors de la grille",
    "dessiner([[0] * 6] * 7, cases=premiere)": "cases est une liste de couples",
    "cote_a_cote([None], ['la vôtre'])": "G doit être une liste de listes",
}


OUTILS = {
    "Plateau": Plateau,
    "Arbre": Arbre,
    "premiere": premiere,
    "tournoi": tournoi,
    **{outil.__name__: outil for outil in (verifier, indice, pret_a_rendre, dessiner, cote_a_cote)},
}


@pytest.mark.parametrize(("appel", "dit"), FAUTES.items())
def test_une_faute_se_lit_en_une_ligne(appel, dit):
    """Une faute à l'appel est-elle une erreur que le notebook montre en une ligne, en français ?"""
    with pytest.raises((TypeError, ValueError)) as refus:
        eval(appel, OUTILS)
    (ligne,) = refus.value._render_traceback_()
    assert dit in ligne.replace("\N{NO-BREAK SPACE}", " ") and "\n" not in ligne


def test_les_pages_de_la_trace_ne_s_affichent_pas():
    """Dans un noyau, la sortie de la cellule fautive tient-elle en une ligne ?"""
    source = 'from p4core import Plateau\nPlateau(adversaire="mimax")'
    carnet = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)])
    NotebookClient(carnet, kernel_name="python3", timeout=60, allow_errors=True).execute()
    (sortie,) = carnet.cells[0].outputs
    assert sortie["output_type"] == "error" and len(sortie["traceback"]) == 1
    assert "Joueur 'mimax' inconnu" in sortie["traceback"][0]


def test_une_position_se_donne_de_plusieurs_facons():
    """Une suite de coups, ou une grille dans le codage du plateau, valent-elles une Position ?"""
    attendue = Position.depuis_coups("4453")
    assert Plateau(position="4453").position == attendue
    assert Plateau(adversaire="min-max", position="4453").position == attendue
    for nom in ("colonnes", "lignes", "situation", "jetons"):
        donnee = CODAGES[nom].valeur(attendue)
        assert Plateau(codage=nom, position=donnee).position == attendue
        assert Plateau(position=donnee).position == attendue  # un seul codage peut la lire
    assert Plateau(position=[[0] * 3] * 4, codage="colonnes").position == Position(4, 3)


# --- une partie reprise après la perte du noyau ------------------------------------------------


def test_reprendre_une_partie():
    """Un plateau neuf rejoue-t-il la partie que le navigateur a gardée, machine comprise ?"""
    plateau = Plateau(adversaire=premiere)
    plateau._recevoir(plateau._grille, {"action": "reprendre", "coups": [3, 0, 4]}, [])
    plateau.attendre()
    assert plateau.position.notation == "4151"
    plateau.annuler()
    assert plateau.position.notation == "41"


def test_reprendre_du_meme_depart():
    """La reprise part-elle de la position de départ du plateau, dont les coups ne sont pas connus ?"""
    depart = depuis_colonnes([[1, 2, 0, 0, 0, 0], *([0] * 6 for _ in range(6))])
    plateau = Plateau(position=depart)
    assert etat(plateau)["depart"] == ["12", "", "", "", "", "", ""]
    plateau._recevoir(plateau._grille, {"action": "reprendre", "coups": [0, 6]}, [])
    assert etat(plateau)["colonnes"] == ["121", "", "", "", "", "", "2"]


@pytest.mark.parametrize("coups", [[3, 9], [0] * 7])
def test_reprendre_une_partie_impossible(coups):
    """Une partie gardée qui ne va pas est-elle refusée sans rien changer ?"""
    plateau = Plateau()
    plateau.jouer(3)
    plateau._recevoir(plateau._grille, {"action": "reprendre", "coups": coups}, [])
    assert plateau.position.notation == "4" and etat(plateau)["ton"] == "alerte"


def test_l_etat_ne_passe_pas_par_le_modele_de_la_vue():
    """L'état voyage-t-il par un canal qu'anywidget ne peut pas fermer quand il est lent à se charger ?"""
    grille = Plateau()._grille
    assert grille.canal.etat["colonnes"] == [""] * 7
    assert (grille.canal._model_name, grille.canal._model_module) == ("WidgetModel", "@jupyter-widgets/base")
    assert "etat" not in grille.keys and "canal" in grille.keys


# --- les boutons et les menus ----------------------------------------------------------------


def presser(plateau, action):
    """Comme un clic sur un bouton de la barre."""
    plateau._recevoir(plateau._grille, {"action": action}, [])


def bouton(plateau, action):
    """Ce que montre un bouton de la barre ; None s'il n'y est pas."""
    return next((b for b in etat(plateau)["barre"] if b["action"] == action), None)


def actifs(plateau):
    """Annuler et Refaire sont-ils actifs ?"""
    return bouton(plateau, "annuler")["actif"], bouton(plateau, "refaire")["actif"]


def test_les_boutons_suivent_la_partie():
    """Annuler et Refaire ne sont-ils actifs que s'il y a de quoi faire ?"""
    plateau = Plateau()
    assert actifs(plateau) == (False, False)
    plateau.jouer(3)
    assert actifs(plateau) == (True, False)
    presser(plateau, "annuler")
    assert plateau.position.nb_coups == 0 and actifs(plateau) == (False, True)
    presser(plateau, "refaire")
    assert plateau.position.notation == "4"
    presser(plateau, "nouvelle")
    assert plateau.position.nb_coups == 0


def test_pause_et_continuer_entre_machines():
    """La pause arrête-t-elle deux machines, et Continuer les relance-t-il ?"""
    plateau = Plateau(joueur=premiere, adversaire=premiere, cadence=60)
    assert bouton(plateau, "pause")["texte"] == "Pause"
    presser(plateau, "pause")
    plateau.attendre()
    assert bouton(plateau, "pause")["texte"] == "Continuer"
    plateau._moteur.cadence = 0
    presser(plateau, "pause")
    plateau.attendre()
    assert plateau.finie and not bouton(plateau, "pause")["actif"]


def test_le_bouton_pause_se_cache_entre_personnes():
    """Sans machine, n'y a-t-il pas de bouton de pause ?"""
    assert bouton(Plateau(), "pause") is None


def test_conseil_une_fois_analyse_a_chaque_coup():
    """Conseil vaut-il pour ce coup seulement, et Analyse pour les suivants aussi ?"""
    plateau = Plateau(adversaire="minmax", profondeur=1)
    presser(plateau, "conseil")
    plateau.attendre()
    assert plateau._grille.etat["conseils"] == [3]
    plateau.jouer(3)
    assert plateau._grille.etat["conseils"] == []
    presser(plateau, "analyse")
    plateau.attendre()
    assert bouton(plateau, "analyse")["enfonce"] is True
    plateau.jouer(3)
    assert len(plateau._grille.etat["notes"]) == 7
    presser(plateau, "analyse")
    assert plateau._grille.etat["notes"] == [] and bouton(plateau, "analyse")["enfonce"] is False


def test_un_plateau_ouvre_peu_de_canaux():
    """Un plateau s'affiche-t-il avec une poignée de composants, les réglages attendant qu'on les ouvre ?"""
    from ipywidgets.widgets.widget import _instances

    avant = len(_instances)
    plateau = Plateau(adversaire="minmax")
    assert len(_instances) - avant <= 6
    presser(plateau, "reglages")
    assert len(_instances) - avant > 30


def test_le_hasard_ne_conseille_pas():
    """Contre le hasard, le conseil est-il celui du solveur, et le dit-il ?"""
    plateau = Plateau(adversaire="hasard")
    assert plateau.analyser() == scores(Position())
    assert plateau.statut.endswith("Coup conseillé par le solveur\N{NO-BREAK SPACE}: colonne 4.")


def test_plusieurs_conseils():
    """Plusieurs coups aussi bons se disent-ils « colonnes 3, 4, 5 ou 6 » ?"""
    plateau = Plateau(position="3")
    plateau.analyser()
    assert plateau.statut.endswith(
        "Coups conseillés par le solveur\N{NO-BREAK SPACE}: colonnes 3, 4, 5 ou 6."
    )


def test_le_conseil_dit_de_qui_il_est():
    """Le conseil d'une fonction d'élève, qui ne note rien, porte-t-il son nom ?"""
    plateau = Plateau(adversaire=premiere)
    plateau.analyser()
    dit = plateau.statut.replace("\N{NO-BREAK SPACE}", " ")
    assert "Coup conseillé par « premiere » : colonne 1." in dit
    assert etat(plateau)["legende"] == ""


def dit_la_legende(plateau):
    plateau.analyser()
    return etat(plateau)["legende"].replace("\N{NO-BREAK SPACE}", " ")


def test_le_sens_des_notes_exactes():
    """Les notes du solveur sont-elles dites en pions à poser, pour chaque joueur au trait ?"""
    assert "+18 : on gagne en posant encore 1 pion." in dit_la_legende(Plateau(position="121212"))
    assert "−18 : l'adversaire gagne en posant encore 1 pion." in dit_la_legende(Plateau(position="12121"))


@pytest.mark.parametrize("graine", range(6))
def test_les_pions_annonces_sont_poses(graine):
    """Jouée au mieux par les deux, la partie dure-t-elle le nombre de pions que la légende annonce ?"""
    alea = random.Random(graine)
    position = FIN
    while (note := max(scores(position).values())) == 0:
        position = position.jouer(alea.choice(position.coups()))
    annonce = int(re.search(r"encore (\d+) pion", _exacte(int(note), position))[1])
    gagnant = position.trait if note > 0 else 3 - position.trait
    poses = 0
    while not position.finie:
        notes = scores(position)
        poses += position.trait == gagnant
        position = position.jouer(max(notes, key=notes.get))
    assert (position.gagnant, poses) == (gagnant, annonce)


def test_le_sens_des_autres_notes():
    """Les notes d'une IA disent-elles de qui elles viennent, et ce que vaut l'infini ?"""
    calme = dit_la_legende(Plateau(adversaire="minmax", profondeur=1))
    assert calme == "Notes de min-max, pour qui doit jouer : la plus grande est la meilleure."
    vive = dit_la_legende(Plateau(adversaire="minmax", profondeur=1, position="112233"))
    assert vive.endswith("+∞ : gain forcé, −∞ : perte forcée.")


def test_changer_de_joueur_par_le_menu():
    """Choisir une IA dans le menu montre-t-il ses réglages et la fait-il jouer ?"""
    plateau = Plateau()
    choix = plateau._panneau.choix[1]
    choix.genre.value = "minmax"
    assert list(choix.champs) == ["profondeur", "poids"]
    choix.champs["profondeur"].value = 1
    choix.champs["poids"].value = "0 1 4 9 inf"
    plateau.jouer(3)
    assert plateau.position.nb_coups == 2
    choix.genre.value = "humain"
    assert choix.champs == {}


def test_des_poids_illisibles_reviennent_a_ceux_par_defaut():
    """Un texte qui n'est pas une liste de nombres est-il refusé sans planter ?"""
    plateau = Plateau(adversaire="minmax", profondeur=1)
    champ = plateau._panneau.choix[1].champs["poids"]
    champ.value = "un deux"
    assert champ.value == ""
    plateau.jouer(3)
    assert plateau.position.nb_coups == 2


def test_la_fonction_donnee_reste_au_menu():
    """Après être passé à une autre IA, peut-on revenir à la fonction donnée ?"""
    plateau = Plateau(adversaire=premiere)
    genre = plateau._panneau.choix[1].genre
    assert genre.options[-1] == ("premiere", "donnee")
    genre.value = "hasard"
    genre.value = "donnee"
    plateau.jouer(3)
    assert plateau.position.notation == "41"


def test_les_noms_se_changent():
    """Le nom tapé apparaît-il sur le plateau, et un nom vide est-il remplacé ?"""
    plateau = Plateau()
    plateau._panneau.choix[0].nom.value = "Ada"
    assert plateau._grille.etat["joueurs"][0]["nom"] == "Ada"
    plateau._panneau.choix[0].nom.value = "  "
    assert plateau._grille.etat["joueurs"][0]["nom"] == "Joueur A"


def test_qui_commence_change_tout_de_suite_si_rien_n_est_joue():
    """Choisir l'adversaire pour commencer le fait-il jouer aussitôt ?"""
    plateau = Plateau(adversaire=premiere)
    plateau._panneau.commence.value = 1
    plateau.attendre()
    assert plateau.position.notation == "1"


@pytest.mark.parametrize(
    ("texte", "notation"), [("4453", "4453"), ("Position.depuis_coups('44')", "44"), (" 4 4 ", "44")]
)
def test_coller_des_coups(texte, notation):
    """Une suite de coups collée mène-t-elle à sa position, coups compris ?"""
    plateau = Plateau()
    plateau._panneau.position.value = texte
    assert plateau.position.notation == notation
    assert plateau._panneau.reponse.value.startswith("✓")


@pytest.mark.parametrize("codage", ["colonnes", "lignes", "situation", "jetons"])
def test_ce_qui_est_copie_se_recolle(codage):
    """La valeur Python copiée redonne-t-elle la position, dans son codage ou sur un plateau sans codage ?"""
    source = Plateau(codage=codage, position=Position.depuis_coups("4453"))
    valeur = source._grille.etat["copies"][-1]["texte"]
    for cible in (Plateau(codage=codage), Plateau()):
        for texte in (valeur, f"G = {valeur}"):  # le contre-exemple d'un bilan se colle aussi
            cible.nouvelle(Position())
            cible._panneau.position.value = texte
            assert cible.position == Position.depuis_coups("4453")


@pytest.mark.parametrize("codage", ["colonnes", "jetons", None])
@pytest.mark.parametrize("texte", ["4459", "[[1, 2]]", "abc", "4" * 9, "__import__('os')"])
def test_un_texte_colle_qui_ne_va_pas_est_explique(texte, codage):
    """Un texte qui ne décrit pas de position laisse-t-il la partie, avec une explication ?"""
    plateau = Plateau(codage=codage)
    plateau.jouer(3)
    plateau._panneau.position.value = texte
    assert plateau._panneau.reponse.value.startswith("⚠")
    assert plateau.position.notation == "4"


def test_les_reglages_s_ouvrent_et_se_ferment():
    """Le bouton Réglages montre-t-il et cache-t-il le panneau, qui garde ce qu'on y a mis ?"""
    plateau = Plateau()
    assert len(plateau.children) == 1 and bouton(plateau, "reglages")["enfonce"] is False
    presser(plateau, "reglages")
    panneau = plateau.children[1]
    panneau.vitesse.value = 0.1
    assert bouton(plateau, "reglages")["enfonce"] is True
    presser(plateau, "reglages")
    assert len(plateau.children) == 1
    presser(plateau, "reglages")
    assert plateau.children[1] is panneau and panneau.vitesse.value == 0.1


def test_les_scores_se_remettent_a_zero():
    """Le bouton efface-t-il les victoires ?"""
    plateau = Plateau(noms=("Ada", "Blaise"))
    for x in (0, 1, 0, 1, 0, 1, 0):
        plateau.jouer(x)
    plateau.nouvelle()
    plateau._panneau.zero.click()
    assert plateau.scores == {"Ada": 0, "Blaise": 0, "nulles": 0}


# --- le joueur parfait : sa préparation, ses limites, ses notes ------------------------------


@pytest.fixture
def lente(monkeypatch):
    """Une machine qui se prépare jusqu'à ce qu'on la libère ; (annoncée, libre)."""
    annoncee, libre = threading.Event(), threading.Event()

    def preparer(position, annonce):
        annonce("Préparation…")
        annoncee.set()
        assert libre.wait(60)

    fiche = Machine("lente", lambda: lambda position: 3, preparer=preparer)
    monkeypatch.setitem(MACHINES, "lente", fiche)
    yield annoncee, libre
    libre.set()


def test_la_preparation_se_voit_et_ne_compte_pas(lente):
    """Une machine qui se prépare le dit-elle, sans que ce temps soit pris sur son délai ?"""
    annoncee, libre = lente
    plateau = Plateau(adversaire="lente", delai=5)
    plateau.jouer(0, attendre=False)
    assert annoncee.wait(60)
    assert plateau.statut == "Vous avez joué colonne 1. Préparation…"
    libre.set()
    plateau.attendre()
    assert plateau.position.notation == "14" and "Préparation" not in plateau.statut


def test_le_plateau_repond_pendant_la_preparation(lente):
    """Pendant la préparation, peut-on commencer une autre partie ?"""
    annoncee, _ = lente
    plateau = Plateau(adversaire="lente")
    plateau.jouer(0, attendre=False)
    assert annoncee.wait(60)
    plateau.nouvelle()
    assert plateau.position.nb_coups == 0 and plateau.statut == "À vous de jouer (jaune)."


def test_un_renoncement_n_est_pas_une_erreur(monkeypatch):
    """Un joueur qui dit ses limites est-il cité tel quel, sans trace d'erreur ?"""

    def renoncer(position):
        raise CalculTropLong("Il reste trop de cases vides.")

    monkeypatch.setitem(MACHINES, "modeste", Machine("modeste", lambda: renoncer))
    plateau = Plateau(adversaire="modeste")
    plateau.jouer(0)
    assert "« modeste » renonce. Il reste trop de cases vides." in plateau.statut.replace("\xa0", " ")
    assert plateau._grille.etat["details"] == []


def test_l_analyse_contre_le_joueur_parfait():
    """L'analyse donne-t-elle le score exact de chaque colonne ?"""
    assert Plateau(adversaire="parfait", position=FIN).analyser() == scores(FIN)


def test_le_conseiller_suit_la_grille():
    """Entre deux personnes, l'analyse est-elle exacte là où le solveur sait tout, et approchée ailleurs ?"""
    assert conseiller(Position()).origine == "parfait"
    assert conseiller(Position(5, 5, 4)).origine == "minmax"


# --- là où rien ne tourne : un notebook exécuté puis converti --------------------------------


CELLULE = "from p4core import Plateau\np = Plateau(adversaire=lambda position: 0)\np.jouer(3)\np"


@pytest.fixture(scope="module")
def notebook():
    """Un notebook exécuté : un plateau affiché après deux coups, puis joué dans une autre cellule."""
    cellules = [nbformat.v4.new_code_cell(source) for source in (CELLULE, "p.jouer(4)\np.position.notation")]
    carnet = nbformat.v4.new_notebook(cells=cellules)
    NotebookClient(carnet, kernel_name="python3", timeout=60).execute()
    return carnet


def test_le_notebook_execute_contient_une_image_et_un_texte_fixe(notebook):
    """La sortie ne dépend-elle que de sa cellule : image de la position affichée, texte sans adresse ?"""
    image, vue = notebook.cells[0].outputs
    assert image["data"]["text/plain"] == "<Plateau 7 × 6 : Vous contre <lambda>, 2 coups joués>"
    assert "1 pion du joueur 1, 1 du joueur 2" in image["data"]["image/svg+xml"]
    assert list(vue["data"]) == ["application/vnd.jupyter.widget-view+json"]
    assert notebook.cells[1].outputs[0]["data"]["text/plain"] == "'4151'"


def test_la_page_convertie_montre_la_position(notebook):
    """nbconvert montre-t-il l'image, sans réseau ?"""
    page, _ = HTMLExporter().from_notebook_node(notebook)
    (image,) = re.findall(r'src="data:image/svg\+xml;base64,([^"]*)"', page)
    assert b"1 pion du joueur 1, 1 du joueur 2" in base64.b64decode(image)
