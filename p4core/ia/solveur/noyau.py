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

from p4core.ia.compilation import I, U, aiguiller, compiler, en_ligne, integrer
from p4core.ia.solveur.instructions import adresse, compter, precharger, rang

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


@en_ligne
def cases(g: Any) -> Any:
    """Le nombre de cases de la grille."""
    return I(g.largeur * (g.pas - UN))


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
# (6 bits chacun). Une table en fait deux :
#
#    la grande    2**logarithme entrées    les positions d'avant PLI_PETITE
#    en cours     PLACES_EN_COURS          où un fil note la position qu'il examine
#    la petite    2**LOG_PETITE entrées    les suivantes, jusqu'à PLI_TABLE : de loin les plus nombreuses
#
# Deux positions tardives ne se rencontrent guère que si l'une suit l'autre de près : une petite table suffit
# à les retenir, et le processeur la garde dans son cache, où elle se lit sans attendre.


PLI_MIROIR = 12  # plus tard, deux positions en miroir ne se rencontrent presque plus
MELANGE = U(0x9E3779B97F4A7C15)
SIGNATURE = U(2**52 - 1)
PLACES_EN_COURS = U(1024)
PLI_PETITE, LOG_PETITE = 26, U(18)
APRES_LA_GRANDE = PLACES_EN_COURS + (UN << LOG_PETITE)
PLI_TABLE = 38  # plus tard, chercher coûte moins que se souvenir
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
def place(h: Any, pli: Any, decalage: Any) -> Any:
    """La place de l'entrée d'une position d'empreinte h : ce qu'elle n'en dit pas est dans la signature."""
    if pli < PLI_PETITE:
        return h >> decalage
    return (UN << (U(BITS) - decalage)) + PLACES_EN_COURS + (h >> (U(BITS) - LOG_PETITE))


@en_ligne
def sonder(table: Any, h: Any, pli: Any, decalage: Any, a: Any) -> Any:
    """Ce que la table sait de « le score de cette position dépasse a »."""
    e = table[place(h, pli, decalage)]
    if ((e >> D12) ^ h) & SIGNATURE != ZERO:
        return INCONNU
    if I((e >> D6) & SIX_BITS) - 32 > a:
        return OUI
    return NON if 32 - I(e & SIX_BITS) <= a else INCONNU


@en_ligne
def memoriser(table: Any, h: Any, pli: Any, decalage: Any, a: Any, oui: Any) -> None:
    """Note que le score dépasse a, ou non, sans perdre l'autre borne."""
    ou = place(h, pli, decalage)
    e = table[ou]
    if ((e >> D12) ^ h) & SIGNATURE != ZERO:
        e = (h & SIGNATURE) << D12
    table[ou] = ((e & SANS_MIN) | (U(a + 33) << D6)) if oui else ((e & SANS_MAX) | U(32 - a))


@en_ligne
def place_en_cours(h: Any, decalage: Any) -> Any:
    """Où noter, après les entrées de la table, qu'un fil examine la position d'empreinte h."""
    return (UN << (U(BITS) - decalage)) + (h & (PLACES_EN_COURS - UN))


def taille_de_table(logarithme: int) -> int:
    """Le nombre d'entiers d'une table, dont 2**logarithme pour la grande ; son décalage : 64 - logarithme."""
    return (1 << logarithme) + int(APRES_LA_GRANDE)


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


@integrer
def taille_de_cadre(g: Any) -> Any:
    """Le nombre d'entiers d'un cadre."""
    return LISTES + FIN * g.voies


def taille_de_pile(largeur: int, hauteur: int, aligner: int) -> int:
    """Le nombre d'entiers de la pile : un cadre par case, et un pour la racine."""
    g = geometrie(largeur, hauteur, aligner)
    return int(CADRES) + (largeur * hauteur + 1) * int(taille_de_cadre(g))


# --- les coups d'un nœud : leurs menaces, leur ordre ----------------------------------------------


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
    """Demande d'avance les entrées des positions suivantes, qui sont dans la grande table."""
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
            su = sonder(table, hacher(cle + c, pli, g), pli, decalage, a)
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
def differer(pile: Any, cadre: Any, n: Any, table: Any, pli: Any, decalage: Any, g: Any) -> None:
    """Fait passer en dernier les coups qu'un autre fil examine : sinon, les deux feraient le même travail."""
    f, masque = cadre + LISTES, pile[cadre + MASQUE]
    liste, cle = f + ORDRE * g.voies, (pile[cadre + MOI] ^ masque) + masque + g.bas
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


