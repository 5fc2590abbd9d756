"""Le tableau des duels : qui bat qui, en couleurs et en nombres."""

from __future__ import annotations

from collections.abc import Sequence

from p4core.graphiques import Carte, Mesurable, Valeur


def carte_duels(
    points: Sequence[Sequence[float | Mesurable]],
    noms: Sequence[str],
    titre: str = "",
    lignes: str = "joueur 1 (commence)",
    colonnes: str = "joueur 2",
) -> Carte:
    """La figure : `points[i][j]`, de 0 à 1, est la part des points de i qui commence contre j.

    Un résultat qui connaît son score et son intervalle à 95 % peut remplacer ce nombre : la carte le montre.
    """
    n = len(noms)
    if len(points) != n or any(len(ligne) != n for ligne in points):
        raise ValueError(f"On attend un tableau de {n} lignes et {n} colonnes, autant que de noms.")
    return Carte(
        titre,
        [[Valeur.de(case) for case in ligne] for ligne in points],
        noms,
        noms,
        entetes=(lignes, colonnes, "part des points du joueur 1"),
        repere=0.5,
    )
