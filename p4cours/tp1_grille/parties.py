"""joue_hasard() et joue_random() : des parties au hasard, imposées coup par coup puis jugées en nombre."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from p4core.appels import Appel, noms_utilises, pure, voisine
from p4core.codages import vers_colonnes
from p4core.francais import quantite
from p4core.jeu import Case, Position, partie_hasard
from p4cours.verification import positions as pos
from p4cours.verification.causes import boucle_avec_ou
from p4cours.verification.diagnostics import fautes, valeurs
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
from p4cours.verification.formes import reponse, valeur_entiere
from p4cours.verification.hasard import (
    REPRISES,
    RISQUE,
    Serie,
    parties_redites,
    pas_rejouee,
    rarete,
    sans_jouer,
    sans_tirage,
    selon_la_hauteur,
    tirages_uniformes,
)
from p4cours.verification.horloge import Horloge
from p4cours.verification.lecture import Malforme, couple, entier, grille, montrer

Grille = list[list[int]]

# --- Les fonctions du TP, justes : elles remplacent celles qu'un élève n'a pas réussies -----------


def lire_grille(G: Grille) -> Position:
    """La position, sans les vérifications de depuis_colonnes : une partie la demande à chaque coup."""
    bits = [(contenu, 1 << 7 * x + y) for x, colonne in enumerate(G) for y, contenu in enumerate(colonne)]
    un, deux = (sum(bit for contenu, bit in bits if contenu == joueur) for joueur in (1, 2))
    return Position.depuis_pions((7, 6), 4, (un, deux), 1)


def _coups(G: Grille) -> list[Case]:
    position = lire_grille(G)
    return [(x, position.niveau(x)) for x in range(7) if position.niveau(x) < 6]


@pure
def _fini(G: Grille) -> int:
    return lire_grille(G).gagnant


def _joue_hasard() -> Grille:
    # Le générateur commun : ses tirages se comptent, comme ceux de l'élève.
    return vers_colonnes(partie_hasard(random))  # type: ignore[arg-type]


def _joue_random() -> tuple[int, Grille]:
    G = _joue_hasard()
    return _fini(G), G


AIDES: dict[str, Callable[..., Any]] = {
    "init": lambda: vers_colonnes(Position()),
    "coups": _coups,
    "fini": _fini,
    "joue_hasard": _joue_hasard,
    "joue_random": _joue_random,
}


def aides_avant(nom: str) -> dict[str, Callable[..., Any]]:
    """Les fonctions écrites avant celle-ci dans le TP."""
    noms = list(AIDES)
    return {n: AIDES[n] for n in (noms[: noms.index(nom)] if nom in noms else noms)}


# --- Une grille de fin de partie, et qui a commencé ----------------------------------------------


def _juger_fin(valeur: Any) -> tuple[Position | None, Ecart | None]:
    """La position finale ; une grille qu'un autre premier joueur expliquerait est dite telle."""
    position, ecart = pos.position_finale(valeur)
    if ecart and ecart.cases and _juste_si_2_commence(ecart.cases) and _autant_de_pions(ecart.cases):
        phrase = "La partie a continué après une victoire, ou bien le joueur 1 n'a pas commencé."
        ecart = replace(ecart, phrase=phrase)
    return position, ecart


def _juste_si_2_commence(G: Any) -> bool:
    """Les joueurs échangés, est-ce une fin de partie ?"""
    echangee = [[(0, 2, 1)[contenu] for contenu in colonne] for colonne in grille(G)]
    return pos.position_finale(echangee)[1] is None


def _autant_de_pions(cases: Grille) -> bool:
    un, deux = (sum(colonne.count(joueur) for colonne in cases) for joueur in (1, 2))
    return un == deux


# --- Des parties écrites d'avance : coups(G) n'y propose que le coup prévu, le hasard n'a plus le choix

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


@lru_cache(maxsize=1)
def parties_confiees() -> tuple[Position, ...]:
    """Des fins de partie, parmi lesquelles une nulle, que l'on donne à qui n'en joue pas lui-même."""
    return (*(partie_hasard(random.Random(rang)) for rang in range(CONFIEES)), pos.nulles()[0])


def suite_de_cases(finale: Position) -> list[Case]:
    """Les cases dans l'ordre où elles sont jouées ; la fin de partie passée, on remplit le reste."""
    niveaux, cases = [0] * 7, []
    reste = [x for x in range(7) for _ in range(6 - finale.niveau(x))]
    for x in (*finale.historique, *reste):
        cases.append((x, niveaux[x]))
        niveaux[x] += 1
    return cases


def occupees(G: Any) -> set[Case]:
    """Les cases où il y a un pion."""
    return {(x, y) for x, colonne in enumerate(G) for y, contenu in enumerate(colonne) if contenu != 0}


ASSEZ = 4  # parties de trop en un seul appel : celui qui en est là n'en finira pas


class _Assez(Exception):
    """L'appel recommence toujours la même partie : il faut l'arrêter."""


