"""Les jumeaux rapides : les machines des TP 2 et 4, sur des bitboards, pour jouer des milliers de parties.

    JoueurMinmax(W, p)   le `minmax(G, j, W, p)` du TP 2 : tire au sort parmi les meilleurs coups
    JoueurAlea(nb, k)    l'`IA(nb, k)` du TP 4 : k coups, puis nb parties au hasard

Ils jouent comme les versions sur des listes (les mêmes coups, avec les mêmes probabilités), contre eux-mêmes
ou contre une IA par règles. Comme dans `regles`, p a le trait, q est l'autre, t le terrain ; un ensemble de
cases ou de colonnes est un entier, et le même texte s'exécute compilé ou non."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from math import inf, isfinite, isnan
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from p4core.ia import avance, compilation, embarque, recherche, regles
from p4core.ia.compilation import COMPILE, compiler, integrer
from p4core.ia.regles import (
    BAS,
    JoueurRegles,
    Terrain,
    accessibles,
    candidats_rapides,
    case_de,
    colonnes,
    compilable,
    melange,
    premiere,
    suivant,
    terrain_de,
    tirer,
    vue,
)
from p4core.jeu import Position

presque_egaux = integrer(recherche.presque_egaux)


def rapide(fonction: Any) -> Any:
    """La fonction compilée ; son nom porte l'empreinte des autres sources, que le cache ne surveille pas."""
    if COMPILE:
        fonction.__qualname__ += f"_{_empreinte()}"
    return compiler(fonction)


@cache
def _empreinte() -> int:
    return crc32(b"".join(Path(str(m.__file__)).read_bytes() for m in (compilation, recherche, regles)))


MINMAX, ALEA = -1, -2  # à la place du numéro d'une IA par règles


class Recette(NamedTuple):
    """Un joueur tel que le code compilé le lit."""

    numero: int
    profondeur: int
    nb: int  # fins au hasard par situation, pour ALEA
    poids: tuple[float, ...]  # pour MINMAX


# --- lire la grille -------------------------------------------------------------------------------


@integrer
def nombre(ensemble: int) -> int:
    """Le nombre d'éléments (pour LLVM, qui reconnaît cette boucle, une seule instruction)."""
    n = 0
    while ensemble:
        ensemble &= ensemble - 1
        n += 1
    return n


@integrer
def gagne(p: int, t: Terrain) -> bool:
    """p contient-il un alignement ?"""
    h = t.hauteur
    for pas in (1, h, h + 1, h + 2):
        suites = p
        for _ in range(t.aligner - 1):
            suites &= suites >> pas
        if suites:
            return True
    return False


# --- au bout d'une ligne de jeu : l'utilité du TP 2 -----------------------------------------------


@integrer
def ouverts(p: int, q: int, pas: int, poids: tuple[float, ...], t: Terrain) -> float:
    """La somme des poids des alignements d'une direction où p a des pions et q n'en a pas."""
    permises = libres = t.plein & ~q
    a, b, c, d = 0, 0, 0, 0  # le compte de chaque alignement, un entier par chiffre binaire
    for k in range(t.aligner):
        libres &= permises >> k * pas
        r = p >> k * pas
        a, r = a ^ r, a & r
        b, r = b ^ r, b & r
        c, r = c ^ r, c & r
        d ^= r
    total = 0.0
    for k in range(1, t.aligner + 1):
        egaux = libres
        egaux &= a if k & 1 else ~a
        egaux &= b if k & 2 else ~b
        egaux &= c if k & 4 else ~c
        egaux &= d if k & 8 else ~d
        if egaux:  # zéro fois l'infini ne serait pas un nombre
            total += nombre(egaux) * poids[k]
    return total


@integrer
def utilite(p: int, q: int, poids: tuple[float, ...], t: Terrain) -> float:
    """L'utilité de la grille vue de p ; les alignements vides comptent autant pour les deux."""
    total, h = 0.0, t.hauteur
    for pas in (1, h, h + 1, h + 2):
        total += ouverts(p, q, pas, poids, t) - ouverts(q, p, pas, poids, t)
    return total


