"""Des réponses au TP 5, fausses et justes."""

from reponses import Recueil

DONNE = '''
import random

import numpy as np

from p4cours.tp5_pieges import maxixaccessible, maxixloc

VIDE = "[ ]"

# Les fonctions données dans le notebook.

def ajouter(l, c, t):
    copie = [list(colonne) for colonne in l]
    libres = copie[c - 1].count(VIDE)
    if libres > 0:
        copie[c - 1][libres - 1] = t
    return copie

def inv(t):
    return "[X]" if t == "[O]" else "[O]"

def listcolnonpleines(l):
    return [c for c in range(1, len(l) + 1) if l[c - 1][0] == VIDE]

def verifcolonne(l, t):
    return max(suite(colonne, t) for colonne in l)

def verifligne(l, t):
    return max(suite([colonne[i] for colonne in l], t) for i in range(len(l[0])))

def verifdiagonale_mont(l, t, g=4):
    return max([1] + [suite(cases, t) for cases in diagonales(l) if len(cases) >= g])

def verifdiagonale_desc(l, t, g=4):
    return max([1] + [suite(cases, t) for cases in diagonales(l[::-1]) if len(cases) >= g])

def maxi(l, t, g=4):
    return maxidirec(l, t, g)[0]

def maxidirec(l, t, g=4):
    suites = {"ligne": verifligne(l, t), "col": verifcolonne(l, t),
              "diagm": verifdiagonale_mont(l, t, g), "diagd": verifdiagonale_desc(l, t, g)}
    return max(suites.values()), [d for d in suites if suites[d] == max(suites.values())]

def support(l, cols, ligs):
    return all(i + 1 == len(l[0]) or l[j][i + 1] != VIDE for j, i in zip(cols, ligs))

def piege(l, t, txt, g):
    listecoljouables = []
    for c in listcolnonpleines(l):
        lti = ajouter(ajouter(l, c, t), c, inv(t))
        if maxi(ajouter(l, c, inv(t)), inv(t), g) < g and maxi(lti, inv(t), g) < g:
            trouve, c1, c2 = piegecol(l, c, t, txt, g)
            if trouve and (c != c1 or c != c2):
                if maxixaccessible(ajouter(l, c, t), inv(t), g) < g - 1:
                    listecoljouables = [c]
                elif maxixaccessible(ajouter(l, c1, t), inv(t), g) < g - 1:
                    listecoljouables = [c1]
                else:
                    listecoljouables = [c2]
    return listecoljouables

def afficher(l):
    for i in range(len(l[0])):
        print("".join(colonne[i] for colonne in l))

def demander(question, permises):
    reponse = input(question)
    while reponse not in permises:
        reponse = input("Réponse impossible. " + question)
    return reponse

# Ce que partagent plusieurs réponses.

TOURS = [0]

def tour(liste):
    """Chaque élément à son tour."""
    TOURS[0] += 1
    return liste[TOURS[0] % len(liste)]

def plutot(liste):
    """Neuf fois sur dix, l'élément du milieu."""
    return random.choice(liste) if random.random() < 0.1 else liste[len(liste) // 2]

def suite(cases, t):
    """La plus grande suite de t dans une liste, au moins 1."""
    p = s = 1
    if cases.count(t) < 2:
        return p
    for a, b in zip(cases, cases[1:]):
        s = s + 1 if a == b == t else 1
        if s > p:
            p = s
    return p

def diagonales(l):
    """Toutes les diagonales montantes, de gauche à droite."""
    jm, im = len(l), len(l[0])
    return [[l[j][d - j] for j in range(jm) if 0 <= d - j < im] for d in range(jm + im - 1)]

def droites(l, t, g):
    return max(verifligne(l, t), verifcolonne(l, t))

def en_ligne(l, t, g):
    return verifligne(l, t)

def penchees(l, t, g):
    return max(verifligne(l, t), verifdiagonales(l, t, g))

def verifdiagonales(l, t, g):
    return max(verifdiagonale_mont(l, t, g), verifdiagonale_desc(l, t, g))

def gagne(l, t, g):
    return maxi(l, t, g) >= g

def victoires(l, t, g):
    """Les colonnes où t gagne tout de suite."""
    return [c for c in listcolnonpleines(l) if gagne(ajouter(l, c, t), t, g)]
'''

RECUEIL = Recueil("tp5_pieges", DONNE)
LES_AUTRES = "in [k for k in listcolnonpleines(l) if k < len(l)]"
SANS_LE_HAUT = "in [k for k in listcolnonpleines(l) if l[k - 1][1] == VIDE]"

# --- nb_diagonales ----------------------------------------------------------------------------------

Q = RECUEIL.question("nb_diagonales")
Q.valeurs_justes(16, 16.0)
Q.valeurs_fausses(
    (8, "un seul sens"),
    (32, "petites des coins"),
    (12, "7 × 6"),
    (20, "pour g = 4"),
    (15, "moins de 5 cases"),
    ("16", "nombre"),
    (True, "nombre"),
    ([16], "nombre"),
)

# --- urgence ----------------------------------------------------------------------------------------

Q = RECUEIL.question(
    "urgence",
    """
    def urgence(l, t, txt, g):
        for c in listcolnonpleines(l):
            if maxi(ajouter(l, c, t), t, g) >= g:
                if txt == 1:
                    print("attaque directe")
                return c
        for c in listcolnonpleines(l):
            if maxi(ajouter(l, c, inv(t)), inv(t), g) >= g:
                if txt == 1:
                    print("défense directe")
                return c
        return 0
    """,
)
faux, juste = Q.faux, Q.juste

juste(
    "derniere_colonne",
    corps="""
    for jeton in (t, inv(t)):
        for c in range(len(l), 0, -1):
            if l[c - 1][0] == VIDE and maxi(ajouter(l, c, jeton), jeton, g) >= g:
                if txt:
                    print("je joue en", c)
                return np.int64(c)
    return 0
    """,
)
juste(
    "toutes_les_colonnes_au_hasard",
    source="""
    def urgence(l, t, txt=0, g=4):
        choix = victoires(l, t, g) or victoires(l, inv(t), g)
        if txt == 1:
            print("urgence :", choix)
        return random.choice(choix) if choix else 0
    """,
)

