"""Les réparations d'une copie : doublons, cellules effacées, métadonnées abîmées."""

import copy

import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from p4prof.carnets import CarnetSource, CelluleSource
from p4prof.reparer import Dedoubler, Retablir
from tests.cours_factice import carnet_factice, cellule, identifiants, nbgrader

SUJET = carnet_factice()


@pytest.fixture(autouse=True)
def source(monkeypatch):
    """Le sujet, comme s'il venait du carnet de notes."""
    cellules = {
        c.metadata.nbgrader.grade_id: CelluleSource(c.source, c.cell_type, dict(c.metadata.nbgrader))
        for c in SUJET.cells
        if "nbgrader" in c.metadata
    }
    monkeypatch.setattr(CarnetSource, "lire", lambda ressources: CarnetSource(cellules))


def passer(etape, carnet):
    """Applique une étape ; rend le carnet et les remarques."""
    carnet, ressources = etape().preprocess(carnet, {"nbgrader": {}})
    return carnet, ressources["nbgrader"].get("remarques", [])


def copies(grade_id, *textes):
    """Le carnet où une cellule figure une fois par texte."""
    carnet = copy.deepcopy(SUJET)
    rang = identifiants(carnet)[grade_id]
    modele = carnet.cells.pop(rang)
    for texte in reversed(textes):
        carnet.cells.insert(rang, copy.deepcopy(NotebookNode(modele | {"source": texte})))
    return carnet


@pytest.mark.parametrize(
    ("textes", "gardee", "restent"),
    [
        (["essai 1", "essai 2"], "essai 2", ["essai 1", "essai 2"]),
        (["essai", "SOUCHE"], "essai", ["essai"]),
        (["SOUCHE", "essai"], "essai", ["SOUCHE", "essai"]),
        (["SOUCHE", "SOUCHE"], "SOUCHE", ["SOUCHE", "SOUCHE"]),
        (["essai", "SOUCHE", "SOUCHE"], "essai", ["essai"]),
    ],
)
def test_doublon_de_reponse(textes, gardee, restent):
    """La dernière réponse travaillée est-elle notée, sans qu'une souche la recouvre ensuite ?"""
    souche = cellule(SUJET, "q-double").source
    vers = {"SOUCHE": souche}
    carnet, remarques = passer(Dedoubler, copies("q-double", *(vers.get(t, t) for t in textes)))
    assert cellule(carnet, "q-double").source == vers.get(gardee, gardee)
    debut = identifiants(SUJET)["q-double"]
    assert [c.source for c in carnet.cells[debut : debut + len(restent)]] == [vers.get(t, t) for t in restent]
    assert len(carnet.cells) == len(SUJET.cells) - 1 + len(restent)
    assert len(remarques) == 1


@pytest.mark.parametrize(("grade_id", "garde"), [("q-double-test", "deux"), ("donne", "un")])
def test_doublon_verrouille(grade_id, garde):
    """Garde-t-on le dernier test et le premier code donné, sans laisser de copie ?"""
    carnet, _ = passer(Dedoubler, copies(grade_id, "un", "deux"))
    assert cellule(carnet, grade_id).source == garde
    assert len(carnet.cells) == len(SUJET.cells)


def test_identifiant_inconnu():
    """Des cellules venues d'un autre cours restent-elles, sans leurs métadonnées ?"""
    carnet = copy.deepcopy(SUJET)
    carnet.cells += [new_code_cell(texte, metadata=nbgrader("ailleurs", grade=True)) for texte in "ab"]
    carnet, _ = passer(Dedoubler, carnet)
    carnet, _ = passer(Retablir, carnet)
    assert [c.source for c in carnet.cells[-2:]] == ["a", "b"]
    assert "ailleurs" not in identifiants(carnet)


@pytest.mark.parametrize("abime", [{}, {"grade_id": 3}, "texte", {"grade_id": ""}])
def test_metadonnees_abimees(abime):
    """Des métadonnées illisibles sont-elles retirées, et la cellule de test remise ?"""
    carnet = copy.deepcopy(SUJET)
    cellule(carnet, "q-double-test").metadata["nbgrader"] = abime
    carnet, remarques = passer(Retablir, carnet)
    assert set(identifiants(carnet)) == set(identifiants(SUJET))
    assert remarques == ["cellule effacée, remise pour la correction : q-double-test"]


def test_points_et_verrou_du_sujet():
    """Une copie qui change ses points ou ses verrous retrouve-t-elle ceux du sujet ?"""
    carnet = copy.deepcopy(SUJET)
    cellule(carnet, "q-double-test").metadata.nbgrader.update(points=1000, grade=False, schema_version=99)
    carnet, _ = passer(Retablir, carnet)
    assert (
        cellule(carnet, "q-double-test").metadata.nbgrader
        == cellule(SUJET, "q-double-test").metadata.nbgrader
    )


def test_test_remis_apres_la_reponse():
    """Un test effacé revient-il après la réponse, même recopiée dans une cellule ordinaire ?"""
    carnet = copy.deepcopy(SUJET)
    for grade_id in ("q-double", "q-double-test"):
        del carnet.cells[identifiants(carnet)[grade_id]]
    carnet.cells.insert(identifiants(carnet)["donne"] + 1, new_code_cell("def double(x): return 2 * x"))
    carnet, _ = passer(Retablir, carnet)
    textes = [c.source for c in carnet.cells]
    assert textes.index("def double(x): return 2 * x") < identifiants(carnet)["q-double-test"]
    assert identifiants(carnet)["q-double-test"] < identifiants(carnet)["q-triple"]


def test_code_donne_remis_au_debut():
    """Un code donné effacé revient-il avant ce qui s'en sert ?"""
    carnet = copy.deepcopy(SUJET)
    del carnet.cells[identifiants(carnet)["donne"]]
    carnet, _ = passer(Retablir, carnet)
    assert identifiants(carnet)["donne"] == 0


def test_format_ancien():
    """Une copie au format 4.4 (sans identifiants) reste-t-elle valide après réparation ?"""
    carnet = copy.deepcopy(SUJET)
    carnet.nbformat_minor = 4
    del carnet.cells[identifiants(carnet)["donne"]]
    carnet, _ = passer(Retablir, carnet)
    assert "id" not in cellule(carnet, "donne")
