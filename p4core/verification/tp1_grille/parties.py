"""joue_hasard, joue_random, probabilite_hasard : des parties au hasard, et leurs fréquences."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from p4core.codages import depuis_colonnes, vers_colonnes
from p4core.execution import Appel
from p4core.parties import partie_hasard
from p4core.position import Case, Position
from p4core.verification import positions as pos
from p4core.verification.essais import Critere, Ecart, Essai, Question, Source
from p4core.verification.frequences import Comptage, criteres_frequences, erreurs_frequences
from p4core.verification.juges import position_finale
from p4core.verification.lecture import couple, entier, montrer
from p4core.verification.series import Serie, tirages_uniformes



def _coups(G: list[list[int]]) -> list[Case]:
    position = depuis_colonnes(G, legale=False)
    return [(x, position.niveau(x)) for x in range(7) if position.niveau(x) < 6]


# Les fonctions du TP que celles-ci appellent, refaites sur une Position.
AIDES = {
    "init": lambda: vers_colonnes(Position()),
    "coups": _coups,
    "fini": lambda G: depuis_colonnes(G, legale=False).gagnant,
}


def _position(valeur: Any) -> Position:
    position, ecart = position_finale(valeur)
    assert position is not None and ecart is None  # chaque partie a déjà été jugée
    return position


def _juge_grille(appel: Appel) -> Ecart | None:
    return position_finale(appel.valeur)[1]


def _joue_hasard(source: Source) -> Iterator[Essai]:
    yield Serie("joue_hasard()", (), _juge_grille, repetitions=source.nombre(30), au_moins=10,
                attendu="une grille de fin de partie")  # fmt: skip


def _joue_hasard_uniforme(source: Source) -> Iterator[Essai]:
    def ensemble(valeurs: Sequence[Any]) -> Ecart | None:
        return tirages_uniformes([_position(v) for v in valeurs])

    yield Serie("joue_hasard()", (), _juge_grille, repetitions=300, ensemble=ensemble)


def _juge_couple(appel: Appel) -> Ecart | None:
    gagnant, grille = couple(appel.valeur)
    position, ecart = position_finale(grille)
    if ecart or position is None:
        return ecart
    if isinstance(gagnant, bool) or entier(gagnant, "le gagnant") != position.gagnant:
        phrase = "Le gagnant annoncé n'est pas celui de la grille renvoyée."
        return Ecart(phrase, str(position.gagnant), montrer(gagnant), position.alignement, position.cases())
    return None


def _joue_random(source: Source) -> Iterator[Essai]:
    yield Serie("joue_random()", (), _juge_couple, repetitions=source.nombre(60), au_moins=20,
                attendu="un couple (gagnant, grille)")  # fmt: skip


def _joue_random_uniforme(source: Source) -> Iterator[Essai]:
    def ensemble(valeurs: Sequence[Any]) -> Ecart | None:
        return tirages_uniformes([_position(grille) for _, grille in valeurs])

    yield Serie("joue_random()", (), _juge_couple, repetitions=300, ensemble=ensemble)


def _scenario(gagnants: Sequence[int]) -> dict[str, Any]:
    """De fausses parties dont on connaît les gagnants, pour voir comment on les compte."""
    comptage = Comptage(gagnants)

    def joue_random() -> tuple[int, list[list[int]]]:
        gagnant = comptage.suivant()
        return gagnant, vers_colonnes(_fin(gagnant))

    return {"comptage": comptage, "joue_random": joue_random, "joue_hasard": lambda: joue_random()[1]}


def _fin(gagnant: int) -> Position:
    if gagnant == 0:
        return pos.nulles()[0]
    return next(p for p, _ in pos.gagnees() if p.gagnant == gagnant)


JOUE_HASARD = Question(
    "joue_hasard",
    "joue_hasard()",
    (
        Critere("une vraie fin de partie", 2, _joue_hasard),
        Critere("tous les coups aussi probables", 1, _joue_hasard_uniforme),
    ),
    (
        "Une partie, c'est : tant que rien n'est décidé, on choisit un coup, on pose le pion, on change de joueur.",
        "Les coups possibles sont donnés par coups(G) ; choice en tire un. La partie s'arrête si fini(G) n'est pas 0, "
        "ou s'il n'y a plus de coup.",
        "Partez de G = init() et joueur = 1. Répétez au plus 42 fois : (x, y) = choice(coups(G)), G[x][y] = joueur, "
        "arrêt si fini(G) != 0, puis joueur = 3 - joueur. Renvoyez G à la fin.",
    ),
    aides=AIDES,
)

JOUE_RANDOM = Question(
    "joue_random",
    "joue_random()",
    (
        Critere("le gagnant et une vraie fin de partie", 2, _joue_random),
        Critere("tous les coups aussi probables", 1, _joue_random_uniforme),
    ),
    (
        "C'est la même partie que joue_hasard ; seul ce qu'on renvoie change.",
        "Vous avez la grille finale : quelle fonction dit qui l'a gagnée ?",
        "return fini(G), G renvoie un couple : le gagnant d'abord, la grille ensuite.",
    ),
    aides={**AIDES, "joue_hasard": lambda: vers_colonnes(partie_hasard(random.Random(random.random())))},
)

PROBABILITE_HASARD = Question(
    "probabilite_hasard",
    "probabilite_hasard(k)",
    criteres_frequences("probabilite_hasard({k})", lambda k: (k,), _scenario, essais_reels=True),
    (
        "Une fréquence est un nombre de fois divisé par le nombre total de parties.",
        "Il faut trois compteurs : victoires de 1, victoires de 2, nulles. Chaque partie en augmente un seul.",
        "Rangez les compteurs dans une liste de 3 cases indexée par le gagnant, puis divisez par k : attention à "
        "l'ordre demandé (joueur 1, joueur 2, nulle).",
    ),
    erreurs_frequences(),
)
