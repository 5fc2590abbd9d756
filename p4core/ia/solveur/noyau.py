"""Le noyau : la recherche compilée du score exact, des bits d'une position jusqu'à la racine.

Tout est affaire d'entiers de 64 bits. Une colonne de la grille occupe `pas` bits, du bas vers le haut, le
dernier toujours nul : c'est la garde, sans laquelle un alignement passerait d'une colonne à l'autre.

      6 13 20 27 34 41 48   la rangée de garde
      5 12 19 26 33 40 47
      4 11 18 25 32 39 46
      3 10 17 24 31 38 45   le numéro du bit de chaque case
      2  9 16 23 30 37 44   sur la grille 7 × 6, où pas = 7
      1  8 15 22 29 36 43
      0  7 14 21 28 35 42

`moi` et `adv` sont les pions du joueur au trait et de l'autre, `masque` les deux ensemble ; `tm` et `ta` les
cases vides où chacun compléterait un alignement. `jeu` est `masque` plus un bit au bas de chaque colonne : il
vaut 1 dans chaque case où un pion tomberait. Un score est entier, positif si le joueur au trait gagne.

La même source s'exécute en Python, sans numba : voir p4core/ia/compilation.py."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from p4core.ia.compilation import I, U, aiguiller, compiler, en_ligne
from p4core.ia.solveur.instructions import compter, precharger, rang

BITS = 64
ZERO, UN, DEUX, TROIS, QUATRE = U(0), U(1), U(2), U(3), U(4)
TOUT = U(2**64 - 1)
NON, OUI, INCONNU = 0, 1, 2  # les réponses à « le score dépasse-t-il a ? »

Grille = tuple[int, int, int]  # largeur, hauteur, nombre de pions à aligner


# --- la grille ------------------------------------------------------------------------------------


class GrilleTropGrande(ValueError):
    """La grille ne tient pas dans un entier de 64 bits."""


class Geometrie(NamedTuple):
    """Ce que le noyau sait de la grille, en entiers de 64 bits : pour numba, autant de constantes."""

    pas: Any  # le nombre de bits d'une colonne, garde comprise
    largeur: Any
    voies: Any  # le nombre de colonnes examinées ensemble
    suivi: Any  # 1 si l'on peut répondre dans chaque colonne à qui vient d'y jouer
    bas: Any  # la rangée du bas
    colonne: Any  # la colonne de gauche
    plein: Any  # toutes les cases
    impaires: Any  # les rangées impaires, comptées à partir de 1 (y = 0, 2, 4…)
    longueur: Any  # le nombre de pions à aligner ; None pour quatre, qui a son propre code


def tient(largeur: int, hauteur: int) -> bool:
    """La grille, avec sa rangée de garde, a-t-elle assez de bits ?"""
    return largeur * (hauteur + 1) <= BITS


@lru_cache(maxsize=32)
def geometrie(largeur: int, hauteur: int, aligner: int) -> Geometrie:
    """La géométrie de cette grille ; GrilleTropGrande si elle n'a pas assez de bits."""
    pas = hauteur + 1
    if not tient(largeur, hauteur):
        raise GrilleTropGrande(
            f"Une grille {largeur} × {hauteur} demande {largeur * pas} bits : le solveur en a {BITS}."
        )
    bas = sum(1 << x * pas for x in range(largeur))
    colonne = (1 << hauteur) - 1
    voies = 8 if largeur == 7 and pas <= 8 else largeur  # 8 voies : un registre vectoriel entier
    suivi = 1 - hauteur % 2  # il faut des colonnes de hauteur paire
    impaires = sum(1 << y for y in range(0, hauteur, 2)) * bas
    champs = (pas, largeur, voies, suivi, bas, colonne, colonne * bas, impaires)
    return Geometrie._make([*map(U, champs), None if aligner == 4 else U(aligner)])


# --- les alignements : ceux qui sont faits, ceux qu'un pion de plus ferait ------------------------


@en_ligne
def menaces_de_quatre(p: Any, g: Any) -> Any:
    """Les cases qui compléteraient un alignement de quatre de p (occupées et gardes comprises)."""
    r, pas = (p << UN) & (p << DEUX) & (p << TROIS), g.pas
    return r | trous(p, pas) | trous(p, pas - UN) | trous(p, pas + UN)


