"""Le programme enfermé dans un module WebAssembly : de l'extérieur, il ne connaît que `_host.call`."""

from __future__ import annotations

import builtins
import concurrent.futures
import json
import math
import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType, SimpleNamespace
from typing import Any

import _host  # type: ignore[import-not-found]

from p4core import appels
from p4prof.cloison import facade
from p4prof.cloison.cahier import Cahier, Figures
from p4prof.cloison.protocole import MESSAGE_MAX, Message, Sortie
from p4prof.cloison.service import Interieur
from p4prof.cloison.substituts import MODULES, Sequentiel, module

ETAPE = b"etape "  # ce que l'extérieur retient sans y répondre : le rang de l'instruction en cours


class Porte:
    """La seule issue : une question en octets, une réponse en octets, tour à tour."""

    def __init__(self) -> None:
        self._a_dire = b""

    def envoyer(self, message: Message) -> None:
        """Ce qui sera dit en demandant la suite."""
        octets = json.dumps(message, separators=(",", ":")).encode()
        self._a_dire = octets if len(octets) <= MESSAGE_MAX else b'{"trop": true}'

    def recevoir(self) -> Message:
        """Dit ce qu'il y avait à dire ; la réponse."""
        recu: Message = json.loads(_host.call(self._a_dire))
        return recu


def suivre(rang: int) -> None:
    """Si cette instruction ne finit pas, celles d'avant pourront être rejouées."""
    _host.call(ETAPE + str(rang).encode())


class InterieurInvite(Interieur):
    """Le mur compte lui-même les instructions : ici, rien n'a d'horloge."""

    coquille: Cahier

    def delai(self, message: Message) -> float:
        """Sans limite de ce côté-ci."""
        return math.inf

    def _cellule(self, message: Message) -> tuple[list[Sortie], BaseException | None]:
        return self.coquille.executer(message["source"], message.get("jusque"))


# --- Ce qui n'existe pas ici, et qu'un travail honnête demande -------------------------------------------


def _sur_le_champ(fil: threading.Thread) -> None:
    """Un fil d'exécution : son travail se fait tout de suite, l'un après l'autre."""
    fil._started.set()  # type: ignore[attr-defined]
    if not isinstance(fil, threading.Timer):  # lui, personne ne le réveillera, que qui l'attend
        _mener(fil, fil.run)


def _rejoindre(fil: threading.Thread, timeout: float | None = None) -> None:
    """Attendre un fil : son travail est déjà fait, sauf celui d'une minuterie."""
    if isinstance(fil, threading.Timer) and timeout is None and not fil.finished.is_set():
        fil.finished.set()
        _mener(fil, partial(fil.function, *fil.args, **fil.kwargs))


def _mener(fil: threading.Thread, travail: Callable[[], Any]) -> None:
    """Fait ce travail ; une erreur, ou sys.exit, n'arrête que lui."""
    try:
        travail()
    except SystemExit:
        pass
    except Exception as erreur:
        print(f"Exception dans {fil.name} : {erreur!r}", file=sys.stderr)


class _Absents(MetaPathFinder, Loader):
    """Les paquets d'un carnet qui ne sont pas ici : IPython en partie, les widgets et numba pour la forme."""

    def find_spec(self, nom: str, chemin: Any = None, cible: Any = None) -> ModuleSpec | None:
        return ModuleSpec(nom, self, is_package=True) if _remplacant(nom) else None

    def create_module(self, spec: ModuleSpec) -> Any:
        return _remplacant(spec.name)(spec.name)

    def exec_module(self, fait: ModuleType) -> None:
        fait.__path__ = []


def _remplacant(nom: str) -> Any:
    """Ce qui fait ce module : lui-même ou tout son paquet est remplacé."""
    return _REMPLACES.get(nom) or _REMPLACES.get(nom.partition(".")[0])


class _Muet(ModuleType):
    """Un module qui n'existe pas ici : on peut l'importer, il ne fait rien."""

    def __getattr__(self, nom: str) -> Any:
        if nom == "__all__":
            return [*_ETOILES.get(self.__name__, ())]
        if nom.startswith("__"):
            raise AttributeError(nom)
        return facade.Sourd(f"{self.__name__}.{nom}")


class _IPython(_Muet):
    """`IPython`, `IPython.display` : de quoi montrer ; le reste ne fait rien."""

    __version__, version_info = "9.0.0", (9, 0, 0, "")  # matplotlib et pandas le demandent

    def __getattr__(self, nom: str) -> Any:
        if nom in ("display", "get_ipython"):
            return getattr(builtins, nom)
        if nom in _MONTRABLES:
            return type(nom, (_Montrable,), {_MONTRABLES[nom]: _Montrable.contenu})
        return super().__getattr__(nom)


