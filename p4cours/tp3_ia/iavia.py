"""IAvIA(prof1, prof2) : une partie entre deux machines, dont les coups sont écrits d'avance."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from p4core.appels import Appel
from p4core.codages import vers_lignes
from p4core.francais import quantite
from p4core.jeu import Position
from p4cours.tp3_ia.commun import AIDES, SUR_GRILLE, lire
from p4cours.verification import positions as pos
from p4cours.verification.essais import Appelant, Ecart, Epreuve, Erreur, Essai, Source, juger
from p4cours.verification.formes import Fonction
from p4cours.verification.lecture import entier, montrer

CONDUITE = "conduite de la partie"
COUPS_VUS = 7  # la plus courte des parties
ATTENDU = "le gagnant : 1, 2, ou 0 pour une partie nulle"


class TropDeCoups(Exception):
    """La fausse IA a été appelée bien plus de fois qu'une partie ne compte de coups."""


class ArgumentsMeles(Exception):
    """La fausse IA n'a pas reçu une grille, puis ses hauteurs."""


@dataclass
class _FausseIA:
    """Une fausse IA qui joue une partie écrite d'avance et note comment on l'appelle."""

    coups: Sequence[int]
    appels: list[tuple[int, int]] = field(default_factory=list)  # (p, prof)
    etats: list[Any] = field(default_factory=list)  # (grille, hauteur), à chaque appel
    une_seule_ligne: bool = False  # celles de la grille sont une même liste

    def __call__(self, grille: Any, hauteur: Any, p: int, prof: int) -> int:
        if not (_est_une_liste(grille) and all(map(_est_une_liste, grille)) and _est_une_liste(hauteur)):
            raise ArgumentsMeles
        self.une_seule_ligne |= len({id(ligne) for ligne in grille}) < len(grille)
        self.appels.append((p, prof))
        self.etats.append(([list(ligne) for ligne in grille], list(hauteur)))
        poses = lire(grille).nb_coups
        libres = [x for x, h in enumerate(hauteur) if h < len(grille)]
        if len(self.appels) > 60 or not libres:
            raise TropDeCoups
        prevu = self.coups[poses] if poses < len(self.coups) else libres[0]
        return prevu if prevu in libres else libres[0]


def _est_une_liste(valeur: Any) -> bool:
    return isinstance(valeur, list | tuple)


Examen = Callable[[_FausseIA, Position, tuple[int, ...], Appel], Ecart | None]


def _jouer(*examens: Examen, valeur: bool = False) -> Callable[[Essai, Appelant], Epreuve]:
    """Joue la partie prévue, puis juge cette façon de la mener, et la valeur renvoyée si on le veut."""

    def faire(essai: Essai, appelant: Appelant) -> Epreuve:
        finale, *profs = essai.cas
        machine = _FausseIA(finale.historique)
        noms = {**AIDES, "IA": machine, "IA_memo": machine}
        appel = appelant(essai.arguments, delai=essai.delai, remplacements=noms)
        conduite = _sans_partie(machine, appel)
        if not conduite and machine.appels:
            conduite = next(
                filter(None, (examen(machine, finale, (*profs,), appel) for examen in examens)), None
            )
        if conduite:
            return Epreuve(essai, appel, replace(conduite, cause=CONDUITE))
        if isinstance(appel.exception, TropDeCoups):  # c'est le critère de la fin qui le dit
            return Epreuve(essai, appel, _fin(machine, finale, (*profs,), appel) if valeur else None)
        ecart = juger(essai, appel)
        renvoyee = ecart is not None and ecart.cause in ("valeur", "forme")
        return Epreuve(essai, appel, None if renvoyee and not valeur else ecart)

    return faire


_MELES = "Les arguments de IA ne sont pas dans le bon ordre : IA(grille, hauteur, p, prof)."


def _sans_partie(machine: _FausseIA, appel: Appel) -> Ecart | None:
    """Pourquoi il n'y a pas de partie à examiner, s'il n'y en a pas."""
    if isinstance(appel.exception, ArgumentsMeles):
        return Ecart(_MELES, "IA(grille, hauteur, p, prof)")
    return None if machine.appels or appel.exception else _sans_ia(appel)


def _sans_ia(appel: Appel) -> Ecart:
    """Ni IA ni IA_memo n'a été appelée : rien de la partie n'a pu être observé."""
    phrase = (
        "Votre fonction ne joue pas de partie : elle n'appelle ni IA ni IA_memo, qui choisissent les coups"
    )
    suite = ", et ne se termine pas." if appel.expire else "."
    return Ecart(phrase + suite, ATTENDU, "rien" if appel.expire else montrer(appel.valeur))


