"""Noter à grande échelle : d'autres machines exécutent, un serveur PostgreSQL garde les notes."""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from nbgrader.api import Gradebook

from tests.cours_factice import cours_factice, remplir

TP = "tp_essai"
ATTENDU = {"ana": 20.0, "bob": 8.0, "chloe": 0.0}


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
