"""Des réponses au TP 1, fausses et justes."""

from functools import partial
from textwrap import indent

import numpy as np

from reponses import Questionnaire, Recueil

DONNE = """
import random
import re
from collections import Counter
from random import choice, randint, randrange

import numpy as np

DIRECTIONS = H, V, M, D = [(1, 0), (0, 1), (1, 1), (1, -1)]  # D : diagonale descendante
commune, accumules, deja_vues, compteurs = [[0] * 6 for _ in range(7)], [], {}, [0, 0, 0]

def tous_align():
    tous = []
    for x in range(7):
        for y in range(6):
            for dx, dy in DIRECTIONS:
                if x + 3 * dx < 7 and 0 <= y + 3 * dy < 6:
                    tous.append(tuple((x + i * dx, y + i * dy) for i in range(4)))
    return tous

tous = A_gagnants = tous_align()

def plein(G, A):
    '''L'alignement est-il d'un seul joueur ?'''
    contenus = {G[x][y] for x, y in A}
    return len(contenus) == 1 and 0 not in contenus

def chercher(G, colonnes=range(7), rangees=range(6), directions=DIRECTIONS, n=4):
    '''Le gagnant, en parcourant ces seuls départs et ces seules directions.'''
    for x in colonnes:
        for y in rangees:
            for dx, dy in directions:
                if 0 <= x + (n - 1) * dx < 7 and 0 <= y + (n - 1) * dy < 6:
                    if plein(G, [(x + i * dx, y + i * dy) for i in range(n)]):
                        return G[x][y]
    return 0

def moins(G, direction, colonnes=(), rangees=range(6)):
    '''Le gagnant, si l'on ne cherche dans cette direction qu'à partir de ces départs.'''
    autres = [d for d in DIRECTIONS if d != direction]
    return chercher(G, colonnes, rangees, [direction]) or chercher(G, directions=autres)

def quatre(texte):
    '''Le joueur qui a quatre pions de suite dans ce texte.'''
    return 1 if "1111" in texte else 2 if "2222" in texte else 0

def partie(choisir):
    '''Une partie où chaque coup est choisi par cette fonction.'''
    G, joueur = init(), 1
    while fini(G) == 0 and len(coups(G)) > 0:
        x, y = choisir(coups(G))
        G[x][y] = joueur
        joueur = 3 - joueur
    return G

def compter(k, jouer=lambda: joue_random()[0]):
    '''Les nombres de parties (nulles, gagnées par 1, gagnées par 2).'''
    comptes = [0, 0, 0]
    for _ in range(k):
        comptes[jouer()] += 1
    return comptes

def parties_sur_place(k):
    '''Compte k parties jouées sans appeler joue_hasard ni joue_random.'''
    return compter(k, lambda: fini(partie(choice)))
"""
RECUEIL = Recueil("tp1_grille", DONNE)


def variante(texte: str, change: dict[str, str]) -> str:
    """Ce texte, où des bouts sont remplacés : d'autres erreurs sur une autre écriture que le modèle."""
    for ancien, nouveau in change.items():
        assert ancien in texte, ancien
        texte = texte.replace(ancien, nouveau)
    return texte


def justes(question: Questionnaire, **textes: str) -> None:
    """Inscrit des réponses justes, écrites en entier ou par leur corps."""
    for nom, texte in textes.items():
        entiere = f"def {question.question}(" in texte
        question.juste(nom, **{"source" if entiere else "corps": texte})


# --- init -------------------------------------------------------------------------------------------

INIT = RECUEIL.question("init", "def init():\n    return [[0] * 6 for _ in range(7)]\n")
faux, UNE_LISTE = INIT.faux, "une seule et même liste"
AJOUTS = "colonne, G = [0] * 6, []\nfor _ in range(7):\n    G.append(colonne)\nreturn G"

faux("colonnes_repetees", UNE_LISTE, part=0.5, corps="return [[0] * 6] * 7")
faux("une_colonne_ajoutee_sept_fois", UNE_LISTE, part=0.5, corps=AJOUTS)
faux("deux_moities", UNE_LISTE, part=0.5, change={"(7)]": "(3)] + [[0] * 6] * 4"})
faux("six_listes_de_sept", "échangé colonnes et rangées", part=0, corps="return [[0] * 7 for _ in range(6)]")
faux("grille_globale", "même liste", "à l'intérieur de la fonction", part=0.5, corps="return commune")
faux("colonnes_globales", "même liste", part=0.5, corps="return list(commune)")
PAR_DEFAUT = "def init(G=[[0] * 6 for _ in range(7)]):\n    return G"
faux("valeur_par_defaut", "même liste", part=0.5, source=PAR_DEFAUT)
faux("a_plat", "liste de 42", corps="return [0] * 42")
faux("avec_none", "l'entier 0", change={"[0]": "[None]"})
faux("avec_des_espaces", "l'entier 0", change={"[0]": '["."]'})
faux("avec_des_uns", "l'entier 0", "n'est pas vide", change={"[0]": "[1]"})
faux("six_colonnes", "Il manque une colonne", change={"range(7)": "range(1, 7)"})
faux("huit_colonnes", "un cran trop loin", "la taille du dessin", "8 listes", change={"range(7)": "range(8)"})
faux("cinq_cases", "Il manque une case", change={"[0] * 6": "[0 for y in range(5)]"})
faux("en_numpy", "numpy", corps="return np.zeros((7, 6), dtype=int)")
faux("init_affiche", "print", corps="print([[0] * 6 for _ in range(7)])")
faux(
    "init_return_dans_la_boucle",
    *("n'a qu'une colonne", "return", "contient 1 liste de longueur 6"),
    part=0,
    corps=variante(AJOUTS, {"return": "    return"}),
)
faux("une_colonne", "une seule colonne", corps="return [0] * 6")
faux("init_avec_parametres", "init()", change={"init()": "init(n, m)", "* 6": "* m", "range(7)": "range(n)"})
faux("en_flottants", "doit être un entier", change={"[0]": "[0.0]"})

faux("en_tuples", "liste de listes", part=0.5, corps="return [(0,) * 6 for _ in range(7)]")
faux("deja_jouee", "n'est pas vide", corps="G = [[0] * 6 for _ in range(7)]\nG[3][0] = 1\nreturn G")
UNE_LISTE_QUI_GRANDIT = """
G, colonne = [], []
for _ in range(7):
    for _ in range(6):
        colonne.append(0)
    G.append(AJOUTEE)
return G
"""
S_ALLONGE = "s'allonge d'une colonne à la suivante"
faux("colonne_jamais_videe", S_ALLONGE, corps=UNE_LISTE_QUI_GRANDIT.replace("AJOUTEE", "colonne"))
faux("colonne_jamais_videe_copiee", S_ALLONGE, corps=UNE_LISTE_QUI_GRANDIT.replace("AJOUTEE", "colonne[:]"))
faux(
    "deux_grilles_tour_a_tour",
    "même liste",
    part=0.5,
    source="""
    GRILLES, TOURS = [[[0] * 6 for _ in range(7)] for _ in range(2)], [0]

    def init():
        TOURS[0] += 1
        return GRILLES[TOURS[0] % 2]
    """,
)

justes(
    INIT,
    init_par_boucles="""
    def init(largeur=7, hauteur=6):
        G = []
        for _ in range(largeur):
            colonne = []
            for _ in range(hauteur):
                colonne.append(0)
            G.append(colonne)
        return G
    """,
    init_par_numpy='print("une grille neuve")\nreturn np.zeros((7, 6), dtype=int).tolist()',
    init_avec_des_entiers_numpy="return [list(colonne) for colonne in np.zeros((7, 6), dtype=int)]",
)

# --- forme_init, symboles, nb_alignements -----------------------------------------------------------

Q = RECUEIL.question("forme_init")
Q.valeurs_fausses(((6, 7), "échangés"), (42, "couple"), ((7, 6, 0), "couple"), ("7 x 6", "couple"))
Q.valeurs_fausses(((6, 5), "plus grands indices"), ((7, 7), "forme"))
Q.valeurs_fausses(([[0] * 6] * 7, "couple"), ((7.0, 6.0), "couple"))
COMMUNE = [[0] * 6 for _ in range(7)]
Q.valeurs_justes((7, 6), [7, 6], (len(COMMUNE), len(COMMUNE[0])), np.array(COMMUNE).shape, np.array([7, 6]))

Q = RECUEIL.question("symboles")
Q.valeurs_fausses(((".", "X", "O"), "échangés"), (("0", "1", "2"), "valeurs rangées"))
Q.valeurs_fausses(((0, 1, 2), "trois chaînes"), (("O", "X"), "trois chaînes"), ("O X", "trois chaînes"))
Q.valeurs_fausses(((" ", "O", "X"), "pas les symboles"), (("O", "X", "."), "pas dans l'ordre demandé"))
Q.valeurs_fausses((("x", "o", "."), "pas dans l'ordre demandé"))
Q.valeurs_justes((".", "O", "X"), [".", "O", "X"], (". ", "o", "x"), tuple(".OX"))

Q, TOUS = RECUEIL.question("nb_alignements"), RECUEIL.fonction("init").__globals__["tous"]
Q.valeurs_fausses((68, "à un près"), (24, "quatre"), (45, "diagonales"), (276, "cases"), (138, "deux fois"))
Q.valeurs_fausses((100, "len"), ("69", "chaîne"), (TOUS, "liste"), (42, "cases"), (True, "booléen"))
Q.valeurs_fausses((69.5, "len"), (-1, "len"))
Q.valeurs_justes(69, len(TOUS), np.int64(69), 24 + 21 + 2 * 12, 69.0)

