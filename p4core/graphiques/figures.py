"""Courbes, barres, carte et radar : des données d'abord, et leur image."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import cos, isfinite, pi, sin
from typing import Any, ClassVar, Protocol, runtime_checkable

from p4core.francais import virgule
from p4core.graphiques.toile import (
    AGRANDI,
    CORPS,
    COULEURS,
    LARGEUR,
    LIGNE,
    MARQUES,
    PETIT,
    REPERE,
    Axe,
    Echelle,
    Forme,
    Intervalle,
    Place,
    Style,
    Toile,
    largeur_de,
    nombre,
    rondes,
)
from p4core.tableaux import Tableau

PALE = 0.18  # opacité d'un quadrillage
SOUTENU = 0.6  # opacité de la case la plus colorée d'une carte : l'encre y reste lisible sur les deux fonds


def centiemes(valeur: float) -> str:
    """Une mesure : « 0,71 », ou « ∞ »."""
    return virgule(valeur) if isfinite(valeur) else "∞"


@runtime_checkable
class Mesurable(Protocol):
    """Ce qui a un score, et l'intervalle à 95 % de ce score."""

    @property
    def score(self) -> float: ...

    @property
    def intervalle(self) -> Intervalle: ...


@dataclass(frozen=True)
class Valeur:
    """Un nombre, son intervalle à 95 % s'il en a un, et ce qu'on écrit à côté."""

    valeur: float
    intervalle: Intervalle | None = None
    etiquette: str = ""

    @classmethod
    def de(cls, mesure: float | Mesurable) -> Valeur:
        """La valeur d'un nombre, ou d'un score qui connaît son intervalle."""
        return cls(mesure.score, mesure.intervalle) if isinstance(mesure, Mesurable) else cls(float(mesure))

    @property
    def etendue(self) -> list[float]:
        """Tout ce que le dessin doit contenir."""
        return [self.valeur, *(self.intervalle or ())]

    def lire(self, forme: Forme) -> str:
        """« 0,46 [0,40 ; 0,53] »."""
        bornes = f" [{' ; '.join(map(forme, self.intervalle))}]" if self.intervalle else ""
        return forme(self.valeur) + bornes

    def cellules(self, nom: str) -> dict[str, float]:
        """Ses colonnes dans un tableau."""
        return {nom: self.valeur, **dict(zip(("bas", "haut"), self.intervalle or (), strict=False))}


Lecture = tuple[str, Any, Valeur]  # la courbe ou la ligne, l'abscisse ou la colonne, la valeur


class Graphique(ABC):
    """Des données et leur image ; en texte, le titre et le tableau des données."""

    titre: str

    def __post_init__(self) -> None:
        if next(self.lectures(), None) is None:
            raise ValueError("Rien à dessiner : il n'y a aucune mesure.")

    @property
    @abstractmethod
    def entetes(self) -> tuple[str, str, str]:
        """Ce que sont la courbe ou la ligne, l'abscisse ou la colonne (parfois rien), et la valeur."""

    @abstractmethod
    def lectures(self) -> Iterator[Lecture]:
        """Chaque valeur, et à quoi elle correspond."""

    @abstractmethod
    def _ecrire(self, valeur: float) -> str:
        """Une valeur lue."""

    @abstractmethod
    def _dessiner(self) -> Toile:
        """L'image, élément par élément."""

    @property
    def donnees(self) -> Tableau:
        """Une valeur par ligne."""
        ou, quoi, grandeur = self.entetes
        quoi = f"{quoi} (colonne)" if quoi == ou else quoi
        lignes = [{ou: nom, quoi: cle, **valeur.cellules(grandeur)} for nom, cle, valeur in self.lectures()]
        formes = dict.fromkeys((grandeur, "bas", "haut"), self._ecrire)
        return Tableau([{nom: case for nom, case in ligne.items() if nom} for ligne in lignes], formes=formes)

    @property
    def description(self) -> str:
        """Ce que l'image montre, pour qui ne la voit pas."""
        groupes: dict[str, list[str]] = {}
        for lecture in self._dites():
            groupes.setdefault(lecture[0], []).append(self._lire(lecture))
        phrases = [self.titre, self._sujet(), *(f"{nom} : {' ; '.join(g)}" for nom, g in groupes.items())]
        return " ".join(f"{phrase[:1].upper()}{phrase[1:].rstrip('.')}." for phrase in phrases if phrase)

    def _lire(self, lecture: Lecture) -> str:
        """Une lecture : « 4 → 0,46 [0,40 ; 0,53] »."""
        _, cle, valeur = lecture
        lue = valeur.lire(self._ecrire)
        return f"{cle if isinstance(cle, str) else nombre(cle)} → {lue}" if cle != "" else lue

    def _sujet(self) -> str:
        """Ce que les axes portent, si le titre ne le dit pas."""
        return ""

    def _dites(self) -> Iterable[Lecture]:
        """Les lectures que la description énumère."""
        return self.lectures()

    def svg(self) -> str:
        """L'image, à insérer dans une page ou à écrire dans un fichier."""
        return self._dessiner().svg(self.titre or "Graphique", self.description)

    def _repr_html_(self) -> str:
        return afficher(self.svg(), str(self))

    def __str__(self) -> str:
        return "\n".join(filter(None, [self.titre, self.donnees.texte(12)]))

    def __repr__(self) -> str:
        return str(self)


