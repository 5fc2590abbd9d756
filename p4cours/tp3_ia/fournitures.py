"""Ce que le notebook du TP 3 reçoit tout fait : une partie dans la console, le dessin d'une grille, et ce que
coûte une recherche de plus en plus profonde."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from p4core.appels import remplacer
from p4core.codages import LIGNES, depuis_lignes
from p4core.dessin import Image, image, svg, texte
from p4core.progression import barre

Grille = list[list[int]]

# --- Une partie dans la console, avec les fonctions du notebook ----------------------------------

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
            qui = machine if p == 2 else None
            k = _coup(qui, grille, hauteur, p) if qui else _demander(grille, hauteur, p)
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


# --- Dessiner une grille avec ses propres numéros ------------------------------------------------


@dataclass(frozen=True)
class GrilleDessinee:
    """Une grille prête à être montrée, en image dans un notebook, en texte ailleurs."""

    image: Image

    def __repr__(self) -> str:
        return texte(self.image)

    def _repr_svg_(self) -> str:
        return svg(self.image, cote=32)


def dessiner(grille: Grille) -> GrilleDessinee:
    """Le dessin de la grille, alignement gagnant souligné s'il y en a un."""
    position = depuis_lignes(grille, legale=False)
    return GrilleDessinee(image(position, origine=LIGNES.origine, rangees=LIGNES.rangees(position.hauteur)))


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
