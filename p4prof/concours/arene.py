"""L'arène : deux entrées, chacune dans son bac, et un arbitre qui n'en croit aucune.

Un bac par entrée et par rencontre, gardé d'un coup à l'autre : où et quand qu'on la joue, une rencontre ne
dépend que d'elle. Qui commet une faute perd la partie, et joue la suivante dans un bac neuf.
"""

from __future__ import annotations

import math
import pickle
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from itertools import islice
from typing import Any

from p4core.appels import Appel, raconter
from p4core.appels import compte as temps_compte
from p4core.codages import ReponseInvalide, jouable
from p4core.francais import virgule
from p4core.jeu import Position
from p4core.tournois.rencontres import Lot, PartieArbitree, Releve, depart_de
from p4prof.cloison.choix import monter
from p4prof.cloison.mur import BacEnPanne
from p4prof.cloison.session import NON_DEMANDEE, FonctionDistante, Limites, Requete, Session
from p4prof.concours.inscriptions import NOM, Inscrit

# --- Les fautes : un genre que tout le monde peut lire, puis un détail qui peut citer l'élève ------------

SEPARATEUR = " — "
COUP_INTERDIT, ERREUR, LENTEUR, AFFICHAGE = "coup interdit", "erreur", "trop lent", "affichage"
ARRET, TRICHE, HORS_TOUR, ABSENTE = "programme arrêté", "triche", "hors de son tour", "entrée absente"


class Faute(Exception):
    """Ce qui fait perdre la partie à qui devait jouer."""

    def __init__(self, genre: str, detail: str) -> None:
        super().__init__(f"{genre}{SEPARATEUR}{' '.join(detail.split())[:DETAIL_MAX]}")


DETAIL_MAX = 200  # caractères


# --- Une entrée, vue de l'arbitre ------------------------------------------------------------------------

PREPARATION = 10.0  # secondes de calcul pour définir l'entrée, toutes cellules ensemble
REPRISES = 2 * PREPARATION  # secondes : ce qu'une rencontre attend de préparations refaites après des fautes
LIMITES = Limites(
    cellule=PREPARATION, reprise=PREPARATION, question=math.inf, copie=math.inf, pannes_par_question=10**9,
    pannes=10**9,
)  # fmt: skip
PERDUE = "la suite est perdue d'office"
ARRETS = 2  # bacs perdus dans une rencontre : au-delà, ce qu'il en reste est perdu d'office
REPOS = 0.3  # secondes de calcul que l'on relève entre ses coups d'un même bac, sans y voir de triche
TROP_LONGUE = f"ses cellules demandent plus de {PREPARATION:g} s de calcul"
DEMARRAGES = 3  # essais, si le bac ne démarre pas : ce n'est pas la faute de l'entrée


class Concurrent:
    """Une entrée dans son bac, que l'on interroge coup par coup."""

    def __init__(self, inscrit: Inscrit, cloison: str, secondes: float) -> None:
        self._secondes, self._arrets, self._reprises = secondes, 0, 0
        self._avant, self._entre = 0.0, 0.0  # ce que le bac avait calculé, et ce qu'il a calculé hors tour
        self._session = Session(partial(monter, cloison, regles=True), inscrit.fichiers, LIMITES)
        self._preparation = self._preparer(inscrit)
        self.prete = self._preparation <= PREPARATION
        self._mon_ia = self._patiemment(partial(self._session.lire, NOM))

    def _preparer(self, inscrit: Inscrit) -> float:
        """Exécute ses cellules, tant qu'il n'y faut pas trop longtemps ; le temps qu'on lui en compte."""
        debut, compte = time.monotonic(), 0.0
        for source in inscrit.cellules:
            self._patiemment(partial(self._session.executer, source))
            compte = temps_compte(self._session.calcul, time.monotonic() - debut)
            if compte > PREPARATION:
                break
        return compte

    def jouer(self, position: Position, graine: int) -> int:
        """La colonne choisie ; Faute si l'entrée perd ici la partie."""
        if not self.prete:
            raise Faute(ABSENTE, TROP_LONGUE)
        if not isinstance(self._mon_ia, FonctionDistante):
            raise Faute(ABSENTE, f"ses cellules ne définissent pas {NOM}")
        if self._arrets >= ARRETS:
            raise Faute(ARRET, f"{ARRETS} fois déjà dans cette rencontre : {PERDUE}")
        if self._reprises * self._preparation > REPRISES:
            raise Faute(LENTEUR, f"sa longue préparation serait à refaire après chaque faute : {PERDUE}")
        self._exiger_le_repos()
        requete = Requete((position,), self._secondes, graine=graine, options={}, sur_place=True)
        appel: Appel = self._patiemment(partial(self._session.appeler, self._mon_ia, requete))
        try:
            colonne = self._lire(appel, position)
        except Faute:
            self._arrets += bool(appel.mort)
            self.repartir()
            raise
        self._avant = self._session.calcul
        return colonne

    def _exiger_le_repos(self) -> None:
        """Qui calcule pendant le tour de l'autre a lancé ce qu'on ne lui demandait pas."""
        if self._avant:
            self._entre += max(0.0, self._session.calcul - self._avant)
        if self._entre > REPOS:
            self.repartir()
            raise Faute(HORS_TOUR, "calcule pendant le tour de l'adversaire")

    def _lire(self, appel: Appel, position: Position) -> int:
        for incident in sorted(self._session.incidents):
            raise Faute(HORS_TOUR if incident == NON_DEMANDEE else TRICHE, incident)
        if appel.appuis:
            raise Faute(TRICHE, f"se sert de {appel.appuis[0]}")
        if appel.expire or getattr(appel, "calcul", 0.0) > self._secondes + GRAIN:
            raise Faute(LENTEUR, f"plus de {virgule(self._secondes, 'g')} s de calcul pour un coup")
        if appel.mort:  # ce qu'en dit la session dépend de l'instant où elle le constate
            raise Faute(ARRET, "net, par os._exit, un plantage ou une mémoire épuisée")
        if appel.exception is not None:
            raise Faute(ERREUR, raconter(appel.exception))
        if appel.sortie:
            raise Faute(AFFICHAGE, f"« {appel.sortie[:60]} » pendant la partie")
        try:
            return jouable(appel.valeur, position)
        except ReponseInvalide as erreur:
            raise Faute(COUP_INTERDIT, str(erreur)) from erreur

    def repartir(self) -> None:
        """Le prochain coup se jouera dans un bac neuf, où tout est oublié."""
        self._reprises += 1
        self._session.fermer()
        self._session.incidents.clear()
        self._avant = self._entre = 0.0

    def _patiemment(self, geste: Any) -> Any:
        """Un bac qui n'a pas démarré n'est la faute de personne : on recommence."""
        for _ in range(DEMARRAGES - 1):
            try:
                return geste()
            except BacEnPanne:
                time.sleep(1)
        return geste()

    def fermer(self) -> None:
        """Arrête le bac."""
        self._session.fermer()


