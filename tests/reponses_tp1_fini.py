"""Des réponses à la question fini du TP 1."""

import re

import numpy as np
from reponses import Recueil
from reponses_tp1_grille import tous

RECUEIL = Recueil()
faux, juste = RECUEIL.faux, RECUEIL.juste
deja_vues = {}
DIRECTIONS = [(1, 0), (0, 1), (1, 1), (1, -1)]


def gagne(G, x, y, dx, dy, n=4):
    """Le joueur qui tient n cases à partir de (x, y), si elles sont dans la grille."""
    fin_x, fin_y = x + (n - 1) * dx, y + (n - 1) * dy
    if not (0 <= fin_x < 7 and 0 <= fin_y < 6):
        return 0
    contenus = {G[x + i * dx][y + i * dy] for i in range(n)}
    return contenus.pop() if len(contenus) == 1 else 0


def chercher(G, colonnes=range(7), rangees=range(6), directions=DIRECTIONS, n=4):
    """Le gagnant, en parcourant ces seuls départs et ces seules directions."""
    for x in colonnes:
        for y in rangees:
            for dx, dy in directions:
                if gagne(G, x, y, dx, dy, n):
                    return G[x][y]
    return 0


@faux("fini", "toujours 0", part=0)
def fini_toujours_0(G):
    return 0


@faux("fini", "toujours 1", part=0)
def fini_toujours_1(G):
    return 1


@faux("fini", "direction vous échappe", "horizontale")
def fini_sans_horizontales(G):
    return chercher(G, directions=[(0, 1), (1, 1), (1, -1)])


@faux("fini", "direction vous échappe", "verticale")
def fini_sans_verticales(G):
    return chercher(G, directions=[(1, 0), (1, 1), (1, -1)])


@faux("fini", "direction vous échappe", "diagonale descendante")
def fini_sans_descendantes(G):
    return chercher(G, directions=[(1, 0), (0, 1), (1, 1)])


@faux("fini", "deux diagonales", part=0.6)
def fini_sans_diagonales(G):
    return chercher(G, directions=[(1, 0), (0, 1)])


@faux("fini", "Des directions", "verticale", "diagonale montante")
def fini_horizontales_seules(G):
    return chercher(G, directions=[(1, 0)])


@faux("fini", "Dans la direction horizontale", "bord droit")
def fini_horizontales_trop_courtes(G):
    return chercher(G, range(3), directions=[(1, 0)]) or chercher(G, directions=DIRECTIONS[1:])


@faux("fini", "Dans la direction verticale", "le haut")
def fini_verticales_trop_courtes(G):
    return chercher(G, rangees=range(2), directions=[(0, 1)]) or chercher(
        G, directions=[(1, 0), (1, 1), (1, -1)]
    )


@faux("fini", "Dans la direction verticale", "bord droit")
def fini_verticales_six_colonnes(G):
    return chercher(G, range(6), directions=[(0, 1)]) or chercher(G, directions=[(1, 0), (1, 1), (1, -1)])


@faux("fini", "Dans la direction horizontale", "le haut")
def fini_horizontales_cinq_rangees(G):
    return chercher(G, rangees=range(5), directions=[(1, 0)]) or chercher(G, directions=DIRECTIONS[1:])


@faux("fini", "Dans la direction diagonale montante", "bord droit", "le haut")
def fini_montantes_trop_courtes(G):
    return chercher(G, range(3), range(2), [(1, 1)]) or chercher(G, directions=[(1, 0), (0, 1), (1, -1)])


@faux("fini", "Dans la direction diagonale descendante", "le bas")
def fini_descendantes_sans_la_rangee_0(G):
    return chercher(G, rangees=range(4, 6), directions=[(1, -1)]) or chercher(G, directions=DIRECTIONS[:3])


@faux("fini", "jamais le bord droit")
def fini_sans_bord_droit(G):
    return next((G[A[0][0]][A[0][1]] for A in tous if plein(G, A) and all(x < 6 for x, _ in A)), 0)


@faux("fini", "bord droit", "le haut")
def fini_sans_bord_droit_ni_haut(G):
    return next((G[A[0][0]][A[0][1]] for A in tous if plein(G, A) and all(x < 6 and y < 5 for x, y in A)), 0)


@faux("fini", "bord gauche", "le bas")
def fini_indices_depuis_1(G):
    return next((G[A[0][0]][A[0][1]] for A in tous if plein(G, A) and all(x > 0 and y > 0 for x, y in A)), 0)


