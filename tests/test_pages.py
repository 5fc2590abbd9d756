"""La documentation du site : des pages qui s'ouvrent d'un fichier, et dont chaque lien mène quelque part."""

import re
from collections import Counter
from contextlib import chdir
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest
from bs4 import BeautifulSoup

from p4core.commande import main
from p4cours.carnets import lire
from p4cours.examen import TPS
from p4prof.site.pages import DOCUMENTS, MENU, section

RACINE = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """Toutes les pages, que « p4 site --pages » écrit seules, lues comme un navigateur les lirait."""
    dossier = tmp_path_factory.mktemp("pages")
    with chdir(RACINE):
        assert main(["site", "--pages", str(dossier)]) == 0
    return {
        chemin.name: BeautifulSoup(chemin.read_text("utf-8"), "html.parser") for chemin in dossier.iterdir()
    }


def test_tout_y_est(pages):
    """Le sommaire mène-t-il aux guides, aux parcours, à la référence, aux mesures et à chaque TP ?"""
    liens = {a["href"] for a in pages["index.html"].main.find_all("a")}
    assert liens == {page.fichier for page in MENU[1:]} | {f"{tp}.html" for tp in TPS}
    assert set(pages) == liens | {"index.html"}


def cible_manquante(pages, nom, adresse):
    """Ce lien mène-t-il dans le vide ? Une adresse du réseau n'est pas suivie."""
    fichier, _, ancre = unquote(adresse).partition("#")
    if re.match(r"https?://", adresse):
        return False
    cible = pages.get(fichier or nom)
    return cible is None or bool(ancre and cible.find(id=ancre) is None)


def test_aucun_lien_ne_mene_dans_le_vide(pages):
    """Chaque lien mène-t-il à une page qui existe, et à une ancre de cette page ?"""
    liens = [(nom, a["href"]) for nom, page in pages.items() for a in page.find_all("a", href=True)]
    assert len(liens) > 200
    assert [lien for lien in liens if cible_manquante(pages, *lien)] == []


@pytest.mark.parametrize(
    "adresse", ["absente.html", "guide_eleve.html#absente", "#absente", "../docs/mesures.md"]
)
def test_un_lien_mort_est_vu(pages, adresse):
    """L'essai des liens peut-il échouer ?"""
    assert cible_manquante(pages, "index.html", adresse)


def test_rien_ne_vient_du_reseau(pages):
    """Ni image, ni style, ni programme, ni cadre ne sont-ils pris hors de la page ?"""
    for nom, page in pages.items():
        assert [b["src"][:60] for b in page.find_all(src=True) if not b["src"].startswith("data:")] == [], nom
        assert not page.find_all(["link", "script", "iframe"]), nom


def test_les_identifiants_sont_uniques(pages):
    """Un identifiant n'est-il donné qu'une fois par page ?"""
    for nom, page in pages.items():
        assert [i for i, n in Counter(b["id"] for b in page.find_all(id=True)).items() if n > 1] == [], nom


@pytest.mark.parametrize("tp", TPS)
def test_un_sujet_est_celui_de_l_eleve(pages, tp):
    """La page d'un TP a-t-elle le code du sujet distribué, et rien de sa solution ?"""
    texte = unescape(pages[f"{tp}.html"].main.get_text())
    codes = [c.source for c in lire(RACINE / f"notebooks/{tp}/{tp}.ipynb") if c.genre == "code"]
    assert codes and all(code.strip() in texte for code in codes)
    assert "BEGIN" not in texte and "HIDDEN" not in texte


def test_les_schemas_sont_decrits(pages):
    """Les deux schémas de la notation sont-ils dans la page, chacun avec un texte pour qui ne voit pas ?"""
    images = pages["notation.html"].main.find_all("img")
    assert len(images) == 2
    assert all(i["src"].startswith("data:image/svg+xml;base64,") and len(i["alt"]) > 60 for i in images)


def test_chaque_document_a_ses_tables(pages):
    """Les tables du Markdown sont-elles des tables de la page ?"""
    for document in DOCUMENTS:
        if document.source != "docs/reference.md":
            lignes = re.findall(r"^\|[-| ]+\|$", (RACINE / document.source).read_text("utf-8"), re.MULTILINE)
            assert len(pages[document.fichier].main.find_all("table")) == len(lignes), document.source


def test_une_section_absente_est_une_erreur():
    """Une route dont le guide a changé le titre manque-t-elle bruyamment ?"""
    assert section("# T\n\n## A\n\nun\n\n## B\n\ndeux\n", "A") == "## A\n\nun\n\n"
    with pytest.raises(ValueError):
        section("# T\n\n## A\n", "B")
