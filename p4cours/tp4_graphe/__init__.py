"""TP 4 : le graphe des situations (codage « situation »)."""

from __future__ import annotations

from p4cours.tp4_graphe import alea, graphe, grille, minimax
from p4cours.tp4_graphe.fournitures import (
    Duel,
    courbe_reglages,
    courbe_situations,
    demande_colonne,
    dessiner,
    tableau,
)
from p4cours.tp4_graphe.mystere import cre_minimax_h

__all__ = [
    "QUESTIONS",
    "Duel",
    "courbe_reglages",
    "courbe_situations",
    "cre_minimax_h",
    "demande_colonne",
    "dessiner",
    "tableau",
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
        graphe.NB_SITUATIONS,
        graphe.FORMULE,
        graphe.K_MAX,
        graphe.NB_DISTINCTES,
        alea.FIN_ALEA,
        alea.H_ALEA,
        minimax.MINIMAX_H2,
    )
}
