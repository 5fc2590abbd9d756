"""Les constantes d'une grille : ce que le noyau doit savoir de ses dimensions.
Les alignements d'un entier de pions : ceux qui sont faits, ceux qu'un pion de plus ferait.
Les verdicts sans recherche : répondre toujours dans la colonne où l'adversaire vient de jouer.
La table des positions déjà jugées : un entier de 64 bits par entrée.
Le noyau : « le score dépasse-t-il a ? », par une recherche à fenêtre nulle sur une pile explicite.
La racine : resserrer l'intervalle du score par des recherches à fenêtre nulle ; la fonction compilée.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any
from zlib import crc32

from p4core.ia.solveur.compilation import I, U, aiguiller, compiler, en_ligne
from p4core.ia.solveur.instructions import compter, precharger, rang

# --- Les constantes d'une grille : ce que le noyau doit savoir de ses dimensions -------------------------


BITS = 64


class GrilleTropGrande(ValueError):
    """La grille ne tient pas dans un entier de 64 bits."""


def tient(largeur: int, hauteur: int) -> bool:
    """La grille, avec sa rangée de garde, a-t-elle assez de bits ?"""
    return largeur * (hauteur + 1) <= BITS


@lru_cache(maxsize=32)
def geometrie(largeur: int, hauteur: int, aligner: int) -> Any:
    """Le n-uplet que reçoit le noyau ; ses champs sont dans l'ordre de l'affectation."""
    pas = hauteur + 1
    if not tient(largeur, hauteur):
        raise GrilleTropGrande(
            f"Une grille {largeur} × {hauteur} demande {largeur * pas} bits : le solveur en a {BITS}."
        )
    bas = sum(1 << x * pas for x in range(largeur))
    colonne = (1 << hauteur) - 1
    # Une case est « impaire » par son numéro de rangée compté à partir de 1 (y = 0, 2, 4…).
    impaires = sum(1 << y for y in range(0, hauteur, 2)) * bas
    voies = 8 if largeur == 7 and pas <= 8 else largeur  # 8 voies : un registre vectoriel entier
    suivi = 1 - hauteur % 2  # suivre son adversaire suppose des colonnes de hauteur paire
    champs = (pas, largeur, voies, suivi, bas, colonne, colonne * bas, impaires)
    return tuple(U(champ) for champ in (champs if aligner == 4 else (*champs, aligner)))


# --- Les alignements d'un entier de pions : ceux qui sont faits, ceux qu'un pion de plus ferait ----------


ZERO, UN, DEUX, TROIS, QUATRE = U(0), U(1), U(2), U(3), U(4)
TOUT = U(2**64 - 1)


@en_ligne
def menaces_de_quatre(p: Any, g: Any) -> Any:
    """Les cases qui compléteraient un alignement de quatre de p (occupées et gardes comprises)."""
    r = (p << UN) & (p << DEUX) & (p << TROIS)
    return r | trous(p, g[0]) | trous(p, g[0] - UN) | trous(p, g[0] + UN)


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
        d = g[0] + direction - UN if direction < TROIS else UN
        gauche = TOUT  # les cases précédées d'assez de pions
        for avant in range(g[8]):
            droite = TOUT
            for _ in range(avant + UN, g[8]):
                droite = (droite & p) >> d
            r |= gauche & droite
            gauche = (gauche & p) << d
    return r


@en_ligne
def aligne_quatre(p: Any, g: Any) -> Any:
    """p contient-il un alignement de quatre ?"""
    return (quatre(p, UN) | quatre(p, g[0]) | quatre(p, g[0] - UN) | quatre(p, g[0] + UN)) != ZERO


@en_ligne
def quatre(p: Any, d: Any) -> Any:
    """Les débuts d'alignement de quatre dans la direction de pas d."""
    paires = p & (p >> d)
    return paires & (paires >> d * DEUX)


@en_ligne
def aligne_autres(p: Any, g: Any) -> Any:
    """Pour une autre longueur, toujours oui : cela prive seulement des verdicts de `suivi`."""
    return True


menaces = aiguiller(menaces_de_quatre, menaces_autres)
aligne = aiguiller(aligne_quatre, aligne_autres)


# --- Les verdicts sans recherche : répondre toujours dans la colonne où l'adversaire vient de jouer ------


NON, OUI, INCONNU = 0, 1, 2


