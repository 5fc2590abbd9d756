"""Les six IA par règles du TP 5, sur des bitboards : un seul texte, compilé par numba quand il est là.

Une règle lit `p`, les pions du joueur au trait, `q`, ceux de l'autre, et le terrain `t` ; elle rend un
ensemble de cases (un bit chacune, comme dans Position) ou de colonnes (le bit x pour la colonne x).
`candidats` dit entre quelles colonnes une IA tire au sort, et `parties` joue des milliers de parties."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from p4core.ia import avance, embarque
from p4core.ia.compilation import COMPILE, compiler, integrer
from p4core.jeu import Position

HASARD, IA11, IA12, IA13, IA14, IA2, IA3, IA14C = range(8)  # les numéros des règles
BITS = 63  # au-delà, la grille ne tient plus dans un entier du code compilé


# --- le terrain -----------------------------------------------------------------------------------


class Terrain(NamedTuple):
    """Ce que les règles savent de la grille : ses dimensions et quelques masques."""

    largeur: int
    hauteur: int
    aligner: int
    fond: int  # la rangée du bas
    plein: int  # toutes les cases
    descendantes: int  # les cases des diagonales assez longues pour un alignement
    montantes: int


def terrain_de(position: Position) -> Terrain:
    """Le terrain de cette position."""
    return _terrain(position.largeur, position.hauteur, position.aligner)


@lru_cache(maxsize=64)
def _terrain(largeur: int, hauteur: int, aligner: int) -> Terrain:
    fond = sum(1 << x * (hauteur + 1) for x in range(largeur))
    plein = fond * ((1 << hauteur) - 1)
    diagonales = (_longues(largeur, hauteur, aligner, sens) for sens in (-1, 1))
    return Terrain(largeur, hauteur, aligner, fond, plein, *diagonales)


def _longues(largeur: int, hauteur: int, aligner: int, sens: int) -> int:
    """Les cases dont la diagonale, montante (1) ou descendante (−1), a au moins `aligner` cases."""
    masque = 0
    for x in range(largeur):
        for y in range(hauteur):
            dessus, dessous = (hauteur - 1 - y, y)[::sens]
            if 1 + min(largeur - 1 - x, dessus) + min(x, dessous) >= aligner:
                masque |= 1 << x * (hauteur + 1) + y
    return masque


def compilable(position: Position) -> bool:
    """Cette grille tient-elle dans les entiers du code compilé ?"""
    largeur, hauteur, aligner = position.largeur, position.hauteur, position.aligner
    # Les décalages vont jusqu'à aligner fois le pas le plus long.
    return largeur * (hauteur + 1) < BITS and (aligner - 1) * (hauteur + 2) < BITS and aligner < 16


# --- lire la grille : cases accessibles, menaces, suites et fenêtres ------------------------------


@integrer
def accessibles(p: int, q: int, t: Terrain) -> int:
    """Les cases où un pion tomberait."""
    return (p | q) + t.fond & t.plein


@integrer
def menaces(p: int, q: int, t: Terrain) -> int:
    """Les cases vides qui complètent un alignement de p."""
    trouvees, n, h, plein = 0, t.aligner, t.hauteur, t.plein
    for pas in (1, h, h + 1, h + 2):
        avant = plein  # les cases précédées de `rang` pions de p
        for rang in range(n):
            complete = avant
            for k in range(1, n - rang):
                complete &= p >> k * pas
            trouvees |= complete
            avant = (avant & p) << pas & plein
    return trouvees & ~(p | q)


@integrer
def places(p: int, q: int, zone: int, t: Terrain) -> tuple[int, int]:
    """Le plus de pions de p dans une fenêtre sans q autour d'une case de la zone, et les cases qui l'ont."""
    n, h, ouvertes, mieux, cases = t.aligner, t.hauteur, t.plein & ~q, 0, zone
    for pas in (1, h, h + 1, h + 2):
        libres = ouvertes
        a, b, c, d = 0, 0, 0, 0  # le compte de chaque fenêtre, un entier par chiffre binaire
        for k in range(n):
            libres &= ouvertes >> k * pas
            a, r = a ^ p >> k * pas, a & p >> k * pas
            b, r = b ^ r, b & r
            c, r = c ^ r, c & r
            d ^= r
        k = n - 1
        while k >= max(mieux, 1):
            egales = libres
            egales &= a if k & 1 else ~a
            egales &= b if k & 2 else ~b
            egales &= c if k & 4 else ~c
            egales &= d if k & 8 else ~d
            touchees = 0
            for i in range(n):
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
def maxi(p: int, t: Terrain) -> int:
    """La plus grande suite, sans compter les diagonales trop courtes pour un alignement."""
    h = t.hauteur
    droites = max(suite(p, 1), suite(p, h + 1))
    return max(droites, suite(p & t.descendantes, h), suite(p & t.montantes, h + 2))


@integrer
def case_de(x: int, cases: int, t: Terrain) -> int:
    """La case de la colonne x parmi celles données."""
    return cases & ((1 << t.hauteur) - 1) << x * (t.hauteur + 1)


@integrer
def colonnes(cases: int, t: Terrain) -> int:
    """L'ensemble des colonnes de ces cases."""
    ensemble = 0
    for x in range(t.largeur):
        if case_de(x, cases, t):
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


