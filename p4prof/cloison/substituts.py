"""Ce qui tient lieu de processus, là où une copie n'en a pas : un travail à la fois, sur le champ.

Rien n'est chargé ici que ce dont on se sert : bien peu de copies en demandent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any


class Sequentiel:
    """À la place de ProcessPoolExecutor, et de ThreadPoolExecutor où il n'y a pas de fils."""

    def __init__(self, *_: Any, **__: Any) -> None:
        self._max_workers = 1

    def submit(self, fonction: Any, /, *arguments: Any, **options: Any) -> Any:
        """Fait le travail ; sa promesse est déjà tenue."""
        from concurrent.futures import Future

        promesse: Future[Any] = Future()
        try:
            promesse.set_result(fonction(*arguments, **options))
        except Exception as erreur:
            promesse.set_exception(erreur)
        return promesse

    def map(self, fonction: Any, *suites: Any, timeout: float | None = None, chunksize: int = 1) -> Any:
        """Le fait pour chacun ; une erreur attend qu'on lise son résultat."""
        promesses = [self.submit(fonction, *arguments) for arguments in zip(*suites, strict=False)]
        return (promesse.result() for promesse in promesses)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Rien à arrêter."""

    def __enter__(self) -> Sequentiel:
        return self

    def __exit__(self, *_: Any) -> None:
        """Rien à arrêter."""


class Groupe:
    """À la place des groupes de `multiprocessing`, de processus ou de fils : un travail à la fois."""

    def __init__(self, *_: Any, **__: Any) -> None:
        self._fils = Sequentiel()

    def apply(self, fonction: Any, args: Any = (), kwds: Any = None) -> Any:
        """Fait ce travail."""
        return fonction(*args, **(kwds or {}))

    def map(self, fonction: Any, arguments: Any, chunksize: int | None = None) -> list[Any]:
        """Le fait pour chacun."""
        return list(map(fonction, arguments))

    def imap(self, fonction: Any, arguments: Any, chunksize: int | None = None) -> Iterator[Any]:
        """De même, à mesure qu'on les demande."""
        return iter(self.map(fonction, arguments))

    imap_unordered = imap

    def starmap(self, fonction: Any, arguments: Any, chunksize: int | None = None) -> list[Any]:
        """De même, plusieurs arguments à la fois."""
        return [fonction(*chacun) for chacun in arguments]

    def __getattr__(self, nom: str) -> Any:
        if nom.endswith("_async"):
            return lambda *a, **k: _Promis(
                self._fils.submit(getattr(self, nom.removesuffix("_async")), *a, **k)
            )
        if nom in ("close", "join", "terminate"):
            return lambda: None
        raise AttributeError(nom)

    def __enter__(self) -> Groupe:
        return self

    def __exit__(self, *_: Any) -> None:
        """Rien à arrêter."""


class _Promis:
    """Le résultat d'un travail déjà fait, comme `multiprocessing` le nomme."""

    def __init__(self, promesse: Any) -> None:
        self._promesse = promesse

    def get(self, timeout: float | None = None) -> Any:
        """Ce résultat."""
        return self._promesse.result()

    def wait(self, timeout: float | None = None) -> None:
        """C'est déjà fait."""

    ready = successful = lambda self: True


def module(nom: str, **contenu: Any) -> ModuleType:
    """Un module de ce nom, qui contient cela."""
    fait = ModuleType(nom)
    vars(fait).update(contenu)
    return fait


MODULES: dict[str, Callable[[str], ModuleType]] = {
    "multiprocessing.pool": lambda nom: module(nom, Pool=Groupe, ThreadPool=Groupe),
    "concurrent.futures.process": lambda nom: module(
        nom, ProcessPoolExecutor=Sequentiel, BrokenProcessPool=RuntimeError
    ),
}


class Chargeur:  # sans importlib.abc : la charger serait un dixième du démarrage d'un bac
    """Trouve ces modules avant les vrais."""

    def find_spec(self, nom: str, chemin: Any = None, cible: Any = None) -> ModuleSpec | None:
        """Ce module, si on le remplace."""
        return ModuleSpec(nom, self) if nom in MODULES else None  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Ce qui le remplace."""
        return MODULES[spec.name](spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Il est déjà prêt."""
