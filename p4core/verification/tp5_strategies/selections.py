"""Les colonnes que retiennent les sélections du TP, calculées sur une Position (numéros à partir de 1)."""

from __future__ import annotations

from p4core.position import Position
from p4core.verification.tp5_strategies.grilles import poser
from p4core.verification.tp5_strategies.lignes import maxi, permise, places


def apports(position: Position, lcj: list[int], joueur: int, sans_trou: bool = False) -> dict[int, int]:
    """Pour chaque colonne permise, la plus grande ligne que le joueur aurait après y avoir joué."""
    mesure = maxi if sans_trou else lambda p, j: places(p, j)[0]
    permises = [c for c in lcj if permise(position, c - 1, joueur)]
    return {c: mesure(poser(position, c - 1, joueur), joueur) for c in permises}


def selection(position: Position, lcj: list[int], joueur: int, sans_trou: bool = False) -> list[int]:
    """slc2 (ou slc1) : les meilleures colonnes permises ; lcj si aucune n'apporte rien."""
    valeurs = apports(position, lcj, joueur, sans_trou)
    mieux = max(valeurs.values(), default=0)
    return [c for c, n in valeurs.items() if n == mieux] if mieux else list(lcj)


def retenues(position: Position, lcj: list[int], joueur: int) -> list[int]:
    """slc3 : celles de slc2 qui sont permises ; lcj s'il n'y en a pas."""
    choisies = [c for c in selection(position, lcj, joueur) if permise(position, c - 1, joueur)]
    return choisies or list(lcj)


def double(position: Position, c: int, joueur: int) -> bool:
    """Si l'adversaire joue au-dessus de c, lui manque-t-il une seule case à deux endroits au moins ?"""
    apres = poser(poser(position, c - 1, joueur), c - 1, 3 - joueur)
    mieux, cases = places(apres, 3 - joueur)
    return mieux == position.aligner - 1 and len(cases) >= 2


def sans_double(position: Position, lcj: list[int], joueur: int) -> list[int]:
    """slc4 comme elle aurait dû être : celles de slc3 sans double menace ; lcj s'il n'en reste pas."""
    gardees = [c for c in retenues(position, lcj, joueur) if not double(position, c, joueur)]
    return gardees or list(lcj)
