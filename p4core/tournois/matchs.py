"""Départager deux heuristiques par un match : 200 parties, sur des ouvertures au hasard jouées deux fois.

Les deux joueurs suivent le même min-max, à la même profondeur : seule l'heuristique les distingue."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, pvariance

from p4core.codages import vers_lignes
from p4core.francais import pour_cent
from p4core.ia.recherche import Heuristique, meilleurs, notes
from p4core.jeu import Joueur, Position, ouverture, partie
from p4core.progression import barre
from p4core.tournois.statistiques import Intervalle, normale

EvaluationLignes = Callable[[list[list[int]], int], float]
GRAINE = 2024  # les mêmes ouvertures pour tout le monde
OUVERTURES = 100  # chacune jouée deux fois, une de chaque côté


@dataclass(frozen=True)
class Match:
    """Le résultat d'un match, vu de la première heuristique : une paire de parties par ouverture."""

    paires: tuple[tuple[float, float], ...]  # 1 victoire, 1/2 nulle, 0 défaite

    @property
    def parties(self) -> int:
        """Le nombre de parties jouées."""
        return 2 * len(self.paires)

    @property
    def score(self) -> float:
        """La part des points gagnés, entre 0 et 1."""
        return fmean(sum(paire) / 2 for paire in self.paires)

    @property
    def intervalle(self) -> Intervalle:
        """L'intervalle de confiance à 95 % du score ; les deux parties d'une ouverture vont ensemble."""
        moyennes = [sum(paire) / 2 for paire in self.paires]
        return normale(self.score, sqrt(pvariance(moyennes) / len(moyennes)))

    @property
    def issues(self) -> tuple[int, int, int]:
        """Les nombres de victoires, de nulles et de défaites."""
        points = [p for paire in self.paires for p in paire]
        return points.count(1.0), points.count(0.5), points.count(0.0)

    def __str__(self) -> str:
        victoires, nulles, defaites = self.issues
        bas, haut = (pour_cent(borne) for borne in self.intervalle)
        return (
            f"{self.parties} parties : {victoires} victoires, {nulles} nulles, {defaites} défaites, soit "
            f"{pour_cent(self.score)} des points (intervalle à 95 % : de {bas} à {haut})"
        )

    __repr__ = __str__


def paires(
    a: Heuristique, b: Heuristique, departs: Iterable[Position], profondeur: int = 1
) -> Iterator[tuple[float, float]]:
    """Les points de `a` dans chaque paire de parties : elle a les pions 1, puis les pions 2."""
    joueur_a, joueur_b = joueur_heuristique(a, profondeur), joueur_heuristique(b, profondeur)
    for depart in departs:
        aller, retour = partie(joueur_a, joueur_b, depart), partie(joueur_b, joueur_a, depart)
        yield _points(aller, 1), _points(retour, 2)


def duel(
    eval_a: EvaluationLignes, eval_b: EvaluationLignes, ouvertures_jouees: int = OUVERTURES, prof: int = 1
) -> Match:
    """Le match de deux heuristiques du TP 3, eval(grille, p), sur des ouvertures toujours identiques."""
    departs = barre(ouvertures(random.Random(GRAINE), ouvertures_jouees), titre="Ouvertures jouées")
    return Match(tuple(paires(sur_lignes(eval_a), sur_lignes(eval_b), departs, prof)))


def sur_lignes(evaluation: EvaluationLignes) -> Heuristique:
    """Une heuristique écrite sur des listes de lignes, lue comme une heuristique sur des positions."""
    return lambda position, joueur: evaluation(vers_lignes(position)[0], joueur)


def _points(finale: Position, joueur: int) -> float:
    return {0: 0.5, joueur: 1.0}.get(finale.gagnant, 0.0)


def ouvertures(alea: random.Random, nombre: int) -> list[Position]:
    """Des débuts de partie différents, joués au hasard."""
    trouvees: dict[Position, None] = {}
    while len(trouvees) < nombre:
        trouvees[ouverture(alea)] = None
    return list(trouvees)


def joueur_heuristique(heuristique: Heuristique, profondeur: int = 1) -> Joueur:
    """Le joueur qui suit le min-max du TP 3 ; entre deux coups aussi bons, le plus central."""

    def choisir(position: Position) -> int:
        milieu = (position.largeur - 1) / 2
        return min(meilleurs(notes(position, profondeur, heuristique)), key=lambda x: abs(x - milieu))

    return choisir
