"""nbjetons et maxix : les lignes qui peuvent contenir des vides, mais pas de jeton adverse."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations, takewhile, zip_longest
from typing import Any

from p4core.codages import JETONS
from p4core.francais import enumerer
from p4core.jeu import Case, Position
from p4cours.tp5_pieges.coups import ERREURS_JETON, etiquettes
from p4cours.tp5_pieges.grilles import (
    AUTRES,
    PAS,
    aides,
    autres_tailles,
    compte,
    dessinee,
    en_cours,
    fenetres,
    libres,
    maxi,
    places,
    sur_table,
    variantes,
)
from p4cours.verification import positions as pos
from p4cours.verification.diagnostics import fautes
from p4cours.verification.essais import Epreuve, Erreur, Source
from p4cours.verification.formes import ErreurConnue
from p4cours.verification.lecture import entier

# --- nbjetons(l, i, j, direc, t, g) : le plus de jetons autour d'une case vide --------------------


CasCompte = tuple[Position, Case, str, int]  # position, case vide, direction, joueur
Fausse = Callable[[Position, Case, str, int], Any]
Ordre = Callable[[list[int], list[int]], list[int]]

_LIGNES = (
    "OO.O...",
    "O..OO.X",
    "X.OO.X.",
    "OOO.OOO",
    "XOO.OX.",
    "....O.. ..XOX.. .OXXO..",
    "O.O.O.O",
    ".....X. ....XO. ...OOX. ..XXOXO",
)
# Quatre jetons d'un alignement de cinq.
_DE_QUATRE = dessinee("OOOO...", 5)
# Des jetons des deux côtés de la case : l'ordre de la bande et la longueur des fenêtres y comptent.
_ENTOURES = (("O.O.O.O", (3, 0)), ("OOO.OOO", (3, 0)), ("XX.XX.X", (2, 0)))


def _cases_vides(position: Position) -> list[Case]:
    cases = position.cases()
    return [(x, y) for x, c in enumerate(cases) for y, jeton in enumerate(c) if not jeton]


def _sur(
    positions: Callable[[Source], Iterable[Position]], *directions: str
) -> Callable[[Source], Iterator[CasCompte]]:
    """Des cases vides tirées au hasard, pour chaque direction et chaque joueur."""

    def cas(source: Source) -> Iterator[CasCompte]:
        for position in positions(source):
            vides = _cases_vides(position)
            for case in source.alea.sample(vides, min(2, len(vides))):
                yield from ((position, case, d, joueur) for d in directions for joueur in (1, 2))

    return cas


def _droites(source: Source) -> Iterator[CasCompte]:
    for dessin, case in _ENTOURES:
        yield from ((dessinee(dessin), case, "ligne", joueur) for joueur in (1, 2))
    yield from _sur(_habituelles, "ligne", "col")(source)


def _habituelles(source: Source) -> Iterator[Position]:
    yield Position.depuis_coups("4")
    yield from map(dessinee, _LIGNES)
    yield from en_cours(source, 18)


def _ailleurs(source: Source) -> Iterator[Position]:
    yield from autres_tailles(source, 4)
    yield from en_cours(source, 1, Position(10, 9))  # plus que ce que l'on écrirait d'avance


def _grands_g(source: Source) -> Iterator[CasCompte]:
    """Une ligne à compléter, pour de petits et de grands g : ses deux bouts, l'un et l'autre joueur."""
    for g in (2, 3, 5, 6, 7, 8, source.alea.randint(9, 11)):
        ligne = "O" * (g - 1)
        for p, joueur, _ in (
            (dessinee(f"{ligne}.X", g), 1, []),
            *variantes(source, dessinee(f"{ligne}.X", g), 1),
        ):
            yield p, (g - 1 if p.case(0, 0) == joueur else 1, 0), "ligne", joueur


def _d_autres_g(source: Source) -> Iterator[CasCompte]:
    yield from _grands_g(source)
    for p, joueur, _ in ((_DE_QUATRE, 1, []), *variantes(source, _DE_QUATRE, 1)):
        yield p, (4, 0) if p.case(0, 0) else (2, 0), "ligne", joueur
    yield from _sur(_ailleurs, *PAS)(source)


def _arguments(position: Position, case: Case, direction: str, joueur: int) -> tuple[Any, ...]:
    i = position.hauteur - 1 - case[1]
    return i, case[0], direction, JETONS.signes[joueur], position.aligner


_FORME = sur_table(
    "nbjetons(l, i, j, direc, t, g)",
    _arguments,
    attendu=compte,
    lire=entier,
    dire=lambda *cas: "Ce n'est pas le bon nombre de jetons.",
    etiquettes=lambda position, case, direction, joueur: etiquettes(joueur, 0),
    appel=lambda *cas: 'nbjetons(l, {}, {}, "{}", "{}", {})'.format(*_arguments(*cas)),
)


# --- les façons habituelles de se tromper autour d'une case ---------------------------------------


def _cotes(position: Position, case: Case, direction: str, portee: int) -> tuple[list[int], list[int]]:
    """Le contenu des cases d'un côté et de l'autre, de la plus proche à la plus lointaine."""
    (x, y), (dx, dy) = case, PAS[direction]
    rayons: tuple[list[int], list[int]] = ([], [])
    for rayon, sens in zip(rayons, (-1, 1), strict=True):
        for k in range(1, portee + 1):
            a, b = x + sens * k * dx, y + sens * k * dy
            if not (0 <= a < position.largeur and 0 <= b < position.hauteur):
                break
            rayon.append(position.case(a, b))
    return rayons


def _jusqu_a(rayon: list[int], adversaire: int) -> list[int]:
    return rayon[: rayon.index(adversaire)] if adversaire in rayon else rayon


def _mieux(bande: list[int], joueur: int, longueur: int) -> int:
    """Le plus de jetons dans une fenêtre de cette longueur ; 0 s'il n'y a pas la place."""
    debuts = range(len(bande) - longueur + 1)
    return max((bande[k : k + longueur].count(joueur) for k in debuts), default=0)


def _bande(p: Position, case: Case, d: str, j: int, portee: int | None = None) -> list[int]:
    loin = p.aligner - 1 if portee is None else portee
    avant, apres = (_jusqu_a(r, 3 - j) for r in _cotes(p, case, d, loin))
    return [*reversed(avant), 0, *apres]


def _decomptes(bande: list[int], joueur: int, longueur: int) -> list[int]:
    """Le nombre de jetons de chaque fenêtre de cette longueur."""
    return [bande[k : k + longueur].count(joueur) for k in range(len(bande) - longueur + 1)]


def _arretes_ensemble(premier: int, p: Position, case: Case, d: str, j: int) -> int:
    """Les deux côtés s'arrêtent dès que l'un s'arrête ; on allonge d'abord le premier."""
    cotes = [_jusqu_a(r, 3 - j) for r in _cotes(p, case, d, p.aligner - 1)]
    un, autre = cotes[premier], cotes[1 - premier]
    n = min(len(un), len(autre) + 1)
    un, autre = un[:n], autre[: min(n, len(autre))]
    avant, apres = (un, autre) if premier == 0 else (autre, un)
    return _mieux([*reversed(avant), 0, *apres], j, p.aligner)


def _arret_tardif(p: Position, case: Case, d: str, j: int) -> int:
    """Le jeton adverse entre dans la bande avant qu'on ne s'arrête."""
    avant, apres = (r[: r.index(3 - j) + 1] if 3 - j in r else r for r in _cotes(p, case, d, p.aligner - 1))
    return _mieux([*reversed(avant), 0, *apres], j, p.aligner)


def _sans_bords(oublies: Collection[str], p: Position, case: Case, d: str, j: int) -> int:
    """Les cases de ces bords passent pour hors de la table."""
    dernieres = {"gauche": (0, 0), "droite": (0, p.largeur - 1), "haut": (1, p.hauteur - 1), "bas": (1, 0)}
    (x, y), (dx, dy) = case, PAS[d]
    cotes: list[list[int]] = []
    for sens in (-1, 1):
        cases = [(x + sens * k * dx, y + sens * k * dy) for k in range(1, p.aligner)]
        dedans = takewhile(
            lambda c: (
                0 <= c[0] < p.largeur
                and 0 <= c[1] < p.hauteur
                and all(c[axe] != bord for axe, bord in map(dernieres.__getitem__, oublies))
            ),
            cases,
        )
        cotes.append(_jusqu_a([p.case(a, b) for a, b in dedans], 3 - j))
    return _mieux([*reversed(cotes[0]), 0, *cotes[1]], j, p.aligner)


def _un_cote(rang: int, p: Position, case: Case, d: str, j: int) -> int:
    return _mieux([0, *_jusqu_a(_cotes(p, case, d, p.aligner - 1)[rang], 3 - j)], j, p.aligner)


def _sans_arret(p: Position, case: Case, d: str, j: int, garder: bool) -> int:
    """Sans s'arrêter au jeton adverse : il est gardé dans la bande, ou simplement sauté."""
    avant, apres = _cotes(p, case, d, p.aligner - 1)
    bande = [*reversed(avant), 0, *apres]
    return _mieux([v for v in bande if garder or v != 3 - j], j, p.aligner)


