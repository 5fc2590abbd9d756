"""Des réponses au TP 5, fausses et justes."""

from reponses import Recueil

DONNE = '''
import copy
import random

import numpy as np

VIDE = "[ ]"
PAS = {"ligne": (0, 1), "col": (1, 0), "diagm": (-1, 1), "diagd": (1, 1)}

# Les fonctions données dans le notebook.

def inv(t):
    return "[X]" if t == "[O]" else "[O]"

def verifcolonne(l, t):
    return max(suite(colonne, t) for colonne in l)

def verifdiagonale_desc(l, t, g=4):
    return max([1] + [suite(cases, t) for cases in diagonales(l[::-1]) if len(cases) >= g])

def listcolnonpleines(l):
    return [c for c in range(1, len(l) + 1) if l[c - 1][0] == VIDE]

def slc1(l, lcj, t, txt, g):
    valeurs = {c: maxi(ajouter(l, c, t), t, g) for c in listcolok(l, lcj, t, g)}
    return [c for c in valeurs if valeurs[c] == max(valeurs.values())] or list(lcj)

def maxixloc(l, i, j, t, g):
    return max(nbjetons(l, i, j, direc, t, g) for direc in PAS)

def maxixplaces(l, t, g):
    valeurs = {(i, j): maxixloc(l, i, j, t, g) for i, j in vides(l)}
    mieux = max(valeurs.values(), default=0)
    return mieux, [[j + 1, i] for (i, j), n in valeurs.items() if n == mieux]

def filtreplc(l, t, g, places):
    lok = listcolok(l, listcolnonpleines(l), t, g)
    return [[c, i] for c, i in places if i == l[c - 1].count(VIDE) - 1 and c in lok]

def urgence(l, t, txt, g):
    return gagnante(l, t, g) or gagnante(l, inv(t), g)

# Ce que partagent plusieurs réponses.

def suite(cases, t):
    """La plus grande suite de t dans une liste, au moins 1."""
    p = s = 1
    for a, b in zip(cases, cases[1:]):
        s = s + 1 if a == b == t else 1
        p = max(p, s)
    return p

def diagonales(l):
    """Toutes les diagonales montantes, de gauche à droite."""
    jm, im = len(l), len(l[0])
    return [[l[j][d - j] for j in range(jm) if 0 <= d - j < im] for d in range(jm + im - 1)]

def bande(l, i, j, direc, t, g, arret=True, mini=0):
    """Les cases de chaque côté de (i, j), jusqu'au bord ou au jeton adverse."""
    cotes = [], []
    for sens, cote in zip((-1, 1), cotes):
        for k in range(1, g):
            a, b = i + sens * k * PAS[direc][0], j + sens * k * PAS[direc][1]
            if not (mini <= a < len(l[0]) and mini <= b < len(l)) or (arret and l[b][a] == inv(t)):
                break
            cote.append(l[b][a])
    return cotes

def compter(sl, t, g):
    """Le plus de jetons t dans g cases consécutives."""
    return max([sl[k : k + g].count(t) for k in range(len(sl) - g + 1)], default=0)

def vides(l):
    """Les cases vides (i, j), ligne par ligne."""
    return [(i, j) for i in range(len(l[0])) for j in range(len(l)) if l[j][i] == VIDE]

def double(l, c, t, g, lti=None):
    """La condition de slc4."""
    lti = lti or ajouter(ajouter(l, c, t), c, inv(t))
    return maxix(lti, inv(t), g) == g - 1 and len(maxixplaces(lti, inv(t), g)[1]) >= 2

def gagnante(l, t, g):
    """La première colonne où t gagne tout de suite, ou 0."""
    return next((c for c in listcolnonpleines(l) if maxi(ajouter(l, c, t), t, g) >= g), 0)

def preparer(l, t, g):
    """Les deux maximums et leurs places filtrées."""
    moi, places = maxixplaces(l, t, g)
    lui, placesinv = maxixplaces(l, inv(t), g)
    return moi, filtreplc(l, t, g, places), lui, filtreplc(l, t, g, placesinv)

def cascade(l, t, g, regles, tirer=None):
    """La colonne de la première règle (maximum, seuil, places) qui s'applique."""
    tirer = tirer or random.choice
    for maximum, seuil, places in regles:
        if maximum >= seuil and places:
            return tirer(places)[0]
    return tirer(listcolok(l, listcolnonpleines(l), t, g) or listcolnonpleines(l))
'''

RECUEIL = Recueil("tp5_strategies", DONNE)

# --- ajouter ----------------------------------------------------------------------------------------