@en_ligne
def trous(p: Any, d: Any) -> Any:
    """Les trous de .XXX, X.XX, XX.X et XXX. dans la direction de pas d."""
    avant, apres = p << d, p >> d
    r = avant & (p << d * DEUX) & ((p << d * TROIS) | apres)
    return r | (apres & (p >> d * DEUX) & ((p >> d * TROIS) | avant))


@en_ligne
def menaces_autres(p: Any, g: Any) -> Any:
    """La même chose pour une longueur quelconque : `avant` pions d'un côté du trou, les autres après."""
    r = ZERO
    for direction in range(QUATRE):
        d = g.pas + direction - UN if direction < TROIS else UN
        gauche = TOUT  # les cases précédées d'assez de pions
        for avant in range(g.longueur):
            droite = TOUT
            for _ in range(avant + UN, g.longueur):
                droite = (droite & p) >> d
            r |= gauche & droite
            gauche = (gauche & p) << d
    return r


@en_ligne
def aligne_quatre(p: Any, g: Any) -> Any:
    """p contient-il un alignement de quatre ?"""
    return (quatre(p, UN) | quatre(p, g.pas) | quatre(p, g.pas - UN) | quatre(p, g.pas + UN)) != ZERO


@en_ligne
def quatre(p: Any, d: Any) -> Any:
    """Les débuts d'alignement de quatre dans la direction de pas d."""
    paires = p & (p >> d)
    return paires & (paires >> d * DEUX)


@en_ligne
def aligne_autres(p: Any, g: Any) -> Any:
    """Pour une autre longueur, toujours oui : cela prive seulement des verdicts sans recherche."""
    return True


menaces = aiguiller(menaces_de_quatre, menaces_autres)
aligne = aiguiller(aligne_quatre, aligne_autres)


# --- les verdicts sans recherche : répondre dans la colonne où l'autre vient de jouer --------------


@en_ligne
def second_tient(un: Any, jouables: Any, vides: Any, second_au_trait: Any, g: Any) -> Any:
    """Le second joueur empêche-t-il tout alignement en répondant dans la colonne où l'on vient de jouer ?

    Le premier n'a alors que ses pions, les rangées impaires et, dans les colonnes entamées d'un pion
    sans réponse, la case jouable ; ces dernières sont partagées à tour de rôle.
    """
    siennes = un | (vides & g.impaires)
    if aligne(siennes, g):
        return False
    partagees = jouables & ~g.impaires
    if not aligne(siennes | partagees, g):
        return True
    reste = partagees & (partagees - UN)
    if not second_au_trait:  # deux cases : le premier n'en aura qu'une
        if reste == ZERO or reste & (reste - UN) != ZERO:
            return False
        return not aligne(siennes | reste, g) and not aligne(siennes | (partagees ^ reste), g)
    reste = partagees
    while reste != ZERO:  # le second commence par prendre la plus gênante
        c = reste & (ZERO - reste)
        reste ^= c
        if not aligne(siennes | (partagees ^ c), g):
            return True
    return False


@en_ligne
def premier_force(deux: Any, t1: Any, jouables: Any, vides: Any, mini: Any, g: Any) -> Any:
    """Le premier gagne-t-il (score au moins `mini`) en attendant sous une menace en rangée impaire ?

    Il répond dans la colonne où l'on vient de jouer ; le second, à court de coups, finit par jouer sous la
    menace. Il ne faut pas que les cases qui reviennent au second lui donnent un alignement.
    """
    # La menace de la rangée y rapporte (hauteur + 1 - y) // 2 : les cases qui restent au-dessus d'elle.
    t = t1 & g.impaires & ~g.bas & (vides << UN)
    while t != ZERO:
        menace = t & (ZERO - t)
        t ^= menace
        place = rang(menace)
        colonne = g.colonne << (place - place % g.pas)
        if I(g.pas - place % g.pas) >> 1 < mini:
            continue
        sous = menace >> UN
        haut = colonne & ~(sous - UN)
        attente = colonne & ~haut & vides
        siennes = deux | (vides & ~colonne & g.impaires) | (attente & ~g.impaires) | sous | (jouables & ~haut)
        if not aligne(siennes, g):
            return True
    return False


