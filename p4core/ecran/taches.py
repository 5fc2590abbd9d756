"""Un travail à part, qui ne bloque pas celui qui clique : dans un fil ou, s'il n'y en a pas, par tranches."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator

from p4core.appels import sous_surveillance

REGARD = 0.02  # secondes entre deux regards sur ce qu'un autre fait avancer

Pause = Callable[[float], None]  # patiente tant de secondes


class Tache:
    """Un travail par étapes ; chacune dit combien de secondes attendre avant la suivante.

    Sans fils (dans un navigateur), la page reprend la main après chaque étape, et l'étape elle-même la rend
    quand le navigateur sait suspendre Python (`p4core.appels.ceder`) : un clic est toujours entendu."""

    def __init__(self, etapes: Iterator[float], patienter: Pause) -> None:
        self._etapes, self._patienter = etapes, patienter
        self._fil = threading.Thread(target=self._mener, daemon=True)
        self._suite: asyncio.Task[None] | None = None
        self._avance = False  # une étape est-elle commencée, ici ou dans ce qui est suspendu ?
        self.finie = False

    def lancer(self) -> None:
        """Commence, sans attendre la fin s'il y a qui pourra continuer."""
        try:
            self._fil.start()
            return
        except RuntimeError:  # un Python sans fils d'exécution (dans un navigateur)
            pass
        try:
            boucle = asyncio.get_running_loop()
        except RuntimeError:  # rien ne le reprendrait plus tard
            self._mener()
        else:
            self._suite = boucle.create_task(self._par_tranches())

    def attendre(self, secondes: float | None = None) -> None:
        """Attend la fin, au plus ce temps ; jamais de l'intérieur du travail lui-même."""
        if self._fil.ident is not None:
            if self._fil is not threading.current_thread():
                self._fil.join(secondes)
        elif self._suite is not None and not sous_surveillance():
            fin = None if secondes is None else time.monotonic() + secondes
            self._mener(lambda: fin is not None and time.monotonic() > fin)

    def _mener(self, assez: Callable[[], bool] = lambda: False) -> None:
        while not assez() and (pause := self._avancer()) is not None:
            self._patienter(pause)

    async def _par_tranches(self) -> None:
        while (pause := self._avancer()) is not None:
            await asyncio.sleep(pause)

    def _avancer(self) -> float | None:
        """Fait une étape ; l'attente d'avant la suivante, ou None s'il n'y en a plus."""
        if self._avance:  # commencée ailleurs, et suspendue : elle finira quand on lui rendra la main
            return REGARD
        self._avance = True
        try:
            pause = next(self._etapes, None)
        finally:
            self._avance = False
        self.finie = pause is None
        return pause
