"""L'analyse d'une partie avec le livre : le score de toutes les colonnes, à chaque position.

    python -m bench.analyse [--parties 30]

Des parties au hasard, par règles, de min-max, contre le joueur parfait. Le temps est celui de l'horloge, que
l'objectif regarde, et celui du processeur (tous les fils du processus), qui dépend moins de ce que la machine
fait d'autre. Le premier appel, où le code compilé se relit du disque, est à part.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle, islice

from p4core.ia.joueurs import joueur_minmax
from p4core.ia.regles import IA_REGLES
from p4core.ia.solveur import joueur_parfait, scores
from p4core.jeu import Joueur, Position, au_hasard

MEDIANE, PIRE = 0.1, 1.0  # secondes
PREMIERE = "44444135275"  # au-delà du livre : il faut calculer
Mesure = tuple[float, float, Position]  # horloge, processeur


def affiches(alea: random.Random) -> list[tuple[Joueur, Joueur]]:
    """Qui joue contre qui."""
    hasard, parfait = au_hasard(alea), joueur_parfait(alea)
    regles = [replace(ia, alea=alea) for ia in IA_REGLES.values()]
    minmax = joueur_minmax(2, alea=alea)
    return [
        (hasard, hasard),
        (hasard, minmax),
        (regles[-1], parfait),
        (parfait, minmax),
        (regles[-1], regles[-2]),
        (parfait, parfait),
    ]


def analyser(un: Joueur, deux: Joueur) -> Iterator[Mesure]:
    """Joue une partie et analyse chacune de ses positions."""
    position = Position()
    while not position.finie:
        debut, cpu = time.perf_counter(), time.process_time()
        scores(position)
        yield time.perf_counter() - debut, time.process_time() - cpu, position
        position = position.jouer((un if position.trait == 1 else deux)(position))


def resume(nom: str, temps: list[float]) -> str:
    """Une ligne du tableau, en millisecondes."""
    centiles = statistics.quantiles(temps, n=100)
    valeurs = (1e3 * t for t in (centiles[49], centiles[98], max(temps)))
    return f"| {nom} | {len(temps)} | " + " | ".join(f"{valeur:.3g}" for valeur in valeurs) + " |"


def main() -> int:
    """Affiche les temps ; 0 si ceux de l'horloge tiennent l'objectif."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--parties", type=int, default=30)
    options.add_argument("--graine", type=int, default=1)
    choix = options.parse_args()
    debut = time.perf_counter()
    scores(Position.depuis_coups(PREMIERE))
    premier = time.perf_counter() - debut
    mesures: list[Mesure] = []
    for un, deux in islice(cycle(affiches(random.Random(choix.graine))), choix.parties):
        mesures += analyser(un, deux)
    print("| analyse (ms) | positions | médiane | 99 % | pire |\n|---|---|---|---|---|")
    horloge = [m[0] for m in mesures]
    print(resume("horloge", horloge))
    print(resume("processeur", [m[1] for m in mesures]))
    pires = sorted(mesures, key=lambda m: -m[0])[:3]
    print("Les plus longues :", ", ".join(f"{m[2].notation} ({m[0]:.2f} s)" for m in pires))
    print(f"Premier appel, code relu ou compilé : {premier:.2f} s")
    return 0 if statistics.median(horloge) <= MEDIANE and max(horloge) <= PIRE else 1


if __name__ == "__main__":
    raise SystemExit(main())
