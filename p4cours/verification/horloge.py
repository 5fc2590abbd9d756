"""Le temps d'un examen : une seule horloge pour tous ses appels.

Les durées valent sur une machine ordinaire ; une machine lente en donne d'autant plus."""

from __future__ import annotations

import contextlib
import math
import sys
import time
from collections.abc import Iterator
from typing import Any

from p4core.appels import Distante, compte, temps_de_calcul

# Dans un navigateur, Python va trois fois moins vite, et le seul temps que l'on ait est celui du mur.
PLAFOND = 12.0 if sys.platform == "emscripten" else 4.0
COURT = 1.0  # seconde : un appel arrêté plus tôt que cela n'a pas eu sa chance
_REFERENCE = 0.02  # secondes du calcul étalon sur une machine ordinaire
_VALABLE = 5.0  # secondes pendant lesquelles l'étalon mesuré vaut encore : une machine partagée ralentit


class TropLent(Exception):
    """L'examen a épuisé son temps : l'essai en cours n'est pas fait."""


class Horloge:
    """Un temps de calcul à ne pas dépasser, partagé par tous les appels d'un examen ; et un sursis."""

    def __init__(self, secondes: float = math.inf, plafond: float = math.inf, sursis: float = 0.0) -> None:
        self.secondes, self.plafond, self.sursis = (s * lenteur() for s in (secondes, plafond, sursis))
        self._debut, self._mur = temps_de_calcul(), time.monotonic()

    @property
    def reste(self) -> float:
        """Les secondes de calcul encore permises."""
        mur = 0.0 if _au_loin else time.monotonic() - self._mur
        return self.secondes - compte(temps_de_calcul() - self._debut, mur)

    @property
    def epuisee(self) -> bool:
        """Le temps est-il passé ?"""
        return self.reste <= 0

    def surseoir(self) -> bool:
        """Accorde le sursis, une seule fois ; faux s'il n'y en a plus."""
        accorde, self.sursis = self.sursis, 0.0
        self.secondes += accorde
        return accorde > 0

    def accorder(self, delai: float) -> float:
        """Le temps d'un appel qui en demande tant ; TropLent s'il n'en reste plus."""
        if self.epuisee:
            raise TropLent
        return min(delai * lenteur(), self.plafond, self.reste)

    def ecourte(self, permis: float, delai: float) -> bool:
        """Un appel arrêté au bout de `permis` aurait-il mérité plus ?"""
        return permis < min(delai, COURT, self.plafond)


_au_loin: list[Distante] = []  # la réponse que l'on examine à travers la cloison


@contextlib.contextmanager
def horloge_de(reponse: Any) -> Iterator[None]:
    """Le temps du bloc, on compte le temps de cette réponse.

    À travers la cloison, qui veille elle-même à ce que rien ne dorme, seul le calcul : la note ne dépend pas
    de la charge de la machine. Si elle compte des instructions, ni de sa vitesse.
    """
    if not isinstance(reponse, Distante):
        yield
        return
    _au_loin.append(reponse)
    try:
        yield
    finally:
        _au_loin.pop()


_mesure = (-math.inf, 1.0)  # l'instant de la dernière mesure, et ce qu'elle a donné


def lenteur() -> float:
    """Combien de fois cette machine est, en ce moment, plus lente qu'une ordinaire, de 1 à PLAFOND."""
    global _mesure
    if _au_loin and _au_loin[-1].comptee:
        return 1.0
    if time.monotonic() - _mesure[0] > _VALABLE:
        _mesure = time.monotonic(), min(max(min(_etalon() for _ in range(3)) / _REFERENCE, 1.0), PLAFOND)
    return _mesure[1]


_temps_du_fil = getattr(time, "thread_time", time.perf_counter)  # un navigateur n'a ni fils ni leur horloge


def _etalon() -> float:
    debut, somme = _temps_du_fil(), 0
    for n in range(200_000):
        somme += n % 7
    return _temps_du_fil() - debut
