"""Les vérifications du TP 0, éprouvées sur des réponses d'élèves."""

import pytest
from reponses_tp0_accueil import RECUEIL, memoire

from p4core.verification import examiner, indice, questions

TP = "tp0_accueil"


@pytest.fixture(autouse=True)
def memoire_neuve():
    memoire[:] = [1]


def test_assez_de_reponses():
    """Chaque question a-t-elle au moins 5 réponses fausses et 2 justes ?"""
    assert RECUEIL.manques(questions(TP)) == []


@pytest.mark.parametrize("reponse", RECUEIL.fausses, ids=str)
def test_fausse(reponse):
    """La réponse est-elle refusée, et son erreur nommée ?"""
    bilan = examiner(TP, reponse.question, reponse.valeur)
    assert bilan.etat == "faux"
    assert bilan.part == 0
    for mot in reponse.mots:
        assert mot in bilan.message


@pytest.mark.parametrize("reponse", RECUEIL.justes, ids=str)
def test_juste(reponse):
    """La réponse est-elle acceptée ?"""
    bilan = examiner(TP, reponse.question, reponse.valeur)
    assert (bilan.etat, bilan.part) == ("juste", 1.0), bilan.message


def test_non_traitee():
    """La cellule laissée telle quelle est-elle « non traitée » ?"""

    def autre_joueur(joueur):
        raise NotImplementedError

    assert examiner(TP, "autre_joueur", autre_joueur).etat == "non traité"


def test_indices():
    """Les trois indices se suivent-ils, du plus vague au plus précis ?"""
    assert "3 - j" not in indice(TP, "autre_joueur", 1)
    assert "3 - j" in indice(TP, "autre_joueur", 3)
