"""Une question : des critères, faits d'essais que l'on effectue et juge, et des erreurs qui ont un nom."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from p4core.appels import Appel, Distante, appeler, raconter, remplacer
from p4core.codages import COLONNES, Codage
from p4core.dessin import Image
from p4core.jeu import Case, Position
from p4cours.verification.lecture import Malforme, en_phrase, montrer

Appelant = Callable[..., Appel]  # un `Appeleur`, ou ce qui en tient lieu

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
    # Pour une réponse faite de plusieurs valeurs : n'y en a-t-il encore aucune ?
    vide: Callable[[Any], bool] = lambda reponse: False

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
    delai: float = 3.0
    codage: Codage = COLONNES  # celui du TP : il numérote le dessin
    relancable: bool = True  # à refaire à la fin, pour voir si la fonction garde une mémoire
    permissif: bool = False  # ferme les yeux sur les arguments modifiés : un autre critère s'en charge
    faire: Callable[[Essai, Appelant], Epreuve] | None = None  # à la place d'un seul appel jugé
    cas: tuple[Any, ...] = ()  # ce dont l'essai est fait, pour les versions fausses d'une `Fonction`

    @property
    def poids(self) -> int:
        """La taille de l'essai : le plus petit contre-exemple est le plus parlant."""
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


@dataclass(frozen=True)
class Epreuve:
    """Un essai effectué."""

    essai: Essai
    appel: Appel
    ecart: Ecart | None
    remarque: str = ""  # à dire même quand tout est juste

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
        return Ecart(
            f"L'appel ne se termine pas : arrêté au bout de {essai.delai:g} s. Une boucle qui n'avance pas, "
            "ou une récursion sans cas d'arrêt ?",
            attendu,
            "rien",
            cause="temps",
        )
    if appel.exception is not None:
        phrase = f"Votre fonction s'arrête sur une erreur : {raconter(appel.exception)}"
        return Ecart(phrase, attendu, "une erreur", cause="exception")
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
            " Vous l'affichez avec print : une fonction doit le renvoyer avec return."
            if appel.sortie.strip()
            else " Un return oublié, ou placé dans une branche qui n'est pas toujours prise ?"
        )
        return Ecart("Votre fonction ne renvoie rien (None)." + suite, attendu, "None", cause="rien")
    return None


def _texte(attendu: Any) -> str:
    return attendu if isinstance(attendu, str) else "" if attendu is None else montrer(attendu)


# --- L'appel -------------------------------------------------------------------------------------


class Appeleur:
    """Appelle la fonction de l'élève, aides mises en place, hasard renouvelé à chaque appel."""

    def __init__(self, fonction: Callable[..., Any], aides: Mapping[str, Any], graine: int) -> None:
        self.fonction, self.aides = fonction, aides
        self.graines = random.Random(graine)

    def __call__(
        self,
        arguments: tuple[Any, ...] = (),
        *,
        delai: float = 5.0,
        saisies: Iterable[str] = (),
        remplacements: Mapping[str, Any] | None = None,
    ) -> Appel:
        noms = {**self.aides, **(remplacements or {})}
        graine, etat = self.graines.random(), random.getstate()
        random.seed(graine)
        try:
            if isinstance(self.fonction, Distante):
                return self.fonction.appeler(arguments, delai, saisies, graine, noms)
            with remplacer(self.fonction, noms):
                return appeler(self.fonction, arguments, delai=delai, saisies=saisies)
        finally:
            random.setstate(etat)
