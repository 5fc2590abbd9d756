"""Le TP 1 : ses vérifications, éprouvées sur des réponses d'élèves, puis sa figure."""

import pytest
from reponses import EpreuveDesReponses, a_faire
from reponses.tp1_grille import RECUEIL

from p4core.jeu import Position
from p4cours import examiner
from p4cours.tp1_grille import courbe_frequence, fini
from p4cours.tp1_grille.figures import Estimation, estimations
from p4cours.tp1_grille.parties import parties_prevues

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
    for coups in fini.TROMPEUSES:
        assert Position.depuis_coups(coups).gagnant == 0


def test_parties_prevues():
    """Les parties imposées couvrent-elles chaque issue, jusqu'à la dernière case ?"""
    assert {(p.gagnant, p.nb_coups) for p in parties_prevues()} == {(1, 7), (2, 8), (1, 41), (2, 42), (0, 42)}


# --- La figure des fréquences : les nombres d'abord, l'image ensuite ------------------------------


def test_estimations():
    """La fréquence après chaque partie est-elle celle des parties déjà jouées ?"""
    suite = estimations([1, 2, 0, 1], issue=1)
    assert [(e.parties, e.frequence) for e in suite] == [
        (1, 1.0),
        (2, 0.5),
        (3, pytest.approx(1 / 3)),
        (4, 0.5),
    ]


def test_intervalle():
    """L'intervalle à 95 % d'une fréquence de 1/2 sur 400 parties fait-il 4,9 points de chaque côté ?"""
    bas, haut = Estimation(400, 0.5).intervalle
    assert (bas, haut) == (pytest.approx(0.451, abs=1e-5), pytest.approx(0.549, abs=1e-5))


def test_intervalle_borne():
    """L'intervalle reste-t-il entre 0 et 1 ?"""
    assert Estimation(3, 2 / 3).intervalle[1] == 1.0
    assert Estimation(5, 0.0).intervalle == (0.0, 0.0)


def test_courbe():
    """La figure porte-t-elle la courbe, la bande et des textes français ?"""
    figure = courbe_frequence([1, 2, 1, 0] * 50)
    assert figure.titre == "Après 200 parties : 50,0 %, entre 43,1 % et 56,9 %"
    assert figure.donnees["nombre de parties jouées"] == list(range(20, 201))
    assert (figure.donnees[-1]["bas"], figure.donnees[-1]["haut"]) == Estimation(200, 0.5).intervalle
    assert figure.abscisse.log
    svg = figure.svg()
    assert all(f">{nom}<" in svg for nom in ("intervalle à 95 %", "fréquence observée", "dernière valeur"))
    assert "fill-opacity" in svg
    assert figure.description.endswith("200 → 50,0 % [43,1 % ; 56,9 %].")


def test_peu_de_parties():
    """Une seule partie suffit-elle à tracer, et zéro est-il refusé avec une phrase ?"""
    assert ">fréquence des parties nulles<" in courbe_frequence([0], issue=0).svg()
    with pytest.raises(ValueError, match="Aucune partie"):
        courbe_frequence([])
