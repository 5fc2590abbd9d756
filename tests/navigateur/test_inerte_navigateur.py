"""Une copie hostile ouverte par l'enseignant : dans le retour, dans formgrader et dans JupyterLab."""

from __future__ import annotations

import json
import shutil
from types import SimpleNamespace

import nbformat
import pytest
from nbconvert.exporters import HTMLExporter
from nbformat.v4 import new_code_cell, new_markdown_cell

from p4prof.inerte.pages import RetourEnFrancais
from tests.copies_hostiles import ATTAQUES, PIXEL, RESSOURCES, agir, exporteur
from tests.cours_factice import cours_factice
from tests.navigateur.lab import VISIBLE
from tests.navigateur.serveur import jupyterlab

TP = "tp_essai"
ATTAQUANT = "attaque.invalid"
FICHIER = f'<script>{agir("fichier")}</script><svg onload="{agir("fichier")}"></svg>'
HONNETE = f"""print("score < 3 & é")
display({{"image/png": "{PIXEL}", "text/plain": "un pixel"}}, raw=True)"""


def a_executer(attaque):
    """La cellule telle que l'élève la rend : le code qui produira la sortie hostile."""
    cellule = attaque.cellule.copy()
    if cellule.get("outputs"):
        (sortie,) = cellule.pop("outputs")
        donnees, metadonnees = json.dumps(sortie.data), json.dumps(sortie.metadata)
        cellule.source += f"\ndisplay({donnees}, raw=True, metadata={metadonnees.replace('true', 'True')})"
        cellule.outputs = []
    return cellule


def copie_hostile(cours):
    """Le sujet rendu avec toutes les attaques que nbgrader accepte de lire, et du travail honnête."""
    carnet = cours.sujet(TP)
    illisibles = ("compteur", "genre", "langage", "demi-caractere")
    carnet.cells[1:1] = [a_executer(a) for a in ATTAQUES if a.nom not in illisibles]
    carnet.cells[-1].source = "Du **gras**, $x<y$ et a < b."
    carnet.cells.append(new_markdown_cell("Du <i>HTML</i>", id="balises"))
    carnet.cells.append(new_code_cell(HONNETE, id="honnete"))
    return carnet


@pytest.fixture(scope="module")
def corrigee(tmp_path_factory):
    """Le dossier d'un cours où la copie hostile est corrigée et son retour produit, par le vrai nbgrader."""
    cours = cours_factice(tmp_path_factory.mktemp("cours"), TP)
    cours.rendre("eve", TP, copie_hostile(cours))
    (cours.gestion / f"submitted/eve/{TP}/piege.html").write_text(FICHIER)
    cours.nbgrader("autograde", TP)
    cours.nbgrader("generate_feedback", TP)
    return cours


@pytest.fixture(scope="module")
def serveur(corrigee, tmp_path_factory):
    """Formgrader sur une copie de ce cours."""
    with jupyterlab(tmp_path_factory.mktemp("formgrader"), corrigee.racine) as (adresse, dossier):
        yield SimpleNamespace(adresse=adresse, dossier=dossier)


@pytest.fixture
def page(lab):
    """Une page neuve qui note ce qui arrive : requêtes, boîtes de dialogue, erreurs, refus du navigateur."""
    page = lab.page.context.browser.new_page(viewport={"width": 1200, "height": 900})
    page.vu = SimpleNamespace(adresses=[], refusees=[], dialogues=[], messages=[])
    page.on("requestfailed", lambda r: page.vu.refusees.append(r.url) if r.failure == "csp" else None)
    page.on("request", lambda r: page.vu.adresses.append(r.url))
    page.on("dialog", lambda d: (page.vu.dialogues.append(d.message), d.dismiss()))
    page.on("console", lambda m: page.vu.messages.append(m.text) if m.type in ("error", "warning") else None)
    page.on("pageerror", lambda e: page.vu.messages.append(str(e)))
    yield page
    page.close()


def attaques_reussies(page):
    """Les noms des attaques dont le programme s'est exécuté."""
    page.wait_for_timeout(500)
    return set(page.evaluate("() => window.__p4_attaque ?? []"))


def parties(page):
    """Les adresses de l'attaquant que le navigateur a bien voulu demander."""
    return [a for a in page.vu.adresses if ATTAQUANT in a and a not in page.vu.refusees]


def lointaines(page):
    """Les adresses demandées hors de la page et du serveur."""
    return [a for a in page.vu.adresses if not a.startswith(("data:", "file:", "http://127.0.0.1:"))]


def montre_le_travail(page):
    """Le contenu honnête se voit-il : texte, gras, formule, image, HTML montré en clair ?"""
    image = page.locator(f'img[src$="{PIXEL}"]').last
    assert image.is_visible() and image.evaluate("i => i.naturalWidth") == 1
    formule = page.locator("img.formule[alt='x<y']")
    assert formule.is_visible() and formule.evaluate("i => i.naturalHeight") > 5
    assert page.get_by_text("gras", exact=True).first.evaluate("g => g.tagName") == "STRONG"
    for texte in ("score < 3 & é", "Du < i>HTML< /i>"):
        assert page.get_by_text(texte).last.is_visible()


ACTIVES = [a for a in ATTAQUES if a.effet in ("programme", "reseau") and a.gabarit == "feedback"]


def retour_non_nettoye(page, classe, dossier):
    """Ouvre le retour d'une copie que rien n'a rendue inerte."""
    carnet = nbformat.v4.new_notebook(cells=[a.cellule for a in ACTIVES])
    html, _ = exporteur(classe, "feedback").from_notebook_node(carnet, RESSOURCES)
    (dossier / "retour.html").write_text(html, "utf-8")
    page.goto(f"file://{dossier}/retour.html", wait_until="commit")


