"""Le programme enfermé, quel que soit le mur : exécuter des cellules, appeler des fonctions, sur demande."""

from __future__ import annotations

import base64
import builtins
import contextlib
import math
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Protocol

from p4core.appels import (
    LENTEUR,
    Appel,
    Execution,
    SaisieInattendue,
    TempsEcoule,
    Tirages,
    appeler,
    attente,
    calcul,
    chacun,
    compte,
    dehors,
    entiere,
    murale,
    noms_utilises,
    recueillir,
    remplacer,
    semer,
)
from p4prof.cloison import facade, vigie
from p4prof.cloison.protocole import (
    Decodeur,
    Encodeur,
    Message,
    Sortie,
    decrire,
    exception_recue,
    parametres,
    position_ecrite,
    position_lue,
    reporter,
)

try:
    from p4core.observation import observer_si
except ModuleNotFoundError:  # une entrée du concours ne l'emporte pas : elle n'est jamais observée

    def observer_si(fonction: Callable[..., Any], gardes: int) -> Any:
        """N'observe rien."""
        return contextlib.nullcontext()


RECURSIONS = (1000, 50_000)  # l'élève peut permettre plus d'appels emboîtés, pas assez pour planter
ABSENTE = "Vous demandez une saisie : input() n'est pas disponible pendant la correction."


class Ligne(Protocol):
    """De quoi parler à l'autre côté."""

    def envoyer(self, message: Message) -> None:
        """Envoie un message."""

    def recevoir(self) -> Message:
        """Le message suivant."""


class Interprete(Protocol):
    """De quoi exécuter une cellule."""

    user_ns: dict[str, Any]

    def executer(self, source: str) -> tuple[list[Sortie], BaseException | None]:
        """Ses sorties, et l'exception qui l'a arrêtée."""


