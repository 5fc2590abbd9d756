"""minimax_h2(s, coup, d_eval, d_stra, d_coup, h, k) : le minimax à profondeur k, avec mémoïsation.

Le minimax de référence se calcule sur une Position ; dérangé d'une seule façon, il rend les scores d'une
erreur connue."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from math import inf
from typing import Any, cast

from p4core.appels import Appel
from p4core.codages import SITUATION, case_jouee, vers_situation
from p4core.francais import quantite
from p4core.ia.recherche import feuilles
from p4core.jeu import Position, ouverture
from p4cours.recherches import Recherche
from p4cours.tp4_graphe.graphe import PLEINES_GAGNEES
from p4cours.tp4_graphe.situations import (
    J0,
    Situation,
    a_gagne,
    a_pu_jouer,
    aides,
    avec_s,
    conseiller,
    issue,
    position_de,
    tirees,
)
from p4cours.verification import positions as pos
from p4cours.verification.diagnostics import fautes, restreinte, seulement
from p4cours.verification.essais import Appelant, Ecart, Epreuve, Erreur, Essai, Source, juger
from p4cours.verification.formes import Fonction
from p4cours.verification.lecture import Malforme, couple, meme, montrer, nombre, simple

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
    pleine_d_abord: bool = False  # une grille pleine vaut 0, même gagnée
    examines: tuple[int, int] = (0, 7)  # du premier au dernier, les rangs des fils examinés
    oppose: bool = False  # le score d'un fils change de signe
    depart: tuple[float, float] | None = None  # le meilleur score de J0, de J1, avant le premier fils
    pairs: Any = None  # J0 choisit quand k est pair (True) ou impair, quel que soit le joueur


NORMALES = Regles()


def valeur(position: Position, h: Heuristique, k: int, regles: Regles = NORMALES) -> float:
    """La valeur minimax, vue de J0, en regardant k coups."""
    return _valeur(position, h, max(k + regles.decalage, 0), regles)


@lru_cache(maxsize=100_000)
def _valeur(position: Position, h: Heuristique, k: int, regles: Regles) -> float:
    fin = 0 if position.pleine and regles.pleine_d_abord else issue(position)
    if k == 0 and (fin is None or regles.horizon_avant_fin):
        return _note(position, h)
    if fin is not None:
        return _note(position, h) if fin == 0 and regles.nulles_notees else fin
    a_j0 = position.trait == J0 if regles.pairs is None else (k % 2 == 0) == regles.pairs
    choix = regles.choix_j0 if a_j0 else regles.choix_j1
    coups = position.coups()[slice(*regles.examines)] or position.coups()
    notes = [(-1 if regles.oppose else 1) * _valeur(position.jouer(x), h, k - 1, regles) for x in coups]
    return choix(notes if regles.depart is None else [*notes, regles.depart[position.trait != J0]])


@lru_cache(maxsize=50_000)
def _note(position: Position, h: Heuristique) -> float:
    return h(vers_situation(position))


def _premier(notes: Sequence[float]) -> float:
    return notes[0]


def _dernier(notes: Sequence[float]) -> float:
    return notes[-1]


def _sans_zero(choix: Callable[..., float]) -> Callable[[Sequence[float]], float]:
    """Le choix de celui pour qui un meilleur score de 0 n'en est pas un : le fils suivant le remplace."""

    def choisir(notes: Sequence[float]) -> float:
        return reduce(lambda mieux, note: choix(mieux, note) if mieux else note, notes)

    return choisir


def _jusqu_a_zero(choix: Callable[..., float]) -> Callable[[Sequence[float]], float]:
    """Le choix de celui qui ne regarde plus rien après un fils de score 0."""
    return lambda notes: choix(notes[: notes.index(0) + 1] if 0 in notes else notes)


def perdue(position: Position) -> bool:
    """Le joueur au trait perd-il, quoi qu'il joue, en deux coups ?"""
    return valeur(position, h_constant, 2) == (-inf if position.trait == J0 else inf)


def h_constant(s: Any) -> float:
    """La plus pauvre des heuristiques."""
    return 0


h_constant.ecriture = "h_constant"  # type: ignore[attr-defined]


@lru_cache(maxsize=32)
def par_poids(graine: int) -> Heuristique:
    """Une heuristique déterminée et sans symétrie : chaque case a son poids, compté en plus pour J0.

    Dès la graine 13, les poids sont des demis : une note n'est pas toujours un entier."""

    def poids(i: int, j: int) -> int:
        return (7 * graine + 3 * i * i + 5 * j * j + 11 * i * j + 2 * j) % 13 - 4

    table = [[poids(i, j) for j in range(7)] for i in range(6)]
    signes = {0: 1, 1: -1, None: 0}

    def h(s: Any) -> float:
        note = sum(table[i][j] * signes[s[1][i][j]] for i in range(6) for j in range(7))
        return note if graine < 13 else note / 2

    h.ecriture = f"h_poids({graine})"  # type: ignore[attr-defined]  # de quoi refaire l'appel dans un notebook
    h.importer = "from p4cours.tp4_graphe import h_poids"  # type: ignore[attr-defined]
    return h


