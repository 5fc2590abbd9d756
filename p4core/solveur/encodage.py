"""Mettre des scores dans un livre : trouver des nombres dont les « ou exclusifs » donnent tous les scores."""

from __future__ import annotations

from collections.abc import Iterable

from p4core.solveur.livre import BIAIS, LARGEUR, Grille, Livre, places, taille_des_nombres

Feuille = tuple[int, int, tuple[int, int, int]]  # une clé, sa place à elle, ses trois places


def coder(scores: dict[int, int], grille: Grille, plis: int) -> Livre:
    """Le livre de ces scores : on essaie des graines jusqu'à ce que le système ait une solution."""
    tiers = len(scores) * 123 // 300 + 16
    for graine in range(1, 1000):
        ordre = _effeuiller(scores, graine, tiers)
        if ordre is not None:
            return Livre(grille, plis, graine, tiers, _remplir(scores, ordre, tiers))
    raise RuntimeError("Aucune graine ne convient.")


def _effeuiller(cles: Iterable[int], graine: int, tiers: int) -> list[Feuille] | None:
    """Un ordre où chaque clé a, à son tour, une place à elle seule ; None s'il n'y en a pas."""
    occupants: list[set[int]] = [set() for _ in range(3 * tiers)]
    lieux = {cle: places(cle, graine, tiers) for cle in cles}
    for cle, trois in lieux.items():
        for place in trois:
            occupants[place].add(cle)
    seules = [place for place, presents in enumerate(occupants) if len(presents) == 1]
    ordre: list[Feuille] = []
    while seules:
        libre = seules.pop()
        if len(occupants[libre]) != 1:
            continue
        (cle,) = occupants[libre]
        ordre.append((cle, libre, lieux[cle]))
        for place in lieux[cle]:
            occupants[place].discard(cle)
            if len(occupants[place]) == 1:
                seules.append(place)
    return ordre if len(ordre) == len(lieux) else None


def _remplir(scores: dict[int, int], ordre: list[Feuille], tiers: int) -> bytes:
    """Donne à la place de chaque clé, de la dernière à la première, le nombre qui fait le bon score."""
    nombres = bytearray(3 * tiers)
    for cle, libre, trois in reversed(ordre):
        nombres[libre] = 0
        for place in trois:
            if place != libre:
                nombres[libre] ^= nombres[place]
        nombres[libre] ^= scores[cle] + BIAIS
    return _serrer(nombres)


def _serrer(nombres: bytearray) -> bytes:
    """Les nombres à la suite, six bits chacun : quatre nombres font trois octets."""
    suite = bytearray()
    for i in range(0, len(nombres), 4):
        bloc = sum(nombre << LARGEUR * rang for rang, nombre in enumerate(nombres[i : i + 4]))
        suite += bloc.to_bytes(3, "little")
    return bytes(suite[: taille_des_nombres(len(nombres) // 3)])
