"""Le premier appel d'une recherche min-max qui ne découle pas de ses fils.

On suit les appels lus (`Lecteur`) dans l'ordre du temps, jusqu'au premier qui se trompe. Un appel dont la
valeur est la bonne n'est jamais accusé, si inhabituelle que soit la façon de l'obtenir.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from typing import Any

from p4core.jeu import Position
from p4core.observation import Incoherence, Trace
from p4cours.recherches.coupes import noter_coupes
from p4cours.recherches.ensemble import faute_d_ensemble
from p4cours.recherches.juge import Juge
from p4cours.recherches.lecture import FIXE, TRAIT, Arguments, Lecteur, Noeud, Recherche, profondeur_de
from p4cours.recherches.passages import faute_au_passage
from p4cours.recherches.retours import faute_au_retour


def analyser(
    trace: Trace,
    recherche: Recherche,
    arguments: Arguments,
    evaluer: Callable[..., Any] | None = None,
    sans_tirage: bool = False,
) -> tuple[Juge | None, Incoherence | None]:
    """Le jugement de la trace, et la première faute. `arguments` sont ceux de l'appel, par leurs noms ;
    `evaluer` est l'évaluation de l'élève, si on l'a ; `sans_tirage` : on sait déjà qu'il n'y en a pas.

    Les fonctions que l'élève ajoute voient un score comme elles veulent, du joueur qui joue ou toujours du
    même : s'il existe une façon de les lire où tout se suit, il n'y a pas de faute.
    """
    lecteur = Lecteur(trace, recherche) if trace.appels else None
    if lecteur is None or not lecteur.noeuds:
        return None, None
    ajoutees = {n.appel.nom for n in lecteur.noeuds.values()} - {recherche.nom}
    lectures = []
    libres = ajoutees - {*recherche.dedans}
    for vue in (FIXE, TRAIT) if libres else (FIXE,):
        vues = {**dict.fromkeys(ajoutees, FIXE), **dict.fromkeys(libres, vue), recherche.nom: recherche.vue}
        juge = Juge(lecteur, arguments, vues, _sienne(recherche, evaluer, arguments), sans_tirage)
        faute = _chercher(juge)
        if faute is None or _recommence(juge):
            _annoter(juge)
            return juge, None
        lectures.append((juge, faute))
    # Celle où l'on va le plus loin avant de se tromper est sans doute la sienne.
    vues_juste = max(lectures, key=lambda lecture: lecture[1].appel.sortie or inf)
    # Elle se trompe : comment y est-elle venue ? Un faux pas d'avant, s'il y en a un, l'explique mieux.
    juge = Juge(lecteur, arguments, vues_juste[0].vues, vues_juste[0].sienne, sans_tirage, passages=True)
    faute = _chercher(juge)
    _annoter(juge)
    return juge, faute


def _recommence(juge: Juge) -> bool:
    """Juste, appelle-t-elle un même fils à plusieurs profondeurs, de plus en plus loin ?"""
    racine = juge.lecteur.racine
    vues = {(fils.position, profondeur_de(fils.appel, juge.recherche)) for fils in racine.fils}
    if len({position for position, _ in vues}) == len(vues):
        return False
    return juge.colonne_choisie(racine) in (juge.meilleures(racine) or ())


def _chercher(juge: Juge) -> Incoherence | None:
    """La première faute, dans l'ordre du temps ; ce qui n'a pas d'effet n'est pas une faute."""
    juste = juge.resultat_juste()
    for noeud, entree in _evenements(juge):
        # D'un résultat juste, on ne demande pas comment il passe d'une position à l'autre.
        if entree:
            faute = faute_au_passage(juge, noeud) if juste is not True or juge.passages else None
        else:
            faute = faute_au_retour(juge, noeud)
        if faute is not None:
            return faute
    return faute_d_ensemble(juge, juste)


def _evenements(juge: Juge) -> Iterator[tuple[Noeud, bool]]:
    """Chaque nœud deux fois : quand il est appelé (vrai), puis quand il finit."""
    noeuds = juge.lecteur.noeuds.values()
    entrees = [(n.appel.entree, n, True) for n in noeuds]
    sorties = [(n.appel.sortie, n, False) for n in noeuds if n.appel.sortie is not None]
    for _, noeud, entree in sorted([*entrees, *sorties], key=lambda e: e[0]):
        yield noeud, entree


def _sienne(
    recherche: Recherche, evaluer: Callable[..., Any] | None, arguments: Arguments
) -> Callable[[Position], float] | None:
    appel = recherche.evaluer
    if evaluer is None or appel is None:
        return None
    pour = recherche.pour(arguments)
    return lambda position: appel(evaluer, position, arguments, pour)


def _annoter(juge: Juge) -> None:
    """Note sur chaque appel ce qu'il faut pour le montrer."""
    for noeud in juge.lecteur.noeuds.values():
        appel, x = noeud.appel, noeud.colonne
        appel.role = _role(juge, noeud)
        appel.fenetre = juge.fenetre(noeud)
        appel.souvenir = noeud.souvenir
        appel.case = None if x is None or noeud.parent is None else (x, noeud.parent.position.niveau(x))
    noter_coupes(juge)


def _role(juge: Juge, noeud: Noeud) -> str:
    if noeud.terminal:
        return "fin" if noeud.position.finie else "feuille"
    return "max" if juge.maximise(noeud) else "min"
