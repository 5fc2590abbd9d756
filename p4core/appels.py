"""Appeler sans risque une fonction d'élève : temps limité, affichages recueillis, erreurs racontées.

Un seul mécanisme sert partout, aux vérifications, au plateau, aux tournois et à la correction : `Execution`
déroule dans son propre fil un programme qui appelle des fonctions d'élèves, et seules elles peuvent être
interrompues. Là où Python n'a pas de fils (dans un navigateur), le programme se déroule sur place, et un
métronome rend régulièrement la main à qui surveille. `appeler` est le cas ordinaire : une fonction, une fois,
sur une copie de ses arguments.
"""

from __future__ import annotations

import _thread
import builtins
import contextlib
import contextvars
import copy
import ctypes
import faulthandler
import inspect
import io
import math
import os
import queue
import random
import re
import signal
import sys
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from types import CodeType, FrameType
from typing import Any, TypeVar

# --- Recueillir ce qu'affiche un fil d'exécution, et lui seul --------------------------------------------

TAILLE_MAX = 20_000  # au-delà, ce que le fil affiche n'est plus gardé
Saisie = Callable[..., str]

_inscrits: dict[int, tuple[Tampon, Saisie | None]] = {}  # par fil : où il écrit, qui lui répond
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

    def _sortie(self) -> Any:
        return _inscrits.get(threading.get_ident(), (self._vraie, None))[0]

    def write(self, texte: str) -> int:
        return self._sortie().write(texte)

    def flush(self) -> None:
        self._sortie().flush()

    def __getattr__(self, nom: str) -> Any:
        return getattr(self._vraie, nom)


class _AiguillageSaisie:
    """Prend la place de input() de la même façon."""

    def __init__(self, vraie: Saisie) -> None:
        self._vraie = vraie

    def __call__(self, *invite: object) -> str:
        _, saisie = _inscrits.get(threading.get_ident(), (None, None))
        return (saisie or self._vraie)(*invite)


@contextlib.contextmanager
def recueillir(saisie: Saisie | None = None) -> Iterator[Tampon]:
    """Le tampon où va tout ce que ce fil affiche ; `saisie` y remplace input()."""
    fil, tampon = threading.get_ident(), Tampon()
    with _verrou:
        _brancher()
        ancien = _inscrits.get(fil)  # un appel peut en contenir un autre
        _inscrits[fil] = tampon, saisie or (ancien[1] if ancien else None)
    try:
        yield tampon
    finally:
        with _verrou:
            if ancien:
                _inscrits[fil] = ancien
            else:
                del _inscrits[fil]
            if not _inscrits:
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


class SaisieInattendue(Exception):
    """La fonction appelle input() alors qu'aucune saisie n'est prévue, ou en demande trop."""


def refuser(phrase: str) -> Saisie:
    """De quoi remplacer input() là où personne ne peut répondre."""

    def saisie(*_invite: object) -> str:
        raise SaisieInattendue(phrase)

    return saisie


@dataclass
class _SaisiesPrevues:
    """Remplace input() pendant un appel : les réponses prévues, dans l'ordre."""

    reponses: Iterator[str]
    posees: int = 0

    def __call__(self, invite: object = "") -> str:
        self.posees += 1
        if invite:
            print(invite, end="")
        for reponse in self.reponses:
            print(reponse)
            return reponse
        raise SaisieInattendue("input() est appelée, mais aucune saisie n'est prévue ici.")


# --- Les horloges : le temps que l'on compte à une fonction ----------------------------------------------

LENTEUR = 5  # qui dort ne calcule pas : le temps passé au mur compte, divisé par tant
CHARGEE = 20  # et par tant pour qui calcule sans cesse, sur une machine où il n'a qu'une part du processeur
_DORT = 1 / 40  # la part du temps en dessous de laquelle on dort

Chronometre = Callable[[], float]  # les secondes passées depuis qu'il est lancé, lues de n'importe quel fil
Horloge = Callable[[], Chronometre]  # lance un chronomètre, dans le fil qu'il mesure


def murale() -> Chronometre:
    """L'horloge de celui qui attend."""
    debut = time.monotonic()
    return lambda: time.monotonic() - debut


def compte(calcul: float, mur: float) -> float:
    """Le temps compté à qui a calculé ces secondes pendant celles-là, au mur."""
    return max(calcul, mur / (LENTEUR if calcul < _DORT * mur else CHARGEE))


class _Attentes(threading.local):
    """Où chaque fil lit combien il a attendu ; ouvert une fois, refermé avec lui."""

    numero, fichier = 0, None

    def ouvrir(self) -> io.FileIO | None:
        """Ce fichier ; None si le système n'en tient pas."""
        numero = getattr(threading, "get_native_id", int)()  # un navigateur n'en donne pas : toujours 0
        if numero != self.numero:  # le premier appel, ou celui d'un fil né d'un fork
            self.numero, self.fichier = numero, None
            with contextlib.suppress(OSError):
                self.fichier = io.FileIO(f"/proc/self/task/{numero}/schedstat")
        return self.fichier


_attentes = _Attentes()


class Suspension:
    """Le temps que ce processus passe à attendre qu'un autre réponde à l'élève, qui n'y est pour rien."""

    def __init__(self) -> None:
        self._passees, self._depuis = 0.0, math.inf

    def secondes(self) -> float:
        """Depuis le début du programme, attente en cours comprise."""
        return self._passees + max(0.0, time.monotonic() - self._depuis)

    def __enter__(self) -> None:
        self._depuis = time.monotonic()

    def __exit__(self, *_: Any) -> None:
        self._passees, self._depuis = self.secondes(), math.inf


dehors = Suspension()  # pour une fonction prêtée, qui s'exécute hors du bac