# --- coups ------------------------------------------------------------------------------------------

MODELE = "def coups(G):\n    return [(x, G[x].index(0)) for x in range(7) if 0 in G[x]]\n"
COUPS = RECUEIL.question("coups", MODELE)
faux, LIBRES = COUPS.faux, "[(x, y) for x in range(7) for y in range(6) if G[x][y] == 0]"
BOUCLES = """
L = []
for x in range(7):
    for y in range(6):
        if G[x][y] == 0:
            L.append((x, y))
            break
return L
"""
boucles = partial(variante, BOUCLES)

faux("coups_a_l_envers", "à l'envers", corps="return [(y, x) for x, y in modele(G)]")
faux("coups_depuis_le_haut", "depuis le haut", corps="return [(x, 5 - y) for x, y in modele(G)]")
faux("coups_colonnes", "numéros des colonnes", corps="return [x for x in range(7) if G[x][5] == 0]")
faux(
    "coups_dans_une_liste_par_defaut",
    "change ce que le premier appel avait renvoyé",
    part=0.6,
    source="""
    def coups(G, L=[]):
        L.clear()
        for x in range(7):
            if 0 in G[x]:
                L.append((x, G[x].index(0)))
        return L
    """,
)
faux("coups_sans_break", "toutes les cases libres", corps=f"return {LIBRES}")
faux("coups_occupes", "cases occupées", corps=f"return {LIBRES.replace('==', '!=')}")
faux(
    "coups_tout_en_haut",
    "la plus HAUTE",
    corps="""
    L = []
    for x in range(7):
        libre = -1
        for y in range(6):
            if G[x][y] == 0:
                libre = y
        if libre >= 0:
            L.append((x, libre))
    return L
    """,
)
faux("coups_six_colonnes", "dernière colonne, x = 6", change={"range(7)": "range(6)"})
faux("coups_depuis_1", "première colonne, x = 0", change={"range(7)": "range(1, 7)"})
faux("coups_cinq_rangees", "rangée du haut, y = 5", corps=boucles({"range(6)": "range(5)"}))
faux("coups_sans_rangee_0", "rangée du bas, y = 0", corps=boucles({"range(6)": "range(1, 6)"}))
faux("coups_indice_negatif", "colonnes vides", corps=f"return {LIBRES[:-1]} and G[x][y - 1] != 0]")
faux("coups_en_bas", "que la rangée du bas", corps="return [(x, 0) for x in range(7) if G[x][0] == 0]")
faux("coups_un_trop_bas", "dernier pion au lieu", change={"index(0)": "index(0) - 1"})
faux("coups_return_dans_la_boucle", "un seul coup", corps=boucles({"L.append((x, y))": "return [(x, y)]"}))
PREMIER_COUP = boucles({"break\nreturn L": "return L"})
faux("coups_return_au_premier_coup", "un seul coup", "return", part=0, corps=PREMIER_COUP)
faux(
    "coups_arret_a_la_premiere_pleine",
    "première colonne pleine",
    corps=boucles({"    for y": "    if G[x][5] != 0:\n        break\n    for y"}),
)
PAR_RANGEE = boucles({"x in range(7)": "y in range(6)", "    for y in range(6)": "    for x in range(7)"})
faux("coups_break_de_la_mauvaise_boucle", "par rangée", corps=PAR_RANGEE)
faux("coups_rangees_depuis_1", "rangées commencent à 1", change={"index(0)": "index(0) + 1"})
faux("coups_colonnes_depuis_1", "colonnes commencent à 1", change={"(x, ": "(x + 1, "})
faux(
    "coups_sans_voir_les_pleines",
    "dans les colonnes pleines",
    part=0.6667,
    corps="return [(x, 6 - G[x].count(0)) for x in range(7)]",
)
faux(
    "coups_sur_le_dernier",
    "par-dessus le dernier pion",
    part=0.6667,
    corps="return [(x, min(5, 6 - G[x].count(0))) for x in range(7)]",
)
faux(
    "coups_while_sans_borne",
    "IndexError",
    part=0.5,
    corps="""
    L = []
    for x in range(7):
        y = 0
        while G[x][y] != 0:
            y = y + 1
        L.append((x, y))
    return L
    """,
)
EN_LISTES = {"(x, G[x].index(0))": "[x, G[x].index(0)]"}
faux("coups_en_listes", "listes [x, y]", "parenthèses", part=0.9, change=EN_LISTES)
faux("coups_qui_joue", "a modifié", corps="L = modele(G)\nfor x, y in L:\n    G[x][y] = 1\nreturn L")
LISTE_PAR_DEFAUT = "def coups(G, L=[]):\n" + indent(boucles({"L = []\n": ""}), "    ")
faux("coups_liste_par_defaut", "mémoire", source=LISTE_PAR_DEFAUT)
faux("coups_liste_globale", "mémoire", corps="accumules.extend(modele(G))\nreturn accumules")
faux("coups_affiche", "print", corps="print(modele(G))")
faux("coups_vide", "répond toujours []", "Il manque (0, 0)", corps="return []")
faux("coups_en_double", "plusieurs fois", corps="return modele(G) + modele(G)")
faux("coups_nombre", "doit être une liste", "entier", corps="return len(modele(G))")
faux("coups_dictionnaire", "un dictionnaire", corps="return dict(modele(G))")
faux(
    "coups_sans_fin",
    "ne se termine pas",
    part=0,
    corps="L, x, y = [], 0, 0\nwhile x < 7:\n    if G[x][y] == 0:\n        L.append((x, y))\nreturn L",
)
ECHANGEES = boucles({"x in range(7)": "x in range(6)", "y in range(6)": "y in range(7)"})
faux("coups_dimensions_echangees", "IndexError", corps=ECHANGEES)
COMPTE_LES_1 = "return [(x, G[x].count(1)) for x in range(7) if G[x].count(1) < 6]"
faux("coups_pions_1_seulement", "que les pions du joueur 1", corps=COMPTE_LES_1)
faux(
    "coups_rien_si_une_colonne_est_pleine",
    "colonnes pleines",
    part=0.5,
    corps="return [] if any(colonne[5] for colonne in G) else modele(G)",
)

faux(
    "coups_generateur",
    "générateur",
    part=0.9,
    corps="""
    for x in range(6, -1, -1):
        if G[x][5] == 0:
            yield x, sum(1 for contenu in G[x] if contenu)
    """,
)
faux(
    "coups_filter",
    "générateur",
    "list(…)",
    part=0.9,
    corps="""
    niveaux = [6 - colonne.count(0) for colonne in G]
    return filter(lambda coup: coup[1] < 6, zip(range(7), niveaux))
    """,
)
SIX = "return [(x, G[x].index(0)) for x in range(6) if 0 in G[x]]"
faux("coups_sans_la_derniere", "oubliez la dernière colonne", part=0.8333, corps=SIX)
SIX_SI_PLEINE = (
    "n = 6 if any(c[5] for c in G) else 7\nreturn [(x, G[x].index(0)) for x in range(n) if 0 in G[x]]"
)
faux("coups_sans_la_derniere_si_une_pleine", "colonnes pleines", part=0.8333, corps=SIX_SI_PLEINE)
faux(
    "coups_sans_un_coin",
    "Il manque (0, 5)",
    part=0.8333,
    corps="return [c for c in modele(G) if c != (0, 5)]",
)
SIX_SI_GAGNEE = "return [c for c in modele(G) if c[0] < 6 or not fini(G)]"
faux("coups_sans_la_derniere_si_gagnee", "« c[0] < 6 »", "Il manque (6, ", part=0.8333, corps=SIX_SI_GAGNEE)
ENSEMBLE = "return {(x, G[x].index(0)) for x in range(7) if 0 in G[x]}"
faux("coups_ensemble", "liste", "ensemble", part=0.9, corps=ENSEMBLE)
faux("coups_a_l_envers_a_moitie", "à l'envers", part=0.5, corps="return [(y, x) for x, y in modele(G)]")

SON_AJOUT = boucles({"L.append((x, y))": "L = L.append((x, y))"})
faux("coups_append_affecte", "append change la liste et renvoie None", corps=SON_AJOUT)
LUE_AILLEURS = "\ndef coups(grille):\n    return [(x, G[x].index(0)) for x in range(7) if 0 in G[x]]\n"
faux("coups_globale", "variable G du notebook", source=f"G = init()\nG[3][0] = 1\n{LUE_AILLEURS}")
NOMMEE_LIST = variante(boucles({"L": "list"}), {"return list": "return list(list)"})
faux("coups_nomme_list", "variables s'appelle list", corps=NOMMEE_LIST)
VIDEE = boucles({"L = []\nfor x in range(7):\n": "for x in range(7):\n    L = []\n"})
faux("coups_liste_videe", "remise à []", corps=VIDEE)
SORTI = boucles({"break\nreturn L": "break\n    return L"})
faux("coups_return_apres_une_colonne", "à l'intérieur de la boucle", corps=SORTI)

justes(
    COUPS,
    coups_case_du_dessous="""
    L = []
    for y in range(6):
        for x in range(7):
            if G[x][y] == 0 and (y == 0 or G[x][y - 1] != 0):
                L = L + [(x, y)]
    print(L)
    return L
    """,
    coups_recursive="""
    def coups(G, x=0):
        if x == 7:
            return []
        return [(x, 6 - G[x].count(0))] * (G[x][5] == 0) + coups(G, x + 1)
    """,
    coups_numpy="""
    niveaux = (np.array(G) != 0).sum(axis=1)
    return [(x, niveaux[x]) for x in np.arange(7) if niveaux[x] < 6]
    """,
    coups_sans_toucher_a_l_original="""
    copie = [colonne[:] for colonne in G]
    L = []
    for x in range(7):
        while copie[x] and copie[x][-1] == 0:
            copie[x].pop()
        if len(copie[x]) < 6:
            L.append((x, len(copie[x])))
    return tuple(L)
    """,
    coups_aucun_apres_une_victoire="return [] if any(plein(G, A) for A in tous) else modele(G)",
)

