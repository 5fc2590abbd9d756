"""Le TP 3 : ses vérifications, la partie en console, le dessin d'une grille, la mesure d'une recherche."""

import random
import re
from functools import cache
from math import inf
from pathlib import Path

import pytest
from reponses import EpreuveDesReponses
from reponses.tp3_ia import RECUEIL, TABLE_DU_MATCH

from p4core.codages import vers_lignes
from p4core.ia.jumeaux import JoueurMinmax
from p4core.ia.recherche import meilleurs
from p4core.jeu import promenade
from p4cours import examiner
from p4cours.tp3_ia import (
    REFERENCE_HEURISTIQUES,
    REFERENCE_PROFONDEURS,
    courbes,
    dessiner,
    duels,
    match,
    mesurer,
    partie_console,
    tableau,
)
from p4cours.tp3_ia.experiences import MENACES
from p4cours.tp3_ia.fournitures import POIDS
from p4cours.trous import AFaire
from p4cours.verification.positions import nulles
from tests.listes_tp6 import fonctions

TP = RECUEIL.tp


@cache
def carnet():
    """Les fonctions du corrigé, sur des listes."""
    return fonctions(Path(__file__).parents[1] / "solutions/tp3_ia/tp3_ia.ipynb")


class TestReponses(EpreuveDesReponses):
    """Chaque réponse du recueil."""

    recueil = RECUEIL


@pytest.mark.parametrize("nom", ["IA", "IA_memo", "IAvIA"])
@pytest.mark.parametrize(
    "fausse",
    [
        {"victoire": "victoire_jamais"},
        {"enlever_coup": "enlever_sans_hauteur"},
        {"eval_grille": "eval_grille_inversee"},
    ],
    ids=lambda fausse: next(iter(fausse)),
)
def test_une_erreur_comptee_une_fois(nom, fausse):
    """Une recherche juste est-elle acceptée quand une fonction qu'elle appelle est fausse ?"""
    bilan = examiner(TP, nom, RECUEIL.fonction(nom, **fausse))
    assert bilan.etat == "juste", bilan.message


def test_eval_serie_fausse():
    """eval_grille est-elle jugée avec une bonne eval_serie quand celle de l'élève est fausse ?"""
    bilan = examiner(TP, "eval_grille", RECUEIL.fonction("eval_grille", eval_serie="eval_serie_inversee"))
    assert (bilan.etat, "versions justes" in bilan.message) == ("juste", True)


@pytest.mark.parametrize("graine", range(2))
def test_autres_graines(graine):
    """D'autres graines et plus d'essais donnent-ils le même verdict ?"""
    for nom in ("victoire", "enlever_coup", "eval_grille"):
        assert examiner(TP, nom, RECUEIL.fonction(nom), graine, ampleur=2).etat == "juste"
    for nom in ("IA", "IA_memo", "IAvIA"):
        assert examiner(TP, nom, RECUEIL.fonction(nom), graine).etat == "juste"
    cooperatif = RECUEIL.fonction("IA", "ia_adversaire_cooperatif")
    assert examiner(TP, "IA", cooperatif, graine).etat == "faux"


def test_match_dit_son_intervalle():
    """Le bilan d'une meilleure heuristique donne-t-il le nombre de parties et l'intervalle ?"""
    message = examiner(TP, "eval_grille2", RECUEIL.fonction("eval_grille2")).message
    assert "200 parties" in message
    assert "intervalle à 95 %" in message


def test_table_du_match():
    """À la correction, une table des parties que chacun joue ne gagne-t-elle plus rien ?"""
    espace = RECUEIL.fonction("eval_grille2").__globals__
    espace["modele"] = espace["eval_grille2"]
    exec(TABLE_DU_MATCH.replace("AILLEURS", "2 * eval_grille(grille, p)"), espace)
    bilan = examiner(TP, "eval_grille2", espace["eval_grille2"], 5, ampleur=2)
    assert bilan.part <= 0.25 and "200 parties" in str(bilan)
    assert examiner(TP, "eval_grille2", RECUEIL.fonction("eval_grille2"), 5, ampleur=2).part == 1


