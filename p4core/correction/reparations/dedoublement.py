"""Une seule copie de chaque cellule nbgrader, pour qu'un doublon ne coûte rien à personne."""

from __future__ import annotations

from typing import Any

from nbgrader.preprocessors import NbGraderPreprocessor

from p4core.correction.carnet_source import CarnetSource, identifiant
from p4core.correction.reparations.remarques import remarquer


class Dedoubler(NbGraderPreprocessor):
    """Garde, parmi les copies d'une même cellule, celle qui fait foi.

    - cellule à compléter : la dernière copie travaillée, à défaut la dernière ;
    - cellule de test : la dernière, car elle doit suivre la réponse ;
    - cellule donnée : la première, car la suite s'en sert.

    nbgrader laisserait aux autres copies des métadonnées vides, qu'il prend ensuite pour un format
    périmé : il arrête alors toute la classe. Ici les copies perdantes qui précèdent la bonne restent
    des cellules ordinaires ; les autres (souches intactes, tests, code donné) sont retirées.
    """

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Retire du carnet les copies en trop."""
        source = CarnetSource.lire(resources["nbgrader"])
        for grade_id, copies in _copies(nb).items():
            if len(copies) > 1 and grade_id in source:
                phrase = f"cellule en {len(copies)} exemplaires, un seul gardé : {grade_id}"
                self.log.warning(phrase)
                remarquer(resources, phrase)
                _departager(nb, copies, source, grade_id)
        return nb, resources


def _departager(nb: Any, copies: list[Any], source: CarnetSource, grade_id: str) -> None:
    """Garde la bonne copie ; les réponses antérieures deviennent des cellules ordinaires."""
    gardee = _choisir(copies, source, grade_id)
    a_retirer = []
    for rang, cellule in enumerate(copies):
        if rang == gardee:
            continue
        del cellule.metadata["nbgrader"]
        if rang > gardee or not source.est_reponse(grade_id):
            a_retirer.append(id(cellule))
    nb.cells = [cellule for cellule in nb.cells if id(cellule) not in a_retirer]


def _copies(nb: Any) -> dict[str, list[Any]]:
    """Les cellules de chaque identifiant nbgrader, dans l'ordre du carnet."""
    copies: dict[str, list[Any]] = {}
    for cellule in nb.cells:
        if (grade_id := identifiant(cellule)) is not None:
            copies.setdefault(grade_id, []).append(cellule)
    return copies


def _choisir(copies: list[Any], source: CarnetSource, grade_id: str) -> int:
    """Le rang de la copie qui fait foi."""
    if source.est_reponse(grade_id):
        travaillees = [r for r, c in enumerate(copies) if not source.est_intacte(grade_id, c)]
        return travaillees[-1] if travaillees else len(copies) - 1
    return len(copies) - 1 if source.est_test(grade_id) else 0
