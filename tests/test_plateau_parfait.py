"""Le joueur parfait sur le plateau : sa préparation, ses limites, ses notes."""

from __future__ import annotations

import threading

import pytest

from p4core import Plateau, Position
from p4core.ia.joueurs import MACHINES, Machine, conseiller
from p4core.ia.solveur.resolution import CalculTropLong, scores

FIN = Position.depuis_coups("2443726645337517722355")


@pytest.fixture
def lente(monkeypatch):
    """Une machine qui se prépare jusqu'à ce qu'on la libère ; (annoncée, libre)."""
    annoncee, libre = threading.Event(), threading.Event()

    def preparer(position, annonce):
        annonce("Préparation…")
        annoncee.set()
        assert libre.wait(60)

    fiche = Machine("lente", lambda: lambda position: 3, preparer=preparer)
    monkeypatch.setitem(MACHINES, "lente", fiche)
    yield annoncee, libre
    libre.set()


def test_la_preparation_se_voit_et_ne_compte_pas(lente):
    """Une machine qui se prépare le dit-elle, sans que ce temps soit pris sur son délai ?"""
    annoncee, libre = lente
    plateau = Plateau(adversaire="lente", delai=5)
    plateau.jouer(0, attendre=False)
    assert annoncee.wait(60)
    assert plateau.statut == "Vous avez joué colonne 1. Préparation…"
    libre.set()
    plateau.attendre()
    assert plateau.position.notation == "14" and "Préparation" not in plateau.statut


def test_le_plateau_repond_pendant_la_preparation(lente):
    """Pendant la préparation, peut-on commencer une autre partie ?"""
    annoncee, _ = lente
    plateau = Plateau(adversaire="lente")
    plateau.jouer(0, attendre=False)
    assert annoncee.wait(60)
    plateau.nouvelle()
    assert plateau.position.nb_coups == 0 and plateau.statut == "À vous de jouer (jaune)."


def test_un_renoncement_n_est_pas_une_erreur(monkeypatch):
    """Un joueur qui dit ses limites est-il cité tel quel, sans trace d'erreur ?"""

    def renoncer(position):
        raise CalculTropLong("Il reste trop de cases vides.")

    monkeypatch.setitem(MACHINES, "modeste", Machine("modeste", lambda: renoncer))
    plateau = Plateau(adversaire="modeste")
    plateau.jouer(0)
    assert "« modeste » renonce. Il reste trop de cases vides." in plateau.statut.replace("\xa0", " ")
    assert plateau._grille.etat["details"] == []


def test_l_analyse_contre_le_joueur_parfait():
    """L'analyse donne-t-elle le score exact de chaque colonne ?"""
    assert Plateau(adversaire="parfait", position=FIN).analyser() == scores(FIN)


def test_le_conseiller_suit_la_grille():
    """Entre deux personnes, l'analyse est-elle exacte là où le solveur sait tout, et approchée ailleurs ?"""
    assert conseiller(Position()).origine == "parfait"
    assert conseiller(Position(5, 5, 4)).origine == "minmax"