# Justes partout, sauf près de la fin ou après elle.
faux(
    "coups_rien_s_il_n_en_reste_qu_un",
    "erreurs viennent des colonnes pleines",
    corps="L = modele(G)\nreturn L if len(L) > 1 else []",
)
faux(
    "coups_rien_a_la_derniere_case",
    "erreurs viennent des colonnes pleines",
    corps="return [] if sum(colonne.count(0) for colonne in G) == 1 else modele(G)",
)
faux("coups_moins_un_apres_une_victoire", "Il manque", corps="return modele(G)[1 if fini(G) else 0 :]")
faux("coups_en_flottants", "flottant", corps="return [(float(x), y) for x, y in modele(G)]")

# D'autres bords, d'autres compteurs, une colonne prise pour une autre.
faux("coups_sans_les_deux_bords", "première et la dernière colonne", change={"range(7)": "range(1, 6)"})
faux("coups_une_colonne_sur_deux", "sautez une colonne sur deux", change={"range(7)": "range(0, 7, 2)"})
faux(
    "coups_rangee_pas_remise",
    "n'est pas remise à 0",
    corps="""
    L, y = [], 0
    for x in range(7):
        while y < 6 and G[x][y] != 0:
            y += 1
        if y < 6:
            L.append((x, y))
    return L
    """,
)
COMPTE_LES_2 = COMPTE_LES_1.replace("count(1)", "count(2)")
faux("coups_pions_2_seulement", "que les pions du joueur 2", corps=COMPTE_LES_2)
faux("coups_case_du_2_libre", "case du joueur 2 pour une case libre", corps=boucles({"== 0": "!= 1"}))
faux("coups_somme", "additionnez le contenu", corps=COMPTE_LES_1.replace("G[x].count(1)", "sum(G[x])"))
PAR_LE_CONTENU = "return [(G.index(colonne), colonne.index(0)) for colonne in G if 0 in colonne]"
faux("coups_par_index", "G.index(colonne)", corps=PAR_LE_CONTENU)
faux("coups_a_plat", "à plat", corps=boucles({"append((x, y))": "extend((x, y))"}))
faux(
    "coups_de_la_rangee_basse",
    "rangée libre la plus basse",
    corps="""
    for y in range(6):
        L = [(x, y) for x in range(7) if G[x][y] == 0]
        if L:
            return L
    return []
    """,
)

# --- longueur_max_coups, longueur_min_coups ---------------------------------------------------------

Q = RECUEIL.question("longueur_max_coups")
Q.valeurs_fausses((6, "indice"), (42, "jouable"), (49, "pas 7"), (8, "combien de colonnes"))
Q.valeurs_fausses(("sept", "chaîne"), (0, "combien"), ((7, 0), "tuple"))
Q.valeurs_justes(7, np.int32(7), 7.0)

Q = RECUEIL.question("longueur_min_coups")
Q.valeurs_fausses((1, "dernière case"), (7, "plus grande"), (-1, "remplie"), ([], "liste"))
Q.valeurs_fausses((False, "booléen"), ("zéro", "chaîne"), (6, "remplie"))
Q.valeurs_justes(0, len([]), np.int64(0))

# --- fini -------------------------------------------------------------------------------------------

MODELE = """
def fini(G):
    for A in tous:
        if plein(G, A):
            return G[A[0][0]][A[0][1]]
    return 0
"""
FINI = RECUEIL.question("fini", MODELE)
faux, PLEIN, TOUR = FINI.faux, "plein(G, A)", "tour de la grille"
HORIZONTALE, VERTICALE = "Dans la direction horizontale", "Dans la direction verticale"
PARCOURS = """
for x in range(7):
    for y in range(6):
        for dx, dy in DIRECTIONS:
            if G[x][y] and CONDITION:
                return G[x][y]
return modele(G)
"""
parcours = partial(PARCOURS.replace, "CONDITION")

UN_DRAPEAU = """
AVANT
for A in tous:
    x0, y0 = A[0]
    for x, y in A:
        if G[x][y] == 0 or G[x][y] != G[x0][y0]:
            ok = False
    if ok:
        return G[x0][y0]
return 0
"""
faux(
    "fini_drapeau_jamais_releve",
    "« ok = True » n'est fait qu'avant",
    corps=UN_DRAPEAU.replace("AVANT", "ok = True"),
)
UN_COMPTE = """
for joueur in (1, 2):
    n = 0
    for y in range(6):
        for x in range(7):
            n = n + 1 if G[x][y] == joueur else 0
            if n == 4:
                return joueur
return chercher(G, directions=[V, M, D])
"""
faux("fini_compte_jamais_remis", "« n = 0 » n'est fait qu'avant", corps=UN_COMPTE)
faux("fini_toujours_0", "toujours 0", part=0, corps="return 0")
faux(
    "fini_tous_remplace",
    "tous désigne 3",
    source="tous = 3\n\n\ndef fini(G):\n    return modele(G) if 0 in tous else 0",
)
faux("fini_toujours_1", "toujours 1", part=0, corps="return 1")
faux("fini_sans_horizontales", "direction vous échappe", "horizontale", corps="return moins(G, H)")
faux("fini_sans_verticales", "direction vous échappe", "verticale", corps="return moins(G, V)")
faux("fini_sans_descendantes", "direction vous échappe", "diagonale descendante", corps="return moins(G, D)")
faux("fini_sans_diagonales", "deux diagonales", part=0.6, corps="return chercher(G, directions=[H, V])")
SEULES = "return chercher(G, directions=[H])"
faux("fini_horizontales_seules", "Des directions", "verticale", "diagonale montante", corps=SEULES)
faux("fini_horizontales_trop_courtes", HORIZONTALE, "bord droit", corps="return moins(G, H, range(3))")
faux("fini_verticales_trop_courtes", VERTICALE, "le haut", corps="return moins(G, V, range(7), range(2))")
faux("fini_verticales_six_colonnes", VERTICALE, "bord droit", corps="return moins(G, V, range(6))")
faux("fini_horizontales_cinq_rangees", HORIZONTALE, "le haut", corps="return moins(G, H, range(7), range(5))")
faux(
    "fini_montantes_trop_courtes",
    *("Dans la direction diagonale montante", "bord droit", "le haut"),
    corps="return moins(G, M, range(3), range(2))",
)
faux(
    "fini_descendantes_sans_la_rangee_0",
    *("Dans la direction diagonale descendante", "le bas"),
    corps="return moins(G, D, range(7), range(4, 6))",
)
SANS_DROIT, SANS_DROIT_NI_HAUT, DEPUIS_1 = (
    {PLEIN: f"{PLEIN} and all({condition} for x, y in A)"}
    for condition in ("x < 6", "x < 6 and y < 5", "x > 0 and y > 0")
)
faux("fini_sans_bord_droit", "jamais le bord droit", part=0.8, change=SANS_DROIT)
faux("fini_sans_bord_droit_ni_haut", "bord droit", "le haut", change=SANS_DROIT_NI_HAUT)
faux("fini_indices_depuis_1", "bord gauche", "le bas", change=DEPUIS_1)
faux("fini_sans_le_dernier", "dernier alignement", change={"in tous": "in tous[:-1]"})
TROP_A_DROITE = {"    return 0": "        return 0"}
faux("fini_return_trop_tot", "premier alignement", "à l'intérieur de la boucle", change=TROP_A_DROITE)
faux("fini_vides_egales", "cases VIDES", change={PLEIN: "len({G[x][y] for x, y in A}) == 1"})
SOMME = "sum(G[x][y] for x, y in A)"
PAR_SOMME = {PLEIN: f"{SOMME} in (4, 8)", "G[A[0][0]][A[0][1]]": f"{SOMME} // 4"}
faux("fini_par_somme", "additionnez", "somme de 4", change=PAR_SOMME)
faux("fini_joueurs_echanges", "échangez les joueurs", change={"return G": "return 3 - G"})
faux("fini_joueur_1", "victoires du joueur 2", corps="return 1 if modele(G) == 1 else 0")
faux("fini_un_si_gagne", "sans dire de quel joueur", change={"G[A[0][0]][A[0][1]]": "1"})
DERNIER = "return 2 - sum(contenu != 0 for colonne in G for contenu in colonne) % 2"
faux("fini_dernier_joueur", "dernier à avoir joué", part=0, corps=DERNIER)
faux("fini_vrai_ou_faux", "Vous renvoyez False", "entier", corps="return any(plein(G, A) for A in tous)")
faux("fini_faux_au_lieu_de_0", "False", "entier", change={"return 0": "return False"})
faux("fini_sans_return_final", "None ou un booléen", "ne renvoie rien", change={"    return 0\n": ""})
TROIS = "return next((j for j in (1, 2) for A in tous if sum(G[x][y] == j for x, y in A) >= 3), 0)"
faux("fini_trois_sur_quatre", "3 pions dans un alignement", part=0, corps=TROIS)
faux("fini_trois_suffisent", "3 pions alignés", corps="return chercher(G, n=3)")
faux("fini_quatre_occupees", "du même joueur", change={PLEIN: "0 not in [G[x][y] for x, y in A]"})
COLONNE = "return next((j for j in (1, 2) for ligne in G if ligne.count(j) >= 4), modele(G))"
faux("fini_quatre_dans_la_rangee", "sans trou", corps=COLONNE.replace("in G", "in zip(*G)"))
faux("fini_quatre_dans_la_colonne", "sans trou", corps=COLONNE)
BOUT_A_BOUT = 'return quatre("".join(str(contenu) for ligne in G for contenu in ligne)) or modele(G)'
faux("fini_colonnes_bout_a_bout", TOUR, corps=BOUT_A_BOUT)
faux("fini_rangees_bout_a_bout", TOUR, corps=BOUT_A_BOUT.replace("in G", "in zip(*G)"))
EN_ARRIERE = "all(G[x][y] == G[x - i * dx][y - i * dy] for i in range(4) if y - i * dy < 6)"
faux("fini_indices_negatifs", TOUR, corps=parcours(f"{EN_ARRIERE} and (dy != -1 or y < 3)"))
MODULO = "len({G[(x + i * dx) % 7][(y + i * dy) % 6] for i in range(4)}) == 1"
faux("fini_modulo", TOUR, corps=parcours(MODULO))
CINQ = 'any(re.search("1{5,}|2{5,}", "".join(map(str, rangee))) for rangee in zip(*G))'
faux("fini_exactement_quatre", "5 à la suite", part=0.9, corps=f"return 0 if {CINQ} else modele(G)")
PLEINE = "all(0 not in colonne for colonne in G)"
PLEINE_DONC_NULLE = f"return 0 if {PLEINE} else modele(G)"
faux("fini_pleine_donc_nulle", "grille pleine peut être gagnée", part=0.9, corps=PLEINE_DONC_NULLE)
MOINS_UN = f"return -1 if {PLEINE} and modele(G) == 0 else modele(G)"
faux("fini_moins_un_si_nulle", "grille pleine où personne", part=0.8, corps=MOINS_UN)
faux("fini_moins_un_pour_2", "Vous renvoyez -1", corps="return -1 if modele(G) == 2 else modele(G)")
faux(
    "fini_garde_le_dernier_verdict",
    "Seul le dernier alignement",
    part=0,
    corps="""
    gagnant = 0
    for A in tous:
        gagnant = G[A[0][0]][A[0][1]] if plein(G, A) else 0
    return gagnant
    """,
)
RETOURNE = "for colonne in G:\n    colonne.reverse()\nreturn modele(G)"
faux("fini_retourne_les_colonnes", "a modifié", corps=RETOURNE)
DEBORDE = parcours("G[x][y] == G[x + 1][y] == G[x + 2][y] == G[x + 3][y]")
faux("fini_deborde", "IndexError", corps=DEBORDE)
faux("fini_en_texte", "chaîne de caractères", corps="return str(modele(G))")
faux("fini_nomme_le_gagnant", "chaîne de caractères", corps='return modele(G) and f"joueur {modele(G)}"')
faux("fini_affiche", "print", corps="print(modele(G))")
faux(
    "fini_retient_la_premiere_victoire",
    "mémoire",
    corps="""
    if modele(G):
        deja_vues.setdefault("gagnant", modele(G))
    return deja_vues.get("gagnant", 0)
    """,
)
faux("fini_avec_la_grille", "tuple", corps="return modele(G), G")

