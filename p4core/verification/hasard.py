"""Juger des fonctions qui tirent au hasard : fausse alerte une fois sur 10 000 au plus."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from math import sqrt
from statistics import fmean, pvariance

from p4core.parties import partie_hasard
from p4core.position import Position

# Une dizaine de mesures par essai, deux côtés : 5 écarts-types donnent moins de 1 fausse alerte sur 100 000.
SEUIL = 5.0


@lru_cache(maxsize=4)
def parties_de_reference(nombre: int = 3000) -> tuple[Position, ...]:
    """Des fins de partie tirées par p4core lui-même, pour comparer."""
    alea = random.Random(1)
    return tuple(partie_hasard(alea) for _ in range(nombre))


@lru_cache(maxsize=1)
def _attendus() -> dict[str, tuple[float, float]]:
    """Pour chaque mesure d'une partie au hasard : sa moyenne et sa variance."""
    valeurs = [mesures(p) for p in parties_de_reference()]
    colonnes = {nom: [v[nom] for v in valeurs] for nom in valeurs[0]}
    return {nom: (fmean(colonne), pvariance(colonne)) for nom, colonne in colonnes.items()}


def _ecart_reduit(echantillon: Sequence[float], moyenne: float, variance: float) -> float:
    """La différence des moyennes, comptée en écarts-types."""
    difference = fmean(echantillon) - moyenne
    total = variance / len(echantillon) + variance / len(parties_de_reference())
    return difference / sqrt(total) if total else difference


def mesures(position_finale: Position) -> dict[str, float]:
    """Ce qu'on observe d'une partie finie."""
    p = position_finale
    pions = {f"pions de la colonne {x}": float(p.niveau(x)) for x in range(p.largeur)}
    return {
        "victoires du joueur 1": float(p.gagnant == 1),
        "victoires du joueur 2": float(p.gagnant == 2),
        "nombre de coups": float(p.nb_coups),
        **pions,
    }


def anomalies(parties: Sequence[Position]) -> list[tuple[str, float, float]]:
    """Les mesures (nom, observé, attendu) incompatibles avec des coups tirés uniformément."""
    observees = [mesures(p) for p in parties]
    resultat = []
    for nom, (moyenne, variance) in _attendus().items():
        echantillon = [m[nom] for m in observees]
        if abs(_ecart_reduit(echantillon, moyenne, variance)) > SEUIL:
            resultat.append((nom, fmean(echantillon), moyenne))
    return resultat
