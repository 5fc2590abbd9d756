"""De bout en bout avec le vrai nbgrader : générer, noter, rendre compte, rendre les copies, exporter."""

import copy
import re
import shutil
import subprocess
import sys

import pytest
from nbformat import NotebookNode
from nbgrader.api import Gradebook

from p4prof.cours import ouvrir
from p4prof.eleves import INTERROMPUE, Journal
from tests.cours_factice import (
    PRECISION,
    Cours,
    carnet_mixte,
    cellule,
    cours_factice,
    identifiants,
    remplir,
)

TP = "tp_essai"
LEVE = "def double(x):\n    if x < 0:\n        raise ValueError(x)\n    return 2 * x"
BOUCLE = "while True:\n    pass"


def dupliquer(carnet, grade_id):
    """Copie une cellule juste après elle-même, métadonnées comprises."""
    rang = identifiants(carnet)[grade_id]
    carnet.cells.insert(rang + 1, NotebookNode(copy.deepcopy(carnet.cells[rang]), id="copie"))
    return carnet.cells[rang + 1]


def fautes(sujet, solution):
    """Une copie juste par élève, chacune abîmée à sa façon."""
    copies = {nom: remplir(sujet, solution, ["q-double", "q-triple"]) for nom in FAUTIFS}
    dupliquer(copies["a-double-reponse"], "q-double")
    dupliquer(copies["a-double-test"], "q-triple-test")
    dupliquer(copies["a-souche"], "q-double").source = cellule(sujet, "q-double").source
    del copies["b-efface"].cells[identifiants(sujet)["q-double-test"]]
    cellule(copies["c-modifie"], "q-triple-test").source = "12.0"
    copies["g-boucle"].cells[identifiants(sujet)["q-double"] + 1].source = BOUCLE
    copies["h-noyau"].cells[identifiants(sujet)["q-double"] + 1].source = "import os\nos._exit(1)"
    cellule(copies["l-leve-sur-le-cache"], "q-double").source = LEVE
    for c in copies["i-sans-metadonnees"].cells:
        c.metadata.pop("nbgrader", None)
    return copies


FAUTIFS = {
    "a-double-reponse": "20",
    "a-double-test": "20",
    "a-souche": "20",
    "b-efface": "20",
    "c-modifie": "20",
    "g-boucle": "20",
    "h-noyau": "20",
    "i-sans-metadonnees": "20",
    "l-leve-sur-le-cache": "12",
}
NOTES = {"x-solution": "20", "y-intacte": "0", "z-moitie": "8", "d-renomme": "8", **FAUTIFS}


@pytest.fixture(scope="module")
def classe(tmp_path_factory):
    """Une classe entière, notée une fois pour tous les essais de ce module."""
    cours = cours_factice(tmp_path_factory.mktemp("classe"), TP)
    sujet, solution = cours.sujet(TP), cours.solution(TP)
    for eleve, carnet in fautes(sujet, solution).items():
        cours.rendre(eleve, TP, carnet)
    cours.rendre("d-renomme", TP, remplir(sujet, solution, ["q-double"]), nom="mon TP (1)")
    cours.rendre("e-vide", TP, "")
    cours.rendre("f-invalide", TP, '{"cells": [')
    cours.rendre("f-pas-un-carnet", TP, '{"bonjour": 1}')
    (cours.gestion / "submitted" / "j-sans-carnet" / TP).mkdir(parents=True)
    cours.rendre("k-autre", TP, sujet, nom="autre1")
    cours.rendre("k-autre", TP, sujet, nom="autre2")
    cours.rendre("x-solution", TP, solution)
    cours.rendre("y-intacte", TP, sujet)
    cours.rendre("z-moitie", TP, remplir(sujet, solution, ["q-double"]))
    cours.sortie = cours.nbgrader("autograde", TP, "--Execute.timeout=10", reussite=False)
    cours.lignes = cours.notes(TP)
    return cours


@pytest.mark.parametrize(("eleve", "note"), NOTES.items())
def test_note_juste(classe, eleve, note):
    """Chaque copie lisible, même abîmée, reçoit-elle exactement la note de son travail ?"""
    assert (classe.lignes[eleve]["note"], classe.lignes[eleve]["sur"]) == (note, "20")


