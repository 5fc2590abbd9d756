"""verifligne et verifdiagonale_mont : la plus grande suite de jetons dans une direction."""

from __future__ import annotations

from p4core.verification.essais import Critere, Question
from p4core.verification.tp5_strategies.suites_erreurs import ERREURS_LIGNE, ERREURS_MONT
from p4core.verification.tp5_strategies.suites_essais import (
    ailleurs,
    coins,
    critere_suite,
    habituelles,
    sans_coins,
)

VERIFLIGNE = Question(
    "verifligne",
    "verifligne(l, t)",
    (
        Critere("sur la grille habituelle", 3, critere_suite("verifligne", "ligne", habituelles)),
        Critere("sur d'autres tailles", 1, critere_suite("verifligne", "ligne", ailleurs)),
    ),
    (
        "Inspirez-vous de verifcolonne : qu'est-ce qui change quand les voisins sont côte à côte ?",
        "Une boucle sur les lignes i, une autre sur les colonnes j ; on compare l[j][i] et l[j + 1][i]. Le "
        "compteur repart de 1 au début de chaque ligne et à chaque coupure ; on garde le plus grand.",
        "for i in range(len(l[0])): s = 1, puis for j in range(len(l) - 1): si l[j][i] == l[j + 1][i] == t, "
        "s augmente de 1, sinon s redevient 1 ; p = max(p, s).",
    ),
    ERREURS_LIGNE,
)


VERIFDIAGONALE_MONT = Question(
    "verifdiagonale_mont",
    "verifdiagonale_mont(l, t)",
    (
        Critere("sur la grille habituelle", 3, critere_suite("verifdiagonale_mont", "diagm", sans_coins)),
        Critere(
            "sans les petites diagonales des coins", 1, critere_suite("verifdiagonale_mont", "diagm", coins)
        ),
        Critere("sur d'autres tailles", 1, critere_suite("verifdiagonale_mont", "diagm", ailleurs)),
    ),
    (
        "Relisez verifdiagonale_desc : elle range d'abord dans une liste les cases d'une diagonale, puis "
        "compte "
        "comme sur une colonne. Une seule ligne change vraiment.",
        "Sur une diagonale descendante, j - i est constant ; sur une montante, c'est j + i. Entre "
        "quelles valeurs "
        "la somme j + i varie-t-elle ?",
        "Pour chaque d de 0 à jm + im - 2, les cases sont les l[d - i][i] pour i de 0 à im - 1, quand "
        "0 <= d - i < jm. La suite du code est celle de verifdiagonale_desc.",
    ),
    ERREURS_MONT,
)
