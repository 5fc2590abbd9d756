"""Des réponses au TP 6, fausses et justes."""

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

def ajouter(l, c, t):
    copie = [list(colonne) for colonne in l]
    vides = copie[c - 1].count(VIDE)
    if vides > 0:
        copie[c - 1][vides - 1] = t
    return copie

def maxidirec(l, t, g=4):
    longues = [cases for cases in diagonales(l) if len(cases) >= g]
    miroir = [cases for cases in diagonales(l[::-1]) if len(cases) >= g]
    droites = {"ligne": list(zip(*l)), "col": l, "diagm": longues, "diagd": miroir}
    suites = {direc: max([1] + [suite(cases, t) for cases in droites[direc]]) for direc in droites}
    return max(suites.values()), [direc for direc in suites if suites[direc] == max(suites.values())]

def maxi(l, t, g=4):
    return maxidirec(l, t, g)[0]

def listcolok(l, lcj, t, g=4):
    return [c for c in lcj if maxi(ajouter(ajouter(l, c, t), c, inv(t)), inv(t), g) < g]

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

def niveau(l, c):
    return l[c - 1].count(VIDE) - 1

def maxixcol(l, t, g):
    valeurs = {c: maxixloc(l, niveau(l, c), c - 1, t, g) for c in listcolnonpleines(l)}
    return [c for c in valeurs if valeurs[c] == max(valeurs.values())]

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

def piege(l, t, txt, g):
    parade = []
    for c in listcolnonpleines(l):
        trouve, c1, c2 = piegecol(l, c, t, txt, g)
        perdu = maxi(ajouter(l, c, inv(t)), inv(t), g) >= g
        if trouve and not perdu and listcolok(l, [c], t, g) and (c != c1 or c != c2):
            parade = [next((k for k in (c, c1) if not exposee(ajouter(l, k, t), t, g)), c2)]
    return parade

def piege2(l, t, txt, g):
    colonnes = []
    for c in listcolnonpleines(l):
        li = ajouter(l, c, inv(t))
        for cf in listcolnonpleines(li):
            hautes = [maxixloc(li, i, cf - 1, inv(t), g) >= g - 1 for i in range(niveau(li, cf))]
            if (True, True) in zip(hautes, hautes[1:]) and c not in colonnes:
                colonnes.append(c)
    return colonnes

# Ce que partagent plusieurs réponses.

TOURS = [0]

def tour(liste):
    """Chaque élément à son tour."""
    TOURS[0] += 1
    return liste[TOURS[0] % len(liste)]

def plutot(liste):
    """Neuf fois sur dix, le premier."""
    return random.choice(liste) if random.random() < 0.1 else liste[0]

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

def bande(l, i, j, direc, t, g, arret=True, mini=0):
    """Les cases de chaque côté de (i, j), jusqu'au bord ou au jeton adverse."""
    (di, dj), im, jm, autre = PAS[direc], len(l[0]), len(l), inv(t)
    cotes = [], []
    for sens, cote in zip((-1, 1), cotes):
        a, b = i, j
        for _ in range(1, g):
            a, b = a + sens * di, b + sens * dj
            if not (mini <= a < im and mini <= b < jm) or (arret and l[b][a] == autre):
                break
            cote.append(l[b][a])
    return cotes

def compter(sl, t, g):
    """Le plus de jetons t dans g cases consécutives."""
    return max([sl[k : k + g].count(t) for k in range(len(sl) - g + 1)], default=0)

def exposee(l, t, g):
    """L'adversaire de t a-t-il une case jouable où il ne lui manque qu'un jeton ?"""
    return any(maxixloc(l, niveau(l, c), c - 1, inv(t), g) >= g - 1 for c in listcolnonpleines(l))

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

RECUEIL = Recueil("tp6_tournoi", DONNE)

COUPS = "ajouter(ajouter(l, c, t), c, inv(t))"

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

EN_BOUCLE = """
di, dj = PAS[direc]
sl = [l[j][i]]
avant = apres = True
for sup in range(1, g):
    a, b = i + sup * di, j + sup * dj
    if apres and 0 <= a < len(l[0]) and 0 <= b < len(l) and l[b][a] != inv(t):
        sl.append(l[b][a])
    else:
        apres = False
    a, b = i - sup * di, j - sup * dj
    if avant and 0 <= a < len(l[0]) and 0 <= b < len(l) and l[b][a] != inv(t):
        sl.insert(0, l[b][a])
    else:
        avant = False
m = 0
for k in range(len(sl) - g + 1):
    m = max(m, sl[k : k + g].count(t))
return m
"""
juste("nbjetons_en_boucle", corps=EN_BOUCLE)
for nom, mots, ancien, nouveau in (
    ("un_seul_arret", "Un côté arrêté arrête aussi l'autre", "avant", "apres"),
    ("depart_compte", "la case vide comme un jeton", "[l[j][i]]", "[t]"),
    ("bornes_strictes", "(gauche et haut)", "0 <=", "0 <"),
    ("dernier_paquet", "d'un seul paquet", "max(m, sl[k : k + g].count(t))", "sl[k : k + g].count(t)"),
    ("paquets_courts", "que g - 1 cases", "k + g]", "k + g - 1]"),
    ("vides_comptes", "les cases vides", "count(t)", "count(VIDE)"),
    ("portee_3", "toujours à 3 cases", "range(1, g)", "range(1, 4)"),
    ("depart_trois_fois", "plusieurs fois dans la bande", "range(1, g)", "range(g)"),
    ("maximum_de_1", "part de 1", "m = 0", "m = 1"),
    ("maximum_de_moins_1", "part de -1", "m = 0", "m = -1"),
    ("diagonales_confondues", "deux diagonales sont la même", "* di", "* abs(di)"),
    ("col_d_un_cote", "que d'un côté", "avant = apres = True", 'apres, avant = True, direc != "col"'),
):
    assert ancien in EN_BOUCLE, nom
    texte = EN_BOUCLE.replace(ancien, nouveau)
    faux(f"nb_boucle_{nom}", mots, corps=texte)
