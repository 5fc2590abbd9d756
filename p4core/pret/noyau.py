"""Ce que l'on sait du notebook ouvert : où est son fichier, et ce que son noyau a exécuté."""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from p4core.pret.cellules import Cellule, Illisible, lire
from p4core.pret.sujets import sujets
from p4core.progression import duree

UN_JOUR = 86_400.0  # secondes


@dataclass(frozen=True)
class Copie:
    """Un notebook sur le disque, et le noyau où il est ouvert."""

    chemin: Path
    cellules: list[Cellule]
    executees: list[str] | None = None  # les cellules exécutées, de la plus ancienne à la plus récente
    noms: frozenset[str] = field(default_factory=frozenset)  # ceux que le noyau connaît

    @property
    def ouverte(self) -> bool:
        """Le fichier est-il, à coup sûr, celui que l'élève a devant lui ?"""
        return self.executees is not None

    def enregistrement(self) -> str:
        """Quand le fichier a été enregistré, en clair ; un fichier d'une archive n'a pas de vraie date."""
        age = max(0.0, time.time() - self.chemin.stat().st_mtime)
        return f"enregistré il y a {duree(age)}" if age < UN_JOUR else "pas enregistré depuis un jour"


def ouvrir(tp: str) -> Copie | None:
    """La copie de ce TP, ou None si l'on ne trouve pas son fichier."""
    for chemin in _annonces():
        if chemin.is_file() and _est_du_tp(chemin, tp):
            return Copie(chemin, lire(chemin), _executees(), frozenset(_espace()))
    voisins = [chemin for chemin in sorted(Path.cwd().glob("*.ipynb")) if _est_du_tp(chemin, tp)]
    nommes = [chemin for chemin in voisins if chemin.stem == tp] or voisins
    return Copie(nommes[0], lire(nommes[0])) if len(nommes) == 1 else None


def _annonces() -> list[Path]:
    """Le fichier ouvert, d'après VS Code ou d'après le serveur Jupyter."""
    dits = [_espace().get("__vsc_ipynb_file__"), os.environ.get("JPY_SESSION_NAME")]
    return [Path(dit) for dit in dits if isinstance(dit, str) and dit.endswith(".ipynb")]


def _est_du_tp(chemin: Path, tp: str) -> bool:
    """Le fichier porte-t-il le nom de ce TP ou, renommé, a-t-il de ses cellules ?"""
    if chemin.stem == tp:
        return True
    try:
        presentes = {cellule.grade_id for cellule in lire(chemin)}
    except Illisible:
        return False  # un autre fichier du dossier, qui n'est pas en cause
    return any(attendue.grade_id in presentes for attendue in sujets()[tp])


def _ipython() -> Any:
    ipython = sys.modules.get("IPython")
    return ipython.get_ipython() if ipython else None


def _espace() -> dict[str, Any]:
    ipython = _ipython()
    return ipython.user_ns if ipython else {}


def _executees() -> list[str]:
    """Les textes exécutés tels que tapés (`In` les garde traduits, quand ils contiennent des « % »)."""
    ipython = _ipython()
    return [texte.strip() for texte in ipython.history_manager.input_hist_raw] if ipython else []
