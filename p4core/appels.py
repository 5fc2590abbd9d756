"""Recueillir ce qu'affiche un fil d'exécution, et lui seul.
Appeler sans risque une fonction écrite par un élève.
Raconter une exception à un élève : en français, avec la ligne qui est la sienne.
Appeler une fonction d'élève depuis le plateau : on peut l'arrêter à tout moment.
"""

from __future__ import annotations

import builtins
import contextlib
import copy
import ctypes
import inspect
import io
import sys
import sysconfig
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

# --- Recueillir ce qu'affiche un fil d'exécution, et lui seul --------------------------------------------


TAILLE_MAX = 20_000  # au-delà, ce que le fil affiche n'est plus gardé

_tampons: dict[int, Tampon] = {}
_saisies: dict[int, Callable[..., str]] = {}
_verrou = threading.Lock()


class Tampon(io.StringIO):
    """Un texte qui cesse de grossir : un affichage sans fin ne remplit pas la mémoire."""

    def write(self, texte: str) -> int:
        """Ajoute ce qui tient encore."""
        place = TAILLE_MAX - self.tell()
        if place > 0:
            super().write(texte[:place])
        return len(texte)


class _Aiguillage:
    """Prend la place de sys.stdout ou sys.stderr ; sans fil inscrit, il est transparent."""

    def __init__(self, vraie: Any) -> None:
        self._vraie = vraie

    def write(self, texte: str) -> int:
        return _tampons.get(threading.get_ident(), self._vraie).write(texte)

    def flush(self) -> None:
        _tampons.get(threading.get_ident(), self._vraie).flush()

    def __getattr__(self, nom: str) -> Any:
        return getattr(self._vraie, nom)


class _AiguillageSaisie:
    """Prend la place de input() de la même façon."""

    def __init__(self, vraie: Callable[..., str]) -> None:
        self._vraie = vraie

    def __call__(self, *invite: object) -> str:
        return _saisies.get(threading.get_ident(), self._vraie)(*invite)


@contextlib.contextmanager
def recueillir(saisie: Callable[..., str] | None = None) -> Iterator[Tampon]:
    """Le tampon où va tout ce que ce fil affiche ; `saisie` y remplace input()."""
    fil, tampon = threading.get_ident(), Tampon()
    with _verrou:
        _brancher()
        _tampons[fil] = tampon
        if saisie is not None:
            _saisies[fil] = saisie
    try:
        yield tampon
    finally:
        with _verrou:
            _tampons.pop(fil, None)
            _saisies.pop(fil, None)
            if not _tampons:
                _debrancher()


def _brancher() -> None:
    for nom in ("stdout", "stderr"):
        if not isinstance(getattr(sys, nom), _Aiguillage):
            setattr(sys, nom, _Aiguillage(getattr(sys, nom)))
    if not isinstance(builtins.input, _AiguillageSaisie):
        builtins.input = _AiguillageSaisie(builtins.input)


def _debrancher() -> None:
    # Si quelqu'un d'autre a remplacé la sortie entre-temps, on la lui laisse.
    for nom in ("stdout", "stderr"):
        sortie = getattr(sys, nom)
        if isinstance(sortie, _Aiguillage):
            setattr(sys, nom, sortie._vraie)
    if isinstance(builtins.input, _AiguillageSaisie):
        builtins.input = builtins.input._vraie


# --- Appeler sans risque une fonction écrite par un élève ------------------------------------------------


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


# --- Raconter une exception à un élève : en français, avec la ligne qui est la sienne --------------------


# Le code de ces dossiers n'est pas celui de l'élève : c'est lui qui a écrit `choice([])`, pas random.py.
BIBLIOTHEQUE = tuple(str(Path(__file__).parents[1] / etage) for etage in ("p4core", "p4cours", "p4prof"))
_PAS_DE_L_ELEVE = (
    *BIBLIOTHEQUE,
    *(sysconfig.get_path(nom) for nom in ("stdlib", "purelib", "platlib")),
    "<frozen",
)


def ligne_fautive(erreur: BaseException) -> tuple[int, str] | None:
    """Le numéro et le texte de la dernière ligne de l'élève traversée par l'exception."""
    if hasattr(erreur, "ligne_eleve"):  # elle vient d'un autre processus, qui l'a relevée
        return erreur.ligne_eleve
    for cadre in reversed(traceback.extract_tb(erreur.__traceback__)):
        if cadre.lineno is not None and not cadre.filename.startswith(_PAS_DE_L_ELEVE):
            return cadre.lineno, (cadre.line or "").strip()
    return None


_PHRASES = {
    ZeroDivisionError: "division par zéro",
    IndexError: "indice hors de la liste",
    KeyError: "clé absente du dictionnaire",
    RecursionError: "appels récursifs sans fin : le cas d'arrêt n'est jamais atteint",
    UnboundLocalError: "variable lue avant d'avoir reçu une valeur",
    NameError: "nom qui n'est défini nulle part",
    AttributeError: "cet objet n'a pas cet attribut",
    TypeError: "opération ou appel impossible avec ces types",
    ValueError: "valeur refusée",
    AssertionError: "une assertion n'est pas vérifiée",
    SystemExit: "la fonction demande à quitter Python",
    MemoryError: "mémoire épuisée",
}


def raconter(erreur: BaseException) -> str:
    """L'exception en une phrase, avec la ligne de l'élève."""
    if isinstance(erreur, SaisieInattendue):
        return str(erreur)
    phrase = next((p for genre, p in _PHRASES.items() if isinstance(erreur, genre)), "erreur")
    ligne = ligne_fautive(erreur)
    lieu = f", ligne {ligne[0]} : « {ligne[1]} »" if ligne and ligne[1] else ""
    dit = f" Python dit : {erreur}" if str(erreur) else ""
    return f"{type(erreur).__name__} ({phrase}){lieu}.{dit}"


# --- Appeler une fonction d'élève depuis le plateau : on peut l'arrêter à tout moment --------------------


class Surveillance:
    """Une suite d'appels que l'on peut annuler d'un autre fil."""

    def __init__(self) -> None:
        self.annulee = False
        self._reveil = threading.Event()

    def annuler(self) -> None:
        """Arrête l'appel en cours et interdit les suivants."""
        self.annulee = True
        self._reveil.set()

    def attendre(self, secondes: float) -> None:
        """Patiente, sauf annulation."""
        self._patienter(threading.Event(), secondes)

    def _patienter(self, reveil: threading.Event, secondes: float) -> None:
        self._reveil = reveil
        if not self.annulee:  # lu après avoir posé le réveil : une annulation simultanée n'est pas manquée
            reveil.wait(secondes)

    def appeler(self, fonction: Callable[..., Any], arguments: tuple[Any, ...], delai: float) -> Appel:
        """Appelle la fonction sur une copie des arguments, au plus `delai` secondes."""
        appel = Appel(copy.deepcopy(arguments), copy.deepcopy(arguments))
        execution, debut = Execution(appel, fonction, _refuser_saisie), time.monotonic()
        execution.lancer()
        self._patienter(execution.reveil, delai)
        appel.expire = appel.expire or self.annulee or not execution.close
        appel.arrete = execution.interrompre()
        appel.duree = time.monotonic() - debut
        return appel


def _refuser_saisie(*_invite: object) -> str:
    raise SaisieInattendue("La fonction appelle input() : sur le plateau, une IA ne peut rien demander.")
