"""Le retour immédiat : juger une réponse, nommer l'erreur, donner un indice.

Les mêmes essais servent au notebook de l'élève et à la correction de l'enseignant."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from p4core.francais import en_une_ligne
from p4cours.pret.points import retenir
from p4cours.pret.sujets import points_du_sujet
from p4cours.trous import sans_manques
from p4cours.verification.bilan import Bilan
from p4cours.verification.cellules import doublon, reproche, suivre
from p4cours.verification.essais import Question
from p4cours.verification.moteur import examiner_question

_MODULES = iter_modules([str(Path(__file__).parent)])
TPS = tuple(sorted(module.name for module in _MODULES if module.name.startswith("tp")))
_indices_donnes: dict[tuple[str, str], int] = {}


@en_une_ligne
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


# Ce que le notebook d'un TP donne tout fait, et qui est une question d'un autre.
_EMPRUNTS = {"tp2_minmax": "tp1_grille", "tp6_tournoi": "tp5_pieges"}


def _connues(tp: str) -> dict[str, Question]:
    """Les questions qui jugent les fonctions du notebook : celles du TP, et de ce qu'il emprunte."""
    return {**(questions(_EMPRUNTS[tp]) if tp in _EMPRUNTS else {}), **questions(tp)}


def examiner(tp: str, question: str, fonction: Any, graine: int | None = None, ampleur: int = 1) -> Bilan:
    """Le bilan d'une réponse ; la même graine donne les mêmes essais."""
    if graine is None:
        graine = zlib.crc32(f"{tp}/{question}".encode())
    return examiner_question(tp, _question(tp, question), fonction, graine, ampleur, _connues(tp))


@en_une_ligne
def verifier(tp: str, question: str, fonction: Any, *, graine: int | None = None, ampleur: int = 1) -> float:
    """Affiche le bilan et renvoie les points gagnés : c'est le nombre que lit nbgrader."""
    imposes = _imposes.get()
    _question(tp, question)  # un nom mal écrit se dit avant tout
    defaut = reproche(question) if imposes is None else ""  # dans un notebook seulement
    if defaut:
        print(defaut)
        return 0.0
    points = points_du_sujet(tp, question) if imposes is None else imposes
    tirage = _tirage.get()
    if graine is not None and tirage is not None:
        graine = tirage(tp, question, graine)
    try:
        bilan = replace(examiner(tp, question, sans_manques(fonction), graine, ampleur), points=points)
    except KeyboardInterrupt:
        if imposes is not None:
            raise
        print("Vérification interrompue : aucun verdict. Exécutez de nouveau la cellule pour la refaire.")
        return 0.0
    retenir(bilan)
    if imposes is None and (remarque := doublon(question)):
        print(remarque)
    _afficher(bilan)
    return bilan.gagnes


_imposes: ContextVar[float | None] = ContextVar("points de la cellule en cours de correction", default=None)


Tirage = Callable[[str, str, int], int]  # du TP, de la question et de la graine qu'écrit le test caché
_tirage: ContextVar[Tirage | None] = ContextVar("d'où viennent les graines des tests cachés", default=None)


@contextmanager
def noter_sur(points: float, tirage: Tirage | None = None) -> Iterator[None]:
    """À la correction, une vérification vaut les points de sa cellule, quoi qu'en dise le sujet distribué.

    `tirage` choisit alors les essais des tests cachés : la graine qu'ils écrivent ne fait que les distinguer.
    """
    avant, source = _imposes.set(points), _tirage.set(tirage)
    try:
        yield
    finally:
        _imposes.reset(avant)
        _tirage.reset(source)


class Indice(str):
    """Un indice, affiché tel quel dans un notebook."""

    def __repr__(self) -> str:
        return str(self)


@en_une_ligne
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


def _interprete() -> Any:
    """L'interprète du notebook ; None ailleurs."""
    try:
        from IPython import get_ipython
    except ImportError:
        return None
    return get_ipython()


def _afficher(bilan: Bilan) -> None:
    if _interprete() is None:
        print(bilan)
        return
    from IPython.display import display

    display(bilan)


if _interprete() is not None:
    suivre(_interprete())
