"""Les matchs d'heuristiques : mêmes ouvertures pour tous, jouées des deux côtés."""

import random

import pytest

from p4core import Position, duel
from p4core.ia.recherche import score_series
from p4core.tournois.matchs import Match, ouvertures, paires, sur_lignes


def test_ouvertures():
    """Les ouvertures sont-elles différentes, de la bonne longueur, et sans gain immédiat ?"""
    departs = ouvertures(random.Random(1), 30)
    assert len(set(departs)) == 30
    assert {p.nb_coups for p in departs} == {8}
    assert not any(p.jouer(x).gagnant for p in departs for x in p.coups())


def test_match_contre_soi_meme():
    """Une heuristique fait-elle exactement la moitié des points contre elle-même ?"""
    match = Match(tuple(paires(score_series, score_series, ouvertures(random.Random(1), 10))))
    assert (match.parties, match.score, match.intervalle) == (20, 0.5, (0.5, 0.5))


def test_intervalle():
    """L'intervalle tient-il compte des paires ?"""
    match = Match(((1.0, 1.0), (1.0, 0.0)) * 50)
    assert match.score == 0.75
    assert match.intervalle == pytest.approx((0.75 - 1.959964 * 0.025, 0.75 + 1.959964 * 0.025))
    assert match.issues == (150, 0, 50)
    assert "200 parties" in str(match)


def test_duel_sur_des_listes():
    """Une heuristique écrite sur des lignes donne-t-elle le même match ?"""

    def seules_les_colonnes(grille, p):
        return sum(ligne[3] == p for ligne in grille)

    match = duel(seules_les_colonnes, lambda grille, p: 0, ouvertures_jouees=5)
    assert match.parties == 10
    assert sur_lignes(seules_les_colonnes)(Position.depuis_coups("44"), 1) == 1
