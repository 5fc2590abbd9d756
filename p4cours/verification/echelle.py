"""Ce que garde une réponse presque juste : une seule échelle, pour toutes les questions.

Une réponse qui échoue est refaite avec sa faute corrigée de l'extérieur (le signe changé, le couple retourné,
la grille remise comme elle était…). Les critères alors réussis sont gagnés, à la part que dit l'échelle : la
même faute coûte la même chose partout, et une rubrique n'est manquée que si ce qu'elle nomme l'est."""

from __future__ import annotations

from collections.abc import Callable, KeysView, Set, ValuesView
from dataclasses import dataclass, replace
from typing import Any

from p4core.appels import Appel
from p4core.codages import simple


@dataclass(frozen=True)
class Presque:
    """Une faute qui laisse presque juste : comment la corriger, ce que garde la réponse, ce qu'on en dit."""

    nom: str
    garde: float
    phrase: str
    corriger: Callable[[Appel], Appel]  # le même appel, s'il n'y a rien à corriger
    nombres: bool = False  # d'un nombre, jamais d'une colonne : ne rien choisir n'est pas choisir la première
    en_partie: str = ""  # la phrase, quand des critères restent manqués ou à refaire ; à défaut, la même


def _sur_la_valeur(change: Callable[[Any], Any], *, deroule: bool = False) -> Callable[[Appel], Appel]:
    """Corrige la valeur rendue ; `deroule` : et pardonne aussi un générateur, déjà déroulé en liste."""

    def corriger(appel: Appel) -> Appel:
        if appel.exception is not None or appel.expire:
            return appel
        return replace(appel, valeur=change(appel.valeur), paresseuse=appel.paresseuse and not deroule)

    return corriger


def _intact(appel: Appel) -> Appel:
    return replace(appel, apres=appel.arguments)


def _en_couples(valeur: Any) -> Any:
    """Une liste de deux éléments devient un couple, celles qu'elle contient aussi ; le reste est inchangé."""
    if not isinstance(valeur, list | tuple) or not (len(valeur) == 2 or any(map(_deux, valeur))):
        return valeur
    lus = [tuple(element) if _deux(element) else element for element in valeur]
    return tuple(lus) if len(lus) == 2 else lus


def _deux(valeur: Any) -> bool:
    return isinstance(valeur, list) and len(valeur) == 2


def _en_liste(valeur: Any) -> Any:
    return list(valeur) if isinstance(valeur, Set | KeysView | ValuesView) else valeur


def _zero(valeur: Any) -> Any:
    """None et False valent 0, True vaut 1 ; dans un couple aussi."""
    if valeur is None or isinstance(valeur, bool):
        return int(valeur or 0)
    if isinstance(valeur, tuple) and len(valeur) == 2:
        return tuple(_zero(element) if element is None or element is False else element for element in valeur)
    return valeur


def _oppose(valeur: Any) -> Any:
    """Le nombre de signe contraire ; celui d'un couple (score, coup) aussi."""
    if isinstance(valeur, tuple) and len(valeur) == 2 and not isinstance(valeur[1], int | float):
        return _oppose(valeur[0]), valeur[1]
    nombre = simple(valeur)
    return -nombre if isinstance(nombre, int | float) and not isinstance(nombre, bool) else valeur


def _paire(valeur: Any) -> bool:
    return isinstance(valeur, tuple) and len(valeur) == 2


def _retourne(valeur: Any) -> Any:
    """Le couple à l'endroit ; chacun des couples d'une liste ; celui qu'un couple contient."""
    if isinstance(valeur, list) and valeur and all(map(_paire, valeur)):
        return [element[::-1] for element in valeur]
    if _paire(valeur) and _paire(valeur[1]):
        return valeur[0], valeur[1][::-1]
    return valeur[::-1] if _paire(valeur) else valeur


def _couple_retourne(valeur: Any) -> Any:
    """Le couple à l'endroit ; la liste [colonne, grille] aussi."""
    liste = _deux(valeur) and isinstance(valeur[1], list) and not isinstance(valeur[0], list)
    return valeur[::-1] if liste or _paire(valeur) else valeur


_A_L_ENVERS = "Tout est juste à ceci près : les deux valeurs du couple sont échangées."
_EN_PARTIE = "Des couples sont à l'envers : leurs deux valeurs sont échangées."

ECHELLE = (
    Presque(
        "une liste [a, b] à la place d'un couple (a, b)",
        0.9,
        "Vous renvoyez une liste là où l'on attend un couple : il s'écrit avec des parenthèses, (a, b).",
        _sur_la_valeur(_en_couples),
    ),
    Presque(
        "un ensemble ou un générateur à la place d'une liste",
        0.9,
        "On attend une liste : un ensemble ou un générateur n'a ni indices ni len, choice les refuse.",
        _sur_la_valeur(_en_liste, deroule=True),
    ),
    Presque("un argument modifié", 0.6, "", _intact),  # la phrase de l'écart le dit déjà
    Presque(
        "None ou False à la place de 0",
        0.6,
        "Vous renvoyez None ou un booléen là où l'on attend un entier : 0, et non None ou False.",
        _sur_la_valeur(_zero),
        nombres=True,
    ),
    Presque(
        "un signe inversé",
        0.5,
        "Tout est juste, au signe près : il est inversé.",
        _sur_la_valeur(_oppose),
        en_partie="Une partie des résultats est juste, au signe près : il y est inversé.",
    ),
    Presque("un couple à l'envers", 0.5, _A_L_ENVERS, _sur_la_valeur(_couple_retourne), en_partie=_EN_PARTIE),
    Presque("un couple à l'envers", 0.5, _A_L_ENVERS, _sur_la_valeur(_retourne), en_partie=_EN_PARTIE),
)
