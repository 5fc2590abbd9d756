"""Les verdicts sans recherche : répondre toujours dans la colonne où l'adversaire vient de jouer.

Cela suppose des colonnes de hauteur paire. Le second joueur reçoit ainsi les rangées paires (comptées à
partir de 1) ; le premier en tire parti s'il menace une case d'une rangée impaire, sous laquelle personne
ne veut jouer. Les champs de `g` sont décrits dans `geometrie`.
"""

from __future__ import annotations

from typing import Any

from p4core.solveur.compilation import I, U, en_ligne, rang
from p4core.solveur.lignes import UN, ZERO, aligne

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
