"""L'état de chaque copie d'un TP : notée, en échec (et pourquoi), à noter, absente."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from nbgrader.api import Gradebook, MissingEntry
from nbgrader.coursedir import CourseDirectory

from p4cours.carnets import CarnetIllisible, etoilees
from p4prof.bareme import (
    ANCIEN_SUJET,
    Notes,
    carnets_de_la_source,
    empreinte_des_points,
    gains,
    nommer_les_cellules,
    titres_de,
    totaliser,
)
from p4prof.carnets import LIMITE, Sujet, en_mega, remettre_en_forme
from p4prof.classe import Classe
from p4prof.cours import DOSSIER_MAX, HORODATAGE, dossier, eleves_ayant_rendu, empreinte, reglages
from p4prof.eleves import A_ATTRIBUER, REFUSEE, Entree, Journal, Registre, en_ascii, lisible

# --- Pourquoi une copie n'a pas pu être notée ------------------------------------------------------------

# Par nom d'exception : plusieurs bibliothèques définissent la leur pour un même incident.
_INCIDENTS = {
    "BacEnPanne": "le bac à sable n'a pas démarré : relancez la notation",
    "CloisonImpossible": "le bac à sable ne fonctionne pas sur la machine qui devait noter cette copie",
    "NotationMorte": "le processus qui notait cette copie s'est arrêté, plusieurs fois",
    "DeadKernelError": "le noyau Python s'est arrêté net pendant l'exécution (mémoire, os._exit, plantage)",
    "CellTimeoutError": "une cellule ne s'arrête pas et n'a pas pu être interrompue",
    "UnresponsiveKernelError": "une cellule ne s'arrête pas et n'a pas pu être interrompue",
    "TimeoutError": "le noyau Python ne répond pas",
    "ValidationError": "les métadonnées du carnet sont abîmées",
    "SchemaTooOldError": "les métadonnées nbgrader du carnet sont d'un autre format",
    "SchemaTooNewError": "les métadonnées nbgrader du carnet sont d'un autre format",
}


def expliquer(incident: BaseException) -> str:
    """Une phrase pour une exception levée pendant la notation."""
    for classe in type(incident).__mro__:
        if classe.__name__ in _INCIDENTS:
            return _INCIDENTS[classe.__name__]
    return f"erreur pendant la notation : {type(incident).__name__} : {_premiere_ligne(incident)}"


def _premiere_ligne(incident: BaseException) -> str:
    return next((ligne for ligne in str(incident).splitlines() if ligne.strip()), "sans message")


def defaut_du_dossier(dossier: Path, attendus: Collection[str]) -> str | None:
    """Ce qui empêche de noter ce dossier rendu, ou None si tout semble en ordre."""
    try:
        return _defaut_du_dossier(dossier, attendus)
    except OSError as panne:
        return f"dossier rendu illisible : {panne.strerror}"


def est_un_lien(dossier: Path) -> bool:
    """Ce dossier rendu, ou celui de l'élève, mène-t-il ailleurs ?"""
    return dossier.is_symlink() or dossier.parent.is_symlink()


def _defaut_du_dossier(dossier: Path, attendus: Collection[str]) -> str | None:
    if est_un_lien(dossier):
        return "le dossier rendu est un lien symbolique"
    if liens := sorted(lisible(p.name) for p in dossier.rglob("*") if p.is_symlink()):
        return f"lien symbolique dans le dossier rendu : {', '.join(liens)}"
    if speciaux := sorted(lisible(p.name) for p in dossier.rglob("*") if not p.is_file() and not p.is_dir()):
        return f"fichier spécial (tube, prise, périphérique) dans le dossier rendu : {', '.join(speciaux)}"
    if (taille := sum(p.lstat().st_size for p in dossier.rglob("*"))) > DOSSIER_MAX:
        return f"dossier rendu trop gros : {en_mega(taille)}, {en_mega(DOSSIER_MAX)} au plus"
    presents = carnets(dossier)
    if not presents:
        return "aucun carnet (.ipynb) dans le dossier rendu"
    for nom in attendus:
        chemin = dossier / f"{nom}.ipynb"
        if not chemin.is_file():
            autres = ", ".join(lisible(p.name) for p in presents)
            return f"carnet renommé ou manquant : « {nom}.ipynb » attendu, trouvé : {autres}"
        if defaut := defaut_du_carnet(chemin):
            return defaut
    return None


def carnets(dossier: Path) -> list[Path]:
    """Les carnets d'un dossier, même si un navigateur ou un système en a changé l'extension."""
    return sorted(
        p for p in dossier.iterdir() if re.search(r"\.ipynb(\.(txt|json))?$", p.name, re.IGNORECASE)
    )


def defaut_du_carnet(chemin: Path) -> str | None:
    """Ce qui rend ce fichier impossible à noter, ou None."""
    try:
        remettre_en_forme(lire_fichier(chemin), chemin.name)
    except CarnetIllisible as defaut:
        return str(defaut)
    return None


