"""La partie dans un terminal et la commande p4."""

from __future__ import annotations

import io
import random
from argparse import Namespace

import pytest

from p4core.commande import commandes, main
from p4core.ecran.clavier import Abandon
from p4core.ecran.terminal import Console, colorer, jouer_parties, terminal_en_couleurs
from p4core.francais import INSECABLE


def options(**autres):
    base = {"personnes": 2, "ia": "hasard", "profondeur": 1, "taille": (7, 6), "aligner": 4, "pause": 0.0}
    return Namespace(**{**base, **autres})


def jouer(reponses, **autres):
    """Joue avec ces réponses ; rend la séance et tout ce qui a été dit."""
    suite, dits = iter(reponses), []
    console = Console(lambda question: next(suite), dits.append, alea=random.Random(1))
    seance = jouer_parties(options(**autres), console)
    assert next(suite, None) is None, "des réponses n'ont pas été lues"
    return seance, "\n".join(dits).replace(INSECABLE, " ")


def test_deux_personnes_font_deux_parties():
    """Deux personnes enchaînent-elles deux parties avec des scores qui se suivent ?"""
    gagne = ["1", "2", "1", "2", "1", "2", "1"]
    seance, dits = jouer(["Ada", "Blaise", "Ada", *gagne, "o", "Blaise", *gagne, "n"])
    assert "Ada gagne !" in dits
    assert "Scores : Ada 1, Blaise 0, parties nulles 0." in dits
    assert "Scores : Blaise 1, Ada 1, parties nulles 0." in dits
    assert seance.points(1) == 1


def test_chaque_saisie_est_verifiee():
    """Une mauvaise réponse est-elle expliquée et redemandée, à chaque question ?"""
    questions = ["5", "2", "", "Ada", "Ada", "Bob", "Zoé", "Ada"]
    colonnes = ["x", "", "0", "8", "-1", "²", *"1111111", *"2323232"]
    _, dits = jouer([*questions, *colonnes, "peut-être", "non"], personnes=None)
    for phrase in (
        "Répondez 0, 1 ou 2.",
        "Il faut un nom.",
        "Ce nom est déjà pris.",
        "Répondez Ada, Bob, ou Entrée",
        "« x » n'est pas un numéro de colonne : on attend un entier de 1 à 7.",
        "Il manque un numéro de colonne : on attend un entier de 1 à 7.",
        "La colonne 0 n'existe pas : elles vont de 1 à 7.",
        "La colonne 8 n'existe pas : elles vont de 1 à 7.",
        "-1 est négatif : les colonnes vont de 1 à 7.",
        "« ² » n'est pas un numéro de colonne",
        "La colonne 1 est pleine.",
        "Répondez o (oui) ou n (non).",
    ):
        assert phrase in dits


def test_zero_personne_regarde_deux_machines():
    """Sans personne, deux machines jouent-elles une partie entière ?"""
    seance, dits = jouer(["n"], personnes=0)
    assert seance.position.finie
    assert "Ordinateur A" in dits


def test_une_partie_nulle_est_annoncee():
    """La partie nulle est-elle dite et comptée ?"""
    seance, dits = jouer(["Ada", "Bob", "Ada", "1", "1", "2", "2", "n"], taille=(2, 2), aligner=3)
    assert "Partie nulle" in dits
    assert seance.total_nulles == 1


def test_une_personne_contre_l_ia():
    """La machine répond-elle à une personne ?"""
    reponses = iter(["Ada", "Ada", "4", "4", "4"])

    def lire(_question):
        return next(reponses, None) or _fin()

    def _fin():
        raise EOFError

    dits = []
    with pytest.raises(Abandon, match="Personne ne répond"):
        jouer_parties(options(personnes=1, ia="minmax"), Console(lire, dits.append))
    assert sum("Ordinateur B (x) joue" in dit for dit in dits) == 3


PARTIE_NULLE = ["Ada", "Bob", "Ada", "1", "1", "2", "2"]


@pytest.mark.parametrize("rang", range(len(PARTIE_NULLE) + 1))
def test_q_quitte_a_chaque_question(rang):
    """Un « q » (ou « Quitter ») à la place de n'importe quelle réponse arrête-t-il tout ?"""
    for depart in ("q", " Quitter "):
        with pytest.raises(Abandon):
            jouer([*PARTIE_NULLE[:rang], depart], taille=(2, 2), aligner=3)


@pytest.mark.parametrize("saisie", ["", "Ada\nBob\nAda\n4\n", "Ada\nBob\nAda\nq\n"])
def test_partir_ne_laisse_pas_de_trace(saisie, monkeypatch, capsys):
    """Ctrl-D ou q quittent-ils sur un au revoir, sans trace d'erreur ?"""
    monkeypatch.setattr("sys.stdin", io.StringIO(saisie))
    assert main(["jouer", "-n", "2"]) == 0
    assert "Au revoir" in capsys.readouterr().out


def test_ctrl_c_quitte_meme_pendant_la_reflexion(monkeypatch, capsys):
    """Ctrl-C pendant qu'une machine réfléchit quitte-t-il sur un au revoir ?"""

    def interrompre(_secondes):
        raise KeyboardInterrupt

    monkeypatch.setattr("p4core.ecran.terminal.time.sleep", interrompre)
    assert main(["jouer", "-n", "0"]) == 0
    assert "Au revoir" in capsys.readouterr().out


def test_les_couleurs_seulement_dans_un_terminal(monkeypatch):
    """Les couleurs n'apparaissent-elles que si la sortie est un terminal qui les veut ?"""
    assert not terminal_en_couleurs()
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert terminal_en_couleurs()
    monkeypatch.setenv("NO_COLOR", "1")
    assert not terminal_en_couleurs()


def test_les_lettres_restent_sous_les_couleurs():
    """Une grille colorée garde-t-elle ses signes ?"""
    assert colorer("o x ·") == "\033[1;33mo\033[0m \033[1;31mx\033[0m ·"


@pytest.mark.parametrize(
    ("mots", "phrase"),
    [
        (["jouer", "--taille", "7"], "une taille comme 7x6"),
        (["jouer", "-n", "3"], "Répondez 0, 1 ou 2"),
        (["jouer", "--ia", "zeus"], "n'est pas une IA connue"),
        (["jouer", "--profondeur", "0"], "un entier de 1 à 8"),
        (["jouer", "--pause", "-1"], "une"),
        (["jouer", "--truc"], "arguments inconnus"),
        (["jouer", "--pause", "x"], "option --pause : "),
    ],
)
def test_une_option_fausse_est_expliquee_en_francais(mots, phrase, capsys):
    """Une option mal écrite donne-t-elle une phrase en français et le code 2 ?"""
    with pytest.raises(SystemExit) as sortie:
        main(mots)
    assert sortie.value.code == 2
    assert phrase in capsys.readouterr().err


def test_p4_seul_montre_les_commandes(capsys):
    """p4 sans rien, ou avec une commande inconnue, montre-t-il la liste des commandes ?"""
    assert main([]) == 0
    aide = capsys.readouterr().out
    assert all(nom in aide for nom in commandes())
    assert main(["danser"]) == 2
    assert "« danser » n'existe pas" in capsys.readouterr().err