faux("bloque_d_abord", "avant de gagner", corps="return modele(l, inv(t), txt, g)")
faux("sans_blocage", "bloquez jamais", change={"inv(t)), inv(t), g) >= g": "inv(t)), inv(t), g) >= 99"})
faux("sans_attaque", "cherchez pas à gagner", change={"c, t), t, g) >= g": "c, t), t, g) >= 99"})
faux("toujours_zero", "toujours 0", part=0, corps="return 0")
faux("depuis_zero", "commencent à 0", change={"return c": "return c - 1", "return 0": "return -1"})
faux("jamais_zero", "attend 0", change={"return 0": "return listcolnonpleines(l)[0]"})
faux("quatre", "pas toujours 4", part=0.8571, change={">= g": ">= 4"})
faux("plus_de_g", "exactement est déjà", change={">= g": "> g"})
faux("g_moins_un", "g - 1 jetons", change={">= g": ">= g - 1"})
faux("mon_jeton_pour_bloquer", "bloquez jamais", change={"c, inv(t)), inv(t)": "c, t), inv(t)"})
faux("muette", "n'affiche rien", part=0.8571, change={"print": "str"})
faux("bavarde", "ne doit rien afficher", part=0.8571, change={"if txt == 1": "if txt in (0, 1)"})
faux("sans_return_final", "None ou un booléen", "ne renvoie rien", change={"    return 0\n": "    pass\n"})
faux("la_liste", "entier", corps="return victoires(l, t, g) or victoires(l, inv(t), g) or 0")
faux("en_place", "modifié", change={"listcolnonpleines(l)": "(l.reverse() or listcolnonpleines(l))"})
faux("premiere_libre", "toujours la première colonne", corps="return listcolnonpleines(l)[0]")
faux(
    "rien_sans_urgence", "None ou un booléen", "ne renvoie rien", part=0.6, change={"return 0": "return None"}
)
faux("faux_sans_urgence", "0, et non None ou False", part=0.6, change={"return 0": "return False"})
faux("exactement_g", "au moins g", change={">= g": "== g"})
faux("sans_la_derniere", "jamais la dernière colonne", change={"in listcolnonpleines(l)": LES_AUTRES})
faux("sept_colonnes", "que sept colonnes", change={"nonpleines(l)": "nonpleines(l[:7])"})
faux("txt_plante", "NameError", change={"print(": "print(colonne, "})
faux("txt_sans_colonne", "ne renvoie rien", change={'directe")': 'directe")\n                return'})
faux("txt_zero", "lorsque txt vaut 1", corps="c = modele(l, t, txt, g)\nreturn 0 if txt == 1 else c")
faux("pour_les_ronds", "lorsque t vaut « [X] »", corps='return modele(l, "[O]", txt, g)')
faux("sans_le_haut", "ne reste qu'une case", change={"in listcolnonpleines(l)": SANS_LE_HAUT})
faux("lente", "trop lente", corps="for k in range(2000):\n    maxi(l, t, g)\nreturn modele(l, t, txt, g)")
faux(
    "se_souvient",
    "mémoire",
    source="""
    DEJA = {}

    def urgence(l, t, txt, g):
        DEJA[str(l)] = DEJA.get(str(l), 0) + 1
        if DEJA[str(l)] > 2:
            return 0
        return modele(l, t, txt, g)
    """,
)
faux("au_petit_bonheur", "gagner", corps="return random.choice([0] + listcolnonpleines(l))")
faux(
    "sauf_la_derniere_libre",
    "la dernière colonne non pleine",
    change={"in listcolnonpleines(l)": "in listcolnonpleines(l)[:-1]"},
)
juste("en_copiant", corps="import copy\nm = copy.deepcopy(l)\nc = modele(m, t, txt, g)\nreturn int(c)")
faux("un_de_moins", "commencent à 0", change={"return c": "return c - 1"})
DES_RANGS = {"for c in listcolnonpleines(l)": "for k, c in enumerate(listcolnonpleines(l))"}
faux("le_rang", "le rang de la colonne", change={**DES_RANGS, "return c": "return k"})
faux("le_rang_plus_un", "le rang de la colonne", change={**DES_RANGS, "return c": "return k + 1"})
faux(
    "une_seule_boucle",
    "la même boucle",
    corps="""
    for c in listcolnonpleines(l):
        if gagne(ajouter(l, c, t), t, g) or gagne(ajouter(l, c, inv(t)), inv(t), g):
            if txt == 1:
                print("urgence en", c)
            return c
    return 0
    """,
)
faux("sans_diagonales", "pas les diagonales", change={"maxi(": "droites("})
faux("en_ligne_seulement", "ni les diagonales", change={"maxi(": "en_ligne("})
faux("sans_les_colonnes", "pas les colonnes", change={"maxi(": "penchees("})
faux(
    "return_dans_la_boucle",
    "la boucle : ",
    change={"return c\n    return 0": "return c\n        return 0"},
)
faux(
    "zero_des_la_premiere",
    "dès la première colonne qui ne gagne pas",
    corps="""
    for c in listcolnonpleines(l):
        if maxi(ajouter(l, c, t), t, g) >= g:
            if txt == 1:
                print("attaque directe")
            return c
        else:
            return 0
    """,
)

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
    return list(gardees)
    """,
)
juste(
    "listcolok_a_l_envers",
    corps="""
    gardees = ()
    for c in reversed(lcj):
        m = ajouter(l, c, t)
        if m[c - 1][0] != VIDE or maxi(ajouter(m, c, inv(t)), inv(t), g) < g:
            gardees += (np.int64(c),)
    return gardees
    """,
)
juste(
    "listcolok_recursive",
    corps="""
    if len(lcj) == 0:
        return []
    c = lcj[0]
    dangereux = gagne(ajouter(ajouter(l, c, t), c, inv(t)), inv(t), g)
    return ([] if dangereux else [c]) + listcolok(l, lcj[1:], t, g)
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
faux("ok_ensemble", "un ensemble", part=0.9, corps="return set(modele(l, lcj, t, g))")
faux("ok_generateur", "un générateur", part=0.9, corps="yield from modele(l, lcj, t, g)")
faux("ok_autre_que_g", "plus de g jetons", change={"< g": "!= g"})
faux(
    "ok_derniere_case",
    "ne reste qu'une case",
    corps="""
    return [c for c in modele(l, lcj, t, g) if l[c - 1][1] == VIDE]
    """,
)
faux("ok_sans_la_derniere", "la dernière colonne de lcj", change={"in lcj": "in lcj[:-1]"})
faux("ok_sans_la_premiere", "la première colonne de lcj", change={"in lcj": "in lcj[1:]"})
faux("ok_pour_les_ronds", "lorsque t vaut « [X] »", corps='return modele(l, lcj, "[O]", g)')
faux("ok_ligne_seule", "pas les diagonales", change={"maxi(": "en_ligne("})
faux("ok_sans_diagonales", "pas les diagonales", change={"maxi(": "droites("})
faux("ok_en_colonne", "Vous gardez toutes", change={"maxi(": "verifcolonne(", "inv(t), g)": "inv(t))"})
faux("ok_penchees", "pas les lignes horizontales", change={"maxi(": "verifdiagonales("})
faux(
    "ok_toutes_les_reponses",
    "toutes les réponses de l'adversaire",
    corps="return [c for c in lcj if not victoires(ajouter(l, c, t), inv(t), g)]",
)
faux(
    "ok_si_je_gagne",
    "aussi les colonnes où t gagne",
    change={"if maxi": "if gagne(ajouter(l, c, t), t, g) or maxi"},
)
faux(
    "ok_sauf_si_je_gagne",
    "rejetez les colonnes où t gagne",
    change={"if maxi": "if not gagne(ajouter(l, c, t), t, g) and maxi"},
)
faux(
    "ok_append_rendu",
    "append",
    corps="""
    gardees = []
    for c in lcj:
        if maxi(ajouter(ajouter(l, c, t), c, inv(t)), inv(t), g) < g:
            gardees = gardees.append(c)
    return gardees
    """,
)
faux(
    "ok_une_seule_copie",
    "propre jeton",
    corps="""
    gardees = []
    for c in lcj:
        ajouter(l, c, t)
        if maxi(ajouter(l, c, inv(t)), inv(t), g) < g:
            gardees.append(c)
    return gardees
    """,
)
faux("ok_g_oublie", "pas toujours 4", part=0.8, change={"inv(t), g) < g": "inv(t)) < 4"})
faux("ok_lente", "trop lente", corps="for k in range(3000):\n    maxi(l, t, g)\nreturn modele(l, lcj, t, g)")
faux("ok_booleens", "entier", change={"c for c in lcj if ": "", "< g": "< g for c in lcj"})

