"""La notation du cours : celle de nbgrader, qu'une copie fautive n'arrête pas et qui rend compte."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import nbgrader.apps.api
import nbgrader.apps.autogradeapp
from nbgrader.api import Gradebook
from nbgrader.converters import Autograde, NbGraderException
from nbgrader.utils import rmtree

from p4core.correction.cours import dossier, eleves_ayant_rendu
from p4core.correction.diagnostic import defaut_du_dossier, expliquer, reconnaitre_renomme
from p4core.correction.etats import carnets_attendus
from p4core.correction.journal import INTERROMPUE, Journal, dossier_des_rapports
from p4core.correction.rapport import dresser
from p4core.correction.remarques import remarques


class NotationDuCours(Autograde):
    """« nbgrader autograde » qui tient un journal des échecs et finit par un rapport."""

    def start(self) -> None:
        """Note les copies, puis dresse le rapport quoi qu'il arrive."""
        self.tp = self.coursedir.assignment_id
        self.journal = Journal(self.coursedir, self.tp)
        self._remarques: list[str] = []
        self._cellules = self._cellules_attendues()
        try:
            super().start()
        finally:
            self._rendre_compte()

    def _cellules_attendues(self) -> dict[str, list[str]]:
        """Les identifiants des cellules nbgrader de chaque carnet du TP."""
        with Gradebook(self.coursedir.db_url, self.coursedir.course_id) as notes:
            carnets = [notes.find_notebook(nom, self.tp) for nom in carnets_attendus(notes, self.tp)]
            return {carnet.name: [c.name for c in carnet.source_cells] for carnet in carnets}

    def init_notebooks(self) -> None:
        """Avant de chercher les carnets, reprend sous le bon nom ceux qui ont été renommés."""
        for eleve in eleves_ayant_rendu(self.coursedir, self.tp):
            rendu = dossier(self.coursedir, "submitted", eleve, self.tp)
            for nom, cellules in self._cellules.items():
                if trouve := reconnaitre_renomme(rendu, nom, cellules):
                    self.log.warning("%s : « %s » reconnu comme %s.ipynb", eleve, trouve.name, nom)
                    shutil.copy(trouve, rendu / f"{nom}.ipynb")
        super().init_notebooks()

    def init_destination(self, assignment_id: str, student_id: str) -> bool:
        """Une copie en échec ou interrompue est toujours reprise ; elle reste en échec jusqu'au bout."""
        if self.journal.lire(student_id).echec:
            corrige = dossier(self.coursedir, "autograded", student_id, assignment_id)
            if corrige.exists():
                rmtree(str(corrige))
        a_noter = bool(super().init_destination(assignment_id, student_id))
        if a_noter:
            self.journal.ecrire(student_id, INTERROMPUE)
            self._remarques = self._carnets_en_trop(student_id)
        return a_noter

    def init_assignment(self, assignment_id: str, student_id: str) -> None:
        """Prépare une copie ; l'échec à ce stade est noté au journal."""
        try:
            super().init_assignment(assignment_id, student_id)
        except Exception as incident:
            self._echouer(student_id, incident)
            raise

    def convert_single_notebook(self, notebook_filename: str) -> None:
        """Note un carnet ; aucun incident propre à une copie n'arrête les suivantes."""
        student_id = Path(notebook_filename).parts[-3]
        try:
            super().convert_single_notebook(notebook_filename)
        except Exception as incident:
            self._echouer(student_id, incident)
            raise NbGraderException(str(incident)) from incident

    def write_single_notebook(self, output: str, resources: Any) -> None:
        """Recueille au passage les remarques des étapes de réparation."""
        super().write_single_notebook(output, resources)
        self._remarques += remarques(resources)

    def set_permissions(self, assignment_id: str, student_id: str) -> None:
        """Dernière étape d'une copie : elle est notée, le journal peut le dire."""
        super().set_permissions(assignment_id, student_id)
        self.journal.ecrire(student_id, remarques=self._remarques)

    def _echouer(self, eleve: str, incident: Exception) -> None:
        """Note au journal pourquoi cette copie n'a pas de note."""
        rendu = dossier(self.coursedir, "submitted", eleve, self.tp)
        raison = self._sujet_inconnu() or defaut_du_dossier(rendu, self._cellules) or expliquer(incident)
        self.journal.ecrire(eleve, raison)

    def _sujet_inconnu(self) -> str:
        """Ce n'est alors pas la faute de l'élève : il manque une étape à l'enseignant."""
        conseil = f"lancez d'abord « nbgrader generate_assignment {self.tp} »"
        return "" if self._cellules else f"le sujet n'est pas encore dans le carnet de notes : {conseil}"

    def _carnets_en_trop(self, eleve: str) -> list[str]:
        """Signale les carnets inattendus : le travail est peut-être dans l'un d'eux."""
        rendu = dossier(self.coursedir, "submitted", eleve, self.tp)
        autres = sorted(p.name for p in rendu.glob("*.ipynb") if p.stem not in self._cellules)
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
