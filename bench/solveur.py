"""Le solveur à côté de BitBully, sans livre : temps, nœuds et scores par classe de positions.

    python -m bench.solveur [--par-classe 300] [--classes début-facile] [--sans-grille-vide]

Deux familles de classes, tirées de positions au hasard dont on garde celles que leur score exact y range :
celles de Pascal Pons (nombre de pions ; coups qui restent avant la fin du jeu parfait : moins de 14, de 28,
ou davantage), et des tranches de pions, équilibrées (score d'au plus 3 en valeur absolue) ou non.

Temps du fil (pas de l'horloge), en paquets alternés entre les deux solveurs, dont les tables sont vides au
début d'une classe et restent telles quelles d'un paquet à l'autre. Les positions sont préparées d'avance des
deux côtés ; notre solveur les reçoit par paquets, BitBully une par une.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from p4core.ia.solveur.calcul import TABLES, Calcul, bits, table_pour
from p4core.jeu import Position, promenade

GRILLE, CASES = (7, 6, 4), 42
OBJECTIF, OBJECTIF_DEBUT_FACILE, OBJECTIF_GRILLE_VIDE = 0.35, 0.25, 0.15  # de son temps
NOEUDS_DEBUT_FACILE = 5000  # par position, au plus
ESSAI = 5000  # nœuds entre deux regards : une position qui ne peut plus être de la classe est laissée

T = TypeVar("T")
# Notre temps, nos nœuds, son temps, ses nœuds, scores différents.
Mesures = tuple[float, int, float, int, int]


def restants(position: Position, score: int) -> int:
    """Le nombre de coups avant la fin du jeu parfait, d'après le score."""
    if score == 0:
        return CASES - position.nb_coups
    gagnant_au_trait = int(score > 0)
    coups = CASES + 2 - 2 * abs(score) - position.nb_coups
    return coups - (coups % 2 != gagnant_au_trait)  # qui gagne joue le dernier coup


@dataclass(frozen=True)
class Classe:
    """Des positions de ce nombre de pions, dont le score (ou ce qu'il reste à jouer) est dans ces bornes."""

    nom: str
    plis: tuple[int, int]
    reste: tuple[int, int] = (0, CASES)
    ecart: tuple[int, int] = (0, CASES)  # la valeur absolue du score
    paquet: int = 50  # des positions par tour de chacun
    fois: int = 1  # là où une position se compte en microsecondes, il en faut davantage
    objectif: float = OBJECTIF
    noeuds: float = float("inf")

    def contient(self, position: Position, score: int) -> bool:
        """Une position de ce score est-elle de la classe ?"""
        reste = restants(position, score)
        return self.reste[0] <= reste <= self.reste[1] and self.ecart[0] <= abs(score) <= self.ecart[1]

    def retient(self, position: Position) -> bool:
        """La position est-elle de la classe ? On ne la résout que tant que c'est possible."""
        calcul = Calcul(GRILLE, [bits(position)])
        while not calcul.avancer(ESSAI):
            bas, haut = calcul.intervalle
            if not any(self.contient(position, score) for score in range(bas, haut + 1)):
                return False
        return self.contient(position, calcul.scores[0])

    def tirer(self, alea: random.Random, n: int) -> list[Position]:
        """n positions au hasard de cette classe."""
        retenues: list[Position] = []
        while len(retenues) < n * self.fois:
            position = promenade(alea, alea.randint(*self.plis))[-1]
            if not position.finie and self.retient(position):
                retenues.append(position)
        return retenues

    def tenue(self, mesures: Mesures, n: int) -> bool:
        """L'objectif est-il tenu, sans score différent ?"""
        return tenu(mesures, self.objectif) and mesures[1] <= self.noeuds * n


# Un gain au coup suivant ne coûte rien à personne : les classes faciles commencent à deux coups de la fin.
FACILE, MOYEN, DIFFICILE = (2, 13), (14, 27), (28, CASES)
CLASSES = [
    Classe("début-facile", (4, 14), FACILE, objectif=OBJECTIF_DEBUT_FACILE, noeuds=NOEUDS_DEBUT_FACILE),
    Classe("début-moyen", (8, 14), MOYEN, paquet=25),
    Classe("début-difficile", (8, 14), DIFFICILE, paquet=25),
    Classe("milieu-facile", (15, 28), FACILE, paquet=300, fois=3),
    Classe("milieu-moyen", (15, 28), MOYEN, paquet=300, fois=3),
    Classe("fin-facile", (29, 41), FACILE, paquet=3000, fois=10),
]
for _nom, _plis, _paquet, _fois in (
    ("8–14", (8, 14), 25, 1),
    ("15–20", (15, 20), 50, 1),
    ("21–28", (21, 28), 300, 3),
    ("29+", (29, 41), 3000, 10),
):
    CLASSES += [
        Classe(f"{_nom}-équilibrées", _plis, ecart=(0, 3), paquet=_paquet, fois=_fois),
        Classe(f"{_nom}-déséquilibrées", _plis, ecart=(4, CASES), paquet=_paquet, fois=_fois),
    ]


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
        f"| {nom} | {n} | {sien / n * 1e3:.4g} | {ses_noeuds / n:.0f} "
        f"| {temps / n * 1e3:.4g} | {noeuds / n:.0f} | {temps / sien:.2g} | {faux} |"
    )


def tenu(mesures: Mesures, objectif: float) -> bool:
    """L'objectif de vitesse est-il tenu, sans score différent ?"""
    return mesures[0] <= objectif * mesures[2] and mesures[4] == 0


def main() -> int:
    """Affiche le tableau ; 0 si l'objectif est tenu dans chaque classe."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--par-classe", type=int, default=300)
    options.add_argument("--graine", type=int, default=1)
    noms = [classe.nom for classe in CLASSES]
    options.add_argument("--classes", nargs="*", default=noms, choices=noms, metavar="CLASSE")
    options.add_argument("--sans-grille-vide", action="store_true", help="elle prend plusieurs minutes")
    choix = options.parse_args()
    autre, bon = Autre(), True
    print("| classe | n | ms de BitBully | ses nœuds | nos ms | nos nœuds | rapport | scores différents |")
    print("|---|---|---|---|---|---|---|---|")
    for classe in (classe for classe in CLASSES if classe.nom in choix.classes):
        positions = classe.tirer(random.Random(f"{classe.nom} {choix.graine}"), choix.par_classe)
        oublier(autre)  # le tri des positions a rempli nos tables de leurs réponses
        mesures = mesurer(autre, positions, classe.paquet)
        print(ligne(classe.nom, len(positions), mesures), flush=True)
        bon = classe.tenue(mesures, len(positions)) and bon
    if not choix.sans_grille_vide:
        oublier(autre)
        mesures = mesurer(autre, [Position()])
        print(ligne("grille vide", 1, mesures), flush=True)
        bon = tenu(mesures, OBJECTIF_GRILLE_VIDE) and bon
    return 0 if bon else 1


if __name__ == "__main__":
    raise SystemExit(main())
