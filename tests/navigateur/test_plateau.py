"""Le plateau dans JupyterLab, joué comme par une personne."""

from __future__ import annotations

import re
from urllib.parse import unquote

import nbformat
import pytest

IMPORT = "from p4core import Plateau, Position\n"
CONTRE_LA_PREMIERE = (
    IMPORT + "def premiere(position):\n    return position.coups()[0]\nPlateau(adversaire=premiere)"
)
CONTRE_LA_TROISIEME = IMPORT + (
    "def joue_trois(position):\n    return 2\n"
    "p = Plateau(adversaire=joue_trois, position=Position.depuis_coups('1323')); p"
)
DEUX = IMPORT + "p = Plateau()\np"


def test_une_personne_gagne(lab):
    """Quatre clics dans la même colonne gagnent-ils, ligne marquée et score compté ?"""
    plateau = lab.jouer_sur(CONTRE_LA_PREMIERE)
    for n in range(3):
        plateau.jouer(3)
        plateau.attendre_pions(2 * n + 2)
    plateau.jouer(3)
    plateau.attendre_statut("Vous gagnez (jaune) en 7 coups !")
    assert plateau.racine.locator(".p4-anneau").count() == 4
    assert plateau.racine.locator(".p4-points").first.inner_text() == "1"
    plateau.insister(5)
    plateau.attendre_pions(7)


def test_une_personne_perd(lab):
    """La machine qui aligne quatre pions gagne-t-elle, et peut-on recommencer ?"""
    plateau = lab.jouer_sur(CONTRE_LA_TROISIEME)
    plateau.attendre_pions(4)
    plateau.jouer(0)
    plateau.attendre_pions(6)
    plateau.jouer(1)
    plateau.attendre_statut("joue_trois gagne (rouge)")
    assert plateau.racine.locator(".p4-points").nth(1).inner_text() == "1"
    plateau.bouton("Nouvelle partie").click()
    plateau.attendre_pions(0)
    assert plateau.racine.locator(".p4-points").nth(1).inner_text() == "1"


def test_une_partie_nulle(lab):
    """La dernière case remplie sans alignement donne-t-elle une partie nulle ?"""
    plateau = lab.jouer_sur(IMPORT + "Plateau(position=Position(3, 2, 3))")
    for n, x in enumerate((0, 1, 2, 0, 1, 2)):
        plateau.attendre_pions(n)
        plateau.jouer(x)
    plateau.attendre_statut("Partie nulle : la grille est pleine.")
    assert plateau.racine.locator(".p4-nulles").inner_text() == "1 nulle"


def test_le_clavier_suffit(lab):
    """Flèches, Entrée, chiffres et Retour arrière suffisent-ils, sans déclencher les raccourcis de Lab ?"""
    plateau = lab.jouer_sur(DEUX)
    clavier = lab.page.keyboard
    plateau.colonne(3).focus()
    clavier.press("ArrowRight")
    clavier.press("Enter")
    plateau.attendre_statut("Joueur A a joué colonne 5.")
    clavier.press("1")
    plateau.attendre_statut("Joueur B a joué colonne 1.")
    clavier.press("7")
    plateau.attendre_pions(3)
    clavier.press("Backspace")
    plateau.attendre_pions(2)
    assert plateau.contenu()[0] == "Colonne 1, de bas en haut : rouge"
    cellules = lab.page.evaluate(
        "() => window.jupyterapp.shell.currentWidget.content.model.sharedModel.cells.map(c => c.cell_type)"
    )
    assert cellules == ["code"]


A_PARTIR_DE_0 = "from p4core import Plateau\np = Plateau(codage='colonnes', noms=('Ada', 'Blaise'))\np"


def numeros(plateau):
    """Les numéros sous les colonnes."""
    return plateau.racine.locator(".p4-numero").all_text_contents()