@en_ligne
def verdict_par_suivi(moi: Any, adv: Any, tm: Any, ta: Any, jouables: Any, pli: Any, a: Any, g: Any) -> Any:
    """OUI, NON ou INCONNU, d'après les stratégies où l'on répond dans la même colonne."""
    if g.suivi == ZERO:
        return INCONNU
    vides = g.plein ^ (moi | adv)
    second = pli % 2 == 1
    un, deux, t1 = (adv, moi, ta) if second else (moi, adv, tm)
    mini = a + 1 if second else -a  # ce que le second doit valoir pour trancher en sa faveur
    hauteur = I(g.pas) - 1
    if 2 * mini <= hauteur and second_tient(un, jouables, vides, second, g):
        if mini <= 0:
            return OUI if second else NON
        # Il a toutes les rangées paires ; un alignement plus bas arrive plus tôt.
        rangees = g.bas * ((UN << U(hauteur + 2 - 2 * mini)) - UN)
        if aligne(deux | (vides & ~g.impaires & ~jouables & rangees), g):
            return OUI if second else NON
    mini = -a if second else a + 1
    if 2 * mini < hauteur and premier_force(deux, t1, jouables, vides, mini, g):
        return NON if second else OUI
    return INCONNU


# --- la table des positions déjà jugées -----------------------------------------------------------
#
# Une entrée est un entier : la signature de la position (52 bits), un minorant et un majorant de son score
# (6 bits chacun). Après les entrées viennent les places où un fil note la position qu'il examine.


PLI_MIROIR = 12  # plus tard, deux positions en miroir ne se rencontrent presque plus
MELANGE = U(0x9E3779B97F4A7C15)
SIGNATURE = U(2**52 - 1)
PLACES_EN_COURS = U(1024)
D12, D6, SIX_BITS = U(12), U(6), U(63)
SANS_MAX, SANS_MIN = U(2**64 - 1 - 63), U(2**64 - 1 - (63 << 6))


@en_ligne
def miroir(cle: Any, g: Any) -> Any:
    """La clé de la position vue dans un miroir."""
    colonne, r = (UN << g.pas) - UN, ZERO
    for _ in range(g.largeur):
        r = (r << g.pas) | (cle & colonne)
        cle >>= g.pas
    return r


@en_ligne
def hacher(cle: Any, pli: Any, g: Any) -> Any:
    """L'empreinte d'une position, la même pour son miroir en début de partie."""
    if pli < PLI_MIROIR:
        cle = min(cle, miroir(cle, g))
    return (cle * MELANGE) & TOUT


@en_ligne
def sonder(table: Any, h: Any, decalage: Any, a: Any) -> Any:
    """Ce que la table sait de « le score de cette position dépasse a »."""
    e = table[h >> decalage]
    if ((e >> D12) ^ h) & SIGNATURE != ZERO:
        return INCONNU
    if I((e >> D6) & SIX_BITS) - 32 > a:
        return OUI
    return NON if 32 - I(e & SIX_BITS) <= a else INCONNU


@en_ligne
def memoriser(table: Any, h: Any, decalage: Any, a: Any, oui: Any) -> None:
    """Note que le score dépasse a, ou non, sans perdre l'autre borne."""
    e = table[h >> decalage]
    if ((e >> D12) ^ h) & SIGNATURE != ZERO:
        e = (h & SIGNATURE) << D12
    table[h >> decalage] = ((e & SANS_MIN) | (U(a + 33) << D6)) if oui else ((e & SANS_MAX) | U(32 - a))


@en_ligne
def place_en_cours(h: Any, decalage: Any) -> Any:
    """Où noter, après les entrées de la table, qu'un fil examine la position d'empreinte h."""
    return (UN << (U(64) - decalage)) + (h & (PLACES_EN_COURS - UN))


def taille_de_table(logarithme: int) -> int:
    """Le nombre d'entiers d'une table de 2**logarithme entrées ; son décalage est 64 - logarithme."""
    return (1 << logarithme) + int(PLACES_EN_COURS)


