"""Des scores tirés au sort aux feuilles : chaque coup d'une recherche y compte, aucun ne se saute sans effet.

La vraie eval_grille donne souvent la même note à plusieurs feuilles : qui s'arrête au premier score négatif,
oublie une colonne ou relit une borne pour un score s'y trompe rarement."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from math import inf
from typing import Any, cast

from p4core.jeu import Position
from p4cours.tp3_ia.commun import evaluer, lire
from p4cours.verification.essais import Appelant, Appeleur, Essai

Choix = Callable[[Iterable[float]], float]


@dataclass(frozen=True)
class Scores:
    """Une évaluation tirée au sort. Comme la vraie, elle change de signe avec le joueur, pas dans un miroir,
    et reste petite : qui compte un gain pour 1 000 a encore raison."""

    graine: int

    def __call__(self, position: Position, joueur: int) -> float:
        colonnes = [[position.case(x, y) for y in range(position.niveau(x))] for x in range(position.largeur)]
        lues = (zlib.crc32(repr((self.graine, sens)).encode()) for sens in (colonnes, colonnes[::-1]))
        score = sum(lues) % 2001 / 100 - 10
        return score if joueur == 1 else -score


def scores_imposes(cas: Iterable[Any]) -> Scores | None:
    """Ceux de ce cas ; None si l'on y évalue comme dans le TP."""
    return next((valeur for valeur in cas if isinstance(valeur, Scores)), None)


@dataclass
class EvalGrille:
    """Tient la place d'eval_grille, et compte les feuilles qu'elle note."""

    evaluer: Callable[[Position, int], float]
    pions: int  # d'une feuille
    feuilles: int = 0

    def __call__(self, grille: list[list[int]], p: int) -> float:
        position = lire(grille)
        self.feuilles += position.nb_coups == self.pions
        return self.evaluer(position, p)


@dataclass
class Souvenirs:
    """Une fonction qui se souvient d'un appel à l'autre, fût-ce à bon droit, retrouverait des scores imposés
    là où ils ne le sont plus : on n'en impose aucun. On ne le lui demande qu'une fois par examen."""

    gardes: bool | None = None
    evaluees: int = 0  # feuilles, la première fois

    def cherche(self, essai: Essai, appelant: Appelant, pions: int) -> bool:
        """Le même appel, avec le même hasard, évalue-t-il moins de feuilles la seconde fois ?"""
        if self.gardes is None:
            comptes = []
            for _ in range(2):
                evaluation = EvalGrille(evaluer, pions)
                appelant(essai.arguments, delai=essai.delai, remplacements={"eval_grille": evaluation})
                comptes.append(evaluation.feuilles)
            self.evaluees = comptes[0]
            self.gardes = comptes[0] != comptes[1] or not comptes[0]
        return self.gardes


def souvenirs_de(appelant: Appelant) -> Souvenirs:
    """Ceux de la fonction que l'on examine."""
    (souvenirs,) = cast(Appeleur, appelant).releves.setdefault("souvenirs", [Souvenirs()])
    return cast(Souvenirs, souvenirs)


# --- Des scores où chaque coup, à son tour, décide de la colonne à choisir ------------------------

Arbre = float | dict[int, Any]


def decisifs(position: Position, prof: int, graine: int, fois: int = 2) -> Iterator[Scores]:
    """Des scores où sauter un coup change la colonne choisie : chaque coup de chaque joueur, tant de fois."""
    fils = range(position.largeur)
    restent = [(joueur, x) for joueur in range(min(prof - 1, 2)) for x in fils] * fois
    for rang in count(graine):
        scores = Scores(rang)
        arbre = _arbre(position, prof, scores, position.trait)
        utiles = [saut for saut in dict.fromkeys(restent) if _change_tout(arbre, *saut)]
        if utiles:
            yield scores
        for saut in utiles:
            restent.remove(saut)
        if not restent or rang > graine + 60:
            return


def _arbre(position: Position, reste: int, scores: Scores, joueur: int) -> Arbre:
    if position.finie:
        return {0: 0, joueur: inf}.get(position.gagnant, -inf)
    if not reste:
        return scores(position, joueur)
    return {x: _arbre(position.jouer(x), reste - 1, scores, joueur) for x in position.coups()}


def _change_tout(arbre: Arbre, joueur: int, saute: int) -> bool:
    """Sauter ce coup à ce joueur (0, l'adversaire) fait-il choisir une colonne qui n'était pas la bonne ?"""
    assert isinstance(arbre, dict)
    justes = {x: _valeur(fils, 0, None) for x, fils in arbre.items()}
    fausses = {x: _valeur(fils, 0, (joueur, saute)) for x, fils in arbre.items()}
    return max(fausses, key=lambda x: fausses[x]) not in [
        x for x in justes if justes[x] == max(justes.values())
    ]


def _valeur(arbre: Arbre, joueur: int, saut: tuple[int, int] | None) -> float:
    if not isinstance(arbre, dict):
        return arbre
    restent = [fils for x, fils in arbre.items() if (joueur, x) != saut] or list(arbre.values())
    return (max if joueur else min)(_valeur(fils, 1 - joueur, saut) for fils in restent)
