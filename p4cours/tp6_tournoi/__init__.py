"""TP 6 : sélections et grand tournoi (codage « jetons »)."""

from __future__ import annotations

from p4cours.tp5_pieges import dessiner
from p4cours.tp6_tournoi import comptes, experiences, ias, selections
from p4cours.tp6_tournoi.experiences import REFERENCE, affirmations
from p4cours.tp6_tournoi.fournitures import duel_corrigee, podium, radar, radars

__all__ = ["QUESTIONS", "REFERENCE", "affirmations", "dessiner", "duel_corrigee", "podium", "radar", "radars"]

QUESTIONS = {
    question.nom: question
    for question in (
        comptes.NBJETONS,
        comptes.MAXIX,
        selections.SLC2,
        selections.SLC3,
        ias.IA3,
        experiences.VERDICTS_TOURNOI,
        experiences.NB_PARTIES_CORRIGEE,
        experiences.CONCLUSION_CORRIGEE,
        selections.SLC4_CORRIGEE,
        ias.IA2,
    )
}
