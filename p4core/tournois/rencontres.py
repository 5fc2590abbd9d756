"""L'unité de travail d'un tournoi : un lot de parties qui se suivent, jouées n'importe où à l'identique.

Chaque partie tire tout son hasard d'une graine faite de celle du tournoi, des deux noms et de son numéro. Un
arbitre l'observe : qui joue un coup interdit, s'arrête sur une erreur ou traîne trop la perd.
"""

from __future__ import annotations

import pickle
import random
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache, partial
from hashlib import blake2b
from types import FunctionType, MethodType
from typing import Any, Protocol

from p4core.appels import Appel, Demande, Execution, murale, raconter, refuser
from p4core.codages import ReponseInvalide, jouable
from p4core.francais import virgule
from p4core.jeu import Joueur, Position, ouverture

Joueurs = tuple[Joueur, Joueur]

# --- Des parties rangées serré : quelques octets chacune, pour en garder des centaines de milliers -------

A_JOUER = 255  # à la place du gagnant, tant que la partie n'est pas jouée


@dataclass
class Releve:
    """Des parties qui se suivent, toutes sur la même grille."""

    cases: int  # nombre de cases de la grille : la place gardée pour les coups d'une partie
    coups: bytearray  # une colonne (à partir de 0) par octet
    longueurs: bytearray
    gagnants: bytearray  # 1 : qui a commencé ; 2 : l'autre ; 0 : nulle ; ou A_JOUER
    fautes: dict[int, str] = field(default_factory=dict)  # numéro de la partie -> ce qu'a fait le perdant

    @classmethod
    def vide(cls, parties: int, grille: Position) -> Releve:
        """La place de ces parties, dont aucune n'est jouée."""
        cases = grille.largeur * grille.hauteur
        return cls(cases, bytearray(parties * cases), bytearray(parties), bytearray([A_JOUER]) * parties)

    def __len__(self) -> int:
        return len(self.gagnants)

    @property
    def jouees(self) -> int:
        """Le nombre de parties jouées."""
        return len(self) - self.gagnants.count(A_JOUER)

    def coups_de(self, i: int) -> bytes:
        """Les coups de la i-ème partie."""
        return bytes(self.coups[i * self.cases : i * self.cases + self.longueurs[i]])

    def noter(self, i: int, coups: bytes, gagnant: int) -> None:
        """Écrit la i-ème partie."""
        self.coups[i * self.cases : i * self.cases + len(coups)] = coups
        self.longueurs[i], self.gagnants[i] = len(coups), gagnant

    def copier(self, premiere: int, autre: Releve) -> None:
        """Recopie d'autres parties à partir du numéro `premiere`, dans la limite de la place prévue."""
        n = min(len(autre), len(self) - premiere)
        fin = premiere + n
        self.coups[premiere * self.cases : fin * self.cases] = autre.coups[: n * self.cases]
        self.longueurs[premiere:fin] = autre.longueurs[:n]
        self.gagnants[premiere:fin] = autre.gagnants[:n]
        self.fautes.update({i: faute for i, faute in autre.fautes.items() if i < fin})


# --- Le hasard des joueurs, où qu'ils le prennent ---------------------------------------------------------

_VERROU = threading.Lock()
_par_fil: dict[int, random.Random] = {}
_FONCTIONS = {
    nom: getattr(random, nom)
    for nom in random.__all__
    if isinstance(getattr(getattr(random, nom), "__self__", None), random.Random)
}


@contextmanager
def hasard_du_fil(alea: random.Random) -> Iterator[None]:
    """Dans ce fil, random.choice et les autres tirent de `alea` ; les autres fils ne voient rien.

    Semer le générateur du module ne suffirait pas : les autres fils du programme (ceux de Dask, par
    exemple) y puisent aussi, et une partie ne serait plus reproductible.
    """
    fil = threading.get_ident()
    with _VERROU:
        _par_fil[fil] = alea
        for nom, fonction in _FONCTIONS.items():
            setattr(random, nom, _aiguillage(nom, fonction))
    try:
        yield
    finally:
        with _VERROU:
            del _par_fil[fil]
            if not _par_fil:
                for nom, fonction in _FONCTIONS.items():
                    setattr(random, nom, fonction)


def _aiguillage(nom: str, fonction: Any) -> Any:
    def appel(*arguments: Any, **nommes: Any) -> Any:
        alea = _par_fil.get(threading.get_ident())
        return (getattr(alea, nom) if alea else fonction)(*arguments, **nommes)

    return appel


