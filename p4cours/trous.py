"""« Exécuter tout » sur un notebook encore à trous : chaque cellule dit ce qui manque, et la suite s'exécute.

Une fonction à écrire lève NotImplementedError quand on l'appelle. Dans un noyau Jupyter, la cellule qui
l'appelle l'apprend en une ligne, sans être une erreur : Lab continue avec les suivantes. Les noms que la
cellule devait définir deviennent des `Manque`, qui disent la même chose si l'on s'en sert plus loin.
De même, un test lancé avant sa réponse se dit en une ligne, et une cellule interrompue (■) ne montre que les
siennes. Nulle part ailleurs (console, nbval, correction) rien n'est changé à ce que lève une fonction."""

from __future__ import annotations

import linecache
import os
from collections.abc import Callable
from symtable import symtable
from types import TracebackType
from typing import Any

REGLAGE = "P4COURS_TROUS"  # « erreur » : un trou reste une erreur, comme pour les tests de solutions/


class AFaire(NotImplementedError):
    """Une réponse manque ; son message dit laquelle, en une phrase pour l'élève."""


class Manque:
    """Ce qu'une cellule devait définir, et qu'un trou l'a empêchée de calculer : s'en servir lève AFaire."""

    def __init__(self, phrase: str) -> None:
        self.__dict__["_phrase"] = phrase

    def _lever(self, *_: Any, **__: Any) -> Any:
        raise AFaire(self.__dict__["_phrase"])

    __call__ = __iter__ = __len__ = __bool__ = __getitem__ = __setitem__ = __contains__ = _lever
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _lever
    __lt__ = __le__ = __gt__ = __ge__ = __neg__ = __int__ = __float__ = __index__ = __str__ = _lever

    def __getattr__(self, nom: str) -> Any:
        # Python et IPython cherchent des noms en __…__ pour regarder un objet : ils n'y sont pas.
        if nom.startswith("_"):
            raise AttributeError(nom)
        return self._lever()

    def __repr__(self) -> str:
        return str(self.__dict__["_phrase"])


def est_un_trou(erreur: BaseException | None) -> bool:
    """Cette erreur vient-elle d'une réponse qui reste à écrire ?"""
    # exactement : une saisie sans personne devant est une sous-classe, et une vraie panne
    return type(erreur) in (AFaire, NotImplementedError)


def phrase(erreur: BaseException, valeur: str = "") -> str:
    """Ce qui manque, dit à l'élève ; `valeur` : ce dont on se sert, si la cellule devait le définir."""
    if isinstance(erreur, AFaire) and erreur.args:
        return str(erreur)
    if nom := _fonction(erreur.__traceback__):
        return f"Écrivez d'abord {nom}."
    return (
        f"Donnez d'abord {valeur}." if valeur else "Une réponse manque : remplacez raise NotImplementedError."
    )


def _fonction(trace: TracebackType | None) -> str:
    """Le nom de la fonction à trou, là où l'erreur a été levée."""
    nom = ""
    while trace:
        nom, trace = trace.tb_frame.f_code.co_name, trace.tb_next
    return "" if nom.startswith("<") else nom


def exiger(valeur: Any, demande: str) -> None:
    """Lève AFaire, avec cette demande, si la valeur est celle d'une question sans réponse."""
    if valeur is None or valeur is Ellipsis or isinstance(valeur, Manque):
        raise AFaire(demande)


def sans_manques(valeur: Any) -> Any:
    """La valeur à vérifier, où une réponse qui manque est None, comme dans le sujet."""
    if isinstance(valeur, Manque):
        return None
    return tuple(map(sans_manques, valeur)) if type(valeur) is tuple else valeur


def definis(source: str) -> list[str]:
    """Les noms que le code d'une cellule définit."""
    return [s.get_name() for s in symtable(source, "cellule", "exec").get_symbols() if s.is_assigned()]


def installer(shell: Any) -> None:
    """Branche le mécanisme sur ce noyau, une seule fois."""
    deja = getattr(shell, "_trous_de_p4cours", False)
    if shell is None or deja or os.environ.get(REGLAGE) == "erreur":
        return
    shell._trous_de_p4cours = True
    shell.set_custom_exc((NotImplementedError, NameError, KeyboardInterrupt), _montrer)
    shell.events.register("post_run_cell", _pardonner(shell))


def _montrer(shell: Any, genre: type, erreur: BaseException, trace: Any, tb_offset: Any = None) -> None:
    if est_un_trou(erreur):
        print(f"… {_restante(shell, erreur) or phrase(erreur)}")
    elif nom := _a_verifier(erreur):
        print(
            f"{nom} n'existe pas encore dans ce noyau : exécutez d'abord la cellule qui le définit "
            "(si elle s'arrête sur une erreur, corrigez-la)."
        )
    else:
        if isinstance(erreur, KeyboardInterrupt):
            _couper(trace, shell.user_ns)
        shell.showtraceback((genre, erreur, trace), tb_offset=tb_offset)


def _couper(trace: TracebackType | None, espace: dict[str, Any]) -> None:
    """Arrête la trace d'une interruption (■) à la dernière ligne du notebook, avant la bibliothèque."""
    derniere = None
    while trace:
        derniere, trace = trace if trace.tb_frame.f_globals is espace else derniere, trace.tb_next
    if derniere:
        derniere.tb_next = None


def _a_verifier(erreur: BaseException) -> str:
    """Le nom qui manque à une cellule de test, exécutée avant celle de la réponse ; rien sinon."""
    source, rang = _cellule(erreur)
    if not isinstance(erreur, NameError) or not source:
        return ""
    return str(erreur.name) if source[rang - 1].startswith("verifier(") else ""


def _restante(shell: Any, erreur: BaseException) -> str:
    """Ce qu'il faut effacer d'une cellule qui a pourtant sa réponse ; rien s'il y manque quelque chose."""
    source, _ = _cellule(erreur)
    noms = [] if isinstance(erreur, AFaire) else definis("".join(source))
    donnees = [shell.user_ns.get(nom) for nom in noms]
    # Dans le sujet, une réponse à donner vaut None, ou une liste vide.
    if not noms or any(valeur is None or (type(valeur) is list and not valeur) for valeur in donnees):
        return ""
    return "La réponse est là, mais raise NotImplementedError aussi : effacez cette ligne."


def _cellule(erreur: BaseException) -> tuple[list[str], int]:
    """Le texte de la cellule qui a levé cette erreur elle-même, et la ligne ; rien si c'est une fonction."""
    trace = erreur.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    if trace is None or trace.tb_frame.f_code.co_name != "<module>":
        return [], 0
    return linecache.getlines(trace.tb_frame.f_code.co_filename), trace.tb_lineno


def _pardonner(shell: Any) -> Callable[[Any], None]:
    def apres(resultat: Any) -> None:
        """La cellule arrêtée par un trou n'est pas en erreur : « Exécuter tout » va jusqu'au bout."""
        if not est_un_trou(erreur := resultat.error_in_exec):
            return
        for nom in definis(shell.transform_cell(resultat.info.raw_cell)):
            # Dans le sujet, une valeur à donner commence par « nom = None ».
            if shell.user_ns.get(nom) is None:
                shell.user_ns[nom] = Manque(phrase(erreur, nom))
        resultat.error_in_exec = None

    return apres
