"""Regarder une fonction récursive pendant qu'elle s'exécute : chaque appel, ce qu'il a vu, ce qu'il rend.

Le code de la fonction, et celui des fonctions qui la rappellent (intérieures comprises), est remplacé le
temps du bloc par un relais de même signature, qui note l'appel et fait exécuter le vrai code. Aucune trace de
Python n'est posée (sys.settrace ralentirait aussi tout ce que la fonction appelle), aucun texte n'est relu :
cela marche dans un notebook, derrière la cloison et dans un navigateur, et la fonction répond comme sans.
"""

from __future__ import annotations

import contextlib
import inspect
import sys
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import CellType, CodeType, FunctionType
from typing import Any

from p4core.appels import PAS_DE_L_ELEVE, TempsEcoule, codes_de, ligne_fautive, raconter

GARDES = 6_000  # appels gardés, les premiers : une recherche à profondeur 5 en fait vingt mille
PROFONDEUR_MAX = 6  # niveaux d'une valeur que l'on copie
ELEMENTS_MAX = 400  # éléments d'une valeur que l'on copie
TEXTE_MAX = 200

# --- Ce que l'on garde d'un appel ------------------------------------------------------------------


@dataclass(eq=False)
class AppelVu:
    """Un appel observé. `position`, `joueur` et `profondeur` viennent de qui sait lire les arguments."""

    rang: int
    nom: str
    arguments: dict[str, Any]  # les paramètres, copiés à l'entrée
    libres: dict[str, Any] = field(default_factory=dict)  # les variables de la fonction qui l'entoure
    apres: dict[str, Any] = field(default_factory=dict)  # ce qui, à la sortie, n'est plus pareil
    ligne: int = 0  # celle d'où l'on appelle, dans la fonction de l'élève
    debut: int = 0  # la première de la fonction appelée
    entree: int = 0  # instants : le rang de l'événement, entrée ou sortie
    sortie: int | None = None  # None : l'appel n'a pas fini
    valeur: Any = None
    erreur: str = ""  # l'exception qui l'a arrêté
    parent: AppelVu | None = field(default=None, repr=False)
    fils: list[AppelVu] = field(default_factory=list, repr=False)
    oublies: int = 0  # fils que l'on n'a pas gardés
    lieu: str = ""  # la fonction du notebook où est cette ligne
    # Ce qu'ajoute qui sait lire une recherche.
    position: Any = field(default=None, repr=False)
    joueur: Any = None
    profondeur: int | None = None
    case: tuple[int, int] | None = None  # le coup qui y mène
    role: str = ""  # max, min, feuille ou fin
    fenetre: tuple[float, float] | None = None  # celle d'un alpha-bêta
    coupes: tuple[int, ...] = ()  # les colonnes qu'une coupe a laissées de côté…
    epargnes: list[Epargne] = field(default_factory=list, repr=False)  # …et ce qu'il y avait dessous
    souvenir: bool = False  # la valeur vient d'une mémoire

    @property
    def fini(self) -> bool:
        """A-t-il renvoyé une valeur ?"""
        return self.sortie is not None and not self.erreur

    @property
    def niveau(self) -> int:
        """Combien d'appels l'entourent."""
        return 0 if self.parent is None else self.parent.niveau + 1

    def __str__(self) -> str:
        donnes = ", ".join(f"{nom}={_court(v)}" for nom, v in self.arguments.items())
        if self.erreur:
            return f"{self.nom}({donnes}) : {self.erreur}"
        return f"{self.nom}({donnes})" + (f" = {_court(self.valeur)}" if self.fini else " : pas fini")


@dataclass(eq=False)
class Epargne:
    """Une position qu'une coupe a évité d'explorer, et ce qu'un min-max aurait trouvé dessous."""

    case: tuple[int, int]  # le coup qui y mène
    position: Any = field(repr=False)
    role: str  # max, min, feuille ou fin
    valeur: float | None  # None : on ne l'a pas cherchée
    nombre: int  # de positions, elle comprise…
    exact: bool = True  # …ou au moins, s'il y en a trop pour les compter
    fils: list[Epargne] = field(default_factory=list, repr=False)  # ceux que l'on garde pour les montrer


