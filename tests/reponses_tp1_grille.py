"""Des réponses au TP 1 : init, coups, fini et les questions à réponse courte."""

import numpy as np
from reponses import Recueil

RECUEIL = Recueil()
faux, juste = RECUEIL.faux, RECUEIL.juste


def tous_align():
    """La liste donnée dans le notebook."""
    tous = []
    for x in range(7):
        for y in range(6):
            for dx, dy in [(1, 0), (0, 1), (1, 1), (1, -1)]:
                if x + 3 * dx < 7 and 0 <= y + 3 * dy < 6:
                    tous.append(tuple((x + i * dx, y + i * dy) for i in range(4)))
    return tous


tous = A_gagnants = tous_align()
commune = [[0] * 6 for _ in range(7)]
accumules = []

# --- init -----------------------------------------------------------------------------------------


@faux("init", "une seule et même liste", part=0.5)
def colonnes_repetees():
    return [[0] * 6] * 7


@faux("init", "une seule et même liste", part=0.5)
def une_colonne_ajoutee_sept_fois():
    colonne, G = [0] * 6, []
    for _ in range(7):
        G.append(colonne)
    return G


@faux("init", "une seule et même liste", part=0.5)
def deux_moities():
    return [[0] * 6 for _ in range(3)] + [[0] * 6] * 4


@faux("init", "échangé colonnes et rangées", part=0)
def six_listes_de_sept():
    return [[0] * 7 for _ in range(6)]


@faux("init", "même liste", "à l'intérieur de la fonction", part=0.5)
def grille_globale():
    return commune


@faux("init", "même liste", part=0.5)
def colonnes_globales():
    return list(commune)


@faux("init", "même liste", part=0.5)
def valeur_par_defaut(G=[[0] * 6 for _ in range(7)]):  # noqa: B006, B008
    return G


@faux("init", "liste de 42")
def a_plat():
    return [0] * 42


@faux("init", "l'entier 0")
def avec_none():
    return [[None] * 6 for _ in range(7)]


@faux("init", "l'entier 0")
def avec_des_espaces():
    return [["."] * 6 for _ in range(7)]


@faux("init", "n'est pas vide")
def avec_des_uns():
    return [[1] * 6 for _ in range(7)]


@faux("init", "Il manque une colonne")
def six_colonnes():
    return [[0] * 6 for _ in range(1, 7)]


@faux("init", "Il manque une case")
def cinq_cases():
    return [[0 for y in range(5)] for x in range(7)]


@faux("init", "numpy")
def en_numpy():
    return np.zeros((7, 6), dtype=int)


@faux("init", "print")
def init_affiche():
    print([[0] * 6 for _ in range(7)])


@faux("init", "n'a qu'une colonne", "return", "contient 1 liste de longueur 6", part=0)
def init_return_dans_la_boucle():
    G = []
    for _ in range(7):
        G.append([0] * 6)
        return G


@faux("init", "une seule colonne")
def une_colonne():
    return [0] * 6


@faux("init", "init()")
def init_avec_parametres(n, m):
    return [[0] * m for _ in range(n)]


@faux("init", "doit être un entier")
def en_flottants():
    return [[0.0] * 6 for _ in range(7)]


@juste("init")
def init():
    return [[0] * 6 for _ in range(7)]


@juste("init")
def init_par_boucles(largeur=7, hauteur=6):
    G = []
    for _ in range(largeur):
        colonne = []
        for _ in range(hauteur):
            colonne.append(0)
        G.append(colonne)
    return G


@juste("init")
def init_par_numpy():
    print("une grille neuve")
    return np.zeros((7, 6), dtype=int).tolist()


@juste("init")
def init_avec_des_entiers_numpy():
    return [list(colonne) for colonne in np.zeros((7, 6), dtype=int)]


# --- coups ----------------------------------------------------------------------------------------


@faux("coups", "à l'envers")
def coups_a_l_envers(G):
    return [(y, x) for x, y in coups(G)]


@faux("coups", "depuis le haut")
def coups_depuis_le_haut(G):
    return [(x, 5 - y) for x, y in coups(G)]


@faux("coups", "numéros des colonnes")
def coups_colonnes(G):
    return [x for x in range(7) if G[x][5] == 0]


@faux("coups", "toutes les cases libres")
def coups_sans_break(G):
    return [(x, y) for x in range(7) for y in range(6) if G[x][y] == 0]


@faux("coups", "cases occupées")
def coups_occupes(G):
    return [(x, y) for x in range(7) for y in range(6) if G[x][y] != 0]


@faux("coups", "la plus HAUTE")
def coups_tout_en_haut(G):
    L = []
    for x in range(7):
        libre = -1
        for y in range(6):
            if G[x][y] == 0:
                libre = y
        if libre >= 0:
            L.append((x, libre))
    return L


@faux("coups", "dernière colonne, x = 6")
def coups_six_colonnes(G):
    return [c for c in coups(G) if c[0] in range(6)]


