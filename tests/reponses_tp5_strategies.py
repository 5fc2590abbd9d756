"""Des réponses au TP 5 : ajouter, verifligne, verifdiagonale_mont, maxi et listcolok."""

import copy

import numpy as np
from reponses import Recueil

RECUEIL = Recueil()
faux, juste = RECUEIL.faux, RECUEIL.juste
SUPERFICIELLE = "copie est superficielle"
VIDE = "[ ]"
memoire = {}


def inv(t):
    """Donnée dans le notebook."""
    return "[X]" if t == "[O]" else "[O]"


def suite(cases, t):
    """La plus grande suite de t dans une liste, au moins 1."""
    p = s = 1
    for a, b in zip(cases, cases[1:], strict=False):
        s = s + 1 if a == b == t else 1
        p = max(p, s)
    return p


def verifcolonne(l, t):
    """Donnée dans le notebook."""
    return max(suite(colonne, t) for colonne in l)


def verifdiagonale_desc(l, t, g=4):
    """Donnée dans le notebook."""
    return verifdiagonale_mont(l[::-1], t, g)


# --- ajouter ----------------------------------------------------------------------------------------


@juste("ajouter")
def ajouter(l, c, t):
    copie = [list(colonne) for colonne in l]
    i = len(copie[c - 1]) - 1
    while i >= 0 and copie[c - 1][i] != VIDE:
        i -= 1
    if i >= 0:
        copie[c - 1][i] = t
    return copie


@juste("ajouter")
def ajouter_une_seule_colonne_neuve(l, c, t):
    vides = l[c - 1].count(VIDE)
    if vides == 0:
        return l[:]
    return l[: c - 1] + [[VIDE] * (vides - 1) + [t] + l[c - 1][vides:]] + l[c:]


@juste("ajouter")
def ajouter_par_deepcopy(l, c, t, bavard=True):
    print("je joue en", c)
    m = copy.deepcopy(l)
    for i in range(len(m[0]) - 1, -1, -1):
        if m[c - 1][i] == VIDE:
            m[c - 1][i] = t
            return m
    return m


@faux("ajouter", SUPERFICIELLE, part=0.7143)
def copie_par_list(l, c, t):
    m = list(l)
    i = len(m[c - 1]) - 1
    while i >= 0 and m[c - 1][i] != VIDE:
        i -= 1
    if i >= 0:
        m[c - 1][i] = t
    return m


@faux("ajouter", SUPERFICIELLE, part=0.7143)
def copie_par_tranche(l, c, t):
    m = l[:]
    vides = m[c - 1].count(VIDE)
    if vides:
        m[c - 1][vides - 1] = t
    return m


@faux("ajouter", "ne copie rien", part=0.7143)
def sans_copie(l, c, t):
    vides = l[c - 1].count(VIDE)
    if vides:
        l[c - 1][vides - 1] = t
    return l


@faux("ajouter", "colonne trop à droite")
def colonne_d_indice_c(l, c, t):
    m = copy.deepcopy(l)
    vides = m[c].count(VIDE)
    if vides:
        m[c][vides - 1] = t
    return m


@faux("ajouter", "tout en haut")
def par_le_haut(l, c, t):
    m = copy.deepcopy(l)
    if m[c - 1][0] == VIDE:
        m[c - 1][0] = t
    return m


@faux("ajouter", "écrasez un jeton")
def ecrase_en_haut(l, c, t):
    m = copy.deepcopy(l)
    m[c - 1][max(m[c - 1].count(VIDE) - 1, 0)] = t
    return m


@faux("ajouter", "jeton du BAS")
def ecrase_en_bas(l, c, t):
    m = copy.deepcopy(l)
    m[c - 1][m[c - 1].count(VIDE) - 1] = t
    return m


@faux("ajouter", "toute la colonne")
def sans_break(l, c, t):
    m = copy.deepcopy(l)
    for i in range(len(m[0])):
        if m[c - 1][i] == VIDE:
            m[c - 1][i] = t
    return m


@faux("ajouter", "remplace le plus haut")
def remplace(l, c, t):
    m = copy.deepcopy(l)
    i = m[c - 1].count(VIDE)
    if i:
        m[c - 1][min(i, len(m[0]) - 1)] = t
    return m


