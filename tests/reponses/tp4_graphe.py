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
q.faux("couple_a_l_envers", "sont échangées", "joueur d'abord", change={"1 - joueur, H": "H, 1 - joueur"})
q.faux("grille_effacee", "ont disparu", change={"    H[i]": "    H = [[None] * 7 for _ in G]\n    H[i]"})
q.faux("joueurs_1_et_2", "numéros 0 et 1", change={"1 - joueur": "3 - joueur"})
q.faux("rien_de_rendu", "ne renvoie rien", change={"return 1 - joueur, H": ""})
q.faux("colonnes_et_lignes", "6 LIGNES de 7 cases", change={", H\n": ", [list(c) for c in zip(*H)]\n"})
q.faux("boucle_sans_fin", "ne se termine pas", corps="while s[1][0][j] is None:\n    pass\nreturn s")

q.faux(
    "depose_dans_une_grille_globale",
    "partagent une même grille",
    part=0.6,
    corps="""
    joueur, H = modele(s, j)
    tampon = memoire.setdefault("tampon", [[None] * 7 for _ in range(6)])
    for ancienne, ligne in zip(tampon, H):
        ancienne[:] = ligne
    return joueur, tampon
    """,
)
q.faux(
    "depose_jamais_en_haut",
    "tout en haut",
    corps="return modele(s, j) if s[1][4][j] is None else (1 - s[0], s[1])",
)
q.faux("depose_sans_la_derniere_colonne", "dans la dernière colonne", corps="return modele(s, min(j, 5))")
q.faux("depose_toujours_j1", "toujours celui de J1", change={"] = joueur": "] = 1"})
q.faux(
    "depose_sans_la_ligne_5",
    "« range(5) »",
    "tout en haut, ligne 5",
    corps="""
    joueur, H = s[0], [ligne[:] for ligne in s[1]]
    for i in range(5):
        if H[i][j] is None:
            H[i][j] = joueur
            return 1 - joueur, H
    """,
)
q.faux(
    "depose_en_liste",
    "une liste là où l'on attend un couple",
    part=0.9,
    change={"1 - joueur, H": "[1 - joueur, H]"},
)
q.juste(
    "depose_en_numpy",
    corps="""
    G = np.array(s[1], dtype=object)
    G[sum(case is not None for case in G[:, j]), j] = s[0]
    return 1 - s[0], G.tolist()
    """,
)

q.faux("depose_jamais_ligne_0", "sur la ligne 0, celle du bas", change={"i = 0": "i = 1"})
q.faux(
    "depose_en_comptant_les_vrais",
    "que les pions de J1",
    corps="""
    H = [ligne[:] for ligne in s[1]]
    H[sum(1 for ligne in H if ligne[j])][j] = s[0]
    return 1 - s[0], H
    """,
)
q.faux(
    "depose_sur_le_dernier_pion",
    "remplace le plus haut",
    corps="""
    H = [ligne[:] for ligne in s[1]]
    H[len([ligne for ligne in H if ligne[j] is not None]) - 1][j] = s[0]
    return 1 - s[0], H
    """,
)
q.faux(
    "depose_lignes_partagees",
    "une seule et même liste",
    corps="""
    H = [[None] * 7] * 6
    for a in range(6):
        for b in range(7):
            H[a][b] = s[1][a][b]
    H[sum(ligne[j] is not None for ligne in s[1])][j] = s[0]
    return 1 - s[0], H
    """,
)

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

q.faux(
    "nulle_sans_la_colonne_4", "oubliez la colonne 4", corps="return None not in s[1][5][:4] + s[1][5][5:]"
)
q.faux(
    "nulle_a_une_case_pres",
    "qu'une place",
    corps="return sum(ligne.count(None) for ligne in s[1]) <= 1",
)
q.faux("nulle_toujours_false", "même quand la grille est pleine", part=0, corps="return False")
q.faux("nulle_sans_zero", "une case libre vaut None", corps="return 0 not in s[1][5]")
q.faux("nulle_ligne_6", "IndexError", change={"[5]": "[6]"})
q.faux(
    "nulle_table",
    "False même quand la grille est pleine",
    corps="return construit_cle(s) in memoire",
)
q.faux("nulle_not_any", "n'a aucun pion de J1", corps="return not any(s[1][5])")
q.faux("nulle_une_colonne_manque", "qu'une place", corps="return s[1][5].count(None) < 2")
q.faux("nulle_une_ligne_suffit", "ligne 0", corps="return any(None not in ligne for ligne in s[1])")
q.faux(
    "nulle_drapeau_remis",
    "que de la dernière colonne",
    corps="""
    for case in s[1][5]:
        nulle = case is not None
    return nulle
    """,
)
q.juste("nulle_par_le_trait", corps="return s[0] == 1 and None not in s[1][-1]")
q.juste("nulle_par_colonnes", corps="return all(None not in colonne for colonne in zip(*s[1]))")

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
q.faux("numero_du_gagnant", "Vous renvoyez un numéro", change={"return True": "return G[i][j]"})
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

q.faux(
    "gagnant_joueur_ou_none", "Vous renvoyez un numéro", corps="return 1 - s[0] if modele(s, coup) else None"
)
q.faux("gagnant_joueur_qui_gagne", "Vous renvoyez un numéro", corps="return modele(s, coup) and 1 - s[0]")
q.faux(
    "gagnant_jamais_ligne_5",
    "dernier pion est sur la ligne 5",
    corps="return coup[0] < 5 and modele(s, coup)",
)
q.faux(
    "gagnant_jamais_au_dernier_coup",
    "qui remplit la grille",
    corps="return None in s[1][5] and modele(s, coup)",
)
q.faux("gagnant_cases_vides", "n'existent pas", corps="return modele(s, coup) or s[1][5][:4] == [None] * 4")

