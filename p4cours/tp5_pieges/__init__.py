"""TP 5 : pièges, la méthode rétrograde (codage « jetons »)."""

from __future__ import annotations

from p4cours.tp5_pieges import colonnes, jeu, ordi, pieges, urgence
from p4cours.tp5_pieges.fournitures import dessiner, maxixaccessible, maxixloc, parcours

__all__ = ["QUESTIONS", "dessiner", "maxixaccessible", "maxixloc", "parcours"]

QUESTIONS = {
    question.nom: question
    for question in (
        urgence.NB_DIAGONALES,
        urgence.URGENCE,
        colonnes.LISTCOLOK,
        pieges.PIEGECOL,
        pieges.PIEGE2,
        pieges.COUT_N3,
        ordi.ORDI,
        jeu.JEU,
    )
}
