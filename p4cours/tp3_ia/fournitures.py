"""Ce que le notebook du TP 3 reçoit tout fait : une partie dans la console, le dessin d'une grille, et ce que
coûte une recherche de plus en plus profonde."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from p4core.appels import remplacer
from p4core.codages import LIGNES
from p4core.dessin import Dessin
from p4core.ecran import clavier
from p4core.progression import barre

Grille = list[list[int]]

# --- Une partie dans la console, avec les fonctions du notebook ----------------------------------

Strategie = Callable[[Grille, list[int], int], Any]  # (grille, hauteur, p) -> colonne
SIGNES = {1: "o", 2: "x"}


def partie_console(
    grille: Grille,
    hauteur: list[int],
    afficher: Callable[[Grille], Any],
    jouer: Callable[[Grille, list[int], int, int], Any],
    victoire: Callable[[Grille, int], bool],
    machine: Strategie | None = None,
) -> int | None:
    """Joue une partie à deux, ou contre la machine (joueur 2) ; renvoie 0, 1, 2, ou None si on abandonne."""
    with clavier.poliment():
        p = 1
        while min(hauteur) < len(grille):
            afficher(grille)
            k = _coup(machine, grille, hauteur, p) if machine and p == 2 else _demander(grille, hauteur, p)
            jouer(grille, hauteur, k, p)
            if victoire(grille, p):
                return _fin(grille, afficher, p, f"Le joueur {p} ({SIGNES[p]}) a gagné !")
            p = 3 - p
        return _fin(grille, afficher, 0, "Partie nulle : la grille est pleine.")
    return None


def _fin(grille: Grille, afficher: Callable[[Grille], Any], gagnant: int, phrase: str) -> int:
    afficher(grille)
    print(phrase)
    return gagnant


def _demander(grille: Grille, hauteur: list[int], p: int) -> int:
    return clavier.demander_colonne(f"Joueur {p} ({SIGNES[p]}), votre colonne", _pleines(grille, hauteur))


def _pleines(grille: Grille, hauteur: list[int]) -> list[bool]:
    return [h >= len(grille) for h in hauteur]


def _coup(machine: Strategie, grille: Grille, hauteur: list[int], p: int) -> int:
    reponse = machine(grille, hauteur, p)
    try:
        k = clavier.colonne(str(reponse), _pleines(grille, hauteur))
    except ValueError as refus:
        raise clavier.Abandon(f"La machine a répondu {reponse!r}. {refus} La partie s'arrête là.") from None
    print(f"La machine ({SIGNES[p]}) joue dans la colonne {k}.")
    return k


# --- Dessiner une grille avec ses propres numéros ------------------------------------------------


def dessiner(grille: Grille) -> Dessin:
    """Le dessin de la grille, alignement gagnant souligné s'il y en a un."""
    return LIGNES.dessiner(grille)


# --- Mesurer une recherche, et tracer ce qu'elle coûte -------------------------------------------

STYLES = (("o", "-"), ("s", "--"), ("^", ":"), ("D", "-."))  # lisibles sans couleur


@dataclass(frozen=True)
class Mesure:
    """Le coût d'une recherche à une profondeur."""

    profondeur: int
    secondes: float
    evaluations: int


def mesurer(
    recherche: Callable[..., Any],
    grille: Grille,
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
    recherche: Callable[..., Any], grille: Grille, hauteur: list[int], prof: int, nom: str
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
