"""« Exécuter tout » sur un notebook à trous : va-t-il au bout, et chaque cellule dit-elle ce qui manque ?"""

import re
from pathlib import Path

import nbformat
import pytest
from cours_factice import remplir, reponses
from IPython.core.interactiveshell import InteractiveShell
from nbclient import NotebookClient

from p4cours import trous
from p4cours.examen import TPS
from p4cours.tp7_jeu_parfait import echelle

RACINE = Path(__file__).resolve().parent.parent


def lire(dossier, tp):
    """Le notebook d'un TP, sujet ou solution."""
    return nbformat.read(RACINE / dossier / tp / f"{tp}.ipynb", 4)


def executer(carnet):
    """Les textes affichés par un notebook exécuté en entier ; une erreur y lève CellExecutionError."""
    NotebookClient(carnet, timeout=300, resources={"metadata": {"path": RACINE}}).execute()
    sorties = [s for c in carnet.cells if c.cell_type == "code" for s in c.outputs]
    return "".join(s.get("text", "") or s.get("data", {}).get("text/plain", "") for s in sorties)


@pytest.fixture
def comme_un_eleve(monkeypatch):
    """Les noyaux se conduisent comme chez un élève, pas comme pour nbval."""
    monkeypatch.delenv(trous.REGLAGE, raising=False)


@pytest.mark.parametrize(
    "moitie", [None, 0, pytest.param(1, marks=pytest.mark.long)], ids=["vierge", "une sur deux", "l'autre"]
)
@pytest.mark.parametrize("tp", TPS)
def test_executer_tout(tp, moitie, comme_un_eleve):
    """Vierge ou à moitié rempli, le notebook s'exécute-t-il jusqu'à la dernière cellule ?"""
    sujet, solution = lire("notebooks", tp), lire("solutions", tp)
    a_remplir = [] if moitie is None else reponses(sujet)[moitie::2]
    texte = executer(remplir(sujet, solution, a_remplir))
    if moitie is None:
        assert "Écrivez d'abord" in texte
        assert "pas encore répondu" in texte or "non traité" in texte


def test_une_vraie_erreur_reste_une_erreur(comme_un_eleve):
    """Une erreur qui n'est pas un trou arrête-t-elle toujours l'exécution ?"""
    carnet = lire("notebooks", "tp0_accueil")
    carnet.cells.append(nbformat.v4.new_code_cell("1 / 0"))
    with pytest.raises(Exception, match="ZeroDivisionError"):
        executer(carnet)


def test_un_trou_dans_une_solution(monkeypatch):
    """Pour les tests des solutions, un trou oublié est-il bien une erreur ?"""
    monkeypatch.setenv(trous.REGLAGE, "erreur")
    with pytest.raises(Exception, match="NotImplementedError"):
        executer(lire("notebooks", "tp0_accueil"))


@pytest.fixture
def noyau(comme_un_eleve):
    """Un IPython où le mécanisme est branché."""
    shell = InteractiveShell()
    trous.installer(shell)
    return shell


def test_un_test_avant_sa_reponse(noyau, capsys):
    """Un test lancé avant sa réponse le dit-il en une ligne, sans trace, et un autre NameError en entier ?"""
    assert not noyau.run_cell("verifier = print\nverifier('tp', 'coups', coups)").success
    dit = capsys.readouterr().out
    assert dit.startswith("coups n'existe pas encore") and dit.count("\n") == 1
    noyau.run_cell("x = coups")
    assert "NameError" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("cellule", "dit"),
    [
        ("forme = (7, 6)", "La réponse est là"),
        ("a = 1\nb = 'plus fort'", "La réponse est là"),
        ("a = 1\nb = None", "Une réponse manque"),
        ("tests = []", "Une réponse manque"),
    ],
)
def test_une_reponse_donnee_au_dessus_du_raise(cellule, dit, noyau, capsys):
    """Une réponse écrite sans effacer le raise n'est-elle pas dite manquante ?"""
    assert noyau.run_cell(f"{cellule}\n# À VOUS DE JOUER\nraise NotImplementedError").success
    assert dit in capsys.readouterr().out


def interrompre():
    """Une fonction de la bibliothèque pendant laquelle on appuie sur ■."""
    raise KeyboardInterrupt


def test_une_interruption_ne_montre_que_le_notebook(noyau, capsys):
    """Interrompue dans la bibliothèque, une cellule ne montre-t-elle que ses lignes à elle ?"""
    noyau.user_ns["interrompre"] = interrompre
    assert not noyau.run_cell("def boucle():\n    interrompre()\nboucle()").success
    dit = re.sub(r"\x1b\[[0-9;]*m", "", capsys.readouterr().out)
    assert "KeyboardInterrupt" in dit and "boucle()" in dit and "test_trous" not in dit


def test_ce_qui_manque_se_propage(noyau, capsys):
    """Ce qu'un trou a empêché de calculer dit-il la même chose partout où l'on s'en sert ?"""
    noyau.run_cell("def f():\n    raise NotImplementedError")
    for code in ("x = f()", "x[0]", "print(x)", "for i in x: pass", "x.nom", "len(x)", "range(x)", "3 * x"):
        assert noyau.run_cell(code).success, code
        assert capsys.readouterr().out == "… Écrivez d'abord f.\n", code


def test_une_valeur_a_donner(noyau, capsys):
    """Une valeur pas encore donnée est-elle un manque, et le redevient-elle None pour la vérification ?"""
    assert noyau.run_cell("n = None  # un entier\nraise NotImplementedError").success
    assert capsys.readouterr().out == "… Une réponse manque : remplacez raise NotImplementedError.\n"
    assert noyau.run_cell("range(n)").success
    assert capsys.readouterr().out == "… Donnez d'abord n.\n"
    assert trous.sans_manques(("prévu", noyau.user_ns["n"])) == ("prévu", None)
    with pytest.raises(trous.AFaire, match="Choisissez"):
        trous.exiger(noyau.user_ns["n"], "Choisissez n.")


def test_ce_qui_etait_la_reste(noyau):
    """Une cellule arrêtée garde-t-elle ce qu'elle a eu le temps de définir, sans toucher au reste ?"""
    noyau.run_cell("def f():\n    raise NotImplementedError\ni = 7")
    noyau.run_cell("G = [1]\nG2 = [f() for i in G]")
    assert noyau.user_ns["G"] == [1]
    assert noyau.user_ns["i"] == 7
    assert isinstance(noyau.user_ns["G2"], trous.Manque)


def test_mesurer_une_ia_a_ecrire():
    """L'échelle de forces, sur une IA qui reste à écrire, le dit-elle, sans lui compter de faute ?"""

    def mon_ia(position):
        raise NotImplementedError

    with pytest.raises(NotImplementedError) as erreur:
        echelle(mon_ia, parties=2, visible=False)
    assert trous.phrase(erreur.value) == "Écrivez d'abord mon_ia."
