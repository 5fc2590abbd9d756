"""Les vérifications du TP 3, éprouvées sur des réponses d'élèves."""

import pytest
import reponses_tp3_ia as simples
import reponses_tp3_recherche as recherche
from reponses import EpreuveDesReponses, Recueil

from p4cours.verification import examiner

TP = "tp3_ia"


@pytest.fixture(autouse=True)
def memoires_neuves():
    """Les réponses qui gardent un dictionnaire commencent chaque test sans lui."""
    recherche.souvenirs.clear()


class TestReponses(EpreuveDesReponses):
    """Chaque réponse du recueil."""

    tp, recueil = TP, Recueil.reunir(simples.RECUEIL, recherche.RECUEIL)


@pytest.mark.parametrize("nom", ["IA", "IA_memo", "IAvIA"])
@pytest.mark.parametrize("fausse", ["victoire", "enlever_coup", "eval_grille"])
def test_une_erreur_comptee_une_fois(nom, fausse, monkeypatch):
    """Une recherche juste est-elle acceptée quand une fonction qu'elle appelle est fausse ?"""
    erronees = {
        "victoire": simples.victoire_jamais,
        "enlever_coup": simples.enlever_sans_hauteur,
        "eval_grille": simples.eval_grille_inversee,
    }
    monkeypatch.setattr(recherche, fausse, erronees[fausse])
    bilan = examiner(TP, nom, getattr(recherche, nom))
    assert bilan.etat == "juste", bilan.message


def test_eval_serie_fausse(monkeypatch):
    """eval_grille est-elle jugée avec une bonne eval_serie quand celle de l'élève est fausse ?"""
    monkeypatch.setattr(simples, "eval_serie", simples.eval_serie_inversee)
    bilan = examiner(TP, "eval_grille", simples.eval_grille)
    assert (bilan.etat, "versions justes" in bilan.message) == ("juste", True)


@pytest.mark.parametrize("graine", range(2))
def test_autres_graines(graine):
    """D'autres graines et plus d'essais donnent-ils le même verdict ?"""
    for nom in ("victoire", "enlever_coup", "eval_grille"):
        assert examiner(TP, nom, getattr(simples, nom), graine, ampleur=2).etat == "juste"
    for nom in ("IA", "IA_memo", "IAvIA"):
        assert examiner(TP, nom, getattr(recherche, nom), graine).etat == "juste"
    assert examiner(TP, "IA", recherche.ia_adversaire_cooperatif, graine).etat == "faux"


def test_match_dit_son_intervalle():
    """Le bilan d'une meilleure heuristique donne-t-il le nombre de parties et l'intervalle ?"""
    message = examiner(TP, "eval_grille2", recherche.eval_grille2).message
    assert "200 parties" in message
    assert "intervalle à 95 %" in message


def test_memo_dit_son_gain():
    """Le bilan de IA_memo compte-t-il les évaluations épargnées ?"""
    assert "au lieu de 4020" in examiner(TP, "IA_memo", recherche.IA_memo).message
