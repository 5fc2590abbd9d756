"""L'export d'un carnet en HTML : ses plateaux deviennent jouables, et la page ne demande rien au réseau.

`jupyter nbconvert --to html` et le menu de JupyterLab passent par ici (jupyter_etc/jupyter_config.json). Un
carnet ne porte qu'une image et une courte description par plateau ; le programme entre une fois dans la page.
Une page sans rien de p4core est laissée telle que nbconvert la fait."""

from __future__ import annotations

from typing import Any

from jinja2 import pass_context
from nbconvert.exporters import HTMLExporter
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from nbconvert.preprocessors import Preprocessor

from p4core.ecran.autonome.page import emplacement, programme, style
from p4core.ecran.formules import formule_html

VUE = "application/vnd.jupyter.widget-view+json"
IMAGE = "image/svg+xml"
RESEAU = ("require_js_url", "mathjax_url")  # ce que nbconvert irait chercher
# Les formules dessinées sont noires : sur une page sombre, il faut les retourner.
_STYLE = 'body[data-jp-theme-light="false"] img.formule { filter: invert(1); }'


class PlateauxJouables(Preprocessor):
    """Met un plateau vivant à la place de chaque image fixe que `Plateau` a laissée."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Le carnet prêt pour une page seule ; rien ne change si rien n'y vient de p4core."""
        if getattr(self.parent, "inerte", False) or not _des_notres(nb):
            return nb, resources
        if jouables := rendre_jouables(nb):
            tout = f"<style>{style()}{_STYLE}</style><script>{programme()}</script>"
            jouables[0]["data"]["text/html"] += tout
        if not any(VUE in s.get("data", {}) for c in _codes(nb) for s in c.outputs):
            nb.metadata.pop("widgets", None)
            resources.update(dict.fromkeys(RESEAU, ""))
            if isinstance(self.parent, HTMLExporter):
                self.parent.register_filter("markdown2html", _markdown2html(self.parent))
        return nb, resources


def rendre_jouables(nb: Any) -> list[Any]:
    """Met un emplacement à la place de chaque plateau du carnet ; rend ces sorties, sans leur programme."""
    return [sortie for cellule in _codes(nb) for sortie in _remplacer(cellule)]


def _codes(nb: Any) -> list[Any]:
    return [cellule for cellule in nb.cells if cellule.cell_type == "code"]


def _image(sortie: Any) -> str:
    """L'image fixe d'un composant d'ici, s'il y en a une."""
    image = "".join(sortie.get("data", {}).get(IMAGE, ""))
    return image if image.startswith("<svg data-p4=") else ""


def _des_notres(nb: Any) -> bool:
    return any(_image(sortie) for cellule in _codes(nb) for sortie in cellule.outputs)


def _remplacer(cellule: Any) -> list[Any]:
    """Retire les vues qui doublent nos images ; rend les sorties devenues jouables."""
    gardees, jouables, image = [], [], ""
    for sortie in cellule.outputs:
        if image and set(sortie.get("data", {})) == {VUE}:
            continue
        gardees.append(sortie)
        image = _image(sortie)
        partie = sortie.get("metadata", {}).get("p4core", {}).get("plateau")
        if image and isinstance(partie, dict):
            sortie["data"] = {"text/html": emplacement(partie, image)}
            jouables.append(sortie)
    cellule.outputs = gardees
    return jouables


class _Formules(IPythonRenderer):
    """Écrit les formules comme des images."""

    def inline_math(self, body: str) -> str:
        return formule_html(body)

    def block_math(self, body: str) -> str:
        return formule_html(body, en_bloc=True)

    def latex_environment(self, name: str, body: str) -> str:
        return formule_html(f"\\begin{{{name}}}{body}\\end{{{name}}}", en_bloc=True)


def _markdown2html(page: Any) -> Any:
    """Le filtre de nbconvert, formules dessinées."""

    @pass_context
    def convertir(contexte: Any, source: str) -> str:
        rendu = _Formules(
            escape=False,
            attachments=contexte.get("cell", {}).get("attachments", {}),
            embed_images=page.embed_images,
            path=contexte.get("resources", {}).get("metadata", {}).get("path", ""),
            anchor_link_text=page.anchor_link_text,
            exclude_anchor_links=page.exclude_anchor_links,
        )
        return str(MarkdownWithMath(renderer=rendu).render(source))

    return convertir