# --- les règles -----------------------------------------------------------------------------------


@integrer
def piege_en(pion: int, p: int, q: int, t: Terrain) -> bool:
    """Si q joue ce pion, menace-t-il deux cases que p ne peut pas boucher toutes les deux ?"""
    q |= pion
    jouables = accessibles(p, q, t)
    gagne = menaces(q, p, t)
    une = premiere(gagne & jouables)
    while une:
        reste = gagne & (jouables & ~une | une << 1)
        verticale = une == pion << 1
        if verticale and suite(q | une, 1) < maxi(q | une, t):
            reste = 0  # au-dessus de soi-même, seule une suite verticale compte
        if reste:
            # Le sujet écarte un piège dont les trois colonnes sont la même.
            meme = verticale and premiere(reste) == pion << 2
            return not meme
        une = premiere(gagne & jouables & ~(une - 1) & ~une)
    return False


@integrer
def piege(p: int, q: int, bonnes: int, t: Terrain) -> int:
    """La dernière colonne permise où q ferait un piège accessible, seule, ou rien."""
    x = t.largeur - 1
    while x >= 0:
        pion = case_de(x, bonnes, t)
        if pion and piege_en(pion, p, q, t):
            return 1 << x
        x -= 1
    return 0


@integrer
def piege2(p: int, q: int, jouables: int, t: Terrain) -> int:
    """La première colonne où q ferait deux menaces l'une sur l'autre, encore inaccessibles, ou rien."""
    for x in range(t.largeur):
        pion = case_de(x, jouables, t)
        if pion:
            hautes = menaces(q | pion, p, t) & ~accessibles(p, q | pion, t)
            if hautes & hautes >> 1:
                return 1 << x
    return 0


@integrer
def meilleures(numero: int, p: int, q: int, bonnes: int, t: Terrain) -> int:
    """Les colonnes permises qui forment la plus grande ligne : suites (IA 1.1) ou fenêtres (les autres)."""
    mieux, ensemble = 0, 0
    for x in range(t.largeur):
        pion = case_de(x, bonnes, t)
        if pion:
            ligne = (
                maxi(p | pion, t) if numero == IA11 else places(p | pion, q, t.plein & ~(p | q | pion), t)[0]
            )
            if ligne > mieux:
                mieux, ensemble = ligne, 0
            if ligne == mieux and mieux > 0:
                ensemble |= 1 << x
    return ensemble


@integrer
def sans_double(ensemble: int, p: int, q: int, jouables: int, faute: bool, t: Terrain) -> int:
    """slc4 : retire les colonnes qui donnent deux menaces à q ; avec la faute du sujet, saute la suivante."""
    saut = False
    for x in range(t.largeur):
        if not ensemble >> x & 1:
            continue
        if saut:
            saut = False
            continue
        pion = case_de(x, jouables, t)
        doubles = menaces(q | pion << 1 & t.plein, p | pion, t)
        if doubles & doubles - 1:
            ensemble ^= 1 << x
            saut = faute
    return ensemble


@integrer
def selection(numero: int, p: int, q: int, jouables: int, bonnes: int, t: Terrain) -> int:
    """Les colonnes de slc1, slc2, slc3 ou slc4."""
    toutes = colonnes(jouables, t)
    ensemble = meilleures(numero, p, q, bonnes, t)
    if numero <= IA12:
        return ensemble if ensemble else toutes
    if not ensemble:
        ensemble = colonnes(bonnes, t) if bonnes else toutes
    if numero in (IA14, IA14C):
        ensemble = sans_double(ensemble, p, q, jouables, numero == IA14, t)
    return ensemble if ensemble else toutes


@integrer
def interet(p: int, q: int, jouables: int, bonnes: int, t: Terrain) -> int:
    """Les cases de l'IA 2, par intérêt décroissant."""
    vides = t.plein & ~(p | q)
    moi, miennes = places(p, q, vides, t)
    lui, siennes = places(q, p, vides, t)
    for seuil in (2, 1):
        if moi >= seuil and miennes & bonnes:
            return miennes & bonnes
        if lui >= seuil and siennes & bonnes:
            return siennes & bonnes
    return bonnes if bonnes else jouables


@integrer
def imitation(p: int, q: int, dernier: int, jouables: int, bonnes: int, t: Terrain) -> int:
    """Les cases de l'IA 3 : au-dessus du dernier pion adverse, sinon les lignes les plus fournies."""
    au_dessus = case_de(dernier, bonnes, t) if dernier >= 0 else 0
    if au_dessus:
        return au_dessus
    meilleures_cases = places(p, q, jouables, t)[1] & bonnes
    if meilleures_cases:
        return meilleures_cases
    return bonnes if bonnes else jouables


