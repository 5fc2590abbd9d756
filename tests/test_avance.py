"""Compiler d'avance : le témoin, le processus à côté, et ce que l'on répond en attendant."""

from __future__ import annotations

from typing import ClassVar

import pytest

from p4core.ia import avance, preparation
from p4core.ia.compilation import COMPILE
from p4core.ia.joueurs import conseiller, machine, preparer, qui_note
from p4core.ia.regles import IA_REGLES
from p4core.ia.solveur import calcul
from p4core.jeu import Position

APRES_LE_LIVRE = Position.depuis_coups("44444135275")
compile_requis = pytest.mark.skipif(not COMPILE, reason="numba est absent")


class Processus:
    """Un faux processus, qui compile sans fin ou vient de finir avec ce code."""

    code: int | None = None
    lances: ClassVar[list[list[str]]] = []

    def __init__(self, commande, **_):
        self.lances.append(commande)

    def poll(self):
        return self.code


@pytest.fixture
def a_froid(monkeypatch, tmp_path):
    """Un cache vide, et des processus qui n'en sont pas."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.delenv(avance.CHANTIER, raising=False)
    monkeypatch.setattr(avance, "_chantier", avance.Chantier())
    monkeypatch.setattr(avance.subprocess, "Popen", Processus)
    monkeypatch.setattr(Processus, "lances", [])
    yield Processus.lances
    avance.os.environ.pop(avance.CHANTIER, None)


@compile_requis
def test_un_seul_chantier_puis_un_temoin(a_froid):
    """Tant que rien n'est compilé, un seul processus est-il lancé, et son témoin suffit-il ensuite ?"""
    assert not avance.disponible("solveur") and not avance.disponible("regles")
    assert [commande[2:] for commande in a_froid] == [
        ["p4core.ia.preparation", "solveur", "regles", "jumeaux"]
    ]
    avance.temoigner("solveur")
    assert avance.disponible("solveur") and not avance.disponible("regles")


@compile_requis
def test_un_temoin_ne_vaut_que_pour_ces_sources(a_froid, monkeypatch):
    """Des sources modifiées sont-elles à compiler de nouveau ?"""
    avance.temoigner("regles")
    assert avance.prete("regles")
    monkeypatch.setattr(avance, "_empreinte", lambda: 0)
    assert not avance.prete("regles")


@compile_requis
def test_un_processus_enfant_ne_lance_rien(a_froid, monkeypatch):
    """Un processus d'un tournoi, ou celui qui compile, en lance-t-il un autre ?"""
    monkeypatch.setenv(avance.CHANTIER, "ailleurs")
    assert not avance.disponible("regles")
    monkeypatch.setenv(avance.CHANTIER, "ici")
    assert avance.disponible("regles")
    assert not a_froid


@compile_requis
@pytest.mark.parametrize("code", [0, 1])
def test_un_chantier_fini_sans_temoin(a_froid, monkeypatch, code):
    """Si le processus s'arrête sans témoin, compile-t-on ici au lieu de l'attendre toujours ?"""
    monkeypatch.setattr(Processus, "code", code)
    assert avance.disponible("regles")
    avance.attendre("regles", dormir=lambda _: pytest.fail("rien à attendre"))


@compile_requis
def test_un_chantier_impossible(a_froid, monkeypatch):
    """Là où l'on ne peut lancer aucun processus, compile-t-on ici ?"""

    def refuser(*_, **__):
        raise PermissionError

    monkeypatch.setattr(avance.subprocess, "Popen", refuser)
    assert avance.disponible("regles")


@compile_requis
def test_on_attend_un_chantier_en_cours(a_froid):
    """Qui a besoin du code compilé l'attend-il plutôt que de compiler aussi ?"""
    avance.disponible("solveur")
    siestes = []

    def dormir(duree):
        siestes.append(duree)
        if len(siestes) == 3:
            avance.temoigner("solveur")

    avance.attendre("solveur", dormir)
    assert len(siestes) == 3


def test_les_memes_parties_avant_et_apres(monkeypatch):
    """Commencées en Python et finies dans le code compilé, les parties d'une rencontre changent-elles ?"""

    def jouer(reponses):
        monkeypatch.setattr(avance, "disponible", lambda _: next(reponses))
        listes = bytearray(6 * 42), bytearray(6), bytearray(6)
        IA_REGLES["1.2"].affronter(IA_REGLES["3"], Position()).jouer(11, 4, *listes)
        return listes

    assert jouer(iter([False, False, True])) == jouer(iter([True])) == jouer(iter([False] * 6))


@compile_requis
def test_le_conseiller_n_attend_pas(monkeypatch):
    """Avant que le solveur soit compilé : le livre d'abord, sinon le min-max, qui le dit ?"""
    monkeypatch.setattr(avance, "disponible", lambda _: False)
    monkeypatch.setattr(calcul, "_pretes", {})
    assert conseiller(Position()).origine == "parfait"
    attente = conseiller(APRES_LE_LIVRE)
    assert {qui_note(ia, APRES_LE_LIVRE).nom for ia in (None, machine("parfait"))} == {attente.nom}
    assert qui_note(machine("parfait"), Position()).origine == "parfait"
    assert attente.origine == "minmax" and "se prépare" in attente.nom
    assert set(attente.notes(APRES_LE_LIVRE)) == set(APRES_LE_LIVRE.coups())
    monkeypatch.setattr(avance, "disponible", lambda _: True)
    assert conseiller(APRES_LE_LIVRE).origine == "parfait"
    monkeypatch.setattr(avance, "disponible", lambda _: False)
    monkeypatch.setattr(calcul, "_pretes", {calcul.USUELLE: print})  # compilé par ce processus même
    assert conseiller(APRES_LE_LIVRE).origine == "parfait"


def test_lire_le_livre_ne_compile_rien(monkeypatch):
    """Le joueur parfait répond-il dans l'ouverture sans que le solveur soit compilé ?"""

    def interdit(*_):
        raise AssertionError("le solveur se compile")

    monkeypatch.setattr("p4core.ia.solveur.calcul.preparer", interdit)
    parfait = machine("parfait")
    preparer(parfait, Position(), print)
    assert parfait(Position()) == 3
    with pytest.raises(AssertionError, match="se compile"):
        preparer(parfait, APRES_LE_LIVRE, print)


@compile_requis
def test_preparer_laisse_un_temoin(a_froid, monkeypatch, capsys):
    """La commande `p4 preparer` compile-t-elle chaque partie, et en laisse-t-elle le témoin ?"""
    faites = []
    ateliers = {partie: lambda partie=partie: faites.append(partie) for partie in avance.PARTIES}
    monkeypatch.setattr(preparation, "ATELIERS", ateliers)
    assert preparation.executer(None) == 0
    del avance.os.environ[avance.CHANTIER]
    assert faites == list(avance.PARTIES) and all(map(avance.prete, faites))
    assert "Le solveur exact : prêt" in capsys.readouterr().out
