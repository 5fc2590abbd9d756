"""L'arbre de recherche, par ses données et ses traits, sans navigateur."""

from __future__ import annotations

import threading
import xml.etree.ElementTree as ET
from math import inf

import pytest

from p4core import Arbre, Position, codages
from p4core.ecran.arbre.construction import remonter
from p4core.ia.recherche import minmax, selon_poids, utilite

W1 = [0, 1, 4, 9, inf]
TACTIQUE = Position.depuis_coups("4444536")  # le joueur 2 doit jouer colonne 7, sinon il perd
GRILLE0 = [[None] * 7 for _ in range(6)]


def fils(s):
    """Les situations suivantes, écrites comme un élève."""
    joueur, grille = s
    suites = []
    for j in range(7):
        for i in range(6):
            if grille[i][j] is None:
                copie = [ligne[:] for ligne in grille]
                copie[i][j] = joueur
                suites.append((1 - joueur, copie))
                break
    return suites


def eval_f(s, coup=None):
    """Le résultat d'une situation vu de J0, ou None."""
    position = codages.depuis_situation(s, legale=False)
    if position.gagnant:
        return inf if position.gagnant == 2 else -inf
    return 0 if position.pleine else None


def statut(arbre: Arbre) -> str:
    arbre.attendre()
    return arbre.etat["statut"].replace("\N{NO-BREAK SPACE}", " ")


# --- valeurs --------------------------------------------------------------------------------------


@pytest.mark.parametrize("coups", ["", "4453", "4444536", "12121"])
@pytest.mark.parametrize("profondeur", [1, 2, 3])
def test_valeur_de_p4core(coups, profondeur):
    """La racine a-t-elle la valeur que donne la recherche de p4core, et un coup optimal ?"""
    position = Position.depuis_coups(coups)
    arbre = Arbre(position, profondeur=profondeur, evaluer=selon_poids(W1))
    assert arbre.valeur == minmax(position, W1, profondeur)[0]
    assert arbre.meilleure_ligne[0] in minmax(position, W1, profondeur)[1]


def test_chaque_noeud_remonte_le_choix_de_son_joueur():
    """Chaque valeur est-elle le max ou le min de celles des fils, selon qui joue ?"""
    for noeud in Arbre(TACTIQUE, profondeur=3).racine.parcours():
        if noeud.fils:
            choix = max if noeud.position.trait == TACTIQUE.trait else min
            assert noeud.valeur == choix(f.valeur for f in noeud.fils)


def test_meilleure_ligne():
    """La meilleure ligne pare-t-elle la menace, et ses nœuds gardent-ils la même valeur ?"""
    arbre = Arbre(TACTIQUE, profondeur=3)
    assert arbre.meilleure_ligne[0] == 6
    cles = arbre.etat["ligne"]
    assert cles[:2] == ["r", "r.6"] and len(cles) == 4
    perdus = [arbre.etat["noeuds"][f"r.{x}"]["valeur"] for x in range(6)]
    assert perdus == ["−∞"] * 6


def test_victoire_immediate():
    """Un coup gagnant est-il une fin de partie, sans rien à déplier dessous ?"""
    arbre = Arbre(Position.depuis_coups("112233"), profondeur=2)
    assert arbre.valeur == inf
    carte = arbre.etat["noeuds"]["r.3"]
    assert (carte["role"], carte["depliable"], carte["fin"]) == ("fin", False, "joueur 1 gagne")
    assert carte["gagnantes"] == ((0, 0), (1, 0), (2, 0), (3, 0))


@pytest.mark.parametrize(
    ("valeurs", "maximise", "attendu"),
    [
        ([1, 5, 3], True, 5),
        ([1, 5, 3], False, 1),
        ([None, inf], True, inf),
        ([None, inf], False, None),
        ([None, -inf], False, -inf),
        ([None, 5], True, None),
        ([None], True, None),
    ],
)
def test_remonter_avec_des_inconnues(valeurs, maximise, attendu):
    """Une valeur inconnue ne compte-t-elle que si elle peut changer le choix ?"""
    assert remonter(valeurs, maximise) == attendu


# --- codages des TP -------------------------------------------------------------------------------


