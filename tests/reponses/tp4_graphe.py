"""Des réponses d'élèves aux questions du TP 4, fausses et justes."""

import numpy as np

from reponses import Recueil

SUPERFICIELLE = "copie est superficielle"
BIAISEE = "pas tirés avec la même"

MINIMAX_H2 = """
def minimax_h2(s, coup, d_eval, d_stra, d_coup, h, k):
    cle = construit_cle(s)
    if cle in d_eval:
        return d_eval[cle], d_stra[cle]
    score, situation = eval_f(s, coup), None
    if score is None and k == 0:
        score = h(s)
    elif score is None:
        for t in fils(s):
            v, _ = minimax_h2(t, None, d_eval, d_stra, d_coup, h, k - 1)
            if situation is None or (v > score if s[0] == 0 else v < score):
                score, situation = v, t
    d_eval[cle], d_stra[cle], d_coup[cle] = score, situation, coup
    return score, situation
"""

# Ce que le notebook donne, puis de quoi écrire court : `chercher`, une minimax_h2 juste qui ne rappelle
# qu'elle-même (`modele` rappellerait la réponse fausse), et `explorer`, une recherche sans mémoire.
DONNE = """
import copy
import random
from math import inf

import numpy as np

grille0 = [[None] * 7 for _ in range(6)]
memoire = {}


def construit_cle(s):
    return s[0], tuple(tuple(ligne) for ligne in s[1])


def plus_grand(notes):
    return max(notes, key=lambda note: note[0])


def plus_petit(notes):
    return min(notes, key=lambda note: note[0])


def normal(joueur, notes):
    return plus_grand(notes) if joueur == 0 else plus_petit(notes)


def explorer(s, h, k, choisir):
    if eval_f(s) is not None:
        return eval_f(s), None
    if k <= 0:
        return h(s), None
    return choisir(s[0], [(explorer(t, h, k - 1, choisir)[0], t) for t in fils(s)])


""" + MINIMAX_H2.replace("minimax_h2", "chercher")

RECUEIL = Recueil("tp4_graphe", DONNE)

# --- depose_pion ------------------------------------------------------------------------------------

q = RECUEIL.question(
    "depose_pion",
    """
    def depose_pion(s, j):
        joueur, G = s
        H = [ligne[:] for ligne in G]
        i = 0
        while H[i][j] is not None:
            i += 1
        H[i][j] = joueur
        return 1 - joueur, H
    """,
)
q.juste(
    "depose_par_deepcopy",
    corps="""
    joueur, H = copy.deepcopy(s)
    for ligne in H:
        if ligne[j] is None:
            ligne[j] = joueur
            break
    return (not joueur) + 0, H
    """,
)
q.juste(
    "depose_en_ne_copiant_qu_une_ligne",
    source="""
    def depose_pion(s, j, bavard=True):
        joueur, G = s
        i = sum(ligne[j] is not None for ligne in G)
        print("je joue en", (i, j))
        ligne = G[i][:j] + [np.int64(joueur)] + G[i][j + 1 :]
        return [1, 0][joueur], G[:i] + [ligne] + G[i + 1 :]
    """,
)
COPIE = "[ligne[:] for ligne in G]"
q.faux("depose_not_joueur", "Le joueur du résultat", "1 - joueur", part=0.8, change={"1 - j": "not j"})
q.faux("depose_true", "un booléen", part=0.8, change={"1 - joueur": "True"})
q.faux("copie_par_list", SUPERFICIELLE, part=0.6, change={COPIE: "list(G)"})
q.faux("copie_par_tranche", SUPERFICIELLE, part=0.6, change={COPIE: "G[:]"})
q.faux("copie_de_la_situation", SUPERFICIELLE, part=0.6, change={COPIE: "copy.copy(s)[1].copy()"})
q.faux("sans_copie", "H = G ne copie rien", part=0.6, change={COPIE: "G"})
q.faux("par_le_haut", "ligne 0 est celle du BAS", change={"i = 0": "i = 5", "i += 1": "i -= 1"})
q.faux("pion_de_l_autre", "pion posé est celui de l'autre", change={"] = joueur": "] = 1 - joueur"})
q.faux("meme_joueur", "ne changez pas de joueur", part=0.8, change={"1 - joueur": "joueur"})
q.faux("zero_pris_pour_vide", "0 est « faux » pour Python", change={" is not None": ""})
q.faux("sans_break", "toute la colonne", change={"H[i][j] =": "for ligne in H[i:]:\n        ligne[j] ="})
q.faux("grille_seule", "grille seule", change={"1 - joueur, H": "H"})
q.faux("couple_a_l_envers", "joueur d'abord", change={"1 - joueur, H": "H, 1 - joueur"})
q.faux("grille_effacee", "ont disparu", change={"    H[i]": "    H = [[None] * 7 for _ in G]\n    H[i]"})
q.faux("joueurs_1_et_2", "numéros 0 et 1", change={"1 - joueur": "3 - joueur"})
q.faux("rien_de_rendu", "ne renvoie rien", change={"return 1 - joueur, H": ""})
q.faux("colonnes_et_lignes", "6 LIGNES de 7 cases", change={", H\n": ", [list(c) for c in zip(*H)]\n"})
q.faux("boucle_sans_fin", "ne se termine pas", corps="while s[1][0][j] is None:\n    pass\nreturn s")

