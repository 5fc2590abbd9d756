"""De quoi compiler les règles avec numba, ou les exécuter telles quelles en Python s'il est absent.
Lire une grille sur des entiers : cases accessibles, menaces, suites et fenêtres.
Ce que le noyau sait de la grille : ses dimensions et quelques masques.
Les règles des six IA du TP 5 : un seul texte, compilé par numba quand il est là.
Des parties entières entre deux IA du noyau, avec leur propre hasard : le même, compilé ou non.
Les six IA du TP 5 comme joueurs d'une Position.
Les six IA par règles du TP 5, sur des bitboards.
"""

from __future__ import annotations

import os
import random
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from p4core.jeu import Position

# --- De quoi compiler les règles avec numba, ou les exécuter telles quelles en Python s'il est absent ----


try:
    if os.environ.get("P4CORE_SANS_NUMBA"):
        raise ImportError("P4CORE_SANS_NUMBA est définie")
    from numba import njit
    from numba.extending import register_jitable
except ImportError:
    COMPILE = False
else:
    COMPILE = True

OPTIONS: Any = {"nogil": True, "error_model": "numpy"}


def integrer(fonction: Any) -> Any:
    """La fonction, inchangée en Python, que le code compilé sait aussi appeler."""
    return register_jitable(fonction) if COMPILE else fonction


def compiler(fonction: Any) -> Any:
    """Sa version compilée (gardée sur le disque, et sans le verrou de Python), ou elle-même sans numba."""
    if not COMPILE:
        return fonction
    try:
        return njit(cache=True, **OPTIONS)(fonction)
    except RuntimeError:  # aucun dossier où écrire (installation en lecture seule, sans dossier personnel)
        return njit(**OPTIONS)(fonction)


# --- Lire une grille sur des entiers : cases accessibles, menaces, suites et fenêtres --------------------


# Un jeu est le tuple (largeur, hauteur, aligner, fond, plein, diagd, diagm) fabriqué par geometrie.jeu.
Jeu = tuple[int, int, int, int, int, int, int]


@integrer
def accessibles(p: int, q: int, jeu: Jeu) -> int:
    """Les cases où un pion tomberait."""
    return (p | q) + jeu[3] & jeu[4]


@integrer
def menaces(p: int, q: int, jeu: Jeu) -> int:
    """Les cases vides qui complètent un alignement de p."""
    trouvees, g = 0, jeu[2]
    for pas in (1, jeu[1], jeu[1] + 1, jeu[1] + 2):
        avant = jeu[4]  # les cases précédées de `rang` pions de p
        for rang in range(g):
            complete = avant
            for k in range(1, g - rang):
                complete &= p >> k * pas
            trouvees |= complete
            avant = (avant & p) << pas & jeu[4]
    return trouvees & ~(p | q)


@integrer
def places(p: int, q: int, zone: int, jeu: Jeu) -> tuple[int, int]:
    """Le plus de pions de p dans une fenêtre sans q autour d'une case de la zone, et les cases qui l'ont."""
    g, mieux, cases = jeu[2], 0, zone
    for pas in (1, jeu[1], jeu[1] + 1, jeu[1] + 2):
        libres = jeu[4] & ~q
        a, b, c, d = 0, 0, 0, 0  # le compte de chaque fenêtre, un entier par chiffre binaire
        for k in range(g):
            libres &= (jeu[4] & ~q) >> k * pas
            a, r = a ^ p >> k * pas, a & p >> k * pas
            b, r = b ^ r, b & r
            c, r = c ^ r, c & r
            d ^= r
        k = g - 1
        while k >= max(mieux, 1):
            egales = libres
            egales &= a if k & 1 else ~a
            egales &= b if k & 2 else ~b
            egales &= c if k & 4 else ~c
            egales &= d if k & 8 else ~d
            touchees = 0
            for i in range(g):
                touchees |= egales << i * pas
            touchees &= zone
            if touchees:
                cases = touchees if k > mieux else cases | touchees
                mieux = k
            k -= 1
    return mieux, cases


@integrer
def suite(p: int, pas: int) -> int:
    """La longueur de la plus grande suite de pions dans une direction, au moins 1."""
    longueur = 1
    p &= p >> pas
    while p:
        longueur += 1
        p &= p >> pas
    return longueur