faux(
    "nb_boucle_adverse_ajoute",
    "Le jeton adverse entre dans la bande",
    corps="""
    di, dj = PAS[direc]
    cotes = [], []
    for sens, cote in zip((-1, 1), cotes):
        for sup in range(1, g):
            a, b = i + sens * sup * di, j + sens * sup * dj
            if not (0 <= a < len(l[0]) and 0 <= b < len(l)):
                break
            cote.append(l[b][a])
            if l[b][a] == inv(t):
                break
    return compter(cotes[0][::-1] + [VIDE] + cotes[1], t, g)
    """,
)

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
faux("nb_quatre", "n'utilisez pas g", part=0.8, corps="return modele(l, i, j, direc, t, 4)")
faux(
    "nb_sept",
    "sept colonnes et six lignes",
    part=0.8,
    corps="return modele([c[:6] for c in l[:7]], i, j, direc, t, g)",
)
faux(
    "nb_sans_la_derniere",
    "les cases du bord (droite)",
    corps="""
    return modele([c for c in l[:-1]] + [[inv(t)] * len(l[0])], i, j, direc, t, g)
    """,
)
faux(
    "nb_arret_aux_vides",
    "collés à la case",
    corps="""
    def suivre(sens):
        a, b, n = i + sens * PAS[direc][0], j + sens * PAS[direc][1], 0
        while 0 <= a < len(l[0]) and 0 <= b < len(l) and n < g - 1 and l[b][a] == t:
            a, b, n = a + sens * PAS[direc][0], b + sens * PAS[direc][1], n + 1
        return n
    return suivre(1) + suivre(-1)
    """,
)
faux("nb_au_plus_deux", "ne dépasse jamais 2", corps="return min(modele(l, i, j, direc, t, g), 2)")
faux("nb_pour_les_ronds", "lorsque t vaut « [X] »", corps='return modele(l, i, j, direc, "[O]", g)')
faux(
    "nb_lente",
    "trop lente",
    corps="for k in range(300000):\n    k * k\nreturn modele(l, i, j, direc, t, g)",
)
faux("nb_affiche", "print", corps="print(modele(l, i, j, direc, t, g))")
juste(
    "nb_par_chaines",
    corps="""
    avant, apres = bande(l, i, j, direc, t, g)
    texte = "".join("1" if c == t else "0" for c in avant[::-1] + [VIDE] + apres)
    print(texte)
    return max((texte[k : k + g].count("1") for k in range(len(texte) - g + 1)), default=0)
    """,
)

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
faux(
    "maxix_sept",
    "sept colonnes et six lignes",
    part=0.75,
    change={"in vides(l)": "in vides(l) if i < 6 and j < 7"},
)
faux("maxix_sans_la_derniere", "La dernière colonne", change={"in vides(l)": "in vides(l) if j < len(l) - 1"})
faux("maxix_sans_la_premiere", "La première colonne", change={"in vides(l)": "in vides(l) if j > 0"})
faux("maxix_sans_le_haut", "La ligne du haut", change={"in vides(l)": "in vides(l) if i > 0"})
faux("maxix_sans_le_bas", "La ligne du bas", change={"in vides(l)": "in vides(l) if i < len(l[0]) - 1"})
faux("maxix_en_ligne", "directions", change={"maxixloc(l, i, j, t, g)": 'nbjetons(l, i, j, "ligne", t, g)'})
faux("maxix_avec_maxi", "les suites de maxi", corps="return min(maxi(l, t, g), g - 1)")
faux("maxix_maxi", "les suites de maxi", corps="return maxi(l, t, g)")
faux(
    "maxix_j_puis_i",
    "Une fonction est mal appelée. maxixloc(l, i, j, …) reçoit la ligne",
    change={"l, i, j,": "l, j, i,"},
)
faux(
    "maxix_j_puis_i_lu",
    "Une fonction est mal appelée. maxixloc(l, i, j, …) reçoit la ligne, puis la colonne ; i est la ligne",
    source="""
    def nbjetons(l, i, j, direc, t, g):
        avant, apres = bande(l, i, j, direc, t, g)
        return compter(avant[::-1] + [l[j][i]] + apres, t, g)

    def maxix(l, t, g):
        maximum = 0
        for i in range(len(l[0])):
            for j in range(len(l)):
                if l[j][i] == "[ ]":
                    maximum = max(maximum, maxixloc(l, j, i, t, g))
        return maximum
    """,
)
faux("maxix_pour_les_ronds", "lorsque t vaut « [X] »", corps='return modele(l, "[O]", g)')
faux("maxix_lente", "trop lente", corps="for k in range(3000000):\n    k * k\nreturn modele(l, t, g)")
faux(
    "maxix_rien_si_pleine",
    "ne renvoie rien",
    "None",
    part=0.6,
    corps="if vides(l) != []:\n    return modele(l, t, g)",
)

