"""nbr_pions(A, G, joueur) : les pions de chacun dans un alignement."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from p4core.codages import vers_colonnes
from p4core.execution import Appel
from p4core.position import Position, alignements
from p4core.verification import positions as pos
from p4core.verification.diagnostics import fautes, modele, seulement
from p4core.verification.essais import Critere, Ecart, Epreuve, Erreur, Essai, Question, Source
from p4core.verification.lecture import couple, entier, montrer, quantite

_TOUS = tuple(alignements())


def _essai(position: Position, alignement: pos.Alignement, joueur: int) -> Essai:
    contenu = [position.case(x, y) for x, y in alignement]
    attendu = (contenu.count(joueur), contenu.count(3 - joueur))

    def juge(appel: Appel) -> Ecart | None:
        siens, autres = couple(appel.valeur)
        lu = (entier(siens, "le premier nombre"), entier(autres, "le second nombre"))
        if lu == attendu:
            return None
        phrase = (
            f"Dans cet alignement (encadré), le joueur {joueur} a {quantite(attendu[0], 'pion')} et l'autre "
            f"{attendu[1]}."
        )
        return Ecart(phrase, montrer(attendu), montrer(appel.valeur), fautives=alignement)

    arguments = (alignement, vers_colonnes(position), joueur)
    contexte = {"contenu": contenu, "joueur": joueur, "position": position, "A": alignement}
    etiquettes = frozenset({f"joueur {joueur}", pos.direction(alignement)})
    return Essai(
        f"nbr_pions({montrer(alignement)}, G, {joueur})",
        arguments,
        juge,
        position,
        etiquettes,
        contexte,
        attendu,
    )


def _pour(joueur: int) -> Callable[[Source], Iterator[Essai]]:
    def essais(source: Source) -> Iterator[Essai]:
        bas = _TOUS[0]
        for coups in ("", "1", "12", "1213", "11"):
            yield _essai(Position.depuis_coups(coups), bas, joueur)
        for position, alignement in source.alea.sample(pos.gagnees(), 6):
            yield _essai(position, alignement, joueur)
        for position in pos.au_hasard(source.alea, source.nombre(60)):
            yield _essai(position, source.alea.choice(_TOUS), joueur)

    return essais


def _version(phrase: str, fausse: Callable[[list[int], int], Any]) -> Erreur:
    """L'erreur d'une fonction qui renverrait `fausse(contenu des 4 cases, joueur)`."""
    return modele(phrase, lambda e: fausse(e.contexte["contenu"], e.contexte["joueur"]))


def _retournee(essai: Essai) -> tuple[int, int]:
    contenu = [essai.contexte["position"].case(x, 5 - y) for x, y in essai.contexte["A"]]
    joueur = essai.contexte["joueur"]
    return contenu.count(joueur), contenu.count(3 - joueur)


def _jusqu_a_l_autre(contenu: list[int], joueur: int) -> tuple[int, int]:
    """Le décompte d'une boucle qui s'arrête au premier pion adverse."""
    fin = contenu.index(3 - joueur) + 1 if 3 - joueur in contenu else 4
    return contenu[:fin].count(joueur), contenu[:fin].count(3 - joueur)


def _echange(epreuves: list[Epreuve]) -> bool:
    """G[y][x] au lieu de G[x][y] : une erreur d'indice quand x = 6, d'autres cases sinon."""
    return bool(fautes(epreuves)) and all(_lue_de_travers(e) for e in epreuves)


def _lue_de_travers(epreuve: Epreuve) -> bool:
    contexte, joueur = epreuve.essai.contexte, epreuve.essai.contexte["joueur"]
    if any(x == 6 for x, _ in contexte["A"]):
        return isinstance(epreuve.appel.exception, IndexError)
    contenu = [contexte["position"].case(y, x) for x, y in contexte["A"]]
    return bool(epreuve.appel.valeur == (contenu.count(joueur), contenu.count(3 - joueur)))


_ERREURS = (
    Erreur("Vous échangez x et y : la case (x, y) est G[x][y], la colonne d'abord.", _echange),
    _version(
        "Les deux nombres sont échangés : d'abord les pions de `joueur`, ensuite ceux de l'autre.",
        lambda c, j: (c.count(3 - j), c.count(j)),
    ),
    _version(
        "Vous comptez toujours pour le joueur 1 : le premier nombre doit être celui des pions de `joueur`.",
        lambda c, j: (c.count(1), c.count(2)),
    ),
    _version(
        "Vous comptez les cases libres parmi celles de l'autre joueur : une case libre n'est à personne.",
        lambda c, j: (c.count(j), 4 - c.count(j)),
    ),
    _version(
        "Le second nombre compte les cases libres : il faut les pions de l'autre joueur.",
        lambda c, j: (c.count(j), c.count(0)),
    ),
    _version(
        "Vous additionnez le contenu des cases : un pion du joueur 2 ne compte que pour un pion.",
        lambda c, j: (j * c.count(j), (3 - j) * c.count(3 - j)),
    ),
    _version(
        "Vous ne renvoyez qu'un nombre : on attend aussi celui de l'autre joueur.", lambda c, j: c.count(j)
    ),
    _version(
        "Vous renvoyez une liste : un couple s'écrit avec des parenthèses.",
        lambda c, j: [c.count(j), c.count(3 - j)],
    ),
    _version(
        "Vous n'examinez que les trois premières cases de l'alignement : il en a quatre.",
        lambda c, j: (c[:3].count(j), c[:3].count(3 - j)),
    ),
    _version(
        "Vous oubliez la première case de l'alignement.", lambda c, j: (c[1:].count(j), c[1:].count(3 - j))
    ),
    _version(
        "Vous n'examinez que la première case : le return est-il à l'intérieur de la boucle ?",
        lambda c, j: (c[:1].count(j), c[:1].count(3 - j)),
    ),
    _version(
        "Vous cessez de compter au premier pion adverse : parcourez les quatre cases.", _jusqu_a_l_autre
    ),
    _version("Votre fonction répond toujours (0, 0).", lambda c, j: (0, 0)),
    _version("Les pions de l'autre joueur ne sont pas comptés.", lambda c, j: (c.count(j), 0)),
    modele("Vous lisez la grille à l'envers : y = 0 est la rangée du bas.", _retournee),
    seulement("joueur 2", "Toutes vos erreurs viennent de joueur = 2 : l'autre joueur est alors le 1."),
    seulement("joueur 1", "Toutes vos erreurs viennent de joueur = 1 : l'autre joueur est alors le 2."),
)


QUESTION = Question(
    "nbr_pions",
    "nbr_pions(A, G, joueur)",
    (
        Critere("les pions comptés pour joueur = 1", 1, _pour(1)),
        Critere("les pions comptés pour joueur = 2", 1, _pour(2)),
    ),
    (
        "Un alignement est formé de 4 cases : il suffit de regarder ce que contient chacune.",
        "Parcourez les couples (x, y) de A avec deux compteurs. L'autre joueur porte le numéro 3 - joueur.",
        "Pour chaque case : si G[x][y] vaut joueur, le premier compteur augmente ; s'il vaut 3 - joueur, "
        "le second ; "
        "s'il vaut 0, aucun. On renvoie les deux compteurs après la boucle.",
    ),
    _ERREURS,
)