def attente() -> Chronometre:
    """Les secondes où ce fil voulait calculer sans avoir de processeur, si le système le dit, et celles où il
    attendait un autre processus."""
    fichier = _attentes.ouvrir()

    def lire() -> float:
        return (attendu(fichier) if fichier else 0.0) + dehors.secondes()

    debut = lire()
    return lambda: max(lire() - debut, 0.0)


def attentes_connues() -> bool:
    """Ce système dit-il ce qu'un fil attend un processeur ?"""
    return _attentes.ouvrir() is not None


def attendu(schedstat: io.FileIO | os.PathLike[str]) -> float:
    """Les secondes que ce fichier, ouvert ou à ouvrir, compte à un fil qui attendait un processeur."""
    try:
        if isinstance(schedstat, io.FileIO):
            return int(os.pread(schedstat.fileno(), 100, 0).split()[1]) / 1e9
        with open(schedstat, "rb") as fichier:  # noqa: PTH123 (pathlib est long à charger)
            return int(fichier.read().split()[1]) / 1e9
    except (OSError, IndexError):  # le fil vient de finir
        return 0.0


def calcul() -> Chronometre:
    """Le temps de calcul du fil, plus juste quand la machine est chargée ; qui dort est compté aussi."""
    mur, attendues = murale(), attente()
    try:
        horloge = time.pthread_getcpuclockid(threading.get_ident())
        debut = time.clock_gettime(horloge)
    except (AttributeError, OSError, RuntimeError):  # ce système n'en tient pas (Windows, WebAssembly)
        return lambda: mur() - attendues()

    def lire() -> float:
        try:
            passe = time.clock_gettime(horloge) - debut
            return passe if compte(passe, mur()) == passe else compte(passe, mur() - attendues())
        except OSError:  # le fil vient de finir
            return math.inf

    return lire


# --- Le hasard : ce qu'un appel en a tiré ----------------------------------------------------------------

_MOTS = 624  # entiers de 32 bits que le générateur de Python prépare d'un coup
_RANGEES = 320  # fois où on le suit : 200 000 tirages, bien plus qu'une vérification n'en demande


class Tirages:
    """Compte les entiers de 32 bits tirés de `random`, et du générateur commun de numpy s'il est chargé.

    Les deux sont le même Mersenne Twister : on le fait avancer, depuis l'état de départ, jusqu'à celui
    d'arrivée. random.random() en tire deux, random.choice au moins un. Ce qui est tiré d'un autre générateur
    (random.Random(), default_rng(), os.urandom) ne se voit pas : zéro ne prouve rien.
    """

    def __init__(self) -> None:
        self._avant = _etats_du_hasard()

    def compter(self) -> int | None:
        """Combien depuis le début ; None si l'on n'en sait rien : trop nombreux, hasard réinitialisé…"""
        apres = _etats_du_hasard()
        if apres.keys() != self._avant.keys():
            return None  # numpy vient d'être chargé
        comptes = [_ecart(avant, apres[nom]) for nom, avant in self._avant.items()]
        return None if None in comptes else sum(filter(None, comptes))


def _etats_du_hasard() -> dict[str, tuple[int, ...]]:
    """L'état de chaque générateur commun : ses 624 entiers, puis le rang du prochain."""
    etats = {"random": random.getstate()[1]}
    # numpy peut être en train de se charger, dans un autre fil : il n'a pas encore tout ce qu'il aura.
    if lire := getattr(sys.modules.get("numpy.random"), "get_state", None):
        genre, entiers, rang, *_ = lire()
        if genre == "MT19937":
            etats["numpy"] = (*entiers.tolist(), rang)
    return etats


def _ecart(avant: tuple[int, ...], apres: tuple[int, ...]) -> int | None:
    suivi = random.Random()
    suivi.setstate((3, avant, None))
    for rangees in range(_RANGEES):
        if suivi.getstate()[1][:-1] == apres[:-1]:
            return rangees * _MOTS + apres[-1] - avant[-1]
        suivi.getrandbits(32 * _MOTS)
    return None


@contextlib.contextmanager
def hasard_impose(graine: float) -> Iterator[None]:
    """Le hasard commun, celui de `random` et de numpy s'il est chargé, parti de cette graine puis rendu."""
    etats, numpy = random.getstate(), sys.modules.get("numpy.random")
    lire = getattr(numpy, "get_state", None)
    avant = lire() if lire else None
    semer(graine)
    try:
        yield
    finally:
        random.setstate(etats)
        if avant is not None and numpy is not None:
            numpy.set_state(avant)


def semer(graine: float) -> None:
    """Fait repartir de cette graine les générateurs dont les tirages se comptent."""
    random.seed(graine)
    if semer_numpy := getattr(sys.modules.get("numpy.random"), "seed", None):
        semer_numpy(random.Random(graine).getrandbits(32))


# --- L'appel ---------------------------------------------------------------------------------------------

COUP_D_OEIL = 0.2  # secondes entre deux regards sur les appels emboîtés d'une recherche
PATIENCE = 3.0  # secondes laissées à un fil pour s'arrêter quand on le lui demande


class TempsEcoule(BaseException):
    """Injectée dans le fil de l'élève ; pas une Exception, pour passer à travers ses `except Exception`."""


