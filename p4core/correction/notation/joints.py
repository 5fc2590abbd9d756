"""Les fichiers de données qui accompagnent une copie dans le bac à sable."""

from __future__ import annotations

from pathlib import Path

OCTETS_MAX = 8 * 2**20


def fichiers_joints(corrige: Path) -> dict[str, bytes]:
    """Les fichiers de données du TP et de la copie, tant qu'ils restent raisonnables."""
    joints: dict[str, bytes] = {}
    reste = OCTETS_MAX
    for chemin in sorted(corrige.rglob("*")):
        if chemin.suffix == ".ipynb" or chemin.is_symlink() or not chemin.is_file():
            continue
        reste -= chemin.stat().st_size
        if reste >= 0:
            joints[chemin.relative_to(corrige).as_posix()] = chemin.read_bytes()
    return joints
