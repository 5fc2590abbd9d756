"""Des tables où mesurer des suites de jetons, et de quoi juger les réponses.
Les façons habituelles de se tromper en mesurant une suite.
verifligne et verifdiagonale_mont : la plus grande suite de jetons dans une direction.
maxi(l, t, g) : la plus grande suite de jetons, toutes directions confondues.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any

from p4core.appels import Appel
from p4core.jeu import Position
from p4cours.tp5_strategies.grilles import (
    AUTRES,
    JETONS,
    aides,
    autres_tailles,
    contenus,
    dessinee,
    droites,
    en_cours,
    essai,
    maxi,
    minimum_de,
    plus_longue,
    suite_max,
    suites,
)
from p4cours.verification import positions as pos
from p4cours.verification.diagnostics import modele
from p4cours.verification.essais import Critere, Ecart, Erreur, Essai, Question, Source
from p4cours.verification.lecture import entier, montrer

# --- Des tables où mesurer des suites de jetons, et de quoi juger les réponses ---------------------------


Mesure = Callable[[Position, int], int]  # (position, joueur) -> longueur


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


def _accepte(attendu: int, position: Position, joueur: int, cases: Iterable[Any]) -> set[int]:
    """Sans aucun jeton du joueur, le sujet répond 1 ; répondre 0 est aussi raisonnable."""
    vide = all(position.case(x, y) != joueur for x, y in cases)
    return {0, 1} if vide else {attendu}


def essai_suite(
    nom: str, position: Position, joueur: int, mesure: Mesure, cases: Iterable[Any], *reste: int
) -> Essai:
    attendu = mesure(position, joueur)
    permis = _accepte(attendu, position, joueur, cases)

    def juge(appel: Appel) -> Ecart | None:
        if entier(appel.valeur) in permis:
            return None
        return Ecart("Ce n'est pas la longueur de la plus grande suite.", str(attendu), montrer(appel.valeur))

    return essai(
        nom,
        position,
        (JETONS[joueur], *reste),
        juge,
        attendu=attendu,
        contexte={"joueur": joueur, "permis": permis},
    )


def habituelles(source: Source) -> Iterator[Position]:
    yield from pos.petites(1)
    yield from (dessinee(d) for d in (*_LIGNES, *_DIAGONALES))
    yield from (p for p, _ in pos.gagnees()[::5])
    yield from en_cours(source, 25)
    yield from pos.finies(source.alea, source.nombre(15))


def ailleurs(source: Source) -> Iterator[Position]:
    for taille in AUTRES:
        yield from pos.petites(1, Position(*taille))
        yield from pos.finies(source.alea, source.nombre(4), Position(*taille))
    yield from autres_tailles(source, 4)


def cases_vues(position: Position, direction: str, aligner: int) -> list[Any]:
    toutes = droites(position.largeur, position.hauteur, direction, minimum_de(direction, aligner))
    return [case for droite in toutes for case in droite]


def _suite(direction: str) -> Mesure:
    return lambda p, joueur: suites(p, joueur, 4)[direction]


def critere_suite(
    nom: str, direction: str, positions: Callable[[Source], Iterable[Position]]
) -> Callable[[Source], Iterator[Essai]]:
    mesure = _suite(direction)

    def essais(source: Source) -> Iterator[Essai]:
        for position in positions(source):
            for joueur in (1, 2):
                yield essai_suite(nom, position, joueur, mesure, cases_vues(position, direction, 4))

    return essais


def sans_coins(source: Source) -> Iterator[Position]:
    """Les positions où les petites diagonales des coins ne changent rien."""
    for p in habituelles(source):
        if all(max(1, suite_max(p, j, "diagm")) == suites(p, j, 4)["diagm"] for j in (1, 2)):
            yield p


def coins(source: Source) -> Iterator[Position]:
    yield from (dessinee(d) for d in _COINS)
    yield from en_cours(source, 20)


def version(phrase: str, fausse: Callable[[Position, int], Any]) -> Erreur:
    """L'erreur d'une fonction qui rendrait partout `fausse(position, joueur)`."""

    def valeur(essai: Essai) -> Any:
        assert essai.position is not None
        joueur, permis = essai.contexte["joueur"], essai.contexte["permis"]
        prevue = fausse(essai.position, joueur)
        return NotImplemented if len(permis) > 1 and prevue in permis else prevue

    return modele(phrase, valeur, entier)


def au_moins_un(valeurs: Iterable[int]) -> int:
    return max([1, *valeurs])


# --- Les façons habituelles de se tromper en mesurant une suite ------------------------------------------


def _communes(direction: str) -> tuple[Erreur, ...]:
    """Les erreurs qu'on peut faire dans n'importe quelle direction."""
    c = lambda p: contenus(p, direction, minimum_de(direction, 4))  # noqa: E731
    return (
        version(
            "Vous comptez les suites de l'adversaire : seuls les jetons t comptent.",
            lambda p, j: suites(p, 3 - j, 4)[direction],
        ),
        version(
            "Il vous manque 1 : une suite de n jetons ne contient que n - 1 couples de voisins égaux.",
            lambda p, j: max(1, suite_max(p, j, direction, minimum_de(direction, 4))) - 1,
        ),
        version(
            "Vous comptez tous les jetons t, même séparés : dès qu'une case n'est pas à t, le compteur "
            "repart.",
            lambda p, j: au_moins_un(ligne.count(j) for ligne in c(p)),
        ),
        version(
            "Vous comptez tous les couples de voisins, même séparés : dès que la suite est coupée, le "
            "compteur "
            "repart de 1.",
            lambda p, j: au_moins_un(1 + sum(a == b == j for a, b in pairwise(l)) for l in c(p)),
        ),
        version(
            "Vous comptez aussi les suites de cases vides ou de l'autre jeton : les deux voisins doivent "
            "valoir t.",
            lambda p, j: au_moins_un(plus_longue(ligne, k) for ligne in c(p) for k in (0, 1, 2)),
        ),
        version(
            "Vous comptez aussi les suites de l'autre jeton : les deux voisins doivent valoir t.",
            lambda p, j: au_moins_un(plus_longue(ligne, k) for ligne in c(p) for k in (1, 2)),
        ),
        version("Votre fonction répond toujours 1.", lambda p, j: 1),
    )


def _a_la_suite(p: Position, j: int, haut_en_bas: bool = True) -> int:
    lignes = contenus(p, "ligne")
    bout_a_bout = [jeton for ligne in (reversed(lignes) if haut_en_bas else lignes) for jeton in ligne]
    return max(1, plus_longue(bout_a_bout, j))


ERREURS_LIGNE = (
    version(
        "Vous parcourez les colonnes : ici les voisins sont l[j][i] et l[j + 1][i], dans deux colonnes.",
        lambda p, j: suites(p, j, 4)["col"],
    ),
    version(
        "La dernière colonne n'est jamais regardée : jusqu'où va j, et jusqu'où va j + 1 ?",
        lambda p, j: au_moins_un(plus_longue(ligne[:-1], j) for ligne in contenus(p, "ligne")),
    ),
    version(
        "La première colonne n'est jamais regardée : j commence à 0.",
        lambda p, j: au_moins_un(plus_longue(ligne[1:], j) for ligne in contenus(p, "ligne")),
    ),
    version(
        "La ligne du bas n'est jamais regardée : i va de 0 au nombre de lignes, exclu.",
        lambda p, j: au_moins_un(plus_longue(ligne, j) for ligne in contenus(p, "ligne")[1:]),
    ),
    version(
        "La ligne du haut n'est jamais regardée : i commence à 0.",
        lambda p, j: au_moins_un(plus_longue(ligne, j) for ligne in contenus(p, "ligne")[:-1]),
    ),
    version(
        "Seule la ligne du bas compte pour vous : il faut les parcourir toutes.",
        lambda p, j: au_moins_un(plus_longue(ligne, j) for ligne in contenus(p, "ligne")[:1]),
    ),
    version(
        "Le compteur n'est pas remis à 1 au début de chaque ligne : une suite passe de la fin d'une ligne au "
        "début de la suivante.",
        _a_la_suite,
    ),
    version(
        "Une suite fait le tour de la table : l[-1] est la DERNIÈRE colonne, elle n'est pas voisine de la "
        "première.",
        lambda p, j: au_moins_un(min(plus_longue(ligne * 2, j), p.largeur) for ligne in contenus(p, "ligne")),
    ),
    *_communes("ligne"),
)


def _depart(p: Position, joueur: int, garder: Callable[[int, int], bool]) -> int:
    """La plus grande suite sur les seules diagonales montantes dont la première case convient."""
    toutes = droites(p.largeur, p.hauteur, "diagm", 4)
    gardees = [[p.case(x, y) for x, y in droite] for droite in toutes if garder(*droite[0])]
    return au_moins_un(plus_longue(contenu, joueur) for contenu in gardees)


ERREURS_MONT = (
    version(
        "Vous parcourez les diagonales DESCENDANTES : quand on avance d'une colonne, une diagonale montante "
        "remonte d'une ligne, donc i diminue.",
        lambda p, j: suites(p, j, 4)["diagd"],
    ),
    version(
        "Vous parcourez aussi les petites diagonales des coins, trop courtes pour un alignement : on ne "
        "garde "
        "que celles d'au moins 4 cases.",
        lambda p, j: max(1, suite_max(p, j, "diagm")),
    ),
    version(
        "Il manque des diagonales : celles qui partent du BAS de la table, à droite du coin.",
        lambda p, j: _depart(p, j, lambda x, y: x == 0),
    ),
    version(
        "Il manque des diagonales : celles qui partent de la première colonne, au-dessus du coin.",
        lambda p, j: _depart(p, j, lambda x, y: y == 0),
    ),
    version(
        "Vous ne regardez que la diagonale du coin : il y en a plusieurs, parallèles.",
        lambda p, j: _depart(p, j, lambda x, y: x == y == 0),
    ),
    version(
        "Vous oubliez les diagonales de 4 cases exactement : elles peuvent porter un alignement.",
        lambda p, j: max(1, suite_max(p, j, "diagm", 5)),
    ),
    version(
        "La dernière case de chaque diagonale n'est jamais regardée.",
        lambda p, j: au_moins_un(plus_longue(c[:-1], j) for c in contenus(p, "diagm", 4)),
    ),
    version(
        "La première case de chaque diagonale n'est jamais regardée.",
        lambda p, j: au_moins_un(plus_longue(c[1:], j) for c in contenus(p, "diagm", 4)),
    ),
    version(
        "Vous mélangez les deux sortes de diagonales : on ne demande que les montantes.",
        lambda p, j: max(suites(p, j, 4)["diagm"], suites(p, j, 4)["diagd"]),
    ),
    version(
        "Vous parcourez les lignes : une diagonale change aussi de ligne.", lambda p, j: suites(p, j)["ligne"]
    ),
    version(
        "Vous parcourez les colonnes : une diagonale change aussi de colonne.",
        lambda p, j: suites(p, j)["col"],
    ),
    *_communes("diagm"),
)


# --- verifligne et verifdiagonale_mont : la plus grande suite de jetons dans une direction ---------------


VERIFLIGNE = Question(
    "verifligne",
    "verifligne(l, t)",
    (
        Critere("sur la grille habituelle", 3, critere_suite("verifligne", "ligne", habituelles)),
        Critere("sur d'autres tailles", 1, critere_suite("verifligne", "ligne", ailleurs)),
    ),
    (
        "Inspirez-vous de verifcolonne : qu'est-ce qui change quand les voisins sont côte à côte ?",
        "Une boucle sur les lignes i, une autre sur les colonnes j ; on compare l[j][i] et l[j + 1][i]. Le "
        "compteur repart de 1 au début de chaque ligne et à chaque coupure ; on garde le plus grand.",
        "for i in range(len(l[0])): s = 1, puis for j in range(len(l) - 1): si l[j][i] == l[j + 1][i] == t, "
        "s augmente de 1, sinon s redevient 1 ; p = max(p, s).",
    ),
    ERREURS_LIGNE,
)


VERIFDIAGONALE_MONT = Question(
    "verifdiagonale_mont",
    "verifdiagonale_mont(l, t)",
    (
        Critere("sur la grille habituelle", 3, critere_suite("verifdiagonale_mont", "diagm", sans_coins)),
        Critere(
            "sans les petites diagonales des coins", 1, critere_suite("verifdiagonale_mont", "diagm", coins)
        ),
        Critere("sur d'autres tailles", 1, critere_suite("verifdiagonale_mont", "diagm", ailleurs)),
    ),
    (
        "Relisez verifdiagonale_desc : elle range d'abord dans une liste les cases d'une diagonale, puis "
        "compte "
        "comme sur une colonne. Une seule ligne change vraiment.",
        "Sur une diagonale descendante, j - i est constant ; sur une montante, c'est j + i. Entre "
        "quelles valeurs "
        "la somme j + i varie-t-elle ?",
        "Pour chaque d de 0 à jm + im - 2, les cases sont les l[d - i][i] pour i de 0 à im - 1, quand "
        "0 <= d - i < jm. La suite du code est celle de verifdiagonale_desc.",
    ),
    ERREURS_MONT,
)


# --- maxi(l, t, g) : la plus grande suite de jetons, toutes directions confondues ------------------------


def _essais_maxi(
    positions: Callable[[Source], Iterable[Position]], nommer_g: bool
) -> Callable[[Source], Any]:
    def essais(source: Source) -> Iterator[Essai]:
        for p in positions(source):
            cases = [case for d in ("ligne", "diagm", "diagd") for case in cases_vues(p, d, p.aligner)]
            for joueur in (1, 2):
                yield essai_suite("maxi", p, joueur, maxi, cases, *([p.aligner] if nommer_g else []))

    return essais


def _sans(*oubliees: str) -> Mesure:
    return lambda p, j: max(n for d, n in suites(p, j).items() if d not in oubliees)


_ERREURS_MAXI = (
    *(
        version(f"Vous oubliez une direction : {nom}.", _sans(d))
        for d, nom in (
            ("ligne", "les suites horizontales"),
            ("col", "les suites verticales"),
            ("diagm", "les diagonales montantes"),
            ("diagd", "les diagonales descendantes"),
        )
    ),
    version("Vous oubliez deux directions : les diagonales.", _sans("diagm", "diagd")),
    version(
        "Vous ne transmettez pas g aux fonctions des diagonales : elles croient qu'il faut aligner 4 jetons.",
        lambda p, j: max(suites(p, j, 4).values()),
    ),
    version(
        "Vous transmettez toujours les petites diagonales des coins : celles de moins de g cases ne "
        "comptent pas.",
        lambda p, j: max(1, *(suite_max(p, j, d) for d in ("ligne", "col", "diagm", "diagd"))),
    ),
    version(
        "Vous vous arrêtez à g : une suite peut être plus longue, renvoyez sa vraie longueur.",
        lambda p, j: min(maxi(p, j), p.aligner),
    ),
    version(
        "Vous additionnez les longueurs : on veut la plus grande.", lambda p, j: sum(suites(p, j).values())
    ),
    version(
        "Vous renvoyez la plus petite des longueurs : on veut la plus grande.",
        lambda p, j: min(suites(p, j).values()),
    ),
    version(
        "Vous comptez les suites de l'adversaire : seuls les jetons t comptent.", lambda p, j: maxi(p, 3 - j)
    ),
    version(
        "Vous mélangez les deux joueurs : seules les suites de t comptent.",
        lambda p, j: max(maxi(p, 1), maxi(p, 2)),
    ),
)


MAXI = Question(
    "maxi",
    "maxi(l, t, g=4)",
    (
        Critere("sur la grille habituelle", 3, _essais_maxi(habituelles, nommer_g=False)),
        Critere("avec d'autres tailles et d'autres g", 1, _essais_maxi(ailleurs, nommer_g=True)),
    ),
    (
        "Les quatre fonctions qu'il faut sont déjà écrites : il reste à les réunir.",
        "max accepte plusieurs arguments : max(a, b, c, d). N'oubliez aucune direction.",
        "Les deux fonctions des diagonales reçoivent aussi g : verifdiagonale_desc(l, t, g).",
    ),
    _ERREURS_MAXI,
    aides("verifcolonne", "verifligne", "verifdiagonale_desc", "verifdiagonale_mont", "maxidirec"),
)
