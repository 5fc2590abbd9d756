"""Le film d'une recherche dans JupyterLab : avancer, reculer, aller à la faute, déplier."""

from __future__ import annotations

import re

import pytest

from tests.navigateur.lab import VISIBLE

# Le min-max d'un élève qui oublie de prendre l'opposé, sur une évaluation d'une ligne.
FAUTIF = """from math import inf
from p4cours import rejouer

def coups(G):
    return [(x, G[x].index(0)) for x in range(7) if 0 in G[x]]

def utilite(G, j, W):
    return sum((x + 1) * (G[x].count(j) - G[x].count(3 - j)) for x in range(7))

def minmax(G, j, W, p):
    L = coups(G)
    if p == 0 or L == []:
        return utilite(G, j, W), None
    meilleur, choix = -inf, None
    for x, y in L:
        G[x][y] = j
        u, _ = minmax(G, 3 - j, W, p - 1)
        G[x][y] = 0
        if u > meilleur:
            meilleur, choix = u, (x, y)
    return meilleur, choix
"""
FILM = "G = [[0] * 6 for x in range(7)]\nrejouer(minmax, G, 1, [0, 1, 4, 9, inf], 2)"
# Son alpha-bêta, juste, sur la même évaluation.
ELAGUE = """
def alphabeta(G, j, W, p, alpha, beta):
    L = coups(G)
    if p == 0 or L == []:
        return utilite(G, j, W), None
    meilleur, choix = -inf, None
    for x, y in reversed(L):
        G[x][y] = j
        u = -alphabeta(G, 3 - j, W, p - 1, -beta, -max(alpha, meilleur))[0]
        G[x][y] = 0
        if u > meilleur:
            meilleur, choix = u, (x, y)
        if meilleur >= beta:
            break
    return meilleur, choix

G = [[0] * 6 for x in range(7)]
rejouer(alphabeta, G, 1, [0, 1, 4, 9, inf], 2, -inf, inf)"""
FIB = """from p4cours import rejouer
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)

rejouer(fib, 4)"""


class FilmVu:
    """Un film tel qu'on le voit et le manipule dans la page."""

    def __init__(self, lab):
        self.page, self.racine = lab.page, lab.page.locator(f"{VISIBLE} .p4-film")
        self.racine.locator("[role=treeitem]").first.wait_for(timeout=60_000)

    def bouton(self, nom):
        return self.racine.get_by_role("button", name=nom)

    def cles(self):
        return self.racine.locator("[role=treeitem]").evaluate_all("n => n.map(x => x.dataset.cle)")

    def statut(self):
        return self.racine.locator("[role=status]").text_content().replace("\u00a0", " ")


@pytest.fixture
def film(lab):
    """Exécute ces cellules et rend le film qu'elles affichent."""

    def executer(*cellules):
        lab.executer(lab.ecrire(*cellules))
        return FilmVu(lab)

    return executer


def test_film(film):
    """Ouvert sur la faute, répond-il au curseur, aux pas, au saut, au clavier, au repli ?"""
    vu = film(FAUTIF, FILM)
    assert (
        "votre appel renvoie" in vu.statut() and vu.racine.locator("[role=treeitem].p4f-fautif").count() == 1
    )
    assert vu.page.locator(f"{VISIBLE} .jp-OutputArea-child:visible").count() == 1  # l'image fixe est cachée
    assert "minmax(G, 3 - j, W, p - 1)" in vu.racine.locator("[aria-current=step]").text_content()
    vu.bouton("Début").click()
    assert vu.cles() == ["r"]
    curseur = vu.racine.get_by_role("slider")
    curseur.focus()
    vu.page.keyboard.press("ArrowRight")
    vu.page.keyboard.press("ArrowRight")
    assert vu.cles() == ["r", "r.0", "r.0.0"] and "Pas 3 sur 114" in vu.statut()
    vu.page.keyboard.press("b")
    assert vu.cles() == ["r", "r.0"]
    vu.racine.locator('[data-cle="r"]').click()
    assert vu.cles() == ["r"]
    vu.page.keyboard.press("i")
    assert "votre appel renvoie" in vu.statut()
    assert vu.page.evaluate("() => document.activeElement.dataset.cle") == "r.0"


def test_avec_ou_sans_coupes(film, lab):
    """D'une touche, voit-on en gris ce que les coupes ont épargné, et les deux comptes ?"""
    vu = film(FAUTIF, ELAGUE)
    compteur, grises = vu.racine.locator(".p4f-compteur"), vu.racine.locator(".p4f-gris")
    appels, epargnees = re.search(r"Appels\s: (\d+) .*\((\d+) positions", compteur.text_content()).groups()
    assert int(appels) + int(epargnees) == 57 and grises.count() == 0
    vu.racine.locator('[data-cle="r"]').focus()
    vu.page.keyboard.press("c")
    grises.first.wait_for()
    assert f"57 appels au lieu de {appels}" in compteur.text_content()
    assert grises.first.get_attribute("aria-label").startswith("Branche coupée, x = ")
    assert lab.violations() == []
    vu.bouton("Sans les coupes").click()
    assert grises.count() == 0


@pytest.mark.parametrize("theme", ["JupyterLab Dark", "JupyterLab Light"])
def test_accessible(film, lab, theme):
    """axe-core ne trouve-t-il rien à redire, clair ou sombre ?"""
    lab.commande("apputils:change-theme", {"theme": theme})
    try:
        vu = film(FAUTIF, FILM)
        vu.page.wait_for_timeout(400)
        assert lab.violations() == []
    finally:
        lab.commande("apputils:change-theme", {"theme": "JupyterLab Light"})


def test_lecture(film):
    """La lecture avance-t-elle seule, et s'arrête-t-elle quand on le demande ?"""
    vu = film(FAUTIF, FILM)
    vu.bouton("Début").click()
    vu.bouton("Lecture").click()
    vu.racine.locator('[data-cle="r.0.0"]').wait_for(timeout=20_000)
    vu.bouton("Pause").click()
    assert vu.bouton("Lecture").count() == 1


def test_etroit(film):
    """Sur 390 pixels, tout reste-t-il dans la largeur ?"""
    vu = film(FAUTIF, FILM)
    vu.racine.evaluate("r => (r.style.width = '360px')")
    vu.page.wait_for_function(
        "r => [...r.children].every(e => e.getBoundingClientRect().width <= 361)",
        arg=vu.racine.element_handle(),
    )
    largeurs = vu.racine.locator(".p4f-scene > *").evaluate_all(
        "n => n.map(e => e.getBoundingClientRect().width)"
    )
    assert max(largeurs) <= 361


def test_toute_fonction(film):
    """Une fonction récursive sans plateau a-t-elle son film ?"""
    vu = film(FIB)
    assert "fib : 9 appels ; renvoie 3" in vu.statut()
    assert vu.racine.locator(".p4a-carton").count() == 3
