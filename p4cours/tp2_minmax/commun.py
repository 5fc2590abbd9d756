"""Ce que partagent les questions du TP 2 : des poids, et des versions justes des fonctions appelées."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import inf
from typing import Any

from p4core.appels import pure
from p4core.codages import COLONNES, vers_colonnes
from p4core.ia import recherche
from p4core.jeu import Case, Position
from p4cours.verification.lecture import montrer

Poids = Sequence[float]
Grille = Sequence[Sequence[int]]

W1: Poids = [0, 1, 4, 9, inf]
W2: Poids = [0, 1, 10, 100, inf]


def poids_au_hasard(alea: random.Random) -> Poids:
    """Des poids croissants, de w[0] = 0 à w[4] infini : parfois grands, parfois à virgule (exacte)."""
    unite = alea.choice((0.25, 1, 1000))
    un = alea.randint(1, 5)
    deux = un + alea.randint(1, 9)
    return [0, un * unite, deux * unite, (deux + alea.randint(1, 30)) * unite, inf]


def ecrire(*arguments: Any) -> str:
    """Des arguments tels qu'on les écrirait dans un appel."""
    return ", ".join(montrer(a) for a in arguments)


def cellules(position: Position, colonnes: Iterable[int]) -> list[Case]:
    """Les cases (x, y) où tombent des pions joués dans ces colonnes."""
    return [(x, position.niveau(x)) for x in colonnes]


# --- Les fonctions du TP que d'autres appellent, refaites sur une Position -----------------------


def _coups(G: Grille) -> list[Case]:
    position = COLONNES.position(G)
    return cellules(position, (x for x in range(7) if position.niveau(x) < 6))


@pure
def _nbr_pions(A: Sequence[Case], G: Grille, joueur: int) -> tuple[int, int]:
    pions, masque = COLONNES.position(G).pions, sum(1 << 7 * x + y for x, y in A)
    return (pions[joueur - 1] & masque).bit_count(), (pions[2 - joueur] & masque).bit_count()


def minmax(position: Position, poids: Poids, profondeur: int) -> tuple[float, list[int]]:
    """Celui de p4core, retenu : d'une copie à l'autre, les mêmes essais posent les mêmes questions."""
    score, colonnes = _retenu(position, position.gagnant, profondeur, *poids)
    return score, list(colonnes)


@lru_cache(maxsize=1 << 15, typed=True)  # un score est entier ou à virgule, selon les poids
def _retenu(
    position: Position, gagnant: int, profondeur: int, *poids: float
) -> tuple[float, tuple[int, ...]]:
    score, colonnes = recherche.minmax(position, poids, profondeur)
    return score, tuple(colonnes)


def _minmax(G: Grille, j: int, W: Poids, p: int) -> tuple[float, Case | None]:
    position = recherche.au_trait(COLONNES.position(G), j)
    score, colonnes = minmax(position, W, p)
    return score, random.choice(cellules(position, colonnes)) if colonnes else None


_TOUTES = {
    "init": lambda: vers_colonnes(Position()),
    "coups": _coups,
    "fini": pure(lambda G: COLONNES.position(G).gagnant),
    "nbr_pions": _nbr_pions,
    "heuristique": pure(lambda G, w: recherche.utilite(COLONNES.position(G), 1, w)),
    "utilite": pure(lambda G, j, W: recherche.utilite(COLONNES.position(G), j, W)),
    "minmax": _minmax,
}


def aides(*noms: str) -> dict[str, Any]:
    """Les versions justes de ces fonctions, et de celles du TP 1."""
    return {nom: _TOUTES[nom] for nom in ("init", "coups", "fini", *noms)}


# --- Ce qui est affiché ---------------------------------------------------------------------------


def grilles_lues(sortie: str, voulues: Sequence[list[list[int]]]) -> bool:
    """Ces grilles se lisent-elles l'une après l'autre dans un texte, quels que soient les signes choisis ?"""
    lignes = _signes(sortie)
    depart = 0
    for voulue in voulues:
        rangees = _rangees(voulue)
        depart = next(
            (i + 6 for i in range(depart, len(lignes) - 5) if _memes_signes(lignes[i : i + 6], rangees)), -1
        )
        if depart < 0:
            return False
    return True


def derniere_grille(sortie: str, voulue: list[list[int]]) -> bool:
    """Cette grille se lit-elle dans un texte, sans qu'une autre y soit montrée ensuite ?"""
    lignes, rangees = _signes(sortie), _rangees(voulue)
    blocs = [i for i in range(len(lignes) - 5) if all(len(ligne) == 7 for ligne in lignes[i : i + 6])]
    lues = [i for i in blocs if _memes_signes(lignes[i : i + 6], rangees)]
    return bool(lues) and not any(i >= lues[-1] + 6 for i in blocs)


def _signes(sortie: str) -> list[list[str]]:
    return [re.findall(r"[^\W_]|[.·_#*○●◯⬤🔴🟡⚪]", ligne) for ligne in sortie.splitlines()]


def _rangees(grille: list[list[int]]) -> list[list[int]]:
    """La grille, rangée par rangée, celle du haut d'abord."""
    return [[grille[x][y] for x in range(7)] for y in range(5, -1, -1)]


def _memes_signes(lignes: list[list[str]], rangees: list[list[int]]) -> bool:
    """Chaque contenu (0, 1, 2) a-t-il toujours le même signe, et un signe à lui ?"""
    if any(len(ligne) != 7 for ligne in lignes):
        return False
    couples = {
        (c, s)
        for ligne, rangee in zip(lignes, rangees, strict=True)
        for s, c in zip(ligne, rangee, strict=True)
    }
    return len(couples) == len({c for c, _ in couples}) == len({s for _, s in couples})
