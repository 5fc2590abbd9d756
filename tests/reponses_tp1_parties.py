"""Des réponses aux questions joue_hasard, joue_random et probabilite_hasard du TP 1."""

import random
from collections import Counter
from random import choice, randint, randrange

import numpy as np
from reponses import Recueil
from reponses_tp1_fini import fini
from reponses_tp1_grille import coups, init

RECUEIL = Recueil()
faux, juste = RECUEIL.faux, RECUEIL.juste
G_globale = init()
compteurs = [0, 0, 0]
TROP_TOT, CONTINUE = "s'arrête trop tôt", "a continué après une victoire"


# --- joue_hasard ------------------------------------------------------------------------------------


@faux("joue_hasard", TROP_TOT)
def un_tour_de_moins():
    G, joueur = init(), 1
    for _ in range(41):
        x, y = choice(coups(G))
        G[x][y] = joueur
        if fini(G):
            break
        joueur = 3 - joueur
    return G


@faux("joue_hasard", "IndexError", "choice", "partie nulle")
def oublie_la_grille_pleine():
    G, joueur = init(), 1
    while fini(G) == 0:
        x, y = choice(coups(G))
        G[x][y] = joueur
        joueur = 3 - joueur
    return G


@faux("joue_hasard", "IndexError")
def un_tour_de_trop():
    G, joueur = init(), 1
    for _ in range(43):
        x, y = choice(coups(G))
        G[x][y] = joueur
        if fini(G):
            break
        joueur = 3 - joueur
    return G


@faux("joue_hasard", CONTINUE)
def ne_s_arrete_pas():
    G, joueur = init(), 1
    for _ in range(42):
        x, y = choice(coups(G))
        G[x][y] = joueur
        joueur = 3 - joueur
    return G


@faux("joue_hasard", CONTINUE)
def verifie_un_tour_sur_deux():
    G = init()
    while fini(G) == 0 and coups(G):
        for joueur in (1, 2):
            if coups(G):
                x, y = choice(coups(G))
                G[x][y] = joueur
    return G


@faux("joue_hasard", CONTINUE)
def ne_voit_que_le_joueur_1():
    G, joueur = init(), 1
    while fini(G) != 1 and coups(G):
        x, y = choice(coups(G))
        G[x][y] = joueur
        joueur = 3 - joueur
    return G


@faux("joue_hasard", CONTINUE, "toujours jusqu'à la grille pleine", "and, pas or")
def ou_au_lieu_de_et():
    G, joueur = init(), 1
    while fini(G) == 0 or coups(G) != []:
        x, y = choice(coups(G))
        G[x][y] = joueur
        joueur = 3 - joueur
    return G


@faux("joue_hasard", "tour à tour")
def toujours_le_meme_joueur():
    G = init()
    for _ in range(42):
        x, y = choice(coups(G))
        G[x][y] = 1
        if fini(G):
            break
    return G


@faux("joue_hasard", "le joueur 1 n'a pas commencé")
def le_joueur_2_commence():
    G, joueur = init(), 2
    while fini(G) == 0 and coups(G):
        x, y = choice(coups(G))
        G[x][y] = joueur
        joueur = 3 - joueur
    return G


@faux("joue_hasard", "Le joueur 1 doit commencer", "joueur 1 n'a pas commencé")
def premier_joueur_tire_au_sort():
    G, joueur = init(), choice([1, 2])
    while fini(G) == 0 and coups(G):
        x, y = choice(coups(G))
        G[x][y] = joueur
        joueur = 3 - joueur
    return G


@faux("joue_hasard", "tour à tour")
def joueur_tire_au_sort():
    G = init()
    while fini(G) == 0 and coups(G):
        x, y = choice(coups(G))
        G[x][y] = choice([1, 2])
    return G


@faux("joue_hasard", "tour à tour")
def joueurs_0_et_1():
    G, joueur = init(), 1
    for _ in range(42):
        x, y = choice(coups(G))
        G[x][y] = joueur
        if fini(G):
            break
        joueur = 1 - joueur
    return G


@faux("joue_hasard", "flotte")
def pions_qui_flottent():
    G, joueur = init(), 1
    while fini(G) == 0:
        libres = [(x, y) for x in range(7) for y in range(6) if G[x][y] == 0]
        if not libres:
            break
        x, y = choice(libres)
        G[x][y] = joueur
        joueur = 3 - joueur
    return G


