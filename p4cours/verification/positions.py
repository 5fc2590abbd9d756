"""Des positions pour les essais : petites, gagnées de chaque façon, nulles, au hasard, finies."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from p4core.codages import CodageInvalide, depuis_colonnes
from p4core.francais import quantite
from p4core.jeu import Case, Position, alignements, partie_hasard, promenade
from p4cours.verification.essais import Ecart
from p4cours.verification.lecture import grille

Alignement = tuple[Case, ...]
DIRECTIONS = ("horizontale", "verticale", "diagonale montante", "diagonale descendante")


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
        traversees = promenade(alea, alea.randrange(cases), vide)
        yield [position for position in traversees if not position.finie][-1]


def finies(alea: random.Random, nombre: int, depart: Position | None = None) -> Iterator[Position]:
    """Des fins de partie jouées au hasard."""
    for _ in range(nombre):
        yield partie_hasard(alea, depart)


def direction(alignement: Alignement) -> str:
    """L'une des quatre DIRECTIONS."""
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


@lru_cache(maxsize=4)
def dans_les_coins(largeur: int, hauteur: int, aligner: int = 4) -> tuple[Position, ...]:
    """Sur une grande grille, des victoires qui passent par un coin : on n'y arrive pas au hasard."""
    alea, vide = random.Random(5), Position(largeur, hauteur, aligner)
    coins = {(x, y) for x in (0, largeur - 1) for y in (0, hauteur - 1)}
    visees = [a for a in alignements(largeur, hauteur, aligner) if coins & {*a}]
    trouvees = (_la_plus_petite(alea, vide, a, joueur) for a in visees for joueur in (1, 2))
    return tuple(position for position in trouvees if position is not None)


# Des parties nulles, dont la dernière case est tour à tour dans chaque colonne.
PRESQUE_PLEINES = (
    "545574666331413177654763334427722225162151",
    "413343241175423173751556345146577766662222",
    "775327742677164325441233611261123564555643",
    "151215733637315147127742256743355226644664",
    "132457525273314713741112476573364422666655",
    "121564224424516432475253355317776631731676",
    "243141552541161143544563256267237672373677",
)


# La dernière case gagne, pour celui à qui elle revient ; et l'autre doit la lui prendre.
AU_DERNIER_COUP = "371674536743224664352465711623117147355522"


def presque_pleines(*cases: int) -> Iterator[Position]:
    """Des positions sans gagnant où il reste si peu de cases, que le hasard n'atteint presque jamais."""
    for coups in PRESQUE_PLEINES:
        yield from (Position.depuis_coups(coups[: len(coups) - n]) for n in cases or (1, 2, 4, 7))


# --- Une grille de fin de partie ------------------------------------------------------------------


def position_finale(valeur: Any) -> tuple[Position | None, Ecart | None]:
    """La position d'une grille de fin de partie (codage colonnes), ou pourquoi elle n'en est pas une."""
    cases = grille(valeur)
    try:
        position = depuis_colonnes(cases)
    except CodageInvalide:
        return None, _grille_impossible(cases)
    return position, _partie_mal_finie(position, cases)


def _grille_impossible(cases: list[list[int]]) -> Ecart:
    flottants = [(x, y) for x in range(7) for y in range(1, 6) if cases[x][y] and not cases[x][y - 1]]
    un, deux = (sum(colonne.count(joueur) for colonne in cases) for joueur in (1, 2))
    if flottants:
        phrase = "Dans la grille renvoyée, un pion flotte : il n'est pas tombé jusqu'en bas de sa colonne."
        return Ecart(phrase, fautives=flottants, cases=cases)
    if un not in (deux, deux + 1):
        phrase = (
            f"La grille renvoyée contient {quantite(un, 'pion')} du joueur 1 et {deux} du joueur 2 : "
            "les joueurs ne jouent pas tour à tour"
            + (", ou le joueur 1 n'a pas commencé." if deux == un + 1 else ".")
        )
        return Ecart(phrase, "autant de pions 1 que de 2, ou un de plus", f"{un} et {deux}", cases=cases)
    phrase = "La partie a continué après une victoire : elle doit s'arrêter au premier alignement."
    return Ecart(phrase, cases=cases)


def _partie_mal_finie(position: Position, cases: list[list[int]]) -> Ecart | None:
    if not position.finie:
        return Ecart(
            "La partie s'arrête trop tôt : personne n'a gagné et il reste des cases libres.",
            "une victoire ou une grille pleine",
            f"{position.nb_coups} pions, pas de gagnant",
            cases=cases,
        )
    if position.gagnant and not dernier_coup_gagnant(position):
        return Ecart(
            "La partie a continué après une victoire : aucun dernier coup ne peut avoir donné cette grille.",
            cases=cases,
            fautives=position.alignement,
        )
    return None


def dernier_coup_gagnant(position: Position) -> bool:
    """Peut-on enlever un pion du gagnant, en haut d'une colonne, pour qu'il n'ait pas encore gagné ?"""
    for x in range(position.largeur):
        y = position.niveau(x) - 1
        if y >= 0 and position.case(x, y) == position.gagnant:
            pion = 1 << x * (position.hauteur + 1) + y
            un, deux = position.pions
            avant = Position.depuis_pions(
                (position.largeur, position.hauteur),
                position.aligner,
                (un & ~pion, deux & ~pion),
                position.gagnant,
            )
            if not avant.gagnant:
                return True
    return False
