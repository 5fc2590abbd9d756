"""Ouvrir le cours dans JupyterLab : « p4 lab », le même que « make lab » pour qui n'a pas make."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from importlib.util import find_spec
from pathlib import Path

from p4core.commande import DemandeImpossible

ACCUEIL = "notebooks/tp0_accueil/tp0_accueil.ipynb"


def definir(analyseur: ArgumentParser) -> None:
    """Décrit les arguments de la commande."""
    analyseur.add_argument("dossier", nargs="?", default=".", help="le dossier du cours ; celui-ci si aucun")
    options_de_lab(analyseur)


def options_de_lab(analyseur: ArgumentParser) -> None:
    """Celles de toute commande qui ouvre JupyterLab."""
    analyseur.add_argument("--port", type=int, default=8888, help="le port (8888, ou le premier libre après)")
    analyseur.add_argument(
        "--sans-navigateur", action="store_true", help="donner l'adresse sans ouvrir de navigateur"
    )


def executer(arguments: Namespace) -> int:
    """Ouvre le cours de ce dossier."""
    dossier = Path(arguments.dossier).resolve()
    if not (dossier / ACCUEIL).is_file():
        raise DemandeImpossible(
            f"Le cours n'est pas dans {dossier} : on y cherche {ACCUEIL}. Placez-vous dans son dossier, ou "
            "faites-en une copie : p4 essayer."
        )
    return ouvrir(dossier, arguments)


def ouvrir(dossier: Path, arguments: Namespace) -> int:
    """JupyterLab sur l'accueil de ce dossier, dans ce processus, jusqu'à ce qu'on l'arrête."""
    if find_spec("jupyterlab") is None:
        raise DemandeImpossible("JupyterLab n'est pas installé : pip install 'p4core[lab]'.")
    from jupyterlab.labapp import main

    mots = [f"--port={arguments.port}", f"--LabApp.default_url=/lab/tree/{ACCUEIL}"]
    mots += ["--no-browser"] if arguments.sans_navigateur else []
    mots += ["--allow-root"] if getattr(os, "geteuid", lambda: 1)() == 0 else []
    os.chdir(dossier)
    main(mots)
    return 0
