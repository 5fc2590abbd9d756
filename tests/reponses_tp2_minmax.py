"""Des réponses d'élèves au TP 2 : les justes, les fausses, et ce qu'il faut en dire.

Une réponse fausse est décrite par la correction d'une réponse juste à l'envers : (nom, texte à remplacer,
remplacement, mots attendus dans le message) ; ou par un corps entier : (nom, source, mots attendus).
"""

DONNE = """
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
"""

JUSTES = {
    "nbr_pions": """
def nbr_pions(A, G, joueur):
    n, m = 0, 0
    for x, y in A:
        if G[x][y] == joueur:
            n += 1
        elif G[x][y] == 3 - joueur:
            m += 1
    return n, m
""",
    "heuristique": """
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
    "utilite": """
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
    "minmax": """
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
    "partie_2machines": """
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
    "joue_partie": """
def joue_partie(W, p1, p2, affiche):
    G = partie_2machines(W, W, p1, p2)
    if affiche:
        display(G)
    return fini(G), G
""",
    "mesure_force": """
def mesure_force(W, p1, p2, k):
    n = [0, 0, 0]
    for i in range(k):
        gagnant, G = joue_partie(W, p1, p2, False)
        n[gagnant] += 1
    return n[1] / k, n[2] / k, n[0] / k
""",
    "humain_vs_machine": """
def humain_vs_machine(w, p):
    G, j = init(), 1
    while fini(G) == 0 and coups(G) != []:
        affiche(G)
        if j == 1:
            x = int(input("numéro de colonne : "))
            y = G[x].index(0)
        else:
            u, (x, y) = minmax(G, 2, w, p)
            print("colonne", x)
        G[x][y] = j
        j = 3 - j
    affiche(G)
""",
    "joue_partie_h_m": """
def joue_partie_h_m(W, p):
    G, j, humain = init(), 1, choice([1, 2])
    while fini(G) == 0 and coups(G) != []:
        display(G)
        if j == humain:
            x = int(input("numéro de colonne : "))
            y = G[x].index(0)
        else:
            u, (x, y) = minmax(G, j, W, p)
        G[x][y] = j
        j = 3 - j
    display(G)
    return fini(G)
""",
}

COURS = DONNE + "".join(JUSTES.values())

RETENIR = """\
        if u > u_opt:
            u_opt, L_opt = u, []
        if u >= u_opt:
            L_opt.append((x, y))
"""

PREMIER_SEUL = """\
        if u > u_opt or L_opt == []:
            u_opt, L_opt = u, [(x, y)]
"""

SAUF_PERDUS = """\
        if u > u_opt:
            u_opt, L_opt = u, [(x, y)]
        elif u == u_opt and u > -inf:
            L_opt.append((x, y))
"""

JOUER_LE_COUP = """\
    (x, y) = choice(L_opt)
    G[x][y] = j
    return u_opt, (x, y)
"""

SOMME_NAN = """
def heuristique(G, w):
    h = 0
    for i in range(5):
        pour = [A for A in tous if nbr_pions(A, G, 1) == (i, 0)]
        contre = [A for A in tous if nbr_pions(A, G, 1) == (0, i)]
        h = h + w[i] * (len(pour) - len(contre))
    return h
"""

ELAGAGE = """
def minmax(G, j, W, p, alpha=-inf, beta=inf):
    L = coups(G)
    if p == 0 or fini(G) != 0 or L == []:
        return utilite(G, j, W), None
    u_opt, L_opt = -inf, []
    for x, y in L:
        G[x][y] = j
        u = -minmax(G, 3 - j, W, p - 1, -beta, -max(alpha, u_opt))[0]
        G[x][y] = 0
        if u > u_opt:
            u_opt, L_opt = u, []
        if u >= u_opt:
            L_opt.append((x, y))
        if u_opt >= beta:
            break
    return u_opt, choice(L_opt)
"""

