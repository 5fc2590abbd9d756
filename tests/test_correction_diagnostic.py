"""Les raisons d'un échec, la collecte et l'écriture des notes."""

import io

import nbformat
import pytest
from nbclient.exceptions import CellTimeoutError, DeadKernelError

from p4prof.carnets import Sujet
from p4prof.eleves import en_ascii
from p4prof.etats import ECHEC, NOTEE, Etat, defaut_du_dossier, expliquer, trouver_renomme
from p4prof.ramasser import CollecteMoodle
from p4prof.rapports import Rapport, ecrire_csv
from p4prof.textes import ecrire_nombre
from tests.cours_factice import carnet_factice, identifiants


@pytest.mark.parametrize(
    ("contenu", "raison"),
    [
        (b"", "vide"),
        (b" \n", "vide"),
        (b"{", "JSON"),
        (b"\xff\xfe", "vide"),
        (b"\xff\xfe{\x00", "JSON"),
        (b"[]", "pas un carnet"),
    ],
)
def test_carnet_illisible(tmp_path, contenu, raison):
    """Chaque fichier illisible a-t-il sa raison ?"""
    (tmp_path / "tp.ipynb").write_bytes(contenu)
    assert raison in defaut_du_dossier(tmp_path, ["tp"])


def test_dossiers_en_defaut(tmp_path):
    """Un dossier sans carnet et un carnet renommé sont-ils distingués, un bon accepté ?"""
    assert "aucun carnet" in defaut_du_dossier(tmp_path, ["tp"])
    nbformat.write(carnet_factice(), tmp_path / "autre.ipynb")
    assert "« tp.ipynb » attendu, trouvé : autre.ipynb" in defaut_du_dossier(tmp_path, ["tp"])
    assert defaut_du_dossier(tmp_path, ["autre"]) is None


def test_renomme_reconnu_si_seul(tmp_path):
    """Un carnet renommé n'est-il repris que s'il n'y a aucun doute ?"""
    sujet = Sujet("tp", frozenset(identifiants(carnet_factice())), frozenset())
    (tmp_path / "brouillon.ipynb").write_text('{"cells": []}')
    assert trouver_renomme(tmp_path, sujet) is None
    nbformat.write(carnet_factice(), tmp_path / "un.ipynb")
    assert trouver_renomme(tmp_path, sujet).name == "un.ipynb"
    nbformat.write(carnet_factice(), tmp_path / "deux.ipynb")
    assert trouver_renomme(tmp_path, sujet) is None


def test_incidents_en_francais():
    """Les incidents connus ont-ils une phrase, les autres leur message ?"""
    assert "noyau Python" in expliquer(DeadKernelError("Kernel died"))
    assert "ne s'arrête pas" in expliquer(CellTimeoutError("trop long"))
    assert expliquer(KeyError("clé")).endswith("KeyError : 'clé'")


@pytest.mark.parametrize(
    "chemin",
    [
        "/x/extracted/archive/DUPONT Éloïse_1234567_assignsubmission_file_/tp1_grille.ipynb",
        "/x/extracted/archive/DUPONT E\u0301loi\u0308se_1234567_assignsubmission_file_tp1_grille.ipynb",
        "/x/extracted/Dupont Éloïse/tp1_grille.ipynb",
    ],
)
def test_noms_de_moodle(chemin):
    """L'élève est-il reconnu quels que soient l'archive et le codage de ses accents ?"""
    assert CollecteMoodle().collect(chemin) == {"student_id": "dupont-eloise", "file_id": "tp1_grille"}


def test_collecte_refuse_le_reste():
    """Un fichier qui n'est pas un carnet est-il laissé de côté ?"""
    assert CollecteMoodle().collect("/x/extracted/Dupont/rapport.pdf") is None
    assert en_ascii("’’") == "anonyme"


def test_csv_francais():
    """Le CSV s'ouvre-t-il dans un tableur français : point-virgule, virgule décimale ?"""
    fichier = io.StringIO()
    ecrire_csv(fichier, ["a", "b"], [[ecrire_nombre(12.5), ecrire_nombre(20.0)]])
    assert fichier.getvalue().splitlines() == ["a;b", "12,5;20"]
    assert [ecrire_nombre(x) for x in (0.0, 10.0, 100.0, 0.333)] == ["0", "10", "100", "0,33"]


def test_rapport_separe_echec_et_zero():
    """Le rapport distingue-t-il une copie en échec d'un vrai zéro ?"""
    texte = str(
        Rapport("tp", [Etat("ana", ECHEC, "fichier vide"), Etat("bob", NOTEE, note=0.0, maximum=20.0)])
    )
    assert texte.startswith("# tp : 1 copie notée, 1 échec")
    assert "- **ana** : fichier vide" in texte
    assert "- bob : 0 / 20" in texte
    assert "ana : 0" not in texte
