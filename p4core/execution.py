"""Appeler sans risque une fonction écrite par un élève.

L'appel a lieu dans un fil à part : on peut donc l'arrêter au bout d'un délai, sur tout système et dans un
notebook. Ce qu'il affiche, lève ou modifie est rapporté au lieu de se perdre ou de tout interrompre.
"""

from __future__ import annotations

import builtins
import contextlib
import copy
import ctypes
import io
import sysconfig
import threading
import time
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

SORTIE_MAX = 20_000  # au-delà, ce que la fonction affiche n'est plus gardé
PATIENCE = 3.0  # secondes laissées à un fil pour s'arrêter quand on le lui demande


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


class _Sortie(io.StringIO):
    """Un tampon qui cesse de grossir : un affichage sans fin ne remplit pas la mémoire."""

    def write(self, texte: str) -> int:
        if self.tell() < SORTIE_MAX:
            super().write(texte[: SORTIE_MAX - self.tell()])
        return len(texte)


def appeler(
    fonction: Callable[..., Any],
    arguments: tuple[Any, ...] = (),
    *,
    delai: float = 5.0,
    saisies: Iterable[str] = (),
) -> Appel:
    """Appelle la fonction sur une copie des arguments, au plus `delai` secondes."""
    appel = Appel(copy.deepcopy(arguments), copy.deepcopy(arguments))
    saisie = _Saisie(iter(saisies))
    sortie = _Sortie()
    debut = time.monotonic()
    with _entrees_sorties(sortie, saisie):
        fil = threading.Thread(target=_corps, args=(appel, fonction), daemon=True)
        fil.start()
        fil.join(delai)
        if fil.is_alive():
            appel.expire = True
            appel.arrete = interrompre(fil)
    appel.duree = time.monotonic() - debut
    appel.sortie, appel.saisies = sortie.getvalue(), len(saisie.posees)
    return appel


def _taire_les_arrets(suite: Callable[[Any], object]) -> Callable[[Any], object]:
    """L'arrêt demandé peut survenir à la toute fin du fil : ce n'est pas une erreur à afficher."""
    return lambda infos: None if infos.exc_type is TempsEcoule else suite(infos)


threading.excepthook = _taire_les_arrets(threading.excepthook)


def _corps(appel: Appel, fonction: Callable[..., Any]) -> None:
    try:
        appel.valeur = _figer(fonction(*appel.apres))
    except TempsEcoule:
        appel.expire = True
    except BaseException as erreur:  # SystemExit d'un `exit()` d'élève compris : tout est rapporté
        appel.exception = erreur


def _figer(valeur: Any) -> Any:
    """Un générateur est déroulé ici, sous la même protection que l'appel."""
    return list(valeur) if isinstance(valeur, Iterator) else valeur


@contextlib.contextmanager
def _entrees_sorties(sortie: io.StringIO, saisie: _Saisie) -> Iterator[None]:
    vraie = builtins.input
    builtins.input = saisie
    try:
        with (
            contextlib.redirect_stdout(sortie),
            contextlib.redirect_stderr(sortie),
            warnings.catch_warnings(),
        ):
            yield
    finally:
        builtins.input = vraie


def interrompre(fil: threading.Thread, patience: float = PATIENCE) -> bool:
    """Demande au fil de s'arrêter, plusieurs fois ; vrai s'il s'est arrêté."""
    limite = time.monotonic() + patience
    while fil.is_alive() and time.monotonic() < limite:
        # Répéter : un `except:` nu de l'élève, ou un retour de C, peut avaler la première demande.
        ctypes.pythonapi.PyThreadState_SetAsyncExc(
            ctypes.c_ulong(fil.ident or 0), ctypes.py_object(TempsEcoule)
        )
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


# Le code de ces dossiers n'est pas celui de l'élève : c'est lui qui a écrit `choice([])`, pas random.py.
_PAS_DE_L_ELEVE = (
    str(Path(__file__).parent),
    *(sysconfig.get_path(nom) for nom in ("stdlib", "purelib", "platlib")),
    "<frozen",
)


def ligne_fautive(erreur: BaseException) -> tuple[int, str] | None:
    """Le numéro et le texte de la dernière ligne de l'élève traversée par l'exception."""
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
    return f"{type(erreur).__name__} ({phrase}){lieu}. Python dit : {erreur}"
