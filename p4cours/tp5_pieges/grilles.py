"""Les tables de jetons du TP 5 : en fabriquer, les mesurer sur une Position, y choisir des colonnes ; et les
fonctions du TP refaites ainsi, qui remplacent celles qu'un élève n'a pas réussies."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby
from typing import Any

from p4core.appels import pure
from p4core.codages import JETONS, depuis_jetons, vers_jetons
from p4core.jeu import Case, Position, aligne, alignements, cases_du_masque, masques_alignements
from p4cours.verification import positions as pos
from p4cours.verification.essais import Source, exigeante
from p4cours.verification.formes import Fonction
from p4cours.verification.lecture import entier, montrer, suite

Table = list[list[str]]
GRANDE = (9, 7, 4)  # plus que ce que l'on écrirait d'avance
IMMENSE = (11, 9, 6)  # de même, pour ce qui compte des cases
AUTRES = ((5, 4, 3), (4, 6, 4), (8, 5, 4), (6, 7, 5), (4, 4, 3))  # (largeur, hauteur, longueur à aligner)


# --- donner une table, lire la réponse ------------------------------------------------------------


def sur_table(signature: str, autres: Callable[..., tuple[Any, ...]], **reglages: Any) -> Fonction:
    """Une fonction du TP : d'un cas (position, …), elle reçoit la table l, puis `autres(position, …)`."""
    nom = signature.partition("(")[0]

    def montrer_appel(position: Position, *reste: Any) -> str:
        return f"{nom}({', '.join(['l', *(montrer(a, 60) for a in autres(position, *reste))])})"

    return Fonction(
        signature,
        donner=lambda position, *reste: (vers_jetons(position), *autres(position, *reste)),
        **{"appel": montrer_appel, "options": {"codage": JETONS}, **reglages},
    )


def lire_table(valeur: Any) -> Table:
    """La table que renvoie l'élève."""
    return JETONS.lire_table(valeur, "la table renvoyée")


def lire_colonnes(valeur: Any) -> list[int]:
    """Une liste de numéros de colonnes, rangée par ordre croissant."""
    return sorted(entier(c, "chaque colonne") for c in suite(valeur))


# --- des positions --------------------------------------------------------------------------------


def poser(position: Position, x: int, *joueurs: int) -> Position:
    """La position avec un pion de plus par joueur, même si ce n'est pas son tour, tant qu'il y a la place."""
    for joueur in joueurs:
        y = position.niveau(x)
        if y >= position.hauteur:
            return position
        pion = 1 << x * (position.hauteur + 1) + y
        un, deux = position.pions
        pions = (un | pion, deux) if joueur == 1 else (un, deux | pion)
        taille = position.largeur, position.hauteur
        position = Position.depuis_pions(taille, position.aligner, pions, 3 - joueur)
    return position


def dessinee(rangees: str, aligner: int = 4) -> Position:
    """La position dessinée par ces rangées, de haut en bas : « ...X... ..OO... » (le haut vide est omis)."""
    lignes = rangees.split()
    lignes = ["." * len(lignes[0])] * (6 - len(lignes)) + lignes
    code = dict(zip(".OX", JETONS.signes, strict=True))
    table = [[code[ligne[x]] for ligne in lignes] for x in range(len(lignes[0]))]
    return depuis_jetons(table, aligner=aligner, legale=False)


def libres(position: Position) -> list[int]:
    """Les colonnes non pleines, à partir de 0."""
    return [x for x in range(position.largeur) if position.niveau(x) < position.hauteur]


def jouables(position: Position) -> list[int]:
    """Les colonnes non pleines, numérotées comme dans le TP."""
    return [x + 1 for x in libres(position)]


def en_cours(source: Source, nombre: int, depart: Position | None = None) -> Iterator[Position]:
    """Des positions au hasard où la partie n'est pas finie."""
    return (p for p in pos.au_hasard(source.alea, source.nombre(nombre), depart) if libres(p))


def autres_tailles(source: Source, nombre: int) -> Iterator[Position]:
    """Des positions non finies sur d'autres grilles, avec d'autres longueurs à aligner."""
    for taille in AUTRES:
        yield from en_cours(source, nombre, Position(*taille))
    yield from en_cours(source, 1, Position(*IMMENSE))


