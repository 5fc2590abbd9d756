"""minimax_h2(s, coup, d_eval, d_stra, d_coup, h, k) : les essais et les erreurs connues."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from p4core.position import Position
from p4core.verification import positions as pos
from p4core.verification.diagnostics import modele, seulement
from p4core.verification.essais import (
    Critere,
    Epreuve,
    Erreur,
    Essai,
    Question,
    Source,
)
from p4core.verification.tp4_graphe.essais_minimax import Memoisation, Recherche, essai, lire_score
from p4core.verification.tp4_graphe.evaluation import PLEINES_GAGNEES
from p4core.verification.tp4_graphe.recherches import (
    NORMALES,
    Regles,
    h_constant,
    par_poids,
    valeur,
)
from p4core.verification.tp4_graphe.situations import (
    J0,
    aides,
)

# --- les essais --------------------------------------------------------------------------------------


_DEBUTS = ("", "4", "44", "121", "3434", "415263")


def _positions(source: Source, nombre_de_positions: int) -> list[Position]:
    tirees = [p for p in pos.au_hasard(source.alea, 4 * nombre_de_positions) if p.nb_coups > 6]
    return tirees[: source.nombre(nombre_de_positions)]


def _finales(source: Source) -> Iterator[Essai]:
    """Parties finies et horizon atteint : aucune récursion."""
    gagnees = [p for p, _ in pos.gagnees()[:8]] + [Position.depuis_coups(PLEINES_GAGNEES[0])]
    for rang, p in enumerate((*gagnees, *pos.nulles(2))):
        nature = "gagnée" if p.gagnant else "nulle"
        yield essai(Recherche, p, par_poids(1), rang % 3, "h", "finale", nature)
    depuis = [Position.depuis_coups(coups) for coups in _DEBUTS] + _positions(source, 6)
    yield from (essai(Recherche, p, par_poids(2), 0, "h") for p in depuis)


def _un_coup(source: Source) -> Iterator[Essai]:
    """Un coup devant soi, pour J0 comme pour J1 ; les victoires immédiates d'abord."""
    for coups in ("112233", "1122337", "171717", "556677", "1727374", "7161514"):
        yield essai(Recherche, Position.depuis_coups(coups), par_poids(3), 1, "h", "déjà vue")
    for position in [Position.depuis_coups(coups) for coups in _DEBUTS] + _positions(source, 8):
        yield essai(Recherche, position, par_poids(4), 1, "h", "déjà vue")


def _plusieurs_coups(source: Source) -> Iterator[Essai]:
    debuts = [Position.depuis_coups(coups) for coups in _DEBUTS]
    for position in debuts + _positions(source, 6):
        yield essai(Recherche, position, par_poids(5), 2, "h", "déjà vue")
    for position in debuts[:2] + _positions(source, 3):
        yield essai(Recherche, position, par_poids(6), 3, "h", "déjà vue")
        yield essai(Recherche, position, h_constant, 3, "h_constant", "déjà vue")
    for position in pos.nulles(2):  # près de la fin, l'horizon dépasse la dernière case
        assert position.notation is not None
        yield essai(Recherche, Position.depuis_coups(position.notation[:-2]), par_poids(1), 3, "h", "bout")


# Quoi qu'on joue, l'autre gagne au coup suivant : deux fois pour J0, deux fois pour J1.
_PERDUES = ("4634342", "5655172135232", "126413715655377616", "772122143352531275")


def _sans_espoir(source: Source) -> Iterator[Essai]:
    for coups in _PERDUES:
        yield essai(Recherche, Position.depuis_coups(coups), par_poids(2), 2, "h", "perdue")


def _memoisation(source: Source) -> Iterator[Essai]:
    for coups, k in (("", 3), ("44", 2), ("4", 2)):
        yield essai(
            Memoisation, Position.depuis_coups(coups), par_poids(7), k, "h", "mémoïsation", "déjà vue"
        )


# --- les erreurs ---------------------------------------------------------------------------------------


def _version(phrase: str, regles: Regles, signe: Callable[[Position], int] = lambda p: 1) -> Erreur:
    """L'erreur d'une recherche qui suivrait partout ces règles, score multiplié par `signe(position)`."""

    def fausse(essai: Essai) -> Any:
        assert essai.position is not None
        return signe(essai.position) * valeur(
            essai.position, essai.contexte["h"], essai.contexte["k"], regles
        )

    return _sur_les_scores(modele(phrase, fausse, lire_score))


