"""« Prêt à rendre ? » et la barre de progression, telles qu'un élève les voit dans JupyterLab."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.navigateur.lab import VISIBLE

CARNET = "tp0_accueil/tp0_accueil.ipynb"
REPONSE = "def autre_joueur(joueur):\n    return 3 - joueur"
ECRIRE = """([identifiant, source]) => {
  const cellules = window.jupyterapp.shell.currentWidget.content.widgets;
  cellules.find(c => c.model.id === identifiant).model.sharedModel.setSource(source);
}"""


def bilan(lab):
    """La dernière sortie du notebook affiché."""
    return lab.page.locator(f"{VISIBLE} .jp-OutputArea-output").last


def test_enregistrer_rend_la_copie_prete(lab):
    """Une réponse exécutée sans être enregistrée est-elle dite, puis prête une fois enregistrée ?"""
    lab.ouvrir(CARNET)
    lab.page.evaluate(ECRIRE, ["tp0-q01-autre-joueur", REPONSE])
    lab.commande("notebook:run-all-cells")
    expect(bilan(lab)).to_contain_text("Travail non enregistré", timeout=60_000)
    expect(bilan(lab)).to_contain_text("autre_joueur")
    lab.commande("docmanager:save")
    lab.commande("notebook:run-all-cells")
    expect(bilan(lab)).to_contain_text("✓ Prêt à rendre", timeout=60_000)
    assert lab.violations() == []


def test_barre_de_progression(lab):
    """La barre est-elle une vraie barre, nommée, qui finit pleine ?"""
    lab.executer(lab.ecrire("from p4core import barre\nfor i in barre(range(7), titre='Parties'):\n    pass"))
    barre = lab.page.locator(f"{VISIBLE} progress")
    expect(barre).to_have_attribute("aria-label", "Parties", timeout=60_000)
    expect(barre).to_have_attribute("value", "7")
    expect(bilan(lab)).to_contain_text("7/7, en 0 s")
    assert lab.violations() == []
