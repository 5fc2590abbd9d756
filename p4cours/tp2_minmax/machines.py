"""Deux machines l'une contre l'autre : partie_2machines, joue_partie, puis mesure_force.

minmax y est remplacée par un souffleur, qui joue une partie écrite d'avance et note ce qu'on lui demande."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import cycle, pairwise
from math import inf
from typing import Any

from p4core.appels import Appel, noms_utilises
from p4core.codages import COLONNES, vers_colonnes
from p4core.francais import quantite
from p4core.ia.joueurs import joueur_minmax
from p4core.jeu import Case, Position, partie
from p4cours.tp2_minmax.commun import (
    W1,
    W2,
    Poids,
    aides,
    derniere_grille,
    ecrire,
    minmax,
    poids_au_hasard,
)
from p4cours.verification import positions as pos
from p4cours.verification.diagnostics import Explication, fautes
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
from p4cours.verification.formes import Fonction
from p4cours.verification.hasard import attendues, erreurs_frequences, juge_frequences
from p4cours.verification.lecture import Malforme, couple, entier, grille, montrer

# --- Le souffleur ---------------------------------------------------------------------------------

DEMANDES_MAX = 150  # une partie a 42 coups : au-delà, elle ne finira pas
Reglages = tuple[tuple[Poids, int], tuple[Poids, int]]  # (poids, profondeur) de chaque joueur
_JAMAIS_POSE = (
    "Le coup choisi par minmax n'est pas posé dans la grille : elle ne change pas d'un tour à l'autre."
)


_PAR_DESSUS = (
    "Le pion est posé par-dessus un autre : minmax donne la case (x, y) où le pion tombe, colonne et rangée."
)


class PartieSansFin(Exception):
    """On demande encore des coups bien après la fin."""


@dataclass(frozen=True)
class DemandeCoup:
    """Un appel de minmax(G, j, W, p)."""

    cases: list[list[int]]
    joueur: Any
    poids: Any
    profondeur: Any

    @property
    def nb_pions(self) -> int:
        """Le nombre de pions de la grille donnée."""
        return sum(1 for colonne in self.cases for valeur in colonne if valeur)


def lire_demande(G: Any, j: Any, W: Any, p: Any) -> DemandeCoup:
    """La demande, si G a bien la forme d'une grille."""
    try:
        cases = grille(G, "le premier argument donné à minmax")
    except Malforme as defaut:
        raise TypeError(str(defaut)) from None
    return DemandeCoup(cases, j, list(W) if isinstance(W, tuple | list) else W, p)


def coup_de_secours(cases: list[list[int]]) -> Case | None:
    """Un coup légal dans une grille imprévue ; aucun si elle est gagnée ou pleine."""
    position = COLONNES.position(cases)
    return next(((x, position.niveau(x)) for x in position.coups()), None)


@dataclass
class Souffleur:
    """Joue la partie écrite d'avance, quelle que soit la façon dont on l'interroge."""

    colonnes: Sequence[int]
    demandes: list[DemandeCoup] = field(default_factory=list)
    positions: list[Position] = field(init=False)

    def __post_init__(self) -> None:
        self.positions = [Position()]
        for x in self.colonnes:
            self.positions.append(self.positions[-1].jouer(x))

    @property
    def finale(self) -> Position:
        """La position à la fin de la partie écrite."""
        return self.positions[-1]

    def minmax(self, G: Any, j: Any, W: Any, p: Any) -> tuple[float, Case | None]:
        """Le coup prévu dans cette grille ; (0, None) quand la partie est finie."""
        demande = lire_demande(G, j, W, p)
        self.demandes.append(demande)
        if len(self.demandes) > DEMANDES_MAX:
            raise PartieSansFin
        if not self.prevue(demande):
            return 0, coup_de_secours(demande.cases)
        n = demande.nb_pions
        if n == len(self.colonnes):
            return 0, None
        x = self.colonnes[n]
        return 0, (x, self.positions[n].niveau(x))

    def prevue(self, demande: DemandeCoup) -> bool:
        """La grille donnée est-elle celle de la partie écrite ?"""
        n = demande.nb_pions
        return n < len(self.positions) and demande.cases == self.positions[n].cases()

    def ecart(self, reglages: Reglages) -> Ecart | None:
        """La première demande qui n'est pas celle qu'il fallait faire."""
        avant: DemandeCoup | None = None
        for demande in self.demandes:
            defaut = self._defaut(demande, avant, reglages)
            if defaut:
                return defaut
            avant = demande
        if len(self.demandes) > DEMANDES_MAX:
            return Ecart(_JAMAIS_POSE, cases=self.demandes[-1].cases)
        return None

    def _defaut(self, demande: DemandeCoup, avant: DemandeCoup | None, reglages: Reglages) -> Ecart | None:
        if avant and demande.cases == avant.cases and demande.joueur != avant.joueur:
            return Ecart(_JAMAIS_POSE, cases=demande.cases)
        if avant and avant.nb_pions and demande.nb_pions == avant.nb_pions and demande.cases != avant.cases:
            return Ecart(_PAR_DESSUS, cases=demande.cases)
        if avant and avant.nb_pions > 1 and not demande.nb_pions:
            return Ecart("Vous jouez deux parties en un seul appel : une seule est demandée.", "une partie")
        if not self.prevue(demande):
            return self._grille_imprevue(demande)
        n = demande.nb_pions
        return None if n == len(self.colonnes) else _ecart_arguments(demande, 1 + n % 2, reglages)

    def _grille_imprevue(self, demande: DemandeCoup) -> Ecart:
        voulue = self.positions[min(demande.nb_pions, len(self.colonnes))]
        fautives = COLONNES.differences(demande.cases, voulue.cases())
        phrase = (
            "Le coup n'est pas posé là où minmax l'a dit : la grille qu'on lui donne n'est plus celle de la "
            "partie."
        )
        if all(demande.cases[x][y] and voulue.case(x, y) for x, y in fautives):
            phrase = "Un pion posé n'a pas le numéro du joueur qui l'a joué."
        elif any(fautives) and {(y, x) for x, y in fautives} == {*fautives}:
            phrase = "Le coup est posé à l'envers : minmax donne (x, y), la colonne d'abord."
        if demande.nb_pions > len(self.colonnes):
            phrase = "La partie continue après une victoire : elle doit s'arrêter au premier alignement."
        return Ecart(phrase, fautives=fautives, cases=demande.cases)


