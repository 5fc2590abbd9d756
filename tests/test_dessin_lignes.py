"""Le dessin d'une grille du TP 3."""

from p4cours.tp3_ia.fournitures import dessiner

GRILLE = [[0, 0, 0, 0], [0, 0, 0, 0], [1, 0, 0, 0], [2, 1, 0, 0]]


def test_texte():
    """La ligne 0 est-elle en haut, et les colonnes numérotées à partir de 0 ?"""
    lignes = repr(dessiner(GRILLE)).splitlines()
    assert lignes[0].split() == ["0", "·", "·", "·", "·"]
    assert lignes[2].split() == ["2", "o", "·", "·", "·"]
    assert lignes[3].split() == ["3", "x", "o", "·", "·"]
    assert lignes[4].split() == ["0", "1", "2", "3"]


def test_svg():
    """L'image a-t-elle ses seize cases et ses numéros ?"""
    dessin = dessiner(GRILLE)._repr_svg_()
    assert dessin.startswith("<svg")
    assert dessin.count("<text") == 8
