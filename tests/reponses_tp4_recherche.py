"""Des réponses au TP 4 : formule, nb_distinctes, fin_alea, h_alea et minimax_h2."""

import random
from math import inf

import numpy as np
from reponses import Recueil
from reponses_tp4_graphe import construit_cle, depose_pion, eval_f, fils, partie_nulle

RECUEIL = Recueil()
faux, juste = RECUEIL.faux, RECUEIL.juste
grille0 = [[None] * 7 for _ in range(6)]
memoire = {}
reglage = [0]


# --- formule et nb_distinctes -------------------------------------------------------------------------


@juste("formule")
def formule(k):
    return 7**k


@juste("formule")
def formule_flottante(k):
    return pow(7.0, k)


@faux("formule", "puissance k")
def formule_produit(k):
    return 7 * k


@faux("formule", "base et l'exposant")
def formule_inversee(k):
    return k**7


@faux("formule", "de trop")
def formule_k_plus_1(k):
    return 7 ** (k + 1)


@faux("formule", "manque une puissance")
def formule_k_moins_1(k):
    return 7 ** (k - 1)


@faux("formule", "c'est **")
def formule_ou_exclusif(k):
    return 7 ^ k


@faux("formule", "jusqu'au k-ième")
def formule_cumulee(k):
    return (7 ** (k + 1) - 1) // 6


@juste("nb_distinctes")
def nb_distinctes(n):
    couche, nombres = [(1, grille0)], [1]
    for _ in range(n):
        suivante = {construit_cle(t): t for s in couche for t in fils(s)}
        couche = list(suivante.values())
        nombres.append(len(couche))
    return nombres


@juste("nb_distinctes")
def distinctes_en_texte(n):
    couche = {str((1, grille0))}
    nombres = []
    for _ in range(n + 1):
        nombres.append(np.int64(len(couche)))
        couche = {str(t) for texte in couche for t in fils(eval(texte))}
    return tuple(nombres)


@juste("nb_distinctes")
def distinctes_recursives(n):
    vues = [set() for _ in range(n + 1)]

    def visiter(s, k):
        if construit_cle(s) not in vues[k]:
            vues[k].add(construit_cle(s))
            for t in fils(s) if k < n else []:
                visiter(t, k + 1)

    visiter((1, grille0), 0)
    return [len(v) for v in vues]


@faux("nb_distinctes", "plusieurs fois la même situation")
def chemins(n):
    couche, nombres = [(1, grille0)], [1]
    for _ in range(n):
        couche = [t for s in couche for t in fils(s)]
        nombres.append(len(couche))
    return nombres


@faux("nb_distinctes", "premier nombre")
def distinctes_sans_le_depart(n):
    return nb_distinctes(n)[1:]


@faux("nb_distinctes", "dernier nombre")
def distinctes_une_de_moins(n):
    return nb_distinctes(n)[:-1]


@faux("nb_distinctes", "s'arrête à k = n")
def distinctes_une_de_trop(n):
    return nb_distinctes(n + 1)


@faux("nb_distinctes", "que le dernier nombre")
def distinctes_le_dernier(n):
    return [nb_distinctes(n)[-1]]


@faux("nb_distinctes", "s'additionnent")
def distinctes_cumulees(n):
    vues, couche, nombres = {construit_cle((1, grille0))}, [(1, grille0)], [1]
    for _ in range(n):
        suivante = {construit_cle(t): t for s in couche for t in fils(s)}
        vues |= set(suivante)
        couche = list(suivante.values())
        nombres.append(len(vues))
    return nombres


@faux("nb_distinctes", "doit être une liste")
def distinctes_un_entier(n):
    return nb_distinctes(n)[-1]


# --- fin_alea -----------------------------------------------------------------------------------------


@juste("fin_alea")
def fin_alea(s):
    r = eval_f(s)
    while r is None:
        s = random.choice(fils(s))
        r = eval_f(s)
    return r


@juste("fin_alea")
def fin_alea_recursive(s):
    r = eval_f(s)
    return fin_alea_recursive(random.choice(fils(s))) if r is None else r


@juste("fin_alea")
def fin_alea_avec_le_coup(s, essais=100):
    while True:
        j = random.randint(0, 6)
        if s[1][5][j] is not None:
            continue
        i = sum(ligne[j] is not None for ligne in s[1])
        s = depose_pion(s, j)
        r = eval_f(s, (i, j))
        if r is not None:
            return r


@faux("fin_alea", "« is None »")
def fin_tant_que_faux(s):
    while not eval_f(s):
        s = random.choice(fils(s))
    return eval_f(s)


@faux("fin_alea", "signes")
def fin_signes(s):
    return -fin_alea(s)