Q = RECUEIL.question(
    "ajouter",
    """
    def ajouter(l, c, t):
        copie = [list(colonne) for colonne in l]
        i = len(copie[c - 1]) - 1
        while i >= 0 and copie[c - 1][i] != VIDE:
            i -= 1
        if i >= 0:
            copie[c - 1][i] = t
        return copie
    """,
)
faux, juste = Q.faux, Q.juste
COPIE, SUPERFICIELLE = "[list(colonne) for colonne in l]", "copie est superficielle"

juste(
    "ajouter_une_seule_colonne_neuve",
    corps="""
    vides = l[c - 1].count(VIDE)
    if vides == 0:
        return l[:]
    return l[: c - 1] + [[VIDE] * (vides - 1) + [t] + l[c - 1][vides:]] + l[c:]
    """,
)
juste(
    "ajouter_par_deepcopy",
    source="""
    def ajouter(l, c, t, bavard=True):
        print("je joue en", c)
        m = copy.deepcopy(l)
        for i in range(len(m[0]) - 1, -1, -1):
            if m[c - 1][i] == VIDE:
                m[c - 1][i] = t
                return m
        return m
    """,
)

faux("copie_par_list", SUPERFICIELLE, part=0.7143, change={COPIE: "list(l)"})
faux("copie_par_tranche", SUPERFICIELLE, part=0.7143, change={COPIE: "l[:]"})
faux("sans_copie", "ne copie rien", part=0.7143, change={COPIE: "l"})
faux("colonne_d_indice_c", "colonne trop à droite", change={"c - 1": "c"})
faux("par_le_haut", "tout en haut", change={"i = len(copie[c - 1]) - 1": "i = 0"})
faux("ecrase_en_haut", "écrasez un jeton", change={"while i >= 0": "while i > 0"})
faux("ecrase_en_bas", "jeton du BAS", change={"if i >= 0:\n        ": ""})
faux(
    "sans_break",
    "toute la colonne",
    corps="""
    m = copy.deepcopy(l)
    for i in range(len(m[0])):
        if m[c - 1][i] == VIDE:
            m[c - 1][i] = t
    return m
    """,
)
faux("remplace", "remplace le plus haut", change={"[i] = t": "[min(i + 1, len(l[0]) - 1)] = t"})
faux("toujours_en_bas", "tout en bas, par-dessus", change={"i -= 1": "break"})
faux("jeton_adverse", "jeton de l'adversaire", change={"= t": "= inv(t)"})
faux("toujours_rond", "toujours un [O]", change={"= t": '= "[O]"'})
faux("rien_de_pose", "aucun jeton n'est posé", part=0, change={"= t": "== t"})
faux("table_neuve", "ont disparu", change={COPIE: "[[VIDE] * len(l[0]) for _ in l]", "and copie": "and l"})
faux(
    "lignes_et_colonnes_echangees",
    "échangez lignes et colonnes",
    change={"len(copie[c - 1]) - 1": "5", "copie[c - 1][i]": "copie[i][c - 1]"},
)
faux("en_place", "ne renvoie rien", change={COPIE: "l", "    return copie\n": ""})
faux("sans_fin", "ne se termine pas", change={"if i >= 0": "while i >= 0"})
faux("seulement_la_colonne", "liste de listes", change={"return copie": "return copie[c - 1]"})
faux("jeton_sans_crochets", "une case contient", change={"= t": "= t[1]"})
faux(
    "pleine_sans_copie", "l elle-même", part=0.7143, change={"return copie": "return copie if i >= 0 else l"}
)
faux("pleine_sans_retour", "ne renvoie rien", part=0.4286, change={"return": "    return"})
faux("ajouter_six_lignes", "IndexError", part=0.8571, change={"len(copie[c - 1]) - 1": "5"})

# --- verifligne -------------------------------------------------------------------------------------

Q = RECUEIL.question(
    "verifligne",
    """
    def verifligne(l, t):
        p = 1
        for i in range(len(l[0])):
            s = 1
            for j in range(len(l) - 1):
                s = s + 1 if l[j][i] == l[j + 1][i] == t else 1
                p = max(p, s)
        return p
    """,
)
faux, juste = Q.faux, Q.juste

juste(
    "verifligne_par_chaines",
    corps="""
    lignes = ["".join(colonne[i][1] for colonne in l) for i in range(len(l[0]))]
    return max([n for n in range(len(l) + 1) if any(t[1] * n in ligne for ligne in lignes)])
    """,
)
juste(
    "verifligne_numpy",
    source="""
    def verifligne(l, t, verbeux=False):
        table = np.array(l) == t
        meilleur = np.int64(0)
        for ligne in table.T:
            compteur = 0
            for case in ligne:
                compteur = compteur + 1 if case else 0
                meilleur = max(meilleur, np.int64(compteur))
        return meilleur
    """,
)

