"""partie_nulle(s) : la grille est-elle pleine ?"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from p4core.codages import vers_situation
from p4core.execution import Appel
from p4core.position import Position
from p4core.verification import positions as pos
from p4core.verification.diagnostics import modele
from p4core.verification.essais import Critere, Ecart, Erreur, Essai, Question, Source
from p4core.verification.lecture import montrer
from p4core.verification.tp4_graphe.situations import (
    appel_lisible,
    lire_booleen,
)


def _essai_nulle(position: Position) -> Essai:
    attendu = position.pleine

    def juge(appel: Appel) -> Ecart | None:
        if lire_booleen(appel.valeur) == attendu:
            return None
        libres = [(x, position.niveau(x)) for x in position.coups()]
        phrase = (
            "La grille est pleine et personne n'a gagné : la partie est nulle."
            if attendu
            else "Il reste des cases libres : la partie n'est pas nulle."
        )
        return Ecart(phrase, str(attendu), montrer(appel.valeur), libres)

    appel = appel_lisible("partie_nulle", position)
    return Essai(appel, (vers_situation(position),), juge, position, attendu=attendu)


# Des parties nulles dont la dernière case est dans la colonne 0, 3 ou 6.
_PRESQUE_PLEINES = (
    "245622534663746752634115751745124637233171",
    "252214552427357766352143437763113741516664",
    "525146252441332232477653756664463531111777",
)


def _pas_nulles(source: Source) -> Iterator[Essai]:
    for coups in ("", "4", "1234567", "1111117", "777777", "21212144", "1212124343436565"):
        yield _essai_nulle(Position.depuis_coups(coups))
    for coups in _PRESQUE_PLEINES:
        yield from (_essai_nulle(Position.depuis_coups(coups[:n])) for n in (41, 40, 38, 35))
    yield from (_essai_nulle(p) for p in pos.au_hasard(source.alea, source.nombre(40)))


def _nulles(source: Source) -> Iterator[Essai]:
    yield from (_essai_nulle(p) for p in pos.nulles())


def _version_nulle(phrase: str, fausse: Callable[[Position], bool]) -> Erreur:
    return modele(phrase, lambda e: fausse(e.position or Position()), lire_booleen)


def _remplie(position: Position, cases: list[tuple[int, int]]) -> bool:
    return all(position.case(x, y) for x, y in cases)


_HAUT, _BAS = [(x, 5) for x in range(7)], [(x, 0) for x in range(7)]

QUESTION = Question(
    "partie_nulle",
    "partie_nulle(s)",
    (
        Critere("False tant qu'il reste une case libre", 1, _pas_nulles, gratuit=True),
        Critere("True quand la grille est pleine", 1, _nulles, gratuit=True),
    ),
    (
        "Quand on arrive à une partie nulle, plus aucun coup n'est possible : que sait-on de la grille ?",
        "Comme les pions tombent, il suffit de regarder une seule ligne. Laquelle ?",
        "La grille est pleine si la ligne du HAUT, G[5], ne contient plus None : l'opérateur in répond à "
        "la question.",
    ),
    (
        _version_nulle(
            "Vous regardez la ligne 0, qui est celle du BAS : elle se remplit la première.",
            lambda p: _remplie(p, _BAS),
        ),
        _version_nulle(
            "Vous répondez False même quand la grille est pleine. Attention : 0, un pion de J0, est « "
            "faux » pour Python "
            "comme None. Une case est libre si elle « is None ».",
            lambda p: False,
        ),
        _version_nulle("Votre fonction répond toujours True.", lambda p: True),
        _version_nulle("C'est l'inverse : True veut dire que la partie est nulle.", lambda p: not p.pleine),
        _version_nulle(
            "Une seule colonne pleine vous suffit : elles doivent l'être toutes.",
            lambda p: any(p.case(x, 5) for x in range(7)),
        ),
        _version_nulle("Vous ne regardez que la première colonne.", lambda p: p.case(0, 5) != 0),
        _version_nulle("Vous ne regardez que la dernière colonne.", lambda p: p.case(6, 5) != 0),
        _version_nulle("Vous oubliez la dernière colonne, j = 6.", lambda p: _remplie(p, _HAUT[:6])),
        _version_nulle(
            "Vous regardez une ligne trop bas : celle du haut est G[5].",
            lambda p: _remplie(p, [(x, 4) for x in range(7)]),
        ),
    ),
)