@faux("coups", "première colonne, x = 0")
def coups_depuis_1(G):
    return [c for c in coups(G) if c[0] in range(1, 7)]


@faux("coups", "rangée du haut, y = 5")
def coups_cinq_rangees(G):
    L = []
    for x in range(7):
        for y in range(5):
            if G[x][y] == 0:
                L.append((x, y))
                break
    return L


@faux("coups", "rangée du bas, y = 0")
def coups_sans_rangee_0(G):
    L = []
    for x in range(7):
        for y in range(1, 6):
            if G[x][y] == 0:
                L.append((x, y))
                break
    return L


@faux("coups", "colonnes vides")
def coups_indice_negatif(G):
    return [(x, y) for x in range(7) for y in range(6) if G[x][y] == 0 and G[x][y - 1] != 0]


@faux("coups", "que la rangée du bas")
def coups_en_bas(G):
    return [(x, 0) for x in range(7) if G[x][0] == 0]


@faux("coups", "dernier pion au lieu")
def coups_un_trop_bas(G):
    return [(x, y - 1) for x, y in coups(G)]


@faux("coups", "un seul coup")
def coups_return_dans_la_boucle(G):
    for x in range(7):
        for y in range(6):
            if G[x][y] == 0:
                return [(x, y)]
    return []


@faux("coups", "un seul coup", "return", part=0)
def coups_return_au_premier_coup(G):
    L = []
    for x in range(7):
        for y in range(6):
            if G[x][y] == 0:
                L.append((x, y))
                return L


@faux("coups", "première colonne pleine")
def coups_arret_a_la_premiere_pleine(G):
    L = []
    for x in range(7):
        if G[x][5] != 0:
            break
        L.append((x, 6 - G[x].count(0)))
    return L


@faux("coups", "par rangée")
def coups_break_de_la_mauvaise_boucle(G):
    L = []
    for y in range(6):
        for x in range(7):
            if G[x][y] == 0:
                L.append((x, y))
                break
    return L


@faux("coups", "rangées commencent à 1")
def coups_rangees_depuis_1(G):
    return [(x, y + 1) for x, y in coups(G)]


@faux("coups", "colonnes commencent à 1")
def coups_colonnes_depuis_1(G):
    return [(x + 1, y) for x, y in coups(G)]


@faux("coups", "dans les colonnes pleines", part=0.6667)
def coups_sans_voir_les_pleines(G):
    return [(x, 6 - G[x].count(0)) for x in range(7)]


@faux("coups", "par-dessus le dernier pion", part=0.6667)
def coups_sur_le_dernier(G):
    return [(x, min(5, 6 - G[x].count(0))) for x in range(7)]


@faux("coups", "IndexError", part=0.6667)
def coups_while_sans_borne(G):
    L = []
    for x in range(7):
        y = 0
        while G[x][y] != 0:
            y = y + 1
        L.append((x, y))
    return L


@faux("coups", "listes [x, y]", "parenthèses", part=0.3333)
def coups_en_listes(G):
    return [list(c) for c in coups(G)]


@faux("coups", "a modifié")
def coups_qui_joue(G):
    L = coups(G)
    for x, y in L:
        G[x][y] = 1
    return L


@faux("coups", "mémoire")
def coups_liste_par_defaut(G, L=[]):  # noqa: B006
    for x in range(7):
        for y in range(6):
            if G[x][y] == 0:
                L.append((x, y))
                break
    return L


@faux("coups", "mémoire")
def coups_liste_globale(G):
    accumules.extend(coups(G))
    return accumules


@faux("coups", "print")
def coups_affiche(G):
    print(coups(G))


@faux("coups", "Il manque (0, 0)")
def coups_vide(G):
    return []


@faux("coups", "plusieurs fois")
def coups_en_double(G):
    return coups(G) + coups(G)


@faux("coups", "doit être une liste", "entier")
def coups_nombre(G):
    return len(coups(G))


@faux("coups", "un dictionnaire")
def coups_dictionnaire(G):
    return dict(coups(G))


@faux("coups", "ne se termine pas", part=0)
def coups_sans_fin(G):
    L, x, y = [], 0, 0
    while x < 7:
        if G[x][y] == 0:
            L.append((x, y))
    return L


@faux("coups", "Il manque (6, 0)")
def coups_dimensions_echangees(G):
    L = []
    for x in range(6):
        for y in range(7):
            if G[x][y] == 0:
                L.append((x, y))
                break
    return L


@faux("coups", "Il manque")
def coups_pions_1_seulement(G):
    return [(x, G[x].count(1)) for x in range(7) if G[x].count(1) < 6]


@faux("coups", "colonnes pleines", part=0.6667)
def coups_rien_si_une_colonne_est_pleine(G):
    return [] if any(colonne[5] for colonne in G) else coups(G)


@juste("coups")
def coups(G):
    return [(x, G[x].index(0)) for x in range(7) if 0 in G[x]]