faux("ligne_verticale", "parcourez les colonnes", corps="return verifcolonne(l, t)")
faux("derniere_oubliee", "dernière colonne", change={"len(l) - 1": "len(l) - 2"})
faux("premiere_oubliee", "première colonne", change={"range(len(l) - 1)": "range(1, len(l) - 1)"})
faux("bas_oublie", "ligne du bas", change={"len(l[0])": "len(l[0]) - 1"})
faux(
    "compteur_jamais_remis",
    "remis à 1",
    corps="return suite([l[j][i] for i in range(len(l[0])) for j in range(len(l))], t)",
)
faux(
    "tous_les_jetons",
    "même séparés",
    corps="return max(1, *([colonne[i] for colonne in l].count(t) for i in range(len(l[0]))))",
)
faux("couples", "couples de voisins, même séparés", change={"else 1": "else s"})
faux("une_de_moins", "manque 1", change={"return p": "return p - 1"})
faux("ligne_adverse", "adversaire", change={"== t": "== inv(t)"})
faux("sans_regarder_t", "cases vides", change={" == t": ""})
faux("depasse", "IndexError", change={"len(l) - 1": "len(l)"})
faux("taille_fixe", "IndexError", part=0.75, change={"len(l[0])": "6", "len(l) - 1": "6"})
faux("ligne_gagnee", "booléen", change={"return p": "return p >= 4"})
faux("ligne_affichee", "print", change={"return p": "print(p)"})
faux(
    "ligne_en_anneau",
    "fait le tour",
    corps="return max(min(suite([k[i] for k in l] * 2, t), len(l)) for i in range(len(l[0])))",
)
faux(
    "return_dans_la_boucle",
    "Seule la ligne du bas",
    change={"range(len(l[0]))": "range(len(l[0]) - 1, -1, -1)", "return": "    return"},
)
faux(
    "ligne_memorisee",
    "mémoire",
    source="""
    vues = []

    def verifligne(l, t):
        vues.append(modele(l, t))
        return max(vues) if len(vues) > 61 else vues[-1]
    """,
)

# --- verifdiagonale_mont ----------------------------------------------------------------------------

Q = RECUEIL.question(
    "verifdiagonale_mont",
    """
    def verifdiagonale_mont(l, t, g=4):
        return max([1] + [suite(cases, t) for cases in diagonales(l) if len(cases) >= g])
    """,
)
faux, juste = Q.faux, Q.juste

juste(
    "mont_par_parcours",
    source="""
    def verifdiagonale_mont(l, t):
        jm, im, p = len(l), len(l[0]), 1
        departs = [(0, i) for i in range(im)] + [(j, im - 1) for j in range(1, jm)]
        for j, i in departs:
            longueur = min(i + 1, jm - j)
            if longueur < 4:
                continue
            s = 1
            while j + 1 < jm and i >= 1:
                s = s + 1 if l[j][i] == l[j + 1][i - 1] == t else 1
                p = max(p, s)
                j, i = j + 1, i - 1
        return p
    """,
)
juste(
    "mont_avec_zero",
    corps="""
    lignes = ["".join(c[1] for c in cases) for cases in diagonales(l) if len(cases) >= 4]
    return max(n for n in range(20) if n == 0 or any(t[1] * n in ligne for ligne in lignes))
    """,
)

faux("mont_descendante", "DESCENDANTES", corps="return verifdiagonale_desc(l, t)")
faux("mont_avec_coins", "petites diagonales", part=0.6, change={">= g": ">= 1"})
faux("mont_depuis_la_gauche", "partent du BAS", change={"nales(l)": "nales(l)[: len(l[0])]"})
faux("mont_depuis_le_bas", "première colonne", change={"nales(l)": "nales(l)[len(l[0]) - 1 :]"})
faux("mont_principale", "que la diagonale du coin", corps="return suite(diagonales(l)[len(l[0]) - 1], t)")
faux("mont_strictement", "4 cases exactement", change={">= g": "> g"})
faux("mont_sans_la_derniere", "dernière case", change={"suite(cases, t)": "suite(cases[:-1], t)"})
faux("mont_et_descendante", "deux sortes", corps="return max(modele(l, t), verifdiagonale_desc(l, t))")
faux("mont_adverse", "adversaire", change={"suite(cases, t)": "suite(cases, inv(t))"})
faux("mont_une_de_moins", "manque 1", corps="return modele(l, t) - 1")
faux("mont_tous", "même séparés", change={"suite(cases, t)": "cases.count(t)"})
faux(
    "mont_sans_bornes",
    "IndexError",
    corps="""
    p = s = 1
    for j in range(len(l)):
        for i in range(len(l[0])):
            s = s + 1 if l[j][i] == l[j + 1][i - 1] == t else 1
            p = max(p, s)
    return p
    """,
)
faux("mont_un", "toujours 1", corps="return 1")

# --- maxi -------------------------------------------------------------------------------------------

