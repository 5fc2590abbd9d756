"""Noter une grille par ses alignements : nbr_pions(A, G, joueur), heuristique(G, w), utilite(G, j, W).

Les versions fausses d'`utilite` servent deux fois : à nommer l'erreur d'un élève, et cachées, à éprouver ses
propres tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from math import floor, inf, isfinite, isnan
from typing import Any

from p4core.codages import vers_colonnes
from p4core.francais import quantite
from p4core.ia.recherche import comptes, presque_egaux, utilite
from p4core.jeu import Position, alignements
from p4cours.tp2_minmax.commun import W1, W2, Poids, aides, poids_au_hasard
from p4cours.verification import positions as pos
from p4cours.verification.diagnostics import Explication, fautes, seulement
from p4cours.verification.essais import Epreuve, Erreur, Source
from p4cours.verification.formes import ErreurConnue, Fonction
from p4cours.verification.imposteurs import Imposteurs, partie_possible
from p4cours.verification.lecture import Malforme, couple, entier, nombre, simple

_TOUS = tuple(alignements())

# --- nbr_pions(A, G, joueur) : les pions de chacun dans un alignement ----------------------------
# Un cas : le contenu des quatre cases, le joueur, puis la position et l'alignement dont elles viennent.

Contenu = list[int]
CasCompte = tuple[Contenu, int, Position, pos.Alignement]


def _cas(position: Position, A: pos.Alignement, joueur: int) -> CasCompte:
    return [position.case(x, y) for x, y in A], joueur, position, A


def _pour(joueur: int) -> Callable[[Source], Iterator[CasCompte]]:
    def cas(source: Source) -> Iterator[CasCompte]:
        for coups in ("", "1", "12", "1213", "11"):
            yield _cas(Position.depuis_coups(coups), _TOUS[0], joueur)
        for position, alignement in source.alea.sample(pos.gagnees(), 6):
            yield _cas(position, alignement, joueur)
        vus: Counter[Any] = Counter()
        for position in pos.au_hasard(source.alea, source.nombre(60)):
            # De tous les alignements, l'un de ceux dont les comptes, puis la place, sont les moins vus.
            restes = [(vus[c], vus[A], c, A) for c, A in zip(comptes(position, joueur), _TOUS, strict=True)]
            moins = min(vus_deux for *vus_deux, _, _ in restes)
            *_, c, A = source.alea.choice([r for r in restes if [*r[:2]] == moins])
            vus.update((c, A))
            yield _cas(position, A, joueur)

    return cas


def _compter(contenu: Contenu, j: int, *_: Any) -> tuple[int, int]:
    return contenu.count(j), contenu.count(3 - j)


def _lire_comptes(valeur: Any) -> tuple[int, int]:
    siens, autres = couple(valeur)
    return entier(siens, "le premier nombre"), entier(autres, "le second nombre")


def _dire_comptes(contenu: Contenu, j: int, *_: Any) -> str:
    siens, autres = _compter(contenu, j)
    return f"Dans cet alignement (encadré), le joueur {j} a {quantite(siens, 'pion')} et l'autre {autres}."


def _jusqu_a_l_autre(contenu: Contenu, j: int, *_: Any) -> tuple[int, int]:
    """Le décompte d'une boucle qui s'arrête au premier pion adverse."""
    return _compter(contenu[: contenu.index(3 - j) + 1] if 3 - j in contenu else contenu, j)


def _pour_lui(position: Position, j: int) -> tuple[int, int]:
    """Ses pions, puis ceux de l'autre."""
    return position.pions[j - 1], position.pions[2 - j]


def _retournee(contenu: Contenu, j: int, position: Position, A: pos.Alignement) -> tuple[int, int]:
    return _compter([position.case(x, 5 - y) for x, y in A], j)


def _echange(epreuves: list[Epreuve]) -> bool:
    """G[y][x] au lieu de G[x][y] : une erreur d'indice quand x = 6, d'autres cases sinon."""
    return bool(fautes(epreuves)) and all(map(_lue_de_travers, epreuves))


def _lue_de_travers(epreuve: Epreuve) -> bool:
    _, joueur, position, A = epreuve.essai.cas
    if any(x == 6 for x, _ in A):
        return isinstance(epreuve.appel.exception, IndexError)
    return bool(epreuve.appel.valeur == _compter([position.case(y, x) for x, y in A], joueur))


