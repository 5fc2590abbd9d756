"""Ce que les tests d'un TP doivent connaître du sujet : pris chez l'enseignant, jamais dans la copie."""

from __future__ import annotations

import ast
from pathlib import Path

from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory

from p4cours.carnets import DONNEE, ESSAI, MODULE, REPONSE, Cellule, instructions, lire
from p4prof.cloison.copie import Enonce


def lire_enonce(cours: CourseDirectory, notes: Gradebook, tp: str, carnet: str) -> Enonce:
    """Les tests enregistrés au carnet de notes, et ce que la source définit."""
    cellules = lire(Path(cours.format_path(cours.source_directory, ".", tp)) / f"{carnet}.ipynb")
    essais, donnees, reponses = ([c for c in cellules if c.role == role] for role in (ESSAI, DONNEE, REPONSE))
    donnes = [declarations(c.source) for c in [*donnees, *essais]]
    donnes += [declarations(c.source, (ast.Import, ast.ImportFrom)) for c in reponses]
    return Enonce(
        _tests(notes, tp, carnet, cellules),
        tuple(filter(None, donnes)),
        frozenset(nom for c in reponses for nom, genre in c.code.definit.items() if genre != MODULE),
        frozenset(c.source.strip() for c in essais),
    )


def _tests(notes: Gradebook, tp: str, carnet: str, cellules: list[Cellule]) -> dict[str, str]:
    """Le code de chaque test, dans l'ordre de la source."""
    enregistre = notes.find_notebook(carnet, tp)
    notees = {c.name for c in enregistre.grade_cells} - {c.name for c in enregistre.solution_cells}
    textes = {c.name: c.source for c in enregistre.source_cells if c.name in notees and c.cell_type == "code"}
    rangs = {c.grade_id: rang for rang, c in enumerate(cellules)}
    return {nom: textes[nom] for nom in sorted(textes, key=lambda nom: rangs.get(nom, len(rangs)))}


DECLARATIONS = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef, ast.Assign)


def declarations(source: str, genres: tuple[type[ast.stmt], ...] = DECLARATIONS) -> str:
    """Les importations, définitions et constantes de ce code : ce qui n'exécute rien de l'élève."""
    gardees = [n for n in instructions(source) if isinstance(n, genres) and _declare(n)]
    return "\n".join(ast.unparse(n) for n in gardees)


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