def sous_liste(alea: random.Random, position: Position) -> list[int]:
    """Quelques colonnes jouables."""
    possibles = jouables(position)
    return sorted(alea.sample(possibles, alea.randint(1, len(possibles))))


def miroir(position: Position) -> Position:
    """La position vue dans un miroir, et ses coups de même."""
    pas = position.hauteur + 1
    colonne = (1 << pas) - 1

    def retourner(pions: int) -> int:
        colonnes = (pions >> x * pas & colonne for x in range(position.largeur))
        return sum(bits << (position.largeur - 1 - x) * pas for x, bits in enumerate(colonnes))

    un, deux = map(retourner, position.pions)
    coups = tuple(position.largeur - 1 - x for x in position.historique)
    return replace(position, pions=(un, deux), historique=coups)


def couleurs_echangees(position: Position) -> Position:
    """La même position, les jetons de l'un à la place de ceux de l'autre."""
    un, deux = position.pions
    gagnant = position.gagnant and 3 - position.gagnant
    return replace(position, pions=(deux, un), trait=3 - position.trait, gagnant=gagnant)


Variante = tuple[Position, int, list[int]]  # position, joueur, colonnes


def variantes(
    source: Source, position: Position, joueur: int, colonnes: Collection[int] = ()
) -> list[Variante]:
    """Le cas tel quel, dans un miroir, couleurs échangées, ou les deux : une variante au sort, ou plus.

    Un cas choisi à la main n'est ainsi pas le même d'un tirage à l'autre."""
    retournees = [position.largeur + 1 - c for c in reversed([*colonnes])]
    toutes = [
        cas
        for p, liste in ((position, [*colonnes]), (miroir(position), retournees))
        for cas in ((p, joueur, liste), (couleurs_echangees(p), 3 - joueur, liste))
    ]
    return source.alea.sample(toutes, min(source.nombre(1), 4))


# Avec g = 3, X gagne en 7 par une diagonale qui n'a que trois cases ; puis il l'y gagnerait au-dessus de O.
COIN = dessinee("....OXX ....XOO", 3)
SOUS_LE_COIN = dessinee("....OX. ....XOO", 3)
NON_DONNE = "Vous ne transmettez pas g à maxi : il vaut alors 4, et les diagonales de trois cases échappent."


# --- les lignes de jetons : suites sans trou, et fenêtres sans jeton adverse ----------------------


PAS = {"ligne": (1, 0), "col": (0, 1), "diagm": (1, 1), "diagd": (1, -1)}  # (dx, dy), y vers le haut


@lru_cache(maxsize=64)
def droites(largeur: int, hauteur: int, direction: str, minimum: int = 1) -> tuple[tuple[Case, ...], ...]:
    """Toutes les droites d'au moins `minimum` cases de cette direction."""
    dx, dy = PAS[direction]

    def dedans(x: int, y: int) -> bool:
        return 0 <= x < largeur and 0 <= y < hauteur

    def droite(x: int, y: int) -> Iterator[Case]:
        while dedans(x, y):
            yield x, y
            x, y = x + dx, y + dy

    departs = [(x, y) for x in range(largeur) for y in range(hauteur) if not dedans(x - dx, y - dy)]
    toutes = (tuple(droite(*depart)) for depart in departs)
    return tuple(cases for cases in toutes if len(cases) >= minimum)


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
    return aligne(position.pions[joueur - 1], position.hauteur, position.aligner)


def gagne_sans_g(position: Position, joueur: int) -> bool:
    """Ce que voit gagner qui ne donne pas g à maxi : il vaut 4, les diagonales de 3 ne sont pas lues."""
    return max(suites(position, joueur, 4).values()) >= position.aligner


def gagnantes(position: Position, joueur: int) -> list[int]:
    """Les colonnes (à partir de 0) où le joueur gagnerait tout de suite."""
    return [x for x in libres(position) if gagne(poser(position, x, joueur), joueur)]


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
    return _comptes_de(position, direction, joueur).get(case, 0)


@lru_cache(maxsize=20_000)
def _comptes_de(position: Position, direction: str, joueur: int) -> dict[Case, int]:
    """Ce compte pour toutes les cases à la fois."""
    cases, mieux = position.cases(), dict[Case, int]()
    for fenetre in fenetres(position.largeur, position.hauteur, position.aligner, direction):
        jetons = [cases[x][y] for x, y in fenetre]
        if 3 - joueur not in jetons and (n := jetons.count(joueur)):
            for case in fenetre:
                mieux[case] = max(n, mieux.get(case, 0))
    return mieux


