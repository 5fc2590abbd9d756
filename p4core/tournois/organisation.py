"""Le tournoi : toutes les rencontres, chacun commençant aussi souvent que l'autre."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from concurrent.futures import BrokenExecutor, Executor
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations, repeat
from pathlib import Path
from typing import Any

from p4core.francais import en_une_ligne
from p4core.ia.joueurs import machine
from p4core.jeu import LONGUEUR_OUVERTURE, Joueur, Position
from p4core.progression import barre
from p4core.tournois.executeurs import (
    Atelier,
    atelier,
    au_fur_et_a_mesure,
    deterministe_prudemment,
    eveiller,
    jouer_prudemment,
)
from p4core.tournois.rencontres import (
    A_JOUER,
    Joueurs,
    Lot,
    Releve,
    deterministe,
    graine_rencontre,
    jouer_lot,
)
from p4core.tournois.resultats import FichierTournoi, Rencontre, Resultats

Paire = tuple[str, str]
LOT = 20  # parties par lot ; la taille des lots ne change pas les résultats
LOT_COMPILE = 2500  # un quart de seconde : la barre avance, et les échanges entre processus ne coûtent rien
TITRES = {1: "Parties", 100: "Centaines de parties"}  # ce que compte la barre
ESSAIS = 3  # parties comparées pour savoir si deux joueurs laissent une part au hasard


@en_une_ligne
def tournoi(
    joueurs: Mapping[str, Joueur | str],
    parties: int = 10_000,
    graine: int | str = 0,
    *,
    executeur: Executor | None = None,
    ouvriers: int | None = None,
    ouvertures: int | None = None,
    delai: float = 5.0,
    depart: Position | None = None,
    reprise: Resultats | None = None,
    fichier: str | Path | None = None,
    visible: bool = True,
) -> Resultats:
    """Fait jouer `parties` parties à chaque paire de joueurs ; la même graine donne le même tableau.

    `executeur` accepte tout `concurrent.futures.Executor` ; sinon, `ouvriers` processus (un par cœur), ou
    ce processus même pour `ouvriers=1`.
    `ouvertures` est le nombre de coups tirés au hasard au début de chaque partie ; sans lui, seules les
    rencontres qui rejoueraient toujours la même partie en reçoivent. Un coup de plus de `delai` secondes
    perd, de même qu'une erreur, un coup interdit ou un processus que le joueur fait tomber. Interrompu
    (Ctrl-C ou bouton ■), le tournoi rend ce qui est joué ; `reprise=` le continue, et `fichier=` le garde
    sur le disque au fur et à mesure.
    """
    grille = depart or Position()
    _verifier(joueurs, parties, grille)
    paires = combinations(joueurs, 2)
    modeles = {paire: modele(paire, joueurs, graine, grille, delai, ouvertures) for paire in paires}
    rencontres = {paire: Rencontre(*paire, Releve.vide(parties, grille)) for paire in modeles}
    resultats = Resultats(list(joueurs), graine, grille, rencontres)
    organisation = Organisation(resultats, modeles, FichierTournoi(fichier) if fichier else None, visible)
    attache = organisation.attache(executeur)
    try:
        with atelier(executeur, ouvriers, attache) as organisation.atelier:
            organisation.eveiller()
            organisation.choisir_ouvertures(ouvertures, reprise)
            organisation.reprendre(reprise)
            organisation.jouer()
    except KeyboardInterrupt:
        resultats.arret = "interrompu"
    except BrokenExecutor:
        resultats.arret = "arrêté : ses processus sont tombés"
    return resultats


def _verifier(joueurs: Mapping[str, Any], parties: int, depart: Position) -> None:
    if not isinstance(joueurs, Mapping) or len(joueurs) < 2:
        raise ValueError("Un tournoi demande au moins deux joueurs : tournoi({nom: joueur, nom: joueur, …}).")
    if parties < 2 or parties % 2:
        raise ValueError(f"parties vaut {parties} : il en faut un nombre pair, chacun commençant à son tour.")
    if depart.largeur * depart.hauteur > 255:
        raise ValueError("depart a trop de cases : 255 au plus.")  # une longueur de partie tient sur un octet
    if depart.masque:
        raise ValueError("depart donne la taille de la grille : elle doit être vide.")
    for nom, joueur in joueurs.items():
        if not callable(joueur) and not isinstance(joueur, str):
            raise TypeError(
                f"Le joueur « {nom} » doit être une fonction Position → colonne, pas {joueur!r:.60}."
            )


def modele(
    paire: Paire,
    joueurs: Mapping[str, Any],
    graine: int | str,
    depart: Position,
    delai: float,
    ouvertures: int | None,
) -> Lot:
    """Le lot d'une paire, encore sans parties : de quoi fabriquer tous les autres."""
    a, b = paire
    deux = _joueur(joueurs[a]), _joueur(joueurs[b])
    affronter = None if ouvertures else getattr(deux[0], "affronter", None)  # une IA que l'on sait compiler
    transport = (affronter(deux[1], depart) if affronter else None) or _serialises(deux)
    return Lot(a, b, 0, 0, graine_rencontre(graine, a, b), depart, delai, transport)


def _joueur(choix: Joueur | str) -> Joueur:
    """Le joueur lui-même, ou celui de la bibliothèque qui porte ce nom."""
    return machine(choix) if isinstance(choix, str) else choix


