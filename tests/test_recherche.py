"""La recherche min-max et les évaluations, sur une Position."""

import random
from math import inf

import pytest

from p4core import Position
from p4core.ia.recherche import (
    au_trait,
    comptes,
    feuilles,
    meilleurs,
    minmax,
    notes,
    poids_series,
    presque_egaux,
    score_series,
    selon_poids,
    utilite,
    valeurs,
)
from p4cours.verification.positions import au_hasard

W1 = [0, 1, 4, 9, inf]


def test_premiers_coups():
    """Les premiers coups valent-ils 3, 4, 5, 7, 5, 4, 3 ?"""
    assert valeurs(Position(), selon_poids(W1), 1) == dict(enumerate([3, 4, 5, 7, 5, 4, 3]))
    assert minmax(Position(), W1, 1) == (7, [3])


def test_profondeur_3_choisit_entre_deux_coups_symetriques():
    """À profondeur 3 avec W1, hésite-t-on entre les colonnes 2 et 4 ?"""
    assert minmax(Position(), W1, 3)[1] == [2, 4]


def test_profondeur_nulle_et_partie_finie():
    """Sans profondeur ou partie finie, n'y a-t-il plus que l'évaluation ?"""
    assert minmax(Position(), W1, 0) == (0, [])
    assert minmax(Position.depuis_coups("4152637"), W1, 3) == (-inf, [])


def test_gagne_en_un_coup():
    """Le coup gagnant est-il trouvé, et la défaite forcée vue ?"""
    assert minmax(Position.depuis_coups("112233"), W1, 1) == (inf, [3])
    score, coups = minmax(Position.depuis_coups("33445"), W1, 2)
    assert score == -inf and coups == [0, 1, 2, 3, 4, 5, 6]


def test_utilite_opposee_d_un_joueur_a_l_autre():
    """Ce que gagne l'un, l'autre le perd-il ?"""
    for p in au_hasard(random.Random(2), 60):
        assert utilite(p, 1, W1) == -utilite(p, 2, W1)
        assert len(comptes(p, 1)) == 69


def test_minmax_contre_une_definition_naive():
    """Trouve-t-on la même valeur qu'une définition min/max écrite autrement ?"""

    def naive(p, p_max, profondeur):
        if profondeur == 0 or p.finie:
            return utilite(p, p_max, W1)
        suites = [naive(p.jouer(x), p_max, profondeur - 1) for x in p.coups()]
        return max(suites) if p.trait == p_max else min(suites)

    for p in au_hasard(random.Random(7), 12):
        assert presque_egaux(minmax(p, W1, 3)[0], naive(p, p.trait, 3))


def test_au_trait():
    """Peut-on demander l'avis du joueur dont ce n'est pas le tour ?"""
    p = Position.depuis_coups("4")
    assert au_trait(p, 1).jouer(0).case(0, 0) == 1 and au_trait(p, 2) is p


@pytest.mark.parametrize(
    ("a", "b", "attendu"), [(inf, inf, True), (inf, 1e300, False), (0.1 + 0.2, 0.3, True)]
)
def test_presque_egaux(a, b, attendu):
    """Les infinis et les arrondis sont-ils comparés comme il faut ?"""
    assert presque_egaux(a, b) is attendu


def test_exemple_du_sujet():
    """La grille d'exemple vaut-elle 3 pour le joueur 1 et -3 pour l'autre ?"""
    exemple = Position.depuis_coups("32444")
    assert score_series(exemple, 1) == pytest.approx(3)
    assert score_series(exemple, 2) == pytest.approx(-3)


def test_poids_series():
    """Les poids sont-ils x / (4 - x) ?"""
    assert poids_series(4)[:4] == pytest.approx([0, 1 / 3, 1, 3])


def test_notes_voient_le_gain_et_la_perte():
    """Un gain vaut-il l'infini, et une double menace perd-elle tout ?"""
    assert meilleurs(notes(Position.depuis_coups("112233"), 1)) == [3]
    assert set(notes(Position.depuis_coups("44335"), 2).values()) == {float("-inf")}


def test_feuilles_comptees():
    """Combien de feuilles, et combien de positions différentes ? (suites connues)"""
    assert feuilles(Position(), 4) == (7**4, 1120)
    assert feuilles(Position(), 5) == (7**5, 4263)