# --- la recherche : « le score dépasse-t-il a ? », à fenêtre nulle --------------------------------
#
# Soit s le score exact d'un nœud et a son seuil. Les réponses à « s > a ? » :
#
#     OUI      s > a,  c'est-à-dire  s ≥ a + 1
#     NON      s ≤ a
#     INCONNU  on ne sait pas encore
#
# Comme s = max −s(fils), la question posée aux fils a pour seuil −a − 1 :
#
#     s > a   ⇔   s(fils) ≤ −a − 1 pour un fils         un NON suffit
#     s ≤ a   ⇔   s(fils) > −a − 1 pour tous les fils   il faut tous les OUI
#
# Dans tout nœud visité, le joueur au trait n'a pas de menace jouable, et au moins un coup ne perd pas
# aussitôt ; donc  score_minimal(pli) ≤ s ≤ score_maximal(pli).


class Noeud(NamedTuple):
    """Le nœud en cours : sa position, son pli, et le seuil de la question qui lui est posée."""

    moi: Any
    masque: Any
    tm: Any
    ta: Any
    pli: Any
    a: Any


@en_ligne
def lire_tete(pile: Any) -> Any:
    """Le nœud où reprendre."""
    position = pile[MOI], pile[MASQUE], pile[TM], pile[TA]
    return Noeud(*position, I(pile[PLI]), I(pile[SEUIL]) - BIAIS)


@en_ligne
def ecrire_tete(pile: Any, noeud: Any, cadre: Any) -> None:
    """Garde le nœud où reprendre, et la place de son cadre."""
    pile[MOI], pile[MASQUE], pile[TM], pile[TA] = noeud.moi, noeud.masque, noeud.tm, noeud.ta
    pile[PLI], pile[SEUIL], pile[CADRE] = U(noeud.pli), U(noeud.a + BIAIS), cadre


@en_ligne
def score_minimal(pli: Any, g: Any) -> Any:
    """Le score de qui perd au quatrième coup après ce pli : le pire, faute d'une double menace."""
    return -((cases(g) - 2 - pli) >> 1)


@en_ligne
def score_maximal(pli: Any, g: Any) -> Any:
    """Le score de qui gagne au troisième coup après ce pli : le meilleur, faute d'une menace jouable."""
    return (cases(g) - 1 - pli) >> 1


@en_ligne
def verdict_des_bornes(pli: Any, a: Any, g: Any) -> Any:
    """Ce que dit le seul nombre de cases vides : à deux de la fin, la partie est nulle."""
    if pli >= cases(g) - 2:
        return OUI if a < 0 else NON
    if score_maximal(pli, g) <= a:
        return NON
    return OUI if score_minimal(pli, g) > a else INCONNU


@en_ligne
def jouables_et_forces(noeud: Any, g: Any) -> Any:
    """Les cases où un pion tomberait, et parmi elles celle qu'il faut prendre à l'adversaire."""
    jouables = (noeud.masque + g.bas) & g.plein
    return jouables, jouables & noeud.ta


@en_ligne
def developper(pile: Any, cadre: Any, table: Any, decalage: Any, noeud: Any, g: Any) -> Any:
    """Le verdict d'un coup d'œil aux coups du nœud, ou (INCONNU, leur nombre), rangés dans son cadre."""
    moi, masque, tm, ta, pli, a = noeud
    adv, vides, jeu, f = moi ^ masque, g.plein ^ masque, masque + g.bas, cadre + LISTES
    jouables, forces = jouables_et_forces(noeud, g)
    if forces != ZERO:
        surs = forces
        gains = evaluer_force(pile, f, moi, vides, jeu, surs, g)
    else:
        surs = jouables & ~(ta >> UN)
        gains = evaluer_fils(pile, f, moi, vides, jeu, surs, tm, ta, g)
    if gains != ZERO:
        return OUI, ZERO
    if score_maximal(pli + 2, g) <= a:  # sans gain forcé, il faut deux coups de plus
        return NON, ZERO
    if pli + 1 < PLI_PETITE:
        precharger_fils(table, adv + jeu, surs, pli + 1, decalage, g)
    if forces == ZERO:
        verdict = verdict_par_suivi(moi, adv, tm, ta, jouables, pli, a, g)
        if verdict != INCONNU:
            return verdict, ZERO
    return ranger_fils(pile, f, table, adv + jeu, surs, pli + 1, -a - 1, decalage, g)


@en_ligne
def examiner(pile: Any, cadre: Any, table: Any, decalage: Any, noeud: Any, revue: Any, g: Any) -> Any:
    """(OUI ou NON, 0), ou (INCONNU, nombre de coups à essayer)."""
    verdict = verdict_des_bornes(noeud.pli, noeud.a, g)
    if verdict == INCONNU and revue:  # depuis que ses sœurs sont rangées, un autre fil a pu la juger
        h = hacher(noeud.moi + noeud.masque + g.bas, noeud.pli, g)
        verdict = sonder(table, h, noeud.pli, decalage, noeud.a)
    if verdict != INCONNU:
        return verdict, ZERO
    return developper(pile, cadre, table, decalage, noeud, g)


