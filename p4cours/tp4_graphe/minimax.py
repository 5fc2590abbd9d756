"""Le minimax de référence, sur une Position, et ses versions fautives : de quoi reconnaître une erreur.
Les essais d'une recherche minimax : lire le couple (score, situation), compter les appels à h.
minimax_h2(s, coup, d_eval, d_stra, d_coup, h, k) : les essais et les erreurs connues.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf
from typing import Any

from p4core.appels import Appel
from p4core.codages import vers_situation
from p4core.jeu import Position
from p4cours.tp4_graphe.evaluer import PLEINES_GAGNEES
from p4cours.tp4_graphe.situations import J0, Situation, aides, coup_de, issue, lire_situation, position_de
from p4cours.verification import positions as pos
from p4cours.verification.diagnostics import modele, seulement
from p4cours.verification.essais import (
    Appelant,
    Critere,
    Ecart,
    Epreuve,
    Erreur,
    Essai,
    Question,
    Source,
    juger,
)
from p4cours.verification.lecture import Malforme, couple, meme, montrer, nombre

# --- Le minimax de référence, sur une Position, et ses versions fautives : de quoi reconnaître une erreur


Heuristique = Callable[[Any], float]


@dataclass(frozen=True)
class Regles:
    """Ce que fait une recherche ; chaque réglage hors de sa valeur normale est une erreur connue."""

    choix_j0: Callable[..., float] = max
    choix_j1: Callable[..., float] = min
    decalage: int = 0  # coups regardés en plus ou en moins
    horizon_avant_fin: bool = False  # l'heuristique passe avant la fin de partie
    nulles_notees: bool = False  # une partie nulle est notée par l'heuristique


NORMALES = Regles()


@lru_cache(maxsize=50_000)
def _note(position: Position, h: Heuristique) -> float:
    return h(vers_situation(position))


def valeur(position: Position, h: Heuristique, k: int, regles: Regles = NORMALES) -> float:
    """La valeur minimax, vue de J0, en regardant k coups."""
    return _valeur(position, h, max(k + regles.decalage, 0), regles)


@lru_cache(maxsize=100_000)
def _valeur(position: Position, h: Heuristique, k: int, regles: Regles) -> float:
    fin = issue(position)
    if k == 0 and (fin is None or regles.horizon_avant_fin):
        return _note(position, h)
    if fin is not None:
        return _note(position, h) if fin == 0 and regles.nulles_notees else fin
    choix = regles.choix_j0 if position.trait == J0 else regles.choix_j1
    return choix(_valeur(position.jouer(x), h, k - 1, regles) for x in position.coups())


def meilleurs(position: Position, h: Heuristique, k: int) -> list[Position]:
    """Toutes les positions suivantes qui réalisent la valeur."""
    but = valeur(position, h, k)
    return [p for x in position.coups() if valeur(p := position.jouer(x), h, k - 1) == but]


def evaluees(position: Position, k: int) -> int:
    """Le nombre de situations différentes que l'heuristique doit noter."""
    couche = {position}
    for _ in range(k):
        couche = {p.jouer(x) for p in couche for x in p.coups()}
    return sum(issue(p) is None for p in couche)


def h_constant(s: Any) -> float:
    """La plus pauvre des heuristiques."""
    return 0


def perdues(position: Position) -> bool:
    """Le joueur au trait perd-il, quoi qu'il joue, en deux coups ?"""
    perte = -inf if position.trait == J0 else inf
    return valeur(position, h_constant, 2) == perte


def _poids(graine: int, i: int, j: int) -> int:
    return (7 * graine + 3 * i * i + 5 * j * j + 11 * i * j + 2 * j) % 13 - 4


@lru_cache(maxsize=32)
def par_poids(graine: int) -> Heuristique:
    """Une heuristique déterminée et sans symétrie : chaque case a son poids, compté en plus pour J0."""
    poids = [[_poids(graine, i, j) for j in range(7)] for i in range(6)]

    def h(s: Any) -> float:
        signes = {0: 1, 1: -1, None: 0}
        return sum(poids[i][j] * signes[s[1][i][j]] for i in range(6) for j in range(7))

    return h


# --- Les essais d'une recherche minimax : lire le couple (score, situation), compter les appels à h ------


DELAI = 6.0
_NULLE = (
    "\nIci la grille se remplit sans gagnant : eval_f vaut alors 0, qui est « faux » pour Python comme None. "
    "Est-ce bien avec « is None » que vous voyez si la partie continue ?"
)


