"""La racine : resserrer l'intervalle du score par des recherches à fenêtre nulle ; la fonction compilée."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any
from zlib import crc32

from p4core.solveur.compilation import I, U, compiler, compter, en_ligne
from p4core.solveur.geometrie import geometrie
from p4core.solveur.lignes import UN, ZERO, menaces
from p4core.solveur.noyau import BIAIS, CADRE, ENTETE, MASQUE, MOI, NOEUDS, PLI, SEUIL, TA, TM, chercher
from p4core.solveur.suivi import INCONNU, OUI

PLI_TARDIF = U(28)
SOURCES = (
    "compilation", "geometrie", "instructions", "lignes", "memoire", "noyau", "racine", "suivi"
)  # fmt: skip
R_MOI, R_MASQUE, MINIMUM, MAXIMUM, EN_COURS, POSEE, RANG = (U(i) for i in range(9, 16))


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
    pile[R_MOI], pile[R_MASQUE], pile[EN_COURS], pile[POSEE] = moi, masque, ZERO, UN
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
    pile[MOI], pile[MASQUE], pile[CADRE], pile[EN_COURS] = moi, masque, ENTETE, UN
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
        if pile[EN_COURS] == ZERO:
            lancer(pile, a, g)
        verdict = chercher(pile, table, decalage, fin - I(pile[NOEUDS]), g)
        if verdict == INCONNU:
            return False
        pile[EN_COURS] = ZERO
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
