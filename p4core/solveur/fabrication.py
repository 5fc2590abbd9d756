"""Fabriquer un livre d'ouvertures : un long calcul, que l'on peut interrompre et reprendre.

Seules les positions du dernier pli sont cherchées ; les précédentes s'en déduisent coup par coup. Chaque
score trouvé est aussitôt ajouté au journal : relancer la commande continue où l'on s'était arrêté.
"""

from __future__ import annotations

import random
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from p4core.position import Position
from p4core.solveur.calcul import Calcul, Grille, bits, table_pour
from p4core.solveur.livre import BIAIS, Livre, cle_canonique, ecrire, places
from p4core.solveur.resolution import score_final

Positions = dict[int, Position]
Scores = dict[int, int]
Feuille = tuple[int, int, tuple[int, int, int]]  # une clé, sa place à elle, ses trois places
Suivi = Callable[[int, int], object]
LOT = 20


@dataclass(frozen=True)
class Effort:
    """Les moyens du calcul : combien de fils, et une table de 2**logarithme entrées de 8 octets."""

    fils: int = 1
    logarithme: int = 20


def cle_de(position: Position, grille: Grille) -> int:
    """La clé de la position dans le livre."""
    return cle_canonique(*bits(position), grille)


def positions_par_pli(grille: Grille, plis: int) -> list[Positions]:
    """Les positions non finies de chaque pli, au miroir près."""
    etages = [{cle_de(Position(*grille), grille): Position(*grille)}]
    for _ in range(plis):
        suivantes = (position.jouer(x) for position in etages[-1].values() for x in position.coups())
        etages.append({cle_de(suivante, grille): suivante for suivante in suivantes if not suivante.finie})
    return etages


def lire_journal(journal: Path) -> Scores:
    """Les scores déjà trouvés ; une dernière ligne coupée est ignorée."""
    if not journal.exists():
        return {}
    lignes = journal.read_text().split("\n")[:-1]
    return {int(cle): int(valeur) for cle, valeur in (ligne.split() for ligne in lignes)}


def completer(
    journal: Path, grille: Grille, positions: Positions, effort: Effort, suivi: Suivi | None = None
) -> Scores:
    """Cherche les scores qui manquent au journal, par lots partagés entre des fils ; tous les scores."""
    connus = lire_journal(journal)
    _retablir(journal, connus)
    # Des positions voisines dans l'ordre des clés partagent une grande part de leur recherche.
    restantes = sorted(cle for cle in positions if cle not in connus)
    lots = [restantes[i : i + LOT] for i in range(0, len(restantes), LOT)]
    table_pour(grille, effort.logarithme)  # créée ici pour que tous les fils aient la même

    def resoudre(lot: list[int]) -> list[int]:
        return Calcul(grille, [bits(positions[cle]) for cle in lot], ((0, effort.logarithme),)).terminer()

    with ThreadPoolExecutor(effort.fils) as equipe, journal.open("a") as sortie:
        for lot, scores in zip(lots, equipe.map(resoudre, lots), strict=True):
            connus.update(zip(lot, scores, strict=True))
            sortie.writelines(f"{cle} {connus[cle]}\n" for cle in lot)
            sortie.flush()
            if suivi:
                suivi(len(connus), len(positions))
    return connus


def _retablir(journal: Path, connus: Scores) -> None:
    """Récrit le journal sans sa dernière ligne si elle était coupée."""
    journal.write_text("".join(f"{cle} {valeur}\n" for cle, valeur in connus.items()))


def remonter(etages: list[Positions], derniers: Scores, grille: Grille) -> Scores:
    """Les scores de tous les plis : celui d'une position est le meilleur de ses suivantes."""
    scores = dict(derniers)
    for etage in reversed(etages[:-1]):
        for cle, position in etage.items():
            scores[cle] = max(-_score_suivant(position.jouer(x), scores, grille) for x in position.coups())
    return scores


def _score_suivant(position: Position, scores: Scores, grille: Grille) -> int:
    return score_final(position) if position.finie else scores[cle_de(position, grille)]


