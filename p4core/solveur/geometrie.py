"""Les constantes d'une grille : ce que le noyau doit savoir de ses dimensions."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from p4core.solveur.compilation import U

BITS = 64


class GrilleTropGrande(ValueError):
    """La grille ne tient pas dans un entier de 64 bits."""


def tient(largeur: int, hauteur: int) -> bool:
    """La grille, avec sa rangée de garde, a-t-elle assez de bits ?"""
    return largeur * (hauteur + 1) <= BITS


@lru_cache(maxsize=32)
def geometrie(largeur: int, hauteur: int, aligner: int) -> Any:
    """Le n-uplet que reçoit le noyau ; ses champs sont dans l'ordre de l'affectation."""
    pas = hauteur + 1
    if not tient(largeur, hauteur):
        raise GrilleTropGrande(
            f"Une grille {largeur} × {hauteur} demande {largeur * pas} bits : le solveur en a {BITS}."
        )
    bas = sum(1 << x * pas for x in range(largeur))
    colonne = (1 << hauteur) - 1
    # Une case est « impaire » par son numéro de rangée compté à partir de 1 (y = 0, 2, 4…).
    impaires = sum(1 << y for y in range(0, hauteur, 2)) * bas
    voies = 8 if largeur == 7 and pas <= 8 else largeur  # 8 voies : un registre vectoriel entier
    suivi = 1 - hauteur % 2  # suivre son adversaire suppose des colonnes de hauteur paire
    champs = (pas, largeur, voies, suivi, bas, colonne, colonne * bas, impaires)
    return tuple(U(champ) for champ in (champs if aligner == 4 else (*champs, aligner)))
