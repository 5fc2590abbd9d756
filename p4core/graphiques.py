"""Les graphiques : des données dessinées en SVG, les mêmes dans un notebook, une page exportée ou un navigateur.

Courbes, barres, carte et radar montrent toujours les intervalles que leurs données contiennent, et se lisent sur
fond clair comme sur fond sombre (l'encre est celle du texte autour), sans couleur (marques, traits et nombres) et
sans image (une phrase les décrit). Ni script, ni adresse, ni identifiant : un dessin se copie n'importe où."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise
from math import ceil, cos, floor, inf, isfinite, log10, pi, sin
from typing import Any, Protocol

from p4core.francais import FINE, milliers, virgule
from p4core.tableaux import Tableau

LARGEUR = 480  # unités du dessin : à 390 pixels de large, le plus petit texte en garde 10
AGRANDI = 1.15  # et sur un grand écran, le dessin s'arrête là
CORPS, PETIT, LIGNE = 15, 13, 21  # tailles des textes, et leur interligne
POLICE = "var(--jp-ui-font-family,system-ui,sans-serif)"
# Chacune contraste avec le blanc comme avec le noir. Les trois suites n'ont pas la même longueur : deux courbes
# qui ont la même couleur n'ont ni le même trait, ni la même marque.
COULEURS = ("#2f80c3", "#cf5f10", "#0b8f6a", "#c0579a", "#9a7400", "#8067c9", "#7f7f7f")
TRAITS = ("", "8 4", "2 4", "10 4 2 4", "14 4")
MARQUES = ("rond", "carre", "triangle", "losange", "croix", "envers")
SOUTENU = 0.6  # opacité de la case la plus colorée d'une carte : l'encre y reste lisible sur les deux fonds

Forme = Callable[[float], str]
Intervalle = tuple[float, float]


def nombre(valeur: float) -> str:
    """Un nombre d'une échelle : « 10 000 », « 0,5 », « −200 », « ∞ »."""
    if not isfinite(valeur):
        return "∞" if valeur > 0 else "−∞"
    signe, grandeur = "−" if valeur < 0 else "", abs(valeur)
    if grandeur >= 1000:
        return signe + milliers(grandeur)
    return signe + (virgule(grandeur, ".8f").rstrip("0").rstrip(",") or "0")


# --- ce que tout graphique sait faire -------------------------------------------------------------


class Graphique(ABC):
    """Des données et leur image ; en texte, le titre et le tableau des données."""

    titre: str

    @property
    @abstractmethod
    def donnees(self) -> Tableau:
        """Les nombres dessinés, une ligne chacun."""

    @property
    @abstractmethod
    def description(self) -> str:
        """Ce que l'image montre, pour qui ne la voit pas."""

    @abstractmethod
    def _dessiner(self) -> _Dessin:
        """Les éléments de l'image."""

    def svg(self) -> str:
        """L'image, à insérer dans une page ou à écrire dans un fichier."""
        return self._dessiner().svg(self.titre, self.description)

    def _repr_html_(self) -> str:
        # En HTML : JupyterLab met un « image/svg+xml » dans une balise <img>, qui ignore le thème.
        return self.svg()

    def __str__(self) -> str:
        return f"{self.titre}\n{self.donnees.texte(12)}"

    __repr__ = __str__


@dataclass(frozen=True, repr=False)
class CoteACote(Graphique):
    """Plusieurs graphiques, sur une même ligne s'il y a la place."""

    graphiques: Sequence[Graphique]
    titre: str = ""

    @property
    def donnees(self) -> Tableau:
        """Les données de tous."""
        return Tableau([ligne for g in self.graphiques for ligne in g.donnees], self.titre)

    @property
    def description(self) -> str:
        """Les descriptions à la suite."""
        return " ".join(g.description for g in self.graphiques)

    def _dessiner(self) -> _Dessin:
        raise TypeError("Plusieurs graphiques : chacun a son image.")

    def _repr_html_(self) -> str:
        cases = [f'<div style="flex:1 1 320px;min-width:0">{g.svg()}</div>' for g in self.graphiques]
        largeur = round(LARGEUR * AGRANDI * len(cases))
        return (
            f'<div style="display:flex;flex-wrap:wrap;gap:12px;max-width:{largeur}px">{"".join(cases)}</div>'
        )

    def __str__(self) -> str:
        return "\n\n".join(map(str, self.graphiques))

    __repr__ = __str__


# --- la feuille, et ce qu'on y trace --------------------------------------------------------------


