"""Un carnet exporté en HTML, ouvert d'un fichier sans réseau : on y joue, sans Python."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from playwright.sync_api import Locator, Page, expect

from p4core.ecran.autonome import page_autonome, plateau_html
from p4core.francais import note_signee
from p4core.ia.solveur import meilleurs_coups, scores
from p4core.jeu import Position
from p4prof.corrige import en_page
from tests.navigateur.lab import AXE
from tests.navigateur.serveur import RACINE

HASARD, PARFAIT, PERSONNES, ELEVE, PETITE, MACHINES = range(6)
CELLULES = (
    "from p4core import Plateau, Position\nPlateau(adversaire='hasard')",
    "Plateau(adversaire='parfait', commence='adversaire')",
    "Plateau(codage='colonnes', position=Position.depuis_coups('4453'))",
    "def mon_ia(position):\n    return position.coups()[0]\nPlateau(mon_ia)",
    "Plateau(position=Position(4, 4, 3), adversaire='hasard')",
    "Plateau(joueur='hasard', adversaire='parfait')",
)
TEXTE = "# Carnet\n\nUne formule $\\sqrt{f(1-f)/n}$ dans le texte, puis $$h(G) = \\sum_A w_{n(A)}$$ seule."
LOCALES = ("file:", "data:")
JEU = re.compile("À vous de jouer|gagne|nulle")


@pytest.fixture(scope="module")
def exportee(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """La page que « jupyter nbconvert --to html » fait d'un carnet de six plateaux, avec le réglage livré."""
    cellules = [nbformat.v4.new_markdown_cell(TEXTE), *map(nbformat.v4.new_code_cell, CELLULES)]
    carnet = nbformat.v4.new_notebook(cells=cellules)
    NotebookClient(carnet, kernel_name="python3", timeout=120).execute()
    chemin = tmp_path_factory.mktemp("export") / "carnet.ipynb"
    nbformat.write(carnet, chemin)
    milieu = {**os.environ, "JUPYTER_CONFIG_PATH": str(RACINE / "jupyter_etc")}
    commande = [sys.executable, "-m", "nbconvert", "--to", "html", str(chemin)]
    subprocess.run(commande, env=milieu, check=True, capture_output=True)
    return chemin.with_suffix(".html")


@pytest.fixture
def ouvrir(chromium: Any) -> Iterator[Any]:
    """Ouvre un fichier, le réseau coupé ; une requête ou une erreur de la page font échouer l'essai."""
    contextes, incidents = [], []

    def ouverture(chemin: Path, largeur: int = 1000, theme: str = "light") -> Page:
        contexte = chromium.new_context(viewport={"width": largeur, "height": 900}, color_scheme=theme)
        contextes.append(contexte)
        contexte.route(lambda adresse: not adresse.startswith("file:"), lambda route: route.abort())
        page = contexte.new_page()
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda erreur: incidents.append(str(erreur)))
        page.on(
            "request", lambda r: incidents.append(r.url) if not r.url.startswith(("file:", "data:")) else None
        )
        page.goto(chemin.as_uri())
        page.wait_for_selector(".p4-grille")
        return page

    yield ouverture
    for contexte in contextes:
        contexte.close()
    assert incidents == []


def plateau(page: Page, rang: int = 0) -> Locator:
    """L'un des plateaux de la page."""
    return page.locator(".p4-autonome").nth(rang)


def pions(lieu: Locator) -> Locator:
    """Les pions posés sur sa grille (ni celui que l'on tient, ni ceux des noms)."""
    return lieu.locator(".p4-grille svg > g:first-child > .p4-pion")


def coups(lieu: Locator) -> list[int]:
    """Les colonnes jouées, à partir de 0, lues sur la feuille de partie."""
    return [int(texte) - 1 for texte in lieu.locator(".p4-pas").all_inner_texts()[1:]]


def statut(lieu: Locator) -> Locator:
    """La ligne d'état."""
    return lieu.locator("[role=status]")


def finie(lieu: Locator) -> bool:
    """La partie est-elle finie ?"""
    return "p4-ton-fin" in (statut(lieu).get_attribute("class") or "")


