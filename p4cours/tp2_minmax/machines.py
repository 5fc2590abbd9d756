"""Tenir la place de minmax : souffler des coups écrits d'avance, et noter ce qu'on a demandé.
Des parties où minmax est remplacée par un souffleur : leurs essais et leurs jugements.
partie_2machines et joue_partie : deux machines l'une contre l'autre.
mesure_force(W, p1, p2, k) : les fréquences des issues de k parties.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from math import inf
from typing import Any

from p4core.appels import Appel
from p4core.codages import vers_colonnes
from p4core.ia.joueurs import joueur_minmax
from p4core.ia.recherche import minmax
from p4core.jeu import Case, Position, partie
from p4cours.tp2_minmax.commun import W1, W2, Poids, aides, ecrire, position_de
from p4cours.verification import positions as pos
from p4cours.verification.diagnostics import fautes
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
from p4cours.verification.hasard import attendues, erreurs_frequences
from p4cours.verification.lecture import Malforme, couple, entier, frequences, grille, meme, montrer, quantite

# --- Tenir la place de minmax : souffler des coups écrits d'avance, et noter ce qu'on a demandé ----------


DEMANDES_MAX = 150  # une partie a 42 coups : au-delà, elle ne finira pas
Reglages = tuple[tuple[Poids, int], tuple[Poids, int]]  # (poids, profondeur) de chaque joueur


class PartieSansFin(Exception):
    """On demande encore des coups bien après la fin."""


@dataclass(frozen=True)
class Demande:
    """Un appel de minmax(G, j, W, p)."""

    cases: list[list[int]]
    joueur: Any
    poids: Any
    profondeur: Any

    @property
    def nb_pions(self) -> int:
        """Le nombre de pions de la grille donnée."""
        return sum(1 for colonne in self.cases for valeur in colonne if valeur)


def lire_demande(G: Any, j: Any, W: Any, p: Any) -> Demande:
    """La demande, si G a bien la forme d'une grille."""
    try:
        cases = grille(G, "le premier argument donné à minmax")
    except Malforme as defaut:
        raise TypeError(str(defaut)) from None
    return Demande(cases, j, list(W) if isinstance(W, tuple | list) else W, p)


def coup_de_secours(cases: list[list[int]]) -> Case | None:
    """Un coup légal dans une grille imprévue ; aucun si elle est gagnée ou pleine."""
    position = position_de(cases)
    return next(((x, position.niveau(x)) for x in position.coups()), None)


@dataclass
class Souffleur:
    """Joue la partie écrite d'avance, quelle que soit la façon dont on l'interroge."""

    colonnes: Sequence[int]
    demandes: list[Demande] = field(default_factory=list)
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

    def prevue(self, demande: Demande) -> bool:
        """La grille donnée est-elle celle de la partie écrite ?"""
        n = demande.nb_pions
        return n < len(self.positions) and demande.cases == self.positions[n].cases()

    def ecart(self, reglages: Reglages) -> Ecart | None:
        """La première demande qui n'est pas celle qu'il fallait faire."""
        avant: Demande | None = None
        for demande in self.demandes:
            defaut = self._defaut(demande, avant, reglages)
            if defaut:
                return defaut
            avant = demande
        if len(self.demandes) > DEMANDES_MAX:
            return Ecart(_JAMAIS_POSE, cases=self.demandes[-1].cases)
        return None

    def _defaut(self, demande: Demande, avant: Demande | None, reglages: Reglages) -> Ecart | None:
        if avant and demande.cases == avant.cases and demande.joueur != avant.joueur:
            return Ecart(_JAMAIS_POSE, cases=demande.cases)
        if not self.prevue(demande):
            return self._grille_imprevue(demande)
        n = demande.nb_pions
        return None if n == len(self.colonnes) else ecart_arguments(demande, 1 + n % 2, reglages)

    def _grille_imprevue(self, demande: Demande) -> Ecart:
        voulue = self.positions[min(demande.nb_pions, len(self.colonnes))].cases()
        fautives = [(x, y) for x in range(7) for y in range(6) if voulue[x][y] != demande.cases[x][y]]
        phrase = (
            "La grille donnée à minmax n'est pas celle de la partie : chaque coup doit être posé là où "
            "minmax l'a dit, "
            "avec le numéro du joueur qui l'a joué."
        )
        if demande.nb_pions > len(self.colonnes):
            phrase = "La partie continue après une victoire : elle doit s'arrêter au premier alignement."
        return Ecart(phrase, fautives=fautives, cases=demande.cases)


