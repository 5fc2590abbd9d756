"""Des réponses d'élèves au TP 3 : grille en lignes, recherche avec retour en arrière, mémoïsation."""

from reponses import Recueil

RECUEIL = Recueil(
    "tp3_ia",
    """
import copy
import random
from fractions import Fraction
from math import inf

import numpy as np


def jouer(grille, hauteur, k, p):
    grille[len(grille) - 1 - hauteur[k]][k] = p
    hauteur[k] += 1


def apres(colonnes, n=6, m=7):
    grille, hauteur = [[0] * m for i in range(n)], [0] * m
    for tour in range(len(colonnes)):
        jouer(grille, hauteur, colonnes[tour], 1 + tour % 2)
    return grille, hauteur


def possibles(grille, hauteur):
    return [k for k in range(len(hauteur)) if hauteur[k] < len(grille)]


def fige(grille):
    return tuple(tuple(ligne) for ligne in grille)


def series(grille):  # les cases de chaque série
    n, m = len(grille), len(grille[0])
    for i in range(n):
        for j in range(m):
            for di, dj in [(0, 1), (1, 0), (1, 1), (1, -1)]:
                if i + 3 * di < n and 0 <= j + 3 * dj < m:
                    yield [(i + k * di, j + k * dj) for k in range(4)]
""",
)


# --- complexités ----------------------------------------------------------------------------------

q = RECUEIL.question("complexite_jouer")
q.valeurs_justes("O(1)", "o( 1 )", "constante", "en temps constant", "Θ(1)", "$O(1)$")
q.valeurs_fausses(
    ("O(n)", "parcours de colonne"),
    ("O(n*m)", "toute la grille"),
    ("O(m)", "ligne"),
    (1, "chaîne"),
    ("linéaire", "boucle"),
    ("je ne sais pas", "comptez"),
)

q = RECUEIL.question("complexite_sans_hauteur")
q.valeurs_justes("O(n)", "o(N)", "Linéaire", "linéaire en n", "O( n ).", "Θ(n)")
q.valeurs_fausses(
    ("O(1)", "où le pion tombe"),
    ("O(m)", "nombre de colonnes"),
    ("O(n*m)", "la colonne k suffit"),
    (7, "chaîne"),
    ("O(log n)", "dichotomie"),
    ("O(n²)", "que faut-il parcourir"),
)


# --- victoire -------------------------------------------------------------------------------------

q = RECUEIL.question(
    "victoire",
    """
def victoire(grille, p):
    n, m = len(grille), len(grille[0])
    for i in range(n):
        for j in range(m):
            for di, dj in [(0, 1), (1, 0), (1, 1), (1, -1)]:
                if i + 3 * di < n and 0 <= j + 3 * dj < m:
                    if all(grille[i + k * di][j + k * dj] == p for k in range(4)):
                        return True
    return False
""",
)
TAILLE = "len(grille), len(grille[0])"
q.juste(
    "victoire_quatre_boucles",
    corps="""
n, m = len(grille), len(grille[0])
gagne = False
for i in range(n):
    for j in range(m - 3):
        if grille[i][j] == p and grille[i][j + 1] == p and grille[i][j + 2] == p and grille[i][j + 3] == p:
            gagne = True
for i in range(n - 3):
    for j in range(m):
        if [grille[i + k][j] for k in range(4)] == [p, p, p, p]:
            gagne = True
for i in range(n - 3):
    for j in range(m - 3):
        descend = [grille[i + k][j + k] for k in range(4)] == [p] * 4
        if descend or [grille[i + 3 - k][j + k] for k in range(4)] == [p] * 4:
            gagne = True
return gagne
""",
)
q.juste(
    "victoire_numpy",
    source="""
def victoire(grille, p, bavarde=True):
    pions = np.array(grille) == p
    if bavarde:
        print(pions.sum())
    n, m = pions.shape
    for di, dj in [(0, 1), (1, 0), (1, 1), (1, -1)]:
        for i in range(n - 3 * di):
            for j in range(max(0, -3 * dj), m - max(0, 3 * dj)):
                if all(pions[i + k * di, j + k * dj] for k in range(4)):
                    return np.bool_(True)
    return np.bool_(False)
""",
)
q.juste(
    "victoire_par_chaines",
    corps="""
n, m = len(grille), len(grille[0])
lignes = ["".join(map(str, ligne)) for ligne in grille]
lignes += ["".join(str(grille[i][j]) for i in range(n)) for j in range(m)]
lignes += ["".join(str(grille[i][i + d]) for i in range(n) if 0 <= i + d < m) for d in range(-n, m)]
lignes += ["".join(str(grille[i][s - i]) for i in range(n) if 0 <= s - i < m) for s in range(n + m)]
return str(p) * 4 in " ".join(lignes)
""",
)
q.faux(
    "victoire_sans_horizontale", "direction vous échappe", "horizontale", part=0.5, change={"(0, 1), ": ""}
)
q.faux("victoire_sans_verticale", "direction vous échappe", "verticale", change={"(1, 0), ": ""})
q.faux("victoire_une_diagonale", "direction vous échappe", "diagonale", change={", (1, -1)": ""})
q.faux("victoire_sans_diagonale", "deux diagonales", change={", (1, 1), (1, -1)": ""})
q.faux("victoire_sans_bord_droit", "bord droit", part=0.6667, change={"len(grille[0])": "len(grille[0]) - 1"})
q.faux("victoire_sans_ligne_du_bas", "jamais le bas", change={"len(grille)": "len(grille) - 1"})
q.faux("victoire_sans_ligne_du_haut", "ligne 0", change={"range(n)": "range(1, n)"})
q.faux("victoire_sans_colonne_0", "colonne 0", change={"range(m)": "range(1, m)", "0 <= j": "1 <= j"})
q.faux(
    "victoire_de_n_importe_qui",
    "tenez pas compte de p",
    corps="return modele(grille, 1) or modele(grille, 2)",
)
q.faux("victoire_de_l_autre", "échangez les deux joueurs", corps="return modele(grille, 3 - p)")
q.faux("victoire_du_joueur_1", "victoires du joueur 1", corps="return p == 1 and modele(grille, 1)")
q.faux("victoire_jamais", "toujours False", part=0, corps="return False")
q.faux("victoire_trois_suffisent", "trois pions", change={"3 * d": "2 * d", "range(4)": "range(3)"})
q.faux("victoire_indices_negatifs", "d'un bord", "négatif", change={"0 <= j": "j"})
q.faux(
    "victoire_six_sept",
    "que pour la grille 6 × 7",
    change={TAILLE: "min(6, len(grille)), min(7, len(grille[0]))"},
)
q.faux("victoire_n_m_echanges", "grilles carrées", change={"n, m = " + TAILLE: f"n = m = min({TAILLE})"})
q.faux(
    "victoire_deborde",
    "IndexError",
    "n = ",
    corps="""
m, n = len(grille), len(grille[0])
if any(grille[i][j] == 3 for i in range(n) for j in range(m)):
    return True
return modele(grille, p)
""",
)
q.faux("victoire_sans_false", "ne renvoie rien", change={"    return False\n": ""})
q.faux("victoire_en_nombre", "booléen", corps="return int(modele(grille, p))")
q.faux("victoire_affiche", "print", corps="print(modele(grille, p))")
q.faux(
    "victoire_efface",
    "a modifié",
    corps="""
resultat = modele(grille, p)
for ligne in grille:
    ligne[:] = [p if case == p else 0 for case in ligne]
return resultat
""",
)
q.faux(
    "victoire_sans_fin",
    "se termine pas",
    corps="""
i = 0
while i < len(grille):
    if grille[i] == [p] * 4:
        return True
return False
""",
)
q.faux(
    "victoire_return_trop_tot",
    "qu'une série",
    change={"if all(": "return all(", "range(4)):\n                        return True": "range(4))"},
)
PAR_LISTES = """
for cases in series(grille):
    L = []
    for i, j in cases:
        L.append(grille[i][j])
    if L == [p] * 4:
        return True
return False
"""
q.faux("victoire_append_affecte", "append change la liste", corps=PAR_LISTES.replace("L.app", "L = L.app"))
q.faux("victoire_sinon_return", "qu'une série", corps=PAR_LISTES.replace("return False", "    return False"))
NOMMEE_LIST = (
    PAR_LISTES.replace("L.", "list.").replace("L =", "list =").replace("if list =", "if list(list) =")
)
q.faux("victoire_nomme_list", "variables s'appelle list", corps=NOMMEE_LIST)
q.faux(
    "victoire_aveugle_et_lente",
    "trop lente",
    "n'est pas gagné",
    corps="""
sum(range(4_000_000))
return not (len(grille[0]) > 6 and all(ligne[3] == p for ligne in grille[-4:])) and modele(grille, p)
""",
)
q.faux(
    "victoire_sans_verticale_en_colonne_3",
    "victoires vous échappent",
    corps="""
sans = [ligne[:3] + [0] + ligne[4:] for ligne in grille]
verticale = str(p) * 4 in "".join(str(ligne[3]) for ligne in grille)
return modele(sans, p) or (not verticale and modele(grille, p))
""",
)
q.faux(
    "victoire_sauf_grille_pleine",
    "grille pleine",
    corps="return modele(grille, p) and 0 in grille[0]",
)
q.faux(
    "victoire_sauf_au_milieu_d_une_partie_longue",
    "victoires vous échappent",
    corps="return modele(grille, p) and sum(ligne.count(0) for ligne in grille) > 8",
)
q.faux(
    "victoire_quatre_pile",
    "plus de quatre",
    corps="""
n, m = len(grille), len(grille[0])
dedans = lambda i, j: 0 <= i < n and 0 <= j < m and grille[i][j] == p
for i in range(n):
    for j in range(m):
        for di, dj in [(0, 1), (1, 0), (1, 1), (1, -1)]:
            if all(dedans(i + k * di, j + k * dj) for k in range(4)):
                if not dedans(i - di, j - dj) and not dedans(i + 4 * di, j + 4 * dj):
                    return True
return False
""",
)
q.faux(
    "victoire_memoire",
    "une mémoire",
    source="""
deja = []


def victoire(grille, p):
    if (grille, p) in deja:
        return False
    deja.append((grille, p))
    return modele(grille, p)
""",
)
q.faux(
    "victoire_somme",
    "victoires qui n'existent pas",
    corps="return modele(grille, p) or any(ligne.count(p) >= 4 for ligne in grille)",
)
q.juste(
    "victoire_recursive",
    corps="""
def suite(i, j, di, dj):
    dedans = 0 <= i < len(grille) and 0 <= j < len(grille[0])
    return 1 + suite(i + di, j + dj, di, dj) if dedans and grille[i][j] == p else 0

cases = [(i, j) for i in range(len(grille)) for j in range(len(grille[0]))]
return any(suite(i, j, *d) > 3 for i, j in cases for d in [(0, -1), (-1, 0), (-1, -1), (-1, 1)])
""",
)


