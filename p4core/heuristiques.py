"""Des fonctions d'évaluation d'une position, vues d'un joueur."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from p4core.position import Position, masques_alignements


def comptes(position: Position, joueur: int) -> list[tuple[int, int]]:
    """Pour chaque alignement, le nombre de pions du joueur et celui de l'autre."""
    siens, autres = position.pions[joueur - 1], position.pions[2 - joueur]
    masques = masques_alignements(position.largeur, position.hauteur, position.aligner)
    return [((siens & m).bit_count(), (autres & m).bit_count()) for m in masques]


def utilite(position: Position, joueur: int, poids: Sequence[float]) -> float:
    """Somme des poids des alignements encore ouverts au joueur, moins ceux ouverts à l'autre."""
    total: float = 0
    for siens, autres in comptes(position, joueur):
        if not autres:
            total += poids[siens]
        if not siens:
            total -= poids[autres]
    return total


def poids_series(aligner: int = 4) -> list[float]:
    """x / (aligner - x) pour x pions dans une série ; l'infini pour une série complète."""
    return [x / (aligner - x) for x in range(aligner)] + [inf]


def score_series(position: Position, joueur: int) -> float:
    """Le score de la position pour ce joueur : la somme, signée, des poids de ses séries ouvertes."""
    return utilite(position, joueur, poids_series(position.aligner))