def _arguments(
    machine: _FausseIA, finale: Position, profs_voulues: tuple[int, ...], _: Appel
) -> Ecart | None:
    """Les joueurs alternent-ils, chacun avec sa profondeur ?"""
    appels, (prof1, prof2) = machine.appels, profs_voulues
    joueurs = [p for p, _ in appels]
    attendus = [1 + rang % 2 for rang in range(len(joueurs))]
    if appels == [((prof1, prof2)[p - 1], p) for p in attendus]:
        return Ecart(_MELES, f"IA(grille, hauteur, 1, {prof1})", f"IA(grille, hauteur, {prof1}, 1)")
    if any(map(any, machine.etats[0][0])):
        phrase = "Le premier coup n'est pas demandé à IA : la grille qu'on lui donne d'abord a déjà un pion."
        return Ecart(phrase, "une grille vide", montrer(machine.etats[0][0]))
    if joueurs[0] == 2:
        return Ecart("C'est le joueur 2 qui commence : le joueur 1 doit jouer le premier.", "p = 1", "p = 2")
    if joueurs != attendus:
        return Ecart("Les joueurs ne jouent pas tour à tour.", montrer(attendus[:6]), montrer(joueurs[:6]))
    profs = {p: {prof for q, prof in appels if q == p} for p in (1, 2)}
    if prof1 != prof2 and profs[1] == {prof2} and profs[2] <= {prof1}:
        phrase = "Les profondeurs sont échangées : prof1 est celle du joueur 1."
        return Ecart(phrase, f"prof = {prof1} pour p = 1", f"prof = {prof2}")
    if profs[1] != {prof1} or profs[2] - {prof2}:
        phrase = "Chaque joueur cherche à sa profondeur : prof1 pour le joueur 1, prof2 pour le joueur 2."
        vues = " et ".join(" ou ".join(map(montrer, sorted(profs[p], key=repr))) for p in (1, 2))
        return Ecart(phrase, f"{prof1} et {prof2}", vues)
    return None


def _autre_partie(machine: _FausseIA, finale: Position, profs: tuple[int, ...], appel: Appel) -> Ecart | None:
    """La grille donnée à IA est-elle bien, à chaque tour, celle des coups qu'elle a choisis ?"""
    if machine.une_seule_ligne:
        phrase = (
            "Les lignes de votre grille sont une seule et même liste (comme dans [[0] * 7] * 6) : un pion "
            "posé dans l'une apparaît dans toutes. Fabriquez chaque ligne à part."
        )
        return Ecart(phrase, "six listes", "une seule, six fois")
    # Si le joueur 2 commence, un autre critère le dit : ce sont ses coups que l'on attend.
    position = Position(trait=2 if machine.appels[0][0] == 2 else 1)
    for rang, (grille, hauteur) in enumerate(machine.etats[: finale.nb_coups]):
        attendus = vers_lignes(position)
        if (len(grille), len(grille[0])) != (6, 7):
            taille = f"{len(grille)} × {len(grille[0])}"
            return Ecart("La partie se joue sur une grille 6 × 7.", "6 × 7", taille)
        if grille != attendus[0]:
            return Ecart(_pas_la_partie(grille, attendus[0], rang), montrer(attendus[0]), montrer(grille))
        if hauteur != attendus[1]:
            phrase = "La liste hauteur donnée à IA ne correspond pas à la grille."
            return Ecart(phrase, montrer(attendus[1]), montrer(hauteur))
        position = position.jouer(finale.historique[rang])
    # Trop peu de tours pour qu'on ait vu jouer : ce qui n'a pas été vu n'est pas gagné.
    return _fin(machine, finale, profs, appel) if len(machine.etats) < COUPS_VUS else None


def _fin(machine: _FausseIA, finale: Position, _: tuple[int, ...], appel: Appel) -> Ecart | None:
    """La partie s'arrête-t-elle quand elle est finie, ni plus tôt ni plus tard ?"""
    joues = len(machine.appels)
    if joues > finale.nb_coups and finale.gagnant:
        phrase = "La partie continue après une victoire : elle doit s'arrêter au premier alignement."
    elif joues > finale.nb_coups:
        phrase = "La partie continue alors que la grille est pleine : il ne reste plus de case libre."
    elif joues < finale.nb_coups and appel.exception is None and not appel.expire:
        phrase = "La partie s'arrête avant la fin : ni victoire, ni grille pleine."
    else:
        return None
    return Ecart(phrase, quantite(finale.nb_coups, "coup"), quantite(joues, "coup"))


def _pas_la_partie(grille: Any, attendue: list[list[int]], rang: int) -> str:
    if not rang:
        return "La partie ne commence pas sur une grille vide."
    if not any(map(any, grille)):
        return "La grille donnée à IA reste vide : le coup choisi est-il bien joué dans la grille ?"
    debut = f"Après {quantite(rang, 'coup')}, la grille donnée à IA n'est pas celle de la partie : "
    if [list(map(bool, ligne)) for ligne in grille] == [list(map(bool, ligne)) for ligne in attendue]:
        return debut + "un pion n'a pas le numéro du joueur dont c'était le tour."
    return debut + "un coup n'est pas joué dans la colonne choisie par IA."


