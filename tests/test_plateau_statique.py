"""Le plateau là où rien ne tourne : un notebook exécuté puis converti."""

from __future__ import annotations

import base64
import re

import nbformat
import pytest
from nbclient import NotebookClient
from nbconvert import HTMLExporter

CELLULE = "from p4core import Plateau\np = Plateau(adversaire=lambda position: 0)\np.jouer(3)\np"


@pytest.fixture(scope="module")
def notebook():
    """Un notebook exécuté : un plateau affiché après deux coups, puis joué dans une autre cellule."""
    cellules = [nbformat.v4.new_code_cell(source) for source in (CELLULE, "p.jouer(4)\np.position.notation")]
    carnet = nbformat.v4.new_notebook(cells=cellules)
    NotebookClient(carnet, kernel_name="python3", timeout=60).execute()
    return carnet


def test_le_notebook_execute_contient_une_image_et_un_texte_fixe(notebook):
    """La sortie ne dépend-elle que de sa cellule : image de la position affichée, texte sans adresse ?"""
    image, vue = notebook.cells[0].outputs
    assert image["data"]["text/plain"] == "<Plateau 7 × 6 : Vous contre <lambda>, 2 coups joués>"
    assert "1 pions du joueur 1, 1 du joueur 2" in image["data"]["image/svg+xml"]
    assert list(vue["data"]) == ["application/vnd.jupyter.widget-view+json"]
    assert notebook.cells[1].outputs[0]["data"]["text/plain"] == "'4151'"


def test_la_page_convertie_montre_la_position(notebook):
    """nbconvert montre-t-il l'image, sans réseau ?"""
    page, _ = HTMLExporter().from_notebook_node(notebook)
    (image,) = re.findall(r'src="data:image/svg\+xml;base64,([^"]*)"', page)
    assert b"1 pions du joueur 1, 1 du joueur 2" in base64.b64decode(image)
