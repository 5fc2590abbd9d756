"""slc3 : les colonnes de slc2 que listcolok permet."""

from __future__ import annotations

from p4core.verification.essais import Critere, Question
from p4core.verification.tp5_strategies.aides import aides
from p4core.verification.tp5_strategies.lignes import permise
from p4core.verification.tp5_strategies.selections import retenues, selection
from p4core.verification.tp5_strategies.slc_essais import (
    BASE,
    INDEPENDANTES,
    ailleurs,
    autorisees,
    critere,
    fins,
    habituels,
    jouables,
    parmi,
    replis,
    version,
)

_ERREURS_SLC3 = (
    version("Vous renvoyez ce que donne slc2, sans le filtrer par listcolok.", selection),
    version("Vous filtrez lcj au lieu de ce que donne slc2.", lambda p, lcj, j: autorisees(p, lcj, j) or lcj),
    version(
        "Vous gardez les colonnes que listcolok REJETTE.",
        lambda p, lcj, j: [c for c in selection(p, lcj, j) if not permise(p, c - 1, j)] or lcj,
    ),
    version(
        "Vous regardez toutes les colonnes jouables : on ne demande que celles de lcj.",
        lambda p, lcj, j: retenues(p, jouables(p), j),
    ),
    version(
        "Quand aucune colonne ne convient, vous proposez toutes les colonnes jouables : renvoyez lcj.",
        lambda p, lcj, j: [c for c in retenues(p, lcj, j) if permise(p, c - 1, j)] or jouables(p),
    ),
    version(
        "Vous partez de slc1 : c'est le résultat de slc2 qu'il faut filtrer.",
        lambda p, lcj, j: [c for c in selection(p, lcj, j, sans_trou=True) if permise(p, c - 1, j)] or lcj,
    ),
    *INDEPENDANTES,
)


SLC3 = Question(
    "slc3",
    "slc3(l, lcj, t, txt, g)",
    (
        Critere("les colonnes de slc2 que listcolok permet", 3, critere("slc3", retenues, habituels)),
        Critere(
            "en fin de partie, quand slc2 ne choisit plus",
            1,
            critere("slc3", retenues, lambda source: fins()),
        ),
        Critere("lcj si aucune ne convient", 1, critere("slc3", retenues, replis, repli=True), gratuit=True),
        Critere(
            "parmi celles de lcj, à toutes les tailles",
            1,
            critere("slc3", retenues, lambda source: (*parmi(source), *ailleurs(source))),
        ),
    ),
    (
        "Deux fonctions déjà écrites suffisent : l'une choisit, l'autre filtre.",
        "Filtrez avec listcolok la liste que renvoie slc2. Et s'il ne reste rien ?",
        "lcjnew = listcolok(l, slc2(l, lcj, t, txt, g), t, g) ; on renvoie lcjnew si elle n'est pas "
        "vide, sinon lcj.",
    ),
    _ERREURS_SLC3,
    aides(*BASE, "slc2"),
)