@faux("joue_hasard", "même partie", "hasard", part=0.6667)
def toujours_le_premier_coup():
    return partie(lambda L: L[0])


@faux("joue_hasard", "même probabilité", part=0.6667)
def jamais_le_dernier_coup():
    return partie(lambda L: L[randint(0, max(0, len(L) - 2))])


@faux("joue_hasard", "même probabilité", part=0.6667)
def un_bout_ou_l_autre():
    return partie(lambda L: choice([L[0], L[-1]]))


@faux("joue_hasard", "même probabilité", part=0.6667)
def plutot_au_centre():
    return partie(lambda L: choice([c for c in L if c[0] == 3] + L))


@faux("joue_hasard", "même partie", part=0.6667)
def graine_fixee():
    random.seed(0)
    return joue_hasard()


@faux("joue_hasard", TROP_TOT, part=0)
def un_seul_coup():
    G = init()
    x, y = choice(coups(G))
    G[x][y] = 1
    return G


@faux("joue_hasard", "que la grille", "joue_random")
def renvoie_aussi_le_gagnant():
    G = joue_hasard()
    return fini(G), G


@faux("joue_hasard", "gagnant", "la grille")
def renvoie_le_gagnant():
    return fini(joue_hasard())


@faux("joue_hasard", "ne part pas d'une grille vide")
def grille_globale():
    joueur = 1
    for _ in range(42):
        if fini(G_globale) or not coups(G_globale):
            break
        x, y = choice(coups(G_globale))
        G_globale[x][y] = joueur
        joueur = 3 - joueur
    return G_globale


@faux("joue_hasard", "ne part pas d'une grille vide")
def grille_par_defaut(G=init()):  # noqa: B008
    while fini(G) == 0 and coups(G):
        x, y = choice(coups(G))
        G[x][y] = 1 + sum(contenu != 0 for colonne in G for contenu in colonne) % 2
    return G


@faux("joue_hasard", "print")
def affiche_sans_renvoyer():
    print(joue_hasard())


@faux("joue_hasard", "ne se termine pas", part=0)
def sans_fin():
    G = init()
    while fini(G) == 0:
        x, y = choice(coups(G))
    return G


@faux("joue_hasard", "NameError")
def faute_de_frappe():
    G = init()
    while finie(G) == 0:  # noqa: F821
        pass
    return G


def partie(choisir):
    """Une partie où chaque coup est choisi par cette fonction."""
    G, joueur = init(), 1
    while fini(G) == 0 and len(coups(G)) > 0:
        x, y = choisir(coups(G))
        G[x][y] = joueur
        joueur = 3 - joueur
    return G


@juste("joue_hasard")
def joue_hasard():
    G, joueur = init(), 1
    for _ in range(42):
        x, y = choice(coups(G))
        G[x][y] = joueur
        if fini(G) != 0:
            break
        joueur = 3 - joueur
    return G


@juste("joue_hasard")
def while_true_et_break():
    G = init()
    tour = 0
    while True:
        L = coups(G)
        if L == [] or fini(G) in (1, 2):
            break
        x, y = L[randrange(len(L))]
        G[x][y] = 1 + tour % 2
        tour += 1
    print(tour, "coups")
    return G


@juste("joue_hasard")
def colonne_tiree_jusqu_a_une_libre():
    G, joueur = init(), 1
    while not fini(G) and any(0 in colonne for colonne in G):
        x = randint(0, 6)
        if 0 in G[x]:
            G[x][G[x].index(0)] = joueur
            joueur = joueur % 2 + 1
    return G


@juste("joue_hasard")
def coups_pour_la_seule_condition():
    G, joueur = init(), 1
    while fini(G) == 0 and coups(G) != []:
        x = randint(0, 6)
        if G[x][5] == 0:
            G[x][G[x].index(0)] = joueur
            joueur = 3 - joueur
    return G


@juste("joue_hasard")
def sa_propre_liste_de_colonnes():
    G, joueur = init(), 1
    while fini(G) == 0 and len(coups(G)) > 0:
        x = choice([c for c in range(7) if G[c][5] == 0])
        G[x][G[x].index(0)] = joueur
        joueur = 3 - joueur
    return G


