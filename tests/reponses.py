"""De quoi recueillir des réponses d'élèves, fausses ou justes, pour éprouver les vérifications d'un TP."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from p4core.verification import examiner, questions


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

    @classmethod
    def reunir(cls, *recueils: Recueil) -> Recueil:
        """Plusieurs recueils en un seul."""
        return cls([r for un in recueils for r in un.fausses], [r for un in recueils for r in un.justes])

    def manques(self, questions: Any, fausses: int = 5, justes: int = 2) -> list[str]:
        """Les questions qui n'ont pas assez de réponses."""
        return [
            q
            for q in questions
            if sum(r.question == q for r in self.fausses) < fausses
            or sum(r.question == q for r in self.justes) < justes
        ]


def a_faire(*arguments: Any) -> Any:
    """La cellule d'une fonction, laissée telle quelle."""
    raise NotImplementedError


class EpreuveDesReponses:
    """Les essais communs à tous les TP ; chaque fichier d'essais en hérite, avec son TP et son recueil."""

    tp: str
    recueil: Recueil

    def pytest_generate_tests(self, metafunc: Any) -> None:
        """Un essai par réponse du recueil, ou par question du TP."""
        listes = {
            "fausse": self.recueil.fausses,
            "juste": self.recueil.justes,
            "question": questions(self.tp),
        }
        for nom, valeurs in listes.items():
            if nom in metafunc.fixturenames:
                metafunc.parametrize(nom, valeurs, ids=str)

    def test_assez_de_reponses(self) -> None:
        """Chaque question a-t-elle au moins 5 réponses fausses et 2 justes ?"""
        assert self.recueil.manques(questions(self.tp)) == []

    def test_fausse(self, fausse: Reponse) -> None:
        """La réponse est-elle refusée, et son erreur nommée ?"""
        bilan = examiner(self.tp, fausse.question, fausse.valeur)
        assert bilan.etat == "faux" and bilan.part < 1, bilan
        assert [mot for mot in fausse.mots if mot not in bilan.message] == [], bilan.message
        assert fausse.part is None or bilan.part == pytest.approx(fausse.part, abs=1e-4), bilan.part

    def test_juste(self, juste: Reponse) -> None:
        """La réponse est-elle acceptée ?"""
        bilan = examiner(self.tp, juste.question, juste.valeur)
        assert (bilan.etat, bilan.part) == ("juste", 1.0), bilan.message

    def test_non_traitee(self, question: str) -> None:
        """Une fonction ou une valeur laissée telle quelle est-elle « non traitée » ?"""
        valeur = questions(self.tp)[question].parametres is None
        bilan = examiner(self.tp, question, None if valeur else a_faire)
        assert (bilan.etat, bilan.part) == ("non traité", 0.0), bilan
