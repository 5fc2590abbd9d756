"""Les joueurs de la bibliothèque et les fonctions d'élèves adaptées."""

from __future__ import annotations

import copy
import random
from math import inf

import pytest

from p4core import Position
from p4core.codages import ReponseInvalide
from p4core.ia.joueurs import (
    MACHINES,
    ReglageManquant,
    SansNote,
    adapter,
    joueur_de,
    machine,
    poids_par_defaut,
)

# Une position sans symétrie : une colonne pleine (la première), le joueur 1 au trait.
PLEINE = Position.depuis_coups("11111144")
TARDIVE = Position.depuis_coups("5323365136332172774527116651")  # le solveur exact y répond aussitôt


# --- la bibliothèque ---------------------------------------------------------------------------


def test_le_hasard_joue_partout_et_seulement_ou_c_est_permis():
    """Le hasard atteint-il toutes les colonnes jouables, et elles seules ?"""
    joueur = machine("hasard", alea=random.Random(1))
    assert {joueur(PLEINE) for _ in range(300)} == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize("coups", ["112233", "41424"], ids=["gagner", "parer"])
def test_le_minmax_gagne_ou_pare(coups):
    """Le min-max joue-t-il la colonne 3 qui gagne tout de suite, ou celle qui évite de perdre ?"""
    assert machine("minmax", profondeur=2)(Position.depuis_coups(coups)) == 3


def test_les_notes_du_minmax_sont_celles_du_premier_coup():
    """À profondeur 1, les premiers coups valent-ils 3, 4, 5, 7, 5, 4, 3 ?"""
    notes = machine("minmax", profondeur=1).notes(Position())
    assert list(notes.values()) == [3, 4, 5, 7, 5, 4, 3]


def test_les_poids_suivent_la_longueur_a_aligner():
    """Les poids par défaut conviennent-ils à toute longueur, et ceux donnés sont-ils vérifiés ?"""
    assert poids_par_defaut(4) == [0, 1, 4, 9, inf]
    petite = Position(4, 4, 3)
    assert machine("minmax", profondeur=2)(petite) in range(4)
    with pytest.raises(ValueError, match="il en faut 4"):
        machine("minmax", poids=[0, 1, 4, 9, inf])(petite)


def test_un_nom_ou_un_reglage_inconnu_est_signale():
    """Une faute de frappe donne-t-elle la liste de ce qui existe ?"""
    with pytest.raises(ValueError, match="« humain », « hasard », « minmax »"):
        machine("mimax")
    with pytest.raises(TypeError, match="réglages : poids, profondeur"):
        machine("minmax", prof=3)


@pytest.mark.parametrize("nom", ["min-max", "Min-max", "MinMax", "min max", "min_max"])
def test_le_nom_des_menus(nom):
    """Un joueur se désigne-t-il aussi comme les menus l'écrivent ?"""
    assert machine(nom).origine == joueur_de(nom).origine == "minmax"
    assert joueur_de("une personne") is None


@pytest.mark.parametrize("reglages", [{"profondeur": "4"}, {"profondeur": 0}, {"poids": 3}, {"poids": "01"}])
def test_un_reglage_impossible_est_refuse_a_l_appel(reglages):
    """Un réglage qui ferait échouer le premier coup est-il refusé tout de suite ?"""
    with pytest.raises(ValueError, match=r"(profondeur|poids) vaut .* attendue?\."):
        machine("minmax", **reglages)


def test_toutes_les_fiches_jouent():
    """Chaque fiche du répertoire donne-t-elle un joueur qui joue, avec ses réglages par défaut ?"""
    for nom, fiche in MACHINES.items():
        ia = machine(nom, **{r.nom: r.defaut for r in fiche.reglages})
        assert ia(TARDIVE) in TARDIVE.coups()


def test_un_humain_n_est_pas_une_ia():
    """« humain » et None désignent-ils une personne ?"""
    assert joueur_de("humain") is None
    assert joueur_de(None) is None


# --- les fonctions d'élèves, codage par codage -----------------------------------------------------


def minmax_eleve(G, j, W, p):
    """Un faux min-max : joue la dernière colonne libre, score = W[0] + p."""
    x = max(x for x in range(7) if 0 in G[x])
    return W[0] + p, (x, G[x].index(0))


def ia_lignes(grille, hauteur, p, prof):
    """Joue la colonne la moins haute, la plus à droite."""
    assert prof == 4
    return max(range(len(hauteur)), key=lambda k: (-hauteur[k], k))


def strategie_situation(s):
    """Pose un pion de J0 dans la dernière colonne libre."""
    joueur, G = s
    assert joueur == 0
    G = copy.deepcopy(G)
    x = max(x for x in range(7) if any(ligne[x] is None for ligne in G))
    y = next(y for y in range(6) if G[y][x] is None)
    G[y][x] = 0
    return 1, G


def ia_jetons(l, t, txt, g):
    """Joue la dernière colonne libre, numérotée à partir de 1."""
    assert txt == 0
    c = max(c for c in range(len(l)) if l[c][0] == "[ ]")
    table = copy.deepcopy(l)
    i = max(i for i in range(len(table[c])) if table[c][i] == "[ ]")
    table[c][i] = t
    return [table, c + 1]


@pytest.mark.parametrize("position", [PLEINE, PLEINE.jouer(6)], ids=["trait 1", "trait 2"])
def test_chaque_codage_joue_avec_sa_signature(position):
    """Une fonction de chaque TP joue-t-elle telle quelle, des deux côtés ?"""
    assert adapter(minmax_eleve, "colonnes", W=[1], p=2)(position) == 6
    assert adapter(strategie_situation, "situation")(position) == 6
    assert adapter(ia_jetons, "jetons")(position) == 6
    assert adapter(ia_lignes, "lignes", prof=4)(PLEINE) == 6
    assert adapter(lambda position: position.coups()[0])(position) == 1


