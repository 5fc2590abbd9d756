"""★ Les pions d'un joueur dans un seul entier : bits(G, j), et l'alignement en trois décalages, aligne(b)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from typing import Any

from p4core.codages import vers_colonnes
from p4core.jeu import Position
from p4cours.verification import positions as pos
from p4cours.verification.diagnostics import manque_les
from p4cours.verification.essais import Erreur, Source
from p4cours.verification.formes import Fonction
from p4cours.verification.lecture import Malforme, constater, entier

# --- bits(G, j) → un entier -----------------------------------------------------------------------------


def _grilles(source: Source) -> Iterator[tuple[Position, int]]:
    petites = [Position.depuis_coups(coups) for coups in ("", "1", "4", "47", "777777")]
    for position in (*petites, *pos.au_hasard(source.alea, source.nombre(20))):
        yield from ((position, j) for j in (1, 2))


def _autrement(rang: Any) -> Any:
    """Le même ensemble de pions, chaque case (x, y) à cet autre rang."""

    def fausse(position: Position, j: int) -> int:
        cases = [(x, y) for x in range(7) for y in range(6) if position.case(x, y) == j]
        return sum(1 << rang(x, y) for x, y in cases)

    return fausse


def _numeros(position: Position, j: int) -> list[int]:
    return [b for b in range(49) if position.pions[j - 1] >> b & 1]


def _sans_trou(position: Position, j: int, numero: int) -> bool:
    """Tous les pions de la colonne, jusqu'à celui-ci, sont-ils à ce joueur ?"""
    x, y = divmod(numero, 7)
    return all(position.case(x, autre) == j for autre in range(y))


_BITS = Fonction(
    "bits(G, j)",
    donner=lambda position, j: (vers_colonnes(position), j),
    attendu=lambda position, j: position.pions[j - 1],
    lire=entier,
    appel=lambda position, j: f"bits(G, {j})",
    etiquettes=lambda position, j: (f"joueur {j}",),
).critere("le bit 7x + y de chaque pion", 1, _grilles)