NBR_PIONS = (
    Fonction(
        "nbr_pions(A, G, joueur)",
        donner=lambda contenu, j, position, A: (A, vers_colonnes(position), j),
        attendu=_compter,
        lire=_lire_comptes,
        dire=_dire_comptes,
        fautives=lambda contenu, j, position, A: A,
        appel="nbr_pions({3}, G, {1})",
        etiquettes=lambda contenu, j, position, A: (f"joueur {j}", pos.direction(A)),
        lire_erreur=simple,  # la forme du résultat est parfois l'erreur elle-même
    )
    .critere("les pions comptés pour joueur = 1", 1, _pour(1))
    .critere("les pions comptés pour joueur = 2", 1, _pour(2))
    .question(
        (
            "Où regarder : les quatre couples (x, y) de A, et ce que G contient à chacun de ces endroits.",
            "À quoi penser : une case peut être libre, à joueur ou à l'autre. Lesquelles comptent, et dans "
            "lequel des deux nombres ?",
            "Pour commencer : deux compteurs à zéro, puis une boucle sur les couples de A. Rien n'est à "
            "renvoyer avant la fin de la boucle.",
        ),
        [
            Erreur("Vous échangez x et y : la case (x, y) est G[x][y], la colonne d'abord.", _echange),
            (
                "Les deux nombres sont échangés : d'abord les pions de `joueur`, ensuite ceux de l'autre.",
                lambda c, j, *_: _compter(c, 3 - j),
            ),
            (
                "Vous comptez toujours pour le joueur 1 : le premier nombre doit être celui des pions de "
                "`joueur`.",
                lambda c, j, *_: _compter(c, 1),
            ),
            (
                "Le premier nombre compte toujours les pions du joueur 1, le second ceux de l'autre joueur : "
                "c'est `joueur` qu'il faut comparer.",
                lambda c, j, *_: (c.count(1), c.count(2) if j == 1 else 0),
            ),
            (
                "Vous comptez les cases libres parmi celles de l'autre joueur : une case libre n'est à "
                "personne.",
                lambda c, j, *_: (c.count(j), 4 - c.count(j)),
            ),
            (
                "Le second nombre compte les pions des deux joueurs : il faut ceux de l'autre joueur.",
                lambda c, j, *_: (c.count(j), 4 - c.count(0)),
            ),
            (
                "Le second nombre compte les cases libres : il faut les pions de l'autre joueur.",
                lambda c, j, *_: (c.count(j), c.count(0)),
            ),
            (
                "Vous additionnez le contenu des cases : un pion du joueur 2 ne compte que pour un pion.",
                lambda c, j, *_: (j * c.count(j), (3 - j) * c.count(3 - j)),
            ),
            (
                "Vous ne renvoyez qu'un nombre : on attend aussi celui de l'autre joueur.",
                lambda c, j, *_: c.count(j),
            ),
            (
                "Vous renvoyez une liste : un couple s'écrit avec des parenthèses.",
                lambda c, j, *_: list(_compter(c, j)),
            ),
            (
                "Vous n'examinez que les trois premières cases de l'alignement : il en a quatre.",
                lambda c, j, *_: _compter(c[:3], j),
            ),
            ("Vous oubliez la première case de l'alignement.", lambda c, j, *_: _compter(c[1:], j)),
            (
                "Vous n'examinez que la première case : le return est-il à l'intérieur de la boucle ?",
                lambda c, j, *_: _compter(c[:1], j),
            ),
            (
                "Vous cessez de compter à la première case libre : parcourez les quatre cases.",
                lambda c, j, *_: _compter(c[: c.index(0)] if 0 in c else c, j),
            ),
            (
                "Vous n'examinez que la dernière case : les compteurs sont-ils remis à 0 à chaque tour de la "
                "boucle ?",
                lambda c, j, *_: _compter(c[3:], j),
            ),
            (
                "Vos nombres ne dépassent jamais 1 : pour augmenter un compteur, c'est += 1 (et non =+ 1) ; "
                "un ensemble, lui, ne garde qu'un exemplaire de chaque valeur.",
                lambda c, j, *_: (int(j in c), int(3 - j in c)),
            ),
            (
                "Vos deux compteurs n'en font qu'un : une expression comme [[0]] * 2 répète deux fois la "
                "même liste.",
                lambda c, j, *_: (4 - c.count(0),) * 2,
            ),
            (
                "Le premier nombre compte les pions des deux joueurs, le second reste à 0.",
                lambda c, j, *_: (4 - c.count(0), 0),
            ),
            (
                "L'autre joueur que `joueur` est 3 - joueur : pour 2, ce que vous calculez donne 0, la case "
                "libre.",
                lambda c, j, *_: (c.count(j), c.count(2 - j)),
            ),
            (
                "Vous comptez les pions de toute la grille : seules comptent les quatre cases de A.",
                lambda c, j, position, A: tuple(n.bit_count() for n in _pour_lui(position, j)),
            ),
            (
                "Vous cessez de compter au premier pion adverse : parcourez les quatre cases.",
                _jusqu_a_l_autre,
            ),
            ("Votre fonction répond toujours (0, 0).", lambda *_: (0, 0)),
            (
                "Vos nombres sont trop grands de 1, même sans un pion : d'où partent vos compteurs ?",
                lambda c, j, *_: (c.count(j) + 1, c.count(3 - j) + 1),
            ),
            (
                "Le premier nombre compte les pions des deux joueurs : il faut ceux de `joueur` seulement.",
                lambda c, j, *_: (4 - c.count(0), c.count(3 - j)),
            ),
            (
                "Votre premier nombre ne dépasse jamais 3 : `joueur` peut avoir les quatre cases.",
                lambda c, j, *_: (min(3, c.count(j)), c.count(3 - j)),
            ),
            ("Les pions de l'autre joueur ne sont pas comptés.", lambda c, j, *_: (c.count(j), 0)),
            ("Vous lisez la grille à l'envers : y = 0 est la rangée du bas.", _retournee),
            seulement(
                "joueur 2", "Toutes vos erreurs viennent de joueur = 2 : l'autre joueur est alors le 1."
            ),
            seulement(
                "joueur 1", "Toutes vos erreurs viennent de joueur = 1 : l'autre joueur est alors le 2."
            ),
        ],
    )
)


