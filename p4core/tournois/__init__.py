"""Les tournois : toutes les rencontres entre des joueurs du cours, sur un cœur ou sur cent machines."""

from __future__ import annotations

from p4core.tournois.matchs import duel
from p4core.tournois.mesure import mesurer
from p4core.tournois.organisation import tournoi

__all__ = ["duel", "mesurer", "tournoi"]