@dataclass
class _Dessin:
    """Des éléments SVG, posés de haut en bas sur une feuille de la largeur voulue."""

    largeur: float = LARGEUR
    hauteur: float = 0
    elements: list[str] = field(default_factory=list)

    def svg(self, titre: str, description: str) -> str:
        l, h = round(self.largeur), round(self.hauteur)
        style = f"width:100%;max-width:{round(l * AGRANDI)}px;height:auto;font-family:{POLICE}"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {l} {h}" role="img" style="{style}" '
            f'font-size="{CORPS}" fill="currentColor" aria-label="{escape(description)}">'
            f"<title>{escape(titre)}</title>{''.join(self.elements)}</svg>"
        )

    def texte(self, x: float, y: float, contenu: str, ancre: str = "start", **style: Any) -> None:
        if ancre != "start":
            style["text-anchor"] = ancre
        self.elements.append(f'<text x="{_n(x)}" y="{_n(y)}"{_attributs(style)}>{escape(contenu)}</text>')

    def trace(self, chemin: str, couleur: str = "currentColor", bulle: str = "", **style: Any) -> None:
        """Un trait ; `bulle` s'affiche quand la souris le survole."""
        style = {"fill": "none", "stroke": couleur, **style}
        contenu = f"><title>{escape(bulle)}</title></path>" if bulle else "/>"
        self.elements.append(f'<path d="{chemin}"{_attributs(style)}{contenu}')

    def rectangle(self, x: float, y: float, l: float, h: float, **style: Any) -> None:
        self.elements.append(
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(l)}" height="{_n(h)}"{_attributs(style)}/>'
        )

    def paragraphe(self, contenu: str, taille: int = CORPS, **style: Any) -> None:
        """Un texte sous ce qui précède, coupé en lignes qui tiennent dans la largeur."""
        for ligne in _couper(contenu, taille, self.largeur - 8):
            self.hauteur += LIGNE if taille == CORPS else LIGNE - 3
            self.texte(
                4, self.hauteur - 5, ligne, **({} if taille == CORPS else {"font-size": taille}), **style
            )

    def legende(self, noms: Iterable[tuple[str, Callable[[float, float], None]]]) -> None:
        """Des échantillons nommés, autant par ligne qu'il en tient ; `dessiner(x, y)` trace le sien."""
        x = inf
        for nom, dessiner in noms:
            place = 46 + _mesure(nom, PETIT)
            if x + place > self.largeur:
                x, self.hauteur = 4.0, self.hauteur + LIGNE
            dessiner(x, self.hauteur - 10)
            self.texte(x + 38, self.hauteur - 5, nom, **{"font-size": PETIT})
            x += place + 10
        self.hauteur += 4


@dataclass(frozen=True)
class _Style:
    """Une couleur, un trait et une marque : chacun des trois suffit à reconnaître une courbe."""

    rang: int

    @property
    def couleur(self) -> str:
        return COULEURS[self.rang % len(COULEURS)]

    @property
    def trait(self) -> dict[str, Any]:
        tirets = TRAITS[self.rang % len(TRAITS)]
        return {
            "couleur": self.couleur,
            "stroke-width": 2,
            **({"stroke-dasharray": tirets} if tirets else {}),
        }

    def marquer(self, dessin: _Dessin, x: float, y: float, bulle: str = "") -> None:
        """La marque d'un point."""
        forme = MARQUES[self.rang % len(MARQUES)]
        chemin = _FORMES[forme].format(x=_n(x), y=_n(y))
        plein = {"fill": "none", "stroke-width": 2.5} if forme == "croix" else {"fill": self.couleur}
        dessin.trace(chemin, self.couleur, bulle, **plein)

    def barrer(self, dessin: _Dessin, x: float, bas: float, haut: float, bulle: str = "") -> None:
        """Un intervalle : un trait vertical et ses deux butées."""
        chemin = f"M{_n(x - 4)} {_n(bas)}h8m-4 0V{_n(haut)}m-4 0h8"
        dessin.trace(chemin, self.couleur, bulle, **{"stroke-width": 1.5})


_FORMES = {
    "rond": "M{x} {y}m-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0z",
    "carre": "M{x} {y}m-4 -4h8v8h-8z",
    "triangle": "M{x} {y}m0 -5.5l5.5 9.5h-11z",
    "losange": "M{x} {y}m0 -6l5.5 6l-5.5 6l-5.5 -6z",
    "croix": "M{x} {y}m-4 -4l8 8m0 -8l-8 8",
    "envers": "M{x} {y}m0 5.5l5.5 -9.5h-11z",
}


def _n(valeur: float) -> str:
    """Une coordonnée, au dixième d'unité."""
    return f"{valeur:.1f}".removesuffix(".0")


