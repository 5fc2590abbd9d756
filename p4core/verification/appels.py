"""Appeler la réponse d'un élève pendant un examen : aides en place, hasard reproductible."""

from __future__ import annotations

import contextlib
import inspect
import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from p4core.execution import Appel, appeler


class Appeleur:
    """Appelle la fonction de l'élève, aides mises en place, hasard renouvelé à chaque appel."""

    def __init__(self, fonction: Callable[..., Any], aides: Mapping[str, Any], graine: int) -> None:
        self.fonction, self.aides = fonction, aides
        self.graines = random.Random(graine)

    def __call__(
        self,
        arguments: tuple[Any, ...] = (),
        *,
        delai: float = 5.0,
        saisies: tuple[str, ...] = (),
        remplacements: Mapping[str, Any] | None = None,
    ) -> Appel:
        etat = random.getstate()
        random.seed(self.graines.random())
        try:
            with remplacer(self.fonction, {**self.aides, **(remplacements or {})}):
                return appeler(self.fonction, arguments, delai=delai, saisies=saisies)
        finally:
            random.setstate(etat)


@contextlib.contextmanager
def remplacer(fonction: Callable[..., Any], noms: Mapping[str, Any]) -> Iterator[None]:
    """Donne à la fonction, le temps d'un appel, d'autres versions des fonctions qu'elle appelle."""
    espace = getattr(inspect.unwrap(fonction), "__globals__", None)
    if espace is None or not noms:
        yield
        return
    absents = [nom for nom in noms if nom not in espace]
    anciens = {nom: espace[nom] for nom in noms if nom in espace}
    espace.update(noms)
    try:
        yield
    finally:
        espace.update(anciens)
        for nom in absents:
            espace.pop(nom, None)
