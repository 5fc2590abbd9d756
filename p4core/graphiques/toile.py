"""La toile d'un graphique : ce qu'on y trace, en SVG, et les échelles qui y placent les nombres."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from math import ceil, floor, inf, isfinite, log10
from typing import Any

from p4core.francais import FINE, INSECABLE, milliers, virgule

LARGEUR = 480  # unités du dessin : à 390 pixels de large, le plus petit texte en garde 10
AGRANDI = 1.15  # et sur un grand écran, le dessin s'arrête là
CORPS, PETIT, LIGNE = 15, 13, 21  # tailles des textes, et leur interligne
POLICE = "var(--jp-ui-font-family,system-ui,sans-serif)"
# Des couleurs qui contrastent avec le blanc comme avec le noir. Les trois suites n'ont pas la même longueur :
# deux courbes de même couleur n'ont ni le même trait, ni la même marque.
COULEURS = ("#2f80c3", "#cf5f10", "#0b8f6a", "#c0579a", "#9a7400", "#8067c9", "#7f7f7f")
REPERE = "10 3 2 3"
TIRETS = ("none", "8 4", "2 4", "10 4 2 4", "16 4")
MARQUES = (
    "m-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0z",  # rond
    "m-4 -4h8v8h-8z",  # carré
    "m0 -5.5l5.5 9.5h-11z",  # triangle
    "m0 -6l5.5 6l-5.5 6l-5.5 -6z",  # losange
    "m-1.5 -5h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5v-3h3.5z",  # croix
    "m0 5.5l5.5 -9.5h-11z",  # triangle sur sa pointe
)

Forme = Callable[[float], str]
Intervalle = tuple[float, float]
Place = tuple[float, float]


@dataclass
class Toile:
    """Des éléments SVG, posés de haut en bas ; `hauteur` est l'endroit où l'on en est."""

    largeur: float = LARGEUR
    hauteur: float = 4
    elements: list[str] = field(default_factory=list)

    def svg(self, titre: str, description: str) -> str:
        l, h = round(self.largeur), round(self.hauteur)
        # Plus large que d'habitude, le dessin défile au lieu de rapetisser.
        minimum = f"min-width:{round(l * 0.8)}px;" if l > LARGEUR else ""
        style = f"width:100%;{minimum}max-width:{round(l * AGRANDI)}px;height:auto;font-family:{POLICE}"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {l} {h}" role="img" style="{style}" '
            f'font-size="{PETIT}" fill="currentColor" aria-label="{escape(description)}">'
            f"<title>{escape(titre)}</title>{''.join(self.elements)}</svg>"
        )

    def ajouter(self, balise: str, contenu: str = "", **attributs: Any) -> None:
        """Un élément ; « stroke_width » s'écrit « stroke-width »."""
        liste = "".join(f' {nom.replace("_", "-")}="{_ecrire(v)}"' for nom, v in attributs.items())
        self.elements.append(f"<{balise}{liste}>{contenu}</{balise}>" if contenu else f"<{balise}{liste}/>")

    def texte(self, x: float, y: float, contenu: str, ancre: str = "start", **style: Any) -> None:
        if contenu:
            self.ajouter("text", escape(contenu), x=x, y=y, text_anchor=ancre, **style)

    def trait(
        self,
        points: Iterable[Place],
        couleur: str = "currentColor",
        bulle: str = "",
        suite: str = "",
        **style: Any,
    ) -> None:
        """Une ligne par ces points, puis `suite` ; `bulle` s'affiche quand la souris la survole."""
        chemin = "M" + "L".join(f"{_ecrire(x)} {_ecrire(y)}" for x, y in points) + suite
        contenu = f"<title>{escape(bulle)}</title>" if bulle else ""
        self.ajouter("path", contenu, d=chemin, **{"fill": "none", "stroke": couleur, **style})

    def rectangle(
        self, x: float, y: float, l: float, h: float, couleur: str, opacite: float, **style: Any
    ) -> None:
        self.ajouter("rect", x=x, y=y, width=l, height=h, fill=couleur, fill_opacity=opacite, **style)

    def cercle(self, x: float, y: float, rayon: float, **style: Any) -> None:
        self.ajouter("circle", cx=x, cy=y, r=rayon, fill="none", stroke="currentColor", **style)

    def paragraphe(self, contenu: str, **style: Any) -> None:
        """Un texte sous ce qui précède, coupé en lignes qui tiennent dans la largeur."""
        taille = style.get("font_size", PETIT)
        gras = 1.12 if "font_weight" in style else 1
        for ligne in _couper(contenu, gras * taille, self.largeur - 8):
            self.hauteur += taille + 6
            self.texte(4, self.hauteur - 5, ligne, **style)

    def titrer(self, titre: str) -> None:
        self.paragraphe(titre, font_size=CORPS, font_weight=600)

    def legende(self, echantillons: Iterable[tuple[str, Style, str]]) -> None:
        """Des échantillons nommés, autant par ligne qu'il en tient."""
        x = inf
        for nom, style, genre in echantillons:
            if x + 38 + largeur_de(nom, PETIT) > self.largeur:
                x, self.hauteur = 4.0, self.hauteur + LIGNE
            style.montrer(self, x, self.hauteur - 10, genre)
            self.texte(x + 36, self.hauteur - 5, nom)
            x += 56 + largeur_de(nom, PETIT)
        self.hauteur += 4


