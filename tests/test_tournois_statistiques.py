"""Intervalles, classement, tableau, fichier CSV et figures d'un tournoi."""

from __future__ import annotations

import csv
import re
from math import inf
from pathlib import Path

import pytest

from p4core import IA_REGLES, tournoi
from p4core.graphiques import Valeur
from p4core.tournois.resultats import Resultats
from p4core.tournois.statistiques import (
    _par_choix,
    bradley_terry,
    estimer_en_python,
    intervalle_rapport,
    normale,
    rapport,
    wilson,
)
from p4cours.tp6_tournoi.experiences import AFFIRMATIONS
from p4cours.tp6_tournoi.fournitures import podium, radar, radars


@pytest.fixture(scope="module")
def resultats() -> Resultats:
    return tournoi(IA_REGLES, 400, graine=11, ouvriers=1, visible=False)


def test_wilson() -> None:
    """L'intervalle de Wilson est-il celui des tables, même sans aucun succès ?"""
    assert wilson(50, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)


def test_normale() -> None:
    """L'intervalle d'une moyenne compte-t-il 1,96 écart-type de chaque côté, sans sortir de 0 et 1 ?"""
    assert normale(0.5, 0.1) == pytest.approx((0.3040, 0.6960), abs=1e-4)
    assert normale(0.05, 0.1)[0] == 0.0
    assert normale(0.95, 0.1)[1] == 1.0


def test_rapport() -> None:
    """Le rapport victoires/défaites et son intervalle tiennent-ils sans défaite ni victoire ?"""
    assert rapport(30, 40) == 0.75
    assert rapport(3, 0) == inf
    assert rapport(0, 0) == 1.0
    bas, haut = intervalle_rapport(3000, 4000)
    assert bas * haut == pytest.approx(0.75**2)
    assert (bas, haut) == pytest.approx((0.7155, 0.7862), abs=1e-3)
    assert intervalle_rapport(10, 0)[1] == inf
    assert intervalle_rapport(0, 10)[0] == 0.0


def test_bradley_terry_retrouve_les_forces() -> None:
    """Avec des points exactement conformes au modèle, retrouve-t-on les forces d'où ils viennent ?"""
    forces = [120.0, 0.0, -120.0]
    points = [[1000 / (1 + 10 ** ((b - a) / 400)) * (a is not b) for b in forces] for a in forces]
    rangs = bradley_terry(["fort", "moyen", "faible"], points)
    assert [rang.nom for rang in rangs] == ["fort", "moyen", "faible"]
    assert [rang.force for rang in rangs] == pytest.approx(forces, abs=0.5)
    assert all(rang.bas < rang.force < rang.haut for rang in rangs)


def test_intervalle_d_un_classement() -> None:
    """À deux joueurs, l'intervalle est-il celui du logarithme d'un rapport de chances ?"""
    premier, second = bradley_terry(["a", "b"], [[0, 600], [400, 0]])
    marge = 1.96 / (1000 * 0.6 * 0.4) ** 0.5 * 400 / 2.302585 / 2  # moitié de l'écart entre les deux
    assert premier.force - second.force == pytest.approx(400 * 0.17609, abs=0.5)
    assert premier.haut - premier.force == pytest.approx(marge, rel=0.01)


def test_un_joueur_qui_gagne_tout() -> None:
    """Un joueur qui n'a jamais perdu a-t-il une force finie ?"""
    premier, second = bradley_terry(["a", "b"], [[0, 50], [0, 0]])
    assert premier.nom == "a"
    assert second.force < premier.force < 10_000


def test_tableau_et_csv(resultats: Resultats, tmp_path: Path) -> None:
    """Le tableau et le fichier contiennent-ils les 30 lignes, avec les mêmes nombres ?"""
    tableau = resultats.tableau()
    assert len(tableau) == 30
    with resultats.csv(tmp_path / "resultats.csv").open(encoding="utf-8", newline="") as fichier:
        lignes = list(csv.DictReader(fichier))
    assert [int(ligne["victoires"]) for ligne in lignes] == list(tableau["victoires"])
    ligne = lignes[0]
    assert (ligne["joueur"], ligne["contre"]) == ("1.1", "1.2")
    assert tuple(int(ligne[c]) for c in ("victoires", "défaites", "nulles")) == resultats.bilan("1.1", "1.2")
    assert float(ligne["taux bas"]) < float(ligne["taux de victoires"]) < float(ligne["taux haut"])
    assert int(ligne["victoires en commençant"]) == resultats.en_commencant("1.1", "1.2")[0]