@juste("coups")
def coups_generateur(G):
    for x in range(6, -1, -1):
        if G[x][5] == 0:
            yield x, sum(1 for contenu in G[x] if contenu)


@juste("coups")
def coups_case_du_dessous(G):
    L = []
    for y in range(6):
        for x in range(7):
            if G[x][y] == 0 and (y == 0 or G[x][y - 1] != 0):
                L = L + [(x, y)]
    print(L)
    return L


@juste("coups")
def coups_recursive(G, x=0):
    if x == 7:
        return []
    return [(x, 6 - G[x].count(0))] * (G[x][5] == 0) + coups_recursive(G, x + 1)


@juste("coups")
def coups_ensemble(G):
    return {(x, G[x].index(0)) for x in range(7) if 0 in G[x]}


@juste("coups")
def coups_numpy(G):
    niveaux = (np.array(G) != 0).sum(axis=1)
    return [(x, niveaux[x]) for x in np.arange(7) if niveaux[x] < 6]


@juste("coups")
def coups_zip(G):
    niveaux = [6 - colonne.count(0) for colonne in G]
    return filter(lambda coup: coup[1] < 6, zip(range(7), niveaux))


@juste("coups")
def coups_sans_toucher_a_l_original(G):
    copie = [colonne[:] for colonne in G]
    L = []
    for x in range(7):
        while copie[x] and copie[x][-1] == 0:
            copie[x].pop()
        if len(copie[x]) < 6:
            L.append((x, len(copie[x])))
    return tuple(L)


@juste("coups")
def coups_aucun_apres_une_victoire(G):
    gagnee = any(len({G[x][y] for x, y in A}) == 1 and G[A[0][0]][A[0][1]] for A in tous)
    return [] if gagnee else coups(G)


# --- Les questions dont la réponse est une valeur ---------------------------------------------------

for valeur, mot in (
    ((6, 7), "échangés"),
    (42, "couple"),
    ((7, 6, 0), "couple"),
    ("7 x 6", "couple"),
    ((6, 5), "plus grands indices"),
    ((7, 7), "forme"),
    ([[0] * 6] * 7, "couple"),
    ((7.0, 6.0), "couple"),
):
    faux("forme_init", mot)(valeur)
for valeur in (
    (7, 6),
    [7, 6],
    (len(commune), len(commune[0])),
    np.array([[0] * 6] * 7).shape,
    np.array([7, 6]),
):
    juste("forme_init")(valeur)

for valeur, mot in (
    ((".", "X", "O"), "échangés"),
    (("0", "1", "2"), "valeurs rangées"),
    ((0, 1, 2), "trois chaînes"),
    (("O", "X"), "trois chaînes"),
    ("O X", "trois chaînes"),
    ((" ", "O", "X"), "pas les symboles"),
    (("O", "X", "."), "pas les symboles"),
    (("x", "o", "."), "pas les symboles"),
):
    faux("symboles", mot)(valeur)
for valeur in ((".", "O", "X"), [".", "O", "X"], (". ", "o", "x"), tuple(".OX")):
    juste("symboles")(valeur)

for valeur, mot in (
    (68, "à un près"),
    (24, "quatre"),
    (45, "diagonales"),
    (276, "cases"),
    (138, "deux fois"),
    (100, "len"),
    ("69", "chaîne"),
    (tous, "liste"),
    (42, "cases"),
    (True, "booléen"),
    (69.5, "len"),
    (-1, "len"),
):
    faux("nb_alignements", mot)(valeur)
for valeur in (69, len(tous), np.int64(69), 24 + 21 + 2 * 12, 69.0):
    juste("nb_alignements")(valeur)

for valeur, mot in (
    (6, "indice"),
    (42, "jouable"),
    (49, "pas 7"),
    (8, "combien de colonnes"),
    ("sept", "chaîne"),
    (0, "combien"),
    ((7, 0), "tuple"),
):
    faux("longueur_max_coups", mot)(valeur)
for valeur in (7, np.int32(7), 7.0):
    juste("longueur_max_coups")(valeur)

for valeur, mot in (
    (1, "dernière case"),
    (7, "plus grande"),
    (-1, "remplie"),
    ([], "liste"),
    (False, "booléen"),
    ("zéro", "chaîne"),
    (6, "remplie"),
):
    faux("longueur_min_coups", mot)(valeur)
for valeur in (0, len([]), np.int64(0)):
    juste("longueur_min_coups")(valeur)

for valeur, mot in (
    (41, "À un près"),
    (43, "À un près"),
    (21, "chaque joueur"),
    (36, "une case"),
    (7, "LONGUE"),
    (69, "alignements"),
    ("42", "chaîne"),
    ([42], "liste"),
):
    faux("nb_tours_max", mot)(valeur)
for valeur in (42, 7 * 6, np.int64(42), sum(len(colonne) for colonne in commune)):
    juste("nb_tours_max")(valeur)