@dataclass(frozen=True, repr=False)
class CoteACote:
    """Plusieurs graphiques, sur une même ligne s'il y a la place."""

    graphiques: Sequence[Graphique]

    def _repr_html_(self) -> str:
        cases = [f'<div style="flex:1 1 400px;min-width:0">{g.svg()}</div>' for g in self.graphiques]
        largeur = round(LARGEUR * AGRANDI * len(cases))
        style = f"display:flex;flex-wrap:wrap;gap:12px;max-width:{largeur}px"
        return afficher(f'<div style="{style}">{"".join(cases)}</div>', str(self))

    def __str__(self) -> str:
        return "\n\n".join(map(str, self.graphiques))

    __repr__ = __str__


def afficher(dessin: str, texte: str) -> str:
    """Le dessin ou, dans un notebook reçu dont JupyterLab se méfie encore, le texte.

    En HTML : JupyterLab met un « image/svg+xml » dans une balise <img>, qui ignore le thème. D'un HTML dont
    il se méfie, il retire les balises du dessin (ses mots resteraient, en vrac) et les styles qu'il ne
    connaît pas : « flow-root », qui découvre le dessin, et ceux qui réduisent le texte à rien.
    """
    reduit = "content-visibility:hidden;block-size:0;overflow:hidden;margin:0;padding:0"
    return (
        f'<div hidden="hidden" style="display:flow-root;overflow-x:auto">{dessin}</div>'
        f'<pre aria-hidden="true" style="{reduit}">{escape(texte)}</pre>'
    )


# --- des courbes ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Courbe:
    """Une courbe, par abscisses ; `serree` : trop de points pour des marques, l'intervalle est une bande."""

    nom: str
    points: Mapping[int, Valeur] | Mapping[float, Valeur]
    serree: bool = False


