"""« Prêt à rendre ? » : chaque défaut d'une copie est-il dit, et rien d'autre ?"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from p4cours import pret_a_rendre, verifier
from p4cours.carnets import sans_tests_caches
from p4cours.pret import points, relecture
from p4cours.pret.relecture import Relecture
from p4cours.pret.sujets import RELEVE, relever, sujets
from p4cours.verification.bilan import COULEURS, FAUX, JUSTE, Bilan

RACINE = Path(__file__).resolve().parent.parent
TPS = list(sujets())


class Copie:
    """Une copie que l'on abîme avant de l'examiner."""

    def __init__(self, dossier: Path, tp: str, faite: bool = True) -> None:
        self.tp, self.chemin = tp, dossier / f"{tp}.ipynb"
        self.carnet = nbformat.read(RACINE / "notebooks" / tp / f"{tp}.ipynb", 4)
        if faite:
            self._completer()

    def _completer(self) -> None:
        corrige = nbformat.read(RACINE / "solutions" / self.tp / f"{self.tp}.ipynb", 4)
        sources = {cellule.id: sans_tests_caches(cellule.source) for cellule in corrige.cells}
        for cellule in self.carnet.cells:
            cellule.source = (
                sources[cellule.id].replace("### BEGIN SOLUTION", "").replace("### END SOLUTION", "")
            )

    def __getitem__(self, identifiant: str) -> Any:
        return next(c for c in self.carnet.cells if c.id == identifiant)

    def rang(self, identifiant: str) -> int:
        return self.carnet.cells.index(self[identifiant])

    def ajouter(self, source: str, avant: str) -> None:
        self.carnet.cells.insert(self.rang(avant), nbformat.v4.new_code_cell(source))

    def sources(self) -> list[str]:
        return [c.source for c in self.carnet.cells if c.cell_type == "code"]

    def examiner(self) -> Relecture:
        nbformat.write(self.carnet, self.chemin)
        rapport = pret_a_rendre(self.tp)
        assert rapport is not None
        return rapport


@pytest.fixture
def copie(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Copie]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    monkeypatch.delenv("NBGRADER_EXECUTION", raising=False)
    return lambda tp, faite=True: Copie(tmp_path, tp, faite)


@pytest.fixture
def ouverte(copie: Callable[..., Copie], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Une copie ouverte dans JupyterLab, et la liste de ce que son noyau a exécuté."""

    def ouvrir(tp: str, faite: bool = True) -> tuple[Copie, list[str], dict[str, Any]]:
        neuve, executees, espace = copie(tp, faite), [""], {}
        executees += neuve.sources()
        historique = SimpleNamespace(input_hist_raw=executees)
        ipython = SimpleNamespace(user_ns=espace, history_manager=historique)
        monkeypatch.setattr(relecture, "_ipython", lambda: ipython)
        monkeypatch.setenv("JPY_SESSION_NAME", str(neuve.chemin))
        return neuve, executees, espace

    return ouvrir


def dits(rapport: Relecture) -> list[tuple[str, tuple[str, ...]]]:
    return [(souci.quoi, souci.ou) for souci in rapport.graves]


def seul_souci(rapport: Relecture, mot: str, *ou: str) -> None:
    """Vérifie qu'il n'y a qu'une chose à régler, la bonne, avec son remède."""
    assert len(rapport.graves) == 1, str(rapport)
    assert mot in rapport.graves[0].quoi
    assert rapport.graves[0].ou == ou
    assert rapport.graves[0].remede
    assert "1 chose à régler" in str(rapport)


@pytest.mark.parametrize("tp", TPS)
def test_une_bonne_copie(ouverte: Any, tp: str) -> None:
    """Une copie juste, enregistrée et exécutée est-elle prête, sans une remarque ?"""
    rapport = ouverte(tp)[0].examiner()
    assert (rapport.pret, rapport.soucis) == (True, ())
    assert str(rapport).startswith("✓ Prêt à rendre\n")
    assert re.search(r"enregistré il y a \d+ s", str(rapport))


@pytest.mark.parametrize("tp", TPS)
def test_un_sujet_intact(ouverte: Any, tp: str) -> None:
    """Les réponses encore vides sont-elles toutes listées, comme une simple information ?"""
    rapport = ouverte(tp, faite=False)[0].examiner()
    attendues = {a.question for a in sujets()[tp] if a.role in ("réponse", "texte")}
    assert rapport.pret and str(rapport).startswith("… Peut être rendu, mais il reste à répondre\n")
    assert COULEURS[JUSTE] not in rapport._repr_html_()  # le vert attend les réponses
    assert set(rapport.soucis[0].ou) == attendues


