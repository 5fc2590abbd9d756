"""TP 1 : la grille et le hasard (codage « colonnes »)."""

from __future__ import annotations

from p4cours.tp1_grille import fini, frequences, grille, parties
from p4cours.tp1_grille.fournitures import cote_a_cote, courbe_frequence, dessiner

__all__ = ["QUESTIONS", "cote_a_cote", "courbe_frequence", "dessiner"]

QUESTIONS = {
    question.nom: question
    for question in (
        grille.INIT,
        grille.FORME_INIT,
        grille.SYMBOLES,
        grille.NB_ALIGNEMENTS,
        grille.COUPS,
        grille.LONGUEUR_MAX_COUPS,
        grille.LONGUEUR_MIN_COUPS,
        fini.FINI,
        parties.JOUE_HASARD,
        parties.NB_TOURS_MAX,
        parties.JOUE_RANDOM,
        frequences.PROBABILITE_HASARD,
        frequences.NB_PARTIES,
        frequences.CONCLUSION,
        fini.TESTS_FINI,
    )
}
