"""Ce que le notebook du TP 1 reçoit tout fait : des grilles dessinées, une fréquence au fil des parties."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from html import escape
from math import sqrt
from numbers import Integral
from typing import Any

from p4core.codages import COLONNES
from p4core.dessin import MARGE, PAS, Dessin, Image, svg
from p4core.francais import en_une_ligne, milliers, pour_cent
from p4core.graphiques import Axe, Courbe, Courbes, Valeur
from p4core.jeu import Case
from p4core.tournois.statistiques import Intervalle, normale

COTE, PETITE = 32, 20  # pixels d'une case
BORD = 26  # place des axes, dans les unités du dessin
ENCRE = 'font-family="sans-serif" fill="#7a7a7a" text-anchor="middle"'


class DessinAvecAxes(Dessin):
    """Une grille entourée de ses deux axes."""

    def _repr_svg_(self) -> str:
        return _avec_axes(self.image)


@en_une_ligne
def dessiner(G: Sequence[Sequence[int]], cases: Collection[Case] = (), axes: bool = False) -> Dessin:
    """Le dessin de la grille, l'alignement gagnant cerclé, ces cases encadrées ; `axes` nomme x et y."""
    image = COLONNES.dessiner(G).image
    dessin = replace(image, dernier=None, fautives=[_case(case, image) for case in _cases(cases)])
    return DessinAvecAxes(dessin) if axes else Dessin(dessin)


def _cases(cases: Any) -> tuple[Any, ...]:
    if not isinstance(cases, Collection) or isinstance(cases, str):
        raise TypeError(f"cases est une liste de couples (x, y), pas {cases!r:.60}.")
    return tuple(cases)


def _case(case: Any, image: Image) -> Case:
    """La case à encadrer, si c'en est une de cette grille."""
    match case:
        case [Integral(), Integral()]:
            x, y = map(int, case)
            if 0 <= x < image.largeur and 0 <= y < image.hauteur:
                return x, y
            bornes = f"x va de 0 à {image.largeur - 1}, et y de 0 à {image.hauteur - 1}"
            raise ValueError(f"La case {(x, y)} est hors de la grille : {bornes}.")
    raise TypeError(f"Une case à encadrer est un couple (x, y), pas {case!r:.60}.")


@dataclass(frozen=True)
class GrillesDessinees:
    """Plusieurs grilles côte à côte, chacune avec sa légende."""

    grilles: Sequence[Dessin]
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


@en_une_ligne
def cote_a_cote(
    grilles: Sequence[Dessin | Sequence[Sequence[int]]], legendes: Sequence[object]
) -> GrillesDessinees:
    """Ces grilles, ou ces dessins d'un autre TP, en petit, chacun au-dessus de sa légende."""
    if len(grilles) != len(legendes):
        raise ValueError(f"Il faut autant de légendes que de grilles : {len(legendes)} pour {len(grilles)}.")
    dessins = [G if isinstance(G, Dessin) else dessiner(G) for G in grilles]
    return GrillesDessinees(dessins, [str(legende) for legende in legendes])


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


# --- La fréquence d'une issue, qui se stabilise à mesure que les parties s'accumulent ---------------------


@dataclass(frozen=True)
class Estimation:
    """Une fréquence observée sur `parties` parties, et l'intervalle de confiance à 95 %."""

    parties: int
    frequence: float

    @property
    def intervalle(self) -> Intervalle:
        """Les bornes, ramenées entre 0 et 1."""
        return normale(self.frequence, sqrt(self.frequence * (1 - self.frequence) / self.parties))


def estimations(gagnants: Sequence[int], issue: int = 1) -> list[Estimation]:
    """L'estimation après 1, 2, 3… parties."""
    suite, vues = [], 0
    for rang, gagnant in enumerate(gagnants, 1):
        vues += gagnant == issue
        suite.append(Estimation(rang, vues / rang))
    return suite


@en_une_ligne
def courbe_frequence(gagnants: Sequence[int], issue: int = 1, debut: int = 20) -> Courbes:
    """La figure : fréquence de l'issue au fil des parties, et son intervalle à 95 % (à partir de `debut`)."""
    suite = estimations(gagnants, issue)
    if not suite:
        raise ValueError("Aucune partie : jouez-en quelques-unes avant de tracer leur fréquence.")
    suite = suite[debut - 1 :] or suite[-1:]
    nom = f"victoires du joueur {issue}" if issue else "parties nulles"
    points = {e.parties: Valeur(e.frequence, e.intervalle) for e in suite}
    return Courbes(
        _titre(suite[-1]),
        [Courbe("fréquence observée", points, serree=True)],
        Axe("nombre de parties jouées", log=True),
        Axe(f"fréquence des {nom}", forme=pour_cent),
        repere=(suite[-1].frequence, "dernière valeur"),
    )


def _titre(derniere: Estimation) -> str:
    frequence, bas, haut = map(pour_cent, (derniere.frequence, *derniere.intervalle))
    return f"Après {milliers(derniere.parties)} parties : {frequence}, entre {bas} et {haut}"
