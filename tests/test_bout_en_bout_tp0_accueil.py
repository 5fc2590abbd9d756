"""Le TP 0 de bout en bout, et une copie qui ne finit pas."""

import re

from tests.bout_en_bout import BoutEnBout, cours_du_tp
from tests.cours_factice import cellule, remplir

# Une réponse fausse à chaque question, qui n'y gagne rien.
FAUTES = {"autre_joueur": "return joueur"}


class TestBoutEnBout(BoutEnBout):
    """Une petite classe, notée sur ce TP."""

    tp, fautes = "tp0_accueil", FAUTES


def test_fonction_sans_fin(tmp_path):
    """Une fonction qui ne rend jamais la main coûte-t-elle ses points, et rien d'autre ?"""
    tp, question = "tp0_accueil", "tp0-q01-autre-joueur"
    cours = cours_du_tp(tmp_path, tp)
    sujet, solution = cours.sujet(tp), cours.solution(tp)
    cours.rendre("b-juste", tp, remplir(sujet, solution, [question]))
    cellule(sujet, question).source = re.sub(r"raise .*", "while True: pass", cellule(sujet, question).source)
    cours.rendre("a-boucle", tp, sujet)
    cours.nbgrader("autograde", tp, "--Execute.timeout=20")
    lignes = cours.notes(tp)
    assert [(e, lignes[e]["état"], lignes[e]["note"]) for e in sorted(lignes)] == [
        ("a-boucle", "notée", "0"),
        ("b-juste", "notée", "1"),
    ]