MEMOIRE = JUSTES["minmax"].replace(
    "def minmax(G, j, W, p):\n",
    """\
deja_vu = {}


def minmax(G, j, W, p):
    if str(G) not in deja_vu:
        deja_vu[str(G)] = cherche(G, j, W, p)
    return deja_vu[str(G)]


def cherche(G, j, W, p):
""",
)

PARTIE_AU_HASARD = """
def partie_2machines(w1, w2, p1, p2):
    G, j = init(), 1
    while fini(G) == 0 and coups(G) != []:
        x, y = choice(coups(G))
        G[x][y] = j
        j = 3 - j
    return G
"""

FAUSSES = {
    "nbr_pions": [
        ("ordre échangé", "return n, m", "return m, n", "échangés"),
        ("joueur ignoré", "== joueur", "== 1", "joueur"),
        ("cases libres comptées", "elif G[x][y] == 3 - joueur", "else", "libre"),
        ("une liste", "return n, m", "return [n, m]", "couple"),
        ("un seul nombre", "return n, m", "return n", "l'autre joueur"),
        ("return dans la boucle", "    return n, m", "        return n, m", "première case"),
        ("trois cases", "in A:", "in A[:3]:", "trois premières"),
        ("dernière case seule", "in A:", "in A[1:]:", "première case"),
        ("grille retournée", "G[x][y]", "G[x][5 - y]", "à l'envers"),
        ("coordonnées échangées", "for x, y in A", "for y, x in A", "échangez x et y"),
        ("somme des valeurs", "+= 1", "+= G[x][y]", "un pion"),
        ("print", "return n, m", "print(n, m)", "return"),
        ("s'arrête à l'adversaire", "m += 1", "return n, m + 1", "premier pion adverse"),
        ("constante", "return n, m", "return 0, 0", "toujours (0, 0)"),
        ("ignore l'autre", "m += 1", "m += 0", "ne sont pas comptés"),
        ("modifie la grille", "n += 1", "n += 1; G[x][y] = 0", "modifié"),
        ("ne finit pas", "    n, m = 0, 0", "    n, m = 0, 0\n    while n == 0: pass", "ne se termine pas"),
    ],
    "heuristique": [
        ("sans le joueur 2", "h = h - w[n2]", "pass", "ne sont pas retirés"),
        ("ajoute le joueur 2", "h = h - w[n2]", "h = h + w[n2]", "au lieu de les retirer"),
        ("signe", "return h", "return -h", "signe"),
        ("conditions inversées", "n2 == 0", "n2 != 0", ""),
        ("les deux conditions inversées", " == 0:", " != 0:", "condition est inversée"),
        ("alignements partagés comptés", "if n2 == 0", "if n1 >= 0", ""),
        ("tous comptés", ("if n2 == 0", "if n1 == 0"), ("if True", "if True"), "partagés"),
        ("elif", "        if n1 == 0", "        elif n1 == 0", "vide"),
        ("else", "        if n1 == 0:", "        else:", "Avec else"),
        ("poids décalés", ("w[n1]", "w[n2]"), ("w[n1 - 1]", "w[n2 - 1]"), "nan"),
        ("pions au lieu des poids", ("w[n1]", "w[n2]"), ("n1", "n2"), "pions au lieu de leurs poids"),
        ("return dans la boucle", "    return h", "        return h", "un seul alignement"),
        ("oublie le dernier alignement", "in tous", "in tous[:-1]", "oubliez un alignement"),
        ("oublie les verticales", "in tous:", "in [A for A in tous if A[0][0] != A[1][0]]:", "verticale"),
        ("oublie le haut", "in tous:", "in [A for A in tous if max(c[1] for c in A) < 5]:", "haut"),
        ("oublie la droite", "in tous:", "in [A for A in tous if A[3][0] < 6]:", "bord droit"),
        ("joueur 2", "nbr_pions(A, G, 1)", "nbr_pions(A, G, 2)", "signe"),
        ("print", "return h", "print(h)", "return"),
        ("nan", SOMME_NAN, "nan"),
        ("zéro", "return h", "return 0", "toujours 0"),
        ("globale", "    h = 0\n", "    global h\n    h = globals().get('h', 0)\n", ""),
        ("chaîne", "return h", "return str(h)", "chaîne"),
    ],
    "utilite": [
        ("j ignoré", "nbr_pions(A, G, j)", "nbr_pions(A, G, 1)", "joueur 1"),
        ("vue de l'autre", "nbr_pions(A, G, j)", "nbr_pions(A, G, 3 - j)", "signe"),
        ("toujours joueur 2", "nbr_pions(A, G, j)", "nbr_pions(A, G, 2)", "joueur 2"),
        ("sans retirer", "u = u - W[m]", "pass", "ne sont pas retirés"),
        ("valeur absolue", "return u", "return abs(u)", ""),
        ("addition", "u - W[m]", "u + W[m]", "au lieu de les retirer"),
        ("couple", "return u", "return u, None", "nombre"),
        ("finis seulement", "return u", "return min(u, 10**6)", "gagnée"),
        ("boucle infinie", "    u = 0", "    u = 0\n    while True: pass", "ne se termine pas"),
    ],
    "minmax": [
        ("pas d'opposé", "u = -u", "pass", "l'opposé"),
        ("signe à la fin", "return u_opt, choice", "return -u_opt, choice", "signe"),
        ("joueurs non alternés", "minmax(G, 3 - j", "minmax(G, j", "n'alternent pas"),
        ("mauvaise feuille", "utilite(G, j, W), None", "utilite(G, 3 - j, W), None", "l'autre joueur"),
        ("heuristique aux feuilles", "utilite(G, j, W), None", "heuristique(G, W), None", "joueur 1"),
        ("utilite vue de 1", "utilite(G, j, W), None", "utilite(G, 1, W), None", "joueur 1"),
        ("un coup trop peu", "p == 0", "p == 1", "trop peu"),
        ("un coup trop loin", "p == 0", "p < 0", "trop loin"),
        ("p constant", "p - 1", "p", "récurs"),
        ("minimise", ("-inf", "u > u_opt", "u >= u_opt"), ("inf", "u < u_opt", "u <= u_opt"), "minimisez"),
        ("pion laissé", "        G[x][y] = 0\n", "", "pas retiré"),
        ("colonne seule", "choice(L_opt)", "choice(L_opt)[0]", "colonne"),
        ("coup à l'envers", "append((x, y))", "append((y, x))", "à l'envers"),
        ("couple à l'envers", "return u_opt, choice(L_opt)", "return choice(L_opt), u_opt", "à l'envers"),
        ("premier meilleur", "choice(L_opt)", "L_opt[0]", "le premier"),
        ("dernier meilleur", "choice(L_opt)", "L_opt[-1]", "le dernier"),
        ("tirage biaisé", "choice(L_opt)", "choice(L_opt[:1] * 9 + L_opt)", "meilleurs coups"),
        ("hasard parmi tous", "choice(L_opt)", "choice(L)", "meilleurs"),
        ("> au lieu de >=", RETENIR, PREMIER_SEUL, "le premier"),
        ("perdu : pas de coup", RETENIR, SAUF_PERDUS, "aucun coup n'est retenu"),
        ("départ 0", ("-inf", "choice(L_opt)"), ("0", "choice(L_opt) if L_opt else None"), "part de 0"),
        ("départ 0, erreur", "-inf", "0", "négatifs"),
        ("ne s'arrête pas sur victoire", "fini(G) != 0 or ", "", "gagnée"),
        ("grille pleine oubliée", " or L == []", "", "pleine"),
        ("ne voit que le joueur 1 gagner", "fini(G) != 0", "fini(G) == 1", "joueur 2 a gagné"),
        ("None oublié", "utilite(G, j, W), None", "utilite(G, j, W)", "que le score"),
        ("joue le coup", "    return u_opt, choice(L_opt)", JOUER_LE_COUP, "pas retiré"),
        ("print", "return u_opt, choice(L_opt)", "print(u_opt, choice(L_opt))", ""),
        ("coup en liste", "append((x, y))", "append([x, y])", "couple"),
        ("score seul", "return u_opt, choice(L_opt)", "return u_opt", "que le score"),
        ("mémoire", MEMOIRE, "mémoire"),
        ("égalités après élagage", ELAGAGE, "qu'une borne"),
        ("poids ignorés", "utilite(G, j, W), None", "utilite(G, j, W1), None", "liste fixe"),
    ],
    "partie_2machines": [
        ("poids échangés", ("1, w1", "2, w2"), ("1, w2", "2, w1"), "propres poids"),
        ("w1 pour les deux", "w2, p2", "w1, p2", "ceux de l'autre"),
        ("profondeurs échangées", ("w1, p1)", "w2, p2)"), ("w1, p2)", "w2, p1)"), "profondeur"),
        ("le joueur 2 commence", "G, j = init(), 1", "G, j = init(), 2", "joueur 1 qui commence"),
        ("pas d'alternance", "j = 3 - j", "pass", "joueur 2"),
        ("pas d'arrêt", "fini(G) == 0 and ", "", "est finie"),
        ("pas d'arrêt, grille pleine", " and coups(G) != []", "", "est finie"),
        ("coup non posé", "G[x][y] = j\n        j = 3 - j", "j = 3 - j", "pas posé"),
        ("rien n'avance", "G[x][y] = j\n        j = 3 - j", "pass", "pas posé"),
        ("toujours des 1", "G[x][y] = j", "G[x][y] = 1", "numéro du joueur"),
        ("à l'envers", "(x, y) =", "(y, x) =", ""),
        ("renvoie le gagnant", "return G", "return fini(G)", "pas le gagnant"),
        ("renvoie le couple", "return G", "return fini(G), G", "grille seule"),
        ("rien renvoyé", "return G", "pass", "None"),
        ("hasard", "G[x][y] = j", "x, y = choice(coups(G))\n        G[x][y] = j", ""),
        ("un coup", "while", "if", "trop tôt"),
        ("au hasard, sans minmax", PARTIE_AU_HASARD, "minmax"),
    ],
    "joue_partie": [
        ("affiche appelée", "display(G)", "affiche(G)", "cache la fonction"),
        ("toujours affichée", "if affiche:", "if True:", "rien ne doit être affiché"),
        ("jamais affichée", "        display(G)", "        pass", "doit être affichée"),
        ("couple à l'envers", "return fini(G), G", "return G, fini(G)", "le gagnant d'abord"),
        ("grille seule", "return fini(G), G", "return G", "que la grille"),
        ("gagnant seul", "return fini(G), G", "return fini(G)", "que le gagnant"),
        ("profondeurs échangées", "p1, p2)\n", "p2, p1)\n", "profondeur"),
        ("profondeur unique", "p1, p2)\n", "p1, p1)\n", "celle de l'autre"),
        ("perdant", "return fini(G), G", "return 3 - fini(G), G", "gagnant"),
        ("nulle comptée pour 2", "return fini(G), G", "return fini(G) or 2, G", "nulle"),
        ("booléen", "return fini(G), G", "return fini(G) == 1, G", "gagnant"),
        ("nouvelle grille", "return fini(G), G", "return fini(G), init()", "vide"),
        ("print", "return fini(G), G", "print(fini(G), G)", "return"),
    ],
    "mesure_force": [
        ("comptes", "n[1] / k, n[2] / k, n[0] / k", "n[1], n[2], n[0]", "divisez"),
        ("ordre", "n[1] / k, n[2] / k, n[0] / k", "n[0] / k, n[1] / k, n[2] / k", "ordre"),
        ("pourcentages", "n[1] / k, n[2] / k, n[0] / k", "100*n[1]/k, 100*n[2]/k, 100*n[0]/k", "pourcentage"),
        ("deux fréquences", ", n[0] / k", "", "trois"),
        ("une partie de trop", "range(k)", "range(k + 1)", "au lieu de"),
        ("une partie de moins", "range(k)", "range(1, k)", "au lieu de"),
        ("profondeurs échangées", "W, p1, p2, False", "W, p2, p1, False", "échangées"),
        ("autres poids", "W, p1, p2, False", "W2, p1, p2, False", "W, p1 et p2"),
        ("affiche tout", "False", "True", "affichées"),
        ("joueurs échangés", "n[1] / k, n[2] / k", "n[2] / k, n[1] / k", "échangez"),
        ("constante", "def mesure_force(W, p1, p2, k):\n    return 1.0, 0.0, 0.0\n", "fréquences"),
        ("une seule partie", "n[gagnant] += 1", "n[gagnant] += 1; break", "au lieu de"),
    ],
    "humain_vs_machine": [
        ("machine d'abord", "if j == 1", "if j == 2", "commence"),
        ("colonnes de 1 à 7", 'colonne : "))', 'colonne : ")) - 1', "à partir de 0"),
        ("machine en joueur 1", "minmax(G, 2, w, p)", "minmax(G, 1, w, p)", "propres pions"),
        ("autres poids", "minmax(G, 2, w, p)", "minmax(G, 2, W1, p)", "poids"),
        ("autre profondeur", "minmax(G, 2, w, p)", "minmax(G, 2, w, 5)", "profondeur"),
        ("pas d'arrêt sur victoire", "fini(G) == 0 and ", "", "finie"),
        ("pas d'arrêt, grille pleine", " and coups(G) != []", "", "finie"),
        ("pas d'affichage", "        affiche(G)\n", "", "affichée"),
        ("pion oublié", "G[x][y] = j\n", "G[x][y] = j if j == 2 else 0\n", "pas posé"),
        ("pions échangés", "G[x][y] = j\n", "G[x][y] = 3 - j\n", "numéro"),
        ("sans machine", "u, (x, y) = minmax(G, 2, w, p)", "x, y = coups(G)[0]", "minmax"),
        ("un seul tour", "while", "if", ""),
        ("int oublié", "int(input(", "(input(", "TypeError"),
        ("vide", "def humain_vs_machine(w, p):\n    pass\n", "input"),
    ],
    "joue_partie_h_m": [
        ("machine avec les pions de l'humain", "minmax(G, j, W, p)", "minmax(G, humain, W, p)", ""),
        ("profondeur fixée", "minmax(G, j, W, p)", "minmax(G, j, W, 1)", "profondeur"),
        ("poids fixés", "minmax(G, j, W, p)", "minmax(G, j, W1, p)", "poids"),
        ("pas d'affichage", "        display(G)\n", "", "affichée"),
        ("pas d'arrêt", "fini(G) == 0 and ", "", ""),
        ("s'arrête après un tour", "        j = 3 - j", "        j = 3 - j\n        break", ""),
        ("joueur toujours 1", "G[x][y] = j\n", "G[x][y] = 1\n", ""),
        ("deux humains", "if j == humain", "if True", "machine"),
        ("deux machines", "if j == humain", "if False", "input"),
    ],
}  # fmt: skip


def sources_fausses(question):
    """Les réponses fausses d'une question : (nom, source, mots attendus)."""
    for nom, *reste in FAUSSES[question]:
        if len(reste) == 2:
            yield nom, *reste
        else:
            anciens, nouveaux, mots = reste
            yield nom, _remplacer(JUSTES[question], anciens, nouveaux), mots


def _remplacer(source, anciens, nouveaux):
    paires = [(anciens, nouveaux)] if isinstance(anciens, str) else list(zip(anciens, nouveaux, strict=True))
    for ancien, nouveau in paires:
        assert ancien in source, f"« {ancien} » n'est pas dans la réponse juste"
        source = source.replace(ancien, nouveau)
    return source
