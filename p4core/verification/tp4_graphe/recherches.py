"""Le minimax de référence, sur une Position, et ses versions fautives : de quoi reconnaître une erreur."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from typing import Any

from p4core.codages import vers_situation
from p4core.position import Position
from p4core.verification.tp4_graphe.situations import J0, issue

Heuristique = Callable[[Any], float]


@dataclass(frozen=True)
class Regles:
    """Ce que fait une recherche ; chaque réglage hors de sa valeur normale est une erreur connue."""

    choix_j0: Callable[..., float] = max
    choix_j1: Callable[..., float] = min
    decalage: int = 0  # coups regardés en plus ou en moins
    horizon_avant_fin: bool = False  # l'heuristique passe avant la fin de partie
    nulles_notees: bool = False  # une partie nulle est notée par l'heuristique


NORMALES = Regles()


@lru_cache(maxsize=50_000)
def _note(position: Position, h: Heuristique) -> float:
    return h(vers_situation(position))


def valeur(position: Position, h: Heuristique, k: int, regles: Regles = NORMALES) -> float:
    """La valeur minimax, vue de J0, en regardant k coups."""
    return _valeur(position, h, max(k + regles.decalage, 0), regles)


@lru_cache(maxsize=100_000)
def _valeur(position: Position, h: Heuristique, k: int, regles: Regles) -> float:
    fin = issue(position)
    if k == 0 and (fin is None or regles.horizon_avant_fin):
        return _note(position, h)
    if fin is not None:
        return _note(position, h) if fin == 0 and regles.nulles_notees else fin
    choix = regles.choix_j0 if position.trait == J0 else regles.choix_j1
    return choix(_valeur(position.jouer(x), h, k - 1, regles) for x in position.coups())


def meilleurs(position: Position, h: Heuristique, k: int) -> list[Position]:
    """Toutes les positions suivantes qui réalisent la valeur."""
    but = valeur(position, h, k)
    return [p for x in position.coups() if valeur(p := position.jouer(x), h, k - 1) == but]


def evaluees(position: Position, k: int) -> int:
    """Le nombre de situations différentes que l'heuristique doit noter."""
    couche = {position}
    for _ in range(k):
        couche = {p.jouer(x) for p in couche for x in p.coups()}
    return sum(issue(p) is None for p in couche)


def h_constant(s: Any) -> float:
    """La plus pauvre des heuristiques."""
    return 0


def perdues(position: Position) -> bool:
    """Le joueur au trait perd-il, quoi qu'il joue, en deux coups ?"""
    perte = -inf if position.trait == J0 else inf
    return valeur(position, h_constant, 2) == perte


def _poids(graine: int, i: int, j: int) -> int:
    return (7 * graine + 3 * i * i + 5 * j * j + 11 * i * j + 2 * j) % 13 - 4


@lru_cache(maxsize=32)
def par_poids(graine: int) -> Heuristique:
    """Une heuristique déterminée et sans symétrie : chaque case a son poids, compté en plus pour J0."""
    poids = [[_poids(graine, i, j) for j in range(7)] for i in range(6)]

    def h(s: Any) -> float:
        signes = {0: 1, 1: -1, None: 0}
        return sum(poids[i][j] * signes[s[1][i][j]] for i in range(6) for j in range(7))

    return h