_JAMAIS_POSE = (
    "Le coup choisi par minmax n'est pas posé dans la grille : elle ne change pas d'un tour à l'autre."
)


def ecart_arguments(demande: Demande, joueur: int, reglages: Reglages) -> Ecart | None:
    """Les arguments j, W et p sont-ils ceux du joueur dont c'est le tour ?"""
    tour = f"Au coup n° {demande.nb_pions + 1}, "
    (poids, profondeur), (autres_poids, autre_profondeur) = reglages[joueur - 1], reglages[2 - joueur]
    if demande.joueur != joueur:
        debut = (
            "c'est le joueur 1 qui commence"
            if demande.nb_pions == 0
            else f"c'est au joueur {joueur} de jouer"
        )
        return Ecart(
            f"{tour}{debut}.",
            f"minmax(G, {joueur}, …)",
            f"minmax(G, {montrer(demande.joueur)}, …)",
            cases=demande.cases,
        )
    if demande.poids != list(poids):
        de_qui = "ceux de l'autre joueur" if demande.poids == list(autres_poids) else "d'autres"
        return Ecart(
            f"{tour}le joueur {joueur} doit chercher avec ses propres poids, pas {de_qui}.",
            montrer(poids),
            montrer(demande.poids),
        )
    if demande.profondeur != profondeur:
        de_qui = "celle de l'autre joueur" if demande.profondeur == autre_profondeur else "une autre"
        return Ecart(
            f"{tour}le joueur {joueur} doit chercher à sa propre profondeur, pas à {de_qui}.",
            f"p = {profondeur}",
            f"p = {montrer(demande.profondeur)}",
        )
    return None


def jouable_par(finale: Position, reglages: Reglages) -> bool:
    """Cette fin de partie peut-elle venir de deux joueurs qui choisissent un de leurs meilleurs coups ?"""
    vues: set[Position] = set()
    pile = [Position()]
    while pile:
        position = pile.pop()
        if position.pions == finale.pions:
            return True
        if position in vues or position.finie:
            continue
        vues.add(position)
        suites = (position.jouer(x) for x in minmax(position, *reglages[position.trait - 1])[1])
        pile += [s for s in suites if not any(a & ~b for a, b in zip(s.pions, finale.pions, strict=True))]
    return False


# --- Des parties où minmax est remplacée par un souffleur : leurs essais et leurs jugements --------------


# Gagnée par le dernier pion possible : la grille est pleine ET quelqu'un a gagné.
VICTOIRE_AU_42E_COUP = "371674536743224664352465711623117147355522"
W_AUTRES: Poids = [0, 2, 7, 30, inf]
REGLAGES: tuple[tuple[Poids, Poids, int, int], ...] = ((W1, W2, 1, 2), (W2, W1, 2, 1), (W_AUTRES, W1, 1, 2))


