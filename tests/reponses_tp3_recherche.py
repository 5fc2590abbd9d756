"""Des réponses au TP 3 : IA, IA_memo, IAvIA et eval_grille2."""

import copy
import random
from math import inf

import numpy as np
from reponses import Recueil
from reponses_tp3_ia import PAS, enlever_coup, eval_grille, eval_serie, jouer, series, victoire

RECUEIL = Recueil()
faux, juste = RECUEIL.faux, RECUEIL.juste
souvenirs = {}


def possibles(grille, hauteur):
    """Les colonnes jouables."""
    return [k for k in range(len(hauteur)) if hauteur[k] < len(grille)]


def meilleure(scores):
    """Une colonne de score maximal."""
    return max(scores, key=lambda k: scores[k])


def toutes(grille, hauteur):
    """Toutes les colonnes, même pleines."""
    return range(len(hauteur))


def toujours(joueur, reste):
    """On regarde à chaque fois si l'autre vient de gagner."""
    return True


def explorer(
    grille, hauteur, p, prof, fin=0, mien=max, sien=min, feuille=None, memo=None, cle=None,
    voit=toujours, coups=possibles,
):  # fmt: skip
    """Le score de chaque coup ; les réglages changent ce que des élèves changeraient par erreur."""
    feuille = feuille or (lambda joueur: eval_grille(grille, p))

    def score(joueur, reste):
        etiquette = cle(grille, hauteur, p, joueur, reste) if cle else None
        if cle and etiquette in memo:
            return memo[etiquette]
        valeur = calcul(joueur, reste)
        if cle:
            memo[etiquette] = valeur
        return valeur

    def calcul(joueur, reste):
        if voit(joueur, reste) and victoire(grille, 3 - joueur):
            return -inf if joueur == p else inf
        if not possibles(grille, hauteur):
            return 0
        if reste == fin:
            return feuille(joueur)
        return (mien if joueur == p else sien)(suites(joueur, reste).values())

    def suites(joueur, reste):
        scores = {}
        for k in coups(grille, hauteur):
            jouer(grille, hauteur, k, joueur)
            scores[k] = score(3 - joueur, reste - 1)
            enlever_coup(grille, hauteur, k)
        return scores

    return suites(p, prof)


# --- IA -------------------------------------------------------------------------------------------


@juste("IA")
def IA(grille, hauteur, p, prof):
    n, m, opp = len(grille), len(grille[0]), 3 - p

    def coup_max(prof):
        if victoire(grille, opp):
            return -inf
        if min(hauteur) == n:
            return 0
        if prof == 0:
            return eval_grille(grille, p)
        maxi = -inf
        for k in range(m):
            if hauteur[k] < n:
                jouer(grille, hauteur, k, p)
                maxi = max(maxi, coup_min(prof - 1))
                enlever_coup(grille, hauteur, k)
        return maxi

    def coup_min(prof):
        if victoire(grille, p):
            return inf
        if min(hauteur) == n:
            return 0
        if prof == 0:
            return eval_grille(grille, p)
        mini = inf
        for k in range(m):
            if hauteur[k] < n:
                jouer(grille, hauteur, k, opp)
                mini = min(mini, coup_max(prof - 1))
                enlever_coup(grille, hauteur, k)
        return mini

    meilleur, choix = -inf, None
    for k in range(m):
        if hauteur[k] < n:
            jouer(grille, hauteur, k, p)
            score = coup_min(prof - 1)
            enlever_coup(grille, hauteur, k)
            if choix is None or score > meilleur:
                meilleur, choix = score, k
    return choix


@juste("IA")
def ia_sur_des_copies(grille, hauteur, p, prof):
    return meilleure(explorer(copy.deepcopy(grille), hauteur[:], p, prof))


@juste("IA")
def ia_dernier_des_meilleurs(grille, hauteur, p, prof):
    scores = explorer(grille, hauteur, p, prof)
    sommet = max(scores.values())
    return np.int64(max(k for k in scores if scores[k] == sommet or abs(scores[k] - sommet) < 1e-12))


