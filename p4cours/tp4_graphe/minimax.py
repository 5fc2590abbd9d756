"""minimax_h2(s, coup, d_eval, d_stra, d_coup, h, k) : le minimax à profondeur k, avec mémoïsation.

Le minimax de référence se calcule sur une Position ; dérangé d'une seule façon, il rend les scores d'une
erreur connue."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf
from typing import Any

from p4core.appels import Appel
from p4core.codages import SITUATION, vers_situation
from p4core.ia.recherche import feuilles
from p4core.jeu import Position
from p4cours.tp4_graphe.graphe import PLEINES_GAGNEES
from p4cours.tp4_graphe.situations import J0, Situation, aides, avec_s, conseiller, issue, position_de
from p4cours.verification import positions as pos
from p4cours.verification.diagnostics import restreinte, seulement
from p4cours.verification.essais import Appelant, Ecart, Epreuve, Erreur, Essai, Source, juger
from p4cours.verification.formes import Fonction
from p4cours.verification.lecture import Malforme, couple, meme, montrer, nombre

Heuristique = Callable[[Any], float]  # la note d'une situation, vue de J0
Cas = tuple[Any, ...]  # position, h, k, étiquettes


# --- le minimax de référence, et ses versions dérangées -------------------------------------------


@dataclass(frozen=True)
class Regles:
    """Ce que fait une recherche ; chaque réglage hors de sa valeur normale est une erreur connue."""

    choix_j0: Callable[..., float] = max
    choix_j1: Callable[..., float] = min
    decalage: int = 0  # coups regardés en plus ou en moins
    horizon_avant_fin: bool = False  # l'heuristique passe avant la fin de partie
    nulles_notees: bool = False  # une partie nulle est notée par l'heuristique


NORMALES = Regles()


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


@lru_cache(maxsize=50_000)
def _note(position: Position, h: Heuristique) -> float:
    return h(vers_situation(position))


def perdue(position: Position) -> bool:
    """Le joueur au trait perd-il, quoi qu'il joue, en deux coups ?"""
    return valeur(position, h_constant, 2) == (-inf if position.trait == J0 else inf)


def h_constant(s: Any) -> float:
    """La plus pauvre des heuristiques."""
    return 0


@lru_cache(maxsize=32)
def par_poids(graine: int) -> Heuristique:
    """Une heuristique déterminée et sans symétrie : chaque case a son poids, compté en plus pour J0."""

    def poids(i: int, j: int) -> int:
        return (7 * graine + 3 * i * i + 5 * j * j + 11 * i * j + 2 * j) % 13 - 4

    table = [[poids(i, j) for j in range(7)] for i in range(6)]
    signes = {0: 1, 1: -1, None: 0}

    def h(s: Any) -> float:
        return sum(table[i][j] * signes[s[1][i][j]] for i in range(6) for j in range(7))

    return h


# --- appeler la recherche : les dictionnaires se remplissent, on compte les appels à h ------------


class _Comptee:
    """Une heuristique qui compte ses appels."""

    def __init__(self, h: Heuristique) -> None:
        self.h, self.appels = h, 0

    def __call__(self, s: Any) -> float:
        self.appels += 1
        return self.h(s)

    def __deepcopy__(self, memo: Any) -> _Comptee:
        return self  # la copie des arguments ne doit pas faire perdre le compte


def _appeler(essai: Essai, appelant: Appelant, arguments: tuple[Any, ...]) -> Epreuve:
    """Un appel jugé : seuls s et coup doivent rester intacts, les dictionnaires sont là pour se remplir."""
    appel = appelant(arguments, delai=essai.delai)
    appel.arguments = (*appel.arguments[:2], *appel.apres[2:])
    return Epreuve(essai, appel, juger(essai, appel))


def _chercher(essai: Essai, appelant: Appelant) -> Epreuve:
    """Une recherche, dictionnaires vides."""
    epreuve = _appeler(essai, appelant, essai.arguments)
    if not (epreuve.ecart and epreuve.ecart.cause == "exception" and essai.etiquettes & {"nulle", "bout"}):
        return epreuve
    return conseiller(
        epreuve,
        "Ici la grille se remplit sans gagnant : eval_f vaut alors 0, qui est « faux » pour Python comme "
        "None. Est-ce bien avec « is None » que vous voyez si la partie continue ?",
    )


