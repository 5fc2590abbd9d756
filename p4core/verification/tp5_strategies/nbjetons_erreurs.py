"""Les façons habituelles de se tromper en comptant les jetons autour d'une case."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import zip_longest
from typing import Any

from p4core.position import Case, Position
from p4core.verification.diagnostics import fautes, modele
from p4core.verification.essais import Epreuve, Erreur, Essai
from p4core.verification.lecture import entier
from p4core.verification.tp5_strategies.lignes import PAS, compte

DIRECTIONS = tuple(PAS)


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


def _bande(p: Position, case: Case, d: str, j: int, portee: int = 0) -> list[int]:
    avant, apres = (_jusqu_a(r, 3 - j) for r in _cotes(p, case, d, portee or p.aligner - 1))
    return [*reversed(avant), 0, *apres]


def _un_cote(rang: int, p: Position, case: Case, d: str, j: int) -> int:
    return _mieux([0, *_jusqu_a(_cotes(p, case, d, p.aligner - 1)[rang], 3 - j)], j, p.aligner)


def _sans_arret(p: Position, case: Case, d: str, j: int, garder: bool) -> int:
    """Sans s'arrêter au jeton adverse : il est gardé dans la bande, ou simplement sauté."""
    avant, apres = _cotes(p, case, d, p.aligner - 1)
    bande = [*reversed(avant), 0, *apres]
    return _mieux([v for v in bande if garder or v != 3 - j], j, p.aligner)


def _colles(p: Position, case: Case, d: str, j: int) -> int:
    """Les seuls jetons collés à la case."""
    nombres = []
    for rayon in _cotes(p, case, d, p.aligner - 1):
        rang = next((k for k, v in enumerate(rayon) if v != j), len(rayon))
        nombres.append(rang)
    return sum(nombres)


def _en_tournant(p: Position, case: Case, d: str, j: int) -> int:
    """Avec les indices négatifs de Python, qui repartent de l'autre bord."""
    (x, y), (dx, dy) = case, PAS[d]
    rayons: list[list[int]] = []
    for sens in (-1, 1):
        rayon: list[int] = []
        for k in range(1, p.aligner):
            a, i = x + sens * k * dx, p.hauteur - 1 - y - sens * k * dy
            if a >= p.largeur or i >= p.hauteur:
                break
            rayon.append(p.case(a % p.largeur, p.hauteur - 1 - i % p.hauteur))
        rayons.append(_jusqu_a(rayon, 3 - j))
    return _mieux([*reversed(rayons[0]), 0, *rayons[1]], j, p.aligner)


Fausse = Callable[[Position, Case, str, int], Any]


def _version(phrase: str, fausse: Fausse) -> Erreur:
    """L'erreur d'une fonction qui rendrait partout `fausse(position, case, direction, joueur)`."""

    def valeur(essai: Essai) -> Any:
        assert essai.position is not None
        c = essai.contexte
        return fausse(essai.position, c["case"], c["direction"], c["joueur"])

    return modele(phrase, valeur, entier)


def _d_un_cote() -> Erreur:
    """Un seul côté de la case est regardé, le même pour toute une direction."""
    phrase = "Vous ne regardez que d'un côté de la case : il faut aller des deux."
    versions = [_version(phrase, partial(_un_cote, rang)) for rang in (0, 1)]

    def explique(epreuves: list[Epreuve]) -> bool:
        par_direction = [[e for e in epreuves if e.essai.contexte["direction"] == d] for d in DIRECTIONS]
        return all(any(v.explique(groupe) for v in versions) for groupe in par_direction)

    return Erreur(phrase, explique)


def _en_desordre() -> Erreur:
    """Les cases sont les bonnes, mais pas dans l'ordre où elles sont sur la table."""
    phrase = (
        "Les cases de la bande ne sont pas dans l'ordre de la table : d'un côté on ajoute à la fin, de "
        "l'autre au DÉBUT, sl = [case] + sl."
    )
    ordres: tuple[Callable[[list[int], list[int]], list[int]], ...] = (
        lambda a, b: [*a, 0, *b],
        lambda a, b: [*b, 0, *a],
        lambda a, b: [0, *a, *b],
        lambda a, b: [0, *b, *a],
        lambda a, b: [0, *_alternes(a, b)],
        lambda a, b: [0, *_alternes(b, a)],
    )
    versions = [_version(phrase, partial(_ranges, ordre)) for ordre in ordres]

    def explique(epreuves: list[Epreuve]) -> bool:
        par_direction = [[e for e in epreuves if e.essai.contexte["direction"] == d] for d in DIRECTIONS]
        fautifs = [groupe for groupe in par_direction if fautes(groupe)]
        return all(any(v.explique(groupe) for v in versions) for groupe in fautifs)

    return Erreur(phrase, explique)