def _colles(p: Position, case: Case, d: str, j: int) -> int:
    """Les seuls jetons collés à la case."""
    rayons = _cotes(p, case, d, p.aligner - 1)
    return sum(len(list(takewhile(lambda v: v == j, rayon))) for rayon in rayons)


def _arret_aux_vides(p: Position, case: Case, d: str, j: int) -> int:
    """Chaque côté s'arrête à la première case qui n'est pas un jeton du joueur."""
    avant, apres = (list(takewhile(lambda v: v == j, r)) for r in _cotes(p, case, d, p.aligner - 1))
    return _mieux([*avant, 0, *apres], j, p.aligner)


def _en_tournant(tournent: str, p: Position, case: Case, d: str, j: int) -> int:
    """Avec les indices négatifs de Python, ceux des lignes (i) ou des colonnes (j) : ils font le tour."""
    (x, y), (dx, dy) = case, PAS[d]
    rayons: list[list[int]] = []
    for sens in (-1, 1):
        rayon: list[int] = []
        for k in range(1, p.aligner):
            a, i = x + sens * k * dx, p.hauteur - 1 - y - sens * k * dy
            if a >= p.largeur or i >= p.hauteur or (a < 0 and "j" not in tournent):
                break
            if i < 0 and "i" not in tournent:
                break
            rayon.append(p.case(a % p.largeur, p.hauteur - 1 - i % p.hauteur))
        rayons.append(_jusqu_a(rayon, 3 - j))
    return _mieux([*reversed(rayons[0]), 0, *rayons[1]], j, p.aligner)


