"""Le hasard d'un tournoi : chaque partie tire sa graine de celle du tournoi, des deux noms et de son numéro.
Des débuts de partie au hasard, pour que deux joueurs sans hasard ne rejouent pas toujours la même.
Des parties rangées serré : quelques octets chacune, pour en garder des centaines de milliers.
Une partie sous surveillance : qui se trompe, s'arrête sur une erreur ou traîne trop perd cette partie.
L'unité de travail d'un tournoi : quelques parties qui se suivent, jouées n'importe où.
"""

from __future__ import annotations

import pickle
import random
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache, partial
from hashlib import blake2b
from types import FunctionType, MethodType
from typing import Any

from p4core.appels import SaisieInattendue, TempsEcoule, interrompre, raconter, recueillir
from p4core.codages import ReponseInvalide, jouable
from p4core.ia.recherche import au_trait
from p4core.jeu import Joueur, Position

# --- Le hasard d'un tournoi : chaque partie tire sa graine du tournoi, des deux noms, du numéro ---


_VERROU = threading.Lock()


def graine_rencontre(graine: int | str, a: str, b: str) -> int:
    """La graine de la partie n° 0 entre a et b ; celle de la partie n° i s'en déduit en ajoutant i."""
    empreinte = blake2b(repr((graine, a, b)).encode(), digest_size=7).digest()
    return int.from_bytes(empreinte, "big")


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


# --- Des débuts de partie au hasard, pour que deux joueurs sans hasard ne rejouent pas toujours la même --


LONGUEUR = 8  # coups tirés au hasard


@lru_cache(maxsize=256)
def ouverture(graine: int | str, rang: int, depart: Position, longueur: int = LONGUEUR) -> Position:
    """L'ouverture n° `rang`, commune à toutes les rencontres : personne ne peut y gagner tout de suite."""
    alea = random.Random(f"{graine!r}/{rang}")
    while True:
        position = depart
        for _ in range(longueur):
            if not position.finie:
                position = position.jouer(alea.choice(position.coups()))
        if not _decidee(position):
            return position


def _decidee(position: Position) -> bool:
    vues = [au_trait(position, joueur) for joueur in (1, 2)]
    return position.finie or any(vue.jouer(x).gagnant for vue in vues for x in vue.coups())


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
    def vide(cls, parties: int, cases: int) -> Releve:
        """La place de ces parties, dont aucune n'est jouée."""
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


# --- Une partie sous surveillance : qui se trompe, s'arrête sur une erreur ou traîne trop perd cette partie


@dataclass
class Surveillance:
    """Une partie en cours et ce que l'arbitre en retient."""

    joueurs: tuple[Joueur, Joueur]
    depart: Position
    delai: float
    alea: random.Random  # celui que les fonctions du module random utilisent pendant la partie
    coups: list[int] = field(default_factory=list)
    gagnant: int = 0  # 1 : celui qui a commencé la partie depuis la grille de départ
    faute: str = ""  # ce qu'a fait le perdant, s'il n'a pas perdu sur la grille
    trait: int = 1
    debut: float = 0.0
    arretee: bool = False

    def derouler(self) -> None:
        """Joue jusqu'au bout ou jusqu'à la première faute."""
        try:
            with recueillir(_aucune_saisie), hasard_du_fil(self.alea):
                self._jouer()
        except TempsEcoule:
            pass  # l'arbitre a déjà écrit la faute
        except BaseException as erreur:  # un `exit()` d'élève compris : le joueur perd, le tournoi continue
            self._perd(raconter(erreur))

    def _jouer(self) -> None:
        position = self.depart
        while not position.finie and not self.arretee:
            self.trait, self.debut = position.trait, time.monotonic()
            reponse = self.joueurs[position.trait - 1](position)
            try:
                colonne = jouable(reponse, position)
            except ReponseInvalide as erreur:
                return self._perd(str(erreur))
            self.coups.append(colonne)
            position = position.jouer(colonne)
        if not self.arretee:
            self.gagnant = position.gagnant
        return None

    def _perd(self, faute: str) -> None:
        if not self.arretee:
            self.gagnant, self.faute = 3 - self.trait, faute

    def depasse(self) -> bool:
        """Le joueur au trait réfléchit-il depuis trop longtemps ?"""
        return bool(self.debut) and time.monotonic() - self.debut > self.delai

    def arreter(self) -> None:
        """Donne la partie perdue, pour dépassement, au joueur au trait."""
        self._perd(f"plus de {self.delai:g} s pour un coup".replace(".", ","))
        self.arretee = True


