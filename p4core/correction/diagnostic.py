"""Dire en français pourquoi une copie n'a pas pu être notée."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path

from p4core.correction.contenu import LIMITE, Illisible, en_mega, remettre_en_forme
from p4core.correction.empreinte import DOSSIER_MAX
from p4core.correction.noms import lisible
from p4core.correction.sujet import Sujet

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
    except Illisible as defaut:
        return str(defaut)
    return None


def lire_fichier(chemin: Path) -> bytes:
    """Les octets d'un carnet ; ni lien suivi, ni fichier énorme chargé en mémoire."""
    if chemin.is_symlink() or not chemin.is_file():
        raise Illisible(f"ce n'est pas un fichier ordinaire : {chemin.name}")
    if (taille := chemin.stat().st_size) > LIMITE:
        raise Illisible(f"fichier trop gros : {chemin.name} ({en_mega(taille)}, {en_mega(LIMITE)} au plus)")
    try:
        return chemin.read_bytes()
    except OSError as panne:
        raise Illisible(f"fichier illisible : {chemin.name} ({panne.strerror})") from panne


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
    except Illisible:
        return False
