"""Une année de bout en bout : trois TP, une classe et des numéros qui changent, des notes à la main."""

import contextlib
import csv
import io
import zipfile

import nbformat
import pytest
from nbgrader.api import Gradebook

from p4core.commande import main
from tests.cours_factice import Cours, carnet_factice, carnet_mixte, remplir

A, B, C = "tp_a", "tp_b", "tp_c"
LISTE = """Nom;Prénom;Adresse de courriel;Groupe
DUPONT;Éloïse;eloise.dupont@lycee.fr;PCSI 1
ROY;Zoé;zoe.roy@lycee.fr;PCSI 1
ROY;Zoé;zoe.roy2@lycee.fr;PCSI 2
LI;Ana;ana.li@lycee.fr;PCSI 2
NOIR;Eve;eve.noir@lycee.fr;PCSI 2
"""
FEUILLE = "Identifiant,Nom complet,Adresse de courriel,Statut,Note,Feedback par commentaires\n"
HOMONYMES = "Participant {},Zoé ROY,zoe.roy@lycee.fr,,,\nParticipant {},Zoé ROY,zoe.roy2@lycee.fr,,,\n"
JOUR, LENDEMAIN = (2026, 10, 1, 10, 0, 0), (2026, 10, 2, 10, 0, 0)

pytestmark = pytest.mark.long


class Annee(Cours):
    """Un cours de trois TP, et ce qu'un enseignant y tape."""

    def __init__(self, racine):
        super().__init__(racine)
        for tp, carnet in {A: carnet_mixte(), B: carnet_factice(), C: carnet_factice()}.items():
            (self.racine / "solutions" / tp).mkdir(parents=True)
            nbformat.write(carnet, self.racine / "solutions" / tp / f"{tp}.ipynb")

    def p4(self, *mots, code=0):
        """Tape une commande ; rend ce qu'elle affiche."""
        ecran = io.StringIO()
        with contextlib.chdir(self.racine), contextlib.redirect_stdout(ecran):
            assert main(list(mots)) == code, ecran.getvalue()
        return ecran.getvalue()

    def donner(self, nom, texte, **attentes):
        """Écrit une liste et la donne à « p4 classe »."""
        (self.racine / nom).write_text(texte, "utf-8")
        return self.p4("classe", nom, **attentes)

    def ramasser(self, tp, depots, *mots, code=0):
        """Une archive de Moodle : (nom, numéro) → (réponses, date)."""
        source = self.racine / f"{tp}.zip"
        sujet, solution = self.sujet(tp), self.solution(tp)
        with zipfile.ZipFile(source, "w") as archive:
            for (nom, numero), (faites, date) in depots.items():
                chemin = f"{nom}_{numero}_assignsubmission_file_/{tp}.ipynb"
                carnet = nbformat.writes(remplir(sujet, solution, faites))
                archive.writestr(zipfile.ZipInfo(chemin, date), carnet)
        return self.p4("ramasser", tp, source.name, *mots, code=code)

    def mettre(self, tp, eleve, points, mot=""):
        """Une note et un mot mis dans formgrader."""
        with Gradebook(f"sqlite:///{self.gestion / 'gradebook.db'}") as notes:
            note = notes.find_grade("q-pourquoi", tp, tp, eleve)
            note.manual_score, note.needs_manual_grade = points, False
            notes.find_comment("q-pourquoi", tp, tp, eleve).manual_comment = mot
            notes.db.commit()

    def table(self):
        """« p4 annee », relue dans son CSV : par nom, les cases."""
        self.dit = self.p4("annee")
        texte = (self.gestion / "rapports" / "annee.csv").read_text("utf-8-sig")
        return {ligne[0]: ligne[1:] for ligne in csv.reader(io.StringIO(texte), delimiter=";")}


TOUT = ["q-double", "q-triple", "q-pourquoi", "q-septuple"]
DEUX = ["q-double", "q-triple", "q-pourquoi"]


