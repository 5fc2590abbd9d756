"""Lire un notebook comme il est sur le disque, même abîmé."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from p4core.pret.analyse import Code, analyser


class Illisible(Exception):
    """Le fichier n'est pas un notebook que l'on puisse corriger."""


@dataclass(frozen=True)
class Cellule:
    """Une cellule du fichier."""

    genre: str  # « code », « markdown »…
    source: str
    grade_id: str = ""  # vide : nbgrader ne la connaît pas
    identifiant: str = ""

    @cached_property
    def code(self) -> Code:
        """Ce que la cellule définit, lit et demande."""
        return analyser(self.source if self.genre == "code" else "")


def lire(chemin: Path) -> list[Cellule]:
    """Les cellules du fichier, dans l'ordre."""
    try:
        contenu = json.loads(chemin.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as erreur:
        raise Illisible(f"le fichier {chemin.name} est illisible ({type(erreur).__name__})") from erreur
    cellules = contenu.get("cells") if isinstance(contenu, dict) else None
    if not isinstance(cellules, list) or not cellules:
        raise Illisible(f"le fichier {chemin.name} ne contient aucune cellule")
    return [_cellule(brute) for brute in cellules if isinstance(brute, dict)]


def _cellule(brute: dict[str, Any]) -> Cellule:
    return Cellule(_texte(brute.get("cell_type")), _source(brute), _grade_id(brute), _texte(brute.get("id")))


def _source(brute: dict[str, Any]) -> str:
    """Le texte, que le format permet d'écrire d'un bloc ou ligne par ligne."""
    source = brute.get("source", "")
    return "".join(map(_texte, source)) if isinstance(source, list) else _texte(source)


def _grade_id(brute: dict[str, Any]) -> str:
    metadonnees = brute.get("metadata")
    nbgrader = metadonnees.get("nbgrader") if isinstance(metadonnees, dict) else None
    return _texte(nbgrader.get("grade_id")) if isinstance(nbgrader, dict) else ""


def _texte(valeur: Any) -> str:
    return valeur if isinstance(valeur, str) else ""
