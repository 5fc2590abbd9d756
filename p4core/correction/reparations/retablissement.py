"""Remettre dans une copie les cellules effacées et les métadonnées abîmées."""

from __future__ import annotations

from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell
from nbgrader.preprocessors import NbGraderPreprocessor

from p4core.correction.carnet_source import CarnetSource, CelluleSource, identifiant
from p4core.correction.reparations.remarques import remarquer
from p4core.correction.tests_caches import sans_tests_caches


class Retablir(NbGraderPreprocessor):
    """Rend à chaque cellule connue ses métadonnées d'origine et remet celles qui manquent.

    Une cellule de test revient le plus tard possible (juste avant la cellule connue suivante) : la
    réponse peut se trouver dans une cellule ordinaire. Une cellule donnée revient au plus tôt.
    """

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Répare le carnet en place."""
        source = CarnetSource.lire(resources["nbgrader"])
        for cellule in nb.cells:
            _retablir_metadonnees(cellule, source)
            self._signaler_si_modifiee(cellule, source, resources)
        self._remettre_les_manquantes(nb, source, resources)
        return nb, resources

    def _signaler_si_modifiee(self, cellule: Any, source: CarnetSource, resources: Any) -> None:
        """nbgrader remettra le texte d'une cellule verrouillée : l'enseignant doit savoir qu'il différait."""
        grade_id = identifiant(cellule)
        if grade_id is None or not source.cellules[grade_id].metadonnees["locked"]:
            return
        texte = source.cellules[grade_id].texte
        if cellule.source.strip() not in (texte.strip(), sans_tests_caches(texte).strip()):
            self.log.warning("Cellule verrouillée modifiée, remise comme dans le sujet : %s", grade_id)
            remarquer(resources, f"cellule verrouillée modifiée, remise comme dans le sujet : {grade_id}")

    def _remettre_les_manquantes(self, nb: Any, source: CarnetSource, resources: Any) -> None:
        """Remet, dans l'ordre du sujet, les cellules notées ou verrouillées qui manquent."""
        for grade_id, cellule in source.cellules.items():
            meta = cellule.metadonnees
            if grade_id in _positions(nb) or not (meta["grade"] or meta["locked"] or meta["task"]):
                continue
            self.log.warning("Cellule effacée, remise dans la copie : %s", grade_id)
            remarquer(resources, f"cellule effacée, remise pour la correction : {grade_id}")
            nb.cells.insert(_place(nb, source, grade_id), _neuve(nb, cellule))


def _retablir_metadonnees(cellule: Any, source: CarnetSource) -> None:
    """Les métadonnées nbgrader de la copie ne sont jamais crues : celles du sujet font foi."""
    grade_id = identifiant(cellule)
    if grade_id is not None and grade_id in source:
        cellule.metadata["nbgrader"] = NotebookNode(source.cellules[grade_id].metadonnees)
    else:
        cellule.metadata.pop("nbgrader", None)


def _neuve(nb: Any, cellule: CelluleSource) -> Any:
    """Une cellule neuve portant le texte du sujet."""
    fabrique = new_code_cell if cellule.genre == "code" else new_markdown_cell
    neuve = fabrique(cellule.texte, metadata={"nbgrader": dict(cellule.metadonnees)})
    if nb.nbformat_minor < 5:  # les cellules n'avaient pas d'identifiant avant le format 4.5
        del neuve["id"]
    return neuve


def _positions(nb: Any) -> dict[str, int]:
    """Le rang de chaque cellule nbgrader présente."""
    return {g: rang for rang, c in enumerate(nb.cells) if (g := identifiant(c)) is not None}


def _place(nb: Any, source: CarnetSource, grade_id: str) -> int:
    """Le rang où remettre une cellule : tard pour un test ou une réponse, tôt pour du code donné."""
    presentes = _positions(nb)
    ordre = list(source.cellules)
    rang = ordre.index(grade_id)
    avant = [presentes[g] for g in ordre[:rang] if g in presentes]
    apres = [presentes[g] for g in ordre[rang + 1 :] if g in presentes]
    if source.cellules[grade_id].metadonnees["grade"]:
        return max(min(apres, default=len(nb.cells)), max(avant, default=-1) + 1)
    return max(avant, default=-1) + 1