@faux("ajouter", "tout en bas, par-dessus")
def toujours_en_bas(l, c, t):
    m = copy.deepcopy(l)
    m[c - 1][-1] = t
    return m


@faux("ajouter", "jeton de l'adversaire")
def jeton_adverse(l, c, t):
    return ajouter(l, c, inv(t))


@faux("ajouter", "toujours un [O]")
def toujours_rond(l, c, t):
    return ajouter(l, c, "[O]")


@faux("ajouter", "aucun jeton n'est posé", part=0)
def rien_de_pose(l, c, t):
    return copy.deepcopy(l)


@faux("ajouter", "ont disparu")
def table_neuve(l, c, t):
    return [
        [t if (j, i) == (c - 1, l[j].count(VIDE) - 1) else VIDE for i in range(len(l[0]))]
        for j in range(len(l))
    ]


@faux("ajouter", "échangez lignes et colonnes")
def lignes_et_colonnes_echangees(l, c, t):
    m = copy.deepcopy(l)
    i = 5
    while m[i][c - 1] != VIDE:
        i -= 1
    m[i][c - 1] = t
    return m


@faux("ajouter", "ne renvoie rien")
def en_place(l, c, t):
    vides = l[c - 1].count(VIDE)
    if vides:
        l[c - 1][vides - 1] = t


@faux("ajouter", "ne se termine pas")
def sans_fin(l, c, t):
    m = copy.deepcopy(l)
    i = len(m[0]) - 1
    while i >= 0:
        if m[c - 1][i] == VIDE:
            m[c - 1][i] = t
    return m


@faux("ajouter", "liste de listes")
def seulement_la_colonne(l, c, t):
    return ajouter(l, c, t)[c - 1]


@faux("ajouter", "une case contient")
def jeton_sans_crochets(l, c, t):
    return ajouter(l, c, t[1])


@faux("ajouter", "l elle-même", part=0.7143)
def pleine_sans_copie(l, c, t):
    return l if l[c - 1][0] != VIDE else ajouter(l, c, t)


@faux("ajouter", "ne renvoie rien", part=0.4286)
def pleine_sans_retour(l, c, t):
    if l[c - 1][0] == VIDE:
        return ajouter(l, c, t)


@faux("ajouter", "IndexError", part=0.8571)
def ajouter_six_lignes(l, c, t):
    m = copy.deepcopy(l)
    for i in range(5, -1, -1):
        if m[c - 1][i] == VIDE:
            m[c - 1][i] = t
            break
    return m


# --- verifligne ---------------------------------------------------------------------------------------


@juste("verifligne")
def verifligne(l, t):
    p = 1
    for i in range(len(l[0])):
        s = 1
        for j in range(len(l) - 1):
            s = s + 1 if l[j][i] == l[j + 1][i] == t else 1
            p = max(p, s)
    return p


@juste("verifligne")
def verifligne_par_chaines(l, t):
    lignes = ["".join(colonne[i][1] for colonne in l) for i in range(len(l[0]))]
    return max([n for n in range(len(l) + 1) if any(t[1] * n in ligne for ligne in lignes)])


@juste("verifligne")
def verifligne_numpy(l, t, verbeux=False):
    table = np.array(l) == t
    meilleur = np.int64(0)
    for ligne in table.T:
        compteur = 0
        for case in ligne:
            compteur = compteur + 1 if case else 0
            meilleur = max(meilleur, np.int64(compteur))
    return meilleur


@faux("verifligne", "parcourez les colonnes")
def ligne_verticale(l, t):
    return verifcolonne(l, t)


@faux("verifligne", "dernière colonne")
def derniere_oubliee(l, t):
    return verifligne(l[:-1], t)


@faux("verifligne", "première colonne")
def premiere_oubliee(l, t):
    return verifligne(l[1:], t)


@faux("verifligne", "ligne du bas")
def bas_oublie(l, t):
    return verifligne([colonne[:-1] for colonne in l], t)


@faux("verifligne", "remis à 1")
def compteur_jamais_remis(l, t):
    return suite([l[j][i] for i in range(len(l[0])) for j in range(len(l))], t)


@faux("verifligne", "même séparés")
def tous_les_jetons(l, t):
    return max(1, *([colonne[i] for colonne in l].count(t) for i in range(len(l[0]))))


