"""Les vérifications du TP 1, éprouvées sur des réponses d'élèves."""

import pytest
import reponses_tp1_fini
import reponses_tp1_grille
import reponses_tp1_parties as parties
from reponses import EpreuveDesReponses, Recueil

from p4core.jeu import Position
from p4cours.tp1_grille import fini
from p4cours.tp1_grille.parties import parties_prevues
from p4cours.verification import examiner

TP = "tp1_grille"


@pytest.fixture(autouse=True)
def memoires_neuves():
    """Les réponses qui gardent une mémoire commencent chaque test sans elle."""
    reponses_tp1_grille.accumules.clear()
    reponses_tp1_fini.deja_vues.clear()
    parties.compteurs[:] = [0, 0, 0]
    for defaut in (parties.G_globale, parties.grille_par_defaut.__defaults__[0]):
        defaut[:] = reponses_tp1_grille.init()
    reponses_tp1_grille.coups_liste_par_defaut.__defaults__[0].clear()


class TestReponses(EpreuveDesReponses):
    """Chaque réponse du recueil."""

    tp, recueil = TP, Recueil.reunir(reponses_tp1_grille.RECUEIL, reponses_tp1_fini.RECUEIL, parties.RECUEIL)


@pytest.mark.parametrize(
    ("nom", "fonction"),
    [
        ("joue_hasard", parties.joue_hasard),
        ("joue_random", parties.joue_random),
        ("probabilite_hasard", parties.probabilite_hasard),
    ],
)
def test_une_erreur_comptee_une_fois(nom, fonction, monkeypatch):
    """Une fonction juste est-elle acceptée quand celle qu'elle appelle, fini, est fausse ?"""
    monkeypatch.setattr(parties, "fini", reponses_tp1_fini.fini_joueurs_echanges)
    bilan = examiner(TP, nom, fonction)
    assert bilan.etat == "juste", bilan.message


def test_fini_absente(monkeypatch):
    """joue_hasard est-elle jugée même si fini n'est pas encore écrite ?"""

    def a_faire(G):
        raise NotImplementedError

    monkeypatch.setattr(parties, "fini", a_faire)
    bilan = examiner(TP, "joue_hasard", parties.joue_hasard)
    assert bilan.etat == "juste"
    assert "versions justes" in bilan.message


@pytest.mark.parametrize("graine", range(2))
def test_autres_graines(graine):
    """D'autres graines et plus d'essais donnent-ils le même verdict ?"""
    fonctions = {
        "coups": reponses_tp1_grille.coups,
        "fini": reponses_tp1_fini.fini,
        "joue_hasard": parties.joue_hasard,
    }
    for nom, fonction in fonctions.items():
        assert examiner(TP, nom, fonction, graine, ampleur=2).etat == "juste"
    assert examiner(TP, "joue_hasard", parties.jamais_le_dernier_coup, graine).etat == "faux"


def test_positions_trompeuses():
    """Les grilles trompeuses sont-elles bien sans gagnant ?"""
    for coups in (*fini._TROIS, *fini._TROUEES, *fini._BORDS_FINI):
        assert Position.depuis_coups(coups).gagnant == 0


def test_parties_prevues():
    """Les parties imposées couvrent-elles chaque issue, jusqu'à la dernière case ?"""
    assert {(p.gagnant, p.nb_coups) for p in parties_prevues()} == {(1, 7), (2, 8), (1, 41), (2, 42), (0, 42)}
