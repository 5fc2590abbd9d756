"""La signature d'une fonction, de l'autre côté de la cloison."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any


def parametres(fonction: Callable[..., Any]) -> list[list[Any]] | None:
    """Les paramètres d'une fonction : [nom, sorte, a-t-il une valeur par défaut ?] ; None si inconnus."""
    try:
        signature = inspect.signature(fonction)
    except (TypeError, ValueError):
        return None
    return [[p.name, int(p.kind), p.default is not p.empty] for p in signature.parameters.values()]


def signature(description: Any) -> inspect.Signature | None:
    """La signature que décrivent ces paramètres, si elle a un sens."""
    try:
        liste = [
            inspect.Parameter(nom, _SORTES[sorte], default=None if defaut else inspect.Parameter.empty)
            for nom, sorte, defaut in description
        ]
        return inspect.Signature(liste)
    except (TypeError, ValueError, KeyError):
        return None


_SORTES = {
    int(sorte): sorte
    for sorte in (
        inspect.Parameter.POSITIONAL_ONLY,
        inspect.Parameter.POSITIONAL_OR_KEYWORD,
        inspect.Parameter.VAR_POSITIONAL,
        inspect.Parameter.KEYWORD_ONLY,
        inspect.Parameter.VAR_KEYWORD,
    )
}