def test_serie_de_quatre_sans_division():
    """Hors de sa définition, la eval_serie du corrigé s'arrête-t-elle sans diviser par zéro ?"""
    f = carnet()
    assert f["eval_serie"]([1] * 4, 1) == -f["eval_serie"]([1] * 4, 2) == inf
    gagnee = f["apres"]([2, 1, 1, 3, 6, 2, 2, 3, 0, 3, 3])[0]
    assert f["victoire"](gagnee, 1)
    assert f["eval_grille"](gagnee, 1) == inf


def test_memo_dit_son_gain():
    """Le bilan de IA_memo compte-t-il les évaluations épargnées ?"""
    assert "au lieu de 4020" in examiner(TP, "IA_memo", RECUEIL.fonction("IA_memo")).message


def test_memo_qui_survit_verifiee_deux_fois():
    """Un dictionnaire qui se souvient de la première vérification est-il accepté à la seconde ?"""
    survit = RECUEIL.fonction("IA_memo", "memo_qui_survit_honnetement")
    assert [examiner(TP, "IA_memo", survit).etat for _ in range(2)] == ["juste", "juste"]


SOURNOISES = [
    ("victoire", "victoire_aveugle_et_lente"),
    ("victoire", "victoire_sauf_grille_pleine"),
    ("victoire", "victoire_sans_verticale_en_colonne_3"),
    ("enlever_coup", "enlever_sauf_colonne_pleine"),
    ("eval_grille", "eval_grille_sauf_grilles_pleines"),
    ("IA", "ia_sans_derniere_a_profondeur_3"),
    ("IA", "ia_adversaire_sans_derniere"),
    ("IA", "ia_au_plus_3"),
    ("IA", "ia_pleine_avant_victoire"),
    ("IA_memo", "memo_elagage_sans_memo"),
    ("IA_memo", "memo_adversaire_sans_derniere"),
    ("IAvIA", "iavia_victoire_pour_la_forme"),
    ("IAvIA", "iavia_41_coups"),
    ("IAvIA", "iavia_pleine_d_abord"),
]


@pytest.mark.parametrize(("question", "nom"), SOURNOISES, ids=[nom for _, nom in SOURNOISES])
def test_sournoises_sous_d_autres_tirages(question, nom):
    """Une réponse qui n'est fausse que rarement est-elle refusée sous les tirages cachés aussi ?"""
    parts = [examiner(TP, question, RECUEIL.fonction(question, nom), graine, 2).part for graine in (5, 86400)]
    assert max(parts) < 1, parts


# --- la partie en console ------------------------------------------------------------------------


def partie(machine=None, n=6, m=7):
    """Une partie sur une grille vide, sans affichage de la grille."""
    victoire = RECUEIL.fonction("victoire")
    jouer = victoire.__globals__["jouer"]
    return partie_console([[0] * m for _ in range(n)], [0] * m, lambda g: None, jouer, victoire, machine)


def test_partie_a_deux(repondre):
    """Le premier qui aligne quatre pions gagne-t-il ?"""
    repondre("0", "1", "0", "1", "0", "1", "0")
    assert partie() == 1


def test_mauvaises_reponses(repondre, capsys):
    """Une réponse qui ne convient pas est-elle redemandée, avec la raison ?"""
    repondre("", "x", "-1", "7", "3.5", "²", "0", "1", "0", "1", "0", "1", " 0 ")
    assert partie() == 1
    sortie = capsys.readouterr().out.replace("\N{NO-BREAK SPACE}", " ")
    assert sortie.splitlines()[:6] == [
        "Il manque un numéro de colonne : on attend un entier de 0 à 6.",
        "« x » n'est pas un numéro de colonne : on attend un entier de 0 à 6.",
        "-1 est négatif : les colonnes vont de 0 à 6.",
        "La colonne 7 n'existe pas : elles vont de 0 à 6.",
        "« 3.5 » n'est pas un numéro de colonne : on attend un entier de 0 à 6.",
        "« ² » n'est pas un numéro de colonne : on attend un entier de 0 à 6.",
    ]


def test_colonne_pleine(repondre, capsys):
    """Une colonne pleine est-elle refusée ?"""
    repondre(*"00000000", "q")
    assert partie() is None
    assert "pleine" in capsys.readouterr().out


