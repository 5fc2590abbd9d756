"""Des réponses au TP 7, fausses et justes."""

from reponses import Recueil

DONNE = """
DEPART = ("", "", "", "")

def gagnant(s):
    for x in range(4):
        for y in range(len(s[x])):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                fin_x, fin_y = x + 2 * dx, y + 2 * dy
                if fin_x < 4 and 0 <= fin_y < len(s[fin_x]) and y + dy < len(s[x + dx]):
                    if s[x][y] == s[x + dx][y + dy] == s[fin_x][fin_y]:
                        return s[x][y]
    return ""

# --- ce que la partie ★ reprend des TP 1 et 2 ---
from math import inf

W1 = [0, 1, 4, 9, inf]

def tous_align():
    tous = []
    for x in range(7):
        for y in range(6):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                if x + 3 * dx < 7 and 0 <= y + 3 * dy < 6:
                    tous.append([(x + i * dx, y + i * dy) for i in range(4)])
    return tous

tous = tous_align()

def coups(G):
    return [(x, G[x].index(0)) for x in range(7) if 0 in G[x]]

def fini(G):
    for A in tous:
        pions = [G[x][y] for x, y in A]
        if pions[0] != 0 and pions.count(pions[0]) == 4:
            return pions[0]
    return 0

def utilite(G, j, W):
    total = 0
    for A in tous:
        pions = [G[x][y] for x, y in A]
        if pions.count(3 - j) == 0:
            total = total + W[pions.count(j)]
        if pions.count(j) == 0:
            total = total - W[pions.count(3 - j)]
    return total

def minmax(G, j, W, p):
    if p == 0 or fini(G) != 0 or coups(G) == []:
        return utilite(G, j, W), None
    meilleur, choix = None, None
    for x, y in coups(G):
        G[x][y] = j
        score = -minmax(G, 3 - j, W, p - 1)[0]
        G[x][y] = 0
        if meilleur is None or score > meilleur:
            meilleur, choix = score, (x, y)
    return meilleur, choix
"""

RECUEIL = Recueil("tp7_jeu_parfait", DONNE)

# --- trait -----------------------------------------------------------------------------------------

q = RECUEIL.question(
    "trait",
    """
def trait(s):
    pions = 0
    for colonne in s:
        pions = pions + len(colonne)
    if pions % 2 == 0:
        return "O"
    return "X"
""",
)
q.juste(
    "compte des O et des X",
    corps="""
    texte = s[0] + s[1] + s[2] + s[3]
    return "O" if texte.count("O") == texte.count("X") else "X"
""",
)
q.juste("indice dans une chaîne", corps='return "OX"[sum(map(len, s)) % 2]')
q.faux("celui qui vient de jouer", "vient de jouer", change={"== 0": "== 1"})
q.faux("nombre de colonnes", "toujours 4", corps='return "O" if len(s) % 2 == 0 else "X"')
q.faux("toujours X", 'toujours "X"', corps='return "X"')
q.faux("première colonne", "la première", corps='return "O" if len(s[0]) % 2 == 0 else "X"')
q.faux("dernière colonne", "la dernière", corps='return "O" if len(s[3]) % 2 == 0 else "X"')
q.faux("un numéro de joueur", '"O" ou "X"', corps="return 1 + sum(map(len, s)) % 2")
q.faux("minuscules", "majuscule", corps='return "ox"[sum(map(len, s)) % 2]')
q.faux(
    "à égalité X",
    'toujours "X"',
    corps="""
    texte = "".join(s)
    return "O" if texte.count("O") < texte.count("X") else "X"
""",
)
q.faux("oublie le return", "ne renvoie rien", change={'return "O"': 'print("O")', 'return "X"': 'print("X")'})
q.faux(
    "sans la dernière colonne",
    "Vous oubliez des colonnes",
    corps='return "O" if sum(map(len, s[:3])) % 2 == 0 else "X"',
)
q.faux(
    "longue partie seulement",
    *("positions très remplies", "14 pions : c'est à O"),
    corps="""
    pions = sum(map(len, s))
    return "O" if pions % 2 == 0 and pions < 14 else "X"
""",
)

# --- successeurs -------------------------------------------------------------------------------------

q = RECUEIL.question(
    "successeurs",
    """
def successeurs(s):
    suivants = []
    if gagnant(s) == "":
        for x in range(4):
            if len(s[x]) < 4:
                suivants.append(s[:x] + (s[x] + trait(s),) + s[x + 1:])
    return suivants
""",
)
q.juste(
    "par une liste",
    corps="""
    if gagnant(s) != "":
        return []
    suivants = []
    for x in range(3, -1, -1):
        colonnes = list(s)
        colonnes[x] += trait(s)
        if len(colonnes[x]) <= 4:
            suivants.append(tuple(colonnes))
    return suivants
""",
)
q.juste(
    "compréhension",
    corps="""
    return [tuple(c + trait(s) if i == x else c for i, c in enumerate(s))
            for x in range(4) if len(s[x]) < 4 and not gagnant(s)]
""",
)
q.faux("joue après la fin", "encore quand quelqu'un a gagné", change={'if gagnant(s) == "":': "if True:"})
q.faux("toujours O", 'toujours "O"', change={"trait(s)": '"O"'})
q.faux("l'autre pion", "le pion de l'autre", change={"trait(s)": '("X" if trait(s) == "O" else "O")'})
q.faux("par-dessous", "sous les autres", change={"s[x] + trait(s)": "trait(s) + s[x]"})
q.faux("colonnes pleines", "colonnes pleines", change={"len(s[x]) < 4": "len(s[x]) < 5"})
q.faux("trois pions au plus", "Il manque", "« len(s[x]) < 3 »", change={"len(s[x]) < 4": "len(s[x]) < 3"})
q.faux("dernière colonne oubliée", "dernière colonne", change={"range(4)": "range(3)"})
q.faux("première colonne oubliée", "première colonne", change={"range(4)": "range(1, 4)"})
q.faux(
    "return dans la boucle",
    "premier successeur",
    corps="""
    if gagnant(s) == "":
        for x in range(4):
            if len(s[x]) < 4:
                return [s[:x] + (s[x] + trait(s),) + s[x + 1:]]
    return []
""",
)
q.faux(
    "des listes",
    "clé d'un dictionnaire",
    change={"s[:x] + (s[x] + trait(s),) + s[x + 1:]": "list(s[:x] + (s[x] + trait(s),) + s[x + 1:])"},
)
q.faux("des colonnes", "numéros de colonnes", corps="return [x for x in range(4) if len(s[x]) < 4]")
q.faux("des chaînes", "des chaînes", corps="return [c + trait(s) for c in s if len(c) < 4]")
q.faux("virgule oubliée", "avec une virgule, (a,)", change={"(s[x] + trait(s),)": "(s[x] + trait(s))"})
q.faux("un ensemble", "liste", change={"return suivants": "return set(suivants)"})
q.faux(
    "un générateur",
    "générateur",
    corps="""
    if gagnant(s) == "":
        for x in range(4):
            if len(s[x]) < 4:
                yield s[:x] + (s[x] + trait(s),) + s[x + 1:]
""",
)
q.faux("une fois de trop", "plusieurs fois", change={"return suivants": "return suivants + suivants[:1]"})
q.faux(
    "None à la fin",
    "ne renvoie rien",
    corps="""
    if gagnant(s) == "":
        return [s[:x] + (s[x] + trait(s),) + s[x + 1:] for x in range(4) if len(s[x]) < 4]
""",
)