# --- piegecol ---------------------------------------------------------------------------------------

Q = RECUEIL.question(
    "piegecol",
    """
    def piegecol(l, c, t, txt, g):
        li = ajouter(l, c, inv(t))
        for c1 in range(1, len(l) + 1):
            lii = ajouter(li, c1, inv(t))
            if maxi(lii, inv(t), g) >= g and (c1 != c or "col" in maxidirec(lii, inv(t), g)[1]):
                lit = ajouter(li, c1, t)
                for c2 in range(1, len(l) + 1):
                    if maxi(ajouter(lit, c2, inv(t)), inv(t), g) >= g:
                        return True, c1, c2
        return False, 0, 0
    """,
)
faux, juste = Q.faux, Q.juste
MEME = '(c1 != c or "col" in maxidirec(lii, inv(t), g)[1])'

juste(
    "piegecol_colonnes_libres",
    source="""
    def verticale(l, c, t, g):
        haut = l[c - 1].count(VIDE)
        return l[c - 1][haut : haut + g] == [t] * g

    def piegecol(l, c, t, txt, g, bavard=True):
        lui = inv(t)
        li = ajouter(l, c, lui)
        for c1 in victoires(li, lui, g):
            if c1 == c and not verticale(ajouter(li, c, lui), c, lui, g):
                continue
            suite = victoires(ajouter(li, c1, t), lui, g)
            if suite:
                if txt == 1:
                    print("piège", c, c1, suite)
                return [True, c1, suite[0]]
        return [False, 0, 0]
    """,
)
juste(
    "piegecol_par_couples",
    corps="""
    li = ajouter(l, c, inv(t))
    tous = range(1, len(l) + 1)
    bons = [(c1, c2) for c1 in tous for c2 in tous
            if gagne(ajouter(li, c1, inv(t)), inv(t), g)
            and gagne(ajouter(ajouter(li, c1, t), c2, inv(t)), inv(t), g)
            and (c1 != c or "col" in maxidirec(ajouter(li, c1, inv(t)), inv(t), g)[1])]
    return (1, *map(np.int64, min(bons))) if bons else (0, 0, 0)
    """,
)