@juste("IA")
def ia_au_hasard_parmi_les_meilleurs(grille, hauteur, p, prof, verbeuse=True):
    scores = explorer(grille, hauteur, p, prof)
    if verbeuse:
        print(scores)
    return random.choice([k for k in scores if scores[k] == max(scores.values())])


@juste("IA")
def ia_alpha_beta(grille, hauteur, p, prof):
    def negamax(joueur, reste, alpha, beta):
        if victoire(grille, 3 - joueur):
            return -inf
        if not possibles(grille, hauteur):
            return 0
        if reste == 0:
            return eval_grille(grille, p) if joueur == p else -eval_grille(grille, p)
        for k in possibles(grille, hauteur):
            jouer(grille, hauteur, k, joueur)
            alpha = max(alpha, -negamax(3 - joueur, reste - 1, -beta, -alpha))
            enlever_coup(grille, hauteur, k)
            if alpha >= beta:
                return alpha
        return alpha

    scores = {}
    for k in possibles(grille, hauteur):
        jouer(grille, hauteur, k, p)
        scores[k] = -negamax(3 - p, prof - 1, -inf, inf)
        enlever_coup(grille, hauteur, k)
    return meilleure(scores)


@faux("IA", "PIRE")
def ia_le_pire(grille, hauteur, p, prof):
    scores = explorer(grille, hauteur, p, prof)
    return min(scores, key=lambda k: scores[k])


@faux("IA", "coopère")
def ia_adversaire_cooperatif(grille, hauteur, p, prof):
    return meilleure(explorer(grille, hauteur, p, prof, sien=max))


@faux("IA", "un coup de moins")
def ia_trop_courte(grille, hauteur, p, prof):
    return meilleure(explorer(grille, hauteur, p, max(1, prof - 1)))


@faux("IA", "un coup de plus")
def ia_trop_longue(grille, hauteur, p, prof):
    return meilleure(explorer(grille, hauteur, p, prof, fin=-1))


@faux("IA", "qu'à profondeur 1")
def ia_profondeur_1(grille, hauteur, p, prof):
    return meilleure(explorer(grille, hauteur, p, 1))


@faux("IA", "point de vue de l'adversaire")
def ia_point_de_vue_adverse(grille, hauteur, p, prof):
    return meilleure(explorer(grille, hauteur, p, prof, feuille=lambda joueur: eval_grille(grille, 3 - p)))


@faux("IA", "point de vue change")
def ia_point_de_vue_changeant(grille, hauteur, p, prof):
    return meilleure(explorer(grille, hauteur, p, prof, feuille=lambda joueur: eval_grille(grille, joueur)))


@faux("IA", "heuristique n'est pas utilisée")
def ia_sans_heuristique(grille, hauteur, p, prof):
    return meilleure(explorer(grille, hauteur, p, prof, feuille=lambda joueur: 0))


@faux("IA", "première colonne")
def ia_premiere_colonne(grille, hauteur, p, prof):
    return possibles(grille, hauteur)[0]


@faux("IA", "None", "tous les coups perdent")
def ia_rien_si_tout_perd(grille, hauteur, p, prof):
    maxi, choix = -inf, None
    for k, score in explorer(grille, hauteur, p, prof).items():
        if score > maxi:
            maxi, choix = score, k
    return choix


@faux("IA", "score du meilleur coup")
def ia_renvoie_le_score(grille, hauteur, p, prof):
    return float(max(explorer(grille, hauteur, p, prof).values()))


@faux("IA", "entier", "tuple")
def ia_renvoie_un_couple(grille, hauteur, p, prof):
    scores = explorer(grille, hauteur, p, prof)
    return max(scores.values()), meilleure(scores)


