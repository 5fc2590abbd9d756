"""Le tableau des duels."""

import pytest

from p4cours.tp2_minmax.figures import carte_duels


def test_un_nombre_par_case():
    """Chaque case porte-t-elle son nombre, écrit à la française ?"""
    axe = carte_duels([[0.5, 1], [0, 0.25]], ["W1", "W2"]).axes[0]
    assert [t.get_text() for t in axe.texts] == ["0,50", "1,00", "0,00", "0,25"]


def test_axes_nommes():
    """Sait-on qui commence, et quelle ligne est à qui ?"""
    axe = carte_duels([[0.5, 1], [0, 0.25]], ["W1", "W2"], "Profondeur 2").axes[0]
    assert axe.get_title() == "Profondeur 2"
    assert "commence" in axe.get_ylabel()
    assert [t.get_text() for t in axe.get_yticklabels()] == ["W1", "W2"]


def test_encre_lisible():
    """L'encre contraste-t-elle avec le fond de la case ?"""
    axe = carte_duels([[0, 1], [1, 0]], ["a", "b"]).axes[0]
    assert [t.get_color() for t in axe.texts] == ["white", "black", "black", "white"]


def test_tableau_incomplet():
    """Un tableau qui n'a pas la bonne taille est-il refusé en français ?"""
    with pytest.raises(ValueError, match="2 lignes et 2 colonnes"):
        carte_duels([[0.5, 1]], ["W1", "W2"])
