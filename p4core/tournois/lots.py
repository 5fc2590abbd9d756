"""L'unité de travail d'un tournoi : quelques parties qui se suivent, jouées n'importe où."""

from __future__ import annotations

import pickle
import random
import threading
from dataclasses import dataclass

from p4core.parties import Joueur
from p4core.position import Position
from p4core.tournois.arbitre import Surveillance, partie_surveillee
from p4core.tournois.graines import aleas, numpy_preserve, semer
from p4core.tournois.ouvertures import ouverture
from p4core.tournois.releves import Releve

Joueurs = tuple[Joueur, Joueur]

# Le hasard global de numpy est commun aux fils d'un processus : un seul lot à la fois s'en sert.
_VERROU = threading.Lock()


@dataclass(frozen=True)
class Lot:
    """Les parties n° premiere, premiere + 1… d'une rencontre ; a commence celles de numéro pair."""

    a: str
    b: str
    premiere: int
    nombre: int
    graine: int  # celle de la rencontre
    depart: Position  # une grille vide
    delai: float
    joueurs: bytes | Joueurs | tuple[int, int]  # sérialisés, tels quels, ou numéros des IA compilées
    ouvertures: tuple[int | str, int] | None = None  # graine du tournoi et nombre de coups, s'il y en a


def compilee(lot: Lot) -> bool:
    """Ce lot se joue-t-il entièrement dans le code compilé ?"""
    return isinstance(lot.joueurs, tuple) and isinstance(lot.joueurs[0], int)


def jouer_lot(lot: Lot) -> Releve:
    """Joue un lot. Le résultat ne dépend que de lui."""
    if compilee(lot):
        return _compile(lot, *lot.joueurs)
    releve = Releve.vide(lot.nombre, cases(lot.depart))
    with _VERROU, numpy_preserve():
        joueurs = joueurs_de(lot)
        generateurs = [random.Random(), *aleas(*joueurs)]
        for k in range(lot.nombre):
            numero = lot.premiere + k
            semer(lot.graine + numero, generateurs)
            partie = _partie(lot, joueurs, numero, generateurs[0])
            releve.noter(k, bytes([*partie.depart.historique, *partie.coups]), partie.gagnant)
            if partie.faute:
                releve.fautes[numero] = partie.faute
    return releve


def deterministe(lot: Lot) -> bool:
    """Les parties de ce lot, commencées par le même joueur, sont-elles toutes la même ?"""
    with _VERROU, numpy_preserve():
        joueurs = joueurs_de(lot)
        generateurs = [random.Random(), *aleas(*joueurs)]
        parties = []
        for essai in range(lot.nombre):
            semer(lot.graine - 1 - essai, generateurs)
            parties.append(partie_surveillee(joueurs, lot.depart, lot.delai, generateurs[0]))
            if parties[-1].faute or parties[-1].coups != parties[0].coups:
                return False
    return True


def joueurs_de(lot: Lot) -> Joueurs:
    """Les deux joueurs, neufs si on le peut : ce qu'un lot leur apprend ne sert pas au suivant."""
    joueurs: Joueurs = pickle.loads(lot.joueurs) if isinstance(lot.joueurs, bytes) else lot.joueurs  # type: ignore
    return joueurs


def _partie(lot: Lot, joueurs: Joueurs, numero: int, alea: random.Random) -> Surveillance:
    camps = joueurs if numero % 2 == 0 else joueurs[::-1]
    return partie_surveillee(camps, depart_de(lot, numero), lot.delai, alea)


def depart_de(lot: Lot, numero: int) -> Position:
    """La grille où commence cette partie : vide, ou après une ouverture jouée une fois de chaque côté."""
    if not lot.ouvertures:
        return lot.depart
    graine, longueur = lot.ouvertures
    return ouverture(graine, numero // 2, lot.depart, longueur)


def cases(grille: Position) -> int:
    """Le nombre de cases de la grille."""
    return grille.largeur * grille.hauteur


def _compile(lot: Lot, a: int, b: int) -> Releve:
    """Le lot entier d'un seul appel, compilé ou non."""
    from p4core.regles.geometrie import jeu
    from p4core.regles.parties import parties

    grille = jeu(lot.depart.largeur, lot.depart.hauteur, lot.depart.aligner)
    releve = Releve.vide(lot.nombre, cases(lot.depart))
    parties(a, b, lot.graine, lot.premiere, grille, releve.coups, releve.gagnants, releve.longueurs)
    return releve