@dataclass(frozen=True, repr=False)
class Courbes(Graphique):
    """Des courbes sur les mêmes axes ; `repere` : une valeur à laquelle les comparer, et son nom."""

    titre: str
    courbes: Sequence[Courbe]
    abscisse: Axe
    ordonnee: Axe
    repere: tuple[float, str] | None = None

    @property
    def entetes(self) -> tuple[str, str, str]:
        """La courbe et les deux axes."""
        return "courbe", self.abscisse.nom, self.ordonnee.nom

    def lectures(self) -> Iterator[Lecture]:
        """Chaque point."""
        for courbe in self.courbes:
            yield from ((courbe.nom, x, point) for x, point in courbe.points.items())

    def _dites(self) -> Iterator[Lecture]:
        """Tous les points ; d'une courbe serrée, le premier et le dernier."""
        for courbe in self.courbes:
            points = list(courbe.points.items())
            for x, point in points[:: len(points) - 1 or 1] if courbe.serree else points:
                yield courbe.nom, x, point

    def _ecrire(self, valeur: float) -> str:
        return self.ordonnee.forme(valeur)

    def _sujet(self) -> str:
        return f"{self.ordonnee.nom} selon {self.abscisse.nom}"

    def _dessiner(self) -> Toile:
        toile = Toile()
        toile.titrer(self.titre)
        toile.paragraphe(self.ordonnee.legende)
        x, y = self._echelles(toile.hauteur + 6)
        self._quadriller(toile, x, y)
        for rang, courbe in enumerate(self.courbes):
            # Au-dessus d'une même abscisse, des intervalles se cacheraient : ils s'écartent un peu.
            ecart = 7 * (rang - (len(self.courbes) - 1) / 2) if self._barres else 0
            self._tracer(toile, x, y, courbe, Style(rang), ecart)
        toile.hauteur = y.de + 2 * LIGNE
        toile.legende(self._echantillons())
        return toile

    @property
    def _barres(self) -> bool:
        return any(v.intervalle for s in self.courbes for v in s.points.values() if not s.serree)

    def _echelles(self, haut: float) -> tuple[Echelle, Echelle]:
        points = [point for _, _, point in self.lectures()]
        ecrits = max(largeur_de(point.etiquette, PETIT) for point in points)  # sous les points, à leur droite
        valeurs = [v for point in points for v in point.etendue] + ([self.repere[0]] if self.repere else [])
        y = Echelle.contenant(self.ordonnee, valeurs, haut + 240, haut, air=0.09 if ecrits else 0.04)
        gauche = 10 + max(largeur_de(nombre(v), PETIT) for v in y.graduations())
        abscisses = [x for _, x, _ in self.lectures()]
        return Echelle.contenant(self.abscisse, abscisses, gauche, LARGEUR - 8 - ecrits), y

    def _quadriller(self, toile: Toile, x: Echelle, y: Echelle) -> None:
        """Les axes, leurs nombres, le nom des abscisses et le repère."""
        for v in y.graduations():
            toile.trait([(x.de, y(v)), (x.a, y(v))], stroke_opacity=PALE)
            toile.texte(x.de - 6, y(v) + 4.5, nombre(v), "end")
        for v in x.graduations():
            toile.trait([(x(v), y.a), (x(v), y.de + 4)], stroke_opacity=PALE)
        x.numeroter(toile, y.de + 18)
        toile.texte((x.de + x.a) / 2, y.de + 36, x.axe.legende, "middle")
        toile.trait([(x.de, y.a), (x.de, y.de), (x.a, y.de)], stroke_opacity=0.6)
        if self.repere:
            hauteur = y(self.repere[0])
            toile.trait([(x.de, hauteur), (x.a, hauteur)], stroke_dasharray=REPERE)

    def _tracer(
        self, toile: Toile, x: Echelle, y: Echelle, courbe: Courbe, style: Style, ecart: float
    ) -> None:
        points = [(x(abscisse) + ecart, abscisse, v) for abscisse, v in courbe.points.items()]
        if not points:
            return
        if courbe.serree:
            points = _espaces(points)
            bornes = [(px, y(v.intervalle[0]), y(v.intervalle[1])) for px, _, v in points if v.intervalle]
            if bornes:
                style.bande(toile, bornes)
        style.ligne(toile, [(px, y(v.valeur)) for px, _, v in points])
        for px, abscisse, v in [] if courbe.serree else points:
            bulle = self._lire((courbe.nom, abscisse, v))
            if v.intervalle:
                style.barre(toile, px, y(v.intervalle[0]), y(v.intervalle[1]), bulle)
            style.marque(toile, px, y(v.valeur), bulle)
            toile.texte(px, y(v.valeur) + 19, v.etiquette)

    def _echantillons(self) -> Iterator[tuple[str, Style, str]]:
        for rang, courbe in enumerate(self.courbes):
            yield courbe.nom, Style(rang), "nue" if courbe.serree else "marques"
        if any(point.intervalle for _, _, point in self.lectures()):
            yield "intervalle à 95 %", Style(0), "barre" if self._barres else "bande"
        if self.repere:
            yield self.repere[1], Style(0), "repere"


