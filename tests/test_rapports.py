"""Voir la classe et exporter : états et échecs, questions et diagnostics, pages, fichiers de notes."""

import csv
import json
from pathlib import Path

import nbformat
import pytest
from nbclient.exceptions import CellTimeoutError, DeadKernelError
from nbformat.v4 import new_code_cell, new_notebook, new_output

from p4core.francais import ecrire_nombre, enumerer
from p4cours.carnets import Cellule
from p4cours.verification.bilan import FAUX, GENRE, JUSTE, NON_TRAITE, Bilan
from p4prof import rapports
from p4prof.bareme import Gain, ecrire_total, totaliser
from p4prof.carnets import CarnetSource, Sujet
from p4prof.cloison.copie import CopieConfiee, Enonce, fermer, noter
from p4prof.cours import DemandeImpossible, dossier, ouvrir
from p4prof.eleves import REFUSEE, Ramassage, Registre
from p4prof.etats import (
    ABSENTE,
    ECHEC,
    NOTEE,
    RAISONNEMENT,
    Etat,
    defaut_du_dossier,
    etats,
    expliquer,
    trouver_renomme,
)
from p4prof.exporter import exporter_moodle, exporter_pronote, exporter_tableur
from p4prof.inerte.carnet import EffacerTestsCaches, rendre_inerte
from p4prof.rapports import (
    QuestionNotee,
    RapportDeClasse,
    ReponseNotee,
    ecrire_csv,
    en_page,
    premiere_phrase,
    questions,
)
from tests.cours_factice import Cours, carnet_factice, nbgrader

TP = "tp_essai"
METEO = Bilan(TP, "fini", FAUX, 0.5, "La diagonale est oubliée. Voyez (0, 0).", points=4.0)


def afficher(*bilans):
    """Les sorties d'une cellule de test qui a affiché ces bilans."""
    montres = [new_output("display_data", data={GENRE: b.donnees()}) for b in bilans]
    return [*montres, new_output("execute_result", data={"text/plain": "2.0"})]


def erreur(nom, message=""):
    """La sortie d'un test qui s'est arrêté."""
    return [new_output("error", ename=nom, evalue=message, traceback=[])]


BON = Bilan(TP, "fini", JUSTE, 1.0, "12 essais, tous réussis.", points=4.0)
VIDE = Bilan(TP, "fini", NON_TRAITE, 0.0, "Vous n'avez pas encore répondu à cette question.")


@pytest.mark.parametrize(
    ("sorties", "part", "attendu"),
    [
        (afficher(BON, METEO), 0.5, (FAUX, "La diagonale est oubliée.")),
        (afficher(METEO, BON), 1.0, (JUSTE, "")),
        (afficher(VIDE, VIDE), 0.0, (NON_TRAITE, "Vous n'avez pas encore répondu à cette question.")),
        (erreur("NotImplementedError"), 0.0, (NON_TRAITE, "")),
        (erreur("NameError", "name 'fini' is not defined"), 0.0, (FAUX, "« fini » n'existe pas")),
        (erreur("AssertionError", "Il manque la colonne 3."), 0.0, (FAUX, "Il manque la colonne 3.")),
        (erreur("AssertionError"), 0.0, (FAUX, "une des vérifications")),
        (erreur("TypeError", "unsupported"), 0.0, (FAUX, "une erreur (TypeError)")),
        ([], 1.0, (JUSTE, "")),
        ([], 0.0, (FAUX, "sans diagnostic")),
        ([new_output("display_data", data={"text/plain": str(BON)})], 0.0, (FAUX, "sans diagnostic")),
        ([new_output("display_data", data={GENRE: BON.donnees() | {"part": 9}})], 0.0, (FAUX, "sans")),
    ],
)
def test_le_dernier_bilan_decide(sorties, part, attendu):
    """Le diagnostic retenu est-il celui du dernier bilan, sinon l'erreur, sinon la note ?"""
    etat, diagnostic = rapports._diagnostic(sorties, part)
    assert etat == attendu[0] and attendu[1] in diagnostic