Q = RECUEIL.question(
    "maxi",
    """
    def maxi(l, t, g=4):
        return max(verifcolonne(l, t), verifligne(l, t),
                   verifdiagonale_desc(l, t, g), verifdiagonale_mont(l, t, g))
    """,
)
faux, juste = Q.faux, Q.juste

juste(
    "maxi_par_listes",
    corps="""
    lignes = [[colonne[i] for colonne in l] for i in range(len(l[0]))]
    longues = [d for d in diagonales(l) + diagonales(l[::-1]) if len(d) >= g]
    return max(suite(cases, t) for cases in [*l, *lignes, *longues])
    """,
)
juste(
    "maxi_trie",
    source="""
    def maxi(l, t, g=4, bavard=True):
        longueurs = sorted(f(l, t) for f in (verifcolonne, verifligne))
        longueurs += [f(l, t, g) for f in (verifdiagonale_desc, verifdiagonale_mont)]
        print(longueurs)
        return np.max(longueurs)
    """,
)

faux("maxi_sans_ligne", "suites horizontales", change={"verifligne(l, t),": ""})
faux("maxi_sans_colonne", "suites verticales", change={"verifcolonne(l, t), ": ""})
faux("maxi_deux_fois_desc", "diagonales montantes", change={"mont": "desc"})
faux("maxi_sans_desc", "diagonales descendantes", change={"verifdiagonale_desc(l, t, g), ": ""})
faux("maxi_droites", "les diagonales", corps="return max(verifcolonne(l, t), verifligne(l, t))")
faux("maxi_sans_g", "transmettez pas g", part=0.75, change={", g)": ")"})
faux("maxi_plafonne", "arrêtez à g", corps="return min(g, modele(l, t, g))")
faux("maxi_somme", "additionnez", change={"max(v": "sum([v", "g))": "g)])"})
faux("maxi_gagne", "booléen", change={"g))": "g)) >= g"})
faux("maxi_adverse", "adversaire", corps="return modele(l, inv(t), g)")
faux("maxi_des_deux", "deux joueurs", corps='return max(modele(l, "[O]", g), modele(l, "[X]", g))')
faux("maxi_liste", "une liste", change={"max(v": "[v", "g))": "g)]"})
faux("maxi_deux_arguments", "bons arguments", part=0, change={", g=4)": ")", ", g)": ")"})

# --- listcolok --------------------------------------------------------------------------------------

Q = RECUEIL.question(
    "listcolok",
    """
    def listcolok(l, lcj, t, g=4):
        return [c for c in lcj if maxi(ajouter(ajouter(l, c, t), c, inv(t)), inv(t), g) < g]
    """,
)
faux, juste = Q.faux, Q.juste
COUPS = "ajouter(ajouter(l, c, t), c, inv(t))"

juste(
    "listcolok_en_retirant",
    corps="""
    gardees = set(lcj)
    for c in lcj:
        if maxi(ajouter(ajouter(l, c, t), c, inv(t)), inv(t), g) >= g:
            gardees.remove(c)
    return gardees
    """,
)
juste(
    "listcolok_generateur",
    corps="""
    for c in reversed(lcj):
        m = ajouter(l, c, t)
        if m[c - 1][0] != VIDE or maxi(ajouter(m, c, inv(t)), inv(t), g) < g:
            yield np.int64(c)
    """,
)

faux("ok_inverse", "l'inverse", change={"< g": ">= g"})
faux("ok_sans_mon_jeton", "propre jeton", change={COUPS: "ajouter(l, c, inv(t))"})
faux("ok_mes_victoires", "propres victoires", change={"inv(t), g)": "t, g)"})
faux("ok_deux_fois", "deux fois votre jeton", change={"inv(t)": "t"})
faux("ok_ordre", "AU-DESSUS", change={COUPS: "ajouter(ajouter(l, c, inv(t)), c, t)"})
faux("ok_un_de_trop", "exactement est déjà une victoire", change={"< g": "<= g"})
faux("ok_un_de_moins", "g - 1 jetons", change={"< g": "< g - 1"})
faux("ok_quatre", "pas toujours 4", part=0.8, change={"< g": "< 4"})
faux("ok_toutes", "celles de lcj", part=0.8, change={"in lcj": "in listcolnonpleines(l)"})
faux(
    "ok_premiere",
    "return est-il",
    corps="""
    for c in lcj:
        if modele(l, [c], t, g):
            return [c]
    return []
    """,
)
faux("ok_indices", "commencent à 0", change={"[c for": "[c - 1 for"})
faux(
    "ok_en_place",
    "modifié",
    corps="""
    for c in lcj[:]:
        if not modele(l, [c], t, g):
            lcj.remove(c)
    return lcj
    """,
)
faux("ok_lcj", "toutes les colonnes de lcj", corps="return list(lcj)")
faux("ok_booleens", "entier", change={"c for c in lcj if ": "", "< g": "< g for c in lcj"})

