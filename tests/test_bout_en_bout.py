"""Chaque TP de bout en bout, par nbgrader : une petite classe, notée question par question."""

import ast
import copy
import re
import shutil

import nbformat
import pytest
from nbgrader.api import Gradebook

from p4cours.carnets import Cellule, etoilees
from p4prof.etats import RAISONNEMENT
from tests.cours_factice import RACINE, Cours, bareme, cellule, remplir

# Une réponse fausse à chaque question de chaque TP, qui n'y gagne rien.
FAUTES = {
    "tp0_accueil": {"autre_joueur": "return joueur"},
    "tp1_grille": {
        "init": "return [[None] * 6 for x in range(7)]",
        "forme_init": "forme_init = (6, 5)",
        "symboles": 'symboles = (".", "X", "O")',
        "nb_alignements": "nb_alignements = 68",
        "coups": "return [x for x in range(7) if G[x][5] == 0]",
        "longueur_max_coups": "longueur_max_coups = 42",
        "longueur_min_coups": "longueur_min_coups = 1",
        "fini": "return 1",
        "joue_hasard": "return [[1] * 6 for x in range(7)]",
        "nb_tours_max": "nb_tours_max = 41",
        "joue_random": "return joue_hasard(), 0",
        "probabilite_hasard": "return 1.0, 0.0, 0.0",
        "nb_parties": "nb_parties = 100",
        "conclusion": 'comptes, conclusion = (2401, 0, 0), "plus fort"',
        "tests_fini": "tests_fini = [(init(), 1)]",
    },
    "tp2_minmax": {
        "nbr_pions": "return 0, 0",
        "heuristique": "return 0",
        "utilite": "return 0",
        "tests_utilite": "tests_utilite = [(init(), 1, 7)]",
        "minmax": "return coups(G)[0]",
        "partie_2machines": "return 0",
        "mesure_force": "return 1.0, 0.0, 0.0",
        "nb_parties_poids": "nb_parties_poids = 49",
        "conclusion_w2_w4": 'comptes_w2_w4, conclusion_w2_w4 = (12, 4, 4), "plus fort"',
        "conclusion_w1_w2": 'comptes_w1_w2, conclusion_w1_w2 = (6, 5, 0), "plus fort"',
        "nb_parties_profondeurs": "nb_parties_profondeurs = 20",
        "conclusion_profondeurs_w1": "comptes_profondeurs_W1 = (7, 3, 0)\nconclusion_profondeurs_W1 = 0",
        "conclusion_profondeurs_w2": "comptes_profondeurs_W2 = (3, 7, 0)\nconclusion_profondeurs_W2 = 0",
        "joue_partie": "return init(), 0",
        "humain_vs_machine": "pass",
        "joue_partie_h_m": "return 0",
    },
    "tp3_ia": {
        "complexite_jouer": 'complexite_jouer = "O(n)"',
        "complexite_sans_hauteur": 'complexite_sans_hauteur = "O(1)"',
        "victoire": "return False",
        "tests_victoire": "tests_victoire = [(grille_vide(6, 7)[0], 1, True)]",
        "enlever_coup": "pass",
        "eval_serie": "return 0",
        "eval_grille": "return -sum(map(sum, grille))",
        "IA": "return 7",
        "IA_memo": "return 7",
        "IAvIA": "return 0",
        "eval_grille2": "return 0",
        "nb_parties_heuristiques": "nb_parties_heuristiques = 20",
        "conclusion_heuristiques": "comptes_heuristiques = (12, 8, 0)\nconclusion_heuristiques = 0",
        "nb_parties_profondeurs": "nb_parties_profondeurs = 20",
        "conclusion_profondeurs": "comptes_profondeurs = (320, 40, 26)\nconclusion_profondeurs = 0",
    },
    "tp4_graphe": {
        "depose_pion": "return G",
        "partie_nulle": "return None in s[1][5]",
        "nb_listes": "nb_listes = 16",
        "gagnant": "G[i][j] = None; return False",
        "eval_f": 'return "inf"',
        "fils": "return list(range(7))",
        "formule": "return 7 * k",
        "k_max": "k_max = 7",
        "nb_distinctes": "return n",
        "fin_alea": "return s",
        "h_alea": "return 0",
        "minimax_h2": "return 0",
        "nb_parties_reglages": "nb_parties_reglages = 49",
        "conclusion_4_1": 'comptes_4_1, conclusion_4_1 = (4, 4, 0), "moins fort"',
        "conclusion_7_1": 'comptes_7_1, conclusion_7_1 = (6, 2, 0), "plus fort"',
        "nb_parties_budget": "nb_parties_budget = 20",
        "conclusion_budget": "comptes_budget, conclusion_budget = (1, 7, 0), 0",
    },
    "tp5_pieges": {
        "nb_diagonales": "nb_diagonales = 32",
        "urgence": "return 0",
        "listcolok": "return lcj",
        "piegecol": "return False, 0, 0",
        "piege2": "return []",
        "cout_n3": "nb_tables_n3, une_table, duree_n3 = 343, 100, 3",
        "ordi": "return l",
        "Jeu": "return [0, 0]",
    },
    "tp6_tournoi": {
        "nbjetons": "return -1",
        "maxix": "return 0",
        "slc2": "return lcj",
        "slc3": "return []",
        "ia3": "return l",
        "verdicts": 'mesures, verdicts = {"A": (12, 4, 4)}, {"A": "confirmée"}',
        "nb_parties_corrigee": "nb_parties_corrigee = 20",
        "conclusion_corrigee": 'comptes_corrigee, conclusion_corrigee = (12, 4, 4), "plus fort"',
        "slc4_corrigee": "return []",
        "ia2": "return l",
    },
    "tp7_jeu_parfait": {
        "trait": 'return "O"',
        "successeurs": "return []",
        "graphe": "return {s0: []}",
        "fins": "fins = (1, 1, 1)",
        "attracteur": "return {s: 0 for s in cibles}",
        "issue": "issue = (1, 1)",
        "strategie": "return {}",
        "valeur": "return 0",
        "mon_ia": "return 3",
        "alphabeta": "return 0",
        "cle": "return 0",
        "minmax_table": "return table",
        "bits": "return 0",
        "aligne": "return True",
        "nb_parties_justesse": "nb_parties_justesse = 20",
        "conclusion_justesse": "comptes_justesse, conclusion_justesse = (12, 4, 4), 0",
    },
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


def corrige(tp):
    """Le carnet de solutions d'un TP."""
    return nbformat.read(RACINE / "solutions" / tp / f"{tp}.ipynb", 4)


def coeur(carnet):
    """Les points automatiques et les points à la main, sans les ★."""
    cellules = [Cellule.lire(c) for c in carnet.cells]
    bonus = etoilees(cellules)
    notees = [c for c in cellules if c.reglages.get("grade") and c.grade_id not in bonus]
    return [sum(c.points for c in notees if c.a_la_main is main) for main in (False, True)]


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

    def __init__(self, racine, tp):
        self.tp = tp
        self.cours = cours_du_tp(racine, tp)
        self.sujet, self.solution = self.cours.sujet(tp), self.cours.solution(tp)
        self.questions = questions_notees(self.solution)
        self.bareme = {q: bareme(self.solution)[f"{g}-test"] for q, g in self.questions.items()}
        self._rendre()
        self.cours.nbgrader("autograde", tp)
        self.lignes = self.cours.notes(tp)
        with Gradebook(f"sqlite:///{self.cours.gestion / 'gradebook.db'}") as carnet:
            self.gains = {eleve: self._gains(carnet, eleve) for eleve in self.lignes}

    def _rendre(self):
        """La solution, le sujet intact et une copie à moitié faite."""
        self.moitie = list(self.questions)[: (len(self.questions) + 1) // 2]
        reponses = [self.questions[q] for q in self.moitie]
        self.cours.rendre("solution", self.tp, self.solution)
        self.cours.rendre("intacte", self.tp, self.sujet)
        self.cours.rendre("moitie", self.tp, remplir(self.sujet, self.solution, reponses))

    def _gains(self, carnet, eleve):
        """Les points de cette copie à chaque question, lus dans le carnet de notes."""
        notes = carnet.find_submission_notebook(self.tp, self.tp, eleve).grades
        par_cellule = {note.name: note.auto_score for note in notes}
        return {q: par_cellule[f"{g}-test"] for q, g in self.questions.items()}


class ClasseFautive(Classe):
    """Des copies où chaque réponse est fausse quelque part, et juste là où ce qu'elle appelle est faux."""

    def _rendre(self):
        groupes = repartir(appelees(self.solution))
        self.groupes = {f"groupe-{n}": justes for n, justes in enumerate(groupes)}
        for eleve, justes in self.groupes.items():
            faux = {q: corps for q, corps in FAUTES[self.tp].items() if q not in justes}
            self.cours.rendre(eleve, self.tp, copie_fautive(self.solution, self.questions, faux))


# Une classe d'essais par TP : elles peuvent être réparties entre processus.


class BoutEnBout:
    """Les essais d'un TP : juste, intact, à moitié fait."""

    tp: str

    @pytest.fixture(scope="class")
    @classmethod
    def classe(cls, tmp_path_factory):
        """La classe notée, une fois pour tous les essais."""
        return Classe(tmp_path_factory.mktemp(cls.tp), cls.tp)

    def test_solution(self, classe):
        """La solution obtient-elle tous les points automatiques d'un TP noté sur 20 ?"""
        assert classe.gains["solution"] == classe.bareme
        automatiques, a_la_main = coeur(corrige(self.tp))
        ligne = classe.lignes["solution"]
        assert points(ligne["note"]) == points(ligne["sur"]) == automatiques
        assert (ligne["état"] == RAISONNEMENT) is (a_la_main > 0)
        assert self.tp == "tp0_accueil" or automatiques + a_la_main == 20

    def test_intacte(self, classe):
        """Le sujet rendu tel quel obtient-il zéro, sans échec ni remarque ?"""
        ligne = classe.lignes["intacte"]
        assert (ligne["état"], ligne["note"], ligne["raison"]) == ("notée", "0", "")

    def test_moitie(self, classe):
        """Une copie à moitié remplie obtient-elle exactement les points de sa moitié ?"""
        attendu = min(sum(coeur(corrige(self.tp))), sum(classe.bareme[q] for q in classe.moitie))
        assert 0 < attendu == points(classe.lignes["moitie"]["note"])


class Fautes:
    """Les essais des réponses fausses d'un TP."""

    tp: str

    @pytest.fixture(scope="class")
    @classmethod
    def classe(cls, tmp_path_factory):
        """La classe notée, une fois pour tous les essais."""
        return ClasseFautive(tmp_path_factory.mktemp(cls.tp), cls.tp)

    def pytest_generate_tests(self, metafunc):
        """Un essai par question notée."""
        metafunc.parametrize("question", questions_notees(corrige(self.tp)))

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


class TestTp0(BoutEnBout):
    """Le TP 0."""

    tp = "tp0_accueil"


class TestTp1(BoutEnBout):
    """Le TP 1."""

    tp = "tp1_grille"


class TestTp2(BoutEnBout):
    """Le TP 2."""

    tp = "tp2_minmax"


class TestTp3(BoutEnBout):
    """Le TP 3."""

    tp = "tp3_ia"


class TestTp4(BoutEnBout):
    """Le TP 4."""

    tp = "tp4_graphe"


class TestTp5(BoutEnBout):
    """Le TP 5."""

    tp = "tp5_pieges"


class TestTp6(BoutEnBout):
    """Le TP 6."""

    tp = "tp6_tournoi"


class TestTp7(BoutEnBout):
    """Le TP 7."""

    tp = "tp7_jeu_parfait"


# Les fautes des TP 2, 4, 6 et 7 sont de « make test-long » : chaque classe est notée en minutes.


class TestFautesTp0(Fautes):
    """Les réponses fausses du TP 0."""

    tp = "tp0_accueil"


class TestFautesTp1(Fautes):
    """Les réponses fausses du TP 1."""

    tp = "tp1_grille"


@pytest.mark.long
class TestFautesTp2(Fautes):
    """Les réponses fausses du TP 2."""

    tp = "tp2_minmax"


class TestFautesTp3(Fautes):
    """Les réponses fausses du TP 3."""

    tp = "tp3_ia"


@pytest.mark.long
class TestFautesTp4(Fautes):
    """Les réponses fausses du TP 4."""

    tp = "tp4_graphe"


class TestFautesTp5(Fautes):
    """Les réponses fausses du TP 5."""

    tp = "tp5_pieges"


@pytest.mark.long
class TestFautesTp6(Fautes):
    """Les réponses fausses du TP 6."""

    tp = "tp6_tournoi"


@pytest.mark.long
class TestFautesTp7(Fautes):
    """Les réponses fausses du TP 7."""

    tp = "tp7_jeu_parfait"


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
