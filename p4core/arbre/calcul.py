"""Calculer les nœuds demandés dans un fil à part, un par un, chacun dans un temps limité."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from p4core.arbre.appels import ArbreImpossible, EchecFonction
from p4core.arbre.construction import Noeud, Recherche
from p4core.execution import Appel
from p4core.plateau.surveillance import Surveillance
from p4core.recits import raconter


@dataclass(frozen=True)
class Incident:
    """Ce qui a mal tourné : une phrase et des détails à déplier."""

    phrase: str
    details: tuple[tuple[str, str], ...] = ()


class Calculateur:
    """La file des nœuds à explorer ; `publier` est appelé à chaque étape."""

    def __init__(self, recherche: Recherche, publier: Callable[[], None], delai: float) -> None:
        self.incident: Incident | None = None
        self._recherche, self._publier, self._delai = recherche, publier, delai
        self._file: list[Noeud] = []
        self._verrou = threading.Lock()
        self._fil: threading.Thread | None = None

    @property
    def en_cours(self) -> list[Noeud]:
        """Les nœuds que l'on attend."""
        return list(self._file)

    def demander(self, noeuds: list[Noeud]) -> None:
        """Met à calculer ceux qui ne le sont pas encore."""
        with self._verrou:
            self._file += [n for n in noeuds if n not in self._file]
            if not self._file or self._fil is not None:
                return
            self._fil = threading.Thread(target=self._vider, daemon=True)
        try:
            self._fil.start()
        except RuntimeError:  # un Python sans fils d'exécution (dans un navigateur) : le calcul est direct
            self._vider()

    def attendre(self, secondes: float | None = None) -> None:
        """Attend la fin des calculs, au plus ce temps."""
        fil = self._fil
        if fil is not None and fil.is_alive():
            fil.join(secondes)

    def _vider(self) -> None:
        self.incident = None
        while noeud := self._prochain():
            self._publier()
            appel = Surveillance().appeler(partial(self._recherche.explorer, noeud), (), self._delai)
            self.incident = _incident(appel) or self.incident
            with self._verrou:
                self._file.remove(noeud)
            self._publier()  # avant que le fil ne s'achève : qui l'attend voit l'état à jour

    def _prochain(self) -> Noeud | None:
        with self._verrou:
            if not self._file:
                self._fil = None
                return None
            return self._file[0]


def _incident(appel: Appel) -> Incident | None:
    details = (("Ce que vos fonctions ont affiché", appel.sortie),) if appel.sortie else ()
    if appel.expire:
        return Incident(_trop_long(appel), details)
    erreur = appel.exception
    if erreur is None:
        return None
    if isinstance(erreur, EchecFonction) and erreur.__cause__ is not None:
        phrase = f"« {erreur} » s'est arrêtée sur une erreur : {raconter(erreur.__cause__)}"
        return Incident(phrase, (*details, ("Trace de l'erreur", _trace(erreur.__cause__))))
    return Incident(str(erreur) if isinstance(erreur, ArbreImpossible) else raconter(erreur), details)


def _trop_long(appel: Appel) -> str:
    phrase = (
        f"Calcul arrêté au bout de {appel.duree:.0f} s : les valeurs manquantes sont notées « ? ». "
        "Diminuez la profondeur, ou repliez puis dépliez un nœud pour reprendre."
    )
    return phrase if appel.arrete else f"{phrase} Une fonction tourne encore : redémarrez le noyau."


def _trace(erreur: BaseException) -> str:
    return "".join(traceback.format_exception(erreur, chain=False))
