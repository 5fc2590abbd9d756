"""Une copie d'une seule question du TP 1, `coups`, notée à travers la cloison sans passer par nbgrader."""

import copy

import nbformat
from nbformat.v4 import new_code_cell, new_notebook

from p4prof.cloison.choix import BUBBLEWRAP
from p4prof.cloison.copie import CopieConfiee, Enonce, noter
from p4prof.inerte.carnet import EffacerTestsCaches
from tests.cours_factice import nbgrader

COUPS = "def coups(G):\n    return [(x, G[x].index(0)) for x in range(7) if 0 in G[x]]\n"
TEST = """verifier("tp1_grille", "coups", coups)
### BEGIN HIDDEN TESTS
verifier("tp1_grille", "coups", coups, graine=12345, ampleur=2)
### END HIDDEN TESTS"""
META = nbgrader("q-coups-test", grade=True, locked=True, points=2)


def corriger(*cellules, secret=b"un secret", cloison=BUBBLEWRAP):
    """Le carnet noté, puis tel que le retour le montre à l'élève."""
    carnet = new_notebook(
        cells=[*map(new_code_cell, cellules), new_code_cell(TEST, metadata=META), new_code_cell("suite()")]
    )
    enonce = Enonce({"q-coups-test": TEST}, ("from p4cours import verifier",), frozenset({"coups"}))
    confiee = CopieConfiee(nbformat.writes(carnet), enonce, cloison=cloison, secret=secret)
    note = nbformat.reads(noter(confiee), 4)
    retour, _ = EffacerTestsCaches().preprocess(copy.deepcopy(note), {})
    return note, retour


def points(note):
    """La note que le test donne."""
    (resultat,) = (s for s in note.cells[-2].outputs if s.output_type == "execute_result")
    return float(resultat.data["text/plain"])