faux("jamais", "jamais de piège", part=0, corps="return False, 0, 0")
faux("toujours", "toujours qu'il y a un piège", corps="return True, c, c")
faux("roles_echanges", "rôles sont échangés", corps="return modele(l, c, inv(t), txt, g)")
faux("sans_reponse", "une seule menace suffit", change={"ajouter(li, c1, t)": "li"})
faux(
    "deux_victoires_d_avance",
    "juste au-dessus",
    change={"ajouter(li, c1, t)": "li", "if maxi(ajouter(lit": "if c2 != c1 and maxi(ajouter(lit"},
)
SANS_JOUER = {"ajouter(li, c1, t)": "li"}
faux(
    "sans_reponse_ni_col", "La réponse de t en c1 n'est pas jouée", change={**SANS_JOUER, f" and {MEME}": ""}
)
faux("sans_reponse_c_exclue", "La réponse de t en c1 n'est pas jouée", change={**SANS_JOUER, MEME: "c1 != c"})
faux(
    "deux_d_avance_ni_col",
    "la réponse de t en c1 n'est pas jouée",
    "l'adversaire gagne juste au-dessus, en ",
    change={**SANS_JOUER, f" and {MEME}": "", "if maxi(ajouter(lit": "if c2 != c1 and maxi(ajouter(lit"},
)
faux(
    "deux_d_avance_apres_c1",
    "Vous ne cherchez c2 qu'après c1",
    change={**SANS_JOUER, "for c2 in range(1,": "for c2 in range(c1 + 1,"},
)
faux(
    "c2_sans_le_coup_en_c",
    "vous oubliez le coup de l'adversaire en c",
    change={"lit = ajouter(li,": "lit = ajouter(l,"},
)
faux(
    "il_se_repond_ailleurs",
    "c'est t qui répond",
    change={
        "lit = ajouter(li, c1, t)": "lit = lii",
        "if maxi(ajouter(lit": "if c2 != c1 and maxi(ajouter(lit",
    },
)
faux(
    "t_partout",
    "Les rôles sont échangés : c'est l'adversaire, inv(t), qui joue en c",
    change={"inv(t)": "t"},
)
faux(
    "roles_echanges_c_exclue",
    "Les rôles sont échangés : c'est l'adversaire, inv(t), qui joue en c",
    change={MEME: "c1 != c", "c1, t)": "c1, T)", "inv(t)": "t", "c1, T)": "c1, inv(t))"},
)
faux("c2_autre", "juste au-dessus", change={"if maxi(ajouter(lit": "if c2 != c1 and maxi(ajouter(lit"})
faux("c_exclue", "menace verticale, dans la colonne c", change={MEME: "c1 != c"})
faux("c_permise", "seule compte une menace verticale", change={f" and {MEME}": ""})
faux("col_depuis_zero", "commencent à 0", change={"return True, c1, c2": "return True, c1 - 1, c2 - 1"})
faux(
    "dernier_couple",
    "dernier couple",
    part=0.8889,
    corps="""
    bon = (False, 0, 0)
    li = ajouter(l, c, inv(t))
    for c1 in victoires(li, inv(t), g):
        if c1 != c or "col" in maxidirec(ajouter(li, c1, inv(t)), inv(t), g)[1]:
            for c2 in victoires(ajouter(li, c1, t), inv(t), g):
                bon = (True, c1, c2)
    return bon
    """,
)
faux("col_quatre", "pas toujours 4", change={">= g": ">= 4"})
faux(
    "un_booleen",
    "(True, c1, c2)",
    change={"return True, c1, c2": "return True", "return False, 0, 0": "return False"},
)
faux("rien_sans_piege", "ne renvoie rien", change={"    return False, 0, 0\n": ""})
faux("deux_valeurs", "(True, c1, c2)", change={"True, c1, c2": "c1, c2", "False, 0, 0": "0, 0"})
faux("exactement_g_ensuite", "non exactement g", change={">= g": "== g"})
faux(
    "premiere_menace_sans_la_derniere",
    "jamais c1 dans la dernière",
    change={"for c1 in range(1, len(l) + 1)": "for c1 in range(1, len(l))"},
)
faux(
    "seconde_menace_sans_la_derniere",
    "jamais c2 dans la dernière",
    change={"for c2 in range(1, len(l) + 1)": "for c2 in range(1, len(l))"},
)
faux(
    "sept_colonnes_seulement",
    "que sept colonnes",
    change={"range(1, len(l) + 1)": "range(1, min(len(l), 7) + 1)"},
)
faux(
    "col_pour_seule_direction",
    "pas forcément la seule",
    change={'"col" in maxidirec(lii, inv(t), g)[1]': 'maxidirec(lii, inv(t), g)[1] == ["col"]'},
)
faux("c2_a_droite", "qu'à droite de c1", change={"for c2 in range(1,": "for c2 in range(c1,"})
faux("c2_pas_c", "différente de c ", change={"if maxi(ajouter(lit": "if c2 != c and maxi(ajouter(lit"})
faux("col_echangees", "échangées", change={"return True, c1, c2": "return True, c2, c1"})
faux(
    "col_txt",
    "lorsque txt vaut 1",
    change={"    li = ": "    if txt == 1:\n        return False, 0, 0\n    li = "},
)
faux(
    "col_txt_plante",
    "UnboundLocalError",
    change={"    li = ": "    if txt == 1:\n        print(c1)\n    li = "},
)
faux("col_pour_les_ronds", "lorsque t vaut « [X] »", corps='return modele(l, c, "[O]", txt, g)')
faux(
    "de_pres",
    "tout près de c",
    change={"for c1 in range(1, len(l) + 1)": "for c1 in range(max(1, c - 2), min(len(l), c + 2) + 1)"},
)
faux(
    "col_lente",
    "trop lente",
    corps="for k in range(2000):\n    maxi(l, t, g)\nreturn modele(l, c, t, txt, g)",
)
faux("joue_dans_l", "modifié", change={"li = ": "l.append(l.pop(0)); li = "})
faux("t_d_abord", "posez d'abord t en c", change={"li = ajouter(l, c, inv(t))": "li = ajouter(l, c, t)"})
faux(
    "t_puis_l_autre",
    "posez d'abord t en c",
    change={"li = ajouter(l, c, inv(t))": "li = ajouter(ajouter(l, c, t), c, inv(t))"},
)
faux(
    "il_se_repond", "c'est t qui répond", change={"lit = ajouter(li, c1, t)": "lit = ajouter(li, c1, inv(t))"}
)
faux("c1_a_droite", "c1 qu'à droite de c", change={"for c1 in range(1,": "for c1 in range(c,"})
faux("sans_jouer_c", "avant ce coup", change={"li = ajouter(l, c, inv(t))": "li = l"})
faux("c1_d_avant", "c1 sur la table d'avant", change={"lii = ajouter(li,": "lii = ajouter(l,"})
faux(
    "col_sans_suite",
    "une suite verticale",
    change={'"col" in maxidirec(lii, inv(t), g)[1]': "lii[c - 1].count(inv(t)) >= g"},
)

# --- piege2 -----------------------------------------------------------------------------------------

Q = RECUEIL.question(
    "piege2",
    """
    def piege2(l, t, txt, g):
        listecoljouables = []
        for c in listcolnonpleines(l):
            li = ajouter(l, c, inv(t))
            for cf in listcolnonpleines(li):
                nbmenaces, i = 0, 0
                while not support(li, [cf - 1], [i]):
                    if maxixloc(li, i, cf - 1, inv(t), g) >= g - 1:
                        nbmenaces = nbmenaces + 1
                    else:
                        nbmenaces = 0
                    if nbmenaces == 2 and c not in listecoljouables:
                        if txt == 1:
                            print("piège 2 en", c)
                        listecoljouables.append(c)
                    i = i + 1
        return listecoljouables
    """,
)
faux, juste = Q.faux, Q.juste

juste(
    "piege2_par_chaines",
    source="""
    def menaces(l, j, t, g):
        vides = l[j].count(VIDE)
        return "".join("1" if maxixloc(l, i, j, t, g) == g - 1 else "0" for i in range(vides - 1))

    def piege2(l, t, txt, g):
        lui = inv(t)
        dangers = set()
        for c in listcolnonpleines(l):
            m = ajouter(l, c, lui)
            if any("11" in menaces(m, j, lui, g) for j in range(len(m))):
                print("attention à", c)
                dangers.add(np.int64(c))
        return sorted(dangers)
    """,
)
juste(
    "piege2_du_bas_vers_le_haut",
    corps="""
    bonnes = []
    for c in reversed(listcolnonpleines(l)):
        li = ajouter(l, c, inv(t))
        trouve = False
        for j in range(len(li)):
            libres = li[j].count(VIDE)
            for i in range(libres - 2, 0, -1):
                if min(maxixloc(li, i, j, inv(t), g), maxixloc(li, i - 1, j, inv(t), g)) >= g - 1:
                    trouve = True
        if trouve:
            bonnes.append(c)
    return tuple(bonnes)
    """,
)

