"""Le bilan d'une question : ce que l'élève lit, en texte et en HTML."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape

from p4core.dessin import Image, svg, texte

JUSTE, FAUX, NON_TRAITE = "juste", "faux", "non traité"
SIGNES = {JUSTE: "✓", FAUX: "✗", NON_TRAITE: "…"}
COULEURS = {JUSTE: "#1a7f37", FAUX: "#b3261e", NON_TRAITE: "#6e6e6e"}


@dataclass(frozen=True)
class ContreExemple:
    """Le plus petit essai manqué."""

    appel: str
    attendu: str
    obtenu: str
    image: Image | None = None

    def lignes(self) -> list[str]:
        """Le contre-exemple en lignes de texte."""
        dessin = texte(self.image).splitlines() if self.image else []
        champs = [("Appel", self.appel), ("Attendu", self.attendu), ("Obtenu", self.obtenu)]
        return dessin + [f"{nom} : {valeur}" for nom, valeur in champs if valeur]


@dataclass(frozen=True)
class Bilan:
    """Le jugement d'une réponse : son état, la part des points gagnée, et pourquoi."""

    tp: str
    question: str
    etat: str
    part: float
    message: str
    criteres: tuple[tuple[str, bool], ...] = ()
    contre_exemple: ContreExemple | None = None
    sortie: str = ""
    points: float | None = None

    @property
    def titre(self) -> str:
        """La ligne de tête : état, question, points."""
        note = "" if self.points is None else f" — {_virgule(self.gagnes)} / {_virgule(self.points)}"
        return f"{SIGNES[self.etat]} {self.question} : {self.etat}{note}"

    @property
    def gagnes(self) -> float:
        """Les points gagnés, au centième."""
        return round((self.points or 0.0) * self.part, 2)

    def __str__(self) -> str:
        lignes = [self.titre, self.message]
        if self.etat == FAUX and len(self.criteres) > 1:
            lignes += [f"  {'✓' if ok else '✗'} {nom}" for nom, ok in self.criteres]
        if self.contre_exemple:
            lignes += ["", "Le plus petit contre-exemple trouvé :", *self.contre_exemple.lignes()]
        if self.sortie and self.etat == FAUX:
            lignes += ["", "Votre fonction a affiché :", self.sortie]
        return "\n".join(lignes)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        couleur = COULEURS[self.etat]
        parties = [
            f'<div style="border-left:5px solid {couleur};padding:.4em 1em;margin:.3em 0">',
            f'<strong style="color:{couleur}">{en_html(self.titre)}</strong>',
            f"<div>{en_html(self.message)}</div>",
        ]
        if self.etat == FAUX and len(self.criteres) > 1:
            parties.append(_html_criteres(self.criteres))
        if self.contre_exemple:
            parties.append(_html_contre_exemple(self.contre_exemple))
        if self.sortie and self.etat == FAUX:
            parties.append(f"<details><summary>Ce que votre fonction a affiché</summary>"
                           f"<pre>{escape(self.sortie)}</pre></details>")  # fmt: skip
        return "".join(parties) + "</div>"


def _virgule(nombre: float) -> str:
    return f"{nombre:g}".replace(".", ",")


def en_html(message: str) -> str:
    """Le texte échappé, avec les espaces insécables de la typographie française."""
    lie = re.sub(r"(?<=«) | (?=[:;?!»])", "\u00a0", message)
    return escape(lie).replace("\n", "<br/>")


def _html_criteres(criteres: tuple[tuple[str, bool], ...]) -> str:
    lignes = [f"<li>{'✓' if ok else '✗'} {escape(nom)}</li>" for nom, ok in criteres]
    return f'<ul style="list-style:none;padding-left:.5em;margin:.3em 0">{"".join(lignes)}</ul>'


def _html_contre_exemple(exemple: ContreExemple) -> str:
    champs = [("Appel", exemple.appel), ("Attendu", exemple.attendu), ("Obtenu", exemple.obtenu)]
    lignes = "".join(
        f'<tr><th style="text-align:left;vertical-align:top">{nom}</th>'
        f'<td style="text-align:left"><code style="white-space:pre-wrap">{escape(valeur)}</code></td></tr>'
        for nom, valeur in champs
        if valeur
    )
    dessin = svg(exemple.image, cote=28) if exemple.image else ""
    return (
        "<div><em>Le plus petit contre-exemple trouvé</em></div>"
        f'<div style="display:flex;flex-wrap:wrap;gap:1em;align-items:center">{dessin}'
        f"<table>{lignes}</table></div>"
    )
