"""Des réponses au TP 4 : depose_pion, partie_nulle, gagnant, eval_f, fils et les réponses courtes."""

import copy
from math import inf

import numpy as np
from reponses import Recueil

RECUEIL = Recueil()
faux, juste = RECUEIL.faux, RECUEIL.juste
SUPERFICIELLE = "copie est superficielle"
VIDE_OU_ZERO = "0 est « faux » pour Python"


def construit_cle(s):
    """La fonction donnée dans le notebook."""
    return s[0], tuple(tuple(ligne) for ligne in s[1])


# --- depose_pion ------------------------------------------------------------------------------------


@juste("depose_pion")
def depose_pion(s, j):
    joueur, G = s
    H = [ligne[:] for ligne in G]
    i = 0
    while H[i][j] is not None:
        i += 1
    H[i][j] = joueur
    return 1 - joueur, H


@juste("depose_pion")
def depose_par_deepcopy(s, j):
    joueur, H = copy.deepcopy(s)
    for ligne in H:
        if ligne[j] is None:
            ligne[j] = joueur
            break
    return (not joueur) + 0, H


@juste("depose_pion")
def depose_en_ne_copiant_qu_une_ligne(s, j, bavard=True):
    joueur, G = s
    i = sum(ligne[j] is not None for ligne in G)
    print("je joue en", (i, j))
    ligne = G[i][:j] + [np.int64(joueur)] + G[i][j + 1 :]
    return [1, 0][joueur], G[:i] + [ligne] + G[i + 1 :]


@faux("depose_pion", "Le joueur du résultat", "1 - joueur", part=0.8)
def depose_not_joueur(s, j):
    return not s[0], depose_pion(s, j)[1]


@faux("depose_pion", "un booléen", part=0.8)
def depose_true(s, j):
    return True, depose_pion(s, j)[1]


@faux("depose_pion", SUPERFICIELLE, part=0.6)
def copie_par_list(s, j):
    joueur, G = s
    H = list(G)
    i = 0
    while H[i][j] is not None:
        i += 1
    H[i][j] = joueur
    return 1 - joueur, H


@faux("depose_pion", SUPERFICIELLE, part=0.6)
def copie_par_tranche(s, j):
    H = s[1][:]
    for i in range(6):
        if H[i][j] is None:
            H[i][j] = s[0]
            return (1 - s[0], H)


@faux("depose_pion", SUPERFICIELLE, part=0.6)
def copie_de_la_situation(s, j):
    s2 = copy.copy(s)
    H = s2[1].copy()
    next(ligne for ligne in H if ligne[j] is None)[j] = s[0]
    return 1 - s[0], H


@faux("depose_pion", "H = G ne copie rien", part=0.6)
def sans_copie(s, j):
    joueur, G = s
    i = 0
    while G[i][j] is not None:
        i += 1
    G[i][j] = joueur
    return 1 - joueur, G


@faux("depose_pion", "ligne 0 est celle du BAS")
def par_le_haut(s, j):
    H = [ligne[:] for ligne in s[1]]
    i = 5
    while H[i][j] is not None:
        i -= 1
    H[i][j] = s[0]
    return 1 - s[0], H


@faux("depose_pion", "pion posé est celui de l'autre")
def pion_de_l_autre(s, j):
    H = [ligne[:] for ligne in s[1]]
    next(ligne for ligne in H if ligne[j] is None)[j] = 1 - s[0]
    return 1 - s[0], H


@faux("depose_pion", "ne changez pas de joueur", part=0.8)
def meme_joueur(s, j):
    return s[0], depose_pion(s, j)[1]


@faux("depose_pion", VIDE_OU_ZERO)
def zero_pris_pour_vide(s, j):
    H = [ligne[:] for ligne in s[1]]
    i = 0
    while H[i][j]:
        i += 1
    H[i][j] = s[0]
    return 1 - s[0], H


