"""La table des positions déjà jugées : un entier de 64 bits par entrée.

52 bits d'empreinte et deux bornes de 6 bits : une seule lecture, jamais d'entrée à moitié écrite entre deux
fils, et une entrée nulle ne dit rien (rien à effacer). L'empreinte est le produit de la clé par un nombre
impair, donc une bijection : les bits qui manquent sont ceux de l'indice, et deux positions ne se confondent
jamais si la table a au moins 2**12 entrées.

Après ses entrées, la table a quelques places où les fils qui la partagent notent ce qu'ils examinent.
"""

from __future__ import annotations

from typing import Any

from p4core.solveur.compilation import I, U, en_ligne
from p4core.solveur.lignes import TOUT, UN, ZERO
from p4core.solveur.suivi import INCONNU, NON, OUI

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
