"""Appeler une fonction de l'élève sur des copies, et dire en français ce qui ne va pas."""

from __future__ import annotations

import copy
import inspect
import math
from collections.abc import Callable
from dataclasses import dataclass
from numbers import Real
from typing import Any


class ArbreImpossible(ValueError):
    """Une réponse dont l'arbre ne peut rien faire ; le message dit laquelle et pourquoi."""


class EchecFonction(Exception):
    """Une fonction de l'élève s'est arrêtée sur une erreur (gardée dans __cause__)."""


@dataclass(frozen=True)
class Fonction:
    """Une fonction de l'élève, le nom sous lequel en parler, et à qui signaler ses défauts."""

    corps: Callable[..., Any]
    nom: str
    alerter: Callable[[str], None]

    def __call__(self, *arguments: Any) -> Any:
        """Sa réponse ; l'arbre reste juste même si elle modifie ce qu'on lui donne."""
        copies = copy.deepcopy(arguments)
        try:
            reponse = self.corps(*copies)
        except Exception as erreur:
            # Sans la trame de ce fichier, la ligne fautive annoncée est celle de l'élève.
            trace = erreur.__traceback__ and erreur.__traceback__.tb_next
            raise EchecFonction(self.nom) from erreur.with_traceback(trace)
        if copies != arguments:
            self.alerter(
                f"« {self.nom} » modifie la grille qu'elle reçoit : elle devrait la laisser intacte."
            )
        return reponse

    def nombre(self, *arguments: Any) -> float | None:
        """Sa réponse si c'est un nombre, ou None ; autre chose est refusé."""
        valeur = self(*arguments)
        if valeur is not None and (not isinstance(valeur, Real) or math.isnan(valeur)):
            raise self.refus(valeur, "un nombre est attendu")
        return None if valeur is None else float(valeur)

    def accepte(self, nombre: int) -> bool:
        """A-t-elle une place pour ce nombre d'arguments ?"""
        try:
            inspect.signature(self.corps).bind(*[None] * nombre)
        except (TypeError, ValueError):
            return False
        return True

    def refus(self, reponse: Any, attendu: str) -> ArbreImpossible:
        """L'erreur à lever pour cette réponse."""
        return ArbreImpossible(f"« {self.nom} » a renvoyé {reponse!r:.60} : {attendu}.")


def nommer(corps: Callable[..., Any], role: str) -> str:
    """Le nom de la fonction, ou son rôle si elle n'en a pas."""
    nom = getattr(corps, "__name__", "<lambda>")
    return role if nom == "<lambda>" else nom
