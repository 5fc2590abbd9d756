"""Les vérifications du TP 0, éprouvées sur des réponses d'élèves."""

import pytest
from reponses import EpreuveDesReponses
from reponses_tp0_accueil import RECUEIL, memoire

from p4cours.verification import indice

TP = "tp0_accueil"


@pytest.fixture(autouse=True)
def memoire_neuve():
    memoire[:] = [1]


class TestReponses(EpreuveDesReponses):
    """Chaque réponse du recueil."""

    tp, recueil = TP, RECUEIL


def test_indices():
    """Les trois indices se suivent-ils, du plus vague au plus précis ?"""
    assert "3 - j" not in indice(TP, "autre_joueur", 1)
    assert "3 - j" in indice(TP, "autre_joueur", 3)
