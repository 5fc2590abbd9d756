"""Une seule liaison au carnet de notes pour toute une notation.
Les fichiers de données qui accompagnent une copie dans le bac à sable.
Où en est la notation d'une classe : une ligne qui se récrit au terminal, le journal ailleurs.
Les processus qui notent : autant que de cœurs, un seul écrit les notes.
La notation du cours : celle de nbgrader, isolée, parallèle, qu'une copie fautive n'arrête pas.
La commande « p4 noter » : la même notation que « nbgrader autograde », avec ses options en français.
"""

from __future__ import annotations

import contextlib
import ctypes
import faulthandler
import fnmatch
import logging
import os
import signal
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from dataclasses import dataclass, field, replace
from functools import lru_cache
from logging import Logger
from multiprocessing import util
from pathlib import Path
from types import TracebackType
from typing import Any

import nbgrader.api
import nbgrader.apps.api
import nbgrader.apps.autogradeapp
from loky.process_executor import ProcessPoolExecutor
from nbgrader.api import Gradebook
from nbgrader.converters import Autograde, NbGraderException
from nbgrader.converters.base import BaseConverter
from nbgrader.utils import rmtree
from sqlalchemy.exc import OperationalError
from traitlets import Bool, Integer

from p4core.commande import DemandeImpossible
from p4core.progression import Avancement
from p4prof.cloison.bac import CloisonImpossible, verifier_cloison
from p4prof.cloison.copie import Sujet, Travail, enonce, fermer, noter
from p4prof.cloison.session import Limites
from p4prof.cours import dossier, eleves_ayant_rendu, empreinte, ouvrir_pour
from p4prof.eleves import INTERROMPUE, Journal, dossier_des_rapports
from p4prof.etats import carnets_attendus, defaut_du_dossier, expliquer
from p4prof.rapports import dresser
from p4prof.reparer import preparer_classe, remarques

# --- Une seule liaison au carnet de notes pour toute une notation ----------------------------------------


@contextlib.contextmanager
def liaison_unique() -> Iterator[None]:
    """Fait garder à nbgrader le moteur de base de données qu'il recrée à chaque ouverture du carnet.

    Il l'ouvre douze fois par copie, et un moteur neuf retraduit en SQL toutes ses requêtes : plus de temps
    que n'en prend le reste de l'enregistrement. Fermer le carnet ferme toujours ses connexions.
    """
    creer = nbgrader.api.create_engine
    nbgrader.api.create_engine = lru_cache(creer)
    try:
        yield
    finally:
        nbgrader.api.create_engine = creer


# --- Les fichiers de données qui accompagnent une copie dans le bac à sable ------------------------------


OCTETS_MAX = 8 * 2**20
ENVELOPPE = 1000  # octets qu'un fichier coûte en plus des siens : cent mille fichiers vides ne passent pas


def fichiers_joints(corrige: Path) -> dict[str, bytes]:
    """Les fichiers de données du TP et de la copie, tant qu'ils restent raisonnables."""
    joints: dict[str, bytes] = {}
    reste = OCTETS_MAX
    # Les petits d'abord : une vidéo oubliée dans le dossier ne prive pas la copie des données du TP.
    for taille, chemin in sorted((p.stat().st_size, p) for p in corrige.rglob("*") if _donnees(p)):
        reste -= taille + ENVELOPPE
        if reste < 0:
            break
        joints[chemin.relative_to(corrige).as_posix()] = chemin.read_bytes()
    return joints


def _donnees(chemin: Path) -> bool:
    return chemin.suffix != ".ipynb" and not chemin.is_symlink() and chemin.is_file()


# --- Où en est la notation d'une classe : une ligne qui se récrit au terminal, le journal ailleurs -------


class SuiviNotation:
    """Compte les copies et nomme la dernière."""

    def __init__(self, tp: str, total: int, journal: Logger) -> None:
        self._tp, self._total, self._journal = tp, total, journal
        self._fait, self._debut = 0, time.monotonic()
        self._terminal = sys.stdout.isatty()

    def ignorer(self) -> None:
        """Une copie de moins à noter : rien n'y a changé, ou elle est déjà en échec."""
        self._total -= 1

    def noter(self, eleve: str) -> None:
        """Cette copie est notée."""
        self._avancer(eleve, "notée")

    def manquer(self, eleve: str) -> None:
        """Cette copie n'a pas pu l'être."""
        self._avancer(eleve, "EN ÉCHEC")

    def finir(self) -> None:
        """Laisse le terminal sur une ligne neuve."""
        if self._terminal and self._fait:
            print()

    def _avancer(self, eleve: str, etat: str) -> None:
        self._fait += 1
        avancement = Avancement(self._tp, self._fait, self._total, time.monotonic() - self._debut)
        if self._terminal:
            print(f"\r\x1b[K{avancement.texte()} — {eleve} : {etat}", end="", flush=True)
        else:
            self._journal.info("%s — %s : %s", avancement.compte, eleve, etat)