@faux("IA", "n'a pas été annulé")
def ia_joue_son_coup(grille, hauteur, p, prof):
    k = meilleure(explorer(grille, hauteur, p, prof))
    jouer(grille, hauteur, k, p)
    return k


@faux("IA", "n'a pas été annulé")
def ia_gain_non_annule(grille, hauteur, p, prof):
    for k in possibles(grille, hauteur):
        jouer(grille, hauteur, k, p)
        if victoire(grille, p):
            return k
        enlever_coup(grille, hauteur, k)
    return meilleure(explorer(grille, hauteur, p, prof))


@faux("IA", "hauteur n'est plus la même")
def ia_hauteur_oubliee(grille, hauteur, p, prof):
    k = meilleure(explorer(grille, hauteur, p, prof))
    hauteur[k] += 1
    return k


@faux("IA", "n'existe pas")
def ia_colonnes_depuis_1(grille, hauteur, p, prof):
    return meilleure(explorer(grille, hauteur, p, prof)) + len(hauteur)


@faux("IA", "est pleine")
def ia_colonnes_pleines(grille, hauteur, p, prof):
    if min(hauteur) < max(hauteur) == len(grille):
        return hauteur.index(len(grille))
    return IA(grille, hauteur, p, prof)


@faux("IA", "que pour la grille 6 × 7")
def ia_six_sept(grille, hauteur, p, prof):
    if (len(grille), len(hauteur)) == (6, 7):
        return IA(grille, hauteur, p, prof)
    scores = explorer(grille, hauteur, p, prof)
    return min(scores, key=lambda k: scores[k])


@faux("IA", "coups gagnants", "victoire AVANT")
def ia_sans_victoire_immediate(grille, hauteur, p, prof):
    scores = explorer(grille, hauteur, p, prof)
    finis = {k: s for k, s in scores.items() if abs(s) < inf}
    return meilleure(finis or scores) if inf in scores.values() else meilleure(scores)


GAGNEE = ("évaluez une grille déjà gagnée", "testez la victoire avant la profondeur")


@faux("IA", *GAGNEE)
def ia_profondeur_avant_victoire(grille, hauteur, p, prof):
    return meilleure(explorer(grille, hauteur, p, prof, voit=lambda joueur, reste: reste > 0))


@faux("IA", *GAGNEE, "l'adversaire de p")
def ia_victoire_de_p_seulement(grille, hauteur, p, prof):
    return meilleure(explorer(grille, hauteur, p, prof, voit=lambda joueur, reste: joueur != p))


@faux("IA", *GAGNEE)
def ia_sans_victoire(grille, hauteur, p, prof):
    return meilleure(explorer(grille, hauteur, p, prof, voit=lambda joueur, reste: False))


@faux("IA", "+inf (gain)")
def ia_grille_gagnee_valant_zero(grille, hauteur, p, prof):
    def feuille(joueur):
        return 0 if victoire(grille, 1) or victoire(grille, 2) else eval_grille(grille, p)

    def profondeur_d_abord(joueur, reste):
        return reste > 0

    return meilleure(explorer(grille, hauteur, p, prof, feuille=feuille, voit=profondeur_d_abord))


@faux("IA", "colonne pleine", "grille[-1]")
def ia_toutes_les_colonnes(grille, hauteur, p, prof):
    return meilleure(explorer(grille, hauteur, p, prof, coups=toutes))


@faux("IA", "se termine pas")
def ia_sans_fin(grille, hauteur, p, prof):
    while prof > 0:
        pass
    return 0


@faux("IA", "RecursionError")
def ia_recursion_sans_fond(grille, hauteur, p, prof):
    return ia_recursion_sans_fond(grille, hauteur, 3 - p, prof)


@faux("IA", "print")
def ia_affiche(grille, hauteur, p, prof):
    print(IA(grille, hauteur, p, prof))


# --- IA_memo --------------------------------------------------------------------------------------


def fige(grille):
    """La grille en tuple de tuples."""
    return tuple(tuple(ligne) for ligne in grille)


