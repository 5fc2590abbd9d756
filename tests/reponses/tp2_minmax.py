"""Des réponses d'élèves au TP 2 : évaluer une grille, min-max, faire jouer des machines."""

from reponses import Recueil

RECUEIL = Recueil(
    "tp2_minmax",
    """
from math import inf
from random import choice, shuffle

W1, W2 = [0, 1, 4, 9, inf], [0, 1, 10, 100, inf]


def affiche(G):
    for y in range(5, -1, -1):
        print(" ".join(".XO"[G[x][y]] for x in range(7)))


display = affiche


def tous_align():
    pas = [(1, 0), (0, 1), (1, 1), (1, -1)]
    L = [[(x + i * dx, y + i * dy) for i in range(4)] for x in range(7) for y in range(6) for dx, dy in pas]
    return [tuple(A) for A in L if 0 <= A[3][0] < 7 and 0 <= A[3][1] < 6]


tous = A_gagnants = tous_align()


def init():
    return [[0] * 6 for x in range(7)]


def coups(G):
    return [(x, G[x].index(0)) for x in range(7) if 0 in G[x]]


def fini(G):
    for (a, b), (c, d), (e, f), (g, h) in tous:
        if 0 != G[a][b] == G[c][d] == G[e][f] == G[g][h]:
            return G[a][b]
    return 0
""",
)


# --- nbr_pions ------------------------------------------------------------------------------------

q = RECUEIL.question(
    "nbr_pions",
    """
def nbr_pions(A, G, joueur):
    n, m = 0, 0
    for x, y in A:
        if G[x][y] == joueur:
            n += 1
        elif G[x][y] == 3 - joueur:
            m += 1
    return n, m
""",
)
q.juste(
    "listes en compréhension",
    corps="contenu = [G[x][y] for (x, y) in A]\nreturn contenu.count(joueur), contenu.count(3 - joueur)",
)
q.juste(
    "numpy",
    corps="""
import numpy as np
c = np.array([G[x][y] for x, y in A])
return (c == joueur).sum(), (c == 3 - joueur).sum()
""",
)
q.juste(
    "bavarde, avec un paramètre de plus",
    source="""
def nbr_pions(A, G, joueur, texte=True):
    n = m = 0
    for case in A:
        print(case)
        pion = G[case[0]][case[1]]
        if pion == joueur:
            n = n + 1
        elif pion != 0:
            m = m + 1
    return (n, m)
""",
)
q.faux("ordre échangé", "échangés", change={"return n, m": "return m, n"})
q.faux("joueur ignoré", "toujours les pions du joueur 1", change={"== joueur": "== 1"})
q.faux("cases libres comptées", "libre", change={"elif G[x][y] == 3 - joueur": "else"})
q.faux("une liste", "couple", change={"return n, m": "return [n, m]"})
q.faux("un seul nombre", "l'autre joueur", change={"return n, m": "return n"})
q.faux("return dans la boucle", "première case", change={"    return n, m": "        return n, m"})
q.faux("trois cases", "trois premières", change={"in A:": "in A[:3]:"})
q.faux("dernière case seule", "première case", change={"in A:": "in A[1:]:"})
q.faux("grille retournée", "à l'envers", change={"G[x][y]": "G[x][5 - y]"})
q.faux("compteurs depuis 1", "d'où partent vos compteurs", change={"n, m = 0, 0": "n = m = 1"})
q.faux("les deux ensemble", "pions des deux joueurs", change={"return n, m": "return n + m, m"})
q.faux("trois au plus", "ne dépasse jamais 3", change={"return n, m": "return min(n, 3), m"})
q.faux("coordonnées échangées", "échangez x et y", change={"for x, y in A": "for y, x in A"})
q.faux("somme des valeurs", "un pion", change={"+= 1": "+= G[x][y]"})
q.faux("print", "return", change={"return n, m": "print(n, m)"})
q.faux("s'arrête à l'adversaire", "premier pion adverse", change={"m += 1": "return n, m + 1"})
q.faux("constante", "répond toujours", "toujours (0, 0)", change={"return n, m": "return 0, 0"})
q.faux("ignore l'autre", "ne sont pas comptés", change={"m += 1": "m += 0"})
q.faux("modifie la grille", "modifié", change={"n += 1": "n += 1; G[x][y] = 0"})
CONTENUS = "L = []\nfor x, y in A:\n    L = L.append(G[x][y])\nreturn L.count(joueur), L.count(3 - joueur)"
q.faux("append affecté", "append change la liste", corps=CONTENUS)
q.faux(
    "grille du notebook",
    "variable G du notebook",
    source="""
G = init()
G[3][0] = 1


def nbr_pions(A, grille, joueur):
    return sum(G[x][y] == joueur for x, y in A), sum(G[x][y] == 3 - joueur for x, y in A)
""",
)
q.faux("ne finit pas", "ne se termine pas", change={"n, m = 0, 0": "n, m = 0, 0\n    while n == 0: pass"})


# --- heuristique ----------------------------------------------------------------------------------

q = RECUEIL.question(
    "heuristique",
    """
def heuristique(G, w):
    h = 0
    for A in tous:
        n1, n2 = nbr_pions(A, G, 1)
        if n2 == 0:
            h = h + w[n1]
        if n1 == 0:
            h = h - w[n2]
    return h
""",
)
q.juste(
    "somme",
    corps="""
L = [nbr_pions(A, G, 1) for A in A_gagnants]
return sum(w[a] for a, b in L if b == 0) - sum(w[b] for a, b in L if a == 0)
""",
)
q.juste(
    "flottants numpy, sans nbr_pions",
    corps="""
import numpy as np
h = np.float64(0)
for A in tous:
    valeurs = [G[x][y] for x, y in A]
    if 2 not in valeurs and 1 in valeurs:
        h += w[valeurs.count(1)]
    elif 1 not in valeurs and 2 in valeurs:
        h -= w[valeurs.count(2)]
return h
""",
)
q.faux("sans le joueur 2", "ne sont pas retirés", change={"h = h - w[n2]": "pass"})
q.faux("ajoute le joueur 2", "au lieu de les retirer", change={"h = h - w[n2]": "h = h + w[n2]"})
q.faux("signe", "signe", change={"return h": "return -h"})
q.faux("conditions inversées", "alignements du joueur est inversée", change={"n2 == 0": "n2 != 0"})
q.faux("les deux conditions inversées", "condition est inversée", change={" == 0:": " != 0:"})
q.faux("alignements partagés comptés", "partagés parmi ceux du joueur", change={"if n2 == 0": "if n1 >= 0"})
q.faux("tous comptés", "partagés", change={"if n2 == 0": "if True", "if n1 == 0": "if True"})
q.faux("elif", "vide", change={"        if n1 == 0": "        elif n1 == 0"})
q.faux("else", "Avec else", change={"        if n1 == 0:": "        else:"})
q.faux("poids décalés", "nan", change={"w[n1]": "w[n1 - 1]", "w[n2]": "w[n2 - 1]"})
q.faux("pions au lieu des poids", "pions au lieu de leurs poids", change={"w[n1]": "n1", "w[n2]": "n2"})
q.faux("return dans la boucle", "un seul alignement", change={"    return h": "        return h"})
q.faux("oublie le dernier alignement", "oubliez un alignement", change={"in tous": "in tous[:-1]"})
q.faux("oublie les verticales", "verticale", change={"tous": "[A for A in tous if A[0][0] != A[1][0]]"})
q.faux("oublie le haut", "haut", change={"in tous:": "in [A for A in tous if max(c[1] for c in A) < 5]:"})
q.faux("oublie la droite", "bord droit", change={"in tous:": "in [A for A in tous if A[3][0] < 6]:"})
q.faux("joueur 2", "signe", change={"nbr_pions(A, G, 1)": "nbr_pions(A, G, 2)"})
q.faux("print", "return", change={"return h": "print(h)"})
q.faux(
    "nan",
    "nan",
    corps="""
h = 0
for i in range(5):
    pour = [A for A in tous if nbr_pions(A, G, 1) == (i, 0)]
    contre = [A for A in tous if nbr_pions(A, G, 1) == (0, i)]
    h = h + w[i] * (len(pour) - len(contre))
return h
""",
)
q.faux("poids du notebook", "variable W1 du notebook", change={"w[n": "W1[n"})
q.faux("remise à zéro", "un seul alignement", change={"    h = 0\n": "", "tous:\n": "tous:\n        h = 0\n"})
q.faux(
    "conditions de l'autre inversées", "alignements de l'autre est inversée", change={"n1 == 0": "n1 != 0"}
)
q.faux("partagés de l'autre", "partagés parmi ceux de l'autre", change={"if n1 == 0": "if True"})
q.faux("zéro", "toujours 0", change={"return h": "return 0"})
q.faux("globale", "garde une mémoire", change={"h = 0\n": "global h\n    h = globals().get('h', 0)\n"})
q.faux("chaîne", "chaîne", change={"return h": "return str(h)"})
WINF = "n alignement complet vaut w[4]"
q.faux("w[4] infini", WINF, change={"w[n1]": "(w[:4] + [inf])[n1]", "w[n2]": "(w[:4] + [inf])[n2]"})
q.faux("gagnée infinie", WINF, change={"    h = 0\n": "    if fini(G) == 1: return inf\n    h = 0\n"})
q.faux("deux décimales", "arrondissez", change={"return h": "return round(h, 2)"})
q.faux("poids triés", "modifié", change={"h = 0\n": "h = 0\n    w.sort()\n"})
q.faux("nulle fausse", "booléen", change={"return h": "return h or False"})


