"""TP 5 : stratégies par règles et grand tournoi (codage « jetons »)."""

from __future__ import annotations

from p4core.verification.tp5_strategies import (
    ajouter,
    ia2,
    listcolok,
    maxi,
    maxix,
    nbjetons,
    slc2,
    slc3,
    slc4,
    suites,
)

QUESTIONS = {
    question.nom: question
    for question in (
        ajouter.QUESTION,
        suites.VERIFLIGNE,
        suites.VERIFDIAGONALE_MONT,
        maxi.MAXI,
        listcolok.QUESTION,
        nbjetons.NBJETONS,
        maxix.MAXIX,
        slc2.SLC2,
        slc3.SLC3,
        slc4.SLC4_CORRIGEE,
        ia2.QUESTION,
    )
}