# --- appeler la recherche : les dictionnaires se remplissent, on compte les appels à h ------------


class TropLoin(Exception):
    """h est appelée au-delà de l'horizon : inutile d'attendre la fin d'une recherche qui va trop loin."""


class _Comptee:
    """Une heuristique qui compte ses appels, et refuse de noter au-delà de l'horizon."""

    def __init__(self, h: Heuristique, position: Position, k: int) -> None:
        self.notes: list[tuple[str, float]] = []
        horizon = position.nb_coups + k

        def comptee(s: Any) -> float:
            if sum(case is not None for ligne in s[1] for case in ligne) > horizon:
                raise TropLoin
            self.notes.append((repr(s), h(s)))
            return self.notes[-1][1]

        comptee.__dict__.update(vars(h))
        self.h = comptee

    @property
    def appels(self) -> int:
        """Combien de fois elle a été appelée."""
        return len(self.notes)

    @property
    def refaites(self) -> list[float]:
        """Les notes des situations notées plus d'une fois."""
        fois = Counter(self.notes)
        return [note for (_, note), n in fois.items() if n > 1]


def _appeler(essai: Essai, appelant: Appelant, arguments: tuple[Any, ...], **options: Any) -> Epreuve:
    """Un appel jugé : seuls s et coup doivent rester intacts, les dictionnaires sont là pour se remplir."""
    appel = appelant(arguments, delai=essai.delai, **options)
    appel.arguments = (*appel.arguments[:2], *appel.apres[2:])
    if isinstance(appel.exception, TropLoin):
        return Epreuve(essai, appel, _TROP_LOIN)
    ecart = juger(essai, appel)
    if ecart and ecart.cause == "rien" and "sans coup" in essai.etiquettes:
        ecart = replace(ecart, phrase=_RIEN_DU_TOUT, attendu="(score, None)")
    return Epreuve(essai, appel, ecart)


_TROP_LOIN = Ecart(
    "h est appelée sur une situation à plus de k coups de s : quand k vaut 0, on note s elle-même.",
    "h à l'horizon",
    cause="trop loin",
)
_RIEN_DU_TOUT = (
    "Votre fonction ne renvoie rien (None) : même quand il n'y a pas de coup à choisir, on attend le couple "
    "(score, None)."
)


def _mal_relue(essai: Essai, appelant: Appelant) -> Appel | None:
    """Le même appel, quand s est déjà dans les dictionnaires, s'il ne renvoie pas la même chose."""
    s, coup, *_, h, _ = essai.arguments
    premiere = appelant((s, coup, {}, {}, {}, h, 0), delai=essai.delai)
    if premiere.valeur is None:
        return None
    seconde = appelant((s, coup, *premiere.apres[2:5], h, 0), delai=essai.delai)
    plantee = seconde.exception is not None or seconde.expire
    return None if plantee or repr(seconde.valeur) == repr(premiere.valeur) else seconde


# Deux situations qui ne se ressemblent pas, puis six paires qui ne diffèrent que sur une ligne.
_PAIRES = (("44", "1726"), *(("1" * i + "7" * i + "1", "1" * i + "7" * i + "7") for i in range(6)))


def _cles_confondues(essai: Essai, appelant: Appelant) -> bool:
    """Une autre situation, notée avec les mêmes dictionnaires, reçoit-elle la note de la première ?"""
    h = par_poids(1)
    for paire in _PAIRES:
        une, autre = (vers_situation(Position.depuis_coups(coups)) for coups in paire)
        premiere = appelant((une, None, {}, {}, {}, h, 0), delai=essai.delai)
        seconde = appelant((autre, None, *premiere.apres[2:5], h, 0), delai=essai.delai)
        if isinstance(seconde.valeur, tuple) and seconde.valeur[:1] == (h(une),) != (h(autre),):
            return True
    return False


_RELUE = Ecart(
    "Le même appel, refait avec les dictionnaires remplis, renvoie None : il faut renvoyer le couple "
    "(score, situation) qu'on y relit.",
    "(score, situation)",
    cause="relue",
)


