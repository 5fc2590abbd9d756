"""Les parties au hasard : fin_alea en joue une, h_alea(nb) fabrique une heuristique qui en joue nb."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain, cycle, islice, pairwise
from math import comb, inf, isfinite, isnan, sqrt
from operator import itemgetter
from typing import Any, cast

from p4core.appels import Appel
from p4core.codages import vers_situation
from p4core.francais import quantite, virgule
from p4core.jeu import Position, ouverture, partie_hasard, promenade
from p4cours.tp4_graphe.grille import PLEINES_GAGNEES
from p4cours.tp4_graphe.situations import (
    J0,
    a_gagne,
    a_pu_jouer,
    aides,
    avec_s,
    conseiller,
    issue,
    position_de,
    sans_gagnant,
    sur_situation,
    tirees,
)
from p4cours.verification.diagnostics import modele, restreinte, seulement, valeurs
from p4cours.verification.essais import (
    Appelant,
    Appeleur,
    Critere,
    Ecart,
    Epreuve,
    Erreur,
    Essai,
    Question,
    Source,
    juger,
)
from p4cours.verification.formes import egal
from p4cours.verification.hasard import PATIENCE, sans_tirage, selon_la_hauteur
from p4cours.verification.horloge import Horloge
from p4cours.verification.lecture import Malforme, montrer, nombre
from p4cours.verification.positions import PRESQUE_PLEINES, finies

# --- les chances exactes d'une fin de partie ------------------------------------------------------


Lois = dict[float, float]
FAUSSE_ALERTE = 1e-8  # par mesure ; quelques centaines de mesures par examen

# Des fins indécises, à quelques coups du bout : leurs chances se calculent exactement.
FINS = (
    "2611664776135432412672756712127444533",
    "476156444334134311775237157371665222",
    "11422774613245175673312153365532662",
)
# Des fins où tous les coups mènent à la même issue : nulle, puis J0, puis J1, et ainsi de suite.
FINS_FORCEES = (
    "37745564473152532373722676226636551114441",
    "2354651517435226457544722727611371416",
    "22213263332572677167166467515317154553",
    "76566677662757135225423471241244511453331",
    "566561122522427566521751631777144437434",
    "63355743666252661225511441544471227173",
    "47615644433413431177523715737166522225652",
    "16527235136145266577435143143626174457322",
    "12433622546521524472455735734773317111",
)
# D'autres, où l'on en tire quelques-unes : il y faut deux coups au moins, et l'un ou l'autre joueur commence.
AUTRES_FORCEES = (
    *("447676634755243451134523777251116316", "127525414724677773513425611214632665"),
    *("762223517657636475157646723113223511", "756452677144161424752661522162577133"),
    *("4531533261212555137436253147146764677", "7724112317576542131235265255663477663"),
    *("7546134365721776527613512124612655373", "7326322537417111374263253154616756562"),
    *("1132113764444354727346276635126622573", "41247332116515541772541557274466326733"),
    *("5225726664455571671234674276511724114", "131535527662712766227162567117554333"),
)
# Le dernier coup gagne, et un seul alignement le dit : chaque direction, chaque bord, chaque place du pion.
VICTOIRES_FORCEES = (
    *("47372534712334171251112467556746646623523", "31134423152224545167124754273615537377"),
    *("663665237617615317313572137725155222", "474511274355511714716344553766267326633"),
    *("2224745466173611527327672546145116473333", "1454176341411277216666776254745522525"),
    *("265256144537345144371121125357632666243", "5376253716125632575122357331626767411"),
    *("31152655445335274263336157217741667644722", "265541641722431774274365543513311372752"),
    *("731177364713346526131765514536542472546", "745273155564333737157621137142246152424"),
    *("4615742757451333657477463561546313611", "33722657132225411132471577365763165566"),
)
AUTRES_FINS = (
    *("216543416374124364227515524576361777", "767347662155567643342237116154745312"),
    *("112553661254144666657475323337772712", "566252645213176421473323454617712563"),
    *("354673174361463512563375247575612241", "621473414633243255753577375762661211"),
    *("677145657223117245612243261354176435", "356754721772337446566113116176255424"),
)
# Les sept colonnes y sont jouables, et la partie finit en deux ou trois coups.
COURTES = (
    *("4422262144737462317615", "2335346534426541246", "6111464557412525217765"),
    *("63132532641447557762254514", "221415626453732374461", "672573415473411713242715"),
    *("2154162232531653264717", "45166657152611745176752"),
)


@lru_cache(maxsize=4096)
def lois(position: Position) -> Lois:
    """La probabilité exacte de chaque issue (inf, -inf, 0), tous les coups étant équiprobables."""
    fin = issue(position)
    if fin is not None:
        return {inf: 0.0, -inf: 0.0, 0: 0.0, fin: 1.0}
    suites = [lois(position.jouer(x)) for x in position.coups()]
    return {valeur: sum(loi[valeur] for loi in suites) / len(suites) for valeur in (inf, -inf, 0)}


def invraisemblable(succes: int, essais: int, p: float) -> bool:
    """Un tel nombre de succès (ou plus extrême) a-t-il moins de FAUSSE_ALERTE de chances d'arriver ?"""
    if p <= 1e-12 or p >= 1 - 1e-12:
        return succes != round(p * essais)
    if abs(succes - essais * p) <= 4 * sqrt(essais * p * (1 - p)):
        return False  # à quatre écarts-types, on en est toujours loin
    loi = [comb(essais, i) * p**i * (1 - p) ** (essais - i) for i in range(essais + 1)]
    return min(sum(loi[: succes + 1]), sum(loi[succes:])) < FAUSSE_ALERTE / 2


# --- fin_alea(s) : finir une partie au hasard -----------------------------------------------------


_NOMS = {inf: "J0 gagne", -inf: "J1 gagne", 0: "partie nulle"}


def _lire_issue(valeur: Any) -> float:
    if isinstance(valeur, tuple):
        raise Malforme(
            "on attend l'issue de la partie (inf, -inf ou 0), comme eval_f, pas la situation finale."
        )
    if isinstance(valeur, bool):
        raise Malforme(f"on attend inf, -inf ou 0, pas {valeur}.")
    return nombre(valeur)


def _forcee(position: Position) -> float:
    """La seule issue possible d'une fin sans surprise."""
    (valeur,) = (valeur for valeur, p in lois(position).items() if p > 0)
    return valeur


def _finir(essai: Essai, appelant: Appelant) -> Epreuve:
    """Une partie surveillée, puis une vraie ; on dit d'une exception ou d'un None d'où ils viennent."""
    observee, temoin = _observer(essai, appelant)
    if observee.appel.expire or (observee.ecart and observee.ecart.cause in _VUES):
        return observee  # sans fin, elle le serait encore : inutile d'attendre une seconde fois
    epreuve = essai.une_fois(appelant)
    cause = epreuve.ecart and epreuve.ecart.cause
    if cause == "exception" and temoin.pleine:
        return conseiller(epreuve, _PLEINE)
    if cause not in ("exception", "rien") or "nulle" not in essai.etiquettes:
        return epreuve
    return conseiller(
        epreuve,
        "Ici la partie finit nulle : eval_f vaut alors 0, qui est « faux » pour Python comme None. "
        "Comparez avec « is None ».",
    )


FIN_FORCEE = sur_situation(
    "fin_alea(s)",
    attendu=_forcee,
    lire=_lire_issue,
    lire_erreur=lambda valeur: valeur if valeur is None else _lire_issue(valeur),
    dire=lambda position: f"Toutes les fins possibles donnent ici : {_NOMS[_forcee(position)]}.",
    etiquettes=lambda position: ("nulle" if _forcee(position) == 0 else "victoire",),
    options={"faire": _finir, "relancable": False},
)