DES_CONTENUS = """
for A in tous:
    L = []
    for x, y in A:
        L.append(G[x][y])
    if L == [L[0]] * 4 and L[0] != 0:
        return L[0]
return 0
"""
faux("fini_append_affecte", "append change la liste", corps=DES_CONTENUS.replace("L.app", "L = L.app"))
SUR_LIST = variante(DES_CONTENUS, {"L": "list", "if list": "if list(A) and list"})
faux("fini_nomme_list", "variables s'appelle list", corps=SUR_LIST)
faux("fini_sinon_return", "premier alignement", corps=DES_CONTENUS.replace("return 0", "    return 0"))
faux("fini_none", "None", part=0.6, change={"return 0": "return None"})

justes(
    FINI,
    fini_sans_tous="return chercher(G)",
    fini_par_chaines="""
    lignes = ["".join(map(str, colonne)) for colonne in G]
    lignes += ["".join(str(G[x][y]) for x in range(7)) for y in range(6)]
    lignes += ["".join(str(G[x][x + d]) for x in range(7) if 0 <= x + d < 6) for d in range(-6, 6)]
    lignes += ["".join(str(G[x][s - x]) for x in range(7) if 0 <= s - x < 6) for s in range(13)]
    return quatre(" ".join(lignes))
    """,
    fini_numpy="""
    pions = np.array(G)
    for joueur in (1, 2):
        for cases in np.array(tous):
            if np.all(pions[cases[:, 0], cases[:, 1]] == joueur):
                return np.int64(joueur)
    return np.int64(0)
    """,
    fini_recursive="""
    def fini(G, i=0):
        if i == len(tous):
            return 0
        return G[tous[i][0][0]][tous[i][0][1]] if plein(G, tous[i]) else fini(G, i + 1)
    """,
    fini_par_produit="""
    def fini(G, verbeux=True):
        gagnant = 0
        for A in tous:
            produit = 1
            for x, y in A:
                produit *= G[x][y]
            if produit in (1, 16):
                gagnant = {1: 1, 16: 2}[produit]
        if verbeux:
            print("gagnant :", gagnant)
        return gagnant
    """,
    fini_par_bits="""
    for joueur in (1, 2):
        pions = sum(1 << 7 * x + y for x in range(7) for y in range(6) if G[x][y] == joueur)
        for pas in (1, 6, 7, 8):
            paires = pions & pions >> pas
            if paires & paires >> 2 * pas:
                return joueur
    return 0
    """,
    fini_avec_memoire_honnete="""
    cle = tuple(map(tuple, G))
    if cle not in deja_vues:
        deja_vues[cle] = modele(G)
    return deja_vues[cle]
    """,
)

# Un compteur qui court, des cases que l'on ne compare pas, un nombre qui n'est pas un joueur.
COMPTEUR = """
for joueur in (1, 2):
    n = 0
    for A in tous:
        for x, y in A:
            n = n + 1 if G[x][y] == joueur else SINON
        if n >= 4:
            return joueur
return 0
"""
A_REFAIRE = "« n = 0 » n'est fait qu'avant la boucle"
faux(
    "fini_compteur_qui_court", "n'est pas remis à 0", A_REFAIRE, part=0, corps=COMPTEUR.replace("SINON", "n")
)
faux(
    "fini_compteur_a_cheval",
    *("n'est pas remis à 0", A_REFAIRE),
    part=0,
    corps=COMPTEUR.replace("SINON", "0")
    .replace("        if n >=", "            if n >=")
    .replace("            return j", "                return j"),
)
QUATRE = "for A in tous:\n    a, b, c, d = [G[x][y] for x, y in A]\n    if TEST:\n        return a\nreturn 0"
faux("fini_sans_la_derniere_case", "4e compte", corps=QUATRE.replace("TEST", "a == b == c != 0"))
faux("fini_deux_a_deux", "deux à deux", corps=QUATRE.replace("TEST", "a == b != 0 and c == d != 0"))
faux("fini_coordonnee", "un autre nombre que 1 ou 2", change={"G[A[0][0]][A[0][1]]": "A[0][0]"})
faux(
    "fini_sauf_a_l_avant_derniere_case",
    "presque pleines",
    part=0.9,
    corps="return 0 if sum(colonne.count(0) for colonne in G) == 1 else modele(G)",
)

# --- joue_hasard ------------------------------------------------------------------------------------

MODELE = """
def joue_hasard():
    G, joueur = init(), 1
    for _ in range(42):
        x, y = choice(coups(G))
        G[x][y] = joueur
        if fini(G) != 0:
            break
        joueur = 3 - joueur
    return G
"""
HASARD = RECUEIL.question("joue_hasard", MODELE)
TANT_QUE = """
G, joueur = init(), 1
while fini(G) == 0 and coups(G):
    x, y = choice(coups(G))
    G[x][y] = joueur
    joueur = 3 - joueur
return G
"""
tant_que = partial(variante, TANT_QUE)
faux, biaise = HASARD.faux, partial(HASARD.faux, part=0.6667)
TROP_TOT, CONTINUE, UNIFORME = "s'arrête trop tôt", "a continué après une victoire", "même probabilité"
PREMIER = ("Le joueur 1 doit commencer", "joueur 1 n'a pas commencé")
OU = (CONTINUE, "toujours jusqu'à la grille pleine", "and, pas or")

