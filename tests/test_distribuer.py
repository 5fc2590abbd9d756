"""Les archives données aux élèves : tout le cours, ou un TP."""

import json
import re
import subprocess
import tomllib
import zipfile

import nbformat
import pytest
from jupyterlab_server.config import get_page_config
from nbformat.v4 import new_code_cell

from p4core.francais import ecrire_nombre
from p4cours.carnets import Cellule, lire
from p4prof.bareme import incoherences
from p4prof.cours import DemandeImpossible, ouvrir
from p4prof.distribuer import archiver, distribuer
from tests.cours_factice import RACINE, Cours, carnet_factice, carnet_mixte, cellule, nbgrader

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


def test_eleves_archive_a_elle(tmp_path):
    """L'archive a-t-elle son mode d'emploi, ses propres cibles, de vraies dates, aucun lien mort ?"""
    with zipfile.ZipFile(archiver(RACINE, tmp_path / "eleves.zip")) as archive:
        assert min(entree.date_time[0] for entree in archive.infolist()) > 2020
        archive.extractall(tmp_path)
    cours = tmp_path / "p4core-eleves"
    textes = {chemin: chemin.read_text("utf-8") for chemin in cours.rglob("*.md")}
    assert "make lab" in textes[cours / "README.md"]
    for chemin, texte in textes.items():
        assert "make test" not in texte and "formgrader" not in texte
        for lien in re.findall(r"(?:\]\(|src=\")([^)\"#:]+)[)\"#]", texte):
            assert (chemin.parent / lien).exists(), f"{chemin.name} : {lien}"
    dit = subprocess.run(["make", "-n", "lab"], cwd=cours, capture_output=True, text=True, check=True).stdout
    assert "p4 lab" in dit and "[lab]" in dit
    assert subprocess.run(["make", "-n", "test"], cwd=cours, capture_output=True).returncode != 0