@en_ligne
def ouvrir(pile: Any, cadre: Any, table: Any, decalage: Any, noeud: Any, partage: Any, g: Any) -> None:
    """Garde dans son cadre le nœud dont on va essayer les coups."""
    pile[cadre + MOI], pile[cadre + MASQUE] = noeud.moi, noeud.masque
    pile[cadre + TM], pile[cadre + TA] = noeud.tm, noeud.ta
    pile[cadre + EMPREINTE] = ZERO
    _, forces = jouables_et_forces(noeud, g)
    if forces == ZERO and noeud.pli < PLI_TABLE:
        h = hacher(noeud.moi + noeud.masque + g.bas, noeud.pli, g)
        pile[cadre + EMPREINTE] = h
        if partage and noeud.pli < PLI_PETITE:
            table[place_en_cours(h, decalage)] = h


@en_ligne
def fermer(
    pile: Any, cadre: Any, table: Any, decalage: Any, pli: Any, a: Any, verdict: Any, partage: Any
) -> None:
    """Confie à la table le verdict d'un nœud dont tous les coups utiles sont essayés."""
    h = pile[cadre + EMPREINTE]
    if h != ZERO:
        memoriser(table, h, pli, decalage, a, verdict == OUI)
        if partage and pli < PLI_PETITE:
            table[place_en_cours(h, decalage)] = ZERO


@en_ligne
def remonter(
    pile: Any, cadre: Any, table: Any, decalage: Any, pli: Any, a: Any, verdict: Any, partage: Any, g: Any
) -> Any:
    """Rend le verdict d'un nœud à ses parents ; (verdict, cadre, pli, a, coups à essayer) du premier ouvert.

    Sans coup à essayer, c'est la racine qui est jugée.
    """
    while cadre != CADRES:
        cadre -= taille_de_cadre(g)
        pli -= 1
        a = -a - 1
        verdict = OUI if verdict == NON else NON
        n = pile[cadre + RESTE]
        if verdict == NON and n != ZERO:
            return verdict, cadre, pli, a, n
        fermer(pile, cadre, table, decalage, pli, a, verdict, partage)
    return verdict, cadre, pli, a, ZERO


@en_ligne
def rouvrir(pile: Any, cadre: Any, pli: Any, a: Any) -> Any:
    """Le nœud gardé dans ce cadre."""
    return Noeud(pile[cadre + MOI], pile[cadre + MASQUE], pile[cadre + TM], pile[cadre + TA], pli, a)


@en_ligne
def descendre(pile: Any, cadre: Any, n: Any, noeud: Any, g: Any) -> Any:
    """Le nœud qui suit le meilleur des n coups à essayer."""
    f, n = cadre + LISTES, n - UN
    pile[cadre + RESTE] = n
    i = pile[f + ORDRE * g.voies + n] & CINQ_BITS
    c, ta = pile[f + i], pile[f + MENACES * g.voies + i]
    moi, masque = noeud.moi ^ noeud.masque, noeud.masque | c
    return Noeud(moi, masque, noeud.ta & ~c, ta, noeud.pli + 1, -noeud.a - 1)


@en_ligne
def chercher(pile: Any, table: Any, decalage: Any, budget: Any, g: Any) -> Any:
    """La réponse au nœud en tête de pile ; INCONNU après `budget` nœuds : la pile sait où reprendre."""
    noeud, cadre, revue, visites = lire_tete(pile), pile[CADRE], False, 0
    partage = pile[PARTAGE] != ZERO
    while visites < budget:
        visites += 1
        verdict, n = examiner(pile, cadre, table, decalage, noeud, revue, g)
        if n != ZERO:
            revue = False
            ouvrir(pile, cadre, table, decalage, noeud, partage, g)
        else:
            verdict, cadre, pli, a, n = remonter(
                pile, cadre, table, decalage, noeud.pli, noeud.a, verdict, partage, g
            )
            if n == ZERO:
                pile[NOEUDS] += U(visites)
                return verdict
            noeud, revue = rouvrir(pile, cadre, pli, a), partage and pli + 1 < PLI_PETITE
            if revue:
                differer(pile, cadre, n, table, pli + 1, decalage, g)
        noeud = descendre(pile, cadre, n, noeud, g)
        cadre += taille_de_cadre(g)
    ecrire_tete(pile, noeud, cadre)
    pile[NOEUDS] += U(visites)
    return INCONNU


# --- la racine : resserrer l'intervalle du score par des recherches à fenêtre nulle ---------------