# --- graphe -----------------------------------------------------------------------------------------

q = RECUEIL.question(
    "graphe",
    """
def graphe(s0):
    G = {}
    a_voir = [s0]
    while len(a_voir) > 0:
        s = a_voir.pop()
        if s not in G:
            G[s] = successeurs(s)
            for t in G[s]:
                a_voir.append(t)
    return G
""",
)
q.juste(
    "récursif",
    corps="""
    G = {}
    def visiter(s):
        if s not in G:
            G[s] = successeurs(s)
            for t in G[s]:
                visiter(t)
    visiter(s0)
    return G
""",
)
q.juste(
    "en largeur, étage par étage",
    corps="""
    G, etage = {}, {s0}
    while etage:
        suivant = set()
        for s in etage:
            G[s] = successeurs(s)
            suivant.update(G[s])
        etage = suivant
    return G
""",
)
q.juste(
    "déjà vue, seulement avant d'empiler",
    corps="""
    G = {}
    a_voir = [s0]
    while a_voir:
        s = a_voir.pop()
        G[s] = successeurs(s)
        for t in successeurs(s):
            if t not in G:
                a_voir.append(t)
    return G
""",
)
q.juste(
    "par balayages, tant qu'il en vient",
    corps="""
    G, avant = {s0: successeurs(s0)}, 0
    while len(G) > avant:
        avant = len(G)
        for s in list(G):
            for t in successeurs(s):
                if t not in G:
                    G[t] = successeurs(t)
    return G
""",
)
q.faux(
    "récursif, sans rien retenir",
    "retenez celles déjà vues",
    part=0.5,
    corps="""
    G = {s0: successeurs(s0)}
    for t in G[s0]:
        G.update(graphe(t))
    return G
""",
)
q.faux(
    "en largeur, sans rien retenir",
    "retenez celles déjà vues",
    part=0.5,
    corps="""
    G, a_voir = {}, [s0]
    for s in a_voir:
        G[s] = successeurs(s)
        for t in G[s]:
            if t not in G:
                a_voir.append(t)
    return G
""",
)
q.faux(
    "sans les fins",
    "fin de partie",
    change={"return G": "return {s: G[s] for s in G if G[s] != []}"},
)
q.faux("le départ seul", "que la position de départ", corps="return {s0: successeurs(s0)}")
q.faux(
    "une génération",
    "successeurs du départ",
    corps="""
    G = {s0: successeurs(s0)}
    for t in G[s0]:
        G[t] = successeurs(t)
    return G
""",
)
q.faux("sans le départ", "de départ manque", change={"return G": "del G[s0]\n    return G"})
q.faux("vide", "est vide", change={"a_voir = [s0]": "a_voir = []"})
q.faux("une liste de positions", "un dictionnaire", change={"return G": "return list(G)"})
q.faux(
    "des nombres de successeurs",
    "doit être une liste",
    change={"return G": "return {s: len(G[s]) for s in G}"},
)
q.faux("listes vides", "ont disparu de vos listes", change={"return G": "return {s: [] for s in G}"})
q.faux(
    "prédécesseurs",
    "successeurs",
    change={"return G": "return {s: [t for t in G if s in G[t]] for s in G}"},
)
q.faux(
    "sans fin",
    "ne se termine pas",
    corps="""
    G = {}
    a_voir = [s0]
    while len(a_voir) > 0:
        s = a_voir[0]
        G[s] = successeurs(s)
        a_voir = a_voir + G[s]
    return G
""",
)
q.faux(
    "G commun à tous les appels",
    "mémoire",
    source="""
G_COMMUN = {}

def graphe(s0):
    a_voir = [s0]
    while len(a_voir) > 0:
        s = a_voir.pop()
        if s not in G_COMMUN:
            G_COMMUN[s] = successeurs(s)
            a_voir.extend(G_COMMUN[s])
    return dict(G_COMMUN)
""",
)

# --- fins --------------------------------------------------------------------------------------------

q = RECUEIL.question("fins")
q.valeurs_justes((10476, 7326, 18), [10476, 7326, 18])
q.valeurs_fausses(
    ((7326, 10476, 18), "l'autre joueur"),
    ((10476, 7326, 17820), "gagnées comprises"),
    ((10476, 7326, 23948), "où l'on joue"),
    ((17802, 7326, 18), "total des deux"),
    ((10476, 7326), "3 nombres"),
    (41750, "3 nombres"),
)

# --- attracteur ----------------------------------------------------------------------------------------

