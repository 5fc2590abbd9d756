"""Les vérifications du TP 3, éprouvées sur des réponses d'élèves."""

import pytest
from reponses import EpreuveDesReponses
from reponses.tp3_ia import RECUEIL

from p4cours.verification import examiner

TP = RECUEIL.tp


class TestReponses(EpreuveDesReponses):
    """Chaque réponse du recueil."""

    recueil = RECUEIL


@pytest.mark.parametrize("nom", ["IA", "IA_memo", "IAvIA"])
@pytest.mark.parametrize(
    "fausse",
    [
        {"victoire": "victoire_jamais"},
        {"enlever_coup": "enlever_sans_hauteur"},
        {"eval_grille": "eval_grille_inversee"},
    ],
    ids=lambda fausse: next(iter(fausse)),
)
def test_une_erreur_comptee_une_fois(nom, fausse):
    """Une recherche juste est-elle acceptée quand une fonction qu'elle appelle est fausse ?"""
    bilan = examiner(TP, nom, RECUEIL.fonction(nom, **fausse))
    assert bilan.etat == "juste", bilan.message


def test_eval_serie_fausse():
    """eval_grille est-elle jugée avec une bonne eval_serie quand celle de l'élève est fausse ?"""
    bilan = examiner(TP, "eval_grille", RECUEIL.fonction("eval_grille", eval_serie="eval_serie_inversee"))
    assert (bilan.etat, "versions justes" in bilan.message) == ("juste", True)


@pytest.mark.parametrize("graine", range(2))
def test_autres_graines(graine):
    """D'autres graines et plus d'essais donnent-ils le même verdict ?"""
    for nom in ("victoire", "enlever_coup", "eval_grille"):
        assert examiner(TP, nom, RECUEIL.fonction(nom), graine, ampleur=2).etat == "juste"
    for nom in ("IA", "IA_memo", "IAvIA"):
        assert examiner(TP, nom, RECUEIL.fonction(nom), graine).etat == "juste"
    cooperatif = RECUEIL.fonction("IA", "ia_adversaire_cooperatif")
    assert examiner(TP, "IA", cooperatif, graine).etat == "faux"


def test_match_dit_son_intervalle():
    """Le bilan d'une meilleure heuristique donne-t-il le nombre de parties et l'intervalle ?"""
    message = examiner(TP, "eval_grille2", RECUEIL.fonction("eval_grille2")).message
    assert "200 parties" in message
    assert "intervalle à 95 %" in message


def test_memo_dit_son_gain():
    """Le bilan de IA_memo compte-t-il les évaluations épargnées ?"""
    assert "au lieu de 4020" in examiner(TP, "IA_memo", RECUEIL.fonction("IA_memo")).message
