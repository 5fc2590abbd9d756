"""Mesurer une IA : la part de ses coups qui gardent le meilleur résultat possible, selon le solveur.

Toutes jouent les mêmes positions, tirées au hasard parmi celles où le choix de la colonne décide du résultat
(gagner, faire nulle ou perdre) : ailleurs, n'importe quel coup est bon."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from math import nan
from typing import Any

from p4core.appels import appeler, raconter
from p4core.codages import ReponseInvalide, jouable
from p4core.francais import pour_cent
from p4core.graphiques import Axe, Courbe, Courbes, Valeur
from p4core.ia.joueurs import machine
from p4core.jeu import Position, promenade
from p4core.progression import barre
from p4core.tableaux import Tableau
from p4core.tournois.confrontations import Decompte
from p4core.tournois.rencontres import aleas, hasard_du_fil, semer, trop_lent
from p4core.tournois.statistiques import Intervalle, wilson

Notes = dict[int, int]
Epreuve = tuple[Position, Notes]
DELAI_SOLVEUR = 60.0  # secondes par position ; sur la grille du jeu, il en faut mille fois moins
TIRAGES = 50  # par position cherchée, avant d'y renoncer
TRANCHE = 6  # pions : une courbe par pli serait trop bruitée


@dataclass(frozen=True)
class MesureIA:
    """Les coups d'une IA, jugés par le solveur."""

    nom: str
    coups: int
    gardes: int  # coups qui gardent le meilleur résultat
    parfaits: int  # coups du meilleur score : gagner au plus tôt, perdre au plus tard
    perdus: int  # points de score perdus en tout, sans compter les fautes
    fautes: tuple[str, ...] = ()  # coups interdits, erreurs, temps dépassés : ils ne gardent rien
    verdicts: tuple[tuple[int, bool], ...] = ()  # de chaque position : ses pions, et si le coup garde tout

    @property
    def part(self) -> float:
        """La part des coups qui gardent le meilleur résultat."""
        return self.gardes / self.coups

    @property
    def intervalle(self) -> Intervalle:
        """Son intervalle de confiance à 95 %."""
        return wilson(self.gardes, self.coups)

    def par_pli(self, tranche: int) -> dict[int, Decompte]:
        """Les coups gardés et les autres, par tranche de pions déjà posés, que désigne son milieu."""
        bilans: dict[int, Decompte] = {}
        for pions, garde in self.verdicts:
            milieu = pions // tranche * tranche + tranche // 2
            bilans[milieu] = bilans.get(milieu, Decompte()) + Decompte(garde, 0, not garde)
        return dict(sorted(bilans.items()))

    def ligne(self) -> dict[str, Any]:
        """Ce que le tableau en montre."""
        bas, haut = self.intervalle
        return {
            "IA": self.nom,
            "coups": self.coups,
            "gardent le résultat": self.part,
            "de": bas,
            "à": haut,
            "parfaits": self.parfaits / self.coups,
            "points perdus par coup": self._perte(),
            "fautes": len(self.fautes),
        }

    def _perte(self) -> float:
        permis = self.coups - len(self.fautes)
        return self.perdus / permis if permis else nan


class Mesures(list[MesureIA]):
    """Les mesures de plusieurs IA, de la plus juste à la moins juste."""

    def tableau(self) -> Tableau:
        """Les mesures, à montrer ; `.en_pandas()` en fait un DataFrame."""
        parts = ("gardent le résultat", "de", "à", "parfaits")
        return Tableau([mesure.ligne() for mesure in self], formes=dict.fromkeys(parts, pour_cent))

    def de(self, nom: str) -> MesureIA:
        """La mesure de cette IA."""
        for mesure in self:
            if mesure.nom == nom:
                return mesure
        raise KeyError(f"Pas de mesure de « {nom} » : il y a {', '.join(m.nom for m in self)}.")

    def contre(self, a: str, b: str) -> Decompte:
        """Les positions où a seule garde le résultat (victoires), où b seule le garde, et les autres."""
        couples = [(x, y) for (_, x), (_, y) in zip(self.de(a).verdicts, self.de(b).verdicts, strict=True)]
        return Decompte(
            couples.count((True, False)), sum(x == y for x, y in couples), couples.count((False, True))
        )

    def courbe(self, *noms: str, tranche: int = TRANCHE) -> Courbes:
        """La part des coups qui gardent le résultat, selon les pions déjà posés ; de ces IA, ou de toutes."""
        choisies = noms or [mesure.nom for mesure in self]
        return courbe_par_pli({nom: self.de(nom).par_pli(tranche) for nom in choisies}, tranche)

    def _repr_html_(self) -> str:
        fautes = [f"<p>{escape(f'{m.nom} : {m.fautes[0]}')}</p>" for m in self if m.fautes]
        return "".join([self.tableau()._repr_html_(), *fautes])

    def __str__(self) -> str:
        fautes = [f"{mesure.nom} : {mesure.fautes[0]}" for mesure in self if mesure.fautes]
        return "\n".join([str(self.tableau()), *fautes])

    __repr__ = __str__


