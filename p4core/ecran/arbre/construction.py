"""L'arbre comme donnée : des nœuds développés à la demande, des valeurs min-max qui remontent.

Les nœuds demandés se calculent à part, un par un, chacun dans un temps limité."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from math import inf
from typing import Any

from p4core.appels import Appel, Surveillance, ceder, raconter
from p4core.ecran.affichage import trace
from p4core.ecran.arbre.jeux import ArbreImpossible, EchecFonction, Jeu
from p4core.ecran.taches import Tache
from p4core.ia.recherche import presque_egaux
from p4core.jeu import Case, Position

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


# --- le calcul à part -------------------------------------------------------------------


@dataclass(frozen=True)
class Incident:
    """Ce qui a mal tourné : une phrase et des détails à déplier."""

    phrase: str
    details: list[tuple[str, str]] = field(default_factory=list)


class Calculateur:
    """La file des nœuds à explorer ; `publier` est appelé à chaque étape."""

    def __init__(self, recherche: Recherche, publier: Callable[[], None], delai: float) -> None:
        self.incident: Incident | None = None
        self._recherche, self._publier, self._delai = recherche, publier, delai
        self._file: list[Noeud] = []
        self._verrou = threading.Lock()
        self._tache: Tache | None = None

    @property
    def en_cours(self) -> list[Noeud]:
        """Les nœuds que l'on attend."""
        return list(self._file)

    def demander(self, noeuds: list[Noeud]) -> None:
        """Met à calculer ceux qui ne le sont pas encore."""
        with self._verrou:
            self._file += [n for n in noeuds if n not in self._file]
            if not self._file or self._tache is not None:
                return
            self._tache = tache = Tache(self._vider(), ceder)
        tache.lancer()

    def attendre(self, secondes: float | None = None) -> None:
        """Attend la fin des calculs, au plus ce temps."""
        if (tache := self._tache) is not None:
            tache.attendre(secondes)

    def _vider(self) -> Iterator[float]:
        self.incident = None
        while noeud := self._prochain():
            self._publier()
            appel = Surveillance(ceder).appeler(partial(self._recherche.explorer, noeud), (), self._delai)
            self.incident = _incident(appel) or self.incident
            with self._verrou:
                self._file.remove(noeud)
            self._publier()  # avant que la tâche ne s'achève : qui l'attend voit l'état à jour
            yield 0.0

    def _prochain(self) -> Noeud | None:
        with self._verrou:
            if not self._file:
                self._tache = None
                return None
            return self._file[0]


def _incident(appel: Appel) -> Incident | None:
    details = [("Ce que vos fonctions ont affiché", appel.sortie)] if appel.sortie else []
    if appel.expire:
        return Incident(_trop_long(appel), details)
    erreur = appel.exception
    if erreur is None:
        return None
    if isinstance(erreur, EchecFonction) and erreur.__cause__ is not None:
        phrase = f"« {erreur} » s'est arrêtée sur une erreur : {raconter(erreur.__cause__)}"
        return Incident(phrase, [*details, ("Trace de l'erreur", trace(erreur.__cause__))])
    return Incident(str(erreur) if isinstance(erreur, ArbreImpossible) else raconter(erreur), details)


def _trop_long(appel: Appel) -> str:
    phrase = (
        f"Calcul arrêté au bout de {appel.duree:.0f} s : les valeurs manquantes sont notées « ? ». "
        "Diminuez la profondeur, ou repliez puis dépliez un nœud pour reprendre."
    )
    return phrase if appel.arrete else f"{phrase} Une fonction tourne encore : redémarrez le noyau."