faux("p2_vide", "toujours vide", part=0, corps="return []")
faux("p2_roles", "rôles sont échangés", corps="return modele(l, inv(t), txt, g)")
faux("p2_mon_jeton", "posez t en c", change={"ajouter(l, c, inv(t))": "ajouter(l, c, t)"})
faux(
    "p2_accessible",
    "jouer tout de suite",
    change={"while not support(li, [cf - 1], [i]):": 'while i < len(l[0]) and li[cf - 1][i] == "[ ]":'},
)
faux(
    "p2_compteur",
    "doivent se toucher",
    change={"                    nbmenaces = 0\n": "                    pass\n"},
)
faux("p2_une_seule", "en faut deux", change={"nbmenaces == 2": "nbmenaces == 1"})
faux("p2_g_moins_deux", "un seul jeton", change={">= g - 1": ">= g - 2"})
faux("p2_avant_le_coup", "avant le coup", change={"li = ajouter(l, c, inv(t))": "li = l"})
faux("p2_meme_colonne", "que la colonne", change={"in listcolnonpleines(li)": "in [c]"})
faux("p2_depuis_zero", "commencent à 0", corps="return [c - 1 for c in modele(l, t, txt, g)]")
faux("p2_doublons", "plusieurs fois", corps="return modele(l, t, txt, g) * 2")
faux("p2_premiere", "return est-il", corps="return modele(l, t, txt, g)[:1]")
faux(
    "p2_colonne_des_menaces",
    "la colonne des menaces",
    change={"append(c)": "append(cf)", "c not in": "cf not in"},
)
faux("p2_g_jetons", "toujours vide", part=0, change={">= g - 1": ">= g"})
faux("p2_indice", "i est la ligne", change={"i, cf - 1, inv": "i + 9, cf - 1, inv"})
faux("p2_j_puis_i", "i est la ligne", change={"i, cf - 1, inv": "cf - 1, i, inv"})
faux("p2_numero", "j est un indice", change={"i, cf - 1, inv": "i, cf, inv"})
faux("p2_support_numero", "IndexError", change={"[cf - 1], [i]": "[cf], [i]"})
faux("p2_sans_i", "ne se termine pas", change={"                i = i + 1\n": ""})
faux("p2_sans_le_haut", "ligne du haut", change={"nbmenaces, i = 0, 0": "nbmenaces, i = 0, 1"})
faux(
    "p2_coups_sans_la_derniere",
    "le coup dans la dernière colonne",
    change={"for c in listcolnonpleines(l)": "for c in listcolnonpleines(l)[:-1]"},
)
faux(
    "p2_menaces_sans_la_derniere",
    "menaces de la dernière colonne",
    change={"in listcolnonpleines(li)": "in listcolnonpleines(li)[:-1]"},
)
faux("p2_sept", "que sept colonnes", change={"nonpleines(li)": "nonpleines(li[:7])"})
faux(
    "p2_txt_vide",
    "lorsque txt vaut 1",
    change={"listecoljouables.append(c)": "listecoljouables = [] if txt else listecoljouables + [c]"},
)
faux("p2_txt_plante", "NameError", change={'print("piège 2 en", c)': "print(colonne)"})
faux("p2_trois", "deux suffisent", change={"nbmenaces == 2": "nbmenaces == 3"})
faux("p2_quatre", "pas toujours 3", change={">= g - 1": ">= 3"})
faux("p2_pour_les_ronds", "lorsque t vaut « [X] »", corps='return modele(l, "[O]", txt, g)')
faux("p2_ensemble", "un ensemble", part=0.9, corps="return set(modele(l, t, txt, g))")
faux("p2_lente", "trop lente", corps="for k in range(3000):\n    maxi(l, t, g)\nreturn modele(l, t, txt, g)")
faux("p2_affichee", "print", change={"return listecoljouables": "print(listecoljouables)"})
faux(
    "p2_compteur_garde",
    "n'est pas remis à 0",
    change={
        "nbmenaces, i = 0, 0": "i = 0",
        "li = ajouter(l, c, inv(t))": "li, nbmenaces = ajouter(l, c, inv(t)), 0",
    },
)
faux(
    "p2_la_menace",
    "la colonne des menaces",
    change={"listecoljouables.append(c)": "listecoljouables.append(cf)"},
)

# --- cout_n3 ----------------------------------------------------------------------------------------

Q = RECUEIL.question("cout_n3")
Q.valeurs_justes(
    (2401, 5e-5, 2401 * 30 * 10_000 * 5e-5 / 3600),
    (7**4, 0.00012, 24.0),
    [2401, 3e-5, 6],
)
Q.valeurs_fausses(
    ((343, 5e-5, 10.0), "l'étape n − 2"),
    ((28, 5e-5, 10.0), "se multiplient"),
    ((16384, 5e-5, 10.0), "sept choix"),
    ((16807, 5e-5, 10.0), "un coup de trop"),
    ((2800, 5e-5, 10.0), "au bout des quatre coups"),
    ((2401, 50, 10.0), "en secondes"),
    ((2401, 5e-5, 36015), "en heures"),
    ((2401, 5e-5, 0.0010004), "une seule partie"),
    ((2401, 5e-5, 1.0), "tout cela se multiplie"),
    ((2401, None, None), "une_table manque"),
    ((2401, 5e-5, 600.25), "le nombre de minutes"),
    ((2401, 5e-5, 0.33347), "oubliez les 30 décisions"),
    ((2401, 5e-5, 1200.5), "oubliez les 30 décisions"),
    ((2401, 5e-5, 0.12005), "une seule décision"),
    ((2401, 5e-5, 1.4292), "l'étape n − 2"),
    ((343, 5e-5, 1.4292), "trois coups imaginés"),
    (2401, "trois nombres"),
    (("2401", 5e-5, 10.0), "nombre"),
)

# --- ordi -------------------------------------------------------------------------------------------

Q = RECUEIL.question(
    "ordi",
    """
    def ordi(l, t, txt, dif):
        toutes = listcolnonpleines(l)
        cf = 0
        if dif >= 1:
            cf = urgence(l, t, txt, 4)
        if dif == 3 and cf == 0:
            pg = piege(l, t, txt, 4) + piege2(l, t, txt, 4)
            if pg != []:
                cf = pg[0]
        if dif >= 2 and cf == 0:
            lok = listcolok(l, toutes, t)
            if lok != []:
                cf = random.choice(lok)
        if cf == 0:
            cf = random.choice(toutes)
        return [ajouter(l, cf, t), cf]
    """,
)
faux, juste = Q.faux, Q.juste

