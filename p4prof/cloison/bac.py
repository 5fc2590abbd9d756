"""Le bac à sable : un processus enfermé par bubblewrap, sans réseau, sur un système en lecture seule."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import select
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
import weakref
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from p4core.appels import CHARGEE, LENTEUR, attendu
from p4prof.cloison.appels_systeme import filtre
from p4prof.cloison.mur import MARGE, ORDRE, CloisonImpossible, Depart, Mur, archive
from p4prof.cloison.protocole import Canal, CanalMuet, Message

# --- Un bac : son processus, et le canal pour lui parler -------------------------------------------------

GENERATIONS = 3  # bubblewrap, le premier processus du bac, le programme de l'élève
TRANCHE = 0.5  # secondes entre deux regards sur le temps de calcul du bac
MODULES = ("coquille", "interieur", "substituts")  # de la cloison, en plus de ce que toute copie emporte
FILS = 200  # d'exécution, par bac
DU_CONCOURS = ("cahier", "interieur", "substituts")  # sans IPython : on y démarre un bac par rencontre


class Bac(Mur):
    """Un processus enfermé et le canal pour lui parler."""

    def __init__(self, cloison: bool = True, regles: bool = False) -> None:
        ici, la = socket.socketpair()
        self.canal, self.savant = Canal(ici), regles
        self._programme = 0  # le numéro de celui de l'élève, dès qu'il est lancé
        self._dossier = None if cloison else tempfile.TemporaryDirectory(prefix="p4-sans-cloison-")
        fils = str(FILS + _fils_ailleurs())
        programme = [sys.executable, "-m", "p4prof.cloison.interieur", str(la.fileno()), fils]
        with la:
            if self._dossier is None:
                self._processus, self._annonce = _enferme([*programme, str(_personne())], la.fileno(), regles)
                _guet.surveiller(self)
            else:
                self._processus = _libre(programme, la.fileno(), self._dossier.name, regles)

    @property
    def vivant(self) -> bool:
        """Le processus tourne-t-il encore ?"""
        return self._processus.poll() is None

    def depart(self, delai: float) -> Depart:
        """Le début d'un échange, et ce que le programme de l'élève avait calculé jusque-là."""
        return Depart(delai, time.monotonic(), mesure=self._mesure())

    def envoyer(self, message: Message) -> None:
        """Envoie ce message."""
        self.canal.envoyer(message)

    def recevoir(self, depart: Depart) -> Message:
        """Le message suivant."""
        while not self._trop_long(depart):
            if self.canal.pret(TRANCHE):
                return self.canal.recevoir(time.monotonic() + CHARGEE * MARGE)
        raise CanalMuet("pas de réponse")

    def ailleurs(self) -> float:
        """Tout ce qu'a calculé le programme de l'élève."""
        return self._mesure() or 0.0

    def attendu(self) -> float:
        """Ce que le noyau a compté au fil qui a le plus attendu."""
        fils = Path(f"/proc/{self._programme}/task").glob("*/schedstat") if self._programme else ()
        return max(map(attendu, fils), default=0.0)

    def bavard(self) -> bool:
        """Quelque chose à lire ?"""
        return self.canal.pret(0.0)

    def depense(self, depart: Depart) -> float | None:
        """Ce que le noyau a compté au programme : l'élève n'y peut rien."""
        mesure = self._mesure()
        return None if mesure is None or depart.mesure is None else mesure - depart.mesure

    def calcule(self) -> float | None:
        """Ce que le noyau a compté au programme."""
        return self._mesure()

    def _mesure(self) -> float | None:
        """Le temps de calcul du programme de l'élève, lu plusieurs fois par appel : à son horloge."""
        if not self._programme:
            famille = list(_descendance(self._processus.pid))
            if self._dossier is None and len(famille) < GENERATIONS:
                return None  # bubblewrap n'a pas encore lancé le programme
            self._programme = famille[-1]
        try:
            return time.clock_gettime(horloge_de(self._programme))
        except OSError:  # il vient de mourir, ou ce système n'a pas de telle horloge
            return None

    def _trop_long(self, depart: Depart) -> bool:
        ecoule = time.monotonic() - depart.instant
        if depart.calcul is None and ecoule > TRANCHE:
            depart.calcul, depart.attendu = self._calcul(), self.attendu()
        # Au début, le bac calcule peut-être encore sa réponse : il a droit à un peu plus que son délai.
        return ecoule > depart.delai + MARGE and (
            self._calcul() - (depart.calcul or 0.0) > depart.delai
            or self.duree(depart) > LENTEUR * (depart.delai + MARGE)
        )

    def _calcul(self) -> float:
        """Le temps de calcul de tous les processus du bac."""
        return temps_de_la_famille(self._processus.pid)

    def fichiers(self) -> int:
        """Ceux que la copie a créés, même vides ; 0 si l'on ne peut pas le savoir."""
        programme = list(_descendance(self._processus.pid))[-1]
        try:
            etats = [os.statvfs(f"/proc/{programme}/root{dossier}") for dossier in ESPACES]
        except OSError:  # il vient de mourir
            return 0
        return sum(etat.f_files - etat.f_ffree for etat in etats)

    def abattre(self) -> None:
        """Arrête le bac d'un autre fil que celui qui lui parle, et qui s'en apercevra."""
        self._processus.kill()

    def tuer(self) -> None:
        """Arrête le processus et tout ce qu'il a pu lancer."""
        self.canal.fermer()
        if self._dossier is None:
            _achever(self._annonce)
            with contextlib.suppress(subprocess.TimeoutExpired):  # bubblewrap enterre le sien, puis s'arrête
                self._processus.wait(MARGE)
        self._processus.kill()
        self._processus.wait()
        if self._dossier is not None:
            self._dossier.cleanup()


