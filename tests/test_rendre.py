"""Rendre : des pages toujours fidèles au carnet de notes, le zip de Moodle, le corrigé, les commentaires."""

import base64
import contextlib
import csv
import io
import json
import re
import zipfile

import nbformat
import pytest
from nbgrader.api import Gradebook

from p4core.commande import main
from p4core.ecran import formules
from p4cours.carnets import Cellule
from p4cours.verification.bilan import FAUX, NON_TRAITE
from p4prof.bareme import Gain, intituler, nommer_les_cellules, titres_de, totaliser
from p4prof.corrige import corriger, en_page
from p4prof.cours import ouvrir
from p4prof.etats import NOTEE, Etat
from p4prof.exporter import commentaire
from p4prof.rapports import QuestionNotee, RapportDeClasse, ReponseNotee
from p4prof.rendre import Rendu
from tests.cours_factice import RACINE, carnet_mixte, cellule, cours_factice, remplir, zipper

TP = "tp_essai"
DEPOT = "{}_{}_assignsubmission_file_/" + f"{TP}.ipynb"
LISTE = "Nom;Prénom;Courriel\nLI;Ana;ana@l.fr\nROY;Bob;bob@l.fr\nNOIR;Eve;eve@l.fr\nVIDE;Tom;tom@l.fr\n"
FEUILLE = (
    "Identifiant,Nom complet,Adresse de courriel,Note,Feedback par commentaires\n"
    "Participant 12,Bob ROY,bob@l.fr,,\nParticipant 11,Ana LI,ana@l.fr,,\n"
)


def p4(cours, *mots, code=0):
    """Tape une commande dans le cours ; rend ce qu'elle dit."""
    ecran = io.StringIO()
    with contextlib.chdir(cours.racine), contextlib.redirect_stdout(ecran):
        assert main(list(mots)) == code, ecran.getvalue()
    return ecran.getvalue()


@pytest.fixture(scope="module")
def cours(tmp_path_factory):
    """Un binôme, une copie fausse, un absent ; notés, rendus, puis une note et un mot mis à la main."""
    cours = cours_factice(tmp_path_factory.mktemp("rendre"), TP, carnet=carnet_mixte())
    sujet, solution = cours.sujet(TP), cours.solution(TP)
    toutes = ["q-double", "q-triple", "q-pourquoi", "q-septuple"]
    juste, faux = remplir(sujet, solution, toutes), remplir(sujet, solution, ["q-double", "q-pourquoi"])
    juste.cells.insert(0, nbformat.v4.new_markdown_cell("Binôme : Ana LI et Bob ROY", id="qui"))
    copies = {DEPOT.format("Ana LI", 11): juste, DEPOT.format("Eve NOIR", 13): faux}
    zipper({nom: nbformat.writes(nb) for nom, nb in copies.items()}, cours.racine / "moodle.zip")
    (cours.racine / "liste.csv").write_text(LISTE, "utf-8")
    (cours.racine / "feuille.csv").write_text(FEUILLE, "utf-8")
    p4(cours, "classe", "liste.csv")
    p4(cours, "ramasser", TP, "moodle.zip")
    p4(cours, "noter", TP)
    cours.premier = p4(cours, "rendre", TP)
    cours.avant = page(cours, "LI Ana")
    with Gradebook(f"sqlite:///{cours.gestion / 'gradebook.db'}") as notes:
        note = notes.find_grade("q-pourquoi", TP, TP, "li-ana")
        note.manual_score, note.needs_manual_grade = 3.0, False
        mot = notes.find_comment("q-pourquoi", TP, TP, "li-ana")
        mot.manual_comment = "Bel exemple, <script>mais</script> court."
        notes.db.commit()
    cours.second = p4(cours, "rendre", TP, "--feuille", "feuille.csv")
    return cours


def page(cours, nom):
    """La page rendue d'un élève."""
    return (cours.gestion / "rendus" / TP / f"{nom}.html").read_text("utf-8")


