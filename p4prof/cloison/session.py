"""Le côté des tests : piloter le bac, croire le moins possible ce qui en vient, le remplacer s'il casse."""

from __future__ import annotations

import base64
import contextlib
import copy
import itertools
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from p4core.appels import LENTEUR, PATIENCE, Appel, Distante, compter_ailleurs, temps_de_calcul
from p4prof.cloison.bac import Bac, BacEnPanne
from p4prof.cloison.protocole import (
    Appui,
    CanalMuet,
    CanalRompu,
    Decodeur,
    Encodeur,
    Message,
    Sortie,
    ValeurIllisible,
    reconstruire,
    reporter,
    signature,
)

# --- Les sorties d'une cellule, relues : rien n'assure qu'elles sont ce qu'elles prétendent être ---------

SORTIES_MAX = 300
TOTAL_MAX = 20_000_000  # caractères affichés par toutes les cellules d'une copie


def note(texte: str) -> Sortie:
    """Un mot du correcteur, parmi les sorties d'une cellule."""
    return {"output_type": "stream", "name": "stderr", "text": f"[correction] {texte}\n"}


class Budget:
    """Ce qu'une copie peut encore afficher : mille cellules de dix mégaoctets rempliraient la mémoire."""

    def __init__(self) -> None:
        self._reste = TOTAL_MAX

    def garder(self, sorties: list[Sortie]) -> list[Sortie]:
        """Les sorties, ou un mot à leur place si la copie a déjà trop affiché."""
        taille = sum(len(str(sortie)) for sortie in sorties)
        if taille > self._reste:
            return [note("Affichage non gardé : cette copie affiche trop.")]
        self._reste -= taille
        return sorties


def lire_sorties(brutes: Any) -> list[Sortie]:
    """Les sorties bien formées, et elles seules."""
    if not isinstance(brutes, list):
        return []
    return [lue for brute in brutes[:SORTIES_MAX] if isinstance(brute, dict) and (lue := _lire(brute))]


def _lire(brute: Sortie) -> Sortie | None:
    genre = brute.get("output_type")
    if genre == "stream" and brute.get("name") in ("stdout", "stderr"):
        return {"output_type": "stream", "name": brute["name"], "text": str(brute.get("text", ""))}
    if genre == "error":
        lignes = brute.get("traceback")
        textes = [str(ligne) for ligne in lignes] if isinstance(lignes, list) else []
        nom, valeur = str(brute.get("ename", "")), str(brute.get("evalue", ""))
        return {"output_type": "error", "ename": nom, "evalue": valeur, "traceback": textes}
    if genre not in ("display_data", "execute_result") or not isinstance(brute.get("data"), dict):
        return None
    data = {str(t): v for t, v in brute["data"].items() if isinstance(v, str)}
    return {"output_type": "display_data", "data": data, "metadata": {}} if data else None


# --- Les fonctions de l'élève vues d'ici -----------------------------------------------------------------

Pretees = Mapping[int, Callable[..., Any]] | tuple[()]


class ErreurEleve(Exception):
    """L'appel direct d'une fonction de l'élève a échoué sans lever d'exception ordinaire."""


@dataclass(frozen=True)
class Requete:
    """Un appel à faire dans le bac."""

    arguments: tuple[Any, ...]
    delai: float
    saisies: Iterable[str] = ()
    graine: float | None = None
    remplacements: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] | None = None  # les arguments nommés d'un appel direct, fait par un test


@dataclass
class AppelDistant(Appel):
    """Un appel, et le temps de calcul qu'il a pris là-bas."""

    calcul: float = 0.0


def mort(requete: Requete, raison: str) -> Appel:
    """Un appel qui n'a pas pu aboutir."""
    return AppelDistant(copy.deepcopy(requete.arguments), copy.deepcopy(requete.arguments), mort=raison)


