"""De quoi recueillir des réponses d'élèves, fausses ou justes, pour éprouver les vérifications d'un TP.

Une réponse est un texte, comme dans la cellule d'un élève. Elle s'écrit, du plus court au plus long :

change={ancien: nouveau}   la réponse modèle, où ces bouts de texte sont remplacés ;
corps="…"                  un autre corps, sous la signature du modèle ; il peut appeler `modele`,
                           la réponse modèle elle-même ;
source="…"                 une ou plusieurs fonctions entières (autre signature, fonction auxiliaire).

Elle s'exécute dans un notebook neuf où tout le reste est juste : ce que le TP donne, puis les modèles.
"""

from __future__ import annotations

import linecache
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from textwrap import dedent, indent
from typing import Any

import pytest

from p4cours import examiner, questions
from p4cours.verification import horloge
from p4cours.verification.bilan import Bilan

MODELE = "modèle"
_numeros = count(1)


@cache
def _compiler(source: str) -> Any:
    """Le code d'une cellule ; ses lignes restent lisibles pour qui raconte une exception."""
    fichier = f"<réponse {next(_numeros)}>"
    linecache.cache[fichier] = (len(source), None, source.splitlines(keepends=True), fichier)
    return compile(source, fichier, "exec")


@dataclass(frozen=True)
class Reponse:
    """Une réponse à une question ; les mots que son diagnostic doit contenir (aucun si elle est juste)."""

    question: str
    nom: str
    valeur: Callable[[], Any]  # la fonction ou la valeur que l'élève donne, dans un notebook neuf
    mots: tuple[str, ...] = ()
    part: float | None = None  # la part des points attendue, quand elle est remarquable

    def __str__(self) -> str:
        return f"{self.question}-{self.nom}"


@dataclass
class Questionnaire:
    """Les réponses à une question."""

    recueil: Recueil
    question: str
    modele: str = ""
    sources: dict[str, str] = field(default_factory=dict)
    derivees: set[str] = field(default_factory=set)  # celles qui sont écrites comme un changement du modèle

    def juste(self, nom: str, **ecriture: Any) -> None:
        """Inscrit une réponse juste, si inhabituelle soit-elle."""
        self.recueil.justes.append(self._reponse(nom, ecriture))

    def faux(self, nom: str, *mots: str, part: float | None = None, **ecriture: Any) -> None:
        """Inscrit une réponse fausse, dont le message doit contenir ces mots."""
        assert mots, f"{nom} : une réponse fausse doit dire les mots de son diagnostic"
        self.recueil.fausses.append(self._reponse(nom, ecriture, mots, part))

    def valeurs_justes(self, *valeurs: Any) -> None:
        """Inscrit des valeurs justes, pour une question dont la réponse n'est pas une fonction."""
        for valeur in valeurs:
            self.recueil.justes.append(Reponse(self.question, repr(valeur)[:30], lambda v=valeur: v))

    def valeurs_fausses(self, *couples: tuple[Any, str]) -> None:
        """Inscrit des couples (valeur fausse, mots de son message)."""
        for valeur, mots in couples:
            self.recueil.fausses.append(
                Reponse(self.question, repr(valeur)[:30], lambda v=valeur: v, (mots,))
            )

    def _reponse(
        self, nom: str, ecriture: dict[str, Any], mots: tuple[str, ...] = (), part: float | None = None
    ) -> Reponse:
        assert nom not in self.sources, f"deux réponses à {self.question} s'appellent {nom}"
        self.sources[nom] = self._ecrire(**ecriture)
        if "change" in ecriture:
            self.derivees.add(nom)
        return Reponse(self.question, nom, lambda: self.recueil.fonction(self.question, nom), mots, part)

    def _ecrire(self, *, source: str = "", corps: str = "", change: dict[str, str] | None = None) -> str:
        assert bool(source) + bool(corps) + bool(change) == 1, "source, corps ou change : un et un seul"
        if source:
            return dedent(source)
        if corps:
            return f"{self._signature()}\n{indent(dedent(corps).strip(), '    ')}\n"
        texte = self.modele
        for ancien, nouveau in (change or {}).items():
            assert ancien in texte, f"« {ancien} » n'est pas dans le modèle de {self.question}"
            texte = texte.replace(ancien, nouveau)
        return texte

    def _signature(self) -> str:
        return next(ligne for ligne in self.modele.splitlines() if ligne.startswith(f"def {self.question}("))


