"""La fréquence d'une issue, qui se stabilise à mesure que les parties s'accumulent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from p4core.francais import milliers, pour_cent, virgule
from p4core.tournois.statistiques import Intervalle, normale


@dataclass(frozen=True)
class Estimation:
    """Une fréquence observée sur `parties` parties, et l'intervalle de confiance à 95 %."""

    parties: int
    frequence: float

    @property
    def intervalle(self) -> Intervalle:
        """Les bornes, ramenées entre 0 et 1."""
        return normale(self.frequence, sqrt(self.frequence * (1 - self.frequence) / self.parties))


def estimations(gagnants: Sequence[int], issue: int = 1) -> list[Estimation]:
    """L'estimation après 1, 2, 3… parties."""
    suite, vues = [], 0
    for rang, gagnant in enumerate(gagnants, 1):
        vues += gagnant == issue
        suite.append(Estimation(rang, vues / rang))
    return suite


def courbe_frequence(gagnants: Sequence[int], issue: int = 1, debut: int = 20) -> Any:
    """La figure : fréquence de l'issue au fil des parties, et son intervalle à 95 % (à partir de `debut`)."""
    import matplotlib.pyplot as plt

    suite = estimations(gagnants, issue)
    if not suite:
        raise ValueError("Aucune partie : jouez-en quelques-unes avant de tracer leur fréquence.")
    suite = suite[debut - 1 :] or suite[-1:]
    figure, axes = plt.subplots(figsize=(7.5, 4), layout="constrained")
    _tracer(axes, suite)
    nom = f"victoires du joueur {issue}" if issue else "parties nulles"
    axes.set(xlabel="nombre de parties jouées", ylabel=f"fréquence des {nom}", xscale="log")
    axes.xaxis.set_major_formatter(lambda n, _: milliers(n, " "))
    axes.yaxis.set_major_formatter(lambda f, _: virgule(f))
    axes.set_title(_titre(suite[-1]))
    axes.legend(loc="best")
    axes.grid(alpha=0.3)
    plt.close(figure)  # rendue à l'appelant : le notebook ne doit pas la montrer deux fois
    return figure


def _tracer(axes: Any, suite: Sequence[Estimation]) -> None:
    """La bande hachurée, la courbe pleine et la dernière valeur en pointillés : lisibles sans couleur."""
    abscisses = [e.parties for e in suite]
    bas, haut = zip(*(e.intervalle for e in suite), strict=True)
    axes.fill_between(
        abscisses,
        bas,
        haut,
        facecolor="0.9",
        edgecolor="0.6",
        hatch="///",
        linewidth=0.5,
        label="intervalle à 95 %",
    )
    axes.plot(
        abscisses, [e.frequence for e in suite], color="black", linewidth=1.5, label="fréquence observée"
    )
    axes.axhline(suite[-1].frequence, color="#b3261e", linestyle="--", linewidth=1.2, label="dernière valeur")


def _titre(derniere: Estimation) -> str:
    frequence, bas, haut = map(pour_cent, (derniere.frequence, *derniere.intervalle))
    return f"Après {derniere.parties} parties : {frequence}, entre {bas} et {haut}"
