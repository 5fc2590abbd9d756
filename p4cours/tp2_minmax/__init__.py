"""TP 2 : heuristique et min-max (codage « colonnes »)."""

from __future__ import annotations

from p4cours.duels import carte_duels
from p4cours.tp1_grille import dessiner
from p4cours.tp2_minmax import console, evaluer, experiences, machines, minmax
from p4cours.tp2_minmax.experiences import (
    REFERENCE_POIDS,
    REFERENCE_PROFONDEURS_W1,
    REFERENCE_PROFONDEURS_W2,
)
from p4cours.tp2_minmax.fournitures import duels

__all__ = [
    "QUESTIONS",
    "REFERENCE_POIDS",
    "REFERENCE_PROFONDEURS_W1",
    "REFERENCE_PROFONDEURS_W2",
    "carte_duels",
    "dessiner",
    "duels",
]

QUESTIONS = {
    question.nom: question
    for question in (
        evaluer.NBR_PIONS,
        evaluer.HEURISTIQUE,
        evaluer.UTILITE,
        evaluer.TESTS_UTILITE,
        minmax.MINMAX,
        machines.PARTIE_2MACHINES,
        machines.JOUE_PARTIE,
        machines.MESURE_FORCE,
        experiences.NB_PARTIES_POIDS,
        experiences.CONCLUSION_W2_W4,
        experiences.CONCLUSION_W1_W2,
        experiences.NB_PARTIES_PROFONDEURS,
        experiences.CONCLUSION_PROFONDEURS_W1,
        experiences.CONCLUSION_PROFONDEURS_W2,
        console.HUMAIN_VS_MACHINE,
        console.JOUE_PARTIE_H_M,
    )
}