def _chercher_deux_fois(essai: Essai, appelant: Appelant) -> Epreuve:
    """La même recherche deux fois, avec les mêmes dictionnaires : h ne note chaque situation qu'une fois."""
    position, h, k, *_ = essai.cas
    comptee = _Comptee(h)
    premiere = _appeler(essai, appelant, (*essai.arguments[:5], comptee, k))
    ecart = premiere.ecart or _trop_d_appels(comptee.appels, feuilles(position, k)[1])
    if not ecart and not any(premiere.appel.apres[2:5]):
        ecart = Ecart("Les trois dictionnaires sont restés vides : notez-y ce que vous avez calculé.")
    if ecart:
        return replace(premiere, ecart=ecart)
    premiers, comptee.appels = comptee.appels, 0
    remplis = premiere.appel.apres[2:5]
    seconde = _appeler(essai, appelant, (*essai.arguments[:2], *remplis, comptee, k))
    return replace(seconde, ecart=seconde.ecart or (_rien_retenu(comptee.appels) if premiers else None))


def _trop_d_appels(appels: int, utiles: int) -> Ecart | None:
    if appels <= utiles:
        return None
    return Ecart(
        f"h est appelée {appels} fois alors qu'il n'y a que {utiles} situations différentes à noter : la "
        "même situation est recalculée quand on y arrive par un autre chemin. Consultez d_eval avant de "
        "calculer.",
        f"{utiles} appels à h",
        f"{appels} appels à h",
    )


def _rien_retenu(appels: int) -> Ecart | None:
    if not appels:
        return None
    return Ecart(
        f"Refaite avec les dictionnaires déjà remplis, la recherche appelle encore h {appels} fois : ce qui "
        "a été calculé doit être relu dans d_eval et d_stra.",
        "aucun appel à h",
        f"{appels} appels à h",
    )


# --- juger le couple (score, situation) -----------------------------------------------------------


def _lire(valeur_rendue: Any) -> tuple[float, Any]:
    score, situation = couple(valeur_rendue)
    if isinstance(score, tuple):
        raise Malforme("le couple est à l'envers : on attend (score, situation), le score d'abord.")
    if isinstance(score, list):
        raise Malforme("vous renvoyez la situation seule : on attend le couple (score, situation).")
    return nombre(score, "le score"), situation


def _juger(appel: Appel, position: Position, h: Heuristique, k: int, *_etiquettes: str) -> Ecart | None:
    (score, situation), attendu = _lire(appel.valeur), valeur(position, h, k)
    if not meme(score, attendu):
        qui = SITUATION.nom_joueur(position.trait)
        phrase = f"Ce n'est pas la valeur minimax de cette situation, où c'est à {qui} de jouer."
        return Ecart(phrase, f"({montrer(attendu)}, …)", montrer(appel.valeur, 120))
    if k == 0 or issue(position) is not None:
        return None
    if situation is None:
        seul = " Ici tous les coups se valent (tous perdent) : il faut quand même en renvoyer un."
        phrase = "Aucune situation n'est renvoyée : on attend celle du coup choisi."
        return Ecart(phrase + seul * perdue(position), obtenu="(…, None)")
    suivante = SITUATION.lire(situation, "la situation renvoyée")
    filles = [position.jouer(x) for x in position.coups()]
    if suivante in [vers_situation(p) for p in filles if valeur(p, h, k - 1) == attendu]:
        return None
    return Ecart(
        _pourquoi(suivante, position, filles), "le fils qui réalise ce score", montrer(situation, 120)
    )


def _pourquoi(suivante: Situation, position: Position, filles: list[Position]) -> str:
    pions = position_de(suivante).nb_coups - position.nb_coups
    if pions == 0:
        return "La situation renvoyée est celle de départ : on attend le fils choisi."
    if pions > 1:
        return (
            f"La situation renvoyée est {pions} coups plus loin : c'est celle que renvoie l'appel récursif. "
            "Renvoyez le fils de s qui mène à ce score."
        )
    if suivante not in map(vers_situation, filles):
        return "La situation renvoyée n'est pas un fils de s."
    return "Le score est juste, mais la situation renvoyée n'est pas le fils qui le réalise."