TEST_CACHE = """verifier("t", "fini", fini)
### BEGIN HIDDEN TESTS
verifier("t", "fini", fini, graine=1)
### END HIDDEN TESTS"""


@pytest.mark.parametrize(
    ("cellule", "arret", "attendu"),
    [
        (
            "def fini(G)\n",
            ("SyntaxError", "(12.py, line 1)"),
            "sa cellule ne se lit pas (SyntaxError, ligne 1)",
        ),
        ("\tx = 1\ndef fini(G): 0", ("TabError", "inconsistent"), "sa cellule ne se lit pas (TabError)"),
        ("fini = f(3)", ("NameError", "name 'f'…"), "sa cellule s'arrête sur une erreur (NameError)"),
        ("fini = 1", ("Maison", "secret"), "sa cellule s'arrête sur une erreur (une exception)"),
        ("def Fini(G): 0", None, "réponse effacée, ou écrite sous un autre nom"),
        ("autre = f(3)", ("NameError", "name 'f'…"), "réponse effacée, ou écrite sous un autre nom"),
    ],
)
def test_une_reponse_qui_n_existe_pas(cellule, arret, attendu):
    """Le diagnostic et le retour disent-ils la vraie raison, et non le NameError qui en découle ?"""
    absente = erreur("NameError", "name 'fini' is not defined")
    sorties = erreur(*arret) if arret else []
    dit = f"« fini » n'existe pas : {attendu}"
    assert rapports._diagnostic(absente, 0.0, [(cellule, sorties)]) == (FAUX, dit)
    reglages = nbgrader("q-test", grade=True, locked=True, points=2)
    test = new_code_cell(TEST_CACHE, metadata=reglages, outputs=absente)
    carnet = new_notebook(cells=[new_code_cell(cellule, outputs=sorties), test])
    retour, _ = EffacerTestsCaches().preprocess(carnet, {})
    assert retour.cells[1].outputs[0].traceback == [dit]


def test_un_nom_que_le_test_ne_montre_pas():
    """Un nom absent qui vient peut-être d'un essai caché reste-t-il inconnu de l'élève ?"""
    reglages = nbgrader("q-test", grade=True, locked=True, points=2)
    cachee = erreur("NameError", "name 'G0120' is not defined")
    test = new_code_cell(TEST_CACHE, metadata=reglages, outputs=cachee)
    retour, _ = EffacerTestsCaches().preprocess(new_notebook(cells=[test]), {})
    assert retour.cells[0].outputs[0].traceback == ["NameError"]


def test_question_faite_d_assert():
    """Une question ajoutée par l'enseignant, en « assert », est-elle notée et sa faute dite ?"""
    verifications = 'assert double(2) == 4, "double(2) doit valoir 4."\n### BEGIN HIDDEN TESTS\n'
    verifications += 'assert double(-1) == -2, "Et les négatifs ?"\n### END HIDDEN TESTS'
    enonce = Enonce({"q-test": verifications}, (), frozenset({"double"}))
    test = new_code_cell("", metadata=nbgrader("q-test", grade=True, locked=True, points=2))
    dits = []
    try:
        for corps in ("2 * x", "abs(2 * x)", "x", "fini(x)"):
            cellules = [new_code_cell(f"def double(x):\n    return {corps}"), test]
            rendu = json.loads(noter(CopieConfiee(nbformat.writes(new_notebook(cells=cellules)), enonce)))
            sorties = rendu["cells"][1]["outputs"]
            dits.append(rapports._diagnostic(sorties, 0.0 if sorties else 1.0))
    finally:
        fermer()
    assert dits[:3] == [(JUSTE, ""), (FAUX, "Et les négatifs ?"), (FAUX, "double(2) doit valoir 4.")]
    assert dits[3][0] == FAUX and "« fini » n'existe pas" in dits[3][1]


