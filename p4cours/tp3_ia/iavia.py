"""IAvIA(prof1, prof2) : une partie entre deux machines, dont les coups sont écrits d'avance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from p4core.appels import Appel
from p4core.jeu import Position
from p4cours.tp3_ia.commun import AIDES, SUR_GRILLE, lire
from p4cours.verification import positions as pos
from p4cours.verification.essais import Appelant, Ecart, Epreuve, Essai, Source, juger
from p4cours.verification.formes import Fonction
from p4cours.verification.lecture import entier, montrer

ATTENDU = "le gagnant : 1, 2, ou 0 pour une partie nulle"


class TropDeCoups(Exception):
    """La fausse IA a été appelée bien plus de fois qu'une partie ne compte de coups."""


@dataclass
class _FausseIA:
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
            raise TropDeCoups
        prevu = self.coups[poses] if poses < len(self.coups) else libres[0]
        return prevu if prevu in libres else libres[0]


def _jouer(essai: Essai, appelant: Appelant) -> Epreuve:
    """Joue la partie prévue, puis juge la façon de la mener et le résultat."""
    finale, *profs = essai.cas
    machine = _FausseIA(finale.historique)
    noms = {**AIDES, "victoire": machine.victoire, "IA": machine, "IA_memo": machine}
    appel = appelant(essai.arguments, delai=essai.delai, remplacements=noms)
    if isinstance(appel.exception, TropDeCoups):
        ecart: Ecart | None = _sans_fin(machine)
    elif not machine.appels:
        ecart = _sans_ia(machine, essai, appel)
    else:
        ecart = _conduite(machine, finale, *profs) or juger(essai, appel)
    return Epreuve(essai, appel, ecart)


def _sans_fin(machine: _FausseIA) -> Ecart:
    phrase = "La partie continue sans fin : le coup choisi est-il bien joué dans la grille ?"
    if len(machine.appels) <= 43:
        phrase = (
            "La partie continue alors que la grille est pleine : testez aussi qu'il reste des cases libres."
        )
    return Ecart(phrase, ATTENDU, "rien")


def _sans_ia(machine: _FausseIA, essai: Essai, appel: Appel) -> Ecart | None:
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


def _conduite(machine: _FausseIA, finale: Position, prof1: int, prof2: int) -> Ecart | None:
    """Les joueurs alternent-ils, chacun avec sa profondeur ?"""
    joueurs = [p for p, _ in machine.appels]
    attendus = [1 + rang % 2 for rang in range(len(joueurs))]
    if joueurs[0] == 2:
        return Ecart("C'est le joueur 2 qui commence : le joueur 1 doit jouer le premier.", "p = 1", "p = 2")
    if joueurs != attendus:
        return Ecart("Les joueurs ne jouent pas tour à tour.", montrer(attendus[:6]), montrer(joueurs[:6]))
    if len(joueurs) > finale.nb_coups:
        phrase = "La partie continue après une victoire : elle doit s'arrêter au premier alignement."
        return Ecart(phrase, f"{finale.nb_coups} coups", f"{len(joueurs)} coups")
    profs = {p: {prof for q, prof in machine.appels if q == p} for p in (1, 2)}
    if profs[1] == {prof2} and profs[2] <= {prof1}:
        phrase = "Les profondeurs sont échangées : prof1 est celle du joueur 1."
        return Ecart(phrase, f"prof = {prof1} pour p = 1")
    if profs[1] != {prof1} or profs[2] - {prof2}:
        phrase = "Chaque joueur cherche à sa profondeur : prof1 pour le joueur 1, prof2 pour le joueur 2."
        return Ecart(phrase, f"{prof1} et {prof2}", montrer(profs))
    return None


def _parties(source: Source) -> Iterator[tuple[Position, int, int]]:
    for coups in ("1122334", "71122334"):
        yield Position.depuis_coups(coups), 2, 3
    yield from ((nulle, 1, 4) for nulle in pos.nulles(2))
    for finale in pos.finies(source.alea, source.nombre(10)):
        yield finale, source.alea.randint(1, 3), source.alea.randint(4, 6)


def _issue(finale: Position) -> str:
    return f"le joueur {finale.gagnant} gagne" if finale.gagnant else "une partie nulle"


def _juge_gagnant(appel: Appel, finale: Position, *_: int) -> str | None:
    if not isinstance(appel.valeur, bool) and entier(appel.valeur, "le gagnant") == finale.gagnant:
        return None
    return f"Dans cette partie, {_issue(finale)}."


def _annonce(finale: Position, prof1: int, prof2: int) -> str:
    prevus = f"{_issue(finale)} en {finale.nb_coups} coups"
    return f"IAvIA({prof1}, {prof2})   (coups prévus : {prevus})"


IAVIA = (
    Fonction(
        "IAvIA(prof1, prof2)",
        donner=lambda finale, prof1, prof2: (prof1, prof2),
        attendu=lambda finale, *_: finale.gagnant,
        juger=_juge_gagnant,
        appel=_annonce,
        options={**SUR_GRILLE, "faire": _jouer},
    )
    .critere("la partie menée jusqu'au bout, et son gagnant", 1, _parties)
    .question(
        (
            "C'est la boucle d'une partie : tant qu'elle n'est pas finie, on choisit un coup, on le joue, on "
            "change de joueur.",
            "Partez d'une grille vide et de p = 1. Le joueur 1 choisit par IA avec prof1, le joueur 2 avec "
            "prof2.",
            "Une partie compte au plus n*m coups : après chaque jouer(grille, hauteur, k, p), si "
            "victoire(grille, p), renvoyez p ; après la boucle, renvoyez 0.",
        ),
        (
            (
                "Vous renvoyez le perdant (le joueur qui allait jouer) au lieu du gagnant.",
                lambda finale, *_: (0, 2, 1)[finale.gagnant],
            ),
            ("Une partie nulle doit donner 0.", lambda finale, *_: finale.gagnant or 1),
            ("Une partie nulle doit donner 0.", lambda finale, *_: finale.gagnant or 2),
            ("Vous renvoyez toujours 0.", lambda *_: 0),
            ("Vous renvoyez toujours 1.", lambda *_: 1),
        ),
    )
)
