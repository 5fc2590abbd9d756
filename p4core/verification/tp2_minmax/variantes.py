"""Des recherches fautives, pour reconnaître l'erreur d'un min-max à ses scores."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isnan
from typing import Any

from p4core.heuristiques import utilite
from p4core.position import Position
from p4core.recherche import au_trait, presque_egaux
from p4core.verification.essais import Epreuve, Erreur
from p4core.verification.lecture import simple
from p4core.verification.tp2_minmax.commun import W1, W2, Poids


def pour_l_autre(position: Position, joueur: int, poids: Poids) -> float:
    """L'évaluation du mauvais joueur."""
    return utilite(position, 3 - joueur, poids)


def pour_le_joueur_1(position: Position, joueur: int, poids: Poids) -> float:
    """L'évaluation qui oublie de qui c'est le tour."""
    return utilite(position, 1, poids)


@dataclass(frozen=True)
class Variante:
    """Une recherche min-max, juste par défaut, dont on dérègle une pièce."""

    feuille: Callable[[Position, int, Poids], float] = utilite
    alterne: bool = True  # l'adversaire joue le coup suivant
    oppose: bool = True  # on prend l'opposé de son score
    choix: Callable[..., float] = max
    depart: float | None = None  # ce que vaut le maximum avant la boucle
    decalage: int = 0  # profondeur en trop
    signe: Callable[[int], int] = lambda joueur: 1  # appliqué au score final

    def score(self, position: Position, poids: Poids, p: int) -> float:
        """Le score annoncé par cette recherche, au joueur au trait."""
        return self.signe(position.trait) * self._valeur(position, position.trait, poids, p + self.decalage)

    def _valeur(self, position: Position, joueur: int, poids: Poids, p: int) -> float:
        if p <= 0 or position.finie:
            return self.feuille(position, joueur, poids)
        suivant = 3 - joueur if self.alterne else joueur
        signe = -1 if self.oppose else 1
        scores = [
            signe * self._valeur(au_trait(position.jouer(x), suivant), suivant, poids, p - 1)
            for x in position.coups()
        ]
        return self.choix(scores if self.depart is None else [self.depart, *scores])


def comme(phrase: str, variante: Variante) -> Erreur:
    """Les scores de l'élève sont partout ceux de cette variante, et ce ne sont pas les bons."""

    def explique(epreuves: list[Epreuve]) -> bool:
        utiles = [e for e in epreuves if e.essai.contexte.get("p", 0) >= 1]
        utiles.sort(key=lambda e: e.essai.contexte["p"])  # les moins coûteuses d'abord
        differe = False
        for epreuve in utiles:
            position, poids, p = (epreuve.essai.contexte[nom] for nom in ("position", "poids", "p"))
            score = variante.score(position, poids, p)
            if not _pareils(_score(epreuve), score):
                return False
            differe = differe or not _pareils(score, epreuve.essai.contexte["score"])
        return differe

    return Erreur(phrase, explique)


def _score(epreuve: Epreuve) -> Any:
    valeur = epreuve.appel.valeur
    return simple(valeur[0]) if isinstance(valeur, tuple) and valeur else None


def _pareils(a: Any, b: float) -> bool:
    if isinstance(a, bool) or not isinstance(a, int | float):
        return False
    return (isnan(a) and isnan(b)) or presque_egaux(a, b)


_POIDS_FIXES = "La recherche ne se sert pas des poids W qu'on lui donne, mais d'une liste fixe."

SCORES_FAUX = (
    comme(
        "Le signe du score est inversé : il doit être vu du joueur j, qui va jouer.",
        Variante(signe=lambda j: -1),
    ),
    comme(
        "Le score est vu du joueur 1 : il doit être vu du joueur j, qui va jouer.",
        Variante(signe=lambda j: 1 if j == 1 else -1),
    ),
    comme(
        "Le score est vu du joueur 2 : il doit être vu du joueur j, qui va jouer.",
        Variante(signe=lambda j: -1 if j == 1 else 1),
    ),
    comme(
        "La profondeur est décalée d'un coup : vous cherchez un coup trop loin. Où la récursion "
        "s'arrête-t-elle ?",
        Variante(decalage=1),
    ),
    comme(
        "La profondeur est décalée d'un coup : vous cherchez un coup trop peu. Où la récursion "
        "s'arrête-t-elle ?",
        Variante(decalage=-1),
    ),
    comme(
        "Vous minimisez : le joueur j choisit le coup dont le score est le plus GRAND pour lui.",
        Variante(choix=min),
    ),
    comme(
        "Vous oubliez de prendre l'opposé du score de l'adversaire : ce qui est bon pour lui est mauvais "
        "pour j.",
        Variante(oppose=False),
    ),
    comme(
        "Les joueurs n'alternent pas : après un coup de j, c'est à l'autre de jouer.", Variante(alterne=False)
    ),
    comme(
        "Les joueurs n'alternent pas : après un coup de j, c'est à l'autre de jouer, et son score change "
        "de signe.",
        Variante(alterne=False, oppose=False),
    ),
    comme(
        "En fin de recherche, la grille est évaluée pour l'autre joueur : c'est utilite(G, j, W) qu'il faut.",
        Variante(feuille=pour_l_autre),
    ),
    comme(
        "En fin de recherche, la grille est toujours évaluée pour le joueur 1 : c'est de j qu'il faut la "
        "voir.",
        Variante(feuille=pour_le_joueur_1),
    ),
    comme(
        "L'adversaire vous aide au lieu de vous gêner : il choisit lui aussi ce qui vous arrange.",
        Variante(feuille=pour_le_joueur_1, oppose=False),
    ),
    comme(
        "Le signe du score est changé une fois de trop : l'opposé du score de l'adversaire est déjà vu de j.",
        Variante(choix=lambda scores: -max(scores)),
    ),
    comme(_POIDS_FIXES, Variante(feuille=lambda position, joueur, _: utilite(position, joueur, W1))),
    comme(_POIDS_FIXES, Variante(feuille=lambda position, joueur, _: utilite(position, joueur, W2))),
    comme("Votre maximum part de 0 : un score négatif ne peut jamais le dépasser.", Variante(depart=0)),
    comme("Votre maximum part de -1 : un score plus petit ne peut jamais le dépasser.", Variante(depart=-1)),
)
