"""Le bac à sable : un processus enfermé par bubblewrap, sans réseau, sur un système en lecture seule."""

from __future__ import annotations

import io
import os
import platform
import shutil
import socket
import struct
import subprocess
import sys
import sysconfig
import tempfile
import time
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from p4core.appels import LENTEUR
from p4prof.cloison.protocole import Canal, CanalMuet, Message

# --- Un bac : son processus, et le canal pour lui parler -------------------------------------------------

TRANCHE = 0.5  # secondes entre deux regards sur le temps de calcul du bac
MARGE = 3.0  # secondes accordées en plus, de l'autre côté, pour s'arrêter et répondre


class BacEnPanne(Exception):
    """Le bac n'a pas démarré : ce n'est pas la faute de l'élève, sa copie n'est pas notée."""


@dataclass
class Depart:
    """Le début d'un échange : son délai, l'instant, et le temps de calcul du bac à cet instant.

    Ce dernier n'est demandé que si l'échange se prolonge : le lire dure plus qu'un appel ordinaire.
    """

    delai: float
    instant: float
    calcul: float | None = None


class Bac:
    """Un processus enfermé et le canal pour lui parler."""

    def __init__(self, cloison: bool = True) -> None:
        ici, la = socket.socketpair()
        self.canal = Canal(ici)
        self._dossier = None if cloison else tempfile.TemporaryDirectory(prefix="p4-sans-cloison-")
        programme = [sys.executable, "-m", "p4prof.cloison.interieur", str(la.fileno())]
        with la:
            if self._dossier is None:
                self._processus = _enferme(programme, la.fileno())
            else:
                self._processus = _libre(programme, la.fileno(), self._dossier.name)

    @property
    def vivant(self) -> bool:
        """Le processus tourne-t-il encore ?"""
        return self._processus.poll() is None

    def depart(self, delai: float) -> Depart:
        """Le début d'un échange qui doit finir avant `delai` secondes de calcul du bac."""
        return Depart(delai, time.monotonic())

    def recevoir(self, depart: Depart) -> Message:
        """Le message suivant ; CanalMuet si l'échange a assez duré, même fait de mille messages."""
        while not self._trop_long(depart):
            if self.canal.pret(TRANCHE):
                return self.canal.recevoir(time.monotonic() + LENTEUR * MARGE)
        raise CanalMuet("pas de réponse")

    def _trop_long(self, depart: Depart) -> bool:
        ecoule = time.monotonic() - depart.instant
        if depart.calcul is None and ecoule > TRANCHE:
            depart.calcul = self._calcul()
        # Au début, le bac calcule peut-être encore sa réponse : il a droit à un peu plus que son délai.
        return ecoule > depart.delai + MARGE and (
            self._calcul() - (depart.calcul or 0.0) > depart.delai
            or ecoule > LENTEUR * (depart.delai + MARGE)
        )

    def _calcul(self) -> float:
        """Le temps de calcul de tous les processus du bac."""
        return temps_de_la_famille(self._processus.pid)

    def tuer(self) -> None:
        """Arrête le processus et tout ce qu'il a pu lancer."""
        self.canal.fermer()
        self._processus.kill()
        self._processus.wait()
        if self._dossier is not None:
            self._dossier.cleanup()


def _enferme(programme: list[str], prise: int) -> subprocess.Popen[bytes]:
    """Rien ne passe par le disque : un processus tué net ne laisse rien derrière lui."""
    donnees = [_en_memoire(archive()), _en_memoire(filtre() or b"")]
    try:
        return _lancer([*_commande(*donnees), *programme], _propre(), (prise, *donnees))
    finally:
        for descripteur in donnees:
            os.close(descripteur)


def _en_memoire(octets: bytes) -> int:
    """Un descripteur d'où l'on peut lire ces octets."""
    descripteur = os.memfd_create("p4core")
    os.write(descripteur, octets)
    os.lseek(descripteur, 0, os.SEEK_SET)
    return descripteur


def _libre(programme: list[str], prise: int, dossier: str) -> subprocess.Popen[bytes]:
    """Sans bac : un processus ordinaire, dans un dossier de travail jetable."""
    chemin, travail = Path(dossier, "p4core.zip"), Path(dossier, "travail")
    chemin.write_bytes(archive())
    travail.mkdir()
    environnement = {**os.environ, **_environnement(str(chemin), dossier)}
    return _lancer(programme, environnement, (prise,), str(travail))


