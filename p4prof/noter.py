"""Noter les copies d'un TP : la notation de nbgrader, isolée, parallèle, qu'une copie fautive n'arrête pas.

« p4 noter » et « nbgrader autograde » passent par `NotationDuCours`. Des processus, un par cœur, exécutent
les copies à l'abri de la cloison ; un seul, celui-ci, écrit les notes.
"""

from __future__ import annotations

import contextlib
import fnmatch
import json
import logging
import os
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import nbgrader.api
import nbgrader.apps.api
import nbgrader.apps.autogradeapp
from nbgrader.api import Gradebook
from nbgrader.converters import Autograde, NbGraderException
from nbgrader.converters.base import BaseConverter
from nbgrader.utils import rmtree
from sqlalchemy.exc import OperationalError
from traitlets import Bool, Integer, Unicode

from p4core.commande import DemandeImpossible
from p4core.francais import enumerer
from p4core.progression import Avancement
from p4cours.carnets import CarnetIllisible, lire
from p4prof.bareme import empreinte_des_points, intituler, perimes, reperes_de
from p4prof.carnets import CarnetSource
from p4prof.cloison.choix import AUCUNE, BUBBLEWRAP, WASM, choisir, verifier_cloison
from p4prof.cloison.copie import AUTRES, CALCUL, INCIDENTS, CopieConfiee, Enonce
from p4prof.cloison.correcteurs import Correcteurs
from p4prof.cloison.enonce import lire_enonce
from p4prof.cloison.epreuves import eprouver
from p4prof.cloison.mur import CloisonImpossible
from p4prof.cloison.session import Limites
from p4prof.cours import (
    dossier,
    dossier_de_gestion,
    dossier_des_rapports,
    eleves_ayant_rendu,
    empreinte,
    ouvrir_pour,
)
from p4prof.eleves import INTERROMPUE, Journal
from p4prof.etats import carnets_attendus, defaut_du_dossier, expliquer
from p4prof.pannes import arrete_tout, en_francais, phrase, sans_traces
from p4prof.rapports import RapportDeClasse, dresser
from p4prof.reparer import autres_notes, preparer_classe, reparations
from p4prof.secret import empreinte_du_secret, secret_du_tp
from p4prof.versions import Versions

# --- La commande « p4 noter » : celle de nbgrader, avec ses options en français --------------------------


def definir(analyseur: ArgumentParser) -> None:
    """Décrit les arguments de la commande."""
    ajouter = analyseur.add_argument
    ajouter("tp", nargs="?", default="", help="le nom du TP, par exemple tp1_grille")
    ajouter("--eleve", default="*", metavar="NOM", help="ne noter que cet élève")
    ajouter("--refaire", action="store_true", help="noter aussi les copies qui n'ont pas changé")
    ajouter("--processus", type=int, default=0, metavar="N", help="copies notées à la fois (une par cœur)")
    ajouter("--grappe", default="", metavar="ADRESSE", help="noter sur les machines de ce planificateur Dask")
    ajouter(
        "--cloison",
        choices=(BUBBLEWRAP, WASM),
        default="",
        help="le mur qui isole les copies (bubblewrap là où il fonctionne, WebAssembly ailleurs)",
    )
    ajouter("--sans-cloison", action="store_true", help="noter sans bac à sable, à vos risques")
    ajouter(
        "--verifier-cloison", action="store_true", help="attaquer le mur de cette machine, sans rien noter"
    )
    ajouter("--details", action="store_true", help="montrer aussi le journal de nbgrader")


@en_francais
def executer(arguments: Namespace) -> int:
    """Note les copies nouvelles, changées ou en échec ; rend 1 si l'une n'a pas pu l'être."""
    if arguments.verifier_cloison:
        return _verifier(arguments.cloison)
    if not arguments.tp:
        raise DemandeImpossible("Quel TP faut-il noter ? Par exemple : p4 noter tp1_grille.")
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
        notation.dire = partial(print, flush=True)
        notation.processus = arguments.processus or notation.processus
        notation.sans_cloison = arguments.sans_cloison or notation.sans_cloison
        notation.cloison = arguments.cloison or notation.cloison
        try:
            notation.start()
        except NbGraderException as incident:
            print(incident)
            return 1
        finally:
            if notation.rapport:
                print("\n".join([notation.rapport.titre, *notation.rapport.notes]))
                print(f"Rapport : {dossier_des_rapports(cours) / f'{arguments.tp}.md'}")
    return 0