def test_l_ia_3_en_tete(resultats: Resultats) -> None:
    """L'IA 3 arrive-t-elle en tête, loin devant la deuxième ?"""
    premier, deuxieme = resultats.classement()[:2]
    assert premier.nom == "3"
    assert premier.bas > deuxieme.haut


def test_radar(resultats: Resultats) -> None:
    """Le radar a-t-il une courbe par IA, avec un sommet par adversaire et des traits différents ?"""
    figure = radar(resultats)
    assert list(figure.profils) == resultats.joueurs
    assert figure.axes == [f"contre {nom}" for nom in resultats.joueurs]
    rapport_, intervalle = resultats.rapport("1.1", "1.2")
    assert figure.profils["1.1"][:2] == [None, Valeur(rapport_, intervalle)]  # rien contre soi-même
    traits = re.findall(r'stroke="(#\w+)" stroke-width="2" stroke-dasharray="([^"]+)"', figure.svg())
    assert len(set(traits)) == 6


def test_radars(resultats: Resultats) -> None:
    """Plusieurs radars se suivent-ils, chacun avec ses joueurs ?"""
    groupes = resultats.joueurs[:4], resultats.joueurs
    assert radars(resultats, *groupes).graphiques == [radar(resultats, groupe) for groupe in groupes]


def test_podium(resultats: Resultats) -> None:
    """Le classement est-il écrit du premier au dernier, avec ses intervalles ?"""
    figure, rangs = podium(resultats), resultats.classement()
    assert list(figure.barres) == [f"{rang.nom} (n° {k})" for k, rang in enumerate(rangs, 1)]
    assert figure.donnees["bas"] == [rang.bas for rang in rangs]
    assert f"{rangs[0].force:.0f} ± " in figure.svg()


def test_figure_d_un_inconnu(resultats: Resultats) -> None:
    """Demander un joueur absent du tournoi donne-t-il un message qui nomme les présents ?"""
    with pytest.raises(ValueError, match=r"« 9 » n'a pas joué ce tournoi : 1\.1, 1\.2"):
        radar(resultats, ["1.1", "1.2", "9"])
    with pytest.raises(KeyError, match="Pas de rencontre"):
        resultats.bilan("1.1", "9")
    with pytest.raises(IndexError, match="n'a pas été jouée"):
        resultats.partie("1.1", "1.2", 400)


def test_ce_que_dit_le_grand_tournoi() -> None:
    """Sur 10 000 parties par rencontre, quels verdicts l'intervalle permet-il ?"""
    grand = tournoi(IA_REGLES, 10_000, graine=0, ouvriers=1, visible=False)
    verdicts = {une.lettre: une.verdict(grand.bilan(une.a, une.b)) for une in AFFIRMATIONS}
    assert {lettre for lettre, dit in verdicts.items() if dit == "confirmée"} >= set("ACDEFGI")
    assert verdicts["J"] == "infirmée"
    assert "infirmée" not in (verdicts["B"], verdicts["H"])  # serrés : d'une graine à l'autre, rien de sûr


@pytest.mark.parametrize(
    "points",
    [
        [[0, 60, 80], [40, 0, 55.5], [20, 44.5, 0]],
        [[0, 1000, 1990, 1500], [1000, 0, 1200, 900], [10, 800, 0, 700], [500, 1100, 1300, 0]],
        [[0, 10, 0], [0, 0, 10], [3, 0, 0]],
    ],
)
def test_la_meme_estimation_sans_choix(points):
    """Sans choix ni numpy, comme dans un navigateur, trouve-t-on les mêmes forces et leurs marges ?"""
    for avec, sans in zip(_par_choix(points), estimer_en_python(points), strict=True):
        assert list(sans) == pytest.approx(list(avec), abs=1e-4)
