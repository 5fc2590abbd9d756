"""La saisie d'une colonne au clavier, dans le codage « situation »."""

import pytest

from p4core.codages import vers_situation
from p4core.jeu import Position
from p4cours.tp4_graphe.fournitures import demande_colonne, refuser

PLEINE = vers_situation(Position.depuis_coups("111111"))


@pytest.mark.parametrize(
    "saisie", ["", " ", "abc", "-1", "7", "3.0", "²", "٣", "1 2", "9" * 6000, "None", "0"]
)
def test_mauvaise_saisie(saisie, monkeypatch, capsys):
    """Une mauvaise réponse est-elle redemandée, avec une phrase, sans jamais rien casser ?"""
    reponses = iter([saisie, "3"])
    monkeypatch.setattr("builtins.input", lambda invite: next(reponses))
    assert demande_colonne(PLEINE) == 3
    assert "colonne" in capsys.readouterr().out


@pytest.mark.parametrize("saisie", ["1", " 6 ", "003"])
def test_bonne_saisie(saisie):
    """Une colonne libre est-elle acceptée, espaces et zéros compris ?"""
    assert refuser(saisie, PLEINE[1]) == ""


def test_invite(monkeypatch):
    """L'invite dit-elle à qui c'est de jouer ?"""
    invites = []
    monkeypatch.setattr("builtins.input", lambda invite: invites.append(invite) or "2")
    demande_colonne(vers_situation(Position.depuis_coups("4")))
    assert invites == ["Joueur 0, votre colonne : "]
