"""TP 4 : le graphe des situations (codage « situation »)."""

from __future__ import annotations

from p4core.verification.tp4_graphe import (
    alea,
    depose,
    evaluation,
    fils,
    gagnant,
    heuristique,
    minimax,
    nombres,
    partie_nulle,
    taille,
)

QUESTIONS = {
    question.nom: question
    for question in (
        depose.QUESTION,
        partie_nulle.QUESTION,
        nombres.NB_LISTES,
        gagnant.QUESTION,
        evaluation.QUESTION,
        fils.QUESTION,
        nombres.NB_SITUATIONS,
        taille.FORMULE,
        nombres.K_MAX,
        taille.NB_DISTINCTES,
        alea.FIN_ALEA,
        heuristique.H_ALEA,
        minimax.QUESTION,
    )
}