@faux("depose_pion", "toute la colonne")
def sans_break(s, j):
    H = [ligne[:] for ligne in s[1]]
    for i in range(6):
        if H[i][j] is None:
            H[i][j] = s[0]
    return 1 - s[0], H


@faux("depose_pion", "grille seule")
def grille_seule(s, j):
    return depose_pion(s, j)[1]


@faux("depose_pion", "joueur d'abord")
def couple_a_l_envers(s, j):
    t = depose_pion(s, j)
    return t[1], t[0]


@faux("depose_pion", "ont disparu")
def grille_effacee(s, j):
    H = [[None] * 7 for _ in range(6)]
    H[sum(ligne[j] is not None for ligne in s[1])][j] = s[0]
    return 1 - s[0], H


@faux("depose_pion", "numéros 0 et 1")
def joueurs_1_et_2(s, j):
    return 3 - s[0], depose_pion(s, j)[1]


@faux("depose_pion", "ne renvoie rien")
def rien_de_rendu(s, j):
    depose_pion(s, j)


@faux("depose_pion", "6 LIGNES de 7 cases")
def colonnes_et_lignes(s, j):
    joueur, H = depose_pion(s, j)
    return joueur, [[H[i][k] for i in range(6)] for k in range(7)]


@faux("depose_pion", "ne se termine pas")
def boucle_sans_fin(s, j):
    i = 0
    while s[1][i][j] is None:
        pass
    return s


# --- partie_nulle -----------------------------------------------------------------------------------


@juste("partie_nulle")
def partie_nulle(s):
    return None not in s[1][5]


@juste("partie_nulle")
def nulle_en_comptant(s):
    return sum(case is None for ligne in s[1] for case in ligne) == 0


@juste("partie_nulle")
def nulle_en_numpy(s):
    return np.all([[case is not None for case in ligne] for ligne in s[1]])


@faux("partie_nulle", "ligne 0, qui est celle du BAS", part=0)
def nulle_ligne_du_bas(s):
    return None not in s[1][0]


@faux("partie_nulle", "est « faux » pour Python", part=0)
def nulle_par_all(s):
    return all(s[1][5])


@faux("partie_nulle", "l'inverse", part=0)
def nulle_inversee(s):
    return None in s[1][5]


@faux("partie_nulle", "seule colonne pleine", part=0)
def nulle_des_une_colonne(s):
    for case in s[1][5]:
        if case is not None:
            return True
    return False


@faux("partie_nulle", "première colonne")
def nulle_return_trop_tot(s):
    for case in s[1][5]:
        if case is None:
            return False
        return True


@faux("partie_nulle", "dernière colonne, j = 6")
def nulle_sans_la_derniere(s):
    return all(s[1][5][j] is not None for j in range(6))


@faux("partie_nulle", "True ou False")
def nulle_par_zero(s):
    return 0 if None in s[1][5] else 1


@faux("partie_nulle", "ne renvoie rien")
def nulle_affichee(s):
    print(None not in s[1][5])


# --- gagnant ------------------------------------------------------------------------------------------


def listes(i, j, directions=((0, 1), (1, 0), (1, 1), (1, -1)), debuts=(0, 1, 2, 3)):
    """Les listes de trois cases qui, avec (i, j), font un alignement."""
    return [
        [(i + (d - debut) * di, j + (d - debut) * dj) for d in range(4) if d != debut]
        for di, dj in directions
        for debut in debuts
    ]


def dedans(a, b):
    return 0 <= a < 6 and 0 <= b < 7


def une_pleine(G, a_verifier, pion):
    return any(all(dedans(a, b) and G[a][b] == pion for a, b in liste) for liste in a_verifier)


@juste("gagnant")
def gagnant(s, coup):
    i, j = coup
    a_verifier = listes(i, j)
    return une_pleine(s[1], a_verifier, s[1][i][j])