def courbe_par_pli(bilans: Mapping[str, Mapping[int, Decompte]], tranche: int = TRANCHE) -> Courbes:
    """Une courbe par IA : par milieu de tranche, les coups qui gardent le résultat et les autres."""
    return Courbes(
        "Des coups justes, du début à la fin de la partie",
        [Courbe(nom, {pli: Valeur.de(b) for pli, b in plis.items()}) for nom, plis in bilans.items()],
        Axe(f"pions déjà posés (par tranches de {tranche})"),
        Axe("part des coups qui gardent le meilleur résultat", bornes=(0, 1), forme=pour_cent),
    )


def mesurer(
    joueurs: Mapping[str, Callable[[Position], int] | str],
    positions: int = 200,
    graine: int = 0,
    depart: Position | None = None,
    delai: float = 10.0,
    visible: bool = True,
) -> Mesures:
    """Mesure des IA (fonctions Position → colonne, ou noms de la bibliothèque) sur les mêmes positions.

    `depart`, une grille vide, en donne la taille ; un coup a `delai` secondes. La même graine donne le même
    tableau.
    """
    _verifier(joueurs, positions, depart)
    cherchees = positions_decisives(positions, graine, depart or Position())
    epreuves = list(barre(cherchees, positions, "Positions résolues", visible))
    fonctions = {nom: machine(j) if isinstance(j, str) else j for nom, j in joueurs.items()}
    demandes = [(nom, i) for nom in fonctions for i in range(positions)]
    reponses: dict[str, list[int | str]] = {nom: [] for nom in fonctions}
    for nom, i in barre(demandes, titre="Coups demandés", visible=visible):
        reponses[nom].append(jouer_protege(fonctions[nom], epreuves[i][0], graine + i, delai))
    mesures = [_juger(nom, epreuves, siennes) for nom, siennes in reponses.items()]
    return Mesures(sorted(mesures, key=lambda mesure: -mesure.part))


def _verifier(joueurs: Mapping[str, Any], positions: int, depart: Position | None) -> None:
    if positions < 1:
        raise ValueError(f"positions vaut {positions} : il en faut au moins une.")
    if depart is not None and depart.masque:
        raise ValueError("depart donne la taille de la grille : elle doit être vide.")
    for nom, joueur in joueurs.items():
        if not callable(joueur) and not isinstance(joueur, str):
            raise TypeError(f"« {nom} » doit être une fonction Position → colonne, pas {joueur!r:.60}.")


def positions_decisives(nombre: int, graine: int, depart: Position) -> Iterator[Epreuve]:
    """Des positions où deux colonnes au moins mènent à des résultats différents, et leurs scores."""
    alea, trouvees = random.Random(graine), 0
    for _ in range(TIRAGES * nombre):
        position = _au_hasard(alea, depart)
        notes = _notes(position)
        if len({_resultat(note) for note in notes.values()}) > 1:
            yield position, notes
            trouvees += 1
            if trouvees == nombre:
                return
    raise ValueError(
        "Ici, presque toutes les positions ont le même résultat quoi qu'on joue : rien à mesurer."
    )


@lru_cache(maxsize=4096)
def _notes(position: Position) -> Notes:
    """Retenus : on mesure volontiers plusieurs IA, l'une après l'autre, sur les mêmes positions."""
    from p4core.ia.solveur import scores  # avec lui se charge numba, dont un tournoi ordinaire se passe

    return scores(position, DELAI_SOLVEUR)


def _au_hasard(alea: random.Random, depart: Position) -> Position:
    """Une position non finie, de n'importe quel moment d'une partie jouée au hasard."""
    while True:
        position = promenade(alea, alea.randrange(depart.largeur * depart.hauteur), depart)[-1]
        if not position.finie:
            return position


def _resultat(note: int) -> int:
    return (note > 0) - (note < 0)


def jouer_protege(
    joueur: Callable[[Position], int], position: Position, graine: int, delai: float
) -> int | str:
    """La colonne choisie, ou ce qui ne va pas."""

    def choisir(position: Position) -> int:
        with hasard_du_fil(random.Random(graine)):
            return joueur(position)

    semer(graine, aleas(joueur))
    appel = appeler(choisir, (position,), delai=delai)
    if appel.expire:
        return trop_lent(delai)
    if isinstance(appel.exception, ReponseInvalide):  # l'adaptateur d'un codage l'a déjà expliqué
        return str(appel.exception)
    if isinstance(appel.exception, NotImplementedError):
        raise appel.exception  # elle n'est pas encore écrite : ce n'est pas une faute qu'elle aurait commise
    if appel.exception is not None:
        return raconter(appel.exception)
    try:
        return jouable(appel.valeur, position)
    except ReponseInvalide as erreur:
        return str(erreur)


def _juger(nom: str, epreuves: list[Epreuve], reponses: list[int | str]) -> MesureIA:
    parfaits = perdus = 0
    verdicts = []
    for (position, notes), x in zip(epreuves, reponses, strict=True):
        mieux, garde = max(notes.values()), False
        if isinstance(x, int):
            garde = _resultat(notes[x]) == _resultat(mieux)
            parfaits += notes[x] == mieux
            perdus += mieux - notes[x]
        verdicts.append((position.nb_coups, garde))
    fautes = tuple(x for x in reponses if isinstance(x, str))
    gardes = sum(garde for _, garde in verdicts)
    return MesureIA(nom, len(epreuves), gardes, parfaits, perdus, fautes, tuple(verdicts))