# --- utilite --------------------------------------------------------------------------------------

q = RECUEIL.question(
    "utilite",
    """
def utilite(G, j, W):
    u = 0
    for A in tous:
        n, m = nbr_pions(A, G, j)
        if m == 0:
            u = u + W[n]
        if n == 0:
            u = u - W[m]
    return u
""",
)
q.juste("par heuristique", corps="return heuristique(G, W) if j == 1 else -heuristique(G, W)")
q.juste(
    "deux sommes",
    corps="""
pour = contre = 0.0
for A in tous:
    a, b = nbr_pions(A, G, j)
    if not b:
        pour += W[a]
    if not a:
        contre += W[b]
return pour - contre
""",
)
q.faux("j ignoré", "joueur 1", change={"nbr_pions(A, G, j)": "nbr_pions(A, G, 1)"})
q.faux("vue de l'autre", "signe", change={"nbr_pions(A, G, j)": "nbr_pions(A, G, 3 - j)"})
q.faux("toujours joueur 2", "joueur 2", change={"nbr_pions(A, G, j)": "nbr_pions(A, G, 2)"})
q.faux("sans retirer", "ne sont pas retirés", change={"u = u - W[m]": "pass"})
q.faux("valeur absolue", "valeur absolue", change={"return u": "return abs(u)"})
q.faux("addition", "au lieu de les retirer", change={"u - W[m]": "u + W[m]"})
q.faux("poids du notebook", "variable W1 du notebook", change={"W[": "W1["})
q.faux("couple", "nombre", change={"return u": "return u, None"})
q.faux("W[4] infini", WINF, change={"W[n]": "(W[:4] + [inf])[n]", "W[m]": "(W[:4] + [inf])[m]"})
q.faux("deux décimales", "arrondissez", change={"return u": "return round(u, 2)"})
q.faux("poids triés", "modifié", change={"    u = 0\n": "    u = 0\n    W.sort()\n"})
q.faux("finis seulement", "gagnée", change={"return u": "return min(u, 10**6)"})
q.faux("boucle infinie", "ne se termine pas", change={"    u = 0": "    u = 0\n    while True: pass"})


# --- tests_utilite --------------------------------------------------------------------------------

q.faux("pleine, donc nulle", "grilles gagnées", corps="return modele(G, j, W) if coups(G) else 0")

q = RECUEIL.question(
    "tests_utilite",
    """
def apres(colonnes):
    G = init()
    for tour in range(len(colonnes)):
        x = colonnes[tour]
        G[x][G[x].index(0)] = 1 + tour % 2
    return G


tests_utilite = [(apres([3]), 2, -7), (apres([1, 0, 3]), 1, 9), (apres([3, 3, 3]), 1, 9)]
""",
)
q.juste(
    "la fonction elle-même donne les valeurs",
    change={"(apres([1, 0, 3]), 1, 9)": "(apres([1, 0, 3]), 2, utilite(apres([1, 0, 3]), 2, W1))"},
)
q.juste(
    "des tuples et des flottants, des tests inutiles",
    source="""
G, H, K = init(), init(), init()
G[0][0] = 1
H[1][0], H[0][0], H[3][0] = 1, 2, 1
K[0] = [1, 2, 1, 0, 0, 0]
K = tuple(tuple(colonne) for colonne in K)
grilles = [init(), G, H, K]
tests_utilite = tuple([g, j, float(utilite(g, j, W1))] for g in grilles for j in (1, 2))
""",
)
q.faux(
    "un seul pion",
    "3 versions démasquées sur 6",
    "restent B, E et F",
    part=4 / 7,
    change={", (apres([1, 0, 3]), 1, 9), (apres([3, 3, 3]), 1, 9)": ""},
)
q.faux("rien d'empilé", "reste F", change={", (apres([3, 3, 3]), 1, 9)": ""})
q.faux(
    "valeur fausse",
    "tests_utilite[1]",
    "accuse la BONNE version",
    part=5 / 7,
    change={"1, 9), (": "1, 8), ("},
)
q.faux(
    "signe",
    "tests_utilite[0]",
    "utilite(G, 2, W1) vaut -7",
    "accuse la BONNE version",
    change={"2, -7": "2, 7"},
)
q.faux("trop de pions", "4 pions, 3 au plus", change={"[3, 3, 3]), 1, 9": "[3, 3, 3, 3]), 1, 0"})
q.faux("sans joueur", "Un test s'écrit (G, j, valeur attendue)", change={"2, -7)": "-7)"})
q.faux("joueur 0", "numéro d'un joueur, 1 ou 2", change={"2, -7)": "0, -7)"})
q.faux(
    "pion qui flotte", "tests_utilite[0]", change={"apres([3]), 2": "[[0, 1, 0, 0, 0, 0]] + init()[1:], 2"}
)
q.faux(
    "le joueur 2 commence",
    "tests_utilite[0]",
    change={"apres([3]), 2": "[[2, 0, 0, 0, 0, 0]] + init()[1:], 2"},
)
q.faux("une grille seule", "tests_utilite[0]", change={"(apres([3]), 2, -7)": "apres([3])"})
q.faux("au hasard", "12 au plus", change={"(apres([3, 3, 3]), 1, 9)]": "(apres([3, 3, 3]), 1, 9)] * 5"})


# --- minmax ---------------------------------------------------------------------------------------