def _espaces(points: list[tuple[float, float, Valeur]]) -> list[tuple[float, float, Valeur]]:
    """Les points à une unité au moins l'un de l'autre, et le dernier : les autres ne se verraient pas."""
    gardes = points[:1]
    for point in points[1:-1]:
        if point[0] - gardes[-1][0] >= 1:
            gardes.append(point)
    return gardes + points[1:][-1:]


# --- des barres -----------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class Barres(Graphique):
    """Des barres horizontales, de haut en bas, à partir de `origine`."""

    titre: str
    barres: Mapping[str, Valeur]
    axe: Axe
    note: str = ""  # sous l'axe, pour le lire
    origine: float = 0.0

    PAS: ClassVar = 42

    @property
    def entetes(self) -> tuple[str, str, str]:
        """Le nom de la barre et ce qu'elle mesure."""
        return "nom", "", self.axe.nom

    def lectures(self) -> Iterator[Lecture]:
        """Chaque barre."""
        return ((nom, "", valeur) for nom, valeur in self.barres.items())

    def _ecrire(self, valeur: float) -> str:
        return self.axe.forme(valeur)

    def _dessiner(self) -> Toile:
        toile = Toile()
        toile.titrer(self.titre)
        haut = toile.hauteur + 6
        toile.hauteur = bas = haut + self.PAS * len(self.barres)
        valeurs = [v for valeur in self.barres.values() for v in valeur.etendue]
        gauche = 16 + max(map(largeur_de, self.barres))
        x = Echelle.contenant(self.axe, [*valeurs, self.origine], gauche, LARGEUR - 8, air=0.1)
        for v in x.graduations():
            toile.trait([(x(v), haut), (x(v), bas + 4)], stroke_opacity=PALE)
        toile.trait([(x(self.origine), haut), (x(self.origine), bas)], stroke_opacity=0.6)
        x.numeroter(toile, bas + 18)
        for rang, (nom, valeur) in enumerate(self.barres.items()):
            self._tracer(toile, x, haut + self.PAS * (rang + 0.65), nom, valeur)
        toile.hauteur += LIGNE
        toile.paragraphe(f"{self.axe.nom} : {self.note}" if self.note else self.axe.nom)
        toile.hauteur += 4
        return toile

    def _tracer(self, toile: Toile, x: Echelle, y: float, nom: str, valeur: Valeur) -> None:
        """Le nom, la barre pâle, le point, son intervalle, et la valeur au-dessus."""
        bulle = valeur.lire(self.axe.forme)
        gauche, droite = sorted((x(valeur.valeur), x(self.origine)))
        toile.texte(x.de - 8, y + 5, nom, "end", font_size=CORPS)
        toile.rectangle(gauche, y - 6, droite - gauche, 12, COULEURS[0], 0.35)
        if valeur.intervalle:
            bas, haut = map(x, valeur.intervalle)
            for bout in (bas, haut):
                toile.trait([(bout, y - 6), (bout, y + 6)], stroke_width=1.5)
            toile.trait([(bas, y), (haut, y)], bulle=bulle, stroke_width=1.5)
        toile.trait([(x(valeur.valeur), y)], bulle=bulle, suite=MARQUES[0], fill="currentColor")
        etiquette = valeur.etiquette or self.axe.forme(valeur.valeur)
        toile.texte(x(valeur.valeur), y - 11, etiquette, "middle")


