"""Intervalles de confiance à 95 %, et forces de Bradley–Terry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
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
    estimer = _par_choix if find_spec("choix") and find_spec("numpy") else estimer_en_python
    lignes = zip(noms, *estimer(points), strict=True)
    rangs = [Rang(nom, float(ELO * f), float(ELO * (f - e)), float(ELO * (f + e))) for nom, f, e in lignes]
    return sorted(rangs, key=lambda rang: -rang.force)


Estimation = tuple[Sequence[float], Sequence[float]]  # les forces, de moyenne nulle, et leurs marges
VICTOIRE = 1e-3  # une victoire imaginaire de chacun sur chacun, très petite, garde les forces finies


def _par_choix(points: Sequence[Sequence[float]]) -> Estimation:
    import choix
    import numpy as np

    gains = np.array(points, dtype=float)
    forces = choix.ilsr_pairwise_dense(gains, alpha=VICTOIRE, max_iter=1000)
    chances = 1 / (1 + np.exp(forces[None, :] - forces[:, None]))
    information = -(gains + gains.T) * chances * (1 - chances)
    np.fill_diagonal(information, 0)
    np.fill_diagonal(information, -information.sum(axis=1))
    return forces - forces.mean(), Z_95 * np.sqrt(np.diag(np.linalg.pinv(information)))


def estimer_en_python(points: Sequence[Sequence[float]]) -> Estimation:
    """La même estimation sans choix ni numpy, qu'un navigateur n'a pas."""
    n = len(points)
    logs = [log(poids) for poids in _poids(points)]
    forces = [force - sum(logs) / n for force in logs]
    rangs, information = range(n), [[1 / n] * n for _ in range(n)]  # ce 1/n rend la matrice inversible
    for i in rangs:
        for j in set(rangs) - {i}:
            chance = 1 / (1 + exp(forces[j] - forces[i]))
            poids = (points[i][j] + points[j][i]) * chance * (1 - chance)
            information[i][j] -= poids
            information[i][i] += poids
    inverse = _inverser(information)
    return forces, [Z_95 * sqrt(max(inverse[i][i] - 1 / n, 0.0)) for i in rangs]


def _poids(points: Sequence[Sequence[float]], fois: int = 10_000) -> list[float]:
    """Les poids que l'estimation laisse inchangés : chacun reçoit de ses vaincus ce qu'il cède."""
    n = len(points)
    poids = [1.0] * n
    for _ in range(fois):
        flux = [
            [VICTOIRE + points[j][i] / (poids[i] + poids[j]) if i != j else 0.0 for j in range(n)]
            for i in range(n)
        ]  # flux[i][j] : ce que i cède à j, qui l'a battu
        recus = [sum(poids[j] * flux[j][i] for j in range(n)) for i in range(n)]
        neufs = [recu / sum(cedes) if n > 1 else 1.0 for recu, cedes in zip(recus, flux, strict=True)]
        # À mi-chemin : trois joueurs qui se battent en rond feraient tourner les poids sans fin.
        neufs = [(ancien + neuf * n / sum(neufs)) / 2 for ancien, neuf in zip(poids, neufs, strict=True)]
        if max(abs(log(a / b)) for a, b in zip(neufs, poids, strict=True)) < 1e-9:
            return neufs
        poids = neufs
    return poids


def _inverser(matrice: list[list[float]]) -> list[list[float]]:
    """L'inverse d'une petite matrice symétrique positive, par le pivot de Gauss."""
    n = len(matrice)
    lignes = [[*ligne, *(float(i == j) for j in range(n))] for i, ligne in enumerate(matrice)]
    for k in range(n):
        pivot = lignes[k][k] or 1e-12  # deux groupes qui ne se sont pas rencontrés : un intervalle immense
        lignes[k] = [x / pivot for x in lignes[k]]
        for i in set(range(n)) - {k}:
            lignes[i] = [x - lignes[i][k] * y for x, y in zip(lignes[i], lignes[k], strict=True)]
    return [ligne[n:] for ligne in lignes]
