"""Où se jouent les lots : dans plusieurs processus, sur d'autres machines, ou dans ce fil.

Un joueur peut faire tomber son processus : le lot est alors rejoué dans un enfant que l'on peut perdre, et ce
joueur ne perd que ses parties.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import Any, TypeVar

from p4core.jeu import Joueur, Position
from p4core.tournois.rencontres import Lot, Releve, depart_de, deterministe, jouer_lot, joueurs_de

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
class Atelier:
    """Un exécuteur, et des processus de secours pour les lots d'un joueur qui fait tomber le sien."""

    executeur: Executor
    ouvriers: int
    avance: int  # lots confiés à la fois
    pile: ExitStack  # ferme, à la fin du tournoi, ce qui a été ouvert pour lui
    donne: bool = False  # l'exécuteur est à l'appelant
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

    def est_tombe(self, promesse: Future[Any]) -> bool:
        """Le processus de cette tâche est-il tombé, sans qu'on l'ait encore rejouée ?"""
        return isinstance(promesse.exception(), _chutes()) and promesse not in self.rejouees


def _chutes() -> tuple[type[BaseException], ...]:
    """Ce que lève un exécuteur dont un ouvrier s'est arrêté net ; Dask a son propre mot."""
    distributed = sys.modules.get("distributed")
    return (BrokenExecutor, distributed.KilledWorker) if distributed else (BrokenExecutor,)


@contextmanager
def atelier(donne: Executor | None, ouvriers: int | None, attache: bool) -> Iterator[Atelier]:
    """L'exécuteur donné, sinon un processus par cœur ; ce fil pour `ouvriers=1` ou un joueur attaché."""
    nombre = ouvriers or coeurs()
    with ExitStack() as pile:
        if donne is not None:
            yield Atelier(donne, nombre, AVANCE, pile, donne=True)
        elif attache or ouvriers == 1 or sys.platform == "emscripten":
            yield Atelier(SurPlace(), 1, 1, pile)
        else:
            yield Atelier(pile.enter_context(processus(nombre)), nombre, 2 * nombre, pile)


@contextmanager
def processus(ouvriers: int) -> Iterator[Executor]:
    """Des processus sur cette machine, arrêtés à la sortie ; tout de suite si elle est forcée."""
    # loky plutôt que la bibliothèque standard : il n'exige pas de `if __name__ == "__main__"`, marche depuis
    # un notebook sur tout système (chaque ouvrier est un Python neuf) et sait arrêter ses ouvriers.
    _exiger_une_machine()
    from loky import ProcessPoolExecutor

    muet = {"PYTHONFAULTHANDLER": ""}  # sans quoi la chute d'un joueur couvrirait le notebook de traces
    groupe = ProcessPoolExecutor(ouvriers, initializer=_naitre, initargs=(os.getpid(),), env=muet)
    try:
        yield groupe
    except BaseException:
        groupe.shutdown(wait=True, kill_workers=True)
        raise
    groupe.shutdown(wait=False)  # ils n'ont plus rien à faire : inutile de les attendre


def _exiger_une_machine() -> None:
    if sys.platform == "emscripten":
        raise RuntimeError("Plusieurs processus demandent une vraie machine : un navigateur n'en a qu'un.")


def _naitre(parent: int) -> None:
    """Un Ctrl-C arrive à tout le groupe de processus : seul le tournoi y répond, et nul ne lui survit."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_suivre, args=(parent,), daemon=True).start()


def _suivre(parent: int) -> None:
    """Si le tournoi est tué net, ses ouvriers attendraient pour toujours qu'on leur parle."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


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
    atelier: Atelier, fonction: Callable[[T], R], prudente: Callable[[T], R], taches: Iterable[T]
) -> Iterator[tuple[T, R]]:
    """Les couples (tâche, résultat) dès qu'ils sont prêts ; une tâche qui fait tomber l'exécuteur est
    reprise par la fonction prudente, qui y survit."""
    en_cours: dict[Future[R], T] = {}
    try:
        for tache in taches:
            en_cours[atelier.confier(tache, fonction, prudente)] = tache
            while len(en_cours) >= atelier.avance:
                yield from _pretes(atelier, prudente, en_cours)
        while en_cours:
            yield from _pretes(atelier, prudente, en_cours)
    finally:
        for promesse in en_cours:
            promesse.cancel()


