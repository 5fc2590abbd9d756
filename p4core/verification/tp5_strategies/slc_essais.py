"""Des tables et des listes de colonnes où faire une sélection, et de quoi juger les réponses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from p4core.execution import Appel
from p4core.position import Position
from p4core.verification.diagnostics import modele, seulement
from p4core.verification.essais import Ecart, Erreur, Essai, Source
from p4core.verification.tp5_strategies.grilles import (
    JETONS,
    autres_tailles,
    dessinee,
    en_cours,
    essai,
    libres,
    lire_colonnes,
    sous_liste,
)
from p4core.verification.tp5_strategies.lignes import permise
from p4core.verification.tp5_strategies.listcolok import comparer, dangereuses
from p4core.verification.tp5_strategies.selections import apports, double, retenues, selection

Colonnes = Callable[[Position, list[int], int], list[int]]


Cas = tuple[Position, list[int], int]  # position, lcj, joueur


# Toutes les colonnes y donnent une suite de 3 à [O], mais trois seulement une ligne qui peut encore servir.
EXEMPLE = "...X... ..OOX.. .XXOO.. OOOXX.."


# Fins de partie où les colonnes permises n'apportent plus rien, et où une autre est à éviter.
_FINS = (
    ("12473474342147311711736473356652665655", (2, 5), 1),
    ("631167364764153424551231126353757725464", (2, 7), 1),
    ("174174475412175672721154223245565633336", (3, 6), 2),
    ("132134533431311674514525676466645727522", (2, 7), 1),
    ("12713745561112327734674157562224654645", (3, 6), 2),
    ("32734417512226611336432325746475576467", (1, 5), 2),
)


def jouables(position: Position) -> list[int]:
    return [x + 1 for x in libres(position)]


def fins() -> Iterator[Cas]:
    return ((Position.depuis_coups(coups), list(lcj), joueur) for coups, lcj, joueur in _FINS)


def habituels(source: Source) -> Iterator[Cas]:
    exemple = dessinee(EXEMPLE)
    yield exemple, jouables(exemple), 1
    for coups in ("", "4", "44", "4453"):
        p = Position.depuis_coups(coups)
        yield p, jouables(p), p.trait
    yield from ((p, jouables(p), p.trait) for p in en_cours(source, 25))
    yield from ((p, jouables(p), joueur) for p, joueur in dangereuses(source, 20))


def parmi(source: Source) -> Iterator[Cas]:
    yield from ((p, sous_liste(source.alea, p), source.alea.choice((1, 2))) for p in en_cours(source, 30))


def replis(source: Source) -> Iterator[Cas]:
    """Aucune des colonnes proposées n'est permise."""
    for p, joueur in dangereuses(source, 60):
        yield p, [c for c in jouables(p) if not permise(p, c - 1, joueur)], joueur


def ailleurs(source: Source) -> Iterator[Cas]:
    yield from ((p, jouables(p), p.trait) for p in autres_tailles(source, 5))


def autorisees(position: Position, lcj: list[int], joueur: int) -> list[int]:
    return [c for c in lcj if permise(position, c - 1, joueur)]


def variantes(attendues: Colonnes) -> Colonnes:
    """Quand rien n'apporte rien, ne garder que les colonnes permises est aussi raisonnable que tout "
    "garder."""

    def autre(p: Position, lcj: list[int], j: int) -> list[int]:
        return attendues(p, lcj, j) if any(apports(p, lcj, j).values()) else autorisees(p, lcj, j) or lcj

    return autre


def _rien(cas: Cas) -> bool:
    """Aucune colonne n'est permise."""
    return not autorisees(*cas)


def _rien_sans_double(cas: Cas) -> bool:
    """Toutes les colonnes de slc3 donnent une double menace."""
    position, _, joueur = cas
    return all(double(position, c, joueur) for c in retenues(*cas))


def _essai(nom: str, cas: Cas, attendues: Colonnes, autres: Colonnes, *etiquettes: str) -> Essai:
    position, lcj, joueur = cas
    prevues, admises = attendues(*cas), sorted(autres(*cas))

    def juge(appel: Appel) -> Ecart | None:
        obtenues = lire_colonnes(appel.valeur)
        return None if obtenues == admises else comparer(obtenues, prevues, appel)

    return essai(
        nom,
        position,
        (lcj, JETONS[joueur], 0, position.aligner),
        juge,
        attendu=prevues,
        contexte={"lcj": lcj, "joueur": joueur},
        etiquettes=frozenset(etiquettes),
        delai=5.0,
    )


def critere(
    nom: str,
    attendues: Colonnes,
    cas: Callable[[Source], Iterable[Cas]],
    *,
    autres: Colonnes | None = None,
    repli: bool = False,
) -> Callable[[Source], Iterator[Essai]]:
    """Les essais de ces cas ; ceux où il faut se rabattre sur lcj ont leur propre critère."""
    rien = _rien_sans_double if nom == "slc4_corrigee" else _rien
    etiquettes = ("repli",) if repli else ()
    return lambda source: (
        _essai(nom, c, attendues, autres or attendues, *etiquettes) for c in cas(source) if rien(c) == repli
    )


def version(phrase: str, fausse: Callable[[Position, list[int], int], Iterable[int]]) -> Erreur:
    """L'erreur d'une fonction qui rendrait partout `fausse(position, lcj, joueur)`."""

    def valeur(essai: Essai) -> list[int]:
        assert essai.position is not None
        return sorted(fausse(essai.position, essai.contexte["lcj"], essai.contexte["joueur"]))

    return modele(phrase, valeur, lire_colonnes)


_REPLI = "Quand aucune colonne ne convient, la liste ne doit pas rester vide : renvoyez alors lcj."


INDEPENDANTES = (
    version("Vous renvoyez toujours lcj, sans rien choisir.", lambda p, lcj, j: lcj),
    version("Votre liste est toujours vide.", lambda p, lcj, j: []),
    version(
        "Vos colonnes commencent à 0 : elles sont numérotées à partir de 1.",
        lambda p, lcj, j: [c - 1 for c in selection(p, lcj, j)],
    ),
    seulement("repli", _REPLI),
)


BASE = ("ajouter", "inv", "maxi", "listcolok", "nbjetons", "maxixloc", "maxix", "maxixplaces")