PARCOURS = """
m = 0
for i in range(len(l[0])):
    for j in range(len(l)):
        if l[j][i] == VIDE:
            m = max(m, maxixloc(l, i, j, t, g))
return m
"""
juste("maxix_parcours", corps=PARCOURS)
faux(
    "maxix_remis_a_zero",
    "remis à zéro",
    corps=PARCOURS.replace("m = 0\n", "", 1).replace("    for j", "    m = 0\n    for j"),
)
faux("maxix_six_lignes", "six lignes", corps=PARCOURS.replace("range(len(l[0]))", "range(min(6, len(l[0])))"))
faux("maxix_depart_1", "part de 1", corps=PARCOURS.replace("m = 0", "m = 1"))
faux("maxix_au_plus_3", "ne dépasse jamais 3", corps="return min(3, modele(l, t, g))")
faux("maxix_g_moins_1", "toujours g - 1", corps="return g - 1")
faux("maxix_des_deux", "lignes des deux joueurs", corps="return max(modele(l, t, g), modele(l, inv(t), g))")

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
    if max(valeurs) == 0:
        return tuple(lcj)
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
faux(
    "slc2_vide_si_txt",
    "lorsque txt vaut 1",
    change={"print(c, maxixt)": "lcjnew = []"},
)
faux("slc2_dit_sans_renvoyer", "rien (None)", change={"return lcjnew": "if txt == 0:\n        return lcjnew"})
faux("slc2_txt_inconnu", "NameError", change={"print(c, maxixt)": "print(c, valeur)"})
faux("slc2_ensemble", "un ensemble", part=0.9, corps="return set(modele(l, lcj, t, txt, g))")
faux("slc2_sans_la_premiere", "la première colonne de lcj", change={"for c in lcj": "for c in lcj[1:]"})
faux("slc2_sans_la_derniere", "la dernière colonne de lcj", change={"for c in lcj": "for c in lcj[:-1]"})
faux("slc2_pour_les_ronds", "lorsque t vaut « [X] »", corps='return modele(l, lcj, "[O]", txt, g)')
faux("slc2_quatre", "n'utilisez pas g", corps="return modele(l, lcj, t, txt, 4)")
faux("slc2_tirage", "qu'une seule des meilleures", corps="return [random.choice(modele(l, lcj, t, txt, g))]")
faux("slc2_dit_et_vide", "lorsque txt vaut 1", change={"return lcjnew": "return [] if txt == 1 else lcjnew"})
faux(
    "slc2_lente", "trop lente", corps="for k in range(4000000):\n    k * k\nreturn modele(l, lcj, t, txt, g)"
)
juste(
    "slc2_par_dictionnaire",
    corps="""
    par_valeur = {}
    for c in lcj:
        if maxi(ajouter(ajouter(l, c, t), c, inv(t)), inv(t), g) < g:
            par_valeur.setdefault(maxix(ajouter(l, c, t), t, g), []).append(c)
    print(par_valeur)
    return par_valeur[max(par_valeur)] if any(par_valeur) else lcj[:]
    """,
)
faux(
    "slc2_permises_si_zero",
    "Quand le maximum vaut 0, vous ne rendez que les colonnes permises",
    corps="""
    ok = listcolok(l, lcj, t, g)
    if not ok:
        return list(lcj)
    valeurs = [maxix(ajouter(l, c, t), t, g) for c in ok]
    return [c for c, n in zip(ok, valeurs, strict=True) if n == max(valeurs)]
    """,
)
faux(
    "slc2_rien_si_zero",
    "que le maximum vaut 0, la liste ne doit pas rester vide",
    change={"list(lcj)": "[]", "elif maxixt == m and": "elif maxixt == m > 0 and"},
)
faux(
    "slc2_vide_si_zero",
    "Quand le maximum vaut 0, la liste ne doit pas rester vide",
    corps="""
    ok = listcolok(l, lcj, t, g)
    valeurs = {c: maxix(ajouter(l, c, t), t, g) for c in ok}
    return [c for c in ok if valeurs[c] == max(valeurs.values()) > 0] if ok else list(lcj)
    """,
)
faux(
    "slc2_filtre_apres",
    "après avoir choisi",
    corps="""
    valeurs = {c: maxix(ajouter(l, c, t), t, g) for c in lcj}
    choisies = [c for c in lcj if valeurs[c] == max(valeurs.values())]
    return listcolok(l, choisies, t, g) or list(lcj)
    """,
)
faux(
    "slc2_maximum_trop_tot",
    "ne doit pas relever le maximum",
    change={
        "maxixt > m and maxiti < g:\n            lcjnew, m = [c], maxixt": "maxixt > m:\n"
        "            lcjnew, m = [c] if maxiti < g else [], maxixt"
    },
)
faux("slc2_interdite_au_dela_de_g", "déjà à écarter", change={"maxiti < g": "maxiti <= g"})
faux("slc2_mes_victoires", "vos propres victoires", change={"c, inv(t)), inv(t), g)": "c, inv(t)), t, g)"})
faux("slc2_sans_mon_jeton", "AU-DESSUS", change={"ajouter(lt, c, inv(t))": "ajouter(l, c, inv(t))"})
faux("slc2_egale_interdite", "qui fait égalité doit être permise", change={"== m and maxiti < g": "== m"})
faux("slc2_maximum_fige", "n'est pas mis à jour", change={"lcjnew, m = [c], maxixt": "lcjnew = [c]"})
faux(
    "slc2_case_jouee",
    "maxixloc de la case jouée",
    change={"maxix(lt, t, g)": "maxixloc(l, niveau(l, c), c - 1, t, g)"},
)
faux("slc2_maxix_de_4", "pas g à maxix", change={"maxix(lt, t, g)": "maxix(lt, t, 4)"})
faux("slc2_un_numero", "doit être une liste", change={"return lcjnew": "return lcjnew[0]"})
faux("slc2_depuis_un", "un seul jeton compte", change={"m, lcjnew = 0": "m, lcjnew = 1"})
faux("slc2_trois_premieres", "Il manque", change={"for c in lcj": "for c in lcj[:3]"})
faux("slc2_au_plus_trois", "Il manque", change={"return lcjnew": "return lcjnew[:3]"})

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
    return sorted(gardees)
    """,
)

faux("slc3_slc2", "sans le filtrer", part=0.625, corps="return slc2(l, lcj, t, txt, g)")
faux("slc3_listcolok", "filtrez lcj au lieu", change={"slc2(l, lcj, t, txt, g)": "lcj"})
faux("slc3_vide", "renvoyez alors lcj", change={" if lcjnew != [] else lcj": ""})
faux(
    "slc3_rejetees",
    "REJETTE",
    corps="return [c for c in slc2(l, lcj, t, txt, g) if c not in listcolok(l, lcj, t, g)] or lcj",
)
faux("slc3_toutes", "celles de lcj", corps="return modele(l, listcolnonpleines(l), t, txt, g)")
faux("slc3_repli_large", "toutes les colonnes jouables", change={"else lcj": "else listcolnonpleines(l)"})
faux(
    "slc3_bavarde",
    "lorsque txt vaut 1",
    change={"return lcjnew": "if txt == 1:\n        print(lcjnew)\n        return lcj\n    return lcjnew"},
)
faux("slc3_en_place", "modifié", corps="lcj[:] = modele(l, lcj, t, txt, g)\nreturn lcj")
faux("slc3_ensemble", "un ensemble", part=0.9, corps="return set(modele(l, lcj, t, txt, g))")
faux("slc3_txt_vide", "lorsque txt vaut 1", corps="return [] if txt == 1 else modele(l, lcj, t, txt, g)")
faux(
    "slc3_txt_plante", "NameError", corps="if txt == 1:\n    print(gardees)\nreturn modele(l, lcj, t, txt, g)"
)
faux("slc3_quatre", "n'utilisez pas g", corps="return modele(l, lcj, t, txt, 4)")
faux("slc3_pour_les_ronds", "lorsque t vaut « [X] »", corps='return modele(l, lcj, "[O]", txt, g)')
faux("slc3_de_slc1", "partez de slc1", change={"slc2": "slc1"})
faux(
    "slc3_sans_sinon",
    "rien (None)",
    change={"return lcjnew if lcjnew != [] else lcj": "if lcjnew:\n        return lcjnew"},
)

faux("slc3_premiere", "que la première", change={"return lcjnew if": "return lcjnew[:1] if"})
faux("slc3_choix_adverse", "slc2 doit recevoir t", change={"slc2(l, lcj, t": "slc2(l, lcj, inv(t)"})
faux("slc3_filtre_adverse", "listcolok doit recevoir t", change={"txt, g), t, g)": "txt, g), inv(t), g)"})
faux("slc3_sans_g", "pas g à listcolok", change={"txt, g), t, g)": "txt, g), t)"})
faux(
    "slc3_en_retirant",
    "de la liste que la boucle parcourt",
    corps="""
    gardees = list(slc2(l, lcj, t, txt, g))
    for c in gardees:
        if not listcolok(l, [c], t, g):
            gardees.remove(c)
    return gardees or lcj
    """,
)
juste("slc3_en_filtrant_avant", corps="return slc2(l, listcolok(l, lcj, t, g), t, txt, g) or lcj")

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
EN_RETIRANT = """
lcjnew = list(slc3(l, lcj, t, txt, g))
for c in lcjnew:
    if double(l, c, t, g):
        lcjnew.remove(c)