@pytest.mark.parametrize(
    ("eleve", "raison"),
    [
        ("e-vide", "fichier vide"),
        ("f-invalide", "JSON"),
        ("f-pas-un-carnet", "n'est pas un carnet Jupyter"),
        ("j-sans-carnet", "aucun carnet"),
        ("k-autre", "renommé"),
    ],
)
def test_echec_nomme(classe, eleve, raison):
    """Une copie illisible est-elle un échec expliqué, sans note, dans l'export et le rapport ?"""
    ligne = classe.lignes[eleve]
    assert (ligne["état"], ligne["note"]) == ("ÉCHEC", "")
    assert raison in ligne["raison"]
    rapport = (classe.gestion / "rapports" / f"{TP}.md").read_text("utf-8")
    assert f"- **{eleve}** : {ligne['raison']}" in rapport.split("## Notes")[0]
    assert f"Copie non notée — {eleve}" in classe.sortie


@pytest.mark.parametrize(
    ("eleve", "raison"),
    [
        ("a-double-reponse", "2 exemplaires"),
        ("b-efface", "effacée"),
        ("c-modifie", "modifiée"),
        ("d-renomme", "mon TP (1).ipynb"),
    ],
)
def test_reparation_signalee(classe, eleve, raison):
    """L'enseignant sait-il qu'une copie notée a été réparée ?"""
    assert classe.lignes[eleve]["état"] == "notée"
    assert raison in classe.lignes[eleve]["raison"]


def test_sans_faute_sans_remarque(classe):
    """Une copie sans défaut est-elle notée sans remarque ?"""
    assert classe.lignes["z-moitie"]["raison"] == classe.lignes["y-intacte"]["raison"] == ""


def test_retours_sans_tests_caches(classe):
    """Les retours existent-ils, en français, sans trace des tests cachés ?"""
    classe.nbgrader("generate_feedback", TP)
    pages = {p.parts[-3]: p.read_text("utf-8") for p in classe.gestion.glob(f"feedback/*/{TP}/*.html")}
    assert len(pages) == 13
    for page in pages.values():
        for secret in ("BASE, -987654", "secret_", "HIDDEN"):
            assert secret not in re.sub("<[^>]*>", "", page)
    assert "[test caché]" in pages["l-leve-sur-le-cache"]
    assert "NotImplementedError" in pages["y-intacte"]
    assert "note : 20 / 20" in pages["x-solution"]
    assert "Student" not in pages["x-solution"]


def test_formgrader(classe):
    """Le bouton de formgrader passe-t-il par la même notation et le même rapport ?"""
    (classe.gestion / "rapports" / f"{TP}.md").unlink()
    code = (
        "from nbgrader.apps import NbGraderAPI; from p4prof.cours import ouvrir; c = ouvrir();"
        f"r = NbGraderAPI(coursedir=c, config=c.config).autograde('{TP}', 'e-vide'); print(r['success'])"
    )
    sortie = subprocess.check_output(
        [sys.executable, "-c", code], cwd=classe.racine, env=classe.environnement()
    )
    assert sortie.split() == [b"False"]
    assert "**e-vide** : fichier vide" in (classe.gestion / "rapports" / f"{TP}.md").read_text("utf-8")


def test_reprise(classe):
    """Relancer ne refait-il que les copies en échec, corrigées ou interrompues ?"""
    cours = ouvrir(classe.racine)
    Journal(cours, TP).ecrire("z-moitie", INTERROMPUE)
    assert classe.notes(TP)["z-moitie"]["état"] == "ÉCHEC"
    classe.rendre("e-vide", TP, classe.solution(TP))
    shutil.rmtree(classe.gestion / "submitted" / "h-noyau")
    avant = {p: p.stat().st_mtime_ns for p in classe.gestion.glob(f"autograded/[a-y]*/{TP}/*.ipynb")}
    classe.nbgrader("autograde", TP, reussite=False)
    assert {p: p.stat().st_mtime_ns for p in avant} == avant
    notes = {e: (ligne["état"], ligne["note"]) for e, ligne in classe.notes(TP).items()}
    assert notes["z-moitie"] == ("notée", "8")
    assert notes["e-vide"] == ("à relire", "20")
    assert notes["h-noyau"] == ("non rendue", "")


def test_sujet_pas_encore_genere(tmp_path):
    """Noter avant d'avoir généré le sujet dit-il quoi faire ?"""
    cours = Cours(tmp_path)
    cours.rendre("ana", TP, "{}")
    assert f"nbgrader generate_assignment {TP}" in cours.nbgrader("autograde", TP, reussite=False)