def _ranges(ordre: Ordre, p: Position, case: Case, d: str, j: int) -> int:
    """Les cases sont les bonnes, mais pas dans l'ordre où elles sont sur la table."""
    avant, apres = (_jusqu_a(r, 3 - j) for r in _cotes(p, case, d, p.aligner - 1))
    return _mieux(ordre(avant, apres), j, p.aligner)


def _alternes(a: list[int], b: list[int]) -> list[int]:
    return [v for paire in zip_longest(a, b) for v in paire if v is not None]


def _dans(p: Position, case: Case, d: str, j: int, largeur: int, hauteur: int) -> int:
    """Sans voir les colonnes au-delà de cette largeur, ni les lignes au-delà de ce nombre depuis le haut."""
    mieux = 0
    for fenetre in fenetres(p.largeur, p.hauteur, p.aligner, d):
        vues = [(x, y) for x, y in fenetre if x < largeur and p.hauteur - 1 - y < hauteur]
        if case in fenetre and {*vues, case} == set(fenetre):
            jetons = [p.case(x, y) for x, y in fenetre]
            mieux = max(mieux, jetons.count(j) if 3 - j not in jetons else 0)
    return mieux


def _echange(a: str, b: str) -> Fausse:
    noms = {a: b, b: a}
    return lambda p, case, d, j: compte(p, case, noms.get(d, d), j)


def _seulement(connues: tuple[str, ...]) -> Fausse:
    return lambda p, case, d, j: compte(p, case, d, j) if d in connues else 0


def _toujours(unique: str) -> Fausse:
    return lambda p, case, d, j: compte(p, case, unique, j)


