"""Des parties entières entre deux IA du noyau, avec leur propre hasard : le même, compilé ou non."""

from __future__ import annotations

from p4core.regles.choix import candidats_rapides
from p4core.regles.compilation import compiler, integrer
from p4core.regles.lignes import Jeu, accessibles, case_de, menaces

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