def test_tp2_colonnes():
    """L'arbre du TP 2 trouve-t-il 7 au centre à profondeur 1, avec les fonctions de l'élève ?"""

    def coups(G):
        return [(x, G[x].index(0)) for x in range(7) if 0 in G[x]]

    def utilite_eleve(G):
        return utilite(codages.depuis_colonnes(G), 1, W1)

    vide = codages.vers_colonnes(Position())
    arbre = Arbre(vide, codage="colonnes", joueur=1, valeur=utilite_eleve, coups=coups, profondeur=1)
    assert (arbre.valeur, arbre.meilleure_ligne) == (7, [3])
    assert [arbre.etat["noeuds"][f"r.{x}"]["valeur"] for x in range(7)] == [
        "+3",
        "+4",
        "+5",
        "+7",
        "+5",
        "+4",
        "+3",
    ]
    assert arbre.etat["noeuds"]["r.3"]["coup"] == "x = 3"


def test_tp3_lignes_de_toute_taille():
    """L'arbre du TP 3 donne-t-il la grille seule à la fonction, ±∞ aux victoires, sur 5 × 4 ?"""
    recues = []

    def eval_grille(grille):
        recues.append(grille)
        return 0

    depart = codages.vers_lignes(Position.depuis_coups("112233", 5, 4))
    arbre = Arbre(depart, codage="lignes", joueur=2, valeur=eval_grille, profondeur=2)
    assert arbre.valeur == -inf
    assert arbre.etat["noeuds"]["r.3"]["coup"] == "k = 3"
    assert all(len(grille) == 4 and len(grille[0]) == 5 for grille in recues)


def test_tp4_situation():
    """Avec la situation de départ, J1 minimise-t-il en premier et J0 maximise-t-il ensuite ?"""

    def h(s):
        """La colonne de J0, moins deux fois celle de J1."""
        colonnes = {pion: j for ligne in s[1] for j, pion in enumerate(ligne) if pion is not None}
        return colonnes[0] - 2 * colonnes[1]

    arbre = Arbre((1, GRILLE0), codage="situation", fils=fils, valeur=h, fin=eval_f, profondeur=2)
    assert (arbre.valeur, arbre.meilleure_ligne) == (-6, [6, 6])
    assert [titre.split()[1] for titre in arbre.etat["niveaux"][:2]] == ["MIN", "MAX"]
    assert arbre.etat["noeuds"]["r"]["role"] == "min"


def test_tp4_eval_f_seule():
    """Avec eval_f pour seule valeur, une victoire forcée est-elle vue et le reste dit indécis ?"""
    gagnante = codages.vers_situation(Position.depuis_coups("1415262"))
    arbre = Arbre(gagnante, codage="situation", fils=fils, valeur=eval_f, profondeur=1)
    assert (arbre.valeur, arbre.meilleure_ligne) == (inf, [2])
    indecise = Arbre((1, GRILLE0), codage="situation", fils=fils, valeur=eval_f, profondeur=1)
    assert indecise.valeur is None and "Valeur indécise pour J0 (MAX)." in statut(indecise)


def test_fin_recoit_le_dernier_coup():
    """La fonction `fin` reçoit-elle le coup (i, j) qui vient d'être joué ?"""
    recus = []

    def fin(s, coup=None):
        recus.append(coup)
        return eval_f(s)

    Arbre((1, GRILLE0), codage="situation", fils=fils, fin=fin, profondeur=1).attendre()
    assert recus == [None, *((0, j) for j in range(7))]


def test_jetons():
    """Le codage par jetons est-il lu, colonnes numérotées à partir de 1 ?"""
    depart = codages.vers_jetons(Position())
    arbre = Arbre(depart, codage="jetons", joueur="[O]", valeur=lambda l: l[2].count("[O]"), profondeur=1)
    assert arbre.meilleure_ligne == [2]
    assert arbre.etat["noeuds"]["r.2"]["coup"] == "colonne 3"


def test_depart_intact():
    """La grille donnée reste-t-elle intacte, même si une fonction la modifie, et est-ce dit ?"""
    depart = codages.vers_colonnes(Position())

    def gribouille(G):
        G[0][0] = 2
        return 0

    arbre = Arbre(depart, codage="colonnes", valeur=gribouille, profondeur=1)
    assert "« gribouille » modifie la grille" in statut(arbre)
    assert depart == codages.vers_colonnes(Position())


# --- fonctions fautives ---------------------------------------------------------------------------


def leve(s):
    raise KeyError("clé")