@juste("gagnant")
def gagnant_en_comptant_autour(s, coup):
    i, j = coup
    G, pion = s[1], 1 - s[0]
    for di, dj in ((0, 1), (1, 0), (1, 1), (1, -1)):
        n = 1
        for sens in (1, -1):
            a, b = i + sens * di, j + sens * dj
            while dedans(a, b) and G[a][b] == pion:
                n, a, b = n + 1, a + sens * di, b + sens * dj
        if n >= 4:
            return True
    return False


@juste("gagnant")
def gagnant_en_texte(s, coup):
    i, j = coup
    G, signes = s[1], {None: ".", 0: "O", 1: "X"}
    lignes = [
        "".join(
            signes[G[i + d * di][j + d * dj]] if dedans(i + d * di, j + d * dj) else " " for d in range(-3, 4)
        )
        for di, dj in ((0, 1), (1, 0), (1, 1), (1, -1))
    ]
    return np.bool_(any(signes[G[i][j]] * 4 in ligne for ligne in lignes))


@faux("gagnant", "horizontale")
def sans_horizontales(s, coup):
    return une_pleine(s[1], listes(*coup, directions=((1, 0), (1, 1), (1, -1))), 1 - s[0])


@faux("gagnant", "verticale")
def sans_verticales(s, coup):
    return une_pleine(s[1], listes(*coup, directions=((0, 1), (1, 1), (1, -1))), 1 - s[0])


@faux("gagnant", "diagonale descendante")
def une_seule_diagonale(s, coup):
    return une_pleine(s[1], listes(*coup, directions=((0, 1), (1, 0), (1, 1))), 1 - s[0])


@faux("gagnant", "deux diagonales")
def sans_diagonales(s, coup):
    return une_pleine(s[1], listes(*coup, directions=((0, 1), (1, 0))), 1 - s[0])


@faux("gagnant", "indices négatifs")
def indices_negatifs(s, coup):
    i, j = coup
    G = s[1]
    a_verifier = [liste for liste in listes(i, j) if all(a < 6 and b < 7 for a, b in liste)]
    return any(all(G[a][b] == G[i][j] for a, b in liste) for liste in a_verifier)


@faux("gagnant", "IndexError", "sortent de la grille")
def sans_regarder_les_bords(s, coup):
    i, j = coup
    return any(all(s[1][a][b] == s[1][i][j] for a, b in liste) for liste in listes(i, j))


@faux("gagnant", "mauvais joueur")
def prochain_joueur(s, coup):
    return une_pleine(s[1], listes(*coup), s[0])


@faux("gagnant", "au milieu")
def seulement_aux_bouts(s, coup):
    return une_pleine(s[1], listes(*coup, debuts=(0, 3)), 1 - s[0])


@faux("gagnant", "victoires du joueur 0", "« faux » pour Python")
def pion_0_faux(s, coup):
    i, j = coup
    return bool(s[1][i][j]) and gagnant(s, coup)


@faux("gagnant", "numéro de joueur")
def numero_du_gagnant(s, coup):
    return s[1][coup[0]][coup[1]] if gagnant(s, coup) else False


@faux("gagnant", "ne renvoie rien")
def rien_sinon(s, coup):
    if gagnant(s, coup):
        return True


@faux("gagnant", "Trois pions")
def trois_suffisent(s, coup):
    i, j = coup
    directions = ((0, 1), (1, 0), (1, 1), (1, -1))
    trios = [
        [(i + (d - debut) * di, j + (d - debut) * dj) for d in range(3) if d != debut]
        for di, dj in directions
        for debut in (0, 1, 2)
    ]
    return une_pleine(s[1], trios, 1 - s[0])


@faux("gagnant", "bord droit")
def bord_droit_oublie(s, coup):
    i, j = coup
    listes_permises = [liste for liste in listes(i, j) if j < 6 and all(b < 6 for a, b in liste)]
    return une_pleine(s[1], listes_permises, 1 - s[0])


