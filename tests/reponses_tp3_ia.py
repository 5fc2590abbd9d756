"""Des réponses au TP 3 : les questions courtes, victoire, enlever_coup et les deux évaluations."""

import copy
from fractions import Fraction

import numpy as np
from reponses import Recueil

RECUEIL = Recueil()
faux, juste = RECUEIL.faux, RECUEIL.juste
PAS = [(0, 1), (1, 0), (1, 1), (1, -1)]


def jouer(grille, hauteur, k, p):
    """La fonction donnée dans le notebook."""
    grille[len(grille) - 1 - hauteur[k]][k] = p
    hauteur[k] += 1


def departs(grille, pas=PAS, fin_i=0, fin_j=0, debut_i=0, debut_j=0):
    """Les départs et les pas dont la série reste dans la grille, ou dans une partie de celle-ci."""
    n, m = len(grille) - fin_i, len(grille[0]) - fin_j
    for i in range(debut_i, n):
        for j in range(debut_j, m):
            for di, dj in pas:
                if i + 3 * di < n and debut_j <= j + 3 * dj < m:
                    yield i, j, di, dj


def series(grille, **options):
    """Les séries de quatre valeurs."""
    for i, j, di, dj in departs(grille, **options):
        yield [grille[i + k * di][j + k * dj] for k in range(4)]


# --- complexités ----------------------------------------------------------------------------------

COUT_JOUER = {
    "O(n)": "parcours de colonne",
    "O(n*m)": "toute la grille",
    "O(m)": "ligne",
    1: "chaîne",
    "linéaire": "boucle",
    "je ne sais pas": "comptez",
}
COUT_SANS_HAUTEUR = {
    "O(1)": "où le pion tombe",
    "O(m)": "nombre de colonnes",
    "O(n*m)": "la colonne k suffit",
    7: "chaîne",
    "O(log n)": "dichotomie",
    "O(n²)": "que faut-il parcourir",
}
for valeur, mot in COUT_JOUER.items():
    faux("complexite_jouer", mot)(valeur)
for valeur, mot in COUT_SANS_HAUTEUR.items():
    faux("complexite_sans_hauteur", mot)(valeur)
for valeur in ("O(1)", "o( 1 )", "constante", "en temps constant", "Θ(1)", "$O(1)$"):
    juste("complexite_jouer")(valeur)
for valeur in ("O(n)", "o(N)", "Linéaire", "linéaire en n", "O( n ).", "Θ(n)"):
    juste("complexite_sans_hauteur")(valeur)


# --- victoire -------------------------------------------------------------------------------------


@juste("victoire")
def victoire(grille, p):
    return any(serie == [p] * 4 for serie in series(grille))


@juste("victoire")
def victoire_quatre_boucles(grille, p):
    n, m = len(grille), len(grille[0])
    gagne = False
    for i in range(n):
        for j in range(m - 3):
            if (
                grille[i][j] == p
                and grille[i][j + 1] == p
                and grille[i][j + 2] == p
                and grille[i][j + 3] == p
            ):
                gagne = True
    for i in range(n - 3):
        for j in range(m):
            if [grille[i + k][j] for k in range(4)] == [p, p, p, p]:
                gagne = True
    for i in range(n - 3):
        for j in range(m - 3):
            if [grille[i + k][j + k] for k in range(4)] == [p] * 4 or [
                grille[i + 3 - k][j + k] for k in range(4)
            ] == [p] * 4:
                gagne = True
    return gagne


@juste("victoire")
def victoire_numpy(grille, p, bavarde=True):
    pions = np.array(grille) == p
    if bavarde:
        print(pions.sum())
    n, m = pions.shape
    for di, dj in PAS:
        for i in range(n - 3 * di):
            for j in range(max(0, -3 * dj), m - max(0, 3 * dj)):
                if all(pions[i + k * di, j + k * dj] for k in range(4)):
                    return np.bool_(True)
    return np.bool_(False)


