"""`p4 preparer` : compiler d'avance le solveur, les IA par règles et les jumeaux, une fois par machine."""

from __future__ import annotations

import os
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from math import inf
from typing import Any

from p4core.francais import duree
from p4core.ia import avance
from p4core.ia.compilation import COMPILE
from p4core.ia.jumeaux import JoueurMinmax
from p4core.ia.regles import IA_REGLES
from p4core.ia.solveur import calcul
from p4core.jeu import Position

LIBELLES = {"regles": "Les IA par règles", "solveur": "Le solveur exact", "jumeaux": "Les jumeaux rapides"}


def _une_partie(affrontement: Any) -> None:
    """Joue une partie : les types de ses arguments sont ceux de toutes."""
    grille = Position()
    affrontement.jouer(0, 0, bytearray(grille.largeur * grille.hauteur), bytearray(1), bytearray(1))


def _regles() -> None:
    _une_partie(IA_REGLES["1.1"].affronter(IA_REGLES["3"], Position()))


def _solveur() -> None:
    calcul.preparer(calcul.USUELLE)


def _jumeaux() -> None:
    minmax = JoueurMinmax([0, 1, 4, 9, inf], 1)
    _une_partie(minmax.affronter(minmax, Position()))


ATELIERS: dict[str, Callable[[], None]] = {"regles": _regles, "solveur": _solveur, "jumeaux": _jumeaux}


def preparer(partie: str) -> None:
    """Compile cette partie dans ce processus, et laisse son témoin."""
    os.environ[avance.CHANTIER] = "ici"
    ATELIERS[partie]()
    avance.temoigner(partie)


def definir(analyseur: ArgumentParser) -> None:
    """La commande n'a pas d'argument : elle prépare tout."""


def executer(_arguments: Namespace) -> int:
    """Compile tout ce qui ne l'est pas."""
    return tout_preparer(avance.PARTIES)


def tout_preparer(parties: Sequence[str]) -> int:
    """Compile ces parties, dans cet ordre ; dit combien de temps chacune a pris."""
    if not COMPILE:
        print("numba est absent : il n'y a rien à compiler, tout s'exécute en Python.")
        return 0
    for partie in parties:
        debut = time.monotonic()
        preparer(partie)
        print(f"{LIBELLES[partie]} : prêt en {duree(time.monotonic() - debut)}.", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(tout_preparer(sys.argv[1:]))
