"""Interrompre un calcul au bout d'un délai."""

from __future__ import annotations

import signal
import threading
from typing import Any

from p4core.execution import LENTEUR, TempsEcoule

INSISTANCE = 0.5  # secondes entre deux interruptions, si le code les ignore


class Alarme:
    """Interrompt le fil principal après tant de secondes de calcul, ou LENTEUR fois plus à l'horloge.

    Dans un autre fil (sur une grappe de calcul), elle est sans effet : Python n'y reçoit pas de signal.
    """

    def __init__(self, delai: float) -> None:
        self._delais = (
            (signal.SIGPROF, signal.ITIMER_PROF, delai),
            (signal.SIGALRM, signal.ITIMER_REAL, LENTEUR * delai),
        )
        self._utile = threading.current_thread() is threading.main_thread()

    def __enter__(self) -> None:
        if self._utile:
            for signe, minuterie, delai in self._delais:
                signal.signal(signe, _sonner)
                signal.setitimer(minuterie, delai, INSISTANCE)

    def __exit__(self, *_: Any) -> None:
        if self._utile:
            for _signe, minuterie, _delai in self._delais:
                signal.setitimer(minuterie, 0)


def _sonner(*_: Any) -> None:
    raise TempsEcoule
