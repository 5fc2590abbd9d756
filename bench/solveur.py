"""Le solveur à côté de BitBully, sans livre : temps, nœuds et scores par classe de positions.

    python -m bench.solveur [--par-classe 300] [--plis 8–14 15–20] [--sans-grille-vide]

Temps du fil (pas de l'horloge) ; positions au hasard, en paquets alternés entre les deux solveurs, dont les
tables sont vides au début d'une classe et restent telles quelles d'un paquet à l'autre. Les positions sont
préparées d'avance des deux côtés ; notre solveur les reçoit par paquets, BitBully une par une.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from typing import Any, TypeVar

from p4core.ia.solveur.calcul import TABLES, Calcul, bits, table_pour
from p4core.jeu import Position, promenade

GRILLE = (7, 6, 4)
PLIS = {"8–14": (8, 14), "15–20": (15, 20), "21–28": (21, 28), "29+": (29, 41)}
PAQUET = {"8–14": 25, "15–20": 50, "21–28": 300, "29+": 3000}  # des positions par tour de chacun
FOIS = {"21–28": 3, "29+": 10}  # là où une position se compte en microsecondes, il en faut davantage
OBJECTIF, OBJECTIF_GRILLE_VIDE = 0.35, 0.15  # de son temps

T = TypeVar("T")
# Notre temps, nos nœuds, son temps, ses nœuds, scores différents.
Mesures = tuple[float, int, float, int, int]


def tirer(alea: random.Random, plis: int) -> Position:
    """Une position au hasard, non finie, de ce nombre de pions."""
    while True:
        position = promenade(alea, plis)[-1]
        if not position.finie:
            return position


def classe(alea: random.Random, plis: tuple[int, int], equilibree: bool, n: int) -> list[Position]:
    """n positions de cette classe ; équilibrée : score d'au plus 3 en valeur absolue."""
    retenues: list[Position] = []
    while len(retenues) < n:
        position = tirer(alea, alea.randint(*plis))
        score = Calcul(GRILLE, [bits(position)]).terminer()[0]
        if (abs(score) <= 3) == equilibree:
            retenues.append(position)
    return retenues


def chronometrer(fonction: Callable[[], T]) -> tuple[float, T]:
    """Le temps du fil en secondes, et le résultat."""
    debut = time.thread_time()
    resultat = fonction()
    return time.thread_time() - debut, resultat


class Autre:
    """BitBully, sans livre."""

    def __init__(self) -> None:
        from bitbully import bitbully_core

        self._noyau = bitbully_core
        self._solveur = bitbully_core.BitBullyCore()

    def preparer(self, position: Position) -> Any:
        """La position dans sa représentation."""
        plateau = self._noyau.BoardCore()
        for x in position.historique:
            plateau.play(x)
        return plateau

    def resoudre(self, plateaux: Sequence[Any]) -> list[int]:
        """Les scores de ces plateaux."""
        return [self._solveur.mtdf(plateau, 0) for plateau in plateaux]

    def oublier(self) -> None:
        """Vide sa table."""
        self._solveur.resetTranspositionTable()

    @property
    def noeuds(self) -> int:
        """Le nombre de nœuds visités depuis le début."""
        return int(self._solveur.getNodeCounter())


def oublier(autre: Autre) -> None:
    """Vide les tables des deux solveurs, puis réveille leur code sur une position sans rapport."""
    autre.oublier()
    for _, logarithme in TABLES:
        table_pour(GRILLE, logarithme)[:] = 0
    eveil = Position.depuis_coups("5323365136332172774527116651")
    for _ in range(100):
        Calcul(GRILLE, [bits(eveil)]).terminer()
        autre.resoudre([autre.preparer(eveil)])


def mesurer(autre: Autre, positions: Sequence[Position], taille: int = 300) -> Mesures:
    """Fait résoudre ces positions par les deux, un paquet après l'autre."""
    temps, noeuds, sien, faux = 0.0, 0, 0.0, 0
    avant = autre.noeuds
    for i in range(0, len(positions), taille):
        paquet = positions[i : i + taille]
        calcul = Calcul(GRILLE, [bits(p) for p in paquet])
        plateaux = [autre.preparer(p) for p in paquet]
        duree, scores = chronometrer(calcul.terminer)
        duree_autre, attendus = chronometrer(partial(autre.resoudre, plateaux))
        temps, sien, noeuds = temps + duree, sien + duree_autre, noeuds + calcul.noeuds
        faux += sum(a != b for a, b in zip(scores, attendus, strict=True))
    return temps, noeuds, sien, autre.noeuds - avant, faux


def ligne(nom: str, n: int, mesures: Mesures) -> str:
    """Une ligne du tableau."""
    temps, noeuds, sien, ses_noeuds, faux = mesures
    return (
        f"| {nom} | {n} | {temps / n * 1e3:.4g} | {noeuds / n:.0f} "
        f"| {sien / n * 1e3:.4g} | {ses_noeuds / n:.0f} | {temps / sien:.2f} | {faux} |"
    )


def tenu(mesures: Mesures, objectif: float) -> bool:
    """L'objectif de vitesse est-il tenu, sans score différent ?"""
    return mesures[0] <= objectif * mesures[2] and mesures[4] == 0


def main() -> int:
    """Affiche le tableau ; 0 si l'objectif est tenu dans chaque classe."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--par-classe", type=int, default=300)
    options.add_argument("--graine", type=int, default=1)
    options.add_argument("--plis", nargs="*", default=list(PLIS), choices=list(PLIS))
    options.add_argument("--sans-grille-vide", action="store_true", help="elle prend plusieurs minutes")
    choix = options.parse_args()
    alea, autre, bon = random.Random(choix.graine), Autre(), True
    print("| classe | n | nos ms | nos nœuds | ms de BitBully | ses nœuds | rapport | scores différents |")
    print("|---|---|---|---|---|---|---|---|")
    for nom, equilibree in product(choix.plis, (True, False)):
        positions = classe(alea, PLIS[nom], equilibree, choix.par_classe * FOIS.get(nom, 1))
        oublier(autre)  # le tri des positions a rempli nos tables de leurs réponses
        mesures = mesurer(autre, positions, PAQUET[nom])
        titre = f"{nom} {'équilibrées' if equilibree else 'déséquilibrées'}"
        print(ligne(titre, len(positions), mesures), flush=True)
        bon = bon and tenu(mesures, OBJECTIF)
    if not choix.sans_grille_vide:
        oublier(autre)
        mesures = mesurer(autre, [Position()])
        print(ligne("grille vide", 1, mesures), flush=True)
        bon = bon and tenu(mesures, OBJECTIF_GRILLE_VIDE)
    return 0 if bon else 1


if __name__ == "__main__":
    raise SystemExit(main())
