"""Les figures des TP telles qu'on les voit dans JupyterLab, en clair et en sombre."""

from __future__ import annotations

import re

import nbformat
import pytest
from playwright.sync_api import expect

from p4cours.tp2_minmax import carte_duels
from tests.navigateur.lab import VISIBLE

FIGURES = (
    "from p4cours.tp1_grille import courbe_frequence\ncourbe_frequence([1, 2, 1, 0] * 50)",
    "from p4cours.tp2_minmax import carte_duels\ncarte_duels([[0.5, 1], [0, 0.25]], ['W1', 'W2'], 'Duels')",
    "from p4cours.tp4_graphe import REFERENCE_REGLAGES, courbe_reglages\n"
    "courbe_reglages({'ici': REFERENCE_REGLAGES}, (1, 2))",
    "from p4core.tableaux import Tableau\nTableau([{'conclusion': 'on ne peut pas conclure'}])",
)
CLARTE = (
    "noeud => getComputedStyle(noeud).fill.match(/[0-9.]+/g).slice(0, 3).map(Number).reduce((a, b) => a + b)"
)


@pytest.fixture
def figures(lab):
    """Un notebook qui montre trois figures et un tableau."""
    lab.executer(lab.ecrire(*FIGURES))
    images = lab.page.locator(f"{VISIBLE} svg[role=img][aria-label]")
    expect(images).to_have_count(3, timeout=60_000)
    yield images
    lab.commande("apputils:change-theme", {"theme": "JupyterLab Light"})


def test_theme(lab, figures):
    """L'encre suit-elle le thème : sombre sur clair, claire sur sombre ?"""
    textes = figures.first.locator("text").first
    assert textes.evaluate(CLARTE) < 200
    lab.commande("apputils:change-theme", {"theme": "JupyterLab Dark"})
    lab.page.wait_for_function("() => document.body.dataset.jpThemeLight === 'false'")
    assert textes.evaluate(CLARTE) > 550


def test_accessibles(lab, figures):
    """Chaque figure a-t-elle une description, et axe-core n'y trouve-t-il rien ?"""
    expect(figures.nth(1)).to_have_attribute(
        "aria-label", re.compile(r"^Duels\. .*W1 : W1 → 0,50 ; W2 → 1,00\.")
    )
    expect(lab.page.locator(f"{VISIBLE} .jp-OutputArea table")).to_contain_text("on ne peut pas conclure")
    assert lab.violations() == []


def test_largeur(lab, figures):
    """Les figures tiennent-elles dans la sortie, sans défilement ?"""
    for image in figures.all():
        cadre = image.locator("xpath=..")
        assert cadre.evaluate("noeud => noeud.scrollWidth <= noeud.clientWidth")
        assert image.bounding_box()["width"] > 300


def test_notebook_recu(lab):
    """Dans un notebook dont JupyterLab se méfie, la figure laisse-t-elle la place à ses nombres ?"""
    figure = carte_duels([[0.5, 1], [0, 0.25]], ["W1", "W2"], "Duels")
    nom = lab.ecrire("carte_duels(…)")
    notebook = nbformat.read(lab.dossier / nom, 4)
    donnees = {"text/html": figure._repr_html_(), "text/plain": repr(figure)}
    notebook.cells[0].outputs = [nbformat.v4.new_output("display_data", donnees)]
    nbformat.write(notebook, lab.dossier / nom)
    lab.ouvrir(nom)
    sortie = lab.page.locator(f"{VISIBLE} .jp-OutputArea-output")
    expect(sortie).to_be_visible(timeout=60_000)
    assert sortie.inner_text().split() == str(figure).split()
