"""Intervalles de confiance à 95 %, et forces de Bradley–Terry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, inf, log, sqrt

Z_95 = 1.959964  # une loi normale s'écarte de sa moyenne de plus de 1,96 écart-type 5 fois sur 100
ELO = 400 / log(10)  # 400 points d'écart : dix victoires pour une défaite

Intervalle = tuple[float, float]


def wilson(succes: float, essais: int, z: float = Z_95) -> Intervalle:
    """L'intervalle de Wilson d'une proportion : juste même près de 0 et de 1 ; `z` en fixe le niveau."""
    if essais == 0:
        return 0.0, 1.0
    p, z2 = succes / essais, z**2 / essais
    milieu = (p + z2 / 2) / (1 + z2)
    marge = z * sqrt(p * (1 - p) / essais + z2 / (4 * essais)) / (1 + z2)
    return max(0.0, milieu - marge), min(1.0, milieu + marge)


def normale(moyenne: float, ecart_type: float) -> Intervalle:
    """L'intervalle d'une moyenne entre 0 et 1 dont l'erreur suit à peu près une loi normale."""
    marge = Z_95 * ecart_type
    return max(0.0, moyenne - marge), min(1.0, moyenne + marge)


def rapport(victoires: int, defaites: int) -> float:
    """Le nombre de victoires pour une défaite ; infini sans défaite, 1 si rien n'est décidé."""
    if defaites:
        return victoires / defaites
    return inf if victoires else 1.0


def intervalle_rapport(victoires: int, defaites: int) -> Intervalle:
    """Son intervalle : le logarithme du rapport a pour variance 1/victoires + 1/défaites."""
    if not victoires or not defaites:
        bas, haut = wilson(victoires, victoires + defaites)
        return (bas / (1 - bas) if victoires else 0.0), (haut / (1 - haut) if defaites else inf)
    facteur = exp(Z_95 * sqrt(1 / victoires + 1 / defaites))
    return victoires / defaites / facteur, victoires / defaites * facteur


@dataclass(frozen=True)
class Rang:
    """La force d'un joueur, en points (moyenne 0), et son intervalle à 95 %."""

    nom: str
    force: float
    bas: float
    haut: float


def bradley_terry(noms: Sequence[str], points: Sequence[Sequence[float]]) -> list[Rang]:
    """Le classement, du plus fort au plus faible ; points[i][j] : ceux de i contre j, une nulle valant 1/2.

    Le modèle : i bat j avec la probabilité 1 / (1 + 10^((force j - force i) / 400)).
    """
    import choix
    import numpy as np

    gains = np.array(points, dtype=float)
    # Une victoire imaginaire de chacun sur chacun, très petite, garde les forces finies.
    forces = choix.ilsr_pairwise_dense(gains, alpha=1e-3, max_iter=1000)
    chances = 1 / (1 + np.exp(forces[None, :] - forces[:, None]))
    information = -(gains + gains.T) * chances * (1 - chances)
    np.fill_diagonal(information, 0)
    np.fill_diagonal(information, -information.sum(axis=1))
    ecarts = Z_95 * np.sqrt(np.diag(np.linalg.pinv(information)))
    lignes = zip(noms, forces - forces.mean(), ecarts, strict=True)
    rangs = [Rang(nom, float(ELO * f), float(ELO * (f - e)), float(ELO * (f + e))) for nom, f, e in lignes]
    return sorted(rangs, key=lambda rang: -rang.force)