@dataclass
class Appel:
    """Ce qui s'est passé pendant un appel."""

    arguments: tuple[Any, ...] = ()  # tels que donnés
    apres: tuple[Any, ...] = ()  # tels que la fonction les a laissés
    valeur: Any = None
    exception: BaseException | None = None
    sortie: str = ""
    expire: bool = False
    arrete: bool = True  # faux si le fil tourne encore (boucle impossible à interrompre)
    saisies: int = 0  # nombre d'appels à input()
    duree: float = 0.0
    mort: str = ""  # ce qui a arrêté net le programme de l'élève, s'il s'exécute à part
    appuis: tuple[str, ...] = ()  # ce dont la fonction s'est servie dans p4core à la place de son propre code
    paresseuse: bool = False  # la fonction a rendu un générateur, déroulé ici en une liste
    pile: tuple[str, int, int] | None = None  # où l'on en était, si l'appel a dû être arrêté : `Pile`
    tirages: int | None = None  # si on les a comptés : un renseignement, jamais une preuve (voir `Tirages`)
    fonction: Any = None  # celle que l'on a appelée, si qui appelle veut s'en souvenir
    trace: Any = None  # ses appels récursifs, si on les a observés (`p4core.observation`)
    donnes: tuple[Any, ...] = ()  # les arguments d'avant l'appel, quoi qu'un juge fasse d'`arguments`

    def __post_init__(self) -> None:
        self.donnes = self.donnes or self.arguments

    @property
    def modifies(self) -> list[int]:
        """Les rangs des arguments que la fonction a changés."""
        couples = zip(self.arguments, self.apres, strict=True)
        return [rang for rang, (avant, apres) in enumerate(couples) if not identiques(avant, apres)]


def identiques(avant: Any, apres: Any) -> bool:
    """Égalité stricte, types compris, sans se fier au `==` d'un objet de l'élève."""
    if avant is apres:
        return True
    if type(avant) is not type(apres):
        return False
    if isinstance(avant, list | tuple):
        return len(avant) == len(apres) and all(map(identiques, avant, apres))
    if isinstance(avant, dict):
        return list(avant) == list(apres) and all(map(identiques, avant.values(), apres.values()))
    return callable(avant) or bool(avant == apres)


_ATOMES = frozenset((int, float, bool, str, type(None)))


def copier(valeur: Any, deja: dict[int, Any] | None = None) -> Any:
    """Ce que ferait `copy.deepcopy`, bien plus vite pour des listes de nombres : chaque appel en copie."""
    deja = {} if deja is None else deja
    if type(valeur) is tuple:
        return tuple([copier(element, deja) for element in valeur])
    if type(valeur) is not list:
        return valeur if type(valeur) in _ATOMES else copy.deepcopy(valeur, deja)
    if id(valeur) not in deja:  # la même liste, deux fois dans la grille, y reste la même
        copie = deja[id(valeur)] = []
        simple = _ATOMES.issuperset(map(type, valeur))
        copie += valeur if simple else [copier(element, deja) for element in valeur]
    return deja[id(valeur)]


class Surveillance:
    """Une suite d'appels, ou d'attentes, que l'on peut annuler d'un autre fil."""

    def __init__(self, ceder: Callable[[float], None] | None = None) -> None:
        self.annulee = False
        self.ceder = ceder  # sur place : ce qui laisse les clics arriver pendant un appel
        self._reveil = threading.Event()

    def annuler(self) -> None:
        """Arrête l'appel en cours et interdit les suivants."""
        self.annulee = True
        self._reveil.set()

    def attendre(self, secondes: float, reveil: threading.Event | None = None) -> None:
        """Patiente, sauf annulation ; `reveil` peut aussi y mettre fin."""
        self._reveil = reveil or threading.Event()
        if self.ceder and SUR_PLACE:  # personne ne réveillerait celui qui dort
            self.ceder(secondes)
        elif not self.annulee:  # lu après avoir posé le réveil : une annulation simultanée n'est pas manquée
            self._reveil.wait(secondes)

    def appeler(self, fonction: Callable[..., Any], arguments: tuple[Any, ...], delai: float) -> Appel:
        """Un appel du plateau ou de l'arbre : qui attend devant l'écran compte le temps au mur."""
        saisie = refuser("La fonction appelle input() : sur le plateau, une IA ne peut rien demander.")
        return appeler(fonction, arguments, delai=delai, horloge=murale, saisie=saisie, surveillance=self)


Pile = tuple[str, int, int]  # la fonction de l'élève en cours, sa ligne, combien d'appels emboîtés de la même
EnCours = list[tuple[str, str, int]]  # des appels, du plus récent au plus ancien : fichier, fonction, ligne
_PROFONDEUR = 100  # au-delà, les appels en cours ne sont pas relevés
_FIL = r"hread 0x([0-9a-f]+)"
_EN_COURS = r'  File "(.*)", line (\d+|\?+) in (.*)'


def _appels_en_cours(fil: int | None) -> EnCours:
    """Les appels en cours de ce fil, cent au plus.

    Remonter de cadre en cadre (`sys._current_frames`, puis `f_back`) pendant que le fil court l'a fait
    planter : entre deux pas Python lui rend la main, et les cadres que l'on tient se défont. faulthandler
    fait le relevé d'un seul tenant, sans rendre la main ni créer d'objets ; il écrit les noms en ASCII.
    """
    import tempfile  # long à charger, et l'on n'en a que rarement besoin

    try:
        with tempfile.TemporaryFile() as releve:
            faulthandler.dump_traceback(releve)
            releve.seek(0)
            texte = releve.read().decode("ascii", "replace")
    except OSError:  # nulle part où écrire : on ne saura pas où il en est
        return []
    for bloc in texte.split("\n\n"):
        entete, *lignes = bloc.split("\n")
        if (lu := re.search(_FIL, entete)) and int(lu[1], 16) == fil:
            trouves = filter(None, (re.fullmatch(_EN_COURS, ligne) for ligne in lignes))
            return [(t[1], t[3], int(t[2]) if t[2].isdigit() else 0) for t in trouves]
    return []


