"""Le cours dans un navigateur : le dossier que fabrique « p4 site », ouvert dans Chromium sans réseau.

Ici, ce qui se voit vite ; le cours entier est dans test_site_entier.py (« make test-site »)."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import zipfile
from urllib.error import HTTPError
from urllib.request import urlopen

import nbformat
import pytest
from playwright.sync_api import expect

from p4core.commande import main
from p4prof.site.fabrication import ICI, duree_annoncee, roue_du_cours
from tests.navigateur.lite import ACCUEIL, TPS, VISIBLE, Lite, carnet, servi, telecharger, texte_des_sorties
from tests.navigateur.serveur import RACINE

REPONSE, TEST = "tp0-q01-autre-joueur", "tp0-q01-autre-joueur-test"
ENTETE = "def autre_joueur(joueur):\n    "


def verdict(lite, source):
    """Ce que dit la vérification du TP 0 de cette réponse."""
    rangs = [lite.ecrire_cellule(REPONSE, source), lite.rang(TEST)]
    return texte_des_sorties(lite.executer(rangs)[-1])


# --- ce qui se voit en quelques secondes ---------------------------------------------------------------


def test_page_d_accueil(lite):
    """La page d'accueil nomme-t-elle chaque TP et sa durée, et dit-elle ce que le navigateur garde ?"""
    lite.accueil()
    lignes = lite.page.locator("tbody tr").all_inner_texts()
    assert len(lignes) == len(TPS)
    assert all("2 h" in ligne for ligne in lignes[1:]) and "dix minutes" in lignes[0]
    texte = lite.page.locator("body").inner_text()
    assert "dans ce navigateur, sur cette machine" in texte and "vraie machine" in texte
    assert lite.page.locator("html").get_attribute("lang") == "fr"
    plateau = lite.page.locator(".p4-autonome")
    plateau.locator(".p4-colonne").nth(3).click()  # au plateau sans noyau, le joueur parfait répond
    expect(plateau.locator(".p4-grille svg > g:first-child > .p4-pion")).to_have_count(2, timeout=60_000)


def test_une_seance(lite, tmp_path):
    """Fausse, sans fin, juste, enregistrée, retrouvée, rendue, recommencée : une séance entière du TP 0."""
    lite.ouvrir(ACCUEIL)
    assert lite.page.get_by_role("menuitem", name="Fichier").count() == 1, "JupyterLab est en français"
    lite.executer([lite.rang("tp0-plateau")])
    plateau = lite.plateau()
    plateau.jouer(3)
    plateau.attendre_pions(1)
    assert "✗" in verdict(lite, ENTETE + "return joueur")
    sans_fin = verdict(lite, ENTETE + "while True:\n        pass")
    assert "✗" in sans_fin and "boucle" in sans_fin
    assert "✓ autre_joueur : juste" in verdict(lite, ENTETE + "return 3 - joueur")
    lite.enregistrer()
    # Un autre jour : la page est rouverte, et tout y est encore.
    lite.ouvrir(ACCUEIL)
    assert "return 3 - joueur" in str(lite.lire(ACCUEIL))
    lite.executer()
    assert "✓ Prêt à rendre" in lite.texte(), lite.texte()[-2000:]
    rendue = telecharger(lite, tmp_path)
    copie = nbformat.read(rendue, as_version=4)
    nbformat.validate(copie)
    sujet = carnet("notebooks", "tp0_accueil")
    assert [c.id for c in copie.cells] == [c["id"] for c in sujet["cells"]]
    assert copie.metadata.kernelspec == sujet["metadata"]["kernelspec"]
    for rendu, donne in zip(copie.cells, sujet["cells"], strict=True):
        assert rendu.metadata.get("nbgrader") == donne["metadata"].get("nbgrader")
    _recommencer(lite)
    assert "return 3 - joueur" not in str(lite.lire(ACCUEIL))
    dossier = lite.page.evaluate(
        """async () => (await jupyterapp.serviceManager.contents.get('tp0_accueil', {content: true}))
             .content.map(f => f.path)"""
    )
    (ancien,) = (chemin for chemin in dossier if "-ancien-" in chemin)
    assert "return 3 - joueur" in str(lite.lire(ancien))