@juste("victoire")
def victoire_par_chaines(grille, p):
    n, m = len(grille), len(grille[0])
    lignes = ["".join(map(str, ligne)) for ligne in grille]
    lignes += ["".join(str(grille[i][j]) for i in range(n)) for j in range(m)]
    lignes += ["".join(str(grille[i][i + d]) for i in range(n) if 0 <= i + d < m) for d in range(-n, m)]
    lignes += ["".join(str(grille[i][s - i]) for i in range(n) if 0 <= s - i < m) for s in range(n + m)]
    return str(p) * 4 in " ".join(lignes)


@faux("victoire", "direction vous échappe", "horizontale", part=0.5)
def victoire_sans_horizontale(grille, p):
    return any(serie == [p] * 4 for serie in series(grille, pas=PAS[1:]))


@faux("victoire", "direction vous échappe", "verticale")
def victoire_sans_verticale(grille, p):
    return any(serie == [p] * 4 for serie in series(grille, pas=[PAS[0], *PAS[2:]]))


@faux("victoire", "direction vous échappe", "diagonale")
def victoire_une_diagonale(grille, p):
    return any(serie == [p] * 4 for serie in series(grille, pas=PAS[:3]))


@faux("victoire", "deux diagonales")
def victoire_sans_diagonale(grille, p):
    return any(serie == [p] * 4 for serie in series(grille, pas=PAS[:2]))


@faux("victoire", "bord droit")
def victoire_sans_bord_droit(grille, p):
    return any(serie == [p] * 4 for serie in series(grille, fin_j=1))


@faux("victoire", "jamais le bas")
def victoire_sans_ligne_du_bas(grille, p):
    return any(serie == [p] * 4 for serie in series(grille, fin_i=1))


@faux("victoire", "ligne 0")
def victoire_sans_ligne_du_haut(grille, p):
    return any(serie == [p] * 4 for serie in series(grille, debut_i=1))


@faux("victoire", "colonne 0")
def victoire_sans_colonne_0(grille, p):
    return any(serie == [p] * 4 for serie in series(grille, debut_j=1))


@faux("victoire", "tenez pas compte de p")
def victoire_de_n_importe_qui(grille, p):
    return victoire(grille, 1) or victoire(grille, 2)


@faux("victoire", "échangez les deux joueurs")
def victoire_de_l_autre(grille, p):
    return victoire(grille, 3 - p)


@faux("victoire", "victoires du joueur 1")
def victoire_du_joueur_1(grille, p):
    return p == 1 and victoire(grille, 1)


@faux("victoire", "toujours False", part=0)
def victoire_jamais(grille, p):
    return False


@faux("victoire", "trois pions")
def victoire_trois_suffisent(grille, p):
    n, m = len(grille), len(grille[0])
    for i in range(n):
        for j in range(m):
            for di, dj in PAS:
                if (
                    i + 2 * di < n
                    and 0 <= j + 2 * dj < m
                    and all(grille[i + k * di][j + k * dj] == p for k in range(3))
                ):
                    return True
    return False


@faux("victoire", "d'un bord", "négatif")
def victoire_indices_negatifs(grille, p):
    n, m = len(grille), len(grille[0])
    for i in range(n):
        for j in range(m):
            for di, dj in PAS:
                if (
                    i + 3 * di < n
                    and j + 3 * dj < m
                    and all(grille[i + k * di][j + k * dj] == p for k in range(4))
                ):
                    return True
    return False


@faux("victoire", "que pour la grille 6 × 7")
def victoire_six_sept(grille, p):
    for i in range(6):
        for j in range(7):
            for di, dj in PAS:
                cases = [(i + k * di, j + k * dj) for k in range(4)]
                dedans = all(a < 6 and 0 <= b < 7 for a, b in cases) and cases[3][0] < len(grille)
                if dedans and max(b for _, b in cases) < len(grille[0]) - (len(grille), len(grille[0])).count(
                    5
                ):
                    if len(grille) >= 6 and all(grille[a][b] == p for a, b in cases):
                        return True
    return False


