"""Lire une situation rendue par l'élève et la dessiner ; les aides du TP, refaites sur une Position."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf
from typing import Any

from p4core.appels import Appel, pure
from p4core.codages import depuis_situation, vers_situation
from p4core.jeu import Case, Position, partie_hasard
from p4cours.verification.essais import Appelant, Epreuve, Essai, juger
from p4cours.verification.lecture import Malforme, couple, entier, montrer, nommer, quantite, simple

Grille = list[list[int | None]]
Situation = tuple[int, Grille]
J0, J1 = 2, 1  # les joueurs d'une Position : J1 commence, donc c'est le joueur 1


# --- lire -------------------------------------------------------------------------------------


def lire_situation(valeur: Any, nom: str = "le résultat") -> Situation:
    """Une situation (joueur, G), ou Malforme avec une phrase qui dit ce qui manque."""
    joueur, G = _separer(valeur, nom)
    return _lire_joueur(joueur, f"le joueur {_de(nom)}"), lire_grille(G, f"la grille {_de(nom)}")


def grille_rendue(valeur: Any, nom: str = "le résultat") -> Grille:
    """La grille d'une situation, quel que soit son joueur : un autre critère s'en charge."""
    return lire_grille(_separer(valeur, nom)[1], f"la grille {_de(nom)}")


def _de(nom: str) -> str:
    return f"du {nom[3:]}" if nom.startswith("le ") else f"de {nom}"


def _separer(valeur: Any, nom: str) -> tuple[Any, Any]:
    if isinstance(valeur, list) and len(valeur) == 6:
        raise Malforme(f"{nom} est une grille seule : une situation est le couple (joueur, grille).")
    joueur, G = couple(valeur, nom)
    if isinstance(joueur, list):
        raise Malforme(f"{nom} est écrit à l'envers : une situation est (joueur, grille), le joueur d'abord.")
    return joueur, G


def _lire_joueur(joueur: Any, nom: str) -> int:
    if isinstance(simple(joueur), bool):
        raise Malforme(
            f"{nom} doit être un entier, or c'est un booléen : {joueur}. L'autre joueur s'écrit 1 - joueur."
        )
    j = entier(joueur, nom)
    if j not in (0, 1):
        raise Malforme(f"{nom} vaut {j} : les joueurs portent les numéros 0 et 1.")
    return j


def lire_grille(G: Any, nom: str) -> Grille:
    """Les 6 lignes de 7 cases d'une grille."""
    if not isinstance(G, list) or not all(isinstance(ligne, list) for ligne in G):
        raise Malforme(f"{nom} doit être une liste de listes, or c'est {nommer(G)} : {montrer(G, 80)}.")
    tailles = sorted({len(ligne) for ligne in G})
    if len(G) == 7 and tailles == [6]:
        raise Malforme(f"{nom} contient 7 listes de 6 cases : ici G est une liste de 6 LIGNES de 7 cases.")
    if len(G) != 6 or tailles != [7]:
        raise Malforme(
            f"{nom} doit contenir 6 listes de 7 cases ; celle-ci contient "
            f"{quantite(len(G), 'liste')} de longueur {' ou '.join(map(str, tailles))}."
        )
    return [[_case(v, f"G[{i}][{j}]") for j, v in enumerate(ligne)] for i, ligne in enumerate(G)]


def _case(valeur: Any, nom: str) -> int | None:
    if valeur is None:
        return None
    v = entier(valeur, nom)
    if v not in (0, 1):
        raise Malforme(f"{nom} vaut {v} : une case contient None, 0 ou 1.")
    return v


def lire_booleen(valeur: Any) -> bool:
    """Vrai ou faux, numpy compris ; ni un numéro de joueur, ni None."""
    valeur = simple(valeur)
    if isinstance(valeur, int) and not isinstance(valeur, bool) and valeur in (0, 1):
        raise Malforme(
            f"on attend True ou False, pas un numéro de joueur ({valeur}) : 0 passerait pour « faux »."
        )
    if not isinstance(valeur, bool):
        raise Malforme(f"on attend True ou False, or c'est {nommer(valeur)} : {montrer(valeur, 80)}.")
    return valeur


# --- montrer ----------------------------------------------------------------------------------


def en_colonnes(G: Grille) -> list[list[int]]:
    """Les cases telles que les dessins les attendent."""
    code = {None: 0, 1: J1, 0: J0}
    return [[code[G[i][j]] for i in range(6)] for j in range(7)]