faux("un_tour_de_moins", "Il manque un tour", TROP_TOT, change={"42": "41"})
SANS_PLEINE = tant_que({" and coups(G)": ""})
faux("oublie_la_grille_pleine", "IndexError", "choice", "partie nulle", corps=SANS_PLEINE)
faux("un_tour_de_trop", "IndexError", change={"42": "43"})
faux(
    "ne_s_arrete_pas",
    "jusqu'à la grille pleine",
    "si quelqu'un a gagné",
    CONTINUE,
    change={"        if fini(G) != 0:\n            break\n": ""},
)
faux(
    "verifie_un_tour_sur_deux",
    "qu'après un coup du joueur 2",
    corps="""
    G = init()
    while fini(G) == 0 and coups(G):
        for joueur in (1, 2):
            if coups(G):
                x, y = choice(coups(G))
                G[x][y] = joueur
    return G
    """,
)
faux("ne_voit_que_le_joueur_1", "victoires du joueur 2", corps=tant_que({"fini(G) == 0": "fini(G) != 1"}))
faux("ou_au_lieu_de_et", *OU[1:], corps=tant_que({"and coups(G)": "or coups(G) != []"}))
faux("toujours_le_meme_joueur", "tour à tour", change={"        joueur = 3 - joueur\n": ""})
faux(
    "le_joueur_2_commence",
    "Le joueur 1 doit commencer",
    "le joueur 1 n'a pas commencé",
    corps=tant_que({"init(), 1": "init(), 2"}),
)
faux("premier_joueur_tire_au_sort", *PREMIER, corps=tant_que({"init(), 1": "init(), choice([1, 2])"}))
faux("joueur_tire_au_sort", "tour à tour", corps=tant_que({"= joueur\n": "= choice([1, 2])\n"}))
faux("joueurs_0_et_1", "tour à tour", change={"3 - joueur": "1 - joueur"})
faux("pions_qui_flottent", "flotte", corps=tant_que({"coups(G)": LIBRES}))
biaise("toujours_le_premier_coup", "même partie", "hasard", corps="return partie(lambda L: L[0])")
SANS_DERNIER = "return partie(lambda L: L[randint(0, max(0, len(L) - 2))])"
biaise("jamais_le_dernier_coup", UNIFORME, corps=SANS_DERNIER)
biaise("un_bout_ou_l_autre", UNIFORME, corps="return partie(lambda L: choice([L[0], L[-1]]))")
CENTRE = "return partie(lambda L: choice([c for c in L if c[0] == 3] + L))"
biaise("plutot_au_centre", UNIFORME, corps=CENTRE)
biaise("graine_fixee", "même partie", corps="random.seed(0)\nreturn modele()")
PREMIER_COUP = "return partie(lambda L: choice(L[:6] if L == [(x, 0) for x in range(7)] else L))"
biaise("jamais_la_derniere_au_premier_coup", "au premier coup", "colonne 6", corps=PREMIER_COUP)
CENTRE_D_ABORD = "return partie(lambda L: (3, 0) if L == [(x, 0) for x in range(7)] else choice(L))"
biaise("premier_coup_au_centre", UNIFORME, corps=CENTRE_D_ABORD)
A_LA_FIN = "return partie(lambda L: L[0] if len(L) < 7 else choice(L))"
biaise("premiere_colonne_a_la_fin", UNIFORME, corps=A_LA_FIN)
PARESSE = "(choice(coups(G)) if len(coups(G)) > 4 else coups(G)[0])"
biaise("ne_tire_plus_a_la_fin", UNIFORME, corps=tant_que({"choice(coups(G))": PARESSE}))
UNE_GRILLE = "G = init()\nfor i in range(7):\n    G[i // 2][i % 2] = 1 + i % 2\nreturn G"
faux("une_grille_apprise", "Rien n'est tiré au hasard", part=0, corps=UNE_GRILLE)
faux(
    "une_reserve_de_parties",
    "jouées d'avance",
    part=0,
    source="""
        RESERVE = []
        def joue_hasard():
            if not RESERVE:
                RESERVE.extend(modele() for _ in range(150))
            RESERVE.append(RESERVE.pop(0))
            return [list(colonne) for colonne in RESERVE[-1]]
    """,
)
faux(
    "un_seul_coup",
    "qu'un coup",
    TROP_TOT,
    part=0,
    corps="G = init()\nx, y = choice(coups(G))\nG[x][y] = 1\nreturn G",
)
faux("renvoie_aussi_le_gagnant", "que la grille", "joue_random", change={"return G": "return fini(G), G"})
faux("renvoie_le_gagnant", "gagnant", "la grille", change={"return G": "return fini(G)"})
faux("grille_globale", "ne part pas d'une grille vide", corps=tant_que({"init()": "commune"}))
faux(
    "grille_par_defaut",
    "ne part pas d'une grille vide",
    source="""
    def joue_hasard(G=init()):
        while fini(G) == 0 and coups(G):
            x, y = choice(coups(G))
            G[x][y] = 1 + sum(contenu != 0 for colonne in G for contenu in colonne) % 2
        return G
    """,
)
faux("affiche_sans_renvoyer", "print", change={"return G": "print(G)"})
faux("sans_fin", "ne se termine pas", part=0, corps=tant_que({"    G[x][y] = joueur\n": ""}))
RETURN_DEDANS = tant_que({"\nreturn G": "\n    return G"})
faux(
    "hasard_reserve_tiree",
    "Vous ne jouez pas de partie",
    part=0,
    source="""
RESERVE = [modele() for _ in range(80)]

def joue_hasard():
    return [list(colonne) for colonne in choice(RESERVE)]
""",
)
faux(
    "hasard_reserve_reprise",
    "Les mêmes parties reviennent",
    source="""
RESERVE = []

def joue_hasard():
    if len(RESERVE) < 150:
        RESERVE.append(modele())
        return [list(colonne) for colonne in RESERVE[-1]]
    return [list(colonne) for colonne in choice(RESERVE)]
""",
)
SUIVANTE = """x = randint(0, 6)
    while G[x][5] != 0:
        x = (x + 1) % 7
    y = G[x].index(0)"""
RESERVE = """
RESERVE = [modele() for _ in range(2000)]

def NOM():
    return RESERVE.pop()
"""
SANS_TIRER = "Rien n'est tiré au hasard"
faux("hasard_longue_reserve", SANS_TIRER, part=0, source=RESERVE.replace("NOM", "joue_hasard"))
biaise(
    "hasard_rejoue_des_parties_ecrites",
    SANS_TIRER,
    source="""
    HASARDS = [[random.random() for _ in range(42)] for _ in range(2000)]

    def joue_hasard():
        suite = HASARDS.pop()
        return partie(lambda L: L[int(suite.pop() * len(L))])
    """,
)
biaise(
    "hasard_pleine_donc_la_suivante",
    "à droite d'une pleine",
    corps=tant_que({"x, y = choice(coups(G))": SUIVANTE}),
)
biaise(
    "hasard_retire_parfois_en_haut",
    "trop rarement",
    corps=tant_que(
        {
            "x, y = choice(coups(G))": "x, y = choice(coups(G))\n"
            "    if y >= 3 and choice(range(4)) == 0:\n        x, y = choice(coups(G))"
        }
    ),
)
faux(
    "hasard_rejouee_si_nulle",
    "plusieurs parties en un seul appel",
    "parties nulles",
    corps="G = modele()\nreturn G if fini(G) else modele()",
)
faux(
    "hasard_sans_fin_si_nulle",
    "pleine sans gagnant",
    corps="""
    G, joueur = init(), 1
    while not fini(G):
        x = randint(0, 6)
        if G[x][5] == 0:
            G[x][G[x].index(0)] = joueur
            joueur = 3 - joueur
    return G
    """,
)
faux("hasard_return_dans_la_boucle", "qu'un coup", "à l'intérieur de la boucle", corps=RETURN_DEDANS)
faux("faute_de_frappe", "NameError", corps=tant_que({"fini(": "finie("}))

justes(
    HASARD,
    while_true_et_break="""
    G = init()
    tour = 0
    while True:
        L = coups(G)
        if L == [] or fini(G) in (1, 2):
            break
        x, y = L[randrange(len(L))]
        G[x][y] = 1 + tour % 2
        tour += 1
    print(tour, "coups")
    return G
    """,
    colonne_tiree_jusqu_a_une_libre="""
    G, joueur = init(), 1
    while not fini(G) and any(0 in colonne for colonne in G):
        x = randint(0, 6)
        if 0 in G[x]:
            G[x][G[x].index(0)] = joueur
            joueur = joueur % 2 + 1
    return G
    """,
    coups_pour_la_seule_condition="""
    G, joueur = init(), 1
    while fini(G) == 0 and coups(G) != []:
        x = randint(0, 6)
        if G[x][5] == 0:
            G[x][G[x].index(0)] = joueur
            joueur = 3 - joueur
    return G
    """,
    sa_propre_liste_de_colonnes="""
    G, joueur = init(), 1
    while fini(G) == 0 and len(coups(G)) > 0:
        x = choice([c for c in range(7) if G[c][5] == 0])
        G[x][G[x].index(0)] = joueur
        joueur = 3 - joueur
    return G
    """,
    premier_coup_a_part=tant_que({"init(), 1": "init(), 2\nG[randint(0, 6)][0] = 1"}),
    coups_melanges="""
    G = init()
    for tour in range(42):
        L = list(coups(G))
        random.shuffle(L)
        x, y = L.pop()
        G[x][y] = 1 if tour % 2 == 0 else 2
        if tour >= 6 and fini(G):
            return G
    return G
    """,
    par_recursion="""
    def joue_hasard(G=None, joueur=1):
        if G is None:
            G = init()
        if fini(G) or not coups(G):
            return G
        x, y = choice(coups(G))
        copie = [colonne[:] for colonne in G]
        copie[x][y] = joueur
        return joue_hasard(copie, 3 - joueur)
    """,
    liste_de_coups_tenue_a_jour="""
    G, L, joueur = init(), coups(init()), 1
    while L:
        rang = randrange(len(L))
        x, y = L[rang]
        G[x][y] = joueur
        if fini(G):
            return G
        L[rang : rang + 1] = [(x, y + 1)] if y < 5 else []
        joueur = 3 - joueur
    return G
    """,
    autre_grille_consultee="""
    G, joueur = init(), 1
    while fini(G) == 0 and coups(G):
        if len(coups(init())) > 0:
            x, y = random.sample(coups(G), 1)[0]
        G[x][y] = joueur
        joueur = 3 - joueur
    return G
    """,
    hasard_garde_en_methode="""
    au_sort = random.Random().choice

    def joue_hasard():
        return partie(au_sort)
    """,
    hasard_maison="""
    graine = [2024]

    def joue_hasard():
        def tirer(L):
            graine[0] = (1103515245 * graine[0] + 12345) % 2**31
            return L[graine[0] // 65536 % len(L)]
        return partie(tirer)
    """,
    hasard_de_numpy="return partie(lambda L: L[np.random.default_rng().integers(len(L))])",
    a_partir_de_joue_random="""
    def joue_random():
        G = modele()
        return fini(G), G

    def joue_hasard():
        return joue_random()[1]
    """,
)

