"""Le TP 5 de bout en bout."""

from tests.bout_en_bout import BoutEnBout

# Une réponse fausse à chaque question, qui n'y gagne rien.
FAUTES = {
    "ajouter": "return l[c - 1]",
    "verifligne": "return 0",
    "verifdiagonale_mont": "return 0",
    "maxi": "return [4]",
    "listcolok": "return lcj",
    "nbjetons": "return -1",
    "maxix": "return 0",
    "slc2": "return lcj",
    "slc3": "return []",
    "slc4_corrigee": "return []",
    "ia2": "return l",
}


class TestBoutEnBout(BoutEnBout):
    """Une petite classe, notée sur ce TP."""

    tp, fautes = "tp5_strategies", FAUTES
