"""Qui bat qui : les tables de duels des expériences, celles de l'élève et celles de référence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from p4core.francais import milliers, virgule
from p4core.graphiques import Carte, Mesurable, Valeur
from p4core.tournois.confrontations import Confrontations, Decompte, confronter
from p4cours.trous import exiger


@dataclass(frozen=True, repr=False)
class Duels:
    """Qui bat qui, et en commençant ou non ; dans un notebook, une carte avec les intervalles à 95 %."""

    table: Confrontations
    titre: str

    def contre(self, a: str, b: str) -> str:
        """Le résultat de a contre b, chacun ayant commencé la moitié des parties."""
        d = self.decompte(a, b)
        bas, haut = (virgule(borne, ".3f") for borne in d.intervalle)
        return (
            f"{a} contre {b}, {milliers(d.parties)} parties : "
            f"{d.victoires} victoires, {d.defaites} défaites, {d.nulles} nulles\n"
            f"    score {virgule(d.score, '.3f')}, intervalle à 95 % [{bas} ; {haut}]"
        )

    def decompte(self, a: str, b: str) -> Decompte:
        """Les mêmes parties, en nombres."""
        for nom in (a, b):
            if nom not in self.table.joueurs:
                raise ValueError(f"Pas de « {nom} » ici, mais {', '.join(self.table.joueurs)}.")
        return self.table.contre(a, b)

    def comptes(self, a: str, b: str) -> tuple[int, int, int]:
        """Les victoires, défaites et nulles de a contre b : la référence d'une expérience."""
        d = self.decompte(a, b)
        return d.victoires, d.defaites, d.nulles

    def __repr__(self) -> str:
        return f"{self.titre}\n{self.table}"

    def _repr_html_(self) -> str:
        return str(self.carte()._repr_html_())

    def carte(self) -> Any:
        """La carte : le score de qui commence (une ligne par machine) contre chacune (une colonne)."""
        noms = self.table.joueurs
        return carte_duels([[self.table.cases[a, b] for b in noms] for a in noms], noms, self.titre)


def par_case(parties: Any) -> int:
    """Les parties d'une case, quand on en veut tant par duel : chacun en commence la moitié."""
    exiger(parties, "Choisissez d'abord le nombre de parties d'un duel.")
    if isinstance(parties, bool) or not isinstance(parties, int) or parties < 2:
        raise ValueError(f"Le nombre de parties d'un duel est un entier, au moins 2, pas {parties!r}.")
    dire_si_impair(parties)
    return (parties + 1) // 2


def dire_si_impair(parties: int) -> None:
    """Une partie de plus, quand chacun ne pourrait pas en commencer autant : on le dit."""
    if parties % 2:
        print(f"{parties} est impair : {parties + 1} parties, pour que chacun en commence autant.")


def jouer_duels(joueurs: Mapping[str, Any], parties: Any, graine: int | str, titre: str) -> Duels:
    """Chaque joueur rencontre chaque autre `parties` fois, et commence la moitié du temps."""
    nombre = par_case(parties)
    defaut = f"{milliers(nombre)} parties par case"
    return Duels(confronter(joueurs, nombre, graine), f"{titre}, {defaut}" if titre else defaut.capitalize())


def duels_de_reference(titre: str, noms: Sequence[str], lignes: str, graine: int = 0) -> Duels:
    """La table écrite ligne par ligne, une case par duel : « victoires/nulles/défaites » de qui commence."""
    cases = [tuple(map(int, case.split("/"))) for case in lignes.split()]
    paires = [(a, b) for a in noms for b in noms]
    decomptes = {paire: Decompte(*case) for paire, case in zip(paires, cases, strict=True)}
    return Duels(Confrontations(list(noms), graine, decomptes), titre)


def carte_duels(
    points: Sequence[Sequence[float | Mesurable]],
    noms: Sequence[str],
    titre: str = "",
    lignes: str = "joueur 1 (commence)",
    colonnes: str = "joueur 2",
) -> Carte:
    """La figure : `points[i][j]`, de 0 à 1, est la part des points de i qui commence contre j.

    Un résultat qui connaît son score et son intervalle à 95 % peut remplacer ce nombre : la carte le montre.
    """
    n = len(noms)
    if len(points) != n or any(len(ligne) != n for ligne in points):
        raise ValueError(f"On attend un tableau de {n} lignes et {n} colonnes, autant que de noms.")
    return Carte(
        titre,
        [[Valeur.de(case) for case in ligne] for ligne in points],
        noms,
        noms,
        entetes=(lignes, colonnes, "part des points du joueur 1"),
        repere=0.5,
    )
