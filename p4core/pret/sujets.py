"""Les cellules que chaque TP doit contenir, relevées sur les notebooks distribués.

Un élève n'a pas solutions/ : le relevé est dans sujets.json, que « python -m p4core.pret » écrit de
nouveau après « make notebooks ».
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

from p4core.pret.cellules import Cellule, lire

RELEVE = Path(__file__).with_name("sujets.json")
REPONSE, TEST, DONNEE, TEXTE = "réponse", "test", "donnée", "texte"
SUFFIXE = "-test"
CACHES = "### BEGIN HIDDEN TESTS"


@dataclass(frozen=True)
class Attendue:
    """Une cellule que nbgrader attend."""

    grade_id: str
    role: str
    question: str  # le nom que l'élève lui connaît
    empreinte: str  # celle du texte distribué
    definit: list[str] = field(default_factory=list)
    clavier: bool = False  # la réponse attendue appelle input()

    def intacte(self, cellule: Cellule) -> bool:
        """La cellule porte-t-elle encore le texte distribué ?"""
        return empreinte(cellule.source) == self.empreinte


def empreinte(source: str) -> str:
    """Une empreinte courte d'un texte, aux blancs du bord près et sans tests cachés (corrigés)."""
    return blake2b(
        source.partition(CACHES)[0].strip().encode("utf-8", "surrogatepass"), digest_size=8
    ).hexdigest()


@lru_cache
def sujets() -> dict[str, list[Attendue]]:
    """Les cellules attendues de chaque TP."""
    releve = json.loads(RELEVE.read_text(encoding="utf-8"))
    return {tp: [Attendue(**cellule) for cellule in cellules] for tp, cellules in releve.items()}


def relever(racine: Path) -> dict[str, list[dict[str, object]]]:
    """Le relevé de tous les TP, lu dans notebooks/ et solutions/."""
    chemins = sorted((racine / "notebooks").glob("*/*.ipynb"))
    return {chemin.stem: _relever(chemin, racine) for chemin in chemins}


def _relever(chemin: Path, racine: Path) -> list[dict[str, object]]:
    sujet = [c for c in lire(chemin) if c.grade_id]
    solutions = {c.grade_id: c for c in lire(racine / "solutions" / chemin.relative_to(racine / "notebooks"))}
    connus = {c.grade_id: c for c in sujet}
    return [asdict(_attendue(c, connus, solutions[c.grade_id])) for c in sujet]


def _attendue(cellule: Cellule, connues: dict[str, Cellule], solution: Cellule) -> Attendue:
    role = _role(cellule, connues)
    return Attendue(
        cellule.grade_id,
        role,
        _question(cellule, role, connues),
        empreinte(cellule.source),
        list(cellule.code.definit),
        clavier=role == REPONSE and any("input" in lus for lus in solution.code.lectures.values()),
    )


def _role(cellule: Cellule, connues: dict[str, Cellule]) -> str:
    if cellule.genre != "code":
        return TEXTE
    if cellule.grade_id.endswith(SUFFIXE):
        return TEST
    return REPONSE if cellule.grade_id + SUFFIXE in connues else DONNEE


def _question(cellule: Cellule, role: str, connues: dict[str, Cellule]) -> str:
    """Le nom de la question d'après son test ; sinon ce que la cellule définit, ou son numéro."""
    grade_id = cellule.grade_id
    if role in (REPONSE, TEST):
        test = connues[grade_id.removesuffix(SUFFIXE) + SUFFIXE].source
        trouve = re.search(r'verifier\("\w+", "(\w+)"', test)
        nom = trouve[1] if trouve else grade_id
        return f"{nom} (test)" if role == TEST else nom
    numero = re.search(r"-q0*(\d+)-", grade_id)
    if role == TEXTE:
        return f"question {numero[1]} (texte)" if numero else f"{grade_id.partition('-')[2]} (texte)"
    fonctions = [nom for nom, genre in cellule.code.definit.items() if genre != "module"]
    return ", ".join(fonctions[:3]) or grade_id


def ecrire(racine: Path) -> None:
    """Écrit de nouveau le relevé."""
    RELEVE.write_text(_json(relever(racine)), encoding="utf-8")


def _json(releve: dict[str, list[dict[str, object]]]) -> str:
    """Une cellule par ligne : les changements se lisent dans une comparaison."""
    blocs = []
    for tp, cellules in releve.items():
        lignes = ",\n".join("  " + json.dumps(cellule, ensure_ascii=False) for cellule in cellules)
        blocs.append(f'"{tp}": [\n{lignes}\n ]')
    return "{\n " + ",\n ".join(blocs) + "\n}\n"
