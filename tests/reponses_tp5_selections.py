"""Des réponses au TP 5 : slc2, slc3, slc4_corrigee et ia2."""

import random

from reponses import Recueil
from reponses_tp5_comptes import maxix, maxixloc, vides
from reponses_tp5_strategies import VIDE, ajouter, inv, listcolok, maxi

RECUEIL = Recueil()
faux, juste = RECUEIL.faux, RECUEIL.juste


# Les fonctions données dans le notebook.


def listcolnonpleines(l):
    return [c for c in range(1, len(l) + 1) if l[c - 1][0] == VIDE]


def maxixplaces(l, t, g):
    valeurs = {(i, j): maxixloc(l, i, j, t, g) for i, j in vides(l)}
    mieux = max(valeurs.values(), default=0)
    return mieux, [[j + 1, i] for (i, j), n in valeurs.items() if n == mieux]


def filtreplc(l, t, g, places):
    lok = listcolok(l, listcolnonpleines(l), t, g)
    return [[c, i] for c, i in places if i == l[c - 1].count(VIDE) - 1 and c in lok]


def urgence(l, t, txt, g):
    for joueur in (t, inv(t)):
        for c in listcolnonpleines(l):
            if maxi(ajouter(l, c, joueur), joueur, g) >= g:
                return c
    return 0


def trier(l, lcj, t, g, mesure, permises=None):
    """Les colonnes permises qui maximisent mesure(c), ou lcj si le maximum est 0."""
    valeurs = {c: mesure(c) for c in (listcolok(l, lcj, t, g) if permises is None else permises)}
    mieux = max(valeurs.values(), default=0)
    return [c for c in valeurs if valeurs[c] == mieux] if mieux else list(lcj)


# --- slc2 -------------------------------------------------------------------------------------------


@juste("slc2")
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


@juste("slc2")
def slc2_en_deux_temps(l, lcj, t, txt, g):
    ok = listcolok(l, lcj, t, g)
    if not ok:
        return tuple(lcj)
    valeurs = [maxix(ajouter(l, c, t), t, g) for c in ok]
    return tuple(c for c, n in zip(ok, valeurs, strict=True) if n == max(valeurs))


@juste("slc2")
def slc2_a_l_envers(l, lcj, t, txt, g):
    print("bavarde")
    return slc2(l, list(reversed(lcj)), t, txt, g)


@faux("slc2", "comme slc1")
def slc2_avec_maxi(l, lcj, t, txt, g):
    return trier(l, lcj, t, g, lambda c: maxi(ajouter(l, c, t), t, g))


@faux("slc2", "offrent la victoire")
def slc2_sans_permission(l, lcj, t, txt, g):
    return trier(l, lcj, t, g, lambda c: maxix(ajouter(l, c, t), t, g), lcj)


@faux("slc2", "repartez d'une liste")
def slc2_sans_vider(l, lcj, t, txt, g):
    m, lcjnew = 0, []
    for c in listcolok(l, lcj, t, g):
        n = maxix(ajouter(l, c, t), t, g)
        if n >= m:
            m = n
            lcjnew.append(c)
    return lcjnew if m else list(lcj)


@faux("slc2", "que la première")
def slc2_premiere(l, lcj, t, txt, g):
    m, lcjnew = 0, list(lcj)
    for c in listcolok(l, lcj, t, g):
        n = maxix(ajouter(l, c, t), t, g)
        if n > m:
            m, lcjnew = n, [c]
    return lcjnew


@faux("slc2", "que la dernière")
def slc2_derniere(l, lcj, t, txt, g):
    m, lcjnew = 1, list(lcj)
    for c in listcolok(l, lcj, t, g):
        n = maxix(ajouter(l, c, t), t, g)
        if n >= m:
            m, lcjnew = n, [c]
    return lcjnew


@faux("slc2", "lignes de l'adversaire")
def slc2_adverse(l, lcj, t, txt, g):
    return trier(l, lcj, t, g, lambda c: maxix(ajouter(l, c, t), inv(t), g))


@faux("slc2", "après la réponse")
def slc2_apres_la_reponse(l, lcj, t, txt, g):
    return trier(l, lcj, t, g, lambda c: maxix(ajouter(ajouter(l, c, t), c, inv(t)), t, g))


@faux("slc2", "celles de lcj")
def slc2_toutes(l, lcj, t, txt, g):
    return slc2(l, listcolnonpleines(l), t, txt, g)


