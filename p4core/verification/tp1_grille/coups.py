"""coups(G) : les cases jouables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from p4core.codages import vers_colonnes
from p4core.execution import Appel
from p4core.position import Case, Position
from p4core.verification import positions as pos
from p4core.verification.diagnostics import modele, seulement
from p4core.verification.essais import Critere, Ecart, Erreur, Essai, Question, Source
from p4core.verification.lecture import case, montrer, suite


def _coups_attendus(position: Position) -> list[tuple[int, int]]:
    return [(x, position.niveau(x)) for x in range(position.largeur) if position.niveau(x) < position.hauteur]


def _lire_coup(coup: Any, indulgent: bool) -> Case:
    """Le coup ; si l'on est indulgent, une liste [x, y] vaut un couple."""
    return case(tuple(coup) if indulgent and isinstance(coup, list) else coup, "un coup")


def _essai_coups(position: Position, *etiquettes: str) -> Essai:
    attendu = _coups_attendus(position)

    def juge(appel: Appel) -> Ecart | None:
        # Des listes [x, y] ne sont refusées qu'une fois : par les essais sans colonne pleine.
        donnes = [_lire_coup(c, "colonne pleine" in etiquettes) for c in suite(appel.valeur)]
        if sorted(donnes) == attendu:
            return None
        trop = [c for c in dict.fromkeys(donnes) if c not in attendu]
        manque = [c for c in attendu if c not in donnes]
        dedans = [c for c in trop + manque if 0 <= c[0] < 7 and 0 <= c[1] < 6]
        phrase = _phrase(manque, trop, doubles=len(donnes) != len(set(donnes)))
        return Ecart(phrase, montrer(attendu), montrer(appel.valeur), fautives=dedans)

    return Essai(
        "coups(G)", (vers_colonnes(position),), juge, position, frozenset(etiquettes), attendu=attendu
    )


def _phrase(manque: list[Case], trop: list[Case], doubles: bool) -> str:
    """Ce qui sépare la liste de celle attendue."""
    pluriel = "ne sont pas des coups possibles" if len(trop) > 1 else "n'est pas un coup possible"
    phrases = (
        f"Il manque {_enumerer(manque)}." if manque else "",
        f"{_enumerer(trop)} {pluriel} ici." if trop else "",
        "Le même coup figure plusieurs fois." if doubles else "",
    )
    return " ".join(phrase for phrase in phrases if phrase)


def _enumerer(coups: list[Case], limite: int = 7) -> str:
    suite = ", …" if len(coups) > limite else ""
    return ", ".join(map(str, coups[:limite])) + suite


def _pleines(position: Position) -> bool:
    return any(position.niveau(x) == position.hauteur for x in range(position.largeur))


def _coups_faciles(source: Source) -> Iterator[Essai]:
    yield from (_essai_coups(p) for p in pos.petites(1))
    for colonne in "1234567":  # une seule case libre, tout en haut
        yield _essai_coups(Position.depuis_coups(colonne * 5))
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

    def valeur(essai: Essai) -> list[Any]:
        assert essai.position is not None
        return sorted(fausse(essai.position, essai.attendu))

    # None vaut « aucun coup » : un return dans la boucle n'est pas atteint quand la grille est pleine.
    return modele(phrase, valeur, lambda donnee: sorted([] if donnee is None else suite(donnee)))


def _cases(position: Position, *, libres: bool) -> list[Case]:
    return [(x, y) for x in range(7) for y in range(6) if (position.case(x, y) == 0) is libres]


def _rangees_libres(position: Position) -> list[int]:
    return sorted({y for _, y in _cases(position, libres=True)})


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
        "Vous renvoyez les numéros des colonnes : il faut des couples (x, y), avec la rangée où le "
        "pion tombe.",
        lambda p, c: [x for x, _ in c],
    ),
    _version(
        "Vous renvoyez les numéros des rangées : il faut des couples (x, y), avec la colonne.",
        lambda p, c: [y for _, y in c],
    ),
    _version(
        "Vous donnez toutes les cases libres : dans chaque colonne, seule la plus basse est jouable.",
        lambda p, c: _cases(p, libres=True),
    ),
    _version(
        "Vous donnez les cases occupées : on joue dans une case libre.", lambda p, c: _cases(p, libres=False)
    ),
    _version(
        "Vous donnez la case libre la plus HAUTE de chaque colonne : un pion tombe jusqu'à la plus basse.",
        lambda p, c: [(x, 5) for x, _ in c],
    ),
    _version("Vous oubliez la dernière colonne, x = 6.", lambda p, c: [(x, y) for x, y in c if x != 6]),
    _version("Vous oubliez la première colonne, x = 0.", lambda p, c: [(x, y) for x, y in c if x != 0]),
    _version(
        "Vous oubliez la rangée du haut, y = 5 : une colonne n'est pleine qu'avec 6 pions.",
        lambda p, c: [(x, y) for x, y in c if y != 5],
    ),
    _version(
        "Vous oubliez la rangée du bas, y = 0 : c'est là que tombe le premier pion d'une colonne.",
        lambda p, c: [(x, max(y, 1)) for x, y in c],
    ),
    _version(
        "Vous oubliez les colonnes vides : en bas, il n'y a pas de case du dessous à regarder "
        "(et l'indice -1 désigne la DERNIÈRE case de la liste).",
        lambda p, c: [(x, y) for x, y in c if y != 0],
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
        "Vous vous arrêtez à la première colonne pleine : les suivantes sont peut-être jouables.",
        lambda p, c: [(x, y) for x, y in c if all(p.niveau(a) < 6 for a in range(x))],
    ),
    _version(
        "Vous cherchez une case libre par rangée : c'est dans chaque COLONNE qu'il y en a une à trouver "
        "(quelle boucle le break interrompt-il ?).",
        lambda p, c: [min(a for a in _cases(p, libres=True) if a[1] == y) for y in _rangees_libres(p)],
    ),
    _version(
        "Vos rangées commencent à 1 : la plus basse porte le numéro 0.",
        lambda p, c: [(x, y + 1) for x, y in c],
    ),
    _version(
        "Vos colonnes commencent à 1 : la plus à gauche porte le numéro 0.",
        lambda p, c: [(x + 1, y) for x, y in c],
    ),
    _version(
        "Vous proposez de jouer dans les colonnes pleines.", lambda p, c: [(x, p.niveau(x)) for x in range(7)]
    ),
    _version(
        "Vous proposez de jouer dans les colonnes pleines, par-dessus le dernier pion.",
        lambda p, c: [(x, min(p.niveau(x), 5)) for x in range(7)],
    ),
    _version(
        "Vos coups sont des listes [x, y] : un couple s'écrit avec des parenthèses, (x, y).",
        lambda p, c: [list(coup) for coup in c],
    ),
    seulement("colonne pleine", "Toutes vos erreurs viennent des colonnes pleines."),
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
        "Pour une colonne x donnée, cherchez le plus petit y tel que G[x][y] soit libre. Il peut ne "
        "pas y en avoir.",
        "Deux boucles emboîtées : x de 0 à 6, puis y de 0 à 5. Dès qu'une case libre est trouvée "
        "dans la colonne, "
        "ajoutez (x, y) à la liste et passez à la colonne suivante (break).",
    ),
    _ERREURS,
)