def _recommencer(lite: Lite) -> None:
    lite.page.locator(VISIBLE).get_by_role("button", name="Recommencer ce TP").click()
    lite.page.locator(VISIBLE).get_by_role("button", name="cliquez encore").click()
    for _ in range(200):
        if "3 - joueur" not in str(lite.lire(ACCUEIL)):
            return
        lite.page.wait_for_timeout(300)
    raise AssertionError(f"Le sujet n'est pas remis :\n{lite.texte()}")


RISQUES = {
    "rien où écrire": (
        "indexedDB.open = () => { throw new Error('refusé'); };",
        "ne laisse rien enregistrer",
    ),
    "plus de place": (
        "navigator.storage.estimate = async () => ({quota: 1e9, usage: 999e6});",
        "presque plus de place",
    ),
    "fenêtre privée": (
        "navigator.storage.getDirectory = () => Promise.reject(new Error());",
        "Cette fenêtre est privée",
    ),
    "rien de promis": ("navigator.storage.persist = async () => false;", "ne promet pas de garder"),
    "promis": ("navigator.storage.persist = async () => true;", ""),
}


@pytest.mark.parametrize(("reglage", "phrase"), RISQUES.values(), ids=RISQUES)
def test_un_risque_est_dit(lite, reglage, phrase):
    """Avant de commencer, sait-on si le travail serait perdu ? Et n'est-on pas alarmé sans raison ?"""
    lite.page.add_init_script(reglage)
    lite.accueil()
    bandeau = lite.page.locator("#p4-gardien[role=alert]")
    if not phrase:
        lite.page.wait_for_timeout(1000)
        assert bandeau.count() == 0
        return
    bandeau.wait_for()
    assert phrase in bandeau.inner_text()
    bandeau.get_by_role("button").click()
    lite.accueil()
    lite.page.wait_for_timeout(1000)
    assert bandeau.count() == 0, "fermé, il ne revient pas"


# --- la fabrication ------------------------------------------------------------------------------------


def test_un_dossier_occupe_n_est_pas_efface(tmp_path, capsys, monkeypatch):
    """Un dossier qui contient autre chose qu'un site est-il refusé, et laissé tel quel ?"""
    (tmp_path / "memoire.odt").write_text("précieux")
    monkeypatch.chdir(RACINE)
    assert main(["site", str(tmp_path)]) == 2
    assert "autre chose qu'un site" in capsys.readouterr().err
    assert (tmp_path / "memoire.odt").read_text() == "précieux"


def test_la_roue_legere(tmp_path):
    """La roue n'a-t-elle que la bibliothèque et le cours, les mêmes octets, et ses vrais besoins ?"""
    (tmp_path / "encore").mkdir()
    roue = roue_du_cours(RACINE, tmp_path)
    assert roue.read_bytes() == roue_du_cours(RACINE, tmp_path / "encore").read_bytes()
    with zipfile.ZipFile(roue) as archive:
        dossiers = {nom.split("/")[0] for nom in archive.namelist()}
        (infos,) = dossiers - {"p4core", "p4cours", "p4prof.py"}
        metadonnees = archive.read(f"{infos}/METADATA").decode()
    assert len(dossiers) == 4 and infos.endswith(".dist-info")
    assert "Requires-Dist: anywidget" in metadonnees and "nbgrader" not in metadonnees


@pytest.mark.parametrize(
    ("texte", "duree"),
    [
        ("| 1. A | 35 min | 4 |\n| 2. B | 1 | 40\u00a0min |\n| ★ C | 15 min | 1 |", "1 h 15 min"),
        ("| 1. A | 60 min | 4 |\n| 2. B | 60 min | 4 |", "2 h"),
        ("Il se lit en **dix minutes**.", "dix minutes"),
        ("Rien n'est dit.", ""),
    ],
)
def test_duree_annoncee(texte, duree):
    """La durée d'un TP est-elle la somme de sa table, sans les parties ★ ?"""
    assert duree_annoncee(texte) == duree