class Compteur:
    """Une heuristique qui compte ses appels."""

    def __init__(self, h: Heuristique) -> None:
        self.h, self.appels = h, 0

    def __call__(self, s: Any) -> float:
        self.appels += 1
        return self.h(s)

    def __deepcopy__(self, memo: Any) -> Compteur:
        return self  # la copie des arguments ne doit pas faire perdre le compte


@dataclass(frozen=True)
class Recherche(Essai):
    """Les trois dictionnaires se remplissent : seuls s et coup doivent rester intacts."""

    def appeler(self, appelant: Appelant, arguments: tuple[Any, ...]) -> Appel:
        """L'appel, sans reproche pour les dictionnaires modifiés."""
        appel = appelant(arguments, delai=self.delai)
        appel.arguments = (*appel.arguments[:2], *appel.apres[2:])
        return appel

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Une recherche, dictionnaires vides."""
        appel = self.appeler(appelant, self.arguments)
        ecart = juger(self, appel)
        if ecart and ecart.cause == "exception" and self.etiquettes & {"nulle", "bout"}:
            ecart = replace(ecart, phrase=ecart.phrase + _NULLE)
        return Epreuve(self, appel, ecart)


@dataclass(frozen=True)
class Memoisation(Recherche):
    """La même recherche deux fois, avec les mêmes dictionnaires : on compte les appels à h."""

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Juge le nombre d'appels à h de chaque recherche."""
        compteur = Compteur(self.contexte["h"])
        appel = self.appeler(appelant, (*self.arguments[:5], compteur, self.contexte["k"]))
        ecart = juger(self, appel) or self._trop_d_appels(compteur.appels)
        if ecart:
            return Epreuve(self, appel, ecart)
        if not any(appel.apres[2:5]):
            phrase = "Les trois dictionnaires sont restés vides : notez-y ce que vous avez calculé."
            return Epreuve(self, appel, Ecart(phrase))
        premiers, compteur.appels = compteur.appels, 0
        second = self.appeler(
            appelant, (*self.arguments[:2], *appel.apres[2:5], compteur, self.contexte["k"])
        )
        return Epreuve(self, second, juger(self, second) or self._rien_retenu(compteur.appels, premiers))

    def _trop_d_appels(self, appels: int) -> Ecart | None:
        assert self.position is not None
        utiles = evaluees(self.position, self.contexte["k"])
        if appels <= utiles:
            return None
        return Ecart(
            f"h est appelée {appels} fois alors qu'il n'y a que {utiles} situations différentes à noter : "
            f"la même "
            "situation est recalculée quand on y arrive par un autre chemin. Consultez d_eval avant de "
            "calculer.",
            f"{utiles} appels à h",
            f"{appels} appels à h",
        )

    def _rien_retenu(self, appels: int, premiers: int) -> Ecart | None:
        if not appels or not premiers:
            return None
        return Ecart(
            f"Refaite avec les dictionnaires déjà remplis, la recherche appelle encore h {appels} fois : "
            f"ce qui a été "
            "calculé doit être relu dans d_eval et d_stra.",
            "aucun appel à h",
            f"{appels} appels à h",
        )


# --- lire et juger la réponse -----------------------------------------------------------------------


def _lire(valeur_rendue: Any) -> tuple[float, Any]:
    score, situation = couple(valeur_rendue)
    if isinstance(score, tuple):
        raise Malforme("le couple est à l'envers : on attend (score, situation), le score d'abord.")
    if isinstance(score, list):
        raise Malforme("vous renvoyez la situation seule : on attend le couple (score, situation).")
    return nombre(score, "le score"), situation


def lire_score(valeur_rendue: Any) -> float:
    return _lire(valeur_rendue)[0]


def essai(
    genre: type[Recherche], position: Position, h: Heuristique, k: int, nom_h: str, *etiquettes: str
) -> Essai:
    attendu = valeur(position, h, k)
    coup = coup_de(position.dernier) if position.dernier else None

    def juge(appel: Appel) -> Ecart | None:
        score, situation = _lire(appel.valeur)
        if not meme(score, attendu):
            qui = f"J{2 - position.trait}"
            phrase = f"Ce n'est pas la valeur minimax de cette situation, où c'est à {qui} de jouer."
            return Ecart(phrase, f"({montrer(attendu)}, …)", montrer(appel.valeur, 120))
        return _juge_suivante(situation, position, h, k) if k and issue(position) is None else None

    return genre(
        f"minimax_h2(s, {coup}, {{}}, {{}}, {{}}, {nom_h}, {k}), avec s = ({2 - position.trait}, G)",
        (vers_situation(position), coup, {}, {}, {}, h, k),
        juge,
        position,
        frozenset({f"k = {k}", *etiquettes}),
        {"h": h, "k": k},
        f"un score de {montrer(attendu)}",
        delai=DELAI,
    )


