"""Les tournois en processus : ce qui s'y joue, et les joueurs qui font tomber le leur."""

from __future__ import annotations

import ctypes
import os
import sys
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import cloudpickle
import pytest

from p4core import IA_REGLES, tournoi
from p4core.jeu import Position
from p4core.tournois import executeurs
from p4core.tournois.executeurs import jouer_prudemment, modele
from p4core.tournois.rencontres import Lot
from p4core.tournois.resultats import Resultats

# Les joueurs voyagent en entier, comme les fonctions d'un notebook, et non par le nom de ce module.
cloudpickle.register_pickle_by_value(sys.modules[__name__])


def gauche(position: Position) -> int:
    return position.coups()[0]


def droite(position: Position) -> int:
    return position.coups()[-1]


def sortie_brutale(position: Position) -> int:
    """Quitte Python au troisième coup d'une partie sur quatre environ."""
    if position.nb_coups >= 2 and position.historique[0] in (0, 6):
        os._exit(3)
    return position.coups()[-1]


def violation(position: Position) -> int:
    ctypes.string_at(0)
    return 0


def bavard(position: Position) -> int:
    raise RuntimeError(f"processus {os.getpid()}")


def jouer(joueurs: dict[str, Any], parties: int = 8, **options: Any) -> Resultats:
    return tournoi(joueurs, parties, **{"graine": 3, "visible": False, "ouvertures": 0, **options})


REGLES = {nom: IA_REGLES[nom] for nom in ("1.1", "2", "3")}
SAINS = {"gauche": gauche, "droite": droite, "1.1": IA_REGLES["1.1"], "2": IA_REGLES["2"]}


def test_des_processus_par_defaut() -> None:
    """Sans rien demander, les parties se jouent-elles hors de ce processus ?"""
    fautes = {incident.faute for incident in jouer({"bavard": bavard, "gauche": gauche}, 4).incidents}
    assert fautes
    assert not [faute for faute in fautes if str(os.getpid()) in faute]


def test_les_ia_compilees_aussi(monkeypatch: pytest.MonkeyPatch) -> None:
    """Les IA compilées jouent-elles par défaut dans des processus, la même table que sur place ?"""
    ouverts = []
    vrais = executeurs.processus
    monkeypatch.setattr(executeurs, "processus", lambda n: ouverts.append(n) or vrais(n))
    assert jouer(REGLES, 3000, ouvriers=2).rencontres == jouer(REGLES, 3000, ouvriers=1).rencontres
    assert ouverts == [2]


@pytest.mark.parametrize(
    ("fautif", "fin"), [(sortie_brutale, "code de sortie 3"), (violation, "signal SIGSEGV")]
)
def test_une_chute_perd_la_partie(fautif: Any, fin: str) -> None:
    """Un joueur qui fait tomber son processus perd-il ces parties, seul, et est-il nommé ?"""
    resultats = jouer({"fautif": fautif, **SAINS}, ouvriers=2)
    assert resultats.complet
    assert not resultats.arret
    assert resultats.incidents
    assert {(i.joueur, i.faute) for i in resultats.incidents} == {
        ("fautif", f"son processus s'est arrêté net ({fin})")
    }
    for paire, rencontre in jouer(SAINS, ouvriers=1).rencontres.items():
        assert resultats.rencontres[paire] == rencontre


def test_les_coups_d_avant_la_chute_sont_gardes() -> None:
    """Revoit-on la partie jusqu'à la chute, et les autres parties du lot sont-elles jouées jusqu'au bout ?"""
    resultats = jouer({"droite": droite, "fautif": sortie_brutale}, ouvriers=2)
    assert len(resultats.incidents) == 8
    assert resultats.partie("droite", "fautif", 0).historique == (6, 6, 6)
    prudent = jouer({"fautif": sortie_brutale, "1.1": IA_REGLES["1.1"]}, ouvriers=2)
    for i in range(8):
        tombee = prudent.rencontre("fautif", "1.1").parties.fautes.get(i, "")
        assert bool(tombee) == (not prudent.partie("fautif", "1.1", i).finie)