q = RECUEIL.question(
    "attracteur",
    """
def attracteur(graphe, J, cibles):
    A = {}
    for s in cibles:
        A[s] = 0
    rang = 0
    entrees = cibles
    while len(entrees) > 0:
        rang = rang + 1
        entrees = []
        for s in graphe:
            if s not in A and graphe[s] != []:
                attires = 0
                for t in graphe[s]:
                    if t in A:
                        attires = attires + 1
                if trait(s) == J and attires > 0:
                    entrees.append(s)
                elif trait(s) != J and attires == len(graphe[s]):
                    entrees.append(s)
        for s in entrees:
            A[s] = rang
    return A
""",
)
q.juste(
    "à reculons, avec des compteurs",
    corps="""
    avant = {s: [] for s in graphe}
    for s in graphe:
        for t in graphe[s]:
            avant[t].append(s)
    reste = {s: len(graphe[s]) for s in graphe}
    A = {s: 0 for s in cibles}
    file = list(cibles)
    for t in file:
        for s in avant[t]:
            reste[s] -= 1
            if s not in A and (trait(s) == J or reste[s] == 0):
                A[s] = A[t] + 1
                file.append(s)
    return A
""",
)
q.juste(
    "any et all",
    corps="""
    A = dict.fromkeys(cibles, 0)
    rang, change = 0, True
    while change:
        rang += 1
        regle = lambda s: any(t in A for t in graphe[s]) if trait(s) == J else (
            graphe[s] and all(t in A for t in graphe[s]))
        entrees = [s for s in graphe if s not in A and regle(s)]
        A.update({s: rang for s in entrees})
        change = bool(entrees)
    return A
""",
)
q.faux("fins non visées", "sans successeur", change={" and graphe[s] != []": ""})
q.faux("adversaire comme J", "il ira ailleurs", change={"attires == len(graphe[s])": "attires > 0"})
q.faux("J comme l'adversaire", "il choisit son coup", change={"attires > 0": "attires == len(graphe[s])"})
q.faux(
    "joueurs échangés",
    "échangés",
    change={"trait(s) == J and": "trait(s) != J and", "elif trait(s) != J": "elif trait(s) == J"},
)
q.faux("un seul tour", "qu'un tour", change={"while len(entrees) > 0": "if len(entrees) > 0"})
q.faux("les cibles seules", "que les cibles", corps="return {s: 0 for s in cibles}")
q.faux(
    "sans les cibles", "Les cibles manquent", change={"return A": "return {s: A[s] for s in A if A[s] > 0}"}
)
q.faux("rangs décalés", "décalés", change={"A[s] = 0": "A[s] = 1", "rang = 0\n": "rang = 1\n"})
q.faux("rangs tous nuls", "Tous les rangs sont égaux", change={"return A": "return {s: 0 for s in A}"})
q.faux("pendant le tour", "au tour suivant", change={"entrees.append(s)": "entrees.append(s); A[s] = rang"})
q.faux("un ensemble", "dictionnaire", change={"return A": "return set(A)"})
q.faux("une liste", "il manque le rang", change={"return A": "return list(A)"})
q.faux(
    "O toujours J",
    "ne regardez pas J",
    change={"trait(s) == J": 'trait(s) == "O"', "trait(s) != J": 'trait(s) != "O"'},
)
q.faux(
    "trois tours au plus",
    "Il manque",
    "après 3 tours",
    change={"while len(entrees) > 0": "while len(entrees) > 0 and rang < 3"},
)
q.faux(
    "cibles finies seulement",
    "Il manque",
    change={"for s in cibles:": "for s in [c for c in cibles if graphe[c] == []]:"},
)
q.faux("cibles toutes perdues", "ne renvoie rien", change={"return A": "A"})
q.faux(
    "tout le graphe, s'il n'y a pas de cible",
    "liste de cibles vide",
    change={"    A = {}\n": "    A = {} if cibles else dict.fromkeys(graphe, 0)\n"},
)
q.faux(
    "une cible reprend un rang",
    "pas leurs rangs",
    change={"s not in A and": "(s not in A or A[s] == 0) and"},
)
q.faux(
    "égal à la liste vide",
    "n'entre jamais",
    corps="""
    A, entrees, rang = dict.fromkeys(cibles, 0), cibles, 0
    while len(entrees) > 0:
        rang, entrees = rang + 1, []
        for s in graphe:
            attires = [t for t in graphe[s] if t in A]
            if s not in A and (trait(s) == J and attires != [] or attires == graphe[s]):
                entrees.append(s)
        A.update(dict.fromkeys(entrees, rang))
    return A
""",
)

# --- issue --------------------------------------------------------------------------------------------

q = RECUEIL.question("issue")
q.valeurs_justes((9, 4), [9, 4])
q.valeurs_fausses(
    ((5, 4), "ceux de X comptent"),
    ((10, 4), "pas 1"),
    ((8, 4), "pas celui du départ"),
    ((9, 2), "les deux autres"),
    ((9, 1), "il y en a d'autres"),
    (9, "2 nombres"),
)

# --- strategie ------------------------------------------------------------------------------------------

q = RECUEIL.question(
    "strategie",
    """
def strategie(graphe, A):
    coups = {}
    for s in A:
        if A[s] > 0:
            meilleur = None
            for t in graphe[s]:
                if t in A and (meilleur is None or A[t] < A[meilleur]):
                    meilleur = t
            coups[s] = meilleur
    return coups
""",
)
q.juste(
    "les rangs impairs seulement",
    corps="""
    return {s: next(t for t in graphe[s] if A.get(t) == A[s] - 1) for s in A if A[s] % 2 == 1}
""",
)
q.juste(
    "min et une clé",
    corps="""
    return {s: min((t for t in graphe[s] if t in A), key=lambda t: A[t]) for s in A if graphe[s]}
""",
)
q.faux(
    "premier successeur",
    "toujours le premier successeur",
    corps="return {s: graphe[s][0] for s in A if A[s] > 0}",
)
q.faux(
    "dernier successeur",
    "toujours le dernier successeur",
    corps="return {s: graphe[s][-1] for s in A if A[s] > 0}",
)
q.faux("plus grand rang", "plus grand rang", change={"A[t] < A[meilleur]": "A[t] > A[meilleur]"})
q.faux(
    "premier de A",
    "premier successeur de A",
    change={" and (meilleur is None or A[t] < A[meilleur])": " and meilleur is None"},
)
q.faux("des rangs", "des nombres", corps="return {s: A[s] - 1 for s in A if A[s] > 0}")
q.faux("cibles comprises", "IndexError", corps="return {s: [t for t in graphe[s] if t in A][0] for s in A}")
q.faux("hors de A", "KeyError", corps="return {s: min(graphe[s], key=lambda t: A[t]) for s in A if A[s] > 0}")
q.faux("vide", "est vide", corps="return {}")
q.faux("à côté", "Il manque", part=0, corps="return {s: s for s in graphe if not A.get(s)}")
q.faux("une liste", "un dictionnaire", corps="return [s for s in A]")
q.faux(
    "rang 1 seulement",
    "Il manque",
    corps="""
    return {s: [t for t in graphe[s] if A.get(t) == 0][0] for s in A if A[s] == 1}
""",
)
q.faux(
    "deux coups d'un coup",
    "pas un successeur",
    corps="""
    coups = {s: [t for t in graphe[s] if A.get(t) == A[s] - 1][0] for s in A if A[s] > 0}
    return {s: coups.get(coups[s], coups[s]) for s in coups}
""",
)

# --- valeur ---------------------------------------------------------------------------------------------