def _juge_suivante(situation: Any, position: Position, h: Heuristique, k: int) -> Ecart | None:
    if situation is None:
        perdu = (
            " Ici tous les coups se valent (tous perdent) : il faut quand même en renvoyer un."
            if perdues(position)
            else ""
        )
        return Ecart(
            f"Aucune situation n'est renvoyée : on attend celle du coup choisi.{perdu}", obtenu="(…, None)"
        )
    suivante = lire_situation(situation, "la situation renvoyée")
    bonnes = [vers_situation(p) for p in meilleurs(position, h, k)]
    if suivante in bonnes:
        return None
    return Ecart(_pourquoi(suivante, position), "le fils qui réalise ce score", montrer(situation, 120))


def _pourquoi(suivante: Situation, position: Position) -> str:
    pions = position_de(suivante).nb_coups - position.nb_coups
    if pions == 0:
        return "La situation renvoyée est celle de départ : on attend le fils choisi."
    if pions > 1:
        return (
            f"La situation renvoyée est {pions} coups plus loin : c'est celle que renvoie l'appel récursif. "
            "Renvoyez le fils de s qui mène à ce score."
        )
    if suivante not in [vers_situation(position.jouer(x)) for x in position.coups()]:
        return "La situation renvoyée n'est pas un fils de s."
    return "Le score est juste, mais la situation renvoyée n'est pas le fils qui le réalise."


# --- minimax_h2(s, coup, d_eval, d_stra, d_coup, h, k) : les essais et les erreurs connues ---------------


# --- les essais --------------------------------------------------------------------------------------


_DEBUTS = ("", "4", "44", "121", "3434", "415263")


def _positions(source: Source, nombre_de_positions: int) -> list[Position]:
    tirees = [p for p in pos.au_hasard(source.alea, 4 * nombre_de_positions) if p.nb_coups > 6]
    return tirees[: source.nombre(nombre_de_positions)]


def _finales(source: Source) -> Iterator[Essai]:
    """Parties finies et horizon atteint : aucune récursion."""
    gagnees = [p for p, _ in pos.gagnees()[:8]] + [Position.depuis_coups(PLEINES_GAGNEES[0])]
    for rang, p in enumerate((*gagnees, *pos.nulles(2))):
        nature = "gagnée" if p.gagnant else "nulle"
        yield essai(Recherche, p, par_poids(1), rang % 3, "h", "finale", nature)
    depuis = [Position.depuis_coups(coups) for coups in _DEBUTS] + _positions(source, 6)
    yield from (essai(Recherche, p, par_poids(2), 0, "h") for p in depuis)


def _un_coup(source: Source) -> Iterator[Essai]:
    """Un coup devant soi, pour J0 comme pour J1 ; les victoires immédiates d'abord."""
    for coups in ("112233", "1122337", "171717", "556677", "1727374", "7161514"):
        yield essai(Recherche, Position.depuis_coups(coups), par_poids(3), 1, "h", "déjà vue")
    for position in [Position.depuis_coups(coups) for coups in _DEBUTS] + _positions(source, 8):
        yield essai(Recherche, position, par_poids(4), 1, "h", "déjà vue")


def _plusieurs_coups(source: Source) -> Iterator[Essai]:
    debuts = [Position.depuis_coups(coups) for coups in _DEBUTS]
    for position in debuts + _positions(source, 6):
        yield essai(Recherche, position, par_poids(5), 2, "h", "déjà vue")
    for position in debuts[:2] + _positions(source, 3):
        yield essai(Recherche, position, par_poids(6), 3, "h", "déjà vue")
        yield essai(Recherche, position, h_constant, 3, "h_constant", "déjà vue")
    for position in pos.nulles(2):  # près de la fin, l'horizon dépasse la dernière case
        assert position.notation is not None
        yield essai(Recherche, Position.depuis_coups(position.notation[:-2]), par_poids(1), 3, "h", "bout")


# Quoi qu'on joue, l'autre gagne au coup suivant : deux fois pour J0, deux fois pour J1.
_PERDUES = ("4634342", "5655172135232", "126413715655377616", "772122143352531275")


def _sans_espoir(source: Source) -> Iterator[Essai]:
    for coups in _PERDUES:
        yield essai(Recherche, Position.depuis_coups(coups), par_poids(2), 2, "h", "perdue")


def _memoisation(source: Source) -> Iterator[Essai]:
    for coups, k in (("", 3), ("44", 2), ("4", 2)):
        yield essai(
            Memoisation, Position.depuis_coups(coups), par_poids(7), k, "h", "mémoïsation", "déjà vue"
        )


# --- les erreurs ---------------------------------------------------------------------------------------