def places(position: Position, joueur: int) -> tuple[int, list[Case]]:
    """Le plus grand compte sur les cases vides, et les cases qui l'atteignent."""
    mieux, cases = _meilleures(position, joueur)
    return mieux, list(cases_du_masque(cases, position.hauteur))


@lru_cache(maxsize=20_000)
def _meilleures(position: Position, joueur: int) -> tuple[int, int]:
    """Le plus grand compte, et le masque des cases vides qui l'atteignent."""
    siens, autres = position.pions if joueur == 1 else position.pions[::-1]
    colonne = (1 << position.hauteur) - 1
    grille = sum(colonne << x * (position.hauteur + 1) for x in range(position.largeur))
    vides = grille & ~position.masque
    mieux, cases = 0, vides
    for masque in _masques(position):
        n = (siens & masque).bit_count()
        if n >= max(mieux, 1) and not autres & masque and vides & masque:
            cases = vides & masque | (cases if n == mieux else 0)
            mieux = n
    return mieux, cases


@lru_cache(maxsize=20_000)
def comptes(position: Position, joueur: int) -> dict[Case, int]:
    """Pour chaque case vide, le plus de jetons du joueur dans une fenêtre où elle est, sans adversaire."""
    siens, autres = position.pions if joueur == 1 else position.pions[::-1]
    vides = {(x, y): 0 for x in range(position.largeur) for y in range(position.niveau(x), position.hauteur)}
    for masque in _masques(position):
        n = (siens & masque).bit_count()
        if n and not autres & masque:
            for case in cases_du_masque(masque & ~position.masque, position.hauteur):
                vides[case] = max(vides[case], n)
    return vides


def accessible(position: Position, joueur: int) -> int:
    """maxixaccessible : le plus grand compte sur les cases où l'on peut jouer tout de suite."""
    tous = comptes(position, joueur)
    return max((tous[x, position.niveau(x)] for x in libres(position)), default=0)


# --- les pièges que prépare l'adversaire du joueur ; les colonnes sont numérotées à partir de 1 ---


def piege_en(position: Position, c: int, joueur: int) -> tuple[bool, int, int]:
    """piegecol : après le coup adverse en c, le premier couple (c1, c2) de menaces qu'on ne peut parer."""
    autre = 3 - joueur
    apres = poser(position, c - 1, autre)
    for x in gagnantes(apres, autre):
        if x == c - 1 and not verticale(poser(apres, x, autre), autre):
            continue  # cette ligne ne passe pas par le jeton joué en c : elle menaçait déjà
        for y in gagnantes(poser(apres, x, joueur), autre):
            return True, x + 1, y + 1
    return False, 0, 0


def verticale(position: Position, joueur: int, aligner: int | None = None) -> bool:
    """Aucune suite du joueur n'est-elle plus longue que sa plus longue suite verticale ?"""
    longueurs = suites(position, joueur, aligner)
    return longueurs["col"] == max(longueurs.values())


def parade(position: Position, joueur: int) -> list[int]:
    """piege : la colonne qui pare le dernier piège accessible, dans une liste ; vide s'il n'y en a pas."""
    autre, reponses = 3 - joueur, []
    for c in jouables(position):
        trouve, c1, c2 = piege_en(position, c, joueur)
        perdue = gagne(poser(position, c - 1, joueur, autre), autre)
        if trouve and not perdue and not gagne(poser(position, c - 1, autre), autre) and {c1, c2} != {c}:
            sures = (k for k in (c, c1) if not _menace_apres(position, k, joueur))
            reponses = [next(sures, c2)]
    return reponses


def _menace_apres(position: Position, c: int, joueur: int) -> bool:
    """Si le joueur joue en c, l'adversaire a-t-il encore une case jouable qui complète une ligne ?"""
    return accessible(poser(position, c - 1, joueur), 3 - joueur) >= position.aligner - 1


def lointains(position: Position, joueur: int) -> list[int]:
    """piege2 : les coups adverses qui laissent deux menaces superposées, encore inaccessibles."""
    return [c for c in jouables(position) if superposees(poser(position, c - 1, 3 - joueur), 3 - joueur)]


