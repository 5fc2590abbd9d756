"""La commande `p4 livre` : fabriquer le livre d'ouvertures du solveur, en autant de fois que l'on veut."""

from __future__ import annotations

import random
from argparse import ArgumentParser, Namespace
from pathlib import Path

from p4core.progression import barre
from p4core.solveur.fabrication import (
    Effort,
    Trouvailles,
    controler,
    fabriquer,
    journal_de,
    lire_journal,
    positions_par_pli,
)
from p4core.solveur.livre import nom_du_livre


def definir(analyseur: ArgumentParser) -> None:
    """Les options de la commande."""
    analyseur.epilog = "On peut l'interrompre (Ctrl-C) : la même commande reprend où elle en était."
    analyseur.add_argument("sortie", nargs="?", type=Path, help="le fichier du livre ; le journal est à côté")
    analyseur.add_argument(
        "--grille", type=int, nargs=3, default=[7, 6, 4], metavar=("L", "H", "N"), help="par défaut : 7 6 4"
    )
    analyseur.add_argument("--plis", type=int, default=9, help="nombre de coups couverts ; par défaut : 9")
    analyseur.add_argument("--fils", type=int, default=1, help="nombre de cœurs à occuper ; par défaut : 1")
    analyseur.add_argument(
        "--table", type=int, default=24, help="logarithme de la taille de la table : 24 pour 128 Mio"
    )
    analyseur.add_argument(
        "--controle", type=int, default=20, help="nombre de positions vérifiées à la fin ; par défaut : 20"
    )


def executer(arguments: Namespace) -> int:
    """Fabrique le livre, ou continue ; 0 si un contrôle au hasard n'y trouve pas d'erreur."""
    grille = tuple(arguments.grille)
    sortie = arguments.sortie or Path(nom_du_livre(grille))
    journal = journal_de(sortie)
    if deja := len(lire_journal(journal)):
        print(f"Reprise : {deja} scores sont déjà dans {journal}.")
    try:
        livre = fabriquer(sortie, grille, arguments.plis, Effort(arguments.fils, arguments.table), _suivi)
    except KeyboardInterrupt:
        print(f"\nInterrompu : {len(lire_journal(journal))} scores sont dans {journal}.")
        print("La même commande reprendra où elle en était.")
        return 130
    print(f"{sortie} : {sortie.stat().st_size} octets.")
    etages = positions_par_pli(grille, arguments.plis)
    fausses = list(controler(livre, etages, random.Random(), arguments.controle))
    for position in fausses:
        print(f"Score faux : {position!r}")
    print("Le contrôle a trouvé des erreurs." if fausses else "Le contrôle n'a trouvé aucune erreur.")
    return 1 if fausses else 0


def _suivi(trouvailles: Trouvailles, total: int) -> Trouvailles:
    return barre(trouvailles, total, "Positions du dernier pli")
