"""Reconnaître une page immobile : celle d'un bilan, sans programme, sans adresse, sans rien qui déborde."""

from __future__ import annotations

import re
from html.parser import HTMLParser

TAILLE_MAX = 500_000
_VIDES = {"br", "rect", "circle", "path", "line"}
_BALISES = _VIDES | {
    *("div", "strong", "em", "code", "pre", "ul", "li", "table", "tr", "th", "td", "details", "summary"),
    *("svg", "g", "title", "text"),
}
_ATTRIBUTS = {
    *(
        "style",
        "role",
        "aria-label",
        "xmlns",
        "viewbox",
        "width",
        "height",
        "x",
        "y",
        "rx",
        "cx",
        "cy",
        "r",
        "d",
    ),
    *("fill", "stroke", "stroke-width", "stroke-dasharray", "font-family", "font-size", "text-anchor"),
}
_STYLES = {
    *(
        "border-left",
        "padding",
        "padding-left",
        "margin",
        "color",
        "list-style",
        "text-align",
        "vertical-align",
    ),
    *("white-space", "display", "flex-wrap", "gap", "align-items"),
}
_VALEUR = re.compile(r"[\w\s.,#%-]*")  # ni parenthèse (url), ni barre oblique, ni échappement
_MESURE = re.compile(
    r"(?:[\w\s.,#%]|(?<=[a-z])-(?=[a-z]))*"
)  # pas de marge négative, qui recouvrirait la page
_XMLNS = "http://www.w3.org/2000/svg"


def est_statique(page: str) -> bool:
    """Cette page ne contient-elle que des balises de bilan, bien fermées, aux attributs inoffensifs ?"""
    if len(page) > TAILLE_MAX:
        return False
    lecteur = _Lecteur()
    lecteur.feed(page)
    lecteur.close()
    return lecteur.sain and not lecteur.ouvertes


class _Lecteur(HTMLParser):
    """Suit les balises ; la première qui sort du vocabulaire condamne la page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.sain = True
        self.ouvertes: list[str] = []

    def handle_starttag(self, balise: str, attributs: list[tuple[str, str | None]]) -> None:
        self.sain &= balise in _BALISES and all(_anodin(nom, valeur or "") for nom, valeur in attributs)
        if balise not in _VIDES:
            self.ouvertes.append(balise)

    def handle_startendtag(self, balise: str, attributs: list[tuple[str, str | None]]) -> None:
        # Hors d'un dessin, un navigateur ignore la barre finale : <div/> resterait ouvert.
        self.sain &= balise in _VIDES
        self.handle_starttag(balise, attributs)

    def handle_endtag(self, balise: str) -> None:
        self.sain &= bool(self.ouvertes) and self.ouvertes.pop() == balise

    def handle_data(self, donnees: str) -> None:
        # Un « < » qui n'ouvre pas de balise ici pourrait en ouvrir une dans la page qui suit.
        self.sain &= "<" not in donnees

    def handle_comment(self, data: str) -> None:
        self.sain = False

    def handle_decl(self, decl: str) -> None:
        self.sain = False

    def handle_pi(self, data: str) -> None:
        self.sain = False

    def unknown_decl(self, data: str) -> None:
        self.sain = False


def _anodin(nom: str, valeur: str) -> bool:
    if nom == "style":
        return all(_style_anodin(regle) for regle in valeur.split(";") if regle.strip())
    if nom == "xmlns":
        return valeur == _XMLNS
    if nom == "aria-label":
        return True
    return nom in _ATTRIBUTS and bool(_VALEUR.fullmatch(valeur))


def _style_anodin(regle: str) -> bool:
    propriete, _, valeur = regle.partition(":")
    return propriete.strip() in _STYLES and bool(_MESURE.fullmatch(valeur))
