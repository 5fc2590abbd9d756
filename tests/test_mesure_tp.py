"""La séance de deux heures : ce que la première cellule d'un TP annonce, et ce que le TP contient."""

import re
from pathlib import Path

import pytest

from bench.mesure_tp import CELLULES, LIGNES, MOTS, TOLERANCE, Mesure, mesurer
from p4cours.carnets import Cellule, etoilees, lire

RACINE = Path(__file__).parents[1]
SUJETS = {chemin.stem: lire(chemin) for chemin in sorted((RACINE / "solutions").glob("tp[1-7]*/*.ipynb"))}
MESURES = {tp: mesurer(cellules) for tp, cellules in SUJETS.items()}
_RANGEE = re.compile(r"^\| (\d+)\. [^|]+\| (\d+)\smin \| ([\d,+ ]*)\|$", re.MULTILINE)
_PARTIE = re.compile(r"^## (?:★ )?(\d+)\. ", re.MULTILINE)


def nombre(texte):
    """Un nombre écrit en français ; 0 pour rien."""
    return float(texte.strip().replace(",", ".") or 0)


def points_par_partie(cellules):
    """Pour chaque partie, ses points automatiques et ceux de raisonnement, ★ à part."""
    partie, points, bonus = 0, {}, etoilees(cellules)
    for cellule in cellules:
        if cellule.genre == "markdown" and (titre := _PARTIE.search(cellule.source)):
            partie = int(titre[1])
        deux = points.setdefault(partie, [0.0, 0.0])
        if cellule.grade_id not in bonus:
            deux[cellule.a_la_main] += cellule.points
    return points


@pytest.mark.parametrize("tp", MESURES)
def test_coeur_en_deux_heures(tp):
    """Le cœur demande-t-il environ soixante lignes à écrire, deux mille mots à lire, peu de cellules ?"""
    coeur, _ = MESURES[tp]
    assert coeur.lignes <= TOLERANCE * LIGNES
    assert coeur.mots <= TOLERANCE * MOTS
    assert coeur.cellules <= CELLULES
    assert coeur.tenue


@pytest.mark.parametrize("tp", SUJETS)
def test_une_fonction_par_cellule(tp):
    """Une cellule de code définit-elle au plus une fonction, donnée ou à écrire ?"""
    codes = [c for c in SUJETS[tp] if c.genre == "code"]
    assert not [c.cle for c in codes if len(re.findall(r"^(?:def|class) ", c.source, re.MULTILINE)) > 1]


@pytest.mark.parametrize("tp", SUJETS)
def test_durees_annoncees(tp):
    """Les parties du cœur, une par une, font-elles deux heures ?"""
    assert sum(int(minutes) for _, minutes, _ in _RANGEE.findall(SUJETS[tp][0].source)) == 120


@pytest.mark.parametrize("tp", SUJETS)
def test_points_annonces(tp):
    """Chaque partie vaut-elle ce qu'en dit la première cellule, et le tout 16 points et 4 à la main ?"""
    trouves = points_par_partie(SUJETS[tp])
    for partie, _, annonce in _RANGEE.findall(SUJETS[tp][0].source):
        automatique, a_la_main = trouves.pop(int(partie))
        parts = [nombre(part) for part in annonce.split("+")]
        assert parts in ([automatique, a_la_main], [automatique + a_la_main]), partie
    assert not any(map(any, trouves.values()))
    sommes = [sum(deux) for deux in zip(*points_par_partie(SUJETS[tp]).values(), strict=True)]
    assert sommes == [16, 4]


@pytest.mark.parametrize("guide", ["guide_eleve.md", "guide_enseignant.md"])
def test_routes_des_guides(guide):
    """Le tableau des parcours a-t-il chaque TP, et dit-il la durée d'une séance ?"""
    texte = (RACINE / "docs" / guide).read_text("utf-8")
    assert re.findall(r"^\| (\d) [^|]+ \|", texte, re.MULTILINE) == [str(n) for n in range(8)]
    assert "deux heures" in texte and "★" in texte


def test_mesure():
    """Une ligne recopiée est-elle à part, une question ★ aussi, deux cellules données de suite une seule ?"""
    bloc = "    for i in range(n):\n        for j in range(m):\n            s += 1\n"
    solution = {"solution": True}

    def reponse(nom, corps):
        source = f"def {nom}(n, m):\n    ### BEGIN SOLUTION\n{corps}    ### END SOLUTION"
        return Cellule("code", source, nom, nom, solution)

    cellules = [
        Cellule("markdown", "## 1. Une partie | de trois mots", cle="t"),
        reponse("f", "    s = 0\n" + bloc + "    return s\n"),
        reponse("g", "    s = 1  # autre\n" + bloc + "    return -s\n"),
        *(Cellule("code", f"def {nom}(): pass", nom, nom, {"locked": True}) for nom in ("d", "e")),
        Cellule("markdown", "### Question 2 ★", cle="b"),
        reponse("h", "    return 0\n"),
    ]
    coeur, etoile = mesurer(cellules)
    assert (coeur.lignes, coeur.recopiees, coeur.mots, coeur.cellules) == (7, 3, 6, 4)
    assert (etoile.lignes, etoile.cellules) == (1, 2)
    assert not Mesure(1, 0, 1, CELLULES + 1).tenue
