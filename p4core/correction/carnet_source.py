"""Les cellules du sujet telles que le carnet de notes les connaît."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from nbgrader.api import Gradebook

VERSION_DU_FORMAT = 3  # des métadonnées nbgrader


def identifiant(cellule: Any) -> str | None:
    """L'identifiant nbgrader d'une cellule, s'il y en a un d'utilisable."""
    nbgrader = cellule.metadata.get("nbgrader")
    grade_id = nbgrader.get("grade_id") if isinstance(nbgrader, dict) else None
    return grade_id if isinstance(grade_id, str) and grade_id else None


@dataclass(frozen=True)
class CelluleSource:
    """Une cellule du sujet : son texte et ses métadonnées d'origine."""

    texte: str
    genre: str
    metadonnees: dict[str, Any]


class CarnetSource:
    """Les cellules nbgrader d'un sujet, dans l'ordre."""

    def __init__(self, cellules: dict[str, CelluleSource]) -> None:
        self.cellules = cellules

    @classmethod
    def lire(cls, ressources: dict[str, str]) -> CarnetSource:
        """Lit dans le carnet de notes le sujet que nbgrader est en train de traiter."""
        with Gradebook(ressources["db_url"]) as notes:
            carnet = notes.find_notebook(ressources["notebook"], ressources["assignment"])
            points = {c.name: float(c.max_score) for c in [*carnet.grade_cells, *carnet.task_cells]}
            reponses = {c.name for c in carnet.solution_cells}
            taches = {c.name for c in carnet.task_cells}
            return cls({c.name: _cellule(c, points, reponses, taches) for c in carnet.source_cells})

    def __contains__(self, grade_id: str) -> bool:
        return grade_id in self.cellules

    def est_reponse(self, grade_id: str) -> bool:
        """L'élève y écrit-il ?"""
        return bool(self.cellules[grade_id].metadonnees["solution"])

    def est_test(self, grade_id: str) -> bool:
        """Est-ce une cellule de test verrouillée ?"""
        return (
            grade_id in self
            and self.cellules[grade_id].metadonnees["grade"]
            and not self.est_reponse(grade_id)
        )

    def est_intacte(self, grade_id: str, cellule: Any) -> bool:
        """La cellule porte-t-elle encore le texte distribué ?"""
        return bool(cellule.source.strip() == self.cellules[grade_id].texte.strip())


def _cellule(cellule: Any, points: dict[str, float], reponses: set[str], taches: set[str]) -> CelluleSource:
    """Reconstruit une cellule du sujet à partir des tables de nbgrader."""
    nom = cellule.name
    metadonnees = {
        "grade_id": nom,
        "grade": nom in points and nom not in taches,
        "solution": nom in reponses,
        "locked": bool(cellule.locked),
        "task": nom in taches,
        "schema_version": VERSION_DU_FORMAT,
        "cell_type": cellule.cell_type,
        "checksum": cellule.checksum,
    }
    if nom in points:
        metadonnees["points"] = points[nom]
    return CelluleSource(cellule.source, cellule.cell_type, metadonnees)
