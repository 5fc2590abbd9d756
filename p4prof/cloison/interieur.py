"""Le programme du bac à sable : exécuter les cellules de l'élève et appeler ses fonctions, sur demande."""

from __future__ import annotations

import base64
import builtins
import math
import os
import random
import socket
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from p4core.appels import Appel, Execution, SaisieInattendue, TempsEcoule, appeler, entiere, remplacer
from p4prof.cloison import facade
from p4prof.cloison.coquille import Alarme, Coquille
from p4prof.cloison.protocole import (
    Canal,
    CanalRompu,
    Decodeur,
    Encodeur,
    Message,
    decrire,
    exception_recue,
    parametres,
    reporter,
)

MEMOIRE, FICHIER, PROCESSEUR = 3 * 2**30, 64 * 2**20, 1800  # octets, octets, secondes
RECURSIONS = (1000, 50_000)  # l'élève peut permettre plus d'appels emboîtés, pas assez pour planter
ABSENTE = "Vous demandez une saisie : input() n'est pas disponible pendant la correction."


class Interieur:
    """Répond aux ordres, un par un, jusqu'à la fermeture du canal."""

    def __init__(self, canal: Canal) -> None:
        self.canal = canal
        self.coquille = Coquille()
        self.fonctions: dict[int, Callable[..., Any]] = {}
        self._numeros: dict[int, int] = {}
        self._memoires: dict[int, dict[Any, Any]] = {}  # les résultats des fonctions pures de l'autre côté
        self._valeurs, self._autres = Encodeur(self._ecrire_fonction), Encodeur(self._ecrire_fonction)
        builtins.input = _sans_saisie
        self._natifs = dict(vars(builtins))
        self._ordres: dict[str, Callable[[Message], Message]] = {
            "fichiers": self._fichiers,
            "executer": self._executer,
            "lire": self._lire,
            "appeler": self._appeler,
        }

    def servir(self) -> None:
        """La boucle principale."""
        while True:
            message = self.canal.recevoir()
            ordre = self._ordres.get(message.get("ordre", ""))
            if ordre is None:  # la réponse tardive à un rappel abandonné
                continue
            reponse = ordre(message)
            self._retablir()
            self.canal.envoyer(reponse)

    def _retablir(self) -> None:
        """Remet les fonctions natives qu'une cellule a pu changer."""
        espace = vars(builtins)
        for nom in [nom for nom in espace if nom not in self._natifs and nom != "_"]:
            del espace[nom]
        espace.update(self._natifs)
        sys.setrecursionlimit(min(max(sys.getrecursionlimit(), RECURSIONS[0]), RECURSIONS[1]))

    # --- ordres -----------------------------------------------------------------------------------

    def _fichiers(self, message: Message) -> Message:
        """Dépose les fichiers de données du TP dans le dossier de travail."""
        for nom, contenu in message["fichiers"].items():
            chemin = Path.cwd() / nom
            chemin.parent.mkdir(parents=True, exist_ok=True)
            chemin.write_bytes(base64.b64decode(contenu))
        return {"fin": True}

    def _executer(self, message: Message) -> Message:
        facade.etat.appuis.clear()
        with Alarme(message["delai"]):
            sorties, erreur = self.coquille.executer(message["source"])
        if isinstance(erreur, TempsEcoule):
            return {"sorties": sorties, "expire": True}
        return {"sorties": sorties, "appui": isinstance(erreur, facade.AppuiSurP4core)}

    def _lire(self, message: Message) -> Message:
        nom, espace = message["nom"], self.coquille.user_ns
        return {"valeur": self._autres.encoder(espace[nom])} if nom in espace else {"absent": True}

    def _appeler(self, message: Message) -> Message:
        arguments, options, remplacements = Decodeur().decoder(message["arguments"], self._lire_fonction)
        if message.get("graine") is not None:
            random.seed(message["graine"])
        imbrique = facade.etat.en_appel  # l'élève a confié sa fonction à une fonction de l'autre côté
        if not imbrique:
            facade.etat.appuis.clear()
        facade.etat.en_appel, debut = True, time.process_time()
        try:
            fonction = self._fonction(message["fonction"])
            with remplacer(fonction, remplacements):
                appel = self._faire(fonction, arguments, options, message, imbrique)
        finally:
            facade.etat.en_appel = imbrique
        return self._rendre(appel) | {
            "calcul": time.process_time() - debut,
            "appuis": list(facade.etat.appuis),
        }

    def _faire(
        self,
        fonction: Callable[..., Any],
        arguments: tuple[Any, ...],
        options: dict[str, Any],
        message: Message,
        imbrique: bool,
    ) -> Appel:
        if not message.get("direct"):
            return appeler(fonction, arguments, delai=message["delai"], saisies=self._saisies())
        # Imbriqué, l'appel se fait dans le fil du premier, qui est déjà limité et peut être interrompu.
        delai = math.inf if imbrique else message["delai"]
        execution = Execution(
            lambda demander: demander(partial(entiere, fonction, *arguments, **options)), delai
        )
        return execution.mener(Appel(arguments, arguments), fil=not imbrique)

    def _rendre(self, appel: Appel) -> Message:
        valeur, apres = self._valeurs.encoder((appel.valeur, appel.apres))[1:]
        return {
            "valeur": valeur,
            "apres": apres,
            "exception": None if appel.exception is None else decrire(appel.exception),
            "sortie": appel.sortie,
            "expire": appel.expire,
            "arrete": appel.arrete,
            "saisies": appel.saisies,
        }

    # --- fonctions, dans les deux sens --------------------------------------------------------------

    def _fonction(self, reference: Any) -> Callable[..., Any]:
        """Une fonction de l'élève, par son nom ou par le numéro sous lequel elle est sortie."""
        if reference == "":
            return _temoin
        fonction = (self.coquille.user_ns if isinstance(reference, str) else self.fonctions).get(reference)
        return fonction if callable(fonction) else _absente

    def _ecrire_fonction(self, v: Any) -> list[Any] | None:
        if isinstance(v, Rappel):
            return ["K", v.numero]
        if not callable(v) or getattr(type(v), "__inerte__", False) is True:
            return None
        if id(v) not in self._numeros:
            self._numeros[id(v)] = len(self.fonctions)
            self.fonctions[len(self.fonctions)] = v
        return ["f", self._numeros[id(v)], str(getattr(v, "__name__", "fonction")), parametres(v)]

    def _lire_fonction(self, b: list[Any]) -> Any:
        if b[0] == "k":
            # Le résultat d'une fonction pure ne traverse qu'une fois : une recherche la demande sans cesse.
            return Rappel(self, b[1], b[2], None if b[3] is None else self._memoires.setdefault(b[3], {}))
        return self._fonction(b[1])

    def rappeler(self, numero: Any, arguments: tuple[Any, ...], options: dict[str, Any]) -> Any:
        """Demande à l'autre côté d'appeler l'une de ses fonctions ; rend ou lève ce qu'elle rend ou lève."""
        if not facade.etat.en_appel:
            raise RuntimeError("cette fonction n'était prêtée que le temps d'un appel")
        self.canal.envoyer({"rappel": numero, "arguments": self._autres.encoder((arguments, options))})
        while (reponse := self.canal.recevoir()).get("ordre") == "appeler":  # elle rappelle à son tour
            self.canal.envoyer(self._appeler(reponse))
        if "leve" in reponse:
            raise exception_recue(reponse)
        valeur, apres = Decodeur().decoder(reponse["valeur"], self._lire_fonction)
        for avant, nouveau in zip(arguments, apres, strict=True):
            reporter(avant, nouveau)
        return valeur

    def _saisies(self) -> Iterator[str]:
        """Ce que l'autre côté « tape » à chaque input()."""
        while (saisie := self.rappeler("saisie", (), {})) is not None:
            yield saisie


