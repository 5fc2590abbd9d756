"""Des parties appariées : chaque ouverture, tirée au sort, est jouée deux fois, une de chaque côté.

duel(eval_a, eval_b, 200)     deux heuristiques du TP 3, suivies par le même min-max
apparier(joueurs, departs)    chaque joueur contre chaque autre, en une table"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from statistics import fmean

from p4core.codages import vers_lignes
from p4core.francais import quantite, virgule
from p4core.ia.recherche import Heuristique, meilleurs, notes
from p4core.jeu import Joueur, Position, ouverture, partie
from p4core.progression import barre
from p4core.tournois.confrontations import Confrontations, Decompte
from p4core.tournois.statistiques import Intervalle

EvaluationLignes = Callable[[list[list[int]], int], float]
GRAINE = 2024  # les mêmes ouvertures pour tout le monde
PARTIES = 200  # deux par ouverture, une de chaque côté

# --- deux heuristiques ----------------------------------------------------------------------------


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
    def decompte(self) -> Decompte:
        """Les victoires, les nulles et les défaites."""
        points = [p for paire in self.paires for p in paire]
        return Decompte(points.count(1.0), points.count(0.5), points.count(0.0))

    @property
    def intervalle(self) -> Intervalle:
        """L'intervalle à 95 % du score, tel que les comptes le donnent.

        Il tient les parties pour indépendantes. L'avantage d'une ouverture profite tour à tour aux deux
        camps, et se compense : l'intervalle est plutôt trop large.
        """
        return self.decompte.intervalle

    @property
    def neutre(self) -> bool:
        """Chaque ouverture a-t-elle donné autant de points aux deux ?"""
        return all(sum(paire) == 1 for paire in self.paires)

    def __str__(self) -> str:
        d = self.decompte
        bas, haut = (virgule(borne, ".3f") for borne in self.intervalle)
        return (
            f"{d.parties} parties : {quantite(d.victoires, 'victoire')}, {quantite(d.defaites, 'défaite')}, "
            f"{quantite(d.nulles, 'nulle')} ; "
            f"score {virgule(self.score, '.3f')}, intervalle à 95 % [{bas} ; {haut}]"
        )

    __repr__ = __str__


def paires(a: Joueur, b: Joueur, departs: Iterable[Position]) -> Iterator[tuple[float, float]]:
    """Les points de `a` dans chaque paire de parties : il a les pions 1, puis les pions 2."""
    for depart in departs:
        yield points(partie(a, b, depart), 1), points(partie(b, a, depart), 2)


def duel(
    eval_a: EvaluationLignes,
    eval_b: EvaluationLignes,
    parties: int = PARTIES,
    prof: int = 1,
    graine: int | str = GRAINE,
) -> Match:
    """Le match de deux heuristiques du TP 3, eval(grille, p) ; la graine choisit les ouvertures."""
    departs = barre(departs_de(parties, graine), titre="Ouvertures jouées")
    a, b = (joueur_heuristique(sur_lignes(evaluation), prof) for evaluation in (eval_a, eval_b))
    return Match(tuple(paires(a, b, departs)))


def departs_de(parties: int, graine: int | str) -> list[Position]:
    """Les ouvertures de tant de parties, deux par ouverture (une de plus si ce nombre est impair)."""
    if isinstance(parties, bool) or not isinstance(parties, int) or parties < 2:
        raise ValueError(f"Le nombre de parties d'un duel est un entier, au moins 2, pas {parties!r}.")
    return ouvertures(random.Random(graine), (parties + 1) // 2)


def sur_lignes(evaluation: EvaluationLignes) -> Heuristique:
    """Une heuristique écrite sur des listes de lignes, lue comme une heuristique sur des positions."""
    return lambda position, joueur: evaluation(vers_lignes(position)[0], joueur)


def points(finale: Position, joueur: int) -> float:
    """Ceux de ce joueur dans cette partie."""
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


# --- chacun contre chacun -------------------------------------------------------------------------


def apparier(
    joueurs: Mapping[str, Joueur], departs: Sequence[Position], visible: bool = True
) -> Confrontations:
    """La table de ces joueurs : dans une case, celui de la ligne a les pions 1, une partie par ouverture."""
    noms = list(joueurs)
    table = Confrontations(noms, 0, {(a, b): Decompte() for a in noms for b in noms})
    duels = list(combinations_with_replacement(noms, 2))
    for depart, a, b in barre(
        [(d, a, b) for a, b in duels for d in departs], titre="Parties", visible=visible
    ):
        for un, deux in dict.fromkeys(((a, b), (b, a))):
            gagnant = partie(joueurs[un], joueurs[deux], depart).gagnant
            table.cases[un, deux] += Decompte(gagnant == 1, gagnant == 0, gagnant == 2)
    return table
