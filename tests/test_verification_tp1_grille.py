"""Les vérifications du TP 1, éprouvées sur des réponses d'élèves."""

import pytest
from reponses import EpreuveDesReponses, a_faire
from reponses.tp1_grille import RECUEIL

from p4core.jeu import Position
from p4cours.tp1_grille import fini
from p4cours.tp1_grille.parties import parties_prevues
from p4cours.verification import examiner

TP = RECUEIL.tp


class TestReponses(EpreuveDesReponses):
    """Chaque réponse du recueil."""

    recueil = RECUEIL


@pytest.mark.parametrize("nom", ["joue_hasard", "joue_random", "probabilite_hasard"])
def test_une_erreur_comptee_une_fois(nom):
    """Une fonction juste est-elle acceptée quand celle qu'elle appelle, fini, est fausse ?"""
    bilan = examiner(TP, nom, RECUEIL.fonction(nom, fini="fini_joueurs_echanges"))
    assert bilan.etat == "juste", bilan.message


def test_fini_absente():
    """joue_hasard est-elle jugée même si fini n'est pas encore écrite ?"""
    joue_hasard = RECUEIL.fonction("joue_hasard")
    joue_hasard.__globals__["fini"] = a_faire
    bilan = examiner(TP, "joue_hasard", joue_hasard)
    assert bilan.etat == "juste"
    assert "versions justes" in bilan.message


@pytest.mark.parametrize("graine", range(2))
def test_autres_graines(graine):
    """D'autres graines et plus d'essais donnent-ils le même verdict ?"""
    for nom in ("coups", "fini", "joue_hasard"):
        assert examiner(TP, nom, RECUEIL.fonction(nom), graine, ampleur=2).etat == "juste"
    biaisee = RECUEIL.fonction("joue_hasard", "jamais_le_dernier_coup")
    assert examiner(TP, "joue_hasard", biaisee, graine).etat == "faux"


def test_positions_trompeuses():
    """Les grilles trompeuses sont-elles bien sans gagnant ?"""
    for coups in (*fini._TROIS, *fini._TROUEES, *fini._BORDS_FINI):
        assert Position.depuis_coups(coups).gagnant == 0


def test_parties_prevues():
    """Les parties imposées couvrent-elles chaque issue, jusqu'à la dernière case ?"""
    assert {(p.gagnant, p.nb_coups) for p in parties_prevues()} == {(1, 7), (2, 8), (1, 41), (2, 42), (0, 42)}
