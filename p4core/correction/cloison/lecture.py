"""Relire une valeur qui a traversé la cloison : rien n'assure qu'elle est bien formée, ni raisonnable."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

from p4core.correction.cloison.valeurs import REPR_MAX, Appui, Opaque, opaque

# Une petite réponse peut désigner une valeur démesurée, que les tests mettraient une éternité à parcourir.
ELEMENTS_MAX = 4_000_000  # d'une réponse dépliée : une liste citée deux fois y compte deux fois
RANGE_MAX = 1_000_000  # éléments d'un range
CHIFFRES_MAX = 25_000  # chiffres hexadécimaux d'un entier
DECIMAL_MAX = 400  # chiffres, et exposant, d'un nombre décimal
NOMBRE = 16  # octets d'un tableau numpy qui comptent pour un élément
OBJET = 400  # éléments que compte un objet opaque ou une fonction : chacun prend un kilo-octet
# Des clés de même empreinte (les multiples de 2**61 - 1) se rangent en un temps démesuré, sans interruption.
COLLISIONS_MAX = 100
GEANT, POIDS_D_UN_GEANT = 1 << 64, 500  # les entiers au-delà, et les éléments que chacun compte
_TYPE_NUMPY = re.compile(r"[<>|=]?[biufU]\d{1,6}")


class Illisible(Exception):
    """Le message ne décrit pas une valeur."""


class Decodeur:
    """Reconstruit des valeurs ; un conteneur déjà reçu est mis à jour sur place."""

    def __init__(self) -> None:
        self._avant: dict[int, Any] = {}
        self._connus: dict[int, Any] = {}
        self._poids: dict[int, int] = {}  # des conteneurs entièrement lus, une fois dépliés
        self._elements = 0

    def decoder(self, brut: Any, fonction: Callable[[list[Any]], Any]) -> Any:
        """La valeur décrite par `brut`, ou Illisible ; `fonction` lit ce qui s'appelle."""
        self._avant, self._connus, self._fonction = self._connus, {}, fonction
        self._poids, self._elements = {}, 0
        try:
            return self._lire(brut)
        except Exception as erreur:  # le message vient peut-être de l'élève : tout peut y être faux
            raise Illisible(f"valeur mal formée : {type(erreur).__name__}") from erreur

    def _lire(self, b: Any) -> Any:
        self._compter(1)
        if not isinstance(b, list):
            if isinstance(b, dict):
                raise Illisible("valeur mal formée")
            return self._peser(b)
        genre = b[0]
        if genre == "l":
            return self._remplir(b[1], list, b[2:])
        if genre == "t":
            return tuple(self._lire(e) for e in b[1:])
        if genre == "r":
            return self._relire(b[1])
        if genre == "d":
            return self._remplir(b[1], dict, b[2:])
        if genre == "s":
            return self._remplir(b[1], set, b[2:])
        if genre in _SIMPLES:
            return _SIMPLES[genre](self, b)
        self._compter(OBJET)
        return self._fonction(b)

    def _peser(self, valeur: Any) -> Any:
        if type(valeur) is int and not -GEANT < valeur < GEANT:
            self._compter(POIDS_D_UN_GEANT)
        return valeur

    def _opaque(self, *description: Any) -> Opaque:
        self._compter(OBJET)
        return opaque(*description)

    def _compter(self, elements: int) -> None:
        self._elements += elements
        if self._elements > ELEMENTS_MAX:
            raise Illisible("valeur démesurée")

    def _relire(self, numero: int) -> Any:
        """Un conteneur déjà lu ; celui qui se contient lui-même n'aurait pas de fin."""
        objet = self._connus[numero]
        if numero not in self._poids:
            return self._opaque(type(objet).__name__, "…")
        self._compter(self._poids[numero])
        return objet

    def _remplir(self, numero: int, genre: type, contenu: list[Any]) -> Any:
        ancien, avant = self._avant.get(numero), self._elements
        objet: Any = ancien if type(ancien) is genre else genre()
        self._connus[numero] = objet
        elements = [self._lire(e) for e in contenu]
        self._poids[numero] = self._elements - avant
        objet.clear()
        if genre is list:
            objet.extend(elements)
        elif genre is set:
            objet.update(_rangeables(elements))
        else:
            objet.update(zip(_rangeables(elements[::2]), elements[1::2], strict=True))
        return objet


