"""La justesse des IA, mesurée par le solveur."""

from __future__ import annotations

import random

import pytest

from p4core import IA_REGLES, Position
from p4core.ia.joueurs import adapter
from p4core.ia.solveur import scores
from p4core.tournois.mesure import mesurer, positions_decisives

PETITE = Position(5, 4, 4)


def pire(position: Position) -> int:
    """Joue toujours le coup du plus petit score."""
    notes = scores(position)
    return min(notes, key=lambda x: notes[x])


def mesures(joueurs, positions=40, **options):
    """Par nom, sur la petite grille."""
    return {m.nom: m for m in mesurer(joueurs, positions, depart=PETITE, visible=False, **options)}


def test_du_parfait_au_pire():
    """Le joueur parfait garde-t-il toujours le résultat, et celui qui joue le pire, jamais ?"""
    trouvees = mesures({"pire": pire, "hasard": "hasard", "parfait": "parfait"})
    assert list(trouvees) == ["parfait", "hasard", "pire"]
    assert (trouvees["parfait"].gardes, trouvees["parfait"].parfaits, trouvees["parfait"].perdus) == (
        40,
        40,
        0,
    )
    assert trouvees["pire"].gardes == 0 and trouvees["pire"].perdus >= 40
    assert 0 < trouvees["hasard"].gardes < 40


def test_les_positions_laissent_un_choix():
    """Chaque position a-t-elle un coup qui garde le résultat et un qui le perd ?"""
    for position, notes in positions_decisives(30, 1, PETITE):
        assert notes == scores(position)
        assert len({(note > 0) - (note < 0) for note in notes.values()}) > 1


def test_meme_graine_meme_tableau():
    """Avec la même graine, des IA qui tirent au sort ont-elles les mêmes mesures ? Avec une autre, non ?"""

    def du_module(position):
        return random.choice(position.coups())

    joueurs = {"module": du_module, "hasard": "hasard", "2": IA_REGLES["2"]}
    assert mesures(joueurs) == mesures(joueurs)
    assert mesures(joueurs) != mesures(joueurs, graine=7)


def test_les_fonctions_des_tp():
    """Une fonction d'élève, dans le codage d'un TP, est-elle mesurée comme les autres ?"""

    def minmax(G, j, W, p):
        x = min(x for x in range(5) if 0 in G[x])
        return x, G[x].index(0)

    (mesure,) = mesurer({"élève": adapter(minmax, "colonnes", W=[1], p=0)}, 20, depart=PETITE, visible=False)
    (attendue,) = mesurer({"élève": lambda position: position.coups()[0]}, 20, depart=PETITE, visible=False)
    assert not mesure.fautes and mesure == attendue


def test_une_faute_ne_garde_rien_et_se_lit():
    """Un coup interdit, une erreur, une boucle sans fin sont-ils comptés et nommés, sans rien arrêter ?"""

    def sans_fin(position):
        while True:
            pass

    fautifs = {"nul": lambda p: None, "erreur": lambda p: 1 // 0, "lent": sans_fin}
    tableau = mesurer(fautifs, 2, depart=PETITE, delai=0.3, visible=False)
    assert [(m.nom, m.gardes, len(m.fautes)) for m in tableau] == [(nom, 0, 2) for nom in fautifs]
    texte = str(tableau)
    assert "un return oublié" in texte and "ZeroDivisionError" in texte and "plus de 0,3 s" in texte
    assert "—" in texte


def test_demandes_impossibles():
    """Une demande qui n'a pas de sens est-elle refusée par une phrase ?"""
    with pytest.raises(ValueError, match="au moins une"):
        mesurer({"hasard": "hasard"}, 0)
    with pytest.raises(ValueError, match="vide"):
        mesurer({"hasard": "hasard"}, depart=Position().jouer(3))
    with pytest.raises(TypeError, match="« trois » doit être une fonction"):
        mesurer({"trois": 3})
    with pytest.raises(ValueError, match="rien à mesurer"):
        mesurer({"hasard": "hasard"}, 2, depart=Position(3, 3, 4), visible=False)


def test_par_pli():
    """Les coups sont-ils répartis par tranche de pions, sans en perdre, et dessinés avec leur intervalle ?"""
    tableau = mesurer({"hasard": "hasard", "parfait": "parfait"}, 40, depart=PETITE, visible=False)
    for mesure in tableau:
        plis = mesure.par_pli(6)
        assert sum(d.parties for d in plis.values()) == mesure.coups
        assert sum(d.victoires for d in plis.values()) == mesure.gardes
        assert all(pli % 6 == 3 for pli in plis) and list(plis) == sorted(plis)
    figure = tableau.courbe("hasard", tranche=4)
    assert "tranches de 4" in figure.svg() and "hasard" in str(figure) and "parfait" not in str(figure)
    assert "<table" in tableau._repr_html_()


def test_deux_ia_position_par_position():
    """Contre le pire joueur, le parfait garde-t-il seul le résultat partout ? Un nom inconnu est-il dit ?"""
    tableau = mesurer({"pire": pire, "parfait": "parfait"}, 20, depart=PETITE, visible=False)
    duel = tableau.contre("parfait", "pire")
    assert (duel.victoires, duel.nulles, duel.defaites) == (20, 0, 0)
    with pytest.raises(KeyError, match="Pas de mesure de « absent »"):
        tableau.de("absent")
