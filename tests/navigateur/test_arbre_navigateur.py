"""L'arbre de recherche dans JupyterLab, déplié comme par une personne."""

from __future__ import annotations

import pytest

from tests.navigateur.lab import VISIBLE

IMPORT = "from p4core import Arbre, Position\n"
VIDE = IMPORT + "Arbre(Position(), profondeur=2)"
TACTIQUE = IMPORT + "Arbre(Position.depuis_coups('4444536'), profondeur=3)"
ELEVE = """
def fils(s):
    joueur, G = s
    suites = []
    for j in range(7):
        for i in range(6):
            if G[i][j] is None:
                H = [ligne[:] for ligne in G]
                H[i][j] = joueur
                suites.append((1 - joueur, H))
                break
    return suites

grille0 = [[None] * 7 for _ in range(6)]
"""
COLONNES = """from p4core import Arbre
def compte(G):
    return sum(ligne.count(1) * x for x, ligne in enumerate(G))

Arbre([[0] * 6 for x in range(7)], "colonnes", joueur=1, valeur=compte, profondeur=2)
"""
THEMES = ["JupyterLab Light", "JupyterLab Dark"]


class ArbreVu:
    """Un arbre tel qu'on le voit et le manipule dans la page."""

    def __init__(self, lab):
        self.page, self.racine = lab.page, lab.page.locator(f"{VISIBLE} .p4-arbre")
        self.racine.locator("[role=treeitem]").first.wait_for(timeout=30_000)

    def noeud(self, cle):
        return self.racine.locator(f'[data-cle="{cle}"]')

    def attendre(self, nombre):
        """Attend qu'il y ait exactement ce nombre de nœuds."""
        self.page.wait_for_function(
            "([racine, n]) => racine.querySelectorAll('[role=treeitem]').length === n",
            arg=[self.racine.element_handle(), nombre],
        )

    def attendre_statut(self, texte):
        self.page.wait_for_function(
            "([racine, t]) => racine.querySelector('[role=status]').textContent"
            ".replaceAll('\\u00a0', ' ').includes(t)",
            arg=[self.racine.element_handle(), texte],
        )

    def valeur(self, cle):
        return self.noeud(cle).locator(".p4a-valeur").text_content()

    def actif(self):
        return self.page.evaluate("() => document.activeElement.dataset.cle")


@pytest.fixture
def montrer(lab):
    """Exécute une cellule et rend l'arbre qu'elle affiche."""

    def executer(*cellules):
        lab.executer(lab.ecrire(*cellules))
        return ArbreVu(lab)

    return executer


def test_deplier_et_replier(montrer):
    """L'arbre s'ouvre-t-il à profondeur 1, se déplie-t-il d'un clic, et cache-t-il l'image fixe ?"""
    arbre = montrer(VIDE)
    arbre.attendre(8)
    assert arbre.page.locator(f"{VISIBLE} .jp-OutputArea-child:visible").count() == 1
    arbre.noeud("r.0").click()
    arbre.attendre(15)
    assert arbre.valeur("r.0") == "▼ −4"
    assert arbre.valeur("r.0.3") == "−4"
    arbre.noeud("r.0").click()
    arbre.attendre(8)


def test_les_coups_d_un_tp_qui_compte_a_partir_de_0(montrer):
    """Chaque nœud, et la meilleure ligne, nomment-ils les colonnes de 0 à 6 dans le codage du TP 2 ?"""
    arbre = montrer(COLONNES)
    arbre.attendre(8)
    coups = arbre.racine.locator(".p4a-coup").all_text_contents()
    assert coups == ["racine", *(f"x = {x}" for x in range(7))]
    arbre.attendre_statut("meilleure ligne : x = 6,")
    assert arbre.noeud("r.2").get_attribute("aria-label").startswith("joueur 1 (jaune) joue x = 2,")


def test_les_coups_sans_codage(montrer):
    """Sans codage, les colonnes vont-elles de 1 à 7 ?"""
    arbre = montrer(VIDE)
    arbre.attendre(8)
    coups = arbre.racine.locator(".p4a-coup").all_text_contents()
    assert coups == ["racine", *(f"colonne {x}" for x in range(1, 8))]


def test_sept_de_front_tiennent(montrer):
    """Les sept fils, et les sept petits-fils d'un nœud du bord, tiennent-ils sans défiler ?"""
    arbre = montrer(VIDE)
    arbre.noeud("r.6").click()
    arbre.attendre(15)
    assert arbre.racine.locator(".p4a-cadre").evaluate("c => c.scrollWidth - c.clientWidth") <= 0
    largeurs = arbre.racine.locator(".p4a-face").evaluate_all(
        "f => f.map(g => g.getBoundingClientRect().width)"
    )
    assert min(largeurs) >= 80


def test_le_clavier_suffit(montrer):
    """Flèches, Entrée, Début et Fin suffisent-ils, sans déclencher les raccourcis de Lab ?"""
    arbre = montrer(TACTIQUE)
    clavier = arbre.page.keyboard
    arbre.noeud("r").focus()
    clavier.press("ArrowDown")
    assert arbre.actif() == "r.6"
    clavier.press("Enter")
    arbre.attendre(15)
    assert arbre.actif() == "r.6"
    clavier.press("ArrowDown")
    clavier.press("Home")
    clavier.press("End")
    assert arbre.actif() == "r.6.6"
    clavier.press("ArrowUp")
    clavier.press(" ")
    arbre.attendre(8)
    types = (
        "() => window.jupyterapp.shell.currentWidget.content.model.sharedModel.cells.map(c => c.cell_type)"
    )
    assert arbre.page.evaluate(types) == ["code"]