@dataclass(frozen=True)
class Partie(Essai):
    """Une partie écrite d'avance, que l'on souffle à la fonction de l'élève."""

    reglages: Reglages = ((W1, 1), (W1, 1))
    colonnes: tuple[int, ...] = ()
    # Ce qu'on regarde : les demandes faites à minmax, le résultat, l'affichage…
    examen: Callable[[Partie, Souffleur, Appel], Ecart | None] = lambda essai, souffleur, appel: None
    reel: Callable[[Partie, Appel], Ecart | None] = lambda essai, appel: None  # minmax n'a pas été appelée

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Fait jouer la partie écrite, puis juge."""
        souffleur = Souffleur(self.colonnes)
        appel = appelant(self.arguments, delai=self.delai, remplacements={"minmax": souffleur.minmax})
        if souffleur.demandes and not souffleur.demandes[0].nb_pions:
            return Epreuve(self, appel, self._ecart(souffleur, appel))
        # minmax sert sous un autre nom (ou pas du tout) : on juge une vraie partie.
        appel = appelant(self.arguments, delai=self.delai)
        return Epreuve(self, appel, juger(replace(self, juge=lambda appel: self.reel(self, appel)), appel))

    def _ecart(self, souffleur: Souffleur, appel: Appel) -> Ecart | None:
        demandes = souffleur.ecart(self.reglages)
        if isinstance(appel.exception, PartieSansFin) or (demandes and (appel.exception or appel.expire)):
            return demandes or Ecart("La partie ne se termine pas : minmax est appelée bien après la fin.")
        if (
            isinstance(appel.exception, TypeError)
            and souffleur.demandes[-1].cases == souffleur.finale.cases()
        ):
            return Ecart(_APRES_LA_FIN, "l'arrêt de la partie", cases=souffleur.finale.cases())
        return juger(replace(self, juge=lambda appel: self.examen(self, souffleur, appel)), appel)


_APRES_LA_FIN = "La partie est finie, mais vous demandez encore un coup à minmax, qui n'en a plus (None)."


def scenarios(source: Source) -> Iterator[Position]:
    """Des parties gagnées par chacun, nulle, ou gagnée au tout dernier coup."""
    gagnees = [p for p, _ in pos.gagnees()]
    for gagnant in (1, 2):
        yield min((p for p in gagnees if p.gagnant == gagnant), key=lambda p: p.nb_coups)
    yield pos.nulles()[0]
    yield Position.depuis_coups(VICTOIRE_AU_42E_COUP)
    yield from source.alea.sample(gagnees, source.nombre(5))


def parties(
    fabrique: Callable[[int], Partie], examen: Callable[[Partie, Souffleur, Appel], Ecart | None]
) -> Callable[[Source], Iterator[Essai]]:
    """Les essais faits d'un scénario et de réglages : `fabrique(rang)` donne l'appel."""

    def essais(source: Source) -> Iterator[Essai]:
        for rang, finale in enumerate(scenarios(source)):
            yield replace(fabrique(rang), colonnes=finale.historique, examen=examen)

    return essais


def ecart_demandes(essai: Partie, souffleur: Souffleur, appel: Appel) -> Ecart | None:
    """A-t-on interrogé minmax pour le bon joueur, avec ses poids et sa profondeur ?"""
    return souffleur.ecart(essai.reglages)


def ecart_finale(cases: list[list[int]], souffleur: Souffleur) -> Ecart | None:
    """La grille renvoyée est-elle celle de la fin de la partie écrite ?"""
    obtenus, voulus = sum(1 for colonne in cases for v in colonne if v), souffleur.finale.nb_coups
    if cases == souffleur.finale.cases():
        return None
    return Ecart(
        _phrase_finale(cases, souffleur, obtenus, voulus), f"{voulus} pions", f"{obtenus} pions", cases=cases
    )


def _phrase_finale(cases: list[list[int]], souffleur: Souffleur, obtenus: int, voulus: int) -> str:
    if obtenus == 0:
        return "La grille renvoyée est vide : les coups y sont-ils posés ?"
    if obtenus > voulus:
        return "La partie a continué après une victoire : elle doit s'arrêter au premier alignement."
    if not any(cases == position.cases() for position in souffleur.positions):
        return "La grille renvoyée n'est pas celle de la fin de la partie."
    if obtenus == voulus - 1:
        return "Il manque le dernier coup : la partie s'arrête juste avant de le poser."
    return "La partie s'arrête trop tôt : personne n'a gagné et il reste des cases libres."


def ecart_partie_reelle(valeur: Any, reglages: Reglages) -> Ecart | None:
    """Dans une partie jouée pour de bon, chaque coup était-il l'un des meilleurs ?"""
    position, ecart = pos.position_finale(valeur)
    if ecart or position is None or jouable_par(position, reglages):
        return ecart
    phrase = (
        "Cette grille ne vient pas d'une partie où chacun joue un coup donné par minmax, avec ses poids "
        "et sa profondeur."
    )
    return Ecart(phrase, cases=position.cases())