class _Temoin:
    """Prête des fonctions justes, et note ce qu'une recherche en fait de travers."""

    def __init__(self, depart: Position) -> None:
        self.depart = depart
        self.au_dela = False  # elle s'en sert sur une situation qui suit une victoire
        self.coup: Any = None  # un coup donné à eval_f, qui n'est pas celui qu'on vient de jouer
        self.appels = 0  # de fils, ou de depose_pion sept fois

    @property
    def pretees(self) -> dict[str, Callable[..., Any]]:
        """Les fonctions du TP, surveillées."""
        justes = aides("fils", "depose_pion")
        return {"eval_f": self._eval_f, **{nom: self.surveiller(juste) for nom, juste in justes.items()}}

    def surveiller(self, fonction: Callable[..., Any]) -> Callable[..., Any]:
        """La même fonction, surveillée."""

        def surveillee(s: Any, *autres: Any) -> Any:
            self._noter(position_de(s))
            self.appels += 1
            return fonction(s, *autres)

        return surveillee

    def _noter(self, position: Position) -> None:
        self.au_dela = self.au_dela or a_gagne(position, position.trait)

    def _eval_f(self, s: Any, coup: Any = None) -> float | None:
        position = position_de(s)
        self._noter(position)
        if coup is not None and position != self.depart and not a_pu_jouer(position, coup):
            self.coup = coup
        return issue(position)


def _de_pres(essai: Essai, appelant: Appelant) -> _Temoin:
    """La même recherche, surveillée."""
    position, h, k, *_ = essai.cas
    temoin = _Temoin(position)
    arguments = (*essai.arguments[:5], temoin.surveiller(h), k)
    appelant(arguments, delai=essai.delai, remplacements=temoin.pretees)
    return temoin


def _chercher(essai: Essai, appelant: Appelant) -> Epreuve:
    """Une recherche, dictionnaires vides."""
    position, h, k, *_ = essai.cas
    epreuve = _appeler(essai, appelant, (*essai.arguments[:5], _Comptee(h, position, k).h, k))
    cause = epreuve.ecart.cause if epreuve.ecart else ""
    if cause == "valeur" and k > 2 and _mal_range(essai, appelant):
        return replace(epreuve, ecart=replace(cast(Ecart, epreuve.ecart), cause="rangé"))
    if cause == "valeur" and k > 2 and _cles_confondues(essai, appelant):
        return replace(epreuve, ecart=replace(cast(Ecart, epreuve.ecart), cause="clés"))
    if cause in ("valeur", "forme", "exception") and 0 < k <= 2:  # les plus courtes l'ont montré
        epreuve = _expliquee(epreuve, appelant)
    if cause in ("exception", "rien") and k > 0 and (relue := _mal_relue(essai, appelant)):
        return replace(epreuve, ecart=_RELUE) if relue.valeur is None else conseiller(epreuve, _MAL_RELUE)
    if not isinstance(epreuve.appel.exception, TypeError) or "unhashable" not in str(epreuve.appel.exception):
        return epreuve
    return conseiller(
        epreuve, "Une situation contient des listes : elle ne peut pas servir de clé ; construit_cle(s), si."
    )


def _expliquee(epreuve: Epreuve, appelant: Appelant) -> Epreuve:
    """L'épreuve manquée, et ce qu'on voit de la même recherche en la surveillant."""
    ecart, temoin = cast(Ecart, epreuve.ecart), _de_pres(epreuve.essai, appelant)
    if temoin.coup is not None and ecart.plantage:
        return conseiller(epreuve, _MAUVAIS_COUP)
    if temoin.coup is not None:
        return replace(epreuve, ecart=replace(ecart, cause="coup"))
    if temoin.au_dela and not ecart.plantage:
        return replace(epreuve, ecart=replace(ecart, cause="fin"))
    if ecart.cause == "valeur" and _cles_confondues(epreuve.essai, appelant):
        return replace(epreuve, ecart=replace(ecart, cause="clés"))
    return epreuve


def _noeuds(position: Position, k: int) -> int:
    """Combien de situations différentes dans une recherche à k coups."""
    toutes = couche = {position}
    for _ in range(k):
        couche = {p.jouer(x) for p in couche for x in p.coups()}
        toutes = toutes | couche
    return len(toutes)


_MAL_RANGE = (
    "Ce que vous rangez dans d_eval n'est pas le score que vous renvoyez : relue, la situation n'a plus le "
    "même. Rangez le meilleur score, une fois la boucle finie."
)


def _mal_range(essai: Essai, appelant: Appelant) -> bool:
    """À un coup, le score renvoyé est-il juste, mais pas celui que d_eval retient pour s ?"""
    s, coup, *_, h, _ = essai.arguments
    appel = appelant((s, coup, {}, {}, {}, h, 1), delai=essai.delai)
    cle, juste = aides("construit_cle")["construit_cle"](s), valeur(essai.cas[0], h, 1)
    retenu = appel.apres[2].get(cle) if isinstance(appel.apres[2], dict) else None
    rendu = appel.valeur[0] if isinstance(appel.valeur, tuple) and appel.valeur else None
    return rendu == juste and isinstance(retenu, int | float) and retenu != juste


_MAUVAIS_COUP = (
    "Aux appels récursifs, vous donnez un coup qui n'est pas celui qui vient d'être joué : eval_f ne "
    "voit plus "
    "les victoires. Donnez None, ou la case où le pion est tombé."
)
_MAL_RELUE = (
    "Quand s est déjà dans les dictionnaires, votre fonction ne renvoie pas le couple (score, situation)."
)


