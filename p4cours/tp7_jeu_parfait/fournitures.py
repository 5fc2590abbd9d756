"""Ce que le notebook du TP 7 reçoit tout fait : positions, petits graphes, arbre élagué, bits, dessinés."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any

from p4core.codages import TOURS, depuis_tours
from p4core.dessin import Dessin, pion_svg
from p4core.francais import en_une_ligne, quantite
from p4core.graphiques import afficher
from p4core.jeu import Position

Chaines = tuple[str, ...]
CASE, ECART, ETAGE = 14, 40, 58  # pixels d'une case, entre deux positions, entre deux étages
MAXIMUM = 40  # positions : au-delà, le dessin ne se lit plus
ATTIREE, AUTRE = "#0b8f6a", "#8a8a8a"


@en_une_ligne
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

    def _repr_html_(self) -> str:
        return afficher(self.svg(), repr(self))

    def svg(self) -> str:
        """Le dessin ; ses légendes prennent la couleur du thème."""
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


# --- ★ un arbre élagué --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ArbreElague:
    """Un arbre à deux étages, parcouru de gauche à droite : ce que trouve chaque nœud, ce qui est sauté."""

    feuilles: Sequence[Sequence[int]]

    def _parcourir(self) -> tuple[list[str], list[int]]:
        """Ce qu'on sait de chaque branche, et combien de ses feuilles sont visitées."""
        alpha: float | None = None
        dits, visites = [], []
        for branche in self.feuilles:
            pire = branche[0]
            vues = 1
            while vues < len(branche) and (alpha is None or pire > alpha):
                pire, vues = min(pire, branche[vues]), vues + 1
            coupee = vues < len(branche)
            dits.append(f"≤ {pire}" if coupee else str(pire))
            visites.append(vues)
            alpha = pire if alpha is None or pire > alpha else alpha
        return dits, visites

    def __repr__(self) -> str:
        dits, visites = self._parcourir()
        lignes = []
        for rang, (branche, vues, dit) in enumerate(zip(self.feuilles, visites, dits, strict=True)):
            reste = " (le reste est coupé)" if vues < len(branche) else ""
            lignes.append(f"branche {rang} : {' '.join(map(str, branche[:vues]))}{reste} → {dit}")
        return "\n".join([*lignes, f"racine → {self.valeur}"])

    @property
    def valeur(self) -> int:
        """Le score de la racine."""
        return max(map(min, self.feuilles))

    def svg(self) -> str:
        """L'image."""
        dits, visites = self._parcourir()
        pas, total = 58, sum(map(len, self.feuilles))
        large, racine = total * pas + 130, (total * pas / 2 + 130, 30)
        elements = [
            _mot(8, 35 + 70 * rang, mot)
            for rang, mot in enumerate(("j : maximum", "l'autre : minimum", "score"))
        ]
        debut = 0
        for branche, vues, dit in zip(self.feuilles, visites, dits, strict=True):
            xs = [130 + (debut + k + 0.5) * pas for k in range(len(branche))]
            milieu = (sum(xs) / len(xs), 100)
            elements.append(_lien(racine, milieu, False))
            elements += [_lien(milieu, (x, 170), k >= vues) for k, x in enumerate(xs)]
            elements += [
                _noeud_rond(x, 170, str(score) if k < vues else "?", k >= vues)
                for k, (x, score) in enumerate(zip(xs, branche, strict=True))
            ]
            elements.append(_noeud_rond(*milieu, dit, False))
            debut += len(branche)
        elements.append(_noeud_rond(*racine, str(self.valeur), False))
        titre = escape(f"Arbre élagué : {sum(visites)} feuilles visitées sur {total}")
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {large:g} 200" width="{large:g}" '
            f'height="200" role="img" aria-label="{titre}" style="max-width:100%;height:auto">'
            f"<title>{titre}</title>{''.join(elements)}</svg>"
        )

    def _repr_html_(self) -> str:
        return afficher(self.svg(), repr(self))


