"""IAvIA(prof1, prof2) : une partie entre deux machines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from p4core.appels import Appel
from p4core.jeu import Position
from p4cours.tp3_ia.outils import AIDES, lire
from p4cours.verification import positions as pos
from p4cours.verification.diagnostics import modele
from p4cours.verification.essais import Appelant, Critere, Ecart, Epreuve, Essai, Question, Source, juger
from p4cours.verification.lecture import entier, montrer

ATTENDU = "le gagnant : 1, 2, ou 0 pour une partie nulle"


class PartieSansFin(Exception):
    """La fausse IA a été appelée bien plus de fois qu'une partie ne compte de coups."""


@dataclass
class _Machine:
    """Une fausse IA qui joue une partie écrite d'avance et note comment on l'appelle."""

    coups: Sequence[int]
    appels: list[tuple[int, int]] = field(default_factory=list)  # (p, prof)
    victoires: int = 0  # combien de fois victoire a été demandée

    def victoire(self, grille: list[list[int]], p: int) -> bool:
        """La bonne réponse, comptée."""
        self.victoires += 1
        return bool(AIDES["victoire"](grille, p))

    def __call__(self, grille: list[list[int]], hauteur: list[int], p: int, prof: int) -> int:
        self.appels.append((p, prof))
        poses = lire(grille).nb_coups
        libres = [x for x, h in enumerate(hauteur) if h < len(grille)]
        if len(self.appels) > 60 or not libres:
            raise PartieSansFin
        prevu = self.coups[poses] if poses < len(self.coups) else libres[0]
        return prevu if prevu in libres else libres[0]


@dataclass(frozen=True)
class _EssaiPartie(Essai):
    """IA et IA_memo sont remplacées par une machine dont on connaît les coups."""

    finale: Position = field(default_factory=Position)
    rangee_0_en_haut: bool = True

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Joue la partie prévue, puis juge la façon de la mener et le résultat."""
        machine = _Machine(self.finale.historique)
        noms = {**AIDES, "victoire": machine.victoire, "IA": machine, "IA_memo": machine}
        appel = appelant(self.arguments, delai=self.delai, remplacements=noms)
        if isinstance(appel.exception, PartieSansFin):
            return Epreuve(self, appel, _sans_fin(machine))
        if not machine.appels:
            return Epreuve(self, appel, _sans_ia(machine, self, appel))
        return Epreuve(self, appel, _conduite(machine, self) or juger(self, appel))


def _sans_ia(machine: _Machine, essai: Essai, appel: Appel) -> Ecart | None:
    """La partie a été jouée sans IA ni IA_memo : on ne peut qu'exiger un résultat possible."""
    if appel.exception is not None:
        return juger(essai, appel)
    if appel.expire:
        phrase = f"Votre fonction n'appelle ni IA ni IA_memo, et n'a pas fini au bout de {essai.delai:g} s."
        return Ecart(phrase, ATTENDU, "rien", cause="temps")
    if not machine.victoires:
        phrase = "Votre fonction ne joue pas de partie : elle n'appelle ni IA, ni IA_memo, ni victoire."
        return Ecart(phrase, ATTENDU, montrer(appel.valeur))
    if isinstance(appel.valeur, bool) or appel.valeur not in (0, 1, 2):
        return Ecart("On attend le gagnant : 0, 1 ou 2.", ATTENDU, montrer(appel.valeur))
    return None


def _sans_fin(machine: _Machine) -> Ecart:
    phrase = "La partie continue sans fin : le coup choisi est-il bien joué dans la grille ?"
    if len(machine.appels) <= 43:
        phrase = (
            "La partie continue alors que la grille est pleine : testez aussi qu'il reste des cases libres."
        )
    return Ecart(phrase, ATTENDU, "rien")


