"""Un coup tiré au sort parmi les meilleurs : est-ce bien un tirage ?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import comb
from typing import Any

from p4core.execution import Appel
from p4core.position import Case
from p4core.verification.essais import Appelant, Ecart, Epreuve
from p4core.verification.series import Serie

RISQUE = 1e-6  # par coup examiné : une quinzaine de coups, donc moins de 1 fausse alerte sur 10 000


def rarete(k: int, n: int, p: float) -> float:
    """La probabilité d'un compte au moins aussi éloigné de n·p que k, du même côté (loi binomiale)."""
    cote = range(k + 1) if k < n * p else range(k, n + 1)
    return sum(comb(n, i) * p**i * (1 - p) ** (n - i) for i in cote)


def equitable(meilleurs: Sequence[Case]) -> Callable[[Sequence[Any]], Ecart | None]:
    """Le jugement d'une série d'appels : chaque meilleur coup doit sortir, à chances égales."""

    def ensemble(valeurs: Sequence[Any]) -> Ecart | None:
        n = len(valeurs)
        comptes = {coup: sum(valeur[1] == coup for valeur in valeurs) for coup in meilleurs}
        rares = [coup for coup, k in comptes.items() if rarete(k, n, 1 / len(meilleurs)) < RISQUE]
        if not rares:
            return None
        details = ", ".join(f"{coup} : {k} fois" for coup, k in comptes.items())
        return Ecart(_phrase(comptes, n), "chaque meilleur coup aussi souvent", details, fautives=rares)

    return ensemble


def _phrase(comptes: dict[Case, int], n: int) -> str:
    rangs = {0: ", le premier de la liste", len(comptes) - 1: ", le dernier de la liste"}
    for rang, (coup, k) in enumerate(comptes.items()):
        if k == n:
            constat = f"{n} appels donnent {n} fois {coup}{rangs.get(rang, '')}"
            return f"Le coup n'est pas tiré au sort : {constat}, alors que {len(comptes)} ont le même score."
    jamais = [coup for coup, k in comptes.items() if k == 0]
    if jamais:
        return f"Tous les meilleurs coups ne sont pas tirés : en {n} appels, on n'a jamais vu {jamais[0]}."
    return f"Les meilleurs coups n'ont pas les mêmes chances de sortir, sur {n} appels."


@dataclass(frozen=True)
class Tirage(Serie):
    """Une série d'appels de minmax ; une grille modifiée est l'affaire d'un autre critère."""

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Répète l'appel sans regarder ce que devient la grille."""

        def tolerant(*arguments: Any, **options: Any) -> Appel:
            appel = appelant(*arguments, **options)
            appel.apres = appel.arguments
            return appel

        return super().derouler(tolerant)