@faux("victoire", "grilles carrées")
def victoire_n_m_echanges(grille, p):
    m, n = len(grille), len(grille[0])
    for i in range(min(n, m)):
        for j in range(min(n, m)):
            for di, dj in PAS:
                if i + 3 * di < min(n, m) and 0 <= j + 3 * dj < min(n, m):
                    if all(grille[i + k * di][j + k * dj] == p for k in range(4)):
                        return True
    return False


@faux("victoire", "IndexError", "n = ")
def victoire_deborde(grille, p):
    m, n = len(grille), len(grille[0])
    for i in range(n):
        for j in range(m):
            if grille[i][j] == 3:
                return True
    return victoire(grille, p)


@faux("victoire", "ne renvoie rien")
def victoire_sans_false(grille, p):
    if victoire(grille, p):
        return True


@faux("victoire", "booléen")
def victoire_en_nombre(grille, p):
    return int(victoire(grille, p))


@faux("victoire", "print")
def victoire_affiche(grille, p):
    print(victoire(grille, p))


@faux("victoire", "a modifié")
def victoire_efface(grille, p):
    resultat = victoire(grille, p)
    for ligne in grille:
        for j in range(len(ligne)):
            if ligne[j] != p:
                ligne[j] = 0
    return resultat


@faux("victoire", "se termine pas")
def victoire_sans_fin(grille, p):
    i = 0
    while i < len(grille):
        if grille[i] == [p] * 4:
            return True
    return False


@faux("victoire", "victoires vous échappent")
def victoire_return_trop_tot(grille, p):
    for serie in series(grille):
        return serie == [p] * 4


# --- enlever_coup ---------------------------------------------------------------------------------


@juste("enlever_coup")
def enlever_coup(grille, hauteur, k):
    hauteur[k] -= 1
    grille[len(grille) - 1 - hauteur[k]][k] = 0


@juste("enlever_coup")
def enlever_par_la_grille(grille, hauteur, k):
    i = 0
    while grille[i][k] == 0:
        i += 1
    grille[i][k] = 0
    hauteur[k] = len(grille) - 1 - i


@juste("enlever_coup")
def enlever_indice_negatif(grille, hauteur, k):
    grille[-hauteur[k]][k] = 0
    hauteur[k] = hauteur[k] - 1
    return grille, hauteur


@faux("enlever_coup", "oubliez de mettre hauteur")
def enlever_sans_hauteur(grille, hauteur, k):
    grille[len(grille) - hauteur[k]][k] = 0


@faux("enlever_coup", "pion reste")
def enlever_sans_grille(grille, hauteur, k):
    hauteur[k] -= 1


@faux("enlever_coup", "au-dessus")
def enlever_decale(grille, hauteur, k):
    grille[len(grille) - 1 - hauteur[k]][k] = 0
    hauteur[k] -= 1


@faux("enlever_coup", "en HAUT")
def enlever_depuis_le_bas(grille, hauteur, k):
    hauteur[k] -= 1
    grille[hauteur[k]][k] = 0


@faux("enlever_coup", "augmentez hauteur")
def enlever_augmente(grille, hauteur, k):
    grille[len(grille) - hauteur[k]][k] = 0
    hauteur[k] += 1


@faux("enlever_coup", "toute la colonne")
def enlever_la_colonne(grille, hauteur, k):
    for ligne in grille:
        ligne[k] = 0
    hauteur[k] = 0


@faux("enlever_coup", "pion du bas")
def enlever_le_bas(grille, hauteur, k):
    grille[-1][k] = 0
    hauteur[k] -= 1


@faux("enlever_coup", "que pour la grille 6 × 7")
def enlever_six(grille, hauteur, k):
    hauteur[k] -= 1
    if len(grille) == 6 or hauteur[k] > 5:
        grille[5 - hauteur[k]][k] = 0


@faux("enlever_coup", "sur place")
def enlever_dans_une_copie(grille, hauteur, k):
    grille, hauteur = copy.deepcopy(grille), hauteur[:]
    enlever_coup(grille, hauteur, k)
    return grille, hauteur


