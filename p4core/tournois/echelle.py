"""Situer un joueur : quelques parties contre chaque barreau d'une échelle de force connue.

echelle(mon_ia)     du hasard au jeu parfait : un score par barreau, une force et son intervalle

Les barreaux se sont déjà rencontrés (`REFERENCE`, que `python -m bench.echelle` rejoue) : les parties du
nouveau venu suffisent à le placer parmi eux."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from html import escape
from math import inf
from typing import Any

from p4core.francais import en_une_ligne, quantite, virgule
from p4core.graphiques import Axe, Barres, Valeur
from p4core.ia.joueurs import ReglageManquant, adapter
from p4core.ia.jumeaux import JoueurMinmax
from p4core.ia.regles import AU_HASARD, IA_REGLES
from p4core.jeu import SECONDES_PAR_COUP, Joueur, Position, ouverture
from p4core.progression import barre
from p4core.tableaux import Tableau
from p4core.tournois.confrontations import Decompte
from p4core.tournois.mesure import DELAI_SOLVEUR, jouer_protege
from p4core.tournois.rencontres import aleas, semer
from p4core.tournois.statistiques import Rang, bradley_terry

PARTIES, GRAINE = 10, 0  # contre chaque barreau, deux par ouverture : une de chaque côté
FAUTES_MAX = 3  # au-delà, l'essai s'arrête : il y a mieux à faire que de les compter
POIDS, PROFONDEUR = (0, 1, 4, 9, inf), 4  # du barreau « min-max » : ceux du TP 2
ZERO = "hasard"  # sa force sert d'origine


def barreaux() -> dict[str, Joueur]:
    """Les joueurs de l'échelle, du plus simple au plus savant."""
    return {
        ZERO: AU_HASARD,
        **IA_REGLES,
        "min-max": JoueurMinmax(POIDS, PROFONDEUR),
        "parfait": partial(_parfait, random.Random()),
    }


def _parfait(alea: random.Random, position: Position) -> int:
    """Un des meilleurs coups du solveur, qui prend son temps sur une machine occupée."""
    from p4core.ia.solveur import joueur_parfait  # avec lui se charge numba

    return joueur_parfait(alea, DELAI_SOLVEUR)(position)


def ouvertures(graine: int, parties: int) -> list[Position]:
    """Le départ de chaque partie : un début tiré au sort, joué une fois de chaque côté."""
    return [ouverture(random.Random(f"{graine}/{k // 2}")) for k in range(parties)]


def _lire(texte: str) -> dict[tuple[str, str], Decompte]:
    """Une table écrite ligne par ligne : un barreau, puis ses résultats contre chacun des suivants."""
    lignes = [ligne.split() for ligne in texte.strip().splitlines()]
    noms = [ligne[0] for ligne in lignes]
    return {
        (ligne[0], noms[colonne]): Decompte(*map(int, case.split("/")))
        for rang, ligne in enumerate(lignes)
        for colonne, case in enumerate(ligne[1:], rang + 1)
    }


# Victoires/nulles/défaites de qui est nommé, contre chacun de ceux qui le suivent : 100 parties.
REFERENCE = _lire(
    """
    hasard 3/0/97 0/0/100 0/0/100 0/0/100 0/0/100 1/1/98 1/0/99 0/0/100
    1.1 30/38/32 28/40/32 29/37/34 38/25/37 23/32/45 11/5/84 3/3/94
    1.2 36/19/45 38/23/39 45/12/43 29/36/35 15/2/83 4/3/93
    1.3 38/24/38 45/15/40 29/37/34 15/3/82 4/3/93
    1.4 50/20/30 25/36/39 13/3/84 4/3/93
    2 25/30/45 14/2/84 3/1/96
    3 15/21/64 1/14/85
    min-max 15/6/79
    parfait
    """
)


# --- le résultat ------------------------------------------------------------------------------------


