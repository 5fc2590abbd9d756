"""Réparer une copie : ce qui peut l'être sans danger l'est, le reste a sa raison, jamais un zéro."""

import copy
import json
import unicodedata

import nbformat
import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from p4cours.carnets import CarnetIllisible, Cellule
from p4prof import carnets as contenu
from p4prof.carnets import CarnetSource, lire_sujet, remettre_en_forme
from p4prof.cours import dossier, ouvrir
from p4prof.etats import defaut_du_dossier
from p4prof.reparer import Dedoubler, Retablir, ajouts_de, originaux, preparer_classe, preparer_copie
from tests.cours_factice import carnet_factice, cellule, cours_distribue, identifiants, nbgrader

TP = "tp_essai"
SUJET = carnet_factice()
TEXTE = nbformat.writes(SUJET)
BRUT = json.loads(TEXTE)


# --- les fichiers ------------------------------------------------------------------------------------------


def abimer(changement):
    """Les octets du carnet après un changement fait en place."""
    carnet = copy.deepcopy(BRUT)
    changement(carnet)
    return json.dumps(carnet).encode()


def sources(octets):
    """Le texte de chaque cellule, comme nbformat le lit."""
    return [c.source for c in nbformat.reads(octets.decode(), as_version=4).cells]


def ancien_format():
    """Le carnet au format 3, avec ses feuilles."""
    return nbformat.v3.writes_json(nbformat.convert(nbformat.reads(TEXTE, as_version=4), 3)).encode()


def test_rien_a_reparer():
    """Un carnet sain, même au format 4.4, revient-il octet pour octet ?"""
    vieux = carnet_factice()
    vieux.nbformat_minor = 4
    for c in vieux.cells:
        del c["id"]
    for octets in (TEXTE.encode(), nbformat.writes(vieux).encode()):
        assert remettre_en_forme(octets, "tp.ipynb") == (octets, [])


def sans_metadonnees(carnet):
    """Retire tous les dictionnaires de métadonnées."""
    for element in [carnet, *carnet["cells"]]:
        del element["metadata"]


REPARABLES = {
    "BOM": (TEXTE.encode("utf-8-sig"), "UTF-8-SIG"),
    "UTF-16": (TEXTE.encode("utf-16"), "UTF-16"),
    "UTF-16 sans BOM": (TEXTE.encode("utf-16-le"), "UTF-16"),
    "CP1252": (TEXTE.encode("cp1252"), "CP1252"),
    "format 3": (ancien_format(), "ancien format"),
    "sans métadonnées": (abimer(sans_metadonnees), "en-tête"),
    "métadonnées en liste": (abimer(lambda c: c.update(metadata=[])), "en-tête"),
    "noyau en texte": (abimer(lambda c: c["metadata"].update(kernelspec="python")), "en-tête"),
    "sans version": (abimer(lambda c: c.pop("nbformat")), "en-tête"),
    "version mineure future": (abimer(lambda c: c.update(nbformat_minor=9)), "en-tête"),
    "cellules étrangères": (abimer(lambda c: c["cells"].extend([None, "texte", []])), "pas des cellules"),
    "source en nombre": (
        abimer(lambda c: c["cells"].append({"cell_type": "code", "source": 3})),
        "mal formées",
    ),
    "sorties en texte": (abimer(lambda c: c["cells"][1].update(outputs="oh")), "mal formées"),
    "sortie bizarre": (abimer(lambda c: c["cells"][1].update(outputs=[{"output_type": "x"}])), "sorties"),
    "étiquettes": (abimer(lambda c: c["cells"][1]["metadata"].update(tags=3)), "mal formées"),
    "genre inconnu": (
        abimer(lambda c: c["cells"].append({"cell_type": "heading", "source": "x"})),
        "mal formées",
    ),
    "champ inconnu": (abimer(lambda c: c["cells"][0].update(surprise=[1])), "mal formées"),
    "ids en double": (abimer(lambda c: c["cells"][1].update(id=c["cells"][0]["id"])), "identifiants"),
    "id en nombre": (abimer(lambda c: c["cells"][1].update(id=4)), "identifiants"),
}


@pytest.mark.parametrize("cas", REPARABLES)
def test_reparation(cas):
    """Le travail de l'élève est-il intact, le carnet valide, la réparation dite et définitive ?"""
    octets, raison = REPARABLES[cas]
    neufs, remarques = remettre_en_forme(octets, "tp.ipynb")
    assert raison in " ; ".join(remarques)
    nbformat.validate(json.loads(neufs))
    attendues = [c.source for c in carnet_factice().cells]
    assert sources(neufs)[: len(attendues)] == attendues
    assert remettre_en_forme(neufs, "tp.ipynb") == (neufs, [])


