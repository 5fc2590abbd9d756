"""Ce que les tests d'un TP doivent connaître du sujet : pris chez l'enseignant, jamais dans la copie."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

import nbformat
from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory

from p4core.correction.cloison.copie import Sujet


def enonce(cours: CourseDirectory, notes: Gradebook, tp: str, carnet: str) -> Sujet:
    """Les tests enregistrés au carnet de notes, et ce que la source définit."""
    enregistre = notes.find_notebook(carnet, tp)
    notees = {c.name for c in enregistre.grade_cells} - {c.name for c in enregistre.solution_cells}
    tests = {c.name: c.source for c in enregistre.source_cells if c.name in notees and c.cell_type == "code"}
    donnees, reponses = _cellules(cours, tp, carnet)
    donnes = tuple(code for source in donnees if (code := declarations(source)))
    return Sujet(tests, donnes, frozenset(nom for source in reponses for nom in noms_lies(source)))


def _cellules(cours: CourseDirectory, tp: str, carnet: str) -> tuple[list[str], list[str]]:
    """Le code des cellules données et celui des réponses, d'après la source du TP."""
    chemin = Path(cours.format_path(cours.source_directory, ".", tp)) / f"{carnet}.ipynb"
    donnees: list[str] = []
    reponses: list[str] = []
    for cellule in nbformat.read(chemin, as_version=4).cells:
        meta = cellule.metadata.get("nbgrader", {})
        if cellule.cell_type != "code" or (meta.get("grade") and not meta.get("solution")):
            continue
        (reponses if meta.get("solution") else donnees).append(cellule.source)
    return donnees, reponses


def declarations(source: str) -> str:
    """Les importations, définitions et constantes de ce code : ce qui n'exécute rien de l'élève."""
    gardees = [n for n in _instructions(source) if _declare(n)]
    return "\n".join(ast.unparse(n) for n in gardees)


def _instructions(source: str) -> list[ast.stmt]:
    try:
        return ast.parse(source).body
    except SyntaxError:  # une commande magique d'IPython, par exemple
        return []


def _declare(noeud: ast.stmt) -> bool:
    if isinstance(noeud, ast.Assign):
        return _constante(noeud.value)
    return isinstance(noeud, ast.Import | ast.ImportFrom | ast.FunctionDef | ast.ClassDef)


def _constante(noeud: ast.expr) -> bool:
    try:
        ast.literal_eval(noeud)
    except ValueError:
        return False
    return True


def noms_lies(source: str) -> Iterator[str]:
    """Les noms que ce code définit au niveau de la cellule."""
    for noeud in _instructions(source):
        if isinstance(noeud, ast.FunctionDef | ast.ClassDef):
            yield noeud.name
        elif isinstance(noeud, ast.Assign | ast.AnnAssign):
            cibles: Iterable[ast.expr] = noeud.targets if isinstance(noeud, ast.Assign) else [noeud.target]
            yield from (n.id for cible in cibles for n in ast.walk(cible) if isinstance(n, ast.Name))
