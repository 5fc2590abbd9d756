"""Le cours dans un navigateur : le dossier que fabrique « p4 site », ouvert dans Chromium sans réseau."""

from __future__ import annotations

import contextlib
import json
import shutil
import tomllib
import zipfile
from pathlib import Path
from urllib.request import urlopen

import nbformat
import pytest
from nbgrader.api import Gradebook
from playwright.sync_api import expect

from p4core.commande import DemandeImpossible, main
from p4prof.site.fabrication import NOYAU, duree_annoncee, fabriquer, roue_du_cours
from tests.cours_factice import Cours
from tests.navigateur.lite import VISIBLE, Lite, servi, texte_des_sorties
from tests.navigateur.serveur import RACINE

TPS = sorted(dossier.name for dossier in (RACINE / "solutions").iterdir() if dossier.is_dir())
VERSION = tomllib.loads((RACINE / "pyproject.toml").read_text("utf-8"))["project"]["version"]
ACCUEIL = "tp0_accueil/tp0_accueil.ipynb"
REPONSE, TEST = "tp0-q01-autre-joueur", "tp0-q01-autre-joueur-test"
ENTETE = "def autre_joueur(joueur):\n    "


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """Le site, fabriqué une fois ; ce que l'on prend du réseau reste dans build/site."""
    if shutil.which("npm") is None:
        pytest.skip("Node.js est absent : le site ne peut pas être fabriqué")
    try:
        return fabriquer(RACINE, tmp_path_factory.mktemp("site") / "p4")
    except DemandeImpossible as refus:
        if "Prendre" in str(refus):  # Pyodide ou les roues : le réseau manque, le site n'est pas en cause
            pytest.skip(f"Pas de réseau pour fabriquer le site : {refus}"[:300])
        raise


@pytest.fixture(scope="session")
def adresse(site):
    """Le site, servi comme le fait « p4 site --servir »."""
    with servi(site) as lieu:
        yield lieu


@pytest.fixture
def lite(chromium, adresse):
    """Une page neuve, sans rien d'enregistré ; à la fin, aucune requête ne doit être sortie de la machine."""
    contexte = chromium.new_context(locale="fr-FR", viewport={"width": 1200, "height": 900})
    page = Lite(contexte, adresse)
    yield page
    contexte.close()
    assert page.dehors == []


def carnet(dossier, tp):
    """Un carnet du cours, sans ses sorties."""
    lu = json.loads((RACINE / dossier / tp / f"{tp}.ipynb").read_text("utf-8"))
    for cellule in lu["cells"]:
        if cellule["cell_type"] == "code":
            cellule["outputs"], cellule["execution_count"] = [], None
    return lu


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
    rendue = _telecharger(lite, tmp_path)
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


def _telecharger(lite: Lite, dossier: Path) -> Path:
    bouton = lite.page.locator(VISIBLE).get_by_role("button", name="Télécharger ma copie")
    with lite.page.expect_download() as attente:
        bouton.click()
    assert attente.value.suggested_filename == "tp0_accueil.ipynb"
    attente.value.save_as(dossier / "tp0_accueil.ipynb")
    return dossier / "tp0_accueil.ipynb"


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
        metadonnees = archive.read(f"p4core-{VERSION}.dist-info/METADATA").decode()
    assert dossiers == {"p4core", "p4cours", "p4prof.py", f"p4core-{VERSION}.dist-info"}
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


# --- tout le cours : « make test-long » ----------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("tp", TPS)
def test_un_tp_entier(lite, tp):
    """Toutes les cellules de la solution s'exécutent-elles, avec les verdicts d'une vraie machine ?"""
    chemin = f"{tp}/{tp}.ipynb"
    lite.ouvrir()
    lite.poser(chemin, carnet("solutions", tp))
    lite.montrer(chemin)
    faites = {cellule["id"]: texte_des_sorties(cellule) for cellule in lite.executer(delai=800)}
    assert [i for i, c in _erreurs(lite) if c] == []
    tests = {c["id"]: c for c in carnet("solutions", tp)["cells"] if c["id"].endswith("-test")}
    jugees = [i for i, c in tests.items() if "verifier(" in "".join(c["source"])]
    assert [i for i in jugees if "✗" in faites[i] or "✓" not in faites[i]] == []


