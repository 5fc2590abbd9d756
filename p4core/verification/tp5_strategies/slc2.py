"""slc2 : les colonnes aux lignes les plus fournies."""

from __future__ import annotations

from collections.abc import Callable

from p4core.position import Position
from p4core.verification.essais import Critere, Question
from p4core.verification.tp5_strategies.aides import aides
from p4core.verification.tp5_strategies.grilles import (
    poser,
)
from p4core.verification.tp5_strategies.lignes import places
from p4core.verification.tp5_strategies.selections import apports, selection
from p4core.verification.tp5_strategies.slc_essais import (
    BASE,
    INDEPENDANTES,
    Colonnes,
    ailleurs,
    autorisees,
    critere,
    habituels,
    jouables,
    parmi,
    replis,
    variantes,
    version,
)


def _meilleures(valeurs: dict[int, int], lcj: list[int]) -> list[int]:
    mieux = max(valeurs.values(), default=0)
    return [c for c, n in valeurs.items() if n == mieux] if mieux else lcj


def _sans_permission(p: Position, lcj: list[int], j: int) -> list[int]:
    return _meilleures({c: places(poser(p, c - 1, j), j)[0] for c in lcj}, lcj)


def _mesure(apres: Callable[[Position, int, int], Position], de_l_autre: bool) -> Colonnes:
    """La sélection où la ligne mesurée n'est pas la bonne."""

    def fausse(p: Position, lcj: list[int], j: int) -> list[int]:
        joueur = 3 - j if de_l_autre else j
        return _meilleures({c: places(apres(p, c - 1, j), joueur)[0] for c in autorisees(p, lcj, j)}, lcj)

    return fausse


def _sans_vider(p: Position, lcj: list[int], j: int) -> list[int]:
    """La liste n'est jamais vidée quand on trouve mieux."""
    mieux, gardees = 0, []
    for c, n in apports(p, lcj, j).items():
        if n >= mieux:
            mieux = n
            gardees.append(c)
    return gardees if mieux else lcj


def _seule(rang: int) -> Colonnes:
    def fausse(p: Position, lcj: list[int], j: int) -> list[int]:
        choisies = selection(p, lcj, j)
        return choisies if not any(apports(p, lcj, j).values()) else [choisies[rang]]

    return fausse


_ERREURS_SLC2 = (
    version(
        "Vous comparez les suites de maxi, comme slc1 : slc2 compare les lignes de maxix.",
        lambda p, lcj, j: selection(p, lcj, j, sans_trou=True),
    ),
    version(
        "Vous gardez des colonnes qui offrent la victoire à l'adversaire : vérifiez aussi maxi de lti.",
        _sans_permission,
    ),
    version(
        "Quand une colonne fait mieux, les précédentes ne valent plus rien : repartez d'une liste [c].",
        _sans_vider,
    ),
    version("Vous ne gardez que la première des meilleures colonnes : gardez aussi les égales.", _seule(0)),
    version("Vous ne gardez que la dernière des meilleures colonnes : gardez aussi les égales.", _seule(-1)),
    version(
        "Vous mesurez les lignes de l'adversaire : c'est maxix(lt, t, g) qu'il faut comparer.",
        _mesure(poser, de_l_autre=True),
    ),
    version(
        "Vous mesurez la table après la réponse de l'adversaire : c'est celle d'avant, lt, qu'il faut "
        "comparer.",
        _mesure(lambda p, x, j: poser(poser(p, x, j), x, 3 - j), de_l_autre=False),
    ),
    version(
        "Vous gardez toutes les colonnes permises : il faut choisir entre elles.",
        lambda p, lcj, j: autorisees(p, lcj, j) or lcj,
    ),
    version(
        "Vous mesurez la table sans y avoir joué : toutes les colonnes se valent.",
        _mesure(lambda p, x, j: p, de_l_autre=False),
    ),
    version(
        "Vous gardez les colonnes qui donnent les lignes les MOINS fournies.",
        lambda p, lcj, j: (
            [c for c, n in apports(p, lcj, j).items() if n == min(apports(p, lcj, j).values())] or lcj
        ),
    ),
    version(
        "Vous regardez toutes les colonnes jouables : on ne demande que celles de lcj.",
        lambda p, lcj, j: selection(p, jouables(p), j),
    ),
    *INDEPENDANTES,
)


SLC2 = Question(
    "slc2",
    "slc2(l, lcj, t, txt, g)",
    (
        Critere(
            "les colonnes aux lignes les plus fournies",
            3,
            critere("slc2", selection, habituels, autres=variantes(selection)),
        ),
        Critere(
            "parmi celles de lcj seulement", 1, critere("slc2", selection, parmi, autres=variantes(selection))
        ),
        Critere("lcj si aucune ne convient", 1, critere("slc2", selection, replis, repli=True), gratuit=True),
        Critere(
            "avec d'autres tailles et d'autres g",
            1,
            critere("slc2", selection, ailleurs, autres=variantes(selection)),
        ),
    ),
    (
        "slc1 est juste au-dessus : que faut-il y changer pour compter des lignes qui peuvent contenir "
        "des vides ?",
        "Gardez la structure de slc1 (m, lcjnew, lt, lti) et comparez maxix(lt, t, g) au lieu de "
        "maxi(lt, t, g). "
        "La condition sur la victoire de l'adversaire, elle, utilise toujours maxi.",
        "Si maxixt > m et maxiti < g : lcjnew = [c] et m = maxixt. Sinon, si maxixt == m, maxiti < g et "
        "c n'est "
        "pas déjà dans lcjnew : on l'y ajoute.",
    ),
    _ERREURS_SLC2,
    aides(*BASE),
)