def _par_direction(phrase: str, fausses: list[Fausse], toutes: bool) -> Erreur:
    """Dans chaque direction (ou chaque direction fautive), l'une de ces versions fausses."""
    versions = [_FORME.erreur(phrase, fausse) for fausse in fausses]

    def explique(epreuves: list[Epreuve]) -> bool:
        groupes = [[e for e in epreuves if e.essai.cas[2] == d] for d in PAS]
        vises = [groupe for groupe in groupes if toutes or fautes(groupe)]
        return all(any(v.explique(groupe) for v in versions) for groupe in vises)

    return Erreur(phrase, explique)


def _un_paquet(rang: int, p: Position, case: Case, d: str, j: int) -> int:
    """Les jetons du premier, ou du dernier, des paquets de g cases."""
    nombres = _decomptes(_bande(p, case, d, j), j, p.aligner)
    return nombres[rang] if nombres else 0


def _paquets_courts(debut: int, p: Position, case: Case, d: str, j: int) -> int:
    """Autant de paquets qu'il faut, mais sans leur dernière case, ou sans la première."""
    bande = _bande(p, case, d, j)
    debuts = range(len(bande) - p.aligner + 1)
    return max((bande[k + debut : k + debut + p.aligner - 1].count(j) for k in debuts), default=0)


def _en_triple(bande: list[int], p: Position, case: Case, d: str, j: int) -> list[int]:
    """La bande, où la case de départ est trois fois : sup y part de 0."""
    avant = len(_jusqu_a(_cotes(p, case, d, p.aligner - 1)[0], 3 - j))
    return [*bande[:avant], 0, 0, *bande[avant:]]


