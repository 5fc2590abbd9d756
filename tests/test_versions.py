"""Les versions d'un sujet : qui l'a reçu avant un ajout est noté sur ce qu'il avait."""

import nbformat
import pytest

from p4cours.carnets import Cellule
from p4prof.cours import ouvrir
from p4prof.rapports import lire_la_classe
from p4prof.versions import Versions
from tests.cours_factice import bareme, cellule, cours_factice, question, remplir, reponses

TP = "tp_essai"


@pytest.fixture(scope="module")
def cours(tmp_path_factory):
    """Un TP distribué deux fois, la seconde avec une question de plus ; des copies de l'un et de l'autre."""
    cours = cours_factice(tmp_path_factory.mktemp("versions"))
    ancien = cours.sujet(TP)
    juste = remplir(ancien, cours.solution(TP), reponses(ancien))
    moitie = remplir(ancien, cours.solution(TP), ["q-double"])
    source = cours.racine / "solutions" / TP / f"{TP}.ipynb"
    neuf = cours.solution(TP)
    neuf.cells += question("quintuple", 5, 5)
    nbformat.write(neuf, source)
    cours.nbgrader("generate_assignment", TP)
    nouveau = cours.sujet(TP)
    effacee = remplir(nouveau, cours.solution(TP), ["q-double", "q-triple"])
    effacee.cells = [c for c in effacee.cells if not c.id.startswith("q-quintuple")]  # l'énoncé reste
    for eleve, carnet in {
        "ancien": juste,
        "ancien-moitie": moitie,
        "nouveau": remplir(nouveau, cours.solution(TP), reponses(nouveau)),
        "nouveau-sans": remplir(nouveau, cours.solution(TP), ["q-double", "q-triple"]),
        "effacee": effacee,
    }.items():
        cours.rendre(eleve, TP, carnet)
    cours.nbgrader("autograde", TP)
    return cours


@pytest.mark.parametrize(
    ("eleve", "note"),
    [("ancien", 25), ("ancien-moitie", 10), ("nouveau", 25), ("nouveau-sans", 20), ("effacee", 20)],
)
def test_chacun_sur_ce_qu_il_avait(cours, eleve, note):
    """Une question ajoutée coûte-t-elle à qui ne l'avait pas, ou rien à qui l'a effacée ?"""
    etat = next(e for e in lire_la_classe(TP, ouvrir(cours.racine)).notees if e.eleve == eleve)
    assert (etat.note, etat.maximum) == (note, 25)
    assert ("sans quintuple : noté sur le reste" in etat.raison) == eleve.startswith("ancien")


def test_la_page_dit_la_meme_note(cours):
    """Le retour de l'élève a-t-il la note du rapport, et dit-il comment elle est faite ?"""
    cours.nbgrader("generate_feedback", TP)
    page = (cours.gestion / "feedback" / "ancien" / TP / f"{TP}.html").read_text("utf-8")
    assert "25 / 25 (ramenés de ce que demandait son sujet)" in page


def test_une_seule_version_par_changement(cours):
    """Distribuer deux fois le même sujet en fait-il une nouvelle version ?"""
    cours.nbgrader("generate_assignment", TP, reussite=False)
    assert len(Versions(ouvrir(cours.racine), TP, TP).connues) == 2


def test_rien_de_reconnu(cours):
    """Une copie dont rien n'a de nom est-elle notée sur le dernier sujet ?"""
    versions = Versions(ouvrir(cours.racine), TP, TP)
    assert versions.absentes([Cellule("code", "x = 1")], ["q-quintuple-test"]) == []
    complete = [Cellule.lire(c) for c in cours.sujet(TP).cells]
    assert versions.absentes(complete, ["q-quintuple-test"]) == []
    assert cellule(cours.sujet(TP), "q-quintuple")


@pytest.mark.long
def test_une_question_retiree_ne_coute_rien(tmp_path):
    """Retirée avant la notation, une question coûte-t-elle à qui l'avait, ou lui rapporte-t-elle ?"""
    cours = cours_factice(tmp_path)
    ancien, solution, neuf = cours.sujet(TP), cours.solution(TP), cours.solution(TP)
    neuf.cells = [c for c in neuf.cells if c.id not in ("q-triple", "essai-triple", "q-triple-test")]
    nbformat.write(neuf, cours.racine / "solutions" / TP / f"{TP}.ipynb")
    cours.nbgrader("generate_assignment", TP)
    gardees = [nom for nom in reponses(ancien) if nom != "q-triple"]
    for eleve, choix in {"tout": reponses(ancien), "sans": gardees, "rien": ["q-triple"]}.items():
        cours.rendre(eleve, TP, remplir(ancien, solution, choix))
    cours.nbgrader("autograde", TP)
    notees = lire_la_classe(TP, ouvrir(cours.racine)).notees
    total = sum(bareme(cours.sujet(TP)).values())
    assert {e.eleve: (e.note, e.maximum) for e in notees} == {
        "tout": (total, total),
        "sans": (total, total),
        "rien": (0, total),
    }