# --- partie_nulle -----------------------------------------------------------------------------------

q = RECUEIL.question("partie_nulle", "def partie_nulle(s):\n    return None not in s[1][5]\n")
q.juste("nulle_en_comptant", corps="return sum(case is None for ligne in s[1] for case in ligne) == 0")
q.juste("nulle_en_numpy", corps="return np.all([[case is not None for case in ligne] for ligne in s[1]])")
q.faux("nulle_ligne_du_bas", "ligne 0, qui est celle du BAS", part=0, change={"[5]": "[0]"})
q.faux("nulle_par_all", "est « faux » pour Python", part=0, corps="return all(s[1][5])")
q.faux("nulle_inversee", "l'inverse", part=0, change={"not in": "in"})
q.faux("nulle_des_une_colonne", "seule colonne pleine", part=0, corps="return s[1][5] != [None] * 7")
q.faux(
    "nulle_return_trop_tot",
    "première colonne",
    corps="for case in s[1][5]:\n    if case is None:\n        return False\n    return True",
)
q.faux("nulle_sans_la_derniere", "dernière colonne, j = 6", change={"[5]": "[5][:6]"})
q.faux("nulle_par_zero", "True ou False", corps="return 0 if None in s[1][5] else 1")
q.faux("nulle_affichee", "ne renvoie rien", corps="print(None not in s[1][5])")

# --- nb_listes --------------------------------------------------------------------------------------

q = RECUEIL.question("nb_listes")
q.valeurs_justes((4, 4, 8), [4, 4, 8], (np.int64(4), 4, 8))
q.valeurs_fausses(
    ((4, 3, 8), "6 cases"),
    ((4, 4, 4), "il en passe deux"),
    ((7, 4, 8), "nombre de cases"),
    ((4, 1, 8), "a priori"),
    ((4, 4), "3 nombres"),
    (16, "3 nombres"),
    ((4, 4, 24), "total"),
)

# --- gagnant ----------------------------------------------------------------------------------------

