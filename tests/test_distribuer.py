"""Les archives données aux élèves : tout le cours, ou un TP."""

import zipfile

import nbformat
import pytest

from p4prof.cours import ouvrir
from p4prof.distribuer import archiver, distribuer
from tests.cours_factice import RACINE, Cours, carnet_factice

SOLUTIONS = sorted((RACINE / "solutions").glob("*/*.ipynb"))
TPS = [p.stem for p in SOLUTIONS]


def test_rien_a_cacher(tmp_path):
    """L'archive contient-elle tous les sujets et la bibliothèque, mais ni solution ni test caché ?"""
    with zipfile.ZipFile(archiver(RACINE, tmp_path / "eleves.zip")) as archive:
        noms = archive.namelist()
        textes = [archive.read(nom) for nom in noms if nom.endswith(".ipynb")]
    sujets = {f"p4core-eleves/notebooks/{p.parent.name}/{p.name}" for p in SOLUTIONS}
    assert sujets <= set(noms) and "p4core-eleves/p4core/jeu.py" in noms
    assert "p4core-eleves/p4cours/__init__.py" in noms
    interdits = {"p4prof", "solutions", "tests", "__pycache__"}
    assert not [nom for nom in noms if interdits & set(nom.split("/"))]
    assert not [texte for texte in textes if b"HIDDEN TESTS" in texte or b"BEGIN SOLUTION" in texte]


@pytest.fixture(scope="module")
def zips(tmp_path_factory):
    """Un zip par TP, engendré une fois, dans un cours jetable qui a les vraies solutions."""
    cours = Cours(tmp_path_factory.mktemp("distribution"))
    (cours.racine / "solutions").symlink_to(RACINE / "solutions")
    return {archive.stem: archive for archive in distribuer(ouvrir(cours.racine), TPS)}


@pytest.mark.parametrize("chemin", SOLUTIONS, ids=lambda chemin: chemin.stem)
def test_zip_d_un_tp_sans_secret(zips, chemin):
    """Aucune ligne de solution ni de test caché n'est-elle dans aucun fichier du zip ?"""
    tp = chemin.stem
    with zipfile.ZipFile(zips[tp]) as archive:
        contenus = {nom: archive.read(nom) for nom in archive.namelist()}
    assert {f"{tp}/{tp}.ipynb", f"{tp}/LISEZ-MOI.txt"} <= set(contenus)
    # Ce sujet-là n'a ni solution ni test caché : tests/test_projet.py le vérifie ligne par ligne.
    assert contenus[f"{tp}/{tp}.ipynb"] == (RACINE / "notebooks" / tp / f"{tp}.ipynb").read_bytes()
    assert not [nom for nom, octets in contenus.items() if b"HIDDEN TESTS" in octets or b"SOLUTION" in octets]


def test_zip_stable_et_complet(tmp_path):
    """Le zip est-il le même à l'octet près d'une fois à l'autre, données du TP comprises ?"""
    cours = Cours(tmp_path)
    source = tmp_path / "solutions" / "tp_essai"
    (source / "donnees").mkdir(parents=True)
    nbformat.write(carnet_factice(), source / "tp_essai.ipynb")
    (source / "donnees" / "parties.csv").write_text("coups\n4453\n")
    premier = distribuer(ouvrir(tmp_path), ["tp_essai"])[0].read_bytes()
    (source / "tp_essai.ipynb").touch()
    second = distribuer(ouvrir(tmp_path), ["tp_essai"])[0]
    assert second.read_bytes() == premier
    assert second.parent == cours.gestion / "distribution"
    with zipfile.ZipFile(second) as archive:
        assert archive.read("tp_essai/donnees/parties.csv") == b"coups\n4453\n"
        assert "tp_essai.ipynb" in archive.read("tp_essai/LISEZ-MOI.txt").decode()
