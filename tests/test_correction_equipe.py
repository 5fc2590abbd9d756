"""Les processus qui notent les copies."""

import json

import pytest

from p4prof import noter as module
from p4prof.cloison.copie import Sujet, Travail
from p4prof.cloison.session import Limites
from p4prof.noter import Equipe, NotationMorte

# PyDLL garde la main sur Python : aucun signal n'y est reçu.
BLOQUE = "import ctypes\nctypes.PyDLL(None).sleep(3600)"


def travail(test, copie=900.0):
    """Une copie d'une question, que note ce test."""
    metadonnees = {"nbgrader": {"grade_id": "q-test", "points": 4}}
    cellules = [("def f(): return 4", {}), ("", metadonnees)]
    carnet = {"cells": [{"cell_type": "code", "source": s, "metadata": m} for s, m in cellules]}
    sujet = Sujet({"q-test": test}, (), frozenset({"f"}))
    return Travail(json.dumps(carnet), sujet, limites=Limites(copie=copie))


def test_un_test_bloque_n_immobilise_pas_la_classe(monkeypatch):
    """Une copie dont le test ne rend jamais la main est-elle en échec, et la suivante notée ?"""
    monkeypatch.setattr(module, "ESSAIS", 0)
    with Equipe(1) as equipe:
        bloque = travail(BLOQUE, copie=3.0)
        with pytest.raises(NotationMorte):
            equipe.resultat(equipe.confier(bloque), bloque)
        suivant = travail("f()")
        (sortie,) = json.loads(equipe.resultat(equipe.confier(suivant), suivant))["cells"][1]["outputs"]
        assert sortie["data"]["text/plain"] == "4.0"
