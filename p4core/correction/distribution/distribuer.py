"""La commande « p4 distribuer » : un zip par TP, sans solutions ni tests cachés, à donner aux élèves."""

from __future__ import annotations

import tempfile
from argparse import ArgumentParser, Namespace
from pathlib import Path

from nbgrader.api import Gradebook
from nbgrader.converters import GenerateAssignment
from nbgrader.coursedir import CourseDirectory

from p4core.correction.cours import dossier_de_gestion, ouvrir, tps_du_cours, trouver_racine
from p4core.correction.distribution.paquet import zipper
from p4core.correction.distribution.sujets import generer
from p4core.correction.rapports.etats import carnets_attendus

LISEZ_MOI = """{tp}

1. Décompressez cette archive : travailler dans le zip ferait perdre votre travail.
2. Ouvrez {carnets} dans JupyterLab (p4core doit y être installé : voir le guide de l'élève).
3. Écrivez vos réponses là où il est écrit « À VOUS DE JOUER », et lancez les tests.
   Ne supprimez pas et ne recopiez pas les cellules de test.
4. Enregistrez, puis rendez le fichier .ipynb sous le même nom, seul ou dans un zip.
"""


def definir(analyseur: ArgumentParser) -> None:
    """Décrit les arguments de la commande."""
    analyseur.add_argument("tp", nargs="*", help="le nom d'un TP, par exemple tp3_ia ; tous si aucun")


def executer(arguments: Namespace) -> int:
    """Écrit les archives ; rend 2 si un TP n'existe pas."""
    racine = trouver_racine()
    connus = tps_du_cours(racine)
    if inconnus := sorted(set(arguments.tp) - set(connus)):
        print(f"TP inconnu : {', '.join(inconnus)}. Il y a : {', '.join(connus)}.")
        return 2
    tps = arguments.tp or connus
    for archive in distribuer(racine, tps):
        print(f"écrit : {archive.relative_to(racine)}")
    for tp in tps:
        if inscrire(ouvrir(racine), tp):
            print(f"{tp} est inscrit dans le carnet de notes.")
    return 0


def distribuer(racine: Path, tps: list[str]) -> list[Path]:
    """Engendre les sujets à neuf et écrit un zip par TP dans « gestion/distribution »."""
    cible = dossier_de_gestion(ouvrir(racine)) / "distribution"
    with tempfile.TemporaryDirectory() as neuf:
        generer(racine, Path(neuf), tps)
        return [zipper(_contenus(Path(neuf) / tp), cible / f"{tp}.zip") for tp in tps]


def _contenus(sujet: Path) -> dict[str, bytes]:
    """Le carnet, ses données et un mode d'emploi, dans un dossier au nom du TP."""
    fichiers = [p for p in sujet.rglob("*") if p.is_file()]
    contenus = {f"{sujet.name}/{p.relative_to(sujet).as_posix()}": p.read_bytes() for p in fichiers}
    carnets = ", ".join(sorted(p.name for p in fichiers if p.suffix == ".ipynb"))
    return contenus | {
        f"{sujet.name}/LISEZ-MOI.txt": LISEZ_MOI.format(tp=sujet.name, carnets=carnets).encode()
    }


def inscrire(cours: CourseDirectory, tp: str) -> bool:
    """Fait connaître le TP au carnet de notes s'il ne l'est pas ; sans cela rien ne pourrait être noté."""
    with Gradebook(cours.db_url, cours.course_id) as notes:
        if carnets_attendus(notes, tp):
            return False
    cours.assignment_id = tp
    GenerateAssignment(coursedir=cours, config=cours.config).start()
    return True
