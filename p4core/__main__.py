"""La commande `p4` : une sous-commande par module, chargé seulement s'il sert."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from importlib import import_module
from typing import NoReturn

from p4core.correction.demandes import DemandeImpossible

# Nom → (module, ce que fait la commande) ; le module a `definir(analyseur)` et `executer(arguments) -> int`.
# Chacune : son module, dans p4core, et ce qu'en dit l'aide.
COMMANDES = {
    "jouer": ("jouer_console", "jouer dans le terminal, à 0, 1 ou 2 personnes"),
    "distribuer": (
        "correction.distribution.distribuer",
        "écrire un zip par TP pour les élèves, sans solutions",
    ),
    "ramasser": ("correction.ramassage.ramasser", "ranger les copies d'un dossier ou de l'archive de Moodle"),
    "noter": ("correction.notation.noter", "noter les copies d'un TP, chacune dans un bac à sable"),
    "bilan": ("correction.rapports.bilan", "voir la classe : notes, échecs, erreurs fréquentes par question"),
    "exporter": (
        "correction.rapports.exporter",
        "écrire les notes d'un TP pour Moodle, Pronote ou un tableur",
    ),
    "ressemblances": ("correction.ressemblances.commande", "montrer les réponses qui se ressemblent le plus"),
    "livre": ("solveur.commande", "fabriquer le livre d'ouvertures du solveur exact"),
}

_TRADUCTIONS = {
    "unrecognized arguments:": "arguments inconnus :",
    "the following arguments are required:": "il manque :",
    "expected one argument": "une valeur est attendue",
    "expected at least one argument": "au moins une valeur est attendue",
    "invalid choice:": "choix inconnu :",
    "(choose from": "(au choix :",
    "invalid int value:": "un nombre entier est attendu, pas",
    "argument ": "option ",
}


class Analyseur(ArgumentParser):
    """Un analyseur d'arguments qui parle français."""

    def __init__(self, prog: str, description: str) -> None:
        super().__init__(prog=prog, description=description, add_help=False)
        self._optionals.title = "options"
        self.add_argument("-h", "--help", "--aide", action="help", help="montrer cette aide")

    def error(self, message: str) -> NoReturn:
        """Dit ce qui ne va pas et comment obtenir de l'aide."""
        for anglais, francais in _TRADUCTIONS.items():
            message = message.replace(anglais, francais)
        self.exit(2, f"{self.prog} : {message}\nPour l'aide : {self.prog} --aide\n")


def main(arguments: list[str] | None = None) -> int:
    """Exécute la sous-commande demandée ; rend le code de sortie."""
    mots = sys.argv[1:] if arguments is None else arguments
    if not mots or mots[0] in ("-h", "--help", "--aide"):
        print(_aide())
        return 0
    if mots[0] not in COMMANDES:
        print(f"p4 : la commande « {mots[0]} » n'existe pas.\n\n{_aide()}", file=sys.stderr)
        return 2
    return _executer(mots[0], mots[1:])


def _executer(nom: str, mots: list[str]) -> int:
    chemin, aide = COMMANDES[nom]
    module = import_module(f"p4core.{chemin}")
    analyseur = Analyseur(f"p4 {nom}", aide.capitalize() + ".")
    module.definir(analyseur)
    try:
        return int(module.executer(analyseur.parse_args(mots)))
    except DemandeImpossible as raison:
        print(raison, file=sys.stderr)
        return 2


def _aide() -> str:
    lignes = [f"  {nom:<14} {aide}" for nom, (_, aide) in COMMANDES.items()]
    return "\n".join(
        ["Usage : p4 COMMANDE [options]", "", *lignes, "", "p4 COMMANDE --aide pour en savoir plus."]
    )


if __name__ == "__main__":
    sys.exit(main())
