"""Dans le bac, une fonction de l'autre côté que l'élève peut appeler."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import p4core

if TYPE_CHECKING:
    from p4core.correction.cloison.interieur import Interieur


class Rappel:
    """Une fonction prêtée ; `memoire` garde les résultats d'une fonction pure."""

    def __init__(self, interieur: Interieur, numero: int, nom: str, memoire: dict[Any, Any] | None) -> None:
        self._interieur, self.numero, self._memoire = interieur, numero, memoire
        self.__name__ = self.__qualname__ = nom

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        cle = None if self._memoire is None or options else figer(arguments)
        if cle is None or self._memoire is None or not p4core.etat.en_appel:
            return self._interieur.rappeler(self.numero, arguments, options)
        if cle not in self._memoire:
            self._memoire[cle] = self._interieur.rappeler(self.numero, arguments, options)
        return self._memoire[cle]

    def __deepcopy__(self, memo: Any) -> Rappel:
        return self


def figer(v: Any) -> Any:
    """Les arguments d'une fonction pure, où l'on distingue 1 de 1.0 et de True, une liste d'un tuple."""
    genre = type(v)
    if genre is int:
        return v
    if genre in (list, tuple):
        elements = tuple(map(figer, v))
        return None if None in elements else (genre, elements)
    return (genre, v) if v is None or genre in (float, bool, str) else None  # None : à ne pas retenir
