"""Des positions pour les essais : petites, gagnées de chaque façon, nulles, au hasard."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache

from p4core.jeu import Case, Position, alignements, partie_hasard

Alignement = tuple[Case, ...]


def petites(coups: int = 2, depart: Position | None = None) -> Iterator[Position]:
    """Toutes les positions d'au plus ce nombre de coups, les plus petites d'abord."""
    couche = [depart or Position()]
    for _ in range(coups + 1):
        yield from couche
        couche = list({p.jouer(x): None for p in couche for x in p.coups()})


def au_hasard(alea: random.Random, nombre: int, depart: Position | None = None) -> Iterator[Position]:
    """Des positions non finies, de toutes longueurs."""
    vide = depart or Position()
    cases = vide.largeur * vide.hauteur
    for _ in range(nombre):
        yield _marche(alea, vide, alea.randrange(cases))


def _marche(alea: random.Random, position: Position, coups: int) -> Position:
    for _ in range(coups):
        suivante = position.jouer(alea.choice(position.coups()))
        if suivante.finie:
            break
        position = suivante
    return position


def finies(alea: random.Random, nombre: int, depart: Position | None = None) -> Iterator[Position]:
    """Des fins de partie jouées au hasard."""
    for _ in range(nombre):
        yield partie_hasard(alea, depart)


def direction(alignement: Alignement) -> str:
    """« horizontale », « verticale », « diagonale montante » ou « diagonale descendante »."""
    (x0, y0), (x1, y1) = alignement[0], alignement[1]
    if x0 == x1:
        return "verticale"
    if y0 == y1:
        return "horizontale"
    return "diagonale montante" if y1 > y0 else "diagonale descendante"


@lru_cache(maxsize=8)
def gagnees(largeur: int = 7, hauteur: int = 6, aligner: int = 4) -> tuple[tuple[Position, Alignement], ...]:
    """Pour chaque alignement et chaque joueur, une petite position légale gagnée par lui seul."""
    alea = random.Random(4)
    vide = Position(largeur, hauteur, aligner)
    trouvees = [
        (_la_plus_petite(alea, vide, alignement, joueur), alignement)
        for alignement in alignements(largeur, hauteur, aligner)
        for joueur in (1, 2)
    ]
    return tuple((position, alignement) for position, alignement in trouvees if position is not None)


def _la_plus_petite(alea: random.Random, vide: Position, but: Alignement, joueur: int) -> Position | None:
    tentatives = (_viser(alea, vide, but, joueur) for _ in range(400))
    reussies = []
    for position in tentatives:
        if position.alignement == tuple(sorted(but)) and position.gagnant == joueur:
            reussies.append(position)
        if len(reussies) == 4:
            break
    return min(reussies, key=lambda p: p.nb_coups, default=None)


def _viser(alea: random.Random, position: Position, but: Alignement, joueur: int) -> Position:
    """Une partie où `joueur` occupe les cases du but et où l'autre les lui laisse."""
    while not position.finie:
        prochaines = {x: (x, position.niveau(x)) for x in position.coups()}
        visees = [x for x, case in prochaines.items() if case in but]
        sous = [x for x, (_, y) in prochaines.items() if any(bx == x and y < by for bx, by in but)]
        if position.trait == joueur and visees:
            choix = visees
        else:
            libres = [x for x in prochaines if x not in visees]
            choix = [x for x in sous if x in libres] or libres or list(prochaines)
        # Un peu de désordre : sans lui, certains appuis donnent toujours le même alignement parasite.
        if alea.random() < 0.2:
            choix = [x for x in prochaines if x not in visees] or choix
        position = position.jouer(alea.choice(choix))
    return position


@lru_cache(maxsize=8)
def nulles(nombre: int = 3, largeur: int = 7, hauteur: int = 6, aligner: int = 4) -> tuple[Position, ...]:
    """Des grilles pleines sans gagnant."""
    alea, vide = random.Random(2), Position(largeur, hauteur, aligner)
    trouvees: list[Position] = []
    while len(trouvees) < nombre:
        position = _eviter(alea, vide)
        if position.pleine and not position.gagnant:
            trouvees.append(position)
    return tuple(trouvees)


def _eviter(alea: random.Random, position: Position) -> Position:
    """Une partie où chacun évite de gagner tant qu'il le peut."""
    while not position.finie:
        suites = [position.jouer(x) for x in position.coups()]
        position = alea.choice([p for p in suites if not p.gagnant] or suites)
    return position
