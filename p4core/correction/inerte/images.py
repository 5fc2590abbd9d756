"""Les images qu'on peut montrer : de vrais PNG ou JPEG, en base 64, de taille raisonnable."""

from __future__ import annotations

import base64
import binascii
from typing import Any

OCTETS_MAX = 3 * 2**20
PIXELS_MAX = 30_000_000
COTE_MAX = 4_000  # en pixels, pour la taille demandée à l'affichage
_DEBUTS = {"image/png": b"\x89PNG\r\n\x1a\n", "image/jpeg": b"\xff\xd8\xff"}


def image_sure(genre: str, donnees: Any) -> str | None:
    """L'image en base 64, réécrite ; None si ce n'en est pas une de ce genre."""
    if genre not in _DEBUTS or not isinstance(donnees, str) or len(donnees) > 2 * OCTETS_MAX:
        return None
    try:
        octets = base64.b64decode("".join(donnees.split()), validate=True)
    except (binascii.Error, ValueError):
        return None
    if not octets.startswith(_DEBUTS[genre]) or len(octets) > OCTETS_MAX or _demesuree(genre, octets):
        return None
    return base64.b64encode(octets).decode()


def _demesuree(genre: str, octets: bytes) -> bool:
    """Un PNG de quelques octets peut annoncer des milliards de pixels."""
    if genre != "image/png":
        return False
    largeur, hauteur = (int.from_bytes(octets[debut : debut + 4], "big") for debut in (16, 20))
    return largeur * hauteur > PIXELS_MAX


def images_sures(pieces_jointes: Any) -> dict[str, dict[str, str]]:
    """Parmi les pièces jointes d'une cellule, les images vérifiées."""
    if not isinstance(pieces_jointes, dict):
        return {}
    jointes = {nom: _versions_sures(versions) for nom, versions in pieces_jointes.items()}
    return {nom: versions for nom, versions in jointes.items() if versions}


def _versions_sures(versions: Any) -> dict[str, str]:
    versions = versions if isinstance(versions, dict) else {}
    sures = {genre: image_sure(genre, donnees) for genre, donnees in versions.items()}
    return {genre: image for genre, image in sures.items() if image is not None}


def taille_demandee(metadonnees: Any, genre: str) -> dict[str, dict[str, int]]:
    """La largeur et la hauteur d'affichage, si ce sont bien des nombres ; le reste n'est pas gardé."""
    reglages = metadonnees.get(genre) if isinstance(metadonnees, dict) else None
    if not isinstance(reglages, dict):
        return {}
    cotes = {nom: reglages.get(nom) for nom in ("width", "height")}
    gardes = {nom: v for nom, v in cotes.items() if type(v) is int and 0 < v <= COTE_MAX}
    return {genre: gardes} if gardes else {}
