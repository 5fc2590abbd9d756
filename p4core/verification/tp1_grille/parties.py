"""joue_hasard et joue_random : des parties au hasard."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from p4core.execution import Appel
from p4core.position import Position
from p4core.verification.essais import (
    Appelant,
    Critere,
    Ecart,
    Epreuve,
    Erreur,
    Essai,
    Question,
    Source,
    juger,
)
from p4core.verification.juges import position_finale
from p4core.verification.lecture import couple, entier, montrer
from p4core.verification.series import Serie, tirages_uniformes
from p4core.verification.tp1_grille.aides import AIDES_PARTIE, AIDES_RANDOM
from p4core.verification.tp1_grille.fins import juger_fin
from p4core.verification.tp1_grille.parties_erreurs import NULLE, PREMIER, SANS_ARRET, genres, valeurs
from p4core.verification.tp1_grille.scenarios import guides


def _position(valeur: Any) -> Position:
    position, ecart = position_finale(valeur)
    assert position is not None and ecart is None  # chaque partie a déjà été jugée
    return position


# --- joue_hasard ----------------------------------------------------------------------------------


def _juge_grille(appel: Appel) -> Ecart | None:
    return juger_fin(appel.valeur)[1]


@dataclass(frozen=True)
class _DeuxParties(Essai):
    """Deux appels de suite : la seconde partie ne doit rien changer à la grille de la première."""

    grille_de: Callable[[Any], Any] = lambda valeur: valeur

    def derouler(self, appelant: Appelant) -> Epreuve:
        epreuve = super().derouler(appelant)
        if not epreuve.reussie:
            return epreuve
        premiere = self.grille_de(epreuve.appel.valeur)
        avant = copy.deepcopy(premiere)
        seconde = appelant(self.arguments, delai=self.delai)
        if premiere == avant and not self._reprise(premiere, seconde):
            return epreuve
        phrase = (
            "La deuxième partie ne part pas d'une grille vide : elle reprend celle de la première. "
            "Créez la grille à l'intérieur de la fonction."
        )
        return replace(epreuve, ecart=Ecart(phrase, "une grille neuve à chaque partie"))

    def _reprise(self, premiere: Any, seconde: Appel) -> bool:
        return not juger(self, seconde) and self.grille_de(seconde.valeur) is premiere


def _joue_hasard(source: Source) -> Iterator[Essai]:
    yield _DeuxParties(
        "joue_hasard()", (), _juge_grille, attendu="une grille de fin de partie", relancable=False
    )
    yield from guides("joue_hasard()", _juge_grille)
    yield Serie(
        "joue_hasard()",
        (),
        _juge_grille,
        repetitions=source.nombre(30),
        au_moins=10,
        attendu="une grille de fin de partie",
    )


def _joue_hasard_uniforme(source: Source) -> Iterator[Essai]:
    def ensemble(valeurs: Sequence[Any]) -> Ecart | None:
        return tirages_uniformes([_position(v) for v in valeurs])

    yield Serie("joue_hasard()", (), _juge_grille, repetitions=400, ensemble=ensemble)


# --- joue_random ----------------------------------------------------------------------------------


def _grille_du_couple(valeur: Any) -> Any:
    return couple(valeur)[1]


def _juge_couple(appel: Appel) -> Ecart | None:
    gagnant, grille = couple(appel.valeur, "le résultat")
    position, ecart = juger_fin(grille)
    if ecart or position is None:
        return ecart
    if isinstance(gagnant, bool) or entier(gagnant, "le gagnant") != position.gagnant:
        phrase = "Le gagnant annoncé n'est pas celui de la grille renvoyée."
        return Ecart(phrase, str(position.gagnant), montrer(gagnant), position.alignement, position.cases())
    return None


def _joue_random(source: Source) -> Iterator[Essai]:
    yield _DeuxParties(
        "joue_random()",
        (),
        _juge_couple,
        attendu="un couple (gagnant, grille)",
        relancable=False,
        grille_de=_grille_du_couple,
    )
    yield from guides(
        "joue_random()", _juge_couple, grille_de=_grille_du_couple, noms=("coups", "joue_hasard")
    )
    yield Serie(
        "joue_random()",
        (),
        _juge_couple,
        repetitions=source.nombre(60),
        au_moins=20,
        attendu="un couple (gagnant, grille)",
    )


def _joue_random_uniforme(source: Source) -> Iterator[Essai]:
    def ensemble(valeurs: Sequence[Any]) -> Ecart | None:
        return tirages_uniformes([_position(grille) for _, grille in valeurs])

    yield Serie("joue_random()", (), _juge_couple, repetitions=400, ensemble=ensemble)


# --- Les questions -------------------------------------------------------------------------------

JOUE_HASARD = Question(
    "joue_hasard",
    "joue_hasard()",
    (
        Critere("une vraie fin de partie", 2, _joue_hasard),
        Critere("tous les coups aussi probables", 1, _joue_hasard_uniforme),
    ),
    (
        "Une partie, c'est : tant que rien n'est décidé, on choisit un coup, on pose le pion, on "
        "change de joueur.",
        "Les coups possibles sont donnés par coups(G) ; choice en tire un. La partie s'arrête si "
        "fini(G) n'est pas 0, "
        "ou s'il n'y a plus de coup.",
        "Partez de G = init() et joueur = 1. Répétez au plus 42 fois : (x, y) = choice(coups(G)), "
        "G[x][y] = joueur, "
        "arrêt si fini(G) != 0, puis joueur = 3 - joueur. Renvoyez G à la fin.",
    ),
    (
        Erreur(
            "joue_hasard ne renvoie que la grille : c'est joue_random, plus loin, qui renvoie aussi "
            "le gagnant.",
            valeurs(lambda v: genres(v, int, list) or genres(v, list, int)),
        ),
        Erreur("Vous renvoyez le gagnant : on demande la grille.", valeurs(lambda v: type(v) is int)),
        PREMIER,
        SANS_ARRET,
        NULLE,
    ),
    AIDES_PARTIE,
)

JOUE_RANDOM = Question(
    "joue_random",
    "joue_random()",
    (
        Critere("le gagnant et une vraie fin de partie", 2, _joue_random),
        Critere("tous les coups aussi probables", 1, _joue_random_uniforme),
    ),
    (
        "C'est la même partie que joue_hasard ; seul ce qu'on renvoie change.",
        "Vous avez la grille finale : quelle fonction dit qui l'a gagnée ?",
        "return fini(G), G renvoie un couple : le gagnant d'abord, la grille ensuite.",
    ),
    (
        Erreur(
            "Le couple est à l'envers : le gagnant d'abord, la grille ensuite.",
            valeurs(lambda v: genres(v, list, int)),
        ),
        Erreur(
            "Il manque la grille : on attend le couple (gagnant, grille).", valeurs(lambda v: type(v) is int)
        ),
        Erreur(
            "Il manque le gagnant : on attend le couple (gagnant, grille).",
            valeurs(lambda v: isinstance(v, list) and len(v) == 7),
        ),
        PREMIER,
        SANS_ARRET,
        NULLE,
    ),
    AIDES_RANDOM,
)
