"""Plus de parties au hasard, ou plus de coups ? Les expériences du TP, et leurs tables de référence.

`python -m bench.jumeaux --sans-vitesses` joue de nouveau les parties de ces tables, et trouve les mêmes."""

from __future__ import annotations

from dataclasses import replace

from p4cours.duels import Duels, duels_de_reference
from p4cours.verification.experiences import Experience

# --- Les tables de référence : victoires, nulles et défaites de qui commence -------------------------

REFERENCE_REGLAGES = duels_de_reference(
    "Réglages (nb, k), 1 000 parties par case",
    ("(1, 1)", "(4, 1)", "(7, 1)", "(16, 1)", "(1, 2)"),
    """
    549/4/447  349/1/650  244/0/756  129/0/871  247/44/709
    788/0/212  559/1/440  468/1/531  266/3/731  511/12/477
    867/0/133  689/2/309  609/3/388  368/3/629  629/14/357
    940/0/60  878/0/122  799/3/198  574/5/421  844/1/155
    781/37/182  600/11/389  480/10/510  282/4/714  423/209/368
    """,
)
REFERENCE_BUDGETS = duels_de_reference(
    "Deux budgets : 490 ou 4 900 fins au hasard par coup, 200 parties par case",
    ("(70, 1)", "(10, 2)", "(700, 1)", "(100, 2)"),
    """
    120/6/74  117/7/76  59/6/135  25/0/175
    87/7/106  102/5/93  34/8/158  31/9/160
    158/0/42  160/8/32  99/7/94  59/6/135
    187/3/10  178/4/18  139/6/55  131/6/63
    """,
)

# --- Ce que l'élève mesure et conclut --------------------------------------------------------------


def _experience(table: Duels, a: str, b: str, largeur: float, suffixe: str) -> Experience:
    return Experience(f"le réglage {a}", f"le réglage {b}", largeur, table.comptes(a, b), suffixe)


_4_1 = _experience(REFERENCE_REGLAGES, "(4, 1)", "(1, 2)", 0.04, "_4_1")
_7_1 = _experience(REFERENCE_REGLAGES, "(7, 1)", "(1, 2)", 0.04, "_7_1")
_BUDGET = _experience(REFERENCE_BUDGETS, "(700, 1)", "(100, 2)", 0.1, "_budget")

NB_PARTIES_REGLAGES = replace(_4_1, suffixe="_reglages").nombre()
CONCLUSION_4_1 = _4_1.conclusion()
CONCLUSION_7_1 = _7_1.conclusion()
NB_PARTIES_BUDGET = _BUDGET.nombre()
CONCLUSION_BUDGET = _BUDGET.conclusion()
