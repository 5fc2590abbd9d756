"""Le module WebAssembly dans Node.js, à côté de numba : mêmes positions, mêmes nœuds, un même essai.

    python -m bench.wasm [--positions 300]

Temps de calcul (pas de l'horloge), tables vides au début de chaque tour, tours alternés, le meilleur gardé.
« parfait » est la note de chaque colonne, livre compris, d'un seul fil des deux côtés."""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from p4core.ia.solveur.calcul import TABLES, USUELLE, Calcul, bits, preparer, table_pour
from p4core.ia.solveur.resolution import resoudre
from p4core.jeu import Position, promenade
from tests.noeud import interroger

OBJECTIF = 3.0  # fois le temps de numba
LOG, TOURS = 20, 3
CLASSES = {"dans le livre": (0, 8), "à la sortie du livre": (9, 11), "plus tard": (12, 30)}


def tirees(graine: int, nombre: int, plis: tuple[int, int]) -> list[Position]:
    """Des positions au hasard, non finies."""
    alea, trouvees = random.Random(graine), []
    while len(trouvees) < nombre:
        position = promenade(alea, alea.randint(*plis))[-1]
        if not position.finie:
            trouvees.append(position)
    return trouvees


def vider() -> None:
    """Oublie ce que les tables savent."""
    for logarithme in {LOG, *(log for _, log in TABLES[:3])}:
        table_pour(USUELLE, logarithme)[:] = 0


def chronometrer(action: Callable[[], list[Any]]) -> tuple[list[Any], float]:
    """Le résultat et le temps de calcul, tables vides."""
    vider()
    debut = time.process_time()
    resultat = action()
    return resultat, time.process_time() - debut


def noyau_natif(positions: list[Position]) -> list[list[int]]:
    """[score, nœuds] de chaque position, par numba."""
    trouves = []
    for position in positions:
        calcul = Calcul(USUELLE, [bits(position)], ((0, LOG),))
        trouves.append([calcul.terminer()[0], calcul.noeuds])
    return trouves


def parfait_natif(positions: list[Position]) -> list[list[Any]]:
    """[notes, nœuds] de chaque position, par numba et le livre."""
    resolutions = [resoudre(position, fils=1) for position in positions]
    return [[{str(x): note for x, note in r.scores.items()}, r.noeuds] for r in resolutions]


def comparer(nom: str, natif: Callable[[], list[Any]], demande: dict[str, Any]) -> float:
    """Affiche une ligne et rend le rapport des temps ; un désaccord arrête tout."""
    temps: list[tuple[float, float]] = []
    for _ in range(TOURS):
        attendus, ici = chronometrer(natif)
        (recu,) = interroger(**demande).values()
        assert recu["trouves"] == attendus, f"{nom} : le module ne trouve pas la même chose"
        temps.append((ici, recu["secondes"]))
    ici, la = (min(colonne) for colonne in zip(*temps, strict=True))
    noeuds = sum(n for _, n in attendus)
    print(f"{nom:<32} numba {ici:6.3f} s   wasm {la:6.3f} s   × {la / ici:4.2f}   {noeuds:>11,} mêmes nœuds")
    return la / ici


def main(arguments: list[str] | None = None) -> int:
    """Mesure le noyau seul, puis le joueur parfait à trois moments de la partie."""
    analyseur = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    analyseur.add_argument("--positions", type=int, default=300)
    nombre = analyseur.parse_args(arguments or []).positions
    preparer(USUELLE)
    choisies = tirees(7, nombre, (12, 38))
    demande = {"positions": [[str(b) for b in bits(p)] for p in choisies], "logarithme": LOG}
    rapports = [comparer("noyau", lambda: noyau_natif(choisies), {"resoudre": demande})]
    for rang, (nom, plis) in enumerate(CLASSES.items()):
        positions = tirees(20 + rang, 8 if rang == 1 else nombre, plis)
        demande = {"parties": [{"coups": p.historique} for p in positions]}
        rapports.append(comparer(f"parfait, {nom}", partial(parfait_natif, positions), {"scores": demande}))
    print(f"Objectif : au plus {OBJECTIF:g} fois le temps de numba.")
    return int(max(rapports) > OBJECTIF)


if __name__ == "__main__":
    raise SystemExit(main())
