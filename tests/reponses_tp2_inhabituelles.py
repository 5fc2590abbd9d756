"""Des réponses justes au TP 2, que leur auteur n'a pas écrites comme tout le monde."""

INHABITUELLES = {
    "nbr_pions": {
        "listes en compréhension": """
def nbr_pions(A, G, joueur):
    contenu = [G[x][y] for (x, y) in A]
    return contenu.count(joueur), contenu.count(3 - joueur)
""",
        "numpy": """
def nbr_pions(A, G, joueur):
    import numpy as np
    c = np.array([G[x][y] for x, y in A])
    return (c == joueur).sum(), (c == 3 - joueur).sum()
""",
        "bavarde, avec un paramètre de plus": """
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
    },
    "heuristique": {
        "somme": """
def heuristique(G, w):
    L = [nbr_pions(A, G, 1) for A in A_gagnants]
    return sum(w[a] for a, b in L if b == 0) - sum(w[b] for a, b in L if a == 0)
""",
        "flottants numpy, sans nbr_pions": """
def heuristique(G, w):
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
    },
    "utilite": {
        "par heuristique": """
def utilite(G, j, W):
    return heuristique(G, W) if j == 1 else -heuristique(G, W)
""",
        "deux sommes": """
def utilite(G, j, W):
    pour = contre = 0.0
    for A in tous:
        a, b = nbr_pions(A, G, j)
        if not b:
            pour += W[a]
        if not a:
            contre += W[b]
    return pour - contre
""",
    },
    "minmax": {
        "mélange puis premier maximum": """
def minmax(G, j, W, p):
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
        "copie de la grille, max et min séparés": """
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
        "paramètre de plus et affichage": """
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
    },
    "partie_2machines": {
        "boucle for et listes": """
def partie_2machines(w1, w2, p1, p2):
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
        "s'arrête quand minmax ne donne plus de coup": """
def partie_2machines(w1, w2, p1, p2):
    G, j = init(), 1
    reglages = {1: (w1, p1), 2: (w2, p2)}
    coup = minmax(G, 1, *reglages[1])[1]
    while coup is not None:
        G[coup[0]][coup[1]] = j
        j = 3 - j
        coup = minmax(G, j, *reglages[j])[1]
    return G
""",
        "minmax sous un autre nom": """
mm = minmax


def partie_2machines(w1, w2, p1, p2):
    G, j = init(), 1
    while fini(G) == 0 and coups(G) != []:
        x, y = mm(G, j, [w1, w2][j - 1], [p1, p2][j - 1])[1]
        G[x][y] = j
        j = 3 - j
    return G
""",
        "minmax appelée deux fois par coup": """
def partie_2machines(w1, w2, p1, p2):
    G, j = init(), 1
    while not fini(G) and coups(G):
        W, p = (w1, p1) if j == 1 else (w2, p2)
        score = minmax(G, j, W, p)[0]
        x, y = minmax(G, j, W, p)[1]
        G[x][y], j = j, 3 - j
    return G
""",
    },
    "joue_partie": {
        "sans partie_2machines": """
def joue_partie(W, p1, p2, affiche):
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
        "affichage fait à la main": """
def joue_partie(W, p1, p2, affiche):
    grille = partie_2machines(W, W, p1, p2)
    gagnant = fini(grille)
    if affiche:
        for y in range(6):
            print([grille[x][5 - y] for x in range(7)])
    return gagnant, grille
""",
    },
    "mesure_force": {
        "par partie_2machines, en liste": """
def mesure_force(W, p1, p2, k):
    L = [fini(partie_2machines(W, W, p1, p2)) for i in range(k)]
    return [L.count(1) / k, L.count(2) / k, L.count(0) / k]
""",
        "partie rejouée avec minmax": """
def mesure_force(W, p1, p2, k):
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
        "tout sous un autre nom": """
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
    },
    "humain_vs_machine": {
        "deux coups par tour, renvoie la grille": """
def humain_vs_machine(w, p):
    G = init()
    while True:
        affiche(G)
        x = int(input("numéro de colonne : "))
        for (a, b) in coups(G):
            if a == x:
                G[a][b] = 1
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
        "affichage à la main, saisie vérifiée": """
def humain_vs_machine(w, p):
    G = init()
    for tour in range(42):
        for y in range(6):
            print("".join(str(G[x][5 - y]) for x in range(7)))
        if tour % 2 == 0:
            x = int(input("colonne ? "))
            while x not in [c[0] for c in coups(G)]:
                x = int(input("impossible ; colonne ? "))
            G[x][G[x].index(0)] = 1
        else:
            x, y = minmax(G, 2, w, p)[1]
            G[x][y] = 2
        if fini(G) != 0:
            print("gagné :", fini(G))
            return fini(G)
    return 0
""",
    },
    "joue_partie_h_m": {
        "l'humain commence": """
def joue_partie_h_m(W, p):
    return humain_vs_machine(W, p)
""",
        "la machine commence, avec les pions 2": """
def joue_partie_h_m(W, p):
    G = init()
    joueur = 2
    while fini(G) == 0 and coups(G) != []:
        if joueur == 2:
            x, y = minmax(G, 2, W, p)[1]
        else:
            affiche(G)
            x = int(input())
            y = [b for a, b in coups(G) if a == x][0]
        G[x][y] = joueur
        joueur = 3 - joueur
    affiche(G)
    print("gagnant", fini(G))
""",
    },
}
