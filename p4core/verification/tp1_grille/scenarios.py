"""Des parties écrites d'avance : coups(G) n'y propose que le coup prévu, le hasard n'a plus le choix."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from p4core.codages import vers_colonnes
from p4core.execution import Appel
from p4core.position import Case, Position
from p4core.verification import positions as pos
from p4core.verification.essais import Appelant, Ecart, Epreuve, Essai, juger
from p4core.verification.frequences import Comptage
from p4core.verification.lecture import Malforme
from p4core.verification.tp1_grille.fins import juste_si_2_commence

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