def _ecart_arguments(demande: DemandeCoup, joueur: int, reglages: Reglages) -> Ecart | None:
    """Les arguments j, W et p sont-ils ceux du joueur dont c'est le tour ?"""
    n = demande.nb_pions
    tour = f"Au coup n° {n + 1}, "
    (poids, profondeur), (autres_poids, autre_profondeur) = reglages[joueur - 1], reglages[2 - joueur]
    if demande.joueur != joueur:
        debut = f"c'est au joueur {joueur} de jouer" if n else "c'est le joueur 1 qui commence"
        return Ecart(
            f"{tour}{debut}.",
            f"minmax(G, {joueur}, …)",
            f"minmax(G, {montrer(demande.joueur)}, …)",
            cases=demande.cases,
        )
    if demande.poids != list(poids):
        de_qui = "ceux de l'autre joueur" if demande.poids == list(autres_poids) else "d'autres"
        phrase = f"{tour}le joueur {joueur} doit chercher avec ses propres poids, pas {de_qui}."
        return Ecart(phrase, montrer(poids), montrer(demande.poids))
    if demande.profondeur != profondeur:
        de_qui = "celle de l'autre joueur" if demande.profondeur == autre_profondeur else "une autre"
        phrase = f"{tour}le joueur {joueur} doit chercher à sa propre profondeur, pas à {de_qui}."
        return Ecart(phrase, f"p = {profondeur}", f"p = {montrer(demande.profondeur)}")
    return None


# --- Une partie soufflée, et son jugement --------------------------------------------------------
# Un cas : les colonnes de la partie écrite, les réglages de chacun, les arguments de l'appel.

Cas = tuple[tuple[int, ...], Reglages, tuple[Any, ...]]
Examen = Callable[[Souffleur, Essai, Appel], Ecart | None]  # les demandes, le résultat, l'affichage…

# Gagnée par le dernier pion possible : la grille est pleine ET quelqu'un a gagné.
VICTOIRE_AU_42E_COUP = pos.AU_DERNIER_COUP
W_AUTRES: Poids = [0, 2, 7, 30, inf]
_AU_BORD: Poids = [0, -1, 7, 30, inf]  # le premier coup est au bord : qui joue le centre d'office se trahit
Arguments = tuple[Poids, Poids, int, int]


def _reglages(source: Source) -> Iterator[Arguments]:
    """Les poids et les profondeurs de chacun, sans fin : quelques-uns choisis, puis d'autres au hasard."""
    yield from ((W1, W2, 1, 2), (W2, W1, 2, 1), (W_AUTRES, W1, 1, 2), (W2, W1, 4, 7))
    while True:
        w1, w2 = poids_au_hasard(source.alea), poids_au_hasard(source.alea)
        yield w1, w2, *source.alea.choice(((1, 2), (2, 1), (6, 3), (3, 5), (2, 2), (4, 4)))


