"""Les jumeaux rapides : leur vitesse à côté des listes des carnets, puis les tables de référence des TP.

Les deux versions occupent les mêmes cœurs, tour à tour. Les tables donnent le score de qui commence (une
ligne par joueur) contre chacun (une colonne), avec son intervalle à 95 %, puis disent si ce sont celles que
le cours donne en référence : les mêmes, ou, à un autre nombre de parties, compatibles. La compilation est à
part.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Any

from loky import ProcessPoolExecutor

from p4core import IA_REGLES
from p4core.francais import virgule
from p4core.ia.jumeaux import JoueurAlea, JoueurMinmax
from p4core.ia.regles import IA_CORRIGEE
from p4core.tournois.confrontations import Confrontations, confronter
from p4core.tournois.executeurs import coeurs
from p4cours.duels import Duels
from p4cours.tp2_minmax import REFERENCE_POIDS, REFERENCE_PROFONDEURS_W1, REFERENCE_PROFONDEURS_W2
from p4cours.tp4_graphe import REFERENCE_BUDGETS, REFERENCE_REGLAGES
from tests.listes_tp6 import fonctions

SOLUTIONS = Path(__file__).parents[1] / "solutions"
POIDS = {
    "W1": (0, 1, 4, 9, inf),
    "W2": (0, 1, 10, 100, inf),
    "W3": (0, 1, 2, 3, inf),
    "W4": (0, 0, 1, 5, inf),
    "W5": (0, 0, 0, 0, inf),
}
REGLAGES = [(1, 1), (4, 1), (7, 1), (16, 1), (1, 2)]  # du TP 4
BUDGETS = [(70, 1), (10, 2), (700, 1), (100, 2)]
TOURS = 3
OBJECTIF = 200
MINUTE = 60.0

_espaces: dict[str, dict[str, Any]] = {}


# --- les listes -----------------------------------------------------------------------------------


def espace(tp: str) -> dict[str, Any]:
    """Les fonctions d'un carnet, lues une fois par processus."""
    if tp not in _espaces:
        f = _espaces[tp] = fonctions(SOLUTIONS / f"{tp}/{tp}.ipynb")
        if tp == "tp2_minmax":
            f["tous"] = f["tous_align"]()
        elif tp == "tp4_graphe":
            f["minimax_h"] = f["minimax_h2"]  # ce que l'élève a écrit, dont l'IA(nb, k) se sert
            f["grille0"] = [[None] * 7 for _ in range(6)]
    return _espaces[tp]


def minmax_listes(profondeur: int) -> int:
    """Une partie de chaque : W1 contre W2, et l'inverse ; le nombre de parties."""
    f, (a, b) = espace("tp2_minmax"), (POIDS["W1"], POIDS["W2"])
    f["partie_2machines"](a, b, profondeur, profondeur)
    f["partie_2machines"](b, a, profondeur, profondeur)
    return 2


def alea_listes(reglages: tuple[tuple[int, int], tuple[int, int]]) -> int:
    """Une partie entre deux réglages du TP 4 ; le nombre de parties."""
    f = espace("tp4_graphe")
    un, deux = random.sample(reglages, 2)
    f["jeu"](1, f["grille0"], f["IA"](*un), f["IA"](*deux), affiche_etat=False)
    return 1


def corrigee_listes(rang: int) -> int:
    """Une partie de la 1.4 corrigée contre la 1.3 ; le nombre de parties."""
    f = espace("tp6_tournoi")
    table = [["[ ]"] * 6 for _ in range(7)]
    for coup in range(42):
        jeton, slc = ("[O]", "[X]")[coup % 2], ("slc4_corrigee", "slc3")[(coup + rang) % 2]
        table, _ = f["ia1"](table, jeton, 0, 4, f[slc])
        if f["maxi"](table, jeton, 4) >= 4:
            break
    return 1


# --- les vitesses ---------------------------------------------------------------------------------


