"""L'archive donnée aux élèves."""

import zipfile

from p4core.correction.paquet import archiver
from tests.cours_factice import RACINE


def test_rien_a_cacher(tmp_path):
    """L'archive contient-elle tous les sujets et la bibliothèque, mais ni solution ni test caché ?"""
    with zipfile.ZipFile(archiver(RACINE, tmp_path / "eleves.zip")) as archive:
        noms = archive.namelist()
        textes = [archive.read(nom) for nom in noms if nom.endswith(".ipynb")]
    sujets = {
        f"p4core-eleves/notebooks/{p.parent.name}/{p.name}" for p in (RACINE / "solutions").glob("*/*.ipynb")
    }
    assert sujets <= set(noms) and "p4core-eleves/p4core/position.py" in noms
    assert not [nom for nom in noms if "/solutions/" in nom or "/tests/" in nom or "__pycache__" in nom]
    assert not [texte for texte in textes if b"HIDDEN TESTS" in texte or b"BEGIN SOLUTION" in texte]
