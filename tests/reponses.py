"""De quoi recueillir des réponses d'élèves, fausses ou justes, pour éprouver les vérifications d'un TP."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Reponse:
    """Une réponse à une question ; les mots que son diagnostic doit contenir (aucun si elle est juste)."""

    question: str
    valeur: Any
    mots: tuple[str, ...] = ()
    part: float | None = None  # la part des points attendue, quand elle est remarquable

    def __str__(self) -> str:
        nom = getattr(self.valeur, "__name__", None) or repr(self.valeur)[:30]
        return f"{self.question}-{nom}"


@dataclass
class Recueil:
    """Les réponses d'un TP : on y inscrit des fonctions par un décorateur, des valeurs par un appel."""

    fausses: list[Reponse] = field(default_factory=list)
    justes: list[Reponse] = field(default_factory=list)

    def faux(self, question: str, *mots: str, part: float | None = None) -> Callable[[Any], Any]:
        """Inscrit une réponse fausse, dont le message doit contenir ces mots."""
        assert mots, "une réponse fausse doit dire les mots de son diagnostic"

        def inscrire(valeur: Any) -> Any:
            self.fausses.append(Reponse(question, valeur, mots, part))
            return valeur

        return inscrire

    def juste(self, question: str) -> Callable[[Any], Any]:
        """Inscrit une réponse juste, si inhabituelle soit-elle."""

        def inscrire(valeur: Any) -> Any:
            self.justes.append(Reponse(question, valeur))
            return valeur

        return inscrire

    def manques(self, questions: Any, fausses: int = 5, justes: int = 2) -> list[str]:
        """Les questions qui n'ont pas assez de réponses."""
        return [
            q
            for q in questions
            if sum(r.question == q for r in self.fausses) < fausses
            or sum(r.question == q for r in self.justes) < justes
        ]