# Des parties jouées d'avance, quoi qu'on tire ensuite ; des tirages qui ne sont pas les bons.
SERVIES = "RESERVEES = [joue_hasard() for _ in range(2500)]\n\ndef joue_hasard():\n"
NE_DECIDE_DE_RIEN = "ne décide de rien"
faux("reserve_sans_tirer", SANS_TIRER, part=0, source=f"{SERVIES}    return RESERVEES.pop()\n")
faux(
    "reserve_et_tirages_pour_rien",
    NE_DECIDE_DE_RIEN,
    part=0.3333,
    source=f"{SERVIES}    for _ in range(42):\n        random.random()\n    return RESERVEES.pop()\n",
)
faux(
    "reserve_et_partie_pour_rien",
    NE_DECIDE_DE_RIEN,
    part=0.3333,
    source=f"{SERVIES}    partie(choice)\n    return RESERVEES.pop()\n",
)
faux(
    "nulles_rejouees_sans_coups",
    "parties nulles posent problème",
    "plusieurs parties",
    corps="""
    while True:
        G, joueur = init(), 1
        while any(colonne[5] == 0 for colonne in G):
            x = choice([x for x in range(7) if G[x][5] == 0])
            G[x][G[x].index(0)] = joueur
            if fini(G):
                return G
            joueur = 3 - joueur
    """,
)
faux(
    "parties_courtes_rejouees",
    "plusieurs parties",
    corps="""
    while True:
        G = partie(choice)
        if sum(6 - colonne.count(0) for colonne in G) > 9:
            return G
    """,
)
PARMI_LES_CASES = "[(a, G[a].index(0)) for a in range(7) for b in range(6) if G[a][b] == 0]"
faux(
    "parmi_les_cases_libres",
    "même probabilité",
    corps=tant_que({"choice(coups(G))": f"choice({PARMI_LES_CASES})"}),
)
faux(
    "ordre_melange_d_avance",
    "même probabilité",
    corps="""
    ordre = [x for x in range(7) for _ in range(6)]
    random.shuffle(ordre)
    G, joueur = init(), 1
    for x in ordre:
        G[x][G[x].index(0)] = joueur
        if fini(G):
            break
        joueur = 3 - joueur
    return G
    """,
)
faux(
    "la_premiere_quand_il_en_reste_deux",
    "même probabilité",
    corps="return partie(lambda L: L[0] if len(L) == 2 else choice(L))",
)

# Ce que l'on voit d'une partie mal jouée ; des coups qui dépendent de ceux d'avant.
UNE_FOIS = "qu'une fois, avant la boucle"
LISTE_D_AVANT = """
G, joueur, L = init(), 1, coups(init())
while fini(G) == 0 and L:
    x, y = choice(L)
    G[x][y] = joueur
    joueur = 3 - joueur
return G
"""
faux("coups_demandes_une_fois", UNE_FOIS, corps=LISTE_D_AVANT)
faux(
    "coups_demandes_une_fois_puis_retires",
    UNE_FOIS,
    corps=LISTE_D_AVANT.replace("    joueur =", "    L.remove((x, y))\n    joueur ="),
)
faux(
    "tour_passe_si_pleine",
    "pose parfois deux pions de suite",
    corps="""
    G, joueur = init(), 1
    while fini(G) == 0 and coups(G):
        x = randint(0, 6)
        if 0 in G[x]:
            G[x][G[x].index(0)] = joueur
        joueur = 3 - joueur
    return G
    """,
)
faux("deux_egale", "tous les pions sont du même", change={"joueur = 3": "joueur == 3"})
faux(
    "gagnant_cherche_avant",
    "un coup trop loin",
    corps="""
    G, joueur, gagnant = init(), 1, 0
    while gagnant == 0 and coups(G):
        gagnant = fini(G)
        x, y = choice(coups(G))
        G[x][y] = joueur
        joueur = 3 - joueur
    return G
    """,
)
faux(
    "coup_gagnant_retire",
    "le coup qui gagne",
    change={"            break": "            G[x][y] = 0\n            break"},
)
faux("au_moins_deux_coups", "qu'un coup possible", corps=tant_que({"and coups(G)": "and len(coups(G)) > 1"}))
faux(
    "liste_des_coups",
    "la liste des coups joués",
    corps=tant_que(
        {
            "init(), 1": "init(), 1\nL = []",
            "x, y =": "L.append(choice(coups(G)))\n    x, y =",
            "choice(coups(G))\n    G": "L[-1]\n    G",
            "return G": "return L",
        }
    ),
)
AVANT = """
G, joueur, n, avant = init(), 1, 0, 3
while fini(G) == 0 and coups(G):
    L = coups(G)
    x, y = choice(TIRES or L)
    G[x][y] = joueur
    joueur, n, avant = 3 - joueur, n + 1, x
return G
"""
apres = partial(AVANT.replace, "TIRES")
biaise("jamais_sur_le_premier_pion", "au deuxième coup", corps=apres("[c for c in L if n != 1 or c[1] == 0]"))
biaise(
    "souvent_le_reflet",
    "reflet",
    corps=apres("[c for c in L if c[0] == 6 - avant and joueur == 2 and random.random() < 0.3]"),
)

# --- nb_tours_max -----------------------------------------------------------------------------------

Q = RECUEIL.question("nb_tours_max")
Q.valeurs_fausses((41, "À un près"), (43, "À un près"), (21, "chaque joueur"), (36, "une case"))
Q.valeurs_fausses((7, "LONGUE"), (69, "alignements"), ("42", "chaîne"), ([42], "liste"))
Q.valeurs_justes(42, 7 * 6, np.int64(42), sum(len(colonne) for colonne in COMMUNE))

# --- joue_random ------------------------------------------------------------------------------------

RANDOM = RECUEIL.question("joue_random", "def joue_random():\n    G = joue_hasard()\n    return fini(G), G\n")
faux, GAGNANT = RANDOM.faux, "gagnant annoncé"


def sa_partie(nom: str) -> str:
    """Cette réponse à joue_hasard, sous le nom de sa_partie."""
    return HASARD.sources[nom].replace("joue_hasard(", "sa_partie(") + "\n"


def en_jouant(nom: str) -> str:
    """Le modèle de joue_random, dont la partie est celle de cette réponse à joue_hasard."""
    return sa_partie(nom) + RANDOM.modele.replace("joue_hasard", "sa_partie")


faux("couple_a_l_envers", "à l'envers", part=0.5, change={"fini(G), G": "G, fini(G)"})
faux("sans_la_grille", "Il manque la grille", change={"fini(G), G": "fini(G)"})
faux("sans_le_gagnant", "Il manque le gagnant", change={"fini(G), G": "G"})
faux(
    "joueur_suivant",
    "annoncez le perdant",
    corps=tant_que({"return G": "return joueur if fini(G) else 0, G"}),
)
MEME_SI_NULLE = tant_que({"return G": "return 3 - joueur, G"})
faux("dernier_joueur_meme_si_nulle", "nulles", GAGNANT, corps=MEME_SI_NULLE)
faux(
    "nulle_des_que_pleine",
    "grille pleine peut être gagnée",
    change={"fini(G),": "0 if coups(G) == [] else fini(G),"},
)
faux("nulle_donnee_au_joueur_2", "nulles", GAGNANT, change={"fini(G),": "1 if fini(G) == 1 else 2,"})
faux("perdant", "annoncez le perdant", change={"fini(G),": "3 - fini(G),"})
faux("deux_parties_differentes", GAGNANT, "même partie", corps="return fini(joue_hasard()), joue_hasard()")
faux("en_liste", "doit être un couple", "liste", part=0.9, change={"fini(G), G": "[fini(G), G]"})
faux("trois_valeurs", "deux valeurs", change={"fini(G), G": "fini(G), G, 42"})
faux("booleen_au_lieu_du_joueur", "booléen", change={"fini(G),": "fini(G) != 0,"})
faux("joue_random_sans_arret", "jusqu'à la grille pleine", CONTINUE, source=en_jouant("ne_s_arrete_pas"))
faux("joue_random_ou_au_lieu_de_et", "and, pas or", source=en_jouant("ou_au_lieu_de_et"))
TIRE_AU_SORT = en_jouant("premier_joueur_tire_au_sort")
faux("joue_random_premier_joueur_tire_au_sort", *PREMIER, source=TIRE_AU_SORT)
faux("joue_random_41_tours", "Il manque un tour", source=en_jouant("un_tour_de_moins"))
faux("joue_random_affiche", "print", change={"return fini(G), G": "print(fini(G), G)"})
faux("gagnant_en_texte", "chaîne de caractères", change={"fini(G),": 'f"joueur {fini(G)}",'})
faux("joue_random_gauche", "même partie", part=0.6667, source=en_jouant("toujours_le_premier_coup"))
faux("joue_random_longue_reserve", SANS_TIRER, source=RESERVE.replace("NOM", "joue_random"))
faux("gagnant_oublie_si_nulle", "None ou un booléen", "rien (None)", change={"fini(G),": "fini(G) or None,"})