def _version(phrase: str, regles: Regles, signe: Callable[[Position], int] = lambda p: 1) -> Erreur:
    """L'erreur d'une recherche qui suivrait partout ces règles, score multiplié par `signe(position)`."""

    def fausse(essai: Essai) -> Any:
        assert essai.position is not None
        return signe(essai.position) * valeur(
            essai.position, essai.contexte["h"], essai.contexte["k"], regles
        )

    return _sur_les_scores(modele(phrase, fausse, lire_score))


def _sur_les_scores(erreur: Erreur) -> Erreur:
    """Sans les essais de mémoïsation, dont l'écart n'est pas un score."""

    def explique(epreuves: list[Epreuve]) -> bool:
        return erreur.explique([e for e in epreuves if "mémoïsation" not in e.essai.etiquettes])

    return Erreur(erreur.phrase, explique)


_ERREURS_MINIMAX = (
    _version(
        "Le minimum et le maximum sont échangés : J0 maximise le score, J1 le minimise.", Regles(min, max)
    ),
    _version(
        "Vous prenez toujours le maximum : quand c'est à J1 de jouer, il choisit le plus PETIT score.",
        Regles(max, max),
    ),
    _version(
        "Vous prenez toujours le minimum : quand c'est à J0 de jouer, il choisit le plus GRAND score.",
        Regles(min, min),
    ),
    _version("Vous regardez un coup de trop : à k = 0, on s'arrête et on note avec h.", Regles(decalage=1)),
    _version(
        "Vous regardez un coup de moins : l'heuristique n'intervient qu'à k = 0, et k diminue de 1 par coup.",
        Regles(decalage=-1),
    ),
    _version(
        "À l'horizon (k = 0), vous notez avec h des parties déjà finies : regardez d'abord si eval_f "
        "conclut.",
        Regles(horizon_avant_fin=True),
    ),
    _version(
        "Une partie nulle vaut 0 : vous la notez avec h. Comparez eval_f à None, pas à 0.",
        Regles(nulles_notees=True),
    ),
    _version(
        "Vos scores sont vus du joueur qui joue : ici ils sont toujours vus de J0, J1 cherche le plus petit.",
        NORMALES,
        lambda p: 1 if p.trait == J0 else -1,
    ),
    _version("Tous vos scores ont le signe opposé.", NORMALES, lambda p: -1),
    seulement(
        "finale",
        "Toutes vos erreurs concernent les parties déjà finies : eval_f(s, coup) donne alors le score.",
    ),
    seulement(
        "perdue",
        "Quand tous les coups perdent, vous ne choisissez plus rien : si le meilleur score part de -inf "
        "(ou de inf) et "
        "que l'on exige de faire STRICTEMENT mieux, aucun coup n'est retenu.",
    ),
    seulement("mémoïsation", "Les scores sont justes ; la mémoïsation, non."),
    seulement(
        "déjà vue",
        "La première recherche est juste, pas les suivantes : vous réutilisez des résultats d'une AUTRE "
        "recherche, où h ou "
        "k étaient différents. Ne retenez rien ailleurs que dans d_eval, d_stra et d_coup.",
    ),
    seulement("k = 3", "Vos recherches sont justes jusqu'à k = 2, pas à k = 3."),
)

MINIMAX_H2 = Question(
    "minimax_h2",
    "minimax_h2(s, coup, d_eval, d_stra, d_coup, h, k)",
    (
        Critere("parties finies et horizon", 1, _finales),
        Critere("un coup devant soi, pour J0 et pour J1", 2, _un_coup),
        Critere("plusieurs coups", 3, _plusieurs_coups),
        Critere("un coup même quand tout est perdu", 1, _sans_espoir),
        Critere("chaque situation calculée une seule fois", 2, _memoisation),
    ),
    (
        "Quatre cas, dans cet ordre : déjà calculée, partie finie, horizon atteint (k = 0), et sinon la "
        "récursion.",
        "Dans le cas général, appelez minimax_h2 sur chaque fils, avec k - 1 et les mêmes dictionnaires ; "
        "gardez le fils "
        "de plus grand score si s[0] vaut 0, de plus petit score si s[0] vaut 1.",
        "cle = construit_cle(s). Si cle est dans d_eval, renvoyez (d_eval[cle], d_stra[cle]). Sinon "
        "calculez score et "
        "situation (None si la partie est finie ou si k = 0), rangez-les dans d_eval[cle] et d_stra[cle], "
        "et renvoyez-les.",
    ),
    _ERREURS_MINIMAX,
    aides("eval_f", "fils", "construit_cle", "depose_pion", "gagnant", "partie_nulle"),
)
