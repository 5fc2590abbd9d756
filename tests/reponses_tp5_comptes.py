"""Des réponses au TP 5 : nbjetons et maxix."""

import numpy as np
from reponses import Recueil
from reponses_tp5_strategies import VIDE, inv

RECUEIL = Recueil()
faux, juste = RECUEIL.faux, RECUEIL.juste
PAS = {"ligne": (0, 1), "col": (1, 0), "diagm": (-1, 1), "diagd": (1, 1)}


# --- nbjetons -----------------------------------------------------------------------------------------


def bande(l, i, j, direc, t, g, arret=True, portee=None):
    """Les cases autour de (i, j), jusqu'au bord ou au jeton adverse."""
    di, dj = PAS[direc]
    cotes = []
    for sens in (-1, 1):
        cote = []
        for k in range(1, portee or g):
            a, b = i + sens * k * di, j + sens * k * dj
            if not (0 <= a < len(l[0]) and 0 <= b < len(l)) or (arret and l[b][a] == inv(t)):
                break
            cote.append(l[b][a])
        cotes.append(cote)
    return cotes


def compter(sl, t, g):
    """Le plus de jetons t dans g cases consécutives."""
    return max([sl[k : k + g].count(t) for k in range(len(sl) - g + 1)], default=0)


@juste("nbjetons")
def nbjetons(l, i, j, direc, t, g):
    avant, apres = bande(l, i, j, direc, t, g)
    return compter(avant[::-1] + [VIDE] + apres, t, g)


@faux("nbjetons", "dans l'ordre de la table")
def nbjetons_gauche_a_l_envers(l, i, j, direc, t, g):
    avant, apres = bande(l, i, j, direc, t, g)
    return compter(avant + [VIDE] + apres, t, g)


@faux("nbjetons", "dans l'ordre de la table")
def nbjetons_gauche_a_la_fin(l, i, j, direc, t, g):
    avant, apres = bande(l, i, j, direc, t, g)
    return compter([VIDE] + apres + avant, t, g)


@juste("nbjetons")
def nbjetons_par_fenetres(l, i, j, direc, t, g):
    di, dj = PAS[direc]
    meilleur = 0
    for debut in range(-g + 1, 1):
        cases = [(i + (debut + k) * di, j + (debut + k) * dj) for k in range(g)]
        if all(0 <= a < len(l[0]) and 0 <= b < len(l) and l[b][a] != inv(t) for a, b in cases):
            meilleur = max(meilleur, sum(l[b][a] == t for a, b in cases))
    return meilleur


@juste("nbjetons")
def nbjetons_par_if(l, i, j, direc, t, g, verbeux=0):
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


@faux("nbjetons", "diagonales sont échangées", part=0.4)
def nb_diagonales_echangees(l, i, j, direc, t, g):
    return nbjetons(l, i, j, {"diagm": "diagd", "diagd": "diagm"}.get(direc, direc), t, g)


@faux("nbjetons", "« ligne » et « col » sont échangées")
def nb_ligne_colonne(l, i, j, direc, t, g):
    return nbjetons(l, i, j, {"ligne": "col", "col": "ligne"}.get(direc, direc), t, g)


@faux("nbjetons", "diagonales donnent toujours 0", part=0.4)
def nb_sans_diagonales(l, i, j, direc, t, g):
    return nbjetons(l, i, j, direc, t, g) if direc in ("ligne", "col") else 0


@faux("nbjetons", "que d'un côté")
def nb_un_cote(l, i, j, direc, t, g):
    return compter([VIDE] + bande(l, i, j, direc, t, g)[1], t, g)


@faux("nbjetons", "arrêtez pas aux jetons adverses")
def nb_sans_arret(l, i, j, direc, t, g):
    avant, apres = bande(l, i, j, direc, t, g, arret=False)
    return compter(avant[::-1] + [VIDE] + apres, t, g)


@faux("nbjetons", "sautez les jetons adverses")
def nb_saute(l, i, j, direc, t, g):
    avant, apres = bande(l, i, j, direc, t, g, arret=False)
    return compter([c for c in avant[::-1] + [VIDE] + apres if c != inv(t)], t, g)


@faux("nbjetons", "pas la place")
def nb_sans_place(l, i, j, direc, t, g):
    avant, apres = bande(l, i, j, direc, t, g)
    sl = avant[::-1] + [VIDE] + apres
    return compter(sl, t, min(g, len(sl)))


@faux("nbjetons", "tous les jetons de la bande")
def nb_total(l, i, j, direc, t, g):
    avant, apres = bande(l, i, j, direc, t, g)
    sl = avant[::-1] + [VIDE] + apres
    return sl.count(t) if len(sl) >= g else 0


@faux("nbjetons", "collés à la case")
def nb_colles(l, i, j, direc, t, g):
    return sum(
        (cote + [VIDE]).index(next(c for c in cote + [VIDE] if c != t))
        for cote in bande(l, i, j, direc, t, g)
    )


@faux("nbjetons", "1 de trop")
def nb_un_de_trop(l, i, j, direc, t, g):
    return nbjetons(l, i, j, direc, t, g) + 1


