"""TP 3 : IA avec retour en arrière et mémoïsation (codage « lignes », toutes les tailles de grille)."""

from __future__ import annotations

from p4core.verification.tp3_ia import (
    complexite,
    enlever_coup,
    eval_grille,
    eval_serie,
    heuristique2,
    ia,
    iavia,
    memo,
    victoire,
)

QUESTIONS = {
    question.nom: question
    for question in (
        complexite.AVEC_HAUTEUR,
        complexite.SANS_HAUTEUR,
        victoire.QUESTION,
        enlever_coup.QUESTION,
        eval_serie.QUESTION,
        eval_grille.QUESTION,
        ia.QUESTION,
        memo.QUESTION,
        iavia.QUESTION,
        heuristique2.QUESTION,
    )
}
