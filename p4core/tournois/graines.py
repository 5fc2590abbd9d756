"""Le hasard d'un tournoi : chaque partie tire sa graine de celle du tournoi, des deux noms et de son numéro.

Une partie ne dépend donc ni de celles d'avant, ni du nombre d'ouvriers, ni de la machine qui la joue.
"""

from __future__ import annotations

import random
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from hashlib import blake2b
from types import FunctionType, MethodType
from typing import Any

_VERROU = threading.Lock()


def graine_rencontre(graine: int | str, a: str, b: str) -> int:
    """La graine de la partie n° 0 entre a et b ; celle de la partie n° i s'en déduit en ajoutant i."""
    empreinte = blake2b(repr((graine, a, b)).encode(), digest_size=7).digest()
    return int.from_bytes(empreinte, "big")


_par_fil: dict[int, random.Random] = {}
_FONCTIONS = {
    nom: getattr(random, nom)
    for nom in random.__all__
    if isinstance(getattr(getattr(random, nom), "__self__", None), random.Random)
}


@contextmanager
def hasard_du_fil(alea: random.Random) -> Iterator[None]:
    """Dans ce fil, random.choice et les autres tirent de `alea` ; les autres fils ne voient rien.

    Semer le générateur du module ne suffirait pas : les autres fils du programme (ceux de Dask, par
    exemple) y puisent aussi, et une partie ne serait plus reproductible.
    """
    fil = threading.get_ident()
    with _VERROU:
        _par_fil[fil] = alea
        for nom, fonction in _FONCTIONS.items():
            setattr(random, nom, _aiguillage(nom, fonction))
    try:
        yield
    finally:
        with _VERROU:
            del _par_fil[fil]
            if not _par_fil:
                for nom, fonction in _FONCTIONS.items():
                    setattr(random, nom, fonction)


def _aiguillage(nom: str, fonction: Any) -> Any:
    def appel(*arguments: Any, **nommes: Any) -> Any:
        alea = _par_fil.get(threading.get_ident())
        return (getattr(alea, nom) if alea else fonction)(*arguments, **nommes)

    return appel


@contextmanager
def numpy_preserve() -> Iterator[None]:
    """Rend au programme, en sortant, le hasard global de numpy que les parties ont remis à zéro."""
    numpy = sys.modules.get("numpy")
    etat = numpy and numpy.random.get_state()
    try:
        yield
    finally:
        if numpy:
            numpy.random.set_state(etat)


def semer(graine: int, aleas: Iterable[random.Random]) -> None:
    """Remet tout le hasard que les joueurs utilisent à un état qui ne dépend que de la graine."""
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(graine % 2**32)
    for rang, alea in enumerate(aleas):
        alea.seed(graine * 64 + rang)


def aleas(*objets: Any) -> list[random.Random]:
    """Les générateurs que ces joueurs gardent en eux : attributs, fermetures, variables globales lues."""
    vus: dict[int, Any] = {}
    a_voir = list(objets)
    while a_voir:
        objet = a_voir.pop()
        if id(objet) not in vus:
            vus[id(objet)] = objet
            a_voir += _contenus(objet)
    return [objet for objet in vus.values() if isinstance(objet, random.Random)]


def _contenus(objet: Any) -> list[Any]:
    """Ce qu'un objet tient, là où un générateur peut se cacher."""
    if isinstance(objet, FunctionType):
        return _de_fonction(objet)
    if isinstance(objet, MethodType):
        return [objet.__self__, objet.__func__]
    if isinstance(objet, partial):
        return [objet.func, *objet.args, *objet.keywords.values()]
    if isinstance(objet, dict):
        return [valeur for valeur in objet.values() if _interessant(valeur)]
    return list(vars(objet).values()) if callable(objet) and hasattr(objet, "__dict__") else []


def _de_fonction(fonction: FunctionType) -> list[Any]:
    lues = (fonction.__globals__.get(nom) for nom in fonction.__code__.co_names)
    cellules = [cellule.cell_contents for cellule in fonction.__closure__ or () if _remplie(cellule)]
    defauts = [*(fonction.__defaults__ or ()), *(fonction.__kwdefaults__ or {}).values()]
    return [valeur for valeur in (*lues, *cellules, *defauts) if _interessant(valeur)]


def _interessant(valeur: Any) -> bool:
    genres = (random.Random, FunctionType, MethodType, partial, dict)
    return isinstance(valeur, genres) or (callable(valeur) and not isinstance(valeur, type))


def _remplie(cellule: Any) -> bool:
    """Faux pour une variable que la fonction englobante n'a pas encore affectée."""
    try:
        return cellule.cell_contents is not None
    except ValueError:
        return False
