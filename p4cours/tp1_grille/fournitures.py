"""Ce que le notebook du TP 1 reçoit tout fait : le dessin d'une grille, avec ses axes s'il le faut."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from html import escape

from p4core.codages import COLONNES, depuis_colonnes
from p4core.dessin import MARGE, PAS, Image, image, svg, texte
from p4core.jeu import Case

COTE, PETITE = 32, 20  # pixels d'une case
BORD = 26  # place des axes, dans les unités du dessin
ENCRE = 'font-family="sans-serif" fill="#7a7a7a" text-anchor="middle"'


@dataclass(frozen=True)
class GrilleDessinee:
    """Une grille prête à être montrée, en image dans un notebook, en texte ailleurs."""

    image: Image
    axes: bool = False

    def __repr__(self) -> str:
        return texte(self.image)

    def _repr_svg_(self) -> str:
        return _avec_axes(self.image) if self.axes else svg(self.image, COTE)


def dessiner(G: Sequence[Sequence[int]], cases: Collection[Case] = (), axes: bool = False) -> GrilleDessinee:
    """Le dessin de la grille, l'alignement gagnant cerclé, ces cases encadrées ; `axes` nomme x et y."""
    position = depuis_colonnes(G, taille=None, legale=False)
    rangees = COLONNES.rangees(position.hauteur)
    reglages = {"dernier": None, "fautives": tuple(cases), "origine": COLONNES.origine, "rangees": rangees}
    return GrilleDessinee(image(position, **reglages), axes)


@dataclass(frozen=True)
class GrillesDessinees:
    """Plusieurs grilles côte à côte, chacune avec sa légende."""

    grilles: Sequence[GrilleDessinee]
    legendes: Sequence[str]

    def __repr__(self) -> str:
        couples = zip(self.legendes, self.grilles, strict=True)
        return "\n\n".join(f"{legende}\n{grille!r}" for legende, grille in couples)

    def _repr_html_(self) -> str:
        figures = "".join(
            f'<figure style="margin:0">{svg(grille.image, PETITE)}'
            f'<figcaption style="text-align:center">{escape(legende)}</figcaption></figure>'
            for legende, grille in zip(self.legendes, self.grilles, strict=True)
        )
        return f'<div style="display:flex;flex-wrap:wrap;gap:1em">{figures}</div>'


def cote_a_cote(grilles: Sequence[Sequence[Sequence[int]]], legendes: Sequence[object]) -> GrillesDessinees:
    """Ces grilles dessinées en petit, chacune au-dessus de sa légende."""
    if len(grilles) != len(legendes):
        raise ValueError(f"Il faut autant de légendes que de grilles : {len(legendes)} pour {len(grilles)}.")
    return GrillesDessinees([dessiner(G) for G in grilles], [str(legende) for legende in legendes])


def _avec_axes(grille: Image) -> str:
    """Le même dessin, entouré de ses deux axes ; dans chaque case encadrée et libre, son nom."""
    largeur, hauteur = grille.largeur * PAS + MARGE + 6, grille.hauteur * PAS + MARGE + 6
    l, h = largeur + BORD, hauteur + BORD
    noms = [
        f'<text x="{BORD + MARGE + x * PAS + PAS // 2}" y="{4 + (grille.hauteur - y) * PAS - PAS // 2 + 4}" '
        f'font-family="sans-serif" font-size="12" fill="#000000" text-anchor="middle">({x}, {y})</text>'
        for x, y in grille.fautives
        if not grille.cases[x][y]
    ]
    axes = [
        _fleche(f"M{BORD - 8} {hauteur - MARGE - 4}V10m-4 7l4 -7l4 7"),
        f'<text x="{BORD - 18}" y="20" font-size="16" {ENCRE}>y</text>',
        _fleche(f"M{BORD + MARGE} {hauteur + 8}H{l - 10}m-7 -4l7 4l-7 4"),
        f'<text x="{l - 16}" y="{hauteur + 25}" font-size="16" {ENCRE}>x</text>',
    ]
    dedans = svg(grille).replace("<svg ", f'<svg x="{BORD}" y="0" ', 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {l} {h}" width="{l * COTE // PAS}" '
        f'height="{h * COTE // PAS}">{dedans}{"".join(noms + axes)}</svg>'
    )


def _fleche(trace: str) -> str:
    return f'<path d="{trace}" fill="none" stroke="#7a7a7a" stroke-width="2"/>'
