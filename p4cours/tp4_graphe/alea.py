"""Les parties au hasard : fin_alea en joue une, h_alea(nb) fabrique une heuristique qui en joue nb."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import comb, inf, isfinite, sqrt
from typing import Any, cast

from p4core.appels import Appel
from p4core.codages import vers_situation
from p4core.francais import quantite, virgule
from p4core.jeu import Position
from p4cours.tp4_graphe.situations import aides, avec_s, conseiller, issue, sur_situation
from p4cours.verification.diagnostics import modele, restreinte, seulement
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
from p4cours.verification.hasard import repeter
from p4cours.verification.lecture import Malforme, montrer, nombre

# --- les chances exactes d'une fin de partie ------------------------------------------------------


Lois = dict[float, float]
FAUSSE_ALERTE = 1e-7  # par mesure ; quelques dizaines de mesures par examen
ECARTS_TYPES = 6  # moins d'une fausse alerte sur 10 millions par mesure

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


def lois(position: Position) -> Lois:
    """La probabilité exacte de chaque issue (inf, -inf, 0), tous les coups étant aussi probables."""
    fin = issue(position)
    if fin is not None:
        return {inf: 0.0, -inf: 0.0, 0: 0.0, fin: 1.0}
    suites = [lois(position.jouer(x)) for x in position.coups()]
    return {valeur: sum(loi[valeur] for loi in suites) / len(suites) for valeur in (inf, -inf, 0)}


def invraisemblable(succes: int, essais: int, p: float) -> bool:
    """Un tel nombre de succès (ou plus extrême) a-t-il moins de FAUSSE_ALERTE de chances d'arriver ?"""
    if p <= 1e-12 or p >= 1 - 1e-12:
        return succes != round(p * essais)
    loi = [comb(essais, i) * p**i * (1 - p) ** (essais - i) for i in range(essais + 1)]
    return min(sum(loi[: succes + 1]), sum(loi[succes:])) < FAUSSE_ALERTE / 2


# --- fin_alea(s) : finir une partie au hasard -----------------------------------------------------


_NOMS = {inf: "J0 gagne", -inf: "J1 gagne", 0: "partie nulle"}


def _lire_issue(valeur: Any) -> float:
    if isinstance(valeur, tuple):
        raise Malforme(
            "fin_alea doit renvoyer l'issue de la partie (inf, -inf ou 0), pas la situation finale."
        )
    if isinstance(valeur, bool):
        raise Malforme(f"on attend inf, -inf ou 0, pas {valeur}.")
    return nombre(valeur)


def _forcee(position: Position) -> float:
    """La seule issue possible d'une fin sans surprise."""
    (valeur,) = (valeur for valeur, p in lois(position).items() if p > 0)
    return valeur