def chemin(appel: AppelVu | None) -> list[AppelVu]:
    """Les appels en cours pendant celui-ci, du premier à lui."""
    suite: list[AppelVu] = []
    while appel is not None:
        suite.append(appel)
        appel = appel.parent
    return suite[::-1]


def _court(valeur: Any) -> str:
    texte = repr(valeur)
    return texte if len(texte) <= 40 else texte[:39] + "…"


@dataclass(frozen=True)
class Incoherence:
    """Le premier appel qui se trompe, et pourquoi."""

    appel: AppelVu
    phrase: str
    genre: str = "valeur"

    def __str__(self) -> str:
        return self.phrase


@dataclass
class Trace:
    """Les appels gardés, dans l'ordre du temps, et combien il y en a eu."""

    appels: list[AppelVu] = field(default_factory=list)
    total: int = 0
    sources: dict[str, tuple[int, str]] = field(
        default_factory=dict
    )  # de chaque fonction : sa ligne, son texte

    @property
    def coupee(self) -> bool:
        """Y a-t-il eu plus d'appels que l'on n'en garde ?"""
        return self.total > len(self.appels)

    def donnees(self) -> list[Any]:
        """La trace en données simples, pour traverser la cloison."""
        appels = [
            [
                a.nom,
                a.arguments,
                a.libres,
                a.apres,
                a.ligne,
                a.debut,
                a.entree,
                a.sortie,
                a.valeur,
                a.erreur,
                -1 if a.parent is None else a.parent.rang,
                a.oublies,
            ]
            for a in self.appels
        ]
        return [self.total, appels]

    @classmethod
    def depuis_donnees(cls, donnees: Any) -> Trace:
        """La trace que ces données décrivent ; ValueError si elles ne sont pas celles d'une trace.

        Elles viennent du code d'un élève : rien n'assure qu'elles disent vrai, ni qu'elles sont entières.
        """
        try:
            total, bruts = donnees
            trace = cls(total=_entier(total))
            for rang, brut in enumerate(bruts[:GARDES]):
                trace.appels.append(_relire(rang, brut, trace.appels))
        except (TypeError, ValueError, IndexError, KeyError) as erreur:
            raise ValueError("ces données ne sont pas celles d'une trace") from erreur
        return trace


def _relire(rang: int, brut: Any, connus: list[AppelVu]) -> AppelVu:
    nom, arguments, libres, apres, ligne, debut, entree, sortie, valeur, erreur, parent, oublies = brut
    if not all(isinstance(d, dict) and all(type(c) is str for c in d) for d in (arguments, libres, apres)):
        raise ValueError("dictionnaires attendus")
    if not isinstance(nom, str) or not isinstance(erreur, str) or (rang and not 0 <= parent < rang):
        raise ValueError("appel mal formé")
    appel = AppelVu(rang, nom[:TEXTE_MAX], arguments, libres, apres, _entier(ligne), _entier(debut))
    appel.entree, appel.sortie = _entier(entree), None if sortie is None else _entier(sortie)
    appel.valeur, appel.erreur, appel.oublies = valeur, erreur[:TEXTE_MAX], _entier(oublies)
    if rang:
        appel.parent = connus[parent]
        appel.parent.fils.append(appel)
    return appel


def _entier(valeur: Any) -> int:
    if type(valeur) is not int or abs(valeur) > 10**12:
        raise ValueError("entier attendu")
    return int(valeur)


# --- Copier ce qu'un appel a vu --------------------------------------------------------------------


class TropGros(Exception):
    """Une valeur que l'on ne copie pas."""


def copier(valeur: Any) -> Any:
    """La valeur en données simples, copiée ; ce qui n'en est pas, ou trop gros, devient son apparence."""
    try:
        return _copier(valeur, [ELEMENTS_MAX], PROFONDEUR_MAX)
    except TropGros:
        return _apparence(valeur)


