"""La notation du cours : celle de nbgrader, isolée, parallèle, qu'une copie fautive n'arrête pas.

Les copies sont préparées une à une, exécutées à plusieurs (voir `equipe` et `cloison`), puis notées une à
une : un seul processus écrit dans le carnet de notes.
"""

from __future__ import annotations

import os
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import replace
from pathlib import Path
from typing import Any

import nbgrader.apps.api
import nbgrader.apps.autogradeapp
from nbgrader.api import Gradebook
from nbgrader.converters import Autograde, NbGraderException
from nbgrader.converters.base import BaseConverter
from nbgrader.utils import rmtree
from sqlalchemy.exc import OperationalError
from traitlets import Bool, Integer

from p4core.correction.cloison.bac import CloisonImpossible, verifier_cloison
from p4core.correction.cloison.copie import Sujet, Travail
from p4core.correction.cloison.enonce import enonce
from p4core.correction.cloison.session import Limites
from p4core.correction.cours import dossier
from p4core.correction.diagnostic import defaut_du_dossier, expliquer
from p4core.correction.empreinte import empreinte
from p4core.correction.journal import INTERROMPUE, Journal, dossier_des_rapports
from p4core.correction.notation.connexion import liaison_unique
from p4core.correction.notation.equipe import Copie, Equipe
from p4core.correction.notation.joints import fichiers_joints
from p4core.correction.notation.suivi import SuiviNotation
from p4core.correction.rapports.etats import carnets_attendus
from p4core.correction.rapports.rapport import dresser
from p4core.correction.reparations.preparation import preparer_classe
from p4core.correction.reparations.remarques import remarques


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
