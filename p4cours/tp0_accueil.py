"""TP 0 : une première fonction, pour apprendre à se servir d'un notebook."""

from __future__ import annotations

from p4cours.verification.formes import Fonction
from p4cours.verification.lecture import entier

AUTRE_JOUEUR = (
    Fonction(
        "autre_joueur(joueur)",
        donner=lambda joueur: (joueur,),
        attendu=lambda joueur: 3 - joueur,
        lire=entier,
        dire=lambda joueur: f"Quand le joueur {joueur} vient de jouer, c'est à l'autre.",
        appel="autre_joueur({0})",
    )
    .critere("l'autre joueur", 1, lambda source: (1, 2))
    .question(
        (
            "Il n'y a que deux cas : le joueur 1 et le joueur 2.",
            "Un if suffit. On peut aussi remarquer que les deux numéros ont toujours la même somme.",
            "Commencez par le joueur 1 : que faut-il renvoyer ? Puis le joueur 2. Si vous préférez calculer, "
            "que faut-il retirer à cette somme ?",
        ),
        [
            ("Votre fonction renvoie le joueur qu'on lui donne.", lambda j: j),
            ("Votre fonction renvoie toujours 2.", lambda j: 2),
            ("Votre fonction renvoie toujours 1.", lambda j: 1),
            ("Les joueurs portent les numéros 1 et 2, pas 0 et 1.", lambda j: 1 - j),
            ("Votre fonction ajoute 1 au numéro : après le joueur 2, c'est au joueur 1.", lambda j: j + 1),
            ("Votre fonction retire 1 au numéro : après le joueur 1, c'est au joueur 2.", lambda j: j - 1),
        ],
    )
)
QUESTIONS = {AUTRE_JOUEUR.nom: AUTRE_JOUEUR}
