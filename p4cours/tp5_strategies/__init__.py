"""TP 5 : stratégies par règles et grand tournoi (codage « jetons »)."""

from __future__ import annotations

from p4cours.tp5_strategies import ajouter, comptes, ia2, selections, suites
from p4cours.tp5_strategies.fournitures import Jeux, podium, radar

__all__ = ["QUESTIONS", "Jeux", "podium", "radar"]

QUESTIONS = {
    question.nom: question
    for question in (
        ajouter.AJOUTER,
        suites.VERIFLIGNE,
        suites.VERIFDIAGONALE_MONT,
        suites.MAXI,
        selections.LISTCOLOK,
        comptes.NBJETONS,
        comptes.MAXIX,
        selections.SLC2,
        selections.SLC3,
        selections.SLC4_CORRIGEE,
        ia2.IA2,
    )
}
