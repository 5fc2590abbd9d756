"""La partie en console du TP 3."""

import pytest
from reponses.tp3_ia import RECUEIL

from p4cours.tp3_ia.fournitures import partie_console

victoire = RECUEIL.fonction("victoire")
jouer = victoire.__globals__["jouer"]


def partie(machine=None, n=6, m=7):
    """Une partie sur une grille vide, sans affichage de la grille."""
    return partie_console([[0] * m for _ in range(n)], [0] * m, lambda g: None, jouer, victoire, machine)


def test_partie_a_deux(repondre):
    """Le premier qui aligne quatre pions gagne-t-il ?"""
    repondre("0", "1", "0", "1", "0", "1", "0")
    assert partie() == 1


def test_mauvaises_reponses(repondre, capsys):
    """Une réponse qui ne convient pas est-elle redemandée, avec la raison ?"""
    repondre("", "x", "-1", "7", "3.5", "²", "0", "1", "0", "1", "0", "1", " 0 ")
    assert partie() == 1
    sortie = capsys.readouterr().out
    assert "n'existe pas : elles vont de 0 à 6" in sortie
    assert sortie.count("n'est pas un numéro") == 5


def test_colonne_pleine(repondre, capsys):
    """Une colonne pleine est-elle refusée ?"""
    repondre(*"00000000", "q")
    assert partie() is None
    assert "pleine" in capsys.readouterr().out


def test_abandon(repondre, capsys):
    """La fin de l'entrée arrête-t-elle la partie sans erreur ?"""
    repondre("3")
    assert partie() is None
    assert "s'arrête là" in capsys.readouterr().out


def test_notebook_sans_clavier(sans_clavier):
    """Un notebook exécuté sans personne devant s'arrête-t-il sans erreur ?"""
    assert partie() is None


def test_contre_la_machine(repondre):
    """La machine joue-t-elle les pions 2 ?"""
    repondre("0", "1", "0", "1", "5")
    assert partie(lambda grille, hauteur, p: 6 if p == 2 else 0) == 2


@pytest.mark.parametrize("reponse", [None, 7, -1, 2.5, "trois"])
def test_machine_qui_repond_mal(repondre, capsys, reponse):
    """Une réponse impossible de la machine est-elle dite, sans erreur ?"""
    repondre("0")
    assert partie(lambda grille, hauteur, p: reponse) is None
    assert f"La machine a répondu {reponse!r}" in capsys.readouterr().out


def test_partie_nulle(repondre):
    """Une grille remplie sans gagnant donne-t-elle 0 ?"""
    from p4cours.verification.positions import nulles

    repondre(*(str(x) for x in nulles(1, 4, 4)[0].historique))
    assert partie(n=4, m=4) == 0
