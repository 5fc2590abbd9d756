"""Les quatre codages : chacun sur une grille asymétrique dessinée à la main, et ses refus."""

import random

import pytest

from p4core import Position
from p4core.codages import (
    CodageInvalide,
    depuis_colonnes,
    depuis_jetons,
    depuis_lignes,
    depuis_situation,
    vers_colonnes,
    vers_jetons,
    vers_lignes,
    vers_situation,
)
from p4cours.verification.positions import au_hasard

#  . o . . . . .
#  o x . . . . .     « o » a commencé : quatre o, trois x (les trois rangées du haut sont vides)
#  o x . o . . x
POSITION = Position.depuis_coups("1242172")
COLONNES = [
    [1, 1, 0, 0, 0, 0],
    [2, 2, 1, 0, 0, 0],
    [0, 0, 0, 0, 0, 0],
    [1, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0],
    [2, 0, 0, 0, 0, 0],
]
LIGNES = [
    [0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0],
    [0, 1, 0, 0, 0, 0, 0],
    [1, 2, 0, 0, 0, 0, 0],
    [1, 2, 0, 1, 0, 0, 2],
]
SITUATION = [
    [1, 0, None, 1, None, None, 0],
    [1, 0, None, None, None, None, None],
    [None, 1, None, None, None, None, None],
    [None] * 7,
    [None] * 7,
    [None] * 7,
]
JETONS = [
    ["[ ]", "[ ]", "[ ]", "[ ]", "[O]", "[O]"],
    ["[ ]", "[ ]", "[ ]", "[O]", "[X]", "[X]"],
    ["[ ]"] * 6,
    ["[ ]", "[ ]", "[ ]", "[ ]", "[ ]", "[O]"],
    ["[ ]"] * 6,
    ["[ ]"] * 6,
    ["[ ]", "[ ]", "[ ]", "[ ]", "[ ]", "[X]"],
]


def test_vers_chaque_codage():
    """La même position donne-t-elle les quatre grilles dessinées à la main ?"""
    assert vers_colonnes(POSITION) == COLONNES
    assert vers_lignes(POSITION) == (LIGNES, [2, 3, 0, 1, 0, 0, 1])
    assert vers_situation(POSITION) == (0, SITUATION)
    assert vers_jetons(POSITION) == JETONS


def test_depuis_chaque_codage():
    """Les quatre grilles dessinées à la main donnent-elles la même position ?"""
    assert depuis_colonnes(COLONNES) == POSITION
    assert depuis_lignes(LIGNES, [2, 3, 0, 1, 0, 0, 1]) == depuis_lignes(LIGNES) == POSITION
    assert depuis_situation((0, SITUATION)) == POSITION
    assert depuis_jetons(JETONS) == POSITION


def test_depart_du_tp4():
    """La situation de départ est-elle bien (1, grille vide) ?"""
    assert vers_situation(Position()) == (1, [[None] * 7 for _ in range(6)])


@pytest.mark.parametrize("taille", [(7, 6, 4), (4, 4, 3), (5, 8, 4), (9, 5, 4)])
def test_aller_retour(taille):
    """Traduire puis revenir redonne-t-il la position, quelle que soit la taille ?"""
    largeur, hauteur, aligner = taille
    options = {"taille": (largeur, hauteur), "aligner": aligner}
    for p in au_hasard(random.Random(3), 50, Position(*taille)):
        assert depuis_colonnes(vers_colonnes(p), **options) == p
        assert depuis_lignes(*vers_lignes(p), **options) == p
        assert depuis_situation(vers_situation(p), **options) == p
        assert depuis_jetons(vers_jetons(p), **options) == p


def test_les_grilles_rendues_sont_des_copies():
    """Écrire dans une grille rendue laisse-t-il la position intacte ?"""
    G = vers_colonnes(POSITION)
    G[2][0] = 1
    assert vers_colonnes(POSITION) == COLONNES


def changee(table, i, j, valeur):
    copie = [list(liste) for liste in table]
    copie[i][j] = valeur
    return copie


