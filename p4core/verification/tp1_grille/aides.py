"""Les fonctions du TP, refaites sur une Position : elles remplacent celles qu'un élève n'a pas réussies."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from p4core.codages import vers_colonnes
from p4core.execution import pure
from p4core.parties import partie_hasard
from p4core.position import Case, Position

Aides = dict[str, Callable[..., Any]]


def lire(G: list[list[int]]) -> Position:
    """La position, sans les vérifications de depuis_colonnes : une partie la demande à chaque coup."""
    bits = [(contenu, 1 << 7 * x + y) for x, colonne in enumerate(G) for y, contenu in enumerate(colonne)]
    un, deux = (sum(bit for contenu, bit in bits if contenu == joueur) for joueur in (1, 2))
    return Position.depuis_pions((7, 6), 4, (un, deux), 1)


def _coups(G: list[list[int]]) -> list[Case]:
    position = lire(G)
    return [(x, position.niveau(x)) for x in range(7) if position.niveau(x) < 6]


def _grille_au_hasard() -> list[list[int]]:
    return vers_colonnes(partie_hasard(random.Random(random.random())))


@pure
def _gagnant(G: list[list[int]]) -> int:
    return lire(G).gagnant


def _partie_au_hasard() -> tuple[int, list[list[int]]]:
    G = _grille_au_hasard()
    return _gagnant(G), G


AIDES_PARTIE: Aides = {"init": lambda: vers_colonnes(Position()), "coups": _coups, "fini": _gagnant}
AIDES_RANDOM: Aides = {**AIDES_PARTIE, "joue_hasard": _grille_au_hasard}
AIDES_FREQUENCES: Aides = {**AIDES_RANDOM, "joue_random": _partie_au_hasard}