def test_la_page_suit_le_carnet_de_notes(cours):
    """Une note et un mot mis après un premier retour sont-ils dans le second, au même total que le bilan ?"""
    assert "raisonnement à noter" in cours.avant and "3 pages disent" in cours.premier
    apres = page(cours, "LI Ana")
    assert "note : 20 / 20" in apres and "Note : 3 / 4" in apres
    assert "Bel exemple" in apres and "<script" not in apres
    assert "Test : Question ★, " in apres, "le titre de la question, et son étoile"
    assert "LI Ana : 20 / 20" in p4(cours, "bilan", TP).replace(" (li-ana)", "")


def test_une_page_par_personne(cours):
    """Le binôme a-t-il la même page, qui les nomme tous deux ; l'absent n'en a-t-il pas ?"""
    pages = {p.name for p in (cours.gestion / "rendus" / TP).iterdir()}
    assert pages == {"LI Ana.html", "ROY Bob.html", "NOIR Eve.html"}
    assert page(cours, "ROY Bob") == page(cours, "LI Ana")
    assert "<h4>LI Ana et ROY Bob</h4>" in page(cours, "LI Ana")
    assert "<script" not in page(cours, "LI Ana") and "@media print" in page(cours, "LI Ana")


def test_le_journal_dit_ce_qui_a_ete_rendu(cours):
    """Chaque page rendue, puis changée, est-elle au journal avec sa note, et elle seule ?"""
    journal = json.loads((cours.gestion / "rapports" / f"{TP}.rendu.json").read_text("utf-8"))
    assert [len(journal[e]) for e in ("li-ana", "roy-bob", "noir-eve")] == [2, 2, 1]
    assert journal["li-ana"][1]["note"].startswith("20 / 20")
    assert "2 nouvelles ou changées" in cours.second


def test_sans_numero_on_le_dit(cours):
    """Une classe sans numéro de participant sait-elle pourquoi elle n'a pas de zip, et comment l'avoir ?"""
    seules = Rendu(cours.gestion, {"a": cours.gestion / "a.html"})
    assert any("Pas de zip pour Moodle" in phrase and "--feuille" in phrase for phrase in seules.phrases)
    assert "Pas de zip" not in cours.second


def test_une_formule_ne_change_pas_la_page():
    """La même formule, dessinée deux fois, donne-t-elle les mêmes octets ?"""
    dessins = []
    for _ in range(2):
        formules._dessiner.cache_clear()
        dessins.append(formules.formule_html(r"\frac{1}{2} + \sqrt{n}"))
    assert dessins[0] == dessins[1] and "<img" in dessins[0]
    assert b"<dc:date>" not in base64.b64decode(re.search('base64,([^"]*)', dessins[0])[1])


def test_le_zip_que_reprend_moodle(cours):
    """Les noms du zip sont-ils ceux que Moodle relit, avec le numéro de chacun ?"""
    with zipfile.ZipFile(cours.gestion / "rendus" / f"{TP}-moodle.zip") as archive:
        noms = archive.namelist()
    parties = [nom.split("_", 4) for nom in noms]
    assert {p[1]: p[0] for p in parties} == {"11": "LI Ana", "12": "ROY Bob", "13": "NOIR Eve"}
    assert {(p[2], p[3], p[4]) for p in parties} == {("assignfeedback", "file", f"retour-{TP}.html")}
    assert "Sans numéro de participant" in cours.premier and "ROY Bob" in cours.premier


def test_le_mot_de_l_enseignant_chez_moodle(cours):
    """L'export a-t-il le commentaire, la note plafonnée, et le même pour le binôme ?"""
    p4(cours, "exporter", TP, "--format", "moodle", "--feuille", "feuille.csv")
    with (cours.gestion / "exports" / f"{TP}-moodle.csv").open(encoding="utf-8", newline="") as fichier:
        lignes = list(csv.DictReader(fichier))
    assert [ligne["Note"] for ligne in lignes] == ["20", "20"]
    for ligne in lignes:
        assert "pourquoi : Bel exemple" in ligne["Feedback par commentaires"]
        assert "22 plafonnés à 20" in ligne["Feedback par commentaires"]


