"""Les parties du TP 5 dans la console."""

import pytest
from reponses.tp5_strategies import RECUEIL

from p4cours.tp5_strategies.fournitures import Jeux

ajouter, maxi, ia2 = (RECUEIL.fonction(nom) for nom in ("ajouter", "maxi", "ia2"))


def premiere(l, t, txt, g):
    """Une IA qui joue toujours la première colonne libre."""
    c = next(c for c in range(1, len(l) + 1) if l[c - 1][0] == "[ ]")
    return [ajouter(l, c, t), c]


def jeux(**options):
    """Des parties avec deux IA."""
    return Jeux(ajouter, maxi, {"1": premiere, "2": ia2}, **options)


def test_deux_personnes(repondre, capsys):
    """Deux parties à deux comptent-elles une victoire à chacun ?"""
    partie = ["1", "2", "1", "2", "1", "2", "1"]
    repondre("Ada", "Blaise", "Ada", *partie, "o", "blaise", *partie, "n")
    assert jeux().lancer(2) == {"Ada": 1, "Blaise": 1}
    assert capsys.readouterr().out.count("Scores :") == 2


def test_chaque_saisie_est_verifiee(repondre, capsys):
    """Une réponse qui ne convient pas est-elle redemandée, avec la raison ?"""
    repondre("2", "", "Ada", "ada", "Blaise", "Zoé", "Ada", "0", "8", "x", "²", "9" * 5000, *"1111111", "q")
    assert jeux().lancer(3) == {"Ada": 0, "Blaise": 0}
    sortie = capsys.readouterr().out
    for phrase in (
        "« 3 » ne convient pas",
        "Il faut un nom",
        "déjà pris",
        "« Zoé » ne convient pas",
        "est pleine",
    ):
        assert phrase in sortie
    assert sortie.count("n'existe pas : elles vont de 1 à 7") == 3
    assert sortie.count("n'est pas un numéro") == 2


def test_une_personne(repondre, capsys):
    """La machine choisie joue-t-elle les croix quand la personne commence ?"""
    repondre("Ada", "1", "Ada", "3", "2", "2", "2", "2", "n")
    assert jeux().lancer("1") == {"Ada": 0, "ORDI": 1}
    assert "ORDI a choisi de jouer dans la colonne 1" in capsys.readouterr().out


def test_personne(repondre):
    """Deux machines jouent-elles seules, l'une contre l'autre ?"""
    repondre("1", "2", "", "n")
    scores = jeux().lancer(0)
    assert list(scores) == ["ORDI A", "ORDI B"]
    assert sum(scores.values()) <= 1


def test_ia3_recoit_T_et_C(repondre):
    """Une IA qui demande T et C les reçoit-elle, avec toutes les colonnes jouées ?"""
    recus = []

    def imite(l, t, txt, g, T, C):
        recus.append((T, C))
        return [ajouter(l, C[-1], t), C[-1]]

    repondre("Ada", "imite", "Ada", "1", "3", "q")
    Jeux(ajouter, maxi, {"imite": imite}).lancer(1)
    assert recus == [(1, [1]), (2, [1, 1, 3])]


@pytest.mark.parametrize("reponse", [None, 0, 8, 2.5, "trois"])
def test_machine_qui_repond_mal(repondre, capsys, reponse):
    """Une réponse impossible de la machine est-elle dite, sans erreur ?"""
    repondre("Ada", "folle", "ORDI")
    scores = Jeux(ajouter, maxi, {"folle": lambda l, t, txt, g: [l, reponse]}).lancer(1)
    assert scores == {"Ada": 0, "ORDI": 0}
    assert f"ORDI a répondu {reponse!r}" in capsys.readouterr().out


def test_partie_nulle(repondre, capsys):
    """Une table pleine sans gagnant ne donne-t-elle de point à personne ?"""
    from p4cours.verification.positions import nulles

    coups = [str(x + 1) for x in nulles(1, 4, 4)[0].historique]
    repondre("Ada", "Blaise", "Ada", *coups, "n")
    assert jeux(taille=(4, 4)).lancer(2) == {"Ada": 0, "Blaise": 0}
    assert "nulle" in capsys.readouterr().out


def test_notebook_sans_clavier(sans_clavier, capsys):
    """Un notebook exécuté sans personne devant s'arrête-t-il sans erreur ?"""
    assert jeux().lancer(2) == {}
    assert "Personne ne répond" in capsys.readouterr().out
