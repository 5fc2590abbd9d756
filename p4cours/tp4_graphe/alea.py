"""Ce que donnerait une fin de partie tirée au hasard, et comment en juger.
fin_alea(s) : finir une partie au hasard.
Appeler une fonction qui fabrique une fonction : h = h_alea(nb), puis h(s).
h_alea(nb) : une fonction qui fabrique une heuristique.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import comb, inf, isfinite, sqrt
from typing import Any, cast

from p4core.appels import Appel
from p4core.codages import vers_situation
from p4core.jeu import Position
from p4cours.tp4_graphe.situations import aides, appel_lisible, issue
from p4cours.verification.diagnostics import modele, seulement
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
from p4cours.verification.hasard import Serie
from p4cours.verification.lecture import Malforme, montrer, nombre, quantite, virgule

# --- Ce que donnerait une fin de partie tirée au hasard, et comment en juger -----------------------------


Lois = dict[float, float]
FAUSSE_ALERTE = 1e-7  # par mesure ; quelques dizaines de mesures par examen


def lois(position: Position) -> Lois:
    """La probabilité exacte de chaque issue (inf, -inf, 0), tous les coups étant aussi probables."""
    fin = issue(position)
    if fin is not None:
        return {inf: 0.0, -inf: 0.0, 0: 0.0, fin: 1.0}
    suites = [lois(position.jouer(x)) for x in position.coups()]
    return {valeur: sum(loi[valeur] for loi in suites) / len(suites) for valeur in (inf, -inf, 0)}


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


def fins() -> list[Position]:
    """Les fins indécises."""
    return [Position.depuis_coups(coups) for coups in FINS]


def fins_forcees() -> list[Position]:
    """Les fins sans surprise."""
    return [Position.depuis_coups(coups) for coups in FINS_FORCEES]


def invraisemblable(succes: int, essais: int, p: float) -> bool:
    """Un tel nombre de succès (ou plus extrême) a-t-il moins de FAUSSE_ALERTE de chances d'arriver ?"""
    if p <= 1e-12 or p >= 1 - 1e-12:
        return succes != round(p * essais)
    loi = [comb(essais, i) * p**i * (1 - p) ** (essais - i) for i in range(essais + 1)]
    return min(sum(loi[: succes + 1]), sum(loi[succes:])) < FAUSSE_ALERTE / 2


# --- fin_alea(s) : finir une partie au hasard ------------------------------------------------------------


_NOMS = {inf: "J0 gagne", -inf: "J1 gagne", 0: "partie nulle"}


def lire_issue(valeur: Any) -> float:
    """inf, -inf ou 0, et rien d'autre."""
    if isinstance(valeur, tuple):
        raise Malforme(
            "fin_alea doit renvoyer l'issue de la partie (inf, -inf ou 0), pas la situation finale."
        )
    if isinstance(valeur, bool):
        raise Malforme(f"on attend inf, -inf ou 0, pas {valeur}.")
    return nombre(valeur)


@dataclass(frozen=True)
class _FinForcee(Essai):
    """Une fin sans surprise : un seul résultat possible, quel que soit le hasard."""

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Ajoute à une exception ou à un None ce qui en est presque toujours la cause."""
        epreuve = super().derouler(appelant)
        if epreuve.ecart and epreuve.ecart.cause in ("exception", "rien") and "nulle" in self.etiquettes:
            conseil = (
                "\nIci la partie finit nulle : eval_f vaut alors 0, qui est « faux » pour Python comme None. "
                "Comparez avec « is None »."
            )
            return replace(epreuve, ecart=replace(epreuve.ecart, phrase=epreuve.ecart.phrase + conseil))
        return epreuve


def _forcee(position: Position) -> Essai:
    (attendu,) = (valeur for valeur, p in lois(position).items() if p > 0)

    def juge(appel: Appel) -> Ecart | None:
        obtenu = lire_issue(appel.valeur)
        if obtenu == attendu:
            return None
        phrase = f"Toutes les fins possibles donnent ici : {_NOMS[attendu]}."
        return Ecart(phrase, str(attendu), montrer(appel.valeur))

    marque = "nulle" if attendu == 0 else "victoire"
    return _FinForcee(
        appel_lisible("fin_alea", position),
        (vers_situation(position),),
        juge,
        position,
        frozenset({marque}),
        {"issue": attendu},
        str(attendu),
        relancable=False,
    )


def _fins_forcees(source: Source) -> Iterator[Essai]:
    yield from (_forcee(position) for position in fins_forcees())


def _juge_issue(appel: Appel) -> Ecart | None:
    obtenu = lire_issue(appel.valeur)
    if obtenu in (inf, -inf, 0):
        return None
    return Ecart(
        "L'issue d'une partie vaut inf, -inf ou 0, comme dans eval_f.", "inf, -inf ou 0", montrer(obtenu)
    )


@dataclass(frozen=True)
class _Tirages(Serie):
    """Une série d'appels : le contre-exemple le moins parlant, à ne montrer que faute de mieux."""

    @property
    def poids(self) -> int:
        """Après toutes les fins forcées."""
        return 100


