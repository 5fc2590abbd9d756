"""Dessiner une grille du TP 3 avec ses propres numéros : colonnes à partir de 0, ligne 0 en haut."""

from __future__ import annotations

from dataclasses import dataclass

from p4core.codages import depuis_lignes
from p4core.dessin import Image, image, svg, texte


@dataclass(frozen=True)
class GrilleDessinee:
    """Une grille prête à être montrée, en image dans un notebook, en texte ailleurs."""

    image: Image

    def __repr__(self) -> str:
        return texte(self.image)

    def _repr_svg_(self) -> str:
        return svg(self.image, cote=32)


def dessiner(grille: list[list[int]]) -> GrilleDessinee:
    """Le dessin de la grille, alignement gagnant souligné s'il y en a un."""
    position = depuis_lignes(grille, legale=False)
    lignes = tuple(reversed(range(position.hauteur)))
    return GrilleDessinee(image(position, origine=0, rangees=lignes))