# --- au bout d'une ligne de jeu : les fins au hasard du TP 4 ---------------------------------------


@integrer
def fin_alea(p: int, q: int, alea: int, t: Terrain) -> tuple[int, int]:
    """Finit au hasard une partie que personne n'a gagnée : (1, −1 ou 0 pour p, état du générateur)."""
    signe, cases = 1, accessibles(p, q, t)
    while cases:
        alea = suivant(alea)
        for _ in range((alea & BAS) * nombre(cases) >> 32):
            cases &= cases - 1
        p |= premiere(cases)
        if gagne(p, t):
            return signe, alea
        p, q, signe = q, p, -signe
        cases = accessibles(p, q, t)
    return 0, alea


@integrer
def h_alea(p: int, q: int, nb: int, alea: int, t: Terrain) -> int:
    """Les victoires de p moins celles de q, sur nb parties finies au hasard."""
    # Le hasard d'une situation ne dépend que d'elle et de la recherche en cours : retrouvée par un autre
    # chemin, elle a la même estimation. C'est ce que fait le dictionnaire du TP, dont on se passe donc.
    alea = melange(alea ^ p + (p | q) + t.fond)
    total = 0
    for _ in range(nb):
        resultat, alea = fin_alea(p, q, alea, t)
        total += resultat
    return total


# --- la recherche ---------------------------------------------------------------------------------

MARGE = 1e-8  # bien plus que ce qui sépare deux scores presque égaux
PLUS_GRAND = 1.7e308  # ce que seul l'infini dépasse


@integrer
def feuille(r: Recette, p: int, q: int, perdue: bool, alea: int, t: Terrain) -> float:
    """Ce que vaut, vue de p, une partie finie ou une ligne de jeu interrompue."""
    if r.numero == MINMAX:
        return utilite(p, q, r.poids, t)
    return -inf if perdue else float(h_alea(p, q, r.nb, alea, t))


@rapide
def valeur(
    r: Recette, p: int, q: int, profondeur: int, alea: int, bas: float, haut: float, t: Terrain
) -> float:
    """Le score du min-max, vu de p, s'il est entre `bas` et `haut`.

    Si score ≤ bas, alors score ≤ valeur rendue ≤ bas ; si score ≥ haut, alors haut ≤ valeur rendue ≤ score :
    inutile d'examiner jusqu'au bout un coup que l'on ne jouera pas.
    """
    perdue = gagne(q, t)
    if perdue or profondeur == 0 or p | q == t.plein:
        return feuille(r, p, q, perdue, alea, t)
    reste = accessibles(p, q, t)
    while reste and bas < haut:
        pion = premiere(reste)
        reste ^= pion
        score = -valeur(r, q, p | pion, profondeur - 1, alea, -haut, -bas, t)
        if score > bas:  # ce qui écarte aussi inf − inf, comme dans la version sur des listes
            bas = score
    return bas


@integrer
def seuil(mieux: float) -> float:
    """Un score assez bas pour que tout coup aussi bon que le meilleur, aux arrondis près, le dépasse."""
    if abs(mieux) == inf:
        return PLUS_GRAND if mieux > 0 else mieux
    return mieux - MARGE * max(1.0, abs(mieux))


@rapide
def chercher(r: Recette, p: int, q: int, alea: int, t: Terrain) -> tuple[float, int]:
    """Le score d'une partie non finie, à profondeur 1 au moins, et toutes les colonnes qui l'atteignent."""
    mieux, cases, jouables = -inf, 0, accessibles(p, q, t)
    reste = jouables
    while reste:
        pion = premiere(reste)
        reste ^= pion
        score = -valeur(r, q, p | pion, r.profondeur - 1, alea, -inf, -seuil(mieux), t)
        if presque_egaux(score, mieux):
            cases |= pion
        elif score > mieux:
            mieux, cases = score, pion
    # Aucune case : tous les scores valent inf − inf. Les listes s'arrêtent sur une erreur ; ici, on joue.
    return mieux, colonnes(cases if cases else jouables, t)


# --- des parties entières -------------------------------------------------------------------------


