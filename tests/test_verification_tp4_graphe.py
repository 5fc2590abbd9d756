"""Les vérifications du TP 4, éprouvées sur des réponses d'élèves."""

from math import inf

import pytest
from reponses import EpreuveDesReponses
from reponses.tp4_graphe import RECUEIL

from p4core.jeu import Position
from p4cours.tp4_graphe import grille as gagnant
from p4cours.tp4_graphe import minimax
from p4cours.tp4_graphe.alea import FINS, FINS_FORCEES, invraisemblable, lois
from p4cours.tp4_graphe.grille import gagne_en_tournant
from p4cours.tp4_graphe.minimax import perdues
from p4cours.verification import examiner

TP = "tp4_graphe"


class TestReponses(EpreuveDesReponses):
    """Chaque réponse du recueil."""

    recueil = RECUEIL


def test_h_non_traitee():
    """h_alea dont seule la fonction h reste à écrire est-elle « non traitée » ?"""

    def h_alea(nb):
        def h(s):
            raise NotImplementedError

        return h

    assert examiner(TP, "h_alea", h_alea).etat == "non traité"


@pytest.mark.parametrize("nom", ["fin_alea", "h_alea", "minimax_h2", "nb_distinctes"])
def test_une_erreur_comptee_une_fois(nom):
    """Une fonction juste est-elle acceptée quand eval_f et fils, qu'elle appelle, sont fausses ?"""
    bilan = examiner(TP, nom, RECUEIL.fonction(nom, eval_f="eval_signes", fils="fils_six_colonnes"))
    assert bilan.etat == "juste", bilan.message


def test_grille_de_depart_abimee():
    """nb_distinctes est-elle acceptée quand depose_pion a rempli la grille de départ, en la modifiant ?"""
    nb_distinctes = RECUEIL.fonction("nb_distinctes")
    nb_distinctes.__globals__["grille0"][0] = [1] * 7
    assert examiner(TP, "nb_distinctes", nb_distinctes).etat == "juste"


@pytest.mark.parametrize("graine", range(2))
@pytest.mark.parametrize(
    "nom",
    ["depose_pion", "partie_nulle", "gagnant", "eval_f", "fils", "fin_alea", "h_alea", "minimax_h2"],
)
def test_autres_graines(nom, graine):
    """D'autres graines et plus d'essais donnent-ils le même verdict ?"""
    assert examiner(TP, nom, RECUEIL.fonction(nom), graine, ampleur=2).etat == "juste"


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