def coder(scores: Scores, grille: Grille, plis: int) -> Livre:
    """Le livre de ces scores : on essaie des graines jusqu'à ce que le système ait une solution."""
    tiers = len(scores) * 123 // 300 + 16
    for graine in range(1, 1000):
        ordre = _effeuiller(scores, graine, tiers)
        if ordre is not None:
            return Livre(grille, plis, graine, tiers, _remplir(scores, ordre, tiers))
    raise RuntimeError("Aucune graine ne convient.")


def _effeuiller(cles: Iterable[int], graine: int, tiers: int) -> list[Feuille] | None:
    """Un ordre où chaque clé a, à son tour, une place à elle seule ; None s'il n'y en a pas."""
    occupants: list[set[int]] = [set() for _ in range(3 * tiers)]
    lieux = {cle: places(cle, graine, tiers) for cle in cles}
    for cle, trois in lieux.items():
        for place in trois:
            occupants[place].add(cle)
    seules = [place for place, presents in enumerate(occupants) if len(presents) == 1]
    ordre: list[Feuille] = []
    while seules:
        libre = seules.pop()
        if len(occupants[libre]) != 1:
            continue
        (cle,) = occupants[libre]
        ordre.append((cle, libre, lieux[cle]))
        for place in lieux[cle]:
            occupants[place].discard(cle)
            if len(occupants[place]) == 1:
                seules.append(place)
    return ordre if len(ordre) == len(lieux) else None


def _remplir(scores: Scores, ordre: list[Feuille], tiers: int) -> bytes:
    """Donne à la place de chaque clé, de la dernière à la première, l'octet qui fait le bon score."""
    octets = bytearray(3 * tiers)
    for cle, libre, trois in reversed(ordre):
        octets[libre] = 0
        for place in trois:
            if place != libre:
                octets[libre] ^= octets[place]
        octets[libre] ^= scores[cle] + BIAIS
    return bytes(octets)


def controler(livre: Livre, etages: list[Positions], alea: random.Random, combien: int) -> Iterator[Position]:
    """Les positions dont le livre donne un score faux, parmi quelques-unes tirées au sort."""
    toutes = [position for etage in etages for position in etage.values()]
    choisies = alea.sample(toutes, min(combien, len(toutes)))
    for position in choisies:
        if Calcul(livre.grille, [bits(position)]).terminer()[0] != livre.score(*bits(position)):
            yield position


def fabriquer(
    sortie: Path, grille: Grille, plis: int, effort: Effort, annoncer: Callable[[str], object] = print
) -> Livre:
    """Calcule (ou finit de calculer) le livre de cette grille et l'enregistre."""
    etages = positions_par_pli(grille, plis)
    annoncer(f"{sum(map(len, etages))} positions, dont {len(etages[-1])} à chercher.")

    def suivi(faites: int, total: int) -> None:
        annoncer(f"{faites} / {total} ({faites / total:.1%})")

    derniers = completer(sortie.with_suffix(".journal"), grille, etages[-1], effort, suivi)
    livre = coder(remonter(etages, derniers, grille), grille, plis)
    ecrire(sortie, livre)
    return livre


def commande(arguments: list[str] | None = None) -> int:
    """La commande qui fabrique un livre ; on peut l'interrompre et la relancer."""
    options = ArgumentParser(prog="p4 livre", description=commande.__doc__)
    options.add_argument("sortie", type=Path, help="le fichier du livre ; le journal est à côté")
    options.add_argument("--grille", type=int, nargs=3, default=(7, 6, 4), metavar=("L", "H", "N"))
    options.add_argument("--plis", type=int, default=8)
    options.add_argument("--fils", type=int, default=1)
    options.add_argument("--table", type=int, default=24, help="logarithme de sa taille : 24 pour 128 Mio")
    choix = options.parse_args(arguments)
    fabriquer(choix.sortie, tuple(choix.grille), choix.plis, Effort(choix.fils, choix.table))
    return 0


if __name__ == "__main__":
    raise SystemExit(commande())
