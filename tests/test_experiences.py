"""Une expérience : le nombre de parties et la conclusion, jugés sur la mesure de l'élève."""

import random

import pytest

from p4core.tournois.statistiques import wilson
from p4cours.verification.experiences import Experience, conclusion_permise, intervalle
from p4cours.verification.moteur import examiner_question

INDICES = ("un", "deux", "trois")
# « A » gagne 55 parties sur 100, et 1 % sont nulles ; on veut un intervalle large de 0,04.
NETTE = Experience("A", "B", 0.04, (5500, 4400, 100))
EGALE = Experience("A", "B", 0.1, (4950, 4950, 100), "_egale")


def nombre(valeur, experience=NETTE):
    """Le bilan d'un nombre de parties."""
    return examiner_question("tp_essai", experience.nombre(INDICES), valeur, 0, 1)


def conclure(comptes, conclusion, prevision="A gagnera.", experience=NETTE):
    """Le bilan d'une mesure et de sa conclusion."""
    reponse = (prevision, comptes, conclusion)
    return examiner_question("tp_essai", experience.conclusion(INDICES), reponse, 0, 1)


@pytest.mark.parametrize("parties", [2401, 2400, 2500, 3000, 3600])
def test_nombre_juste(parties):
    """Le nombre exact, arrondi à son goût ou calculé avec 2 au lieu de 1,96, est-il accepté ?"""
    assert nombre(parties).etat == "juste"


@pytest.mark.parametrize(
    ("parties", "mots"),
    [
        (100, "large de 0,2, plus que les 0,04"),
        (2000, "Trop peu"),
        (2350, "large de 0,04043, plus que les 0,04"),
        (1691, "à 90 %"),
        (4147, "à 99 %"),
        (601, "pour la marge"),
        (9604, "1/4"),
        (49, "au carré"),
        (100_000, "Bien plus"),
        (0, "au moins une"),
        (2401.0, "flottant"),
        (10**400, "démesuré"),
        (2400.9, "entier"),
        ("2401", "chaîne"),
        (True, "booléen"),
    ],
)
def test_nombre_faux(parties, mots):
    """Chaque erreur sur le nombre de parties a-t-elle son nom ?"""
    bilan = nombre(parties)
    assert (bilan.etat, bilan.part) == ("faux", 0)
    assert mots in bilan.message.replace("\u202f", " ")


def test_nombre_sans_donner_la_reponse():
    """Aucun message ne donne-t-il le nombre demandé ?"""
    assert not any("2401" in nombre(n).message.replace(" ", "") for n in (10, 1691, 4147, 601, 9604, 10**6))


@pytest.mark.parametrize(
    ("comptes", "conclusion"),
    [
        ((1330, 1050, 21), "plus fort"),
        ([1330, 1050, 21], " Plus fort. "),
        ((1330, 1050, 21), "plus forte"),
        ((1225, 1155, 21), "on ne peut pas conclure"),
    ],
)
def test_conclusion_juste(comptes, conclusion):
    """Une conclusion que l'intervalle de l'élève permet est-elle acceptée, sans égard à la typographie ?"""
    assert conclure(comptes, conclusion).part == 1


def test_prevision_redite_jamais_jugee():
    """La prévision est-elle redite à côté de la mesure, même fausse, même absente ?"""
    fausse = conclure((1330, 1050, 21), "plus fort", prevision="B gagnera.")
    assert fausse.etat == "juste"
    assert "Vous aviez prévu : « B gagnera. »" in fausse.message
    assert "0,558, intervalle à 95 % [0,538 ; 0,578]" in fausse.message
    assert conclure((1330, 1050, 21), "plus fort", prevision=None).etat == "juste"


@pytest.mark.parametrize(
    ("comptes", "conclusion", "mots", "part"),
    [
        ((1330, 1050, 21), "moins fort", "l'inverse", 1 / 3),
        ((1330, 1050, 21), "on ne peut pas conclure", "permet d'en dire plus", 1 / 3),
        ((1225, 1155, 21), "plus fort", "en dit plus que lui", 1 / 3),
        ((1233, 1147, 21), "plus fort", "à 90 %", 1 / 3),
        ((1242, 1138, 21), "on ne peut pas conclure", "à 99 %", 1 / 3),
        ((140, 105, 5), "plus fort", "trop peu de parties", 0),
        ((1050, 1330, 21), "moins fort", "échangés", 0),
        ((21, 1330, 1050), "plus fort", "l'ordre demandé", 0),
        ((2401, 0, 0), "plus fort", "pas une fois sur un million", 0),
        ((1200, 900, 301), "plus fort", "pas une fois sur un million", 0),
        ((0.55, 0.44, 0.01), "plus fort", "fréquences", 0),
        ((1330, -1050, 21), "plus fort", "négatif", 0),
        (2401, "plus fort", "trois entiers", 0),
        ((1330, 1050), "plus fort", "trois entiers", 0),
        ((1330, 1050, 21), "gagne", "trois phrases", 1 / 3),
        ((1330, 1050, 21), None, "trois phrases", 1 / 3),
    ],
)
def test_conclusion_fausse(comptes, conclusion, mots, part):
    """Chaque erreur de mesure ou de conclusion a-t-elle son nom, et sa part des points ?"""
    bilan = conclure(comptes, conclusion)
    assert bilan.etat == "faux"
    assert mots.lower() in bilan.message.lower()
    assert bilan.part == pytest.approx(part, abs=1e-3)


def test_rien_d_ecrit():
    """Une cellule encore vide est-elle dite non traitée ?"""
    assert conclure(None, None).etat == "non traité"
    assert nombre(None).etat == "non traité"


def test_pas_un_triplet():
    """Une réponse d'une autre forme est-elle refusée avec la forme attendue ?"""
    bilan = examiner_question("tp_essai", NETTE.conclusion(INDICES), "plus fort", 0, 1)
    assert "(prevision, comptes, conclusion)" in bilan.message


def test_moins_de_parties_si_le_score_est_extreme():
    """Loin de 1/2, moins de parties donnent déjà la largeur voulue : est-ce accepté ?"""
    ecrasante = Experience("A", "B", 0.04, (9500, 500, 0))
    assert conclure((570, 30, 0), "plus fort", experience=ecrasante).etat == "juste"


def test_mesures_tirees_au_sort():
    """Une mesure honnête est-elle toujours acceptée avec la conclusion de son intervalle ?"""
    alea = random.Random(5)
    for experience, poids in ((NETTE, (55, 44, 1)), (EGALE, (49.5, 49.5, 1))):
        for _ in range(150):
            tirage = alea.choices(range(3), poids, k=2401)
            comptes = tuple(tirage.count(issue) for issue in range(3))
            dite = conclusion_permise(intervalle(comptes))
            assert conclure(comptes, dite, experience=experience).etat == "juste", comptes


def test_au_bord_les_deux_calculs():
    """Là où la formule du cours et Wilson se contredisent, les deux conclusions sont-elles acceptées ?"""
    bord = Experience("A", "B", 0.2, (5500, 4500, 0))
    assert conclusion_permise(wilson(58, 97)) == "on ne peut pas conclure"
    for dite, etat in (("plus fort", "juste"), ("on ne peut pas conclure", "juste"), ("moins fort", "faux")):
        assert conclure((58, 39, 0), dite, experience=bord).etat == etat


def test_questions_nommees():
    """Un TP de plusieurs expériences distingue-t-il leurs questions ?"""
    assert (EGALE.nombre(INDICES).nom, EGALE.conclusion(INDICES).nom) == (
        "nb_parties_egale",
        "conclusion_egale",
    )
