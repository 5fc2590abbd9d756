"""TP 0 : une première fonction, pour apprendre à se servir d'un notebook."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from p4cours.verification.diagnostics import modele
from p4cours.verification.essais import Critere, Erreur, Essai, Question, Source, egal
from p4cours.verification.lecture import entier


def _essais(source: Source) -> Iterator[Essai]:
    for joueur in (1, 2):
        juge = egal(3 - joueur, entier, f"Quand le joueur {joueur} vient de jouer, c'est à l'autre.")
        yield Essai(
            f"autre_joueur({joueur})", (joueur,), juge, attendu=3 - joueur, contexte={"joueur": joueur}
        )


def _version(phrase: str, fausse: Callable[[int], int]) -> Erreur:
    return modele(phrase, lambda essai: fausse(essai.contexte["joueur"]), entier)


QUESTIONS = {
    "autre_joueur": Question(
        "autre_joueur",
        "autre_joueur(joueur)",
        (Critere("l'autre joueur", 1, _essais),),
        (
            "Il n'y a que deux cas : le joueur 1 et le joueur 2.",
            "Un if suffit. On peut aussi remarquer que les deux numéros ont toujours la même somme.",
            "1 + 2 = 3 : si l'un des deux joueurs est j, l'autre est 3 - j.",
        ),
        (
            _version("Votre fonction renvoie le joueur qu'on lui donne.", lambda j: j),
            _version("Votre fonction renvoie toujours 2.", lambda j: 2),
            _version("Votre fonction renvoie toujours 1.", lambda j: 1),
            _version("Les joueurs portent les numéros 1 et 2, pas 0 et 1.", lambda j: 1 - j),
            _version(
                "Votre fonction ajoute 1 au numéro : après le joueur 2, c'est au joueur 1.", lambda j: j + 1
            ),
            _version(
                "Votre fonction retire 1 au numéro : après le joueur 1, c'est au joueur 2.", lambda j: j - 1
            ),
        ),
    )
}
