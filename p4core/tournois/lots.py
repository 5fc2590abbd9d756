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


def jouer_lot(lot: Lot) -> Releve:
    """Joue un lot. Le résultat ne dépend que de lui."""
    if isinstance(lot.joueurs, tuple) and isinstance(lot.joueurs[0], int):
        return _compile(lot, *lot.joueurs)
    releve = Releve.vide(lot.nombre, cases(lot.depart))
    with _VERROU, numpy_preserve():
        joueurs = _joueurs(lot)
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
        joueurs = _joueurs(lot)
        generateurs = [random.Random(), *aleas(*joueurs)]
        parties = []
        for essai in range(lot.nombre):
            semer(lot.graine - 1 - essai, generateurs)
            parties.append(partie_surveillee(joueurs, lot.depart, lot.delai, generateurs[0]))
            if parties[-1].faute or parties[-1].coups != parties[0].coups:
                return False
    return True


def _joueurs(lot: Lot) -> Joueurs:
    """Les deux joueurs, neufs si on le peut : ce qu'un lot leur apprend ne sert pas au suivant."""
    joueurs: Joueurs = pickle.loads(lot.joueurs) if isinstance(lot.joueurs, bytes) else lot.joueurs  # type: ignore
    return joueurs


def _partie(lot: Lot, joueurs: Joueurs, numero: int, alea: random.Random) -> Surveillance:
    camps = joueurs if numero % 2 == 0 else joueurs[::-1]
    depart = lot.depart
    if lot.ouvertures:
        graine, longueur = lot.ouvertures
        depart = ouverture(graine, numero // 2, depart, longueur)  # jouée deux fois, une de chaque côté
    return partie_surveillee(camps, depart, lot.delai, alea)


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