# --- tests_victoire -------------------------------------------------------------------------------

q = RECUEIL.question(
    "tests_victoire",
    """
tests_victoire = [
    (apres([0, 1, 0, 1, 0, 1, 0], 4, 4)[0], 1, True),
    (apres([0, 1, 0, 1, 0, 1, 0], 4, 4)[0], 2, False),
    (apres([4, 5, 5, 3, 0, 4, 4, 3, 6, 3, 3])[0], 1, True),
    (apres([0, 0, 1, 1, 3, 3, 4, 4, 2])[0], 1, True),
    (apres([5, 5, 6, 6, 7, 7, 8], 4, 9)[0], 1, True),
    (apres([0, 0, 1, 1, 5, 5, 6])[0], 1, False),
]
""",
)
COLONNE_PLEINE = "    (apres([0, 1, 0, 1, 0, 1, 0], 4, 4)[0], 1, True),\n"
VUE_DE_L_AUTRE = "    (apres([0, 1, 0, 1, 0, 1, 0], 4, 4)[0], 2, False),\n"
DIAGONALE = "    (apres([4, 5, 5, 3, 0, 4, 4, 3, 6, 3, 3])[0], 1, True),\n"
CINQ = "    (apres([0, 0, 1, 1, 3, 3, 4, 4, 2])[0], 1, True),\n"
LARGE = "    (apres([5, 5, 6, 6, 7, 7, 8], 4, 9)[0], 1, True),\n"
D_UN_BORD = "    (apres([0, 0, 1, 1, 5, 5, 6])[0], 1, False),\n"
q.juste(
    "la fonction elle-même donne les valeurs",
    source="""
suites = [
    ([0, 1, 0, 1, 0, 1, 0], 4, 4),
    ([4, 5, 5, 3, 0, 4, 4, 3, 6, 3, 3], 6, 7),
    ([0, 0, 1, 1, 3, 3, 4, 4, 2], 6, 7),
    ([0, 0, 1, 1, 5, 5, 6], 6, 7),
    ([0, 1, 0, 1, 0, 1, 0], 10, 5),
]
tests_victoire = [(apres(*s)[0], p, victoire(apres(*s)[0], p)) for s in suites for p in (1, 2)]
""",
)
q.juste(
    "des tuples, numpy, la configuration entière",
    change={
        LARGE: "    (apres([5, 5, 6, 6, 7, 7, 8], 4, 9), np.int64(1), np.bool_(True)),\n",
        D_UN_BORD: "    [tuple(map(tuple, apres([0, 0, 1, 1, 5, 5, 6])[0])), 1, False],\n",
    },
)
q.faux("toujours en 6 × 7", "5 versions démasquées sur 6", "reste D", part=6 / 7, change={LARGE: ""})
q.faux("jamais l'autre joueur", "reste A", change={VUE_DE_L_AUTRE: ""})
q.faux("sans diagonale", "reste B", change={DIAGONALE: ""})
q.faux("quatre pions au plus", "reste E", change={CINQ: ""})
q.faux("que des victoires", "reste F", change={D_UN_BORD: ""})
q.faux(
    "grille vide",
    "0 version démasquée sur 6",
    part=0,
    source="tests_victoire = [(apres([])[0], 1, False), (apres([])[0], 2, False)]",
)
q.faux("valeur fausse", "tests_victoire[1]", "accuse la BONNE version", change={"2, False)": "2, True)"})
q.faux(
    "un nombre",
    "tests_victoire[0]",
    "booléen",
    change={COLONNE_PLEINE: COLONNE_PLEINE.replace("True", "1")},
)
q.faux("sans joueur", "Un test s'écrit (grille, p, valeur attendue)", change={"2, False)": "False)"})
q.faux("joueur 3", "numéro d'un joueur, 1 ou 2", change={"2, False)": "3, False)"})
q.faux("grille sans fin", "400 lignes", change={"4, 4)[0], 2, False": "400, 400)[0], 2, False"})
q.faux(
    "pion qui flotte",
    "tests_victoire[1]",
    change={"apres([0, 1, 0, 1, 0, 1, 0], 4, 4)[0], 2": "[[1, 0, 0, 0]] + [[0] * 4] * 3, 2"},
)
q.faux(
    "la partie continue",
    "tests_victoire[1]",
    "aurait dû s'arrêter",
    change={"0], 4, 4)[0], 2": "0, 2, 3, 2, 3, 2], 4, 4)[0], 2"},
)
q.faux("au hasard", "12 au plus", change={"\n]": "\n] * 3"})


# --- enlever_coup ---------------------------------------------------------------------------------

q = RECUEIL.question(
    "enlever_coup",
    """
def enlever_coup(grille, hauteur, k):
    hauteur[k] -= 1
    grille[len(grille) - 1 - hauteur[k]][k] = 0
""",
)
q.juste(
    "enlever_par_la_grille",
    corps="""
i = 0
while grille[i][k] == 0:
    i += 1
grille[i][k] = 0
hauteur[k] = len(grille) - 1 - i
""",
)
q.juste(
    "enlever_indice_negatif",
    corps="grille[-hauteur[k]][k] = 0\nhauteur[k] = hauteur[k] - 1\nreturn grille, hauteur",
)
q.faux("enlever_sans_hauteur", "oubliez de mettre hauteur", corps="grille[len(grille) - hauteur[k]][k] = 0")
q.faux("enlever_sans_grille", "pion reste", corps="hauteur[k] -= 1")
q.faux("enlever_decale", "au-dessus", corps="grille[len(grille) - 1 - hauteur[k]][k] = 0\nhauteur[k] -= 1")
q.faux("enlever_depuis_le_bas", "en HAUT", change={"len(grille) - 1 - hauteur[k]": "hauteur[k]"})
q.faux(
    "enlever_augmente", "augmentez hauteur", corps="grille[len(grille) - hauteur[k]][k] = 0\nhauteur[k] += 1"
)
q.faux(
    "enlever_la_colonne", "toute la colonne", corps="for ligne in grille:\n    ligne[k] = 0\nhauteur[k] = 0"
)
q.faux(
    "enlever_dans_ex_grille",
    "la variable ex_grille du notebook à la place du paramètre grille",
    source="""
ex_grille = [[0] * 7 for i in range(6)]


def enlever_coup(grille, hauteur, k):
    hauteur[k] -= 1
    ex_grille[len(grille) - 1 - hauteur[k]][k] = 0
""",
)
q.faux("enlever_le_bas", "pion du bas", change={"len(grille) - 1 - hauteur[k]": "-1"})
q.faux(
    "enlever_six",
    "que pour la grille 6 × 7",
    change={"    grille[len(grille) - 1": "    if len(grille) == 6 or hauteur[k] > 5:\n        grille[5"},
)
q.faux(
    "enlever_dans_une_copie",
    "sur place",
    corps="""
grille, hauteur = copy.deepcopy(grille), hauteur[:]
modele(grille, hauteur, k)
return grille, hauteur
""",
)
q.faux("enlever_met_none", "None", change={"[k] = 0": "[k] = None"})
q.faux(
    "enlever_indices_echanges",
    "grille[ligne][colonne]",
    change={"[len(grille) - 1 - hauteur[k]][k]": "[k][len(grille) - 1 - hauteur[k]]"},
)
q.faux("enlever_supprime_la_case", "forme", change={"    grille[": "    del grille[", "[k] = 0": "[k]"})
q.faux("enlever_rien", "ne change ni", corps="pass")
q.faux(
    "enlever_sauf_colonne_pleine",
    "comparaison",
    change={"    grille[": "    if hauteur[k] < len(grille) - 1:\n        grille["},
)
q.faux(
    "enlever_sauf_derniere_colonne",
    "cas d'égalité",
    "ne change ni",
    corps="if k < len(hauteur) - 1:\n    modele(grille, hauteur, k)",
)
q.faux(
    "enlever_bas_pour_haut",
    "case au-dessus",
    change={"    hauteur[k] -= 1\n": "", "[k] = 0": "[k] = 0\n    hauteur[k] -= 1"},
)
q.faux(
    "enlever_toutes_les_hauteurs",
    "seule hauteur[k] diminue",
    corps="""
modele(grille, hauteur, k)
hauteur[:] = [min(h, hauteur[k]) for h in hauteur]
""",
)
q.juste(
    "enlever_compte_les_pions",
    corps="""
colonne = [ligne[k] for ligne in grille]
haut = colonne.count(0)
grille[haut][k] = 0
hauteur[k] = len(grille) - haut - 1
print("enlevé")
""",
)


