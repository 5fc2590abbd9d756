"""formule(k) et nb_distinctes(n) : combien de situations dans le graphe ?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from p4core.codages import vers_situation
from p4core.execution import Appel
from p4core.position import Position
from p4core.verification.diagnostics import modele
from p4core.verification.essais import Critere, Ecart, Erreur, Essai, Question, Source
from p4core.verification.juges import egal
from p4core.verification.lecture import entier, meme, montrer, nombre, quantite, suite
from p4core.verification.tp4_graphe.situations import aides

# --- formule(k) -----------------------------------------------------------------------------------


def _essais_formule(source: Source) -> Iterator[Essai]:
    for k in range(7):
        juge = egal(7**k, nombre, f"Après {quantite(k, 'coup')}, ce n'est pas ce nombre de situations.")
        yield Essai(f"formule({k})", (k,), juge, attendu=7**k, contexte={"k": k})


def _version(phrase: str, fausse: Callable[[int], Any]) -> Erreur:
    return modele(phrase, lambda e: fausse(e.contexte["k"]), nombre)


FORMULE = Question(
    "formule",
    "formule(k)",
    (Critere("le nombre de situations au k-ième coup", 1, _essais_formule),),
    (
        "Comparez les premières valeurs : 1, 7, 49, 343, 2401.",
        "On passe de chacune à la suivante en multipliant toujours par le même nombre.",
        "Une puissance s'écrit avec ** en Python.",
    ),
    (
        _version("Vous multipliez par k au lieu d'élever à la puissance k.", lambda k: 7 * k),
        _version("Vous avez échangé la base et l'exposant.", lambda k: k**7),
        _version(
            "Vous avez une puissance de trop : avant le premier coup (k = 0), il y a une situation.",
            lambda k: 7 ** (k + 1),
        ),
        _version("Il manque une puissance : après 1 coup, il y a 7 situations.", lambda k: 7 ** (k - 1)),
        _version("En Python, ^ n'est pas la puissance : c'est **.", lambda k: 7 ^ k),
        _version(
            "Vous comptez tous les coups jusqu'au k-ième ; on ne veut que le k-ième.",
            lambda k: sum(7**i for i in range(k + 1)),
        ),
    ),
)


# --- nb_distinctes(n) -----------------------------------------------------------------------------


@lru_cache(maxsize=1)
def comptes(n: int = 5) -> tuple[int, ...]:
    """Le nombre de positions différentes après 0, 1, …, n coups."""
    couche, tailles = {Position()}, [1]
    for _ in range(n):
        couche = {p.jouer(x) for p in couche for x in p.coups()}
        tailles.append(len(couche))
    return tuple(tailles)


def _essais_distinctes(*valeurs: int) -> Callable[[Source], Iterator[Essai]]:
    def essais(source: Source) -> Iterator[Essai]:
        for n in valeurs:
            attendu = list(comptes()[: n + 1])
            yield Essai(
                f"nb_distinctes({n})",
                (n,),
                _juge_comptes(attendu),
                contexte={"n": n},
                attendu=attendu,
                delai=8,
            )

    return essais


def _juge_comptes(attendu: list[int]) -> Callable[[Appel], Ecart | None]:
    def juge(appel: Appel) -> Ecart | None:
        obtenus = [entier(v, "chaque nombre") for v in suite(appel.valeur)]
        if meme(obtenus, attendu):
            return None
        return Ecart(
            "Ce ne sont pas les nombres de situations différentes.", montrer(attendu), montrer(appel.valeur)
        )

    return juge


def _compte(phrase: str, fausse: Callable[[int], list[int]]) -> Erreur:
    return modele(phrase, lambda e: fausse(e.contexte["n"]), lambda v: [v] if isinstance(v, int) else list(v))


class _Aides(Mapping[str, Any]):
    """Les aides, et une grille de départ neuve : une depose_pion fautive a pu abîmer celle du notebook."""

    _justes = aides("fils", "construit_cle", "depose_pion")

    def __getitem__(self, nom: str) -> Any:
        return vers_situation(Position())[1] if nom == "grille0" else self._justes[nom]

    def __iter__(self) -> Iterator[str]:
        yield from (*self._justes, "grille0")

    def __len__(self) -> int:
        return len(self._justes) + 1


NB_DISTINCTES = Question(
    "nb_distinctes",
    "nb_distinctes(n)",
    (
        Critere("les premiers coups", 1, _essais_distinctes(0, 1, 2)),
        Critere("chaque situation comptée une seule fois", 2, _essais_distinctes(3, 4)),
    ),
    (
        "Avancez coup par coup : les situations du coup suivant sont les fils de celles du coup présent.",
        "Deux suites de coups peuvent mener à la même situation. Un dictionnaire (ou un ensemble) ne "
        "garde qu'une fois "
        "une même clé : construit_cle(s) en fournit une.",
        "couche = {construit_cle(s0): s0}, puis, à chaque coup, un nouveau dictionnaire rempli avec "
        "suivante[construit_cle(f)] = f pour tout f dans fils(s), pour tout s de la couche. Notez "
        "len(couche) chaque fois.",
    ),
    (
        _compte(
            "Vous comptez plusieurs fois la même situation : des coups joués dans un autre ordre y mènent "
            "aussi.",
            lambda n: [7**k for k in range(n + 1)],
        ),
        _compte(
            "Il manque le premier nombre : avant tout coup (k = 0), il y a une situation.",
            lambda n: list(comptes()[1 : n + 1]),
        ),
        _compte(
            "Il manque le dernier nombre : la liste va de k = 0 à k = n compris.",
            lambda n: list(comptes()[:n]),
        ),
        _compte("Il y a un nombre de trop : la liste s'arrête à k = n.", lambda n: list(comptes()[: n + 2])),
        _compte(
            "Vous ne renvoyez que le dernier nombre : on les veut tous, de k = 0 à k = n.",
            lambda n: [comptes()[n]],
        ),
        _compte(
            "Vos nombres s'additionnent : chaque coup doit être compté à part.",
            lambda n: [sum(comptes()[: k + 1]) for k in range(n + 1)],
        ),
    ),
    _Aides(),
)
