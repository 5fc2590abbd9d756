"""La classe et l'année : répartition, fautes du jour, progression, et des vues sans aucun nom."""

import base64
import hashlib
import re
from pathlib import Path

import pytest

from p4core.dessin import Image
from p4cours.verification.bilan import FAUX, GENRE, NON_TRAITE, Bilan, ContreExemple
from p4prof import annee as module
from p4prof import rapports
from p4prof.annee import Annee, en_projection
from p4prof.cloison.copie import VISIBLE
from p4prof.etats import ABSENTE, ECHEC, NOTEE, RAISONNEMENT, Etat
from p4prof.rapports import (
    QuestionNotee,
    RapportDeClasse,
    Repartition,
    ReponseNotee,
    _exemple,
    en_page,
    fautes_du_jour,
)
from p4prof.relire import File, Lecture
from p4prof.relire import en_page as page_de_la_file

AXE = Path(__file__).parent / "js/node_modules/axe-core/axe.min.js"
NOMS = {"a": "LI Ana", "b": "ROY <Bob>", "c": "NOIR Eve", "d": "VIDE Tom", "e": "BLANC Zoé"}
EXEMPLE = ContreExemple("coups(G)", "[0, 2]", "SECRET de l'élève", None)


def rapport(tp, notes, fautes=(), vides=()):
    """Le rapport d'un TP : des notes sur 20, des fautes (phrase, élèves)."""
    lignes = [Etat(e, NOTEE, note=n, maximum=20.0, nom=NOMS[e]) for e, n in notes.items()]
    lignes += [Etat(e, ABSENTE, nom=NOMS[e]) for e in NOMS if e not in notes]
    reponses = [ReponseNotee(e, FAUX, phrase, 0.0, EXEMPLE) for phrase, eleves in fautes for e in eleves]
    reponses += [ReponseNotee(e, NON_TRAITE, "", 0.0) for e in vides]
    return RapportDeClasse(tp, lignes, [QuestionNotee("q", 2.0, reponses, "Question 5, coups")])


MANQUE = "Il manque un coup."
TP1 = rapport("tp1", {"a": 8, "b": 12, "c": 20, "d": 3.5}, [(MANQUE, "ab"), ("À lui seul.", "c")], "d")
TP2 = rapport("tp2", {"a": 14, "b": 10, "c": 20}, [(MANQUE, "ac")], "b")
ANNEE = Annee({"tp1": TP1, "tp2": TP2})


def test_repartition():
    """Moyenne, médiane et classes de deux points : 20 est-il dans la dernière ?"""
    repartition = TP1.repartition
    assert (repartition.moyenne, repartition.mediane, repartition.combien) == (10.875, 10, 4)
    assert [n for _, n in repartition.classes] == [0, 1, 0, 0, 1, 0, 1, 0, 0, 1]
    assert repartition.phrase == "Moyenne 10,88 / 20, médiane 10, de 3,5 à 20 : 4 notes."
    sans = [Etat("a", ECHEC), Etat("b", RAISONNEMENT, note=3.0, maximum=16)]
    assert RapportDeClasse("x", sans).repartition is None
    assert "médiane : 10" in str(TP1)


def test_fautes_du_jour():
    """Les plus répandues d'abord, jamais celle d'une seule copie, avec l'essai qui la montre ?"""
    (faute,) = fautes_du_jour(TP1.questions)
    assert (faute.question, faute.phrase, faute.combien) == ("Question 5, coups", MANQUE, 2)
    assert (faute.appel, faute.attendu) == ("coups(G)", "[0, 2]")


@pytest.mark.parametrize(("visible", "attendu"), [(True, EXEMPLE), (False, None)])
def test_rien_des_tests_caches_n_est_projete(visible, attendu):
    """Seul un essai que l'élève a vu, et qui montre cette faute, peut-il être projeté ?"""
    bilan = Bilan("tp1_grille", "coups", FAUX, 0.0, f"{MANQUE} Voyez.", contre_exemple=EXEMPLE)
    data = {GENRE: bilan.donnees()} | ({VISIBLE: {}} if visible else {})
    assert _exemple([{"data": data}], MANQUE) == attendu
    assert _exemple([{"data": data}], "Autre chose.") is None


def test_l_annee_de_chacun():
    """Notes, moyenne, évolution, absences : la ligne de chacun dit-elle tout ?"""
    ana, tom, zoe = (next(p for p in ANNEE.parcours if nom in p.nom) for nom in ("Ana", "Tom", "Zoé"))
    assert (ana.notes, ana.moyenne, ana.evolution_ecrite) == ({"tp1": 8, "tp2": 14}, 11, "+6")
    assert tom.cases == {"tp1": "3,5", "tp2": "—"} and tom.evolution_ecrite == ""
    assert zoe.moyenne is None and zoe.cases == {"tp1": "—", "tp2": "—"}


def test_les_fautes_qui_reviennent():
    """Une faute vue dans deux TP revient-elle avec ses élèves, et elle seule ?"""
    assert {r.phrase: r.tps for r in ANNEE.retours} == {
        MANQUE: ["tp1", "tp2"],
        "Aucune réponse": ["tp1", "tp2"],
    }
    assert ANNEE.retours[0].eleves == ["LI Ana (a)", "NOIR Eve (c)", "ROY <Bob> (b)"]