@faux("nbjetons", "case de moins")
def nb_portee_courte(l, i, j, direc, t, g):
    avant, apres = bande(l, i, j, direc, t, g, portee=g - 1)
    return compter(avant[::-1] + [VIDE] + apres, t, g)


@faux("nbjetons", "case de trop")
def nb_portee_longue(l, i, j, direc, t, g):
    avant, apres = bande(l, i, j, direc, t, g, portee=g + 1)
    return compter(avant[::-1] + [VIDE] + apres, t, g)


@faux("nbjetons", "g - 1 cases")
def nb_fenetre_courte(l, i, j, direc, t, g):
    avant, apres = bande(l, i, j, direc, t, g)
    return compter(avant[::-1] + [VIDE] + apres, t, g - 1)


@faux("nbjetons", "adversaire")
def nb_adverse(l, i, j, direc, t, g):
    return nbjetons(l, i, j, direc, inv(t), g)


@faux("nbjetons", "IndexError")
def nb_sans_bornes(l, i, j, direc, t, g):
    di, dj = PAS[direc]
    return sum(l[j + k * dj][i + k * di] == t for k in range(-g + 1, g))


@faux("nbjetons", "toujours la direction « ligne »")
def nb_ligne_seule(l, i, j, direc, t, g):
    return nbjetons(l, i, j, "ligne", t, g)


@faux("nbjetons", "indice négatif")
def nb_en_tournant(l, i, j, direc, t, g):
    di, dj = PAS[direc]
    cotes = []
    for sens in (-1, 1):
        cote = []
        for k in range(1, g):
            a, b = i + sens * k * di, j + sens * k * dj
            if a >= len(l[0]) or b >= len(l) or l[b][a] == inv(t):
                break
            cote.append(l[b][a])
        cotes.append(cote)
    return compter(cotes[0][::-1] + [VIDE] + cotes[1], t, g)


@faux("nbjetons", "Ce n'est pas le bon nombre", part=0.8)
def nb_quatre(l, i, j, direc, t, g):
    return nbjetons(l, i, j, direc, t, 4)


# --- maxix ------------------------------------------------------------------------------------------


def maxixloc(l, i, j, t, g):
    """Donnée dans le notebook."""
    return max(nbjetons(l, i, j, direc, t, g) for direc in PAS)


def vides(l):
    """Les cases vides (i, j), ligne par ligne."""
    return [(i, j) for i in range(len(l[0])) for j in range(len(l)) if l[j][i] == VIDE]


@juste("maxix")
def maxix(l, t, g):
    return max([maxixloc(l, i, j, t, g) for i, j in vides(l)], default=0)


@juste("maxix")
def maxix_boucles(l, t, g):
    maximum = 0
    for j, colonne in enumerate(l):
        for i, case in enumerate(colonne):
            if case == VIDE and maxixloc(l, i, j, t, g) > maximum:
                maximum = maxixloc(l, i, j, t, g)
    return maximum


@juste("maxix")
def maxix_recursive(l, t, g, cases=None):
    cases = vides(l) if cases is None else cases
    if not cases:
        return 0
    (i, j), *reste = cases
    return max(maxixloc(l, i, j, t, g), maxix_recursive(l, t, g, reste))


@faux("maxix", "jouer tout de suite")
def maxix_accessible(l, t, g):
    jouables = [(colonne.count(VIDE) - 1, j) for j, colonne in enumerate(l) if VIDE in colonne]
    return max([maxixloc(l, i, j, t, g) for i, j in jouables], default=0)


@faux("maxix", "cases occupées")
def maxix_partout(l, t, g):
    return max(maxixloc(l, i, j, t, g) for i in range(len(l[0])) for j in range(len(l)))


@faux("maxix", "minimum")
def maxix_minimum(l, t, g):
    return min([maxixloc(l, i, j, t, g) for i, j in vides(l)], default=0)


@faux("maxix", "dernière case")
def maxix_derniere(l, t, g):
    m = 0
    for i, j in vides(l):
        m = maxixloc(l, i, j, t, g)
    return m


@faux("maxix", "return est-il dans la boucle")
def maxix_premiere(l, t, g):
    for i, j in vides(l):
        return maxixloc(l, i, j, t, g)
    return 0


@faux("maxix", "adversaire")
def maxix_adverse(l, t, g):
    return maxix(l, inv(t), g)


@faux("maxix", "transmettez pas g", part=0.75)
def maxix_quatre(l, t, g):
    return maxix(l, t, 4)


@faux("maxix", "ValueError")
def maxix_max_de_rien(l, t, g):
    return max([maxixloc(l, i, j, t, g) for i, j in vides(l)])


@faux("maxix", "additionnez")
def maxix_somme(l, t, g):
    return sum(maxixloc(l, i, j, t, g) for i, j in vides(l))


@faux("maxix", "nombre de cases qui atteignent")
def maxix_nombre(l, t, g):
    valeurs = [maxixloc(l, i, j, t, g) for i, j in vides(l)]
    return valeurs.count(max(valeurs, default=0))


@faux("maxix", "entier")
def maxix_places(l, t, g):
    return maxix(l, t, g), vides(l)


@faux("maxix", "toujours 0")
def maxix_zero(l, t, g):
    return 0