def _erreurs(lite: Lite) -> list[tuple[str, list[str]]]:
    """Les cellules du carnet ouvert, et les erreurs que chacune montre."""
    return lite.page.evaluate(
        """() => [...jupyterapp.shell.currentWidget.content.model.cells].map(c => [
             c.id, (c.outputs?.toJSON() ?? []).filter(s => s.output_type === 'error').map(s => s.evalue)])"""
    )


@pytest.mark.long
def test_la_copie_rendue_est_notee(lite, tmp_path):
    """Le fichier téléchargé du navigateur est-il ramassé et noté comme un autre ?"""
    lite.ouvrir(ACCUEIL)
    lite.ecrire_cellule(REPONSE, ENTETE + "return 3 - joueur")
    lite.executer()
    rendue = _telecharger(lite, tmp_path)
    (tmp_path / "cours").mkdir()
    cours = Cours(tmp_path / "cours")
    shutil.copytree(RACINE / "solutions" / "tp0_accueil", cours.racine / "solutions" / "tp0_accueil")
    cours.rendre("abel", "tp0_accueil", rendue.read_text("utf-8"))
    with contextlib.chdir(cours.racine):
        assert main(["distribuer", "tp0_accueil"]) == 0
        assert main(["noter", "tp0_accueil"]) == 0
    (carnet_de_notes,) = cours.racine.rglob("gradebook.db")
    with Gradebook(f"sqlite:///{carnet_de_notes}") as notes:
        assert [copie.score for copie in notes.assignment_submissions("tp0_accueil")] == [1.0]


@pytest.fixture
def nu(site, tmp_path):
    """Un JupyterLite sans le cours : les mêmes notebooks vivants, sans p4core ; la roue est posée à côté."""
    copie = shutil.copytree(site, tmp_path / "nu")
    for chemin, garder in (
        (copie / "jupyter-lite.json", _sans_le_cours),
        (copie / "static/pyodide/pyodide-lock.json", lambda v: v["packages"].pop("p4core")),
    ):
        lu = json.loads(chemin.read_text("utf-8"))
        garder(lu)
        chemin.write_text(json.dumps(lu), encoding="utf-8")
    (copie / f"static/pyodide/p4core-{VERSION}-py3-none-any.whl").unlink()
    roue_du_cours(RACINE, copie)
    return copie


def _sans_le_cours(reglages):
    noyau = reglages["jupyter-config-data"]["litePluginSettings"][NOYAU]
    noyau["loadPyodideOptions"]["packages"].remove("p4core")


@pytest.mark.long
def test_la_roue_dans_un_autre_jupyterlite(nu, chromium):
    """Dans un JupyterLite sans le cours, la roue s'installe-t-elle, avec le plateau et une vérification ?"""
    with servi(nu) as adresse:
        contexte = chromium.new_context(locale="fr-FR")
        lite = Lite(contexte, adresse)
        lite.ouvrir()
        sources = (
            f"import piplite\nawait piplite.install('{adresse}/p4core-{VERSION}-py3-none-any.whl')",
            "from p4core import Plateau\nPlateau()",
            "from p4cours import verifier\nverifier('tp0_accueil', 'autre_joueur', lambda j: 3 - j)",
            "import p4prof",
        )
        cellules = [nbformat.v4.new_code_cell(source) for source in sources]
        noyau = {"kernelspec": {"name": "python", "display_name": "Python"}}  # sinon, Lab demande lequel
        lite.poser("essai.ipynb", nbformat.v4.new_notebook(cells=cellules, metadata=noyau))
        lite.montrer("essai.ipynb")
        installee, _, jugee, absent = map(texte_des_sorties, lite.executer())
        assert "Error" not in installee, installee
        assert "✓ autre_joueur : juste" in jugee
        assert "demandent une vraie machine" in absent
        lite.plateau().jouer(3)
        lite.plateau().attendre_pions(1)
        contexte.close()
        assert lite.dehors == []
