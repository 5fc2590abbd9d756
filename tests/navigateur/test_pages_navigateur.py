"""La documentation du site dans un vrai navigateur, ouverte d'un fichier, sans réseau : écrans et thèmes."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from p4prof.site.fabrication import page_d_accueil
from p4prof.site.pages import ecrire_pages
from tests.navigateur.lab import AXE
from tests.navigateur.serveur import RACINE

# Une page de chaque genre : accueil du site, sommaire, long guide, schémas, référence, tables, sujet.
GENRES = ("accueil", "index", "guide_enseignant", "notation", "reference", "mesures", "tp2_minmax")
REPROCHES = "async () => (await axe.run()).violations.map(v => `${v.id} : ${v.nodes[0].html.slice(0, 150)}`)"


@pytest.fixture(scope="module")
def dossier(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Les pages, écrites une fois, et l'accueil du site, comme une page de plus."""
    dossier = tmp_path_factory.mktemp("site")
    shutil.copytree(RACINE / "notebooks", dossier / "files")
    ecrire_pages(RACINE, dossier)
    (dossier / "accueil.html").write_text(page_d_accueil(dossier), encoding="utf-8")
    return dossier


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("largeur", [1200, 390])
def test_accessible_et_lisible_partout(chromium: Any, dossier: Path, largeur: int, theme: str) -> None:
    """Chaque genre de page tient-il dans l'écran, sans rien demander, et axe-core n'y trouve-t-il rien ?"""
    if not AXE.exists():
        pytest.skip("axe-core n'est pas installé (npm install dans tests/js)")
    ecran = {"width": largeur, "height": 844}
    contexte = chromium.new_context(viewport=ecran, color_scheme=theme, bypass_csp=True, offline=True)
    page, demandes = contexte.new_page(), []
    page.on("request", lambda requete: demandes.append(requete.url))
    trouves = {}
    for nom in GENRES:
        page.goto((dossier / f"{nom}.html").as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= largeur, nom
        page.evaluate(AXE.read_text())
        trouves[nom] = page.evaluate(REPROCHES)
    contexte.close()
    assert trouves == {nom: [] for nom in GENRES}
    assert [d for d in demandes if not d.startswith(("file:", "data:"))] == []


def test_on_passe_d_une_page_a_l_autre(chromium: Any, dossier: Path) -> None:
    """Du sommaire, un clic mène-t-il à un TP, et de là au guide et à l'une de ses sections ?"""
    page = chromium.new_page()
    page.goto((dossier / "index.html").as_uri())
    page.click("main a[href='tp1_grille.html']")
    assert "TP 1" in page.inner_text("h1") and "NotImplementedError" in page.inner_text("main")
    page.click("nav a[href='guide_enseignant.html']")
    page.click("summary")
    page.click("details a[href='#choisir-son-parcours']")
    titre = page.locator("[id='choisir-son-parcours']")
    assert titre.bounding_box()["y"] < 100 and page.locator("nav [aria-current]").count() == 1
    page.close()