@juste("joue_hasard")
def premier_coup_a_part():
    G, joueur = init(), 2
    G[randint(0, 6)][0] = 1
    while fini(G) == 0 and coups(G):
        x, y = choice(coups(G))
        G[x][y] = joueur
        joueur = 3 - joueur
    return G


@juste("joue_hasard")
def coups_melanges():
    G = init()
    for tour in range(42):
        L = list(coups(G))
        random.shuffle(L)
        x, y = L.pop()
        G[x][y] = 1 if tour % 2 == 0 else 2
        if tour >= 6 and fini(G):
            return G
    return G


@juste("joue_hasard")
def par_recursion(G=None, joueur=1):
    if G is None:
        G = init()
    if fini(G) or not coups(G):
        return G
    x, y = choice(coups(G))
    copie = [colonne[:] for colonne in G]
    copie[x][y] = joueur
    return par_recursion(copie, 3 - joueur)


@juste("joue_hasard")
def liste_de_coups_tenue_a_jour():
    G, L, joueur = init(), coups(init()), 1
    while L:
        rang = randrange(len(L))
        x, y = L[rang]
        G[x][y] = joueur
        if fini(G):
            return G
        L[rang : rang + 1] = [(x, y + 1)] if y < 5 else []
        joueur = 3 - joueur
    return G


@juste("joue_hasard")
def hasard_de_numpy():
    return partie(lambda L: L[np.random.default_rng().integers(len(L))])


@juste("joue_hasard")
def a_partir_de_joue_random():
    return joue_random()[1]


# --- joue_random ------------------------------------------------------------------------------------


@faux("joue_random", "à l'envers")
def couple_a_l_envers():
    G = joue_hasard()
    return G, fini(G)


@faux("joue_random", "Il manque la grille")
def sans_la_grille():
    return fini(joue_hasard())


@faux("joue_random", "Il manque le gagnant")
def sans_le_gagnant():
    return joue_hasard()


@faux("joue_random", "gagnant annoncé")
def joueur_suivant():
    G, joueur = init(), 1
    while fini(G) == 0 and coups(G):
        x, y = choice(coups(G))
        G[x][y] = joueur
        joueur = 3 - joueur
    return joueur if fini(G) else 0, G


@faux("joue_random", "nulles", "gagnant annoncé")
def dernier_joueur_meme_si_nulle():
    G, joueur = init(), 2
    while fini(G) == 0 and coups(G):
        joueur = 3 - joueur
        x, y = choice(coups(G))
        G[x][y] = joueur
    return joueur, G


@faux("joue_random", "gagnant annoncé")
def nulle_des_que_pleine():
    G = joue_hasard()
    return (0 if coups(G) == [] else fini(G)), G


@faux("joue_random", "nulles", "gagnant annoncé")
def nulle_donnee_au_joueur_2():
    G = joue_hasard()
    return (1 if fini(G) == 1 else 2), G


@faux("joue_random", "gagnant annoncé")
def deux_parties_differentes():
    return fini(joue_hasard()), joue_hasard()


@faux("joue_random", "doit être un couple", "liste")
def en_liste():
    G = joue_hasard()
    return [fini(G), G]


@faux("joue_random", "deux valeurs")
def trois_valeurs():
    G = joue_hasard()
    return fini(G), G, 42


@faux("joue_random", "gagnant annoncé")
def booleen_au_lieu_du_joueur():
    G = joue_hasard()
    return fini(G) != 0, G


@faux("joue_random", CONTINUE)
def joue_random_sans_arret():
    G = ne_s_arrete_pas()
    return fini(G), G


@faux("joue_random", "and, pas or")
def joue_random_ou_au_lieu_de_et():
    G = ou_au_lieu_de_et()
    return fini(G), G


@faux("joue_random", "Le joueur 1 doit commencer", "joueur 1 n'a pas commencé")
def joue_random_premier_joueur_tire_au_sort():
    G = premier_joueur_tire_au_sort()
    return fini(G), G


@faux("joue_random", TROP_TOT)
def joue_random_41_tours():
    G = un_tour_de_moins()
    return fini(G), G


@faux("joue_random", "print")
def joue_random_affiche():
    G = joue_hasard()
    print(fini(G), G)


@faux("joue_random", "chaîne de caractères")
def gagnant_en_texte():
    G = joue_hasard()
    return f"joueur {fini(G)}", G