_ORDRES: tuple[Ordre, ...] = (
    lambda a, b: [*a, 0, *b],
    lambda a, b: [*b, 0, *a],
    lambda a, b: [0, *a, *b],
    lambda a, b: [0, *b, *a],
    lambda a, b: [0, *_alternes(a, b)],
    lambda a, b: [0, *_alternes(b, a)],
)
_ERREURS_NBJETONS: tuple[ErreurConnue, ...] = (
    (
        "Les diagonales sont échangées : « diagm » MONTE vers la droite, donc i diminue quand j augmente.",
        _echange("diagm", "diagd"),
    ),
    ("« ligne » et « col » sont échangées : sur une ligne, i ne change pas.", _echange("ligne", "col")),
    ("Vous ne tenez compte que de la direction « ligne ».", _seulement(("ligne",))),
    ("Les diagonales donnent toujours 0.", _seulement(("ligne", "col"))),
    *((f"Vous regardez toujours la direction « {d} » : direc dit laquelle.", _toujours(d)) for d in PAS),
    _par_direction(
        "Vous ne regardez que d'un côté de la case : il faut aller des deux.",
        [partial(_un_cote, rang) for rang in (0, 1)],
        toutes=True,
    ),
    _par_direction(
        "Les cases de la bande ne sont pas dans l'ordre de la table : d'un côté on ajoute à la fin, de "
        "l'autre au DÉBUT, sl = [case] + sl.",
        [partial(_ranges, ordre) for ordre in _ORDRES],
        toutes=False,
    ),
    (
        "Vous ne vous arrêtez pas aux jetons adverses : une fenêtre qui en contient un ne compte pas.",
        lambda p, case, d, j: _sans_arret(p, case, d, j, garder=True),
    ),
    (
        "Vous sautez les jetons adverses au lieu de vous y arrêter : ce qui est derrière ne compte pas.",
        lambda p, case, d, j: _sans_arret(p, case, d, j, garder=False),
    ),
    (
        "Vous comptez même quand il n'y a pas la place d'aligner g jetons : s'il y a moins de g cases, c'est "
        "0.",
        lambda p, case, d, j: _mieux(_bande(p, case, d, j), j, min(p.aligner, len(_bande(p, case, d, j)))),
    ),
    (
        "Vous comptez tous les jetons de la bande : on veut le plus grand nombre dans g cases consécutives.",
        lambda p, case, d, j: (
            _bande(p, case, d, j).count(j) if len(_bande(p, case, d, j)) >= p.aligner else 0
        ),
    ),
    (
        "Vous comptez tous les jetons de la bande, et même quand elle a moins de g cases : on veut le plus "
        "grand nombre dans g cases consécutives.",
        lambda p, case, d, j: _bande(p, case, d, j).count(j),
    ),
    ("Vous ne comptez que les jetons collés à la case : la ligne peut être entrecoupée de vides.", _colles),
    (
        "Vous comptez la case vide comme un jeton : il y a 1 de trop.",
        lambda p, case, d, j: compte(p, case, d, j) + 1,
    ),
    (
        "Vous regardez une case de trop de chaque côté : sup va de 1 à g - 1.",
        lambda p, case, d, j: _mieux(_bande(p, case, d, j, p.aligner), j, p.aligner),
    ),
    (
        "Vous regardez une case de moins de chaque côté : sup va de 1 à g - 1 inclus.",
        lambda p, case, d, j: _mieux(_bande(p, case, d, j, p.aligner - 2), j, p.aligner),
    ),
    (
        "Votre fenêtre n'a que g - 1 cases : un alignement en a g.",
        lambda p, case, d, j: _mieux(_bande(p, case, d, j), j, p.aligner - 1),
    ),
    (
        "Vous comptez les jetons de l'adversaire : seuls ceux de t comptent.",
        lambda p, case, d, j: compte(p, case, d, 3 - j),
    ),
    *(
        (
            f"Vous sortez de la table par {ou} : un indice négatif repart de l'autre bord.",
            partial(_en_tournant, tournent),
        )
        for ou, tournent in (("la gauche ou par le haut", "ij"), ("la gauche", "j"), ("le haut", "i"))
    ),
    (
        "Vous vous arrêtez aussi aux cases vides : seuls le bord et un jeton adverse arrêtent la bande.",
        _arret_aux_vides,
    ),
    (
        "Vos paquets ont toujours 4 cases : un alignement en a g, et g n'est pas toujours 4.",
        lambda p, case, d, j: _mieux(_bande(p, case, d, j), j, 4),
    ),
    ("Votre fonction répond toujours 0.", lambda p, case, d, j: 0),
    _par_direction(
        "Un côté arrêté arrête aussi l'autre : chacun a son propre arrêt.",
        [partial(_arretes_ensemble, premier) for premier in (0, 1)],
        toutes=False,
    ),
    (
        "Le jeton adverse entre dans la bande avant que vous ne vous arrêtiez : regardez la case avant de "
        "l'ajouter.",
        _arret_tardif,
    ),
    (
        "Vous comptez la case vide comme un jeton : il y a 1 de trop.",
        lambda p, case, d, j: compte(p, case, d, j) + 1 if len(_bande(p, case, d, j)) >= p.aligner else 0,
    ),
    (
        "La case de départ est plusieurs fois dans la bande : sup va de 1 à g - 1.",
        lambda p, case, d, j: _mieux(_en_triple(_bande(p, case, d, j), p, case, d, j), j, p.aligner),
    ),
    *(
        (
            phrase,
            lambda p, case, d, j, choisir=choisir: choisir(_decomptes(_bande(p, case, d, j), j, p.aligner)),
        )
        for phrase, choisir in (
            ("Vous additionnez les paquets : on veut le plus grand nombre.", sum),
            ("Votre maximum part de 1 : sans jeton, ou sans la place, c'est 0.", lambda n: max([1, *n])),
            (
                "Votre maximum part de -1 : sans la place d'aligner g jetons, c'est 0.",
                lambda n: max([-1, *n]),
            ),
        )
    ),
    _par_direction(
        "Vous gardez le nombre d'un seul paquet, le premier ou le dernier : on veut le plus grand.",
        [partial(_un_paquet, rang) for rang in (0, -1)],
        toutes=False,
    ),
    _par_direction(
        "Vos paquets n'ont que g - 1 cases : un alignement en a g.",
        [partial(_paquets_courts, debut) for debut in (0, 1)],
        toutes=False,
    ),
    (
        "Vous comptez les cases vides : ce sont les jetons t qu'il faut compter.",
        lambda p, case, d, j: max(_decomptes(_bande(p, case, d, j), 0, p.aligner), default=0),
    ),
    *(
        (
            "Vos deux diagonales sont la même : « diagm » MONTE vers la droite (i diminue quand j augmente), "
            "« diagd » descend.",
            lambda p, case, d, j, seule=seule: compte(p, case, seule if d.startswith("diag") else d, j),
        )
        for seule in ("diagm", "diagd")
    ),
    (
        "Vous allez toujours à 3 cases de chaque côté : c'est g - 1, et g n'est pas toujours 4.",
        lambda p, case, d, j: _mieux(_bande(p, case, d, j, 3), j, p.aligner),
    ),
    *(
        (
            f"Vous oubliez les cases du bord ({enumerer(oublies)}) : une borne est fausse d'un cran.",
            partial(_sans_bords, oublies),
        )
        for n in (1, 2, 3, 4)
        for oublies in combinations(("gauche", "haut", "droite", "bas"), n)
    ),
    _par_direction(
        "Dans une direction au moins, vous ne regardez que d'un côté de la case : il faut aller des deux.",
        [partial(_un_cote, rang) for rang in (0, 1)],
        toutes=False,
    ),
    (
        "Vous n'utilisez pas g : une fenêtre a g cases, pas toujours 4.",
        lambda p, case, d, j: compte(replace(p, aligner=4), case, d, j),
    ),
    (
        "Vous croyez qu'il y a toujours sept colonnes et six lignes : len(l) et len(l[0]) le disent.",
        lambda p, case, d, j: _dans(p, case, d, j, 7, 6),
    ),
    (
        "Vous ne regardez jamais la dernière colonne.",
        lambda p, case, d, j: _dans(p, case, d, j, p.largeur - 1, p.hauteur),
    ),
    *ERREURS_JETON,
    *(
        (
            f"Vous faites comme si g ne {verbe} {borne} : il peut être plus {sens}.",
            lambda p, case, d, j, choisir=choisir, borne=borne: compte(
                replace(p, aligner=choisir(p.aligner, borne)), case, d, j
            ),
        )
        for verbe, sens, choisir, bornes in (
            ("dépassait jamais", "grand", min, range(4, 10)),
            ("descendait jamais sous", "petit", max, (3, 4)),
        )
        for borne in bornes
    ),
    *(
        (
            f"Vous n'allez jamais à plus de {portee} cases de chaque côté : c'est g - 1, quel que soit g.",
            lambda p, case, d, j, portee=portee: _mieux(
                _bande(p, case, d, j, min(portee, p.aligner - 1)), j, p.aligner
            ),
        )
        for portee in range(3, 9)
    ),
    *(
        (
            f"Votre réponse ne dépasse jamais {borne} : on veut le plus grand nombre, jusqu'à g - 1.",
            lambda p, case, d, j, borne=borne: min(compte(p, case, d, j), borne),
        )
        for borne in range(1, 10)
    ),
)

