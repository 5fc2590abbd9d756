"""eval_grille(grille, p) : la somme des scores de toutes les séries."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from p4core.heuristiques import score_series
from p4core.position import Position, alignements
from p4core.verification import positions as pos
from p4core.verification.diagnostics import modele
from p4core.verification.essais import Critere, Erreur, Essai, Question, Source
from p4core.verification.juges import egal
from p4core.verification.lecture import montrer, nombre
from p4core.verification.tp3_ia.outils import (
    AIDES,
    EssaiGrille,
    arguments_grille,
    erreurs_de_taille,
    lire,
    marques_de_taille,
    position_de,
    positions_de_tailles,
)

EX_GRILLE = Position.depuis_coups("32444")  # l'exemple de l'énoncé : 3 pour le joueur 1


def _essai_grille(position: Position, p: int) -> Essai:
    attendu = score_series(position, p)
    return EssaiGrille(
        f"eval_grille(grille, {p})", arguments_grille(position, p),
        egal(attendu, nombre, f"Le score de cette grille pour le joueur {p} n'est pas le bon."), position,
        frozenset(marques_de_taille(position)), contexte={"p": p}, attendu=montrer(round(attendu, 6)),
    )  # fmt: skip


def _exemples(source: Source) -> Iterator[Essai]:
    yield from (_essai_grille(EX_GRILLE, p) for p in (1, 2))
    yield from (_essai_grille(position, p) for position in pos.petites(1) for p in (1, 2))


def _grilles(source: Source) -> Iterator[Essai]:
    for position in pos.au_hasard(source.alea, source.nombre(25)):
        yield _essai_grille(position, source.alea.choice((1, 2)))


def _autres_tailles(source: Source) -> Iterator[Essai]:
    for position in positions_de_tailles(source, source.nombre(4)):
        yield _essai_grille(position, source.alea.choice((1, 2)))


Garde = Callable[[Position, pos.Alignement], float]


def _somme(essai: Essai, combien: Garde) -> float:
    """Le score, chaque série étant comptée `combien` de fois."""
    p, position = essai.contexte["p"], position_de(essai)
    series = alignements(position.largeur, position.hauteur)
    return sum(combien(position, s) * _score(position, s, p) for s in series)


def _score(position: Position, serie: pos.Alignement, p: int) -> float:
    contenu = [position.case(x, y) for x, y in serie]
    return score_series(lire([contenu]), p)


def _grille_fausse(phrase: str, combien: Garde) -> Erreur:
    return modele(phrase, lambda e: _somme(e, combien), nombre)


def _directions(*noms: str, fois: int = 0) -> Garde:
    return lambda position, serie: fois if pos.direction(serie) in noms else 1


def _hors(condition: Callable[[Position, int, int], bool]) -> Garde:
    """Les séries dont une case vérifie la condition sont oubliées."""
    return lambda position, serie: 0 if any(condition(position, x, y) for x, y in serie) else 1


_NOMS = ("horizontale", "verticale", "diagonale montante", "diagonale descendante")
_ERREURS = (
    *erreurs_de_taille(),
    modele(
        "Vous calculez le score de l'autre joueur (ou le signe est inversé).",
        lambda e: -_somme(e, lambda *_: 1),
        nombre,
    ),
    modele(
        "Vous calculez toujours le score du joueur 1 : servez-vous de p.",
        lambda e: score_series(position_de(e), 1),
        nombre,
    ),
    *(_grille_fausse(f"Une direction vous échappe : {nom}.", _directions(nom)) for nom in _NOMS),
    *(
        _grille_fausse(f"Vous comptez deux fois une direction : {nom}.", _directions(nom, fois=2))
        for nom in _NOMS
    ),
    _grille_fausse("Les deux diagonales vous échappent.", _directions(*_NOMS[2:])),
    _grille_fausse("Vous ne comptez que les séries horizontales.", _directions(*_NOMS[1:])),
    _grille_fausse("Vous comptez deux fois les deux diagonales.", _directions(*_NOMS[2:], fois=2)),
    _grille_fausse("Vous comptez chaque série deux fois : une fois dans chaque sens ?", lambda *_: 2),
    _grille_fausse(
        "Vous oubliez les séries qui touchent la dernière colonne, m - 1.",
        _hors(lambda p, x, y: x == p.largeur - 1),
    ),
    _grille_fausse(
        "Vous oubliez les séries qui touchent la ligne du bas, n - 1.", _hors(lambda p, x, y: y == 0)
    ),
    _grille_fausse(
        "Vous oubliez les séries qui touchent le bord droit ou la ligne du bas.",
        _hors(lambda p, x, y: y == 0 or x == p.largeur - 1),
    ),
    _grille_fausse("Vous oubliez les séries qui touchent la colonne 0.", _hors(lambda p, x, y: x == 0)),
    _grille_fausse(
        "Vous oubliez les séries qui touchent la ligne 0, celle du haut.",
        _hors(lambda p, x, y: y == p.hauteur - 1),
    ),
    modele(
        "Vous ne comptez que les séries favorables : celles de l'adversaire se retranchent.",
        lambda e: _favorables(e),
        nombre,
    ),
    modele("Votre fonction répond toujours 0.", lambda e: 0, nombre),
)


def _favorables(essai: Essai) -> float:
    p = essai.contexte["p"]
    return _somme(essai, lambda position, serie: _score(position, serie, p) > 0)


QUESTION = Question(
    "eval_grille",
    "eval_grille(grille, p)",
    (
        Critere("ex_grille et les petites grilles", 1, _exemples),
        Critere("des grilles 6 × 7", 2, _grilles),
        Critere("toutes les tailles de grille", 1, _autres_tailles),
    ),
    (
        "C'est le même parcours que dans victoire : toutes les séries de quatre cases, dans les quatre "
        "directions.",
        "Pour chaque série, construisez la liste de ses quatre valeurs, donnez-la à eval_serie et ajoutez "
        "le résultat.",
        "Partez d'un score nul. Chaque série doit être vue une fois et une seule : pour une grille 6 × 7, "
        "il y en a 69 "
        "(24 horizontales, 21 verticales, 12 dans chaque diagonale).",
    ),
    _ERREURS,
    {"eval_serie": AIDES["eval_serie"]},
)
