"""Les versions d'un sujet : qui l'a reçu avant qu'une question n'y soit ajoutée est noté sur ce qu'il avait.

Chaque fois qu'un sujet est engendré, les noms de ses cellules sont inscrits dans « gestion/sujets » s'ils ont
changé. Une copie est de la version dont il lui manque le moins de cellules, parmi celles qui ont toutes les
siennes.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from nbgrader.coursedir import CourseDirectory

from p4cours.carnets import Cellule
from p4prof.cours import dossier_de_gestion
from p4prof.eleves import ecrire_donnees, lire_donnees


class Versions:
    """Ce que les versions successives d'un carnet ont distribué."""

    def __init__(self, cours: CourseDirectory, tp: str, carnet: str) -> None:
        self._chemin = dossier_de_gestion(cours) / "sujets" / f"{tp}.json"
        self._carnet = carnet
        self._tout: dict[str, list[dict[str, list[str] | str]]] = lire_donnees(self._chemin)
        self.connues = [frozenset(version["cellules"]) for version in self._tout.get(carnet, [])]

    def inscrire(self, cellules: Iterable[Cellule]) -> None:
        """Retient ce sujet, s'il n'a pas les mêmes cellules que le précédent."""
        noms = _noms(cellules)
        if self.connues and self.connues[-1] == noms:
            return
        version: dict[str, list[str] | str] = {"date": f"{datetime.now():%Y-%m-%d}", "cellules": sorted(noms)}
        self._tout.setdefault(self._carnet, []).append(version)
        self.connues.append(noms)
        ecrire_donnees(self._chemin, self._tout)

    def absentes(self, copie: list[Cellule], notees: Iterable[str]) -> list[str]:
        """Les cellules notées que n'avait pas le sujet de cette copie ; aucune si c'est le dernier."""
        siennes, toutes = _noms(copie), frozenset().union(*self.connues)
        possibles = [v for v in self.connues if not siennes & toutes - v]
        if len(self.connues) < 2 or not possibles or not siennes & toutes:
            return []
        # À égalité, la dernière : min garde la première rencontrée.
        tenue = min(reversed(possibles), key=lambda version: len(version - siennes))
        return sorted(set(notees) & toutes - tenue)


def _noms(cellules: Iterable[Cellule]) -> frozenset[str]:
    """De quoi reconnaître un sujet : l'identifiant de chaque cellule pour Jupyter, et pour la correction."""
    return frozenset(nom for c in cellules for nom in (c.cle, c.grade_id) if nom)