def test_un_bonus_a_la_main_est_plafonne():
    """Un bonus donné dans formgrader fait-il dépasser 20 ?"""
    total = totaliser([Gain(20.0, 20.0), Gain(0.0, 2.0, a_la_main=True)])
    assert total.note == 20 and "22 plafonnés à 20" in total.mention


def test_diagnostics_en_mots():
    """Le commentaire parle-t-il de « Question 5, coups », et d'une phrase pour toutes les réponses vides ?"""
    test = Cellule(
        "code", 'verifier("tp1_grille", "coups", coups)', "tp1-q05-coups-test", reglages={"grade": True}
    )
    assert intituler(test, {}) == "Question 5, coups"
    assert intituler(test, {"tp1-q05-coups-test": "Question 9 ★"}) == "Question 9 ★, coups"
    assert intituler(Cellule("", "", "tp1-q03-pourquoi"), {}) == "Question 3, pourquoi"
    vides = [
        QuestionNotee(f"tp1-q0{n}", 2.0, [ReponseNotee("a", NON_TRAITE, "", 0.0)], f"Question {n}, f")
        for n in ("1", "2", "3 ★")
    ]
    fausse = QuestionNotee(
        "tp1-q05-coups", 2.0, [ReponseNotee("a", FAUX, "Il manque 3.", 0.5)], "Question 5, coups"
    )
    rapport = RapportDeClasse(TP, [Etat("a", NOTEE, note=1.0, maximum=20)], [*vides, fausse])
    dit = commentaire(rapport.lignes[0], rapport)
    assert dit == "Question 5, coups : Il manque 3. | Sans réponse : Question 1, f ; Question 2, f", (
        "une question ★ ne manque pas"
    )


def test_cellules_par_leur_titre():
    """Une remarque du rapport parle-t-elle de « Question 11 ★, joue_random », réponse et test compris ?"""
    titres = titres_de(ouvrir(RACINE), "tp1_grille")
    dites = {
        "retiré : tp1-q12-probabilite-hasard": "retiré : Question 12, probabilite_hasard",
        "tp1-q11-joue-random-test : plus bas": "Question 11 ★, joue_random : plus bas",
        "autre carnet : tp1_grille (2).ipynb, peut-être": "autre carnet : tp1_grille (2).ipynb, peut-être",
    }
    assert {phrase: nommer_les_cellules(phrase, titres) for phrase in dites} == dites


# --- Le corrigé --------------------------------------------------------------------------------------


def test_le_corrige_d_un_vrai_tp():
    """Le corrigé du TP 1 a-t-il les réponses et leurs explications, sans balise, barème ni test caché ?"""
    nb = corriger(nbformat.read(RACINE / "solutions" / "tp1_grille" / "tp1_grille.ipynb", as_version=4))
    texte = nbformat.writes(nb)
    assert not re.search("SOLUTION|HIDDEN|arème\\*\\*|graine=", texte) and "nbgrader" not in texte
    assert "def coups(" in texte and "24 + 21 + 12 + 12 = 69" in texte
    html = en_page(nb, "tp1_grille")
    assert 'src="http' not in html and "def" in html
    # Un seul programme, le nôtre : celui qui rend les plateaux jouables.
    assert html.count("<script") == 1 and "script-src &#39;sha256-" in html


def test_le_corrige_s_ecrit(cours):
    """La commande écrit-elle un carnet et une page, sans toucher à la source ?"""
    avant = cours.solution(TP)
    p4(cours, "corrige", TP)
    assert cours.solution(TP) == avant
    carnet = nbformat.read(cours.gestion / "corriges" / TP / f"{TP}-corrige.ipynb", as_version=4)
    assert "secret_" not in nbformat.writes(carnet) and "return 2 * x" in nbformat.writes(carnet)
    assert "Barème" not in (cours.gestion / "corriges" / TP / f"{TP}-corrige.html").read_text("utf-8")
    assert cellule(avant, "q-double").source.count("SOLUTION") == 2
