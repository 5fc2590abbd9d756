"""slc4_corrigee : la sélection qui retire les colonnes à double menace, sans la faute du sujet."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from p4core.position import Position
from p4core.verification.essais import Critere, Question, Source
from p4core.verification.tp5_strategies.aides import aides
from p4core.verification.tp5_strategies.grilles import (
    en_cours,
    poser,
)
from p4core.verification.tp5_strategies.lignes import places
from p4core.verification.tp5_strategies.selections import double, retenues, sans_double, selection
from p4core.verification.tp5_strategies.slc_essais import (
    BASE,
    INDEPENDANTES,
    Cas,
    Colonnes,
    ailleurs,
    critere,
    habituels,
    jouables,
    parmi,
    replis,
    version,
)


def _en_sautant(p: Position, lcj: list[int], j: int) -> list[int]:
    """Après chaque colonne retirée, la suivante échappe à l'examen."""
    gardees, saut = [], False
    for c in retenues(p, lcj, j):
        fautive = double(p, c, j) and not saut
        if not fautive:
            gardees.append(c)
        saut = fautive
    return gardees or lcj


def _au_moins(nombre: int, seuil: int) -> Colonnes:
    """Une autre idée de la double menace : `nombre` places au moins, à `seuil` jetons de l'alignement."""

    def fausse(p: Position, lcj: list[int], j: int) -> list[int]:
        gardees = []
        for c in retenues(p, lcj, j):
            mieux, cases = places(poser(poser(p, c - 1, j), c - 1, 3 - j), 3 - j)
            if not (mieux >= p.aligner - seuil and len(cases) >= nombre):
                gardees.append(c)
        return gardees or lcj

    return fausse


def _double_sur(apres: Callable[[Position, int, int], Position], de_l_autre: bool) -> Colonnes:
    def fausse(p: Position, lcj: list[int], j: int) -> list[int]:
        gardees = []
        for c in retenues(p, lcj, j):
            mieux, cases = places(apres(p, c - 1, j), 3 - j if de_l_autre else j)
            if not (mieux == p.aligner - 1 and len(cases) >= 2):
                gardees.append(c)
        return gardees or lcj

    return fausse


_ERREURS_SLC4 = (
    version(
        "Vous retirez encore des éléments de la liste que la boucle parcourt : après chaque retrait, la "
        "colonne "
        "suivante n'est pas examinée.",
        _en_sautant,
    ),
    version("Vous renvoyez ce que donne slc3, sans rien retirer.", retenues),
    version(
        "Vous gardez les colonnes à double menace et retirez les autres : c'est l'inverse.",
        lambda p, lcj, j: [c for c in retenues(p, lcj, j) if double(p, c, j)] or lcj,
    ),
    version(
        "Quand il ne reste aucune colonne, vous renvoyez celles de slc3 : l'énoncé demande lcj.",
        lambda p, lcj, j: [c for c in retenues(p, lcj, j) if not double(p, c, j)] or retenues(p, lcj, j),
    ),
    version(
        "Une seule place suffit pour que vous retiriez la colonne : il en faut au moins deux.",
        _au_moins(1, 1),
    ),
    version("Il vous faut trois places pour retirer une colonne : deux suffisent.", _au_moins(3, 1)),
    version(
        "Vous retirez une colonne même quand il manque plus d'une case à l'adversaire : maxix doit "
        "valoir g - 1.",
        _au_moins(2, 99),
    ),
    version(
        "Vous oubliez la réponse de l'adversaire : il faut jouer inv(t) au-dessus avant de compter.",
        _double_sur(poser, de_l_autre=True),
    ),
    version(
        "Vous comptez vos propres places : ce sont celles de l'adversaire, inv(t), qui menacent.",
        _double_sur(lambda p, x, j: poser(poser(p, x, j), x, 3 - j), de_l_autre=False),
    ),
    version(
        "Vous partez de lcj : ce sont les colonnes de slc3 qu'il faut examiner.",
        lambda p, lcj, j: [c for c in lcj if not double(p, c, j)] or lcj,
    ),
    version(
        "Vous partez de slc2 : ce sont les colonnes de slc3 qu'il faut examiner.",
        lambda p, lcj, j: [c for c in selection(p, lcj, j) if not double(p, c, j)] or lcj,
    ),
    version(
        "Vous vous arrêtez après la première colonne retirée : il faut examiner toutes les colonnes.",
        lambda p, lcj, j: _une_seule_retiree(p, lcj, j),
    ),
    *INDEPENDANTES,
)


def _une_seule_retiree(p: Position, lcj: list[int], j: int) -> list[int]:
    choisies = retenues(p, lcj, j)
    retiree = next((c for c in choisies if double(p, c, j)), 0)
    return [c for c in choisies if c != retiree] or lcj


def _a_retirer(source: Source) -> Iterator[Cas]:
    """Des positions où deux colonnes qui se suivent sont à retirer."""
    for p in en_cours(source, 60):
        lcj = jouables(p)
        if _en_sautant(p, lcj, p.trait) != sans_double(p, lcj, p.trait):
            yield p, lcj, p.trait


def _plus_rien(source: Source) -> Iterator[Cas]:
    for p in en_cours(source, 60):
        lcj = jouables(p)
        if all(double(p, c, p.trait) for c in retenues(p, lcj, p.trait)):
            yield p, lcj, p.trait
    yield from replis(source)


SLC4_CORRIGEE = Question(
    "slc4_corrigee",
    "slc4_corrigee(l, lcj, t, txt, g)",
    (
        Critere(
            "les colonnes sans double menace",
            2,
            critere("slc4_corrigee", sans_double, lambda s: (*habituels(s), *parmi(s))),
        ),
        Critere(
            "même quand deux colonnes qui se suivent sont à retirer",
            2,
            critere("slc4_corrigee", sans_double, _a_retirer),
        ),
        Critere(
            "lcj s'il n'en reste aucune",
            1,
            critere("slc4_corrigee", sans_double, _plus_rien, repli=True),
            gratuit=True,
        ),
        Critere("avec d'autres tailles et d'autres g", 1, critere("slc4_corrigee", sans_double, ailleurs)),
    ),
    (
        "Déroulez à la main la boucle de slc4 sur une liste de deux colonnes à retirer : que devient la "
        "seconde ?",
        "Ne retirez rien de la liste parcourue : construisez-en une autre, avec les colonnes à garder.",
        "gardees = [] ; pour chaque c de slc3(…), si la condition de slc4 n'est PAS remplie, "
        "gardees.append(c). "
        "À la fin, gardees si elle n'est pas vide, sinon lcj.",
    ),
    _ERREURS_SLC4,
    aides(*BASE, "slc2", "slc3"),
)
