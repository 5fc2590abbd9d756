"""Ce que le notebook du TP 2 reçoit tout fait : des duels de min-max par milliers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from p4cours.duels import Duels, jouer_duels

Machine = tuple[Sequence[float], int]  # les poids et la profondeur d'un min-max


def duels(machines: Mapping[str, Machine], parties: int, graine: int | str = 0, titre: str = "") -> Duels:
    """Chaque machine (poids, profondeur) joue `parties` parties contre chaque autre, et commence la moitié.

    Elles jouent comme minmax(G, j, W, p), avec la même façon de tirer au sort, mais bien plus vite.
    """
    from p4core.ia.jumeaux import JoueurMinmax  # numba, qui est long à charger

    joueurs = {nom: JoueurMinmax(poids, p) for nom, (poids, p) in machines.items()}
    return jouer_duels(joueurs, parties, graine, titre)
