"""Les pannes : une phrase en français, rien d'écrit à moitié, rien de perdu."""

import contextlib
import errno
import io
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from nbgrader.api import Gradebook, InvalidEntry
from sqlalchemy.exc import OperationalError

from p4core.commande import main
from p4prof.cours import dossier_des_rapports, ecrire_entier, ouvrir
from p4prof.noter import CopieEnCours, SuiviNotation
from p4prof.pannes import arrete_tout, phrase
from tests.cours_factice import carnet_factice, cours_factice

TP = "tp_essai"


@pytest.fixture(scope="module")
def cours(tmp_path_factory):
    """Un petit cours et une copie, pas encore notée."""
    cours = cours_factice(tmp_path_factory.mktemp("pannes"), TP)
    cours.rendre("ana", TP, carnet_factice())
    return cours


def p4(cours, *mots):
    """Tape une commande ; rend son code et tout ce qu'elle dit."""
    ecran = io.StringIO()
    with contextlib.chdir(cours.racine), contextlib.redirect_stdout(ecran), contextlib.redirect_stderr(ecran):
        code = main(list(mots))
    return code, ecran.getvalue()


def echouer(numero):
    """Une écriture qui échoue comme le système le ferait."""

    def ecrire(chemin, octets):
        raise OSError(numero, os.strerror(numero), str(chemin))

    return ecrire


@pytest.mark.parametrize(
    ("panne", "mot", "tout"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "disque est plein", True),
        (OSError(errno.EROFS, "Read-only file system", "/g/x"), "« /g/x » ne peut pas être écrit", True),
        (PermissionError(errno.EACCES, "Permission denied", "/g/x"), "lecture seule", False),
        (OperationalError("x", {}, sqlite3.OperationalError("database is locked")), "occupé", True),
        (OperationalError("x", {}, sqlite3.OperationalError("database or disk is full")), "plein", True),
        (
            OperationalError("x", {}, sqlite3.OperationalError("could not connect\nsuite")),
            "could not connect.",
            True,
        ),
    ],
)
def test_une_phrase_par_panne(panne, mot, tout):
    """Chaque panne se dit-elle en une ligne, et arrête-t-elle la classe quand la copie n'y est pour rien ?"""
    assert mot in phrase(panne) and "\n" not in phrase(panne)
    assert arrete_tout(panne) is tout


def test_un_fichier_qui_ne_se_lit_pas(cours, tmp_path):
    """Une liste absente, un codage inattendu, une archive fausse : la raison est-elle dite en français ?"""
    feuille, neuf = tmp_path / "feuille.csv", str(tmp_path / "neuf")
    feuille.write_bytes("Prénom".encode("latin-1"))
    assert "nulle.csv » ne se lit pas : il n'existe pas." in p4(cours, "classe", "nulle.csv")[1]
    assert "ne se lit pas : c'est un dossier." in p4(cours, "classe", str(tmp_path))[1]
    assert "(ce n'est pas un zip)." in p4(cours, "cours", neuf, "--depuis", str(feuille))[1]
    exporter = ("exporter", TP, "--format", "moodle", "--feuille", str(feuille))
    assert "ne se lit pas : il n'est pas codé en UTF-8." in p4(cours, *exporter)[1]


def test_la_cause_derriere_nbgrader():
    """nbgrader cache une base en panne derrière une « entrée invalide » : est-elle dite quand même ?"""
    try:
        try:
            raise OperationalError("x", {}, sqlite3.OperationalError("database or disk is full"))
        except OperationalError as panne:
            raise InvalidEntry(*panne.args)  # noqa: B904 (comme le fait nbgrader)
    except InvalidEntry as entree:
        assert "plein" in phrase(entree) and arrete_tout(entree)
    assert phrase(InvalidEntry("x")) == "" and not arrete_tout(InvalidEntry("x"))


def test_ce_qui_n_est_pas_une_panne():
    """Une faute du programme reste-t-elle visible ?"""
    assert phrase(ValueError("x")) == "" and phrase(FileNotFoundError(errno.ENOENT, "x")) == ""