# --- Les processus qui notent : autant que de cœurs, un seul écrit les notes -----------------------------


ESSAIS = 2  # un processus de notation mort, c'est peut-être la machine ; deux fois, c'est cette copie
GARDE = 2  # fois le temps accordé à une copie, avant d'arrêter le processus qui la note
_PR_SET_PDEATHSIG = 1


class NotationMorte(Exception):
    """Le processus qui notait cette copie s'est arrêté, plusieurs fois."""


@dataclass
class Copie:
    """Une copie en cours de notation."""

    eleve: str
    carnets: list[str]
    remarques: list[str] = field(default_factory=list)
    travaux: dict[str, tuple[Future[str], Travail]] = field(default_factory=dict)

    @property
    def executee(self) -> bool:
        """Tous ses carnets sont-ils revenus ?"""
        return all(futur.done() for futur, _ in self.travaux.values())


def _naitre(parent: int) -> None:
    """Un processus de notation ne survit pas à celui qui l'a lancé, et laisse l'interruption à ce dernier."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    util.Finalize(None, fermer, exitpriority=10)
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # il est mort avant qu'on ait pu demander à le suivre
            os._exit(1)


def _noter(travail: Travail) -> str:
    """Note cette copie ; un test bloqué là où Python ne reçoit plus de signal n'immobilise pas la classe."""
    with Path(os.devnull).open("w") as nulle_part:
        faulthandler.dump_traceback_later(GARDE * travail.limites.copie, exit=True, file=nulle_part)
        try:
            return noter(travail)
        finally:
            faulthandler.cancel_dump_traceback_later()


class Equipe:
    """Donne les copies à noter à un exécuteur, et recommence si un processus meurt."""

    def __init__(self, processus: int = 0, executeur: Executor | None = None) -> None:
        self._processus = processus or os.cpu_count() or 1
        self._donne = executeur
        self._executeur: Any = executeur or self._nouveau()

    def _nouveau(self) -> Executor:
        # loky plutôt que la bibliothèque standard : il n'importe pas le programme principal, nbgrader, dans
        # chaque processus, ce qui prendrait plus de temps que noter une copie.
        return ProcessPoolExecutor(self._processus, initializer=_naitre, initargs=(os.getpid(),))

    def confier(self, travail: Travail) -> Future[str]:
        """Fait noter cette copie."""
        # Sur une grappe, c'est elle qui surveille ses processus.
        fonction = _noter if self._donne is None else noter
        try:
            return self._executeur.submit(fonction, travail)
        except BrokenExecutor:
            self._remplacer()
            return self._executeur.submit(fonction, travail)

    def resultat(self, futur: Future[str], travail: Travail) -> str:
        """Le carnet noté ; les processus morts en route sont remplacés."""
        for _ in range(ESSAIS):
            try:
                return futur.result()
            except BrokenExecutor:
                futur = self.confier(travail)
        try:
            return futur.result()
        except BrokenExecutor as erreur:
            raise NotationMorte from erreur

    def _remplacer(self) -> None:
        self._executeur.shutdown(wait=False)
        self._executeur = self._nouveau()

    def __enter__(self) -> Equipe:
        return self

    def __exit__(self, genre: type | None, erreur: BaseException | None, trace: TracebackType | None) -> None:
        if self._donne is None:
            self._executeur.shutdown(wait=genre is None, kill_workers=genre is not None)


# --- La notation du cours : celle de nbgrader, isolée, parallèle, qu'une copie fautive n'arrête pas ------