@integrer
def retenues(r: Recette, p: int, q: int, dernier: int, alea: int, t: Terrain) -> int:
    """Les colonnes entre lesquelles ce joueur tire au sort ; l'IA(nb, k) prend la plus à gauche."""
    if r.numero >= 0:
        return candidats_rapides(r.numero, p, q, dernier, t)
    ensemble = chercher(r, p, q, alea, t)[1]
    return ensemble if r.numero == MINMAX else premiere(ensemble)


@integrer
def une_partie(
    un: Recette, deux: Recette, alea: int, t: Terrain, coups: bytearray, debut: int
) -> tuple[int, int]:
    """Joue une partie, écrit ses coups à partir de `debut` et rend (gagnant, longueur)."""
    p, q, dernier, cases = 0, 0, -1, t.largeur * t.hauteur
    for rang in range(cases):
        alea = suivant(alea)
        ensemble = retenues(deux if rang & 1 else un, p, q, dernier, alea, t)
        alea = suivant(alea)
        dernier = tirer(ensemble, alea)
        coups[debut + rang] = dernier
        p |= case_de(dernier, accessibles(p, q, t), t)
        if gagne(p, t):
            return 1 + (rang & 1), rang + 1
        p, q = q, p
    return 0, cases


@integrer
def jouer_parties(
    a: Recette,
    b: Recette,
    graine: int,
    premiere: int,
    nombre: int,
    t: Terrain,
    coups: bytearray,
    gagnants: bytearray,
    longueurs: bytearray,
) -> None:
    """Joue ce nombre de parties à partir du numéro `premiere` ; a commence celles de numéro pair."""
    cases = t.largeur * t.hauteur
    for k in range(nombre):
        numero = premiere + k
        alea = melange(graine + numero)
        un, deux = (b, a) if numero & 1 else (a, b)
        gagnant, longueur = une_partie(un, deux, alea, t, coups, k * cases)
        gagnants[k], longueurs[k] = gagnant, longueur


@rapide
def parties(
    a: Recette,
    b: Recette,
    graine: int,
    premiere: int,
    t: Terrain,
    coups: bytearray,
    gagnants: bytearray,
    longueurs: bytearray,
) -> None:
    """Joue len(gagnants) parties à partir du numéro `premiere` ; a commence celles de numéro pair."""
    jouer_parties(a, b, graine, premiere, len(gagnants), t, coups, gagnants, longueurs)


def _jouer(a: Recette, b: Recette, graine: int, premiere: int, t: Terrain, *sorties: bytearray) -> None:
    """Les mêmes parties, par ce qu'il y a de plus rapide ici."""
    # Le module du navigateur aligne quatre pions, et ne connaît que les poids de cet alignement.
    if embarque.present() and not COMPILE and t.aligner == 4:
        embarque.duels(a, b, graine, premiere, t, *sorties)
    else:
        parties(a, b, graine, premiere, t, *sorties)


@dataclass(frozen=True)
class AffrontementRapide:
    """Deux joueurs dont les parties se jouent dans le code compilé, s'il y en a un."""

    a: Recette
    b: Recette
    terrain: Terrain
    compile: bool = COMPILE

    @property
    def annonce(self) -> str:
        """Ce que l'on fait pendant la première partie."""
        prete = avance.prete("jumeaux")
        return "Lecture du code compilé" if prete else "Compilation, longue la première fois"

    def jouer(
        self, graine: int, premiere: int, coups: bytearray, gagnants: bytearray, longueurs: bytearray
    ) -> None:
        """Écrit les parties dans les trois listes, à partir du numéro `premiere`."""
        _jouer(self.a, self.b, graine, premiere, self.terrain, coups, gagnants, longueurs)


# --- les joueurs ----------------------------------------------------------------------------------