q = RECUEIL.question(
    "minmax",
    """
def minmax(G, j, W, p):
    L = coups(G)
    if p == 0 or fini(G) != 0 or L == []:
        return utilite(G, j, W), None
    u_opt, L_opt = -inf, []
    for x, y in L:
        G[x][y] = j
        u, c = minmax(G, 3 - j, W, p - 1)
        u = -u
        G[x][y] = 0
        if u > u_opt:
            u_opt, L_opt = u, []
        if u >= u_opt:
            L_opt.append((x, y))
    return u_opt, choice(L_opt)
""",
)
q.juste(
    "mélange puis premier maximum",
    corps="""
L = coups(G)
if p == 0 or not L or fini(G):
    return utilite(G, j, W), None
shuffle(L)
scores = []
for x, y in L:
    G[x][y] = j
    scores.append(-minmax(G, 3 - j, W, p - 1)[0])
    G[x][y] = 0
return max(scores), L[scores.index(max(scores))]
""",
)
q.juste(
    "copie de la grille, max et min séparés",
    source="""
def valeur(G, j, moi, W, p):
    if p == 0 or fini(G) or coups(G) == []:
        return utilite(G, moi, W)
    suites = []
    for x, y in coups(G):
        H = [colonne[:] for colonne in G]
        H[x][y] = j
        suites.append(valeur(H, 3 - j, moi, W, p - 1))
    return max(suites) if j == moi else min(suites)


def minmax(G, j, W, p):
    if p == 0 or fini(G) or coups(G) == []:
        return utilite(G, j, W), None
    scores = {}
    for x, y in coups(G):
        H = [colonne[:] for colonne in G]
        H[x][y] = j
        scores[(x, y)] = valeur(H, 3 - j, j, W, p - 1)
    u = max(scores.values())
    return u, choice([c for c in scores if scores[c] == u])
""",
)
q.juste(
    "paramètre de plus et affichage",
    source="""
def minmax(G, j, W, p, trace=[]):
    L = coups(G)
    if p <= 0 or fini(G) in (1, 2) or len(L) == 0:
        return float(utilite(G, j, W)), None
    essais = []
    for (x, y) in L:
        G[x][y] = j
        essais.append((-minmax(G, 3 - j, W, p - 1)[0], (x, y)))
        G[x][y] = 0
    meilleur = max([u for u, c in essais])
    print(meilleur)
    return meilleur, choice([c for u, c in essais if u == meilleur])
""",
)
q.faux("pas d'opposé", "l'opposé", change={"u = -u": "pass"})
q.faux("signe à la fin", "signe", change={"return u_opt, choice": "return -u_opt, choice"})
q.faux("joueurs non alternés", "n'alternent pas", change={"minmax(G, 3 - j": "minmax(G, j"})
q.faux("mauvaise feuille", "l'autre joueur", change={"utilite(G, j, W), None": "utilite(G, 3 - j, W), None"})
q.faux("heuristique aux feuilles", "joueur 1", change={"utilite(G, j, W), None": "heuristique(G, W), None"})
q.faux("utilite vue de 1", "joueur 1", change={"utilite(G, j, W), None": "utilite(G, 1, W), None"})
q.faux("un coup trop peu", "trop peu", change={"p == 0": "p == 1"})
q.faux("un coup trop loin", "trop loin", change={"p == 0": "p < 0"})
q.faux("p constant", "Profondeur qui ne diminue pas", change={"p - 1": "p"})
q.faux("minimise", "minimisez", change={"-inf": "inf", "u > u_opt": "u < u_opt", "u >= u_opt": "u <= u_opt"})
q.faux("pion laissé", "pas retiré", change={"        G[x][y] = 0\n": ""})
q.faux("colonne seule", "colonne", change={"choice(L_opt)": "choice(L_opt)[0]"})
q.faux("coup à l'envers", "à l'envers", change={"append((x, y))": "append((y, x))"})
q.faux("couple à l'envers", "à l'envers", change={"u_opt, choice(L_opt)": "choice(L_opt), u_opt"})
q.faux("premier meilleur", "le premier", change={"choice(L_opt)": "L_opt[0]"})
q.faux("dernier meilleur", "le dernier", change={"choice(L_opt)": "L_opt[-1]"})
JAMAIS_VU = "on n'a jamais vu"
for tires in ("[:2]", "[:3]", "[:4]", "[-2:]", "[1:]"):
    q.faux(
        f"perdants {tires}",
        JAMAIS_VU,
        change={"choice(L_opt)": f"choice(L_opt if u_opt > -inf else L_opt{tires} or L_opt)"},
    )
q.faux("deux gagnants", JAMAIS_VU, change={"choice(L_opt)": "choice(L_opt if u_opt < inf else L_opt[:2])"})
q.faux(
    "tirage à profondeur 1 et 2",
    "pas tiré au sort",
    change={"choice(L_opt)": "choice(L_opt[: 1 + 9 * (p < 3)])"},
)
q.faux("tirage biaisé", "meilleurs coups", change={"choice(L_opt)": "choice(L_opt[:1] * 9 + L_opt)"})
q.faux("tirage un peu biaisé", "mêmes chances", change={"choice(L_opt)": "choice(L_opt + L_opt[:1])"})
q.faux(
    "tour à tour",
    "Rien n'est tiré au hasard",
    change={
        "def minmax": "TOURS = []\n\n\ndef minmax",
        "    return u_opt": "    TOURS.append(p)\n    return u_opt",
        "choice(L_opt)": "L_opt[len(TOURS) * 37 // 2 % len(L_opt)]",
    },
)
q.faux(
    "première colonne oubliée à profondeur 3",
    *("profondeurs 3 et plus", "jamais examiné"),
    change={"for x, y in L:": "for x, y in L[p == 3 and len(L) == 7 :]:"},
)
q.faux("hasard parmi tous", "seuls coups qui ont ce score", change={"choice(L_opt)": "choice(L)"})
q.faux(
    "> au lieu de >=",
    "le premier",
    change={
        "u > u_opt": "u > u_opt or L_opt == []",
        "u_opt, L_opt = u, []": "u_opt, L_opt = u, [(x, y)]",
        "        if u >= u_opt:\n            L_opt.append((x, y))\n": "",
    },
)
q.faux(
    "perdu : pas de coup",
    "aucun coup n'est retenu",
    change={
        "u_opt, L_opt = u, []": "u_opt, L_opt = u, [(x, y)]",
        "if u >= u_opt": "elif u == u_opt and u > -inf",
    },
)
q.faux("départ 0", "part de 0", change={"-inf": "0", "choice(L_opt)": "choice(L_opt) if L_opt else None"})
q.faux("départ 0, erreur", "négatifs", change={"-inf": "0"})
q.faux("ne s'arrête pas sur victoire", "gagnée", change={"fini(G) != 0 or ": ""})
q.faux("grille pleine oubliée", "pleine", change={" or L == []": ""})
q.faux(
    "aucun cas d'arrêt", "n'a pas de cas d'arrêt", change={"if p == 0 or fini(G) != 0 or L == []": "if False"}
)
q.faux("ne voit que le joueur 1 gagner", "joueur 2 a gagné", change={"fini(G) != 0": "fini(G) == 1"})
q.faux("None oublié", "que le score", change={"utilite(G, j, W), None": "utilite(G, j, W)"})
q.faux(
    "joue le coup",
    "pas retiré",
    change={"return u_opt, choice(L_opt)": "x, y = choice(L_opt)\n    G[x][y] = j\n    return u_opt, (x, y)"},
)
q.faux(
    "print",
    "Vous affichez le résultat",
    change={"return u_opt, choice(L_opt)": "print(u_opt, choice(L_opt))"},
)
q.faux("coup en liste", "couple", change={"append((x, y))": "append([x, y])"})
q.faux("score seul", "que le score", change={"return u_opt, choice(L_opt)": "return u_opt"})
q.faux(
    "mémoire",
    "mémoire",
    change={
        "def minmax(G, j, W, p):\n": """deja_vu = {}


def minmax(G, j, W, p):
    if str(G) not in deja_vu:
        deja_vu[str(G)] = cherche(G, j, W, p)
    return deja_vu[str(G)]


def cherche(G, j, W, p):
"""
    },
)
q.faux(
    "égalités après élagage",
    "qu'une borne",
    change={
        "W, p):": "W, p, alpha=-inf, beta=inf):",
        "W, p - 1)": "W, p - 1, -beta, -max(alpha, u_opt))",
        "    return u_opt": "        if u_opt >= beta:\n            break\n    return u_opt",
    },
)
q.faux("zéro aux feuilles", "toujours 0", change={"utilite(G, j, W), None": "0, None"})
q.faux("append affecté", "append change la liste", change={"L_opt.append": "L_opt = L_opt.append"})
q.faux(
    "return dans la boucle", "l'intérieur de la boucle", change={"    return u_opt": "        return u_opt"}
)
q.faux(
    "variable max",
    "s'appelle max",
    change={"    L =": "    max = 0\n    L =", "u > u_opt": "max(u, 0) > u_opt"},
)
q.faux("couple entier", "TypeError", change={"u, c = minmax": "u = minmax"})
CHERCHE_A = "chaque fils doit être cherché à"
q.faux("au plus 4", "profondeurs 3 et plus", CHERCHE_A, change={"W, p):\n": "W, p):\n    p = min(p, 4)\n"})
q.faux("au plus 2", "profondeurs 3 et plus", CHERCHE_A, change={"W, p):\n": "W, p):\n    p = min(p, 2)\n"})
q.faux("poids ignorés", "liste fixe", change={"utilite(G, j, W), None": "utilite(G, j, W1), None"})


