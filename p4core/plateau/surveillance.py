"""Appeler une fonction d'élève depuis le plateau : on peut l'arrêter à tout moment."""

from __future__ import annotations

import copy
import ctypes
import threading
import time
from collections.abc import Callable
from typing import Any

from p4core.execution import PATIENCE, Appel, SaisieInattendue, TempsEcoule
from p4core.sorties import recueillir


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
        execution, debut = _Execution(appel, fonction), time.monotonic()
        execution.lancer()
        self._patienter(execution.reveil, delai)
        appel.expire = appel.expire or self.annulee or not execution.close
        appel.arrete = execution.interrompre()
        appel.duree = time.monotonic() - debut
        return appel


class _Execution:
    """Un appel dans son propre fil, que l'on n'interrompt que dans la fonction de l'élève.

    Python désigne un fil par un numéro qui ressert dès que le fil meurt : interrompre trop tard frapperait
    un autre fil. `close` est donc écrite avant tout appel de fonction, et lue juste avant d'interrompre :
    entre ces instructions, Python ne passe pas la main à un autre fil.
    """

    def __init__(self, appel: Appel, fonction: Callable[..., Any]) -> None:
        self.appel, self.fonction = appel, fonction
        self.ouverte = self.close = False
        self.reveil = threading.Event()  # de celui qui attend : fin de l'appel, ou annulation
        self.fini = threading.Event()
        self._fil = threading.Thread(target=self._corps, daemon=True)

    def lancer(self) -> None:
        """Démarre l'appel ; il est direct là où Python n'a pas de fils d'exécution (dans un navigateur)."""
        try:
            self._fil.start()
        except RuntimeError:
            self._corps()

    def _corps(self) -> None:
        with recueillir(_refuser_saisie) as tampon:
            try:
                self.ouverte = True
                self.appel.valeur = self.fonction(*self.appel.apres)
                self.close = True
            except TempsEcoule:
                self.close = self.appel.expire = True
            except BaseException as erreur:  # `exit()` d'un élève compris : tout est rapporté
                self.close = True
                self.appel.exception = erreur
            self.appel.sortie = tampon.getvalue()
        self.fini.set()
        self.reveil.set()

    def interrompre(self) -> bool:
        """Demande l'arrêt, plusieurs fois (un `except:` nu peut l'avaler) ; vrai si l'appel s'est arrêté."""
        limite = time.monotonic() + PATIENCE
        numero, demande = ctypes.c_ulong(self._fil.ident or 0), ctypes.py_object(TempsEcoule)
        injecter = ctypes.pythonapi.PyThreadState_SetAsyncExc
        while not self.fini.is_set() and time.monotonic() < limite:
            if self.ouverte and not self.close:
                injecter(numero, demande)
            self.fini.wait(0.05)
        return self.fini.is_set()


def _refuser_saisie(*_invite: object) -> str:
    raise SaisieInattendue("La fonction appelle input() : sur le plateau, une IA ne peut rien demander.")