def scenarios(source: Source) -> Iterator[Position]:
    """Des parties gagnées par chacun, nulle, ou gagnée au tout dernier coup."""
    gagnees = [p for p, _ in pos.gagnees()]
    for gagnant in (1, 2):
        yield min((p for p in gagnees if p.gagnant == gagnant), key=lambda p: p.nb_coups)
    yield pos.nulles()[0]
    yield Position.depuis_coups(VICTOIRE_AU_42E_COUP)
    yield from source.alea.sample(gagnees, source.nombre(5))


def _souffler(examen: Examen) -> Callable[[Essai, Appelant], Epreuve]:
    """Une façon de faire l'essai : la partie écrite est soufflée, puis examinée."""

    def faire(essai: Essai, appelant: Appelant) -> Epreuve:
        souffleur = Souffleur(essai.cas[0])
        if _profonde(essai) and not _se_sert_de_minmax(appelant):
            return _sans_souffler(essai, appelant)  # une vraie partie, si loin, ne finirait pas
        appel = appelant(essai.arguments, delai=essai.delai, remplacements={"minmax": souffleur.minmax})
        if souffleur.demandes and not souffleur.demandes[0].nb_pions:
            return Epreuve(essai, appel, _ecart_soufflee(souffleur, essai, appel, examen))
        # Minmax sert sous un autre nom : on juge une vraie partie.
        return _sans_souffler(essai, appelant) if _profonde(essai) else essai.une_fois(appelant)

    return faire


def _profonde(essai: Essai) -> bool:
    return any(profondeur > 2 for _, profondeur in essai.cas[1])


def _se_sert_de_minmax(appelant: Appelant) -> bool:
    assert isinstance(appelant, Appeleur)
    # Faute de temps, c'est une réparation que l'on essaie : ses voisines ne se remplacent pas.
    return "minmax" in noms_utilises(appelant.fonction) and appelant.horloge.reste > 0.5


def _sans_souffler(essai: Essai, appelant: Appelant) -> Epreuve:
    """Le même appel, à profondeur 1 : d'autres essais jugent ses vraies parties."""
    peu = tuple(1 if type(valeur) is int else valeur for valeur in essai.arguments)
    return replace(essai, arguments=peu, juge=lambda appel: None).une_fois(appelant)


def _ecart_soufflee(souffleur: Souffleur, essai: Essai, appel: Appel, examen: Examen) -> Ecart | None:
    demandes = souffleur.ecart(essai.cas[1])
    if isinstance(appel.exception, PartieSansFin) or (demandes and (appel.exception or appel.expire)):
        return demandes or Ecart("La partie ne se termine pas : minmax est appelée bien après la fin.")
    finale = souffleur.finale.cases()
    if isinstance(appel.exception, TypeError) and souffleur.demandes[-1].cases == finale:
        phrase = "La partie est finie, mais vous demandez encore un coup à minmax, qui n'en a plus (None)."
        return Ecart(phrase, "l'arrêt de la partie", cases=finale)
    return juger(replace(essai, juge=lambda appel: examen(souffleur, essai, appel)), appel)


def _demandes(souffleur: Souffleur, essai: Essai, appel: Appel) -> Ecart | None:
    """A-t-on interrogé minmax pour le bon joueur, avec ses poids et sa profondeur ?"""
    return souffleur.ecart(essai.cas[1])


def _ecart_finale(valeur: Any, souffleur: Souffleur) -> Ecart | None:
    """La grille renvoyée est-elle celle de la fin de la partie écrite ?"""
    cases = grille(valeur)
    obtenus, voulus = sum(1 for colonne in cases for v in colonne if v), souffleur.finale.nb_coups
    if cases == souffleur.finale.cases():
        return None
    phrase = _phrase_finale(cases, souffleur, obtenus, voulus)
    return Ecart(phrase, quantite(voulus, "pion"), quantite(obtenus, "pion"), cases=cases)


def _phrase_finale(cases: list[list[int]], souffleur: Souffleur, obtenus: int, voulus: int) -> str:
    if obtenus == 0:
        return "La grille renvoyée est vide : les coups y sont-ils posés ?"
    if obtenus > voulus:
        return "La partie a continué après une victoire : elle doit s'arrêter au premier alignement."
    if not any(cases == position.cases() for position in souffleur.positions):
        return "La grille renvoyée n'est pas celle de la fin de la partie."
    if obtenus == 1:
        return (
            "Vous ne jouez qu'un coup : le return est-il à l'intérieur de la boucle, ou un if à la place du "
            "while ?"
        )
    if obtenus == voulus - 1:
        return "Il manque le dernier coup : la partie s'arrête juste avant de le poser."
    return "La partie s'arrête trop tôt : personne n'a gagné et il reste des cases libres."


