"""Les matchs d'heuristiques : mêmes ouvertures pour tous, jouées des deux côtés."""

import random
from statistics import pvariance

import pytest

from p4core import Position, duel
from p4core.ia.recherche import score_series
from p4core.jeu import au_hasard
from p4core.tournois.confrontations import Decompte
from p4core.tournois.matchs import (
    Match,
    apparier,
    departs_de,
    joueur_heuristique,
    ouvertures,
    paires,
    sur_lignes,
)
from p4cours.duels import par_case
from p4cours.tp3_ia.fournitures import match

SERIES = joueur_heuristique(score_series)


def test_ouvertures():
    """Les ouvertures sont-elles différentes, de la bonne longueur, et sans gain immédiat ?"""
    departs = ouvertures(random.Random(1), 30)
    assert len(set(departs)) == 30
    assert {p.nb_coups for p in departs} == {8}
    assert not any(p.jouer(x).gagnant for p in departs for x in p.coups())


def test_match_contre_soi_meme():
    """Une heuristique fait-elle exactement la moitié des points contre elle-même ?"""
    match = Match(tuple(paires(SERIES, SERIES, ouvertures(random.Random(1), 10))))
    assert (match.parties, match.score, match.neutre) == (20, 0.5, True)
    assert not Match(((1.0, 1.0), (0.0, 0.0))).neutre


def test_intervalle():
    """L'intervalle est-il celui que l'élève retrouve par ses comptes, dits dans l'ordre demandé ?"""
    match = Match(((1.0, 1.0), (1.0, 0.0), (0.5, 1.0), (0.0, 0.5)) * 25)
    assert match.decompte == Decompte(100, 50, 50)
    assert match.score == match.decompte.score == 0.625
    assert match.intervalle == match.decompte.intervalle
    assert "200 parties : 100 victoires, 50 défaites, 50 nulles ; score 0,625" in str(match)


@pytest.mark.parametrize("graine", range(3))
def test_intervalle_prudent(graine):
    """Par paires, le score varie-t-il moins que si les parties étaient indépendantes ?"""
    autre = joueur_heuristique(lambda p, j: -p.niveau(3))
    match = Match(tuple(paires(SERIES, autre, departs_de(60, graine))))
    moyennes = [sum(paire) / 2 for paire in match.paires]
    assert pvariance(moyennes) <= 1.3 * match.score * (1 - match.score) / 2


def test_departs():
    """Deux parties par ouverture, les mêmes pour une même graine ?"""
    assert [len(departs_de(n, 1)) for n in (2, 3, 200)] == [1, 2, 100]
    assert departs_de(20, 5) == departs_de(20, 5) != departs_de(20, 6)


@pytest.mark.parametrize("parties", [None, 0, 1, 2.5, True, "200"])
def test_nombre_de_parties_refuse(parties):
    """Ce qui n'est pas un nombre de parties est-il refusé en français ?"""
    with pytest.raises(ValueError, match="un entier, au moins 2"):
        departs_de(parties, 1)


def test_duel_sur_des_listes():
    """Une heuristique écrite sur des lignes donne-t-elle le même match ?"""

    def seules_les_colonnes(grille, p):
        return sum(ligne[3] == p for ligne in grille)

    match = duel(seules_les_colonnes, lambda grille, p: 0, 10)
    assert match.parties == 10
    assert sur_lignes(seules_les_colonnes)(Position.depuis_coups("44"), 1) == 1


def test_apparier():
    """Chaque ouverture est-elle jouée une fois de chaque côté, et une fois contre soi-même ?"""
    departs = departs_de(24, 1)
    joueurs = {"séries": joueur_heuristique(score_series), "hasard": au_hasard(random.Random(1))}
    table = apparier(joueurs, departs, visible=False)
    assert {case: d.parties for case, d in table.cases.items()} == dict.fromkeys(table.cases, 12)
    assert set(table.cases) == {(a, b) for a in joueurs for b in joueurs}
    assert table.contre("séries", "hasard").score > 0.8


@pytest.mark.parametrize(("parties", "dit"), [(6, ""), (5, "5 est impair : 6 parties")])
def test_un_nombre_impair_est_dit(parties, dit, capsys):
    """Une partie de plus, pour que chacun en commence autant, se dit-elle ?"""
    nul = lambda grille, joueur: 0  # noqa: E731
    assert match(nul, nul, parties).decompte.parties == 6
    assert capsys.readouterr().out.startswith(dit) and par_case(parties) == 3
    assert capsys.readouterr().out.startswith(dit)