q = RECUEIL.question(
    "valeur",
    """
def valeur(s, memo):
    if s in memo:
        return memo[s]
    suivants = successeurs(s)
    if gagnant(s) == "O":
        v = 1
    elif gagnant(s) == "X":
        v = -1
    elif suivants == []:
        v = 0
    else:
        valeurs = [valeur(t, memo) for t in suivants]
        if trait(s) == "O":
            v = max(valeurs)
        else:
            v = min(valeurs)
    memo[s] = v
    return v
""",
)
q.juste(
    "arrêt dès que c'est gagné",
    corps="""
    if s not in memo:
        g = gagnant(s)
        if g != "":
            memo[s] = 1 if g == "O" else -1
        else:
            but = 1 if trait(s) == "O" else -1
            v = None
            for t in successeurs(s):
                w = valeur(t, memo)
                if v is None or w * but > v * but:
                    v = w
                if v == but:
                    break
            memo[s] = 0 if v is None else v
    return memo[s]
""",
)
q.juste(
    "les fins ne sont pas retenues",
    corps="""
    g = gagnant(s)
    if g != "":
        return {"O": 1, "X": -1}[g]
    if s not in memo:
        valeurs = sorted(valeur(t, memo) for t in successeurs(s)) or [0]
        memo[s] = valeurs[-1] if trait(s) == "O" else valeurs[0]
    return memo[s]
""",
)
q.faux(
    "vue du trait",
    "toujours vue de O",
    corps="""
    if s in memo:
        return memo[s]
    suivants = successeurs(s)
    if gagnant(s) != "":
        v = -1
    elif suivants == []:
        v = 0
    else:
        v = max(-valeur(t, memo) for t in suivants)
    memo[s] = v
    return v
""",
)
q.faux(
    "signe inversé",
    "signe",
    change={
        "v = 1": "v = -1 ",
        "v = -1\n": "v = 1\n",
        "max(valeurs)": "MIN(valeurs)",
        "min(valeurs)": "max(valeurs)",
        "MIN(": "min(",
    },
)
q.faux("partout le maximum", "partout le maximum", change={"min(valeurs)": "max(valeurs)"})
q.faux("partout le minimum", "partout le minimum", change={"max(valeurs)": "min(valeurs)"})
q.faux("sans mémoire", "memo est vide", change={"    memo[s] = v\n": ""})
q.faux("memo jamais relu", "n'est pas relu", change={"    if s in memo:\n        return memo[s]\n": ""})
q.faux("nulle à 1", "nulle vaut 0", change={"v = 0": "v = 1"})
q.faux("les joueurs échangés", "échangés", change={'trait(s) == "O"': 'trait(s) == "X"'})
q.faux("une lettre", "doit être un entier", corps="return gagnant(s)")
q.faux(
    "le dernier successeur",
    "que la valeur d'un successeur",
    change={"max(valeurs)": "valeurs[-1]", "min(valeurs)": "valeurs[-1]"},
)
q.faux(
    "un memo à soi", "memo est vide", change={"def valeur(s, memo):": "def valeur(s, memo):\n    memo = {}"}
)
q.faux("X ignore son dernier coup", "n'est pas la valeur", change={"min(valeurs)": "min(valeurs[:3])"})
q.faux("la nulle oubliée", "ValueError", change={"    elif suivants == []:\n        v = 0\n": ""})

# --- alphabeta ---------------------------------------------------------------------------------------

q = RECUEIL.question(
    "alphabeta",
    """
def alphabeta(G, j, W, p, alpha, beta):
    if p == 0 or fini(G) != 0 or coups(G) == []:
        return utilite(G, j, W), None
    meilleur, choix = -inf, None
    for (x, y) in coups(G):
        G[x][y] = j
        score = -alphabeta(G, 3 - j, W, p - 1, -beta, -alpha)[0]
        G[x][y] = 0
        if choix is None or score > meilleur:
            meilleur, choix = score, (x, y)
        if score > alpha:
            alpha = score
        if alpha >= beta:
            break
    return meilleur, choix
""",
)
q.juste(
    "bornée à la fenêtre, centre d'abord",
    corps="""
    if p == 0 or fini(G) or not coups(G):
        return utilite(G, j, W), None
    ordre = sorted(coups(G), key=lambda c: abs(c[0] - 3))
    choix = ordre[0]
    for x, y in ordre:
        G[x][y] = j
        score = -alphabeta(G, 3 - j, W, p - 1, -beta, -alpha)[0]
        G[x][y] = 0
        if score >= beta:
            return beta, (x, y)
        if score > alpha:
            alpha, choix = score, (x, y)
    return alpha, choix
""",
)
q.juste(
    "deux fonctions, de droite à gauche, coupe stricte",
    corps="""
    def haut(p, a, b):
        if p == 0 or fini(G) or coups(G) == []:
            return utilite(G, j, W), None
        m, c = None, None
        for x, y in reversed(coups(G)):
            G[x][y] = j
            s = bas(p - 1, a, b)
            G[x][y] = 0
            if m is None or s > m:
                m, c = s, (x, y)
            a = max(a, s)
            if a > b or a == b == inf:
                break
        return m, c

    def bas(p, a, b):
        if p == 0 or fini(G) or coups(G) == []:
            return utilite(G, j, W)
        m = inf
        for x, y in reversed(coups(G)):
            G[x][y] = 3 - j
            s = haut(p - 1, a, b)[0]
            G[x][y] = 0
            m = min(m, s)
            b = min(b, s)
            if a > b or a == b == -inf:
                break
        return m

    return haut(p, alpha, beta)
""",
)
q.juste(
    "au hasard",
    corps="""
    from random import sample
    if p == 0 or fini(G) or coups(G) == []:
        return utilite(G, j, W), None
    resultat = None
    for x, y in sample(coups(G), len(coups(G))):
        G[x][y] = j
        score = -alphabeta(G, 3 - j, W, p - 1, -beta, -max(alpha, resultat[0] if resultat else alpha))[0]
        G[x][y] = 0
        if resultat is None or score > resultat[0]:
            resultat = score, (x, y)
        if score >= beta:
            return resultat
    return resultat
""",
)
q.faux("sans coupe", "Aucune branche n'est coupée", change={"if alpha >= beta:": "if False:"})
q.faux(
    "alpha jamais relevé",
    "relever alpha",
    change={
        "if score > alpha:\n            alpha = score\n        if alpha >= beta": "if score >= beta",
    },
)
q.faux("fenêtre telle quelle", "vous lui passez (alpha, beta)", change={"-beta, -alpha": "alpha, beta"})
q.faux("fenêtre non échangée", "changent de place", change={"-beta, -alpha": "-alpha, -beta"})
q.faux("fenêtre sans signe", "de place et de signe", change={"-beta, -alpha": "beta, alpha"})
q.faux("sans opposé", "l'opposé", change={"score = -alphabeta": "score = alphabeta"})
q.faux(
    "coupe dès alpha",
    "dépasse alpha",
    change={"if score > alpha:\n            alpha = score\n        if alpha >= beta:": "if score > alpha:"},
)
q.faux(
    "coupe à l'envers",
    "à l'envers",
    change={"if alpha >= beta:": "if alpha <= beta:"},
)
q.faux("joueurs qui n'alternent pas", "alternent", change={"3 - j": "j"})
q.faux(
    "égalités retenues", "qu'égalité remplace le meilleur", change={"score > meilleur": "score >= meilleur"}
)
q.faux(
    "le score seul",
    "que le score",
    change={
        "alpha)[0]": "alpha)",
        "utilite(G, j, W), None": "utilite(G, j, W)",
        "return meilleur, choix": "return meilleur",
    },
)
q.faux("une colonne", "un couple (x, y)", change={"score, (x, y)": "score, x"})
q.faux(
    "à l'envers",
    "échangées",
    change={
        "return meilleur, choix": "return choix, meilleur",
        "-alpha)[0]": "-alpha)[-1]",
        "return utilite(G, j, W), None": "return None, utilite(G, j, W)",
    },
)
q.faux(
    "pion laissé en coupant",
    "a modifié la grille",
    change={"        G[x][y] = 0\n": "", "            break": "            break\n        G[x][y] = 0"},
)
q.faux(
    "rien quand tout perd", "Aucun coup", "« score > meilleur »", change={"choix is None or score": "score"}
)
q.faux(
    "fenêtre oubliée",
    "Aucune branche",
    change={"-beta, -alpha": "-inf, inf", "alpha >= beta": "alpha == inf"},
)
q.faux("profondeur de deux en deux", "trop vite", change={"p == 0": "p <= 0", "p - 1": "p - 2"})
q.faux("appelle minmax", "Aucune branche", corps="return minmax(G, j, W, p)")

