"""Plusieurs fils sur une ou plusieurs positions : ils partagent la table et ce qu'ils apprennent."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from threading import Thread

from p4core.solveur.calcul import TRANCHE, Calcul, Grille
from p4core.solveur.compilation import COMPILE

FILS = min(4, os.cpu_count() or 1) if COMPILE else 1
SEUL = 300_000  # nœuds qu'un fil visite seul : un calcul court n'a pas besoin d'aide
ENSEMBLE = 250_000  # nœuds entre deux mises en commun


class Equipe:
    """La résolution d'une position ; dès qu'elle se prolonge, d'autres fils s'y joignent."""

    def __init__(self, grille: Grille, position: tuple[int, int], fils: int = FILS) -> None:
        self._grille, self._position, self._fils = grille, position, fils
        self._meneur = Calcul(grille, [position])
        self._aides: list[Calcul] = []
        self._meneur.avancer(0)

    @property
    def fini(self) -> bool:
        """Le score est-il connu ?"""
        return self._meneur.fini

    @property
    def intervalle(self) -> tuple[int, int]:
        """Ce que l'on sait du score."""
        return self._meneur.intervalle

    @property
    def noeuds(self) -> int:
        """Le nombre de nœuds visités par tous les fils."""
        return self._meneur.noeuds + sum(aide.noeuds for aide in self._aides)

    def borner(self, bas: int, haut: int) -> None:
        """Fait savoir que le score est dans cet intervalle."""
        self._meneur.borner(bas, haut)

    def continuer(self, noeuds: int) -> None:
        """Prend la table où l'a laissée un calcul voisin, de ce nombre de nœuds."""
        self._meneur.avance = max(self._meneur.avance, noeuds)

    def avancer(self) -> bool:
        """Cherche encore quelques centièmes de seconde ; vrai quand le score est connu."""
        if self._fils == 1 or self._meneur.noeuds < SEUL:
            return self._meneur.avancer(TRANCHE if self._fils == 1 else SEUL)
        if not self._aides:
            self._meneur.partager()
            self._aides = [self._aide() for _ in range(self._fils - 1)]
        return self._avancer_ensemble()

    def _aide(self) -> Calcul:
        aide = Calcul(self._grille, [self._position], meneur=self._meneur)
        aide.partager()
        aide.avancer(0)
        aide.borner(*self.intervalle)
        return aide

    def avancer_seule(self) -> bool:
        """De même, sans l'aide d'autres fils."""
        return self._meneur.avancer(ENSEMBLE)

    def _avancer_ensemble(self) -> bool:
        _de_front([partial(calcul.avancer, ENSEMBLE) for calcul in (self._meneur, *self._aides)])
        return self._mettre_en_commun()

    def _mettre_en_commun(self) -> bool:
        tous = [self._meneur, *self._aides]
        bas, haut = max(c.intervalle[0] for c in tous), min(c.intervalle[1] for c in tous)
        for calcul in tous:
            calcul.borner(bas, haut)
        return self._meneur.avancer(0)

    def terminer(self) -> int:
        """Cherche jusqu'au bout ; le score."""
        while not self.avancer():
            pass
        return self._meneur.scores[0]


def avancer_de_front(equipes: Sequence[Equipe]) -> None:
    """Fait avancer ces calculs, un par fil : ils se gênent moins que sur une même position.

    Le dernier, ou un calcul qui commence à peine, avance à sa façon.
    """
    if len(equipes) == 1 or sum(equipe.noeuds for equipe in equipes) < SEUL:
        equipes[0].avancer()
    else:
        _de_front([equipe.avancer_seule for equipe in equipes])


def _de_front(actions: Sequence[Callable[[], object]]) -> None:
    """Fait tout en même temps, la première action dans ce fil-ci."""
    fils = [Thread(target=action, daemon=True) for action in actions[1:]]
    for fil in fils:
        fil.start()
    actions[0]()
    for fil in fils:
        fil.join()
