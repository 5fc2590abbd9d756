"""Quel mur monter sur cette machine : bubblewrap là où il fonctionne, WebAssembly partout ailleurs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from p4prof.cloison.bac import Bac, verifier_bulle
from p4prof.cloison.mur import CloisonImpossible, Mur
from p4prof.cloison.wasm import MurWasm, verifier_wasm

BUBBLEWRAP, WASM, AUCUNE = "bubblewrap", "wasm", "aucune"
_MURS: dict[str, Callable[..., Any]] = {BUBBLEWRAP: Bac, WASM: MurWasm, AUCUNE: partial(Bac, cloison=False)}
REFUS = (
    "La notation isole chaque copie, et aucun mur ne tient ici. {bulle} {wasm} Pour noter quand même, sans "
    "protection contre ce que contient une copie : « p4 noter TP --sans-cloison »."
)


def monter(cloison: str, regles: bool = False) -> Mur:
    """Enferme une copie dans ce mur ; `regles` : elle y trouve les règles du jeu, pour le concours."""
    mur: Mur = _MURS[cloison](regles=regles)
    return mur


def choisir(dire: Callable[[str], None] = lambda texte: None) -> str:
    """Le mur de cette machine ; CloisonImpossible, avec les raisons et quoi faire, si aucun ne tient."""
    try:
        verifier_bulle()
        return BUBBLEWRAP
    except CloisonImpossible as sans_bulle:
        try:
            verifier_wasm(dire)
            return WASM
        except CloisonImpossible as sans_wasm:
            raise CloisonImpossible(REFUS.format(bulle=sans_bulle, wasm=sans_wasm)) from sans_wasm


def verifier_cloison(cloison: str, dire: Callable[[str], None] = lambda texte: None) -> None:
    """Lève CloisonImpossible si ce mur-là ne peut pas être monté."""
    if cloison == BUBBLEWRAP:
        verifier_bulle()
    elif cloison == WASM:
        verifier_wasm(dire)
