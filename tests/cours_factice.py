"""Un petit cours complet dans un dossier temporaire, et de quoi fabriquer des copies."""

import copy
import csv
import io
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

RACINE = Path(__file__).resolve().parent.parent
NBGRADER = Path(sys.executable).parent / "nbgrader"


class Cours:
    """Un cours nbgrader jetable, réglé par le vrai « nbgrader_config.py »."""

    def __init__(self, racine, db_url=None):
        self.racine = Path(racine)
        self.gestion = self.racine / "gestion"
        reglages = (RACINE / "nbgrader_config.py").read_text("utf-8")
        if db_url:
            reglages += f"\nc.CourseDirectory.db_url = {db_url!r}\n"
        (self.racine / "nbgrader_config.py").write_text(reglages, "utf-8")

    def environnement(self):
        """L'environnement d'un enseignant qui n'a pas activé .venv ; rien n'est lu ni écrit chez lui."""
        chemins = [d for d in os.environ["PATH"].split(os.pathsep) if Path(d) != NBGRADER.parent]
        jupyter = dict.fromkeys(["JUPYTER_DATA_DIR", "JUPYTER_CONFIG_DIR"], str(self.racine / ".jupyter"))
        return {**os.environ, **jupyter, "PATH": os.pathsep.join(chemins), "PYTHONPATH": str(RACINE)}

    def nbgrader(self, *arguments, reussite=True):
        """Lance la vraie commande nbgrader ; rend ce qu'elle écrit."""
        commande = [str(NBGRADER), *arguments]
        fini = subprocess.run(
            commande, cwd=self.racine, env=self.environnement(), capture_output=True, text=True
        )
        assert not reussite or fini.returncode == 0, fini.stderr
        return fini.stdout + fini.stderr

    def sujet(self, tp):
        """Le carnet distribué, à remplir."""
        return nbformat.read(self.racine / "notebooks" / tp / f"{tp}.ipynb", as_version=4)

    def solution(self, tp):
        """Le carnet corrigé."""
        return nbformat.read(self.racine / "solutions" / tp / f"{tp}.ipynb", as_version=4)

    def rendre(self, eleve, tp, carnet, nom=None):
        """Dépose une copie : un carnet, ou un texte quelconque."""
        dossier = self.gestion / "submitted" / eleve / tp
        dossier.mkdir(parents=True, exist_ok=True)
        texte = carnet if isinstance(carnet, str) else nbformat.writes(carnet)
        (dossier / f"{nom or tp}.ipynb").write_text(texte, "utf-8")

    def notes(self, tp):
        """Les lignes de l'export, par élève."""
        self.nbgrader("export", "--to", "notes.csv")
        with (self.racine / "notes.csv").open(encoding="utf-8-sig", newline="") as fichier:
            return {
                ligne["identifiant"]: ligne
                for ligne in csv.DictReader(fichier, delimiter=";")
                if ligne["tp"] == tp
            }


def identifiants(carnet):
    """Le rang de chaque cellule nbgrader."""
    return {
        c.metadata.nbgrader.grade_id: rang for rang, c in enumerate(carnet.cells) if "nbgrader" in c.metadata
    }


def cellule(carnet, grade_id):
    """Une cellule nbgrader d'un carnet."""
    return carnet.cells[identifiants(carnet)[grade_id]]


def remplir(sujet, solution, choix):
    """Le sujet où les réponses choisies sont celles de la solution."""
    rempli = copy.deepcopy(sujet)
    for grade_id in choix:
        cellule(rempli, grade_id).source = cellule(solution, grade_id).source
    return rempli


def reponses(carnet):
    """Les cellules à compléter, dans l'ordre."""
    return [g for g, r in identifiants(carnet).items() if carnet.cells[r].metadata.nbgrader.solution]


def bareme(carnet):
    """Les cellules de test et leurs points."""
    metas = [c.metadata.nbgrader for c in carnet.cells if "nbgrader" in c.metadata]
    return {m.grade_id: m.points for m in metas if m.grade and not m.solution}


