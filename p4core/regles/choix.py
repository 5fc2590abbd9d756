"""Les règles des six IA du TP 5 : un seul texte, compilé par numba quand il est là.

Un ensemble de colonnes est un entier dont le bit x vaut 1 si la colonne x en fait partie. Toutes les règles
du sujet s'écrivent avec les menaces : jouer en x est permis si la case du dessus n'est pas une menace
adverse ; un piège est un coup adverse qui en crée deux, jouables ensemble ou posées l'une sur l'autre.
"""

from __future__ import annotations

from p4core.regles.compilation import compiler, integrer
from p4core.regles.lignes import (
    Jeu,
    accessibles,
    case_de,
    colonnes,
    maxi,
    menaces,
    permises,
    places,
    premiere,
    suite,
)

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
