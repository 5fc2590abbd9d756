"""Une question : des critères, faits d'essais que l'on effectue et juge, et des erreurs qui ont un nom."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from p4core.appels import Appel, Distante, F, Tirages, appeler, hasard_impose, raconter, remplacer
from p4core.codages import COLONNES, Codage
from p4core.dessin import Image
from p4core.jeu import Case, Position
from p4core.observation import observer_si
from p4cours.permis import Noms
from p4cours.recherches import Recherche
from p4cours.verification.horloge import Horloge, TropLent
from p4cours.verification.lecture import Malforme, en_phrase, montrer

Appelant = Callable[..., Appel]  # un `Appeleur`, ou ce qui en tient lieu
DELAI = 1.5  # secondes de calcul laissées à un appel

# --- La question ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Question:
    """Une question du cours et tout ce qu'il faut pour la juger."""

    nom: str
    signature: str
    criteres: tuple[Critere, ...]
    indices: tuple[str, ...]
    erreurs: tuple[Erreur, ...] = ()
    # Des versions justes des fonctions qu'elle appelle : une erreur n'est comptée qu'une fois.
    aides: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    # Ce que le TP donne en boîte fermée : l'appeler est permis, et la correction le prête.
    pretees: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    # Ce qu'elle peut utiliser de p4core, en plus de ce qui montre : les règles du jeu, pour qui concourt.
    permis: Noms = field(default_factory=dict)
    colonne: bool = False  # la réponse est une colonne, comptée à partir de 0 : None n'y vaut pas 0
    patience: float = 1.0  # combien de fois le temps d'une question ordinaire
    # Pour une réponse faite de plusieurs valeurs : n'y en a-t-il encore aucune ?
    vide: Callable[[Any], bool] = lambda reponse: False
    # Pour une recherche min-max : ce que chacun de ses appels doit renvoyer, de quoi la rejouer.
    recherche: Recherche | None = None
    # Elle garde peut-être ce que lui dit une fonction fausse : la juste lui est prêtée dès le premier essai.
    aides_d_avance: bool = False

    @property
    def parametres(self) -> int | None:
        """Le nombre d'arguments de la fonction, ou None si la réponse est une valeur."""
        if "(" not in self.signature:
            return None
        interieur = self.signature[self.signature.index("(") + 1 : -1]
        return len(interieur.split(",")) if interieur.strip() else 0


@dataclass(frozen=True)
class Critere:
    """Une exigence de la question et son poids dans la note."""

    nom: str
    poids: float
    essais: Callable[[Source], Iterable[Essai]]
    gratuit: bool = False  # une réponse sans contenu y satisfait : il ne compte pas seul
    plafond: float = 1.0  # la part des points que garde au plus une réponse qui le manque
    neuf: bool = False  # ses essais retiennent ce qu'une réponse y fait : ils ne resservent pas à la suivante


@dataclass(frozen=True)
class Source:
    """De quoi fabriquer des essais : le hasard, et combien en vouloir."""

    alea: random.Random
    ampleur: int = 1

    def nombre(self, base: int) -> int:
        """Combien d'essais au hasard, selon l'ampleur demandée."""
        return base * self.ampleur


@dataclass(frozen=True)
class Erreur:
    """Une erreur connue : vraie si elle explique toutes les épreuves manquées."""

    phrase: str
    explique: Callable[[list[Epreuve]], bool]
    vue: bool = False  # constatée, et non déduite : dite même si tout n'a pas pu être essayé
    vague: bool = False  # elle dit où sont les erreurs : si l'on a vu pourquoi, cela passe devant


def exigeante(aide: F) -> F:
    """Marque une aide qui dit, par une IndexError « nom(…) … », que ses arguments ne vont pas."""
    aide.exigeante = True  # type: ignore[attr-defined]
    return aide


# --- L'essai, son jugement -----------------------------------------------------------------------


