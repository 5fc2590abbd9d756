"""Le jeu : règles et immuabilité d'une position, parties entières, feuille de partie."""

import pickle
import random

import pytest

from p4core import CoupIllegal, Position
from p4core.jeu import Feuille, alignements, au_hasard, masques_alignements, partie, partie_hasard


def couches(depart, profondeur):
    couche = {depart}
    for _ in range(profondeur + 1):
        yield len(couche)
        couche = {p.jouer(x) for p in couche for x in p.coups()}


def test_nombre_de_positions_par_coup():
    """Retrouve-t-on les nombres de positions publiés ?"""
    attendus = [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275]
    assert list(couches(Position(), 8)) == attendus


@pytest.mark.parametrize(
    ("taille", "attendu"),
    [((7, 6, 4), 69), ((4, 4, 4), 10), ((4, 4, 3), 24), ((3, 3, 3), 8), ((9, 7, 5), 92)],
)
def test_nombre_d_alignements(taille, attendu):
    """Chaque taille a-t-elle son nombre d'alignements ?"""
    assert len(list(alignements(*taille))) == attendu
    assert len(set(masques_alignements(*taille))) == attendu


def test_position_vide():
    """Que vaut une grille vide ?"""
    p = Position()
    assert (p.largeur, p.hauteur, p.aligner) == (7, 6, 4)
    assert (p.trait, p.gagnant, p.nb_coups, p.pleine, p.finie) == (1, 0, 0, False, False)
    assert p.coups() == [0, 1, 2, 3, 4, 5, 6]
    assert p.alignement == () and p.dernier is None


def test_jouer_ne_change_pas_la_position():
    """La position de départ est-elle intacte après un coup ?"""
    p = Position()
    q = p.jouer(3)
    assert p == Position() and p.nb_coups == 0
    assert q.case(3, 0) == 1 and q.trait == 2 and q.dernier == (3, 0)
    with pytest.raises(AttributeError):
        q.trait = 1


def test_grille_asymetrique():
    """Chaque pion est-il là où on l'a dessiné ?"""
    p = Position.depuis_coups("4453212")
    attendu = ["2     ", "11    ", "2     ", "12    ", "1     ", "      ", "      "]
    assert p.cases() == [[int(c) if c != " " else 0 for c in colonne] for colonne in attendu]


def test_egalite_sans_l_ordre_des_coups():
    """Deux ordres qui mènent à la même grille donnent-ils la même position ?"""
    a, b = Position.depuis_coups("123"), Position.depuis_coups("321")
    assert a == b and hash(a) == hash(b) and len({a, b}) == 1
    assert a != Position.depuis_coups("213")
    assert Position() != Position(largeur=8)


@pytest.mark.parametrize(
    ("coups", "gagnant", "cases"),
    [
        ("4152637", 1, ((3, 0), (4, 0), (5, 0), (6, 0))),
        ("1212121", 1, ((0, 0), (0, 1), (0, 2), (0, 3))),
        ("71212121", 2, ((0, 0), (0, 1), (0, 2), (0, 3))),
        ("12234334464", 1, ((0, 0), (1, 1), (2, 2), (3, 3))),
        ("76654554424", 1, ((3, 3), (4, 2), (5, 1), (6, 0))),
        ("112233554", 1, ((0, 0), (1, 0), (2, 0), (3, 0), (4, 0))),
    ],
)
def test_victoire(coups, gagnant, cases):
    """Les quatre directions, et un alignement de cinq, sont-ils reconnus ?"""
    p = Position.depuis_coups(coups)
    assert (p.gagnant, p.alignement, p.coups(), p.finie) == (gagnant, cases, [], True)


def test_pas_de_victoire_a_cheval_sur_deux_colonnes():
    """Le haut d'une colonne et le bas de la suivante ne s'alignent-ils jamais ?"""
    p = Position(largeur=2, hauteur=4, aligner=4)
    for x in (0, 0, 1, 0, 1, 0, 1):  # 1 en haut... puis en bas : rien d'aligné
        p = p.jouer(x)
    assert p.gagnant == 0


def test_la_victoire_calculee_est_celle_des_alignements():
    """Sur mille fins de partie, le gagnant est-il bien celui d'un alignement complet ?"""
    alea = random.Random(5)
    for _ in range(300):
        p = partie_hasard(alea)
        complets = {
            p.case(*cases[0])
            for cases in alignements()
            if p.case(*cases[0]) and len({p.case(x, y) for x, y in cases}) == 1
        }
        assert complets == ({p.gagnant} if p.gagnant else set())
        assert p.gagnant or p.pleine


@pytest.mark.parametrize(
    ("coups", "x", "mots"),
    [
        ("", 7, ["colonne 7", "n'existe pas", "0 à 6"]),
        ("", -1, ["colonne -1", "n'existe pas"]),
        ("444444", 3, ["colonne 3", "pleine"]),
        ("4152637", 0, ["colonne 0", "joueur 1", "gagné"]),
        ("", "3", ["'3'", "entier"]),
        ("", 2.0, ["2.0", "entier"]),
        ("", None, ["None", "entier"]),
    ],
)
def test_coup_illegal(coups, x, mots):
    """Un coup impossible dit-il quelle colonne, et pourquoi ?"""
    with pytest.raises(CoupIllegal) as erreur:
        Position.depuis_coups(coups).jouer(x)
    assert isinstance(erreur.value, ValueError)
    assert all(mot in str(erreur.value) for mot in mots)


