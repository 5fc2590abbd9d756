"""Les six IA par règles du TP 5, sur des bitboards."""

from p4core.regles.joueurs import AU_HASARD, IA_REGLES, JoueurRegles

__all__ = ["AU_HASARD", "IA_REGLES", "JoueurRegles"]