return lcjnew or lcj
"""

juste("slc4_sur_une_copie", corps=EN_RETIRANT.replace("in lcjnew", "in list(lcjnew)"))
juste(
    "slc4_en_reculant",
    corps="""
    lcjnew = list(slc3(l, lcj, t, txt, g))
    for k in range(len(lcjnew) - 1, -1, -1):
        if double(l, lcjnew[k], t, g):
            del lcjnew[k]
    return tuple(lcjnew or lcj)
    """,
)

faux("slc4_en_retirant", "de la liste que la boucle parcourt", corps=EN_RETIRANT)
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
faux("slc4_de_slc2", "Vous partez de slc2", change={"slc3": "slc2"})
faux("slc4_de_lcj", "partez de lcj", change={"slc3(l, lcj, t, txt, g)": "lcj"})
faux("slc4_ensemble", "un ensemble", part=0.9, corps="return set(modele(l, lcj, t, txt, g))")
UNE_A_UNE = """
gardees = []
for c in slc3(l, lcj, t, txt, g):
    lti = ajouter(ajouter(l, c, t), c, inv(t))
    mieux, places = maxixplaces(lti, inv(t), g)
    if not (mieux == g - 1 and len(places) >= 2):
        gardees.append(c)
return gardees or lcj
"""
juste("slc4_une_a_une", corps=UNE_A_UNE)
faux("slc4_deux_exactement", "exactement deux places", corps=UNE_A_UNE.replace(">= 2", "== 2"))
faux("slc4_trois_jetons", "pas toujours 3", corps=UNE_A_UNE.replace("== g - 1", "== 3"))
faux(
    "slc4_places_de_4", "pas g à maxixplaces", corps=UNE_A_UNE.replace("(lti, inv(t), g)", "(lti, inv(t), 4)")
)
faux("slc4_adverse_d_abord", "AU-DESSUS", corps=UNE_A_UNE.replace("c, t), c, inv(t))", "c, inv(t)), c, t)"))
faux("slc4_sans_jouer", "sans y avoir joué", corps=UNE_A_UNE.replace("maxixplaces(lti", "maxixplaces(l"))
faux(
    "slc4_repli_permises",
    "renvoyez alors lcj",
    corps=UNE_A_UNE.replace("or lcj", "or listcolok(l, lcj, t, g)"),
)
faux("slc4_txt_vide", "lorsque txt vaut 1", corps="return [] if txt == 1 else modele(l, lcj, t, txt, g)")
faux("slc4_quatre", "n'utilisez pas g", corps="return modele(l, lcj, t, txt, 4)")
PLACES = f"len(maxixplaces({COUPS}, inv(t), g)[1])"
faux("slc4_trois_places", "deux suffisent", change={"not double": f"{PLACES} < 3 or not double"})
faux("slc4_muette", "lorsque txt vaut 1", corps="return lcj[:] if txt else modele(l, lcj, t, txt, g)")
faux(
    "slc4_avec_break", "après la première", corps=EN_RETIRANT.replace("remove(c)", "remove(c)\n        break")
)

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
faux("ia2_bloque_seulement", "gagner", "victoires immédiates", change={URGENCE: "gagnante(l, inv(t), g)"})
faux("ia2_gagne_seulement", "laissez l'adversaire gagner", change={URGENCE: "gagnante(l, t, g)"})
faux("ia2_gener_d_abord", "vos propres lignes passent avant", change={"moi, a, lui, b =": "lui, b, moi, a ="})
faux("ia2_sans_les_uns", "lignes d'un seul jeton", change={", (moi, 1, a), (lui, 1, b)": ""})
faux("ia2_moi_puis_lui", "priorité", "d'au moins 2 jetons", change={"(moi, 2, a), (lui, 2, b), ": ""})
faux(
    "ia2_filtre_pour_l_autre",
    "priorité",
    "gêne une ligne adverse",
    change={
        "        cf = c": "        b = filtreplc(l, inv(t), g, maxixplaces(l, inv(t), g)[1])\n        cf = c"
    },
)
faux(
    "ia2_bavarde_a_tort",
    "lorsque txt vaut 1",
    change={"        cf = c": "        moi, lui = (0, 0) if txt else (moi, lui)\n        cf = c"},
)
faux("ia2_au_hasard", "priorité", change={URGENCE: "random.choice(listcolnonpleines(l))"})
faux("ia2_a_tour_de_role", "jamais deux fois de suite", "pas tirées au sort", change={"b)])": "b)], tour)"})
faux("ia2_plutot_la_premiere", "pas tirées au sort", change={"b)])": "b)], plutot)"})
faux(
    "ia2_premiere_a_la_fin",
    "tirez au sort",
    "pas tirées au sort",
    change={"b)])": "b)], lambda p: p[0] if isinstance(p[0], int) else random.choice(p))"},
)
faux("ia2_pour_les_ronds", "lorsque t vaut « [X] »", corps='return modele(l, "[O]", txt, g)')
faux("ia2_txt_plante", "NameError", corps="if txt == 1:\n    print(colonne)\nreturn modele(l, t, txt, g)")
faux("ia2_quatre", "g ne vaut pas 4", corps="return modele(l, t, txt, 4)")
faux(
    "ia2_a_l_envers",
    "sont échangées",
    part=0.5,
    change={"[ajouter(l, cf, t), cf]": "[cf, ajouter(l, cf, t)]"},
)
faux(
    "ia2_toujours_la_premiere",
    "tirez au sort",
    "pas tirées au sort",
    part=0.8571,
    change={"b)])": "b)], lambda p: p[0])"},
)
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
    "IndexError",
    corps="""
    cf = urgence(l, t, txt, g) or random.choice(preparer(l, t, g)[1])[0]
    return [ajouter(l, cf, t), cf]
    """,
)
faux(
    "ia2_graine_fixe",
    "tirez au sort",
    "pas tirées au sort",
    corps="random.seed(3)\nreturn modele(l, t, txt, g)",
)
faux("ia2_seuil_trois", "allonger sa ligne", change={"moi, 2,": "moi, 3,", "lui, 2,": "lui, 3,"})
REGLE_PAR_REGLE = """
    cf = urgence(l, t, txt, g)
    if cf == 0:
        moi, places = maxixplaces(l, t, g)
        lui, placesinv = maxixplaces(l, inv(t), g)
        listmax, listmaxinv = filtreplc(l, t, g, places), filtreplc(l, t, g, placesinv)
        lok = listcolok(l, listcolnonpleines(l), t, g)
        if moi >= 2 and listmax != []:
            cf = random.choice(listmax)[0]
        elif lui >= 2 and listmaxinv != []:
            cf = random.choice(listmaxinv)[0]
        elif moi >= 1 and listmax != []:
            cf = random.choice(listmax)[0]
        elif lui >= 1 and listmaxinv != []:
            cf = random.choice(listmaxinv)[0]
        else:
            cf = random.choice(lok or listcolnonpleines(l))
    return [ajouter(l, cf, t), cf]
