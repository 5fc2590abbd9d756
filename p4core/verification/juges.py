"""Des juges tout faits, communs aux TP."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from p4core.codages import CodageInvalide, depuis_colonnes
from p4core.execution import Appel
from p4core.position import Position
from p4core.verification.essais import Critere, Ecart, Essai, Question
from p4core.verification.lecture import Malforme, grille, meme, montrer, nombre

Juge = Callable[[Appel], Ecart | None]


def egal(attendu: Any, lire: Callable[[Any], Any], phrase: str = "Le résultat n'est pas le bon.") -> Juge:
    """La valeur lue doit être celle attendue, aux arrondis près."""

    def juge(appel: Appel) -> Ecart | None:
        if meme(lire(appel.valeur), attendu):
            return None
        return Ecart(phrase, montrer(attendu), montrer(appel.valeur))

    return juge


def reponse(nom: str, juge: Callable[[Any], str | None], indices: tuple[str, ...]) -> Question:
    """Une question dont la réponse est une valeur ; `juge` dit ce qui ne va pas, sans donner la réponse."""

    def juger(appel: Appel) -> Ecart | None:
        phrase = juge(appel.valeur)
        return Ecart(phrase, obtenu=montrer(appel.valeur)) if phrase else None

    essai = Essai(nom, (), juger)
    return Question(nom, nom, (Critere("la réponse", 1, lambda source: [essai]),), indices)


def valeur_entiere(
    attendu: int, phrase: str = "Ce n'est pas ce nombre.", connues: Mapping[int, str] | None = None
) -> Callable[[Any], str | None]:
    """Le juge d'une réponse qui est un entier ; `connues` dit d'où viennent certaines réponses fausses."""

    def juge(valeur: Any) -> str | None:
        try:
            lue = nombre(valeur, "la réponse")
        except Malforme as defaut:
            return f"{str(defaut)[0].upper()}{str(defaut)[1:]}"
        return None if lue == attendu else (connues or {}).get(int(lue) if lue % 1 == 0 else -1, phrase)

    return juge


def position_finale(valeur: Any) -> tuple[Position | None, Ecart | None]:
    """La position d'une grille de fin de partie (codage colonnes), ou pourquoi elle n'en est pas une."""
    cases = grille(valeur)
    try:
        position = depuis_colonnes(cases)
    except CodageInvalide:
        return None, _grille_impossible(cases)
    return position, _partie_mal_finie(position, cases)


def _grille_impossible(cases: list[list[int]]) -> Ecart:
    flottants = [(x, y) for x in range(7) for y in range(1, 6) if cases[x][y] and not cases[x][y - 1]]
    un, deux = (sum(colonne.count(joueur) for colonne in cases) for joueur in (1, 2))
    if flottants:
        phrase = "Dans la grille renvoyée, un pion flotte : il n'est pas tombé jusqu'en bas de sa colonne."
        return Ecart(phrase, fautives=flottants, cases=cases)
    if un not in (deux, deux + 1):
        phrase = (
            f"La grille renvoyée contient {un} pions 1 et {deux} pions 2 : "
            "les joueurs ne jouent pas tour à tour"
            + (", ou le joueur 1 n'a pas commencé." if deux == un + 1 else ".")
        )
        return Ecart(phrase, "autant de pions 1 que de 2, ou un de plus", f"{un} et {deux}", cases=cases)
    phrase = "La partie a continué après une victoire : elle doit s'arrêter au premier alignement."
    return Ecart(phrase, cases=cases)


def _partie_mal_finie(position: Position, cases: list[list[int]]) -> Ecart | None:
    if not position.finie:
        return Ecart(
            "La partie s'arrête trop tôt : personne n'a gagné et il reste des cases libres.",
            "une victoire ou une grille pleine",
            f"{position.nb_coups} pions, pas de gagnant",
            cases=cases,
        )
    if position.gagnant and not _dernier_coup_gagnant(position):
        return Ecart(
            "La partie a continué après une victoire : aucun dernier coup ne peut avoir donné cette grille.",
            cases=cases,
            fautives=position.alignement,
        )
    return None


def _dernier_coup_gagnant(position: Position) -> bool:
    """Peut-on enlever un pion du gagnant, en haut d'une colonne, pour qu'il n'ait pas encore gagné ?"""
    for x in range(position.largeur):
        y = position.niveau(x) - 1
        if y >= 0 and position.case(x, y) == position.gagnant:
            pion = 1 << x * (position.hauteur + 1) + y
            un, deux = position.pions
            avant = Position.depuis_pions(
                (position.largeur, position.hauteur),
                position.aligner,
                (un & ~pion, deux & ~pion),
                position.gagnant,
            )
            if not avant.gagnant:
                return True
    return False