def test_les_numeros_d_un_tp_qui_compte_a_partir_de_0(lab):
    """Numéros, touches, phrases, liste des coups, copies et réglages comptent-ils à partir de 0 ?"""
    plateau = lab.jouer_sur(A_PARTIR_DE_0)
    assert numeros(plateau) == list("0123456")
    plateau.colonne(3).focus()
    lab.page.keyboard.press("0")
    plateau.attendre_statut("Ada a joué colonne 0.")
    plateau.attendre_pions(1)
    lab.page.keyboard.press("7")
    plateau.attendre_statut("Il n'y a pas de colonne 7 : elles vont de 0 à 6.")
    lab.page.keyboard.press("6")
    plateau.attendre_statut("Blaise a joué colonne 6.")
    plateau.attendre_pions(2)
    assert plateau.contenu()[0] == "Colonne 0, de bas en haut : jaune"
    assert plateau.contenu()[6] == "Colonne 6, de bas en haut : rouge"
    plateau.racine.get_by_role("button", name="Coup 2 : colonne 6").wait_for()
    copies = plateau.racine.locator(".p4-copier")
    assert copies.all_text_contents() == ["Copier la valeur Python"]
    assert copies.first.get_attribute("title").startswith("[[1, 0, 0, 0, 0, 0], [0,")
    plateau.bouton("Réglages").click()
    invite = lab.page.get_by_label("Position").get_attribute("placeholder")
    assert "colonnes" in invite and "4453" not in invite


def test_les_numeros_sans_codage(lab):
    """Sans codage, les colonnes vont-elles de 1 à 7, et la suite de coups dit-elle qu'elle compte ainsi ?"""
    plateau = lab.jouer_sur(DEUX)
    assert numeros(plateau) == list("1234567")
    plateau.jouer(3)
    plateau.attendre_statut("Joueur A a joué colonne 4.")
    copie = plateau.racine.locator(".p4-copier").first
    assert copie.text_content() == "Copier les coups (colonnes 1 à 7)"
    assert copie.get_attribute("title") == "4"


def test_le_conseil_a_le_numero_du_tp(lab):
    """L'analyse conseille-t-elle la colonne 3 là où l'on compte à partir de 0, l'image fixe comprise ?"""
    plateau = lab.jouer_sur(
        "from p4core import Plateau\nPlateau(adversaire='minmax', codage='lignes', profondeur=1)"
    )
    plateau.bouton("Conseil").click()
    plateau.attendre_statut("Coup conseillé par min-max : colonne 3.")
    assert plateau.contenu()[3].endswith("conseillée")
    image = unquote(lab.page.locator(".jp-RenderedSVG img").first.get_attribute("src"))
    assert re.findall(r">(\d)</text>", image) == list("0123456")


def test_annuler_et_refaire(lab):
    """Annuler reprend-il aussi la réponse, et la liste des coups mène-t-elle partout ?"""
    plateau = lab.jouer_sur(CONTRE_LA_PREMIERE)
    plateau.jouer(3)
    plateau.attendre_pions(2)
    plateau.jouer(4)
    plateau.attendre_pions(4)
    plateau.bouton("Annuler").click()
    plateau.attendre_pions(2)
    plateau.bouton("Refaire").click()
    plateau.attendre_pions(4)
    plateau.racine.get_by_role("button", name="Coup 1 : colonne 4").click()
    plateau.attendre_statut("Coup 1 sur 4.")
    plateau.attendre_pions(1)
    plateau.bouton("Continuer").click()
    plateau.attendre_pions(2)


def test_une_rafale_de_clics_joue_une_fois(lab):
    """Dix clics d'affilée ne jouent-ils qu'un coup ?"""
    plateau = lab.jouer_sur(
        IMPORT
        + "import time\ndef lente(position):\n    time.sleep(0.7)\n    return 6\nPlateau(adversaire=lente)"
    )
    plateau.racine.evaluate(
        "r => { const b = r.querySelectorAll('.p4-colonne'); for (let i = 0; i < 10; i++) b[i % 7].click(); }"
    )
    plateau.attendre_statut("lente a joué colonne 7.")
    plateau.attendre_pions(2)
    assert plateau.contenu()[0] == "Colonne 1, de bas en haut : jaune"