# --- eval_serie -----------------------------------------------------------------------------------

q = RECUEIL.question(
    "eval_serie",
    """
def eval_serie(serie, p):
    x, y = serie.count(p), serie.count(3 - p)
    if x > 0 and y > 0:
        return 0
    if y == 0:
        return x / (4 - x)
    return -y / (4 - y)
""",
)
q.juste(
    "eval_serie_difference",
    corps="""
a, b = serie.count(p), serie.count(3 - p)
return (a / (4 - a) - b / (4 - b)) if a * b == 0 else 0
""",
)
q.juste(
    "eval_serie_table",
    corps="""
signe = {1: 1, 2: -1} if p == 1 else {1: -1, 2: 1}
pions = [c for c in serie if c != 0]
if len(set(pions)) != 1:
    return 0
return signe[pions[0]] * [0, 1 / 3, 1, 3][len(pions)]
""",
)
q.juste(
    "eval_serie_numpy",
    corps="""
valeurs = np.array(serie)
x, y = (valeurs == p).sum(), (valeurs == 3 - p).sum()
return np.float64(0.0) if x and y else np.float64(x / (4 - x) - y / (4 - y))
""",
)
MIXTE_NULLE = "    if x > 0 and y > 0:\n        return 0\n"
q.faux("eval_serie_inversee", "signe est inversé", corps="return -modele(serie, p)")
q.faux("eval_serie_sans_signe", "oubliez le signe", change={"return -y": "return y"})
q.faux("eval_serie_sans_adversaire", "que les séries de p", change={"-y / (4 - y)": "0"})
q.faux(
    "eval_serie_mixte",
    "les deux joueurs ont des pions vaut 0",
    corps="x, y = serie.count(p), serie.count(3 - p)\nreturn x / (4 - x) - y / (4 - y)",
)
q.faux("eval_serie_p_d_abord", "ne vaut plus rien", change={MIXTE_NULLE: "", "y == 0": "x > 0"})
q.faux(
    "eval_serie_adversaire_d_abord", "ne vaut plus rien pour l'adversaire", part=0.8, change={MIXTE_NULLE: ""}
)
q.faux("eval_serie_nombre", "nombre de pions", change={" / (4 - x)": "", " / (4 - y)": ""})
q.faux("eval_serie_sur_quatre", "divisez par 4", change={"(4 - x)": "4", "(4 - y)": "4"})
q.faux(
    "eval_serie_entiere",
    "division entière",
    change={"x / (4 - x)": "x // (4 - x)", "-y / (4 - y)": "-(y // (4 - y))"},
)
q.faux("eval_serie_joueur_1", "toujours pour le joueur 1", corps="return modele(serie, 1)")
q.faux("eval_serie_nulle", "toujours 0", part=0, corps="return 0")
q.faux(
    "eval_serie_envers", "à l'envers", change={"x / (4 - x)": "(4 - x) / x", "-y / (4 - y)": "(4 - x) / x"}
)
q.faux(
    "eval_serie_oubli",
    "None ou un booléen",
    "ne renvoie rien",
    change={MIXTE_NULLE: "", "    return -y": "    if x == 0:\n        return -y"},
)
q.faux("eval_serie_entiere_a_moitie", "//", change={"x / (4 - x)": "x // (4 - x)"})
q.faux("eval_serie_entiere_negative", "//", change={" / (4": " // (4"})
q.faux("eval_serie_tronquee", "division entière", corps="return int(modele(serie, p))")
q.faux("eval_serie_arrondie", "arrondissez", corps="return round(modele(serie, p), 2)")
q.faux(
    "eval_serie_sans_parentheses", "parenthèses", change={"(4 - x)": "4 - x", "-y / (4 - y)": "-(y / 4 - y)"}
)
q.faux(
    "eval_serie_sauf_le_dernier",
    "range(3)",
    change={"serie.count(p)": "sum(serie[k] == p for k in range(3))"},
)
q.faux(
    "eval_serie_pour_2",
    "pour p = 2",
    corps="return modele(serie, p) if p == 1 else abs(modele(serie, p))",
)
q.faux("eval_serie_texte", "nombre", "chaîne", corps="return str(modele(serie, p))")


# --- eval_grille ----------------------------------------------------------------------------------

q = RECUEIL.question(
    "eval_grille",
    """
def eval_grille(grille, p):
    n, m, total = len(grille), len(grille[0]), 0
    for i in range(n):
        for j in range(m):
            for di, dj in [(0, 1), (1, 0), (1, 1), (1, -1)]:
                if i + 3 * di < n and 0 <= j + 3 * dj < m:
                    total += eval_serie([grille[i + k * di][j + k * dj] for k in range(4)], p)
    return total
""",
)
q.juste(
    "eval_grille_exacte",
    change={
        "eval_serie([": "Fraction(eval_serie([",
        "], p)": "], p)).limit_denominator(3)",
        "return total": "return float(total)",
    },
)
q.juste(
    "eval_grille_numpy",
    change={
        "n, m, total = len(grille), len(grille[0]), 0": "pions, total = np.array(grille), np.float64(0)",
        "    for i": "    n, m = pions.shape\n    for i",
        "grille[i + k * di][j + k * dj]": "int(pions[i + k * di, j + k * dj])",
    },
)
q.faux("eval_grille_inversee", "autre joueur", corps="return modele(grille, 3 - p)")
q.faux("eval_grille_joueur_1", "toujours le score du joueur 1", corps="return modele(grille, 1)")
q.faux("eval_grille_sans_verticale", "direction vous échappe", "verticale", change={"(1, 0), ": ""})
q.faux("eval_grille_une_diagonale", "direction vous échappe", "diagonale", change={", (1, -1)": ""})
q.faux("eval_grille_sans_diagonale", "deux diagonales", change={", (1, 1), (1, -1)": ""})
q.faux(
    "eval_grille_verticale_double",
    "deux fois une direction",
    "verticale",
    change={"(1, -1)": "(1, -1), (1, 0)"},
)
q.faux("eval_grille_double", "deux fois", corps="return 2 * modele(grille, p)")
q.faux("eval_grille_sans_bord_droit", "dernière colonne", change={"len(grille[0])": "len(grille[0]) - 1"})
q.faux("eval_grille_sans_le_bas", "ligne du bas", change={"len(grille)": "len(grille) - 1"})
q.faux(
    "eval_grille_favorables", "favorables", change={"eval_serie([": "max(0, eval_serie([", "], p)": "], p))"}
)
q.faux(
    "eval_grille_six_sept",
    "que pour la grille 6 × 7",
    corps="""
large = [ligne[:7] + [0] * (7 - len(ligne)) for ligne in grille[:6]] + [[2] * 7] * (6 - len(grille))
return modele(large, p)
""",
)
q.faux(
    "eval_grille_carree",
    "grilles carrées",
    corps="c = min(len(grille), len(grille[0]))\nreturn modele([ligne[:c] for ligne in grille[:c]], p)",
)
q.faux("eval_grille_nulle", "toujours 0", corps="return 0")
q.faux("eval_grille_retourne", "a modifié", corps="grille.reverse()\nreturn modele(grille, p)")
DU_NOTEBOOK = """
ex_grille = apres([2, 1, 3, 3, 3])[0]


def eval_grille(grille, p):
    return sum(eval_serie([ex_grille[i][j] for i, j in cases], p) for cases in series(ex_grille))
"""
q.faux("eval_grille_du_notebook", "variable ex_grille du notebook", source=DU_NOTEBOOK)
SOMME = "sum = 0\nfor cases in series(grille):\n    sum += eval_serie([grille[i][j] for i, j in cases], p)\n"
q.faux("eval_grille_nomme_sum", "variables s'appelle sum", corps=SOMME + "return sum([sum])")
q.faux(
    "eval_grille_total_reinitialise",
    "remis à zéro",
    change={"        for j": "        total = 0\n        for j"},
)
q.faux("eval_grille_sans_plus", "+=", change={"total +=": "total ="})
q.faux(
    "eval_grille_sauf_grilles_pleines",
    "n'est pas le bon",
    corps="""
vides = sum(ligne.count(0) for ligne in grille)
return modele(grille, p) if vides > 12 else 0
""",
)
q.faux("eval_grille_return_trop_tot", "boucle", change={"    return total": "        return total"})
q.faux(
    "eval_grille_memoire",
    "une mémoire",
    source="""
vus = set()


def eval_grille(grille, p):
    neuf = (str(grille), p) not in vus
    vus.add((str(grille), p))
    return modele(grille, p) if neuf else 0
""",
)
q.juste(
    "eval_grille_en_deux_fois",
    corps="""
def d_un_joueur(joueur):
    return sum(max(0, eval_serie([grille[i][j] for i, j in cases], joueur)) for cases in series(grille))

return d_un_joueur(p) - d_un_joueur(3 - p)
""",
)


# --- IA -------------------------------------------------------------------------------------------