q = RECUEIL.question(
    "gagnant",
    """
    def gagnant(s, coup):
        (i, j), G = coup, s[1]
        for di, dj in ((0, 1), (1, 0), (1, 1), (1, -1)):
            for debut in range(4):
                liste = [(i + (d - debut) * di, j + (d - debut) * dj) for d in range(4) if d != debut]
                if all(0 <= a < 6 and 0 <= b < 7 and G[a][b] == G[i][j] for a, b in liste):
                    return True
        return False
    """,
)
EN_COMPTANT = """
(i, j), G = coup, s[1]
for di, dj in ((0, 1), (1, 0), (1, 1), (1, -1)):
    n = 1
    for sens in (1, -1):
        a, b = i + sens * di, j + sens * dj
        while 0 <= a < 6 and 0 <= b < 7 and G[a][b] == 1 - s[0]:
            n, a, b = n + 1, a + sens * di, b + sens * dj
    if n >= 4:
        return True
return False
"""
q.juste("gagnant_en_comptant_autour", corps=EN_COMPTANT)
q.juste(
    "gagnant_en_texte",
    corps="""
    (i, j), G, signes = coup, s[1], {None: ".", 0: "O", 1: "X"}
    lignes = [
        "".join(signes[G[a][b]] if 0 <= a < 6 and 0 <= b < 7 else " " for a, b in cases)
        for di, dj in ((0, 1), (1, 0), (1, 1), (1, -1))
        for cases in [[(i + d * di, j + d * dj) for d in range(-3, 4)]]
    ]
    return np.bool_(any(signes[G[i][j]] * 4 in ligne for ligne in lignes))
    """,
)
DEDANS = "0 <= a < 6 and 0 <= b < 7 and "
q.faux("sans_horizontales", "horizontale", change={"(0, 1), ": ""})
q.faux("sans_verticales", "verticale", change={"(1, 0), ": ""})
q.faux("une_seule_diagonale", "diagonale descendante", change={", (1, -1)": ""})
q.faux("sans_diagonales", "deux diagonales", change={", (1, 1), (1, -1)": ""})
q.faux("indices_negatifs", "indices négatifs", change={"0 <= a": "a", "0 <= b": "b"})
q.faux("sans_regarder_les_bords", "IndexError", "sortent de la grille", change={DEDANS: ""})
q.faux("prochain_joueur", "mauvais joueur", change={"== G[i][j]": "== s[0]"})
q.faux("seulement_aux_bouts", "au milieu", change={"range(4):": "(0, 3):"})
q.faux(
    "pion_0_faux", "victoires du joueur 0", "« faux » pour Python", change={"if all": "if G[i][j] and all"}
)
q.faux("numero_du_gagnant", "numéro de joueur", change={"return True": "return G[i][j]"})
q.faux("rien_sinon", "ne renvoie rien", change={"return False": ""})
q.faux("trois_suffisent", "Trois pions", change={"range(4)": "range(3)"})
q.faux("bord_droit_oublie", "bord droit", change={"0 <= b < 7": "0 <= b < 6 and j < 6"})
q.faux(
    "return_dans_la_boucle",
    "toujours False",
    change={"== G[i][j]": "== s[0] + 5", "return True": "return True\n            return False"},
)
q.faux(
    "efface_le_pion",
    "modifié",
    corps="reponse = modele(s, coup)\ns[1][coup[0]][coup[1]] = None\nreturn reponse",
)
q.faux(
    "ligne_et_colonne_echangees",
    "ligne puis colonne",
    change={
        "(i, j), G = coup, s[1]": "(j, i), G = coup, s[1]",
        "    for di": "    if i > 5 or G[i][j] is None:\n        return False\n    for di",
    },
)
q.faux("gagnant_exactement_quatre", "5 à la suite", part=0.8571, corps=EN_COMPTANT.replace(">= 4", "== 4"))

# --- eval_f -----------------------------------------------------------------------------------------

q = RECUEIL.question(
    "eval_f",
    """
    def derniers(s):
        sommets = [(sum(ligne[j] is not None for ligne in s[1]) - 1, j) for j in range(7)]
        return [(i, j) for i, j in sommets if i >= 0 and s[1][i][j] == 1 - s[0]]


    def eval_f(s, coup=None):
        coups = derniers(s) if coup is None else [coup]
        if any(gagnant(s, c) for c in coups):
            return inf if s[0] == 1 else -inf
        if partie_nulle(s):
            return 0
        return None
    """,
)
q.juste(
    "eval_f_toujours_toute_la_grille",
    corps="""
    G = s[1]
    for i in range(6):
        for j in range(7):
            if G[i][j] is not None and gagnant(s, (i, j)):
                return np.inf if G[i][j] == 0 else -np.inf
    if partie_nulle(s):
        return 0.0
    """,
)
GAIN = "inf if s[0] == 1 else -inf"
q.faux("eval_signes", "signes sont échangés", change={"s[0] == 1": "s[0] == 0"})
q.faux("eval_0_en_cours", "0 quand la partie continue", change={"return None": "return 0"})
q.faux("eval_none_pour_une_nulle", "vaut 0, pas None", part=0.875, change={"return 0": "return None"})
q.faux(
    "eval_nulle_d_abord",
    "remplir la grille ET gagner",
    corps="return 0 if partie_nulle(s) else modele(s, coup)",
)
q.faux("eval_sans_coup_rien", "dans toute la grille", change={"derniers(s) if": "[] if"})
q.faux("eval_coup_obligatoire", "TypeError", corps="i, j = coup\nreturn modele(s, (i, j))")
q.faux("eval_toujours_inf", "inf quel que soit le gagnant", change={GAIN: "inf"})
q.faux("eval_numero", "numéro du gagnant", change={GAIN: "1 - s[0]"})
q.faux("eval_en_texte", "chaîne", change={GAIN: "'inf' if s[0] == 1 else '-inf'"})
q.faux("eval_affichee", "toujours None", corps="print(modele(s, coup))")
q.faux("eval_false", "pas False", change={"return None": "return False"})

