"""Les fonctions du TP, refaites sur une Position : elles remplacent celles qu'un élève n'a pas réussies.
Une grille de fin de partie, et qui a commencé.
Des parties écrites d'avance : coups(G) n'y propose que le coup prévu, le hasard n'a plus le choix.
Les façons habituelles de se tromper en jouant une partie au hasard.
joue_hasard et joue_random : des parties au hasard.
probabilite_hasard(k) : les fréquences de chaque issue sur k parties au hasard.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from p4core.appels import Appel, pure
from p4core.codages import vers_colonnes
from p4core.jeu import Case, Position, partie_hasard
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
from p4cours.verification.hasard import (
    Comptage,
    Serie,
    criteres_frequences,
    erreurs_frequences,
    tirages_uniformes,
)
from p4cours.verification.lecture import Malforme, couple, entier, grille, montrer

# --- Les fonctions du TP, refaites sur une Position : elles remplacent celles qu'un élève n'a pas réussies


Aides = dict[str, Callable[..., Any]]


def lire(G: list[list[int]]) -> Position:
    """La position, sans les vérifications de depuis_colonnes : une partie la demande à chaque coup."""
    bits = [(contenu, 1 << 7 * x + y) for x, colonne in enumerate(G) for y, contenu in enumerate(colonne)]
    un, deux = (sum(bit for contenu, bit in bits if contenu == joueur) for joueur in (1, 2))
    return Position.depuis_pions((7, 6), 4, (un, deux), 1)


def _coups(G: list[list[int]]) -> list[Case]:
    position = lire(G)
    return [(x, position.niveau(x)) for x in range(7) if position.niveau(x) < 6]


def _grille_au_hasard() -> list[list[int]]:
    return vers_colonnes(partie_hasard(random.Random(random.random())))


@pure
def _gagnant(G: list[list[int]]) -> int:
    return lire(G).gagnant


def _partie_au_hasard() -> tuple[int, list[list[int]]]:
    G = _grille_au_hasard()
    return _gagnant(G), G


AIDES_PARTIE: Aides = {"init": lambda: vers_colonnes(Position()), "coups": _coups, "fini": _gagnant}
AIDES_RANDOM: Aides = {**AIDES_PARTIE, "joue_hasard": _grille_au_hasard}
AIDES_FREQUENCES: Aides = {**AIDES_RANDOM, "joue_random": _partie_au_hasard}


# --- Une grille de fin de partie, et qui a commencé ------------------------------------------------------


def juger_fin(valeur: Any) -> tuple[Position | None, Ecart | None]:
    """La position finale ; une grille qu'un autre premier joueur expliquerait est dite telle."""
    position, ecart = pos.position_finale(valeur)
    if ecart and ecart.cases and juste_si_2_commence(ecart.cases) and _autant_de_pions(ecart.cases):
        phrase = "La partie a continué après une victoire, ou bien le joueur 1 n'a pas commencé."
        ecart = replace(ecart, phrase=phrase)
    return position, ecart


def juste_si_2_commence(G: Any) -> bool:
    """Les joueurs échangés, est-ce une fin de partie ?"""
    return pos.position_finale([[(0, 2, 1)[contenu] for contenu in colonne] for colonne in grille(G)])[1] is None


def _autant_de_pions(cases: list[list[int]]) -> bool:
    un, deux = (sum(colonne.count(joueur) for colonne in cases) for joueur in (1, 2))
    return un == deux


# --- Des parties écrites d'avance : coups(G) n'y propose que le coup prévu, le hasard n'a plus le choix --


JOUEUR_2_PREMIER = "Le joueur 1 n'a pas commencé : le premier pion posé dans cette partie est un 2."

# Une victoire rapide de chaque joueur, puis une victoire à l'avant-dernière case et à la dernière.
_VICTOIRES = (
    "1212121",
    "12121232",
    "42247775113112664633672336272471565345145",
    "165342645737767514124733637113256212624545",
)


@lru_cache(maxsize=1)
def parties_prevues() -> tuple[Position, ...]:
    """Des fins de partie dont on connaît tous les coups : quatre victoires et une nulle."""
    return (*map(Position.depuis_coups, _VICTOIRES), pos.nulles()[0])