def test_releve_a_jour() -> None:
    """sujets.json décrit-il les notebooks distribués ? Sinon : « make notebooks »."""
    assert json.loads(RELEVE.read_text("utf-8")) == relever(RACINE)


@pytest.mark.parametrize(
    ("identifiant", "nom"),
    [
        ("tp3-q03-victoire-test", "victoire (test)"),
        ("tp3-q04-enlever_coup", "enlever_coup"),
        ("tp3-q02-pourquoi", "questions 1 et 2 (texte)"),
        ("tp3-mesures-reponse", "question 8, suite (texte)"),
    ],
)
def test_cellule_effacee(copie: Any, identifiant: str, nom: str) -> None:
    """Un test, une réponse ou un texte effacé est-il dit, par le nom de la question ?"""
    abimee = copie("tp3_ia")
    abimee.carnet.cells.pop(abimee.rang(identifiant))
    assert ("Cellule effacée", (nom,)) in dits(abimee.examiner())


def test_cellule_en_double(copie: Any) -> None:
    """Une cellule copiée est-elle dite ?"""
    abimee = copie("tp3_ia")
    double = nbformat.from_dict({**abimee["tp3-q03-victoire"], "id": "autre"})
    abimee.carnet.cells.insert(abimee.rang("tp3-q03-victoire"), double)
    seul_souci(abimee.examiner(), "plusieurs exemplaires", "victoire")


def test_metadonnees_perdues(copie: Any) -> None:
    """Une cellule qui n'est plus reconnue est-elle dite ?"""
    abimee = copie("tp1_grille")
    del abimee["tp1-q08-fini-test"].metadata["nbgrader"]
    seul_souci(abimee.examiner(), "ne reconnaît plus", "fini (test)")


def test_type_change(copie: Any) -> None:
    """Une réponse devenue du texte est-elle dite ?"""
    abimee = copie("tp1_grille")
    rang = abimee.rang("tp1-q08-fini")
    ancienne = abimee.carnet.cells[rang]
    abimee.carnet.cells[rang] = nbformat.v4.new_markdown_cell(
        ancienne.source, id=ancienne.id, metadata=ancienne.metadata
    )
    assert ("Cellule dont le type a changé", ("fini",)) in dits(abimee.examiner())


def test_cellule_verrouillee_modifiee(copie: Any) -> None:
    """Un test ou une fonction donnée que l'on a modifiés sont-ils dits ?"""
    abimee = copie("tp1_grille")
    abimee["tp1-q08-fini-test"].source += "\n4.0"
    abimee["tp1-tous-align"].source += "\n# à moi"
    noms = ("tous_align, tous, A_gagnants", "fini (test)")
    seul_souci(abimee.examiner(), "verrouillée modifiée", *noms)


def test_cellule_deplacee(copie: Any) -> None:
    """Un test remonté avant sa réponse est-il dit ?"""
    abimee = copie("tp1_grille")
    test = abimee.carnet.cells.pop(abimee.rang("tp1-q08-fini-test"))
    abimee.carnet.cells.insert(abimee.rang("tp1-q08-fini"), test)
    assert ("Cellule déplacée", ("fini (test)",)) in dits(abimee.examiner())


def test_fichier_renomme(copie: Any) -> None:
    """Un fichier renommé est-il retrouvé, et son nom dit ?"""
    renomme = copie("tp1_grille")
    renomme.chemin = renomme.chemin.with_name("mon_tp1.ipynb")
    seul_souci(renomme.examiner(), "s'appelle mon_tp1.ipynb")