@faux("verifligne", "couples de voisins, même séparés")
def couples(l, t):
    p = 1
    for i in range(len(l[0])):
        s = 1
        for j in range(len(l) - 1):
            if l[j][i] == l[j + 1][i] == t:
                s += 1
        p = max(p, s)
    return p


@faux("verifligne", "manque 1")
def une_de_moins(l, t):
    return verifligne(l, t) - 1


@faux("verifligne", "adversaire")
def ligne_adverse(l, t):
    return verifligne(l, inv(t))


@faux("verifligne", "cases vides")
def sans_regarder_t(l, t):
    p = 1
    for i in range(len(l[0])):
        s = 1
        for j in range(len(l) - 1):
            s = s + 1 if l[j][i] == l[j + 1][i] else 1
            p = max(p, s)
    return p


@faux("verifligne", "IndexError")
def depasse(l, t):
    p = s = 1
    for i in range(len(l[0])):
        for j in range(len(l)):
            s = s + 1 if l[j][i] == l[j + 1][i] == t else 1
            p = max(p, s)
    return p


@faux("verifligne", "IndexError", part=0.75)
def taille_fixe(l, t):
    p = 1
    for i in range(6):
        s = 1
        for j in range(6):
            s = s + 1 if l[j][i] == l[j + 1][i] == t else 1
            p = max(p, s)
    return p


@faux("verifligne", "booléen")
def ligne_gagnee(l, t):
    return verifligne(l, t) >= 4


@faux("verifligne", "print")
def ligne_affichee(l, t):
    print(verifligne(l, t))


@faux("verifligne", "fait le tour")
def ligne_en_anneau(l, t):
    p = 1
    for i in range(len(l[0])):
        ligne = [colonne[i] for colonne in l]
        p = max(p, min(suite(ligne + ligne, t), len(l)))
    return p


@faux("verifligne", "Seule la ligne du bas")
def return_dans_la_boucle(l, t):
    for i in range(len(l[0]) - 1, -1, -1):
        return suite([colonne[i] for colonne in l], t)


@faux("verifligne", "mémoire")
def ligne_memorisee(l, t):
    memoire["p"] = max(memoire.get("p", 1), verifligne(l, t))
    return (
        memoire["p"]
        if len(memoire.setdefault("vues", [])) > 60
        else (memoire["vues"].append(1), verifligne(l, t))[1]
    )


# --- verifdiagonale_mont ------------------------------------------------------------------------------


def diagonales(l):
    """Toutes les diagonales montantes, de gauche à droite."""
    jm, im = len(l), len(l[0])
    return [[l[j][d - j] for j in range(jm) if 0 <= d - j < im] for d in range(jm + im - 1)]


@juste("verifdiagonale_mont")
def verifdiagonale_mont(l, t, g=4):
    return max([1] + [suite(cases, t) for cases in diagonales(l) if len(cases) >= g])


@juste("verifdiagonale_mont")
def mont_par_parcours(l, t):
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


@juste("verifdiagonale_mont")
def mont_avec_zero(l, t):
    lignes = ["".join(c[1] for c in cases) for cases in diagonales(l) if len(cases) >= 4]
    return max(n for n in range(20) if n == 0 or any(t[1] * n in ligne for ligne in lignes))


@faux("verifdiagonale_mont", "DESCENDANTES")
def mont_descendante(l, t):
    return verifdiagonale_desc(l, t)


@faux("verifdiagonale_mont", "petites diagonales", part=0.6)
def mont_avec_coins(l, t):
    return verifdiagonale_mont(l, t, 1)


@faux("verifdiagonale_mont", "partent du BAS")
def mont_depuis_la_gauche(l, t):
    return max([1] + [suite(cases, t) for cases in diagonales(l)[: len(l[0])] if len(cases) >= 4])


@faux("verifdiagonale_mont", "première colonne")
def mont_depuis_le_bas(l, t):
    return max([1] + [suite(cases, t) for cases in diagonales(l)[len(l[0]) - 1 :] if len(cases) >= 4])


@faux("verifdiagonale_mont", "que la diagonale du coin")
def mont_principale(l, t):
    return suite(diagonales(l)[len(l[0]) - 1], t)


@faux("verifdiagonale_mont", "4 cases exactement")
def mont_strictement(l, t):
    return verifdiagonale_mont(l, t, 5)