@dataclass(frozen=True)
class _Tirages(Essai):
    """Une série d'appels : le contre-exemple le moins parlant, à ne montrer que faute de mieux."""

    repetitions: int = 0
    loi: Lois = field(default_factory=dict)
    releve: dict[Position | None, list[list[Position]]] = field(default_factory=dict)  # avec ses voisines
    derniere: bool = False  # la série après laquelle on les juge toutes ensemble

    @property
    def poids(self) -> int:
        """Après toutes les fins forcées."""
        return 100

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Répète l'appel, surveillé ; juge les parties, puis leurs issues. Un grand écart se voit tôt."""
        issues: list[float] = []
        parties: list[list[Position]] = []
        immobile: Ecart | None = None
        limite = Horloge(PATIENCE)
        while len(issues) < self.repetitions and (len(issues) < 30 or not limite.epuisee):
            epreuve, temoin = _observer(self, appelant, compter=not issues)
            if not epreuve.reussie:
                return epreuve
            immobile = immobile or sans_tirage(epreuve.appel)
            issues.append(_lire_issue(epreuve.appel.valeur))
            parties.append(temoin.partie)
            if len(issues) in (30, self.repetitions) and (ecart := self._ecart(parties, issues)):
                return replace(epreuve, ecart=ecart)
        self.releve[self.position] = parties
        ensemble = _choix_inegaux(list(chain(*self.releve.values()))) if self.derniere else None
        return replace(epreuve, ecart=immobile or ensemble)

    def _ecart(self, parties: list[list[Position]], issues: list[float]) -> Ecart | None:
        """Ce que ces parties, dont voici les issues, ont d'invraisemblable."""
        if len(parties[0]) > 1 and all(partie == parties[0] for partie in parties):
            return Ecart(_MEMES, "des parties différentes", cause="mêmes")
        meme_issue = len(set(issues)) == 1 and self.loi.get(issues[0], 1) ** len(issues) < FAUSSE_ALERTE
        if any(parties) and (meme_issue or not any(parties[1:])):
            return Ecart(_MEMOIRE, "une nouvelle issue à chaque appel", cause="mémoire")
        return _coups_inegaux(parties) or self._ecart_a_la_loi(issues)

    def _ecart_a_la_loi(self, valeurs: Sequence[float]) -> Ecart | None:
        """Ces issues ont-elles pu être tirées avec ces probabilités ?"""
        n = len(valeurs)
        for valeur, p in self.loi.items():
            vues, environ = valeurs.count(valeur), f"environ {virgule(n * p, '.0f')}"
            if invraisemblable(vues, n, p):
                return Ecart(
                    f"Sur {n} appels, « {_NOMS[valeur]} » arrive {vues} fois ; si tous les coups étaient "
                    f"tirés avec la même probabilité, ce serait {environ} fois.",
                    f"{environ} sur {n}",
                    f"{vues} sur {n}",
                )
        return None


def _tirages(position: Position, loi: Lois, repetitions: int, **reglages: Any) -> Essai:
    return _Tirages(
        f"fin_alea(s), {avec_s(position)}",
        (vers_situation(position),),
        _juger_issue,
        position,
        attendu="inf, -inf ou 0",
        relancable=False,
        repetitions=repetitions,
        loi=loi,
        **reglages,
    )


def _juger_issue(appel: Appel) -> Ecart | None:
    obtenu = _lire_issue(appel.valeur)
    if obtenu in _NOMS:
        return None
    phrase = "L'issue d'une partie vaut inf, -inf ou 0, comme dans eval_f."
    return Ecart(phrase, "inf, -inf ou 0", montrer(obtenu))


def _coups_inegaux(parties: list[list[Position]]) -> Ecart | None:
    """Une colonne jouée trop ou trop peu : au premier coup, puis à tous ceux qui en ont autant à choisir."""
    premiers = [_rang(partie[0], partie[1]) for partie in parties if len(partie) > 1]
    suivants: dict[int, list[int]] = {}
    for partie in parties:
        for avant, apres in pairwise(partie):
            suivants.setdefault(len(avant.coups()), []).append(_rang(avant, apres))
    departs = [partie[0] for partie in parties if partie]
    mesures = [(len(p.coups()), premiers, "premiers coups") for p in departs[:1]]
    mesures += [(m, rangs, "coups") for m, rangs in suivants.items()]
    for choix, rangs, quoi in mesures:
        n = len(rangs)
        for rang in range(choix if choix > 1 and n >= 30 else 0):
            vus, environ = rangs.count(rang), f"environ {virgule(n / choix, '.0f')}"
            if invraisemblable(vus, n, 1 / choix):
                colonne = _nom_du_rang(rang, choix)
                return Ecart(
                    f"Sur {n} {quoi} où {choix} colonnes étaient jouables, {colonne} est choisie {vus} fois, "
                    f"au lieu d'{environ}.",
                    f"{environ} sur {n}",
                    f"{vus} sur {n}",
                )
    return selon_la_hauteur([_hauteurs(*paire) for partie in parties for paire in pairwise(partie)])


def _nom_du_rang(rang: int, choix: int) -> str:
    """Quelle colonne, parmi celles où l'on pouvait jouer."""
    if choix == 7:
        return f"la colonne {rang}"
    return f"la {rang + 1}e colonne jouable" if rang else "la 1re colonne jouable"


# Deux côtés, 86 mesures par examen : moins de 4 fausses alertes sur un million.
ECARTS_TYPES = 5.5


def _choix_inegaux(parties: list[list[Position]]) -> Ecart | None:
    """Le premier coup, le deuxième, ou tous ceux où il y a le même choix préfèrent-ils une colonne ?

    Trop peu pour se voir dans une série, une colonne comptée deux fois se voit dans toutes ensemble."""
    suites = [
        [(avant.coups(), _colonne_entre(avant, apres)) for avant, apres in pairwise(partie)]
        for partie in parties
    ]
    moments = [
        ("premiers coups", [choix for suite in suites for choix in suite[:1]], _COLONNES),
        ("deuxièmes coups", [choix for suite in suites for choix in suite[1:2]], _COLONNES),
    ]
    for n in range(7, 2, -1):
        choix = [(possibles, x) for suite in suites for possibles, x in suite if len(possibles) == n]
        rangs = {_nom_du_rang(rang, n): itemgetter(rang) for rang in range(n)}
        moments.append((f"coups où {n} colonnes étaient jouables", choix, rangs))
    ecarts = (_ecart_de_choix(*moment) for moment in moments)
    return next(filter(None, ecarts), None) or _ramenes_de_sept(
        [choix for suite in suites for choix in suite]
    )


def _ecart_de_choix(
    moment: str, choix: list[tuple[list[int], int]], colonnes: Mapping[str, Callable[[list[int]], int]]
) -> Ecart | None:
    """De ces choix (colonnes jouables, celle qui est jouée), la première colonne trop ou trop peu jouée."""
    for nom, colonne in colonnes.items():
        joues = [
            (joue == x, 1 / len(possibles))
            for possibles, joue in choix
            if len(possibles) > 1 and (x := colonne(possibles)) in possibles
        ]
        obtenu, attendu = sum(joue for joue, _ in joues), sum(chance for _, chance in joues)
        bruit = sqrt(sum(chance * (1 - chance) for _, chance in joues))
        if abs(obtenu - attendu) > ECARTS_TYPES * bruit + 0.5:
            environ = f"environ {virgule(attendu, '.0f')}"
            return Ecart(
                f"Parmi {len(joues)} {moment}, {obtenu} sont dans {nom}, au lieu d'{environ}.",
                f"{environ} sur {len(joues)}",
                f"{obtenu} sur {len(joues)}",
            )
    return None