def superposees(position: Position, joueur: int) -> list[Case]:
    """Les cases de deux menaces du joueur l'une sur l'autre, hors de portée ; vide s'il n'y en a pas."""
    menaces = {case for case, n in comptes(position, joueur).items() if n >= position.aligner - 1}
    for x, y in sorted(menaces):
        if y > position.niveau(x) and (x, y + 1) in menaces:
            return [(x, y), (x, y + 1)]
    return []


# --- les colonnes que retiennent les sélections du TP, numérotées à partir de 1 -------------------


def permises(position: Position, lcj: list[int], joueur: int) -> list[int]:
    """listcolok : les colonnes où jouer ne laisse pas l'adversaire gagner juste au-dessus."""
    return [c for c in lcj if not gagne(poser(position, c - 1, joueur, 3 - joueur), 3 - joueur)]


def apports(position: Position, lcj: list[int], joueur: int, sans_trou: bool = False) -> dict[int, int]:
    """Pour chaque colonne permise, la plus grande ligne que le joueur aurait après y avoir joué."""
    mesure = maxi if sans_trou else lambda p, j: places(p, j)[0]
    return {c: mesure(poser(position, c - 1, joueur), joueur) for c in permises(position, lcj, joueur)}


def meilleures(valeurs: dict[int, int], lcj: list[int]) -> list[int]:
    """Les colonnes de plus grande valeur ; lcj si aucune n'apporte rien."""
    mieux = max(valeurs.values(), default=0)
    return [c for c, n in valeurs.items() if n == mieux] if mieux else list(lcj)


def selection(position: Position, lcj: list[int], joueur: int, sans_trou: bool = False) -> list[int]:
    """slc2 (ou slc1) : les meilleures colonnes permises ; lcj si aucune n'apporte rien."""
    return meilleures(apports(position, lcj, joueur, sans_trou), lcj)


def retenues(position: Position, lcj: list[int], joueur: int) -> list[int]:
    """slc3 : celles de slc2 qui sont permises ; lcj s'il n'y en a pas."""
    return permises(position, selection(position, lcj, joueur), joueur) or list(lcj)


def double(position: Position, c: int, joueur: int) -> bool:
    """Si l'adversaire joue au-dessus de c, lui manque-t-il une seule case à deux endroits au moins ?"""
    mieux, cases = places(poser(position, c - 1, joueur, 3 - joueur), 3 - joueur)
    return mieux == position.aligner - 1 and len(cases) >= 2


def sans_double(position: Position, lcj: list[int], joueur: int) -> list[int]:
    """slc4 comme elle aurait dû être : celles de slc3 sans double menace ; lcj s'il n'en reste pas."""
    return [c for c in retenues(position, lcj, joueur) if not double(position, c, joueur)] or list(lcj)


# --- les fonctions du TP, refaites ainsi ----------------------------------------------------------


_JOUEURS = JETONS.joueurs
Colonnes = Callable[[Position, list[int], int], list[int]]  # (position, lcj, joueur) -> colonnes


def _lire(l: Any, g: int = 4) -> Position:
    return depuis_jetons(l, aligner=g, legale=False)


@lru_cache(maxsize=4096)
def _relire(table: tuple[tuple[str, ...], ...], g: int) -> Position:
    return _lire(table, g)


_ORDRE = "maxixloc(l, i, j, …) reçoit la ligne, puis la colonne"


def _maxixloc(l: Any, i: int, j: int, t: str, g: int) -> int:
    if not 0 <= i < len(l[0]):
        raise IndexError(f"{_ORDRE} ; i est la ligne, de 0 à {len(l[0]) - 1}, et non {i}")
    if not 0 <= j < len(l):
        raise IndexError(f"{_ORDRE} ; j est un indice, de 0 à {len(l) - 1}, et non {j}")
    position = _relire(tuple(map(tuple, l)), g)
    vides = comptes(position, _JOUEURS[t])
    case = j, position.hauteur - 1 - i
    return vides[case] if case in vides else max(_nb(l, i, j, direc, t, g) for direc in PAS)


