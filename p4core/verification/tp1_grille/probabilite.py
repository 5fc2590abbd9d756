"""probabilite_hasard(k) : les fréquences de chaque issue sur k parties au hasard."""

from __future__ import annotations

from p4core.verification.essais import Question
from p4core.verification.frequences import criteres_frequences, erreurs_frequences
from p4core.verification.tp1_grille.aides import AIDES_FREQUENCES
from p4core.verification.tp1_grille.scenarios import scenario

QUESTION = Question(
    "probabilite_hasard",
    "probabilite_hasard(k)",
    criteres_frequences("probabilite_hasard({k})", lambda k: (k,), scenario, essais_reels=True),
    (
        "Une fréquence est un nombre de fois divisé par le nombre total de parties.",
        "Il faut trois compteurs : victoires de 1, victoires de 2, nulles. Chaque partie en augmente "
        "un seul.",
        "Rangez les compteurs dans une liste de 3 cases indexée par le gagnant, puis divisez par k : "
        "attention à "
        "l'ordre demandé (joueur 1, joueur 2, nulle).",
    ),
    erreurs_frequences(),
    AIDES_FREQUENCES,
)
