"""Le petit jeu du TP 7, 4 × 4 où l'on aligne 3 pions, sur des Position : son graphe, ses attracteurs.

Ce que les questions du TP partagent ; les fonctions de l'élève reçoivent les mêmes positions en chaînes."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from p4core.appels import pure
from p4core.codages import TOURS, depuis_tours, vers_tours
from p4core.jeu import Position, promenade
from p4cours.verification import positions as pos
from p4cours.verification.essais import Source

VIDE = Position(4, 4, 3)
Graphe = Mapping[Position, list[Position]]
Rangs = dict[Position, int]


def lettre(joueur: int) -> str:
    """O commence, X est l'autre."""
    return TOURS.signes[joueur]


def suivantes(position: Position) -> list[Position]:
    """Les positions atteintes en un coup ; aucune si la partie est finie."""
    return [position.jouer(x) for x in position.coups()]


@lru_cache(maxsize=256)
def graphe_depuis(position: Position) -> Graphe:
    """Chaque position accessible depuis celle-ci, avec ses suivantes."""
    graphe: dict[Position, list[Position]] = {}
    a_voir = [position]
    while a_voir:
        s = a_voir.pop()
        if s not in graphe:
            graphe[s] = suivantes(s)
            a_voir += graphe[s]
    return graphe


def attirees(graphe: Graphe, joueur: int, cibles: Iterable[Position]) -> Rangs:
    """Les positions d'où ce joueur peut forcer l'arrivée dans les cibles, et en combien de coups au plus.

    À reculons : une position de l'adversaire attend que toutes ses suivantes soient attirées."""
    avant: dict[Position, list[Position]] = {s: [] for s in graphe}
    for s, apres in graphe.items():
        for t in apres:
            avant[t].append(s)
    restent = {s: 1 if s.trait == joueur else len(apres) for s, apres in graphe.items()}
    rangs = dict.fromkeys(cibles, 0)
    front = list(rangs)
    while front:
        suite = []
        for t in front:
            for s in avant[t]:
                restent[s] -= 1
                if restent[s] == 0 and s not in rangs:
                    rangs[s] = rangs[t] + 1
                    suite.append(s)
        front = suite
    return rangs


def gagnees(graphe: Graphe, joueur: int) -> list[Position]:
    """Les positions où ce joueur vient de gagner."""
    return [s for s in graphe if s.gagnant == joueur]


@lru_cache(maxsize=256)
def valeurs_depuis(position: Position) -> dict[Position, int]:
    """1 si O peut forcer la victoire, −1 si c'est X, 0 sinon, pour chaque position accessible."""
    graphe = graphe_depuis(position)
    gagnantes = {joueur: attirees(graphe, joueur, gagnees(graphe, joueur)) for joueur in (1, 2)}
    return {s: (s in gagnantes[1]) - (s in gagnantes[2]) for s in graphe}


# --- Le graphe dans le codage de l'élève ----------------------------------------------------------


def en_chaines(graphe: Graphe) -> dict[tuple[str, ...], list[tuple[str, ...]]]:
    """Le graphe, toujours neuf."""
    return {vers_tours(s): [vers_tours(t) for t in apres] for s, apres in graphe.items()}


def rangs_en_chaines(rangs: Mapping[Position, int]) -> dict[tuple[str, ...], int]:
    """Un attracteur, toujours neuf."""
    return {vers_tours(s): rang for s, rang in rangs.items()}


# --- Des positions pour les essais -----------------------------------------------------------------


# Les fins de partie que l'énoncé dessine : 4 positions, puis 13. Un contre-exemple qui tient sous les yeux.
EXEMPLES = tuple(depuis_tours(("XOXO", "OXO", "OXOX", derniere)) for derniere in ("XOX", ""))


def taille(depart: Position, *_reste: Any) -> int:
    """Le nombre de positions à regarder : moins il y a de pions, plus il y en a."""
    return len(graphe_depuis(depart))


def au_hasard(source: Source, nombre: int, *longueurs: int) -> Iterator[Position]:
    """Des positions non finies, d'un nombre de pions tiré parmi ceux-là."""
    for _ in range(nombre):
        yield _une(source.alea, source.alea.choice(longueurs))


def _une(alea: random.Random, pions: int) -> Position:
    while True:
        *_, position = promenade(alea, pions, VIDE)
        if position.nb_coups == pions and not position.finie:
            return position


def finales(source: Source, nombre: int) -> Iterator[Position]:
    """Des fins de partie jouées au hasard, et les trois sortes : à O, à X, nulle."""
    toutes = list(pos.finies(source.alea, 40 * source.ampleur, VIDE))
    for issue in (1, 2):
        yield from [p for p in toutes if p.gagnant == issue][: nombre // 2]
    yield _nulle(source.alea)


NULLES = ("4444333231221112", "3434434212232111", "2444433312232111")


def _nulle(alea: random.Random) -> Position:
    """Une partie nulle, peut-être retournée de gauche à droite."""
    coups = alea.choice(NULLES)
    return Position.depuis_coups(alea.choice((coups, retournes(coups))), 4, 4, 3)


def retournes(coups: str) -> str:
    """Les mêmes coups, de droite à gauche."""
    return "".join(str(5 - int(c)) for c in coups)


# --- Des versions justes des fonctions du TP --------------------------------------------------------


def position_de(s: Any) -> Position:
    """La position de quatre chaînes, même impossible."""
    return TOURS.position(TOURS.lire(s, "la position"))


_AIDES: dict[str, Callable[..., Any]] = {
    "trait": pure(lambda s: lettre(position_de(s).trait)),
    "gagnant": pure(lambda s: TOURS.signes[position_de(s).gagnant]),
    "successeurs": lambda s: [vers_tours(t) for t in suivantes(position_de(s))],
    "graphe": lambda s0: en_chaines(graphe_depuis(position_de(s0))),
}


def aides(*noms: str) -> dict[str, Callable[..., Any]]:
    """Les versions justes de ces fonctions."""
    return {nom: _AIDES[nom] for nom in noms}