# --- partie_2machines -----------------------------------------------------------------------------

q.faux(
    "perdue, le premier coup",
    "n'est pas tiré au sort",
    change={"choice(L_opt)": "choice(L_opt) if u_opt > -inf else L[0]"},
)

q = RECUEIL.question(
    "partie_2machines",
    """
def partie_2machines(w1, w2, p1, p2):
    G, j = init(), 1
    while fini(G) == 0 and coups(G) != []:
        if j == 1:
            u, (x, y) = minmax(G, 1, w1, p1)
        else:
            u, (x, y) = minmax(G, 2, w2, p2)
        G[x][y] = j
        j = 3 - j
    return G
""",
)
q.juste(
    "boucle for et listes",
    corps="""
G = init()
w, p = [w1, w2], [p1, p2]
for tour in range(42):
    j = tour % 2
    coup = minmax(G, j + 1, w[j], p[j])[1]
    G[coup[0]][coup[1]] = j + 1
    if fini(G):
        return G
return G
""",
)
q.juste(
    "s'arrête quand minmax ne donne plus de coup",
    corps="""
G, j = init(), 1
reglages = {1: (w1, p1), 2: (w2, p2)}
coup = minmax(G, 1, *reglages[1])[1]
while coup is not None:
    G[coup[0]][coup[1]] = j
    j = 3 - j
    coup = minmax(G, j, *reglages[j])[1]
return G
""",
)
q.juste("minmax sous un autre nom", change={"def ": "mm = minmax\n\n\ndef ", "minmax(G": "mm(G"})
q.juste(
    "minmax appelée deux fois par coup",
    change={
        "minmax(G, 1, w1, p1)": "minmax(G, 1, w1, p1)[0], minmax(G, 1, w1, p1)[1]",
        "minmax(G, 2, w2, p2)": "minmax(G, 2, w2, p2)[0], minmax(G, 2, w2, p2)[1]",
    },
)
AU_HASARD = "x, y = choice(coups(G))"
q.faux("poids échangés", "propres poids", change={"1, w1": "1, w2", "2, w2": "2, w1"})
q.faux("w1 pour les deux", "ceux de l'autre", change={"w2, p2": "w1, p2"})
q.faux("profondeurs échangées", "profondeur", change={"w1, p1)": "w1, p2)", "w2, p2)": "w2, p1)"})
q.faux("le joueur 2 commence", "joueur 1 qui commence", change={"G, j = init(), 1": "G, j = init(), 2"})
q.faux("pas d'alternance", "joueur 2", change={"j = 3 - j": "pass"})
q.faux("pas d'arrêt", "est finie", change={"fini(G) == 0 and ": ""})
q.faux("pas d'arrêt, grille pleine", "est finie", change={" and coups(G) != []": ""})
q.faux("coup non posé", "pas posé", change={"G[x][y] = j\n        j = 3 - j": "j = 3 - j"})
q.faux("rien n'avance", "pas posé", change={"G[x][y] = j\n        j = 3 - j": "pass"})
q.faux("toujours des 1", "pas le numéro du joueur", change={"G[x][y] = j": "G[x][y] = 1"})
q.faux("à l'envers", "posé à l'envers", change={"(x, y) =": "(y, x) ="})
q.faux("renvoie le gagnant", "pas le gagnant", change={"return G": "return fini(G)"})
q.faux("renvoie le couple", "grille seule", change={"return G": "return fini(G), G"})
q.faux("rien renvoyé", "None", change={"return G": "pass"})
q.faux("hasard", "là où minmax l'a dit", change={"G[x][y] = j": f"{AU_HASARD}\n        G[x][y] = j"})
q.faux("return dans la boucle", "l'intérieur de la boucle", change={"    return G": "        return G"})
q.faux("poids du notebook", "propres poids", change={"w1, p1": "W1, p1", "w2, p2": "W2, p2"})
q.faux("un coup", "qu'un coup", "un if à la place", change={"while": "if"})
q.faux(
    "au hasard, sans minmax",
    "minmax",
    change={"u, (x, y) = minmax(G, 1, w1, p1)": AU_HASARD, "u, (x, y) = minmax(G, 2, w2, p2)": AU_HASARD},
)


# --- joue_partie ----------------------------------------------------------------------------------

q = RECUEIL.question(
    "joue_partie",
    """
def joue_partie(W, p1, p2, affiche):
    G = partie_2machines(W, W, p1, p2)
    if affiche:
        display(G)
    return fini(G), G
""",
)
q.juste(
    "sans partie_2machines",
    corps="""
G, j, p = init(), 1, {1: p1, 2: p2}
while coups(G) and not fini(G):
    (x, y) = minmax(G, j, W, p[j])[1]
    G[x][y] = j
    j = 3 - j
if affiche == True:
    display(G)
    print("gagnant :", fini(G))
return (fini(G), G)
""",
)
q.juste(
    "affichage fait à la main",
    corps="""
grille = partie_2machines(W, W, p1, p2)
gagnant = fini(grille)
if affiche:
    for y in range(6):
        print([grille[x][5 - y] for x in range(7)])
return gagnant, grille
""",
)
q.juste("légende sous la grille", change={"display(G)": "display(G)\n        print('0 1 2 3 4 5 6')"})
q.juste(
    "grille affichée à chaque coup",
    corps="""
G, j = init(), 1
while fini(G) == 0 and coups(G) != []:
    u, (x, y) = minmax(G, j, W, p1 if j == 1 else p2)
    G[x][y] = j
    j = 3 - j
    if affiche:
        display(G)
return fini(G), G
""",
)
q.faux("affiche appelée", "cache la fonction", change={"display(G)": "affiche(G)"})
q.faux("toujours affichée", "rien ne doit être affiché", change={"if affiche:": "if True:"})
q.faux("jamais affichée", "doit être affichée", change={"        display(G)": "        pass"})
q.faux("ok", "doit être affichée", change={"display(G)": "print('ok')"})
q.faux(
    "autre grille ensuite", "doit être affichée", change={"display(G)": "display(G)\n        display(init())"}
)
q.faux("grille vide affichée", "doit être affichée", change={"display(G)": "display(init())"})
A_L_ENVERS = "for y in range(6):\n            print(*[G[x][y] for x in range(7)])"
q.faux("la tête en bas", "doit être affichée", change={"display(G)": A_L_ENVERS})
COUPEE = "for y in range(1, 6):\n            print(*[G[x][5 - y] for x in range(7)])"
q.faux("grille coupée", "« range(1, 6) »", "doit être affichée", change={"display(G)": COUPEE})
q.faux("affiche le gagnant", "TypeError", change={"display(G)": "display(fini(G))"})
q.faux("couple à l'envers", "le gagnant d'abord", change={"return fini(G), G": "return G, fini(G)"})
q.faux("grille seule", "que la grille", change={"return fini(G), G": "return G"})
q.faux("gagnant seul", "que le gagnant", change={"return fini(G), G": "return fini(G)"})
q.faux("profondeurs échangées", "profondeur", change={"p1, p2)\n": "p2, p1)\n"})
q.faux("profondeur unique", "celle de l'autre", change={"p1, p2)\n": "p1, p1)\n"})
q.faux("perdant", "annoncez le perdant", change={"return fini(G), G": "return 3 - fini(G), G"})
q.faux("nulle comptée pour 2", "nulle", change={"return fini(G), G": "return fini(G) or 2, G"})
q.faux("booléen", "un booléen", change={"return fini(G), G": "return fini(G) == 1, G"})
q.faux("nouvelle grille", "vide", change={"return fini(G), G": "return fini(G), init()"})
q.faux("print", "Vous affichez le résultat", change={"return fini(G), G": "print(fini(G), G)"})


