"""De quoi compiler le noyau avec numba, ou l'exécuter tel quel en Python s'il est absent.

`U` et `I` sont les entiers non signés et signés de 64 bits (de simples `int` sans numba). Avec numba, une
opération entre les deux donnerait un nombre à virgule : le noyau écrit donc chaque constante avec `U`."""

from __future__ import annotations

import os
from typing import Any

try:
    if os.environ.get("P4CORE_SANS_NUMBA"):
        raise ImportError("P4CORE_SANS_NUMBA est définie")
    import numba
    import numba.extending
except ImportError:
    COMPILE = False
else:
    COMPILE = True

CHAMPS = 8  # ceux de la géométrie d'une grille où l'on aligne quatre pions

if COMPILE:
    import numpy as np

    from p4core.ia.solveur.instructions import compter, precharger, rang

    U: Any = np.uint64
    I: Any = np.int64
    interne = {"error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    en_ligne: Any = numba.njit(forceinline=True, **interne)
    compiler: Any = numba.njit(cache=True, nogil=True, error_model="numpy")
else:
    U = I = int

    def compter(x: int) -> int:
        """Le nombre de bits à 1."""
        return x.bit_count()

    def rang(x: int) -> int:
        """Le rang du bit à 1 le plus bas."""
        return (x & -x).bit_length() - 1

    def precharger(table: Any, i: int) -> None:
        """Sans effet : Python ne commande pas le cache du processeur."""

    def en_ligne(fonction: Any) -> Any:
        """La fonction, telle quelle."""
        return fonction

    compiler = en_ligne


def aiguiller(courante: Any, autre: Any) -> Any:
    """La fonction (p, g) qui vaut `courante`, ou `autre` si g a un champ de plus.

    numba choisit d'après le type de g, donc sans compiler celle qui ne servira pas.
    """

    def fonction(p: Any, g: Any) -> Any:
        return courante(p, g) if len(g) == CHAMPS else autre(p, g)

    if COMPILE:
        numba.extending.overload(fonction, jit_options={"forceinline": True})(
            lambda p, g: (lambda p, g: courante(p, g)) if len(g) == CHAMPS else (lambda p, g: autre(p, g))
        )
    return fonction


def entiers(n: int) -> Any:
    """Un tableau de n entiers de 64 bits, nuls."""
    return np.zeros(n, np.uint64) if COMPILE else [0] * n
