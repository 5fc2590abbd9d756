"""Le modèle d'une cellule : son rôle, sa question, son texte distribué."""

import time
from pathlib import Path

import pytest

from p4cours import questions
from p4cours.carnets import (
    DONNEE,
    ESSAI,
    FONCTION,
    REPONSE,
    SUFFIXE,
    TEST,
    TEXTE,
    VARIABLE,
    Cellule,
    analyser,
    etoilees,
    identifiant,
    instructions,
    lignes_cachees,
    lire,
    reperes,
    sans_tests_caches,
)

RACINE = Path(__file__).resolve().parent.parent
CELLULE = """verifier("tp", "q", f)
### BEGIN HIDDEN TESTS
for graine in range(3):
    verifier("tp", "q", f, graine=graine)
### END HIDDEN TESTS
fin"""


def cellule(source="", genre="code", **reglages):
    """Une cellule telle qu'un fichier la décrit."""
    return Cellule.lire({"cell_type": genre, "source": source, "metadata": {"nbgrader": reglages}})


@pytest.mark.parametrize("dossier", ["notebooks", "solutions"])
@pytest.mark.parametrize("tp", sorted(d.name for d in (RACINE / "notebooks").iterdir()))
def test_cellules_du_cours(dossier, tp):
    """Chaque test porte-t-il le nom d'une question du TP, et suit-il une réponse ?"""
    connues = {c.grade_id: c for c in lire(RACINE / dossier / tp / f"{tp}.ipynb") if c.grade_id}
    tests = {nom: c for nom, c in connues.items() if c.role == TEST}
    assert tests == {nom: c for nom, c in connues.items() if nom.endswith(SUFFIXE)}
    assert {connues[nom.removesuffix(SUFFIXE)].role for nom in tests} == {REPONSE}
    assert {c.question for c in tests.values()} <= set(questions(tp)) and all(
        c.points for c in tests.values()
    )
    assert not any(c.question for nom, c in connues.items() if nom not in tests)


def test_ou_est_une_question():
    """Le titre du sujet dit-il où est chaque cellule, même si son identifiant a un autre numéro ?"""
    cellules = [
        cellule("## Pour finir ★\n### Question 1, suite — pourquoi (1 point)", "markdown"),
        cellule(grade_id="tp6-q07-slc-test", grade=True),
        cellule("## 2. La fin\n### ★ Question 2 — nulle\n### Question 3 — fini", "markdown"),
        cellule("rédigé", "markdown", grade_id="tp4-q02-nulle", solution=True, grade=True),
        cellule(grade_id="tp4-q03-fini-test", grade=True),
        cellule("### Sans tiret", "markdown"),
        cellule(grade_id="tp4-q09-libre-test", grade=True),
    ]
    assert reperes(cellules) == {
        "tp6-q07-slc-test": "Question 1, suite ★",
        "tp4-q02-nulle": "Question 2",
        "tp4-q03-fini-test": "Question 3",
    }


@pytest.mark.parametrize("tp", sorted(d.name for d in (RACINE / "solutions").iterdir()))
def test_chaque_question_du_cours_est_situee(tp):
    """Dans chaque TP, le repère de toute cellule notée porte-t-il l'étoile des bonus, et d'eux seuls ?"""
    cellules = lire(RACINE / "solutions" / tp / f"{tp}.ipynb")
    situees, bonus = reperes(cellules), etoilees(cellules)
    assert {c.grade_id for c in cellules if c.points} <= set(situees)
    assert {nom for nom, ou in situees.items() if "★" in ou} == bonus & set(situees)


@pytest.mark.parametrize(
    ("role", "trouvee"),
    [
        (TEST, cellule(grade=True, locked=True)),
        (REPONSE, cellule(solution=True)),
        (REPONSE, cellule(solution=True, grade=True)),
        (DONNEE, cellule(locked=True)),
        (ESSAI, cellule()),
        (TEXTE, cellule(genre="markdown", solution=True, grade=True)),
    ],
)
def test_role(role, trouvee):
    """Le rôle se lit-il dans les métadonnées ?"""
    assert trouvee.role == role


def test_question():
    """La question est-elle celle que vérifie le test, où que soit l'appel, et jamais celle d'une réponse ?"""
    test = 'x = 1\nif x:\n    note = verifier(\n        "tp", "fini", f)\n'
    assert cellule(test, grade=True).question == "fini"
    assert cellule(test, solution=True).question == cellule("%%time\nverifier(", grade=True).question == ""
    assert cellule("verifier(tp, nom, f)", grade=True).question == ""