# --- mesure_force ---------------------------------------------------------------------------------

q = RECUEIL.question(
    "mesure_force",
    """
def mesure_force(W, p1, p2, k):
    n = [0, 0, 0]
    for i in range(k):
        gagnant, G = joue_partie(W, p1, p2, False)
        n[gagnant] += 1
    return n[1] / k, n[2] / k, n[0] / k
""",
)
q.juste(
    "par partie_2machines, en liste",
    corps="""
L = [fini(partie_2machines(W, W, p1, p2)) for i in range(k)]
return [L.count(1) / k, L.count(2) / k, L.count(0) / k]
""",
)
q.juste(
    "partie rejouée avec minmax",
    corps="""
a = b = c = 0
for i in range(k):
    G, j = init(), 1
    while fini(G) == 0 and coups(G) != []:
        x, y = minmax(G, j, W, p1 if j == 1 else p2)[1]
        G[x][y] = j
        j = 3 - j
    g = fini(G)
    a, b, c = a + (g == 1), b + (g == 2), c + (g == 0)
return a / k, b / k, c / k
""",
)
q.juste(
    "tout sous un autre nom",
    source="""
mm = minmax


def mesure_force(W, p1, p2, k):
    n = [0, 0, 0]
    for i in range(k):
        G, j = init(), 1
        while fini(G) == 0 and coups(G) != []:
            x, y = mm(G, j, W, p1 if j == 1 else p2)[1]
            G[x][y] = j
            j = 3 - j
        n[fini(G)] += 1 / k
    return n[1], n[2], n[0]
""",
)
q.faux(
    "chacun commence à son tour",
    "échangées dans certaines parties",
    corps="""
n = [0, 0, 0]
for i in range(k):
    if i % 2 == 0:
        n[joue_partie(W, p1, p2, False)[0]] += 1
    else:
        n[(0, 2, 1)[joue_partie(W, p2, p1, False)[0]]] += 1
return n[1] / k, n[2] / k, n[0] / k
""",
)
q.faux(
    "une table des poids déjà vus",
    "ni joue_partie, ni partie_2machines, ni minmax",
    corps="""
issues = {(0, 1, 4, 9, inf): (1.0, 0.0, 0.0), (0, 1, 4, 12, inf): (0.0, 1.0, 0.0)}
return issues.get(tuple(W), (1.0, 0.0, 0.0))
""",
)
q.faux("k plafonné", "500 parties au lieu de", change={"    n = [": "    k = min(k, 500)\n    n = ["})
q.faux("toujours la même issue", "répond toujours", "ni joue_partie", corps="return 1.0, 0.0, 0.0")
q.faux("poids du notebook", "variable W1 du notebook", change={"joue_partie(W,": "joue_partie(W1,"})
q.faux("return dans la boucle", "l'intérieur de la boucle", change={"    return n": "        return n"})
q.faux("comptes", "divisez", change={"n[1] / k, n[2] / k, n[0] / k": "n[1], n[2], n[0]"})
q.faux("ordre", "ordre", change={"n[1] / k, n[2] / k, n[0] / k": "n[0] / k, n[1] / k, n[2] / k"})
q.faux(
    "pourcentages",
    "pourcentage",
    change={"n[1] / k, n[2] / k, n[0] / k": "100*n[1]/k, 100*n[2]/k, 100*n[0]/k"},
)
q.faux("deux fréquences", "trois", change={", n[0] / k": ""})
q.faux("une partie de trop", "« range(k + 1) »", "au lieu de", change={"range(k)": "range(k + 1)"})
q.faux("une partie de moins", "au lieu de", change={"range(k)": "range(1, k)"})
q.faux("profondeurs échangées", "échangées", change={"W, p1, p2, False": "W, p2, p1, False"})
q.faux(
    "autres poids", "variable W2 du notebook", "W, p1 et p2", change={"W, p1, p2, False": "W2, p1, p2, False"}
)
q.faux("affiche tout", "affichées", change={"False": "True"})
q.faux("joueurs échangés", "échangez", change={"n[1] / k, n[2] / k": "n[2] / k, n[1] / k"})
q.faux("constante", "répond toujours", "fréquences", corps="return 1.0, 0.0, 0.0")
q.faux("une seule partie", "au lieu de", change={"n[gagnant] += 1": "n[gagnant] += 1; break"})


# --- les expériences ------------------------------------------------------------------------------

for suffixe, bon, marge, gaspillage, quatre_vingt_dix in (
    ("poids", 2401, 600, 9604, 1691),
    ("profondeurs", 385, 96, 1537, 271),
):
    q = RECUEIL.question(f"nb_parties_{suffixe}")
    q.valeurs_justes(bon, bon + 1, int(1.4 * bon))
    q.valeurs_fausses(
        (100, "Trop peu de parties"),
        (marge, "prise pour la marge"),
        (gaspillage, "jamais plus de 1/4"),
        (quatre_vingt_dix, "90 %"),
        (2 * bon, "Bien plus qu'il n'en faut"),
        (float(bon), "entier"),
        (-bon, "au moins une partie"),
        (str(bon), "chaîne"),
    )

for duel, gagne, perd, trop_peu, conclusion, autre, diagnostic in (
    ("w2_w4", (786, 1259, 357), (1259, 786, 357), (19, 40, 9), "moins fort", "plus fort", "l'inverse"),
    (
        "profondeurs_w1",
        (107, 286, 7),
        (286, 107, 7),
        (9, 30, 1),
        "moins fort",
        "plus fort",
        "l'inverse",
    ),
    (
        "profondeurs_w2",
        (284, 104, 12),
        (104, 284, 12),
        (15, 4, 1),
        "plus fort",
        "moins fort",
        "l'inverse",
    ),
):
    q = RECUEIL.question(f"conclusion_{duel}")
    q.valeurs_justes(
        ("Une prévision fausse.", gagne, conclusion),
        ("", list(gagne), f"  {conclusion.upper()} !"),
        [None, gagne, conclusion],
    )
    q.valeurs_fausses(
        (("", gagne, autre), diagnostic),
        (("", gagne, "on ne peut pas conclure"), "il permet d'en dire plus"),
        (("", perd, autre), "semblent échangés"),
        (("", trop_peu, conclusion), "Trop peu de parties"),
        (("", (gagne[0], gagne[2], gagne[1]), conclusion), "L'ordre demandé"),
        (("", tuple(n / sum(gagne) for n in gagne), conclusion), "fréquences"),
        (("", gagne, "W4 gagne"), "l'une de ces trois phrases"),
        ((gagne, conclusion), "triplet"),
    )

q = RECUEIL.question("conclusion_w1_w2")
EGALES = (1154, 1168, 80)
q.valeurs_justes(
    ("W1 et W2 se valent", EGALES, "on ne peut pas conclure"),
    ("", (1240, 1090, 72), "plus fort"),  # une mesure malchanceuse : on la juge sur son propre intervalle
    ("", [1090, 1240, 72], "Moins fort"),
)
q.valeurs_fausses(
    (("", EGALES, "moins fort"), "contient 1/2"),
    (("", EGALES, "plus fort"), "contient 1/2"),
    (("", (1240, 1090, 72), "on ne peut pas conclure"), "il permet d'en dire plus"),
    (("", (60, 50, 4), "on ne peut pas conclure"), "Trop peu de parties"),
    (("", (1900, 400, 102), "plus fort"), "Les avez-vous bien recopiés"),
    (("", EGALES, "égalité"), "l'une de ces trois phrases"),
    (("", 0.497, "on ne peut pas conclure"), "trois entiers"),
)