def _suite_de_cases(finale: Position) -> list[Case]:
    """Les cases dans l'ordre où elles sont jouées ; la fin de partie passée, on remplit le reste."""
    niveaux, cases = [0] * 7, []
    reste = [x for x in range(7) for _ in range(6 - finale.niveau(x))]
    for x in (*finale.historique, *reste):
        cases.append((x, niveaux[x]))
        niveaux[x] += 1
    return cases


def _occupees(G: Any) -> set[Case]:
    return {(x, y) for x, colonne in enumerate(G) for y, contenu in enumerate(colonne) if contenu != 0}


def _nb_pions(G: Any) -> int:
    return len(_occupees(G))


@dataclass
class Guide:
    """Remplace coups et joue_hasard le temps d'un appel, et note si l'on s'en est servi."""

    finale: Position
    consultations: int = 0
    parties: int = 0
    quitte: bool = False  # la partie n'est plus celle prévue : la fonction choisit ses coups autrement

    def coups(self, G: Any) -> list[Case]:
        """Le seul coup prévu dans cette grille ; tous les coups, si elle n'est pas celle prévue."""
        self.consultations += 1
        suite, occupees = _suite_de_cases(self.finale), _occupees(G)
        if occupees != set(suite[: len(occupees)]):
            self.quitte = True
            return [(x, colonne.index(0)) for x, colonne in enumerate(map(list, G)) if 0 in colonne]
        return suite[len(occupees) :][:1]

    def joue_hasard(self) -> list[list[int]]:
        """La grille finale de la partie prévue."""
        self.parties += 1
        return vers_colonnes(self.finale)

    def suivi(self, grille: Any) -> bool:
        """L'appel s'est-il laissé guider, coup par coup ou par la partie entière ?"""
        return self.parties > 0 or (not self.quitte and self.consultations >= max(1, _nb_pions(grille)))

    def joueur_2_premier(self, grille: Any) -> bool:
        """Est-ce la partie prévue, à ceci près que le joueur 2 a posé le premier pion ?"""
        x, y = _suite_de_cases(self.finale)[0]
        return self.suivi(grille) and bool(grille[x][y] == 2) and juste_si_2_commence(grille)


