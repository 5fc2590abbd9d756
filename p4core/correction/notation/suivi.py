"""Où en est la notation d'une classe : une ligne qui se récrit au terminal, le journal ailleurs."""

from __future__ import annotations

import sys
import time
from logging import Logger

from p4core.progression import Avancement


class SuiviNotation:
    """Compte les copies et nomme la dernière."""

    def __init__(self, tp: str, total: int, journal: Logger) -> None:
        self._tp, self._total, self._journal = tp, total, journal
        self._fait, self._debut = 0, time.monotonic()
        self._terminal = sys.stdout.isatty()

    def ignorer(self) -> None:
        """Une copie de moins à noter : rien n'y a changé, ou elle est déjà en échec."""
        self._total -= 1

    def noter(self, eleve: str) -> None:
        """Cette copie est notée."""
        self._avancer(eleve, "notée")

    def manquer(self, eleve: str) -> None:
        """Cette copie n'a pas pu l'être."""
        self._avancer(eleve, "EN ÉCHEC")

    def finir(self) -> None:
        """Laisse le terminal sur une ligne neuve."""
        if self._terminal and self._fait:
            print()

    def _avancer(self, eleve: str, etat: str) -> None:
        self._fait += 1
        avancement = Avancement(self._tp, self._fait, self._total, time.monotonic() - self._debut)
        if self._terminal:
            print(f"\r\x1b[K{avancement.texte()} — {eleve} : {etat}", end="", flush=True)
        else:
            self._journal.info("%s — %s : %s", avancement.compte, eleve, etat)
