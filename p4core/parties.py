"""Faire jouer des parties entières."""

from __future__ import annotations

import random
from collections.abc import Callable

from p4core.position import Position

Joueur = Callable[[Position], int]


def partie(premier: Joueur, second: Joueur, depart: Position | None = None) -> Position:
    """La position finale d'une partie entre deux joueurs (premier joue les pions 1)."""
    position = depart or Position()
    while not position.finie:
        joueur = premier if position.trait == 1 else second
        position = position.jouer(joueur(position))
    return position


def au_hasard(alea: random.Random) -> Joueur:
    """Le joueur qui choisit au hasard parmi les coups possibles."""
    return lambda position: alea.choice(position.coups())


def partie_hasard(alea: random.Random, depart: Position | None = None) -> Position:
    """La position finale d'une partie jouée au hasard des deux côtés."""
    hasard = au_hasard(alea)
    return partie(hasard, hasard, depart)
