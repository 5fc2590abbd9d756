"""p4core : le jeu de Puissance 4, ses codages, ses IA, ses tournois, son plateau."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from p4core.jeu import CoupIllegal, Position

if TYPE_CHECKING:
    from p4core.codages import (
        depuis_colonnes,
        depuis_jetons,
        depuis_lignes,
        depuis_situation,
        depuis_tours,
        vers_colonnes,
        vers_jetons,
        vers_lignes,
        vers_situation,
        vers_tours,
    )
    from p4core.ecran.arbre import Arbre
    from p4core.ecran.plateau import Plateau
    from p4core.ia import solveur
    from p4core.ia.joueurs import adapter
    from p4core.ia.regles import IA_REGLES
    from p4core.progression import barre
    from p4core.tournois import duel, mesurer, tournoi

__all__ = [
    "IA_REGLES",
    "Arbre",
    "CoupIllegal",
    "Plateau",
    "Position",
    "adapter",
    "barre",
    "depuis_colonnes",
    "depuis_jetons",
    "depuis_lignes",
    "depuis_situation",
    "depuis_tours",
    "duel",
    "mesurer",
    "solveur",
    "tournoi",
    "vers_colonnes",
    "vers_jetons",
    "vers_lignes",
    "vers_situation",
    "vers_tours",
]

# Chargés à la première utilisation : `import p4core` reste immédiat.
_PARESSEUX = {
    "Arbre": "p4core.ecran.arbre",
    "IA_REGLES": "p4core.ia.regles",
    "Plateau": "p4core.ecran.plateau",
    "adapter": "p4core.ia.joueurs",
    "barre": "p4core.progression",
    "duel": "p4core.tournois",
    "mesurer": "p4core.tournois",
    "solveur": "p4core.ia.solveur",
    "tournoi": "p4core.tournois",
    **{
        f"{sens}_{codage}": "p4core.codages"
        for sens in ("depuis", "vers")
        for codage in ("colonnes", "lignes", "situation", "jetons", "tours")
    },
}


def __getattr__(nom: str) -> Any:
    if nom not in _PARESSEUX:
        raise AttributeError(f"p4core ne contient pas « {nom} ».")
    module = import_module(_PARESSEUX[nom])
    return module if nom == "solveur" else getattr(module, nom)


def __dir__() -> list[str]:
    return sorted(__all__)