def jouer_pour_de_bon(reglages: Reglages) -> Position:
    """La fin d'une vraie partie entre deux min-max."""
    alea = random.Random(random.random())
    premier, second = (joueur_minmax(profondeur, poids, alea) for poids, profondeur in reglages)
    return partie(premier, second)


def ecart_gagnant(gagnant: Any, position: Position) -> Ecart | None:
    """Le gagnant annoncé est-il le bon ?"""
    if not isinstance(gagnant, bool) and entier(gagnant, "le gagnant") == position.gagnant:
        return None
    nulle = "" if position.gagnant else " : la partie est nulle, on attend 0"
    phrase = f"Le gagnant annoncé n'est pas celui de la grille{nulle}."
    return Ecart(phrase, str(position.gagnant), montrer(gagnant), position.alignement, position.cases())


# --- partie_2machines et joue_partie : deux machines l'une contre l'autre --------------------------------


DELAI = 4.0


def _deux_machines(rang: int) -> Partie:
    w1, w2, p1, p2 = REGLAGES[rang % 3]
    return Partie(
        f"partie_2machines({ecrire(w1, w2, p1, p2)})",
        (w1, w2, p1, p2),
        lambda appel: None,
        delai=DELAI,
        reglages=((w1, p1), (w2, p2)),
        attendu="une grille de fin de partie",
        reel=lambda essai, appel: ecart_partie_reelle(appel.valeur, essai.reglages),
    )


def _examine_grille(essai: Partie, souffleur: Souffleur, appel: Appel) -> Ecart | None:
    return ecart_finale(grille(appel.valeur), souffleur)


def _vraies_grilles(source: Source) -> Iterator[Essai]:
    for arguments in ((W1, W2, 1, 1), (W2, W1, 1, 2), (W1, W_AUTRES, 2, 1), (W1, W1, 1, 1)):
        w1, w2, p1, p2 = arguments
        yield Essai(
            f"partie_2machines({ecrire(*arguments)})",
            arguments,
            _juge_reel(((w1, p1), (w2, p2))),
            attendu="une grille de fin de partie",
            delai=DELAI,
            relancable=False,
        )


def _juge_reel(reglages: Reglages) -> Callable[[Appel], Ecart | None]:
    return lambda appel: ecart_partie_reelle(appel.valeur, reglages)


