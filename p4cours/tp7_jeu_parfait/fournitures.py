"""Ce que le notebook du TP 7 reçoit tout fait : des positions et de petits graphes dessinés."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any

from p4core.codages import TOURS, depuis_tours
from p4core.dessin import Dessin, pion_svg
from p4core.francais import quantite
from p4core.jeu import Position

Chaines = tuple[str, ...]
CASE, ECART, ETAGE = 14, 40, 58  # pixels d'une case, entre deux positions, entre deux étages
MAXIMUM = 40  # positions : au-delà, le dessin ne se lit plus
ATTIREE, AUTRE = "#0b8f6a", "#8a8a8a"


def dessiner(s: Any) -> Dessin:
    """Le dessin de la position, colonnes numérotées de 0 à 3, l'alignement gagnant cerclé."""
    return Dessin(replace(TOURS.dessiner(s).image, dernier=None, rangees=()))


@dataclass(frozen=True)
class GrapheDessine:
    """Un petit graphe, un étage par nombre de pions ; les positions attirées, cerclées, avec leur rang."""

    graphe: Mapping[Chaines, Sequence[Chaines]]
    rangs: Mapping[Chaines, int]

    def __repr__(self) -> str:
        lignes = [
            f"{s}{self._rang(s)} → {', '.join(map(str, apres)) or 'fin'}" for s, apres in self.graphe.items()
        ]
        return "\n".join(lignes)

    def _rang(self, s: Chaines) -> str:
        return f" (rang {self.rangs[s]})" if s in self.rangs else ""

    def _repr_svg_(self) -> str:
        etages = self._etages()
        cote = 4 * CASE
        large = max(map(len, etages)) * (cote + ECART) + ECART
        haut = len(etages) * (cote + ETAGE)
        places = {
            s: (
                (large - len(etage) * (cote + ECART) + ECART) / 2 + rang * (cote + ECART),
                y * (cote + ETAGE) + 20,
            )
            for y, etage in enumerate(etages)
            for rang, s in enumerate(etage)
        }
        traits = [self._trait(places[s], places[t], s, t) for s in places for t in self.graphe[s]]
        noeuds = [self._noeud(s, *place) for s, place in places.items()]
        titre = escape(f"Graphe de {quantite(len(self.graphe), 'position')}, {len(self.rangs)} attirées")
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {large:g} {haut:g}" width="{large:g}" '
            f'height="{haut:g}" role="img" aria-label="{titre}" style="max-width:100%;height:auto">'
            f"<title>{titre}</title>{''.join(traits + noeuds)}</svg>"
        )

    def _etages(self) -> list[list[Chaines]]:
        """Les positions, par nombre de pions."""
        par_taille: dict[int, list[Chaines]] = {}
        for s in self.graphe:
            par_taille.setdefault(sum(map(len, s)), []).append(s)
        return [par_taille[n] for n in sorted(par_taille)]

    def _trait(self, a: tuple[float, float], b: tuple[float, float], s: Chaines, t: Chaines) -> str:
        couleur = ATTIREE if s in self.rangs and t in self.rangs else AUTRE
        demi, dessous = 2 * CASE, 4 * CASE + 16
        return (
            f'<line x1="{a[0] + demi:g}" y1="{a[1] + dessous:g}" x2="{b[0] + demi:g}" y2="{b[1] - 3:g}" '
            f'stroke="{couleur}" stroke-width="{2.5 if couleur == ATTIREE else 1.2}"/>'
        )

    def _noeud(self, s: Chaines, x: float, y: float) -> str:
        position = depuis_tours(s, legale=False)
        attiree = s in self.rangs
        legende = " : ".join(filter(None, (f"rang {self.rangs[s]}" if attiree else "", _fin(position))))
        cadre = f' stroke="{ATTIREE}" stroke-width="4"' if attiree else ""
        return (
            f'<rect x="{x:g}" y="{y:g}" width="{4 * CASE}" height="{4 * CASE}" rx="4" fill="#24508f"{cadre}/>'
            + "".join(_pion(position.case(i, j), x, y, i, j) for i in range(4) for j in range(4))
            + f'<text x="{x + 2 * CASE:g}" y="{y + 4 * CASE + 13:g}" font-size="11" text-anchor="middle" '
            f'font-family="sans-serif" fill="currentColor">{legende}</text>'
        )


def _pion(joueur: int, x: float, y: float, i: int, j: int) -> str:
    cx, cy, rayon = x + (i + 0.5) * CASE, y + (3.5 - j) * CASE, CASE * 0.4
    if joueur:
        return pion_svg(joueur, cx, cy, rayon)
    return f'<circle cx="{cx:g}" cy="{cy:g}" r="{rayon:g}" fill="#ffffff"/>'


def _fin(position: Position) -> str:
    if position.gagnant:
        return f"{TOURS.signes[position.gagnant]} gagne"
    return "nulle" if position.pleine else ""


def dessiner_graphe(
    graphe: Mapping[Chaines, Sequence[Chaines]], A: Mapping[Chaines, int] | None = None
) -> GrapheDessine:
    """Le dessin d'un petit graphe ; les positions de A sont encadrées, avec leur rang."""
    if not isinstance(graphe, Mapping) or not graphe:
        raise ValueError("Donnez un graphe : un dictionnaire qui associe à chaque position ses successeurs.")
    if len(graphe) > MAXIMUM:
        raise ValueError(
            f"Ce graphe a {len(graphe)} positions : le dessin n'est lisible que jusqu'à {MAXIMUM}. Partez "
            "d'une position plus proche de la fin."
        )
    return GrapheDessine(graphe, A or {})
