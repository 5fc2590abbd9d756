"""Ce que tous les affichages ont en commun : couleurs, détails à déplier, traces d'erreurs."""

from __future__ import annotations

import traceback

from p4core.appels import BIBLIOTHEQUE

COULEURS = {1: "jaune", 2: "rouge"}


def deplies(details: list[tuple[str, str]]) -> list[dict[str, str]]:
    """Les détails à déplier, comme les vues les attendent."""
    return [{"titre": titre, "texte": texte} for titre, texte in details]


def trace(erreur: BaseException) -> str:
    """La trace, sans les lignes de la bibliothèque si l'élève y est pour quelque chose."""
    cadres = traceback.extract_tb(erreur.__traceback__)
    eleve = [cadre for cadre in cadres if not cadre.filename.startswith(BIBLIOTHEQUE)]
    return "".join(traceback.format_list(eleve or cadres) + traceback.format_exception_only(erreur))