def test_une_boucle_sans_fin_laisse_le_noyau_libre(lab):
    """Pendant qu'une IA tourne sans fin, le noyau répond-il ? La partie continue-t-elle ensuite ?"""
    plateau = lab.jouer_sur(
        IMPORT + "def boucle(G, j):\n    while True:\n        pass\n"
        "p = Plateau(adversaire=boucle, codage='colonnes', delai=2)\np"
    )
    plateau.jouer(3)
    plateau.attendre_statut("boucle réfléchit…")
    plateau.attendre_pions(1)
    lab.python("vu = p.reflechit")
    plateau.attendre_statut("boucle sans fin ?")
    lab.python("assert vu and not p.reflechit")
    plateau.jouer(2)
    plateau.attendre_statut("boucle a joué colonne 2.")
    assert plateau.contenu()[2] == "Colonne 2, de bas en haut : rouge"


def test_une_exception_est_racontee(lab):
    """L'erreur d'une IA est-elle dite en français, sa trace repliée, ses affichages montrés ?"""
    plateau = lab.jouer_sur(
        IMPORT + "def fautive(l, t):\n    print('je réfléchis')\n    return l[10]\n"
        "Plateau(adversaire=fautive, codage='jetons')"
    )
    plateau.jouer(3)
    plateau.attendre_statut("indice hors de la liste")
    replis = plateau.racine.locator("details")
    assert replis.count() == 2
    assert not replis.nth(1).locator("pre").is_visible()
    replis.nth(1).locator("summary").click()
    assert "return l[10]" in replis.nth(1).locator("pre").inner_text()
    assert "je réfléchis" in replis.nth(0).locator("pre").text_content()
    plateau.bouton("Annuler").click()
    plateau.attendre_pions(0)


def test_recharger_la_page_garde_la_partie(lab):
    """Après un rechargement de la page, la partie est-elle là et jouable ?"""
    plateau = lab.jouer_sur(DEUX)
    for n, x in enumerate((3, 4, 5)):
        plateau.jouer(x)
        plateau.attendre_pions(n + 1)
    plateau.attendre_statut("Joueur A a joué colonne 6.")
    chemin = lab.page.evaluate("() => window.jupyterapp.shell.currentWidget.context.path")
    lab.commande("docmanager:save")
    lab.recharger()
    lab.ouvrir(chemin)
    plateau = lab.plateau()
    plateau.attendre_pions(3)
    plateau.jouer(0)
    plateau.attendre_pions(4)
    plateau.attendre_statut("Joueur B a joué colonne 1.")


def test_sans_noyau_il_reste_une_image(lab):
    """Un notebook rouvert sans noyau montre-t-il l'image de la dernière position ? Cachée sinon ?"""
    plateau = lab.jouer_sur(CONTRE_LA_PREMIERE)
    plateau.jouer(3)
    plateau.attendre_pions(2)
    image = lab.page.locator(".jp-RenderedSVG img")
    lab.page.wait_for_function(
        "() => decodeURI(document.querySelector('.jp-RenderedSVG img').src).includes('1 du joueur 2')"
    )
    assert not image.is_visible()
    chemin = lab.page.evaluate("() => window.jupyterapp.shell.currentWidget.context.path")
    lab.commande("docmanager:save")
    lab.tout_fermer()
    lab.ouvrir(chemin)
    image.wait_for()
    sauve = nbformat.read(lab.dossier / chemin, 4).cells[0].outputs
    assert sauve[0]["data"]["text/plain"] == "<Plateau 7 × 6 : Vous contre premiere, 2 coups joués>"