# --- nbjetons ---------------------------------------------------------------------------------------

Q = RECUEIL.question(
    "nbjetons",
    """
    def nbjetons(l, i, j, direc, t, g):
        avant, apres = bande(l, i, j, direc, t, g)
        return compter(avant[::-1] + [VIDE] + apres, t, g)
    """,
)
faux, juste = Q.faux, Q.juste
BANDE, SL = "bande(l, i, j, direc, t, g)", "avant[::-1] + [VIDE] + apres"
SANS_ARRET = "bande(l, i, j, direc, t, g, arret=False)"

juste(
    "nbjetons_par_fenetres",
    corps="""
    di, dj = PAS[direc]
    meilleur = 0
    for debut in range(-g + 1, 1):
        cases = [(i + (debut + k) * di, j + (debut + k) * dj) for k in range(g)]
        if all(0 <= a < len(l[0]) and 0 <= b < len(l) and l[b][a] != inv(t) for a, b in cases):
            meilleur = max(meilleur, sum(l[b][a] == t for a, b in cases))
    return meilleur
    """,
)
juste(
    "nbjetons_par_if",
    source="""
    def nbjetons(l, i, j, direc, t, g, verbeux=0):
        di = {"ligne": 0, "col": 1, "diagm": 1, "diagd": 1}[direc]
        dj = {"ligne": 1, "col": 0, "diagm": -1, "diagd": 1}[direc]
        sl, a, b = [VIDE], i + di, j + dj
        while 0 <= a < len(l[0]) and 0 <= b < len(l) and l[b][a] != inv(t) and len(sl) < g:
            sl.append(l[b][a])
            a, b = a + di, b + dj
        n, a, b = len(sl), i - di, j - dj
        while 0 <= a < len(l[0]) and 0 <= b < len(l) and l[b][a] != inv(t) and len(sl) < n + g - 1:
            sl.insert(0, l[b][a])
            a, b = a - di, b - dj
        return np.int64(compter(sl, t, g))
    """,
)

faux("nbjetons_gauche_a_l_envers", "dans l'ordre de la table", change={"[::-1]": ""})
faux("nbjetons_gauche_a_la_fin", "dans l'ordre de la table", change={SL: "[VIDE] + apres + avant"})
faux(
    "nb_diagonales_echangees",
    "diagonales sont échangées",
    part=0.4,
    corps='return modele(l, i, j, {"diagm": "diagd", "diagd": "diagm"}.get(direc, direc), t, g)',
)
faux(
    "nb_ligne_colonne",
    "« ligne » et « col » sont échangées",
    corps='return modele(l, i, j, {"ligne": "col", "col": "ligne"}.get(direc, direc), t, g)',
)
faux(
    "nb_sans_diagonales",
    "diagonales donnent toujours 0",
    part=0.4,
    corps='return modele(l, i, j, direc, t, g) if direc in ("ligne", "col") else 0',
)
faux("nb_un_cote", "que d'un côté", change={SL: "[VIDE] + apres"})
faux("nb_sans_arret", "arrêtez pas aux jetons adverses", change={BANDE: SANS_ARRET})
faux(
    "nb_saute",
    "sautez les jetons adverses",
    change={BANDE: SANS_ARRET, SL: f"[c for c in {SL} if c != inv(t)]"},
)
faux("nb_sans_place", "pas la place", change={"apres, t, g": "apres, t, min(g, len(avant + apres) + 1)"})
faux(
    "nb_total",
    "tous les jetons de la bande",
    change={f"compter({SL}, t, g)": "(avant + apres).count(t) if len(avant + apres) + 1 >= g else 0"},
)
faux(
    "nb_colles",
    "collés à la case",
    corps="""
    return sum(
        (cote + [VIDE]).index(next(c for c in cote + [VIDE] if c != t))
        for cote in bande(l, i, j, direc, t, g)
    )
    """,
)
faux("nb_un_de_trop", "1 de trop", corps="return modele(l, i, j, direc, t, g) + 1")
faux("nb_portee_courte", "case de moins", change={BANDE: "bande(l, i, j, direc, t, g - 1)"})
faux("nb_portee_longue", "case de trop", change={BANDE: "bande(l, i, j, direc, t, g + 1)"})
faux("nb_fenetre_courte", "g - 1 cases", change={"apres, t, g": "apres, t, g - 1"})
faux("nb_adverse", "adversaire", corps="return modele(l, i, j, direc, inv(t), g)")
faux(
    "nb_sans_bornes",
    "IndexError",
    corps="""
    di, dj = PAS[direc]
    return sum(l[j + k * dj][i + k * di] == t for k in range(-g + 1, g))
    """,
)
faux("nb_ligne_seule", "toujours la direction « ligne »", corps='return modele(l, i, j, "ligne", t, g)')
faux("nb_en_tournant", "indice négatif", change={BANDE: "bande(l, i, j, direc, t, g, mini=-99)"})
faux("nb_quatre", "Ce n'est pas le bon nombre", part=0.8, corps="return modele(l, i, j, direc, t, 4)")