# --- Les erreurs que l'on sait nommer dans une somme sur les alignements -------------------------
# Un cas : la position, le joueur dont on prend le point de vue, les poids.

Contribution = Callable[[int, int, Poids], float]  # pions du joueur, pions de l'autre, poids
Garde = Callable[[pos.Alignement], bool]


def _juste(siens: int, autres: int, w: Poids) -> float:
    return (0 if autres else w[siens]) - (0 if siens else w[autres])


def _apports(
    position: Position, joueur: int, poids: Poids, contribution: Contribution = _juste
) -> list[float]:
    """Ce qu'apporte chacun des alignements, dans l'ordre."""
    return [contribution(siens, autres, poids) for siens, autres in comptes(position, joueur)]


def _somme(contribution: Contribution = _juste, garde: Garde = lambda A: True) -> Callable[..., float]:
    """La version fausse où chaque alignement gardé apporterait cela."""

    def valeur(position: Position, joueur: int, poids: Poids) -> float:
        apports = _apports(position, joueur, poids, contribution)
        return sum(apport for A, apport in zip(_TOUS, apports, strict=True) if garde(A))

    return valeur


def _evite(rang: int, valeur: int) -> Garde:
    return lambda A: all(case[rang] != valeur for case in A)


def _sans_direction(nom: str) -> Garde:
    return lambda A: pos.direction(A) != nom


def _seulement(*noms: str) -> Garde:
    return lambda A: pos.direction(A) in noms


def _le_plus(position: Position, j: int, w: Poids) -> float:
    """Le plus grand poids d'un alignement où seul ce joueur a des pions."""
    return max((w[siens] for siens, autres in comptes(position, j) if not autres), default=0)


def _arrondie(arrondir: Callable[[float], float]) -> Callable[[Position, int, Poids], float]:
    def valeur(position: Position, joueur: int, poids: Poids) -> float:
        juste = utilite(position, joueur, poids)
        return arrondir(juste) if isfinite(juste) else juste

    return valeur


_ARRONDIS: tuple[Callable[[float], float], ...] = (
    int, round, floor, *(partial(round, ndigits=n) for n in range(1, 5)),
)  # fmt: skip


