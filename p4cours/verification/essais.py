"""Ce qu'est une question : des critères, faits d'essais, et les erreurs que l'on sait nommer.
Appeler la réponse d'un élève pendant un examen : aides en place, hasard reproductible.
Des juges tout faits, communs aux TP.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from p4core.appels import Appel, Distante, appeler, raconter, remplacer
from p4core.codages import CodageInvalide, depuis_colonnes
from p4core.dessin import Image
from p4core.jeu import Case, Position
from p4cours.verification.lecture import Malforme, grille, meme, montrer, nombre

# --- Ce qu'est une question : des critères, faits d'essais, et les erreurs que l'on sait nommer ----------


Appelant = Callable[..., Appel]


@dataclass(frozen=True)
class Ecart:
    """Ce qui ne va pas dans un essai, en une phrase, avec de quoi le montrer."""

    phrase: str
    attendu: str = ""
    obtenu: str = ""
    fautives: Collection[Case] = ()
    cases: list[list[int]] | None = None  # à dessiner à la place de la position de l'essai
    cause: str = "valeur"  # valeur, exception, temps, argument, rien, forme


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
    origine: int = 0  # le numéro de la première colonne, dans le codage du TP
    rangee_0_en_haut: bool = False
    relancable: bool = True  # à refaire à la fin, pour voir si la fonction garde une mémoire

    @property
    def poids(self) -> int:
        """La taille de l'essai : le plus petit contre-exemple est le plus parlant."""
        return self.position.nb_coups if self.position else 0

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Fait l'appel et le juge."""
        appel = appelant(self.arguments, delai=self.delai)
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
        rangees = range(max(map(len, cases), default=0))
        return Image(
            cases,
            gagnantes=gagnantes,
            fautives=ecart.fautives,
            origine=self.origine,
            rangees=tuple(reversed(rangees) if self.rangee_0_en_haut else rangees),
        )


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
        phrase = str(defaut)
        return Ecart(
            phrase[0].upper() + phrase[1:], _texte(essai.attendu), montrer(appel.valeur), cause="forme"
        )


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


@dataclass(frozen=True)
class Source:
    """De quoi fabriquer des essais : le hasard, et combien en vouloir."""

    alea: random.Random
    ampleur: int = 1

    def nombre(self, base: int) -> int:
        """Combien d'essais au hasard, selon l'ampleur demandée."""
        return base * self.ampleur


@dataclass(frozen=True)
class Critere:
    """Une exigence de la question et son poids dans la note."""

    nom: str
    poids: float
    essais: Callable[[Source], Iterable[Essai]]
    gratuit: bool = False  # une réponse sans contenu y satisfait : il ne compte pas seul


@dataclass(frozen=True)
class Erreur:
    """Une erreur connue : vraie si elle explique toutes les épreuves manquées."""

    phrase: str
    explique: Callable[[list[Epreuve]], bool]


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

    @property
    def parametres(self) -> int | None:
        """Le nombre d'arguments de la fonction, ou None si la réponse est une valeur."""
        if "(" not in self.signature:
            return None
        interieur = self.signature[self.signature.index("(") + 1 : -1]
        return len(interieur.split(",")) if interieur.strip() else 0


# --- Appeler la réponse d'un élève pendant un examen : aides en place, hasard reproductible --------------


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


# --- Des juges tout faits, communs aux TP ----------------------------------------------------------------


Juge = Callable[[Appel], Ecart | None]


def egal(attendu: Any, lire: Callable[[Any], Any], phrase: str = "Le résultat n'est pas le bon.") -> Juge:
    """La valeur lue doit être celle attendue, aux arrondis près."""

    def juge(appel: Appel) -> Ecart | None:
        if meme(lire(appel.valeur), attendu):
            return None
        return Ecart(phrase, montrer(attendu), montrer(appel.valeur))

    return juge


def reponse(nom: str, juge: Callable[[Any], str | None], indices: tuple[str, ...]) -> Question:
    """Une question dont la réponse est une valeur ; `juge` dit ce qui ne va pas, sans donner la réponse."""

    def juger(appel: Appel) -> Ecart | None:
        phrase = juge(appel.valeur)
        return Ecart(phrase, obtenu=montrer(appel.valeur)) if phrase else None

    essai = Essai(nom, (), juger)
    return Question(nom, nom, (Critere("la réponse", 1, lambda source: [essai]),), indices)


def valeur_entiere(
    attendu: int, phrase: str = "Ce n'est pas ce nombre.", connues: Mapping[int, str] | None = None
) -> Callable[[Any], str | None]:
    """Le juge d'une réponse qui est un entier ; `connues` dit d'où viennent certaines réponses fausses."""

    def juge(valeur: Any) -> str | None:
        try:
            lue = nombre(valeur, "la réponse")
        except Malforme as defaut:
            return f"{str(defaut)[0].upper()}{str(defaut)[1:]}"
        return None if lue == attendu else (connues or {}).get(int(lue) if lue % 1 == 0 else -1, phrase)

    return juge


def position_finale(valeur: Any) -> tuple[Position | None, Ecart | None]:
    """La position d'une grille de fin de partie (codage colonnes), ou pourquoi elle n'en est pas une."""
    cases = grille(valeur)
    try:
        position = depuis_colonnes(cases)
    except CodageInvalide:
        return None, _grille_impossible(cases)
    return position, _partie_mal_finie(position, cases)


def _grille_impossible(cases: list[list[int]]) -> Ecart:
    flottants = [(x, y) for x in range(7) for y in range(1, 6) if cases[x][y] and not cases[x][y - 1]]
    un, deux = (sum(colonne.count(joueur) for colonne in cases) for joueur in (1, 2))
    if flottants:
        phrase = "Dans la grille renvoyée, un pion flotte : il n'est pas tombé jusqu'en bas de sa colonne."
        return Ecart(phrase, fautives=flottants, cases=cases)
    if un not in (deux, deux + 1):
        phrase = (
            f"La grille renvoyée contient {un} pions 1 et {deux} pions 2 : "
            "les joueurs ne jouent pas tour à tour"
            + (", ou le joueur 1 n'a pas commencé." if deux == un + 1 else ".")
        )
        return Ecart(phrase, "autant de pions 1 que de 2, ou un de plus", f"{un} et {deux}", cases=cases)
    phrase = "La partie a continué après une victoire : elle doit s'arrêter au premier alignement."
    return Ecart(phrase, cases=cases)


def _partie_mal_finie(position: Position, cases: list[list[int]]) -> Ecart | None:
    if not position.finie:
        return Ecart(
            "La partie s'arrête trop tôt : personne n'a gagné et il reste des cases libres.",
            "une victoire ou une grille pleine",
            f"{position.nb_coups} pions, pas de gagnant",
            cases=cases,
        )
    if position.gagnant and not _dernier_coup_gagnant(position):
        return Ecart(
            "La partie a continué après une victoire : aucun dernier coup ne peut avoir donné cette grille.",
            cases=cases,
            fautives=position.alignement,
        )
    return None


def _dernier_coup_gagnant(position: Position) -> bool:
    """Peut-on enlever un pion du gagnant, en haut d'une colonne, pour qu'il n'ait pas encore gagné ?"""
    for x in range(position.largeur):
        y = position.niveau(x) - 1
        if y >= 0 and position.case(x, y) == position.gagnant:
            pion = 1 << x * (position.hauteur + 1) + y
            un, deux = position.pions
            avant = Position.depuis_pions(
                (position.largeur, position.hauteur),
                position.aligner,
                (un & ~pion, deux & ~pion),
                position.gagnant,
            )
            if not avant.gagnant:
                return True
    return False