# --- mon_ia ------------------------------------------------------------------------------------------

q = RECUEIL.question(
    "mon_ia",
    """
from p4core import vers_colonnes

def gagne(position):
    for x in position.coups():
        if position.jouer(x).gagnant != 0:
            return x
    return None

def mon_ia(position):
    coup = gagne(position)
    if coup is not None:
        return coup
    sans_danger = []
    for x in position.coups():
        if gagne(position.jouer(x)) is None:
            sans_danger.append(x)
    if sans_danger == []:
        return position.coups()[0]
    return min(sans_danger, key=lambda x: abs(x - 3))
""",
)
q.juste(
    "la recherche du TP 2",
    corps="""
    score, (x, y) = alphabeta(vers_colonnes(position), position.trait, W1, 2, -inf, inf)
    return x
""",
)
q.juste(
    "au hasard parmi les coups sans danger, par ses propres règles",
    source="""
from random import choice
from p4core import vers_colonnes

def bons(G, j):
    gagnants = []
    for x, y in coups(G):
        G[x][y] = j
        if fini(G):
            gagnants.append(x)
        G[x][y] = 0
    return gagnants

def mon_ia(position):
    G, j = vers_colonnes(position), position.trait
    if bons(G, j):
        return choice(bons(G, j))
    if bons(G, 3 - j):
        return bons(G, 3 - j)[0]
    surs = []
    for x, y in coups(G):
        G[x][y] = j
        if not bons(G, 3 - j):
            surs.append(x)
        G[x][y] = 0
    return choice(surs or [x for x, y in coups(G)])
""",
)
q.juste(
    "un entier de numpy, une mémoire entre les coups",
    source="""
import numpy
from p4core import Position

vues = {}

def mon_ia(position):
    if position not in vues:
        vues[position] = modele(position)
    return numpy.int64(vues[position])
""",
)
q.faux("le hasard", "ne dépend de rien", corps="import random\nreturn random.choice(position.coups())")
q.faux("toujours au milieu", "répond toujours 3", corps="return 3")
q.faux("à partir de 1", "à partir de 1", corps="return modele(position) + 1")
q.faux("un couple", "pas un numéro de colonne", corps="x = modele(position)\nreturn x, position.niveau(x)")
q.faux("rien quand rien ne presse", "ne renvoie rien", change={"return min(sans_danger": "min(sans_danger"})
q.faux(
    "rien à la place de la colonne 0",
    "ne renvoie rien",
    part=0.25,
    corps="return modele(position) or None",
)
q.faux(
    "gagne sans parer",
    "ne l'en empêchez pas",
    corps="coup = gagne(position)\nreturn position.coups()[0] if coup is None else coup",
)
q.faux(
    "pare avant de gagner",
    "avant de gagner",
    corps="""
    from dataclasses import replace
    coup = gagne(replace(position, trait=3 - position.trait))
    return modele(position) if coup is None else coup
""",
)
q.faux(
    "pare sans regarder dessus",
    "juste au-dessus",
    corps="""
    from dataclasses import replace
    coup = gagne(position)
    if coup is None:
        coup = gagne(replace(position, trait=3 - position.trait))
    return position.coups()[0] if coup is None else coup
""",
)
q.faux(
    "toujours pour le joueur 1",
    "au joueur 2",
    corps="return modele(position) if position.trait == 1 else position.coups()[0]",
)
q.faux("affiche", "affiche quelque chose", corps="x = modele(position)\nprint('je joue', x)\nreturn x")
q.faux("trop longue", "au bout de 1 s", corps="while True:\n    x = modele(position)")
q.faux("une erreur", "IndexError", corps="return position.coups()[7]")
q.faux(
    "trait appelé",
    "trait est une valeur",
    corps="return modele(position) if position.trait() == 1 else position.coups()[0]",
)
q.faux(
    "coups non appelée",
    "parenthèses après coups",
    change={"for x in position.coups():": "for x in position.coups:"},
)
q.faux(
    "le solveur",
    "se sert de",
    source="""
from p4core import solveur

def mon_ia(position):
    notes = solveur.scores(position)
    return max(notes, key=lambda x: notes[x])
""",
)
q.faux(
    "une IA de la maison",
    "se sert de",
    source="""
from p4core import IA_REGLES

def mon_ia(position):
    return IA_REGLES["3"](position)
""",
)
q.faux(
    "change la position",
    "a modifié",
    corps="object.__setattr__(position, 'trait', 1)\nreturn modele(position)",
)
q.faux(
    "aucun coup sûr, rien à choisir",
    "min d'une liste vide",
    corps="""
    surs = []
    for x in position.coups():
        suivante = position.jouer(x)
        if suivante.gagnant != 0:
            return x
        if all(suivante.jouer(y).gagnant == 0 for y in suivante.coups()):
            surs.append(x)
    return min(surs, key=lambda x: abs(x - 3))
""",
)

# --- cle ---------------------------------------------------------------------------------------------