@faux("joue_random", "même partie", part=0.6667)
def joue_random_gauche():
    G = toujours_le_premier_coup()
    return fini(G), G


@faux("joue_random", "rien (None)")
def gagnant_oublie_si_nulle():
    G = joue_hasard()
    return (fini(G) or None), G


@juste("joue_random")
def joue_random():
    G = joue_hasard()
    return fini(G), G


@juste("joue_random")
def joue_random_while():
    G, joueur, gagnant, n = init(), 1, 0, 0
    while gagnant == 0 and n < 42:
        x, y = choice(coups(G))
        G[x][y] = joueur
        gagnant, joueur, n = fini(G), 3 - joueur, n + 1
    return gagnant, G


@juste("joue_random")
def joue_random_dernier_joueur():
    G, joueur = init(), 1
    for tour in range(42):
        joueur = 1 + tour % 2
        x, y = choice(coups(G))
        G[x][y] = joueur
        if fini(G):
            return np.int64(joueur), G
    return 0, G


@juste("joue_random")
def joue_random_sans_coups():
    G = colonne_tiree_jusqu_a_une_libre()
    return fini(G), tuple(G)


@juste("joue_random")
def joue_random_coups_pour_la_seule_condition():
    G = coups_pour_la_seule_condition()
    return fini(G), G


# --- probabilite_hasard -----------------------------------------------------------------------------


def compter(k):
    """Les nombres de parties (nulles, gagnées par 1, gagnées par 2)."""
    comptes = [0, 0, 0]
    for _ in range(k):
        comptes[joue_random()[0]] += 1
    return comptes


@faux("probabilite_hasard", "nombres de parties")
def nombres(k):
    nulles, un, deux = compter(k)
    return un, deux, nulles


@faux("probabilite_hasard", "pourcentages")
def pourcentages(k):
    nulles, un, deux = compter(k)
    return 100 * un / k, 100 * deux / k, 100 * nulles / k


@faux("probabilite_hasard", "L'ordre demandé")
def nulles_d_abord(k):
    return tuple(n / k for n in compter(k))


@faux("probabilite_hasard", "échangez les joueurs")
def joueurs_echanges(k):
    nulles, un, deux = compter(k)
    return deux / k, un / k, nulles / k


@faux("probabilite_hasard", "trois fréquences")
def deux_frequences(k):
    _, un, deux = compter(k)
    return un / k, deux / k


@faux("probabilite_hasard", "nulles pour une victoire du joueur 2")
def nulle_comptee_pour_2(k):
    n = sum(joue_random()[0] == 1 for _ in range(k))
    return n / k, (k - n) / k, 0


@faux("probabilite_hasard", "nulles ne sont pas comptées")
def sans_les_nulles(k):
    _, un, deux = compter(k)
    return un / k, deux / k, 0


@faux("probabilite_hasard", "//")
def division_entiere(k):
    nulles, un, deux = compter(k)
    return un // k, deux // k, nulles // k


@faux("probabilite_hasard", "arrondissez")
def arrondies(k):
    nulles, un, deux = compter(k)
    return round(un / k, 2), round(deux / k, 2), round(nulles / k, 2)


@faux("probabilite_hasard", "Vous jouez", "au lieu de")
def une_partie_de_moins(k):
    nulles, un, deux = compter(k - 1)
    return un / k, deux / k, nulles / k


@faux("probabilite_hasard", "Vous jouez", "au lieu de")
def une_partie_de_plus(k):
    nulles, un, deux = compter(k + 1)
    return un / k, deux / k, nulles / k


@faux("probabilite_hasard", "une fois")
def deux_appels_par_tour(k):
    un = deux = nulles = 0
    for _ in range(k):
        if joue_random()[0] == 1:
            un += 1
        elif joue_random()[0] == 2:
            deux += 1
        else:
            nulles += 1
    return un / k, deux / k, nulles / k


@faux("probabilite_hasard", "Vous jouez 1 partie")
def return_dans_la_boucle(k):
    comptes = [0, 0, 0]
    for _ in range(k):
        comptes[joue_random()[0]] += 1
        return comptes[1] / k, comptes[2] / k, comptes[0] / k


@faux("probabilite_hasard", "mémoire")
def compteurs_globaux(k):
    for _ in range(k):
        compteurs[joue_random()[0]] += 1
    return compteurs[1] / k, compteurs[2] / k, compteurs[0] / k