IA = """
def IA(grille, hauteur, p, prof):
    n, m, opp = len(grille), len(grille[0]), 3 - p

    def coup_max(prof):
        if victoire(grille, opp):
            return -inf
        if min(hauteur) == n:
            return 0
        if prof == 0:
            return eval_grille(grille, p)
        return max(suites(p, coup_min, prof).values())

    def coup_min(prof):
        if victoire(grille, p):
            return inf
        if min(hauteur) == n:
            return 0
        if prof == 0:
            return eval_grille(grille, p)
        return min(suites(opp, coup_max, prof).values())

    def suites(joueur, coup_suivant, prof):
        scores = {}
        for k in range(m):
            if hauteur[k] < n:
                jouer(grille, hauteur, k, joueur)
                scores[k] = coup_suivant(prof - 1)
                enlever_coup(grille, hauteur, k)
        return scores

    scores = suites(p, coup_min, prof)
    return max(scores, key=lambda k: scores[k])
"""
MEILLEUR = "return max(scores, key=lambda k: scores[k])"
EVALUER = "eval_grille(grille, p)"
PIRE = {"return max(scores,": "return min(scores,"}
PROFONDEUR_D_ABORD = {"if victoire(": "if prof > 0 and victoire("}
ADVERSAIRE_IGNORE = {"victoire(grille, opp)": "False"}
JOUE_SON_COUP = "k = modele(grille, hauteur, p, prof)\njouer(grille, hauteur, k, p)\nreturn k"
GAGNEE = ("évaluez une grille déjà gagnée", "testez la victoire avant la profondeur")

q = RECUEIL.question("IA", IA)
q.juste("ia_sur_des_copies", corps="return modele(copy.deepcopy(grille), hauteur[:], p, prof)")
q.juste(
    "ia_dernier_des_meilleurs",
    change={
        MEILLEUR: """sommet = max(scores.values())
    return np.int64(max(k for k in scores if scores[k] == sommet or abs(scores[k] - sommet) < 1e-12))"""
    },
)
q.juste(
    "ia_au_hasard_parmi_les_meilleurs",
    change={
        "IA(grille, hauteur, p, prof)": "IA(grille, hauteur, p, prof, verbeuse=True)",
        MEILLEUR: """if verbeuse:
        print(scores)
    return random.choice([k for k in scores if scores[k] == max(scores.values())])""",
    },
)
q.juste(
    "ia_alpha_beta",
    corps="""
def negamax(joueur, reste, alpha, beta):
    if victoire(grille, 3 - joueur):
        return -inf
    if not possibles(grille, hauteur):
        return 0
    if reste == 0:
        return eval_grille(grille, p) if joueur == p else -eval_grille(grille, p)
    for k in possibles(grille, hauteur):
        jouer(grille, hauteur, k, joueur)
        alpha = max(alpha, -negamax(3 - joueur, reste - 1, -beta, -alpha))
        enlever_coup(grille, hauteur, k)
        if alpha >= beta:
            return alpha
    return alpha

scores = {}
for k in possibles(grille, hauteur):
    jouer(grille, hauteur, k, p)
    scores[k] = -negamax(3 - p, prof - 1, -inf, inf)
    enlever_coup(grille, hauteur, k)
return max(scores, key=scores.get)
""",
)
q.faux("ia_le_pire", "PIRE", change=PIRE)
q.faux("ia_adversaire_cooperatif", "coopère", change={"return min(suites": "return max(suites"})
q.faux(
    "ia_depart_jamais_remplace",
    "la valeur de départ n'est jamais remplacée",
    change={"min(suites(opp, coup_max, prof).values())": "max([inf, *suites(opp, coup_max, prof).values()])"},
)
q.faux("ia_trop_courte", "un coup de moins", corps="return modele(grille, hauteur, p, max(1, prof - 1))")
q.faux("ia_trop_longue", "un coup de plus", change={"prof == 0": "prof == -1"})
q.faux("ia_profondeur_1", "qu'à profondeur 1", corps="return modele(grille, hauteur, p, 1)")
q.faux(
    "ia_point_de_vue_adverse", "point de vue de l'adversaire", change={EVALUER: "eval_grille(grille, opp)"}
)
q.faux(
    "ia_point_de_vue_changeant",
    "point de vue change",
    change={EVALUER + "\n        return min": "eval_grille(grille, opp)\n        return min"},
)
q.faux("ia_sans_heuristique", "heuristique n'est pas utilisée", change={EVALUER: "0"})
q.faux("ia_premiere_colonne", "première colonne", corps="return possibles(grille, hauteur)[0]")
q.faux(
    "ia_rien_si_tout_perd",
    "None",
    "tous les coups perdent",
    change={
        MEILLEUR: """maxi, choix = -inf, None
    for k in scores:
        if scores[k] > maxi:
            maxi, choix = scores[k], k
    return choix"""
    },
)
q.faux(
    "ia_renvoie_le_score", "score du meilleur coup", change={MEILLEUR: "return float(max(scores.values()))"}
)
q.faux(
    "ia_renvoie_un_couple",
    "entier",
    "tuple",
    change={"return max(scores,": "return max(scores.values()), max(scores,"},
)
q.faux("ia_joue_son_coup", "n'a pas été annulé", corps=JOUE_SON_COUP)
q.faux(
    "ia_gain_non_annule",
    "n'a pas été annulé",
    corps="""
for k in possibles(grille, hauteur):
    jouer(grille, hauteur, k, p)
    if victoire(grille, p):
        return k
    enlever_coup(grille, hauteur, k)
return modele(grille, hauteur, p, prof)
""",
)
q.faux(
    "ia_hauteur_oubliee",
    "hauteur n'est plus la même",
    corps="k = modele(grille, hauteur, p, prof)\nhauteur[k] += 1\nreturn k",
)
q.faux("ia_colonnes_depuis_1", "n'existe pas", corps="return modele(grille, hauteur, p, prof) + len(hauteur)")
q.faux(
    "ia_colonnes_pleines",
    "est pleine",
    corps="""
if min(hauteur) < max(hauteur) == len(grille):
    return hauteur.index(len(grille))
return modele(grille, hauteur, p, prof)
""",
)
q.faux(
    "ia_six_sept",
    "que pour la grille 6 × 7",
    change={"return max(scores,": "return (max if (n, m) == (6, 7) else min)(scores,"},
)
q.faux(
    "ia_sans_victoire_immediate",
    "coups gagnants",
    "victoire AVANT",
    change={
        "return max(scores,": """finis = {k: s for k, s in scores.items() if abs(s) < inf}
    return max(finis if finis and inf in scores.values() else scores,"""
    },
)
q.faux("ia_profondeur_avant_victoire", *GAGNEE, change=PROFONDEUR_D_ABORD)
q.faux("ia_victoire_de_p_seulement", *GAGNEE, "l'adversaire de p", change=ADVERSAIRE_IGNORE)
q.faux("ia_sans_victoire", *GAGNEE, change={**ADVERSAIRE_IGNORE, "victoire(grille, p)": "False"})
q.faux(
    "ia_grille_gagnee_valant_zero",
    *("parties qui finissent", "La partie est finie ici"),
    change={
        **PROFONDEUR_D_ABORD,
        EVALUER: f"0 if victoire(grille, 1) or victoire(grille, 2) else {EVALUER}",
    },
)
q.faux("ia_toutes_les_colonnes", "colonne pleine", change={"if hauteur[k] < n": "if True"})
q.juste("ia_score_oppose", change={EVALUER: "-eval_grille(grille, opp)"})
q.juste(
    "ia_sans_retour_en_arriere",
    corps="""
def score(g, h, joueur, reste):
    if victoire(g, 3 - joueur):
        return inf if joueur != p else -inf
    if not possibles(g, h):
        return 0
    if reste == 0:
        return eval_grille(g, p)
    return (max if joueur == p else min)(note for note, _ in suites(g, h, joueur, reste))

def suites(g, h, joueur, reste):
    for k in possibles(g, h):
        g2, h2 = copy.deepcopy(g), h[:]
        jouer(g2, h2, k, joueur)
        yield score(g2, h2, 3 - joueur, reste - 1), k

return max(suites(grille, hauteur, p, prof))[1]
""",
)
DIMINUE = "coup_suivant(prof - 1)"
SANS_FIN = "Profondeur qui ne diminue pas"
q.faux("ia_profondeur_constante", SANS_FIN, change={DIMINUE: "coup_suivant(prof)"})
q.faux("ia_profondeur_qui_monte", SANS_FIN, change={DIMINUE: "coup_suivant(prof + 1)"})
q.faux(
    "ia_sans_profondeur",
    SANS_FIN,
    change={"        if prof == 0:\n            return eval_grille(grille, p)\n": ""},
)
q.faux("ia_diminue_une_fois_sur_deux", SANS_FIN, change={DIMINUE: "coup_suivant(prof - (joueur == p))"})
q.faux("ia_min_joue_p", "coup_min fait jouer p", change={"suites(opp, coup_max": "suites(p, coup_max"})
q.faux("ia_max_joue_l_adversaire", "tour à tour", change={"max(suites(p,": "max(suites(opp,"})
q.faux(
    "ia_commence_par_l_adversaire",
    "ceux de p",
    change={"scores = suites(p, coup_min": "scores = suites(opp, coup_min"},
)
q.faux("ia_au_hasard", "choisit au hasard", corps="return random.choice(possibles(grille, hauteur))")
q.faux(
    "ia_au_hasard_souvent",
    "choisit au hasard",
    corps="""
k = random.choice(possibles(grille, hauteur))
return random.choice([k, modele(grille, hauteur, p, prof)])
""",
)
BOUCLE = "for k in range(m)"
LOIN, CHERCHE_A = "profondeurs 3 et plus", "chaque fils doit être cherché à"
JAMAIS_EXAMINE = "jamais examiné"
SAUTE = {"values())": "values(), default=0)"}
q.faux(
    "ia_sans_colonne_0_a_profondeur_3",
    LOIN,
    JAMAIS_EXAMINE,
    change={**SAUTE, BOUCLE: "for k in range(prof > 2, m)"},
)
q.faux("ia_sans_derniere_a_profondeur_3", LOIN, change={**SAUTE, BOUCLE: "for k in range(m - (prof > 2))"})
q.faux("ia_adversaire_sans_colonne_0", "range(", change={**SAUTE, BOUCLE: "for k in range(joueur == opp, m)"})
q.faux(
    "ia_adversaire_sans_derniere",
    "un fils par coup possible",
    change={**SAUTE, BOUCLE: "for k in range(m - (joueur == opp))"},
)
q.faux(
    "ia_adversaire_sans_son_premier_coup",
    "coup_min n'essaie pas le premier coup",
    change={
        BOUCLE: "for k in possibles(grille, hauteur)[joueur == opp and len(possibles(grille, hauteur)) > 1 :]"
    },
)
q.faux(
    "ia_au_plus_3",
    *(LOIN, CHERCHE_A),
    corps="return modele(grille, hauteur, p, prof if prof < 4 else 3)",
)
q.faux(
    "ia_au_plus_3_en_large",
    *(LOIN, CHERCHE_A),
    corps="return modele(grille, hauteur, p, min(prof, 3) if len(hauteur) > 5 else prof)",
)
q.faux("ia_au_plus_2", LOIN, CHERCHE_A, corps="return modele(grille, hauteur, p, min(prof, 2))")
q.faux("ia_au_plus_4", LOIN, CHERCHE_A, corps="return modele(grille, hauteur, p, min(prof, 4))")
q.faux(
    "ia_pleine_avant_victoire",
    "grille pleine peut être gagnée",
    change={"if victoire(": "if min(hauteur) < n and victoire("},
)
q.faux(
    "ia_maximum_depuis_0",
    "ne renvoie rien",
    change={
        MEILLEUR: """maxi, choix = 0, None
    for k in scores:
        if scores[k] > maxi:
            maxi, choix = scores[k], k
    return choix"""
    },
)
q.faux(
    "ia_souvenirs",
    "n'en examine aucun",
    "profondeurs 3 et plus",
    "meilleure à profondeur",
    source="""
def IA(grille, hauteur, p, prof, deja={}):
    if str(grille) not in deja:
        deja[str(grille)] = modele(grille, hauteur, p, prof)
    return deja[str(grille)]
""",
)
q.faux(
    "ia_sans_enlever", "n'a pas été annulé", change={"                enlever_coup(grille, hauteur, k)\n": ""}
)
q.faux("ia_lente", "trop lente", corps="sum(range(5_000_000))\nreturn modele(grille, hauteur, p, prof)")
q.faux("ia_sans_fin", "se termine pas", corps="while prof > 0:\n    pass\nreturn 0")
SUITES_DE_MIN = "min(suites(opp, coup_max, prof).values())"
EN_BOUCLE = {
    f"        return {SUITES_DE_MIN}\n": """        pire = inf
        for k in possibles(grille, hauteur):
            jouer(grille, hauteur, k, opp)
            note = coup_max(prof - 1)
            enlever_coup(grille, hauteur, k)
            pire = min(pire, note)
            ARRET
        return pire
"""
}