def plein(G, A):
    """L'alignement est-il d'un seul joueur ?"""
    contenus = {G[x][y] for x, y in A}
    return len(contenus) == 1 and 0 not in contenus


@faux("fini", "dernier alignement")
def fini_sans_le_dernier(G):
    for i in range(len(tous) - 1):
        if plein(G, tous[i]):
            return G[tous[i][0][0]][tous[i][0][1]]
    return 0


@faux("fini", "premier alignement", "à l'intérieur de la boucle")
def fini_return_trop_tot(G):
    for A in tous:
        contenus = [G[x][y] for x, y in A]
        if contenus == [1] * 4:
            return 1
        elif contenus == [2] * 4:
            return 2
        else:
            return 0


@faux("fini", "cases VIDES")
def fini_vides_egales(G):
    for (a, b), (c, d), (e, f), (g, h) in tous:
        if G[a][b] == G[c][d] == G[e][f] == G[g][h]:
            return G[a][b]
    return 0


@faux("fini", "additionnez", "somme de 4")
def fini_par_somme(G):
    for A in tous:
        somme = sum(G[x][y] for x, y in A)
        if somme == 4:
            return 1
        if somme == 8:
            return 2
    return 0


@faux("fini", "échangez les joueurs")
def fini_joueurs_echanges(G):
    return {0: 0, 1: 2, 2: 1}[fini(G)]


@faux("fini", "victoires du joueur 2")
def fini_joueur_1(G):
    return 1 if fini(G) == 1 else 0


@faux("fini", "sans dire de quel joueur")
def fini_un_si_gagne(G):
    return 1 if fini(G) else 0


@faux("fini", "dernier à avoir joué", part=0)
def fini_dernier_joueur(G):
    return 2 - sum(contenu != 0 for colonne in G for contenu in colonne) % 2


@faux("fini", "Vous renvoyez False", "entier")
def fini_vrai_ou_faux(G):
    return any(plein(G, A) for A in tous)


@faux("fini", "False", "entier")
def fini_faux_au_lieu_de_0(G):
    return fini(G) or False


@faux("fini", "ne renvoie rien")
def fini_sans_return_final(G):
    for A in tous:
        if plein(G, A):
            return G[A[0][0]][A[0][1]]


@faux("fini", "3 pions dans un alignement", part=0)
def fini_trois_sur_quatre(G):
    for joueur in (1, 2):
        for A in tous:
            if sum(G[x][y] == joueur for x, y in A) >= 3:
                return joueur
    return 0


@faux("fini", "3 pions alignés")
def fini_trois_suffisent(G):
    return chercher(G, n=3)


@faux("fini", "du même joueur")
def fini_quatre_occupees(G):
    for A in tous:
        if 0 not in [G[x][y] for x, y in A]:
            return G[A[0][0]][A[0][1]]
    return 0


@faux("fini", "sans trou")
def fini_quatre_dans_la_rangee(G):
    for joueur in (1, 2):
        for y in range(6):
            if [G[x][y] for x in range(7)].count(joueur) >= 4:
                return joueur
    return fini(G)


@faux("fini", "sans trou")
def fini_quatre_dans_la_colonne(G):
    for joueur in (1, 2):
        for colonne in G:
            if colonne.count(joueur) >= 4:
                return joueur
    return fini(G)


@faux("fini", "tour de la grille")
def fini_colonnes_bout_a_bout(G):
    plat = "".join(str(contenu) for colonne in G for contenu in colonne)
    for joueur in (1, 2):
        if str(joueur) * 4 in plat:
            return joueur
    return fini(G)


@faux("fini", "tour de la grille")
def fini_rangees_bout_a_bout(G):
    plat = "".join(str(G[x][y]) for y in range(6) for x in range(7))
    for joueur in "12":
        if joueur * 4 in plat:
            return int(joueur)
    return fini(G)


@faux("fini", "tour de la grille")
def fini_indices_negatifs(G):
    for x in range(7):
        for y in range(6):
            for dx, dy in DIRECTIONS:
                if G[x][y] and all(G[x][y] == G[x - i * dx][y - i * dy] for i in range(4) if y - i * dy < 6):
                    if dy != -1 or y < 3:
                        return G[x][y]
    return fini(G)


@faux("fini", "tour de la grille")
def fini_modulo(G):
    for x in range(7):
        for y in range(6):
            for dx, dy in DIRECTIONS:
                if G[x][y] and len({G[(x + i * dx) % 7][(y + i * dy) % 6] for i in range(4)}) == 1:
                    return G[x][y]
    return 0