def _serie(position: Position, loi: Lois, repetitions: int) -> Essai:
    def ensemble(valeurs: Sequence[Any]) -> Ecart | None:
        return ecart_a_la_loi([lire_issue(v) for v in valeurs], loi)

    return _Tirages(
        appel_lisible("fin_alea", position),
        (vers_situation(position),),
        _juge_issue,
        position,
        attendu="inf, -inf ou 0",
        repetitions=repetitions,
        au_moins=60,
        ensemble=ensemble,
    )


def ecart_a_la_loi(valeurs: Sequence[float], loi: Lois) -> Ecart | None:
    """Ces issues ont-elles pu être tirées avec ces probabilités ?"""
    n = len(valeurs)
    for valeur, p in loi.items():
        vues = sum(v == valeur for v in valeurs)
        if invraisemblable(vues, n, p):
            return Ecart(
                f"Sur {n} appels, « {_NOMS[valeur]} » arrive {vues} fois ; si tous les coups étaient "
                f"tirés avec la "
                f"même probabilité, ce serait environ {virgule(n * p, 0)} fois.",
                f"environ {virgule(n * p, 0)} sur {n}",
                f"{vues} sur {n}",
            )
    return None


def _fins_au_hasard(source: Source) -> Iterator[Essai]:
    for position in fins():
        yield _serie(position, lois(position), 200)


def _depuis_le_depart(source: Source) -> Iterator[Essai]:
    # Sur 20 000 parties : 55,7 % pour celui qui commence (J1), 44,0 % pour l'autre, 0,28 % de nulles.
    yield _serie(Position(), {inf: 0.440, -inf: 0.557}, 100)


def _version(phrase: str, codes: tuple[Any, Any, Any]) -> Erreur:
    """Les valeurs rendues si J0 gagne, si J1 gagne, si c'est nul ; reconnues sur les fins forcées."""
    table = dict(zip((inf, -inf, 0), codes, strict=True))
    erreur = modele(phrase, lambda e: table[e.contexte["issue"]], lambda v: v if v is None else lire_issue(v))
    return _sur_les_forcees(erreur)


def _sur_les_forcees(erreur: Erreur) -> Erreur:
    return Erreur(
        erreur.phrase, lambda epreuves: erreur.explique([e for e in epreuves if "issue" in e.essai.contexte])
    )


def _toujours(phrase: str, valeur: float) -> Erreur:
    def explique(epreuves: list[Epreuve]) -> bool:
        return all(e.appel.valeur == valeur for e in epreuves)

    return Erreur(phrase, explique)


def _biaise(phrase: str) -> Erreur:
    """Chaque issue est bien inf, -inf ou 0, mais pas aussi souvent qu'il le faudrait."""

    def explique(epreuves: list[Epreuve]) -> bool:
        return all(not e.ecart or e.ecart.cause == "valeur" for e in epreuves)

    return Erreur(phrase, explique)


def _aides() -> dict[str, Callable[..., Any]]:
    return aides("depose_pion", "gagnant", "partie_nulle", "eval_f", "fils")


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
        "vite : "
        "choisissez une colonne jouable, et donnez à eval_f le coup (i, j) que vous venez de jouer.",
    ),
    (
        _version("Les signes sont échangés : inf quand J0 gagne, -inf quand J1 gagne.", (-inf, inf, 0)),
        _version(
            "Vous renvoyez le numéro du gagnant : on attend inf, -inf ou 0, comme dans eval_f.", (0, 1, None)
        ),
        _version("Vous renvoyez 1, -1 ou 0 : on attend inf, -inf ou 0, comme dans eval_f.", (1, -1, 0)),
        _version("Une partie nulle vaut 0, pas None.", (inf, -inf, None)),
        _version("Vous renvoyez inf quel que soit le gagnant.", (inf, inf, 0)),
        _toujours("Votre fonction renvoie toujours 0.", 0),
        _toujours("Votre fonction renvoie toujours inf.", inf),
        _toujours("Votre fonction renvoie toujours -inf.", -inf),
        seulement("nulle", "Toutes vos erreurs viennent des parties nulles : 0 n'est pas None."),
        _biaise(
            "Les issues sont possibles, mais leurs fréquences montrent que les coups ne sont pas tirés "
            "avec la même "
            "probabilité, que les joueurs n'alternent pas, ou que la partie continue après une victoire."
        ),
    ),
    _aides(),
)