def _contenu(regles: bool, lieu: str) -> bytes:
    return archive(*(DU_CONCOURS if regles else MODULES), regles=regles, lieu=lieu)


def _enferme(programme: list[str], prise: int, regles: bool) -> tuple[subprocess.Popen[bytes], int]:
    """Rien ne passe par le disque : un processus tué net ne laisse rien derrière lui.

    Rend aussi le tube où bubblewrap annonce le premier processus du bac.
    """
    annonce, dire = os.pipe()
    donnees = [_en_memoire(_contenu(regles, ARCHIVE)), _en_memoire(filtre() or b""), dire]
    commande = [*_commande(*donnees), *(("--setenv", *ORDRE) if regles else ()), *programme]
    try:
        return _lancer(commande, _propre(), (prise, *donnees)), annonce
    finally:
        for descripteur in donnees:
            os.close(descripteur)


def _achever(annonce: int) -> None:
    """Tue le premier processus du bac, donc tous les autres, et attend qu'ils soient morts.

    Un numéro de processus ressert ; `pidfd` désigne celui-là et lui seul.
    """
    with os.fdopen(annonce, "rb") as tube:
        texte = tube.read() if select.select([tube], [], [], MARGE)[0] else b""
    try:
        premier = os.pidfd_open(json.loads(texte)["child-pid"])
    except (ValueError, KeyError, OSError):  # il n'a pas vécu, ou plus
        return
    try:
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(premier, signal.SIGKILL)
        select.select([premier], [], [], MARGE)
    finally:
        os.close(premier)


def _personne() -> int:
    """Un utilisateur que personne n'a, et que nul autre bac n'a : ses fils ne se comptent qu'à lui."""
    return 2**30 + secrets.randbelow(2**30)


@lru_cache(maxsize=1)
def _fils_ailleurs() -> int:
    """Ceux de l'utilisateur qui note : un noyau ancien les compte avec ceux du bac. Root change de nom."""
    if not hasattr(os, "getuid") or os.getuid() == 0:
        return 0
    a_soi = [p for p in Path("/proc").glob("[0-9]*") if _a_soi(p)]
    return sum(len(list(p.glob("task/*"))) for p in a_soi)


def _a_soi(chemin: Path) -> bool:
    try:
        return chemin.stat().st_uid == os.getuid()
    except OSError:  # il vient de mourir
        return False


class _Guet:
    """Compte de temps en temps les fichiers des bacs : un fichier vide prend de la mémoire, sans limite."""

    def __init__(self) -> None:
        self._bacs: weakref.WeakSet[Bac] = weakref.WeakSet()
        self._fil: threading.Thread | None = None

    def surveiller(self, bac: Bac) -> None:
        """Surveille aussi celui-ci."""
        self._bacs.add(bac)
        if self._fil is None:
            self._fil = threading.Thread(target=self._guetter, daemon=True)
            self._fil.start()

    def _guetter(self) -> None:
        while True:
            time.sleep(TRANCHE)
            for bac in list(self._bacs):
                if bac.vivant and bac.fichiers() > FICHIERS_MAX:
                    bac.abattre()


_guet = _Guet()


def _en_memoire(octets: bytes) -> int:
    """Un descripteur d'où l'on peut lire ces octets."""
    descripteur = os.memfd_create("p4core")
    os.write(descripteur, octets)
    os.lseek(descripteur, 0, os.SEEK_SET)
    return descripteur


def _libre(programme: list[str], prise: int, dossier: str, regles: bool) -> subprocess.Popen[bytes]:
    """Sans bac : un processus ordinaire, dans un dossier de travail jetable."""
    chemin, travail = Path(dossier, "p4core.zip"), Path(dossier, "travail")
    chemin.write_bytes(_contenu(regles, ""))
    travail.mkdir()
    environnement = {**os.environ, **_environnement(str(chemin), dossier), **dict([ORDRE] if regles else [])}
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