def _rangeables(cles: list[Any]) -> list[Any]:
    if len(cles) - len(set(map(hash, cles))) > COLLISIONS_MAX:
        raise Illisible("clés de même empreinte")
    return cles


def _entier(d: Decodeur, chiffres: str) -> Any:
    if len(chiffres) > CHIFFRES_MAX:
        return d._opaque("entier", "un entier démesuré")
    return d._peser(int(chiffres, 16))


def _range(d: Decodeur, bornes: range) -> Any:
    if bornes[RANGE_MAX:]:
        return d._opaque("range", repr(bornes)[:REPR_MAX])
    d._compter(len(bornes))
    return bornes


def _decimal(chiffres: str) -> Decimal | float:
    """Un nombre décimal ; 1e999999999 tient en peu de place, pas l'entier que l'on en tirerait."""
    nombre = Decimal(chiffres[:DECIMAL_MAX])
    if not nombre.is_finite():
        return float(nombre)  # comparer un Decimal à nan lèverait une exception
    if abs(nombre.adjusted()) > DECIMAL_MAX:
        raise Illisible("nombre décimal démesuré")
    return nombre


def _nombre_numpy(d: Decodeur, b: list[Any]) -> Any:
    """Un nombre ou un tableau, si la taille que son type annonce est raisonnable."""
    import numpy

    genre, nombre = str(b[1]), numpy.array(b[2], dtype=object).size
    if not _TYPE_NUMPY.fullmatch(genre):
        raise Illisible("tableau mal formé")
    d._compter(nombre * numpy.dtype(genre).itemsize // NOMBRE)
    tableau = numpy.array(b[2], dtype=numpy.dtype(genre))
    return tableau[()] if b[0] == "n" else tableau


_SIMPLES: dict[str, Callable[[Decodeur, list[Any]], Any]] = {
    "i": lambda d, b: _entier(d, b[1]),
    "fs": lambda d, b: frozenset(_rangeables([d._lire(e) for e in b[1:]])),
    "c": lambda d, b: complex(b[1], b[2]),
    "b": lambda d, b: base64.b64decode(b[1]),
    "g": lambda d, b: _range(d, range(*map(d._lire, b[1:]))),
    "q": lambda d, b: Fraction(*map(d._lire, b[1:])),
    "n": _nombre_numpy,
    "a": _nombre_numpy,
    "D": lambda d, b: _decimal(b[1]),
    "o": lambda d, b: d._opaque(str(b[1]), str(b[2])),
    "p": lambda d, b: d._opaque(str(b[1]), str(b[2]), Appui),
}


def reporter(original: Any, nouveau: Any) -> None:
    """Donne sur place au conteneur `original` le contenu de `nouveau`, jusque dans ses parties."""
    if type(original) is not type(nouveau) or original is nouveau:
        return
    if isinstance(original, list):
        original[:] = [_fondre(a, b) for a, b in zip(original, nouveau, strict=False)] + nouveau[
            len(original) :
        ]
    elif isinstance(original, dict):
        fondu = {cle: _fondre(original.get(cle), valeur) for cle, valeur in nouveau.items()}
        original.clear()
        original.update(fondu)
    elif isinstance(original, set):
        original.clear()
        original.update(nouveau)
    elif isinstance(original, tuple):
        for a, b in zip(original, nouveau, strict=False):
            reporter(a, b)


def _fondre(ancien: Any, nouveau: Any) -> Any:
    """L'ancien conteneur mis à jour s'il s'en agit d'un, sinon la nouvelle valeur."""
    if type(ancien) is type(nouveau) and isinstance(ancien, list | dict | set):
        reporter(ancien, nouveau)
        return ancien
    return nouveau
