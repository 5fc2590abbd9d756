"""Appeler sans risque une fonction écrite par un élève.

L'appel a lieu dans un fil à part : on peut donc l'arrêter au bout d'un délai, sur tout système et dans un
notebook. Ce qu'il affiche, lève ou modifie est rapporté au lieu de se perdre ou de tout interrompre.
"""

from __future__ import annotations

import contextlib
import copy
import ctypes
import inspect
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from p4core.sorties import recueillir

PATIENCE = 3.0  # secondes laissées à un fil pour s'arrêter quand on le lui demande
LENTEUR = 5  # sur une machine chargée, un calcul peut durer tant de fois son temps de calcul


class TempsEcoule(BaseException):
    """Injectée dans le fil de l'élève ; pas une Exception, pour passer à travers ses `except Exception`."""


class SaisieInattendue(Exception):
    """La fonction appelle input() alors qu'aucune saisie n'est prévue, ou en demande trop."""


@dataclass
class Appel:
    """Ce qui s'est passé pendant un appel."""

    arguments: tuple[Any, ...]  # tels que donnés
    apres: tuple[Any, ...]  # tels que la fonction les a laissés
    valeur: Any = None
    exception: BaseException | None = None
    sortie: str = ""
    expire: bool = False
    arrete: bool = True  # faux si le fil tourne encore (boucle impossible à interrompre)
    saisies: int = 0  # nombre d'appels à input()
    duree: float = 0.0
    mort: str = ""  # ce qui a arrêté net le programme de l'élève, s'il s'exécute à part
    appuis: tuple[str, ...] = ()  # ce dont la fonction s'est servie dans p4core à la place de son propre code

    @property
    def modifies(self) -> list[int]:
        """Les rangs des arguments que la fonction a changés."""
        couples = zip(self.arguments, self.apres, strict=True)
        return [rang for rang, (avant, apres) in enumerate(couples) if not _identiques(avant, apres)]


@dataclass
class _Saisie:
    """Remplace input() pendant un appel : les réponses prévues, dans l'ordre."""

    reponses: Iterator[str]
    posees: list[str] = field(default_factory=list)

    def __call__(self, invite: object = "") -> str:
        self.posees.append(str(invite))
        if invite:
            print(invite, end="")
        for reponse in self.reponses:
            print(reponse)
            return reponse
        raise SaisieInattendue("input() est appelée, mais aucune saisie n'est prévue ici.")


class Execution:
    """Un appel dans son propre fil, que l'on n'interrompt que dans la fonction de l'élève.

    Python désigne un fil par un numéro qui ressert dès que le fil meurt : interrompre trop tard frapperait
    un autre fil. `close` est donc écrite avant tout appel de fonction, et lue juste avant d'interrompre :
    entre ces instructions, Python ne passe pas la main à un autre fil.
    """

    def __init__(self, appel: Appel, fonction: Callable[..., Any], saisie: Callable[..., str]) -> None:
        self.appel, self.fonction, self.saisie = appel, fonction, saisie
        self.ouverte = self.close = False
        self.reveil = threading.Event()  # de celui qui attend : fin de l'appel, ou annulation
        self.fini = threading.Event()
        self._fil = threading.Thread(target=self._corps, daemon=True)
        self._horloge: int | None = None  # celle du temps de calcul du fil, là où le système en tient une

    def lancer(self) -> None:
        """Démarre l'appel ; il est direct là où Python n'a pas de fils d'exécution (dans un navigateur)."""
        try:
            self._fil.start()
        except RuntimeError:
            self._corps()

    def _corps(self) -> None:
        if hasattr(time, "pthread_getcpuclockid"):
            self._horloge = time.pthread_getcpuclockid(threading.get_ident())
        with recueillir(self.saisie) as tampon:
            try:
                self.ouverte = True
                self.appel.valeur = _figer(self.fonction(*self.appel.apres))
                self.close = True
            except TempsEcoule:
                self.close = self.appel.expire = True
            except BaseException as erreur:  # `exit()` d'un élève compris : tout est rapporté
                self.close = True
                self.appel.exception = erreur
            self.appel.sortie = tampon.getvalue()
        self.fini.set()
        self.reveil.set()

    def attendre(self, delai: float) -> None:
        """Attend la fin de l'appel, au plus `delai` secondes de calcul : la machine est peut-être chargée."""
        limite = time.monotonic() + LENTEUR * delai
        self.reveil.wait(delai)
        while not self.close and time.monotonic() < limite and (reste := delai - self._calcul(delai)) > 0:
            self.reveil.wait(max(reste, 0.05))

    def _calcul(self, sinon: float) -> float:
        """Le temps de calcul du fil ; `sinon` là où on ne le connaît pas, ou si le fil vient de finir."""
        try:
            return sinon if self._horloge is None else time.clock_gettime(self._horloge)
        except OSError:
            return sinon

    def interrompre(self) -> bool:
        """Demande l'arrêt, plusieurs fois (un `except:` nu peut l'avaler) ; vrai si l'appel s'est arrêté."""
        limite = time.monotonic() + PATIENCE
        while not self.fini.is_set() and time.monotonic() < limite:
            if self.ouverte and not self.close:
                _injecter(self._fil)
            self.fini.wait(0.05)
        return self.fini.is_set()


