"""p4core : le jeu de Puissance 4, ses codages, ses IA et les outils du cours."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from p4core.position import CoupIllegal, Position

if TYPE_CHECKING:
    from p4core.arbre import Arbre
    from p4core.plateau import Plateau
    from p4core.pret import pret_a_rendre
    from p4core.regles import IA_REGLES
    from p4core.tournois import tournoi
    from p4core.verification import Bilan, examiner, indice, verifier

__all__ = [
    "IA_REGLES",
    "Arbre",
    "Bilan",
    "CoupIllegal",
    "Plateau",
    "Position",
    "examiner",
    "indice",
    "pret_a_rendre",
    "tournoi",
    "verifier",
]

# Chargés à la première utilisation : `import p4core` reste immédiat.
_PARESSEUX = {
    "Arbre": "p4core.arbre",
    "Bilan": "p4core.verification",
    "IA_REGLES": "p4core.regles",
    "Plateau": "p4core.plateau",
    "examiner": "p4core.verification",
    "indice": "p4core.verification",
    "pret_a_rendre": "p4core.pret",
    "tournoi": "p4core.tournois",
    "verifier": "p4core.verification",
}


def __getattr__(nom: str) -> Any:
    if nom in _PARESSEUX:
        return getattr(import_module(_PARESSEUX[nom]), nom)
    raise AttributeError(f"p4core ne contient pas « {nom} ».")


def __dir__() -> list[str]:
    return sorted(__all__)
