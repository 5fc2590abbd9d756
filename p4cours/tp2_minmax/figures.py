"""Le tableau des duels : qui bat qui, en couleurs et en nombres."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from p4core.francais import virgule


def carte_duels(
    points: Sequence[Sequence[float]],
    noms: Sequence[str],
    titre: str = "",
    lignes: str = "joueur 1 (commence)",
    colonnes: str = "joueur 2",
) -> Any:
    """La figure : `points[i][j]`, de 0 à 1, est la part des points de i qui commence contre j."""
    import matplotlib.pyplot as plt

    _verifier(points, noms)
    cote = 1.6 + 0.75 * len(noms)
    figure, axe = plt.subplots(figsize=(cote + 1.2, cote), layout="constrained")
    carte = axe.imshow(points, cmap="cividis", vmin=0, vmax=1)
    _legender(axe, noms, lignes, colonnes, titre)
    _ecrire_les_nombres(axe, points)
    figure.colorbar(carte, ax=axe, label="part des points du joueur 1", shrink=0.85)
    plt.close(figure)  # sans quoi le notebook la montrerait deux fois
    return figure


def _verifier(points: Sequence[Sequence[float]], noms: Sequence[str]) -> None:
    n = len(noms)
    if len(points) != n or any(len(ligne) != n for ligne in points):
        raise ValueError(f"On attend un tableau de {n} lignes et {n} colonnes, autant que de noms.")


def _legender(axe: Any, noms: Sequence[str], lignes: str, colonnes: str, titre: str) -> None:
    axe.set_xticks(range(len(noms)), noms)
    axe.set_yticks(range(len(noms)), noms)
    axe.set_xlabel(colonnes)
    axe.set_ylabel(lignes)
    axe.set_title(titre)


def _ecrire_les_nombres(axe: Any, points: Sequence[Sequence[float]]) -> None:
    """Le nombre dans chaque case : la couleur ne dit jamais rien seule."""
    for i, ligne in enumerate(points):
        for j, valeur in enumerate(ligne):
            encre = "black" if valeur > 0.5 else "white"
            axe.text(j, i, virgule(valeur), ha="center", va="center", color=encre)
