"""Les fonctions du TP 5 du carnet, sur des tables de jetons : l'autre version des six IA."""

from __future__ import annotations

import ast
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from p4core.codages import vers_jetons
from p4core.position import Position

CARNET = Path(__file__).parents[1] / "solutions/tp5_strategies/tp5_strategies.ipynb"
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
    espace: dict[str, Any] = {"random": random, "choice": random.choice}
    for cellule in json.loads(carnet.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cellule["source"])
        if cellule["cell_type"] == "code" and ("def " in source or _constantes(source)):
            arbre = ast.parse("\n".join(li for li in source.splitlines() if not li.startswith(("%", "!"))))
            arbre.body = [noeud for noeud in arbre.body if _gardee(noeud)]
            exec(compile(arbre, carnet.name, "exec"), espace)
    return espace


def _constantes(source: str) -> bool:
    """Une cellule comme `PAS = {…}`, faite pour les fonctions qui suivent."""
    return source.lstrip().split("=")[0].strip().isupper()


def _gardee(noeud: ast.stmt) -> bool:
    if isinstance(noeud, ast.Assign):
        return all(isinstance(cible, ast.Name) and cible.id.isupper() for cible in noeud.targets)
    return isinstance(noeud, ast.FunctionDef)


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

    def __init__(self, carnet: Path = CARNET) -> None:
        self.espace = fonctions(carnet)
        self.tirage = self.espace["random"] = Tirage()
        self.espace["choice"] = self.tirage.choice  # que le carnet importe random ou choice
        self.reponses: dict[tuple[str, str], Any] = {}  # à vider de temps en temps
        for nom in RETENUES:
            self.espace[nom] = self._retenir(nom, self.espace[nom])

    def _retenir(self, nom: str, fonction: Callable[..., Any]) -> Callable[..., Any]:
        def appel(*arguments: Any) -> Any:
            cle = nom, repr(arguments)
            if cle not in self.reponses:
                self.reponses[cle] = fonction(*arguments)
            reponse = self.reponses[cle]
            return list(reponse) if isinstance(reponse, list) else reponse

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
