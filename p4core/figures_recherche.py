"""Mesurer une recherche de plus en plus profonde, et tracer ce qu'elle coûte."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from p4core.execution import remplacer
from p4core.progression import barre

STYLES = (("o", "-"), ("s", "--"), ("^", ":"), ("D", "-."))  # lisibles sans couleur


@dataclass(frozen=True)
class Mesure:
    """Le coût d'une recherche à une profondeur."""

    profondeur: int
    secondes: float
    evaluations: int


def mesurer(
    recherche: Callable[..., Any],
    grille: list[list[int]],
    hauteur: list[int],
    profondeurs: Iterable[int],
    compter: str = "eval_grille",
) -> list[Mesure]:
    """Le temps et le nombre d'évaluations de recherche(grille, hauteur, 1, prof), pour chaque profondeur."""
    nom = getattr(recherche, "__name__", "recherche")
    return [
        _mesurer(recherche, grille, hauteur, prof, compter) for prof in barre(list(profondeurs), titre=nom)
    ]


def _mesurer(
    recherche: Callable[..., Any], grille: list[list[int]], hauteur: list[int], prof: int, nom: str
) -> Mesure:
    vraie = recherche.__globals__[nom]
    appels = 0

    def comptee(*arguments: Any) -> Any:
        nonlocal appels
        appels += 1
        return vraie(*arguments)

    with remplacer(recherche, {nom: comptee}):
        debut = time.perf_counter()
        recherche(grille, hauteur, 1, prof)
        return Mesure(prof, time.perf_counter() - debut, appels)


def tableau(mesures: Mapping[str, Sequence[Mesure]]) -> str:
    """Les nombres d'évaluations, une ligne par profondeur."""
    profondeurs = sorted({m.profondeur for serie in mesures.values() for m in serie})
    lignes = ["prof" + "".join(f"{nom:>12}" for nom in mesures)]
    for prof in profondeurs:
        comptes = [{m.profondeur: m.evaluations for m in serie}.get(prof, "") for serie in mesures.values()]
        lignes.append(f"{prof:>4}" + "".join(f"{compte:>12}" for compte in comptes))
    return "\n".join(lignes)


def courbes(mesures: Mapping[str, Sequence[Mesure]]) -> Any:
    """Le temps et le nombre d'évaluations selon la profondeur, en échelle logarithmique."""
    import matplotlib.pyplot as plt

    figure, (axe_temps, axe_evaluations) = plt.subplots(1, 2, figsize=(9.5, 3.8), layout="constrained")
    plt.close(figure)  # c'est la cellule qui l'affiche, une seule fois
    for (nom, serie), (marque, trait) in zip(mesures.items(), STYLES, strict=False):
        profondeurs = [m.profondeur for m in serie]
        style = {"marker": marque, "linestyle": trait, "label": nom}
        axe_temps.plot(profondeurs, [m.secondes for m in serie], **style)
        axe_evaluations.plot(profondeurs, [m.evaluations for m in serie], **style)
    _habiller(axe_temps, "Temps de calcul", "secondes")
    _habiller(axe_evaluations, "Grilles évaluées", "nombre d'évaluations")
    return figure


def _habiller(axe: Any, titre: str, ordonnee: str) -> None:
    axe.set(yscale="log", title=titre, xlabel="profondeur", ylabel=f"{ordonnee} (échelle logarithmique)")
    axe.xaxis.get_major_locator().set_params(integer=True)
    axe.grid(True, which="both", alpha=0.3)
    axe.legend()