def _chercher_deux_fois(essai: Essai, appelant: Appelant) -> Epreuve:
    """La même recherche deux fois, mêmes dictionnaires : h ne note chaque situation qu'une fois."""
    position, h, k, *_ = essai.cas
    comptee, temoin = _Comptee(h, position, k), _Temoin(position)
    premiere = _appeler(essai, appelant, (*essai.arguments[:5], comptee.h, k))
    remplis = premiere.appel.apres[2:5]
    ecart = premiere.ecart or _mal_remplis(comptee, max(map(len, remplis)), position, k)
    if ecart:
        return replace(premiere, ecart=ecart)
    comptee.notes.clear()
    arguments = (*essai.arguments[:2], *remplis, comptee.h, k)
    seconde = _appeler(essai, appelant, arguments, remplacements=temoin.pretees)
    if seconde.ecart and seconde.ecart.cause == "rien":
        return replace(seconde, ecart=_RELUE)
    if seconde.ecart and seconde.ecart.cause in ("fils", "aucune", "aucun"):
        return replace(seconde, ecart=replace(seconde.ecart, phrase=_MAUVAIS_D_STRA))
    if ecart := seconde.ecart or _rien_retenu(comptee.appels, temoin.appels):
        return replace(seconde, ecart=ecart)
    return replace(seconde, ecart=_suite_mal_relue(seconde, remplis, appelant))


def _suite_mal_relue(relue: Epreuve, remplis: tuple[Any, ...], appelant: Appelant) -> Ecart | None:
    """Le coup suivant, relu lui aussi dans les dictionnaires, est-il celui d'une recherche à k - 1 ?"""
    position, h, k, *_ = relue.essai.cas
    choisie = _lire(relue.appel.valeur)[1]
    fille = next(f for f in map(position.jouer, position.coups()) if vers_situation(f) == choisie)
    if issue(fille) is not None:
        return None
    essai = _FORME.essai((fille, h, k - 1, "mémoïsation"))
    ensuite = _appeler(essai, appelant, (essai.arguments[0], None, *remplis, h, k - 1))
    return Ecart(_MAUVAIS_D_STRA, cause="mémoïsation") if ensuite.ecart else None


_MAUVAIS_D_STRA = (
    "Relue dans les dictionnaires, la situation choisie n'est plus la bonne : rangez dans d_stra[cle] le "
    "fils que vous renvoyez, et relisez-le."
)


def _mal_remplis(comptee: _Comptee, cles: int, position: Position, k: int) -> Ecart | None:
    """Pourquoi les dictionnaires n'ont pas évité de calculer deux fois la même situation."""
    appels, utiles = comptee.appels, feuilles(position, k)[1]
    if not cles:
        return Ecart("Les trois dictionnaires sont restés vides : notez-y ce que vous avez calculé.")
    if appels <= utiles:
        return None
    debut = f"h est appelée {appels} fois alors qu'il n'y a que {utiles} situations différentes à noter : "
    if cles == 1:
        suite = (
            "les dictionnaires ne contiennent que s. Donnez d_eval, d_stra et d_coup aux appels "
            "récursifs, et "
            "non des dictionnaires neufs."
        )
    elif cles <= _noeuds(position, k - 1):
        suite = "celles de l'horizon, où k vaut 0, ne sont pas rangées dans d_eval. Rangez aussi h(s)."
    elif not any(comptee.refaites):
        suite = (
            "celles dont le score est 0 sont recalculées, 0 est « faux » pour Python comme None. "
            "Demandez-vous "
            "si « cle in d_eval »."
        )
    else:
        suite = (
            "la même situation est recalculée quand on y arrive par un autre chemin. Consultez "
            "d_eval avant de "
            "calculer."
        )
    return Ecart(debut + suite, f"{quantite(utiles, 'appel')} à h", f"{quantite(appels, 'appel')} à h")


def _rien_retenu(notees: int, examinees: int) -> Ecart | None:
    """Ce qu'une recherche déjà faite recalcule ; un appel de fils (ou sept coups) ne coûte rien."""
    if not notees and examinees <= 7:
        return None
    debut = "Refaite avec les dictionnaires déjà remplis, la recherche "
    if notees:
        suite = f"appelle encore h {notees} fois : ce qui a été calculé doit être relu dans d_eval et d_stra."
    else:
        suite = (
            f"examine encore {examinees} situations : celles qui ont des fils ne sont pas rangées "
            "dans d_eval, "
            "ou n'y sont pas relues."
        )
    return Ecart(debut + suite, "rien à recalculer", f"{notees or examinees} calculs refaits")


# --- juger le couple (score, situation) -----------------------------------------------------------


