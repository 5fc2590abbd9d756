"""Le dossier du cours, tel que « nbgrader_config.py » le décrit : ses TP, et la place de chaque copie."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import unicodedata
from pathlib import Path

from nbgrader.coursedir import CourseDirectory
from traitlets.config.loader import Config, PyFileConfigLoader

from p4core.commande import DemandeImpossible

CONFIGURATION = "nbgrader_config.py"


def trouver_racine(depart: Path | None = None) -> Path:
    """Le dossier le plus proche, en remontant, qui contient la configuration du cours."""
    depart = (depart or Path.cwd()).resolve()
    for dossier in (depart, *depart.parents):
        if (dossier / CONFIGURATION).is_file():
            return dossier
    raise DemandeImpossible(f"Aucun {CONFIGURATION} dans {depart} ni au-dessus : placez-vous dans le cours.")


def ouvrir(depart: Path | None = None) -> CourseDirectory:
    """Le cours de nbgrader, sans passer par sa ligne de commande ; exécute sa configuration."""
    _montrer_alembic()
    return CourseDirectory(
        config=PyFileConfigLoader(CONFIGURATION, path=str(trouver_racine(depart))).load_config()
    )


def _montrer_alembic() -> None:
    """nbgrader lance « alembic » par le PATH, où il n'est pas si l'environnement n'a pas été activé."""
    ici, chemins = str(Path(sys.executable).parent), os.environ.get("PATH", "")
    if ici not in chemins.split(os.pathsep):
        os.environ["PATH"] = os.pathsep.join(filter(None, [ici, chemins]))


def ouvrir_pour(tp: str) -> CourseDirectory:
    """Le cours du dossier courant, s'il a ce TP."""
    cours = ouvrir()
    exiger(cours, [tp])
    return cours


def reglages(cours: CourseDirectory) -> Config:
    """Tout ce que dit la configuration : lancé par nbgrader, le cours n'en garde que ce qui le concerne."""
    tout = Config(cours.config)
    if cours.parent is not None:
        tout.merge(cours.parent.config)
    return tout


def exiger(cours: CourseDirectory, tps: list[str]) -> None:
    """Refuse une demande qui nomme un TP que le cours n'a pas."""
    connus = tps_du_cours(cours)
    if inconnus := sorted(set(tps) - set(connus)):
        raise DemandeImpossible(f"TP inconnu : {', '.join(inconnus)}. Il y a : {', '.join(connus)}.")


def tps_du_cours(cours: CourseDirectory) -> list[str]:
    """Les noms des TP qui ont une source."""
    source = Path(cours.root) / cours.source_directory
    return sorted(d.name for d in source.iterdir() if any(d.glob("*.ipynb")))


# --- La place de chaque chose ----------------------------------------------------------------------------


def dossier(cours: CourseDirectory, etape: str, eleve: str, tp: str) -> Path:
    """Le dossier d'une copie à une étape : « submitted », « autograded » ou « feedback »."""
    return Path(cours.format_path(getattr(cours, f"{etape}_directory"), eleve, tp))


def dossier_de_gestion(cours: CourseDirectory) -> Path:
    """Le dossier, ignoré de git, qui contient copies, notes et rapports."""
    return (Path(cours.root) / cours.submitted_directory).parent


def dossier_des_rapports(cours: CourseDirectory) -> Path:
    """Là où vont rapports et journaux."""
    return dossier_de_gestion(cours) / "rapports"


def eleves_ayant_rendu(cours: CourseDirectory, tp: str) -> list[str]:
    """Les élèves qui ont un dossier rendu pour ce TP, par ordre alphabétique."""
    rendus = Path(cours.root) / cours.submitted_directory
    return sorted(d.parent.name for d in rendus.glob(f"*/{tp}") if d.is_dir())


def ecrire_entier(cible: Path, octets: bytes) -> None:
    """Écrit un fichier entier ou pas du tout, même si la machine s'arrête."""
    cible.parent.mkdir(parents=True, exist_ok=True)
    brouillon = cible.with_name(f".{cible.name}.tmp")
    try:
        brouillon.write_bytes(octets)
        brouillon.replace(cible)
    except OSError:
        with contextlib.suppress(OSError):  # sur un disque plein, ce qu'il en reste prendrait de la place
            brouillon.unlink(missing_ok=True)
        raise


# --- L'empreinte d'une copie : a-t-elle changé depuis qu'elle a été notée ? ------------------------------

DOSSIER_MAX = 500_000_000  # octets : au-delà, un dossier rendu n'est ni lu ni recopié
HORODATAGE = "timestamp.txt"  # écrit par nbgrader et par le ramassage : il ne fait pas partie du travail


def empreinte(rendu: Path) -> str:
    """Une empreinte des noms et des octets d'un dossier rendu ; ni date ni ordre n'y comptent."""
    fichiers = (p for p in rendu.rglob("*") if p.is_file() and not p.is_symlink())
    contenus = {
        unicodedata.normalize("NFC", p.relative_to(rendu).as_posix()): p
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
