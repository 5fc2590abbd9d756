"""maxi(l, t, g) : la plus grande suite de jetons, toutes directions confondues."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from p4core.position import Position
from p4core.verification.essais import Critere, Essai, Question, Source
from p4core.verification.tp5_strategies.aides import aides
from p4core.verification.tp5_strategies.lignes import (
    maxi,
    suite_max,
    suites,
)
from p4core.verification.tp5_strategies.suites_essais import (
    Mesure,
    ailleurs,
    cases_vues,
    essai_suite,
    habituelles,
    version,
)


def _essais_maxi(
    positions: Callable[[Source], Iterable[Position]], nommer_g: bool
) -> Callable[[Source], Any]:
    def essais(source: Source) -> Iterator[Essai]:
        for p in positions(source):
            cases = [case for d in ("ligne", "diagm", "diagd") for case in cases_vues(p, d, p.aligner)]
            for joueur in (1, 2):
                yield essai_suite("maxi", p, joueur, maxi, cases, *([p.aligner] if nommer_g else []))

    return essais


def _sans(*oubliees: str) -> Mesure:
    return lambda p, j: max(n for d, n in suites(p, j).items() if d not in oubliees)


_ERREURS_MAXI = (
    *(
        version(f"Vous oubliez une direction : {nom}.", _sans(d))
        for d, nom in (
            ("ligne", "les suites horizontales"),
            ("col", "les suites verticales"),
            ("diagm", "les diagonales montantes"),
            ("diagd", "les diagonales descendantes"),
        )
    ),
    version("Vous oubliez deux directions : les diagonales.", _sans("diagm", "diagd")),
    version(
        "Vous ne transmettez pas g aux fonctions des diagonales : elles croient qu'il faut aligner 4 jetons.",
        lambda p, j: max(suites(p, j, 4).values()),
    ),
    version(
        "Vous transmettez toujours les petites diagonales des coins : celles de moins de g cases ne "
        "comptent pas.",
        lambda p, j: max(1, *(suite_max(p, j, d) for d in ("ligne", "col", "diagm", "diagd"))),
    ),
    version(
        "Vous vous arrêtez à g : une suite peut être plus longue, renvoyez sa vraie longueur.",
        lambda p, j: min(maxi(p, j), p.aligner),
    ),
    version(
        "Vous additionnez les longueurs : on veut la plus grande.", lambda p, j: sum(suites(p, j).values())
    ),
    version(
        "Vous renvoyez la plus petite des longueurs : on veut la plus grande.",
        lambda p, j: min(suites(p, j).values()),
    ),
    version(
        "Vous comptez les suites de l'adversaire : seuls les jetons t comptent.", lambda p, j: maxi(p, 3 - j)
    ),
    version(
        "Vous mélangez les deux joueurs : seules les suites de t comptent.",
        lambda p, j: max(maxi(p, 1), maxi(p, 2)),
    ),
)


MAXI = Question(
    "maxi",
    "maxi(l, t, g=4)",
    (
        Critere("sur la grille habituelle", 3, _essais_maxi(habituelles, nommer_g=False)),
        Critere("avec d'autres tailles et d'autres g", 1, _essais_maxi(ailleurs, nommer_g=True)),
    ),
    (
        "Les quatre fonctions qu'il faut sont déjà écrites : il reste à les réunir.",
        "max accepte plusieurs arguments : max(a, b, c, d). N'oubliez aucune direction.",
        "Les deux fonctions des diagonales reçoivent aussi g : verifdiagonale_desc(l, t, g).",
    ),
    _ERREURS_MAXI,
    aides("verifcolonne", "verifligne", "verifdiagonale_desc", "verifdiagonale_mont", "maxidirec"),
)