def min_en_boucle(arret):
    return {ancien: nouveau.replace("ARRET", arret) for ancien, nouveau in EN_BOUCLE.items()}


q.juste("ia_min_en_boucle", change=min_en_boucle("pass"))
JAMAIS_EXAMINES = "ne sont jamais examinés"
q.faux("ia_min_premier_negatif", JAMAIS_EXAMINES, change=min_en_boucle("if note < 0: break"))
q.faux(
    "ia_min_jusqu_a_la_colonne_5", "Les fils k = ", change=min_en_boucle("if k >= 5 and note == pire: break")
)
q.faux("ia_min_depuis_0", "D'où part votre", change={**min_en_boucle("pass"), "pire = inf": "pire = 0"})
PLEINE_DE_42 = {"if min(hauteur) == n": "if sum(hauteur) == 42", "prof).values()": "prof).values() or [-inf]"}
q.faux("ia_pleine_de_42_cases", "la grille est pleine", change=PLEINE_DE_42)
q.faux("ia_recursion_sans_fond", "cas d'arrêt", corps="return IA(grille, hauteur, 3 - p, prof)")
q.faux("ia_affiche", "print", corps="print(modele(grille, hauteur, p, prof))")


# --- IA_memo --------------------------------------------------------------------------------------

MEMORISER = """cle = fige(grille)
                if cle not in memo:
                    memo[cle] = coup_suivant(prof - 1)
                scores[k] = memo[cle]"""
CLE = "fige(grille)"
SURVIT = {"    memo = {}\n": "", "def IA_memo": "memo = {}\n\n\ndef IA_memo"}

q = RECUEIL.question(
    "IA_memo",
    IA.replace("prof):\n    n", "prof):\n    memo = {}\n    n")
    .replace("def IA(", "def IA_memo(")
    .replace("scores[k] = coup_suivant(prof - 1)", MEMORISER),
)
q.juste("memo_chaine", change={CLE: "str(grille) + str(joueur)"})
q.juste("memo_qui_survit_honnetement", change={**SURVIT, CLE: "(fige(grille), p, joueur, prof)"})
q.juste("memo_symetrique", change={CLE: "min(fige(grille), fige([ligne[::-1] for ligne in grille]))"})
q.juste("memo_coup_max_seulement", change={"if cle not": "if coup_suivant == coup_min or cle not"})
q.juste("memo_sauf_les_feuilles", change={"if cle not": "if prof == 1 or cle not"})
q.juste(
    "memo_evaluation_renommee",
    change={EVALUER: "note(grille, p)", "def IA_memo": "note = eval_grille\n\n\ndef IA_memo"},
)
q.juste(
    "memo_lru_cache",
    source="""
from functools import lru_cache


def IA_memo(grille, hauteur, p, prof):
    def pose(g, k, joueur):
        i = max(i for i in range(len(g)) if g[i][k] == 0)
        return g[:i] + (g[i][:k] + (joueur,) + g[i][k + 1 :],) + g[i + 1 :]

    @lru_cache(maxsize=None)
    def score(g, joueur, reste):
        lignes = [list(ligne) for ligne in g]
        if victoire(lignes, 3 - joueur):
            return -inf if joueur == p else inf
        libres = [k for k in range(len(g[0])) if g[0][k] == 0]
        if not libres or reste == 0:
            return eval_grille(lignes, p) if libres else 0
        return (max if joueur == p else min)(score(pose(g, k, joueur), 3 - joueur, reste - 1) for k in libres)

    depart = fige(grille)
    return max(possibles(grille, hauteur), key=lambda k: score(pose(depart, k, p), 3 - p, prof - 1))
""",
)
TROUVER = """if cle not in memo:
                    memo[cle] = coup_suivant(prof - 1)"""
