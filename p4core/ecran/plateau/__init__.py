"""Le plateau : jouer dans un notebook contre une personne, une IA ou sa propre fonction."""

from __future__ import annotations

from p4core.ecran.plateau.plateau import Plateau

__all__ = ["Plateau"]
