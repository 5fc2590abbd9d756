"""Tout le cours dans un navigateur : « make test-site » (P4_SITE=DOSSIER éprouve un site déjà fabriqué)."""

from __future__ import annotations

import contextlib
import functools
import json
import re
import shutil
import subprocess
import sys
import threading
import time
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import nbformat
import pytest
from nbgrader.api import Gradebook

from p4core import Position
from p4core.commande import main
from p4core.ia.solveur.resolution import scores
from p4prof.site.fabrication import NOYAU, roue_du_cours
from tests.cours_factice import Cours
from tests.navigateur.lite import ACCUEIL, TPS, Lite, carnet, servi, telecharger, texte_des_sorties
from tests.navigateur.serveur import CHROMIUM, OPTIONS_CHROMIUM, RACINE

pytestmark = pytest.mark.long


def essai(lite: Lite, *sources: str) -> None:
    """Ouvre un carnet fait de ces cellules."""
    noyau = {"kernelspec": {"name": "python", "display_name": "Python"}}  # sinon, Lab demande lequel
    cellules = [nbformat.v4.new_code_cell(source) for source in sources]
    lite.ouvrir()
    lite.poser("essai.ipynb", nbformat.v4.new_notebook(cells=cellules, metadata=noyau))
    lite.montrer("essai.ipynb")


# --- une réponse fausse, sans fin, juste ---------------------------------------------------------------

QUESTIONS = {
    "tp1_grille": "tp1-q01-init",
    "tp2_minmax": "tp2-q01-nbr-pions",
    "tp3_ia": "tp3-q03-victoire",
    "tp4_graphe": "tp4-q01-depose-pion",
    "tp5_pieges": "tp5-q02-urgence",
    "tp6_tournoi": "tp6-q06-nbjetons",
    "tp7_jeu_parfait": "tp7-q01-trait",
}


@pytest.mark.parametrize(("tp", "question"), QUESTIONS.items(), ids=QUESTIONS)
def test_fausse_sans_fin_juste(lite, tp, question):
    """Une réponse fausse, une sans fin et la bonne ont-elles chacune leur verdict ?"""
    chemin, nb = f"{tp}/{tp}.ipynb", carnet("solutions", tp)
    rangs = [i for i, c in enumerate(nb["cells"]) if c["cell_type"] == "code"]
    (reponse,) = (i for i in rangs if nb["cells"][i]["id"] == question)
    test = lambda: texte_des_sorties(lite.executer([reponse, lite.rang(f"{question}-test")])[-1])  # noqa: E731
    lite.ouvrir()
    lite.poser(chemin, nb)
    lite.montrer(chemin)
    lite.executer([i for i in rangs if i < reponse])
    juste = "".join(nb["cells"][reponse]["source"])
    entete = re.search(r"^def .*:\n", juste, re.MULTILINE)[0]
    lite.ecrire_cellule(question, f"{entete}    return None")
    fausse = test()
    assert fausse.startswith("✗") and "ne se termine pas" not in fausse
    lite.ecrire_cellule(question, f"{entete}    while True:\n        pass")
    sans_fin = test()
    assert sans_fin.startswith("✗") and "ne se termine pas" in sans_fin
    lite.ecrire_cellule(question, juste)
    assert test().startswith("✓")


# --- le plateau ----------------------------------------------------------------------------------------


def jouer_une_partie(lite: Lite, adversaire: str, choisir) -> Position:
    """Une partie par clics, contre cette machine ; `choisir` prend un coup parmi les scores exacts."""
    essai(lite, f"from p4core import Plateau\np = Plateau({adversaire!r})\np", "print(p.position.notation)")
    lite.executer([0])
    plateau, position = lite.plateau(), Position()
    while not position.finie:
        notes = scores(position)
        x = choisir(notes, key=notes.get)
        plateau.jouer(x)
        n = position.nb_coups + 1
        plateau.attendre_pions(n if position.jouer(x).finie else n + 1)
        position = Position.depuis_coups(texte_des_sorties(lite.executer([1])[0]).strip())
    plateau.attendre_statut("en ")
    return position


def test_une_partie_gagnee_contre_hasard(lite):
    """Gagne-t-on par clics contre le hasard, et le plateau le dit-il ?"""
    position = jouer_une_partie(lite, "hasard", max)
    assert position.gagnant == 1
    lite.plateau().attendre_statut("Vous gagnez")


def test_une_partie_perdue_contre_parfait(lite):
    """Qui joue mal perd-il contre le joueur parfait, qui ne laisse rien passer ?"""
    position = jouer_une_partie(lite, "parfait", min)
    assert position.gagnant == 2
    lite.plateau().attendre_statut("gagne (")