def jouer(lieu: Locator, x: int) -> None:
    """Clique une colonne et attend la réponse, ou la fin."""
    avant = pions(lieu).count()
    lieu.locator(".p4-colonne").nth(x).click()
    expect(pions(lieu)).not_to_have_count(avant)
    lieu.page.wait_for_function(
        """([lieu, n]) => lieu.querySelector(".p4-ton-fin")
           || lieu.querySelectorAll(".p4-grille svg > g:first-child > .p4-pion").length >= n""",
        arg=[lieu.element_handle(), avant + 2],
    )
    expect(statut(lieu)).to_have_text(JEU)


def test_partie_gagnee_contre_le_hasard(exportee, ouvrir):
    """Bien jouer fait-il gagner contre le hasard, clic après clic, et le score le dit-il ?"""
    lieu = plateau(ouvrir(exportee), HASARD)
    while not finie(lieu):
        position = Position.depuis_coups([x + 1 for x in coups(lieu)])
        jouer(lieu, meilleurs_coups(position)[0])
    expect(statut(lieu)).to_have_text(re.compile(r"^Vous gagnez \(jaune\) en \d+ coups\s!$"))
    expect(lieu.locator(".p4-points").first).to_have_text("1")
    lieu.locator("[data-action=nouvelle]").click()
    expect(pions(lieu)).to_have_count(0)
    expect(lieu.locator(".p4-points").first).to_have_text("1")


def test_partie_perdue_contre_le_parfait(exportee, ouvrir):
    """Jouer toujours le plus à gauche fait-il perdre contre le joueur parfait, qui commence ?"""
    lieu = plateau(ouvrir(exportee), PARFAIT)
    expect(pions(lieu)).to_have_count(1)
    while not finie(lieu):
        joues = coups(lieu)
        jouer(lieu, next(x for x in range(7) if joues.count(x) < 6))
    expect(statut(lieu)).to_have_text(re.compile(r"^parfait gagne \(jaune\) en \d+ coups"))
    position = Position()
    for i, x in enumerate(coups(lieu)):
        assert i % 2 or x in meilleurs_coups(position), f"coup {i + 1} : colonne {x + 1}"
        position = position.jouer(x)
    assert position.gagnant == 1