def _ramenes_de_sept(choix: list[tuple[list[int], int]]) -> Ecart | None:
    """Joue-t-on trop les colonnes que préfère un tirage sur sept, ramené au nombre des jouables ?"""
    joues = [
        (possibles.index(joue) < 7 % len(possibles), 7 % len(possibles) / len(possibles))
        for possibles, joue in choix
        if 1 < len(possibles) < 7
    ]
    obtenu, attendu = sum(joue for joue, _ in joues), sum(chance for _, chance in joues)
    bruit = sqrt(sum(chance * (1 - chance) for _, chance in joues))
    if obtenu <= attendu + ECARTS_TYPES * bruit + 0.5:
        return None
    return Ecart(
        f"Parmi {len(joues)} coups où une colonne au moins est pleine, les premières jouables sont choisies "
        f"{obtenu} fois, au lieu d'environ {virgule(attendu, '.0f')} : un tirage entre 0 et 6, ramené "
        "ensuite à leur nombre, les favorise.",
        f"environ {virgule(attendu, '.0f')} sur {len(joues)}",
        f"{obtenu} sur {len(joues)}",
    )


def _toujours_la_colonne(x: int) -> Callable[[list[int]], int]:
    return lambda possibles: x


_COLONNES: Mapping[str, Callable[[list[int]], int]] = {
    "la première colonne jouable": itemgetter(0),
    "la dernière colonne jouable": itemgetter(-1),
    **{f"la colonne {x}": _toujours_la_colonne(x) for x in range(7)},
}


def _hauteurs(avant: Position, apres: Position) -> tuple[int, list[int]]:
    """La hauteur de la colonne jouée, et celles de toutes les jouables."""
    return avant.niveau(_colonne_entre(avant, apres)), [avant.niveau(x) for x in avant.coups()]


def _rang(avant: Position, apres: Position) -> int:
    """Le rang, parmi les colonnes jouables, de celle où l'on a joué."""
    return avant.coups().index(_colonne_entre(avant, apres))


def _colonne_entre(avant: Position, apres: Position) -> int:
    return ((avant.masque ^ apres.masque).bit_length() - 1) // 7


class _SurPlace(Exception):
    """La partie n'avance pas ; pourquoi, en une phrase."""


class _TemoinDePartie:
    """Prête des fonctions justes, et note les situations par lesquelles passe la partie."""

    def __init__(self, depart: Position) -> None:
        self.depart = depart
        self.vues: list[Position] = []
        self.faute = ""  # le premier coup donné à eval_f alors qu'un autre vient d'être joué
        self.pleine = False  # a-t-on joué dans une colonne pleine ?
        self.finie = self.reprise = False  # est-on allé au bout, et revenu au départ ensuite ?
        self._avant: Any = None
        self._sans_jouer = 0  # appels de eval_f depuis le dernier coup joué

    @property
    def a_joue(self) -> bool:
        """A-t-on joué, depuis le départ, un coup au moins ?"""
        return any(vue.nb_coups > self.depart.nb_coups for vue in self.vues)

    @property
    def partie(self) -> list[Position]:
        """La partie, coup par coup depuis le départ ; vide si l'on n'a pas pu la suivre."""
        suite = [self.depart]
        for vue in sorted({*self.vues} - {self.depart}, key=lambda p: p.nb_coups):
            if suite[-1].finie:
                break
            x = _colonne_entre(suite[-1], vue)
            if x not in suite[-1].coups() or suite[-1].jouer(x) != vue:
                return []  # elle essaie plusieurs coups, ou n'en joue pas un permis
            suite.append(suite[-1].jouer(x))
        return suite if self.vues else []

    @property
    def pretees(self) -> dict[str, Callable[..., Any]]:
        """Les fonctions du TP, surveillées."""
        return {"eval_f": self._eval_f, "depose_pion": self._depose_pion, "fils": self._fils}

    def _fils(self, s: Any) -> Any:
        self._sans_jouer = 0
        ouverte = sans_gagnant(self._noter(s))
        return [vers_situation(ouverte.jouer(x)) for x in ouverte.coups()]

    def _depose_pion(self, s: Any, j: int) -> Any:
        self._sans_jouer = 0
        ouverte = sans_gagnant(self._noter(s))
        if ouverte.case(j, 5):
            self.pleine = True
            raise IndexError(f"la colonne {j} est pleine")
        return vers_situation(ouverte.jouer(j))

    def _noter(self, s: Any) -> Position:
        self.vues.append(position_de(s))
        if self.finie and self.vues[-1] == self.depart and not self._essaie_des_coups:
            self.reprise = True
        # Un coup plus loin, ce n'est peut-être qu'un fils que l'on regarde avant de choisir.
        entiere = self.vues[-1].nb_coups > self.depart.nb_coups + 1
        self.finie = self.finie or (entiere and issue(self.vues[-1]) is not None)
        if len(self.vues) % 200 == 0 and max(p.nb_coups for p in self.vues) <= self.depart.nb_coups + 1:
            raise _SurPlace(_SUR_PLACE)
        return self.vues[-1]

    @property
    def _essaie_des_coups(self) -> bool:
        """Deux situations après autant de coups : on en compare les suites, on ne joue pas une partie."""
        vues = set(self.vues)
        return len({vue.nb_coups for vue in vues}) < len(vues)

    def _eval_f(self, s: Any, coup: Any = None) -> float | None:
        self._sans_jouer += 1
        if self._sans_jouer == 200:
            raise _SurPlace(_COINCEE)
        position, joue = self._noter(s), self._joue(s)
        self._avant = s
        if coup is not None and not self.faute and not self._bon(position, coup, joue):
            self.faute = f"Vous donnez à eval_f le coup {montrer(coup, 40)}{self._ou(coup, joue)}."
        return issue(position)

    def _joue(self, s: Any) -> tuple[int, int] | None:
        """Le coup joué depuis l'appel précédent, si un seul pion les sépare."""
        if self._avant is None:
            return None
        nouvelles = [
            (i, j)
            for i in range(6)
            for j in range(7)
            if s[1][i][j] is not None and self._avant[1][i][j] is None
        ]
        return nouvelles[0] if len(nouvelles) == 1 else None

    @staticmethod
    def _bon(position: Position, coup: Any, joue: tuple[int, int] | None) -> bool:
        return tuple(coup) == joue if joue and isinstance(coup, tuple | list) else a_pu_jouer(position, coup)

    @staticmethod
    def _ou(coup: Any, joue: tuple[int, int] | None) -> str:
        if joue is None or not isinstance(coup, tuple | list):
            return ", qui n'est pas celui que vous venez de jouer"
        echange = " : la ligne d'abord, la colonne ensuite" if tuple(coup) == joue[::-1] else ""
        return f", alors que le pion vient de tomber en {joue}{echange}"

    def ecart(self, rendue: Any) -> Ecart | None:
        """Ce que la partie a d'impossible ; rien, si la réponse ne s'est servie d'aucune de ces fonctions."""
        depart = self.depart
        if self.faute:
            return Ecart(self.faute, "le coup joué", cause="coup")
        if not self.vues:
            return None
        if any(not _prolonge(vue, depart) for vue in self.vues):
            return Ecart(_AILLEURS, "une partie qui part de s", cause="ailleurs")
        if any(vue.trait != 1 + vue.nb_coups % 2 for vue in self.vues):
            return Ecart(_TOUR, "chacun son tour", cause="tour")
        plus_loin = max(vue.nb_coups for vue in self.vues)
        finies = [vue for vue in self.vues if issue(vue) is not None]
        if rendue is None and plus_loin <= depart.nb_coups + 1 and not finies:
            return Ecart(_UN_COUP, "une partie entière", cause="un coup")
        if rendue == 0 and plus_loin < 41:
            return Ecart(
                "Vous renvoyez 0 (partie nulle) alors que la grille n'est pas pleine.",
                "inf ou -inf",
                cause="nulle",
            )
        deja = next((vue for vue in self.vues if a_gagne(vue, vue.trait)), None)
        if self.reprise and issue(depart) is None:
            return Ecart(_REPRISE, "une seule partie", cause="reprise")
        if deja and rendue != (inf if deja.trait == J0 else -inf):
            return Ecart(_SUITE, "la première fin", cause="suite")
        return None


