"""La recherche min-max sur une Position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf

from p4core.heuristiques import utilite
from p4core.position import Position

Evaluation = Callable[[Position], float]


def selon_poids(poids: Sequence[float]) -> Evaluation:
    """L'évaluation par alignements, vue du joueur au trait."""
    return lambda position: utilite(position, position.trait, poids)


def valeurs(position: Position, evaluer: Evaluation, profondeur: int) -> dict[int, float]:
    """La valeur de chaque coup jouable, vue du joueur au trait, à cette profondeur (au moins 1)."""
    return {x: -valeur(position.jouer(x), evaluer, profondeur - 1) for x in position.coups()}


def valeur(position: Position, evaluer: Evaluation, profondeur: int) -> float:
    """La valeur min-max vue du joueur au trait ; l'évaluation à profondeur 0 ou en fin de partie."""
    if profondeur <= 0 or position.finie:
        return evaluer(position)
    return max(valeurs(position, evaluer, profondeur).values())


def minmax(position: Position, poids: Sequence[float], profondeur: int) -> tuple[float, list[int]]:
    """La valeur de la position et tous ses meilleurs coups (aucun à profondeur 0 ou en fin de partie)."""
    evaluer = selon_poids(poids)
    if profondeur <= 0 or position.finie:
        return evaluer(position), []
    scores = valeurs(position, evaluer, profondeur)
    meilleur = max(scores.values())
    return meilleur, [x for x, score in scores.items() if presque_egaux(score, meilleur)]


def presque_egaux(a: float, b: float, tolerance: float = 1e-9) -> bool:
    """Égalité de deux scores, infinis compris, aux erreurs d'arrondi près."""
    if a == b:
        return True
    return abs(a) < inf and abs(b) < inf and abs(a - b) <= tolerance * max(1.0, abs(a), abs(b))


def au_trait(position: Position, joueur: int) -> Position:
    """La même grille, mais où c'est à ce joueur de jouer (même si ce n'est pas son tour)."""
    return position if position.trait == joueur else replace(position, trait=joueur)
