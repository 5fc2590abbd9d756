"""Où se jouent les lots : dans plusieurs processus, sur d'autres machines, ou dans ce fil."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")
AVANCE = 64  # lots confiés d'avance à un exécuteur dont on ne connaît pas la taille
TOURS = 200  # appels au plus, pour faire répondre chaque ouvrier une fois


class SurPlace(Executor):
    """Exécute tout de suite, dans ce fil : sans ouvrier, ou pour un joueur qui ne voyage pas."""

    def submit(self, fonction: Callable[..., R], /, *arguments: Any, **nommes: Any) -> Future[R]:
        """Le résultat, déjà là."""
        promesse: Future[R] = Future()
        promesse.set_result(fonction(*arguments, **nommes))
        return promesse


@dataclass
class Equipe:
    """Un exécuteur, et des processus de secours pour les lots d'un joueur qui fait tomber le sien."""

    executeur: Executor
    ouvriers: int
    avance: int  # lots confiés à la fois
    pile: ExitStack  # ferme, à la fin du tournoi, ce qui a été ouvert pour lui
    donnee: bool = False  # l'exécuteur est à l'appelant
    secours: Executor | None = None
    rejouees: set[Future[Any]] = field(default_factory=set)

    def confier(self, tache: T, fonction: Callable[[T], R], prudente: Callable[[T], R]) -> Future[R]:
        """Le résultat promis ; par la version prudente si l'exécuteur est déjà tombé."""
        try:
            return self.executeur.submit(fonction, tache)
        except BrokenExecutor:
            return self.rejouer(tache, prudente)

    def rejouer(self, tache: T, prudente: Callable[[T], R]) -> Future[R]:
        """La tâche, dans un processus de secours de cette machine."""
        if self.secours is None:
            self.secours = self.pile.enter_context(processus(self.ouvriers))
        promesse = self.secours.submit(prudente, tache)
        self.rejouees.add(promesse)
        return promesse

    def est_tombee(self, promesse: Future[Any]) -> bool:
        """Le processus de cette tâche est-il tombé, sans qu'on l'ait encore rejouée ?"""
        return isinstance(promesse.exception(), _chutes()) and promesse not in self.rejouees


def _chutes() -> tuple[type[BaseException], ...]:
    """Ce que lève un exécuteur dont un ouvrier s'est arrêté net ; Dask a son propre mot."""
    distributed = sys.modules.get("distributed")
    return (BrokenExecutor, distributed.KilledWorker) if distributed else (BrokenExecutor,)


@contextmanager
def equipe(donne: Executor | None, ouvriers: int | None, attache: bool) -> Iterator[Equipe]:
    """L'exécuteur donné, sinon un processus par cœur ; ce fil pour `ouvriers=1` ou un joueur attaché."""
    nombre = ouvriers or coeurs()
    with ExitStack() as pile:
        if donne is not None:
            yield Equipe(donne, nombre, AVANCE, pile, donnee=True)
        elif attache or ouvriers == 1 or sys.platform == "emscripten":
            yield Equipe(SurPlace(), 1, 1, pile)
        else:
            yield Equipe(pile.enter_context(processus(nombre)), nombre, 2 * nombre, pile)


@contextmanager
def processus(ouvriers: int) -> Iterator[Executor]:
    """Des processus sur cette machine, arrêtés à la sortie ; tout de suite si elle est forcée."""
    # loky plutôt que la bibliothèque standard : il n'exige pas de `if __name__ == "__main__"`, marche depuis
    # un notebook sur tout système (chaque ouvrier est un Python neuf) et sait arrêter ses ouvriers.
    from loky import ProcessPoolExecutor

    muet = {"PYTHONFAULTHANDLER": ""}  # sans quoi la chute d'un joueur couvrirait le notebook de traces
    groupe = ProcessPoolExecutor(ouvriers, initializer=_ignorer_ctrl_c, env=muet)
    try:
        yield groupe
    except BaseException:
        groupe.shutdown(wait=True, kill_workers=True)
        raise
    groupe.shutdown(wait=False)  # ils n'ont plus rien à faire : inutile de les attendre


def _ignorer_ctrl_c() -> None:
    """Un Ctrl-C arrive à tout le groupe de processus : seul le tournoi y répond."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def eveiller(executeur: Executor, ouvriers: int, pas: Callable[[], Any]) -> Iterator[int]:
    """Fait faire un premier pas à chaque processus ; leurs numéros, à mesure qu'ils répondent."""
    vus: set[int] = set()
    for _ in range(TOURS):
        nouveaux = set(executeur.map(_reponse, [pas] * ouvriers)) - vus
        vus |= nouveaux
        yield from nouveaux
        if len(vus) == ouvriers:
            return


def _reponse(pas: Callable[[], Any]) -> int:
    pas()
    time.sleep(0.02)  # sans quoi le premier processus prêt répondrait pour tous
    return os.getpid()


def coeurs() -> int:
    """Le nombre de cœurs que ce processus peut utiliser."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def au_fur_et_a_mesure(
    equipe: Equipe, fonction: Callable[[T], R], prudente: Callable[[T], R], taches: Iterable[T]
) -> Iterator[tuple[T, R]]:
    """Les couples (tâche, résultat) dès qu'ils sont prêts ; une tâche qui fait tomber l'exécuteur est
    reprise par la fonction prudente, qui y survit."""
    en_cours: dict[Future[R], T] = {}
    try:
        for tache in taches:
            en_cours[equipe.confier(tache, fonction, prudente)] = tache
            while len(en_cours) >= equipe.avance:
                yield from _pretes(equipe, prudente, en_cours)
        while en_cours:
            yield from _pretes(equipe, prudente, en_cours)
    finally:
        for promesse in en_cours:
            promesse.cancel()


def _pretes(
    equipe: Equipe, prudente: Callable[[T], R], en_cours: dict[Future[R], T]
) -> Iterator[tuple[T, R]]:
    finies, _ = wait(en_cours, return_when=FIRST_COMPLETED)
    for promesse in finies:
        tache = en_cours.pop(promesse)
        if equipe.est_tombee(promesse):
            en_cours[equipe.rejouer(tache, prudente)] = tache
        else:
            yield tache, promesse.result()
