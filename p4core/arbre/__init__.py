"""L'arbre d'une recherche : le voir, le déplier, y suivre les valeurs qui remontent."""

from p4core.arbre.arbre import Arbre

__all__ = ["Arbre"]