@pytest.mark.parametrize("reponses", [["3"], ["3", "q"], ["3", "QUITTER"], ["3", KeyboardInterrupt]])
def test_abandon(repondre, capsys, reponses):
    """La fin de l'entrée, q ou Ctrl-C arrêtent-ils la partie sans erreur ?"""
    repondre(*reponses)
    assert partie() is None
    assert "on s'arrête là" in capsys.readouterr().out.lower()


def test_ctrl_c_pendant_la_reflexion(repondre, capsys):
    """Ctrl-C pendant que la machine réfléchit arrête-t-il aussi la partie sans erreur ?"""

    def interrompue(grille, hauteur, p):
        raise KeyboardInterrupt

    repondre("3")
    assert partie(interrompue) is None
    assert "On s'arrête là." in capsys.readouterr().out


def test_notebook_sans_clavier(sans_clavier):
    """Un notebook exécuté sans personne devant s'arrête-t-il sans erreur ?"""
    assert partie() is None


def test_contre_la_machine(repondre):
    """La machine joue-t-elle les pions 2 ?"""
    repondre("0", "1", "0", "1", "5")
    assert partie(lambda grille, hauteur, p: 6 if p == 2 else 0) == 2


@pytest.mark.parametrize("reponse", [None, 7, -1, 2.5, "trois"])
def test_machine_qui_repond_mal(repondre, capsys, reponse):
    """Une réponse impossible de la machine est-elle dite, sans erreur ?"""
    repondre("0")
    assert partie(lambda grille, hauteur, p: reponse) is None
    assert f"La machine a répondu {reponse!r}" in capsys.readouterr().out


def test_partie_nulle(repondre):
    """Une grille remplie sans gagnant donne-t-elle 0 ?"""
    repondre(*(str(x) for x in nulles(1, 4, 4)[0].historique))
    assert partie(n=4, m=4) == 0


# --- le dessin d'une grille ----------------------------------------------------------------------

GRILLE = [[0, 0, 0, 0], [0, 0, 0, 0], [1, 0, 0, 0], [2, 1, 0, 0]]


def test_dessin_en_texte():
    """La ligne 0 est-elle en haut, et les colonnes numérotées à partir de 0 ?"""
    lignes = repr(dessiner(GRILLE)).splitlines()
    assert lignes[0].split() == ["0", "·", "·", "·", "·"]
    assert lignes[2].split() == ["2", "o", "·", "·", "·"]
    assert lignes[3].split() == ["3", "x", "o", "·", "·"]
    assert lignes[4].split() == ["0", "1", "2", "3"]


def test_cases_encadrees():
    """Les cases à encadrer sont-elles lues (ligne, colonne), la ligne 0 en haut ?"""
    assert dessiner(GRILLE, [(3, 0), (2, 1)]).image.fautives == ((0, 0), (1, 1))


def test_dessin_en_image():
    """L'image a-t-elle ses seize cases et ses numéros ?"""
    dessin = dessiner(GRILLE)._repr_svg_()
    assert dessin.startswith("<svg")
    assert dessin.count("<text") == 8


# --- la mesure d'une recherche -------------------------------------------------------------------


IA, IA_memo = RECUEIL.fonction("IA"), RECUEIL.fonction("IA_memo")


def mesures():
    """IA et IA_memo sur une grille 4 × 4 vide."""
    grille, hauteur = [[0] * 4 for _ in range(4)], [0] * 4
    return {f.__name__: mesurer(f, grille, hauteur, [1, 2, 3]) for f in (IA, IA_memo)}


def test_evaluations_comptees():
    """Le nombre d'évaluations est-il celui des feuilles, différentes pour IA_memo ?"""
    comptes = {nom: [m.evaluations for m in serie] for nom, serie in mesures().items()}
    assert comptes["IA"] == [4, 16, 64]
    assert comptes["IA_memo"][:2] == [4, 16]
    assert comptes["IA_memo"][2] < 64


def test_fonction_rendue():
    """Après la mesure, eval_grille est-elle redevenue celle du notebook ?"""
    avant = IA.__globals__["eval_grille"]
    mesures()
    assert IA.__globals__["eval_grille"] is avant


def test_tableau():
    """Le tableau a-t-il une ligne par profondeur ?"""
    lignes = str(tableau(mesures())).splitlines()
    assert len(lignes) == 4
    assert lignes[2].split() == ["2", "16", "16"]


