"""Une séance : deux participants, des parties qui se suivent, les scores."""

from __future__ import annotations

from dataclasses import dataclass, field

from p4core.ia.joueurs import IA
from p4core.jeu import Feuille, Position

ALTERNANCE = "alternance"


@dataclass
class Participant:
    """Quelqu'un qui joue : une personne (ia à None) ou une machine."""

    nom: str
    ia: IA | None = None
    victoires: int = 0

    @property
    def humain(self) -> bool:
        """Est-ce une personne ?"""
        return self.ia is None


@dataclass
class Seance:
    """Qui joue, qui commence, et combien chacun a gagné ; celui qui commence porte les pions 1."""

    participants: tuple[Participant, Participant]
    depart: Position = field(default_factory=Position)
    commence: int | str = 0  # rang du participant, ou « alternance »
    premier: int = 0
    nulles: int = 0
    feuille: Feuille = field(init=False)
    resultat: int | None = None  # gagnant de la partie en cours : 0 (nulle), 1, 2 ; None si elle continue

    def __post_init__(self) -> None:
        self.premier = 0 if self.commence == ALTERNANCE else int(self.commence)
        self.feuille = Feuille.depuis(self.depart)

    @property
    def position(self) -> Position:
        """La position regardée."""
        return self.feuille.position

    def participant(self, joueur: int) -> Participant:
        """Celui qui porte les pions 1 ou 2 dans cette partie."""
        return self.participants[(joueur - 1 + self.premier) % 2]

    @property
    def au_trait(self) -> Participant:
        """Celui qui doit jouer."""
        return self.participant(self.position.trait)

    def points(self, joueur: int) -> int:
        """Les victoires du participant, partie en cours comprise."""
        return self.participant(joueur).victoires + (self.resultat == joueur)

    @property
    def total_nulles(self) -> int:
        """Les parties nulles, partie en cours comprise."""
        return self.nulles + (self.resultat == 0)

    def nouvelle(self, position: Position | None = None) -> None:
        """Commence une autre partie ; le résultat de la précédente est acquis."""
        self._engranger()
        if self.commence == ALTERNANCE:
            self.premier = 1 - self.premier
        else:
            self.premier = int(self.commence)
        depart = position or self.depart
        if position is None:
            depart = Position(depart.largeur, depart.hauteur, depart.aligner)
        self.feuille = Feuille.depuis(depart)

    def _engranger(self) -> None:
        if self.resultat == 0:
            self.nulles += 1
        elif self.resultat is not None:
            self.participant(self.resultat).victoires += 1
        self.resultat = None

    def remettre_a_zero(self) -> None:
        """Efface les scores."""
        self.resultat, self.nulles = None, 0
        for participant in self.participants:
            participant.victoires = 0

    def rang_annulation(self) -> int | None:
        """Où revenir : avant le dernier coup d'une personne (ou d'un coup en arrière entre machines)."""
        f = self.feuille
        rangs = range(f.curseur - 1, -1, -1)
        if not any(p.humain for p in self.participants):
            return next(iter(rangs), None)
        return next((k for k in rangs if self.participant(f.trait_apres(k)).humain), None)

    def rang_retablissement(self) -> int | None:
        """Où avancer : au prochain coup d'une personne, sinon à la fin de la feuille."""
        f = self.feuille
        rangs = range(f.curseur + 1, len(f.coups) + 1)
        if not rangs:
            return None
        if not any(p.humain for p in self.participants):
            return rangs[0]
        return next((k for k in rangs if self.participant(f.trait_apres(k)).humain), rangs[-1])
