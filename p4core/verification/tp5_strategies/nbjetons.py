"""nbjetons(l, i, j, direc, t, g) : les lignes qui peuvent contenir des vides, mais pas de jeton adverse."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from p4core.position import Case, Position
from p4core.verification.essais import Critere, Essai, Question, Source
from p4core.verification.juges import egal
from p4core.verification.lecture import entier
from p4core.verification.tp5_strategies.aides import aides
from p4core.verification.tp5_strategies.grilles import (
    JETONS,
    autres_tailles,
    dessinee,
    en_cours,
    essai,
)
from p4core.verification.tp5_strategies.lignes import compte
from p4core.verification.tp5_strategies.nbjetons_erreurs import DIRECTIONS, ERREURS

_LIGNES = (
    "OO.O...",
    "O..OO.X",
    "X.OO.X.",
    "OOO.OOO",
    "XOO.OX.",
    "....O.. ..XOX.. .OXXO..",
    "O.O.O.O",
    ".....X. ....XO. ...OOX. ..XXOXO",
)


# Des jetons des deux côtés de la case : l'ordre de la bande et la longueur des fenêtres y comptent.
_ENTOURES = (("O.O.O.O", (3, 0)), ("OOO.OOO", (3, 0)), ("XX.XX.X", (2, 0)))


def cases_vides(position: Position) -> list[Case]:
    cases = position.cases()
    return [(x, y) for x, c in enumerate(cases) for y, jeton in enumerate(c) if not jeton]


def _essai(position: Position, case: Case, direction: str, joueur: int) -> Essai:
    (x, y), attendu = case, compte(position, case, direction, joueur)
    i = position.hauteur - 1 - y
    return replace(
        essai(
            "nbjetons",
            position,
            (i, x, direction, JETONS[joueur], position.aligner),
            egal(attendu, entier, "Ce n'est pas le bon nombre de jetons."),
            attendu=attendu,
            contexte={"case": case, "direction": direction, "joueur": joueur},
        ),
        appel=f'nbjetons(l, {i}, {x}, "{direction}", "{JETONS[joueur]}", {position.aligner})',
    )


def _sur(
    positions: Callable[[Source], Iterable[Position]], directions: tuple[str, ...]
) -> Callable[[Source], Iterator[Essai]]:
    """Des cases vides tirées au hasard, pour chaque direction et chaque joueur."""

    def essais(source: Source) -> Iterator[Essai]:
        for position in positions(source):
            vides = cases_vides(position)
            for case in source.alea.sample(vides, min(2, len(vides))):
                for direction in directions:
                    yield from (_essai(position, case, direction, joueur) for joueur in (1, 2))

    return essais


def _entourees(source: Source) -> Iterator[Essai]:
    for dessin, case in _ENTOURES:
        yield from (_essai(dessinee(dessin), case, "ligne", joueur) for joueur in (1, 2))


def _droites(source: Source) -> Iterator[Essai]:
    yield from _entourees(source)
    yield from _sur(habituelles, ("ligne", "col"))(source)


def habituelles(source: Source) -> Iterator[Position]:
    yield Position.depuis_coups("4")
    yield from (dessinee(dessin) for dessin in _LIGNES)
    yield from en_cours(source, 18)


def _autres(source: Source) -> Iterator[Position]:
    return autres_tailles(source, 4)


NBJETONS = Question(
    "nbjetons",
    "nbjetons(l, i, j, direc, t, g)",
    (
        Critere("en ligne et en colonne", 2, _droites),
        Critere("sur les diagonales", 2, _sur(habituelles, ("diagm", "diagd"))),
        Critere("avec d'autres tailles et d'autres g", 1, _sur(_autres, DIRECTIONS)),
    ),
    (
        "Construisez la bande sl : la case elle-même, puis ce qu'on trouve d'un côté et de l'autre, tant "
        "qu'on "
        "reste dans la table sans rencontrer de jeton adverse. Puis comptez.",
        "PAS donne le déplacement (di, dj) de chaque direction : à la distance sup, les deux cases sont "
        "(i + sup * di, j + sup * dj) et (i - sup * di, j - sup * dj). Un booléen par côté dit si l'on "
        "peut encore "
        "avancer. Ensuite, comptez t dans chaque fenêtre de g cases consécutives de sl.",
        "Les fenêtres sont sl[k:k + g] pour k de 0 à len(sl) - g : il n'y en a aucune si sl a moins de g "
        "cases, et "
        "la réponse est alors 0. sl[k:k + g].count(t) donne le nombre de jetons d'une fenêtre.",
    ),
    ERREURS,
    aides("inv"),
)