def _en_ascii(texte: str) -> str:
    """Ce texte tel que faulthandler l'écrit."""
    return texte.encode("ascii", "backslashreplace").decode()


def _appels_sous(cadre: FrameType | None) -> EnCours:
    """Les appels en cours de ce fil-ci, écrits de même, jusqu'à l'appel protégé."""
    appels: EnCours = []
    while cadre is not None and len(appels) < _PROFONDEUR:
        code = cadre.f_code
        if code is Execution._demander.__code__:
            break
        appels.append((_en_ascii(code.co_filename), _en_ascii(code.co_name), cadre.f_lineno or 0))
        cadre = cadre.f_back
    return appels


def pile_de(fil: int | None) -> Pile | None:
    """Où en est ce fil, et combien de fois, au moins, la fonction la plus emboîtée s'y appelle elle-même."""
    return _pile(_appels_en_cours(fil))


def _pile(en_cours: EnCours) -> Pile | None:
    ailleurs = tuple(map(_en_ascii, PAS_DE_L_ELEVE))
    de_l_eleve = [
        (fichier, nom.encode().decode("unicode_escape"), ligne)
        for fichier, nom, ligne in en_cours
        if not fichier.startswith(ailleurs)
    ]
    nommees = [appel for appel in de_l_eleve if appel[1].isidentifier()]
    if not nommees:
        return None
    fonctions = Counter((fichier, nom) for fichier, nom, _ in nommees)
    (_, plus), fois = fonctions.most_common(1)[0]
    return (plus, 0, fois) if fois > 1 else (*nommees[0][1:], 1)


Demande = Callable[..., Any]  # demander(fonction, *arguments) : la réponse de la fonction de l'élève

# Sans fils, un battement est un signal que personne d'autre n'emploie : Python appelle `_battre` entre deux
# instructions de l'élève, comme il le ferait pour un Ctrl-C. Aucun signal du système n'est envoyé.
BATTEMENT = 0.05  # secondes
_SIGNAL: signal.Signals = getattr(signal, "SIGUSR1", signal.SIGINT)
# Sur place toujours : P4_SUR_PLACE=1 y met aussi, pour l'éprouver, un Python qui a des fils.
SUR_PLACE = sys.platform == "emscripten" or os.environ.get("P4_SUR_PLACE") == "1"
_surveillees: list[Execution] = []  # celles qui se déroulent sur place, chacune dans la précédente

# Dans un navigateur, l'interprète lit sans cesse la case 0 de cet objet, en y cherchant un signal : il est
# tenu de regarder l'heure. Ce que le ■ du notebook y a posé est transmis.
_METRONOME_JS = """(pyodide, numero, periode) => {
  const module = pyodide._module;
  let prochain = 0, dessous = null;
  const tampon = {
    get 0() {
      // Lu et effacé d'un seul geste : écrit entre les deux, un ■ serait perdu.
      const pose = dessous ? Atomics.exchange(dessous, 0, 0) : 0;
      if (pose || performance.now() < prochain) return pose;
      prochain = performance.now() + periode;
      return numero;
    },
    set 0(_efface) {},
  };
  return {
    lancer() {
      dessous = module.Py_EmscriptenSignalBuffer ?? null;
      prochain = performance.now() + periode;
      pyodide.setInterruptBuffer(tampon);
    },
    arreter() { pyodide.setInterruptBuffer(dessous ?? undefined); },
  };
}"""


class _DuNavigateur:
    """Le métronome d'un navigateur."""

    def __init__(self) -> None:
        import pyodide_js
        from pyodide.code import run_js

        boite = run_js(_METRONOME_JS)(pyodide_js, int(_SIGNAL), 1000 * BATTEMENT)
        self.lancer, self.arreter = boite.lancer, boite.arreter


class _DUnFil:
    """Le même, là où il y a des fils : de quoi surveiller sur place en dehors d'un navigateur."""

    def _battre(self) -> None:
        while not self._fin.wait(BATTEMENT):
            _thread.interrupt_main(_SIGNAL)

    def lancer(self) -> None:
        self._fin = threading.Event()
        self._fil = threading.Thread(target=self._battre, daemon=True)
        self._fil.start()

    def arreter(self) -> None:
        self._fin.set()
        self._fil.join()


class _Tenace(TempsEcoule):
    """Celle que lève un battement ; à peine levée, elle en demande un autre : un `except:` nu peut l'avaler.

    Demandé par une ligne de Python, il viendrait avant que l'exception ne parte : ici, tout se fait en C."""

    __init__ = staticmethod(partial(_thread.interrupt_main, _SIGNAL))


def _battre(_signal: int, cadre: FrameType | None) -> None:
    """Donne l'heure à la dernière exécution commencée."""
    if _surveillees:
        _surveillees[-1].regarder(cadre)


@lru_cache
def _metronome() -> _DuNavigateur | _DUnFil:
    """Celui d'ici ; qui l'entend est inscrit pour toujours : un battement en retard ne surprend personne."""
    signal.signal(_SIGNAL, _battre)
    return _DuNavigateur() if sys.platform == "emscripten" else _DUnFil()


@contextlib.contextmanager
def _surveillee(execution: Execution) -> Iterator[bool]:
    """Le temps du bloc, un métronome fait regarder l'heure à l'exécution ; faux s'il n'y en a pas ici."""
    try:
        metronome = _metronome()
        if not _surveillees:
            metronome.lancer()
    except (RuntimeError, ValueError):  # ni fils ni navigateur (le mur de WebAssembly), ou pas le premier fil
        yield False
        return
    _surveillees.append(execution)
    try:
        yield True
    finally:
        _surveillees.pop()
        if not _surveillees:
            metronome.arreter()


def sous_surveillance() -> bool:
    """Est-on dans une fonction d'élève, appelée sur place ?"""
    return bool(_surveillees)


