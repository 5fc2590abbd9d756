"""Les lignes de jetons d'une Position : suites sans trou, et fenêtres sans jeton adverse."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

from p4core.position import Case, Position, alignements, cases_du_masque, masques_alignements
from p4core.verification.tp5_strategies.grilles import libres, poser

PAS = {"ligne": (1, 0), "col": (0, 1), "diagm": (1, 1), "diagd": (1, -1)}  # (dx, dy), y vers le haut


@lru_cache(maxsize=64)
def droites(largeur: int, hauteur: int, direction: str, minimum: int = 1) -> tuple[tuple[Case, ...], ...]:
    """Toutes les droites d'au moins `minimum` cases de cette direction."""
    dx, dy = PAS[direction]
    trouvees = []
    for x in range(largeur):
        for y in range(hauteur):
            if not (0 <= x - dx < largeur and 0 <= y - dy < hauteur):  # la première case d'une droite
                longueur = next(
                    k
                    for k in range(1, largeur + hauteur + 1)
                    if not (0 <= x + k * dx < largeur and 0 <= y + k * dy < hauteur)
                )
                trouvees.append(tuple((x + k * dx, y + k * dy) for k in range(longueur)))
    return tuple(droite for droite in trouvees if len(droite) >= minimum)


def contenus(position: Position, direction: str, minimum: int = 1) -> list[list[int]]:
    """Le contenu de ces droites, case par case."""
    cases = position.cases()
    toutes = droites(position.largeur, position.hauteur, direction, minimum)
    return [[cases[x][y] for x, y in droite] for droite in toutes]


def plus_longue(contenu: list[int], joueur: int) -> int:
    """La plus grande suite de jetons du joueur, 0 s'il n'en a pas."""
    return max((len(list(groupe)) for jeton, groupe in groupby(contenu) if jeton == joueur), default=0)


def suite_max(position: Position, joueur: int, direction: str, minimum: int = 1) -> int:
    """La plus grande suite du joueur dans une direction."""
    return max((plus_longue(c, joueur) for c in contenus(position, direction, minimum)), default=0)


def minimum_de(direction: str, aligner: int) -> int:
    """La longueur des plus courtes droites parcourues : les petites diagonales des coins ne le sont pas."""
    return aligner if direction.startswith("diag") else 1


def suites(position: Position, joueur: int, aligner: int | None = None) -> dict[str, int]:
    """La plus grande suite du joueur dans chaque direction (au moins 1, comme les fonctions du sujet)."""
    g = aligner or position.aligner
    return {d: max(1, suite_max(position, joueur, d, minimum_de(d, g))) for d in PAS}


def maxi(position: Position, joueur: int) -> int:
    """La plus grande suite du joueur."""
    return max(suites(position, joueur).values())


def gagne(position: Position, joueur: int) -> bool:
    """Le joueur a-t-il une suite de la longueur à aligner ?"""
    siens = position.pions[joueur - 1]
    return any(siens & masque == masque for masque in _masques(position))


def _masques(position: Position) -> tuple[int, ...]:
    return masques_alignements(position.largeur, position.hauteur, position.aligner)


@lru_cache(maxsize=64)
def fenetres(largeur: int, hauteur: int, aligner: int, direction: str) -> tuple[tuple[Case, ...], ...]:
    """Les fenêtres de `aligner` cases dans une direction."""
    dx, dy = PAS[direction]
    return tuple(
        a
        for a in alignements(largeur, hauteur, aligner)
        if aligner == 1 or (a[1][0] - a[0][0], a[1][1] - a[0][1]) == (dx, dy)
    )


def compte(position: Position, case: Case, direction: str, joueur: int) -> int:
    """Le plus de jetons du joueur dans une fenêtre qui contient la case et aucun jeton adverse."""
    mieux = 0
    for fenetre in fenetres(position.largeur, position.hauteur, position.aligner, direction):
        if case in fenetre:
            jetons = [position.case(x, y) for x, y in fenetre]
            if 3 - joueur not in jetons:
                mieux = max(mieux, jetons.count(joueur))
    return mieux


def places(position: Position, joueur: int) -> tuple[int, list[Case]]:
    """Le plus grand compte sur les cases vides, et les cases qui l'atteignent."""
    mieux, cases = _meilleures(position, joueur)
    return mieux, list(cases_du_masque(cases, position.hauteur))


@lru_cache(maxsize=20_000)
def _meilleures(position: Position, joueur: int) -> tuple[int, int]:
    """Le plus grand compte, et le masque des cases vides qui l'atteignent."""
    siens, autres = position.pions if joueur == 1 else position.pions[::-1]
    vides = _grille(position) & ~position.masque
    mieux, cases = 0, vides
    for masque in _masques(position):
        n = (siens & masque).bit_count()
        if n >= max(mieux, 1) and not autres & masque and vides & masque:
            cases = vides & masque | (cases if n == mieux else 0)
            mieux = n
    return mieux, cases


def _grille(position: Position) -> int:
    """Toutes les cases, en bits."""
    colonne = (1 << position.hauteur) - 1
    return sum(colonne << x * (position.hauteur + 1) for x in range(position.largeur))


def permise(position: Position, x: int, joueur: int) -> bool:
    """Jouer x laisse-t-il l'adversaire sans victoire juste au-dessus ?"""
    return not gagne(poser(poser(position, x, joueur), x, 3 - joueur), 3 - joueur)


def gagnantes(position: Position, joueur: int) -> list[int]:
    """Les colonnes (à partir de 0) où le joueur gagnerait tout de suite."""
    return [x for x in libres(position) if gagne(poser(position, x, joueur), joueur)]
