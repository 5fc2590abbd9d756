"""L'arbitre : ce qui est permis et quand la partie finit, selon la règle ou les fonctions d'un élève."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from operator import index
from typing import Any

from p4core.codages import vers_colonnes
from p4core.plateau.rapport import Rapport, rapporter
from p4core.plateau.surveillance import Surveillance
from p4core.position import Position


@dataclass(frozen=True)
class Verdict:
    """Les colonnes permises, le résultat (None si la partie continue) et ce qu'il y a à dire."""

    jouables: list[int]
    resultat: int | None = None
    rapport: Rapport = field(default_factory=Rapport)


def selon_la_regle(position: Position) -> Verdict:
    """Le verdict de la règle du jeu."""
    return Verdict(position.coups(), position.gagnant if position.finie else None)


@dataclass(frozen=True)
class Arbitre:
    """Les fonctions coups(G) et fini(G) d'un élève, quand il y en a."""

    coups: Callable[..., Any] | None = None
    fini: Callable[..., Any] | None = None

    @property
    def eleve(self) -> bool:
        """Des fonctions d'élève sont-elles consultées ?"""
        return self.coups is not None or self.fini is not None

    def juger(self, position: Position, surveillance: Surveillance, delai: float) -> Verdict:
        """Le verdict des fonctions de l'élève ; leurs désaccords avec la règle sont rapportés."""
        regle, rapport = selon_la_regle(position), Rapport()
        jouables = self._jouables(position, regle, surveillance, delai, rapport)
        resultat = self._resultat(position, regle, surveillance, delai, rapport)
        if resultat is None and not jouables:
            resultat = 0
        return Verdict(jouables if resultat is None else [], resultat, rapport)

    def _jouables(
        self, position: Position, regle: Verdict, surveillance: Surveillance, delai: float, rapport: Rapport
    ) -> list[int]:
        if self.coups is None or regle.resultat is not None:
            return regle.jouables
        appel = surveillance.appeler(self.coups, (vers_colonnes(position),), delai)
        rapporter(appel, nom_de(self.coups), ("G",), rapport)
        if not rapport.echec:
            return _comparer_coups(appel.valeur, position, nom_de(self.coups), rapport)
        return regle.jouables

    def _resultat(
        self, position: Position, regle: Verdict, surveillance: Surveillance, delai: float, rapport: Rapport
    ) -> int | None:
        if self.fini is None:
            return regle.resultat
        suite = Rapport()
        appel = surveillance.appeler(self.fini, (vers_colonnes(position),), delai)
        rapporter(appel, nom_de(self.fini), ("G",), suite)
        gagnant = position.gagnant
        if not suite.echec:
            gagnant = _comparer_fini(appel.valeur, position, nom_de(self.fini), suite)
        rapport.absorber(suite)
        return gagnant or regle.resultat


def nom_de(fonction: Callable[..., Any]) -> str:
    """Le nom sous lequel parler d'une fonction."""
    return getattr(fonction, "__name__", "la fonction")


def _comparer_coups(valeur: Any, position: Position, nom: str, rapport: Rapport) -> list[int]:
    """Les colonnes que propose l'élève et où l'on peut vraiment poser un pion."""
    vrais = {(x, position.niveau(x)) for x in position.coups()}
    try:
        proposes = {(index(x), index(y)) for x, y in valeur}
    except (TypeError, ValueError):
        rapport.alerter(f"« {nom} » a renvoyé {valeur!r:.60} : une liste de couples (x, y) est attendue.")
        return position.coups()
    if intrus := sorted(proposes - vrais):
        rapport.alerter(f"« {nom} » propose {_liste(intrus)} : on ne peut pas y poser de pion.")
    if oublies := sorted(vrais - proposes):
        rapport.alerter(f"« {nom} » oublie {_liste(oublies)}, où l'on peut pourtant jouer.")
    return sorted({x for x, _ in proposes & vrais})


def _liste(cases: list[tuple[int, int]]) -> str:
    return ", ".join(map(str, cases[:3])) + ("…" if len(cases) > 3 else "")


def _comparer_fini(valeur: Any, position: Position, nom: str, rapport: Rapport) -> int:
    """Le gagnant selon l'élève, s'il a répondu 0, 1 ou 2 ; sinon selon la règle."""
    try:
        gagnant = -1 if isinstance(valeur, bool) else index(valeur)
    except TypeError:
        gagnant = -1
    if gagnant not in (0, 1, 2):
        rapport.alerter(f"« {nom} » a renvoyé {valeur!r:.60} : on attend 0, 1 ou 2.")
        return position.gagnant
    if gagnant != position.gagnant:
        rapport.alerter(_desaccord(gagnant, position, nom))
    return gagnant


def _desaccord(gagnant: int, position: Position, nom: str) -> str:
    if not position.gagnant:
        return f"« {nom} » dit que le joueur {gagnant} a gagné ; la règle ne voit aucun alignement."
    dit = f"que le joueur {gagnant} a gagné" if gagnant else "que personne n'a gagné"
    return f"« {nom} » dit {dit} ; le joueur {position.gagnant} a pourtant aligné {position.aligner} pions."
