"""Les matchs d'heuristiques et la recherche du TP 3 sur une Position."""

import random

import pytest

from p4core.ia.recherche import feuilles, meilleurs, notes, poids_series, score_series
from p4core.jeu import Position
from p4core.tournois.matchs import Match, duel_lignes, ouvertures, paires, sur_lignes


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
    assert match.intervalle == pytest.approx((0.75 - 1.96 * 0.025, 0.75 + 1.96 * 0.025))
    assert match.issues == (150, 0, 50)
    assert "200 parties" in str(match)


def test_duel_sur_des_listes():
    """Une heuristique écrite sur des lignes donne-t-elle le même match ?"""

    def seules_les_colonnes(grille, p):
        return sum(ligne[3] == p for ligne in grille)

    match = duel_lignes(seules_les_colonnes, lambda grille, p: 0, ouvertures_jouees=5)
    assert match.parties == 10
    assert sur_lignes(seules_les_colonnes)(Position.depuis_coups("44"), 1) == 1