# --- la pile : tout l'état d'un calcul, que l'on peut ainsi arrêter et reprendre au nœud près -----
#
#    0 …  8   le nœud où reprendre : sa position (MOI, MASQUE, TM, TA), son PLI, son SEUIL a, la place de son
#             CADRE ; puis le nombre de NOEUDS visités, et PARTAGE, 1 si d'autres fils ont la même table
#    9 … 15   la racine : sa position (R_MOI, R_MASQUE), l'intervalle de son score (MINIMUM, MAXIMUM),
#             EN_RECHERCHE, 1 si une recherche y est commencée, POSEE, 1 si c'est la position de numéro RANG
#   16 …      les cadres des nœuds ouverts, de la racine au nœud en cours
#
# Un cadre : la position du nœud (MOI, MASQUE, TM, TA), son EMPREINTE (0 : la table ne doit pas la retenir),
# le RESTE de ses coups à essayer, puis quatre listes d'une place par voie : le coup de chaque colonne, les
# MENACES qui le suivent, les NOTES, et l'ORDRE des colonnes à essayer, la meilleure à la fin.


MOI, MASQUE, TM, TA, PLI, SEUIL, CADRE, NOEUDS, PARTAGE = (U(i) for i in range(9))
R_MOI, R_MASQUE, MINIMUM, MAXIMUM, EN_RECHERCHE, POSEE, RANG = (U(i) for i in range(9, 16))
CADRES = U(16)
EMPREINTE, RESTE, LISTES = U(4), U(5), U(6)
MENACES, NOTES, ORDRE, FIN = UN, DEUX, TROIS, QUATRE  # le rang de chaque liste, après celle des coups
BIAIS = 64  # les seuils et les bornes sont signés, pas la pile


def taille_de_pile(largeur: int, hauteur: int, aligner: int) -> int:
    """Le nombre d'entiers de la pile : un cadre par case, et un pour la racine."""
    g = geometrie(largeur, hauteur, aligner)
    return int(CADRES) + (largeur * hauteur + 1) * int(LISTES + FIN * g.voies)


# --- la recherche : « le score dépasse-t-il a ? », à fenêtre nulle --------------------------------


PLI_TABLE = 32  # plus tard, chercher coûte moins que se souvenir
# Un élément de la liste ORDRE : numéro de colonne (5 bits), distance au centre, note, et déjà différé ou non.
CINQ_BITS, CENTRAGE, NOTE, DIFFERE = U(31), U(5), U(10), U(1 << 32)


@en_ligne
def gain_force(c: Any, jeu: Any, t: Any, g: Any) -> Any:
    """Non nul si, après le coup c, l'adversaire ne peut éviter l'une des menaces t : deux sont jouables, ou
    une seule sous une autre, ou toutes les cases jouables sont sous une menace."""
    w = t & jeu
    bloque = (jeu & g.plein & ~(t >> UN)) == ZERO
    return (w & (w - UN)) | ((w << UN) & t) | (c & (ZERO - U(bloque)))


@en_ligne
def evaluer_fils(
    pile: Any, f: Any, moi: Any, vides: Any, jeu: Any, surs: Any, tm: Any, ta: Any, g: Any
) -> Any:
    """Coup, menaces et note de chaque colonne, dans les listes du cadre ; non nul si un coup gagne."""
    voies = g.voies
    gains = ZERO
    for i in range(voies):  # sans branche : cette boucle devient des instructions vectorielles
        c = surs & (g.colonne << i * g.pas)
        t = menaces(moi | c, g) & (vides ^ c)
        gains |= gain_force(c, jeu + c, t, g)  # nul si c l'est
        pile[f + i] = c
        pile[f + MENACES * voies + i] = t
        # Une menace au-dessus d'une menace adverse ne sert guère ; jouer sous la sienne la donne à parer.
        gardee = U(((c << UN) & tm) == ZERO)
        pile[f + NOTES * voies + i] = (compter(t & ~(ta << UN)) + gardee + gardee) << NOTE
    return gains