def differences(obtenue: Grille, attendue: Grille) -> list[Case]:
    """Les cases (x, y) qui diffèrent."""
    return [(j, i) for i in range(6) for j in range(7) if obtenue[i][j] != attendue[i][j]]


def appel_lisible(nom: str, position: Position, *autres: str) -> str:
    """L'appel tel qu'on le montre : « gagnant(s, (0, 3)), avec s = (1, G) »."""
    arguments = ", ".join(("s", *autres))
    return f"{nom}({arguments}), avec s = ({2 - position.trait}, G)"


def coup_de(case: Case) -> tuple[int, int]:
    """Le coup (i, j), ligne puis colonne, d'une case (x, y)."""
    return case[1], case[0]


# --- essais dont les arguments peuvent changer ---------------------------------------------------


@dataclass(frozen=True)
class EssaiPermissif(Essai):
    """Un essai qui ferme les yeux sur les arguments modifiés : un autre critère s'en charge."""

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Fait l'appel et juge la seule valeur rendue."""
        appel = appelant(self.arguments, delai=self.delai)
        appel.arguments = appel.apres
        return Epreuve(self, appel, juger(self, appel))


@dataclass(frozen=True)
class EssaiIntact(Essai):
    """Un essai qui ne regarde que la situation donnée : elle doit ressortir intacte."""

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Fait l'appel et nomme la copie qui manque, ou qui n'est que superficielle."""
        appel = appelant(self.arguments, delai=self.delai)
        ecart = juger(self, appel)
        if ecart and ecart.cause == "argument":
            ecart = replace(ecart, phrase=phrase_copie(appel), attendu="s inchangée", cause="copie")
        return Epreuve(self, appel, ecart)


def phrase_copie(appel: Appel) -> str:
    """Pourquoi la situation donnée a changé : pas de copie, ou une copie superficielle."""
    grille = appel.apres[0][1]
    debut = "Après l'appel, la situation s qu'on vous a donnée n'est plus la même : "
    rendues = [v[1] for v in _situations(appel.valeur)]
    if any(_lignes_communes(G, grille) for G in rendues if G is not grille):
        return debut + (
            "votre copie est superficielle. list(G), G[:] ou G.copy() créent une nouvelle liste, mais de "
            "MÊMES lignes : changer une case de la copie change aussi l'originale. Copiez chaque ligne."
        )
    if any(G is grille for G in rendues):
        return (
            debut
            + "vous posez le pion dans sa grille. H = G ne copie rien : c'est un second nom de la même liste."
        )
    return debut + "une situation ne se modifie jamais, on en construit une nouvelle."


def _situations(valeur: Any) -> list[Any]:
    candidates = valeur if isinstance(valeur, list) else [valeur]
    return [v for v in candidates if isinstance(v, tuple) and len(v) == 2 and isinstance(v[1], list)]


def _lignes_communes(G: list[Any], H: list[Any]) -> bool:
    return any(ligne is autre for ligne in G for autre in H)


# --- les aides ----------------------------------------------------------------------------------


def position_de(s: Any) -> Position:
    """La position d'une situation, même impossible."""
    return depuis_situation(s, legale=False)


def issue(position: Position) -> float | None:
    """inf, -inf, 0 ou None, comme eval_f."""
    if position.gagnant:
        return inf if position.gagnant == J0 else -inf
    return 0 if position.pleine else None


def _suivante(s: Any, j: int) -> Situation:
    return vers_situation(replace(position_de(s), gagnant=0).jouer(j))


def _suivantes(s: Any) -> list[Situation]:
    position = position_de(s)
    return [vers_situation(position.jouer(x)) for x in position.coups()]


def _partie_finie_au_hasard(s: Any) -> float | None:
    return issue(partie_hasard(random.Random(random.random()), position_de(s)))


AIDES: dict[str, Callable[..., Any]] = {
    "depose_pion": _suivante,
    "partie_nulle": pure(lambda s: position_de(s).pleine),
    "gagnant": pure(lambda s, coup: (coup[1], coup[0]) in position_de(s).alignement),
    "eval_f": pure(lambda s, coup=None: issue(position_de(s))),
    "fils": _suivantes,
    "construit_cle": lambda s: (s[0], tuple(map(tuple, s[1]))),
    "fin_alea": _partie_finie_au_hasard,
}


def aides(*noms: str) -> dict[str, Callable[..., Any]]:
    """Les versions justes de ces fonctions."""
    return {nom: AIDES[nom] for nom in noms}
