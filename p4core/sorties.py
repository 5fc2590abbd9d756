"""Recueillir ce qu'affiche un fil d'exécution, et lui seul.

`contextlib.redirect_stdout` détourne la sortie de tout le programme : pendant qu'une IA réfléchit, les
`print` d'une cellule exécutée au même moment se perdraient. Ici, un aiguillage envoie les textes de chaque
fil inscrit dans son propre tampon et laisse passer ceux des autres.
"""

from __future__ import annotations

import builtins
import contextlib
import io
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

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