def horloge_de(pid: int) -> int:
    """L'horloge du temps de calcul de ce processus, pour time.clock_gettime (`clock_getcpuclockid` en C)."""
    return ~pid << 3 | 2


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
        return time.clock_gettime(horloge_de(pid))
    except OSError:  # il vient de mourir
        return 0.0


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
SANS_UTILISATEURS = (
    *("--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"),
    "--unshare-cgroup-try",
)
# Ce que l'élève peut écrire, en mémoire : des octets par dossier.
FICHIERS_MAX = 20_000
ESPACES = {"/tmp": 256 * 2**20, TRAVAIL: 256 * 2**20, "/dev/shm": 16 * 2**20}


CONSEIL = (
    "Le bac à sable de bubblewrap ne fonctionne pas ici : {raison}. "
    "Installez bubblewrap (Linux : « apt install bubblewrap »)."
)


def verifier_bulle() -> None:
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
        return "la bibliothèque « libseccomp » n'est pas installée"
    programme = [sys.executable, "-c", "import IPython"]
    essai = subprocess.run(
        [*_commande(), *programme], capture_output=True, text=True, timeout=120, env=_propre()
    )
    return "" if essai.returncode == 0 else f"bubblewrap répond « {essai.stderr.strip()[-200:]} »"


@lru_cache(maxsize=1)
def _vrai_root() -> bool:
    """Note-t-on en root, avec le droit de fermer le bac sans changer d'espace d'utilisateurs ?

    Dans un tel espace, l'élève aurait sous un autre nom les droits de root sur les fichiers de root.
    """
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return False
    essai = ["bwrap", *SANS_UTILISATEURS, "--ro-bind", "/", "/", "true"]
    return subprocess.run(essai, capture_output=True, timeout=60, env=_propre(), check=False).returncode == 0


def _commande(archive: int = -1, filtre: int = -1, annonce: int = -1) -> list[str]:
    """La commande qui enferme ce qui la suit ; archive, filtre et annonce sont des descripteurs ouverts."""
    commande = ["bwrap", "--die-with-parent", "--new-session", "--clearenv", "--hostname", "bac"]
    if _vrai_root():  # le programme du bac devient aussitôt personne (« nobody »)
        commande += [
            *SANS_UTILISATEURS,
            "--cap-drop",
            "ALL",
            "--cap-add",
            "CAP_SETUID",
            "--cap-add",
            "CAP_SETGID",
        ]
    else:
        commande += ["--unshare-all", "--uid", "1000", "--gid", "1000", "--cap-drop", "ALL"]
    # Pas de /proc : le noyau y montre ses réglages et la mémoire des processus.
    commande += ["--dev", "/dev"]
    # D'abord les dossiers vides : l'environnement Python est peut-être dans /tmp.
    for dossier, octets in ESPACES.items():
        commande += ["--perms", "1777", "--size", str(octets), "--tmpfs", dossier]
    for dossier in _chemins():  # même ceux d'un utilisateur qui garde son dossier pour lui
        commande += ["--perms", "0755", "--dir", dossier]
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
    if annonce >= 0:
        commande += ["--info-fd", str(annonce)]
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


def _chemins() -> list[str]:
    """Les dossiers par où passer pour atteindre ceux-là, qui ne contiennent rien d'autre dans le bac."""
    parents = {str(parent) for chemin in _lectures() for parent in Path(chemin).parents}
    return sorted(parents - {"/", *SYSTEME, *ESPACES})


def _masques() -> list[str]:
    """Les dossiers de paquets, à l'intérieur des précédents, qu'un élève ne doit pas pouvoir importer."""
    sites = {Path(sysconfig.get_path(nom)) for nom in ("purelib", "platlib")}
    nommes = [site / nom for site in sorted(sites) for nom in CACHES]
    return [str(dossier) for dossier in [*nommes, *_autres_paquets(sites)] if dossier.is_dir()]


def _autres_paquets(sites: set[Path]) -> list[Path]:
    """Les paquets de l'interpréteur dont l'environnement est tiré, et du système : ils ne servent pas."""
    de_base = {"base": sys.base_prefix, "platbase": sys.base_exec_prefix}
    bases = {Path(sysconfig.get_path(nom, vars=de_base)) for nom in ("purelib", "platlib")}
    bases |= {Path("/usr/lib/python3/dist-packages"), *Path("/usr/local/lib").glob("python3*/dist-packages")}
    return sorted(base for base in bases if base not in sites and str(base) not in sys.path)


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
        "P4CORE_CHANTIER": "ici",  # aucun processus ne compile à côté d'une copie
    }