def _un_rang(total: Callable[[list[float], int], float]) -> Explication:
    """Y a-t-il un alignement, toujours le même, qui explique toutes les valeurs ?"""

    def explique(epreuves: list[Epreuve]) -> bool:
        if any(type(simple(e.appel.valeur)) not in (int, float) for e in epreuves):
            return False
        mesures = [(e.appel.valeur, _apports(*e.essai.cas)) for e in epreuves]
        return any(all(presque_egaux(v, total(a, i)) for v, a in mesures) for i in range(len(_TOUS)))

    return explique


def _tous_nan(epreuves: list[Epreuve]) -> bool:
    return all(isinstance(e.appel.valeur, float) and isnan(e.appel.valeur) for e in fautes(epreuves))


Version = tuple[str, Callable[[Position, int, Poids], float]]

VUE_DU_1: Version = (
    "La valeur est toujours vue du joueur 1 : elle doit être vue du joueur j.",
    lambda position, j, w: utilite(position, 1, w),
)
VUE_DU_2: Version = (
    "La valeur est toujours vue du joueur 2 : elle doit être vue du joueur j.",
    lambda position, j, w: utilite(position, 2, w),
)
NON_RETIRES: Version = (
    "Les alignements de l'autre joueur ne sont pas retirés.",
    _somme(lambda a, b, w: 0 if b else w[a]),
)
PARTAGES: Version = (
    "Vous comptez aussi les alignements partagés : dès que les deux joueurs y ont un pion, un alignement ne "
    "rapporte plus rien à personne.",
    _somme(lambda a, b, w: w[a] - w[b]),
)
LE_PLUS_DE_PIONS: Version = (
    "Vous comptez l'alignement pour celui qui y a le plus de pions : dès que les deux joueurs y en ont un, "
    "il ne rapporte rien à personne.",
    _somme(lambda a, b, w: w[a] if a > b else -w[b] if b > a else 0),
)


def _toujours_ces_poids(nom: str, poids: Poids) -> Version:
    phrase = (
        f"Vous vous servez toujours des poids {nom} (la variable {nom} du notebook, ou ses valeurs "
        "recopiées) : ceux à prendre sont reçus en argument."
    )
    return phrase, lambda position, j, w: utilite(position, j, poids)


AUTRES_POIDS = (_toujours_ces_poids("W1", W1), _toujours_ces_poids("W2", W2))
SANS_POIDS: Version = (
    "Vous comptez les alignements sans leurs poids : i pions valent w[i].",
    _somme(lambda a, b, w: (0 if b or not a else 1) - (0 if a or not b else 1)),
)
SANS_UNE_DIRECTION: dict[str, Version] = {
    nom: (f"Vous oubliez les alignements d'une direction : {nom}.", _somme(garde=_sans_direction(nom)))
    for nom in pos.DIRECTIONS
}
SANS_LE_HAUT: Version = (
    "Vous oubliez les alignements qui touchent le haut, y = 5.",
    _somme(garde=_evite(1, 5)),
)
_VIDE = (
    "Un alignement vide vérifie les deux conditions : il ajoute w[0] et le retire. Avec elif (ou else), "
    "la seconde n'est pas examinée."
)
_SINON = (
    "Avec else, un alignement où les deux joueurs ont des pions est compté pour l'un d'eux : il ne doit "
    "compter pour personne. Il faut deux conditions."
)

_INVERSEE = (
    "La condition qui choisit les alignements {} est inversée : ils comptent quand l'AUTRE n'y a aucun pion."
)
_SANS_CONDITION = (
    "Vous comptez aussi les alignements partagés parmi ceux {} : dès que les deux joueurs y ont un pion, un "
    "alignement ne rapporte plus rien à personne."
)

