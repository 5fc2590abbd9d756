"""Jouer un lot dont un joueur a fait tomber son processus : dans un enfant, que l'on peut perdre.

Le lot entier d'abord, comme partout ailleurs ; s'il tombe, ses parties une à une, et celle où le processus
s'arrête est perdue par le joueur qui avait la main.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from multiprocessing.connection import Connection, wait
from typing import Any

from p4core.parties import Joueur
from p4core.position import Position
from p4core.tournois.lots import Lot, cases, compilee, depart_de, deterministe, jouer_lot, joueurs_de
from p4core.tournois.releves import Releve

LONGS = ("p4core.regles", "numpy")  # une seconde, par la compilation ; quelques dixièmes


def jouer_prudemment(lot: Lot) -> Releve:
    """Le relevé du lot, quoi que fassent les joueurs."""
    if compilee(lot):
        return jouer_lot(lot)
    entier = Enfant(jouer_lot, lot)
    return _une_a_une(lot) if entier.resultat is None else entier.resultat


def deterministe_prudemment(lot: Lot) -> bool:
    """Comme `deterministe` ; faux si un joueur fait tomber le processus."""
    return bool(Enfant(deterministe, lot).resultat)


def _une_a_une(lot: Lot) -> Releve:
    releve = Releve.vide(lot.nombre, cases(lot.depart))
    for k in range(lot.nombre):
        seule = replace(lot, premiere=lot.premiere + k, nombre=1)
        enfant = Enfant(_jouer_temoin, seule)
        partie = enfant.resultat or _perdue(seule, enfant)
        releve.copier(k, partie)
        releve.fautes |= partie.fautes  # par numéro dans la rencontre, non dans le lot
    return releve


def _perdue(lot: Lot, enfant: Enfant) -> Releve:
    """La partie arrêtée net : le joueur au trait la perd."""
    releve = Releve.vide(1, cases(lot.depart))
    coups = enfant.temoin or bytes(depart_de(lot, lot.premiere).historique)
    releve.noter(0, coups, gagnant=1 + (len(coups) + 1) % 2)
    releve.fautes[lot.premiere] = f"son processus s'est arrêté net ({enfant.fin})"
    return releve


class Enfant:
    """Un calcul dans un processus à part ; son résultat vaut None s'il n'est pas allé au bout."""

    def __init__(self, fonction: Callable[..., Any], lot: Lot) -> None:
        self.resultat: Any = None
        self.temoin = b""  # les coups déjà joués quand le dernier joueur a pris la main
        # Une fourche coûte quelques millisecondes ; Windows, qui n'en a pas, démarre un Python neuf.
        methodes = multiprocessing.get_all_start_methods()
        contexte: Any = multiprocessing.get_context("fork" if "fork" in methodes else "spawn")
        lecture, ecriture = contexte.Pipe(duplex=False)
        _precharger(lot)
        processus = contexte.Process(target=_calculer, args=(fonction, lot, ecriture), daemon=True)
        processus.start()
        ecriture.close()
        self._ecouter(lecture, processus.sentinel)
        processus.join()
        self.fin = _raison(processus.exitcode)

    def _ecouter(self, lecture: Connection, fin: int) -> None:
        """Reçoit jusqu'à la fin du processus : un petit-enfant peut garder le tuyau ouvert après lui."""
        with lecture:
            while lecture in wait([lecture, fin]):
                try:
                    genre, valeur = lecture.recv()
                except EOFError:
                    return
                setattr(self, genre, valeur)


def _precharger(lot: Lot) -> None:
    """Importe ici, une fois, ce que chaque enfant importerait pour lire ses joueurs."""
    for module in LONGS:
        if isinstance(lot.joueurs, bytes) and module.encode() in lot.joueurs:
            import_module(module)


def _calculer(fonction: Callable[..., Any], lot: Lot, tuyau: Connection) -> None:
    arguments = (lot, tuyau) if fonction is _jouer_temoin else (lot,)
    tuyau.send(("resultat", fonction(*arguments)))


def _jouer_temoin(lot: Lot, tuyau: Connection) -> Releve:
    """La partie, en disant avant chaque coup où elle en est."""
    a, b = joueurs_de(lot)
    return jouer_lot(replace(lot, joueurs=(_annonce(a, tuyau), _annonce(b, tuyau))))


def _annonce(joueur: Joueur, tuyau: Connection) -> Joueur:
    def jouer(position: Position) -> int:
        tuyau.send(("temoin", bytes(position.historique)))
        return joueur(position)

    return jouer


def _raison(code: int) -> str:
    return f"code de sortie {code}" if code >= 0 else f"signal {signal.Signals(-code).name}"