# --- fils -------------------------------------------------------------------------------------------

q = RECUEIL.question(
    "fils",
    """
    def fils(s):
        return [depose_pion(s, j) for j in range(7) if s[1][5][j] is None]
    """,
)
q.juste(
    "fils_par_generateur",
    corps="""
    for j in reversed(range(7)):
        if s[1][5][j] is None:
            yield depose_pion(s, j)
    """,
)
q.juste("aucun_fils_a_la_fin", corps="return () if eval_f(s) is not None else tuple(modele(s))")
q.faux("fils_six_colonnes", "dernière colonne", change={"range(7)": "range(6)"})
q.faux("fils_colonnes_pleines", "IndexError", change={" if s[1][5][j] is None": ""})
q.faux(
    "fils_ligne_du_bas",
    "colonnes pleines",
    corps="return [depose_pion(s, j) if s[1][5][j] is None else s for j in range(7)]",
)
q.faux(
    "fils_un_seul",
    "return est-il",
    corps="""
    for j in range(7):
        if s[1][5][j] is None:
            return [depose_pion(s, j)]
    return []
    """,
)
q.faux("fils_colonnes", "numéros de colonnes", change={"depose_pion(s, j)": "j"})
q.faux("fils_grilles", "renvoyez des grilles", change={"(s, j)": "(s, j)[1]"})
EN_JOUANT = """
liste = []
for j in range(7):
    H = s[1]
    if H[5][j] is None:
        next(ligne for ligne in H if ligne[j] is None)[j] = s[0]
        liste.append((1 - s[0], H))
return liste
"""
q.faux("fils_qui_s_ajoutent", "même grille en mémoire", corps=EN_JOUANT)
q.faux("fils_copie_superficielle", SUPERFICIELLE, corps=EN_JOUANT.replace("= s[1]", "= list(s[1])"))
q.faux("fils_meme_joueur", "ne changez pas de joueur", corps="return [(s[0], G) for _, G in modele(s)]")
q.faux("fils_en_double", "de trop", corps="return modele(s) + modele(s)[:1]")

# --- nb_situations, formule et k_max ----------------------------------------------------------------

q = RECUEIL.question("nb_situations")
q.valeurs_justes((7, 49, 343), [7, 7**2, 7**3])
q.valeurs_fausses(
    ((7, 49, 238), "DIFFÉRENTES"),
    ((7, 14, 21), "somme"),
    ((1, 7, 49), "avant le premier coup"),
    ((7, 56, 343), "premier coup"),
    ((7, 42, 252), "second joueur"),
    (343, "3 nombres"),
)

q = RECUEIL.question("formule", "def formule(k):\n    return 7**k\n")
q.juste("formule_flottante", corps="return pow(7.0, k)")
q.faux("formule_produit", "puissance k", change={"7**k": "7 * k"})
q.faux("formule_inversee", "base et l'exposant", change={"7**k": "k**7"})
q.faux("formule_k_plus_1", "de trop", change={"7**k": "7 ** (k + 1)"})
q.faux("formule_k_moins_1", "manque une puissance", change={"7**k": "7 ** (k - 1)"})
q.faux("formule_ou_exclusif", "c'est **", change={"7**k": "7 ^ k"})
q.faux("formule_cumulee", "jusqu'au k-ième", change={"7**k": "(7 ** (k + 1) - 1) // 6"})