def _ecart_gagnant(gagnant: Any, position: Position) -> Ecart | None:
    """Le gagnant annoncé est-il le bon ?"""
    if not isinstance(gagnant, bool) and entier(gagnant, "le gagnant") == position.gagnant:
        return None
    nulle = "" if position.gagnant else " : la partie est nulle, on attend 0"
    phrase = f"Le gagnant annoncé n'est pas celui de la grille{nulle}."
    return Ecart(phrase, str(position.gagnant), montrer(gagnant), position.alignement, position.cases())


# --- Une partie jouée pour de bon ----------------------------------------------------------------


def jouer_pour_de_bon(reglages: Reglages) -> Position:
    """La fin d'une vraie partie entre deux min-max."""
    alea = random.Random(random.random())
    premier, second = (joueur_minmax(profondeur, poids, alea) for poids, profondeur in reglages)
    return partie(premier, second)


def atteignables(
    reglages: Reglages, garde: Callable[[Position], bool] = lambda position: True
) -> Iterator[Position]:
    """Les positions gardées où peuvent mener deux joueurs qui choisissent un de leurs meilleurs coups."""
    vues: set[tuple[int, int]] = set()
    pile = [Position()]
    while pile:
        position = pile.pop()
        if position.pions in vues:
            continue
        vues.add(position.pions)
        yield position
        if not position.finie:
            suites = (position.jouer(x) for x in minmax(position, *reglages[position.trait - 1])[1])
            pile += filter(garde, suites)


def jouable_par(finale: Position, reglages: Reglages) -> bool:
    """Cette fin de partie peut-elle venir de deux joueurs qui choisissent un de leurs meilleurs coups ?"""
    y_mene = lambda s: not any(a & ~b for a, b in zip(s.pions, finale.pions, strict=True))  # noqa: E731
    return any(position.pions == finale.pions for position in atteignables(reglages, y_mene))


@lru_cache(maxsize=256)
def issue_certaine(poids: tuple[float, ...], p1: int, p2: int, au_plus: int = 120) -> int | None:
    """Le gagnant de toutes les parties, quels que soient les tirages ; None si l'on ne peut en être sûr."""
    issues: set[int] = set()
    for rang, position in enumerate(atteignables(((poids, p1), (poids, p2)))):
        if position.finie:
            issues.add(position.gagnant)
        if len(issues) > 1 or rang == au_plus:
            return None
    return issues.pop()


def _ecart_reel(valeur: Any, reglages: Reglages) -> tuple[Position | None, Ecart | None]:
    """La fin d'une partie jouée pour de bon : chaque coup y était-il l'un des meilleurs ?"""
    position, ecart = pos.position_finale(valeur)
    if ecart or position is None or jouable_par(position, reglages):
        return position, ecart
    phrase = (
        "Cette grille ne vient pas d'une partie où chacun joue un coup donné par minmax, avec ses poids "
        "et sa profondeur."
    )
    return position, Ecart(phrase, cases=position.cases())


# --- partie_2machines(w1, w2, p1, p2) ------------------------------------------------------------

_DELAI = {"delai": 4.0}
_VRAIE = {**_DELAI, "relancable": False}


def _deux_listes(colonnes: tuple[int, ...], w1: Poids, w2: Poids, p1: int, p2: int) -> Cas:
    return colonnes, ((w1, p1), (w2, p2)), (w1, w2, p1, p2)


def _parties_2machines(source: Source) -> Iterator[Cas]:
    for finale, reglages in zip(scenarios(source), _reglages(source), strict=False):
        yield _deux_listes(finale.historique, *reglages)


def _vraies_2machines(source: Source) -> Iterator[Cas]:
    tires = [poids_au_hasard(source.alea) for _ in range(source.nombre(2))]
    choisis = ((_AU_BORD, W2, 1, 1), (W2, W1, 1, 2), (W1, W_AUTRES, 2, 1), (W1, W1, 1, 1))
    for arguments in (*choisis, *((w1, w2, 1, 1) for w1, w2 in pairwise(tires))):
        yield _deux_listes((), *arguments)


def _neuve(essai: Essai, appelant: Appelant) -> Epreuve:
    """Une vraie partie ; après l'une d'elles, une autre ne doit rien changer à la grille renvoyée."""
    epreuve = essai.une_fois(appelant)
    if not epreuve.reussie or essai.arguments[0] is not _AU_BORD:
        return epreuve
    premiere = epreuve.appel.valeur
    avant = [list(colonne) for colonne in premiere]
    seconde = appelant(essai.arguments, delai=essai.delai).valeur
    if seconde is not premiere and [list(colonne) for colonne in premiere] == avant:
        return epreuve
    phrase = "Deux parties de suite renvoient une seule et même grille : chacune doit avoir la sienne."
    return replace(epreuve, ecart=Ecart(phrase, "une grille neuve à chaque partie"))


def _toutes(test: Callable[[Any], bool]) -> Explication:
    return lambda epreuves: all(test(e.appel.valeur) for e in fautes(epreuves))


