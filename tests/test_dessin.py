"""Les images d'une position : texte et SVG."""

from xml.etree import ElementTree

from p4core import Position
from p4core.dessin import Image, image, svg, texte

SVG = "{http://www.w3.org/2000/svg}"


def formes(source, nom):
    return ElementTree.fromstring(source).iter(SVG + nom)


def test_texte_d_une_grille_asymetrique():
    """Le texte montre-t-il chaque pion à sa place, le dernier coup et les numéros ?"""
    attendu = [
        " ·  ·  ·  ·  ·  ·  ·",
        " ·  ·  ·  ·  ·  ·  ·",
        " ·  ·  ·  ·  ·  ·  ·",
        " ·  ·  ·  ·  ·  ·  ·",
        " · [o] ·  x  ·  ·  ·",
        " x  o  x  o  o  ·  ·",
        " 1  2  3  4  5  6  7",
    ]
    assert str(Position.depuis_coups("4453212")).splitlines() == attendu


def test_texte_d_une_victoire():
    """L'alignement gagnant se voit-il sans couleur ?"""
    assert " x  x  x  O  O  O [O]" in str(Position.depuis_coups("4152637"))


def test_texte_d_un_contre_exemple():
    """Les cases fautives et les numéros de rangées sont-ils montrés ?"""
    dessin = Image([[1, 0], [0, 0]], fautives=[(1, 0)], origine=0, rangees=(0, 1))
    assert texte(dessin).splitlines() == ["  1  ·  ·", "  0  o !·!", "     0  1"]


def test_svg_bien_forme_et_complet():
    """Le SVG est-il du XML valide, avec un pion par pion, et les marques de forme ?"""
    source = Position.depuis_coups("4453212")._repr_svg_()
    couleurs = [forme.get("fill") for forme in formes(source, "circle")]
    assert couleurs.count("#f2b807") == 4 and couleurs.count("#d1344b") == 3
    assert len(list(formes(source, "path"))) == 3  # les croix du joueur 2
    assert [t.text for t in formes(source, "text")] == list("1234567")
    assert "4 pions du joueur 1" in next(formes(source, "title")).text


def test_svg_marque_la_victoire():
    """Les quatre cases gagnantes sont-elles cerclées ?"""
    source = svg(Position.depuis_coups("4152637"))
    cercles = [c for c in formes(source, "circle") if c.get("stroke-width") == "4"]
    assert len(cercles) == 4


def luminance(couleur):
    """La luminance relative d'une couleur « #rrggbb »."""
    parts = [int(couleur[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, v, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * v + 0.0722 * b


def test_numeros_lisibles_partout():
    """Sur une page claire ou sombre, chaque numéro est-il écrit dans le cadre, à un contraste de 4,5 ?"""
    source = svg(Image([[0] * 6] * 7, origine=0, rangees=(0, 1, 2, 3, 4, 5)))
    cadre = next(formes(source, "rect"))
    x, y, largeur, hauteur = (float(cadre.get(nom)) for nom in ("x", "y", "width", "height"))
    numeros = list(formes(source, "text"))
    assert len(numeros) == 13
    for numero in numeros:
        assert x + 4 <= float(numero.get("x")) <= x + largeur - 4  # ancré au milieu, huit unités de large
        assert y + 10 <= float(numero.get("y")) <= y + hauteur - 3
        clair, sombre = luminance(numero.get("fill")), luminance(cadre.get("fill"))
        assert (clair + 0.05) / (sombre + 0.05) >= 4.5


def test_svg_autres_tailles():
    """L'image suit-elle la taille de la grille ?"""
    source = svg(image(Position(4, 3, 3)))
    assert len(list(formes(source, "circle"))) == 12