def test_les_regles_de_l_eleve(lab):
    """Sur les fonctions coups et fini d'un élève, une erreur de sa part est-elle dite ?"""
    plateau = lab.jouer_sur(
        IMPORT + "def coups(G):\n    return [(x, G[x].index(0)) for x in range(6) if 0 in G[x]]\n"
        "def fini(G):\n    return 0\nPlateau(coups=coups, fini=fini)"
    )
    plateau.attendre_statut("« coups » oublie (6, 0), où l'on peut pourtant jouer.")
    plateau.insister(6)
    plateau.attendre_pions(0)
    plateau.jouer(5)
    plateau.attendre_pions(1)


def test_l_analyse_et_le_conseil(lab):
    """L'analyse écrit-elle une note par colonne, et le conseil une étoile ?"""
    plateau = lab.jouer_sur(IMPORT + "Plateau(adversaire='minmax', profondeur=1)")
    plateau.bouton("Analyse").click()
    plateau.racine.locator(".p4-conseil").wait_for()
    notes = plateau.racine.locator(".p4-note").all_inner_texts()
    assert notes == ["+3", "+4", "+5", "★+7", "+5", "+4", "+3"]


def test_machine_contre_machine_se_met_en_pause(lab):
    """Deux machines jouent-elles seules, et la pause les arrête-t-elle ?"""
    plateau = lab.jouer_sur(IMPORT + "Plateau(joueur='hasard', adversaire='hasard', cadence=0.2)")
    plateau.attendre_plus_de_pions(1)
    plateau.bouton("Pause").click()
    plateau.attendre_statut("En pause")
    plateau.bouton("Nouvelle partie").click()
    plateau.attendre_plus_de_pions(2)


THEMES = ["JupyterLab Light", "JupyterLab Dark"]


@pytest.mark.parametrize("theme", THEMES)
def test_aucun_defaut_d_accessibilite(lab, theme):
    """axe-core ne trouve-t-il rien à redire, clair ou sombre, réglages, analyse et erreurs affichés ?"""
    plateau = lab.jouer_sur(
        IMPORT
        + "def fautive(position):\n    return 1 / 0\n"
        + "Plateau(adversaire=fautive, position=Position.depuis_coups('44'))"
    )
    lab.commande("apputils:change-theme", {"theme": theme})
    lab.page.wait_for_function(
        "sombre => document.body.dataset.jpThemeLight === String(!sombre)", arg=theme.endswith("Dark")
    )
    try:
        plateau.jouer(2)
        plateau.attendre_statut("division par zéro")
        plateau.bouton("Réglages").click()
        lab.page.locator(".p4-details summary").click()
        lab.page.get_by_label("Commence").wait_for()
        assert lab.violations() == []
        plateau.bouton("Nouvelle partie").click()
        plateau.attendre_pions(0)
        lab.page.get_by_label("joué par").nth(1).select_option("min-max")
        lab.page.get_by_label("Profondeur").wait_for()
        plateau.bouton("Analyse").click()
        plateau.racine.locator(".p4-conseil").first.wait_for()
        assert lab.violations() == []
    finally:
        lab.commande("apputils:change-theme", {"theme": THEMES[0]})


def test_une_fenetre_etroite(lab):
    """À la largeur d'un téléphone, tout tient-il en largeur et chaque colonne se clique-t-elle ?"""
    plateau = lab.jouer_sur(DEUX)
    lab.page.set_viewport_size({"width": 390, "height": 800})
    lab.commande("application:toggle-left-area")
    try:
        lab.page.wait_for_function(
            "() => document.querySelector('.p4-grille').getBoundingClientRect().width < 390"
        )
        deborde = plateau.racine.evaluate("r => r.scrollWidth - r.clientWidth")
        assert deborde <= 0
        for n, x in enumerate((0, 6)):
            plateau.jouer(x)
            plateau.attendre_pions(n + 1)
    finally:
        lab.commande("application:toggle-left-area")
        lab.page.set_viewport_size({"width": 1200, "height": 900})
