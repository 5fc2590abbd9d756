"""La table de référence de l'échelle de force, jouée de nouveau : ses barreaux, chacun contre chacun."""

from __future__ import annotations

from itertools import combinations

from p4core.jeu import Joueur, partie
from p4core.tournois.confrontations import Decompte
from p4core.tournois.echelle import GRAINE, REFERENCE, barreaux, ouvertures
from p4core.tournois.rencontres import aleas, semer

PARTIES = 100


def rencontre(a: Joueur, b: Joueur) -> Decompte:
    """Les résultats de a contre b : chaque ouverture deux fois, une de chaque côté."""
    total = Decompte()
    for k, depart in enumerate(ouvertures(GRAINE, PARTIES)):
        semer(GRAINE + k, aleas(a, b))
        deux = (a, b) if k % 2 == 0 else (b, a)
        gagnant, camp = partie(*deux, depart).gagnant, 1 + k % 2
        total += Decompte(gagnant == camp, gagnant == 0, gagnant == 3 - camp)
    return total


def main() -> int:
    """Joue, montre la table telle qu'elle s'écrit, et rend 0 si c'est celle du module."""
    joueurs, table = barreaux(), {}
    for a, b in combinations(joueurs, 2):
        d = table[a, b] = rencontre(joueurs[a], joueurs[b])
        print(f"{a} {b} {d.victoires}/{d.nulles}/{d.defaites}", flush=True)
    return 0 if table == REFERENCE else 1


if __name__ == "__main__":
    raise SystemExit(main())