_AILLEURS = "Vous ne partez pas de s : les situations que vous examinez n'en sont pas la suite."
_REPRISE = "La partie finie, vous en jouez une autre : renvoyez l'issue de la première, quelle qu'elle soit."
_UN_COUP = "Vous ne jouez qu'un coup : recommencez tant que la partie n'est pas finie."
_SUITE = "La partie continue après une victoire : dès que eval_f n'est plus None, il faut s'arrêter."
_TOUR = "Les deux joueurs ne jouent pas chacun leur tour : après un coup, c'est à l'autre."
_SUR_PLACE = (
    "La partie n'avance pas : vous rejouez sans cesse depuis la même situation. À chaque tour, remplacez s "
    "par la situation suivante."
)
_COINCEE = (
    "La partie n'avance plus : aucun coup n'est plus joué. Quand il ne reste qu'une colonne, la tirez-vous "
    "toujours ? De 0 à 6, elles sont sept."
)
_PLEINE = "Vous jouez dans une colonne pleine : ne tirez que parmi les colonnes jouables."
_MEMOIRE = (
    "Appelée plusieurs fois sur la même situation, votre fonction redonne toujours le résultat de la "
    "première partie. Jouez-en une nouvelle à chaque appel."
)
_MEMES = (
    "Tous les appels jouent la même partie : les coups ne sont pas tirés au hasard, ou le hasard est "
    "réinitialisé à chaque appel."
)
_VUES = ("coup", "ailleurs", "tour", "suite", "un coup", "sur place", "coincée", "reprise")


def _prolonge(position: Position, depart: Position) -> bool:
    """Y a-t-il dans cette position tous les pions du départ ?"""
    return all(d & p == d for d, p in zip(depart.pions, position.pions, strict=True))


def _observer(essai: Essai, appelant: Appelant, compter: bool = False) -> tuple[Epreuve, _TemoinDePartie]:
    """Un appel, surveillé."""
    assert essai.position is not None
    temoin = _TemoinDePartie(essai.position)
    epreuve = essai.une_fois(appelant, remplacements=temoin.pretees, compter=compter)
    if isinstance(epreuve.appel.exception, _SurPlace):
        phrase = str(epreuve.appel.exception)
        cause = "sur place" if phrase == _SUR_PLACE else "coincée"
        return replace(epreuve, ecart=Ecart(phrase, "une partie qui avance", cause=cause)), temoin
    if epreuve.appel.exception is not None and temoin.pleine:
        epreuve = conseiller(epreuve, _PLEINE)
    plantee = epreuve.appel.exception is not None or epreuve.appel.expire
    ecart = None if plantee and not temoin.faute else temoin.ecart(epreuve.appel.valeur)
    return (replace(epreuve, ecart=ecart) if ecart else epreuve), temoin


@dataclass(frozen=True)
class _Observee(Essai):
    """Des parties entières, où l'on regarde quels coups sont donnés à eval_f."""

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Trois parties surveillées ; la première faute suffit. Ce qu'elles valent est jugé ailleurs."""
        for _ in range(3):
            epreuve, temoin = _observer(self, appelant)
            if temoin.faute or epreuve.appel.exception or epreuve.appel.expire:
                return epreuve
        return replace(epreuve, ecart=None)


# Gagnées par J1, puis par J0, assez tôt pour que leur suite puisse finir de toutes les façons.
GAGNEES_TOT = ("1122334", "71122334")
_CONTINUER = 12  # appels : une partie continuée sans les fonctions du TP se voit à ses issues, qui changent


def _continue(appeler: Callable[..., Appel]) -> bool:
    """D'une partie déjà gagnée, joue-t-on la suite ? Rien n'interdit de supposer s en cours."""
    position, rendues = Position.depuis_coups(GAGNEES_TOT[0]), set()
    for _ in range(_CONTINUER):
        temoin = _TemoinDePartie(position)
        appel = appeler(vers_situation(position), temoin.pretees)
        if temoin.a_joue or appel.expire:
            return temoin.a_joue
        rendues.add(repr(appel.valeur))
    return len(rendues) > 1


class _DejaFinie(Essai):
    """Une partie qui est finie dès s : qui le regarde doit en donner l'issue."""

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Réussi par qui suppose la partie en cours ; sur une grille pleine, il n'est même pas appelé."""

        def appeler(s: Any, pretees: Mapping[str, Any]) -> Appel:
            return appelant((s,), delai=self.delai, remplacements=pretees)

        if not _continue(appeler):
            return self.une_fois(appelant)
        en_cours = replace(self, arguments=(vers_situation(Position()),)).une_fois(appelant)
        return replace(en_cours, essai=self, ecart=None)


DEJA_FINIE = "déjà finie"


def deja_finies(source: Source, nombre: int) -> list[Position]:
    """Des parties finies : gagnées tôt, nulle, gagnée au dernier coup, puis tirées au sort."""
    connues = (*GAGNEES_TOT, PRESQUE_PLEINES[0], PLEINES_GAGNEES[0])
    return [*map(Position.depuis_coups, connues), *finies(source.alea, source.nombre(nombre))]


def _deja_finies(source: Source) -> Iterator[Essai]:
    for position in deja_finies(source, 3):
        fin = cast(float, issue(position))
        phrase = f"La partie est déjà finie en s ({_NOMS[fin]}) : il n'y a rien à jouer, l'issue est {fin}."
        yield _DejaFinie(
            f"fin_alea(s), {avec_s(position)}",
            (vers_situation(position),),
            egal(fin, _lire_issue, phrase),
            position,
            frozenset([DEJA_FINIE]),
            attendu=str(fin),
            relancable=False,
        )


def _coups_donnes(source: Source) -> Iterator[Essai]:
    debuts = [ouverture(source.alea, longueur) for longueur in (2, 7)]
    for position in (Position(), *debuts):
        yield _Observee(
            f"fin_alea(s), {avec_s(position)}",
            (vers_situation(position),),
            _juger_issue,
            position,
            attendu="inf, -inf ou 0",
            relancable=False,
        )


def _fins_forcees(source: Source) -> Iterator[Essai]:
    autres = tirees(source.alea, AUTRES_FORCEES, source.nombre(4))
    certaines = map(Position.depuis_coups, (*FINS_FORCEES, *AUTRES_FORCEES[:1], *AUTRES_FORCEES[4:5]))
    return map(FIN_FORCEE.essai, (*certaines, *autres))


def _fins_au_hasard(source: Source) -> Iterator[Essai]:
    autres = tirees(source.alea, AUTRES_FINS, source.nombre(1))
    releve: dict[Position | None, list[list[Position]]] = {}
    for position in (*map(Position.depuis_coups, (FINS[0], FINS[2])), *autres):
        yield _tirages(position, lois(position), 80, releve=releve)
    courtes = tirees(source.alea, COURTES, source.nombre(1))
    for position in courtes:
        yield _tirages(position, {}, 260, releve=releve, derniere=position is courtes[-1])


def _depuis_le_depart(source: Source) -> Iterator[Essai]:
    # Sur 20 000 parties : 55,7 % pour celui qui commence (J1), 44,0 % pour l'autre, 0,28 % de nulles.
    releve: dict[Position | None, list[list[Position]]] = {}
    yield _tirages(Position(), {inf: 0.440, -inf: 0.557}, 32, releve=releve)
    # Ni une issue constante, ni une pièce lancée sans jouer, ni celles d'une position déjà vue ne suffisent.
    for plis, bornes in ((range(16, 26), (0.9, 0.99)), (range(4, 9), (0.4, 0.6))):
        position, loi = _tiree(source.alea, plis, bornes)
        yield _tirages(position, loi, 40, releve=releve, derniere=plis.start == 4)
    # Qui cherche la victoire sans eval_f a pu en oublier.
    yield from map(FIN_FORCEE.essai, map(Position.depuis_coups, VICTOIRES_FORCEES))


def _tiree(alea: random.Random, plis: Sequence[int], bornes: tuple[float, float]) -> tuple[Position, Lois]:
    """Une position au hasard dont l'issue la plus fréquente l'est ainsi ; ses chances, estimées."""
    while True:
        position = promenade(alea, alea.choice(plis))[-1]
        # Une mesure rapide écarte presque toutes celles qui ne vont pas.
        if position.finie or not _penche(_chances(alea, position, 30), bornes):
            continue
        chances = _chances(alea, position, 400)
        if _penche(chances, bornes):
            return position, chances


