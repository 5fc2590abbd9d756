"""TP 2 : heuristique et min-max (codage « colonnes »)."""

from __future__ import annotations

from p4core.verification.tp2_minmax import arbre, compter, console, evaluer, force, machines

QUESTIONS = {
    question.nom: question
    for question in (
        compter.QUESTION,
        evaluer.HEURISTIQUE,
        evaluer.UTILITE,
        arbre.QUESTION,
        machines.PARTIE_2MACHINES,
        machines.JOUE_PARTIE,
        force.QUESTION,
        console.HUMAIN_VS_MACHINE,
        console.JOUE_PARTIE_H_M,
    )
}
