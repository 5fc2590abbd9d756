"""Compiler une fonction avec numba, ou l'exécuter telle quelle en Python s'il est absent.

    @compiler   ce que Python appelle : compilé au premier appel, puis gardé sur le disque
    @integrer   ce que le code compilé appelle, et Python aussi, tel quel
    @en_ligne   ce que seul le code compilé appelle, recopié à chaque appel

`U` et `I` sont les entiers non signés et signés de 64 bits (de simples `int` sans numba). Avec numba, une
opération entre les deux donnerait un nombre à virgule : qui emploie `U` écrit chaque constante avec lui."""

from __future__ import annotations

import os
from typing import Any

try:
    if os.environ.get("P4CORE_SANS_NUMBA"):
        raise ImportError("P4CORE_SANS_NUMBA est définie")
    from numba import njit, types
    from numba.extending import overload, register_jitable
except ImportError:
    COMPILE = False
else:
    COMPILE = True

if COMPILE:
    import numpy as np

    U: Any = np.uint64
    I: Any = np.int64
    _OPTIONS: Any = {"error_model": "numpy"}
    integrer: Any = register_jitable
    en_ligne: Any = njit(forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, **_OPTIONS)

    def compiler(fonction: Any) -> Any:
        """Sa version compilée, qui s'exécute sans le verrou de Python."""
        try:
            return njit(cache=True, nogil=True, **_OPTIONS)(fonction)
        except (
            RuntimeError
        ):  # aucun dossier où écrire (installation en lecture seule, sans dossier personnel)
            return njit(nogil=True, **_OPTIONS)(fonction)

else:
    U = I = int

    def compiler(fonction: Any) -> Any:
        """La fonction, telle quelle."""
        return fonction

    integrer = en_ligne = compiler


def aiguiller(courante: Any, autre: Any) -> Any:
    """La fonction (p, g) qui vaut `courante` si le dernier champ de g est None, et `autre` sinon.

    numba choisit d'après le type de g, donc sans compiler celle qui ne servira pas.
    """

    def fonction(p: Any, g: Any) -> Any:
        return courante(p, g) if g[-1] is None else autre(p, g)

    if COMPILE:
        overload(fonction, jit_options={"forceinline": True})(
            lambda p, g: (
                (lambda p, g: courante(p, g)) if g.types[-1] == types.none else (lambda p, g: autre(p, g))
            )
        )
    return fonction


def entiers(n: int, genre: Any = U) -> Any:
    """Un tableau de n entiers de 64 bits, nuls."""
    return np.zeros(n, genre) if COMPILE else [0] * n
