"""Une seule liaison au carnet de notes pour toute une notation."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from functools import lru_cache

import nbgrader.api


@contextlib.contextmanager
def liaison_unique() -> Iterator[None]:
    """Fait garder à nbgrader le moteur de base de données qu'il recrée à chaque ouverture du carnet.

    Il l'ouvre douze fois par copie, et un moteur neuf retraduit en SQL toutes ses requêtes : plus de temps
    que n'en prend le reste de l'enregistrement. Fermer le carnet ferme toujours ses connexions.
    """
    creer = nbgrader.api.create_engine
    nbgrader.api.create_engine = lru_cache(creer)
    try:
        yield
    finally:
        nbgrader.api.create_engine = creer
