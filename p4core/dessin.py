"""Les images d'une grille : en texte et en SVG.

Les pions diffèrent par la forme autant que par la couleur : le joueur 1 est un disque jaune marqué
d'un anneau (« o »), le joueur 2 un disque rouge marqué d'une croix (« x »)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

from p4core.francais import quantite

Case = tuple[int, int]  # (x, y) : la colonne depuis la gauche, la rangée depuis le bas
LIBRE, SIGNES = "·", {1: "o", 2: "x"}
PAS, RAYON, MARGE = 40, 16, 22
COULEURS = {1: ("#f2b807", "#5c4300"), 2: ("#d1344b", "#ffffff")}
# Aucun gris ne se lit à la fois sur une page blanche et sur une page noire : les numéros sont dans le cadre.
CADRE, NUMEROS = "#24508f", "#ffffff"


@dataclass(frozen=True)
class Image:
    """Ce qu'il faut dessiner : les cases par colonnes de bas en haut, et ce qu'on y souligne."""

    cases: list[list[int]]
    dernier: Case | None = None
    gagnantes: Collection[Case] = ()
    fautives: Collection[Case] = ()
    origine: int = 1  # le numéro de la première colonne
    rangees: tuple[int, ...] = ()  # les numéros de rangées, de bas en haut ; aucun par défaut
    titre: str = ""

    @property
    def largeur(self) -> int:
        """Le nombre de colonnes."""
        return len(self.cases)

    @property
    def hauteur(self) -> int:
        """Le nombre de rangées."""
        return max((len(colonne) for colonne in self.cases), default=0)


@dataclass(frozen=True)
class Dessin:
    """Une image prête à être montrée : en SVG dans un notebook, en texte ailleurs."""

    image: Image
    cote: int = 32  # celui d'une case, en pixels

    def __repr__(self) -> str:
        return texte(self.image)

    def _repr_svg_(self) -> str:
        return svg(self.image, self.cote)


class Dessinable(Protocol):
    """Ce qu'une position montre d'elle-même."""

    @property
    def dernier(self) -> Case | None: ...  # le dernier pion posé

    @property
    def alignement(self) -> tuple[Case, ...]: ...  # celui du gagnant

    def cases(self) -> list[list[int]]: ...  # par colonnes, de bas en haut


def image(position: Dessinable, **options: object) -> Image:
    """L'image d'une position, dernier coup et alignement gagnant soulignés."""
    reglages = {"dernier": position.dernier, "gagnantes": position.alignement, **options}
    return Image(position.cases(), **reglages)  # type: ignore[arg-type]


def texte(objet: Dessinable | Image) -> str:
    """La grille en caractères : [dernier coup] entre crochets, alignement en capitales."""
    dessin = objet if isinstance(objet, Image) else image(objet)
    lignes = [_ligne_texte(dessin, y) for y in reversed(range(dessin.hauteur))]
    return "\n".join([*lignes, _ligne_numeros(dessin)])


def _ligne_texte(dessin: Image, y: int) -> str:
    debut = f"{dessin.rangees[y]:>3} " if dessin.rangees else ""
    return debut + "".join(_signe(dessin, (x, y)) for x in range(dessin.largeur)).rstrip()


def _signe(dessin: Image, case: Case) -> str:
    x, y = case
    signe = SIGNES.get(dessin.cases[x][y], LIBRE)
    if case in dessin.gagnantes:
        signe = signe.upper()
    if case in dessin.fautives:
        return f"!{signe}!"
    return f"[{signe}]" if case == dessin.dernier else f" {signe} "


def _ligne_numeros(dessin: Image) -> str:
    numeros = "".join(f"{x + dessin.origine:^3}" for x in range(dessin.largeur))
    return ("    " if dessin.rangees else "") + numeros.rstrip()


def svg(objet: Dessinable | Image, cote: int = PAS) -> str:
    """La grille en SVG, autonome et lisible sur fond clair comme sur fond sombre."""
    dessin = objet if isinstance(objet, Image) else image(objet)
    gauche = MARGE if dessin.rangees else 6
    l, h = dessin.largeur * PAS + gauche + 6, dessin.hauteur * PAS + MARGE + 6
    corps = [f'<rect x="2" y="2" width="{l - 4}" height="{h - 4}" rx="8" fill="{CADRE}"/>']
    corps += [_svg_case(dessin, (x, y), gauche) for x in range(dessin.largeur) for y in range(dessin.hauteur)]
    corps += _svg_numeros(dessin, gauche)
    from html import escape  # long à charger : une entrée du concours ne dessine rien

    titre = escape(dessin.titre or _description(dessin))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {l} {h}" width="{l * cote // PAS}" '
        f'height="{h * cote // PAS}" role="img" aria-label="{titre}"><title>{titre}</title>'
        f"{''.join(corps)}</svg>"
    )


def _centre(dessin: Image, case: Case, gauche: int) -> tuple[int, int]:
    x, y = case
    return gauche + x * PAS + PAS // 2, 4 + (dessin.hauteur - 1 - y) * PAS + PAS // 2


def _svg_case(dessin: Image, case: Case, gauche: int) -> str:
    cx, cy = _centre(dessin, case, gauche)
    valeur = dessin.cases[case[0]][case[1]]
    formes = [pion_svg(valeur, cx, cy) if valeur in COULEURS else _trou(cx, cy)]
    if case in dessin.gagnantes:
        formes.append(
            f'<circle cx="{cx}" cy="{cy}" r="{RAYON + 1}" fill="none" stroke="#ffffff" stroke-width="4"/>'
        )
    if case == dessin.dernier:
        formes.append(f'<circle cx="{cx}" cy="{cy}" r="3.5" fill="#ffffff" stroke="#000000"/>')
    if case in dessin.fautives:
        formes.append(_cadre_fautif(cx, cy))
    return "".join(formes)


def _trou(cx: int, cy: int) -> str:
    return f'<circle cx="{cx}" cy="{cy}" r="{RAYON}" fill="#ffffff"/>'


def _cadre_fautif(cx: int, cy: int) -> str:
    c = PAS // 2 - 2
    return (
        f'<rect x="{cx - c}" y="{cy - c}" width="{2 * c}" height="{2 * c}" rx="4" fill="none" '
        'stroke="#ff8c1a" stroke-width="3" stroke-dasharray="6 3"/>'
    )


def pion_svg(joueur: int, cx: float, cy: float, rayon: float = RAYON) -> str:
    """Un pion : disque et marque de son joueur."""
    fond, encre = COULEURS[joueur]
    r = rayon * 0.45
    marque = (
        f'<circle cx="{cx}" cy="{cy}" r="{r:g}" fill="none" stroke="{encre}" stroke-width="2.5"/>'
        if joueur == 1
        else f'<path d="M{cx - r:g} {cy - r:g}l{2 * r:g} {2 * r:g}m0 {-2 * r:g}l{-2 * r:g} {2 * r:g}" '
        f'stroke="{encre}" stroke-width="2.5"/>'
    )
    return f'<circle cx="{cx}" cy="{cy}" r="{rayon:g}" fill="{fond}"/>{marque}'


def _svg_numeros(dessin: Image, gauche: int) -> list[str]:
    style = f'font-family="sans-serif" font-size="13" fill="{NUMEROS}" text-anchor="middle"'
    bas = dessin.hauteur * PAS + MARGE
    colonnes = [
        f'<text x="{gauche + x * PAS + PAS // 2}" y="{bas}" {style}>{x + dessin.origine}</text>'
        for x in range(dessin.largeur)
    ]
    rangees = [
        f'<text x="{gauche // 2}" y="{_centre(dessin, (0, y), gauche)[1] + 5}" {style}>{nom}</text>'
        for y, nom in enumerate(dessin.rangees)
    ]
    return colonnes + rangees


def _description(dessin: Image) -> str:
    pions = [valeur for colonne in dessin.cases for valeur in colonne]
    return (
        f"Grille de {dessin.largeur} colonnes et {dessin.hauteur} lignes : "
        f"{quantite(pions.count(1), 'pion')} du joueur 1, "
        f"{pions.count(2)} du joueur 2"
    )