@contextmanager
def numpy_preserve() -> Iterator[None]:
    """Rend au programme, en sortant, le hasard global de numpy que les parties ont remis à zéro."""
    numpy = sys.modules.get("numpy")
    etat = numpy and numpy.random.get_state()
    try:
        yield
    finally:
        if numpy:
            numpy.random.set_state(etat)


def semer(graine: int, aleas: Iterable[random.Random]) -> None:
    """Remet tout le hasard que les joueurs utilisent à un état qui ne dépend que de la graine."""
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(graine % 2**32)
    for rang, alea in enumerate(aleas):
        alea.seed(graine * 64 + rang)


def aleas(*objets: Any) -> list[random.Random]:
    """Les générateurs que ces joueurs gardent en eux : attributs, fermetures, variables globales lues."""
    vus: dict[int, Any] = {}
    a_voir = list(objets)
    while a_voir:
        objet = a_voir.pop()
        if id(objet) not in vus:
            vus[id(objet)] = objet
            a_voir += _contenus(objet)
    return [objet for objet in vus.values() if isinstance(objet, random.Random)]


def _contenus(objet: Any) -> list[Any]:
    """Ce qu'un objet tient, là où un générateur peut se cacher."""
    if isinstance(objet, FunctionType):
        return _de_fonction(objet)
    if isinstance(objet, MethodType):
        return [objet.__self__, objet.__func__]
    if isinstance(objet, partial):
        return [objet.func, *objet.args, *objet.keywords.values()]
    if isinstance(objet, dict):
        return [valeur for valeur in objet.values() if _interessant(valeur)]
    return list(vars(objet).values()) if callable(objet) and hasattr(objet, "__dict__") else []


def _de_fonction(fonction: FunctionType) -> list[Any]:
    lues = (fonction.__globals__.get(nom) for nom in fonction.__code__.co_names)
    cellules = [cellule.cell_contents for cellule in fonction.__closure__ or () if _remplie(cellule)]
    defauts = [*(fonction.__defaults__ or ()), *(fonction.__kwdefaults__ or {}).values()]
    return [valeur for valeur in (*lues, *cellules, *defauts) if _interessant(valeur)]


def _interessant(valeur: Any) -> bool:
    genres = (random.Random, FunctionType, MethodType, partial, dict)
    return isinstance(valeur, genres) or (callable(valeur) and not isinstance(valeur, type))


def _remplie(cellule: Any) -> bool:
    """Faux pour une variable que la fonction englobante n'a pas encore affectée."""
    try:
        return cellule.cell_contents is not None
    except ValueError:
        return False


# --- Une partie arbitrée ----------------------------------------------------------------------------------

_REFUS = refuser("input() est appelée, mais personne ne peut répondre pendant un tournoi.")


@dataclass
class PartieArbitree:
    """Une partie, jouée dans les règles ou non."""

    joueurs: Joueurs
    depart: Position
    coups: list[int] = field(default_factory=list)
    gagnant: int = 0  # 1 : celui qui a commencé la partie depuis la grille de départ
    faute: str = ""  # ce qu'a fait le perdant, s'il n'a pas perdu sur la grille
    trait: int = 1

    def derouler(self, demander: Demande) -> None:
        """Joue jusqu'au bout ou jusqu'au premier coup interdit."""
        position = self.depart
        while not position.finie:
            self.trait = position.trait
            reponse = demander(self.joueurs[position.trait - 1], position)
            try:
                colonne = jouable(reponse, position)
            except ReponseInvalide as erreur:
                return self.perdre(str(erreur))
            self.coups.append(colonne)
            position = position.jouer(colonne)
        self.gagnant = position.gagnant
        return None

    def perdre(self, faute: str) -> None:
        """Donne la partie perdue au joueur au trait."""
        self.gagnant, self.faute = 3 - self.trait, faute


def partie_arbitree(joueurs: Joueurs, depart: Position, delai: float, alea: random.Random) -> PartieArbitree:
    """La partie jouée, chaque coup en `delai` secondes ; le module random y tire de `alea`."""
    partie = PartieArbitree(joueurs, depart)

    def programme(demander: Demande) -> None:
        with hasard_du_fil(alea):
            partie.derouler(demander)

    appel = Execution(programme, delai, murale, _REFUS).mener(Appel())
    if appel.expire:
        partie.perdre(trop_lent(delai))
    elif appel.exception is not None:
        partie.perdre(raconter(appel.exception))
    return partie


def trop_lent(delai: float) -> str:
    """La faute de qui n'a pas joué à temps."""
    return f"plus de {virgule(delai, 'g')} s pour un coup"