@dataclass(frozen=True)
class Essai:
    """Un appel et le jugement de son résultat."""

    appel: str  # l'appel tel qu'on le montre : « fini(G) »
    arguments: tuple[Any, ...]
    juge: Callable[[Appel], Ecart | None]
    position: Position | None = None
    etiquettes: frozenset[str] = frozenset()
    contexte: Mapping[str, Any] = field(default_factory=dict)  # pour les modèles d'erreurs
    attendu: Any = None
    sans_retour: bool = False  # ne rien renvoyer est permis
    delai: float = DELAI
    profondeur: int | None = None  # pour une recherche : combien de coups elle doit prévoir
    codage: Codage = COLONNES  # celui du TP : il numérote le dessin
    relancable: bool = True  # à refaire à la fin, pour voir si la fonction garde une mémoire
    permissif: bool = False  # ferme les yeux sur les arguments modifiés : un autre critère s'en charge
    faire: Callable[[Essai, Appelant], Epreuve] | None = None  # à la place d'un seul appel jugé
    taille: int | None = None  # à défaut, le nombre de pions
    cas: tuple[Any, ...] = ()  # ce dont l'essai est fait, pour les versions fausses d'une `Fonction`

    @property
    def nom(self) -> str:
        """Le nom de la fonction appelée."""
        return self.appel.partition("(")[0].strip()

    @property
    def poids(self) -> int:
        """La taille de l'essai : le plus petit contre-exemple est le plus parlant."""
        if self.taille is not None:
            return self.taille
        return self.position.nb_coups if self.position else 0

    def derouler(self, appelant: Appelant) -> Epreuve:
        """L'essai effectué : un appel jugé, ou ce que veut `faire`."""
        return self.faire(self, appelant) if self.faire else self.une_fois(appelant)

    def une_fois(self, appelant: Appelant, **options: Any) -> Epreuve:
        """Un seul appel, et son jugement ; les options sont celles de l'appelant."""
        appel = appelant(self.arguments, delai=self.delai, **options)
        if self.permissif:
            appel.arguments = appel.apres
        return Epreuve(self, appel, juger(self, appel))

    def image(self, ecart: Ecart) -> Image | None:
        """Le dessin du contre-exemple, numéroté comme dans le codage du TP."""
        gagnantes: Collection[Case] = ()
        if ecart.cases is not None:
            cases = ecart.cases
        elif self.position is not None:
            cases, gagnantes = self.position.cases(), self.position.alignement
        else:
            return None
        return Image(
            cases,
            gagnantes=gagnantes,
            fautives=ecart.fautives,
            origine=self.codage.origine,
            rangees=self.codage.rangees(max(map(len, cases), default=0)),
        )


@dataclass(frozen=True)
class Ecart:
    """Ce qui ne va pas dans un essai, en une phrase, avec de quoi le montrer."""

    phrase: str
    attendu: str = ""
    obtenu: str = ""
    fautives: Collection[Case] = ()
    cases: list[list[int]] | None = None  # à dessiner à la place de la position de l'essai
    cause: str = "valeur"  # ou appui, mort, temps, exception, argument, rien, forme
    plantage: bool = False  # la phrase raconte une exception de l'élève : rien ne doit passer devant elle


@dataclass(frozen=True)
class Epreuve:
    """Un essai effectué."""

    essai: Essai
    appel: Appel
    ecart: Ecart | None
    remarque: str = ""  # à dire même quand tout est juste
    graine: float = 0.0  # celle du hasard de cet essai : le refaire à l'identique

    @property
    def reussie(self) -> bool:
        """L'essai est-il réussi ?"""
        return self.ecart is None


def juger(essai: Essai, appel: Appel) -> Ecart | None:
    """Les défauts qui ne dépendent pas de la question, puis le jugement de l'essai."""
    ecart = _defaut_general(essai, appel)
    if ecart:
        return ecart
    try:
        return essai.juge(appel)
    except Malforme as defaut:
        return Ecart(en_phrase(defaut), _texte(essai.attendu), montrer(appel.valeur), cause="forme")


def _defaut_general(essai: Essai, appel: Appel) -> Ecart | None:
    attendu = _texte(essai.attendu)
    if appel.appuis:
        phrase = (
            f"Votre réponse se sert de {appel.appuis[0]} à la place de votre propre code : "
            "elle ne rapporte aucun point."
        )
        return Ecart(phrase, attendu, cause="appui")
    if appel.mort:
        return Ecart(f"Votre fonction arrête net le programme : {appel.mort}.", attendu, "rien", cause="mort")
    if appel.expire:
        return Ecart(_sans_fin(appel, essai), attendu, "rien", cause="temps")
    if appel.exception is not None:
        phrase = f"Votre fonction s'arrête sur une erreur : {raconter(appel.exception, essai.nom)}"
        return Ecart(phrase, attendu, "une erreur", cause="exception", plantage=True)
    if appel.modifies:
        return Ecart(
            "Votre fonction a modifié la grille ou la liste qu'on lui a donnée : elle doit la laisser "
            "comme elle l'a trouvée.",
            attendu,
            montrer(appel.valeur),
            cause="argument",
        )
    if appel.valeur is None and not essai.sans_retour:
        suite = (
            " Vous affichez le résultat : print ne le donne pas à qui appelle la fonction, return le renvoie."
            if appel.sortie.strip()
            else " Un return oublié, ou placé dans une branche qui n'est pas toujours prise ?"
        )
        return Ecart("Votre fonction ne renvoie rien (None)." + suite, attendu, "None", cause="rien")
    if appel.paresseuse:
        phrase = (
            "Votre fonction renvoie un générateur (yield, map, filter…), pas une liste : len ou choice le "
            "refuseraient. Écrivez list(…) autour."
        )
        return Ecart(phrase, attendu, "un générateur", cause="forme")
    return None