@en_ligne
def evaluer_force(pile: Any, f: Any, moi: Any, vides: Any, jeu: Any, c: Any, g: Any) -> Any:
    """La même chose pour un coup forcé : une seule colonne à calculer."""
    i = rang(c) // g.pas
    t = menaces(moi | c, g) & (vides ^ c)
    pile[f + i] = c
    pile[f + MENACES * g.voies + i] = t
    return gain_force(c, jeu + c, t, g)


@en_ligne
def precharger_fils(table: Any, cle: Any, surs: Any, pli: Any, decalage: Any, g: Any) -> None:
    """Demande d'avance les entrées des positions suivantes."""
    while surs != ZERO:
        c = surs & (ZERO - surs)
        surs ^= c
        precharger(table, hacher(cle + c, pli, g) >> decalage)


@en_ligne
def ranger_fils(
    pile: Any, f: Any, table: Any, cle: Any, surs: Any, pli: Any, a: Any, decalage: Any, g: Any
) -> Any:
    """Trie les coups que la table ne tranche pas, le meilleur à la fin ; (verdict, nombre)."""
    voies, n = g.voies, ZERO
    liste = f + ORDRE * voies
    while surs != ZERO:
        c = surs & (ZERO - surs)
        surs ^= c
        if pli < PLI_TABLE:
            su = sonder(table, hacher(cle + c, pli, g), decalage, a)
            if su == NON:
                return OUI, ZERO
            if su == OUI:
                continue
        i = rang(c) // g.pas
        ecart = i + i if i + i < g.largeur else (g.largeur - i) + (g.largeur - i) - UN
        v = pile[f + NOTES * voies + i] | (ecart << CENTRAGE) | i
        j = n
        while j > ZERO and pile[liste + j - UN] > v:
            pile[liste + j] = pile[liste + j - UN]
            j -= UN
        pile[liste + j] = v
        n += UN
    return (INCONNU if n != ZERO else NON), n


@en_ligne
def differer(pile: Any, f: Any, n: Any, table: Any, cle: Any, pli: Any, decalage: Any, g: Any) -> None:
    """Fait passer en dernier les coups qu'un autre fil examine : sinon, les deux feraient le même travail."""
    liste = f + ORDRE * g.voies
    for _ in range(n - UN):
        v = pile[liste + n - UN]
        h = hacher(cle + pile[f + (v & CINQ_BITS)], pli, g)
        if v >= DIFFERE or table[place_en_cours(h, decalage)] != h:
            return
        j = n - UN
        while j > ZERO:
            pile[liste + j] = pile[liste + j - UN]
            j -= UN
        pile[liste] = v | DIFFERE


