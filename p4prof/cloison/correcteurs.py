"""Les processus qui notent les copies : autant que de cœurs, ou ceux d'une grappe de calcul.

Ni nbformat ni nbgrader ici : les importer dans chaque processus prendrait plus de temps que d'y noter.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import os
import signal
import sys
import tempfile
import warnings
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import replace
from faulthandler import cancel_dump_traceback_later, dump_traceback_later
from functools import lru_cache, partial
from multiprocessing import util
from pathlib import Path
from types import TracebackType
from typing import Any

from loky.process_executor import ProcessPoolExecutor

from p4prof.cloison.copie import CopieConfiee, fermer, noter

ESSAIS = (
    20  # fois où l'on reprend, seule, une copie qui arrête son correcteur, chaque fois sans le test en cause
)
GARDE = 2  # fois le temps d'une copie, passé sur une seule cellule : le processus qui la note est arrêté
MEMOIRE = 4 * 2**30  # octets
_PR_SET_PDEATHSIG = 1
warnings.filterwarnings("ignore", "A worker was restarted")  # loky le fait à bon escient


class NotationMorte(Exception):
    """Le processus qui notait cette copie s'est arrêté, plusieurs fois, sans qu'un test en soit la cause."""


def _naitre(parent: int) -> None:
    """Un processus de notation ne survit pas à celui qui l'a lancé, et laisse l'interruption à ce dernier."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    util.Finalize(None, fermer, exitpriority=10)
    _limiter()
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # il est mort avant qu'on ait pu demander à le suivre
            os._exit(1)


def _limiter() -> None:
    """Borne la mémoire de ce processus : un test trompé par un élève perd sa question, pas la machine.

    Celui qui en garde trop après une copie est remplacé par loky avant la suivante.
    """
    with contextlib.suppress(ImportError):  # Windows n'a pas ce réglage
        import resource

        maximum = resource.getrlimit(resource.RLIMIT_DATA)[1]
        borne = MEMOIRE if maximum < 0 else min(MEMOIRE, maximum)
        resource.setrlimit(resource.RLIMIT_DATA, (borne, borne))


def _noter(travail: CopieConfiee) -> str:
    """Note cette copie ; un test bloqué là où Python ne reçoit plus de signal n'immobilise pas la classe.

    L'attente repart à chaque cellule : sur une machine chargée, une copie entière peut durer.
    """
    with Path(os.devnull).open("w") as nulle_part:
        garde = GARDE * travail.limites.copie
        try:
            return noter(travail, partial(dump_traceback_later, garde, exit=True, file=nulle_part))
        finally:
            cancel_dump_traceback_later()
            _geler()


@lru_cache(maxsize=1)
def _geler() -> None:
    """Ce qu'il a fallu charger pour une première copie ne sera plus jamais parcouru : chaque copie finit par
    ramasser ce qu'elle laisse, et y passerait autant de temps qu'à noter plusieurs questions."""
    gc.collect()
    gc.freeze()


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
        try:
            return futur.result()
        except BrokenExecutor:
            if self._donne is not None:
                raise
        return self._reprendre(travail)

    def _reprendre(self, travail: CopieConfiee) -> str:
        """Note cette copie dans un processus à elle : s'il meurt encore, le test en cours est perdu.

        Les copies notées en même temps qu'une autre ne sont ainsi jamais prises pour elle.
        """
        with tempfile.TemporaryDirectory(prefix="p4-reprise-") as dossier:
            temoin = Path(dossier, "test")
            for _ in range(ESSAIS):
                temoin.write_text("", "utf-8")
                with ProcessPoolExecutor(1, initializer=_naitre, initargs=(os.getpid(),)) as seul:
                    try:
                        return str(seul.submit(_noter, replace(travail, temoin=str(temoin))).result())
                    except BrokenExecutor as erreur:
                        en_cours = temoin.read_text("utf-8")
                        if en_cours not in travail.enonce.tests or en_cours in travail.perdues:
                            raise NotationMorte from erreur  # aucun test n'y est pour rien
                travail = replace(travail, perdues=travail.perdues | {en_cours})
        raise NotationMorte

    def _remplacer(self) -> None:
        self._executeur.shutdown(wait=False)
        self._executeur = self._nouveau()

    def __enter__(self) -> Correcteurs:
        return self

    def __exit__(self, genre: type | None, erreur: BaseException | None, trace: TracebackType | None) -> None:
        if self._donne is None:
            self._executeur.shutdown(wait=genre is None, kill_workers=genre is not None)
