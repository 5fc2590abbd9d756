"""verifligne, verifdiagonale_mont et maxi : les plus grandes suites de jetons, sans trou."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any

from p4core.appels import Appel
from p4core.codages import JETONS
from p4core.jeu import Position
from p4cours.tp5_strategies.grilles import (
    AUTRES,
    PAS,
    aides,
    autres_tailles,
    contenus,
    dessinee,
    droites,
    en_cours,
    maxi,
    minimum_de,
    plus_longue,
    suite_max,
    suites,
    sur_table,
)
from p4cours.verification import positions as pos
from p4cours.verification.essais import Source
from p4cours.verification.formes import Fonction
from p4cours.verification.lecture import entier

Mesure = Callable[[Position, int], int]  # (position, joueur) -> longueur
Version = tuple[str, Mesure]


# --- des tables où mesurer des suites -------------------------------------------------------------


# Des tables dessinées : suites au bord, longues, coupées, à cheval sur deux lignes.
_LIGNES = (
    "OO...OO",
    "XXXX...",
    "...XXXX",
    "OOOOOO.",
    "OOOOOOO",
    "OXOXOXO",
    "OOXOOO.",
    "....... .....OO OO.....",
    "OO..... OOXXXOO",
    "XXX..OO OXOXXOX",
)
_DIAGONALES = (
    "...O... ..OX... .OXX... OXXO...",
    "......O .....OX ....OXX ...OXXX",
    "..X.... .XO.... XOO....",
    "......O .....OX ....OXO ...OXOX ..OXOXX .OXXOOX",
    "....O.. ...OX.. ..OXX.. .OXXO.. OXXXO..",
    "O...... XO..... XXO.... OXXO...",
    "......X .....XO ....XOO ....OXO",
)
_COINS = (
    "..O.... .OX.... OXX.... XXO.... XOX.... OXO....",
    "..O.... .OX.... OXO....",
    "......O .....OX ....OXX",
    "..X.... .XO.... XOX.... OOX.... OXX.... XXO....",
    ".....O. ....OX.",
)


def _habituelles(source: Source) -> Iterator[Position]:
    yield from pos.petites(1)
    yield from map(dessinee, (*_LIGNES, *_DIAGONALES))
    yield from (p for p, _ in pos.gagnees()[::5])
    yield from en_cours(source, 25)
    yield from pos.finies(source.alea, source.nombre(15))


def _ailleurs(source: Source) -> Iterator[Position]:
    for taille in AUTRES:
        yield from pos.petites(1, Position(*taille))
        yield from pos.finies(source.alea, source.nombre(4), Position(*taille))
    yield from autres_tailles(source, 4)


def _sans_coins(source: Source) -> Iterator[Position]:
    """Les positions où les petites diagonales des coins ne changent rien."""
    for p in _habituelles(source):
        if all(max(1, suite_max(p, j, "diagm")) == suites(p, j, 4)["diagm"] for j in (1, 2)):
            yield p


def _coins(source: Source) -> Iterator[Position]:
    yield from map(dessinee, _COINS)
    yield from en_cours(source, 20)


def _pour_chacun(positions: Callable[[Source], Iterable[Position]]) -> Callable[[Source], Iterator[Any]]:
    """Chaque table, pour l'un et l'autre joueur."""
    return lambda source: ((p, joueur) for p in positions(source) for joueur in (1, 2))


# --- juger une longueur ---------------------------------------------------------------------------


def _longueur(signature: str, direction: str, mesure: Mesure) -> Fonction:
    """Une fonction qui mesure la plus grande suite sur les droites de cette direction."""

    def juger(appel: Appel, position: Position, joueur: int, *_g: int) -> str | None:
        permis = (0, 1) if _absent(position, joueur, direction) else (mesure(position, joueur),)
        return None if entier(appel.valeur) in permis else "Ce n'est pas la longueur de la plus grande suite."

    return sur_table(
        signature,
        lambda position, joueur, *g: (JETONS.signes[joueur], *g),
        attendu=lambda position, joueur, *g: mesure(position, joueur),
        lire=entier,
        juger=juger,
    )


def _absent(position: Position, joueur: int, direction: str) -> bool:
    """Sans aucun jeton du joueur, le sujet répond 1 ; répondre 0 est aussi raisonnable."""
    toutes = droites(position.largeur, position.hauteur, direction, minimum_de(direction, 4))
    return all(position.case(*case) != joueur for droite in toutes for case in droite)


def _erreurs(direction: str, versions: Iterable[Version]) -> list[tuple[str, Callable[..., Any]]]:
    """Ces versions fausses ; elles ne disent rien là où 0 et 1 conviennent tous deux."""

    def adapter(fausse: Mesure) -> Callable[..., Any]:
        def valeur(position: Position, joueur: int, *_g: int) -> Any:
            prevue = fausse(position, joueur)
            return NotImplemented if prevue in (0, 1) and _absent(position, joueur, direction) else prevue

        return valeur

    return [(phrase, adapter(fausse)) for phrase, fausse in versions]


def _au_moins_un(valeurs: Iterable[int]) -> int:
    return max([1, *valeurs])


def _communes(direction: str) -> tuple[Version, ...]:
    """Les erreurs qu'on peut faire dans n'importe quelle direction."""
    c = lambda p: contenus(p, direction, minimum_de(direction, 4))  # noqa: E731
    return (
        (
            "Vous comptez les suites de l'adversaire : seuls les jetons t comptent.",
            lambda p, j: suites(p, 3 - j, 4)[direction],
        ),
        (
            "Il vous manque 1 : une suite de n jetons ne contient que n - 1 couples de voisins égaux.",
            lambda p, j: suites(p, j, 4)[direction] - 1,
        ),
        (
            "Vous comptez tous les jetons t, même séparés : dès qu'une case n'est pas à t, le compteur "
            "repart.",
            lambda p, j: _au_moins_un(ligne.count(j) for ligne in c(p)),
        ),
        (
            "Vous comptez tous les couples de voisins, même séparés : dès que la suite est coupée, le "
            "compteur repart de 1.",
            lambda p, j: _au_moins_un(1 + sum(a == b == j for a, b in pairwise(l)) for l in c(p)),
        ),
        (
            "Vous comptez aussi les suites de cases vides ou de l'autre jeton : les deux voisins doivent "
            "valoir t.",
            lambda p, j: _au_moins_un(plus_longue(ligne, k) for ligne in c(p) for k in (0, 1, 2)),
        ),
        (
            "Vous comptez aussi les suites de l'autre jeton : les deux voisins doivent valoir t.",
            lambda p, j: _au_moins_un(plus_longue(ligne, k) for ligne in c(p) for k in (1, 2)),
        ),
        ("Votre fonction répond toujours 1.", lambda p, j: 1),
    )


# --- verifligne(l, t) -----------------------------------------------------------------------------


def _en_ligne(garder: Callable[[list[list[int]]], Iterable[list[int]]]) -> Mesure:
    """La plus grande suite de ce qu'on garde des lignes, données de bas en haut."""
    return lambda p, j: _au_moins_un(plus_longue(ligne, j) for ligne in garder(contenus(p, "ligne")))


