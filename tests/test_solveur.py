"""Le solveur exact : contre un min-max complet, contre lui-même, contre un autre solveur."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from functools import cache
from importlib import resources

import pytest

from p4core.ia.compilation import COMPILE
from p4core.ia.solveur.calcul import Calcul, CalculPartage, bits, grille_de, table_pour
from p4core.ia.solveur.livre import livre_pour
from p4core.ia.solveur.noyau import GrilleTropGrande, geometrie
from p4core.ia.solveur.resolution import (
    Resolution,
    joueur_parfait,
    ligne_principale,
    meilleurs_coups,
    resoudre,
    score,
    scores,
)
from p4core.jeu import Position, promenade

compile_requis = pytest.mark.skipif(not COMPILE, reason="numba est absent")


def au_hasard(alea: random.Random, plis: int, grille=(7, 6, 4)) -> Position:
    """Une position non finie de ce nombre de pions."""
    while True:
        position = promenade(alea, plis, Position(*grille))[-1]
        if not position.finie:
            return position


def tirage(graine: int, plis: range, par_pli: int, grille=(7, 6, 4)) -> list[Position]:
    alea = random.Random(graine)
    return [au_hasard(alea, pli, grille) for pli in plis for _ in range(par_pli)]


@cache
def minmax(position: Position) -> int:
    """Le score par la définition, sans aucun élagage."""
    cases = position.largeur * position.hauteur
    if position.gagnant:
        return -((cases + 2 - position.nb_coups) // 2)
    if position.pleine:
        return 0
    return max(-minmax(position.jouer(x)) for x in position.coups())


def miroir(position: Position) -> Position:
    return Position.depuis_coups([position.largeur - x for x in position.historique], *grille_de(position))


def lot(positions: list[Position]) -> list[int]:
    return Calcul(grille_de(positions[0]), [bits(p) for p in positions]).terminer()


def test_fin_de_partie_comme_minmax():
    """Les positions tardives ont-elles le score du min-max complet ?"""
    for position in tirage(1, range(32, 42), 10):
        assert score(position) == minmax(position), position


@pytest.mark.parametrize("grille", [(4, 4, 4), (5, 4, 4), (4, 5, 4)])
def test_petites_grilles_comme_minmax(grille):
    """D'autres grilles, de hauteur paire ou impaire, ont-elles le score du min-max complet ?"""
    cases = grille[0] * grille[1]
    for position in tirage(2, range(cases - 10, cases), 8, grille):
        assert score(position) == minmax(position), position


