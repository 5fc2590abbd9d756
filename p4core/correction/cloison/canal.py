"""Le canal entre les deux côtés : des messages JSON, précédés de leur longueur."""

from __future__ import annotations

import json
import select
import socket
import struct
import time
from typing import Any

LONGUEUR = struct.Struct("<I")
MESSAGE_MAX = 16 * 2**20  # aucune réponse honnête n'approche de cette taille

Message = dict[str, Any]


class CanalRompu(Exception):
    """L'autre côté ne parle plus, ou dit n'importe quoi."""


class CanalMuet(CanalRompu):
    """L'autre côté n'a pas répondu à temps."""


class Canal:
    """Envoie et reçoit des messages sur une prise ; la prise est fermée au premier défaut."""

    def __init__(self, prise: socket.socket) -> None:
        self._prise = prise

    def envoyer(self, message: Message) -> None:
        """Envoie un message entier."""
        try:
            octets = json.dumps(message, ensure_ascii=True, separators=(",", ":")).encode()
        except (ValueError, TypeError, RecursionError) as erreur:
            raise CanalRompu(f"message impossible à écrire : {erreur}") from erreur
        if len(octets) > MESSAGE_MAX:
            raise CanalRompu("message trop long")
        try:
            self._prise.sendall(LONGUEUR.pack(len(octets)) + octets)
        except OSError as erreur:
            raise CanalRompu(str(erreur)) from erreur

    def recevoir(self, limite: float | None = None) -> Message:
        """Le message suivant ; `limite` est l'instant (time.monotonic) où l'on cesse d'attendre."""
        (longueur,) = LONGUEUR.unpack(self._lire(LONGUEUR.size, limite))
        if longueur > MESSAGE_MAX:
            raise CanalRompu("message trop long")
        try:
            message = json.loads(self._lire(longueur, limite))
        except (ValueError, RecursionError) as erreur:
            raise CanalRompu(f"message illisible : {erreur}") from erreur
        if not isinstance(message, dict):
            raise CanalRompu("message illisible")
        return message

    def pret(self, delai: float) -> bool:
        """Y a-t-il quelque chose à lire, d'ici `delai` secondes ?"""
        try:
            return bool(select.select([self._prise], [], [], delai)[0])
        except (OSError, ValueError) as erreur:
            raise CanalRompu(str(erreur)) from erreur

    def _lire(self, combien: int, limite: float | None) -> bytes:
        morceaux = bytearray()
        while len(morceaux) < combien:
            reste = None if limite is None else limite - time.monotonic()
            if reste is not None and reste <= 0:
                raise CanalMuet("pas de réponse")
            try:
                self._prise.settimeout(reste)
                morceau = self._prise.recv(min(combien - len(morceaux), 1 << 20))
            except TimeoutError as erreur:
                raise CanalMuet("pas de réponse") from erreur
            except OSError as erreur:
                raise CanalRompu(str(erreur)) from erreur
            if not morceau:
                raise CanalRompu("l'autre côté est fermé")
            morceaux += morceau
        return bytes(morceaux)

    def fermer(self) -> None:
        """Ferme la prise."""
        self._prise.close()