_VERSIONS_LIGNE: tuple[Version, ...] = (
    (
        "Vous parcourez les colonnes : ici les voisins sont l[j][i] et l[j + 1][i], dans deux colonnes.",
        lambda p, j: suites(p, j, 4)["col"],
    ),
    (
        "La dernière colonne n'est jamais regardée : jusqu'où va j, et jusqu'où va j + 1 ?",
        _en_ligne(lambda lignes: [ligne[:-1] for ligne in lignes]),
    ),
    (
        "La première colonne n'est jamais regardée : j commence à 0.",
        _en_ligne(lambda lignes: [ligne[1:] for ligne in lignes]),
    ),
    (
        "La ligne du bas n'est jamais regardée : i va de 0 au nombre de lignes, exclu.",
        _en_ligne(lambda lignes: lignes[1:]),
    ),
    (
        "La ligne du haut n'est jamais regardée : i commence à 0.",
        _en_ligne(lambda lignes: lignes[:-1]),
    ),
    (
        "Seule la ligne du bas compte pour vous : il faut les parcourir toutes.",
        _en_ligne(lambda lignes: lignes[:1]),
    ),
    (
        "Le compteur n'est pas remis à 1 au début de chaque ligne : une suite passe de la fin d'une ligne au "
        "début de la suivante.",
        _en_ligne(lambda lignes: [[jeton for ligne in reversed(lignes) for jeton in ligne]]),
    ),
    (
        "Une suite fait le tour de la table : l[-1] est la DERNIÈRE colonne, elle n'est pas voisine de la "
        "première.",
        lambda p, j: _au_moins_un(
            min(plus_longue(ligne * 2, j), p.largeur) for ligne in contenus(p, "ligne")
        ),
    ),
    *_communes("ligne"),
)