@dataclass(frozen=True)
class Style:
    """Une couleur, un trait et une marque : chacun des trois suffit à reconnaître une courbe."""

    rang: int

    @property
    def couleur(self) -> str:
        return COULEURS[self.rang % len(COULEURS)]

    def ligne(self, toile: Toile, points: Sequence[Place], suite: str = "") -> None:
        tirets = TIRETS[self.rang % len(TIRETS)]
        toile.trait(points, self.couleur, suite=suite, stroke_width=2, stroke_dasharray=tirets)

    def marque(self, toile: Toile, x: float, y: float, bulle: str = "") -> None:
        forme = MARQUES[self.rang % len(MARQUES)]
        toile.trait([(x, y)], self.couleur, bulle, forme, fill=self.couleur)

    def barre(self, toile: Toile, x: float, bas: float, haut: float, bulle: str = "") -> None:
        """Un intervalle : un trait vertical et ses deux butées."""
        butees = f"m-4 0h8m-8 {_ecrire(bas - haut)}h8"
        toile.trait([(x, bas), (x, haut)], self.couleur, bulle, butees, stroke_width=1.5)

    def bande(self, toile: Toile, bornes: Sequence[tuple[float, float, float]]) -> None:
        """Un intervalle le long d'une courbe : une teinte, et des bords pointillés, visibles sans elle."""
        bas, haut = [(x, b) for x, b, _ in bornes], [(x, h) for x, _, h in bornes]
        toile.trait(haut + bas[::-1], "none", suite="z", fill=self.couleur, fill_opacity=0.25)
        for bord in (haut, bas):
            toile.trait(bord, self.couleur, stroke_dasharray="1.5 3")

    def large(self, toile: Toile, bouts: Sequence[Place], bulle: str = "") -> None:
        """Un intervalle sous une marque, dans n'importe quelle direction : un trait large et pâle."""
        toile.trait(bouts, self.couleur, bulle, stroke_width=5, stroke_opacity=0.45)

    def montrer(self, toile: Toile, x: float, y: float, genre: str) -> None:
        """L'échantillon de la légende."""
        bouts = [(x, y), (x + 30, y)]
        if genre == "bande":
            self.bande(toile, [(x, y + 6, y - 6), (x + 30, y + 6, y - 6)])
        elif genre == "barre":
            self.barre(toile, x + 15, y + 7, y - 7)
        elif genre == "large":
            self.large(toile, bouts)
        elif genre == "repere":
            toile.trait(bouts, stroke_dasharray=REPERE)
        else:
            self.ligne(toile, bouts)
        if genre == "marques":
            self.marque(toile, x + 15, y)


def _ecrire(valeur: Any) -> str:
    """La valeur d'un attribut : une coordonnée, au dixième ; une opacité, au centième."""
    if not isinstance(valeur, float):
        return str(valeur)
    return f"{valeur:.{2 if abs(valeur) <= 1 else 1}f}".rstrip("0").rstrip(".")


def largeur_de(contenu: str, taille: float = CORPS) -> float:
    """La largeur d'un texte, à peu près : aucune police n'est sous la main."""
    return taille * sum(
        0.3 if c in f"il.,;:'|! jtf()[]{FINE}{INSECABLE}" else 0.85 if c in "mwMW%" else 0.62 for c in contenu
    )