def test_meme_table_malgre_les_chutes() -> None:
    """Le nombre de processus ne change-t-il rien à un tournoi où l'on tombe ?"""
    joueurs = {"fautif": sortie_brutale, "gauche": gauche, "1.1": IA_REGLES["1.1"]}
    assert jouer(joueurs, 30, ouvriers=2).rencontres == jouer(joueurs, 30, ouvriers=3).rencontres


def test_une_chute_pendant_les_parties_d_essai() -> None:
    """Un joueur qui tombe dès les parties d'essai arrête-t-il le tournoi ?"""
    resultats = jouer({"fautif": violation, "gauche": gauche, "droite": droite}, 4, ouvertures=None)
    assert resultats.complet
    assert resultats.ouvertures == {("gauche", "droite"): 8}
    assert len(resultats.incidents) == 8


def test_un_executeur_donne_qui_tombe() -> None:
    """Quand l'exécuteur de l'appelant est perdu, le tournoi finit-il sur cette machine, même table ?"""
    joueurs = {"fautif": sortie_brutale, "gauche": gauche, "2": IA_REGLES["2"]}
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executeur:
        assert jouer(joueurs, executeur=executeur).rencontres == jouer(joueurs, ouvriers=2).rencontres


class GrappeTombee(Executor):
    """Répond comme Dask quand un lot a tué tous les ouvriers qui l'ont essayé."""

    def __init__(self, chute: type[Exception]) -> None:
        self.chute = chute

    def submit(self, fonction: Any, /, *arguments: Any, **nommes: Any) -> Future[Any]:
        promesse: Future[Any] = Future()
        promesse.set_exception(self.chute("jouer_lot", None, 3))
        return promesse


def test_une_grappe_qui_rend_un_lot() -> None:
    """Un lot que Dask renonce à jouer est-il joué sur cette machine ?"""
    distributed = pytest.importorskip("distributed")
    joueurs = {"gauche": gauche, "droite": droite}
    resultats = jouer(joueurs, executeur=GrappeTombee(distributed.KilledWorker))
    assert resultats.rencontres == jouer(joueurs, ouvriers=1).rencontres


def lot(joueurs: dict[str, Any], nombre: int) -> Lot:
    paire = tuple(joueurs)
    patron = modele(paire, joueurs, 0, Position(), 5.0, 0)
    return Lot(**{**vars(patron), "premiere": 40, "nombre": nombre})


class CinquiemePartie:
    """Tombe à sa cinquième partie : rejouées une à une, avec un joueur neuf, aucune ne tombe."""

    parties = 0

    def __call__(self, position: Position) -> int:
        self.parties += position.nb_coups <= 1
        if self.parties == 5:
            os._exit(0)
        return position.coups()[-1]


def test_les_parties_d_un_lot_tombe_sont_rejouees_une_a_une() -> None:
    """Une sortie « réussie » est-elle vue comme une chute, et les parties rejouées une à une ?"""
    releve = jouer_prudemment(lot({"a": CinquiemePartie(), "b": gauche}, 6))
    assert releve.jouees == 6
    assert not releve.fautes


def test_les_fautes_portent_le_numero_de_la_partie() -> None:
    """Dans un lot qui ne commence pas à zéro, les fautes gardent-elles leur numéro dans la rencontre ?"""
    assert set(jouer_prudemment(lot({"a": sortie_brutale, "b": gauche}, 3)).fautes) == {40, 41, 42}


def test_eveil_de_tous_les_processus() -> None:
    """Chaque processus fait-il son premier pas avant le chronomètre ?"""
    with executeurs.processus(2) as groupe:
        numeros = list(executeurs.eveiller(groupe, 2, os.getpid))
    assert len(set(numeros)) == 2
    assert os.getpid() not in numeros