class Interieur:
    """Répond aux ordres, un par un, jusqu'à la fermeture du canal."""

    def __init__(self, canal: Ligne, coquille: Interprete) -> None:
        self.canal, self.coquille = canal, coquille
        self._parole = threading.RLock()  # deux fils de l'élève ne parlent pas en même temps
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
            "noms": self._noms,
            "utilises": self._utilises,
            "reecrire": self._reecrire,
            "regles": self._regles,
            "appeler": self._appeler,
        }

    def servir(self) -> None:
        """La boucle principale."""
        vigie.veiller()
        while True:
            message = self.canal.recevoir()
            ordre = self._ordres.get(message.get("ordre", ""))
            if ordre is None:  # la réponse tardive à un rappel abandonné
                continue
            reponse = ordre(message) | {"tente": sorted(vigie.tentatives)}
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
        from pathlib import Path  # long à charger, et peu de copies ont des fichiers

        for nom, contenu in message["fichiers"].items():
            chemin = Path.cwd() / nom
            chemin.parent.mkdir(parents=True, exist_ok=True)
            chemin.write_bytes(base64.b64decode(contenu))
        return {"fin": True}

    def _executer(self, message: Message) -> Message:
        facade.etat.appuis.clear()
        with self.alarme(message["delai"]):
            sorties, erreur = self._cellule(message)
        if isinstance(erreur, TempsEcoule):
            return {"sorties": sorties, "expire": True}
        return {"sorties": sorties, "appui": isinstance(erreur, facade.AppuiSurP4core)}

    def alarme(self, delai: float) -> contextlib.AbstractContextManager[None]:
        """De quoi interrompre une cellule ou un appel trop longs, si le mur ne s'en charge pas."""
        return contextlib.nullcontext()

    def delai(self, message: Message) -> float:
        """Les secondes que l'on accorde ici à un appel ; le mur le limite peut-être lui-même."""
        return float(message["delai"])

    def _cellule(self, message: Message) -> tuple[list[Sortie], BaseException | None]:
        return self.coquille.executer(message["source"])

    def _lire(self, message: Message) -> Message:
        nom, espace = message["nom"], self.coquille.user_ns
        return {"valeur": self._autres.encoder(espace[nom])} if nom in espace else {"absent": True}

    def _noms(self, message: Message) -> Message:
        """Ce que l'élève a défini, et de quoi voir si l'un de ces noms a changé de sens."""
        espace = list(self.coquille.user_ns.items())
        # Un nom glissé par globals() ne saurait peut-être ni se trier ni se montrer.
        definis = [(nom, id(v)) for nom, v in espace if type(nom) is str and callable(v)]
        return {"noms": str(sorted(definis))}

    def _utilises(self, message: Message) -> Message:
        """Les noms dont se sert une fonction de l'élève."""
        return {"noms": sorted(noms_utilises(self._fonction(message["fonction"])))}

    def _reecrire(self, message: Message) -> Message:
        """Une autre version d'une fonction de l'élève, dans une copie de son espace : rien n'y change."""
        nom, espace = message["nom"], dict(self.coquille.user_ns)
        try:
            exec(compile(message["source"], "<réparation>", "exec"), espace)
        except Exception:  # une valeur par défaut, un décorateur qui ne s'évaluent plus
            return {"absent": True}
        return {"valeur": self._autres.encoder(espace[nom])} if nom in espace else {"absent": True}

    def _regles(self, message: Message) -> Message:
        """Apporte les règles du jeu : les noms que l'élève en a importés désignent enfin quelque chose."""
        vraies, espace = facade.apprendre(message["sources"]), self.coquille.user_ns
        for nom, objet in list(espace.items()):
            if type(objet) is facade.Inerte and objet._nom in vraies:
                espace[nom] = vraies[objet._nom]
        return {"fin": True}

    def _appeler(self, message: Message) -> Message:
        arguments, options, remplacements = Decodeur().decoder(message["arguments"], self._lire_fonction)
        if message.get("graine") is not None:
            getattr(sys.modules.get("numpy"), "random", None)  # que numpy ne charge qu'à la demande
            semer(message["graine"])
        imbrique = facade.etat.en_appel  # l'élève a confié sa fonction à une fonction de l'autre côté
        if not imbrique:
            facade.etat.appuis.clear()
        facade.etat.en_appel, debut = True, time.process_time()
        tirages = Tirages() if message.get("compter") else None
        try:
            fonction = self._fonction(message["fonction"])
            with (
                remplacer(fonction, remplacements),
                observer_si(fonction, int(message.get("observer") or 0)) as trace,
            ):
                appel = self._faire(fonction, arguments, options, message, imbrique)
        finally:
            facade.etat.en_appel = imbrique
        return self._rendre(appel) | {
            "calcul": time.process_time() - debut,
            "tirages": tirages.compter() if tirages else None,
            "appuis": list(facade.etat.appuis),
            "trace": None if trace is None else self._autres.encoder(trace.donnees()),
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
            return appeler(
                fonction,
                arguments,
                delai=self.delai(message),
                saisies=self._saisies(),
                emboitements=message.get("emboitements"),
            )
        fait = (
            partial(chacun, fonction, arguments)
            if message.get("lot")
            else partial(entiere, fonction, *arguments, **options)
        )
        if message.get("sur_place"):
            return self._sur_place(fait, self.delai(message))
        # Imbriqué, l'appel se fait dans le fil du premier, qui est déjà limité et peut être interrompu.
        delai = math.inf if imbrique else self.delai(message)
        horloge = murale if delai == math.inf else calcul  # sans limite, personne ne la regarde
        execution = Execution(lambda demander: demander(fait), delai, horloge)
        return execution.mener(Appel(arguments, arguments), fil=not imbrique)

    def _sur_place(self, fait: Callable[[], Any], delai: float) -> Appel:
        """Dans le premier fil, sans rien de ce qui surveille un autre fil : seule l'alarme l'interrompra."""
        appel = Appel()
        with recueillir() as tampon:
            try:
                with self.alarme(delai):
                    appel.valeur = fait()
            except TempsEcoule:
                appel.expire = True
            except BaseException as erreur:  # `exit()` compris : tout est rapporté
                appel.exception = erreur
            appel.sortie = tampon.getvalue()
        return appel

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
            "paresseuse": appel.paresseuse,
            "pile": appel.pile,
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
        if facade.est_position(v):
            return position_ecrite(v)
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
        if b[0] == "P":
            return position_lue(b, facade.etat.regles["p4core.Position"])
        return self._fonction(b[1])

    def rappeler(
        self,
        numero: Any,
        arguments: tuple[Any, ...],
        options: dict[str, Any],
        retenir: Callable[..., None] | None = None,
    ) -> Any:
        """Demande à l'autre côté d'appeler l'une de ses fonctions ; rend ou lève ce qu'elle rend ou lève.

        `retenir` reçoit les résultats voisins que l'autre côté y joint.
        """
        if not facade.etat.en_appel:
            raise RuntimeError("cette fonction n'était prêtée que le temps d'un appel")
        with self._parole:
            self.canal.envoyer({"rappel": numero, "arguments": self._autres.encoder((arguments, options))})
            while (reponse := self._entendre()).get("ordre") == "appeler":  # elle rappelle à son tour
                self.canal.envoyer(self._appeler(reponse))
        if "leve" in reponse:
            raise exception_recue(reponse)
        valeur, apres = Decodeur().decoder(reponse["valeur"], self._lire_fonction)
        if apres is not None:  # la fonction prêtée a changé ses arguments
            for avant, nouveau in zip(arguments, apres, strict=True):
                reporter(avant, nouveau)
        if retenir and reponse.get("proches"):
            retenir(*reponse["proches"])
        return valeur

    def _entendre(self) -> Message:
        """Ce que répond l'autre côté ; l'élève n'est pas comptable du temps qu'il y met."""
        with dehors:
            return self.canal.recevoir()

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
            retenir = partial(self._retenir, self._memoire, cle)
            self._memoire[cle] = self._interieur.rappeler(self.numero, arguments, options, retenir)
        return self._memoire[cle]

    @staticmethod
    def _retenir(memoire: dict[Any, Any], cle: Any, rangs: list[int], lignes: list[list[Any]]) -> None:
        """Retient les résultats des mêmes arguments, à ceux de ces rangs près."""
        genre, communs = cle
        for *changes, resultat in lignes:
            arguments = list(communs)
            for rang, change in zip(rangs, changes, strict=True):
                arguments[rang] = figer(change)
            memoire[genre, tuple(arguments)] = resultat

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


# --- Ce qui remplace une fonction --------------------------------------------


def _temoin(valeur: Any) -> Any:
    """Une fonction sans défaut : l'appeler dit si tout marche encore de ce côté."""
    return valeur


def _absente(*_: Any) -> None:
    raise NameError("cette fonction n'est plus définie")


def _sans_saisie(*_: Any) -> str:
    raise SaisieInattendue(ABSENTE)


# --- Interrompre ce qui dure, là où personne d'autre ne le fera ------------------------------------------

INSISTANCE = 0.5  # secondes entre deux interruptions, si le code les ignore
IMMINENT = 0.001  # secondes


class Alarme:
    """Interrompt le fil principal après tant de secondes de calcul ; qui dort, LENTEUR fois plus tard.

    Elle compte comme `appels.compte` : sur une machine chargée, qui calcule sans cesse a plus de temps que
    qui dort, et qui attend un processeur n'en a pas moins. `horloge` mesure le calcul ; à défaut, celui de ce
    processus. Sans effet dans un autre fil (sur une grappe de calcul) et sous Windows : Python n'y reçoit pas
    de signal. L'une dans l'autre, elles sonnent chacune à son heure.
    """

    def __init__(self, delai: float, horloge: Callable[[], float] | None = None) -> None:
        self._delai, self._horloge = delai, horloge or (lambda: time.process_time())
        self._finie = False  # elle ne sonne plus pendant qu'elle rend la minuterie à celle d'autour
        self._utile = threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer")
        if self._utile:
            self._delais = (
                (signal.SIGPROF, signal.ITIMER_PROF, delai),
                (signal.SIGALRM, signal.ITIMER_REAL, LENTEUR * delai),
            )

    def __enter__(self) -> None:
        if self._utile:
            self._repartir()
            self._calcul, self._instant = time.process_time(), time.monotonic()
            self._autour = [
                (signal.signal(signe, self._sonner), *signal.setitimer(minuterie, delai, INSISTANCE))
                for signe, minuterie, delai in self._delais
            ]

    def __exit__(self, *_: Any) -> None:
        self._finie = True
        if self._utile:
            passees = time.process_time() - self._calcul, time.monotonic() - self._instant
            for (signe, minuterie, _delai), autour, passe in zip(
                self._delais, self._autour, passees, strict=True
            ):
                sonner, reste, pas = autour
                signal.setitimer(minuterie, 0)
                if reste:  # celle d'autour, qui attendait
                    signal.signal(signe, sonner)
                    signal.setitimer(minuterie, max(reste - passe, IMMINENT), pas)

    def _repartir(self) -> None:
        self._debut, self._mur, self._attente = self._horloge(), murale(), attente()

    def _sonner(self, *_: Any) -> None:
        calcul, mur = self._horloge() - self._debut, self._mur() - self._attente()
        if not self._finie and compte(calcul, mur) >= self._delai:
            raise TempsEcoule


class Garde(Alarme):
    """La même pour une suite de travaux, armée une fois pour tous : elle n'interrompt que celui qui dure."""

    _au_travail = False

    @contextlib.contextmanager
    def travail(self) -> Iterator[None]:
        """L'un de ces travaux."""
        self._repartir()
        self._au_travail = True
        try:
            yield
        finally:
            self._au_travail = False

    def _sonner(self, *_: Any) -> None:
        if self._au_travail:
            super()._sonner()
