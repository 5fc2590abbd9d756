"""Mener un calcul : le faire avancer par tranches, et à plusieurs fils dès qu'il se prolonge.

Un `Calcul` tient la pile et la table que le noyau lit et modifie ; `CalculPartage` y joint d'autres fils."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any

from p4core.ia import avance, embarque
from p4core.ia.compilation import COMPILE, I, U, entiers
from p4core.ia.solveur.noyau import (
    BIAIS,
    EN_RECHERCHE,
    MAXIMUM,
    MINIMUM,
    NOEUDS,
    PARTAGE,
    Grille,
    fonction_pour,
    taille_de_pile,
    taille_de_table,
)
from p4core.jeu import Position

ANNONCE = "Préparation du solveur : quelques secondes, la première fois seulement…"
# Nœuds entre deux retours, quelques centièmes de seconde : compilés, puis en Python.
TRANCHE, TRANCHE_PYTHON = 1_000_000, 500

# Une petite table tient dans le cache du processeur : on n'en change que si le calcul se prolonge.
# (nombre de nœuds à partir duquel elle sert, logarithme de sa taille)
Tables = tuple[tuple[int, int], ...]
TABLES: Tables = ((0, 16), (150_000, 22), (50_000_000, 24)) if COMPILE else ((0, 16),)
TABLES_EMBARQUEES: Tables = ((0, 16), (150_000, 22))  # 32 Mio : un navigateur en a moins
VIDES_LONG = 28  # au-dessus, le calcul se prolonge presque toujours

FILS = min(4, os.cpu_count() or 1) if COMPILE else 1
SEUL = 300_000  # nœuds qu'un fil visite seul : un calcul court n'a pas besoin d'aide
ENSEMBLE = 250_000  # nœuds entre deux mises en commun

USUELLE: Grille = (7, 6, 4)  # la seule grille que l'on compile d'avance

_pretes: dict[Grille, Callable[..., int]] = {}
_verrou = threading.Lock()


def grille_de(position: Position) -> Grille:
    """Les dimensions de la grille."""
    return position.largeur, position.hauteur, position.aligner


def bits(position: Position) -> tuple[int, int]:
    """La position telle que le noyau la lit : les pions du joueur au trait, puis tous les pions."""
    return position.pions[position.trait - 1], position.masque


def embarquee(grille: Grille) -> bool:
    """Est-ce le noyau compilé d'avance en WebAssembly qui sert pour cette grille ?"""
    return not COMPILE and grille == USUELLE and embarque.present()


def rapide(grille: Grille) -> bool:
    """Le calcul est-il compilé, d'une façon ou d'une autre ?"""
    return COMPILE or embarquee(grille)


def _tableau(grille: Grille, n: int, signes: bool = False) -> Any:
    """n entiers nuls, là où le noyau de cette grille les lit."""
    return embarque.Tableau(n, signes) if embarquee(grille) else entiers(n, I if signes else U)


@lru_cache(maxsize=8)
def table_pour(grille: Grille, logarithme: int) -> Any:
    """La table de cette taille, gardée d'un calcul à l'autre : une entrée ne devient jamais fausse."""
    return _tableau(grille, taille_de_table(logarithme))


def preparer(grille: Grille, annonce: Callable[[str], Any] = print) -> Callable[..., int]:
    """La fonction du noyau pour cette grille, compilée ; un message prévient si cela dure."""
    if grille not in _pretes:
        minuterie = threading.Timer(1, annonce, [ANNONCE])
        if COMPILE:
            minuterie.start()
        try:
            with _verrou:  # un second fil attend le premier au lieu de compiler aussi
                if grille == USUELLE:
                    avance.attendre("solveur")
                _pretes[grille] = _compilee(grille)
        finally:
            minuterie.cancel()
    return _pretes[grille]


def prete(grille: Grille) -> bool:
    """La fonction de cette grille est-elle déjà dans ce processus ?"""
    return grille in _pretes


def _compilee(grille: Grille) -> Callable[..., int]:
    if embarquee(grille):
        return embarque.resoudre
    fonction, logarithme = fonction_pour(*grille), TABLES[0][1]
    pile, table = entiers(taille_de_pile(*grille)), table_pour(grille, logarithme)
    fonction(entiers(2), entiers(1, I), pile, table, U(64 - logarithme), I(0))
    return fonction