def _est_couple(valeur: Any, premier: type, second: type) -> bool:
    return isinstance(valeur, tuple) and [type(v) for v in valeur] == [premier, second]


PARTIE_2MACHINES = (
    Fonction(
        "partie_2machines(w1, w2, p1, p2)",
        donner=lambda colonnes, reglages, arguments: arguments,
        attendu=lambda *_: "une grille de fin de partie",
        juger=lambda appel, colonnes, reglages, _: _ecart_reel(appel.valeur, reglages)[1],
        appel=lambda colonnes, reglages, arguments: f"partie_2machines({ecrire(*arguments)})",
    )
    .critere(
        "à chacun son tour, ses poids, sa profondeur",
        2,
        _parties_2machines,
        options={**_DELAI, "sans_retour": True, "faire": _souffler(_demandes)},
    )
    .critere(
        "la grille de fin de partie",
        2,
        _parties_2machines,
        options={
            **_DELAI,
            "faire": _souffler(lambda souffleur, essai, appel: _ecart_finale(appel.valeur, souffleur)),
        },
    )
    .critere("de vraies parties", 1, _vraies_2machines, options={**_VRAIE, "faire": _neuve})
    .question(
        (
            "Où regarder : la partie au hasard du TP 1. Seule change la façon de choisir le coup.",
            "À quoi penser : minmax renvoie un couple, dont un seul élément est le coup, et ne le joue pas. "
            "De quoi dépendent les poids et la profondeur qu'on lui donne ?",
            "Pour commencer : une grille vide, le numéro de celui qui joue, et une boucle qui dure tant que "
            "personne n'a gagné et qu'il reste un coup. Faites-y d'abord jouer la même machine des deux "
            "côtés ; séparez-les ensuite.",
        ),
        (
            Erreur(
                "On attend la grille seule, sans le gagnant.", _toutes(lambda v: _est_couple(v, int, list))
            ),
            Erreur(
                "On attend la grille de fin de partie, pas le gagnant.", _toutes(lambda v: isinstance(v, int))
            ),
        ),
        aides("minmax"),
    )
)


# --- joue_partie(W, p1, p2, affiche) -------------------------------------------------------------


def _une_liste(colonnes: tuple[int, ...], W: Poids, p1: int, p2: int, affiche: bool) -> Cas:
    return colonnes, ((W, p1), (W, p2)), (W, p1, p2, affiche)


def _parties(affiche: bool) -> Callable[[Source], Iterator[Cas]]:
    def cas(source: Source) -> Iterator[Cas]:
        for finale, (poids, _, p1, p2) in zip(scenarios(source), _reglages(source), strict=False):
            yield _une_liste(finale.historique, poids, p1, p2, affiche)

    return cas


def _affichages(source: Source) -> Iterator[Cas]:
    for affiche in (True, False):
        *parties, tiree = _parties(affiche)(source)
        yield from (*parties[:3], tiree)


def _vraies_parties(source: Source) -> Iterator[Cas]:
    tires = [(poids_au_hasard(source.alea), 1, 1) for _ in range(source.nombre(1))]
    for poids, p1, p2 in ((W1, 1, 1), (W1, 1, 2), (W2, 2, 1), *tires):
        yield _une_liste((), poids, p1, p2, False)


def _couple_reel(appel: Appel, colonnes: tuple[int, ...], reglages: Reglages, _: Any) -> Ecart | None:
    gagnant, cases = couple(appel.valeur)
    position, ecart = _ecart_reel(cases, reglages)
    return ecart or (_ecart_gagnant(gagnant, position) if position else None)


def _couple_souffle(souffleur: Souffleur, essai: Essai, appel: Appel) -> Ecart | None:
    gagnant, cases = couple(appel.valeur)
    return _ecart_finale(cases, souffleur) or _ecart_gagnant(gagnant, souffleur.finale)


def _perdant(epreuves: list[Epreuve]) -> bool:
    """Chaque fois que quelqu'un a gagné, est-ce l'autre que l'on annonce ?"""
    couples = [e.appel.valeur for e in epreuves]
    if not all(_est_couple(valeur, int, list) for valeur in couples):
        return False
    issues = [(annonce, COLONNES.position(cases).gagnant) for annonce, cases in couples]
    gagnees = [(annonce, gagnant) for annonce, gagnant in issues if gagnant]
    return bool(gagnees) and all(annonce == 3 - gagnant for annonce, gagnant in gagnees)