# --- Les fonctions de l'autre côté, que l'élève peut appeler ---------------------------------------------


class Rappel:
    """Une fonction prêtée ; `memoire` garde les résultats d'une fonction pure."""

    def __init__(self, interieur: Interieur, numero: int, nom: str, memoire: dict[Any, Any] | None) -> None:
        self._interieur, self.numero, self._memoire = interieur, numero, memoire
        self.__name__ = self.__qualname__ = nom

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        cle = None if self._memoire is None or options else figer(arguments)
        if cle is None or self._memoire is None or not facade.etat.en_appel:
            return self._interieur.rappeler(self.numero, arguments, options)
        if cle not in self._memoire:
            self._memoire[cle] = self._interieur.rappeler(self.numero, arguments, options)
        return self._memoire[cle]

    def __deepcopy__(self, memo: Any) -> Rappel:
        return self


def figer(v: Any) -> Any:
    """Les arguments d'une fonction pure, où l'on distingue 1 de 1.0 et de True, une liste d'un tuple."""
    genre = type(v)
    if genre is int:
        return v
    if genre in (list, tuple):
        elements = tuple(map(figer, v))
        return None if None in elements else (genre, elements)
    return (genre, v) if v is None or genre in (float, bool, str) else None  # None : à ne pas retenir


# --- Ce qui remplace une fonction, et les bornes du processus --------------------------------------------


def _temoin(valeur: Any) -> Any:
    """Une fonction sans défaut : l'appeler dit si tout marche encore de ce côté."""
    return valeur


def _absente(*_: Any) -> None:
    raise NameError("cette fonction n'est plus définie")


def _sans_saisie(*_: Any) -> str:
    raise SaisieInattendue(ABSENTE)


def _limiter() -> None:
    """Des bornes que le code de l'élève ne pourra pas relever."""
    import resource

    for genre, borne in (
        (resource.RLIMIT_AS, MEMOIRE),
        (resource.RLIMIT_FSIZE, FICHIER),
        (resource.RLIMIT_CPU, PROCESSEUR),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, 256),
    ):
        maximum = resource.getrlimit(genre)[1]
        resource.setrlimit(genre, (borne, borne) if maximum < 0 else (min(borne, maximum),) * 2)
    if Path("/proc/self/oom_score_adj").exists():  # si la mémoire manque, que ce processus meure le premier
        Path("/proc/self/oom_score_adj").write_text("1000")


def principal() -> None:
    """Point d'entrée, dans le bac : le numéro de la prise est le seul argument."""
    _limiter()
    facade.installer()
    canal = Canal(socket.socket(fileno=int(sys.argv[1])))
    interieur = Interieur(canal)
    sys.path.insert(0, str(Path.cwd()))  # les modules que l'élève a joints à sa copie
    canal.envoyer({"pret": True})
    try:
        interieur.servir()
    except CanalRompu:
        os._exit(0)


if __name__ == "__main__":
    principal()