@faux("fin_alea", "pas la situation finale")
def fin_situation(s):
    while eval_f(s) is None:
        s = random.choice(fils(s))
    return s


@faux("fin_alea", "pas tirés avec la même")
def fin_premiere_colonne_libre(s):
    while eval_f(s) is None:
        possibles = fils(s)
        s = possibles[min(random.randint(0, 6), len(possibles) - 1)]
    return eval_f(s)


@faux("fin_alea", "pas tirés avec la même")
def fin_toujours_a_gauche(s):
    while eval_f(s) is None:
        s = fils(s)[0]
    return eval_f(s)


@faux("fin_alea", "pas tirés avec la même", "continue après une victoire")
def fin_jusqu_au_bout(s):
    while None in s[1][5]:
        s = random.choice(fils(s))
    return eval_f(s)


@faux("fin_alea", "1, -1 ou 0")
def fin_plus_ou_moins_un(s):
    r = fin_alea(s)
    return 0 if r == 0 else 1 if r > 0 else -1


@faux("fin_alea", "finit nulle")
def fin_nulle_none(s):
    return fin_alea(s) or None


@faux("fin_alea", "modifié")
def fin_qui_joue_dans_s(s):
    r = eval_f(s)
    while r is None:
        j = random.choice([j for j in range(7) if s[1][5][j] is None])
        next(ligne for ligne in s[1] if ligne[j] is None)[j] = s[0]
        s = (1 - s[0], s[1])
        r = eval_f(s)
    return r


@faux("fin_alea", "ne renvoie rien")
def fin_recursive_sans_return(s):
    r = eval_f(s)
    if r is not None:
        return r
    fin_recursive_sans_return(random.choice(fils(s)))


@faux("fin_alea", "pas tirés avec la même")
def fin_hasard_fixe(s):
    random.seed(4)
    return fin_alea(s)


# --- h_alea -------------------------------------------------------------------------------------------


@juste("h_alea")
def h_alea(nb):
    def h(s):
        score = 0
        for _ in range(nb):
            r = fin_alea(s)
            if r == inf:
                score += 1
            elif r == -inf:
                score -= 1
        return score

    return h


@juste("h_alea")
def h_alea_lambda(nb):
    return lambda s: np.sum([np.sign(fin_alea(s)) for _ in range(nb)])


@juste("h_alea")
def h_alea_sans_fin_alea(nb):
    def h(s):
        score = 0
        for _ in range(nb):
            t, r = s, eval_f(s)
            while r is None:
                t = random.choice(fils(t))
                r = eval_f(t)
            score += (r > 0) - (r < 0)
        return float(score)

    return h


@faux("h_alea", "additionnez les inf")
def h_somme_des_infinis(nb):
    def h(s):
        return sum(fin_alea(s) for _ in range(nb))

    return h


@faux("h_alea", "return h")
def h_sans_return(nb):
    def h(s):
        return h_alea(nb)(s)


@faux("h_alea", "FONCTION h")
def h_appelee(nb):
    return h_alea(nb)((1, grille0))


@faux("h_alea", "signe est inversé")
def h_signe(nb):
    return lambda s: -h_alea(nb)(s)


@faux("h_alea", "moyenne")
def h_moyenne(nb):
    return lambda s: h_alea(nb)(s) / nb


@faux("h_alea", "victoires de J1 ne sont pas")
def h_victoires_de_j0(nb):
    return lambda s: sum(fin_alea(s) == inf for _ in range(nb))


@faux("h_alea", "partie nulle comme une victoire de J1")
def h_nulles_perdues(nb):
    return lambda s: sum(1 if fin_alea(s) == inf else -1 for _ in range(nb))


@faux("h_alea", "au lieu de")
def h_une_de_moins(nb):
    return lambda s: h_alea(nb - 1)(s)


@faux("h_alea", "1 partie au lieu de")
def h_return_dans_la_boucle(nb):
    def h(s):
        score = 0
        for _ in range(nb):
            r = fin_alea(s)
            score += (r > 0) - (r < 0)
            return score

    return h


@faux("h_alea", "garder le nb")
def h_nb_global(nb):
    reglage[0] = nb
    return lambda s: h_alea(reglage[0])(s)


@faux("h_alea", "partir de la situation s")
def h_depuis_le_depart(nb):
    return lambda s: h_alea(nb)((1, grille0))


@faux("h_alea", "incompatible avec le hasard", part=0)
def h_sans_jouer(nb):
    return lambda s: 0


@faux("h_alea", "ne renvoie rien", part=0)
def h_rien(nb):
    return lambda s: None


# --- minimax_h2 ---------------------------------------------------------------------------------------


