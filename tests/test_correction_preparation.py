"""Avant la notation : ce qui se répare sans danger l'est, le reste a sa raison, jamais un zéro."""

import copy
import json
import unicodedata

import nbformat
import pytest

from p4prof import carnets as contenu
from p4prof.carnets import Illisible, lire_sujet, remettre_en_forme
from p4prof.cours import dossier, ouvrir
from p4prof.etats import defaut_du_dossier
from p4prof.reparer import originaux, preparer_classe, preparer_copie
from tests.cours_factice import Cours, carnet_factice

TP = "tp_essai"
TEXTE = nbformat.writes(carnet_factice())
BRUT = json.loads(TEXTE)


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
    for cellule in vieux.cells:
        del cellule["id"]
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
    with pytest.raises(Illisible, match=raison):
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
    factice = Cours(tmp_path)
    sujet = tmp_path / "notebooks" / TP / f"{TP}.ipynb"
    sujet.parent.mkdir(parents=True)
    sujet.write_text(TEXTE, "utf-8")
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
