"""Ce que le noyau sait de la grille : ses dimensions et quelques masques."""

from __future__ import annotations

from functools import lru_cache

from p4core.regles.lignes import Jeu

BITS = 63  # au-delà, la grille ne tient plus dans un entier du code compilé


@lru_cache(maxsize=64)
def jeu(largeur: int, hauteur: int, aligner: int) -> Jeu:
    """Le tuple (largeur, hauteur, aligner, fond, plein, diagd, diagm) de cette grille."""
    fond = sum(1 << x * (hauteur + 1) for x in range(largeur))
    plein = fond * ((1 << hauteur) - 1)
    diagd, diagm = (_longues(largeur, hauteur, aligner, sens) for sens in (-1, 1))
    return largeur, hauteur, aligner, fond, plein, diagd, diagm


def _longues(largeur: int, hauteur: int, aligner: int, sens: int) -> int:
    """Les cases dont la diagonale, montante (1) ou descendante (−1), a au moins `aligner` cases."""
    masque = 0
    for x in range(largeur):
        for y in range(hauteur):
            dessus, dessous = (hauteur - 1 - y, y)[::sens]
            if 1 + min(largeur - 1 - x, dessus) + min(x, dessous) >= aligner:
                masque |= 1 << x * (hauteur + 1) + y
    return masque


def compilable(jeu: Jeu) -> bool:
    """Cette grille tient-elle dans les entiers du code compilé ?"""
    largeur, hauteur, aligner = jeu[:3]
    # Les décalages du noyau vont jusqu'à aligner fois le pas le plus long.
    return largeur * (hauteur + 1) < BITS and (aligner - 1) * (hauteur + 2) < BITS and aligner < 16
