"""L'arbre d'une recherche : le voir, le déplier, y suivre les valeurs qui remontent ; son film."""

from __future__ import annotations

from p4core.ecran.arbre.arbre import Arbre
from p4core.ecran.arbre.film import Film, Rejeu

__all__ = ["Arbre", "Film", "Rejeu"]