# --- une carte ------------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class Carte(Graphique):
    """Un tableau de cases colorées : cases[i][j] est celle de lignes[i] et de colonnes[j], ou None.

    Avec un `repere`, la couleur dit de quel côté est la case, et ▲ ou ▼, que tout son intervalle y est.
    """

    titre: str
    cases: Sequence[Sequence[Valeur | None]]
    lignes: Sequence[str]
    colonnes: Sequence[str]
    entetes: tuple[str, str, str] = ("ligne", "colonne", "valeur")
    bornes: Intervalle = (0.0, 1.0)
    repere: float | None = None
    forme: Forme = centiemes

    HAUTEUR: ClassVar = 52

    def lectures(self) -> Iterator[Lecture]:
        """Chaque case pleine."""
        for nom, rangee in zip(self.lignes, self.cases, strict=True):
            for colonne, case in zip(self.colonnes, rangee, strict=True):
                if case is not None:
                    yield nom, colonne, case

    def _ecrire(self, valeur: float) -> str:
        return self.forme(valeur)

    def _lire(self, lecture: Lecture) -> str:
        return super()._lire(lecture) + self._cote(lecture[2])

    def _sujet(self) -> str:
        return f"lignes : {self.entetes[0]} ; colonnes : {self.entetes[1]} ; cases : {self.entetes[2]}"

    def _cote(self, case: Valeur) -> str:
        """De quel côté du repère est tout l'intervalle, s'il est d'un côté."""
        if self.repere is None or not case.intervalle:
            return ""
        bas, haut = case.intervalle
        return " ▲" if bas > self.repere else " ▼" if haut < self.repere else ""

    def _legende(self) -> str:
        if self.repere is None:
            return ""
        return f" (▲ tout entier au-dessus de {self.forme(self.repere)}, ▼ au-dessous)"

    def teinte(self, valeur: float) -> tuple[str, float]:
        """La couleur d'une case et son opacité : le fond de la page fait le reste."""
        bas, haut = self.bornes
        zero = bas if self.repere is None else self.repere
        bord = haut if valeur >= zero else bas
        part = (valeur - zero) / (bord - zero)
        return COULEURS[0 if valeur >= zero else 1], SOUTENU * min(1.0, part)

    def _dessiner(self) -> Toile:
        gauche = 14 + max(map(largeur_de, self.lignes))
        sures = any(case.intervalle for _, _, case in self.lectures())
        cote = max(
            70.0 if sures else 50.0,
            min(84.0, (LARGEUR - gauche - 4) / len(self.colonnes)),
            8 + max(map(largeur_de, self.colonnes)),
        )
        toile = Toile(largeur=max(320, gauche + cote * len(self.colonnes) + 4))
        toile.titrer(self.titre)
        toile.paragraphe(self._sujet())
        toile.hauteur += LIGNE + 2
        haut = toile.hauteur
        for j, nom in enumerate(self.colonnes):
            toile.texte(gauche + cote * (j + 0.5), haut - 6, nom, "middle", font_size=CORPS)
        for i, (nom, rangee) in enumerate(zip(self.lignes, self.cases, strict=True)):
            y = haut + self.HAUTEUR * i
            toile.texte(gauche - 8, y + 31, nom, "end", font_size=CORPS)
            for j, case in enumerate(rangee):
                if case is not None:
                    self._tracer(toile, gauche + cote * j, y, cote, case)
        toile.hauteur += self.HAUTEUR * len(self.lignes) + 4
        if sures:
            toile.paragraphe("sous chaque valeur, son intervalle à 95 %" + self._legende())
        toile.hauteur += 4
        return toile

    def _tracer(self, toile: Toile, x: float, y: float, cote: float, case: Valeur) -> None:
        couleur, opacite = self.teinte(case.valeur)
        cadre = {"rx": 3, "stroke": "currentColor", "stroke_opacity": 0.25}
        toile.rectangle(x + 1, y + 1, cote - 2, self.HAUTEUR - 2, couleur, opacite, **cadre)
        marque, milieu = self._cote(case), x + cote / 2
        gras = {"font_size": CORPS, "font_weight": 600 if marque else 400}
        toile.texte(
            milieu, y + (23 if case.intervalle else 31), self.forme(case.valeur) + marque, "middle", **gras
        )
        if case.intervalle:
            toile.texte(milieu, y + 42, "–".join(map(self.forme, case.intervalle)), "middle")


