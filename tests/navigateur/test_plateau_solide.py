"""Le plateau dans JupyterLab quand tout ne va pas bien : noyau perdu, machine chargée, petits écrans."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.navigateur.lab import VISIBLE, Lab

IMPORT = "from p4core import Arbre, Plateau, Position\n"
DEUX = IMPORT + "p = Plateau()\np"
REDEMARRER = """async () => {
  await window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart();
}"""
CELLULES = "() => window.jupyterapp.shell.currentWidget.content.model.sharedModel.cells.length"


def test_un_noyau_redemarre_ne_perd_pas_la_partie(lab):
    """Après un redémarrage, le plateau le dit-il, et sa cellule rejouée reprend-elle la partie ?"""
    plateau = lab.jouer_sur(DEUX)
    for n, x in enumerate((3, 4, 5)):
        plateau.jouer(x)
        plateau.attendre_pions(n + 1)
    plateau.attendre_statut("Joueur A a joué colonne 6.")
    lab.page.evaluate(REDEMARRER)
    plateau.attendre_statut("Le noyau a redémarré ou s'est arrêté : ce plateau ne répond plus.")
    plateau.attendre_statut("la partie pourra y reprendre.")
    plateau.insister(0)
    plateau.attendre_pions(3)
    assert plateau.bouton("Annuler").is_disabled()
    assert lab.violations() == []
    lab.commande("notebook:run-all-cells")
    neuf = lab.page.locator(f"{VISIBLE} .p4:not(.p4-mort)")
    neuf.get_by_role("button", name="Reprendre").click(timeout=60_000)
    plateau = lab.plateau()
    plateau.attendre_pions(3)
    plateau.attendre_statut("À Joueur B de jouer")
    plateau.jouer(0)
    plateau.attendre_pions(4)
    assert not plateau.racine.locator(".p4-reprise").is_visible()


def test_un_noyau_qui_tombe_est_vu(lab):
    """Un noyau qui meurt de lui-même est-il dit aussi, par le plateau comme par l'arbre ?"""
    plateau = lab.jouer_sur(DEUX)
    plateau.jouer(3)
    plateau.attendre_pions(1)
    lab.page.evaluate(
        """() => { const k = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
                   k.requestExecute({code: 'import os; os._exit(1)', store_history: false}); }"""
    )
    plateau.attendre_statut("Le noyau a redémarré ou s'est arrêté")
    lab.page.locator(".jp-Dialog button").click()  # Lab dit aussi que le noyau est tombé


def test_un_arbre_sans_noyau_le_dit(lab):
    """Après un redémarrage, l'arbre dit-il qu'il n'ira pas plus loin ?"""
    lab.executer(lab.ecrire(IMPORT + "Arbre(Position(), profondeur=2)"))
    statut = lab.page.locator(f"{VISIBLE} .p4-arbre [role=status]")
    expect(statut).to_contain_text("Valeur", timeout=60_000)
    lab.page.evaluate(REDEMARRER)
    expect(statut).to_contain_text("Le noyau a redémarré")


# Sur une machine chargée, les deux secondes qu'anywidget laisse à un programme passent avant qu'il n'arrive.
AUCUN_DELAI = """AbortSignal.timeout = () => {
  const controleur = new AbortController();
  setTimeout(() => controleur.abort());
  return controleur.signal;
};"""


@pytest.fixture
def lente(lab_partage):
    """Une autre page du même JupyterLab, où anywidget n'a pas le temps de charger le programme d'une vue."""
    contexte = lab_partage.page.context.browser.new_context(locale="fr-FR")
    contexte.add_init_script(AUCUN_DELAI)
    lab = Lab(contexte.new_page(), lab_partage.adresse, lab_partage.dossier)
    lab.ouvrir_lab()
    yield lab
    lab.tout_fermer()
    contexte.close()