VERIFLIGNE = (
    _longueur("verifligne(l, t)", "ligne", lambda p, j: suites(p, j, 4)["ligne"])
    .critere("sur la grille habituelle", 3, _pour_chacun(_habituelles))
    .critere("sur d'autres tailles", 1, _pour_chacun(_ailleurs))
    .question(
        (
            "Inspirez-vous de verifcolonne : qu'est-ce qui change quand les voisins sont côte à côte ?",
            "Une boucle sur les lignes i, une autre sur les colonnes j ; on compare l[j][i] et l[j + 1][i]. "
            "Le compteur repart de 1 au début de chaque ligne et à chaque coupure ; on garde le plus grand.",
            "for i in range(len(l[0])): s = 1, puis for j in range(len(l) - 1): si l[j][i] == l[j + 1][i] == "
            "t, s augmente de 1, sinon s redevient 1 ; p = max(p, s).",
        ),
        _erreurs("ligne", _VERSIONS_LIGNE),
    )
)


# --- verifdiagonale_mont(l, t) --------------------------------------------------------------------


def _depart(garder: Callable[[int, int], bool]) -> Mesure:
    """La plus grande suite sur les seules diagonales montantes dont la première case convient."""

    def mesure(p: Position, joueur: int) -> int:
        gardees = [d for d in droites(p.largeur, p.hauteur, "diagm", 4) if garder(*d[0])]
        return _au_moins_un(plus_longue([p.case(x, y) for x, y in d], joueur) for d in gardees)

    return mesure


_VERSIONS_MONT: tuple[Version, ...] = (
    (
        "Vous parcourez les diagonales DESCENDANTES : quand on avance d'une colonne, une diagonale montante "
        "remonte d'une ligne, donc i diminue.",
        lambda p, j: suites(p, j, 4)["diagd"],
    ),
    (
        "Vous parcourez aussi les petites diagonales des coins, trop courtes pour un alignement : on ne "
        "garde que celles d'au moins 4 cases.",
        lambda p, j: max(1, suite_max(p, j, "diagm")),
    ),
    (
        "Il manque des diagonales : celles qui partent du BAS de la table, à droite du coin.",
        _depart(lambda x, y: x == 0),
    ),
    (
        "Il manque des diagonales : celles qui partent de la première colonne, au-dessus du coin.",
        _depart(lambda x, y: y == 0),
    ),
    (
        "Vous ne regardez que la diagonale du coin : il y en a plusieurs, parallèles.",
        _depart(lambda x, y: x == y == 0),
    ),
    (
        "Vous oubliez les diagonales de 4 cases exactement : elles peuvent porter un alignement.",
        lambda p, j: max(1, suite_max(p, j, "diagm", 5)),
    ),
    (
        "La dernière case de chaque diagonale n'est jamais regardée.",
        lambda p, j: _au_moins_un(plus_longue(c[:-1], j) for c in contenus(p, "diagm", 4)),
    ),
    (
        "La première case de chaque diagonale n'est jamais regardée.",
        lambda p, j: _au_moins_un(plus_longue(c[1:], j) for c in contenus(p, "diagm", 4)),
    ),
    (
        "Vous mélangez les deux sortes de diagonales : on ne demande que les montantes.",
        lambda p, j: max(suites(p, j, 4)["diagm"], suites(p, j, 4)["diagd"]),
    ),
    (
        "Vous parcourez les lignes : une diagonale change aussi de ligne.",
        lambda p, j: suites(p, j)["ligne"],
    ),
    (
        "Vous parcourez les colonnes : une diagonale change aussi de colonne.",
        lambda p, j: suites(p, j)["col"],
    ),
    *_communes("diagm"),
)

