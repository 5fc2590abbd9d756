"""Le côté des tests : piloter le bac, croire le moins possible ce qui en vient, le remplacer s'il casse."""

from __future__ import annotations

import ast
import base64
import contextlib
import itertools
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from p4core.appels import (
    CHARGEE,
    LENTEUR,
    PATIENCE,
    Appel,
    Distante,
    Pile,
    TempsEcoule,
    attente,
    attentes_connues,
    compter_ailleurs,
    copier,
    temps_de_calcul,
)
from p4core.jeu import Position
from p4core.observation import Trace
from p4prof.cloison import vigie
from p4prof.cloison.mur import BacEnPanne, Mur, sources_des_regles
from p4prof.cloison.protocole import (
    RAPPEL_MAX,
    Appui,
    CanalMuet,
    CanalRompu,
    Decodeur,
    Encodeur,
    Message,
    Sortie,
    ValeurIllisible,
    instantane,
    lisible,
    position_ecrite,
    position_lue,
    reconstruire,
    reporter,
    signature,
    texte_recu,
)
from p4prof.cloison.service import Garde
from p4prof.secret import deriver

# --- Les sorties d'une cellule, relues : rien n'assure qu'elles sont ce qu'elles prétendent être ---------

RENDUES = "Ce que montrait cette cellule dans la copie rendue :"
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
        return {"output_type": "stream", "name": brute["name"], "text": _texte(brute.get("text"))}
    if genre == "error":
        lignes = brute.get("traceback")
        textes = [_texte(ligne) for ligne in lignes] if isinstance(lignes, list) else []
        nom, valeur = _texte(brute.get("ename")), _texte(brute.get("evalue"))
        return {"output_type": "error", "ename": nom, "evalue": valeur, "traceback": textes}
    if genre not in ("display_data", "execute_result") or not isinstance(brute.get("data"), dict):
        return None
    data = {lisible(t): lisible(v) for t, v in brute["data"].items() if isinstance(v, str)}
    return {"output_type": "display_data", "data": data, "metadata": {}} if data else None


def _texte(brut: Any) -> str:
    """Ce texte, s'il en est un."""
    return lisible(brut) if isinstance(brut, str) else ""


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
    emboitements: int | None = None
    compter: bool = False  # les tirages au hasard
    observer: int = 0  # les appels récursifs à garder
    lot: bool = False  # chaque argument est les arguments d'un appel ; ils se font l'un après l'autre
    # Sans fil d'exécution, long à créer, ni retour des arguments : seule l'alarme du bac l'interrompra.
    sur_place: bool = False


@dataclass
class AppelDistant(Appel):
    """Un appel, et le temps de calcul qu'il a pris là-bas."""

    calcul: float = 0.0


