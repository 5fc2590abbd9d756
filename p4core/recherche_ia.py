"""Le min-max du TP 3 sur une Position : tout est noté du point de vue d'un seul joueur."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import inf

from p4core.heuristiques import score_series
from p4core.position import Position
from p4core.recherche import presque_egaux

Heuristique = Callable[[Position, int], float]  # la note d'une position, vue d'un joueur
Choix = Callable[[Iterable[float]], float]


def notes(
    position: Position,
    profondeur: int,
    heuristique: Heuristique = score_series,
    *,
    mien: Choix = max,
    autre: Choix = min,
) -> dict[int, float]:
    """La note de chaque coup du joueur au trait, à cette profondeur (au moins 1)."""
    joueur = position.trait

    def score(p: Position, reste: int) -> float:
        if p.gagnant:
            return inf if p.gagnant == joueur else -inf
        if p.pleine:
            return 0
        if reste <= 0:
            return heuristique(p, joueur)
        choix = mien if p.trait == joueur else autre
        return choix(score(p.jouer(x), reste - 1) for x in p.coups())

    return {x: score(position.jouer(x), profondeur - 1) for x in position.coups()}


def meilleurs(notes_des_coups: Mapping[int, float]) -> list[int]:
    """Toutes les colonnes dont la note est la plus haute, aux arrondis près."""
    sommet = max(notes_des_coups.values())
    return [x for x, note in notes_des_coups.items() if presque_egaux(note, sommet)]


def feuilles(position: Position, profondeur: int) -> tuple[int, int]:
    """Combien de feuilles à évaluer dans l'arbre, et combien de positions différentes parmi elles."""
    couche = {position: 1}  # chaque position et le nombre de chemins qui y mènent
    for _ in range(profondeur):
        suivante: dict[Position, int] = {}
        for p, chemins in couche.items():
            for x in p.coups():
                fille = p.jouer(x)
                suivante[fille] = suivante.get(fille, 0) + chemins
        couche = suivante
    a_evaluer = {p: chemins for p, chemins in couche.items() if not p.finie}
    return sum(a_evaluer.values()), len(a_evaluer)
