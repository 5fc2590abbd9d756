"""Le jeu : la position, valeur immuable sur des entiers (bitboards), les parties, la feuille de partie."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from operator import index

from p4core.dessin import Case, svg, texte


class CoupIllegal(ValueError):
    """Le coup demandé est impossible ; le message dit quelle colonne et pourquoi."""


@dataclass(frozen=True, slots=True)
class Position:
    """Une grille, le joueur au trait et le gagnant éventuel ; jouer donne une nouvelle position.

    Deux positions sont égales si elles ont les mêmes pions et le même trait, quel que soit
    l'ordre des coups qui y ont mené.
    """

    largeur: int = 7
    hauteur: int = 6
    aligner: int = 4
    pions: tuple[int, int] = (0, 0)
    trait: int = 1
    historique: tuple[int, ...] = field(default=(), compare=False)
    gagnant: int = field(default=0, compare=False)

    def __post_init__(self) -> None:
        for nom in ("largeur", "hauteur", "aligner"):
            valeur = getattr(self, nom)
            if isinstance(valeur, bool) or not isinstance(valeur, int) or valeur < 1:
                raise ValueError(f"{nom} vaut {valeur!r} : un entier au moins égal à 1 est attendu.")

    @classmethod
    def depuis_coups(
        cls, coups: str | Iterable[int], largeur: int = 7, hauteur: int = 6, aligner: int = 4
    ) -> Position:
        """La position après ces coups, colonnes numérotées à partir de 1 : "4453"."""
        position = cls(largeur, hauteur, aligner)
        if not isinstance(coups, Iterable):
            raise CoupIllegal(
                f'Les coups s\'écrivent dans une chaîne ("4453") ou une liste, pas {coups!r:.40}.'
            )
        signes: Iterable[str | int] = coups.split() if isinstance(coups, str) and " " in coups else coups
        for rang, signe in enumerate(signes, 1):
            try:
                position = position._poser(position.verifier(int(signe) - 1, origine=1))
            except CoupIllegal as erreur:
                raise CoupIllegal(f"Coup n° {rang} : {erreur}") from None
            except (ValueError, TypeError):
                raise CoupIllegal(
                    f"Coup n° {rang} : {signe!r} n'est pas un numéro de colonne (de 1 à {largeur})."
                ) from None
        return position

    @classmethod
    def depuis_pions(
        cls, taille: tuple[int, int], aligner: int, pions: tuple[int, int], trait: int
    ) -> Position:
        """La position formée de ces pions (un entier par joueur), sans histoire connue."""
        largeur, hauteur = taille
        # Le dernier à avoir joué est examiné d'abord : lui seul peut avoir gagné légalement.
        gagnants = [j for j in (3 - trait, trait) if aligne(pions[j - 1], hauteur, aligner)]
        return cls(largeur, hauteur, aligner, pions, trait, (), gagnants[0] if gagnants else 0)

    @property
    def nb_coups(self) -> int:
        """Le nombre de pions sur la grille."""
        return self.masque.bit_count()

    @property
    def masque(self) -> int:
        """Les cases occupées, en bits."""
        return self.pions[0] | self.pions[1]

    @property
    def pleine(self) -> bool:
        """La grille est-elle remplie ?"""
        return self.nb_coups == self.largeur * self.hauteur

    @property
    def finie(self) -> bool:
        """Quelqu'un a-t-il gagné, ou la grille est-elle pleine ?"""
        return self.gagnant != 0 or self.pleine

    @property
    def dernier(self) -> Case | None:
        """La case du dernier coup joué, ou None si on ne le connaît pas."""
        if not self.historique:
            return None
        x = self.historique[-1]
        return x, self._colonne(x).bit_length() - 1

    @property
    def notation(self) -> str | None:
        """Les coups depuis la grille vide, "4453", ou None si l'histoire n'est pas connue."""
        if len(self.historique) != self.nb_coups:
            return None
        separateur = "" if self.largeur <= 9 else " "
        return separateur.join(str(x + 1) for x in self.historique)

    def case(self, x: int, y: int) -> int:
        """Le contenu de la case : 0 (libre), 1 ou 2."""
        if not (0 <= x < self.largeur and 0 <= y < self.hauteur):
            raise IndexError(f"La case ({x}, {y}) est hors de la grille {self.largeur} × {self.hauteur}.")
        bit = x * (self.hauteur + 1) + y
        return (self.pions[0] >> bit & 1) + 2 * (self.pions[1] >> bit & 1)

    def cases(self) -> list[list[int]]:
        """Toutes les cases, par colonnes de bas en haut (une copie)."""
        return [[self.case(x, y) for y in range(self.hauteur)] for x in range(self.largeur)]

    def _colonne(self, x: int) -> int:
        # Sans passer par `masque` : les parties par milliers ne font presque que cela.
        return (self.pions[0] | self.pions[1]) >> x * (self.hauteur + 1) & (1 << self.hauteur) - 1

    def niveau(self, x: int) -> int:
        """La rangée où tomberait un pion dans la colonne x ; `hauteur` si elle est pleine."""
        occupees = self._colonne(x)
        return (~occupees & occupees + 1).bit_length() - 1

    def coups(self) -> list[int]:
        """Les colonnes jouables, de gauche à droite ; aucune si quelqu'un a gagné."""
        if self.gagnant:
            return []
        pas, sommet, masque = self.hauteur + 1, self.hauteur - 1, self.masque
        return [x for x in range(self.largeur) if not masque >> x * pas + sommet & 1]

    def jouer(self, x: int) -> Position:
        """La position après un pion du joueur au trait dans la colonne x (à partir de 0)."""
        return self._poser(self.verifier(x))

    def _poser(self, x: int) -> Position:
        pion = 1 << x * (self.hauteur + 1) + self.niveau(x)
        un, deux = self.pions
        pions = (un | pion, deux) if self.trait == 1 else (un, deux | pion)
        gagne = aligne(pions[self.trait - 1], self.hauteur, self.aligner)
        return Position(
            self.largeur,
            self.hauteur,
            self.aligner,
            pions,
            3 - self.trait,
            (*self.historique, x),
            self.trait if gagne else 0,
        )

    def verifier(self, x: int, origine: int = 0) -> int:
        """La colonne x (à partir de 0) si l'on peut y jouer ; sinon CoupIllegal la nomme depuis `origine`."""
        if isinstance(x, bool) or not hasattr(x, "__index__"):
            raise CoupIllegal(f"La colonne {x!r} n'est pas un entier.")
        x = index(x)
        nom = x + origine
        if not 0 <= x < self.largeur:
            raise CoupIllegal(
                f"La colonne {nom} n'existe pas : elles vont de {origine} à {self.largeur - 1 + origine}."
            )
        if self.gagnant:
            raise CoupIllegal(
                f"On ne peut plus jouer dans la colonne {nom} : le joueur {self.gagnant} a déjà gagné."
            )
        if self.niveau(x) >= self.hauteur:
            raise CoupIllegal(f"La colonne {nom} est pleine : ses {self.hauteur} cases sont occupées.")
        return x

    @property
    def alignement(self) -> tuple[Case, ...]:
        """Les cases gagnantes, de gauche à droite puis de bas en haut ; vide sans gagnant."""
        if not self.gagnant:
            return ()
        siens = self.pions[self.gagnant - 1]
        gagnantes = 0
        for masque in masques_alignements(self.largeur, self.hauteur, self.aligner):
            if siens & masque == masque:
                gagnantes |= masque
        return tuple(cases_du_masque(gagnantes, self.hauteur))

    def __str__(self) -> str:
        return texte(self)

    def __repr__(self) -> str:
        if self.notation is not None:
            taille = (self.largeur, self.hauteur, self.aligner)
            suite = "" if taille == (7, 6, 4) else ", {}, {}, {}".format(*taille)
            return f"Position.depuis_coups({self.notation!r}{suite})"
        return (
            f"<Position {self.largeur}×{self.hauteur}, {self.nb_coups} pions, trait au joueur {self.trait}>"
        )

    def _repr_svg_(self) -> str:
        return svg(self)