EMBOITES = 6  # appels emboîtés d'une même fonction : au-delà, c'est une récursion qui ne s'arrête pas


def _sans_fin(appel: Appel, essai: Essai) -> str:
    """Ce que faisait la fonction quand il a fallu l'arrêter."""
    debut = "L'appel ne se termine pas : "
    if appel.pile is None:
        return f"{debut}une boucle qui n'avance pas, ou une récursion sans cas d'arrêt ?"
    en_cours, ligne, fois = appel.pile
    if fois >= EMBOITES:
        return (
            f"{debut}{en_cours} s'appelle elle-même, au moins {fois} appels l'un dans l'autre quand il a "
            "fallu l'arrêter. Profondeur qui ne diminue pas d'un appel au suivant, ou cas d'arrêt jamais "
            "atteint ?"
        )
    if fois > 1:
        suite = "" if essai.profondeur is None else " Profondeur qui ne diminue pas à chacun d'eux ?"
        return f"{debut}{en_cours} s'appelle elle-même, et fait bien trop d'appels.{suite}"
    ou = f"à la ligne {ligne}" if en_cours == essai.nom else f"dans la fonction {en_cours}, ligne {ligne}"
    return f"{debut}il a été arrêté {ou}. Une boucle qui n'avance pas ?"


def _texte(attendu: Any) -> str:
    return attendu if isinstance(attendu, str) else "" if attendu is None else montrer(attendu)


# --- L'appel -------------------------------------------------------------------------------------


class Appeleur:
    """Appelle la fonction de l'élève, aides mises en place, hasard renouvelé à chaque appel.

    L'horloge est celle de l'examen entier : un appel n'a jamais plus de temps qu'il n'en reste."""

    def __init__(
        self,
        fonction: Callable[..., Any],
        aides: Mapping[str, Any],
        graine: float,
        horloge: Horloge | None = None,
    ) -> None:
        self.fonction, self.aides, self.horloge = fonction, aides, horloge or Horloge()
        self.graines = random.Random(graine)
        self.emboitements: int | None = None  # permis pendant l'essai en cours
        self.releves: dict[str, list[Any]] = {}  # ce que l'on compare d'un essai à l'autre

    def effectuer(self, essai: Essai, graine: float | None = None) -> Epreuve:
        """L'essai, avec ce hasard-là si on le donne : le même essai, refait, doit tirer les mêmes nombres."""
        graine = self.graines.random() if graine is None else graine
        suite = self.graines.getstate()
        self.graines.seed(graine)
        # Une recherche peut aussi s'appeler d'une colonne à la suivante : huit fois par coup, au plus.
        self.emboitements = None if essai.profondeur is None else 8 * (essai.profondeur + 1) + 1
        try:
            return replace(essai.derouler(self), graine=graine)
        finally:
            self.graines.setstate(suite)

    def __call__(
        self,
        arguments: tuple[Any, ...] = (),
        *,
        delai: float = DELAI,
        saisies: Iterable[str] = (),
        remplacements: Mapping[str, Any] | None = None,
        compter: bool = False,  # les tirages au hasard
        observer: int = 0,  # combien d'appels garder d'une fonction que l'on observe ; 0 : aucun
    ) -> Appel:
        noms = {**self.aides, **(remplacements or {})}
        permis = self.horloge.accorder(delai)
        graine = self.graines.random()
        with hasard_impose(graine):
            tirages = Tirages() if compter else None
            if isinstance(self.fonction, Distante):
                appel = self.fonction.appeler(
                    arguments, permis, saisies, graine, noms, self.emboitements, compter, observer
                )
                if tirages and appel.tirages is not None:  # une aide, elle, tire de ce côté-ci
                    appel.tirages += tirages.compter() or 0
            else:
                with remplacer(self.fonction, noms), observer_si(self.fonction, observer) as trace:
                    appel = appeler(
                        self.fonction,
                        arguments,
                        delai=permis,
                        saisies=saisies,
                        emboitements=self.emboitements,
                    )
                appel.trace = trace
                appel.tirages = tirages.compter() if tirages else None
        if appel.expire and not observer and self.horloge.ecourte(permis, delai):
            raise TropLent
        appel.fonction = self.fonction
        return appel
