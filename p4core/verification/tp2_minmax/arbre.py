"""minmax(G, j, W, p) : la recherche elle-même."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from math import inf

from p4core.position import Position
from p4core.recherche import au_trait, minmax
from p4core.verification import positions as pos
from p4core.verification.essais import Critere, Essai, Question, Source
from p4core.verification.tp2_minmax import recherches
from p4core.verification.tp2_minmax.commun import W1, W2, aides, poids_au_hasard
from p4core.verification.tp2_minmax.erreurs_arbre import ERREURS
from p4core.verification.tp2_minmax.recherches import Jugement, fabriquer, juge_arret, juge_coup, juge_score

_DEBUTS = ("", "4", "4455", "1", "121212", "44554")


def _a_profondeur(jugement: Jugement, *profondeurs: tuple[int, int]) -> Callable[[Source], Iterator[Essai]]:
    """Pour chaque (profondeur, nombre), autant de positions ; les profondeurs alternent."""

    def essais(source: Source) -> Iterator[Essai]:
        suites = [_recherches(source, jugement, p, source.nombre(nombre)) for p, nombre in profondeurs]
        while suites:
            for suite in tuple(suites):
                essai = next(suite, None)
                if essai is None:
                    suites.remove(suite)
                else:
                    yield essai

    return essais


def _recherches(source: Source, jugement: Jugement, p: int, nombre: int) -> Iterator[Essai]:
    debuts = [Position.depuis_coups(coups) for coups in _DEBUTS[: nombre // 2]]
    for rang, position in enumerate((*debuts, *pos.au_hasard(source.alea, nombre - len(debuts)))):
        poids = (W1, W2, poids_au_hasard(source.alea))[rang % 3]
        yield fabriquer(position, poids, p, jugement)


def _fins(source: Source) -> Iterable[tuple[Position, int, str]]:
    """Où la recherche s'arrête. Sans cas p = 0, une grille presque pleine évite une exploration sans fin."""
    gagnees = {g: [p for p, _ in pos.gagnees() if p.gagnant == g] for g in (1, 2)}
    nulles = pos.nulles()
    yield Position.depuis_coups("1212121"), 2, "gagnée"
    yield nulles[0], 1, "pleine"
    yield source.alea.choice(gagnees[2]), 2, "gagnée"
    yield _presque_pleine(nulles[0]), 0, "p = 0"
    for joueur in (1, 2):
        for position in source.alea.sample(gagnees[joueur], source.nombre(2)):
            yield position, source.alea.randint(1, 3), "gagnée"
    yield from ((position, 3, "pleine") for position in nulles[1:])
    yield from ((_presque_pleine(position), 0, "p = 0") for position in nulles[1:])


def _presque_pleine(position: Position, libres: int = 4) -> Position:
    return Position.depuis_coups([x + 1 for x in position.historique[:-libres]])


def _arrets(source: Source) -> Iterator[Essai]:
    fins = list(_fins(source))
    for decalage in (0, 1):
        for rang, (position, p, marque) in enumerate(fins):
            j = 1 + (rang + decalage) % 2
            marques = ("arrêt", marque, f"{marque} par {position.gagnant}")
            yield fabriquer(au_trait(position, j), (W1, W2)[rang % 2], p, juge_arret, *marques)


def _perdues(source: Source) -> Iterator[Essai]:
    """Tous les coups y perdent : il faut pourtant en renvoyer un."""
    connues = [Position.depuis_coups(coups) for coups in ("33445", "133445")]
    hasard = (p for p in pos.au_hasard(source.alea, 400) if p.nb_coups > 8 and minmax(p, W1, 2)[0] == -inf)
    for position in (*connues, *islice(hasard, source.nombre(3))):
        yield fabriquer(position, W1, 2, juge_coup)
        yield fabriquer(position, W1, 2, juge_score)


def _tirages(source: Source) -> Iterator[Essai]:
    # Dans « 1253 », un élagage fait passer d'autres coups pour aussi bons que le seul meilleur.
    for coups, p, repetitions in (("4444", 1, 50), ("25", 1, 60), ("", 2, 40), ("1253", 2, 20)):
        yield recherches.tirage(Position.depuis_coups(coups), p, repetitions)


def _intactes(source: Source) -> Iterator[Essai]:
    debuts = [Position.depuis_coups(coups) for coups in _DEBUTS[:3]]
    for position in (*debuts, *pos.au_hasard(source.alea, source.nombre(3))):
        yield recherches.intacte(position, W2, 2)


QUESTION = Question(
    "minmax",
    "minmax(G, j, W, p)",
    (
        Critere("le score à profondeur 1", 3, _a_profondeur(juge_score, (1, 14))),
        Critere("le score à profondeurs 2 et 3", 3, _a_profondeur(juge_score, (2, 8), (3, 4))),
        Critere("un meilleur coup", 2, _a_profondeur(juge_coup, (2, 6), (1, 12))),
        Critere("l'arrêt : p = 0, partie gagnée, grille pleine", 1.5, _arrets),
        Critere("un coup même quand tous perdent", 1, _perdues),
        Critere("le tirage au sort parmi les meilleurs coups", 1, _tirages),
        Critere("la grille laissée comme elle était", 0.5, _intactes, gratuit=True),
    ),
    (
        "Essayez chaque coup : posez le pion, demandez à minmax ce que l'adversaire en tirera, retirez "
        "le pion. Vous, "
        "vous retenez les coups qui lui laissent le moins.",
        "Le score de l'adversaire est vu de lui : son opposé est vu de vous. Commencez la fonction par "
        "les cas "
        "d'arrêt, qui renvoient utilite(G, j, W) et None. Gardez la liste des coups à égalité pour en "
        "tirer un.",
        "Partez de u_opt = -inf et L_opt = []. Pour chaque (x, y) : G[x][y] = j ; u = opposé du score de "
        "minmax(G, "
        "3 - j, W, p - 1) ; G[x][y] = 0. Si u > u_opt, u_opt change et L_opt se vide ; si u >= u_opt "
        "(APRÈS, et avec "
        ">=), on ajoute (x, y) à L_opt. On renvoie u_opt et choice(L_opt).",
    ),
    ERREURS,
    aides("nbr_pions", "heuristique", "utilite"),
)
