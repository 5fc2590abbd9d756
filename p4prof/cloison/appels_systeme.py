"""Les appels au système permis dans le bac de bubblewrap, par leur nom : tout autre appel n'existe pas.

La bibliothèque libseccomp, que tout Linux a, en écrit le programme ; bubblewrap le charge. On l'appelle
directement : le paquet pyseccomp n'en est qu'une enveloppe.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import errno
import os
from functools import lru_cache

# Ce dont Python, numpy et matplotlib se servent : mémoire, fichiers, fils, temps, attente. Ni processus, ni
# mémoire partagée hors des limites (memfd, System V), ni trousseau de clés, ni regard sur un autre processus,
# ni de quoi voir ou changer ce que le système garde en mémoire d'un fichier : deux bacs s'y parleraient.
PERMIS = (
    "read write readv writev pread64 pwrite64 preadv pwritev lseek close close_range "
    "open openat openat2 creat stat fstat lstat newfstatat statx access faccessat faccessat2 readlink "
    "readlinkat getdents getdents64 getcwd chdir fchdir mkdir mkdirat rmdir unlink unlinkat rename "
    "renameat renameat2 link linkat symlink symlinkat chmod fchmod fchmodat truncate ftruncate "
    "fallocate fsync fdatasync utime utimes utimensat futimesat statfs fstatfs umask "
    "sendfile copy_file_range getxattr lgetxattr fgetxattr listxattr llistxattr "
    "flistxattr dup dup2 dup3 pipe pipe2 ioctl select pselect6 poll ppoll epoll_create epoll_create1 "
    "epoll_ctl epoll_wait epoll_pwait epoll_pwait2 eventfd eventfd2 timerfd_create timerfd_settime "
    "timerfd_gettime signalfd signalfd4 brk mmap munmap mremap mprotect msync mlock "
    "munlock mlock2 futex futex_waitv set_robust_list get_robust_list rseq membarrier set_tid_address "
    "gettid getpid getppid arch_prctl exit exit_group restart_syscall sched_yield "
    "sched_getaffinity sched_setaffinity sched_getparam sched_getscheduler sched_get_priority_max "
    "sched_get_priority_min getpriority getcpu rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending "
    "rt_sigsuspend rt_sigtimedwait rt_sigqueueinfo rt_tgsigqueueinfo sigaltstack kill tkill tgkill "
    "pause alarm getitimer setitimer timer_create timer_settime timer_gettime timer_delete "
    "timer_getoverrun nanosleep clock_nanosleep clock_gettime clock_getres gettimeofday time times "
    "getrusage getrlimit setrlimit prlimit64 sysinfo uname getrandom getuid geteuid getgid getegid "
    "getresuid getresgid getgroups getpgid getpgrp getsid setsid setuid setgid setresuid setresgid "
    "setgroups setreuid setregid capget capset execve wait4 waitid socketpair sendto recvfrom sendmsg "
    "recvmsg sendmmsg recvmmsg shutdown getsockname getpeername getsockopt setsockopt bind listen "
    "connect accept accept4 "
).split()
_CLONE, _CLONE_THREAD = "clone", 0x00010000  # un fil, pas un processus
# De fcntl : copier un descripteur, lire et changer ses drapeaux, lire la taille d'un tube. Ni bail (sur un
# fichier de tous, il ferait attendre les autres), ni regard sur un verrou (celui d'un autre lui parlerait).
_FCNTL, _DOUX = "fcntl", (0, 1, 2, 3, 4, 8, 9, 10, 11, 1030, 1032)
# De madvise : ce qu'un programme dit de sa mémoire. Ni COLD ni PAGEOUT, qui en chassent un fichier de tous.
_MADVISE, _CONSEILS = "madvise", (0, 1, 2, 3, 4, 8, 10, 11, 14, 15, 16, 17, 18, 19)
# F_SETLK, F_SETLKW : le noyau ne borne pas ces verrous, qui n'arrêtent que d'autres processus. Le bac n'en a
# qu'un : on répond oui, et l'on n'en prend aucun.
_VERROUILLER = (6, 7)
# Rien de ce qui rendrait le programme illisible à qui compte ses fichiers et son temps, hors du bac.
_PRCTL, _SE_CACHER = "prctl", 4  # PR_SET_DUMPABLE
_SOCKET, _LOCALE = "socket", 1  # AF_UNIX : ni Internet, ni tampons de plusieurs mégaoctets
_AUTRE, _EGAL, _MASQUE = 1, 4, 7
_PERMETTRE, _REFUSER = 0x7FFF0000, 0x00050000
_FEINDRE = _REFUSER  # l'erreur n° 0 : le noyau ne fait rien, et dit que c'est fait


class _Condition(ctypes.Structure):
    """Ce que doit valoir un argument de l'appel."""

    _fields_ = (
        ("arg", ctypes.c_uint),
        ("op", ctypes.c_int),
        ("a", ctypes.c_uint64),
        ("b", ctypes.c_uint64),
    )


@lru_cache(maxsize=1)
def filtre() -> bytes | None:
    """Le programme pour cette machine ; None s'il n'y a pas libseccomp."""
    nom = ctypes.util.find_library("seccomp")
    if nom is None:
        return None
    bibliotheque = ctypes.CDLL(nom)
    bibliotheque.seccomp_init.restype = ctypes.c_void_p
    # ENOSYS : la bibliothèque C se rabat alors sur un appel plus ancien.
    contexte = ctypes.c_void_p(bibliotheque.seccomp_init(_REFUSER | errno.ENOSYS))
    try:
        for appel in PERMIS:
            _permettre(bibliotheque, contexte, appel)
        _permettre(bibliotheque, contexte, _CLONE, _Condition(0, _MASQUE, _CLONE_THREAD, _CLONE_THREAD))
        for doux in _DOUX:
            _permettre(bibliotheque, contexte, _FCNTL, _Condition(1, _EGAL, doux, 0))
        for conseil in _CONSEILS:
            _permettre(bibliotheque, contexte, _MADVISE, _Condition(2, _EGAL, conseil, 0))
        for verrou in _VERROUILLER:
            _regle(bibliotheque, contexte, _FEINDRE, _FCNTL, _Condition(1, _EGAL, verrou, 0))
        _permettre(bibliotheque, contexte, _PRCTL, _Condition(0, _AUTRE, _SE_CACHER, 0))
        _permettre(bibliotheque, contexte, _SOCKET, _Condition(0, _EGAL, _LOCALE, 0))
        return _ecrire(bibliotheque, contexte)
    finally:
        bibliotheque.seccomp_release(contexte)


def _permettre(bibliotheque: ctypes.CDLL, contexte: ctypes.c_void_p, nom: str, *si: _Condition) -> None:
    _regle(bibliotheque, contexte, _PERMETTRE, nom, *si)


def _regle(
    bibliotheque: ctypes.CDLL, contexte: ctypes.c_void_p, action: int, nom: str, *si: _Condition
) -> None:
    numero = bibliotheque.seccomp_syscall_resolve_name(nom.encode())
    if numero >= 0:  # sinon, ce processeur ou cette bibliothèque n'a pas cet appel
        conditions = (_Condition * len(si))(*si)
        bibliotheque.seccomp_rule_add_array(contexte, action, numero, len(si), conditions)


def _ecrire(bibliotheque: ctypes.CDLL, contexte: ctypes.c_void_p) -> bytes:
    lecture, ecriture = os.pipe()
    with os.fdopen(lecture, "rb") as sortie:
        with os.fdopen(ecriture, "wb") as entree:
            bibliotheque.seccomp_export_bpf(contexte, entree.fileno())
        return sortie.read()
