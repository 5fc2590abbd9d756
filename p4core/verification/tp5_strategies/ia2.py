"""ia2(l, t, txt, g) : la cascade des règles, par intérêt décroissant."""

from __future__ import annotations

from typing import Any

from p4core.verification.diagnostics import etiquette, fautes, seulement
from p4core.verification.essais import Critere, Epreuve, Erreur, Question
from p4core.verification.tp5_strategies.aides import aides
from p4core.verification.tp5_strategies.ia2_essais import (
    ALLONGER,
    BLOQUER,
    COMMENCER,
    GAGNER,
    GENER,
    HASARD,
    PERMIS,
    SUIVRE,
    ailleurs,
    cascade,
    tirages,
    urgences,
)


def _entiere(valeur: Any) -> bool:
    return isinstance(valeur, list | tuple) and len(valeur) == 2 and isinstance(valeur[1], int)


def _a_partir_de_zero() -> Erreur:
    phrase = "Vos colonnes commencent à 0 : elles sont numérotées à partir de 1."

    def explique(epreuves: list[Epreuve]) -> bool:
        lues = [e.appel.valeur[1] for e in epreuves if _entiere(e.appel.valeur)]
        decalees = [c + 1 in e.essai.contexte["permises"] for c, e in zip(lues, epreuves, strict=False)]
        return len(lues) == len(epreuves) and all(decalees) and 0 in lues

    return Erreur(phrase, explique)


def _inversees(haute: str, basse: str, phrase: str) -> Erreur:
    """Seules ces deux règles sont manquées, la première au moins."""

    def explique(epreuves: list[Epreuve]) -> bool:
        etapes = {
            e.essai.contexte["etape"] for e in fautes(epreuves) if e.ecart and e.ecart.cause == "valeur"
        }
        return haute in etapes and etapes <= {haute, basse} and len(fautes(epreuves)) > 0

    return Erreur(phrase, explique)


def _cause(nom: str, phrase: str) -> Erreur:
    return Erreur(phrase, lambda epreuves: {e.ecart.cause for e in fautes(epreuves) if e.ecart} == {nom})


_ERREURS = (
    _cause("table", "La colonne est bonne, mais pas la table : renvoyez [ajouter(l, cf, t), cf]."),
    _cause("hasard", "Vous prenez toujours la même place : random.choice en tire une au sort."),
    _a_partir_de_zero(),
    seulement(GAGNER, "Vous manquez des victoires immédiates : c'est la toute première règle."),
    seulement(BLOQUER, "Vous laissez l'adversaire gagner : bloquer est la deuxième règle."),
    _inversees(
        GAGNER,
        BLOQUER,
        "Les deux premières règles manquent ou sont inversées : gagner d'abord, bloquer ensuite.",
    ),
    _inversees(
        ALLONGER,
        COMMENCER,
        "À nombre égal de jetons, vos propres lignes passent avant celles de l'adversaire.",
    ),
    _inversees(
        ALLONGER,
        GENER,
        "Deux règles sont à revoir ou inversées : allonger sa ligne, puis gêner celle de l'autre.",
    ),
    _inversees(
        COMMENCER, SUIVRE, "Les règles des lignes d'un seul jeton (maximum au moins égal à 1) sont à revoir."
    ),
    _inversees(GENER, COMMENCER, "La règle qui gêne une ligne adverse d'au moins 2 jetons est à revoir."),
    _inversees(SUIVRE, PERMIS, "La règle qui gêne une ligne adverse d'un seul jeton est à revoir."),
    _inversees(
        PERMIS,
        HASARD,
        "Les dernières règles sont à revoir : une colonne de listcolok, sinon n'importe laquelle.",
    ),
    etiquette(HASARD, "Quand listcolok ne permet rien, il faut quand même jouer."),
)


QUESTION = Question(
    "ia2",
    "ia2(l, t, txt, g)",
    (
        Critere("gagner, sinon bloquer", 2, urgences),
        Critere("la cascade des lignes", 3, cascade),
        Critere("un tirage au sort entre les places égales", 1, tirages, gratuit=True),
        Critere("avec d'autres tailles et d'autres g", 1, ailleurs),
    ),
    (
        "Écrivez la cascade dans l'ordre de l'énoncé : un if, puis des elif, un else à la fin.",
        "urgence s'occupe des deux premières règles : si elle ne renvoie pas 0, il n'y a plus rien à "
        "chercher. "
        "Pour les autres, calculez d'abord listmax et listmaxinv avec maxixplaces puis filtreplc.",
        "maxixplaces(l, t, g) renvoie (maximum, places) ; filtreplc(l, t, g, places) ne garde que les "
        "places où l'on "
        "peut jouer sans danger. On tire une place [c, i] avec random.choice, et on joue sa colonne c. "
        "Attention : "
        "pour l'adversaire aussi, on filtre avec t, puisque c'est t qui va jouer.",
    ),
    _ERREURS,
    aides(
        "ajouter",
        "inv",
        "listcolnonpleines",
        "maxi",
        "listcolok",
        "nbjetons",
        "maxixloc",
        "maxix",
        "maxixplaces",
        "filtreplc",
        "urgence",
    ),
)