@juste("IA_memo")
def IA_memo(grille, hauteur, p, prof):
    return meilleure(explorer(grille, hauteur, p, prof, memo={}, cle=lambda g, h, *_: fige(g)))


@juste("IA_memo")
def memo_chaine(grille, hauteur, p, prof):
    return meilleure(
        explorer(grille, hauteur, p, prof, memo={}, cle=lambda g, h, q, j, reste: str(g) + str(j))
    )


@juste("IA_memo")
def memo_qui_survit_honnetement(grille, hauteur, p, prof):
    cle = lambda g, h, q, joueur, reste: (fige(g), q, joueur, reste)  # noqa: E731
    return meilleure(explorer(grille, hauteur, p, prof, memo=souvenirs, cle=cle))


@juste("IA_memo")
def memo_symetrique(grille, hauteur, p, prof):
    def cle(g, h, *_):
        return min(fige(g), fige([ligne[::-1] for ligne in g]))

    return meilleure(explorer(grille, hauteur, p, prof, memo={}, cle=cle))


@juste("IA_memo")
def memo_coup_max_seulement(grille, hauteur, p, prof):
    def cle(g, h, q, joueur, reste):
        return fige(g) if joueur == q else (fige(g), random.random())

    return meilleure(explorer(grille, hauteur, p, prof, memo={}, cle=cle))


@faux("IA_memo", "Rien n'est mémorisé", "4020", part=0)
def memo_sans_memo(grille, hauteur, p, prof):
    return IA(grille, hauteur, p, prof)


@faux("IA_memo", "presque rien gagner", part=0)
def memo_jamais_retrouve(grille, hauteur, p, prof):
    memo = {}

    def cle(*_):
        memo["essai", len(memo)] = 0
        return len(memo)

    return meilleure(explorer(grille, hauteur, p, prof, memo=memo, cle=cle))


@faux("IA_memo", "oublie la profondeur", "survit")
def memo_oublie_la_profondeur(grille, hauteur, p, prof):
    return meilleure(explorer(grille, hauteur, p, prof, memo=souvenirs, cle=lambda g, h, q, *_: (fige(g), q)))


@faux("IA_memo", "oublie le joueur", "survit")
def memo_oublie_le_joueur(grille, hauteur, p, prof):
    cle = lambda g, h, q, joueur, reste: (fige(g), reste)  # noqa: E731
    return meilleure(explorer(grille, hauteur, p, prof, memo=souvenirs, cle=cle))


@faux("IA_memo", "oublie la profondeur et le joueur", "survit")
def memo_oublie_tout(grille, hauteur, p, prof):
    return meilleure(explorer(grille, hauteur, p, prof, memo=souvenirs, cle=lambda g, *_: fige(g)))


@faux("IA_memo", "confond des configurations")
def memo_par_hauteurs(grille, hauteur, p, prof):
    return meilleure(explorer(grille, hauteur, p, prof, memo={}, cle=lambda g, h, *_: tuple(h)))


@faux("IA_memo", "tuple de tuples")
def memo_cle_liste(grille, hauteur, p, prof):
    return meilleure(explorer(grille, hauteur, p, prof, memo={}, cle=lambda g, *_: tuple(g)))


@faux("IA_memo", "PIRE")
def memo_le_pire(grille, hauteur, p, prof):
    scores = explorer(grille, hauteur, p, prof, memo={}, cle=lambda g, *_: fige(g))
    return min(scores, key=lambda k: scores[k])


@faux("IA_memo", "None")
def memo_sans_retour(grille, hauteur, p, prof):
    explorer(grille, hauteur, p, prof, memo={}, cle=lambda g, *_: fige(g))


@faux("IA_memo", "n'a pas été annulé")
def memo_joue_son_coup(grille, hauteur, p, prof):
    k = IA_memo(grille, hauteur, p, prof)
    jouer(grille, hauteur, k, p)
    return k