def _verifier(cloison: str) -> int:
    """Éprouve le mur ; rend 1 s'il ne tient pas, ou s'il n'y en a pas."""
    try:
        if cloison:
            verifier_cloison(cloison, _annoncer)
        return 0 if eprouver(cloison or choisir(_annoncer)) else 1
    except CloisonImpossible as raison:
        print(raison)
        return 1


def _annoncer(texte: str) -> None:
    """Ce que fait la commande avant de noter, quand cela dure."""
    print(texte, file=sys.stderr, flush=True)


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


# --- La notation d'une classe ----------------------------------------------------------------------------


@dataclass
class CopieEnCours:
    """Une copie en cours de notation."""

    eleve: str
    carnets: list[str]
    remarques: list[str] = field(default_factory=list)
    autres: list[dict[str, Any]] = field(default_factory=list)  # notes d'une autre lecture : Entree.autres
    absentes: list[str] = field(default_factory=list)  # que n'avait pas le sujet reçu : Entree.absentes
    # Les carnets confiés et pas encore notés.
    travaux: dict[str, tuple[Future[str], CopieConfiee]] = field(default_factory=dict)
    echouee: bool = False

    @property
    def executee(self) -> bool:
        """Tous ses carnets sont-ils revenus ?"""
        return bool(self.travaux) and all(futur.done() for futur, _ in self.travaux.values())