# --- maxix ------------------------------------------------------------------------------------------

Q = RECUEIL.question(
    "maxix",
    """
    def maxix(l, t, g):
        return max([maxixloc(l, i, j, t, g) for i, j in vides(l)], default=0)
    """,
)
faux, juste = Q.faux, Q.juste

juste(
    "maxix_boucles",
    corps="""
    maximum = 0
    for j, colonne in enumerate(l):
        for i, case in enumerate(colonne):
            if case == VIDE and maxixloc(l, i, j, t, g) > maximum:
                maximum = maxixloc(l, i, j, t, g)
    return maximum
    """,
)
juste(
    "maxix_recursive",
    source="""
    def maxix(l, t, g, cases=None):
        cases = vides(l) if cases is None else cases
        if not cases:
            return 0
        (i, j), *reste = cases
        return max(maxixloc(l, i, j, t, g), maxix(l, t, g, reste))
    """,
)

faux(
    "maxix_accessible",
    "jouer tout de suite",
    change={"vides(l)": "[(k.count(VIDE) - 1, j) for j, k in enumerate(l) if VIDE in k]"},
)
faux("maxix_partout", "cases occupées", change={"vides(l)": "np.ndindex(len(l[0]), len(l))"})
faux("maxix_minimum", "minimum", change={"max(": "min("})
faux(
    "maxix_derniere",
    "dernière case",
    corps="m = 0\nfor i, j in vides(l):\n    m = maxixloc(l, i, j, t, g)\nreturn m",
)
faux(
    "maxix_premiere",
    "return est-il dans la boucle",
    corps="for i, j in vides(l):\n    return maxixloc(l, i, j, t, g)\nreturn 0",
)
faux("maxix_adverse", "adversaire", corps="return modele(l, inv(t), g)")
faux("maxix_quatre", "transmettez pas g", part=0.75, corps="return modele(l, t, 4)")
faux("maxix_max_de_rien", "ValueError", change={", default=0": ""})
faux("maxix_somme", "additionnez", change={"max(": "sum(", ", default=0": ""})
faux(
    "maxix_nombre",
    "nombre de cases qui atteignent",
    corps="""
    valeurs = [maxixloc(l, i, j, t, g) for i, j in vides(l)]
    return valeurs.count(max(valeurs, default=0))
    """,
)
faux("maxix_places", "entier", corps="return modele(l, t, g), vides(l)")
faux("maxix_zero", "toujours 0", corps="return 0")

# --- slc2 -------------------------------------------------------------------------------------------

Q = RECUEIL.question(
    "slc2",
    """
    def slc2(l, lcj, t, txt, g):
        m, lcjnew = 0, list(lcj)
        for c in lcj:
            lt = ajouter(l, c, t)
            maxixt, maxiti = maxix(lt, t, g), maxi(ajouter(lt, c, inv(t)), inv(t), g)
            if txt == 1:
                print(c, maxixt)
            if maxixt > m and maxiti < g:
                lcjnew, m = [c], maxixt
            elif maxixt == m and maxiti < g and c not in lcjnew:
                lcjnew.append(c)
        return lcjnew
    """,
)
faux, juste = Q.faux, Q.juste

juste(
    "slc2_en_deux_temps",
    corps="""
    ok = listcolok(l, lcj, t, g)
    if not ok:
        return tuple(lcj)
    valeurs = [maxix(ajouter(l, c, t), t, g) for c in ok]
    return tuple(c for c, n in zip(ok, valeurs, strict=True) if n == max(valeurs))
    """,
)
juste("slc2_a_l_envers", corps='print("bavarde")\nreturn modele(l, list(reversed(lcj)), t, txt, g)')