def _pretes(
    atelier: Atelier, prudente: Callable[[T], R], en_cours: dict[Future[R], T]
) -> Iterator[tuple[T, R]]:
    finies, _ = wait(en_cours, return_when=FIRST_COMPLETED)
    for promesse in finies:
        tache = en_cours.pop(promesse)
        if atelier.est_tombe(promesse):
            en_cours[atelier.rejouer(tache, prudente)] = tache
        else:
            yield tache, promesse.result()


# --- Jouer un lot dont un joueur a fait tomber son processus ----------------------------------------------

LONGS = ("p4core.ia.regles", "numpy")  # une seconde, par la compilation ; quelques dixièmes


def jouer_prudemment(lot: Lot) -> Releve:
    """Le relevé du lot, quoi que fassent les joueurs."""
    if lot.compilees:
        return jouer_lot(lot)
    entier = Enfant(jouer_lot, lot)
    return _une_a_une(lot) if entier.resultat is None else entier.resultat


def deterministe_prudemment(lot: Lot) -> bool:
    """Comme `deterministe` ; faux si un joueur fait tomber le processus."""
    return bool(Enfant(deterministe, lot).resultat)


def _une_a_une(lot: Lot) -> Releve:
    releve = Releve.vide(lot.nombre, lot.depart)
    for k in range(lot.nombre):
        seule = replace(lot, premiere=lot.premiere + k, nombre=1)
        enfant = Enfant(_jouer_temoin, seule)
        partie = enfant.resultat or _perdue(seule, enfant)
        releve.copier(k, partie)
        releve.fautes |= partie.fautes  # par numéro dans la rencontre, non dans le lot
    return releve


def _perdue(lot: Lot, enfant: Enfant) -> Releve:
    """La partie arrêtée net : le joueur au trait la perd."""
    releve = Releve.vide(1, lot.depart)
    coups = enfant.temoin or bytes(depart_de(lot, lot.premiere).historique)
    releve.noter(0, coups, gagnant=1 + (len(coups) + 1) % 2)
    releve.fautes[lot.premiere] = f"son processus s'est arrêté net ({enfant.fin})"
    return releve


class Enfant:
    """Un calcul dans un processus à part ; son résultat vaut None s'il n'est pas allé au bout."""

    def __init__(self, fonction: Callable[..., Any], lot: Lot) -> None:
        _exiger_une_machine()
        import multiprocessing  # absent d'un navigateur

        self.resultat: Any = None
        self.temoin = b""  # les coups déjà joués quand le dernier joueur a pris la main
        # Une fourche coûte quelques millisecondes ; Windows, qui n'en a pas, démarre un Python neuf.
        methodes = multiprocessing.get_all_start_methods()
        contexte: Any = multiprocessing.get_context("fork" if "fork" in methodes else "spawn")
        lecture, ecriture = contexte.Pipe(duplex=False)
        _precharger(lot)
        processus = contexte.Process(target=_calculer, args=(fonction, lot, ecriture), daemon=True)
        processus.start()
        ecriture.close()
        self._ecouter(lecture, processus.sentinel)
        processus.join()
        self.fin = _raison(processus.exitcode)

    def _ecouter(self, lecture: Any, fin: int) -> None:
        """Reçoit jusqu'à la fin du processus : un petit-enfant peut garder le tuyau ouvert après lui."""
        from multiprocessing.connection import wait as attendre

        with lecture:
            while lecture in attendre([lecture, fin]):
                try:
                    genre, valeur = lecture.recv()
                except EOFError:
                    return
                setattr(self, genre, valeur)


def _precharger(lot: Lot) -> None:
    """Importe ici, une fois, ce que chaque enfant importerait pour lire ses joueurs."""
    for module in LONGS:
        if isinstance(lot.joueurs, bytes) and module.encode() in lot.joueurs:
            import_module(module)


def _calculer(fonction: Callable[..., Any], lot: Lot, tuyau: Any) -> None:
    arguments = (lot, tuyau) if fonction is _jouer_temoin else (lot,)
    tuyau.send(("resultat", fonction(*arguments)))


def _jouer_temoin(lot: Lot, tuyau: Any) -> Releve:
    """La partie, en disant avant chaque coup où elle en est."""
    a, b = joueurs_de(lot)
    return jouer_lot(replace(lot, joueurs=(_annonce(a, tuyau), _annonce(b, tuyau))))


def _annonce(joueur: Joueur, tuyau: Any) -> Joueur:
    def jouer(position: Position) -> int:
        tuyau.send(("temoin", bytes(position.historique)))
        return joueur(position)

    return jouer


def _raison(code: int) -> str:
    return f"code de sortie {code}" if code >= 0 else f"signal {signal.Signals(-code).name}"
