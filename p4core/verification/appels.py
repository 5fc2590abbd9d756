"""Appeler la réponse d'un élève pendant un examen : aides en place, hasard reproductible."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from p4core.execution import Appel, Distante, appeler, remplacer


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
        saisies: Iterable[str] = (),
        remplacements: Mapping[str, Any] | None = None,
    ) -> Appel:
        noms = {**self.aides, **(remplacements or {})}
        graine, etat = self.graines.random(), random.getstate()
        random.seed(graine)
        try:
            if isinstance(self.fonction, Distante):
                return self.fonction.appeler(arguments, delai, saisies, graine, noms)
            with remplacer(self.fonction, noms):
                return appeler(self.fonction, arguments, delai=delai, saisies=saisies)
        finally:
            random.setstate(etat)
