"""De quoi écrire des phrases justes : accords, nombres à la française, listes de noms."""

from __future__ import annotations

from collections.abc import Iterable


def accord(nombre: int, singulier: str, pluriel: str) -> str:
    """« 1 copie », « 3 copies »."""
    return f"{nombre} {singulier if nombre < 2 else pluriel}"


def ecrire_nombre(valeur: float) -> str:
    """Un nombre à la française : 12,5."""
    return f"{valeur:.2f}".rstrip("0").rstrip(".").replace(".", ",")


def pourcent(part: float) -> str:
    """Une part en pourcentage entier : « 72 % »."""
    return f"{round(100 * part)}\u00a0%"


def enumerer(noms: Iterable[str]) -> str:
    """« Ana, Bob et Zoé »."""
    *debut, dernier = [*noms] or [""]
    return f"{', '.join(debut)} et {dernier}" if debut else dernier
