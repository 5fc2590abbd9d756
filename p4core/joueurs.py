"""Les joueurs de la bibliothèque et le répertoire où le plateau et la console les trouvent.

Ajouter un joueur, c'est ajouter une fiche à `MACHINES`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

from p4core.adaptateurs import IA, adapter
from p4core.lectures import CODAGES
from p4core.parties import Joueur, au_hasard
from p4core.position import Position
from p4core.recherche import minmax, selon_poids, valeurs

HUMAIN = "humain"
Annonce = Callable[[str], object]


@dataclass(frozen=True)
class Reglage:
    """Un nombre ou un texte que l'on peut régler dans un menu."""

    nom: str
    libelle: str
    defaut: Any
    bornes: tuple[int, int] | None = None  # pour un entier ; sinon une liste de nombres


@dataclass(frozen=True)
class Machine:
    """La fiche d'un joueur de la bibliothèque."""

    libelle: str
    creer: Callable[..., Joueur]
    noter: Callable[..., Callable[[Position], Mapping[int, float]]] | None = None
    reglages: tuple[Reglage, ...] = ()
    preparer: Callable[[Position, Annonce], object] | None = None  # un long travail, une fois pour toutes


def poids_par_defaut(aligner: int) -> list[float]:
    """Le carré du nombre de pions, et l'infini pour un alignement complet."""
    return [float(k * k) for k in range(aligner)] + [inf]


def joueur_minmax(
    profondeur: int = 3, poids: Sequence[float] = (), alea: random.Random | None = None
) -> Joueur:
    """Le joueur qui tire au sort parmi les meilleurs coups du min-max."""
    alea = alea or random.Random()
    return lambda position: alea.choice(minmax(position, _poids(poids, position), profondeur)[1])


def notes_minmax(
    profondeur: int = 3, poids: Sequence[float] = (), alea: random.Random | None = None
) -> Callable[[Position], dict[int, float]]:
    """La valeur min-max de chaque coup, avec les mêmes réglages."""
    return lambda position: valeurs(position, selon_poids(_poids(poids, position)), profondeur)


def _poids(poids: Sequence[float], position: Position) -> Sequence[float]:
    attendu = position.aligner + 1
    if poids and len(poids) != attendu:
        raise ValueError(
            f"{len(poids)} poids pour des alignements de {position.aligner} : il en faut {attendu}."
        )
    return poids or poids_par_defaut(position.aligner)


def joueur_hasard(alea: random.Random | None = None) -> Joueur:
    """Le joueur qui choisit sa colonne au hasard."""
    return au_hasard(alea or random.Random())


DELAI_PARFAIT = 9.0  # secondes : un peu moins que ce que le plateau accorde


def joueur_parfait(alea: random.Random | None = None) -> Joueur:
    """Le joueur qui tire au sort parmi les meilleurs coups du solveur exact."""
    return lambda position: _solveur().joueur_parfait(alea, DELAI_PARFAIT)(position)


def notes_parfaites(alea: random.Random | None = None) -> Callable[[Position], dict[int, float]]:
    """Le score exact de chaque coup."""
    return lambda position: _solveur().scores(position, DELAI_PARFAIT)


def _preparer_parfait(position: Position, annonce: Annonce) -> None:
    from p4core.solveur.calcul import grille_de, preparer
    from p4core.solveur.geometrie import tient

    # Sur une grille trop grande, c'est le joueur lui-même qui le dira.
    if tient(position.largeur, position.hauteur):
        preparer(grille_de(position), annonce)


def conseiller(position: Position) -> IA:
    """L'IA qui note les colonnes quand personne d'autre ne le fait : la parfaite si elle sait tout."""
    return machine("parfait") if _solveur().sait_tout(position) else machine("minmax", profondeur=4)


def _solveur() -> Any:
    from p4core import solveur  # numba ne se charge qu'au premier coup

    return solveur


MACHINES: dict[str, Machine] = {
    "hasard": Machine("hasard", joueur_hasard),
    "minmax": Machine(
        "min-max",
        joueur_minmax,
        notes_minmax,
        (Reglage("profondeur", "Profondeur", 3, (1, 6)), Reglage("poids", "Poids", ())),
    ),
    "parfait": Machine("parfait", joueur_parfait, notes_parfaites, preparer=_preparer_parfait),
}


def machine(nom: str, **reglages: Any) -> IA:
    """L'IA de la bibliothèque qui porte ce nom : `machine("minmax", profondeur=4)`."""
    if nom not in MACHINES:
        connus = ", ".join(f"« {n} »" for n in (HUMAIN, *MACHINES))
        raise ValueError(f"Joueur {nom!r} inconnu : {connus}, ou une fonction.")
    fiche = MACHINES[nom]
    _verifier_reglages(nom, fiche, reglages)
    noteur = fiche.noter(**reglages) if fiche.noter else None
    joueur = fiche.creer(**reglages)
    return IA(joueur, CODAGES[None], noteur=noteur, nom=fiche.libelle, origine=nom, choisis=reglages)


def preparer(ia: IA, position: Position, annonce: Annonce) -> None:
    """Fait d'avance, hors du délai d'un coup, ce dont l'IA a besoin une fois pour toutes."""
    fiche = MACHINES.get(ia.origine)
    if fiche and fiche.preparer:
        fiche.preparer(position, annonce)


def _verifier_reglages(nom: str, fiche: Machine, reglages: Mapping[str, Any]) -> None:
    permis = {reglage.nom for reglage in fiche.reglages} | {"alea"}
    for inconnu in sorted(set(reglages) - permis):
        liste = ", ".join(sorted(permis - {"alea"})) or "aucun"
        raise TypeError(f"« {nom} » n'a pas de réglage « {inconnu} » (réglages : {liste}).")


def joueur_de(
    choix: str | Callable[..., Any] | IA | None, codage: str | None = None, **reglages: Any
) -> IA | None:
    """L'IA désignée par un nom ou une fonction ; None pour un humain."""
    if choix is None or choix == HUMAIN:
        return None
    if isinstance(choix, str):
        return machine(choix, **reglages)
    return adapter(choix, codage, **reglages)
