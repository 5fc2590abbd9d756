"""Ce qui traverse la cloison : des messages JSON, faits de données simples.

Un objet, une fonction ou une exception n'y passent que décrits. Rien n'assure que ce qui vient du bac est
bien formé, ni raisonnable : tout y est relu comme si l'élève l'avait écrit.
"""

from __future__ import annotations

import base64
import builtins
import inspect
import json
import marshal
import re
import select
import struct
import sys
import time
from collections import deque
from collections.abc import Callable, Collection, ItemsView, KeysView, ValuesView
from typing import TYPE_CHECKING, Any, TypeGuard

from p4core.appels import SaisieInattendue, ligne_fautive

if TYPE_CHECKING:
    from _socket import socket
    from decimal import Decimal

# --- Le canal entre les deux côtés : des messages précédés de leur longueur ------------------------------

LONGUEUR = struct.Struct("<I")
_EN_JSON = json.JSONEncoder(separators=(",", ":"))  # json.dumps en ferait un par message
MESSAGE_MAX = 16 * 2**20  # aucune réponse honnête n'approche de cette taille

Message = dict[str, Any]
Sortie = dict[str, Any]  # d'une cellule, au format nbformat


class CanalRompu(Exception):
    """L'autre côté ne parle plus, ou dit n'importe quoi."""


class CanalMuet(CanalRompu):
    """L'autre côté n'a pas répondu à temps."""


class Canal:
    """Envoie et reçoit des messages sur une prise ; la prise est fermée au premier défaut."""

    def __init__(self, prise: socket) -> None:
        self._prise = prise
        self._recus = bytearray()  # pas encore lus

    def envoyer(self, message: Message) -> None:
        """Envoie un message entier."""
        try:
            octets = _EN_JSON.encode(message).encode()
        except (ValueError, TypeError, RecursionError) as erreur:
            raise CanalRompu(f"message impossible à écrire : {erreur}") from erreur
        if len(octets) > MESSAGE_MAX:
            raise CanalRompu("message trop long")
        try:
            self._prise.sendall(LONGUEUR.pack(len(octets)) + octets)
        except OSError as erreur:
            raise CanalRompu(str(erreur)) from erreur

    def recevoir(self, limite: float | None = None) -> Message:
        """Le message suivant ; `limite` est l'instant (time.monotonic) où l'on cesse d'attendre."""
        (longueur,) = LONGUEUR.unpack(self._lire(LONGUEUR.size, limite))
        if longueur > MESSAGE_MAX:
            raise CanalRompu("message trop long")
        try:
            message = json.loads(self._lire(longueur, limite))
        except (ValueError, RecursionError) as erreur:
            raise CanalRompu(f"message illisible : {erreur}") from erreur
        if not isinstance(message, dict):
            raise CanalRompu("message illisible")
        return message

    def pret(self, delai: float) -> bool:
        """Y a-t-il quelque chose à lire, d'ici `delai` secondes ?"""
        try:
            return bool(self._recus) or bool(select.select([self._prise], [], [], delai)[0])
        except (OSError, ValueError) as erreur:
            raise CanalRompu(str(erreur)) from erreur

    def _lire(self, combien: int, limite: float | None) -> bytes:
        while len(self._recus) < combien:
            reste = None if limite is None else limite - time.monotonic()
            if reste is not None and reste <= 0:
                raise CanalMuet("pas de réponse")
            try:
                if reste != self._prise.gettimeout():
                    self._prise.settimeout(reste)
                morceau = self._prise.recv(1 << 16)  # d'un coup, un message ordinaire
            except TimeoutError as erreur:
                raise CanalMuet("pas de réponse") from erreur
            except OSError as erreur:
                raise CanalRompu(str(erreur)) from erreur
            if not morceau:
                raise CanalRompu("l'autre côté est fermé")
            self._recus += morceau
        lus = bytes(self._recus[:combien])
        del self._recus[:combien]
        return lus

    def fermer(self) -> None:
        """Ferme la prise."""
        self._prise.close()


# --- Écrire une valeur -----------------------------------------------------------------------------------

ENTIER_LONG = 1 << 4096  # au-delà, Python refuse d'écrire un entier en base 10
REPR_MAX = 300
DOUBLE = 8  # octets d'un flottant ordinaire
PROFONDEUR = 150  # niveaux d'imbrication ; aucune réponse du cours n'en a plus de 4


