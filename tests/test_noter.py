"""Noter une classe : des processus légers, d'autres machines, un carnet de notes sur un serveur."""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import nbformat
import pytest
from nbgrader.api import Gradebook

from p4prof.cloison import correcteurs as module
from p4prof.cloison.copie import INCIDENTS, CopieConfiee, Enonce
from p4prof.cloison.correcteurs import Correcteurs, NotationMorte
from p4prof.cloison.session import Limites
from p4prof.noter import ENVELOPPE, OCTETS_MAX, fichiers_joints, liaison_unique
from tests.cours_factice import RACINE, cours_factice, remplir

TP = "tp_essai"
ATTENDU = {"ana": 20.0, "bob": 8.0, "chloe": 0.0}
# PyDLL garde la main sur Python : aucun signal n'y est reçu.
BLOQUE = "import ctypes\nctypes.PyDLL(None).sleep(3600)"


def travail(*tests, copie=900.0):
    """Une copie dont chaque question est notée par l'un de ces tests."""
    cellules = [("def f(): return 4", {})]
    cellules += [("", {"nbgrader": {"grade_id": f"q{n}-test", "points": 4}}) for n in range(len(tests))]
    carnet = {"cells": [{"cell_type": "code", "source": s, "metadata": m} for s, m in cellules]}
    sujet = Enonce({f"q{n}-test": test for n, test in enumerate(tests)}, (), frozenset({"f"}))
    return CopieConfiee(json.dumps(carnet), sujet, limites=Limites(copie=copie))


def obtenues(carnet):
    """Ce que chaque test a donné : sa note, ou le nom de l'erreur."""
    sorties = [cellule["outputs"][-1] for cellule in json.loads(carnet)["cells"][1:]]
    return [s["data"]["text/plain"] if "data" in s else s["ename"] for s in sorties]


def test_un_test_bloque_n_immobilise_pas_la_classe():
    """Un test qui ne rend pas la main coûte-t-il sa seule question ; la copie suivante est-elle notée ?"""
    with Correcteurs(1) as correcteurs:
        bloque = travail(BLOQUE, "f()", copie=3.0)
        assert obtenues(correcteurs.resultat(correcteurs.confier(bloque), bloque)) == ["NoteIllisible", "4.0"]
        suivant = travail("f()")
        assert obtenues(correcteurs.resultat(correcteurs.confier(suivant), suivant)) == ["4.0"]


def test_correcteur_mort():
    """Le correcteur meurt pendant deux tests : eux seuls sont-ils perdus, et l'autre copie intacte ?"""
    with Correcteurs(2) as correcteurs:
        mortel = travail(
            "f()", "import os\nos._exit(1)", "f()", "import os, signal\nos.kill(os.getpid(), 9)", "f()"
        )
        voisine = travail("import time\ntime.sleep(1)\nf()", "f()")
        futurs = [(correcteurs.confier(t), t) for t in (mortel, voisine)]
        perdu, intact = (correcteurs.resultat(futur, t) for futur, t in futurs)
    assert obtenues(perdu) == ["4.0", "NoteIllisible", "4.0", "NoteIllisible", "4.0"]
    assert [i.split()[1] for i in json.loads(perdu)["metadata"][INCIDENTS]] == ["q1-test", "q3-test"]
    assert obtenues(intact) == ["4.0", "4.0"] and INCIDENTS not in json.loads(intact).get("metadata", {})


def test_memoire_du_correcteur(monkeypatch):
    """Un test qui demande plus de mémoire que permis perd-il sa seule question ?"""
    gourmand = travail("f()", "len([0] * (5 * 2**30 // 8))", "f()")
    with Correcteurs(1) as correcteurs:
        assert obtenues(correcteurs.resultat(correcteurs.confier(gourmand), gourmand)) == [
            "4.0",
            "MemoryError",
            "4.0",
        ]


def test_correcteur_remplace():
    """Un correcteur à qui une copie a pris de la mémoire pour de bon est-il remplacé avant la suivante ?"""
    garder = "import builtins, time\nbuiltins.garde = bytearray(b'x') * 600_000_000\ntime.sleep(1.1)\n4.0"
    copies = [travail(test) for test in ("4.0", garder)]
    qui = travail("import builtins\n4.0 * hasattr(builtins, 'garde')")
    with Correcteurs(1) as correcteurs:
        for copie in copies:
            correcteurs.resultat(correcteurs.confier(copie), copie)
        assert obtenues(correcteurs.resultat(correcteurs.confier(qui), qui)) == ["0.0"]


