"""h_alea(nb) : une fonction qui fabrique une heuristique."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import inf, isfinite, sqrt
from typing import Any

from p4core.codages import vers_situation
from p4core.execution import Appel
from p4core.position import Position
from p4core.verification.diagnostics import modele
from p4core.verification.essais import (
    Critere,
    Ecart,
    Erreur,
    Essai,
    Question,
    Source,
)
from p4core.verification.lecture import Malforme, montrer, nombre
from p4core.verification.tp4_graphe.essais_h import EssaiH
from p4core.verification.tp4_graphe.situations import aides, appel_lisible
from p4core.verification.tp4_graphe.tirages import fins, lois

ECARTS_TYPES = 6  # moins d'une fausse alerte sur 10 millions par mesure


def _lire_score(valeur: Any) -> float:
    if isinstance(valeur, float) and not isfinite(valeur):
        raise Malforme(
            "le score n'est pas un nombre fini : vous additionnez les inf renvoyés par fin_alea. Comptez "
            "1 par victoire "
            "de J0 "
            "et -1 par victoire de J1."
        )
    return nombre(valeur, "le score")


def _essai_compte(position: Position, issues: tuple[float, ...], ensuite: int | None = None) -> Essai:
    nb, attendu = len(issues), issues.count(inf) - issues.count(-inf)

    def juge(appel: Appel) -> Ecart | None:
        if _lire_score(appel.valeur) == attendu:
            return None
        return Ecart("Le score n'est pas le bon.", str(attendu), montrer(appel.valeur))

    autre = f" ; h2 = h_alea({ensuite})" if ensuite is not None else ""
    suite = ", ".join(map(str, issues))
    return EssaiH(
        f"h = h_alea({nb}){autre} ; h(s)   (issues successives : {suite})",
        (nb,),
        juge,
        position,
        contexte={"issues": issues},
        attendu=str(attendu),
        situation=vers_situation(position),
        issues=issues,
        ensuite=ensuite,
    )


_ISSUES = (
    (inf,),
    (-inf,),
    (0,),
    (inf, inf),
    (inf, -inf),
    (-inf, 0, -inf),
    (inf, inf, 0, -inf, inf),
    (-inf,) * 5 + (inf,),
)


def _comptes(source: Source) -> Iterator[Essai]:
    depart = Position.depuis_coups("44")
    hasard = [
        tuple(source.alea.choices((inf, -inf, 0), k=source.alea.randint(2, 9)))
        for _ in range(source.nombre(6))
    ]
    yield from (_essai_compte(depart, issues) for issues in (*_ISSUES, *hasard))


def _deux_a_la_fois(source: Source) -> Iterator[Essai]:
    for issues, ensuite in (((inf, -inf, inf), 5), ((inf,), 4), ((-inf,) * 4, 2)):
        yield _essai_compte(Position.depuis_coups("4"), issues, ensuite)


def _vraies_parties(source: Source) -> Iterator[Essai]:
    for position in fins():
        loi = lois(position)
        moyenne, nb = loi[inf] - loi[-inf], 200
        marge = ECARTS_TYPES * sqrt((loi[inf] + loi[-inf] - moyenne**2) * nb) + 1
        yield EssaiH(
            f"h = h_alea({nb}) ; h(s)   {appel_lisible('', position)[4:]}",
            (nb,),
            _juge_reel(nb, moyenne * nb, marge),
            position,
            situation=vers_situation(position),
            attendu="un nombre de victoires moins un nombre de défaites",
            relancable=False,
            delai=8,
        )


def _juge_reel(nb: int, moyenne: float, marge: float) -> Callable[[Appel], Ecart | None]:
    def juge(appel: Appel) -> Ecart | None:
        score = _lire_score(appel.valeur)
        if abs(score) <= nb and score == round(score) and abs(score - moyenne) <= marge:
            return None
        phrase = f"Sur {nb} parties jouées depuis cette situation, ce score est incompatible avec le hasard."
        return Ecart(phrase, f"environ {moyenne:.0f}", montrer(appel.valeur))

    return juge


def _version(phrase: str, fausse: Callable[[Sequence[float]], float]) -> Erreur:
    """Reconnue sur les parties aux issues fixées."""

    def valeur(essai: Essai) -> Any:
        return fausse(essai.contexte["issues"])

    erreur = modele(phrase, valeur, _lire_score)
    return Erreur(
        phrase, lambda epreuves: erreur.explique([e for e in epreuves if "issues" in e.essai.contexte])
    )


def _difference(issues: Sequence[float]) -> int:
    return issues.count(inf) - issues.count(-inf)


H_ALEA = Question(
    "h_alea",
    "h_alea(nb)",
    (
        # Gratuits : une h qui ne joue aucune partie y échappe, seules les vraies parties la jugent.
        Critere("victoires de J0 moins victoires de J1", 3, _comptes, gratuit=True),
        Critere("plusieurs heuristiques à la fois", 1, _deux_a_la_fois, gratuit=True),
        Critere("de vraies parties au hasard", 1, _vraies_parties),
    ),
    (
        "h_alea ne joue aucune partie : elle fabrique une fonction h, qui en jouera nb chaque fois qu'on "
        "l'appellera.",
        "Dans h : un score qui part de 0, nb appels à fin_alea(s), +1 si J0 gagne, -1 si J1 gagne. "
        "N'additionnez pas les inf.",
        "def h(s) : score = 0 ; répéter nb fois : r = fin_alea(s), si r == inf ajouter 1, si r == -inf "
        "enlever 1 ; "
        "return score. Puis, dans h_alea, au même niveau que def h : return h.",
    ),
    (
        _version(
            "Le signe est inversé : les victoires de J0 comptent en plus, celles de J1 en moins.",
            lambda i: -_difference(i),
        ),
        _version(
            "Vous renvoyez une moyenne : le score est un nombre de parties, ne divisez pas par nb.",
            lambda i: _difference(i) / len(i),
        ),
        _version("Les victoires de J1 ne sont pas retirées du score.", lambda i: i.count(inf)),
        _version("Les victoires de J0 ne sont pas ajoutées au score.", lambda i: -i.count(-inf)),
        _version(
            "Vous comptez une partie nulle comme une victoire de J1 : elle vaut 0.",
            lambda i: i.count(inf) - (len(i) - i.count(inf)),
        ),
        _version(
            "Vous comptez une partie nulle comme une victoire de J0 : elle vaut 0.",
            lambda i: len(i) - 2 * i.count(-inf),
        ),
        _version("Votre heuristique renvoie toujours 0.", lambda i: 0),
        _version(
            "Vous renvoyez l'issue de la dernière partie seulement : le score doit s'additionner.",
            lambda i: _difference(i[-1:]),
        ),
        _version(
            "Vous vous arrêtez après la première partie : le return est-il dans la boucle ?",
            lambda i: _difference(i[:1]),
        ),
    ),
    aides("fin_alea", "depose_pion", "gagnant", "partie_nulle", "eval_f", "fils"),
)
