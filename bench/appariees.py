"""Les tables de référence du TP 3, jouées de nouveau depuis des ouvertures appariées, puis comparées.

Les heuristiques sont celles du carnet, sur des listes (deux minutes environ) ; les profondeurs, des jumeaux,
dont la vitesse est donnée à côté de celle des listes.
"""

from __future__ import annotations

import time
from pathlib import Path

from p4core.codages import vers_lignes
from p4core.francais import virgule
from p4core.ia.jumeaux import JoueurMinmax
from p4core.jeu import Joueur, partie
from p4core.tournois.confrontations import Decompte
from p4core.tournois.matchs import Match, departs_de, joueur_heuristique, paires, sur_lignes
from p4cours.tp3_ia.experiences import GRAINE, MENACES, PROFONDEURS, REFERENCE_PROFONDEURS
from p4cours.tp3_ia.fournitures import POIDS, duels
from tests.listes_tp6 import fonctions

CARNET = Path(__file__).parents[1] / "solutions/tp3_ia/tp3_ia.ipynb"
PARTIES_HEURISTIQUES, PARTIES_PROFONDEURS = 1000, 2000


def heuristiques() -> dict[int, Decompte]:
    """La eval_grille2 du carnet contre son eval_grille, à chaque profondeur de la table."""
    f, departs = fonctions(CARNET), departs_de(PARTIES_HEURISTIQUES, GRAINE)
    deux = sur_lignes(f["eval_grille2"]), sur_lignes(f["eval_grille"])
    print(f"TP 3, eval_grille2 contre eval_grille, {PARTIES_HEURISTIQUES} parties par profondeur :")
    table = {}
    for profondeur in MENACES:
        a, b = (joueur_heuristique(heuristique, profondeur) for heuristique in deux)
        match = Match(tuple(paires(a, b, departs)))
        table[profondeur] = match.decompte
        print(f"prof = {profondeur} : {match}")
    return table


def profondeurs() -> dict[tuple[str, str], Decompte]:
    """Profondeur contre profondeur, avec eval_grille."""
    table = duels(PROFONDEURS, PARTIES_PROFONDEURS, GRAINE, visible=False).table
    print(f"\nTP 3, profondeur contre profondeur, {PARTIES_PROFONDEURS // 2} ouvertures par case :")
    print(table)
    for a in table.joueurs:  # comme la table de référence est écrite
        lus = (table.cases[a, b] for b in table.joueurs)
        print("   ", "  ".join(f"{d.victoires}/{d.nulles}/{d.defaites}" for d in lus))
    return table.cases


def vitesses() -> None:
    """Parties par seconde, le carnet contre lui-même puis le jumeau contre lui-même."""
    ia = fonctions(CARNET)["IA"]
    print(f"{'parties par seconde':<22}{'listes':>8}{'jumeaux':>9}")
    for prof, parties in ((1, 40), (2, 10), (3, 2)):
        listes = _vitesse(lambda p, prof=prof: ia(*vers_lignes(p), p.trait, prof), parties)
        rapides = _vitesse(JoueurMinmax(POIDS, prof), 400)
        print(f"prof = {prof:<15}{listes:>8.1f}{rapides:>9.0f}{rapides / listes:>8.0f} fois")
    print()


def _vitesse(joueur: Joueur, parties: int) -> float:
    departs = departs_de(2 * parties, GRAINE)
    joueur(departs[0])  # compile
    debut = time.perf_counter()
    for depart in departs:
        partie(joueur, joueur, depart)
    return parties / (time.perf_counter() - debut)


def main() -> int:
    """Rejoue les deux tables ; rend 0 si ce sont celles du TP."""
    debut = time.perf_counter()
    vitesses()
    egales = [heuristiques() == MENACES, profondeurs() == REFERENCE_PROFONDEURS.table.cases]
    print(f"\n{virgule(time.perf_counter() - debut, '.0f')} s ; les tables du TP : ", end="")
    print("retrouvées" if all(egales) else "DIFFÉRENTES")
    return 0 if all(egales) else 1


if __name__ == "__main__":
    raise SystemExit(main())