def test_mort_sans_cause(monkeypatch):
    """Une copie qui arrête son correcteur hors de tout test est-elle en échec, sans boucler ?"""
    monkeypatch.setattr(module, "ESSAIS", 1)
    mortelle = travail("f()")
    monkeypatch.setattr("pathlib.Path.read_text", lambda *a, **k: "ailleurs")
    with Correcteurs(1) as correcteurs, pytest.raises(NotationMorte):
        correcteurs._reprendre(
            replace(mortelle, enonce=replace(mortelle.enonce, tests={"q0-test": "import os\nos._exit(1)"}))
        )


def test_processus_legers():
    """Un processus qui note se passe-t-il de nbgrader, plus long à importer qu'une copie à noter ?"""
    code = "import sys, p4prof.cloison.correcteurs; print(*sys.modules)"
    charges = subprocess.check_output([sys.executable, "-c", code], cwd=RACINE, text=True).split()
    assert Correcteurs.__module__ in charges and not {"nbgrader", "nbformat", "numpy"} & set(charges)


def moteurs(adresse):
    """Ceux de deux ouvertures de suite du carnet de notes."""
    with Gradebook(adresse) as un:
        un.add_student("zoe") if not un.students else None
    with Gradebook(adresse) as deux:
        assert [eleve.id for eleve in deux.students] == ["zoe"]
    return un.engine, deux.engine


def test_un_seul_moteur_puis_comme_avant(tmp_path, monkeypatch):
    """Pendant une notation, même interrompue, et pas après, les ouvertures ont-elles le même moteur ?"""
    # À la première ouverture, nbgrader lance « alembic » par le PATH.
    monkeypatch.setenv("PATH", os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    adresse = f"sqlite:///{tmp_path / 'notes.db'}"
    with pytest.raises(KeyboardInterrupt), liaison_unique():
        un, deux = moteurs(adresse)
        assert un is deux
        raise KeyboardInterrupt
    un, deux = moteurs(adresse)
    assert un is not deux


def test_fichiers_joints(tmp_path):
    """Un gros fichier prend-il la place des données du TP ?"""
    (tmp_path / "a.bin").write_bytes(b"0" * (OCTETS_MAX + 1))
    (tmp_path / "z.txt").write_text("2")
    assert fichiers_joints(tmp_path) == {"z.txt": b"2"}
    (tmp_path / "b.bin").write_bytes(b"0" * (OCTETS_MAX - 2 * ENVELOPPE))
    assert set(fichiers_joints(tmp_path)) == {"z.txt"}


# --- à grande échelle -------------------------------------------------------------------------------------


@pytest.fixture
def cours(tmp_path):
    """Une petite classe qui n'est pas encore notée."""
    return rendre_la_classe(cours_factice(tmp_path, TP))


def rendre_la_classe(cours):
    """Trois copies : juste, à moitié juste, intacte."""
    sujet, solution = cours.sujet(TP), cours.solution(TP)
    cours.rendre("ana", TP, solution)
    cours.rendre("bob", TP, remplir(sujet, solution, ["q-double"]))
    cours.rendre("chloe", TP, sujet)
    return cours


def notes(db_url):
    """Les notes du carnet, par élève."""
    with Gradebook(db_url, "p4core") as carnet:
        return {copie.student.id: copie.score for copie in carnet.assignment_submissions(TP)}


def p4(cours, *arguments):
    """Lance la commande p4 dans le cours."""
    return subprocess.run(
        [sys.executable, "-m", "p4core", *arguments],
        cwd=cours.racine,
        env=cours.environnement(),
        capture_output=True,
        text=True,
    )


def test_tests_d_une_version_precedente(cours):
    """Des tests d'une ancienne version, au carnet de notes, arrêtent-ils la notation sans un faux zéro ?"""
    with Gradebook(f"sqlite:///{cours.gestion / 'gradebook.db'}", "p4core") as carnet:
        test = carnet.find_source_cell("q-double-test", TP, TP)
        test.source = 'verifier("tp0_accueil", "autre_joueur", double, points=8)'
        carnet.db.commit()
    fini = p4(cours, "noter", TP)
    assert (
        fini.returncode == 1 and f"« p4 distribuer {TP} »" in fini.stdout and "q-double-test" in fini.stdout
    )
    assert not list(cours.gestion.glob("autograded/*"))
    assert f"{TP} est mis à jour" in p4(cours, "distribuer", TP).stdout
    assert p4(cours, "noter", TP).returncode == 0
    assert notes(f"sqlite:///{cours.gestion / 'gradebook.db'}") == ATTENDU


def test_cellules_retirees_apres_la_notation(cours):
    """Un sujet qui perd des cellules une fois noté laisse-t-il le carnet de notes et notebooks/ intacts ?"""
    assert p4(cours, "noter", TP).returncode == 0
    source, sujet = cours.solution(TP), cours.racine / "notebooks" / TP / f"{TP}.ipynb"
    avant = sujet.read_bytes()
    del source.cells[-1]
    nbformat.write(source, cours.racine / "solutions" / TP / f"{TP}.ipynb")
    dit = p4(cours, "distribuer", TP)
    assert dit.returncode == 0 and "le carnet de notes garde l'ancien sujet" in dit.stdout
    assert sujet.read_bytes() == avant


def test_sur_une_grappe_dask(cours):
    """Une grappe Dask donne-t-elle les mêmes notes, chaque copie dans son bac ?"""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=2, processes=True, dashboard_address=None, host="127.0.0.1"
    ) as grappe:
        fini = p4(cours, "noter", TP, "--grappe", grappe.scheduler_address)
    assert fini.returncode == 0, fini.stderr
    assert notes(f"sqlite:///{cours.gestion / 'gradebook.db'}") == ATTENDU


