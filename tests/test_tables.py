"""La copie qui récite ce que la vérification visible demande : que gagne-t-elle aux tests cachés ?"""

import pytest
from nbgrader.api import Gradebook

from p4cours.examen import examiner, questions
from tests.cours_factice import cellule
from tests.tables import reciter, recueil, table
from tests.test_bout_en_bout import cours_du_tp, questions_notees

# Les questions dont tous les arguments possibles tiennent dans une table : la réciter, c'est y répondre.
MINUSCULES = {
    "tp1_grille": {"init"},  # aucun argument
    "tp3_ia": {"eval_serie"},  # quatre cases
    "tp4_graphe": {"nb_distinctes"},  # un petit entier
}
TPS = [
    "tp1_grille",
    *(f"tp{n}" for n in ("2_minmax", "3_ia", "4_graphe", "5_pieges", "6_tournoi", "7_jeu_parfait")),
]
LONGS = [tp if tp == "tp1_grille" else pytest.param(tp, marks=pytest.mark.long) for tp in TPS]


def fonctions(tp):
    """Les questions qui attendent une fonction."""
    return [nom for nom, q in questions(tp).items() if q.parametres is not None]


@pytest.mark.parametrize("tp", LONGS)
def test_tables(tmp_path, tp):
    """Notée, une copie faite de tables ne gagne-t-elle que les questions au domaine minuscule ?"""
    cours = cours_du_tp(tmp_path, tp)
    carnet, cellules = cours.sujet(tp), questions_notees(cours.solution(tp))
    for nom in fonctions(tp):
        cellule(carnet, cellules[nom]).source = table(recueil(tp), nom)
    cours.rendre("recite", tp, carnet)
    cours.nbgrader("autograde", tp)
    with Gradebook(f"sqlite:///{cours.gestion / 'gradebook.db'}") as notes:
        gains = {g.name: g.auto_score for g in notes.find_submission_notebook(tp, tp, "recite").grades}
    gagnees = {nom for nom in fonctions(tp) if gains[f"{cellules[nom]}-test"] > 0}
    assert gagnees <= MINUSCULES.get(tp, set())


@pytest.mark.parametrize("question", fonctions("tp1_grille"))
def test_recite(question):
    """La table est-elle bien juste là où elle a été prise ? Sinon elle n'éprouverait rien."""
    if question in ("joue_hasard", "joue_random", "probabilite_hasard"):
        return  # ce qui se joue au hasard ne se récite pas deux fois de même
    assert examiner("tp1_grille", question, reciter(recueil("tp1_grille"), question)).etat == "juste"