def mort(requete: Requete, raison: str) -> Appel:
    """Un appel qui n'a pas pu aboutir."""
    return AppelDistant(copier(requete.arguments), copier(requete.arguments), mort=raison)


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
    def comptee(self) -> bool:  # type: ignore[override]
        """Son temps se compte-t-il en instructions ?"""
        return self._session.comptee

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
        emboitements: int | None = None,
        compter: bool = False,
        observer: int = 0,
    ) -> Appel:
        """L'appel protégé, dans le bac."""
        requete = Requete(
            arguments, delai, saisies, graine, remplacements, None, emboitements, compter, observer
        )
        return self._session.appeler(self, requete)

    def voisine(self, nom: str) -> Any:
        """Ce que ce nom désigne dans le bac ; None s'il n'y est pas."""
        valeur = self._session.lire(nom)
        return None if valeur is ABSENT else valeur

    def noms(self) -> set[str]:
        """Les noms dont elle se sert, là-bas."""
        return self._session.noms(self)

    def source(self) -> str:
        """Son code, lu dans les cellules exécutées : rien n'est demandé au bac, qui pourrait mentir."""
        return self._session.source(self.reference) if isinstance(self.reference, str) else ""

    def reecrite(self, source: str) -> Distante | None:
        """La même fonction avec ce code-là, dans le bac."""
        autre = self._session.reecrire(self.__name__, source)
        return autre if isinstance(autre, FonctionDistante) else None

    @contextlib.contextmanager
    def remplacer(self, noms: Mapping[str, Any]) -> Iterator[None]:
        """Le temps du bloc, les appels directs se font avec ces fonctions-là."""
        anciens, self._noms = self._noms, noms
        try:
            yield
        finally:
            self._noms = anciens

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        appel = self._direct(arguments, options)
        for avant, apres in zip(arguments, appel.apres, strict=True):
            reporter(avant, apres)
        return appel.valeur

    def chacun(self, lots: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Ses réponses à chacun de ces arguments : un seul voyage jusqu'au bac."""
        reponses = self._direct(tuple(lots), {}, lot=True).valeur if lots else []
        if not isinstance(reponses, list) or len(reponses) != len(lots):
            raise ErreurEleve("abîme l'interpréteur Python")
        return reponses

    def _direct(self, arguments: tuple[Any, ...], options: Mapping[str, Any], lot: bool = False) -> Appel:
        """L'appel fait par un test comme à une fonction ordinaire : ce qui casse est levé."""
        delai = self._session.limites.appel
        requete = Requete(arguments, delai, remplacements=self._noms, options=options, lot=lot)
        appel = self._session.appeler(self, requete)
        if appel.sortie:
            print(appel.sortie, end="")
        if appel.appuis:
            raise ErreurEleve(f"se sert de {appel.appuis[0]} à la place de son propre code")
        if appel.expire or appel.mort:
            raise ErreurEleve(appel.mort or "l'appel ne se termine pas")
        if appel.exception is not None:
            raise _a_lever(appel.exception)
        return appel


def _a_lever(erreur: BaseException) -> Exception:
    """L'exception de l'élève, si elle n'arrête rien ici : StopIteration finirait une boucle du test."""
    if isinstance(erreur, Exception) and not isinstance(erreur, StopIteration | StopAsyncIteration):
        return erreur
    return ErreurEleve(f"{type(erreur).__name__} : {erreur}")


# --- Un appel : ce qui part, ce qui revient --------------------------------------------------------------


LONG = 0.5  # seconde : d'un appel plus court, savoir s'il a dormi coûterait plus que lui
# Pour un appel, les secondes que l'on mesure au-delà de tant de fois ce que dit le bac.
MENSONGE, PROPORTION = 2.0, 4
TENTATIVES = {
    vigie.ECRIRE: "d'écrire hors de son bac",
    vigie.LIRE: "de lire hors de son bac",
    vigie.LANCER: "de lancer un programme",
    vigie.CONNEXION: "d'ouvrir une connexion",
    vigie.NATIF: "d'exécuter du code natif (ctypes)",
}
PERDUS_MAX = 1_000  # un fil de l'élève peut en faire quelques-uns, en retard
APPUIS_MAX, FAMILLES_MAX = 100, 50  # noms que l'on garde d'une réponse : rien d'honnête n'en a autant


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
        self.prets = self.servi = 0.0  # secondes que prennent ici les fonctions prêtées : calcul, mur
        self._perdus = 0  # appels d'une fonction qui n'est pas, ou plus, prêtée
        self.servis = False  # l'élève s'est-il déjà servi d'une fonction prêtée, ou d'une saisie ?
        self._encodeur = Encodeur(self._ecrire_fonction)

    def ecrire(self, valeur: Any) -> Any:
        """La valeur, prête à partir."""
        return self._encodeur.encoder(valeur)

    def lire(self, brut: Any, decodeur: Decodeur | None = None) -> Any:
        """La valeur reçue ; un décodeur qui a déjà servi reconnaît les listes qu'il a déjà reçues."""
        return (decodeur or Decodeur()).decoder(brut, self._lire_fonction)

    def _ecrire_fonction(self, v: Any) -> list[Any] | None:
        if isinstance(v, Position):
            return position_ecrite(v)
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
            return FonctionDistante(self._session, b[1], texte_recu(b[2], 100), b[3], gardees)
        if b[0] == "K":
            return self._pretees[b[1]]
        if b[0] == "P":
            return position_lue(b, Position)
        raise ValeurIllisible("valeur d'un genre inconnu")

    def repondre(self, message: Message, garde: Garde) -> Message:
        """Appelle pour l'élève une fonction qui lui a été prêtée ; la réponse à lui envoyer."""
        self.servis = True
        debut, instant = time.process_time(), time.monotonic() - self._session.en_rappel
        self._session.entrer(1)
        try:
            # L'élève choisit les arguments : une recherche à profondeur 60 ne finirait pas, de ce côté-ci.
            with garde.travail():
                return self._repondre(message)
        except TempsEcoule as trop:
            self._session.epuiser_question()
            raise CanalMuet("ce qu'elle demande à une fonction prêtée ne finit pas") from trop
        finally:
            self._session.entrer(-1)
            self.prets += time.process_time() - debut
            self.servi += time.monotonic() - self._session.en_rappel - instant

    def _repondre(self, message: Message) -> Message:
        try:
            arguments, options = self.lire(message.get("arguments"), Decodeur(RAPPEL_MAX))
            avant = instantane(arguments)
            valeur = self._rappeler(message["rappel"], arguments, options)
        except ValeurIllisible as erreur:
            raise CanalRompu(str(erreur)) from erreur
        except Exception as erreur:
            self._levees.append(erreur)
            base = next(c for c in type(erreur).__mro__ if c.__module__ == "builtins")
            nom = type(erreur).__name__
            rang = len(self._levees) - 1
            return {"leve": nom, "base": base.__name__, "texte": str(erreur)[:2000], "rappel": rang}
        if avant is None or instantane(arguments) != avant:
            return {"valeur": self.ecrire((valeur, arguments))}
        # L'élève a déjà ce qu'il a envoyé.
        proches = self._proches(message["rappel"], arguments, options)
        return {"valeur": self.ecrire((valeur, None)), "proches": proches}

    def _proches(self, numero: Any, arguments: tuple[Any, ...], options: dict[str, Any]) -> Any:
        """Les résultats voisins que donne une fonction pure, s'il y en a : ils n'auront pas à traverser."""
        proches = getattr(self._pretees.get(numero), "proches", None)
        return proches(*arguments) if proches and not options else None

    def _rappeler(self, numero: Any, arguments: tuple[Any, ...], options: dict[str, Any]) -> Any:
        if numero == "saisie":
            return next(self._saisies, None) if self._saisies is not None else None
        if numero not in self._pretees:
            self._perdus += 1
            if self._perdus > PERDUS_MAX:
                raise ValeurIllisible("elle appelle sans fin ce qui ne lui est pas prêté")
            raise PretTermine("cette fonction n'était prêtée que le temps d'un appel")
        return self._pretees[numero](*arguments, **options)

    def conclure(self, arguments: tuple[Any, ...], reponse: Message, duree: float) -> AppelDistant:
        """L'appel tel que le bac le rapporte, relu avec méfiance."""
        try:
            valeur, apres = self.lire(["t", reponse["valeur"], reponse["apres"]], self._session.resultats)
            appel = AppelDistant(
                copier(arguments),
                apres,
                valeur,
                self._exception(reponse["exception"]),
                texte_recu(reponse["sortie"], 20_000),
                bool(reponse["expire"]),
                bool(reponse["arrete"]),
                int(reponse["saisies"]),
                duree,
                appuis=tuple(texte_recu(nom, 100) for nom in reponse["appuis"][:APPUIS_MAX]),
                paresseuse=bool(reponse["paresseuse"]),
                pile=_pile(reponse["pile"]),
                tirages=None if reponse["tirages"] is None else int(reponse["tirages"]),
                calcul=max(0.0, min(float(reponse["calcul"]), duree)),
                trace=self._trace(reponse.get("trace")),
            )
        except Exception as erreur:  # tout vient de l'élève : tout peut y être faux
            self._session.incidents.add("réponse mal formée, peut-être forgée")
            raise CanalRompu("elle abîme l'interpréteur Python") from erreur
        if not isinstance(apres, tuple) or len(apres) != len(arguments):
            raise CanalRompu("elle abîme l'interpréteur Python")
        if isinstance(valeur, Appui):
            appel.appuis += (repr(valeur).removeprefix("(").split(" : ")[0],)
        return appel

    def _trace(self, brute: Any) -> Trace | None:
        """Les appels observés là-bas : de quoi éclairer l'élève, jamais de quoi le noter."""
        if brute is None:
            return None
        try:
            return Trace.depuis_donnees(self.lire(brute, Decodeur()))
        except (ValeurIllisible, ValueError):
            return None  # forgée ou coupée : la faute ne sera pas montrée, le verdict n'en dépend pas

    def _exception(self, description: Any) -> BaseException | None:
        if description is None:
            return None
        rang, ligne = description["rappel"], description["ligne"]
        if isinstance(rang, int) and 0 <= rang < len(self._levees):
            erreur = self._levees[rang]
        else:
            noms = [texte_recu(nom, 100) for nom in description["noms"][:FAMILLES_MAX]]
            erreur = reconstruire(noms, texte_recu(description["texte"], 2000))
        lue = (int(ligne[0]), texte_recu(ligne[1], 300), texte_recu(ligne[2], 100)) if ligne else None
        erreur.ligne_eleve = lue  # type: ignore[attr-defined]
        return erreur


def _pile(brute: Any) -> Pile | None:
    return None if brute is None else (texte_recu(brute[0], 100), int(brute[1]), int(brute[2]))


# --- Une copie : ses cellules, ses questions -------------------------------------------------------------

ABSENT = object()
NON_DEMANDEE = "réponse envoyée sans qu'on l'ait demandée"


@dataclass(frozen=True)
class Limites:
    """Les durées, en secondes, et le nombre de pannes que l'on tolère d'une copie."""

    cellule: float = 30.0
    appel: float = 10.0  # fait directement par un test ; les vérifications choisissent leurs délais
    question: float = 160.0
    copie: float = 900.0
    demarrage: float = 60.0
    pannes: int = 100
    pannes_par_question: int = 5  # au-delà, la question est perdue, pas celles qui suivent
    reprise: float = 5.0  # d'une cellule interrompue une première fois, quand on la rejoue


@dataclass(frozen=True)
class _Jouee:
    """Une cellule déjà exécutée : pour la rejouer, son délai, et où s'arrêter si sa suite ne finit pas."""

    source: str
    delai: float
    jusque: int | None = None


ECARTEE = _Jouee("", 0.0)  # à la place d'une cellule qui casse le bac : jamais rejouée
REJEU = 3.0  # secondes : au-delà, rejouer les cellules à chaque question coûterait plus que la question


class HorlogeDeCopie:
    """Les secondes que prend une copie, dans tous ses bacs, quelle que soit la charge de la machine.

    Ni ce qu'on attend ici d'un processeur, ni ce qu'en attendent les bacs ; mais tout le calcul. Là où le
    système n'en dit rien, qui calcule sans cesse n'a peut-être qu'une petite part d'une machine chargée.
    """

    def __init__(self) -> None:
        self._instant, self._calcul, self._attente = time.monotonic(), time.process_time(), attente()
        self._calcule = self._attendu = 0.0  # par les bacs dont on s'est défait

    def retenir(self, bac: Mur) -> None:
        """On se défait de ce bac."""
        self._calcule += bac.ailleurs()
        self._attendu += bac.attendu()

    def passe(self, limite: float, bac: Mur | None) -> bool:
        """L'heure est-elle passée ? Le savoir au juste est long : seulement s'il y a de quoi en douter."""
        return time.monotonic() - self._instant > limite and self.lire(bac) > limite

    def lire(self, bac: Mur | None) -> float:
        """Les secondes passées, avec celles du bac dont on se sert."""
        ailleurs, attendu = (bac.ailleurs(), bac.attendu()) if bac is not None else (0.0, 0.0)
        calcul = time.process_time() - self._calcul + self._calcule + ailleurs
        passees = time.monotonic() - self._instant - self._attente() - self._attendu - attendu
        if not attentes_connues() and calcul > passees / CHARGEE:
            return calcul
        return max(calcul, passees)


class Session:
    """Les cellules d'une copie, exécutées dans un bac que l'on remplace autant qu'il le faut."""

    def __init__(
        self,
        prendre: Callable[[], Mur],
        fichiers: Mapping[str, bytes],
        limites: Limites,
        secret: bytes = b"",
    ) -> None:
        self._prendre, self._fichiers, self.limites, self._secret = prendre, fichiers, limites, secret
        self._bac: Mur | None = None
        self._perdu: Mur | None = None  # le dernier dont on s'est défait
        self._cellules: list[_Jouee] = []  # à rejouer dans un bac neuf
        self.jusque: int | None = None  # celles qu'il faut avoir exécutées, s'il ne les faut pas toutes
        self._faites = 0  # celles que le bac actuel a exécutées
        self._rejeu = 0.0  # secondes qu'il y a passées
        self._appelees: set[str | int] = set()  # les fonctions de l'élève appelées par la question en cours
        self._pannes = 0
        self._budget = Budget()
        self.incidents: set[str] = set()  # ce que l'enseignant saura, sans verdict
        self.calcul_eleve = 0.0  # secondes passées dans les fonctions de l'élève, appelées par les tests
        self._avant: Any = None  # ce que l'élève avait défini au début de la question
        self._horloge = HorlogeDeCopie()
        self.comptee = False  # le mur compte-t-il des instructions ?
        self.commencer_question()
        self.generation = 0
        self.resultats = Decodeur()
        self.numeros = itertools.count()  # des fonctions prêtées à l'élève

    def dedoubler(self, limites: Limites) -> Session:
        """La même copie dans un autre bac, où les cellules d'ici sont rejouées sans que rien en soit montré.

        Les tests s'y font : ce que l'élève retient de ce qu'ils demandent, aucune cellule d'ici ne l'affiche.
        """
        double = Session(self._prendre, self._fichiers, limites, self._secret)
        double._cellules, double.incidents = self._cellules, self.incidents
        double._horloge = self._horloge
        return double

    # --- cellules de l'élève ------------------------------------------------------------------------

    def executer(self, source: str) -> list[Sortie]:
        """Exécute une cellule ; une cellule qui casse le bac est signalée, et ne sera jamais rejouée.

        Elle n'y est peut-être pour rien (une cellule d'avant a laissé une bombe à retardement) : c'est dans
        un bac neuf qu'elle est jugée, comme l'appel d'une fonction.
        """
        delai = min(self.limites.cellule, self._reste())
        if delai <= 0:
            return [note("Cette cellule n'est pas exécutée : trop de temps pour cette copie.")]
        ancien = self._bac
        try:
            sorties, expire = self._cellule(self._ouvrir(), _Jouee(source, delai))
        except CanalRompu as rupture:
            etape = self._bac.etape if self._bac is not None else None
            raison = self._perdre(rupture)
            if etape and isinstance(rupture, CanalMuet):
                self._cellules.append(_Jouee(source, self.limites.cellule, etape))
                return [note(f"Cellule interrompue à son instruction n° {etape + 1} : {raison}.")]
            if ancien is not None and ancien is self._perdu and not isinstance(rupture, CanalMuet):
                return self.executer(source)
            return [note(f"Cette cellule n'est pas prise en compte : {raison}.")]
        self._cellules.append(_Jouee(source, self.limites.reprise if expire else self.limites.cellule))
        self._faites = len(self._cellules)
        return self._budget.garder(sorties)

    def garder(self, sorties: list[Sortie]) -> list[Sortie]:
        """Ces sorties, dites pour ce qu'elles sont, dans ce que la copie peut encore afficher."""
        return [note(RENDUES), *self._budget.garder(sorties)] if sorties else []

    def _cellule(self, bac: Mur, cellule: _Jouee, temoin: bool = True) -> tuple[list[Sortie], bool]:
        ordre = {
            "ordre": "executer",
            "source": cellule.source,
            "delai": cellule.delai,
            "jusque": cellule.jusque,
        }
        reponse = _ordonner(bac, ordre, cellule.delai)
        self._apprendre(reponse)
        if temoin:
            self._temoin(bac)
        sorties = lire_sorties(reponse.get("sorties"))
        if reponse.get("expire"):
            sorties.append(note(f"Cellule interrompue au bout de {cellule.delai:g} secondes."))
        elif reponse.get("appui"):
            sorties = [note("Cette cellule se sert de p4core, qui ne fait rien pendant la correction.")]
        return sorties, bool(reponse.get("expire"))

    def _temoin(self, bac: Mur) -> None:
        """Le bac marche-t-il encore ? Sinon, la cellule qui vient de finir l'a abîmé."""
        temoin: Any = [1, (2.5, "é")]
        requete = Requete((temoin,), self.limites.reprise, graine=0.5)
        appel = self._echanger(bac, Dialogue(self), "", requete)
        essai = {"ordre": "executer", "source": "2.5", "delai": self.limites.reprise}
        sorties = _ordonner(bac, essai, self.limites.reprise).get("sorties")
        if appel.valeur != temoin or appel.apres != (temoin,) or len(lire_sorties(sorties)) != 1:
            raise CanalRompu("elle abîme l'interpréteur Python")

    # --- bac ----------------------------------------------------------------------------------------

    @property
    def jouees(self) -> int:
        """Les cellules déjà exécutées."""
        return len(self._cellules)

    @property
    def _voulues(self) -> list[_Jouee]:
        """Celles qu'un bac doit avoir exécutées."""
        return self._cellules[: self.jusque]

    def _ouvrir(self) -> Mur:
        """Le bac, vivant ; un bac neuf rejoue d'abord les cellules déjà exécutées."""
        if self._bac is not None and self._bac.bavard():  # personne ne lui avait rien demandé
            self.incidents.add(NON_DEMANDEE)
            self._perdre(CanalRompu("elle répond sans qu'on l'interroge"))
        while self._bac is None or not self._bac.vivant or self._faites < len(self._voulues):
            if self._pannes > self.limites.pannes or self._reste() <= 0:
                raise CanalRompu("trop de pannes ou de temps pour cette copie")
            neuf = self._bac is None or not self._bac.vivant
            if neuf:
                self.fermer()
                self._bac, self._faites, self._rejeu = self._prendre(), 0, 0.0
                self.generation += 1
                self.comptee = self._bac.compte
                self.resultats = Decodeur()  # un bac neuf numérote à partir de 1
                self._preparer(self._bac)
            self._rejouer(neuf)
            self._avant = self._definis()
        return self._bac

    def _reste(self) -> float:
        """Les secondes qu'a encore cette copie."""
        return self.limites.copie - self._horloge.lire(self._bac)

    def _preparer(self, bac: Mur) -> None:
        try:
            bac.recevoir(bac.depart(self.limites.demarrage))
            if self._fichiers:
                contenus = {nom: base64.b64encode(octets).decode() for nom, octets in self._fichiers.items()}
                _ordonner(bac, {"ordre": "fichiers", "fichiers": contenus}, self.limites.demarrage)
        except CanalRompu as rupture:
            self._perdre(rupture)
            raise BacEnPanne from rupture

    def _rejouer(self, neuf: bool) -> None:
        """Les cellules que le bac n'a pas encore exécutées ; elles ont déjà fait leurs preuves ailleurs.

        Celle qui casse un bac neuf ne sera plus rejouée ; un bac qui a servi était peut-être déjà abîmé.
        """
        assert self._bac is not None
        depart = self._bac.depart(self.limites.cellule)
        depart.attendu = self._bac.attendu()
        while self._faites < len(self._voulues):
            cellule = self._cellules[self._faites]
            try:
                if cellule is not ECARTEE:
                    self._cellule(self._bac, cellule, temoin=False)
            except CanalRompu as rupture:
                if neuf:
                    self._cellules[self._faites] = ECARTEE
                self._perdre(rupture)
                return
            self._faites += 1
        self._rejeu += self._bac.duree(depart)

    def _perdre(self, rupture: CanalRompu) -> str:
        """Se défait du bac ; une phrase dit ce qui est arrivé."""
        self._pannes += 1
        bac = self._perdu = self._bac
        self._bac = None
        if bac is None:
            return str(rupture)
        self._horloge.retenir(bac)
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
            self._horloge.retenir(self._bac)
            self._bac.tuer()
            self._bac = None

    # --- questions ----------------------------------------------------------------------------------

    def commencer_question(self) -> None:
        """Remet à zéro le temps accordé à une question."""
        self._repere = time.process_time()  # le temps de ce processus à la fin du dernier appel
        self._emboites = 0  # appels d'une fonction prêtée en cours : elle peut rappeler l'élève
        self.en_rappel = 0.0  # secondes qu'y ont prises, au mur, les appels que ces fonctions font à l'élève
        self._fin_question = temps_de_calcul() + self.limites.question
        self._pannes_avant = self._pannes
        self._fin_reelle = self._horloge.lire(self._bac) + LENTEUR * self.limites.question
        self._avant = self._definis()
        self._appelees = set()

    def epuiser_question(self) -> None:
        """Plus aucun appel pour cette question : recommencer ferait attendre les autres copies."""
        self._fin_question = temps_de_calcul()

    def terminer_question(self) -> None:
        """La question suivante se fera dans un bac neuf : rien de ce que celle-ci a changé n'y reste.

        Sauf si elle n'a appelé que des fonctions encore à écrire, ou s'il faut longtemps pour y rejouer les
        cellules ; et si l'élève n'a pas défait ses fonctions.
        """
        if self._bac is None or not self._appelees:
            return
        garder = self._rejeu >= REJEU or all(map(self._a_ecrire, self._appelees))
        if self._bac.savant or not garder or self._avant is None or self._definis() != self._avant:
            self.fermer()

    def _a_ecrire(self, reference: str | int) -> bool:
        """Cette fonction ne fait-elle encore que lever NotImplementedError ?"""
        if isinstance(reference, int) or any("@" in c.source for c in self._voulues if reference in c.source):
            return False
        return ne_fait_que_lever(self.source(reference))

    def _definis(self) -> Any:
        if self._bac is None or not self._bac.vivant:
            return None
        try:
            return _ordonner(self._bac, {"ordre": "noms"}, self.limites.reprise).get("noms")
        except CanalRompu as rupture:
            self._perdre(rupture)
            return None

    @property
    def calcul(self) -> float:
        """Ce que le bac actuel a calculé depuis qu'il est ouvert, en secondes ; 0 si l'on n'en sait rien."""
        return (self._bac.calcule() if self._bac is not None else None) or 0.0

    def entrer(self, pas: int) -> None:
        """Entre dans une fonction prêtée, ou en sort."""
        self._emboites += pas

    def lire(self, nom: str) -> Any:
        """La valeur que ce nom a chez l'élève, reconstruite ici ; ABSENT s'il n'est pas défini."""
        try:
            reponse = _ordonner(self._ouvrir(), {"ordre": "lire", "nom": nom}, self.limites.reprise)
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

    def source(self, nom: str) -> str:
        """Le code de la dernière définition de cette fonction ; vide si c'est autre chose, ou trop long."""
        for cellule in reversed(self._voulues):
            if nom in cellule.source:
                definition = _definition(cellule, nom)
                if definition is not None:
                    return definition
        return ""

    def reecrire(self, nom: str, source: str) -> Any:
        """Cette fonction avec cet autre code, sans rien changer au reste ; ABSENT s'il ne va pas."""
        ordre = {"ordre": "reecrire", "nom": nom, "source": source}
        try:
            reponse = _ordonner(self._ouvrir(), ordre, self.limites.reprise)
            return ABSENT if reponse.get("absent") else Dialogue(self).lire(reponse.get("valeur"))
        except CanalRompu as rupture:
            self._perdre(rupture)
        except ValeurIllisible:
            pass  # ce n'est plus une fonction
        return ABSENT

    def noms(self, fonction: FonctionDistante) -> set[str]:
        """Les noms dont se sert cette fonction ; aucun, si le bac ne répond plus."""
        try:
            ordre = {"ordre": "utilises", "fonction": fonction.reference}
            lus = _ordonner(self._ouvrir(), ordre, self.limites.reprise).get("noms")
        except CanalRompu as rupture:
            self._perdre(rupture)
            return set()
        return {texte_recu(nom, 100) for nom in lus[:1000]} if isinstance(lus, list) else set()

    def appeler(self, fonction: FonctionDistante, requete: Requete) -> Appel:
        """Appelle une fonction de l'élève ; ce qui casse est rapporté comme le reste."""
        reste = self._fin_question - temps_de_calcul()
        if reste <= 0 or self._horloge.passe(min(self._fin_reelle, self.limites.copie), self._bac):
            return mort(requete, "trop de temps pour une seule question")
        if self._pannes - self._pannes_avant >= self.limites.pannes_par_question:
            return mort(requete, "trop de pannes pour une seule question")
        ancien = self._bac
        self._appelees.add(fonction.reference)
        dialogue = Dialogue(self, iter(requete.saisies), fonction.pretees, requete.remplacements.values())
        try:
            bac = self._ouvrir()
            if not fonction.valable:
                return mort(requete, "le programme a dû être relancé depuis que cette fonction a été créée")
            bornee = requete if requete.delai <= reste else replace(requete, delai=reste)
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

    def _echanger(self, bac: Mur, dialogue: Dialogue, reference: str | int, requete: Requete) -> Appel:
        if any(isinstance(argument, Position) for argument in requete.arguments):
            self._instruire(bac)
        donnees = (requete.arguments, dict(requete.options or {}), dict(requete.remplacements))
        depart = bac.depart(requete.delai + PATIENCE)
        bac.envoyer(
            {
                "ordre": "appeler",
                "fonction": reference,
                "delai": requete.delai,
                "graine": self._graine(requete),
                "direct": requete.options is not None,
                "emboitements": requete.emboitements,
                "compter": requete.compter,
                "observer": requete.observer,
                "lot": requete.lot,
                "sur_place": requete.sur_place,
                "arguments": dialogue.ecrire(donnees),
            }
        )
        reponse = bac.recevoir(depart)
        if "rappel" in reponse:
            garde = Garde(self.limites.appel)  # armée une fois : à chaque rappel, elle coûterait plus que lui
            with garde:
                while "rappel" in reponse:
                    if dialogue.prets > LENTEUR * requete.delai:
                        raise CanalMuet("elle en demande trop aux fonctions prêtées")
                    bac.envoyer(dialogue.repondre(reponse, garde))
                    depart.servi = dialogue.servi  # ce temps-là n'est pas le sien
                    reponse = bac.recevoir(depart)
        if self._emboites:
            self.en_rappel += time.monotonic() - depart.instant
        self._apprendre(reponse)
        donnes = () if requete.sur_place else requete.arguments
        appel = dialogue.conclure(donnes, reponse, time.monotonic() - depart.instant)
        mesure = bac.depense(depart)
        if mesure is not None:
            if mesure > MENSONGE + PROPORTION * appel.calcul:
                self.incidents.add("temps de calcul déclaré faux")
            appel.calcul = mesure
        if not self._emboites:
            self.calcul_eleve += appel.calcul
            # Qui dort ne calcule pas : le temps qu'il a pris compte, divisé comme celui d'un appel.
            dormi = bac.duree(depart) / LENTEUR if time.monotonic() - depart.instant > LONG else 0.0
            self._compter(max(appel.calcul, dormi) + dialogue.prets)
        if not appel.arrete:
            raise CanalMuet("la fonction ne s'arrête pas")
        return appel

    def _instruire(self, bac: Mur) -> None:
        """Apporte à ce bac, une fois, les règles du jeu : qui reçoit une Position y a droit.

        Ce bac ne servira plus à une autre question, dont la réponse est peut-être une de ces règles.
        """
        if not bac.savant:
            _ordonner(bac, {"ordre": "regles", "sources": sources_des_regles()}, self.limites.demarrage)
            bac.savant = True

    def _compter(self, calcul: float) -> None:
        """L'horloge d'un examen avance de ce que la copie a calculé, ou fait calculer à ce qu'on lui prête.

        Ni du temps que met un test à préparer ses essais et à juger, ni, sous WebAssembly, deux fois du même.
        """
        maintenant = time.process_time()
        compter_ailleurs(calcul - (maintenant - self._repere))
        self._repere = maintenant

    def _apprendre(self, reponse: Message) -> None:
        """Ce que le bac dit avoir vu tenter ; un mot inconnu vient de l'élève."""
        tente = reponse.get("tente")
        for mot in tente[: len(TENTATIVES)] if isinstance(tente, list) else ():
            if isinstance(mot, str) and mot in TENTATIVES:
                self.incidents.add(f"cette copie a tenté {TENTATIVES[mot]}")

    def _graine(self, requete: Requete) -> int | None:
        """De quoi fixer le hasard de l'élève, sans rien lui dire de celui des tests."""
        return None if requete.graine is None else deriver(self._secret, "élève", requete.graine)


SOURCE_MAX = 8_000  # caractères d'une cellule : au-delà, en chercher les fautes coûterait trop


def _definition(cellule: _Jouee, nom: str) -> str | None:
    """Le code de la fonction que cette cellule définit sous ce nom ; None si elle n'y touche pas."""
    if len(cellule.source) > SOURCE_MAX:
        return ""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # ils sont pour l'élève, pas pour qui note
            corps = ast.parse(cellule.source).body[: cellule.jusque]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""  # une commande magique, ou rien d'exécutable
    for instruction in reversed(corps):
        if isinstance(instruction, ast.FunctionDef) and instruction.name == nom:
            return ast.get_source_segment(cellule.source, instruction) or ""
        if any(isinstance(n, ast.Name) and n.id == nom and _change(n) for n in ast.walk(instruction)):
            return ""  # le nom désigne depuis autre chose
    return None


def ne_fait_que_lever(source: str) -> bool:
    """Le corps de cette fonction n'est-il, documentation mise à part, que « raise NotImplementedError » ?"""
    try:
        (fonction,) = ast.parse(source).body
    except (SyntaxError, ValueError):  # le code que l'on n'a pas pu lire est vide
        return False
    if not isinstance(fonction, ast.FunctionDef):
        return False
    corps = fonction.body[ast.get_docstring(fonction, clean=False) is not None :]
    return [ast.unparse(ligne) for ligne in corps] == ["raise NotImplementedError"]


def _change(nom: ast.Name) -> bool:
    return isinstance(nom.ctx, ast.Store | ast.Del)


def _ordonner(bac: Mur, ordre: Message, delai: float) -> Message:
    """La réponse à cet ordre."""
    depart = bac.depart(delai)
    bac.envoyer(ordre)
    return bac.recevoir(depart)
