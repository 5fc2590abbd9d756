"""Fermer le bac à sable : bubblewrap, un système de fichiers en lecture seule, pas de réseau."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from p4core.correction.cloison.canal import Canal
from p4core.correction.cloison.filtre import filtre

P4CORE = Path(__file__).resolve().parents[2]
# Tout ce que le bac voit de p4core ; la façade y tient lieu de p4core/__init__.py.
FICHIERS = {
    "__init__.py": "correction/cloison/facade.py",
    "execution.py": "execution.py",
    "sorties.py": "sorties.py",
    "correction/__init__.py": "correction/__init__.py",
    **{
        f"correction/cloison/{nom}.py": f"correction/cloison/{nom}.py"
        for nom in ("__init__", "canal", "coquille", "interieur", "valeurs")
    },
}
CACHES = ("p4core", "bitbully", "bitbully_databases")  # des réponses toutes faites
SYSTEME = (
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/etc/ld.so.cache",
    "/etc/fonts",
    "/etc/alternatives",
)
TRAVAIL, DOSSIER = "/travail", "/p4"
ESPACE = 256 * 2**20  # octets que l'élève peut écrire, en mémoire


class CloisonImpossible(Exception):
    """Le bac à sable ne peut pas être fermé sur cette machine."""


CONSEIL = (
    "La notation isole chaque copie dans un bac à sable, et il ne fonctionne pas ici : {raison}. "
    "Installez bubblewrap (Linux : « apt install bubblewrap ») ou notez sur une machine qui l'a. "
    "Pour noter quand même, sans protection contre ce que contient une copie : « p4 noter TP --sans-cloison »."
)


def verifier_cloison() -> None:
    """Lève CloisonImpossible, avec la raison et quoi faire, si le bac ne peut pas être fermé."""
    if raison := _raison():
        raise CloisonImpossible(CONSEIL.format(raison=raison))


@lru_cache(maxsize=1)
def _raison() -> str:
    if not sys.platform.startswith("linux"):
        return "il lui faut Linux"
    if shutil.which("bwrap") is None:
        return "le programme « bwrap » (bubblewrap) n'est pas installé"
    if filtre() is None:
        return "on ne sait pas y interdire la création de processus sur ce type de processeur"
    essai = subprocess.run(
        [*_commande(Path("/usr"), -1), "/bin/true"], capture_output=True, text=True, timeout=60
    )
    return "" if essai.returncode == 0 else f"bubblewrap répond « {essai.stderr.strip()[:200]} »"


def _commande(facade: Path, prise_filtre: int) -> list[str]:
    """La commande qui enferme ce qui la suit."""
    commande = ["bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--clearenv"]
    commande += ["--uid", "1000", "--gid", "1000", "--hostname", "bac", "--cap-drop", "ALL"]
    for chemin in _lectures():
        commande += ["--ro-bind-try", chemin, chemin]
    for chemin in _masques():
        commande += ["--tmpfs", chemin, "--remount-ro", chemin]
    commande += ["--ro-bind", str(facade), DOSSIER, "--proc", "/proc", "--dev", "/dev"]
    for dossier in ("/tmp", TRAVAIL):
        commande += ["--size", str(ESPACE), "--tmpfs", dossier]
    for nom, valeur in _environnement(DOSSIER, "/tmp").items():
        commande += ["--setenv", nom, valeur]
    if prise_filtre >= 0:
        commande += ["--seccomp", str(prise_filtre)]
    return [*commande, "--chdir", TRAVAIL]


def _lectures() -> list[str]:
    """Les dossiers du système et de Python, qui ne contiennent rien du cours."""
    python = {sys.prefix, sys.base_prefix, sys.exec_prefix, str(Path(sys.executable).resolve().parent.parent)}
    return [*SYSTEME, *sorted(chemin for chemin in python if not chemin.startswith("/usr/"))]


def _masques() -> list[str]:
    """Les dossiers de paquets, à l'intérieur des précédents, qu'un élève ne doit pas pouvoir importer."""
    sites = {Path(sysconfig.get_path(nom)) for nom in ("purelib", "platlib")}
    return [str(site / nom) for site in sorted(sites) for nom in CACHES if (site / nom).is_dir()]


def _environnement(dossier: str, temporaire: str) -> dict[str, str]:
    return {
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), "/usr/bin", "/bin"]),
        "PYTHONPATH": dossier,
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONSAFEPATH": "1",
        "HOME": temporaire,
        "IPYTHONDIR": f"{temporaire}/ipython",
        "MPLCONFIGDIR": f"{temporaire}/matplotlib",
        "MPLBACKEND": "module://matplotlib_inline.backend_inline",
        "LANG": "C.UTF-8",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
    }


@contextlib.contextmanager
def facade() -> Iterator[Path]:
    """Un dossier temporaire qui contient, sous le nom p4core, ce que le bac a le droit d'en voir."""
    with tempfile.TemporaryDirectory(prefix="p4-facade-") as dossier:
        for nom, origine in FICHIERS.items():
            cible = Path(dossier) / "p4core" / nom
            cible.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(P4CORE / origine, cible)
        yield Path(dossier)


class Bac:
    """Un processus enfermé et le canal pour lui parler."""

    def __init__(self, facade: Path, cloison: bool = True) -> None:
        ici, la = socket.socketpair()
        self.canal = Canal(ici)
        programme = [sys.executable, "-m", "p4core.correction.cloison.interieur", str(la.fileno())]
        with la:
            self._processus = (_enferme if cloison else _libre)(programme, facade, la.fileno())

    @property
    def vivant(self) -> bool:
        """Le processus tourne-t-il encore ?"""
        return self._processus.poll() is None

    @property
    def code(self) -> int | None:
        """Le code de sortie du processus, s'il est mort."""
        return self._processus.poll()

    def tuer(self) -> None:
        """Arrête le processus et tout ce qu'il a pu lancer."""
        self.canal.fermer()
        self._processus.kill()
        self._processus.wait()


def _enferme(programme: list[str], facade: Path, prise: int) -> subprocess.Popen[bytes]:
    lecture, ecriture = os.pipe()
    try:
        os.write(ecriture, filtre() or b"")
        os.close(ecriture)
        return _lancer([*_commande(facade, lecture), *programme], None, (prise, lecture))
    finally:
        os.close(lecture)


def _libre(programme: list[str], facade: Path, prise: int) -> subprocess.Popen[bytes]:
    """Sans bac : un processus ordinaire, dans un dossier de travail jetable."""
    travail = tempfile.mkdtemp(dir=facade)
    return _lancer(programme, {**os.environ, **_environnement(str(facade), travail)}, (prise,), travail)


def _lancer(
    commande: list[str],
    environnement: dict[str, str] | None,
    prises: tuple[int, ...],
    dossier: str | None = None,
) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        commande,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environnement,
        pass_fds=prises,
        cwd=dossier,
    )