def test_temoin_sans_protection(page, tmp_path):
    """Sans protection, chaque programme et chaque adresse partiraient-ils vraiment ?"""
    retour_non_nettoye(page, HTMLExporter, tmp_path)
    page.wait_for_function("n => (window.__p4_attaque ?? []).length >= n", arg=10)
    assert attaques_reussies(page) == {a.nom for a in ACTIVES if a.effet == "programme"}
    assert len(parties(page)) >= sum(a.effet == "reseau" for a in ACTIVES)


def test_seconde_ligne_du_retour(page, tmp_path):
    """Si le nettoyage manquait, la page de retour refuserait-elle encore programmes et adresses ?"""
    retour_non_nettoye(page, RetourEnFrancais, tmp_path)
    assert attaques_reussies(page) == set()
    assert parties(page) == [] and any("Content Security Policy" in m for m in page.vu.messages)


def test_seconde_ligne_de_formgrader(page, serveur):
    """Et la page de formgrader, où la marque des programmes n'est pas à la portée de l'élève ?"""
    corrige = serveur.dossier / f"gestion/autograded/eve/{TP}/{TP}.ipynb"
    propre = corrige.read_bytes()
    corrige.unlink()
    nbformat.write(nbformat.v4.new_notebook(cells=[a.cellule for a in ACTIVES]), corrige)
    try:
        page.goto(f"{serveur.adresse}/formgrader/submissions/{numero(page, serveur)}/", wait_until="commit")
        page.get_by_text("# html-script").first.wait_for()
        assert attaques_reussies(page) == set() and parties(page) == []
    finally:
        corrige.write_bytes(propre)


def test_retour(page, corrigee):
    """La page de retour n'exécute-t-elle rien, ne charge-t-elle rien, et montre-t-elle le travail ?"""
    page.goto(f"file://{corrigee.gestion}/feedback/eve/{TP}/{TP}.html")
    assert attaques_reussies(page) == set()
    assert page.vu.dialogues == page.vu.messages == lointaines(page) == []
    assert [a for a in page.vu.adresses if not a.startswith("data:")] == [page.url]
    montre_le_travail(page)
    assert page.get_by_role("link", name="Test : double").is_visible()
    assert "Une addition répétée" not in page.content()


def test_formgrader(page, serveur):
    """La page de formgrader n'exécute-t-elle que ses propres programmes, et marche-t-elle encore ?"""
    page.goto(f"{serveur.adresse}/formgrader/submissions/{numero(page, serveur)}/?index=0")
    page.locator("#q-double-test[placeholder]").wait_for()
    assert attaques_reussies(page) == set()
    assert page.vu.dialogues == page.vu.messages == lointaines(page) == []
    montre_le_travail(page)
    solution = page.locator("div.solution")
    assert solution.count() == 1 and solution.get_by_text("Une addition répétée.").is_visible()
    noter(page)


def numero(page, serveur):
    """Le numéro de la copie dans formgrader."""
    (copie,) = page.request.get(f"{serveur.adresse}/formgrader/api/submitted_notebooks/{TP}/{TP}").json()
    return copie["id"]


def noter(page):
    """Met une note et montre le nom de l'élève, comme le ferait l'enseignant."""
    page.locator(".glyphicon.name-hidden").click()
    assert page.get_by_text("eve", exact=True).is_visible()
    case = page.locator("#q-double-test")
    with page.expect_response(lambda r: "/api/grade/" in r.url and r.request.method == "PUT") as reponse:
        case.fill("3")
        case.press("Tab")
    assert reponse.value.json()["manual_score"] == 3


def test_fichier_joint(page, serveur):
    """Une page déposée avec la copie s'ouvre-t-elle sans s'exécuter ?"""
    reponse = page.goto(f"{serveur.adresse}/formgrader/submissions/{numero(page, serveur)}/piege.html")
    assert reponse.status == 200 and "sandbox" in reponse.headers["content-security-policy"]
    assert page.content().count("__p4_attaque") == 4
    # Les programmes étant interdits, la page elle-même ne peut pas être interrogée : son refus fait foi.
    assert any("sandbox" in message for message in page.vu.messages)


@pytest.mark.parametrize("adresse", ["/formgrader/?path={}", '/formgrader/manage_students/";{};"'])
def test_adresses_piegees(page, serveur, corrigee, adresse):
    """Un lien qui ferait exécuter le contenu d'une copie, ou son propre texte, est-il sans effet ?"""
    if "path" in adresse:
        reponse = page.goto(serveur.adresse + adresse.format(corrigee.gestion / f"submitted/eve/{TP}"))
        assert reponse.status == 403
    else:
        page.goto(serveur.adresse + adresse.format(agir("adresse")))
        assert attaques_reussies(page) == set()


def test_jupyterlab(lab, corrigee):
    """Ouvert dans JupyterLab, le carnet corrigé reste-t-il inerte ?"""
    demandees = []
    lab.page.on("request", lambda r: demandees.append(r.url))
    shutil.copy(corrigee.gestion / f"autograded/eve/{TP}/{TP}.ipynb", lab.dossier / "hostile.ipynb")
    lab.ouvrir("hostile.ipynb")
    lab.page.locator(VISIBLE).get_by_role("heading", name="Un petit TP").wait_for()
    assert attaques_reussies(lab.page) == set()
    assert not [a for a in demandees if ATTAQUANT in a]