faux("slc2_avec_maxi", "comme slc1", corps="return slc1(l, lcj, t, txt, g)")
faux("slc2_sans_permission", "offrent la victoire", change={" and maxiti < g": ""})
faux(
    "slc2_sans_vider",
    "repartez d'une liste",
    change={
        "list(lcj)": "[]",
        "= [c]": "= lcjnew + [c]",
        "return lcjnew": "return lcjnew if m else list(lcj)",
    },
)
faux("slc2_premiere", "que la première", change={"lcjnew.append(c)": "pass"})
faux("slc2_derniere", "que la dernière", change={"= 0,": "= 1,", "maxixt > m": "maxixt >= m"})
faux("slc2_adverse", "lignes de l'adversaire", change={"maxix(lt, t, g)": "maxix(lt, inv(t), g)"})
faux("slc2_apres_la_reponse", "après la réponse", change={"maxix(lt": "maxix(ajouter(lt, c, inv(t))"})
faux("slc2_toutes", "celles de lcj", corps="return modele(l, listcolnonpleines(l), t, txt, g)")
faux("slc2_vide", "renvoyez alors lcj", corps="return modele(l, listcolok(l, lcj, t, g), t, txt, g)")
faux("slc2_lcj", "toujours lcj", part=0, corps="return list(lcj)")
faux("slc2_permises", "toutes les colonnes permises", corps="return listcolok(l, lcj, t, g) or list(lcj)")
faux("slc2_en_place", "modifié", corps="lcj[:] = modele(l, lcj, t, txt, g)\nreturn lcj")
faux("slc2_un_numero", "doit être une liste", change={"return lcjnew": "return lcjnew[0]"})

# --- slc3 -------------------------------------------------------------------------------------------

Q = RECUEIL.question(
    "slc3",
    """
    def slc3(l, lcj, t, txt, g):
        lcjnew = listcolok(l, slc2(l, lcj, t, txt, g), t, g)
        return lcjnew if lcjnew != [] else lcj
    """,
)
faux, juste = Q.faux, Q.juste

juste(
    "slc3_par_ou",
    corps="return [c for c in slc2(l, lcj, t, 0, g) if c in listcolok(l, lcj, t, g)] or tuple(lcj)",
)
juste(
    "slc3_longueur",
    corps="""
    choisies = tuple(slc2(l, lcj, t, txt, g))
    gardees = set()
    for c in choisies:
        gardees |= set(listcolok(l, [c], t, g))
    if len(gardees) == 0:
        return lcj[:]
    return gardees
    """,
)

faux("slc3_slc2", "sans le filtrer", corps="return slc2(l, lcj, t, txt, g)")
faux("slc3_listcolok", "filtrez lcj au lieu", change={"slc2(l, lcj, t, txt, g)": "lcj"})
faux("slc3_vide", "renvoyez alors lcj", change={" if lcjnew != [] else lcj": ""})
faux(
    "slc3_rejetees",
    "REJETTE",
    corps="return [c for c in slc2(l, lcj, t, txt, g) if c not in listcolok(l, lcj, t, g)] or lcj",
)
faux("slc3_toutes", "celles de lcj", corps="return modele(l, listcolnonpleines(l), t, txt, g)")
faux("slc3_repli_large", "toutes les colonnes jouables", change={"else lcj": "else listcolnonpleines(l)"})
faux("slc3_de_slc1", "partez de slc1", change={"slc2": "slc1"})
faux(
    "slc3_sans_sinon",
    "rien (None)",
    change={"return lcjnew if lcjnew != [] else lcj": "if lcjnew:\n        return lcjnew"},
)

# --- slc4_corrigee ----------------------------------------------------------------------------------

Q = RECUEIL.question(
    "slc4_corrigee",
    """
    def slc4_corrigee(l, lcj, t, txt, g):
        gardees = [c for c in slc3(l, lcj, t, txt, g) if not double(l, c, t, g)]
        return gardees if gardees != [] else lcj
    """,
)
faux, juste = Q.faux, Q.juste
DU_SUJET = """
lcjnew = list(slc3(l, lcj, t, txt, g))
for c in lcjnew:
    if double(l, c, t, g):
        lcjnew.remove(c)
return lcjnew or lcj
"""

juste("slc4_sur_une_copie", corps=DU_SUJET.replace("in lcjnew", "in list(lcjnew)"))
juste(
    "slc4_en_reculant",
    corps="""
    lcjnew = list(slc3(l, lcj, t, txt, g))
    for k in range(len(lcjnew) - 1, -1, -1):
        if double(l, lcjnew[k], t, g):
            del lcjnew[k]
    return set(lcjnew or lcj)
    """,
)

faux("slc4_du_sujet", "de la liste que la boucle parcourt", corps=DU_SUJET)
faux("slc4_slc3", "sans rien retirer", corps="return slc3(l, lcj, t, txt, g)")
faux("slc4_inverse", "l'inverse", change={"if not double": "if double"})
faux("slc4_repli_slc3", "celles de slc3", part=0.8333, change={"else lcj": "else slc3(l, lcj, t, txt, g)"})
faux("slc4_vide", "renvoyez alors lcj", change={" if gardees != [] else lcj": ""})
faux(
    "slc4_une_place",
    "au moins deux",
    change={"not double(l, c, t, g)": f"maxix({COUPS}, inv(t), g) < g - 1"},
)
faux("slc4_sans_reponse", "réponse de l'adversaire", change={"t, g)]": "t, g, ajouter(l, c, t))]"})
faux("slc4_de_lcj", "partez de lcj", change={"slc3(l, lcj, t, txt, g)": "lcj"})
faux("slc4_avec_break", "après la première", corps=DU_SUJET.replace("remove(c)", "remove(c)\n        break"))

