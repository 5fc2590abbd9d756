"""TP 2 : heuristique et min-max (codage « colonnes »)."""

from __future__ import annotations

from p4cours.tp2_minmax import console, evaluer, machines, minmax
from p4cours.tp2_minmax.figures import carte_duels

__all__ = ["QUESTIONS", "carte_duels"]

QUESTIONS = {
    question.nom: question
    for question in (
        evaluer.NBR_PIONS,
        evaluer.HEURISTIQUE,
        evaluer.UTILITE,
        minmax.MINMAX,
        machines.PARTIE_2MACHINES,
        machines.JOUE_PARTIE,
        machines.MESURE_FORCE,
        console.HUMAIN_VS_MACHINE,
        console.JOUE_PARTIE_H_M,
    )
}