def test_courbes():
    """Les deux tracés sont-ils en échelle logarithmique, chaque série avec sa marque et son trait ?"""
    temps, evaluations = courbes(mesures()).graphiques
    for figure in (temps, evaluations):
        assert figure.ordonnee.log
        assert [courbe.nom for courbe in figure.courbes] == ["IA", "IA_memo"]
        marques = re.findall(r'M[\d.]+ [\d.]+(m[^"]+z)" fill="(#\w+)"', figure.svg())
        assert len(set(marques)) == 2
    assert evaluations.donnees["nombre d'évaluations"][:3] == [4, 16, 64]
    assert evaluations.description.startswith(
        "Grilles évaluées. Nombre d'évaluations selon profondeur. IA : 1 → 4 ;"
    )


# --- les expériences -----------------------------------------------------------------------------


def par_les_listes(position, prof):
    """Les colonnes entre lesquelles IA peut choisir, cherchées par les fonctions du corrigé."""
    f, p = carnet(), position.trait
    grille, hauteur = vers_lignes(position)

    def score(joueur, prof):
        if f["victoire"](grille, 3 - joueur):
            return -inf if joueur == p else inf
        possibles = f["coups_possibles"](grille, hauteur)
        if not possibles or prof == 0:
            return f["eval_grille"](grille, p) if possibles else 0
        return (max if joueur == p else min)(scores(joueur, prof).values())

    def scores(joueur, prof):
        notes = {}
        for k in f["coups_possibles"](grille, hauteur):
            f["jouer"](grille, hauteur, k, joueur)
            notes[k] = score(3 - joueur, prof - 1)
            f["enlever_coup"](grille, hauteur, k)
        return notes

    return meilleurs(scores(p, prof))


@pytest.mark.parametrize(("prof", "nombre"), [(1, 2000), (2, 600), (3, 60)])
def test_jumeau_comme_les_listes(prof, nombre):
    """Le jumeau hésite-t-il entre les mêmes coups que le corrigé, dont IA en choisit un ?"""
    alea, jumeau = random.Random(prof), JoueurMinmax(POIDS, prof)
    for rang in range(nombre):
        position = promenade(alea, alea.randrange(42))[-1]
        if position.finie:
            continue
        colonnes = par_les_listes(position, prof)
        assert jumeau.chercher(position)[1] == colonnes, position
        if rang % 10 == 0:
            # Aux arrondis près : les tiers ne tombent pas juste, et départagent parfois deux coups égaux.
            assert carnet()["IA"](*vers_lignes(position), position.trait, prof) in colonnes


def test_duels_reproductibles():
    """La même graine donne-t-elle la même table, deux parties par ouverture ?"""
    table, encore = (duels([1, 2], 20, graine=3, visible=False).table.cases for _ in range(2))
    assert table == encore
    assert {d.parties for d in table.values()} == {10}


def test_sans_nombre_de_parties():
    """Un nombre de parties pas encore choisi est-il dit comme une réponse qui manque ?"""
    with pytest.raises(AFaire, match="Choisissez d'abord"):
        duels([1, 2], None)
    with pytest.raises(AFaire, match="Choisissez d'abord"):
        match(len, len, None)


def test_reference_rejouee():
    """Rejouer les premières ouvertures d'une case donne-t-il les comptes d'un début de la table ?"""
    deux = duels([1, 2], 60, graine=0, visible=False).decompte("prof = 2", "prof = 1")
    bas, haut = deux.intervalle
    assert bas < REFERENCE_PROFONDEURS.decompte("prof = 2", "prof = 1").score < haut


def test_ce_que_disent_les_references():
    """Les tables de référence permettent-elles ce qu'en dit le corrigé ?"""
    assert {d.parties for d in REFERENCE_PROFONDEURS.table.cases.values()} == {1000}
    conclusions = [REFERENCE_PROFONDEURS.decompte(f"prof = {p + 1}", f"prof = {p}") for p in (1, 2, 3)]
    assert [d.intervalle[0] > 0.5 for d in conclusions] == [True, False, True]
    assert conclusions[1].intervalle[1] > 0.5
    assert {d.parties for d in MENACES.values()} == {1000}
    assert MENACES[1].score > 0.75
    assert 0.5 < MENACES[2].intervalle[0] < MENACES[2].score < 0.57
    assert REFERENCE_HEURISTIQUES["victoires"] == [755, 513]
