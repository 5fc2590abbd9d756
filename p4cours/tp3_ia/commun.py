"""Ce que partagent les questions du TP 3 : des grilles de toutes tailles, des aides, des erreurs."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from p4core.appels import pure
from p4core.codages import LIGNES, vers_lignes
from p4core.ia.recherche import score_series
from p4core.jeu import Position
from p4cours.verification import positions as pos
from p4cours.verification.diagnostics import Explication, fautes
from p4cours.verification.essais import Appelant, Epreuve, Erreur, Essai, Source

Grille = list[list[int]]
TAILLES = ((4, 4), (4, 9), (7, 4), (5, 5), (8, 5), (5, 6))  # (n lignes, m colonnes), autres que 6 × 7
GRANDE = (10, 12)  # plus que ce que l'on écrirait d'avance ; trop pour y chercher loin
CARREE, AUTRE_TAILLE, NORMALE = "carrée", "autre taille", "6 × 7"


def la_direction(nom: str) -> str:
    """« l'horizontale », « la diagonale montante »…"""
    return f"l'{nom}" if nom.startswith("h") else f"la {nom}"


def vide(n: int, m: int) -> Position:
    """La grille vide de n lignes et m colonnes."""
    return Position(m, n)


def immense(source: Source) -> Position:
    """Une grille vide, plus grande encore, et dont la taille est tirée au sort."""
    return vide(source.alea.randint(13, 16), source.alea.randint(13, 16))


def positions_de_tailles(source: Source, nombre: int, *autres: tuple[int, int]) -> Iterator[Position]:
    """Des positions non finies sur d'autres grilles que 6 × 7."""
    for n, m in (*TAILLES, *autres):
        yield from pos.au_hasard(source.alea, nombre, vide(n, m))


# --- Un essai sur une grille : sa taille compte --------------------------------------------------


def marques_de_taille(position: Position, *_: Any) -> set[str]:
    """Les étiquettes qui disent la taille de la grille."""
    n, m = position.hauteur, position.largeur
    noms = {NORMALE if (n, m) == (6, 7) else AUTRE_TAILLE}
    return noms | {CARREE} if n == m else noms


def sur_grille(essai: Essai, appelant: Appelant, **options: Any) -> Epreuve:
    """L'appel jugé ; le récit d'une erreur dit la taille de la grille."""
    return preciser(essai.une_fois(appelant, **options))


SUR_GRILLE: dict[str, Any] = {"codage": LIGNES, "faire": sur_grille}


def preciser(epreuve: Epreuve) -> Epreuve:
    """Ajoute, à une exception fréquente, de quoi la comprendre."""
    if epreuve.ecart is None or epreuve.ecart.cause != "exception":
        return epreuve
    phrase, suite = epreuve.ecart.phrase, _precision(epreuve)
    if suite and not phrase.endswith((".", "!", "?")):
        phrase += "."
    return replace(epreuve, ecart=replace(epreuve.ecart, phrase=phrase + suite))


def _precision(epreuve: Epreuve) -> str:
    erreur, position = epreuve.appel.exception, epreuve.essai.position
    if isinstance(erreur, IndexError) and position is not None:
        n, m = position.hauteur, position.largeur
        return f" Cette grille a n = {n} lignes et m = {m} colonnes : grille[i][j] demande i < n et j < m."
    if isinstance(erreur, TypeError) and "unhashable" in str(erreur):
        return (
            " Une liste ne peut pas être la clé d'un dictionnaire, ni un tuple qui contient des listes : "
            "il faut un tuple de tuples (ou une chaîne)."
        )
    if isinstance(erreur, ZeroDivisionError):
        return (
            " Aucune des séries examinées ne contient quatre pions du même joueur : par quoi divisez-vous ?"
        )
    return ""


def _seules_reussies(nom: str, au_moins: float) -> Explication:
    """Ces tailles sont toutes réussies ; parmi les autres, plusieurs échouent ailleurs qu'en 6 × 7."""

    def explique(epreuves: list[Epreuve]) -> bool:
        concernees = [e.reussie for e in epreuves if nom in e.essai.etiquettes]
        # Une erreur de taille se voit surtout hors de 6 × 7 : sinon, la cause est ailleurs.
        ailleurs = [
            e for e in epreuves if AUTRE_TAILLE in e.essai.etiquettes and nom not in e.essai.etiquettes
        ]
        manquees = sum(not e.reussie for e in ailleurs)
        return bool(concernees) and all(concernees) and manquees >= max(2, au_moins * len(ailleurs))

    return explique


