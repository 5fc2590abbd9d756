"""La journée de l'enseignant : distribuer, ramasser, noter, voir la classe, rendre, exporter, comparer."""

import contextlib
import copy
import csv
import io
import re
import shutil
import unicodedata
import zipfile

import nbformat
import pytest

from p4core.commande import main
from p4prof.mise_en_page import gabarit_brut
from tests.cours_factice import RACINE, Cours, cellule, remplir, zipper

TP = "tp0_accueil"
QUESTION = "tp0-q01-autre-joueur"
DEPOT = "{}_{}_assignsubmission_file_/{}"


class Journee(Cours):
    """Un cours réduit à un vrai TP, et les commandes que l'on y tape."""

    def __init__(self, racine):
        super().__init__(racine)
        reglages = self.racine / "nbgrader_config.py"
        self.lectures = self.racine / "lectures.txt"
        compter = "\nwith (COURS / 'lectures.txt').open('a') as lectures:\n    lectures.write('.')\n"
        reglages.write_text(reglages.read_text("utf-8") + compter, "utf-8")
        shutil.copytree(RACINE / "solutions" / TP, self.racine / "solutions" / TP)
        self.dit = {}

    def p4(self, *mots, code=0):
        """Tape une commande p4 dans le cours ; rend ce qu'elle affiche."""
        ecran = io.StringIO()
        self.lectures.write_text("")
        with contextlib.chdir(self.racine), contextlib.redirect_stdout(ecran):
            rendu = main(list(mots))
        assert rendu == code, ecran.getvalue()
        assert self.lectures.read_text() == ".", "les réglages du cours sont exécutés une fois, pas plus"
        self.dit[mots[0]] = ecran.getvalue()
        return ecran.getvalue()


@pytest.fixture(scope="module")
def journee(tmp_path_factory):
    """Toute la journée, une fois, sur une petite classe."""
    jour = Journee(tmp_path_factory.mktemp("journee"))
    jour.p4("distribuer", TP)
    archive = jour.gestion / "distribution" / f"{TP}.zip"
    with zipfile.ZipFile(archive) as recu:
        jour.recu = nbformat.reads(recu.read(f"{TP}/{TP}.ipynb").decode(), as_version=4)
    (jour.racine / "moodle.zip").write_bytes(zipper(depots(jour)))
    jour.p4("ramasser", TP, "moodle.zip", code=1)  # un envoi est refusé
    jour.nbgrader("autograde", TP, reussite=False)
    jour.p4("bilan", TP, code=1)
    jour.nbgrader("generate_feedback", TP)
    for forme in ("moodle", "pronote", "csv"):
        jour.p4("exporter", TP, "--format", forme)
    jour.p4("ressemblances", TP)
    return jour


def depots(jour):
    """Ce que les élèves ont déposé chez Moodle, chacun à sa façon."""
    solution = jour.solution(TP)
    juste = nbformat.writes(remplir(jour.recu, solution, [QUESTION]))
    faux = copy.deepcopy(jour.recu)
    cellule(faux, QUESTION).source = re.sub("raise .*", "return joueur", cellule(faux, QUESTION).source)
    rien = nbformat.writes(jour.sujet(TP))
    return {
        DEPOT.format("Éloïse DUPONT", 101, f"{TP}.ipynb"): juste,
        DEPOT.format(unicodedata.normalize("NFD", "Zoé MARTIN"), 102, "mon tp.ipynb"): nbformat.writes(faux),
        DEPOT.format("Ana LI", 103, "rendu.zip"): zipper({f"dossier/{TP}.ipynb": rien}),
        DEPOT.format("Bob ROY", 104, f"{TP}.ipynb"): juste.encode("utf-16"),
        DEPOT.format("Eve NOIR", 105, "piege.zip"): zipper({"../../../evil.ipynb": juste}),
        DEPOT.format("Tom VIDE", 106, f"{TP}.ipynb"): "",
    }


def lire(jour, forme, separateur):
    """Un fichier exporté, par nom."""
    chemin = jour.gestion / "exports" / f"{TP}-{forme}.csv"
    return list(csv.reader(io.StringIO(chemin.read_text("utf-8-sig")), delimiter=separateur))