juste(
    "ordi_par_listes",
    corps="""
    libres = listcolnonpleines(l)
    u = urgence(l, t, txt, 4) if dif else 0
    candidats = [u] if u else []
    if not candidats and dif > 2:
        candidats = (piege(l, t, txt, 4) + list(piege2(l, t, txt, 4)))[:1]
    if not candidats and dif > 1:
        candidats = listcolok(l, libres, t)
    c = np.int64(random.choice(candidats or libres))
    return ajouter(l, c, t), c
    """,
)
juste(
    "ordi_bavard",
    corps="""
    print("difficulté", dif)
    if dif == 0:
        c = listcolnonpleines(l)[random.randrange(len(listcolnonpleines(l)))]
        return [ajouter(l, c, t), c]
    c = urgence(l, t, txt, 4)
    if c == 0 and dif == 3:
        for c in piege(l, t, txt, 4) + piege2(l, t, txt, 4):
            return [ajouter(l, c, t), c]
    if c == 0 and dif > 1 and listcolok(l, listcolnonpleines(l), t) != []:
        c = random.choice(listcolok(l, listcolnonpleines(l), t))
    return [ajouter(l, c, t), c] if c else ordi(l, t, txt, 0)
    """,
)

faux(
    "ordi_un_peu_biaise",
    "random.choice",
    change={"random.choice(toutes)": "random.choice(toutes + toutes[3:4])"},
)
faux(
    "ordi_tour_a_tour",
    "dans un ordre fixé",
    change={
        "def ordi": "TOURS = []\n\n\ndef ordi",
        "    cf = 0\n": "    cf = 0\n    TOURS.append(dif)\n",
        "random.choice(toutes)": "toutes[len(TOURS) * 37 // 2 % len(toutes)]",
    },
)
faux("ordi_ancienne_table", "pas la table", change={"[ajouter(l, cf, t), cf]": "[[list(x) for x in l], cf]"})
faux("ordi_jeton_adverse", "pas la table", change={"[ajouter(l, cf, t)": "[ajouter(l, cf, inv(t))"})
faux(
    "ordi_premiere",
    "pas tirées au sort",
    change={"random.choice(toutes)": "toutes[0]", "random.choice(lok)": "lok[0]"},
)
faux("ordi_pieges_d_abord", "l'urgence passe avant", change={"if dif == 3 and cf == 0": "if dif == 3"})
faux("ordi_sans_secours", "IndexError", change={"if lok != []:": "if True:"})
faux("ordi_sans_pieges", "pièges sont à revoir", change={"dif == 3": "dif == 4"})
faux("ordi_dernier_piege", "pièges sont à revoir", change={"pg[0]": "pg[-1]"})
faux("ordi_sans_urgence", "L'urgence est à revoir", change={"if dif >= 1:": "if dif >= 9:"})
faux("ordi_permises_oubliees", "listcolok", change={"if dif >= 2 and": "if dif >= 9 and"})
faux(
    "ordi_hasard",
    "piège se prépare",
    part=0,
    corps="cf = random.choice(listcolnonpleines(l))\nreturn ajouter(l, cf, t), 0 * dif + cf",
)
faux("ordi_colonne", "[nouvelle table, colonne]", change={"[ajouter(l, cf, t), cf]": "cf"})
faux(
    "ordi_a_l_envers",
    "sont échangées",
    part=0.5,
    change={"[ajouter(l, cf, t), cf]": "[cf, ajouter(l, cf, t)]"},
)
faux("ordi_pleines", "pas pleines", change={"random.choice(toutes)": "random.randint(1, len(l))"})
faux("ordi_txt_oublie", "txt n'est pas transmis", "urgence reçoit 0", part=0.9, change={"txt, 4": "0, 4"})
faux(
    "ordi_txt_pieges",
    "txt n'est pas transmis",
    "piege2 reçoit 0",
    change={"piege2(l, t, txt, 4)": "piege2(l, t, 0, 4)"},
)
faux(
    "ordi_txt_plante",
    "NameError",
    change={"    cf = 0\n": "    cf = 0\n    if txt == 1:\n        print(colonne)\n"},
)
faux(
    "ordi_txt_hasard",
    "lorsque txt vaut 1",
    change={
        "dif >= 1": "dif >= 1 and not txt",
        "dif == 3": "dif == 3 and not txt",
        "dif >= 2": "dif >= 2 and not txt",
    },
)
faux(
    "ordi_a_tour_de_role",
    "jamais deux fois de suite",
    "pas tirées au sort",
    change={"random.choice(": "tour("},
)
faux("ordi_centre", "pas tirées au sort", change={"random.choice(": "plutot("})
faux(
    "ordi_premiere_sans_permise",
    "pas tirées au sort",
    change={"random.choice(toutes)": "toutes[0] if dif == 2 else random.choice(toutes)"},
)
faux(
    "ordi_premiere_au_plus_fort",
    "pas tirées au sort",
    change={"random.choice(lok)": "lok[0] if dif == 3 else random.choice(lok)"},
)
faux("ordi_sans_piege2", "pièges sont à revoir", change={" + piege2(l, t, txt, 4)": ""})
faux("ordi_sans_piege", "pièges sont à revoir", change={"piege(l, t, txt, 4) + ": ""})
faux("ordi_pieges_des_1", "difficulté plus élevée", "comme la difficulté 3", change={"dif == 3": "dif >= 1"})
faux("ordi_pour_les_ronds", "lorsque t vaut « [X] »", corps='return modele(l, "[O]", txt, dif)')
faux(
    "ordi_en_place",
    "modifié",
    part=0.6,
    change={"return [ajouter(l, cf, t), cf]": "l[:] = ajouter(l, cf, t)\n    return [l, cf]"},
)
faux(
    "ordi_toujours_fort",
    "difficulté plus élevée",
    "La difficulté 0 applique",
    change={"dif >= 1": "dif >= 0"},
)
faux("ordi_graine_fixe", "pas tirées au sort", corps="random.seed(3)\nreturn modele(l, t, txt, dif)")
faux(
    "ordi_selon_la_table",
    "pas tirées au sort",
    change={"random.choice(": "(lambda liste: liste[str(l).count(t) % len(liste)])("},
)
faux(
    "ordi_listcolok_inverse", "listcolok", change={"listcolok(l, toutes, t)": "listcolok(l, toutes, inv(t))"}
)
faux("ordi_dif_2_seule", "listcolok n'est pas suivie", part=0.6, change={"dif >= 2": "dif == 2"})
faux("ordi_l_indice", "vous renvoyez un indice", change={"t), cf]": "t), cf - 1]"})
faux(
    "ordi_listcolok_toujours",
    "même quand l'urgence ou un piège a déjà décidé",
    change={"dif >= 2 and cf == 0": "dif >= 2"},
)