@faux("gagnant", "toujours False")
def return_dans_la_boucle(s, coup):
    for liste in listes(*coup):
        if not all(dedans(a, b) and s[1][a][b] == s[0] + 5 for a, b in liste):
            return False
    return True


@faux("gagnant", "modifié")
def efface_le_pion(s, coup):
    reponse = gagnant(s, coup)
    s[1][coup[0]][coup[1]] = None
    return reponse


@faux("gagnant", "ligne puis colonne")
def ligne_et_colonne_echangees(s, coup):
    j, i = coup
    if not dedans(i, j):
        return False
    return s[1][i][j] is not None and une_pleine(s[1], listes(i, j), s[1][i][j])


@faux("gagnant", "5 à la suite", part=0.8571)
def gagnant_exactement_quatre(s, coup):
    (i, j), G = coup, s[1]
    for di, dj in ((0, 1), (1, 0), (1, 1), (1, -1)):
        n = 1
        for sens in (1, -1):
            a, b = i + sens * di, j + sens * dj
            while 0 <= a < 6 and 0 <= b < 7 and G[a][b] == G[i][j]:
                n, a, b = n + 1, a + sens * di, b + sens * dj
        if n == 4:
            return True
    return False


# --- eval_f -----------------------------------------------------------------------------------------


def coups_possibles(s, coup):
    """Le coup donné ou, à défaut, tous les pions de l'adversaire en haut de leur colonne."""
    if coup is not None:
        return [coup]
    sommets = [(sum(ligne[j] is not None for ligne in s[1]) - 1, j) for j in range(7)]
    return [(i, j) for i, j in sommets if i >= 0 and s[1][i][j] == 1 - s[0]]


def victoire(s, coup):
    return any(gagnant(s, c) for c in coups_possibles(s, coup))


@juste("eval_f")
def eval_f(s, coup=None):
    if victoire(s, coup):
        return inf if s[0] == 1 else -inf
    if partie_nulle(s):
        return 0
    return None


@juste("eval_f")
def eval_f_toujours_toute_la_grille(s, coup=None):
    G = s[1]
    for i in range(6):
        for j in range(7):
            if G[i][j] is not None and gagnant(s, (i, j)):
                return np.inf if G[i][j] == 0 else -np.inf
    if partie_nulle(s):
        return 0.0


@faux("eval_f", "signes sont échangés")
def eval_signes(s, coup=None):
    r = eval_f(s, coup)
    return r if not r else -r


@faux("eval_f", "0 quand la partie continue")
def eval_0_en_cours(s, coup=None):
    return eval_f(s, coup) or 0


@faux("eval_f", "vaut 0, pas None", part=0.875)
def eval_none_pour_une_nulle(s, coup=None):
    return eval_f(s, coup) or None


@faux("eval_f", "remplir la grille ET gagner")
def eval_nulle_d_abord(s, coup=None):
    return 0 if partie_nulle(s) else eval_f(s, coup)


@faux("eval_f", "dans toute la grille")
def eval_sans_coup_rien(s, coup=None):
    if coup is not None and gagnant(s, coup):
        return inf if s[0] == 1 else -inf
    return 0 if partie_nulle(s) else None


@faux("eval_f", "TypeError")
def eval_coup_obligatoire(s, coup=None):
    i, j = coup
    return eval_f(s, (i, j))


@faux("eval_f", "inf quel que soit le gagnant")
def eval_toujours_inf(s, coup=None):
    return inf if victoire(s, coup) else eval_f(s, coup)


@faux("eval_f", "numéro du gagnant")
def eval_numero(s, coup=None):
    return 1 - s[0] if victoire(s, coup) else eval_f(s, coup)


@faux("eval_f", "chaîne")
def eval_en_texte(s, coup=None):
    r = eval_f(s, coup)
    return str(r) if r else r