def _affichage(appel: Appel, affiche: bool) -> Ecart | None:
    """Rien d'affiché, ou la grille finale : on la lit dans le texte."""
    montre = appel.sortie.strip()
    if not affiche:
        if not appel.sortie:
            return None
        return Ecart("Avec affiche = False, rien ne doit être affiché.", "rien", montrer(appel.sortie, 60))
    finale = pos.position_finale(couple(appel.valeur)[1])[0]
    if finale is None or derniere_grille(montre, finale.cases()):
        return None  # une grille qui n'est pas celle d'une fin de partie : un autre critère le dit
    vu = montrer(montre, 60) if montre else "rien"
    phrase = "Avec affiche = True, la grille de fin de partie doit être affichée."
    return Ecart(phrase, "la grille finale", vu, cases=finale.cases())


_AFFICHE_CACHEE = (
    "Dans joue_partie, affiche est le paramètre (True ou False) : il cache la fonction du même nom. Pour "
    "montrer la grille, appelez la fonction sous son autre nom : display(G)."
)


def _sans_cacher(examen: Examen) -> dict[str, Any]:
    """Une partie soufflée, où l'on reconnaît l'appel d'un booléen."""
    souffler = _souffler(examen)

    def faire(essai: Essai, appelant: Appelant) -> Epreuve:
        epreuve = souffler(essai, appelant)
        courte = len(essai.cas[0]) < 15  # une partie suffit, et coûte moins
        if epreuve.reussie and courte and essai.arguments[-1] and not _jouee_pareil(essai, appelant):
            phrase = (
                "Avec affiche = True, la partie n'est plus jouée de la même façon : seul l'affichage change."
            )
            return replace(epreuve, ecart=Ecart(phrase, "une seule partie, aux mêmes profondeurs"))
        if isinstance(epreuve.appel.exception, TypeError) and "'bool' object" in str(epreuve.appel.exception):
            return replace(epreuve, ecart=Ecart(_AFFICHE_CACHEE))
        return epreuve

    return {**_DELAI, "faire": faire}


def _jouee_pareil(essai: Essai, appelant: Appelant) -> bool:
    """Minmax est-elle interrogée de même, que l'on affiche la grille ou non ?"""
    if not _se_sert_de_minmax(appelant):
        return True
    demandes = []
    for affiche in (True, False):
        souffleur = Souffleur(essai.cas[0])
        appelant((*essai.arguments[:-1], affiche), remplacements={"minmax": souffleur.minmax})
        demandes.append([(d.nb_pions, d.joueur, d.poids, d.profondeur) for d in souffleur.demandes])
    return demandes[0] == demandes[1]


def _partie_2machines(w1: Poids, w2: Poids, p1: int, p2: int) -> list[list[int]]:
    return vers_colonnes(jouer_pour_de_bon(((w1, p1), (w2, p2))))


JOUE_PARTIE = (
    Fonction(
        "joue_partie(W, p1, p2, affiche)",
        donner=lambda colonnes, reglages, arguments: arguments,
        attendu=lambda *_: "un couple (gagnant, grille)",
        juger=_couple_reel,
        appel=lambda colonnes, reglages, arguments: f"joue_partie({ecrire(*arguments)})",
    )
    .critere(
        "à chacun son tour et sa profondeur",
        2,
        _parties(False),
        options={**_sans_cacher(_demandes), "sans_retour": True},
    )
    .critere("le gagnant et la grille", 2, _parties(False), options=_sans_cacher(_couple_souffle))
    .critere(
        "l'affichage, seulement si on le demande",
        1,
        _affichages,
        juger=lambda appel, colonnes, reglages, arguments: _affichage(appel, arguments[-1]),
        options=_sans_cacher(lambda souffleur, essai, appel: _affichage(appel, essai.arguments[-1])),
    )
    .critere("de vraies parties", 1, _vraies_parties, options=_VRAIE)
    .question(
        (
            "Où regarder : partie_2machines, que vous avez écrite, et les fonctions du TP 1.",
            "À quoi penser : que donner à partie_2machines quand les deux machines ont les mêmes poids ? Et "
            "qui sait dire le gagnant d'une grille ?",
            "Pour commencer : obtenez la grille finale. L'affichage dépend du paramètre affiche, un "
            "booléen : sous quel autre nom peut-on appeler la fonction qu'il cache ?",
        ),
        (
            Erreur(
                "Le résultat est à l'envers : (gagnant, grille), le gagnant d'abord.",
                _toutes(lambda v: _est_couple(v, list, int)),
            ),
            Erreur(
                "Vous ne renvoyez que la grille : on attend (gagnant, grille).",
                _toutes(lambda v: isinstance(v, list)),
            ),
            Erreur(
                "Vous ne renvoyez que le gagnant : on attend (gagnant, grille).",
                _toutes(lambda v: isinstance(v, int)),
            ),
            Erreur(
                "Vous annoncez un booléen : on attend le numéro du gagnant, 0, 1 ou 2.",
                _toutes(lambda v: _est_couple(v, bool, list)),
            ),
            Erreur("Vous annoncez le perdant : après le dernier coup, c'est à lui de jouer.", _perdant),
            Erreur(
                "Vous annoncez toujours 0 : c'est dans la grille finale, une fois la partie jouée, que l'on "
                "cherche le gagnant.",
                lambda epreuves: all(
                    _est_couple(e.appel.valeur, int, list) and not e.appel.valeur[0] for e in epreuves
                ),
            ),
        ),
        {**aides("minmax"), "partie_2machines": _partie_2machines},
    )
)