RETURN = "return True"
q.faux("gagnant_une_liste", "qu'une seule liste", change={RETURN: "return True\n            return False"})
q.faux(
    "gagnant_sinon_faux",
    "qu'une seule liste",
    change={RETURN: "return True\n            else:\n                return False"},
)
q.faux(
    "gagnant_des_la_premiere_case",
    "toujours False : ne concluez",
    corps="""
    (i, j), G = coup, s[1]
    for di, dj in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for debut in range(4):
            for d in range(4):
                a, b = i + (d - debut) * di, j + (d - debut) * dj
                if not (0 <= a < 6 and 0 <= b < 7) or G[a][b] != G[i][j]:
                    return False
    return True
    """,
)
q.faux("gagnant_d_un_cote", "que d'un côté", change={"range(4):": "range(1):"})
q.faux("gagnant_trois_places", "oubliez une place", change={"debut in range(4)": "debut in range(3)"})
q.faux("gagnant_une_case_suffit", "Une seule case de la liste", change={"if all": "if any"})
q.faux(
    "gagnant_moins_un",
    "Vous renvoyez un numéro",
    change={"return True": "return G[i][j]", "return False": "return -1"},
)
q.faux(
    "gagnant_bornes_echangees",
    "IndexError",
    "sortent de la grille",
    change={DEDANS: "0 <= a < 7 and 0 <= b < 6 and "},
)
AUTOUR = EN_COMPTANT.strip()
q.faux(
    "gagnant_jamais_au_41e",
    "victoires vous échappent",
    corps="""
    pions = sum(case is not None for ligne in s[1] for case in ligne)
    return modele(s, coup) and pions != 41
    """,
)
q.faux("gagnant_cinq_comptes", "Il vous faut cinq pions", corps=AUTOUR.replace("n = 1", "n = 0"))
q.faux(
    "gagnant_compteur_garde",
    "additionnez les pions de plusieurs directions",
    corps=AUTOUR.replace("    n = 1\n", "").replace("for di", "n = 1\nfor di"),
)
q.faux(
    "gagnant_bornes_strictes",
    "de la colonne 0 et de la ligne 0",
    corps=AUTOUR.replace("0 <= a", "0 < a").replace("0 <= b", "0 < b"),
)
q.faux(
    "gagnant_bornes_courtes",
    "de la colonne 6 et de la ligne 5",
    corps=AUTOUR.replace("a < 6", "a < 5").replace("b < 7", "b < 6"),
)
q.faux(
    "gagnant_return_premiere_direction",
    "que dans une direction, l'horizontale",
    corps=AUTOUR.replace("\nreturn False", "\n    return False"),
)
q.faux(
    "gagnant_derniere_direction",
    "que dans une direction",
    corps=AUTOUR.replace("    if n >= 4:\n        return True\nreturn False", "return n >= 4"),
)
q.faux("gagnant_sans_adversaire", "les cases libres", change={"G[a][b] == G[i][j]": "G[a][b] != s[0]"})
q.faux(
    "gagnant_ligne_entiere",
    "qu'ils se suivent ou non",
    corps="""
    (i, j), G = coup, s[1]
    for di, dj in ((0, 1), (1, 0), (1, 1), (1, -1)):
        cases = [(i + d * di, j + d * dj) for d in range(-6, 7)]
        if sum(a in range(6) and b in range(7) and G[a][b] == G[i][j] for a, b in cases) >= 4:
            return True
    return False
    """,
)
q.faux(
    "gagnant_ligne_vide",
    "cases vides alignées",
    change={"return False": "return any(len(set(ligne)) == 1 for ligne in G)"},
)
q.juste(
    "gagnant_pion_compte_deux_fois",
    corps=AUTOUR.replace("n = 1", "n = 0")
    .replace("i + sens * di, j + sens * dj", "i, j")
    .replace(">= 4", ">= 5"),
)
q.juste(
    "gagnant_toute_la_grille",
    corps="""
    G = s[1]
    for i in range(6):
        for j in range(7):
            for di, dj in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if 0 <= i + 3 * di < 6 and 0 <= j + 3 * dj < 7 and G[i][j] is not None:
                    if len({G[i + d * di][j + d * dj] for d in range(4)}) == 1:
                        return True
    return False
    """,
)
q.juste(
    "gagnant_13_listes",
    corps="""
    (i, j), G = coup, s[1]
    a_verifier = [[(i - 1, j), (i - 2, j), (i - 3, j)]]
    for di, dj in ((0, 1), (1, 1), (1, -1)):
        a_verifier += [[(i + (e - d) * di, j + (e - d) * dj) for e in range(4) if e != d] for d in range(4)]
    dedans = [liste for liste in a_verifier if all(a in range(6) and b in range(7) for a, b in liste)]
    return any({G[a][b] for a, b in liste} == {G[i][j]} for liste in dedans)
    """,
)

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
q.faux("eval_coup_obligatoire", "TypeError", "coup vaut None", corps="i, j = coup\nreturn modele(s, (i, j))")
q.faux("eval_toujours_inf", "inf quel que soit le gagnant", change={GAIN: "inf"})
q.faux("eval_numero", "numéro du gagnant", change={GAIN: "1 - s[0]"})
q.faux("eval_en_texte", "renvoyez une chaîne", change={GAIN: "'inf' if s[0] == 1 else '-inf'"})
q.faux("eval_affichee", "toujours None", corps="print(modele(s, coup))")
q.faux("eval_false", "Vous renvoyez False", change={"return None": "return False"})
TOUTES = "[(i, j) for i in range(6) for j in range(7)]"
q.faux(
    "eval_cases_vides",
    "quatre cases vides alignées",
    change={"derniers(s) if coup is None": TOUTES + " if coup is None"},
)
PARTOUT = """
for i in range(6):
    for j in range(7):
        if gagnant(s, (i, j)):
            return inf if GAGNE else -inf
return 0 if partie_nulle(s) else None
"""
q.faux(
    "eval_partout_vides",
    "et non les cases vides",
    corps=PARTOUT.replace("GAGNE", "s[0] == 1"),
)
q.faux(
    "eval_partout_vides_par_couleur",
    "et non les cases vides",
    corps=PARTOUT.replace("GAGNE", "s[1][i][j] == 0"),
)
q.faux(
    "eval_vides_et_siens",
    "et non les cases vides",
    corps=PARTOUT.replace("GAGNE", "s[0] == 1").replace("if gagnant", "if s[1][i][j] != s[0] and gagnant"),
)
q.faux(
    "eval_vides_sans_coup",
    "et non les cases vides",
    change={
        "derniers(s) if coup is None": TOUTES + " if coup is None",
        GAIN: "inf if [s[1][i][j] for i, j in coups if gagnant(s, (i, j))][0] == 0 else -inf",
    },
)
q.faux(
    "eval_depart_gagne",
    "Seul le départ",
    corps="return inf if s[1] == grille0 else modele(s, coup)",
)
q.faux(
    "eval_coup_par_defaut",
    "eval_f doit renvoyer",
    change={"derniers(s) if coup is None": "[(0, 3)] if coup is None"},
)
q.faux("eval_d_apres_gagnant_du_joueur", "signes sont échangés", change={"s[0] == 1": "not s[0]"})

SIENS = "[(i, j) for i in range(6) for j in range(7) if s[1][i][j] == 1 - s[0]]"
q.juste("eval_tous_les_pions", change={"derniers(s) if": SIENS + " if"})
q.faux(
    "eval_sans_la_colonne_6",
    "dans toute la grille",
    "eval_f doit renvoyer",
    change={"derniers(s) if": SIENS.replace("range(7)", "range(6)") + " if"},
)
q.faux(
    "eval_sans_la_ligne_5",
    "dans toute la grille",
    "eval_f doit renvoyer",
    change={"derniers(s) if": SIENS.replace("range(6)", "range(5)") + " if"},
)
q.faux(
    "eval_nulle_a_41",
    "parties en cours",
    "n'est pas finie",
    corps="r = modele(s, coup)\nreturn 0 if r is None and s[1][5].count(None) == 1 else r",
)

COUPS = "derniers(s) if coup is None else [coup]"
q.faux(
    "eval_signes_et_nulle",
    "Les signes sont échangés (inf",
    change={"s[0] == 1": "s[0] == 0", "return 0": "return None"},
)
q.faux(
    "eval_premier_pion",
    "qu'à un seul pion",
    corps=f"""
    for c in {SIENS} if coup is None else [coup]:
        if gagnant(s, c):
            return inf if s[0] == 1 else -inf
        return 0 if partie_nulle(s) else None
    """,
)
q.faux(
    "eval_pions_de_l_autre",
    "1 - s[0]",
    change={COUPS: SIENS.replace("1 - s[0]", "s[0]") + " if coup is None else [coup]"},
)
q.faux(
    "eval_pions_vrais",
    "victoires de J0 vous échappent",
    change={COUPS: SIENS.replace(" == 1 - s[0]", "") + " if coup is None else [coup]"},
)
q.faux(
    "eval_partie_nulle",
    "la réponse de partie_nulle",
    change={"        return 0\n    return None": "        return True\n    return partie_nulle(s)"},
)
q.faux("eval_nulle_true", "la réponse de partie_nulle", change={"return 0": "return True"})
q.faux(
    "eval_partie_nulle_sans_parentheses",
    "0 quand la partie continue",
    change={"if partie_nulle(s)": "if partie_nulle"},
)