@en_ligne
def second_tient(un: Any, jouables: Any, vides: Any, second_au_trait: Any, g: Any) -> Any:
    """Le second joueur empêche-t-il tout alignement en répondant dans la colonne où l'on vient de jouer ?

    Le premier n'a alors que ses pions, les rangées impaires et, dans les colonnes entamées d'un pion
    sans réponse, la case jouable ; ces dernières sont partagées à tour de rôle.
    """
    siennes = un | (vides & g[7])
    if aligne(siennes, g):
        return False
    partagees = jouables & ~g[7]
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
    t = t1 & g[7] & ~g[4] & (vides << UN)
    while t != ZERO:
        menace = t & (ZERO - t)
        t ^= menace
        place = rang(menace)
        colonne = g[5] << (place - place % g[0])
        if I(g[0] - place % g[0]) >> 1 < mini:
            continue
        sous = menace >> UN
        haut = colonne & ~(sous - UN)
        attente = colonne & ~haut & vides
        siennes = deux | (vides & ~colonne & g[7]) | (attente & ~g[7]) | sous | (jouables & ~haut)
        if not aligne(siennes, g):
            return True
    return False


@en_ligne
def verdict_par_suivi(moi: Any, adv: Any, tm: Any, ta: Any, jouables: Any, pli: Any, a: Any, g: Any) -> Any:
    """OUI, NON ou INCONNU, d'après les stratégies où l'on répond dans la même colonne."""
    if g[3] == ZERO:
        return INCONNU
    vides = g[6] ^ (moi | adv)
    second = pli % 2 == 1
    un, deux, t1 = (adv, moi, ta) if second else (moi, adv, tm)
    mini = a + 1 if second else -a  # ce que le second doit valoir pour trancher en sa faveur
    hauteur = I(g[0]) - 1
    if 2 * mini <= hauteur and second_tient(un, jouables, vides, second, g):
        if mini <= 0:
            return OUI if second else NON
        # Il a toutes les rangées paires ; un alignement plus bas arrive plus tôt.
        rangees = g[4] * ((UN << U(hauteur + 2 - 2 * mini)) - UN)
        if aligne(deux | (vides & ~g[7] & ~jouables & rangees), g):
            return OUI if second else NON
    mini = -a if second else a + 1
    if 2 * mini < hauteur and premier_force(deux, t1, jouables, vides, mini, g):
        return NON if second else OUI
    return INCONNU


# --- La table des positions déjà jugées : un entier de 64 bits par entrée --------------------------------


PLI_MIROIR = 12  # plus tard, deux positions en miroir ne se rencontrent presque plus
MELANGE = U(0x9E3779B97F4A7C15)
SIGNATURE = U(2**52 - 1)
EN_COURS = U(1024)  # le nombre de places après les entrées
D12, D6, SIX_BITS = U(12), U(6), U(63)
SANS_MAX, SANS_MIN = U(2**64 - 1 - 63), U(2**64 - 1 - (63 << 6))


@en_ligne
def miroir(cle: Any, g: Any) -> Any:
    """La clé de la position vue dans un miroir."""
    colonne, r = (UN << g[0]) - UN, ZERO
    for _ in range(g[1]):
        r = (r << g[0]) | (cle & colonne)
        cle >>= g[0]
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
    return (UN << (U(64) - decalage)) + (h & (EN_COURS - UN))


# --- Le noyau : « le score dépasse-t-il a ? », par une recherche à fenêtre nulle sur une pile explicite --


# Début de la pile : où reprendre. Les places 9 à 15 sont à la racine ; les cadres des nœuds ouverts suivent.
MOI, MASQUE, TM, TA, PLI, SEUIL, CADRE, NOEUDS, PARTAGE = (U(i) for i in range(9))
ENTETE = U(16)
# Un cadre : l'état du nœud, puis quatre listes d'une place par colonne.
EMPREINTE, RESTE, LISTES = U(4), U(5), U(6)
BIAIS = 64  # les seuils sont signés, pas la pile
PLI_TABLE = 32  # plus tard, chercher coûte moins que se souvenir
CINQ_BITS, CENTRAGE, NOTE, DIFFERE = U(31), U(5), U(10), U(1 << 32)


@en_ligne
def gain_force(c: Any, jeu: Any, t: Any, g: Any) -> Any:
    """Non nul si, après le coup c, l'adversaire ne peut éviter l'une des menaces t : deux sont jouables, ou
    une seule sous une autre, ou toutes les cases jouables sont sous une menace."""
    w = t & jeu
    bloque = (jeu & g[6] & ~(t >> UN)) == ZERO
    return (w & (w - UN)) | ((w << UN) & t) | (c & (ZERO - U(bloque)))


@en_ligne
def evaluer_fils(
    pile: Any, f: Any, moi: Any, vides: Any, jeu: Any, surs: Any, tm: Any, ta: Any, g: Any
) -> Any:
    """Coup, menaces et note de chaque colonne, dans les listes du cadre ; non nul si un coup gagne."""
    voies = g[2]
    gains = ZERO
    for i in range(voies):  # sans branche : cette boucle devient des instructions vectorielles
        c = surs & (g[5] << i * g[0])
        t = menaces(moi | c, g) & (vides ^ c)
        gains |= gain_force(c, jeu + c, t, g)  # nul si c l'est
        pile[f + i] = c
        pile[f + voies + i] = t
        # Une menace au-dessus d'une menace adverse ne sert guère ; jouer sous la sienne la donne à parer.
        gardee = U(((c << UN) & tm) == ZERO)
        pile[f + voies + voies + i] = (compter(t & ~(ta << UN)) + gardee + gardee) << NOTE
    return gains


