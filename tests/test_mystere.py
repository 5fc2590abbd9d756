"""La recherche fournie au TP 4."""

from math import inf

import pytest
from reponses.tp4_graphe import RECUEIL

from p4core.codages import vers_situation
from p4core.jeu import Position
from p4cours.tp4_graphe.minimax import par_poids
from p4cours.tp4_graphe.mystere import coup_entre, cre_minimax_h
from p4cours.verification import examiner

construit_cle = RECUEIL.fonction("construit_cle")  # donnée par le notebook
minimax_h = cre_minimax_h(RECUEIL.fonction("eval_f"), RECUEIL.fonction("fils"), construit_cle)


def chercher(coups, h, k):
    position = Position.depuis_coups(coups)
    return minimax_h(vers_situation(position), None, {}, {}, {}, h, k)


def test_jugee_comme_une_reponse(monkeypatch):
    """minimax_h passe-t-elle tous les essais de minimax_h2 ? (Un élève n'a pas le droit de s'en servir.)"""

    def minimax_h2(s, coup, d_eval, d_stra, d_coup, h, k):
        return minimax_h(s, coup, d_eval, d_stra, d_coup, h, k)

    assert "p4core" in examiner("tp4_graphe", "minimax_h2", minimax_h2).message
    monkeypatch.setattr("p4cours.verification.moteur.appuis", lambda reponse: [])
    assert examiner("tp4_graphe", "minimax_h2", minimax_h2).etat == "juste"


@pytest.mark.parametrize("k", range(4))
@pytest.mark.parametrize("coups", ["", "4", "3434", "112233", "415263"])
def test_meme_reponse_que_la_recursion(coups, k):
    """La recherche par couches donne-t-elle le score de la recherche récursive ?"""
    s = vers_situation(Position.depuis_coups(coups))
    attendu = RECUEIL.fonction("minimax_h2")(s, None, {}, {}, {}, par_poids(9), k)[0]
    assert chercher(coups, par_poids(9), k)[0] == attendu


def test_victoire_immediate():
    """J1 prend-il la victoire qui s'offre, et J0 l'empêche-t-il ?"""
    score, s = chercher("112233", lambda s: 0, 1)
    assert (score, s[1][0][3]) == (-inf, 1)
    score, s = chercher("11223", lambda s: 0, 2)
    assert score == 0
    assert 0 in (s[1][0][3], s[1][0][4])


def test_dictionnaires():
    """Les trois dictionnaires sont-ils remplis, et h appelée une fois par situation ?"""
    appels = []
    d_eval, d_stra, d_coup = {}, {}, {}
    s = vers_situation(Position())
    score, t = minimax_h(s, None, d_eval, d_stra, d_coup, lambda s: appels.append(s) or 0, 3)
    cle = construit_cle(s)
    assert len(appels) == 238
    assert (d_eval[cle], d_stra[cle], d_coup[cle]) == (score, t, coup_entre(s, t))


def test_eval_f_qui_exige_le_coup():
    """Une eval_f qui ne voit les victoires que si on lui donne le coup suffit-elle ?"""
    eval_f = RECUEIL.fonction("eval_f", "eval_sans_coup_rien")
    fils = RECUEIL.fonction("fils", "fils_par_generateur")
    recherche_h = cre_minimax_h(eval_f, fils, construit_cle)
    s = vers_situation(Position.depuis_coups("112233"))
    assert recherche_h(s, None, {}, {}, {}, lambda s: 0, 1)[0] == -inf


def test_partie_finie():
    """D'une partie finie, ne renvoie-t-on que son résultat ?"""
    assert minimax_h(vers_situation(Position.depuis_coups("1122334")), (0, 3), {}, {}, {}, len, 2) == (
        -inf,
        None,
    )


def test_coup_entre():
    """Le coup qui sépare deux situations est-il (ligne, colonne) ?"""
    a, b = Position.depuis_coups("44"), Position.depuis_coups("447")
    assert coup_entre(vers_situation(a), vers_situation(b)) == (0, 6)
    assert coup_entre(vers_situation(a), vers_situation(a)) is None
