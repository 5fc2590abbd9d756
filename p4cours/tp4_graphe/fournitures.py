"""Ce que le notebook du TP 4 reçoit tout fait : ses figures, des duels de réglages par milliers, le
dessin d'une situation et la saisie d'une colonne au clavier."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from p4core.codages import SITUATION
from p4core.dessin import Dessin
from p4core.ecran import clavier
from p4core.francais import en_une_ligne, milliers, pour_cent
from p4core.graphiques import Axe, Courbe, Courbes, Valeur
from p4cours.duels import Duels, jouer_duels

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


def duels(reglages: Sequence[Reglage], parties: int, graine: int | str = 0, titre: str = "") -> Duels:
    """Chaque réglage (nb, k) joue `parties` parties contre chaque autre, et commence la moitié.

    Ils jouent comme IA(nb, k), mais bien plus vite.
    """
    from p4core.ia.jumeaux import JoueurAlea  # numba, qui est long à charger

    joueurs = {f"({nb}, {k})": JoueurAlea(nb, k) for nb, k in reglages}
    return jouer_duels(joueurs, parties, graine, titre)


def courbe_reglages(mesures: Mapping[str, Duels], adversaire: Reglage) -> Courbes:
    """Le score des réglages (nb, 1) contre cet adversaire, selon nb ; une table de duels par courbe."""
    courbes = [Courbe(nom, _scores(table, "({}, {})".format(*adversaire))) for nom, table in mesures.items()]
    return Courbes(
        "Score de (nb, 1) contre ({}, {})".format(*adversaire),
        courbes,
        Axe(
            "nb, parties au hasard par situation",
            log=True,
            graduations=sorted({nb for courbe in courbes for nb in courbe.points}),
        ),
        Axe("part des points gagnés", bornes=(0, 1), forme=_part),
        repere=(0.5, "aussi forts"),
    )


def _scores(table: Duels, adversaire: str) -> dict[float, Valeur]:
    """Le score de chaque réglage (nb, 1) de la table, et son intervalle, rangés par nb."""
    decomptes = {
        float(nom[1:].partition(",")[0]): table.decompte(nom, adversaire)
        for nom in table.table.joueurs
        if nom.endswith(", 1)") and nom != adversaire
    }
    return {nb: Valeur(d.score, d.intervalle) for nb, d in decomptes.items()}


def _part(part: float) -> str:
    return pour_cent(part, 0)


# --- dessiner une situation, demander son coup à une personne -------------------------------------


@en_une_ligne
def dessiner(s: Any, coups: Sequence[tuple[int, int]] = ()) -> Dessin:
    """Le dessin de la situation, lignes et colonnes numérotées comme dans G ; ces coups (i, j) encadrés."""
    cases = tuple((j, i) for i, j in coups)
    return Dessin(replace(SITUATION.dessiner(s).image, dernier=None, fautives=cases))


def demande_colonne(s: Any) -> int | None:
    """La colonne choisie, redemandée tant qu'elle n'est pas jouable ; None si la personne s'arrête là."""
    joueur, G = s
    pleines = [case is not None for case in G[-1]]
    with clavier.poliment():
        return clavier.demander_colonne(f"Joueur {joueur}, votre colonne", pleines)
    return None