def test_la_meilleure_ligne(montrer):
    """Le bouton ouvre-t-il la meilleure ligne, seule très épaisse ?"""
    arbre = montrer(TACTIQUE)
    arbre.racine.get_by_role("button", name="Meilleure ligne").click()
    arbre.attendre(22)
    assert arbre.racine.locator(".p4a-force2").count() == 3
    arbre.racine.get_by_role("button", name="Tout replier").click()
    arbre.attendre(8)


def test_fonctions_lentes_de_l_eleve(lab, montrer):
    """Pendant qu'une fonction lente travaille, l'arbre le dit-il et la cellule suivante s'exécute-t-elle ?"""
    lente = "import threading\nfeu_vert = threading.Event()\n"
    lente += "def h(s):\n    feu_vert.wait()\n    return s[1][0].count(0)\n"
    appel = "Arbre((1, grille0), codage='situation', fils=fils, valeur=h, delai=120)"
    arbre = montrer(IMPORT + ELEVE + lente + appel, "print('la suite')")
    arbre.attendre_statut("Calcul…")
    arbre.page.locator(f"{VISIBLE} .jp-OutputArea-output", has_text="la suite").wait_for()
    assert arbre.valeur("r") == "▼ calcul…"
    lab.python("feu_vert.set()")
    arbre.attendre_statut("Valeur +1 pour J0 (MAX)")
    assert arbre.valeur("r") == "▼ +1"
    assert arbre.noeud("r.2").get_attribute("aria-label").startswith("J1 (jaune) joue j = 2, à J0 de jouer")


def test_erreur_de_l_eleve(montrer):
    """Une erreur de l'élève est-elle dite en français, avec sa ligne ?"""
    fautive = "def h(s):\n    return s[2]\n"
    arbre = montrer(IMPORT + ELEVE + fautive + "Arbre((1, grille0), codage='situation', fils=fils, valeur=h)")
    arbre.attendre_statut("« h » s'est arrêtée sur une erreur : IndexError (indice hors de la liste)")
    arbre.attendre_statut("« return s[2] »")
    assert arbre.valeur("r.0") == "▲ ?"


@pytest.mark.parametrize("theme", THEMES)
def test_aucun_defaut_d_accessibilite(lab, montrer, theme):
    """axe-core ne trouve-t-il rien à redire, clair ou sombre, déplié ou en erreur ?"""
    lab.commande("apputils:change-theme", {"theme": theme})
    try:
        arbre = montrer(TACTIQUE)
        arbre.racine.get_by_role("button", name="Meilleure ligne").click()
        arbre.attendre(22)
        arbre.noeud("r.6").focus()
        arbre.page.wait_for_timeout(400)
        assert lab.violations() == []
        arbre = montrer(IMPORT + "Arbre(valeur=lambda position: 1 / 0)")
        arbre.attendre_statut("division par zéro")
        arbre.racine.locator("summary").first.click()
        assert lab.violations() == []
    finally:
        lab.commande("apputils:change-theme", {"theme": THEMES[0]})


def test_une_fenetre_etroite(lab, montrer):
    """À la largeur d'un téléphone, l'arbre défile-t-il dans son cadre, la racine au milieu ?"""
    lab.page.set_viewport_size({"width": 420, "height": 800})
    lab.commande("application:toggle-left-area")
    try:
        arbre = montrer(VIDE)
        arbre.attendre(8)
        assert arbre.racine.evaluate("r => r.scrollWidth - r.clientWidth") <= 0
        ecart = arbre.racine.evaluate(
            "r => { const c = r.querySelector('.p4a-cadre').getBoundingClientRect();"
            " const n = r.querySelector('[data-cle=\"r\"]').getBoundingClientRect();"
            " return Math.abs((n.left + n.right - c.left - c.right) / 2); }"
        )
        assert ecart < 4
        arbre.noeud("r").focus()
        arbre.page.keyboard.press("End")
        assert arbre.noeud("r.6").evaluate("n => n.getBoundingClientRect().right") <= 420
    finally:
        lab.commande("application:toggle-left-area")
        lab.page.set_viewport_size({"width": 1200, "height": 900})


def test_mouvement_reduit(lab, montrer):
    """Qui demande moins de mouvement n'a-t-il aucune animation ?"""
    arbre = montrer(VIDE)
    animation = "n => getComputedStyle(n).animationName"
    assert arbre.noeud("r").evaluate(animation) == "p4a-paraitre"
    lab.page.emulate_media(reduced_motion="reduce")
    try:
        assert arbre.noeud("r").evaluate(animation) == "none"
    finally:
        lab.page.emulate_media(reduced_motion=None)


def test_image_fixe_sans_noyau(lab, montrer):
    """Dans un notebook rouvert sans noyau, l'image fixe remplace-t-elle l'arbre ?"""
    montrer(VIDE)
    chemin = lab.page.evaluate("() => window.jupyterapp.shell.currentWidget.context.path")
    lab.commande("docmanager:save")
    lab.tout_fermer()
    lab.ouvrir(chemin)
    image = lab.page.locator(f"{VISIBLE} .jp-OutputArea-child").first
    image.wait_for()
    assert image.locator("img[src*='data-p4-arbre'], svg[data-p4-arbre]").is_visible()
