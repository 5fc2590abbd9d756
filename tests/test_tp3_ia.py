"""Le TP 3 : ses vérifications, la partie en console, le dessin d'une grille, la mesure d'une recherche."""

import re

import pytest
from reponses import EpreuveDesReponses
from reponses.tp3_ia import RECUEIL

from p4cours import examiner
from p4cours.tp3_ia import courbes, dessiner, mesurer, partie_console, tableau
from p4cours.verification.positions import nulles

TP = RECUEIL.tp


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


def test_memo_dit_son_gain():
    """Le bilan de IA_memo compte-t-il les évaluations épargnées ?"""
    assert "au lieu de 4020" in examiner(TP, "IA_memo", RECUEIL.fonction("IA_memo")).message


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
