"""Quels poids, quelle profondeur ? Les deux expériences du TP, et leurs tables de référence.

`python -m bench.jumeaux --sans-vitesses` joue de nouveau les parties de ces tables, et trouve les mêmes."""

from __future__ import annotations

from dataclasses import replace

from p4cours.duels import Duels, duels_de_reference
from p4cours.verification.experiences import Experience

# --- Les tables de référence : victoires, nulles et défaites de qui commence -------------------------

POIDS = ("W1", "W2", "W3", "W4", "W5")
PROFONDEURS = ("p = 1", "p = 2", "p = 3", "p = 4")

REFERENCE_POIDS = duels_de_reference(
    "Poids contre poids à profondeur 2, 1 000 parties par case",
    POIDS,
    """
    471/46/483  503/0/497  508/189/303  640/0/360  937/13/50
    455/74/471  336/221/443  902/8/90  225/152/623  934/32/34
    228/212/560  465/0/535  299/197/504  640/9/351  916/6/78
    407/35/558  447/159/394  774/26/200  432/135/433  917/23/60
    38/8/954  37/9/954  169/14/817  48/15/937  483/101/416
    """,
)
REFERENCE_PROFONDEURS_W1 = duels_de_reference(
    "Profondeur contre profondeur avec W1, 200 parties par case",
    PROFONDEURS,
    """
    200/0/0  200/0/0  0/0/200  0/10/190
    92/14/94  99/14/87  64/54/82  135/13/52
    178/0/22  116/36/48  96/21/83  82/39/79
    152/12/36  152/1/47  135/44/21  64/47/89
    """,
)
REFERENCE_PROFONDEURS_W2 = duels_de_reference(
    "Profondeur contre profondeur avec W2, 200 parties par case",
    PROFONDEURS,
    """
    200/0/0  92/25/83  0/0/200  53/0/147
    172/0/28  65/35/100  58/102/40  114/5/81
    200/0/0  200/0/0  45/0/155  0/16/184
    200/0/0  200/0/0  0/200/0  58/45/97
    """,
)

# --- Ce que l'élève mesure et conclut --------------------------------------------------------------

_LARGEUR_POIDS, _LARGEUR_PROFONDEURS = 0.04, 0.1


def _experience(
    table: Duels, a: str, b: str, largeur: float, suffixe: str, noms: tuple[str, str]
) -> Experience:
    return Experience(*noms, largeur, table.comptes(a, b), suffixe)


_W2_W4 = _experience(REFERENCE_POIDS, "W2", "W4", _LARGEUR_POIDS, "_w2_w4", ("W2", "W4"))
_W1_W2 = _experience(REFERENCE_POIDS, "W1", "W2", _LARGEUR_POIDS, "_w1_w2", ("W1", "W2"))
_DEUX_UN = ("la profondeur 2", "la profondeur 1")
_AVEC_W1, _AVEC_W2 = (
    _experience(table, "p = 2", "p = 1", _LARGEUR_PROFONDEURS, suffixe, _DEUX_UN)
    for table, suffixe in (
        (REFERENCE_PROFONDEURS_W1, "_profondeurs_w1"),
        (REFERENCE_PROFONDEURS_W2, "_profondeurs_w2"),
    )
)

NB_PARTIES_POIDS = replace(_W2_W4, suffixe="_poids").nombre()
CONCLUSION_W2_W4 = _W2_W4.conclusion()
CONCLUSION_W1_W2 = _W1_W2.conclusion()
NB_PARTIES_PROFONDEURS = replace(_AVEC_W1, suffixe="_profondeurs").nombre()
CONCLUSION_PROFONDEURS_W1 = _AVEC_W1.conclusion()
CONCLUSION_PROFONDEURS_W2 = _AVEC_W2.conclusion()
