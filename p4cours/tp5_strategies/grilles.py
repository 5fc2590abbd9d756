"""Lire les tables de jetons que rend l'élève, les montrer, et en fabriquer pour les essais.
Les lignes de jetons d'une Position : suites sans trou, et fenêtres sans jeton adverse.
Les colonnes que retiennent les sélections du TP, calculées sur une Position (numéros à partir de 1).
Les fonctions du TP refaites sur une Position : elles remplacent celles qu'un élève n'a pas réussies.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any

from p4core.appels import pure
from p4core.codages import depuis_jetons, vers_jetons
from p4core.jeu import Case, Position, alignements, cases_du_masque, masques_alignements
from p4cours.verification import positions as pos
from p4cours.verification.essais import Appelant, Epreuve, Essai, Source, juger
from p4cours.verification.lecture import Malforme, entier, montrer, nommer, suite

# --- Lire les tables de jetons que rend l'élève, les montrer, et en fabriquer pour les essais ------------


Table = list[list[str]]
JETONS = {0: "[ ]", 1: "[O]", 2: "[X]"}
AUTRES = ((5, 4, 3), (4, 6, 4), (8, 5, 4), (6, 7, 5), (4, 4, 3))  # (largeur, hauteur, longueur à aligner)


def lire_table(valeur: Any, nom: str = "la table renvoyée") -> Table:
    """Une liste de colonnes de jetons, ou Malforme avec une phrase qui dit ce qui manque."""
    if not isinstance(valeur, list | tuple) or not all(isinstance(c, list | tuple) for c in valeur):
        raise Malforme(
            f"{nom} doit être une liste de listes, or c'est {nommer(valeur)} : {montrer(valeur, 80)}."
        )
    if not valeur or len({len(colonne) for colonne in valeur}) != 1:
        raise Malforme(f"{nom} doit avoir des colonnes de même longueur : {montrer(valeur, 80)}.")
    for j, colonne in enumerate(valeur):
        for i, jeton in enumerate(colonne):
            if not isinstance(jeton, str) or jeton not in JETONS.values():
                raise Malforme(
                    f'l[{j}][{i}] vaut {montrer(jeton, 40)} : une case contient "[ ]", "[O]" ou "[X]".'
                )
    return [list(colonne) for colonne in valeur]


def lire_colonnes(valeur: Any) -> list[int]:
    """Une liste de numéros de colonnes, rangée par ordre croissant."""
    return sorted(entier(c, "chaque colonne") for c in suite(valeur))


def en_cases(table: Table) -> list[list[int]]:
    """Les cases telles que les dessins les attendent : par colonnes, de bas en haut."""
    code = {jeton: valeur for valeur, jeton in JETONS.items()}
    return [[code[jeton] for jeton in reversed(colonne)] for colonne in table]


def differences(obtenue: Table, attendue: Table) -> list[Case]:
    """Les cases (x, y) qui diffèrent."""
    hauteur = len(attendue[0])
    couples = [(x, i) for x in range(len(attendue)) for i in range(hauteur)]
    return [(x, hauteur - 1 - i) for x, i in couples if obtenue[x][i] != attendue[x][i]]


def poser(position: Position, x: int, joueur: int) -> Position:
    """La position avec un pion de plus, même si ce n'est pas son tour ; inchangée si la colonne est "
    "pleine."""
    y = position.niveau(x)
    if y >= position.hauteur:
        return position
    pion = 1 << x * (position.hauteur + 1) + y
    un, deux = position.pions
    pions = (un | pion, deux) if joueur == 1 else (un, deux | pion)
    return Position.depuis_pions((position.largeur, position.hauteur), position.aligner, pions, 3 - joueur)


def dessinee(rangees: str, aligner: int = 4) -> Position:
    """La position dessinée par ces rangées, de haut en bas : « ...X... ..OO... » (le haut vide est omis)."""
    lignes = rangees.split()
    lignes = ["." * len(lignes[0])] * (6 - len(lignes)) + lignes
    code = {".": "[ ]", "O": "[O]", "X": "[X]"}
    table = [[code[ligne[x]] for ligne in lignes] for x in range(len(lignes[0]))]
    return depuis_jetons(table, aligner=aligner, legale=False)


def libres(position: Position) -> list[int]:
    """Les colonnes non pleines, à partir de 0."""
    return [x for x in range(position.largeur) if position.niveau(x) < position.hauteur]


def en_cours(source: Source, nombre: int, depart: Position | None = None) -> Iterator[Position]:
    """Des positions au hasard où la partie n'est pas finie."""
    return (p for p in pos.au_hasard(source.alea, source.nombre(nombre), depart) if libres(p))