@lru_cache(maxsize=64)
def _pas_des_directions(hauteur: int) -> tuple[int, int, int, int]:
    return 1, hauteur + 1, hauteur, hauteur + 2  # verticale, horizontale, descendante, montante


def aligne(pions: int, hauteur: int, aligner: int) -> bool:
    """Ces pions, en bits, ont-ils une suite de cette longueur ?"""
    for pas in _pas_des_directions(hauteur):
        suites = pions
        for _ in range(aligner - 1):
            suites &= suites >> pas
        if suites:
            return True
    return False


def alignements(largeur: int = 7, hauteur: int = 6, aligner: int = 4) -> Iterator[tuple[Case, ...]]:
    """Tous les alignements possibles, chacun comme un tuple de cases."""
    for x in range(largeur):
        for y in range(hauteur):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                fin_x, fin_y = x + dx * (aligner - 1), y + dy * (aligner - 1)
                if fin_x < largeur and 0 <= fin_y < hauteur:
                    yield tuple((x + dx * i, y + dy * i) for i in range(aligner))


@lru_cache(maxsize=64)
def masques_alignements(largeur: int, hauteur: int, aligner: int) -> tuple[int, ...]:
    """Les mêmes alignements, chacun comme un masque de bits."""
    return tuple(
        sum(1 << x * (hauteur + 1) + y for x, y in cases) for cases in alignements(largeur, hauteur, aligner)
    )


