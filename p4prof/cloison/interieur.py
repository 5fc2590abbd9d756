"""Le programme enfermé par bubblewrap : un interprète, des alarmes, une prise."""

from __future__ import annotations

import os
import sys
from _socket import socket  # le module socket est bien plus long à charger
from collections.abc import Callable

from p4prof.cloison import facade
from p4prof.cloison.protocole import Canal, CanalRompu
from p4prof.cloison.service import Alarme, Interieur, Interprete
from p4prof.cloison.substituts import Chargeur

MEMOIRE, FICHIER, PROCESSEUR = 3 * 2**30, 64 * 2**20, 1800  # octets, octets, secondes
SIGNAUX = 1000  # en attente, minuteries comprises : le noyau les compte à l'utilisateur qui note
MEMOIRE_DU_CONCOURS = 2**30  # octets : deux entrées par cœur sont en jeu à la fois


class InterieurDuBac(Interieur):
    """Interrompt lui-même ce qui dure : personne d'autre ne le fera sans arrêter le bac."""

    def alarme(self, delai: float) -> Alarme:
        """Une sonnerie, que Python transforme en exception."""
        return Alarme(delai)


def _devenir(personne: int) -> None:
    """Lancé par root, le bac n'en garde rien : ni ses droits, ni la propriété de ses fichiers."""
    if os.getuid() == 0:
        os.setgroups([])
        os.setresgid(personne, personne, personne)
        os.setresuid(personne, personne, personne)


def _limiter(memoire: int, fils: int) -> None:
    """Des bornes que le code de l'élève ne pourra pas relever."""
    import resource

    for genre, borne in (
        (resource.RLIMIT_AS, memoire),
        (resource.RLIMIT_FSIZE, FICHIER),
        (resource.RLIMIT_CPU, PROCESSEUR),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, 256),
        (resource.RLIMIT_NPROC, fils),
        (resource.RLIMIT_SIGPENDING, SIGNAUX),
    ):
        maximum = resource.getrlimit(genre)[1]
        resource.setrlimit(genre, (borne, borne) if maximum < 0 else (min(borne, maximum),) * 2)


def _interprete(concours: bool) -> Callable[[], Interprete]:
    """Celui d'IPython pour une copie à noter ; pour le concours, celui qui démarre aussitôt."""
    if concours:
        from p4prof.cloison.cahier import Cahier

        return lambda: Cahier(lambda rang: None)
    from p4prof.cloison.coquille import Coquille

    return Coquille


def principal() -> None:
    """Point d'entrée : le numéro de la prise, les fils d'exécution permis ; enfermé par root, qui devenir."""
    concours = facade.installer()
    sys.meta_path.insert(0, Chargeur())
    interprete = _interprete(concours)  # d'abord : ensuite, on ne peut plus lire l'archive
    if len(sys.argv) > 3:
        _devenir(int(sys.argv[3]))
    _limiter(MEMOIRE_DU_CONCOURS if concours else MEMOIRE, int(sys.argv[2]))
    canal = Canal(socket(fileno=int(sys.argv[1])))
    interieur = InterieurDuBac(canal, interprete())
    sys.path.insert(0, os.getcwd())  # noqa: PTH109 — les modules que l'élève a joints à sa copie
    canal.envoyer({"pret": True})
    try:
        interieur.servir()
    except CanalRompu:
        os._exit(0)


if __name__ == "__main__":
    principal()
