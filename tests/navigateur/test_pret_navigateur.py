"""« Prêt à rendre ? » et la barre de progression, telles qu'un élève les voit dans JupyterLab."""

from __future__ import annotations

import zipfile

from playwright.sync_api import expect

from p4prof.distribuer import archiver
from tests.navigateur.lab import VISIBLE, Lab
from tests.navigateur.serveur import RACINE, jupyterlab

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
    expect(bilan(lab)).to_contain_text("Points des tests\u00a0: 1 / 1")
    assert lab.violations() == []


def test_le_lien_mene_a_la_cellule(lab):
    """Cliquer sur une question, dans « Où en suis-je ? », va-t-il à sa cellule ?"""
    lab.ouvrir(CARNET)
    lab.page.evaluate(ECRIRE, ["tp0-q01-autre-joueur", REPONSE])
    lab.commande("notebook:run-all-cells")
    reponse = lab.page.locator(f"{VISIBLE} .jp-Cell", has_text="def autre_joueur").first
    lab.page.set_viewport_size({"width": 1200, "height": 450})
    try:
        lien = bilan(lab).get_by_role("link", name="autre_joueur")
        lien.scroll_into_view_if_needed(timeout=60_000)
        expect(reponse).not_to_be_in_viewport()
        lien.click()
        expect(reponse).to_be_in_viewport()
    finally:
        lab.page.set_viewport_size({"width": 1200, "height": 900})


MENUS = ("Nbgrader", "Validate", "Create Assignment")


def menus_de_nbgrader(lab):
    """Ceux que la page montre, un notebook ouvert."""
    lab.ouvrir(CARNET)
    expect(lab.page.locator(f"{VISIBLE} .jp-Notebook-cell").first).to_be_visible()
    lab.page.wait_for_timeout(1000)
    return [menu for menu in MENUS if lab.page.get_by_text(menu, exact=True).count()]


def test_l_enseignant_a_les_menus_de_nbgrader(lab):
    """Dans ce dépôt, l'enseignant a-t-il les menus de nbgrader ?"""
    assert menus_de_nbgrader(lab) == list(MENUS)


def test_l_eleve_n_a_pas_les_menus_de_nbgrader(lab_partage, tmp_path):
    """Avec les réglages de l'archive des élèves, JupyterLab n'a-t-il aucun menu de nbgrader ?"""
    with zipfile.ZipFile(archiver(RACINE, tmp_path / "eleves.zip")) as archive:
        archive.extractall(tmp_path)
    reglages = f"--LabApp.app_settings_dir={tmp_path / 'p4core-eleves/jupyter'}"
    (tmp_path / "lab").mkdir()
    with jupyterlab(tmp_path / "lab", RACINE / "notebooks", reglages) as (adresse, travail):
        contexte = lab_partage.page.context.browser.new_context(locale="fr-FR")
        lab = Lab(contexte.new_page(), adresse, travail)
        lab.ouvrir_lab()
        assert menus_de_nbgrader(lab) == []
        contexte.close()


def test_barre_de_progression(lab):
    """La barre est-elle une vraie barre, nommée, qui finit pleine ?"""
    lab.executer(lab.ecrire("from p4core import barre\nfor i in barre(range(7), titre='Parties'):\n    pass"))
    barre = lab.page.locator(f"{VISIBLE} progress")
    expect(barre).to_have_attribute("aria-label", "Parties", timeout=60_000)
    expect(barre).to_have_attribute("value", "7")
    expect(bilan(lab)).to_contain_text("7/7, en 0 s")
    assert lab.violations() == []
