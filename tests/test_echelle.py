"""L'échelle de force : un joueur situé du hasard au jeu parfait, ses fautes dites en une ligne."""

import random
from inspect import signature

import pytest

from p4core import IA_REGLES
from p4core.jeu import SECONDES_PAR_COUP
from p4core.tournois import echelle as module
from p4core.tournois.confrontations import Decompte
from p4core.tournois.echelle import FAUTES_MAX, REFERENCE, Echelle, barreaux, echelle


@pytest.fixture(autouse=True)
def sans_les_plus_lents(monkeypatch):
    """Deux barreaux suffisent à éprouver les parties."""
    monkeypatch.setattr(module, "barreaux", lambda: {"hasard": barreaux()["hasard"], "1.1": IA_REGLES["1.1"]})


def au_centre(position):
    """La colonne jouable la plus centrale."""
    return min(position.coups(), key=lambda x: abs(x - 3))


def test_la_reference_est_complete():
    """Chaque barreau a-t-il rencontré chaque autre, et le jeu parfait est-il le plus fort, le hasard à 0 ?"""
    noms = list(barreaux())
    assert set(REFERENCE) == {(a, b) for i, a in enumerate(noms) for b in noms[i + 1 :]}
    assert {d.parties for d in REFERENCE.values()} == {100}
    forces = Echelle("élève", {"hasard": Decompte(1, 0, 1)}).forces()
    assert forces[-1].nom == "parfait"
    assert next(r for r in forces if r.nom == "hasard").force == 0


def test_une_force_et_son_intervalle():
    """Qui bat le hasard est-il au-dessus de lui, et son intervalle autour de sa force ?"""
    fort = Echelle("élève", {"hasard": Decompte(19, 0, 1), "1.1": Decompte(5, 0, 5)}).force
    faible = Echelle("élève", {"hasard": Decompte(8, 0, 12), "1.1": Decompte(0, 0, 10)}).force
    assert fort.force > 100 > faible.force and fort.bas < fort.force < fort.haut
    longue = Echelle("élève", {"hasard": Decompte(190, 0, 10), "1.1": Decompte(50, 0, 50)}).force
    assert longue.haut - longue.bas < fort.haut - fort.bas


def test_des_parties_de_chaque_cote():
    """Autant de parties contre chaque barreau, les mêmes avec la même graine, et un résultat lisible ?"""
    essai = echelle(au_centre, parties=4, visible=False)
    assert {nom: d.parties for nom, d in essai.bilans.items()} == {"hasard": 4, "1.1": 4}
    assert essai.bilans == echelle(au_centre, parties=4, visible=False).bilans
    assert "Force de au_centre" in str(essai) and "1.1" in str(essai) and not essai.fautes
    assert "<table" in essai._repr_html_() and "<svg" in essai._repr_html_()
    assert "parfait" in str(essai.figure())


def sans_fin(position):
    """Ne rend jamais la main."""
    while True:
        pass


FAUTIFS = {
    "colonne pleine ou absente": (lambda position: 7, "colonne"),
    "rien": (lambda position: None, "return oublié"),
    "une erreur": (lambda position: 1 // 0, "ZeroDivisionError"),
    "trop long": (sans_fin, "plus de 0,2 s"),
    "deux arguments": (lambda position, autre: 0, "plusieurs arguments"),
    "pas une fonction": (3, "Une fonction est attendue"),
}


@pytest.mark.parametrize("cas", FAUTIFS)
def test_une_faute_en_une_ligne(cas):
    """Une entrée fautive est-elle arrêtée par une seule ligne en français ?"""
    joueur, mots = FAUTIFS[cas]
    essai = echelle(joueur, parties=4, delai=0.2, visible=False)
    assert mots in str(essai) and "\n" not in str(essai)
    assert mots in essai._repr_html_().replace("&#x27;", "'")
    assert len(essai.fautes) in (0, FAUTES_MAX)


def test_une_faute_de_temps_en_temps():
    """Une seule faute perd-elle sa partie, sans arrêter l'essai ?"""
    fois = []

    def distrait(position):
        fois.append(position)
        return 9 if len(fois) == 3 else random.choice(position.coups())

    essai = echelle(distrait, parties=2, visible=False)
    assert len(essai.fautes) == 1 and essai.bilans["hasard"].defaites >= 1
    assert "1 partie perdue par une faute" in str(essai) and "partie n° 1" in essai.fautes[0]


@pytest.mark.parametrize("parties", [0, 3, True, "dix"])
def test_un_nombre_de_parties(parties):
    """Un nombre de parties impair ou absurde est-il refusé ?"""
    with pytest.raises(ValueError, match="nombre pair"):
        echelle(au_centre, parties=parties)


def test_le_temps_du_tournoi():
    """Le temps d'un coup est-il celui du tournoi de la classe ?"""
    assert signature(echelle).parameters["delai"].default == SECONDES_PAR_COUP == 1
