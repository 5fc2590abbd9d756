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
        ("tp1_grille", "init", 4),
        ("tp1_grille", "coups", 5),
        ("tp1_grille", "fini", 6),
        ("tp2_minmax", "nbr_pions", 5),
        ("tp2_minmax", "heuristique", 4),
        ("tp3_ia", "victoire", 4),
        ("tp3_ia", "enlever_coup", 4),
        ("tp3_ia", "eval_serie", 5),
        ("tp3_ia", "IAvIA", 5),
        ("tp4_graphe", "depose_pion", 4),
        ("tp4_graphe", "gagnant", 4),
        ("tp4_graphe", "minimax_h2", 4),
        ("tp5_pieges", "listcolok", 5),
        ("tp6_tournoi", "maxix", 4),
    ],
)
def test_aucun_rescape(tp, question, nombre):
    """Parmi ces mutants, aucun n'est-il accepté à tort ?"""
    assert [f"{mutant} : {indice}" for mutant, indice in rescapes(tp, question, nombre)] == []
