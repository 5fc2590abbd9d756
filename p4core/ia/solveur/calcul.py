"""Un calcul que l'on fait avancer par tranches : une ou plusieurs positions, une pile, une table.
Plusieurs fils sur une ou plusieurs positions : ils partagent la table et ce qu'ils apprennent.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from threading import Thread
from typing import Any

from p4core.ia.solveur.compilation import COMPILE, I, U, entiers
from p4core.ia.solveur.noyau import (
    BIAIS,
    ENTETE,
    LISTES,
    MAXIMUM,
    MINIMUM,
    NOEUDS,
    PARTAGE,
    fonction_pour,
    geometrie,
)
from p4core.ia.solveur.noyau import EN_COURS as PLACES
from p4core.ia.solveur.noyau import EN_RECHERCHE as EN_COURS
from p4core.jeu import Position

# --- Un calcul que l'on fait avancer par tranches : une ou plusieurs positions, une pile, une table ------


Grille = tuple[int, int, int]
ANNONCE = "Préparation du solveur : quelques secondes, la première fois seulement…"
TRANCHE = 1_000_000 if COMPILE else 500  # nœuds entre deux retours : quelques centièmes de seconde

# Une petite table tient dans le cache du processeur : on n'en change que si le calcul se prolonge.
# (nombre de nœuds à partir duquel elle sert, logarithme de sa taille)
Tables = tuple[tuple[int, int], ...]
TABLES: Tables = ((0, 16), (150_000, 19), (3_000_000, 22), (50_000_000, 24)) if COMPILE else ((0, 16),)
_pretes: dict[Grille, Callable[..., int]] = {}
_verrou = threading.Lock()
VIDES_LONG = 28  # au-dessus, le calcul se prolonge presque toujours


def grille_de(position: Position) -> Grille:
    """Les dimensions de la grille."""
    return position.largeur, position.hauteur, position.aligner


def bits(position: Position) -> tuple[int, int]:
    """La position telle que le noyau la lit : les pions du joueur au trait, puis tous les pions."""
    return position.pions[position.trait - 1], position.masque


@lru_cache(maxsize=8)
def table_pour(grille: Grille, logarithme: int) -> Any:
    """La table de cette taille, gardée d'un calcul à l'autre : une entrée ne devient jamais fausse."""
    return entiers((1 << logarithme) + int(PLACES))


def preparer(grille: Grille, annonce: Callable[[str], Any] = print) -> Callable[..., int]:
    """La fonction du noyau pour cette grille, compilée ; un message prévient si cela dure."""
    if grille not in _pretes:
        minuterie = threading.Timer(1, annonce, [ANNONCE])
        if COMPILE:
            minuterie.start()
        try:
            with _verrou:  # un second fil attend le premier au lieu de compiler aussi
                _pretes[grille] = _compilee(grille)
        finally:
            minuterie.cancel()
    return _pretes[grille]


def _compilee(grille: Grille) -> Callable[..., int]:
    fonction, logarithme = fonction_pour(*grille), TABLES[0][1]
    table = table_pour(grille, logarithme)
    fonction(entiers(2), _resultats(1), _pile(grille), table, U(64 - logarithme), I(0))
    return fonction


def _pile(grille: Grille) -> Any:
    g = geometrie(*grille)
    return entiers(int(ENTETE) + (grille[0] * grille[1] + 1) * (int(LISTES) + 4 * int(g[2])))


def _resultats(n: int) -> Any:
    return entiers(n).view("int64") if COMPILE else [0] * n


class Calcul:
    """La résolution de positions d'une même grille, ni gagnées ni pleines, dans l'ordre donné.

    Un calcul qui a un `meneur` l'aide, dans un autre fil et avec la même table.
    """

    def __init__(
        self,
        grille: Grille,
        positions: Sequence[tuple[int, int]],
        tables: Tables = TABLES,
        meneur: Calcul | None = None,
    ) -> None:
        self.grille, self._tables, self._meneur = grille, tables, meneur or self
        self._noyau = preparer(grille)
        self._positions = entiers(2 * len(positions))
        for i, entier in enumerate(e for position in positions for e in position):
            self._positions[i] = U(entier)
        self._scores = _resultats(len(positions))
        self._pile = _pile(grille)
        vides = grille[0] * grille[1] - positions[0][1].bit_count() if positions else 0
        self.avance = tables[1][0] if len(tables) > 1 and vides > VIDES_LONG else 0
        self.faites = 0

    @property
    def fini(self) -> bool:
        """Toutes les positions sont-elles résolues ?"""
        return self.faites == len(self._scores)

    @property
    def scores(self) -> list[int]:
        """Les scores des positions résolues."""
        connus: Any = self._scores[: self.faites]
        return connus.tolist() if COMPILE else connus

    @property
    def intervalle(self) -> tuple[int, int]:
        """Ce que l'on sait du score de la position en cours."""
        return int(self._pile[MINIMUM]) - BIAIS, int(self._pile[MAXIMUM]) - BIAIS

    @property
    def noeuds(self) -> int:
        """Le nombre de nœuds visités."""
        return int(self._pile[NOEUDS])

    def avancer(self, noeuds: int = TRANCHE) -> bool:
        """Visite encore au plus ce nombre de nœuds ; vrai quand tout est résolu."""
        reste, logarithme = self._meneur.palier()
        table = table_pour(self.grille, logarithme)
        budget = min(noeuds, reste)
        self.faites = int(
            self._noyau(self._positions, self._scores, self._pile, table, U(64 - logarithme), I(budget))
        )
        return self.fini

    def palier(self) -> tuple[int, int]:
        """Le nombre de nœuds avant de changer de table, et la taille de celle qui sert."""
        visites = self.noeuds + self.avance
        rang = max(i for i, (debut, _) in enumerate(self._tables) if debut <= visites)
        fin = self._tables[rang + 1][0] if rang + 1 < len(self._tables) else visites + TRANCHE
        return fin - visites, self._tables[rang][1]

    def partager(self) -> None:
        """Prévient que d'autres fils cherchent avec la même table."""
        self._pile[PARTAGE] = U(1)

    def borner(self, bas: int, haut: int) -> None:
        """Fait savoir à la position en cours que son score est dans cet intervalle."""
        ancien = self.intervalle
        nouveau = max(bas, ancien[0]), min(haut, ancien[1])
        if nouveau != ancien:
            self._pile[MINIMUM], self._pile[MAXIMUM] = (U(borne + BIAIS) for borne in nouveau)
            self._pile[EN_COURS] = U(0)  # la question posée a peut-être sa réponse

    def terminer(self) -> list[int]:
        """Avance jusqu'au bout ; les scores."""
        while not self.avancer():
            pass
        return self.scores


# --- Plusieurs fils sur une ou plusieurs positions : ils partagent la table et ce qu'ils apprennent ------


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