@integrer
def candidats(numero: int, p: int, q: int, dernier: int, t: Terrain) -> int:
    """Les colonnes entre lesquelles l'IA tire au sort ; p est au trait, `dernier` la colonne de q (ou −1)."""
    jouables = accessibles(p, q, t)
    if numero == HASARD:
        return colonnes(jouables, t)
    contre = menaces(q, p, t)
    urgentes = menaces(p, q, t) & jouables
    if not urgentes:
        urgentes = contre & jouables
    if urgentes:
        return colonnes(premiere(urgentes), t)
    bonnes = permises(jouables, contre)
    if numero == IA2:
        return colonnes(interet(p, q, jouables, bonnes, t), t)
    parade = piege(p, q, bonnes, t)
    if not parade:
        parade = piege2(p, q, jouables, t)
    if parade:
        return parade
    if numero == IA3:
        return colonnes(imitation(p, q, dernier, jouables, bonnes, t), t)
    return selection(numero, p, q, jouables, bonnes, t)


candidats_rapides = compiler(candidats)


# --- des parties entières, avec leur propre hasard : le même, compilé ou non ----------------------


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
def une_partie(un: int, deux: int, alea: int, t: Terrain, coups: bytearray, debut: int) -> tuple[int, int]:
    """Joue une partie, écrit ses coups à partir de `debut` et rend (gagnant, longueur)."""
    rien = 0 * t.largeur  # 0 et -1 auraient chacun son type : numba compilerait `candidats` trois fois
    p, q, dernier, cases = rien, rien, rien - 1, t.largeur * t.hauteur
    for rang in range(cases):
        alea = suivant(alea)
        numero = deux if rang & 1 else un
        dernier = tirer(candidats(numero, p, q, dernier, t), alea)
        pion = case_de(dernier, accessibles(p, q, t), t)
        coups[debut + rang] = dernier
        if pion & menaces(p, q, t):
            return 1 + (rang & 1), rang + 1
        p, q = q, p | pion
    return 0, cases


@integrer
def jouer_parties(
    a: int,
    b: int,
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


@compiler
def parties(
    a: int,
    b: int,
    graine: int,
    premiere: int,
    t: Terrain,
    coups: bytearray,
    gagnants: bytearray,
    longueurs: bytearray,
) -> None:
    """Joue len(gagnants) parties à partir du numéro `premiere` ; a commence celles de numéro pair."""
    jouer_parties(a, b, graine, premiere, len(gagnants), t, coups, gagnants, longueurs)


parties_en_python = getattr(parties, "py_func", parties)
# Sans numba, dans un navigateur, les mêmes règles sont déjà compilées en WebAssembly.
parties_rapides = embarque.parties if embarque.present() and not COMPILE else parties


# --- les joueurs ----------------------------------------------------------------------------------


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

    def affronter(self, autre: object, grille: Position) -> Any:
        """De quoi jouer d'un trait des milliers de parties contre cet autre, si l'on sait les compiler."""
        if not isinstance(autre, JoueurRegles):  # un joueur d'une autre sorte sait peut-être le faire
            return autre.recevoir(self, grille) if hasattr(autre, "recevoir") else None
        return Affrontement(self.numero, autre.numero, terrain_de(grille)) if compilable(grille) else None


@dataclass(frozen=True)
class Affrontement:
    """Deux IA par règles dont les parties se jouent dans le code compilé, s'il y en a un."""

    a: int
    b: int
    terrain: Terrain
    compile: bool = COMPILE

    @property
    def annonce(self) -> str:
        """Ce que l'on fait pendant la première partie."""
        if avance.disponible("regles"):
            return "Lecture du code compilé"
        return "Compilation à côté, premières parties en Python"

    def jouer(
        self, graine: int, premiere: int, coups: bytearray, gagnants: bytearray, longueurs: bytearray
    ) -> None:
        """Écrit les parties dans les trois listes, à partir du numéro `premiere` ; en Python, une par une,
        tant que le code n'est pas compilé : ce sont les mêmes."""
        cases, faites = self.terrain.largeur * self.terrain.hauteur, 0
        while faites < len(gagnants):
            compilees = avance.disponible("regles")
            n = len(gagnants) - faites if compilees else 1
            lot = bytearray(n * cases), bytearray(n), bytearray(n)
            jouees = parties_rapides if compilees else parties_en_python
            jouees(self.a, self.b, graine, premiere + faites, self.terrain, *lot)
            coups[faites * cases : (faites + n) * cases] = lot[0]
            gagnants[faites : faites + n], longueurs[faites : faites + n] = lot[1:]
            faites += n


def vue(position: Position) -> tuple[int, int, int, Terrain]:
    """Ce que les règles lisent d'une position : (pions au trait, autres pions, dernière colonne, terrain)."""
    un, deux = position.pions if position.trait == 1 else position.pions[::-1]
    dernier = position.historique[-1] if position.historique else -1
    return un, deux, dernier, terrain_de(position)


_NUMEROS = {"1.1": IA11, "1.2": IA12, "1.3": IA13, "1.4": IA14, "2": IA2, "3": IA3}
IA_REGLES = {nom: JoueurRegles(nom, numero) for nom, numero in _NUMEROS.items()}
AU_HASARD = JoueurRegles("hasard", HASARD)
IA_CORRIGEE = JoueurRegles("1.4 corrigée", IA14C)  # la 1.4 sans la faute du sujet, hors des six
