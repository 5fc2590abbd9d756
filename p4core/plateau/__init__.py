"""Le plateau : jouer dans un notebook contre une personne, une IA ou sa propre fonction."""

from p4core.plateau.plateau import Plateau

__all__ = ["Plateau"]