def lire_fichier(chemin: Path) -> bytes:
    """Les octets d'un carnet ; ni lien suivi, ni fichier énorme chargé en mémoire."""
    if chemin.is_symlink() or not chemin.is_file():
        raise CarnetIllisible(f"ce n'est pas un fichier ordinaire : {chemin.name}")
    if (taille := chemin.stat().st_size) > LIMITE:
        tailles = f"{en_mega(taille)}, {en_mega(LIMITE)} au plus"
        raise CarnetIllisible(f"fichier trop gros : {chemin.name} ({tailles})")
    try:
        return chemin.read_bytes()
    except OSError as panne:
        raise CarnetIllisible(f"fichier illisible : {chemin.name} ({panne.strerror})") from panne


def trouver_renomme(dossier: Path, sujet: Sujet) -> Path | None:
    """Le seul carnet du dossier qui soit manifestement ce sujet sous un autre nom, s'il y en a un."""
    if (dossier / f"{sujet.nom}.ipynb").exists():
        return None
    candidats = [p for p in carnets(dossier) if est_copie(p, sujet)]
    return candidats[0] if len(candidats) == 1 else None


def est_copie(chemin: Path, sujet: Sujet) -> bool:
    """Le fichier est-il manifestement une copie de ce sujet ?"""
    try:
        return sujet.reconnait(lire_fichier(chemin))
    except CarnetIllisible:
        return False


# --- L'état d'une copie ----------------------------------------------------------------------------------

NOTEE, A_RELIRE, ECHEC, A_NOTER, ABSENTE = "notée", "à relire", "ÉCHEC", "à noter", "non rendue"
SANS_ELEVE = "à attribuer"  # on ne sait pas encore de qui est la copie
RAISONNEMENT = "raisonnement à noter"  # la note n'est que celle de la part automatique


@dataclass(frozen=True)
class Etat:
    """Une ligne du rapport. La note vaut None tant que la copie n'est pas notée : jamais un faux zéro."""

    eleve: str
    etat: str
    raison: str = ""
    note: float | None = None
    maximum: float = 0.0
    mention: str = ""  # comment on est arrivé à cette note
    remarques: list[str] = field(default_factory=list)
    nom: str = ""
    retard: str = ""  # de combien l'échéance du TP a été dépassée
    avec: str = ""  # en binôme : l'élève dont la copie est aussi la sienne

    @property
    def copie(self) -> str:
        """L'élève qui porte cette copie : lui, ou son binôme."""
        return self.avec or self.eleve

    @property
    def partielle(self) -> bool:
        """La note n'est-elle que celle de la part automatique ?"""
        return self.etat == RAISONNEMENT

    @property
    def explication(self) -> str:
        """Ce qu'un fichier de notes dit d'une ligne : comment est faite la note, et ce qui a été réparé."""
        return _joindre(self.mention, self.raison, self.retard)

    @property
    def qui(self) -> str:
        """Le vrai nom suivi de l'identifiant, ou l'identifiant seul."""
        return f"{self.nom} ({self.eleve})" if self.nom and self.nom != self.eleve else self.eleve


@dataclass(frozen=True)
class _Sujet:
    """Ce dont dépend la note de toutes les copies d'un TP."""

    tp: str
    carnets: list[str]
    bonus: frozenset[str]
    raisonnement: bool  # ses points comptent-ils ?
    points: str  # leur empreinte
    titres: Mapping[str, str]  # de chaque cellule, pour une personne


def etats(cours: CourseDirectory, notes: Gradebook, tp: str) -> list[Etat]:
    """L'état de chaque élève connu, par ordre alphabétique."""
    registre, journal = Registre(cours, tp), Journal(cours, tp)
    sujet = _Sujet(
        tp,
        carnets_attendus(notes, tp),
        frozenset().union(*map(etoilees, carnets_de_la_source(cours, tp).values())),
        Notes(config=reglages(cours)).raisonnement,
        empreinte_des_points(notes, tp),
        titres_de(cours, tp),
    )
    classe = Classe(cours)
    partis = {e for e, inscrit in classe.inscrits.items() if inscrit.parti}
    eleves = {e.id for e in notes.students} | set(eleves_ayant_rendu(cours, tp)) | set(registre.envois)
    noms = {e: envoi.nom for e, envoi in registre.envois.items()} | _noms(notes) | registre.noms
    echeance = _echeance(notes, tp)
    lignes = {e: _etat(cours, notes, e, journal.lire(e), sujet) for e in eleves}
    lignes = {e: _dater(cours, tp, ligne, echeance) for e, ligne in lignes.items()}
    tous = [_completer(ligne, registre, noms.get(ligne.eleve, ""), lignes) for ligne in lignes.values()]
    # Par ordre alphabétique des noms ; qui a quitté la classe n'est plus attendu.
    tous.sort(key=lambda e: (en_ascii(e.nom or e.eleve), e.eleve))
    return [e for e in tous if not (e.etat == ABSENTE and e.eleve in partis)]


def _echeance(notes: Gradebook, tp: str) -> datetime | None:
    """La date avant laquelle le TP devait être rendu, si l'enseignant en a mis une."""
    try:
        date: datetime | None = notes.find_assignment(tp).duedate
    except MissingEntry:
        return None
    return date.replace(tzinfo=UTC) if date else None