@faux("IA_memo", *GAGNEE)
def memo_profondeur_avant_victoire(grille, hauteur, p, prof):
    options = {"memo": {}, "cle": lambda g, *_: fige(g), "voit": lambda joueur, reste: reste > 0}
    return meilleure(explorer(grille, hauteur, p, prof, **options))


@faux("IA_memo", *GAGNEE, "l'adversaire de p")
def memo_victoire_de_p_seulement(grille, hauteur, p, prof):
    options = {"memo": {}, "cle": lambda g, *_: fige(g), "voit": lambda joueur, reste: joueur != p}
    return meilleure(explorer(grille, hauteur, p, prof, **options))


# --- IAvIA ----------------------------------------------------------------------------------------


def vide():
    """Une grille 6 × 7 et ses hauteurs."""
    return [[0] * 7 for _ in range(6)], [0] * 7


@juste("IAvIA")
def IAvIA(prof1, prof2):
    grille, hauteur = vide()
    p = 1
    for _ in range(42):
        jouer(grille, hauteur, IA(grille, hauteur, p, prof1 if p == 1 else prof2), p)
        if victoire(grille, p):
            return p
        p = 3 - p
    return 0


@juste("IAvIA")
def iavia_while(prof1, prof2, montrer=False):
    grille, hauteur = vide()
    profs, p = [0, prof1, prof2], 2
    while not victoire(grille, p) and 0 in grille[0]:
        p = 3 - p
        k = IA_memo(grille, hauteur, p, prof=profs[p])
        jouer(grille, hauteur, k, p)
        if montrer:
            print(grille)
    return np.int64(p) if victoire(grille, p) else 0


@juste("IAvIA")
def iavia_avec_copies(prof1, prof2):
    grille, hauteur = vide()
    for tour in range(42):
        p = tour % 2 + 1
        k = IA(copy.deepcopy(grille), list(hauteur), p, (prof1, prof2)[p - 1])
        jouer(grille, hauteur, k, p)
        if victoire(grille, 1):
            return 1
        if victoire(grille, 2):
            return 2
    return 0


@faux("IAvIA", "perdant")
def iavia_perdant(prof1, prof2):
    gagnant = IAvIA(prof1, prof2)
    return 3 - gagnant if gagnant else 0


@faux("IAvIA", "échangées")
def iavia_profondeurs_echangees(prof1, prof2):
    return IAvIA(prof2, prof1)


@faux("IAvIA", "sa profondeur")
def iavia_une_seule_profondeur(prof1, prof2):
    return IAvIA(prof1, prof1)


@faux("IAvIA", "nulle doit donner 0")
def iavia_nulle_pour_2(prof1, prof2):
    return IAvIA(prof1, prof2) or 2


@faux("IAvIA", "joueur 2 qui commence")
def iavia_commence_par_2(prof1, prof2):
    grille, hauteur = vide()
    for tour in range(42):
        p = 2 - tour % 2
        jouer(grille, hauteur, IA(grille, hauteur, p, prof1 if p == 1 else prof2), p)
        if victoire(grille, p):
            return p
    return 0


@faux("IAvIA", "tour à tour")
def iavia_toujours_1(prof1, prof2):
    grille, hauteur = vide()
    for _ in range(42):
        jouer(grille, hauteur, IA(grille, hauteur, 1, prof1), 1)
        if victoire(grille, 1):
            return 1
    return 0


@faux("IAvIA", "bien joué dans la grille")
def iavia_ne_joue_pas(prof1, prof2):
    grille, hauteur = vide()
    p = 1
    while not victoire(grille, 3 - p):
        IA(grille, hauteur, p, prof1 if p == 1 else prof2)
        p = 3 - p
    return 3 - p


@faux("IAvIA", "grille est pleine")
def iavia_ne_voit_pas_la_nulle(prof1, prof2):
    grille, hauteur = vide()
    p = 1
    while True:
        jouer(grille, hauteur, IA(grille, hauteur, p, prof1 if p == 1 else prof2), p)
        if victoire(grille, p):
            return p
        p = 3 - p


