"""Qui bat qui, et en commençant ou non : une table de résultats, chaque case avec son intervalle à 95 %.

Là où `tournoi` garde toutes les parties et classe les joueurs, `confronter` ne compte que les résultats, et
fait aussi jouer chacun contre lui-même : c'est ce qu'il faut pour comparer des réglages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations_with_replacement, repeat
from typing import Any

from p4core.francais import virgule
from p4core.jeu import Joueur, Position
from p4core.progression import barre
from p4core.tournois.executeurs import Atelier, atelier, au_fur_et_a_mesure, coeurs, jouer_prudemment
from p4core.tournois.organisation import modele
from p4core.tournois.rencontres import Lot, Releve, jouer_lot
from p4core.tournois.statistiques import Intervalle, intervalle_rapport, rapport, wilson

Paire = tuple[str, str]
LOT = 50  # parties confiées à la fois : la barre avance, même à un dixième de seconde la partie
DELAI = 5.0  # secondes par coup, pour un joueur qui n'est pas compilé


@dataclass(frozen=True)
class Decompte:
    """Les résultats d'un joueur contre un autre."""

    victoires: int = 0
    nulles: int = 0
    defaites: int = 0

    @property
    def parties(self) -> int:
        """Le nombre de parties jouées."""
        return self.victoires + self.nulles + self.defaites

    @property
    def points(self) -> float:
        """Un par victoire, un demi par nulle."""
        return self.victoires + self.nulles / 2

    @property
    def score(self) -> float:
        """La part des points, entre 0 et 1 ; 0,5 si rien n'est joué."""
        return self.points / self.parties if self.parties else 0.5

    @property
    def intervalle(self) -> Intervalle:
        """L'intervalle à 95 % du score, honnête même avec peu de parties."""
        return wilson(self.points, self.parties)

    @property
    def rapport(self) -> float:
        """Le nombre de victoires pour une défaite."""
        return rapport(self.victoires, self.defaites)

    @property
    def intervalle_rapport(self) -> Intervalle:
        """L'intervalle à 95 % de ce rapport."""
        return intervalle_rapport(self.victoires, self.defaites)

    @property
    def inverse(self) -> Decompte:
        """Les mêmes parties, vues de l'adversaire."""
        return Decompte(self.defaites, self.nulles, self.victoires)

    def __add__(self, autre: Decompte) -> Decompte:
        """Les parties de l'un et de l'autre."""
        return Decompte(
            self.victoires + autre.victoires, self.nulles + autre.nulles, self.defaites + autre.defaites
        )

    def __str__(self) -> str:
        bas, haut = self.intervalle
        return f"{virgule(self.score)} [{virgule(bas)} ; {virgule(haut)}]"


@dataclass
class Confrontations:
    """La table : les résultats de chaque joueur contre chaque autre, dans les parties qu'il a commencées."""

    joueurs: list[str]
    graine: int | str
    cases: dict[Paire, Decompte]  # (qui commence, son adversaire), vu de qui commence

    def contre(self, a: str, b: str) -> Decompte:
        """Les résultats de a contre b, chacun ayant commencé la moitié des parties."""
        return self.cases[a, b] + self.cases[b, a].inverse

    def lignes(self) -> list[dict[str, Any]]:
        """Une ligne par case, en données simples."""
        return [_ligne(commence, contre, d) for (commence, contre), d in self.cases.items()]

    def __str__(self) -> str:
        """Le score de qui commence (une ligne par joueur) contre chacun (une colonne)."""
        cotes = max(map(len, self.joueurs))
        largeur = max(cotes, *(len(str(d)) for d in self.cases.values())) + 3
        lignes = [" " * cotes + "".join(f"{nom:>{largeur}}" for nom in self.joueurs)]
        for a in self.joueurs:
            scores = (str(self.cases.get((a, b), "")) for b in self.joueurs)
            lignes.append(f"{a:<{cotes}}" + "".join(f"{score:>{largeur}}" for score in scores))
        return "\n".join(lignes)


