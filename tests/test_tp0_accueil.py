"""Les vérifications du TP 0, éprouvées sur des réponses d'élèves."""

from reponses import EpreuveDesReponses
from reponses.tp0_accueil import RECUEIL

from p4cours import indice


class TestReponses(EpreuveDesReponses):
    """Chaque réponse du recueil."""

    recueil = RECUEIL


def test_indices():
    """Les trois indices se suivent-ils, du plus vague au plus précis, sans donner la réponse ?"""
    donnes = [indice(RECUEIL.tp, "autre_joueur", rang) for rang in (1, 2, 3)]
    assert "somme" not in donnes[0] and "somme" in donnes[1] and "Commencez" in donnes[2]
    assert not [phrase for phrase in donnes if "3 -" in phrase]