@pytest.mark.parametrize(("projeter", "quoi"), [(rapports.en_projection, TP1), (en_projection, ANNEE)])
def test_vue_sans_noms(projeter, quoi):
    """La vue à projeter ne contient-elle ni nom, ni ce qu'un élève a répondu, ni ce qu'un seul a fait ?"""
    page = projeter(quoi)
    assert "3,5" not in page and "Moyenne 10,88 / 20, médiane 10" in page
    assert MANQUE in page and "À lui seul" not in page and "SECRET" not in page
    assert not [mot for nom in NOMS.values() for mot in re.findall(r"\w+", nom) if mot in page]
    assert "<script" not in page


def test_peu_de_notes_ne_sont_pas_projetees():
    """Trois notes désigneraient des personnes : leur répartition est-elle tue ?"""
    assert not Repartition((1.0, 2.0, 3.0)).projetable
    assert 'histogramme" role' not in rapports.en_projection(TP2) and "tp2</h2>" not in en_projection(ANNEE)


def test_le_dessin_d_une_faute():
    """La grille de l'essai est-elle dessinée dans la page, et le reste échappé ?"""
    exemple = ContreExemple("coups(<G>)", "[1]", "", Image([[0] * 6 for _ in range(7)]))
    question = QuestionNotee("q", 2.0, [ReponseNotee(e, FAUX, "Faux <i>.", 0.0, exemple) for e in "ab"])
    page = rapports.en_projection(RapportDeClasse("tp1", [], [question]))
    assert "<svg" in page and "coups(&lt;G&gt;)" in page and "Faux &lt;i&gt;." in page


@pytest.mark.parametrize(("ecrire", "quoi"), [(en_page, TP1), (module.en_page, ANNEE)])
def test_pages_de_l_enseignant(ecrire, quoi):
    """Tout est-il échappé, et le seul programme de la page celui que sa politique permet ?"""
    page = ecrire(quoi)
    assert "ROY &lt;Bob&gt;" in page and "<Bob>" not in page
    (programme,) = re.findall(r'<script type="module">(.*?)</script>', page, re.DOTALL)
    empreinte = base64.b64encode(hashlib.sha256(programme.encode()).digest()).decode()
    assert f"script-src 'sha256-{empreinte}'" in page.replace("&#39;", "'")
    assert "http://" not in page and "https://" not in page


def test_liens_vers_les_copies():
    """Un nom mène-t-il à sa copie, et un nom sans copie reste-t-il un nom ?"""
    page = en_page(TP1, {"a": "../feedback/a/tp1/tp1.html"})
    assert '<a href="../feedback/a/tp1/tp1.html">LI Ana (a)</a>' in page and page.count("<a ") == 1


@pytest.mark.navigateur
def test_trier_dans_un_navigateur(chromium, tmp_path):
    """Un clic sur « note » range-t-il les copies, un second à l'envers, sans erreur dans la page ?"""
    (tmp_path / "p.html").write_text(en_page(TP1), "utf-8")
    erreurs = []
    page = chromium.new_page()
    page.on("console", lambda message: erreurs.append(message.text))
    page.goto(f"file://{tmp_path / 'p.html'}")
    ordres = []
    for _ in range(2):
        page.get_by_role("button", name="note", exact=True).click()
        ordres.append(page.locator("table").last.locator("tbody tr td:first-child").all_text_contents())
    page.close()
    assert [nom[-2] for nom in ordres[0]] == ["d", "a", "b", "c"] and ordres[1] == ordres[0][::-1]
    assert erreurs == []


RELECTURE = File(
    "tp1",
    TP1,
    [
        Lecture(
            "b", "coups", "Question 5, coups", "Juste à ceci près : un couple à l'envers.", 1, 2, 2, "q-test"
        )
    ],
    [
        {
            "date": "2026-11-18",
            "eleve": "a",
            "quoi": "fini",
            "notes": "1 / 2, ou 2 / 2",
            "decision": "note gardée",
        }
    ],
)
PAGES = {
    "bilan": lambda: en_page(TP1, {"a": "a.html"}),
    "projection": lambda: rapports.en_projection(TP1),
    "annee": lambda: module.en_page(ANNEE),
    "annee-projection": lambda: en_projection(ANNEE),
    "relecture": lambda: page_de_la_file(RELECTURE, {"b": "b.html"}),
}


@pytest.mark.navigateur
@pytest.mark.parametrize("nom", PAGES)
def test_pages_accessibles(chromium, tmp_path, nom):
    """axe-core ne trouve-t-il rien à redire, et la page tient-elle dans un téléphone, claire ou sombre ?"""
    if not AXE.exists():
        pytest.skip("axe-core n'est pas installé (npm install dans tests/js)")
    (tmp_path / "p.html").write_text(PAGES[nom](), "utf-8")
    for theme, largeur in (("light", 1200), ("dark", 390)):
        contexte = chromium.new_context(
            color_scheme=theme, viewport={"width": largeur, "height": 800}, bypass_csp=True
        )
        page = contexte.new_page()
        page.goto(f"file://{tmp_path / 'p.html'}")
        assert page.evaluate("document.documentElement.scrollWidth") <= largeur
        page.evaluate(AXE.read_text("utf-8"))
        reproches = page.evaluate(
            "async () => (await axe.run()).violations.map(v => `${v.id} : ${v.nodes[0].html.slice(0, 150)}`)"
        )
        contexte.close()
        assert reproches == []