@dataclass
class Guide:
    """Remplace coups et joue_hasard le temps d'un appel, et note si l'on s'en est servi."""

    finale: Position
    consultations: int = 0
    parties: int = 0
    recommencees: int = 0  # premiers coups vus après d'autres : des parties jouées pour rien
    pions: int = 0  # dans la grille de la dernière consultation
    plus_loin: int = 0  # dans la plus remplie
    quitte: bool = False  # la partie n'est plus celle prévue : la fonction choisit ses coups autrement

    def coups(self, G: Any) -> list[Case]:
        """Le seul coup prévu dans cette grille ; tous les coups, si elle n'est pas celle prévue."""
        self.consultations += 1
        suite, jouees = suite_de_cases(self.finale), occupees(G)
        self.voir(jouees)
        if jouees != set(suite[: len(jouees)]):
            self.quitte = True
            return [(x, colonne.index(0)) for x, colonne in enumerate(map(list, G)) if 0 in colonne]
        return suite[len(jouees) :][:1]

    def voir(self, jouees: set[Case]) -> None:
        """Suit les grilles consultées : revenir à un seul pion, c'est commencer une autre partie."""
        self.recommencees += len(jouees) == 1 != self.pions and self.plus_loin > 1
        self.pions, self.plus_loin = len(jouees), max(self.plus_loin, len(jouees))
        if self.recommencees > ASSEZ:
            raise _Assez

    def joue_hasard(self) -> Grille:
        """La grille finale de la partie prévue."""
        self.parties += 1
        self.recommencees = max(self.recommencees, self.parties - 1)
        if self.recommencees > ASSEZ:
            raise _Assez
        return vers_colonnes(self.finale)

    def sans_gagnant(self, G: Any) -> int:
        """Une fonction fini qui ne voit gagner personne : la partie va jusqu'à la grille pleine."""
        self.consultations += 1
        self.voir(occupees(G))
        return 0

    def suivi(self, G: Any) -> bool:
        """L'appel s'est-il laissé guider, coup par coup ou par la partie entière ?"""
        return self.parties > 0 or (not self.quitte and self.consultations >= max(1, len(occupees(G))))

    def joueur_2_premier(self, G: Any) -> bool:
        """Est-ce la partie prévue, à ceci près que le joueur 2 a posé le premier pion ?"""
        jouees = suite_de_cases(self.finale)[: len(occupees(G))]
        echangee = all(G[x][y] == 2 - rang % 2 for rang, (x, y) in enumerate(jouees))
        return self.suivi(G) and bool(jouees) and echangee and _juste_si_2_commence(G)


# --- Les coups qu'une fonction joue, relevés au passage ------------------------------------------

RELEVEES = 250  # parties
CONFIEES = 40  # parties
SEULES = (
    3,
    300,
)  # parties d'une fonction qui ne consulte pas coups : au moins, et avant de s'arrêter à une nulle
ATTENDRE_UNE_NULLE = 0.6  # secondes : un millier de parties, dont trois nulles environ
_MOMENTS = (
    ("au premier coup", 0, 1),
    ("au deuxième coup", 1, 2),
    ("du 2e au 14e coup", 1, 14),
    ("après le 14e coup", 14, 42),
)
Suivie = Callable[[list[int], list[int]], int | None]  # selon les colonnes possibles, et celles déjà jouées


def _colonne(x: int) -> Suivie:
    return lambda possibles, jouees: x if x in possibles else None


def _apres(rang: int, suite: Callable[[int], int]) -> Suivie:
    """Une colonne qui dépend de celle d'un des derniers coups."""

    def suivie(possibles: list[int], jouees: list[int]) -> int | None:
        x = suite(jouees[-rang]) if len(jouees) >= rang else None
        return x if x in possibles else None

    return suivie


def _a_cote(possibles: list[int], cote: int) -> int | None:
    """La première colonne possible dont cette voisine (0 suit 6) est pleine."""
    return next((x for x in possibles if (x + cote) % 7 not in possibles), None)


_COLONNES: dict[str, Suivie] = {
    **{f"la colonne {x}": _colonne(x) for x in range(7)},
    "la première colonne possible": lambda possibles, _: possibles[0],
    "la dernière colonne possible": lambda possibles, _: possibles[-1],
    "la colonne à droite d'une pleine": lambda possibles, _: _a_cote(possibles, -1),
    "la colonne à gauche d'une pleine": lambda possibles, _: _a_cote(possibles, 1),
    "la colonne du coup d'avant": _apres(1, lambda x: x),
    "le reflet de la colonne du coup d'avant": _apres(1, lambda x: 6 - x),
    "la colonne à droite de celle du coup d'avant": _apres(1, lambda x: x + 1),
    "la colonne à gauche de celle du coup d'avant": _apres(1, lambda x: x - 1),
    "la colonne du dernier coup du même joueur": _apres(2, lambda x: x),
}


