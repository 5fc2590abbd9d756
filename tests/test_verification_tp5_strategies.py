"""Les vérifications du TP 5, éprouvées sur des réponses d'élèves."""

import random
from itertools import pairwise

import pytest
from reponses import EpreuveDesReponses
from reponses.tp5_strategies import RECUEIL

from p4core.codages import vers_jetons
from p4core.jeu import Position
from p4cours.tp5_strategies import grilles
from p4cours.tp5_strategies import grilles as lignes
from p4cours.tp5_strategies import ia2 as ia2_essais
from p4cours.tp5_strategies import selections as slc_essais
from p4cours.verification import examiner, positions, questions

TP = "tp5_strategies"


class TestReponses(EpreuveDesReponses):
    """Chaque réponse du recueil."""

    recueil = RECUEIL


@pytest.mark.parametrize("nom", ["slc2", "slc3", "slc4_corrigee", "ia2"])
def test_une_erreur_comptee_une_fois(nom):
    """Une fonction juste est-elle acceptée quand ajouter et listcolok, qu'elle appelle, sont fausses ?"""
    reponse = RECUEIL.fonction(nom, ajouter="toujours_en_bas", listcolok="ok_inverse")
    bilan = examiner(TP, nom, reponse)
    assert bilan.etat == "juste", bilan.message
    assert "versions justes" in bilan.message


@pytest.mark.parametrize("graine", range(2))
@pytest.mark.parametrize("nom", questions(TP))
def test_autres_graines(nom, graine):
    """D'autres graines et plus d'essais donnent-ils le même verdict ?"""
    assert examiner(TP, nom, RECUEIL.fonction(nom), graine, ampleur=2).etat == "juste"


def test_exemple_du_sujet():
    """Sur l'exemple, chaque colonne donne-t-elle une suite de 3, et slc2 garde-t-elle [2, 3, 6] ?"""
    position = grilles.dessinee(slc_essais.EXEMPLE)
    assert {lignes.maxi(grilles.poser(position, x, 1), 1) for x in range(7)} == {3}
    assert slc_essais.selection(position, [1, 2, 3, 4, 5, 6, 7], 1) == [2, 3, 6]


@pytest.mark.parametrize("taille", [(7, 6, 4), *grilles.AUTRES])
def test_places_et_comptes(taille):
    """Les deux façons de compter les jetons d'une fenêtre s'accordent-elles ?"""
    alea = random.Random(3)
    for position in positions.au_hasard(alea, 15, Position(*taille)):
        vides = [(x, y) for x in range(taille[0]) for y in range(taille[1]) if not position.case(x, y)]
        for joueur in (1, 2):
            comptes = {c: max(lignes.compte(position, c, d, joueur) for d in lignes.PAS) for c in vides}
            mieux, cases = lignes.places(position, joueur)
            assert mieux == max(comptes.values(), default=0)
            assert sorted(cases) == sorted(c for c in vides if comptes[c] == mieux)


def test_chaque_regle_de_ia2():
    """Chaque règle de la cascade a-t-elle ses positions, des plus petites aux plus grandes ?"""
    for nom, choisies in ia2_essais.choisies().items():
        assert choisies, nom
        assert all(a.nb_coups <= b.nb_coups for a, b in pairwise(choisies))


def test_fins_choisies():
    """Dans les fins choisies à la main, slc2 ne choisit-elle plus, et une colonne est-elle à éviter ?"""
    for position, lcj, joueur in slc_essais.fins():
        assert set(slc_essais.apports(position, lcj, joueur).values()) == {0}
        assert (
            slc_essais.retenues(position, lcj, joueur) != slc_essais.selection(position, lcj, joueur) == lcj
        )


def test_poser_sur_une_colonne_pleine():
    """Un pion posé dans une colonne pleine laisse-t-il la position inchangée ?"""
    position = Position.depuis_coups("111111")
    assert vers_jetons(grilles.poser(position, 0, 1)) == vers_jetons(position)
