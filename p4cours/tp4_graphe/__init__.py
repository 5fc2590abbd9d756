"""TP 4 : le graphe des situations (codage « situation »)."""

from __future__ import annotations

from p4cours.tp4_graphe import alea, experiences, graphe, grille, minimax
from p4cours.tp4_graphe.experiences import REFERENCE_BUDGETS, REFERENCE_REGLAGES
from p4cours.tp4_graphe.fournitures import (
    courbe_reglages,
    courbe_situations,
    demande_colonne,
    dessiner,
    duels,
)
from p4cours.tp4_graphe.minimax import par_poids as h_poids
from p4cours.tp4_graphe.mystere import cre_minimax_h

__all__ = [
    "QUESTIONS",
    "REFERENCE_BUDGETS",
    "REFERENCE_REGLAGES",
    "courbe_reglages",
    "courbe_situations",
    "cre_minimax_h",
    "demande_colonne",
    "dessiner",
    "duels",
    "h_poids",
]

QUESTIONS = {
    question.nom: question
    for question in (
        grille.DEPOSE_PION,
        grille.PARTIE_NULLE,
        grille.NB_LISTES,
        grille.GAGNANT,
        graphe.EVAL_F,
        graphe.FILS,
        graphe.FORMULE,
        graphe.K_MAX,
        graphe.NB_DISTINCTES,
        alea.FIN_ALEA,
        alea.H_ALEA,
        minimax.MINIMAX_H2,
        experiences.NB_PARTIES_REGLAGES,
        experiences.CONCLUSION_4_1,
        experiences.CONCLUSION_7_1,
        experiences.NB_PARTIES_BUDGET,
        experiences.CONCLUSION_BUDGET,
    )
}
