"""Les questions dont la réponse est un nombre, ou plusieurs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from p4core.execution import Appel
from p4core.verification.essais import Critere, Ecart, Essai, Question
from p4core.verification.juges import reponse
from p4core.verification.lecture import Malforme, entier, montrer, nommer

# --- des uplets de nombres, notés valeur par valeur ----------------------------------------------------


def _uplet(
    nom: str, valeurs: Sequence[tuple[str, int, dict[int, str]]], indices: tuple[str, ...]
) -> Question:
    """Une réponse en plusieurs nombres : pour chacun, ce qu'il compte, sa valeur, les erreurs connues."""

    def critere(rang: int) -> Critere:
        essai = Essai(nom, (), lambda appel: _juge_uplet(appel, rang, valeurs))
        return Critere(valeurs[rang][0], 1, lambda source: [essai])

    return Question(nom, nom, tuple(critere(rang) for rang in range(len(valeurs))), indices)


def _juge_uplet(appel: Appel, rang: int, valeurs: Sequence[tuple[str, int, dict[int, str]]]) -> Ecart | None:
    if not isinstance(appel.valeur, tuple | list) or len(appel.valeur) != len(valeurs):
        raise Malforme(
            f"on attend {len(valeurs)} nombres, entre parenthèses, or c'est {nommer(appel.valeur)}."
        )
    sujet, attendu, connues = valeurs[rang]
    obtenu = entier(appel.valeur[rang], f"la valeur « {sujet} »")
    if obtenu == attendu:
        return None
    return Ecart(f"{sujet} : {connues.get(obtenu, 'ce n’est pas ce nombre.')}", obtenu=montrer(appel.valeur))


NB_LISTES = _uplet(
    "nb_listes",
    (
        (
            "sur la ligne",
            4,
            {
                7: "7 est le nombre de cases de la ligne.",
                3: "décalez une fenêtre de 4 cases de façon qu'elle contienne toujours (i, j) : combien "
                "de places ?",
                1: "(i, j) n'est pas forcément au bout de la liste.",
            },
        ),
        (
            "sur la colonne",
            4,
            {
                3: "3 est le nombre de fenêtres d'une colonne de 6 cases ; on compte ici celles qui "
                "contiennent (i, j), "
                "sans s'occuper des bords.",
                1: "c'est vrai si l'on pense que rien n'est posé au-dessus ; ici on compte a priori, sans "
                "ce raisonnement.",
                6: "6 est le nombre de cases de la colonne.",
            },
        ),
        (
            "sur les deux diagonales",
            8,
            {
                4: "4, c'est pour une diagonale : par (i, j) il en passe deux.",
                2: "2 est le nombre de diagonales ; combien de listes de 4 sur chacune ?",
                24: "24 est le nombre total d'alignements diagonaux de la grille ; on ne compte que ceux "
                "qui passent par (i, j).",
                16: "combien de diagonales passent par (i, j) ?",
            },
        ),
    ),
    (
        "Imaginez une fenêtre de 4 cases qui glisse le long de la ligne en contenant toujours la case (i, "
        "j).",
        "La case (i, j) peut être la première, la deuxième, la troisième ou la quatrième de la liste.",
        "Il y a donc autant de listes que de places dans la fenêtre, pour chaque direction ; et deux "
        "diagonales.",
    ),
)

NB_SITUATIONS = _uplet(
    "nb_situations",
    (
        ("après 1 coup", 7, {1: "1, c'est avant le premier coup.", 6: "il y a 7 colonnes."}),
        (
            "après 2 coups",
            49,
            {
                14: "ce n'est pas une somme : chacune des situations du coup précédent en donne 7.",
                56: "56 compte aussi les situations du premier coup.",
                42: "le second joueur peut aussi jouer dans la colonne du premier.",
            },
        ),
        (
            "après 3 coups",
            343,
            {
                238: "238 est le nombre de grilles DIFFÉRENTES ; ici on compte un nœud par suite de coups.",
                21: "ce n'est pas une somme : chacune des situations du coup précédent en donne 7.",
            },
        ),
    ),
    (
        "Chaque situation a un fils par colonne jouable.",
        "Au début toutes les colonnes sont jouables : par combien le nombre de nœuds est-il multiplié à "
        "chaque coup ?",
        "Faites compter Python : len(fils(s)), puis la longueur de la liste des fils des fils.",
    ),
)


def _k_max(valeur: Any) -> str | None:
    try:
        k = entier(valeur, "la réponse")
    except Malforme as defaut:
        return str(defaut)[0].upper() + str(defaut)[1:]
    phrases = {
        7: "Au 7e coup, certaines suites de coups sont déjà impossibles : lesquelles ?",
        42: "Les colonnes se remplissent bien avant la fin de la partie.",
        5: "On peut aller un peu plus loin : quand une colonne peut-elle être pleine pour la première fois ?",
        4: "4 est la valeur de l'exemple ; la formule reste vraie un peu plus longtemps.",
    }
    return (
        None
        if k == 6
        else phrases.get(k, "Ce n'est pas ce nombre : à quel coup une colonne peut-elle manquer ?")
    )


K_MAX = reponse(
    "k_max",
    _k_max,
    (
        "La formule suppose qu'à chaque coup les 7 colonnes sont jouables et que la partie continue.",
        "Quel est le plus petit nombre de coups qui remplit une colonne ? Et qui permet de gagner ?",
        "Une colonne a 6 cases : elle peut être pleine APRÈS le 6e coup, et manquer au 7e.",
    ),
)