def autres_vides(l: Any, i: int, j: int, t: str, g: int) -> tuple[Sequence[int], list[list[int]]]:
    """maxixloc de toutes les cases vides de la grille, d'un coup : la ligne, la colonne, le résultat."""
    position = _relire(tuple(map(tuple, l)), g)
    return (1, 2), [[position.hauteur - 1 - y, x, n] for (x, y), n in comptes(position, _JOUEURS[t]).items()]


def _suite(direction: str) -> Callable[..., int]:
    return pure(lambda l, t, g=4: suites(_lire(l, g), _JOUEURS[t])[direction])


def _directions(l: Any, t: str, g: int = 4) -> tuple[int, list[str]]:
    toutes = suites(_lire(l, g), _JOUEURS[t])
    mieux = max(toutes.values())
    return mieux, [d for d, n in toutes.items() if n == mieux]


def _nb(l: Any, i: int, j: int, direc: str, t: str, g: int) -> int:
    # La case est tenue pour vide, comme dans le sujet.
    vide = JETONS.signes[0]
    if l[j][i] != vide:
        l = [[(vide if (x, y) == (j, i) else v) for y, v in enumerate(c)] for x, c in enumerate(l)]
    position = _relire(tuple(map(tuple, l)), g)
    return compte(position, (j, position.hauteur - 1 - i), direc, _JOUEURS[t])


def _support(l: Any, cols: list[int], ligs: list[int]) -> bool:
    position = _lire(l)
    return all(position.hauteur - 1 - i <= position.niveau(j) for j, i in zip(cols, ligs, strict=True))


def _places(l: Any, t: str, g: int) -> tuple[int, list[list[int]]]:
    position = _lire(l, g)
    mieux, cases = places(position, _JOUEURS[t])
    return mieux, [[x + 1, position.hauteur - 1 - y] for x, y in cases]


def _filtre(l: Any, t: str, g: int, places: Any) -> list[list[int]]:
    position = _lire(l, g)
    return [
        [c, i]
        for c, i in places
        if position.niveau(c - 1) == position.hauteur - 1 - i and permises(position, [c], _JOUEURS[t])
    ]


def _choix(colonnes: Colonnes) -> Callable[..., list[int]]:
    return lambda l, lcj, t, txt, g: colonnes(_lire(l, g), list(lcj), _JOUEURS[t])


def _urgence(l: Any, t: str, txt: int, g: int) -> int:
    position, joueur = _lire(l, g), _JOUEURS[t]
    urgentes = gagnantes(position, joueur) or gagnantes(position, 3 - joueur)
    return urgentes[0] + 1 if urgentes else 0


_AIDES: dict[str, Callable[..., Any]] = {
    "ajouter": lambda l, c, t: vers_jetons(poser(_lire(l), c - 1, _JOUEURS[t])),
    "inv": pure(lambda t: "[X]" if t == "[O]" else "[O]"),
    "listcolnonpleines": lambda l: jouables(_lire(l)),
    "verifcolonne": _suite("col"),
    "verifligne": _suite("ligne"),
    "verifdiagonale_desc": _suite("diagd"),
    "verifdiagonale_mont": _suite("diagm"),
    "maxi": pure(lambda l, t, g=4: maxi(_lire(l, g), _JOUEURS[t])),
    "maxidirec": _directions,
    "listcolok": lambda l, lcj, t, g=4: permises(_lire(l, g), lcj, _JOUEURS[t]),
    "nbjetons": pure(_nb),
    "maxixloc": exigeante(pure(_maxixloc)),
    "maxixaccessible": pure(lambda l, t, g: accessible(_lire(l, g), _JOUEURS[t])),
    "maxix": pure(lambda l, t, g: _places(l, t, g)[0]),
    "maxixplaces": _places,
    "filtreplc": _filtre,
    "slc2": _choix(selection),
    "slc3": _choix(retenues),
    "slc4": _choix(sans_double),
    "urgence": _urgence,
    "piegecol": lambda l, c, t, txt, g: piege_en(_lire(l, g), c, _JOUEURS[t]),
    "piege": lambda l, t, txt, g: parade(_lire(l, g), _JOUEURS[t]),
    "piege2": lambda l, t, txt, g: lointains(_lire(l, g), _JOUEURS[t]),
    "support": pure(_support),
}


def aides(*noms: str) -> dict[str, Callable[..., Any]]:
    """Les versions justes de ces fonctions."""
    return {nom: _AIDES[nom] for nom in noms}
