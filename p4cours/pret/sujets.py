"""Les cellules que chaque TP doit contenir, relevées sur les notebooks distribués."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from pathlib import Path

from p4cours.carnets import ETOILE, MODULE, REPONSE, SUFFIXE, TEST, TEXTE, Cellule, lire, reperes

RELEVE = Path(__file__).with_name("sujets.json")
DU_TEST = " (test)"  # ce qui suit le nom de la question, dans celui de son test


@dataclass(frozen=True)
class Attendue:
    """Une cellule que la correction attend."""

    grade_id: str
    role: str
    question: str  # le nom que l'élève lui connaît
    empreinte: str  # celle du texte distribué
    definit: list[str] = field(default_factory=list)
    clavier: bool = False  # la réponse attendue appelle input()
    points: float = 0.0

    def intacte(self, cellule: Cellule) -> bool:
        """La cellule porte-t-elle encore le texte distribué ?"""
        return cellule.empreinte == self.empreinte


@lru_cache
def sujets() -> dict[str, list[Attendue]]:
    """Les cellules attendues de chaque TP."""
    releve = json.loads(RELEVE.read_text(encoding="utf-8"))
    return {tp: [Attendue(**cellule) for cellule in cellules] for tp, cellules in releve.items()}


def points_du_sujet(tp: str, question: str) -> float | None:
    """Les points d'une question dans le sujet distribué ; None s'il ne l'a pas encore."""
    tests = (a for a in sujets().get(tp, []) if a.role == TEST)
    return next((a.points for a in tests if a.question == question + DU_TEST), None)


def ecrire(racine: Path) -> None:
    """Écrit de nouveau le relevé, une cellule par ligne : les changements se lisent dans une comparaison."""
    blocs = []
    for tp, cellules in relever(racine).items():
        lignes = ",\n".join("  " + json.dumps(cellule, ensure_ascii=False) for cellule in cellules)
        blocs.append(f'"{tp}": [\n{lignes}\n ]')
    RELEVE.write_text("{\n " + ",\n ".join(blocs) + "\n}\n", encoding="utf-8")


def relever(racine: Path) -> dict[str, list[dict[str, object]]]:
    """Le relevé de tous les TP, lu dans notebooks/ et solutions/."""
    chemins = sorted((racine / "notebooks").glob("*/*.ipynb"))
    return {chemin.stem: _relever(chemin, racine) for chemin in chemins}


def _relever(chemin: Path, racine: Path) -> list[dict[str, object]]:
    cellules = lire(chemin)
    connues, places = {c.grade_id: c for c in cellules if c.grade_id}, reperes(cellules)
    solutions = {c.grade_id: c for c in lire(racine / "solutions" / chemin.relative_to(racine / "notebooks"))}
    noms = {nom: _nommer(c, connues, places) for nom, c in connues.items()}
    return [asdict(_attendue(c, noms[nom], solutions[nom])) for nom, c in connues.items()]


def _attendue(cellule: Cellule, nom: str, solution: Cellule) -> Attendue:
    return Attendue(
        cellule.grade_id,
        cellule.role,
        nom,
        cellule.empreinte,
        list(cellule.code.definit),
        clavier=cellule.role == REPONSE and any("input" in lus for lus in solution.code.lectures.values()),
        points=cellule.points,
    )


def _nommer(cellule: Cellule, connues: dict[str, Cellule], places: dict[str, str]) -> str:
    """Le nom de la question d'après son test ; sinon ce que la cellule définit, ou son titre."""
    if cellule.role in (REPONSE, TEST):
        test = connues[cellule.grade_id.removesuffix(SUFFIXE) + SUFFIXE]
        return (test.question or cellule.grade_id) + DU_TEST * (cellule.role == TEST)
    if cellule.role == TEXTE:
        place = places.get(cellule.grade_id, "").removesuffix(ETOILE).strip()
        nom = place[:1].lower() + place[1:] or cellule.grade_id.partition("-")[2]
        return f"{nom} (texte)"
    definis = [nom for nom, genre in cellule.code.definit.items() if genre != MODULE]
    return ", ".join(definis[:3]) or cellule.grade_id