def nbgrader(grade_id, **reglages):
    """Les métadonnées d'une cellule nbgrader."""
    meta = {"grade_id": grade_id, "grade": False, "solution": False, "locked": False, "task": False}
    return {"nbgrader": meta | {"schema_version": 3} | reglages}


def question(nom, points, facteur):
    """Un énoncé, une réponse, une cellule libre et un test noté qui contient un test caché."""
    reponse = f"def {nom}(x):\n    ### BEGIN SOLUTION\n    return {facteur} * x\n    ### END SOLUTION"
    test = f"""def part_{nom}(essais):
    return sum({nom}(x) == {facteur} * x for x in essais) / len(essais)

note = {points} * part_{nom}([BASE, 1])
### BEGIN HIDDEN TESTS
note = {points} * part_{nom}([BASE, -987654])  # secret_{nom}
### END HIDDEN TESTS
note"""
    verrou = nbgrader(f"q-{nom}-test", grade=True, locked=True, points=points)
    return [
        new_markdown_cell(f"### Question — {nom} ({points} points)", id=f"enonce-{nom}"),
        new_code_cell(reponse, id=f"q-{nom}", metadata=nbgrader(f"q-{nom}", solution=True)),
        new_code_cell(f"# Essais libres de {nom}", id=f"essai-{nom}"),
        new_code_cell(test, id=f"q-{nom}-test", metadata=verrou),
    ]


def carnet_factice():
    """Un code donné, deux questions, une question ouverte."""
    ouverte = nbgrader("q-pourquoi", grade=True, solution=True, points=0)
    cellules = [
        new_markdown_cell("# Un petit TP", id="titre"),
        new_code_cell("BASE = 10", id="donne", metadata=nbgrader("donne", locked=True)),
        *question("double", 8, 2),
        *question("triple", 12, 3),
        new_markdown_cell("Une addition répétée.", id="q-pourquoi", metadata=ouverte),
    ]
    noyau = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return new_notebook(cells=cellules, metadata={"kernelspec": noyau, "language_info": {"name": "python"}})


PRECISION = "**Barème** : 2 pour l'idée, 2 pour l'exemple."


def carnet_mixte():
    """Seize points automatiques, quatre de raisonnement, et une question ★ qui en vaut trois."""
    carnet = carnet_factice()
    ouverte = nbgrader("q-pourquoi", grade=True, solution=True, points=4)
    carnet.cells = [
        new_markdown_cell("# Un petit TP\n\nLe TP est noté sur 20.", id="titre"),
        carnet.cells[1],
        *question("double", 6, 2),
        *question("triple", 10, 3),
        new_markdown_cell("### Question — pourquoi ? (4 points)", id="enonce-pourquoi"),
        new_markdown_cell(f"Une addition répétée.\n\n{PRECISION}", id="q-pourquoi", metadata=ouverte),
        new_markdown_cell("## ★ Pour aller plus loin", id="bonus"),
        *question("septuple", 3, 7),
    ]
    return carnet


def cours_factice(racine, tp="tp_essai", db_url=None, carnet=None):
    """Un cours d'un seul petit TP, sujet généré et carnet de notes prêt."""
    cours = Cours(racine, db_url)
    source = cours.racine / "solutions" / tp
    source.mkdir(parents=True)
    nbformat.write(carnet or carnet_factice(), source / f"{tp}.ipynb")
    cours.nbgrader("generate_assignment", tp)
    return cours


def cours_distribue(racine, tp="tp_essai"):
    """Le même, dont on n'a que le sujet distribué : ni source, ni carnet de notes."""
    racine.mkdir(exist_ok=True)
    cours = Cours(racine)
    sujet = cours.racine / "notebooks" / tp / f"{tp}.ipynb"
    sujet.parent.mkdir(parents=True)
    nbformat.write(carnet_factice(), sujet)
    return cours


def zipper(entrees, chemin=None):
    """Une archive, en mémoire ou sur le disque ; chaque entrée est un nom (ou un ZipInfo) et son contenu."""
    flux = chemin or io.BytesIO()
    with zipfile.ZipFile(flux, "w", zipfile.ZIP_DEFLATED) as archive:
        for nom, octets in entrees.items():
            archive.writestr(nom, octets)
    return chemin or flux.getvalue()
