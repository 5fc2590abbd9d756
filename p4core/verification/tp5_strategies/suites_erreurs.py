"""Les façons habituelles de se tromper en mesurant une suite."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from p4core.position import Position
from p4core.verification.essais import Erreur
from p4core.verification.tp5_strategies.lignes import (
    contenus,
    droites,
    minimum_de,
    plus_longue,
    suite_max,
    suites,
)
from p4core.verification.tp5_strategies.suites_essais import au_moins_un, version


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
