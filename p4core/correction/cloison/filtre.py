"""Le filtre d'appels système du bac à sable : aucun nouveau processus, donc ni fork sans fin ni orphelin.

C'est un programme pour le filtre BPF de Linux, que bubblewrap installe. Les fils d'exécution restent permis.
Une limite du nombre de processus ne suffirait pas : elle ne retient pas root.
"""

from __future__ import annotations

import platform
import struct

_INSTRUCTION = struct.Struct("<HBBI")
_LIRE, _EGAL, _PLUS_GRAND, _ET, _RENDRE = 0x20, 0x15, 0x35, 0x54, 0x06
_NUMERO, _ARCHITECTURE, _PREMIER_ARGUMENT = 0, 4, 16  # dans struct seccomp_data
_PERMIS, _TUER = 0x7FFF0000, 0x80000000
_REFUS_EPERM, _REFUS_ENOSYS = 0x00050000 | 1, 0x00050000 | 38
_CLONE_THREAD = 0x00010000
# machine → (identifiant d'architecture, clone, appels à refuser, premier numéro d'un autre jeu d'appels)
_MACHINES = {
    "x86_64": (0xC000003E, 56, (57, 58, 101, 165, 272, 308, 250, 321), 0x40000000),
    "aarch64": (0xC00000B7, 220, (117, 40, 97, 268, 219, 280), 0x40000000),
}  # fork, vfork, ptrace, mount, unshare, setns, keyctl, bpf
_CLONE3 = 435  # le même numéro partout ; ENOSYS fait revenir la bibliothèque C à clone


def filtre() -> bytes | None:
    """Le programme pour cette machine ; None si on ne sait pas l'écrire."""
    machine = _MACHINES.get(platform.machine())
    if machine is None:
        return None
    architecture, clone, refuses, autre_jeu = machine
    programme = [
        (_LIRE, 0, 0, _ARCHITECTURE),
        (_EGAL, 1, 0, architecture),
        (_RENDRE, 0, 0, _TUER),
        (_LIRE, 0, 0, _NUMERO),
        (_PLUS_GRAND, 0, 1, autre_jeu),
        (_RENDRE, 0, 0, _REFUS_EPERM),
        (_EGAL, 0, 1, _CLONE3),
        (_RENDRE, 0, 0, _REFUS_ENOSYS),
        *(etape for numero in refuses for etape in ((_EGAL, 0, 1, numero), (_RENDRE, 0, 0, _REFUS_EPERM))),
        (_EGAL, 1, 0, clone),
        (_RENDRE, 0, 0, _PERMIS),
        (_LIRE, 0, 0, _PREMIER_ARGUMENT),
        (_ET, 0, 0, _CLONE_THREAD),
        (_EGAL, 0, 1, 0),
        (_RENDRE, 0, 0, _REFUS_EPERM),
        (_RENDRE, 0, 0, _PERMIS),
    ]
    return b"".join(_INSTRUCTION.pack(code, oui, non, k) for code, oui, non, k in programme)
