"""La file de relecture : les notes qui tiennent à la forme, les deux notes, la commande qui prend l'autre."""

import copy
import json

import pytest

from p4core.commande import main
from p4cours.verification.bilan import FAUX, PRESQUE, Bilan
from p4prof import relire
from p4prof.cours import ouvrir
from p4prof.rapports import lire_la_classe
from tests.cours_factice import cellule, cours_factice, remplir, reponses

TP = "tp_essai"
FAUSSE = "def double(x):\n    return -x"


def _doublon(carnet):
    """La bonne réponse, puis la même cellule copiée et gâchée."""
    rang = carnet.cells.index(cellule(carnet, "q-double"))
    seconde = copy.deepcopy(carnet.cells[rang])
    seconde.id, seconde.source = "copie-double", FAUSSE
    carnet.cells.insert(rang + 1, seconde)


def _majuscule(carnet):
    cellule(carnet, "q-double").source = "def Double(x):\n    return 2 * x"


def _tabulations(carnet):
    cellule(carnet, "q-double").source = "def double(x):\n    y = 2 * x\n\treturn y"


def _sous_le_raise(carnet):
    texte = "def double(x):\n    # À VOUS DE JOUER\n    raise NotImplementedError\n    return 2 * x"
    cellule(carnet, "q-double").source = texte


def _fonction_plus_bas(carnet):
    cellule(carnet, "q-double").source = "def double(x):\n    return aide(x)"
    libre = next(c for c in carnet.cells if c.id == "essai-triple")
    libre.source = "def aide(x):\n    return 2 * x"


def _dans_le_test(carnet):
    """Une fonction dont la réponse a besoin, écrite dans une cellule verrouillée."""
    cellule(carnet, "q-double").source = "def double(x):\n    return aide(x)"
    cellule(carnet, "q-double-test").source += "\n\ndef aide(x):\n    return 2 * x"


FORMES = {
    "doublon": (_doublon, 0, 8),
    "majuscule": (_majuscule, 0, 8),
    "tabulations": (_tabulations, 0, 8),
    "sous-le-raise": (_sous_le_raise, 8, 0),
    "plus-bas": (_fonction_plus_bas, 8, 0),
    "dans-le-test": (_dans_le_test, 8, 0),
}


@pytest.fixture(scope="module")
def cours(tmp_path_factory):
    """Une petite classe notée : chaque copie juste, à une forme près."""
    cours = cours_factice(tmp_path_factory.mktemp("relire"))
    juste = remplir(cours.sujet(TP), cours.solution(TP), reponses(cours.sujet(TP)))
    cours.rendre("juste", TP, juste)
    for eleve, (deformer, _, _) in FORMES.items():
        carnet = copy.deepcopy(juste)
        deformer(carnet)
        cours.rendre(eleve, TP, carnet)
    moitie = copy.deepcopy(juste)
    cellule(moitie, "q-double").source = FAUSSE
    cours.rendre("deux-carnets", TP, moitie)
    cours.rendre("deux-carnets", TP, juste, nom="tp_essai (1)")
    cours.nbgrader("autograde", TP)
    return cours


@pytest.fixture
def ici(cours, monkeypatch):
    monkeypatch.chdir(cours.racine)
    return ouvrir(cours.racine)


def file(ici):
    return relire.lire_la_file(ici, TP)


@pytest.mark.parametrize("eleve", FORMES)
def test_les_deux_notes(ici, eleve):
    """Chaque copie est-elle dans la file avec la note d'une lecture et celle de l'autre ?"""
    lectures = [v for v in file(ici).lectures if v.eleve == eleve]
    assert [(v.cle, v.points, v.autre, v.sur) for v in lectures] == [("double", *FORMES[eleve][1:], 8)]


def test_une_copie_juste_n_y_est_pas(ici):
    """Une copie sans histoire, ou fausse sur le fond, n'encombre-t-elle pas la file ?"""
    assert {v.eleve for v in file(ici).lectures} == {*FORMES, "deux-carnets"}


