"""Ce que le notebook a exécuté : jamais de verdict sur un code qui n'est plus celui de la cellule."""

from types import SimpleNamespace

import pytest

from p4cours import examen
from p4cours.verification import cellules
from p4cours.verification.cellules import Borne, Journal, noms_definis

COUPS = "def coups(G):\n    return []\n"


@pytest.mark.parametrize(
    ("source", "noms"),
    [
        (COUPS, {"coups"}),
        ("def coups(G)\n    return", {"coups"}),  # une faute de syntaxe n'empêche pas de lire le nom
        ("symboles = ('.', 'O', 'X')\nn: int = 3", {"symboles", "n"}),
        ("    x = 1\nG[0] = 2\nif a == 3: pass\nprint(1)", set()),
    ],
)
def test_noms_definis(source, noms):
    """Les noms qu'une cellule définit sont-ils lus, même si elle est fausse ?"""
    assert noms_definis(source) == noms


def test_journal():
    """Une cellule en erreur, renommée ou changée depuis est-elle reconnue, et guérie par une exécution ?"""
    journal = Journal()
    assert journal.reproche("coups") == ""  # rien n'est connu : rien n'est reproché
    journal.noter("a", COUPS, True, 1)
    assert journal.reproche("coups", {"a": COUPS + "\n"}, 5) == ""
    assert "a changé" in journal.reproche("coups", {"a": COUPS + "    pass"}, 5)
    assert journal.reproche("coups", {"a": "ancien"}, 0.5) == ""  # le fichier date d'avant l'exécution
    journal.noter("a", COUPS.replace(":", ""), False, 2)
    assert "erreur" in journal.reproche("coups")
    journal.noter("a", COUPS.replace("coups", "coup"), True, 3)
    assert "ne le définit plus" in journal.reproche("coups") and journal.reproche("coup") == ""
    journal.noter("b", COUPS, True, 4)
    assert journal.reproche("coups") == ""


def test_deux_cellules_pour_un_nom():
    """Un nom défini dans deux cellules du notebook est-il signalé, et pas celui d'une cellule disparue ?"""
    journal = Journal()
    journal.noter("reponse", COUPS, True, 1)
    assert journal.doublon("coups", {"reponse": COUPS}) == journal.doublon("coups", {}) == ""
    essai = "G = 1\ndef coups(x): return x"
    journal.noter("essai", essai, True, 2, 7)
    dit = journal.doublon("coups", {"reponse": COUPS, "essai": essai})
    assert dit == "2 cellules définissent coups : c'est la dernière exécutée qui est jugée, la cellule [7]."
    assert journal.doublon("coups", {"reponse": "pass", "essai": essai}, 5) == ""
    assert journal.doublon("coups", {"reponse": "pass", "essai": essai}, 0) == dit  # le fichier date d'avant
    journal.noter("coupee", COUPS, True, 3)
    assert journal.doublon("coups", {"reponse": COUPS, "essai": essai}) == ""


def test_verifier_dit_le_doublon(monkeypatch, capsys):
    """Le verdict d'un nom défini deux fois est-il précédé d'une ligne ; à la correction, jamais ?"""
    monkeypatch.setattr("IPython.get_ipython", lambda: None)
    monkeypatch.setattr(examen, "doublon", lambda nom: f"2 cellules définissent {nom}")
    assert examen.verifier("tp0_accueil", "autre_joueur", lambda j: 3 - j) == 1.0
    assert capsys.readouterr().out.startswith("2 cellules définissent autre_joueur\n✓")
    with examen.noter_sur(1):
        examen.verifier("tp0_accueil", "autre_joueur", lambda j: 3 - j)
    assert "cellules" not in capsys.readouterr().out


def test_question_inconnue_d_abord(monkeypatch):
    """Une question mal écrite est-elle dite avant l'état de sa cellule ?"""
    monkeypatch.setattr(cellules, "JOURNAL", Journal())
    cellules.JOURNAL.noter("a", "def autre(j) return 3 - j", False)
    with pytest.raises(ValueError, match="n'a pas de question « autre »"):
        examen.verifier("tp0_accueil", "autre", lambda j: 3 - j)


def test_verifier_sans_verdict(monkeypatch, capsys):
    """Une cellule en erreur donne-t-elle une ligne et pas de verdict ; à la correction, jamais ?"""
    monkeypatch.setattr("IPython.get_ipython", lambda: None)
    monkeypatch.setattr(cellules, "JOURNAL", Journal())
    cellules.JOURNAL.noter("a", "def autre_joueur(j) return 3 - j", False)
    assert examen.verifier("tp0_accueil", "autre_joueur", lambda j: 3 - j) == 0.0
    dit = capsys.readouterr().out
    assert "juste" not in dit and "s'est arrêtée sur une erreur" in dit and dit.count("\n") == 1
    with examen.noter_sur(1):
        assert examen.verifier("tp0_accueil", "autre_joueur", lambda j: 3 - j) == 1.0


def test_verifier_interrompue(monkeypatch, capsys):
    """Une vérification interrompue le dit-elle en une ligne, sans trace ?"""
    monkeypatch.setattr("IPython.get_ipython", lambda: None)

    def interrompre(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(examen, "examiner", interrompre)
    assert examen.verifier("tp0_accueil", "autre_joueur", None) == 0.0
    assert capsys.readouterr().out.startswith("Vérification interrompue")


def test_affichage_borne():
    """Une cellule qui affiche sans fin est-elle coupée, et la suivante non ?"""
    borne, ecrits = Borne(), []
    for n in range(3 * cellules.LIGNES_MAX):
        borne._ecrire(ecrits.append, f"{n}\n")
    assert len(ecrits) <= cellules.LIGNES_MAX + 1 and "coupé" in ecrits[-1]


def test_dans_un_interprete(monkeypatch):
    """Chaque cellule qu'exécute IPython est-elle notée, réussie ou non, avant la suivante ?"""
    monkeypatch.setattr(cellules, "JOURNAL", Journal())
    inscrits = {}

    interprete = SimpleNamespace(events=SimpleNamespace(register=inscrits.__setitem__))

    class Info:
        raw_cell, cell_id = COUPS, "a"

    class Resultat:
        info, success, execution_count = Info, False, 3

    cellules.suivre(interprete)
    monkeypatch.setattr(cellules.BORNE, "remettre", lambda: None)
    inscrits["post_run_cell"](Resultat)
    assert "erreur" in cellules.JOURNAL.reproche("coups")
    inscrits["pre_run_cell"](Info)  # on l'exécute de nouveau : ce qui s'y vérifie est ce qui est en cours
    assert cellules.JOURNAL.reproche("coups") == ""