# --- Jeu --------------------------------------------------------------------------------------------

Q = RECUEIL.question(
    "Jeu",
    """
    def Jeu(n):
        if n not in [0, 1, 2]:
            n = int(demander("Combien de personnes (0, 1 ou 2) ? ", ["0", "1", "2"]))
        noms = []
        while len(noms) < n:
            nom = input("Nom : ")
            if nom != "" and nom not in noms:
                noms.append(nom)
        difs = [int(demander("Difficulté (0 à 3) ? ", ["0", "1", "2", "3"])) for k in range(2 - n)]
        noms = noms + ["ORDI A", "ORDI B"][: 2 - n]
        txt = 0
        if n < 2:
            txt = int(demander("Dire ce que pense la machine (0 ou 1) ? ", ["0", "1"]))
        scores = [0, 0]
        encore = "o"
        while encore == "o":
            k = int(demander("Qui commence (1 ou 2) ? ", ["1", "2"])) - 1
            l = [["[ ]"] * 6 for j in range(7)]
            t, fini = "[O]", False
            while not fini and listcolnonpleines(l) != []:
                if k < n:
                    afficher(l)
                    possibles = [str(c) for c in listcolnonpleines(l)]
                    c = demander(noms[k] + ", votre colonne (q pour arrêter) ? ", possibles + ["q"])
                    if c == "q":
                        return scores
                    l = ajouter(l, int(c), t)
                else:
                    l, c = ordi(l, t, txt, difs[k - n])
                if maxi(l, t) >= 4:
                    print(noms[k], "a gagné")
                    scores[k] = scores[k] + 1
                    fini = True
                t, k = inv(t), 1 - k
            encore = demander("Une autre partie (o ou n) ? ", ["o", "n"])
        return scores
    """,
)
faux, juste = Q.faux, Q.juste

juste("jeu_tuple", change={"return scores": "return tuple(scores)"})
juste("jeu_bavard", change={"scores = [0, 0]": 'scores = [0, 0]\n    print("Bienvenue", noms)'})

faux("jeu_rien", "s'arrête trop tôt", "répond toujours", part=0, corps="return [0, 0]")
faux("jeu_tricheur", "s'arrête trop tôt", "répond toujours", part=0, corps="return [1, 0]")
faux("jeu_muet", "ne renvoie rien", part=0, corps="pass")
faux(
    "jeu_scores_melanges",
    "échangés",
    part=0.5,
    change={"scores[k] = scores[k]": "scores[1 - k] = scores[1 - k]"},
)
faux("jeu_scores_remis", "à zéro", change={"t, fini = ": "scores = [0, 0]\n        t, fini = "})
faux("jeu_txt_oublie", "ordi ne reçoit pas", "txt", change={"ordi(l, t, txt,": "ordi(l, t, 0,"})
faux("jeu_meme_difficulte", "dif", change={"difs[k - n]": "difs[0]"})
faux(
    "jeu_mauvais_jeton", "le jeton t", change={'t, fini = "[O]", False': 't, fini = ["[O]", "[X]"][k], False'}
)
faux(
    "jeu_colonne_non_verifiee",
    "reposer la question",
    change={'possibles + ["q"])': "possibles + ['q', '9', 'abc', '', '0', '-1'])"},
)
faux("jeu_pleine", "reposer la question", change={"for c in listcolnonpleines(l)]": "for c in range(1, 8)]"})
faux(
    "jeu_difficulte_libre",
    "reposer la question",
    change={'int(demander("Difficulté (0 à 3) ? ", ["0", "1", "2", "3"]))': 'int(input("Difficulté ? "))'},
)
faux("jeu_noms_libres", "le nom", change={'if nom != "" and nom not in noms:': "if True:"})
faux("jeu_sans_quitter", "« q », qui arrête tout", change={'if c == "q":': 'if c == "Q":'})
faux("jeu_une_partie", "pour en jouer une autre", change={'while encore == "o":': "for partie in range(1):"})
faux("jeu_sans_fin", "pose encore une question", change={'while encore == "o":': "while True:"})
faux("jeu_sans_nulle", "table pleine finit-elle", change={" and listcolnonpleines(l) != []": ""})
faux("jeu_continue", "victoire finit-elle", change={"fini = True": "fini = False"})
faux("jeu_sans_table", "La table n'est pas affichée", part=0.9, change={"afficher(l)": "pass"})
faux("jeu_table_vide", "celle du moment", part=0.9, change={"afficher(l)": 'afficher([["[ ]"] * 6] * 7)'})
faux(
    "jeu_table_figee",
    "celle du moment",
    change={
        "l = ajouter(l": "vue = l; l = ajouter(l",
        "afficher(l)": "afficher(vue)",
        "t, fini =": "vue = l\n        t, fini =",
    },
)
faux("jeu_felicite_le_perdant", "gagnant annoncé", change={'print(noms[k], "a': 'print(noms[1 - k], "a'})
faux(
    "jeu_pleine_avant_victoire",
    "dernière case",
    change={"if maxi(l, t) >= 4": "if listcolnonpleines(l) != [] and maxi(l, t) >= 4"},
)
faux(
    "jeu_nulle_comptee",
    "nulle ne rapporte rien",
    change={"encore = demander": "scores[0] += not fini\n        encore = demander"},
)
faux("jeu_horizontale", "victoire finit-elle", change={"maxi(l, t) >= 4": "verifligne(l, t) >= 4"})
faux(
    "jeu_q_sans_score",
    "Après « q »",
    change={"return scores\n                l": "return\n                l"},
)
faux("jeu_scores_a_l_envers", "échangés", part=0.5, change={"return scores": "return scores[::-1]"})
faux(
    "jeu_score_du_premier",
    "échangés",
    part=0.5,
    change={"k = int(": "debut = k = int(", "scores[k] = scores[k] + 1": "scores[(k + debut) % 2] += 1"},
)
faux("jeu_toujours_le_meme", "qui vient de jouer", change={"t, k = inv(t), 1 - k": "t = inv(t)"})
faux("jeu_table_gardee", "la table l", change={"l = [[": "l = l if sum(scores) else [["})
faux("jeu_a_deux_seulement", "à la machine de jouer", change={"if k < n:": "if True:"})
juste(
    "jeu_dessin",
    change={"afficher(l)": 'print("\\n".join("".join(x[i][1] for x in l) for i in range(6)) + "\\n1234567")'},
)
juste("jeu_brut", change={"afficher(l)": "print(l)", 'print(noms[k], "a gagné")': 'print("Bravo !")'})

# --- Fausses d'une façon rare : une seule colonne qui reste, une autre longueur à aligner ----------

