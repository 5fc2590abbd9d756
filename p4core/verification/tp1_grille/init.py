"""init() : une grille vide, neuve à chaque appel."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from p4core.verification.diagnostics import fautes
from p4core.verification.essais import Appelant, Critere, Ecart, Epreuve, Erreur, Essai, Question, Source
from p4core.verification.lecture import Malforme, grille, montrer


def _init(source: Source) -> Iterator[Essai]:
    attendu = "7 listes de 6 zéros"
    yield Essai("init()", (), lambda appel: _grille_vide(appel.valeur), attendu=attendu)


def _grille_vide(valeur: Any) -> Ecart | None:
    cases = grille(valeur)
    pleines = [(x, y) for x in range(7) for y in range(6) if cases[x][y]]
    if pleines:
        return Ecart("La grille de départ n'est pas vide.", "des 0 partout", fautives=pleines, cases=cases)
    return None


class _Independance(Essai):
    """On joue dans la grille reçue, puis on regarde le reste et une grille neuve."""

    def derouler(self, appelant: Appelant) -> Epreuve:
        epreuve = super().derouler(appelant)
        if not epreuve.reussie:
            return epreuve
        G = epreuve.appel.valeur
        ecart = _colonnes_liees(G) or _partagee(G, appelant)
        return replace(epreuve, ecart=ecart)


def _colonnes_liees(G: Any) -> Ecart | None:
    if not isinstance(G, list) or not all(isinstance(colonne, list) for colonne in G):
        return Ecart(
            "La grille doit être une liste de listes, pour qu'on puisse y jouer.", obtenu=montrer(G, 80)
        )
    if len({id(colonne) for colonne in G}) == len(G):
        return None
    double = next(x for x, colonne in enumerate(G) if sum(c is colonne for c in G) > 1)
    dessin = [[int(colonne is G[double] and y == 1) for y in range(6)] for colonne in G]
    liees = [(x, 1) for x in range(7) if dessin[x][1]]
    return Ecart(
        f"Plusieurs colonnes sont une seule et même liste répétée : après G[{double}][1] = 1, le pion "
        f"apparaît dans "
        f"{len(liees)} colonnes. Une expression comme [[0] * 6] * 7 copie 7 fois la même liste.",
        f"un seul pion, en G[{double}][1]",
        cases=dessin,
        fautives=liees,
    )


def _partagee(G: list[list[int]], appelant: Appelant) -> Ecart | None:
    """Joue dans G, demande une autre grille, puis remet G comme elle était."""
    G[2][1] = 1
    neuve = appelant(()).valeur
    commune = neuve is G or any(colonne is autre for colonne in neuve for autre in G) or neuve[2][1] == 1
    G[2][1] = 0
    if not commune:
        return None
    return Ecart(
        "Deux appels de init() donnent la même liste : jouer dans l'une joue aussi dans l'autre. "
        "Construisez la grille à l'intérieur de la fonction.",
        "une grille neuve à chaque appel",
    )


def _independance(source: Source) -> Iterator[Essai]:
    yield _Independance(
        "init()", (), lambda appel: _grille_vide(appel.valeur), attendu="7 listes indépendantes"
    )


def _forme(predicat: Callable[[Any], bool]) -> Callable[[list[Epreuve]], bool]:
    """Vrai si la valeur renvoyée a cette forme fautive."""

    def explique(epreuves: list[Epreuve]) -> bool:
        manquees = fautes(epreuves)
        return bool(manquees) and all(_satisfait(predicat, e.appel.valeur) for e in manquees)

    return explique


def _satisfait(predicat: Callable[[Any], bool], valeur: Any) -> bool:
    try:
        return predicat(valeur)
    except (TypeError, IndexError, KeyError, Malforme):
        return False  # cette valeur n'a pas la structure dont parle le prédicat


def _tailles(valeur: Any) -> tuple[int, set[int]]:
    return len(valeur), {len(colonne) for colonne in valeur}


_ERREURS = (
    Erreur(
        "Vous avez échangé colonnes et rangées : il faut 7 colonnes de 6 cases.",
        _forme(lambda G: _tailles(G) == (6, {7})),
    ),
    Erreur("Il manque une colonne : range(7) va de 0 à 6.", _forme(lambda G: _tailles(G) == (6, {6}))),
    Erreur(
        "Il manque une case dans chaque colonne : il en faut 6.", _forme(lambda G: _tailles(G) == (7, {5}))
    ),
    Erreur(
        "Il y a une case de trop dans chaque colonne : il en faut 6.",
        _forme(lambda G: _tailles(G) == (7, {7})),
    ),
    Erreur(
        "Vous renvoyez une liste de 42 nombres, pas une liste de 7 listes.",
        _forme(lambda G: len(G) == 42 and not hasattr(G[0], "__len__")),
    ),
    Erreur(
        "Vous renvoyez une seule colonne : la grille en contient 7.",
        _forme(lambda G: len(G) in (6, 7) and not hasattr(G[0], "__len__")),
    ),
    Erreur(
        "Un tableau numpy n'est pas une liste de listes : tout le TP travaille sur des listes.",
        _forme(lambda G: hasattr(G, "dtype")),
    ),
    Erreur(
        "Votre grille n'a qu'une colonne : le return est-il à l'intérieur de la boucle ?",
        _forme(lambda G: _tailles(G) == (1, {6})),
    ),
    Erreur(
        "Une case libre contient l'entier 0.",
        _forme(lambda G: _tailles(G) == (7, {6}) and G[0][0] != 0 and all(c == G[0] for c in G)),
    ),
)


QUESTION = Question(
    "init",
    "init()",
    (
        Critere("7 listes de 6 zéros", 1, _init),
        Critere("des listes indépendantes, neuves à chaque appel", 1, _independance),
    ),
    (
        "La grille est une liste de colonnes : combien de colonnes, et combien de cases dans chacune ?",
        "Commencez par fabriquer UNE colonne vide ; il en faut ensuite 7, toutes différentes en mémoire.",
        "Une liste en compréhension, [ … for x in range(7)], évalue son expression à chaque tour : "
        "chaque colonne est alors une liste neuve.",
    ),
    _ERREURS,
)