@faux("IAvIA", "ne renvoie rien")
def iavia_affiche(prof1, prof2):
    print("gagnant :", IAvIA(prof1, prof2))


@faux("IAvIA", "continue après")
def iavia_ne_s_arrete_pas(prof1, prof2):
    grille, hauteur = vide()
    gagnant = 0
    for tour in range(42):
        p = 1 + tour % 2
        jouer(grille, hauteur, IA(grille, hauteur, p, (prof1, prof2)[p - 1]), p)
        if gagnant == 0 and victoire(grille, p):
            gagnant = p
    return gagnant


@faux("IAvIA", "ne joue pas de partie", part=0)
def iavia_sans_jouer(prof1, prof2):
    return 1 if prof1 >= prof2 else 2


@faux("IAvIA", "n'appelle ni IA ni IA_memo", part=0)
def iavia_sans_ia_trop_lente(prof1, prof2):
    grille, _ = vide()
    while not victoire(grille, 1):
        pass


@faux("IAvIA", "toujours 0")
def iavia_toujours_0(prof1, prof2):
    IAvIA(prof1, prof2)
    return 0


# --- eval_grille2 ---------------------------------------------------------------------------------


def menaces(grille, joueur):
    """Le nombre de séries de trois pions de ce joueur dont la case manquante est jouable."""
    n, m, total = len(grille), len(grille[0]), 0
    for i in range(n):
        for j in range(m):
            for di, dj in PAS:
                if i + 3 * di < n and 0 <= j + 3 * dj < m:
                    cases = [(i + k * di, j + k * dj) for k in range(4)]
                    serie = [grille[a][b] for a, b in cases]
                    if serie.count(joueur) == 3 and 0 in serie:
                        a, b = cases[serie.index(0)]
                        total += a == n - 1 or grille[a + 1][b] != 0
    return total


@juste("eval_grille2")
def eval_grille2(grille, p):
    trait = 1 + sum(case != 0 for ligne in grille for case in ligne) % 2
    return eval_grille(grille, p) + 100 * menaces(grille, trait) * (1 if trait == p else -1)


@juste("eval_grille2")
def eval2_menaces_adverses(grille, p):
    return np.float64(eval_grille(grille, p) - 50 * menaces(grille, 3 - p))


@faux("eval_grille2", "joue comme eval_grille", "50,0 %", part=0)
def eval2_copie(grille, p):
    return 10 * eval_grille(grille, p)


@faux("eval_grille2", "MOINS bonne", "intervalle à 95 %")
def eval2_nulle(grille, p):
    return 0


@faux("eval_grille2", "MOINS bonne")
def eval2_inversee(grille, p):
    return -eval_grille2(grille, p)


@faux("eval_grille2", "ne peut pas conclure", "200 parties")
def eval2_autres_poids(grille, p):
    poids = {0: 0, 1 / 3: 1, 1: 4, 3: 9}
    scores = [eval_serie(serie, p) for serie in series(grille)]
    return sum(poids[abs(s)] * (1 if s > 0 else -1) for s in scores)


@faux("eval_grille2", "IndexError", "lignes et m =")
def eval2_colonne_6(grille, p):
    return eval_grille2(grille, p) + (grille[5][6] == p)


@faux("eval_grille2", "nombre", "tuple")
def eval2_couple(grille, p):
    return eval_grille(grille, p), p


@faux("eval_grille2", "a modifié")
def eval2_abime(grille, p):
    score = eval_grille2(grille, p)
    grille[0][0] = p
    return score


@faux("eval_grille2", "nan")
def eval2_nan(grille, p):
    return inf - inf


@faux("eval_grille2", "ne renvoie rien")
def eval2_rien(grille, p):
    eval_serie([0, 0, 0, 1], p)
