"""Le corrigé à distribuer : la solution et ses explications, sans tests cachés ni barème.

« p4 corrige TP » l'écrit dans « gestion/corriges », en carnet et en page."""

from __future__ import annotations

import re
import warnings
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

import nbformat
from markupsafe import Markup
from nbgrader.coursedir import CourseDirectory
from pygments.formatters import HtmlFormatter

from p4core.ecran.autonome import programme, style
from p4core.ecran.autonome.export import rendre_jouables
from p4cours.carnets import TEST, Cellule, sans_tests_caches
from p4prof.cours import dossier_de_gestion, ecrire_entier, ouvrir_pour
from p4prof.inerte.pages import PageInerte
from p4prof.mise_en_page import mettre_en_page
from p4prof.pannes import en_francais

_BALISES = re.compile(r"^[ \t]*#+ (?:BEGIN|END) SOLUTION[ \t]*\n?", re.MULTILINE)
_BAREME = re.compile(r"\n*^\W*barème\b.*\Z", re.MULTILINE | re.DOTALL | re.IGNORECASE)
_WIDGET = "application/vnd.jupyter.widget-view+json"


def definir(analyseur: ArgumentParser) -> None:
    """Décrit les arguments de la commande."""
    analyseur.add_argument("tp", help="le nom du TP, par exemple tp3_ia")


@en_francais
def executer(arguments: Namespace) -> int:
    """Écrit le corrigé d'un TP, en carnet et en page."""
    cours = ouvrir_pour(arguments.tp)
    for cible in ecrire_corrige(cours, arguments.tp):
        print(f"écrit : {cible}")
    return 0


def ecrire_corrige(cours: CourseDirectory, tp: str) -> list[Path]:
    """Le corrigé de chaque carnet d'un TP ; rend les fichiers écrits."""
    source = Path(cours.format_path(cours.source_directory, ".", tp))
    cible = dossier_de_gestion(cours) / "corriges" / tp
    ecrits = []
    for chemin in sorted(source.glob("*.ipynb")):
        nb = corriger(nbformat.read(chemin, as_version=4))
        for extension, texte in {"ipynb": nbformat.writes(nb), "html": en_page(nb, chemin.stem)}.items():
            ecrits.append(cible / f"{chemin.stem}-corrige.{extension}")
            ecrire_entier(ecrits[-1], texte.encode())
    return ecrits


def corriger(nb: Any) -> Any:
    """Le carnet de la source, réduit à ce qu'un élève peut lire."""
    for cellule in nb.cells:
        lue = Cellule.lire(cellule)
        cellule.source = _BALISES.sub("", sans_tests_caches(cellule.source)).rstrip("\n")
        if lue.a_la_main:
            cellule.source = _BAREME.sub("", cellule.source)
        # Ce qu'un test a affiché vient aussi des essais cachés : l'élève le refera.
        if lue.role == TEST:
            cellule.outputs, cellule.execution_count = [], None
        cellule.metadata.pop("nbgrader", None)
    nb.metadata.pop("celltoolbar", None)
    return nb


def en_page(nb: Any, titre: str) -> str:
    """Le corrigé en une page, formules dessinées et plateaux jouables, à lire ou à imprimer."""
    jouables = rendre_jouables(nb)
    couleurs = Markup(HtmlFormatter(style="default").get_style_defs(".highlight"))
    valeurs: dict[str, Any] = {"couleurs": couleurs, "carnet": Markup(carnet_html(nb))}
    if not jouables:
        return mettre_en_page("corrige.html", f"{titre} : corrigé", **valeurs, plateau="")
    return mettre_en_page(
        "corrige.html", f"{titre} : corrigé", programme(), wasm=True, **valeurs, plateau=Markup(style())
    )


def carnet_html(nb: Any) -> str:
    """Les cellules d'un carnet en HTML, sans programme ni widget."""
    for cellule in (c for c in nb.cells if c.cell_type == "code"):
        for sortie in cellule.outputs:
            sortie.get("data", {}).pop(_WIDGET, None)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # une sortie sans image : le texte suffit
        carnet, _ = PageInerte(template_name="basic").from_notebook_node(nb)
    return str(carnet)
