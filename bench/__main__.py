"""Toutes les mesures, l'une après l'autre : `python -m bench`."""

from __future__ import annotations

from importlib import import_module

# Chaque module a une fonction main() qui affiche ses mesures et rend 0 si son objectif est tenu.
MESURES = (
    "bench.plateau",
    "bench.premier",
    "bench.solveur",
    "bench.wasm",
    "bench.analyse",
    "bench.tournoi",
    "bench.jumeaux",
    "bench.appariees",
    "bench.echelle",
    "bench.justesse",
    "bench.hasard",
    "bench.notation",
    "bench.verdicts",
    "bench.murs",
    "bench.concours",
    "bench.rejeu",
    "bench.navigateur",
)


def main() -> int:
    """Lance chaque mesure ; rend 0 si toutes tiennent leur objectif."""
    codes = []
    for nom in MESURES:
        print(f"--- {nom}")
        codes.append(import_module(nom).main())
    return max(codes)


if __name__ == "__main__":
    raise SystemExit(main())