def test_eleves_sans_menus_de_nbgrader(tmp_path):
    """L'archive des élèves cache-t-elle les menus de nbgrader, que le dépôt de l'enseignant garde ?"""
    with zipfile.ZipFile(archiver(RACINE, tmp_path / "eleves.zip")) as archive:
        archive.extractall(tmp_path)
    reglages = tmp_path / "p4core-eleves/jupyter"
    assert get_page_config([], str(reglages))["disabledExtensions"] == ["@jupyter/nbgrader"]
    assert get_page_config([], str(RACINE / "jupyter"))["disabledExtensions"] == []
    # pip met ce dossier entier, tel quel, là où JupyterLab lit ses réglages.
    donnees = tomllib.loads((RACINE / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"][
        "wheel"
    ]
    assert donnees["shared-data"] == {
        "jupyter": "share/jupyter/lab/settings",
        "jupyter_etc": "etc/jupyter",
    }
    assert {p.name for p in reglages.iterdir()} == {"overrides.json", "page_config.json"}
    # Une réponse changée sans être exécutée perd son verdict dès que le fichier est enregistré.
    lab = json.loads((reglages / "overrides.json").read_text())
    assert lab["@jupyterlab/docmanager-extension:plugin"]["autosaveInterval"] <= 10


def test_eleves_depuis_un_dossier_de_cours(tmp_path, monkeypatch):
    """Dans un dossier de « p4 cours », l'archive a-t-elle ses sujets ; sans bibliothèque, une phrase ?"""
    cours = tmp_path / "cours"
    (cours / "notebooks/tp9").mkdir(parents=True)
    (cours / "notebooks/tp9/tp9.ipynb").write_text("{}")
    with zipfile.ZipFile(archiver(cours, tmp_path / "eleves.zip")) as archive:
        noms = {nom.removeprefix("p4core-eleves/") for nom in archive.namelist()}
    assert {"notebooks/tp9/tp9.ipynb", "p4core/jeu.py", "Makefile", "pyproject.toml"} <= noms
    assert not any(nom.startswith("notebooks/tp1") for nom in noms)
    monkeypatch.setattr("p4prof.distribuer.__file__", str(tmp_path / "site-packages/p4prof/distribuer.py"))
    with pytest.raises(DemandeImpossible, match=r"p4core-prof\.zip décompressé"):
        archiver(cours, tmp_path / "eleves.zip")


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


# --- Un TP cohérent -------------------------------------------------------------------------------------


def regler(nom, **reglages):
    """Change les réglages d'une cellule."""
    return lambda carnet: cellule(carnet, nom).metadata.nbgrader.update(reglages)


def ecrire(nom, texte):
    """Change le texte d'une cellule."""
    return lambda carnet: cellule(carnet, nom).update(source=texte)


def ajouter(carnet):
    """Vérifie deux fois une question du TP 1, dans deux cellules ★."""
    for nom in ("q-un-test", "q-deux-test"):
        verrou = nbgrader(nom, grade=True, locked=True, points=1)
        carnet.cells.append(new_code_cell('verifier("tp1_grille", "fini", fini)', metadata=verrou))


JUSTE = 'verifier("tp1_grille", "fini", fini'
DEFAUTS = {
    "pas de points": (regler("q-double-test", points=None), "q-double-test : ses points", "None"),
    "points en texte": (regler("q-double-test", points="6"), "q-double-test : ses points", "'6'"),
    "points négatifs": (regler("q-pourquoi", points=-1), "q-pourquoi : ses points", "-1"),
    "points infinis": (regler("q-pourquoi", points=float("inf")), "q-pourquoi", "inf"),
    "zéro point": (regler("q-double-test", points=0), "q-double-test", "plus de 0 point"),
    "total": (regler("q-double-test", points=5), "titre : le TP est annoncé sur 20", "19 sans les ★"),
    "sans barème": (ecrire("q-pourquoi", "Une addition."), "q-pourquoi", "« barème »"),
    "TP inconnu": (ecrire("q-double-test", 'verifier("tp9", "f", f)'), "q-double-test", "TP « tp9 »"),
    "autre TP": (ecrire("q-double-test", 'verifier("tp3_ia", "IA", IA)'), "q-double-test", "de tp3_ia"),
    "question": (ecrire("q-double-test", 'verifier("tp1_grille", "gini", f)'), "q-double-test", "« gini »"),
    "nom calculé": (ecrire("q-double-test", 'verifier("tp1_grille", nom, f)'), "q-double-test", "s'écrit"),
    "points=": (ecrire("q-double-test", JUSTE + ", points=6)"), "q-double-test", "« points »"),
    "deux questions": (
        ecrire("q-double-test", JUSTE + ')\nverifier("tp1_grille", "init", init)'),
        "q-double-test",
        "plusieurs questions",
    ),
    "dernière ligne": (ecrire("q-double-test", f"note = {JUSTE})"), "q-double-test", "dernière ligne"),
    "deux fois": (ajouter, "q-deux-test : q-un-test vérifie déjà", "« fini »"),
}


@pytest.mark.parametrize(("changer", "debut", "mot"), DEFAUTS.values(), ids=DEFAUTS)
def test_incoherence_nommee(changer, debut, mot):
    """Chaque défaut est-il dit d'une phrase qui commence par le nom de la cellule ?"""
    carnet = carnet_mixte()
    assert not [*incoherences("tp1_grille", [*map(Cellule.lire, carnet.cells)])]
    changer(carnet)
    phrases = [*incoherences("tp1_grille", [*map(Cellule.lire, carnet.cells)])]
    assert [p for p in phrases if p.startswith(debut) and mot in p] == phrases and phrases


def test_une_etoile_ne_compte_pas_dans_le_total():
    """Changer les points d'une question ★ laisse-t-il le TP cohérent ?"""
    carnet = carnet_mixte()
    regler("q-septuple-test", points=5)(carnet)
    assert not [*incoherences("tp_essai", [*map(Cellule.lire, carnet.cells)])]


def test_tp_incoherent_refuse(tmp_path):
    """Rien n'est-il écrit, ni pour lui ni pour les autres, et nbgrader lui-même refuse-t-il ?"""
    cours = Cours(tmp_path)
    for tp, points in {"tp_bon": 6, "tp_faux": 5}.items():
        carnet = carnet_mixte()
        regler("q-double-test", points=points)(carnet)
        (tmp_path / "solutions" / tp).mkdir(parents=True)
        nbformat.write(carnet, tmp_path / "solutions" / tp / f"{tp}.ipynb")
    phrase = "- titre : le TP est annoncé sur 20, ses cellules valent 19"
    with pytest.raises(DemandeImpossible, match=f"tp_faux ne peut pas être distribué :\n{phrase}"):
        distribuer(ouvrir(tmp_path), ["tp_bon", "tp_faux"])
    assert not (cours.gestion / "distribution").exists()
    assert phrase in cours.nbgrader("generate_assignment", "tp_faux", reussite=False)
    assert not (tmp_path / "notebooks" / "tp_faux" / "tp_faux.ipynb").exists()


@pytest.mark.parametrize("tp", TPS)
def test_titres_a_jour(tp):
    """Les titres de la source annoncent-ils déjà les points des cellules, que la distribution y mettrait ?"""
    carnets = [lire(RACINE / dossier / tp / f"{tp}.ipynb") for dossier in ("solutions", "notebooks")]
    source, sujet = ([c.source for c in cs if c.genre == "markdown" and not c.a_la_main] for cs in carnets)
    assert source == sujet


def test_le_titre_suit_les_points(tmp_path):
    """Des points changés dans leur seule cellule se lisent-ils dans le titre du sujet ?"""
    cours = Cours(tmp_path)
    carnet = nbformat.read(RACINE / "solutions/tp1_grille/tp1_grille.ipynb", as_version=4)
    tests = {c.question: c for c in map(Cellule.lire, carnet.cells) if c.question}
    voulus = {"coups": tests["coups"].points + 0.5, "fini": tests["fini"].points - 0.5}
    for nom, points in voulus.items():
        regler(tests[nom].grade_id, points=points)(carnet)
    (tmp_path / "solutions" / "tp1_grille").mkdir(parents=True)
    nbformat.write(carnet, tmp_path / "solutions" / "tp1_grille" / "tp1_grille.ipynb")
    distribuer(ouvrir(tmp_path), ["tp1_grille"])
    with zipfile.ZipFile(cours.gestion / "distribution" / "tp1_grille.zip") as archive:
        texte = archive.read("tp1_grille/tp1_grille.ipynb").decode()
    for nom, points in voulus.items():
        assert f"— {nom} ({ecrire_nombre(points)} point" in texte
