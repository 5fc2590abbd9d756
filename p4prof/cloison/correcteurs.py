"""Les processus qui notent les copies : autant que de cœurs, ou ceux d'une grappe de calcul.

Ni nbformat ni nbgrader ici : les importer dans chaque processus prendrait plus de temps que d'y noter.
"""

from __future__ import annotations

import ctypes
import faulthandler
import os
import signal
import sys
from concurrent.futures import BrokenExecutor, Executor, Future
from multiprocessing import util
from pathlib import Path
from types import TracebackType
from typing import Any

from loky.process_executor import ProcessPoolExecutor

from p4prof.cloison.copie import CopieConfiee, fermer, noter

ESSAIS = 2  # un processus de notation mort, c'est peut-être la machine ; deux fois, c'est cette copie
GARDE = 2  # fois le temps accordé à une copie, avant d'arrêter le processus qui la note
_PR_SET_PDEATHSIG = 1


class NotationMorte(Exception):
    """Le processus qui notait cette copie s'est arrêté, plusieurs fois."""


def _naitre(parent: int) -> None:
    """Un processus de notation ne survit pas à celui qui l'a lancé, et laisse l'interruption à ce dernier."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    util.Finalize(None, fermer, exitpriority=10)
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # il est mort avant qu'on ait pu demander à le suivre
            os._exit(1)


def _noter(travail: CopieConfiee) -> str:
    """Note cette copie ; un test bloqué là où Python ne reçoit plus de signal n'immobilise pas la classe."""
    with Path(os.devnull).open("w") as nulle_part:
        faulthandler.dump_traceback_later(GARDE * travail.limites.copie, exit=True, file=nulle_part)
        try:
            return noter(travail)
        finally:
            faulthandler.cancel_dump_traceback_later()


class Correcteurs:
    """Donne les copies à noter à un exécuteur, et recommence si un processus meurt."""

    def __init__(self, processus: int = 0, executeur: Executor | None = None) -> None:
        self._processus = processus or os.cpu_count() or 1
        self._donne = executeur
        self._executeur: Any = executeur or self._nouveau()

    def _nouveau(self) -> Executor:
        # loky plutôt que la bibliothèque standard : il n'importe pas le programme principal, nbgrader.
        return ProcessPoolExecutor(self._processus, initializer=_naitre, initargs=(os.getpid(),))

    def confier(self, travail: CopieConfiee) -> Future[str]:
        """Fait noter cette copie."""
        # Sur une grappe, c'est elle qui surveille ses processus.
        fonction = _noter if self._donne is None else noter
        try:
            return self._executeur.submit(fonction, travail)
        except BrokenExecutor:
            self._remplacer()
            return self._executeur.submit(fonction, travail)

    def resultat(self, futur: Future[str], travail: CopieConfiee) -> str:
        """Le carnet noté ; les processus morts en route sont remplacés."""
        for _ in range(ESSAIS):
            try:
                return futur.result()
            except BrokenExecutor:
                futur = self.confier(travail)
        try:
            return futur.result()
        except BrokenExecutor as erreur:
            raise NotationMorte from erreur

    def _remplacer(self) -> None:
        self._executeur.shutdown(wait=False)
        self._executeur = self._nouveau()

    def __enter__(self) -> Correcteurs:
        return self

    def __exit__(self, genre: type | None, erreur: BaseException | None, trace: TracebackType | None) -> None:
        if self._donne is None:
            self._executeur.shutdown(wait=genre is None, kill_workers=genre is not None)
