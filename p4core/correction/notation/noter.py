"""La commande « p4 noter » : la même notation que « nbgrader autograde », avec ses options en français."""

from __future__ import annotations

import contextlib
import fnmatch
import logging
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from concurrent.futures import Executor

from nbgrader.converters import NbGraderException

from p4core.correction.cours import eleves_ayant_rendu, ouvrir_pour
from p4core.correction.demandes import DemandeImpossible
from p4core.correction.journal import dossier_des_rapports
from p4core.correction.notation.convertisseur import NotationDuCours


def definir(analyseur: ArgumentParser) -> None:
    """Décrit les arguments de la commande."""
    ajouter = analyseur.add_argument
    ajouter("tp", help="le nom du TP, par exemple tp1_grille")
    ajouter("--eleve", default="*", metavar="NOM", help="ne noter que cet élève")
    ajouter("--refaire", action="store_true", help="noter aussi les copies qui n'ont pas changé")
    ajouter("--processus", type=int, default=0, metavar="N", help="copies notées à la fois (une par cœur)")
    ajouter("--grappe", default="", metavar="ADRESSE", help="noter sur les machines de ce planificateur Dask")
    ajouter("--sans-cloison", action="store_true", help="noter sans bac à sable, à vos risques")
    ajouter("--details", action="store_true", help="montrer aussi le journal de nbgrader")


def executer(arguments: Namespace) -> int:
    """Note les copies nouvelles, changées ou en échec ; rend 1 si l'une n'a pas pu l'être."""
    cours = ouvrir_pour(arguments.tp)
    cours.assignment_id, cours.student_id = arguments.tp, arguments.eleve
    if not fnmatch.filter(eleves_ayant_rendu(cours, arguments.tp), arguments.eleve):
        qui = "" if arguments.eleve == "*" else f" pour « {arguments.eleve} »"
        raise DemandeImpossible(
            f"Aucune copie de {arguments.tp}{qui} dans {cours.submitted_directory} : "
            f"ramassez-les d'abord (p4 ramasser {arguments.tp} …)."
        )
    with _machines(arguments.grappe) as executeur:
        notation = NotationDuCours(coursedir=cours, config=cours.config)
        notation.log = _journal(arguments.details)
        notation.executeur, notation.force = executeur, arguments.refaire
        notation.processus = arguments.processus or notation.processus
        notation.sans_cloison = arguments.sans_cloison or notation.sans_cloison
        try:
            notation.start()
        except NbGraderException as incident:
            print(incident)
            return 1
        finally:
            print(f"Rapport : {dossier_des_rapports(cours) / f'{arguments.tp}.md'}")
    return 0


def _journal(details: bool) -> logging.Logger:
    """Le fil de la commande : la progression et les avertissements en français, ou tout."""
    journal = logging.getLogger("p4.noter")
    journal.setLevel(logging.INFO if details else logging.ERROR)
    if not journal.handlers:
        sortie = logging.StreamHandler()
        sortie.setFormatter(logging.Formatter("%(message)s"))
        journal.addHandler(sortie)
    return journal


@contextlib.contextmanager
def _machines(adresse: str) -> Iterator[Executor | None]:
    """L'exécuteur d'une grappe de calcul, ou rien pour noter sur cette machine."""
    if not adresse:
        yield None
        return
    from dask.distributed import Client

    with Client(adresse) as client:
        yield client.get_executor()