@en_ligne
def chercher(pile: Any, table: Any, decalage: Any, budget: Any, g: Any) -> Any:
    """Le score de la position en tête de pile dépasse-t-il son seuil ? INCONNU après `budget` nœuds."""
    moi, masque, tm, ta = pile[MOI], pile[MASQUE], pile[TM], pile[TA]
    pli, a, b = I(pile[PLI]), I(pile[SEUIL]) - BIAIS, pile[CADRE]
    partage, revue = pile[PARTAGE] != ZERO, False
    voies = g.voies
    cases = I(g.largeur * (g.pas - UN))
    taille = LISTES + FIN * voies
    noeuds = 0
    while noeuds < budget:
        noeuds += 1
        adv, vides, jeu = moi ^ masque, g.plein ^ masque, masque + g.bas
        jouables = jeu & g.plein
        forces = ta & jouables
        surs = jouables & ~(ta >> UN)
        f = b + LISTES
        cle = adv + jeu
        verdict, n = INCONNU, ZERO
        if revue:  # depuis que ses sœurs sont rangées, un autre fil a pu la juger
            verdict = sonder(table, hacher(moi + jeu, pli, g), decalage, a)
        if pli >= cases - 2:
            verdict = OUI if a < 0 else NON
        elif (cases - 1 - pli) >> 1 <= a:
            verdict = NON
        elif -((cases - 2 - pli) >> 1) > a:
            verdict = OUI
        elif verdict == INCONNU:
            if forces != ZERO:
                surs = forces
                gains = evaluer_force(pile, f, moi, vides, jeu, surs, g)
            else:
                gains = evaluer_fils(pile, f, moi, vides, jeu, surs, tm, ta, g)
            if gains != ZERO:
                verdict = OUI
            elif (cases - 3 - pli) >> 1 <= a:
                verdict = NON
            else:
                if pli + 1 < PLI_TABLE:
                    precharger_fils(table, cle, surs, pli + 1, decalage, g)
                if forces == ZERO:
                    verdict = verdict_par_suivi(moi, adv, tm, ta, jouables, pli, a, g)
                if verdict == INCONNU:
                    verdict, n = ranger_fils(pile, f, table, cle, surs, pli + 1, -a - 1, decalage, g)
        if n != ZERO:
            revue = False
            pile[b + MOI], pile[b + MASQUE], pile[b + TM], pile[b + TA] = moi, masque, tm, ta
            pile[b + EMPREINTE] = ZERO
            if forces == ZERO and pli < PLI_TABLE:
                pile[b + EMPREINTE] = hacher(moi + jeu, pli, g)
                if partage:
                    table[place_en_cours(pile[b + EMPREINTE], decalage)] = pile[b + EMPREINTE]
        else:
            while b != CADRES:
                b -= taille
                pli -= 1
                a = -a - 1
                verdict = OUI if verdict == NON else NON
                n = pile[b + RESTE]
                if verdict == NON and n != ZERO:
                    break
                if pile[b + EMPREINTE] != ZERO:
                    memoriser(table, pile[b + EMPREINTE], decalage, a, verdict == OUI)
                    if partage:
                        table[place_en_cours(pile[b + EMPREINTE], decalage)] = ZERO
                n = ZERO
            if n == ZERO:
                pile[NOEUDS] += U(noeuds)
                return verdict
            moi, masque, tm, ta = pile[b + MOI], pile[b + MASQUE], pile[b + TM], pile[b + TA]
            revue = partage and pli + 1 < PLI_TABLE
            if revue:
                differer(pile, b + LISTES, n, table, (moi ^ masque) + masque + g.bas, pli + 1, decalage, g)
        n -= UN
        pile[b + RESTE] = n
        f = b + LISTES
        i = pile[f + ORDRE * voies + n] & CINQ_BITS
        c = pile[f + i]
        moi = moi ^ masque
        masque |= c
        tm, ta = ta & ~c, pile[f + MENACES * voies + i]
        b += taille
        pli += 1
        a = -a - 1
    pile[MOI], pile[MASQUE], pile[TM], pile[TA] = moi, masque, tm, ta
    pile[PLI], pile[SEUIL], pile[CADRE] = U(pli), U(a + BIAIS), b
    pile[NOEUDS] += U(noeuds)
    return INCONNU


# --- la racine : resserrer l'intervalle du score par des recherches à fenêtre nulle ---------------


PLI_TARDIF = U(28)


@en_ligne
def poser(pile: Any, moi: Any, masque: Any, g: Any) -> None:
    """Place une position non gagnée à la racine, avec l'intervalle que donnent ses menaces immédiates."""
    pli, cases = I(compter(masque)), I(g.largeur * (g.pas - UN))
    jouables, vides = (masque + g.bas) & g.plein, g.plein ^ masque
    ta = menaces(moi ^ masque, g) & vides
    parades = ta & jouables
    surs = (parades if parades != ZERO else jouables) & ~(ta >> UN)
    mini, maxi = -((cases - 2 - pli) >> 1), (cases - 1 - pli) >> 1
    if menaces(moi, g) & jouables != ZERO:
        mini = maxi = (cases + 1 - pli) >> 1
    elif jouables == ZERO:
        mini = maxi = 0
    elif surs == ZERO or parades & (parades - UN) != ZERO:
        mini = maxi = -((cases - pli) >> 1)
    elif pli >= cases - 2:
        mini = maxi = 0
    pile[R_MOI], pile[R_MASQUE], pile[EN_RECHERCHE], pile[POSEE] = moi, masque, ZERO, UN
    pile[MINIMUM], pile[MAXIMUM] = U(mini + BIAIS), U(maxi + BIAIS)