@faux("enlever_coup", "None")
def enlever_met_none(grille, hauteur, k):
    hauteur[k] -= 1
    grille[len(grille) - 1 - hauteur[k]][k] = None


@faux("enlever_coup", "grille[ligne][colonne]")
def enlever_indices_echanges(grille, hauteur, k):
    hauteur[k] -= 1
    grille[k][len(grille) - 1 - hauteur[k]] = 0


@faux("enlever_coup", "forme")
def enlever_supprime_la_case(grille, hauteur, k):
    hauteur[k] -= 1
    del grille[len(grille) - 1 - hauteur[k]][k]


@faux("enlever_coup", "ne change ni")
def enlever_rien(grille, hauteur, k):
    pass


# --- eval_serie -----------------------------------------------------------------------------------


@juste("eval_serie")
def eval_serie(serie, p):
    x, y = serie.count(p), serie.count(3 - p)
    if x > 0 and y > 0:
        return 0
    return x / (4 - x) if y == 0 else -y / (4 - y)


@juste("eval_serie")
def eval_serie_difference(serie, p):
    a, b = serie.count(p), serie.count(3 - p)
    return (a / (4 - a) - b / (4 - b)) if a * b == 0 else 0


@juste("eval_serie")
def eval_serie_table(serie, p):
    signe = {1: 1, 2: -1} if p == 1 else {1: -1, 2: 1}
    pions = [c for c in serie if c != 0]
    if len(set(pions)) != 1:
        return 0
    return signe[pions[0]] * [0, 1 / 3, 1, 3][len(pions)]


@juste("eval_serie")
def eval_serie_numpy(serie, p):
    valeurs = np.array(serie)
    x, y = (valeurs == p).sum(), (valeurs == 3 - p).sum()
    return np.float64(0.0) if x and y else np.float64(x / (4 - x) - y / (4 - y))


@faux("eval_serie", "signe est inversé")
def eval_serie_inversee(serie, p):
    return -eval_serie(serie, p)


@faux("eval_serie", "oubliez le signe")
def eval_serie_sans_signe(serie, p):
    return abs(eval_serie(serie, p))


@faux("eval_serie", "que les séries de p")
def eval_serie_sans_adversaire(serie, p):
    return max(0, eval_serie(serie, p))


@faux("eval_serie", "les deux joueurs ont des pions vaut 0")
def eval_serie_mixte(serie, p):
    a, b = serie.count(p), serie.count(3 - p)
    return a / (4 - a) - b / (4 - b)


@faux("eval_serie", "ne vaut plus rien")
def eval_serie_p_d_abord(serie, p):
    a, b = serie.count(p), serie.count(3 - p)
    return a / (4 - a) if a > 0 else -b / (4 - b)


@faux("eval_serie", "ne vaut plus rien pour l'adversaire", part=0.8)
def eval_serie_adversaire_d_abord(serie, p):
    a, b = serie.count(p), serie.count(3 - p)
    return a / (4 - a) if b == 0 else -b / (4 - b)


@faux("eval_serie", "nombre de pions")
def eval_serie_nombre(serie, p):
    a, b = serie.count(p), serie.count(3 - p)
    return 0 if a and b else a - b


@faux("eval_serie", "divisez par 4")
def eval_serie_sur_quatre(serie, p):
    a, b = serie.count(p), serie.count(3 - p)
    return 0 if a and b else (a - b) / 4


@faux("eval_serie", "division entière")
def eval_serie_entiere(serie, p):
    a, b = serie.count(p), serie.count(3 - p)
    return 0 if a and b else a // (4 - a) - b // (4 - b)


@faux("eval_serie", "toujours pour le joueur 1")
def eval_serie_joueur_1(serie, p):
    return eval_serie(serie, 1)


@faux("eval_serie", "toujours 0", part=0)
def eval_serie_nulle(serie, p):
    return 0


@faux("eval_serie", "à l'envers")
def eval_serie_envers(serie, p):
    a, b = serie.count(p), serie.count(3 - p)
    return 0 if a and b else (4 - a) / a


