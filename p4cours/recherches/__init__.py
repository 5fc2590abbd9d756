"""Une recherche min-max, jugée appel par appel : ce que son TP en attend, le premier qui s'en écarte."""

from p4cours.recherches.analyse import analyser
from p4cours.recherches.coupes import epargner
from p4cours.recherches.juge import nommer_appel
from p4cours.recherches.lecture import COLONNE, INVISIBLE, TRAIT, TRAVAIL, Imposee, Recherche

__all__ = [
    "COLONNE",
    "INVISIBLE",
    "TRAIT",
    "TRAVAIL",
    "Imposee",
    "Recherche",
    "analyser",
    "epargner",
    "nommer_appel",
]