# Le joueur 2 gagne en remplissant la dernière case ; le joueur 1, au coup d'avant.
_AU_BOUT = (
    "165342645737767514124733637113256212624545",
    "67437277643352522737531662636441124541115",
)


def _parties(source: Source) -> Iterator[tuple[Position, int, int]]:
    for coups in ("1122334", "71122334"):
        yield Position.depuis_coups(coups), 2, 3
    yield from ((nulle, 1, 4) for nulle in pos.nulles(2))
    yield Position.depuis_coups(_AU_BOUT[0]), 2, 5
    yield Position.depuis_coups(_AU_BOUT[1]), 3, 3  # une même profondeur ne rend pas la partie nulle
    for finale in pos.finies(source.alea, source.nombre(10)):
        yield finale, source.alea.randint(1, 3), source.alea.randint(4, 6)


def _issue(finale: Position) -> str:
    return f"le joueur {finale.gagnant} gagne" if finale.gagnant else "une partie nulle"


def _juge_gagnant(appel: Appel, finale: Position, *_: int) -> str | None:
    if not isinstance(appel.valeur, bool) and entier(appel.valeur, "le gagnant") == finale.gagnant:
        return None
    return (
        f"Dans cette partie, {_issue(finale)}." if finale.gagnant else "Cette partie est nulle : on attend 0."
    )


def _annonce(finale: Position, prof1: int, prof2: int) -> str:
    prevus = f"{_issue(finale)} en {finale.nb_coups} coups"
    return f"IAvIA({prof1}, {prof2})   (coups prévus : {prevus})"


_FORME = Fonction(
    "IAvIA(prof1, prof2)",
    donner=lambda finale, prof1, prof2: (prof1, prof2),
    attendu=lambda finale, *_: finale.gagnant,
    juger=_juge_gagnant,
    appel=_annonce,
    options=SUR_GRILLE,
)

_VERSIONS: tuple[tuple[str, Callable[..., int]], ...] = (
    (
        "Vous renvoyez le perdant (le joueur qui allait jouer) au lieu du gagnant.",
        lambda finale, *_: (0, 2, 1)[finale.gagnant],
    ),
    ("Une partie nulle doit donner 0.", lambda finale, *_: finale.gagnant or 1),
    ("Une partie nulle doit donner 0.", lambda finale, *_: finale.gagnant or 2),
    (
        "Une victoire au dernier coup compte : testez la victoire avant de dire que la grille est pleine.",
        lambda finale, *_: 0 if finale.pleine else finale.gagnant,
    ),
    ("Vous renvoyez toujours 0.", lambda *_: 0),
    ("Vous renvoyez toujours 1.", lambda *_: 1),
    ("Vous renvoyez toujours 2.", lambda *_: 2),
)


def _bien_menee(erreur: Erreur) -> Erreur:
    """Le résultat n'est mis en cause que si toutes les parties ont été menées comme il faut."""
    return Erreur(
        erreur.phrase,
        lambda epreuves: (
            not any(e.ecart and e.ecart.cause == CONDUITE for e in epreuves) and erreur.explique(epreuves)
        ),
    )


MENEE = {**SUR_GRILLE, "sans_retour": True}  # ce qui est renvoyé ne regarde que le dernier critère

IAVIA = (
    _FORME.critere(
        "chacun son tour, à sa profondeur",
        1,
        _parties,
        gratuit=True,
        options={**MENEE, "faire": _jouer(_arguments)},
    )
    .critere(
        "les coups de IA joués dans la grille",
        1,
        _parties,
        options={**MENEE, "faire": _jouer(_autre_partie)},
    )
    .critere(
        "la partie menée à son terme, et pas plus loin",
        1,
        _parties,
        options={**MENEE, "faire": _jouer(_autre_partie, _fin)},
    )
    .critere(
        "son gagnant",
        2,
        _parties,
        options={**SUR_GRILLE, "faire": _jouer(_autre_partie, valeur=True)},
    )
    .question(
        (
            "Où regarder : ce que vous faites quand vous jouez à deux. Choisir, jouer, regarder si c'est "
            "gagné, changer de joueur.",
            "À quoi penser : une partie s'arrête de deux façons, et chaque joueur a sa profondeur. Qui "
            "faut-il renvoyer, celui qui vient de jouer ou celui qui allait jouer ?",
            "Pour commencer : une grille vide, p = 1, et une boucle qui tourne tant qu'un coup est possible. "
            "Après la boucle, que sait-on de la partie ?",
        ),
        [_bien_menee(_FORME.erreur(*version)) for version in _VERSIONS],
    )
)