q = RECUEIL.question(
    "cle",
    """
def cle(G):
    a = tuple([tuple(colonne) for colonne in G])
    b = tuple([tuple(colonne) for colonne in reversed(G)])
    return min(a, b)
""",
)
q.juste(
    "une chaîne",
    corps="""
    a = "/".join("".join(map(str, c)) for c in G)
    return max(a, a[::-1]) if False else max(a, "/".join("".join(map(str, c)) for c in G[::-1]))
""",
)
q.juste("un couple non ordonné", corps="return frozenset([repr(G), repr(G[::-1])])")
q.juste(
    "un nombre",
    corps="""
    n = m = 0
    for x in range(7):
        for y in range(6):
            n = 3 * n + G[x][y]
            m = 3 * m + G[6 - x][y]
    return n if n > m else m
""",
)
q.juste(
    "les piles, sans les cases vides",
    corps="""
    piles = [tuple([pion for pion in colonne if pion]) for colonne in G]
    return max(tuple(piles), tuple(piles[::-1]))
""",
)
q.faux("sans symétrie", "ignore la symétrie", corps="return tuple([tuple(colonne) for colonne in G])")
q.faux("des listes", "dictionnaire", corps="return min(G, G[::-1])")
q.faux("un tuple de listes", "dictionnaire", corps="return tuple(min(G, G[::-1]))")
q.faux(
    "retourne de haut en bas",
    "ignore la symétrie",
    corps="""
    a = tuple([tuple(colonne) for colonne in G])
    b = tuple([tuple(colonne[::-1]) for colonne in G])
    return min(a, b)
""",
)
q.faux(
    "hauteurs seulement",
    "oublie une partie",
    corps="""
    a = [6 - colonne.count(0) for colonne in G]
    return min(tuple(a), tuple(a[::-1]))
""",
)
q.faux(
    "colonnes triées", "oublie une partie", corps="return tuple(sorted([tuple(colonne) for colonne in G]))"
)
q.faux(
    "toujours le reflet", "ignore la symétrie", corps="return tuple([tuple(colonne) for colonne in G[::-1]])"
)
q.faux("constante", "même clé", "ne dépend pas de la grille", corps="return (len(G), len(G[0]))")
q.faux("retourne G sur place", "modifié", corps="G.reverse()\nreturn modele(G)")
q.faux(
    "chaque colonne avec son image",
    "oublie une partie",
    corps="return tuple([tuple(sorted([tuple(G[x]), tuple(G[6 - x])])) for x in range(4)])",
)
q.faux(
    "sans la rangée du haut",
    "oublie une partie",
    corps="""
    a = tuple([tuple(colonne[:5]) for colonne in G])
    return min(a, a[::-1])
""",
)

# --- minmax_table --------------------------------------------------------------------------------------

q = RECUEIL.question(
    "minmax_table",
    """
def minmax_table(G, j, W, p, table):
    k = (cle(G), j, p)
    if k in table:
        return table[k]
    if p == 0 or fini(G) != 0 or coups(G) == []:
        score = utilite(G, j, W)
    else:
        score = -inf
        for (x, y) in coups(G):
            G[x][y] = j
            score = max(score, -minmax_table(G, 3 - j, W, p - 1, table))
            G[x][y] = 0
    table[k] = score
    return score
""",
)
q.juste(
    "par profondeurs séparées",
    corps="""
    t = table.setdefault(p, {})
    k = cle(G), j
    if k not in t:
        if p == 0 or fini(G) or not coups(G):
            t[k] = utilite(G, j, W)
        else:
            scores = []
            for x, y in coups(G):
                H = [list(c) for c in G]
                H[x][y] = j
                scores.append(-minmax_table(H, 3 - j, W, p - 1, table))
            t[k] = max(scores)
    return t[k]
""",
)
q.juste(
    "une chaîne pour clé",
    corps="""
    k = str(cle(G)) + "/" + str(j) + "/" + str(p)
    if k not in table:
        if p == 0 or fini(G) != 0 or coups(G) == []:
            table[k] = utilite(G, j, W)
        else:
            meilleur = None
            for x, y in coups(G):
                G[x][y] = j
                s = -minmax_table(G, 3 - j, W, p - 1, table)
                G[x][y] = 0
                if meilleur is None or s > meilleur:
                    meilleur = s
            table[k] = meilleur
    return table[k]
""",
)
q.faux("jamais relue", "ne sert pas assez", change={"if k in table:": "if False:"})
q.faux("jamais remplie", "ne sert pas assez", change={"    table[k] = score\n": ""})
q.faux("sans la profondeur", "aussi j et p", change={"(cle(G), j, p)": "(cle(G), j)"})
q.faux("sans le joueur", "aussi j et p", change={"(cle(G), j, p)": "(cle(G), p)"})
q.faux("sans opposé", "l'opposé", change={"-minmax_table": "minmax_table"})
q.faux(
    "un couple",
    "que le score",
    change={
        "return table[k]": "return table[k], None",
        "    return score\n": "    return score, None\n",
        "-minmax_table(G, 3 - j, W, p - 1, table)": "-minmax_table(G, 3 - j, W, p - 1, table)[0]",
    },
)
q.faux("sans la symétrie", "leurs reflets", change={"cle(G)": "str(G)"})
q.faux("minmax tout simple", "ne sert pas assez", corps="return minmax(G, j, W, p)[0]")
q.faux(
    "table des feuilles seules",
    "ne sert pas assez",
    change={"    table[k] = score\n": "    table[len(table)] = score\n"},
)
q.faux("la parité de p seulement", "j et p", change={"j, p)": "j, p % 2)"})
q.faux("jamais plus de trois coups", "n'est pas celui", change={"p - 1, table": "min(p - 1, 2), table"})
q.faux("un couple, comme minmax", "TypeError", change={"return score": "return score, None"})

# --- bits ----------------------------------------------------------------------------------------------

q = RECUEIL.question(
    "bits",
    """
def bits(G, j):
    b = 0
    for x in range(7):
        for y in range(6):
            if G[x][y] == j:
                b = b + 2 ** (7 * x + y)
    return b
""",
)
q.juste(
    "par décalage", corps="return sum(1 << 7 * x + y for x in range(7) for y in range(6) if G[x][y] == j)"
)
q.juste(
    "de droite à gauche, en doublant",
    corps="""
    b = 0
    for x in range(6, -1, -1):
        b = b * 2
        for y in range(5, -1, -1):
            b = b * 2
            if G[x][y] == j:
                b = b + 1
    return b
""",
)
q.faux("toujours le joueur 1", "ne regardez pas j", change={"== j": "== 1"})
q.faux("six bits par colonne", "7 bits", change={"7 * x + y": "6 * x + y"})
q.faux("x et y échangés", "échangés", change={"7 * x + y": "7 * y + x"})
q.faux("l'autre joueur", "joueurs sont échangés", change={"== j": "== 3 - j"})
q.faux("tous les pions", "deux joueurs", change={"== j": "!= 0"})
q.faux("compte", "au lieu de les placer", change={"2 ** (7 * x + y)": "1"})
q.faux("somme des numéros", "additionnez", change={"2 ** (7 * x + y)": "7 * x + y"})
q.faux("rangées à l'envers", "rangées sont à l'envers", change={"7 * x + y": "7 * x + 5 - y"})
q.faux("une liste", "entier", corps="return [7 * x + y for x in range(7) for y in range(6) if G[x][y] == j]")

# --- aligne --------------------------------------------------------------------------------------------

