"""Le solveur exact : la valeur de toute position, et le jeu parfait.

    score(position)             0 : nulle ; positif : gain du joueur au trait, plus grand s'il est proche
    scores(position)            {colonne: score}
    meilleurs_coups(position)   les colonnes du meilleur score
    ligne_principale(position)  une partie parfaite jusqu'au bout
    resoudre(position, delai=…, suivi=…)   ce que l'on sait de chaque colonne, en un temps limité

Gagner avec son dernier pion vaut 1, et chaque coup de moins vaut 1 de plus. Avec numba, le calcul
est compilé ; sans lui, la même source s'exécute en Python."""

from __future__ import annotations

from p4core.ia.solveur.resolution import (
    CalculTropLong,
    Resolution,
    du_livre,
    joueur_parfait,
    ligne_principale,
    meilleurs_coups,
    repond_aussitot,
    resoudre,
    sait_tout,
    score,
    scores,
)

__all__ = [
    "CalculTropLong",
    "Resolution",
    "du_livre",
    "joueur_parfait",
    "ligne_principale",
    "meilleurs_coups",
    "repond_aussitot",
    "resoudre",
    "sait_tout",
    "score",
    "scores",
]
