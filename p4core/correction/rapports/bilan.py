"""La commande « p4 bilan » : le rapport d'un TP, à tout moment."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from p4core.correction.cours import ouvrir_pour
from p4core.correction.journal import dossier_des_rapports
from p4core.correction.rapports.rapport import dresser


def definir(analyseur: ArgumentParser) -> None:
    """Décrit les arguments de la commande."""
    analyseur.add_argument("tp", help="le nom du TP, par exemple tp1_grille")


def executer(arguments: Namespace) -> int:
    """Affiche le rapport, l'écrit dans « gestion/rapports » ; rend 1 s'il y a des échecs."""
    cours = ouvrir_pour(arguments.tp)
    rapport = dresser(arguments.tp, cours)
    print(rapport, end="")
    print(f"\nÀ ouvrir dans un navigateur : {dossier_des_rapports(cours) / f'{arguments.tp}.html'}")
    return 1 if rapport.echecs else 0