def _penche(chances: Lois, bornes: tuple[float, float]) -> bool:
    return bornes[0] <= max(chances.values()) <= bornes[1]


def _chances(alea: random.Random, position: Position, parties: int) -> Lois:
    """La part de chaque victoire, sur tant de parties jouées au hasard depuis cette position."""
    issues = [issue(partie_hasard(alea, position)) for _ in range(parties)]
    return {valeur: issues.count(valeur) / parties for valeur in (inf, -inf)}


def _codes(phrase: str, *valeurs: Any) -> Erreur:
    """Les valeurs rendues si J0 gagne, si J1 gagne, si c'est nul ; reconnues sur les fins forcées."""
    table = dict(zip((inf, -inf, 0), valeurs, strict=True))
    erreur = FIN_FORCEE.erreur(phrase, lambda position: table[_forcee(position)])
    return restreinte(erreur, lambda epreuve: bool(epreuve.essai.cas))


def _nulles_inventees(epreuves: list[Epreuve]) -> bool:
    """Là où l'issue est certaine, ne se trompe-t-on qu'en disant 0 d'une victoire ?"""
    manquees = [e for e in epreuves if e.essai.cas and not e.reussie]
    return bool(manquees) and all(e.appel.valeur == 0 and _forcee(e.essai.cas[0]) for e in manquees)


def _toujours(valeur: float) -> Erreur:
    return Erreur(
        f"Votre fonction renvoie toujours {valeur}.",
        lambda epreuves: all(e.appel.valeur == valeur for e in epreuves),
    )


def _cause(cause: str, phrase: str) -> Erreur:
    """Ce qu'on a vu d'une partie surveillée."""
    return Erreur(phrase, lambda epreuves: any(e.ecart and e.ecart.cause == cause for e in epreuves))


def _toujours_les_memes(epreuves: list[Epreuve]) -> bool:
    """Partout, et pas seulement là où il restait peu de colonnes."""
    tirages = [e for e in epreuves if isinstance(e.essai, _Tirages)]
    return bool(tirages) and all(e.ecart and e.ecart.cause == "mêmes" for e in tirages)


FIN_ALEA = Question(
    "fin_alea",
    "fin_alea(s)",
    (
        Critere("l'issue de la partie, comme eval_f", 2, _fins_forcees),
        Critere("des coups équiprobables", 2, _fins_au_hasard, neuf=True),
        Critere("une partie entière, toute victoire vue", 1, _depuis_le_depart, neuf=True),
        Critere("le coup donné à eval_f, s'il y en a un", 1, _coups_donnes, gratuit=True),
        Critere("une partie déjà finie en s", 0.5, _deja_finies, gratuit=True),
    ),
    (
        "Où regarder : jeu, qui joue lui aussi une partie jusqu'au bout ; ici, les deux stratégies sont le "
        "hasard, et rien n'est affiché.",
        "À quoi penser : eval_f distingue une partie nulle (0) d'une partie qui continue (None). Pour la "
        "rapidité, donnez-lui le coup que vous venez de jouer, ligne puis colonne : il faut donc savoir où "
        "le pion est tombé.",
        "Pour commencer : tant que la partie continue, tirez une des colonnes jouables avec random.choice, "
        "remplacez s par la situation suivante, et retrouvez la ligne du pion posé.",
    ),
    (
        _cause(
            "coup",
            "Le coup que vous donnez à eval_f n'est pas celui que vous venez de jouer : elle ne voit "
            "alors pas les victoires.",
        ),
        _cause("ailleurs", "Vos parties ne partent pas de la situation s."),
        _cause("un coup", "Vous ne jouez qu'un coup : la partie n'est pas finie."),
        _cause("tour", "Vous faites jouer toujours le même joueur : chacun joue à son tour."),
        _cause("sur place", "Vous jouez sans cesse le même coup : s ne change jamais dans la boucle."),
        _cause("suite", "Votre partie continue après une victoire."),
        Erreur("Vos parties sont toujours les mêmes : rien n'y est tiré au hasard.", _toujours_les_memes),
        _cause("mémoire", "Votre fonction garde le résultat d'une situation déjà vue, au lieu de rejouer."),
        restreinte(
            FIN_FORCEE.erreur(
                "Le signe dépend de celui qui joue dans s : l'issue est toujours vue de J0, inf s'il gagne.",
                lambda position: _forcee(position) * (1 if position.trait == J0 else -1),
            ),
            lambda epreuve: bool(epreuve.essai.cas),
        ),
        _codes("Les signes sont échangés : inf quand J0 gagne, -inf quand J1 gagne.", -inf, inf, 0),
        _codes(
            "Vous renvoyez le numéro du gagnant : on attend inf, -inf ou 0, comme dans eval_f.", 0, 1, None
        ),
        _codes("Vous renvoyez 1, -1 ou 0 : on attend inf, -inf ou 0, comme dans eval_f.", 1, -1, 0),
        _codes("Une partie nulle vaut 0, pas None.", inf, -inf, None),
        valeurs(
            "Vous renvoyez un autre nombre : l'issue d'une partie vaut inf, -inf ou 0, comme dans eval_f.",
            lambda valeur: isinstance(valeur, int | float) and valeur not in _NOMS,
        ),
        _codes("Vous renvoyez inf quel que soit le gagnant.", inf, inf, 0),
        *(
            _codes("Vous donnez un gagnant aux parties nulles : leur issue est 0.", inf, -inf, autre)
            for autre in (inf, -inf)
        ),
        Erreur(
            "Vous annoncez des parties nulles qui n'en sont pas : la dernière case peut donner la victoire, "
            "cherchez-la avant de dire la grille pleine.",
            _nulles_inventees,
        ),
        *map(_toujours, (0, inf, -inf)),
        seulement(
            DEJA_FINIE,
            "Vous ne vous trompez que si la partie est déjà finie en s : il n'y a alors rien à jouer, et "
            "l'issue est celle que donne eval_f(s).",
        ),
        seulement("nulle", "Toutes vos erreurs viennent des parties nulles : 0 n'est pas None."),
        Erreur(
            "Même là où toutes les fins se valent, vous en annoncez une autre : la partie n'est pas jouée "
            "depuis s, chacun son tour, jusqu'à sa fin.",
            lambda epreuves: any(e.essai.cas and e.ecart and e.ecart.cause == "valeur" for e in epreuves),
        ),
        Erreur(
            "Les coups ne sont pas tirés avec la même probabilité.",
            lambda epreuves: all(not e.ecart or e.ecart.cause in ("valeur", "mêmes") for e in epreuves),
        ),
    ),
    aides("depose_pion", "gagnant", "partie_nulle", "eval_f", "fils"),
)


# --- h_alea(nb) : h = h_alea(nb), puis h(s) -------------------------------------------------------


@dataclass
class _PartiesPrevues:
    """Une fausse fin_alea : les issues sont fixées, et l'on note d'où chaque partie est partie."""

    issues: Sequence[float]
    departs: list[Any] = field(default_factory=list)

    def __call__(self, s: Any) -> float:
        self.departs.append(s)
        return self.issues[(len(self.departs) - 1) % len(self.issues)]


def _comme(appelant: Appelant, fonction: Callable[..., Any]) -> Appeleur:
    """De quoi appeler cette fonction : même horloge, même correction."""
    autre = copy.copy(cast(Appeleur, appelant))
    autre.fonction, autre.graines = fonction, random.Random(autre.graines.getrandbits(32))
    return autre