class Recueil:
    """Les réponses d'un TP : ce que son notebook donne, un modèle et des réponses pour chaque question."""

    def __init__(self, tp: str, donne: str = "") -> None:
        self.tp, self.donne = tp, dedent(donne)
        self.fausses: list[Reponse] = []
        self.justes: list[Reponse] = []
        self.questionnaires: dict[str, Questionnaire] = {}

    def question(self, nom: str, modele: str = "") -> Questionnaire:
        """Ouvre une question ; son modèle, s'il est donné, est la première de ses réponses justes."""
        q = self.questionnaires[nom] = Questionnaire(self, nom, dedent(modele))
        if modele:
            q.juste(MODELE, source=modele)
        return q

    def fonction(self, question: str, nom: str = MODELE, **autres: str) -> Any:
        """Cette réponse dans un notebook neuf ; `autres` : des réponses d'autres questions à la place des
        modèles, par exemple fini="sans_diagonales"."""
        espace: dict[str, Any] = {"__name__": "__main__"}
        exec(_compiler(self.donne), espace)
        for q in self.questionnaires.values():
            exec(_compiler(q.modele), espace)
        for autre, choisie in {**autres, question: nom}.items():  # la réponse demandée en dernier
            if choisie != MODELE:
                espace["modele"] = espace.get(autre)
                exec(_compiler(self.questionnaires[autre].sources[choisie]), espace)
        return espace[question]

    def manques(self, fausses: int = 5, justes: int = 2) -> list[str]:
        """Les questions qui n'ont pas assez de réponses."""
        return [
            q
            for q in questions(self.tp)
            if sum(r.question == q for r in self.fausses) < fausses
            or sum(r.question == q for r in self.justes) < justes
        ]


def a_faire(*arguments: Any) -> Any:
    """La cellule d'une fonction, laissée telle quelle."""
    raise NotImplementedError


def partager(reponses: list[Reponse]) -> list[Any]:
    """Les premières réponses à chaque question, puis une sur six ; « make test-long » les a toutes."""
    rangs: Counter[str] = Counter()
    partagees = []
    for reponse in reponses:
        rang = rangs[reponse.question]
        rangs[reponse.question] += 1
        ordinaire = rang < 4 or rang % 6 == 0
        partagees.append(pytest.param(reponse, marks=() if ordinaire else pytest.mark.long))
    return partagees


class EpreuveDesReponses:
    """Les essais communs à tous les TP ; chaque fichier d'essais en hérite, avec son recueil."""

    recueil: Recueil

    def pytest_generate_tests(self, metafunc: Any) -> None:
        """Un essai par réponse du recueil, ou par question du TP."""
        listes = {
            "fausse": partager(self.recueil.fausses),
            "juste": partager(self.recueil.justes),
            "question": questions(self.recueil.tp),
        }
        for nom, valeurs in listes.items():
            if nom in metafunc.fixturenames:
                metafunc.parametrize(nom, valeurs, ids=str)

    def test_assez_de_reponses(self) -> None:
        """Chaque question a-t-elle au moins 5 réponses fausses et 2 justes ?"""
        assert self.recueil.manques() == []

    def test_fausse(self, fausse: Reponse, monkeypatch: pytest.MonkeyPatch) -> None:
        """La réponse est-elle refusée, et son erreur nommée ?"""
        part = None if fausse.part is None else pytest.approx(fausse.part, abs=1e-4)

        def attendu(bilan: Bilan) -> bool:
            return all(mot in bilan.message for mot in fausse.mots) and part in (None, bilan.part)

        bilan = self._juger(fausse, monkeypatch, attendu)
        assert bilan.etat == "faux" and bilan.part < 1, bilan
        assert [mot for mot in fausse.mots if mot not in bilan.message] == [], bilan.message
        assert part in (None, bilan.part), bilan.part
        assert bilan._repr_html_()

    def test_juste(self, juste: Reponse, monkeypatch: pytest.MonkeyPatch) -> None:
        """La réponse est-elle acceptée ?"""
        bilan = self._juger(juste, monkeypatch, lambda b: b.part == 1)
        assert (bilan.etat, bilan.part) == ("juste", 1.0), bilan.message

    def _juger(
        self, reponse: Reponse, monkeypatch: pytest.MonkeyPatch, attendu: Callable[[Bilan], bool]
    ) -> Bilan:
        """Le bilan ; s'il n'est pas celui qu'on attend, avec tout le temps d'une machine lente : ce que l'on
        éprouve ici est le jugement, et bench.verdicts sa durée."""
        bilan = examiner(self.recueil.tp, reponse.question, reponse.valeur())
        if attendu(bilan):
            return bilan
        monkeypatch.setattr(horloge, "lenteur", lambda: 4.0)
        return examiner(self.recueil.tp, reponse.question, reponse.valeur())

    def test_non_traitee(self, question: str) -> None:
        """Une fonction ou une valeur laissée telle quelle est-elle « non traitée » ?"""
        valeur = questions(self.recueil.tp)[question].parametres is None
        bilan = examiner(self.recueil.tp, question, None if valeur else a_faire)
        assert (bilan.etat, bilan.part) == ("non traité", 0.0), bilan
