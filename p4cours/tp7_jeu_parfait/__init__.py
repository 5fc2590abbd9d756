"""TP 7 : le jeu parfait (codage « tours »), l'entrée au tournoi de la classe, et l'élagage en ★."""

from __future__ import annotations

from p4core.tournois.echelle import echelle
from p4cours.tp7_jeu_parfait import (
    attracteurs,
    bits,
    concours,
    elagage,
    experiences,
    graphe,
    minimax,
    transpositions,
)
from p4cours.tp7_jeu_parfait.experiences import courbe_reference, justesse, reference_justesse
from p4cours.tp7_jeu_parfait.fournitures import dessiner, dessiner_bits, dessiner_coupes, dessiner_graphe

__all__ = [
    "QUESTIONS",
    "courbe_reference",
    "dessiner",
    "dessiner_bits",
    "dessiner_coupes",
    "dessiner_graphe",
    "echelle",
    "justesse",
    "reference_justesse",
]

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
        concours.MON_IA,
        elagage.ALPHABETA,
        transpositions.CLE,
        transpositions.MINMAX_TABLE,
        bits.BITS,
        bits.ALIGNE,
        experiences.NB_PARTIES_JUSTESSE,
        experiences.CONCLUSION_JUSTESSE,
    )
}