q = RECUEIL.question("k_max")
q.valeurs_justes(6, np.int64(6))
q.valeurs_fausses(
    (7, "7e coup"), (42, "bien avant"), (5, "plus loin"), (4, "l'exemple"), ("6", "entier"), (8, "colonne")
)

# --- nb_distinctes ----------------------------------------------------------------------------------

q = RECUEIL.question(
    "nb_distinctes",
    """
    def nb_distinctes(n):
        couche, nombres = [(1, grille0)], [1]
        for _ in range(n):
            couche = list({construit_cle(t): t for s in couche for t in fils(s)}.values())
            nombres.append(len(couche))
        return nombres
    """,
)
q.juste(
    "distinctes_en_texte",
    corps="""
    couche, nombres = {str((1, grille0))}, []
    for _ in range(n + 1):
        nombres.append(np.int64(len(couche)))
        couche = {str(t) for texte in couche for t in fils(eval(texte))}
    return tuple(nombres)
    """,
)
q.juste(
    "distinctes_recursives",
    corps="""
    vues = [set() for _ in range(n + 1)]

    def visiter(s, k):
        if construit_cle(s) not in vues[k]:
            vues[k].add(construit_cle(s))
            for t in fils(s) if k < n else []:
                visiter(t, k + 1)

    visiter((1, grille0), 0)
    return [len(v) for v in vues]
    """,
)
q.faux(
    "chemins",
    "plusieurs fois la même situation",
    change={"list({construit_cle(t): t ": "[t ", "}.values())": "]"},
)
q.faux("distinctes_sans_le_depart", "premier nombre", change={"return nombres": "return nombres[1:]"})
q.faux("distinctes_une_de_moins", "dernier nombre", change={"return nombres": "return nombres[:-1]"})
q.faux("distinctes_une_de_trop", "s'arrête à k = n", change={"range(n)": "range(n + 1)"})
q.faux("distinctes_le_dernier", "que le dernier nombre", change={"return nombres": "return nombres[-1:]"})
q.faux("distinctes_cumulees", "s'additionnent", change={"len(couche)": "nombres[-1] + len(couche)"})
q.faux("distinctes_un_entier", "doit être une liste", change={"return nombres": "return nombres[-1]"})

# --- fin_alea ---------------------------------------------------------------------------------------

q = RECUEIL.question(
    "fin_alea",
    """
    def fin_alea(s):
        r = eval_f(s)
        while r is None:
            s = random.choice(fils(s))
            r = eval_f(s)
        return r
    """,
)
q.juste(
    "fin_alea_recursive",
    corps="r = eval_f(s)\nreturn fin_alea(random.choice(fils(s))) if r is None else r",
)
q.juste(
    "fin_alea_avec_le_coup",
    source="""
    def fin_alea(s, essais=100):
        while True:
            j = random.randint(0, 6)
            if s[1][5][j] is not None:
                continue
            i = sum(ligne[j] is not None for ligne in s[1])
            s = depose_pion(s, j)
            r = eval_f(s, (i, j))
            if r is not None:
                return r
    """,
)
CHOIX = "random.choice(fils(s))"
q.faux("fin_tant_que_faux", "« is None »", change={"r is None": "not r"})
q.faux("fin_signes", "signes", change={"return r": "return -r"})
q.faux("fin_situation", "pas la situation finale", change={"return r": "return s"})
q.faux(
    "fin_premiere_colonne_libre",
    BIAISEE,
    change={CHOIX: "fils(s)[min(random.randint(0, 6), len(fils(s)) - 1)]"},
)
q.faux("fin_toujours_a_gauche", BIAISEE, change={CHOIX: "fils(s)[0]"})
q.faux("fin_jusqu_au_bout", BIAISEE, "continue après une victoire", change={"r is None": "None in s[1][5]"})
q.faux(
    "fin_plus_ou_moins_un", "1, -1 ou 0", change={"return r": "return 0 if r == 0 else 1 if r > 0 else -1"}
)
q.faux("fin_nulle_none", "finit nulle", change={"return r": "return r or None"})
q.faux(
    "fin_qui_joue_dans_s",
    "modifié",
    corps="""
    r = eval_f(s)
    while r is None:
        j = random.choice([j for j in range(7) if s[1][5][j] is None])
        next(ligne for ligne in s[1] if ligne[j] is None)[j] = s[0]
        s = (1 - s[0], s[1])
        r = eval_f(s)
    return r
    """,
)
q.faux(
    "fin_recursive_sans_return",
    "ne renvoie rien",
    corps="r = eval_f(s)\nif r is not None:\n    return r\nfin_alea(random.choice(fils(s)))",
)
q.faux("fin_hasard_fixe", BIAISEE, corps="random.seed(4)\nreturn modele(s)")