def _lancer(
    commande: list[str], environnement: dict[str, str], prises: tuple[int, ...], dossier: str | None = None
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


# --- Fermer le bac : ce que bubblewrap laisse voir, et ce qu'il laisse écrire ----------------------------

CACHES = ("p4core", "p4cours", "p4prof", "bitbully", "bitbully_databases")  # des réponses toutes faites
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
DE_PYTHON = ("bin", "lib", "lib64", "share", "etc", "pyvenv.cfg")  # le cours est peut-être à côté
TRAVAIL, ARCHIVE = "/travail", "/p4core.zip"
# Ce que l'élève peut écrire, en mémoire : des octets par dossier.
ESPACES = {"/tmp": 256 * 2**20, TRAVAIL: 256 * 2**20, "/dev/shm": 16 * 2**20}


class CloisonImpossible(Exception):
    """Le bac à sable ne peut pas être fermé sur cette machine."""


CONSEIL = (
    "La notation isole chaque copie dans un bac à sable, et il ne fonctionne pas ici : {raison}. "
    "Installez bubblewrap (Linux : « apt install bubblewrap ») ou notez sur une machine qui l'a. "
    "Pour noter quand même, sans protection contre ce que contient une copie : "
    "« p4 noter TP --sans-cloison »."
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
        [*_commande(), sys.executable, "-c", "import IPython"],
        capture_output=True,
        text=True,
        timeout=120,
        env=_propre(),
    )
    return "" if essai.returncode == 0 else f"bubblewrap répond « {essai.stderr.strip()[-200:]} »"


def _commande(archive: int = -1, filtre: int = -1) -> list[str]:
    """La commande qui enferme ce qui la suit ; archive et filtre sont des descripteurs ouverts."""
    commande = ["bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--clearenv"]
    commande += ["--uid", "1000", "--gid", "1000", "--hostname", "bac", "--cap-drop", "ALL"]
    commande += ["--proc", "/proc", "--dev", "/dev"]
    # D'abord les dossiers vides : l'environnement Python est peut-être dans /tmp.
    for dossier, octets in ESPACES.items():
        commande += ["--size", str(octets), "--tmpfs", dossier]
    for chemin in _lectures():
        commande += ["--ro-bind-try", chemin, chemin]
    for chemin in _masques():
        commande += ["--tmpfs", chemin, "--remount-ro", chemin]
    if archive >= 0:
        commande += ["--ro-bind-data", str(archive), ARCHIVE]
    # Le reste aussi tient en mémoire : en lecture seule, pour qu'on ne puisse pas la remplir.
    commande += ["--remount-ro", "/dev", "--remount-ro", "/"]
    for nom, valeur in _environnement(ARCHIVE, "/tmp").items():
        commande += ["--setenv", nom, valeur]
    if filtre >= 0:
        commande += ["--seccomp", str(filtre)]
    return [*commande, "--chdir", TRAVAIL]


def _propre() -> dict[str, str]:
    """L'environnement de bubblewrap lui-même : l'élève peut le lire dans /proc."""
    return {"PATH": os.environ.get("PATH", os.defpath)}


def _lectures() -> list[str]:
    """Les dossiers du système et de Python, qui ne contiennent rien du cours."""
    python = {sys.prefix, sys.base_prefix, sys.exec_prefix, str(Path(sys.executable).resolve().parent.parent)}
    ailleurs = sorted(chemin for chemin in python if not f"{chemin}/".startswith("/usr/"))
    return [*SYSTEME, *(f"{chemin}/{nom}" for chemin in ailleurs for nom in DE_PYTHON)]


def _masques() -> list[str]:
    """Les dossiers de paquets, à l'intérieur des précédents, qu'un élève ne doit pas pouvoir importer."""
    sites = {Path(sysconfig.get_path(nom)) for nom in ("purelib", "platlib")}
    return [str(site / nom) for site in sorted(sites) for nom in CACHES if (site / nom).is_dir()]


def _environnement(archive: str, temporaire: str) -> dict[str, str]:
    return {
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), "/usr/bin", "/bin"]),
        "PYTHONPATH": archive,
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


# --- Ce que le bac emporte du cours ----------------------------------------------------------------------

RACINE = Path(__file__).resolve().parents[2]
# Tout ce que le bac voit des trois étages ; `facade` y tient lieu du reste, sans rien derrière.
FICHIERS = (
    "p4core/appels.py",
    "p4cours/permis.py",
    *(f"p4prof/cloison/{nom}.py" for nom in ("__init__", "coquille", "facade", "interieur", "protocole")),
)


@lru_cache(maxsize=1)
def archive() -> bytes:
    """Une archive de ce que le bac a le droit de voir ; les paquets y sont vides."""
    tampon = io.BytesIO()
    with zipfile.ZipFile(tampon, "w") as paquet:
        for etage in ("p4core", "p4cours", "p4prof"):
            paquet.writestr(f"{etage}/__init__.py", b"")
        for nom in FICHIERS:
            paquet.writestr(nom, (RACINE / nom).read_bytes())
    return tampon.getvalue()


# --- Le filtre d'appels système : aucun nouveau processus, donc ni fork sans fin ni orphelin -------------

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
