"""Évaluer une position, et chercher le meilleur coup par min-max.

Une évaluation est vue du joueur au trait ; une heuristique, du joueur qu'on lui donne. La recherche
du TP 2 (`minmax`) et celle du TP 3 (`notes`) diffèrent par ce qu'elles lisent au bout des lignes de jeu."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from math import inf

from p4core.jeu import Position, masques_alignements

Evaluation = Callable[[Position], float]
Heuristique = Callable[[Position, int], float]
Choix = Callable[[Iterable[float]], float]


# --- évaluer --------------------------------------------------------------------------------------


def comptes(position: Position, joueur: int) -> list[tuple[int, int]]:
    """Pour chaque alignement, le nombre de pions du joueur et celui de l'autre."""
    siens, autres = position.pions[joueur - 1], position.pions[2 - joueur]
    masques = masques_alignements(position.largeur, position.hauteur, position.aligner)
    return [((siens & m).bit_count(), (autres & m).bit_count()) for m in masques]


def utilite(position: Position, joueur: int, poids: Sequence[float]) -> float:
    """Somme des poids des alignements encore ouverts au joueur, moins ceux ouverts à l'autre."""
    total: float = 0
    siens, autres = position.pions[joueur - 1], position.pions[2 - joueur]
    for masque in masques_alignements(position.largeur, position.hauteur, position.aligner):
        a, b = siens & masque, autres & masque
        if not b:
            total += poids[a.bit_count()]
        if not a:
            total -= poids[b.bit_count()]
    return total


def selon_poids(poids: Sequence[float]) -> Evaluation:
    """L'évaluation par alignements, vue du joueur au trait."""
    return lambda position: utilite(position, position.trait, poids)


def poids_series(aligner: int = 4) -> list[float]:
    """x / (aligner - x) pour x pions dans une série ; l'infini pour une série complète."""
    return [x / (aligner - x) for x in range(aligner)] + [inf]


def score_series(position: Position, joueur: int) -> float:
    """Le score de la position pour ce joueur : la somme, signée, des poids de ses séries ouvertes."""
    return utilite(position, joueur, poids_series(position.aligner))


def du_point_de_vue(evaluer: Evaluation, joueur: int) -> Evaluation:
    """Une évaluation vue du joueur au trait, ramenée au point de vue d'un joueur fixe."""
    return lambda position: evaluer(position) if position.trait == joueur else -evaluer(position)


# --- comparer -------------------------------------------------------------------------------------


def presque_egaux(a: float, b: float, tolerance: float = 1e-9) -> bool:
    """Égalité de deux scores, infinis compris, aux erreurs d'arrondi près."""
    if a == b:
        return True
    return abs(a) < inf and abs(b) < inf and abs(a - b) <= tolerance * max(1.0, abs(a), abs(b))


def meilleurs(notes_des_coups: Mapping[int, float]) -> list[int]:
    """Toutes les colonnes dont la note est la plus haute, aux arrondis près."""
    sommet = max(notes_des_coups.values())
    return [x for x, note in notes_des_coups.items() if presque_egaux(note, sommet)]


# --- chercher -------------------------------------------------------------------------------------


def minmax(position: Position, poids: Sequence[float], profondeur: int) -> tuple[float, list[int]]:
    """La valeur de la position et tous ses meilleurs coups (aucun à profondeur 0 ou en fin de partie)."""
    evaluer = selon_poids(poids)
    if profondeur <= 0 or position.finie:
        return evaluer(position), []
    scores = valeurs(position, evaluer, profondeur)
    return max(scores.values()), meilleurs(scores)


def valeurs(position: Position, evaluer: Evaluation, profondeur: int) -> dict[int, float]:
    """La valeur de chaque coup jouable, vue du joueur au trait, à cette profondeur (au moins 1)."""
    return _par_coup(position, profondeur, du_point_de_vue(evaluer, position.trait))


def notes(
    position: Position,
    profondeur: int,
    heuristique: Heuristique = score_series,
    *,
    mien: Choix = max,
    autre: Choix = min,
) -> dict[int, float]:
    """La note de chaque coup du joueur au trait au TP 3, où une partie finie vaut l'infini, ou 0 si nulle."""
    joueur = position.trait

    def feuille(finale: Position) -> float:
        if finale.gagnant:
            return inf if finale.gagnant == joueur else -inf
        return 0 if finale.pleine else heuristique(finale, joueur)

    return _par_coup(position, profondeur, feuille, mien, autre)


def _par_coup(
    position: Position, profondeur: int, feuille: Evaluation, mien: Choix = max, autre: Choix = min
) -> dict[int, float]:
    """La valeur de chaque coup pour le joueur au trait : il choisit par `mien`, l'autre par `autre`."""
    joueur = position.trait

    def remonter(p: Position, reste: int) -> float:
        if reste <= 0 or p.finie:
            return feuille(p)
        choix = mien if p.trait == joueur else autre
        return choix(remonter(p.jouer(x), reste - 1) for x in p.coups())

    return {x: remonter(position.jouer(x), profondeur - 1) for x in position.coups()}


def au_trait(position: Position, joueur: int) -> Position:
    """La même grille, mais où c'est à ce joueur de jouer (même si ce n'est pas son tour)."""
    return position if position.trait == joueur else replace(position, trait=joueur)


def feuilles(position: Position, profondeur: int) -> tuple[int, int]:
    """Combien de feuilles à évaluer dans l'arbre, et combien de positions différentes parmi elles."""
    couche = {position: 1}  # chaque position et le nombre de chemins qui y mènent
    for _ in range(profondeur):
        suivante: dict[Position, int] = {}
        for p, chemins in couche.items():
            for x in p.coups():
                fille = p.jouer(x)
                suivante[fille] = suivante.get(fille, 0) + chemins
        couche = suivante
    a_evaluer = {p: chemins for p, chemins in couche.items() if not p.finie}
    return sum(a_evaluer.values()), len(a_evaluer)