BITS = _BITS.question(
    (
        "Où regarder : le dessin des numéros. Chaque pion de j ajoute à l'entier une puissance de 2.",
        "À quoi penser : pourquoi 7 bits par colonne, alors qu'elle n'a que 6 cases ?",
        "Pour commencer : deux boucles sur les cases, et une somme. La puissance de 2 d'une case ne dépend "
        "que de x et de y.",
    ),
    [
        *(
            (f"Vous ne regardez pas j : ce sont toujours les pions de {j}.", lambda p, _, j=j: p.pions[j - 1])
            for j in (1, 2)
        ),
        ("Les deux joueurs sont échangés.", lambda position, j: position.pions[2 - j]),
        ("Vous comptez les pions des deux joueurs : on veut ceux de j.", lambda position, j: position.masque),
        (
            "Une colonne occupe 7 bits, pas 6 : le septième, toujours nul, sépare deux colonnes.",
            _autrement(lambda x, y: 6 * x + y),
        ),
        ("x et y sont échangés : le bit de la case (x, y) est 7x + y.", _autrement(lambda x, y: 7 * y + x)),
        (
            "Vos colonnes sont à l'envers : le bit 0 est la case du bas de la colonne de gauche.",
            _autrement(lambda x, y: 7 * (6 - x) + y),
        ),
        (
            "Vos rangées sont à l'envers : y = 0 est en bas, c'est le plus petit bit de la colonne.",
            _autrement(lambda x, y: 7 * x + 5 - y),
        ),
        (
            "Vous comptez les pions au lieu de les placer.",
            lambda position, j: position.pions[j - 1].bit_count(),
        ),
        (
            "Tous vos bits sont décalés d'un rang : celui de la case (0, 0) est le bit 0, qui vaut 1.",
            lambda position, j: 2 * position.pions[j - 1],
        ),
        *(
            ("Vous ne gardez qu'un pion : chacun s'ajoute à l'entier.", un_seul)
            for un_seul in (
                lambda position, j: 1 << position.pions[j - 1].bit_length() >> 1,
                lambda position, j: position.pions[j - 1] & -position.pions[j - 1],
            )
        ),
        (
            "L'entier est remis à zéro à chaque colonne : il part de 0 une seule fois, avant les boucles.",
            lambda position, j: position.pions[j - 1] >> 42 << 42,
        ),
        *(
            (
                f"Vous oubliez la case ({x}, {y}), et elle seule.",
                lambda position, j, b=7 * x + y: position.pions[j - 1] & ~(1 << b),
            )
            for x in range(7)
            for y in range(6)
        ),
        (
            "2 * n n'est pas 2 puissance n : en Python, la puissance est **.",
            lambda position, j: sum(2 * b for b in _numeros(position, j)),
        ),
        *(
            ("En Python, ^ n'est pas la puissance : c'est **.", fausse)
            for fausse in (
                lambda position, j: reduce(lambda b, n: b + 2 ^ n, _numeros(position, j), 0),
                lambda position, j: sum(2 ^ n for n in _numeros(position, j)),
            )
        ),
        (
            "Vous avez échangé la base et l'exposant : c'est 2 puissance le numéro.",
            lambda position, j: sum(b**2 for b in _numeros(position, j)),
        ),
        (
            "Vous multipliez par j : le bit d'un pion vaut 2 puissance son numéro, quel que soit le joueur.",
            lambda position, j: j * position.pions[j - 1],
        ),
        (
            "Dans une colonne, vous vous arrêtez à la première case qui n'est pas à j : ses pions peuvent "
            "être "
            "plus haut.",
            lambda position, j: sum(1 << b for b in _numeros(position, j) if _sans_trou(position, j, b)),
        ),
        (
            "Vous lisez G[y][x] : la case (x, y) est G[x][y], la colonne d'abord.",
            lambda position, j: sum(
                1 << 7 * x + y for x in range(6) for y in range(6) if position.case(y, x) == j
            ),
        ),
        (
            "Vous additionnez les numéros des cases : chaque pion compte 2 puissance ce numéro.",
            lambda position, j: sum(_numeros(position, j)),
        ),
        Erreur(
            "Il y a bien un bit par pion, mais pas aux bons rangs : celui de la case (x, y) est le bit 7x + "
            "y.",
            lambda epreuves: all(
                isinstance(e.appel.valeur, int) and e.appel.valeur.bit_count() == e.essai.attendu.bit_count()
                for e in epreuves
            ),
        ),
    ],
)


# --- aligne(b) → un booléen ------------------------------------------------------------------------------

PAS = {"verticale": 1, "horizontale": 7, "diagonale montante": 8, "diagonale descendante": 6}


def _alignes(source: Source) -> Iterator[tuple[int, bool, tuple[str, ...]]]:
    """Chaque alignement seul ; puis, pour certains, parmi les pions d'une partie, parmi d'autres tirés au
    sort, et sans un pion."""
    for position, alignement in pos.gagnees():
        masque, direction = _masque(alignement), ("modèle", pos.direction(alignement))
        if position.gagnant == 1:
            yield masque, True, direction
        if source.alea.random() < 0.3 * source.ampleur:
            yield position.pions[position.gagnant - 1], True, direction
            yield masque | _masque(source.alea.sample(_CASES, 6)), True, ("parmi d'autres",)
            yield _masque(source.alea.sample(sorted(alignement), 3)), False, ("sans victoire", "trois")


_CASES = [(x, y) for x in range(7) for y in range(6)]


def _masque(cases: Iterable[tuple[int, int]]) -> int:
    return sum(1 << 7 * x + y for x, y in set(cases))


def _non_alignes(source: Source) -> Iterator[tuple[int, bool, tuple[str, ...]]]:
    """Trois pions, quatre avec un trou, et ceux qui se suivent d'une colonne à l'autre sans être alignés."""
    yield 0, False, ("sans victoire",)
    for pas in PAS.values():
        yield sum(1 << 21 + pas * i for i in (0, 1, 2)), False, ("sans victoire", "trois")
        yield sum(1 << 14 + pas * i for i in (0, 1, 3)), False, ("sans victoire", "trou")
    for x in range(6):
        haut = [7 * x + 4, 7 * x + 5, 7 * x + 7, 7 * x + 8]
        yield sum(1 << b for b in haut), False, ("sans victoire", "bord")
        yield 0b1100000 >> 1 << 7 * x | 0b11 << 7 * x + 7, False, ("sans victoire", "bord")
    cases = {7 * x + y for x in range(7) for y in range(6)}
    for pas in sorted(set(range(2, 15)) - {*PAS.values()}):  # quatre pions aussi espacés, jamais alignés
        groupes = ({b + pas * i for i in range(4)} for b in sorted(cases))
        yield sum(1 << b for b in next(g for g in groupes if g <= cases)), False, ("sans victoire",)
    for position in pos.au_hasard(source.alea, source.nombre(20)):
        yield from ((pions, False, ("sans victoire",)) for pions in position.pions)


