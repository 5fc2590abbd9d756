"""Les vérifications du TP 0, éprouvées sur des réponses d'élèves."""

from reponses import EpreuveDesReponses
from reponses.tp0_accueil import RECUEIL

from p4cours import indice


class TestReponses(EpreuveDesReponses):
    """Chaque réponse du recueil."""

    recueil = RECUEIL


def test_indices():
    """Les trois indices se suivent-ils, du plus vague au plus précis ?"""
    assert "3 - j" not in indice(RECUEIL.tp, "autre_joueur", 1)
    assert "3 - j" in indice(RECUEIL.tp, "autre_joueur", 3)