class Opaque:
    """Un objet resté de l'autre côté : on n'en connaît que le genre et l'apparence."""

    apparence = ""

    def __repr__(self) -> str:
        return self.apparence


class Appui(Opaque):
    """Un objet de p4core, que l'élève a mis dans sa réponse."""


def opaque(genre: str, apparence: str, base: type[Opaque] = Opaque) -> Opaque:
    """Un objet opaque dont le type porte ce nom."""
    nom = genre if genre.isidentifier() else "objet"
    return type(nom, (base,), {"apparence": apparence})()


def lisible(texte: str) -> str:
    """Le texte sans demi-caractère : aucun fichier ne pourrait le garder."""
    return texte.encode("utf-8", "replace").decode()


class Encodeur:
    """Écrit des valeurs ; garde les conteneurs du message précédent pour reconnaître ceux qui reviennent."""

    def __init__(self, fonction: Callable[[Any], list[Any] | None]) -> None:
        self._fonction = fonction  # comment écrire ce qui s'appelle
        self._avant: dict[int, tuple[int, Any]] = {}
        self._vus: dict[int, tuple[int, Any]] = {}
        self._ecrits: set[int] = set()
        self._numero = 0

    def encoder(self, valeur: Any) -> Any:
        """La valeur, prête pour `json.dumps`."""
        self._avant, self._vus, self._ecrits = self._vus, {}, set()
        return self._ecrire(valeur, 0)

    def _ecrire(self, v: Any, niveau: int) -> Any:
        genre = type(v)
        if v is None or genre is bool or genre is str or genre is float:
            return v
        if genre is int:
            return v if -ENTIER_LONG < v < ENTIER_LONG else ["i", hex(v)]
        if niveau > PROFONDEUR:
            return _apparence(v)
        if genre is list:
            return self._conteneur("l", v, v, niveau)
        if genre is tuple:
            return ["t", *(v if _poids(v) is not None else [self._ecrire(e, niveau + 1) for e in v])]
        return self._rare(v, niveau)

    def _rare(self, v: Any, niveau: int) -> Any:
        """Les genres moins fréquents, et les sous-classes, ramenées à leur classe de base."""
        if isinstance(v, dict):
            return self._conteneur("d", v, [e for couple in dict.items(v) for e in couple], niveau)
        if isinstance(v, set):
            return self._conteneur("s", v, list(set.__iter__(v)), niveau)
        if isinstance(v, frozenset):
            return ["fs", *(self._ecrire(e, niveau + 1) for e in frozenset.__iter__(v))]
        for base, simple in _BASES:
            if isinstance(v, base):
                return self._ecrire(simple(v), niveau)
        if isinstance(v, complex):
            return ["c", v.real, v.imag]
        if isinstance(v, bytes | bytearray):
            return ["b", base64.b64encode(bytes(v)).decode()]
        if isinstance(v, range):
            return ["g", *(self._ecrire(borne, niveau) for borne in (v.start, v.stop, v.step))]
        if isinstance(v, deque | KeysView | ValuesView | ItemsView):
            return self._conteneur("l", v, list(v), niveau)
        return self._nombre(v, niveau) or _numpy(v) or self._fonction(v) or _apparence(v)

    def _nombre(self, v: Any, niveau: int) -> list[Any] | None:
        """Un nombre exact ; leurs modules, longs à charger, ne le sont que si l'élève s'en sert."""
        # Un module de l'élève porte peut-être ce nom, sans rien y définir.
        decimal: Any = getattr(sys.modules.get("decimal"), "Decimal", ())
        fraction: Any = getattr(sys.modules.get("fractions"), "Fraction", ())
        if isinstance(v, decimal):
            return ["D", decimal.__str__(v)]
        if isinstance(v, fraction):
            return ["q", self._ecrire(v.numerator, niveau), self._ecrire(v.denominator, niveau)]
        return None

    def _conteneur(self, genre: str, v: Any, contenu: list[Any], niveau: int) -> list[Any]:
        if id(v) in self._ecrits:
            return ["r", self._vus[id(v)][0]]
        if id(v) in self._avant:
            numero = self._avant[id(v)][0]
        else:
            self._numero = numero = self._numero + 1
        self._vus[id(v)] = numero, v
        self._ecrits.add(id(v))
        if _poids(contenu) is not None:
            return [genre, numero, *contenu]
        return [genre, numero, *[self._ecrire(e, niveau + 1) for e in contenu]]


