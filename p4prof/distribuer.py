"""« make notebooks » : engendrer notebooks/ à partir de solutions/, sans carnet de notes.
« make eleves » : une archive du cours à donner aux élèves, sans solutions ni réponses d'essai.
La commande « p4 distribuer » : un zip par TP, sans solutions ni tests cachés, à donner aux élèves.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import zipfile
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path

from nbgrader.api import Gradebook
from nbgrader.converters import GenerateAssignment
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from p4cours.pret.cellules import ecrire
from p4prof.cours import dossier_de_gestion, ouvrir, tps_du_cours, trouver_racine
from p4prof.etats import carnets_attendus

# --- « make notebooks » : engendrer notebooks/ à partir de solutions/, sans carnet de notes --------------


def generer(racine: Path, destination: Path, tps: list[str] | None = None) -> list[str]:
    """Engendre les sujets demandés (tous par défaut) dans un dossier et rend leurs noms."""
    cours = ouvrir(racine)
    cours.release_directory = str(destination.resolve())
    tps = tps_du_cours(racine) if tps is None else tps
    for cours.assignment_id in tps:
        GenerateAssignment(coursedir=cours, config=_sans_carnet_de_notes(cours.config)).start()
    return tps


def _sans_carnet_de_notes(config: Config) -> Config:
    """Les réglages de « nbgrader generate_assignment --no-db »."""
    config.GenerateAssignment.no_database = True
    config.SaveCells.enabled = False
    return config


def differences(attendu: Path, actuel: Path) -> list[Path]:
    """Les fichiers (chemins relatifs) absents d'un des deux dossiers ou différents d'un octet."""
    noms = _fichiers(attendu) | _fichiers(actuel)
    return sorted(n for n in noms if _octets(attendu / n) != _octets(actuel / n))


def _fichiers(dossier: Path) -> set[Path]:
    """Les fichiers d'un dossier, hors points de reprise de Jupyter."""
    tous = (p.relative_to(dossier) for p in dossier.rglob("*") if p.is_file())
    return {p for p in tous if ".ipynb_checkpoints" not in p.parts}


def _octets(chemin: Path) -> bytes | None:
    return chemin.read_bytes() if chemin.is_file() else None


def mettre_a_jour(racine: Path) -> None:
    """Met notebooks/ et le relevé de ses cellules à jour : seuls les fichiers qui changent sont écrits."""
    cible = racine / ouvrir(racine).release_directory
    with tempfile.TemporaryDirectory() as neuf:
        generer(racine, Path(neuf))
        for nom in differences(Path(neuf), cible):
            _reporter(Path(neuf) / nom, cible / nom)
    ecrire(racine)


def _reporter(neuf: Path, cible: Path) -> None:
    """Copie un fichier nouveau ou changé ; retire celui qui n'a plus de source."""
    print(f"{'écrit' if neuf.is_file() else 'retiré'} : {cible}")
    if neuf.is_file():
        cible.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(neuf, cible)
    else:
        cible.unlink()


# --- « make eleves » : une archive du cours à donner aux élèves, sans solutions ni réponses d'essai ------


# Ce dont un élève a besoin pour « make lab » (ou ses deux lignes de pip), et rien d'autre.
CONTENU = (
    "p4core",
    "p4cours",
    "notebooks",
    "jupyter",
    "docs/guide_eleve.md",
    "docs/plateau.png",
    "LICENSE",
    "Makefile",
    "README.md",
    "constraints.txt",
    "environment.yml",
    "pyproject.toml",
)
_IGNORES = {"__pycache__", ".ipynb_checkpoints"}


def fichiers(racine: Path) -> Iterator[Path]:
    """Les fichiers de l'archive."""
    for nom in CONTENU:
        chemin = racine / nom
        trouves = sorted(chemin.rglob("*")) if chemin.is_dir() else [chemin]
        yield from (f for f in trouves if f.is_file() and not _IGNORES & set(f.parts))