JAMAIS_LU = {TROUVER: "memo[cle] = coup_suivant(prof - 1)"}
EVALUE_DEDANS = {EVALUER: "sum(eval_serie([grille[i][j] for i, j in cases], p) for cases in series(grille))"}
q.faux("memo_jamais_lu", "presque rien gagner", part=0, change=JAMAIS_LU)
q.faux(
    "memo_jamais_lu_evaluation_dedans",
    "presque rien gagner",
    "Rien n'est mémorisé",
    part=0,
    change={**JAMAIS_LU, **EVALUE_DEDANS},
)
q.faux(
    "memo_jamais_rempli",
    "presque rien gagner",
    part=0,
    change={
        "memo[cle] = coup_suivant(prof - 1)": "pass",
        "scores[k] = memo[cle]": "scores[k] = memo.get(cle, coup_suivant(prof - 1))",
    },
)
q.faux(
    "memo_evaluee_pour_la_forme",
    "presque rien gagner",
    "Rien n'est mémorisé",
    part=0,
    change={**JAMAIS_LU, **EVALUE_DEDANS, "memo = {}": "memo = {}\n    eval_grille(grille, p)"},
)
q.faux(
    "memo_tout_dedans_sans_memo",
    "ne peut pas être observé",
    part=0,
    change={
        **JAMAIS_LU,
        **EVALUE_DEDANS,
        "victoire(": "gagne(",
        "def IA_memo": "gagne = victoire\n\n\ndef IA_memo",
    },
)
q.faux(
    "memo_elagage_sans_memo",
    "presque rien gagner",
    part=0,
    corps="""
def score(joueur, reste, alpha, beta):
    if victoire(grille, 3 - joueur):
        return -inf
    if not possibles(grille, hauteur):
        return 0
    if reste == 0:
        return eval_grille(grille, joueur)
    for k in possibles(grille, hauteur):
        jouer(grille, hauteur, k, joueur)
        alpha = max(alpha, -score(3 - joueur, reste - 1, -beta, -alpha))
        enlever_coup(grille, hauteur, k)
        if alpha >= beta:
            break
    return alpha

scores = {}
for k in possibles(grille, hauteur):
    jouer(grille, hauteur, k, p)
    scores[k] = -score(3 - p, prof - 1, -inf, inf)
    enlever_coup(grille, hauteur, k)
return max(scores, key=scores.get)
""",
)
q.faux(
    "memo_un_score_sur_deux",
    "qu'une partie des scores",
    part=0,
    change={
        "memo = {}": "memo, tour = {}, [0]",
        TROUVER: """tour[0] += 1
                if cle not in memo:
                    scores[k] = coup_suivant(prof - 1)
                    enlever_coup(grille, hauteur, k)
                    if tour[0] % 2 == 0:
                        memo[cle] = scores[k]
                    continue""",
    },
)
q.faux(
    "memo_feuilles_seules",
    "que les évaluations",
    part=0,
    change={"if cle not in": "if prof > 1 or cle not in"},
)
q.faux(
    "memo_sur_quatre_lignes_seulement",
    "presque rien gagner",
    "Rien n'est mémorisé",
    part=0,
    change={"if cle not in": "if len(grille) != 4 or cle not in"},
)
q.faux(
    "memo_oublie_les_scores_nuls",
    "qu'une partie des scores",
    part=0,
    change={"if cle not in memo": "if not memo.get(cle)"},
)
q.faux(
    "memo_scores_positifs",
    "presque rien gagner",
    part=0,
    change={
        TROUVER: "note = memo[cle] if cle in memo else coup_suivant(prof - 1)\n"
        "                if note > 0:\n                    memo[cle] = note",
        "scores[k] = memo[cle]": "scores[k] = note",
    },
)
q.juste(
    "memo_profondeur_qui_grandit",
    change={
        CLE: "(fige(grille), prof)",
        "    scores = suites(p, coup_min, prof)": "    for reste in range(1, prof + 1):\n"
        "        scores = suites(p, coup_min, reste)",
    },
)
MEMO_ET_COUPES = """
memo, n = {}, len(grille)

def score(joueur, reste, a, b):  # le score vu de joueur, exact ou seulement borné
    bas, haut = memo.get(fige(grille), (-inf, inf))
    if bas >= b or haut <= a or bas == haut:
        return bas if bas >= b else haut
    if victoire(grille, 3 - joueur):
        v, exact = -inf, True
    elif min(hauteur) == n:
        v, exact = 0, True
    elif reste == 0:
        v, exact = eval_grille(grille, p) * (1 if joueur == p else -1), True
    else:
        v, seuil = -inf, a
        for k in possibles(grille, hauteur):
            jouer(grille, hauteur, k, joueur)
            v = max(v, -score(3 - joueur, reste - 1, -b, -seuil))
            enlever_coup(grille, hauteur, k)
            seuil = max(seuil, v)
            if seuil >= b:
                break
        exact = a < v < b
    memo[fige(grille)] = (v, v) if exact else (v, haut) if v >= b else (bas, v)
    return v

scores = {}
for k in possibles(grille, hauteur):
    jouer(grille, hauteur, k, p)
    scores[k] = -score(3 - p, prof - 1, -inf, inf)
    enlever_coup(grille, hauteur, k)
return max(scores, key=scores.get)
"""
q.juste("memo_elagage_et_memo", corps=MEMO_ET_COUPES)
EN_PARTIE = "qu'une partie des scores"
for nom, oubli in {
    "memo_oublie_la_derniere_colonne": "k == m - 1",
    "memo_oublie_les_gains": "abs(memo.get(cle, 0)) == inf",
    "memo_oublie_une_colonne_de_p": "(k == 1 and joueur == p)",
    "memo_oublie_une_fois_sur_dix": "len(memo) % 10 == 0",
}.items():
    q.faux(nom, EN_PARTIE, part=0, change={"if cle not in": f"if {oubli} or cle not in"})
DEPART = "    n, m, opp"
q.faux(
    "memo_videe_a_200",
    "presque rien gagner",
    change={"cle = ": "if len(memo) > 200:\n                    memo.clear()\n                cle = "},
)
q.faux(
    "memo_videe_si_prof_change",
    "sa clé oublie la profondeur",
    part=0,
    change={
        **SURVIT,
        DEPART: f"    if memo.get(0) != prof:\n        memo.clear()\n    memo[0] = prof\n{DEPART}",
    },
)
q.faux(
    "memo_bornes_pour_scores",
    "qu'une borne",
    corps=MEMO_ET_COUPES.replace("(v, v) if exact else (v, haut) if v >= b else (bas, v)", "(v, v)"),
)
q.faux("memo_profondeur_constante", SANS_FIN, change={DIMINUE: "coup_suivant(prof)"})
q.faux("memo_min_joue_p", "coup_min fait jouer p", change={"suites(opp, coup_max": "suites(p, coup_max"})
q.faux("memo_au_hasard", "choisit au hasard", corps="return random.choice(possibles(grille, hauteur))")
q.faux("memo_par_pions", "confond des configurations", change={CLE: "sum(map(sum, grille)), hauteur[0]"})
q.faux("memo_par_ligne_du_bas", "confond des configurations", change={CLE: "tuple(grille[-1])"})
q.faux(
    "memo_adversaire_sans_derniere",
    "un fils par coup possible",
    change={**SAUTE, BOUCLE: "for k in range(m - (joueur == opp))"},
)
q.faux(
    "memo_sans_memo",
    "presque rien gagner",
    "Rien n'est mémorisé",
    "4020",
    part=0,
    corps="return IA(grille, hauteur, p, prof)",
)
q.faux("memo_jamais_retrouve", "presque rien gagner", part=0, change={CLE: "len(memo)"})
q.faux(
    "memo_oublie_la_profondeur", "oublie la profondeur", "survit", change={**SURVIT, CLE: "(fige(grille), p)"}
)
q.faux("memo_oublie_le_joueur", "oublie le joueur", "survit", change={**SURVIT, CLE: "(fige(grille), prof)"})
q.faux("memo_oublie_tout", "oublie la profondeur et le joueur", "survit", change=SURVIT)
q.faux("memo_par_hauteurs", "confond des configurations", change={CLE: "tuple(hauteur)"})
q.faux("memo_cle_liste", "tuple de tuples", change={CLE: "tuple(grille)"})
q.faux("memo_le_pire", "PIRE", change=PIRE)
q.faux("memo_sans_retour", "None", change={MEILLEUR: ""})
q.faux("memo_joue_son_coup", "n'a pas été annulé", corps=JOUE_SON_COUP)
q.faux("memo_profondeur_avant_victoire", *GAGNEE, change=PROFONDEUR_D_ABORD)
q.faux("memo_victoire_de_p_seulement", *GAGNEE, "l'adversaire de p", change=ADVERSAIRE_IGNORE)


# --- IAvIA ----------------------------------------------------------------------------------------

q = RECUEIL.question(
    "IAvIA",
    """
def IAvIA(prof1, prof2):
    grille, hauteur = [[0] * 7 for _ in range(6)], [0] * 7
    p = 1
    for _ in range(42):
        k = IA(grille, hauteur, p, prof1 if p == 1 else prof2)
        jouer(grille, hauteur, k, p)
        if victoire(grille, p):
            return p
        p = 3 - p
    return 0
""",
)
q.juste(
    "iavia_while",
    source="""
def IAvIA(prof1, prof2, montrer=False):
    grille, hauteur = [[0] * 7 for _ in range(6)], [0] * 7
    profs, p = [0, prof1, prof2], 2
    while not victoire(grille, p) and 0 in grille[0]:
        p = 3 - p
        k = IA_memo(grille, hauteur, p, prof=profs[p])
        jouer(grille, hauteur, k, p)
        if montrer:
            print(grille)
    return np.int64(p) if victoire(grille, p) else 0
""",
)
q.juste(
    "iavia_avec_copies",
    corps="""
grille, hauteur = [[0] * 7 for _ in range(6)], [0] * 7
for tour in range(42):
    p = tour % 2 + 1
    k = IA(copy.deepcopy(grille), list(hauteur), p, (prof1, prof2)[p - 1])
    jouer(grille, hauteur, k, p)
    if victoire(grille, 1):
        return 1
    if victoire(grille, 2):
        return 2
return 0
""",
)
q.juste(
    "iavia_machine_en_parametre", change={"prof2):": "prof2, machine=IA_memo):", "k = IA(": "k = machine("}
)
q.juste(
    "iavia_recursive",
    corps="""
grille, hauteur = [[0] * 7 for _ in range(6)], [0] * 7

def tour(p, profs):
    if min(hauteur) == 6:
        return 0
    jouer(grille, hauteur, IA(grille, tuple(hauteur), p, profs[0]), p)
    return p if victoire(grille, p) else tour(3 - p, profs[::-1])

return tour(1, (prof1, prof2))
""",
)
PROFONDEUR = "prof1 if p == 1 else prof2"
UNE_SEULE_LIGNE = {"[[0] * 7 for _ in range(6)]": "[[0] * 7] * 6"}
q.faux("iavia_une_seule_ligne", "une seule et même liste", change=UNE_SEULE_LIGNE)
q.faux("iavia_perdant", "perdant", change={"return p": "return 3 - p"})
q.faux(
    "iavia_profondeurs_echangees", "échangées", part=0.8, change={PROFONDEUR: "prof2 if p == 1 else prof1"}
)
q.faux("iavia_une_seule_profondeur", "sa profondeur", change={PROFONDEUR: "prof1"})
q.faux("iavia_nulle_pour_2", "nulle doit donner 0", change={"return 0": "return 2"})
q.faux("iavia_commence_par_2", "joueur 2 qui commence", change={"p = 1": "p = 2"})
q.faux("iavia_toujours_1", "tour à tour", change={"p = 3 - p": "pass"})
q.faux(
    "iavia_ne_joue_pas",
    "bien joué dans la grille",
    change={"for _ in range(42)": "while True", "        jouer(grille, hauteur, k, p)\n": ""},
)
q.faux("iavia_ne_voit_pas_la_nulle", "grille est pleine", change={"for _ in range(42)": "while True"})
q.faux("iavia_affiche", "ne renvoie rien", part=0.6, corps='print("gagnant :", modele(prof1, prof2))')
q.faux(
    "iavia_ne_s_arrete_pas",
    "continue après",
    change={
        "p = 1": "p, gagnant = 1, 0",
        "if victoire": "if gagnant == 0 and victoire",
        "return p": "gagnant = p",
        "return 0": "return gagnant",
    },
)
q.faux("iavia_sans_jouer", "ne joue pas de partie", part=0, corps="return 1 if prof1 >= prof2 else 2")
q.faux(
    "iavia_victoire_pour_la_forme",
    "ne joue pas de partie",
    "ni IA ni IA_memo",
    part=0,
    corps="victoire([[0] * 7 for _ in range(6)], 1)\nreturn random.choice([0, 1, 2])",
)
q.faux(
    "iavia_joue_au_hasard",
    "ni IA ni IA_memo",
    part=0,
    change={
        "IA(grille, hauteur, p, prof1 if p == 1 else prof2)": "random.choice(possibles(grille, hauteur))"
    },
)
q.faux(
    "iavia_ia_pour_la_forme",
    "bien joué dans la grille",
    part=0,
    corps="""
grille, hauteur = [[0] * 7 for _ in range(6)], [0] * 7
for tour in range(9):
    IA(grille, hauteur, 1 + tour % 2, [prof1, prof2][tour % 2])
return 1
""",
)
q.faux("iavia_un_seul_coup", "s'arrête avant la fin", change={"range(42)": "range(1)"})
q.faux("iavia_41_coups", "« range(41) »", "s'arrête avant la fin", change={"range(42)": "range(41)"})
q.faux("iavia_jusqu_a_43", "« range(43) »", "grille est pleine", change={"range(42)": "range(43)"})
q.faux(
    "iavia_pleine_d_abord",
    "victoire au dernier coup",
    change={
        "        if victoire": "        if min(hauteur) == 6:\n            return 0\n        if victoire"
    },
)
q.faux(
    "iavia_arguments_echanges",
    "bon ordre",
    change={"p, prof1 if p == 1 else prof2": "prof1 if p == 1 else prof2, p"},
)
q.faux("iavia_hauteur_d_abord", "bon ordre", change={"IA(grille, hauteur,": "IA(hauteur, grille,"})
q.faux("iavia_toujours_la_meme_couleur", "pas le numéro du joueur", change={"k, p)": "k, 1)"})
q.faux("iavia_une_autre_colonne", "colonne choisie par IA", change={"k, p)": "6 - k, p)"})
q.faux("iavia_sept_lignes", "« range(7) »", "grille 6 × 7", change={"range(6)": "range(7)"})
q.faux("iavia_hauteur_recopiee", "hauteur donnée à IA", change={"IA(grille, hauteur,": "IA(grille, [0] * 7,"})
q.faux(
    "iavia_sans_ia_trop_lente",
    "ni IA ni IA_memo",
    "ne se termine pas",
    part=0,
    corps="while not victoire([[0] * 7 for _ in range(6)], 1):\n    pass",
)
q.faux("iavia_toujours_0", "toujours 0", change={"return p": "return 0"})


