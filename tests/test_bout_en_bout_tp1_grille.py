"""Le TP 1 de bout en bout."""

from tests.bout_en_bout import BoutEnBout

# Une réponse fausse à chaque question, qui n'y gagne rien.
FAUTES = {
    "init": "return [[None] * 6 for x in range(7)]",
    "forme_init": "forme_init = (6, 7)",
    "symboles": 'symboles = (".", "X", "O")',
    "nb_alignements": "nb_alignements = 68",
    "coups": "return [x for x in range(7) if G[x][5] == 0]",
    "longueur_max_coups": "longueur_max_coups = 42",
    "longueur_min_coups": "longueur_min_coups = 1",
    "fini": "return 1",
    "joue_hasard": "return [[1] * 6 for x in range(7)]",
    "nb_tours_max": "nb_tours_max = 41",
    "joue_random": "return joue_hasard(), 0",
    "probabilite_hasard": "return 1.0, 0.0, 0.0",
}


class TestBoutEnBout(BoutEnBout):
    """Une petite classe, notée sur ce TP."""

    tp, fautes = "tp1_grille", FAUTES
