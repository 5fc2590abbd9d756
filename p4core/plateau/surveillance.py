"""Appeler une fonction d'élève depuis le plateau : on peut l'arrêter à tout moment."""

from __future__ import annotations

import copy
import threading
import time
from collections.abc import Callable
from typing import Any

from p4core.execution import Appel, Execution, SaisieInattendue


class Surveillance:
    """Une suite d'appels que l'on peut annuler d'un autre fil."""

    def __init__(self) -> None:
        self.annulee = False
        self._reveil = threading.Event()

    def annuler(self) -> None:
        """Arrête l'appel en cours et interdit les suivants."""
        self.annulee = True
        self._reveil.set()

    def attendre(self, secondes: float) -> None:
        """Patiente, sauf annulation."""
        self._patienter(threading.Event(), secondes)

    def _patienter(self, reveil: threading.Event, secondes: float) -> None:
        self._reveil = reveil
        if not self.annulee:  # lu après avoir posé le réveil : une annulation simultanée n'est pas manquée
            reveil.wait(secondes)

    def appeler(self, fonction: Callable[..., Any], arguments: tuple[Any, ...], delai: float) -> Appel:
        """Appelle la fonction sur une copie des arguments, au plus `delai` secondes."""
        appel = Appel(copy.deepcopy(arguments), copy.deepcopy(arguments))
        execution, debut = Execution(appel, fonction, _refuser_saisie), time.monotonic()
        execution.lancer()
        self._patienter(execution.reveil, delai)
        appel.expire = appel.expire or self.annulee or not execution.close
        appel.arrete = execution.interrompre()
        appel.duree = time.monotonic() - debut
        return appel


def _refuser_saisie(*_invite: object) -> str:
    raise SaisieInattendue("La fonction appelle input() : sur le plateau, une IA ne peut rien demander.")