_ATOMES = (int, float, str, bool, type(None))


def _copier(valeur: Any, reste: list[int], niveau: int) -> Any:
    genre = type(valeur)
    if genre in _ATOMES:
        return valeur if genre is not str or len(valeur) <= TEXTE_MAX else valeur[:TEXTE_MAX]
    if genre is list or genre is tuple:
        reste[0] -= len(valeur)
        if reste[0] < 0 or not niveau:
            raise TropGros
        for element in valeur:
            if type(element) not in _ATOMES:
                return genre([_copier(e, reste, niveau - 1) for e in valeur])
        return genre(valeur)
    if genre is dict:
        return Taille(len(valeur))
    return _autre(valeur, reste, niveau)


class Taille(str):
    """Un dictionnaire, dont on ne garde que la taille : une mémoire peut être immense."""

    def __new__(cls, nombre: int) -> Taille:
        return super().__new__(cls, f"dictionnaire de {nombre} clé{'s' if nombre > 1 else ''}")


def _autre(valeur: Any, reste: list[int], niveau: int) -> Any:
    """Un nombre ou un tableau de numpy, une sous-classe, ou n'importe quoi."""
    if isinstance(valeur, int | float):
        return valeur + 0 if isinstance(valeur, int) else float(valeur)
    if type(valeur).__module__ == "numpy" and hasattr(valeur, "tolist"):
        return _copier(valeur.tolist(), reste, niveau)
    return _apparence(valeur)


def _apparence(valeur: Any) -> str:
    if isinstance(valeur, FunctionType):
        return f"fonction {valeur.__name__}"
    return f"<{type(valeur).__name__}>"


# --- Quelles fonctions observer : celles qui se rappellent -----------------------------------------

_PARESSEUX = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
_SANS_NOM = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")


def _mentions(code: CodeType) -> set[str]:
    """Les noms que lit ce code, et les listes en compréhension qu'il contient."""
    noms = {*code.co_names, *code.co_freevars}
    for interieur in _interieurs(code):
        if interieur.co_name in (*_SANS_NOM, "<lambda>"):
            noms |= _mentions(interieur)
    return noms


def _interieurs(code: CodeType) -> list[CodeType]:
    return [constante for constante in code.co_consts if isinstance(constante, CodeType)]


@dataclass
class _Carte:
    """Les codes que la fonction peut atteindre, et ceux que chacun nomme."""

    fonctions: dict[CodeType, FunctionType] = field(default_factory=dict)  # celles du notebook
    suites: dict[CodeType, list[CodeType]] = field(default_factory=dict)

    def explorer(self, fonction: FunctionType) -> None:
        """Ajoute la fonction et, de proche en proche, celles de l'élève qu'elle nomme."""
        code = fonction.__code__
        if code in self.fonctions or code.co_filename.startswith(PAS_DE_L_ELEVE):
            return
        self.fonctions[code] = fonction
        captures = {
            nom: _contenu(c) for nom, c in zip(code.co_freevars, fonction.__closure__ or (), strict=False)
        }
        voisines: dict[str, CodeType] = {}
        for nom in _tous_les_noms(code):
            voisine = _fonction(captures.get(nom, fonction.__globals__.get(nom)))
            if voisine is not None:
                self.explorer(voisine)
                voisines[nom] = voisine.__code__
        self._relier(code, voisines)

    def _relier(self, code: CodeType, voisines: dict[str, CodeType]) -> None:
        """Les codes que nomme celui-ci, puis ceux des fonctions définies à l'intérieur."""
        dedans = [i for i in _interieurs(code) if i.co_name not in _SANS_NOM]
        connues = {**voisines, **{i.co_name: i for i in dedans if i.co_name != "<lambda>"}}
        self.suites[code] = [connues[nom] for nom in _mentions(code) if nom in connues] + dedans
        for interieur in dedans:
            self._relier(interieur, connues)

    def recursifs(self) -> set[CodeType]:
        """Les codes qui, de l'un à l'autre, finissent par se nommer eux-mêmes."""
        return {code for code in self.suites if code in self._atteints(code)}

    def _atteints(self, depart: CodeType) -> set[CodeType]:
        vus: set[CodeType] = set()
        a_voir = list(self.suites[depart])
        while a_voir:
            code = a_voir.pop()
            if code not in vus:
                vus.add(code)
                a_voir += self.suites.get(code, [])
        return vus


