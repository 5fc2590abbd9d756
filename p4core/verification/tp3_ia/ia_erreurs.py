"""Les erreurs que l'on sait nommer dans un min-max."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from p4core.heuristiques import score_series
from p4core.position import Position
from p4core.recherche_ia import meilleurs, notes
from p4core.verification.diagnostics import seulement
from p4core.verification.essais import Epreuve, Erreur, Essai
from p4core.verification.lecture import simple
from p4core.verification.tp3_ia.ia_essais import DANGER, GAIN, PERDU, PLEINE, EssaiIA
from p4core.verification.tp3_ia.outils import GrilleGagnee, erreurs_de_taille, position_de


def choisit_parmi(phrase: str, colonnes: Callable[[Essai], Collection[int]]) -> Erreur:
    """La fonction choisit partout comme le ferait une version fautive."""

    def explique(epreuves: list[Epreuve]) -> bool:
        jugees = [e for e in epreuves if isinstance(e.essai, EssaiIA)]
        if any(not _entier_simple(e.appel.valeur) for e in jugees):
            return False
        return bool(jugees) and all(simple(e.appel.valeur) in colonnes(e.essai) for e in jugees)

    return Erreur(phrase, explique)


def _entier_simple(valeur: Any) -> bool:
    return isinstance(simple(valeur), int)


def _faux(profondeur: Callable[[int], int] = lambda prof: prof, signe: int = 1, **options: Any) -> Any:
    """Les colonnes qu'une recherche modifiée jugerait les meilleures."""

    def colonnes(essai: Essai) -> list[int]:
        position, prof = position_de(essai), profondeur(essai.contexte["prof"])
        if prof < 1:
            return position.coups()
        return meilleurs({x: signe * note for x, note in notes(position, prof, **options).items()})

    return colonnes


def _autre_point_de_vue(position: Position, joueur: int) -> float:
    return score_series(position, 3 - joueur)


def _selon_le_trait(position: Position, joueur: int) -> float:
    return score_series(position, position.trait)


def _trait_inverse(position: Position, joueur: int) -> float:
    return score_series(position, 3 - position.trait)


def _premiere(essai: Essai) -> list[int]:
    return position_de(essai).coups()[:1]


def _derniere(essai: Essai) -> list[int]:
    return position_de(essai).coups()[-1:]


GRILLE_GAGNEE = Erreur(
    "Vous évaluez une grille déjà gagnée : testez la victoire avant la profondeur.",
    lambda epreuves: any(isinstance(e.appel.exception, GrilleGagnee) for e in epreuves),
)


def erreurs_ia() -> tuple[Erreur, ...]:
    """Les façons habituelles de se tromper dans un min-max."""
    return (
        GRILLE_GAGNEE,
        choisit_parmi("Vous renvoyez toujours la première colonne jouable.", _premiere),
        choisit_parmi("Vous renvoyez toujours la dernière colonne jouable.", _derniere),
        choisit_parmi(
            "Vous choisissez le PIRE coup : le signe, ou le maximum et le minimum, sont échangés.",
            _faux(signe=-1),
        ),
        choisit_parmi(
            "prof est décalée de 1 : vous cherchez un coup de moins que demandé.", _faux(lambda p: p - 1)
        ),
        choisit_parmi(
            "prof est décalée de 1 : vous cherchez un coup de plus que demandé.", _faux(lambda p: p + 1)
        ),
        choisit_parmi("Vous ne cherchez qu'à profondeur 1, quelle que soit prof.", _faux(lambda p: 1)),
        choisit_parmi(
            "L'adversaire coopère : coup_min doit renvoyer le MINIMUM des scores.", _faux(autre=max)
        ),
        choisit_parmi(
            "Quand c'est à p de jouer, coup_max doit renvoyer le MAXIMUM des scores.", _faux(mien=min)
        ),
        choisit_parmi("coup_max et coup_min sont échangées.", _faux(mien=min, autre=max)),
        choisit_parmi(
            "Vous évaluez la grille du point de vue de l'adversaire : c'est toujours eval_grille(grille, p).",
            _faux(heuristique=_autre_point_de_vue),
        ),
        choisit_parmi(
            "Le point de vue change selon qui doit jouer : c'est toujours eval_grille(grille, p).",
            _faux(heuristique=_selon_le_trait),
        ),
        choisit_parmi(
            "Le point de vue change selon qui vient de jouer : c'est toujours eval_grille(grille, p).",
            _faux(heuristique=_trait_inverse),
        ),
        choisit_parmi(
            "L'heuristique n'est pas utilisée : à profondeur 0, le score est eval_grille(grille, p).",
            _faux(heuristique=lambda position, joueur: 0),
        ),
        *erreurs_de_taille(),
        seulement(PERDU, "Toutes vos erreurs viennent des positions où tous les coups perdent."),
        seulement(
            "presque pleine", "Toutes vos erreurs viennent de la fin de partie : une grille remplie vaut 0."
        ),
        seulement(PLEINE, "Toutes vos erreurs viennent des colonnes pleines : on ne peut plus y jouer."),
        seulement(
            GAIN, "Vous manquez des coups gagnants : testez-vous victoire AVANT prof = 0, dans coup_min ?"
        ),
        seulement(
            DANGER, "Vous laissez l'adversaire gagner : testez-vous victoire AVANT prof = 0, dans coup_max ?"
        ),
    )