def test_noyau_d_un_autre_notebook(copie: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Si le serveur annonce un autre TP, le fichier du dossier est-il relu sans être comparé au noyau ?"""
    faite, autre = copie("tp1_grille"), copie("tp0_accueil")
    autre.chemin.parent.joinpath("ailleurs").mkdir()
    autre.chemin = tmp_path / "ailleurs" / autre.chemin.name
    nbformat.write(autre.carnet, autre.chemin)
    monkeypatch.setenv("JPY_SESSION_NAME", str(autre.chemin))
    rapport = faite.examiner()
    assert rapport.pret
    assert "Ouvert sans JupyterLab" in str(rapport)


def test_fichier_sans_vraie_date(ouverte: Any) -> None:
    """Un fichier sorti d'une archive, daté de 1980, n'est-il pas dit « enregistré il y a » des siècles ?"""
    faite, _, _ = ouverte("tp1_grille")
    assert "enregistré il y a" in faite.examiner().fichier
    os.utime(faite.chemin, (0, 0))
    assert "pas enregistré depuis un jour" in str(pret_a_rendre("tp1_grille").fichier)


def test_travail_non_enregistre(ouverte: Any) -> None:
    """Une réponse exécutée après l'enregistrement est-elle dite non enregistrée ?"""
    abimee, executees, _ = ouverte("tp1_grille")
    executees.append("def fini(G):\n    return 0")
    seul_souci(abimee.examiner(), "non enregistré", "fini")


def test_reponse_ecrite_mais_jamais_enregistree(ouverte: Any) -> None:
    """Et si le fichier a encore la cellule vide du sujet ?"""
    abimee, executees, _ = ouverte("tp0_accueil", faite=False)
    executees.append("def autre_joueur(joueur):\n    return 3 - joueur")
    seul_souci(abimee.examiner(), "non enregistré", "autre_joueur")


def test_un_essai_efface_ne_compte_pas(ouverte: Any) -> None:
    """Une vieille version, exécutée avant la bonne, est-elle oubliée ?"""
    bonne, executees, _ = ouverte("tp1_grille")
    executees.insert(1, "def fini(G):\n    return 0")
    executees.append("print(fini(G))")
    assert bonne.examiner().pret


def test_cellule_jamais_executee(ouverte: Any) -> None:
    """Une réponse modifiée et enregistrée, mais pas exécutée, est-elle dite ?"""
    abimee, executees, _ = ouverte("tp1_grille")
    executees.remove(abimee["tp1-q05-coups"].source)
    seul_souci(abimee.examiner(), "jamais exécutée", "coups")


def test_test_a_relancer(ouverte: Any) -> None:
    """Un test exécuté avant la dernière version de la réponse est-il dit ?"""
    abimee, executees, _ = ouverte("tp1_grille")
    reponse = abimee["tp1-q05-coups"].source
    executees.remove(reponse)
    executees.append(reponse)
    seul_souci(abimee.examiner(), "Test à relancer", "coups (test)")
    executees.append(abimee["tp1-q05-coups-test"].source)
    assert abimee.examiner().pret


def test_noyau_neuf(ouverte: Any) -> None:
    """Dans un noyau qui vient de démarrer, le dit-on en une ligne ?"""
    abimee, executees, _ = ouverte("tp1_grille")
    executees[1:] = ['from p4core import pret_a_rendre\n\npret_a_rendre("tp1_grille")']
    seul_souci(abimee.examiner(), "Rien n'a été exécuté")


FINI = "def fini(G):\n    for A in tous:\n        if {}:\n            return 1\n    return 0"


@pytest.mark.parametrize(
    ("condition", "essai", "mot"),
    [
        ("len(A) > seuil", "", "« seuil » n'est défini dans aucune cellule"),
        ("len(A) > seuil", "seuil = 4", "« seuil » est une variable d'une cellule d'essai"),
        ("len(A) > seuil", "for seuil in range(5):\n    pass", "variable d'une cellule d'essai"),
        ("grille[0][0]", "global_G = [grille := [[1]]]", "« grille » est une variable d'une cellule d'essai"),
        ("len(A) > seuil", "def seuil():\n    return 4", ""),
        ("len(A) > seuil", "seuil = lambda: 4", ""),
        ("sqrt(len(A)) > 9", "from math import sqrt", ""),
        ("sqrt(len(A)) > 9", "from math import *", ""),
        ("sqrt(len(A)) > 9", "from module_inconnu import *", ""),
        ("[k for k in A if k]", "", ""),
        ("any(map(lambda k: k == A, A))", "", ""),
        ("(taille := len(A)) > 5 and taille", "", ""),
        ("affiche(G) or sorted(A)", "", ""),
    ],
)
def test_noms_venus_d_ailleurs(copie: Any, condition: str, essai: str, mot: str) -> None:
    """Un nom que la réponse n'aura pas à la correction est-il dit, et rien si elle l'aura ?"""
    faite = copie("tp1_grille")
    faite["tp1-q08-fini"].source = FINI.format(condition)
    faite.ajouter(essai, avant="tp1-q08-fini")
    rapport = faite.examiner()
    if mot:
        seul_souci(rapport, mot, "fini")
    else:
        assert rapport.pret, str(rapport)


def test_nom_d_une_cellule_effacee(ouverte: Any) -> None:
    """Une variable qui ne vit plus que dans le noyau est-elle reconnue comme telle ?"""
    abimee, executees, espace = ouverte("tp1_grille")
    abimee["tp1-q08-fini"].source = FINI.format("len(A) > seuil")
    executees[:] = ["seuil = 4", *abimee.sources()]
    espace["seuil"] = 4
    seul_souci(abimee.examiner(), "une cellule effacée, sans doute", "fini")


def test_nom_defini_plus_bas(copie: Any) -> None:
    """Une fonction définie après le test, ou lue trop tôt, est-elle dite ?"""
    abimee = copie("tp1_grille")
    abimee["tp1-q08-fini"].source = FINI.format("compte(A)")
    abimee.ajouter("def compte(A):\n    return len(A)", avant="tp1-fin")
    seul_souci(abimee.examiner(), "« compte » n'est défini que plus bas", "fini")
    abimee = copie("tp1_grille")
    abimee["tp1-q02-forme-init"].source = "forme_init = (7, len(coups(init())) - 1)"
    seul_souci(abimee.examiner(), "« coups » n'est défini que plus bas", "forme_init")


def test_entre_la_reponse_et_le_test(copie: Any) -> None:
    """Une fonction auxiliaire écrite juste avant le test est-elle acceptée ?"""
    faite = copie("tp1_grille")
    faite["tp1-q08-fini"].source = FINI.format("compte(A)")
    faite.ajouter("def compte(A):\n    return len(A)", avant="tp1-q08-fini-test")
    assert faite.examiner().pret


def test_input_dans_une_reponse(copie: Any) -> None:
    """input() laissé dans une fonction qui n'en demande pas est-il dit ?"""
    abimee = copie("tp2_minmax")
    abimee["tp2-q03-utilite"].source += "\n    input('?')"
    seul_souci(abimee.examiner(), "input()", "utilite")


def test_input_prevu(copie: Any) -> None:
    """Là où la question demande un dialogue, input() est-il accepté, même par une fonction à soi ?"""
    faite = copie("tp2_minmax")
    assert "input(" in faite["tp2-q08-humain-vs-machine"].source
    faite.ajouter("def demande():\n    return int(input('colonne ? '))", avant="tp2-q08-humain-vs-machine")
    faite["tp2-q08-humain-vs-machine"].source = "def humain_vs_machine(w, p):\n    return demande()"
    assert faite.examiner().pret


@pytest.mark.parametrize(
    ("tp", "essai", "source"),
    [
        ("tp2_minmax", "tp2-q08-essai", "humain_vs_machine(W2, 3)"),
        ("tp2_minmax", "tp2-q01-essai", "n = int(input('n ? '))"),
        ("tp4_graphe", "tp4-fin", "jouer()"),
        ("tp5_pieges", "tp5-q08-essai", "Jeu(1)"),
    ],
)
def test_une_cellule_qui_attend(copie: Any, tp: str, essai: str, source: str) -> None:
    """Une cellule d'essai qui pose une question au clavier est-elle dite, avec son numéro ?"""
    abimee = copie(tp)
    abimee.ajouter(source, avant=essai)
    seul_souci(abimee.examiner(), "attend une réponse au clavier", f"cellule n° {abimee.rang(essai)}")


def test_erreur_de_syntaxe(copie: Any) -> None:
    """Une faute de syntaxe est-elle dite, avec sa ligne ?"""
    abimee = copie("tp1_grille")
    abimee["tp1-q08-fini"].source = "def fini(G):\n    return (0"
    seul_souci(abimee.examiner(), "Erreur de syntaxe, ligne 2", "fini")


def test_bouchon_oublie(copie: Any) -> None:
    """La ligne du sujet qui lève une erreur, restée sous la réponse, est-elle dite ?"""
    abimee = copie("tp1_grille")
    abimee["tp1-q08-fini"].source += "\n    raise NotImplementedError"
    seul_souci(abimee.examiner(), "est resté dans la réponse", "fini")


def test_fonction_renommee(copie: Any) -> None:
    """Une réponse qui ne définit plus la fonction demandée est-elle dite ?"""
    abimee = copie("tp1_grille")
    abimee["tp1-q12-probabilite-hasard"].source = "def proba(k):\n    return (1, 0, 0)"
    seul_souci(abimee.examiner(), "ne définit plus probabilite_hasard", "probabilite_hasard")


def test_commandes_d_ipython(copie: Any) -> None:
    """Les « % », « ! » et « ? » d'IPython passent-ils ?"""
    faite = copie("tp1_grille")
    faite["tp1-q08-fini"].source = "%%time\n" + FINI.format("len(A) > 9")
    faite.ajouter("%timeit 1 + 1\n!ls\nfini?", avant="tp1-fin")
    assert faite.examiner().pret


@pytest.mark.parametrize(
    "contenu",
    [
        b"",
        b"{",
        b"\xff\xfe\x00",
        b"[]",
        b"3",
        b"{}",
        b'{"cells": 3}',
        b'{"cells": []}',
        b'{"cells": [3, null, {}, {"cell_type": 4, "source": [1, "a"], "metadata": {"nbgrader": 2}}]}',
        b"[" * 100_000,
    ],
)
def test_fichier_abime(copie: Any, contenu: bytes) -> None:
    """Un fichier abîmé donne-t-il une phrase plutôt qu'une erreur ?"""
    abimee = copie("tp1_grille")
    abimee.chemin.write_bytes(contenu)
    rapport = pret_a_rendre("tp1_grille")
    assert rapport is not None
    assert not rapport.pret
    assert "Error :" not in str(rapport)


def test_fichier_introuvable(copie: Any) -> None:
    """Sans fichier, le dit-on ?"""
    copie("tp1_grille")
    seul_souci(pret_a_rendre("tp1_grille"), "introuvable")


def test_panne_imprevue(copie: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Une panne de la vérification elle-même est-elle racontée au lieu d'arrêter la cellule ?"""
    monkeypatch.setattr("p4cours.pret.controler", lambda *_: 1 / 0)
    seul_souci(copie("tp0_accueil").examiner(), "ZeroDivisionError")


def test_pendant_la_correction(copie: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Quand nbgrader note, la cellule se tait-elle ?"""
    copie("tp0_accueil")
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    assert pret_a_rendre("tp0_accueil") is None


def test_tp_inconnu() -> None:
    """Un nom de TP qui n'existe pas est-il refusé avec la liste des autres ?"""
    with pytest.raises(ValueError, match="tp6_tournoi"):
        pret_a_rendre("tp9")


def test_html_inerte(copie: Any) -> None:
    """Ce que la copie contient reste-t-il du texte dans le rapport ?"""
    abimee = copie("tp0_accueil")
    abimee.chemin = abimee.chemin.with_name("<img src=x>.ipynb")
    page = abimee.examiner()._repr_html_()
    assert "<img" not in page
    assert "&lt;img src=x&gt;.ipynb" in page


# --- « Où en suis-je ? » --------------------------------------------------------------------------------


@pytest.fixture
def dits_par_les_tests(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Ce que les tests visibles ont dit, et rien de ce qu'un autre essai a pu laisser."""
    monkeypatch.setattr(points, "_derniers", {})
    return lambda question, etat, part: points.retenir(Bilan("tp1_grille", question, etat, part, ""))


def lignes_de(rapport: Relecture) -> dict[str, points.Ligne]:
    assert isinstance(rapport.avancement, points.Avancement)
    return {ligne.question: ligne for ligne in rapport.avancement.lignes}


def test_les_points_gagnes(ouverte: Any, dits_par_les_tests: Any) -> None:
    """Les points des tests sont-ils dits question par question, avec leur total et ce qui reste ?"""
    dits_par_les_tests("init", JUSTE, 1.0)
    dits_par_les_tests("fini", FAUX, 0.5)
    rapport = ouverte("tp1_grille")[0].examiner()
    lignes = lignes_de(rapport)
    assert (lignes["init"].gagnes, lignes["fini"].gagnes, lignes["coups"].gagnes) == (1.0, 1.5, 0.0)
    assert (lignes["init"].etat, lignes["fini"].etat, lignes["coups"].etat) == (JUSTE, FAUX, "test à lancer")
    texte = str(rapport)
    assert "✗ fini : faux, 1,5 / 3" in texte and "… coups : test à lancer, 0 / 2" in texte
    assert texte.endswith("Il reste à gagner : 13,5 points, 1 point en bonus ★.")
    assert "Points des tests : 2,5 / 16 ; en bonus ★ : 0 / 1 ; à la main : 4" in texte


@pytest.mark.parametrize("tp", TPS)
def test_les_totaux_sont_ceux_du_sujet(ouverte: Any, monkeypatch: pytest.MonkeyPatch, tp: str) -> None:
    """Tout juste, les tests et ce que note l'enseignant font-ils les points du TP, les bonus à part ?"""
    monkeypatch.setattr(points, "_derniers", {})
    for attendue in sujets()[tp]:
        question = attendue.question.removesuffix(" (test)")
        points.retenir(Bilan(tp, question, JUSTE, 1.0, ""))
    avancement = ouverte(tp)[0].examiner().avancement
    assert avancement is not None and avancement.reste == ""
    comptes = sum(ligne.points for ligne in avancement.lignes if not ligne.bonus)
    assert comptes == sum(a.points for a in sujets()[tp]) - sum(
        x.points for x in avancement.lignes if x.bonus
    )
    if tp == "tp1_grille":
        assert avancement.titre.startswith("Points des tests : 16 / 16") and comptes == 20


def test_une_reponse_changee_remet_son_test_a_lancer(ouverte: Any, dits_par_les_tests: Any) -> None:
    """Des points que la réponse d'à présent n'a pas gagnés sont-ils retirés ?"""
    dits_par_les_tests("init", JUSTE, 1.0)
    copie, executees, _ = ouverte("tp1_grille")
    copie["tp1-q01-init"].source += "\n# autrement"
    executees.append(copie["tp1-q01-init"].source)
    assert lignes_de(copie.examiner())["init"].etat == "test à lancer"


def test_le_bonus_note_a_la_main_est_a_part(ouverte: Any, dits_par_les_tests: Any) -> None:
    """Une question ★ que l'enseignant lira n'est-elle pas comptée avec les 4 points de raisonnement ?"""
    assert "à la main : 4 et 1 ★, que l'enseignant donnera" in str(ouverte("tp3_ia")[0].examiner())


def test_les_reponses_redigees(ouverte: Any, dits_par_les_tests: Any) -> None:
    """Une réponse rédigée, que l'enseignant notera, se distingue-t-elle d'une réponse vide ?"""
    faite = lignes_de(ouverte("tp1_grille")[0].examiner())["question 3 (texte)"]
    vide = lignes_de(ouverte("tp1_grille", False)[0].examiner())["question 3 (texte)"]
    assert (faite.etat, faite.note, faite.gagnes) == ("rédigée, notée par l'enseignant", "/ 0,5", None)
    assert vide.etat == "à rédiger"


def test_un_lien_vers_chaque_cellule(ouverte: Any, dits_par_les_tests: Any) -> None:
    """Chaque question mène-t-elle à sa cellule de réponse ?"""
    rapport = ouverte("tp1_grille")[0].examiner()
    assert lignes_de(rapport)["fini"].lien == "tp1_grille.ipynb#cell-id=tp1-q08-fini"
    assert '<a href="tp1_grille.ipynb#cell-id=tp1-q08-fini">fini</a>' in rapport._repr_html_()


def test_verifier_retient_ses_points(dits_par_les_tests: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """Ce que dit un test compte-t-il, le dernier seulement ?"""
    verifier("tp0_accueil", "autre_joueur", lambda joueur: 3 - joueur)
    assert points._derniers["tp0_accueil", "autre_joueur"].etat == JUSTE
    verifier("tp0_accueil", "autre_joueur", lambda joueur: joueur)
    assert points._derniers["tp0_accueil", "autre_joueur"].etat == FAUX


@pytest.mark.parametrize("serveur", [False, True])
def test_dans_un_vrai_noyau(copie: Any, serveur: bool) -> None:
    """Exécutée du début à la fin, la copie est-elle prête, avec ou sans serveur Jupyter ?"""
    faite = copie("tp0_accueil")
    nbformat.write(faite.carnet, faite.chemin)
    environnement = {"JPY_SESSION_NAME": str(faite.chemin)} if serveur else {}
    client = NotebookClient(faite.carnet, timeout=120, resources={"metadata": {"path": faite.chemin.parent}})
    client.execute(env={**_environnement(), **environnement})
    texte = faite["tp0-pret"].outputs[0]["data"]["text/plain"]
    assert texte.startswith("✓ Prêt à rendre\n")
    assert ("Ouvert sans JupyterLab" in texte) == (not serveur)
    assert texte.endswith("Points des tests : 1 / 1\n  ✓ autre_joueur : juste, 1 / 1")


def _environnement() -> dict[str, str]:
    chemins = os.pathsep.join([str(RACINE), *sys.path])
    return {**os.environ, "PYTHONPATH": chemins}
