"""« nbgrader export » : les notes en CSV, où un échec n'est jamais un zéro."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from nbgrader.api import Gradebook
from nbgrader.plugins import ExportPlugin

from p4core.correction.cours import dossier_de_gestion
from p4core.correction.rapports.etats import Etat, etats
from p4core.correction.rapports.rapport import ecrire_csv, note_et_sur

ENTETES = ["identifiant", "nom", "prénom", "courriel", "tp", "note", "sur", "état", "raison"]


class ExportNotes(ExportPlugin):
    """Une ligne par élève et par TP ; la note est vide tant que la copie n'est pas notée."""

    def export(self, gradebook: Gradebook) -> None:
        """Écrit le fichier demandé par « --to » (« gestion/notes.csv » par défaut)."""
        cours = self.parent.coursedir
        cible = Path(self.to) if self.to else dossier_de_gestion(cours) / "notes.csv"
        eleves = {e.id: e for e in gradebook.students}
        lignes = [
            _ligne(eleves.get(etat.eleve), tp.name, etat)
            for tp in gradebook.assignments
            if not self.assignment or tp.name in map(str, self.assignment)
            for etat in etats(cours, gradebook, tp.name)
            if not self.student or etat.eleve in map(str, self.student)
        ]
        with cible.open("w", encoding="utf-8-sig", newline="") as fichier:
            ecrire_csv(fichier, ENTETES, lignes)
        self.log.info("Notes écrites dans %s", cible)


def _ligne(eleve: Any, tp: str, etat: Etat) -> list[str]:
    """Les cases d'un élève ; il peut être inconnu du carnet de notes si sa copie a échoué."""
    qui = [etat.eleve, *(getattr(eleve, champ, None) or "" for champ in ("last_name", "first_name", "email"))]
    return [*qui, tp, *note_et_sur(etat), etat.etat, etat.raison]
