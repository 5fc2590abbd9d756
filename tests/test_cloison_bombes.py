"""Des messages courts que les tests mettraient une éternité, ou toute la mémoire, à relire."""

import pytest

from p4prof.cloison.protocole import Decodeur, Illisible

MULTIPLES = [k * (2**61 - 1) for k in range(20_000)]  # tous de même empreinte
BOMBES = {
    "un ensemble": ["s", 1, *MULTIPLES],
    "un ensemble figé": ["fs", *MULTIPLES],
    "un dictionnaire": ["d", 1, *(e for k in MULTIPLES for e in (k, 0))],
    "une liste à mettre dans un ensemble": ["l", 1, *MULTIPLES],
    "mille tableaux": ["l", 1, *[["a", "<U250000", ["x"]]] * 1000],
    "mille ranges": ["l", 1, *[["g", 0, 1_000_000, 1]] * 1000],
    "cent mille objets": ["l", 1, *[["o", "a", ""]] * 100_000],
    "cent mille fonctions": ["l", 1, *[["f", 0, "f", None]] * 100_000],
}


@pytest.mark.parametrize("nom", BOMBES)
def test_bombe(nom):
    """Un message court, qui demanderait une éternité ou toute la mémoire, est-il refusé ?"""
    with pytest.raises(Illisible):
        Decodeur().decoder(BOMBES[nom], lambda b: len)