def cases_du_masque(masque: int, hauteur: int) -> Iterator[Case]:
    """Les cases d'un masque, par colonne puis de bas en haut."""
    while masque:
        bit = (masque & -masque).bit_length() - 1
        yield divmod(bit, hauteur + 1)
        masque &= masque - 1


# --- les parties ----------------------------------------------------------------------------------

Joueur = Callable[[Position], int]
SECONDES_PAR_COUP = 1.0  # de calcul, pour `mon_ia` : au TP 7 comme au tournoi de la classe


def partie(premier: Joueur, second: Joueur, depart: Position | None = None) -> Position:
    """La position finale d'une partie entre deux joueurs (premier joue les pions 1)."""
    position = depart or Position()
    while not position.finie:
        joueur = premier if position.trait == 1 else second
        position = position.jouer(joueur(position))
    return position


def au_hasard(alea: random.Random) -> Joueur:
    """Le joueur qui choisit au hasard parmi les coups possibles."""
    return lambda position: alea.choice(position.coups())


def partie_hasard(alea: random.Random, depart: Position | None = None) -> Position:
    """La position finale d'une partie jouée au hasard des deux côtés."""
    hasard = au_hasard(alea)
    return partie(hasard, hasard, depart)


def promenade(alea: random.Random, coups: int, depart: Position | None = None) -> list[Position]:
    """Les positions traversées, départ compris, en jouant au hasard tant de coups, ou moins si tout finit."""
    positions = [depart or Position()]
    while len(positions) <= coups and not positions[-1].finie:
        positions.append(positions[-1].jouer(alea.choice(positions[-1].coups())))
    return positions


LONGUEUR_OUVERTURE = 8  # coups


def ouverture(
    alea: random.Random, longueur: int = LONGUEUR_OUVERTURE, depart: Position | None = None
) -> Position:
    """Un début de partie au hasard, où personne ne peut gagner tout de suite."""
    while True:
        position = promenade(alea, longueur, depart)[-1]
        if not position.finie and not _gain_immediat(position):
            return position


def _gain_immediat(position: Position) -> bool:
    """L'un des deux joueurs, si c'était à lui de jouer, gagnerait-il aussitôt ?"""
    vues = [replace(position, trait=joueur) for joueur in (1, 2)]
    return any(vue.jouer(x).gagnant for vue in vues for x in vue.coups())


# --- la feuille de partie --------------------------------------------------------------------------


class Feuille:
    """Les positions d'une partie, de celle de départ à la dernière, et celle que l'on regarde."""

    def __init__(self, depart: Position) -> None:
        self._positions = [depart]
        self.curseur = 0  # le nombre de coups rejoués sur le plateau

    @classmethod
    def depuis(cls, position: Position) -> Feuille:
        """La feuille qui mène à cette position ; ses coups sont retrouvés si l'histoire est connue."""
        if position.notation is None:
            return cls(position)
        feuille = cls(Position(position.largeur, position.hauteur, position.aligner))
        for x in position.historique:
            feuille.jouer(x)
        return feuille

    @property
    def depart(self) -> Position:
        """La position d'où part la feuille."""
        return self._positions[0]

    @property
    def coups(self) -> list[int]:
        """Les colonnes jouées depuis le départ, même au-delà du curseur."""
        return list(self._positions[-1].historique[len(self._positions[0].historique) :])

    @property
    def position(self) -> Position:
        """La position à l'endroit du curseur."""
        return self._positions[self.curseur]

    def jouer(self, x: int) -> None:
        """Ajoute un coup au curseur ; les coups qui suivaient sont oubliés."""
        suivante = self.position.jouer(x)  # lève CoupIllegal avant de rien changer
        self._positions[self.curseur + 1 :] = [suivante]
        self.curseur += 1

    def aller(self, nombre: int) -> None:
        """Regarde la position après ce nombre de coups."""
        self.curseur = max(0, min(nombre, len(self._positions) - 1))

    def trait_apres(self, nombre: int) -> int:
        """Le joueur qui a le trait après ce nombre de coups."""
        return self._positions[nombre].trait