# --- Un lot de parties ------------------------------------------------------------------------------------

# Le hasard global de numpy est commun aux fils d'un processus : un seul lot à la fois s'en sert.
_VERROU_DES_PARTIES = threading.Lock()


class PartiesCompilees(Protocol):
    """Deux joueurs dont les parties se jouent d'un trait, sans repasser par Python."""

    @property
    def compile(self) -> bool:
        """Faut-il compiler avant la première partie ?"""

    @property
    def annonce(self) -> str:
        """Ce que l'on fait pendant la première partie."""

    def jouer(
        self, graine: int, premiere: int, coups: bytearray, gagnants: bytearray, longueurs: bytearray
    ) -> None:
        """Écrit les parties, à partir du numéro `premiere`."""


@dataclass(frozen=True)
class Lot:
    """Les parties n° premiere, premiere + 1… d'une rencontre ; a commence celles de numéro pair."""

    a: str
    b: str
    premiere: int
    nombre: int
    graine: int  # celle de la rencontre
    depart: Position  # une grille vide
    delai: float
    joueurs: bytes | Joueurs | PartiesCompilees  # sérialisés, tels quels, ou ensemble dans le code compilé
    ouvertures: tuple[int | str, int] | None = None  # graine du tournoi et nombre de coups, s'il y en a

    @property
    def compilees(self) -> PartiesCompilees | None:
        """Les deux joueurs, si le lot se joue entièrement dans le code compilé."""
        return None if isinstance(self.joueurs, bytes | tuple) else self.joueurs

    @property
    def annonce(self) -> str:
        """Ce que l'on fait pendant la première partie d'un lot compilé."""
        return self.compilees.annonce if self.compilees else ""


def graine_rencontre(graine: int | str, a: str, b: str) -> int:
    """La graine de la partie n° 0 entre a et b ; celle de la partie n° i s'en déduit en ajoutant i."""
    empreinte = blake2b(repr((graine, a, b)).encode(), digest_size=7).digest()
    return int.from_bytes(empreinte, "big")


def jouer_lot(lot: Lot) -> Releve:
    """Joue un lot. Le résultat ne dépend que de lui."""
    releve = Releve.vide(lot.nombre, lot.depart)
    if lot.compilees:
        lot.compilees.jouer(lot.graine, lot.premiere, releve.coups, releve.gagnants, releve.longueurs)
        return releve
    with _VERROU_DES_PARTIES, numpy_preserve():
        joueurs = joueurs_de(lot)
        generateurs = [random.Random(), *aleas(*joueurs)]
        for k in range(lot.nombre):
            numero = lot.premiere + k
            semer(lot.graine + numero, generateurs)
            camps = joueurs if numero % 2 == 0 else joueurs[::-1]
            partie = partie_arbitree(camps, depart_de(lot, numero), lot.delai, generateurs[0])
            releve.noter(k, bytes([*partie.depart.historique, *partie.coups]), partie.gagnant)
            if partie.faute:
                releve.fautes[numero] = partie.faute
    return releve


def deterministe(lot: Lot) -> bool:
    """Les parties de ce lot, commencées par le même joueur, sont-elles toutes la même ?"""
    with _VERROU_DES_PARTIES, numpy_preserve():
        joueurs = joueurs_de(lot)
        generateurs = [random.Random(), *aleas(*joueurs)]
        parties = []
        for essai in range(lot.nombre):
            semer(lot.graine - 1 - essai, generateurs)
            parties.append(partie_arbitree(joueurs, lot.depart, lot.delai, generateurs[0]))
            if parties[-1].faute or parties[-1].coups != parties[0].coups:
                return False
    return True


def joueurs_de(lot: Lot) -> Joueurs:
    """Les deux joueurs, neufs si on le peut : ce qu'un lot leur apprend ne sert pas au suivant."""
    joueurs: Joueurs = pickle.loads(lot.joueurs) if isinstance(lot.joueurs, bytes) else lot.joueurs  # type: ignore
    return joueurs


def depart_de(lot: Lot, numero: int) -> Position:
    """La grille où commence cette partie : vide, ou après une ouverture jouée une fois de chaque côté."""
    return _ouverture(*lot.ouvertures, numero // 2, lot.depart) if lot.ouvertures else lot.depart


@lru_cache(maxsize=256)
def _ouverture(graine: int | str, longueur: int, rang: int, grille: Position) -> Position:
    """L'ouverture n° `rang`, commune à toutes les rencontres."""
    return ouverture(random.Random(f"{graine!r}/{rang}"), longueur, grille)
