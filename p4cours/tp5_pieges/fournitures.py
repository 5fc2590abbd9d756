"""Ce que le notebook du TP 5 reçoit tout fait : des dessins, et deux fonctions en boîte fermée."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Any

from p4core.appels import pure
from p4core.codages import JETONS
from p4core.dessin import MARGE, PAS, Dessin, Image, svg
from p4core.francais import en_une_ligne
from p4core.jeu import Case
from p4cours.tp5_pieges.grilles import aides, autres_vides, droites

_BOITE = aides("maxixloc", "maxixaccessible")


# --- deux fonctions dont on se sert sans les lire -------------------------------------------------


def maxixloc(l: Any, i: int, j: int, t: str, g: int) -> int:
    """Le plus de jetons t dans une ligne de g cases sans adversaire qui passe par la case vide l[j][i]."""
    return _BOITE["maxixloc"](l, i, j, t, g)


@pure
def maxixaccessible(l: Any, t: str, g: int) -> int:
    """Le maximum de maxixloc sur les cases où l'on peut jouer tout de suite."""
    return _BOITE["maxixaccessible"](l, t, g)


# Ce que la correction prête aux fonctions de l'élève : qui mesure une case en mesure d'autres.
BOITE: dict[str, Callable[..., Any]] = {
    "maxixloc": pure(maxixloc, autres_vides),
    "maxixaccessible": maxixaccessible,
}


# --- des dessins ----------------------------------------------------------------------------------


@en_une_ligne
def dessiner(l: list[list[str]], cases: Collection[Case] = ()) -> Dessin:
    """Le dessin de la table, ces cases [c, i] encadrées (c, le numéro de la colonne ; i, la ligne)."""
    image = replace(JETONS.dessiner(l).image, dernier=None)
    return Dessin(replace(image, fautives=[(c - 1, image.hauteur - 1 - i) for c, i in cases]))


@dataclass(frozen=True)
class Parcours:
    """Les diagonales montantes assez longues, chacune parcourue d'un trait ; les coins oubliés, encadrés."""

    largeur: int
    hauteur: int
    g: int

    @property
    def lues(self) -> list[tuple[Case, ...]]:
        """Les diagonales parcourues."""
        return list(droites(self.largeur, self.hauteur, "diagm", self.g))

    @property
    def image(self) -> Image:
        """La table vide, où les cases qu'aucun trait ne traverse sont encadrées."""
        lues = {case for diagonale in self.lues for case in diagonale}
        toutes = [(x, y) for x in range(self.largeur) for y in range(self.hauteur)]
        return Image(
            [[0] * self.hauteur for _ in range(self.largeur)],
            fautives=[case for case in toutes if case not in lues],
            rangees=JETONS.rangees(self.hauteur),
            titre=f"{len(self.lues)} diagonales montantes d'au moins {self.g} cases ; les coins sont laissés",
        )

    def __repr__(self) -> str:
        return "\n".join([self.image.titre, repr(Dessin(self.image))])

    def _repr_svg_(self) -> str:
        return svg(self.image, 32).replace("</svg>", f"{''.join(map(self._trait, self.lues))}</svg>")

    def _trait(self, diagonale: tuple[Case, ...]) -> str:
        (x1, y1), (x2, y2) = (self._centre(case) for case in (diagonale[0], diagonale[-1]))
        chemin = f"M{x1} {y1}L{x2} {y2}M{x2 - 11} {y2 + 2}L{x2} {y2}L{x2 - 2} {y2 + 11}"
        # Un liseré blanc sous le trait : il se voit aussi bien sur le bleu que dans les cases vides.
        traits = (("#ffffff", 7), ("#0b7a4b", 3))
        return "".join(
            f'<path d="{chemin}" fill="none" stroke="{couleur}" stroke-width="{epaisseur}"/>'
            for couleur, epaisseur in traits
        )

    def _centre(self, case: Case) -> tuple[int, int]:
        x, y = case
        return MARGE + x * PAS + PAS // 2, 4 + (self.hauteur - 1 - y) * PAS + PAS // 2


def parcours(largeur: int = 7, hauteur: int = 6, g: int = 4) -> Parcours:
    """Le chemin de verifdiagonale_mont sur une table de cette taille."""
    return Parcours(largeur, hauteur, g)
