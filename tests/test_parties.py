"""Les parties entières."""

import random

from p4core import Position
from p4core.jeu import au_hasard, partie, partie_hasard


def test_partie_entre_deux_joueurs():
    """Deux joueurs entêtés donnent-ils la partie attendue ?"""
    fin = partie(lambda p: 0, lambda p: 1)
    assert fin.notation == "1212121" and fin.gagnant == 1


def test_parties_au_hasard():
    """Sur 2 000 parties, retrouve-t-on environ 55,7 % de victoires du premier joueur ?"""
    alea = random.Random(11)
    fins = [partie_hasard(alea) for _ in range(2000)]
    assert 0.50 < sum(p.gagnant == 1 for p in fins) / 2000 < 0.61
    assert all(p.finie for p in fins)


def test_meme_graine_meme_partie():
    """Le hasard vient-il tout entier de l'argument ?"""
    assert partie_hasard(random.Random(4)) == partie_hasard(random.Random(4))
    assert au_hasard(random.Random(4))(Position()) in range(7)


def test_depart_donne():
    """Peut-on partir d'une autre position ?"""
    depart = Position.depuis_coups("44")
    assert partie(lambda p: 0, lambda p: 1, depart).notation == "441212121"
