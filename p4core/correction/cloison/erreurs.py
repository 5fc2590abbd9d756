"""Les exceptions, qui ne traversent la cloison qu'en données simples."""

from __future__ import annotations

import builtins
from typing import Any, TypeGuard

from p4core.correction.cloison.canal import Message
from p4core.execution import SaisieInattendue
from p4core.recits import ligne_fautive


def decrire(erreur: BaseException) -> dict[str, Any]:
    """L'exception en données simples : son nom, ceux de ses classes, son texte, la ligne de l'élève."""
    try:
        texte = str(erreur)
    except Exception as autre:
        texte = f"(message illisible : {type(autre).__name__})"
    noms = [classe.__name__ for classe in type(erreur).__mro__]
    ligne = ligne_fautive(erreur)
    return {
        "noms": noms,
        "texte": texte[:2000],
        "ligne": list(ligne) if ligne else None,
        "rappel": getattr(erreur, "rappel", None),
    }


def exception(reponse: Message) -> BaseException:
    """L'exception levée par l'autre côté, sous le nom et la famille qu'elle y a."""
    base = getattr(builtins, reponse["base"], Exception)
    erreur: BaseException = type(reponse["leve"], (base,), {})(reponse["texte"])
    erreur.rappel = reponse["rappel"]  # type: ignore[attr-defined]
    return erreur


def reconstruire(noms: list[str], texte: str) -> BaseException:
    """Une exception de la même famille, qui porte le même nom et dit le même texte."""
    if noms[0] == SaisieInattendue.__name__:
        return SaisieInattendue(texte)
    familles = (getattr(builtins, nom, None) for nom in noms)
    base = next((f for f in familles if _est_une_famille(f)), Exception)
    genre: Any = type(noms[0], (base,), {"__str__": lambda self: texte})
    erreur: BaseException = genre.__new__(genre)  # sans __init__ : certaines exigent des arguments
    return erreur


def _est_une_famille(famille: Any) -> TypeGuard[type[BaseException]]:
    """Un groupe d'exceptions ne se crée pas sans ses membres."""
    if not isinstance(famille, type) or issubclass(famille, BaseExceptionGroup):
        return False
    return issubclass(famille, BaseException)