@faux("eval_serie", "ne renvoie rien")
def eval_serie_oubli(serie, p):
    a, b = serie.count(p), serie.count(3 - p)
    if b == 0:
        return a / (4 - a)
    if a == 0:
        return -b / (4 - b)


@faux("eval_serie", "nombre", "chaîne")
def eval_serie_texte(serie, p):
    return str(eval_serie(serie, p))


# --- eval_grille ----------------------------------------------------------------------------------


@juste("eval_grille")
def eval_grille(grille, p):
    return sum(eval_serie(serie, p) for serie in series(grille))


@juste("eval_grille")
def eval_grille_exacte(grille, p):
    tiers = sum(Fraction(eval_serie(serie, p)).limit_denominator(3) for serie in series(grille))
    return float(tiers)


@juste("eval_grille")
def eval_grille_numpy(grille, p):
    pions, total = np.array(grille), np.float64(0)
    n, m = pions.shape
    for i in range(n):
        for j in range(m):
            for di, dj in PAS:
                if i + 3 * di < n and 0 <= j + 3 * dj < m:
                    total += eval_serie([int(pions[i + k * di, j + k * dj]) for k in range(4)], p)
    return total


@faux("eval_grille", "autre joueur")
def eval_grille_inversee(grille, p):
    return eval_grille(grille, 3 - p)


@faux("eval_grille", "toujours le score du joueur 1")
def eval_grille_joueur_1(grille, p):
    return eval_grille(grille, 1)


@faux("eval_grille", "direction vous échappe", "verticale")
def eval_grille_sans_verticale(grille, p):
    return sum(eval_serie(s, p) for s in series(grille, pas=[PAS[0], *PAS[2:]]))


@faux("eval_grille", "direction vous échappe", "diagonale")
def eval_grille_une_diagonale(grille, p):
    return sum(eval_serie(s, p) for s in series(grille, pas=PAS[:3]))


@faux("eval_grille", "deux diagonales")
def eval_grille_sans_diagonale(grille, p):
    return sum(eval_serie(s, p) for s in series(grille, pas=PAS[:2]))


@faux("eval_grille", "deux fois une direction", "verticale")
def eval_grille_verticale_double(grille, p):
    return sum(eval_serie(s, p) for s in series(grille, pas=[*PAS, PAS[1]]))


@faux("eval_grille", "deux fois")
def eval_grille_double(grille, p):
    return 2 * eval_grille(grille, p)


@faux("eval_grille", "dernière colonne")
def eval_grille_sans_bord_droit(grille, p):
    return sum(eval_serie(s, p) for s in series(grille, fin_j=1))


@faux("eval_grille", "ligne du bas")
def eval_grille_sans_le_bas(grille, p):
    return sum(eval_serie(s, p) for s in series(grille, fin_i=1))


@faux("eval_grille", "favorables")
def eval_grille_favorables(grille, p):
    return sum(max(0, eval_serie(s, p)) for s in series(grille))


@faux("eval_grille", "que pour la grille 6 × 7")
def eval_grille_six_sept(grille, p):
    large = [ligne[:7] + [0] * (7 - len(ligne)) for ligne in grille[:6]] + [[2] * 7] * (6 - len(grille))
    return eval_grille(large, p)


@faux("eval_grille", "grilles carrées")
def eval_grille_carree(grille, p):
    c = min(len(grille), len(grille[0]))
    return eval_grille([ligne[:c] for ligne in grille[:c]], p)


@faux("eval_grille", "toujours 0")
def eval_grille_nulle(grille, p):
    return 0


@faux("eval_grille", "a modifié")
def eval_grille_retourne(grille, p):
    grille.reverse()
    return eval_grille(grille, p)


@faux("eval_grille", "score de cette grille")
def eval_grille_total_reinitialise(grille, p):
    total = 0
    for i in range(len(grille)):
        total = sum(eval_serie(s, p) for s in series(grille[i : i + 4]))
    return total