def _finir(essai: Essai, appelant: Appelant) -> Epreuve:
    """Ajoute à une exception ou à un None ce qui en est presque toujours la cause."""
    epreuve = essai.une_fois(appelant)
    cause = epreuve.ecart and epreuve.ecart.cause
    if cause not in ("exception", "rien") or "nulle" not in essai.etiquettes:
        return epreuve
    return conseiller(
        epreuve,
        "Ici la partie finit nulle : eval_f vaut alors 0, qui est « faux » pour Python comme None. Comparez "
        "avec « is None ».",
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

    @property
    def poids(self) -> int:
        """Après toutes les fins forcées."""
        return 100

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Répète l'appel, puis compare les fréquences des issues à leurs chances."""
        return repeter(self, appelant, self.repetitions, self._ecart_a_la_loi, au_moins=60)

    def _ecart_a_la_loi(self, rendues: Sequence[Any]) -> Ecart | None:
        """Ces issues ont-elles pu être tirées avec ces probabilités ?"""
        valeurs, n = [_lire_issue(v) for v in rendues], len(rendues)
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


def _tirages(position: Position, loi: Lois, repetitions: int) -> Essai:
    return _Tirages(
        f"fin_alea(s), {avec_s(position)}",
        (vers_situation(position),),
        _juger_issue,
        position,
        attendu="inf, -inf ou 0",
        relancable=False,
        repetitions=repetitions,
        loi=loi,
    )


def _juger_issue(appel: Appel) -> Ecart | None:
    obtenu = _lire_issue(appel.valeur)
    if obtenu in _NOMS:
        return None
    phrase = "L'issue d'une partie vaut inf, -inf ou 0, comme dans eval_f."
    return Ecart(phrase, "inf, -inf ou 0", montrer(obtenu))


def _fins_forcees(source: Source) -> Iterator[Essai]:
    return (FIN_FORCEE.essai(Position.depuis_coups(coups)) for coups in FINS_FORCEES)


def _fins_au_hasard(source: Source) -> Iterator[Essai]:
    for position in map(Position.depuis_coups, FINS):
        yield _tirages(position, lois(position), 200)


def _depuis_le_depart(source: Source) -> Iterator[Essai]:
    # Sur 20 000 parties : 55,7 % pour celui qui commence (J1), 44,0 % pour l'autre, 0,28 % de nulles.
    yield _tirages(Position(), {inf: 0.440, -inf: 0.557}, 100)


def _codes(phrase: str, *valeurs: Any) -> Erreur:
    """Les valeurs rendues si J0 gagne, si J1 gagne, si c'est nul ; reconnues sur les fins forcées."""
    table = dict(zip((inf, -inf, 0), valeurs, strict=True))
    erreur = FIN_FORCEE.erreur(phrase, lambda position: table[_forcee(position)])
    return restreinte(erreur, lambda epreuve: bool(epreuve.essai.cas))


def _toujours(valeur: float) -> Erreur:
    return Erreur(
        f"Votre fonction renvoie toujours {valeur}.",
        lambda epreuves: all(e.appel.valeur == valeur for e in epreuves),
    )


FIN_ALEA = Question(
    "fin_alea",
    "fin_alea(s)",
    (
        Critere("l'issue de la partie, comme eval_f", 2, _fins_forcees),
        Critere("tous les coups aussi probables", 2, _fins_au_hasard),
        Critere("une partie entière", 1, _depuis_le_depart),
    ),
    (
        "Une partie au hasard : tant que rien n'est décidé, on remplace la situation par l'un de ses fils.",
        "eval_f(s) vaut None tant que la partie continue. random.choice(fils(s)) tire un fils.",
        "while eval_f(s) is None: s = random.choice(fils(s)), puis on renvoie eval_f(s). Pour aller plus "
        "vite : choisissez une colonne jouable, et donnez à eval_f le coup (i, j) que vous venez de jouer.",
    ),
    (
        _codes("Les signes sont échangés : inf quand J0 gagne, -inf quand J1 gagne.", -inf, inf, 0),
        _codes(
            "Vous renvoyez le numéro du gagnant : on attend inf, -inf ou 0, comme dans eval_f.", 0, 1, None
        ),
        _codes("Vous renvoyez 1, -1 ou 0 : on attend inf, -inf ou 0, comme dans eval_f.", 1, -1, 0),
        _codes("Une partie nulle vaut 0, pas None.", inf, -inf, None),
        _codes("Vous renvoyez inf quel que soit le gagnant.", inf, inf, 0),
        *map(_toujours, (0, inf, -inf)),
        seulement("nulle", "Toutes vos erreurs viennent des parties nulles : 0 n'est pas None."),
        Erreur(
            "Les issues sont possibles, mais leurs fréquences montrent que les coups ne sont pas tirés avec "
            "la même probabilité, que les joueurs n'alternent pas, ou que la partie continue après une "
            "victoire.",
            lambda epreuves: all(not e.ecart or e.ecart.cause == "valeur" for e in epreuves),
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


@dataclass(frozen=True)
class _Fabrication(Essai):
    """Fabrique l'heuristique h = h_alea(nb), puis appelle h(s)."""

    situation: Any = None
    issues: Sequence[float] = ()  # les issues des fausses parties ; de vraies parties s'il n'y en a pas
    ensuite: int | None = None  # une seconde heuristique, fabriquée avant d'appeler la première

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Juge d'abord ce que renvoie h_alea, puis ce que renvoie h."""
        parties = _PartiesPrevues(self.issues)
        remplacements = {"fin_alea": parties} if self.issues else {}
        fabrique = appelant(self.arguments, delai=self.delai, remplacements=remplacements)
        ecart = self._mal_fabriquee(fabrique)
        if ecart:
            return Epreuve(self, fabrique, ecart)
        if self.ensuite is not None:
            appelant((self.ensuite,), delai=self.delai, remplacements=remplacements)
        parties.departs.clear()
        moteur = cast(Appeleur, appelant)
        appel = Appeleur(fabrique.valeur, moteur.aides, moteur.graines.getrandbits(32))(
            (self.situation,), delai=self.delai, remplacements=remplacements
        )
        return Epreuve(self, appel, self._juger_h(appel, parties))

    def _mal_fabriquee(self, appel: Appel) -> Ecart | None:
        ecart = juger(self, appel) if appel.exception or appel.expire or appel.valeur is None else None
        if ecart and ecart.cause == "rien":
            phrase = "h_alea(nb) ne renvoie rien : après avoir défini h, il faut « return h »."
            return Ecart(phrase, "la fonction h", cause="forme")
        if ecart or callable(appel.valeur):
            return ecart
        phrase = "h_alea(nb) doit renvoyer la FONCTION h, sans l'appeler : « return h », pas « return h(s) »."
        return Ecart(phrase, "une fonction", montrer(appel.valeur), cause="forme")

    def _juger_h(self, appel: Appel, parties: _PartiesPrevues) -> Ecart | None:
        if self.issues and not parties.departs and appel.exception is None and not appel.expire:
            return None  # elle joue ses parties autrement : les vraies parties la jugeront
        ecart = juger(self, appel)
        if self.issues and (ecart is None or ecart.cause == "valeur"):
            return self._mauvaises_parties(parties) or ecart
        return ecart

    def _mauvaises_parties(self, parties: _PartiesPrevues) -> Ecart | None:
        nb, jouees = self.arguments[0], len(parties.departs)
        if jouees != nb:
            phrase = f"Vous jouez {quantite(jouees, 'partie')} au lieu de {nb}."
            if self.ensuite == jouees:
                phrase += (
                    " C'est le nombre de l'autre heuristique : chaque h doit garder le nb de SON h_alea."
                )
            return Ecart(phrase, f"{nb} parties", f"{jouees} parties")
        if any(depart != self.situation for depart in parties.departs):
            phrase = "Les parties aléatoires doivent toutes partir de la situation s donnée à h."
            return Ecart(phrase, "fin_alea(s)")
        return None


def _lire_score(valeur: Any) -> float:
    if isinstance(valeur, float) and not isfinite(valeur):
        raise Malforme(
            "le score n'est pas un nombre fini : vous additionnez les inf renvoyés par fin_alea. Comptez 1 "
            "par victoire de J0 et -1 par victoire de J1."
        )
    return nombre(valeur, "le score")


def _difference(issues: Sequence[float]) -> int:
    return issues.count(inf) - issues.count(-inf)


def _prevues(coups: str, issues: Sequence[float], ensuite: int | None = None) -> Essai:
    """h joue des parties aux issues fixées d'avance."""
    position, nb, attendu = Position.depuis_coups(coups), len(issues), _difference(issues)

    def juge(appel: Appel) -> Ecart | None:
        if _lire_score(appel.valeur) == attendu:
            return None
        return Ecart("Le score n'est pas le bon.", str(attendu), montrer(appel.valeur))

    autre = f" ; h2 = h_alea({ensuite})" if ensuite is not None else ""
    return _Fabrication(
        f"h = h_alea({nb}){autre} ; h(s)   (issues successives : {', '.join(map(str, issues))})",
        (nb,),
        juge,
        position,
        attendu=str(attendu),
        situation=vers_situation(position),
        issues=issues,
        ensuite=ensuite,
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


def _comptes(source: Source) -> Iterator[Essai]:
    hasard = [
        tuple(source.alea.choices((inf, -inf, 0), k=source.alea.randint(2, 9)))
        for _ in range(source.nombre(6))
    ]
    yield from (_prevues("44", issues) for issues in (*_ISSUES, *hasard))


def _deux_a_la_fois(source: Source) -> Iterator[Essai]:
    for issues, ensuite in (((inf, -inf, inf), 5), ((inf,), 4), ((-inf,) * 4, 2)):
        yield _prevues("4", issues, ensuite)


def _vraies_parties(source: Source, nb: int = 200) -> Iterator[Essai]:
    for position in map(Position.depuis_coups, FINS):
        yield _Fabrication(
            f"h = h_alea({nb}) ; h(s)    {avec_s(position)}",
            (nb,),
            _plausible(nb, lois(position)),
            position,
            situation=vers_situation(position),
            attendu="un nombre de victoires moins un nombre de défaites",
            relancable=False,
            delai=8,
        )


def _plausible(nb: int, loi: Lois) -> Callable[[Appel], Ecart | None]:
    moyenne = loi[inf] - loi[-inf]
    marge = ECARTS_TYPES * sqrt((loi[inf] + loi[-inf] - moyenne**2) * nb) + 1

    def juge(appel: Appel) -> Ecart | None:
        score = _lire_score(appel.valeur)
        if abs(score) <= nb and score == round(score) and abs(score - moyenne * nb) <= marge:
            return None
        phrase = f"Sur {nb} parties jouées depuis cette situation, ce score est incompatible avec le hasard."
        return Ecart(phrase, f"environ {moyenne * nb:.0f}", montrer(appel.valeur))

    return juge


def _compte_faux(phrase: str, fausse: Callable[[Sequence[float]], float]) -> Erreur:
    """Reconnue sur les parties aux issues fixées."""
    erreur = modele(phrase, lambda essai: fausse(cast(_Fabrication, essai).issues), _lire_score)
    return restreinte(erreur, lambda epreuve: bool(cast(_Fabrication, epreuve.essai).issues))


H_ALEA = Question(
    "h_alea",
    "h_alea(nb)",
    (
        # Gratuits : une h qui ne joue aucune partie y échappe, seules les vraies parties la jugent.
        Critere("victoires de J0 moins victoires de J1", 3, _comptes, gratuit=True),
        Critere("plusieurs heuristiques à la fois", 1, _deux_a_la_fois, gratuit=True),
        Critere("de vraies parties au hasard", 1, _vraies_parties),
    ),
    (
        "h_alea ne joue aucune partie : elle fabrique une fonction h, qui en jouera nb chaque fois qu'on "
        "l'appellera.",
        "Dans h : un score qui part de 0, nb appels à fin_alea(s), +1 si J0 gagne, -1 si J1 gagne. "
        "N'additionnez pas les inf.",
        "def h(s) : score = 0 ; répéter nb fois : r = fin_alea(s), si r == inf ajouter 1, si r == -inf "
        "enlever 1 ; return score. Puis, dans h_alea, au même niveau que def h : return h.",
    ),
    (
        _compte_faux(
            "Le signe est inversé : les victoires de J0 comptent en plus, celles de J1 en moins.",
            lambda i: -_difference(i),
        ),
        _compte_faux(
            "Vous renvoyez une moyenne : le score est un nombre de parties, ne divisez pas par nb.",
            lambda i: _difference(i) / len(i),
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
        _compte_faux("Votre heuristique renvoie toujours 0.", lambda i: 0),
        _compte_faux(
            "Vous renvoyez l'issue de la dernière partie seulement : le score doit s'additionner.",
            lambda i: _difference(i[-1:]),
        ),
        _compte_faux(
            "Vous vous arrêtez après la première partie : le return est-il dans la boucle ?",
            lambda i: _difference(i[:1]),
        ),
    ),
    aides("fin_alea", "depose_pion", "gagnant", "partie_nulle", "eval_f", "fils"),
)