@faux("slc2", "renvoyez alors lcj")
def slc2_vide(l, lcj, t, txt, g):
    ok = listcolok(l, lcj, t, g)
    return slc2(l, ok, t, txt, g) if ok else []


@faux("slc2", "toujours lcj", part=0)
def slc2_lcj(l, lcj, t, txt, g):
    return list(lcj)


@faux("slc2", "toutes les colonnes permises")
def slc2_permises(l, lcj, t, txt, g):
    return listcolok(l, lcj, t, g) or list(lcj)


@faux("slc2", "modifié")
def slc2_en_place(l, lcj, t, txt, g):
    retenues = slc2(l, lcj, t, txt, g)
    for c in lcj[:]:
        if c not in retenues:
            lcj.remove(c)
    return lcj


@faux("slc2", "doit être une liste")
def slc2_un_numero(l, lcj, t, txt, g):
    return slc2(l, lcj, t, txt, g)[0]


# --- slc3 -------------------------------------------------------------------------------------------


@juste("slc3")
def slc3(l, lcj, t, txt, g):
    lcjnew = listcolok(l, slc2(l, lcj, t, txt, g), t, g)
    return lcjnew if lcjnew != [] else lcj


@juste("slc3")
def slc3_par_ou(l, lcj, t, txt, g):
    return [c for c in slc2(l, lcj, t, 0, g) if c in listcolok(l, lcj, t, g)] or tuple(lcj)


@juste("slc3")
def slc3_longueur(l, lcj, t, txt, g):
    choisies = slc2_en_deux_temps(l, lcj, t, txt, g)
    gardees = set()
    for c in choisies:
        gardees |= set(listcolok(l, [c], t, g))
    if len(gardees) == 0:
        return lcj[:]
    return gardees


@faux("slc3", "sans le filtrer")
def slc3_slc2(l, lcj, t, txt, g):
    return slc2(l, lcj, t, txt, g)


@faux("slc3", "filtrez lcj au lieu")
def slc3_listcolok(l, lcj, t, txt, g):
    return listcolok(l, lcj, t, g) or lcj


@faux("slc3", "renvoyez alors lcj")
def slc3_vide(l, lcj, t, txt, g):
    return listcolok(l, slc2(l, lcj, t, txt, g), t, g)


@faux("slc3", "REJETTE")
def slc3_rejetees(l, lcj, t, txt, g):
    ok = listcolok(l, lcj, t, g)
    return [c for c in slc2(l, lcj, t, txt, g) if c not in ok] or lcj


@faux("slc3", "celles de lcj")
def slc3_toutes(l, lcj, t, txt, g):
    return slc3(l, listcolnonpleines(l), t, txt, g)


@faux("slc3", "toutes les colonnes jouables")
def slc3_repli_large(l, lcj, t, txt, g):
    return listcolok(l, slc2(l, lcj, t, txt, g), t, g) or listcolnonpleines(l)


@faux("slc3", "partez de slc1")
def slc3_de_slc1(l, lcj, t, txt, g):
    return listcolok(l, slc2_avec_maxi(l, lcj, t, txt, g), t, g) or lcj


@faux("slc3", "rien (None)")
def slc3_sans_sinon(l, lcj, t, txt, g):
    lcjnew = listcolok(l, slc2(l, lcj, t, txt, g), t, g)
    if lcjnew != []:
        return lcjnew


# --- slc4_corrigee ------------------------------------------------------------------------------------


def double(l, c, t, g):
    """La condition de slc4."""
    lti = ajouter(ajouter(l, c, t), c, inv(t))
    return maxix(lti, inv(t), g) == g - 1 and len(maxixplaces(lti, inv(t), g)[1]) >= 2


@juste("slc4_corrigee")
def slc4_corrigee(l, lcj, t, txt, g):
    gardees = [c for c in slc3(l, lcj, t, txt, g) if not double(l, c, t, g)]
    return gardees if gardees != [] else lcj


@juste("slc4_corrigee")
def slc4_sur_une_copie(l, lcj, t, txt, g):
    lcjnew = list(slc3(l, lcj, t, txt, g))
    for c in list(lcjnew):
        if double(l, c, t, g):
            lcjnew.remove(c)
    return lcjnew or lcj


@juste("slc4_corrigee")
def slc4_en_reculant(l, lcj, t, txt, g):
    lcjnew = list(slc3(l, lcj, t, txt, g))
    for k in range(len(lcjnew) - 1, -1, -1):
        if double(l, lcjnew[k], t, g):
            del lcjnew[k]
    return set(lcjnew or lcj)