@faux("fini", "5 à la suite", part=0.8)
def fini_exactement_quatre(G):
    for y in range(6):
        rangee = "".join(str(G[x][y]) for x in range(7))
        if re.search(r"1{5,}|2{5,}", rangee):
            return 0
    return fini(G)


@faux("fini", "grille pleine peut être gagnée", part=0.8)
def fini_pleine_donc_nulle(G):
    if all(0 not in colonne for colonne in G):
        return 0
    return fini(G)


@faux("fini", "grille pleine où personne", part=0.8)
def fini_moins_un_si_nulle(G):
    return -1 if all(0 not in colonne for colonne in G) and fini(G) == 0 else fini(G)


@faux("fini", "joueur 2")
def fini_moins_un_pour_2(G):
    return -1 if fini(G) == 2 else fini(G)


@faux("fini", "jusqu'au dernier", part=0)
def fini_garde_le_dernier_verdict(G):
    gagnant = 0
    for A in tous:
        gagnant = G[A[0][0]][A[0][1]] if plein(G, A) else 0
    return gagnant


@faux("fini", "a modifié")
def fini_retourne_les_colonnes(G):
    for colonne in G:
        colonne.reverse()
    return fini(G)


@faux("fini", "IndexError")
def fini_deborde(G):
    for x in range(7):
        for y in range(6):
            if G[x][y] and G[x][y] == G[x + 1][y] == G[x + 2][y] == G[x + 3][y]:
                return G[x][y]
    return fini(G)


@faux("fini", "chaîne de caractères")
def fini_en_texte(G):
    return str(fini(G))


@faux("fini", "chaîne de caractères")
def fini_nomme_le_gagnant(G):
    return f"joueur {fini(G)}" if fini(G) else 0


@faux("fini", "print")
def fini_affiche(G):
    print(fini(G))


@faux("fini", "mémoire")
def fini_retient_la_premiere_victoire(G):
    if fini(G):
        deja_vues.setdefault("gagnant", fini(G))
    return deja_vues.get("gagnant", 0)


@faux("fini", "tuple")
def fini_avec_la_grille(G):
    return fini(G), G


@juste("fini")
def fini(G):
    for A in tous:
        if plein(G, A):
            return G[A[0][0]][A[0][1]]
    return 0


@juste("fini")
def fini_sans_tous(G):
    return chercher(G)


@juste("fini")
def fini_par_chaines(G):
    lignes = ["".join(map(str, colonne)) for colonne in G]
    lignes += ["".join(str(G[x][y]) for x in range(7)) for y in range(6)]
    lignes += ["".join(str(G[x][x + d]) for x in range(7) if 0 <= x + d < 6) for d in range(-6, 6)]
    lignes += ["".join(str(G[x][s - x]) for x in range(7) if 0 <= s - x < 6) for s in range(13)]
    texte = " ".join(lignes)
    return 1 if "1111" in texte else 2 if "2222" in texte else 0


@juste("fini")
def fini_numpy(G):
    pions = np.array(G)
    for joueur in (1, 2):
        for cases in np.array(tous):
            if np.all(pions[cases[:, 0], cases[:, 1]] == joueur):
                return np.int64(joueur)
    return np.int64(0)


@juste("fini")
def fini_recursive(G, i=0):
    if i == len(tous):
        return 0
    return G[tous[i][0][0]][tous[i][0][1]] if plein(G, tous[i]) else fini_recursive(G, i + 1)


@juste("fini")
def fini_par_produit(G, verbeux=True):
    gagnant = 0
    for A in tous:
        produit = 1
        for x, y in A:
            produit *= G[x][y]
        if produit in (1, 16):
            gagnant = {1: 1, 16: 2}[produit]
    if verbeux:
        print("gagnant :", gagnant)
    return gagnant


@juste("fini")
def fini_par_bits(G):
    for joueur in (1, 2):
        pions = sum(1 << 7 * x + y for x in range(7) for y in range(6) if G[x][y] == joueur)
        for pas in (1, 6, 7, 8):
            paires = pions & pions >> pas
            if paires & paires >> 2 * pas:
                return joueur
    return 0


@juste("fini")
def fini_avec_memoire_honnete(G):
    cle = tuple(map(tuple, G))
    if cle not in deja_vues:
        deja_vues[cle] = fini(G)
    return deja_vues[cle]