def vitesse_listes(groupe: Any, fonction: Callable[[Any], int], arguments: list[Any]) -> float:
    """Parties par seconde, tous cœurs occupés."""
    debut = time.perf_counter()
    jouees = sum(groupe.map(fonction, arguments))
    return float(jouees / (time.perf_counter() - debut))


def vitesse_jumeaux(a: Any, b: Any, parties: int, graine: int) -> float:
    """Parties par seconde des jumeaux, dans les deux sens."""
    debut = time.perf_counter()
    confronter({"a": a, "b": b}, parties // 2, graine, paires=[("a", "b")], visible=False)
    return parties / (time.perf_counter() - debut)


def vitesses(ouvriers: int) -> bool:
    """Les deux versions côte à côte ; l'objectif est-il tenu partout ?"""
    mesures: list[tuple[str, Any, list[Any], Any, Any, int]] = []
    for p, listes, parties in ((1, 10, 40_000), (2, 4, 10_000), (3, 1, 2_000), (4, 1, 400)):
        deux = (JoueurMinmax(POIDS[nom], p) for nom in ("W1", "W2"))
        mesures.append((f"min-max, p = {p}", minmax_listes, [p] * listes * ouvriers, *deux, parties))
    for a, b, listes, parties in (((4, 1), (1, 2), 2, 10_000), ((16, 1), (1, 2), 1, 4_000)):
        titre, deux = f"IA{a} contre IA{b}", (JoueurAlea(*a), JoueurAlea(*b))
        mesures.append((titre, alea_listes, [(a, b)] * listes * ouvriers, *deux, parties))
    rangs = list(range(4 * ouvriers))
    mesures.append(("1.4 corrigée, 1.3", corrigee_listes, rangs, IA_CORRIGEE, IA_REGLES["1.3"], 20_000))
    print(f"{'parties par seconde':<26}{'listes':>9}{'jumeaux':>10}")
    tenus = []
    with ProcessPoolExecutor(ouvriers) as groupe:
        list(groupe.map(corrigee_listes, range(ouvriers)))  # les processus démarrent hors du chronomètre
        for titre, fonction, arguments, a, b, parties in mesures:
            vitesse_jumeaux(a, b, 2, 0)  # compile
            tours = [
                (vitesse_listes(groupe, fonction, arguments), vitesse_jumeaux(a, b, parties, tour))
                for tour in range(TOURS if titre != "min-max, p = 4" else 1)
            ]
            listes, rapides = (statistics.median(colonne) for colonne in zip(*tours, strict=True))
            gain = statistics.median(y / x for x, y in tours)
            print(f"{titre:<26}{listes:>9.2f}{rapides:>10.0f}{gain:>8.0f} fois   (objectif : {OBJECTIF})")
            tenus.append(gain >= OBJECTIF)
    return all(tenus)


# --- les tables de référence ----------------------------------------------------------------------


def tables_tp2(parties_poids: int, parties_profondeurs: int) -> bool:
    """Poids contre poids, puis profondeur contre profondeur ; les références, et dans la minute ?"""
    debut = time.perf_counter()
    par_poids = {nom: JoueurMinmax(w, 2) for nom, w in POIDS.items()}
    tenus = [_rejouer("TP 2, profondeur 2", par_poids, parties_poids, REFERENCE_POIDS)]
    for nom, reference in (("W1", REFERENCE_PROFONDEURS_W1), ("W2", REFERENCE_PROFONDEURS_W2)):
        machines = {f"p = {p}": JoueurMinmax(POIDS[nom], p) for p in (1, 2, 3, 4)}
        tenus.append(_rejouer(f"TP 2, poids {nom}", machines, parties_profondeurs, reference))
    duree = time.perf_counter() - debut
    print(f"\nCes trois tables : {virgule(duree, '.1f')} s (objectif : une minute)")
    return duree < MINUTE and all(tenus)


def tables_tp4(parties_reglages: int, parties_budgets: int) -> bool:
    """Chaque réglage (nb, k) contre chaque autre, puis deux budgets de fins au hasard par coup."""
    tenus = [
        _rejouer(f"TP 4, {titre}", {f"{r}": JoueurAlea(*r) for r in reglages}, parties, reference)
        for titre, reglages, parties, reference in (
            ("réglages (nb, k)", REGLAGES, parties_reglages, REFERENCE_REGLAGES),
            ("490 ou 4 900 fins au hasard par coup", BUDGETS, parties_budgets, REFERENCE_BUDGETS),
        )
    ]
    return all(tenus)


def _rejouer(titre: str, joueurs: dict[str, Any], parties: int, reference: Duels) -> bool:
    """Joue une table et la montre ; est-ce la référence du cours ?"""
    table = confronter(joueurs, parties, reference.table.graine, visible=False)
    verdict = comparer(table, reference.table)
    print(f"\n{titre}, {parties} parties par case :\n{table}\nLa référence du cours : {verdict}")
    return not verdict.startswith("DIFFÉRENTE")


def comparer(table: Confrontations, reference: Confrontations) -> str:
    """« retrouvée », « compatible » si tous les intervalles se recouvrent, sinon les cases fautives."""
    if table.cases == reference.cases:
        return "retrouvée."
    ecarts = [
        f"{a} - {b}"
        for (a, b), d in table.cases.items()
        if not _se_recouvrent(d.intervalle, reference.cases[a, b].intervalle)
    ]
    return f"DIFFÉRENTE en {', '.join(ecarts)}." if ecarts else "compatible."


def _se_recouvrent(un: tuple[float, float], autre: tuple[float, float]) -> bool:
    return un[0] <= autre[1] and autre[0] <= un[1]


def table_tp6(parties: int) -> None:
    """La 1.4 et la 1.4 corrigée, l'une contre l'autre et contre la 1.3."""
    joueurs = {**IA_REGLES, IA_CORRIGEE.nom: IA_CORRIGEE}
    paires = [("1.4", "1.3"), (IA_CORRIGEE.nom, "1.3"), (IA_CORRIGEE.nom, "1.4")]
    table = confronter(joueurs, parties, paires=paires, visible=False)
    print(f"\nTP 6, victoires pour une défaite, {2 * parties} parties par paire :")
    for a, b in paires:
        d = table.contre(a, b)
        bas, haut = (virgule(borne) for borne in d.intervalle_rapport)
        bilan = f"{d.victoires} gagnées, {d.nulles} nulles, {d.defaites} perdues"
        print(f"{a:>12} contre {b} : {virgule(d.rapport)} [{bas} ; {haut}]   ({bilan})")


def main(arguments: list[str] | None = None) -> int:
    """Affiche vitesses et tables ; rend 0 si les objectifs sont tenus."""
    analyse = argparse.ArgumentParser(description=__doc__)
    analyse.add_argument("--poids", type=int, default=1000, help="parties par case, poids (TP 2)")
    analyse.add_argument("--profondeurs", type=int, default=200, help="parties par case, profondeurs (TP 2)")
    analyse.add_argument("--reglages", type=int, default=1000, help="parties par case, réglages (TP 4)")
    analyse.add_argument("--budgets", type=int, default=200, help="parties par case, budgets (TP 4)")
    analyse.add_argument("--regles", type=int, default=5000, help="parties de chaque côté (TP 6)")
    analyse.add_argument("--sans-vitesses", action="store_true", help="les tables seulement")
    choix = analyse.parse_args([] if arguments is None else arguments)
    debut = time.perf_counter()
    confronter({"W1": JoueurMinmax(POIDS["W1"], 1), "1.4": IA_CORRIGEE}, 1, visible=False)
    print(
        f"{coeurs()} cœurs ; compilation ou lecture du code compilé : {time.perf_counter() - debut:.1f} s\n"
    )
    tenu = choix.sans_vitesses or vitesses(coeurs())
    tenu = tables_tp2(choix.poids, choix.profondeurs) and tenu
    tenu = tables_tp4(choix.reglages, choix.budgets) and tenu
    table_tp6(choix.regles)
    return 0 if tenu else 1


if __name__ == "__main__":
    import sys

    raise SystemExit(main(sys.argv[1:]))