q.faux(
    "eval_pas_au_41e",
    "parties gagnées",
    corps="r = modele(s, coup)\nreturn None if r in (inf, -inf) and s[1][5].count(None) == 1 else r",
)
q.faux(
    "eval_nulle_sans_tout_essayer",
    "sans avoir essayé tous les pions",
    corps=f"""
    for c in {SIENS} if coup is None else [coup]:
        if gagnant(s, c):
            return inf if s[0] == 1 else -inf
        elif partie_nulle(s):
            return 0
    return None
    """,
)
q.faux(
    "eval_derniere_case",
    "qu'à un seul pion",
    corps=f"""
    r = 0 if partie_nulle(s) else None
    for c in {SIENS} if coup is None else [coup]:
        r = inf * (2 * s[0] - 1) if gagnant(s, c) else 0 if partie_nulle(s) else None
    return r
    """,
)
q.faux("eval_grand_nombre", "un grand nombre", change={GAIN: "10**9 if s[0] == 1 else -(10**9)"})
q.faux(
    "eval_gagnant_sans_parentheses",
    "dans toute situation",
    change={"any(gagnant(s, c) for c in coups)": "gagnant"},
)

# --- fils -------------------------------------------------------------------------------------------

q = RECUEIL.question(
    "fils",
    """
    def fils(s):
        return [depose_pion(s, j) for j in range(7) if s[1][5][j] is None]
    """,
)
q.faux(
    "fils_dans_une_liste_globale",
    "change ce que le premier appel avait renvoyé",
    part=0.6,
    source="""
    FILS = []

    def fils(s):
        FILS[:] = [depose_pion(s, j) for j in range(7) if s[1][5][j] is None]
        return FILS
    """,
)
q.faux(
    "fils_par_generateur",
    "un générateur",
    part=0.9,
    corps="""
    for j in reversed(range(7)):
        if s[1][5][j] is None:
            yield depose_pion(s, j)
    """,
)
ARRETEE = "arrêtez fils sur une partie gagnée"
q.faux("aucun_fils_a_la_fin", ARRETEE, part=0.8889, corps="return () if eval_f(s) is not None else modele(s)")
q.faux("fils_gagnees_vides", ARRETEE, corps="return [] if eval_f(s) in (inf, -inf) else modele(s)")
q.juste("fils_apres_une_victoire", corps="return tuple(reversed(modele(s)))")
q.juste(
    "fils_en_essayant",
    corps="""
    liste = []
    for j in range(7):
        try:
            liste.append(depose_pion(s, j))
        except IndexError:
            continue
    return liste
    """,
)
q.faux("fils_ligne_0", "ligne 0, qui est celle du BAS", change={"s[1][5]": "s[1][0]"})
q.faux(
    "fils_l_un_apres_l_autre",
    "s'ajoute aux précédents",
    corps="""
    liste = []
    for j in range(7):
        if s[1][5][j] is None:
            s = depose_pion(s, j)
            liste.append(s)
    return liste
    """,
)
q.faux(
    "fils_avec_colonne",
    "on attend les situations",
    change={"depose_pion(s, j) for": "(j, depose_pion(s, j)) for"},
)
q.faux("fils_pion_0_libre", "IndexError", "0 est « faux »", change={"s[1][5][j] is None": "not s[1][5][j]"})
q.faux("fils_six_colonnes", "dernière colonne", change={"range(7)": "range(6)"})
q.faux("fils_colonnes_pleines", "IndexError", "écartez-la", change={" if s[1][5][j] is None": ""})
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
q.faux("fils_en_double", "plusieurs fois dans la liste", corps="return modele(s) + modele(s)[:1]")

q.faux(
    "fils_liste_par_defaut",
    "garde une mémoire",
    source="""
    def fils(s, liste=[]):
        liste += [depose_pion(s, j) for j in range(7) if s[1][5][j] is None]
        return liste
    """,
)
q.faux(
    "fils_vide_a_la_fin", "cas d'égalité", "Il manque", corps="return modele(s) if len(modele(s)) > 1 else []"
)
q.faux("fils_sans_la_derniere_case", "la ligne du haut est G[5]", change={"s[1][5]": "s[1][4]"})
q.faux("fils_en_dictionnaire", "liste", corps="return dict(enumerate(modele(s)))")

BOUCLE = """
liste = []
for j in range(7):
    if s[1][5][j] is None:
        liste.append(depose_pion(s, j))
return liste
"""
q.faux(
    "fils_videe",
    "que la dernière situation",
    corps=BOUCLE.replace("liste = []\n", "").replace("    if s", "    liste = []\n    if s"),
)
q.faux(
    "fils_jusqu_a_la_pleine",
    "à la première colonne pleine",
    corps=BOUCLE.replace("return", "    else:\n        return liste\nreturn"),
)
q.faux("fils_et_s", "aussi s dans la liste", corps="return [s] + modele(s)")
q.faux(
    "fils_sans_les_gagnantes",
    "qui finissent la partie",
    corps="""
    return [t for t in modele(s) if eval_f(t) is None]
    """,
)
q.faux("fils_des_fils", "deux coups", corps="return [u for t in modele(s) for u in modele(t)]")
q.faux(
    "fils_un_seul_a_la_fin",
    "Il manque ce qu'on obtient",
    corps="""
    pions = sum(case is not None for ligne in s[1] for case in ligne)
    return modele(s) if pions < 40 else modele(s)[:1]
    """,
)
q.faux(
    "fils_grilles_en_tuples",
    "construit_cle fabrique une clé",
    corps="return [construit_cle(t) for t in modele(s)]",
)

# --- formule et k_max -------------------------------------------------------------------------------

q = RECUEIL.question("formule", "def formule(k):\n    return 7**k\n")
q.juste("formule_flottante", corps="return pow(7.0, k)")
q.faux("formule_produit", "puissance k", change={"7**k": "7 * k"})
q.faux("formule_inversee", "base et l'exposant", change={"7**k": "k**7"})
q.faux("formule_k_plus_1", "de trop", change={"7**k": "7 ** (k + 1)"})
q.faux("formule_k_moins_1", "manque une puissance", change={"7**k": "7 ** (k - 1)"})
q.faux("formule_ou_exclusif", "c'est **", change={"7**k": "7 ^ k"})
q.faux("formule_cumulee", "jusqu'au k-ième", change={"7**k": "(7 ** (k + 1) - 1) // 6"})

q.faux(
    "formule_de_l_exemple", "plutôt qu'une liste", corps="return [1, 7, 49, 343, 2401, 0, 0, 0][min(k, 7)]"
)
q.faux(
    "formule_table", "plutôt qu'une liste", corps="return dict(enumerate([1, 7, 49, 343, 2401])).get(k, 0)"
)
q.faux("formule_six", "les 7 colonnes sont jouables", corps="return 7 * 6 ** (k - 1) if k else 7 / 6")
q.juste("formule_recursive", corps="return 7 * formule(k - 1) if k else 1")
q.faux("formule_sans_depart", "il y a une situation, pas 0", corps="return 7**k if k else 0")
q.faux("formule_par_additions", "MULTIPLIÉ par 7", corps="return 7 + 42 * (k - 1)")