@contextlib.contextmanager
def _mises_de_cote() -> Iterator[None]:
    """Le temps du bloc, aucune exécution n'est en cours ici : ce qui arrive n'est ni recueilli ni arrêté."""
    fil, en_cours = threading.get_ident(), _surveillees[:]
    inscrit = _inscrits.pop(fil, None)
    _surveillees.clear()
    if en_cours:
        _metronome().arreter()
    if not _inscrits:
        _debrancher()
    try:
        yield
    finally:
        if inscrit:
            _brancher()
            _inscrits[fil] = inscrit
        _surveillees[:] = en_cours
        if en_cours:
            _metronome().lancer()


def ceder(secondes: float = 0.0) -> None:
    """Patiente ; dans un navigateur qui sait suspendre Python, ce qui est arrivé entre-temps se fait ici."""
    if sys.platform == "emscripten":
        import asyncio  # long à charger

        from pyodide.ffi import can_run_sync, run_sync

        if can_run_sync():
            with _mises_de_cote():
                run_sync(asyncio.sleep(secondes))
            return
    time.sleep(secondes)


class _Ouvrier:
    """Un fil qui déroule une exécution après l'autre : en créer un par appel coûte plus que l'appel."""

    def __init__(self) -> None:
        self._travaux: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self.taille = threading.stack_size()  # de sa pile ; l'élève a pu en demander une autre depuis
        self.fil = threading.Thread(target=self._oeuvrer, daemon=True)
        self.fil.start()

    def confier(self, travail: Callable[[], None] | None) -> None:
        """Lui donne ce travail ; None est le dernier."""
        self._travaux.put(travail)

    def _oeuvrer(self) -> None:
        while (travail := self._travaux.get()) is not None:
            contextvars.Context().run(travail)  # comme dans un fil neuf : rien n'y reste de l'appel d'avant
            del travail


_oisifs: list[_Ouvrier] = []
_OISIFS_MAX = 4


def _embaucher() -> _Ouvrier:
    """Un ouvrier qui n'a rien à faire ; RuntimeError s'il faut un fil et que Python n'en a pas."""
    while _oisifs:
        with contextlib.suppress(IndexError):  # un autre fil a pris le dernier
            libre = _oisifs.pop()
            # Après un fork, il ne reste de lui que son nom.
            if libre.fil.is_alive() and libre.taille == threading.stack_size():
                return libre
            libre.confier(None)
    return _Ouvrier()


def _espions() -> tuple[Any, Any]:
    """Ce qu'un programme a pu attacher à son fil, et qui en verrait la suite."""
    return sys.gettrace(), sys.getprofile()