@faux("slc4_corrigee", "de la liste que la boucle parcourt")
def slc4_du_sujet(l, lcj, t, txt, g):
    lcjnew = list(slc3(l, lcj, t, txt, g))
    for c in lcjnew:
        if double(l, c, t, g):
            lcjnew.remove(c)
    return lcjnew or lcj


@faux("slc4_corrigee", "sans rien retirer")
def slc4_slc3(l, lcj, t, txt, g):
    return slc3(l, lcj, t, txt, g)


@faux("slc4_corrigee", "l'inverse")
def slc4_inverse(l, lcj, t, txt, g):
    return [c for c in slc3(l, lcj, t, txt, g) if double(l, c, t, g)] or lcj


@faux("slc4_corrigee", "celles de slc3", part=0.8333)
def slc4_repli_slc3(l, lcj, t, txt, g):
    choisies = slc3(l, lcj, t, txt, g)
    return [c for c in choisies if not double(l, c, t, g)] or choisies


@faux("slc4_corrigee", "renvoyez alors lcj")
def slc4_vide(l, lcj, t, txt, g):
    return [c for c in slc3(l, lcj, t, txt, g) if not double(l, c, t, g)]


@faux("slc4_corrigee", "au moins deux")
def slc4_une_place(l, lcj, t, txt, g):
    return [c for c in slc3(l, lcj, t, txt, g)
            if maxix(ajouter(ajouter(l, c, t), c, inv(t)), inv(t), g) < g - 1] or lcj  # fmt: skip


@faux("slc4_corrigee", "réponse de l'adversaire")
def slc4_sans_reponse(l, lcj, t, txt, g):
    gardees = []
    for c in slc3(l, lcj, t, txt, g):
        n, places = maxixplaces(ajouter(l, c, t), inv(t), g)
        if not (n == g - 1 and len(places) >= 2):
            gardees.append(c)
    return gardees or lcj


@faux("slc4_corrigee", "partez de lcj")
def slc4_de_lcj(l, lcj, t, txt, g):
    return [c for c in lcj if not double(l, c, t, g)] or lcj


@faux("slc4_corrigee", "après la première")
def slc4_avec_break(l, lcj, t, txt, g):
    lcjnew = list(slc3(l, lcj, t, txt, g))
    for c in lcjnew:
        if double(l, c, t, g):
            lcjnew.remove(c)
            break
    return lcjnew or lcj


# --- ia2 ----------------------------------------------------------------------------------------------


def cascade(l, t, g, regles, defaut=None):
    """La colonne de la première règle (maximum, seuil, places) qui s'applique."""
    for maximum, seuil, places in regles:
        if maximum >= seuil and places:
            return random.choice(places)[0]
    if defaut:
        return defaut()
    return random.choice(listcolok(l, listcolnonpleines(l), t, g) or listcolnonpleines(l))


def preparer(l, t, g):
    """Les deux maximums et leurs places filtrées."""
    moi, places = maxixplaces(l, t, g)
    lui, placesinv = maxixplaces(l, inv(t), g)
    return moi, filtreplc(l, t, g, places), lui, filtreplc(l, t, g, placesinv)


@juste("ia2")
def ia2(l, t, txt, g):
    cf = urgence(l, t, txt, g)
    if cf == 0:
        moi, a, lui, b = preparer(l, t, g)
        cf = cascade(l, t, g, [(moi, 2, a), (lui, 2, b), (moi, 1, a), (lui, 1, b)])
    return [ajouter(l, cf, t), cf]


@juste("ia2")
def ia2_sans_urgence(l, t, txt, g):
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


@juste("ia2")
def ia2_bavarde(l, t, txt, g, melange=True):
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


def sauf(l, t, g, cf, regles):
    """La cascade, après une urgence déjà cherchée."""
    cf = cf or cascade(l, t, g, regles)
    return [ajouter(l, cf, t), cf]


@faux("ia2", "deux premières règles")
def ia2_sans_gagner_ni_bloquer(l, t, txt, g):
    moi, a, lui, b = preparer(l, t, g)
    return sauf(l, t, g, 0, [(moi, 2, a), (lui, 2, b), (moi, 1, a), (lui, 1, b)])