justes(
    RANDOM,
    joue_random_while="""
    G, joueur, gagnant, n = init(), 1, 0, 0
    while gagnant == 0 and n < 42:
        x, y = choice(coups(G))
        G[x][y] = joueur
        gagnant, joueur, n = fini(G), 3 - joueur, n + 1
    return gagnant, G
    """,
    joue_random_dernier_joueur="""
    G, joueur = init(), 1
    for tour in range(42):
        joueur = 1 + tour % 2
        x, y = choice(coups(G))
        G[x][y] = joueur
        if fini(G):
            return np.int64(joueur), G
    return 0, G
    """,
    joue_random_sans_coups=en_jouant("colonne_tiree_jusqu_a_une_libre").replace("(G), G", "(G), tuple(G)"),
    joue_random_coups_pour_la_seule_condition=en_jouant("coups_pour_la_seule_condition"),
)

faux("victoires_de_2_annoncees_a_1", "Quand le joueur 2 gagne", change={"fini(G),": "min(fini(G), 1),"})
faux("grille_vide_renvoyee", "grille vide", change={"fini(G), G": "fini(G), init()"})
SERVIS = "RESERVES = [joue_random() for _ in range(2500)]\n\ndef joue_random():\n"
faux(
    "joue_random_reserve_et_tirages",
    NE_DECIDE_DE_RIEN,
    source=f"{SERVIS}    for _ in range(42):\n        random.random()\n    return RESERVES.pop()\n",
)

# --- probabilite_hasard -----------------------------------------------------------------------------

MODELE = """
def probabilite_hasard(k):
    nulles, un, deux = compter(k)
    return un / k, deux / k, nulles / k
"""
PROBABILITE = RECUEIL.question("probabilite_hasard", MODELE)
COMPTES = """
un = deux = nulles = 0
for _ in range(k):
    gagnant = joue_random()[0]
    if gagnant == 1:
        un += 1
    elif gagnant == 2:
        deux += 1
    else:
        nulles += 1
return un / k, deux / k, nulles / k
"""
comptes = partial(variante, COMPTES)
faux, JOUEZ = PROBABILITE.faux, ("Vous jouez", "au lieu de")
PLAFOND = {"    nulles, un": "    k = min(k, 500)\n    nulles, un"}
faux("probabilite_k_plafonne", "500 parties au lieu de", change=PLAFOND)
faux(
    "probabilite_longue_reserve",
    SANS_TIRER,
    source="""
    RESERVE = [joue_random()[0] for _ in range(2000)]

    def probabilite_hasard(k):
        gagnants = [RESERVE.pop() for _ in range(k)]
        return gagnants.count(1) / k, gagnants.count(2) / k, gagnants.count(0) / k
    """,
)
ECHANGES = {"un / k, deux / k": "deux / k, un / k"}

faux("nombres", "nombres de parties", change={" / k": ""})
faux("pourcentages", "pourcentages", change={n: f"100 * {n}" for n in ("un /", "deux /", "nulles /")})
faux("nulles_d_abord", "L'ordre demandé", corps="return tuple(n / k for n in compter(k))")
faux("joueurs_echanges", "échangez les joueurs", change=ECHANGES)
faux("deux_frequences", "trois fréquences", change={", nulles / k": ""})
POUR_2 = "n = sum(joue_random()[0] == 1 for _ in range(k))\nreturn n / k, (k - n) / k, 0"
faux("nulle_comptee_pour_2", "nulles pour une victoire du joueur 2", corps=POUR_2)
faux("sans_les_nulles", "nulles ne sont pas comptées", change={"nulles / k": "0"})
faux("division_entiere", "//", change={"/": "//"})
faux("arrondies", "arrondissez", corps="return tuple(round(f, 2) for f in modele(k))")
faux("arrondies_de_peu", "arrondissez", corps="return tuple(round(f, 4) for f in modele(k))")
faux(
    "nulles_partagees",
    "demi-victoire",
    corps="n, un, deux = compter(k)\nreturn (un + n / 2) / k, (deux + n / 2) / k, 0",
)
faux(
    "reste_au_joueur_2",
    "n'est pas la sienne",
    corps="n, un, _ = compter(k)\nreturn un / k, 1 - un / k, n / k",
)
faux(
    "longues_comptees_nulles",
    "Les fréquences ne sont pas les bonnes",
    corps="""
    n = [0, 0, 0]
    for _ in range(k):
        gagnant, G = joue_random()
        n[gagnant if sum(6 - colonne.count(0) for colonne in G) < 39 else 0] += 1
    return n[1] / k, n[2] / k, n[0] / k
    """,
)
faux("une_partie_de_moins", *JOUEZ, "Il manque une partie", change={"compter(k)": "compter(k - 1)"})
faux("une_partie_de_plus", "une partie de trop", change={"compter(k)": "compter(k + 1)"})
DEUX_APPELS = comptes({"    gagnant = joue_random()[0]\n": "", "gagnant": "joue_random()[0]"})
faux("deux_appels_par_tour", "une fois", corps=DEUX_APPELS)
faux(
    "return_dans_la_boucle",
    "à l'intérieur de la boucle",
    "Vous jouez 1 partie",
    corps=comptes({"return": "    return"}),
)
faux(
    "compteurs_globaux",
    "mémoire",
    corps="""
    for _ in range(k):
        compteurs[joue_random()[0]] += 1
    return compteurs[1] / k, compteurs[2] / k, compteurs[0] / k
    """,
)
faux(
    "constantes", "répond toujours", "Ce ne sont pas les fréquences", part=0, corps="return 0.55, 0.44, 0.01"
)
INCOMPATIBLES = "incompatibles avec des parties jouées au hasard"
faux("toujours_gagne", "répond toujours (1.0, 0.0, 0.0)", part=0, corps="return 1.0, 0.0, 0.0")
UNE_A_UNE = ("probabilite_hasard(1)", "pas des parties jouées au hasard")
faux("arrondie_a_la_main", SANS_TIRER, part=0, corps="n = round(0.556 * k)\nreturn n / k, (k - n) / k, 0.0")
faux("une_fois_sur_deux", SANS_TIRER, part=0, corps="n = (k + 1) // 2\nreturn n / k, (k - n) / k, 0.0")
JOUE = "return tuple(joue_random() and f for f in (0.556, 0.441, 0.003))"
faux("joue_sans_compter", "au lieu de", corps=JOUE)
faux("deux_si_et_un_sinon", "elif", corps=comptes({"elif": "if"}))
faux(
    "sur_les_parties_gagnees",
    "ZeroDivisionError",
    change={f"{n} / k": f"{n} / (un + deux)" for n in ("un", "deux")},
)
MOYENNE = "moyenne = sum(joue_random()[0] for _ in range(k)) / k\nreturn moyenne, 1 - moyenne, 0"
faux("moyenne_des_gagnants", "Les fréquences ne sont pas les bonnes", corps=MOYENNE)
faux("frequences_affichees", "print", corps="print(*modele(k))")
faux("en_dictionnaire", "dictionnaire", corps="return dict(zip((1, 2, 0), modele(k)))")
INVENTE = """
issues = [sum(random.random() for _ in range(TIRAGES)) % 1 for _ in range(k)]
un, deux = sum(r < 0.555 for r in issues), sum(0.555 <= r < 0.997 for r in issues)
return un / k, deux / k, (k - un - deux) / k
"""
faux("inventees_en_huit_tirages", "Vous ne jouez pas de partie", corps=INVENTE.replace("TIRAGES", "8"))
faux(
    "inventees_en_cinquante_tirages",
    "une fréquence écrite d'avance",
    part=0,
    corps=INVENTE.replace("TIRAGES", "50"),
)
faux(
    "nulles_rejouees_jusqu_a_une_victoire",
    "rejouez les parties nulles",
    corps="""
    n = [0, 0, 0]
    while n[1] + n[2] < k:
        n[joue_random()[0]] += 1
    return n[1] / sum(n), n[2] / sum(n), n[0] / sum(n)
    """,
)
faux("toujours_mille", "toujours par le même nombre", change={"/ k": "/ 1000"})
SUR_PLACE = {"compter": "parties_sur_place", **ECHANGES}
faux("parties_en_place_joueurs_echanges", "échangez les joueurs", change=SUR_PLACE)

faux(
    "frequences_tirees_au_sort",
    "Ce ne sont pas les fréquences",
    corps="f = 0.5 + random.random() / 10\nreturn f, 0.998 - f, 0.002",
)
faux("cinquante_parties_au_plus", *JOUEZ, corps="return modele(min(k, 5))")
faux(
    "partie_a_soi_joueurs_echanges",
    "échangez les joueurs",
    source=sa_partie("colonne_tiree_jusqu_a_une_libre")
    + """
def probabilite_hasard(k):
    gagnants = [fini(sa_partie()) for _ in range(k)]
    return gagnants.count(2) / k, gagnants.count(1) / k, gagnants.count(0) / k
""",
)
faux(
    "partie_a_soi_nulles_au_joueur_2",
    "nulles pour une victoire du joueur 2",
    source=sa_partie("colonne_tiree_jusqu_a_une_libre")
    + """
def probabilite_hasard(k):
    un = sum(fini(sa_partie()) == 1 for _ in range(k))
    return un / k, 1 - un / k, 0
""",
)