GRAIN = 0.02  # secondes : le noyau compte par centièmes, et l'appel lui-même en prend un peu


@contextmanager
def entrees(inscrits: tuple[Inscrit, ...], cloison: str, secondes: float) -> Iterator[list[Concurrent]]:
    """Chacune dans son bac, le temps du bloc."""
    ouvertes: list[Concurrent] = []
    try:
        for inscrit in inscrits:
            ouvertes.append(Concurrent(inscrit, cloison, secondes))
        yield ouvertes
    finally:
        for concurrent in ouvertes:
            concurrent.fermer()


# --- Une rencontre : des parties par paires d'une même ouverture, chacun commençant à son tour ------------


def jouer_rencontre(lot: Lot) -> Releve:
    """Joue ces parties. Le résultat ne dépend que du lot."""
    assert isinstance(lot.joueurs, bytes)
    inscrits, cloison = pickle.loads(lot.joueurs)
    releve = Releve.vide(lot.nombre, lot.depart)
    with entrees(inscrits, cloison, lot.delai) as (a, b):
        for k in range(lot.nombre):
            numero = lot.premiere + k
            camps = (a, b) if numero % 2 == 0 else (b, a)
            partie = _arbitrer(camps, depart_de(lot, numero), lot.graine + numero)
            releve.noter(k, bytes([*partie.depart.historique, *partie.coups]), partie.gagnant)
            if partie.faute:
                releve.fautes[numero] = partie.faute
    return releve


def _arbitrer(camps: tuple[Concurrent, Concurrent], depart: Position, graine: int) -> PartieArbitree:
    partie = PartieArbitree(camps, depart)  # type: ignore[arg-type]
    try:
        partie.derouler(lambda camp, position: camp.jouer(position, _graine_du_coup(graine, position)))
    except Faute as faute:
        partie.perdre(str(faute))
    return partie


def _graine_du_coup(graine: int, position: Position) -> int:
    """De quoi tirer au sort ce coup-là : une entrée qui la lit n'en déduit pas celle du coup suivant."""
    texte = f"{graine}/{position.nb_coups}".encode()
    return int.from_bytes(blake2b(texte, digest_size=8).digest(), "big")


# --- Un essai avant le concours : l'entrée est-elle là, et combien de temps met-elle ? --------------------


@dataclass(frozen=True)
class Epreuve:
    """Ce qu'on demande à une entrée avant de l'admettre : quelques coups."""

    inscrit: Inscrit
    cloison: str
    secondes: float
    positions: tuple[Position, ...]


@dataclass(frozen=True)
class Essai:
    """Ce que l'épreuve a donné."""

    eleve: str
    preparation: float = 0.0  # secondes, au mur
    coup: float = 0.0  # secondes par coup, au mur
    faute: str = ""
    refus: str = ""  # pourquoi elle ne concourt pas


VIDE = "NotImplementedError"


def eprouver(epreuve: Epreuve) -> Essai:
    """Prépare l'entrée et lui demande quelques coups ; une faute n'est ici qu'un renseignement."""
    eleve, debut = epreuve.inscrit.eleve, time.monotonic()
    with entrees((epreuve.inscrit,), epreuve.cloison, epreuve.secondes) as (concurrent,):
        prepare, faute, rang = time.monotonic(), "", 0
        try:
            for rang, position in enumerate(epreuve.positions, 1):
                concurrent.jouer(position, rang)
        except Faute as commise:
            faute = str(commise)
        coup = (time.monotonic() - prepare) / max(1, rang)
    if not concurrent.prete:
        return Essai(eleve, refus=f"{NOM} n'est pas prête : {TROP_LONGUE}")
    if faute.startswith(ABSENTE):
        return Essai(eleve, refus=f"{NOM} n'est pas définie : une de ses cellules ne s'exécute pas")
    if faute.startswith(f"{ERREUR}{SEPARATEUR}{VIDE}"):
        return Essai(eleve, refus=f"{NOM} n'est pas écrite")
    return Essai(eleve, prepare - debut, coup, faute)


def debuts(ouverture: Position, combien: int) -> tuple[Position, ...]:
    """Cette ouverture et les positions où elle mène, première colonne jouable après première colonne."""
    return tuple(islice(_suite(ouverture), combien))


def _suite(position: Position) -> Iterator[Position]:
    while not position.finie:
        yield position
        position = position.jouer(position.coups()[0])