@dataclass
class Echelle:
    """Ce qu'un joueur a fait contre chaque barreau, et la force qui s'en déduit."""

    nom: str
    bilans: dict[str, Decompte] = field(default_factory=dict)
    fautes: list[str] = field(default_factory=list)  # chacune en une ligne
    arret: str = ""  # pourquoi l'essai n'est pas allé au bout

    def forces(self) -> list[Rang]:
        """Les barreaux et lui, du plus faible au plus fort ; le hasard est à 0."""
        noms = [*dict.fromkeys(nom for paire in REFERENCE for nom in paire), self.nom]
        connus = {**REFERENCE, **{(self.nom, barreau): bilan for barreau, bilan in self.bilans.items()}}
        points = {**{(a, b): d.points for (a, b), d in connus.items()}}
        points |= {(b, a): d.inverse.points for (a, b), d in connus.items()}
        rangs = bradley_terry(noms, [[points.get((a, b), 0.0) for b in noms] for a in noms])
        zero = next(rang.force for rang in rangs if rang.nom == ZERO)
        return [Rang(r.nom, r.force - zero, r.bas - zero, r.haut - zero) for r in reversed(rangs)]

    @property
    def force(self) -> Rang:
        """La sienne."""
        return next(rang for rang in self.forces() if rang.nom == self.nom)

    def tableau(self) -> Tableau:
        """Une ligne par barreau."""
        return Tableau([_ligne(barreau, bilan) for barreau, bilan in self.bilans.items()])

    def figure(self) -> Barres:
        """La force de chacun et son intervalle, du plus faible au plus fort."""
        barres = {r.nom: Valeur(r.force, (r.bas, r.haut)) for r in self.forces()}
        axe = Axe("force", forme=lambda force: virgule(force, ".0f"))
        return Barres(f"{self.nom} sur l'échelle", barres, axe, "0 est le hasard ; intervalles à 95 %")

    def __str__(self) -> str:
        if self.arret:
            return self.arret
        force, fautes = self.force, quantite(len(self.fautes), "partie perdue", "parties perdues")
        lignes = [
            f"Force de {self.nom} : {force.force:.0f} points, intervalle à 95 % [{force.bas:.0f} ; "
            f"{force.haut:.0f}] (0 est le hasard ; 400 points de plus : dix victoires pour une défaite).",
            *([f"{fautes} par une faute ; la première : {self.fautes[0]}"] if self.fautes else []),
        ]
        return "\n".join([*lignes, str(self.tableau())])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        if self.arret:
            return f"<p>{escape(self.arret)}</p>"
        *phrases, _ = str(self).split("\n", 2 if self.fautes else 1)
        textes = "".join(f"<p>{escape(phrase)}</p>" for phrase in phrases)
        return textes + self.tableau()._repr_html_() + self.figure()._repr_html_()


def _ligne(barreau: str, bilan: Decompte) -> dict[str, Any]:
    return {
        "contre": barreau,
        "victoires": bilan.victoires,
        "nulles": bilan.nulles,
        "défaites": bilan.defaites,
        "score": bilan.score,
        "intervalle à 95 %": bilan.intervalle,
    }


# --- les parties ------------------------------------------------------------------------------------


@en_une_ligne
def echelle(
    joueur: Callable[[Position], int],
    parties: int = PARTIES,
    graine: int = GRAINE,
    delai: float = SECONDES_PAR_COUP,
    visible: bool = True,
) -> Echelle:
    """Fait jouer cette fonction Position → colonne contre chaque barreau, `parties` parties chacun.

    Un coup interdit, une erreur ou plus de `delai` secondes de calcul perdent la partie ; au bout de trois,
    on s'arrête. La même graine donne les mêmes ouvertures.
    """
    nom = getattr(joueur, "__name__", "ce joueur")
    try:
        adapter(joueur)
    except (TypeError, ReglageManquant) as defaut:
        return Echelle(nom, arret=str(defaut))
    if isinstance(parties, bool) or not isinstance(parties, int) or parties < 2 or parties % 2:
        raise ValueError(
            f"parties vaut {parties!r} : il en faut un nombre pair, chacun commençant à son tour."
        )
    return _monter(Echelle(nom), joueur, parties, graine, delai, visible)


def _monter(
    essai: Echelle, joueur: Joueur, parties: int, graine: int, delai: float, visible: bool
) -> Echelle:
    departs = ouvertures(graine, parties)
    prevues = [(nom, barreau, k) for nom, barreau in barreaux().items() for k in range(parties)]
    for nom, barreau, k in barre(prevues, titre=f"Parties de {essai.nom}", visible=visible):
        semer(graine + k, aleas(barreau))
        camp = 1 + k % 2
        finale, faute = _partie(joueur, barreau, camp, departs[k], graine + k, delai)
        gagnant = 3 - camp if faute else finale.gagnant
        essai.bilans[nom] = essai.bilans.get(nom, Decompte()) + Decompte(
            gagnant == camp, gagnant == 0, gagnant == 3 - camp
        )
        if faute:
            essai.fautes.append(f"contre {nom}, partie n° {k + 1}, coup n° {finale.nb_coups + 1} : {faute}")
        if len(essai.fautes) == FAUTES_MAX:
            essai.arret = f"{essai.nom} s'arrête là, à la troisième faute. La première : {essai.fautes[0]}"
            break
    return essai


def _partie(
    joueur: Joueur, barreau: Joueur, camp: int, position: Position, graine: int, delai: float
) -> tuple[Position, str]:
    """La dernière position, et la faute du joueur s'il en a commis une."""
    while not position.finie:
        if position.trait == camp:
            x = jouer_protege(joueur, position, graine + position.nb_coups, delai)
            if isinstance(x, str):
                return position, x
        else:
            x = barreau(position)
        position = position.jouer(x)
    return position, ""