def _couper(contenu: str, taille: float, largeur: float) -> list[str]:
    """Les lignes du texte ; jamais de coupure devant un deux-points ou un « % »."""
    lignes: list[str] = []
    insecable = re.sub(r" (?=[:;?!»%])", INSECABLE, contenu)
    for mot in insecable.split(" ") if contenu else []:
        if lignes and largeur_de(f"{lignes[-1]} {mot}", taille) <= largeur:
            lignes[-1] += f" {mot}"
        else:
            lignes.append(mot)
    return lignes


# --- les échelles ---------------------------------------------------------------------------------


def nombre(valeur: float) -> str:
    """Un nombre d'une échelle : « 10 000 », « 0,5 », « −200 »."""
    signe, grandeur = "−" if valeur < 0 else "", abs(valeur)
    if grandeur >= 1000:
        return signe + milliers(grandeur)
    return signe + virgule(grandeur, ".8f").rstrip("0").rstrip(",")


@dataclass(frozen=True)
class Axe:
    """Une grandeur : son nom, et comment elle se gradue."""

    nom: str
    log: bool = False
    bornes: Intervalle | None = None  # celles des données, sinon
    graduations: Sequence[float] = ()  # choisies rondes, sinon
    forme: Forme = nombre  # d'une valeur lue ; les graduations s'écrivent au plus court

    @property
    def legende(self) -> str:
        """Ce qu'on écrit le long de l'axe."""
        return f"{self.nom} (échelle logarithmique)" if self.log else self.nom


@dataclass(frozen=True)
class Echelle:
    """D'une grandeur aux unités du dessin."""

    axe: Axe
    debut: float
    fin: float
    de: float
    a: float

    @classmethod
    def contenant(cls, axe: Axe, valeurs: Iterable[float], de: float, a: float, air: float = 0.04) -> Echelle:
        """L'échelle de l'axe qui contient ces valeurs, avec un peu d'air autour."""
        vues = [v for v in axe.bornes or valeurs if isfinite(v) and (v > 0 or not axe.log)] or [1.0]
        debut, fin = (log10(v) if axe.log else v for v in (min(vues), max(vues)))
        ecart = (fin - debut) * air or 0.5
        return cls(axe, debut - ecart, fin + ecart, de, a)

    def __call__(self, valeur: float) -> float:
        if self.axe.log and valeur <= 0:
            return self.de  # hors d'une échelle logarithmique : au bord
        v = log10(valeur) if self.axe.log else valeur
        return self.de + (v - self.debut) / (self.fin - self.debut) * (self.a - self.de)

    def graduations(self) -> list[float]:
        if self.axe.graduations or not self.axe.log:
            return list(self.axe.graduations) or rondes(self.debut, self.fin)
        chiffres = (1, 2, 5) if self.fin - self.debut < 3 else (1,)
        valeurs = [c * 10.0**k for k in range(floor(self.debut), ceil(self.fin) + 1) for c in chiffres]
        visibles = [v for v in valeurs if self.debut <= log10(v) <= self.fin]
        return visibles if len(visibles) > 1 else rondes(10**self.debut, 10**self.fin)

    def numeroter(self, toile: Toile, y: float) -> None:
        """Les nombres sous l'axe, sauf ceux qui se toucheraient."""
        libre = -inf
        for valeur in self.graduations():
            nom = nombre(valeur)
            demi = largeur_de(nom, PETIT) / 2
            x = min(self(valeur), self.a + 8 - demi)  # le dernier ne sort pas de l'image
            if x - demi >= libre:
                toile.texte(x, y, nom, "middle")
                libre = x + demi + 6


def rondes(debut: float, fin: float, au_plus: int = 7) -> list[float]:
    """Les multiples, entre ces bornes, d'un pas de 1, 2 ou 5 fois une puissance de dix."""
    base = 10.0 ** floor(log10((fin - debut) / au_plus))
    pas = next(c * base for c in (1, 2, 5, 10) if c * base * au_plus >= 0.999 * (fin - debut))
    return [round(k * pas, 12) for k in range(ceil(debut / pas - 1e-9), floor(fin / pas + 1e-9) + 1)]