NBJETONS = (
    _FORME.critere("en ligne et en colonne", 2, _droites)
    .critere("sur les diagonales", 2, _sur(_habituelles, "diagm", "diagd"))
    .critere("avec d'autres tailles et d'autres g", 1, _d_autres_g)
    .question(
        (
            "Où regarder : prenez la table de l'essai, un crayon, et écrivez la bande sl autour de la case. "
            "Qu'est-ce qui l'arrête, d'un côté puis de l'autre ?",
            "À quoi penser : PAS donne le déplacement (di, dj) d'une direction. À la distance sup, il y a "
            "une case de chaque côté ; dès qu'un côté est arrêté, il l'est pour de bon. Et l'ordre des cases "
            "dans sl doit rester celui de la table.",
            "Pour commencer : écrivez un seul côté, en ligne, et affichez sl ; puis l'autre ; puis remplacez "
            "le pas de la ligne par celui de direc. Une fois sl juste, il reste à compter t dans chacun de "
            "ses paquets de g cases voisines : combien y en a-t-il ?",
        ),
        _ERREURS_NBJETONS,
        aides("inv"),
    )
)


# --- maxix(l, t, g) : la ligne la plus fournie de toute la table ----------------------------------


# Une seule case vide, qui vaut 3 pour [O] : le minimum n'y est pas 0.
_PRESQUE_PLEINE = ".OOOXOX XXOOXXO OOXXOOX XXOOXXO OOXXOOX XXOOXXO"


# La seule case à 3 est au bord : à gauche, à droite, en haut ; puis dans la huitième colonne.
_AU_BORD = (".OOOX..", "..XOOO.", "X...... X...... X...... O...... O......")
_LARGES = ("...XOOO.", "...OXXX. ...XOOX.")
# La seule case à 3 est tout en bas, à la septième ligne.
_HAUTE = ". . . . . XXX.... OOO....".replace(". ", "....... ")


