"""Ce que le notebook du TP 4 reçoit tout fait : ses figures, la mesure d'un réglage contre un autre, le
dessin d'une situation et la saisie d'une colonne au clavier."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from p4core.codages import SITUATION
from p4core.dessin import Dessin
from p4core.ecran import clavier
from p4core.francais import milliers, pour_cent
from p4core.graphiques import Axe, Courbe, Courbes, Valeur
from p4core.tableaux import Tableau
from p4core.tournois.statistiques import wilson

Reglage = tuple[int, int]  # (nb, k)


# --- la taille du graphe --------------------------------------------------------------------------


def courbe_situations(nombres: Sequence[int]) -> Courbes:
    """Le nombre de situations différentes à chaque coup, à côté de 7^k (échelle logarithmique)."""
    if not nombres:
        raise ValueError("La liste est vide : donnez les nombres de situations après 0, 1, 2… coups.")
    situations = {k: Valeur(n, etiquette=milliers(n)) for k, n in enumerate(nombres)}
    return Courbes(
        "Deux suites de coups mènent souvent à la même situation",
        [
            Courbe("situations différentes", situations),
            Courbe("suites de coups : 7ᵏ", {k: Valeur(7**k) for k in situations}),
        ],
        Axe("nombre de coups joués, k", graduations=list(situations)),
        Axe("nombre de situations", log=True),
    )


# --- des réglages l'un contre l'autre -------------------------------------------------------------


@dataclass(frozen=True)
class Duel:
    """Ce qu'un réglage a obtenu contre un autre."""

    victoires: int
    nulles: int
    defaites: int

    @classmethod
    def depuis_points(cls, points: Sequence[float]) -> Duel:
        """Le bilan d'une liste de résultats : 1 victoire, 0.5 nulle, 0 défaite."""
        return cls(*(sum(p == valeur for p in points) for valeur in (1, 0.5, 0)))

    @property
    def parties(self) -> int:
        """Le nombre de parties jouées."""
        return self.victoires + self.nulles + self.defaites

    @property
    def score(self) -> float:
        """La part des points gagnés, une nulle valant un demi-point."""
        return (self.victoires + self.nulles / 2) / self.parties

    @property
    def intervalle(self) -> tuple[float, float]:
        """L'intervalle de Wilson à 95 % ; il reste honnête avec peu de parties ou un score de 0 ou 1."""
        return wilson(self.victoires + self.nulles / 2, self.parties)


def conclusion(duel: Duel) -> str:
    """Ce que l'on peut dire au risque de 5 %."""
    bas, haut = duel.intervalle
    if bas > 0.5:
        return "plus fort"
    return "moins fort" if haut < 0.5 else "on ne peut pas conclure"


def tableau(duels: Mapping[Reglage, Duel], adversaire: Reglage) -> Tableau:
    """Le tableau des duels de plusieurs réglages (nb, k) contre un même adversaire."""
    lignes = [
        {
            "nb": nb,
            "k": k,
            "parties": duel.parties,
            "gagnées": duel.victoires,
            "nulles": duel.nulles,
            "perdues": duel.defaites,
            "score": duel.score,
            "à 95 %": duel.intervalle,
            "conclusion": conclusion(duel),
        }
        for (nb, k), duel in duels.items()
    ]
    formes = {"score": _part, "à 95 %": lambda bornes: "de {} à {}".format(*map(_part, bornes))}
    return Tableau(lignes, "Contre nb = {}, k = {} :".format(*adversaire), formes)


def _part(part: float) -> str:
    return pour_cent(part, 0)


def courbe_reglages(series: Mapping[str, Mapping[Reglage, Duel]], adversaire: Reglage) -> Courbes:
    """Le score de chaque réglage selon nb, avec son intervalle à 95 % ; une série de mesures par courbe."""
    return Courbes(
        "Score contre nb = {}, k = {}".format(*adversaire),
        [
            Courbe(nom, {nb: Valeur(duel.score, duel.intervalle) for (nb, _), duel in duels.items()})
            for nom, duels in series.items()
        ],
        Axe(
            "nb, parties au hasard par situation",
            log=True,
            graduations=sorted({nb for duels in series.values() for nb, _ in duels}),
        ),
        Axe("part des points gagnés", bornes=(0, 1), forme=_part),
        repere=(0.5, "aussi forts"),
    )


# --- dessiner une situation, demander son coup à une personne -------------------------------------


def dessiner(s: Any) -> Dessin:
    """Le dessin de la situation, lignes et colonnes numérotées comme dans G."""
    return SITUATION.dessiner(s)


def demande_colonne(s: Any) -> int | None:
    """La colonne choisie, redemandée tant qu'elle n'est pas jouable ; None si la personne s'arrête là."""
    joueur, G = s
    pleines = [case is not None for case in G[-1]]
    with clavier.poliment():
        return clavier.demander_colonne(f"Joueur {joueur}, votre colonne", pleines)
    return None
