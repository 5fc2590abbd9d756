"""Les façons habituelles de se tromper en jouant une partie au hasard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from p4core.verification.diagnostics import fautes
from p4core.verification.essais import Epreuve, Erreur
from p4core.verification.tp1_grille.aides import lire
from p4core.verification.tp1_grille.fins import juste_si_2_commence
from p4core.verification.tp1_grille.scenarios import JOUEUR_2_PREMIER, EssaiGuide


def valeurs(predicat: Callable[[Any], bool]) -> Callable[[list[Epreuve]], bool]:
    """Vrai si toutes les valeurs refusées ont cette forme."""

    def explique(epreuves: list[Epreuve]) -> bool:
        rendues = [e.appel.valeur for e in fautes(epreuves) if e.appel.exception is None]
        return bool(rendues) and len(rendues) == len(fautes(epreuves)) and all(map(predicat, rendues))

    return explique


def genres(valeur: Any, premier: type, second: type) -> bool:
    """Vrai pour deux valeurs de ces types, dans cet ordre."""
    return (
        isinstance(valeur, tuple | list)
        and len(valeur) == 2
        and (isinstance(valeur[0], premier) and isinstance(valeur[1], second))
    )


def _sur_les_nulles(epreuves: list[Epreuve]) -> bool:
    """Vrai si seules les parties nulles posent problème, imposées ou non."""
    manquees = fautes(epreuves)
    return any("nulle" in e.essai.appel for e in manquees) and all(map(_est_nulle, manquees))


def _est_nulle(epreuve: Epreuve) -> bool:
    cases = epreuve.ecart.cases if epreuve.ecart else None
    sans_gagnant = cases is not None and lire(cases).pleine and not lire(cases).gagnant
    return "nulle" in epreuve.essai.appel or sans_gagnant


def _toujours_pleine(epreuves: list[Epreuve]) -> bool:
    """Vrai si aucune victoire imposée n'arrête la partie, et si toute grille refusée est pleine."""
    imposees = [e for e in epreuves if isinstance(e.essai, EssaiGuide) and not e.essai.finale.pleine]
    grilles = [e.ecart.cases for e in fautes(epreuves) if e.ecart and e.ecart.cases is not None]
    return all(not e.reussie for e in imposees) and bool(grilles) and all(lire(g).pleine for g in grilles)


def _joueur_2_commence(epreuves: list[Epreuve]) -> bool:
    """Vrai si l'on a vu le joueur 2 commencer, et si cela explique toutes les grilles refusées."""
    ecarts = [e.ecart for e in epreuves if e.ecart]
    return any(e.phrase == JOUEUR_2_PREMIER for e in ecarts) and all(
        e.cases is not None and juste_si_2_commence(e.cases) for e in ecarts
    )


NULLE = Erreur(
    "Seules les parties nulles posent problème : que fait votre fonction quand la grille est pleine "
    "sans gagnant ?",
    _sur_les_nulles,
)
SANS_ARRET = Erreur(
    "Vos parties vont toujours jusqu'à la grille pleine : une victoire doit les arrêter (dans la condition "
    "d'un while : personne n'a gagné ET il reste un coup, donc and, pas or).",
    _toujours_pleine,
)
PREMIER = Erreur("Le joueur 1 doit commencer toutes les parties.", _joueur_2_commence)
