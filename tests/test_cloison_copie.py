"""Noter une copie entière de part et d'autre de la cloison : l'ordre des tests, leurs délais, la façade."""

import json
from types import SimpleNamespace

import pytest

import p4core
from p4core.appels import TempsEcoule
from p4prof.cloison import copie as module_copie
from p4prof.cloison import facade
from p4prof.cloison.copie import Sujet, Travail, declarations, fermer, globaux_lus, noter
from p4prof.cloison.session import Limites

VOLEUR = """vus = {}
def double(x):
    return vus[x]
def quadruple(x):
    vus[x] = double(x)
    return 2 * vus[x]"""
AVEC_AIDE = """with quadruple.remplacer({'double': lambda x: 2 * x}):
    n = quadruple(4)
4.0 * (n == 16)"""
TESTS = {"q-double": "8.0 * (double(4) == 8)", "q-quadruple": AVEC_AIDE}
SUJET = Sujet(TESTS, (), frozenset({"double", "quadruple"}))


@pytest.fixture(autouse=True, scope="module")
def bacs():
    """Les bacs d'avance sont arrêtés à la fin."""
    yield
    fermer()


def notes(code, *tests):
    """Ce que rend chaque test d'une copie où ils sont dans cet ordre."""
    metas = [{}, *({"nbgrader": {"grade_id": nom, "points": 8}} for nom in tests)]
    cellules = [{"cell_type": "code", "source": code, "metadata": meta} for meta in metas]
    rendu = json.loads(noter(Travail(json.dumps({"cells": cellules}), SUJET)))
    sorties = [c["outputs"][-1] for c in rendu["cells"][1:]]
    return [s["data"]["text/plain"] if "data" in s else s["ename"] for s in sorties]


def test_ordre():
    """Une fonction prêtée à une question sert-elle à en réussir une autre, dont on a déplacé le test ?"""
    assert notes(VOLEUR, "q-double", "q-quadruple") == ["KeyError", "4.0"]
    assert notes(VOLEUR, "q-quadruple", "q-double") == ["4.0", "KeyError"]


def test_sonnerie(monkeypatch):
    """Un délai qui expire au mauvais moment coûte-t-il autre chose que les points de ce test ?"""

    def sonner(self, source):
        raise TempsEcoule

    monkeypatch.setattr("p4prof.cloison.coquille.Coquille.executer", sonner)
    session = SimpleNamespace(limites=Limites(), commencer_question=lambda: None)
    tests = module_copie._Tests(session, Sujet({"q": "1.0"}))
    assert [s["output_type"] for s in tests.executer("q", 1)] == ["error"]


def test_facade():
    """« from p4core import * » apporte-t-il les mêmes noms pendant la correction ?"""
    assert sorted(facade.PUBLICS) == sorted(p4core.__all__)


def test_declarations_du_sujet():
    """Une case modifiée n'est-elle pas prise pour une constante du sujet ?"""
    assert declarations("G = init()\nG[2][0] = 1\nG[0], k = 1, 2\nn = 3\nx.y = 4") == "n = 3"


def test_ce_que_lit_le_sujet():
    """Parmi les noms du sujet, voit-on ceux qu'il va chercher ailleurs, et eux seuls ?"""
    assert globaux_lus("def f(G, n=taille):\n    y = base\n    return G + y\nG = 1") == {"taille", "base"}