@faux("verifdiagonale_mont", "dernière case")
def mont_sans_la_derniere(l, t):
    return max([1] + [suite(cases[:-1], t) for cases in diagonales(l) if len(cases) >= 4])


@faux("verifdiagonale_mont", "deux sortes")
def mont_et_descendante(l, t):
    return max(verifdiagonale_mont(l, t), verifdiagonale_desc(l, t))


@faux("verifdiagonale_mont", "adversaire")
def mont_adverse(l, t):
    return verifdiagonale_mont(l, inv(t))


@faux("verifdiagonale_mont", "manque 1")
def mont_une_de_moins(l, t):
    return verifdiagonale_mont(l, t) - 1


@faux("verifdiagonale_mont", "même séparés")
def mont_tous(l, t):
    return max([1] + [cases.count(t) for cases in diagonales(l) if len(cases) >= 4])


@faux("verifdiagonale_mont", "IndexError")
def mont_sans_bornes(l, t):
    p = s = 1
    for j in range(len(l)):
        for i in range(len(l[0])):
            s = s + 1 if l[j][i] == l[j + 1][i - 1] == t else 1
            p = max(p, s)
    return p


@faux("verifdiagonale_mont", "toujours 1")
def mont_un(l, t):
    return 1


# --- maxi -----------------------------------------------------------------------------------------


@juste("maxi")
def maxi(l, t, g=4):
    return max(
        verifcolonne(l, t), verifligne(l, t), verifdiagonale_desc(l, t, g), verifdiagonale_mont(l, t, g)
    )


@juste("maxi")
def maxi_par_listes(l, t, g=4):
    lignes = [[colonne[i] for colonne in l] for i in range(len(l[0]))]
    longues = [d for d in diagonales(l) + diagonales(l[::-1]) if len(d) >= g]
    return max(suite(cases, t) for cases in [*l, *lignes, *longues])


@juste("maxi")
def maxi_trie(l, t, g=4, bavard=True):
    longueurs = sorted(f(l, t) for f in (verifcolonne, verifligne))
    longueurs += [f(l, t, g) for f in (verifdiagonale_desc, verifdiagonale_mont)]
    print(longueurs)
    return np.max(longueurs)


@faux("maxi", "suites horizontales")
def maxi_sans_ligne(l, t, g=4):
    return max(verifcolonne(l, t), verifdiagonale_desc(l, t, g), verifdiagonale_mont(l, t, g))


@faux("maxi", "suites verticales")
def maxi_sans_colonne(l, t, g=4):
    return max(verifligne(l, t), verifdiagonale_desc(l, t, g), verifdiagonale_mont(l, t, g))


@faux("maxi", "diagonales montantes")
def maxi_deux_fois_desc(l, t, g=4):
    return max(
        verifcolonne(l, t), verifligne(l, t), verifdiagonale_desc(l, t, g), verifdiagonale_desc(l, t, g)
    )


@faux("maxi", "diagonales descendantes")
def maxi_sans_desc(l, t, g=4):
    return max(verifcolonne(l, t), verifligne(l, t), verifdiagonale_mont(l, t, g))


@faux("maxi", "les diagonales")
def maxi_droites(l, t, g=4):
    return max(verifcolonne(l, t), verifligne(l, t))


@faux("maxi", "transmettez pas g", part=0.75)
def maxi_sans_g(l, t, g=4):
    return max(verifcolonne(l, t), verifligne(l, t), verifdiagonale_desc(l, t), verifdiagonale_mont(l, t))


@faux("maxi", "arrêtez à g")
def maxi_plafonne(l, t, g=4):
    return min(g, maxi(l, t, g))


@faux("maxi", "additionnez")
def maxi_somme(l, t, g=4):
    return verifcolonne(l, t) + verifligne(l, t) + verifdiagonale_desc(l, t, g) + verifdiagonale_mont(l, t, g)


@faux("maxi", "booléen")
def maxi_gagne(l, t, g=4):
    return maxi(l, t, g) >= g


@faux("maxi", "adversaire")
def maxi_adverse(l, t, g=4):
    return maxi(l, inv(t), g)


@faux("maxi", "deux joueurs")
def maxi_des_deux(l, t, g=4):
    return max(maxi(l, "[O]", g), maxi(l, "[X]", g))