def test_le_clavier_suffit(lite):
    """Dans le site aussi, flèches, Entrée, chiffres et Retour arrière jouent-ils ?"""
    essai(lite, "from p4core import Plateau\nPlateau()")
    lite.executer([0])
    plateau, clavier = lite.plateau(), lite.page.keyboard
    plateau.colonne(3).focus()
    clavier.press("ArrowRight")
    clavier.press("Enter")
    plateau.attendre_statut("a joué colonne 5.")
    clavier.press("1")
    plateau.attendre_pions(2)
    clavier.press("Backspace")
    plateau.attendre_pions(1)


SANS_FIN = "def sans_fin(position):\n    while True:\n        pass\n"


def test_le_plateau_reste_vivant(lite):
    """Pendant qu'une machine réfléchit sans fin, entend-on une cellule, un bouton, deux autres machines ?"""
    essai(
        lite,
        f"from p4core import Plateau\n{SANS_FIN}p = Plateau(sans_fin, delai=600)\np",
        "print('pendant ce temps', p.reflechit)",
        "q = Plateau('hasard', joueur='hasard', cadence=0.5)\nq",
    )
    lite.executer([0])
    plateau = lite.plateau()
    plateau.jouer(3)
    plateau.attendre_statut("réfléchit")
    assert "pendant ce temps True" in texte_des_sorties(lite.executer([1])[0])
    lite.executer([2])
    machines = lite.plateau(1)
    machines.attendre_plus_de_pions(2)
    machines.bouton("Pause").click()
    machines.bouton("Continuer").wait_for()
    plateau.bouton("Annuler").click()
    plateau.attendre_pions(0)
    assert "pendant ce temps False" in texte_des_sorties(lite.executer([1])[0])


# --- le ■ du notebook ----------------------------------------------------------------------------------

BOUCLE = ("while True:\n    pass", "print('encore là')")


def lancer_et_arreter(lite: Lite) -> None:
    """Lance la première cellule sans l'attendre, puis ■."""
    lite.executer([1])  # Python est démarré
    lite.page.evaluate(
        """() => { window.__finie = false;
          window.jupyterapp.shell.currentWidget.content.activeCellIndex = 0;
          window.jupyterapp.commands.execute('notebook:run-cell').then(() => { window.__finie = true; }); }"""
    )
    lite.page.get_by_text("[*]:").first.wait_for()
    time.sleep(2)  # que la boucle ait commencé
    lite.page.evaluate("() => { window.jupyterapp.commands.execute('notebook:interrupt-kernel'); }")


def test_le_carre_arrete_une_cellule(lite):
    """Avec les en-têtes, ■ arrête-t-il la cellule en cours, sans perdre les variables ?"""
    essai(lite, *BOUCLE)
    lancer_et_arreter(lite)
    lite.page.wait_for_function("() => window.__finie")
    assert "KeyboardInterrupt" in lite.texte()
    assert "encore là" in texte_des_sorties(lite.executer([1])[0])


def test_un_serveur_ordinaire(site, chromium):
    """« python -m http.server » suffit-il ? ■ y dit-il quoi faire, une boucle y est-elle arrêtée ?"""
    fichiers = functools.partial(SimpleHTTPRequestHandler, directory=str(site))
    serveur = ThreadingHTTPServer(("127.0.0.1", 0), fichiers)
    threading.Thread(target=serveur.serve_forever, daemon=True).start()
    contexte = chromium.new_context(locale="fr-FR")
    lite = Lite(contexte, f"http://127.0.0.1:{serveur.server_port}")
    juger = f"from p4cours import verifier\n{SANS_FIN}verifier('tp0_accueil', 'autre_joueur', sans_fin)"
    essai(lite, *BOUCLE, juger)
    assert "ne se termine pas" in texte_des_sorties(lite.executer([2])[0])
    lancer_et_arreter(lite)
    lite.page.get_by_text("Redémarrez le noyau").first.wait_for()
    contexte.close()
    serveur.shutdown()
    serveur.server_close()
    assert lite.dehors == []


# --- le travail n'est pas perdu ------------------------------------------------------------------------


def test_un_navigateur_ferme_puis_rouvert(chromium, adresse, tmp_path):
    """Le travail enregistré est-il retrouvé quand le navigateur a été fermé puis rouvert ?"""
    profil, reglages = str(tmp_path / "profil"), {"executable_path": CHROMIUM, "args": OPTIONS_CHROMIUM}
    for fois in range(2):
        contexte = chromium.browser_type.launch_persistent_context(profil, locale="fr-FR", **reglages)
        lite = Lite(contexte, adresse)
        lite.ouvrir(ACCUEIL)
        if fois:
            assert "return 42" in str(lite.lire(ACCUEIL))
        else:
            lite.ecrire_cellule("tp0-q01-autre-joueur", "def autre_joueur(joueur):\n    return 42")
            lite.enregistrer()
        contexte.close()
        assert lite.dehors == []