_D_UN_BLOC, _ENTIERS = frozenset((int, float, bool, str, type(None))), {int}


def _poids(valeurs: Collection[Any]) -> int | None:
    """Les éléments que comptent ces valeurs si, comme la ligne d'une grille, elles passent d'un bloc : rien
    que des nombres et des textes ordinaires. None sinon."""
    genres = {*map(type, valeurs)}
    if genres == _ENTIERS:  # presque toujours
        return len(valeurs) if min(valeurs) > -GEANT and max(valeurs) < GEANT else None
    if not genres <= _D_UN_BLOC:
        return None
    if int in genres and not all(-GEANT < v < GEANT for v in valeurs if type(v) is int):
        return None
    if genres == {str} and max(map(len, valeurs)) < NOMBRE:  # la ligne d'une grille de jetons
        return len(valeurs)
    return len(valeurs) + sum(len(v) // NOMBRE for v in valeurs if type(v) is str)


# Les méthodes de la classe de base, pas celles que l'élève a pu redéfinir.
_BASES: list[tuple[type, Callable[[Any], Any]]] = [
    (int, int.__index__),
    (float, float.__float__),
    (str, str.__str__),
    (list, lambda v: list(list.__iter__(v))),
    (tuple, lambda v: tuple(tuple.__iter__(v))),
]


def _apparence(v: Any) -> list[Any]:
    nom = type.__dict__["__name__"].__get__(type(v))
    try:
        texte = repr(v)
    except Exception as erreur:
        texte = f"<{nom} que repr ne sait pas montrer : {type(erreur).__name__}>"
    return ["p" if getattr(type(v), "__inerte__", False) is True else "o", nom, str(texte)[:REPR_MAX]]


def _numpy(v: Any) -> list[Any] | None:
    """Un nombre ou un tableau de numpy, sans charger numpy si l'élève ne l'a pas fait."""
    numpy = sys.modules.get("numpy")
    if numpy is None or not isinstance(v, numpy.generic | numpy.ndarray) or v.dtype.kind not in "biufU":
        return None
    if v.dtype.kind == "f" and v.dtype.itemsize > DOUBLE:  # JSON n'écrit pas de flottant plus long
        v = v.astype(float)
    return ["n" if isinstance(v, numpy.generic) else "a", v.dtype.str, v.tolist()]


# --- Relire une valeur -----------------------------------------------------------------------------------

# Une petite réponse peut désigner une valeur démesurée, que les tests mettraient une éternité à parcourir.
ELEMENTS_MAX = 4_000_000  # d'une réponse dépliée : une liste citée deux fois y compte deux fois
RAPPEL_MAX = 2_000  # des arguments d'une fonction prêtée : elle s'exécute du côté des tests
RANGE_MAX = 1_000_000  # éléments d'un range
CHIFFRES_MAX = 2_000  # chiffres hexadécimaux d'un entier : Python n'en écrit pas plus de 4 300 décimaux
NOM_MAX = 100  # caractères du nom d'un type ou d'une fonction
DECIMAL_MAX = 400  # chiffres, et exposant, d'un nombre décimal
NOMBRE = 16  # octets d'un tableau numpy, ou caractères d'un texte, qui comptent pour un élément
OBJET = 400  # éléments que compte un objet opaque ou une fonction : chacun prend un kilo-octet
# Des clés de même empreinte (les multiples de 2**61 - 1) se rangent en un temps démesuré, sans interruption.
COLLISIONS_MAX, SUITE_LONGUE = 100, 2_000
GEANT, POIDS_D_UN_GEANT = 1 << 64, 500  # les entiers au-delà, et les éléments que chacun compte
_TYPE_NUMPY = r"[<>|=]?[biufU]\d{1,6}"


class ValeurIllisible(Exception):
    """Le message ne décrit pas une valeur."""


def instantane(valeur: Any) -> bytes | None:
    """De quoi voir si cette valeur a changé depuis ; None si elle n'est pas faite que de données simples."""
    try:
        return marshal.dumps(valeur, 2)
    except ValueError:
        return None


class Decodeur:
    """Reconstruit des valeurs ; un conteneur déjà reçu est mis à jour sur place."""

    def __init__(self, elements_max: int = ELEMENTS_MAX) -> None:
        self._maximum = elements_max
        self._avant: dict[int, Any] = {}
        self._connus: dict[int, Any] = {}
        self._poids: dict[int, int] = {}  # des conteneurs entièrement lus, une fois dépliés
        self._elements = 0

    def decoder(self, brut: Any, fonction: Callable[[list[Any]], Any]) -> Any:
        """La valeur décrite par `brut`, ou ValeurIllisible ; `fonction` lit ce qui s'appelle."""
        self._avant, self._connus, self._fonction = self._connus, {}, fonction
        self._poids, self._elements = {}, 0
        try:
            return self._lire(brut)
        except Exception as erreur:  # le message vient peut-être de l'élève : tout peut y être faux
            raise ValeurIllisible(f"valeur mal formée : {type(erreur).__name__}") from erreur

    def _lire(self, b: Any) -> Any:
        self._compter(1)
        if not isinstance(b, list):
            if isinstance(b, dict):
                raise ValeurIllisible("valeur mal formée")
            return self._peser(b)
        genre = b[0]
        if genre == "l":
            return self._remplir(b[1], list, b[2:])
        if genre == "t":
            return tuple(_sans_piege(self._elements_de(b[1:])))
        if genre == "r":
            return self._relire(b[1])
        if genre == "d":
            return self._remplir(b[1], dict, b[2:])
        if genre == "s":
            return self._remplir(b[1], set, b[2:])
        if genre in _SIMPLES:
            return _SIMPLES[genre](self, b)
        self._compter(OBJET)
        return self._fonction(b)

    def _elements_de(self, contenu: list[Any]) -> list[Any]:
        poids = _poids(contenu)
        if poids is None:
            return [self._lire(e) for e in contenu]
        self._compter(poids)
        return contenu

    def _peser(self, valeur: Any) -> Any:
        if isinstance(valeur, str | bytes):
            self._compter(len(valeur) // NOMBRE)
        if type(valeur) is int and not -GEANT < valeur < GEANT:
            if valeur.bit_length() > 4 * CHIFFRES_MAX:
                return self._opaque("entier", "un entier démesuré")
            self._compter(POIDS_D_UN_GEANT)
        return valeur

    def _entiers(self, b: list[Any], combien: int) -> list[int]:
        """Exactement tant d'entiers ; un texte, que Fraction lirait sans fin, n'en est pas un."""
        lus = [self._lire(e) for e in b[1 : combien + 2]]
        if len(lus) != combien or any(type(n) is not int for n in lus):
            raise ValeurIllisible("entiers attendus")
        return lus

    def _opaque(self, genre: Any, apparence: Any, base: type[Opaque] = Opaque) -> Opaque:
        self._compter(OBJET)
        return opaque(texte_recu(genre, NOM_MAX), texte_recu(apparence, REPR_MAX), base)

    def _compter(self, elements: int) -> None:
        self._elements += elements
        if self._elements > self._maximum:
            raise ValeurIllisible("valeur démesurée")

    def _relire(self, numero: int) -> Any:
        """Un conteneur déjà lu ; celui qui se contient lui-même n'aurait pas de fin."""
        objet = self._connus[numero]
        if numero not in self._poids:
            return self._opaque(type(objet).__name__, "…")
        self._compter(self._poids[numero])
        return objet

    def _remplir(self, numero: int, genre: type, contenu: list[Any]) -> Any:
        ancien, avant = self._avant.get(numero), self._elements
        objet: Any = ancien if type(ancien) is genre else genre()
        self._connus[numero] = objet
        elements = self._elements_de(contenu)
        self._poids[numero] = self._elements - avant
        objet.clear()
        if genre is list:
            objet.extend(_sans_piege(elements))
        elif genre is set:
            objet.update(_rangeables(elements))
        else:
            objet.update(zip(_rangeables(elements[::2]), elements[1::2], strict=True))
        return objet


def _rangeables(cles: list[Any]) -> list[Any]:
    if len(cles) - len(set(map(hash, cles))) > COLLISIONS_MAX:
        raise ValeurIllisible("clés de même empreinte")
    return cles


def _sans_piege(elements: list[Any]) -> list[Any]:
    """Une longue suite, qu'un test mettra peut-être dans un ensemble : des tuples aussi se forgent ainsi."""
    if len(elements) > SUITE_LONGUE:
        premiers: dict[int, Any] = {}
        pieges = 0
        for element in filter(_empreinte, elements):
            autre = premiers.setdefault(hash(element), element)
            pieges += autre is not element and autre != element
            if pieges > COLLISIONS_MAX:
                raise ValeurIllisible("éléments de même empreinte")
    return elements


def _empreinte(valeur: Any) -> bool:
    """A-t-elle une empreinte ?"""
    try:
        hash(valeur)
    except TypeError:
        return False
    return True


def texte_recu(valeur: Any, maximum: int) -> str:
    """Un texte, et rien d'autre : montrer une liste pourrait prendre des gigaoctets."""
    if not isinstance(valeur, str):
        raise ValeurIllisible("texte attendu")
    return lisible(valeur[:maximum])


def _entier(d: Decodeur, chiffres: str) -> Any:
    if len(chiffres) > CHIFFRES_MAX:
        return d._opaque("entier", "un entier démesuré")
    return d._peser(int(chiffres, 16))


def _complexe(reel: Any, imaginaire: Any) -> complex:
    if not isinstance(reel, float | int) or not isinstance(imaginaire, float | int):
        raise ValeurIllisible("nombres attendus")
    return complex(reel, imaginaire)


def _range(d: Decodeur, bornes: range) -> Any:
    if bornes[RANGE_MAX:]:
        return d._opaque("range", repr(bornes)[:REPR_MAX])
    d._compter(len(bornes))
    return bornes


def _decimal(chiffres: str) -> Decimal | float:
    """Un nombre décimal ; 1e999999999 tient en peu de place, pas l'entier que l'on en tirerait."""
    from decimal import Decimal

    nombre = Decimal(texte_recu(chiffres, DECIMAL_MAX))
    if not nombre.is_finite():
        return float(nombre)  # comparer un Decimal à nan lèverait une exception
    if abs(nombre.adjusted()) > DECIMAL_MAX:
        raise ValeurIllisible("nombre décimal démesuré")
    return nombre


def _fraction(numerateur: int, denominateur: int) -> Any:
    from fractions import Fraction

    return Fraction(numerateur, denominateur)


def _nombre_numpy(d: Decodeur, b: list[Any]) -> Any:
    """Un nombre ou un tableau, si la taille que son type annonce est raisonnable."""
    import numpy

    genre, nombre = texte_recu(b[1], NOM_MAX), numpy.array(b[2], dtype=object).size
    if not re.fullmatch(_TYPE_NUMPY, genre):
        raise ValeurIllisible("tableau mal formé")
    d._compter(nombre * numpy.dtype(genre).itemsize // NOMBRE)
    tableau = numpy.array(b[2], dtype=numpy.dtype(genre))
    return tableau[()] if b[0] == "n" else tableau


_SIMPLES: dict[str, Callable[[Decodeur, list[Any]], Any]] = {
    "i": lambda d, b: _entier(d, b[1]),
    "fs": lambda d, b: frozenset(_rangeables([d._lire(e) for e in b[1:]])),
    "c": lambda d, b: _complexe(b[1], b[2]),
    "b": lambda d, b: d._peser(base64.b64decode(b[1])),
    "g": lambda d, b: _range(d, range(*d._entiers(b, 3))),
    "q": lambda d, b: _fraction(*d._entiers(b, 2)),
    "n": _nombre_numpy,
    "a": _nombre_numpy,
    "D": lambda d, b: _decimal(b[1]),
    "o": lambda d, b: d._opaque(b[1], b[2]),
    "p": lambda d, b: d._opaque(b[1], b[2], Appui),
}


def reporter(original: Any, nouveau: Any) -> None:
    """Donne sur place au conteneur `original` le contenu de `nouveau`, jusque dans ses parties."""
    if type(original) is not type(nouveau) or original is nouveau:
        return
    if isinstance(original, list):
        fondus = [_fondre(a, b) for a, b in zip(original, nouveau, strict=False)]
        original[:] = fondus + nouveau[len(original) :]
    elif isinstance(original, dict):
        fondu = {cle: _fondre(original.get(cle), valeur) for cle, valeur in nouveau.items()}
        original.clear()
        original.update(fondu)
    elif isinstance(original, set):
        original.clear()
        original.update(nouveau)
    elif isinstance(original, tuple):
        for a, b in zip(original, nouveau, strict=False):
            reporter(a, b)


def _fondre(ancien: Any, nouveau: Any) -> Any:
    """L'ancien conteneur mis à jour s'il s'en agit d'un, sinon la nouvelle valeur."""
    if type(ancien) is type(nouveau) and isinstance(ancien, list | dict | set):
        reporter(ancien, nouveau)
        return ancien
    return nouveau


# --- Les positions : leurs champs ------------------------------------------------------------------------

COTE_MAX = 20  # d'une grille


def position_ecrite(position: Any) -> list[Any]:
    """Une Position, telle qu'elle traverse."""
    p = position
    return ["P", p.largeur, p.hauteur, p.aligner, *p.pions, p.trait, p.gagnant, *p.historique]


def position_lue(b: list[Any], classe: Callable[..., Any]) -> Any:
    """La Position décrite, si ses champs sont des entiers et qu'elle tient dans sa grille."""
    if any(type(champ) is not int for champ in b[1:]) or len(b) < 8:
        raise ValeurIllisible("position mal formée")
    largeur, hauteur, aligner, un, deux, trait, gagnant, *coups = b[1:]
    if not (0 < largeur <= COTE_MAX and 0 < hauteur <= COTE_MAX and 0 < aligner <= COTE_MAX):
        raise ValeurIllisible("grille mal formée")
    if not (0 <= un | deux < 1 << largeur * (hauteur + 1) and trait in (1, 2) and gagnant in (0, 1, 2)):
        raise ValeurIllisible("position mal formée")
    if len(coups) > largeur * hauteur or not all(0 <= x < largeur for x in coups):
        raise ValeurIllisible("coups mal formés")
    return classe(largeur, hauteur, aligner, (un, deux), trait, tuple(coups), gagnant)


# --- Les fonctions : leur signature ----------------------------------------------------------------------

_Sorte: Any = type(inspect.Parameter.VAR_KEYWORD)
PARAMETRES_MAX = 100


def parametres(fonction: Callable[..., Any]) -> list[list[Any]] | None:
    """Les paramètres d'une fonction : [nom, sorte, a-t-il une valeur par défaut ?] ; None si inconnus."""
    try:
        signature = inspect.signature(fonction)
    except (TypeError, ValueError, NameError):  # une annotation peut nommer ce qui n'existe pas
        return None
    return [[p.name, int(p.kind), p.default is not p.empty] for p in signature.parameters.values()]


def signature(description: Any) -> inspect.Signature | None:
    """La signature que décrivent ces paramètres, si elle a un sens."""
    try:
        liste = [
            inspect.Parameter(nom, _Sorte(sorte), default=None if defaut else inspect.Parameter.empty)
            for nom, sorte, defaut in description[:PARAMETRES_MAX]
        ]
        return inspect.Signature(liste)
    except (TypeError, ValueError):
        return None


# --- Les exceptions : leur nom, leur famille, leur texte -------------------------------------------------


def decrire(erreur: BaseException) -> dict[str, Any]:
    """L'exception en données simples : son nom, ceux de ses classes, son texte, la ligne de l'élève."""
    try:
        texte = str(erreur)
    except Exception as autre:
        texte = f"(message illisible : {type(autre).__name__})"
    ligne = ligne_fautive(erreur)
    return {
        "noms": [classe.__name__ for classe in type(erreur).__mro__],
        "texte": texte[:2000],
        "ligne": list(ligne) if ligne else None,
        "rappel": getattr(erreur, "rappel", None),
    }


def exception_recue(reponse: Message) -> BaseException:
    """L'exception levée par l'autre côté, sous le nom et la famille qu'elle y a."""
    base = getattr(builtins, reponse["base"], Exception)
    erreur: BaseException = type(reponse["leve"], (base,), {})(reponse["texte"])
    erreur.rappel = reponse["rappel"]  # type: ignore[attr-defined]
    return erreur


def reconstruire(noms: list[str], texte: str) -> BaseException:
    """Une exception de la même famille, qui porte le même nom et dit le même texte."""
    if noms[0] == SaisieInattendue.__name__:
        return SaisieInattendue(texte)
    familles = (getattr(builtins, nom, None) for nom in noms)
    base = next((f for f in familles if _est_une_famille(f)), Exception)
    genre: Any = type(noms[0], (base,), {"__str__": lambda self: texte})
    erreur: BaseException = genre.__new__(genre)  # sans __init__ : certaines exigent des arguments
    return erreur


def _est_une_famille(famille: Any) -> TypeGuard[type[BaseException]]:
    """Un groupe d'exceptions ne se crée pas sans ses membres."""
    if not isinstance(famille, type) or issubclass(famille, BaseExceptionGroup):
        return False
    return issubclass(famille, BaseException)
