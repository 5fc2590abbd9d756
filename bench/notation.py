"""Noter une classe : « nbgrader autograde » seul, puis la notation du cours, sur les mêmes copies.

Les deux notent de vraies copies d'un vrai TP (justes, à moitié faites, intactes) dans des cours jetables ; le
second les enferme dans un bac à sable. On compare les copies par minute et les notes.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

import nbformat
from nbgrader.api import Gradebook

RACINE = Path(__file__).resolve().parent.parent
OBJECTIF = 3  # fois plus de copies par minute
# nbgrader sans rien de ce cours : ses propres étapes, son propre noyau.
SEUL = """
c = get_config()
c.CourseDirectory.course_id = "p4core"
c.CourseDirectory.root = {racine!r}
c.CourseDirectory.db_url = "sqlite:///" + {racine!r} + "/gradebook.db"
c.CourseDirectory.source_directory = "solutions"
c.CourseDirectory.release_directory = "notebooks"
c.CourseDirectory.submitted_directory = "gestion/submitted"
c.CourseDirectory.autograded_directory = "gestion/autograded"
c.ClearSolutions.code_stub = {{"python": "# À VOUS DE JOUER\\nraise NotImplementedError"}}
c.GenerateAssignment.force = True
c.Execute.timeout = 600
"""


def cours(dossier: Path, tp: str, seul: bool) -> str:
    """Un cours jetable prêt à noter ; l'adresse de son carnet de notes."""
    shutil.copytree(RACINE / "solutions" / tp, dossier / "solutions" / tp)
    reglages = (
        SEUL.format(racine=str(dossier)) if seul else (RACINE / "nbgrader_config.py").read_text("utf-8")
    )
    (dossier / "nbgrader_config.py").write_text(reglages, "utf-8")
    commande(dossier, "generate_assignment", tp)
    return f"sqlite:///{dossier / ('gradebook.db' if seul else 'gestion/gradebook.db')}"


def commande(dossier: Path, *arguments: str) -> float:
    """Lance nbgrader dans ce cours ; la durée."""
    chemins = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environnement = {**os.environ, "PATH": chemins, "PYTHONPATH": str(RACINE)}
    debut = time.monotonic()
    subprocess.run(
        ["nbgrader", *arguments], cwd=dossier, env=environnement, check=True, capture_output=True, text=True
    )
    return time.monotonic() - debut


def rendre(dossier: Path, tp: str, combien: int) -> None:
    """Des copies justes, à moitié faites et intactes, en parts égales."""
    solution = nbformat.read(dossier / "solutions" / tp / f"{tp}.ipynb", 4)
    sujet = nbformat.read(dossier / "notebooks" / tp / f"{tp}.ipynb", 4)
    rangs = [i for i, c in enumerate(sujet.cells) if c.metadata.get("nbgrader", {}).get("solution")]
    for numero in range(combien):
        copie = nbformat.from_dict(sujet)
        for rang in rangs[: len(rangs) * (2 - numero % 3) // 2]:
            copie.cells[rang].source = solution.cells[rang].source
        cible = dossier / "gestion" / "submitted" / f"eleve{numero:03}" / tp
        cible.mkdir(parents=True)
        nbformat.write(copie, cible / f"{tp}.ipynb")


def notes(adresse: str, tp: str) -> dict[str, float]:
    """La note de chaque élève."""
    with Gradebook(adresse, "p4core") as carnet:
        return {copie.student.id: round(copie.score, 3) for copie in carnet.assignment_submissions(tp)}


def mesurer(tp: str, combien: int, seul: bool) -> tuple[float, dict[str, float]]:
    """La durée de la notation et les notes."""
    with tempfile.TemporaryDirectory() as temporaire:
        dossier = Path(temporaire)
        adresse = cours(dossier, tp, seul)
        rendre(dossier, tp, combien)
        return commande(dossier, "autograde", tp), notes(adresse, tp)


def main(arguments: Sequence[str] = ()) -> int:
    """Affiche une ligne par TP ; 0 si l'objectif est tenu, notes comprises."""
    options = ArgumentParser(description=__doc__)
    options.add_argument("tps", nargs="*", default=["tp0_accueil", "tp1_grille"])
    options.add_argument("--copies", type=int, default=12)
    choix = options.parse_args(arguments)
    print(f"{choix.copies} copies par TP, {os.cpu_count()} cœurs")
    print(f"{'TP':16} {'nbgrader seul':>15} {'p4core':>15} {'rapport':>8}  notes")
    return max([comparer(tp, choix.copies) for tp in choix.tps])


def comparer(tp: str, copies: int) -> int:
    """Note la même classe des deux façons, affiche les vitesses ; 0 si l'objectif est tenu."""
    (seul, avant), (ici, apres) = (mesurer(tp, copies, seul) for seul in (True, False))
    vitesses = [60 * copies / duree for duree in (seul, ici)]
    verdict = "les mêmes" if avant == apres else f"DIFFÉRENTES : {avant} / {apres}"
    print(
        f"{tp:16} {vitesses[0]:>9.1f} /min {vitesses[1]:>9.1f} /min {seul / ici:>8.2f}  {verdict}", flush=True
    )
    return 0 if seul >= OBJECTIF * ici and avant == apres else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
