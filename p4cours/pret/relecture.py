"""Relire un notebook avant de le rendre : son fichier, son noyau, et ce qu'on en dit à l'élève."""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from p4core.francais import duree
from p4cours.carnets import CarnetIllisible, Cellule, lire
from p4cours.pret.sujets import sujets
from p4cours.verification.bilan import COULEURS, FAUX, JUSTE, NON_TRAITE, SIGNES, en_html, titre_html

# --- Le notebook ouvert ----------------------------------------------------------------------------------

UN_JOUR = 86_400.0  # secondes


@dataclass(frozen=True)
class NotebookOuvert:
    """Un notebook sur le disque, et le noyau où il est ouvert."""

    chemin: Path
    cellules: list[Cellule]
    executees: list[str] | None = None  # les cellules exécutées, de la plus ancienne à la plus récente
    noms: frozenset[str] = field(default_factory=frozenset)  # ceux que le noyau connaît

    @property
    def ouverte(self) -> bool:
        """Le fichier est-il, à coup sûr, celui que l'élève a devant lui ?"""
        return self.executees is not None

    @cached_property
    def connues(self) -> dict[str, Cellule]:
        """La première cellule de chaque identifiant de la correction, dans l'ordre."""
        connues: dict[str, Cellule] = {}
        for cellule in self.cellules:
            if cellule.grade_id:
                connues.setdefault(cellule.grade_id, cellule)
        return connues

    @property
    def description(self) -> str:
        """Ce qui a été relu et, si c'est sûr, quand il a été enregistré."""
        fichier = f"Fichier relu : {self.chemin.name}"
        if not self.ouverte:
            return f"{fichier}."
        # Un fichier tiré d'une archive n'a pas de vraie date.
        age = max(0.0, time.time() - self.chemin.stat().st_mtime)
        quand = f"enregistré il y a {duree(age)}" if age < UN_JOUR else "pas enregistré depuis un jour"
        return f"{fichier}, {quand}. Seul ce qui est enregistré sera corrigé."


def ouvrir(tp: str) -> NotebookOuvert | None:
    """La copie de ce TP, ou None si l'on ne trouve pas son fichier."""
    for chemin in _annonces():
        if chemin.is_file() and _est_du_tp(chemin, tp):
            return NotebookOuvert(chemin, lire(chemin), _executees(), frozenset(_espace()))
    voisins = [chemin for chemin in sorted(Path.cwd().glob("*.ipynb")) if _est_du_tp(chemin, tp)]
    nommes = [chemin for chemin in voisins if chemin.stem == tp] or voisins
    if len(nommes) != 1:
        return None
    if sys.platform == "emscripten":  # un navigateur n'annonce rien, mais son noyau n'a qu'un notebook
        return NotebookOuvert(nommes[0], lire(nommes[0]), _executees(), frozenset(_espace()))
    return NotebookOuvert(nommes[0], lire(nommes[0]))


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
    except CarnetIllisible:
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


# --- Ce qu'on en dit : une ligne par chose à régler, en texte et en HTML ---------------------------------


@dataclass(frozen=True)
class Souci:
    """Ce qui n'irait pas à la correction : quoi, où, et que faire."""

    quoi: str
    ou: tuple[str, ...] = ()
    remede: str = ""
    grave: bool = True  # faux : à savoir, sans que rien n'aille mal
    incomplet: bool = False  # il reste à répondre

    def __str__(self) -> str:
        lieux = f" ({', '.join(self.ou)})" if self.ou else ""
        return f"{self.quoi}{lieux}" + (f" → {self.remede}" if self.remede else "")


class Points(Protocol):
    """Les points, question par question, en texte et en HTML."""

    def html(self) -> str:
        """Mis en page."""
        ...


@dataclass(frozen=True)
class Relecture:
    """Tout ce que l'élève doit savoir avant de rendre."""

    tp: str
    soucis: tuple[Souci, ...] = ()
    fichier: str = ""  # ce qui a été relu
    avancement: Points | None = None  # où il en est, si le fichier a pu être lu

    @property
    def graves(self) -> list[Souci]:
        """Ce qu'il faut régler."""
        return [souci for souci in self.soucis if souci.grave]

    @property
    def pret(self) -> bool:
        """Peut-on rendre tel quel ?"""
        return not self.graves

    @property
    def etat(self) -> str:
        """Celui de la copie, comme d'une question : un travail inachevé n'est pas vert."""
        if self.graves:
            return FAUX
        return NON_TRAITE if any(souci.incomplet for souci in self.soucis) else JUSTE

    @property
    def titre(self) -> str:
        """La ligne de tête."""
        nombre = len(self.graves)
        if self.etat == NON_TRAITE:
            return f"{SIGNES[NON_TRAITE]} Peut être rendu, mais il reste à répondre"
        if self.etat == JUSTE:
            return f"{SIGNES[JUSTE]} Prêt à rendre"
        return f"{SIGNES[FAUX]} Pas encore prêt : {nombre} chose{'s' * (nombre > 1)} à régler"

    def __str__(self) -> str:
        lignes = [f"  {_puce(souci)} {souci}" for souci in self._ranges()]
        points = [str(self.avancement)] if self.avancement else []
        return "\n".join([self.titre, *lignes, *filter(None, [self.fichier]), *points])

    __repr__ = __str__

    def _ranges(self) -> list[Souci]:
        return sorted(self.soucis, key=lambda souci: not souci.grave)

    def _repr_html_(self) -> str:
        points = (
            f"<details open><summary>{en_html('Où en suis-je ?')}</summary>{self.avancement.html()}</details>"
            if self.avancement
            else ""
        )
        lignes = "".join(f"<li>{_ligne_html(souci)}</li>" for souci in self._ranges())
        return (
            f'<div style="border-left:5px solid {COULEURS[self.etat]};padding:.4em 1em;margin:.3em 0">'
            f"{titre_html(self.etat, self.titre)}"
            f'<ul style="list-style:none;padding-left:.5em;margin:.3em 0">{lignes}</ul>'
            f"<div><em>{en_html(self.fichier)}</em></div>{points}</div>"
        )


def _puce(souci: Souci) -> str:
    return "✗" if souci.grave else "…"


def _ligne_html(souci: Souci) -> str:
    lieux = f" <code>{'</code>, <code>'.join(map(en_html, souci.ou))}</code>" if souci.ou else ""
    remede = f"<br/>&emsp;→ {en_html(souci.remede)}" if souci.remede else ""
    return f"{_puce(souci)} {en_html(souci.quoi)}{en_html(' : ') if lieux else ''}{lieux}{remede}"
