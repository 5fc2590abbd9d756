"""Les vrais TP de bout en bout : la solution a tout, le sujet intact zéro, la moitié sa moitié."""

import re
import shutil

import nbformat
import pytest

from tests.cours_factice import RACINE, Cours, bareme, cellule, remplir, reponses

TPS = sorted(p.stem for p in (RACINE / "solutions").glob("*/*.ipynb"))
SUR_VINGT = [tp for tp in TPS if tp != "tp0_accueil"]
# Une fonction dont beaucoup d'autres dépendent, et le corps faux qu'on lui donne.
FAUTES = {
    "tp0_accueil": ("tp0-q01-autre-joueur", "return joueur"),
    "tp1_grille": ("tp1-q08-fini", "return 0"),
    "tp2_minmax": ("tp2-q03-utilite", "return 0"),
    "tp3_ia": ("tp3-q03-victoire", "return False"),
    "tp4_graphe": ("tp4-q05-gagnant", "return False"),
    "tp5_strategies": ("tp5-q05-listcolok", "return lcj"),
}


def points(valeur):
    """Une note de l'export redevenue un nombre."""
    return float(valeur.replace(",", "."))


def cours_du_tp(racine, tp):
    """Un cours jetable réduit à un vrai TP, sujet généré."""
    cours = Cours(racine)
    shutil.copytree(RACINE / "solutions" / tp, cours.racine / "solutions" / tp)
    cours.nbgrader("generate_assignment", tp)
    return cours


@pytest.fixture(scope="module", params=TPS)
def notes(request, tmp_path_factory):
    """Une petite classe notée sur un vrai TP : le TP, ses notes, et la moitié attendue."""
    tp = request.param
    cours = cours_du_tp(tmp_path_factory.mktemp(tp), tp)
    sujet, solution = cours.sujet(tp), cours.solution(tp)
    traitees = moitie(sujet)
    cours.rendre("solution", tp, solution)
    cours.rendre("intacte", tp, sujet)
    cours.rendre("moitie", tp, remplir(sujet, solution, traitees))
    cours.rendre("fautive", tp, fautive(cours.solution(tp), *FAUTES[tp]))
    cours.nbgrader("autograde", tp)
    attendu = sum(p for g, p in bareme(sujet).items() if g.removesuffix("-test") in traitees)
    return tp, cours.notes(tp), attendu


def fautive(solution, question, corps):
    """La solution, où cette seule réponse est fausse."""
    reponse = cellule(solution, question)
    reponse.source = re.sub(r"### BEGIN SOLUTION.*### END SOLUTION", corps, reponse.source, flags=re.DOTALL)
    return solution


def moitie(sujet):
    """La première moitié des questions notées automatiquement."""
    questions = [g for g in reponses(sujet) if f"{g}-test" in bareme(sujet)]
    return questions[: (len(questions) + 1) // 2]


def test_solution(notes):
    """La solution obtient-elle tous les points, 20 pour un TP noté ?"""
    tp, lignes, _ = notes
    assert points(lignes["solution"]["note"]) == points(lignes["solution"]["sur"])
    assert tp not in SUR_VINGT or points(lignes["solution"]["sur"]) == 20


def test_intacte(notes):
    """Le sujet rendu tel quel obtient-il zéro, sans échec ni remarque ?"""
    ligne = notes[1]["intacte"]
    assert (ligne["état"], ligne["note"], ligne["raison"]) == ("notée", "0", "")


def test_moitie(notes):
    """Une copie à moitié remplie obtient-elle exactement les points de sa moitié ?"""
    _, lignes, attendu = notes
    assert 0 < attendu == points(lignes["moitie"]["note"])


def test_une_faute_ne_coute_que_ses_points(notes):
    """Une fonction de base fausse laisse-t-elle leurs points à celles qui l'appellent ?"""
    tp, lignes, _ = notes
    cout = bareme(nbformat.read(RACINE / "solutions" / tp / f"{tp}.ipynb", 4))[f"{FAUTES[tp][0]}-test"]
    assert points(lignes["fautive"]["note"]) == points(lignes["fautive"]["sur"]) - cout


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
