"""Les fonctions du carnet du TP 6, sur des tables de jetons : l'autre version des six IA."""

from __future__ import annotations

import ast
import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from math import inf
from pathlib import Path
from typing import Any

from p4core.codages import vers_jetons
from p4core.jeu import Position

CARNET = Path(__file__).parents[1] / "solutions/tp6_tournoi/tp6_tournoi.ipynb"
IA = {"1.1": "ia11", "1.2": "ia12", "1.3": "ia13", "1.4": "ia14", "2": "ia2", "3": "ia3"}
# Les six IA se posent les mêmes questions sur une même grille : y répondre une fois suffit.
RETENUES = (
    "listcolok",
    "maxi",
    "maxidirec",
    "maxix",
    "maxixplaces",
    "maxixcol",
    "piege",
    "piege2",
    "slc2",
    "slc3",
)


def fonctions(carnet: Path = CARNET) -> dict[str, Any]:
    """Les fonctions définies dans le carnet et les constantes qu'elles lisent."""
    espace: dict[str, Any] = {"random": random, "choice": random.choice, "inf": inf}
    for cellule in json.loads(carnet.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cellule["source"])
        if cellule["cell_type"] == "code" and (
            "def " in source or "lambda " in source or _constantes(source)
        ):
            arbre = ast.parse("\n".join(li for li in source.splitlines() if not li.startswith(("%", "!"))))
            arbre.body = [noeud for noeud in arbre.body if _gardee(noeud)]
            exec(compile(arbre, carnet.name, "exec"), espace)
    return espace


def _constantes(source: str) -> bool:
    """Une cellule comme `PAS = {…}`, faite pour les fonctions qui suivent."""
    nom = source.lstrip().split("=")[0].strip()
    return nom.isupper() and len(nom) > 1  # G est une grille à essayer


def _gardee(noeud: ast.stmt) -> bool:
    if isinstance(noeud, ast.Assign):
        constante = all(isinstance(cible, ast.Name) and cible.id.isupper() for cible in noeud.targets)
        return constante or isinstance(noeud.value, ast.Lambda)
    return isinstance(noeud, ast.FunctionDef)


@cache
def autour(i: int, j: int, im: int, jm: int, g: int) -> list[tuple[int, int]]:
    """Les cases à moins de g de (i, j) dans les quatre directions, sur im lignes et jm colonnes."""
    pas = [(di * k, dj * k) for di, dj in ((0, 1), (1, 0), (1, 1), (1, -1)) for k in range(1 - g, g) if k]
    return [(i + a, j + b) for a, b in pas if 0 <= i + a < im and 0 <= j + b < jm]


class Tirage:
    """Prend la place du module random : note la liste proposée à `choice`."""

    def __init__(self) -> None:
        self.propose: list[Any] | None = None

    def choice(self, liste: list[Any]) -> Any:
        """Le premier élément, après avoir retenu la liste."""
        self.propose = list(liste)
        return liste[0]


class Listes:
    """Les six IA du carnet, dont on lit toutes les colonnes possibles."""

    def __init__(self, carnet: Path = CARNET, memoire: bool = True) -> None:
        self.espace = fonctions(carnet)
        self.tirage = self.espace["random"] = Tirage()
        self.espace["choice"] = self.tirage.choice  # que le carnet importe random ou choice
        self.reponses: dict[Any, Any] = {}  # à vider de temps en temps
        for nom in RETENUES if memoire else ():
            self.espace[nom] = self._retenir(nom, self.espace[nom])
        if memoire:
            self.espace["maxixloc"] = self._retenir_autour(self.espace["maxixloc"])

    def _retenir(self, nom: str, fonction: Callable[..., Any]) -> Callable[..., Any]:
        def appel(*arguments: Any) -> Any:
            cle = nom, repr(arguments)
            if cle not in self.reponses:
                self.reponses[cle] = fonction(*arguments)
            reponse = self.reponses[cle]
            return list(reponse) if isinstance(reponse, list) else reponse

        return appel

    def _retenir_autour(self, maxixloc: Callable[..., int]) -> Callable[..., int]:
        """maxixloc ne dépend que des cases à moins de g de la sienne : les autres peuvent changer."""

        def appel(l: list[list[str]], i: int, j: int, t: str, g: int) -> int:
            cle = t, i, j, *[l[b][a] for a, b in autour(i, j, len(l[0]), len(l), g)]
            reponse = self.reponses.get(cle)
            if reponse is None:
                reponse = self.reponses[cle] = maxixloc(l, i, j, t, g)
            return reponse

        return appel

    def candidats(self, position: Position) -> Iterator[tuple[str, list[int]]]:
        """Pour chaque IA, les colonnes (à partir de 0) entre lesquelles elle tire au sort."""
        for nom, fonction in IA.items():
            self.tirage.propose = None
            jeton = "[O]" if position.trait == 1 else "[X]"
            suite = (position.nb_coups + 1, [x + 1 for x in position.historique]) if nom == "3" else ()
            _, colonne = self.espace[fonction](vers_jetons(position), jeton, 0, position.aligner, *suite)
            propose = self.tirage.propose or [colonne]
            yield nom, sorted((c[0] if isinstance(c, list) else c) - 1 for c in propose)
