"""Les pannes de la machine, dites en une phrase : disque plein, dossier protégé, carnet de notes occupé."""

from __future__ import annotations

import contextlib
import errno
import logging
from argparse import Namespace
from collections.abc import Callable, Iterator
from functools import wraps
from zipfile import BadZipFile

from nbgrader.api import InvalidEntry
from sqlalchemy.exc import OperationalError

from p4core.commande import DemandeImpossible

_PLEIN = (
    "Le disque est plein : libérez de la place, puis relancez la même commande. "
    "Rien de ce qui était déjà écrit n'est perdu."
)
_PROTEGE = (
    "{ou} ne peut pas être écrit : le dossier est en lecture seule, ou n'est pas à vous. "
    "Rendez-le accessible, puis relancez."
)
_OCCUPE = (
    "Le carnet de notes est occupé par un autre programme (formgrader, une autre notation) : "
    "fermez-le ou attendez qu'il ait fini, puis relancez."
)
_SQLITE = {
    "locked": _OCCUPE,
    "full": _PLEIN,
    "readonly": _PROTEGE.format(ou="Le carnet de notes"),
    "unable to open": "Le carnet de notes ne s'ouvre pas : son dossier existe-t-il, et est-il à vous ?",
    "malformed": "Le carnet de notes est abîmé : remettez à sa place une sauvegarde de gestion/gradebook.db.",
}


def phrase(panne: BaseException) -> str:
    """Ce qu'il faut en dire à un enseignant, et quoi faire ; vide si ce n'est pas une panne de la machine."""
    panne = _origine(panne)
    if isinstance(panne, OperationalError):
        dit = str(panne.orig).strip()
        connue = next((texte for mot, texte in _SQLITE.items() if mot in dit), "")
        return (
            connue
            or f"Le carnet de notes est inaccessible : {dit.splitlines()[0] if dit else 'sans raison'}."
        )
    if not isinstance(panne, OSError):
        return ""
    if panne.errno in (errno.ENOSPC, errno.EDQUOT):
        return _PLEIN
    if panne.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return _PROTEGE.format(ou=f"« {panne.filename} »" if panne.filename else "Un fichier")
    return ""


_LECTURE = {
    errno.ENOENT: "il n'existe pas",
    errno.ENOTDIR: "il n'existe pas",
    errno.EISDIR: "c'est un dossier",
    errno.EACCES: "vous n'avez pas le droit de le lire",
    errno.EPERM: "vous n'avez pas le droit de le lire",
}


def raison_de_lecture(panne: Exception) -> str:
    """Pourquoi un fichier ne se lit pas, en français."""
    if isinstance(panne, UnicodeDecodeError):
        return "il n'est pas codé en UTF-8"
    if isinstance(panne, BadZipFile):
        return "ce n'est pas un zip"
    connue = _LECTURE.get(panne.errno or 0, "") if isinstance(panne, OSError) else ""
    return connue or str(panne)


def _origine(panne: BaseException) -> BaseException:
    """nbgrader fait d'une base en panne une « entrée invalide » : la vraie cause est derrière."""
    cause = panne.__cause__ or panne.__context__
    return cause if isinstance(panne, InvalidEntry) and isinstance(cause, OperationalError) else panne


@contextlib.contextmanager
def sans_traces() -> Iterator[None]:
    """Fait taire le récit que nbgrader fait de chaque panne de sa base : l'exception dit déjà tout."""
    recit = logging.getLogger("tornado.application")
    avant = recit.level
    recit.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        recit.setLevel(avant)


def arrete_tout(panne: BaseException) -> bool:
    """Est-ce la machine qui est en cause, et non la copie que l'on traite ?"""
    panne = _origine(panne)
    if isinstance(panne, OSError):
        return panne.errno in (errno.ENOSPC, errno.EDQUOT, errno.EROFS)
    return isinstance(panne, OperationalError)


def en_francais(executer: Callable[[Namespace], int]) -> Callable[[Namespace], int]:
    """La même commande, dont une panne de la machine se dit en une phrase."""

    @wraps(executer)
    def commande(arguments: Namespace) -> int:
        try:
            with sans_traces():
                return executer(arguments)
        except (OSError, OperationalError, InvalidEntry) as panne:
            if not (dite := phrase(panne)):
                raise
            raise DemandeImpossible(dite) from panne

    return commande