class FonctionDistante(Distante):
    """Une fonction restée dans le bac : on l'appelle comme une autre."""

    def __init__(
        self, session: Session, reference: str | int, nom: str, description: Any, pretees: Pretees = ()
    ) -> None:
        self._session, self.reference, self._generation = session, reference, session.generation
        self.pretees = dict(pretees)  # ce qu'elle a pu garder de l'appel où elle est née
        self.__name__ = self.__qualname__ = nom
        self._noms: Mapping[str, Any] = {}
        connue = signature(description)
        if connue is not None:
            self.__signature__ = connue

    @property
    def valable(self) -> bool:
        """Désigne-t-elle encore quelque chose ? Un numéro ne vaut que dans le bac qui l'a donné."""
        return isinstance(self.reference, str) or self._generation == self._session.generation

    def __deepcopy__(self, memo: Any) -> FonctionDistante:
        return self

    def __repr__(self) -> str:
        return f"<function {self.__name__}>"

    def appeler(
        self,
        arguments: tuple[Any, ...],
        delai: float,
        saisies: Any,
        graine: float,
        remplacements: Mapping[str, Any],
    ) -> Appel:
        """L'appel protégé, dans le bac."""
        return self._session.appeler(self, Requete(arguments, delai, saisies, graine, remplacements))

    @contextlib.contextmanager
    def remplacer(self, noms: Mapping[str, Any]) -> Iterator[None]:
        """Le temps du bloc, les appels directs se font avec ces fonctions-là."""
        anciens, self._noms = self._noms, noms
        try:
            yield
        finally:
            self._noms = anciens

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        delai = self._session.limites.appel
        requete = Requete(arguments, delai, remplacements=self._noms, options=options)
        appel = self._session.appeler(self, requete)
        if appel.sortie:
            print(appel.sortie, end="")
        if appel.appuis:
            raise ErreurEleve(f"se sert de {appel.appuis[0]} à la place de son propre code")
        if appel.expire or appel.mort:
            raise ErreurEleve(appel.mort or "l'appel ne se termine pas")
        if appel.exception is not None:
            raise _a_lever(appel.exception)
        for avant, apres in zip(arguments, appel.apres, strict=True):
            reporter(avant, apres)
        return appel.valeur


def _a_lever(erreur: BaseException) -> Exception:
    """L'exception de l'élève, si elle n'arrête rien ici : StopIteration finirait une boucle du test."""
    if isinstance(erreur, Exception) and not isinstance(erreur, StopIteration | StopAsyncIteration):
        return erreur
    return ErreurEleve(f"{type(erreur).__name__} : {erreur}")


# --- Un appel : ce qui part, ce qui revient --------------------------------------------------------------


class PretTermine(RuntimeError):
    """L'élève appelle une fonction qui ne lui était prêtée que pour un appel précédent."""