class NotationDuCours(Autograde):
    """« nbgrader autograde » : chaque copie dans un bac à sable, et un rapport à la fin."""

    processus = Integer(0, help="Nombre de copies notées en même temps ; 0 : une par cœur.").tag(config=True)
    cloison = Unicode("", help="Le mur : « bubblewrap » ou « wasm » ; vide : au mieux.").tag(config=True)
    sans_cloison = Bool(False, help="Noter sans bac à sable, à vos risques.").tag(config=True)
    executeur: Executor | None = None  # d'autres machines, par exemple
    rapport: RapportDeClasse | None = None  # dressé à la fin
    dire: Callable[[str], None] | None = None  # le fil de la commande, quand ce n'est pas le journal

    def start(self) -> None:
        """Note les copies, puis dresse le rapport quoi qu'il arrive."""
        self._exiger_la_cloison()
        self.tp = self.coursedir.assignment_id
        self.journal = Journal(self.coursedir, self.tp)
        delai = float(self.config.Execute.get("timeout") or Limites().cellule)
        self._limites = replace(Limites(), cellule=delai, appel=min(delai, Limites().appel))
        with liaison_unique(), sans_traces():
            self._enonces = self._lire_les_enonces()
            self._secret = self._lire_le_secret()
            try:
                super().start()
            finally:
                self._rendre_compte_si_possible()

    def _exiger_la_cloison(self) -> None:
        if self.sans_cloison:
            self.log.warning("Notation SANS bac à sable : une copie peut lire et écrire ce que vous pouvez.")
            self.cloison = AUCUNE
            return
        try:
            if self.cloison:
                verifier_cloison(self.cloison, _annoncer)
            else:
                self.cloison = choisir(_annoncer)
        except CloisonImpossible as raison:
            self.log.error("%s", raison)
            raise NbGraderException(str(raison)) from raison

    def _lire_les_enonces(self) -> dict[str, Enonce]:
        """Ce que l'on sait de chaque carnet du TP."""
        with Gradebook(self.coursedir.db_url, self.coursedir.course_id) as notes:
            self._bareme = empreinte_des_points(notes, self.tp)
            noms = carnets_attendus(notes, self.tp)
            enonces = {nom: lire_enonce(self.coursedir, notes, self.tp, nom) for nom in noms}
            self._notees = {
                nom: CarnetSource.du_carnet_de_notes(notes.find_notebook(nom, self.tp)).notees for nom in noms
            }
        if not enonces:  # ce n'est la faute d'aucun élève : il manque une étape à l'enseignant
            refus = (
                f"Le sujet de {self.tp} n'est pas encore dans le carnet de notes : lancez d'abord "
                f"« p4 distribuer {self.tp} » (ou « nbgrader generate_assignment {self.tp} »)."
            )
            self.log.error("%s", refus)
            raise NbGraderException(refus)
        if anciens := perimes(test for enonce in enonces.values() for test in enonce.tests.items()):
            refus = (
                f"Le carnet de notes a encore les tests d'une version précédente du cours ({anciens[0]}…) : "
                f"lancez d'abord « p4 distribuer {self.tp} »."
            )
            self.log.error("%s", refus)
            raise NbGraderException(refus)
        return enonces

    def _lire_le_secret(self) -> bytes:
        try:
            return secret_du_tp(dossier_de_gestion(self.coursedir), self.tp)
        except DemandeImpossible as raison:
            self.log.error("%s", raison)
            raise NbGraderException(str(raison)) from raison

    def _rendre_compte_si_possible(self) -> None:
        """Une machine en panne le dit en une phrase, et ne cache pas ce qui a arrêté la notation."""
        try:
            self._rendre_compte()
        except (OSError, OperationalError) as panne:
            if not (dite := phrase(panne)):
                raise
            raise NbGraderException(f"Le rapport n'a pas été écrit. {dite}") from panne

    def _rendre_compte(self) -> None:
        """Écrit le rapport et nomme les copies en échec dans le fil de la commande."""
        self.rapport = rapport = dresser(self.tp, self.coursedir)
        for copie in rapport.echecs:
            self.log.error("Copie non notée — %s : %s", copie.eleve, copie.raison)
        self.log.info("Rapport : %s", dossier_des_rapports(self.coursedir) / f"{self.tp}.md")

    # --- toutes les copies --------------------------------------------------------------------------

    def init_notebooks(self) -> None:
        """Avant de chercher les carnets, remet d'aplomb ceux qui peuvent l'être."""
        self._reparations = preparer_classe(self.coursedir, self.tp)
        super().init_notebooks()

    def convert_notebooks(self) -> None:
        """Prépare les copies, les fait exécuter, enregistre chacune dès qu'elle revient."""
        self._calcul = 0.0
        copies = [CopieEnCours(Path(d).parts[-2], sorted(c)) for d, c in sorted(self.assignments.items())]
        suivi = SuiviNotation(self.tp, len(copies), self.dire or self.log.info)
        with Correcteurs(self._combien(len(copies)), self.executeur) as self._correcteurs:
            for copie in copies:
                with self._sans_arreter_la_classe(copie):
                    self._confier(copie)
                if not copie.travaux:
                    suivi.ignorer()
                self._achever_les_pretes(copies, suivi)
            while attendus := [futur for copie in copies for futur, _ in copie.travaux.values()]:
                wait(attendus, return_when=FIRST_COMPLETED)
                self._achever_les_pretes(copies, suivi)
        suivi.finir()
        self.log.info("%s", CALCULEES.format(secondes=self._calcul))
        if echecs := [copie.eleve for copie in copies if copie.echouee]:
            raise NbGraderException(f"Copies non notées : {', '.join(sorted(echecs))}")

    def _combien(self, copies: int) -> int:
        return min(self.processus or os.cpu_count() or 1, max(1, copies))

    def _achever_les_pretes(self, copies: list[CopieEnCours], suivi: SuiviNotation) -> None:
        """Enregistre les copies revenues."""
        for copie in copies:
            if copie.executee:
                with self._sans_arreter_la_classe(copie):
                    self._achever(copie)
                copie.travaux.clear()
                suivi.avancer(copie)

    @contextlib.contextmanager
    def _sans_arreter_la_classe(self, copie: CopieEnCours) -> Iterator[None]:
        """Un incident propre à une copie est noté au journal, et n'empêche pas de noter les autres."""
        try:
            yield
        except Exception as incident:
            if arrete_tout(incident):  # les copies suivantes échoueraient de même
                raise NbGraderException(phrase(incident)) from incident
            self._mettre_en_echec(copie, incident)

    def _mettre_en_echec(self, copie: CopieEnCours, incident: BaseException) -> None:
        """Retient pourquoi une copie n'a pas de note."""
        copie.echouee = True
        copie.travaux.clear()
        self.journal.ecrire(copie.eleve, self._defaut(copie.eleve) or expliquer(incident))
        self._effacer_le_corrige(copie.eleve)

    # --- une copie ----------------------------------------------------------------------------------

    def _rendu(self, eleve: str) -> Path:
        return dossier(self.coursedir, "submitted", eleve, self.tp)

    def _corrige(self, eleve: str) -> Path:
        return dossier(self.coursedir, "autograded", eleve, self.tp)

    def _effacer_le_corrige(self, eleve: str) -> None:
        if self._corrige(eleve).exists():
            rmtree(str(self._corrige(eleve)))

    def _defaut(self, eleve: str) -> str | None:
        return defaut_du_dossier(self._rendu(eleve), self._enonces)

    def _confier(self, copie: CopieEnCours) -> None:
        """Nettoie les carnets d'une copie et les fait exécuter ; rien si elle n'a pas changé."""
        self.notebooks, self._copie = copie.carnets, copie
        self._sanitizing = True  # nbgrader prend alors les fichiers dans le dossier rendu
        if not self.init_destination(self.tp, copie.eleve):
            return
        # Avant que nbgrader ne lise ou ne recopie quoi que ce soit de ce dossier.
        if defaut := self._defaut(copie.eleve):
            raise NbGraderException(defaut)
        self.run_pre_convert_hook()
        self.init_assignment(self.tp, copie.eleve)
        copie.carnets = self.notebooks  # nbgrader en a écarté ceux qu'il ne connaît pas
        copie.remarques = self._reparations.get(copie.eleve, []) + self._carnets_en_trop(copie.eleve)
        for carnet in copie.carnets:
            self._situer(copie, Path(carnet))
            self._etape(carnet, nettoyage=True)
            travail = self._travail(self._corrige(copie.eleve) / Path(carnet).name, Path(carnet))
            copie.travaux[carnet] = self._correcteurs.confier(travail), travail

    def _situer(self, copie: CopieEnCours, carnet: Path) -> None:
        """Retient et dit les questions ajoutées au TP depuis que l'élève en a reçu le sujet."""
        notees = self._notees[carnet.stem]
        try:
            cellules = lire(carnet)
        except CarnetIllisible:  # sans aucune cellule : toutes seront remises
            return
        absentes = Versions(self.coursedir, self.tp, carnet.stem).absentes(cellules, notees)
        if absentes:
            copie.absentes += absentes
            ou = reperes_de(self.coursedir, self.tp)
            quoi = enumerer(intituler(notees[nom], ou) for nom in absentes)
            copie.remarques.append(f"sujet d'une version précédente, sans {quoi} : noté sur le reste")

    def init_destination(self, assignment_id: str, student_id: str) -> bool:
        """Une copie changée, en échec ou notée autrement est reprise ; en échec jusqu'au bout."""
        entree, actuelle = self.journal.lire(student_id), empreinte(self._rendu(student_id))
        changee = entree.empreinte and entree.empreinte != actuelle
        autrement = (entree.bareme and entree.bareme != self._bareme) or (
            entree.tirage and entree.tirage != empreinte_du_secret(self._secret)
        )
        if entree.echec or changee or autrement:
            self._effacer_le_corrige(student_id)
        a_noter = bool(super().init_destination(assignment_id, student_id))
        if a_noter:
            self.journal.ecrire(student_id, INTERROMPUE)
        return a_noter

    def _carnets_en_trop(self, eleve: str) -> list[str]:
        """Signale les carnets inattendus : le travail est peut-être dans l'un d'eux."""
        autres = sorted(p.name for p in self._rendu(eleve).glob("*.ipynb") if p.stem not in self._enonces)
        return [f"autre carnet dans le dossier : {nom}" for nom in autres]

    def _travail(self, carnet: Path, rendu: Path) -> CopieConfiee:
        return CopieConfiee(
            carnet.read_text("utf-8"),
            self._enonces[carnet.stem],
            fichiers_joints(carnet.parent),
            self._limites,
            self.cloison,
            self._secret,
            rendu=rendu.read_text("utf-8", "replace"),
        )

    def _etape(self, carnet: str, nettoyage: bool) -> None:
        """L'une des deux passes de nbgrader sur un carnet."""
        self._sanitizing = nettoyage
        self._init_preprocessors()
        BaseConverter.convert_single_notebook(self, carnet)

    def write_single_notebook(self, output: str, resources: Any) -> None:
        """Recueille au passage ce que les étapes ont réparé."""
        super().write_single_notebook(output, resources)
        self._copie.remarques += reparations(resources)
        self._copie.autres += autres_notes(resources)

    def _achever(self, copie: CopieEnCours) -> None:
        """Enregistre les notes d'une copie exécutée."""
        self.notebooks, self._copie = copie.carnets, copie
        for carnet, (futur, travail) in copie.travaux.items():
            execute = self._corrige(copie.eleve) / Path(carnet).name
            note = json.loads(self._correcteurs.resultat(futur, travail))
            tentes = note["metadata"].pop(INCIDENTS, [])
            copie.autres += note["metadata"].pop(AUTRES, [])
            self._calcul += note["metadata"].pop(CALCUL, 0.0)
            copie.remarques += [f"à regarder, pendant la notation : {incident}" for incident in tentes]
            execute.write_text(json.dumps(note, ensure_ascii=False), "utf-8")
            self._etape(str(execute), nettoyage=False)
        self.set_permissions(self.tp, copie.eleve)
        self.run_post_convert_hook()
        self.journal.ecrire(
            copie.eleve,
            remarques=copie.remarques,
            empreinte=empreinte(self._rendu(copie.eleve)),
            bareme=self._bareme,
            tirage=empreinte_du_secret(self._secret),
            autres=copie.autres,
            absentes=copie.absentes,
        )


