"""La figure des fréquences : les nombres d'abord, l'image ensuite."""

import subprocess
import sys

import pytest

from p4cours.tp1_grille.figures import Estimation, courbe_frequence, estimations


def test_estimations():
    """La fréquence après chaque partie est-elle celle des parties déjà jouées ?"""
    suite = estimations([1, 2, 0, 1], issue=1)
    assert [(e.parties, e.frequence) for e in suite] == [
        (1, 1.0),
        (2, 0.5),
        (3, pytest.approx(1 / 3)),
        (4, 0.5),
    ]


def test_intervalle():
    """L'intervalle à 95 % d'une fréquence de 1/2 sur 400 parties fait-il 4,9 points de chaque côté ?"""
    bas, haut = Estimation(400, 0.5).intervalle
    assert (bas, haut) == (pytest.approx(0.451), pytest.approx(0.549))


def test_intervalle_borne():
    """L'intervalle reste-t-il entre 0 et 1 ?"""
    assert Estimation(3, 2 / 3).intervalle[1] == 1.0
    assert Estimation(5, 0.0).intervalle == (0.0, 0.0)


def test_courbe():
    """La figure porte-t-elle la courbe, la bande et des textes français ?"""
    figure = courbe_frequence([1, 2, 1, 0] * 50)
    (axes,) = figure.axes
    assert axes.get_title() == "Après 200 parties : 50,0 %, entre 43,1 % et 56,9 %"
    assert [t.get_text() for t in axes.get_legend().get_texts()] == [
        "intervalle à 95 %",
        "fréquence observée",
        "dernière valeur",
    ]
    assert axes.collections[0].get_hatch() == "///"
    assert list(axes.lines[0].get_xdata()) == list(range(20, 201))


def test_peu_de_parties():
    """Une seule partie suffit-elle à tracer, et zéro est-il refusé avec une phrase ?"""
    assert courbe_frequence([0], issue=0).axes[0].get_ylabel() == "fréquence des parties nulles"
    with pytest.raises(ValueError, match="Aucune partie"):
        courbe_frequence([])


def test_import_leger():
    """L'import du module laisse-t-il matplotlib de côté ?"""
    code = "import sys, p4cours.tp1_grille; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