def profond():
    """Un JSON si emboîté que l'analyseur abandonne."""
    return b'{"cells": ' + b"[" * 200_000


ILLISIBLES = {
    "vide": (b"", "vide"),
    "BOM seul": (b"\xef\xbb\xbf", "vide"),
    "coupé": (TEXTE.encode()[:200], "JSON"),
    "profond": (profond(), "JSON"),
    "nombre immense": (b'{"cells": ' + b"9" * 10_000 + b"}", "JSON"),
    "liste": (b"[]", "pas un carnet"),
    "cellules en texte": (b'{"cells": "a"}', "pas un carnet"),
    "format 5": (abimer(lambda c: c.update(nbformat=5)), "trop récent"),
    "feuilles bizarres": (b'{"worksheets": [3], "nbformat": 3}', "ancien format"),
    "énorme": (TEXTE.encode() + b" " * contenu.LIMITE, "trop gros"),
    "zip": (b"PK\x03\x04" + bytes(range(256)), "JSON"),
}


@pytest.mark.parametrize("cas", ILLISIBLES)
def test_illisible(cas, tmp_path):
    """Ce qui ne se répare pas a-t-il sa raison, au nom du fichier ?"""
    octets, raison = ILLISIBLES[cas]
    with pytest.raises(CarnetIllisible, match=raison):
        remettre_en_forme(octets, "tp.ipynb")
    (tmp_path / "tp.ipynb").write_bytes(octets)
    assert raison in defaut_du_dossier(tmp_path, ["tp"]) and "tp.ipynb" in defaut_du_dossier(tmp_path, ["tp"])


def test_sorties_volumineuses():
    """Un carnet gonflé par ses sorties est-il allégé, ses réponses gardées ?"""
    bavard = abimer(
        lambda c: c["cells"][1].update(
            outputs=[{"output_type": "stream", "name": "stdout", "text": "x" * contenu.VOLUMINEUX}]
        )
    )
    neufs, remarques = remettre_en_forme(bavard, "tp.ipynb")
    assert len(neufs) < 20_000 and "volumineuses" in remarques[0]
    assert sources(neufs) == [c.source for c in carnet_factice().cells]


def test_enorme_jamais_lu(tmp_path, monkeypatch):
    """Un fichier de 200 Mo est-il refusé sur sa taille, sans être chargé ?"""
    chemin = tmp_path / "tp.ipynb"
    with chemin.open("wb") as fichier:
        fichier.truncate(200_000_000)
    monkeypatch.setattr(type(chemin), "read_bytes", lambda self: pytest.fail("lu"))
    assert defaut_du_dossier(tmp_path, ["tp"]) == "fichier trop gros : tp.ipynb (200 Mo, 20 Mo au plus)"


def test_lien_dans_une_copie(tmp_path):
    """Un lien symbolique dans une copie en fait-il un échec, où qu'il mène ?"""
    (tmp_path / "tp.ipynb").write_text(TEXTE)
    (tmp_path / "notes.db").symlink_to("/etc/passwd")
    assert defaut_du_dossier(tmp_path, ["tp"]) == "lien symbolique dans le dossier rendu : notes.db"


@pytest.fixture
def cours(tmp_path):
    """Un cours dont le sujet est distribué."""
    factice = cours_distribue(tmp_path, TP)
    factice.cours = ouvrir(tmp_path)
    return factice


def test_preparer_copie(cours, tmp_path):
    """Un carnet réparé garde-t-il son original à part, et ses remarques d'une fois à l'autre ?"""
    rendu, a_part = tmp_path / "rendu", tmp_path / "originaux"
    rendu.mkdir()
    sujet = lire_sujet(tmp_path / "notebooks" / TP / f"{TP}.ipynb")
    (rendu / "Mon TP.IPYNB").write_bytes(TEXTE.encode("utf-16"))
    premieres = preparer_copie(rendu, [sujet], a_part)
    assert premieres == [
        f"carnet « Mon TP.IPYNB » repris comme {TP}.ipynb",
        "fichier lu en UTF-16 et remis en UTF-8",
    ]
    assert (a_part / f"{TP}.ipynb").read_bytes() == TEXTE.encode("utf-16")
    assert preparer_copie(rendu, [sujet], a_part) == premieres[1:]
    (rendu / f"{TP}.ipynb").write_text(TEXTE + " ", "utf-8")  # l'élève rend une version saine
    assert preparer_copie(rendu, [sujet], a_part) == []
    assert not (a_part / f"{TP}.ipynb").exists()