def _sur_les_scores(erreur: Erreur) -> Erreur:
    """Sans les essais de mémoïsation, dont l'écart n'est pas un score."""

    def explique(epreuves: list[Epreuve]) -> bool:
        return erreur.explique([e for e in epreuves if "mémoïsation" not in e.essai.etiquettes])

    return Erreur(erreur.phrase, explique)


_ERREURS = (
    _version(
        "Le minimum et le maximum sont échangés : J0 maximise le score, J1 le minimise.", Regles(min, max)
    ),
    _version(
        "Vous prenez toujours le maximum : quand c'est à J1 de jouer, il choisit le plus PETIT score.",
        Regles(max, max),
    ),
    _version(
        "Vous prenez toujours le minimum : quand c'est à J0 de jouer, il choisit le plus GRAND score.",
        Regles(min, min),
    ),
    _version("Vous regardez un coup de trop : à k = 0, on s'arrête et on note avec h.", Regles(decalage=1)),
    _version(
        "Vous regardez un coup de moins : l'heuristique n'intervient qu'à k = 0, et k diminue de 1 par coup.",
        Regles(decalage=-1),
    ),
    _version(
        "À l'horizon (k = 0), vous notez avec h des parties déjà finies : regardez d'abord si eval_f "
        "conclut.",
        Regles(horizon_avant_fin=True),
    ),
    _version(
        "Une partie nulle vaut 0 : vous la notez avec h. Comparez eval_f à None, pas à 0.",
        Regles(nulles_notees=True),
    ),
    _version(
        "Vos scores sont vus du joueur qui joue : ici ils sont toujours vus de J0, J1 cherche le plus petit.",
        NORMALES,
        lambda p: 1 if p.trait == J0 else -1,
    ),
    _version("Tous vos scores ont le signe opposé.", NORMALES, lambda p: -1),
    seulement(
        "finale",
        "Toutes vos erreurs concernent les parties déjà finies : eval_f(s, coup) donne alors le score.",
    ),
    seulement(
        "perdue",
        "Quand tous les coups perdent, vous ne choisissez plus rien : si le meilleur score part de -inf "
        "(ou de inf) et "
        "que l'on exige de faire STRICTEMENT mieux, aucun coup n'est retenu.",
    ),
    seulement("mémoïsation", "Les scores sont justes ; la mémoïsation, non."),
    seulement(
        "déjà vue",
        "La première recherche est juste, pas les suivantes : vous réutilisez des résultats d'une AUTRE "
        "recherche, où h ou "
        "k étaient différents. Ne retenez rien ailleurs que dans d_eval, d_stra et d_coup.",
    ),
    seulement("k = 3", "Vos recherches sont justes jusqu'à k = 2, pas à k = 3."),
)

QUESTION = Question(
    "minimax_h2",
    "minimax_h2(s, coup, d_eval, d_stra, d_coup, h, k)",
    (
        Critere("parties finies et horizon", 1, _finales),
        Critere("un coup devant soi, pour J0 et pour J1", 2, _un_coup),
        Critere("plusieurs coups", 3, _plusieurs_coups),
        Critere("un coup même quand tout est perdu", 1, _sans_espoir),
        Critere("chaque situation calculée une seule fois", 2, _memoisation),
    ),
    (
        "Quatre cas, dans cet ordre : déjà calculée, partie finie, horizon atteint (k = 0), et sinon la "
        "récursion.",
        "Dans le cas général, appelez minimax_h2 sur chaque fils, avec k - 1 et les mêmes dictionnaires ; "
        "gardez le fils "
        "de plus grand score si s[0] vaut 0, de plus petit score si s[0] vaut 1.",
        "cle = construit_cle(s). Si cle est dans d_eval, renvoyez (d_eval[cle], d_stra[cle]). Sinon "
        "calculez score et "
        "situation (None si la partie est finie ou si k = 0), rangez-les dans d_eval[cle] et d_stra[cle], "
        "et renvoyez-les.",
    ),
    _ERREURS,
    aides("eval_f", "fils", "construit_cle", "depose_pion", "gagnant", "partie_nulle"),
)
