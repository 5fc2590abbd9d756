"""Lire ce qu'une fonction d'élève a renvoyé : tolérant sur la forme, précis sur ce qui manque."""

from __future__ import annotations

import math
from collections.abc import KeysView, Set, ValuesView
from numbers import Integral, Real
from typing import Any

from p4core.codages import (
    COLONNES,
    NORMALE,
    Malforme,
    constater,
    couple,
    entier,
    montrer,
    nommer,
    raisonnable,
    simple,
)
from p4core.ia.recherche import presque_egaux


def en_phrase(defaut: Malforme) -> str:
    """Ce que dit le défaut, une majuscule au début."""
    return str(defaut)[:1].upper() + str(defaut)[1:]


def nombre(valeur: Any, nom: str = "le résultat") -> float:
    """Un nombre : entier, flottant, fraction ; infini permis."""
    valeur = raisonnable(simple(valeur), nom)
    if isinstance(valeur, bool) or not isinstance(valeur, Real):
        raise Malforme(f"{nom} doit être un nombre, {constater(valeur)}.")
    if math.isnan(valeur):
        raise Malforme(f"{nom} vaut nan, qui n'est pas un nombre (inf - inf ou 0 * inf ?).")
    return int(valeur) if isinstance(valeur, Integral) else float(valeur)


def suite(valeur: Any, nom: str = "le résultat") -> list[Any]:
    """Les éléments d'une liste ou d'un tuple ; un ensemble n'en est pas une : ni indices, ni choice."""
    if isinstance(valeur, Set | KeysView | ValuesView):
        raise Malforme(
            f"{nom} doit être une liste, or c'est {nommer(valeur)} : {montrer(valeur)}. Il n'a pas "
            "d'indices, et choice le refuse ; list(…) en fait une liste."
        )
    # Un tableau de numpy sans dimension ne se parcourt pas, quoi qu'il en dise.
    if isinstance(valeur, str | dict) or not hasattr(valeur, "__iter__") or getattr(valeur, "ndim", 1) == 0:
        raise Malforme(f"{nom} doit être une liste, {constater(valeur)}.")
    return list(valeur)


def case(valeur: Any, nom: str = "le coup") -> tuple[int, int]:
    """Une case (x, y)."""
    x, y = couple(valeur, nom)
    return entier(x, f"la première valeur de {nom}"), entier(y, f"la seconde valeur de {nom}")


def frequences(valeur: Any) -> tuple[float, float, float]:
    """Trois fréquences (joueur 1, joueur 2, nulle)."""
    if not isinstance(valeur, tuple | list) and not hasattr(valeur, "dtype"):
        raise Malforme(
            f"le résultat doit être un triplet (joueur 1, joueur 2, nulle), or c'est {nommer(valeur)} : "
            f"{montrer(valeur)}."
        )
    elements = list(valeur)
    if len(elements) != 3:
        raise Malforme(
            f"on attend trois fréquences, le résultat en contient {len(elements)} : {montrer(valeur)}."
        )
    a, b, c = (nombre(f, "chaque fréquence") for f in elements)
    return a, b, c


def grille(valeur: Any, nom: str = "la grille") -> list[list[int]]:
    """Une grille codée par colonnes : 7 listes de 6 entiers entre 0 et 2."""
    return COLONNES.lire_table(valeur, nom, NORMALE)


def meme(a: Any, b: Any) -> bool:
    """Égalité de deux valeurs lues, nombres à la tolérance près."""
    if isinstance(a, tuple | list) and isinstance(b, tuple | list):
        return len(a) == len(b) and all(map(meme, a, b))
    if isinstance(a, int) and isinstance(b, int):
        return a == b  # si grands soient-ils : un entier ne s'arrondit pas
    if isinstance(a, int | float) and isinstance(b, int | float):
        return presque_egaux(a, b)
    return type(a) is type(b) and bool(a == b)