@dataclass
class Execution:
    """Un programme dans un fil à lui, ou sur place, que l'on n'interrompt que dans les fonctions de l'élève.

    Le programme reçoit `demander` et appelle par elle chaque fonction de l'élève, qui a `delai` secondes.
    Python désigne un fil par un numéro qui ressert dès que le fil meurt : interrompre trop tard frapperait
    un autre fil. `ouverte` est donc écrite juste avant et juste après la fonction, et lue juste avant
    d'interrompre : entre ces instructions, Python ne passe pas la main à un autre fil.
    """

    programme: Callable[[Demande], Any]
    delai: float
    horloge: Horloge = calcul
    saisie: Saisie | None = None
    emboitements: tuple[set[CodeType], int] | None = (
        None  # les codes d'une recherche, ses appels emboîtés permis
    )
    ouverte: bool = field(default=False, init=False)  # une fonction de l'élève est-elle en cours ?
    abandonnee: bool = field(default=False, init=False)

    def mener(self, appel: Appel, surveillance: Surveillance | None = None, fil: bool = True) -> Appel:
        """Déroule le programme et attend sa fin, la fin du temps ou l'annulation ; l'appel la raconte."""
        self._appel, self._chronometre = appel, murale()
        self._fini, self._reveil = threading.Event(), threading.Event()
        self._ouvrier: _Ouvrier | None = None  # sur place, aucun
        self._surveillance, debut = surveillance or Surveillance(), time.monotonic()
        try:
            self._lancer(fil)
            self._attendre(self._surveillance)
        finally:  # un Ctrl-C pendant l'attente : l'élève ne doit pas continuer tout seul
            if not self._fini.is_set() and self.ouverte:
                appel.pile = pile_de(self._fil)
            appel.expire = appel.expire or self._surveillance.annulee or not self._fini.is_set()
            appel.arrete = self._interrompre()
            appel.duree = time.monotonic() - debut
        return appel

    @property
    def _fil(self) -> int | None:
        """Le numéro du fil où le programme se déroule."""
        return self._ouvrier.fil.ident if self._ouvrier else None

    def _lancer(self, fil: bool) -> None:
        try:
            if fil and not SUR_PLACE:
                self._ouvrier = _embaucher()
                self._ouvrier.confier(self._derouler)
                return
        except RuntimeError:  # Python n'a pas, ou n'a plus, de fils d'exécution ici
            pass
        self._sur_place()

    def _sur_place(self) -> None:
        if self.delai == math.inf:  # rien à surveiller
            self._derouler()
            return
        with _surveillee(self) as surveillee:
            self._derouler()
        if surveillee and isinstance(self._appel.exception, KeyboardInterrupt):
            raise self._appel.exception  # le ■ du notebook a frappé ici, et non une attente

    def regarder(self, cadre: FrameType | None) -> None:
        """Sur place : lève TempsEcoule s'il est temps d'arrêter la fonction de l'élève."""
        if not self.ouverte:
            return
        if not self.abandonnee:
            self._laisser_passer()
            en_cours = _appels_sous(cadre)
            presse = self._surveillance.annulee or self._chronometre() > self.delai
            if not presse and not self._emboite_trop(en_cours):
                return
            self.abandonnee, self._appel.pile = True, _pile(en_cours)
        raise _Tenace

    def _laisser_passer(self) -> None:
        """Sur place : un clic sur le plateau est entendu ici ; le temps qu'il prend n'est pas à l'élève."""
        if self._surveillance.ceder:
            debut = time.monotonic()
            self._surveillance.ceder(0.0)
            self.delai += time.monotonic() - debut

    def _derouler(self) -> None:
        espions = _espions()
        with recueillir(self.saisie) as tampon:
            try:
                self._appel.valeur = self.programme(self._demander)
            except TempsEcoule:
                self._appel.expire = True
            except BaseException as erreur:  # `exit()` d'un élève compris : tout est rapporté
                self._appel.exception = erreur
            self._appel.sortie = tampon.getvalue()
        self._intact = _espions() == espions
        self._fini.set()
        self._reveil.set()

    def _demander(self, fonction: Callable[..., Any], *arguments: Any) -> Any:
        chronometre = self._chronometre = self.horloge()
        try:
            self.ouverte = True
            reponse = fonction(*arguments)
        finally:
            self.ouverte = False
        if self.abandonnee or chronometre() > self.delai:
            raise TempsEcoule  # une réponse qui arrive après l'heure ne compte pas
        return reponse

    def _attendre(self, surveillance: Surveillance) -> None:
        """Attend la fin du programme, tant que la fonction en cours a encore du temps."""
        while not self._fini.is_set() and not surveillance.annulee:
            reste = self.delai - self._chronometre()
            if reste <= 0:
                return
            pas = reste if self.emboitements is None else min(reste, COUP_D_OEIL)
            surveillance.attendre(max(pas, 0.001), self._reveil)
            if not self._fini.is_set() and self._trop_profond():
                return

    def _trop_profond(self) -> bool:
        """La recherche s'appelle-t-elle elle-même plus de fois qu'elle n'a de coups à prévoir ?

        On ne regarde que si elle a déjà calculé un peu : sur une machine chargée, la plus courte serait vue.
        """
        if self.emboitements is None or not self.ouverte or self._chronometre() < COUP_D_OEIL / 2:
            return False
        return self._emboite_trop(_appels_en_cours(self._fil))

    def _emboite_trop(self, en_cours: EnCours) -> bool:
        if self.emboitements is None:
            return False
        codes, permis = self.emboitements
        siens = {(_en_ascii(code.co_filename), _en_ascii(code.co_name)) for code in codes}
        return sum(appel[:2] in siens for appel in en_cours) > permis

    def _interrompre(self) -> bool:
        """Demande l'arrêt, plusieurs fois (un `except:` nu peut l'avaler) ; vrai si tout s'est arrêté."""
        self.abandonnee, limite, ouvrier = True, time.monotonic() + PATIENCE, self._ouvrier
        if ouvrier is None:
            return True
        if self._fini.is_set() and self._intact and len(_oisifs) < _OISIFS_MAX:
            _oisifs.append(ouvrier)
            return True
        # Ce fil ne resservira pas : une interruption partie trop tard n'y frappera rien d'autre.
        ouvrier.confier(None)
        interruption = ctypes.c_ulong(self._fil or 0), ctypes.py_object(TempsEcoule)
        injecter = ctypes.pythonapi.PyThreadState_SetAsyncExc
        while ouvrier.fil.is_alive() and time.monotonic() < limite:
            if self.ouverte:
                injecter(*interruption)
            ouvrier.fil.join(0.05)
        return not ouvrier.fil.is_alive()


def appeler(
    fonction: Callable[..., Any],
    arguments: tuple[Any, ...] = (),
    *,
    delai: float = 5.0,
    horloge: Horloge = calcul,
    saisies: Iterable[str] = (),
    saisie: Saisie | None = None,
    surveillance: Surveillance | None = None,
    emboitements: int | None = None,
) -> Appel:
    """Appelle la fonction sur une copie des arguments, au plus `delai` secondes à l'horloge choisie.

    `saisies` sont les réponses à input(), dans l'ordre, à moins que `saisie` ne prenne sa place. Une fonction
    qui s'appelle elle-même plus de fois que `emboitements` est arrêtée dès qu'on le voit.
    """
    appel, prevues = Appel(copier(arguments), copier(arguments)), _SaisiesPrevues(iter(saisies))

    def programme(demander: Demande) -> Any:
        valeur = demander(_avec_son_genre, fonction, *appel.apres)
        appel.paresseuse = valeur[0]
        return valeur[1]

    code = getattr(inspect.unwrap(fonction), "__code__", None)
    permis = None if emboitements is None or code is None else ({*codes_de(code)}, emboitements)
    execution = Execution(programme, delai, horloge, saisie or prevues, permis)
    execution.mener(appel, surveillance)
    appel.saisies = prevues.posees
    return appel


def _avec_son_genre(fonction: Callable[..., Any], /, *arguments: Any) -> tuple[bool, Any]:
    """La réponse, et si c'était un générateur, qui est déroulé ici."""
    valeur = fonction(*arguments)
    return (True, list(valeur)) if isinstance(valeur, Iterator) else (False, valeur)


def entiere(fonction: Callable[..., Any], /, *arguments: Any, **options: Any) -> Any:
    """La réponse de la fonction ; un générateur est déroulé ici, sous la même protection que l'appel."""
    valeur = fonction(*arguments, **options)
    return list(valeur) if isinstance(valeur, Iterator) else valeur