VERIFDIAGONALE_MONT = (
    _longueur("verifdiagonale_mont(l, t)", "diagm", lambda p, j: suites(p, j, 4)["diagm"])
    .critere("sur la grille habituelle", 3, _pour_chacun(_sans_coins))
    .critere("sans les petites diagonales des coins", 1, _pour_chacun(_coins))
    .critere("sur d'autres tailles", 1, _pour_chacun(_ailleurs))
    .question(
        (
            "Relisez verifdiagonale_desc : elle range d'abord dans une liste les cases d'une diagonale, puis "
            "compte comme sur une colonne. Une seule ligne change vraiment.",
            "Sur une diagonale descendante, j - i est constant ; sur une montante, c'est j + i. Entre "
            "quelles valeurs la somme j + i varie-t-elle ?",
            "Pour chaque d de 0 à jm + im - 2, les cases sont les l[d - i][i] pour i de 0 à im - 1, quand 0 "
            "<= d - i < jm. La suite du code est celle de verifdiagonale_desc.",
        ),
        _erreurs("diagm", _VERSIONS_MONT),
    )
)


# --- maxi(l, t, g) : toutes directions confondues -------------------------------------------------


def _sans(*oubliees: str) -> Mesure:
    return lambda p, j: max(n for d, n in suites(p, j).items() if d not in oubliees)


_VERSIONS_MAXI: tuple[Version, ...] = (
    *(
        (f"Vous oubliez une direction : {nom}.", _sans(d))
        for d, nom in (
            ("ligne", "les suites horizontales"),
            ("col", "les suites verticales"),
            ("diagm", "les diagonales montantes"),
            ("diagd", "les diagonales descendantes"),
        )
    ),
    ("Vous oubliez deux directions : les diagonales.", _sans("diagm", "diagd")),
    (
        "Vous ne transmettez pas g aux fonctions des diagonales : elles croient qu'il faut aligner 4 jetons.",
        lambda p, j: max(suites(p, j, 4).values()),
    ),
    (
        "Vous transmettez toujours les petites diagonales des coins : celles de moins de g cases ne comptent "
        "pas.",
        lambda p, j: max(1, *(suite_max(p, j, d) for d in PAS)),
    ),
    (
        "Vous vous arrêtez à g : une suite peut être plus longue, renvoyez sa vraie longueur.",
        lambda p, j: min(maxi(p, j), p.aligner),
    ),
    (
        "Vous additionnez les longueurs : on veut la plus grande.",
        lambda p, j: sum(suites(p, j).values()),
    ),
    (
        "Vous renvoyez la plus petite des longueurs : on veut la plus grande.",
        lambda p, j: min(suites(p, j).values()),
    ),
    (
        "Vous comptez les suites de l'adversaire : seuls les jetons t comptent.",
        lambda p, j: maxi(p, 3 - j),
    ),
    (
        "Vous mélangez les deux joueurs : seules les suites de t comptent.",
        lambda p, j: max(maxi(p, 1), maxi(p, 2)),
    ),
)

MAXI = (
    _longueur("maxi(l, t, g=4)", "ligne", maxi)  # les lignes passent par toutes les cases
    .critere("sur la grille habituelle", 3, _pour_chacun(_habituelles))
    .critere(
        "avec d'autres tailles et d'autres g",
        1,
        lambda source: ((p, joueur, p.aligner) for p, joueur in _pour_chacun(_ailleurs)(source)),
    )
    .question(
        (
            "Les quatre fonctions qu'il faut sont déjà écrites : il reste à les réunir.",
            "max accepte plusieurs arguments : max(a, b, c, d). N'oubliez aucune direction.",
            "Les deux fonctions des diagonales reçoivent aussi g : verifdiagonale_desc(l, t, g).",
        ),
        _erreurs("ligne", _VERSIONS_MAXI),
        aides("verifcolonne", "verifligne", "verifdiagonale_desc", "verifdiagonale_mont", "maxidirec"),
    )
)