# --- h_alea -----------------------------------------------------------------------------------------

q = RECUEIL.question(
    "h_alea",
    """
    def h_alea(nb):
        def h(s):
            score = 0
            for _ in range(nb):
                r = fin_alea(s)
                score += (r > 0) - (r < 0)
            return score

        return h
    """,
)
q.juste("h_alea_lambda", corps="return lambda s: np.sum([np.sign(fin_alea(s)) for _ in range(nb)])")
q.juste(
    "h_alea_sans_fin_alea",
    corps="""
    def h(s):
        score = 0
        for _ in range(nb):
            t, r = s, eval_f(s)
            while r is None:
                t = random.choice(fils(t))
                r = eval_f(t)
            score += (r > 0) - (r < 0)
        return float(score)

    return h
    """,
)
q.faux("h_somme_des_infinis", "additionnez les inf", change={"(r > 0) - (r < 0)": "r"})
q.faux("h_sans_return", "return h", change={"return h": ""})
q.faux("h_appelee", "FONCTION h", change={"return h": "return h((1, grille0))"})
q.faux("h_signe", "signe est inversé", change={"return score": "return -score"})
q.faux("h_moyenne", "moyenne", change={"return score": "return score / nb"})
q.faux("h_victoires_de_j0", "victoires de J1 ne sont pas", change={" - (r < 0)": ""})
q.faux(
    "h_nulles_perdues",
    "partie nulle comme une victoire de J1",
    change={"(r > 0) - (r < 0)": "1 if r > 0 else -1"},
)
q.faux("h_une_de_moins", "au lieu de", change={"range(nb)": "range(nb - 1)"})
q.faux("h_return_dans_la_boucle", "1 partie au lieu de", change={"return score": "    return score"})
q.faux(
    "h_nb_global",
    "garder le nb",
    corps="global reglage\nreglage = nb\nreturn lambda s: modele(reglage)(s)",
)
q.faux("h_depuis_le_depart", "partir de la situation s", change={"fin_alea(s)": "fin_alea((1, grille0))"})
q.faux("h_sans_jouer", "incompatible avec le hasard", part=0, corps="return lambda s: 0")
q.faux("h_rien", "ne renvoie rien", part=0, corps="return lambda s: None")

# --- minimax_h2 -------------------------------------------------------------------------------------

