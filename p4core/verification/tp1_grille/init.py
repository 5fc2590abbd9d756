"""init() : une grille vide, neuve à chaque appel."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from p4core.verification.essais import Appelant, Critere, Ecart, Epreuve, Essai, Question, Source
from p4core.verification.lecture import grille, montrer


def _init(source: Source) -> Iterator[Essai]:
    attendu = "7 listes de 6 zéros"
    yield Essai("init()", (), lambda appel: _grille_vide(appel.valeur), attendu=attendu)


def _grille_vide(valeur: Any) -> Ecart | None:
    cases = grille(valeur)
    pleines = [(x, y) for x in range(7) for y in range(6) if cases[x][y]]
    if pleines:
        return Ecart("La grille de départ n'est pas vide.", "des 0 partout", fautives=pleines, cases=cases)
    return None


class _Independance(Essai):
    """On joue dans la grille reçue, puis on regarde le reste et une grille neuve."""

    def derouler(self, appelant: Appelant) -> Epreuve:
        epreuve = super().derouler(appelant)
        if not epreuve.reussie:
            return epreuve
        appel = epreuve.appel
        ecart = _colonnes_liees(appel.valeur)
        neuve = appelant(())
        if ecart is None and (neuve.valeur is appel.valeur or _grille_vide(neuve.valeur)):
            ecart = Ecart(
                "Deux appels de init() donnent la même liste : jouer dans l'une joue aussi dans l'autre. "
                "Construisez la grille à l'intérieur de la fonction.",
                "une grille neuve à chaque appel",
            )
        return replace(epreuve, ecart=ecart)


def _colonnes_liees(G: Any) -> Ecart | None:
    if not isinstance(G, list) or not all(isinstance(colonne, list) for colonne in G):
        return Ecart("La grille doit être une liste de listes, pour qu'on puisse y jouer.", obtenu=montrer(G, 80))
    G[2][1] = 1
    liees = [(x, 1) for x in range(7) if G[x][1] == 1]
    if len(liees) > 1:
        return Ecart(
            "Les colonnes sont une seule et même liste répétée : après G[2][1] = 1, le pion apparaît dans "
            "toutes les colonnes. Une expression comme [[0] * 6] * 7 copie 7 fois la même liste.",
            "un seul pion, en G[2][1]",
            cases=grille(G),
            fautives=liees,
        )
    return None


def _independance(source: Source) -> Iterator[Essai]:
    yield _Independance("init()", (), lambda appel: None)


QUESTION = Question(
    "init",
    "init()",
    (
        Critere("7 listes de 6 zéros", 1, _init),
        Critere("des listes indépendantes, neuves à chaque appel", 1, _independance),
    ),
    (
        "La grille est une liste de colonnes : combien de colonnes, et combien de cases dans chacune ?",
        "Commencez par fabriquer UNE colonne vide ; il en faut ensuite 7, toutes différentes en mémoire.",
        "Une liste en compréhension, [ … for x in range(7)], évalue son expression à chaque tour : "
        "chaque colonne est alors une liste neuve.",
    ),
)
