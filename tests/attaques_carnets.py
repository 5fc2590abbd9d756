"""Des carnets et des dossiers rendus dans un drôle d'état : ce que chacun tente, et la note qu'il doit avoir.

Chacun part d'une copie où `double` (8 points) est faux et `triple` (12 points) juste ; None : la copie n'est
pas notée, et le rapport dit pourquoi.
"""

import contextlib
import json
import os
import shutil
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from nbformat.v4 import new_code_cell, new_markdown_cell

from tests.cours_factice import cellule, identifiants, nbgrader


@dataclass(frozen=True)
class Rendu:
    """Une copie : ce qui y est changé dans le carnet, puis dans le dossier."""

    tente: str
    carnet: Callable = lambda nb: None
    dossier: Callable = lambda dossier: None
    note: int | None = 12


def regler(grade_id, /, **reglages):
    """Change les métadonnées nbgrader d'une cellule."""
    return lambda nb: cellule(nb, grade_id).metadata.nbgrader.update(reglages)


def genre(grade_id, nouveau):
    """Change le genre d'une cellule."""

    def changer(nb):
        c = cellule(nb, grade_id)
        c.cell_type = nouveau
        c.pop("outputs"), c.pop("execution_count")

    return changer


def deplacer(grade_id, rang):
    """Déplace une cellule."""
    return lambda nb: nb.cells.insert(rang, nb.cells.pop(identifiants(nb)[grade_id]))


def ajouter(code, **meta):
    """Ajoute une cellule à la fin."""
    return lambda nb: nb.cells.append(new_code_cell(code, metadata=meta))


def remplacer(grade_id, fabrique):
    """Refait une cellule sans ses métadonnées."""

    def changer(nb):
        rang = identifiants(nb)[grade_id]
        nb.cells[rang] = fabrique(nb.cells[rang].source)

    return changer


def repeter(code, fois):
    """Ajoute au début la même cellule, tant de fois."""

    def changer(nb):
        nb.cells[1:1] = [new_code_cell(code) for _ in range(fois)]

    return changer


def ecrire(grade_id, source):
    """Change le texte d'une cellule."""
    return lambda nb: cellule(nb, grade_id).update(source=source)


def recoder(transformer):
    """Réécrit le fichier du carnet."""

    def changer(dossier):
        (carnet,) = dossier.glob("*.ipynb")
        carnet.write_text(transformer(carnet.read_text("utf-8")), "utf-8")

    return changer


def poser(*noms, contenu="raise SystemExit(1)\n"):
    """Pose des fichiers à côté du carnet."""

    def changer(dossier):
        for nom in noms:
            (dossier / nom).write_text(contenu)

    return changer


def prise(dossier):
    """Une prise, comme en laisse un programme."""
    # Le chemin d'une prise est limité à une centaine de caractères.
    with socket.socket(socket.AF_UNIX) as ouverte, contextlib.chdir(dossier):
        ouverte.bind("p.sock")


def ancien(dossier, nom):
    """Un chemin dont le nom est dans l'ancien codage de Windows."""
    return Path(os.fsdecode(os.fsencode(dossier) + b"/" + nom.encode("cp1252")))


def sans_id(texte):
    """Le carnet au format 4.0, sans identifiants de cellules."""
    brut = json.loads(texte)
    return json.dumps(brut | {"nbformat_minor": 0, "cells": [c | {"id": None} for c in brut["cells"]]})


def lier_aux_solutions(dossier):
    """Remplace le dossier rendu par un lien vers celui de l'enseignant."""
    shutil.rmtree(dossier)
    dossier.symlink_to(dossier.parents[3] / "solutions" / dossier.name)


def creuser(dossier):
    """Un fichier immense qui ne prend pas de place sur le disque."""
    with (dossier / "creux.bin").open("wb") as fichier:
        fichier.truncate(10**11)


MODULES = (
    "json.py",
    "random.py",
    "p4core.py",
    "sitecustomize.py",
    "usercustomize.py",
    "conftest.py",
    "numpy.py",
)
LIRE = "import glob\nT = ''.join(open(f, errors='replace').read() for f in glob.glob('*.*'))\n"

