"""Les valeurs qui traversent la cloison : des données simples, écrites en JSON.

Ce qui n'est pas une donnée simple arrive de l'autre côté comme un objet opaque, qui n'est égal à rien. Les
listes, dictionnaires et ensembles sont numérotés : deux noms d'une même liste le restent en arrivant, dans
un message et d'un message au suivant. Une fonction ne traverse pas : son numéro suffit pour l'appeler.
"""

from __future__ import annotations

import base64
import sys
from collections import deque
from collections.abc import Callable, ItemsView, KeysView, ValuesView
from decimal import Decimal
from fractions import Fraction
from typing import Any

ENTIER_LONG = 1 << 4096  # au-delà, Python refuse d'écrire un entier en base 10
REPR_MAX = 300
PROFONDEUR = 150  # niveaux d'imbrication ; aucune réponse du cours n'en a plus de 4


class Opaque:
    """Un objet resté de l'autre côté : on n'en connaît que le genre et l'apparence."""

    apparence = ""

    def __repr__(self) -> str:
        return self.apparence


class Appui(Opaque):
    """Un objet de p4core, que l'élève a mis dans sa réponse."""


def opaque(genre: str, apparence: str, base: type[Opaque] = Opaque) -> Opaque:
    """Un objet opaque dont le type porte ce nom."""
    nom = genre if genre.isidentifier() else "objet"
    return type(nom, (base,), {"apparence": apparence})()


class Encodeur:
    """Écrit des valeurs ; garde les conteneurs du message précédent pour reconnaître ceux qui reviennent."""

    def __init__(self, fonction: Callable[[Any], list[Any] | None]) -> None:
        self._fonction = fonction  # comment écrire ce qui s'appelle
        self._avant: dict[int, tuple[int, Any]] = {}
        self._vus: dict[int, tuple[int, Any]] = {}
        self._ecrits: set[int] = set()
        self._numero = 0

    def encoder(self, valeur: Any) -> Any:
        """La valeur, prête pour `json.dumps`."""
        self._avant, self._vus, self._ecrits = self._vus, {}, set()
        return self._ecrire(valeur, 0)

    def _ecrire(self, v: Any, niveau: int) -> Any:
        genre = type(v)
        if v is None or genre is bool or genre is str or genre is float:
            return v
        if genre is int:
            return v if -ENTIER_LONG < v < ENTIER_LONG else ["i", hex(v)]
        if niveau > PROFONDEUR:
            return _apparence(v)
        if genre is list:
            return self._conteneur("l", v, v, niveau)
        if genre is tuple:
            return ["t", *(self._ecrire(e, niveau + 1) for e in v)]
        return self._rare(v, niveau)

    def _rare(self, v: Any, niveau: int) -> Any:
        """Les genres moins fréquents, et les sous-classes, ramenées à leur classe de base."""
        if isinstance(v, dict):
            return self._conteneur("d", v, [e for couple in dict.items(v) for e in couple], niveau)
        if isinstance(v, set):
            return self._conteneur("s", v, list(set.__iter__(v)), niveau)
        if isinstance(v, frozenset):
            return ["fs", *(self._ecrire(e, niveau + 1) for e in frozenset.__iter__(v))]
        for base, simple in _BASES:
            if isinstance(v, base):
                return self._ecrire(simple(v), niveau)
        if isinstance(v, complex):
            return ["c", v.real, v.imag]
        if isinstance(v, bytes | bytearray):
            return ["b", base64.b64encode(bytes(v)).decode()]
        if isinstance(v, range):
            return ["g", *(self._ecrire(borne, niveau) for borne in (v.start, v.stop, v.step))]
        if isinstance(v, deque | KeysView | ValuesView | ItemsView):
            return self._conteneur("l", v, list(v), niveau)
        if isinstance(v, Decimal):
            return ["D", Decimal.__str__(v)]
        if isinstance(v, Fraction):
            return ["q", self._ecrire(v.numerator, niveau), self._ecrire(v.denominator, niveau)]
        return _numpy(v) or self._fonction(v) or _apparence(v)

    def _conteneur(self, genre: str, v: Any, contenu: list[Any], niveau: int) -> list[Any]:
        if id(v) in self._ecrits:
            return ["r", self._vus[id(v)][0]]
        if id(v) in self._avant:
            numero = self._avant[id(v)][0]
        else:
            self._numero = numero = self._numero + 1
        self._vus[id(v)] = numero, v
        self._ecrits.add(id(v))
        return [genre, numero, *(self._ecrire(e, niveau + 1) for e in contenu)]


# Les méthodes de la classe de base, pas celles que l'élève a pu redéfinir.
_BASES: list[tuple[type, Callable[[Any], Any]]] = [
    (int, int.__index__),
    (float, float.__float__),
    (str, str.__str__),
    (list, lambda v: list(list.__iter__(v))),
    (tuple, lambda v: tuple(tuple.__iter__(v))),
]


def _apparence(v: Any) -> list[Any]:
    nom = type.__dict__["__name__"].__get__(type(v))
    try:
        texte = repr(v)
    except Exception as erreur:
        texte = f"<{nom} que repr ne sait pas montrer : {type(erreur).__name__}>"
    return ["p" if getattr(type(v), "__inerte__", False) is True else "o", nom, str(texte)[:REPR_MAX]]


def _numpy(v: Any) -> list[Any] | None:
    """Un nombre ou un tableau de numpy, sans charger numpy si l'élève ne l'a pas fait."""
    numpy = sys.modules.get("numpy")
    if numpy is None or not isinstance(v, numpy.generic | numpy.ndarray) or v.dtype.kind not in "biufU":
        return None
    return ["n" if isinstance(v, numpy.generic) else "a", v.dtype.str, v.tolist()]
