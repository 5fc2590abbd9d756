"""Les alignements qui passent par une case, lus comme le ferait une réponse fautive."""

from __future__ import annotations

from collections.abc import Iterator

from p4core.position import Case, Position

_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


def fenetres(case: Case, taille: int = 4) -> Iterator[list[Case]]:
    """Les autres cases de chaque alignement qui contient la case, sans souci des bords."""
    x, y = case
    for dx, dy in _DIRECTIONS:
        for debut in range(1 - taille, 1):
            yield [(x + dx * k, y + dy * k) for k in range(debut, debut + taille) if k]


def voit(position: Position, case: Case, joueur: int, tourne: bool, taille: int = 4) -> bool:
    """Une fenêtre dont les autres cases sont à ce joueur ; `tourne` : un indice négatif repart de la fin."""
    dedans = lambda x, y: (-7 if tourne else 0) <= x < 7 and (-6 if tourne else 0) <= y < 6  # noqa: E731
    return any(
        all(dedans(x, y) and position.case(x % 7, y % 6) == joueur for x, y in fenetre)
        for fenetre in fenetres(case, taille)
    )


def gagne_en_tournant(position: Position, case: Case | None) -> bool:
    """Fausse victoire de celui qui laisse passer les indices négatifs."""
    return case is not None and voit(position, case, position.case(*case), tourne=True)


def en_echangeant(position: Position, case: Case) -> bool:
    """La réponse de celui qui lit (i, j) comme (colonne, ligne)."""
    y, x = case
    if y > 5 or not position.case(x, y):
        return False
    return voit(position, (x, y), position.case(x, y), tourne=False)