def test_ia3_recoit_le_tour_et_les_colonnes_jouees():
    """ia3 reçoit-elle T et C, et txt peut-il être choisi ?"""
    recus = {}

    def ia3(l, t, txt, g, T, C):
        recus.update(t=t, txt=txt, g=g, T=T, C=C)
        return [l, 4]

    adapter(ia3, "jetons", txt=1)(Position.depuis_coups("445"))
    assert recus == {"t": "[X]", "txt": 1, "g": 4, "T": 2, "C": [4, 4, 5]}


def test_minimax_h2_rend_un_couple_score_situation():
    """Une fonction qui renvoie (score, situation) et prend le dernier coup est-elle comprise ?"""
    coups_recus = []

    def minimax_h2(s, coup, d_eval, d_stra, d_coup, h, k):
        coups_recus.append(coup)
        return h(s), strategie_situation(s) if s[0] == 0 else None

    reglages = {"d_eval": {}, "d_stra": {}, "d_coup": {}, "h": lambda s: 0.5, "k": 2}
    ia = adapter(minimax_h2, "situation", **reglages)
    assert ia(Position.depuis_coups("445")) == 6
    assert coups_recus == [(0, 4)]
    assert ia.notes(Position.depuis_coups("445")) == dict.fromkeys(range(7), 0.5)


def test_un_reglage_oublie_est_nomme_tout_de_suite():
    """Oublier p est-il dit à la création, avec son nom ?"""
    with pytest.raises(ReglageManquant, match="attend aussi p : ajoutez p=…"):
        adapter(minmax_eleve, "colonnes", W=[1])
    with pytest.raises(ReglageManquant, match="ne peut pas être appelée"):
        adapter(lambda: 3, "lignes")
    with pytest.raises(ValueError, match="Codage 'rangees' inconnu"):
        adapter(minmax_eleve, "rangees")
    with pytest.raises(TypeError, match="Une fonction est attendue"):
        adapter(3)


@pytest.mark.parametrize(
    ("codage", "reponse", "phrase"),
    [
        (None, None, "la réponse est None"),
        (None, 7, "vont de 0 à 6"),
        (None, 2.5, "un nombre à virgule"),
        (None, True, "de type bool"),
        (None, "4", "de type str"),
        (None, 0, "la colonne 0, qui est pleine"),
        ("lignes", -1, "vont de 0 à 6"),
        ("colonnes", (3.0, None), "le coup renvoyé est None"),
        ("colonnes", (3.0, (3, 0)), "tomberait en y = 2"),
        ("colonnes", (1, 2, 3), r"on attend \(score, \(x, y\)\)"),
        ("colonnes", (1, (3,)), r"on attend \(x, y\)"),
        ("colonnes", 12.5, "un score à la place d'une colonne"),
        ("situation", None, "aucune situation n'est renvoyée"),
        ("situation", (0.5, None), "la situation renvoyée est None"),
        ("situation", 3, "mal formée"),
        ("jetons", [[], 0], "vont de 1 à 7"),
        ("jetons", [[], 1], "la colonne 1, qui est pleine"),
    ],
)
def test_une_reponse_injouable_est_expliquee(codage, reponse, phrase):
    """Chaque mauvaise réponse a-t-elle sa phrase ?"""
    with pytest.raises(ReponseInvalide, match=phrase):
        adapter(lambda *arguments: reponse, codage)(PLEINE)


def test_une_situation_sans_pion_nouveau_est_refusee():
    """Renvoyer la situation reçue, ou deux pions de plus, est-il expliqué ?"""
    with pytest.raises(ReponseInvalide, match="aucun pion n'a été posé"):
        adapter(lambda s: s, "situation")(PLEINE)

    def deux_pions(s):
        return strategie_situation((0, strategie_situation(s)[1]))

    with pytest.raises(ReponseInvalide, match="ne s'obtient pas en posant un pion"):
        adapter(deux_pions, "situation")(PLEINE)


def test_une_reponse_jouable_mais_negligee_est_remarquee():
    """Une table inchangée ou un joueur non changé sont-ils signalés sans empêcher de jouer ?"""
    jetons = adapter(lambda l, t: [l, 3], "jetons")
    reponse = jetons.lire(jetons.fonction(None, None), PLEINE)
    assert reponse.colonne == 2
    assert "la table renvoyée n'est pas celle" in reponse.remarques[0]
    situation = adapter(lambda s: (0, strategie_situation(s)[1]), "situation")
    reponse = situation.lire(situation.appel(PLEINE)(*situation.arguments(PLEINE)), PLEINE)
    assert reponse.remarques == ["la situation renvoyée ne change pas de joueur"]


def test_les_notes_viennent_de_la_recherche_de_l_eleve():
    """Les notes d'un min-max d'élève sont-elles les siennes, un niveau plus bas, vues du joueur au trait ?"""

    def minmax(G, j, W, p):
        valeur = 10 * p + j
        return (valeur, (0, 0))

    notes = adapter(minmax, "colonnes", W=[], p=3).notes(Position())
    assert notes == dict.fromkeys(range(7), -22.0)


def test_une_evaluation_donnee_sert_de_note():
    """`evaluation=` note-t-elle les coups d'une IA qui n'en donne pas ?"""
    position = Position.depuis_coups("44")
    with pytest.raises(SansNote):
        adapter(ia_lignes, "lignes", prof=4).notes(position)
    bas = adapter(ia_lignes, "lignes", evaluation=lambda grille, p: grille[5].count(p), prof=4)
    assert bas.notes(position) == {0: 2, 1: 2, 2: 2, 3: 1, 4: 2, 5: 2, 6: 2}