@dataclass
class Releve:
    """Remplace coups et fini par des versions justes, qui notent les coups d'une grille à la suivante."""

    avant: set[Case] = field(default_factory=set)
    # Le rang, la colonne, les possibles, puis les colonnes jouées avant dans cette partie.
    coups_joues: list[tuple[int, int, list[int], list[int]]] = field(default_factory=list)
    jouees: list[int] = field(default_factory=list)  # celles que l'on a vu jouer, dans l'ordre
    niveaux: list[tuple[int, list[int]]] = field(default_factory=list)  # celui joué, ceux des possibles
    alea: random.Random | None = None  # pour ne proposer qu'une partie des coups possibles
    offerts: dict[frozenset[Case], list[Case]] = field(default_factory=dict)

    def coups(self, G: Any) -> list[Case]:
        """Les coups possibles, ou quelques-uns seulement : qui tire parmi eux n'en sait rien."""
        self.voir(G)
        possibles, cle = _coups(G), frozenset(self.avant)
        if self.alea is not None and possibles and cle not in self.offerts:
            self.offerts[cle] = sorted(self.alea.sample(possibles, self.alea.randint(1, len(possibles))))
        return list(self.offerts.get(cle, possibles))

    def fini(self, G: Any) -> int:
        """Le gagnant."""
        self.voir(G)
        return lire_grille(G).gagnant

    def voir(self, G: Any) -> None:
        """Note le coup joué depuis la dernière grille vue."""
        maintenant = occupees(G)
        nouveaux = maintenant - self.avant
        if len(nouveaux) == 1 and len(maintenant) == len(self.avant) + 1:
            ((colonne, _),) = nouveaux
            hauteurs = [sum(1 for x, _ in self.avant if x == c) for c in range(7)]
            possibles = [c for c in range(7) if hauteurs[c] < 6]
            if self.alea is not None:
                possibles = [x for x, _ in self.offerts.get(frozenset(self.avant), [])]
            if colonne in possibles:  # sinon, il ne tire pas parmi ce que donne coups
                avant = self.jouees[-2:] if len(self.jouees) == len(self.avant) else []
                self.coups_joues.append((len(self.avant), colonne, possibles, avant))
                self.niveaux.append((hauteurs[colonne], [hauteurs[c] for c in possibles]))
            self.jouees.append(colonne)
        elif nouveaux or len(maintenant) < len(self.avant):
            self.jouees.clear()  # une autre grille
        self.avant = maintenant

    def ecart(self) -> Ecart | None:
        """La première colonne jouée trop ou trop peu souvent, à l'un des moments de la partie."""
        moments = {nom: [c for c in self.coups_joues if debut <= c[0] < fin] for nom, debut, fin in _MOMENTS}
        moments["quand des colonnes sont pleines"] = [c for c in self.coups_joues if len(c[2]) < 6]
        if self.alea is not None:
            moments = {
                f"quand {n} coups sont possibles": [c for c in self.coups_joues if len(c[2]) == n]
                for n in range(2, 8)
            }
        for moment, joues in moments.items():
            for nom, colonne in _COLONNES.items():
                vus = [
                    (x == c, 1 / len(possibles))
                    for _, x, possibles, avant in joues
                    if (c := colonne(possibles, avant)) is not None
                ]
                obtenu, attendu = sum(joue for joue, _ in vus), sum(chance for _, chance in vus)
                if vus and rarete(obtenu, len(vus), attendu / len(vus)) < RISQUE:
                    return Ecart(
                        "Les coups ne sont pas tirés au hasard avec la même probabilité : "
                        f"{moment}, {nom} est jouée {obtenu} fois sur {len(vus)}.",
                        f"environ {attendu:.0f} fois",
                        f"{obtenu} fois",
                        cause="tirage",
                    )
        return selon_la_hauteur(self.niveaux)


# --- Ce que l'on voit d'une partie mal jouée -------------------------------------------------------

TEMOIGNER = 0.15  # secondes
UNE_FOIS, PAR_DESSUS = "coups demandés une fois", "pion par-dessus un autre"
UN_SEUL, DE_SUITE = "un seul joueur", "deux fois de suite"


@dataclass
class Temoin:
    """Tient la place de coups et de fini dans une partie mal jouée, et voit ce qui s'y passe."""

    avant: dict[Case, int] = field(default_factory=dict)
    demandes: int = 0  # appels de coups
    trouves: int | None = None  # les pions de la première grille vue : une autre partie les y a laissés
    dernier: int = 0  # le joueur du dernier pion
    joueurs: set[int] = field(default_factory=set)
    par_dessus: bool = False
    de_suite: bool = False

    def coups(self, G: Any) -> list[Case]:
        """Les coups possibles."""
        self._voir(G)
        self.demandes += 1
        return _coups(G)

    def fini(self, G: Any) -> int:
        """Le gagnant."""
        self._voir(G)
        return lire_grille(G).gagnant

    def _voir(self, G: Any) -> None:
        maintenant = {(x, y): G[x][y] for x, y in occupees(G)}
        self.trouves = len(maintenant) if self.trouves is None else self.trouves
        nouveaux = maintenant.keys() - self.avant.keys()
        # Un seul pion changé, aucun de plus : si d'autres le sont, c'est la grille d'une autre partie.
        changes = [case for case, joueur in self.avant.items() if maintenant.get(case) != joueur]
        self.par_dessus |= len(changes) == 1 and changes[0] in maintenant and not nouveaux
        if not self.avant.keys() <= maintenant.keys():
            self.dernier = 0  # une autre grille
        elif len(nouveaux) == 1:
            joueur = maintenant[nouveaux.pop()]
            self.de_suite |= joueur == self.dernier
            self.dernier = joueur
            self.joueurs.add(joueur)
        self.avant = maintenant

    @property
    def cause(self) -> str:
        """Ce qui n'allait pas, si on l'a vu."""
        if self.demandes == 1 and len(self.avant) - (self.trouves or 0) > 1:
            return UNE_FOIS
        if self.par_dessus:
            return PAR_DESSUS
        if self.de_suite:
            return UN_SEUL if len(self.joueurs) == 1 and len(self.avant) > 2 else DE_SUITE
        return ""


