"""Dans le bac : ce que la copie tente hors de ce qui lui est permis, dit en un mot à l'autre côté.

Le mur n'en dépend pas : il arrête tout cela sans le savoir. Qui abîme la vigie n'en cache que le récit.
"""

from __future__ import annotations

import os
import sys
from typing import Any

from p4core import appels

ECRIRE, LIRE, LANCER, CONNEXION, NATIF = "ecrire", "lire", "lancer", "connexion", "natif"
_GENRES = {
    **dict.fromkeys(("subprocess.Popen", "os.system", "os.fork", "os.forkpty", "os.exec"), LANCER),
    **dict.fromkeys(("os.posix_spawn", "os.spawn", "pty.spawn"), LANCER),
    **dict.fromkeys(("socket.connect", "socket.sendto", "socket.bind", "socket.getaddrinfo"), CONNEXION),
    **dict.fromkeys(("urllib.Request",), CONNEXION),
    **dict.fromkeys(("ctypes.dlopen", "ctypes.string_at", "ctypes.cdata", "ctypes.call_function"), NATIF),
    **dict.fromkeys(("os.remove", "os.rmdir", "os.mkdir", "os.rename", "os.truncate"), ECRIRE),
    **dict.fromkeys(("os.chmod", "os.link", "os.symlink", "shutil.rmtree"), ECRIRE),
    **dict.fromkeys(("os.listdir", "os.scandir", "open"), LIRE),
}
_ACCES = os.O_RDONLY | os.O_WRONLY | os.O_RDWR
_SYSTEME = ("/usr/", "/lib", "/etc/", "/bin/", "/dev/")  # que tout programme lit

_D_ICI = ("/cours", *appels.BIBLIOTHEQUE)

tentatives: set[str] = set()


def veiller() -> None:
    """Regarde ce que Python demande au système ; on ne peut plus s'en défaire."""
    permis = tuple(map(os.path.realpath, (os.getcwd(), _temporaire(), "/dev/null")))  # noqa: PTH109

    def voir(evenement: str, arguments: tuple[Any, ...]) -> None:
        genre = _GENRES.get(evenement)
        if genre is None or genre in tentatives:
            return
        if genre in (LIRE, ECRIRE):
            genre = _hors_du_bac(genre, arguments, permis)
        if genre and genre not in tentatives and _par_l_eleve(sys._getframe(1)):
            tentatives.add(genre)

    sys.addaudithook(voir)


def _temporaire() -> str:
    """Le dossier que rendrait tempfile, long à charger."""
    return next(filter(None, map(os.environ.get, ("TMPDIR", "TEMP", "TMP"))), "/tmp")


def _hors_du_bac(genre: str, arguments: tuple[Any, ...], permis: tuple[str, ...]) -> str:
    """Lire ou écrire, si c'est hors des dossiers permis ; vide sinon."""
    chemin = arguments[0] if arguments else None
    if not isinstance(chemin, str | bytes):
        return ""  # un descripteur déjà ouvert
    if len(arguments) == 3 and isinstance(arguments[2], int) and arguments[2] & _ACCES != os.O_RDONLY:
        genre = ECRIRE
    entier = os.path.abspath(os.fsdecode(chemin))  # noqa: PTH100
    dedans = entier.startswith(
        permis if genre == ECRIRE else (*permis, *_SYSTEME, sys.prefix, sys.base_prefix)
    )
    return "" if dedans else genre


def _par_l_eleve(cadre: Any) -> bool:
    """L'élève le demande-t-il lui-même, et non la correction ou une bibliothèque dont il se sert ?"""
    while cadre is not None:
        fichier, fonction = cadre.f_code.co_filename, cadre.f_code.co_name
        if fichier.startswith(_D_ICI) or fichier.endswith("/platform.py"):  # qui lance « uname » de lui-même
            return False
        if fonction != "_modified_open":  # le `open` d'IPython
            if "-packages" in fichier:
                return False
            if not fichier.startswith(appels.PAS_DE_L_ELEVE):
                return True
        cadre = cadre.f_back
    return False