@dataclass(frozen=True)
class _Fabrication(Essai):
    """Fabrique l'heuristique h = h_alea(nb), puis appelle h(s), une ou plusieurs fois."""

    situation: Any = None
    issues: Sequence[float] = ()  # les issues des fausses parties ; de vraies parties s'il n'y en a pas
    ensuite: int | None = None  # une seconde heuristique, fabriquée avant d'appeler la première
    autre: Any = None  # une autre situation, notée par la même h entre deux appels
    fois: int = 1  # combien d'appels de la même h
    ensemble: Callable[[Sequence[Any]], Ecart | None] = lambda scores: None  # ce qu'on dit de tous les scores

    @property
    def poids(self) -> int:
        """Une série d'appels au hasard est le contre-exemple le moins parlant."""
        return super().poids + (100 if self.fois > 3 else 0)

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Juge d'abord ce que renvoie h_alea, puis ce que renvoie h à chaque appel."""
        parties = _PartiesPrevues(self.issues)
        remplacements = {"fin_alea": parties} if self.issues else {}
        fabrique = appelant(self.arguments, delai=self.delai, remplacements=remplacements)
        ecart = self._mal_fabriquee(fabrique)
        if ecart:
            return Epreuve(self, fabrique, ecart)
        if self.ensuite is not None:
            appelant((self.ensuite,), delai=self.delai, remplacements=remplacements)
        if not self.issues and (epreuve := self._a_blanc(appelant)):
            return epreuve
        h = _comme(appelant, fabrique.valeur)
        scores: list[Any] = []
        while len(scores) < self.fois:
            if scores and self.autre is not None:
                h((self.autre,), delai=self.delai, remplacements=remplacements)
            parties.departs.clear()
            appel = h((self.situation,), delai=self.delai, remplacements=remplacements)
            ecart = self._juger_h(appel, parties)
            if ecart:
                return Epreuve(self, appel, self._deja_appelee(ecart, scores))
            scores.append(appel.valeur)
            if len(scores) == 25 and (ecart := self.ensemble(scores)):  # un grand écart se voit tôt
                break
        return Epreuve(self, appel, self.ensemble(scores))

    def _a_blanc(self, appelant: Appelant) -> Epreuve | None:
        """Une autre h, dont les parties ne sont pas jouées : combien en joue-t-elle, et d'où ?"""
        parties = _PartiesPrevues((0,))
        remplacements = {"fin_alea": parties}
        fabrique = appelant(self.arguments, delai=self.delai, remplacements=remplacements)
        if not callable(fabrique.valeur):
            return None
        appel = _comme(appelant, fabrique.valeur)(
            (self.situation,), delai=self.delai, remplacements=remplacements
        )
        ecart = self._mauvaises_parties(parties) if parties.departs and not appel.exception else None
        return Epreuve(self, appel, ecart) if ecart else None

    @staticmethod
    def _deja_appelee(ecart: Ecart, scores: Sequence[Any]) -> Ecart:
        """L'écart d'un appel qui n'est pas le premier : c'est que h se souvient des précédents."""
        if not scores or ecart.cause != "valeur":
            return ecart
        return replace(ecart, phrase=_SOUVENIR, cause="souvenir")

    def _mal_fabriquee(self, appel: Appel) -> Ecart | None:
        ecart = juger(self, appel) if appel.exception or appel.expire or appel.valeur is None else None
        if ecart and ecart.cause == "rien":
            phrase = "h_alea(nb) ne renvoie rien : après avoir défini h, il faut « return h »."
            return Ecart(phrase, "la fonction h", cause="sans return")
        if ecart or callable(appel.valeur):
            return ecart
        phrase = "h_alea(nb) doit renvoyer la FONCTION h, sans l'appeler : « return h », pas « return h(s) »."
        return Ecart(phrase, "une fonction", montrer(appel.valeur), cause="fabrique")

    def _juger_h(self, appel: Appel, parties: _PartiesPrevues) -> Ecart | None:
        if self.issues and not parties.departs:  # elle joue elle-même ses parties, dont l'issue est certaine
            assert self.position is not None
            jeu = _toutes_pareilles(self.position, self.arguments[0], self.ensuite)
            return juger(replace(self, juge=jeu), appel)
        ecart = juger(self, appel)
        if appel.expire and set(self.issues) == {0}:
            return replace(cast(Ecart, ecart), phrase=_NULLES_SANS_FIN)
        if self.issues and (ecart is None or ecart.cause == "valeur"):
            return self._mauvaises_parties(parties) or ecart
        return ecart

    def _mauvaises_parties(self, parties: _PartiesPrevues) -> Ecart | None:
        nb, jouees = self.arguments[0], len(parties.departs)
        if jouees != nb:
            phrase = f"Vous jouez {quantite(jouees, 'partie')} au lieu de {nb}."
            phrase += _L_AUTRE * (self.ensuite == jouees)
            return Ecart(phrase, quantite(nb, "partie"), quantite(jouees, "partie"), cause="nombre")
        if any(depart != self.situation for depart in parties.departs):
            phrase = "Les parties aléatoires doivent toutes partir de la situation s donnée à h."
            return Ecart(phrase, "fin_alea(s)", cause="départ")
        return None


_NULLES_SANS_FIN = (
    "Quand toutes les parties sont nulles, h ne se termine pas : une partie nulle est aussi l'une des nb "
    "parties."
)
_L_AUTRE = " C'est le nombre de l'autre heuristique : chaque h doit garder le nb de SON h_alea."
_SOUVENIR = (
    "Le premier appel de h est juste, pas le suivant : la même h garde quelque chose d'un appel à "
    "l'autre. Son score doit repartir de 0 chaque fois qu'on l'appelle."
)


def _lire_score(valeur: Any) -> float:
    if isinstance(valeur, float) and not isfinite(valeur):
        if isnan(valeur):
            raise Malforme(
                "le score vaut nan : inf - inf et inf / inf n'ont pas de sens. Comptez 1 par victoire de J0 "
                "et -1 par victoire de J1."
            )
        raise Malforme(
            "le score n'est pas un nombre fini : vous additionnez les inf renvoyés par fin_alea. Comptez 1 "
            "par victoire de J0 et -1 par victoire de J1."
        )
    return nombre(valeur, "le score")


def _difference(issues: Sequence[float]) -> int:
    return issues.count(inf) - issues.count(-inf)


def _prevues(
    position: Position,
    issues: Sequence[float],
    ensuite: int | None = None,
    fois: int = 1,
    autre: Position | None = None,
) -> Essai:
    """h joue des parties aux issues fixées d'avance."""
    nb, attendu = len(issues), _difference(issues)

    def juge(appel: Appel) -> Ecart | None:
        if _lire_score(appel.valeur) == attendu:
            return None
        return Ecart("Le score n'est pas le bon.", str(attendu), montrer(appel.valeur))

    seconde = f" ; h2 = h_alea({ensuite})" if ensuite is not None else ""
    appels = (" ; h(s)" if autre is None else " ; h(s) ; h(t)") * (fois - 1) + " ; h(s)"
    return _Fabrication(
        f"h = h_alea({nb}){seconde}{appels}   (issues successives : {', '.join(map(str, issues))})",
        (nb,),
        juge,
        position,
        contexte={"situation": vers_situation(position), "issues": issues},
        attendu=str(attendu),
        situation=vers_situation(position),
        issues=issues,
        ensuite=ensuite,
        autre=None if autre is None else vers_situation(autre),
        fois=fois,
    )


_ISSUES: tuple[tuple[float, ...], ...] = (
    (inf,),
    (-inf,),
    (0,),
    (inf, inf),
    (inf, -inf),
    (-inf, 0, -inf),
    (inf, inf, 0, -inf, inf),
    (-inf,) * 5 + (inf,),
)


def _en_effacant(*effacent: float) -> Callable[[Sequence[float]], float]:
    """Le score de celui pour qui ces issues remplacent le score au lieu de s'y ajouter."""

    def fausse(issues: Sequence[float]) -> float:
        score = 0
        for gagnee in issues:
            gain = (gagnee > 0) - (gagnee < 0)
            score = gain if gagnee in effacent else score + gain
        return score

    return fausse


# Une h qui joue elle-même ses parties y voit J0 toujours gagner, ou J1, en un ou quelques coups.
_CERTAINES = (*FINS_FORCEES[7:9], *AUTRES_FORCEES[:8])


