"""Avant le tournoi : vérifier les joueurs et les rendre transportables, compiler ceux qui s'y prêtent."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any

from p4core.parties import Joueur
from p4core.position import Position
from p4core.progression import barre
from p4core.tournois.graines import graine_rencontre
from p4core.tournois.lots import Joueurs, Lot, cases, jouer_lot

Paire = tuple[str, str]


def verifier(joueurs: Mapping[str, Any], parties: int, depart: Position) -> None:
    if len(joueurs) < 2:
        raise ValueError("Un tournoi demande au moins deux joueurs : tournoi({nom: joueur, nom: joueur, …}).")
    if parties < 2 or parties % 2:
        raise ValueError(f"parties vaut {parties} : il en faut un nombre pair, chacun commençant à son tour.")
    if cases(depart) > 255:
        raise ValueError("depart a trop de cases : 255 au plus.")  # une longueur de partie tient sur un octet
    if depart.masque:
        raise ValueError("depart donne la taille de la grille : elle doit être vide.")
    for nom, joueur in joueurs.items():
        if not callable(joueur) and not isinstance(joueur, str):
            raise TypeError(
                f"Le joueur « {nom} » doit être une fonction Position → colonne, pas {joueur!r:.60}."
            )


def modele(
    paire: Paire,
    joueurs: Mapping[str, Any],
    graine: int | str,
    depart: Position,
    delai: float,
    ouvertures: int | None,
) -> Lot:
    """Le lot d'une paire, encore sans parties : de quoi fabriquer tous les autres."""
    a, b = paire
    deux = _joueur(joueurs[a]), _joueur(joueurs[b])
    transport = (None if ouvertures else _numeros(deux, depart)) or _serialises(deux)
    return Lot(a, b, 0, 0, graine_rencontre(graine, a, b), depart, delai, transport)


def _joueur(choix: Joueur | str) -> Joueur:
    """Le joueur lui-même, ou celui de la bibliothèque qui porte ce nom."""
    if not isinstance(choix, str):
        return choix
    from p4core.joueurs import machine

    return machine(choix)


def _numeros(deux: Joueurs, depart: Position) -> tuple[int, int] | None:
    """Les numéros des deux joueurs parmi les IA compilées, s'ils en sont et si la grille y tient."""
    regles = sys.modules.get("p4core.regles")  # pas chargé : aucun des deux n'en vient
    if regles is None or not all(isinstance(joueur, regles.JoueurRegles) for joueur in deux):
        return None
    from p4core.regles.geometrie import compilable, jeu

    if not compilable(jeu(depart.largeur, depart.hauteur, depart.aligner)):
        return None
    return tuple(joueur.numero for joueur in deux)  # type: ignore[attr-defined]


def _serialises(deux: Joueurs) -> bytes | Joueurs:
    """Les joueurs en octets, fonctions d'un notebook comprises ; tels quels s'ils ne peuvent pas voyager."""
    import cloudpickle

    try:
        return bytes(cloudpickle.dumps(deux))
    except Exception:  # ce que lève un objet qui refuse d'être copié dépend de lui
        return deux


def preparer(visible: bool) -> bool:
    """Compile les IA une fois pour toutes, processus à venir compris ; faux sans numba."""
    from p4core.regles.compilation import COMPILE

    premiers_pas: list[Callable[[], Any]] = [premiere_partie] if COMPILE else []
    for pas in barre(premiers_pas, titre="Compilation, longue la première fois", visible=visible and COMPILE):
        pas()
    return COMPILE


def premiere_partie() -> None:
    """Les types de ses arguments sont ceux de toutes les parties : numba compile ici, et plus ensuite."""
    jouer_lot(Lot("", "", 0, 1, 0, Position(), 0.0, (1, 1)))