def test_entier_ou_pas_du_tout(tmp_path, monkeypatch):
    """Un disque plein laisse-t-il l'ancien fichier entier, et pas de brouillon ?"""
    cible = tmp_path / "rapport.md"
    ecrire_entier(cible, b"ancien")
    monkeypatch.setattr(Path, "write_bytes", echouer(errno.ENOSPC))
    with pytest.raises(OSError):
        ecrire_entier(cible, b"neuf")
    assert [p.name for p in tmp_path.iterdir()] == ["rapport.md"] and cible.read_bytes() == b"ancien"


def test_carnet_de_notes_occupe(cours):
    """Un carnet de notes verrouillé : une phrase, quelle que soit la commande ?"""
    verrou = sqlite3.connect(cours.gestion / "gradebook.db", isolation_level=None)
    verrou.execute("BEGIN EXCLUSIVE")
    try:
        code, dit = p4(cours, "bilan", TP)
    finally:
        verrou.close()
    assert code == 2 and dit.strip().startswith("Le carnet de notes est occupé") and dit.count("\n") == 1


def test_bilan_sur_un_dossier_protege(cours, monkeypatch):
    """Un dossier « gestion » en lecture seule : le bilan s'affiche-t-il quand même ?"""
    monkeypatch.setattr("p4prof.rapports.ecrire_entier", echouer(errno.EROFS))
    code, dit = p4(cours, "bilan", TP)
    assert code == 1 and "ana" in dit and "Le rapport n'a pas été écrit." in dit and "lecture seule" in dit


def test_disque_plein_pendant_la_notation(cours, monkeypatch):
    """Un disque plein arrête-t-il la notation par une phrase, sans accuser la copie ?"""
    monkeypatch.setattr("p4prof.eleves.ecrire_entier", echouer(errno.ENOSPC))
    code, dit = p4(cours, "noter", TP)
    assert code == 1 and dit.count("Le disque est plein") == 1 and "Traceback" not in dit
    monkeypatch.undo()
    with Gradebook(f"sqlite:///{cours.gestion / 'gradebook.db'}") as notes:
        assert [e.id for e in notes.students] in ([], ["ana"])
    assert not (dossier_des_rapports(ouvrir(cours.racine)) / f"{TP}.journal.json").exists()


def test_sujet_inconnu_dit_une_fois(cours):
    """Un TP absent du carnet de notes est-il dit une fois pour toute la classe ?"""
    autre = cours.racine / "solutions" / "tp_autre"
    autre.mkdir()
    (autre / "tp_autre.ipynb").write_bytes((cours.racine / "solutions" / TP / f"{TP}.ipynb").read_bytes())
    for eleve in ("ana", "bob", "eve"):
        cours.rendre(eleve, "tp_autre", carnet_factice())
    code, dit = p4(cours, "noter", "tp_autre")
    assert code == 1 and dit.count("p4 distribuer tp_autre") == 1 and "bob" not in dit


def test_noter_parle_dans_un_tube():
    """Sans terminal, chaque copie notée a-t-elle sa ligne ?"""
    dits = []
    suivi = SuiviNotation(TP, 2, dits.append)
    suivi._terminal = False
    suivi.avancer(CopieEnCours("ana", []))
    suivi.avancer(CopieEnCours("bob", [], echouee=True))
    assert "ana : notée" in dits[0] and "bob : EN ÉCHEC" in dits[1]


def test_un_lecteur_qui_s_en_va(cours):
    """« p4 … | head » se termine-t-il sans trace d'erreur ?"""
    lire, ecrire = os.pipe()
    os.close(lire)
    code = "import sys; from p4core.commande import main; sys.exit(main(['classe']))"
    env = cours.environnement()
    fini = subprocess.run(
        [sys.executable, "-c", code], cwd=cours.racine, env=env, stdout=ecrire, stderr=-1, text=True
    )
    os.close(ecrire)
    assert "Traceback" not in fini.stderr and "BrokenPipe" not in fini.stderr and fini.returncode == 0
