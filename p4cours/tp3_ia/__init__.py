"""TP 3 : IA avec retour en arrière et mémoïsation (codage « lignes », toutes les tailles de grille)."""

from __future__ import annotations

from p4cours.tp3_ia import evaluer, experiences, grille, ia, iavia, memo
from p4cours.tp3_ia.experiences import REFERENCE_HEURISTIQUES, REFERENCE_PROFONDEURS
from p4cours.tp3_ia.fournitures import courbes, dessiner, duels, match, mesurer, partie_console, tableau

__all__ = [
    "QUESTIONS",
    "REFERENCE_HEURISTIQUES",
    "REFERENCE_PROFONDEURS",
    "courbes",
    "dessiner",
    "duels",
    "match",
    "mesurer",
    "partie_console",
    "tableau",
]

QUESTIONS = {
    question.nom: question
    for question in (
        grille.AVEC_HAUTEUR,
        grille.SANS_HAUTEUR,
        grille.VICTOIRE,
        grille.TESTS_VICTOIRE,
        grille.ENLEVER_COUP,
        evaluer.EVAL_SERIE,
        evaluer.EVAL_GRILLE,
        ia.IA,
        memo.IA_MEMO,
        iavia.IAVIA,
        evaluer.EVAL_GRILLE2,
        experiences.NB_PARTIES_HEURISTIQUES,
        experiences.CONCLUSION_HEURISTIQUES,
        experiences.NB_PARTIES_PROFONDEURS,
        experiences.CONCLUSION_PROFONDEURS,
    )
}