q = RECUEIL.question(
    "aligne",
    """
def aligne(b):
    for d in (1, 6, 7, 8):
        deux = b & (b >> d)
        if deux & (deux >> 2 * d) != 0:
            return True
    return False
""",
)
q.juste("trois décalages", corps="return any(b & b >> d & b >> 2 * d & b >> 3 * d for d in (1, 6, 7, 8))")
q.juste(
    "vers la gauche, et 1 ou 0",
    corps="""
    for d in [8, 7, 6, 1]:
        c = b
        for i in range(3):
            c = (c << d) & b
        if c > 0:
            return 1
    return 0
""",
)
q.faux("sans diagonale", "deux diagonales", change={"(1, 6, 7, 8)": "(1, 7)"})
q.faux("sans la verticale", "« verticale »", change={"(1, 6, 7, 8)": "(6, 7, 8)"})
q.faux("sans l'horizontale", "« horizontale »", change={"(1, 6, 7, 8)": "(1, 6, 8)"})
q.faux("trois suffisent", "Trois pions", change={"deux >> 2 * d": "deux >> d"})
q.faux(
    "deux décalages de trop",
    "Cinq pions",
    corps="return any(b & b >> d & b >> 2 * d & b >> 3 * d & b >> 4 * d for d in (1, 6, 7, 8))",
)
q.faux("trous permis", "pas d'alignement", change={"deux & (deux >> 2 * d)": "b & (b >> d) & (b >> 3 * d)"})
q.faux("toujours vrai", "toujours", part=0, corps="return b >= 0")
q.faux(
    "un entier quelconque",
    "True ou False",
    corps="return sum(b & b >> d & b >> 2 * d & b >> 3 * d for d in (1, 6, 7, 8)) * 2",
)
q.faux("sans la case du coin", "vous ne le voyez pas", change={"deux = b &": "deux = (b & ~1) &"})

# --- nb_parties_justesse, conclusion_justesse ----------------------------------------------------------

q = RECUEIL.question("nb_parties_justesse")
q.valeurs_justes(385, 400, 500)
q.valeurs_fausses(
    (97, "la moitié"),
    (20, "large"),
    (1537, "1/4"),
    (10_000, "Bien plus"),
    (-3, "au moins une position"),
    (385.5, "entier"),
    (271, "90 %"),
)
q = RECUEIL.question("conclusion_justesse")
q.valeurs_justes(
    ("l'IA 3 est plus juste", (36, 58, 291), "on ne peut pas conclure"),
    ("aucune idée", (70, 130, 600), "Moins fort."),
    (None, (34, 60, 291), "on ne peut pas conclure"),
)
q.valeurs_fausses(
    ((None, (36, 58, 291), "plus fort"), "en dit plus"),
    ((None, (70, 130, 600), "plus fort"), "l'inverse"),
    ((None, (70, 130, 600), "on ne peut pas conclure"), "à 99 %"),
    ((None, (3, 6, 30), "on ne peut pas conclure"), "Trop peu"),
    ((None, (58, 291, 36), "moins fort"), "L'ordre demandé"),
    ((None, (300, 60, 25), "plus fort"), "L'ordre demandé"),
    ((None, (150, 130, 105), "plus fort"), "pas une fois sur un million"),
    ((None, (36, 58, 291), "égaux"), "l'une de ces trois phrases"),
)

# --- Fausses d'une façon rare : la grille pleine, plus loin que trois coups ------------

SOURNOISES = RECUEIL.questionnaires
SOURNOISES["trait"].faux(
    "pleine_a_x", "n < 16", corps="n = sum(map(len, s))\nreturn 'O' if n % 2 == 0 and n < 16 else 'X'"
)
SOURNOISES["aligne"].faux("un_pas_de_trop", "pas d'alignement", change={"(1, 6, 7, 8)": "(1, 5, 6, 7, 8)"})
SOURNOISES["alphabeta"].faux(
    "trois_coups_au_plus", "score", change={"    if p == 0 or": "    p = min(p, 3)\n    if p == 0 or"}
)
SOURNOISES["mon_ia"].faux(
    "ne_regarde_plus_a_la_fin",
    "gagner",
    corps="return modele(position) if position.nb_coups < 32 else position.coups()[-1]",
)
for nom, mots, corps in (
    ("deux colonnes", "Vous oubliez des colonnes", "n = len(s[0]) + len(s[1])"),
    ("colonnes occupées", "les colonnes occupées", "n = sum(1 for c in s if c)"),
    ("les O seuls", "que les O", 'n = sum(c.count("O") for c in s)'),
    ("la plus haute", "la plus haute colonne", "n = max(map(len, s))"),
):
    SOURNOISES["trait"].faux(nom, mots, corps=corps + '\nreturn "O" if n % 2 == 0 else "X"')
SOURNOISES["trait"].faux("le chiffre 0", "la lettre O", corps='return "0X"[sum(map(len, s)) % 2]')
SOURNOISES["successeurs"].faux(
    "l'un après l'autre",
    "s'ajoute aux précédents",
    change={
        "suivants.append(s[:x] + (s[x] + trait(s),) + s[x + 1:])": "s = s[:x] + (s[x] + trait(s),) + s[x + "
        "1:]\n"
        "                suivants.append(s)"
    },
)
SOURNOISES["successeurs"].faux(
    "sans les victoires", "les coups qui gagnent", corps="return [t for t in modele(s) if not gagnant(t)]"
)
SOURNOISES["successeurs"].faux(
    "jusqu'à la pleine",
    "à la première colonne pleine",
    corps="""
    L = []
    for x in range(4):
        if len(s[x]) == 4 or gagnant(s) != "":
            break
        L.append(s[:x] + (s[x] + trait(s),) + s[x + 1:])
    return L
""",
)
SOURNOISES["graphe"].faux(
    "sans les victoires",
    "les positions gagnées",
    change={
        "    a_voir.append(t)": "    if gagnant(t) == '':\n                    a_voir.append(t)",
    },
)
SOURNOISES["graphe"].faux(
    "une seule branche", "qu'un successeur", change={"for t in G[s]:": "for t in G[s][:1]:"}
)
SOURNOISES["graphe"].faux(
    "listes vidées",
    "ont disparu de vos listes",
    change={
        "for t in G[s]:": "while G[s] != []:",
        "append(t)": "append(G[s].pop())",
    },
)
SOURNOISES["graphe"].faux(
    "récursif, résultat perdu",
    "dont le résultat est perdu",
    corps="""
    G = {s0: successeurs(s0)}
    for t in G[s0]:
        graphe(t)
    return G
""",
)
SOURNOISES["attracteur"].faux(
    "huit tours au plus",
    "après 8 tours",
    change={"while len(entrees) > 0": "while len(entrees) > 0 and rang < 8"},
)
SOURNOISES["attracteur"].faux(
    "dernier successeur de J", "que du dernier successeur", change={"attires > 0": "graphe[s][-1] in A"}
)
SOURNOISES["attracteur"].faux(
    "dernier successeur de l'autre",
    "que du dernier successeur",
    change={"attires == len(graphe[s])": "graphe[s][-1] in A"},
)
SOURNOISES["attracteur"].faux("rang figé", "n'augmente pas", change={"A[s] = rang": "A[s] = 1"})
SOURNOISES["valeur"].faux(
    "0 jamais relu", "Une valeur 0 inscrite", change={"if s in memo:": "if memo.get(s):"}
)
SOURNOISES["valeur"].faux("memo copié", "memo ne retient que s", change={"(t, memo)": "(t, dict(memo))"})
SOURNOISES["valeur"].faux(
    "sans nulle avant la fin",
    "on attend",
    corps="""
    v = modele(s, memo)
    if v == 0 and trait(s) == "X" and sum(map(len, s)) < 12:
        memo[s] = v = -1
    return v
""",
)
for nom, mots, ancien, nouveau in (
    ("maximum depuis 0", "part de 0", "max(valeurs)", "max([0] + valeurs)"),
    ("minimum depuis -2", "du même nombre", "min(valeurs)", "min([-2] + valeurs)"),
    ("dernière valeur de O", "d'un successeur", "max(valeurs)", "valeurs[-1]"),
    ("victoires à -1", "à toutes les victoires", "v = 1", "v = -1"),
):
    SOURNOISES["valeur"].faux(nom, mots, change={ancien: nouveau})