@dataclass(frozen=True)
class PartieAffichee(Partie):
    """Une partie de joue_partie, dont le dernier paramètre cache la fonction affiche."""

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Reconnaît l'appel d'un booléen."""
        epreuve = super().derouler(appelant)
        if isinstance(epreuve.appel.exception, TypeError) and "'bool' object" in str(epreuve.appel.exception):
            return replace(epreuve, ecart=Ecart(_AFFICHE_CACHEE))
        return epreuve


_AFFICHE_CACHEE = (
    "Dans joue_partie, affiche est le paramètre (True ou False) : il cache la fonction du même nom. Pour "
    "montrer la "
    "grille, appelez la fonction sous son autre nom : display(G)."
)


def _une_liste(affiche: bool) -> Callable[[int], Partie]:
    def fabrique(rang: int) -> Partie:
        poids, _, p1, p2 = REGLAGES[rang % 3]
        return PartieAffichee(
            f"joue_partie({ecrire(poids, p1, p2, affiche)})",
            (poids, p1, p2, affiche),
            lambda appel: None,
            delai=DELAI,
            reglages=((poids, p1), (poids, p2)),
            attendu="un couple (gagnant, grille)",
            contexte={"affiche": affiche},
            reel=lambda essai, appel: _ecart_couple_reel(appel.valeur, essai.reglages),
        )

    return fabrique


def _ecart_couple_reel(valeur: Any, reglages: Reglages) -> Ecart | None:
    gagnant, cases = couple(valeur)
    ecart = ecart_partie_reelle(cases, reglages)
    position = pos.position_finale(cases)[0]
    return ecart or (ecart_gagnant(gagnant, position) if position else None)


def _examine_couple(essai: Partie, souffleur: Souffleur, appel: Appel) -> Ecart | None:
    gagnant, cases = couple(appel.valeur)
    ecart = ecart_finale(grille(cases), souffleur)
    return ecart or ecart_gagnant(gagnant, souffleur.finale)


def _affichage(essai: Partie, appel: Appel) -> Ecart | None:
    montre, voulu = bool(appel.sortie.strip()), essai.contexte["affiche"]
    if montre == voulu:
        return None
    if voulu:
        return Ecart(
            "Avec affiche = True, la grille de fin de partie doit être affichée.", "la grille finale", "rien"
        )
    return Ecart(
        "Avec affiche = False, rien ne doit être affiché.", "rien", montrer(appel.sortie.strip(), 60)
    )


def _affichages(source: Source) -> Iterator[Essai]:
    for affiche in (True, False):
        essais = parties(_une_liste(affiche), lambda essai, _, appel: _affichage(essai, appel))
        for essai in islice(essais(source), 3):
            yield replace(essai, reel=_affichage)  # type: ignore[call-arg]


def _vrais_couples(source: Source) -> Iterator[Essai]:
    for poids, p1, p2 in ((W1, 1, 1), (W1, 1, 2), (W2, 2, 1)):
        yield _vrai_couple(poids, p1, p2)


def _vrai_couple(poids: Poids, p1: int, p2: int) -> Essai:
    return Essai(
        f"joue_partie({ecrire(poids, p1, p2, False)})",
        (poids, p1, p2, False),
        lambda appel: _ecart_couple_reel(appel.valeur, ((poids, p1), (poids, p2))),
        attendu="un couple (gagnant, grille)",
        delai=DELAI,
        relancable=False,
    )


def _toutes(test: Callable[[Any], bool]) -> Callable[[list[Epreuve]], bool]:
    return lambda epreuves: all(test(e.appel.valeur) for e in fautes(epreuves))


def _est_couple(valeur: Any, premier: type, second: type) -> bool:
    return isinstance(valeur, tuple) and [type(v) for v in valeur] == [premier, second]


PARTIE_2MACHINES = Question(
    "partie_2machines",
    "partie_2machines(w1, w2, p1, p2)",
    (
        Critere(
            "à chacun son tour, ses poids, sa profondeur",
            2,
            parties(_deux_machines, ecart_demandes),
        ),
        Critere("la grille de fin de partie", 2, parties(_deux_machines, _examine_grille)),
        Critere("de vraies parties", 1, _vraies_grilles),
    ),
    (
        "C'est la partie au hasard du TP 1, où le coup vient de minmax au lieu de choice.",
        "Le joueur 1 cherche avec w1 et p1, le joueur 2 avec w2 et p2. minmax renvoie un couple : le "
        "coup est le second "
        "élément.",
        "Tant que fini(G) == 0 et que coups(G) n'est pas vide : selon j, demandez le coup à minmax(G, 1, "
        "w1, p1) ou "
        "minmax(G, 2, w2, p2) ; posez-le ; j = 3 - j. Renvoyez G.",
    ),
    (
        Erreur("On attend la grille seule, sans le gagnant.", _toutes(lambda v: _est_couple(v, int, list))),
        Erreur(
            "On attend la grille de fin de partie, pas le gagnant.", _toutes(lambda v: isinstance(v, int))
        ),
    ),
    aides("minmax"),
)

JOUE_PARTIE = Question(
    "joue_partie",
    "joue_partie(W, p1, p2, affiche)",
    (
        Critere(
            "à chacun son tour et sa profondeur",
            2,
            parties(_une_liste(False), ecart_demandes),
        ),
        Critere("le gagnant et la grille", 2, parties(_une_liste(False), _examine_couple)),
        Critere("l'affichage, seulement si on le demande", 1, _affichages),
        Critere("de vraies parties", 1, _vrais_couples),
    ),
    (
        "Vous savez déjà faire jouer deux machines : ici elles ont les mêmes poids W, et on veut aussi "
        "le gagnant.",
        "partie_2machines(W, W, p1, p2) donne la grille de fin de partie ; une fonction du TP 1 dit qui "
        "l'a gagnée.",
        "G = partie_2machines(W, W, p1, p2) ; si affiche est vrai, display(G) (le nom affiche est pris "
        "par le "
        "paramètre) ; puis on renvoie le couple (fini(G), G).",
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
    ),
    {
        **aides("minmax"),
        "partie_2machines": lambda w1, w2, p1, p2: vers_colonnes(jouer_pour_de_bon(((w1, p1), (w2, p2)))),
    },
)


# --- mesure_force(W, p1, p2, k) : les fréquences des issues de k parties ---------------------------------


# Avec ces poids, toutes les parties à profondeurs 1 et 2 ont la même issue, quels que soient les tirages.
CERTITUDES: tuple[tuple[Poids, int], ...] = ((W1, 1), ([0, 1, 4, 12, inf], 2))
_ISSUES = ((1, 2), (1, 1, 2, 0), (2, 2, 2, 1, 0), (0, 0, 1), (1,), (2,), (0,), (1,) * 6 + (2,) * 3 + (0,))


@dataclass
class Rencontre:
    """Des parties aux gagnants fixés, sous les trois noms qui servent à en jouer une."""

    gagnants: Sequence[int]
    parties: int = 0
    reglages: list[tuple[Any, ...]] = field(default_factory=list)  # (W, p1, p2) ou (W, W', p1, p2) demandés
    affichees: bool = False
    souffleur: Souffleur | None = None
    detournee: bool = False  # minmax s'appelle elle-même sous un autre nom : le souffleur n'a rien à dire

    def _suivante(self) -> Position:
        gagnant = self.gagnants[self.parties % len(self.gagnants)]
        self.parties += 1
        return _finale(gagnant)

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


def _finale(gagnant: int) -> Position:
    if gagnant == 0:
        return pos.nulles()[0]
    return next(p for p, _ in pos.gagnees() if p.gagnant == gagnant)


@dataclass(frozen=True)
class Mesure(Essai):
    """k parties dont les gagnants sont fixés d'avance."""

    certitude: int = 1  # l'issue des vraies parties, si la fonction ne passe pas par les noms attendus

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Fait l'appel avec les fausses parties, puis juge ce qui est renvoyé et ce qui a été demandé."""
        rencontre = Rencontre(self.contexte["gagnants"])
        noms = ("joue_partie", "partie_2machines", "minmax")
        remplacements = {nom: getattr(rencontre, nom) for nom in noms}
        appel = appelant(self.arguments, delai=self.delai, remplacements=remplacements)
        if not rencontre.parties or rencontre.detournee:
            appel = appelant(self.arguments, delai=self.delai)
            return Epreuve(self, appel, juger(replace(self, juge=_juge([self.certitude])), appel))
        ecart = juger(self, appel)
        if not ecart or ecart.cause == "valeur":
            ecart = self._demandes(rencontre) or ecart
        return Epreuve(self, appel, ecart)

    def _demandes(self, rencontre: Rencontre) -> Ecart | None:
        W, p1, p2, k = self.arguments
        if rencontre.parties != k:
            return Ecart(f"Vous jouez {quantite(rencontre.parties, 'partie')} au lieu de {k}.", self.attendu)
        for w1, w2, q1, q2 in rencontre.reglages:
            if (q1, q2) == (p2, p1) != (p1, p2):
                return Ecart(
                    "Les profondeurs p1 et p2 sont échangées.", f"p1 = {p1}, p2 = {p2}", f"{q1} et {q2}"
                )
            if (w1, w2, q1, q2) != (W, W, p1, p2):
                return Ecart(
                    "Les parties ne sont pas jouées avec W, p1 et p2.", ecrire(W, p1, p2), ecrire(w1, q1, q2)
                )
        if rencontre.affichees:
            return Ecart(
                f"Les grilles des {k} parties seraient affichées : on ne veut ici que les fréquences."
            )
        return None