@pytest.mark.parametrize(
    ("fonctions", "phrase"),
    [
        ({"fils": leve}, "« leve » s'est arrêtée sur une erreur : KeyError (clé absente du dictionnaire)"),
        ({"fils": lambda s: None}, "« fils » a renvoyé None : une liste est attendue."),
        ({"fils": lambda s: [(0, [[7]])]}, "« fils », élément d'indice 0 : G[0][0] vaut 7"),
        ({"fils": lambda s: [s]}, "élément d'indice 0 : il ne s'obtient pas en posant un pion de J1."),
        ({"fils": fils, "valeur": lambda s: "7"}, "« valeur » a renvoyé '7' : un nombre est attendu."),
        ({"fils": fils, "valeur": lambda s: inf - inf}, "« valeur » a renvoyé nan : un nombre est attendu."),
        ({"fils": fils, "valeur": lambda: 0}, "« valeur » s'est arrêtée sur une erreur : TypeError"),
    ],
)
def test_fautes_en_francais(fonctions, phrase):
    """Chaque faute d'une fonction est-elle dite en français, sans rien interrompre ?"""
    assert phrase in statut(Arbre((1, GRILLE0), codage="situation", profondeur=1, **fonctions))


def test_coups_oublies():
    """Un coup oublié ou inventé par la fonction coups est-il nommé ?"""
    depart = codages.vers_colonnes(Position.depuis_coups("111111"))
    arbre = Arbre(depart, codage="colonnes", coups=lambda G: [(x, 0) for x in range(6)], profondeur=1)
    phrase = statut(arbre)
    assert "« coups » propose à tort le coup x = 0." in phrase and "oublie le coup x = 6." in phrase


def test_boucle_sans_fin():
    """Une boucle sans fin est-elle arrêtée, l'arbre restant visible sans ses valeurs ?"""

    def boucle(s):
        while True:
            pass

    arbre = Arbre((1, GRILLE0), codage="situation", fils=fils, valeur=boucle, profondeur=1, delai=0.2)
    assert "Calcul arrêté" in statut(arbre)
    assert arbre.etat["noeuds"]["r.3"]["valeur"] == "?"
    assert arbre.valeur is None


def test_reprise_apres_un_arret():
    """Déplier un nœud reprend-il le calcul là où il s'était arrêté, jusqu'à la racine ?"""
    bloque = True

    def lente(s):
        while bloque and s[1][0][6] is not None:
            pass
        return 1

    arbre = Arbre((1, GRILLE0), codage="situation", fils=fils, valeur=lente, profondeur=2, delai=0.5)
    assert arbre.valeur is None
    assert arbre.etat["noeuds"]["r"]["valeur"] == "?"
    bloque = False
    for x in range(7):
        arbre.deplier(x)
    assert arbre.valeur == 1
    assert arbre.etat["noeuds"]["r"]["valeur"] == "+1"


def test_calcul_en_cours():
    """Pendant qu'une fonction lente travaille, la main est-elle rendue et « calcul… » affiché ?"""
    feu_vert = threading.Event()

    def lente(s):
        feu_vert.wait(10)
        return 0

    arbre = Arbre((1, GRILLE0), codage="situation", fils=fils, valeur=lente, profondeur=1)
    assert arbre.etat["noeuds"]["r"]["valeur"] == "calcul…"
    assert arbre.etat["statut"] == "Calcul…"
    feu_vert.set()
    assert arbre.valeur == 0
    assert arbre.etat["ton"] == "info"


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        (([[0]],), {}),
        ((3,), {"codage": "situation"}),
        ((), {"profondeur": 0}),
        ((), {"profondeur": True}),
        ((), {"joueur": 3}),
        ((), {"codage": "inconnu"}),
        ((), {"valeur": 3}),
    ],
)
def test_arguments_refuses(arguments, options):
    """Un mauvais argument est-il refusé tout de suite ?"""
    with pytest.raises((TypeError, ValueError)):
        Arbre(*arguments, **options)


# --- ce qui est envoyé au navigateur ---------------------------------------------------------------


def test_ouvre_a_profondeur_1():
    """À l'ouverture, ne voit-on que la racine et ses sept fils ?"""
    arbre = Arbre(profondeur=3)
    arbre.attendre()
    assert arbre.ouverts == ["r"]
    assert set(arbre.etat["noeuds"]) == {"r", *(f"r.{x}" for x in range(7))}
    assert arbre.etat["noeuds"]["r.3"]["fils"] is None


