"""Les codages des TP vus de l'arbre : lire un état, l'écrire, nommer ses coups et ses joueurs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from p4core import codages
from p4core.position import Case, Position


@dataclass(frozen=True)
class Lecture:
    """Ce qui change d'un codage à l'autre."""

    lire: Callable[[Any, int], Position]
    coder: Callable[[Position], Any]
    grille: Callable[[Any], Any] = lambda etat: etat  # la part de l'état que reçoit `valeur`
    coup: Callable[[Case], Any] = lambda case: case  # un coup, comme le TP l'écrit
    lettre: str = "x = "  # comment le TP nomme une colonne
    origine: int = 0
    noms: tuple[str, str] = ("joueur 1", "joueur 2")
    joueurs: dict[Any, int] = field(default_factory=lambda: {1: 1, 2: 2})  # comment le TP les désigne
    maximise: int | None = None  # le joueur MAX du TP ; sinon celui qui a le trait au départ
    infinis: bool = False  # une victoire vaut ±∞ et une nulle 0, sans appeler `valeur`


def _lire_lignes(etat: Any, aligner: int) -> Position:
    grille = etat[0] if isinstance(etat, tuple) and len(etat) == 2 else etat
    return codages.depuis_lignes(grille, aligner=aligner, legale=False)


def _lire_position(etat: Any, _aligner: int) -> Position:
    if not isinstance(etat, Position):
        raise TypeError(
            f"Une Position est attendue, pas {etat!r:.60} ; pour une grille d'un TP, précisez codage=…"
        )
    return etat


LECTURES: dict[str | None, Lecture] = {
    None: Lecture(_lire_position, lambda position: position, lettre="colonne ", origine=1),
    "colonnes": Lecture(
        lambda etat, n: codages.depuis_colonnes(etat, taille=None, aligner=n, legale=False),
        codages.vers_colonnes,
    ),
    "lignes": Lecture(
        _lire_lignes,
        codages.vers_lignes,
        grille=lambda etat: etat[0] if isinstance(etat, tuple) else etat,
        lettre="k = ",
        infinis=True,
    ),
    "situation": Lecture(
        lambda etat, n: codages.depuis_situation(etat, taille=None, aligner=n, legale=False),
        codages.vers_situation,
        coup=lambda case: (case[1], case[0]),
        lettre="j = ",
        noms=("J1", "J0"),
        joueurs={1: 1, 0: 2},
        maximise=2,
        infinis=True,
    ),
    "jetons": Lecture(
        lambda etat, n: codages.depuis_jetons(etat, aligner=n, legale=False),
        codages.vers_jetons,
        lettre="colonne ",
        origine=1,
        noms=("[O]", "[X]"),
        joueurs={"[O]": 1, "[X]": 2},
        infinis=True,
    ),
}
