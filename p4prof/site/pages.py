"""La documentation du cours en pages qui s'ouvrent d'un fichier : guides, routes, sujets, référence, mesures.

Elles viennent des fichiers de docs/ et de notebooks/, jamais de solutions/ ; rien n'y demande le réseau."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
from markupsafe import Markup
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from pygments.formatters import HtmlFormatter

from p4prof.corrige import carnet_html
from p4prof.mise_en_page import mettre_en_page
from p4prof.site.reference import rediger

DOSSIER = "documentation"  # dans le dossier du site
_AUTRE_SUJET = re.compile(r'href="\.\./\w+/(\w+)\.ipynb')  # un lien d'un carnet vers un autre
GUIDE_ELEVE, GUIDE_PROF = "docs/guide_eleve.md", "docs/guide_enseignant.md"


@dataclass(frozen=True)
class Page:
    """Une page : son fichier, son nom dans le menu, ce qu'elle contient, et d'où elle vient."""

    fichier: str
    court: str
    resume: str
    source: str = ""  # son fichier Markdown, dans le dépôt
    langue: str = ""


ACCUEIL = Page("index.html", "Sommaire", "")
PARCOURS = Page("parcours.html", "Parcours", "quels TP, dans quel ordre, selon le temps que l'on a")
REFERENCE = Page("reference.html", "Référence", "les noms publics et ce qu'ils font", "docs/reference.md")
DOCUMENTS = (
    Page("guide_eleve.html", "Guide de l'élève", "ouvrir le cours, répondre, jouer, rendre", GUIDE_ELEVE),
    Page(
        "guide_enseignant.html",
        "Guide de l'enseignant",
        "distribuer, ramasser, noter, rendre, faire jouer la classe",
        GUIDE_PROF,
    ),
    Page(
        "notation.html",
        "Notation et mur",
        "ce que fait la notation, ce qui l'isole, en deux schémas",
        "docs/notation.md",
    ),
    REFERENCE,
    Page(
        "mesures.html",
        "Mesures",
        "les vitesses et les forces, et la commande qui les refait",
        "docs/mesures.md",
    ),
    Page("changements.html", "Changements", "une entrée par version", "CHANGELOG.md"),
    Page("contribuer.html", "Contribuer", "la carte du code, en anglais", "CONTRIBUTING.md", "en"),
)
MENU = (ACCUEIL, PARCOURS, *DOCUMENTS)


def ecrire_pages(racine: Path, dossier: Path, accueil: str = "") -> list[Path]:
    """Écrit toutes les pages ; `accueil` est l'adresse de la page qui ouvre le cours, s'il est à côté."""
    dossier.mkdir(parents=True, exist_ok=True)
    carnets = sorted((racine / "notebooks").glob("tp*/*.ipynb"))
    sujets = {f"{carnet.stem}.html": nbformat.read(carnet, as_version=4) for carnet in carnets}
    textes = {page: _texte(racine, page) for page in DOCUMENTS}
    pages = {
        ACCUEIL.fichier: _sommaire(sujets),
        PARCOURS.fichier: _document(racine, PARCOURS, _parcours(textes)),
        **{page.fichier: _document(racine, page, texte) for page, texte in textes.items()},
        **{fichier: _sujet(nb) for fichier, nb in sujets.items()},
    }
    ecrits = []
    for fichier, (titre, valeurs) in pages.items():
        commun = {"pages": MENU, "fichier": fichier, "accueil": accueil, "langue": "", "sommaire": []}
        texte = mettre_en_page("document.html", titre, **COULEURS, **(commun | valeurs))
        ecrits.append(dossier / fichier)
        ecrits[-1].write_text(texte, encoding="utf-8")
    return ecrits


def _texte(racine: Path, page: Page) -> str:
    return rediger() if page is REFERENCE else (racine / page.source).read_text("utf-8")


def section(texte: str, titre: str) -> str:
    """Une section de second rang d'un document, son titre compris."""
    return re.split(r"^(?=## )", texte[texte.index(f"## {titre}") :], flags=re.MULTILINE)[1]


def _parcours(textes: dict[Page, str]) -> str:
    """Les routes, telles que les deux guides les donnent."""
    par_source = {page.source: texte for page, texte in textes.items()}
    pour_l_eleve = section(par_source[GUIDE_ELEVE], "Quel TP, et dans quel ordre")
    pour_le_prof = section(par_source[GUIDE_PROF], "Choisir son parcours")
    return f"# Parcours\n\n{pour_le_prof}\n{pour_l_eleve}"


