"""Les erreurs que l'on sait nommer dans un min-max."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from p4core.execution import Appel
from p4core.position import Position
from p4core.verification.diagnostics import fautes, seulement
from p4core.verification.essais import Epreuve, Erreur
from p4core.verification.lecture import Malforme, case, couple, meme
from p4core.verification.tp2_minmax.commun import cellules
from p4core.verification.tp2_minmax.recherches import ecart_grille
from p4core.verification.tp2_minmax.variantes import SCORES_FAUX


def _modifie(appel: Appel) -> bool:
    """Un appel interrompu laisse forcément un pion à l'essai : il ne prouve rien."""
    return bool(appel.modifies) and appel.exception is None and not appel.expire


def _joue_le_coup(epreuves: list[Epreuve]) -> bool:
    """La seule case changée est, à chaque fois, celle du coup renvoyé."""
    changes = [e.appel for e in epreuves if _modifie(e.appel)]
    return bool(changes) and all(_seule_case(appel) for appel in changes)


def _seule_case(appel: Appel) -> bool:
    ecart = ecart_grille(appel)
    return ecart is not None and _paire(appel.valeur) and list(ecart.fautives) == [appel.valeur[1]]


def _paire(valeur: Any) -> bool:
    return isinstance(valeur, tuple) and len(valeur) == 2


def _une(test: Callable[[Any], bool]) -> Callable[[list[Epreuve]], bool]:
    """Vrai si la valeur d'une des épreuves manquées vérifie ce test."""
    return lambda epreuves: any(test(e.appel.valeur) for e in fautes(epreuves))


def _transpose(epreuve: Epreuve) -> bool:
    try:
        x, y = case(couple(epreuve.appel.valeur)[1])
    except Malforme:
        return False
    return (y, x) in cellules(epreuve.essai.contexte["position"], range(7))


def _manque_tout(marque: str) -> Callable[[list[Epreuve]], bool]:
    """Parmi les cas d'arrêt, tous ceux qui portent cette marque sont manqués, et eux seuls."""

    def explique(epreuves: list[Epreuve]) -> bool:
        arrets = [e for e in epreuves if "arrêt" in e.essai.etiquettes]
        manques = [e for e in arrets if not e.reussie]
        vises = [e for e in arrets if marque in e.essai.etiquettes]
        return bool(manques) and manques == vises

    return explique


def _sans_candidat(epreuves: list[Epreuve]) -> bool:
    """Toutes les erreurs viennent d'une liste de meilleurs coups restée vide."""
    textes = [str(e.appel.exception or "") for e in fautes(epreuves)]
    return all("empty" in texte or "local variable" in texte for texte in textes)


def _toujours_pareil(epreuves: list[Epreuve]) -> bool:
    """Pour une même grille et un même joueur, le résultat ne dépend ni de W ni de p."""
    groupes: dict[Position, list[Epreuve]] = {}
    for epreuve in epreuves:
        groupes.setdefault(epreuve.essai.contexte["position"], []).append(epreuve)
    divers = [g for g in groupes.values() if len({e.essai.contexte["score"] for e in g}) > 1]
    return bool(divers) and all(len({repr(e.appel.valeur) for e in groupe}) == 1 for groupe in divers)


def _surtout(joueur: int) -> Callable[[list[Epreuve]], bool]:
    """Les erreurs sont toutes à ce joueur, et nombreuses : une ou deux peuvent n'y être que par hasard."""

    def explique(epreuves: list[Epreuve]) -> bool:
        essais = [e for e in epreuves if f"joueur {joueur}" in e.essai.etiquettes]
        manquees = fautes(essais)
        return len(manquees) > 2 and len(manquees) == len(fautes(epreuves)) >= len(essais) / 3

    return explique


def _bornes(epreuves: list[Epreuve]) -> bool:
    """Les scores sont justes ; seuls des coups sont faux, et jamais à profondeur 1."""
    return all(e.essai.contexte["p"] > 1 and _score_juste(e) for e in fautes(epreuves))


def _score_juste(epreuve: Epreuve) -> bool:
    valeur = epreuve.appel.valeur
    return _paire(valeur) and valeur[1] is not None and meme(valeur[0], epreuve.essai.contexte["score"])


_MEMOIRE = (
    "Pour une même grille, le résultat est toujours le même, quels que soient W et p : p ne sert-il à "
    "rien, ou une "
    "mémoire (dictionnaire, variable globale) ressert-elle d'anciens résultats ?"
)

_AUCUN_COUP = (
    "À un moment de la recherche, aucun coup n'est retenu parmi les meilleurs. Que se passe-t-il quand "
    "tous les "
    "scores sont négatifs, ou quand tous les coups perdent (tous les scores valent -inf) ?"
)

_ELAGAGE = (
    "Vos scores sont justes, mais le coup renvoyé n'est pas toujours l'un des meilleurs. Si vous élaguez "
    "(alpha-bêta), le score d'un coup écarté n'est qu'une borne : faire égalité avec le meilleur ne suffit "
    "pas à le retenir."
)

ERREURS = (
    Erreur("Vous jouez dans G le coup que vous renvoyez : minmax doit seulement le proposer.", _joue_le_coup),
    Erreur(
        "Un pion posé pour essayer un coup n'est pas retiré ensuite : la grille se remplit pendant la "
        "recherche.",
        lambda epreuves: any(_modifie(e.appel) for e in epreuves),
    ),
    Erreur(
        "Le résultat est à l'envers : (score, coup), le score d'abord.",
        _une(lambda v: _paire(v) and isinstance(v[0], tuple)),
    ),
    Erreur(
        "Vous ne renvoyez que le score : on attend toujours un couple (score, coup), où le coup est None "
        "quand la "
        "recherche s'arrête.",
        _une(lambda v: isinstance(v, int | float)),
    ),
    Erreur(
        "Vous renvoyez le numéro de la colonne : un coup est un couple (x, y).",
        _une(lambda v: _paire(v) and isinstance(v[1], int)),
    ),
    Erreur(
        "Vos coups sont à l'envers : (x, y), la colonne d'abord.",
        lambda epreuves: all(_transpose(e) for e in fautes(epreuves)),
    ),
    *SCORES_FAUX,
    Erreur("La recherche ne s'arrête pas quand la partie est déjà gagnée.", _manque_tout("gagnée")),
    Erreur("La recherche ne s'arrête pas quand le joueur 1 a gagné.", _manque_tout("gagnée par 1")),
    Erreur("La recherche ne s'arrête pas quand le joueur 2 a gagné.", _manque_tout("gagnée par 2")),
    Erreur("La recherche ne s'arrête pas bien quand la grille est pleine.", _manque_tout("pleine")),
    Erreur("La recherche ne s'arrête pas bien quand p vaut 0.", _manque_tout("p = 0")),
    Erreur(_AUCUN_COUP, _sans_candidat),
    Erreur(_MEMOIRE, _toujours_pareil),
    seulement("arrêt", "Toutes vos erreurs viennent des cas d'arrêt : p = 0, partie gagnée, grille pleine."),
    seulement(
        "tout perdu",
        "Quand tous les coups perdent (score -inf), il faut quand même en renvoyer un : votre façon de "
        "retenir les "
        "meilleurs n'en retient alors aucun, ou pas les bons.",
    ),
    Erreur("Toutes vos erreurs viennent de j = 2.", _surtout(2)),
    Erreur("Toutes vos erreurs viennent de j = 1.", _surtout(1)),
    Erreur(_ELAGAGE, _bornes),
)