@en_ligne
def seuil_suivant(mini: Any, maxi: Any, tard: Any) -> Any:
    """Où couper l'intervalle : à zéro d'abord, puis de proche en proche. Les scores voisins de zéro sont les
    plus nombreux et les plus longs à trouver ; deux recherches y suffisent souvent. En fin de partie, où une
    recherche ne coûte presque rien, mieux vaut en faire peu : on coupe au milieu."""
    if tard:
        return mini + ((maxi - mini) >> 1)
    if mini < 0 < maxi:
        return I(-1) if maxi > -mini else I(0)
    return mini if mini >= 0 else maxi - 1


@en_ligne
def lancer(pile: Any, a: Any, g: Any) -> None:
    """Prépare la recherche « le score de la racine dépasse-t-il a ? »."""
    moi, masque = pile[R_MOI], pile[R_MASQUE]
    vides = g.plein ^ masque
    pile[MOI], pile[MASQUE], pile[CADRE], pile[EN_RECHERCHE] = moi, masque, CADRES, UN
    pile[TM], pile[TA] = menaces(moi, g) & vides, menaces(moi ^ masque, g) & vides
    pile[PLI], pile[SEUIL] = compter(masque), U(a + BIAIS)


@en_ligne
def resserrer(pile: Any, table: Any, decalage: Any, budget: Any, g: Any) -> Any:
    """Resserre l'intervalle de la racine pendant `budget` nœuds ; vrai s'il est réduit à un point."""
    fin = I(pile[NOEUDS]) + budget
    tard = compter(pile[R_MASQUE]) > PLI_TARDIF
    while pile[MINIMUM] < pile[MAXIMUM]:
        mini, maxi = I(pile[MINIMUM]) - BIAIS, I(pile[MAXIMUM]) - BIAIS
        a = seuil_suivant(mini, maxi, tard)
        if pile[EN_RECHERCHE] == ZERO:
            lancer(pile, a, g)
        verdict = chercher(pile, table, decalage, fin - I(pile[NOEUDS]), g)
        if verdict == INCONNU:
            return False
        pile[EN_RECHERCHE] = ZERO
        if verdict == OUI:
            pile[MINIMUM] = U(a + 1 + BIAIS)
        else:
            pile[MAXIMUM] = U(a + BIAIS)
    return True


@en_ligne
def tout_resoudre(
    positions: Any, scores: Any, pile: Any, table: Any, decalage: Any, budget: Any, g: Any
) -> Any:
    """Résout les positions (deux entiers chacune) pendant `budget` nœuds ; le nombre de positions finies.

    Une pile neuve commence par la première ; avec la même pile, la fonction reprend où elle en était.
    """
    fin = I(pile[NOEUDS]) + budget
    while pile[RANG] < U(len(scores)):
        i = pile[RANG]
        if pile[POSEE] == ZERO:
            poser(pile, positions[i + i], positions[i + i + UN], g)
        if not resserrer(pile, table, decalage, fin - I(pile[NOEUDS]), g):
            break
        scores[i] = I(pile[MINIMUM]) - BIAIS
        pile[RANG], pile[POSEE] = i + UN, ZERO
    return I(pile[RANG])


# --- la fonction compilée -------------------------------------------------------------------------


SOURCES = ("../compilation.py", "instructions.py", "noyau.py")  # tout ce qui devient du code compilé


@lru_cache(maxsize=8)
def fonction_pour(largeur: int, hauteur: int, aligner: int) -> Callable[..., int]:
    """`tout_resoudre` pour des dimensions constantes ; numba la compile au premier appel."""
    g, version = geometrie(largeur, hauteur, aligner), _version()

    @compiler
    def resoudre(positions: Any, scores: Any, pile: Any, table: Any, decalage: Any, budget: Any) -> Any:
        # Nommer la version ici la fait entrer dans la clé du cache.
        return tout_resoudre(positions, scores, pile, table, decalage, budget + 0 * version, g)

    return resoudre


def _version() -> int:
    """Une empreinte des sources compilées : le cache de numba ne surveille qu'un fichier."""
    dossier = Path(__file__).parent
    return crc32(b"".join((dossier / source).read_bytes() for source in SOURCES))