def _certaines(source: Source, nombre: int) -> list[Position]:
    """Deux fins connues, puis d'autres, tirées au sort, tour à tour."""
    connues = [Position.depuis_coups(coups) for coups in _CERTAINES[:2]]
    tirage = tirees(source.alea, _CERTAINES[2:], 4)
    return [*connues, *islice(cycle([*tirage, *connues]), nombre)][:nombre]


def _comptes(source: Source) -> Iterator[Essai]:
    hasard = [
        tuple(source.alea.choices((inf, -inf, 0), k=source.alea.randint(2, 9)))
        for _ in range(source.nombre(6))
    ]
    suites = (*_ISSUES, *hasard, (inf, -inf, inf) * 400)
    for position, issues in zip(_certaines(source, len(suites)), suites, strict=True):
        yield _prevues(position, issues)


def _deux_a_la_fois(source: Source) -> Iterator[Essai]:
    cas = (((inf, -inf, inf), 5), ((inf,), 4), ((-inf,) * 4, 2), ((-inf, inf), 7))
    for position, (issues, ensuite) in zip(_certaines(source, 4), cas, strict=True):
        yield _prevues(position, issues, ensuite)


def _appels_successifs(source: Source) -> Iterator[Essai]:
    cas = ((inf,), (-inf, -inf, 0), (inf, inf, -inf), (-inf, -inf))
    positions = _certaines(source, 4)
    for position, issues in zip(positions, cas, strict=True):
        yield _prevues(position, issues, fois=3)
    for position, issues in zip(positions, cas, strict=True):
        autre = positions[1] if position == positions[0] else positions[0]
        yield _prevues(position, issues, fois=2, autre=autre)


class _DepuisUneFin(_Fabrication):
    """h(s), quand la partie est finie dès s : ses nb parties ont toutes cette issue."""

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Réussi par qui joue lui-même ses parties en supposant s en cours, comme pour fin_alea."""
        fabrique = appelant(self.arguments, delai=self.delai)
        if ecart := self._mal_fabriquee(fabrique):
            return Epreuve(self, fabrique, ecart)
        h = _comme(appelant, fabrique.valeur)

        def appeler(s: Any, pretees: Mapping[str, Any]) -> Appel:
            noms = {**pretees, "fin_alea": lambda s: issue(position_de(s)) or 0}
            return h((s,), delai=self.delai, remplacements=noms)

        if _continue(appeler):
            return Epreuve(self, fabrique, None)
        appel = appeler(self.situation, {})
        return Epreuve(self, appel, juger(self, appel))


def _depuis_une_fin(source: Source) -> Iterator[Essai]:
    for position in deja_finies(source, 3):
        nb, fin = source.alea.randint(2, 9), cast(float, issue(position))
        score = nb * ((fin > 0) - (fin < 0))
        phrase = (
            f"La partie est déjà finie en s ({_NOMS[fin]}) : les {nb} parties qui en partent ont toutes "
            f"cette issue, et le score est {score}."
        )
        yield _DepuisUneFin(
            f"h = h_alea({nb}) ; h(s)    {avec_s(position)}",
            (nb,),
            egal(score, _lire_score, phrase),
            position,
            frozenset([DEJA_FINIE]),
            attendu=str(score),
            relancable=False,
            contexte={"situation": vers_situation(position)},
            situation=vers_situation(position),
            fois=_CONTINUER,
        )


def _vraies(position: Position, nb: int, juge: Callable[[Appel], Ecart | None], **reglages: Any) -> Essai:
    """h joue de vraies parties au hasard."""
    return _Fabrication(
        f"h = h_alea({nb}) ; h(s)    {avec_s(position)}",
        (nb,),
        juge,
        position,
        contexte={"situation": vers_situation(position)},
        situation=vers_situation(position),
        attendu="un nombre de victoires moins un nombre de défaites",
        relancable=False,
        delai=8,
        **reglages,
    )


def _nb_parties_exactement(source: Source) -> Iterator[Essai]:
    """Là où toutes les fins se valent, le score dit combien de parties ont été jouées."""
    fins = FINS_FORCEES[1:3] * 2 + FINS_FORCEES[4:6] + _CERTAINES[:1]
    connues = zip(map(Position.depuis_coups, fins), (1, 3, 2, 1, 5, 8, 25), strict=True)
    tirage = ((p, source.alea.randint(2, 9)) for p in tirees(source.alea, _CERTAINES, source.nombre(2)))
    for position, nb in (*connues, *tirage):
        yield _vraies(position, nb, _toutes_pareilles(position, nb), fois=2)


def _toutes_pareilles(
    position: Position, nb: int, autre: int | None = None
) -> Callable[[Appel], Ecart | None]:
    signe = 1 if _forcee(position) == inf else -1

    def juge(appel: Appel) -> Ecart | None:
        jouees = signe * _lire_score(appel.valeur)
        if jouees == nb:
            return None
        phrase = (
            f"Toutes les fins possibles donnent ici : {_NOMS[_forcee(position)]}. Sur "
            f"{quantite(nb, 'partie')}, le score ne peut être que {signe * nb}."
        )
        phrase += _L_AUTRE * (jouees == autre)
        if jouees > 0 and jouees == round(jouees) and jouees != autre:
            phrase += f" Le vôtre en compte {round(jouees)} : combien de tours fait votre boucle ?"
        return Ecart(phrase, str(signe * nb), montrer(appel.valeur))

    return juge


def _vraies_parties(source: Source) -> Iterator[Essai]:
    """Peu de parties par appel, beaucoup d'appels : c'est la loi du score que l'on compare."""
    tirage = tirees(source.alea, AUTRES_FINS, 1)
    fins = (*map(Position.depuis_coups, (FINS[1], FINS[2])), *tirage)
    for position, nb, fois in zip(fins, (2, 3, 1), (100, 80, 100), strict=True):
        loi = loi_du_score(lois(position), nb)
        yield _vraies(position, nb, _entier(nb), fois=fois, ensemble=_selon_la_loi(loi, nb))


def loi_du_score(loi: Lois, nb: int) -> dict[int, float]:
    """La probabilité de chaque score de nb parties indépendantes."""
    scores = {0: 1.0}
    for _ in range(nb):
        suivants: dict[int, float] = {}
        for score, p in scores.items():
            for gain, q in ((1, loi[inf]), (-1, loi[-inf]), (0, loi[0])):
                suivants[score + gain] = suivants.get(score + gain, 0.0) + p * q
        scores = suivants
    return scores


def _entier(nb: int) -> Callable[[Appel], Ecart | None]:
    def juge(appel: Appel) -> Ecart | None:
        score = _lire_score(appel.valeur)
        if abs(score) <= nb and score == round(score):
            return None
        phrase = f"Sur {quantite(nb, 'partie')}, ce score est impossible."
        return Ecart(phrase, f"un entier entre {-nb} et {nb}", montrer(appel.valeur), cause="impossible")

    return juge


def _selon_la_loi(loi: dict[int, float], nb: int) -> Callable[[Sequence[Any]], Ecart | None]:
    def juge(rendus: Sequence[Any]) -> Ecart | None:
        scores, n = [_lire_score(v) for v in rendus], len(rendus)
        if len(set(scores)) == 1 and loi.get(int(scores[0]), 0) ** n < FAUSSE_ALERTE:
            phrase = (
                f"Appelée {n} fois sur la même situation, h renvoie toujours {montrer(scores[0])} : elle "
                "doit finir de nouvelles parties chaque fois."
            )
            return Ecart(phrase, "des scores qui varient")
        for score, p in loi.items():
            vus, environ = scores.count(score), f"environ {virgule(n * p, '.0f')}"
            if invraisemblable(vus, n, p):
                return Ecart(
                    f"Sur {n} appels de h, où elle joue chaque fois {quantite(nb, 'partie')}, le score "
                    f"{score} arrive {vus} fois au lieu d'{environ} : c'est incompatible avec le hasard.",
                    f"{environ} sur {n}",
                    f"{vus} sur {n}",
                )
        return None

    return juge