_MONTRABLES = {
    "HTML": "_repr_html_",
    "Markdown": "_repr_markdown_",
    "SVG": "_repr_svg_",
    "Latex": "_repr_latex_",
    "Math": "_repr_latex_",
    **dict.fromkeys(("Image", "Pretty", "Code"), "_rien"),
}
# Ce qu'apporte « import * ».
_ETOILES = {
    "IPython.display": ("display", "clear_output", *_MONTRABLES),
    "ipywidgets": (
        "Accordion", "Box", "Button", "Checkbox", "Dropdown", "FloatSlider", "GridBox", "HBox", "HTML",
        "IntSlider", "Label", "Layout", "Output", "Play", "Tab", "Text", "Textarea", "ToggleButton",
        "ToggleButtons", "VBox", "fixed", "interact", "interact_manual", "interactive",
        "interactive_output", "jslink", "link",
    ),
}  # fmt: skip


class _Montrable:
    def __init__(self, data: Any = None, *_: Any, **__: Any) -> None:
        self.data = data

    def contenu(self) -> Any:
        """Ce qu'il montre."""
        return self.data


class _Numba(_Muet):
    """Compiler est sans effet : la fonction est la même."""

    prange = range

    def __getattr__(self, nom: str) -> Any:
        if nom in ("njit", "jit", "vectorize", "guvectorize"):
            return lambda *a, **_: a[0] if a and callable(a[0]) else lambda fonction: fonction
        return super().__getattr__(nom)


class _Barre:
    """Une barre de progression sans écran : il n'en reste que le parcours."""

    def __init__(self, iterable: Iterable[Any] = (), *_: Any, **__: Any) -> None:
        self.iterable = iterable

    @staticmethod
    def write(texte: Any = "", *_: Any, **__: Any) -> None:
        """Écrit sous la barre."""
        print(texte)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.iterable)

    def __enter__(self) -> _Barre:
        return self

    def __exit__(self, *_: Any) -> None:
        pass

    def __getattr__(self, nom: str) -> Any:
        if nom.startswith("__"):
            raise AttributeError(nom)
        return lambda *_, **__: None


def _barres(nom: str) -> ModuleType:
    # La vraie prend un verrou entre processus, qui arrête net un programme où il n'y en a pas d'autre.
    return module(nom, __path__=[], tqdm=_Barre, trange=lambda *a, **_: _Barre(range(*a)))


def _boucles(nom: str) -> ModuleType:
    """Des coroutines sans la prise qui réveille une boucle ordinaire : rien d'autre n'a lieu ici."""
    from asyncio import base_events, events

    class Boucle(base_events.BaseEventLoop):
        _selector = SimpleNamespace(select=_patienter)

        def _process_events(self, evenements: Any) -> None:
            """Il n'y en a pas."""

        def _write_to_self(self) -> None:
            """Personne n'attend d'être réveillé."""

    class Politique(events._BaseDefaultEventLoopPolicy):  # type: ignore[name-defined]
        _loop_factory = Boucle

    return module(
        nom, EventLoop=Boucle, SelectorEventLoop=Boucle, _DefaultEventLoopPolicy=Politique,
        __all__=("EventLoop", "SelectorEventLoop", "_DefaultEventLoopPolicy"),
    )  # fmt: skip


def _patienter(secondes: float | None) -> list[Any]:
    """Le temps jusqu'à la prochaine échéance ; sans échéance, personne ne viendrait."""
    if secondes is None:
        raise RuntimeError("cette coroutine attend ce qui n'arrivera jamais")
    time.sleep(max(0.0, secondes))
    return []


_REMPLACES: dict[str, Any] = {
    "asyncio.unix_events": _boucles,
    "IPython": _IPython,
    # Ni écran, ni réseau, ni système ; mais qui les importe ne perd pas le reste de sa cellule.
    **dict.fromkeys(("ipywidgets", "anywidget", "tkinter", "turtle", "curses"), _Muet),
    **dict.fromkeys(("readline", "requests", "psutil", "resource"), _Muet),
    "numba": _Numba,
    "tqdm": _barres,
    "tqdm.auto": _barres,
    "tqdm.notebook": _barres,
    "p4_figures": lambda _: Figures(),
    **MODULES,
}


def installer() -> None:
    """Met en place tout ce qui remplace, avant le code de l'élève."""
    threading.Thread.start = _sur_le_champ  # type: ignore[method-assign,assignment]
    threading.Thread.join = _rejoindre  # type: ignore[method-assign,assignment]
    threading.Thread.is_alive = lambda self: False  # type: ignore[method-assign]
    concurrent.futures.ThreadPoolExecutor = Sequentiel  # type: ignore[misc,assignment]
    time.thread_time = time.process_time
    os.system = lambda command: 1  # effacer l'écran, par exemple
    sys.meta_path.insert(0, _Absents())
    appels.PAS_DE_L_ELEVE += ("/usr/local/lib",)  # la bibliothèque standard, dans son archive
    appels.SUR_PLACE = True  # un fil d'avance y attendrait, sans fin, un travail que personne ne lui donne
    appels.ctypes = SimpleNamespace()  # type: ignore[assignment]
    facade.installer()


def principal() -> None:
    """Point d'entrée : répond aux ordres tant qu'il en vient."""
    installer()
    sys.path.insert(0, "/travail")  # les modules que l'élève a joints à sa copie
    porte = Porte()
    interieur = InterieurInvite(porte, Cahier(suivre))
    porte.envoyer({"pret": True})
    interieur.servir()