RENDUS = {
    "c01": Rendu("un milliard de points", regler("q-double-test", points=1e9)),
    "c02": Rendu("un test changé en réponse", regler("q-double-test", solution=True, locked=False)),
    "c03": Rendu("un test qui prend le nom d'un autre", regler("q-double-test", grade_id="q-triple-test")),
    "c04": Rendu("un test changé en texte", genre("q-double-test", "markdown")),
    "c05": Rendu("un test changé en cellule brute", genre("q-double-test", "raw")),
    "c06": Rendu("une réponse changée en texte", genre("q-triple", "markdown")),
    "c07": Rendu("un test de son cru", ajouter("8.0", **nbgrader("q-faux", grade=True, locked=True, points=1000))),
    "c08": Rendu("un autre noyau", lambda nb: nb.metadata.update(kernelspec={"name": "bash", "display_name": "b"})),
    "c09": Rendu("un test déplacé avant sa réponse", deplacer("q-double-test", 0)),
    "c10": Rendu("une réponse sans métadonnées", remplacer("q-triple", new_code_cell)),
    "c11": Rendu("du code dans une cellule de texte", remplacer("q-double", new_markdown_cell)),
    "c12": Rendu("un test réécrit", ecrire("q-double-test", "8.0")),
    "c13": Rendu("des métadonnées qui n'en sont pas", lambda nb: nb.cells[0].metadata.update(nbgrader=3)),
    "c14": Rendu("un identifiant qui n'est pas un texte", regler("donne", grade_id={"a": [1]})),
    "c15": Rendu("demi-caractères partout", dossier=recoder(lambda t: t.replace("Essais", r"\ud800").replace('"id"', r'"\udfff"'))),
    "c16": Rendu("nombres impossibles en JSON", dossier=recoder(lambda t: t.rstrip()[:-1] + ', "z": NaN, "y": 1e999}')),
    "c17": Rendu("JSON trop profond", dossier=recoder(lambda t: t.rstrip()[:-1] + ', "z": ' + "[" * 50_000), note=None),
    "c18": Rendu("un format ancien sans identifiants", dossier=recoder(sans_id)),
    "c19": Rendu("des numéros d'exécution immenses", dossier=recoder(lambda t: t.replace('"execution_count": null', '"execution_count": ' + "9" * 30))),
    "c20": Rendu("des modules qui en cachent d'autres", dossier=poser(*MODULES)),
    "c21": Rendu("des réglages de nbgrader", dossier=poser("nbgrader_config.py", "jupyter_config.py", "x.pth")),
    "c22": Rendu("un lien vers le carnet de notes", ecrire("q-double", LIRE + "def double(x): return 2 * x if 'SQLite' in T else 0"), lambda d: (d / "n.txt").symlink_to(d.parents[2] / "gradebook.db"), note=None),
    "c23": Rendu("un tube, qui bloquerait qui le lit", dossier=lambda d: os.mkfifo(d / "tuyau"), note=None),
    "c24": Rendu("une prise", dossier=prise, note=None),
    "c25": Rendu("un nom de fichier qui n'est pas de l'UTF-8", dossier=lambda d: ancien(d, "été.txt").write_text("x")),
    "c26": Rendu("un gros fichier à côté", dossier=lambda d: (d / "gros.bin").write_bytes(b"0" * 9_000_000)),
    "c27": Rendu("trois cents petits fichiers et un dossier profond", dossier=poser(*(f"f{i}.txt" for i in range(300)))),
    "c28": Rendu("quatre cents cellules vides", lambda nb: nb.cells.extend(new_code_cell("1") for _ in range(400))),
    "..c29": Rendu("un nom qui commence par des points"),
    "c30\nl": Rendu("un nom sur deux lignes"),
    "c31": Rendu("une version qui est un nombre à virgule", dossier=recoder(lambda t: t.replace('"nbformat": 4', '"nbformat": 4.0'))),
    "c32": Rendu("des données emboîtées neuf cents fois", dossier=recoder(lambda t: t.rstrip()[:-1] + ', "z": ' + "[" * 900 + "]" * 900 + "}"), note=None),
    "c33": Rendu("un dossier rendu qui mène aux solutions", dossier=lier_aux_solutions, note=None),
    "c34": Rendu("un fichier creux de cent gigaoctets", dossier=creuser, note=None),
    "c35": Rendu("cinq mille cellules", dossier=recoder(lambda t: t.replace('"cells": [', '"cells": [' + "{}," * 5000)), note=None),
    "c36": Rendu("une date de rendu illisible", dossier=poser("timestamp.txt", contenu="hier soir")),
    "c37": Rendu("pièces jointes et métadonnées mal formées", lambda nb: (nb.cells[0].update(attachments={"a": None}), nb.metadata.update(authors=3))),
    "c38": Rendu("un gros fichier qui passe avant les données du TP", ecrire("q-double", "def double(x):\n    return int(open('facteur.txt').read()) * x"), lambda d: (d / "a.bin").write_bytes(b"0" * 9_000_000), note=20),
    "c39*": Rendu("un nom de dossier qui en cherche d'autres"),
    "c39?": Rendu("le même, une fois renommé"),
    "c41": Rendu("un lien dont le nom n'est pas de l'UTF-8", dossier=lambda d: ancien(d, "é\x1b[2J").symlink_to("/etc"), note=None),
    "c42": Rendu("un carnet renommé hors de l'UTF-8", dossier=lambda d: (d / f"{d.name}.ipynb").rename(ancien(d, "é.ipynb"))),
    "c40": Rendu("plus de résultats qu'IPython n'en garde", repeter("1", 600)),
}  # fmt: skip
