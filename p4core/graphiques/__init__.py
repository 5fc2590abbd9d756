"""Les graphiques : des données dessinées en SVG, les mêmes dans un notebook, une page ou un navigateur.

Courbes, barres, carte et radar montrent les intervalles que leurs données contiennent. Ils se lisent sur fond
clair comme sur fond sombre (l'encre est celle du texte autour), sans couleur (marques, traits et nombres) et
sans image (une phrase les décrit). Ni script, ni adresse, ni identifiant : l'image se copie où l'on veut."""

from p4core.graphiques.figures import (
    Barres,
    Carte,
    CoteACote,
    Courbe,
    Courbes,
    Graphique,
    Mesurable,
    Radar,
    Valeur,
    afficher,
)
from p4core.graphiques.toile import Axe

__all__ = [
    "Axe",
    "Barres",
    "Carte",
    "CoteACote",
    "Courbe",
    "Courbes",
    "Graphique",
    "Mesurable",
    "Radar",
    "Valeur",
    "afficher",
]
