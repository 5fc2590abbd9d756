"""heuristique(G, w) et utilite(G, j, W) : noter une grille par ses alignements."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from typing import Any

from p4core.codages import vers_colonnes
from p4core.execution import Appel
from p4core.heuristiques import utilite
from p4core.position import Position
from p4core.recherche import presque_egaux
from p4core.verification import positions as pos
from p4core.verification.diagnostics import modele, seulement
from p4core.verification.essais import Critere, Ecart, Essai, Question, Source
from p4core.verification.lecture import montrer, nombre
from p4core.verification.tp2_minmax.commun import W1, W2, Poids, aides, ecrire, poids_au_hasard
from p4core.verification.tp2_minmax.contributions import ERREURS

Fabrique = Callable[[Position, Poids], Essai]


def _essai(nom: str, position: Position, joueur: int, poids: Poids, *etiquettes: str) -> Essai:
    attendu = utilite(position, joueur, poids)
    grille = vers_colonnes(position)
    reglages = (poids,) if nom == "heuristique" else (joueur, poids)

    def juge(appel: Appel) -> Ecart | None:
        if presque_egaux(nombre(appel.valeur), attendu):
            return None
        phrase = f"La valeur de cette grille, vue du joueur {joueur}, n'est pas la bonne."
        return Ecart(phrase, montrer(attendu), montrer(appel.valeur))

    marques = {f"joueur {joueur}", *etiquettes, *(["gagnée"] if position.gagnant else [])}
    contexte = {"joueur": joueur, "poids": poids}
    appel = f"{nom}(G, {ecrire(*reglages)})"
    return Essai(appel, (grille, *reglages), juge, position, frozenset(marques), contexte, attendu)


def _un_pion(fabrique: Fabrique) -> Callable[[Source], Iterator[Essai]]:
    """La grille vide, puis un seul pion, au centre d'abord."""

    def essais(source: Source) -> Iterator[Essai]:
        for coups in ("4", "", "1", "2", "3", "5", "6", "7"):
            yield fabrique(Position.depuis_coups(coups), W1)
        for x in range(7):
            yield fabrique(Position().jouer(x), poids_au_hasard(source.alea))

    return essais


def _quelconques(fabrique: Fabrique) -> Callable[[Source], Iterator[Essai]]:
    """Des pions des deux joueurs, donc des alignements partagés."""

    def essais(source: Source) -> Iterator[Essai]:
        for coups in ("44", "43", "12", "4455", "112233", "4433552"):
            yield fabrique(Position.depuis_coups(coups), W2)
        for position in pos.au_hasard(source.alea, source.nombre(60)):
            yield fabrique(
                position, source.alea.choice((W1, W2, [0, 0.1, 0.35, 2.7, inf], poids_au_hasard(source.alea)))
            )

    return essais


def _gagnees(fabrique: Fabrique) -> Callable[[Source], Iterator[Essai]]:
    def essais(source: Source) -> Iterator[Essai]:
        yield fabrique(Position.depuis_coups("1213141"), W1)
        for position, _ in source.alea.sample(pos.gagnees(), source.nombre(12)):
            yield fabrique(position, source.alea.choice((W1, W2)))

    return essais


def _alignements_vides(fabrique: Fabrique) -> Callable[[Source], Iterator[Essai]]:
    """w[0] non nul : ajouté une fois et retiré une fois."""

    def essais(source: Source) -> Iterator[Essai]:
        for coups in ("", "4", "1"):
            yield fabrique(Position.depuis_coups(coups), [5, 6, 8, 20, inf])
        for position in pos.au_hasard(source.alea, source.nombre(8)):
            yield fabrique(position, [3, *poids_au_hasard(source.alea)[1:]])

    return essais


def _vue_du_joueur_1(essai: Essai) -> Any:
    assert essai.position is not None
    return utilite(essai.position, 1, essai.contexte["poids"])


_GAGNEES = seulement(
    "gagnée", "Toutes vos erreurs viennent des grilles gagnées : un alignement complet vaut w[4], l'infini."
)


def _heuristique(position: Position, poids: Poids) -> Essai:
    return _essai("heuristique", position, 1, poids)


def _utilite(joueur: int) -> Fabrique:
    return lambda position, poids: _essai("utilite", position, joueur, poids)


def _deux(
    famille: Callable[[Fabrique], Callable[[Source], Iterator[Essai]]],
) -> Callable[[Source], Iterator[Essai]]:
    """Les mêmes essais, vus de chaque joueur."""

    def essais(source: Source) -> Iterator[Essai]:
        for joueur in (1, 2):
            yield from famille(_utilite(joueur))(source)

    return essais


HEURISTIQUE = Question(
    "heuristique",
    "heuristique(G, w)",
    (
        Critere("un seul pion sur la grille", 1, _un_pion(_heuristique)),
        Critere("des pions des deux joueurs", 2, _quelconques(_heuristique)),
        Critere("les parties gagnées", 1, _gagnees(_heuristique)),
        Critere("un poids w[0] non nul", 0.5, _alignements_vides(_heuristique)),
    ),
    (
        "Chaque alignement apporte quelque chose, en plus ou en moins, selon les pions qu'il contient. "
        "Parcourez-les tous.",
        "nbr_pions(A, G, 1) donne les pions de chacun dans A. Que faut-il ajouter si le joueur 2 n'y est "
        "pas ? "
        "Que faut-il retirer si le joueur 1 n'y est pas ?",
        "Partez de h = 0. Pour chaque A de tous, avec (n1, n2) = nbr_pions(A, G, 1) : si n2 == 0 on "
        "ajoute w[n1], et "
        "si n1 == 0 on retire w[n2] (deux if, l'un après l'autre). Le return vient après la boucle.",
    ),
    (*ERREURS, _GAGNEES),
    aides("nbr_pions"),
)

UTILITE = Question(
    "utilite",
    "utilite(G, j, W)",
    (
        Critere("vue du joueur 1", 1, _quelconques(_utilite(1))),
        Critere("vue du joueur 2", 1, _quelconques(_utilite(2))),
        Critere("un seul pion sur la grille", 1, _deux(_un_pion)),
        Critere("les parties gagnées", 1, _deux(_gagnees)),
    ),
    (
        "Ce qui est bon pour un joueur est mauvais pour l'autre : que deviennent les signes quand on "
        "change de camp ?",
        "Vous pouvez refaire le calcul avec nbr_pions(A, G, j), ou partir de heuristique(G, W), qui est "
        "déjà la valeur "
        "vue du joueur 1.",
        "utilite(G, 1, W) est heuristique(G, W) ; utilite(G, 2, W) en est l'opposé.",
    ),
    (
        modele(
            "La valeur est toujours vue du joueur 1 : elle doit être vue du joueur j.",
            _vue_du_joueur_1,
            nombre,
        ),
        modele(
            "La valeur est toujours vue du joueur 2 : elle doit être vue du joueur j.",
            lambda e: -_vue_du_joueur_1(e),
            nombre,
        ),
        *ERREURS,
        seulement("joueur 2", "Toutes vos erreurs concernent le joueur 2."),
        seulement("joueur 1", "Toutes vos erreurs concernent le joueur 1."),
        _GAGNEES,
    ),
    aides("nbr_pions", "heuristique"),
)