@juste("minimax_h2")
def minimax_h2(s, coup, d_eval, d_stra, d_coup, h, k):
    cle = construit_cle(s)
    if cle in d_eval:
        return d_eval[cle], d_stra[cle]
    score, situation = eval_f(s, coup), None
    if score is None and k == 0:
        score = h(s)
    elif score is None:
        for t in fils(s):
            v, _ = minimax_h2(t, None, d_eval, d_stra, d_coup, h, k - 1)
            if situation is None or (v > score if s[0] == 0 else v < score):
                score, situation = v, t
    d_eval[cle], d_stra[cle], d_coup[cle] = score, situation, coup
    return score, situation


@juste("minimax_h2")
def minimax_par_listes(s, coup, d_eval, d_stra, d_coup, h, k=3):
    fin = eval_f(s)
    if fin is not None:
        return fin, s
    cle = str(s[1])
    if cle not in d_eval:
        if k <= 0:
            d_eval[cle], d_stra[cle] = float(h(s)), s
        else:
            valeurs = [
                (minimax_par_listes(t, None, d_eval, d_stra, d_coup, h, k - 1)[0], t)
                for t in reversed(fils(s))
            ]
            d_eval[cle], d_stra[cle] = (max if s[0] == 0 else min)(valeurs, key=lambda couple: couple[0])
    print(len(d_eval))
    return np.float64(d_eval[cle]), d_stra[cle]


@juste("minimax_h2")
def minimax_deux_fonctions(s, coup, d_eval, d_stra, d_coup, h, k):
    def valeur(t, reste):
        cle = construit_cle(t), reste
        if cle not in d_eval:
            fin = eval_f(t)
            if fin is None:
                fin = h(t) if reste == 0 else meilleur(t, reste)
            d_eval[cle] = fin
        return d_eval[cle]

    def meilleur(t, reste):
        choix = max if t[0] == 0 else min
        return choix(valeur(u, reste - 1) for u in fils(t))

    v = valeur(s, k)
    if k == 0 or eval_f(s) is not None:
        return v, None
    return v, [t for t in fils(s) if valeur(t, k - 1) == v][-1]


def recherche(choisir, fin=eval_f, decalage=0):
    """Une recherche sans mémoire, dont on fausse une pièce."""

    def explorer(s, h, k):
        r = fin(s)
        if r is not None:
            return r, None
        if k <= 0:
            return h(s), None
        return choisir(s[0], [(explorer(t, h, k - 1)[0], t) for t in fils(s)])

    def fonction(s, coup, d_eval, d_stra, d_coup, h, k):
        return explorer(s, h, k + decalage)

    return fonction


def extremum(choix):
    return lambda valeurs: choix(valeurs, key=lambda couple: couple[0])


plus_grand, plus_petit = extremum(max), extremum(min)


def normal(joueur, valeurs):
    return plus_grand(valeurs) if joueur == 0 else plus_petit(valeurs)


@faux("minimax_h2", "recalculée quand on y arrive par un autre chemin")
def sans_memoire(s, coup, d_eval, d_stra, d_coup, h, k):
    return recherche(normal)(s, coup, d_eval, d_stra, d_coup, h, k)


@faux("minimax_h2", "échangés : J0 maximise")
def min_et_max_echanges(s, coup, d_eval, d_stra, d_coup, h, k):
    return recherche(lambda j, v: normal(1 - j, v))(s, coup, d_eval, d_stra, d_coup, h, k)


@faux("minimax_h2", "toujours le maximum")
def toujours_max(s, coup, d_eval, d_stra, d_coup, h, k):
    return recherche(lambda j, v: plus_grand(v))(s, coup, d_eval, d_stra, d_coup, h, k)


@faux("minimax_h2", "toujours le minimum")
def toujours_min(s, coup, d_eval, d_stra, d_coup, h, k):
    return recherche(lambda j, v: plus_petit(v))(s, coup, d_eval, d_stra, d_coup, h, k)


@faux("minimax_h2", "un coup de trop")
def un_coup_de_trop(s, coup, d_eval, d_stra, d_coup, h, k):
    return recherche(normal, decalage=1)(s, coup, d_eval, d_stra, d_coup, h, k)


@faux("minimax_h2", "un coup de moins")
def un_coup_de_moins(s, coup, d_eval, d_stra, d_coup, h, k):
    return recherche(normal, decalage=-1)(s, coup, d_eval, d_stra, d_coup, h, k)


@faux("minimax_h2", "parties déjà finies")
def horizon_d_abord(s, coup, d_eval, d_stra, d_coup, h, k):
    if k == 0:
        return h(s), None
    if eval_f(s) is not None:
        return eval_f(s), None
    return normal(s[0], [(horizon_d_abord(t, None, {}, {}, {}, h, k - 1)[0], t) for t in fils(s)])


