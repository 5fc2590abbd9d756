"""L'expérience du sujet (15 rencontres de 10 000 parties) d'un trait, à côté des listes du carnet.

Les deux versions occupent les mêmes cœurs, tour à tour : les listes jouent quelques parties de chaque
rencontre, puis les IA compilées les jouent toutes. La compilation (premier appel) est chronométrée à part.
"""

from __future__ import annotations

import statistics
import time
from itertools import combinations
from pathlib import Path
from typing import Any

from loky import ProcessPoolExecutor

from p4core import IA_REGLES, tournoi
from p4core.ia.regles import AU_HASARD
from p4core.tournois.executeurs import coeurs
from p4core.tournois.resultats import Resultats
from p4cours.tp5_strategies.fournitures import conclusions
from tests.listes_tp5 import CARNET, IA, fonctions

CARNET_TP1 = Path(__file__).parents[1] / "solutions/tp1_grille/tp1_grille.ipynb"
TOURS = 3
OBJECTIF_IA, OBJECTIF_HASARD = 500, 100
PARTIES_HASARD = 200_000
LISTES_HASARD = 300  # parties au hasard sur des listes, par cœur et par tour

Paire = tuple[str, str]
_espaces: dict[Path, dict[str, Any]] = {}


def espace(carnet: Path) -> dict[str, Any]:
    """Les fonctions d'un carnet, lues une fois par processus."""
    if carnet not in _espaces:
        _espaces[carnet] = fonctions(carnet)
    return _espaces[carnet]


def partie_listes(a: str, b: str) -> None:
    """Une partie entre deux IA du carnet, sur une table de jetons."""
    f = espace(CARNET)
    table = [["[ ]"] * 6 for _ in range(7)]
    colonnes: list[int] = []
    for rang in range(42):
        nom, jeton = (a, "[O]") if rang % 2 == 0 else (b, "[X]")
        suite = (rang + 1, colonnes) if nom == "3" else ()
        table, colonne = f[IA[nom]](table, jeton, 0, 4, *suite)
        colonnes.append(colonne)
        if f["maxi"](table, jeton, 4) >= 4:
            return


def echantillon(numero: int) -> int:
    """Une partie de chaque rencontre ; le nombre de parties jouées."""
    paires: list[Paire] = list(combinations(IA, 2))
    for a, b in paires:
        partie_listes(*((a, b) if numero % 2 == 0 else (b, a)))
    return len(paires)


def hasard_listes(parties: int) -> int:
    """Des parties au hasard sur les listes du TP 1."""
    f = espace(CARNET_TP1)
    f.setdefault("tous", f["tous_align"]())
    for _ in range(parties):
        f["joue_random"]()
    return parties


def vitesse_listes(groupe: Any, fonction: Any, arguments: list[int]) -> float:
    """Parties par seconde, tous cœurs occupés."""
    debut = time.perf_counter()
    jouees = sum(groupe.map(fonction, arguments))
    return float(jouees / (time.perf_counter() - debut))


def afficher(titre: str, listes: list[float], compilees: list[float], objectif: int) -> bool:
    """Une ligne du tableau : médianes et rapport."""
    a, b = statistics.median(listes), statistics.median(compilees)
    gain = statistics.median(y / x for x, y in zip(listes, compilees, strict=True))
    print(f"{titre:<22}{a:>12.0f}{b:>14.0f}{gain:>10.0f} fois   (objectif : {objectif})")
    return gain >= objectif


def mesurer() -> tuple[bool, Resultats]:
    """Les deux tableaux, tours alternés."""
    ouvriers = coeurs()
    debut = time.perf_counter()
    tournoi(IA_REGLES, 2, ouvriers=1, visible=False)  # compile
    print(
        f"{ouvriers} cœurs ; compilation ou lecture du code compilé : {time.perf_counter() - debut:.1f} s\n"
    )
    listes, compilees, hasard, hasard_compile = [], [], [], []
    with ProcessPoolExecutor(ouvriers) as groupe:
        list(groupe.map(echantillon, range(ouvriers)))  # les processus démarrent hors du chronomètre
        for tour in range(TOURS):
            listes.append(vitesse_listes(groupe, echantillon, list(range(tour, tour + ouvriers))))
            resultats = tournoi(IA_REGLES, visible=False)
            compilees.append(resultats.vitesse)
            hasard.append(vitesse_listes(groupe, hasard_listes, [LISTES_HASARD] * ouvriers))
            hasard_compile.append(
                tournoi({"a": AU_HASARD, "b": AU_HASARD}, PARTIES_HASARD, visible=False).vitesse
            )
    print(f"{'parties par seconde':<22}{'listes':>12}{'compilées':>14}")
    tenus = [
        afficher("les six IA", listes, compilees, OBJECTIF_IA),
        afficher("au hasard", hasard, hasard_compile, OBJECTIF_HASARD),
    ]
    return all(tenus), resultats


def main() -> int:
    """Affiche les vitesses, la durée de l'expérience et les conclusions du sujet."""
    tenu, resultats = mesurer()
    print(f"\nL'expérience entière : {resultats}\n")
    for conclusion in conclusions(resultats):
        print(conclusion)
    return 0 if tenu else 1


if __name__ == "__main__":
    raise SystemExit(main())
