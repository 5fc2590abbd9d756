"""La commande `p4` : chaque étage déclare ses sous-commandes, chargées seulement si elles servent."""

from __future__ import annotations

import os
import re
import sys
from argparse import ArgumentParser
from importlib import import_module
from importlib.metadata import entry_points
from typing import NoReturn

Commandes = dict[str, tuple[str, str]]

# Nom → (module, ce que fait la commande) ; le module a `definir(analyseur)` et `executer(arguments) -> int`.
# Les étages du dessus ajoutent les leurs par ce groupe de « points d'entrée », dans pyproject.toml.
GROUPE = "p4core.commandes"
COMMANDES: Commandes = {
    "jouer": ("p4core.ecran.terminal", "jouer dans le terminal, à 0, 1 ou 2 personnes"),
    "preparer": ("p4core.ia.preparation", "compiler d'avance le solveur et les IA, une fois par machine"),
    "livre": ("p4core.ia.solveur.fabrication", "fabriquer le livre d'ouvertures du solveur exact"),
    "wasm": ("p4core.ia.fabrication_wasm", "fabriquer le module WebAssembly du solveur et des IA par règles"),
}

_TRADUCTIONS = {
    "unrecognized arguments:": "arguments inconnus :",
    "the following arguments are required:": "il manque :",
    "expected one argument": "une valeur est attendue",
    "expected at least one argument": "au moins une valeur est attendue",
    "invalid choice:": "choix inconnu :",
    "(choose from": "(au choix :",
    "invalid int value:": "un nombre entier est attendu, pas",
}


class DemandeImpossible(Exception):
    """Ce qui est demandé ne peut pas se faire ; le message dit pourquoi, la commande l'affiche tel quel."""


class Analyseur(ArgumentParser):
    """Un analyseur d'arguments qui parle français."""

    def __init__(self, prog: str, description: str) -> None:
        super().__init__(prog=prog, description=description, add_help=False)
        self._optionals.title = "options"
        self.add_argument("-h", "--help", "--aide", action="help", help="montrer cette aide")

    def error(self, message: str) -> NoReturn:
        """Dit ce qui ne va pas et comment obtenir de l'aide."""
        message = re.sub(r"^argument (\S+): ", r"option \1 : ", message)
        for anglais, francais in _TRADUCTIONS.items():
            message = message.replace(anglais, francais)
        self.exit(2, f"{self.prog} : {message}\nPour l'aide : {self.prog} --aide\n")


def main(arguments: list[str] | None = None) -> int:
    """Exécute la sous-commande demandée ; rend le code de sortie."""
    try:
        code = _obeir(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
    except BrokenPipeError:  # « p4 bilan … | head » : le lecteur en a assez, ce n'est pas une erreur
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code


def _obeir(mots: list[str]) -> int:
    if not mots or mots[0] in ("-h", "--help", "--aide"):
        print(_aide())
        return 0
    connues = commandes()
    if mots[0] not in connues:
        print(f"p4 : la commande « {mots[0]} » n'existe pas.\n\n{_aide()}", file=sys.stderr)
        return 2
    return _executer(mots[0], *connues[mots[0]], mots[1:])


def commandes() -> Commandes:
    """Les commandes de tous les étages présents : un élève n'a pas celui de l'enseignant."""
    toutes = dict(COMMANDES)
    for point in entry_points(group=GROUPE):
        try:
            toutes |= point.load()
        except ModuleNotFoundError as absent:
            if absent.name != point.module.split(".")[0]:
                raise
    return toutes


def _executer(nom: str, chemin: str, aide: str, mots: list[str]) -> int:
    module = import_module(chemin)
    analyseur = Analyseur(f"p4 {nom}", aide.capitalize() + ".")
    module.definir(analyseur)
    try:
        return int(module.executer(analyseur.parse_args(mots)))
    except DemandeImpossible as raison:
        print(raison, file=sys.stderr)
        return 2


def _aide() -> str:
    lignes = [f"  {nom:<14} {aide}" for nom, (_, aide) in commandes().items()]
    return "\n".join(
        ["Usage : p4 COMMANDE [options]", "", *lignes, "", "p4 COMMANDE --aide pour en savoir plus."]
    )
