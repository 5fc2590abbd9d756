"""eval_grille2(grille, p) : une heuristique jugée par un match, pas par une partie."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from p4core.duel import GRAINE, OUVERTURES, Match, ouvertures, paires, pour_cent, sur_lignes
from p4core.execution import Appel, appeler, remplacer
from p4core.heuristiques import score_series
from p4core.position import Position
from p4core.verification import positions as pos
from p4core.verification.appels import Appeleur
from p4core.verification.essais import Appelant, Critere, Ecart, Epreuve, Essai, Question, Source, juger
from p4core.verification.lecture import nombre
from p4core.verification.tp3_ia.outils import (
    AIDES,
    EssaiGrille,
    arguments_grille,
    erreurs_de_taille,
    marques_de_taille,
    positions_de_tailles,
)


def _juge_nombre(appel: Appel) -> Ecart | None:
    nombre(appel.valeur, "le score")
    return None


def _essai(position: Position, p: int) -> Essai:
    return EssaiGrille(
        f"eval_grille2(grille, {p})", arguments_grille(position, p), _juge_nombre, position,
        frozenset(marques_de_taille(position)), attendu="un nombre",
    )  # fmt: skip


def _forme(source: Source) -> Iterator[Essai]:
    positions = [Position(), *pos.au_hasard(source.alea, source.nombre(10)), *positions_de_tailles(source, 2)]
    yield from (_essai(position, p) for position in positions for p in (1, 2))


@lru_cache(maxsize=1)
def _departs() -> tuple[Position, ...]:
    # Les mêmes pour tous : la réponse est jugée pareil dans le notebook et à la correction.
    return tuple(ouvertures(random.Random(GRAINE), OUVERTURES))


@dataclass(frozen=True)
class _EssaiMatch(Essai):
    """Un match de 200 parties contre le score par séries ; tout entier dans un seul appel protégé."""

    sans_retour: bool = True
    relancable: bool = False
    delai: float = 40.0

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Joue le match et juge son intervalle."""
        assert isinstance(appelant, Appeleur)
        evaluation = appelant.fonction

        def jouer() -> Match:
            heuristique = sur_lignes(lambda grille, p: nombre(evaluation(grille, p), "le score"))
            return Match(tuple(paires(heuristique, score_series, _departs())))

        with remplacer(evaluation, appelant.aides):
            appel = appeler(jouer, (), delai=self.delai)
        epreuve = Epreuve(self, appel, juger(self, appel))
        return replace(epreuve, remarque=f"Match : {appel.valeur}.") if epreuve.reussie else epreuve


def _juge_match(appel: Appel) -> Ecart | None:
    resultat: Match = appel.valeur
    if resultat.intervalle[0] > 0.5:
        return None
    phrase = f"{_conclusion(resultat)} Match : {resultat}."
    return Ecart(phrase, "un intervalle entièrement au-dessus de 50 %", pour_cent(resultat.score))


def _conclusion(resultat: Match) -> str:
    bas, haut = resultat.intervalle
    if bas == haut == 0.5:
        return "eval_grille2 joue comme eval_grille (la multiplier par une constante ne change aucun choix)."
    if haut < 0.5:
        return "eval_grille2 est MOINS bonne que eval_grille."
    return "On ne peut pas conclure que eval_grille2 est meilleure : l'intervalle contient 50 %."


def _match(source: Source) -> Iterator[Essai]:
    texte = f"un match de {2 * OUVERTURES} parties, eval_grille2 contre eval_grille, à profondeur 1"
    yield _EssaiMatch(texte, (), _juge_match, attendu="plus de la moitié des points")


AIDES_HEURISTIQUE: dict[str, Any] = {nom: AIDES[nom] for nom in ("eval_serie", "eval_grille", "victoire")}

QUESTION = Question(
    "eval_grille2",
    "eval_grille2(grille, p)",
    (
        Critere("un nombre, pour toute grille, sans la modifier", 1, _forme, gratuit=True),
        Critere("meilleure que eval_grille sur 200 parties", 3, _match),
    ),
    (
        "Regardez des parties perdues par eval_grille à profondeur 1 : que n'a-t-elle pas vu venir ?",
        "Une série de trois pions dont la case manquante est jouable tout de suite est bien plus qu'un "
        "score de 3 : "
        "tout dépend de qui va jouer. Le nombre de pions sur la grille dit à qui c'est.",
        "Ajoutez à eval_grille un grand bonus (ou malus, selon p) pour chaque série qui contient trois "
        "pions du joueur "
        "qui va jouer et une case libre posée sur le fond ou sur un pion.",
    ),
    erreurs_de_taille(),
    AIDES_HEURISTIQUE,
)
