"""Des réponses justes abîmées d'un geste : aucune ne doit passer (toutes : `python -m bench.mutants`)."""

import pytest

from bench.mutants import mutants, rescapes


def test_les_gestes():
    """Les mutants d'une fonction sont-ils différents d'elle, et entre eux ?"""
    source = (
        "def f(G, x):\n    if x < 2 and G[x][1] == 0:\n        return [x + 1, G[:3]]\n    return g(x, G)\n"
    )
    sources = [mutant.source for mutant in mutants("f", source)]
    assert len(sources) == len(set(sources)) > 12 and source.strip() not in sources


@pytest.mark.parametrize(
    ("tp", "question", "nombre"),
    [
        ("tp1_grille", "init", 8),
        ("tp1_grille", "coups", 10),
        ("tp1_grille", "fini", 12),
        ("tp2_minmax", "nbr_pions", 10),
        ("tp2_minmax", "heuristique", 8),
        ("tp3_ia", "victoire", 8),
        ("tp3_ia", "enlever_coup", 8),
        ("tp3_ia", "eval_serie", 10),
        ("tp3_ia", "IAvIA", 10),
        ("tp4_graphe", "depose_pion", 8),
        ("tp4_graphe", "gagnant", 8),
        ("tp4_graphe", "minimax_h2", 8),
        ("tp5_pieges", "listcolok", 9),
        ("tp6_tournoi", "maxix", 5),
    ],
)
def test_aucun_rescape(tp, question, nombre):
    """Parmi ces mutants, aucun n'est-il accepté à tort ?"""
    assert [f"{mutant} : {indice}" for mutant, indice in rescapes(tp, question, nombre)] == []