def _lire(valeur_rendue: Any) -> tuple[float, Any]:
    score, situation = couple(valeur_rendue)
    if isinstance(situation, list) and type(simple(score)) is int and score in (0, 1):
        raise Malforme("vous renvoyez la situation seule : on attend le couple (score, situation).")
    if isinstance(score, tuple) and len(score) == 2 and not isinstance(score[1], list):
        raise Malforme(
            "le score est lui-même un couple : celui d'un fils est le premier élément de ce que renvoie "
            "l'appel récursif, minimax_h2(…)[0]."
        )
    if isinstance(score, tuple):
        raise Malforme("le couple est à l'envers : on attend (score, situation), le score d'abord.")
    return nombre(score, "le score"), situation


def _juger(appel: Appel, position: Position, h: Heuristique, k: int, *_etiquettes: str) -> Ecart | None:
    (score, situation), attendu = _lire(appel.valeur), valeur(position, h, k)
    if not meme(score, attendu):
        qui = SITUATION.nom_joueur(position.trait)
        phrase = f"Ce n'est pas la valeur minimax de cette situation, où c'est à {qui} de jouer."
        return Ecart(phrase, f"({montrer(attendu)}, …)", montrer(appel.valeur, 120))
    if k == 0 or issue(position) is not None:
        return None if situation is None else _SANS_COUP
    if situation is None:
        perdante = attendu == (-inf if position.trait == J0 else inf)
        seul = " Ici tous les coups se valent (tous perdent) : il faut quand même en renvoyer un."
        phrase = "Aucune situation n'est renvoyée : on attend celle du coup choisi."
        return Ecart(phrase + seul * perdante, obtenu="(…, None)", cause="aucun" if perdante else "aucune")
    suivante = SITUATION.lire(situation, "la situation renvoyée")
    filles = [position.jouer(x) for x in position.coups()]
    if suivante in [vers_situation(p) for p in filles if valeur(p, h, k - 1) == attendu]:
        return None
    phrase = _pourquoi(suivante, position, filles)
    cause = "suite" if "plus loin" in phrase else "fils"
    return Ecart(phrase, "le fils qui réalise ce score", montrer(situation, 120), cause=cause)


_MAL_CHOISIE = ("aucune", "aucun", "fils", "sans coup")
_SANS_COUP = Ecart(
    "Quand la partie est finie ou que k vaut 0, il n'y a pas de coup à choisir : renvoyez None comme "
    "situation.",
    "(score, None)",
    cause="sans coup",
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
AUTRES_PERDUES = (
    *("51355575477", "744764323122552", "563733765155232", "25411176514765232", "1151233372166121563"),
    *("727112777263", "2624376616667747", "573422526246346613", "6451317734262451524544"),
)


def _tirees(source: Source, nombre_de_positions: int) -> list[Position]:
    longues = [p for p in pos.au_hasard(source.alea, 4 * nombre_de_positions) if p.nb_coups > 6]
    return longues[: source.nombre(nombre_de_positions)]


def _finales(source: Source) -> Iterator[Cas]:
    """Parties finies et horizon atteint : aucune récursion."""
    gagnees = [p for p, _ in pos.gagnees()[:8]] + [Position.depuis_coups(PLEINES_GAGNEES[0])]
    gagnees += [p for p in pos.finies(source.alea, source.nombre(3)) if p.gagnant]
    for rang, p in enumerate((*gagnees, *pos.nulles(2))):
        yield p, par_poids(1), rang % 3, "finale", "gagnée" if p.gagnant else "nulle"
    yield from ((p, par_poids(2), 0) for p in _DEBUTS)
    yield from ((p, par_poids(15), 0) for p in _tirees(source, 6))


def _un_coup(source: Source) -> Iterator[Cas]:
    """Un coup devant soi, pour J0 comme pour J1 ; les victoires immédiates d'abord."""
    for coups in ("112233", "1122337", "171717", "556677", "172737", "716151"):
        yield Position.depuis_coups(coups), par_poids(3), 1
    yield from ((p, par_poids(4), 1) for p in (*_DEBUTS, *_tirees(source, 8)))


def _plusieurs_coups(source: Source) -> Iterator[Cas]:
    yield from ((p, par_poids(5), 2) for p in (*_DEBUTS, *_tirees(source, 6)))
    # Les sept colonnes jouables, et la meilleure est la première, puis la dernière, sans autre égale.
    yield from ((Position.depuis_coups(coups), par_poids(g), 3) for coups, g in (("17", 5), ("5", 4)))
    yield _DEBUTS[0], h_constant, 3
    for p in _tirees(source, 2):
        yield from ((p, h, 3) for h in (par_poids(6), h_constant))
    for p in pos.nulles(2):  # près de la fin, l'horizon dépasse la dernière case
        yield Position.depuis_coups((p.notation or "")[:-2]), par_poids(1), 3


# Des fins de partie où trois ou quatre coups se regardent vite. À chaque étage, pour J0 comme pour J1, l'une
# d'elles change de valeur si l'on oublie la première ou la dernière colonne, ou un coup de profondeur.
DECISIVES = (
    "3422255644323335452125531644",
    "73263522774331754273432752655154661",
    "1113166661314226567353745223423425574",
    "43627326727736443665347426451372",
    "6355241543616667215354254614422211",
    "3323674642373554225555612244734771711",
    "3135254327255656323362425446711171676",
)


def _loin(source: Source) -> Iterator[Cas]:
    """Trois et quatre coups devant soi, jusqu'à la dernière case, qui peut remplir la grille et gagner."""
    for coups in DECISIVES:
        yield from ((Position.depuis_coups(coups), par_poids(5), k) for k in (3, 4))
    for coups in PLEINES_GAGNEES:
        yield from ((Position.depuis_coups(coups[:-n]), par_poids(1), k) for n, k in ((1, 1), (2, 2), (3, 4)))


def _sans_espoir(source: Source) -> Iterator[Cas]:
    autres = tirees(source.alea, AUTRES_PERDUES, source.nombre(2))
    yield from ((p, par_poids(2), 2) for p in (*map(Position.depuis_coups, PERDUES), *autres))


def _memoisation(source: Source) -> Iterator[Cas]:
    h = par_poids(source.alea.randrange(13))
    debuts = [ouverture(source.alea, 1 + rang % 5) for rang in range(source.nombre(2))]
    debuts.append(ouverture(source.alea, 7))
    yield from ((p, h, 3 if p.nb_coups in (0, 7) else 2, "mémoïsation") for p in (Position(), *debuts))


# --- la recherche, telle qu'on la rejoue -----------------------------------------------------------


def _colonne(suivante: Any, position: Position) -> int | None:
    """La colonne qui mène à la situation renvoyée."""
    try:
        case = case_jouee(position, SITUATION.depuis(suivante, legale=False))
    except (Malforme, ValueError, TypeError):
        return None
    return None if case is None else case[0]


RECHERCHE = Recherche(
    "minimax_h2",
    SITUATION,
    ("s", "coup", "d_eval", "d_stra", "d_coup", "h", "k"),
    "k",
    pour=lambda a: J0,
    joue=lambda a: None,
    feuille=lambda position, a, pour: a["h"](vers_situation(position)),
    fin=lambda position, a, pour: issue(position) or 0,
    feuille_dite="h(s)",
    fin_dite="eval_f(s, coup)",
    coup=_colonne,
    memoire=True,
    range_dans="d_eval",
    constante=lambda position, a: a["h"](vers_situation(position)) == a["h"](vers_situation(position)),
)


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
    etiquettes=lambda p, h, k, *etiquettes: (
        "loin" if k > 2 else "près",
        *(["sans coup"] if k == 0 or p.finie else []),
        *(["remplie"] if p.nb_coups + k >= 42 and not p.gagnant else []),
        *etiquettes,
    ),
    profondeur=lambda p, h, k, *_: k,
    options={"faire": _chercher, "delai": 6.0},
)