@en_ligne
def evaluer_force(pile: Any, f: Any, moi: Any, vides: Any, jeu: Any, c: Any, g: Any) -> Any:
    """La même chose pour un coup forcé : une seule colonne à calculer."""
    i = rang(c) // g[0]
    t = menaces(moi | c, g) & (vides ^ c)
    pile[f + i] = c
    pile[f + g[2] + i] = t
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
    voies, n = g[2], ZERO
    liste = f + voies + voies + voies
    while surs != ZERO:
        c = surs & (ZERO - surs)
        surs ^= c
        if pli < PLI_TABLE:
            su = sonder(table, hacher(cle + c, pli, g), decalage, a)
            if su == NON:
                return OUI, ZERO
            if su == OUI:
                continue
        i = rang(c) // g[0]
        ecart = i + i if i + i < g[1] else (g[1] - i) + (g[1] - i) - UN
        v = pile[f + voies + voies + i] | (ecart << CENTRAGE) | i
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
    liste = f + g[2] * TROIS
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
    voies = g[2]
    cases = I(g[1] * (g[0] - UN))
    taille = LISTES + voies * U(4)
    noeuds = 0
    while noeuds < budget:
        noeuds += 1
        adv, vides, jeu = moi ^ masque, g[6] ^ masque, masque + g[4]
        jouables = jeu & g[6]
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
            pile[b], pile[b + UN], pile[b + TM], pile[b + TA] = moi, masque, tm, ta
            pile[b + EMPREINTE] = ZERO
            if forces == ZERO and pli < PLI_TABLE:
                pile[b + EMPREINTE] = hacher(moi + jeu, pli, g)
                if partage:
                    table[place_en_cours(pile[b + EMPREINTE], decalage)] = pile[b + EMPREINTE]
        else:
            while b != ENTETE:
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
            moi, masque, tm, ta = pile[b], pile[b + UN], pile[b + TM], pile[b + TA]
            revue = partage and pli + 1 < PLI_TABLE
            if revue:
                differer(pile, b + LISTES, n, table, (moi ^ masque) + masque + g[4], pli + 1, decalage, g)
        n -= UN
        pile[b + RESTE] = n
        f = b + LISTES
        i = pile[f + voies + voies + voies + n] & CINQ_BITS
        c = pile[f + i]
        moi = moi ^ masque
        masque |= c
        tm, ta = ta & ~c, pile[f + voies + i]
        b += taille
        pli += 1
        a = -a - 1
    pile[MOI], pile[MASQUE], pile[TM], pile[TA] = moi, masque, tm, ta
    pile[PLI], pile[SEUIL], pile[CADRE] = U(pli), U(a + BIAIS), b
    pile[NOEUDS] += U(noeuds)
    return INCONNU


# --- La racine : resserrer l'intervalle du score par des recherches à fenêtre nulle ; la fonction compilée


PLI_TARDIF = U(28)
SOURCES = ("compilation", "instructions", "noyau")
R_MOI, R_MASQUE, MINIMUM, MAXIMUM, EN_RECHERCHE, POSEE, RANG = (U(i) for i in range(9, 16))


@en_ligne
def poser(pile: Any, moi: Any, masque: Any, g: Any) -> None:
    """Place une position non gagnée à la racine, avec l'intervalle que donnent ses menaces immédiates."""
    pli, cases = I(compter(masque)), I(g[1] * (g[0] - UN))
    jouables, vides = (masque + g[4]) & g[6], g[6] ^ masque
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
    vides = g[6] ^ masque
    pile[MOI], pile[MASQUE], pile[CADRE], pile[EN_RECHERCHE] = moi, masque, ENTETE, UN
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


def _version() -> int:
    """Une empreinte des sources compilées : le cache de numba ne surveille qu'un fichier."""
    return crc32(b"".join(Path(__file__).with_name(f"{nom}.py").read_bytes() for nom in SOURCES))


def _specialiser(version: int, dimensions: tuple[int, int, int]) -> Callable[..., int]:
    g = geometrie(*dimensions)

    @compiler
    def resoudre(positions: Any, scores: Any, pile: Any, table: Any, decalage: Any, budget: Any) -> Any:
        # Nommer la version ici la fait entrer dans la clé du cache.
        return tout_resoudre(positions, scores, pile, table, decalage, budget + 0 * version, g)

    return resoudre


@lru_cache(maxsize=8)
def fonction_pour(largeur: int, hauteur: int, aligner: int) -> Callable[..., int]:
    """`tout_resoudre` pour des dimensions constantes ; numba la compile au premier appel."""
    return _specialiser(_version(), (largeur, hauteur, aligner))
