"""Ce que numba ne propose pas : trois instructions du processeur, et l'adresse d'un tableau.

Compter les bits, trouver le plus bas, précharger une entrée de table sont décrits ici à LLVM. Sans numba,
Python fait la même chose."""

from __future__ import annotations

from typing import Any

from p4core.ia.compilation import COMPILE

if COMPILE:
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic

    # numba fournit le contexte de typage (et de génération) en premier argument : il ne sert pas ici.

    @intrinsic
    def compter(_typage: Any, x: Any) -> Any:
        """Le nombre de bits à 1."""
        return types.uint64(types.uint64), lambda _c, code, _s, args: code.ctpop(args[0])

    @intrinsic
    def rang(_typage: Any, x: Any) -> Any:
        """Le rang du bit à 1 le plus bas (x non nul)."""
        return types.uint64(types.uint64), lambda _c, code, _s, args: code.cttz(args[0], ir.IntType(1)(1))

    @intrinsic
    def adresse(_typage: Any, tableau: Any) -> Any:
        """L'adresse de ses éléments, que l'on indexe comme lui, sans que numba en compte les références."""
        return types.CPointer(tableau.dtype)(tableau), _adresse

    def _adresse(contexte: Any, code: Any, signature: Any, args: Any) -> Any:
        return contexte.make_array(signature.args[0])(contexte, code, args[0]).data

    @intrinsic
    def precharger(_typage: Any, table: Any, i: Any) -> Any:
        """Demande au processeur d'approcher table[i] de son cache."""
        return types.void(table, types.uint64), _precharger

    def _precharger(contexte: Any, code: Any, _signature: Any, args: Any) -> Any:
        entier, octet = ir.IntType(32), ir.IntType(8).as_pointer()
        place = code.bitcast(code.gep(args[0], [args[1]]), octet)
        forme = ir.FunctionType(ir.VoidType(), [octet, entier, entier, entier])
        fonction = cgutils.get_or_insert_function(code.module, forme, "llvm.prefetch.p0")
        code.call(fonction, [place, entier(0), entier(3), entier(1)])  # lecture, à garder, donnée
        return contexte.get_dummy_value()

else:

    def compter(x: int) -> int:
        """Le nombre de bits à 1."""
        return x.bit_count()

    def rang(x: int) -> int:
        """Le rang du bit à 1 le plus bas (x non nul)."""
        return (x & -x).bit_length() - 1

    def adresse(tableau: Any) -> Any:
        """Le tableau lui-même."""
        return tableau

    def precharger(table: Any, i: int) -> None:
        """Sans effet : Python ne commande pas le cache du processeur."""