def _tous_les_noms(code: CodeType) -> set[str]:
    noms = {*code.co_names, *code.co_freevars}
    for interieur in _interieurs(code):
        noms |= _tous_les_noms(interieur)
    return noms


def _contenu(cellule: CellType) -> Any:
    try:
        return cellule.cell_contents
    except ValueError:  # pas encore définie
        return None


def _fonction(valeur: Any) -> FunctionType | None:
    """La fonction Python qu'il y a là-dessous : functools.cache en cache une."""
    nue = inspect.unwrap(valeur) if callable(valeur) else None
    return nue if isinstance(nue, FunctionType) else None


def _observable(code: CodeType) -> bool:
    noms = code.co_varnames[: _nb_parametres(code)]
    return not code.co_flags & _PARESSEUX and all(n.isidentifier() for n in (*noms, *code.co_freevars))


def _nb_parametres(code: CodeType) -> int:
    etoiles = bool(code.co_flags & inspect.CO_VARARGS) + bool(code.co_flags & inspect.CO_VARKEYWORDS)
    return code.co_argcount + code.co_kwonlyargcount + etoiles


# --- Le relais : la même signature, les mêmes variables libres --------------------------------------


def _signature(code: CodeType) -> tuple[str, list[str]]:
    """Les paramètres tels qu'on les écrit, et leurs noms dans l'ordre où le relais les transmet."""
    noms, fixes = code.co_varnames, code.co_argcount
    seuls = noms[fixes : fixes + code.co_kwonlyargcount]
    suite = list(noms[fixes + code.co_kwonlyargcount : _nb_parametres(code)])
    ecrits = list(noms[: code.co_posonlyargcount]) + ["/"] * bool(code.co_posonlyargcount)
    ecrits += noms[code.co_posonlyargcount : fixes]
    if code.co_flags & inspect.CO_VARARGS:
        ecrits.append("*" + suite.pop(0))
    elif seuls:
        ecrits.append("*")
    ecrits += seuls
    if code.co_flags & inspect.CO_VARKEYWORDS:
        ecrits.append("**" + suite.pop(0))
    return ", ".join(ecrits), list(noms[: _nb_parametres(code)])


_MARQUE = "p4core : le relais d'une fonction observée"


def _relais(code: CodeType, observateur: _Observateur, numero: int) -> CodeType:
    """Un code de même signature et de mêmes variables libres, qui passe par l'observateur."""
    ecrits, noms = _signature(code)
    libres = ", ".join(code.co_freevars)
    cellules = f"(lambda: ({libres},)).__closure__" if libres else "None"
    transmis = "".join(f"{nom}, " for nom in noms)
    corps = f"return {_MARQUE!r}.appeler({numero}, {cellules}, ({transmis}))"
    entoure = f"  {' = '.join(code.co_freevars)} = None\n" if libres else ""
    source = f"def _dehors():\n{entoure}  def relais({ecrits}):\n    {corps}\n"
    dehors = next(iter(_interieurs(compile(source, "<relais>", "exec"))))
    relais = next(i for i in _interieurs(dehors) if i.co_name == "relais")
    constantes = tuple(observateur if c == _MARQUE else c for c in relais.co_consts)
    return relais.replace(
        co_consts=constantes, co_name=code.co_name, co_filename=__file__, co_firstlineno=code.co_firstlineno
    )


