"""maxix(l, t, g) : la ligne la plus fournie de toute la table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from p4core.position import Case, Position
from p4core.verification import positions as pos
from p4core.verification.diagnostics import modele
from p4core.verification.essais import Critere, Erreur, Essai, Question, Source
from p4core.verification.juges import egal
from p4core.verification.lecture import entier
from p4core.verification.tp5_strategies.aides import aides
from p4core.verification.tp5_strategies.grilles import (
    AUTRES,
    JETONS,
    autres_tailles,
    essai,
    libres,
)
from p4core.verification.tp5_strategies.lignes import compte, places
from p4core.verification.tp5_strategies.nbjetons import cases_vides, habituelles
from p4core.verification.tp5_strategies.nbjetons_erreurs import DIRECTIONS


def _essai_maxix(position: Position, joueur: int) -> Essai:
    attendu = places(position, joueur)[0]
    return essai(
        "maxix",
        position,
        (JETONS[joueur], position.aligner),
        egal(attendu, entier, "Ce n'est pas le maximum sur les cases vides."),
        attendu=attendu,
        contexte={"joueur": joueur},
    )


def _maxix(positions: Callable[[Source], Iterable[Position]]) -> Callable[[Source], Iterator[Essai]]:
    return lambda source: (_essai_maxix(p, joueur) for p in positions(source) for joueur in (1, 2))


def _tables(source: Source) -> Iterator[Position]:
    yield Position()
    yield from habituelles(source)
    yield from pos.finies(source.alea, source.nombre(6))
    yield from pos.nulles(2)


def _tailles(source: Source) -> Iterator[Position]:
    for taille in AUTRES:
        yield Position(*taille)
    yield from autres_tailles(source, 4)


def _version_maxix(phrase: str, fausse: Callable[[Position, int], Any]) -> Erreur:
    def valeur(essai: Essai) -> Any:
        assert essai.position is not None
        return fausse(essai.position, essai.contexte["joueur"])

    return modele(phrase, valeur, entier)


def _local(position: Position, case: Case, joueur: int) -> int:
    return max(compte(position, case, d, joueur) for d in DIRECTIONS)


def _sur_cases(position: Position, cases: Iterable[Case], joueur: int) -> list[int]:
    return [_local(position, case, joueur) for case in cases] or [0]


def _accessibles(position: Position) -> list[Case]:
    return [(x, position.niveau(x)) for x in libres(position)]


def _parcours(position: Position) -> list[Case]:
    """Les cases vides dans l'ordre habituel : lignes de haut en bas, puis colonnes de gauche à droite."""
    return sorted(cases_vides(position), key=lambda case: (-case[1], case[0]))


def _comme_vide(position: Position, case: Case, joueur: int) -> int:
    """maxixloc d'une case qu'on croit vide quoi qu'elle contienne."""
    bit = 1 << case[0] * (position.hauteur + 1) + case[1]
    un, deux = (pions & ~bit for pions in position.pions)
    return _local(replace(position, pions=(un, deux)), case, joueur)


def _partout(position: Position, joueur: int) -> int:
    cases = [(x, y) for x in range(position.largeur) for y in range(position.hauteur)]
    return max(_comme_vide(position, case, joueur) for case in cases)


_ERREURS_MAXIX = (
    _version_maxix(
        "Vous ne regardez que les cases où l'on peut jouer tout de suite : on veut toutes les cases vides.",
        lambda p, j: max(_sur_cases(p, _accessibles(p), j)),
    ),
    _version_maxix(
        "Vous appelez maxixloc aussi sur des cases occupées : seules les vides comptent.", _partout
    ),
    _version_maxix(
        "Vous renvoyez le minimum : on veut le maximum.", lambda p, j: min(_sur_cases(p, cases_vides(p), j))
    ),
    _version_maxix(
        "Vous additionnez : on veut le maximum.", lambda p, j: sum(_sur_cases(p, cases_vides(p), j))
    ),
    _version_maxix(
        "Vous renvoyez la valeur de la dernière case vide : il faut garder la plus grande.",
        lambda p, j: _sur_cases(p, _parcours(p), j)[-1],
    ),
    _version_maxix(
        "Vous renvoyez la valeur de la première case vide : le return est-il dans la boucle ?",
        lambda p, j: _sur_cases(p, _parcours(p), j)[0],
    ),
    _version_maxix(
        "Vous cherchez le maximum de l'adversaire : il s'agit de t.", lambda p, j: places(p, 3 - j)[0]
    ),
    _version_maxix(
        "Vous ne transmettez pas g : vous comptez toujours dans des fenêtres de 4 cases.",
        lambda p, j: places(replace(p, aligner=4), j)[0],
    ),
    _version_maxix(
        "La dernière colonne n'est jamais regardée.",
        lambda p, j: max(_sur_cases(p, [c for c in cases_vides(p) if c[0] < p.largeur - 1], j)),
    ),
    _version_maxix(
        "La ligne du haut n'est jamais regardée.",
        lambda p, j: max(_sur_cases(p, [c for c in cases_vides(p) if c[1] < p.hauteur - 1], j)),
    ),
    _version_maxix(
        "Vous renvoyez le nombre de cases qui atteignent le maximum, pas le maximum.",
        lambda p, j: len(places(p, j)[1]),
    ),
    _version_maxix("Votre fonction répond toujours 0.", lambda p, j: 0),
)


MAXIX = Question(
    "maxix",
    "maxix(l, t, g)",
    (
        Critere("le maximum sur les cases vides", 3, _maxix(_tables)),
        Critere("avec d'autres tailles et d'autres g", 1, _maxix(_tailles)),
    ),
    (
        "C'est une recherche de maximum : quelles cases faut-il parcourir ?",
        "Deux boucles, sur les lignes i et les colonnes j ; on ne s'occupe que des cases qui valent \"[ "
        ']", et la '
        "valeur d'une case est donnée par maxixloc.",
        'maximum = 0 ; pour chaque i, pour chaque j, si l[j][i] == "[ ]", maximum devient '
        "max(maximum, maxixloc(l, i, j, t, g)).",
    ),
    _ERREURS_MAXIX,
    aides("nbjetons", "maxixloc", "maxixplaces", "inv"),
)