q = RECUEIL.question("minimax_h2", MINIMAX_H2)
q.juste(
    "minimax_par_listes",
    source="""
    def minimax_h2(s, coup, d_eval, d_stra, d_coup, h, k=3):
        fin = eval_f(s)
        if fin is not None:
            return fin, s
        cle = str(s[1])
        if cle not in d_eval:
            if k <= 0:
                d_eval[cle], d_stra[cle] = float(h(s)), s
            else:
                valeurs = [
                    (minimax_h2(t, None, d_eval, d_stra, d_coup, h, k - 1)[0], t) for t in reversed(fils(s))
                ]
                d_eval[cle], d_stra[cle] = (max if s[0] == 0 else min)(valeurs, key=lambda couple: couple[0])
        print(len(d_eval))
        return np.float64(d_eval[cle]), d_stra[cle]
    """,
)
q.juste(
    "minimax_deux_fonctions",
    corps="""
    def valeur(t, reste):
        cle = construit_cle(t), reste
        if cle not in d_eval:
            fin = eval_f(t)
            if fin is None:
                fin = h(t) if reste == 0 else meilleur(t, reste)
            d_eval[cle] = fin
        return d_eval[cle]

    def meilleur(t, reste):
        choix = max if t[0] == 0 else min
        return choix(valeur(u, reste - 1) for u in fils(t))

    v = valeur(s, k)
    if k == 0 or eval_f(s) is not None:
        return v, None
    return v, [t for t in fils(s) if valeur(t, k - 1) == v][-1]
    """,
)
APPEL = "chercher(s, coup, d_eval, d_stra, d_coup, h, k)"
q.faux(
    "sans_memoire",
    "recalculée quand on y arrive par un autre chemin",
    corps="return explorer(s, h, k, normal)",
)
q.faux(
    "min_et_max_echanges",
    "échangés : J0 maximise",
    corps="return explorer(s, h, k, lambda j, v: normal(1 - j, v))",
)
q.faux("toujours_max", "toujours le maximum", corps="return explorer(s, h, k, lambda j, v: plus_grand(v))")
q.faux("toujours_min", "toujours le minimum", corps="return explorer(s, h, k, lambda j, v: plus_petit(v))")
q.faux("un_coup_de_trop", "un coup de trop", corps="return explorer(s, h, k + 1, normal)")
q.faux("un_coup_de_moins", "un coup de moins", corps="return explorer(s, h, k - 1, normal)")
q.faux(
    "horizon_d_abord",
    "parties déjà finies",
    corps="""
    if k == 0:
        return h(s), None
    if eval_f(s) is not None:
        return eval_f(s), None
    return normal(s[0], [(minimax_h2(t, None, {}, {}, {}, h, k - 1)[0], t) for t in fils(s)])
    """,
)
q.faux(
    "strictement_mieux",
    "STRICTEMENT",
    change={
        "        for t": "        score = -inf if s[0] == 0 else inf\n        for t",
        "situation is None or ": "",
    },
)
q.faux(
    "memoire_globale",
    "AUTRE recherche",
    corps="return chercher(s, coup, memoire, memoire.setdefault('stra', {}), {}, h, k)",
)
q.faux("couple_a_l_envers", "à l'envers", corps=f"score, t = {APPEL}\nreturn t or s, score")
q.faux(
    "situation_de_la_recursion",
    "coups plus loin",
    corps="""
    if eval_f(s) is not None:
        return eval_f(s), s
    if k == 0:
        return h(s), s
    return normal(s[0], [minimax_h2(t, None, {}, {}, {}, h, k - 1) for t in fils(s)])
    """,
)
q.faux(
    "negamax",
    "vus du joueur qui joue",
    corps=f"score, t = {APPEL}\nreturn (score if s[0] == 0 else -score), t",
)
q.faux("dictionnaires_a_part", "restés vides", corps="return chercher(s, coup, {}, {}, {}, h, k)")
q.faux("dictionnaires_effaces", "appelle encore h", corps=f"d_eval.clear()\nd_stra.clear()\nreturn {APPEL}")
q.faux("situation_de_depart", "celle de départ", corps=f"return {APPEL}[0], s")
q.faux(
    "nulles_oubliees",
    "Comparez eval_f à None",
    corps="""
    r = eval_f(s)
    if r:
        return r, None
    if k == 0 or partie_nulle(s):
        return h(s), None
    return normal(s[0], [(minimax_h2(t, None, {}, {}, {}, h, k - 1)[0], t) for t in fils(s)])
    """,
)
q.faux(
    "sans_cas_d_arret",
    "RecursionError",
    corps="return max(minimax_h2(t, None, d_eval, d_stra, d_coup, h, k)[0] for t in [s]), s",
)
q.faux("score_seul", "un couple", corps=f"return {APPEL}[0]")
q.faux("qui_joue_dans_s", "modifié", corps=f"reponse = {APPEL}\ns[1][5][6] = 0\nreturn reponse")
q.faux(
    "minimax_0_pris_pour_none",
    "« faux » pour Python",
    "\nIci la grille se remplit",
    part=0.5556,
    corps="""
    cle = construit_cle(s)
    if cle not in d_eval:
        score, suivante = eval_f(s, coup), None
        if not score and k == 0:
            score = h(s)
        elif not score:
            choix = max if s[0] == 0 else min
            notes = [(minimax_h2(t, None, d_eval, d_stra, d_coup, h, k - 1)[0], t) for t in fils(s)]
            score, suivante = choix(notes, key=lambda note: note[0])
        d_eval[cle], d_stra[cle] = score, suivante
    return d_eval[cle], d_stra[cle]
    """,
)