def _mot(x: float, y: float, mot: str, ancre: str = "start") -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="13" text-anchor="{ancre}" font-family="sans-serif" '
        f'fill="currentColor">{escape(mot)}</text>'
    )


def _lien(a: tuple[float, float], b: tuple[float, float], coupe: bool) -> str:
    style = 'stroke-dasharray="3 4" stroke-opacity=".5"' if coupe else 'stroke-width="1.6"'
    trait = f'<line x1="{a[0]:g}" y1="{a[1]:g}" x2="{b[0]:g}" y2="{b[1]:g}" stroke="currentColor" {style}/>'
    if not coupe:
        return trait
    x, y = a[0] + 0.55 * (b[0] - a[0]), a[1] + 0.55 * (b[1] - a[1])
    return trait + (
        f'<line x1="{x - 7:g}" y1="{y - 4:g}" x2="{x + 7:g}" y2="{y + 4:g}" stroke="#c8502d" '
        'stroke-width="3"/>'
    )


def _noeud_rond(x: float, y: float, mot: str, coupe: bool) -> str:
    bord = 'stroke-dasharray="3 3" stroke-opacity=".6"' if coupe else ""
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="20" fill="var(--jp-layout-color0, #ffffff)" '
        f'stroke="currentColor" {bord}/>{_mot(x, y + 5, mot, "middle")}'
    )


def dessiner_coupes(feuilles: Sequence[Sequence[int]]) -> ArbreElague:
    """L'arbre à deux étages de ces scores, parcouru de gauche à droite par alpha-bêta."""
    if not feuilles or not all(feuilles):
        raise ValueError("Donnez les scores des feuilles, une liste par branche : [[3, 5], [2, 9]].")
    return ArbreElague(feuilles)


# --- ★ les bits d'un entier ----------------------------------------------------------------------


@dataclass(frozen=True)
class BitsDessines:
    """Les 49 bits d'un entier, à la place de leurs cases ; le septième de chaque colonne est au-dessus."""

    b: int

    def __repr__(self) -> str:
        rangees = [[7 * x + y for x in range(7)] for y in range(6, -1, -1)]
        return "\n".join(" ".join(f"[{n:2}]" if self.b >> n & 1 else f" {n:2} " for n in r) for r in rangees)

    def svg(self) -> str:
        """L'image."""
        cote = 34
        cases = [
            _bit(7 * x + y, x * cote + 2, (6 - y) * cote + 2, self.b) for x in range(7) for y in range(7)
        ]
        titre = escape(f"Les bits de {self.b} : {', '.join(str(n) for n in range(49) if self.b >> n & 1)}")
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {7 * cote + 2} {7 * cote + 2}" '
            f'width="{7 * cote + 2}" height="{7 * cote + 2}" role="img" aria-label="{titre}" '
            f'style="max-width:100%;height:auto"><title>{titre}</title>'
            f"{''.join(cases)}</svg>"
        )

    def _repr_html_(self) -> str:
        return afficher(self.svg(), repr(self))


def _bit(n: int, x: int, y: int, b: int) -> str:
    """Une case et son numéro ; pleine si le bit est mis, en pointillé au-dessus de la grille."""
    mis = b >> n & 1
    fond, encre, gras = ("#0b8f6a", "#ffffff", "bold") if mis else ("none", "currentColor", "normal")
    bord = ' stroke-dasharray="3 3" stroke-opacity=".5"' if n % 7 == 6 else ""
    return (
        f'<rect x="{x}" y="{y}" width="31" height="31" rx="4" fill="{fond}" stroke="currentColor"{bord}/>'
        f'<text x="{x + 15.5:g}" y="{y + 20}" font-size="12" text-anchor="middle" font-family="sans-serif" '
        f'font-weight="{gras}" fill="{encre}">{n}</text>'
    )


def dessiner_bits(b: int) -> BitsDessines:
    """Le dessin des bits de b : le numéro de chaque case, et les pions en vert."""
    if isinstance(b, bool) or not isinstance(b, int) or b < 0:
        raise ValueError(f"dessiner_bits attend un entier positif, pas {b!r:.60}.")
    return BitsDessines(b)
