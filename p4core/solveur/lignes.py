"""Les alignements d'un entier de pions : ceux qui sont faits, ceux qu'un pion de plus ferait."""

from __future__ import annotations

from typing import Any

from p4core.solveur.compilation import U, aiguiller, en_ligne

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