def _tables(source: Source) -> Iterator[Position]:
    yield Position()
    yield from map(dessinee, _AU_BORD)
    yield dessinee(_PRESQUE_PLEINE)
    yield from _habituelles(source)
    yield from pos.finies(source.alea, source.nombre(6))
    yield from pos.nulles(2)


def _tailles(source: Source) -> Iterator[Position]:
    yield from map(dessinee, (*_LARGES, _HAUTE))
    yield _DE_QUATRE
    yield from (p for seule in (dessinee(_HAUTE), _DE_QUATRE) for p, _, _ in variantes(source, seule, 1))
    for taille in AUTRES:
        yield Position(*taille)
    yield from autres_tailles(source, 4)


def _local(position: Position, case: Case, joueur: int) -> int:
    return max(compte(position, case, d, joueur) for d in PAS)


def _sur_cases(position: Position, cases: Iterable[Case], joueur: int) -> list[int]:
    return [_local(position, case, joueur) for case in cases] or [0]


def _accessibles(position: Position) -> list[Case]:
    return [(x, position.niveau(x)) for x in libres(position)]


def _parcours(position: Position) -> list[Case]:
    """Les cases vides dans l'ordre habituel : lignes de haut en bas, puis colonnes de gauche à droite."""
    return sorted(_cases_vides(position), key=lambda case: (-case[1], case[0]))


def _comme_vide(position: Position, case: Case, joueur: int) -> int:
    """maxixloc d'une case qu'on croit vide quoi qu'elle contienne."""
    bit = 1 << case[0] * (position.hauteur + 1) + case[1]
    un, deux = (pions & ~bit for pions in position.pions)
    return _local(replace(position, pions=(un, deux)), case, joueur)


def _partout(position: Position, joueur: int) -> int:
    cases = [(x, y) for x in range(position.largeur) for y in range(position.hauteur)]
    return max(_comme_vide(position, case, joueur) for case in cases)


def _avec_maxi(phrase: str) -> Iterator[ErreurConnue]:
    """maxi à la place de maxix : telle quelle, sans dépasser g - 1, ou 0 quand la table est pleine."""
    for borne in (lambda p: 99, lambda p: p.aligner - 1):
        yield phrase, lambda p, j, borne=borne: min(maxi(p, j), borne(p))
        yield phrase, lambda p, j, borne=borne: min(maxi(p, j), borne(p)) if libres(p) else 0


