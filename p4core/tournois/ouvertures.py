"""Des débuts de partie au hasard, pour que deux joueurs sans hasard ne rejouent pas toujours la même."""

from __future__ import annotations

import random
from functools import lru_cache

from p4core.position import Position
from p4core.recherche import au_trait

LONGUEUR = 8  # coups tirés au hasard


@lru_cache(maxsize=256)
def ouverture(graine: int | str, rang: int, depart: Position, longueur: int = LONGUEUR) -> Position:
    """L'ouverture n° `rang`, commune à toutes les rencontres : personne ne peut y gagner tout de suite."""
    alea = random.Random(f"{graine!r}/{rang}")
    while True:
        position = depart
        for _ in range(longueur):
            if not position.finie:
                position = position.jouer(alea.choice(position.coups()))
        if not _decidee(position):
            return position


def _decidee(position: Position) -> bool:
    vues = [au_trait(position, joueur) for joueur in (1, 2)]
    return position.finie or any(vue.jouer(x).gagnant for vue in vues for x in vue.coups())
