"""Tenir la place de minmax : souffler des coups écrits d'avance, et noter ce qu'on a demandé."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from p4core.position import Case, Position
from p4core.recherche import minmax
from p4core.verification.essais import Ecart
from p4core.verification.lecture import Malforme, grille, montrer
from p4core.verification.tp2_minmax.commun import Poids, position_de

DEMANDES_MAX = 150  # une partie a 42 coups : au-delà, elle ne finira pas
Reglages = tuple[tuple[Poids, int], tuple[Poids, int]]  # (poids, profondeur) de chaque joueur


class PartieSansFin(Exception):
    """On demande encore des coups bien après la fin."""


@dataclass(frozen=True)
class Demande:
    """Un appel de minmax(G, j, W, p)."""

    cases: list[list[int]]
    joueur: Any
    poids: Any
    profondeur: Any

    @property
    def nb_pions(self) -> int:
        """Le nombre de pions de la grille donnée."""
        return sum(1 for colonne in self.cases for valeur in colonne if valeur)


def lire_demande(G: Any, j: Any, W: Any, p: Any) -> Demande:
    """La demande, si G a bien la forme d'une grille."""
    try:
        cases = grille(G, "le premier argument donné à minmax")
    except Malforme as defaut:
        raise TypeError(str(defaut)) from None
    return Demande(cases, j, list(W) if isinstance(W, tuple | list) else W, p)


def coup_de_secours(cases: list[list[int]]) -> Case | None:
    """Un coup légal dans une grille imprévue ; aucun si elle est gagnée ou pleine."""
    position = position_de(cases)
    return next(((x, position.niveau(x)) for x in position.coups()), None)


@dataclass
class Souffleur:
    """Joue la partie écrite d'avance, quelle que soit la façon dont on l'interroge."""

    colonnes: Sequence[int]
    demandes: list[Demande] = field(default_factory=list)
    positions: list[Position] = field(init=False)

    def __post_init__(self) -> None:
        self.positions = [Position()]
        for x in self.colonnes:
            self.positions.append(self.positions[-1].jouer(x))

    @property
    def finale(self) -> Position:
        """La position à la fin de la partie écrite."""
        return self.positions[-1]

    def minmax(self, G: Any, j: Any, W: Any, p: Any) -> tuple[float, Case | None]:
        """Le coup prévu dans cette grille ; (0, None) quand la partie est finie."""
        demande = lire_demande(G, j, W, p)
        self.demandes.append(demande)
        if len(self.demandes) > DEMANDES_MAX:
            raise PartieSansFin
        if not self.prevue(demande):
            return 0, coup_de_secours(demande.cases)
        n = demande.nb_pions
        if n == len(self.colonnes):
            return 0, None
        x = self.colonnes[n]
        return 0, (x, self.positions[n].niveau(x))

    def prevue(self, demande: Demande) -> bool:
        """La grille donnée est-elle celle de la partie écrite ?"""
        n = demande.nb_pions
        return n < len(self.positions) and demande.cases == self.positions[n].cases()

    def ecart(self, reglages: Reglages) -> Ecart | None:
        """La première demande qui n'est pas celle qu'il fallait faire."""
        avant: Demande | None = None
        for demande in self.demandes:
            defaut = self._defaut(demande, avant, reglages)
            if defaut:
                return defaut
            avant = demande
        if len(self.demandes) > DEMANDES_MAX:
            return Ecart(_JAMAIS_POSE, cases=self.demandes[-1].cases)
        return None

    def _defaut(self, demande: Demande, avant: Demande | None, reglages: Reglages) -> Ecart | None:
        if avant and demande.cases == avant.cases and demande.joueur != avant.joueur:
            return Ecart(_JAMAIS_POSE, cases=demande.cases)
        if not self.prevue(demande):
            return self._grille_imprevue(demande)
        n = demande.nb_pions
        return None if n == len(self.colonnes) else ecart_arguments(demande, 1 + n % 2, reglages)

    def _grille_imprevue(self, demande: Demande) -> Ecart:
        voulue = self.positions[min(demande.nb_pions, len(self.colonnes))].cases()
        fautives = [(x, y) for x in range(7) for y in range(6) if voulue[x][y] != demande.cases[x][y]]
        phrase = (
            "La grille donnée à minmax n'est pas celle de la partie : chaque coup doit être posé là où "
            "minmax l'a dit, "
            "avec le numéro du joueur qui l'a joué."
        )
        if demande.nb_pions > len(self.colonnes):
            phrase = "La partie continue après une victoire : elle doit s'arrêter au premier alignement."
        return Ecart(phrase, fautives=fautives, cases=demande.cases)


_JAMAIS_POSE = (
    "Le coup choisi par minmax n'est pas posé dans la grille : elle ne change pas d'un tour à l'autre."
)


def ecart_arguments(demande: Demande, joueur: int, reglages: Reglages) -> Ecart | None:
    """Les arguments j, W et p sont-ils ceux du joueur dont c'est le tour ?"""
    tour = f"Au coup n° {demande.nb_pions + 1}, "
    (poids, profondeur), (autres_poids, autre_profondeur) = reglages[joueur - 1], reglages[2 - joueur]
    if demande.joueur != joueur:
        debut = (
            "c'est le joueur 1 qui commence"
            if demande.nb_pions == 0
            else f"c'est au joueur {joueur} de jouer"
        )
        return Ecart(
            f"{tour}{debut}.",
            f"minmax(G, {joueur}, …)",
            f"minmax(G, {montrer(demande.joueur)}, …)",
            cases=demande.cases,
        )
    if demande.poids != list(poids):
        de_qui = "ceux de l'autre joueur" if demande.poids == list(autres_poids) else "d'autres"
        return Ecart(
            f"{tour}le joueur {joueur} doit chercher avec ses propres poids, pas {de_qui}.",
            montrer(poids),
            montrer(demande.poids),
        )
    if demande.profondeur != profondeur:
        de_qui = "celle de l'autre joueur" if demande.profondeur == autre_profondeur else "une autre"
        return Ecart(
            f"{tour}le joueur {joueur} doit chercher à sa propre profondeur, pas à {de_qui}.",
            f"p = {profondeur}",
            f"p = {montrer(demande.profondeur)}",
        )
    return None


def jouable_par(finale: Position, reglages: Reglages) -> bool:
    """Cette fin de partie peut-elle venir de deux joueurs qui choisissent un de leurs meilleurs coups ?"""
    vues: set[Position] = set()
    pile = [Position()]
    while pile:
        position = pile.pop()
        if position.pions == finale.pions:
            return True
        if position in vues or position.finie:
            continue
        vues.add(position)
        suites = (position.jouer(x) for x in minmax(position, *reglages[position.trait - 1])[1])
        pile += [s for s in suites if not any(a & ~b for a, b in zip(s.pions, finale.pions, strict=True))]
    return False
