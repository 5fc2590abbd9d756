"""La table de référence de l'échelle de force, jouée de nouveau : ses barreaux, chacun contre chacun."""

from __future__ import annotations

from itertools import combinations

from p4core.jeu import LONGUEUR_OUVERTURE
from p4core.tournois import tournoi
from p4core.tournois.confrontations import Decompte
from p4core.tournois.echelle import GRAINE, REFERENCE, barreaux

PARTIES = 200


def main() -> int:
    """Joue, montre la table telle qu'elle s'écrit, et rend 0 si c'est celle du module."""
    noms = list(barreaux())
    resultats = tournoi(barreaux(), PARTIES, GRAINE, ouvertures=LONGUEUR_OUVERTURE, visible=False)
    table = {}
    for a, b in combinations(noms, 2):
        victoires, defaites, nulles = resultats.bilan(a, b)
        table[a, b] = Decompte(victoires, nulles, defaites)
    for a in noms[:-1]:
        cases = [d for (nom, _), d in table.items() if nom == a]
        print(" ".join(f"{d.victoires}/{d.nulles}/{d.defaites}" for d in cases))
    print(resultats)
    return 0 if table == REFERENCE else 1


if __name__ == "__main__":
    raise SystemExit(main())
