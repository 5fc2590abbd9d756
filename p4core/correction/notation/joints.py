"""Les fichiers de données qui accompagnent une copie dans le bac à sable."""

from __future__ import annotations

from pathlib import Path

OCTETS_MAX = 8 * 2**20
ENVELOPPE = 1000  # octets qu'un fichier coûte en plus des siens : cent mille fichiers vides ne passent pas


def fichiers_joints(corrige: Path) -> dict[str, bytes]:
    """Les fichiers de données du TP et de la copie, tant qu'ils restent raisonnables."""
    joints: dict[str, bytes] = {}
    reste = OCTETS_MAX
    # Les petits d'abord : une vidéo oubliée dans le dossier ne prive pas la copie des données du TP.
    for taille, chemin in sorted((p.stat().st_size, p) for p in corrige.rglob("*") if _donnees(p)):
        reste -= taille + ENVELOPPE
        if reste < 0:
            break
        joints[chemin.relative_to(corrige).as_posix()] = chemin.read_bytes()
    return joints


def _donnees(chemin: Path) -> bool:
    return chemin.suffix != ".ipynb" and not chemin.is_symlink() and chemin.is_file()
