"""Le paquet construit, installé loin du dépôt : que peut en faire un élève, un enseignant ?"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import time
import urllib.error
import urllib.request
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest
from hatchling.builders.wheel import WheelBuilder

from p4core.commande import main
from p4cours.examen import TPS
from p4prof.distribuer import archiver_prof

RACINE = Path(__file__).resolve().parent.parent
BIN = "Scripts" if os.name == "nt" else "bin"


@pytest.fixture(scope="module")
def paquet(tmp_path_factory):
    """Le paquet, construit une fois."""
    dossier = tmp_path_factory.mktemp("paquet")
    (fichier,) = WheelBuilder(str(RACINE)).build(directory=str(dossier), versions=["standard"])
    return Path(fichier)


@pytest.fixture(scope="module")
def ailleurs(paquet, tmp_path_factory):
    """Un environnement neuf, avec le paquet seul : il voit les dépendances de celui des essais."""
    racine = tmp_path_factory.mktemp("ailleurs")
    venv.create(racine / "env")
    (bibliotheque,) = (racine / "env").rglob("site-packages")
    installer = [sys.executable, "-m", "pip", "--python", str(racine / "env" / BIN / "python")]
    subprocess.run([*installer, "install", "-q", "--no-deps", "--no-index", paquet], check=True)
    # Une ligne d'un .pth ajoute un dossier, sans lire les .pth qui s'y trouvent : le dépôt n'est pas vu.
    (bibliotheque / "dependances.pth").write_text(sysconfig.get_path("purelib") + "\n")
    shutil.copy(Path(sys.executable).parent / "alembic", racine / "env" / BIN)  # nbgrader le lance
    return racine


def p4(ailleurs, *mots, dossier=None):
    """Lance « p4 » depuis cet environnement ; rend son code et ce qu'il dit."""
    fini = subprocess.run(
        [ailleurs / "env" / BIN / "p4", *map(str, mots)],
        cwd=dossier or ailleurs,
        env={nom: v for nom, v in os.environ.items() if nom != "PYTHONPATH"},
        capture_output=True,
        text=True,
    )
    return fini.returncode, fini.stdout + fini.stderr


def test_le_paquet_a_les_sujets_et_aucune_solution(paquet):
    """Le paquet porte-t-il les sujets de tous les TP, le livre, et rien des solutions ?"""
    with ZipFile(paquet) as archive:
        noms = archive.namelist()
        assert {f"{etage}/py.typed" for etage in ("p4core", "p4cours", "p4prof")} <= set(noms)
        for tp in TPS:
            sujet = archive.read(f"p4cours/notebooks/{tp}/{tp}.ipynb")
            assert sujet == (RACINE / "notebooks" / tp / f"{tp}.ipynb").read_bytes()
        assert archive.getinfo("p4core/ia/solveur/livre_7x6_4.p4l").file_size <= 1_200_000
    assert not [nom for nom in noms if "solutions" in nom or nom.startswith("tests")]


def test_rien_ne_vient_du_depot(ailleurs):
    """Dans cet environnement, est-ce bien le paquet qui est importé ?"""
    code = "import p4core, p4cours, p4prof; print(p4core.__file__, p4cours.__file__, p4prof.__file__)"
    python = ailleurs / "env" / BIN / "python"
    chemins = subprocess.check_output([python, "-c", code], cwd=ailleurs, text=True).split()
    assert len(chemins) == 3 and all(chemin.startswith(str(ailleurs)) for chemin in chemins)


def test_essayer_n_ecrase_rien(ailleurs):
    """« p4 essayer » copie-t-il les sujets, sans toucher au travail déjà commencé ?"""
    assert p4(ailleurs, "essayer", "copie", "--copier")[0] == 0
    carnet = ailleurs / "copie/notebooks/tp1_grille/tp1_grille.ipynb"
    assert carnet.read_bytes() == (RACINE / "notebooks/tp1_grille/tp1_grille.ipynb").read_bytes()
    carnet.write_text("mon travail")
    code, dit = p4(ailleurs, "essayer", "copie", "--copier")
    assert (code, carnet.read_text()) == (0, "mon travail") and dit.startswith("0 fichiers copiés")


def test_lab_s_ouvre_sur_l_accueil(ailleurs):
    """« p4 lab » sert-il JupyterLab, en français, sur les sujets copiés ?"""
    p4(ailleurs, "essayer", "ouvert", "--copier")
    commande = [ailleurs / "env" / BIN / "p4", "lab", "ouvert", "--sans-navigateur", "--port=18931"]
    pages = {"JUPYTERLAB_DIR": str(Path(sys.prefix) / "share/jupyter/lab")}  # celles de la dépendance
    with (ailleurs / "lab.txt").open("w") as sortie:
        lab = subprocess.Popen(
            commande, cwd=ailleurs, env=os.environ | pages, stdout=sortie, stderr=subprocess.STDOUT
        )
    try:
        adresse = _adresse(ailleurs / "lab.txt", lab)
        page = _visiter(adresse, lab)
    finally:
        lab.terminate()
        lab.wait(60)
    assert "tp0_accueil.ipynb" in adresse and "jupyter-config-data" in page