def partie_surveillee(
    joueurs: tuple[Joueur, Joueur], depart: Position, delai: float, alea: random.Random
) -> Surveillance:
    """La partie jouée, dans les règles ou non."""
    partie = Surveillance(joueurs, depart, delai, alea)
    fil = threading.Thread(target=partie.derouler, daemon=True)
    fil.start()
    try:
        while fil.is_alive():
            fil.join(max(0.01, delai / 5))
            if fil.is_alive() and partie.depasse():
                partie.arreter()
                interrompre(fil)
                break
    except BaseException:  # un Ctrl-C pendant l'attente : la partie ne doit pas continuer toute seule
        partie.arretee = True
        interrompre(fil)
        raise
    return partie


def _aucune_saisie(*invite: object) -> str:
    raise SaisieInattendue("input() est appelée, mais personne ne peut répondre pendant un tournoi.")


# --- L'unité de travail d'un tournoi : quelques parties qui se suivent, jouées n'importe où --------------


Joueurs = tuple[Joueur, Joueur]

# Le hasard global de numpy est commun aux fils d'un processus : un seul lot à la fois s'en sert.
_VERROU_DES_PARTIES = threading.Lock()


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
    joueurs: bytes | Joueurs | tuple[int, int]  # sérialisés, tels quels, ou numéros des IA compilées
    ouvertures: tuple[int | str, int] | None = None  # graine du tournoi et nombre de coups, s'il y en a


def compilee(lot: Lot) -> bool:
    """Ce lot se joue-t-il entièrement dans le code compilé ?"""
    return isinstance(lot.joueurs, tuple) and isinstance(lot.joueurs[0], int)


def jouer_lot(lot: Lot) -> Releve:
    """Joue un lot. Le résultat ne dépend que de lui."""
    if compilee(lot):
        return _compile(lot, *lot.joueurs)
    releve = Releve.vide(lot.nombre, cases(lot.depart))
    with _VERROU_DES_PARTIES, numpy_preserve():
        joueurs = joueurs_de(lot)
        generateurs = [random.Random(), *aleas(*joueurs)]
        for k in range(lot.nombre):
            numero = lot.premiere + k
            semer(lot.graine + numero, generateurs)
            partie = _partie(lot, joueurs, numero, generateurs[0])
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
            parties.append(partie_surveillee(joueurs, lot.depart, lot.delai, generateurs[0]))
            if parties[-1].faute or parties[-1].coups != parties[0].coups:
                return False
    return True


def joueurs_de(lot: Lot) -> Joueurs:
    """Les deux joueurs, neufs si on le peut : ce qu'un lot leur apprend ne sert pas au suivant."""
    joueurs: Joueurs = pickle.loads(lot.joueurs) if isinstance(lot.joueurs, bytes) else lot.joueurs  # type: ignore
    return joueurs


def _partie(lot: Lot, joueurs: Joueurs, numero: int, alea: random.Random) -> Surveillance:
    camps = joueurs if numero % 2 == 0 else joueurs[::-1]
    return partie_surveillee(camps, depart_de(lot, numero), lot.delai, alea)


def depart_de(lot: Lot, numero: int) -> Position:
    """La grille où commence cette partie : vide, ou après une ouverture jouée une fois de chaque côté."""
    if not lot.ouvertures:
        return lot.depart
    graine, longueur = lot.ouvertures
    return ouverture(graine, numero // 2, lot.depart, longueur)


def cases(grille: Position) -> int:
    """Le nombre de cases de la grille."""
    return grille.largeur * grille.hauteur


def _compile(lot: Lot, a: int, b: int) -> Releve:
    """Le lot entier d'un seul appel, compilé ou non."""
    from p4core.ia.regles import jeu, parties

    grille = jeu(lot.depart.largeur, lot.depart.hauteur, lot.depart.aligner)
    releve = Releve.vide(lot.nombre, cases(lot.depart))
    parties(a, b, lot.graine, lot.premiere, grille, releve.coups, releve.gagnants, releve.longueurs)
    return releve
