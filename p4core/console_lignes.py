"""Une partie dans la console, avec les fonctions du notebook (codage « lignes »)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Grille = list[list[int]]
Strategie = Callable[[Grille, list[int], int], Any]  # (grille, hauteur, p) -> colonne
QUITTER = ("q", "quitter")
SIGNES = {1: "o", 2: "x"}


class _Abandon(Exception):
    """La personne ne veut plus, ou ne peut plus, répondre."""


def partie_console(
    grille: Grille,
    hauteur: list[int],
    afficher: Callable[[Grille], Any],
    jouer: Callable[[Grille, list[int], int, int], Any],
    victoire: Callable[[Grille, int], bool],
    machine: Strategie | None = None,
) -> int | None:
    """Joue une partie à deux, ou contre la machine (joueur 2) ; renvoie 0, 1, 2, ou None si on abandonne."""
    p = 1
    while min(hauteur) < len(grille):
        afficher(grille)
        try:
            k = (
                _demander(grille, hauteur, p)
                if p == 1 or machine is None
                else _coup(machine, grille, hauteur, p)
            )
        except _Abandon as raison:
            print(raison)
            return None
        jouer(grille, hauteur, k, p)
        if victoire(grille, p):
            return _fin(grille, afficher, p, f"Le joueur {p} ({SIGNES[p]}) a gagné !")
        p = 3 - p
    return _fin(grille, afficher, 0, "Partie nulle : la grille est pleine.")


def _fin(grille: Grille, afficher: Callable[[Grille], Any], gagnant: int, phrase: str) -> int:
    afficher(grille)
    print(phrase)
    return gagnant


def _demander(grille: Grille, hauteur: list[int], p: int) -> int:
    """La colonne choisie par une personne ; la question revient tant que la réponse ne convient pas."""
    while True:
        reponse = _lire(f"Joueur {p} ({SIGNES[p]}), votre colonne (q pour quitter) : ").strip()
        if reponse.lower() in QUITTER:
            raise _Abandon("Partie abandonnée.")
        refus = _refus(reponse, grille, hauteur)
        if not refus:
            return int(reponse)
        print(refus)


def _lire(question: str) -> str:
    try:
        return input(question)
    except (EOFError, KeyboardInterrupt, NotImplementedError):
        # NotImplementedError : le notebook est exécuté sans personne devant (StdinNotImplementedError).
        raise _Abandon("Personne ne répond : la partie s'arrête là.") from None


def _refus(reponse: str, grille: Grille, hauteur: list[int]) -> str:
    """Pourquoi cette réponse ne convient pas, ou une chaîne vide."""
    if not (reponse.isascii() and reponse.isdigit()):
        return f"« {reponse} » n'est pas un numéro de colonne."
    if int(reponse) >= len(hauteur):
        return f"La colonne {reponse} n'existe pas : elles vont de 0 à {len(hauteur) - 1}."
    return f"La colonne {reponse} est pleine." if hauteur[int(reponse)] >= len(grille) else ""


def _coup(machine: Strategie, grille: Grille, hauteur: list[int], p: int) -> int:
    k = machine(grille, hauteur, p)
    refus = _refus(str(k), grille, hauteur)
    if refus:
        raise _Abandon(f"La machine a répondu {k!r}. {refus} La partie s'arrête là.")
    print(f"La machine ({SIGNES[p]}) joue dans la colonne {k}.")
    return int(k)
