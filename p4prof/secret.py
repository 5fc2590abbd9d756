"""Le secret d'un TP, propre à la classe : les tests cachés en tirent leurs essais.

Il reste dans gestion/, du côté des tests : personne ne connaît d'avance les essais, et la même réponse, notée
de nouveau ou chez un autre élève, a les mêmes. Ni nbformat ni nbgrader ici : chaque correcteur s'en sert.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
from hashlib import blake2b
from pathlib import Path

from p4core.commande import DemandeImpossible

OCTETS = 16
DOSSIER = "secrets"


def secret_du_tp(gestion: Path, tp: str) -> bytes:
    """Le secret de ce TP, tiré la première fois ; deux notations qui commencent ensemble ont le même."""
    chemin = gestion / DOSSIER / f"{tp}.txt"
    try:
        if not chemin.exists():
            _creer(chemin)
        texte = chemin.read_text("ascii", "replace").strip()
    except OSError as erreur:
        raise DemandeImpossible(
            f"Le secret des tests cachés ne peut être ni lu ni écrit dans {chemin} ({erreur.strerror}) : "
            f"pour noter, il faut pouvoir lire et écrire dans le dossier {gestion}."
        ) from erreur
    if not re.fullmatch(rf"[0-9a-f]{{{2 * OCTETS}}}", texte):
        raise DemandeImpossible(
            f"Le secret des tests cachés, dans {chemin}, est abîmé. Remettez ce fichier s'il vous en reste "
            "une copie ; sinon effacez-le : un autre sera tiré, et toutes les copies du TP notées de nouveau."
        )
    return bytes.fromhex(texte)


def _creer(chemin: Path) -> None:
    """Un fichier pour soi seul, entier ou absent, et jamais récrit : le premier qui le pose a raison."""
    chemin.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    brouillon = chemin.with_name(f".{chemin.name}.{os.getpid()}.{secrets.token_hex(4)}.tmp")
    descripteur = os.open(brouillon, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descripteur, "w", encoding="ascii") as fichier:
            fichier.write(secrets.token_hex(OCTETS) + "\n")
            fichier.flush()
            os.fsync(fichier.fileno())
        with contextlib.suppress(FileExistsError):  # une autre notation vient de le poser
            _poser(brouillon, chemin)
    finally:
        brouillon.unlink()


def _poser(brouillon: Path, chemin: Path) -> None:
    try:
        os.link(brouillon, chemin)
    except FileExistsError:
        raise
    except OSError:  # un disque sans liens (FAT, certains partages)
        descripteur = os.open(chemin, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descripteur, "wb") as fichier:
            fichier.write(brouillon.read_bytes())


def deriver(secret: bytes, *noms: object) -> int:
    """Une graine de 128 bits pour cet usage : en connaître d'autres, ou elle, ne dit rien du secret."""
    texte = "\0".join(map(str, noms)).encode()
    return int.from_bytes(blake2b(texte, key=secret, digest_size=OCTETS).digest(), "big")


def empreinte_du_secret(secret: bytes) -> str:
    """De quoi voir qu'il a changé, sans le dire."""
    return f"{deriver(secret, 'empreinte'):032x}"