def installer() -> None:
    """Met cette notation à la place de celle de nbgrader : ligne de commande et formgrader.

    nbgrader ne propose pas de réglage pour cette classe ; ces deux noms sont les seuls par où il la crée.
    """
    nbgrader.apps.autogradeapp.Autograde = NotationDuCours
    nbgrader.apps.api.Autograde = NotationDuCours


CALCULEES = "Temps de calcul des fonctions des élèves : {secondes:.2f} s"  # bench.notation le lit


class SuiviNotation:
    """Où en est la notation d'une classe : une ligne qui se récrit au terminal, une par copie ailleurs."""

    def __init__(self, tp: str, total: int, dire: Callable[[str], None]) -> None:
        self._tp, self._total, self._dire = tp, total, dire
        self._fait, self._debut = 0, time.monotonic()
        self._terminal = sys.stdout.isatty()

    def ignorer(self) -> None:
        """Une copie de moins à noter : rien n'y a changé, ou elle est déjà en échec."""
        self._total -= 1

    def avancer(self, copie: CopieEnCours) -> None:
        """Cette copie est notée, ou n'a pas pu l'être."""
        self._fait += 1
        avancement = Avancement(self._tp, self._fait, self._total, time.monotonic() - self._debut)
        etat = "EN ÉCHEC" if copie.echouee else "notée"
        if self._terminal:
            print(f"\r\x1b[K{avancement.texte()} — {copie.eleve} : {etat}", end="", flush=True)
        else:
            self._dire(f"{avancement.compte} — {copie.eleve} : {etat}")

    def finir(self) -> None:
        """Laisse le terminal sur une ligne neuve."""
        if self._terminal and self._fait:
            print()


# --- Ce qu'il faut à une copie, et à toute la classe -----------------------------------------------------

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