@faux("maxi", "une liste")
def maxi_liste(l, t, g=4):
    return [verifcolonne(l, t), verifligne(l, t), verifdiagonale_desc(l, t, g), verifdiagonale_mont(l, t, g)]


@faux("maxi", "bons arguments", part=0)
def maxi_deux_arguments(l, t):
    return maxi(l, t)


# --- listcolok --------------------------------------------------------------------------------------


@juste("listcolok")
def listcolok(l, lcj, t, g=4):
    return [c for c in lcj if maxi(ajouter(ajouter(l, c, t), c, inv(t)), inv(t), g) < g]


@juste("listcolok")
def listcolok_en_retirant(l, lcj, t, g=4):
    gardees = set(lcj)
    for c in lcj:
        if maxi(ajouter(ajouter(l, c, t), c, inv(t)), inv(t), g) >= g:
            gardees.remove(c)
    return gardees


@juste("listcolok")
def listcolok_generateur(l, lcj, t, g=4):
    for c in reversed(lcj):
        m = ajouter(l, c, t)
        if m[c - 1][0] != VIDE or maxi(ajouter(m, c, inv(t)), inv(t), g) < g:
            yield np.int64(c)


@faux("listcolok", "l'inverse")
def ok_inverse(l, lcj, t, g=4):
    return [c for c in lcj if maxi(ajouter(ajouter(l, c, t), c, inv(t)), inv(t), g) >= g]


@faux("listcolok", "propre jeton")
def ok_sans_mon_jeton(l, lcj, t, g=4):
    return [c for c in lcj if maxi(ajouter(l, c, inv(t)), inv(t), g) < g]


@faux("listcolok", "propres victoires")
def ok_mes_victoires(l, lcj, t, g=4):
    return [c for c in lcj if maxi(ajouter(ajouter(l, c, t), c, inv(t)), t, g) < g]


@faux("listcolok", "deux fois votre jeton")
def ok_deux_fois(l, lcj, t, g=4):
    return [c for c in lcj if maxi(ajouter(ajouter(l, c, t), c, t), t, g) < g]


@faux("listcolok", "AU-DESSUS")
def ok_ordre(l, lcj, t, g=4):
    return [c for c in lcj if maxi(ajouter(ajouter(l, c, inv(t)), c, t), inv(t), g) < g]


@faux("listcolok", "exactement est déjà une victoire")
def ok_un_de_trop(l, lcj, t, g=4):
    return [c for c in lcj if maxi(ajouter(ajouter(l, c, t), c, inv(t)), inv(t), g) <= g]


@faux("listcolok", "g - 1 jetons")
def ok_un_de_moins(l, lcj, t, g=4):
    return [c for c in lcj if maxi(ajouter(ajouter(l, c, t), c, inv(t)), inv(t), g) < g - 1]


@faux("listcolok", "pas toujours 4", part=0.8)
def ok_quatre(l, lcj, t, g=4):
    return [c for c in lcj if maxi(ajouter(ajouter(l, c, t), c, inv(t)), inv(t), g) < 4]


@faux("listcolok", "celles de lcj", part=0.8)
def ok_toutes(l, lcj, t, g=4):
    return listcolok(l, [c for c in range(1, len(l) + 1) if l[c - 1][0] == VIDE], t, g)


@faux("listcolok", "return est-il")
def ok_premiere(l, lcj, t, g=4):
    listnew = []
    for c in lcj:
        if maxi(ajouter(ajouter(l, c, t), c, inv(t)), inv(t), g) < g:
            listnew.append(c)
            return listnew
    return listnew


@faux("listcolok", "commencent à 0")
def ok_indices(l, lcj, t, g=4):
    return [c - 1 for c in listcolok(l, lcj, t, g)]


@faux("listcolok", "modifié")
def ok_en_place(l, lcj, t, g=4):
    for c in lcj[:]:
        if maxi(ajouter(ajouter(l, c, t), c, inv(t)), inv(t), g) >= g:
            lcj.remove(c)
    return lcj


@faux("listcolok", "toutes les colonnes de lcj")
def ok_lcj(l, lcj, t, g=4):
    return list(lcj)


@faux("listcolok", "entier")
def ok_booleens(l, lcj, t, g=4):
    return [maxi(ajouter(ajouter(l, c, t), c, inv(t)), inv(t), g) < g for c in lcj]