def autres_tailles(source: Source, nombre: int) -> Iterator[Position]:
    """Des positions non finies sur d'autres grilles, avec d'autres longueurs à aligner."""
    for taille in AUTRES:
        yield from en_cours(source, nombre, Position(*taille))


def sous_liste(alea: random.Random, position: Position) -> list[int]:
    """Quelques colonnes jouables, numérotées à partir de 1."""
    possibles = [x + 1 for x in libres(position)]
    return sorted(alea.sample(possibles, alea.randint(1, len(possibles))))


def essai(
    nom: str,
    position: Position,
    arguments: tuple[Any, ...],
    juge: Any,
    genre: type[Essai] = Essai,
    **options: Any,
) -> Essai:
    """Un essai de nom(l, …) sur cette position, dessiné comme dans le TP."""
    montres = ", ".join(montrer(a, 60) for a in arguments)
    appel = f"{nom}(l, {montres})" if arguments else f"{nom}(l)"
    table = vers_jetons(position)
    return genre(appel, (table, *arguments), juge, position, origine=1, rangee_0_en_haut=True, **options)


@dataclass(frozen=True)
class EssaiPermissif(Essai):
    """Un essai qui ferme les yeux sur les arguments modifiés : un autre critère s'en charge."""

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Fait l'appel et juge la seule valeur rendue."""
        appel = appelant(self.arguments, delai=self.delai)
        appel.arguments = appel.apres
        return Epreuve(self, appel, juger(self, appel))


# --- Les lignes de jetons d'une Position : suites sans trou, et fenêtres sans jeton adverse --------------


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


# --- Les colonnes que retiennent les sélections du TP, calculées sur une Position (numéros à partir de 1)


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


# --- Les fonctions du TP refaites sur une Position : elles remplacent celles qu'un élève n'a pas réussies


_JOUEURS = {"[O]": 1, "[X]": 2}


def _lire(l: Any, g: int = 4) -> Position:
    return depuis_jetons(l, aligner=g, legale=False)


def _suite(direction: str) -> Callable[..., int]:
    return lambda l, t, g=4: suites(_lire(l, g), _JOUEURS[t])[direction]


def _directions(l: Any, t: str, g: int = 4) -> tuple[int, list[str]]:
    toutes = suites(_lire(l, g), _JOUEURS[t])
    mieux = max(toutes.values())
    return mieux, [d for d, n in toutes.items() if n == mieux]


def _permises(l: Any, lcj: Any, t: str, g: int = 4) -> list[int]:
    return [c for c in lcj if permise(_lire(l, g), c - 1, _JOUEURS[t])]


def _nb(l: Any, i: int, j: int, direc: str, t: str, g: int) -> int:
    # La case est tenue pour vide, comme dans le sujet.
    position = _lire(
        [[("[ ]" if (x, y) == (j, i) else v) for y, v in enumerate(c)] for x, c in enumerate(l)], g
    )
    return compte(position, (j, position.hauteur - 1 - i), direc, _JOUEURS[t])


def _locaux(l: Any, i: int, j: int, t: str, g: int) -> int:
    return max(_nb(l, i, j, direc, t, g) for direc in PAS)


def _places(l: Any, t: str, g: int) -> tuple[int, list[list[int]]]:
    position = _lire(l, g)
    mieux, cases = places(position, _JOUEURS[t])
    return mieux, [[x + 1, position.hauteur - 1 - y] for x, y in cases]


def _filtre(l: Any, t: str, g: int, places: Any) -> list[list[int]]:
    position = _lire(l, g)
    return [
        [c, i]
        for c, i in places
        if position.niveau(c - 1) == position.hauteur - 1 - i and permise(position, c - 1, _JOUEURS[t])
    ]


def _urgence(l: Any, t: str, txt: int, g: int) -> int:
    position, joueur = _lire(l, g), _JOUEURS[t]
    urgentes = gagnantes(position, joueur) or gagnantes(position, 3 - joueur)
    return urgentes[0] + 1 if urgentes else 0


_AIDES: dict[str, Callable[..., Any]] = {
    "ajouter": lambda l, c, t: vers_jetons(poser(_lire(l), c - 1, _JOUEURS[t])),
    "inv": pure(lambda t: "[X]" if t == "[O]" else "[O]"),
    "listcolnonpleines": lambda l: [x + 1 for x in libres(_lire(l))],
    "verifcolonne": pure(_suite("col")),
    "verifligne": pure(_suite("ligne")),
    "verifdiagonale_desc": pure(_suite("diagd")),
    "verifdiagonale_mont": pure(_suite("diagm")),
    "maxi": pure(lambda l, t, g=4: maxi(_lire(l, g), _JOUEURS[t])),
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
