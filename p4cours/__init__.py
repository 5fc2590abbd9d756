"""p4cours : le cours. Vérifier une réponse, demander un indice, savoir si un TP est prêt à rendre."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from p4cours.examen import examiner, indice, questions, verifier
    from p4cours.pret import pret_a_rendre
    from p4cours.rejeu import rejouer

__all__ = ["examiner", "indice", "pret_a_rendre", "questions", "rejouer", "verifier"]
_AILLEURS = {"pret_a_rendre": "p4cours.pret", "rejouer": "p4cours.rejeu"}


def __getattr__(nom: str) -> Any:
    if nom not in __all__:
        raise AttributeError(f"p4cours ne contient pas « {nom} ».")
    return getattr(import_module(_AILLEURS.get(nom, "p4cours.examen")), nom)


def __dir__() -> list[str]:
    return sorted(__all__)


if "IPython" in sys.modules:  # dans un notebook : les réponses qui manquent n'arrêtent pas « Exécuter tout »
    from p4cours.trous import installer

    installer(sys.modules["IPython"].get_ipython())
