"""Le sujet distribué : de quoi reconnaître une copie, même renommée ou privée de ses métadonnées."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
from nbgrader.coursedir import CourseDirectory

from p4core.correction.carnet_source import identifiant
from p4core.correction.contenu import Illisible, remettre_en_forme


@dataclass(frozen=True)
class Sujet:
    """Un carnet du TP : son nom, ses cellules nbgrader, le texte de ses cellules verrouillées."""

    nom: str
    identifiants: frozenset[str]
    textes: frozenset[str]
    cellules: tuple[Any, ...] = ()

    def reconnait(self, octets: bytes) -> bool:
        """Est-ce manifestement une copie de ce carnet ? La moitié de ses cellules suffit."""
        try:
            contenu = nbformat.from_dict(json.loads(remettre_en_forme(octets, "")[0]))
        except Illisible:
            return False
        noms = {identifiant(c) for c in contenu.cells}
        textes = {_texte(c.source) for c in contenu.cells}
        return _moitie(noms, self.identifiants) or _moitie(textes, self.textes)


def _moitie(trouves: Collection[str | None], attendus: Collection[str]) -> bool:
    return 2 * len(set(trouves) & set(attendus)) >= len(attendus) > 0


def _texte(source: str | list[str]) -> str:
    return "".join(source).strip()


def dossier_du_sujet(cours: CourseDirectory, tp: str) -> Path:
    """Le dossier distribué aux élèves."""
    return Path(cours.format_path(cours.release_directory, ".", tp))


def sujets(cours: CourseDirectory, tp: str) -> list[Sujet]:
    """Les carnets distribués d'un TP ; aucun tant que le sujet n'a pas été engendré."""
    return [lire_sujet(chemin) for chemin in sorted(dossier_du_sujet(cours, tp).glob("*.ipynb"))]


def lire_sujet(chemin: Path) -> Sujet:
    """Lit un carnet distribué."""
    cellules = nbformat.read(chemin, as_version=4).cells
    nommees = {nom: c for c in cellules if (nom := identifiant(c)) is not None}
    verrous = {_texte(c.source) for c in nommees.values() if c.metadata["nbgrader"].get("locked")}
    return Sujet(chemin.stem, frozenset(nommees), frozenset(verrous), tuple(cellules))
