"""Dire ce qui ne va pas pendant un appel de IA : une grille gagnée évaluée, un coup mal annulé."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from p4core.execution import Appel
from p4core.verification.essais import Ecart, Epreuve
from p4core.verification.lecture import montrer
from p4core.verification.tp3_ia.outils import GrilleGagnee


def dire_gagnee(epreuve: Epreuve) -> Epreuve | None:
    """L'épreuve et sa cause, si la recherche y évalue une grille gagnée."""
    erreur = epreuve.appel.exception
    if not isinstance(erreur, GrilleGagnee) or epreuve.ecart is None:
        return None
    p = epreuve.appel.arguments[2]
    qui = "qui est p" if erreur.gagnant == p else "l'adversaire de p"
    phrase = (
        f"Vous évaluez une grille déjà gagnée (par le joueur {erreur.gagnant}, {qui}) : testez la victoire "
        "avant la profondeur, celle de p dans coup_min et celle de l'adversaire dans coup_max. "
        "L'évaluation n'y est pas définie."
    )
    return replace(epreuve, ecart=replace(epreuve.ecart, phrase=phrase))


def pas_annule(appel: Appel, ecart: Ecart) -> Ecart:
    """L'écart d'un appel qui n'a pas remis grille et hauteur en état, et pourquoi."""
    (grille, hauteur), (avant_g, avant_h) = appel.apres[:2], appel.arguments[:2]
    if grille == avant_g:
        phrase = "Après l'appel, hauteur n'est plus la même : un coup essayé n'a pas été annulé dans hauteur."
    elif hauteur == avant_h and _bas_abime(grille, avant_g):
        phrase = (
            "Après l'appel, un pion de la ligne du bas a changé : vous essayez un coup dans une colonne "
            "pleine, et jouer écrit alors dans grille[-1], la ligne du bas. Un coup k n'est possible que si "
            "hauteur[k] < n."
        )
    elif hauteur == avant_h:
        phrase = (
            "Après l'appel, la grille a changé alors que hauteur est intacte : un pion essayé y est resté."
        )
    else:
        phrase = (
            "Un coup essayé n'a pas été annulé : après l'appel, la grille n'est plus celle qu'on a donnée. "
            "Chaque jouer doit être suivi de son enlever_coup (attention à un return placé entre les deux)."
        )
    obtenu = "une grille modifiée" if hauteur == avant_h else f"hauteur == {montrer(hauteur)}"
    return replace(ecart, phrase=phrase, obtenu=obtenu)


def _bas_abime(grille: Any, avant: list[list[int]]) -> bool:
    """Un pion posé avant l'appel a-t-il disparu ou changé de joueur dans la ligne du bas ?"""
    return any(pion and pion != reste for pion, reste in zip(avant[-1], grille[-1], strict=False))