ERREURS: tuple[ErreurConnue, ...] = (
    Erreur(
        "Toutes ces valeurs sont nan : de l'infini est retiré à l'infini, ou multiplié par 0. Un indice "
        "négatif, comme w[-1], désigne le dernier poids.",
        _tous_nan,
    ),
    (
        "Le signe est inversé : les alignements du joueur s'ajoutent, ceux de l'autre se retirent.",
        _somme(lambda a, b, w: -_juste(a, b, w)),
    ),
    NON_RETIRES,
    ("Vous ne comptez que les alignements de l'autre joueur.", _somme(lambda a, b, w: 0 if a else -w[b])),
    (
        "Vous ajoutez les alignements de l'autre joueur au lieu de les retirer.",
        _somme(lambda a, b, w: (0 if b else w[a]) + (0 if a else w[b])),
    ),
    PARTAGES,
    LE_PLUS_DE_PIONS,
    *AUTRES_POIDS,
    (
        "Un alignement complet vaut w[4], celui de la liste reçue : ce n'est pas toujours l'infini.",
        lambda position, j, w: utilite(position, j, [*w[:4], inf]),
    ),
    (
        "La condition est inversée : un alignement compte pour un joueur quand l'AUTRE n'y a aucun pion.",
        _somme(lambda a, b, w: (w[a] if b else 0) - (w[b] if a else 0)),
    ),
    (
        "Les poids sont décalés d'un rang : i pions dans l'alignement valent w[i].",
        _somme(lambda a, b, w: (w[a - 1] if a and not b else 0) - (w[b - 1] if b and not a else 0)),
    ),
    (
        "Vous comptez les pions au lieu de leurs poids : i pions valent w[i].",
        _somme(lambda a, b, w: (0 if b else a) - (0 if a else b)),
    ),
    SANS_POIDS,
    (
        "Vous retirez w[0] à chaque alignement où un seul joueur a des pions : chaque somme a sa propre "
        "condition, et w[0] n'est retiré que pour un alignement vide.",
        _somme(lambda a, b, w: 0 if a and b else w[a] - w[b]),
    ),
    *(
        (
            "Vous comptez un alignement dès que ce joueur y a un pion, même si l'autre y en a aussi : "
            "partagé, il ne rapporte rien à personne.",
            _somme(contribution),
        )
        for contribution in (
            lambda a, b, w: w[a] if a else -w[b] if b else 0,
            lambda a, b, w: -w[b] if b else w[a] if a else 0,
        )
    ),
    (
        "Vous ne comptez que les alignements complets : un alignement de i pions vaut w[i].",
        _somme(lambda a, b, w: w[4] if a == 4 else -w[4] if b == 4 else 0),
    ),
    (
        "Vous gardez le plus grand poids de chaque joueur : il faut la somme de tous.",
        lambda position, j, w: _le_plus(position, j, w) - _le_plus(position, 3 - j, w),
    ),
    *(
        ("Vous arrondissez la note (int, round, //) : renvoyez-la telle quelle.", _arrondie(arrondir))
        for arrondir in _ARRONDIS
    ),
    *(
        (f"Vous ne comptez que les alignements {noms}.", _somme(garde=_seulement(*gardees)))
        for noms, gardees in (
            ("horizontaux et verticaux", pos.DIRECTIONS[:2]),
            ("horizontaux", pos.DIRECTIONS[:1]),
            ("verticaux", pos.DIRECTIONS[1:2]),
            ("en diagonale", pos.DIRECTIONS[2:]),
        )
    ),
    (
        "Quand la partie est gagnée, vous renvoyez w[4] quel que soit le gagnant : pour l'autre joueur, "
        "c'est l'opposé.",
        lambda position, j, w: w[4] if position.gagnant else utilite(position, j, w),
    ),
    *(
        (phrase, _somme(contribution))
        for phrase, contribution in (
            (_INVERSEE.format("du joueur"), lambda a, b, w: (w[a] if b else 0) - (0 if a else w[b])),
            (_INVERSEE.format("de l'autre"), lambda a, b, w: (0 if b else w[a]) - (w[b] if a else 0)),
            (_SANS_CONDITION.format("du joueur"), lambda a, b, w: w[a] - (0 if a else w[b])),
            (_SANS_CONDITION.format("de l'autre"), lambda a, b, w: (0 if b else w[a]) - w[b]),
        )
    ),
    (_SINON, _somme(lambda a, b, w: w[a] if not b else -w[b])),
    (_SINON, _somme(lambda a, b, w: -w[b] if not a else w[a])),
    (_VIDE, _somme(lambda a, b, w: w[a] if not b else -w[b] if not a else 0)),
    (_VIDE, _somme(lambda a, b, w: -w[b] if not a else w[a] if not b else 0)),
    *SANS_UNE_DIRECTION.values(),
    ("Vous oubliez les alignements qui touchent le bord droit, x = 6.", _somme(garde=_evite(0, 6))),
    SANS_LE_HAUT,
    ("Votre fonction répond toujours 0.", lambda *_: 0),
    Erreur(
        "Vous n'examinez qu'un seul alignement : le return est-il à l'intérieur de la boucle ?",
        _un_rang(lambda apports, rang: apports[rang]),
    ),
    Erreur(
        "Vous oubliez un alignement, toujours le même : la boucle va-t-elle du premier au dernier ?",
        _un_rang(lambda apports, rang: sum(apports[:rang]) + sum(apports[rang + 1 :])),
    ),
    Erreur(
        "Vous n'examinez que le début de la liste des alignements : la boucle doit aller jusqu'au dernier.",
        _un_rang(lambda apports, rang: sum(apports[:rang])),
    ),
    Erreur(
        "Vous n'examinez que la fin de la liste des alignements : la boucle doit partir du premier.",
        _un_rang(lambda apports, rang: sum(apports[rang:])),
    ),
)