@integrer
def maxi(p: int, jeu: Jeu) -> int:
    """La plus grande suite, sans compter les diagonales trop courtes pour un alignement."""
    h = jeu[1]
    droites = max(suite(p, 1), suite(p, h + 1))
    return max(droites, suite(p & jeu[5], h), suite(p & jeu[6], h + 2))


@integrer
def case_de(x: int, cases: int, jeu: Jeu) -> int:
    """La case de la colonne x parmi celles données."""
    return cases & ((1 << jeu[1]) - 1) << x * (jeu[1] + 1)


@integrer
def colonnes(cases: int, jeu: Jeu) -> int:
    """L'ensemble des colonnes de ces cases."""
    ensemble = 0
    for x in range(jeu[0]):
        if case_de(x, cases, jeu):
            ensemble |= 1 << x
    return ensemble


@integrer
def premiere(ensemble: int) -> int:
    """Le premier élément, seul."""
    return ensemble & -ensemble


@integrer
def permises(jouables: int, contre: int) -> int:
    """Les cases jouables qui n'offrent pas une menace adverse juste au-dessus (listcolok)."""
    return jouables & ~(contre >> 1)


# --- Ce que le noyau sait de la grille : ses dimensions et quelques masques ------------------------------


BITS = 63  # au-delà, la grille ne tient plus dans un entier du code compilé


@lru_cache(maxsize=64)
def jeu(largeur: int, hauteur: int, aligner: int) -> Jeu:
    """Le tuple (largeur, hauteur, aligner, fond, plein, diagd, diagm) de cette grille."""
    fond = sum(1 << x * (hauteur + 1) for x in range(largeur))
    plein = fond * ((1 << hauteur) - 1)
    diagd, diagm = (_longues(largeur, hauteur, aligner, sens) for sens in (-1, 1))
    return largeur, hauteur, aligner, fond, plein, diagd, diagm


def _longues(largeur: int, hauteur: int, aligner: int, sens: int) -> int:
    """Les cases dont la diagonale, montante (1) ou descendante (−1), a au moins `aligner` cases."""
    masque = 0
    for x in range(largeur):
        for y in range(hauteur):
            dessus, dessous = (hauteur - 1 - y, y)[::sens]
            if 1 + min(largeur - 1 - x, dessus) + min(x, dessous) >= aligner:
                masque |= 1 << x * (hauteur + 1) + y
    return masque


def compilable(jeu: Jeu) -> bool:
    """Cette grille tient-elle dans les entiers du code compilé ?"""
    largeur, hauteur, aligner = jeu[:3]
    # Les décalages du noyau vont jusqu'à aligner fois le pas le plus long.
    return largeur * (hauteur + 1) < BITS and (aligner - 1) * (hauteur + 2) < BITS and aligner < 16


# --- Les règles des six IA du TP 5 : un seul texte, compilé par numba quand il est là --------------------


HASARD, IA11, IA12, IA13, IA14, IA2, IA3 = range(7)


@integrer
def piege_en(pion: int, p: int, q: int, jeu: Jeu) -> bool:
    """Si q joue ce pion, menace-t-il deux cases que p ne peut pas boucher toutes les deux ?"""
    q |= pion
    jouables = accessibles(p, q, jeu)
    gagne = menaces(q, p, jeu)
    une = premiere(gagne & jouables)
    while une:
        reste = gagne & (jouables & ~une | une << 1)
        verticale = une == pion << 1
        if verticale and suite(q | une, 1) < maxi(q | une, jeu):
            reste = 0  # au-dessus de soi-même, seule une suite verticale compte
        if reste:
            # Le sujet écarte un piège dont les trois colonnes sont la même.
            meme = verticale and premiere(reste) == pion << 2
            return not meme
        une = premiere(gagne & jouables & ~(une - 1) & ~une)
    return False


@integrer
def piege(p: int, q: int, bonnes: int, jeu: Jeu) -> int:
    """La dernière colonne permise où q ferait un piège accessible, seule, ou rien."""
    x = jeu[0] - 1
    while x >= 0:
        pion = case_de(x, bonnes, jeu)
        if pion and piege_en(pion, p, q, jeu):
            return 1 << x
        x -= 1
    return 0


