"""init() : une grille vide, neuve à chaque appel.
coups(G) : les cases jouables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from p4core.appels import Appel
from p4core.codages import vers_colonnes
from p4core.jeu import Case, Position
from p4cours.verification import positions as pos
from p4cours.verification.diagnostics import fautes, modele, seulement
from p4cours.verification.essais import Appelant, Critere, Ecart, Epreuve, Erreur, Essai, Question, Source
from p4cours.verification.lecture import Malforme, case, grille, montrer, suite

# --- init() : une grille vide, neuve à chaque appel ------------------------------------------------------


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


_ERREURS_INIT = (
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


INIT = Question(
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
    _ERREURS_INIT,
)


# --- coups(G) : les cases jouables -----------------------------------------------------------------------


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


_ERREURS_COUPS = (
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


COUPS = Question(
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
    _ERREURS_COUPS,
)