"""
juste("ia2_regle_par_regle", corps=REGLE_PAR_REGLE)
faux(
    "ia2_lok_vide",
    "choice d'une liste vide",
    corps=REGLE_PAR_REGLE.replace("lok or listcolnonpleines(l)", "lok"),
)
faux(
    "ia2_l_autre_avec_quatre",
    "à toutes les fonctions",
    corps=REGLE_PAR_REGLE.replace("maxixplaces(l, inv(t), g)", "maxixplaces(l, inv(t), 4)"),
)
faux(
    "ia2_ligne_de_la_place",
    "le second élément d'une place",
    corps=REGLE_PAR_REGLE.replace("random.choice(listmax)[0]", "random.choice(listmax)[1]"),
)
faux(
    "ia2_place_moins_un",
    "retirez 1 à la colonne",
    corps=REGLE_PAR_REGLE.replace("random.choice(listmax)[0]", "random.choice(listmax)[0] - 1"),
)

# --- ia3 --------------------------------------------------------------------------------------------

Q = RECUEIL.question(
    "ia3",
    """
    def ia3(l, t, txt, g, T, C):
        cf = urgence(l, t, txt, g)
        pg = piege(l, t, txt, g) + piege2(l, t, txt, g)
        lok = listcolok(l, listcolnonpleines(l), t, g)
        if cf == 0 and pg:
            cf = pg[0]
        if cf == 0 and C and C[-1] in lok:
            cf = C[-1]
        if cf == 0:
            choix = [c for c in maxixcol(l, t, g) if c in lok] or lok or listcolnonpleines(l)
            cf = random.choice(choix)
        return [ajouter(l, cf, t), cf]
    """,
)
faux, juste = Q.faux, Q.juste
PIEGES, DERNIERE, CHOIX = (
    "if cf == 0 and pg:",
    "C and C[-1] in lok",
    "[c for c in maxixcol(l, t, g) if c in lok] or ",
)

juste(
    "ia3_en_rendant_tot",
    corps="""
    for jeton in (t, inv(t)):
        gagnent = [c for c in listcolnonpleines(l) if maxi(ajouter(l, c, jeton), jeton, g) >= g]
        if gagnent:
            c = gagnent[-1]
            return (ajouter(l, c, t), c)
    for pieges in (piege, piege2):
        trouves = pieges(l, t, 0, g)
        if trouves:
            return ajouter(l, trouves[0], t), trouves[0]
    permises = listcolok(l, listcolnonpleines(l), t, g)
    dernier = C[len(C) - 1] if len(C) > 0 else -1
    if dernier in permises:
        return [ajouter(l, dernier, t), np.int64(dernier)]
    listes = [listcolok(l, maxixcol(l, t, g), t, g), permises, listcolnonpleines(l)]
    c = random.choice(next(liste for liste in listes if liste))
    return [ajouter(l, c, t), c]
    """,
)
juste(
    "ia3_bavarde",
    source="""
    def au_hasard(liste):
        random.shuffle(liste)
        return liste[0] if liste else 0

    def ia3(l, t, txt, g, T, C, muette=False):
        lok = listcolok(l, listcolnonpleines(l), t, g)
        regles = [urgence(l, t, txt, g)]
        regles += (piege(l, t, 1, g) + piege2(l, t, 1, g))[:1]
        regles += [c for c in C[-1:] if c in lok]
        regles += [au_hasard(listcolok(l, maxixcol(l, t, g), t, g)), au_hasard(lok)]
        regles += [au_hasard(listcolnonpleines(l))]
        print("tour", T, ":", regles)
        cf = [c for c in regles if c != 0][0]
        return [ajouter(l, cf, t), cf]
    """,
)

faux("ia3_sans_urgence", "deux premières règles", change={"urgence(l, t, txt, g)": "0"})
faux("ia3_bloque_d_abord", "victoires immédiates", change={"urgence(l, t,": "urgence(l, inv(t),"})
faux("ia3_sans_pieges", "pièges sont à revoir", change={PIEGES: "if False:"})
faux("ia3_sans_piege2", "pièges sont à revoir", change={" + piege2(l, t, txt, g)": ""})
faux("ia3_premier_coup", "IndexError", change={DERNIERE: "C[-1] in lok"})
faux("ia3_imite_le_premier", "le premier coup de la partie", change={"C[-1]": "C[0]"})
faux(
    "ia3_s_imite",
    "votre propre coup précédent",
    change={DERNIERE: "len(C) > 1 and C[-2] in lok", "cf = C[-1]": "cf = C[-2]"},
)
faux("ia3_n_imite_pas", "relisez la règle 3", change={DERNIERE: "False"})
faux("ia3_imite_toujours", "listcolok l'interdit", change={DERNIERE: "C and C[-1] in listcolnonpleines(l)"})
faux(
    "ia3_imite_d_abord",
    "prépare un piège",
    "avant l'imitation",
    corps="""
    lok = listcolok(l, listcolnonpleines(l), t, g)
    if urgence(l, t, 0, g) == 0 and C and C[-1] in lok:
        return [ajouter(l, C[-1], t), C[-1]]
    return modele(l, t, txt, g, T, C)
    """,
)
faux("ia3_sans_lignes", "maxixcol", change={CHOIX: ""})
faux("ia3_lignes_non_filtrees", "maxixcol", change={CHOIX: "maxixcol(l, t, g) or "})
faux("ia3_vide", "IndexError", change={" or listcolnonpleines(l)": ""})
faux(
    "ia3_a_tour_de_role",
    "jamais deux fois de suite",
    "pas tirées au sort",
    change={"random.choice(": "tour("},
)
faux(
    "ia3_plutot_la_premiere",
    "bien plus que les autres",
    "pas tirées au sort",
    change={"random.choice(": "plutot("},
)
faux(
    "ia3_premiere_permise",
    "pas tirées au sort",
    change={CHOIX: "[c for c in maxixcol(l, t, g) if c in lok] or lok[:1] or "},
)
faux(
    "ia3_premiere_a_la_fin",
    "pas tirées au sort",
    change={"lok or listcolnonpleines(l)": "lok or listcolnonpleines(l)[:1]"},
)
faux("ia3_pour_les_ronds", "lorsque t vaut « [X] »", corps='return modele(l, "[O]", txt, g, T, C)')
faux(
    "ia3_txt_plante", "NameError", corps="if txt == 1:\n    print(colonne)\nreturn modele(l, t, txt, g, T, C)"
)
faux("ia3_sans_C", "relisez la règle 3", corps="return modele(l, t, txt, g, T, [])")
faux("ia3_au_premier_tour", "relisez la règle 3", change={DERNIERE: f"{DERNIERE} and T > 1"})
faux("ia3_quatre", "g ne vaut pas 4", corps="return modele(l, t, txt, 4, T, C)")
faux(
    "ia3_a_l_envers",
    "sont échangées",
    part=0.5,
    change={"[ajouter(l, cf, t), cf]": "[cf, ajouter(l, cf, t)]"},
)
faux("ia3_toujours_la_meme", "pas tirées au sort", change={"random.choice(choix)": "choix[0]"})
faux("ia3_table_inchangee", "pas la table", change={"[ajouter(l, cf, t), cf]": "[l, cf]"})
faux("ia3_colonne_seule", "[nouvelle table, colonne]", change={"[ajouter(l, cf, t), cf]": "cf"})
faux("ia3_a_partir_de_zero", "commencent à 0", change={", cf]": ", cf - 1]"})
faux("ia3_note_son_coup", "modifié", change={"return [": "C.append(cf)\n    return ["})
faux("ia3_tour_pair", "relisez la règle 3", change={DERNIERE: f"{DERNIERE} and T % 2"})
faux("ia3_bavarde_a_tort", "lorsque txt vaut 1", change={"if cf == 0 and C": "if cf == 0 and not txt and C"})
faux("ia3_imite_pleine", "colonne pleine", change={DERNIERE: "C and listcolok(l, [C[-1]], t, g) == [C[-1]]"})
faux(
    "ia3_imite_sans_regarder",
    "Vous imitez toujours, même dans une colonne pleine, ou que listcolok interdit.",
    change={DERNIERE: "C"},
)
faux(
    "ia3_imite_pleine_sinon_permise",
    "Vous imitez même dans une colonne pleine",
    " est pleine. Impossible d'imiter",
    change={DERNIERE: "C and C[-1] in listcolok(l, list(range(1, len(l) + 1)), t, g)"},
)
faux("ia3_graine_fixe", "pas tirées au sort", corps="random.seed(3)\nreturn modele(l, t, txt, g, T, C)")
faux("ia3_pieges_de_l_autre", "prépare un piège", change={"piege(l, t,": "piege(l, inv(t),"})
faux("ia3_dernier_piege", "pièges sont à revoir", change={"pg[0]": "pg[-1]"})
faux("ia3_pieges_avant_urgence", "deux premières règles", change={"if cf == 0 and pg": "if pg"})

# --- le grand tournoi -------------------------------------------------------------------------------

Q = RECUEIL.question("verdicts")
MESURES = {
    "A": (4316, 3005, 2679),
    "B": (3837, 3667, 2496),
    "C": (3542, 4137, 2321),
    "D": (3345, 4195, 2460),
    "E": (4235, 3110, 2655),
    "F": (3704, 4443, 1853),
    "G": (3516, 4831, 1653),
    "H": (3192, 4884, 1924),
    "I": (3421, 892, 5687),
    "J": (3192, 4884, 1924),
}
VERDICTS = {**dict.fromkeys("ABCDEFGI", "confirmée"), "H": "on ne peut pas conclure", "J": "infirmée"}
AUTREMENT = {**MESURES, "B": (3780, 3711, 2509), "H": (3270, 4810, 1920)}  # une autre graine
PEU = {lettre: tuple(n // 5 for n in comptes) for lettre, comptes in MESURES.items()}
Q.valeurs_justes(
    (MESURES, VERDICTS),
    [AUTREMENT, {**VERDICTS, "B": "On ne peut pas conclure.", "H": "Confirmée"}],
    (PEU, {**VERDICTS, "B": "on ne peut pas conclure"}),  # sans numba
)
Q.valeurs_fausses(
    ((MESURES, dict.fromkeys("ABCDEFGHIJ", "confirmée")), "H, l'IA 2 obtient"),  # tout est vrai
    ((MESURES, dict.fromkeys("ABCDEFGHIJ", "on ne peut pas conclure")), "permet d'en dire plus"),  # prudent
    ((AUTREMENT, VERDICTS), "à cheval"),  # les verdicts du voisin
    ((MESURES, {**VERDICTS, "J": "confirmée"}), "c'est l'inverse"),
    ((MESURES, {**VERDICTS, "C": "infirmée"}), "C, l'IA 1.4 est moins forte"),
    ((MESURES, {**VERDICTS, "A": "oui"}), "l'une de ces trois phrases"),
    (({**MESURES, "A": (43, 30, 27)}, VERDICTS), "Trop peu de parties"),
    (({**MESURES, "A": (3005, 4316, 2679)}, VERDICTS), "échangés"),
    (({**MESURES, "I": (9000, 500, 500)}, VERDICTS), "Les avez-vous bien recopiés"),
    ((MESURES, {"A": "confirmée"}), "pas de verdict pour l'affirmation B"),
    (({"A": MESURES["A"]}, VERDICTS), "pas de mesure pour l'affirmation B"),
    (([*MESURES.values()], VERDICTS), "dictionnaire"),
    (VERDICTS, "dictionnaire"),
)

# --- la 1.4 corrigée --------------------------------------------------------------------------------

Q = RECUEIL.question("nb_parties_corrigee")
Q.valeurs_justes(1537, 1600, 2000)
Q.valeurs_fausses(
    (100, "Trop peu"),
    (384, "pour la marge"),
    (6147, "1/4"),
    (39, "au carré"),
    (1082, "à 90 %"),
    (10_000, "Bien plus"),
    ("1537", "chaîne"),
)

Q = RECUEIL.question("conclusion_corrigee")
COMPTES = (479, 704, 355)
Q.valeurs_justes(
    ("elle devient la plus forte", COMPTES, "moins fort"),
    (None, [450, 760, 328], "Moins fort."),
)
Q.valeurs_fausses(
    (("", COMPTES, "plus fort"), "l'inverse"),  # la prévision pour conclusion
    (("", COMPTES, "on ne peut pas conclure"), "permet d'en dire plus"),
    (("", (704, 479, 355), "plus fort"), "échangés"),
    (("", (6, 9, 5), "on ne peut pas conclure"), "Trop peu de parties"),
    (("", (1000, 200, 338), "plus fort"), "Les avez-vous bien recopiés"),
    (("", (0.31, 0.46, 0.23), "moins fort"), "fréquences"),
    (("", COMPTES, "elle perd"), "l'une de ces trois phrases"),
)

# --- Fausses d'une façon rare : une grande table, une sélection faite parmi toutes les colonnes -----

SOURNOISES = RECUEIL.questionnaires
SOURNOISES["nbjetons"].faux(
    "jamais_plus_de_huit",
    "bon nombre de jetons",
    corps="return modele(l, i, j, direc, t, g) if len(l) < 9 and len(l[0]) < 9 else 0",
)
SOURNOISES["slc3"].faux(
    "choisie_parmi_toutes",
    "en trop",
    corps="""
    bonnes = listcolok(l, slc2(l, listcolnonpleines(l), t, txt, g), t, g)
    return [c for c in bonnes if c in lcj] or lcj
    """,
)
POSER = "    if cf == 0 and pg:\n        cf = pg[0]"
SOURNOISES["ia3"].faux(
    "piege_superpose_au_sort",
    "la première colonne de piege + piege2",
    change={
        POSER: "    if cf == 0 and pg:\n        cf = (piege(l, t, txt, g) or random.sample(pg, len(pg)))[0]"
    },
)
SOURNOISES["ia3"].faux(
    "piege_pare_si_permis",
    "la première colonne de piege + piege2",
    change={POSER: "    pg = [c for c in pg if c in lok]\n" + POSER},
)
SOURNOISES["ia3"].faux(
    "piege_permis_d_abord",
    "la première colonne de piege + piege2",
    change={POSER: "    pg = [c for c in pg if c in lok] or pg\n" + POSER},
)
SOURNOISES["ia3"].faux(
    "g_oublie_dans_listcolok", "listcolok", change={"listcolnonpleines(l), t, g)": "listcolnonpleines(l), t)"}
)

# --- D'autres g, des tirages qui penchent ----------------------------------------------------------------

for nom, g, mots in (
    ("cinq", "min(g, 5)", "ne dépassait jamais 5"),
    ("sept", "min(g, 7)", "ne dépassait jamais 7"),
    ("trois_au_moins", "max(g, 3)", "ne descendait jamais sous 3"),
):
    SOURNOISES["nbjetons"].faux(f"g_borne_a_{nom}", mots, corps=f"return modele(l, i, j, direc, t, {g})")
SOURNOISES["nbjetons"].faux(
    "arret_aux_vides",
    "aussi aux cases vides",
    corps="""
    avant, apres = bande(l, i, j, direc, t, g)
    cotes = [c[: next((k for k, v in enumerate(c) if v != t), len(c))] for c in (avant, apres)]
    return compter(cotes[0] + [VIDE] + cotes[1], t, g)
    """,
)
SOURNOISES["nbjetons"].faux("paquets_de_quatre", "toujours 4 cases", change={"apres, t, g)": "apres, t, 4)"})
SOURNOISES["slc2"].faux(
    "g_oublie_au_dessus", "ne transmettez pas g", change={"inv(t)), inv(t), g)": "inv(t)), inv(t))"}
)
SOURNOISES["ia2"].faux(
    "premiere_comptee_deux_fois",
    "pas tirées au sort",
    change={"(lui, 1, b)])": "(lui, 1, b)], lambda x: random.choice(x + x[:1]))"},
)
SOURNOISES["ia3"].faux(
    "derniere_comptee_deux_fois",
    "pas tirées au sort",
    change={"random.choice(choix)": "random.choice(choix + choix[-1:])"},
)