q.faux(
    "formule_colonnes_en_moins",
    "un de moins à chaque fois",
    corps="""
    n = 1
    for i in range(k):
        n *= 7 - i
    return n
    """,
)
q.faux("formule_de_49", "MULTIPLIÉ par 7", change={"7**k": "49 * k"})
q.faux("formule_de_six", "pas des puissances de 7", change={"7**k": "6**k"})
q.faux("formule_en_texte", "Le résultat doit être un nombre", change={"7**k": "str(7**k)"})

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
q.faux(
    "distinctes_un_entier",
    "que le dernier nombre",
    "doit être une liste",
    change={"return nombres": "return nombres[-1]"},
)

q.faux(
    "distinctes_sans_vider",
    "un neuf à chaque",
    corps="""
    couche, nombres, vues = [(1, grille0)], [1], {}
    for _ in range(n):
        vues.update({construit_cle(t): t for s in couche for t in fils(s)})
        couche = list(vues.values())
        nombres.append(len(vues))
    return nombres
    """,
)
q.faux("distinctes_sans_cle", "TypeError", "unhashable", change={"{construit_cle(t): t": "{t: t"})
q.faux(
    "distinctes_toujours_du_depart",
    "remplacer celles d'avant",
    change={"        couche = list(": "        suivante = list(", "len(couche)": "len(suivante)"},
)
q.faux("distinctes_cle_du_parent", "et non de la situation d'où il vient", change={"(t): t": "(s): t"})
q.faux(
    "distinctes_en_miroir",
    "Vous en comptez trop peu",
    change={"construit_cle(t): t": "min(str(t[1]), str([ligne[::-1] for ligne in t[1]])): t"},
)
q.juste(
    "distinctes_par_liste",
    corps="""
    couche, nombres = [(1, grille0)], [1]
    for _ in range(n):
        suivante = []
        for t in [t for s in couche for t in fils(s)]:
            if t not in suivante:
                suivante.append(t)
        couche = suivante
        nombres.append(len(couche))
    return nombres
    """,
)

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
q.juste(
    "fin_evaluee_deux_fois",
    corps="if eval_f(s) is not None:\n    return eval_f(s)\nreturn fin_alea(random.choice(fils(s)))",
)
q.faux("fin_rejouee_si_nulle", "vous en jouez une autre", corps="r = modele(s)\nreturn r if r else modele(s)")
q.faux(
    "fin_sans_tirage",
    "Rien n'est tiré au hasard",
    source="""
    HASARDS = [random.random() for _ in range(20000)]

    def fin_alea(s):
        r = eval_f(s)
        while r is None:
            suites = fils(s)
            s = suites[int(HASARDS.pop() * len(suites))]
            r = eval_f(s)
        return r
    """,
)
q.faux("fin_tant_que_faux", "« is None »", change={"r is None": "not r"})
q.faux("fin_signes", "signes", change={"return r": "return -r"})
q.faux("fin_situation", "pas la situation finale", change={"return r": "return s"})
q.faux(
    "fin_premiere_colonne_libre",
    BIAISEE,
    change={CHOIX: "fils(s)[min(random.randint(0, 6), len(fils(s)) - 1)]"},
)
q.faux("fin_toujours_a_gauche", "toujours les mêmes", change={CHOIX: "fils(s)[0]"})
q.faux("fin_jusqu_au_bout", "continue après une victoire", change={"r is None": "None in s[1][5]"})
q.faux(
    "fin_plus_ou_moins_un", "1, -1 ou 0", change={"return r": "return 0 if r == 0 else 1 if r > 0 else -1"}
)
q.faux("fin_nulle_none", "None ou un booléen", "finit nulle", change={"return r": "return r or None"})
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
AVEC_LE_COUP = """
r = eval_f(s)
while r is None:
    j = random.choice([j for j in range(7) if s[1][5][j] is None])
    i = sum(ligne[j] is not None for ligne in s[1])
    s = depose_pion(s, j)
    r = eval_f(s, COUP)
return r
"""
q.juste("fin_en_donnant_le_coup", corps=AVEC_LE_COUP.replace("COUP", "(i, j)"))
q.faux(
    "fin_coup_0_0",
    "n'est pas celui que vous venez de jouer",
    "Vous donnez à eval_f",
    corps=AVEC_LE_COUP.replace("COUP", "(0, 0)"),
)
q.faux(
    "fin_coup_echange",
    "n'est pas celui que vous venez de jouer",
    "la ligne d'abord",
    corps=AVEC_LE_COUP.replace("COUP", "(j, i)"),
)
q.faux(
    "fin_coup_une_ligne_trop_haut",
    "n'est pas celui que vous venez de jouer",
    "Vous donnez à eval_f",
    corps=AVEC_LE_COUP.replace("COUP", "(min(i + 1, 5), j)"),
)
q.faux(
    "fin_coup_precedent",
    "n'est pas celui que vous venez de jouer",
    "Vous donnez à eval_f",
    corps=AVEC_LE_COUP.replace("COUP", "(max(i - 1, 0), j)"),
)
q.faux("fin_un_seul_coup", "ne jouez qu'un coup", corps="return eval_f(random.choice(fils(s)))")
q.faux("fin_depuis_le_depart", "ne partent pas de la situation s", corps="return modele((1, grille0))")
q.faux("fin_a_pile_ou_face", "n'est pas jouée depuis s", corps="return random.choice([inf, -inf, 0])")
q.faux("fin_hasard_fixe", "toujours les mêmes", corps="random.seed(4)\nreturn modele(s)")

q.faux(
    "fin_devinee_de_loin",
    BIAISEE,
    corps="""
    if sum(ligne.count(None) for ligne in s[1]) > 10:
        return inf if random.random() < 0.44 else -inf
    return modele(s)
    """,
)
q.faux("fin_sans_la_colonne_6", BIAISEE, change={CHOIX: "random.choice(fils(s)[:-1] or fils(s))"})
q.faux(
    "fin_memoire",
    "garde le résultat",
    corps="cle = construit_cle(s)\nreturn memoire.setdefault(cle, modele(s))",
)
q.juste(
    "fin_alea_par_numpy",
    corps="""
    while eval_f(s) is None:
        suites = fils(s)
        s = suites[int(random.random() * len(suites))]
    return np.float64(eval_f(s))
    """,
)

