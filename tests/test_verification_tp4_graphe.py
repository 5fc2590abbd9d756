"""Les vérifications du TP 4, éprouvées sur des réponses d'élèves."""

from math import inf

import pytest
import reponses_tp4_graphe as graphe
import reponses_tp4_recherche as recherche
from reponses import EpreuveDesReponses, Recueil

from p4core.position import Position
from p4core.verification import examiner
from p4core.verification.tp4_graphe import gagnant, minimax
from p4core.verification.tp4_graphe.fenetres import gagne_en_tournant
from p4core.verification.tp4_graphe.recherches import perdues
from p4core.verification.tp4_graphe.tirages import FINS, FINS_FORCEES, invraisemblable, lois

TP = "tp4_graphe"


@pytest.fixture(autouse=True)
def memoire_neuve():
    """Les réponses qui gardent une mémoire commencent chaque test sans elle."""
    recherche.memoire.clear()


class TestReponses(EpreuveDesReponses):
    """Chaque réponse du recueil."""

    tp, recueil = TP, Recueil.reunir(graphe.RECUEIL, recherche.RECUEIL)


def test_h_non_traitee():
    """h_alea dont seule la fonction h reste à écrire est-elle « non traitée » ?"""

    def h_alea(nb):
        def h(s):
            raise NotImplementedError

        return h

    assert examiner(TP, "h_alea", h_alea).etat == "non traité"


@pytest.mark.parametrize("nom", ["fin_alea", "h_alea", "minimax_h2", "nb_distinctes"])
def test_une_erreur_comptee_une_fois(nom, monkeypatch):
    """Une fonction juste est-elle acceptée quand eval_f et fils, qu'elle appelle, sont fausses ?"""
    monkeypatch.setattr(recherche, "eval_f", graphe.eval_signes)
    monkeypatch.setattr(recherche, "fils", graphe.fils_six_colonnes)
    bilan = examiner(TP, nom, getattr(recherche, nom))
    assert bilan.etat == "juste", bilan.message


def test_grille_de_depart_abimee(monkeypatch):
    """nb_distinctes est-elle acceptée quand depose_pion a rempli la grille de départ, en la modifiant ?"""
    monkeypatch.setattr(recherche, "grille0", [[1] * 7] + [[None] * 7 for _ in range(5)])
    assert examiner(TP, "nb_distinctes", recherche.nb_distinctes).etat == "juste"


@pytest.mark.parametrize("graine", range(2))
@pytest.mark.parametrize("nom", ["depose_pion", "partie_nulle", "gagnant", "eval_f", "fils"])
def test_autres_graines(nom, graine):
    """D'autres graines et plus d'essais donnent-ils le même verdict ?"""
    assert examiner(TP, nom, getattr(graphe, nom), graine, ampleur=2).etat == "juste"


@pytest.mark.parametrize("graine", range(2))
@pytest.mark.parametrize("nom", ["fin_alea", "h_alea", "minimax_h2"])
def test_autres_graines_recherche(nom, graine):
    """Les fonctions qui tirent au hasard ou cherchent sont-elles acceptées avec d'autres graines ?"""
    assert examiner(TP, nom, getattr(recherche, nom), graine, ampleur=2).etat == "juste"


@pytest.mark.parametrize(("coups", "attendue"), list(zip(FINS_FORCEES, (0, inf, -inf) * 3, strict=True)))
def test_fins_forcees(coups, attendue):
    """Les fins forcées n'ont-elles bien qu'une issue, dans l'ordre annoncé ?"""
    assert lois(Position.depuis_coups(coups))[attendue] == 1


@pytest.mark.parametrize("coups", FINS)
def test_fins_indecises(coups):
    """Les probabilités exactes ont-elles pour somme 1, sans issue presque certaine ?"""
    loi = lois(Position.depuis_coups(coups))
    assert sum(loi.values()) == pytest.approx(1)
    assert max(loi.values()) < 0.7


@pytest.mark.parametrize(("succes", "verdict"), [(100, False), (120, False), (150, True), (0, True)])
def test_invraisemblable(succes, verdict):
    """Sur 200 tirages à une chance sur deux, seuls les écarts énormes sont-ils refusés ?"""
    assert invraisemblable(succes, 200, 0.5) is verdict


def test_perdues_et_bords():
    """Les positions choisies à la main sont-elles perdues, ou trompeuses, comme prévu ?"""
    assert all(perdues(Position.depuis_coups(coups)) for coups in minimax._PERDUES)
    for coups in gagnant._DE_L_AUTRE_COTE:
        position = Position.depuis_coups(coups)
        assert not position.gagnant
        assert gagne_en_tournant(position, position.dernier)