# --- les cas --------------------------------------------------------------------------------------


_DEBUTS = tuple(Position.depuis_coups(coups) for coups in ("", "4", "44", "121", "3434", "415263"))
# Quoi qu'on joue, l'autre gagne au coup suivant : deux fois pour J0, deux fois pour J1.
PERDUES = ("4634342", "5655172135232", "126413715655377616", "772122143352531275")


def _tirees(source: Source, nombre_de_positions: int) -> list[Position]:
    longues = [p for p in pos.au_hasard(source.alea, 4 * nombre_de_positions) if p.nb_coups > 6]
    return longues[: source.nombre(nombre_de_positions)]


def _finales(source: Source) -> Iterator[Cas]:
    """Parties finies et horizon atteint : aucune récursion."""
    gagnees = [p for p, _ in pos.gagnees()[:8]] + [Position.depuis_coups(PLEINES_GAGNEES[0])]
    for rang, p in enumerate((*gagnees, *pos.nulles(2))):
        yield p, par_poids(1), rang % 3, "finale", "gagnée" if p.gagnant else "nulle"
    yield from ((p, par_poids(2), 0) for p in (*_DEBUTS, *_tirees(source, 6)))


def _un_coup(source: Source) -> Iterator[Cas]:
    """Un coup devant soi, pour J0 comme pour J1 ; les victoires immédiates d'abord."""
    for coups in ("112233", "1122337", "171717", "556677", "1727374", "7161514"):
        yield Position.depuis_coups(coups), par_poids(3), 1, "déjà vue"
    yield from ((p, par_poids(4), 1, "déjà vue") for p in (*_DEBUTS, *_tirees(source, 8)))


def _plusieurs_coups(source: Source) -> Iterator[Cas]:
    yield from ((p, par_poids(5), 2, "déjà vue") for p in (*_DEBUTS, *_tirees(source, 6)))
    for p in (*_DEBUTS[:2], *_tirees(source, 3)):
        yield from ((p, h, 3, "déjà vue") for h in (par_poids(6), h_constant))
    for p in pos.nulles(2):  # près de la fin, l'horizon dépasse la dernière case
        yield Position.depuis_coups((p.notation or "")[:-2]), par_poids(1), 3, "bout"


def _sans_espoir(source: Source) -> Iterator[Cas]:
    yield from ((Position.depuis_coups(coups), par_poids(2), 2, "perdue") for coups in PERDUES)


def _memoisation(source: Source) -> Iterator[Cas]:
    for coups, k in (("", 3), ("44", 2), ("4", 2)):
        yield Position.depuis_coups(coups), par_poids(7), k, "mémoïsation", "déjà vue"


# --- la question ----------------------------------------------------------------------------------


def _dernier_coup(position: Position) -> Any:
    return position.dernier and SITUATION.coup(position.dernier)


_FORME = Fonction(
    "minimax_h2(s, coup, d_eval, d_stra, d_coup, h, k)",
    donner=lambda p, h, k, *_: (vers_situation(p), _dernier_coup(p), {}, {}, {}, h, k),
    attendu=lambda p, h, k, *_: f"un score de {montrer(valeur(p, h, k))}",
    lire=lambda valeur_rendue: _lire(valeur_rendue)[0],
    juger=_juger,
    appel=lambda p, h, k, *_: (
        f"minimax_h2(s, {_dernier_coup(p)}, {{}}, {{}}, {{}}, {h.__name__}, {k}), {avec_s(p)}"
    ),
    etiquettes=lambda p, h, k, *etiquettes: (f"k = {k}", *etiquettes),
    options={"faire": _chercher, "delai": 6.0},
)


