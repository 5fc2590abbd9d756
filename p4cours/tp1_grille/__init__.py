"""TP 1 : la grille et le hasard (codage « colonnes »)."""

from __future__ import annotations

from typing import Any

from p4cours.tp1_grille import fini, grille, parties
from p4cours.tp1_grille.figures import courbe_frequence
from p4cours.verification.formes import reponse, valeur_entiere
from p4cours.verification.lecture import Malforme, entier, suite


def _forme_de_init(valeur: Any) -> str | None:
    try:
        forme = tuple(entier(n) for n in suite(valeur))
    except Malforme:
        forme = ()
    phrases = {
        (7, 6): None,
        (6, 7): "Vous les avez échangés : G[x] est une colonne.",
        (
            6,
            5,
        ): "Vous donnez les plus grands indices : combien y a-t-il d'éléments de l'indice 0 à celui-là ?",
        (42, 1): "init() renvoie une liste de listes : comptez d'abord les listes.",
    }
    if len(forme) != 2:
        return "On attend un couple de deux entiers : (nombre de listes, nombre d'entiers dans chacune)."
    return phrases.get(forme, "Ce n'est pas la forme de la grille que renvoie init().")


def _symboles(valeur: Any) -> str | None:
    if (
        not isinstance(valeur, tuple | list)
        or len(valeur) != 3
        or not all(isinstance(s, str) for s in valeur)
    ):
        return "On attend trois chaînes d'un caractère : (case libre, joueur 1, joueur 2)."
    libre, un, deux = (s.strip() or s for s in valeur)
    if (libre, un, deux) == ("0", "1", "2"):
        return "Ce sont les valeurs rangées dans G : on demande les symboles que montre affiche(G)."
    if (libre, deux.upper(), un.upper()) == (".", "O", "X"):
        return (
            "Les symboles des deux joueurs sont échangés : essayez d'afficher une grille avec un seul pion."
        )
    if (libre, un.upper(), deux.upper()) == (".", "O", "X"):
        return None
    return "Ce ne sont pas les symboles que montre affiche(G) : jouez un pion de chaque joueur et regardez."


# Des réponses fausses dont on devine l'origine.
_ALIGNEMENTS = {
    **dict.fromkeys((68, 70), "Vous y êtes presque, à un près : comptez avec len."),
    **dict.fromkeys((24, 21, 12), "Vous n'avez compté qu'une direction : il y en a quatre."),
    **dict.fromkeys((45, 57), "Il manque des diagonales : il y en a dans les deux sens."),
    138: "Vous comptez chaque alignement deux fois, une dans chaque sens.",
    276: "Vous avez compté les cases : un alignement est un tuple de 4 cases.",
    4: "C'est la longueur d'un alignement : on demande combien il y en a.",
    42: "C'est le nombre de cases : on demande celui des alignements.",
}
_MAX_COUPS = {
    6: "C'est le plus grand indice, ou le nombre de rangées : combien y a-t-il de colonnes ?",
    42: "Une case libre n'est pas toujours jouable : seule la plus basse de chaque colonne l'est.",
    49: "Chaque colonne ne fournit qu'un coup, pas 7.",
}
_MIN_COUPS = {
    1: "Et quand la dernière case vient d'être remplie, combien reste-t-il de coups ?",
    7: "C'est la plus grande longueur : on demande la plus petite.",
}
_TOURS = {
    21: "C'est le nombre de pions de chaque joueur : un tour de boucle ne joue que pour un seul.",
    41: "À un près : le dernier coup remplit la dernière case, il compte aussi.",
    43: "À un près : après le dernier coup, il n'y a plus de tour.",
    7: "Une partie peut s'arrêter au bout de 7 coups ; on demande le nombre de tours de la plus "
    "LONGUE partie.",
    69: "C'est le nombre d'alignements : on demande le nombre de tours d'une partie.",
}

__all__ = ["QUESTIONS", "courbe_frequence"]

QUESTIONS = {
    question.nom: question
    for question in (
        grille.INIT,
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
                'La réponse s\'écrit comme un triplet de chaînes, par exemple ("a", "b", "c").',
            ),
        ),
        reponse(
            "nb_alignements",
            valeur_entiere(69, "Ce n'est pas le nombre d'alignements : comptez-les avec len.", _ALIGNEMENTS),
            (
                "Python sait compter les éléments d'une liste.",
                "À la main : 24 horizontaux, 21 verticaux, et le même nombre dans chacune des deux "
                "diagonales.",
                "len(tous_align()) donne la réponse.",
            ),
        ),
        grille.COUPS,
        reponse(
            "longueur_max_coups",
            valeur_entiere(
                7,
                "Ce n'est pas la plus grande longueur : combien de colonnes, et combien de coups "
                "dans chacune ?",
                _MAX_COUPS,
            ),
            (
                "Chaque colonne fournit au plus un coup.",
                "Quand toutes les colonnes en fournissent-elles un ?",
                "Au début de la partie, chacune des 7 colonnes est jouable.",
            ),
        ),
        reponse(
            "longueur_min_coups",
            valeur_entiere(
                0,
                "Ce n'est pas la plus petite longueur : que renvoie coups sur une grille remplie ?",
                _MIN_COUPS,
            ),
            (
                "Pensez à la fin d'une partie nulle.",
                "Une colonne pleine ne fournit aucun coup.",
                "Si toutes les colonnes sont pleines, la liste est vide.",
            ),
        ),
        fini.FINI,
        parties.JOUE_HASARD,
        reponse(
            "nb_tours_max",
            valeur_entiere(
                42, "Ce n'est pas le nombre maximal de tours : chaque tour remplit une case.", _TOURS
            ),
            (
                "Une partie s'arrête au plus tard quand la grille est pleine.",
                "Combien de cases y a-t-il ?",
                "7 colonnes de 6 cases.",
            ),
        ),
        parties.JOUE_RANDOM,
        parties.PROBABILITE_HASARD,
    )
}