# --- un radar -------------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class Radar(Graphique):
    """Un axe par direction, une courbe fermée par profil ; une valeur None est sur le repère, sans marque."""

    titre: str
    axes: Sequence[str]
    profils: Mapping[str, Sequence[Valeur | None]]
    grandeur: str = "valeur"
    repere: float = 1.0  # le cercle épais

    @property
    def rayon(self) -> float:
        """Ce que laissent les noms des axes."""
        return max(80.0, min(150.0, (LARGEUR / 2 - max(map(largeur_de, self.axes))) / 1.1))

    @property
    def entetes(self) -> tuple[str, str, str]:
        """La courbe, son axe et ce qu'on y lit."""
        return "courbe", "axe", self.grandeur

    def lectures(self) -> Iterator[Lecture]:
        """Chaque sommet marqué."""
        for nom, valeurs in self.profils.items():
            for axe, valeur in zip(self.axes, valeurs, strict=True):
                if valeur is not None:
                    yield nom, axe, valeur

    def _ecrire(self, valeur: float) -> str:
        return centiemes(valeur)

    @property
    def plafond(self) -> float:
        """La plus grande valeur finie : une courbe infinie s'arrête au bord."""
        valeurs = [v.valeur for _, _, v in self.lectures() if isfinite(v.valeur)]
        bord = max([*valeurs, 1.5 * self.repere])
        # Un intervalle immense (peu de parties) n'écrase pas tout le reste : il sort du cadre.
        bornes = [v.intervalle[1] for _, _, v in self.lectures() if v.intervalle]
        return max([bord, *(borne for borne in bornes if borne <= 1.3 * bord)])

    def _dessiner(self) -> Toile:
        toile = Toile()
        toile.titrer(self.titre)
        toile.hauteur += 2 * self.rayon + 66
        centre = LARGEUR / 2, toile.hauteur - self.rayon - 30
        self._fond(toile, centre)
        for rang, nom in enumerate(self.profils):
            self._tracer(toile, centre, nom, Style(rang))
        echantillons = [(nom, Style(rang), "marques") for rang, nom in enumerate(self.profils)]
        if any(valeur.intervalle for _, _, valeur in self.lectures()):
            echantillons.append(("intervalle à 95 %", Style(0), "large"))
        toile.legende(echantillons)
        return toile

    def _placer(self, centre: Place, rang: float, part: float) -> Place:
        """Le point d'un axe, à cette part du rayon ; le premier monte, puis on tourne comme une montre."""
        angle, rayon = 2 * pi * rang / len(self.axes), self.rayon * part
        return centre[0] + rayon * sin(angle), centre[1] - rayon * cos(angle)

    def _fond(self, toile: Toile, centre: Place) -> None:
        """Les cercles gradués, les axes et leurs noms."""
        x, y = centre
        cercles = [v for v in rondes(0, self.plafond, 5) if v > 0]
        for valeur in cercles:
            toile.cercle(x, y, self.rayon * valeur / self.plafond, stroke_opacity=PALE)
        toile.cercle(x, y, self.rayon * self.repere / self.plafond, stroke_opacity=0.5, stroke_width=2.5)
        for rang, nom in enumerate(self.axes):
            toile.trait([centre, self._placer(centre, rang, 1)], stroke_opacity=PALE)
            px, py = self._placer(centre, rang, 1.1)
            ancre = "middle" if abs(px - x) < 12 else "start" if px > x else "end"
            toile.texte(px, py + 5 + 4 * (py - y) / self.rayon, nom, ancre, font_size=CORPS)
        for valeur in cercles:
            px, py = self._placer(centre, 0.5, valeur / self.plafond)
            toile.texte(px, py + 4, nombre(valeur), "middle")

    def _tracer(self, toile: Toile, centre: Place, nom: str, style: Style) -> None:
        """Le polygone d'un profil, ses marques, et ses intervalles le long des axes."""
        valeurs, plafond = self.profils[nom], self.plafond
        parts = [min((v.valeur if v else self.repere) / plafond, 1.0) for v in valeurs]
        sommets = [self._placer(centre, rang, part) for rang, part in enumerate(parts)]
        style.ligne(toile, sommets, "z")
        for rang, (sommet, valeur) in enumerate(zip(sommets, valeurs, strict=True)):
            if valeur is None:
                continue
            bulle = f"{nom}, {self._lire((nom, self.axes[rang], valeur))}"
            if valeur.intervalle:
                bouts = [self._placer(centre, rang, min(b / plafond, 1.06)) for b in valeur.intervalle]
                style.large(toile, bouts, bulle)
            style.marque(toile, *sommet, bulle)