def _juge(gagnants: Sequence[int]) -> Any:
    attendu = attendues(gagnants)

    def juge(appel: Appel) -> Ecart | None:
        if meme(frequences(appel.valeur), attendu):
            return None
        return Ecart("Les fréquences ne sont pas les bonnes.", montrer(attendu), montrer(appel.valeur))

    return juge


def _comptes(source: Source) -> Iterator[Essai]:
    alea = source.alea
    hasard = [tuple(alea.choices((1, 2, 0), k=alea.randint(2, 12))) for _ in range(source.nombre(6))]
    for rang, gagnants in enumerate((*_ISSUES, *hasard)):
        poids, certitude = CERTITUDES[rang % 2]
        texte = (
            f"mesure_force({ecrire(poids, 1, 2, len(gagnants))})   (gagnants successifs : "
            f"{ecrire(*gagnants)})"
        )
        yield Mesure(
            texte,
            (poids, 1, 2, len(gagnants)),
            _juge(gagnants),
            contexte={"gagnants": gagnants},
            attendu=montrer(attendues(gagnants)),
            certitude=certitude,
            delai=20,
        )


def _vraies_parties(source: Source) -> Iterator[Essai]:
    for poids, gagnant in CERTITUDES:
        for k in (1, 2):
            yield Essai(
                f"mesure_force({ecrire(poids, 1, 2, k)})",
                (poids, 1, 2, k),
                _juge([gagnant]),
                attendu=montrer(attendues([gagnant])),
                delai=10,
                relancable=False,
            )