class _Observateur:
    """Note chaque appel, puis fait exécuter le vrai code."""

    def __init__(self, gardes: int) -> None:
        self.trace, self.gardes = Trace(), gardes
        self.codes: list[tuple[CodeType, dict[str, Any]]] = []  # le vrai code, l'espace de ses noms
        self.pile: list[AppelVu | None] = []  # None : un appel que l'on ne garde pas
        self._instant = 0
        self._dite: tuple[BaseException, str] | None = None

    def appeler(self, numero: int, cellules: tuple[CellType, ...] | None, transmis: tuple[Any, ...]) -> Any:
        """L'appel, observé : ce que le vrai code renvoie ou lève."""
        code, espace = self.codes[numero]
        fonction = FunctionType(code, espace, code.co_name, None, cellules)
        vu = self._entrer(code, cellules, transmis)
        self.pile.append(vu)
        try:
            valeur = _transmettre(fonction, code, transmis)
        except TempsEcoule as erreur:  # on l'arrête : il n'a pas fini
            self.pile.pop()
            if vu is not None:
                vu.erreur = self._dire(erreur)
            raise
        except BaseException as erreur:
            self._sortir(vu, code, cellules, transmis)
            if vu is not None:
                vu.erreur = self._dire(erreur)
            raise
        self._sortir(vu, code, cellules, transmis)
        if vu is not None:
            vu.valeur = copier(valeur)
        return valeur

    def _dire(self, erreur: BaseException) -> str:
        """L'erreur en une phrase, la même pour tous les appels qu'elle traverse : la lire une fois suffit."""
        if self._dite is None or self._dite[0] is not erreur:
            ligne = ligne_fautive(erreur)
            arret = f"arrêté à la ligne {ligne[0]}, « {ligne[1]} »" if ligne else "arrêté"
            phrase = arret if isinstance(erreur, TempsEcoule) else raconter(erreur)
            self._dite = erreur, phrase[:TEXTE_MAX]
        return self._dite[1]

    def _entrer(self, code: CodeType, cellules: Any, transmis: tuple[Any, ...]) -> AppelVu | None:
        trace = self.trace
        trace.total += 1
        parent = self.pile[-1] if self.pile else None
        garde = len(trace.appels) < self.gardes and (parent is not None or not self.pile)
        if not garde:
            if parent is not None:
                parent.oublies += 1
            return None
        vus, libres = _regarder(code, cellules, transmis)
        vu = AppelVu(len(trace.appels), code.co_name, vus, libres, debut=code.co_firstlineno, parent=parent)
        vu.ligne, vu.lieu = _d_ou()
        vu.entree = self._tic()
        trace.appels.append(vu)
        if parent is not None:
            parent.fils.append(vu)
        return vu

    def _sortir(self, vu: AppelVu | None, code: CodeType, cellules: Any, transmis: tuple[Any, ...]) -> None:
        self.pile.pop()
        if vu is None:
            return
        vus, libres = _regarder(code, cellules, transmis)
        avant = {**vu.libres, **vu.arguments}
        vu.apres = {nom: v for nom, v in {**libres, **vus}.items() if v != avant.get(nom)}
        vu.sortie = self._tic()

    def _tic(self) -> int:
        self._instant += 1
        return self._instant