def _dater(cours: CourseDirectory, tp: str, etat: Etat, echeance: datetime | None) -> Etat:
    """Dit le retard d'une copie ; ce qu'il coûte est l'affaire de l'enseignant."""
    rendu = dossier(cours, "submitted", etat.eleve, tp)
    if echeance is None or not (rendu / HORODATAGE).is_file():
        return etat
    date = cours.get_existing_timestamp(str(rendu))
    retard = date.replace(tzinfo=UTC) - echeance if date else timedelta(0)
    return replace(etat, retard=f"rendue {delai(retard)} après l'échéance") if retard > timedelta(0) else etat


def delai(duree: timedelta) -> str:
    """« 3 jours », « 2 h 05 », « 12 min »."""
    minutes = max(1, round(duree.total_seconds() / 60))
    heures, minutes_de_plus = divmod(minutes, 60)
    if heures >= 48:
        return f"{heures // 24} jours"
    return f"{heures} h {minutes_de_plus:02d}" if heures else f"{minutes} min"


def _noms(notes: Gradebook) -> dict[str, str]:
    """Les noms que connaît nbgrader."""
    return {e.id: " ".join(x for x in (e.last_name, e.first_name) if x) for e in notes.students}


def _completer(etat: Etat, registre: Registre, nom: str, tous: dict[str, Etat]) -> Etat:
    """Ajoute le vrai nom, la note du binôme, et l'envoi refusé dont il n'y a pas d'autre trace."""
    envoi = registre.envois.get(etat.eleve)
    if envoi and envoi.etat == A_ATTRIBUER:
        return replace(etat, nom=nom, etat=SANS_ELEVE, raison=envoi.raison)
    if envoi and envoi.avec in tous and etat.etat == ABSENTE:
        phrase = f"en binôme avec {registre.nom(envoi.avec)}"
        raison = _joindre(tous[envoi.avec].raison, phrase)
        return replace(tous[envoi.avec], eleve=etat.eleve, nom=nom, avec=envoi.avec, raison=raison)
    if envoi is None or envoi.etat != REFUSEE:
        return replace(etat, nom=nom)
    if etat.etat == ABSENTE:
        return replace(etat, nom=nom, etat=ECHEC, raison=f"envoi refusé : {envoi.raison}")
    phrase = f"le dernier envoi a été refusé ({envoi.raison}) : c'est la copie précédente qui compte"
    return replace(etat, nom=nom, remarques=[*etat.remarques, phrase], raison=_joindre(etat.raison, phrase))


def _joindre(*phrases: str) -> str:
    return " ; ".join(p for p in phrases if p)


def _etat(cours: CourseDirectory, notes: Gradebook, eleve: str, entree: Entree, sujet: _Sujet) -> Etat:
    """L'état d'une copie, d'après les dossiers, le journal et le carnet de notes."""
    tp = sujet.tp
    rendu = dossier(cours, "submitted", eleve, tp)
    if not rendu.is_dir():
        return Etat(eleve, ABSENTE)
    if raison := entree.echec or defaut_du_dossier(rendu, sujet.carnets):
        return Etat(eleve, ECHEC, raison)
    corrige = dossier(cours, "autograded", eleve, tp)
    if not all((corrige / f"{nom}.ipynb").is_file() for nom in sujet.carnets):
        return Etat(eleve, A_NOTER, f"lancez « p4 noter {tp} »")
    if entree.empreinte and entree.empreinte != empreinte(rendu):
        return Etat(eleve, A_NOTER, f"la copie a changé depuis sa notation : relancez « p4 noter {tp} »")
    if entree.bareme and entree.bareme != sujet.points:
        return Etat(eleve, A_NOTER, f"les points ont changé depuis sa notation : relancez « p4 noter {tp} »")
    return _noter(notes, eleve, entree, sujet)


def carnets_attendus(notes: Gradebook, tp: str) -> list[str]:
    """Les noms des carnets du TP ; vide tant que le sujet n'a pas été généré."""
    try:
        return [carnet.name for carnet in notes.find_assignment(tp).notebooks]
    except MissingEntry:
        return []


def _noter(notes: Gradebook, eleve: str, entree: Entree, sujet: _Sujet) -> Etat:
    """L'état d'une copie corrigée, avec sa note, pénalité de retard déduite."""
    try:
        copie = notes.find_submission(sujet.tp, eleve)
    except MissingEntry:
        return Etat(eleve, ECHEC, "copie corrigée mais absente du carnet de notes : relancez avec --force")
    obtenus = [g for carnet in copie.notebooks for g in gains(carnet, sujet.bonus, entree.absentes)]
    penalite, mention = copie.late_submission_penalty or 0.0, ANCIEN_SUJET if entree.absentes else ""
    total = totaliser(obtenus, sujet.raisonnement, penalite, mention)
    etat = RAISONNEMENT if total.attente else A_RELIRE if total.a_relire else NOTEE
    remarques = [nommer_les_cellules(phrase, sujet.titres) for phrase in entree.remarques]
    return Etat(eleve, etat, _joindre(*remarques), total.note, total.sur, total.mention, remarques)
