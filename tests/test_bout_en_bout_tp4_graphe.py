"""Le TP 4 de bout en bout."""

from tests.bout_en_bout import BoutEnBout

# Une réponse fausse à chaque question, qui n'y gagne rien.
FAUTES = {
    "depose_pion": "return G",
    "partie_nulle": "return None in s[1][5]",
    "nb_listes": "nb_listes = 16",
    "gagnant": "G[i][j] = None; return False",
    "eval_f": 'return "inf"',
    "fils": "return list(range(7))",
    "nb_situations": "nb_situations = 343",
    "formule": "return 7 * k",
    "k_max": "k_max = 7",
    "nb_distinctes": "return n",
    "fin_alea": "return s",
    "h_alea": "return 0",
    "minimax_h2": "return 0",
}


class TestBoutEnBout(BoutEnBout):
    """Une petite classe, notée sur ce TP."""

    tp, fautes = "tp4_graphe", FAUTES
