"""Le temps de calcul d'un processus et de ceux qu'il a lancés, tel que Linux le montre."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path


def temps_de_la_famille(pid: int) -> float:
    """Les secondes de calcul de ce processus et de ses descendants encore en vie."""
    return sum(_temps(membre) for membre in _descendance(pid))


def _descendance(pid: int) -> Iterator[int]:
    """Ce processus et ceux qu'il a lancés."""
    yield pid
    try:
        enfants = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:  # il vient de mourir, ou ce système n'a pas /proc
        return
    for enfant in enfants:
        yield from _descendance(int(enfant))


def _temps(pid: int) -> float:
    try:
        champs = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(champs[11]) + int(champs[12])) / os.sysconf("SC_CLK_TCK")