# --- Appeler une fonction qui fabrique une fonction : h = h_alea(nb), puis h(s) --------------------------


@dataclass
class _Parties:
    """Une fausse fin_alea : les issues sont fixées, et l'on note d'où chaque partie est partie."""

    issues: Sequence[float]
    departs: list[Any] = field(default_factory=list)

    def __call__(self, s: Any) -> float:
        self.departs.append(s)
        return self.issues[(len(self.departs) - 1) % len(self.issues)]


@dataclass(frozen=True)
class EssaiH(Essai):
    """Fabrique l'heuristique h = h_alea(nb), puis appelle h(s)."""

    situation: Any = None
    issues: Sequence[float] = ()  # les issues des fausses parties ; de vraies parties s'il n'y en a pas
    ensuite: int | None = None  # une seconde heuristique, fabriquée avant d'appeler la première

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Juge d'abord ce que renvoie h_alea, puis ce que renvoie h."""
        parties = _Parties(self.issues)
        remplacements = {"fin_alea": parties} if self.issues else {}
        fabrique = appelant(self.arguments, delai=self.delai, remplacements=remplacements)
        ecart = _defaut_de_fabrication(self, fabrique)
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

    def _juger_h(self, appel: Appel, parties: _Parties) -> Ecart | None:
        if self.issues and not parties.departs and appel.exception is None and not appel.expire:
            return None  # elle joue ses parties autrement : les vraies parties la jugeront
        ecart = juger(self, appel)
        if self.issues and (ecart is None or ecart.cause == "valeur"):
            return self._mauvaises_parties(parties, ecart)
        return ecart

    def _mauvaises_parties(self, parties: _Parties, ecart: Ecart | None) -> Ecart | None:
        nb, jouees = self.arguments[0], len(parties.departs)
        if jouees != nb:
            phrase = f"Vous jouez {quantite(jouees, 'partie')} au lieu de {nb}."
            if self.ensuite == jouees:
                phrase += (
                    " C'est le nombre de l'autre heuristique : chaque h doit garder le nb de SON h_alea."
                )
            return Ecart(phrase, f"{nb} parties", f"{jouees} parties")
        if any(depart != self.situation for depart in parties.departs):
            return Ecart(
                "Les parties aléatoires doivent toutes partir de la situation s donnée à h.", "fin_alea(s)"
            )
        return ecart


def _defaut_de_fabrication(essai: Essai, appel: Appel) -> Ecart | None:
    ecart = juger(essai, appel) if appel.exception or appel.expire or appel.valeur is None else None
    if ecart and ecart.cause == "rien":
        return Ecart(
            "h_alea(nb) ne renvoie rien : après avoir défini h, il faut « return h ».",
            "la fonction h",
            cause="forme",
        )
    if ecart or callable(appel.valeur):
        return ecart
    phrase = "h_alea(nb) doit renvoyer la FONCTION h, sans l'appeler : « return h », pas « return h(s) »."
    return Ecart(phrase, "une fonction", montrer(appel.valeur), cause="forme")


# --- h_alea(nb) : une fonction qui fabrique une heuristique ----------------------------------------------


ECARTS_TYPES = 6  # moins d'une fausse alerte sur 10 millions par mesure


def _lire_score(valeur: Any) -> float:
    if isinstance(valeur, float) and not isfinite(valeur):
        raise Malforme(
            "le score n'est pas un nombre fini : vous additionnez les inf renvoyés par fin_alea. Comptez "
            "1 par victoire "
            "de J0 "
            "et -1 par victoire de J1."
        )
    return nombre(valeur, "le score")


