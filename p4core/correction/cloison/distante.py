"""Les fonctions de l'élève vues d'ici, et ce qu'un appel échange avec elles."""

from __future__ import annotations

import contextlib
import copy
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from p4core.correction.cloison.canal import CanalRompu, Message
from p4core.correction.cloison.erreurs import reconstruire
from p4core.correction.cloison.lecture import Decodeur, Illisible, reporter
from p4core.correction.cloison.signatures import signature
from p4core.correction.cloison.valeurs import Appui, Encodeur
from p4core.execution import Appel, Distante

if TYPE_CHECKING:
    from p4core.correction.cloison.session import Session


Pretees = Mapping[int, Callable[..., Any]] | tuple[()]


class ErreurEleve(Exception):
    """L'appel direct d'une fonction de l'élève a échoué sans lever d'exception ordinaire."""


@dataclass(frozen=True)
class Direct:
    """L'appel est fait tel quel par un test, avec ces arguments nommés."""

    options: Mapping[str, Any]


@dataclass
class AppelDistant(Appel):
    """Un appel, et le temps de calcul qu'il a pris là-bas."""

    calcul: float = 0.0


def mort(arguments: tuple[Any, ...], raison: str) -> Appel:
    """Un appel qui n'a pas pu aboutir."""
    return AppelDistant(copy.deepcopy(arguments), copy.deepcopy(arguments), mort=raison)


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
        return self._session.appeler(self, arguments, delai, saisies, graine, remplacements)

    @contextlib.contextmanager
    def remplacer(self, noms: Mapping[str, Any]) -> Iterator[None]:
        """Le temps du bloc, les appels directs se font avec ces fonctions-là."""
        anciens, self._noms = self._noms, noms
        try:
            yield
        finally:
            self._noms = anciens

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        appel = self._session.appeler(
            self, arguments, self._session.limites.appel, (), None, self._noms, Direct(options)
        )
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


class PretTermine(RuntimeError):
    """L'élève appelle une fonction qui ne lui était prêtée que pour un appel précédent."""


class Appels:
    """Un dialogue : les fonctions prêtées le temps d'un appel, et les exceptions qu'elles ont levées."""

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
        raise Illisible("valeur d'un genre inconnu")

    def repondre(self, message: Message) -> Message:
        """Appelle pour l'élève une fonction qui lui a été prêtée ; la réponse à lui envoyer."""
        self.servis = True
        try:
            arguments, options = self.lire(message.get("arguments"))
            valeur = self._rappeler(message["rappel"], arguments, options)
        except Illisible as erreur:
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