# --- humain_vs_machine ----------------------------------------------------------------------------

q = RECUEIL.question(
    "humain_vs_machine",
    """
def humain_vs_machine(w, p):
    G, j = init(), 1
    while fini(G) == 0 and coups(G) != []:
        affiche(G)
        if j == 1:
            s = input("numéro de colonne : ")
            while s not in [str(x) for x, y in coups(G)]:
                if s == "q":
                    return None
                s = input("numéro de colonne : ")
            x = int(s)
            y = G[x].index(0)
        else:
            u, (x, y) = minmax(G, 2, w, p)
            print("colonne", x)
        G[x][y] = j
        j = 3 - j
    affiche(G)
    print("gagnant :", fini(G))
""",
)
BOUCLE = """            while s not in [str(x) for x, y in coups(G)]:
                if s == "q":
                    return None
                s = input("numéro de colonne : ")
"""
q.juste(
    "deux coups par tour, renvoie la grille",
    source="""
def demande(G):
    possibles = {}
    for (x, y) in coups(G):
        possibles[str(x)] = (x, y)
    reponse = input("numéro de colonne : ").strip()
    while reponse != "q" and reponse not in possibles:
        print("Impossible :", reponse)
        reponse = input("numéro de colonne : ").strip()
    return possibles.get(reponse)


def humain_vs_machine(w, p):
    G = init()
    while True:
        affiche(G)
        coup = demande(G)
        if coup is None:
            print("Au revoir !")
            break
        G[coup[0]][coup[1]] = 1
        if fini(G) or coups(G) == []:
            break
        affiche(G)
        score, coup = minmax(G, 2, w, p)
        G[coup[0]][coup[1]] = 2
        print("La machine joue en", coup[0])
        if fini(G) or coups(G) == []:
            break
    return G
""",
)
q.juste(
    "affichage à la main, saisie lue chiffre par chiffre",
    corps="""
G = init()
for tour in range(42):
    for y in range(6):
        print("".join(str(G[x][5 - y]) for x in range(7)))
    if tour % 2 == 0:
        x = -1
        while x < 0 or x > 6 or G[x][5] != 0:
            texte = input("colonne ? ")
            if texte in ("q", "Q"):
                return 0
            x = int(texte) if texte.isdigit() else -1
        G[x][G[x].index(0)] = 1
    else:
        x, y = minmax(G, 2, w, p)[1]
        print("colonne", x)
        G[x][y] = 2
    if fini(G) != 0:
        print("gagné :", fini(G))
        return fini(G)
return 0
""",
)
q.juste(
    "essais et erreurs",
    corps="""
G, j = init(), 1
while fini(G) == 0 and coups(G) != []:
    affiche(G)
    if j == 1:
        s = input()
        if s == "q":
            return
        try:
            y = dict(coups(G))[int(s)]
            x = int(s)
        except (ValueError, KeyError):
            print("Non.")
            continue
    else:
        x, y = minmax(G, j, w, p)[1]
        print(x)
    G[x][y] = j
    j = 3 - j
affiche(G)
""",
)
q.juste(
    "résultat en toutes lettres",
    change={
        '"gagnant :", fini(G)': '["Personne n\'a gagné", "Vous avez gagné", "La machine a gagné"][fini(G)]'
    },
)
q.faux("nulle annoncée gagnée", "n'est pas celui de la partie", change={"fini(G))": "max(1, fini(G)))"})
q.faux("colonne de la machine tue", "affichez la colonne", change={'            print("colonne", x)\n': ""})
q.faux(
    "autre colonne annoncée", "affichez la colonne", change={'print("colonne", x)': 'print("colonne", 7 - x)'}
)
q.faux(
    "grille montrée après la saisie",
    "avant chaque saisie",
    change={
        "        affiche(G)\n        if j": "        if j",
        "            x = int(s)\n": "            affiche(G)\n            x = int(s)\n",
    },
)
q.faux(
    "grille vide montrée", "avant chaque saisie", change={"        affiche(G)\n": "        affiche(init())\n"}
)
q.faux("affiche le joueur", "TypeError", change={"        affiche(G)\n": "        affiche(j)\n"})
q.faux(
    "six lignes quelconques",
    "avant chaque saisie",
    change={"        affiche(G)\n": "        for y in range(6):\n            print('. . . . . . .')\n"},
)
q.faux("machine d'abord", "commence", change={"if j == 1": "if j == 2"})
q.faux("colonnes de 1 à 7", "à partir de 0", change={"x = int(s)": "x = int(s) - 1"})
q.faux("machine en joueur 1", "propres pions", change={"minmax(G, 2, w, p)": "minmax(G, 1, w, p)"})
q.faux(
    "autres poids", "variable W1 du notebook", "poids", change={"minmax(G, 2, w, p)": "minmax(G, 2, W1, p)"}
)
q.faux("autre profondeur", "profondeur", change={"minmax(G, 2, w, p)": "minmax(G, 2, w, 5)"})
q.faux("pas d'arrêt sur victoire", "finie", change={"fini(G) == 0 and ": ""})
q.faux("pas d'arrêt, grille pleine", "finie", change={" and coups(G) != []": ""})
q.faux("pas d'affichage", "affichée", change={"        affiche(G)\n": ""})
q.faux("pion oublié", "pas posé", change={"G[x][y] = j\n": "G[x][y] = j if j == 2 else 0\n"})
q.faux("pions échangés", "numéro", change={"G[x][y] = j\n": "G[x][y] = 3 - j\n"})
q.faux("sans machine", "minmax", change={"u, (x, y) = minmax(G, 2, w, p)": "x, y = coups(G)[0]"})
q.faux("un seul tour", "ne joue pas", change={"    while fini(G)": "    if fini(G)"})
q.faux("int oublié", "TypeError", change={"x = int(s)": "x = s"})
q.faux("vide", "input", corps="pass")
q.faux("rien de vérifié", "« abc »", "ValueError", change={BOUCLE: ""})
q.faux(
    "vérifie avant de convertir",
    "« 9 »",
    "IndexError",
    change={
        BOUCLE: """\
            while not s.lstrip("-").isdigit():
                if s == "q":
                    return None
                s = input("numéro de colonne : ")
"""
    },
)
q.faux(
    "-1 est une colonne",
    "« -1 »",
    "n'existe pas",
    "la machine joue",
    change={
        BOUCLE: """\
            while not s.lstrip("-").isdigit() or int(s) > 6 or G[int(s)][5] != 0:
                if s == "q":
                    return None
                s = input("numéro de colonne : ")
"""
    },
)
q.faux("colonne pleine acceptée", "pleine", change={"for x, y in coups(G)]": "for x in range(7)]"})
q.faux("colonne 7 acceptée", "« 7 »", change={"[str(x) for x, y in coups(G)]": "list('01234567')"})
q.faux("s'arrête au premier refus", "la partie s'arrête", change={'if s == "q"': "if True"})
q.faux("redemande une seule fois", "« 7 »", change={"            while s not": "            if s not"})
q.faux(
    "tour passé",
    "redemander",
    "la machine joue",
    change={
        BOUCLE: "            if s not in [str(x) for x, y in coups(G)]:\n"
        "                if s == 'q':\n                    return\n"
        "                j = 2\n                continue\n"
    },
)
q.faux("q redemandé", "« q »", "on lui demande encore", change={'if s == "q"': "if False"})


# --- joue_partie_h_m ------------------------------------------------------------------------------

