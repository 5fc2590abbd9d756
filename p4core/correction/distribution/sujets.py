"""« make notebooks » : engendrer notebooks/ à partir de solutions/, sans carnet de notes."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from nbgrader.converters import GenerateAssignment
from traitlets.config import Config

from p4core.correction.cours import ouvrir, tps_du_cours, trouver_racine


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


def main() -> None:
    """Met notebooks/ à jour : seuls les fichiers qui changent sont écrits."""
    racine = trouver_racine()
    cible = racine / ouvrir(racine).release_directory
    with tempfile.TemporaryDirectory() as neuf:
        generer(racine, Path(neuf))
        for nom in differences(Path(neuf), cible):
            _reporter(Path(neuf) / nom, cible / nom)


def _reporter(neuf: Path, cible: Path) -> None:
    """Copie un fichier nouveau ou changé ; retire celui qui n'a plus de source."""
    print(f"{'écrit' if neuf.is_file() else 'retiré'} : {cible}")
    if neuf.is_file():
        cible.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(neuf, cible)
    else:
        cible.unlink()


if __name__ == "__main__":
    main()