def test_clavier_analyse_et_reprise(exportee, ouvrir):
    """Flèches, Entrée, chiffres, Retour arrière, analyse : tout se fait-il sans souris ?"""
    page = ouvrir(exportee)
    lieu = plateau(page, PERSONNES)
    expect(lieu.locator(".p4-numero").first).to_have_text("0")  # les numéros du TP
    lieu.locator(".p4-colonne[tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(statut(lieu)).to_have_text(re.compile(r"^Joueur A a joué colonne 4\. À Joueur B"))
    page.keyboard.press("0")
    expect(pions(lieu)).to_have_count(6)
    page.keyboard.press("Backspace")
    expect(pions(lieu)).to_have_count(5)
    lieu.locator("[data-action=analyse]").press("Enter")
    expect(lieu.locator(".p4-note.p4-conseil")).not_to_have_count(0)
    expect(lieu.locator(".p4-legende")).to_contain_text("Notes exactes, pour qui doit jouer.")
    notes = [note.replace("★", "") for note in lieu.locator(".p4-note").all_inner_texts()]
    attendues = scores(Position.depuis_coups("44535"))
    assert notes == [note_signee(attendues[x]) for x in range(7)]


def test_autres_plateaux(exportee, ouvrir):
    """L'IA d'un élève a-t-elle un suppléant, une petite grille ses règles, deux machines leur bouton ?"""
    page = ouvrir(exportee)
    eleve, petite, machines = (plateau(page, rang) for rang in (ELEVE, PETITE, MACHINES))
    expect(eleve.get_by_label("Adversaire", exact=True)).to_have_value("3")
    jouer(eleve, 0)
    assert coups(eleve) == [0, 0]  # l'IA 3 imite
    expect(petite.locator(".p4-colonne")).to_have_count(4)
    assert "parfait" not in petite.get_by_label("Adversaire", exact=True).locator("option").all_inner_texts()
    expect(petite.locator("[data-action=analyse]")).to_be_disabled()
    jouer(petite, 1)
    avant = pions(machines).count()  # le noyau a pu les faire jouer avant l'export
    expect(machines.locator("[data-action=pause]")).to_have_text("Continuer")
    machines.locator("[data-action=pause]").click()
    expect(pions(machines)).not_to_have_count(avant)


def test_changer_d_adversaire(exportee, ouvrir):
    """Le menu change-t-il d'adversaire et de premier joueur, tout de suite ?"""
    lieu = plateau(ouvrir(exportee), HASARD)
    lieu.get_by_label("Adversaire", exact=True).select_option("parfait")
    expect(lieu.locator(".p4-nom").nth(1)).to_have_text("parfait")
    lieu.get_by_label("Commence", exact=True).select_option("1")
    expect(pions(lieu)).to_have_count(1)
    assert coups(lieu) == [3]  # le seul premier coup gagnant


def test_page_exportee_sans_reseau_ni_copies(exportee, ouvrir):
    """Le programme n'est-il dans la page qu'une fois, le carnet resté léger, les formules dessinées ?"""
    page = ouvrir(exportee)
    expect(page.locator(".p4-autonome .p4-grille")).to_have_count(len(CELLULES))
    texte = exportee.read_text("utf-8")
    assert texte.count("new autonome.Ressources(") == 1
    assert not re.search(r'(?:src|href)="https?:', texte)
    expect(page.locator("img.formule")).to_have_count(2)
    carnet = nbformat.read(exportee.with_suffix(".ipynb"), as_version=4)
    descriptions = [o.metadata for c in carnet.cells[1:] for o in c.outputs if o.metadata]
    assert len(descriptions) == len(CELLULES) and max(len(str(d)) for d in descriptions) < 400


@pytest.mark.parametrize(
    ("largeur", "theme"), [(1000, "light"), (390, "dark")], ids=["clair", "téléphone sombre"]
)
def test_page_autonome_accessible(tmp_path, ouvrir, largeur, theme):
    """Une page de site avec un plateau tient-elle dans l'écran, et axe-core n'y trouve-t-il rien ?"""
    chemin = tmp_path / "page.html"
    chemin.write_text(page_autonome("Jouer", "<p>À vous.</p>", plateau_html(commence="adversaire")), "utf-8")
    page = ouvrir(chemin, largeur, theme)
    lieu = plateau(page)
    expect(pions(lieu)).to_have_count(1)
    lieu.locator("[data-action=analyse]").click()
    expect(lieu.locator(".p4-note.p4-conseil")).not_to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= largeur
    assert violations(page, "main") == []


def test_corrige(exportee, ouvrir, tmp_path):
    """La page de « p4 corrige », qui n'admet que son programme, laisse-t-elle jouer et analyser ?"""
    carnet = nbformat.read(exportee.with_suffix(".ipynb"), as_version=4)
    chemin = tmp_path / "corrige.html"
    chemin.write_text(en_page(carnet, "tp"), "utf-8")
    lieu = plateau(ouvrir(chemin), HASARD)
    lieu.get_by_label("Adversaire", exact=True).select_option("1.4")
    jouer(lieu, 3)
    lieu.locator("[data-action=conseil]").click()
    expect(lieu.locator(".p4-note.p4-conseil")).not_to_have_count(0)


def test_export_accessible(exportee, ouvrir):
    """axe-core ne trouve-t-il rien à redire aux plateaux de la page exportée ?"""
    assert violations(ouvrir(exportee), ".p4-autonome") == []


def violations(page: Page, selecteur: str) -> list[str]:
    """Ce que l'outil d'accessibilité axe-core reproche à cette partie de la page."""
    if not AXE.exists():
        pytest.skip("axe-core n'est pas installé (npm install dans tests/js)")
    page.evaluate(AXE.read_text())
    return page.evaluate(
        """async (selecteur) => {
          const {violations} = await axe.run({include: [[selecteur]]});
          return violations.map(v => `${v.id} : ${v.nodes.map(n => n.html.slice(0, 150)).join(' | ')}`);
        }""",
        selecteur,
    )