def _regarder(
    code: CodeType, cellules: Any, transmis: tuple[Any, ...]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Les paramètres et les variables libres, copiés ; pas les fonctions, que l'on n'a pas à montrer."""
    noms = code.co_varnames[: len(transmis)]
    vus = {nom: copier(v) for nom, v in zip(noms, transmis, strict=True)}
    libres = {}
    for nom, cellule in zip(code.co_freevars, cellules or (), strict=True):
        contenu = _contenu(cellule)
        if not callable(contenu):
            libres[nom] = copier(contenu)
    return vus, libres


def _transmettre(fonction: FunctionType, code: CodeType, transmis: tuple[Any, ...]) -> Any:
    """Appelle la vraie fonction avec ce que le relais a reçu."""
    fixes, seuls = code.co_argcount, code.co_kwonlyargcount
    if len(transmis) == fixes:
        return fonction(*transmis)
    positionnels, reste = list(transmis[:fixes]), list(transmis[fixes + seuls :])
    nommes = dict(zip(code.co_varnames[fixes : fixes + seuls], transmis[fixes : fixes + seuls], strict=True))
    if code.co_flags & inspect.CO_VARARGS:
        positionnels += reste.pop(0)
    if code.co_flags & inspect.CO_VARKEYWORDS:
        nommes |= reste.pop(0)
    return fonction(*positionnels, **nommes)


def _d_ou() -> tuple[int, str]:
    """La ligne de l'élève d'où part l'appel, et la fonction où elle est ; 0 si elle est ailleurs."""
    cadre: types.FrameType | None = sys._getframe(4)
    while cadre is not None:
        code = cadre.f_code
        if not code.co_filename.startswith(PAS_DE_L_ELEVE):
            return cadre.f_lineno, code.co_qualname.partition(".")[0]
        if code.co_filename == __file__ and code.co_name == "appeler":
            break
        cadre = cadre.f_back
    return 0, ""


# --- Observer ---------------------------------------------------------------------------------------

EMBOITEMENTS = 4  # cadres de Python pour un appel de l'élève : la vraie fonction, le relais, l'observateur


@contextlib.contextmanager
def observer(fonction: Callable[..., Any], gardes: int = GARDES) -> Iterator[Trace]:
    """Le temps du bloc, note les appels de la fonction et de celles qui se rappellent sous elle."""
    observateur = _Observateur(gardes)
    racine = _fonction(fonction)
    if racine is None:
        yield observateur.trace
        return
    carte = _Carte()
    carte.explorer(racine)
    observes = {code for code in {*carte.recursifs(), racine.__code__} if _observable(code)}
    anciens = {f: f.__code__ for f in carte.fonctions.values()}
    limite = sys.getrecursionlimit()
    try:
        for f in anciens:
            f.__code__ = _equiper(f.__code__, observes, observateur, f.__globals__)
        sys.setrecursionlimit(limite * EMBOITEMENTS)
        yield observateur.trace
    finally:
        sys.setrecursionlimit(limite)
        for f, code in anciens.items():
            f.__code__ = code


def sources_de(fonction: Callable[..., Any]) -> dict[str, tuple[int, str]]:
    """Le texte des fonctions du notebook que l'on observerait, ou qui en contiennent une."""
    racine, carte, sources = _fonction(fonction), _Carte(), {}
    if racine is None:
        return {}
    carte.explorer(racine)
    observes = {*carte.recursifs(), racine.__code__}
    for code, voisine in carte.fonctions.items():
        if observes.isdisjoint(codes_de(code)):
            continue
        try:
            lignes, debut = inspect.getsourcelines(code)
        except (OSError, TypeError):
            continue
        sources[voisine.__name__] = debut, "".join(lignes)
    return sources


@contextlib.contextmanager
def observer_si(fonction: Callable[..., Any], gardes: int) -> Iterator[Trace | None]:
    """De même si l'on garde au moins un appel ; sinon, rien."""
    if not gardes:
        yield None
        return
    with observer(fonction, gardes) as trace:
        yield trace


def _equiper(
    code: CodeType, observes: set[CodeType], observateur: _Observateur, espace: dict[str, Any]
) -> CodeType:
    """Ce code, où les fonctions à observer, lui compris, passent par un relais."""
    constantes = tuple(
        _equiper(c, observes, observateur, espace) if isinstance(c, CodeType) else c for c in code.co_consts
    )
    change = any(a is not b for a, b in zip(constantes, code.co_consts, strict=True))
    equipe = code.replace(co_consts=constantes) if change else code
    if code not in observes:
        return equipe
    observateur.codes.append((equipe, espace))
    return _relais(code, observateur, len(observateur.codes) - 1)