@pytest.mark.parametrize(
    ("coups", "mots"),
    [
        ("48", ["n° 2", "colonne 8", "1 à 7"]),
        ("4a", ["n° 2", "'a'"]),
        ("4444444", ["n° 7", "colonne 4", "pleine"]),
    ],
)
def test_notation_illegale(coups, mots):
    """Une suite de coups fautive montre-t-elle lequel, numéroté comme dans la notation ?"""
    with pytest.raises(CoupIllegal) as erreur:
        Position.depuis_coups(coups)
    assert all(mot in str(erreur.value) for mot in mots)


def test_notation_aller_retour():
    """La notation d'une position redonne-t-elle la position, même au-delà de 9 colonnes ?"""
    p = Position.depuis_coups("4453")
    assert p.notation == "4453" and repr(p) == "Position.depuis_coups('4453')"
    large = Position(12, 4).jouer(10).jouer(0)
    assert large.notation == "11 1"
    assert Position.depuis_coups(large.notation, 12, 4) == large


@pytest.mark.parametrize("reglage", [{"largeur": 0}, {"hauteur": -1}, {"aligner": 2.5}, {"largeur": True}])
def test_tailles_refusees(reglage):
    """Une taille impossible est-elle refusée avec son nom ?"""
    with pytest.raises(ValueError, match=next(iter(reglage))):
        Position(**reglage)


def test_autres_tailles():
    """Le jeu suit-il la taille et la longueur à aligner ?"""
    p = Position.depuis_coups("12132", largeur=4, hauteur=4, aligner=3)
    assert p.gagnant == 0
    p = Position.depuis_coups("12121", largeur=4, hauteur=4, aligner=3)
    assert p.gagnant == 1 and p.alignement == ((0, 0), (0, 1), (0, 2))
    assert Position(1, 1, 1).jouer(0).gagnant == 1


def test_entiers_numpy_acceptes():
    """Un entier numpy est-il une colonne comme une autre ?"""
    numpy = pytest.importorskip("numpy")
    assert Position().jouer(numpy.int64(2)) == Position().jouer(2)


def test_case_hors_de_la_grille():
    """Une case hors de la grille est-elle refusée, indices négatifs compris ?"""
    for case in ((7, 0), (0, 6), (-1, 0)):
        with pytest.raises(IndexError, match="hors de la grille"):
            Position().case(*case)


def test_conserve_par_pickle():
    """Une position traverse-t-elle un processus sans se perdre ?"""
    p = Position.depuis_coups("4453")
    copie = pickle.loads(pickle.dumps(p))
    assert copie == p and copie.notation == "4453"


# --- les parties -------------------------------------------------------------------------------


def test_partie_entre_deux_joueurs():
    """Deux joueurs entêtés donnent-ils la partie attendue ?"""
    fin = partie(lambda p: 0, lambda p: 1)
    assert fin.notation == "1212121" and fin.gagnant == 1


def test_parties_au_hasard():
    """Sur 2 000 parties, retrouve-t-on environ 55,7 % de victoires du premier joueur ?"""
    alea = random.Random(11)
    fins = [partie_hasard(alea) for _ in range(2000)]
    assert 0.50 < sum(p.gagnant == 1 for p in fins) / 2000 < 0.61
    assert all(p.finie for p in fins)


def test_meme_graine_meme_partie():
    """Le hasard vient-il tout entier de l'argument ?"""
    assert partie_hasard(random.Random(4)) == partie_hasard(random.Random(4))
    assert au_hasard(random.Random(4))(Position()) in range(7)


def test_depart_donne():
    """Peut-on partir d'une autre position ?"""
    depart = Position.depuis_coups("44")
    assert partie(lambda p: 0, lambda p: 1, depart).notation == "441212121"


# --- la feuille de partie ----------------------------------------------------------------------


def test_la_feuille_garde_les_positions():
    """Revenir puis avancer montre-t-il les positions déjà jouées, sans les rejouer ?"""
    feuille = Feuille.depuis(Position.depuis_coups("4453"))
    derniere = feuille.position
    assert feuille.coups == [3, 3, 4, 2] and feuille.curseur == 4
    feuille.aller(1)
    assert feuille.position.notation == "4" and feuille.coups == [3, 3, 4, 2]
    assert feuille.position is feuille.position
    feuille.aller(99)
    assert feuille.position is derniere


def test_jouer_au_milieu_de_la_feuille_oublie_la_suite():
    """Un autre coup au milieu remplace-t-il la suite, et un coup illégal laisse-t-il tout en place ?"""
    feuille = Feuille.depuis(Position.depuis_coups("111111"))
    with pytest.raises(CoupIllegal):
        feuille.jouer(0)
    assert feuille.coups == [0] * 6
    feuille.aller(2)
    feuille.jouer(6)
    assert feuille.position.notation == "117" and feuille.curseur == len(feuille.coups) == 3
    assert [feuille.trait_apres(n) for n in range(4)] == [1, 2, 1, 2]


def test_feuille_d_une_position_sans_histoire():
    """Une position dont on ne connaît pas les coups est-elle elle-même le départ ?"""
    depart = Position.depuis_pions((7, 6), 4, (1, 0), 2)
    feuille = Feuille.depuis(depart)
    feuille.jouer(0)
    assert feuille.coups == [0] and feuille.trait_apres(0) == 2
    feuille.aller(-1)
    assert feuille.position == depart
