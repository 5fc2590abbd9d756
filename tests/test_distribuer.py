"""Les archives données aux élèves : tout le cours, ou un TP."""

import json
import zipfile

import nbformat
import pytest

from p4prof.cours import ouvrir
from p4prof.distribuer import archiver, distribuer
from tests.cours_factice import RACINE, Cours, carnet_factice
from tests.test_projet import partage

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
    assert not [
        nom
        for nom in noms
        if "/p4prof/" in nom or "/solutions/" in nom or "/tests/" in nom or "__pycache__" in nom
    ]
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
        assert {f"{tp}/{tp}.ipynb", f"{tp}/LISEZ-MOI.txt"} <= set(archive.namelist())
        sujet = json.loads(archive.read(f"{tp}/{tp}.ipynb"))
        autres = b"".join(archive.read(nom) for nom in archive.namelist()).decode()
    parts = [partage("".join(c["source"])) for c in json.loads(chemin.read_text("utf-8"))["cells"]]
    caches, visibles = (set().union(*ensemble) for ensemble in zip(*parts, strict=True))
    recues = {ligne.strip() for c in sujet["cells"] for ligne in "".join(c["source"]).splitlines()}
    assert caches - visibles and not recues & (caches - visibles)
    assert "HIDDEN TESTS" not in autres and "SOLUTION" not in autres
    assert not [c for c in sujet["cells"] if c.get("outputs")]


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