@pytest.mark.parametrize(
    ("lire", "mots"),
    [
        (lambda: depuis_colonnes([[0] * 7 for _ in range(6)]), ["7 listes de 6"]),
        (lambda: depuis_colonnes(COLONNES[:6]), ["7 listes de 6"]),
        (lambda: depuis_colonnes([*COLONNES[:6], [0] * 5]), ["G[6]", "5", "6"]),
        (lambda: depuis_colonnes([0] * 7), ["G[0]", "liste"]),
        (lambda: depuis_colonnes(None), ["liste de listes"]),
        (lambda: depuis_colonnes("1234567"), ["liste de listes"]),
        (lambda: depuis_colonnes(changee(COLONNES, 4, 0, 3)), ["G[4][0]", "3", "0, 1 ou 2"]),
        (lambda: depuis_colonnes(changee(COLONNES, 4, 0, True)), ["G[4][0]", "True"]),
        (lambda: depuis_colonnes(changee(COLONNES, 4, 0, 1.0)), ["G[4][0]", "1.0"]),
        (lambda: depuis_colonnes(changee(COLONNES, 4, 2, 2)), ["G[4][2]", "flotte", "G[4][1]"]),
        (lambda: depuis_colonnes(changee(COLONNES, 4, 0, 1)), ["5 pions", "3"]),
        (lambda: depuis_lignes(changee(LIGNES, 2, 4, 2)), ["grille[2][4]", "flotte", "grille[3][4]"]),
        (lambda: depuis_lignes(LIGNES, [2, 3, 0, 1, 0, 0, 0]), ["hauteur[6]", "0", "1 pion"]),
        (lambda: depuis_lignes(LIGNES, [2, 3]), ["hauteur", "7"]),
        (lambda: depuis_lignes(changee(LIGNES, 5, 4, None)), ["grille[5][4]", "None"]),
        (lambda: depuis_situation((1, SITUATION)), ["4 pions", "3", "autre joueur"]),
        (lambda: depuis_situation((2, SITUATION)), ["joueur", "2"]),
        (lambda: depuis_situation(SITUATION), ["couple"]),
        (lambda: depuis_situation((0, changee(SITUATION, 1, 2, 0))), ["G[1][2]", "flotte", "G[0][2]"]),
        (lambda: depuis_jetons(changee(JETONS, 4, 5, "[o]")), ["l[4][5]", "[o]"]),
        (lambda: depuis_jetons(changee(JETONS, 4, 4, "[X]")), ["l[4][4]", "flotte", "l[4][5]"]),
        (lambda: depuis_jetons(changee(JETONS, 4, 5, 1)), ["l[4][5]", "1"]),
    ],
)
def test_refus(lire, mots):
    """Une grille mal formée est-elle refusée par une phrase qui montre la case ?"""
    with pytest.raises(CodageInvalide) as erreur:
        lire()
    assert all(mot in str(erreur.value) for mot in mots), str(erreur.value)


def test_deux_gagnants():
    """Deux alignements de joueurs différents sont-ils refusés, et tous deux montrés ?"""
    G = [[1, 1, 1, 1, 0, 0], [2, 2, 2, 2, 0, 0]] + [[0] * 6 for _ in range(5)]
    with pytest.raises(CodageInvalide, match=r"deux joueurs.*G\[0\]\[0\].*G\[1\]\[0\]"):
        depuis_colonnes(G)


def test_partie_poursuivie_apres_la_victoire():
    """Une grille où le perdant a rejoué après la victoire est-elle refusée ?"""
    G = [[1, 1, 1, 1, 0, 0], [2, 2, 2, 0, 0, 0], [2, 0, 0, 0, 0, 0]] + [[0] * 6 for _ in range(4)]
    with pytest.raises(CodageInvalide, match="s'arrêter"):
        depuis_colonnes(G)


def test_grille_illegale_acceptee_sur_demande():
    """L'exemple impossible du sujet (9 pions contre 7) se lit-il avec legale=False ?"""
    G = [[0, 1, 1, 1, 0, 0, None], [None, 1, 0, 0, 1, None, None], [None, None, 0, 1, 0, None, None]]
    G += [[None, None, valeur, None, None, None, None] for valeur in (1, 0, 0)]
    with pytest.raises(CodageInvalide, match="7 pions"):
        depuis_situation((1, G))
    p = depuis_situation((1, G), legale=False)
    assert p.nb_coups == 16 and p.trait == 1 and p.case(2, 5) == 2