PLI_TARDIF = 28  # plus tard, une recherche ne coûte presque rien : on coupe l'intervalle au milieu
PROCHE, MOINS_PROCHE = 3, 6  # écarts aux scores extrêmes : un gain en quatre coups, en sept coups


@en_ligne
def poser(pile: Any, moi: Any, masque: Any, g: Any) -> None:
    """Place une position non gagnée à la racine, avec l'intervalle que donnent ses menaces immédiates."""
    pli = I(compter(masque))
    jouables, vides = (masque + g.bas) & g.plein, g.plein ^ masque
    ta = menaces(moi ^ masque, g) & vides
    parades = ta & jouables
    surs = (parades if parades != ZERO else jouables) & ~(ta >> UN)
    mini, maxi = score_minimal(pli, g), score_maximal(pli, g)
    if menaces(moi, g) & jouables != ZERO:
        mini = maxi = (cases(g) + 1 - pli) >> 1
    elif jouables == ZERO:
        mini = maxi = 0
    elif surs == ZERO or parades & (parades - UN) != ZERO:
        mini = maxi = -((cases(g) - pli) >> 1)
    elif pli >= cases(g) - 2:
        mini = maxi = 0
    pile[R_MOI], pile[R_MASQUE], pile[EN_RECHERCHE], pile[POSEE] = moi, masque, ZERO, UN
    pile[MINIMUM], pile[MAXIMUM] = U(mini + BIAIS), U(maxi + BIAIS)


@en_ligne
def entre(mini: Any, a: Any, maxi: Any) -> Any:
    """« Le score dépasse-t-il a ? » : la réponse est-elle inconnue ?"""
    return mini <= a < maxi


@en_ligne
def seuil_suivant(mini: Any, maxi: Any, pli: Any, g: Any) -> Any:
    """Où couper l'intervalle : mini ≤ a < maxi.

    Les parties vite gagnées d'abord : loin de zéro, une recherche s'arrête tôt et ne coûte presque rien.
    Puis le minorant que l'on a déjà : celui que donne le livre est souvent le score. Sinon de part et d'autre
    de zéro, où sont la plupart des scores, les plus longs à trouver ; puis au milieu.
    """
    bas, haut = score_minimal(pli, g), score_maximal(pli, g)
    if pli <= PLI_TARDIF:
        for ecart in (PROCHE, MOINS_PROCHE):
            if entre(mini, haut - ecart, maxi):
                return haut - ecart
            if entre(mini, bas + ecart - 1, maxi):
                return bas + ecart - 1
        if mini > bas + MOINS_PROCHE:
            return mini
        premier = I(-1) if maxi > -mini else I(0)
        for a in (premier, -1 - premier):
            if entre(mini, a, maxi):
                return a
    return mini + ((maxi - mini) >> 1)


@en_ligne
def lancer(pile: Any, a: Any, g: Any) -> None:
    """Prépare la recherche « le score de la racine dépasse-t-il a ? »."""
    moi, masque = pile[R_MOI], pile[R_MASQUE]
    vides = g.plein ^ masque
    tm, ta = menaces(moi, g) & vides, menaces(moi ^ masque, g) & vides
    ecrire_tete(pile, Noeud(moi, masque, tm, ta, I(compter(masque)), a), CADRES)
    pile[EN_RECHERCHE] = UN


@en_ligne
def resserrer(pile: Any, table: Any, decalage: Any, budget: Any, g: Any) -> Any:
    """Resserre l'intervalle de la racine pendant `budget` nœuds ; vrai s'il est réduit à un point."""
    fin = I(pile[NOEUDS]) + budget
    pli = I(compter(pile[R_MASQUE]))
    while pile[MINIMUM] < pile[MAXIMUM]:
        mini, maxi = I(pile[MINIMUM]) - BIAIS, I(pile[MAXIMUM]) - BIAIS
        a = seuil_suivant(mini, maxi, pli, g)
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
    positions: Any, scores: Any, nombre: Any, pile: Any, table: Any, decalage: Any, budget: Any, g: Any
) -> Any:
    """Résout `nombre` positions (deux entiers chacune) pendant `budget` nœuds ; combien sont finies.

    Une pile neuve commence par la première ; avec la même pile, la fonction reprend où elle en était.
    """
    fin = I(pile[NOEUDS]) + budget
    while pile[RANG] < nombre:
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
        fin = budget + 0 * version
        nombre, positions, scores = U(len(scores)), adresse(positions), adresse(scores)
        return tout_resoudre(positions, scores, nombre, adresse(pile), adresse(table), decalage, fin, g)

    return resoudre


def _version() -> int:
    """Une empreinte des sources compilées : le cache de numba ne surveille qu'un fichier."""
    dossier = Path(__file__).parent
    return crc32(b"".join((dossier / source).read_bytes() for source in SOURCES))
