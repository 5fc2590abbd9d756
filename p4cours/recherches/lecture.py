"""Une recherche min-max observée : ce que son TP en attend (`Recherche`), et les positions de ses appels.

Les appels viennent de l'élève : rien n'y est supposé des noms qu'il choisit, sinon ceux de l'énoncé."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from p4core.codages import Codage, Malforme
from p4core.jeu import Position
from p4core.observation import AppelVu, Trace

Arguments = Mapping[str, Any]
Imposee = tuple[Callable[..., float], Callable[[Position, int], float]]
# Ce que l'on reproche à une mémoire qui n'épargne rien, quand la réponse est bonne.
INVISIBLE = "travail invisible"
TRAVAIL = ("travail refait", INVISIBLE, "feuilles seules", "mémoire en partie", "clé incomplète")
COUPLE, COLONNE = "couple", "colonne"  # ce que renvoie une recherche : (score, coup), ou une colonne
TRAIT, FIXE = "trait", "fixe"  # de qui un score est vu : du joueur qui joue, ou toujours du même


@dataclass(frozen=True)
class Recherche:
    """Ce que la recherche d'un TP doit renvoyer. Ses valeurs, ici, sont vues du joueur `pour`."""

    nom: str
    codage: Codage
    parametres: tuple[str, ...]  # ceux de l'énoncé, sans lesquels on ne la reconnaît pas
    profondeur: str  # celui qui compte les coups à prévoir
    pour: Callable[[Arguments], int]  # le joueur (1 ou 2) du point de vue choisi
    joue: Callable[[Arguments], int | None]  # le joueur au trait, s'il est dit ailleurs que dans la grille
    feuille: Callable[[Position, Arguments, int], float]  # la valeur à l'horizon
    fin: Callable[[Position, Arguments, int], float]  # et en fin de partie
    feuille_dite: str  # « utilite(G, j, W) »
    fin_dite: str
    vue: str = FIXE  # de qui est vu le score que renvoie la fonction elle-même
    dedans: tuple[
        str, ...
    ] = ()  # ses fonctions intérieures, celles de l'énoncé : leurs scores sont vus de `pour`
    tour: str = ""  # le paramètre qui dit à qui de jouer
    rend: str = COUPLE
    coup: Callable[[Any, Position], int | None] = lambda coup, position: None  # la colonne d'un coup renvoyé
    memoire: bool = False  # elle ne doit pas refaire ce qu'elle a déjà fait
    range_dans: str = ""  # le dictionnaire, donné en argument, où chaque valeur doit être rangée
    tirage: bool = False  # le coup est tiré au sort parmi les meilleurs
    elague: bool = False  # elle reçoit une fenêtre, et doit s'en servir
    # Une feuille, évaluée de nouveau, vaut-elle autant ? (une heuristique peut jouer au hasard)
    constante: Callable[[Position, Arguments], bool] = lambda position, arguments: True
    evaluation: str = ""  # la fonction de l'élève qui évalue une feuille…
    evaluer: Callable[[Callable[..., Any], Position, Arguments, int], float] | None = None  # …et son appel
    # Celle que le cas d'un essai met à sa place : sa version pour l'élève, et (position, joueur) → valeur.
    imposee: Callable[[tuple[Any, ...]], Imposee | None] = lambda cas: None

    def avec(self, imposee: Imposee) -> Recherche:
        """La même recherche, dont les feuilles ont ces valeurs-là."""
        return replace(self, feuille=lambda position, arguments, pour: imposee[1](position, pour))


# --- Lire les appels : la position que chacun a vue, à qui de jouer, combien de coups restent -------


@dataclass(eq=False)
class Noeud:
    """Un appel lu : une position de la recherche."""

    appel: AppelVu
    position: Position
    etage: int  # coups joués depuis la racine
    reste: int  # coups à prévoir encore
    parent: Noeud | None = None
    meme: Noeud | None = None  # celui de la même position dont il n'est qu'une étape
    colonne: int | None = None  # le coup qui y mène
    fils: list[Noeud] = field(default_factory=list)
    relus: dict[int, float] = field(default_factory=dict)  # fils repris d'une mémoire, et leur valeur
    coupes: list[int] = field(default_factory=list)  # colonnes laissées de côté par une coupe
    souvenir: bool = False  # renvoyé sans rien explorer : une mémoire a répondu

    @property
    def terminal(self) -> bool:
        """N'y a-t-il plus rien à chercher ?"""
        return self.position.finie or self.reste <= 0


_PROFONDEURS = ("prof", "profondeur", "reste", "p", "k", "depth", "d", "n")


