"""L'empreinte d'une copie : savoir si elle a changé depuis qu'elle a été notée."""

from __future__ import annotations

import hashlib
import unicodedata
from pathlib import Path

DOSSIER_MAX = 500_000_000  # octets : au-delà, un dossier rendu n'est ni lu ni recopié
HORODATAGE = "timestamp.txt"  # écrit par nbgrader et par le ramassage : il ne fait pas partie du travail


def empreinte(dossier: Path) -> str:
    """Une empreinte des noms et des octets d'un dossier rendu ; ni date ni ordre n'y comptent."""
    fichiers = (p for p in dossier.rglob("*") if p.is_file() and not p.is_symlink())
    contenus = {
        unicodedata.normalize("NFC", p.relative_to(dossier).as_posix()): p
        for p in fichiers
        if p.name != HORODATAGE and ".ipynb_checkpoints" not in p.parts
    }
    somme = hashlib.sha256()
    for nom, chemin in sorted(contenus.items()):
        somme.update(f"{nom}\0{_somme(chemin)}\0".encode("utf-8", "surrogateescape"))
    return somme.hexdigest()


def _somme(chemin: Path) -> str:
    if (taille := chemin.stat().st_size) > DOSSIER_MAX:
        return f"{taille} octets"
    with chemin.open("rb") as fichier:
        return hashlib.file_digest(fichier, "sha256").hexdigest()