# --- Seize points automatiques, quatre à la main, des ★ ----------------------------------------------------


@pytest.fixture(scope="module")
def mixte(tmp_path_factory):
    """Une classe notée sur un TP de 16 + 4 points et 3 de bonus ; personne n'a encore lu les réponses."""
    cours = cours_factice(tmp_path_factory.mktemp("mixte"), TP, carnet=carnet_mixte())
    sujet, solution = cours.sujet(TP), cours.solution(TP)
    for eleve, choix in {"ana": ["q-double", "q-triple", "q-septuple"], "bob": ["q-triple"]}.items():
        carnet = remplir(sujet, solution, choix)
        cellule(carnet, "q-pourquoi").source = "Parce que."
        cours.rendre(eleve, TP, carnet)
    cours.rendre("zoe", TP, remplir(sujet, solution, ["q-double", "q-triple", "q-septuple"]))
    cours.nbgrader("autograde", TP)
    return cours


def lignes(cours):
    """Les notes de la classe, telles que l'export les donne."""
    return {e: tuple(ligne[c] for c in ("note", "sur", "état")) for e, ligne in cours.notes(TP).items()}


def retour(cours, eleve):
    """Le texte du retour d'un élève, refait."""
    cours.nbgrader("generate_feedback", TP, "--force")
    return (cours.gestion / "feedback" / eleve / TP / f"{TP}.html").read_text("utf-8")


ATTENTE = "raisonnement à noter"


def test_raisonnement_a_noter(mixte):
    """Tant qu'une réponse rédigée attend, la note est-elle partout sur 16 ; une réponse vide, déjà zéro ?"""
    attendu = {"ana": ("16", "16", ATTENTE), "bob": ("10", "16", ATTENTE), "zoe": ("19", "20", "notée")}
    assert lignes(mixte) == attendu
    rapport = (mixte.gestion / "rapports" / f"{TP}.md").read_text("utf-8")
    assert f"- bob : 10 / 16, {ATTENTE}" in rapport and "- zoe : 19 / 20 (dont 3 de bonus ★)" in rapport
    page = retour(mixte, "bob")
    assert f"<h4>{TP} — note : 10 / 16, {ATTENTE}</h4>" in page
    assert "rédigée : pourquoi</a> (note : à noter, sur 4)" in page and "Note : à noter, sur 4" in page
    assert PRECISION not in page and "0 / 4" not in page


def test_raisonnement_ramene(mixte):
    """Avec le réglage du cours, les 16 points sont-ils ramenés à 20, sans rien attendre ?"""
    reglages = mixte.racine / "nbgrader_config.py"
    texte = reglages.read_text("utf-8")
    assert "c.Notes.raisonnement = True" in texte
    reglages.write_text(texte.replace("raisonnement = True", "raisonnement = False"), "utf-8")
    try:
        assert lignes(mixte) == {"ana": ("20", "20", "notée"), "bob": ("12,5", "20", "notée"),
                                 "zoe": ("20", "20", "notée")}  # fmt: skip
        page = retour(mixte, "bob")
        assert "note : 12,5 / 20 (10 / 16 ramenés à 20)" in page and "(note : non comptée)" in page
    finally:
        reglages.write_text(texte, "utf-8")


def test_raisonnement_note(mixte):
    """Une fois les réponses notées, le total est-il sur 20, plafonné, ★ comprises ?"""
    with Gradebook(f"sqlite:///{mixte.gestion / 'gradebook.db'}") as carnet:
        for eleve, points in {"ana": 3.0, "bob": 2.5}.items():
            note = carnet.find_grade("q-pourquoi", TP, TP, eleve)
            note.manual_score, note.needs_manual_grade = points, False
        carnet.db.commit()
    assert lignes(mixte)["bob"] == ("12,5", "20", "notée")
    ana = mixte.notes(TP)["ana"]
    assert (ana["note"], ana["raison"]) == ("20", "dont 3 de bonus ★, 22 plafonnés à 20")
    assert f"<h4>{TP} — note : 12,5 / 20</h4>" in retour(mixte, "bob")
    # Notée de nouveau, la copie garde la note mise à la main, et demande qu'on la relise.
    mixte.nbgrader("autograde", TP, "--force")
    assert lignes(mixte)["bob"] == ("12,5", "20", "à relire")
