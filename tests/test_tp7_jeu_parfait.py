"""Le TP 7 : ses vérifications éprouvées sur des réponses d'élèves, son petit jeu recompté, ses dessins."""

import random

import pytest
from reponses import EpreuveDesReponses
from reponses.tp7_jeu_parfait import RECUEIL

from p4core.codages import depuis_tours, vers_tours
from p4cours import examiner, questions
from p4cours.tp7_jeu_parfait import dessiner, dessiner_graphe
from p4cours.tp7_jeu_parfait.petit_jeu import (
    VIDE,
    attirees,
    au_hasard,
    en_chaines,
    gagnees,
    graphe_depuis,
    rangs_en_chaines,
    suivantes,
    valeurs_depuis,
)
from p4cours.verification.essais import Source

TP = RECUEIL.tp
FONCTIONS = [nom for nom, question in questions(TP).items() if question.parametres is not None]


class TestReponses(EpreuveDesReponses):
    """Chaque réponse du recueil."""

    recueil = RECUEIL


@pytest.mark.parametrize("graine", range(2))
@pytest.mark.parametrize("nom", FONCTIONS)
def test_autres_graines(nom, graine):
    """D'autres graines et plus d'essais donnent-ils le même verdict ?"""
    assert examiner(TP, nom, RECUEIL.fonction(nom), graine, ampleur=2).etat == "juste"


def test_une_erreur_comptee_une_fois():
    """Une fonction juste est-elle acceptée quand celles qu'elle appelle sont fausses ?"""
    fausses = {"trait": "toujours X", "successeurs": "joue après la fin"}
    for nom in ("graphe", "attracteur", "valeur"):
        assert examiner(TP, nom, RECUEIL.fonction(nom, **fausses)).etat == "juste", nom


# --- le petit jeu ------------------------------------------------------------------------------------


def test_le_graphe_entier():
    """41 750 positions, 65 756 coups, autant de fins que le dit la question ; O gagne en 9 coups au plus ?"""
    graphe = graphe_depuis(VIDE)
    assert len(graphe) == 41750 and sum(map(len, graphe.values())) == 65756
    nulles = [s for s in graphe if s.pleine and not s.gagnant]
    assert (len(gagnees(graphe, 1)), len(gagnees(graphe, 2)), len(nulles)) == (10476, 7326, 18)
    rangs = attirees(graphe, 1, gagnees(graphe, 1))
    assert rangs[VIDE] == 9 and sorted(rangs[s] for s in suivantes(VIDE)) == [8, 8, 14, 14]


def negamax(position):
    """La valeur vue de qui joue, par une recherche sans mémoire."""
    if position.gagnant:
        return -1
    return max((-negamax(s) for s in suivantes(position)), default=0)


def test_attracteurs_et_recherche_s_accordent():
    """La valeur lue dans les attracteurs est-elle celle d'une recherche complète ?"""
    for position in au_hasard(Source(random.Random(3)), 30, 8, 9, 10, 12):
        valeur = valeurs_depuis(position)[position]
        assert negamax(position) == (valeur if position.trait == 1 else -valeur)


def test_aller_retour_en_chaines():
    """Une position en chaînes redevient-elle la même ?"""
    for position in au_hasard(Source(random.Random(5)), 50, *range(16)):
        assert depuis_tours(vers_tours(position)) == position


# --- les dessins ---------------------------------------------------------------------------------------

EXEMPLE = ("XOXO", "OXO", "OXOX", "")


def test_dessins():
    """La position et le petit graphe se dessinent-ils, en SVG et en texte ?"""
    graphe = graphe_depuis(depuis_tours(EXEMPLE))
    dessin = dessiner_graphe(en_chaines(graphe), rangs_en_chaines(attirees(graphe, 1, gagnees(graphe, 1))))
    assert dessin._repr_svg_().count("<rect") == len(graphe) == 13
    assert "rang 4" in repr(dessin) and "rang 4" in dessin._repr_svg_()
    assert "·" in repr(dessiner(EXEMPLE)) and dessiner(EXEMPLE)._repr_svg_().startswith("<svg")


@pytest.mark.parametrize(
    ("graphe", "mots"),
    [({}, "Donnez un graphe"), ([1], "Donnez un graphe"), ({n: [] for n in range(50)}, "50 positions")],
)
def test_un_graphe_qui_ne_se_dessine_pas(graphe, mots):
    """Un graphe vide ou trop grand est-il refusé en une phrase ?"""
    with pytest.raises(ValueError, match=mots):
        dessiner_graphe(graphe)