def _adresse(journal, lab):
    """L'adresse que JupyterLab annonce."""
    while lab.poll() is None:
        for mot in journal.read_text().split():
            if mot.startswith("http://127.0.0.1"):
                return mot
        time.sleep(0.2)
    raise AssertionError(journal.read_text())


def _visiter(adresse, lab):
    """La page à cette adresse, que JupyterLab annonce un peu avant d'y répondre."""
    visiteur = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    while lab.poll() is None:
        try:
            return visiteur.open(adresse).read().decode()
        except urllib.error.URLError:
            time.sleep(0.2)
    raise AssertionError("JupyterLab s'est arrêté.")


def test_lab_dit_ce_qui_manque(ailleurs):
    """Hors d'un cours, « p4 lab » dit-il où il cherche et que faire ?"""
    code, dit = p4(ailleurs, "lab")
    assert code == 2 and "p4 essayer" in dit and "Traceback" not in dit


def test_le_cours_de_l_enseignant(ailleurs, tmp_path):
    """« p4 cours » fait-il, de l'archive, un dossier d'où l'on peut distribuer ?"""
    code, dit = p4(ailleurs, "cours", tmp_path / "cours")
    assert code == 2 and "--depuis" in dit and not (tmp_path / "cours").exists()
    archive = archiver_prof(RACINE, tmp_path / "p4core-prof.zip")
    code, dit = p4(ailleurs, "cours", tmp_path / "cours", "--depuis", archive)
    assert code == 0, dit
    assert (tmp_path / "cours/docs/guide_enseignant.md").is_file()
    code, dit = p4(ailleurs, "distribuer", "tp0_accueil", dossier=tmp_path / "cours")
    assert code == 0 and (tmp_path / "cours/gestion/distribution/tp0_accueil.zip").is_file(), dit


@pytest.mark.parametrize("fausse", ["absente.zip", "vide.zip", "texte.zip"])
def test_une_archive_fausse_n_ecrit_rien(tmp_path, fausse, capsys):
    """Une archive qui n'en est pas une est-elle refusée en une phrase, sans rien écrire ?"""
    ZipFile(tmp_path / "vide.zip", "w").close()
    (tmp_path / "texte.zip").write_text("bonjour")
    code = main(["cours", str(tmp_path / "cours"), "--depuis", str(tmp_path / fausse)])
    assert code == 2 and not (tmp_path / "cours").exists()
    assert capsys.readouterr().err.count("\n") == 1


def test_un_dossier_occupe_est_laisse(tmp_path, capsys):
    """« p4 cours » refuse-t-il un dossier qui contient déjà quelque chose ?"""
    (tmp_path / "note.txt").write_text("à moi")
    assert main(["cours", str(tmp_path), "--depuis", str(RACINE)]) == 2
    assert "n'est pas vide" in capsys.readouterr().err
    assert [f.name for f in tmp_path.iterdir()] == ["note.txt"]


LIGNES_UV = re.findall(r"^uvx? .*$", (RACINE / "README.md").read_text("utf-8"), flags=re.MULTILINE)


@pytest.mark.long
@pytest.mark.parametrize("ligne", LIGNES_UV, ids=lambda ligne: ligne.split()[0])
def test_les_lignes_uv_du_readme(paquet, tmp_path, ligne):
    """Les lignes « uvx » et « uv run » du README marchent-elles telles quelles, avec le paquet construit ?"""
    if shutil.which("uv") is None:
        pytest.skip("uv n'est pas installé")
    (tmp_path / "dist").mkdir()
    shutil.copy(paquet, tmp_path / "dist")
    subprocess.run(["sh", "-c", f"{ligne} --copier"], cwd=tmp_path, check=True)
    assert (tmp_path / "puissance4/notebooks/tp0_accueil/tp0_accueil.ipynb").is_file()
    assert not (tmp_path / "uv.lock").exists()  # un verrou garderait des adresses


def test_les_lignes_uv_sont_dans_le_readme():
    """Le README a-t-il les deux façons de lancer le paquet par uv, sans numéro de version à tenir à jour ?"""
    assert [ligne.split()[0] for ligne in LIGNES_UV] == ["uvx", "uv"]
    assert not re.search(r"\d+\.\d+\.\d+", " ".join(LIGNES_UV))
