"""Ce qu'un TP demande à un élève : lignes à écrire, mots à lire, cellules, le cœur et les ★ à part.

`python -m bench.mesure_tp [tp …]`. Les lignes sont celles de la réponse modèle ; celles qui se recopient
d'une cellule précédente (un parcours, la fonction symétrique, une copie à compléter) sont comptées à part.
Des fonctions données à la suite, une par cellule, se lisent d'un trait : elles comptent pour une cellule.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from pathlib import Path

from p4core.tableaux import Tableau
from p4cours.carnets import Cellule, etoilees, lire

SOLUTIONS = Path(__file__).parent.parent / "solutions"
LIGNES, MOTS = 60, 2000  # ce qu'un élève moyen écrit et lit en deux heures : « environ »
TOLERANCE = 1.1
CELLULES = 75  # quatre par exercice (énoncé, réponse, essai, test), et les blocs de fonctions données
_SOLUTION = re.compile(r"### BEGIN SOLUTION\n(.*?)### END SOLUTION", re.DOTALL)
_MOT = re.compile(r"\S*\w\S*")  # ni les barres d'un tableau, ni un « ? » isolé
BLOC = 3  # lignes de suite, identiques : moins, c'est un hasard et non une copie


@dataclass(frozen=True)
class Mesure:
    """Le poids d'une partie de TP."""

    lignes: int
    recopiees: int
    mots: int
    cellules: int

    @property
    def tenue(self) -> bool:
        """Cette partie tient-elle en deux heures ?"""
        tiennent = self.lignes <= TOLERANCE * LIGNES and self.mots <= TOLERANCE * MOTS
        return tiennent and self.cellules <= CELLULES


def main() -> int:
    """Affiche la mesure de chaque TP ; rend 0 si tous les cœurs la tiennent."""
    noms = sys.argv[1:] or sorted(chemin.name for chemin in SOLUTIONS.iterdir())
    mesures = {nom: mesurer(lire(SOLUTIONS / nom / f"{nom}.ipynb")) for nom in noms}
    print(Tableau([_ligne(nom, coeur, etoile) for nom, (coeur, etoile) in mesures.items()]))
    return int(not all(coeur.tenue for coeur, _ in mesures.values()))


def _ligne(nom: str, coeur: Mesure, etoile: Mesure) -> dict[str, object]:
    return {
        "TP": nom,
        "lignes": coeur.lignes,
        "recopiées": coeur.recopiees,
        "mots": coeur.mots,
        "cellules": coeur.cellules,
        "lignes ★": etoile.lignes,
        "mots ★": etoile.mots,
        "cellules ★": etoile.cellules,
        "tenu": "oui" if coeur.tenue else "non",
    }


def mesurer(cellules: list[Cellule]) -> tuple[Mesure, Mesure]:
    """La mesure du cœur d'un TP, puis celle de ses ★."""
    parts: tuple[list[Mesure], list[Mesure]] = ([], [])
    bonus = etoilees([replace(cellule, grade_id=cellule.cle) for cellule in cellules])
    for rang, cellule in enumerate(cellules):
        parts[cellule.cle in bonus].append(_peser(cellule, cellules[:rang]))
    return _somme(parts[0]), _somme(parts[1])


def _peser(cellule: Cellule, precedentes: list[Cellule]) -> Mesure:
    if cellule.genre != "code":
        lus = "" if cellule.reglages.get("solution") else cellule.source
        return Mesure(0, 0, len(_MOT.findall(lus)), 1)
    ecrites = _lignes("".join(_SOLUTION.findall(cellule.source)))
    modeles = [_lignes(c.source) for c in [*precedentes, _donnee(cellule)] if c.genre == "code"]
    recopiees = max((_communes(ecrites, modele) for modele in modeles), default=0)
    suite = _offerte(cellule) and bool(precedentes) and _offerte(precedentes[-1])
    return Mesure(len(ecrites) - recopiees, recopiees, 0, int(not suite))


def _offerte(cellule: Cellule) -> bool:
    """Est-ce du code donné, que l'on exécute sans y toucher ?"""
    reglages = cellule.reglages
    return cellule.genre == "code" and bool(reglages.get("locked")) and not reglages.get("grade")


def _donnee(cellule: Cellule) -> Cellule:
    """Ce que la cellule montre à l'élève, sans sa solution."""
    return replace(cellule, source=_SOLUTION.sub("", cellule.source))


def _lignes(code: str) -> list[str]:
    """Les lignes de code, sans blancs, ni commentaires seuls, ni docstrings d'une ligne."""
    lignes = (ligne.split("  # ")[0].strip() for ligne in code.splitlines())
    return [ligne for ligne in lignes if ligne and not ligne.startswith(("#", '"""'))]


def _communes(ecrites: list[str], modele: list[str]) -> int:
    """Combien de ces lignes se recopient du modèle, par blocs d'un seul tenant."""
    blocs = SequenceMatcher(None, ecrites, modele, autojunk=False).get_matching_blocks()
    return sum(bloc.size for bloc in blocs if bloc.size >= BLOC)


def _somme(mesures: list[Mesure]) -> Mesure:
    return Mesure(*(sum(getattr(m, nom) for m in mesures) for nom in Mesure.__dataclass_fields__))


if __name__ == "__main__":
    raise SystemExit(main())
