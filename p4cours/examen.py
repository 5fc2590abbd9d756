"""Le retour immédiat : juger une réponse, nommer l'erreur, donner un indice.

Les mêmes essais servent au notebook de l'élève et à la correction de l'enseignant."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from p4cours.pret.sujets import points_du_sujet
from p4cours.verification.bilan import Bilan
from p4cours.verification.essais import Question
from p4cours.verification.moteur import examiner_question

_MODULES = iter_modules([str(Path(__file__).parent)])
TPS = tuple(sorted(module.name for module in _MODULES if module.name.startswith("tp")))
_indices_donnes: dict[tuple[str, str], int] = {}


def questions(tp: str) -> dict[str, Question]:
    """Les questions d'un TP, par nom."""
    if tp not in TPS:
        raise ValueError(f"Le TP « {tp} » n'existe pas. Les TP sont : {', '.join(TPS)}.")
    return import_module(f"p4cours.{tp}").QUESTIONS


def _question(tp: str, nom: str) -> Question:
    connues = questions(tp)
    if nom not in connues:
        raise ValueError(
            f"Le TP « {tp} » n'a pas de question « {nom} ». Ses questions : {', '.join(connues)}."
        )
    return connues[nom]


def examiner(tp: str, question: str, fonction: Any, graine: int | None = None, ampleur: int = 1) -> Bilan:
    """Le bilan d'une réponse ; la même graine donne les mêmes essais."""
    if graine is None:
        graine = zlib.crc32(f"{tp}/{question}".encode())
    return examiner_question(tp, _question(tp, question), fonction, graine, ampleur)


def verifier(tp: str, question: str, fonction: Any, *, graine: int | None = None, ampleur: int = 1) -> float:
    """Affiche le bilan et renvoie les points gagnés : c'est le nombre que lit nbgrader."""
    imposes = _imposes.get()
    points = points_du_sujet(tp, question) if imposes is None else imposes
    bilan = replace(examiner(tp, question, fonction, graine, ampleur), points=points)
    _afficher(bilan)
    return bilan.gagnes


_imposes: ContextVar[float | None] = ContextVar("points de la cellule en cours de correction", default=None)


@contextmanager
def noter_sur(points: float) -> Iterator[None]:
    """À la correction, une vérification vaut les points de sa cellule, quoi qu'en dise le sujet distribué."""
    avant = _imposes.set(points)
    try:
        yield
    finally:
        _imposes.reset(avant)


class Indice(str):
    """Un indice, affiché tel quel dans un notebook."""

    def __repr__(self) -> str:
        return str(self)


def indice(tp: str, question: str, numero: int | None = None) -> Indice:
    """L'indice suivant (du plus vague au plus précis), ou celui dont on donne le numéro, de 1 à 3."""
    connus = _question(tp, question).indices
    if numero is None:
        numero = min(_indices_donnes.get((tp, question), 0) + 1, len(connus))
        _indices_donnes[tp, question] = numero
    if not 1 <= numero <= len(connus):
        raise ValueError(f"La question « {question} » a {len(connus)} indices, numérotés à partir de 1.")
    fin = " (c'est le dernier)" if numero == len(connus) else ""
    return Indice(f"Indice {numero} sur {len(connus)}{fin} : {connus[numero - 1]}")


def _afficher(bilan: Bilan) -> None:
    try:
        from IPython import get_ipython
    except ImportError:
        print(bilan)
        return
    if get_ipython() is None:
        print(bilan)
        return
    from IPython.display import display

    display(bilan)