def temoigner(appelant: Appelant, epreuve: Epreuve) -> Epreuve:
    """L'épreuve manquée, avec sa cause si d'autres parties, observées, la montrent."""
    if epreuve.ecart is None or epreuve.ecart.cause != "valeur":
        return epreuve
    limite = Horloge(TEMOIGNER)
    while not limite.epuisee:
        temoin = Temoin()
        noms = {"coups": temoin.coups, "fini": temoin.fini}
        appel = appelant(epreuve.essai.arguments, delai=TEMOIGNER, remplacements=noms)
        if temoin.cause:
            return replace(epreuve, ecart=replace(epreuve.ecart, cause=temoin.cause))
        if appel.expire or appel.exception:
            break
    return epreuve


@dataclass(frozen=True)
class _Parties(Serie):
    """Des parties répétées ; si l'une est mal jouée, on en observe d'autres."""

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Répète l'appel, puis juge."""
        return temoigner(appelant, super().derouler(appelant))


def _temoin(cause: str, phrase: str) -> Erreur:
    """On a vu cette cause dans l'une des parties."""
    vue = lambda epreuves: any(e.ecart and e.ecart.cause == cause for e in epreuves)  # noqa: E731
    return Erreur(phrase, vue, vue=True)


# --- Les essais d'une fonction qui joue une partie -----------------------------------------------