def _suit(phrase: str, regles: Regles, signe: Callable[[Position], int] = lambda p: 1) -> Erreur:
    """Les scores d'une recherche qui suit partout ces règles, multipliés par `signe(position)`."""
    erreur = _FORME.erreur(phrase, lambda p, h, k, *_: signe(p) * valeur(p, h, k, regles))
    return restreinte(erreur, _pas_memoisation)


def _pas_memoisation(epreuve: Epreuve) -> bool:
    """L'écart d'un essai de mémoïsation n'est pas un score."""
    return "mémoïsation" not in epreuve.essai.etiquettes


def _plusieurs_fils_partout(epreuve: Epreuve) -> bool:
    """Aussi loin que va la recherche, reste-t-il deux colonnes jouables ?"""
    position, _, k, *_ = epreuve.essai.cas
    return position.nb_coups + k <= 35


def _cause(cause: str, phrase: str) -> Erreur:
    """Ce qu'on a vu de la recherche."""
    return Erreur(phrase, lambda epreuves: any(e.ecart and e.ecart.cause == cause for e in epreuves))


def _nulles_manquees(epreuves: list[Epreuve]) -> bool:
    """Manque-t-on toutes les parties nulles, et rien d'autre que des grilles qui se remplissent ?"""
    nulles = [e for e in epreuves if "nulle" in e.essai.etiquettes]
    return not any(e.reussie for e in nulles) and all(
        "remplie" in e.essai.etiquettes for e in fautes(epreuves)
    )


def _ressort_d_anciens_scores(epreuves: list[Epreuve]) -> bool:
    """À k = 1, les débuts déjà notés à k = 0 par une autre h gardent-ils cette note ?"""
    revues = [e for e in epreuves if e.essai.cas[0] in _DEBUTS and e.essai.cas[1:3] == (par_poids(4), 1)]
    return len(fautes(revues)) > 2 and all(
        _score(e) == valeur(e.essai.cas[0], par_poids(2), 0) for e in revues
    )


