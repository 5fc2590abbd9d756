"""Essayer le cours sans le dépôt : « p4 essayer » copie les sujets que porte le paquet, et les ouvre."""

from __future__ import annotations

import shutil
from argparse import ArgumentParser, Namespace
from pathlib import Path

from p4core.commande import DemandeImpossible
from p4cours.lab import options_de_lab, ouvrir

DOSSIER = "puissance4"


def definir(analyseur: ArgumentParser) -> None:
    """Décrit les arguments de la commande."""
    analyseur.add_argument(
        "dossier", nargs="?", default=DOSSIER, help=f"où les mettre ({DOSSIER}/ si rien n'est dit)"
    )
    analyseur.add_argument("--copier", action="store_true", help="seulement copier, sans ouvrir JupyterLab")
    options_de_lab(analyseur)


def executer(arguments: Namespace) -> int:
    """Copie les sujets qui manquent, puis ouvre JupyterLab."""
    dossier = Path(arguments.dossier).resolve()
    if dossier.exists() and not dossier.is_dir():
        raise DemandeImpossible(f"{dossier} n'est pas un dossier.")
    nouveaux = copier(sujets(), dossier / "notebooks")
    print(f"{len(nouveaux)} fichiers copiés dans {dossier} ; ce qui y était déjà n'est pas touché.")
    return 0 if arguments.copier else ouvrir(dossier, arguments)


def sujets() -> Path:
    """Les sujets des TP : dans le paquet installé, ou à côté de lui dans le dépôt."""
    ici = Path(__file__).resolve().parent
    for dossier in (ici / "notebooks", ici.parent / "notebooks"):
        if dossier.is_dir():
            return dossier
    raise DemandeImpossible("Cette installation de p4core n'a pas les sujets des TP.")


def copier(source: Path, cible: Path) -> list[Path]:
    """Copie les fichiers absents ; rend leurs chemins relatifs. Le travail d'un élève n'est jamais écrasé."""
    fichiers = (f.relative_to(source) for f in sorted(source.rglob("*")) if f.is_file())
    absents = [
        nom for nom in fichiers if ".ipynb_checkpoints" not in nom.parts and not (cible / nom).exists()
    ]
    for nom in absents:
        (cible / nom).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source / nom, cible / nom)
    return absents
