"""IA(grille, hauteur, p, prof) : le min-max avec retour en arrière."""

from __future__ import annotations

from p4core.verification.essais import Critere, Question
from p4core.verification.tp3_ia.ia_erreurs import erreurs_ia
from p4core.verification.tp3_ia.ia_essais import autres_tailles, fins, profondeurs, tactiques
from p4core.verification.tp3_ia.outils import AIDES

QUESTION = Question(
    "IA",
    "IA(grille, hauteur, p, prof)",
    (
        Critere("gagner quand on le peut, parer quand il le faut", 1, tactiques),
        Critere("le meilleur coup aux profondeurs 1, 2 et 3", 2, profondeurs),
        Critere("toutes les tailles de grille", 1, autres_tailles),
        Critere("positions perdues, colonnes pleines, fins de partie", 1, lambda source: fins("IA", source)),
    ),
    (
        "Suivez le pseudo-code ligne à ligne : coup_max et coup_min sont définies À L'INTÉRIEUR de IA, "
        "elles voient "
        "donc grille, hauteur et p sans qu'on les leur donne.",
        "Un coup k est possible si hauteur[k] < n. Entre jouer et enlever_coup, il n'y a que l'appel "
        "récursif : "
        "gardez son résultat dans une variable, annulez, puis comparez.",
        "Dans le corps de IA, partez d'un meilleur coup None et remplacez-le si score > meilleur score OU "
        "si aucun coup "
        "n'est encore retenu : même quand tous les coups perdent, il faut en renvoyer un.",
    ),
    erreurs_ia(),
    AIDES,
)
