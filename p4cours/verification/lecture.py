"""Lire ce qu'une fonction d'élève a renvoyé : tolérant sur la forme, précis sur ce qui manque."""

from __future__ import annotations

import math
from numbers import Integral, Real
from typing import Any

from p4core.ia.recherche import presque_egaux

NOMS = {
    bool: "un booléen",
    int: "un entier",
    float: "un flottant",
    str: "une chaîne de caractères",
    list: "une liste",
    tuple: "un tuple",
    dict: "un dictionnaire",
    set: "un ensemble",
    type(None): "rien (None)",
}


class Malforme(Exception):
    """La valeur n'a pas la forme attendue ; le message le dit en une phrase."""


def nommer(valeur: Any) -> str:
    """Le genre d'une valeur, en français."""
    return NOMS.get(type(valeur), f"un objet de type {type(valeur).__name__}")


def simple(valeur: Any) -> Any:
    """La même valeur sans enveloppe numpy."""
    return valeur.item() if hasattr(valeur, "dtype") and getattr(valeur, "ndim", 1) == 0 else valeur


def montrer(valeur: Any, limite: int = 300) -> str:
    """La valeur telle qu'on l'écrirait, raccourcie si elle est longue."""
    texte = repr(_simplifier(valeur))
    return texte if len(texte) <= limite else texte[:limite] + "…"


def _simplifier(valeur: Any) -> Any:
    if type(valeur) in (list, tuple):
        return type(valeur)(_simplifier(element) for element in valeur)
    return simple(valeur)


def virgule(nombre: float, decimales: int = 2) -> str:
    """Un nombre écrit à la française."""
    return f"{nombre:.{decimales}f}".replace(".", ",")


def quantite(nombre: int, nom: str) -> str:
    """Un nombre et son nom accordé : « 1 partie », « 3 parties »."""
    return f"{nombre} {nom}{'s' * (nombre > 1)}"


def entier(valeur: Any, nom: str = "le résultat") -> int:
    """Un entier ; un booléen ou un flottant n'en est pas un."""
    valeur = simple(valeur)
    _raisonnable(valeur, nom)
    if isinstance(valeur, bool) or not isinstance(valeur, int):
        raise Malforme(f"{nom} doit être un entier, or c'est {nommer(valeur)} : {montrer(valeur, 80)}.")
    return int(valeur)  # un int tout simple : pas une classe dont le == dirait toujours oui


def _raisonnable(valeur: Any, nom: str) -> None:
    """Refuse un entier qu'un flottant ne peut pas représenter : on ne saurait pas le comparer."""
    if isinstance(valeur, int) and valeur.bit_length() > 1000:
        raise Malforme(f"{nom} est un entier démesuré, de plus de 300 chiffres.")


def nombre(valeur: Any, nom: str = "le résultat") -> float:
    """Un nombre : entier, flottant, fraction ; infini permis."""
    valeur = simple(valeur)
    _raisonnable(valeur, nom)
    if isinstance(valeur, bool) or not isinstance(valeur, Real):
        raise Malforme(f"{nom} doit être un nombre, or c'est {nommer(valeur)} : {montrer(valeur)}.")
    if math.isnan(valeur):
        raise Malforme(f"{nom} vaut nan, qui n'est pas un nombre (inf - inf ou 0 * inf ?).")
    return int(valeur) if isinstance(valeur, Integral) else float(valeur)


def suite(valeur: Any, nom: str = "le résultat") -> list[Any]:
    """Les éléments d'une liste, d'un tuple ou d'un ensemble."""
    if isinstance(valeur, str | dict) or not hasattr(valeur, "__iter__"):
        raise Malforme(f"{nom} doit être une liste, or c'est {nommer(valeur)} : {montrer(valeur)}.")
    return list(valeur)


def couple(valeur: Any, nom: str = "le résultat") -> tuple[Any, Any]:
    """Un couple, écrit entre parenthèses."""
    if not isinstance(valeur, tuple):
        raise Malforme(f"{nom} doit être un couple (a, b), or c'est {nommer(valeur)} : {montrer(valeur)}.")
    if len(valeur) != 2:
        raise Malforme(f"{nom} doit contenir deux valeurs, il en contient {len(valeur)} : {montrer(valeur)}.")
    return valeur[0], valeur[1]


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
    if not isinstance(valeur, list | tuple) or not all(isinstance(c, list | tuple) for c in valeur):
        raise Malforme(
            f"{nom} doit être une liste de listes, or c'est {nommer(valeur)} : {montrer(valeur, 80)}."
        )
    if len(valeur) != 7 or any(len(colonne) != 6 for colonne in valeur):
        tailles = sorted({len(colonne) for colonne in valeur})
        raise Malforme(
            f"{nom} doit contenir 7 listes de 6 entiers ; celle-ci contient "
            f"{quantite(len(valeur), 'liste')} de longueur {' ou '.join(map(str, tailles))}."
        )
    return [[_contenu(v, f"G[{x}][{y}]") for y, v in enumerate(colonne)] for x, colonne in enumerate(valeur)]


def _contenu(valeur: Any, nom: str) -> int:
    v = entier(valeur, nom)
    if v not in (0, 1, 2):
        raise Malforme(f"{nom} vaut {v} : une case contient 0, 1 ou 2.")
    return v


def meme(a: Any, b: Any) -> bool:
    """Égalité de deux valeurs lues, nombres à la tolérance près."""
    if isinstance(a, tuple | list) and isinstance(b, tuple | list):
        return len(a) == len(b) and all(map(meme, a, b))
    if isinstance(a, int | float) and isinstance(b, int | float):
        return presque_egaux(a, b)
    return type(a) is type(b) and bool(a == b)