def _score(epreuve: Epreuve) -> Any:
    rendue = epreuve.appel.valeur
    return rendue[0] if isinstance(rendue, tuple) and rendue else None


MINIMAX_H2 = (
    _FORME.critere("parties finies et horizon", 1, _finales)
    .critere("un coup devant soi, pour J0 et pour J1", 2, _un_coup)
    .critere("plusieurs coups", 3, lambda source: (*_plusieurs_coups(source), *_loin(source)))
    .critere("un coup même quand tout est perdu", 1, _sans_espoir)
    .critere(
        "chaque situation calculée une seule fois",
        2,
        _memoisation,
        options={"faire": _chercher_deux_fois, "delai": 6.0},
    )
    .question(
        (
            "Où regarder : les quatre cas de l'énoncé, dans cet ordre. Les trois premiers ne font aucun "
            "appel récursif.",
            "À quoi penser : un score vaut 0 pour une partie nulle, ce n'est pas None. Le score d'un fils "
            "est vu de J0, quel que soit le joueur ; seule la façon de choisir dépend de s[0]. Et tous les "
            "fils peuvent être perdants.",
            "Pour commencer : calculez score et situation (None quand il n'y a pas de coup à choisir) dans "
            "chacun des trois derniers cas, et rangez-les dans les dictionnaires à un seul endroit, juste "
            "avant de renvoyer.",
        ),
        [
            Erreur(
                "Quand s est déjà dans les dictionnaires, votre fonction ne renvoie rien (None).",
                lambda epreuves: any(e.ecart is _RELUE for e in epreuves),
            ),
            Erreur(
                "Il manque le score : vous renvoyez la situation seule.",
                lambda epreuves: any(e.ecart and "la situation seule" in e.ecart.phrase for e in epreuves),
            ),
            _cause("trop loin", "Vous regardez un coup de trop : à k = 0, on s'arrête et on note avec h."),
            _cause("coup", _MAUVAIS_COUP),
            _cause("rangé", _MAL_RANGE),
            _cause(
                "clés",
                "Des situations différentes ont la même clé, et l'une reçoit le score de l'autre : "
                "construit_cle(s) fabrique une clé par situation.",
            ),
            Erreur(
                "Vous rangez h elle-même comme score : appelez-la, h(s).",
                lambda epreuves: any(callable(_score(e)) for e in epreuves),
            ),
            Erreur(
                "Vous gardez le couple entier : le score d'un fils est le premier élément de ce que renvoie "
                "l'appel récursif, minimax_h2(…)[0].",
                lambda epreuves: any(e.ecart and "lui-même un couple" in e.ecart.phrase for e in epreuves),
            ),
            Erreur(
                "Vous jouez encore après la fin : dès que eval_f(s, coup) n'est pas None, la partie est "
                "finie, quel que soit k, et s n'a plus de fils à examiner.",
                lambda epreuves: any(e.ecart and e.ecart.cause == "fin" for e in epreuves),
            ),
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
                "Vous regardez un coup de moins : l'heuristique n'intervient qu'à k = 0, et k diminue de 1 "
                "par coup.",
                Regles(decalage=-1),
            ),
            _suit(
                "À l'horizon (k = 0), vous notez avec h des parties déjà finies : regardez d'abord si "
                "eval_f "
                "conclut.",
                Regles(horizon_avant_fin=True),
            ),
            _suit(
                "Vous prenez pour nulle toute grille pleine : le dernier coup peut remplir la grille ET "
                "gagner.",
                Regles(pleine_d_abord=True),
            ),
            restreinte(
                _FORME.erreur(
                    "À l'horizon (k = 0), vous notez avec h des parties déjà finies : regardez d'abord si "
                    "eval_f conclut.",
                    # À k = 0, s elle-même est bien traitée : ce sont les fils que l'on note sans voir.
                    lambda p, h, k, *_: valeur(p, h, k, Regles(horizon_avant_fin=k > 0)),
                ),
                _pas_memoisation,
            ),
            *(
                _suit(
                    "Un score de 0 passe pour l'absence de score, 0 est « faux » pour Python comme None : "
                    "demandez-vous si le meilleur « is None ».",
                    Regles(*choix),
                )
                for choix in (
                    (_sans_zero(max), _sans_zero(min)),
                    (_sans_zero(max), min),
                    (max, _sans_zero(min)),
                )
            ),
            _suit(
                "Vous vous arrêtez au premier fils de score 0 : un autre peut faire mieux.",
                Regles(_jusqu_a_zero(max), _jusqu_a_zero(min)),
            ),
            *(
                _suit(
                    f"Quand c'est à {joueur} de jouer, vous gardez le score du dernier fils, sans le "
                    "comparer : dans la condition, chaque comparaison va avec son joueur.",
                    Regles(*choix),
                )
                for joueur, choix in (("J0", (_dernier, min)), ("J1", (max, _dernier)))
            ),
            *(
                restreinte(_suit(phrase, Regles(examines=rangs)), _plusieurs_fils_partout)
                for phrase, rangs in (
                    ("Vous n'examinez pas tous les fils : le premier est oublié.", (1, 7)),
                    ("Vous n'examinez pas tous les fils : le dernier est oublié.", (0, -1)),
                    (
                        "Vous n'examinez que le premier fils : le return est-il à l'intérieur de la boucle ?",
                        (0, 1),
                    ),
                    (
                        "Vous ne gardez que le score du dernier fils : chaque tour de boucle remplace le "
                        "précédent, sans les comparer.",
                        (-1, 7),
                    ),
                )
            ),
            *(
                _suit(
                    "Vous choisissez le maximum ou le minimum d'après k : c'est s[0] qui dit à qui de jouer, "
                    "J0 maximise et J1 minimise, quel que soit k.",
                    Regles(pairs=pairs),
                )
                for pairs in (True, False)
            ),
            _suit("Quand c'est à J1 de jouer, vous gardez toujours le premier fils.", Regles(max, _premier)),
            _suit("Quand c'est à J0 de jouer, vous gardez toujours le premier fils.", Regles(_premier, min)),
            _suit(
                "Votre meilleur score part de 0 : si tous les fils font moins bien, aucun n'est "
                "retenu. Partez "
                "du premier fils, ou de -inf pour J0 et inf pour J1.",
                Regles(depart=(0, 0)),
            ),
            *(
                _suit(
                    f"Le meilleur score part de {depart} pour les deux joueurs : c'est -inf pour J0, qui "
                    "cherche le plus grand, et inf pour J1, qui cherche le plus petit.",
                    Regles(depart=(depart, depart)),
                )
                for depart in (-inf, inf)
            ),
            *(
                _suit(
                    "Vous changez le signe des scores des fils : ici tous les scores sont vus de J0, J1 "
                    "cherche le plus petit.",
                    Regles(max, choix_j1, oppose=True),
                )
                for choix_j1 in (min, max)
            ),
            restreinte(
                _FORME.erreur(
                    "À l'horizon, vous ne notez pas la situation avec h : le score y est h(s), pas 0.",
                    lambda p, h, k, *_: valeur(p, h_constant, k),
                ),
                _pas_memoisation,
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
            Erreur(
                "Une partie nulle vaut 0, qui est « faux » pour Python comme None : c'est avec « is None » "
                "qu'on voit si la partie continue.",
                _nulles_manquees,
            ),
            restreinte(
                seulement(
                    "finale",
                    "Toutes vos erreurs concernent les parties déjà finies : eval_f(s, coup) donne alors le "
                    "score.",
                ),
                lambda epreuve: not epreuve.ecart or epreuve.ecart.cause != "sans coup",
            ),
            Erreur(
                "Quand tous les coups perdent, vous ne choisissez plus rien : si le meilleur score part de "
                "-inf (ou de inf) et que l'on exige de faire STRICTEMENT mieux, aucun coup n'est retenu.",
                lambda epreuves: all(e.ecart.cause == "aucun" for e in epreuves if e.ecart),
            ),
            Erreur(
                "La première recherche est juste, pas les suivantes : vous réutilisez des résultats d'une "
                "AUTRE recherche, où h ou k étaient différents. Ne retenez rien ailleurs que dans d_eval, "
                "d_stra et d_coup.",
                _ressort_d_anciens_scores,
            ),
            Erreur(
                "Vous ne renvoyez jamais de situation : gardez le fils lui-même, et non la situation que "
                "renvoie l'appel récursif, qui vaut None à l'horizon.",
                lambda epreuves: (
                    all(e.ecart.cause in ("aucune", "aucun") for e in epreuves if e.ecart)
                    and any(map(_pas_memoisation, fautes(epreuves)))
                ),
            ),
            Erreur(
                "Vous renvoyez la situation choisie par l'appel récursif : elle est plus loin. On attend le "
                "fils de s qui mène à ce score.",
                lambda epreuves: (
                    {e.ecart.cause for e in epreuves if e.ecart} <= {"suite", *_MAL_CHOISIE}
                    and any(e.ecart and e.ecart.cause == "suite" for e in epreuves)
                ),
            ),
            Erreur(
                "Les scores sont justes, mais pas la situation renvoyée : retenez le fils en même temps que "
                "le score qu'il donne.",
                lambda epreuves: (
                    {e.ecart.cause for e in epreuves if e.ecart} <= {*_MAL_CHOISIE}
                    and any(e.ecart and e.ecart.cause == "fils" for e in epreuves)
                ),
            ),
            restreinte(
                seulement("loin", "Vos recherches sont justes jusqu'à k = 2, pas plus loin."),
                _pas_memoisation,
            ),
        ],
        aides("eval_f", "fils", "construit_cle", "depose_pion", "gagnant", "partie_nulle"),
        recherche=RECHERCHE,
    )
)
