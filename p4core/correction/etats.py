"""L'état de chaque copie d'un TP : notée, en échec, à noter, absente."""

from __future__ import annotations

from dataclasses import dataclass, field

from nbgrader.api import Gradebook, MissingEntry
from nbgrader.coursedir import CourseDirectory

from p4core.correction.cours import dossier, eleves_ayant_rendu
from p4core.correction.diagnostic import defaut_du_dossier
from p4core.correction.journal import Journal

NOTEE, A_RELIRE, ECHEC, A_NOTER, ABSENTE = "notée", "à relire", "ÉCHEC", "à noter", "non rendue"


@dataclass(frozen=True)
class Etat:
    """Une ligne du rapport. La note vaut None tant que la copie n'est pas notée : jamais un faux zéro."""

    eleve: str
    etat: str
    raison: str = ""
    note: float | None = None
    maximum: float = 0.0
    remarques: list[str] = field(default_factory=list)


def etats(cours: CourseDirectory, notes: Gradebook, tp: str) -> list[Etat]:
    """L'état de chaque élève connu, par ordre alphabétique."""
    eleves = {e.id for e in notes.students} | set(eleves_ayant_rendu(cours, tp))
    journal = Journal(cours, tp)
    return [_etat(cours, notes, tp, eleve, journal) for eleve in sorted(eleves)]


def _etat(cours: CourseDirectory, notes: Gradebook, tp: str, eleve: str, journal: Journal) -> Etat:
    """L'état d'une copie, d'après les dossiers, le journal et le carnet de notes."""
    rendu = dossier(cours, "submitted", eleve, tp)
    if not rendu.is_dir():
        return Etat(eleve, ABSENTE)
    attendus = carnets_attendus(notes, tp)
    entree = journal.lire(eleve)
    if raison := entree.echec or defaut_du_dossier(rendu, attendus):
        return Etat(eleve, ECHEC, raison)
    corrige = dossier(cours, "autograded", eleve, tp)
    if not all((corrige / f"{nom}.ipynb").is_file() for nom in attendus):
        return Etat(eleve, A_NOTER, f"lancez « nbgrader autograde {tp} »")
    return _noter(notes, tp, eleve, entree.remarques)


def carnets_attendus(notes: Gradebook, tp: str) -> list[str]:
    """Les noms des carnets du TP ; vide tant que le sujet n'a pas été généré."""
    try:
        return [carnet.name for carnet in notes.find_assignment(tp).notebooks]
    except MissingEntry:
        return []


def _noter(notes: Gradebook, tp: str, eleve: str, remarques: list[str]) -> Etat:
    """L'état d'une copie corrigée, avec sa note, pénalité de retard déduite."""
    try:
        copie = notes.find_submission(tp, eleve)
    except MissingEntry:
        return Etat(eleve, ECHEC, "copie corrigée mais absente du carnet de notes : relancez avec --force")
    note = max(0.0, copie.score - (copie.late_submission_penalty or 0.0))
    etat = A_RELIRE if copie.needs_manual_grade else NOTEE
    return Etat(eleve, etat, "; ".join(remarques), note, copie.max_score, remarques)
