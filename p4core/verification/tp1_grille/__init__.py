"""TP 1 : la grille et le hasard (codage « colonnes »)."""

from __future__ import annotations

from typing import Any

from p4core.verification.juges import reponse, valeur_entiere
from p4core.verification.tp1_grille import coups, fini, init, parties


def _forme_de_init(valeur: Any) -> str | None:
    if not isinstance(valeur, tuple) or len(valeur) != 2:
        return "On attend un couple : (nombre de listes, nombre d'entiers dans chacune)."
    if valeur == (6, 7):
        return "Vous les avez échangés : G[x] est une colonne."
    return None if valeur == (7, 6) else "Ce n'est pas la forme de la grille que renvoie init()."


def _symboles(valeur: Any) -> str | None:
    if not isinstance(valeur, tuple | list) or len(valeur) != 3 or not all(isinstance(s, str) for s in valeur):
        return "On attend trois chaînes d'un caractère : (case libre, joueur 1, joueur 2)."
    libre, un, deux = (s.strip() or s for s in valeur)
    if (libre, deux.upper(), un.upper()) == (".", "X", "O"):
        return "Les symboles des deux joueurs sont échangés : essayez d'afficher une grille avec un seul pion."
    if (libre, un.upper(), deux.upper()) == (".", "X", "O"):
        return None
    return "Ce ne sont pas les symboles que montre affiche(G) : jouez un pion de chaque joueur et regardez."


QUESTIONS = {
    question.nom: question
    for question in (
        init.QUESTION,
        reponse(
            "forme_init",
            _forme_de_init,
            (
                "Demandez à Python : len(init()), puis len(init()[0]).",
                "Le premier nombre est celui des colonnes, le second celui des rangées.",
                "La grille de Puissance 4 a 7 colonnes de 6 cases.",
            ),
        ),
        reponse(
            "symboles",
            _symboles,
            (
                "Affichez une grille vide, puis une grille où vous avez posé un 1 et un 2.",
                "Lisez aussi le code de affiche : un caractère y est choisi selon la valeur 0, 1 ou 2.",
                "La réponse s'écrit comme un triplet de chaînes, par exemple (\"a\", \"b\", \"c\").",
            ),
        ),
        reponse(
            "nb_alignements",
            valeur_entiere(69, "Ce n'est pas le nombre d'alignements : comptez-les avec len."),
            (
                "Python sait compter les éléments d'une liste.",
                "À la main : 24 horizontaux, 21 verticaux, et le même nombre dans chacune des deux diagonales.",
                "len(tous_align()) donne la réponse.",
            ),
        ),
        coups.QUESTION,
        reponse(
            "longueur_max_coups",
            valeur_entiere(7, "Ce n'est pas la plus grande longueur : combien de colonnes, et combien de coups dans chacune ?"),
            ("Chaque colonne fournit au plus un coup.", "Quand toutes les colonnes en fournissent-elles un ?",
             "Au début de la partie, chacune des 7 colonnes est jouable."),
        ),
        reponse(
            "longueur_min_coups",
            valeur_entiere(0, "Ce n'est pas la plus petite longueur : que renvoie coups sur une grille remplie ?"),
            ("Pensez à la fin d'une partie nulle.", "Une colonne pleine ne fournit aucun coup.",
             "Si toutes les colonnes sont pleines, la liste est vide."),
        ),
        fini.QUESTION,
        parties.JOUE_HASARD,
        reponse(
            "nb_tours_max",
            valeur_entiere(42, "Ce n'est pas le nombre maximal de tours : chaque tour remplit une case."),
            ("Une partie s'arrête au plus tard quand la grille est pleine.", "Combien de cases y a-t-il ?",
             "7 colonnes de 6 cases."),
        ),
        parties.JOUE_RANDOM,
        parties.PROBABILITE_HASARD,
    )
}