def test_deplier_par_le_trait():
    """Quand le navigateur ouvre un nœud, ses fils arrivent-ils, et restent-ils une fois repliés ?"""
    arbre = Arbre(profondeur=2)
    arbre.attendre()
    arbre.ouverts = ["r", "r.2"]
    arbre.attendre()
    assert arbre.etat["noeuds"]["r.2"]["fils"] == [f"r.2.{x}" for x in range(7)]
    assert arbre.etat["noeuds"]["r.2.0"]["role"] == "feuille"
    arbre.tout_replier()
    assert arbre.ouverts == ["r"]
    assert "r.2.0" in arbre.etat["noeuds"]


def test_deplier_en_python():
    """deplier(3, 2) ouvre-t-il le chemin, et une colonne injouable est-elle refusée ?"""
    arbre = Arbre(profondeur=3)
    arbre.deplier(3, 2)
    assert arbre.ouverts == ["r", "r.3", "r.3.2"]
    assert len(arbre.etat["noeuds"]["r.3.2"]["fils"]) == 7
    with pytest.raises(ValueError, match="colonne 9"):
        arbre.deplier(9)


def test_descriptions_pour_lecteur_d_ecran():
    """La phrase lue dit-elle le coup, le trait, le rôle, la valeur et la ligne ?"""
    arbre = Arbre(TACTIQUE, profondeur=2)
    arbre.attendre()
    carte = arbre.etat["noeuds"]["r.6"]
    assert carte["description"] == (
        f"joueur 2 (rouge) joue colonne 7, à joueur 1 de jouer, nœud MIN, valeur {carte['valeur']}, "
        "la plus petite de ses 7 fils, sur la meilleure ligne"
    )


@pytest.mark.parametrize(
    ("codage", "troisieme", "coup"),
    [
        ("colonnes", (2, 0), "x = 2"),
        ("lignes", 2, "k = 2"),
        ("situation", 2, "j = 2"),
        ("jetons", 3, "colonne 3"),
    ],
)
def test_les_coups_ont_les_numeros_du_tp(codage, troisieme, coup):
    """Nœud, description, meilleure ligne et image nomment-ils la troisième colonne comme le TP ?"""
    depart = codages.codage_nomme(codage).valeur(Position.depuis_coups("1212"))
    arbre = Arbre(depart, codage, valeur=lambda s: 0, coups=lambda *s: [troisieme], profondeur=1)
    arbre.attendre()
    carte = arbre.etat["noeuds"]["r.0"]
    assert carte["coup"] == coup
    assert f"joue {coup}," in carte["description"]
    assert f"meilleure ligne : {coup}." in statut(arbre)
    assert f">{coup}</text>" in arbre._repr_mimebundle_()["image/svg+xml"]


def test_image_fixe():
    """L'image fixe est-elle un SVG valide montrant la racine, ses fils et la meilleure ligne ?"""
    arbre = Arbre(TACTIQUE, profondeur=2)
    arbre.attendre()
    donnees = arbre._repr_mimebundle_()
    racine = ET.fromstring(donnees["image/svg+xml"])
    textes = [noeud.text for noeud in racine.iter("{http://www.w3.org/2000/svg}text")]
    assert textes.count("racine") == 1 and textes.count("colonne 4") == 2
    assert textes.count("▼ −∞") == 6
    assert donnees["text/plain"] == "<Arbre 7 × 6, profondeur 2>"


def test_representation_fixe():
    """Deux arbres pareils ont-ils la même représentation et la même image ?"""
    bundles = [Arbre(TACTIQUE, profondeur=2) for _ in range(2)]
    for arbre in bundles:
        arbre.attendre()
    premier, second = (arbre._repr_mimebundle_() for arbre in bundles)
    for genre in ("text/plain", "image/svg+xml"):
        assert premier[genre] == second[genre]


def test_partie_deja_finie():
    """Une partie finie est-elle montrée telle quelle, sans fils ?"""
    arbre = Arbre(Position.depuis_coups("1122334"))
    assert "La partie est finie : joueur 1 gagne." in statut(arbre)
    assert list(arbre.etat["noeuds"]) == ["r"]
    assert arbre.valeur == -inf