@dataclass(frozen=True)
class EssaiGuide(Essai):
    """Une partie dont tous les coups sont imposés : son résultat est connu d'avance."""

    finale: Position = field(default_factory=Position)
    grille_de: Callable[[Any], Any] = lambda valeur: valeur
    noms: tuple[str, ...] = ("coups",)
    relancable: bool = False  # ce qui tire au hasard peut échouer au second appel sans garder de mémoire

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Fait l'appel ; s'il joue sans consulter coups, les autres essais le jugeront."""
        guide = Guide(self.finale)
        appel = appelant(
            self.arguments, delai=self.delai, remplacements={nom: getattr(guide, nom) for nom in self.noms}
        )
        ecart = juger(self, appel)
        if ecart and ecart.cause in ("valeur", "forme") and not self._lire(guide.suivi, appel, True):
            ecart = None
        if self._lire(guide.joueur_2_premier, appel, False):
            cases = [list(colonne) for colonne in self.grille_de(appel.valeur)]
            ecart = Ecart(JOUEUR_2_PREMIER, "un premier pion 1", "un premier pion 2", cases=cases)
        if ecart and ecart.cause == "exception":
            ecart = replace(
                ecart, phrase=f"{ecart.phrase}\nCela se produit ici : {montrer_partie(self.finale)}."
            )
        return Epreuve(self, appel, ecart)

    def _lire(self, question: Callable[[Any], bool], appel: Appel, sans_grille: bool) -> bool:
        """La réponse à cette question sur la grille renvoyée ; `sans_grille` s'il n'y en a pas."""
        try:
            return question(self.grille_de(appel.valeur))
        except (Malforme, TypeError, IndexError, KeyError):
            return sans_grille


def montrer_partie(finale: Position) -> str:
    """La partie imposée, en mots."""
    issue = f"victoire du joueur {finale.gagnant}" if finale.gagnant else "partie nulle"
    return f"{issue} en {finale.nb_coups} coups"


@dataclass
class Enchainement:
    """Des parties imposées à la suite, pour une fonction qui joue elle-même les siennes."""

    comptage: Comptage
    pions: int = -1  # dans la grille vue au dernier appel de coups
    commencee: bool = False

    def coups(self, G: Any) -> list[Case]:
        """Le seul coup prévu ; une grille vide annonce la partie suivante."""
        avant, self.pions = self.pions, _nb_pions(G)
        if self.pions == 0 and avant != 0:
            self.commencee = False
        elif self.pions and not self.commencee:
            self.commencee = True  # comptée quand elle avance vraiment
            self.comptage.suivant()
        prochaine = len(self.comptage.demandes) - self.commencee
        gagnants = self.comptage.gagnants
        finale = fin_de_partie(gagnants[prochaine % len(gagnants)])
        return _suite_de_cases(finale)[self.pions :][:1]


def fin_de_partie(gagnant: int) -> Position:
    """Une fin de partie gagnée par ce joueur (0 : nulle)."""
    return next(p for p in parties_prevues() if p.gagnant == gagnant)


def scenario(gagnants: Sequence[int]) -> dict[str, Any]:
    """De fausses parties dont on connaît les gagnants, pour voir comment on les compte."""
    comptage = Comptage(gagnants)

    def joue_random() -> tuple[int, list[list[int]]]:
        gagnant = comptage.suivant()
        return gagnant, vers_colonnes(fin_de_partie(gagnant))

    return {
        "comptage": comptage,
        "joue_random": joue_random,
        "joue_hasard": lambda: joue_random()[1],
        "coups": Enchainement(comptage).coups,
    }


def guides(appel: str, juge: Callable[[Appel], Ecart | None], **options: Any) -> Iterator[Essai]:
    """Un essai par partie prévue."""
    for finale in parties_prevues():
        texte = f"{appel}   (coups imposés : {montrer_partie(finale)})"
        yield EssaiGuide(texte, (), juge, finale=finale, attendu=montrer_partie(finale), **options)


# --- Les façons habituelles de se tromper en jouant une partie au hasard ---------------------------------


def valeurs(predicat: Callable[[Any], bool]) -> Callable[[list[Epreuve]], bool]:
    """Vrai si toutes les valeurs refusées ont cette forme."""

    def explique(epreuves: list[Epreuve]) -> bool:
        rendues = [e.appel.valeur for e in fautes(epreuves) if e.appel.exception is None]
        return bool(rendues) and len(rendues) == len(fautes(epreuves)) and all(map(predicat, rendues))

    return explique


def genres(valeur: Any, premier: type, second: type) -> bool:
    """Vrai pour deux valeurs de ces types, dans cet ordre."""
    return (
        isinstance(valeur, tuple | list)
        and len(valeur) == 2
        and (isinstance(valeur[0], premier) and isinstance(valeur[1], second))
    )


def _sur_les_nulles(epreuves: list[Epreuve]) -> bool:
    """Vrai si seules les parties nulles posent problème, imposées ou non."""
    manquees = fautes(epreuves)
    return any("nulle" in e.essai.appel for e in manquees) and all(map(_est_nulle, manquees))


def _est_nulle(epreuve: Epreuve) -> bool:
    cases = epreuve.ecart.cases if epreuve.ecart else None
    sans_gagnant = cases is not None and lire(cases).pleine and not lire(cases).gagnant
    return "nulle" in epreuve.essai.appel or sans_gagnant


def _toujours_pleine(epreuves: list[Epreuve]) -> bool:
    """Vrai si aucune victoire imposée n'arrête la partie, et si toute grille refusée est pleine."""
    imposees = [e for e in epreuves if isinstance(e.essai, EssaiGuide) and not e.essai.finale.pleine]
    grilles = [e.ecart.cases for e in fautes(epreuves) if e.ecart and e.ecart.cases is not None]
    return all(not e.reussie for e in imposees) and bool(grilles) and all(lire(g).pleine for g in grilles)


