"""Les ressemblances : une copie déguisée se voit, deux réponses honnêtes passent après."""

import ast
import shutil

import pytest

pytest.importorskip("copydetect")

from reponses import MODELE
from reponses.tp3_ia import RECUEIL

from p4prof.cours import ouvrir
from p4prof.eleves import Ramassage, Registre
from p4prof.ressemblances import _comparables, comparer, decouper, en_page, identiques, rapprocher, resumer
from tests.cours_factice import RACINE, Cours, cellule, reponses

TP = "tp3_ia"


def deguiser(code):
    """Le même programme : variables renommées, commentaires retirés, mise en page refaite."""
    arbre = ast.parse(code)
    locaux = {n.arg for n in ast.walk(arbre) if isinstance(n, ast.arg)}
    locaux |= {n.id for n in ast.walk(arbre) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    neufs = {nom: f"variable_{rang}" for rang, nom in enumerate(sorted(locaux))}
    for noeud in ast.walk(arbre):
        if isinstance(noeud, ast.arg):
            noeud.arg = neufs[noeud.arg]
        if isinstance(noeud, ast.Name) and noeud.id in neufs:
            noeud.id = neufs[noeud.id]
    return ast.unparse(arbre).replace("\n    ", "\n    # mon idée à moi\n    ", 1)


def justes():
    """Les réponses justes du recueil écrites autrement que le modèle, par question."""
    textes = {}
    for reponse in RECUEIL.justes:
        q = RECUEIL.questionnaires[reponse.question]
        if reponse.nom in q.sources and reponse.nom not in {MODELE, *q.derivees}:
            textes.setdefault(reponse.question, []).append(q.sources[reponse.nom])
    return textes


@pytest.fixture(scope="module")
def classe(tmp_path_factory):
    """Une classe : la solution, sa copie déguisée, trois élèves honnêtes, un élève qui n'a rien fait."""
    cours = Cours(tmp_path_factory.mktemp("ressemblances"))
    shutil.copytree(RACINE / "notebooks" / TP, cours.racine / "notebooks" / TP)
    shutil.copytree(RACINE / "solutions" / TP, cours.racine / "solutions" / TP)
    source = cours.solution(TP)
    cours.rendre("alice", TP, source)
    copie = cours.solution(TP)
    for nom in reponses(copie):
        if cellule(copie, nom).cell_type == "code":
            cellule(copie, nom).source = deguiser(cellule(copie, nom).source)
    cours.rendre("bruno", TP, copie)
    cours.rendre("vide", TP, cours.sujet(TP))
    for rang in range(3):
        cours.rendre(f"honnete-{rang}", TP, honnete(cours.sujet(TP), rang))
    cours.rendre("casse", TP, "{")
    return ouvrir(cours.racine)


def honnete(sujet, rang):
    """Un élève qui donne, à chaque question, la réponse numéro `rang` du recueil."""
    textes = justes()
    assert len(textes) >= 6
    for nom in reponses(sujet):
        choix = textes.get(nom.split("-", 2)[-1], [])
        if rang < len(choix):
            cellule(sujet, nom).source = choix[rang]
    return sujet


@pytest.fixture(scope="module")
def comparaison(classe):
    """Toutes les paires de cette classe."""
    return comparer(classe, TP)


def test_la_copie_deguisee_est_en_tete(comparaison):
    """La paire copiée est-elle la première, loin devant, avec ses questions ?"""
    premiere = comparaison.paires[0]
    assert premiere.eleves == ("alice", "bruno")
    assert premiere.ensemble.part > 0.8
    assert {"tp3-q03-victoire", "tp3-q07-IA", "tp3-q08-IA_memo"} <= set(premiere.questions)


def test_les_honnetes_passent_apres(comparaison):
    """Les réponses justes et différentes restent-elles sous la moitié, ou hors de la liste ?"""
    autres = comparaison.paires[1:]
    assert all(paire.ensemble.part < 0.5 for paire in autres if paire.ensemble)
    assert all(len(paire.questions) <= 1 for paire in autres)


def test_ni_sujet_ni_copie_vide(comparaison):
    """Le code distribué ne rapproche-t-il personne, et la copie illisible est-elle nommée ?"""
    assert comparaison.copies == 6
    assert not [p for p in comparaison.paires if "vide" in p.eleves]
    assert len(comparaison.illisibles) == 1 and comparaison.illisibles[0].startswith("casse : ")


BOUCLE = """def compter(G):
    total = 0
    for x in range(7):
        for y in range(6):
            if G[x][y] != 0 and G[x][5 - y] == 1:
                total = total + 2 * G[x][y]
    return total
"""
SOMME = """def poids(l, t):
    s = []
    while len(l) > 3 and t in l:
        s.append(l.pop() * 5 - t)
        t = (t + 1) % 3
    return max(s) - min(s)
"""


def test_ordre_des_fonctions():
    """Des fonctions recopiées dans un autre ordre sont-elles retrouvées ?"""
    (paire,) = rapprocher({"a": BOUCLE + SOMME, "b": deguiser(SOMME) + "\n" + deguiser(BOUCLE)}, "")
    assert paire.frappant and paire.part > 0.8


def test_code_du_sujet_decompte():
    """Deux élèves qui gardent le code donné ne se ressemblent-ils pas pour autant ?"""
    assert rapprocher({"a": BOUCLE, "b": BOUCLE}, "") and not rapprocher({"a": BOUCLE, "b": BOUCLE}, BOUCLE)


@pytest.mark.parametrize("combien", [2, 8])
def test_reponses_banales(combien):
    """« return 3 - joueur », que tout le monde écrit, n'est-il jamais signalé ?"""
    codes = {str(n): "def autre(joueur):\n    return 3 - joueur" for n in range(combien)}
    assert not [r for r in rapprocher(codes, "") if r.frappant]


def test_fragment_de_toute_la_classe():
    """Ce que la moitié de la classe écrit est-il oublié, et la paire qui copie le reste gardée ?"""
    codes = {f"e{n}": BOUCLE + f"x{n} = {n}\n" for n in range(8)}
    codes["e0"] += SOMME
    codes["e1"] += deguiser(SOMME)
    frappants = [r.eleves for r in rapprocher(codes, "") if r.frappant]
    assert frappants == [("e0", "e1")]


def test_page(comparaison, classe):
    """La page est-elle autonome, les noms et les codes échappés, l'avertissement en tête ?"""
    registre = Registre(classe, TP)
    registre.inscrire("alice", Ramassage("Alice <script>alert(1)</script>"))
    page = en_page(comparaison, registre)
    assert "jamais une preuve" in page and "jamais une preuve" in resumer(comparaison, registre)
    assert "<script" not in page and "Alice &lt;script&gt;" in page
    assert page.count("<mark>") >= 6 and "http://" not in page and "https://" not in page


def test_noms_et_questions(comparaison, classe):
    """La page et le résumé nomment-ils les questions par leur titre, deux homonymes par leur identifiant ?"""
    registre = Registre(classe, TP)
    for eleve in ("alice", "bruno"):
        registre.inscrire(eleve, Ramassage("Zoé ROY"))
    for dit in (resumer(comparaison, registre), en_page(comparaison, registre)):
        assert "Zoé ROY (alice) et Zoé ROY (bruno)" in dit and "Question 3, victoire" in dit
        assert "tp3-q" not in dit
    assert comparaison.courtes


def test_surlignage():
    """Le surlignage garde-t-il le texte exact, zones mêlées et caractères spéciaux compris ?"""
    assert decouper("a<b>c", [(1, 4), (0, 2)]) == [("a<", True), ("b>", True), ("c", False)]
    assert decouper("abc", []) == [("abc", False)]


def test_identiques():
    """Ce qu'un tiers de la classe rend mot pour mot est-il réuni, aux blancs près ?"""
    codes = {f"e{n}": BOUCLE if n < 4 else f"def f{n}(): return {n}" for n in range(10)}
    codes["e3"] = BOUCLE.replace("    ", "\t") + "\n"
    ((eleves, texte),) = identiques(codes)
    assert eleves == ["e0", "e1", "e2", "e3"] and len(texte) > 100


def test_cellule_demesuree():
    """Une réponse de quatre mégaoctets est-elle nommée, et non comparée ?"""
    longues = {"q": "x = 1\n" * 700_000, "r": "y = 2"}
    assert dict(_comparables(longues)) == {"r": "y = 2"}