def _joue_partie(W: Poids, p1: int, p2: int, affiche: bool) -> tuple[int, list[list[int]]]:
    finale = jouer_pour_de_bon(((W, p1), (W, p2)))
    return finale.gagnant, vers_colonnes(finale)


MESURE_FORCE = Question(
    "mesure_force",
    "mesure_force(W, p1, p2, k)",
    (
        Critere("les fréquences de chaque issue, dans l'ordre", 3, _comptes),
        Critere("de vraies parties", 1, _vraies_parties),
    ),
    (
        "C'est le même comptage que probabilite_hasard du TP 1 : seule la façon de jouer une partie change.",
        "joue_partie(W, p1, p2, False) renvoie le gagnant (0 si la partie est nulle) et la grille : "
        "gardez le premier.",
        "Trois compteurs à 0 ; k fois, on joue une partie et l'on augmente le compteur du gagnant ; on "
        "renvoie les trois "
        "compteurs divisés par k, dans l'ordre (joueur 1, joueur 2, nulle).",
    ),
    erreurs_frequences(),
    {
        **aides("minmax"),
        "joue_partie": _joue_partie,
        "partie_2machines": lambda w1, w2, p1, p2: vers_colonnes(jouer_pour_de_bon(((w1, p1), (w2, p2)))),
    },
)
