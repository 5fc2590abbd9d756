"""Les fonctions du TP refaites sur une Position : elles remplacent celles qu'un élève n'a pas réussies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from p4core.codages import depuis_jetons, vers_jetons
from p4core.execution import pure
from p4core.position import Position
from p4core.verification.tp5_strategies import lignes
from p4core.verification.tp5_strategies.grilles import libres, poser
from p4core.verification.tp5_strategies.selections import retenues, sans_double, selection

_JOUEURS = {"[O]": 1, "[X]": 2}


def _lire(l: Any, g: int = 4) -> Position:
    return depuis_jetons(l, aligner=g, legale=False)


def _suite(direction: str) -> Callable[..., int]:
    return lambda l, t, g=4: lignes.suites(_lire(l, g), _JOUEURS[t])[direction]


def _directions(l: Any, t: str, g: int = 4) -> tuple[int, list[str]]:
    toutes = lignes.suites(_lire(l, g), _JOUEURS[t])
    mieux = max(toutes.values())
    return mieux, [d for d, n in toutes.items() if n == mieux]


def _permises(l: Any, lcj: Any, t: str, g: int = 4) -> list[int]:
    return [c for c in lcj if lignes.permise(_lire(l, g), c - 1, _JOUEURS[t])]


def _nb(l: Any, i: int, j: int, direc: str, t: str, g: int) -> int:
    # La case est tenue pour vide, comme dans le sujet.
    position = _lire(
        [[("[ ]" if (x, y) == (j, i) else v) for y, v in enumerate(c)] for x, c in enumerate(l)], g
    )
    return lignes.compte(position, (j, position.hauteur - 1 - i), direc, _JOUEURS[t])


def _locaux(l: Any, i: int, j: int, t: str, g: int) -> int:
    return max(_nb(l, i, j, direc, t, g) for direc in lignes.PAS)


def _places(l: Any, t: str, g: int) -> tuple[int, list[list[int]]]:
    position = _lire(l, g)
    mieux, cases = lignes.places(position, _JOUEURS[t])
    return mieux, [[x + 1, position.hauteur - 1 - y] for x, y in cases]


def _filtre(l: Any, t: str, g: int, places: Any) -> list[list[int]]:
    position = _lire(l, g)
    return [
        [c, i]
        for c, i in places
        if position.niveau(c - 1) == position.hauteur - 1 - i and lignes.permise(position, c - 1, _JOUEURS[t])
    ]


def _urgence(l: Any, t: str, txt: int, g: int) -> int:
    position, joueur = _lire(l, g), _JOUEURS[t]
    urgentes = lignes.gagnantes(position, joueur) or lignes.gagnantes(position, 3 - joueur)
    return urgentes[0] + 1 if urgentes else 0


_AIDES: dict[str, Callable[..., Any]] = {
    "ajouter": lambda l, c, t: vers_jetons(poser(_lire(l), c - 1, _JOUEURS[t])),
    "inv": pure(lambda t: "[X]" if t == "[O]" else "[O]"),
    "listcolnonpleines": lambda l: [x + 1 for x in libres(_lire(l))],
    "verifcolonne": pure(_suite("col")),
    "verifligne": pure(_suite("ligne")),
    "verifdiagonale_desc": pure(_suite("diagd")),
    "verifdiagonale_mont": pure(_suite("diagm")),
    "maxi": pure(lambda l, t, g=4: lignes.maxi(_lire(l, g), _JOUEURS[t])),
    "maxidirec": _directions,
    "listcolok": _permises,
    "nbjetons": pure(_nb),
    "maxixloc": pure(_locaux),
    "maxix": pure(lambda l, t, g: _places(l, t, g)[0]),
    "maxixplaces": _places,
    "filtreplc": _filtre,
    "slc2": lambda l, lcj, t, txt, g: selection(_lire(l, g), list(lcj), _JOUEURS[t]),
    "slc3": lambda l, lcj, t, txt, g: retenues(_lire(l, g), list(lcj), _JOUEURS[t]),
    "slc4": lambda l, lcj, t, txt, g: sans_double(_lire(l, g), list(lcj), _JOUEURS[t]),
    "urgence": _urgence,
}


def aides(*noms: str) -> dict[str, Callable[..., Any]]:
    """Les versions justes de ces fonctions."""
    return {nom: _AIDES[nom] for nom in noms}