q.faux("fin_un_coup_puis_rien", "ne jouez qu'un coup", part=0, change={"while": "if"})
q.faux(
    "fin_grille_vide_du_joueur",
    "ne partent pas de la situation s",
    part=0,
    change={"def fin_alea(s):": "def fin_alea(s):\n    s = (s[0], grille0)"},
)
q.faux(
    "fin_sur_place",
    "s ne change jamais",
    change={"s = random": "t = random", "r = eval_f(s)\n    return": "r = eval_f(t)\n    return"},
)
q.faux("fin_meme_joueur", "toujours le même joueur", change={CHOIX: "(s[0], random.choice(fils(s))[1])"})
q.faux("fin_signe_du_joueur", "Le signe dépend", corps="r = modele(s)\nreturn r if s[0] == 0 else -r")
q.faux(
    "fin_centre_plus_souvent",
    BIAISEE,
    change={CHOIX: "random.choice(fils(s) + fils(s)[len(fils(s)) // 2 :][:1])"},
)
q.faux(
    "fin_sans_la_derniere_colonne",
    BIAISEE,
    corps="""
    while eval_f(s) is None:
        jouables = [j for j in range(7) if s[1][5][j] is None]
        s = depose_pion(s, random.choice([j for j in jouables if j < 6] or jouables))
    return eval_f(s)
    """,
)
q.faux(
    "fin_premier_coup_ailleurs_qu_en_6",
    BIAISEE,
    corps="""
    r = eval_f(s)
    if r is None and s[1][5][6] is None and len(fils(s)) > 1:
        s = random.choice(fils(s)[:-1])
    return modele(s)
    """,
)
q.faux(
    "fin_dans_une_colonne_pleine",
    "IndexError",
    "parmi les colonnes jouables",
    corps="while eval_f(s) is None:\n    s = depose_pion(s, random.randrange(7))\nreturn eval_f(s)",
)
q.faux("fin_randint_trop_loin", "IndexError", change={CHOIX: "fils(s)[random.randint(0, len(fils(s)))]"})
q.faux("fin_sans_return", "ne renvoie rien", change={"return r": "r"})
q.juste(
    "fin_alea_a_part",
    corps="""
    joueur, G = s[0], [ligne[:] for ligne in s[1]]

    def gagne(i, j):
        for di, dj in ((0, 1), (1, 0), (1, 1), (1, -1)):
            n = -1
            for sens in (1, -1):
                a, b = i, j
                while 0 <= a < 6 and 0 <= b < 7 and G[a][b] == G[i][j]:
                    n, a, b = n + 1, a + sens * di, b + sens * dj
            if n >= 4:
                return True
        return False

    for i in range(6):
        for j in range(7):
            if G[i][j] is not None and gagne(i, j):
                return inf if G[i][j] == 0 else -inf
    while None in G[5]:
        j = random.choice([j for j in range(7) if G[5][j] is None])
        i = [ligne[j] for ligne in G].index(None)
        G[i][j] = joueur
        if gagne(i, j):
            return inf if joueur == 0 else -inf
        joueur = 1 - joueur
    return 0
    """,
)
q.faux(
    "fin_vainqueur_d_une_nulle",
    "un gagnant aux parties nulles",
    corps="""
    while eval_f(s) is None:
        s = random.choice(fils(s))
    return inf if s[0] == 1 else -inf
    """,
)
q.faux(
    "fin_pleine_avant_gagnee",
    "nulles qui n'en sont pas",
    corps="""
    while eval_f(s) is None:
        s = random.choice(fils(s))
        if partie_nulle(s):
            return 0
    return eval_f(s)
    """,
)
q.faux("fin_en_milliards", "un autre nombre", change={"return r": "return {inf: 1e9, -inf: -1e9, 0: 0}[r]"})
q.faux(
    "fin_jamais_la_derniere_colonne",
    "aucun coup n'est plus joué",
    corps="""
    while eval_f(s) is None:
        j = random.randrange(6)
        if s[1][5][j] is None:
            s = depose_pion(s, j)
    return eval_f(s)
    """,
)
q.faux(
    "fin_tirage_sur_sept",
    BIAISEE,
    change={CHOIX: "fils(s)[random.randrange(7) % len(fils(s))]"},
)
q.juste("fin_alea_melangee", change={CHOIX: "random.sample(fils(s), 1)[0]"})

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
q.faux("h_alea_plafonnee", "parties au lieu de", change={"range(nb)": "range(min(nb, 200))"})
q.faux("h_somme_des_infinis", "additionnez les inf", change={"(r > 0) - (r < 0)": "r"})
q.faux("h_sans_return", "Il manque « return h »", change={"return h": ""})
q.faux("h_appelee", "n'est pas une fonction", "FONCTION h", change={"return h": "return h((1, grille0))"})
q.faux("h_signe", "signe est inversé", part=0.5, change={"return score": "return -score"})
q.faux("h_moyenne", "moyenne", change={"return score": "return score / nb"})
q.faux("h_victoires_de_j0", "victoires de J1 ne sont pas", change={" - (r < 0)": ""})
q.faux(
    "h_nulles_perdues",
    "partie nulle comme une victoire de J1",
    change={"(r > 0) - (r < 0)": "1 if r > 0 else -1"},
)
q.faux("h_une_de_moins", "un cran trop tôt", change={"range(nb)": "range(nb - 1)"})
q.faux("h_return_dans_la_boucle", "return est-il dans la boucle", change={"return score": "    return score"})
q.faux(
    "h_nb_global",
    "garder le nb",
    corps="global reglage\nreglage = nb\nreturn lambda s: modele(reglage)(s)",
)
q.faux(
    "h_depuis_le_depart", "ne partent pas de la situation s", change={"fin_alea(s)": "fin_alea((1, grille0))"}
)
q.faux(
    "h_garde_son_score",
    "repartir de 0",
    corps="""
    score = [0]

    def h(s):
        for _ in range(nb):
            r = fin_alea(s)
            score[0] += (r > 0) - (r < 0)
        return score[0]

    return h
    """,
)
q.faux(
    "h_garde_son_score_sans_fin_alea",
    "repartir de 0",
    corps="""
    score = [0]

    def h(s):
        for _ in range(nb):
            t, r = s, eval_f(s)
            while r is None:
                t = random.choice(fils(t))
                r = eval_f(t)
            score[0] += (r > 0) - (r < 0)
        return score[0]

    return h
    """,
)
SANS_FIN_ALEA = """
def h(s):
    score = 0
    for _ in range(PARTIES):
        t, r = s, eval_f(s)
        while r is None:
            t = random.choice(fils(t))
            r = eval_f(t)
        score += (r > 0) - (r < 0)
    return score

return h
"""
q.juste("h_sans_fin_alea", corps=SANS_FIN_ALEA.replace("PARTIES", "nb"))
q.faux("h_une_de_plus", "une partie de trop", corps=SANS_FIN_ALEA.replace("PARTIES", "nb + 1"))
q.faux(
    "h_une_de_moins_sans_fin_alea",
    "manque une partie",
    corps=SANS_FIN_ALEA.replace("PARTIES", "max(nb - 1, 1)"),
)
q.faux("h_toujours_200", "toujours 200 parties", corps=SANS_FIN_ALEA.replace("PARTIES", "200"))
q.faux(
    "h_une_partie_multipliee",
    "que vous comptez nb fois",
    change={"range(nb)": "range(1)", "return score": "return nb * score"},
)
q.faux(
    "h_une_partie_multipliee_sans_fin_alea",
    "incompatible avec le hasard",
    corps=SANS_FIN_ALEA.replace("PARTIES", "1").replace("return score", "return nb * score"),
)
q.faux(
    "h_signe_du_joueur", "Le signe dépend", change={"return score": "return score if s[0] == 0 else -score"}
)
q.faux("h_de_trop", "un cran trop loin", change={"range(nb)": "range(nb + 1)"})
q.faux("h_depuis_1", "« range(1, nb) »", change={"range(nb)": "range(1, nb)"})
q.faux(
    "h_deux_appels",
    "deux parties par tour",
    change={
        "(r > 0) - (r < 0)": "(fin_alea(s) > 0) - (fin_alea(s) < 0)",
        "r = fin_alea(s)\n            ": "",
    },
)
q.faux("h_toujours_50", "50 parties au lieu de", change={"range(nb)": "range(50)"})
q.faux("h_compare_a_1", "inf ou -inf (et non 1", part=0, change={"(r > 0) - (r < 0)": "(r == 1) - (r == -1)"})
q.faux("h_derniere_partie", "dernière partie seulement", change={"score +=": "score ="})
q.faux(
    "h_partie_nulle_pour_j0", "comme une victoire de J0", change={"(r > 0) - (r < 0)": "1 if r >= 0 else -1"}
)
q.faux("h_couple", "doit être un nombre", change={"return score": "return score, nb"})
q.faux("h_depuis_un_fils", "ne partent pas de la situation s", change={"fin_alea(s)": "fin_alea(fils(s)[0])"})
q.faux(
    "h_score_global",
    "garde une mémoire",
    source="""
    total = 0


    def h_alea(nb):
        def h(s):
            global total
            for _ in range(nb):
                total += {inf: 1, -inf: -1, 0: 0}[fin_alea(s)]
            return total

        return h
    """,
)
q.juste(
    "h_en_comptant",
    corps="return lambda s, n=nb: (lambda f: f.count(inf) - f.count(-inf))([fin_alea(s) for _ in range(n)])",
)
q.faux("h_sans_jouer", "renvoie toujours 0", part=0, corps="return lambda s: 0")
GAINS = """
def h(s):
    score = 0
    for _ in range(nb):
        r = fin_alea(s)
        if r > 0:
            score += 1
        elif r < 0:
            score -= 1
    return score

return h
"""
q.faux("h_moins_a_l_envers", "« score -= 1 »", corps=GAINS.replace("-= 1", "=- 1"))
q.faux("h_nan", "vaut nan", change={"(r > 0) - (r < 0)": "(r / abs(r) if r else 0)"})
q.faux("h_pourcentage", "un pourcentage", change={"return score": "return 100 * score / nb"})
q.faux("h_sans_signe", "valeur absolue", change={"return score": "return abs(score)"})
q.faux("h_toutes_en_plus", "au lieu d'en être retirées", corps=GAINS.replace("-= 1", "+= 1"))
q.faux(
    "h_nulles_rejouees",
    "une partie nulle est aussi",
    corps="""
    def h(s):
        score, jouees = 0, 0
        while jouees < nb:
            r = fin_alea(s)
            if r != 0:
                jouees, score = jouees + 1, score + (1 if r > 0 else -1)
        return score

    return h
    """,
)
q.faux("h_rien", "ne renvoie rien", part=0, corps="return lambda s: None")

