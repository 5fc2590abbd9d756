"""TP 7 : le jeu parfait (codage « tours »)."""

from __future__ import annotations

from p4cours.tp7_jeu_parfait import attracteurs, elagage, graphe, minimax
from p4cours.tp7_jeu_parfait.fournitures import dessiner, dessiner_graphe

__all__ = ["QUESTIONS", "dessiner", "dessiner_graphe"]

QUESTIONS = {
    question.nom: question
    for question in (
        graphe.TRAIT,
        graphe.SUCCESSEURS,
        graphe.GRAPHE,
        graphe.FINS,
        attracteurs.ATTRACTEUR,
        attracteurs.ISSUE,
        attracteurs.STRATEGIE,
        minimax.VALEUR,
        elagage.ALPHABETA,
    )
}
