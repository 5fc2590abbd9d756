"""Le noyau : « le score dépasse-t-il a ? », par une recherche à fenêtre nulle sur une pile explicite.

La même source est compilée par numba ou exécutée par Python : aucune récursion, que des entiers. La pile
contient tout l'état : une recherche interrompue reprend où elle en était.

Une position est (moi, masque) : les pions du joueur au trait, puis tous les pions. `tm` et `ta` sont les
cases libres où « moi » et l'adversaire aligneraient ; en jouant, on ne recalcule que les siennes.
Invariant d'un nœud : le joueur au trait n'a pas de gain immédiat, et a un coup qui ne perd pas aussitôt.
"""

from __future__ import annotations

from typing import Any

from p4core.solveur.compilation import I, U, compter, en_ligne, precharger, rang
from p4core.solveur.lignes import TROIS, UN, ZERO, menaces
from p4core.solveur.memoire import hacher, memoriser, place_en_cours, sonder
from p4core.solveur.suivi import INCONNU, NON, OUI, verdict_par_suivi

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
