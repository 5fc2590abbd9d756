"""TP 3 : IA avec retour en arrière et mémoïsation (codage « lignes », toutes les tailles de grille)."""

from __future__ import annotations

from p4cours.tp3_ia import evaluer, grille, ia, iavia, memo
from p4cours.tp3_ia.fournitures import courbes, dessiner, mesurer, partie_console, tableau

__all__ = ["QUESTIONS", "courbes", "dessiner", "mesurer", "partie_console", "tableau"]

QUESTIONS = {
    question.nom: question
    for question in (
        grille.AVEC_HAUTEUR,
        grille.SANS_HAUTEUR,
        grille.VICTOIRE,
        grille.ENLEVER_COUP,
        evaluer.EVAL_SERIE,
        evaluer.EVAL_GRILLE,
        ia.IA,
        memo.IA_MEMO,
        iavia.IAVIA,
        evaluer.EVAL_GRILLE2,
    )
}