def test_ramassage(journee):
    """Cinq copies sont-elles rangées sous de bons noms, le piège refusé par le sien ?"""
    rangees = {
        str(p.relative_to(journee.gestion / "submitted"))
        for p in journee.gestion.glob("submitted/**/*.ipynb")
    }
    eleves = ("ana-li", "bob-roy", "eloise-dupont", "tom-vide", "zoe-martin")
    assert rangees == {f"{eleve}/{TP}/{TP}.ipynb" for eleve in eleves}
    assert "5 copies nouvelles, 1 copie REFUSÉE" in journee.dit["ramasser"]
    assert "Eve NOIR (eve-noir) : REFUSÉE ; chemin qui sort du dossier" in journee.dit["ramasser"]
    assert not list(journee.racine.parent.rglob("*evil*"))


def test_bilan(journee):
    """Le bilan montre-t-il notes, réussite, diagnostics, réponses vides et échecs, partout pareil ?"""
    dit = journee.dit["bilan"]
    assert "4 copies notées, 2 échecs" in dit
    assert "- **Eve NOIR (eve-noir)** : envoi refusé : chemin qui sort du dossier" in dit
    assert "- **Tom VIDE (tom-vide)** : fichier vide" in dit
    assert re.search(r"aucune réponse — Ana LI \(ana-li\)", dit)
    assert re.search(r"- 1 × .+ — Zoé MARTIN \(zoe-martin\)", dit)
    assert "50\u00a0% des points, 2 justes sur 4" in dit
    assert dit.startswith((journee.gestion / "rapports" / f"{TP}.md").read_text("utf-8"))
    page = (journee.gestion / "rapports" / f"{TP}.html").read_text("utf-8")
    # Un seul programme, le nôtre : celui qui trie les colonnes.
    assert page.count("<script") == 1 and f'<script type="module">{gabarit_brut("trier.js")}</script>' in page
    assert "Zoé MARTIN" in page


def test_exports(journee):
    """Les trois exports donnent-ils les mêmes notes, et rien pour un échec ?"""
    notes = {ligne[0]: ligne[2] for ligne in lire(journee, "csv", ";")[1:]}
    attendues = {"ana-li": "0", "bob-roy": "1", "eloise-dupont": "1", "zoe-martin": "0"}
    assert notes == attendues | {"eve-noir": "", "tom-vide": ""}
    moodle = {ligne[0]: ligne[2] for ligne in lire(journee, "moodle", ",")[1:]}
    assert [moodle[f"Participant{n}"] for n in range(101, 107)] == ["1", "0", "0", "1", "", ""]
    assert ["DUPONT", "Éloïse", "1"] in lire(journee, "pronote", ";")
    assert ["NOIR", "Eve", ""] in lire(journee, "pronote", ";")


def test_retours(journee):
    """Chaque copie notée a-t-elle son retour, et elles seules ?"""
    rendus = sorted(p.name for p in (journee.gestion / "feedback").iterdir())
    assert rendus == ["ana-li", "bob-roy", "eloise-dupont", "zoe-martin"]


def test_ressemblances(journee):
    """Une réponse d'une ligne, la même chez deux élèves, n'accuse-t-elle personne ?"""
    assert "4 copies comparées, 0 paire à regarder" in journee.dit["ressemblances"]


def test_deuxieme_ramassage(journee):
    """Une nouvelle version est-elle seule notée de nouveau, et l'ancienne gardée ?"""
    depot = depots(journee)
    nom = next(n for n in depot if n.startswith("Ana LI"))
    corrige = nbformat.writes(remplir(journee.recu, journee.solution(TP), [QUESTION]))
    (journee.racine / "moodle2.zip").write_bytes(zipper(depot | {nom: zipper({f"{TP}.ipynb": corrige})}))
    dit = journee.p4("ramasser", TP, "moodle2.zip", code=1)
    assert "1 copie remplacée" in dit and "4 copies inchangées" in dit
    # Tant qu'elle n'est pas notée de nouveau, l'ancienne note n'est plus montrée.
    assert "**Ana LI (ana-li)** : la copie a changé" in journee.p4("bilan", TP, code=1)
    journee.p4("exporter", TP, "--format", "csv")
    assert {ligne[0]: ligne[2] for ligne in lire(journee, "csv", ";")}["ana-li"] == ""
    corriges = journee.gestion.glob(f"autograded/*/{TP}/*.ipynb")
    avant = {p: p.stat().st_mtime_ns for p in corriges if "ana-li" not in p.parts}
    journee.nbgrader("autograde", TP, reussite=False)
    assert {p: p.stat().st_mtime_ns for p in avant} == avant
    journee.p4("exporter", TP, "--format", "csv")
    assert {ligne[0]: ligne[2] for ligne in lire(journee, "csv", ";")}["ana-li"] == "1"


