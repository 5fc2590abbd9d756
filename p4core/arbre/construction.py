"""L'arbre comme donnée : des nœuds développés à la demande, des valeurs min-max qui remontent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf
from typing import Any

from p4core.arbre.jeux import Jeu
from p4core.position import Case, Position
from p4core.recherche import presque_egaux

RACINE = "r"


@dataclass(eq=False)
class Noeud:
    """Un état de la recherche ; ses fils et sa valeur ne sont calculés qu'une fois."""

    etat: Any = field(repr=False)
    position: Position
    reste: int  # nombre de coups encore examinés sous ce nœud
    case: Case | None = None  # le coup qui y mène
    cle: str = RACINE
    parent: Noeud | None = field(default=None, repr=False)
    fils: list[Noeud] | None = field(default=None, repr=False)
    issue: float | None = None  # la valeur d'une partie finie
    prepare: bool = False  # `issue` est-elle connue ?
    valeur: float | None = None
    evalue: bool = False  # `valeur` est-elle connue ? (elle peut alors valoir None : indécise)

    @property
    def finie(self) -> bool:
        """La partie est-elle finie ici ?"""
        return self.issue is not None

    @property
    def depliable(self) -> bool:
        """La recherche regarde-t-elle sous ce nœud ?"""
        return self.reste > 0 and not self.finie and self.fils != []

    @property
    def niveau(self) -> int:
        """La profondeur du nœud, 0 pour la racine."""
        return self.cle.count(".")

    def retenus(self) -> list[Noeud]:
        """Les fils dont la valeur est celle qui est remontée."""
        return [f for f in self.fils or [] if self._donne_sa_valeur(f)]

    def _donne_sa_valeur(self, fils: Noeud) -> bool:
        connues = self.valeur is not None and fils.valeur is not None
        return connues and presque_egaux(self.valeur or 0.0, fils.valeur or 0.0)

    def parcours(self) -> Iterator[Noeud]:
        """Ce nœud puis tous ceux qui sont déjà développés sous lui."""
        yield self
        for fils in self.fils or []:
            yield from fils.parcours()


@dataclass
class Recherche:
    """Une recherche min-max que l'on peut regarder nœud par nœud."""

    jeu: Jeu
    racine: Noeud

    def explorer(self, noeud: Noeud) -> None:
        """Développe le nœud, l'évalue, puis remonte la valeur aussi haut que possible."""
        self._preparer(noeud)
        self.developper(noeud)
        self.evaluer(noeud)
        parent = noeud.parent
        while parent is not None and all(fils.evalue for fils in parent.fils or []):
            self.evaluer(parent)
            parent = parent.parent

    def developper(self, noeud: Noeud) -> list[Noeud]:
        """Les fils du nœud, calculés une seule fois ; aucun sous l'horizon ni en fin de partie."""
        if noeud.fils is None and noeud.depliable:
            enfants = self.jeu.enfants(noeud.etat, noeud.position)
            fils = [
                Noeud(etat, position, noeud.reste - 1, case, f"{noeud.cle}.{rang}", noeud)
                for rang, (etat, position, case) in enumerate(enfants)
            ]
            for enfant in fils:
                self._preparer(enfant)
            noeud.fils = fils  # affecté complet : un calcul interrompu ne laisse pas d'arbre à moitié fait
        return noeud.fils or []

    def evaluer(self, noeud: Noeud) -> float | None:
        """La valeur min-max du nœud, vue de MAX ; None si des feuilles sans valeur la laissent indécise."""
        if not noeud.evalue:
            self._preparer(noeud)
            noeud.valeur = self._valeur(noeud)
            noeud.evalue = True
        return noeud.valeur

    def maximise(self, noeud: Noeud) -> bool:
        """Est-ce à MAX de jouer ?"""
        return noeud.position.trait == self.jeu.joueur

    def ligne(self) -> list[Noeud]:
        """La meilleure ligne, racine comprise : à chaque nœud, le premier des fils retenus."""
        noeuds = [self.racine]
        while suite := noeuds[-1].retenus():
            noeuds.append(suite[0])
        return noeuds

    def _preparer(self, noeud: Noeud) -> None:
        if not noeud.prepare:
            noeud.issue = self.jeu.issue(noeud.etat, noeud.position, noeud.case)
            noeud.prepare = True

    def _valeur(self, noeud: Noeud) -> float | None:
        if noeud.finie:
            return noeud.issue
        fils = self.developper(noeud)
        if not fils:
            return self.jeu.estimer(noeud.etat)
        return remonter([self.evaluer(f) for f in fils], self.maximise(noeud))


def remonter(valeurs: list[float | None], maximise: bool) -> float | None:
    """La valeur que MAX ou MIN retient ; None si une valeur inconnue peut encore changer le choix."""
    connues = [valeur for valeur in valeurs if valeur is not None]
    imbattable = inf if maximise else -inf
    if len(connues) < len(valeurs) and imbattable not in connues:
        return None
    return max(connues) if maximise else min(connues)