class Dialogue:
    """Ce qu'un appel échange avec le bac : fonctions prêtées le temps de l'appel, exceptions levées."""

    def __init__(
        self, session: Session, saisies: Iterator[str] | None = None, pretees: Pretees = (), aides: Any = ()
    ) -> None:
        self._session, self._saisies = session, saisies
        self._pretees: dict[int, Callable[..., Any]] = dict(pretees)
        self._aides = [id(fonction) for fonction in aides]
        self._levees: list[BaseException] = []
        self.servis = False  # l'élève s'est-il déjà servi d'une fonction prêtée, ou d'une saisie ?
        self._encodeur = Encodeur(self._ecrire_fonction)

    def ecrire(self, valeur: Any) -> Any:
        """La valeur, prête à partir."""
        return self._encodeur.encoder(valeur)

    def lire(self, brut: Any, decodeur: Decodeur | None = None) -> Any:
        """La valeur reçue ; un décodeur qui a déjà servi reconnaît les listes qu'il a déjà reçues."""
        return (decodeur or Decodeur()).decoder(brut, self._lire_fonction)

    def _ecrire_fonction(self, v: Any) -> list[Any] | None:
        if isinstance(v, FonctionDistante):
            self._pretees.update(v.pretees)
            return ["F", v.reference if v.valable else -1]
        if not callable(v):
            return None
        numero = next(self._session.numeros)  # ne ressert jamais : un prêt ne vaut que pour son appel
        self._pretees[numero] = v
        pure = id(v) if getattr(v, "pure", False) is True else None  # de quoi reconnaître ses résultats
        return ["k", numero, getattr(v, "__name__", "fonction"), pure]

    def _lire_fonction(self, b: list[Any]) -> Any:
        if b[0] == "f" and isinstance(b[1], int):
            gardees = {n: f for n, f in self._pretees.items() if id(f) not in self._aides}
            return FonctionDistante(self._session, b[1], str(b[2])[:100], b[3], gardees)
        if b[0] == "K":
            return self._pretees[b[1]]
        raise ValeurIllisible("valeur d'un genre inconnu")

    def repondre(self, message: Message) -> Message:
        """Appelle pour l'élève une fonction qui lui a été prêtée ; la réponse à lui envoyer."""
        self.servis = True
        try:
            arguments, options = self.lire(message.get("arguments"))
            valeur = self._rappeler(message["rappel"], arguments, options)
        except ValeurIllisible as erreur:
            raise CanalRompu(str(erreur)) from erreur
        except Exception as erreur:
            self._levees.append(erreur)
            base = next(c for c in type(erreur).__mro__ if c.__module__ == "builtins")
            nom = type(erreur).__name__
            rang = len(self._levees) - 1
            return {"leve": nom, "base": base.__name__, "texte": str(erreur)[:2000], "rappel": rang}
        return {"valeur": self.ecrire((valeur, arguments))}

    def _rappeler(self, numero: Any, arguments: tuple[Any, ...], options: dict[str, Any]) -> Any:
        if numero == "saisie":
            return next(self._saisies, None) if self._saisies is not None else None
        if numero not in self._pretees:
            raise PretTermine("cette fonction n'était prêtée que le temps d'un appel")
        return self._pretees[numero](*arguments, **options)

    def conclure(self, arguments: tuple[Any, ...], reponse: Message, duree: float) -> AppelDistant:
        """L'appel tel que le bac le rapporte, relu avec méfiance."""
        try:
            valeur, apres = self.lire(["t", reponse["valeur"], reponse["apres"]], self._session.resultats)
            appel = AppelDistant(
                copy.deepcopy(arguments),
                apres,
                valeur,
                self._exception(reponse["exception"]),
                str(reponse["sortie"])[:20_000],
                bool(reponse["expire"]),
                bool(reponse["arrete"]),
                int(reponse["saisies"]),
                duree,
                appuis=tuple(str(nom)[:100] for nom in reponse["appuis"]),
                calcul=max(0.0, min(float(reponse["calcul"]), duree)),
            )
        except Exception as erreur:  # tout vient de l'élève : tout peut y être faux
            raise CanalRompu("elle abîme l'interpréteur Python") from erreur
        if not isinstance(apres, tuple) or len(apres) != len(arguments):
            raise CanalRompu("elle abîme l'interpréteur Python")
        if isinstance(valeur, Appui):
            appel.appuis += (repr(valeur).removeprefix("(").split(" : ")[0],)
        return appel

    def _exception(self, description: Any) -> BaseException | None:
        if description is None:
            return None
        rang, ligne = description["rappel"], description["ligne"]
        if isinstance(rang, int) and 0 <= rang < len(self._levees):
            erreur = self._levees[rang]
        else:
            erreur = reconstruire(
                [str(nom)[:100] for nom in description["noms"]], str(description["texte"])[:2000]
            )
        erreur.ligne_eleve = (int(ligne[0]), str(ligne[1])[:300]) if ligne else None  # type: ignore[attr-defined]
        return erreur


# --- Une copie : ses cellules, ses questions -------------------------------------------------------------

ABSENT = object()


@dataclass(frozen=True)
class Limites:
    """Les durées, en secondes, et le nombre de pannes que l'on tolère d'une copie."""

    cellule: float = 30.0
    appel: float = 10.0  # fait directement par un test ; les vérifications choisissent leurs délais
    question: float = 120.0
    copie: float = 900.0
    demarrage: float = 60.0
    pannes: int = 100
    pannes_par_question: int = 5  # au-delà, la question est perdue, pas celles qui suivent
    reprise: float = 5.0  # d'une cellule interrompue une première fois, quand on la rejoue


