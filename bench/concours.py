"""Ce que coûte le concours au-delà de la réflexion des entrées : le mur, l'arbitre, les bacs à démarrer.

Chaque entrée gagne, pare, ou joue au hasard, après 10 ms de calcul environ ; chaque paire joue 4 ouvertures,
deux fois. On compte le temps de calcul de ce processus et des bacs, à côté de la réflexion, que chaque entrée
mesure elle-même dans son bac. Les mêmes coups, demandés sans mur aussitôt après chaque rencontre, sont un
témoin : le mur ne doit pas ralentir la réflexion. Ils ne servent pas de mesure : d'un processus à l'autre, la
même boucle coûte quelques centièmes de plus ou de moins, autant que ce que l'on cherche. Le solveur, qui juge
ensuite, est compté à part.
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
from p4prof.concours.arene import Concurrent
from p4prof.concours.deroulement import Concours, Reglages, Scores, suite
from p4prof.concours.inscriptions import Inscrit

OBJECTIF = 0.20
REFLEXION = 0.010  # secondes de calcul par coup
ESSAIS = 30  # pour régler l'entrée : le plus rapide est le moins dérangé
ENTREE = """
import random
from time import thread_time
from p4core import Position

reflexion = [0.0]

def urgence(position):
    for joueur in (position.trait, 3 - position.trait):
        vue = Position(pions=position.pions, trait=joueur)
        for x in vue.coups():
            if vue.jouer(x).gagnant:
                return x
    return random.choice(position.coups())

def mon_ia(position):
    debut = thread_time()
    for _ in range({tours}):
        pass
    colonne = urgence(position)
    reflexion[0] += thread_time() - debut
    return colonne
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


class Reflexion:
    """Ce que les entrées ont réfléchi, demandé à chacune avant de fermer son bac."""

    def __init__(self) -> None:
        self.secondes, self._fermer = 0.0, Concurrent.fermer
        Concurrent.fermer = lambda concurrent: self._relever(concurrent)  # type: ignore[method-assign]

    def _relever(self, concurrent: Concurrent) -> None:
        self.secondes += concurrent._session.lire("reflexion")[0]
        self._fermer(concurrent)


def sans_mur(parties: Releve, mon_ia: Callable[[Position], int]) -> int:
    """Les mêmes coups, demandés ici à la même fonction, qui mesure son temps ; combien."""
    positions = [p for n in range(len(parties)) for p in list(suite(parties, n))[:-1]]
    for position in positions:
        mon_ia(position)
    return len(positions)


def disputer(concours: Concours, lieu: Atelier, source: str) -> tuple[int, float, float]:
    """Toutes les rencontres : leurs coups, le temps de calcul de l'arbitre, la réflexion du témoin."""
    temoin: dict[str, Any] = {}
    exec(source, temoin)
    coups, arbitre, debut = 0, 0.0, time.process_time()
    for lot in concours.jouer(lieu):
        arbitre += time.process_time() - debut
        coups += sans_mur(concours.resultats.rencontres[lot.a, lot.b].parties, temoin["mon_ia"])
        debut = time.process_time()
    return coups, arbitre, temoin["reflexion"][0]


def main(arguments: Sequence[str] = ()) -> int:
    """Une ligne par dépense ; 0 si l'objectif est tenu."""
    options = ArgumentParser(description=__doc__)
    options.add_argument("--entrees", type=int, default=6, help="30 : une classe entière, une demi-heure")
    choix = options.parse_args(arguments)
    verifier_cloison(BUBBLEWRAP)
    source = entree()
    inscrits = [Inscrit(f"e{n:02}", f"Entrée {n}", (source,)) for n in range(choix.entrees)]
    lieu, bacs, reflexion = Atelier(SurPlace(), 1, 1, ExitStack()), CompteurDeBacs(), Reflexion()
    with tempfile.TemporaryDirectory(prefix="p4-bench-") as dossier:
        concours = Concours(inscrits, Reglages(BUBBLEWRAP), Path(dossier))
        coups, arbitre, temoin = disputer(concours, lieu, source)
        debut = time.process_time()
        jugees = sum(concours.juger(lieu, Scores(Path(dossier) / "scores.jsonl")))
        solveur = time.process_time() - debut
    au_mur = bacs.secondes - reflexion.secondes
    surcout = (arbitre + au_mur) / reflexion.secondes
    print(f"{len(concours.resultats.rencontres)} rencontres, {coups} coups")
    reflechi, de_plus, juge = (_ms(s / coups) for s in (reflexion.secondes, au_mur, arbitre))
    print(f"par coup, en ms : {reflechi} de réflexion ({_ms(temoin / coups)} sans mur)", end=", ")
    print(f"{de_plus} de plus dans les bacs, {juge} à l'arbitre")
    print(f"surcoût : {pour_cent(surcout)} (objectif : {pour_cent(OBJECTIF, 0)})")
    print(f"puis {jugees} positions jugées par le solveur : {virgule(solveur, '.1f')} s")
    return 0 if surcout <= OBJECTIF else 1


def _ms(secondes: float) -> str:
    return virgule(1000 * secondes, ".2f")


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