# --- ia2 --------------------------------------------------------------------------------------------

Q = RECUEIL.question(
    "ia2",
    """
    def ia2(l, t, txt, g):
        cf = urgence(l, t, txt, g)
        if cf == 0:
            moi, a, lui, b = preparer(l, t, g)
            cf = cascade(l, t, g, [(moi, 2, a), (lui, 2, b), (moi, 1, a), (lui, 1, b)])
        return [ajouter(l, cf, t), cf]
    """,
)
faux, juste = Q.faux, Q.juste
URGENCE, TABLE = "urgence(l, t, txt, g)", "ajouter(l, cf, t)"

juste(
    "ia2_sans_urgence",
    corps="""
    colonnes = listcolnonpleines(l)
    gagne = [c for c in colonnes if maxi(ajouter(l, c, t), t, g) >= g]
    perd = [c for c in colonnes if maxi(ajouter(l, c, inv(t)), inv(t), g) >= g]
    if gagne or perd:
        c = random.choice(gagne or perd)
        return ajouter(l, c, t), c
    moi, a, lui, b = preparer(l, t, g)
    choix = a if moi >= 2 and a else b if lui >= 2 and b else a if moi and a else b if lui and b else None
    c = choix or [[c] for c in listcolok(l, colonnes, t, g)] or [[c] for c in colonnes]
    c = c[random.randrange(len(c))][0]
    return (ajouter(l, c, t), c)
    """,
)
juste(
    "ia2_bavarde",
    source="""
    def ia2(l, t, txt, g, melange=True):
        cf = urgence(l, t, 1, g)
        print("urgence :", cf)
        if cf != 0:
            return [ajouter(l, cf, t), cf]
        moi, a, lui, b = preparer(l, t, g)
        for seuil in (2, 1):
            for maximum, places in ((moi, a), (lui, b)):
                if maximum >= seuil and places != []:
                    random.shuffle(places)
                    return [ajouter(l, places[0][0], t), places[0][0]]
        c = random.choice(listcolok(l, listcolnonpleines(l), t, g) or listcolnonpleines(l))
        return [ajouter(l, c, t), c]
    """,
)

faux("ia2_sans_gagner_ni_bloquer", "deux premières règles", change={URGENCE: "0"})
faux("ia2_bloque_d_abord", "victoires immédiates", change={URGENCE: "urgence(l, inv(t), txt, g)"})
faux("ia2_bloque_seulement", "gagner", change={URGENCE: "gagnante(l, inv(t), g)"})
faux("ia2_gagne_seulement", "laissez l'adversaire gagner", change={URGENCE: "gagnante(l, t, g)"})
faux("ia2_gener_d_abord", "vos propres lignes passent avant", change={"moi, a, lui, b =": "lui, b, moi, a ="})
faux("ia2_sans_les_uns", "lignes d'un seul jeton", part=0.5714, change={", (moi, 1, a), (lui, 1, b)": ""})
faux("ia2_moi_puis_lui", "priorité", change={"(moi, 2, a), (lui, 2, b), ": ""})
faux(
    "ia2_filtre_pour_l_autre",
    "priorité",
    change={
        "        cf = c": "        b = filtreplc(l, inv(t), g, maxixplaces(l, inv(t), g)[1])\n        cf = c"
    },
)
faux("ia2_au_hasard", "gagner", change={URGENCE: "random.choice(listcolnonpleines(l))"})
faux("ia2_toujours_la_premiere", "tirez au sort", part=0.8571, change={"b)])": "b)], lambda p: p[0])"})
faux("ia2_table_inchangee", "pas la table", change={TABLE: "[list(c) for c in l]"})
faux("ia2_jeton_adverse", "pas la table", change={TABLE: "ajouter(l, cf, inv(t))"})
faux("ia2_colonne_seule", "[nouvelle table, colonne]", change={f"[{TABLE}, cf]": "cf"})
faux("ia2_place_entiere", "une liste, pas un numéro", change={", cf]": ", [cf, 0]]"})
faux(
    "ia2_en_place",
    "modifié",
    corps="""
    c = modele(l, t, txt, g)[1]
    l[c - 1][l[c - 1].count(VIDE) - 1] = t
    return [l, c]
    """,
)
faux(
    "ia2_sans_filtre_vide",
    "priorité",
    corps="""
    cf = urgence(l, t, txt, g) or random.choice(preparer(l, t, g)[1])[0]
    return [ajouter(l, cf, t), cf]
    """,
)
