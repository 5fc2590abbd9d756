"""Les mesures d'une recherche et leurs courbes."""

from reponses.tp3_ia import RECUEIL

from p4cours.tp3_ia.fournitures import courbes, mesurer, tableau

IA, IA_memo = RECUEIL.fonction("IA"), RECUEIL.fonction("IA_memo")


def mesures():
    """IA et IA_memo sur une grille 4 × 4 vide."""
    grille, hauteur = [[0] * 4 for _ in range(4)], [0] * 4
    return {f.__name__: mesurer(f, grille, hauteur, [1, 2, 3]) for f in (IA, IA_memo)}


def test_evaluations_comptees():
    """Le nombre d'évaluations est-il celui des feuilles, différentes pour IA_memo ?"""
    comptes = {nom: [m.evaluations for m in serie] for nom, serie in mesures().items()}
    assert comptes["IA"] == [4, 16, 64]
    assert comptes["IA_memo"][:2] == [4, 16]
    assert comptes["IA_memo"][2] < 64


def test_fonction_rendue():
    """Après la mesure, eval_grille est-elle redevenue celle du notebook ?"""
    avant = IA.__globals__["eval_grille"]
    mesures()
    assert IA.__globals__["eval_grille"] is avant


def test_tableau():
    """Le tableau a-t-il une ligne par profondeur ?"""
    lignes = tableau(mesures()).splitlines()
    assert len(lignes) == 4
    assert lignes[2].split() == ["2", "16", "16"]


def test_courbes():
    """Les deux tracés sont-ils en échelle logarithmique, chaque série avec sa marque et son trait ?"""
    axes = courbes(mesures()).axes
    assert [axe.get_yscale() for axe in axes] == ["log", "log"]
    for axe in axes:
        assert len({(ligne.get_marker(), ligne.get_linestyle()) for ligne in axe.lines}) == 2
        assert [texte.get_text() for texte in axe.get_legend().get_texts()] == ["IA", "IA_memo"]
