"""Une page HTML sans programme et sans réseau, à partir d'un carnet corrigé."""

from __future__ import annotations

import re
from typing import Any

from jinja2 import pass_context
from nbconvert.exporters import HTMLExporter
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

from p4core.correction.inerte.formules import formule_html

FORMULES_MAX = 300  # dessinées par page ; les suivantes restent en LaTeX
DEBUT_DU_CARNET = 'id="notebook-container"'
_MATHJAX = re.compile(r"<script\b(?=[^<]*mathjax).*?</script>", re.S | re.I)
_POLICES = re.compile(r"@font-face\s*\{[^}]*\}")  # celles de Bootstrap, que la page n'a pas

STYLE = """<style>
img.formule { border: 0; max-width: 100%; }
div.output_area pre, div.input_area pre { overflow-x: auto; }
</style>"""


class PageInerte(HTMLExporter):
    """Les gabarits de nbgrader, formules dessinées d'avance et titres sans ancre.

    Sans ancre : le titre choisi par un élève porterait sinon l'identifiant d'une case de note de formgrader.
    """

    def from_notebook_node(self, nb: Any, resources: Any = None, **options: Any) -> tuple[str, Any]:
        """La page, sans MathJax."""
        self._formules = FORMULES_MAX
        page, resources = super().from_notebook_node(nb, resources, **options)
        entete, carnet = couper(page)
        entete = _POLICES.sub("", _MATHJAX.sub("", entete))
        return entete.replace("</head>", f"{STYLE}</head>", 1) + carnet, resources

    @pass_context
    def markdown2html(self, context: Any, source: str) -> str:
        """Le texte d'une cellule en HTML ; un lien dangereux, s'il en restait, n'y mène nulle part."""
        pieces = context.get("cell", {}).get("attachments", {})
        dessinateur = _Dessinateur(self, pieces)
        return MarkdownWithMath(renderer=dessinateur).render(source)

    def formule(self, tex: str, en_bloc: bool) -> str:
        """Une formule dessinée, tant qu'il n'y en a pas trop."""
        self._formules -= 1
        return formule_html(tex, en_bloc, dessiner=self._formules >= 0)


class _Dessinateur(IPythonRenderer):
    """Écrit les formules comme des images."""

    def __init__(self, page: PageInerte, pieces: Any) -> None:
        super().__init__(
            escape=False, allow_harmful_protocols=False, attachments=pieces, exclude_anchor_links=True
        )
        self._page = page

    def inline_math(self, body: str) -> str:
        return self._page.formule(body, en_bloc=False)

    def block_math(self, body: str) -> str:
        return self._page.formule(body, en_bloc=True)

    def latex_environment(self, name: str, body: str) -> str:
        return self._page.formule(f"\\begin{{{name}}}{body}\\end{{{name}}}", en_bloc=True)


def couper(page: str) -> tuple[str, str]:
    """La page en deux : le gabarit de nbgrader, puis le carnet de l'élève s'il y en a un."""
    gabarit, debut, carnet = page.partition(DEBUT_DU_CARNET)
    return gabarit, debut + carnet
