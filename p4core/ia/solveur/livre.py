"""Le livre d'ouvertures : le score de toutes les positions des premiers coups, lu sans les énumérer.

Le livre ne contient pas les positions : une fonction de hachage donne à chacune trois places d'un tableau de
nombres, dont le « ou exclusif » est son score. Faire un livre, c'est trouver les nombres qui conviennent."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path

from p4core.ia.solveur.noyau import Grille

ENTETE = struct.Struct("<4sBBBBHI")  # marque, largeur, hauteur, alignement, plis, graine, taille d'un tiers
MARQUE = b"P4L2"
BIAIS, LARGEUR = 32, 6  # les nombres du fichier : score + BIAIS, sur LARGEUR bits
MELANGE = 0x9E3779B97F4A7C15
TOUT = 2**64 - 1

Feuille = tuple[int, int, tuple[int, int, int]]  # une clé, sa place à elle, ses trois places


def cle_canonique(moi: int, masque: int, grille: Grille) -> int:
    """Un entier propre à la position, le même pour son miroir."""
    largeur, pas = grille[0], grille[1] + 1
    cle = moi + masque + sum(1 << x * pas for x in range(largeur))
    colonnes = [cle >> x * pas & (1 << pas) - 1 for x in range(largeur)]
    return min(cle, sum(colonne << x * pas for x, colonne in enumerate(reversed(colonnes))))


def places(cle: int, graine: int, tiers: int) -> tuple[int, int, int]:
    """Les trois nombres d'une position, un dans chaque tiers."""
    h = (cle ^ graine * MELANGE) * MELANGE & TOUT
    h = (h ^ h >> 29) * MELANGE & TOUT
    h ^= h >> 32
    a, b, c = h & 0x1FFFFF, h >> 21 & 0x1FFFFF, h >> 42 & 0x1FFFFF
    return a * tiers >> 21, tiers + (b * tiers >> 21), 2 * tiers + (c * tiers >> 21)


def precedentes(moi: int, masque: int, grille: Grille) -> Iterator[tuple[int, int]]:
    """Les positions d'où un coup mène à celle-ci."""
    adv, pas = moi ^ masque, grille[1] + 1
    for x in range(grille[0]):
        colonne = masque & ((1 << pas) - 1) << x * pas
        dernier = colonne & ~(colonne >> 1)  # le pion du haut
        if dernier & adv:
            yield adv ^ dernier, masque ^ dernier


def atteignable(moi: int, masque: int, grille: Grille) -> bool:
    """Des coups alternés depuis la grille vide peuvent-ils mener à cette position ?"""
    if not masque:
        return not moi
    return any(atteignable(*precedente, grille) for precedente in precedentes(moi, masque, grille))


def taille_des_nombres(tiers: int) -> int:
    """Le nombre d'octets des trois tiers."""
    return (3 * tiers * LARGEUR + 7) // 8


@dataclass(frozen=True)
class Livre:
    """Un livre chargé en mémoire."""

    grille: Grille
    plis: int
    graine: int
    tiers: int
    octets: bytes

    def score(self, moi: int, masque: int) -> int | None:
        """Le score de la position si le livre la connaît, sinon None."""
        if masque.bit_count() > self.plis or not atteignable(moi, masque, self.grille):
            return None
        a, b, c = places(cle_canonique(moi, masque, self.grille), self.graine, self.tiers)
        return (self._nombre(a) ^ self._nombre(b) ^ self._nombre(c)) - BIAIS

    def minorant(self, moi: int, masque: int) -> int:
        """Un minorant du score : l'opposé de celui d'une position précédente que le livre connaît."""
        if masque.bit_count() > self.plis + 1:
            return -BIAIS
        connus = (self.score(*precedente) for precedente in precedentes(moi, masque, self.grille))
        return max((-connu for connu in connus if connu is not None), default=-BIAIS)

    def _nombre(self, place: int) -> int:
        octet, bit = divmod(place * LARGEUR, 8)
        return int.from_bytes(self.octets[octet : octet + 2], "little") >> bit & (1 << LARGEUR) - 1


def lire(contenu: bytes) -> Livre:
    """Le livre contenu dans un fichier."""
    marque, largeur, hauteur, aligner, plis, graine, tiers = ENTETE.unpack_from(contenu)
    octets = contenu[ENTETE.size :]
    if marque != MARQUE or len(octets) != taille_des_nombres(tiers):
        raise ValueError("Ce fichier n'est pas un livre d'ouvertures, ou il est incomplet.")
    return Livre((largeur, hauteur, aligner), plis, graine, tiers, octets)


def nom_du_livre(grille: Grille) -> str:
    """Le nom du fichier d'une grille."""
    return "livre_{}x{}_{}.p4l".format(*grille)


@lru_cache(maxsize=8)
def livre_pour(grille: Grille) -> Livre | None:
    """Le livre de cette grille fourni avec la bibliothèque, s'il existe."""
    fichier = resources.files("p4core.ia.solveur") / nom_du_livre(grille)
    return lire(fichier.read_bytes()) if fichier.is_file() else None


def minorant(grille: Grille, moi: int, masque: int) -> int:
    """Le minorant que donne le livre fourni, s'il existe."""
    livre = livre_pour(grille)
    return livre.minorant(moi, masque) if livre else -BIAIS


def ecrire(chemin: Path, livre: Livre) -> None:
    """Enregistre le livre dans un fichier."""
    entete = ENTETE.pack(MARQUE, *livre.grille, livre.plis, livre.graine, livre.tiers)
    chemin.write_bytes(entete + livre.octets)


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
