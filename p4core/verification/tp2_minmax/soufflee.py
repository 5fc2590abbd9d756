"""Des parties où minmax est remplacée par un souffleur : leurs essais et leurs jugements."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import inf
from typing import Any

from p4core.execution import Appel
from p4core.joueurs import joueur_minmax
from p4core.parties import partie
from p4core.position import Position
from p4core.verification import positions as pos
from p4core.verification.essais import Appelant, Ecart, Epreuve, Essai, Source, juger
from p4core.verification.juges import position_finale
from p4core.verification.lecture import entier, montrer
from p4core.verification.tp2_minmax.commun import W1, W2, Poids
from p4core.verification.tp2_minmax.souffleur import PartieSansFin, Reglages, Souffleur, jouable_par

# Gagnée par le dernier pion possible : la grille est pleine ET quelqu'un a gagné.
VICTOIRE_AU_42E_COUP = "371674536743224664352465711623117147355522"
W_AUTRES: Poids = [0, 2, 7, 30, inf]
REGLAGES: tuple[tuple[Poids, Poids, int, int], ...] = ((W1, W2, 1, 2), (W2, W1, 2, 1), (W_AUTRES, W1, 1, 2))


@dataclass(frozen=True)
class Partie(Essai):
    """Une partie écrite d'avance, que l'on souffle à la fonction de l'élève."""

    reglages: Reglages = ((W1, 1), (W1, 1))
    colonnes: tuple[int, ...] = ()
    # Ce qu'on regarde : les demandes faites à minmax, le résultat, l'affichage…
    examen: Callable[[Partie, Souffleur, Appel], Ecart | None] = lambda essai, souffleur, appel: None
    reel: Callable[[Partie, Appel], Ecart | None] = lambda essai, appel: None  # minmax n'a pas été appelée

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Fait jouer la partie écrite, puis juge."""
        souffleur = Souffleur(self.colonnes)
        appel = appelant(self.arguments, delai=self.delai, remplacements={"minmax": souffleur.minmax})
        if souffleur.demandes and not souffleur.demandes[0].nb_pions:
            return Epreuve(self, appel, self._ecart(souffleur, appel))
        # minmax sert sous un autre nom (ou pas du tout) : on juge une vraie partie.
        appel = appelant(self.arguments, delai=self.delai)
        return Epreuve(self, appel, juger(replace(self, juge=lambda appel: self.reel(self, appel)), appel))

    def _ecart(self, souffleur: Souffleur, appel: Appel) -> Ecart | None:
        demandes = souffleur.ecart(self.reglages)
        if isinstance(appel.exception, PartieSansFin) or (demandes and (appel.exception or appel.expire)):
            return demandes or Ecart("La partie ne se termine pas : minmax est appelée bien après la fin.")
        if (
            isinstance(appel.exception, TypeError)
            and souffleur.demandes[-1].cases == souffleur.finale.cases()
        ):
            return Ecart(_APRES_LA_FIN, "l'arrêt de la partie", cases=souffleur.finale.cases())
        return juger(replace(self, juge=lambda appel: self.examen(self, souffleur, appel)), appel)


_APRES_LA_FIN = "La partie est finie, mais vous demandez encore un coup à minmax, qui n'en a plus (None)."


def scenarios(source: Source) -> Iterator[Position]:
    """Des parties gagnées par chacun, nulle, ou gagnée au tout dernier coup."""
    gagnees = [p for p, _ in pos.gagnees()]
    for gagnant in (1, 2):
        yield min((p for p in gagnees if p.gagnant == gagnant), key=lambda p: p.nb_coups)
    yield pos.nulles()[0]
    yield Position.depuis_coups(VICTOIRE_AU_42E_COUP)
    yield from source.alea.sample(gagnees, source.nombre(5))


def parties(
    fabrique: Callable[[int], Partie], examen: Callable[[Partie, Souffleur, Appel], Ecart | None]
) -> Callable[[Source], Iterator[Essai]]:
    """Les essais faits d'un scénario et de réglages : `fabrique(rang)` donne l'appel."""

    def essais(source: Source) -> Iterator[Essai]:
        for rang, finale in enumerate(scenarios(source)):
            yield replace(fabrique(rang), colonnes=finale.historique, examen=examen)

    return essais


def ecart_demandes(essai: Partie, souffleur: Souffleur, appel: Appel) -> Ecart | None:
    """A-t-on interrogé minmax pour le bon joueur, avec ses poids et sa profondeur ?"""
    return souffleur.ecart(essai.reglages)


def ecart_finale(cases: list[list[int]], souffleur: Souffleur) -> Ecart | None:
    """La grille renvoyée est-elle celle de la fin de la partie écrite ?"""
    obtenus, voulus = sum(1 for colonne in cases for v in colonne if v), souffleur.finale.nb_coups
    if cases == souffleur.finale.cases():
        return None
    return Ecart(
        _phrase_finale(cases, souffleur, obtenus, voulus), f"{voulus} pions", f"{obtenus} pions", cases=cases
    )


def _phrase_finale(cases: list[list[int]], souffleur: Souffleur, obtenus: int, voulus: int) -> str:
    if obtenus == 0:
        return "La grille renvoyée est vide : les coups y sont-ils posés ?"
    if obtenus > voulus:
        return "La partie a continué après une victoire : elle doit s'arrêter au premier alignement."
    if not any(cases == position.cases() for position in souffleur.positions):
        return "La grille renvoyée n'est pas celle de la fin de la partie."
    if obtenus == voulus - 1:
        return "Il manque le dernier coup : la partie s'arrête juste avant de le poser."
    return "La partie s'arrête trop tôt : personne n'a gagné et il reste des cases libres."


def ecart_partie_reelle(valeur: Any, reglages: Reglages) -> Ecart | None:
    """Dans une partie jouée pour de bon, chaque coup était-il l'un des meilleurs ?"""
    position, ecart = position_finale(valeur)
    if ecart or position is None or jouable_par(position, reglages):
        return ecart
    phrase = (
        "Cette grille ne vient pas d'une partie où chacun joue un coup donné par minmax, avec ses poids "
        "et sa profondeur."
    )
    return Ecart(phrase, cases=position.cases())


def jouer_pour_de_bon(reglages: Reglages) -> Position:
    """La fin d'une vraie partie entre deux min-max."""
    alea = random.Random(random.random())
    premier, second = (joueur_minmax(profondeur, poids, alea) for poids, profondeur in reglages)
    return partie(premier, second)


def ecart_gagnant(gagnant: Any, position: Position) -> Ecart | None:
    """Le gagnant annoncé est-il le bon ?"""
    if not isinstance(gagnant, bool) and entier(gagnant, "le gagnant") == position.gagnant:
        return None
    nulle = "" if position.gagnant else " : la partie est nulle, on attend 0"
    phrase = f"Le gagnant annoncé n'est pas celui de la grille{nulle}."
    return Ecart(phrase, str(position.gagnant), montrer(gagnant), position.alignement, position.cases())
