"""coups(G) : les cases jouables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from p4core.codages import vers_colonnes
from p4core.execution import Appel
from p4core.position import Case, Position
from p4core.verification import positions as pos
from p4core.verification.diagnostics import etiquette, modele
from p4core.verification.essais import Critere, Ecart, Erreur, Essai, Question, Source
from p4core.verification.lecture import case, montrer, suite


def _coups_attendus(position: Position) -> list[tuple[int, int]]:
    return [(x, position.niveau(x)) for x in range(position.largeur) if position.niveau(x) < position.hauteur]


def _essai_coups(position: Position, *etiquettes: str) -> Essai:
    attendu = _coups_attendus(position)

    def juge(appel: Appel) -> Ecart | None:
        donnes = [case(c, "un coup") for c in suite(appel.valeur)]
        if sorted(donnes) == attendu:
            return None
        trop = [c for c in dict.fromkeys(donnes) if c not in attendu]
        manque = [c for c in attendu if c not in donnes]
        doubles = len(donnes) != len(set(donnes))
        dedans = [c for c in trop + manque if 0 <= c[0] < 7 and 0 <= c[1] < 6]
        phrase = " ".join(
            p
            for p in (
                f"Il manque {montrer(manque)}." if manque else "",
                f"{montrer(trop)} ne sont pas des coups possibles ici." if trop else "",
                "Le même coup figure plusieurs fois." if doubles else "",
            )
            if p
        )
        return Ecart(phrase, montrer(attendu), montrer(appel.valeur), fautives=dedans)

    return Essai("coups(G)", (vers_colonnes(position),), juge, position, frozenset(etiquettes), attendu=attendu)


def _pleines(position: Position) -> bool:
    return any(position.niveau(x) == position.hauteur for x in range(position.largeur))


def _coups_faciles(source: Source) -> Iterator[Essai]:
    yield from (_essai_coups(p) for p in pos.petites(1))
    for p in pos.au_hasard(source.alea, source.nombre(40)):
        if not _pleines(p):
            yield _essai_coups(p)


def _coups_pleins(source: Source) -> Iterator[Essai]:
    for colonne in range(7):
        yield _essai_coups(Position.depuis_coups(str(colonne + 1) * 6), "colonne pleine")
    yield from (_essai_coups(p, "colonne pleine") for p in pos.nulles())
    for p in pos.au_hasard(source.alea, source.nombre(60)):
        if _pleines(p):
            yield _essai_coups(p, "colonne pleine")


def _version(phrase: str, fausse: Callable[[Position, list[Case]], Iterable[Any]]) -> Erreur:
    """L'erreur d'une fonction qui renverrait partout `fausse(position, coups attendus)`."""
    return modele(phrase, lambda e: sorted(fausse(e.position, e.attendu)), lambda valeur: sorted(suite(valeur)))


_ERREURS = (
    _version(
        "Vos couples sont à l'envers : un coup est (x, y), la colonne d'abord, la rangée ensuite.",
        lambda p, c: [(y, x) for x, y in c],
    ),
    _version(
        "Vous comptez les rangées depuis le haut : y = 0 est la rangée du BAS.",
        lambda p, c: [(x, 5 - y) for x, y in c],
    ),
    _version(
        "Vous renvoyez les numéros des colonnes : il faut des couples (x, y), avec la rangée où le pion tombe.",
        lambda p, c: [x for x, _ in c],
    ),
    _version(
        "Vous donnez toutes les cases libres : dans chaque colonne, seule la plus basse est jouable.",
        lambda p, c: [(x, y) for x in range(7) for y in range(6) if not p.case(x, y)],
    ),
    _version("Vous oubliez la dernière colonne, x = 6.", lambda p, c: [(x, y) for x, y in c if x != 6]),
    _version("Vous oubliez la première colonne, x = 0.", lambda p, c: [(x, y) for x, y in c if x != 0]),
    _version(
        "Vous oubliez la rangée du haut, y = 5 : une colonne n'est pleine qu'avec 6 pions.",
        lambda p, c: [(x, y) for x, y in c if y != 5],
    ),
    _version(
        "Vous ne proposez que la rangée du bas : un pion peut aussi se poser sur un autre.",
        lambda p, c: [(x, y) for x, y in c if y == 0],
    ),
    _version(
        "Vous donnez la case du dernier pion au lieu de la case libre juste au-dessus.",
        lambda p, c: [(x, y - 1) for x, y in c],
    ),
    _version(
        "Vous ne donnez qu'un seul coup : le return est-il à l'intérieur de la boucle ?", lambda p, c: c[:1]
    ),
    _version(
        "Vos rangées commencent à 1 : la plus basse porte le numéro 0.", lambda p, c: [(x, y + 1) for x, y in c]
    ),
    _version(
        "Vos colonnes commencent à 1 : la plus à gauche porte le numéro 0.",
        lambda p, c: [(x + 1, y) for x, y in c],
    ),
    _version(
        "Vous proposez de jouer dans les colonnes pleines.", lambda p, c: [(x, p.niveau(x)) for x in range(7)]
    ),
    _version(
        "Vos coups sont des listes [x, y] : un couple s'écrit avec des parenthèses, (x, y).",
        lambda p, c: [list(coup) for coup in c],
    ),
    etiquette("colonne pleine", "Toutes vos erreurs viennent des colonnes pleines."),
)


QUESTION = Question(
    "coups",
    "coups(G)",
    (
        Critere("la case jouable de chaque colonne", 2, _coups_faciles),
        Critere("les colonnes pleines écartées", 1, _coups_pleins),
    ),
    (
        "Un pion tombe : dans chaque colonne, il n'y a qu'une case où il peut s'arrêter.",
        "Pour une colonne x donnée, cherchez le plus petit y tel que G[x][y] soit libre. Il peut ne pas y en avoir.",
        "Deux boucles emboîtées : x de 0 à 6, puis y de 0 à 5. Dès qu'une case libre est trouvée dans la colonne, "
        "ajoutez (x, y) à la liste et passez à la colonne suivante (break).",
    ),
    _ERREURS,
)