SOURNOISES = RECUEIL.questionnaires
SOURNOISES["urgence"].faux(
    "jamais_plus_de_huit_colonnes",
    "t peut gagner tout de suite",
    corps="return modele(l, t, txt, g) if len(l) <= 8 else 0",
)
SOURNOISES["urgence"].faux(
    "bloquer_efface_gagner",
    "La seconde boucle efface",
    corps="""
    cf = 0
    for jeton in (t, inv(t)):
        for c in listcolnonpleines(l):
            if maxi(ajouter(l, c, jeton), jeton, g) >= g:
                cf = c
    if txt == 1 and cf:
        print("je joue en", cf)
    return cf
    """,
)
SOURNOISES["urgence"].faux(
    "coups_accumules",
    "s'ajoutent les uns aux autres",
    corps="""
    for jeton in (t, inv(t)):
        for c in listcolnonpleines(l):
            l = ajouter(l, c, jeton)
            if maxi(l, jeton, g) >= g:
                return c
    return 0
    """,
)
SOURNOISES["listcolok"].faux(
    "rangs", "des rangs dans lcj", corps="return [k for k, c in enumerate(lcj) if c in modele(l, lcj, t, g)]"
)
SOURNOISES["listcolok"].faux(
    "coups_accumules",
    "s'ajoutent les uns aux autres",
    corps="""
    gardees = []
    for c in lcj:
        l = ajouter(ajouter(l, c, t), c, inv(t))
        if maxi(l, inv(t), g) < g:
            gardees.append(c)
    return gardees
    """,
)
SOURNOISES["listcolok"].faux(
    "en_retirant",
    "de la liste que la boucle parcourt",
    corps="""
    gardees = list(lcj)
    for c in gardees:
        if maxi(ajouter(ajouter(l, c, t), c, inv(t)), inv(t), g) >= g:
            gardees.remove(c)
    return gardees
    """,
)
SOURNOISES["piege2"].faux("jamais_cinq", "g < 5", corps="return modele(l, t, txt, g) if g < 5 else []")
SOURNOISES["piege2"].faux(
    "jamais_sept_lignes", "len(l[0]) < 7", corps="return modele(l, t, txt, g) if len(l[0]) < 7 else []"
)
SOURNOISES["Jeu"].faux(
    "deux_fois_le_meme_nom", "le nom", change={'if nom != "" and nom not in noms:': 'if nom != "":'}
)
SOURNOISES["urgence"].faux(
    "rien_a_la_derniere_colonne",
    "len(listcolnonpleines(l)) > 1",
    corps="return modele(l, t, txt, g) if len(listcolnonpleines(l)) > 1 else 0",
)
SOURNOISES["piege2"].faux("jamais_plus_de_quatre", "en trop", corps="return modele(l, t, txt, min(g, 4))")
SOURNOISES["piege2"].faux(
    "la_derniere_colonne",
    "en trop",
    corps="return modele(l, t, txt, g) or listcolnonpleines(l) * (len(listcolnonpleines(l)) == 1)",
)
SOURNOISES["ordi"].faux(
    "pieges_avant_l_urgence",
    "l'urgence passe avant les pièges",
    change={
        "if dif >= 1:": "pg = piege(l, t, txt, 4) + piege2(l, t, txt, 4) if dif == 3 else []\n"
        "    if pg != []:\n        cf = pg[0]\n    elif dif >= 1:"
    },
)

# g oublié dans un appel de maxi, où il vaut alors 4 ; un piège choisi autrement que le premier.

SOURNOISES["urgence"].faux(
    "g_oublie_pour_bloquer",
    "Vous ne transmettez pas g à maxi",
    change={"inv(t)), inv(t), g)": "inv(t)), inv(t))"},
)
SOURNOISES["listcolok"].faux(
    "g_oublie",
    "Vous ne transmettez pas g à maxi",
    corps="return [c for c in lcj if maxi(ajouter(ajouter(l, c, t), c, inv(t)), inv(t)) < g]",
)
SOURNOISES["piegecol"].faux(
    "g_oublie_pour_c2",
    "Vous ne transmettez pas g à maxi",
    change={"c2, inv(t)), inv(t), g)": "c2, inv(t)), inv(t))"},
)
SOURNOISES["piegecol"].faux(
    "direction_trop_tot",
    "maxidirec se lit sur la table où l'adversaire a joué en c PUIS en c1",
    change={"maxidirec(lii": "maxidirec(li"},
)
SOURNOISES["piegecol"].faux(
    "reponse_qui_gagne",
    "Vous écartez la menace quand la réponse de t en c1 le fait gagner",
    change={
        "lit = ajouter(li, c1, t)": "lit = ajouter(li, c1, t)\n"
        "            if maxi(lit, t, g) >= g:\n                continue"
    },
)
SOURNOISES["ordi"].faux(
    "piege_permis",
    "c'est la première colonne que l'on joue",
    change={"cf = pg[0]": "cf = (listcolok(l, pg, t) or pg)[0]"},
)

# --- Plusieurs colonnes à la fois, une colonne comptée deux fois, n négatif --------------------------

RENONCER = """
pressent = victoires(l, t, g) or victoires(l, inv(t), g)
if SEUIL:
    return 0
if pressent and txt:
    print("je joue en", pressent[0])
return pressent[0] if pressent else 0
"""
SOURNOISES["urgence"].faux(
    "renonce_a_trois", "vous renoncez", corps=RENONCER.replace("SEUIL", "len(pressent) >= 3")
)
SOURNOISES["urgence"].faux(
    "renonce_devant_trois_menaces",
    "vous renoncez",
    corps=RENONCER.replace("SEUIL", "not victoires(l, t, g) and len(pressent) >= 3"),
)
SOURNOISES["urgence"].faux(
    "quatre_pour_bloquer", "Vous n'utilisez pas g", change={"inv(t), g) >= g": "inv(t)) >= 4"}
)
for nom, fois_deux in (("premiere", "lok[:1]"), ("derniere", "lok[-1:]")):
    SOURNOISES["ordi"].faux(
        f"{nom}_permise_comptee_deux_fois",
        "ne sont pas tirées au sort",
        change={"random.choice(lok)": f"random.choice(lok + {fois_deux})"},
    )
SOURNOISES["Jeu"].faux(
    "nombre_jamais_redemande", "« n > 2 and n < 0 »", change={"if n not in [0, 1, 2]:": "if n > 2 and n < 0:"}
)
SOURNOISES["Jeu"].faux("n_negatif", "refuser", change={"if n not in [0, 1, 2]:": "if n > 2:"})
