"""Des tables où mesurer des suites de jetons, et de quoi juger les réponses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from p4core.execution import Appel
from p4core.position import Position
from p4core.verification import positions as pos
from p4core.verification.diagnostics import modele
from p4core.verification.essais import Ecart, Erreur, Essai, Source
from p4core.verification.lecture import entier, montrer
from p4core.verification.tp5_strategies.grilles import (
    AUTRES,
    JETONS,
    autres_tailles,
    dessinee,
    en_cours,
    essai,
)
from p4core.verification.tp5_strategies.lignes import (
    droites,
    minimum_de,
    suite_max,
    suites,
)

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