def test_servir_envoie_les_en_tetes(tmp_path):
    """Le serveur du dossier envoie-t-il les en-têtes de l'arrêt, et les bons types de fichiers ?"""
    (tmp_path / "a.mjs").write_text("1")
    (tmp_path / "a.wasm").write_bytes(b"\0asm")
    with servi(tmp_path) as adresse:
        for nom, genre in {"a.mjs": "text/javascript", "a.wasm": "application/wasm"}.items():
            with urlopen(f"{adresse}/{nom}") as reponse:
                assert reponse.headers["Content-Type"] == genre
                assert reponse.headers["Cross-Origin-Opener-Policy"] == "same-origin"
                assert reponse.headers["Cross-Origin-Embedder-Policy"] == "require-corp"


def test_ce_que_le_navigateur_garde(tmp_path):
    """Ne garde-t-il sans redemander que les fichiers dont le nom porte l'empreinte du contenu ?"""
    gardes = (
        "build/12.34db628.js",
        "static/pyodide-5468582423e0/a.wasm",
        "build/bundle.js?_=c9f706b",
    )
    redemandes = (
        "index.html",
        "service-worker.js",
        "build/style.js",
        "extensions/x/o.worker.8cc0413790.js",
    )
    for nom in (*gardes, *redemandes):
        fichier = tmp_path / nom.split("?")[0]
        fichier.parent.mkdir(parents=True, exist_ok=True)
        fichier.write_text("1")
    with servi(tmp_path) as adresse:
        demander = lambda nom: urlopen(f"{adresse}/{nom}").headers["Cache-Control"]  # noqa: E731
        assert {demander(nom) for nom in gardes} == {"max-age=31536000, immutable"}
        assert {demander(nom) for nom in redemandes} == {"no-cache"}
        with pytest.raises(HTTPError) as absent:
            demander("build/99.0123456.js")
        assert absent.value.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("python", ["python3", "python"])
def test_le_lanceur(tmp_path, python):
    """« lancer.sh » trouve-t-il Python sous l'un de ses noms, et sert-il son dossier, lancé d'ailleurs ?"""
    dossier, outils = tmp_path / "clé USB", tmp_path / "outils"
    dossier.mkdir(), outils.mkdir()
    for nom in ("serveur.py", "lancer.sh"):
        shutil.copy(ICI / nom, dossier)
    (dossier / "index.html").write_text("le cours")
    (outils / python).symlink_to(sys.executable)
    (outils / "dirname").symlink_to(shutil.which("dirname"))
    commande = ["/bin/sh", str(dossier / "lancer.sh"), "0"]
    reglages = {"PATH": str(outils), "BROWSER": "true", "LANG": "C.UTF-8"}
    lance = subprocess.Popen(commande, cwd="/", env=reglages, stdout=subprocess.PIPE, text=True)
    try:
        annonce = lance.stdout.readline()
        with urlopen(annonce.split("adresse ")[1].split()[0]) as reponse:
            assert reponse.read() == b"le cours"
    finally:
        os.kill(lance.pid, signal.SIGINT)
        lance.wait(20)
    assert "gardé par le navigateur" in lance.stdout.read()


def test_le_lanceur_sans_python(tmp_path):
    """Sans Python, « lancer.sh » dit-il quoi faire ?"""
    (tmp_path / "dirname").symlink_to(shutil.which("dirname"))
    commande = ["/bin/sh", str(ICI / "lancer.sh")]
    fini = subprocess.run(commande, env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False)
    assert fini.returncode == 1 and "Python est introuvable" in fini.stderr


def test_le_lanceur_de_windows():
    """« lancer.bat » a-t-il les fins de ligne de Windows, et rien que des caractères de toute console ?"""
    octets = (ICI / "lancer.bat").read_bytes()
    assert octets.isascii() and octets.count(b"\n") == octets.count(b"\r\n") > 5