def _essai_compte(position: Position, issues: tuple[float, ...], ensuite: int | None = None) -> Essai:
    nb, attendu = len(issues), issues.count(inf) - issues.count(-inf)

    def juge(appel: Appel) -> Ecart | None:
        if _lire_score(appel.valeur) == attendu:
            return None
        return Ecart("Le score n'est pas le bon.", str(attendu), montrer(appel.valeur))

    autre = f" ; h2 = h_alea({ensuite})" if ensuite is not None else ""
    suite = ", ".join(map(str, issues))
    return EssaiH(
        f"h = h_alea({nb}){autre} ; h(s)   (issues successives : {suite})",
        (nb,),
        juge,
        position,
        contexte={"issues": issues},
        attendu=str(attendu),
        situation=vers_situation(position),
        issues=issues,
        ensuite=ensuite,
    )


_ISSUES = (
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
    depart = Position.depuis_coups("44")
    hasard = [
        tuple(source.alea.choices((inf, -inf, 0), k=source.alea.randint(2, 9)))
        for _ in range(source.nombre(6))
    ]
    yield from (_essai_compte(depart, issues) for issues in (*_ISSUES, *hasard))


def _deux_a_la_fois(source: Source) -> Iterator[Essai]:
    for issues, ensuite in (((inf, -inf, inf), 5), ((inf,), 4), ((-inf,) * 4, 2)):
        yield _essai_compte(Position.depuis_coups("4"), issues, ensuite)


def _vraies_parties(source: Source) -> Iterator[Essai]:
    for position in fins():
        loi = lois(position)
        moyenne, nb = loi[inf] - loi[-inf], 200
        marge = ECARTS_TYPES * sqrt((loi[inf] + loi[-inf] - moyenne**2) * nb) + 1
        yield EssaiH(
            f"h = h_alea({nb}) ; h(s)   {appel_lisible('', position)[4:]}",
            (nb,),
            _juge_reel(nb, moyenne * nb, marge),
            position,
            situation=vers_situation(position),
            attendu="un nombre de victoires moins un nombre de défaites",
            relancable=False,
            delai=8,
        )


def _juge_reel(nb: int, moyenne: float, marge: float) -> Callable[[Appel], Ecart | None]:
    def juge(appel: Appel) -> Ecart | None:
        score = _lire_score(appel.valeur)
        if abs(score) <= nb and score == round(score) and abs(score - moyenne) <= marge:
            return None
        phrase = f"Sur {nb} parties jouées depuis cette situation, ce score est incompatible avec le hasard."
        return Ecart(phrase, f"environ {moyenne:.0f}", montrer(appel.valeur))

    return juge


def _version_heuristique(phrase: str, fausse: Callable[[Sequence[float]], float]) -> Erreur:
    """Reconnue sur les parties aux issues fixées."""

    def valeur(essai: Essai) -> Any:
        return fausse(essai.contexte["issues"])

    erreur = modele(phrase, valeur, _lire_score)
    return Erreur(
        phrase, lambda epreuves: erreur.explique([e for e in epreuves if "issues" in e.essai.contexte])
    )


def _difference(issues: Sequence[float]) -> int:
    return issues.count(inf) - issues.count(-inf)


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
        "enlever 1 ; "
        "return score. Puis, dans h_alea, au même niveau que def h : return h.",
    ),
    (
        _version_heuristique(
            "Le signe est inversé : les victoires de J0 comptent en plus, celles de J1 en moins.",
            lambda i: -_difference(i),
        ),
        _version_heuristique(
            "Vous renvoyez une moyenne : le score est un nombre de parties, ne divisez pas par nb.",
            lambda i: _difference(i) / len(i),
        ),
        _version_heuristique("Les victoires de J1 ne sont pas retirées du score.", lambda i: i.count(inf)),
        _version_heuristique("Les victoires de J0 ne sont pas ajoutées au score.", lambda i: -i.count(-inf)),
        _version_heuristique(
            "Vous comptez une partie nulle comme une victoire de J1 : elle vaut 0.",
            lambda i: i.count(inf) - (len(i) - i.count(inf)),
        ),
        _version_heuristique(
            "Vous comptez une partie nulle comme une victoire de J0 : elle vaut 0.",
            lambda i: len(i) - 2 * i.count(-inf),
        ),
        _version_heuristique("Votre heuristique renvoie toujours 0.", lambda i: 0),
        _version_heuristique(
            "Vous renvoyez l'issue de la dernière partie seulement : le score doit s'additionner.",
            lambda i: _difference(i[-1:]),
        ),
        _version_heuristique(
            "Vous vous arrêtez après la première partie : le return est-il dans la boucle ?",
            lambda i: _difference(i[:1]),
        ),
    ),
    aides("fin_alea", "depose_pion", "gagnant", "partie_nulle", "eval_f", "fils"),
)