_ERREURS_MAXIX: tuple[ErreurConnue, ...] = (
    ("Votre fonction répond toujours 0.", lambda p, j: 0),
    *_avec_maxi("Vous mesurez les suites de maxi : on veut le plus grand maxixloc, sur les cases vides."),
    (
        "Vous ne regardez que les cases où l'on peut jouer tout de suite : on veut toutes les cases vides.",
        lambda p, j: max(_sur_cases(p, _accessibles(p), j)),
    ),
    ("Vous appelez maxixloc aussi sur des cases occupées : seules les vides comptent.", _partout),
    ("Vous renvoyez le minimum : on veut le maximum.", lambda p, j: min(_sur_cases(p, _cases_vides(p), j))),
    ("Vous additionnez : on veut le maximum.", lambda p, j: sum(_sur_cases(p, _cases_vides(p), j))),
    (
        "Vous renvoyez la valeur de la dernière case vide : il faut garder la plus grande.",
        lambda p, j: _sur_cases(p, _parcours(p), j)[-1],
    ),
    (
        "Vous renvoyez la valeur de la première case vide : le return est-il dans la boucle ?",
        lambda p, j: _sur_cases(p, _parcours(p), j)[0],
    ),
    ("Vous cherchez le maximum de l'adversaire : il s'agit de t.", lambda p, j: places(p, 3 - j)[0]),
    (
        "Vous mêlez les lignes des deux joueurs : il s'agit de t seulement.",
        lambda p, j: max(places(p, 1)[0], places(p, 2)[0]),
    ),
    *(
        (
            "Le maximum est remis à zéro pendant le parcours : il part de 0 une seule fois, avant les "
            "boucles.",
            lambda p, j, dernieres=dernieres: max(_sur_cases(p, dernieres(p), j)),
        )
        for dernieres in (
            lambda p: [c for c in _cases_vides(p) if c[1] == 0],
            lambda p: [c for c in _cases_vides(p) if c[0] == p.largeur - 1],
        )
    ),
    ("Vous répondez toujours g - 1, ce que maxix ne dépasse pas.", lambda p, j: p.aligner - 1),
    ("Votre maximum part de 1 : s'il n'y a aucune ligne, c'est 0.", lambda p, j: max(1, places(p, j)[0])),
    *(
        (f"Votre réponse ne dépasse jamais {borne}.", lambda p, j, borne=borne: min(borne, places(p, j)[0]))
        for borne in (1, 2, 3)
    ),
    (
        "Vous ne transmettez pas g : vous comptez toujours dans des fenêtres de 4 cases.",
        lambda p, j: places(replace(p, aligner=4), j)[0],
    ),
    (
        "La dernière colonne n'est jamais regardée.",
        lambda p, j: max(_sur_cases(p, [c for c in _cases_vides(p) if c[0] < p.largeur - 1], j)),
    ),
    (
        "La ligne du haut n'est jamais regardée.",
        lambda p, j: max(_sur_cases(p, [c for c in _cases_vides(p) if c[1] < p.hauteur - 1], j)),
    ),
    (
        "La première colonne n'est jamais regardée.",
        lambda p, j: max(_sur_cases(p, [c for c in _cases_vides(p) if c[0] > 0], j)),
    ),
    (
        "La ligne du bas n'est jamais regardée.",
        lambda p, j: max(_sur_cases(p, [c for c in _cases_vides(p) if c[1] > 0], j)),
    ),
    (
        "Vous croyez qu'il y a toujours sept colonnes et six lignes : len(l) et len(l[0]) le disent.",
        lambda p, j: max(
            _sur_cases(p, [(x, y) for x, y in _cases_vides(p) if x < 7 and p.hauteur - 1 - y < 6], j)
        ),
    ),
    (
        "Vous croyez qu'il y a toujours six lignes : len(l[0]) le dit.",
        lambda p, j: max(_sur_cases(p, [(x, y) for x, y in _cases_vides(p) if p.hauteur - 1 - y < 6], j)),
    ),
    (
        "Vous croyez qu'il y a toujours sept colonnes : len(l) le dit.",
        lambda p, j: max(_sur_cases(p, [(x, y) for x, y in _cases_vides(p) if x < 7], j)),
    ),
    *(
        (
            f"Vous ne comptez que dans la direction « {d} » : il y a quatre directions, celles de maxixloc.",
            lambda p, j, d=d: max((compte(p, case, d, j) for case in _cases_vides(p)), default=0),
        )
        for d in PAS
    ),
    *ERREURS_JETON,
    (
        "Vous renvoyez le nombre de cases qui atteignent le maximum, pas le maximum.",
        lambda p, j: len(places(p, j)[1]),
    ),
)

MAXIX = (
    sur_table(
        "maxix(l, t, g)",
        lambda position, joueur: (JETONS.signes[joueur], position.aligner),
        attendu=lambda position, joueur: places(position, joueur)[0],
        lire=entier,
        dire=lambda *cas: "Ce n'est pas le maximum sur les cases vides.",
        etiquettes=lambda position, joueur: etiquettes(joueur, 0),
    )
    .critere(
        "le maximum sur les cases vides",
        3,
        lambda source: ((p, joueur) for p in _tables(source) for joueur in (1, 2)),
    )
    .critere(
        "avec d'autres tailles et d'autres g",
        1,
        lambda source: ((p, joueur) for p in _tailles(source) for joueur in (1, 2)),
    )
    .question(
        (
            "Où regarder : maxixloc donne la valeur d'une case. De quelles cases veut-on la plus grande ?",
            "À quoi penser : c'est une recherche de maximum, sur les cases vides de toute la table, même "
            "celles où l'on ne peut pas encore jouer. Que répondre s'il n'y en a aucune ?",
            "Pour commencer : deux boucles imbriquées parcourent toutes les cases ; affichez d'abord les "
            "couples (i, j) des cases vides de la table de l'essai, et comptez-les.",
        ),
        _ERREURS_MAXIX,
        aides("nbjetons", "maxixloc", "maxixplaces", "inv"),
    )
)