@faux("eval_f", "toujours None")
def eval_affichee(s, coup=None):
    print(eval_f(s, coup))


@faux("eval_f", "pas False")
def eval_false(s, coup=None):
    r = eval_f(s, coup)
    return False if r is None else r


# --- fils -------------------------------------------------------------------------------------------


@juste("fils")
def fils(s):
    return [depose_pion(s, j) for j in range(7) if s[1][5][j] is None]


@juste("fils")
def fils_par_generateur(s):
    for j in reversed(range(7)):
        if s[1][5][j] is None:
            yield depose_pion(s, j)


@juste("fils")
def aucun_fils_a_la_fin(s):
    return () if eval_f(s) is not None else tuple(fils(s))


@faux("fils", "dernière colonne")
def fils_six_colonnes(s):
    return [depose_pion(s, j) for j in range(6) if s[1][5][j] is None]


@faux("fils", "IndexError")
def fils_colonnes_pleines(s):
    return [depose_pion(s, j) for j in range(7)]


@faux("fils", "colonnes pleines")
def fils_ligne_du_bas(s):
    return [depose_pion(s, j) if s[1][5][j] is None else s for j in range(7)]


@faux("fils", "return est-il")
def fils_un_seul(s):
    for j in range(7):
        if s[1][5][j] is None:
            return [depose_pion(s, j)]
    return []


@faux("fils", "numéros de colonnes")
def fils_colonnes(s):
    return [j for j in range(7) if s[1][5][j] is None]


@faux("fils", "renvoyez des grilles")
def fils_grilles(s):
    return [depose_pion(s, j)[1] for j in range(7) if s[1][5][j] is None]


@faux("fils", "même grille en mémoire")
def fils_qui_s_ajoutent(s):
    liste = []
    for j in range(7):
        if s[1][5][j] is None:
            next(ligne for ligne in s[1] if ligne[j] is None)[j] = s[0]
            liste.append((1 - s[0], s[1]))
    return liste


@faux("fils", SUPERFICIELLE)
def fils_copie_superficielle(s):
    liste = []
    for j in range(7):
        H = list(s[1])
        if H[5][j] is None:
            next(ligne for ligne in H if ligne[j] is None)[j] = s[0]
            liste.append((1 - s[0], H))
    return liste


@faux("fils", "ne changez pas de joueur")
def fils_meme_joueur(s):
    return [(s[0], G) for _, G in fils(s)]


@faux("fils", "de trop")
def fils_en_double(s):
    return fils(s) + fils(s)[:1]


# --- réponses courtes -------------------------------------------------------------------------------

for valeur in ((4, 4, 8), [4, 4, 8], (np.int64(4), 4, 8)):
    juste("nb_listes")(valeur)
for valeur, mot in (
    ((4, 3, 8), "6 cases"),
    ((4, 4, 4), "il en passe deux"),
    ((7, 4, 8), "nombre de cases"),
    ((4, 1, 8), "a priori"),
    ((4, 4), "3 nombres"),
    (16, "3 nombres"),
    ((4, 4, 24), "total"),
):
    faux("nb_listes", mot)(valeur)

for valeur in ((7, 49, 343), [7, 7**2, 7**3]):
    juste("nb_situations")(valeur)
for valeur, mot in (
    ((7, 49, 238), "DIFFÉRENTES"),
    ((7, 14, 21), "somme"),
    ((1, 7, 49), "avant le premier coup"),
    ((7, 56, 343), "premier coup"),
    ((7, 42, 252), "second joueur"),
    (343, "3 nombres"),
):
    faux("nb_situations", mot)(valeur)

for valeur in (6, np.int64(6)):
    juste("k_max")(valeur)
for valeur, mot in (
    (7, "7e coup"),
    (42, "bien avant"),
    (5, "plus loin"),
    (4, "l'exemple"),
    ("6", "entier"),
    (8, "colonne"),
):
    faux("k_max", mot)(valeur)