def chacun(fonction: Callable[..., Any], lots: Sequence[tuple[Any, ...]]) -> list[Any]:
    """La réponse de la fonction à chacun de ces arguments ; ailleurs, en un seul voyage."""
    if isinstance(fonction, Distante):
        return fonction.chacun(lots)
    return [entiere(fonction, *arguments) for arguments in lots]


# --- Ce que l'on change à une fonction, ou que l'on sait d'elle ------------------------------------------


class Distante:
    """Une fonction qui s'exécute dans un autre processus, et sait y être appelée sans risque."""

    comptee = False  # son temps se compte-t-il en instructions, les mêmes sur toute machine ?

    def appeler(
        self,
        arguments: tuple[Any, ...],
        delai: float,
        saisies: Iterable[str],
        graine: float,
        remplacements: Mapping[str, Any],
        emboitements: int | None = None,
        compter: bool = False,
        observer: int = 0,
    ) -> Appel:
        """L'appel protégé, là-bas ; `compter` y compte les tirages, `observer` y garde tant d'appels."""
        raise NotImplementedError

    def chacun(self, lots: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Ses réponses à chacun de ces arguments, là-bas, l'une après l'autre."""
        raise NotImplementedError

    def voisine(self, nom: str) -> Any:
        """Ce que ce nom désigne dans le notebook de l'élève ; None s'il n'y est pas."""
        raise NotImplementedError

    def noms(self) -> set[str]:
        """Les noms dont elle se sert, et ceux dont se servent les fonctions de l'élève qu'elle appelle."""
        raise NotImplementedError

    def source(self) -> str:
        """Son code, tel que l'élève l'a écrit ; vide si on ne le connaît pas."""
        raise NotImplementedError

    def reecrite(self, source: str) -> Distante | None:
        """La même fonction avec ce code-là, dans une copie du même notebook, là-bas ; None s'il ne va pas."""
        raise NotImplementedError

    def remplacer(self, noms: Mapping[str, Any]) -> contextlib.AbstractContextManager[None]:
        """Le temps du bloc, les appels directs se feront avec ces fonctions-là."""
        raise NotImplementedError


@contextlib.contextmanager
def remplacer(fonction: Callable[..., Any], noms: Mapping[str, Any]) -> Iterator[None]:
    """Donne à la fonction, le temps d'un appel, d'autres versions des fonctions qu'elle appelle."""
    if isinstance(fonction, Distante):
        with fonction.remplacer(noms):
            yield
        return
    espace = getattr(inspect.unwrap(fonction), "__globals__", None) if noms else None
    if espace is None:
        yield
        return
    absents = [nom for nom in noms if nom not in espace]
    anciens = {nom: espace[nom] for nom in noms if nom in espace}
    espace.update(noms)
    try:
        with _valeurs_par_defaut(fonction, {id(anciens[nom]): noms[nom] for nom in anciens}):
            yield
    finally:
        espace.update(anciens)
        for nom in absents:
            espace.pop(nom, None)


@contextlib.contextmanager
def _valeurs_par_defaut(fonction: Any, nouvelles: Mapping[int, Any]) -> Iterator[None]:
    """De même pour une fonction donnée comme valeur par défaut d'un paramètre : `machine=IA`."""
    vraie = inspect.unwrap(fonction)
    anciennes = getattr(vraie, "__defaults__", None)
    if not anciennes or not any(id(valeur) in nouvelles for valeur in anciennes):
        yield
        return
    vraie.__defaults__ = tuple(nouvelles.get(id(valeur), valeur) for valeur in anciennes)
    try:
        yield
    finally:
        vraie.__defaults__ = anciennes


def voisine(fonction: Callable[..., Any], nom: str) -> Any:
    """Ce que ce nom désigne dans le notebook de cette fonction ; None s'il n'y est pas."""
    if isinstance(fonction, Distante):
        return fonction.voisine(nom)
    return getattr(inspect.unwrap(fonction), "__globals__", {}).get(nom)


def noms_utilises(fonction: Callable[..., Any]) -> set[str]:
    """Les noms dont elle se sert, et ceux dont se servent les fonctions de l'élève qu'elle appelle."""
    if isinstance(fonction, Distante):
        return fonction.noms()
    trouves: set[str] = set()
    a_voir, vues = [inspect.unwrap(fonction)], set()
    while a_voir:
        vue = a_voir.pop()
        code, espace = getattr(vue, "__code__", None), getattr(vue, "__globals__", {})
        if code is None or code in vues or code.co_filename.startswith(PAS_DE_L_ELEVE):
            continue
        vues.add(code)
        noms = set(noms_du_code(code))
        trouves |= noms
        a_voir += [espace[nom] for nom in noms if callable(espace.get(nom))]
        a_voir += [c.cell_contents for c in vue.__closure__ or () if callable(_contenu(c))]
        a_voir += [defaut for defaut in getattr(vue, "__defaults__", None) or () if callable(defaut)]
    return trouves


def _contenu(cellule: Any) -> Any:
    try:
        return cellule.cell_contents
    except ValueError:  # une variable pas encore définie
        return None


def noms_du_code(code: CodeType) -> Iterator[str]:
    """Les noms globaux et les attributs que lit ce code, fonctions intérieures comprises."""
    for interieur in codes_de(code):
        yield from interieur.co_names


def codes_de(code: CodeType) -> Iterator[CodeType]:
    """Ce code, et celui des fonctions définies à l'intérieur."""
    yield code
    for constante in code.co_consts:
        if isinstance(constante, CodeType):
            yield from codes_de(constante)


F = TypeVar("F", bound=Callable[..., Any])


Proches = Callable[..., tuple[Sequence[int], Sequence[Sequence[Any]]]]


def pure(fonction: F, proches: Proches | None = None) -> F:
    """Marque une fonction dont le résultat, qui n'est pas une liste, ne dépend que de ses arguments.

    `proches`, sur les mêmes arguments, rend des résultats que l'on demandera sans doute aussi : les rangs des
    arguments qui y changent, puis des lignes de leurs valeurs, suivies du résultat.
    """
    fonction.pure = True  # type: ignore[attr-defined]
    fonction.proches = proches  # type: ignore[attr-defined]
    return fonction


_ailleurs = [0.0]


def temps_de_calcul() -> float:
    """Les secondes de calcul de ce processus et des fonctions qu'il a fait exécuter ailleurs."""
    return time.process_time() + _ailleurs[0]


def compter_ailleurs(secondes: float) -> None:
    """Ajoute du temps de calcul passé dans un autre processus."""
    _ailleurs[0] += secondes


# --- Raconter une exception à un élève : en français, avec la ligne qui est la sienne --------------------

# Le code de ces dossiers n'est pas celui de l'élève : c'est lui qui a écrit `choice([])`, pas random.py.
_RACINE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120 (pathlib est long à charger)
BIBLIOTHEQUE = tuple(os.path.join(_RACINE, etage) for etage in ("p4core", "p4cours", "p4prof"))  # noqa: PTH118
PAS_DE_L_ELEVE = (
    *BIBLIOTHEQUE,
    os.path.dirname(os.__file__),  # noqa: PTH120
    # Les paquets installés, et la bibliothèque standard d'un navigateur ; sysconfig les dirait en 5 ms.
    *(chemin for chemin in sys.path if chemin.endswith((".zip", "site-packages", "dist-packages"))),
    "<frozen",
)

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


# Ce que disent choice, min et max d'une liste vide, selon les versions de Python.
_VIDE = re.compile(r"^Cannot choose from an empty sequence|^(?P<nom>min|max)\(\) .*empty")


def raconter(erreur: BaseException, fonction: str = "") -> str:
    """L'exception en une phrase, avec la ligne de l'élève ; si elle n'est pas de `fonction`, de laquelle."""
    if isinstance(erreur, SaisieInattendue):
        return str(erreur)
    phrase = next((p for genre, p in _PHRASES.items() if isinstance(erreur, genre)), "erreur")
    ligne, dit = ligne_fautive(erreur), str(erreur)
    suite = f" Python dit : {dit}" if dit else ""
    if vide := _VIDE.search(dit):
        phrase, suite = f"{vide['nom'] or 'choice'} d'une liste vide : elle n'a rien à donner", ""
    elif isinstance(erreur, TypeError) and (clair := _en_clair(dit, ligne[1] if ligne else "")):
        suite = f" {clair}"
    elif isinstance(erreur, TypeError) and "'NoneType'" in dit:
        suite += ". None est ce que renvoie une fonction sans return"
    ailleurs = ligne is not None and fonction and ligne[2].isidentifier() and ligne[2] != fonction
    ou = f" dans la fonction {ligne[2]}," if ligne and ailleurs else ""
    lieu = f",{ou} ligne {ligne[0]} : « {ligne[1]} »" if ligne and ligne[1] else ""
    return f"{type(erreur).__name__} ({phrase}){lieu}.{suite}"


# Ce qui, d'une Position, se lit sans parenthèses ; écrit ici, car ce module part seul derrière la cloison.
VALEURS = (
    *("largeur", "hauteur", "aligner", "pions", "trait", "historique", "gagnant"),
    *("nb_coups", "masque", "pleine", "finie", "dernier", "notation", "alignement"),
)
_APPELEE = re.compile(rf"\.({'|'.join(VALEURS)})\(")
_PAS_APPELEE = re.compile(rf"\.(?!(?:{'|'.join(VALEURS)})\b)([^\W\d]\w*)\b(?!\s*\()")
_METHODE = re.compile(r"'(builtin_function_or_)?method'")
_AJOUT = re.compile(r'can only concatenate (tuple|list) \(not "(?!NoneType)')
_AJOUTS = {
    "tuple": "Un tuple ne s'ajoute qu'à un tuple : d'un seul élément, il s'écrit avec une virgule, (a,).",
    "list": "Une liste ne s'ajoute qu'à une liste : d'un seul élément, elle s'écrit [a].",
}


def _en_clair(dit: str, ligne: str) -> str:
    """Ce que Python dit d'un type, en français, quand la ligne montre la faute ; rien sinon."""
    if ajout := _AJOUT.match(dit):
        return _AJOUTS[ajout[1]]
    if dit.endswith("object is not callable") and (appelee := _APPELEE.search(ligne)):
        return f"{appelee[1]} est une valeur, pas une fonction : écrivez-le sans parenthèses."
    if _METHODE.search(dit) and (nom := _PAS_APPELEE.search(ligne)):
        return f"Il manque les parenthèses après {nom[1]} : sans elles, la fonction n'est pas appelée."
    return ""


def ligne_fautive(erreur: BaseException) -> tuple[int, str, str] | None:
    """Le numéro, le texte et la fonction de la dernière ligne de l'élève traversée par l'exception."""
    if hasattr(erreur, "ligne_eleve"):  # elle vient d'un autre processus, qui l'a relevée
        return erreur.ligne_eleve
    cadres = [
        cadre
        for cadre in traceback.extract_tb(erreur.__traceback__)
        if cadre.lineno is not None and not cadre.filename.startswith(PAS_DE_L_ELEVE)
    ]
    if not cadres or cadres[-1].lineno is None:
        return None
    # Une compréhension n'a pas de nom : elle est écrite dans la fonction qui l'appelle.
    noms = [cadre.name for cadre in cadres if cadre.name.isidentifier()]
    return cadres[-1].lineno, (cadres[-1].line or "").strip(), noms[-1] if noms else cadres[-1].name