def _ranges(
    ordre: Callable[[list[int], list[int]], list[int]], p: Position, case: Case, d: str, j: int
) -> int:
    avant, apres = (_jusqu_a(r, 3 - j) for r in _cotes(p, case, d, p.aligner - 1))
    return _mieux(ordre(avant, apres), j, p.aligner)


def _alternes(a: list[int], b: list[int]) -> list[int]:
    return [v for paire in zip_longest(a, b) for v in paire if v is not None]


def _echange(a: str, b: str) -> Fausse:
    noms = {a: b, b: a}
    return lambda p, case, d, j: compte(p, case, noms.get(d, d), j)


def _seulement(connues: tuple[str, ...]) -> Fausse:
    return lambda p, case, d, j: compte(p, case, d, j) if d in connues else 0


def _toujours(unique: str) -> Fausse:
    return lambda p, case, d, j: compte(p, case, unique, j)


ERREURS = (
    _version(
        "Les diagonales sont échangées : « diagm » MONTE vers la droite, donc i diminue quand j augmente.",
        _echange("diagm", "diagd"),
    ),
    _version(
        "« ligne » et « col » sont échangées : sur une ligne, i ne change pas.", _echange("ligne", "col")
    ),
    _version("Vous ne tenez compte que de la direction « ligne ».", _seulement(("ligne",))),
    _version("Les diagonales donnent toujours 0.", _seulement(("ligne", "col"))),
    *(
        _version(f"Vous regardez toujours la direction « {d} » : direc dit laquelle.", _toujours(d))
        for d in DIRECTIONS
    ),
    _d_un_cote(),
    _en_desordre(),
    _version(
        "Vous ne vous arrêtez pas aux jetons adverses : une fenêtre qui en contient un ne compte pas.",
        lambda p, case, d, j: _sans_arret(p, case, d, j, garder=True),
    ),
    _version(
        "Vous sautez les jetons adverses au lieu de vous y arrêter : ce qui est derrière ne compte pas.",
        lambda p, case, d, j: _sans_arret(p, case, d, j, garder=False),
    ),
    _version(
        "Vous comptez même quand il n'y a pas la place d'aligner g jetons : s'il y a moins de g cases, "
        "c'est 0.",
        lambda p, case, d, j: _mieux(_bande(p, case, d, j), j, min(p.aligner, len(_bande(p, case, d, j)))),
    ),
    _version(
        "Vous comptez tous les jetons de la bande : on veut le plus grand nombre dans g cases consécutives.",
        lambda p, case, d, j: (
            _bande(p, case, d, j).count(j) if len(_bande(p, case, d, j)) >= p.aligner else 0
        ),
    ),
    _version(
        "Vous comptez tous les jetons de la bande, et même quand elle a moins de g cases : on veut le "
        "plus grand "
        "nombre dans g cases consécutives.",
        lambda p, case, d, j: _bande(p, case, d, j).count(j),
    ),
    _version(
        "Vous ne comptez que les jetons collés à la case : la ligne peut être entrecoupée de vides.", _colles
    ),
    _version(
        "Vous comptez la case vide comme un jeton : il y a 1 de trop.",
        lambda p, case, d, j: compte(p, case, d, j) + 1,
    ),
    _version(
        "Vous regardez une case de trop de chaque côté : sup va de 1 à g - 1.",
        lambda p, case, d, j: _mieux(_bande(p, case, d, j, p.aligner), j, p.aligner),
    ),
    _version(
        "Vous regardez une case de moins de chaque côté : sup va de 1 à g - 1 inclus.",
        lambda p, case, d, j: _mieux(_bande(p, case, d, j, p.aligner - 2), j, p.aligner),
    ),
    _version(
        "Votre fenêtre n'a que g - 1 cases : un alignement en a g.",
        lambda p, case, d, j: _mieux(_bande(p, case, d, j), j, p.aligner - 1),
    ),
    _version(
        "Vous comptez les jetons de l'adversaire : seuls ceux de t comptent.",
        lambda p, case, d, j: compte(p, case, d, 3 - j),
    ),
    _version(
        "Vous sortez de la table par la gauche ou par le haut : un indice négatif repart de l'autre bord.",
        _en_tournant,
    ),
    _version("Votre fonction répond toujours 0.", lambda p, case, d, j: 0),
)
