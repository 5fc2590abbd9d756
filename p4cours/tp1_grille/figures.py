"""La fréquence d'une issue, qui se stabilise à mesure que les parties s'accumulent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from p4core.francais import milliers, pour_cent
from p4core.graphiques import Axe, Courbe, Courbes, Valeur
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


def courbe_frequence(gagnants: Sequence[int], issue: int = 1, debut: int = 20) -> Courbes:
    """La figure : fréquence de l'issue au fil des parties, et son intervalle à 95 % (à partir de `debut`)."""
    suite = estimations(gagnants, issue)
    if not suite:
        raise ValueError("Aucune partie : jouez-en quelques-unes avant de tracer leur fréquence.")
    suite = suite[debut - 1 :] or suite[-1:]
    nom = f"victoires du joueur {issue}" if issue else "parties nulles"
    points = {e.parties: Valeur(e.frequence, e.intervalle) for e in suite}
    return Courbes(
        _titre(suite[-1]),
        [Courbe("fréquence observée", points, serree=True)],
        Axe("nombre de parties jouées", log=True),
        Axe(f"fréquence des {nom}", forme=pour_cent),
        repere=(suite[-1].frequence, "dernière valeur"),
    )


def _titre(derniere: Estimation) -> str:
    frequence, bas, haut = map(pour_cent, (derniere.frequence, *derniere.intervalle))
    return f"Après {milliers(derniere.parties)} parties : {frequence}, entre {bas} et {haut}"