def test_ce_qui_demande_une_vraie_machine(lite):
    """Noter, et des processus demandés, le disent-ils en une phrase ?"""
    essai(
        lite,
        "import p4prof",
        "from p4core.tournois.executeurs import processus\nwith processus(2):\n    pass",
        "from p4core import IA_REGLES, tournoi\nia = {n: IA_REGLES[n] for n in ('1.1', '1.2')}\n"
        "t = tournoi(ia, 10, ouvriers=4)\nprint('joué')",
    )
    noter, processus, tournoi = map(texte_des_sorties, lite.executer())
    assert "demandent une vraie machine" in noter
    assert "demandent une vraie machine" in processus
    assert "joué" in tournoi, "un tournoi, lui, se joue sur place"


# --- chaque TP, la copie rendue, un autre JupyterLite --------------------------------------------------


@pytest.mark.parametrize("tp", TPS)
def test_un_tp_entier(lite, tp):
    """Toutes les cellules de la solution s'exécutent-elles, avec les verdicts d'une vraie machine ?"""
    chemin = f"{tp}/{tp}.ipynb"
    lite.ouvrir()
    lite.poser(chemin, carnet("solutions", tp))
    lite.montrer(chemin)
    faites = {cellule["id"]: texte_des_sorties(cellule) for cellule in lite.executer(delai=1500)}
    assert [i for i, c in _erreurs(lite) if c] == []
    verdicts = _verdicts_natifs(tp)
    assert {i: faites[i].strip().split("\n")[0] for i in verdicts} == verdicts


def _verdicts_natifs(tp: str) -> dict[str, str]:
    """La première ligne de chaque verdict, telle qu'une vraie machine l'a enregistrée dans la solution."""
    lu = json.loads((RACINE / "solutions" / tp / f"{tp}.ipynb").read_text("utf-8"))
    jugees = [c for c in lu["cells"] if c["id"].endswith("-test") and "verifier(" in "".join(c["source"])]
    assert jugees
    return {c["id"]: texte_des_sorties({"sorties": c["outputs"]}).strip().split("\n")[0] for c in jugees}


def _erreurs(lite: Lite) -> list[tuple[str, list[str]]]:
    """Les cellules du carnet ouvert, et les erreurs que chacune montre."""
    return lite.page.evaluate(
        """() => [...jupyterapp.shell.currentWidget.content.model.cells].map(c => [
             c.id, (c.outputs?.toJSON() ?? []).filter(s => s.output_type === 'error').map(s => s.evalue)])"""
    )


def test_la_copie_rendue_est_notee(lite, tmp_path):
    """Le fichier téléchargé du navigateur est-il ramassé et noté comme un autre ?"""
    lite.ouvrir(ACCUEIL)
    lite.ecrire_cellule("tp0-q01-autre-joueur", "def autre_joueur(joueur):\n    return 3 - joueur")
    lite.executer()
    rendue = telecharger(lite, tmp_path)
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
    (pyodide,) = (copie / "static").glob("pyodide-*")
    for chemin, garder in (
        (copie / "jupyter-lite.json", _sans_le_cours),
        (pyodide / "pyodide-lock.json", lambda v: v["packages"].pop("p4core")),
    ):
        lu = json.loads(chemin.read_text("utf-8"))
        garder(lu)
        chemin.write_text(json.dumps(lu), encoding="utf-8")
    (compilee,) = pyodide.glob("p4core-*.whl")
    compilee.unlink()
    (copie / "pypi").mkdir()
    roue_du_cours(RACINE, copie / "pypi")
    indexer = [sys.executable, "-m", "jupyterlite_pyodide_kernel.app", "index", copie / "pypi"]
    subprocess.run(indexer, check=True)
    return copie


def _sans_le_cours(reglages):
    noyau = reglages["jupyter-config-data"]["litePluginSettings"][NOYAU]
    noyau["loadPyodideOptions"]["packages"].remove("p4core")
    noyau["pipliteUrls"] = ["./pypi/all.json"]  # ce qu'écrit une construction à qui l'on donne `piplite_urls`


@pytest.mark.parametrize("facon", ["%pip install p4core", "import piplite\nawait piplite.install('{roue}')"])
def test_la_roue_dans_un_autre_jupyterlite(nu, chromium, facon):
    """Des deux façons du guide, la roue s'installe-t-elle ailleurs, avec le plateau et une vérification ?"""
    (roue,) = (nu / "pypi").glob("*.whl")
    with servi(nu) as adresse:
        contexte = chromium.new_context(locale="fr-FR")
        lite = Lite(contexte, adresse)
        sources = (
            facon.format(roue=f"{adresse}/pypi/{roue.name}"),
            "from p4core import Plateau\nPlateau()",
            "from p4cours import verifier\nverifier('tp0_accueil', 'autre_joueur', lambda j: 3 - j)",
            "import p4prof",
        )
        essai(lite, *sources)
        installee, _, jugee, absent = map(texte_des_sorties, lite.executer())
        assert "Error" not in installee, installee
        assert "✓ autre_joueur : juste" in jugee
        assert "demandent une vraie machine" in absent
        lite.plateau().jouer(3)
        lite.plateau().attendre_pions(1)
        contexte.close()
        assert lite.dehors == []