# --- mesure_force(W, p1, p2, k) : les fréquences des issues de k parties -------------------------

# Avec ces poids, toutes les parties à profondeurs 1 et 2 ont la même issue : 1, puis 2.
CERTITUDES: tuple[Poids, ...] = (W1, [0, 1, 4, 12, inf])
_ISSUES = ((1, 2), (1, 1, 2, 0), (2, 2, 2, 1, 0), (0, 0, 1), (1,), (2,), (0,), (1,) * 6 + (2,) * 3 + (0,))


@dataclass
class PartiesFixees:
    """Des parties aux gagnants fixés, sous les trois noms qui servent à en jouer une."""

    gagnants: Sequence[int]
    jouees: int = 0
    reglages: list[tuple[Any, ...]] = field(default_factory=list)  # les (W, W', p1, p2) demandés
    affichees: bool = False
    souffleur: Souffleur | None = None
    detournee: bool = False  # minmax s'appelle elle-même sous un autre nom : le souffleur n'a rien à dire

    def _suivante(self) -> Position:
        tour, place = divmod(self.jouees, len(self.gagnants))
        gagnant = self.gagnants[place]
        gagnant = 3 - gagnant if gagnant and tour % 2 else gagnant  # de trop, ce ne sont plus les mêmes
        self.jouees += 1
        return next(p for p, _ in pos.gagnees() if p.gagnant == gagnant) if gagnant else pos.nulles()[0]

    def joue_partie(self, W: Any, p1: Any, p2: Any, affiche: Any = False) -> tuple[int, list[list[int]]]:
        """Une partie déjà jouée, gagnant et grille."""
        self.reglages.append((W, W, p1, p2))
        self.affichees = self.affichees or bool(affiche)
        finale = self._suivante()
        return finale.gagnant, vers_colonnes(finale)

    def partie_2machines(self, w1: Any, w2: Any, p1: Any, p2: Any) -> list[list[int]]:
        """Une partie déjà jouée, la grille seule."""
        self.reglages.append((w1, w2, p1, p2))
        return vers_colonnes(self._suivante())

    def minmax(self, G: Any, j: Any, W: Any, p: Any) -> tuple[float, Case | None]:
        """Une partie soufflée coup par coup ; une grille vide en commence une autre."""
        vide = not any(valeur for colonne in G for valeur in colonne)
        self.detournee = self.detournee or (not vide and self.souffleur is None)
        if self.souffleur is None or (vide and self.souffleur.demandes[-1].nb_pions):
            self.souffleur = Souffleur(self._suivante().historique)
        return self.souffleur.minmax(G, j, W, p)

    def ecart(self, W: Poids, p1: int, p2: int, k: int) -> Ecart | None:
        """Ce qui n'est pas demandé comme il faut : le nombre de parties, leurs réglages, l'affichage."""
        if self.jouees != k:
            attendu = montrer(attendues(self.gagnants))
            return Ecart(f"Vous jouez {quantite(self.jouees, 'partie')} au lieu de {k}.", attendu)
        for w1, w2, q1, q2 in self.reglages:
            if (q1, q2) == (p2, p1) != (p1, p2):
                ailleurs = any(reglage[2:] == (p1, p2) for reglage in self.reglages)
                phrase = "Les profondeurs p1 et p2 sont échangées" + (
                    " dans certaines parties : le joueur 1, qui commence, cherche toujours à p1."
                    if ailleurs
                    else "."
                )
                return Ecart(phrase, f"p1 = {p1}, p2 = {p2}", f"{q1} et {q2}")
            if (w1, w2, q1, q2) != (W, W, p1, p2):
                phrase = "Les parties ne sont pas jouées avec W, p1 et p2."
                return Ecart(phrase, ecrire(W, p1, p2), ecrire(w1, q1, q2))
        if self.affichees:
            phrase = f"Les grilles des {k} parties seraient affichées : on ne veut ici que les fréquences."
            return Ecart(phrase)
        return None


_AUCUNE_PARTIE = (
    "Ces fréquences ne sont pas celles de k parties : ni joue_partie, ni partie_2machines, ni minmax n'est "
    "appelée pour les jouer."
)


