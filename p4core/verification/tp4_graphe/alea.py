"""fin_alea(s) : finir une partie au hasard."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any

from p4core.codages import vers_situation
from p4core.execution import Appel
from p4core.position import Position
from p4core.verification.diagnostics import modele, seulement
from p4core.verification.essais import Appelant, Critere, Ecart, Epreuve, Erreur, Essai, Question, Source
from p4core.verification.lecture import Malforme, montrer, nombre, virgule
from p4core.verification.series import Serie
from p4core.verification.tp4_graphe.situations import aides, appel_lisible
from p4core.verification.tp4_graphe.tirages import Lois, fins, fins_forcees, invraisemblable, lois

_NOMS = {inf: "J0 gagne", -inf: "J1 gagne", 0: "partie nulle"}


def lire_issue(valeur: Any) -> float:
    """inf, -inf ou 0, et rien d'autre."""
    if isinstance(valeur, tuple):
        raise Malforme(
            "fin_alea doit renvoyer l'issue de la partie (inf, -inf ou 0), pas la situation finale."
        )
    if isinstance(valeur, bool):
        raise Malforme(f"on attend inf, -inf ou 0, pas {valeur}.")
    return nombre(valeur)


@dataclass(frozen=True)
class _FinForcee(Essai):
    """Une fin sans surprise : un seul résultat possible, quel que soit le hasard."""

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Ajoute à une exception ou à un None ce qui en est presque toujours la cause."""
        epreuve = super().derouler(appelant)
        if epreuve.ecart and epreuve.ecart.cause in ("exception", "rien") and "nulle" in self.etiquettes:
            conseil = (
                "\nIci la partie finit nulle : eval_f vaut alors 0, qui est « faux » pour Python comme None. "
                "Comparez avec « is None »."
            )
            return replace(epreuve, ecart=replace(epreuve.ecart, phrase=epreuve.ecart.phrase + conseil))
        return epreuve


def _forcee(position: Position) -> Essai:
    (attendu,) = (valeur for valeur, p in lois(position).items() if p > 0)

    def juge(appel: Appel) -> Ecart | None:
        obtenu = lire_issue(appel.valeur)
        if obtenu == attendu:
            return None
        phrase = f"Toutes les fins possibles donnent ici : {_NOMS[attendu]}."
        return Ecart(phrase, str(attendu), montrer(appel.valeur))

    marque = "nulle" if attendu == 0 else "victoire"
    return _FinForcee(
        appel_lisible("fin_alea", position),
        (vers_situation(position),),
        juge,
        position,
        frozenset({marque}),
        {"issue": attendu},
        str(attendu),
        relancable=False,
    )


def _fins_forcees(source: Source) -> Iterator[Essai]:
    yield from (_forcee(position) for position in fins_forcees())


def _juge_issue(appel: Appel) -> Ecart | None:
    obtenu = lire_issue(appel.valeur)
    if obtenu in (inf, -inf, 0):
        return None
    return Ecart(
        "L'issue d'une partie vaut inf, -inf ou 0, comme dans eval_f.", "inf, -inf ou 0", montrer(obtenu)
    )


@dataclass(frozen=True)
class _Tirages(Serie):
    """Une série d'appels : le contre-exemple le moins parlant, à ne montrer que faute de mieux."""

    @property
    def poids(self) -> int:
        """Après toutes les fins forcées."""
        return 100


def _serie(position: Position, loi: Lois, repetitions: int) -> Essai:
    def ensemble(valeurs: Sequence[Any]) -> Ecart | None:
        return ecart_a_la_loi([lire_issue(v) for v in valeurs], loi)

    return _Tirages(
        appel_lisible("fin_alea", position),
        (vers_situation(position),),
        _juge_issue,
        position,
        attendu="inf, -inf ou 0",
        repetitions=repetitions,
        au_moins=60,
        ensemble=ensemble,
    )


