"""Reconnaître une réponse qui se sert des règles ou des recherches de p4core au lieu de les écrire."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any

# Montrer, afficher, convertir pour dessiner : un élève peut s'en servir dans ses fonctions.
_PERMIS = (
    "arbre",
    "codages",
    "console_",
    "dessin",
    "figures_",
    "plateau",
    "pret",
    "progression",
    "verification",
)


def appuis(reponse: Any) -> list[str]:
    """Les noms de p4core dont se sert la réponse, ou une fonction de l'élève qu'elle appelle."""
    trouves: list[str] = []
    a_voir, vus = [reponse], set()
    while a_voir:
        fonction = a_voir.pop()
        if not isinstance(fonction, FunctionType) or fonction in vus:
            continue
        vus.add(fonction)
        if _de_p4core(fonction):  # une fonction de p4core donnée telle quelle pour réponse
            trouves.append(fonction.__qualname__)
            continue
        for nom, valeur in _dependances(fonction):
            if nom.startswith("p4core") or _de_p4core(valeur):
                trouves.append(nom)
            else:
                a_voir.append(valeur)
    return sorted(set(trouves))


def _dependances(fonction: FunctionType) -> Iterator[tuple[str, Any]]:
    """Les noms globaux et les variables capturées d'une fonction, avec leurs valeurs."""
    for nom in _noms(fonction.__code__):
        yield nom, fonction.__globals__.get(nom)
    yield from inspect.getclosurevars(fonction).nonlocals.items()


def _noms(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constante in code.co_consts:
        if isinstance(constante, CodeType):
            yield from _noms(constante)


def _de_p4core(valeur: Any) -> bool:
    if valeur is None:
        return False
    module = valeur.__name__ if inspect.ismodule(valeur) else getattr(valeur, "__module__", None)
    if not isinstance(module, str) or module.split(".")[0] != "p4core":
        return False
    return not any(partie.startswith(_PERMIS) for partie in module.split(".")[1:])