# --- heuristique(G, w) et utilite(G, j, W) : la valeur d'une grille ------------------------------

AvecPoids = tuple[Position, Poids]
_PRESQUE = {n: [p for p in pos.presque_pleines(n) if utilite(p, 1, W1)] for n in (1, 2, 3)}


def _un_pion(source: Source) -> Iterator[AvecPoids]:
    """La grille vide, puis un seul pion, au centre d'abord."""
    for coups in ("4", "", "1", "2", "3", "5", "6", "7"):
        yield Position.depuis_coups(coups), W1
    for x in range(7):
        yield Position().jouer(x), poids_au_hasard(source.alea)


def _quelconques(source: Source) -> Iterator[AvecPoids]:
    """Des pions des deux joueurs, donc des alignements partagés."""
    for coups in ("44", "43", "12", "4455", "112233", "4433552"):
        yield Position.depuis_coups(coups), W2
    for position in pos.au_hasard(source.alea, source.nombre(60)):
        hasard = poids_au_hasard(source.alea)
        yield position, source.alea.choice((W1, W2, [0, 0.1, 0.350_07, 2.7, inf], hasard))
    # Il n'y reste qu'une case, ou peu : le hasard n'y mène presque jamais.
    combien = {n: min(source.nombre(1), len(_PRESQUE[n])) for n in _PRESQUE}
    parlantes = [p for n in _PRESQUE for p in source.alea.sample(_PRESQUE[n], combien[n])]
    yield from ((position, W1) for position in parlantes)


def _gagnees(source: Source) -> Iterator[AvecPoids]:
    for coups in ("1213141", pos.AU_DERNIER_COUP):  # la seconde est pleine
        yield Position.depuis_coups(coups), W1
    yield Position.depuis_coups("1213141"), _FINIS
    for position, _ in source.alea.sample(pos.gagnees(), source.nombre(12)):
        yield position, source.alea.choice((W1, W2, _FINIS))


# La formule vaut pour toute liste de poids : w[4] n'y est pas toujours l'infini, ni le plus grand.
_FINIS: Poids = [0, 3, 1, 9, 7]


def _alignements_vides(source: Source) -> Iterator[AvecPoids]:
    """w[0] non nul : ajouté une fois et retiré une fois."""
    for coups in ("", "4", "1"):
        yield Position.depuis_coups(coups), [5, 6, 8, 20, inf]
    for position in pos.au_hasard(source.alea, source.nombre(8)):
        yield position, [3, *poids_au_hasard(source.alea)[1:]]


def _vues_de(
    joueurs: tuple[int, ...], famille: Callable[[Source], Iterator[AvecPoids]]
) -> Callable[[Source], Iterator[tuple[Position, int, Poids]]]:
    """Les cas d'une famille, vus de chacun de ces joueurs."""
    return lambda source: (
        (position, joueur, poids) for joueur in joueurs for position, poids in famille(source)
    )


def _valeur(signature: str, appel: str, donner: Callable[..., tuple[Any, ...]]) -> Fonction:
    """Ce que les deux questions ont en commun."""
    return Fonction(
        signature,
        donner=donner,
        attendu=utilite,
        lire=nombre,
        dire=lambda position, j, w: f"La valeur de cette grille, vue du joueur {j}, n'est pas la bonne.",
        appel=appel,
        etiquettes=lambda position, j, w: (f"joueur {j}", "gagnée" if position.gagnant else "en cours"),
    )


_GAGNEES = seulement(
    "gagnée", "Toutes vos erreurs viennent des grilles gagnées : un alignement complet vaut w[4]."
)

