"""Des parties rangées serré : quelques octets chacune, pour en garder des centaines de milliers."""

from __future__ import annotations

from dataclasses import dataclass, field

A_JOUER = 255  # à la place du gagnant, tant que la partie n'est pas jouée


@dataclass
class Releve:
    """Des parties qui se suivent, toutes sur la même grille."""

    cases: int  # nombre de cases de la grille : la place gardée pour les coups d'une partie
    coups: bytearray  # une colonne (à partir de 0) par octet
    longueurs: bytearray
    gagnants: bytearray  # 1 : qui a commencé ; 2 : l'autre ; 0 : nulle ; ou A_JOUER
    fautes: dict[int, str] = field(default_factory=dict)  # numéro de la partie -> ce qu'a fait le perdant

    @classmethod
    def vide(cls, parties: int, cases: int) -> Releve:
        """La place de ces parties, dont aucune n'est jouée."""
        return cls(cases, bytearray(parties * cases), bytearray(parties), bytearray([A_JOUER]) * parties)

    def __len__(self) -> int:
        return len(self.gagnants)

    @property
    def jouees(self) -> int:
        """Le nombre de parties jouées."""
        return len(self) - self.gagnants.count(A_JOUER)

    def coups_de(self, i: int) -> bytes:
        """Les coups de la i-ème partie."""
        return bytes(self.coups[i * self.cases : i * self.cases + self.longueurs[i]])

    def noter(self, i: int, coups: bytes, gagnant: int) -> None:
        """Écrit la i-ème partie."""
        self.coups[i * self.cases : i * self.cases + len(coups)] = coups
        self.longueurs[i], self.gagnants[i] = len(coups), gagnant

    def copier(self, premiere: int, autre: Releve) -> None:
        """Recopie d'autres parties à partir du numéro `premiere`, dans la limite de la place prévue."""
        n = min(len(autre), len(self) - premiere)
        fin = premiere + n
        self.coups[premiere * self.cases : fin * self.cases] = autre.coups[: n * self.cases]
        self.longueurs[premiere:fin] = autre.longueurs[:n]
        self.gagnants[premiere:fin] = autre.gagnants[:n]
        self.fautes.update({i: faute for i, faute in autre.fautes.items() if i < fin})