def _conduite(machine: _Machine, essai: _EssaiPartie) -> Ecart | None:
    """Les joueurs alternent-ils, chacun avec sa profondeur ?"""
    joueurs = [p for p, _ in machine.appels]
    prof1, prof2 = essai.arguments
    attendus = [1 + rang % 2 for rang in range(len(joueurs))]
    if joueurs and joueurs[0] == 2:
        return Ecart("C'est le joueur 2 qui commence : le joueur 1 doit jouer le premier.", "p = 1", "p = 2")
    if joueurs != attendus:
        return Ecart("Les joueurs ne jouent pas tour à tour.", montrer(attendus[:6]), montrer(joueurs[:6]))
    if len(joueurs) > essai.finale.nb_coups:
        phrase = "La partie continue après une victoire : elle doit s'arrêter au premier alignement."
        return Ecart(phrase, f"{essai.finale.nb_coups} coups", f"{len(joueurs)} coups")
    profs = {p: {prof for q, prof in machine.appels if q == p} for p in (1, 2)}
    if profs[1] == {prof2} and profs[2] <= {prof1}:
        return Ecart(
            "Les profondeurs sont échangées : prof1 est celle du joueur 1.", f"prof = {prof1} pour p = 1"
        )
    if profs[1] != {prof1} or profs[2] - {prof2}:
        phrase = "Chaque joueur cherche à sa profondeur : prof1 pour le joueur 1, prof2 pour le joueur 2."
        return Ecart(phrase, f"{prof1} et {prof2}", montrer(profs))
    return None


def _essai(finale: Position, profs: tuple[int, int]) -> Essai:
    gagnant = finale.gagnant
    nature = f"le joueur {gagnant} gagne" if gagnant else "une partie nulle"

    def juge(appel: Appel) -> Ecart | None:
        if not isinstance(appel.valeur, bool) and entier(appel.valeur, "le gagnant") == gagnant:
            return None
        return Ecart(f"Dans cette partie, {nature}.", str(gagnant), montrer(appel.valeur))

    return _EssaiPartie(
        f"IAvIA({profs[0]}, {profs[1]})   (coups prévus : {nature} en {finale.nb_coups} coups)", profs, juge,
        finale, contexte={"gagnant": gagnant}, attendu=str(gagnant), finale=finale,
    )  # fmt: skip


def _parties(source: Source) -> Iterator[Essai]:
    for coups in ("1122334", "71122334"):
        yield _essai(Position.depuis_coups(coups), (2, 3))
    yield from (_essai(nulle, (1, 4)) for nulle in pos.nulles(2))
    for finale in pos.finies(source.alea, source.nombre(10)):
        yield _essai(finale, (source.alea.randint(1, 3), source.alea.randint(4, 6)))


def _version(phrase: str, valeurs: dict[int, Any]) -> Any:
    """L'erreur d'une fonction qui renverrait valeurs[gagnant]."""
    return modele(phrase, lambda e: valeurs[e.contexte["gagnant"]])


IAVIA = Question(
    "IAvIA",
    "IAvIA(prof1, prof2)",
    (Critere("la partie menée jusqu'au bout, et son gagnant", 1, _parties),),
    (
        "C'est la boucle d'une partie : tant qu'elle n'est pas finie, on choisit un coup, on le joue, on "
        "change de joueur.",
        "Partez d'une grille vide et de p = 1. Le joueur 1 choisit par IA avec prof1, le joueur 2 avec "
        "prof2.",
        "Une partie compte au plus n*m coups : après chaque jouer(grille, hauteur, k, p), si "
        "victoire(grille, p), "
        "renvoyez p ; après la boucle, renvoyez 0.",
    ),
    (
        _version(
            "Vous renvoyez le perdant (le joueur qui allait jouer) au lieu du gagnant.", {1: 2, 2: 1, 0: 0}
        ),
        _version("Une partie nulle doit donner 0.", {1: 1, 2: 2, 0: 1}),
        _version("Une partie nulle doit donner 0.", {1: 1, 2: 2, 0: 2}),
        _version("Vous renvoyez toujours 0.", {1: 0, 2: 0, 0: 0}),
        _version("Vous renvoyez toujours 1.", {1: 1, 2: 1, 0: 1}),
    ),
)