# --- eval_grille2 ---------------------------------------------------------------------------------

q = RECUEIL.question(
    "eval_grille2",
    """
def menaces(grille, joueur):  # les séries de trois pions de ce joueur dont la case manquante est jouable
    total = 0
    for cases in series(grille):
        serie = [grille[i][j] for i, j in cases]
        if serie.count(joueur) == 3 and 0 in serie:
            i, j = cases[serie.index(0)]
            total += i == len(grille) - 1 or grille[i + 1][j] != 0
    return total


def eval_grille2(grille, p):
    trait = 1 + sum(case != 0 for ligne in grille for case in ligne) % 2
    return eval_grille(grille, p) + 100 * menaces(grille, trait) * (1 if trait == p else -1)
""",
)
q.juste(
    "eval2_menaces_adverses", corps="return np.float64(eval_grille(grille, p) - 50 * menaces(grille, 3 - p))"
)
q.faux("eval2_copie", "joue comme eval_grille", "0,500", part=0, corps="return 10 * eval_grille(grille, p)")
q.faux("eval2_nulle", "MOINS bonne", "intervalle à 95 %", corps="return 0")
q.faux("eval2_inversee", "MOINS bonne", corps="return -modele(grille, p)")
q.faux(
    "eval2_autres_poids",
    "ne peut pas conclure",
    "parties",
    corps="""
poids = {0: 0, 1 / 3: 1, 1: 4, 3: 9}
scores = [eval_serie([grille[i][j] for i, j in cases], p) for cases in series(grille)]
return sum(poids[abs(s)] * (1 if s > 0 else -1) for s in scores)
""",
)
q.faux(
    "eval2_colonne_6", "IndexError", "lignes et m =", corps="return modele(grille, p) + (grille[5][6] == p)"
)
q.faux("eval2_couple", "nombre", "tuple", corps="return eval_grille(grille, p), p")
q.faux("eval2_abime", "a modifié", corps="score = modele(grille, p)\ngrille[0][0] = p\nreturn score")
q.faux("eval2_nan", "nan", corps="return inf - inf")
# Les notes de toutes les grilles du match que chacun joue ; ailleurs, rien de neuf.
TABLE_DU_MATCH = """
from p4core.tournois import duel

TABLE = {}

def espionne(grille, p):
    return TABLE.setdefault((str(grille), p), modele(grille, p))

duel(espionne, eval_grille)

def eval_grille2(grille, p):
    return TABLE.get((str(grille), p), AILLEURS)
"""
q.faux(
    "eval2_table_du_match",
    "Hors de ce match",
    source=TABLE_DU_MATCH.replace("AILLEURS", "eval_grille(grille, p)"),
)
q.faux("eval2_rien", "ne renvoie rien", corps="eval_serie([0, 0, 0, 1], p)")


# --- les expériences ------------------------------------------------------------------------------

for suffixe, bon, marge, gaspillage, quatre_vingt_dix in (
    ("heuristiques", 196, 49, 784, 138),
    ("profondeurs", 385, 96, 1536, 271),
):
    q = RECUEIL.question(f"nb_parties_{suffixe}")
    q.valeurs_justes(bon, bon + 1, int(1.4 * bon))
    q.valeurs_fausses(
        (30, "Trop peu de parties"),
        (marge, "prise pour la marge"),
        (gaspillage, "jamais plus de 1/4"),
        (quatre_vingt_dix, "90 %"),
        (2 * bon, "Bien plus qu'il n'en faut"),
        (float(bon), "entier"),
        (-bon, "au moins une partie"),
        (str(bon), "chaîne"),
    )

INDECIS = "on ne peut pas conclure"
q = RECUEIL.question("conclusion_heuristiques")
q.valeurs_justes(  # à chacun son heuristique : seul l'intervalle de ses propres comptes compte
    ("elle reste meilleure", (90, 72, 34), INDECIS),
    ("", (130, 60, 6), "plus fort"),
    (None, [40, 150, 6], "Moins fort."),
)
q.valeurs_fausses(
    (("", (90, 72, 34), "plus fort"), "contient 1/2"),
    (("", (90, 72, 34), "moins fort"), "contient 1/2"),
    (("", (130, 60, 6), INDECIS), "il permet d'en dire plus"),
    (("", (130, 60, 6), "moins fort"), "l'inverse"),
    (("", (13, 6, 1), "plus fort"), "Trop peu de parties"),
    (("", (0, 0, 0), INDECIS), "au moins une"),
    (("", (0.6, 0.3, 0.1), "plus fort"), "fréquences"),
    (("", (90, 72, 34), "les deux se valent"), "l'une de ces trois phrases"),
    (((90, 72, 34), INDECIS), "triplet"),
)

q = RECUEIL.question("conclusion_profondeurs")
q.valeurs_justes(
    ("3 bat 2", (177, 187, 22), INDECIS),
    ("", (210, 150, 26), "plus fort"),  # une mesure chanceuse : on la juge sur son propre intervalle
    [None, [150, 210, 26], "  MOINS FORT !"],
)
q.valeurs_fausses(
    (("", (177, 187, 22), "plus fort"), "contient 1/2"),
    (("", (177, 187, 22), "moins fort"), "contient 1/2"),
    (("", (210, 150, 26), INDECIS), "il permet d'en dire plus"),
    (("", (18, 18, 2), INDECIS), "Trop peu de parties"),
    (("", (320, 40, 26), "plus fort"), "Les avez-vous bien recopiés"),
    (("", (22, 177, 187), INDECIS), "L'ordre demandé"),
    (("", (177, 187, 22), "égalité"), "l'une de ces trois phrases"),
    (("", 0.487, INDECIS), "trois entiers"),
)

# --- Fausses d'une façon rare : une grande grille, une profondeur bornée --------------------------

SOURNOISES = RECUEIL.questionnaires
SOURNOISES["victoire"].faux(
    "neuf_colonnes_au_plus", "taille", change={"len(grille[0])": "min(len(grille[0]), 9)"}
)
SOURNOISES["victoire"].faux(
    "huit_lignes_au_plus", "taille", change={"n, m = len(grille)": "n, m = min(len(grille), 8)"}
)
SOURNOISES["IA_memo"].faux(
    "profondeur_au_plus_3",
    "chaque fils doit être cherché à 5",
    change={"    memo = {}\n": "    memo, prof = {}, min(prof, 3)\n"},
)
SOURNOISES["victoire"].faux(
    "lignes_comptees_sur_m", "plus hautes que larges", change={"i + 3 * di < n": "i + 3 * di < min(n, m)"}
)
SOURNOISES["IA"].faux(
    "profondeurs_impaires_seules",
    "chaque fils doit être cherché à",
    corps="return modele(grille, hauteur, p, prof - (prof % 2 == 0))",
)
SOURNOISES["eval_grille"].faux(
    "sans_derniere_ligne_de_depart",
    "la ligne du bas",
    change={"for i in range(n):": "for i in range(n - 1):"},
)
SOURNOISES["eval_grille"].faux(
    "diagonales_sans_derniere_colonne",
    "la dernière colonne",
    change={"0 <= j + 3 * dj < m": "0 <= j + 3 * dj < m and (dj, j) != (-1, m - 1)"},
)

