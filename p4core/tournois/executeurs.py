"""Où se jouent les lots : dans ce processus, dans plusieurs, ou sur d'autres machines."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")
AVANCE = 64  # lots confiés d'avance à un exécuteur dont on ne connaît pas la taille


class SurPlace(Executor):
    """Exécute tout de suite, dans ce fil : sans ouvrier, ou pour un joueur qui ne voyage pas."""

    def submit(self, fonction: Callable[..., R], /, *arguments: Any, **nommes: Any) -> Future[R]:
        """Le résultat, déjà là."""
        promesse: Future[R] = Future()
        promesse.set_result(fonction(*arguments, **nommes))
        return promesse


@contextmanager
def executeur_local(ouvriers: int, fils: bool) -> Iterator[Executor]:
    """Des processus, ou des fils quand le code compilé libère le verrou de Python ; fermés à la sortie."""
    if ouvriers <= 1 or sys.platform == "emscripten":
        yield SurPlace()
    elif fils:
        with ThreadPoolExecutor(ouvriers) as groupe:
            yield groupe
    else:
        yield from _processus(ouvriers)


def _processus(ouvriers: int) -> Iterator[Executor]:
    # loky plutôt que la bibliothèque standard : il n'exige pas de `if __name__ == "__main__"`, marche depuis
    # un notebook sur tout système et sait arrêter ses ouvriers sans attendre la fin de leur lot.
    from loky import ProcessPoolExecutor

    groupe = ProcessPoolExecutor(ouvriers, initializer=_ignorer_ctrl_c)
    try:
        yield groupe
    except BaseException:
        groupe.shutdown(wait=True, kill_workers=True)
        raise
    groupe.shutdown(wait=True)


def _ignorer_ctrl_c() -> None:
    """Un Ctrl-C arrive à tout le groupe de processus : seul le tournoi y répond."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def coeurs() -> int:
    """Le nombre de cœurs que ce processus peut utiliser."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def au_fur_et_a_mesure(
    executeur: Executor, fonction: Callable[[T], R], taches: Iterable[T], avance: int = AVANCE
) -> Iterator[tuple[T, R]]:
    """Les couples (tâche, résultat) dès qu'ils sont prêts, sans confier plus de `avance` tâches à la fois."""
    en_cours: dict[Future[R], T] = {}
    try:
        for tache in taches:
            en_cours[executeur.submit(fonction, tache)] = tache
            if len(en_cours) >= avance:
                yield from _pretes(en_cours)
        while en_cours:
            yield from _pretes(en_cours)
    finally:
        for promesse in en_cours:
            promesse.cancel()


def _pretes(en_cours: dict[Future[R], T]) -> Iterator[tuple[T, R]]:
    finies, _ = wait(en_cours, return_when=FIRST_COMPLETED)
    for promesse in finies:
        yield en_cours.pop(promesse), promesse.result()