class NotationDuCours(Autograde):
    """« nbgrader autograde » : chaque copie dans un bac à sable, et un rapport à la fin."""

    processus = Integer(0, help="Nombre de copies notées en même temps ; 0 : une par cœur.").tag(config=True)
    sans_cloison = Bool(False, help="Noter sans bac à sable, à vos risques.").tag(config=True)
    executeur: Executor | None = None  # d'autres machines, par exemple

    def start(self) -> None:
        """Note les copies, puis dresse le rapport quoi qu'il arrive."""
        self._exiger_la_cloison()
        with liaison_unique():
            self._noter_la_classe()

    def _noter_la_classe(self) -> None:
        self.tp = self.coursedir.assignment_id
        self.journal = Journal(self.coursedir, self.tp)
        self._sujets = self._lire_les_sujets()
        delai = float(self.config.Execute.get("timeout") or Limites().cellule)
        self._limites = replace(Limites(), cellule=delai, appel=min(delai, Limites().appel))
        try:
            super().start()
        finally:
            self._rendre_compte()

    def _exiger_la_cloison(self) -> None:
        if self.sans_cloison:
            self.log.warning("Notation SANS bac à sable : une copie peut lire et écrire ce que vous pouvez.")
            return
        try:
            verifier_cloison()
        except CloisonImpossible as raison:
            self.log.error("%s", raison)
            raise NbGraderException(str(raison)) from raison

    def _lire_les_sujets(self) -> dict[str, Sujet]:
        """Ce que l'on sait de chaque carnet du TP."""
        with Gradebook(self.coursedir.db_url, self.coursedir.course_id) as notes:
            noms = carnets_attendus(notes, self.tp)
            return {nom: enonce(self.coursedir, notes, self.tp, nom) for nom in noms}

    def init_notebooks(self) -> None:
        """Avant de chercher les carnets, remet d'aplomb ceux qui peuvent l'être."""
        self._reparations = preparer_classe(self.coursedir, self.tp)
        super().init_notebooks()

    def init_destination(self, assignment_id: str, student_id: str) -> bool:
        """Une copie changée, en échec ou interrompue est reprise ; elle reste en échec jusqu'au bout."""
        rendu = dossier(self.coursedir, "submitted", student_id, assignment_id)
        entree, actuelle = self.journal.lire(student_id), empreinte(rendu)
        if entree.echec or (entree.empreinte and entree.empreinte != actuelle):
            corrige = dossier(self.coursedir, "autograded", student_id, assignment_id)
            if corrige.exists():
                rmtree(str(corrige))
        a_noter = bool(super().init_destination(assignment_id, student_id))
        if a_noter:
            self.journal.ecrire(student_id, INTERROMPUE)
        return a_noter

    # --- toutes les copies --------------------------------------------------------------------------

    def convert_notebooks(self) -> None:
        """Prépare les copies, les fait exécuter, enregistre chacune dès qu'elle revient."""
        attente: list[Copie] = []
        echecs: list[str] = []
        suivi = SuiviNotation(self.tp, len(self.assignments), self.log)
        with Equipe(self._combien(), self.executeur) as equipe:
            for chemin in sorted(self.assignments):
                copie = self._preparer(chemin, equipe, echecs)
                attente += [copie] if copie else []
                suivi.ignorer() if copie is None else None
                attente = self._achever_les_pretes(attente, equipe, echecs, suivi)
            while attente:
                wait([f for c in attente for f, _ in c.travaux.values()], return_when=FIRST_COMPLETED)
                attente = self._achever_les_pretes(attente, equipe, echecs, suivi)
        suivi.finir()
        if echecs:
            raise NbGraderException(f"Copies non notées : {', '.join(sorted(echecs))}")

    def _combien(self) -> int:
        return min(self.processus or os.cpu_count() or 1, max(1, len(self.assignments)))

    def _achever_les_pretes(
        self, attente: list[Copie], equipe: Equipe, echecs: list[str], suivi: SuiviNotation
    ) -> list[Copie]:
        """Enregistre les copies revenues ; rend celles que l'on attend encore."""
        for copie in [c for c in attente if c.executee]:
            attente = [c for c in attente if c is not copie]
            if self._proteger(copie.eleve, echecs, lambda copie=copie: self._achever(copie, equipe)):
                suivi.noter(copie.eleve)
            else:
                suivi.manquer(copie.eleve)
        return attente

    def _proteger(self, eleve: str, echecs: list[str], action: Any) -> bool:
        """Fait l'action ; un incident propre à une copie est noté au journal et n'arrête pas les autres."""
        try:
            action()
        except OperationalError as panne:
            raise NbGraderException(f"Le carnet de notes est inaccessible : {panne.orig}") from panne
        except Exception as incident:
            self._echouer(eleve, incident)
            echecs.append(eleve)
            return False
        return True

    # --- une copie ----------------------------------------------------------------------------------

    def _preparer(self, chemin: str, equipe: Equipe, echecs: list[str]) -> Copie | None:
        """Nettoie les carnets d'une copie et les confie à l'équipe ; None s'il n'y a rien à faire."""
        eleve = Path(chemin).parts[-2]
        copie = Copie(eleve, sorted(self.assignments[chemin]))
        return (
            copie
            if self._proteger(eleve, echecs, lambda: self._confier(copie, equipe)) and copie.travaux
            else None
        )

    def _confier(self, copie: Copie, equipe: Equipe) -> None:
        self.notebooks = copie.carnets
        self._sanitizing = True  # nbgrader prend alors les fichiers dans le dossier rendu
        if not self.init_destination(self.tp, copie.eleve):
            return
        # Avant que nbgrader ne lise ou ne recopie quoi que ce soit de ce dossier.
        rendu = dossier(self.coursedir, "submitted", copie.eleve, self.tp)
        if defaut := defaut_du_dossier(rendu, self._sujets):
            raise NbGraderException(defaut)
        self.run_pre_convert_hook()
        self.init_assignment(self.tp, copie.eleve)
        copie.carnets = self.notebooks  # nbgrader en a écarté ceux qu'il ne connaît pas
        copie.remarques = self._reparations.get(copie.eleve, []) + self._carnets_en_trop(copie.eleve)
        self._copie = copie
        corrige = dossier(self.coursedir, "autograded", copie.eleve, self.tp)
        for carnet in copie.carnets:
            self._etape(carnet, nettoyage=True)
            copie.travaux[carnet] = self._travail(corrige / Path(carnet).name, equipe)

    def _travail(self, carnet: Path, equipe: Equipe) -> tuple[Future[str], Travail]:
        travail = Travail(
            carnet.read_text("utf-8"),
            self._sujets[carnet.stem],
            fichiers_joints(carnet.parent),
            self._limites,
            not self.sans_cloison,
        )
        return equipe.confier(travail), travail

    def _achever(self, copie: Copie, equipe: Equipe) -> None:
        """Enregistre les notes d'une copie exécutée."""
        self.notebooks, self._copie = copie.carnets, copie
        corrige = dossier(self.coursedir, "autograded", copie.eleve, self.tp)
        for carnet, (futur, travail) in copie.travaux.items():
            execute = corrige / Path(carnet).name
            execute.write_text(equipe.resultat(futur, travail), "utf-8")
            self._etape(str(execute), nettoyage=False)
        self.set_permissions(self.tp, copie.eleve)
        self.run_post_convert_hook()
        rendu = dossier(self.coursedir, "submitted", copie.eleve, self.tp)
        self.journal.ecrire(copie.eleve, remarques=copie.remarques, empreinte=empreinte(rendu))

    def _etape(self, carnet: str, nettoyage: bool) -> None:
        """L'une des deux passes de nbgrader sur un carnet."""
        self._sanitizing = nettoyage
        self._init_preprocessors()
        BaseConverter.convert_single_notebook(self, carnet)

    def write_single_notebook(self, output: str, resources: Any) -> None:
        """Recueille au passage les remarques des étapes de réparation."""
        super().write_single_notebook(output, resources)
        self._copie.remarques += remarques(resources)

    def _echouer(self, eleve: str, incident: Exception) -> None:
        """Note au journal pourquoi cette copie n'a pas de note, et efface ce qui en était commencé."""
        rendu = dossier(self.coursedir, "submitted", eleve, self.tp)
        raison = self._sujet_inconnu() or defaut_du_dossier(rendu, self._sujets) or expliquer(incident)
        self.journal.ecrire(eleve, raison)
        corrige = dossier(self.coursedir, "autograded", eleve, self.tp)
        if corrige.exists():
            rmtree(str(corrige))

    def _sujet_inconnu(self) -> str:
        """Ce n'est alors pas la faute de l'élève : il manque une étape à l'enseignant."""
        conseil = f"lancez d'abord « nbgrader generate_assignment {self.tp} »"
        return "" if self._sujets else f"le sujet n'est pas encore dans le carnet de notes : {conseil}"

    def _carnets_en_trop(self, eleve: str) -> list[str]:
        """Signale les carnets inattendus : le travail est peut-être dans l'un d'eux."""
        rendu = dossier(self.coursedir, "submitted", eleve, self.tp)
        autres = sorted(p.name for p in rendu.glob("*.ipynb") if p.stem not in self._sujets)
        return [f"autre carnet dans le dossier : {nom}" for nom in autres]

    def _rendre_compte(self) -> None:
        """Écrit le rapport et nomme les copies en échec dans le fil de la commande."""
        rapport = dresser(self.tp, self.coursedir)
        for copie in rapport.echecs:
            self.log.error("Copie non notée — %s : %s", copie.eleve, copie.raison)
        self.log.info("Rapport : %s", dossier_des_rapports(self.coursedir) / f"{self.tp}.md")


def installer() -> None:
    """Met cette notation à la place de celle de nbgrader : ligne de commande et formgrader.

    nbgrader ne propose pas de réglage pour cette classe ; ces deux noms sont les seuls par où il la crée.
    """
    nbgrader.apps.autogradeapp.Autograde = NotationDuCours
    nbgrader.apps.api.Autograde = NotationDuCours


# --- La commande « p4 noter » : la même notation que « nbgrader autograde », avec ses options en français


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