def _compte_faux(
    phrase: str, fausse: Callable[[Sequence[float]], float], signe: Callable[[Position], int] = lambda p: 1
) -> Erreur:
    """Reconnue sur les parties aux issues fixées, le score multiplié par `signe(position)`."""
    erreur = modele(
        phrase,
        lambda essai: signe(cast(Position, essai.position)) * fausse(cast(_Fabrication, essai).issues),
        _lire_score,
    )
    return restreinte(erreur, lambda epreuve: bool(cast(_Fabrication, epreuve.essai).issues))


def _nombre_faux(phrase: str, jouees: Callable[[int], int]) -> Erreur:
    """Reconnue là où toutes les fins se valent : le score dit combien de parties ont été comptées."""

    def valeur(essai: Essai) -> float:
        signe = 1 if _forcee(cast(Position, essai.position)) == inf else -1
        return signe * jouees(essai.arguments[0])

    def comptee(epreuve: Epreuve) -> bool:
        essai = cast(_Fabrication, epreuve.essai)
        return not essai.issues and essai.fois <= 3

    return restreinte(modele(phrase, valeur, _lire_score), comptee)


def _toujours_autant(parties: int) -> Callable[[int], int]:
    return lambda nb: parties


def _joue_en_trop(epreuves: list[Epreuve]) -> bool:
    """Joue-t-on plus d'une partie par tour, sans en jouer plus de deux ?"""
    comptes = _parties_comptees(epreuves)
    return any(n > nb + 1 for nb, n in comptes) and all(nb < n <= 2 * nb for nb, n in comptes)


def _une_seule_jouee(epreuves: list[Epreuve]) -> bool:
    comptes = _parties_comptees(epreuves)
    return bool(comptes) and all(n == 1 < nb for nb, n in comptes)


def _parties_comptees(epreuves: list[Epreuve]) -> list[tuple[int, int]]:
    """Combien il fallait en jouer, combien on en a joué, quand ce n'est pas la même chose."""
    mauvaises = [e for e in epreuves if e.ecart and e.ecart.cause == "nombre"]
    return [(e.essai.arguments[0], int(cast(Ecart, e.ecart).obtenu.split()[0])) for e in mauvaises]


def _souvenir(epreuve: Epreuve) -> bool:
    return epreuve.ecart is not None and epreuve.ecart.cause == "souvenir"


H_ALEA = Question(
    "h_alea",
    "h_alea(nb)",
    (
        # Gratuits : une h qui ne joue aucune partie peut y tomber juste.
        Critere("victoires de J0 moins victoires de J1", 3, _comptes, gratuit=True),
        Critere("plusieurs heuristiques à la fois", 1, _deux_a_la_fois, gratuit=True),
        Critere("chaque appel de h repart de zéro", 1, _appels_successifs, gratuit=True),
        Critere("une partie déjà finie en s", 0.5, _depuis_une_fin, gratuit=True),
        Critere("nb parties, ni plus ni moins", 1, _nb_parties_exactement),
        Critere("de vraies parties au hasard", 1, _vraies_parties),
    ),
    (
        "Où regarder : les deux fonctions emboîtées. h_alea ne joue aucune partie, elle fabrique h, qui en "
        "jouera nb à chaque appel.",
        "À quoi penser : fin_alea renvoie des infinis, qui ne s'additionnent pas. Et un second appel de la "
        "même h ne doit rien savoir du premier.",
        "Pour commencer : dans h, un score qui part de 0, puis une boucle de nb parties ; après chacune, "
        "demandez-vous de combien le score change.",
    ),
    (
        _cause("sans return", "Il manque « return h » à la fin de h_alea."),
        _cause("fabrique", "Ce que renvoie h_alea n'est pas une fonction : elle fabrique h, sans jouer."),
        _cause("départ", "Vos parties ne partent pas de la situation s donnée à h."),
        seulement(
            DEJA_FINIE,
            "Vous ne vous trompez que si la partie est déjà finie en s : h compte là aussi nb parties, qui "
            "ont toutes la même issue.",
        ),
        Erreur(_SOUVENIR, lambda epreuves: all(e.reussie or _souvenir(e) for e in epreuves)),
        _compte_faux(
            "Le signe est inversé : les victoires de J0 comptent en plus, celles de J1 en moins.",
            lambda i: -_difference(i),
        ),
        _compte_faux(
            "Le signe dépend de celui qui joue dans s : le score est toujours vu de J0, ses victoires moins "
            "celles de J1.",
            _difference,
            lambda p: 1 if p.trait == J0 else -1,
        ),
        _compte_faux(
            "Vous renvoyez une moyenne : le score est un nombre de parties, ne divisez pas par nb.",
            lambda i: _difference(i) / len(i),
        ),
        _compte_faux(
            "Vous renvoyez un pourcentage : le score est un nombre de parties, ne divisez pas par nb.",
            lambda i: 100 * _difference(i) / len(i),
        ),
        *(
            _compte_faux(
                "« score =- 1 » (ou « =+ 1 ») remplace score par -1 (ou 1), quel qu'il fût : pour lui "
                "ajouter, c'est « score -= 1 » et « score += 1 ».",
                _en_effacant(*effacent),
            )
            for effacent in ((-inf,), (inf,), (inf, -inf))
        ),
        _compte_faux("Le score a un signe : ne prenez pas sa valeur absolue.", lambda i: abs(_difference(i))),
        _compte_faux(
            "Les victoires de J1 s'ajoutent au score au lieu d'en être retirées.",
            lambda i: len(i) - i.count(0),
        ),
        _compte_faux("Les victoires de J1 ne sont pas retirées du score.", lambda i: i.count(inf)),
        _compte_faux("Les victoires de J0 ne sont pas ajoutées au score.", lambda i: -i.count(-inf)),
        _compte_faux(
            "Vous comptez une partie nulle comme une victoire de J1 : elle vaut 0.",
            lambda i: 2 * i.count(inf) - len(i),
        ),
        _compte_faux(
            "Vous comptez une partie nulle comme une victoire de J0 : elle vaut 0.",
            lambda i: len(i) - 2 * i.count(-inf),
        ),
        _compte_faux(
            "Votre heuristique renvoie toujours 0 : comptez-vous les parties gagnées, où fin_alea "
            "renvoie inf ou "
            "-inf (et non 1 ou -1) ?",
            lambda i: 0,
        ),
        _compte_faux("Votre heuristique renvoie toujours nb, quelles que soient les parties.", len),
        _compte_faux(
            "Vous renvoyez l'issue de la dernière partie seulement : le score doit s'additionner.",
            lambda i: _difference(i[-1:]),
        ),
        _compte_faux(
            "Vous vous arrêtez après la première partie : le return est-il dans la boucle ?",
            lambda i: _difference(i[:1]),
        ),
        Erreur(
            "Vous jouez deux parties par tour : appelez fin_alea une seule fois, et gardez son "
            "résultat dans une "
            "variable.",
            _joue_en_trop,
        ),
        Erreur(
            "Vous ne jouez qu'une partie, que vous comptez nb fois : appelez fin_alea dans la boucle.",
            _une_seule_jouee,
        ),
        _nombre_faux("Vous jouez une partie de trop : il en faut nb.", lambda nb: nb + 1),
        _nombre_faux("Il manque une partie : il en faut nb.", lambda nb: nb - 1),
        _nombre_faux("Il manque une partie : il en faut nb.", lambda nb: max(nb - 1, 1)),
        _nombre_faux("Vous ne jouez qu'une partie : le return est-il dans la boucle ?", lambda nb: 1),
        *(
            _nombre_faux(
                f"Vous jouez toujours {parties} parties : il en faut nb, le nombre donné à h_alea.",
                _toujours_autant(parties),
            )
            for parties in (10, 20, 50, 100, 200, 500, 1000)
        ),
    ),
    aides("fin_alea", "depose_pion", "gagnant", "partie_nulle", "eval_f", "fils"),
)
