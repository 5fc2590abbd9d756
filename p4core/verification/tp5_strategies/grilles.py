"""Lire les tables de jetons que rend l'élève, les montrer, et en fabriquer pour les essais."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from p4core.codages import depuis_jetons, vers_jetons
from p4core.position import Case, Position
from p4core.verification import positions as pos
from p4core.verification.essais import Appelant, Epreuve, Essai, Source, juger
from p4core.verification.lecture import Malforme, entier, montrer, nommer, suite

Table = list[list[str]]
JETONS = {0: "[ ]", 1: "[O]", 2: "[X]"}
AUTRES = ((5, 4, 3), (4, 6, 4), (8, 5, 4), (6, 7, 5), (4, 4, 3))  # (largeur, hauteur, longueur à aligner)


def lire_table(valeur: Any, nom: str = "la table renvoyée") -> Table:
    """Une liste de colonnes de jetons, ou Malforme avec une phrase qui dit ce qui manque."""
    if not isinstance(valeur, list | tuple) or not all(isinstance(c, list | tuple) for c in valeur):
        raise Malforme(
            f"{nom} doit être une liste de listes, or c'est {nommer(valeur)} : {montrer(valeur, 80)}."
        )
    if not valeur or len({len(colonne) for colonne in valeur}) != 1:
        raise Malforme(f"{nom} doit avoir des colonnes de même longueur : {montrer(valeur, 80)}.")
    for j, colonne in enumerate(valeur):
        for i, jeton in enumerate(colonne):
            if not isinstance(jeton, str) or jeton not in JETONS.values():
                raise Malforme(
                    f'l[{j}][{i}] vaut {montrer(jeton, 40)} : une case contient "[ ]", "[O]" ou "[X]".'
                )
    return [list(colonne) for colonne in valeur]


def lire_colonnes(valeur: Any) -> list[int]:
    """Une liste de numéros de colonnes, rangée par ordre croissant."""
    return sorted(entier(c, "chaque colonne") for c in suite(valeur))


def en_cases(table: Table) -> list[list[int]]:
    """Les cases telles que les dessins les attendent : par colonnes, de bas en haut."""
    code = {jeton: valeur for valeur, jeton in JETONS.items()}
    return [[code[jeton] for jeton in reversed(colonne)] for colonne in table]


def differences(obtenue: Table, attendue: Table) -> list[Case]:
    """Les cases (x, y) qui diffèrent."""
    hauteur = len(attendue[0])
    couples = [(x, i) for x in range(len(attendue)) for i in range(hauteur)]
    return [(x, hauteur - 1 - i) for x, i in couples if obtenue[x][i] != attendue[x][i]]


def poser(position: Position, x: int, joueur: int) -> Position:
    """La position avec un pion de plus, même si ce n'est pas son tour ; inchangée si la colonne est "
    "pleine."""
    y = position.niveau(x)
    if y >= position.hauteur:
        return position
    pion = 1 << x * (position.hauteur + 1) + y
    un, deux = position.pions
    pions = (un | pion, deux) if joueur == 1 else (un, deux | pion)
    return Position.depuis_pions((position.largeur, position.hauteur), position.aligner, pions, 3 - joueur)


def dessinee(rangees: str, aligner: int = 4) -> Position:
    """La position dessinée par ces rangées, de haut en bas : « ...X... ..OO... » (le haut vide est omis)."""
    lignes = rangees.split()
    lignes = ["." * len(lignes[0])] * (6 - len(lignes)) + lignes
    code = {".": "[ ]", "O": "[O]", "X": "[X]"}
    table = [[code[ligne[x]] for ligne in lignes] for x in range(len(lignes[0]))]
    return depuis_jetons(table, aligner=aligner, legale=False)


def libres(position: Position) -> list[int]:
    """Les colonnes non pleines, à partir de 0."""
    return [x for x in range(position.largeur) if position.niveau(x) < position.hauteur]


def en_cours(source: Source, nombre: int, depart: Position | None = None) -> Iterator[Position]:
    """Des positions au hasard où la partie n'est pas finie."""
    return (p for p in pos.au_hasard(source.alea, source.nombre(nombre), depart) if libres(p))


def autres_tailles(source: Source, nombre: int) -> Iterator[Position]:
    """Des positions non finies sur d'autres grilles, avec d'autres longueurs à aligner."""
    for taille in AUTRES:
        yield from en_cours(source, nombre, Position(*taille))


def sous_liste(alea: random.Random, position: Position) -> list[int]:
    """Quelques colonnes jouables, numérotées à partir de 1."""
    possibles = [x + 1 for x in libres(position)]
    return sorted(alea.sample(possibles, alea.randint(1, len(possibles))))


def essai(
    nom: str,
    position: Position,
    arguments: tuple[Any, ...],
    juge: Any,
    genre: type[Essai] = Essai,
    **options: Any,
) -> Essai:
    """Un essai de nom(l, …) sur cette position, dessiné comme dans le TP."""
    montres = ", ".join(montrer(a, 60) for a in arguments)
    appel = f"{nom}(l, {montres})" if arguments else f"{nom}(l)"
    table = vers_jetons(position)
    return genre(appel, (table, *arguments), juge, position, origine=1, rangee_0_en_haut=True, **options)


@dataclass(frozen=True)
class EssaiPermissif(Essai):
    """Un essai qui ferme les yeux sur les arguments modifiés : un autre critère s'en charge."""

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Fait l'appel et juge la seule valeur rendue."""
        appel = appelant(self.arguments, delai=self.delai)
        appel.arguments = appel.apres
        return Epreuve(self, appel, juger(self, appel))
