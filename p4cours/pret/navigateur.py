"""Dans un navigateur, « Prêt à rendre ? » finit sur deux boutons : emporter sa copie, recommencer le TP."""

from __future__ import annotations

import sys
from functools import lru_cache
from pathlib import Path
from typing import Any

DANS_UN_NAVIGATEUR = sys.platform == "emscripten"


@lru_cache
def _classe() -> Any:
    """Le composant ; anywidget n'est chargé que s'il sert."""
    import anywidget
    import traitlets

    class Boutons(anywidget.AnyWidget):
        """« Télécharger ma copie » et « Recommencer ce TP » : tout se passe dans la page."""

        _esm = Path(__file__).with_name("emporter.js")
        tp = traitlets.Unicode().tag(sync=True)

        def __repr__(self) -> str:
            return "Télécharger ma copie, ou recommencer ce TP : deux boutons, dans un navigateur."

    return Boutons


def montrer(relecture: Any, tp: str) -> None:
    """Affiche la relecture, puis les boutons."""
    from IPython.display import display

    display(relecture)
    display(_classe()(tp=tp))