def _serialises(deux: Joueurs) -> bytes | Joueurs:
    """Les joueurs en octets, fonctions d'un notebook comprises ; tels quels s'ils ne peuvent pas voyager."""
    try:
        import cloudpickle  # absent d'un navigateur, où rien ne voyage

        return bytes(cloudpickle.dumps(deux))
    except Exception:  # ce que lève un objet qui refuse d'être copié dépend de lui
        return deux


@dataclass
class Organisation:
    """Le déroulement d'un tournoi."""

    resultats: Resultats
    modeles: dict[Paire, Lot]
    fichier: FichierTournoi | None
    visible: bool

    atelier: Atelier = field(init=False)

    def attache(self, donne: Executor | None) -> bool:
        """Un joueur est-il impossible à envoyer à un autre processus ? Refusé si l'exécuteur est imposé."""
        fixes = [m for m in self.modeles.values() if isinstance(m.joueurs, tuple)]
        if donne is not None and fixes:
            noms = f"« {fixes[0].a} » ou « {fixes[0].b} »"
            raise ValueError(f"{noms} ne peut pas être envoyé à un autre processus : retirez executeur=….")
        return bool(fixes)

    def eveiller(self) -> None:
        """Compile et démarre les processus avant de lancer le chronomètre."""
        a_compiler = [m for m in self.modeles.values() if m.compilees and m.compilees.compile]
        if self.atelier.donne or not a_compiler:
            return
        # Les types de ses arguments sont ceux de toutes les parties : numba compile ici, et plus ensuite.
        premiere = partial(jouer_lot, replace(a_compiler[0], nombre=1))
        for pas in barre([premiere], titre=a_compiler[0].annonce, visible=self.visible):
            pas()
        eveil = eveiller(self.atelier.executeur, self.atelier.ouvriers, premiere)
        for _ in barre(eveil, self.atelier.ouvriers, "Processus", self.visible):
            pass

    def choisir_ouvertures(self, longueur: int | None, reprise: Resultats | None) -> None:
        """Donne des ouvertures aux rencontres qui en ont besoin, ou à toutes si on l'a demandé."""
        if reprise is not None:
            choisies = dict(reprise.ouvertures)
        elif longueur is not None:
            choisies = dict.fromkeys(self.modeles, longueur) if longueur else {}
        else:
            choisies = self._sans_hasard()
        self.resultats.ouvertures = choisies
        for paire, coups in choisies.items():
            self.modeles[paire] = replace(self.modeles[paire], ouvertures=(self.resultats.graine, coups))

    def _sans_hasard(self) -> dict[Paire, int]:
        """Les rencontres dont toutes les parties d'essai sont la même."""
        essais = [replace(m, nombre=ESSAIS) for m in self.modeles.values() if not m.compilees]
        suivis = au_fur_et_a_mesure(self.atelier, deterministe, deterministe_prudemment, essais)
        montres = barre(suivis, len(essais), "Parties d'essai", self._montre(essais))
        fixes = {(lot.a, lot.b) for lot, fixe in montres if fixe}
        return {paire: LONGUEUR_OUVERTURE for paire in self.modeles if paire in fixes}

    def reprendre(self, reprise: Resultats | None) -> None:
        """Retrouve les parties déjà jouées, d'un tournoi interrompu ou du fichier."""
        if reprise is not None:
            meme = (reprise.joueurs, reprise.graine, reprise.depart)
            if meme != (self.resultats.joueurs, self.resultats.graine, self.resultats.depart):
                raise ValueError(
                    "reprise vient d'un autre tournoi : mêmes joueurs, graine et grille attendus."
                )
            for paire, rencontre in self.resultats.rencontres.items():
                rencontre.parties.copier(0, reprise.rencontres[paire].parties)
        if self.fichier:
            self.fichier.ouvrir(self.resultats)

    def jouer(self) -> None:
        """Joue tout ce qui manque."""
        lots = list(self._lots())
        debut, deja = time.monotonic(), self.resultats.jouees
        total = sum(lot.nombre for lot in lots)
        pas = 1 if total < 10_000 else 100
        suivi = self._suivre(lots, pas)
        try:
            for _ in barre(suivi, total // pas, TITRES[pas], self._montre(lots)):
                pass
        finally:
            self.resultats.duree = time.monotonic() - debut
            self.resultats.jouees_ici = self.resultats.jouees - deja

    def _lots(self) -> Iterator[Lot]:
        """Les lots qui ont encore une partie à jouer."""
        for paire, patron in self.modeles.items():
            gagnants = self.resultats.rencontres[paire].parties.gagnants
            taille = LOT_COMPILE if patron.compilees else LOT
            for premiere in range(0, len(gagnants), taille):
                nombre = min(taille, len(gagnants) - premiere)
                if A_JOUER in gagnants[premiere : premiere + nombre]:
                    yield replace(patron, premiere=premiere, nombre=nombre)

    def _suivre(self, lots: list[Lot], pas: int) -> Iterator[None]:
        """Range chaque lot fini et avance la barre d'un cran toutes les `pas` parties."""
        faites = 0
        for lot, releve in au_fur_et_a_mesure(self.atelier, jouer_lot, jouer_prudemment, lots):
            self.resultats.recevoir(lot, releve)
            if self.fichier:
                self.fichier.ecrire(lot, releve)
            crans = (faites + lot.nombre) // pas - faites // pas
            faites += lot.nombre
            yield from repeat(None, crans)

    def _montre(self, taches: list[Any]) -> bool:
        return self.visible and bool(taches)