COMPTE = comptes({"joue_random()[0]": "joue_random()"})
faux("couple_compare", "comptées nulles", "et non un couple", part=0, corps=COMPTE)
faux("grille_comparee", "comptées nulles", part=0, corps=comptes({"joue_random()[0]": "joue_random()[1]"}))
COMPTEURS_DEDANS = comptes(
    {"un = deux = nulles = 0\nfor _ in range(k):\n": "for _ in range(k):\n    un = deux = nulles = 0\n"}
)
faux("compteurs_remis_a_zero", "Seule la dernière partie", corps=COMPTEURS_DEDANS)
faux("egal_plus", "=+ 1", corps=comptes({"+= 1": "=+ 1"}))
faux(
    "compteurs_lies",
    "n'en font qu'un",
    part=0,
    corps="""
n = [[0]] * 3
for _ in range(k):
    n[joue_random()[0]][0] += 1
return n[1][0] / k, n[2][0] / k, n[0][0] / k
""",
)
faux(
    "gagnant_ajoute",
    "le numéro du gagnant",
    corps=comptes({"un += 1": "un += gagnant", "deux += 1": "deux += gagnant"}),
)
faux("nulles_par_difference", "1 - f1 - f2", change={"nulles / k": "1 - un / k"})
faux(
    "sur_les_gagnees_au_moins_une",
    "seules parties gagnées",
    change={f"{n} / k": f"{n} / max(1, un + deux)" for n in ("un", "deux")},
)
faux(
    "une_boucle_par_issue",
    "ne joue qu'une partie",
    corps="return tuple(sum(joue_random()[0] == issue for _ in range(k)) / k for issue in (1, 2, 0))",
)

A_SA_FACON = """
def jeu():
    pions, libres, _ = [0, 0], [7 * x for x in range(7)], [random.random() for _ in range(20)]
    for tour in range(42):
        x = choice([x for x in range(7) if libres[x] < 7 * x + 6])
        pions[tour % 2] |= 1 << libres[x]
        libres[x] += 1
        for pas in (1, 6, 7, 8):
            deux = pions[tour % 2] & (pions[tour % 2] >> pas)
            if deux & (deux >> 2 * pas):
                return 1 + tour % 2
    return 0

def probabilite_hasard(k):
    gagnants = [jeu() for _ in range(k)]
    return tuple(gagnants.count(issue) / k for issue in (1, 2, 0))
"""
faux(
    "ses_parties_joueurs_echanges",
    "celle des victoires du joueur 2",
    source=A_SA_FACON.replace("(1, 2, 0)", "(2, 1, 0)"),
)

justes(
    PROBABILITE,
    par_joue_hasard_et_fini="""
    gagnants = [fini(joue_hasard()) for _ in range(k)]
    un, deux = gagnants.count(1) / k, gagnants.count(2) / k
    return [un, deux, 1 - un - deux]
    """,
    par_parties_sur_place="""
    def probabilite_hasard(k, verbeux=True):
        nulles, un, deux = parties_sur_place(k)
        print(un, deux, nulles)
        return un / k, deux / k, nulles / k
    """,
    par_counter="""
    comptes = Counter(gagnant for gagnant, _ in (joue_random() for _ in range(k)))
    return tuple(comptes[issue] / k for issue in (1, 2, 0))
    """,
    par_numpy="""
    gagnants = np.array([joue_random()[0] for _ in range(k)])
    return np.bincount(gagnants, minlength=3)[[1, 2, 0]] / k
    """,
    par_colonnes_tirees=sa_partie("colonne_tiree_jusqu_a_une_libre")
    + PROBABILITE.modele.replace("compter(k)", "compter(k, lambda: fini(sa_partie()))"),
    coups_pour_la_seule_condition_k_fois=sa_partie("coups_pour_la_seule_condition")
    + PROBABILITE.modele.replace("compter(k)", "compter(k, lambda: fini(sa_partie()))"),
    par_des_bits_et_des_tirages_jetes=A_SA_FACON,
    par_recursion_des_comptes="""
    def probabilite_hasard(k, n=0, un=0, deux=0):
        if k - n > 500:
            u, d, _ = probabilite_hasard(k // 2)
            v, e, _ = probabilite_hasard(k - k // 2)
            un, deux = (u * (k // 2) + v * (k - k // 2)), (d * (k // 2) + e * (k - k // 2))
        else:
            for _ in range(k):
                gagnant = joue_random()[0]
                un, deux = un + (gagnant == 1), deux + (gagnant == 2)
        return un / k, deux / k, (k - un - deux) / k
    """,
)

# --- Ce que le code montre : une comparaison pour une affectation, un or sans comparaison… -------------

FINI.faux(
    "fini_ou_sans_comparaison",
    "est toujours vrai",
    "répétez la comparaison après or",
    corps="""
    for A in tous:
        contenus = [G[x][y] for x, y in A]
        if contenus == [1] * 4 or [2] * 4:
            return contenus[0]
    return 0
    """,
)
FINI.faux(
    "fini_deux_egale",
    "compare, et ne change rien",
    "toujours 0",
    corps="""
    gagnant = 0
    for A in tous:
        if plein(G, A):
            gagnant == G[A[0][0]][A[0][1]]
    return gagnant
    """,
)
COUPS.faux("coups_append_de_deux", "append n'ajoute qu'un élément", corps=boucles({"((x, y))": "(x, y)"}))
RANDOM.faux(
    "joue_random_sans_parentheses", "joue_hasard()", "sans parenthèses", change={"()\n    r": "\n    r"}
)
RANDOM.faux(
    "gagnant_cherche_avant",
    "vous annoncez 0",
    corps="G = init()\ngagnant = fini(G)\nG = joue_hasard()\nreturn gagnant, G",
)
RANDOM.faux(
    "gagnant_d_une_autre_partie",
    GAGNANT,
    source="""
    AVANT = []

    def joue_random():
        G = joue_hasard()
        AVANT.append(G)
        return fini(AVANT[max(0, len(AVANT) - 4)]), G
    """,
)
PROBABILITE.faux(
    "k_sert_de_compteur",
    "change k",
    corps="""
    n = [0, 0, 0]
    while k > 0:
        n[joue_random()[0]] += 1
        k -= 1
    return n[1] / k, n[2] / k, n[0] / k
    """,
)

# --- nb_parties, conclusion : l'expérience ----------------------------------------------------------

Q = RECUEIL.question("nb_parties")
Q.valeurs_fausses(
    (100, "Trop peu"), (2000, "Trop peu"), (601, "pour la marge"), (1691, "90 %"), (4147, "99 %")
)
Q.valeurs_fausses(
    (9604, "1/4"), (49, "au carré"), (10**5, "Bien plus"), (2400.9, "entier"), ("2401", "chaîne")
)
Q.valeurs_fausses((2401.0, "flottant"))
Q.valeurs_justes(2401, 2500, np.int64(2401))

Q, MESURE = RECUEIL.question("conclusion"), (1337, 1058, 6)
Q.valeurs_fausses(
    (("", MESURE, "moins fort"), "l'inverse"),
    (("", MESURE, "on ne peut pas conclure"), "permet d'en dire plus"),
    (("", MESURE, "oui"), "trois phrases"),
    (("", (55, 44, 1), "plus fort"), "rop peu de parties"),
    (("", (1058, 1337, 6), "moins fort"), "échangés"),
    (("", (6, 1337, 1058), "plus fort"), "ordre demandé"),
    (("", (2000, 401, 0), "plus fort"), "pas une fois sur un million"),
    (("", (0.557, 0.441, 0.002), "plus fort"), "fréquences"),
    (("", 2401, "plus fort"), "trois entiers"),
    ("plus fort", "triplet"),
)
Q.valeurs_justes(("Égalité.", MESURE, "plus fort"), (None, [1330, 1064, 7], "Plus fort !"))
Q.valeurs_justes(("", tuple(np.array(MESURE)), "plus fort"))

# --- tests_fini : six versions fausses à démasquer -------------------------------------------------


def grille_jouee(*colonnes: int) -> list[list[int]]:
    """La grille où l'on a joué dans ces colonnes."""
    G = [[0] * 6 for _ in range(7)]
    for tour, x in enumerate(colonnes):
        G[x][G[x].index(0)] = 1 + tour % 2
    return G


JOUEUR_2, DROITE = (grille_jouee(0, 1, 0, 1, 0, 1, 2, 1), 2), (grille_jouee(6, 0, 6, 0, 6, 0, 6), 1)
DESCENDANTE = (grille_jouee(3, 3, 0, 0, 0, 2, 0, 1, 2, 1, 1), 1)
EN_HAUT = (grille_jouee(0, 0, 0, 1, 0, 1, 0, 1, 0), 1)
CALME, TOUR_COMPLET = (grille_jouee(0, 0, 1, 1, 2, 2), 0), (grille_jouee(5, 2, 6, 2, 0, 3, 1), 0)
TOUTES = [JOUEUR_2, DESCENDANTE, DROITE, EN_HAUT, CALME, TOUR_COMPLET]
FLOTTE = grille_jouee()
FLOTTE[3][1] = 1
SUITE = grille_jouee(0, 1, 0, 1, 0, 1, 0)
SUITE[0][4], SUITE[6][0] = 2, 1

Q = RECUEIL.question("tests_fini")
Q.valeurs_fausses(
    (TOUTES[:2], "3 versions démasquées sur 6 ; restent C, D et F."),
    (TOUTES[1:], "reste A."),
    (TOUTES[:5], "reste F."),
    ([*TOUTES, (grille_jouee(0, 1), 1)], "accuse la BONNE version"),
    ([*TOUTES, (FLOTTE, 0)], "flotte"),
    ([*TOUTES, (SUITE, 1)], "continué après une victoire"),
    ([*TOUTES, (grille_jouee(0), True)], "entier"),
    ([grille_jouee(0, 1)], "(G, valeur attendue)"),
    ([(grille_jouee(0, 0, 1, 1, 2, 2, 3), 1)], "0 version démasquée"),
    (TOUTES * 3, "12 au plus"),
    ("les diagonales", "liste"),
)
Q.valeurs_justes(TOUTES, tuple(TOUTES[::-1]), [list(couple) for couple in TOUTES * 2])