@contextlib.contextmanager
def serveur_postgresql():
    """Un serveur jetable, joignable par une prise locale seulement ; rend l'adresse d'une base vide."""
    programmes = [*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)]
    initdb = shutil.which("initdb") or next((str(d / "initdb") for d in programmes), None)
    if initdb is None or not Path(initdb).exists():
        pytest.fail("PostgreSQL n'est pas installé (paquet « postgresql ») : .ci/run l'installe.")
    bin_ = Path(initdb).resolve().parent
    dossier = Path(tempfile.mkdtemp(prefix="p4-pg-"))
    compte = {"user": "nobody"} if os.geteuid() == 0 else {}  # PostgreSQL refuse de tourner sous root
    if compte:
        shutil.chown(dossier, "nobody")
    base = dossier / "base"
    options = {"check": True, "stdout": subprocess.DEVNULL, "cwd": dossier, **compte}
    subprocess.run([bin_ / "initdb", "-D", base, "-U", "prof", "-A", "trust", "-E", "UTF8"], **options)
    serveur = [bin_ / "pg_ctl", "-D", base, "-w", "-t", "120", "-l", dossier / "journal"]
    subprocess.run([*serveur, "-o", f"-k {dossier} -c listen_addresses='' -F", "start"], **options)
    try:
        subprocess.run([bin_ / "createdb", "-h", dossier, "-U", "prof", "notes"], **options)
        yield f"postgresql+psycopg2://prof@/notes?host={dossier}"
    finally:
        subprocess.run([*serveur, "-m", "immediate", "stop"], **options)
        shutil.rmtree(dossier)


def test_carnet_de_notes_postgresql(tmp_path):
    """Générer, noter, relire et exporter avec un carnet de notes PostgreSQL : tout passe-t-il ?"""
    with serveur_postgresql() as adresse:
        cours = rendre_la_classe(cours_factice(tmp_path, TP, db_url=adresse))
        fini = p4(cours, "noter", TP)
        assert fini.returncode == 0, fini.stderr
        assert notes(adresse) == ATTENDU
        assert {e: ligne["note"] for e, ligne in cours.notes(TP).items()} == {
            "ana": "20",
            "bob": "8",
            "chloe": "0",
        }
        cours.nbgrader("generate_feedback", TP)
        assert len(list(cours.gestion.glob(f"feedback/*/{TP}/*.html"))) == 3
    assert not (cours.gestion / "gradebook.db").exists()
