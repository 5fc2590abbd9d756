"""Ce qui vaut pour toutes les stratégies des TP 5 et 6 : le coup renvoyé, son tirage au sort, txt et t."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from math import sqrt
from typing import Any, cast

from p4core.codages import JETONS
from p4core.francais import virgule
from p4cours.tp5_pieges.grilles import Table, lire_table
from p4cours.verification.diagnostics import fautes
from p4cours.verification.essais import Appelant, Appeleur, Ecart, Epreuve, Erreur, Essai
from p4cours.verification.hasard import SEUIL, repeter
from p4cours.verification.lecture import Malforme, entier, montrer, nommer

# --- le coup d'une machine ------------------------------------------------------------------------


def lire_coup(valeur: Any) -> tuple[Table, int]:
    """[nouvelle table, colonne]."""
    if not isinstance(valeur, list | tuple) or len(valeur) != 2:
        raise Malforme(
            f"on attend [nouvelle table, colonne], or c'est {nommer(valeur)} : {montrer(valeur, 80)}."
        )
    if isinstance(valeur[1], list):
        raise Malforme(
            "on attend [nouvelle table, colonne] : la seconde valeur est une liste, pas un numéro."
        )
    return lire_table(valeur[0]), entier(valeur[1], "la colonne choisie")


def cause(nom: str, phrase: str, *autres: str) -> Erreur:
    """Tous les écarts ont cette cause, ou, à côté d'elle, l'une des autres."""

    def explique(epreuves: list[Epreuve]) -> bool:
        causes = {e.ecart.cause for e in fautes(epreuves) if e.ecart}
        return nom in causes and causes <= {nom, *autres}

    return Erreur(phrase, explique)


# --- un tirage au sort : toutes les colonnes, aussi souvent, sans ordre ---------------------------


def tirer(
    essai: Essai,
    appelant: Appelant,
    colonnes: Sequence[int],
    fois: int,
    quand: str = "",
    expliquer: Callable[[set[int]], Ecart | None] = lambda tirees: None,
    regle: str = "",
) -> Epreuve:
    """Répète l'appel : les colonnes qui se valent doivent toutes sortir, aussi souvent l'une que l'autre.

    `expliquer` reconnaît une autre faute dans les seules colonnes sorties ; les tirages d'une même `regle`
    sont aussi comptés ensemble, d'un essai à l'autre."""
    ensembles = cast(Appeleur, appelant).releves.setdefault(f"tirages {regle}", [])

    def ensemble(valeurs: Sequence[Any]) -> Ecart | None:
        tirees = [int(valeur[1]) for valeur in valeurs]
        phrase = _etrange(tirees, colonnes)
        if not phrase:
            return _penchant(ensembles, sorted(colonnes), tirees)
        if autre := expliquer(set(tirees)):
            return autre
        sorties = dict(sorted(Counter(tirees).items()))
        obtenu = ", ".join(f"colonne {c} : {n} fois" for c, n in sorties.items())
        debut = f"En {len(tirees)} appels{quand}, {phrase} : tirez au sort entre toutes celles qui se valent."
        return Ecart(debut, f"un tirage au sort entre les colonnes {[*colonnes]}", obtenu, cause="hasard")

    return repeter(essai, appelant, fois, ensemble, au_moins=fois, au_sort=len(colonnes) > 1)


def _etrange(tirees: Sequence[int], colonnes: Sequence[int]) -> str:
    """Ce qui ne ressemble pas à un tirage au sort ; rien, si tout va bien."""
    n, part = len(tirees), 1 / len(colonnes)
    comptes = Counter(tirees)
    manquantes = [c for c in colonnes if not comptes[c]]
    if manquantes:
        return f"jamais la colonne {manquantes[0]}, qui vaut pourtant les autres"
    favorite, sorties = comptes.most_common(1)[0]
    if sorties > n * part + SEUIL * sqrt(n * part * (1 - part)):
        return f"la colonne {favorite} sort {sorties} fois, bien plus que les autres"
    if not any(a == b for a, b in pairwise(tirees)):
        return "jamais deux fois de suite la même colonne, comme si elles sortaient dans un ordre fixé"
    return ""


Choix = tuple[Sequence[int], int]  # les colonnes qui se valent, dans l'ordre, et celle qui est tirée
_PREFEREES: dict[str, Callable[[Sequence[int]], int]] = {
    "la première": lambda colonnes: colonnes[0],
    "celle du milieu": lambda colonnes: colonnes[len(colonnes) // 2],
    "la dernière": lambda colonnes: colonnes[-1],
    **{f"la colonne {c}": lambda colonnes, c=c: c for c in range(1, 9)},  # type: ignore[misc]
}
ECARTS_TYPES = 5.5  # un seul côté, deux cents mesures par examen : une fausse alerte sur cent mille


def _penchant(releve: list[Choix], colonnes: Sequence[int], tirees: Sequence[int]) -> Ecart | None:
    """Trop peu pour se voir dans une série, une colonne comptée deux fois se voit dans toutes ensemble."""
    releve += [(colonnes, tiree) for tiree in tirees if len(colonnes) > 1]
    for nom, preferee in _PREFEREES.items():
        choix = [(x, permises, tiree) for permises, tiree in releve if (x := preferee(permises)) in permises]
        sorties = sum(x == tiree for x, _, tiree in choix)
        chances = [1 / len(permises) for _, permises, _ in choix]
        attendues, bruit = sum(chances), sqrt(sum(p * (1 - p) for p in chances))
        if sorties > attendues + ECARTS_TYPES * bruit:
            environ = f"environ {virgule(attendues, '.0f')}"
            phrase = (
                f"En {len(choix)} appels où plusieurs colonnes se valent, {nom} sort {sorties} fois, au lieu "
                f"d'{environ} : tirez au sort entre toutes, chacune comptée une fois."
            )
            return Ecart(phrase, environ, f"{sorties} fois", cause="hasard")
    return None


# --- txt et t : une réponse juste pour l'un, fausse pour l'autre ----------------------------------

BAVARDE = "txt"
VOIX = "voix"  # la cause d'un écart où seul l'affichage est en faute
_AU_MOINS = 6  # essais manqués : moins nombreux, ils peuvent avoir le même txt ou le même t par hasard


def etiquettes(joueur: int, txt: int) -> tuple[str, ...]:
    """Les étiquettes d'un essai : son jeton, et txt s'il vaut 1."""
    return (JETONS.signes[joueur], BAVARDE) if txt else (JETONS.signes[joueur],)


def _que_la(nom: str, phrase: str, au_moins: int = _AU_MOINS) -> Erreur:
    """On ne se trompe que dans les essais ainsi étiquetés, et souvent."""

    def explique(epreuves: list[Epreuve]) -> bool:
        manquees = fautes(epreuves)
        vises = [e for e in epreuves if nom in e.essai.etiquettes]
        return (
            len(manquees) >= max(au_moins, len(vises) / 8)
            and len(vises) < len(epreuves)
            and all(nom in e.essai.etiquettes and e.ecart and e.ecart.cause != VOIX for e in manquees)
        )

    return Erreur(phrase, explique)


ERREUR_TXT = _que_la(
    BAVARDE,
    "Vous ne vous trompez que lorsque txt vaut 1 : txt permet d'afficher, le résultat doit rester le même.",
)
ERREURS_JETON = tuple(
    _que_la(
        signe,
        f"Vous ne vous trompez que lorsque t vaut « {signe} » : un jeton est-il écrit à la place de t ou de "
        "inv(t) ?",
    )
    for signe in JETONS.signes[1:]
)
ERREUR_G = _que_la(
    "g", "Vous ne vous trompez que lorsque g ne vaut pas 4 : la longueur à aligner est g.", au_moins=3
)