def _booleen(valeur: Any) -> bool:
    if type(valeur).__name__ in ("bool", "bool_"):
        return bool(valeur)
    if isinstance(valeur, int) and valeur in (0, 1):
        return bool(valeur)
    raise Malforme(f"le résultat doit être True ou False, {constater(valeur)}.")


def _decalages(pas: tuple[int, ...], fois: int = 3) -> Any:
    """Ce que trouve celui qui ne décale que de cela, ou trop peu de fois."""

    def fausse(b: int, *_: Any) -> bool:
        for p in pas:
            suite = b
            for i in range(1, fois + 1):
                suite &= b >> p * i
            if suite:
                return True
        return False

    return fausse


def _en_changeant_b(b: int, *_: Any) -> bool:
    """La réponse de celui qui remplace b par les pions qui ont un voisin."""
    for pas in (1, 6, 7, 8):
        b &= b >> pas
        if b & b >> 2 * pas:
            return True
    return False


_ALIGNE = (
    Fonction(
        "aligne(b)",
        donner=lambda b, *_: (b,),
        attendu=lambda b, attendu, _: attendu,
        lire=_booleen,
        dire=lambda b, attendu, _: (
            "Quatre pions sont alignés, et vous ne le voyez pas."
            if attendu
            else "Il n'y a pas d'alignement ici."
        ),
        appel=lambda b, *_: f"aligne({b})",
        etiquettes=lambda b, attendu, etiquettes: etiquettes,
    )
    .critere("les quatre directions", 2, _alignes)
    .critere("pas d'alignement inventé", 1, _non_alignes)
)

ALIGNE = _ALIGNE.question(
    (
        "Où regarder : le dessin des numéros. D'une case à sa voisine, dans une direction donnée, le numéro "
        "augmente toujours d'autant.",
        "À quoi penser : b >> d glisse tous les pions de d numéros à la fois. Que reste-t-il dans b & (b >> "
        "d) ? Et que faut-il pour quatre pions ?",
        "Pour commencer : une boucle sur les quatre écarts. Pour chacun, gardez les pions qui ont un voisin, "
        "puis ceux qui en ont un deuxième, puis un troisième.",
    ),
    [
        *(
            Erreur(f"La direction « {nom} » manque : de combien augmente le numéro ?", manque_les(nom))
            for nom in PAS
        ),
        Erreur(
            "Les deux diagonales manquent : de combien augmente le numéro ?",
            manque_les("diagonale montante", "diagonale descendante"),
        ),
        ("Trois pions vous suffisent : il en faut quatre.", _decalages((1, 6, 7, 8), 2)),
        ("Cinq pions alignés vous sont nécessaires : quatre suffisent.", _decalages((1, 6, 7, 8), 4)),
        ("Vous trouvez toujours un alignement.", lambda *_: True),
        ("Deux pions voisins vous suffisent : il en faut quatre.", _decalages((1, 6, 7, 8), 1)),
        *(
            (
                "Les écarts ne sont pas les bons : 1 vers le haut, 7 à droite, et 8 ou 6 en diagonale.",
                _decalages(pas),
            )
            for pas in (
                (1, 7, 8, 9),
                (1, 5, 6, 7),
                (1, 5, 7, 9),
                (1, 6, 7, 9),
                (1, 5, 7, 8),
                tuple(range(1, 9)),
            )
        ),
        (
            "b change d'une direction à l'autre : gardez-le intact, et rangez ailleurs les pions qui ont un "
            "voisin.",
            _en_changeant_b,
        ),
    ],
)
