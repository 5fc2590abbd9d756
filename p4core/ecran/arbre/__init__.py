"""L'arbre d'une recherche : le voir, le déplier, y suivre les valeurs qui remontent."""

from __future__ import annotations

from p4core.ecran.arbre.arbre import Arbre

__all__ = ["Arbre"]
