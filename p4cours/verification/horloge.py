"""Le temps d'un examen : une seule horloge pour tous ses appels.

Les durées valent sur une machine ordinaire ; une machine lente en donne d'autant plus."""

from __future__ import annotations

import math
import time
from functools import lru_cache

from p4core.appels import compte, temps_de_calcul

COURT = 1.0  # seconde : un appel arrêté plus tôt que cela n'a pas eu sa chance
_REFERENCE = 0.02  # secondes du calcul étalon sur une machine ordinaire


class TropLent(Exception):
    """L'examen a épuisé son temps : l'essai en cours n'est pas fait."""


class Horloge:
    """Un temps de calcul à ne pas dépasser, partagé par tous les appels d'un examen."""

    def __init__(self, secondes: float = math.inf, plafond: float = math.inf) -> None:
        self.secondes, self.plafond = secondes * lenteur(), plafond * lenteur()
        self._debut, self._mur = temps_de_calcul(), time.monotonic()

    @property
    def reste(self) -> float:
        """Les secondes de calcul encore permises."""
        return self.secondes - compte(temps_de_calcul() - self._debut, time.monotonic() - self._mur)

    @property
    def epuisee(self) -> bool:
        """Le temps est-il passé ?"""
        return self.reste <= 0

    def accorder(self, delai: float) -> float:
        """Le temps d'un appel qui en demande tant ; TropLent s'il n'en reste plus."""
        if self.epuisee:
            raise TropLent
        return min(delai * lenteur(), self.plafond, self.reste)

    def ecourte(self, permis: float, delai: float) -> bool:
        """Un appel arrêté au bout de `permis` aurait-il mérité plus ?"""
        return permis < min(delai, COURT, self.plafond)


@lru_cache(maxsize=1)
def lenteur() -> float:
    """Combien de fois cette machine est plus lente qu'une machine ordinaire, entre 1 et 4."""
    durees = []
    for _ in range(3):
        debut, somme = time.thread_time(), 0
        for n in range(200_000):
            somme += n % 7
        durees.append(time.thread_time() - debut)
    return min(max(min(durees) / _REFERENCE, 1.0), 4.0)
