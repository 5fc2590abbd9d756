"""Le TP 5 : ses vérifications, éprouvées sur des réponses d'élèves, puis ses parties dans la console."""

import random
from itertools import pairwise

import pytest
from reponses import EpreuveDesReponses
from reponses.tp5_strategies import RECUEIL

from p4core.codages import vers_jetons
from p4core.jeu import Position
from p4cours import examiner, questions
from p4cours.tp5_strategies import Jeux, grilles, ia2, selections
from p4cours.verification import positions

TP = RECUEIL.tp


class TestReponses(EpreuveDesReponses):
    """Chaque réponse du recueil."""

    recueil = RECUEIL


@pytest.mark.parametrize("nom", ["slc2", "slc3", "slc4_corrigee", "ia2"])
def test_une_erreur_comptee_une_fois(nom):
    """Une fonction juste est-elle acceptée quand ajouter et listcolok, qu'elle appelle, sont fausses ?"""
    reponse = RECUEIL.fonction(nom, ajouter="toujours_en_bas", listcolok="ok_inverse")
    bilan = examiner(TP, nom, reponse)
    assert bilan.etat == "juste", bilan.message
    assert "versions justes" in bilan.message


@pytest.mark.parametrize("graine", range(2))
@pytest.mark.parametrize("nom", questions(TP))
def test_autres_graines(nom, graine):
    """D'autres graines et plus d'essais donnent-ils le même verdict ?"""
    assert examiner(TP, nom, RECUEIL.fonction(nom), graine, ampleur=2).etat == "juste"


def test_exemple_du_sujet():
    """Sur l'exemple, chaque colonne donne-t-elle une suite de 3, et slc2 garde-t-elle [2, 3, 6] ?"""
    position = grilles.dessinee(selections.EXEMPLE)
    assert {grilles.maxi(grilles.poser(position, x, 1), 1) for x in range(7)} == {3}
    assert grilles.selection(position, [1, 2, 3, 4, 5, 6, 7], 1) == [2, 3, 6]


@pytest.mark.parametrize("taille", [(7, 6, 4), *grilles.AUTRES])
def test_places_et_comptes(taille):
    """Les deux façons de compter les jetons d'une fenêtre s'accordent-elles ?"""
    alea = random.Random(3)
    for position in positions.au_hasard(alea, 15, Position(*taille)):
        vides = [(x, y) for x in range(taille[0]) for y in range(taille[1]) if not position.case(x, y)]
        for joueur in (1, 2):
            comptes = {c: max(grilles.compte(position, c, d, joueur) for d in grilles.PAS) for c in vides}
            mieux, cases = grilles.places(position, joueur)
            assert mieux == max(comptes.values(), default=0)
            assert sorted(cases) == sorted(c for c in vides if comptes[c] == mieux)


def test_chaque_regle_de_ia2():
    """Chaque règle de la cascade a-t-elle ses positions, des plus petites aux plus grandes ?"""
    for nom, choisies in ia2.choisies().items():
        assert choisies, nom
        assert all(a.nb_coups <= b.nb_coups for a, b in pairwise(choisies))


def test_fins_choisies():
    """Dans les fins choisies à la main, slc2 ne choisit-elle plus, et une colonne est-elle à éviter ?"""
    for position, lcj, joueur in selections.fins():
        assert set(grilles.apports(position, lcj, joueur).values()) == {0}
        assert grilles.retenues(position, lcj, joueur) != grilles.selection(position, lcj, joueur) == lcj


def test_poser_sur_une_colonne_pleine():
    """Un pion posé dans une colonne pleine laisse-t-il la position inchangée ?"""
    position = Position.depuis_coups("111111")
    assert vers_jetons(grilles.poser(position, 0, 1)) == vers_jetons(position)


# --- des parties dans la console -------------------------------------------------------------------

ajouter, maxi, machine = (RECUEIL.fonction(nom) for nom in ("ajouter", "maxi", "ia2"))


def premiere(l, t, txt, g):
    """Une IA qui joue toujours la première colonne libre."""
    c = next(c for c in range(1, len(l) + 1) if l[c - 1][0] == "[ ]")
    return [ajouter(l, c, t), c]


def jeux(**options):
    """Des parties avec deux IA."""
    return Jeux(ajouter, maxi, {"1": premiere, "2": machine}, **options)


def test_deux_personnes(repondre, capsys):
    """Deux parties à deux comptent-elles une victoire à chacun ?"""
    partie = ["1", "2", "1", "2", "1", "2", "1"]
    repondre("Ada", "Blaise", "Ada", *partie, "o", "blaise", *partie, "n")
    assert jeux().lancer(2) == {"Ada": 1, "Blaise": 1}
    assert capsys.readouterr().out.count("Scores :") == 2


def test_chaque_saisie_est_verifiee(repondre, capsys):
    """Une réponse qui ne convient pas est-elle redemandée, avec la raison ?"""
    questions = ["", "2", "", "Ada", "ada", "Blaise", "Zoé", "Ada"]
    repondre(*questions, "0", "8", "x", "²", "", "-1", "9" * 5000, *"1111111", "q")
    assert jeux().lancer(3) == {"Ada": 0, "Blaise": 0}
    sortie = capsys.readouterr().out.replace("\N{NO-BREAK SPACE}", " ")
    for phrase in (
        "« 3 » ne convient pas",
        "Il manque une réponse : 0, 1, 2 (q pour quitter).",
        "Il manque un numéro de colonne : on attend un entier de 1 à 7.",
        "-1 est négatif : les colonnes vont de 1 à 7.",
        "Il faut un nom",
        "déjà pris",
        "« Zoé » ne convient pas",
        "est pleine",
    ):
        assert phrase in sortie
    assert sortie.count("n'existe pas : elles vont de 1 à 7") == 3
    assert sortie.count("n'est pas un numéro") == 2
    assert "«  »" not in sortie


DEUX_COUPS = ["Ada", "Blaise", "Ada", "1", "2"]


@pytest.mark.parametrize("depart", ["q", "Quitter", KeyboardInterrupt, EOFError])
@pytest.mark.parametrize("rang", range(len(DEUX_COUPS) + 1))
def test_partir_a_chaque_question(rang, depart, repondre, capsys):
    """À chaque question, q, Ctrl-C et la fin de l'entrée arrêtent-ils tout sur une phrase ?"""
    repondre(*DEUX_COUPS[:rang], depart)
    assert sum(jeux().lancer(2).values()) == 0
    assert capsys.readouterr().out.lower().endswith("on s'arrête là.\n")


def test_ctrl_c_pendant_la_reflexion(repondre, capsys):
    """Ctrl-C pendant qu'une machine réfléchit arrête-t-il les parties, scores rendus ?"""

    def interrompue(l, t, txt, g):
        raise KeyboardInterrupt

    repondre("Ada", "lente", "ORDI")
    assert Jeux(ajouter, maxi, {"lente": interrompue}).lancer(1) == {"Ada": 0, "ORDI": 0}
    assert capsys.readouterr().out.endswith("On s'arrête là.\n")


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
    coups = [str(x + 1) for x in positions.nulles(1, 4, 4)[0].historique]
    repondre("Ada", "Blaise", "Ada", *coups, "n")
    assert jeux(taille=(4, 4)).lancer(2) == {"Ada": 0, "Blaise": 0}
    assert "nulle" in capsys.readouterr().out


def test_notebook_sans_clavier(sans_clavier, capsys):
    """Un notebook exécuté sans personne devant s'arrête-t-il sans erreur ?"""
    assert jeux().lancer(2) == {}
    assert "Personne ne répond" in capsys.readouterr().out
