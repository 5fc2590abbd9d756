"""Une partie sous surveillance : qui se trompe, s'arrête sur une erreur ou traîne trop perd cette partie.

La partie se joue dans un fil à part, que l'arbitre interrompt quand un coup dépasse le délai.
"""

from __future__ import annotations

import random
import threading
import time
from dataclasses import dataclass, field

from p4core.execution import SaisieInattendue, TempsEcoule, interrompre
from p4core.lectures import ReponseInvalide, jouable
from p4core.parties import Joueur
from p4core.position import Position
from p4core.recits import raconter
from p4core.sorties import recueillir
from p4core.tournois.graines import hasard_du_fil


@dataclass
class Surveillance:
    """Une partie en cours et ce que l'arbitre en retient."""

    joueurs: tuple[Joueur, Joueur]
    depart: Position
    delai: float
    alea: random.Random  # celui que les fonctions du module random utilisent pendant la partie
    coups: list[int] = field(default_factory=list)
    gagnant: int = 0  # 1 : celui qui a commencé la partie depuis la grille de départ
    faute: str = ""  # ce qu'a fait le perdant, s'il n'a pas perdu sur la grille
    trait: int = 1
    debut: float = 0.0
    arretee: bool = False

    def derouler(self) -> None:
        """Joue jusqu'au bout ou jusqu'à la première faute."""
        try:
            with recueillir(_aucune_saisie), hasard_du_fil(self.alea):
                self._jouer()
        except TempsEcoule:
            pass  # l'arbitre a déjà écrit la faute
        except BaseException as erreur:  # un `exit()` d'élève compris : le joueur perd, le tournoi continue
            self._perd(raconter(erreur))

    def _jouer(self) -> None:
        position = self.depart
        while not position.finie and not self.arretee:
            self.trait, self.debut = position.trait, time.monotonic()
            reponse = self.joueurs[position.trait - 1](position)
            try:
                colonne = jouable(reponse, position)
            except ReponseInvalide as erreur:
                return self._perd(str(erreur))
            self.coups.append(colonne)
            position = position.jouer(colonne)
        if not self.arretee:
            self.gagnant = position.gagnant
        return None

    def _perd(self, faute: str) -> None:
        if not self.arretee:
            self.gagnant, self.faute = 3 - self.trait, faute

    def depasse(self) -> bool:
        """Le joueur au trait réfléchit-il depuis trop longtemps ?"""
        return bool(self.debut) and time.monotonic() - self.debut > self.delai

    def arreter(self) -> None:
        """Donne la partie perdue, pour dépassement, au joueur au trait."""
        self._perd(f"plus de {self.delai:g} s pour un coup".replace(".", ","))
        self.arretee = True


def partie_surveillee(
    joueurs: tuple[Joueur, Joueur], depart: Position, delai: float, alea: random.Random
) -> Surveillance:
    """La partie jouée, dans les règles ou non."""
    partie = Surveillance(joueurs, depart, delai, alea)
    fil = threading.Thread(target=partie.derouler, daemon=True)
    fil.start()
    try:
        while fil.is_alive():
            fil.join(max(0.01, delai / 5))
            if fil.is_alive() and partie.depasse():
                partie.arreter()
                interrompre(fil)
                break
    except BaseException:  # un Ctrl-C pendant l'attente : la partie ne doit pas continuer toute seule
        partie.arretee = True
        interrompre(fil)
        raise
    return partie


def _aucune_saisie(*invite: object) -> str:
    raise SaisieInattendue("input() est appelée, mais personne ne peut répondre pendant un tournoi.")
