"""La table de référence du TP 1 : 100 000 parties au hasard, à comparer à celle qu'annonce le cours.

`python -m bench.hasard` la rejoue avec une autre graine si on la donne : `python -m bench.hasard 7`.
"""

from __future__ import annotations

import sys

from p4core.francais import milliers, pour_cent
from p4core.tournois.confrontations import Decompte, confronter
from p4core.tournois.statistiques import wilson
from p4cours.tp1_grille.frequences import REFERENCE

GRAINE = 1


def main(graine: int = GRAINE) -> int:
    """Joue, affiche la table ; 0 si elle confirme la référence (avec sa graine : si elle la redonne)."""
    parties = sum(REFERENCE)
    decompte = confronter({"hasard": "hasard"}, parties, graine).cases["hasard", "hasard"]
    print(tableau(decompte))
    comptes = (decompte.victoires, decompte.defaites, decompte.nulles)
    attendus = [wilson(compte, parties) for compte in REFERENCE]
    print(f"Référence du cours : {', '.join(milliers(c) for c in REFERENCE)}.")
    confirmee = all(bas <= c / parties <= haut for c, (bas, haut) in zip(comptes, attendus, strict=True))
    return int(comptes != REFERENCE if graine == GRAINE else not confirmee)


def tableau(decompte: Decompte) -> str:
    """Une ligne par issue : ses parties, sa fréquence, l'intervalle à 95 %."""
    issues = {"joueur 1": decompte.victoires, "joueur 2": decompte.defaites, "nulle": decompte.nulles}
    lignes = []
    for nom, compte in issues.items():
        bas, haut = wilson(compte, decompte.parties)
        frequence, bornes = (
            pour_cent(compte / decompte.parties, 2),
            f"[{pour_cent(bas, 2)} ; {pour_cent(haut, 2)}]",
        )
        lignes.append(f"{nom:<10}{compte:>8}  {frequence:>8}  {bornes}")
    return "\n".join(lignes)


if __name__ == "__main__":
    raise SystemExit(main(*map(int, sys.argv[1:2])))