def test_une_machine_chargee_ne_laisse_pas_de_plateau_blanc(lente):
    """Quand son programme arrive trop tard pour anywidget, le plateau se dessine-t-il et joue-t-il ?"""
    plateau = lente.jouer_sur(DEUX)
    plateau.jouer(3)
    plateau.attendre_statut("Joueur A a joué colonne 4.")
    plateau.bouton("Annuler").click()
    plateau.attendre_pions(0)


def test_une_machine_chargee_ne_laisse_pas_d_arbre_blanc(lente):
    """De même pour l'arbre, que Python déplie ?"""
    lente.executer(lente.ecrire(IMPORT + "a = Arbre(Position(), profondeur=2)\na", "a.deplier(3)"))
    noeuds = lente.page.locator(f"{VISIBLE} .p4-arbre [role=treeitem]")
    expect(noeuds).to_have_count(15, timeout=60_000)


def test_aucun_plateau_blanc_sur_quarante(lab):
    """Affichés par dizaines, effacés, réaffichés, les plateaux ont-ils tous leur grille ?"""
    rafale = (
        "from IPython.display import clear_output, display\nfor _ in range(10):\n    display(Plateau())\n"
    )
    deux_fois = "p = Plateau(); display(p); clear_output(); display(p); display(p)\n"
    notebook = lab.ecrire(IMPORT + rafale, rafale, rafale, deux_fois, rafale)
    lab.executer(notebook)
    grilles = lab.page.locator(f"{VISIBLE} .p4")
    expect(grilles).to_have_count(42, timeout=120_000)
    expect(lab.page.locator(f"{VISIBLE} .p4:has(.p4-colonne)")).to_have_count(42, timeout=60_000)


@pytest.mark.parametrize("cible", [".p4-colonne", ".p4-pas", ".p4-bouton"])
def test_les_touches_restent_au_plateau(lab, cible):
    """0 0, x, a, d d ou b, tapés sur le plateau ou ses boutons, laissent-ils noyau et cellules ?"""
    plateau = lab.jouer_sur(DEUX, "1 + 1")
    plateau.jouer(3)
    plateau.attendre_pions(1)
    cellules = lab.page.evaluate(CELLULES)
    lab.page.locator(f"{VISIBLE} {cible}").first.focus()
    for touche in ("x", "a", "b", "d", "d", "m", "0", "0"):
        lab.page.keyboard.press(touche)
    lab.page.wait_for_timeout(500)
    assert lab.page.locator(".jp-Dialog").count() == 0
    assert lab.page.evaluate(CELLULES) == cellules
    lab.page.keyboard.press("2")
    plateau.attendre_statut("Joueur B a joué colonne 2.")


@pytest.mark.parametrize("cible", [".p4-statut", ".p4-joueurs"])
def test_un_clic_a_cote_des_boutons_donne_le_clavier(lab, cible):
    """Un clic sur un texte du plateau lui donne-t-il le clavier, plutôt qu'à la cellule ?"""
    plateau = lab.jouer_sur(DEUX, "1 + 1")
    cellules = lab.page.evaluate(CELLULES)
    plateau.racine.locator(cible).click()
    for touche in ("x", "a", "3"):
        lab.page.keyboard.press(touche)
    plateau.attendre_statut("Joueur A a joué colonne 3.")
    assert lab.page.evaluate(CELLULES) == cellules


def test_les_raccourcis_avec_ctrl_restent_a_la_page(lab):
    """Ctrl + S enregistre-t-il, et Tab passe-t-il au bouton suivant ?"""
    plateau = lab.jouer_sur(DEUX)
    plateau.jouer(3)
    plateau.attendre_pions(1)
    plateau.colonne(3).focus()
    lab.page.keyboard.press("Control+s")
    lab.page.wait_for_function("() => !window.jupyterapp.shell.currentWidget.context.model.dirty")
    lab.page.keyboard.press("Tab")
    assert "p4-colonne" not in lab.page.evaluate("() => document.activeElement.className")