def profondeur_de(appel: AppelVu, recherche: Recherche) -> int | None:
    """La profondeur donnée à cet appel, s'il en reçoit une."""
    for nom in (recherche.profondeur, *_PROFONDEURS):
        valeur = appel.arguments.get(nom)
        if type(valeur) is int and not (nom == "p" and recherche.profondeur != "p"):
            return valeur
    return None


class Lecteur:
    """Lit les positions des appels d'une trace."""

    def __init__(self, trace: Trace, recherche: Recherche) -> None:
        self.recherche, self.trace = recherche, trace
        self.noeuds: dict[AppelVu, Noeud] = {}
        self._connues: dict[str, Position | None] = {}
        racine = trace.appels[0]
        position = self.position_de(racine)
        reste = racine.arguments.get(recherche.profondeur)
        if position is None or type(reste) is not int:
            return
        trait = recherche.joue(racine.arguments) or position.trait
        self.racine = Noeud(racine, replace(position, trait=trait), 0, reste)
        self._poser(self.racine)
        for appel in trace.appels[1:]:
            self._lire(appel)

    def _lire(self, appel: AppelVu) -> None:
        parent = self._ancetre(appel)
        position = self.position_de(appel)
        if parent is None or position is None:
            return
        ajout = position.nb_coups - parent.position.nb_coups
        meme = position.pions == parent.position.pions
        etage = parent.etage + (0 if meme else 1)
        trait = 3 - parent.position.trait if not meme else parent.position.trait
        reste = self.racine.reste - etage
        noeud = Noeud(appel, replace(position, trait=trait), etage, reste, parent)
        noeud.meme = parent.meme or parent if meme else None
        noeud.colonne = _colonne_jouee(parent.position, position) if ajout == 1 else None
        self._poser(noeud)
        if not meme:
            (parent.meme or parent).fils.append(noeud)

    def _poser(self, noeud: Noeud) -> None:
        self.noeuds[noeud.appel] = noeud
        noeud.appel.position, noeud.appel.joueur = noeud.position, noeud.position.trait
        noeud.appel.profondeur = noeud.reste

    def _ancetre(self, appel: AppelVu) -> Noeud | None:
        courant = appel.parent
        while courant is not None and courant not in self.noeuds:
            courant = courant.parent
        return None if courant is None else self.noeuds[courant]

    def position_de(self, appel: AppelVu, apres: bool = False) -> Position | None:
        """La position que l'appel a vue à son début, ou à sa fin (`apres`)."""
        vues = {**appel.arguments, **(appel.apres if apres else {})}
        libres = {**appel.libres, **(appel.apres if apres else {})}
        for valeur in (*vues.values(), *libres.values()):
            if isinstance(valeur, list | tuple) and (lue := self._grille(valeur)) is not None:
                return lue
        return None

    def _grille(self, valeur: Any) -> Position | None:
        cle = repr(valeur)
        if cle not in self._connues:
            self._connues[cle] = _lire_grille(self.recherche.codage, valeur)
        return self._connues[cle]

    def change(self, noeud: Noeud) -> list[str]:
        """Les noms de ce qui décrit la position et n'est plus, à la sortie, ce que c'était à l'entrée."""
        avant = {**noeud.appel.libres, **noeud.appel.arguments}
        return [
            nom
            for nom in noeud.appel.apres
            if isinstance(avant.get(nom), list | tuple) and self._decrit(avant[nom], noeud.position)
        ]

    def _decrit(self, valeur: Any, position: Position) -> bool:
        """Une grille, ou la hauteur de chaque colonne."""
        hauteurs = [position.niveau(x) for x in range(position.largeur)]
        return list(valeur) == hauteurs or self._grille(valeur) is not None


def _lire_grille(codage: Codage, valeur: Any) -> Position | None:
    try:
        table = codage.grille(valeur)
        if len(table) < 4 or not all(isinstance(l, list | tuple) and len(l) >= 4 for l in table):
            return None
        return codage.depuis(valeur, legale=False)
    except (Malforme, TypeError, ValueError, IndexError, KeyError):
        return None


def _colonne_jouee(avant: Position, apres: Position) -> int | None:
    """La colonne du seul pion ajouté, à sa place ; quel que soit le joueur."""
    pose = apres.masque ^ avant.masque
    if pose.bit_count() != 1 or avant.masque & ~apres.masque:
        return None
    x, y = divmod(pose.bit_length() - 1, avant.hauteur + 1)
    return x if y == avant.niveau(x) else None
