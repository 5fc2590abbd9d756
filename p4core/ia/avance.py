"""Compiler d'avance : ce que le code compilé coûte la première fois, un autre processus le paie.

numba garde sur le disque ce qu'il compile. Un témoin par partie, dans le même dossier, dit qu'elle y est ;
tant qu'il manque, `disponible` fait compiler à côté, et l'on répond sans elle. Rien ici ne charge numba."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any
from zlib import crc32

PARTIES = ("regles", "solveur", "jumeaux")
SOURCES = ("compilation", "recherche", "regles", "jumeaux", "solveur/instructions", "solveur/noyau")
ICI = Path(__file__).parent
# « ici » : ce processus compile lui-même ; « ailleurs » : un autre le fait, lancé par lui ou par son parent.
CHANTIER = "P4CORE_CHANTIER"
PERIODE = 0.05  # secondes entre deux regards sur un chantier que l'on attend


def dossier() -> Path:
    """Où numba garde le code compilé : là où on le lui dit, près des sources, sinon chez l'utilisateur."""
    if choisi := os.environ.get("NUMBA_CACHE_DIR"):
        return Path(choisi)
    return ICI / "__pycache__" if os.access(ICI, os.W_OK) else Path.home() / ".cache" / "p4core"


def temoin(partie: str) -> Path:
    """Le fichier dont la présence dit que cette partie est compilée, pour ces sources et cette machine."""
    return dossier() / f"p4core-{partie}-{_empreinte():08x}.pret"


@cache
def _empreinte() -> int:
    """Ce dont dépend le code compilé ; comme numba, on se fie à la date et à la taille des sources."""
    fiches = [(ICI / f"{nom}.py").stat() for nom in SOURCES]
    machine = sys.version, _version_de_numba(), platform.node(), platform.machine(), str(ICI)
    return crc32(repr((machine, [(f.st_mtime_ns, f.st_size) for f in fiches])).encode())


@cache
def _version_de_numba() -> str:
    """La version de numba, ou rien si le code ne sera pas compilé."""
    if os.environ.get("P4CORE_SANS_NUMBA"):
        return ""
    try:
        return version("numba")
    except PackageNotFoundError:
        return ""


def prete(partie: str) -> bool:
    """N'y a-t-il rien à compiler pour cette partie, ou est-ce à ce processus de le faire ?"""
    return os.environ.get(CHANTIER) == "ici" or not _version_de_numba() or temoin(partie).exists()


class Chantier:
    """Le processus qui compile à côté, lancé une fois au plus."""

    def __init__(self) -> None:
        self.processus: subprocess.Popen[bytes] | None = None
        self.impossible = False

    def commencer(self, partie: str) -> None:
        """Compile tout, à commencer par cette partie."""
        if self.processus or self.impossible or os.environ.get(CHANTIER):
            return
        chemins = [str(ICI.parent.parent), os.environ.get("PYTHONPATH", "")]
        milieu = {**os.environ, CHANTIER: "ici", "PYTHONPATH": os.pathsep.join(filter(None, chemins))}
        ordre = sorted(PARTIES, key=lambda p: p != partie)
        try:
            self.processus = subprocess.Popen(
                [sys.executable, "-m", "p4core.ia.preparation", *ordre], env=milieu, **SANS_BRUIT
            )
        except OSError:  # là où l'on n'a pas le droit de lancer un processus, on compilera dans celui-ci
            self.impossible = True
        else:
            os.environ[CHANTIER] = "ailleurs"

    @property
    def en_cours(self) -> bool:
        """Compile-t-il encore ?"""
        return self.processus is not None and self.processus.poll() is None

    @property
    def inutile(self) -> bool:
        """N'y a-t-il plus rien à en attendre ?"""
        return self.impossible or (self.processus is not None and not self.en_cours)


SANS_BRUIT: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
_chantier = Chantier()


def disponible(partie: str) -> bool:
    """Le code compilé de cette partie répondra-t-il aussitôt ? Sinon, un autre processus le compile.

    Si le chantier a échoué, la réponse est oui : compiler ici, même longtemps, en dira la cause.
    """
    if prete(partie):
        return True
    _chantier.commencer(partie)
    return _chantier.inutile


def attendre(partie: str, dormir: Callable[[float], object] = time.sleep) -> None:
    """Attend le chantier en cours, s'il y en a un : compiler aussi ici prendrait plus longtemps."""
    while _chantier.en_cours and not prete(partie):
        dormir(PERIODE)


def temoigner(partie: str) -> None:
    """Note que cette partie est compilée."""
    with suppress(OSError):  # un dossier où l'on ne peut pas écrire : numba n'y a rien gardé non plus
        temoin(partie).parent.mkdir(parents=True, exist_ok=True)
        temoin(partie).touch()
