"""Les conclusions du sujet du TP 5, chacune confrontée à un tournoi des six IA."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from p4core.tournois.resultats import Resultats

Verdict = Callable[[float, float, float], bool | None]  # (rapport, bas, haut) ; None : rien n'est tranché
LARGE = 2.0  # « loin devant » : au moins deux victoires pour une défaite
VOISINAGE = 0.1  # « environ » : à un dixième près


@dataclass(frozen=True)
class Conclusion:
    """Un énoncé du sujet, le nombre de victoires pour une défaite qui en décide, et ce qu'il en dit."""

    enonce: str
    joueur: str
    contre: str
    rapport: float
    bas: float
    haut: float
    tient: bool | None  # None : l'intervalle ne permet pas de trancher

    def __str__(self) -> str:
        verdict = {True: "confirmé", False: "infirmé", None: "non tranché"}[self.tient]
        mesure, bas, haut = (f"{x:.2f}".replace(".", ",") for x in (self.rapport, self.bas, self.haut))
        duel = f"IA {self.joueur} contre IA {self.contre}"
        return f"{self.enonce} : {verdict} ; {duel} : {mesure} [{bas} ; {haut}]"

    __repr__ = __str__


def _plus(rapport: float, bas: float, haut: float) -> bool | None:
    return True if bas > 1 else False if haut < 1 else None


def _moins(rapport: float, bas: float, haut: float) -> bool | None:
    return True if haut < 1 else False if bas > 1 else None


def _au_moins(rapport: float, bas: float, haut: float) -> bool | None:
    return haut >= 1


def _environ_trois_quarts(rapport: float, bas: float, haut: float) -> bool | None:
    return abs(rapport - 0.75) <= VOISINAGE


def _loin_devant(rapport: float, bas: float, haut: float) -> bool | None:
    return bas > LARGE


ENONCES: list[tuple[str, str, str, Verdict]] = [
    ("slc2 > slc1", "1.2", "1.1", _plus),
    ("slc3 ≥ slc2", "1.3", "1.2", _au_moins),
    ("slc4 < slc2", "1.4", "1.2", _moins),
    ("slc4 < slc3", "1.4", "1.3", _moins),
    ("IA 1.1 < IA 2", "2", "1.1", _plus),
    ("IA 2 < IA 1.4", "2", "1.4", _moins),
    ("IA 2 : environ 0,75 contre slc2", "2", "1.2", _environ_trois_quarts),
    ("IA 2 : environ 0,75 contre slc3", "2", "1.3", _environ_trois_quarts),
    *(("IA 3 loin devant", "3", autre, _loin_devant) for autre in ("1.1", "1.2", "1.3", "1.4", "2")),
]


def conclusions(resultats: Resultats) -> list[Conclusion]:
    """Chaque énoncé du sujet, avec sa mesure, son intervalle à 95 % et son verdict."""
    liste = []
    for enonce, a, b, verdict in ENONCES:
        rapport, (bas, haut) = resultats.rapport(a, b)
        liste.append(Conclusion(enonce, a, b, rapport, bas, haut, verdict(rapport, bas, haut)))
    return liste