def _suit(phrase: str, regles: Regles, signe: Callable[[Position], int] = lambda p: 1) -> Erreur:
    """Les scores d'une recherche qui suit partout ces règles, multipliés par `signe(position)`."""
    erreur = _FORME.erreur(phrase, lambda p, h, k, *_: signe(p) * valeur(p, h, k, regles))
    # Sans les essais de mémoïsation, dont l'écart n'est pas un score.
    return restreinte(erreur, lambda epreuve: "mémoïsation" not in epreuve.essai.etiquettes)


MINIMAX_H2 = (
    _FORME.critere("parties finies et horizon", 1, _finales)
    .critere("un coup devant soi, pour J0 et pour J1", 2, _un_coup)
    .critere("plusieurs coups", 3, _plusieurs_coups)
    .critere("un coup même quand tout est perdu", 1, _sans_espoir)
    .critere(
        "chaque situation calculée une seule fois",
        2,
        _memoisation,
        options={"faire": _chercher_deux_fois, "delai": 6.0},
    )
    .question(
        (
            "Quatre cas, dans cet ordre : déjà calculée, partie finie, horizon atteint (k = 0), et sinon la "
            "récursion.",
            "Dans le cas général, appelez minimax_h2 sur chaque fils, avec k - 1 et les mêmes dictionnaires "
            "; gardez le fils de plus grand score si s[0] vaut 0, de plus petit score si s[0] vaut 1.",
            "cle = construit_cle(s). Si cle est dans d_eval, renvoyez (d_eval[cle], d_stra[cle]). Sinon "
            "calculez score et situation (None si la partie est finie ou si k = 0), rangez-les dans "
            "d_eval[cle] et d_stra[cle], et renvoyez-les.",
        ),
        [
            _suit(
                "Le minimum et le maximum sont échangés : J0 maximise le score, J1 le minimise.",
                Regles(min, max),
            ),
            _suit(
                "Vous prenez toujours le maximum : quand c'est à J1 de jouer, il choisit le plus PETIT "
                "score.",
                Regles(max, max),
            ),
            _suit(
                "Vous prenez toujours le minimum : quand c'est à J0 de jouer, il choisit le plus GRAND "
                "score.",
                Regles(min, min),
            ),
            _suit(
                "Vous regardez un coup de trop : à k = 0, on s'arrête et on note avec h.", Regles(decalage=1)
            ),
            _suit(
                "Vous regardez un coup de moins : l'heuristique n'intervient qu'à k = 0, et k diminue de 1 "
                "par coup.",
                Regles(decalage=-1),
            ),
            _suit(
                "À l'horizon (k = 0), vous notez avec h des parties déjà finies : regardez d'abord si eval_f "
                "conclut.",
                Regles(horizon_avant_fin=True),
            ),
            _suit(
                "Une partie nulle vaut 0 : vous la notez avec h. Comparez eval_f à None, pas à 0.",
                Regles(nulles_notees=True),
            ),
            _suit(
                "Vos scores sont vus du joueur qui joue : ici ils sont toujours vus de J0, J1 cherche le "
                "plus petit.",
                NORMALES,
                lambda p: 1 if p.trait == J0 else -1,
            ),
            _suit("Tous vos scores ont le signe opposé.", NORMALES, lambda p: -1),
            seulement(
                "finale",
                "Toutes vos erreurs concernent les parties déjà finies : eval_f(s, coup) donne alors le "
                "score.",
            ),
            seulement(
                "perdue",
                "Quand tous les coups perdent, vous ne choisissez plus rien : si le meilleur score part de "
                "-inf (ou de inf) et que l'on exige de faire STRICTEMENT mieux, aucun coup n'est retenu.",
            ),
            seulement("mémoïsation", "Les scores sont justes ; la mémoïsation, non."),
            seulement(
                "déjà vue",
                "La première recherche est juste, pas les suivantes : vous réutilisez des résultats d'une "
                "AUTRE recherche, où h ou k étaient différents. Ne retenez rien ailleurs que dans d_eval, "
                "d_stra et d_coup.",
            ),
            seulement("k = 3", "Vos recherches sont justes jusqu'à k = 2, pas à k = 3."),
        ],
        aides("eval_f", "fils", "construit_cle", "depose_pion", "gagnant", "partie_nulle"),
    )
)
