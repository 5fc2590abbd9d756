"""Faire réfléchir une IA : son coup, ses notes, ou ce qui a mal tourné."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from p4core.adaptateurs import IA, SansNote
from p4core.lectures import ReponseInvalide
from p4core.plateau.rapport import Rapport, rapporter
from p4core.plateau.surveillance import Surveillance
from p4core.position import Position
from p4core.recherche import presque_egaux


@dataclass
class Reflexion:
    """La colonne choisie (None en cas d'échec) et le rapport."""

    colonne: int | None = None
    rapport: Rapport = field(default_factory=Rapport)


@dataclass
class Analyse:
    """La note de chaque colonne jouable et les colonnes conseillées."""

    notes: dict[int, float] = field(default_factory=dict)
    conseils: list[int] = field(default_factory=list)
    rapport: Rapport = field(default_factory=Rapport)


def reflechir(ia: IA, position: Position, surveillance: Surveillance, delai: float) -> Reflexion:
    """Demande son coup à l'IA, sans jamais lever d'exception."""
    resultat = Reflexion()
    appel = surveillance.appeler(ia.appel(position), ia.arguments(position), delai)
    rapporter(appel, ia.nom, ia.codage.noms, resultat.rapport)
    if not resultat.rapport.echec:
        try:
            reponse = ia.lire(appel.valeur, position)
        except ReponseInvalide as erreur:
            resultat.rapport.echec = f"« {ia.nom} » n'a pas donné de coup jouable : {erreur}."
        else:
            resultat.colonne = reponse.colonne
            resultat.rapport.alertes += [f"« {ia.nom} » : {phrase}." for phrase in reponse.remarques]
    return resultat


def analyser(ia: IA, position: Position, surveillance: Surveillance, delai: float) -> Analyse:
    """Note chaque coup avec l'évaluation de l'IA ; à défaut, lui demande seulement son coup."""
    appel = surveillance.appeler(ia.notes, (position,), delai)
    if isinstance(appel.exception, SansNote):
        return _sans_note(ia, position, surveillance, delai, str(appel.exception))
    analyse = Analyse()
    rapporter(appel, ia.nom, ("position",), analyse.rapport)
    if not analyse.rapport.echec:
        analyse.notes = appel.valeur
        analyse.conseils = _meilleures(appel.valeur)
    return analyse


def _sans_note(ia: IA, position: Position, surveillance: Surveillance, delai: float, phrase: str) -> Analyse:
    reflexion = reflechir(ia, position, surveillance, delai)
    rapport = Rapport(
        reflexion.rapport.echec, [phrase, *reflexion.rapport.alertes], reflexion.rapport.details
    )
    conseils = [] if reflexion.colonne is None else [reflexion.colonne]
    return Analyse({}, conseils, rapport)


def _meilleures(notes: dict[int, float]) -> list[int]:
    valides = {x: note for x, note in notes.items() if not math.isnan(note)}
    if not valides:
        return []
    meilleure = max(valides.values())
    return [x for x, note in valides.items() if presque_egaux(note, meilleure)]


def ecrire_note(note: float) -> str:
    """Une note courte, toujours avec son signe : +7, −2,5, +∞, 0."""
    if math.isnan(note):
        return "?"
    if note == 0:
        return "0"
    return ("+" if note > 0 else "−") + _grandeur(abs(note))


def _grandeur(valeur: float) -> str:
    """Quatre caractères environ : 7, 2,5, 0,33, 1e+06, ∞."""
    if math.isinf(valeur):
        return "∞"
    chiffres = f"{valeur:.2g}" if valeur < 1 or valeur >= 10_000 else f"{valeur:.4g}"
    return chiffres.replace(".", ",")