def test_dossiers_mal_nommes(cours):
    """Les noms en NFD ou à crochets sont-ils rangés, un carnet sans dossier remis dans le sien ?"""
    nfd = unicodedata.normalize("NFD", "Zoé")
    cours.rendre(nfd, TP, TEXTE)
    cours.rendre("bob [2]", TP, TEXTE)
    (cours.gestion / "submitted" / "ana").mkdir(parents=True)
    (cours.gestion / "submitted" / "ana" / "devoir.ipynb").write_text(TEXTE, "utf-8")
    remarques = preparer_classe(cours.cours, TP)
    assert sorted(d.name for d in (cours.gestion / "submitted").iterdir()) == ["Zoé", "ana", "bob -2-"]
    assert "renommé" in remarques["Zoé"][0] and "renommé" in remarques["bob -2-"][0]
    assert "hors du dossier" in remarques["ana"][0]
    assert (dossier(cours.cours, "submitted", "ana", TP) / f"{TP}.ipynb").exists()
    assert preparer_classe(cours.cours, TP) == {"Zoé": [], "ana": [], "bob -2-": []}


def test_fichier_illisible_laisse_tel_quel(cours):
    """Une copie qu'on ne sait pas réparer reste-t-elle exactement comme elle a été rendue ?"""
    cours.rendre("ana", TP, "pas du JSON")
    preparer_classe(cours.cours, TP)
    assert (dossier(cours.cours, "submitted", "ana", TP) / f"{TP}.ipynb").read_text() == "pas du JSON"
    assert not originaux(cours.cours, "ana", TP).exists()


# --- les cellules, étape par étape -------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def source(monkeypatch):
    """Le sujet, comme s'il venait du carnet de notes."""
    cellules = {
        c.metadata.nbgrader.grade_id: Cellule.lire(c) for c in SUJET.cells if "nbgrader" in c.metadata
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


@pytest.mark.parametrize(
    ("ecrit", "degage"),
    [
        ("def f(x):\n    # À VOUS DE JOUER\n    raise NotImplementedError\n    return x", True),
        ("def f(x):\n    raise NotImplementedError\n    y = x\n    return y", True),
        ("def f(x):\n    # À VOUS DE JOUER\n    raise NotImplementedError", False),
        ("def f(x):\n    if x:\n        raise NotImplementedError\n    return x", False),
        ("def f(x):\n    return x\n\nraise NotImplementedError", False),
        ("pas du python (", False),
    ],
)
def test_raise_oublie(ecrit, degage):
    """Une réponse écrite sous le « raise » resté là sert-elle, et lui seul est-il retiré ?"""
    carnet = copy.deepcopy(SUJET)
    cellule(carnet, "q-double").source = ecrit
    carnet, remarques = passer(Retablir, carnet)
    assert ("raise" not in cellule(carnet, "q-double").source) is (degage or "raise" not in ecrit)
    assert [r for r in remarques if "oublié" in r] == (
        ["« raise NotImplementedError » oublié sur la réponse, retiré : q-double"] if degage else []
    )


def test_ajout_sans_fond():
    """Une expression trop emboîtée pour être relue laisse-t-elle garder les autres ajouts ?"""
    assert ajouts_de("B = 1\nimport os\nx = " + "not " * 2000 + "1\ny = 3", "B = 1") == "import os\ny = 3"


def test_ajouts_dans_une_cellule_verrouillee():
    """Ce qui est ajouté au code donné est-il gardé à côté, sans changer ce que celui-ci définit ?"""
    carnet = copy.deepcopy(SUJET)
    ajouts = "import math\nBASE = 99\nprint(BASE)\ndef aide(x):\n    return math.floor(x)"
    cellule(carnet, "donne").source += f"\n{ajouts}"
    cellule(carnet, "q-double-test").source = (
        "from math import sqrt\n" + cellule(carnet, "q-double-test").source
    )
    carnet, remarques = passer(Retablir, carnet)
    rangs = identifiants(carnet)
    ecrits = carnet.cells[rangs["donne"] + 1].source
    assert (
        "import math" in ecrits
        and "def aide" in ecrits
        and "BASE = 99" not in ecrits
        and "print" not in ecrits
    )
    assert carnet.cells[rangs["q-double-test"] - 1].source == "from math import sqrt"
    assert sum("gardé à côté" in r for r in remarques) == 2


def test_format_ancien():
    """Une copie au format 4.4 (sans identifiants) reste-t-elle valide après réparation ?"""
    carnet = copy.deepcopy(SUJET)
    carnet.nbformat_minor = 4
    del carnet.cells[identifiants(carnet)["donne"]]
    carnet, _ = passer(Retablir, carnet)
    assert "id" not in cellule(carnet, "donne")
