"""Reconnaître la cause commune de toutes les erreurs d'une fonction."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from p4cours.verification.essais import Epreuve, Erreur, Essai
from p4cours.verification.lecture import Malforme, meme

Explication = Callable[[list[Epreuve]], bool]


def fautes(epreuves: list[Epreuve]) -> list[Epreuve]:
    """Les épreuves manquées."""
    return [e for e in epreuves if not e.reussie]


def etiquette(nom: str, phrase: str) -> Erreur:
    """Tous les essais ainsi étiquetés sont manqués, et eux seuls."""

    def explique(epreuves: list[Epreuve]) -> bool:
        manquees = [nom in e.essai.etiquettes for e in fautes(epreuves)]
        reussies = [nom in e.essai.etiquettes for e in epreuves if e.reussie]
        return bool(manquees) and all(manquees) and bool(reussies) and not any(reussies)

    return Erreur(phrase, explique)


def seulement(nom: str, phrase: str, vague: bool = False) -> Erreur:
    """Les essais manqués sont tous ainsi étiquetés (et les autres réussis)."""

    def explique(epreuves: list[Epreuve]) -> bool:
        manquees = [nom in e.essai.etiquettes for e in fautes(epreuves)]
        autres = [e for e in epreuves if nom not in e.essai.etiquettes]
        return bool(manquees) and all(manquees) and bool(autres)

    return Erreur(phrase, explique, vague=vague)


def manque_les(*noms: str, parmi: Collection[str] = ()) -> Explication:
    """Parmi les victoires modèles, on manque celles qui portent l'un de ces noms, et elles seules.

    Si l'on donne `parmi`, celles qui portent aussi l'un de ces autres noms.
    """

    def explique(epreuves: list[Epreuve]) -> bool:
        modeles = [(e, e.essai.etiquettes) for e in epreuves if "modèle" in e.essai.etiquettes]
        manquees = {id(e) for e, _ in modeles if not e.reussie}
        visees = {id(e) for e, dites in modeles if dites & {*noms} and (dites & {*parmi} or not parmi)}
        inventees = [e for e in fautes(epreuves) if "sans victoire" in e.essai.etiquettes]
        return bool(manquees) and manquees == visees and not inventees

    return explique


def valeurs(phrase: str, predicat: Callable[[Any], bool]) -> Erreur:
    """Toutes les valeurs refusées ont cette forme."""

    def explique(epreuves: list[Epreuve]) -> bool:
        manquees = fautes(epreuves)
        return bool(manquees) and all(
            e.appel.exception is None and a_la_forme(e.appel.valeur) for e in manquees
        )

    def a_la_forme(valeur: Any) -> bool:
        try:
            return predicat(valeur)
        except (TypeError, IndexError, KeyError, ValueError, Malforme):
            return False  # cette valeur n'a pas la structure dont parle le prédicat

    return Erreur(phrase, explique)


def modele(
    phrase: str, valeur: Callable[[Essai], Any], lire: Callable[[Any], Any] = lambda valeur: valeur
) -> Erreur:
    """La fonction se comporte partout comme cette version fautive.

    `valeur(essai)` est ce que renverrait la version fautive, ou NotImplemented si elle ne dit rien de
    cet essai ; `lire` met la valeur de l'élève sous la même forme.
    """

    def explique(epreuves: list[Epreuve]) -> bool:
        # Les fautes d'abord : une version fautive qui n'est pas la bonne s'y dément aussitôt.
        rangees = sorted(epreuves, key=lambda e: e.reussie)
        return bool(fautes(epreuves)) and all(map(conforme, rangees))

    def conforme(epreuve: Epreuve) -> bool:
        rendue = valeur(epreuve.essai)
        return epreuve.reussie if rendue is NotImplemented else _pareil(epreuve, rendue, lire)

    return Erreur(phrase, explique)


def _pareil(epreuve: Epreuve, valeur: Any, lire: Callable[[Any], Any]) -> bool:
    if epreuve.appel.expire or epreuve.appel.exception is not None:
        return False
    try:
        return meme(lire(epreuve.appel.valeur), valeur)
    except (Malforme, TypeError, ValueError, IndexError):
        return False  # illisible : ce n'est pas cette version fautive


def restreinte(erreur: Erreur, garder: Callable[[Epreuve], bool]) -> Erreur:
    """La même erreur, reconnue à ces seules épreuves."""
    return Erreur(erreur.phrase, lambda epreuves: erreur.explique([e for e in epreuves if garder(e)]))


def nommer_la_cause(erreurs: tuple[Erreur, ...], epreuves: list[Epreuve]) -> str:
    """La première erreur connue qui explique tout, ou une chaîne vide."""
    return next((erreur.phrase for erreur in erreurs if erreur.explique(epreuves)), "")