class Calcul:
    """La résolution de positions d'une même grille, ni gagnées ni pleines, dans l'ordre donné.

    Un calcul qui a un `meneur` l'aide, dans un autre fil et avec la même table.
    """

    def __init__(
        self,
        grille: Grille,
        positions: Sequence[tuple[int, int]],
        tables: Tables | None = None,
        meneur: Calcul | None = None,
    ) -> None:
        tables = tables or (TABLES_EMBARQUEES if embarquee(grille) else TABLES)
        self.grille, self._tables, self._meneur = grille, tables, meneur or self
        self._tranche = TRANCHE if rapide(grille) else TRANCHE_PYTHON
        self._noyau = preparer(grille)
        self._positions = _tableau(grille, 2 * len(positions))
        for i, entier in enumerate(e for position in positions for e in position):
            self._positions[i] = U(entier)
        self._scores = _tableau(grille, len(positions), signes=True)
        self._pile = _tableau(grille, taille_de_pile(*grille))
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
        return [int(self._scores[i]) for i in range(self.faites)]

    @property
    def intervalle(self) -> tuple[int, int]:
        """Ce que l'on sait du score de la position en cours."""
        return int(self._pile[MINIMUM]) - BIAIS, int(self._pile[MAXIMUM]) - BIAIS

    @property
    def noeuds(self) -> int:
        """Le nombre de nœuds visités."""
        return int(self._pile[NOEUDS])

    def avancer(self, noeuds: int) -> bool:
        """Visite encore au plus ce nombre de nœuds ; vrai quand tout est résolu."""
        reste, logarithme = self._meneur.palier()
        table, budget = table_pour(self.grille, logarithme), I(min(noeuds, reste))
        faites = self._noyau(self._positions, self._scores, self._pile, table, U(64 - logarithme), budget)
        self.faites = int(faites)
        return self.fini

    def palier(self) -> tuple[int, int]:
        """Le nombre de nœuds avant de changer de table, et la taille de celle qui sert."""
        visites = self.noeuds + self.avance
        rang = max(i for i, (debut, _) in enumerate(self._tables) if debut <= visites)
        fin = self._tables[rang + 1][0] if rang + 1 < len(self._tables) else visites + self._tranche
        return fin - visites, self._tables[rang][1]

    def continuer(self, noeuds: int) -> None:
        """Prend la table où l'a laissée un calcul voisin, de ce nombre de nœuds."""
        self.avance = max(self.avance, noeuds)

    def partager(self) -> None:
        """Prévient que d'autres fils cherchent avec la même table."""
        self._pile[PARTAGE] = U(1)

    def borner(self, bas: int, haut: int = BIAIS) -> None:
        """Fait savoir à la position en cours que son score est dans cet intervalle."""
        ancien = self.intervalle
        nouveau = max(bas, ancien[0]), min(haut, ancien[1])
        if nouveau != ancien:
            self._pile[MINIMUM], self._pile[MAXIMUM] = (U(borne + BIAIS) for borne in nouveau)
            self._pile[EN_RECHERCHE] = U(0)  # la question posée a peut-être sa réponse

    def poursuivre(self) -> bool:
        """Cherche encore quelques centièmes de seconde ; vrai quand tout est résolu."""
        return self.avancer(self._tranche)

    def terminer(self) -> list[int]:
        """Cherche jusqu'au bout ; les scores."""
        while not self.poursuivre():
            pass
        return self.scores


class CalculPartage(Calcul):
    """La résolution d'une seule position ; dès qu'elle se prolonge, d'autres fils s'y joignent."""

    def __init__(self, grille: Grille, position: tuple[int, int], fils: int = FILS) -> None:
        super().__init__(grille, [position])
        self._position, self._fils = position, fils
        self._aides: list[Calcul] = []
        self.avancer(0)

    @property
    def total(self) -> int:
        """Le nombre de nœuds visités par tous les fils."""
        return self.noeuds + sum(aide.noeuds for aide in self._aides)

    def poursuivre(self) -> bool:
        """Cherche encore quelques centièmes de seconde ; vrai quand le score est connu."""
        if self._fils == 1:
            return self.avancer(self._tranche)
        if self.noeuds < SEUL:
            return self.avancer(SEUL)
        if not self._aides:
            self.partager()
            self._aides = [self._aide() for _ in range(self._fils - 1)]
        _de_front([partial(calcul.avancer, ENSEMBLE) for calcul in (self, *self._aides)])
        return self._mettre_en_commun()

    def _aide(self) -> Calcul:
        aide = Calcul(self.grille, [self._position], meneur=self)
        aide.partager()
        aide.avancer(0)
        aide.borner(*self.intervalle)
        return aide

    def _mettre_en_commun(self) -> bool:
        tous = [self, *self._aides]
        bas, haut = max(c.intervalle[0] for c in tous), min(c.intervalle[1] for c in tous)
        for calcul in tous:
            calcul.borner(bas, haut)
        return self.avancer(0)


def poursuivre_de_front(calculs: Sequence[CalculPartage]) -> None:
    """Fait avancer ces calculs, un par fil : ils se gênent moins que sur une même position.

    Le dernier, ou un calcul qui commence à peine, avance à sa façon.
    """
    if len(calculs) == 1 or sum(calcul.total for calcul in calculs) < SEUL:
        calculs[0].poursuivre()
    else:
        _de_front([partial(calcul.avancer, ENSEMBLE) for calcul in calculs])


def _de_front(actions: Sequence[Callable[[], object]]) -> None:
    """Fait tout en même temps, la première action dans ce fil-ci."""
    fils = [threading.Thread(target=action, daemon=True) for action in actions[1:]]
    for fil in fils:
        fil.start()
    actions[0]()
    for fil in fils:
        fil.join()
