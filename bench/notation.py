"""Noter une classe : « nbgrader autograde » seul, puis « p4 noter », sur les mêmes copies.

Les deux notent de vraies copies d'un vrai TP (justes, à moitié faites, intactes) dans des cours jetables ; le
second les enferme dans un bac à sable. On compare les copies par minute, le temps de calcul (celui de tous
les processus, sur lequel une machine occupée pèse moins) et les notes. Le temps que prennent les fonctions
des élèves, que nul ne peut réduire, est à part : le dernier rapport est celui des durées sans lui, et
l'objectif s'y mesure.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbgrader.api import Gradebook

RACINE = Path(__file__).resolve().parent.parent
# Fois plus de copies par minute que nbgrader seul, par TP.
OBJECTIFS = {"tp3_ia": 3, "tp4_graphe": 3}
OBJECTIF = 4
TPS = sorted(d.name for d in (RACINE / "solutions").iterdir() if (d / f"{d.name}.ipynb").is_file())
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


COEURS = os.cpu_count() or 1


@dataclass
class Mesure:
    """Ce qu'a coûté une notation, et ce qu'elle a donné."""

    duree: float
    calcul: float  # de tous les processus
    eleves: float  # dont celui des fonctions des élèves ; connu de la seule notation du cours
    notes: dict[str, float]

    def sans(self, eleves: float, a_la_fois: int) -> float:
        """La durée, sans ce qu'y prennent les fonctions des élèves, exécutées par tant de processus."""
        return self.duree - eleves / a_la_fois


def cours(dossier: Path, tp: str, seul: bool) -> str:
    """Un cours jetable prêt à noter ; l'adresse de son carnet de notes."""
    shutil.copytree(RACINE / "solutions" / tp, dossier / "solutions" / tp)
    reglages = (
        SEUL.format(racine=str(dossier)) if seul else (RACINE / "nbgrader_config.py").read_text("utf-8")
    )
    (dossier / "nbgrader_config.py").write_text(reglages, "utf-8")
    commande(dossier, "nbgrader", "generate_assignment", tp)
    return f"sqlite:///{dossier / ('gradebook.db' if seul else 'gestion/gradebook.db')}"


def commande(dossier: Path, *arguments: str) -> str:
    """Lance cette commande dans ce cours ; ce qu'en dit son journal."""
    chemins = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environnement = {**os.environ, "PATH": chemins, "PYTHONPATH": str(RACINE)}
    fini = subprocess.run(
        arguments, cwd=dossier, env=environnement, check=True, capture_output=True, text=True
    )
    return fini.stderr


def adopter_les_orphelins() -> None:
    """Un bac arrêté net laisse des processus sans parent : ils nous reviennent, et leur temps est compté."""
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(36, 1)  # PR_SET_CHILD_SUBREAPER


def calcule() -> float:
    """Le temps de calcul de tous les processus finis, en secondes."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


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


def mesurer(tp: str, combien: int, seul: bool) -> Mesure:
    """La notation d'une classe, dans un cours jetable."""
    with tempfile.TemporaryDirectory() as temporaire:
        dossier = Path(temporaire)
        adresse = cours(dossier, tp, seul)
        rendre(dossier, tp, combien)
        debut, avant = time.monotonic(), calcule()
        noter = ("nbgrader", "autograde", tp) if seul else ("p4", "noter", tp, "--details")
        dit = commande(dossier, *noter)
        duree, calcul = time.monotonic() - debut, calcule() - avant
        eleves = re.search(r"fonctions des élèves : ([\d.]+) s", dit)
        return Mesure(duree, calcul, float(eleves[1]) if eleves else 0.0, notes(adresse, tp))


def main(arguments: Sequence[str] = ()) -> int:
    """Affiche une ligne par TP ; 0 si l'objectif est tenu, notes comprises."""
    options = ArgumentParser(description=__doc__)
    options.add_argument("tps", nargs="*", default=TPS)
    options.add_argument("--copies", type=int, default=12)
    choix = options.parse_args(arguments)
    adopter_les_orphelins()
    print(f"{choix.copies} copies par TP, {COEURS} cœurs ; calcul en secondes par copie")
    print(
        f"{'TP':16} {'nbgrader':>10} {'p4core':>10} {'rapport':>8}"
        f" {'calcul':>8} {'calcul':>8} {'élève':>8} {'rapport':>8} {'à part':>8}  notes"
    )
    return max([comparer(tp, choix.copies) for tp in choix.tps])


def comparer(tp: str, copies: int) -> int:
    """Note la même classe des deux façons, affiche les vitesses ; 0 si l'objectif est tenu."""
    seul, ici = (mesurer(tp, copies, seul) for seul in (True, False))
    verdict = "les mêmes" if seul.notes == ici.notes else f"DIFFÉRENTES : {seul.notes} / {ici.notes}"
    rapport = seul.sans(ici.eleves, 1) / ici.sans(ici.eleves, min(COEURS, copies))
    print(
        f"{tp:16} {60 * copies / seul.duree:>5.1f} /min {60 * copies / ici.duree:>5.1f} /min"
        f" {seul.duree / ici.duree:>8.2f}"
        f" {seul.calcul / copies:>8.2f} {ici.calcul / copies:>8.2f} {ici.eleves / copies:>8.2f}"
        f" {seul.calcul / ici.calcul:>8.2f} {rapport:>8.2f}  {verdict}",
        flush=True,
    )
    return 0 if rapport >= OBJECTIFS.get(tp, OBJECTIF) and seul.notes == ici.notes else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
