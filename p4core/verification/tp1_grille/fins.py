"""Une grille de fin de partie, et qui a commencé."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from p4core.position import Position
from p4core.verification.essais import Ecart
from p4core.verification.juges import position_finale
from p4core.verification.lecture import grille


def juger_fin(valeur: Any) -> tuple[Position | None, Ecart | None]:
    """La position finale ; une grille qu'un autre premier joueur expliquerait est dite telle."""
    position, ecart = position_finale(valeur)
    if ecart and ecart.cases and juste_si_2_commence(ecart.cases) and _autant_de_pions(ecart.cases):
        phrase = "La partie a continué après une victoire, ou bien le joueur 1 n'a pas commencé."
        ecart = replace(ecart, phrase=phrase)
    return position, ecart


def juste_si_2_commence(G: Any) -> bool:
    """Les joueurs échangés, est-ce une fin de partie ?"""
    return position_finale([[(0, 2, 1)[contenu] for contenu in colonne] for colonne in grille(G)])[1] is None


def _autant_de_pions(cases: list[list[int]]) -> bool:
    un, deux = (sum(colonne.count(joueur) for colonne in cases) for joueur in (1, 2))
    return un == deux