def test_tout_tient_dans_530_pixels(lab):
    """À 1366 × 768, joueurs, notes, grille, légende et boutons tiennent-ils ensemble en 530 pixels ?"""
    lab.page.set_viewport_size({"width": 1366, "height": 768})
    try:
        plateau = lab.jouer_sur(IMPORT + "Plateau(position='4444435')")
        plateau.bouton("Analyse").click()
        plateau.racine.locator(".p4-conseil").first.wait_for()
        sortie = plateau.racine.locator("xpath=ancestor::*[contains(@class,'jp-OutputArea-output')][1]")
        assert 450 <= sortie.bounding_box()["height"] <= 530
        assert plateau.bouton("Analyse").bounding_box()["y"] + 28 < 768
        expect(plateau.racine.locator(".p4-legende")).to_contain_text("Notes exactes")
        grande = plateau.racine.locator(".p4-grille").bounding_box()["height"]
        lab.page.set_viewport_size({"width": 1366, "height": 620})
        lab.page.wait_for_timeout(300)
        assert plateau.racine.locator(".p4-grille").bounding_box()["height"] < grande - 100
        lab.page.set_viewport_size({"width": 1366, "height": 1000})
        lab.page.wait_for_timeout(300)
        assert plateau.racine.locator(".p4-grille").bounding_box()["height"] > grande + 50
    finally:
        lab.page.set_viewport_size({"width": 1200, "height": 900})


def test_les_deux_noms_se_lisent_sur_un_telephone(lab):
    """À 390 pixels, les deux noms sont-ils entiers, même avec des parties nulles au score ?"""
    lab.page.set_viewport_size({"width": 390, "height": 800})
    lab.commande("application:toggle-left-area")
    try:
        plateau = lab.jouer_sur(IMPORT + "p = Plateau(position=Position(3, 2, 3))\np")
        for n, x in enumerate((0, 1, 2, 0, 1, 2)):
            plateau.attendre_pions(n)
            plateau.jouer(x)
        plateau.attendre_statut("Partie nulle")
        plateau.bouton("Nouvelle partie").click()
        noms = plateau.racine.locator(".p4-nom")
        coupes = noms.evaluate_all(
            "ns => ns.filter(n => n.scrollWidth > n.clientWidth || n.scrollHeight > n.clientHeight + 1)"
        )
        assert noms.all_inner_texts() == ["Joueur A", "Joueur B"] and coupes == []
    finally:
        lab.commande("application:toggle-left-area")
        lab.page.set_viewport_size({"width": 1200, "height": 900})


def test_une_faute_d_appel_tient_en_une_ligne(lab):
    """Un nom mal écrit donne-t-il une ligne en français, sans trace ?"""
    lab.executer(lab.ecrire(IMPORT + "Plateau(adversaire='mimax')"))
    sortie = lab.page.locator(f"{VISIBLE} .jp-OutputArea-output")
    expect(sortie).to_contain_text("Joueur 'mimax' inconnu", timeout=60_000)
    assert "Traceback" not in sortie.inner_text() and len(sortie.inner_text().strip().splitlines()) == 1


COPIER = """from p4cours.verification.bilan import FAUX, Bilan, ContreExemple
exemple = ContreExemple("f(G)", "1", "2", None, "G = [[1, '<b>']]")
Bilan("tp", "q", FAUX, 0.5, "Non.", contre_exemple=exemple)"""


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_le_contre_exemple_se_copie(lab, theme):
    """Le bouton « copier » donne-t-il la valeur à coller, et le bilan se lit-il en clair comme en sombre ?"""
    lab.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    lab.executer(lab.ecrire(COPIER))
    bouton = lab.page.locator(f"{VISIBLE} .jp-RenderedHTML button")
    bouton.click(timeout=60_000)
    expect(bouton).to_have_text("copié")
    assert lab.page.evaluate("() => navigator.clipboard.readText()") == "G = [[1, '<b>']]"
    lab.commande("apputils:change-theme", {"theme": theme})
    try:
        lab.page.wait_for_function(
            "sombre => document.body.dataset.jpThemeLight === String(!sombre)", arg=theme.endswith("Dark")
        )
        assert lab.violations() == []
    finally:
        lab.commande("apputils:change-theme", {"theme": "JupyterLab Light"})