HEURISTIQUE = (
    _valeur("heuristique(G, w)", "heuristique(G, {2})", lambda position, j, w: (vers_colonnes(position), w))
    .critere("un seul pion sur la grille", 1, _vues_de((1,), _un_pion))
    .critere("des pions des deux joueurs", 2, _vues_de((1,), _quelconques))
    .critere("les parties gagnées", 1, _vues_de((1,), _gagnees))
    .critere("un poids w[0] non nul", 0.5, _vues_de((1,), _alignements_vides))
    .question(
        (
            "Où regarder : la liste tous, et ce que nbr_pions dit de chacun de ses alignements.",
            "À quoi penser : chacune des deux sommes de l'énoncé est une condition sur l'alignement. L'un "
            "d'eux peut-il n'en vérifier aucune ? Les vérifier toutes les deux ?",
            "Pour commencer : une somme à zéro, une boucle sur tous, et dans la boucle les nombres de pions "
            "des deux joueurs. Traitez d'abord les alignements qui s'ajoutent, essayez ; puis les autres.",
        ),
        (*ERREURS, _GAGNEES),
        aides("nbr_pions"),
    )
)

UTILITE = (
    _valeur(
        "utilite(G, j, W)", "utilite(G, {1}, {2})", lambda position, j, w: (vers_colonnes(position), j, w)
    )
    .critere("vue du joueur 1", 1, _vues_de((1,), _quelconques))
    .critere("vue du joueur 2", 1, _vues_de((2,), _quelconques))
    .critere("un seul pion sur la grille", 1, _vues_de((1, 2), _un_pion))
    .critere("les parties gagnées", 1, _vues_de((1, 2), _gagnees))
    .question(
        (
            "Où regarder : la formule de la question précédente et celle-ci, d'abord pour le joueur 1, puis "
            "pour le joueur 2.",
            "À quoi penser : ce qui est bon pour un joueur est mauvais pour l'autre. Que deviennent les "
            "signes quand on change de camp ?",
            "Pour commencer : sur une grille de deux pions, calculez à la main la note vue de chaque joueur "
            "et comparez. La fonction a donc deux cas, selon j ; ou bien elle refait la somme du côté de j.",
        ),
        (
            VUE_DU_1,
            VUE_DU_2,
            (
                "Vous renvoyez une valeur absolue : une grille mauvaise pour j a une valeur négative.",
                lambda position, j, w: abs(utilite(position, j, w)),
            ),
            *ERREURS,
            seulement("joueur 2", "Toutes vos erreurs concernent le joueur 2."),
            seulement("joueur 1", "Toutes vos erreurs concernent le joueur 1."),
            _GAGNEES,
        ),
        aides("nbr_pions", "heuristique"),
    )
)


# --- Éprouver ses tests d'utilite : avec les poids W1, sur des grilles qui se calculent à la main --------

PIONS_MAX = 3
_lire_grille = partie_possible()


def _lire_test(G: Any, j: Any) -> tuple[Position, int, Poids]:
    (position,) = _lire_grille(G)
    if position.nb_coups > PIONS_MAX:
        raise Malforme(f"sa grille a {position.nb_coups} pions, {PIONS_MAX} au plus sont permis.")
    joueur = entier(j, "j")
    if joueur not in (1, 2):
        raise Malforme(f"j est le numéro d'un joueur, 1 ou 2, pas {joueur}.")
    return position, joueur, W1


TESTS_UTILITE = Imposteurs(
    "tests_utilite",
    "utilite(G, j)",
    utilite,
    (
        NON_RETIRES,
        SANS_POIDS,
        VUE_DU_1,
        SANS_UNE_DIRECTION["diagonale descendante"],
        PARTAGES,
        SANS_LE_HAUT,
    ),
    lire=_lire_test,
    lire_attendu=nombre,
    fixe="W1",
).question(
    (
        "Où regarder : la formule d'utilite. Chaque signe, chaque condition, chaque indice qu'elle contient "
        "est une occasion de se tromper ; la liste tous aussi.",
        "À quoi penser : choisissez une erreur possible et cherchez une grille où elle change le résultat. "
        "Que révèle un changement de joueur ? Deux pions dans un même alignement ? Des pions empilés ?",
        "Pour commencer : un seul pion, et sa valeur vue de chacun des deux joueurs. Deux versions au moins "
        "tombent. Ajoutez ensuite un pion de l'autre, puis un troisième, et recomptez à la main.",
    )
)