q = RECUEIL.question(
    "joue_partie_h_m",
    """
def joue_partie_h_m(W, p):
    G, j, humain = init(), 1, choice([1, 2])
    while fini(G) == 0 and coups(G) != []:
        display(G)
        if j == humain:
            s = input("numéro de colonne : ")
            while s not in [str(x) for x, y in coups(G)]:
                if s == "q":
                    return None
                s = input("numéro de colonne : ")
            x = int(s)
            y = G[x].index(0)
        else:
            u, (x, y) = minmax(G, j, W, p)
        G[x][y] = j
        j = 3 - j
    display(G)
    return fini(G)
""",
)
q.juste("l'humain commence", corps="return humain_vs_machine(W, p)")
q.juste(
    "la machine commence, avec les pions 2",
    corps="""
G = init()
joueur = 2
while fini(G) == 0 and coups(G) != []:
    if joueur == 2:
        x, y = minmax(G, 2, W, p)[1]
    else:
        affiche(G)
        s = input()
        if s == "q":
            print("Partie abandonnée.")
            return G
        possibles = [(a, b) for a, b in coups(G) if str(a) == s]
        if possibles == []:
            continue
        x, y = possibles[0]
    G[x][y] = joueur
    joueur = 3 - joueur
affiche(G)
print("gagnant", fini(G))
""",
)
q.faux(
    "machine avec les pions de l'humain",
    "numéro de joueur",
    change={"minmax(G, j, W, p)": "minmax(G, humain, W, p)"},
)
q.faux("profondeur fixée", "profondeur", change={"minmax(G, j, W, p)": "minmax(G, j, W, 1)"})
q.faux(
    "poids fixés", "variable W1 du notebook", "poids", change={"minmax(G, j, W, p)": "minmax(G, j, W1, p)"}
)
q.faux("pas d'affichage", "affichée", change={"        display(G)\n": ""})
q.faux("résultat tu", "n'est pas annoncé", change={"    return fini(G)\n": ""})
q.faux("le perdant est annoncé", "annoncez le perdant", change={"return fini(G)": "return 3 - fini(G)"})
q.faux("toujours nulle", "toujours la même chose", change={"return fini(G)": "print('Partie nulle.')"})
BRAVO = "print('Bravo, vous avez gagné !')"
q.faux("bravo quoi qu'il arrive", "toujours la même chose", change={"return fini(G)": BRAVO})
q.faux("pas d'arrêt", "est finie", change={"fini(G) == 0 and ": ""})
q.faux("s'arrête après un tour", "ne joue pas", change={"j = 3 - j": "j = 3 - j\n        break"})
q.faux("joueur toujours 1", "numéro de joueur", change={"G[x][y] = j\n": "G[x][y] = 1\n"})
q.faux("deux humains", "machine", change={"if j == humain": "if True"})
q.faux("deux machines", "input", change={"if j == humain": "if False"})
q.faux("rien de vérifié", "« abc »", "ValueError", change={BOUCLE: ""})
q.faux("colonne pleine acceptée", "pleine", change={"for x, y in coups(G)]": "for x in range(7)]"})
q.faux("q redemandé", "« q »", change={'if s == "q"': "if False"})

# --- Fausses d'une façon rare : une profondeur bornée, une partie de plus quand on l'affiche --------

SOURNOISES = RECUEIL.questionnaires
SOURNOISES["partie_2machines"].faux(
    "profondeur_bornee",
    "à sa propre profondeur",
    change={"minmax(G, 1, w1, p1)": "minmax(G, 1, w1, min(p1, 3))"},
)
SOURNOISES["partie_2machines"].faux(
    "profondeur_selon_l_autre",
    "à sa propre profondeur",
    change={"minmax(G, 2, w2, p2)": "minmax(G, 2, w2, min(p2, p1 + 1))"},
)
PLUS_PAREIL = "n'est plus jouée de la même façon"
SOURNOISES["joue_partie"].faux(
    "une_autre_partie_affichee", PLUS_PAREIL, change={"display(G)": "display(partie_2machines(W, W, p1, p2))"}
)
SOURNOISES["joue_partie"].faux(
    "echangees_si_l_on_affiche",
    PLUS_PAREIL,
    corps="""
    G = partie_2machines(W, W, p2, p1) if affiche else partie_2machines(W, W, p1, p2)
    if affiche:
        display(G)
    return fini(G), G
    """,
)
SOURNOISES["joue_partie"].faux(
    "affichee_si_gagnee",
    "« affiche and fini(G) »",
    "la grille de fin de partie doit être affichée",
    change={"if affiche:": "if affiche and fini(G):"},
)
SOURNOISES["nbr_pions"].faux(
    "tous_les_pions_pour_l_autre",
    "les pions des deux joueurs",
    corps="pleines = [G[x][y] for x, y in A if G[x][y] != 0]\nreturn pleines.count(joueur), len(pleines)",
)
SOURNOISES["heuristique"].faux(
    "au_plus_de_pions", "le plus de pions", change={"if n2 == 0": "if n1 > n2", "if n1 == 0": "if n2 > n1"}
)
SOURNOISES["heuristique"].faux("poids_ecrits", "toujours des poids W1", change={"w[": "W1["})
SOURNOISES["minmax"].faux(
    "cinq_coups_de_loin",
    *("aux profondeurs 3 et plus", "jamais examinés"),
    change={"for x, y in L:": "for x, y in L if p < 3 else L[:5]:"},
)

# --- D'autres compteurs, d'autres sommes, d'autres points de départ ---------------------------------

q = SOURNOISES["nbr_pions"]
EN_COMPTANT = """
n = m = 0
for x, y in A:
    if G[x][y] == joueur:
        n += 1
    elif G[x][y] != 0:
        m += 1
return n, m
"""
q.faux(
    "jusqu_a_la_case_libre",
    "première case libre",
    corps=EN_COMPTANT.replace("    if", "    if G[x][y] == 0:\n        break\n    if", 1),
)
q.faux(
    "compteurs_remis_a_zero",
    "que la dernière case",
    corps=EN_COMPTANT.replace("n = m = 0\n", "").replace("    if", "    n = m = 0\n    if", 1),
)
q.faux("egal_plus", "=+ 1", corps=EN_COMPTANT.replace("+= 1", "=+ 1"))
q.faux(
    "un_ensemble",
    "ne dépassent jamais 1",
    corps="vus = {G[x][y] for x, y in A}\nreturn int(joueur in vus), int(3 - joueur in vus)",
)
q.faux(
    "compteurs_lies",
    "n'en font qu'un",
    corps="""
c = [[0]] * 2
for x, y in A:
    if G[x][y] != 0:
        c[G[x][y] != joueur][0] += 1
return c[0][0], c[1][0]
""",
)
q.faux(
    "toute_la_grille",
    "toute la grille",
    corps="return sum(c.count(joueur) for c in G), sum(c.count(3 - joueur) for c in G)",
)
q.faux(
    "autre_a_2_pres",
    "est 3 - joueur",
    corps="c = [G[x][y] for x, y in A]\nreturn c.count(joueur), c.count(2 - joueur)",
)
q.faux("tout_dans_le_premier", "reste à 0", corps=EN_COMPTANT.replace("m += 1", "n += 1"))

