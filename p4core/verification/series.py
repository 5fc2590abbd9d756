"""Des essais qui répètent l'appel : pour juger une fonction qui tire au hasard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from p4core.execution import Appel, temps_de_calcul
from p4core.position import Position
from p4core.verification.essais import Appelant, Ecart, Epreuve, Essai, juger
from p4core.verification.hasard import anomalies
from p4core.verification.lecture import virgule

PATIENCE = 2.5  # secondes de calcul : une fonction lente est jugée sur moins d'appels


@dataclass(frozen=True)
class Serie(Essai):
    """Le même appel, répété : chacun est jugé, puis l'ensemble."""

    repetitions: int = 300
    au_moins: int = 40
    ensemble: Callable[[Sequence[Any]], Ecart | None] = lambda valeurs: None
    relancable: bool = False

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Répète l'appel jusqu'à la première faute, puis juge l'ensemble des résultats."""
        valeurs: list[Any] = []
        limite = temps_de_calcul() + PATIENCE
        while len(valeurs) < self.repetitions and (
            len(valeurs) < self.au_moins or temps_de_calcul() < limite
        ):
            appel: Appel = appelant(self.arguments, delai=self.delai)
            ecart = juger(self, appel)
            if ecart:
                return Epreuve(self, appel, ecart)
            valeurs.append(appel.valeur)
        return Epreuve(self, appel, self.ensemble(valeurs))


def tirages_uniformes(parties: Sequence[Position]) -> Ecart | None:
    """Ces fins de partie ont-elles pu être jouées au hasard, tous les coups étant aussi probables ?"""
    if len(set(parties)) == 1:
        return Ecart(
            f"{len(parties)} appels ont donné {len(parties)} fois la même partie : les coups ne sont pas "
            "tirés au hasard (ou le hasard est réinitialisé à chaque appel).",
            cases=parties[0].cases(),
        )
    etranges = anomalies(parties)
    if not etranges:
        return None
    nom, observe, attendu = etranges[0]
    return Ecart(
        f"Les coups ne sont pas tirés au hasard avec la même probabilité : sur {len(parties)} parties, "
        f"{nom} : {virgule(observe)} en moyenne, au lieu de {virgule(attendu)} environ.",
        f"environ {virgule(attendu)}",
        virgule(observe),
    )