@faux("minimax_h2", "STRICTEMENT")
def strictement_mieux(s, coup, d_eval, d_stra, d_coup, h, k):
    cle = construit_cle(s)
    if cle in d_eval:
        return d_eval[cle], d_stra[cle]
    score, situation = eval_f(s, coup), None
    if score is None and k == 0:
        score = h(s)
    elif score is None:
        score = -inf if s[0] == 0 else inf
        for t in fils(s):
            v = strictement_mieux(t, None, d_eval, d_stra, d_coup, h, k - 1)[0]
            if (s[0] == 0 and v > score) or (s[0] == 1 and v < score):
                score, situation = v, t
    d_eval[cle], d_stra[cle] = score, situation
    return score, situation


@faux("minimax_h2", "AUTRE recherche")
def memoire_globale(s, coup, d_eval, d_stra, d_coup, h, k):
    return minimax_h2(s, coup, memoire, memoire.setdefault("stra", {}), {}, h, k)


@faux("minimax_h2", "à l'envers")
def couple_a_l_envers(s, coup, d_eval, d_stra, d_coup, h, k):
    score, situation = minimax_h2(s, coup, d_eval, d_stra, d_coup, h, k)
    return situation or s, score


@faux("minimax_h2", "coups plus loin")
def situation_de_la_recursion(s, coup, d_eval, d_stra, d_coup, h, k):
    if eval_f(s) is not None:
        return eval_f(s), s
    if k == 0:
        return h(s), s
    return normal(s[0], [situation_de_la_recursion(t, None, {}, {}, {}, h, k - 1) for t in fils(s)])


@faux("minimax_h2", "vus du joueur qui joue")
def negamax(s, coup, d_eval, d_stra, d_coup, h, k):
    score, situation = minimax_h2(s, coup, d_eval, d_stra, d_coup, h, k)
    return (score if s[0] == 0 else -score), situation


@faux("minimax_h2", "restés vides")
def dictionnaires_a_part(s, coup, d_eval, d_stra, d_coup, h, k):
    return minimax_h2(s, coup, {}, {}, {}, h, k)


@faux("minimax_h2", "appelle encore h")
def dictionnaires_effaces(s, coup, d_eval, d_stra, d_coup, h, k):
    d_eval.clear()
    d_stra.clear()
    return minimax_h2(s, coup, d_eval, d_stra, d_coup, h, k)


@faux("minimax_h2", "celle de départ")
def situation_de_depart(s, coup, d_eval, d_stra, d_coup, h, k):
    return minimax_h2(s, coup, d_eval, d_stra, d_coup, h, k)[0], s


@faux("minimax_h2", "Comparez eval_f à None")
def nulles_oubliees(s, coup, d_eval, d_stra, d_coup, h, k):
    r = eval_f(s)
    if r:
        return r, None
    if k == 0 or partie_nulle(s):
        return h(s), None
    return normal(s[0], [(nulles_oubliees(t, None, {}, {}, {}, h, k - 1)[0], t) for t in fils(s)])


@faux("minimax_h2", "RecursionError")
def sans_cas_d_arret(s, coup, d_eval, d_stra, d_coup, h, k):
    return max(sans_cas_d_arret(t, None, d_eval, d_stra, d_coup, h, k)[0] for t in [s]), s


@faux("minimax_h2", "un couple")
def score_seul(s, coup, d_eval, d_stra, d_coup, h, k):
    return minimax_h2(s, coup, d_eval, d_stra, d_coup, h, k)[0]


@faux("minimax_h2", "modifié")
def qui_joue_dans_s(s, coup, d_eval, d_stra, d_coup, h, k):
    reponse = minimax_h2(s, coup, d_eval, d_stra, d_coup, h, k)
    s[1][5][6] = 0
    return reponse


@faux("minimax_h2", "« faux » pour Python", "\nIci la grille se remplit", part=0.5556)
def minimax_0_pris_pour_none(s, coup, d_eval, d_stra, d_coup, h, k):
    cle = construit_cle(s)
    if cle not in d_eval:
        score, suivante = eval_f(s, coup), None
        if not score and k == 0:
            score = h(s)
        elif not score:
            choix = max if s[0] == 0 else min
            notes = [
                (minimax_0_pris_pour_none(t, None, d_eval, d_stra, d_coup, h, k - 1)[0], t) for t in fils(s)
            ]
            score, suivante = choix(notes, key=lambda note: note[0])
        d_eval[cle], d_stra[cle] = score, suivante
    return d_eval[cle], d_stra[cle]
