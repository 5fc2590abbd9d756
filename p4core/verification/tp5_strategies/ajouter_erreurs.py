"""Les façons habituelles de se tromper en ajoutant un jeton."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable
from typing import Any

from p4core.verification.diagnostics import modele
from p4core.verification.essais import (
    Epreuve,
    Erreur,
    Essai,
)
from p4core.verification.tp5_strategies.grilles import (
    Table,
    lire_table,
)


def _version(phrase: str, fausse: Callable[[Table, int, int, str], Any]) -> Erreur:
    """L'erreur d'une fonction qui rendrait partout `fausse(copie de l, colonne, ligne de chute, t)`."""

    def valeur(essai: Essai) -> Any:
        c = essai.contexte
        return fausse(copy.deepcopy(c["l"]), c["x"], c["i"], c["t"])

    return modele(phrase, valeur, lire_table)


def _avec(l: Table, x: int, lignes: Iterable[int], t: str) -> Table:
    for i in lignes:
        l[x][i] = t
    return l


def _autre(t: str) -> str:
    return "[X]" if t == "[O]" else "[O]"


def _voisine(l: Table, x: int, t: str) -> Table:
    """Le jeton joué dans la colonne suivante."""
    vides = [i for i, jeton in enumerate(l[x + 1]) if jeton == "[ ]"]
    return _avec(l, x + 1, vides[-1:], t)


def _trop_a_droite() -> Erreur:
    """c employé comme un indice : la dernière colonne, elle, lève une erreur."""
    phrase = "Vous jouez une colonne trop à droite : la colonne numéro c est l[c - 1]."
    erreur = _version(phrase, lambda l, x, i, t: _voisine(l, x, t))
    dedans = lambda e: e.essai.contexte["x"] + 1 < len(e.essai.contexte["l"])  # noqa: E731
    return Erreur(phrase, lambda epreuves: erreur.explique([e for e in epreuves if dedans(e)]))


def _indices_echanges() -> Erreur:
    """l[i][c - 1] au lieu de l[c - 1][i] : là où l'indice existe, le jeton va dans une autre colonne."""
    phrase = "Vous échangez lignes et colonnes : l[j][i] est la case de la COLONNE j et de la ligne i."

    def echange(l: Table, x: int, i: int, t: str) -> Table:
        vides = [k for k in range(len(l[0])) if l[k][x] == "[ ]"]
        return _avec_ligne(l, x, vides[-1:], t)

    erreur = _version(phrase, echange)

    def sans_erreur(e: Epreuve) -> bool:
        l, x = e.essai.contexte["l"], e.essai.contexte["x"]
        if (len(l), len(l[0])) != (7, 6) or x > 5 or e.appel.exception is not None:
            return False
        return any(colonne[x] == "[ ]" for colonne in l[:6])

    return Erreur(phrase, lambda epreuves: erreur.explique([e for e in epreuves if sans_erreur(e)]))


def _avec_ligne(l: Table, x: int, colonnes: Iterable[int], t: str) -> Table:
    for j in colonnes:
        l[j][x] = t
    return l


ERREURS = (
    _trop_a_droite(),
    _indices_echanges(),
    _version(
        "Vous posez le jeton tout en haut : l'indice 0 est le HAUT, le jeton doit tomber jusqu'à la dernière "
        "case libre.",
        lambda l, x, i, t: _avec(l, x, [0] if i >= 0 else [], t),
    ),
    _version(
        "Quand la colonne est pleine, vous écrasez un jeton : il faut alors rendre une copie inchangée.",
        lambda l, x, i, t: _avec(l, x, [max(i, 0)], t),
    ),
    _version(
        "Quand la colonne est pleine, vous écrasez le jeton du BAS : l'indice -1 désigne la dernière case.",
        lambda l, x, i, t: _avec(l, x, [i], t),
    ),
    _version(
        "Vous remplissez toute la colonne : il faut s'arrêter après le premier jeton posé.",
        lambda l, x, i, t: _avec(l, x, range(i + 1), t),
    ),
    _version(
        "Le jeton remplace le plus haut de la colonne au lieu de se poser dessus.",
        lambda l, x, i, t: _avec(l, x, [min(i + 1, len(l[x]) - 1)] if i >= 0 else [], t),
    ),
    _version(
        "Le jeton flotte une case trop haut : il tombe jusqu'à la dernière case libre.",
        lambda l, x, i, t: _avec(l, x, [max(i - 1, 0)] if i >= 0 else [], t),
    ),
    _version(
        "Le jeton tombe toujours tout en bas, par-dessus ceux qui y sont : cherchez la dernière case LIBRE.",
        lambda l, x, i, t: _avec(l, x, [-1], t),
    ),
    _version(
        "Vous posez le jeton de l'adversaire au lieu de t.",
        lambda l, x, i, t: _avec(l, x, [i] if i >= 0 else [], _autre(t)),
    ),
    _version(
        "Vous posez toujours un [O] : le jeton à poser est t.",
        lambda l, x, i, t: _avec(l, x, [i] if i >= 0 else [], "[O]"),
    ),
    _version("La table renvoyée est celle d'avant : aucun jeton n'est posé.", lambda l, x, i, t: l),
    _version(
        "Les jetons déjà joués ont disparu : partez d'une copie de l, pas d'une table vide.",
        lambda l, x, i, t: _avec([["[ ]"] * len(c) for c in l], x, [i] if i >= 0 else [], t),
    ),
)