@faux("ia2", "victoires immédiates")
def ia2_bloque_d_abord(l, t, txt, g):
    moi, a, lui, b = preparer(l, t, g)
    return sauf(l, t, g, urgence(l, inv(t), 0, g), [(moi, 2, a), (lui, 2, b), (moi, 1, a), (lui, 1, b)])


@faux("ia2", "gagner")
def ia2_bloque_seulement(l, t, txt, g):
    perd = [c for c in listcolnonpleines(l) if maxi(ajouter(l, c, inv(t)), inv(t), g) >= g]
    moi, a, lui, b = preparer(l, t, g)
    return sauf(l, t, g, (perd or [0])[0], [(moi, 2, a), (lui, 2, b), (moi, 1, a), (lui, 1, b)])


@faux("ia2", "laissez l'adversaire gagner")
def ia2_gagne_seulement(l, t, txt, g):
    gagne = [c for c in listcolnonpleines(l) if maxi(ajouter(l, c, t), t, g) >= g]
    moi, a, lui, b = preparer(l, t, g)
    return sauf(l, t, g, (gagne or [0])[0], [(moi, 2, a), (lui, 2, b), (moi, 1, a), (lui, 1, b)])


@faux("ia2", "vos propres lignes passent avant")
def ia2_gener_d_abord(l, t, txt, g):
    moi, a, lui, b = preparer(l, t, g)
    return sauf(l, t, g, urgence(l, t, 0, g), [(lui, 2, b), (moi, 2, a), (lui, 1, b), (moi, 1, a)])


@faux("ia2", "lignes d'un seul jeton", part=0.5714)
def ia2_sans_les_uns(l, t, txt, g):
    moi, a, lui, b = preparer(l, t, g)
    return sauf(l, t, g, urgence(l, t, 0, g), [(moi, 2, a), (lui, 2, b)])


@faux("ia2", "priorité")
def ia2_moi_puis_lui(l, t, txt, g):
    moi, a, lui, b = preparer(l, t, g)
    return sauf(l, t, g, urgence(l, t, 0, g), [(moi, 1, a), (lui, 1, b)])


@faux("ia2", "priorité")
def ia2_filtre_pour_l_autre(l, t, txt, g):
    moi, a, lui, _ = preparer(l, t, g)
    b = filtreplc(l, inv(t), g, maxixplaces(l, inv(t), g)[1])
    return sauf(l, t, g, urgence(l, t, 0, g), [(moi, 2, a), (lui, 2, b), (moi, 1, a), (lui, 1, b)])


@faux("ia2", "gagner")
def ia2_au_hasard(l, t, txt, g):
    c = random.choice(listcolnonpleines(l))
    return [ajouter(l, c, t), c]


@faux("ia2", "tirez au sort", part=0.8571)
def ia2_toujours_la_premiere(l, t, txt, g):
    cf = urgence(l, t, txt, g)
    if cf == 0:
        moi, a, lui, b = preparer(l, t, g)
        restes = [[c] for c in listcolok(l, listcolnonpleines(l), t, g) or listcolnonpleines(l)]
        choix = (
            a if moi >= 2 and a else b if lui >= 2 and b else a if moi and a else b if lui and b else restes
        )
        cf = choix[0][0]
    return [ajouter(l, cf, t), cf]


@faux("ia2", "pas la table")
def ia2_table_inchangee(l, t, txt, g):
    return [[list(c) for c in l], ia2(l, t, txt, g)[1]]


@faux("ia2", "pas la table")
def ia2_jeton_adverse(l, t, txt, g):
    c = ia2(l, t, txt, g)[1]
    return [ajouter(l, c, inv(t)), c]


@faux("ia2", "[nouvelle table, colonne]")
def ia2_colonne_seule(l, t, txt, g):
    return ia2(l, t, txt, g)[1]


@faux("ia2", "une liste, pas un numéro")
def ia2_place_entiere(l, t, txt, g):
    table, c = ia2(l, t, txt, g)
    return [table, [c, 0]]


@faux("ia2", "modifié")
def ia2_en_place(l, t, txt, g):
    c = ia2(l, t, txt, g)[1]
    l[c - 1][l[c - 1].count(VIDE) - 1] = t
    return [l, c]


@faux("ia2", "priorité")
def ia2_sans_filtre_vide(l, t, txt, g):
    cf = urgence(l, t, txt, g)
    if cf == 0:
        cf = random.choice(preparer(l, t, g)[1])[0]
    return [ajouter(l, cf, t), cf]