def _joueur_2_commence(epreuves: list[Epreuve]) -> bool:
    """Vrai si l'on a vu le joueur 2 commencer, et si cela explique toutes les grilles refusées."""
    ecarts = [e.ecart for e in epreuves if e.ecart]
    return any(e.phrase == JOUEUR_2_PREMIER for e in ecarts) and all(
        e.cases is not None and juste_si_2_commence(e.cases) for e in ecarts
    )


NULLE = Erreur(
    "Seules les parties nulles posent problème : que fait votre fonction quand la grille est pleine "
    "sans gagnant ?",
    _sur_les_nulles,
)
SANS_ARRET = Erreur(
    "Vos parties vont toujours jusqu'à la grille pleine : une victoire doit les arrêter (dans la condition "
    "d'un while : personne n'a gagné ET il reste un coup, donc and, pas or).",
    _toujours_pleine,
)
PREMIER = Erreur("Le joueur 1 doit commencer toutes les parties.", _joueur_2_commence)


# --- joue_hasard et joue_random : des parties au hasard --------------------------------------------------


def _position(valeur: Any) -> Position:
    position, ecart = pos.position_finale(valeur)
    assert position is not None and ecart is None  # chaque partie a déjà été jugée
    return position


# --- joue_hasard ----------------------------------------------------------------------------------


def _juge_grille(appel: Appel) -> Ecart | None:
    return juger_fin(appel.valeur)[1]


@dataclass(frozen=True)
class _DeuxParties(Essai):
    """Deux appels de suite : la seconde partie ne doit rien changer à la grille de la première."""

    grille_de: Callable[[Any], Any] = lambda valeur: valeur

    def derouler(self, appelant: Appelant) -> Epreuve:
        epreuve = super().derouler(appelant)
        if not epreuve.reussie:
            return epreuve
        premiere = self.grille_de(epreuve.appel.valeur)
        avant = copy.deepcopy(premiere)
        seconde = appelant(self.arguments, delai=self.delai)
        if premiere == avant and not self._reprise(premiere, seconde):
            return epreuve
        phrase = (
            "La deuxième partie ne part pas d'une grille vide : elle reprend celle de la première. "
            "Créez la grille à l'intérieur de la fonction."
        )
        return replace(epreuve, ecart=Ecart(phrase, "une grille neuve à chaque partie"))

    def _reprise(self, premiere: Any, seconde: Appel) -> bool:
        return not juger(self, seconde) and self.grille_de(seconde.valeur) is premiere


def _joue_hasard(source: Source) -> Iterator[Essai]:
    yield _DeuxParties(
        "joue_hasard()", (), _juge_grille, attendu="une grille de fin de partie", relancable=False
    )
    yield from guides("joue_hasard()", _juge_grille)
    yield Serie(
        "joue_hasard()",
        (),
        _juge_grille,
        repetitions=source.nombre(30),
        au_moins=10,
        attendu="une grille de fin de partie",
    )


def _joue_hasard_uniforme(source: Source) -> Iterator[Essai]:
    def ensemble(valeurs: Sequence[Any]) -> Ecart | None:
        return tirages_uniformes([_position(v) for v in valeurs])

    yield Serie("joue_hasard()", (), _juge_grille, repetitions=400, ensemble=ensemble)


# --- joue_random ----------------------------------------------------------------------------------


def _grille_du_couple(valeur: Any) -> Any:
    return couple(valeur)[1]


def _juge_couple(appel: Appel) -> Ecart | None:
    gagnant, grille = couple(appel.valeur, "le résultat")
    position, ecart = juger_fin(grille)
    if ecart or position is None:
        return ecart
    if isinstance(gagnant, bool) or entier(gagnant, "le gagnant") != position.gagnant:
        phrase = "Le gagnant annoncé n'est pas celui de la grille renvoyée."
        return Ecart(phrase, str(position.gagnant), montrer(gagnant), position.alignement, position.cases())
    return None


