"""De quoi compiler les règles avec numba, ou les exécuter telles quelles en Python s'il est absent.

numba garde le code compilé dans __pycache__ et ne surveille que le fichier de la fonction compilée : après
avoir changé lignes.py seul, effacez les fichiers .nbi et .nbc de ce dossier.
"""

from __future__ import annotations

import os
from typing import Any

try:
    if os.environ.get("P4CORE_SANS_NUMBA"):
        raise ImportError("P4CORE_SANS_NUMBA est définie")
    from numba import njit
    from numba.extending import register_jitable
except ImportError:
    COMPILE = False
else:
    COMPILE = True

OPTIONS: Any = {"nogil": True, "error_model": "numpy"}


def integrer(fonction: Any) -> Any:
    """La fonction, inchangée en Python, que le code compilé sait aussi appeler."""
    return register_jitable(fonction) if COMPILE else fonction


def compiler(fonction: Any) -> Any:
    """Sa version compilée (gardée sur le disque, et sans le verrou de Python), ou elle-même sans numba."""
    if not COMPILE:
        return fonction
    try:
        return njit(cache=True, **OPTIONS)(fonction)
    except RuntimeError:  # aucun dossier où écrire (installation en lecture seule, sans dossier personnel)
        return njit(**OPTIONS)(fonction)