@pytest.mark.parametrize(
    ("grade_id", "nom", "numero"),
    [
        ("tp3-q03-victoire-test", "victoire", "3"),
        ("tp1-q12-fini", "fini", "12"),
        ("q-double", "double", ""),
        ("intro", "intro", ""),
        ("q-", "q-", ""),
    ],
)
def test_nom(grade_id, nom, numero):
    """L'identifiant donne-t-il le nom et le numéro de la question ?"""
    trouvee = cellule(grade_id=grade_id)
    assert (trouvee.nom, trouvee.numero, trouvee.grade_id) == (nom, numero, grade_id)


@pytest.mark.parametrize(
    "brute",
    [
        {},
        {"cell_type": 4, "source": [1, "a"], "metadata": {"nbgrader": 2}},
        {"metadata": []},
        {"metadata": {"nbgrader": {"grade_id": {"a": 1}}}},
        {"metadata": {"nbgrader": {"grade_id": ""}}},
    ],
)
def test_cellule_abimee(brute):
    """Une cellule mal formée se lit-elle, sans identifiant ?"""
    assert Cellule.lire(brute).grade_id == "" and identifiant(brute) is None


def test_etoiles():
    """Une question est-elle en bonus par son titre ou par celui de sa partie, et seulement alors ?"""
    titres = {
        "# TP": "a", "## 1. ★ Bonus": "b", "### Question 2": "c", "## 2. Suite": "d", "### ★ Question 4": "e",
        "### Question 5": "f", "Une ★ hors d'un titre.\n\n#### Note": "g",
    }  # fmt: skip
    paires = [(cellule(texte, "markdown"), cellule(grade_id=nom)) for texte, nom in titres.items()]
    cellules = [c for paire in paires for c in paire]
    assert etoilees(cellules) == {"b", "c", "e"}
    reponse = cellule("## ★ titre d'un élève", "markdown", grade_id="h", solution=True, grade=True)
    assert etoilees([reponse, cellule(grade_id="i")]) == set()


def test_a_la_main():
    """Sait-on quelles cellules l'enseignant note lui-même ?"""
    a_la_main = [cellule(grade=True, solution=True), cellule(genre="markdown", task=True)]
    assert all(c.a_la_main for c in a_la_main)
    assert not any(c.a_la_main for c in (cellule(grade=True), cellule(solution=True), cellule(locked=True)))


def test_texte_distribue():
    """La cellule perd-elle exactement la région cachée, même non fermée, et garde-t-elle son empreinte ?"""
    assert sans_tests_caches(CELLULE) == 'verifier("tp", "q", f)\nfin'
    assert sans_tests_caches("a\n# BEGIN HIDDEN TESTS\nb") == "a"
    assert cellule(CELLULE).empreinte == cellule(sans_tests_caches(CELLULE) + "\n").empreinte
    assert "for graine in range(3):" in lignes_cachees(CELLULE) and "fin" not in lignes_cachees(CELLULE)


@pytest.mark.parametrize(
    "suite",
    ["not " * 2000 + "1", "lambda: " * 1200 + "1", "a" + "[0]" * 2500, "-" * 50_000 + "1"],
    ids=lambda s: s[:6],
)
def test_cellule_profonde(suite):
    """Une expression emboîtée à l'excès est-elle lue, ou dite illisible, sans rien interrompre ?"""
    code = analyser(f"x = {suite}")
    assert code.definit == {"x": VARIABLE} or code.erreur


DEMESUREES = {
    "import": "import " + ".".join(["a"] * 60_000),
    "from": "from " + "a.\\\n" * 60_000 + "a import b",
    "f-chaîne": "y = f'" + "{a}" * 300_000 + "'",
    "commandes": "%x 1\n" * 500 + "a = 1\n" * 5000,
    "aides": "a?\n" * 30_000,
}


@pytest.mark.parametrize("nom", DEMESUREES)
def test_cellule_demesuree(nom):
    """Ce que Python ou IPython analyserait en des minutes est-il lu aussitôt, mot à mot ?"""
    debut = time.process_time()
    code = analyser(f"{DEMESUREES[nom]}\ndef mon_ia(p):\n    return TABLE[p]\nx = 1")
    instructions(DEMESUREES[nom])
    assert time.process_time() - debut < 5  # plus de vingt pour la moindre d'entre elles
    assert {"mon_ia": FONCTION, "x": VARIABLE}.items() <= code.definit.items() and not code.erreur
    assert "TABLE" in code.lit_tout_de_suite | code.lit_plus_tard


def test_verification_profonde():
    """Un test dont la réponse est emboîtée à l'excès est-il lu sans rien interrompre ?"""
    profonde = "not " * 2000 + "f"
    assert cellule(f'verifier("tp", "q", {profonde})', grade=True).question == ""
    assert cellule('verifier("tp", "q", f)', grade=True).question == "q"