def _joue_random(source: Source) -> Iterator[Essai]:
    yield _DeuxParties(
        "joue_random()",
        (),
        _juge_couple,
        attendu="un couple (gagnant, grille)",
        relancable=False,
        grille_de=_grille_du_couple,
    )
    yield from guides(
        "joue_random()", _juge_couple, grille_de=_grille_du_couple, noms=("coups", "joue_hasard")
    )
    yield Serie(
        "joue_random()",
        (),
        _juge_couple,
        repetitions=source.nombre(60),
        au_moins=20,
        attendu="un couple (gagnant, grille)",
    )


def _joue_random_uniforme(source: Source) -> Iterator[Essai]:
    def ensemble(valeurs: Sequence[Any]) -> Ecart | None:
        return tirages_uniformes([_position(grille) for _, grille in valeurs])

    yield Serie("joue_random()", (), _juge_couple, repetitions=400, ensemble=ensemble)


# --- Les questions -------------------------------------------------------------------------------

JOUE_HASARD = Question(
    "joue_hasard",
    "joue_hasard()",
    (
        Critere("une vraie fin de partie", 2, _joue_hasard),
        Critere("tous les coups aussi probables", 1, _joue_hasard_uniforme),
    ),
    (
        "Une partie, c'est : tant que rien n'est décidé, on choisit un coup, on pose le pion, on "
        "change de joueur.",
        "Les coups possibles sont donnés par coups(G) ; choice en tire un. La partie s'arrête si "
        "fini(G) n'est pas 0, "
        "ou s'il n'y a plus de coup.",
        "Partez de G = init() et joueur = 1. Répétez au plus 42 fois : (x, y) = choice(coups(G)), "
        "G[x][y] = joueur, "
        "arrêt si fini(G) != 0, puis joueur = 3 - joueur. Renvoyez G à la fin.",
    ),
    (
        Erreur(
            "joue_hasard ne renvoie que la grille : c'est joue_random, plus loin, qui renvoie aussi "
            "le gagnant.",
            valeurs(lambda v: genres(v, int, list) or genres(v, list, int)),
        ),
        Erreur("Vous renvoyez le gagnant : on demande la grille.", valeurs(lambda v: type(v) is int)),
        PREMIER,
        SANS_ARRET,
        NULLE,
    ),
    AIDES_PARTIE,
)

JOUE_RANDOM = Question(
    "joue_random",
    "joue_random()",
    (
        Critere("le gagnant et une vraie fin de partie", 2, _joue_random),
        Critere("tous les coups aussi probables", 1, _joue_random_uniforme),
    ),
    (
        "C'est la même partie que joue_hasard ; seul ce qu'on renvoie change.",
        "Vous avez la grille finale : quelle fonction dit qui l'a gagnée ?",
        "return fini(G), G renvoie un couple : le gagnant d'abord, la grille ensuite.",
    ),
    (
        Erreur(
            "Le couple est à l'envers : le gagnant d'abord, la grille ensuite.",
            valeurs(lambda v: genres(v, list, int)),
        ),
        Erreur(
            "Il manque la grille : on attend le couple (gagnant, grille).", valeurs(lambda v: type(v) is int)
        ),
        Erreur(
            "Il manque le gagnant : on attend le couple (gagnant, grille).",
            valeurs(lambda v: isinstance(v, list) and len(v) == 7),
        ),
        PREMIER,
        SANS_ARRET,
        NULLE,
    ),
    AIDES_RANDOM,
)


# --- probabilite_hasard(k) : les fréquences de chaque issue sur k parties au hasard ----------------------


PROBABILITE_HASARD = Question(
    "probabilite_hasard",
    "probabilite_hasard(k)",
    criteres_frequences("probabilite_hasard({k})", lambda k: (k,), scenario, essais_reels=True),
    (
        "Une fréquence est un nombre de fois divisé par le nombre total de parties.",
        "Il faut trois compteurs : victoires de 1, victoires de 2, nulles. Chaque partie en augmente "
        "un seul.",
        "Rangez les compteurs dans une liste de 3 cases indexée par le gagnant, puis divisez par k : "
        "attention à "
        "l'ordre demandé (joueur 1, joueur 2, nulle).",
    ),
    erreurs_frequences(),
    AIDES_FREQUENCES,
)
