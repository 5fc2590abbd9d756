"""Ce que le code d'un élève peut utiliser de p4core et de p4cours : la seule liste qui en décide.

Les vérifications la lisent (une réponse écrit son propre code : elle ne peut que montrer), et la correction
(le bac à sable ne contient rien d'autre que ces noms, sans effet).
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

Noms = Mapping[str, frozenset[str]]

# Montrer : l'appeler dans une réponse est permis, et sans effet pendant la correction.
MONTRER: Noms = {
    "p4core": frozenset({"Arbre", "Plateau", "barre"}),
    "p4cours": frozenset({"indice", "pret_a_rendre", "rejouer", "verifier"}),
    "p4cours.tp1_grille": frozenset({"cote_a_cote", "courbe_frequence", "dessiner"}),
    "p4cours.tp2_minmax": frozenset({"carte_duels", "dessiner"}),
    "p4cours.tp3_ia": frozenset({"courbes", "dessiner", "mesurer", "partie_console", "tableau"}),
    "p4cours.tp4_graphe": frozenset({"courbe_reglages", "courbe_situations", "demande_colonne", "dessiner"}),
    "p4cours.tp5_pieges": frozenset({"dessiner", "parcours"}),
    "p4cours.tp6_tournoi": frozenset({"dessiner", "podium", "radar", "radars"}),
    "p4cours.tp7_jeu_parfait": frozenset({"dessiner", "dessiner_bits", "dessiner_coupes", "dessiner_graphe"}),
}
# Préparer un affichage : on peut l'appeler, pas se servir de ce qu'il rend autrement que pour montrer.
PREPARER: Noms = {
    "p4core": frozenset(
        f"{sens}_{codage}"
        for sens in ("depuis", "vers")
        for codage in ("colonnes", "lignes", "situation", "jetons", "tours")
    )
}
# Concourir : les règles du jeu, jamais une IA ni le solveur. Qui y a droit peut aussi se servir de ce que
# rendent les conversions ci-dessus : la correction lui apporte les vraies (p4prof/cloison).
CONCOURIR: Noms = {"p4core": frozenset({"CoupIllegal", "Position"})}


def reconnait(noms: Noms, valeur: Any) -> bool:
    """Cet objet (ou celui dont il est l'instance) porte-t-il l'un de ces noms publics ?"""
    objet = valeur if hasattr(valeur, "__name__") else type(valeur)
    nom = getattr(objet, "__name__", "")
    publics = (sys.modules.get(module) for module, connus in noms.items() if nom in connus)
    return any(getattr(module, nom, None) is objet for module in publics)


def designe(noms: Noms, chemin: str) -> bool:
    """Ce chemin (« p4core.Plateau().montrer ») part-il de l'un de ces noms publics ?"""
    debuts = (f"{module}.{nom}" for module, connus in noms.items() for nom in connus)
    return any(
        chemin == debut or chemin.startswith((f"{debut}.", f"{debut}(", f"{debut}[")) for debut in debuts
    )