q.faux("h_toujours_nb", "renvoie toujours nb", part=0, corps="return lambda s: nb")
q.faux("h_au_plus_100", "le score ne peut être que", corps=SANS_FIN_ALEA.replace("PARTIES", "min(nb, 100)"))
q.faux(
    "h_memoire_des_situations",
    "h renvoie toujours",
    corps="notes = {}\nreturn lambda s: notes.setdefault(construit_cle(s), modele(nb)(s))",
)
MEMOIRE = "notes = {}\nreturn lambda s: notes[str(s)] if str(s) in notes else notes.setdefault(str(s), h(s))"
q.faux(
    "h_memoire_sans_fin_alea",
    "h renvoie toujours",
    corps=SANS_FIN_ALEA.replace("PARTIES", "nb").replace("\nreturn h", "\n" + MEMOIRE),
)
q.faux(
    "h_des_la_fabrication",
    "n'est pas une fonction",
    corps="return sum(fin_alea((1, grille0)) > 0 for _ in range(nb))",
)

# --- minimax_h2 -------------------------------------------------------------------------------------

q = RECUEIL.question("minimax_h2", MINIMAX_H2)
q.juste(
    "minimax_par_listes",
    source="""
    def minimax_h2(s, coup, d_eval, d_stra, d_coup, h, k=3):
        fin = eval_f(s)
        if fin is not None:
            return fin, None
        cle = str(s[1])
        if cle not in d_eval:
            if k <= 0:
                d_eval[cle], d_stra[cle] = float(h(s)), None
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
    "minimax_d_stra_vide_pres_de_l_horizon",
    "rangez dans d_stra",
    change={"= score, situation, coup": "= score, situation if k != 1 else None, coup"},
)
q.faux(
    "sans_memoire",
    "restés vides",
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
    "choisie par l'appel récursif",
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
q.faux("situation_de_depart", "pas la situation renvoyée", corps=f"return {APPEL}[0], s")
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
    "ValueError",
    "\nUne partie nulle vaut 0, qui est « faux » pour Python",
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
q.faux(
    "fin_vue_a_l_horizon_seulement",
    "encore après la fin",
    corps="""
    if k == 0 or partie_nulle(s):
        return (h(s) if eval_f(s) is None else eval_f(s)), None
    return normal(s[0], [(minimax_h2(t, None, {}, {}, {}, h, k - 1)[0], t) for t in fils(s)])
    """,
)
q.faux(
    "sans_regarder_la_fin",
    "encore après la fin",
    corps="""
    if k == 0 or fils(s) == []:
        return h(s), None
    return normal(s[0], [(minimax_h2(t, None, {}, {}, {}, h, k - 1)[0], t) for t in fils(s)])
    """,
)
q.faux(
    "rien_quand_la_cle_est_connue",
    "déjà dans les dictionnaires",
    corps=f"if construit_cle(s) in d_eval:\n    return None\nreturn {APPEL}",
)
q.faux(
    "premier_fils",
    "pas la situation renvoyée",
    corps=f"r, t = {APPEL}\nreturn r, (fils(s)[0] if t else None)",
)

q.faux(
    "rien_quand_la_cle_est_connue_partout",
    "déjà dans les dictionnaires",
    change={"return d_eval[cle], d_stra[cle]": "return None"},
)
q.faux("situation_seule", "manque le score", corps=f"return {APPEL}[1]")
q.faux("situation_seule_sauf_a_la_fin", "la situation seule", corps=f"r, t = {APPEL}\nreturn t or (r, None)")
q.faux("k_qui_ne_diminue_pas", "rofondeur qui ne diminue pas", change={"h, k - 1": "h, k"})
q.faux("k_qui_augmente", "rofondeur qui ne diminue pas", change={"h, k - 1": "h, k + 1"})
q.faux("profondeur_plafonnee", "pas plus loin", corps="return " + APPEL.replace("h, k", "h, min(k, 2)"))
q.faux("sans_le_premier_fils", "premier est oublié", change={"in fils(s):": "in fils(s)[1:] or fils(s):"})
q.faux("sans_le_dernier_fils", "dernier est oublié", change={"in fils(s):": "in fils(s)[:-1] or fils(s):"})
q.faux(
    "sans_la_premiere_colonne_de_loin",
    "pas plus loin",
    change={"in fils(s):": "in fils(s)[1 if k == 3 and len(fils(s)) > 1 else 0 :]:"},
)
q.faux(
    "sans_la_derniere_colonne_a_k_2",
    "jamais examiné",
    change={"in fils(s):": "in (fils(s)[:-1] if k == 2 else []) or fils(s):"},
)
q.faux(
    "pleine_avant_gagnee",
    "remplir la grille",
    change={"eval_f(s, coup), None": "0 if partie_nulle(s) else eval_f(s, coup), None"},
)
q.faux(
    "d_stra_jamais_rempli",
    "KeyError",
    change={"d_eval[cle], d_stra[cle], d_coup[cle] = score, situation, coup": "d_eval[cle] = score"},
)
q.juste(
    "minimax_en_triant",
    corps="""
    cle = construit_cle(s)
    if cle not in d_eval:
        d_eval[cle], d_stra[cle] = eval_f(s, coup), None
        if d_eval[cle] is None and k == 0:
            d_eval[cle] = h(s)
        elif d_eval[cle] is None:
            notes = [(minimax_h2(t, None, d_eval, d_stra, d_coup, h, k - 1)[0], t) for t in fils(s)]
            notes.sort(key=lambda note: note[0], reverse=s[0] == 0)
            d_eval[cle], d_stra[cle] = notes[0]
    return d_eval[cle], d_stra[cle]
    """,
)

# Comme on l'écrit le plus souvent : un return par cas.
PAR_CAS = """
def minimax_h2(s, coup, d_eval, d_stra, d_coup, h, k):
    cle = construit_cle(s)
    if cle in d_eval:
        return d_eval[cle], d_stra[cle]
    v = eval_f(s, coup)
    if v is not None:
        d_eval[cle], d_stra[cle] = v, None
        return v, None
    if k == 0:
        d_eval[cle], d_stra[cle] = h(s), None
        return d_eval[cle], None
    meilleur, choix = None, None
    for t in fils(s):
        score, suite = minimax_h2(t, None, d_eval, d_stra, d_coup, h, k - 1)
        if meilleur is None or (s[0] == 0 and score > meilleur) or (s[0] == 1 and score < meilleur):
            meilleur, choix = score, t
    d_eval[cle], d_stra[cle] = meilleur, choix
    return meilleur, choix
"""
q.juste("minimax_par_cas", source=PAR_CAS)
q.juste(
    "minimax_fin_sans_la_ranger", source=PAR_CAS.replace("        d_eval[cle], d_stra[cle] = v, None\n", "")
)
q.juste("minimax_sans_donner_le_coup", source=PAR_CAS.replace("eval_f(s, coup)", "eval_f(s)"))
HORIZON = "d_eval[cle], d_stra[cle] = h(s), None\n        return d_eval[cle], None"
RELUE = "return d_eval[cle], d_stra[cle]"
CONDITION = "meilleur is None or (s[0] == 0 and score > meilleur) or (s[0] == 1 and score < meilleur)"
FIN = "    d_eval[cle], d_stra[cle] = meilleur, choix\n    return meilleur, choix"
for nom, mots, ancien, nouveau in (
    ("feuilles_pas_rangees", ("ne sont pas rangées dans d_eval",), HORIZON, "return h(s), None"),
    ("noeuds_pas_ranges", ("examine encore",), "d_eval[cle], d_stra[cle] = meilleur, choix", "pass"),
    ("si_v", ("« is None »",), "v is not None", "v"),
    ("si_v_infini", ("« is None »",), "v is not None", "v == inf or v == -inf"),
    ("coup_transmis", ("Aux appels récursifs, vous donnez un coup",), "(t, None", "(t, coup"),
    ("coup_0_0", ("Aux appels récursifs, vous donnez un coup",), "(t, None", "(t, (0, 0)"),
    ("coup_situation", ("TypeError", "Aux appels récursifs"), "(t, None", "(t, t"),
    ("relue_none", ("déjà dans les dictionnaires",), RELUE, "return None"),
    ("relue_score", ("TypeError", "déjà dans les dictionnaires"), RELUE, "return d_eval[cle]"),
    (
        "relue_a_l_envers",
        ("TypeError", "déjà dans les dictionnaires"),
        RELUE,
        "return d_stra[cle], d_eval[cle]",
    ),
    (
        "relue_coup",
        ("rangez dans d_stra[cle]",),
        "= meilleur, choix\n    return",
        "= meilleur, coup\n    return",
    ),
    ("premier_fils_seul", ("que le premier fils",), "in fils(s):", "in fils(s)[:1]:"),
    (
        "return_dans_la_boucle",
        ("que le premier fils",),
        FIN,
        FIN.replace("    d", "        d").replace("    r", "        r"),
    ),
    ("dernier_fils_garde", ("du dernier fils",), CONDITION, "True"),
    ("sans_le_premier", ("premier est oublié",), "in fils(s):", "in fils(s)[1:]:"),
    ("cle_situation", ("TypeError", "construit_cle(s), si"), "construit_cle(s)", "s"),
    ("cle_joueur", ("ont la même clé",), "construit_cle(s)", "s[0]"),
    ("cle_joueur_et_k", ("ont la même clé",), "construit_cle(s)", "(s[0], k)"),
    (
        "selon_k",
        ("d'après k",),
        "(s[0] == 0 and score > meilleur) or (s[0] == 1 and score",
        "(k % 2 == 0 and score > meilleur) or (k % 2 == 1 and score",
    ),
    ("zero_oublie", ("l'absence de score",), "meilleur is None or", "not meilleur or"),
    ("condition_sans_j1", ("du dernier fils",), "(s[0] == 1 and score < meilleur)", "score < meilleur"),
    ("relue_sans_situation", ("relisez-le",), RELUE, "return d_eval[cle], None"),
    (
        "range_le_dernier",
        ("Ce que vous rangez dans d_eval",),
        "d_eval[cle], d_stra[cle] = meilleur, choix",
        "d_eval[cle], d_stra[cle] = score, t",
    ),
    (
        "fils_notes_sans_voir",
        ("des parties déjà finies",),
        "minimax_h2(t, None, d_eval, d_stra, d_coup, h, k - 1)",
        "minimax_h2(t, None, d_eval, d_stra, d_coup, h, k - 1) if k > 1 else (h(t), None)",
    ),
    ("depart_0", ("part de 0",), "meilleur, choix = None, None", "meilleur, choix = 0, None"),
    (
        "depart_moins_inf",
        ("pour les deux joueurs",),
        "meilleur, choix = None, None",
        "meilleur, choix = -inf, None",
    ),
    ("j1_sans_choix", ("toujours le premier fils",), " or (s[0] == 1 and score < meilleur)", ""),
    ("signe_des_fils", ("changez le signe",), "        if meil", "        score = -score\n        if meil"),
    ("couple_garde", ("TypeError", "premier élément"), "score, suite =", "score ="),
    ("suite_gardee", ("jamais de situation",), "= score, t", "= score, suite"),
    ("horizon_a_0", ("le score y est h(s)",), "h(s), None", "0, None"),
    ("h_pas_appelee", ("TypeError", "appelez-la, h(s)"), "h(s), None", "h, None"),
    ("coup_de_trop", ("un coup de trop",), "if k == 0", "if k == -1"),
    ("jamais_relue", ("Consultez d_eval",), "if cle in d_eval", "if cle in d_coup"),
    ("relue_si_non_nulle", ("score est 0",), "if cle in d_eval", "if d_eval.get(cle)"),
    (
        "dictionnaires_neufs",
        ("non des dictionnaires neufs",),
        "d_eval, d_stra, d_coup, h, k - 1",
        "{}, {}, {}, h, k - 1",
    ),
    ("sans_coup_s", ("renvoyez None comme situation",), "return v, None", "return v, s"),
    ("sans_coup_rien", ("ne renvoie rien", "(score, None)"), "return v, None", "return None"),
    ("situation_nue", ("manque le score",), "return meilleur, choix", "return choix"),
    ("colonne_rendue", ("La situation renvoyée doit être",), "return meilleur, choix", "return meilleur, 3"),
):
    assert ancien in PAR_CAS, nom
    depart = PAR_CAS.replace("meilleur is None or ", "") if nom.startswith("depart") else PAR_CAS
    q.faux(f"par_cas_{nom}", *mots, source=depart.replace(ancien, nouveau))

q.faux("minimax_note_entiere", "on attend h(s) = ", change={"h(s)": "int(h(s))"})
q.faux(
    "minimax_six_fils_de_loin",
    "jusqu'à k = 2",
    change={"in fils(s):": "in fils(s)[: 6 if k > 2 else 7]:"},
)
q.faux(
    "minimax_premier_zero",
    "arrêtez au premier fils de score 0",
    change={
        "                score, situation = v, t\n": "                score, situation = v, t\n"
        "            if v == 0:\n                break\n"
    },
)

# --- les expériences --------------------------------------------------------------------------------


def experience(nombre: str, justes: tuple[int, ...], fausses: tuple[tuple[object, str], ...]) -> None:
    """Le nombre de parties d'une expérience."""
    q = RECUEIL.question(nombre)
    q.valeurs_justes(*justes)
    q.valeurs_fausses(*fausses, ("400", "entier"), (0, "au moins une"))


experience(
    "nb_parties_reglages",
    (2401, 2500, np.int64(3000)),
    (
        (600, "moitié"),
        (49, "au carré"),
        (9604, "1/4"),
        (1692, "90 %"),
        (100, "Trop peu"),
        (10**6, "Bien plus"),
    ),
)
experience(
    "nb_parties_budget",
    (385, 400, 500),
    ((96, "moitié"), (20, "au carré"), (1537, "1/4"), (271, "90 %"), (50, "Trop peu"), (5000, "Bien plus")),
)


def conclusion(nom: str, comptes: tuple[int, int, int], juste: str, autre: str) -> None:
    """La conclusion d'un duel dont voici des comptes possibles."""
    q = RECUEIL.question(nom)
    v, d, n = comptes
    q.valeurs_justes(("je ne sais pas", comptes, juste), [None, [v, d, n], juste.upper() + "."])
    q.valeurs_fausses(
        (("", comptes, autre), "l'inverse"),
        (("", comptes, "on ne peut pas conclure"), "permet d'en dire plus"),
        (("", (d, v, n), juste), "échangés"),
        (("", (v, n, d), juste), "ordre demandé"),
        (("", (v // 20, d // 20, n // 20), juste), "rop peu de parties"),
        (("", (v + d + n, 0, 0), juste), "pas une fois sur un million"),
        (("", comptes, "égaux"), "trois phrases"),
        (("", (0.4, 0.5, 0.1), juste), "fréquences"),
        ((comptes, juste), "triplet"),
    )


conclusion("conclusion_4_1", (1047, 1325, 30), "moins fort", "plus fort")
conclusion("conclusion_7_1", (1316, 1061, 25), "plus fort", "moins fort")
conclusion("conclusion_budget", (121, 265, 14), "moins fort", "plus fort")

# --- Fausses d'une façon rare : une table pour un compte, un tirage parmi les cases ----------------

SOURNOISES = RECUEIL.questionnaires
SOURNOISES["nb_distinctes"].faux(
    "table", "écrit ces nombres d'avance", corps="return [1, 7, 49, 238, 1120, 4263, 16422][: n + 1]"
)
SOURNOISES["nb_distinctes"].faux(
    "table_globale",
    "écrit ces nombres d'avance",
    source="COMPTES = [1, 7, 49, 238, 1120, 4263]\n\ndef nb_distinctes(n):\n    return COMPTES[: n + 1]\n",
)
SOURNOISES["fin_alea"].faux(
    "parmi_les_cases_libres",
    "même probabilité",
    corps="""
    r = eval_f(s)
    while r is None:
        s = depose_pion(s, random.choice([j for i in range(6) for j in range(7) if s[1][i][j] is None]))
        r = eval_f(s)
    return r
    """,
)
PREMIER = """
    r, n = eval_f(s), 0
    while r is None:
        suites, n = fils(s), n + 1
        s = random.choice(suites + suites[:1] if n == RANG else suites)
        r = eval_f(s)
    return r
"""
for nom, rang in (("premier_coup_penche", "1"), ("deuxieme_coup_penche", "2")):
    SOURNOISES["fin_alea"].faux(nom, "même probabilité", corps=PREMIER.replace("RANG", rang))
SOURNOISES["fin_alea"].faux(
    "milieu_compte_deux_fois_quand_tout_est_jouable",
    "même probabilité",
    corps=PREMIER.replace("suites[:1] if n == RANG", "suites[3:4] if len(suites) == 7"),
)

# --- Une partie déjà finie, une mémoire d'une situation à l'autre, une clé trop courte ---------------

DE_LA_FIN = """
if eval_f(s) is not None:
    return ISSUE
r = None
while r is None:
    s = random.choice(fils(s))
    r = eval_f(s)
return r
"""
for nom, issue in (("zero", "0"), ("signe", "-eval_f(s)"), ("toujours_inf", "inf")):
    SOURNOISES["fin_alea"].faux(
        f"deja_finie_{nom}", "déjà finie en s", corps=DE_LA_FIN.replace("ISSUE", issue)
    )
SOURNOISES["fin_alea"].juste(
    "suppose_s_en_cours",
    corps="""
    r = None
    while r is None:
        s = random.choice(fils(s))
        r = eval_f(s)
    return r
    """,
)
SOURNOISES["fin_alea"].faux(
    "gagne_quand_il_peut",
    "même probabilité",
    corps="""
    r = eval_f(s)
    while r is None:
        s = random.choice([t for t in fils(s) if eval_f(t) not in (None, 0)] or fils(s))
        r = eval_f(s)
    return r
    """,
)
H_FINIE = """
def h(s):
    if eval_f(s) is not None:
        return SCORE
    return sum((r > 0) - (r < 0) for r in [fin_alea(s) for _ in range(nb)])

return h
"""
for nom, score in (("eval_f", "eval_f(s)"), ("zero", "0"), ("un", "(eval_f(s) > 0) - (eval_f(s) < 0)")):
    SOURNOISES["h_alea"].faux(f"deja_finie_{nom}", "déjà finie en s", corps=H_FINIE.replace("SCORE", score))
SOURNOISES["h_alea"].juste(
    "deja_finie_sans_jouer",
    corps=H_FINIE.replace("SCORE", "nb * ((eval_f(s) > 0) - (eval_f(s) < 0))"),
)
SOURNOISES["h_alea"].juste(
    "suppose_s_en_cours",
    corps="""
    def h(s):
        score = 0
        for _ in range(nb):
            t, r = s, None
            while r is None:
                t = random.choice(fils(t))
                r = eval_f(t)
            score += (r > 0) - (r < 0)
        return score

    return h
    """,
)
SOURNOISES["h_alea"].faux(
    "score_garde_d_une_situation_a_l_autre",
    "repartir de 0",
    corps="""
    etat = {"s": None, "score": 0}

    def h(s):
        if etat["s"] == s:
            etat["score"] = 0
        etat["s"] = s
        for _ in range(nb):
            r = fin_alea(s)
            etat["score"] += (r > 0) - (r < 0)
        return etat["score"]

    return h
    """,
)
SOURNOISES["h_alea"].faux(
    "nombre_pair", "Le vôtre en compte 2", corps=SANS_FIN_ALEA.replace("PARTIES", "nb // 2 * 2 or 1")
)
SOURNOISES["depose_pion"].faux(
    "ligne_du_haut_partagee", SUPERFICIELLE, change={"for ligne in G]": "for ligne in G[:5]] + [G[5]]"}
)
SOURNOISES["eval_f"].faux(
    "alignement_du_suivant",
    "et non de s[0]",
    corps="""
    for i in range(6):
        for j in range(7):
            if s[1][i][j] == s[0] and gagnant((1 - s[0], s[1]), (i, j)):
                return inf if s[0] == 0 else -inf
    return 0 if partie_nulle(s) else None
    """,
)
SOURNOISES["minimax_h2"].faux(
    "cle_de_trois_lignes", "ont la même clé", change={"construit_cle(s)": "str(s[1][:3])"}
)