def _hautes_seulement(epreuves: list[Epreuve]) -> bool:
    """Des grilles de plus de lignes que de colonnes échouent, plusieurs ; les autres tailles réussissent."""
    vues = [(e, e.essai.position) for e in epreuves if AUTRE_TAILLE in e.essai.etiquettes]
    manquees = [p for e, p in vues if p and not e.reussie]
    autres = [p for _, p in vues if p and p.hauteur < p.largeur]
    hautes = all(p.hauteur > p.largeur for p in manquees)
    return hautes and len(manquees) >= 2 <= len(autres) and len(manquees) == len(fautes(epreuves))


def erreurs_de_taille(au_moins: float = 0.0) -> tuple[Erreur, ...]:
    """La taille est mise en cause si au moins cette part des autres tailles échoue."""
    return (
        Erreur(
            "Toutes vos erreurs viennent de grilles plus hautes que larges : n et m y sont échangés quelque "
            "part (n lignes, m colonnes, et grille[ligne][colonne]).",
            _hautes_seulement,
            vague=True,
        ),
        Erreur(
            "Votre fonction n'est juste que pour la grille 6 × 7 : elle doit lire les dimensions de la "
            "grille (n = len(grille) lignes, m = len(grille[0]) colonnes) au lieu de les supposer.",
            _seules_reussies(NORMALE, au_moins),
        ),
        Erreur(
            "Votre fonction n'est juste que sur les grilles carrées : n et m sont échangés quelque part "
            "(n lignes, m colonnes, et grille[ligne][colonne]).",
            _seules_reussies(CARREE, au_moins),
            vague=True,
        ),
    )


ERREURS_DE_TAILLE = erreurs_de_taille()


def _en_grand_seulement(epreuves: list[Epreuve]) -> bool:
    positions = [e.essai.position for e in epreuves if not e.reussie]
    return all(p is not None and max(p.hauteur, p.largeur) > 9 for p in positions)


TROP_GRANDE = Erreur(
    "Toutes vos erreurs viennent de grandes grilles, de dix lignes ou colonnes au moins : une taille, ou un "
    "nombre de cases, est écrite d'avance quelque part.",
    _en_grand_seulement,
)


# --- Les fonctions du TP que d'autres appellent, refaites sur une Position -----------------------


def lire(grille: Grille) -> Position:
    """La position d'une grille, sans rien exiger d'elle : ce qui n'est pas un pion y est une case libre."""
    return LIGNES.position([[v if v in (1, 2) else 0 for v in ligne] for ligne in grille])


def a_gagne(position: Position, joueur: int, aligner: int = 4) -> bool:
    """Ce joueur a-t-il un alignement (quoi qu'ait fait l'autre) ?"""
    taille = (position.largeur, position.hauteur)
    seuls = (position.pions[joueur - 1], 0)
    return Position.depuis_pions(taille, aligner, seuls, 2).gagnant == 1


def sans_pion(position: Position, x: int) -> Position:
    """La position sans le pion du haut de la colonne x."""
    pion = 1 << x * (position.hauteur + 1) + position.niveau(x) - 1
    un, deux = position.pions
    trait = position.case(x, position.niveau(x) - 1)
    taille = (position.largeur, position.hauteur)
    return Position.depuis_pions(taille, position.aligner, (un & ~pion, deux & ~pion), trait)


class GrilleGagnee(ZeroDivisionError):
    """Une série de quatre pions d'un joueur : x / (4 - x) n'a pas de sens."""

    def __init__(self, gagnant: int) -> None:
        super().__init__(f"division par zéro, le joueur {gagnant} a déjà quatre pions alignés")
        self.gagnant = gagnant


def evaluer(position: Position, joueur: int) -> float:
    """Le score de la position, qui comme dans l'énoncé n'est pas défini si un joueur a gagné."""
    note = score_series(position, joueur)
    if not math.isfinite(note):
        raise GrilleGagnee(1 if a_gagne(position, 1) else 2)
    return note


@lru_cache(maxsize=1024)  # un match l'appelle deux millions de fois, sur moins de 200 séries différentes
def _evaluer_serie(serie: tuple[int, ...], joueur: int) -> float:
    return evaluer(lire([list(serie)]), joueur)


def _enlever_coup(grille: Grille, hauteur: list[int], k: int) -> None:
    grille[:], hauteur[:] = vers_lignes(sans_pion(lire(grille), k))


AIDES: dict[str, Callable[..., Any]] = {
    "victoire": pure(lambda grille, p: a_gagne(lire(grille), p)),
    "enlever_coup": _enlever_coup,
    "eval_serie": pure(lambda serie, p: _evaluer_serie(tuple(serie), p)),
    "eval_grille": pure(lambda grille, p: evaluer(lire(grille), p)),
}