def ecart_a_la_loi(valeurs: Sequence[float], loi: Lois) -> Ecart | None:
    """Ces issues ont-elles pu être tirées avec ces probabilités ?"""
    n = len(valeurs)
    for valeur, p in loi.items():
        vues = sum(v == valeur for v in valeurs)
        if invraisemblable(vues, n, p):
            return Ecart(
                f"Sur {n} appels, « {_NOMS[valeur]} » arrive {vues} fois ; si tous les coups étaient "
                f"tirés avec la "
                f"même probabilité, ce serait environ {virgule(n * p, 0)} fois.",
                f"environ {virgule(n * p, 0)} sur {n}",
                f"{vues} sur {n}",
            )
    return None


def _fins_au_hasard(source: Source) -> Iterator[Essai]:
    for position in fins():
        yield _serie(position, lois(position), 200)


def _depuis_le_depart(source: Source) -> Iterator[Essai]:
    # Sur 20 000 parties : 55,7 % pour celui qui commence (J1), 44,0 % pour l'autre, 0,28 % de nulles.
    yield _serie(Position(), {inf: 0.440, -inf: 0.557}, 100)


def _version(phrase: str, codes: tuple[Any, Any, Any]) -> Erreur:
    """Les valeurs rendues si J0 gagne, si J1 gagne, si c'est nul ; reconnues sur les fins forcées."""
    table = dict(zip((inf, -inf, 0), codes, strict=True))
    erreur = modele(phrase, lambda e: table[e.contexte["issue"]], lambda v: v if v is None else lire_issue(v))
    return _sur_les_forcees(erreur)


def _sur_les_forcees(erreur: Erreur) -> Erreur:
    return Erreur(
        erreur.phrase, lambda epreuves: erreur.explique([e for e in epreuves if "issue" in e.essai.contexte])
    )


def _toujours(phrase: str, valeur: float) -> Erreur:
    def explique(epreuves: list[Epreuve]) -> bool:
        return all(e.appel.valeur == valeur for e in epreuves)

    return Erreur(phrase, explique)


def _biaise(phrase: str) -> Erreur:
    """Chaque issue est bien inf, -inf ou 0, mais pas aussi souvent qu'il le faudrait."""

    def explique(epreuves: list[Epreuve]) -> bool:
        return all(not e.ecart or e.ecart.cause == "valeur" for e in epreuves)

    return Erreur(phrase, explique)


def _aides() -> dict[str, Callable[..., Any]]:
    return aides("depose_pion", "gagnant", "partie_nulle", "eval_f", "fils")


FIN_ALEA = Question(
    "fin_alea",
    "fin_alea(s)",
    (
        Critere("l'issue de la partie, comme eval_f", 2, _fins_forcees),
        Critere("tous les coups aussi probables", 2, _fins_au_hasard),
        Critere("une partie entière", 1, _depuis_le_depart),
    ),
    (
        "Une partie au hasard : tant que rien n'est décidé, on remplace la situation par l'un de ses fils.",
        "eval_f(s) vaut None tant que la partie continue. random.choice(fils(s)) tire un fils.",
        "while eval_f(s) is None: s = random.choice(fils(s)), puis on renvoie eval_f(s). Pour aller plus "
        "vite : "
        "choisissez une colonne jouable, et donnez à eval_f le coup (i, j) que vous venez de jouer.",
    ),
    (
        _version("Les signes sont échangés : inf quand J0 gagne, -inf quand J1 gagne.", (-inf, inf, 0)),
        _version(
            "Vous renvoyez le numéro du gagnant : on attend inf, -inf ou 0, comme dans eval_f.", (0, 1, None)
        ),
        _version("Vous renvoyez 1, -1 ou 0 : on attend inf, -inf ou 0, comme dans eval_f.", (1, -1, 0)),
        _version("Une partie nulle vaut 0, pas None.", (inf, -inf, None)),
        _version("Vous renvoyez inf quel que soit le gagnant.", (inf, inf, 0)),
        _toujours("Votre fonction renvoie toujours 0.", 0),
        _toujours("Votre fonction renvoie toujours inf.", inf),
        _toujours("Votre fonction renvoie toujours -inf.", -inf),
        seulement("nulle", "Toutes vos erreurs viennent des parties nulles : 0 n'est pas None."),
        _biaise(
            "Les issues sont possibles, mais leurs fréquences montrent que les coups ne sont pas tirés "
            "avec la même "
            "probabilité, que les joueurs n'alternent pas, ou que la partie continue après une victoire."
        ),
    ),
    _aides(),
)
