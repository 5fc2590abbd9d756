"""Ce que le bac à sable appelle « p4core » : les mêmes noms, sans rien derrière.

Ce fichier y prend la place de p4core/__init__.py. Plateaux, figures et barres de progression n'y font rien ;
les règles, les recherches et les vérifications n'y sont pas : une réponse qui s'en sert au lieu de son propre
code s'arrête sur AppuiSurP4core.
"""

from __future__ import annotations

import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, NoReturn

# Ce que « from p4core import * » apporte.
PUBLICS = (
    "IA_REGLES", "Arbre", "Bilan", "CoupIllegal", "Plateau", "Position", "examiner", "indice",
    "pret_a_rendre", "tournoi", "verifier",
)  # fmt: skip
# Ce qui ne fait que montrer : l'appeler dans une réponse est permis, et sans effet.
MONTRENT = (
    "Plateau",
    "Arbre",
    "indice",
    "verifier",
    "pret",
    "figures_",
    "dessin",
    "console_",
    "plateau",
    "arbre",
)
# Ce qui prépare un affichage : on peut l'appeler, pas se servir de ce qu'il rend autrement que pour montrer.
PREPARENT = ("codages",)


class AppuiSurP4core(Exception):
    """La réponse se sert de p4core à la place du code demandé."""


class _Etat:
    def __init__(self) -> None:
        self.en_appel = False
        self.appuis: list[str] = []


etat = _Etat()


def _refuser(nom: str) -> NoReturn:
    etat.appuis.append(nom)
    raise AppuiSurP4core(
        f"cette réponse se sert de {nom} à la place de votre propre code : elle ne rapporte aucun point"
    )


class Inerte:
    """Un objet de p4core pendant la correction : il accepte tout et ne fait rien."""

    __inerte__ = True

    def __init__(self, nom: str = "p4core") -> None:
        self.__dict__["_nom"] = nom

    def _user(self, permis: tuple[str, ...] = MONTRENT) -> None:
        suite = self._nom.split(".")[1:]
        if etat.en_appel and not any(mot.startswith(permis) for mot in suite):
            _refuser(self._nom)

    def __getattr__(self, nom: str) -> Any:
        if nom.startswith("__"):
            raise AttributeError(nom)
        return barre if nom == "barre" else Inerte(f"{self._nom}.{nom}")

    def __setattr__(self, nom: str, valeur: Any) -> None:
        pass

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        self._user(MONTRENT + PREPARENT)
        return Inerte(f"{self._nom}()")

    def __getitem__(self, cle: Any) -> Any:
        self._user()
        return Inerte(f"{self._nom}[{cle!r}]")

    def __iter__(self) -> Any:
        self._user()
        return iter(())

    def __bool__(self) -> bool:
        self._user()
        return False

    def __repr__(self) -> str:
        return f"({self._nom} : sans effet pendant la correction)"

    def _valeur(self, *_: Any) -> Any:
        _refuser(self._nom)

    # Dans une annotation : « def f(p: Position | None) », « Optional[Position] ».
    def __eq__(self, autre: object) -> bool:
        if etat.en_appel:
            _refuser(self._nom)
        return self is autre

    __hash__ = object.__hash__

    def __or__(self, autre: Any) -> Inerte:
        return self

    __ror__ = __or__

    # S'en servir comme d'une valeur serait en tirer une réponse.
    __len__ = __int__ = __index__ = __float__ = __contains__ = __neg__ = _valeur
    __lt__ = __le__ = __gt__ = __ge__ = _valeur
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _valeur


def barre(iterable: Any, *_: Any, **__: Any) -> Any:
    """La barre de progression, sans barre."""
    return iterable


class _Module(ModuleType):
    def __getattr__(self, nom: str) -> Any:
        if nom.startswith("__"):
            raise AttributeError(nom)
        if nom == "barre":
            return barre
        return Inerte(f"{self.__name__}.{nom}")


class _Chargeur(MetaPathFinder, Loader):
    """Trouve tout module « p4core.quelque_chose » qui n'est pas vraiment là."""

    def find_spec(self, nom: str, chemin: Any = None, cible: Any = None) -> ModuleSpec | None:
        return ModuleSpec(nom, self, is_package=True) if nom.startswith("p4core.") else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _Module(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        module.__path__ = []


def __getattr__(nom: str) -> Any:
    if nom == "__all__":
        return list(PUBLICS)
    if nom.startswith("__"):
        raise AttributeError(nom)
    return Inerte(f"p4core.{nom}")


sys.meta_path.append(_Chargeur())  # en dernier : les vrais fichiers du bac passent d'abord
