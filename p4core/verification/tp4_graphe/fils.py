"""fils(s) : toutes les situations que l'on peut atteindre en un coup."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from p4core.codages import vers_situation
from p4core.execution import Appel
from p4core.position import Position
from p4core.verification import positions as pos
from p4core.verification.diagnostics import etiquette, modele
from p4core.verification.essais import Critere, Ecart, Erreur, Essai, Question, Source
from p4core.verification.lecture import Malforme, montrer, quantite, suite
from p4core.verification.tp4_graphe.situations import (
    EssaiIntact,
    EssaiPermissif,
    Situation,
    aides,
    appel_lisible,
    lire_situation,
    phrase_copie,
)


def _lire(valeur: Any) -> list[Situation]:
    elements = suite(valeur)
    if elements and all(isinstance(e, int) for e in elements):
        raise Malforme("vous renvoyez des numéros de colonnes : on attend la liste des situations obtenues.")
    if elements and all(isinstance(e, list) and len(e) == 6 for e in elements):
        raise Malforme(
            "vous renvoyez des grilles : on attend des situations, c'est-à-dire des couples (joueur, grille)."
        )
    return [lire_situation(e, f"l'élément {rang} de la liste") for rang, e in enumerate(elements)]


def _essai(genre: type[Essai], position: Position, *etiquettes: str) -> Essai:
    suivantes = {x: vers_situation(position.jouer(x)) for x in position.coups()}

    def juge(appel: Appel) -> Ecart | None:
        obtenues = _lire(appel.valeur)
        manquantes = [x for x, s in suivantes.items() if s not in obtenues]
        nombre = len(obtenues)
        if not manquantes and nombre == len(suivantes):
            return None
        if len({id(s[1]) for s in appel.valeur}) > 1 and appel.apres[0] != vers_situation(position):
            return Ecart(phrase_copie(appel), "s inchangée", cause="copie")
        grilles = {id(s[1]) for s in appel.valeur}
        return Ecart(
            _phrase(manquantes, nombre, len(suivantes), len(grilles)),
            f"{len(suivantes)} situations",
            f"{nombre} situations : {montrer(appel.valeur, 160)}",
            [(x, position.niveau(x)) for x in manquantes],
        )

    seul = genre is EssaiIntact  # le contenu de la liste est jugé ailleurs
    return genre(
        appel_lisible("fils", position),
        (vers_situation(position),),
        _sans_avis if seul else juge,
        position,
        frozenset(etiquettes),
        {"suivantes": suivantes},
        f"{len(suivantes)} situations",
    )


def _sans_avis(appel: Appel) -> Ecart | None:
    return None


def _phrase(manquantes: list[int], nombre: int, attendu: int, grilles: int) -> str:
    if grilles == 1 < nombre:
        return (
            "Toutes les situations renvoyées ont la même grille en mémoire : chaque coup s'ajoute aux "
            "précédents. "
            "Repartez chaque fois de s, avec depose_pion."
        )
    if manquantes:
        noms = ", ".join(map(str, manquantes))
        return f"Il manque ce qu'on obtient en jouant dans la colonne {noms} (case encadrée)."
    return f"Il y a {quantite(nombre - attendu, 'situation')} de trop."


def _faciles(genre: type[Essai]) -> Callable[[Source], Iterable[Essai]]:
    def essais(source: Source) -> Iterator[Essai]:
        yield from (_essai(genre, p) for p in pos.petites(1))
        yield from (
            _essai(genre, p) for p in pos.au_hasard(source.alea, source.nombre(25)) if len(p.coups()) == 7
        )

    return essais


def _pleines(source: Source) -> Iterator[Essai]:
    for colonne in range(7):
        yield _essai(EssaiPermissif, Position.depuis_coups(str(colonne + 1) * 6), "pleine")
    yield from (_essai(EssaiPermissif, p, "pleine") for p in pos.nulles())
    for p in pos.au_hasard(source.alea, source.nombre(40)):
        if len(p.coups()) < 7:
            yield _essai(EssaiPermissif, p, "pleine")


def _version(phrase: str, fausse: Callable[[dict[int, Situation]], Iterable[Situation]]) -> Erreur:
    """L'erreur d'une fonction qui rendrait partout `fausse(situations suivantes par colonne)`."""
    return modele(phrase, lambda e: _ranger(fausse(e.contexte["suivantes"])), lambda v: _ranger(_lire(v)))


def _ranger(situations: Iterable[Situation]) -> list[str]:
    return sorted(map(repr, situations))


_ERREURS = (
    _version("Vous oubliez la dernière colonne, j = 6.", lambda f: [s for x, s in f.items() if x != 6]),
    _version("Vous oubliez la première colonne, j = 0.", lambda f: [s for x, s in f.items() if x != 0]),
    _version(
        "Vous n'essayez que 6 colonnes : 6 est le nombre de lignes, il y a 7 colonnes.",
        lambda f: [s for x, s in f.items() if x < 6],
    ),
    _version(
        "Vous ne renvoyez qu'une situation : le return est-il à l'intérieur de la boucle ?",
        lambda f: list(f.values())[:1],
    ),
    _version(
        "Vous ne changez pas de joueur : dans les situations atteintes, c'est à l'autre de jouer.",
        lambda f: [(1 - j, G) for j, G in f.values()],
    ),
    _version("Votre liste est toujours vide.", lambda f: []),
    etiquette("pleine", "Toutes vos erreurs viennent des colonnes pleines : on ne peut plus y jouer."),
)

QUESTION = Question(
    "fils",
    "fils(s)",
    (
        Critere("une situation par colonne jouable", 2, _faciles(EssaiPermissif)),
        Critere("les colonnes pleines écartées", 1, _pleines),
        Critere("la situation donnée reste intacte", 1, _faciles(EssaiIntact), gratuit=True),
    ),
    (
        "De chaque situation partent au plus 7 coups, un par colonne.",
        "Pour chaque colonne j où il reste de la place, depose_pion(s, j) donne une situation : "
        "rassemblez-les.",
        "Une colonne j est jouable tant que sa case du HAUT, G[5][j], est None. Une liste en "
        "compréhension avec une "
        "condition suffit.",
    ),
    _ERREURS,
    aides("depose_pion", "gagnant", "partie_nulle", "eval_f"),
)