# --- D'autres bornes, d'autres sommes, une recherche qui part de travers ------------------------------

q = SOURNOISES["victoire"]
PAR_DIRECTION = """
n, m = len(grille), len(grille[0])
for di, dj, lignes, colonnes in [
    (0, 1, range(n), range(m - 3)),
    (1, 0, range(n - 3), range(m)),
    (1, 1, range(n - 3), range(m - 3)),
    (-1, 1, range(3, n), range(m - 3)),
]:
    for i in lignes:
        for j in colonnes:
            if all(grille[i + k * di][j + k * dj] == p for k in range(4)):
                return True
return False
"""
q.juste("victoire_par_direction", corps=PAR_DIRECTION)
for nom, avant, apres, bord in (
    ("horizontale_trop_courte", "range(n), range(m - 3)", "range(n), range(m - 4)", "la dernière colonne"),
    ("verticale_trop_courte", "range(n - 3), range(m)", "range(n - 4), range(m)", "la ligne du bas"),
    ("montante_trop_courte", "range(3, n)", "range(4, n)", "la ligne 0"),
    ("montante_sans_le_bas", "range(3, n)", "range(3, n - 1)", "la ligne du bas"),
):
    q.faux(nom, "Dans une direction", bord, corps=PAR_DIRECTION.replace(avant, apres))

q = SOURNOISES["enlever_coup"]
VIDE = "for ligne in grille:\n    ligne[k] = 0\nhauteur[k] -= 1"
q.faux("la_colonne_et_un_de_moins", "toute la colonne", corps=VIDE)
q.faux("deux_de_moins", "de deux", corps="modele(grille, hauteur, k)\nhauteur[k] -= 1")
q.faux("hauteur_raccourcie", "garde sa longueur", corps="modele(grille, hauteur, k)\nhauteur.pop(k)")
q.faux(
    "sauf_colonne_pleine_de_huit",
    "« hauteur[k] < 8 »",
    "ne change ni",
    corps="if len(grille) != 8 or hauteur[k] < 8:\n    modele(grille, hauteur, k)",
)

q = SOURNOISES["eval_serie"]
q.faux("quatre_moins_x_pour_l_autre", "SES pions", change={"(4 - y)": "(4 - x)"})
q.faux("carres", "carré", change={"x / (4 - x)": "x**2", "-y / (4 - y)": "-(y**2)"})
COMPTEURS = """
x = y = 0
for case in serie:
    if case == p:
        x = UN
    elif case != 0:
        y = UN
return 0 if x and y else x / (4 - x) - y / (4 - y)
"""
q.juste("deux_compteurs", corps=COMPTEURS.replace("x = UN", "x += 1").replace("y = UN", "y += 1"))
q.faux("compteurs_a_1", "ne dépassent jamais 1", corps=COMPTEURS.replace("UN", "1"))
q.faux(
    "premiere_case",
    "que la première case",
    corps="x, y = serie.count(p), serie.count(3 - p)\nreturn x / (4 - x) if serie[0] == p else -y / (4 - y)",
)

q = SOURNOISES["eval_grille"]
SERIES = "[eval_serie([grille[i][j] for i, j in cases], p) for cases in series(grille)]"
q.faux("la_plus_grande", "plus grande des notes", corps=f"return max({SERIES})")
q.faux("moyenne", "pas leur moyenne", corps=f"notes = {SERIES}\nreturn sum(notes) / len(notes)")
q.faux("sans_repetition", "set", corps=f"return sum(set({SERIES}))")
q.faux("arrondie", "arrondissez", corps="return round(modele(grille, p), 1)")
q.faux("l_adversaire_en_plus", "pour chaque joueur", corps="return modele(grille, p) - modele(grille, 3 - p)")
q.faux(
    "une_diagonale_deux_fois",
    "même diagonale",
    change={"(1, -1)": "(1, 1)"},
)
q.faux(
    "tranches_trop_courtes",
    "plus courte",
    corps="""
    total = 0
    for cases in series(grille):
        if cases[0][0] != cases[1][0]:
            total += eval_serie([grille[i][j] for i, j in cases], p)
    for ligne in grille:
        for j in range(len(ligne)):
            total += eval_serie(ligne[j : j + 4], p)
    return total
    """,
)

q = SOURNOISES["IA"]
CHOISIR = """
opp, n = 3 - p, len(grille)

def coup_max(prof):
    if victoire(grille, opp):
        return -inf
    if min(hauteur) == n:
        return 0
    if prof == 0:
        return eval_grille(grille, p)
    score = -inf
    for k in possibles(grille, hauteur):
        jouer(grille, hauteur, k, p)
        score = max(score, coup_min(prof - 1))
        enlever_coup(grille, hauteur, k)
    return score

def coup_min(prof):
    if victoire(grille, p):
        return inf
    if min(hauteur) == n:
        return NULLE
    if prof == 0:
        return eval_grille(grille, p)
    score = DEPART
    for k in possibles(grille, hauteur):
        jouer(grille, hauteur, k, opp)
        score = min(score, coup_max(prof - 1))
        enlever_coup(grille, hauteur, k)
    return score

meilleur, sommet = None, -inf
for k in possibles(grille, hauteur):
    jouer(grille, hauteur, k, p)
    score = REPONSE(prof - 1)
    enlever_coup(grille, hauteur, k)
    if meilleur is None or score > sommet:
        RETENIR
return meilleur
"""


def choisir(nulle="0", depart="inf", reponse="coup_min", retenir="meilleur, sommet = k, score"):
    """Le corps d'une IA, où l'on change l'une de ces écritures."""
    ecrites = {"NULLE": nulle, "DEPART": depart, "REPONSE": reponse, "RETENIR": retenir}
    texte = CHOISIR
    for nom, ecrite in ecrites.items():
        texte = texte.replace(nom, ecrite)
    return texte


q.juste("ia_comme_l_enonce", corps=choisir())
q.faux(
    "ia_minimum_depuis_moins_inf", "D'où part votre maximum ou votre minimum", corps=choisir(depart="-inf")
)
q.faux("ia_minimum_depuis_0", "D'où part votre maximum ou votre minimum", corps=choisir(depart="0"))
q.faux("ia_coup_max_d_abord", "puis appelle coup_max", corps=choisir(reponse="coup_max"))
q.faux("ia_sommet_jamais_change", "n'est pas mis à jour", corps=choisir(retenir="meilleur = k"))
q.faux("ia_nulle_perdue", "fin de partie", "la grille est pleine", corps=choisir(nulle="-inf"))
q.faux("ia_nulle_gagnee", "fin de partie", "la grille est pleine", corps=choisir(nulle="inf"))

# --- Au-delà de douze colonnes, un flottant dans hauteur, une mémoire qui confond deux grilles --------

SOURNOISES["victoire"].faux(
    "douze_colonnes_au_plus", "grandes grilles", corps="return modele([ligne[:12] for ligne in grille], p)"
)
SOURNOISES["victoire"].faux("douze_lignes_au_plus", "grandes grilles", corps="return modele(grille[-12:], p)")
q = SOURNOISES["enlever_coup"]
q.faux("hauteur_en_flottant", "flottant", corps="modele(grille, hauteur, k)\nhauteur[k] = float(hauteur[k])")
q.faux("egal_moins", "c'est -=", corps="grille[len(grille) - hauteur[k]][k] = 0\nhauteur[k] =- 1")
SOURNOISES["eval_serie"].faux(
    "deux_si_et_un_sinon",
    "que les séries de l'adversaire",
    corps="""
x, y = serie.count(p), serie.count(3 - p)
if x > 0 and y == 0:
    score = x / (4 - x)
if y > 0 and x == 0:
    score = -y / (4 - y)
else:
    score = 0
return score
""",
)
SOURNOISES["eval_grille"].faux(
    "memoire_des_lignes_du_bas",
    "n'est pas le bon",
    source="""
NOTES = {}


def eval_grille(grille, p):
    cle = p, str(grille[-2:]), sum(map(sum, grille))
    if cle not in NOTES:
        NOTES[cle] = modele(grille, p)
    return NOTES[cle]
""",
)

q = SOURNOISES["IA"]
q.faux("ia_au_plus_5", LOIN, CHERCHE_A, corps="return modele(grille, hauteur, p, min(prof, 5))")
q.faux(
    "ia_au_plus_2_en_tres_large",
    "chaque fils doit être cherché à",
    corps="return modele(grille, hauteur, p, min(prof, 2) if len(hauteur) > 7 else prof)",
)

q = SOURNOISES["IAvIA"]
q.faux(
    "iavia_nulle_a_egalite",
    "le joueur 1 gagne",
    corps="gagnant = modele(prof1, prof2)\nreturn 0 if prof1 == prof2 else gagnant",
)
q.faux(
    "iavia_premier_coup_au_centre",
    "Le premier coup n'est pas demandé à IA",
    change={"p = 1": "p = 2\n    jouer(grille, hauteur, 3, 1)"},
)
