"""Rendre une copie corrigée inerte : rien de ce qu'y a mis l'élève n'agit dans le navigateur du professeur.

Feuille de retour, formgrader et JupyterLab montrent le carnet corrigé presque tel quel. Ici n'y restent que
du texte, des images vérifiées et du Markdown sans HTML ; seules les cellules que le carnet de notes connaît
gardent leurs métadonnées nbgrader, et les seules cellules de test leur bilan mis en page.
"""

from __future__ import annotations

import re
from typing import Any

from nbformat import NotebookNode
from nbgrader.preprocessors import NbGraderPreprocessor

from p4core.correction.carnet_source import CarnetSource, identifiant
from p4core.correction.inerte.images import images_sures
from p4core.correction.inerte.markdown import markdown_inerte, tel_quel
from p4core.correction.inerte.sorties import sorties_d_eleve, sorties_de_test
from p4core.correction.inerte.texte import texte_affichable
from p4core.correction.tests_caches import sans_tests_caches

LANGAGE = {
    "name": "python",
    "file_extension": ".py",
    "mimetype": "text/x-python",
    "pygments_lexer": "ipython3",
}
NOYAU = {"name": "python3", "display_name": "Python 3", "language": "python"}
_IDENTIFIANT = re.compile(r"[A-Za-z0-9_-]{1,64}")
_NOM_DE_NOYAU = re.compile(r"[\w .()+-]{1,80}")


class RendreInerte(NbGraderPreprocessor):
    """Dernière étape de la correction, après l'enregistrement des notes."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Nettoie le carnet ; le sujet de référence est celui du carnet de notes."""
        return rendre_inerte(nb, CarnetSource.lire(resources["nbgrader"])), resources


def rendre_inerte(nb: Any, source: CarnetSource) -> Any:
    """Le carnet, réduit à ce qui peut s'afficher sans risque."""
    nb.metadata = NotebookNode(kernelspec=_noyau(nb.metadata), language_info=NotebookNode(LANGAGE))
    connus: set[str] = set()  # les identifiants déjà vus : chacun ne sert qu'une fois
    nb.cells = [_cellule(c, rang, source, connus) for rang, c in enumerate(nb.cells)]
    return nb


def _noyau(metadonnees: Any) -> NotebookNode:
    """Le noyau, si son nom est un nom ; nbgrader y a déjà remis celui du sujet."""
    propose = metadonnees.get("kernelspec")
    propose = propose if isinstance(propose, dict) else {}
    valeurs = {cle: propose.get(cle) for cle in NOYAU}
    lisibles = all(isinstance(v, str) and _NOM_DE_NOYAU.fullmatch(v) for v in valeurs.values())
    return NotebookNode(valeurs if lisibles else NOYAU)


def _cellule(cellule: Any, rang: int, source: CarnetSource, connus: set[str]) -> NotebookNode:
    """Une cellule neuve, faite des seuls champs connus."""
    grade_id = _reconnaitre(cellule, source, connus)
    texte = texte_affichable(cellule.get("source", ""), controles=True)
    neuve = NotebookNode(cell_type="markdown", metadata=_metadonnees(grade_id, source), source=texte)
    if "id" in cellule:
        neuve.id = _cle(cellule.id, rang, connus)
    if cellule.cell_type == "code":
        _remplir_code(neuve, cellule, est_test=_est_test(grade_id, texte, source))
    elif cellule.cell_type == "markdown":
        _remplir_markdown(neuve, cellule, officielle=_est_officielle(grade_id, texte, source))
    else:  # une cellule brute serait recopiée dans la page ; un genre inconnu aussi
        neuve.source = tel_quel(texte)
    return neuve


def _remplir_code(neuve: NotebookNode, cellule: Any, est_test: bool) -> None:
    """Le code est toujours montré comme du texte : seules les sorties comptent."""
    sorties = cellule.get("outputs", [])
    numero = cellule.get("execution_count")
    neuve.cell_type = "code"
    neuve.execution_count = numero if type(numero) is int else None
    neuve.outputs = sorties_de_test(sorties) if est_test else sorties_d_eleve(sorties)


def _remplir_markdown(neuve: NotebookNode, cellule: Any, officielle: bool) -> None:
    """Le texte du sujet reste entier ; celui de l'élève perd son HTML, ses liens et ses images lointaines."""
    images = images_sures(cellule.get("attachments"))
    if images:
        neuve.attachments = NotebookNode(images)
    if not officielle:
        neuve.source = markdown_inerte(neuve.source, images)


def _reconnaitre(cellule: Any, source: CarnetSource, connus: set[str]) -> str | None:
    """L'identifiant nbgrader de la cellule, si le carnet de notes le connaît et qu'il n'a pas servi."""
    grade_id = identifiant(cellule)
    if grade_id is None or grade_id not in source or f"nbgrader {grade_id}" in connus:
        return None
    connus.add(f"nbgrader {grade_id}")
    return grade_id


def _metadonnees(grade_id: str | None, source: CarnetSource) -> NotebookNode:
    """Celles du sujet seules : étiquettes et réglages deviennent des classes CSS ou cachent du code."""
    if grade_id is None:
        return NotebookNode()
    meta = source.cellules[grade_id].metadonnees
    verrous = {"deletable": False} | ({"editable": False} if meta["locked"] else {})
    return NotebookNode(nbgrader=NotebookNode(meta), **verrous)


def _est_officielle(grade_id: str | None, texte: str, source: CarnetSource) -> bool:
    """La cellule est-elle verrouillée, et son texte celui du sujet ?"""
    if grade_id is None or not source.cellules[grade_id].metadonnees["locked"]:
        return False
    officiel = source.cellules[grade_id].texte
    return texte.strip() in (officiel.strip(), sans_tests_caches(officiel).strip())


def _est_test(grade_id: str | None, texte: str, source: CarnetSource) -> bool:
    """Ses sorties viennent-elles d'un test du sujet, exécuté hors de portée de l'élève ?"""
    return grade_id is not None and source.est_test(grade_id) and _est_officielle(grade_id, texte, source)


def _cle(propose: Any, rang: int, connus: set[str]) -> str:
    """L'identifiant Jupyter de la cellule, refait s'il n'en est pas un ou s'il a déjà servi."""
    if not isinstance(propose, str) or not _IDENTIFIANT.fullmatch(propose) or propose in connus:
        propose = f"cellule_{rang}_refaite"
    connus.add(propose)
    return propose