class Session:
    """Les cellules d'une copie, exécutées dans un bac que l'on remplace autant qu'il le faut."""

    def __init__(self, prendre: Callable[[], Bac], fichiers: Mapping[str, bytes], limites: Limites) -> None:
        self._prendre, self._fichiers, self.limites = prendre, fichiers, limites
        self._bac: Bac | None = None
        self._perdu: Bac | None = None  # le dernier dont on s'est défait
        self._cellules: list[tuple[str, float]] = []  # à rejouer dans un bac neuf, avec leur délai
        self._pannes = 0
        self._budget = Budget()
        self._fin_copie = time.monotonic() + limites.copie
        self.commencer_question()
        self.generation = 0
        self.resultats = Decodeur()
        self.numeros = itertools.count()  # des fonctions prêtées à l'élève

    # --- cellules de l'élève ------------------------------------------------------------------------

    def executer(self, source: str) -> list[Sortie]:
        """Exécute une cellule ; une cellule qui casse le bac est signalée, et ne sera jamais rejouée.

        Elle n'y est peut-être pour rien (une cellule d'avant a laissé une bombe à retardement) : c'est dans
        un bac neuf qu'elle est jugée, comme l'appel d'une fonction.
        """
        delai = min(self.limites.cellule, self._fin_copie - time.monotonic())
        if delai <= 0:
            return [note("Cette cellule n'est pas exécutée : trop de temps pour cette copie.")]
        ancien = self._bac
        try:
            sorties, expire = self._cellule(self._ouvrir(), source, delai)
        except CanalRompu as rupture:
            raison = self._perdre(rupture)
            if ancien is not None and ancien is self._perdu and not isinstance(rupture, CanalMuet):
                return self.executer(source)
            return [note(f"Cette cellule n'est pas prise en compte : {raison}.")]
        self._cellules.append((source, self.limites.reprise if expire else self.limites.cellule))
        return self._budget.garder(sorties)

    def _cellule(self, bac: Bac, source: str, delai: float) -> tuple[list[Sortie], bool]:
        reponse = _executer(bac, source, delai)
        self._temoin(bac)
        sorties = lire_sorties(reponse.get("sorties"))
        if reponse.get("expire"):
            sorties.append(note(f"Cellule interrompue au bout de {delai:g} secondes."))
        elif reponse.get("appui"):
            sorties = [note("Cette cellule se sert de p4core, qui ne fait rien pendant la correction.")]
        return sorties, bool(reponse.get("expire"))

    def _temoin(self, bac: Bac) -> None:
        """Le bac marche-t-il encore ? Sinon, la cellule qui vient de finir l'a abîmé."""
        temoin: Any = [1, (2.5, "é")]
        requete = Requete((temoin,), self.limites.reprise, graine=0.5)
        appel = self._echanger(bac, Dialogue(self), "", requete)
        sorties = _executer(bac, "2.5", self.limites.reprise).get("sorties")
        if appel.valeur != temoin or appel.apres != (temoin,) or len(lire_sorties(sorties)) != 1:
            raise CanalRompu("elle abîme l'interpréteur Python")

    # --- bac ----------------------------------------------------------------------------------------

    def _ouvrir(self) -> Bac:
        """Le bac, vivant ; un bac neuf rejoue d'abord les cellules déjà exécutées."""
        if self._bac is not None and self._bac.canal.pret(0.0):  # personne ne lui avait rien demandé
            self._perdre(CanalRompu("elle répond sans qu'on l'interroge"))
        while self._bac is None or not self._bac.vivant:
            if self._pannes > self.limites.pannes or time.monotonic() > self._fin_copie:
                raise CanalRompu("trop de pannes ou de temps pour cette copie")
            self._bac = self._prendre()
            self.generation += 1
            self.resultats = Decodeur()  # un bac neuf numérote à partir de 1
            self._rejouer(self._bac)
        return self._bac

    def _rejouer(self, bac: Bac) -> None:
        try:
            bac.canal.recevoir(time.monotonic() + self.limites.demarrage)
            if self._fichiers:
                contenus = {nom: base64.b64encode(octets).decode() for nom, octets in self._fichiers.items()}
                bac.canal.envoyer({"ordre": "fichiers", "fichiers": contenus})
                bac.canal.recevoir(time.monotonic() + self.limites.demarrage)
        except CanalRompu as rupture:
            self._perdre(rupture)
            raise BacEnPanne from rupture
        for rang, (source, delai) in enumerate(self._cellules):
            try:
                self._cellule(bac, source, delai)
            except CanalRompu as rupture:
                del self._cellules[rang]
                self._perdre(rupture)
                return

    def _perdre(self, rupture: CanalRompu) -> str:
        """Se défait du bac ; une phrase dit ce qui est arrivé."""
        self._pannes += 1
        bac = self._perdu = self._bac
        self._bac = None
        if bac is None:
            return str(rupture)
        muet = isinstance(rupture, CanalMuet)
        if not muet:
            time.sleep(0.02)  # le temps que le système constate la mort du processus
        vivant = bac.vivant
        bac.tuer()
        if muet:
            return "elle ne s'arrête pas et ne se laisse pas interrompre"
        if vivant:
            return str(rupture)
        return "elle arrête le noyau Python (os._exit, plantage ou mémoire épuisée)"

    def fermer(self) -> None:
        """Arrête le bac."""
        if self._bac is not None:
            self._bac.tuer()
            self._bac = None

    # --- questions ----------------------------------------------------------------------------------

    def commencer_question(self) -> None:
        """Remet à zéro le temps accordé à une question."""
        self._fin_question = temps_de_calcul() + self.limites.question
        self._pannes_avant = self._pannes
        self._fin_reelle = min(self._fin_copie, time.monotonic() + LENTEUR * self.limites.question)

    def lire(self, nom: str) -> Any:
        """La valeur que ce nom a chez l'élève, reconstruite ici ; ABSENT s'il n'est pas défini."""
        try:
            bac = self._ouvrir()
            bac.canal.envoyer({"ordre": "lire", "nom": nom})
            reponse = bac.canal.recevoir(time.monotonic() + self.limites.reprise)
            if reponse.get("absent"):
                return ABSENT
            valeur = Dialogue(self).lire(reponse.get("valeur"))
        except CanalRompu as rupture:
            self._perdre(rupture)
            return ABSENT
        except ValeurIllisible:
            return ABSENT
        if isinstance(valeur, FonctionDistante):
            valeur.reference = nom  # reste valable dans un bac neuf
        return valeur

    def appeler(self, fonction: FonctionDistante, requete: Requete) -> Appel:
        """Appelle une fonction de l'élève ; ce qui casse est rapporté comme le reste."""
        reste = self._fin_question - temps_de_calcul()
        if reste <= 0 or time.monotonic() > self._fin_reelle:
            return mort(requete, "trop de temps pour une seule question")
        if self._pannes - self._pannes_avant >= self.limites.pannes_par_question:
            return mort(requete, "trop de pannes pour une seule question")
        ancien = self._bac
        dialogue = Dialogue(self, iter(requete.saisies), fonction.pretees, requete.remplacements.values())
        try:
            bac = self._ouvrir()
            if not fonction.valable:
                return mort(requete, "le programme a dû être relancé depuis que cette fonction a été créée")
            bornee = replace(requete, delai=min(requete.delai, reste))
            return self._echanger(bac, dialogue, fonction.reference, bornee)
        except CanalRompu as rupture:
            appel = mort(requete, self._perdre(rupture))
            appel.expire = isinstance(rupture, CanalMuet)
            recommencer = ancien is not None and ancien is self._perdu and fonction.valable
            if recommencer and not appel.expire and not dialogue.servis:
                return self.appeler(fonction, requete)
            return appel
        except BaseException:
            self._perdre(CanalRompu("appel abandonné"))  # le dialogue est resté au milieu d'une phrase
            raise

    def _echanger(self, bac: Bac, dialogue: Dialogue, reference: str | int, requete: Requete) -> Appel:
        donnees = (requete.arguments, dict(requete.options or {}), dict(requete.remplacements))
        depart = bac.depart(requete.delai + PATIENCE)
        bac.canal.envoyer(
            {
                "ordre": "appeler",
                "fonction": reference,
                "delai": requete.delai,
                "graine": requete.graine,
                "direct": requete.options is not None,
                "arguments": dialogue.ecrire(donnees),
            }
        )
        while "rappel" in (reponse := bac.recevoir(depart)):
            bac.canal.envoyer(dialogue.repondre(reponse))
        appel = dialogue.conclure(requete.arguments, reponse, time.monotonic() - depart.instant)
        compter_ailleurs(appel.calcul)
        if not appel.arrete:
            raise CanalMuet("la fonction ne s'arrête pas")
        return appel


def _executer(bac: Bac, source: str, delai: float) -> Message:
    depart = bac.depart(delai)
    bac.canal.envoyer({"ordre": "executer", "source": source, "delai": delai})
    return bac.recevoir(depart)
