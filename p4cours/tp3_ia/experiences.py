"""Quelle heuristique, quelle profondeur ? Les deux expériences du TP, et leurs tables de référence.

`python -m bench.appariees` joue de nouveau les parties de ces tables, et trouve les mêmes."""

from __future__ import annotations

from p4core.tableaux import Tableau
from p4core.tournois.confrontations import Decompte
from p4cours.duels import duels_de_reference
from p4cours.verification.experiences import Experience

# --- Les tables de référence -----------------------------------------------------------------------

GRAINE = 0
PROFONDEURS = (1, 2, 3, 4)

# La eval_grille2 de la solution contre eval_grille, toutes deux à cette profondeur.
MENACES = {1: Decompte(755, 14, 231), 2: Decompte(513, 76, 411)}

REFERENCE_HEURISTIQUES = Tableau(
    [
        {
            "profondeur": profondeur,
            "parties": d.parties,
            "victoires": d.victoires,
            "défaites": d.defaites,
            "nulles": d.nulles,
            "score et intervalle à 95 %": str(d),
        }
        for profondeur, d in MENACES.items()
    ],
    "Une heuristique qui voit les menaces jouables, contre eval_grille",
)
REFERENCE_PROFONDEURS = duels_de_reference(
    "Profondeur contre profondeur avec eval_grille, 1 000 ouvertures par case",
    [f"prof = {p}" for p in PROFONDEURS],
    """
    574/1/425  269/31/700  267/13/720  205/12/783
    810/20/170  473/112/415  512/73/415  460/99/441
    848/10/142  538/74/388  547/36/417  426/93/481
    891/19/90  549/104/347  656/98/246  503/130/367
    """,
    GRAINE,
)

# --- Ce que l'élève mesure et conclut --------------------------------------------------------------

# Chaque élève a son heuristique : aucune référence ne dit ce que ses parties peuvent donner.
_HEURISTIQUES = Experience("eval_grille2", "eval_grille", 0.14, None, "_heuristiques")
_PROFONDEURS = Experience(
    "la profondeur 3",
    "la profondeur 2",
    0.1,
    REFERENCE_PROFONDEURS.comptes("prof = 3", "prof = 2"),
    "_profondeurs",
)

NB_PARTIES_HEURISTIQUES = _HEURISTIQUES.nombre()
CONCLUSION_HEURISTIQUES = _HEURISTIQUES.conclusion()
NB_PARTIES_PROFONDEURS = _PROFONDEURS.nombre()
CONCLUSION_PROFONDEURS = _PROFONDEURS.conclusion()