def test_echelle_des_scores():
    """Un gain au prochain coup vaut-il (43 − coups joués) // 2, et sa menace double l'opposé ?"""
    assert score(Position.depuis_coups("112233")) == (43 - 6) // 2
    assert score(Position.depuis_coups("4455")) == (43 - 6) // 2  # 3 ou 6 : trois alignés, deux bouts libres
    assert score(Position.depuis_coups("44553")) == -((43 - 6) // 2)


def test_partie_finie():
    """Une partie finie a-t-elle un score et aucun coup ?"""
    gagnee = Position.depuis_coups("1122334")
    assert score(gagnee) == -((43 - 6) // 2)
    assert scores(gagnee) == {} and meilleurs_coups(gagnee) == [] and ligne_principale(gagnee) == []
    assert resoudre(gagnee).intervalle == (score(gagnee), score(gagnee))


def test_miroir():
    """Une position et son miroir ont-elles le même score ?"""
    positions = tirage(3, range(16, 34), 5)
    assert lot(positions) == lot([miroir(p) for p in positions])


def test_score_est_le_meilleur_des_suivantes():
    """Le score d'une position est-il le meilleur de ses colonnes ?"""
    for position in tirage(4, range(20, 40), 2):
        colonnes = scores(position)
        assert list(colonnes) == position.coups()
        assert score(position) == max(colonnes.values())
        assert meilleurs_coups(position) == [x for x, s in colonnes.items() if s == score(position)]


def test_ligne_principale_tient_ses_promesses():
    """La suite parfaite mène-t-elle au résultat annoncé, au coup près ?"""
    for position in tirage(5, range(22, 40, 3), 2):
        fin = position
        for x in ligne_principale(position):
            fin = fin.jouer(x)
        assert fin.finie
        meme_camp = fin.trait == position.trait
        assert score(fin) == (score(position) if meme_camp else -score(position))


def test_joueur_parfait():
    """Le joueur parfait choisit-il parmi les meilleurs coups, et seulement parmi eux ?"""
    position = tirage(6, range(26, 27), 1)[0]
    joueur = joueur_parfait(random.Random(0))
    assert {joueur(position) for _ in range(40)} == set(meilleurs_coups(position))


def test_un_delai_arrete_le_calcul():
    """Un calcul arrêté dit-il ce qu'il sait, sans rien affirmer de faux ?"""
    position = tirage(7, range(14, 15), 1)[0]
    etats: list[Resolution] = []
    court = resoudre(position, delai=0, suivi=etats.append)
    assert not etats and not court.complete
    exact = resoudre(tirage(7, range(24, 25), 1)[0], suivi=etats.append)
    assert exact.complete and etats
    for etat in etats:
        for x, (bas, haut) in etat.intervalles.items():
            assert bas <= exact.scores[x] <= haut


def test_une_partie_vite_gagnee_coute_peu():
    """Un gain ou une perte à moins de 14 coups se trouvent-ils en quelques milliers de nœuds ?"""
    vites = {"574346": 13, "352636": 12, "122117235155": 9, "72544626115": -10}
    for coups, attendu in vites.items():
        position = Position.depuis_coups(coups)
        table_pour.cache_clear()
        calcul = Calcul(grille_de(position), [bits(position)])
        assert calcul.terminer() == [attendu]
        assert calcul.noeuds < 5000, coups


def test_reprise():
    """Un calcul mené nœud après nœud visite-t-il les mêmes nœuds que d'une traite ?"""
    position = tirage(8, range(26, 27), 1)[0]

    def calculer(pas: int) -> tuple[list[int], int]:
        table_pour.cache_clear()
        calcul = Calcul(grille_de(position), [bits(position)])
        while not calcul.avancer(pas):
            pass
        return calcul.scores, calcul.noeuds

    assert calculer(1) == calculer(100_000)


def test_grille_trop_grande():
    """Une grille de plus de 64 bits est-elle refusée clairement ?"""
    assert geometrie(8, 7, 4).plein.bit_count() == 56
    with pytest.raises(GrilleTropGrande, match="72 bits"):
        geometrie(9, 7, 4)


SANS_NUMBA = """
import json, sys
from p4core import Position
from p4core.ia.solveur import CalculTropLong, score
from p4core.ia.compilation import COMPILE
from p4core.ia.solveur.calcul import Calcul, bits, grille_de, table_pour

def cherche(coups, grille):
    table_pour.cache_clear()
    position = Position.depuis_coups(coups, *grille)
    calcul = Calcul(grille_de(position), [bits(position)])
    return calcul.terminer()[0], calcul.noeuds

try:
    refus = score(Position(7, 6, 4).jouer(0))
except CalculTropLong as erreur:
    refus = str(erreur)
resultats = [cherche(*essai) for essai in json.load(sys.stdin)]
print(json.dumps([COMPILE, "numba" in sys.modules, refus, resultats]))
"""


def en_python_seul(essais):
    """Ce que répond le même solveur dans un Python privé de numba."""
    reponse = subprocess.run(
        [sys.executable, "-c", SANS_NUMBA],
        input=json.dumps(essais),
        env={**os.environ, "P4CORE_SANS_NUMBA": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(reponse.stdout)


@compile_requis
def test_compile_et_python_visitent_les_memes_noeuds():
    """Compilée ou non, la source donne-t-elle les mêmes scores et les mêmes nombres de nœuds ?"""
    positions = tirage(9, range(26, 41), 3)
    essais = [([x + 1 for x in p.historique], (7, 6, 4)) for p in positions]
    compilee, charge, refus, resultats = en_python_seul(essais)
    assert not compilee and not charge
    assert isinstance(refus, int) or "numba" in refus  # un entier si un livre connaît la position
    for position, attendu in zip(positions, resultats, strict=True):
        table_pour.cache_clear()
        calcul = Calcul(grille_de(position), [bits(position)])
        assert [calcul.terminer()[0], calcul.noeuds] == attendu, position


def test_autres_longueurs_comme_minmax():
    """Aligner trois ou cinq pions : le score est-il celui du min-max complet ?"""
    positions = tirage(10, range(4, 8), 3, (4, 4, 3)) + tirage(10, range(12, 18), 3, (4, 5, 5))
    positions += tirage(10, range(2), 1, (4, 3, 2))
    _, _, _, resultats = en_python_seul([([x + 1 for x in p.historique], grille_de(p)) for p in positions])
    assert [s for s, _ in resultats] == [minmax(p) for p in positions]


@pytest.fixture(scope="module")
def son_score():
    """Le score d'une position selon BitBully, qui lit son propre livre jusqu'à 12 pions."""
    noyau = pytest.importorskip("bitbully.bitbully_core", reason="BitBully est absent")
    bases = pytest.importorskip("bitbully_databases", reason="le livre de BitBully est absent")
    autre = noyau.BitBullyCore(str(resources.files(bases) / "assets/book_12ply_distances.dat"))

    def calculer(position: Position) -> int:
        plateau = noyau.BoardCore()
        for x in position.historique:
            assert plateau.play(x)
        return autre.mtdf(plateau, 0)

    return calculer


@compile_requis
def test_comme_un_autre_solveur(son_score):
    """Des milliers de positions de tous les plis ont-elles le score que leur donne BitBully ?"""
    positions = tirage(14, range(9, 12), 5) + tirage(11, range(12, 17), 8)
    positions += tirage(12, range(17, 22), 50) + tirage(13, range(22, 42), 120)
    assert lot(positions) == [son_score(p) for p in positions]


@compile_requis
def test_l_ouverture_comme_un_autre_solveur(son_score):
    """Avec le livre, les positions des dix premiers coups ont-elles le score que leur donne BitBully ?"""
    assert livre_pour((7, 6, 4)), "le livre 7 × 6 n'est pas dans la bibliothèque"
    positions = tirage(15, range(0, 4), 10) + tirage(16, range(4, 11), 300)
    assert [score(p) for p in positions] == [son_score(p) for p in positions]


@pytest.fixture
def fils_tot_joints(monkeypatch):
    """Les autres fils se joignent au calcul presque aussitôt, et mettent souvent en commun."""
    monkeypatch.setattr("p4core.ia.solveur.calcul.SEUL", 2000)
    monkeypatch.setattr("p4core.ia.solveur.calcul.ENSEMBLE", 2000)


@compile_requis
def test_deux_fils_donnent_le_meme_score(fils_tot_joints):
    """À deux fils sur une même table, le score est-il celui d'un seul, et chacun travaille-t-il moins ?"""
    positions = tirage(17, range(14, 20), 12)
    calculs = [CalculPartage(grille_de(p), bits(p), fils=2) for p in positions]
    assert [calcul.terminer()[0] for calcul in calculs] == lot(positions)


@compile_requis
@pytest.mark.parametrize("fils", [2, 4])
def test_les_colonnes_cherchees_de_front(fils_tot_joints, fils):
    """Cherchées à plusieurs fils, les colonnes ont-elles chacune son score, et le délai est-il suivi ?"""
    for position in tirage(19, range(12, 18), 3):
        etapes = []
        trouvee = resoudre(position, suivi=etapes.append, fils=fils)
        assert trouvee.scores == resoudre(position, fils=1).scores
        assert [e.noeuds for e in etapes] == sorted(e.noeuds for e in etapes)
        assert not resoudre(position, delai=0, fils=fils).noeuds


def test_un_calcul_borne_donne_le_meme_score():
    """Un calcul qui sait déjà dans quel intervalle est le score le trouve-t-il ?"""
    for position, exact in zip(ps := tirage(18, range(24, 36), 2), lot(ps), strict=True):
        for bas, haut in ((exact, 30), (-30, exact), (exact - 1, exact + 1), (exact, exact)):
            calcul = CalculPartage(grille_de(position), bits(position))
            calcul.borner(bas, haut)
            assert calcul.terminer() == [exact]
