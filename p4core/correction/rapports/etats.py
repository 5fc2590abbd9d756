"""L'état de chaque copie d'un TP : notée, en échec, à noter, absente."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from nbgrader.api import Gradebook, MissingEntry
from nbgrader.coursedir import CourseDirectory

from p4core.correction.cours import dossier, eleves_ayant_rendu
from p4core.correction.diagnostic import defaut_du_dossier
from p4core.correction.empreinte import empreinte
from p4core.correction.journal import Entree, Journal
from p4core.correction.registre import REFUSEE, Registre

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
    nom: str = ""

    @property
    def qui(self) -> str:
        """Le vrai nom suivi de l'identifiant, ou l'identifiant seul."""
        return f"{self.nom} ({self.eleve})" if self.nom and self.nom != self.eleve else self.eleve


def etats(cours: CourseDirectory, notes: Gradebook, tp: str) -> list[Etat]:
    """L'état de chaque élève connu, par ordre alphabétique."""
    registre, journal = Registre(cours, tp), Journal(cours, tp)
    attendus = carnets_attendus(notes, tp)
    eleves = {e.id for e in notes.students} | set(eleves_ayant_rendu(cours, tp)) | set(registre.envois)
    noms = _noms(notes) | registre.noms
    lignes = (_etat(cours, notes, tp, eleve, journal.lire(eleve), attendus) for eleve in sorted(eleves))
    return [_completer(ligne, registre, noms.get(ligne.eleve, "")) for ligne in lignes]


def _noms(notes: Gradebook) -> dict[str, str]:
    """Les noms que connaît nbgrader."""
    return {e.id: " ".join(x for x in (e.last_name, e.first_name) if x) for e in notes.students}


def _completer(etat: Etat, registre: Registre, nom: str) -> Etat:
    """Ajoute le vrai nom, et l'envoi refusé dont il n'y a pas d'autre trace."""
    envoi = registre.envois.get(etat.eleve)
    if envoi is None or envoi.etat != REFUSEE:
        return replace(etat, nom=nom)
    if etat.etat == ABSENTE:
        return replace(etat, nom=nom, etat=ECHEC, raison=f"envoi refusé : {envoi.raison}")
    phrase = f"le dernier envoi a été refusé ({envoi.raison}) : c'est la copie précédente qui compte"
    return replace(etat, nom=nom, remarques=[*etat.remarques, phrase], raison=_joindre(etat.raison, phrase))


def _joindre(*phrases: str) -> str:
    return "; ".join(p for p in phrases if p)


def _etat(
    cours: CourseDirectory, notes: Gradebook, tp: str, eleve: str, entree: Entree, attendus: list[str]
) -> Etat:
    """L'état d'une copie, d'après les dossiers, le journal et le carnet de notes."""
    rendu = dossier(cours, "submitted", eleve, tp)
    if not rendu.is_dir():
        return Etat(eleve, ABSENTE)
    if raison := entree.echec or defaut_du_dossier(rendu, attendus):
        return Etat(eleve, ECHEC, raison)
    corrige = dossier(cours, "autograded", eleve, tp)
    if not all((corrige / f"{nom}.ipynb").is_file() for nom in attendus):
        return Etat(eleve, A_NOTER, f"lancez « p4 noter {tp} »")
    if entree.empreinte and entree.empreinte != empreinte(rendu):
        return Etat(eleve, A_NOTER, f"la copie a changé depuis sa notation : relancez « p4 noter {tp} »")
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
