"""Un vrai TP de bout en bout, par nbgrader : une petite classe, notée question par question."""

import ast
import copy
import re
import shutil

import nbformat
import pytest
from nbgrader.api import Gradebook

from tests.cours_factice import RACINE, Cours, bareme, cellule, remplir


def points(valeur):
    """Une note de l'export redevenue un nombre."""
    return float(valeur.replace(",", "."))


def cours_du_tp(racine, tp):
    """Un cours jetable réduit à un vrai TP, sujet généré."""
    cours = Cours(racine)
    shutil.copytree(RACINE / "solutions" / tp, cours.racine / "solutions" / tp)
    cours.nbgrader("generate_assignment", tp)
    return cours


def corrige(tp):
    """Le carnet de solutions d'un TP."""
    return nbformat.read(RACINE / "solutions" / tp / f"{tp}.ipynb", 4)


def questions_notees(carnet):
    """La cellule de réponse de chaque question notée automatiquement."""
    nom = re.compile(r'verifier\("\w+", "(\w+)"')
    return {nom.search(cellule(carnet, g).source)[1]: g.removesuffix("-test") for g in bareme(carnet)}


def appelees(carnet):
    """Pour chaque question, celles que sa solution appelle, elle-même ou par une fonction donnée."""
    questions, lus = questions_notees(carnet), noms_lus(carnet)

    def suivre(nom, vues):
        for autre in lus.get(nom, set()) - vues:
            vues.add(autre)
            yield from [autre] if autre in questions else suivre(autre, vues)

    return {q: set(suivre(q, {q})) for q in questions}


def noms_lus(carnet):
    """Les noms qui paraissent dans chaque fonction d'un carnet."""
    noeuds = [n for c in carnet.cells if c.cell_type == "code" for n in ast.parse(c.source).body]
    fonctions = [n for n in noeuds if isinstance(n, ast.FunctionDef)]
    return {f.name: {n.id for n in ast.walk(f) if isinstance(n, ast.Name)} for f in fonctions}


def repartir(appels):
    """Les questions en aussi peu de groupes que possible ; aucune n'appelle une autre de son groupe."""
    groupes = [set(), set()]  # deux au moins : chaque question est juste ici, fausse là
    for question, ses_appels in appels.items():
        libres = [g for g in groupes if not g & ses_appels]
        if not libres:
            groupes.append(set())
        (libres or groupes[-1:])[0].add(question)
    return groupes


def copie_fautive(solution, questions, fautes):
    """La solution, où chacune de ces réponses a un corps faux."""
    copie = copy.deepcopy(solution)
    for question, corps in fautes.items():
        reponse = cellule(copie, questions[question])
        reponse.source = re.sub(
            r"### BEGIN SOLUTION.*### END SOLUTION", lambda _, c=corps: c, reponse.source, flags=re.DOTALL
        )
    return copie


class Classe:
    """Les copies d'un TP rendues, notées, et ce que chacune a gagné à chaque question."""

    def __init__(self, racine, tp, fautes):
        self.tp = tp
        self.cours = cours_du_tp(racine, tp)
        sujet, solution = self.cours.sujet(tp), self.cours.solution(tp)
        self.questions = questions_notees(solution)
        self.bareme = {q: bareme(solution)[f"{g}-test"] for q, g in self.questions.items()}
        self.moitie = list(self.questions)[: (len(self.questions) + 1) // 2]
        self.groupes = {f"groupe-{n}": g for n, g in enumerate(repartir(appelees(solution)))}
        reponses = [self.questions[q] for q in self.moitie]
        self.cours.rendre("solution", tp, solution)
        self.cours.rendre("intacte", tp, sujet)
        self.cours.rendre("moitie", tp, remplir(sujet, solution, reponses))
        for eleve, justes in self.groupes.items():
            faux = {q: corps for q, corps in fautes.items() if q not in justes}
            self.cours.rendre(eleve, tp, copie_fautive(solution, self.questions, faux))
        self.cours.nbgrader("autograde", tp)
        self.lignes = self.cours.notes(tp)
        with Gradebook(f"sqlite:///{self.cours.gestion / 'gradebook.db'}") as carnet:
            self.gains = {eleve: self._gains(carnet, eleve) for eleve in self.lignes}

    def _gains(self, carnet, eleve):
        """Les points de cette copie à chaque question, lus dans le carnet de notes."""
        notes = carnet.find_submission_notebook(self.tp, self.tp, eleve).grades
        par_cellule = {note.name: note.auto_score for note in notes}
        return {q: par_cellule[f"{g}-test"] for q, g in self.questions.items()}


class BoutEnBout:
    """Les essais d'un TP ; chaque fichier en hérite pour le sien, et donne une faute par question."""

    tp: str
    fautes: dict[str, str]

    @pytest.fixture(scope="class")
    @classmethod
    def classe(cls, tmp_path_factory):
        """La classe notée, une fois pour tous les essais."""
        return Classe(tmp_path_factory.mktemp(cls.tp), cls.tp, cls.fautes)

    def pytest_generate_tests(self, metafunc):
        """Un essai par question notée."""
        if "question" in metafunc.fixturenames:
            metafunc.parametrize("question", questions_notees(corrige(self.tp)))

    def test_solution(self, classe):
        """La solution obtient-elle tous les points, 20 pour un TP noté ?"""
        assert classe.gains["solution"] == classe.bareme
        assert points(classe.lignes["solution"]["note"]) == points(classe.lignes["solution"]["sur"])
        assert self.tp == "tp0_accueil" or points(classe.lignes["solution"]["sur"]) == 20

    def test_intacte(self, classe):
        """Le sujet rendu tel quel obtient-il zéro, sans échec ni remarque ?"""
        ligne = classe.lignes["intacte"]
        assert (ligne["état"], ligne["note"], ligne["raison"]) == ("notée", "0", "")

    def test_moitie(self, classe):
        """Une copie à moitié remplie obtient-elle exactement les points de sa moitié ?"""
        attendu = sum(classe.bareme[q] for q in classe.moitie)
        assert 0 < attendu == points(classe.lignes["moitie"]["note"])

    def test_fausse(self, classe, question):
        """Une réponse fausse perd-elle tous ses points ?"""
        fausses = [e for e, justes in classe.groupes.items() if question not in justes]
        assert fausses
        assert {e: classe.gains[e][question] for e in fausses} == dict.fromkeys(fausses, 0)

    def test_juste_parmi_les_fausses(self, classe, question):
        """Une réponse juste garde-t-elle ses points dans une copie où tout ce qu'elle appelle est faux ?"""
        (eleve,) = [e for e, justes in classe.groupes.items() if question in justes]
        assert not appelees(corrige(self.tp))[question] & classe.groupes[eleve]
        assert classe.gains[eleve][question] == classe.bareme[question]
