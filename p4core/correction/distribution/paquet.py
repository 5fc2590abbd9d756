"""« make eleves » : une archive du cours à donner aux élèves, sans solutions ni réponses d'essai."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

from p4core.correction.cours import trouver_racine

# Ce dont un élève a besoin pour « make lab » (ou ses deux lignes de pip), et rien d'autre.
CONTENU = (
    "p4core",
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


if __name__ == "__main__":
    dossier = trouver_racine()
    print(f"écrit : {archiver(dossier, dossier / 'gestion' / 'p4core-eleves.zip').relative_to(dossier)}")