def _attributs(style: dict[str, Any]) -> str:
    return "".join(f' {nom}="{valeur}"' for nom, valeur in style.items())


def _ligne(points: Iterable[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in points)


def _mesure(contenu: str, taille: float = CORPS) -> float:
    """La largeur d'un texte, à peu près : aucune police n'est sous la main."""
    return taille * sum(
        0.3 if c in "il.,;:'|! jtf()[]" + FINE else 0.85 if c in "mwMW%@" else 0.57 for c in contenu
    )


def _couper(contenu: str, taille: float, largeur: float) -> list[str]:
    lignes: list[str] = []
    for mot in contenu.split(" "):
        if lignes and _mesure(f"{lignes[-1]} {mot}", taille) <= largeur:
            lignes[-1] += f" {mot}"
        else:
            lignes.append(mot)
    return lignes


# --- les échelles ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Axe:
    """Une grandeur : son nom, et comment elle se gradue."""

    nom: str
    log: bool = False
    bornes: Intervalle | None = None  # celles des données, sinon
    graduations: Sequence[float] = ()  # choisies rondes, sinon
    forme: Forme = nombre


@dataclass(frozen=True)
class _Echelle:
    """D'une grandeur aux unités du dessin."""

    axe: Axe
    debut: float
    fin: float
    de: float
    a: float

    @classmethod
    def de_valeurs(
        cls, axe: Axe, valeurs: Sequence[float], de: float, a: float, marge: float = 0.04
    ) -> _Echelle:
        """L'échelle de l'axe, qui contient ces valeurs et laisse un peu d'air autour."""
        debut, fin = axe.bornes or (min(valeurs), max(valeurs))
        if axe.log:
            debut, fin = log10(debut), log10(fin)
        if debut == fin:
            debut, fin = debut - 0.5, fin + 0.5
        air = marge * (fin - debut)
        return cls(axe, debut - air, fin + air, de, a)

    def __call__(self, valeur: float) -> float:
        v = log10(valeur) if self.axe.log else valeur
        return self.de + (v - self.debut) / (self.fin - self.debut) * (self.a - self.de)

    def graduations(self) -> list[float]:
        """Cinq à huit valeurs rondes."""
        if self.axe.graduations:
            return list(self.axe.graduations)
        if not self.axe.log:
            return _rondes(self.debut, self.fin)
        puissances = range(floor(self.debut), ceil(self.fin) + 1)
        chiffres = (1, 2, 5) if self.fin - self.debut < 3 else (1,)
        valeurs = [c * 10**k for k in puissances for c in chiffres]
        return [v for v in valeurs if self.debut <= log10(v) <= self.fin]


def _rondes(debut: float, fin: float, environ: int = 5) -> list[float]:
    """Les multiples, entre ces bornes, d'un pas de 1, 2 ou 5 fois une puissance de dix."""
    brut = (fin - debut) / environ
    base = 10.0 ** floor(log10(brut))
    pas = next(c * base for c in (1, 2, 5, 10) if c * base >= brut * 0.999)
    return [round(k * pas, 12) for k in range(ceil(debut / pas - 1e-9), floor(fin / pas + 1e-9) + 1)]


# --- des courbes ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Point:
    """Une mesure, l'intervalle à 95 % s'il y en a un, et ce qu'on écrit à côté."""

    x: float
    y: float
    intervalle: Intervalle | None = None
    etiquette: str = ""


@dataclass(frozen=True)
class Serie:
    """Les points d'une courbe ; `serree` : trop nombreux pour des marques, l'intervalle est une bande."""

    nom: str
    points: Sequence[Point]
    serree: bool = False


@dataclass(frozen=True, repr=False)
class Courbes(Graphique):
    """Des courbes sur les mêmes axes ; `repere` : une valeur à laquelle les comparer, et son nom."""

    titre: str
    series: Sequence[Serie]
    abscisse: Axe
    ordonnee: Axe
    repere: tuple[float, str] | None = None

    @property
    def donnees(self) -> Tableau:
        """Un point par ligne."""
        return Tableau([self._ligne(serie, point) for serie in self.series for point in serie.points])

    def _ligne(self, serie: Serie, point: Point) -> dict[str, Any]:
        bas, haut = point.intervalle or (None, None)
        bornes = {"bas": bas, "haut": haut} if self._incertaine else {}
        return {"courbe": serie.nom, self.abscisse.nom: point.x, self.ordonnee.nom: point.y, **bornes}

    @property
    def _incertaine(self) -> bool:
        return any(point.intervalle for serie in self.series for point in serie.points)

    @property
    def description(self) -> str:
        """Chaque courbe, point par point ; le premier et le dernier si elle est serrée."""
        phrases = []
        for serie in self.series:
            points = [serie.points[0], serie.points[-1]] if serie.serree else serie.points
            phrases.append(f"{serie.nom} : {' ; '.join(map(self._lire, points))}.")
        axes = f"{self.ordonnee.nom} selon {self.abscisse.nom}."
        return " ".join([_phrase(self.titre), axes[:1].upper() + axes[1:], *phrases])

    def _lire(self, point: Point) -> str:
        return f"{self.abscisse.forme(point.x)} → {_lire(point.y, point.intervalle, self.ordonnee.forme)}"

    def _dessiner(self) -> _Dessin:
        dessin = _Dessin(hauteur=4)
        dessin.paragraphe(self.titre, **{"font-weight": 600})
        x, y = self._echelles(dessin)
        _quadriller(dessin, x, y)
        if self.repere:
            self._tracer_repere(dessin, x, y)
        for rang, serie in enumerate(self.series):
            # Des intervalles au-dessus des mêmes abscisses se cacheraient : ils s'écartent un peu.
            ecart = 7 * (rang - (len(self.series) - 1) / 2) if self._incertaine and not serie.serree else 0
            self._tracer(dessin, x, y, serie, _Style(rang), ecart)
        dessin.hauteur += 2 * LIGNE + 2
        dessin.legende(self._echantillons(dessin))
        return dessin

    def _echelles(self, dessin: _Dessin) -> tuple[_Echelle, _Echelle]:
        """Les deux échelles ; le nom des ordonnées s'écrit au-dessus, à l'horizontale."""
        points = [point for serie in self.series for point in serie.points]
        bornes = [borne for point in points for borne in point.intervalle or ()]
        repere = [self.repere[0]] if self.repere else []
        dessin.paragraphe(self.ordonnee.nom, PETIT)
        haut = dessin.hauteur + 6
        dessin.hauteur = haut + 240
        y = _Echelle.de_valeurs(self.ordonnee, [p.y for p in points] + bornes + repere, dessin.hauteur, haut)
        gauche = 10 + max(_mesure(self.ordonnee.forme(v), PETIT) for v in y.graduations())
        return _Echelle.de_valeurs(self.abscisse, [p.x for p in points], gauche, LARGEUR - 8), y

    def _tracer_repere(self, dessin: _Dessin, x: _Echelle, y: _Echelle) -> None:
        assert self.repere
        valeur, nom = self.repere
        dessin.trace(f"M{_n(x.de)} {_n(y(valeur))}H{_n(x.a)}", **{"stroke-dasharray": "10 3 2 3"})
        dessin.texte(x.a - 2, y(valeur) - 5, nom, "end", **{"font-size": PETIT})

    def _tracer(
        self, dessin: _Dessin, x: _Echelle, y: _Echelle, serie: Serie, style: _Style, ecart: float
    ) -> None:
        points = list(_espaces(serie.points, x)) if serie.serree else serie.points
        bornes = [(x(p.x) + ecart, y(p.intervalle[0]), y(p.intervalle[1])) for p in points if p.intervalle]
        if serie.serree and bornes:
            _bande(dessin, bornes, style.couleur)
        dessin.trace(_ligne((x(p.x) + ecart, y(p.y)) for p in points), **style.trait)
        if serie.serree:
            return
        for point in points:
            px, py, bulle = x(point.x) + ecart, y(point.y), self._lire(point)
            if point.intervalle:
                style.barrer(dessin, px, y(point.intervalle[0]), y(point.intervalle[1]), bulle)
            style.marquer(dessin, px, py, bulle)
            if point.etiquette:
                droite = px > LARGEUR - 70
                dessin.texte(
                    px, py + 19, point.etiquette, "end" if droite else "start", **{"font-size": PETIT}
                )

    def _echantillons(self, dessin: _Dessin) -> Iterator[tuple[str, Callable[[float, float], None]]]:
        """La légende : chaque courbe, et ce qui montre l'intervalle."""
        for rang, serie in enumerate(self.series):
            yield serie.nom, lambda x, y, s=serie, r=rang: _exemple(dessin, x, y, _Style(r), not s.serree)  # type: ignore[misc]
        if not self._incertaine:
            return
        if any(serie.serree for serie in self.series):
            yield (
                "intervalle à 95 %",
                lambda x, y: _bande(dessin, [(x, y + 6, y - 6), (x + 30, y + 6, y - 6)], COULEURS[0]),
            )
        else:
            yield "intervalle à 95 %", lambda x, y: _Style(0).barrer(dessin, x + 15, y + 8, y - 8)


def _exemple(dessin: _Dessin, x: float, y: float, style: _Style, marque: bool) -> None:
    dessin.trace(f"M{_n(x)} {_n(y)}h30", **style.trait)
    if marque:
        style.marquer(dessin, x + 15, y)


def _bande(dessin: _Dessin, bornes: Sequence[tuple[float, float, float]], couleur: str) -> None:
    """Entre deux courbes : une teinte légère, et un bord en pointillés qui se voit sans couleur."""
    dessus, dessous = [(x, haut) for x, _, haut in bornes], [(x, bas) for x, bas, _ in bornes]
    dessin.elements.append(
        f'<path d="{_ligne(dessus + dessous[::-1])}z" fill="{couleur}" fill-opacity="0.18"/>'
    )
    for bord in (dessus, dessous):
        dessin.trace(_ligne(bord), couleur, **{"stroke-dasharray": "1.5 3"})


def _espaces(points: Sequence[Point], x: _Echelle) -> Iterator[Point]:
    """Les points à une unité au moins l'un de l'autre, et le dernier : les autres ne se verraient pas."""
    vu = -inf
    for point in points[:-1]:
        if x(point.x) - vu >= 1:
            vu = x(point.x)
            yield point
    yield points[-1]


def _quadriller(dessin: _Dessin, x: _Echelle, y: _Echelle) -> None:
    """Les axes, les graduations et le nom des abscisses."""
    fin = {"stroke-opacity": 0.18}
    for valeur in y.graduations():
        dessin.trace(f"M{_n(x.de)} {_n(y(valeur))}H{_n(x.a)}", **fin)
        dessin.texte(x.de - 6, y(valeur) + 4.5, y.axe.forme(valeur), "end", **{"font-size": PETIT})
    for valeur in x.graduations():
        dessin.trace(f"M{_n(x(valeur))} {_n(y.a)}V{_n(y.de + 4)}", **fin)
    _numeroter(dessin, x, y.de + 18)
    dessin.trace(f"M{_n(x.de)} {_n(y.a)}V{_n(y.de)}H{_n(x.a)}", **{"stroke-opacity": 0.6})
    dessin.texte((x.de + x.a) / 2, y.de + 18 + LIGNE - 3, x.axe.nom, "middle", **{"font-size": PETIT})


def _numeroter(dessin: _Dessin, x: _Echelle, hauteur: float) -> None:
    """Les nombres sous un axe, sauf ceux qui se toucheraient."""
    libre = -inf
    for valeur in x.graduations():
        nom = x.axe.forme(valeur)
        demi = _mesure(nom, PETIT) / 2
        if x(valeur) - demi >= libre:
            dessin.texte(x(valeur), hauteur, nom, "middle", **{"font-size": PETIT})
            libre = x(valeur) + demi + 6


def _lire(valeur: float, intervalle: Intervalle | None, forme: Forme) -> str:
    return forme(valeur) + (f" [{forme(intervalle[0])} ; {forme(intervalle[1])}]" if intervalle else "")


def _phrase(titre: str) -> str:
    return titre if not titre or titre.endswith((".", "?", "!")) else f"{titre}."


# --- des barres -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Barre:
    """Une valeur nommée, l'intervalle à 95 % s'il y en a un, et ce qu'on écrit à côté."""

    nom: str
    valeur: float
    intervalle: Intervalle | None = None
    etiquette: str = ""


@dataclass(frozen=True, repr=False)
class Barres(Graphique):
    """Des barres horizontales depuis `origine`, de haut en bas, l'intervalle au bout de chacune."""

    titre: str
    barres: Sequence[Barre]
    axe: Axe
    origine: float = 0.0

    @property
    def donnees(self) -> Tableau:
        """Une barre par ligne."""
        lignes = []
        for barre in self.barres:
            bornes = dict(zip(("bas", "haut"), barre.intervalle, strict=True)) if barre.intervalle else {}
            lignes.append({"nom": barre.nom, self.axe.nom: barre.valeur, **bornes})
        return Tableau(lignes)

    @property
    def description(self) -> str:
        """Chaque barre et sa valeur."""
        lues = [f"{b.nom} : {_lire(b.valeur, b.intervalle, self.axe.forme)}" for b in self.barres]
        return f"{_phrase(self.titre)} {' ; '.join(lues)}."

    def _dessiner(self) -> _Dessin:
        dessin = _Dessin(hauteur=4)
        dessin.paragraphe(self.titre, **{"font-weight": 600})
        haut = dessin.hauteur + 6
        gauche = 12 + max(_mesure(barre.nom) for barre in self.barres)
        valeurs = [v for barre in self.barres for v in (barre.valeur, *(barre.intervalle or ()))]
        x = _Echelle.de_valeurs(self.axe, [*valeurs, self.origine], gauche, LARGEUR - 8, marge=0.1)
        dessin.hauteur = haut + 44 * len(self.barres)
        for valeur in x.graduations():
            dessin.trace(f"M{_n(x(valeur))} {_n(haut)}V{_n(dessin.hauteur + 4)}", **{"stroke-opacity": 0.18})
        _numeroter(dessin, x, dessin.hauteur + 18)
        zero = x(self.origine)
        dessin.trace(f"M{_n(zero)} {_n(haut)}V{_n(dessin.hauteur)}", **{"stroke-opacity": 0.6})
        for rang, barre in enumerate(self.barres):
            self._tracer(dessin, x, haut + 44 * rang + 28, barre)
        dessin.hauteur += LIGNE
        dessin.paragraphe(self.axe.nom, PETIT)
        dessin.hauteur += 4
        return dessin

    def _tracer(self, dessin: _Dessin, x: _Echelle, y: float, barre: Barre) -> None:
        """Le nom, la barre pâle, le point et son intervalle, et la valeur au-dessus."""
        bout, zero = x(barre.valeur), x(self.origine)
        bulle = _lire(barre.valeur, barre.intervalle, self.axe.forme)
        dessin.texte(x.de - 8, y + 5, barre.nom, "end")
        dessin.rectangle(
            min(bout, zero), y - 6, abs(bout - zero), 12, fill=COULEURS[0], **{"fill-opacity": 0.3}
        )
        if barre.intervalle:
            bas, haut = map(x, barre.intervalle)
            butees = f"M{_n(bas)} {_n(y - 6)}v12m0 -6H{_n(haut)}m0 -6v12"
            dessin.trace(butees, bulle=bulle, **{"stroke-width": 1.5})
        dessin.trace(_FORMES["rond"].format(x=_n(bout), y=_n(y)), bulle=bulle, fill="currentColor")
        dessin.texte(
            bout, y - 11, barre.etiquette or self.axe.forme(barre.valeur), "middle", **{"font-size": PETIT}
        )


# --- une carte ------------------------------------------------------------------------------------


class Mesure(Protocol):
    """Ce qui a un score entre 0 et 1, et son intervalle à 95 %."""

    @property
    def score(self) -> float: ...

    @property
    def intervalle(self) -> Intervalle: ...


@dataclass(frozen=True)
class Case:
    """Une valeur et, s'il y en a un, son intervalle à 95 %."""

    valeur: float
    intervalle: Intervalle | None = None

    @classmethod
    def de(cls, mesure: float | Mesure) -> Case:
        """La case d'un nombre, ou d'un score qui connaît son intervalle."""
        return cls(mesure) if isinstance(mesure, int | float) else cls(mesure.score, mesure.intervalle)


@dataclass(frozen=True, repr=False)
class Carte(Graphique):
    """Un tableau de cases colorées : cases[i][j] est celle de lignes[i] et de colonnes[j], ou None.

    Avec un `repere`, la couleur dit de quel côté est la case, et une pointe, que tout son intervalle y est.
    """

    titre: str
    cases: Sequence[Sequence[Case | None]]
    lignes: Sequence[str]
    colonnes: Sequence[str]
    axes: tuple[str, str] = ("", "")  # ce que sont les lignes, et les colonnes
    grandeur: str = ""  # ce que disent les cases
    bornes: Intervalle = (0.0, 1.0)
    repere: float | None = None
    forme: Forme = virgule

    @property
    def donnees(self) -> Tableau:
        """Une case par ligne."""
        lignes = []
        for i, j, case in self._pleines():
            bornes = dict(zip(("bas", "haut"), case.intervalle, strict=True)) if case.intervalle else {}
            noms = {self.axes[0] or "ligne": self.lignes[i], self.axes[1] or "colonne": self.colonnes[j]}
            lignes.append({**noms, self.grandeur or "valeur": case.valeur, **bornes})
        return Tableau(lignes)

    def _pleines(self) -> Iterator[tuple[int, int, Case]]:
        for i, ligne in enumerate(self.cases):
            for j, case in enumerate(ligne):
                if case is not None:
                    yield i, j, case

    @property
    def description(self) -> str:
        """Chaque ligne, case par case."""
        phrases = [_phrase(self.titre)]
        if self.grandeur:
            phrases.append(f"Lignes : {self.axes[0]} ; colonnes : {self.axes[1]} ; cases : {self.grandeur}.")
        for i, nom in enumerate(self.lignes):
            lues = [
                f"{self.colonnes[j]} → {_lire(case.valeur, case.intervalle, self.forme)}{self._cote(case)}"
                for ligne, j, case in self._pleines()
                if ligne == i
            ]
            phrases.append(f"{nom} : {' ; '.join(lues)}.")
        return " ".join(filter(None, phrases))

    def _cote(self, case: Case) -> str:
        """▲ ou ▼ si l'intervalle entier est d'un côté du repère."""
        if self.repere is None or not case.intervalle:
            return ""
        bas, haut = case.intervalle
        return " ▲" if bas > self.repere else " ▼" if haut < self.repere else ""

    def _teinte(self, valeur: float) -> tuple[str, float]:
        """La couleur de la case et son opacité : le fond de la page fait le reste."""
        bas, haut = self.bornes
        if self.repere is None:
            return COULEURS[0], SOUTENU * min(1.0, max(0.0, (valeur - bas) / (haut - bas)))
        cote = haut if valeur > self.repere else bas
        part = (valeur - self.repere) / (cote - self.repere)
        return COULEURS[0 if valeur > self.repere else 1], SOUTENU * min(1.0, part)

    def _dessiner(self) -> _Dessin:
        gauche = 14 + max(_mesure(nom) for nom in self.lignes)
        large = any(case.intervalle for _, _, case in self._pleines())
        cote = max(56 + 12 * large, min(84, (LARGEUR - gauche - 4) / len(self.colonnes)))
        dessin = _Dessin(largeur=max(300, gauche + cote * len(self.colonnes) + 4), hauteur=4)
        dessin.paragraphe(self.titre, **{"font-weight": 600})
        if any(self.axes):
            dessin.paragraphe(f"lignes : {self.axes[0]} ; colonnes : {self.axes[1]}", PETIT)
        dessin.hauteur += LIGNE + 2
        for j, nom in enumerate(self.colonnes):
            dessin.texte(gauche + cote * (j + 0.5), dessin.hauteur - 6, nom, "middle")
        for i, nom in enumerate(self.lignes):
            dessin.texte(gauche - 8, dessin.hauteur + 52 * (i + 0.5) + 5, nom, "end")
        for i, j, case in self._pleines():
            self._tracer(dessin, gauche + cote * j, dessin.hauteur + 52 * i, cote, case)
        dessin.hauteur += 52 * len(self.lignes) + 6
        self._legender(dessin, large)
        return dessin

    def _tracer(self, dessin: _Dessin, x: float, y: float, cote: float, case: Case) -> None:
        couleur, opacite = self._teinte(case.valeur)
        dessin.rectangle(
            x + 1, y + 1, cote - 2, 50, rx=3, fill=couleur, stroke="currentColor",
            **{"fill-opacity": f"{opacite:.2f}", "stroke-opacity": 0.25},
        )  # fmt: skip
        marque = self._cote(case)
        gras = {"font-weight": 600} if marque else {}
        milieu = y + (23 if case.intervalle else 31)
        dessin.texte(x + cote / 2, milieu, self.forme(case.valeur) + marque, "middle", **gras)
        if case.intervalle:
            bornes = "–".join(map(self.forme, case.intervalle))
            dessin.texte(x + cote / 2, y + 42, bornes, "middle", **{"font-size": PETIT})

    def _legender(self, dessin: _Dessin, large: bool) -> None:
        if self.grandeur:
            suite = " ; dessous, son intervalle à 95 %" if large else ""
            dessin.paragraphe(f"cases : {self.grandeur}{suite}", PETIT)
        if large and self.repere is not None:
            repere = self.forme(self.repere)
            dessin.paragraphe(f"▲ ▼ : tout l'intervalle est au-dessus, au-dessous de {repere}", PETIT)
        dessin.hauteur += 4


# --- un radar -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Profil:
    """Les valeurs d'une courbe du radar, une par axe ; None : sans marque, à la hauteur du repère."""

    nom: str
    cases: Sequence[Case | None]


@dataclass(frozen=True, repr=False)
class Radar(Graphique):
    """Un axe par direction, une courbe fermée par profil ; `repere` : la valeur du cercle épais."""

    titre: str
    axes: Sequence[str]
    profils: Sequence[Profil]
    repere: float = 1.0
    forme: Forme = nombre

    RAYON = 150

    @property
    def donnees(self) -> Tableau:
        """Une ligne par courbe et par axe."""
        lignes = []
        for profil in self.profils:
            for axe, case in zip(self.axes, profil.cases, strict=True):
                if case:
                    bas, haut = case.intervalle or (None, None)
                    lignes.append(
                        {"courbe": profil.nom, "axe": axe, "valeur": case.valeur, "bas": bas, "haut": haut}
                    )
        return Tableau(lignes)

    @property
    def description(self) -> str:
        """Chaque courbe, axe par axe."""
        phrases = [_phrase(self.titre)]
        for profil in self.profils:
            lues = [
                f"{axe} → {_lire(case.valeur, case.intervalle, virgule_ou_infini)}"
                for axe, case in zip(self.axes, profil.cases, strict=True)
                if case
            ]
            phrases.append(f"{profil.nom} : {' ; '.join(lues)}.")
        return " ".join(phrases)

    def _dessiner(self) -> _Dessin:
        dessin = _Dessin(hauteur=4)
        dessin.paragraphe(self.titre, **{"font-weight": 600})
        centre = LARGEUR / 2, dessin.hauteur + self.RAYON + 36
        plafond = self.plafond
        self._toile(dessin, centre, plafond)
        for rang, profil in enumerate(self.profils):
            self._tracer(dessin, centre, plafond, profil, _Style(rang))
        dessin.hauteur += 2 * self.RAYON + 66
        dessin.legende(
            (p.nom, lambda x, y, r=rang: _exemple(dessin, x, y, _Style(r), True))  # type: ignore[misc]
            for rang, p in enumerate(self.profils)
        )
        return dessin

    @property
    def plafond(self) -> float:
        """La plus grande valeur finie : une courbe infinie s'arrête au bord."""
        valeurs = [case.valeur for profil in self.profils for case in profil.cases if case]
        return max([v for v in valeurs if isfinite(v)] + [1.5 * self.repere])

    def _polaire(self, centre: tuple[float, float], rang: float, part: float) -> tuple[float, float]:
        angle = 2 * pi * rang / len(self.axes)
        rayon = self.RAYON * part
        return centre[0] + rayon * sin(angle), centre[1] - rayon * cos(angle)

    def _toile(self, dessin: _Dessin, centre: tuple[float, float], plafond: float) -> None:
        """Les cercles gradués, les rayons et leurs noms."""
        x, y = centre
        for valeur in [v for v in _rondes(0, plafond, 4) if v > 0 and v != self.repere]:
            _cercle(dessin, x, y, self.RAYON * valeur / plafond, **{"stroke-opacity": 0.18})
        _cercle(
            dessin, x, y, self.RAYON * self.repere / plafond, **{"stroke-width": 2.5, "stroke-opacity": 0.5}
        )
        for rang, nom in enumerate(self.axes):
            px, py = self._polaire(centre, rang, 1)
            dessin.trace(f"M{_n(x)} {_n(y)}L{_n(px)} {_n(py)}", **{"stroke-opacity": 0.18})
            px, py = self._polaire(centre, rang, 1.1)
            ancre = "middle" if abs(px - x) < 12 else "start" if px > x else "end"
            dessin.texte(px, py + 5 + 4 * (py - y) / self.RAYON, nom, ancre)
        for valeur in [v for v in _rondes(0, plafond, 4) if v > 0]:
            px, py = self._polaire(centre, 0.5, valeur / plafond)
            dessin.texte(px, py + 4, self.forme(valeur), "middle", **{"font-size": PETIT, "opacity": 0.8})

    def _tracer(
        self, dessin: _Dessin, centre: tuple[float, float], plafond: float, profil: Profil, style: _Style
    ) -> None:
        """Le polygone d'un profil, ses marques, et ses intervalles le long des rayons."""
        parts = [min((case.valeur if case else self.repere) / plafond, 1) for case in profil.cases]
        sommets = [self._polaire(centre, rang, part) for rang, part in enumerate(parts)]
        dessin.trace(_ligne(sommets) + "z", **style.trait)
        for rang, ((px, py), case) in enumerate(zip(sommets, profil.cases, strict=True)):
            if not case:
                continue
            bulle = (
                f"{profil.nom}, {self.axes[rang]} : {_lire(case.valeur, case.intervalle, virgule_ou_infini)}"
            )
            if case.intervalle:
                bouts = [self._polaire(centre, rang, min(b / plafond, 1.06)) for b in case.intervalle]
                dessin.trace(
                    _ligne(bouts), style.couleur, bulle, **{"stroke-width": 4, "stroke-opacity": 0.45}
                )
            style.marquer(dessin, px, py, bulle)


def _cercle(dessin: _Dessin, x: float, y: float, rayon: float, **style: Any) -> None:
    r = _n(rayon)
    dessin.trace(f"M{_n(x)} {_n(y - rayon)}a{r} {r} 0 1 0 .01 0z", **style)


def virgule_ou_infini(valeur: float) -> str:
    """Au centième, ou « ∞ »."""
    return virgule(valeur) if isfinite(valeur) else "∞"