@dataclass(frozen=True)
class _Jeu:
    """Une fonction qui joue une partie : comment la juger, et où trouver la grille de ce qu'elle renvoie."""

    appel: str
    attendu: str
    juge: Callable[[Appel], Ecart | None]
    grille_de: Callable[[Any], Any]
    noms: tuple[str, ...]  # ce qu'un guide remplace

    def essais(self, source: Source, repetitions: int) -> Iterator[Essai]:
        """Deux parties de suite, les parties imposées, connues ou tirées, puis des parties au hasard."""
        yield Essai(
            self.appel, (), self.juge, attendu=self.attendu, relancable=False, faire=self._deux_parties
        )
        for finale in (*parties_prevues(), *pos.finies(source.alea, source.nombre(2))):
            yield Essai(
                f"{self.appel}   (coups imposés : {_en_mots(finale)})",
                (),
                self.juge,
                attendu=_en_mots(finale),
                relancable=False,  # ce qui tire au hasard peut échouer au second appel sans garder de mémoire
                faire=self._guider,
                cas=(finale,),
            )
        yield _Parties(
            self.appel,
            (),
            self.juge,
            attendu=self.attendu,
            repetitions=source.nombre(repetitions),
            au_moins=repetitions // 3,
        )

    def au_hasard(self, source: Source) -> Iterator[Essai]:
        """De quoi voir si tous les coups sont équiprobables."""
        uniformes = self._tirages_uniformes
        yield Serie(self.appel, (), self.juge, repetitions=400, ensemble=uniformes, au_sort=True)
        yield Essai(self.appel, (), self.juge, relancable=False, faire=self._relever)

    def _relever(self, essai: Essai, appelant: Appelant) -> Epreuve:
        """Relève les coups que coups et fini voient jouer : le premier, ceux du milieu, les derniers."""
        if confiees := self._confier(essai, appelant):
            return confiees
        epreuve = self._suivre(Releve(), RELEVEES, essai, appelant)
        if not epreuve.reussie:
            return epreuve
        # Quelques coups seulement sont proposés : ce que devient la partie n'importe plus.
        sans_juger = replace(essai, juge=lambda appel: None)
        restreinte = self._suivre(Releve(alea=random.Random(0)), RELEVEES // 2, sans_juger, appelant)
        tirage = restreinte.ecart and restreinte.ecart.cause == "tirage"
        return replace(restreinte, essai=essai) if tirage else epreuve

    def _confier(self, essai: Essai, appelant: Appelant) -> Epreuve | None:
        """Qui renvoie telle quelle la partie qu'il demande à joue_hasard, une par appel, ne joue aucun coup :
        joue_hasard a sa propre question, et les parties au hasard de cette fonction sont déjà jugées."""
        epreuve = None
        for finale in parties_confiees() if "joue_hasard" in self.noms else ():
            guide = Guide(finale)
            epreuve = essai.une_fois(appelant, remplacements={"joue_hasard": guide.joue_hasard})
            telle_quelle = epreuve.reussie and self.grille_de(epreuve.appel.valeur) == vers_colonnes(finale)
            if guide.parties != 1 or not telle_quelle:
                return None
        return epreuve

    def _suivre(self, releve: Releve, parties: int, essai: Essai, appelant: Appelant) -> Epreuve:
        noms: dict[str, Callable[..., Any]] = {"coups": releve.coups}
        epreuve = self._voir_jouer(releve, essai, appelant, noms)
        if epreuve.reussie and len(releve.coups_joues) < len(releve.avant) - 1:
            noms["fini"] = releve.fini  # elle ne consulte pas coups à chaque tour
        limite = Horloge(parties / 500)
        for _ in range(parties - 1):
            if not epreuve.reussie or limite.epuisee:
                break
            releve.offerts.clear()
            epreuve = self._voir_jouer(releve, essai, appelant, noms)
        return replace(epreuve, ecart=releve.ecart() if epreuve.reussie or releve.alea else epreuve.ecart)

    def _voir_jouer(
        self, releve: Releve, essai: Essai, appelant: Appelant, noms: dict[str, Callable[..., Any]]
    ) -> Epreuve:
        """Une partie, du premier coup au dernier, que seule montre la grille renvoyée."""
        epreuve = essai.une_fois(appelant, remplacements=noms)
        if epreuve.reussie:
            releve.voir(self.grille_de(epreuve.appel.valeur))
        return epreuve

    def _tirages_uniformes(self, rendues: Sequence[Any]) -> Ecart | None:
        lues = [pos.position_finale(self.grille_de(rendue))[0] for rendue in rendues]
        return tirages_uniformes([position for position in lues if position])  # toutes : déjà jugées

    def _deux_parties(self, essai: Essai, appelant: Appelant) -> Epreuve:
        """Deux appels de suite : la seconde partie ne doit rien changer à la grille de la première."""
        epreuve = essai.une_fois(appelant, compter=True)
        if not epreuve.reussie:
            return temoigner(appelant, epreuve)
        if ecart := sans_jouer(epreuve.appel, 1) or self._sans_rien_jouer(essai, appelant, epreuve.appel):
            return replace(epreuve, ecart=ecart)
        premiere = self.grille_de(epreuve.appel.valeur)
        avant = copy.deepcopy(premiere)
        seconde = appelant(essai.arguments, delai=essai.delai)
        reprise = not juger(essai, seconde) and self.grille_de(seconde.valeur) is premiere
        if premiere == avant and not reprise:
            return epreuve
        phrase = (
            "La deuxième partie ne part pas d'une grille vide : elle reprend celle de la première. "
            "Créez la grille à l'intérieur de la fonction."
        )
        return replace(epreuve, ecart=Ecart(phrase, "une grille neuve à chaque partie"))

    def _sans_rien_jouer(self, essai: Essai, appelant: Appelant, appel: Appel) -> Ecart | None:
        """L'écart d'une partie qui ne vient pas de cet appel : ni tirée au sort, ni jouée coup par coup."""
        if ecart := sans_tirage(appel):
            releve = Releve()
            essai.une_fois(appelant, remplacements={"coups": releve.coups, "fini": releve.fini})
            return None if releve.coups_joues else ecart
        return pas_rejouee(appelant, appel, self.grille_de)

    def _guider(self, essai: Essai, appelant: Appelant) -> Epreuve:
        """Impose les coups ; si l'appel joue sans consulter coups, les autres essais le jugeront."""
        (finale,) = essai.cas
        guide = Guide(finale)
        epreuve = essai.une_fois(appelant, remplacements={nom: getattr(guide, nom) for nom in self.noms})
        appel, ecart = epreuve.appel, epreuve.ecart
        if ecart and ecart.cause in ("valeur", "forme") and not self._lire(guide.suivi, appel, True):
            ecart = None
        if self._lire(guide.joueur_2_premier, appel, False):
            cases = [list(colonne) for colonne in self.grille_de(appel.valeur)]
            ecart = Ecart(JOUEUR_2_PREMIER, "un premier pion 1", "un premier pion 2", cases=cases)
        if ecart and ecart.cause == "exception":
            ecart = replace(ecart, phrase=f"{ecart.phrase}\nCela se produit ici : {_en_mots(finale)}.")
        if guide.recommencees and (ecart is None or guide.recommencees > ASSEZ):
            ecart = _plusieurs_parties(1 + guide.recommencees)
        if ecart is None and not finale.gagnant and not self._lire(guide.suivi, appel, True):
            return self._jusqu_a_une_nulle(essai, appelant)
        return replace(epreuve, ecart=ecart)

    def _jusqu_a_une_nulle(self, essai: Essai, appelant: Appelant) -> Epreuve:
        """Qui choisit ses coups sans coups(G) n'a pas joué la partie imposée : on attend une vraie nulle.

        Ses parties ne doivent pas revenir : une grille recopiée, ou une réserve de parties, ne joue pas."""
        guide = Guide(pos.nulles()[0])  # à qui consulte fini, on en impose une
        sans_fin = essai.une_fois(appelant, remplacements={"fini": guide.sans_gagnant})
        if guide.consultations and guide.recommencees:
            return replace(sans_fin, ecart=_plusieurs_parties(1 + guide.recommencees))
        limite, vues = Horloge(ATTENDRE_UNE_NULLE), list[Position]()
        epreuve = essai.une_fois(appelant, compter=True)
        immobile = sans_tirage(epreuve.appel)
        while epreuve.reussie:
            rendue = self.grille_de(epreuve.appel.valeur)
            vues += filter(None, [pos.position_finale(rendue)[0]])
            if len(vues) >= SEULES[0] and (limite.epuisee or (len(vues) >= SEULES[1] and not _fini(rendue))):
                break
            epreuve = essai.une_fois(appelant)
        if epreuve.reussie:
            redites = parties_redites(vues, 1 if len(vues) < 100 else REPRISES)
            return replace(epreuve, ecart=redites or immobile)
        if epreuve.appel.expire and epreuve.ecart and vues:
            phrase = f"Après {quantite(len(vues), 'partie')}, une autre ne finit pas : "
            phrase += "que fait votre boucle quand la grille est pleine sans gagnant ?"
            return replace(epreuve, ecart=replace(epreuve.ecart, phrase=phrase))
        return epreuve

    def _lire(self, question: Callable[[Any], bool], appel: Appel, sans_grille: bool) -> bool:
        """La réponse à cette question sur la grille renvoyée ; `sans_grille` s'il n'y en a pas."""
        try:
            return question(self.grille_de(appel.valeur))
        except (Malforme, TypeError, IndexError, KeyError):
            return sans_grille


def _plusieurs_parties(n: int) -> Ecart:
    phrase = "Vous jouez plusieurs parties en un seul appel : la première que vous commencez est à renvoyer, "
    return Ecart(f"{phrase}courte ou longue, gagnée ou nulle.", "une partie", f"{n} parties au moins")


def _en_mots(finale: Position) -> str:
    issue = f"victoire du joueur {finale.gagnant}" if finale.gagnant else "partie nulle"
    return f"{issue} en {finale.nb_coups} coups"


# --- Les façons habituelles de se tromper en jouant une partie au hasard -------------------------


def _genres(valeur: Any, premier: type, second: type) -> bool:
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
    sans_gagnant = cases is not None and lire_grille(cases).pleine and not lire_grille(cases).gagnant
    return "nulle" in epreuve.essai.appel or sans_gagnant


def _toujours_pleine(epreuves: list[Epreuve]) -> bool:
    """Vrai si aucune victoire imposée n'arrête la partie, et si toute grille refusée est pleine."""
    imposees = [e for e in epreuves if e.essai.cas and not e.essai.cas[0].pleine]
    grilles = [e.ecart.cases for e in fautes(epreuves) if e.ecart and e.ecart.cases is not None]
    return (
        all(not e.reussie for e in imposees) and bool(grilles) and all(lire_grille(g).pleine for g in grilles)
    )


def _ecrit_ou(fonction: Any) -> bool:
    """Vrai si un while de cette fonction, ou d'une autre de l'élève qu'elle appelle, contient un or."""
    autres = [voisine(fonction, nom) for nom in noms_utilises(fonction) if nom not in AIDES]
    return any(map(boucle_avec_ou, [fonction, *autres]))


def _joueur_2_commence(epreuves: list[Epreuve]) -> bool:
    """Vrai si l'on a vu le joueur 2 commencer, et si cela explique toutes les grilles refusées."""
    ecarts = [e.ecart for e in epreuves if e.ecart]
    return any(e.phrase == JOUEUR_2_PREMIER for e in ecarts) and all(
        e.cases is not None and _juste_si_2_commence(e.cases) for e in ecarts
    )


def _grille_vide(epreuves: list[Epreuve]) -> bool:
    """Vrai si toute grille refusée est vide."""
    grilles = [e.ecart.cases for e in fautes(epreuves) if e.ecart]
    return all(cases is not None and not occupees(cases) for cases in grilles)


def _un_seul_coup(epreuves: list[Epreuve]) -> bool:
    """Vrai si toute grille refusée n'a qu'un pion."""
    grilles = [e.ecart.cases for e in fautes(epreuves) if e.ecart]
    return all(cases is not None and len(occupees(cases)) == 1 for cases in grilles)


def _imposees(epreuves: list[Epreuve], gagnant: int) -> list[Epreuve]:
    """Les épreuves dont la partie, imposée, est gagnée par ce joueur avant que la grille soit pleine."""
    prevues = [e for e in epreuves if e.essai.cas and e.essai.cas[0].gagnant == gagnant]
    return [e for e in prevues if not e.essai.cas[0].pleine]


def _continuee(epreuve: Epreuve) -> bool:
    """La grille renvoyée a-t-elle plus de pions que la partie imposée ?"""
    cases = epreuve.ecart.cases if epreuve.ecart else None
    return cases is not None and len(occupees(cases)) > epreuve.essai.cas[0].nb_coups


def _victoires_ignorees(gagnant: int) -> Callable[[list[Epreuve]], bool]:
    """Vrai si seules les victoires de ce joueur laissent la partie continuer."""

    def explique(epreuves: list[Epreuve]) -> bool:
        siennes, autres = _imposees(epreuves, gagnant), _imposees(epreuves, 3 - gagnant)
        return all(map(_continuee, siennes)) and all(e.reussie for e in autres)

    return explique


def _un_coup_de_trop(epreuves: list[Epreuve]) -> bool:
    """Vrai si, après une victoire du joueur 1, et jamais de l'autre, un seul coup est encore joué."""
    if not _victoires_ignorees(1)(epreuves):
        return False
    couples = [(e.ecart and e.ecart.cases, e.essai.cas[0].nb_coups) for e in _imposees(epreuves, 1)]
    return all(cases is not None and len(occupees(cases)) == n + 1 for cases, n in couples)


def _a_tant_de_pions(pres: int) -> Callable[[list[Epreuve]], bool]:
    """Vrai si toutes les victoires imposées laissent une grille à tant de pions près."""

    def explique(epreuves: list[Epreuve]) -> bool:
        imposees = [*_imposees(epreuves, 1), *_imposees(epreuves, 2)]
        grilles = [(e.ecart.cases if e.ecart else None, e.essai.cas[0].nb_coups) for e in imposees]
        return bool(grilles) and all(g is not None and len(occupees(g)) == n + pres for g, n in grilles)

    return explique


def _jamais_le_seul(epreuves: list[Epreuve]) -> bool:
    """Vrai si l'on ne joue pas le moindre coup quand un seul est possible à la fois, et sinon beaucoup."""
    imposees = [e for e in epreuves if e.essai.cas]
    libre = next((e for e in epreuves if not e.essai.cas), None)
    grilles = [e.ecart.cases if e.ecart else None for e in imposees]
    return libre is not None and libre.reussie and all(g is not None and not occupees(g) for g in grilles)


def _a_un_coup_pres(epreuves: list[Epreuve]) -> bool:
    """Vrai si toute grille refusée a 41 pions."""
    grilles = [e.ecart.cases for e in fautes(epreuves) if e.ecart]
    return all(cases is not None and len(occupees(cases)) == 41 for cases in grilles)


_PLEINE = "Vos parties vont toujours jusqu'à la grille pleine : une victoire doit les arrêter."

_ERREURS = (
    _temoin(
        UNE_FOIS,
        "Vous ne demandez les coups possibles qu'une fois, avant la boucle : ils changent après chaque pion, "
        "il faut les redemander à chaque tour.",
    ),
    _temoin(PAR_DESSUS, "Un pion est posé par-dessus un autre : une case occupée ne se joue plus."),
    _temoin(
        UN_SEUL,
        "Les joueurs ne jouent pas tour à tour : tous les pions sont du même. L'instruction qui change de "
        "joueur est-elle exécutée à chaque tour, et change-t-elle vraiment sa valeur ?",
    ),
    Erreur(
        "Votre boucle s'arrête dès qu'il ne reste qu'un coup possible : il faut le jouer lui aussi.",
        _jamais_le_seul,
    ),
    Erreur(
        "Vous renvoyez une grille vide : on demande celle de la partie, une fois jouée.",
        _grille_vide,
    ),
    Erreur(
        "Vous ne jouez qu'un coup : le return est-il à l'intérieur de la boucle ?",
        _un_seul_coup,
    ),
    Erreur("Le joueur 1 doit commencer toutes les parties.", _joueur_2_commence),
    Erreur(
        f"{_PLEINE} Votre boucle continue dès que l'une de ses conditions est vraie : and, pas or.",
        lambda epreuves: _toujours_pleine(epreuves) and _ecrit_ou(epreuves[0].appel.fonction),
    ),
    Erreur(f"{_PLEINE} Où votre fonction regarde-t-elle si quelqu'un a gagné ?", _toujours_pleine),
    Erreur(
        "Vos parties vont un coup trop loin : le gagnant se cherche après avoir posé un pion, avant de jouer "
        "le suivant.",
        _a_tant_de_pions(1),
    ),
    Erreur(
        "Il manque à vos grilles le coup qui gagne : il doit y rester posé.",
        _a_tant_de_pions(-1),
    ),
    Erreur("Il manque un tour : une partie peut durer 42 coups, un par case.", _a_un_coup_pres),
    Erreur(
        "Vos parties ne s'arrêtent qu'après un coup du joueur 2 : cherchez un gagnant après chaque coup.",
        _un_coup_de_trop,
    ),
    _temoin(
        DE_SUITE,
        "Les joueurs ne jouent pas tour à tour : l'un d'eux pose parfois deux pions de suite. Change-t-on de "
        "joueur une fois, et une seule, après chaque pion posé ?",
    ),
    *(
        Erreur(
            f"Les victoires du joueur {joueur} n'arrêtent pas vos parties : celles des deux joueurs le font.",
            _victoires_ignorees(joueur),
        )
        for joueur in (1, 2)
    ),
    Erreur(
        "Seules les parties nulles posent problème : que fait votre fonction quand la grille est pleine "
        "sans gagnant ?",
        _sur_les_nulles,
    ),
)

# --- joue_hasard() : la grille d'une partie ------------------------------------------------------


def _juge_grille(appel: Appel) -> Ecart | None:
    return _juger_fin(appel.valeur)[1]


_GRILLE_SEULE = _Jeu("joue_hasard()", "une grille de fin de partie", _juge_grille, lambda G: G, ("coups",))

JOUE_HASARD = Question(
    "joue_hasard",
    "joue_hasard()",
    (
        Critere("une vraie fin de partie", 2, lambda source: _GRILLE_SEULE.essais(source, 30)),
        Critere("tous les coups équiprobables", 1, _GRILLE_SEULE.au_hasard),
    ),
    (
        "Une partie, c'est : tant que rien n'est décidé, on choisit un coup, on pose le pion, on change de "
        "joueur.",
        "Deux choses arrêtent une partie : lesquelles de vos fonctions les voient ? Et de quoi faut-il se "
        "souvenir d'un tour à l'autre ?",
        "Commencez par jouer UN coup : une grille neuve, une case tirée parmi les coups possibles, un pion "
        "posé. Puis répétez, en vous demandant avant chaque tour si la partie continue.",
    ),
    (
        valeurs(
            "joue_hasard ne renvoie que la grille : c'est joue_random, plus loin, qui renvoie aussi le "
            "gagnant.",
            lambda v: _genres(v, int, list) or _genres(v, list, int),
        ),
        valeurs("Vous renvoyez le gagnant : on demande la grille.", lambda v: type(v) is int),
        valeurs(
            "Vous renvoyez la liste des coups joués : on demande la grille.",
            lambda v: isinstance(v, list) and len(v) > 6 and all(len(coup) == 2 for coup in v),
        ),
        *_ERREURS,
    ),
    aides_avant("joue_hasard"),
)

NB_TOURS_MAX = reponse(
    "nb_tours_max",
    valeur_entiere(
        42,
        "Ce n'est pas le nombre maximal de tours : chaque tour remplit une case.",
        {
            21: "C'est le nombre de pions de chaque joueur : un tour de boucle ne joue que pour un seul.",
            41: "À un près : le dernier coup remplit la dernière case, il compte aussi.",
            43: "À un près : après le dernier coup, il n'y a plus de tour.",
            7: "Une partie peut s'arrêter au bout de 7 coups ; on demande le nombre de tours de la plus "
            "LONGUE partie.",
            69: "C'est le nombre d'alignements : on demande le nombre de tours d'une partie.",
        },
    ),
    (
        "Une partie s'arrête au plus tard quand la grille est pleine.",
        "Que remplit chaque tour ?",
        "Comptez les cases de la grille.",
    ),
)

# --- joue_random() : le gagnant et la grille -----------------------------------------------------


def _juge_couple(appel: Appel) -> Ecart | None:
    gagnant, G = couple(appel.valeur, "le résultat")
    position, ecart = _juger_fin(G)
    if ecart or position is None:
        return ecart
    if isinstance(gagnant, bool) or entier(gagnant, "le gagnant") != position.gagnant:
        phrase = "Le gagnant annoncé n'est pas celui de la grille renvoyée : viennent-ils de la même partie ?"
        return Ecart(phrase, str(position.gagnant), montrer(gagnant), position.alignement, position.cases())
    return None


_GAGNANT_ET_GRILLE = _Jeu(
    "joue_random()",
    "un couple (gagnant, grille)",
    _juge_couple,
    lambda valeur: couple(valeur)[1],
    ("coups", "joue_hasard"),
)


def _annonce(test: Callable[[Any, Position], bool]) -> Callable[[Any], bool]:
    """Le test d'un couple (gagnant, grille) dont la grille est bien celle d'une fin de partie."""

    def predicat(valeur: Any) -> bool:
        gagnant, G = couple(valeur)
        position = pos.position_finale(G)[0]
        return position is not None and test(gagnant, position)

    return predicat


_EST_LE_PERDANT = _annonce(lambda gagnant, p: type(gagnant) is int and gagnant == 3 - p.gagnant)


def _perdant(epreuves: list[Epreuve]) -> bool:
    """Chaque fois que quelqu'un a gagné, est-ce l'autre que l'on annonce ?"""
    try:
        vues = [e.appel.valeur for e in epreuves if not _annonce(lambda _, p: not p.gagnant)(e.appel.valeur)]
        return bool(vues) and all(map(_EST_LE_PERDANT, vues))
    except Malforme:
        return False


def _jamais_annonce(joueur: int) -> Callable[[list[Epreuve]], bool]:
    """Seules les victoires de ce joueur sont-elles mal annoncées, et toujours comme celles de l'autre ?"""
    est_le_cas = _annonce(lambda gagnant, p: p.gagnant == joueur == 3 - gagnant)

    def explique(epreuves: list[Epreuve]) -> bool:
        try:
            refusees = [e.appel.valeur for e in fautes(epreuves)]
            reussies = [e for e in _imposees(epreuves, 3 - joueur) if e.reussie]
            return bool(refusees and reussies) and all(map(est_le_cas, refusees))
        except Malforme:
            return False

    return explique


JOUE_RANDOM = Question(
    "joue_random",
    "joue_random()",
    (
        Critere(
            "le gagnant et une vraie fin de partie", 2, lambda source: _GAGNANT_ET_GRILLE.essais(source, 60)
        ),
        Critere("tous les coups équiprobables", 1, _GAGNANT_ET_GRILLE.au_hasard),
    ),
    (
        "C'est la même partie que joue_hasard ; seul ce qu'on renvoie change.",
        "Vous avez la grille finale : quelle fonction dit qui l'a gagnée ?",
        "Commencez par jouer la partie et gardez sa grille : elle sert deux fois. Un couple s'écrit (a, b).",
    ),
    (
        valeurs(
            "Le couple est à l'envers : le gagnant d'abord, la grille ensuite.",
            lambda v: _genres(v, list, int),
        ),
        valeurs("Il manque la grille : on attend le couple (gagnant, grille).", lambda v: type(v) is int),
        valeurs(
            "Il manque le gagnant : on attend le couple (gagnant, grille).",
            lambda v: isinstance(v, list) and len(v) == 7,
        ),
        *(
            Erreur(
                f"Quand le joueur {joueur} gagne, vous annoncez l'autre : le gagnant de la grille est faux.",
                _jamais_annonce(joueur),
            )
            for joueur in (1, 2)
        ),
        Erreur("Vous annoncez le perdant : après le dernier coup, c'est à lui de jouer.", _perdant),
        valeurs(
            "Vous annoncez un booléen : on attend le numéro du gagnant, 0, 1 ou 2.",
            _annonce(lambda gagnant, p: isinstance(gagnant, bool)),
        ),
        valeurs(
            "Une grille pleine peut être gagnée : le dernier pion compte aussi.",
            _annonce(lambda gagnant, p: p.pleine and p.gagnant > 0 and gagnant == 0),
        ),
        valeurs(
            "Quelqu'un a gagné, et vous annoncez 0, une partie nulle : le gagnant se cherche dans la grille "
            "finale, une fois la partie jouée.",
            _annonce(lambda gagnant, p: p.gagnant > 0 and type(gagnant) is int and gagnant == 0),
        ),
        *_ERREURS,
    ),
    aides_avant("joue_random"),
)