def archiver(racine: Path, cible: Path) -> Path:
    """Écrit l'archive du cours et rend son chemin."""
    noms = {f"p4core-eleves/{f.relative_to(racine).as_posix()}": f.read_bytes() for f in fichiers(racine)}
    return zipper(noms, cible)


def zipper(contenus: dict[str, bytes], cible: Path) -> Path:
    """Écrit un zip dont les octets ne dépendent que des noms et des contenus ; rend son chemin."""
    cible.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(cible, "w") as archive:
        for nom, octets in sorted(contenus.items()):
            entree = zipfile.ZipInfo(nom)  # datée du 1er janvier 1980, quoi qu'il arrive
            entree.external_attr = 0o644 << 16
            archive.writestr(entree, octets, zipfile.ZIP_DEFLATED)
    return cible


# --- La commande « p4 distribuer » : un zip par TP, sans solutions ni tests cachés, à donner aux élèves --


LISEZ_MOI = """{tp}

1. Décompressez cette archive : travailler dans le zip ferait perdre votre travail.
2. Ouvrez {carnets} dans JupyterLab (p4core doit y être installé : voir le guide de l'élève).
3. Écrivez vos réponses là où il est écrit « À VOUS DE JOUER », et lancez les tests.
   Ne supprimez pas et ne recopiez pas les cellules de test.
4. Enregistrez, puis rendez le fichier .ipynb sous le même nom, seul ou dans un zip.
"""


def definir(analyseur: ArgumentParser) -> None:
    """Décrit les arguments de la commande."""
    analyseur.add_argument("tp", nargs="*", help="le nom d'un TP, par exemple tp3_ia ; tous si aucun")


def executer(arguments: Namespace) -> int:
    """Écrit les archives ; rend 2 si un TP n'existe pas."""
    racine = trouver_racine()
    connus = tps_du_cours(racine)
    if inconnus := sorted(set(arguments.tp) - set(connus)):
        print(f"TP inconnu : {', '.join(inconnus)}. Il y a : {', '.join(connus)}.")
        return 2
    tps = arguments.tp or connus
    for archive in distribuer(racine, tps):
        print(f"écrit : {archive.relative_to(racine)}")
    for tp in tps:
        if inscrire(ouvrir(racine), tp):
            print(f"{tp} est inscrit dans le carnet de notes.")
    return 0


def distribuer(racine: Path, tps: list[str]) -> list[Path]:
    """Engendre les sujets à neuf et écrit un zip par TP dans « gestion/distribution »."""
    cible = dossier_de_gestion(ouvrir(racine)) / "distribution"
    with tempfile.TemporaryDirectory() as neuf:
        generer(racine, Path(neuf), tps)
        return [zipper(_contenus(Path(neuf) / tp), cible / f"{tp}.zip") for tp in tps]


def _contenus(sujet: Path) -> dict[str, bytes]:
    """Le carnet, ses données et un mode d'emploi, dans un dossier au nom du TP."""
    fichiers = [p for p in sujet.rglob("*") if p.is_file()]
    contenus = {f"{sujet.name}/{p.relative_to(sujet).as_posix()}": p.read_bytes() for p in fichiers}
    carnets = ", ".join(sorted(p.name for p in fichiers if p.suffix == ".ipynb"))
    return contenus | {
        f"{sujet.name}/LISEZ-MOI.txt": LISEZ_MOI.format(tp=sujet.name, carnets=carnets).encode()
    }


def inscrire(cours: CourseDirectory, tp: str) -> bool:
    """Fait connaître le TP au carnet de notes s'il ne l'est pas ; sans cela rien ne pourrait être noté."""
    with Gradebook(cours.db_url, cours.course_id) as notes:
        if carnets_attendus(notes, tp):
            return False
    cours.assignment_id = tp
    GenerateAssignment(coursedir=cours, config=cours.config).start()
    return True


if __name__ == "__main__":  # « make notebooks », « make eleves »
    cours = trouver_racine()
    if sys.argv[1:] == ["eleves"]:
        print(f"écrit : {archiver(cours, cours / 'gestion' / 'p4core-eleves.zip').relative_to(cours)}")
    else:
        mettre_a_jour(cours)