# --- Un document Markdown --------------------------------------------------------------------------------


def _document(racine: Path, page: Page, texte: str) -> tuple[str, dict[str, Any]]:
    """Le titre d'un document, et de quoi en faire une page."""
    titre, _, corps = texte.removeprefix("# ").partition("\n")
    ecrivain = _Ecrivain((racine / page.source).parent)
    html = MarkdownWithMath(renderer=ecrivain).render(corps)
    sommaire = ecrivain.titres if len(ecrivain.titres) > 3 else []
    return titre, {"corps": Markup(html), "sommaire": sommaire, "langue": page.langue}


class _Ecrivain(IPythonRenderer):
    """Écrit un document : des titres où l'on peut aller, des liens entre pages, des images dans la page."""

    def __init__(self, dossier: Path) -> None:
        super().__init__(escape=False, embed_images=True, path=str(dossier), exclude_anchor_links=True)
        self.titres: list[tuple[str, str]] = []
        self._vus: dict[str, int] = {}

    def heading(self, text: str, level: int, **_: Any) -> str:
        """Un titre et son ancre, celle que lui donneraient les forges."""
        nu = Markup(text).striptags()
        base = re.sub(r"[^\w\- ]", "", nu.lower()).replace(" ", "-")
        rang = self._vus[base] = self._vus.get(base, -1) + 1
        ancre = f"{base}-{rang}" if rang else base
        if level == 2:
            self.titres.append((ancre, nu))
        return f'<h{level} id="{ancre}">{text}</h{level}>\n'

    def link(self, text: str, url: str, title: str | None = None) -> str:
        """Un document du dépôt devient sa page."""
        chemin, diese, ancre = url.partition("#")
        pages = {Path(page.source).name: page.fichier for page in DOCUMENTS}
        return str(super().link(text, pages.get(Path(chemin).name, chemin) + diese + ancre, title))

    def table(self, text: str) -> str:
        """Une table, qui défile dans sa propre largeur sur un écran étroit."""
        return f'<div class="tableau" tabindex="0"><table>{text}</table></div>\n'

    def block_code(self, code: str, info: str | None = None) -> str:
        """Du code, que le clavier peut faire défiler."""
        return str(super().block_code(code, info)).replace("<pre>", '<pre tabindex="0">')


# --- Les sujets, et le sommaire --------------------------------------------------------------------------


def _sujet(nb: Any) -> tuple[str, dict[str, Any]]:
    """Un TP tel que l'élève le reçoit, à lire."""
    titre, _, reste = nb.cells[0].source.removeprefix("# ").partition("\n")
    nb.cells[0].source = reste
    html = carnet_html(nb).replace("<pre>", '<pre tabindex="0">')
    html = _AUTRE_SUJET.sub(r'href="\1.html', html)
    return titre, {"corps": Markup(html)}


def _sommaire(sujets: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """La première page : ce que l'on trouve où."""
    titres = {fichier: nb.cells[0].source.splitlines()[0].lstrip("# ") for fichier, nb in sujets.items()}
    lignes = [
        "Un cours sur l'intelligence artificielle du Puissance 4, pour les classes préparatoires : des",
        "notebooks à compléter, la bibliothèque qu'ils utilisent, et les outils de l'enseignant.",
        "\n## Lire\n",
        *(f"- [{page.court}]({page.fichier}) : {page.resume} ;" for page in MENU[1:-1]),
        f"- [{MENU[-1].court}]({MENU[-1].fichier}) : {MENU[-1].resume}.",
        "\n## Les TP, tels que les élèves les reçoivent\n",
        *(f"- [{titre}]({fichier})" for fichier, titre in titres.items()),
    ]
    html = MarkdownWithMath(renderer=_Ecrivain(Path())).render("\n".join(lignes))
    return "Puissance 4, la documentation", {"corps": Markup(html)}


COULEURS: dict[str, Any] = {
    "couleurs": Markup(HtmlFormatter(style="default").get_style_defs(".highlight")),
    "couleurs_sombres": Markup(HtmlFormatter(style="github-dark").get_style_defs(".highlight")),
}
