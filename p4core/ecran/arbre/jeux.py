"""Ce que l'arbre demande aux fonctions d'un TP : les fils d'un état, si la partie est finie, sa valeur."""

from __future__ import annotations

import copy
import inspect
import math
from collections.abc import Callable
from dataclasses import dataclass
from numbers import Real
from typing import Any

from p4core.codages import Codage, Malforme, case_jouee
from p4core.jeu import Case, Position


class ArbreImpossible(ValueError):
    """Une réponse dont l'arbre ne peut rien faire ; le message dit laquelle et pourquoi."""


class EchecFonction(Exception):
    """Une fonction de l'élève s'est arrêtée sur une erreur (gardée dans __cause__)."""


@dataclass(frozen=True)
class FonctionEleve:
    """Une fonction de l'élève, le nom sous lequel en parler, et à qui signaler ses défauts."""

    corps: Callable[..., Any]
    nom: str
    alerter: Callable[[str], None]

    def __call__(self, *arguments: Any) -> Any:
        """Sa réponse ; l'arbre reste juste même si elle modifie ce qu'on lui donne."""
        copies = copy.deepcopy(arguments)
        try:
            reponse = self.corps(*copies)
        except Exception as erreur:
            # Sans la trame de ce fichier, la ligne fautive annoncée est celle de l'élève.
            trace = erreur.__traceback__ and erreur.__traceback__.tb_next
            raise EchecFonction(self.nom) from erreur.with_traceback(trace)
        if copies != arguments:
            self.alerter(
                f"« {self.nom} » modifie la grille qu'elle reçoit : elle devrait la laisser intacte."
            )
        return reponse

    def nombre(self, *arguments: Any) -> float | None:
        """Sa réponse si c'est un nombre, ou None ; autre chose est refusé."""
        valeur = self(*arguments)
        if valeur is not None and (not isinstance(valeur, Real) or math.isnan(valeur)):
            raise self.refus(valeur, "un nombre est attendu")
        return None if valeur is None else float(valeur)

    def accepte(self, nombre: int) -> bool:
        """A-t-elle une place pour ce nombre d'arguments ?"""
        try:
            inspect.signature(self.corps).bind(*[None] * nombre)
        except (TypeError, ValueError):
            return False
        return True

    def refus(self, reponse: Any, attendu: str) -> ArbreImpossible:
        """L'erreur à lever pour cette réponse."""
        return ArbreImpossible(f"« {self.nom} » a renvoyé {reponse!r:.60} : {attendu}.")


Enfant = tuple[Any, Position, Case | None]


class Jeu:
    """Une recherche du cours : son codage, le joueur qui maximise, et les fonctions de l'élève."""

    def __init__(
        self, codage: Codage, joueur: int, aligner: int = 4, **fonctions: Callable[..., Any] | None
    ) -> None:
        self.codage, self.joueur, self.aligner = codage, joueur, aligner
        self.evaluations = 0
        self.alertes: dict[str, None] = {}  # un ensemble qui garde l'ordre
        self._fils, self._valeur, self._coups, self._fin = (
            self._fonction(role, fonctions.get(role)) for role in ("fils", "valeur", "coups", "fin")
        )

    def _fonction(self, role: str, corps: Callable[..., Any] | None) -> FonctionEleve | None:
        if corps is None:
            return None
        nom = getattr(corps, "__name__", "<lambda>")
        return FonctionEleve(corps, role if nom == "<lambda>" else nom, self._alerter)

    def _alerter(self, phrase: str) -> None:
        self.alertes[phrase] = None

    @property
    def sans_valeur(self) -> bool:
        """Aucune fonction n'évalue-t-elle les feuilles ?"""
        return self._valeur is None

    def enfants(self, etat: Any, position: Position) -> list[Enfant]:
        """Les états que l'on atteint en un coup, avec la case jouée (None si on ne la reconnaît pas)."""
        if self._fils is not None:
            return self._enfants_eleve(self._fils, etat, position)
        colonnes = position.coups()
        if self._coups is not None:
            colonnes = self._colonnes_eleve(self._coups, position)
        suites = [(position.jouer(x), (x, position.niveau(x))) for x in colonnes]
        return [(self.codage.valeur(suite), suite, case) for suite, case in suites]

    def issue(self, etat: Any, position: Position, case: Case | None) -> float | None:
        """La valeur d'une partie finie ; None si elle continue."""
        # Sans dernier coup (à la racine), la fonction de l'élève ne peut pas toujours voir la victoire.
        if self._fin is not None and (case is not None or not position.finie):
            coup = None if case is None else self.codage.coup(case)
            return self._fin.nombre(etat, coup) if self._fin.accepte(2) else self._fin.nombre(etat)
        if not position.finie:
            return None
        return self._gain(position) if self.codage.infinis or self.sans_valeur else self.estimer(etat)

    def estimer(self, etat: Any) -> float | None:
        """La valeur estimée de cet état, vue du joueur MAX ; None si aucune fonction ne la donne."""
        if self._valeur is None:
            return None
        self.evaluations += 1
        return self._valeur.nombre(self.codage.estimee(etat))

    def nom_coup(self, case: Case | None) -> str:
        """La colonne jouée, comme le TP la nomme : « x = 3 », « colonne 4 »."""
        return "?" if case is None else self.codage.nom_coup(case[0])

    def nom(self, joueur: int) -> str:
        """Le nom d'un joueur dans ce TP."""
        return self.codage.nom_joueur(joueur)

    def _gain(self, position: Position) -> float:
        if not position.gagnant:
            return 0.0
        return math.inf if position.gagnant == self.joueur else -math.inf

    def _enfants_eleve(self, fils: FonctionEleve, etat: Any, position: Position) -> list[Enfant]:
        reponse = fils(etat)
        if not isinstance(reponse, list | tuple):
            raise fils.refus(reponse, "une liste est attendue")
        lieu = f"« {fils.nom} », élément d'indice "
        return [self._enfant(suite, position, f"{lieu}{rang}") for rang, suite in enumerate(reponse)]

    def _enfant(self, etat: Any, parent: Position, lieu: str) -> Enfant:
        try:
            position = self.codage.depuis(etat, aligner=self.aligner, legale=False)
        except (Malforme, TypeError) as erreur:
            raise ArbreImpossible(f"{lieu} : {erreur}") from None
        case = case_jouee(parent, position)
        if case is None:
            self._alerter(f"{lieu} : il ne s'obtient pas en posant un pion de {self.nom(parent.trait)}.")
        return etat, position, case

    def _colonnes_eleve(self, coups: FonctionEleve, position: Position) -> list[int]:
        jouables = position.coups()
        reponse = coups(*self.codage.etat(position))
        try:
            colonnes = [self.codage.colonne(coup) for coup in reponse]
        except (TypeError, IndexError):
            raise coups.refus(reponse, "une liste de coups est attendue") from None
        for x in sorted(set(colonnes) ^ set(jouables)):
            defaut = "oublie" if x in jouables else "propose à tort"
            self._alerter(f"« {coups.nom} » {defaut} le coup {self.nom_coup((x, 0))}.")
        return [x for x in colonnes if x in jouables]
