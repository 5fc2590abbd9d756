"""Les tournois : toutes les rencontres entre des joueurs du cours, sur un cœur ou sur cent machines."""

from p4core.tournois.conclusions import Conclusion, conclusions
from p4core.tournois.organisation import tournoi
from p4core.tournois.resultats import Incident, Rencontre, Resultats

__all__ = ["Conclusion", "Incident", "Rencontre", "Resultats", "conclusions", "tournoi"]
