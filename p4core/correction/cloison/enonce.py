"""Ce que les tests d'un TP doivent connaître du sujet : pris chez l'enseignant, jamais dans la copie."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import nbformat
from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory

from p4core.correction.cloison.copie import Sujet


def enonce(cours: CourseDirectory, notes: Gradebook, tp: str, carnet: str) -> Sujet:
    """Les tests enregistrés au carnet de notes, et ce que la source définit."""
    enregistre = notes.find_notebook(carnet, tp)
    notees = {c.name for c in enregistre.grade_cells} - {c.name for c in enregistre.solution_cells}
    textes = {c.name: c.source for c in enregistre.source_cells if c.name in notees and c.cell_type == "code"}
    cellules = _lire(cours, tp, carnet)
    rangs = {c.metadata.get("nbgrader", {}).get("grade_id"): rang for rang, c in enumerate(cellules)}
    tests = {nom: textes[nom] for nom in sorted(textes, key=lambda nom: rangs.get(nom, len(rangs)))}
    essais, donnees, reponses = _trier(cellules)
    donnes = [declarations(source) for source in [*donnees, *essais]]
    donnes += [declarations(source, (ast.Import, ast.ImportFrom)) for source in reponses]
    noms = frozenset(nom for source in reponses for nom in noms_lies(source))
    return Sujet(tests, tuple(filter(None, donnes)), noms, frozenset(source.strip() for source in essais))


def _lire(cours: CourseDirectory, tp: str, carnet: str) -> list[Any]:
    """Les cellules de la source du TP."""
    chemin = Path(cours.format_path(cours.source_directory, ".", tp)) / f"{carnet}.ipynb"
    return list(nbformat.read(chemin, as_version=4).cells)


def _trier(cellules: list[Any]) -> tuple[list[str], list[str], list[str]]:
    """Le code des cellules d'essai, des cellules données et des réponses."""
    essais: list[str] = []
    donnees: list[str] = []
    reponses: list[str] = []
    for cellule in cellules:
        meta = cellule.metadata.get("nbgrader", {})
        if cellule.cell_type != "code" or (meta.get("grade") and not meta.get("solution")):
            continue
        genre = reponses if meta.get("solution") else donnees if meta.get("locked") else essais
        genre.append(cellule.source)
    return essais, donnees, reponses


DECLARATIONS = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef, ast.Assign)


def declarations(source: str, genres: tuple[type[ast.stmt], ...] = DECLARATIONS) -> str:
    """Les importations, définitions et constantes de ce code : ce qui n'exécute rien de l'élève."""
    gardees = [n for n in _instructions(source) if isinstance(n, genres) and _declare(n)]
    return "\n".join(ast.unparse(n) for n in gardees)


def _instructions(source: str) -> list[ast.stmt]:
    try:
        return ast.parse(source).body
    except SyntaxError:  # une commande magique d'IPython, par exemple
        return []


def _declare(noeud: ast.stmt) -> bool:
    if not isinstance(noeud, ast.Assign):
        return True
    # « G[2][0] = 1 » n'est pas une déclaration : cela change ce que l'élève a construit.
    dedans = (n for cible in noeud.targets for n in ast.walk(cible))
    return _constante(noeud.value) and not any(isinstance(n, ast.Subscript | ast.Attribute) for n in dedans)


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
