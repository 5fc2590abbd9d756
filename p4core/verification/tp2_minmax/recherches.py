"""Des essais de minmax(G, j, W, p) et leurs jugements."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from math import inf
from typing import Any

from p4core.codages import vers_colonnes
from p4core.execution import Appel
from p4core.position import Case, Position
from p4core.recherche import minmax, presque_egaux
from p4core.verification.essais import Appelant, Ecart, Epreuve, Essai, juger
from p4core.verification.lecture import Malforme, case, couple, grille, montrer, nombre
from p4core.verification.tp2_minmax.commun import W1, Poids, cellules, ecrire
from p4core.verification.tp2_minmax.tirage import Tirage, equitable

DELAI = 4.0
Juge = Callable[[Appel], Ecart | None]
Jugement = Callable[[float, list[Case]], Juge]  # selon le score attendu et les meilleurs coups


@dataclass(frozen=True)
class Recherche(Essai):
    """Un appel de minmax ; une grille modifiée est l'affaire d'un autre critère."""

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Juge le résultat seul ; une exception est un écart comme un autre, que l'on peut expliquer."""
        appel = appelant(self.arguments, delai=self.delai)
        ecart = juger(self, replace(appel, apres=appel.arguments))
        if ecart and ecart.cause == "exception":
            ecart = replace(ecart, cause="valeur")
        return Epreuve(self, appel, ecart)


@dataclass(frozen=True)
class Intacte(Recherche):
    """Un appel de minmax après lequel on ne regarde que la grille."""

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Compare la grille avant et après, quel que soit le résultat."""
        epreuve = super().derouler(appelant)
        if epreuve.ecart and epreuve.appel.valeur is None:
            return epreuve
        return replace(epreuve, ecart=ecart_grille(epreuve.appel))


def ecart_grille(appel: Appel) -> Ecart | None:
    """Ce qui a changé dans la grille donnée."""
    if not appel.modifies:
        return None
    phrase = (
        "Après l'appel, la grille n'est plus celle d'avant : minmax doit la rendre comme elle l'a trouvée."
    )
    attendu, avant = "la grille d'avant l'appel", appel.arguments[0]
    try:
        apres = grille(appel.apres[0])
    except Malforme as defaut:
        return Ecart(f"{phrase} Maintenant, {defaut}", attendu, "ce n'est plus une grille")
    changees = [(x, y) for x in range(7) for y in range(6) if avant[x][y] != apres[x][y]]
    obtenu = "1 case changée" if len(changees) == 1 else f"{len(changees)} cases changées"
    return Ecart(phrase, attendu, obtenu, changees, apres)


def _commun(position: Position, poids: Poids, p: int, score: float) -> dict[str, Any]:
    """Ce qu'ont tous les essais de minmax."""
    j = position.trait
    return {
        "appel": f"minmax(G, {ecrire(j, poids, p)})",
        "arguments": (vers_colonnes(position), j, poids, p),
        "position": position,
        "contexte": {"position": position, "poids": poids, "p": p, "score": score},
        "delai": DELAI,
    }


def fabriquer(position: Position, poids: Poids, p: int, jugement: Jugement, *marques: str) -> Recherche:
    """L'essai de minmax dans cette position, pour le joueur au trait."""
    score, colonnes = minmax(position, poids, p)
    meilleurs = cellules(position, colonnes)
    if score == -inf and meilleurs:
        marques += ("tout perdu",)
    attendu = montrer((score, meilleurs[0] if meilleurs else None))
    if len(meilleurs) > 1:
        attendu = f"({montrer(score)}, l'un de {montrer(meilleurs)})"
    return Recherche(
        **_commun(position, poids, p, score),
        juge=jugement(score, meilleurs),
        etiquettes=frozenset({*marques, f"joueur {position.trait}"}),
        attendu=attendu,
    )


def intacte(position: Position, poids: Poids, p: int) -> Intacte:
    """L'essai où seule compte la grille."""
    essai = fabriquer(position, poids, p, lambda score, meilleurs: lambda appel: None)
    return Intacte(**{champ.name: getattr(essai, champ.name) for champ in fields(essai)})


def tirage(position: Position, p: int, repetitions: int) -> Tirage:
    """La série d'essais où chaque meilleur coup doit sortir."""
    score, colonnes = minmax(position, W1, p)
    meilleurs = cellules(position, colonnes)
    return Tirage(
        **_commun(position, W1, p, score),
        juge=juge_coup(score, meilleurs),
        repetitions=repetitions,
        ensemble=equitable(meilleurs),
    )


def juge_score(score: float, meilleurs: list[Case]) -> Juge:
    """Le score, sans regarder le coup."""

    def juge(appel: Appel) -> Ecart | None:
        obtenu = nombre(couple(appel.valeur)[0], "le score")
        if presque_egaux(obtenu, score):
            return None
        return Ecart("Le score n'est pas le bon.", f"un score de {montrer(score)}", montrer(appel.valeur))

    return juge


def juge_coup(score: float, meilleurs: list[Case]) -> Juge:
    """Le coup, sans regarder le score : n'importe lequel des meilleurs."""
    attendu = f"l'un des coups {montrer(meilleurs)}" if len(meilleurs) > 1 else f"le coup {meilleurs[0]}"

    def juge(appel: Appel) -> Ecart | None:
        coup = couple(appel.valeur)[1]
        obtenu = montrer(appel.valeur)
        if coup is None:
            return Ecart("Aucun coup n'est renvoyé, alors que la partie n'est pas finie.", attendu, obtenu)
        x, y = case(coup)
        if (x, y) in meilleurs:
            return None
        dedans = [(x, y)] if 0 <= x < 7 and 0 <= y < 6 else []
        return Ecart(f"Le coup {(x, y)} n'est pas l'un des meilleurs.", attendu, obtenu, dedans)

    return juge


def juge_arret(score: float, meilleurs: list[Case]) -> Juge:
    """(utilite(G, j, W), None) : la recherche n'a plus rien à chercher."""

    def juge(appel: Appel) -> Ecart | None:
        obtenu, coup = couple(appel.valeur)
        if coup is None and presque_egaux(nombre(obtenu, "le score"), score):
            return None
        phrase = (
            "Quand la recherche s'arrête, le score est utilite(G, j, W)."
            if coup is None
            else "La recherche doit s'arrêter ici : il n'y a pas de coup à renvoyer."
        )
        return Ecart(phrase, montrer((score, None)), montrer(appel.valeur))

    return juge
