"""Ce que le bac à sable appelle « p4core » et « p4cours » : les mêmes noms, sans rien derrière.

Plateaux, figures et barres de progression n'y font rien ; les règles, les recherches et les vérifications n'y
sont pas : une réponse qui s'en sert au lieu de son propre code s'arrête sur AppuiSurP4core. Les règles du jeu
n'y viennent que pour une fonction qui reçoit une Position (`apprendre`)."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, NoReturn

from p4core import appels
from p4cours.permis import CONCOURIR, MONTRER, PREPARER, Noms, designe

# Ce que « import * » apporte de chaque étage.
PUBLICS = {
    "p4core": (
        "IA_REGLES", "Arbre", "CoupIllegal", "Plateau", "Position", "adapter", "barre", "depuis_colonnes",
        "depuis_jetons", "depuis_lignes", "depuis_situation", "depuis_tours", "duel", "mesurer", "solveur",
        "tournoi", "vers_colonnes", "vers_jetons", "vers_lignes", "vers_situation", "vers_tours",
    ),
    "p4cours": ("examiner", "indice", "pret_a_rendre", "questions", "rejouer", "verifier"),
}  # fmt: skip


class AppuiSurP4core(Exception):
    """La réponse se sert de p4core à la place du code demandé."""


class _Etat:
    def __init__(self) -> None:
        self.en_appel = False
        self.appuis: list[str] = []
        self.regles: dict[str, Any] = {}  # les vraies règles, par leur nom public : « p4core.Position »


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

    def _user(self, *autres: Noms) -> None:
        if etat.en_appel and not any(designe(noms, self._nom) for noms in (MONTRER, *autres)):
            _refuser(self._nom)

    def __getattr__(self, nom: str) -> Any:
        if nom.startswith("__"):
            raise AttributeError(nom)
        return _inerte(self._nom, nom)

    def __setattr__(self, nom: str, valeur: Any) -> None:
        pass

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        self._user(PREPARER)
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


class Sourd:
    """Ce qui demande un écran, un noyau ou un système que la correction n'a pas : il accepte tout.

    Une réponse n'a rien à en tirer, et le droit de s'en servir. Décorée, une fonction reste elle-même.
    """

    def __init__(self, nom: str) -> None:
        self.__dict__["_nom"] = nom

    def __getattr__(self, nom: str) -> Any:
        if nom.startswith("_"):
            raise AttributeError(nom)
        return Sourd(f"{self._nom}.{nom}")

    def __setattr__(self, nom: str, valeur: Any) -> None:
        pass

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        return arguments[0] if arguments and callable(arguments[0]) else Sourd(f"{self._nom}()")

    def __getitem__(self, cle: Any) -> Sourd:
        return self

    def __enter__(self) -> Sourd:
        return self

    def __exit__(self, *_: Any) -> None:
        pass

    def __iter__(self) -> Any:
        return iter(())

    def __mro_entries__(self, bases: Any) -> tuple[type, ...]:
        return ()  # « class Mien(Widget) » : une classe comme une autre

    def __repr__(self) -> str:
        return f"({self._nom} : sans effet pendant la correction)"

    def _zero(self, *_: Any) -> int:
        return 0

    def _faux(self, *_: Any) -> bool:
        return False

    __len__ = __int__ = __index__ = _zero
    __bool__ = __contains__ = __lt__ = __le__ = __gt__ = __ge__ = _faux


def _inerte(parent: str, nom: str) -> Any:
    return barre if nom == "barre" else Inerte(f"{parent}.{nom}")


def barre(iterable: Any, *_: Any, **__: Any) -> Any:
    """La barre de progression, sans barre."""
    return iterable


class _Module(ModuleType):
    def __getattr__(self, nom: str) -> Any:
        if nom == "__all__" and self.__name__ in PUBLICS:
            return list(PUBLICS[self.__name__])
        if nom.startswith("__"):
            raise AttributeError(nom)
        return _inerte(self.__name__, nom)


class _Chargeur:  # sans importlib.abc : la charger serait un dixième du démarrage d'un bac
    """Trouve tout module de p4core ou de p4cours qui n'est pas vraiment là."""

    def find_spec(self, nom: str, chemin: Any = None, cible: Any = None) -> ModuleSpec | None:
        if nom.split(".")[0] not in PUBLICS:
            return None
        return ModuleSpec(nom, self, is_package=True)  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _Module(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        module.__path__ = []


def installer() -> bool:
    """Dans le bac : les noms de p4core et de p4cours, vidés ; ce dont le bac se sert est déjà chargé.

    Sauf les règles du jeu, si l'archive les contient : vrai pour une entrée du concours.
    """
    emportees = _emportees()
    for etage in PUBLICS:
        vide = _Module(etage)
        vide.__path__ = []
        sys.modules[etage] = vide
    sys.meta_path.append(_Chargeur())
    if emportees:
        _enseigner(emportees)
        vars(sys.modules["p4core"]).update({m.__name__.rpartition(".")[2]: m for m in emportees})
    return bool(emportees)


# --- Les vraies règles, pour qui reçoit une Position -----------------------------------------------------


def _emportees() -> list[ModuleType]:
    """Les règles du jeu que l'archive contient ; aucune pendant la correction."""
    try:
        return [import_module("p4core.jeu"), import_module("p4core.codages")]
    except ModuleNotFoundError:
        return []


def apprendre(sources: Mapping[str, str]) -> dict[str, Any]:
    """Met le code de ces modules derrière les noms qui concourent, et rend ce que chacun désigne.

    Les modules eux-mêmes ne s'importent pas : d'eux, la copie n'a que ces noms.
    """
    modules = [_executer(nom, source) for nom, source in sources.items()]
    for nom in sources:
        del sys.modules[nom]
    return _enseigner(modules)


def _enseigner(modules: list[ModuleType]) -> dict[str, Any]:
    etat.regles = {
        f"p4core.{nom}": next(getattr(module, nom) for module in modules if hasattr(module, nom))
        for noms in (CONCOURIR, PREPARER)
        for nom in noms["p4core"]
    }
    for nom, objet in etat.regles.items():
        setattr(sys.modules["p4core"], nom.rpartition(".")[2], objet)
    return etat.regles


def _executer(nom: str, source: str) -> ModuleType:
    module = sys.modules[nom] = ModuleType(nom)
    # Sous le nom d'un fichier de p4core : une erreur y est imputée à la ligne de l'élève qui l'appelle.
    fichier = f"{appels.BIBLIOTHEQUE[0]}/{nom.rpartition('.')[2]}.py"
    exec(compile(source, fichier, "exec"), vars(module))
    return module


def est_position(valeur: Any) -> bool:
    """Est-ce une vraie Position ?"""
    return bool(etat.regles) and type(valeur) is etat.regles["p4core.Position"]