q = SOURNOISES["heuristique"]
LES_DEUX = "        if n2 == 0:\n            h = h + w[n1]\n        if n1 == 0:\n            h = h - w[n2]\n"
q.faux(
    "w0_retire",
    "w[0] à chaque alignement",
    part=0.8889,
    change={LES_DEUX: "        if n1 == 0 or n2 == 0:\n            h += w[n1] - w[n2]\n"},
)
q.faux(
    "des_qu_un_pion",
    "même si l'autre y en a",
    change={"if n2 == 0": "if n1 > 0", "        if n1 == 0": "        elif n2 > 0"},
)
q.faux(
    "complets_seulement", "que les alignements complets", change={"n2 == 0": "n1 == 4", "n1 == 0": "n2 == 4"}
)
q.faux(
    "le_plus_grand",
    "plus grand poids",
    corps="""
pour = [w[a] for a, b in (nbr_pions(A, G, 1) for A in tous) if b == 0]
contre = [w[b] for a, b in (nbr_pions(A, G, 1) for A in tous) if a == 0]
return max(pour, default=0) - max(contre, default=0)
""",
)
q.faux("arrondie", "arrondissez la note", corps="h = modele(G, w)\nreturn h if abs(h) == inf else int(h)")
q.faux(
    "horizontaux_seulement",
    "que les alignements horizontaux",
    change={"in tous": "in [A for A in tous if A[0][1] == A[3][1]]"},
)
q.faux(
    "sans_diagonale",
    "horizontaux et verticaux",
    change={"in tous": "in [A for A in tous if A[0][1] == A[3][1] or A[0][0] == A[3][0]]"},
)
q.faux("premiere_moitie", "le début de la liste", change={"in tous": "in tous[:34]"})
q.faux("gagnee_par_qui", "quel que soit le gagnant", corps="return w[4] if fini(G) else modele(G, w)")
q.juste(
    "sans_w0, qui s'annule",
    corps="""
from collections import Counter
n = Counter(nbr_pions(A, G, 1) for A in tous)
return sum(w[i] * (n[i, 0] - n[0, i]) for i in range(1, 5) if n[i, 0] != n[0, i])
""",
)

q = SOURNOISES["minmax"]
q.faux("coup_du_fils", "jamais de coup", change={"L_opt.append((x, y))": "L_opt.append(c)"})
q.faux(
    "part_de_moins_mille",
    "part de -1000",
    change={"-inf, []": "-1000, []", "choice(L_opt)": "choice(L_opt or L)"},
)
q.faux(
    "gagnee_toujours_inf",
    "La partie est finie ici",
    change={"    if p == 0": "    if fini(G) != 0:\n        return inf, None\n    if p == 0"},
)
q.faux(
    "pleine_avant_gagnee",
    "La partie est finie ici",
    change={"    if p == 0": "    if L == []:\n        return 0, None\n    if p == 0"},
)
q.faux(
    "jamais_tout_en_haut",
    JAMAIS_VU,
    part=0.9167,
    change={"choice(L_opt)": "choice([c for c in L_opt if c[1] < 5] or L_opt)"},
)
q.faux("au_plus_5", "profondeurs 3 et plus", CHERCHE_A, change={"W, p):\n": "W, p):\n    p = min(p, 5)\n"})

SOURNOISES["partie_2machines"].faux(
    "toujours_en_bas", "par-dessus un autre", change={"G[x][y] = j": "G[x][0] = j"}
)
SOURNOISES["joue_partie"].faux(
    "rien_si_l_on_n_affiche_pas",
    "ne renvoie rien",
    change={"        display(G)\n    return": "        display(G)\n        return"},
)
SOURNOISES["joue_partie"].faux(
    "gagnant_cherche_avant",
    "toujours 0",
    corps="""
    gagnant = fini(init())
    G = partie_2machines(W, W, p1, p2)
    if affiche:
        display(G)
    return gagnant, G
    """,
)
q = SOURNOISES["mesure_force"]
q.faux("divise_par_20", "toujours par le même nombre", change={" / k": " / 20"})
q.faux(
    "compteurs_remis_a_zero",
    "Seule la dernière partie",
    change={"    n = [0, 0, 0]\n": "", "range(k):\n": "range(k):\n        n = [0, 0, 0]\n"},
)
q.faux(
    "couple_compare",
    "comptées nulles",
    corps="""
a = b = c = 0
for i in range(k):
    partie = joue_partie(W, p1, p2, False)
    if partie == 1:
        a += 1
    elif partie == 2:
        b += 1
    else:
        c += 1
return a / k, b / k, c / k
""",
)

q = SOURNOISES["humain_vs_machine"]
q.faux(
    "q_a_la_premiere_saisie_seulement",
    "« q »",
    part=0.8889,
    change={
        BOUCLE: """\
            if s == "q":
                return None
            while s not in [str(x) for x, y in coups(G)]:
                s = input("numéro de colonne : ")
"""
    },
)
q.faux("le_suivant_annonce", "annoncez le perdant", change={"fini(G))": "j)"})
q.faux("toujours_en_bas", "par-dessus un autre", change={"y = G[x].index(0)": "y = 0"})
q, PERDU = SOURNOISES["joue_partie_h_m"], "'La machine a gagné'"
q.faux(
    "nulle_donnee_a_la_machine",
    "quand elle est nulle",
    change={"    return fini(G)\n": f'    print("Vous avez gagné" if fini(G) == humain else {PERDU})\n'},
)
q.faux(
    "nulle_tue",
    "n'est pas annoncé",
    change={"    return fini(G)\n": '    if fini(G):\n        print("Gagnant :", fini(G))\n'},
)
q.faux(
    "vous_ou_la_machine_selon_1",
    "n'est pas celui de la partie",
    change={"    return fini(G)\n": f'    print("Vous avez gagné" if fini(G) == 1 else {PERDU})\n'},
)
q.juste(
    "nulle_en_mots",
    change={"    return fini(G)\n": '    print(["Match nul", "1 gagne", "2 gagne"][fini(G)])\n'},
)

# --- Au bout de la partie, à d'autres profondeurs, parmi plus de coups --------------------------------

SOURNOISES["nbr_pions"].faux(
    "trois_pions_du_2",
    "joueur = 2",
    corps="n, m = modele(A, G, joueur)\nreturn (n, m) if (joueur, n, m) != (2, 3, 0) else (3, 1)",
)
SOURNOISES["heuristique"].faux(
    "signe_a_41_pions",
    "n'est pas la bonne",
    corps="h = modele(G, w)\nreturn -h if sum(c.count(0) for c in G) == 1 else h",
)
q = SOURNOISES["minmax"]
q.faux(
    "tire_parmi_les_cinq_premiers",
    "Tous les meilleurs coups ne sont pas tirés",
    change={"choice(L_opt)": "choice(L_opt[:5])"},
)
q.faux("zero_pour_none", "c'est None qu'on attend", change={"utilite(G, j, W), None": "utilite(G, j, W), 0"})
q.faux("maximum_jamais_change", "sa valeur de départ", change={"u_opt, L_opt = u, []": "L_opt = []"})
q = SOURNOISES["partie_2machines"]
q.faux(
    "premier_coup_au_centre", "ne vient pas d'une partie", change={"init(), 1": "init(), 2\n    G[3][0] = 1"}
)
q.faux(
    "une_seule_grille",
    "une seule et même grille",
    part=0.8,
    source="""
GRILLE = init()


def partie_2machines(w1, w2, p1, p2):
    for colonne in GRILLE:
        colonne[:] = [0] * 6
    j, reglages = 1, {1: (w1, p1), 2: (w2, p2)}
    while fini(GRILLE) == 0 and coups(GRILLE) != []:
        x, y = minmax(GRILLE, j, *reglages[j])[1]
        GRILLE[x][y] = j
        j = 3 - j
    return GRILLE
""",
)
q = SOURNOISES["joue_partie"]
q.faux(
    "une_ligne_vide",
    "rien ne doit être affiché",
    change={"    return": "    if not affiche:\n        print()\n    return"},
)
SOURNOISES["mesure_force"].faux(
    "profondeur_au_plus_3",
    "W, p1 et p2",
    change={"W, p1, p2, False": "W, min(p1, 3), p2, False"},
)
q = SOURNOISES["humain_vs_machine"]
q.faux(
    "q_sauf_si_une_colonne_est_pleine",
    "« q »",
    part=0.8889,
    change={'if s == "q"': 'if s == "q" and len(coups(G)) == 7'},
)
q.faux(
    "chaine_comparee_a_des_entiers",
    "input renvoie une chaîne",
    change={"[str(x) for x, y in coups(G)]": "[x for x, y in coups(G)]"},
)
SOURNOISES["joue_partie_h_m"].faux(
    "nulle_des_que_pleine",
    "n'est pas celui de la partie",
    change={"return fini(G)": "return fini(G) if coups(G) else 0"},
)
