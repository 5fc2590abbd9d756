"""Éprouver ses tests : des versions fausses cachées, démasquées par les tests de l'élève."""

import pytest

from p4core.codages import JETONS, LIGNES, vers_colonnes, vers_jetons, vers_lignes
from p4core.jeu import Position
from p4cours.verification.imposteurs import Imposteurs, partie_possible
from p4cours.verification.lecture import entier
from p4cours.verification.moteur import examiner_question

INDICES = ("un", "deux", "trois")
FAUSSES = (
    ("Vous répondez toujours 0.", lambda p: 0),
    ("Vous ne voyez pas le joueur 2.", lambda p: p.gagnant % 2),
    ("Vous désignez le dernier joueur.", lambda p: 3 - p.trait),
)
GAGNANT = Imposteurs("tests_gagnant", "gagnant(G)", lambda p: p.gagnant, FAUSSES)
UN, DEUX, NUL = ("1212121", 1), ("12121232", 2), ("12", 0)  # des parties et leurs gagnants


def bilan_de(*tests, question=GAGNANT):
    """Le bilan de ces tests."""
    return examiner_question("tp_essai", question.question(INDICES), list(tests), 0, 1)


def unitaire(coups, attendu):
    """Un test de l'élève, dans le codage du TP 1."""
    return vers_colonnes(Position.depuis_coups(coups)), attendu


def test_toutes_demasquees():
    """Des tests qui démasquent tout gagnent-ils tout, en disant ce qu'était chaque version ?"""
    bilan = bilan_de(unitaire(*UN), unitaire(*DEUX), unitaire(*NUL))
    assert bilan.part == 1
    assert (
        "Version A, démasquée par tests_gagnant[0]. Son auteur aurait lu : « Vous répondez toujours 0. »"
        in bilan.message
    )
    assert "Version C, démasquée par tests_gagnant[2]" in bilan.message


@pytest.mark.parametrize(
    ("tests", "part", "mots"),
    [
        ([UN], 2 / 4, "1 version démasquée sur 3 ; restent B et C."),
        ([UN, DEUX], 3 / 4, "2 versions démasquées sur 3 ; reste C."),
        ([NUL], 2 / 4, "restent A et B."),
    ],
)
def test_notees_au_nombre(tests, part, mots):
    """La note suit-elle le nombre de versions démasquées, sans dire ce que sont les autres ?"""
    bilan = bilan_de(*(unitaire(*t) for t in tests))
    assert (bilan.etat, bilan.part) == ("faux", part)
    assert mots in bilan.message
    cachees = [phrase for (phrase, _), (_, ok) in zip(FAUSSES, bilan.criteres[1:], strict=True) if not ok]
    assert cachees
    assert not any(phrase in bilan.message for phrase in cachees)


def test_accuse_la_bonne():
    """Un test qui contredit la bonne version est-il dit tel, grille à l'appui, et ne compte-t-il pas ?"""
    bilan = bilan_de(unitaire(*UN), unitaire(*DEUX), unitaire("12", 1))
    assert (
        "Le test tests_gagnant[2] ne compte pas. Il accuse la BONNE version : dans cette grille, "
        in bilan.message
    )
    assert "gagnant(G) vaut 0, et non 1." in bilan.message
    assert bilan.contre_exemple.image.cases[0][0] == 1
    assert bilan.part == 2 / 4


def jouee(*cases):
    """Une grille où l'on a posé ces pions (x, y, joueur), sans règle."""
    G = vers_colonnes(Position())
    for x, y, joueur in cases:
        G[x][y] = joueur
    return G


APRES_LA_VICTOIRE = vers_colonnes(Position.depuis_coups("1212121"))
APRES_LA_VICTOIRE[1][3], APRES_LA_VICTOIRE[0][4] = 2, 1


@pytest.mark.parametrize(
    ("fautif", "mots"),
    [
        ((jouee((3, 1, 1)), 0), "flotte"),
        ((jouee((0, 0, 1), (1, 0, 1)), 0), "tour à tour"),
        ((jouee((0, 0, 2)), 0), "tour à tour"),
        ((APRES_LA_VICTOIRE, 1), "Les deux joueurs"),
        (([[0] * 6] * 6, 0), "7"),
        ((jouee((0, 0, 3)), 0), "0, 1 ou 2"),
        ((jouee(), False), "entier"),
        ((jouee(), None), "entier"),
        ((jouee(),), "(G, valeur attendue)"),
        (jouee(), "(G, valeur attendue)"),
        ("12", "(G, valeur attendue)"),
    ],
)
def test_ne_compte_pas(fautif, mots):
    """Une grille où aucune partie ne mène, ou un test mal écrit, sont-ils refusés avec leur raison ?"""
    bilan = bilan_de(unitaire(*UN), unitaire(*DEUX), unitaire(*NUL), fautif)
    assert bilan.part == 3 / 4
    assert "Le test tests_gagnant[3] ne compte pas" in bilan.message
    assert mots in bilan.message


def test_partie_continuee():
    """Une grille gagnée depuis longtemps, où l'on a continué de jouer, est-elle refusée ?"""
    G = vers_colonnes(Position.depuis_coups("1212121"))
    G[0][4], G[6][0] = 2, 1
    assert "continué après une victoire" in bilan_de((G, 1)).message


def test_liste_vide_et_trop_longue():
    """Une liste vide n'est-elle pas encore une réponse, et une liste sans fin est-elle refusée ?"""
    assert bilan_de().etat == "non traité"
    trop = bilan_de(*[unitaire(*UN)] * 13)
    assert (trop.part, "12 au plus" in trop.message) == (0, True)
    assert bilan_de(question=GAGNANT).part == 0


def test_des_tests_sans_interet():
    """Des tests justes qui ne démasquent personne rapportent-ils zéro ?"""
    muette = Imposteurs("t", "gagnant(G)", lambda p: p.gagnant, FAUSSES[1:2])
    assert bilan_de(unitaire(*NUL), question=muette).part == 0


def test_autres_codages():
    """La forme sert-elle aux autres codages, avec d'autres arguments que la grille ?"""
    victoire = Imposteurs(
        "tests_victoire",
        "victoire(grille, p)",
        lambda position, p: position.gagnant == p,
        [("Vous ne regardez pas p.", lambda position, p: position.gagnant > 0)],
        lire=lambda grille, p: (*partie_possible(LIGNES, None)((grille, None)), entier(p, "p")),
        lire_attendu=lambda valeur, nom: bool(valeur),
        codage=LIGNES,
    )
    grille, _ = vers_lignes(Position.depuis_coups("1212121"))
    assert bilan_de((grille, 2, False), question=victoire).part == 1
    assert "BONNE" in bilan_de((grille, 2, True), question=victoire).message
    jetons = Imposteurs(
        "t", "qui(l)", lambda p: p.gagnant, FAUSSES[:1], partie_possible(JETONS), codage=JETONS
    )
    assert bilan_de((vers_jetons(Position.depuis_coups("1212121")), 1), question=jetons).part == 1