@pytest.fixture(scope="module")
def annee(tmp_path_factory):
    """Toute l'année, une fois."""
    an = Annee(tmp_path_factory.mktemp("annee"))
    an.donner("liste.csv", LISTE)
    # Octobre : les homonymes sont départagés par la feuille du devoir ; Ana rend deux fois, Eve ne rend rien.
    an.p4("distribuer", A)
    an.donner("feuille_a.csv", FEUILLE + HOMONYMES.format(103, 104))
    depots = {
        ("DUPONT Éloïse", 101): (TOUT, JOUR),
        ("Ana LI", 102): (["q-double", "q-pourquoi"], JOUR),
        ("Zoé ROY", 103): (TOUT, JOUR),
        ("Zoé ROY", 104): (["q-triple"], JOUR),
    }
    an.ramasser(A, depots)
    an.p4("noter", A)
    an.rendus = [an.p4("rendre", A)]
    an.mettre(A, "roy-zoe", 4, "Très clair.")
    an.mettre(A, "dupont-eloise", 1)
    an.renvoi = an.ramasser(A, {("Ana LI", 102): (DEUX, LENDEMAIN)})
    an.p4("noter", A)
    an.mettre(A, "li-ana", 2)
    an.rendus.append(an.p4("rendre", A))
    # Novembre : un nouveau, d'autres numéros, un groupe devant le nom, un retard.
    an.nouveau = an.donner("liste2.csv", f"{LISTE}SAGE;Tom;tom.sage@lycee.fr;PCSI 1\n")
    an.p4("distribuer", B, "--pour-le", "01/10/2026 18:00")
    an.donner("feuille_b.csv", FEUILLE + HOMONYMES.format(204, 203))
    depots = {
        ("Éloïse DUPONT", 201): (DEUX, LENDEMAIN),
        ("PCSI 2-LI Ana", 202): (DEUX, JOUR),
        ("Zoé ROY", 204): (["q-double"], JOUR),
        ("Zoé ROY", 203): (["q-triple"], JOUR),
        ("NOIR Eve", 205): (DEUX, JOUR),
        ("SAGE Tom", 206): ([], JOUR),
    }
    an.ramasser(B, depots)
    an.p4("noter", B)
    an.bilan_b = an.p4("bilan", B)
    # Décembre : pas de feuille, les homonymes se demandent, et l'enseignant tranche.
    an.p4("distribuer", C)
    depots = {("Zoé ROY", 301): (DEUX, JOUR), ("Ana LI", 302): (["q-double"], JOUR)}
    an.doute = an.ramasser(C, depots, code=1)
    an.ramasser(C, depots, "--attribuer", "301=roy-zoe-2")
    an.p4("noter", C)
    for tp in (A, B, C):
        an.p4("rendre", tp)
    an.p4("exporter", A, "--format", "moodle")
    an.cases = an.table()
    return an


def test_chacun_garde_son_nom_et_ses_notes(annee):
    """Six personnes pour trois TP, numéros changés : autant de lignes, chacune avec ses notes ?"""
    assert {nom: cases[:3] for nom, cases in annee.cases.items() if nom != "nom"} == {
        "DUPONT Éloïse (dupont-eloise)": ["20", "20", "—"],  # 16 + 1 + 3 de bonus
        "LI Ana (li-ana)": ["18", "20", "8"],
        "NOIR Eve (noir-eve)": ["—", "20", "—"],
        "ROY Zoé (roy-zoe)": ["20", "8", "—"],
        "ROY Zoé (roy-zoe-2)": ["10", "12", "20"],
        "SAGE Tom (sage-tom)": ["—", "0", "—"],
    }


def test_les_doutes_se_demandent(annee):
    """L'homonyme sans feuille est-il demandé, avec la commande, et jamais deviné ?"""
    assert '--attribuer "301=roy-zoe"' in annee.doute and '--attribuer "301=roy-zoe-2"' in annee.doute


def test_ce_qui_change_est_dit(annee):
    """Le nouveau, le retard, la copie rendue deux fois, le retour refait : chacun est-il dit ?"""
    assert "SAGE" in annee.nouveau
    assert (
        "Rendues en retard" in annee.bilan_b
        and "DUPONT Éloïse (dupont-eloise)** : rendue 16 h" in annee.bilan_b
    )
    assert "remplace la copie du 01/10/2026" in annee.renvoi
    assert "4 pages, 4 nouvelles" in annee.rendus[0] and "3 nouvelles ou changées" in annee.rendus[1]


def test_les_pages_rendues(annee):
    """Chaque page a-t-elle la note de l'année et le mot de l'enseignant, deux homonymes deux pages ?"""
    rendus = annee.gestion / "rendus" / A
    noms = sorted(page.name for page in rendus.glob("ROY*"))
    assert len(noms) == 2
    pages = [(rendus / nom).read_text("utf-8") for nom in noms]
    assert "Très clair." in pages[0] and "20 / 20" in pages[0] and "Très clair." not in pages[1]
    moodle = (annee.gestion / "exports" / f"{A}-moodle.csv").read_text("utf-8-sig")
    assert "Très clair." in moodle and "plafonnés à 20" in moodle and ",22" not in moodle
    with zipfile.ZipFile(annee.gestion / "rendus" / f"{A}-moodle.zip") as archive:
        assert len([n for n in archive.namelist() if n.startswith("ROY Zoé_10")]) == 2


def test_les_vues_a_projeter(annee):
    """Aucun nom n'est-il projeté ?"""
    for page in (annee.gestion / "rapports").glob("*projection.html"):
        texte = page.read_text("utf-8").lower()
        assert not any(mot in texte for mot in ("dupont", "zoé", "li ana", "sage", "noir")), page.name