class Jumeau:
    """Ce que les deux jumeaux ont en commun : la recherche, et les tournois compilés."""

    alea: random.Random

    def recette(self, grille: Position) -> Recette:
        """Ce joueur sur cette grille, pour le code compilé ; ValueError s'il ne peut pas y jouer."""
        raise NotImplementedError

    def chercher(self, position: Position) -> tuple[float, list[int]]:
        """Le score, vu du joueur au trait, et les meilleures colonnes ; lève ValueError en fin de partie."""
        if position.finie:
            raise ValueError("La partie est finie : il n'y a plus de colonne à choisir.")
        if COMPILE and not compilable(position):
            taille = f"{position.largeur} × {position.hauteur}"
            raise ValueError(f"Une grille {taille} est trop grande pour un jumeau rapide.")
        p, q, _, t = vue(position)
        score, ensemble = chercher(self.recette(position), p, q, self.alea.getrandbits(62), t)
        return score, [x for x in range(t.largeur) if ensemble >> x & 1]

    def affronter(self, autre: object, grille: Position) -> AffrontementRapide | None:
        """De quoi jouer d'un trait des milliers de parties contre cet autre, si l'on sait les compiler."""
        if not isinstance(autre, Jumeau | JoueurRegles) or not compilable(grille):
            return None
        return AffrontementRapide(self.recette(grille), _recette(autre, grille), terrain_de(grille))

    def recevoir(self, autre: JoueurRegles, grille: Position) -> AffrontementRapide | None:
        """La même chose quand l'autre, nommé en premier, est une IA par règles."""
        if not compilable(grille):
            return None
        return AffrontementRapide(_recette(autre, grille), self.recette(grille), terrain_de(grille))


def _recette(joueur: Jumeau | JoueurRegles, grille: Position) -> Recette:
    if isinstance(joueur, Jumeau):
        return joueur.recette(grille)
    return Recette(joueur.numero, 0, 0, (0.0,) * (grille.aligner + 1))


def _au_moins_un(nom: str, valeur: int) -> None:
    if isinstance(valeur, bool) or not isinstance(valeur, int) or valeur < 1:
        raise ValueError(f"{nom} vaut {valeur!r} : un entier au moins égal à 1 est attendu.")


@dataclass(frozen=True)
class JoueurMinmax(Jumeau):
    """Le min-max du TP 2, avec ces poids et cette profondeur."""

    poids: Sequence[float]
    profondeur: int
    alea: random.Random = field(default_factory=random.Random, repr=False, compare=False)

    def __post_init__(self) -> None:
        _au_moins_un("profondeur", self.profondeur)
        poids = tuple(float(w) for w in self.poids)
        if any(map(isnan, poids)) or not poids or not isfinite(poids[0]):
            # W[0] s'ajoute et se retire pour chaque alignement vide : infini, il ne laisserait aucun score.
            raise ValueError(f"poids vaut {list(self.poids)!r:.80} : des nombres, le premier fini.")
        object.__setattr__(self, "poids", poids)

    def recette(self, grille: Position) -> Recette:
        """Ce joueur sur cette grille, pour le code compilé : un poids de plus que de pions à aligner."""
        if len(self.poids) != grille.aligner + 1:
            raise ValueError(
                f"{len(self.poids)} poids pour des alignements de {grille.aligner} : "
                f"il en faut {grille.aligner + 1}."
            )
        return Recette(MINMAX, self.profondeur, 0, tuple(self.poids))

    def __call__(self, position: Position) -> int:
        """La colonne, tirée au sort parmi les meilleures."""
        return self.alea.choice(self.chercher(position)[1])


@dataclass(frozen=True)
class JoueurAlea(Jumeau):
    """L'IA du TP 4 : k coups, puis nb parties au hasard ; à égalité, la colonne la plus à gauche."""

    nb: int
    k: int
    alea: random.Random = field(default_factory=random.Random, repr=False, compare=False)

    def __post_init__(self) -> None:
        _au_moins_un("nb", self.nb)
        _au_moins_un("k", self.k)

    def recette(self, grille: Position) -> Recette:
        """Ce joueur sur cette grille, pour le code compilé."""
        return Recette(ALEA, self.k, self.nb, (0.0,) * (grille.aligner + 1))

    def __call__(self, position: Position) -> int:
        """La colonne choisie, la plus à gauche des meilleures."""
        return self.chercher(position)[1][0]
