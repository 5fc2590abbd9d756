"""Les vérifications du TP 1, éprouvées sur des réponses d'élèves."""

import pytest
import reponses_tp1_fini
import reponses_tp1_grille
import reponses_tp1_parties as parties
from reponses import Recueil

from p4core.position import Position
from p4core.verification import examiner, questions
from p4core.verification.tp1_grille import fini
from p4core.verification.tp1_grille.scenarios import parties_prevues

TP = "tp1_grille"
RECUEILS = (reponses_tp1_grille.RECUEIL, reponses_tp1_fini.RECUEIL, parties.RECUEIL)
TOUTES = Recueil(
    [r for recueil in RECUEILS for r in recueil.fausses], [r for recueil in RECUEILS for r in recueil.justes]
)


@pytest.fixture(autouse=True)
def memoires_neuves():
    """Les réponses qui gardent une mémoire commencent chaque test sans elle."""
    reponses_tp1_grille.accumules.clear()
    reponses_tp1_fini.deja_vues.clear()
    parties.compteurs[:] = [0, 0, 0]
    for defaut in (parties.G_globale, parties.grille_par_defaut.__defaults__[0]):
        defaut[:] = reponses_tp1_grille.init()
    reponses_tp1_grille.coups_liste_par_defaut.__defaults__[0].clear()


def test_assez_de_reponses():
    """Chaque question a-t-elle au moins 5 réponses fausses et 2 justes ?"""
    assert TOUTES.manques(questions(TP)) == []


@pytest.mark.parametrize("reponse", TOUTES.fausses, ids=str)
def test_fausse(reponse):
    """La réponse est-elle refusée, et son erreur nommée ?"""
    bilan = examiner(TP, reponse.question, reponse.valeur)
    assert bilan.etat == "faux"
    assert bilan.part < 1
    for mot in reponse.mots:
        assert mot in bilan.message
    if reponse.part is not None:
        assert bilan.part == pytest.approx(reponse.part, abs=1e-4)


@pytest.mark.parametrize("reponse", TOUTES.justes, ids=str)
def test_juste(reponse):
    """La réponse est-elle acceptée ?"""
    bilan = examiner(TP, reponse.question, reponse.valeur)
    assert (bilan.etat, bilan.part) == ("juste", 1.0), bilan.message


@pytest.mark.parametrize("nom", [n for n, q in questions(TP).items() if q.parametres is not None])
def test_fonction_non_traitee(nom):
    """La cellule laissée telle quelle est-elle « non traitée » ?"""
    arguments = [f"a{i}" for i in range(questions(TP)[nom].parametres)]
    espace = {}
    exec(f"def {nom}({', '.join(arguments)}):\n    raise NotImplementedError", espace)
    bilan = examiner(TP, nom, espace[nom])
    assert (bilan.etat, bilan.part) == ("non traité", 0.0)


@pytest.mark.parametrize("nom", [n for n, q in questions(TP).items() if q.parametres is None])
def test_valeur_non_traitee(nom):
    """Une réponse laissée à None est-elle « non traitée » ?"""
    assert examiner(TP, nom, None).etat == "non traité"


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
    for coups in (*fini._TROIS, *fini._TROUEES, *fini._BORDS):
        assert Position.depuis_coups(coups).gagnant == 0


def test_parties_prevues():
    """Les parties imposées couvrent-elles chaque issue, jusqu'à la dernière case ?"""
    assert {(p.gagnant, p.nb_coups) for p in parties_prevues()} == {(1, 7), (2, 8), (1, 41), (2, 42), (0, 42)}