def test_regrouper_les_phrases():
    """Deux messages de même première phrase n'en font-ils qu'un, le plus fréquent d'abord ?"""
    assert premiere_phrase("Il manque\u00a02 cases. Par ex. 3.") == premiere_phrase(
        "Il manque 2 cases.\nAutre."
    )
    reponses = [("a", "P.", 0.0), ("b", "Q.", 0.5), ("c", "Q.", 0.5)]
    question = QuestionNotee("q", 2.0, [ReponseNotee(e, FAUX, d, p) for e, d, p in reponses])
    question.reponses.append(ReponseNotee("d", NON_TRAITE, "", 0.0))
    question.reponses.append(ReponseNotee("e", JUSTE, "", 1.0))
    assert question.diagnostics == [("Q.", ["b", "c"]), ("P.", ["a"])]
    assert (question.reussite, question.justes, question.sans_reponse) == (0.4, 1, ["d"])
    assert [enumerer(n) for n in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == ["", "a", "a et b", "a, b et c"]


def test_questions_des_copies_corrigees(tmp_path, monkeypatch):
    """Les questions sont-elles lues dans l'ordre du sujet, avec la note du carnet de notes ?"""
    Cours(tmp_path)
    cours = ouvrir(tmp_path)
    for eleve, bilans in {"ana": (BON, METEO), "bob": (BON, BON)}.items():
        chemin = dossier(cours, "autograded", eleve, TP)
        chemin.mkdir(parents=True)
        verrou = nbgrader("q-fini-test", grade=True, locked=True, points=4)
        carnet = new_notebook(cells=[new_code_cell("x", metadata=verrou, outputs=afficher(*bilans))])
        nbformat.write(carnet, chemin / f"{TP}.ipynb")
    monkeypatch.setattr(rapports, "_parts", lambda notes, tp, e: {"q-fini-test": {"ana": 0.5, "bob": 1.0}[e]})
    (question,) = questions(cours, None, TP, ["ana", "bob"])
    assert (question.nom, question.points, question.reussite) == ("q-fini", 4.0, 0.75)
    assert question.diagnostics == [("La diagonale est oubliée.", ["ana"])]


def test_une_reponse_commencee_n_est_pas_une_page_blanche(tmp_path, monkeypatch):
    """Qui a laissé un trou dans ce qu'il a écrit est-il distingué de qui n'a rien écrit ?"""
    Cours(tmp_path)
    cours = ouvrir(tmp_path)
    trou = "def f():\n    raise NotImplementedError"
    textes = {"sujet": trou, "ana": trou, "bob": f"def g():\n    return 1\n{trou}", "eve": ""}
    chemins = {e: dossier(cours, "autograded", e, TP) for e in ("ana", "bob", "eve")}
    chemins["sujet"] = Path(cours.format_path(cours.release_directory, ".", TP))
    erreur = new_output("error", ename="NotImplementedError", evalue="", traceback=[])
    for qui, chemin in chemins.items():
        chemin.mkdir(parents=True, exist_ok=True)
        reponse = nbgrader("q-f", solution=True)
        test = nbgrader("q-f-test", grade=True, locked=True, points=4)
        cellules = [new_code_cell(textes[qui], metadata=reponse)]
        cellules.append(new_code_cell("f()", metadata=test, outputs=[erreur]))
        nbformat.write(new_notebook(cells=cellules), chemin / f"{TP}.ipynb")
    monkeypatch.setattr(rapports, "_parts", lambda notes, tp, e: {})
    (question,) = questions(cours, None, TP, ["ana", "bob", "eve"])
    assert question.sans_reponse == ["ana", "eve"]
    assert question.diagnostics == [(rapports.INACHEVEE, ["bob"])]


LIGNES = [
    Etat("ana-li", NOTEE, note=12.5, maximum=20.0, nom="Ana <b>LI</b>"),
    Etat("bob-roy", ECHEC, "fichier vide", nom="ROY Bob"),
    Etat("zoe", ABSENTE, nom="ÉLIE Zoé"),
]
RAPPORT = RapportDeClasse(
    TP, LIGNES, [QuestionNotee("q1", 4.0, [ReponseNotee("ana-li", FAUX, "Faux <i>ici</i>.", 0.5)])]
)


def test_page_autonome():
    """La page s'ouvre-t-elle seule, tout texte échappé, sans script ni adresse ?"""
    html = en_page(RAPPORT)
    assert "Ana &lt;b&gt;LI" in html and "<b>" not in html and "Faux &lt;i&gt;" in html
    assert html.count("<script") == 1 and "http://" not in html and "https://" not in html
    assert "ROY Bob (bob-roy) : fichier vide" in html and "50\u00a0% des points" in html


def test_texte():
    """Le texte donne-t-il notes, échecs, et pour chaque question ses erreurs et ses élèves ?"""
    texte = str(RAPPORT)
    assert "### q1 (4) : 50\u00a0% des points, 0 juste sur 1" in texte
    assert "- 1 × Faux <i>ici</i>. — Ana <b>LI</b> (ana-li)" in texte
    assert "- **ROY Bob (bob-roy)** : fichier vide" in texte


def test_un_echec_n_est_jamais_zero():
    """Aucun format n'écrit-il 0 pour un échec ou une copie non rendue ?"""
    assert [ligne[2] for ligne in exporter_tableur(RAPPORT)] == ["12,5", "", ""]
    assert exporter_pronote(RAPPORT, "Abs") == [
        ["Ana <b>LI</b>", "", "12,5"],
        ["ÉLIE", "Zoé", "Abs"],
        ["ROY", "Bob", ""],
    ]


# --- Seize points automatiques, quatre à la main, des ★ ----------------------------------------------

AUTO, MAIN = Gain(16.0, 13.5), Gain(4.0, 3.0, a_la_main=True)
ATTEND = Gain(4.0, 0.0, a_la_main=True, attend=True, a_relire=True)
ETOILE, OUVERTE = Gain(3.0, 2.0, bonus=True), Gain(0.0, 0.0, a_la_main=True, attend=True, a_relire=True)
PLEIN, DONT = Gain(16.0, 16.0), "dont 2 de bonus ★"


@pytest.mark.parametrize(
    ("obtenus", "raisonnement", "attendu"),
    [
        ([AUTO, ATTEND], True, "13,5 / 16, raisonnement à noter"),
        ([AUTO, MAIN], True, "16,5 / 20"),
        ([AUTO, MAIN, ATTEND], True, "13,5 / 16, raisonnement à noter"),
        ([AUTO, ATTEND, ETOILE], True, "13,5 / 16, raisonnement à noter (et 2 de bonus ★)"),
        ([AUTO, MAIN, ETOILE], True, "18,5 / 20 (dont 2 de bonus ★)"),
        ([PLEIN, MAIN, ETOILE], True, "20 / 20 (dont 2 de bonus ★, 21 plafonnés à 20)"),
        ([AUTO, ATTEND], False, "16,88 / 20 (13,5 / 16 ramenés à 20)"),
        ([AUTO, MAIN], False, "16,88 / 20 (13,5 / 16 ramenés à 20)"),
        ([PLEIN, ETOILE, ATTEND], False, f"20 / 20 (16 / 16 ramenés à 20, {DONT}, 22 plafonnés à 20)"),
        # Un TP tout automatique, ses questions ouvertes à 0 point.
        ([Gain(20.0, 12.5), OUVERTE], True, "12,5 / 20"),
        ([Gain(20.0, 12.5), OUVERTE], False, "12,5 / 20"),
        ([Gain(20.0, 20.0), Gain(0.0, 1.0, a_la_main=True)], True, "20 / 20 (21 plafonnés à 20)"),
        # Un TP tout à la main : rien à ramener.
        ([ATTEND], True, "0 / 0, raisonnement à noter"),
        ([MAIN], False, "3 / 4"),
        ([], True, "0 / 0"),
    ],
)
def test_total(obtenus, raisonnement, attendu):
    """Le total dit-il toujours sur combien il est, ce qui reste à noter, et s'il est plafonné ou ramené ?"""
    assert ecrire_total(totaliser(obtenus, raisonnement)) == attendu


def test_total_a_relire():
    """Une question ouverte à 0 point reste-t-elle à relire, et une pénalité ôtée sans passer sous zéro ?"""
    assert totaliser([Gain(20.0, 12.5), OUVERTE]).a_relire and not totaliser([AUTO, MAIN]).a_relire
    assert not totaliser([AUTO, ATTEND], raisonnement=False).a_relire
    assert [totaliser([AUTO, MAIN], penalite=p).note for p in (2.0, 30.0)] == [14.5, 0.0]


PARTIELLES = RapportDeClasse(
    TP,
    [
        Etat("ana", RAISONNEMENT, note=13.5, maximum=16.0, mention="et 2 de bonus ★"),
        Etat("bob", RAISONNEMENT, note=10.5, maximum=16.0),
        Etat("zoe", NOTEE, note=20.0, maximum=20.0, mention="21 plafonnés à 20"),
    ],
)


def test_jamais_une_note_partielle_sur_vingt(registre):
    """Texte, page et exports disent-ils « 13,5 / 16, raisonnement à noter », et nulle part 13,5 seul ?"""
    phrase = "13,5 / 16, raisonnement à noter (et 2 de bonus ★)"
    texte = str(PARTIELLES)
    assert f"- ana : {phrase}" in texte and "- zoe : 20 / 20 (21 plafonnés à 20)" in texte
    assert texte.startswith("# tp_essai : 3 copies notées, 0 échec, 2 raisonnements à noter\n")
    assert "Moyenne : 12 / 16, raisonnement à noter" in texte and "Moyenne : 14" not in texte
    assert "(2 copies ; sans 1 copie notée en entier)" in texte
    assert phrase in en_page(PARTIELLES)
    ana, bob, _ = exporter_tableur(PARTIELLES)
    assert ana[2:] == ["13,5", "16", RAISONNEMENT, "et 2 de bonus ★"] and bob[-1] == ""
    assert [ligne[-1] for ligne in exporter_pronote(PARTIELLES)] == [
        phrase,
        "10,5 / 16, raisonnement à noter",
        "20",
    ]
    _, ana, _, zoe = exporter_moodle(PARTIELLES, registre, None)
    assert ana[2:4] == ["", ""] and phrase in ana[-1]
    assert zoe[2:4] == ["20", "20"] and "21 plafonnés à 20" in zoe[-1]


@pytest.fixture
def registre(tmp_path):
    """Ce que le ramassage a retenu des numéros de Moodle."""
    Cours(tmp_path)
    registre = Registre(ouvrir(tmp_path), TP)
    registre.inscrire("ana-li", Ramassage("Ana LI", "41"))
    registre.inscrire("bob-roy", Ramassage("ROY Bob", "42"))
    return registre


def test_feuille_neuve_pour_moodle(registre):
    """La feuille a-t-elle les colonnes que Moodle relit, et pas de note pour un échec ?"""
    entetes, ana, bob = exporter_moodle(RAPPORT, registre, None)
    assert {"Identifiant", "Note", "Dernière modification (note)"} <= set(entetes)
    assert ana[:4] == ["Participant41", "Ana <b>LI</b>", "12.5", "20"] and "q1" in ana[-1]
    assert bob[:3] == ["Participant42", "ROY Bob", ""] and "fichier vide" in bob[-1]


@pytest.mark.parametrize("langue", ["fr", "en"])
def test_feuille_de_moodle_remplie(registre, tmp_path, langue):
    """La feuille téléchargée de Moodle est-elle remplie sans toucher aux autres cases ?"""
    titres = ["Identifiant", "Nom complet", "Statut", "Note", "Dernière modification (note)"]
    if langue == "en":
        titres = ["Identifier", "Full name", "Status", "Grade", "Last modified (grade)"]
    lignes = [
        ["Participant 41", "autre nom", "Remis", "", "-"],
        ["Participant 42", "ROY Bob", "Remis", "", "-"],
        ["Participant 99", "Inconnue", "-", "7", "hier"],
    ]
    feuille = tmp_path / "feuille.csv"
    with feuille.open("w", encoding="utf-8-sig", newline="") as fichier:
        csv.writer(fichier).writerows([titres, *lignes])
    remplies = exporter_moodle(RAPPORT, registre, feuille)
    assert remplies[1:] == [["Participant 41", "autre nom", "Remis", "12.5", "-"], *lignes[1:]]


def test_un_numero_connu_n_est_pas_oublie(registre):
    """Reprise dans un simple dossier, une copie de Moodle garde-t-elle son numéro de participant ?"""
    registre.inscrire("ana-li", Ramassage("Ana LI"))
    assert registre.envois["ana-li"].numero == "41"


def test_feuille_ou_il_manque_quelqu_un(registre, tmp_path, capsys):
    """Une note qui ne trouve pas sa ligne dans la feuille de Moodle est-elle annoncée ?"""
    feuille = tmp_path / "feuille.csv"
    feuille.write_text("Identifiant,Nom complet,Note\nParticipant 42,ROY Bob,\n", "utf-8")
    exporter_moodle(RAPPORT, registre, feuille)
    assert "absent de la feuille — Ana <b>LI</b>" in capsys.readouterr().out


@pytest.mark.parametrize("contenu", [None, b"", b"a,b\n1,2\n", b"Note\xff"])
def test_feuille_impossible(registre, tmp_path, contenu):
    """Une feuille absente, vide, illisible ou d'un autre genre est-elle refusée par une phrase ?"""
    feuille = tmp_path / "feuille.csv"
    if contenu is not None:
        feuille.write_bytes(contenu)
    with pytest.raises(DemandeImpossible, match=r"feuille\.csv"):
        exporter_moodle(RAPPORT, registre, feuille)


def test_csv_sans_formule(tmp_path):
    """Un nom d'élève ne devient-il jamais une formule dans le tableur ?"""
    ecrire_csv(tmp_path / "n.csv", [["nom"], ["=1+1"], ["@x"], ["Ana"]])
    assert (tmp_path / "n.csv").read_text("utf-8-sig").split() == ["nom", "'=1+1", "'@x", "Ana"]


def test_envoi_refuse_dans_le_rapport(tmp_path):
    """Un envoi refusé au ramassage est-il un échec expliqué, et non une absence ?"""
    Cours(tmp_path)
    cours = ouvrir(tmp_path)
    registre = Registre(cours, TP)
    registre.inscrire("eve", Ramassage("Ève", "3", REFUSEE, "lien symbolique : x"))
    registre.ecrire()

    class Notes:
        """Un carnet de notes vide."""

        students = ()

        def find_assignment(self, tp):
            from nbgrader.api import MissingEntry

            raise MissingEntry(tp)

    (etat,) = etats(cours, Notes(), TP)
    assert (etat.etat, etat.nom, etat.note) == (ECHEC, "Ève", None)
    assert etat.raison == "envoi refusé : lien symbolique : x"


# --- Un bilan forgé ---------------------------------------------------------------------------------

TEST = 'verifier("tp0_accueil", "autre_joueur", autre_joueur)'


def test_un_bilan_forge_ne_compte_pas(tmp_path):
    """Le rapport ne lit-il que les bilans de la correction, ni ceux de l'élève, ni ceux de son fichier ?"""
    forge = {GENRE: Bilan("tp0_accueil", "autre_joueur", JUSTE, 1.0, "Bravo.", points=4.0).donnees()}
    montrer = f"display({forge!r}, raw=True)"
    faux = f"def autre_joueur(joueur):\n    {montrer}\n    return joueur\n{montrer}"
    reponse = new_code_cell(faux, metadata=nbgrader("q", solution=True))
    sorties = [new_output("display_data", data=forge)]
    test = new_code_cell(
        TEST, metadata=nbgrader("q-test", grade=True, locked=True, points=4), outputs=sorties
    )
    enonce = Enonce({"q-test": TEST}, ("from p4cours import verifier",), frozenset({"autre_joueur"}))
    try:
        rendu = noter(CopieConfiee(nbformat.writes(new_notebook(cells=[reponse, test])), enonce))
    finally:
        fermer()
    assert [GENRE in s.get("data", {}) for c in json.loads(rendu)["cells"] for s in c["outputs"]] == [
        True,
        False,
    ]
    bilan = Bilan.depuis_donnees(json.loads(rendu)["cells"][1]["outputs"][0]["data"][GENRE])
    assert bilan.points == 4.0, "ceux de la cellule, et non le point du sujet distribué"
    source = CarnetSource({c.grade_id: c for c in map(Cellule.lire, (reponse, test))})
    nbformat.write(rendre_inerte(nbformat.reads(rendu, 4), source), tmp_path / "tp.ipynb")
    ((lu, sorties),) = rapports.tests_corriges(tmp_path / "tp.ipynb")
    etat, diagnostic = rapports._diagnostic(sorties, 0.0)
    assert (lu.grade_id, lu.points, etat) == ("q-test", 4.0, FAUX) and "Bravo" not in diagnostic


# --- Ce qui empêche de noter ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("contenu", "raison"),
    [
        (b"", "vide"),
        (b" \n", "vide"),
        (b"{", "JSON"),
        (b"\xff\xfe", "vide"),
        (b"\xff\xfe{\x00", "JSON"),
        (b"[]", "pas un carnet"),
    ],
)
def test_carnet_illisible(tmp_path, contenu, raison):
    """Chaque fichier illisible a-t-il sa raison ?"""
    (tmp_path / "tp.ipynb").write_bytes(contenu)
    assert raison in defaut_du_dossier(tmp_path, ["tp"])


