"""Tenir les deux rôles d'une partie en console : l'humain qui tape, et minmax pour la machine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from p4core.position import Case, Position
from p4core.verification.essais import Ecart
from p4core.verification.lecture import montrer
from p4core.verification.tp2_minmax.commun import Poids
from p4core.verification.tp2_minmax.souffleur import (
    DEMANDES_MAX,
    Demande,
    PartieSansFin,
    coup_de_secours,
    lire_demande,
)

HUMAIN, MACHINE = "humain", "machine"


@dataclass
class Partenaire:
    """Suit une partie écrite d'avance, quel que soit celui qui commence ; le premier écart est retenu."""

    colonnes: Sequence[int]
    poids: Poids
    profondeur: int
    pions_machine: int | None = None  # None : au choix de l'élève
    tours: list[str] = field(default_factory=list)  # qui a joué chacun des coups
    demandes: list[Demande] = field(default_factory=list)
    affichages: int = 0
    ecart: Ecart | None = None

    @property
    def complete(self) -> bool:
        """Tous les coups de la partie ont-ils été joués ?"""
        return len(self.tours) >= len(self.colonnes)

    def saisies(self) -> Iterator[str]:
        """Ce que l'humain tape ; plus rien quand la partie est finie."""
        while not self.complete:
            if self.tours[-1:] == [HUMAIN]:
                self._noter(
                    "Deux colonnes sont demandées de suite à l'humain, sans appel de minmax entre les deux."
                )
            self.tours.append(HUMAIN)
            yield str(self.colonnes[len(self.tours) - 1])

    def affiche(self, *_: Any) -> None:
        """Tient la place de affiche et de display : compte les grilles montrées."""
        self.affichages += 1

    def minmax(self, G: Any, j: Any, W: Any, p: Any) -> tuple[float, Case | None]:
        """Le coup de la machine prévu à ce moment de la partie."""
        demande = lire_demande(G, j, W, p)
        repetee = bool(self.demandes) and demande == self.demandes[-1]
        self.demandes.append(demande)
        if len(self.demandes) > DEMANDES_MAX:
            raise PartieSansFin
        if self.complete and not repetee:
            return 0, None
        rang = len(self.tours) - repetee
        self._examiner(demande, rang)
        if self.ecart:
            return 0, coup_de_secours(demande.cases)
        if not repetee:
            self.tours.append(MACHINE)
        x = self.colonnes[rang]
        return 0, (x, self._attendue(rang).niveau(x))

    def _noter(self, phrase: str, **details: Any) -> None:
        self.ecart = self.ecart or Ecart(phrase, **details)

    def _machine(self) -> int:
        return self.pions_machine or self.demandes[0].joueur

    def _attendue(self, rang: int) -> Position:
        """La grille après ce nombre de coups, aux couleurs choisies."""
        machine_commence = self.tours[:1] != [HUMAIN]
        position = Position(trait=self._machine() if machine_commence else 3 - self._machine())
        for x in self.colonnes[:rang]:
            position = position.jouer(x)
        return position

    def _examiner(self, demande: Demande, rang: int) -> None:
        montres = {"cases": demande.cases}
        if self._machine() not in (1, 2):
            self._noter(
                "Le deuxième argument de minmax est le numéro d'un joueur, 1 ou 2.",
                obtenu=montrer(demande.joueur),
            )
        elif rang == 0 and self.pions_machine:
            self._noter("La machine joue avant l'humain : c'est lui qui commence.", **montres)
        elif demande.joueur != self._machine():
            self._noter(
                "La machine ne joue pas avec ses propres pions.",
                attendu=f"minmax(G, {self._machine()}, …)",
                obtenu=f"minmax(G, {montrer(demande.joueur)}, …)",
            )
        elif demande.cases != self._attendue(rang).cases():
            self._noter(self._phrase_grille(demande, rang), **montres)
        elif demande.poids != list(self.poids):
            self._noter(
                "La machine ne cherche pas avec les poids donnés.",
                attendu=montrer(self.poids),
                obtenu=montrer(demande.poids),
            )
        elif demande.profondeur != self.profondeur:
            self._noter(
                "La machine ne cherche pas à la profondeur donnée.",
                attendu=f"p = {self.profondeur}",
                obtenu=f"p = {montrer(demande.profondeur)}",
            )

    def _phrase_grille(self, demande: Demande, rang: int) -> str:
        """Qu'est devenu le dernier pion de l'humain dans la grille donnée à minmax ?"""
        if self.tours[-1:] == [MACHINE]:
            return "La machine joue deux fois de suite, ou le pion de l'humain n'est pas demandé."
        avant, tapee = self._attendue(rang - 1), self.colonnes[rang - 1]
        gauche = (tapee - 1) % 7  # pour Python, G[-1] est la dernière colonne
        voisine = avant.jouer(gauche).cases() if gauche in avant.coups() else None
        if demande.cases == voisine:
            return (
                f"L'humain a tapé {tapee} et son pion est dans la colonne {gauche} : on numérote à "
                "partir de 0."
            )
        if demande.cases == avant.cases():
            return "Le pion de l'humain n'est pas posé dans la grille avant que la machine joue."
        if [[bool(v) for v in c] for c in demande.cases] == [
            [bool(v) for v in c] for c in self._attendue(rang).cases()
        ]:
            return "Les pions posés n'ont pas le bon numéro de joueur."
        return (
            "La grille donnée à minmax n'est pas celle de la partie : un pion manque, ou n'est pas dans "
            "la bonne case."
        )