def appeler(
    fonction: Callable[..., Any],
    arguments: tuple[Any, ...] = (),
    *,
    delai: float = 5.0,
    saisies: Iterable[str] = (),
) -> Appel:
    """Appelle la fonction sur une copie des arguments, au plus `delai` secondes."""
    appel = Appel(copy.deepcopy(arguments), copy.deepcopy(arguments))
    saisie, debut = _Saisie(iter(saisies)), time.monotonic()
    execution = Execution(appel, fonction, saisie)
    execution.lancer()
    execution.attendre(delai)
    appel.expire = appel.expire or not execution.close
    appel.arrete = execution.interrompre()
    appel.duree, appel.saisies = time.monotonic() - debut, len(saisie.posees)
    return appel


@contextlib.contextmanager
def remplacer(fonction: Callable[..., Any], noms: Mapping[str, Any]) -> Iterator[None]:
    """Donne à la fonction, le temps d'un appel, d'autres versions des fonctions qu'elle appelle."""
    if isinstance(fonction, Distante):
        with fonction.remplacer(noms):
            yield
        return
    espace = getattr(inspect.unwrap(fonction), "__globals__", None)
    if espace is None or not noms:
        yield
        return
    absents = [nom for nom in noms if nom not in espace]
    anciens = {nom: espace[nom] for nom in noms if nom in espace}
    espace.update(noms)
    try:
        yield
    finally:
        espace.update(anciens)
        for nom in absents:
            espace.pop(nom, None)


F = TypeVar("F", bound=Callable[..., Any])


def pure(fonction: F) -> F:
    """Marque une fonction dont le résultat, qui n'est pas une liste, ne dépend que de ses arguments."""
    fonction.pure = True  # type: ignore[attr-defined]
    return fonction


class Distante:
    """Une fonction qui s'exécute dans un autre processus, et sait y être appelée sans risque."""

    def appeler(
        self,
        arguments: tuple[Any, ...],
        delai: float,
        saisies: Iterable[str],
        graine: float,
        remplacements: Mapping[str, Any],
    ) -> Appel:
        """L'appel protégé, là-bas."""
        raise NotImplementedError

    def remplacer(self, noms: Mapping[str, Any]) -> contextlib.AbstractContextManager[None]:
        """Le temps du bloc, les appels directs se feront avec ces fonctions-là."""
        raise NotImplementedError


_ailleurs = [0.0]


def temps_de_calcul() -> float:
    """Les secondes de calcul de ce processus et des fonctions qu'il a fait exécuter ailleurs."""
    return time.process_time() + _ailleurs[0]


def compter_ailleurs(secondes: float) -> None:
    """Ajoute du temps de calcul passé dans un autre processus."""
    _ailleurs[0] += secondes


def _figer(valeur: Any) -> Any:
    """Un générateur est déroulé ici, sous la même protection que l'appel."""
    return list(valeur) if isinstance(valeur, Iterator) else valeur


def _injecter(fil: threading.Thread) -> None:
    numero, demande = ctypes.c_ulong(fil.ident or 0), ctypes.py_object(TempsEcoule)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(numero, demande)


def interrompre(fil: threading.Thread, patience: float = PATIENCE) -> bool:
    """Demande au fil de s'arrêter, plusieurs fois ; vrai s'il s'est arrêté."""
    limite = time.monotonic() + patience
    while fil.is_alive() and time.monotonic() < limite:
        _injecter(fil)
        fil.join(0.05)
    return not fil.is_alive()


def _identiques(avant: Any, apres: Any) -> bool:
    """Égalité stricte, types compris, sans se fier au `==` d'un objet de l'élève."""
    if type(avant) is not type(apres):
        return False
    if isinstance(avant, list | tuple):
        return len(avant) == len(apres) and all(map(_identiques, avant, apres))
    if isinstance(avant, dict):
        return list(avant) == list(apres) and all(map(_identiques, avant.values(), apres.values()))
    return callable(avant) or bool(avant == apres)
