"""Lire une position collée : des coups « 4453 » ou la valeur Python dans le codage du TP."""

from __future__ import annotations

import ast
import re

from p4core.lectures import Codage
from p4core.position import Position

_REPR = re.compile(r"Position\.depuis_coups\('([\d ]*)'(?:, \d+, \d+, \d+)?\)")


def lire_position(texte: str, codage: Codage, modele: Position) -> Position:
    """La position décrite, de la taille du plateau ; lève ValueError avec une phrase sinon."""
    texte = texte.strip()
    motif = _REPR.fullmatch(texte)
    coups = motif[1] if motif else texte
    taille = (modele.largeur, modele.hauteur, modele.aligner)
    if re.fullmatch(r"[\d ]*", coups):
        suite = map(int, coups.split() if modele.largeur > 9 else coups.replace(" ", ""))
        return Position.depuis_coups(suite, *taille)
    if codage.nom == "position":
        raise ValueError("On attend une suite de colonnes comme 4453.")
    position = codage.depuis(_valeur(texte, codage), modele.aligner)
    if (position.largeur, position.hauteur) != taille[:2]:
        raise ValueError(f"Cette grille n'est pas de taille {modele.largeur} × {modele.hauteur}.")
    return position


def _valeur(texte: str, codage: Codage) -> object:
    try:
        return ast.literal_eval(texte)
    except (ValueError, SyntaxError):
        raise ValueError(
            f"On attend une suite de colonnes comme 4453, ou une grille codée « {codage.nom} »."
        ) from None