def test_un_autre_carnet(ici):
    """Le second carnet d'un envoi est-il noté lui aussi, sans que la note change ?"""
    lecture = file(ici).trouver("deux-carnets", "tp_essai (1).ipynb")
    assert (lecture.points, lecture.autre, lecture.sur) == (12, 20, 20)
    assert lecture.commande(TP).endswith('--accepter deux-carnets "tp_essai (1).ipynb"')


def test_une_variante_n_est_notee_qu_une_fois(ici, monkeypatch):
    """Ouvrir la file une seconde fois refait-il des notations ?"""
    file(ici)
    monkeypatch.setattr(relire, "Correcteurs", None)
    assert file(ici).lectures


def test_la_page(ici):
    """La page a-t-elle, pour chaque copie, ses deux notes et ses deux commandes ?"""
    page = relire.en_page(file(ici))
    for lecture in file(ici).lectures:
        assert lecture.commande(TP).replace('"', "&#34;") in page
        assert lecture.commande(TP, "garder").replace('"', "&#34;") in page
    assert "8 / 8" in page and "déjà tranché" not in page.lower()


def test_accepter_garder(ici, cours, capsys):
    """Les commandes de la page changent-elles la note, ou la gardent-elles, et est-ce inscrit au journal ?"""
    notes = {e.eleve: e.note for e in lire_la_classe(TP, ici).notees}
    assert (notes["majuscule"], notes["plus-bas"]) == (12, 20)
    assert main(["relire", TP, "--accepter", "majuscule", "double"]) == 0
    assert main(["relire", TP, "--garder", "plus-bas", "double"]) == 0
    assert main(["relire", TP, "--accepter", "deux-carnets", "tp_essai (1).ipynb"]) == 0
    assert f"p4 noter {TP}" in capsys.readouterr().out
    notes = {e.eleve: e.note for e in lire_la_classe(TP, ici).notees}
    assert (notes["majuscule"], notes["plus-bas"]) == (20, 20)
    assert not {"majuscule", "plus-bas", "deux-carnets"} & {v.eleve for v in file(ici).lectures}
    journal = json.loads((cours.gestion / "rapports" / f"{TP}.relecture.json").read_text("utf-8"))
    assert [(t["eleve"], t["decision"]) for t in journal["tranchees"]] == [
        ("majuscule", relire.ACCEPTEE),
        ("plus-bas", relire.GARDEE),
        ("deux-carnets", relire.ACCEPTEE),
    ]
    cours.nbgrader("autograde", TP)
    assert {e.eleve: e.note for e in lire_la_classe(TP, ici).notees}["deux-carnets"] == 20
    assert "Déjà tranché" in relire.en_page(file(ici))
    assert main(["relire", TP, "--accepter", "juste", "double"]) == 2
    assert "Rien à relire pour juste" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("part", "faute", "attendu"),
    [
        (0.45, "une liste [a, b] à la place d'un couple (a, b)", ("une liste [a, b] à la place", 0.9)),
        (0.5, "un couple à l'envers", ("un couple à l'envers", 0.5)),
        (0.5, "", None),
    ],
)
def test_une_faute_de_l_echelle(part, faute, attendu):
    """Le bilan d'une réponse presque juste dit-il à quoi près, et ce qu'elle a gardé ?"""
    critere = (f"bord (juste à ceci près : {faute})", PRESQUE) if faute else ("bord", False)
    lu = relire._a_ceci_pres(Bilan("tp1_grille", "coups", FAUX, part, "", (("vide", True), critere)))
    assert lu == attendu or (lu and lu[0].startswith(attendu[0]) and lu[1] == attendu[1])


def test_redresser():
    """Un code qui se lit n'est-il jamais touché ?"""
    assert relire.redresser("def f():\n\treturn “a”") == 'def f():\n    return "a"'
    assert relire.redresser("def f():\n\treturn '«'") == "def f():\n\treturn '«'"
    assert relire.redresser("def f(:") == "def f(:"
