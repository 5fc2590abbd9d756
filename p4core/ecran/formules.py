"""Les formules d'une page, dessinées d'avance : elle n'a besoin ni de MathJax ni du réseau."""

from __future__ import annotations

import base64
import io
import re
from functools import lru_cache
from html import escape
from importlib.util import find_spec

LONGUEUR_MAX = 400
POINTS = 11  # la taille du texte de la page, en points
# Deux écritures de LaTeX que Matplotlib ne connaît pas.
_EQUIVALENTS = (
    (re.compile(r"\\sqrt\s+(\w)"), r"\\sqrt{\1}"),
    (re.compile(r"\\lt\b"), "<"),
    (re.compile(r"\\gt\b"), ">"),
)


def formule_html(tex: str, en_bloc: bool = False, dessiner: bool = True) -> str:
    """L'image d'une formule ; celle que l'on ne sait pas dessiner reste écrite en LaTeX, comme du code."""
    dessin = _dessiner(tex) if dessiner and len(tex) <= LONGUEUR_MAX else None
    if dessin is None:
        montree = f'<code style="white-space:pre-wrap">{escape(tex)}</code>'
    else:
        svg, profondeur = dessin
        style = "" if en_bloc else f' style="vertical-align:-{profondeur:g}pt"'
        montree = f'<img class="formule" alt="{escape(tex)}"{style} src="data:image/svg+xml;base64,{svg}"/>'
    return f'<div style="text-align:center">{montree}</div>' if en_bloc else montree


@lru_cache(maxsize=500)
def _dessiner(tex: str) -> tuple[str, float] | None:
    """Le dessin SVG en base 64 et sa profondeur sous la ligne, en points ; None si on ne sait pas la lire."""
    if find_spec("matplotlib") is None:
        return None
    from matplotlib import rc_context
    from matplotlib.figure import Figure
    from matplotlib.font_manager import FontProperties
    from matplotlib.mathtext import MathTextParser

    for motif, ecriture in _EQUIVALENTS:
        tex = motif.sub(ecriture, tex)
    formule, tampon = f"${tex.strip()}$", io.BytesIO()
    reglages = FontProperties(size=POINTS, math_fontfamily="stix")
    try:
        largeur, hauteur, profondeur, *_ = MathTextParser("path").parse(formule, dpi=72, prop=reglages)
        dessin = Figure(figsize=(largeur / 72, hauteur / 72))
        dessin.text(0, profondeur / hauteur, formule, fontproperties=reglages)
        # Ni date ni nom tiré au sort : la même formule donne les mêmes octets, et sa page n'a pas changé.
        with rc_context({"svg.hashsalt": "p4core"}):
            dessin.savefig(tampon, dpi=72, format="svg", metadata={"Date": None})
    except (ValueError, RecursionError):
        return None
    return base64.b64encode(tampon.getvalue()).decode(), profondeur
