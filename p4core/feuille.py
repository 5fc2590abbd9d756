"""La feuille de partie : les coups joués et l'endroit où l'on regarde."""

from __future__ import annotations

from dataclasses import dataclass, field

from p4core.position import Position


@dataclass
class Feuille:
    """Une position de départ, les coups joués depuis, et le nombre de coups rejoués sur le plateau."""

    depart: Position
    coups: list[int] = field(default_factory=list)
    curseur: int = 0

    @classmethod
    def depuis(cls, position: Position) -> Feuille:
        """La feuille qui mène à cette position ; ses coups sont retrouvés si l'histoire est connue."""
        if position.notation is None:
            return cls(position)
        vide = Position(position.largeur, position.hauteur, position.aligner)
        coups = list(position.historique)
        return cls(vide, coups, len(coups))

    @property
    def position(self) -> Position:
        """La position à l'endroit du curseur."""
        return self._apres(self.curseur)

    @property
    def finale(self) -> Position:
        """La position après tous les coups de la feuille."""
        return self._apres(len(self.coups))

    def _apres(self, nombre: int) -> Position:
        position = self.depart
        for x in self.coups[:nombre]:
            position = position.jouer(x)
        return position

    def jouer(self, x: int) -> None:
        """Ajoute un coup au curseur ; les coups qui suivaient sont oubliés."""
        self.position.jouer(x)  # lève CoupIllegal avant de rien changer
        del self.coups[self.curseur :]
        self.coups.append(x)
        self.curseur += 1

    def aller(self, nombre: int) -> None:
        """Regarde la position après ce nombre de coups."""
        self.curseur = max(0, min(nombre, len(self.coups)))

    def trait_apres(self, nombre: int) -> int:
        """Le joueur qui a le trait après ce nombre de coups."""
        return self.depart.trait if nombre % 2 == 0 else 3 - self.depart.trait
