"""Les six IA du TP 5 comme joueurs d'une Position."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from p4core.position import Position
from p4core.regles import choix
from p4core.regles.geometrie import jeu
from p4core.regles.lignes import Jeu


@dataclass(frozen=True)
class JoueurRegles:
    """Une IA par règles : elle tire au sort parmi ses colonnes candidates."""

    nom: str
    numero: int  # celui des règles, que les tournois compilés reconnaissent
    alea: random.Random = field(default_factory=random.Random, repr=False, compare=False)

    def candidats(self, position: Position) -> list[int]:
        """Les colonnes (à partir de 0) que les règles retiennent ; aucune si la partie est finie."""
        if position.finie:
            return []
        # Un seul coup prend un dixième de milliseconde en Python : inutile d'attendre la compilation.
        ensemble = choix.candidats(self.numero, *vue(position))
        return [x for x in range(position.largeur) if ensemble >> x & 1]

    def __call__(self, position: Position) -> int:
        """La colonne choisie."""
        return self.alea.choice(self.candidats(position))


def vue(position: Position) -> tuple[int, int, int, Jeu]:
    """Ce que les règles lisent d'une position : (pions au trait, autres pions, dernière colonne, jeu)."""
    un, deux = position.pions if position.trait == 1 else position.pions[::-1]
    dernier = position.historique[-1] if position.historique else -1
    return un, deux, dernier, jeu(position.largeur, position.hauteur, position.aligner)


IA_REGLES = {
    nom: JoueurRegles(nom, numero)
    for nom, numero in (
        ("1.1", choix.IA11),
        ("1.2", choix.IA12),
        ("1.3", choix.IA13),
        ("1.4", choix.IA14),
        ("2", choix.IA2),
        ("3", choix.IA3),
    )
}
AU_HASARD = JoueurRegles("hasard", choix.HASARD)