@integrer
def piege2(p: int, q: int, jouables: int, jeu: Jeu) -> int:
    """La première colonne où q ferait deux menaces l'une sur l'autre, encore inaccessibles, ou rien."""
    for x in range(jeu[0]):
        pion = case_de(x, jouables, jeu)
        if pion:
            hautes = menaces(q | pion, p, jeu) & ~accessibles(p, q | pion, jeu)
            if hautes & hautes >> 1:
                return 1 << x
    return 0


@integrer
def meilleures(numero: int, p: int, q: int, bonnes: int, jeu: Jeu) -> int:
    """Les colonnes permises qui forment la plus grande ligne : suites (IA 1.1) ou fenêtres (les autres)."""
    mieux, ensemble = 0, 0
    for x in range(jeu[0]):
        pion = case_de(x, bonnes, jeu)
        if pion:
            ligne = (
                maxi(p | pion, jeu)
                if numero == IA11
                else places(p | pion, q, jeu[4] & ~(p | q | pion), jeu)[0]
            )
            if ligne > mieux:
                mieux, ensemble = ligne, 0
            if ligne == mieux and mieux > 0:
                ensemble |= 1 << x
    return ensemble


@integrer
def sans_double(ensemble: int, p: int, q: int, jouables: int, jeu: Jeu) -> int:
    """slc4 : retire les colonnes qui donnent deux menaces à q, en sautant la suivante comme le sujet."""
    saut = False
    for x in range(jeu[0]):
        if not ensemble >> x & 1:
            continue
        if saut:
            saut = False
            continue
        pion = case_de(x, jouables, jeu)
        doubles = menaces(q | pion << 1 & jeu[4], p | pion, jeu)
        if doubles & doubles - 1:
            ensemble ^= 1 << x
            saut = True
    return ensemble


@integrer
def selection(numero: int, p: int, q: int, jouables: int, bonnes: int, jeu: Jeu) -> int:
    """Les colonnes de slc1, slc2, slc3 ou slc4."""
    toutes = colonnes(jouables, jeu)
    ensemble = meilleures(numero, p, q, bonnes, jeu)
    if numero <= IA12:
        return ensemble if ensemble else toutes
    if not ensemble:
        ensemble = colonnes(bonnes, jeu) if bonnes else toutes
    if numero == IA14:
        ensemble = sans_double(ensemble, p, q, jouables, jeu)
    return ensemble if ensemble else toutes


@integrer
def interet(p: int, q: int, jouables: int, bonnes: int, jeu: Jeu) -> int:
    """Les cases de l'IA 2, par intérêt décroissant."""
    vides = jeu[4] & ~(p | q)
    moi, miennes = places(p, q, vides, jeu)
    lui, siennes = places(q, p, vides, jeu)
    for seuil in (2, 1):
        if moi >= seuil and miennes & bonnes:
            return miennes & bonnes
        if lui >= seuil and siennes & bonnes:
            return siennes & bonnes
    return bonnes if bonnes else jouables


@integrer
def imitation(p: int, q: int, dernier: int, jouables: int, bonnes: int, jeu: Jeu) -> int:
    """Les cases de l'IA 3 : au-dessus du dernier pion adverse, sinon les lignes les plus fournies."""
    au_dessus = case_de(dernier, bonnes, jeu) if dernier >= 0 else 0
    if au_dessus:
        return au_dessus
    meilleures_cases = places(p, q, jouables, jeu)[1] & bonnes
    if meilleures_cases:
        return meilleures_cases
    return bonnes if bonnes else jouables


@integrer
def candidats(numero: int, p: int, q: int, dernier: int, jeu: Jeu) -> int:
    """Les colonnes entre lesquelles l'IA tire au sort ; p est au trait, `dernier` la colonne de q (ou −1)."""
    jouables = accessibles(p, q, jeu)
    if numero == HASARD:
        return colonnes(jouables, jeu)
    contre = menaces(q, p, jeu)
    urgentes = menaces(p, q, jeu) & jouables
    if not urgentes:
        urgentes = contre & jouables
    if urgentes:
        return colonnes(premiere(urgentes), jeu)
    bonnes = permises(jouables, contre)
    if numero == IA2:
        return colonnes(interet(p, q, jouables, bonnes, jeu), jeu)
    parade = piege(p, q, bonnes, jeu)
    if not parade:
        parade = piege2(p, q, jouables, jeu)
    if parade:
        return parade
    if numero == IA3:
        return colonnes(imitation(p, q, dernier, jouables, bonnes, jeu), jeu)
    return selection(numero, p, q, jouables, bonnes, jeu)