def _ligne(commence: str, contre: str, d: Decompte) -> dict[str, Any]:
    bas, haut = d.intervalle
    comptes = {"victoires": d.victoires, "nulles": d.nulles, "défaites": d.defaites}
    return {"commence": commence, "contre": contre, **comptes, "score": d.score, "bas": bas, "haut": haut}


def confronter(
    joueurs: Mapping[str, Joueur | str],
    parties: int = 1000,
    graine: int | str = 0,
    *,
    paires: Iterable[Paire] | None = None,
    ouvriers: int | None = None,
    depart: Position | None = None,
    visible: bool = True,
) -> Confrontations:
    """Chaque joueur commence `parties` parties contre chaque autre, et autant contre lui-même.

    `paires` limite la table à ces rencontres, jouées dans les deux sens. La même graine donne la même table,
    quel que soit le nombre d'ouvriers (des fils pour les joueurs compilés, sinon des processus ; un par
    cœur). Interrompue, la fonction rend les parties déjà jouées : les intervalles en tiennent compte.
    """
    if parties < 1:
        raise ValueError(f"parties vaut {parties} : il en faut au moins une.")
    choisies = list(dict.fromkeys(paires or combinations_with_replacement(joueurs, 2)))
    grille = depart or Position()
    modeles = [modele(paire, joueurs, graine, grille, DELAI, None) for paire in choisies]
    table = Confrontations(list(joueurs), graine, {})
    for a, b in choisies:
        table.cases[a, b] = table.cases[b, a] = Decompte()
    try:
        with ExitStack() as pile:
            lieu = _ouvrir(pile, modeles, ouvriers, visible)
            suivi = _jouer(lieu, table, list(_lots(modeles, parties)))
            total = parties * len(table.cases)
            for _ in barre(suivi, total, "Parties", visible):
                pass
    except KeyboardInterrupt:
        pass  # les parties finies sont dans la table
    return table


def _ouvrir(pile: ExitStack, modeles: list[Lot], ouvriers: int | None, visible: bool) -> Atelier:
    """Où jouer ; ce qui doit être compilé l'est d'abord."""
    compiles = [m for m in modeles if m.compilees and m.compilees.compile]
    for m in compiles[:1]:
        for pas in barre([partial(jouer_lot, replace(m, nombre=1))], titre=m.annonce, visible=visible):
            pas()
    fils = None
    if len(compiles) == len(modeles):  # le code compilé rend la main aux autres fils
        fils = pile.enter_context(ThreadPoolExecutor(ouvriers or coeurs()))
    attache = any(isinstance(m.joueurs, tuple) for m in modeles)
    return pile.enter_context(atelier(fils, ouvriers, attache))


def _lots(modeles: list[Lot], parties: int) -> Iterator[Lot]:
    for m in modeles:
        total = parties if m.a == m.b else 2 * parties
        for premiere in range(0, total, LOT):
            yield replace(m, premiere=premiere, nombre=min(LOT, total - premiere))


def _jouer(lieu: Atelier, table: Confrontations, lots: list[Lot]) -> Iterator[None]:
    """Compte chaque lot fini, et avance d'un cran par partie."""
    for lot, releve in au_fur_et_a_mesure(lieu, jouer_lot, jouer_prudemment, lots):
        if lot.a == lot.b:
            table.cases[lot.a, lot.a] += _decompte(releve, 0, 1)
        else:
            table.cases[lot.a, lot.b] += _decompte(releve, lot.premiere % 2, 2)
            table.cases[lot.b, lot.a] += _decompte(releve, 1 - lot.premiere % 2, 2)
        yield from repeat(None, lot.nombre)


def _decompte(releve: Releve, debut: int, pas: int) -> Decompte:
    """Les résultats de qui commence, une partie sur `pas`."""
    gagnants = releve.gagnants[debut::pas]
    return Decompte(gagnants.count(1), gagnants.count(0), gagnants.count(2))