def changer_les_points(jour, points):
    """Ce que fait *Create Assignment* : les points de la cellule de test, et rien d'autre."""
    chemin = jour.racine / "solutions" / TP / f"{TP}.ipynb"
    carnet = nbformat.read(chemin, as_version=4)
    cellule(carnet, f"{QUESTION}-test").metadata.nbgrader["points"] = points
    nbformat.write(carnet, chemin)


def notes_du_csv(jour):
    """La note et son maximum, par élève."""
    jour.p4("exporter", TP, "--format", "csv")
    return {ligne[0]: tuple(ligne[2:4]) for ligne in lire(jour, "csv", ";")[1:]}


def test_points_changes(journee):
    """Des points changés dans leur seule cellule donnent-ils des notes justes, ancien sujet compris ?"""
    ancien = nbformat.writes(remplir(journee.recu, journee.solution(TP), [QUESTION]))
    verifie = 'autre_joueur\\", autre_joueur)'
    assert verifie in ancien
    journee.rendre("vieux-sujet", TP, ancien.replace(verifie, verifie.replace(")", ", points=1)")))
    changer_les_points(journee, 3)
    assert f"{TP} est mis à jour dans le carnet de notes." in journee.p4("distribuer", TP)
    assert f"{TP} est" not in journee.p4("distribuer", TP)
    # Aucune note n'est montrée sur d'autres points que les siens.
    assert "les points ont changé depuis sa notation" in journee.p4("bilan", TP, code=1)
    dit = journee.p4("noter", TP, code=1)
    assert "vieux-sujet : 3 / 3" in dit and "Zoé MARTIN (zoe-martin) : 0 / 3" in dit
    justes = dict.fromkeys(["ana-li", "bob-roy", "eloise-dupont", "vieux-sujet"], ("3", "3"))
    assert notes_du_csv(journee) == justes | {
        "zoe-martin": ("0", "3"), "eve-noir": ("", ""), "tom-vide": ("", "")
    }  # fmt: skip


@pytest.mark.parametrize(
    ("mots", "phrase"),
    [
        (["distribuer", TP, "tp9"], f"TP inconnu : tp9. Il y a : {TP}."),
        (["noter", "tp9"], f"TP inconnu : tp9. Il y a : {TP}."),
        (["bilan", "tp9"], "TP inconnu : tp9."),
        (["exporter", "tp9"], "TP inconnu : tp9."),
        (["ressemblances", "tp9"], "TP inconnu : tp9."),
        (["noter", TP], f"Aucune copie de {TP} dans gestion/submitted"),
        (["noter", TP, "--eleve", "zoe"], "pour « zoe »"),
        (["exporter", TP, "--format", "moodle", "--feuille", "rien.csv"], "« rien.csv » ne se lit pas"),
    ],
)
def test_demandes_impossibles(tmp_path, capsys, mots, phrase):
    """Une commande qui ne peut rien faire le dit-elle d'une phrase, sans trace d'erreur ?"""
    Journee(tmp_path).p4(*mots, code=2)
    assert phrase in capsys.readouterr().err


@pytest.mark.parametrize(
    "commande", ["distribuer", "ramasser", "noter", "bilan", "exporter", "ressemblances"]
)
def test_hors_du_cours(tmp_path, monkeypatch, capsys, commande):
    """Tapée dans un autre dossier, chaque commande dit-elle où se placer ?"""
    monkeypatch.chdir(tmp_path)
    assert main([commande, TP, *(["x.zip"] if commande == "ramasser" else [])]) == 2
    assert "placez-vous dans le cours" in capsys.readouterr().err
