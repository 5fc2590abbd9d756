"""Dire à l'enseignant où en est la classe : états, rapport, exportation des notes."""