@faux("probabilite_hasard", "Ce ne sont pas les fréquences", part=0)
def constantes(k):
    return 0.55, 0.44, 0.01


@faux("probabilite_hasard", "incompatibles avec des parties jouées au hasard", part=0)
def toujours_gagne(k):
    return 1.0, 0.0, 0.0


@faux("probabilite_hasard", "elif")
def deux_si_et_un_sinon(k):
    un = deux = nulles = 0
    for _ in range(k):
        gagnant = joue_random()[0]
        if gagnant == 1:
            un += 1
        if gagnant == 2:
            deux += 1
        else:
            nulles += 1
    return un / k, deux / k, nulles / k


@faux("probabilite_hasard", "ZeroDivisionError")
def sur_les_parties_gagnees(k):
    nulles, un, deux = compter(k)
    return un / (un + deux), deux / (un + deux), nulles / k


@faux("probabilite_hasard", "Les fréquences ne sont pas les bonnes")
def moyenne_des_gagnants(k):
    moyenne = sum(joue_random()[0] for _ in range(k)) / k
    return moyenne, 1 - moyenne, 0


@faux("probabilite_hasard", "print")
def frequences_affichees(k):
    nulles, un, deux = compter(k)
    print(un / k, deux / k, nulles / k)


@faux("probabilite_hasard", "dictionnaire")
def en_dictionnaire(k):
    nulles, un, deux = compter(k)
    return {1: un / k, 2: deux / k, 0: nulles / k}


@faux("probabilite_hasard", "fréquences")
def toujours_mille(k):
    nulles, un, deux = compter(k)
    return un / 1000, deux / 1000, nulles / 1000


@faux("probabilite_hasard", "échangez les joueurs")
def parties_en_place_joueurs_echanges(k):
    nulles, un, deux = parties_sur_place(k)
    return deux / k, un / k, nulles / k


def parties_sur_place(k):
    """Compte k parties jouées sans appeler joue_hasard ni joue_random."""
    comptes = [0, 0, 0]
    for _ in range(k):
        G, joueur = init(), 1
        while fini(G) == 0 and coups(G):
            x, y = choice(coups(G))
            G[x][y] = joueur
            joueur = 3 - joueur
        comptes[fini(G)] += 1
    return comptes


@juste("probabilite_hasard")
def probabilite_hasard(k):
    nulles, un, deux = compter(k)
    return un / k, deux / k, nulles / k


@juste("probabilite_hasard")
def par_joue_hasard_et_fini(k):
    gagnants = [fini(joue_hasard()) for _ in range(k)]
    un, deux = gagnants.count(1) / k, gagnants.count(2) / k
    return [un, deux, 1 - un - deux]


@juste("probabilite_hasard")
def par_parties_sur_place(k, verbeux=True):
    nulles, un, deux = parties_sur_place(k)
    print(un, deux, nulles)
    return un / k, deux / k, nulles / k


@juste("probabilite_hasard")
def par_counter(k):
    comptes = Counter(gagnant for gagnant, _ in (joue_random() for _ in range(k)))
    return tuple(comptes[issue] / k for issue in (1, 2, 0))


@juste("probabilite_hasard")
def par_numpy(k):
    gagnants = np.array([joue_random()[0] for _ in range(k)])
    return np.bincount(gagnants, minlength=3)[[1, 2, 0]] / k


@juste("probabilite_hasard")
def par_colonnes_tirees(k):
    comptes = [0, 0, 0]
    for _ in range(k):
        comptes[fini(colonne_tiree_jusqu_a_une_libre())] += 1
    return comptes[1] / k, comptes[2] / k, comptes[0] / k


@juste("probabilite_hasard")
def par_recursion_des_comptes(k, n=0, un=0, deux=0):
    if k - n > 500:
        u, d, _ = par_recursion_des_comptes(k // 2)
        v, e, _ = par_recursion_des_comptes(k - k // 2)
        un, deux = (u * (k // 2) + v * (k - k // 2)), (d * (k // 2) + e * (k - k // 2))
    else:
        for _ in range(k):
            gagnant = joue_random()[0]
            un, deux = un + (gagnant == 1), deux + (gagnant == 2)
    return un / k, deux / k, (k - un - deux) / k
