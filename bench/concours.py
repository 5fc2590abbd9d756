"""Ce que coûte le concours au-delà de la réflexion des entrées : le mur, l'arbitre, les bacs à démarrer.

Chaque entrée gagne, pare, ou joue au hasard, après 10 ms de calcul environ ; chaque paire joue 4 ouvertures,
deux fois. On compte le temps de calcul de ce processus et des bacs, à côté de celui des mêmes coups demandés
aux mêmes fonctions sans mur ni arbitre, aussitôt après chaque rencontre : sur une machine occupée, le même
calcul coûte plus ou moins cher d'une minute à l'autre. Le solveur, qui juge ensuite, est compté à part.
"""

from __future__ import annotations

import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from bench.murs import CompteurDeBacs
from p4core.francais import pour_cent, virgule
from p4core.jeu import Position
from p4core.tournois.executeurs import Atelier, SurPlace
from p4core.tournois.rencontres import Releve
from p4prof.cloison.choix import BUBBLEWRAP, verifier_cloison
from p4prof.concours.deroulement import Concours, Reglages, Scores, suite
from p4prof.concours.inscriptions import Inscrit

OBJECTIF = 0.20
REFLEXION = 0.010  # secondes de calcul par coup
ESSAIS = 30  # pour régler l'entrée : le plus rapide est le moins dérangé
ENTREE = """
import random
from p4core import Position

def urgence(position):
    for joueur in (position.trait, 3 - position.trait):
        vue = Position(pions=position.pions, trait=joueur)
        for x in vue.coups():
            if vue.jouer(x).gagnant:
                return x
    return random.choice(position.coups())

def mon_ia(position):
    for _ in range({tours}):
        pass
    return urgence(position)
"""


def entree() -> str:
    """L'entrée, réglée pour réfléchir 10 ms sur cette machine, au mieux de sa forme."""
    essai = 200_000
    secondes = min(_secondes(essai) for _ in range(ESSAIS))
    return ENTREE.format(tours=round(essai * REFLEXION / secondes))


def _secondes(tours: int) -> float:
    """Le temps de calcul d'un coup de l'entrée réglée ainsi."""
    espace: dict[str, Any] = {}
    exec(ENTREE.format(tours=tours), espace)
    debut = time.process_time()
    espace["mon_ia"](Position())
    return time.process_time() - debut


def sans_mur(parties: Releve, mon_ia: Callable[[Position], int]) -> tuple[int, float]:
    """Les mêmes coups, demandés ici à la même fonction : combien, et leur temps de calcul."""
    positions = [p for n in range(len(parties)) for p in list(suite(parties, n))[:-1]]
    debut = time.process_time()
    for position in positions:
        mon_ia(position)
    return len(positions), time.process_time() - debut


def disputer(concours: Concours, lieu: Atelier, source: str) -> tuple[int, float, float]:
    """Toutes les rencontres : leurs coups, le temps de calcul de l'arbitre, celui des entrées sans mur."""
    espace: dict[str, Any] = {}
    exec(source, espace)
    coups, arbitre, reflexion, debut = 0, 0.0, 0.0, time.process_time()
    for lot in concours.jouer(lieu):
        arbitre += time.process_time() - debut
        demandes, secondes = sans_mur(concours.resultats.rencontres[lot.a, lot.b].parties, espace["mon_ia"])
        coups, reflexion, debut = coups + demandes, reflexion + secondes, time.process_time()
    return coups, arbitre, reflexion


def main(arguments: Sequence[str] = ()) -> int:
    """Une ligne par dépense ; 0 si l'objectif est tenu."""
    options = ArgumentParser(description=__doc__)
    options.add_argument("--entrees", type=int, default=6, help="30 : une classe entière, une demi-heure")
    choix = options.parse_args(arguments)
    verifier_cloison(BUBBLEWRAP)
    source = entree()
    inscrits = [Inscrit(f"e{n:02}", f"Entrée {n}", (source,)) for n in range(choix.entrees)]
    lieu, compteur = Atelier(SurPlace(), 1, 1, ExitStack()), CompteurDeBacs()
    with tempfile.TemporaryDirectory(prefix="p4-bench-") as dossier:
        concours = Concours(inscrits, Reglages(BUBBLEWRAP), Path(dossier))
        coups, arbitre, reflexion = disputer(concours, lieu, source)
        debut = time.process_time()
        jugees = sum(concours.juger(lieu, Scores(Path(dossier) / "scores.jsonl")))
        solveur = time.process_time() - debut
    surcout = (arbitre + compteur.secondes - reflexion) / reflexion
    rencontres = len(concours.resultats.rencontres)
    par_coup = f"{virgule(1000 * reflexion / coups, '.1f')} ms par coup"
    print(f"{rencontres} rencontres, {coups} coups, {par_coup} : {virgule(reflexion, '.1f')} s sans mur")
    print(f"arbitre {virgule(arbitre, '.1f')} s, bacs {virgule(compteur.secondes, '.1f')} s")
    print(f"surcoût : {pour_cent(surcout)} (objectif : {pour_cent(OBJECTIF, 0)})")
    print(f"puis {jugees} positions jugées par le solveur : {virgule(solveur, '.1f')} s")
    return 0 if surcout <= OBJECTIF else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