def test_dossiers_en_defaut(tmp_path):
    """Un dossier sans carnet et un carnet renommé sont-ils distingués, un bon accepté ?"""
    assert "aucun carnet" in defaut_du_dossier(tmp_path, ["tp"])
    nbformat.write(carnet_factice(), tmp_path / "autre.ipynb")
    assert "« tp.ipynb » attendu, trouvé : autre.ipynb" in defaut_du_dossier(tmp_path, ["tp"])
    assert defaut_du_dossier(tmp_path, ["autre"]) is None


def test_renomme_reconnu_si_seul(tmp_path):
    """Un carnet renommé n'est-il repris que s'il n'y a aucun doute ?"""
    sujet = Sujet("tp", tuple(map(Cellule.lire, carnet_factice().cells)))
    (tmp_path / "brouillon.ipynb").write_text('{"cells": []}')
    assert trouver_renomme(tmp_path, sujet) is None
    nbformat.write(carnet_factice(), tmp_path / "un.ipynb")
    assert trouver_renomme(tmp_path, sujet).name == "un.ipynb"
    nbformat.write(carnet_factice(), tmp_path / "deux.ipynb")
    assert trouver_renomme(tmp_path, sujet) is None


def test_incidents_en_francais():
    """Les incidents connus ont-ils une phrase, les autres leur message ?"""
    assert "noyau Python" in expliquer(DeadKernelError("Kernel died"))
    assert "ne s'arrête pas" in expliquer(CellTimeoutError("trop long"))
    assert expliquer(KeyError("clé")).endswith("KeyError : 'clé'")


def test_csv_francais(tmp_path):
    """Le CSV s'ouvre-t-il dans un tableur français : point-virgule, virgule décimale ?"""
    ecrire_csv(tmp_path / "n.csv", [["a", "b"], [ecrire_nombre(12.5), ecrire_nombre(20.0)]])
    assert (tmp_path / "n.csv").read_text("utf-8-sig").splitlines() == ["a;b", "12,5;20"]
    assert [ecrire_nombre(x) for x in (0.0, 10.0, 100.0, 0.333)] == ["0", "10", "100", "0,33"]


def test_rapport_separe_echec_et_zero():
    """Le rapport distingue-t-il une copie en échec d'un vrai zéro ?"""
    texte = str(
        RapportDeClasse(
            "tp", [Etat("ana", ECHEC, "fichier vide"), Etat("bob", NOTEE, note=0.0, maximum=20.0)]
        )
    )
    assert texte.startswith("# tp : 1 copie notée, 1 échec")
    assert "- **ana** : fichier vide" in texte
    assert "- bob : 0 / 20" in texte
    assert "ana : 0" not in texte
