"""Les figures et le tableau du TP 4."""

import pytest

from p4cours.tp4_graphe.fournitures import Duel, conclusion, courbe_reglages, courbe_situations, tableau


def test_courbe_situations():
    """La figure montre-t-elle les deux suites, en échelle logarithmique, légendée ?"""
    axes = courbe_situations([1, 7, 49, 238, 1120]).axes[0]
    puissances, nombres = (list(ligne.get_ydata()) for ligne in axes.lines)
    assert (puissances, nombres) == ([1, 7, 49, 343, 2401], [1, 7, 49, 238, 1120])
    assert axes.get_yscale() == "log"
    assert {ligne.get_linestyle() for ligne in axes.lines} == {"--", "-"}


def test_courbe_vide():
    """Une liste vide est-elle refusée par une phrase ?"""
    with pytest.raises(ValueError, match="vide"):
        courbe_situations([])


def test_duel():
    """Les points deviennent-ils un bilan et un score ?"""
    duel = Duel.depuis_points([1, 1, 0.5, 0])
    assert duel == Duel(2, 1, 1)
    assert (duel.parties, duel.score) == (4, 0.625)


@pytest.mark.parametrize(
    ("duel", "phrase"),
    [
        (Duel(5, 0, 5), "on ne peut pas conclure"),
        (Duel(10, 0, 0), "plus fort"),
        (Duel(0, 0, 10), "moins fort"),
        (Duel(7, 0, 3), "on ne peut pas conclure"),
        (Duel(120, 0, 80), "plus fort"),
    ],
)
def test_conclusion(duel, phrase):
    """Ne conclut-on que lorsque l'intervalle à 95 % le permet ?"""
    assert conclusion(duel) == phrase
    bas, haut = duel.intervalle
    assert 0 <= bas < duel.score + 1e-9
    assert duel.score - 1e-9 < haut <= 1


def test_intervalle_connu():
    """L'intervalle de Wilson est-il celui des tables (10 succès sur 20) ?"""
    assert Duel(10, 0, 10).intervalle == pytest.approx((0.299, 0.701), abs=1e-3)


def test_tableau_et_courbe():
    """Le tableau et la courbe montrent-ils chaque réglage ?"""
    duels = {(1, 1): Duel(2, 0, 8), (16, 1): Duel(9, 0, 1)}
    lignes = tableau(duels, (1, 2)).splitlines()
    assert [ligne.split()[0] for ligne in lignes[2:]] == ["1", "16"]
    assert lignes[2].endswith("on ne peut pas conclure")
    assert lignes[3].endswith("plus fort")
    axes = courbe_reglages({"ici": duels}, (1, 2)).axes[0]
    assert list(axes.containers[0].lines[0].get_ydata()) == [0.2, 0.9]
