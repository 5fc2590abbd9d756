"""listcolok(l, lcj, t, g) : les colonnes où jouer n'offre pas la victoire juste au-dessus."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from p4core.execution import Appel
from p4core.position import Position
from p4core.verification.diagnostics import Erreur, modele
from p4core.verification.essais import Critere, Ecart, Essai, Question, Source
from p4core.verification.lecture import montrer
from p4core.verification.tp5_strategies.aides import aides
from p4core.verification.tp5_strategies.grilles import (
    AUTRES,
    JETONS,
    dessinee,
    en_cours,
    essai,
    libres,
    lire_colonnes,
    poser,
    sous_liste,
)
from p4core.verification.tp5_strategies.lignes import gagne, maxi, permise

# L'adversaire gagnerait au-dessus d'une colonne, de chaque façon ; « O » vient de jouer ou va jouer.
_DANGERS = (
    "XXX.... OOO.... OXO.X..",
    "...XXX. ..OOXO. ..XOOX.",
    "..X.... .XO.... XOO....",
    ".XXX... .OOO... .XOX...",
    "X...... XX..... XOX.... OOO.X..",
    "......X .....XO ....XOO ...OOXO",
)


def comparer(obtenues: list[int], attendues: list[int], appel: Appel) -> Ecart | None:
    """L'écart entre deux listes de colonnes, l'ordre étant libre."""
    if obtenues == sorted(attendues):
        return None
    manque = [c for c in sorted(attendues) if c not in obtenues]
    trop = [c for c in dict.fromkeys(obtenues) if c not in attendues]
    phrases = (
        f"Il manque {_colonnes(manque)}." if manque else "",
        f"Il y a {_colonnes(trop)} en trop." if trop else "",
        "La même colonne figure plusieurs fois." if len(set(obtenues)) < len(obtenues) else "",
    )
    return Ecart(" ".join(p for p in phrases if p), montrer(attendues), montrer(appel.valeur))


def _colonnes(numeros: list[int]) -> str:
    debut = "la colonne" if len(numeros) == 1 else "les colonnes"
    return f"{debut} {', '.join(map(str, numeros))}"


def _essai(position: Position, lcj: list[int], joueur: int, nommer_g: bool) -> Essai:
    attendues = [c for c in lcj if permise(position, c - 1, joueur)]
    return essai(
        "listcolok",
        position,
        (lcj, JETONS[joueur], *([position.aligner] if nommer_g else [])),
        lambda appel: comparer(lire_colonnes(appel.valeur), attendues, appel),
        attendu=attendues,
        contexte={"lcj": lcj, "joueur": joueur},
    )


def _toutes(position: Position) -> list[int]:
    return [x + 1 for x in libres(position)]


def dangereuses(
    source: Source, nombre: int, depart: Position | None = None
) -> Iterator[tuple[Position, int]]:
    """Des positions où une colonne au moins est à éviter."""
    for p in en_cours(source, nombre, depart):
        for joueur in (1, 2):
            if not all(permise(p, x, joueur) for x in libres(p)):
                yield p, joueur


def _habituelles(source: Source) -> Iterator[Essai]:
    vide = Position()
    yield from (_essai(vide, _toutes(vide), joueur, False) for joueur in (1, 2))
    for dessin in _DANGERS:
        p = dessinee(dessin)
        yield from (_essai(p, _toutes(p), joueur, False) for joueur in (1, 2))
    yield from (_essai(p, _toutes(p), joueur, False) for p, joueur in dangereuses(source, 60))
    yield from (_essai(p, _toutes(p), p.trait, False) for p in en_cours(source, 20))


def _parmi(source: Source) -> Iterator[Essai]:
    for p, joueur in dangereuses(source, 80):
        yield _essai(p, sous_liste(source.alea, p), joueur, True)
    yield _essai(dessinee(_DANGERS[0]), [], 1, True)


def _autres(source: Source) -> Iterator[Essai]:
    for taille in AUTRES:
        for p, joueur in dangereuses(source, 25, Position(*taille)):
            yield _essai(p, _toutes(p), joueur, True)


def _version(phrase: str, fausse: Callable[[Position, list[int], int], Iterable[int]]) -> Erreur:
    """L'erreur d'une fonction qui rendrait partout `fausse(position, lcj, joueur)`."""

    def valeur(essai: Essai) -> list[int]:
        assert essai.position is not None
        return sorted(fausse(essai.position, essai.contexte["lcj"], essai.contexte["joueur"]))

    return modele(phrase, valeur, lire_colonnes)


def _sauf(
    condition: Callable[[Position, int, int], bool],
) -> Callable[[Position, list[int], int], Iterable[int]]:
    return lambda p, lcj, j: [c for c in lcj if not condition(p, c - 1, j)]


def _apres(p: Position, x: int, *joueurs: int) -> Position:
    for joueur in joueurs:
        p = poser(p, x, joueur)
    return p


_ERREURS = (
    _version(
        "Vous gardez les colonnes à éviter et rejetez les autres : c'est l'inverse.",
        lambda p, lcj, j: [c for c in lcj if not permise(p, c - 1, j)],
    ),
    _version("Vous gardez toutes les colonnes de lcj.", lambda p, lcj, j: lcj),
    _version("Votre liste est toujours vide.", lambda p, lcj, j: []),
    _version(
        "Vous ne jouez pas d'abord votre propre jeton : t d'abord, l'adversaire joue AU-DESSUS de lui.",
        _sauf(lambda p, x, j: gagne(_apres(p, x, 3 - j), 3 - j)),
    ),
    _version(
        "Vous posez deux fois votre jeton : le second est celui de l'adversaire, inv(t).",
        _sauf(lambda p, x, j: gagne(_apres(p, x, j, j), j)),
    ),
    _version(
        "Vous cherchez vos propres victoires : c'est maxi de l'adversaire, inv(t), qu'il faut regarder.",
        _sauf(lambda p, x, j: gagne(_apres(p, x, j, 3 - j), j)),
    ),
    _version(
        "Les deux jetons et les deux joueurs sont échangés : c'est t qui joue d'abord.",
        _sauf(lambda p, x, j: gagne(_apres(p, x, 3 - j, j), j)),
    ),
    _version(
        "À un près : une suite de g jetons exactement est déjà une victoire.",
        _sauf(lambda p, x, j: maxi(_apres(p, x, j, 3 - j), 3 - j) > p.aligner),
    ),
    _version(
        "À un près : une suite de g - 1 jetons n'est pas encore une victoire.",
        _sauf(lambda p, x, j: maxi(_apres(p, x, j, 3 - j), 3 - j) >= p.aligner - 1),
    ),
    _version(
        "Vous n'utilisez pas g : une victoire est une suite d'au moins g jetons, pas toujours 4.",
        _sauf(lambda p, x, j: maxi(_apres(p, x, j, 3 - j), 3 - j) >= 4),
    ),
    _version(
        "Vous regardez toutes les colonnes jouables : on ne demande que celles de lcj.",
        lambda p, lcj, j: [x + 1 for x in libres(p) if permise(p, x, j)],
    ),
    _version(
        "Vous ne gardez que la première : le return est-il à l'intérieur de la boucle ?",
        lambda p, lcj, j: [c for c in lcj if permise(p, c - 1, j)][:1],
    ),
    _version(
        "Vos colonnes commencent à 0 : elles sont numérotées à partir de 1.",
        lambda p, lcj, j: [c - 1 for c in lcj if permise(p, c - 1, j)],
    ),
    _version(
        "Vous vous arrêtez à la première colonne dangereuse : les suivantes sont peut-être permises.",
        lambda p, lcj, j: lcj[: next((k for k, c in enumerate(lcj) if not permise(p, c - 1, j)), len(lcj))],
    ),
)

QUESTION = Question(
    "listcolok",
    "listcolok(l, lcj, t, g=4)",
    (
        Critere("les colonnes qui n'offrent pas la victoire", 3, _habituelles),
        Critere("parmi celles de lcj seulement", 1, _parmi),
        Critere("avec d'autres tailles et d'autres g", 1, _autres),
    ),
    (
        "Pour chaque colonne de lcj, imaginez deux coups : le vôtre, puis celui de l'adversaire au même "
        "endroit.",
        "ajouter renvoie une copie : appelez-la deux fois, la seconde sur le résultat de la première. Puis "
        "regardez maxi, pour l'adversaire.",
        "lti = ajouter(ajouter(l, c, t), c, inv(t)) ; la colonne c est gardée si maxi(lti, inv(t), g) < g.",
    ),
    _ERREURS,
    aides(
        "ajouter", "inv", "maxi", "verifcolonne", "verifligne", "verifdiagonale_desc", "verifdiagonale_mont"
    ),
)