def _compter(essai: Essai, appelant: Appelant) -> Epreuve:
    """Fait l'appel avec les fausses parties, puis juge ce qui est renvoyé et ce qui a été demandé."""
    parties = PartiesFixees(essai.contexte["gagnants"])
    noms = {nom: getattr(parties, nom) for nom in ("joue_partie", "partie_2machines", "minmax")}
    appel = appelant(essai.arguments, delai=essai.delai, remplacements=noms)
    if not parties.jouees or parties.detournee:
        # Elle ne passe pas par les noms attendus : l'issue de ses vraies parties est certaine.
        issue = issue_certaine(tuple(essai.arguments[0]), 1, 2)
        assert issue is not None
        vraie = replace(essai, juge=juge_frequences([issue])).une_fois(appelant)
        if not parties.jouees and vraie.ecart and vraie.ecart.cause == "valeur":
            return replace(vraie, ecart=replace(vraie.ecart, phrase=_AUCUNE_PARTIE))
        return vraie
    ecart = juger(essai, appel)
    if not ecart or ecart.cause == "valeur":
        ecart = parties.ecart(*essai.arguments) or ecart
    return Epreuve(essai, appel, ecart)


def _en_nombre(essai: Essai, appelant: Appelant) -> Epreuve:
    """Plus de mille parties, servies entières ; à qui les joue coup par coup, ce serait trop long."""
    assert isinstance(appelant, Appeleur)
    if noms_utilises(appelant.fonction) & {"joue_partie", "partie_2machines"}:
        return _compter(essai, appelant)
    return _compter(_essai_force(W1, (1,), contexte={"gagnants": (1,)}), appelant)


def _essai_force(
    poids: Poids,
    gagnants: Sequence[int],
    precision: str = "",
    profondeurs: tuple[int, int] = (1, 2),
    **options: Any,
) -> Essai:
    k = len(gagnants)
    return Essai(
        f"mesure_force({ecrire(poids, *profondeurs, k)}){precision}",
        (poids, *profondeurs, k),
        juge_frequences(gagnants),
        attendu=montrer(attendues(gagnants)),
        **options,
    )


def _certains(source: Source) -> list[Poids]:
    """Des poids dont l'issue est certaine, connus ou tirés : chacun des joueurs en gagne."""
    tires = [
        next(poids for poids in _poids_tires(source) if issue_certaine(tuple(poids), 1, 2) == gagnant)
        for gagnant in (1, 2) * source.ampleur
    ]
    return [*CERTITUDES, *tires]


def _poids_tires(source: Source) -> Iterator[Poids]:
    while True:
        yield poids_au_hasard(source.alea)


def _comptes(source: Source) -> Iterator[Essai]:
    alea, certains = source.alea, cycle(_certains(source))
    hasard = [tuple(alea.choices((1, 2, 0), k=alea.randint(2, 12))) for _ in range(source.nombre(6))]
    for poids, gagnants in zip(certains, (*_ISSUES, *hasard), strict=False):
        precision = f"   (gagnants successifs : {ecrire(*gagnants)})"
        fixes = {"gagnants": gagnants}
        yield _essai_force(poids, gagnants, precision, contexte=fixes, faire=_compter, delai=20)
    nombreux = tuple(alea.choices((1, 2, 0), k=alea.randint(1100, 1300)))
    loin = alea.choice(((5, 4), (6, 5), (4, 6)))  # servies entières, ces parties ne coûtent rien
    yield _essai_force(W1, nombreux, profondeurs=loin, contexte={"gagnants": nombreux}, faire=_en_nombre)


def _vraies_forces(source: Source) -> Iterator[Essai]:
    for poids in _certains(source):
        gagnant = issue_certaine(tuple(poids), 1, 2)
        assert gagnant is not None
        k = source.alea.choice((1, 2))
        yield _essai_force(poids, [gagnant] * k, delai=10, relancable=False)


def _joue_partie(W: Poids, p1: int, p2: int, affiche: bool) -> tuple[int, list[list[int]]]:
    finale = jouer_pour_de_bon(((W, p1), (W, p2)))
    return finale.gagnant, vers_colonnes(finale)


MESURE_FORCE = Question(
    "mesure_force",
    "mesure_force(W, p1, p2, k)",
    (
        Critere("les fréquences de chaque issue, dans l'ordre", 3, _comptes),
        Critere("de vraies parties", 1, _vraies_forces),
    ),
    (
        "Où regarder : probabilite_hasard, au TP 1. Le comptage est le même, les parties sont autres.",
        "À quoi penser : partie_2machines renvoie une grille ; il vous faut son gagnant, qui peut valoir "
        "trois choses.",
        "Pour commencer : un compteur par issue, et une boucle de k parties. Quand elle est finie, qu'est-ce "
        "qui fait d'un nombre de parties une fréquence ?",
    ),
    erreurs_frequences(),
    {**aides("minmax"), "joue_partie": _joue_partie, "partie_2machines": _partie_2machines},
)