SOURNOISES["mon_ia"].faux(
    "gagne d'un seul côté",
    "Vous pouviez gagner",
    change={"    if coup is not None:": "    if coup is not None and position.trait == 1:"},
)
SOURNOISES["mon_ia"].faux(
    "colonne 0 fausse", "Vous manquez la colonne 0", change={"    if coup is not None:": "    if coup:"}
)
SOURNOISES["cle"].faux("reste d'un quotient", "trop courte", corps="return hash(modele(G)) % 1000")
SOURNOISES["minmax_table"].faux(
    "moins profonde",
    "aussi j et p",
    change={
        "    if p == 0": "    if (cle(G), j, p - 1) in table:\n"
        "        return table[cle(G), j, p - 1]\n    if p == 0",
    },
)
SOURNOISES["minmax_table"].faux("pion laissé", "remettez à 0", change={"            G[x][y] = 0\n": ""})
SOURNOISES["minmax_table"].faux("depuis 0", "part de 0", change={"score = -inf": "score = 0"})
SOURNOISES["minmax_table"].faux("vu de l'autre", "utilite(G, j, W)", change={"(G, j, W)": "(G, 3 - j, W)"})
SOURNOISES["bits"].faux("sans la case (0, 1)", "la case (0, 1)", corps="return modele(G, j) & ~2")
for nom, mots, formule in (
    ("décalés", "décalés d'un rang", "2 ** (7 * x + y + 1)"),
    ("doubles", "2 * n n'est pas", "2 * (7 * x + y)"),
    ("carrés", "la base et l'exposant", "(7 * x + y) ** 2"),
    ("fois j", "multipliez par j", "j * 2 ** (7 * x + y)"),
):
    SOURNOISES["bits"].faux(nom, mots, change={"2 ** (7 * x + y)": formule})
SOURNOISES["bits"].faux("dernier pion", "qu'un pion", change={"b = b + 2": "b = 2"})
SOURNOISES["bits"].faux(
    "colonne par colonne",
    "remis à zéro",
    change={"    b = 0\n": "", "range(7):\n": "range(7):\n        b = 0\n"},
)
SOURNOISES["aligne"].faux("deux suffisent", "Deux pions voisins", change={"deux & (deux >> 2 * d)": "deux"})
SOURNOISES["aligne"].faux(
    "écarts 1, 7, 8, 9", "écarts ne sont pas les bons", change={"(1, 6, 7, 8)": "(1, 7, 8, 9)"}
)
SOURNOISES["aligne"].faux("b remplacé", "b change d'une direction", change={"deux": "b"})
SOURNOISES["aligne"].faux("rien sinon", "ne renvoie rien", change={"    return False\n": ""})
SOURNOISES["trait"].faux(
    "dernier pion de la dernière colonne",
    "joué en dernier",
    corps='pions = "".join(s)\nreturn "O" if pions == "" or pions[-1] == "X" else "X"',
)
SOURNOISES["mon_ia"].faux(
    "aveugle à la fin",
    "la fin de partie",
    corps="return modele(position) if position.nb_coups < 34 else position.coups()[0]",
)
SOURNOISES["alphabeta"].faux(
    "au plus à profondeur 3",
    "vous la faites à profondeur 3",
    corps="return modele(G, j, W, min(p, 3), alpha, beta)",
)

# --- Un graphe sans ordre, des mémoires qui oublient, des clés trop courtes ------------------------------

SOURNOISES["attracteur"].faux(
    "rang inscrit pendant le tour",
    "pas leurs rangs",
    corps="""
    A = {s: 0 for s in cibles}
    change = True
    while change:
        change = False
        for s in graphe:
            rangs = [A[t] for t in graphe[s] if t in A]
            if s not in A and rangs and (trait(s) == J or len(rangs) == len(graphe[s])):
                A[s] = 1 + (min(rangs) if trait(s) == J else max(rangs))
                change = True
    return A
""",
)
SOURNOISES["attracteur"].juste(
    "à reculons, sur une liste qui s'allonge",
    corps="""
    avant, reste = {}, {s: len(graphe[s]) for s in graphe}
    for s in graphe:
        for t in graphe[s]:
            avant.setdefault(t, []).append(s)
    A = dict.fromkeys(cibles, 0)
    vues = list(A)
    for t in vues:
        for s in avant.get(t, []):
            reste[s] -= 1
            if s not in A and (trait(s) == J or reste[s] == 0):
                A[s] = A[t] + 1
                vues.append(s)
    return A
""",
)
SOURNOISES["valeur"].faux(
    "oublie ce que X gagne", "n'est pas dans memo", change={"memo[s] = v": "if v >= 0:\n        memo[s] = v"}
)
for nom, condition in (("rares", "G[6][1] != 2"), ("décidées", "abs(score) != inf")):
    SOURNOISES["minmax_table"].faux(
        f"oublie des grilles {nom}",
        "La table oublie des grilles",
        change={"    table[k] = score": f"    if {condition}:\n        table[k] = score"},
    )
for nom, courte in (("modulo", "hash(a) % (1 << 20)"), ("32 bits", "hash(a) & 0xFFFFFFFF")):
    SOURNOISES["cle"].faux(
        f"hachée, {nom}", "trop courte", corps=f"a = min(repr(G), repr(G[::-1]))\nreturn {courte}"
    )
SOURNOISES["cle"].faux(
    "ou exclusif",
    "oublie une partie",
    corps="return hash(tuple(map(tuple, G))) ^ hash(tuple(map(tuple, G[::-1])))",
)
SOURNOISES["cle"].juste(
    "des octets", corps="a = bytes(sum(G, []))\nreturn max(a, bytes(sum(reversed(G), [])))"
)
SOURNOISES["mon_ia"].faux(
    "ne gagne pas à droite",
    "« x < 6 »",
    corps="""
    sans_danger = []
    for x in position.coups():
        suite = position.jouer(x)
        if suite.gagnant and x < 6:
            return x
        if gagne(suite) is None:
            sans_danger.append(x)
    return (sans_danger or position.coups())[0]
""",
)
SOURNOISES["trait"].faux("rien si c'est gagné", "pions", corps='return "" if gagnant(s) else modele(s)')