candidats_rapides = compiler(candidats)


# --- Des parties entières entre deux IA du noyau, avec leur propre hasard : le même, compilé ou non ------


BAS = (1 << 32) - 1  # les 32 bits de poids faible, ceux que l'on tire


@integrer
def suivant(alea: int) -> int:
    """L'état suivant du générateur (multiplication avec retenue de Marsaglia) ; jamais plus de 63 bits."""
    return 2131995753 * (alea & BAS) + (alea >> 32)


@integrer
def melange(x: int) -> int:
    """Un état de départ sans rapport apparent avec x : deux graines voisines ne se ressemblent plus."""
    for _ in range(4):
        x = suivant(x ^ x >> 29)
    return x


@integrer
def tirer(ensemble: int, alea: int) -> int:
    """Une colonne de l'ensemble, toutes avec la même probabilité."""
    taille, reste = 0, ensemble
    while reste:
        reste &= reste - 1
        taille += 1
    rang = (alea & BAS) * taille >> 32
    for _ in range(rang):
        ensemble &= ensemble - 1
    x = 0
    while not ensemble >> x & 1:
        x += 1
    return x


@integrer
def une_partie(un: int, deux: int, alea: int, jeu: Jeu, coups: bytearray, debut: int) -> tuple[int, int]:
    """Joue une partie, écrit ses coups à partir de `debut` et rend (gagnant, longueur)."""
    p, q, dernier, cases = 0, 0, -1, jeu[0] * jeu[1]
    for rang in range(cases):
        alea = suivant(alea)
        numero = deux if rang & 1 else un
        dernier = tirer(candidats_rapides(numero, p, q, dernier, jeu), alea)
        pion = case_de(dernier, accessibles(p, q, jeu), jeu)
        coups[debut + rang] = dernier
        if pion & menaces(p, q, jeu):
            return 1 + (rang & 1), rang + 1
        p, q = q, p | pion
    return 0, cases


@compiler
def parties(
    a: int,
    b: int,
    graine: int,
    premiere: int,
    jeu: Jeu,
    coups: bytearray,
    gagnants: bytearray,
    longueurs: bytearray,
) -> None:
    """Joue len(gagnants) parties à partir du numéro `premiere` ; a commence celles de numéro pair."""
    cases = jeu[0] * jeu[1]
    for k in range(len(gagnants)):
        numero = premiere + k
        alea = melange(graine + numero)
        un, deux = (b, a) if numero & 1 else (a, b)
        gagnant, longueur = une_partie(un, deux, alea, jeu, coups, k * cases)
        gagnants[k], longueurs[k] = gagnant, longueur


# --- Les six IA du TP 5 comme joueurs d'une Position -----------------------------------------------------


@dataclass(frozen=True)
class JoueurRegles:
    """Une IA par règles : elle tire au sort parmi ses colonnes candidates."""

    nom: str
    numero: int  # celui des règles, que les tournois compilés reconnaissent
    alea: random.Random = field(default_factory=random.Random, repr=False, compare=False)

    def candidats(self, position: Position) -> list[int]:
        """Les colonnes (à partir de 0) que les règles retiennent ; aucune si la partie est finie."""
        if position.finie:
            return []
        # Un seul coup prend un dixième de milliseconde en Python : inutile d'attendre la compilation.
        ensemble = candidats(self.numero, *vue(position))
        return [x for x in range(position.largeur) if ensemble >> x & 1]

    def __call__(self, position: Position) -> int:
        """La colonne choisie."""
        return self.alea.choice(self.candidats(position))


def vue(position: Position) -> tuple[int, int, int, Jeu]:
    """Ce que les règles lisent d'une position : (pions au trait, autres pions, dernière colonne, jeu)."""
    un, deux = position.pions if position.trait == 1 else position.pions[::-1]
    dernier = position.historique[-1] if position.historique else -1
    return un, deux, dernier, jeu(position.largeur, position.hauteur, position.aligner)


IA_REGLES = {
    nom: JoueurRegles(nom, numero)
    for nom, numero in (
        ("1.1", IA11),
        ("1.2", IA12),
        ("1.3", IA13),
        ("1.4", IA14),
        ("2", IA2),
        ("3", IA3),
    )
}
AU_HASARD = JoueurRegles("hasard", HASARD)
