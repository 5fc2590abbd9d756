"""Les quatre codages : chacun sur une grille asymétrique dessinée à la main, et ses refus."""

import random

import pytest

from p4core import Position
from p4core.codages import (
    CODAGES,
    COLONNES,
    JETONS,
    LIGNES,
    NORMALE,
    SITUATION,
    TOURS,
    CodageInvalide,
    Malforme,
    ReponseInvalide,
    case_jouee,
    codage_nomme,
    depuis_colonnes,
    depuis_jetons,
    depuis_lignes,
    depuis_situation,
    depuis_tours,
    vers_colonnes,
    vers_jetons,
    vers_lignes,
    vers_situation,
    vers_tours,
)
from p4cours.verification.positions import au_hasard

#  . o . . . . .
#  o x . . . . .     « o » a commencé : quatre o, trois x (les trois rangées du haut sont vides)
#  o x . o . . x
POSITION = Position.depuis_coups("1242172")
GRILLE_C = [
    [1, 1, 0, 0, 0, 0],
    [2, 2, 1, 0, 0, 0],
    [0, 0, 0, 0, 0, 0],
    [1, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0],
    [2, 0, 0, 0, 0, 0],
]
GRILLE = [
    [0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0],
    [0, 1, 0, 0, 0, 0, 0],
    [1, 2, 0, 0, 0, 0, 0],
    [1, 2, 0, 1, 0, 0, 2],
]
GRILLE_S = [
    [1, 0, None, 1, None, None, 0],
    [1, 0, None, None, None, None, None],
    [None, 1, None, None, None, None, None],
    [None] * 7,
    [None] * 7,
    [None] * 7,
]
TABLE = [
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
    assert vers_colonnes(POSITION) == GRILLE_C
    assert vers_lignes(POSITION) == (GRILLE, [2, 3, 0, 1, 0, 0, 1])
    assert vers_situation(POSITION) == (0, GRILLE_S)
    assert vers_jetons(POSITION) == TABLE


def test_depuis_chaque_codage():
    """Les quatre grilles dessinées à la main donnent-elles la même position ?"""
    assert depuis_colonnes(GRILLE_C) == POSITION
    assert depuis_lignes(GRILLE, [2, 3, 0, 1, 0, 0, 1]) == depuis_lignes(GRILLE) == POSITION
    assert depuis_situation((0, GRILLE_S)) == POSITION
    assert depuis_jetons(TABLE) == POSITION


PETITE = Position.depuis_coups("11324", 4, 4, 3)
TOURS_DESSINEES = ("OX", "X", "O", "O")


def test_des_colonnes_en_chaines():
    """Le codage du TP 7 va-t-il dans les deux sens, lit-il une position suivante, et qui a gagné ?"""
    assert vers_tours(PETITE) == TOURS_DESSINEES and depuis_tours(TOURS_DESSINEES) == PETITE
    assert TOURS.position(TOURS_DESSINEES) == PETITE and TOURS.arguments(PETITE, 2) == (TOURS_DESSINEES,)
    apres = PETITE.jouer(1)
    assert TOURS.reponse(vers_tours(apres), PETITE).colonne == TOURS.reponse(1, PETITE).colonne == 1
    assert TOURS.lire_coup(vers_tours(apres), PETITE) == TOURS.coup((1, 1))
    assert [TOURS.lire_fini(signe, PETITE) for signe in ("", "O", "X")] == [0, 1, 2]
    for refusee in (TOURS_DESSINEES, vers_tours(apres.jouer(0)), ["OX", "X", "O", "O"]):
        with pytest.raises(ReponseInvalide):
            TOURS.reponse(refusee, PETITE)


@pytest.mark.parametrize(
    ("valeur", "mots"),
    [
        (["", "", "", ""], "clé d'un dictionnaire"),
        (("", ""), "tuple de 4 chaînes"),
        (("OXOXO", "", "", ""), "au plus 4 pions"),
        (("Z", "", "", ""), "O ou X"),
        (("XX", "", "", ""), "tour à tour"),
        (None, "rien"),
    ],
)
def test_des_chaines_refusees(valeur, mots):
    """Ce qui n'est pas une position du TP 7 est-il refusé en une phrase ?"""
    with pytest.raises(CodageInvalide, match=mots):
        depuis_tours(valeur)


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
    assert vers_colonnes(POSITION) == GRILLE_C


def changee(table, i, j, valeur):
    copie = [list(liste) for liste in table]
    copie[i][j] = valeur
    return copie


@pytest.mark.parametrize(
    ("lire", "mots"),
    [
        (lambda: depuis_colonnes([[0] * 7 for _ in range(6)]), ["7 listes de 6"]),
        (lambda: depuis_colonnes(GRILLE_C[:6]), ["7 listes de 6"]),
        (lambda: depuis_colonnes([*GRILLE_C[:6], [0] * 5]), ["G[6]", "5", "6"]),
        (lambda: depuis_colonnes([0] * 7), ["G[0]", "liste"]),
        (lambda: depuis_colonnes(None), ["liste de listes"]),
        (lambda: depuis_colonnes("1234567"), ["liste de listes"]),
        (lambda: depuis_colonnes(changee(GRILLE_C, 4, 0, 3)), ["G[4][0]", "3", "0, 1 ou 2"]),
        (lambda: depuis_colonnes(changee(GRILLE_C, 4, 0, True)), ["G[4][0]", "True"]),
        (lambda: depuis_colonnes(changee(GRILLE_C, 4, 0, 1.0)), ["G[4][0]", "1.0"]),
        (lambda: depuis_colonnes(changee(GRILLE_C, 4, 2, 2)), ["G[4][2]", "flotte", "G[4][1]"]),
        (lambda: depuis_colonnes(changee(GRILLE_C, 4, 0, 1)), ["5 pions", "3"]),
        (lambda: depuis_lignes(changee(GRILLE, 2, 4, 2)), ["grille[2][4]", "flotte", "grille[3][4]"]),
        (lambda: depuis_lignes(GRILLE, [2, 3, 0, 1, 0, 0, 0]), ["hauteur[6]", "0", "1 pion"]),
        (lambda: depuis_lignes(GRILLE, [2, 3]), ["hauteur", "7"]),
        (lambda: depuis_lignes(changee(GRILLE, 5, 4, None)), ["grille[5][4]", "None"]),
        (lambda: depuis_situation((1, GRILLE_S)), ["4 pions", "3", "autre joueur"]),
        (lambda: depuis_situation((2, GRILLE_S)), ["joueur", "2"]),
        (lambda: depuis_situation(GRILLE_S), ["couple"]),
        (lambda: depuis_situation((0, changee(GRILLE_S, 1, 2, 0))), ["G[1][2]", "flotte", "G[0][2]"]),
        (lambda: depuis_jetons(changee(TABLE, 4, 5, "[o]")), ["l[4][5]", "[o]"]),
        (lambda: depuis_jetons(changee(TABLE, 4, 4, "[X]")), ["l[4][4]", "flotte", "l[4][5]"]),
        (lambda: depuis_jetons(changee(TABLE, 4, 5, 1)), ["l[4][5]", "1"]),
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


# --- ce que dit un Codage ----------------------------------------------------------------------------

VALEURS = {
    COLONNES: GRILLE_C,
    LIGNES: (GRILLE, [2, 3, 0, 1, 0, 0, 1]),
    SITUATION: (0, GRILLE_S),
    JETONS: TABLE,
}
CHAQUE = pytest.mark.parametrize("codage", VALEURS, ids=lambda codage: codage.nom)


@CHAQUE
def test_un_codage_traduit_dans_les_deux_sens(codage):
    """La valeur dessinée à la main est-elle lue, vérifiée ou non, rendue, et dessinée comme la position ?"""
    valeur = VALEURS[codage]
    assert codage.valeur(POSITION) == valeur and codage_nomme(codage.nom) is codage
    assert codage.depuis(valeur) == codage.depuis(valeur, legale=False) == codage.position(valeur) == POSITION
    assert codage.cases(codage.grille(valeur)) == POSITION.cases()
    assert codage.lire_table(codage.grille(valeur), taille=NORMALE) == codage.table(POSITION)


@CHAQUE
def test_un_codage_situe_les_differences(codage):
    """Les cases qui diffèrent sont-elles rendues en (x, y), et nommées comme dans le code du TP ?"""
    case, apres = (6, 1), POSITION.jouer(6)
    grille = codage.table(apres)
    assert codage.differences(grille, codage.table(POSITION)) == [case]
    assert eval(codage.nom_case(case, 6), {codage.nom_grille: grille}) == codage.signes[2]
    assert codage.lire_coup(codage.valeur(apres) if codage is SITUATION else codage.coup(case), POSITION) == (
        codage.coup(case)
    )
    assert codage.colonne(codage.coup(case)) == 6


def test_la_numerotation_de_chaque_codage():
    """Première colonne, rangée 0, noms des coups et des joueurs : sont-ils ceux du TP ?"""
    dits = {nom: (c.origine, c.rangees(3), c.nom_coup(3), c.nom_joueur(2)) for nom, c in CODAGES.items()}
    assert dits == {
        None: (0, (0, 1, 2), "colonne 4", "joueur 2"),
        "colonnes": (0, (0, 1, 2), "x = 3", "joueur 2"),
        "lignes": (0, (2, 1, 0), "k = 3", "joueur 2"),
        "situation": (0, (0, 1, 2), "j = 3", "J0"),
        "tours": (0, (0, 1, 2), "colonne 3", "X"),
        "jetons": (1, (2, 1, 0), "colonne 4", "[X]"),
    }


@pytest.mark.parametrize(
    ("lire", "phrase"),
    [
        (lambda: COLONNES.lire_table(None), "la grille doit être une liste de listes, or c'est rien (None)"),
        (
            lambda: COLONNES.lire_table([[0] * 7] * 6, "G", NORMALE),
            "G doit contenir 7 listes de 6 entiers ; celle-ci contient 6 listes de longueur 7.",
        ),
        (lambda: COLONNES.lire_table([[0, 1.5]]), "G[0][1] doit être un entier, or c'est un flottant : 1.5."),
        (lambda: COLONNES.lire_table([[10**400]]), "G[0][0] est un entier démesuré"),
        (
            lambda: SITUATION.lire((0, [[None] * 6] * 7)),
            "la grille du résultat contient 7 listes de 6 cases : ici G est une liste de 6 LIGNES",
        ),
        (lambda: SITUATION.lire([[None] * 7] * 6), "le résultat est une grille seule"),
        (lambda: SITUATION.lire(([[None] * 7] * 6, 0)), "le résultat est écrit à l'envers"),
        (lambda: SITUATION.lire((True, GRILLE_S)), "L'autre joueur s'écrit 1 - joueur."),
        (lambda: SITUATION.lire((2, GRILLE_S)), "le joueur du résultat vaut 2"),
        (lambda: SITUATION.lire((0, (tuple(GRILLE_S),))), "or c'est un tuple"),
        (lambda: SITUATION.lire_table([[2]]), "G[0][0] vaut 2 : une case contient None, 0 ou 1."),
        (lambda: JETONS.lire_table([["[ ]"], []]), "la grille doit avoir des colonnes de même longueur"),
        (lambda: JETONS.lire_table([["x"]]), 'l[0][0] vaut \'x\' : une case contient "[ ]", "[O]" ou "[X]".'),
    ],
)
def test_ce_qui_manque_a_une_valeur_est_dit(lire, phrase):
    """Chaque défaut de forme a-t-il sa phrase ?"""
    with pytest.raises(Malforme) as defaut:
        lire()
    assert phrase in str(defaut.value)


def test_une_valeur_lue_est_une_copie_simple():
    """Des tuples ou des entiers numpy sont-ils rendus comme des listes d'entiers ?"""
    numpy = pytest.importorskip("numpy")
    G = tuple(tuple(numpy.int64(v) for v in colonne) for colonne in GRILLE_C)
    lue = COLONNES.lire(G, taille=NORMALE)
    assert lue == GRILLE_C and type(lue[0][0]) is int
    assert depuis_colonnes(numpy.array(GRILLE_C)) == POSITION


def test_la_case_jouee():
    """Le coup qui mène d'une position à l'autre est-il retrouvé, et lui seul ?"""
    assert case_jouee(POSITION, POSITION.jouer(1)) == (1, 3)
    assert case_jouee(POSITION, POSITION) is None
    assert case_jouee(POSITION, POSITION.jouer(1).jouer(1)) is None
    assert case_jouee(POSITION.jouer(1), POSITION) is None


# --- les numéros que l'on montre -----------------------------------------------------------------

NUMEROS = [
    ("colonnes", 0, "543210"),
    ("lignes", 0, "012345"),
    ("situation", 0, "543210"),
    ("jetons", 1, "012345"),
]


@pytest.mark.parametrize(("nom", "premier", "rangees"), NUMEROS)
def test_le_dessin_a_les_numeros_du_tp(nom, premier, rangees):
    """Colonnes et rangées dessinées ont-elles les indices du codage, pions à leur place ?"""
    codage = codage_nomme(nom)
    *lignes, numeros = repr(codage.dessiner(codage.valeur(POSITION))).splitlines()
    assert numeros.split() == [str(codage.numero(x)) for x in range(7)]
    assert codage.numero(0) == premier
    assert "".join(ligne.split()[0] for ligne in lignes) == rangees
    assert [ligne.split()[1:3] for ligne in lignes[3:]] == [["·", "o"], ["o", "x"], ["o", "x"]]


@pytest.mark.parametrize("nom", ["colonnes", "lignes", "situation", "jetons"])
def test_une_grille_impossible_se_dessine(nom):
    """Une grille qu'aucune partie n'atteint se dessine-t-elle quand même ?"""
    codage = codage_nomme(nom)
    flottante = Position.depuis_pions((4, 4), 4, (1 << 7, 0), 2)
    assert codage.dessiner(codage.valeur(flottante))._repr_svg_().count("#f2b807") == 1


@pytest.mark.parametrize(
    ("nom", "coup"),
    [
        ("colonnes", "x = 2"),
        ("lignes", "k = 2"),
        ("situation", "j = 2"),
        ("jetons", "colonne 3"),
        (None, "colonne 3"),
    ],
)
def test_la_troisieme_colonne(nom, coup):
    """La troisième colonne porte-t-elle le nom que lui donne le TP ?"""
    assert codage_nomme(nom).nom_coup(2) == coup
