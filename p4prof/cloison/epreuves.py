"""Éprouver le mur de cette machine : une douzaine d'attaques, faites pour de vrai, et ce qui tient."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from p4prof.cloison.choix import monter
from p4prof.cloison.mur import Mur
from p4prof.cloison.session import ABSENT, Limites, Session

LIMITES = Limites(cellule=2.0, appel=2.0, reprise=2.0, copie=300.0)
PATIENCE = 60.0  # secondes : une attaque arrêtée bien après sa limite n'a pas été arrêtée


@dataclass(frozen=True)
class Epreuve:
    """Une attaque : une cellule, puis une fonction qui rend vrai si elle a réussi."""

    tente: str
    cellule: str


# Chaque cellule définit `reussie()`, ou ne finit pas ; TEMOIN est un fichier qu'elle ne doit pas atteindre.
EPREUVES = (
    Epreuve("lire un fichier de la machine", "def reussie(): return open(TEMOIN).read() == 'secret'"),
    Epreuve("écrire un fichier de la machine", "def reussie(): open(TEMOIN, 'w').write('x')"),
    Epreuve("voir vos variables d'environnement", "import os\ndef reussie(): return 'P4_SECRET' in os.environ"),
    Epreuve("lancer un programme", "import subprocess\ndef reussie(): return subprocess.run(['true']) is not None"),
    Epreuve("se dédoubler", "import os\ndef reussie(): return os.fork() >= 0"),
    Epreuve("ouvrir une connexion", "import socket\ndef reussie(): return socket.create_connection(('127.0.0.1', PORT), 1)"),
    Epreuve("changer un réglage du système", "def reussie(): return open('/proc/sys/kernel/core_pattern', 'r+') is not None"),
    Epreuve("écrire dans la mémoire d'un autre", "def reussie(): return open('/proc/1/mem', 'r+b') is not None"),
    Epreuve("faire attendre les autres copies (bail sur les fichiers de Python)", "import fcntl, os\ndef reussie(): return fcntl.fcntl(open(os.__file__), 1024, 0) == 0"),
    Epreuve("laisser un mot aux autres copies (trousseau de clés)", "import ctypes\ndef reussie(): return ctypes.CDLL(None).syscall(248, b'user', b'p4', b'x', 1, -3) > 0"),
    Epreuve("prendre de la mémoire hors des limites (memfd)", "import os\ndef reussie(): return os.memfd_create('m') >= 0"),
    Epreuve("importer les corrigés", "def reussie():\n    import p4core.jeu\n    return hasattr(p4core.jeu, '__file__')"),
    Epreuve("tourner sans fin", "while True: pass"),
    Epreuve("tourner sans fin et tout intercepter", "while True:\n    try:\n        while True: pass\n    except BaseException: pass"),
    Epreuve("prendre toute la mémoire", "l = [0]\nwhile True: l = l + l"),
    Epreuve("remplir le disque", "for n in range(100_000): open(f'f{n}', 'wb').write(bytes(1 << 20))"),
    Epreuve("créer des fichiers sans fin", "import itertools\ndef reussie():\n    for n in range(10**6): open(f'v{n}', 'w').close()\n    return True"),
    Epreuve("arrêter la correction", "import os; os._exit(0)"),
)  # fmt: skip


def eprouver(cloison: str, dire: Callable[[str], None] = print) -> bool:
    """Fait chaque attaque derrière ce mur et dit ce qui tient ; vrai si tout tient."""
    tenues = []
    with _temoin() as temoin:
        for epreuve in EPREUVES:
            debut = time.monotonic()
            tenue = _tient(epreuve, lambda: monter(cloison), temoin) and temoin.read_text() == "secret"
            duree = time.monotonic() - debut
            tenues.append(tenue and duree < PATIENCE)
            dire(f"{'tient' if tenues[-1] else 'NE TIENT PAS'} — {epreuve.tente} ({duree:.1f} s)")
    dire(
        f"{sum(tenues)} sur {len(tenues)} : le mur « {cloison} » {'tient' if all(tenues) else 'NE TIENT PAS'}."
    )
    return all(tenues)


@contextmanager
def _temoin() -> Iterator[Path]:
    """Un fichier de l'enseignant et une variable, que l'attaque cherche."""
    os.environ["P4_SECRET"] = "secret"
    try:
        with tempfile.TemporaryDirectory(prefix="p4-epreuve-") as dossier:
            temoin = Path(dossier, "temoin.txt")
            temoin.write_text("secret")
            yield temoin
    finally:
        del os.environ["P4_SECRET"]


def _tient(epreuve: Epreuve, prendre: Callable[[], Mur], temoin: Path) -> bool:
    """L'attaque échoue-t-elle, et ce qui la suit dans la copie garde-t-il son sens ?"""
    session = Session(prendre, {}, LIMITES)
    try:
        session.executer(f"TEMOIN, PORT = {str(temoin)!r}, 9\n" + epreuve.cellule)
        session.executer("def suite(): return 41 + 1")
        session.commencer_question()
        return not _reussie(session.lire("reussie")) and session.lire("suite")() == 42
    finally:
        session.fermer()


def _reussie(attaque: Any) -> bool:
    if attaque is ABSENT:
        return False
    appel = attaque.appeler((), LIMITES.appel, (), 0.5, {})
    return not appel.mort and not appel.expire and appel.exception is None and bool(appel.valeur)
