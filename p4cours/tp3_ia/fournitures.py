"""Ce que le notebook du TP 3 reçoit tout fait : une partie dans la console, le dessin d'une grille, ce que
coûte une recherche de plus en plus profonde, et des duels entre profondeurs."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from p4core.appels import remplacer
from p4core.codages import LIGNES
from p4core.dessin import Dessin
from p4core.ecran import clavier
from p4core.francais import en_une_ligne, milliers, virgule
from p4core.graphiques import Axe, CoteACote, Courbe, Courbes, Valeur
from p4core.ia.recherche import poids_series
from p4core.progression import barre
from p4core.tableaux import Tableau
from p4core.tournois.matchs import GRAINE, PARTIES, EvaluationLignes, Match, apparier, departs_de, duel
from p4cours.duels import Duels, dire_si_impair
from p4cours.trous import exiger

Grille = list[list[int]]

# --- Une partie dans la console, avec les fonctions du notebook ----------------------------------

Strategie = Callable[[Grille, list[int], int], Any]  # (grille, hauteur, p) -> colonne
SIGNES = {1: "o", 2: "x"}


def partie_console(
    grille: Grille,
    hauteur: list[int],
    afficher: Callable[[Grille], Any],
    jouer: Callable[[Grille, list[int], int, int], Any],
    victoire: Callable[[Grille, int], bool],
    machine: Strategie | None = None,
) -> int | None:
    """Joue une partie à deux, ou contre la machine (joueur 2) ; renvoie 0, 1, 2, ou None si on abandonne."""
    with clavier.poliment():
        p = 1
        while min(hauteur) < len(grille):
            afficher(grille)
            k = _coup(machine, grille, hauteur, p) if machine and p == 2 else _demander(grille, hauteur, p)
            jouer(grille, hauteur, k, p)
            if victoire(grille, p):
                return _fin(grille, afficher, p, f"Le joueur {p} ({SIGNES[p]}) a gagné !")
            p = 3 - p
        return _fin(grille, afficher, 0, "Partie nulle : la grille est pleine.")
    return None


def _fin(grille: Grille, afficher: Callable[[Grille], Any], gagnant: int, phrase: str) -> int:
    afficher(grille)
    print(phrase)
    return gagnant


def _demander(grille: Grille, hauteur: list[int], p: int) -> int:
    return clavier.demander_colonne(f"Joueur {p} ({SIGNES[p]}), votre colonne", _pleines(grille, hauteur))


def _pleines(grille: Grille, hauteur: list[int]) -> list[bool]:
    return [h >= len(grille) for h in hauteur]


def _coup(machine: Strategie, grille: Grille, hauteur: list[int], p: int) -> int:
    reponse = machine(grille, hauteur, p)
    try:
        k = clavier.colonne(str(reponse), _pleines(grille, hauteur))
    except ValueError as refus:
        raise clavier.Abandon(f"La machine a répondu {reponse!r}. {refus} La partie s'arrête là.") from None
    print(f"La machine ({SIGNES[p]}) joue dans la colonne {k}.")
    return k


# --- Dessiner une grille avec ses propres numéros ------------------------------------------------


@en_une_ligne
def dessiner(grille: Grille, cases: Collection[tuple[int, int]] = ()) -> Dessin:
    """Le dessin de la grille, l'alignement gagnant cerclé, ces cases (ligne, colonne) encadrées."""
    image = LIGNES.dessiner(grille).image
    return Dessin(replace(image, dernier=None, fautives=tuple((j, len(grille) - 1 - i) for i, j in cases)))


# --- Mesurer une recherche, et tracer ce qu'elle coûte -------------------------------------------


@dataclass(frozen=True)
class Mesure:
    """Le coût d'une recherche à une profondeur."""

    profondeur: int
    secondes: float
    evaluations: int


def mesurer(
    recherche: Callable[..., Any],
    grille: Grille,
    hauteur: list[int],
    profondeurs: Iterable[int],
    compter: str = "eval_grille",
) -> list[Mesure]:
    """Le temps et le nombre d'évaluations de recherche(grille, hauteur, 1, prof), pour chaque profondeur."""
    nom = getattr(recherche, "__name__", "recherche")
    return [
        _mesurer(recherche, grille, hauteur, prof, compter) for prof in barre(list(profondeurs), titre=nom)
    ]


def _mesurer(
    recherche: Callable[..., Any], grille: Grille, hauteur: list[int], prof: int, nom: str
) -> Mesure:
    vraie = recherche.__globals__[nom]
    appels = 0

    def comptee(*arguments: Any) -> Any:
        nonlocal appels
        appels += 1
        return vraie(*arguments)

    with remplacer(recherche, {nom: comptee}):
        debut = time.perf_counter()
        recherche(grille, hauteur, 1, prof)
        return Mesure(prof, time.perf_counter() - debut, appels)


def tableau(mesures: Mapping[str, Sequence[Mesure]]) -> Tableau:
    """Les nombres d'évaluations, une ligne par profondeur."""
    comptes = {nom: {m.profondeur: m.evaluations for m in serie} for nom, serie in mesures.items()}
    profondeurs = sorted({prof for serie in comptes.values() for prof in serie})
    return Tableau(
        [{"prof": p, **{nom: serie.get(p) for nom, serie in comptes.items()}} for p in profondeurs]
    )


def courbes(mesures: Mapping[str, Sequence[Mesure]]) -> CoteACote:
    """Le temps et le nombre d'évaluations selon la profondeur, en échelle logarithmique."""
    temps = {nom: {m.profondeur: m.secondes for m in serie} for nom, serie in mesures.items()}
    evaluations = {nom: {m.profondeur: m.evaluations for m in serie} for nom, serie in mesures.items()}
    return CoteACote(
        [
            _courbes("Temps de calcul", "secondes", temps, lambda s: virgule(s, ".2g")),
            _courbes("Grilles évaluées", "nombre d'évaluations", evaluations, milliers),
        ]
    )


def _courbes(
    titre: str, grandeur: str, series: Mapping[str, Mapping[int, float]], forme: Callable[[float], str]
) -> Courbes:
    profondeurs = sorted({prof for serie in series.values() for prof in serie})
    return Courbes(
        titre,
        [Courbe(nom, {p: Valeur(valeur) for p, valeur in serie.items()}) for nom, serie in series.items()],
        Axe("profondeur", graduations=profondeurs),
        Axe(grandeur, log=True, forme=forme),
    )


# --- Deux heuristiques, ou des profondeurs, depuis des ouvertures appariées ----------------------

_SANS_NOMBRE = "Choisissez d'abord le nombre de parties d'un duel."


def match(
    eval_a: EvaluationLignes,
    eval_b: EvaluationLignes,
    parties: int = PARTIES,
    prof: int = 1,
    graine: int | str = GRAINE,
) -> Match:
    """Le résultat de eval_a contre eval_b, suivies par le même min-max ; la graine choisit les ouvertures."""
    exiger(parties, _SANS_NOMBRE)
    resultat = duel(eval_a, eval_b, parties, prof, graine)
    dire_si_impair(parties)  # après : une demande absurde y est refusée
    return resultat


# Trois fois les scores de eval_serie : des entiers, qui ne s'arrondissent pas. Les choix sont les mêmes.
POIDS = tuple(3 * poids for poids in poids_series())


def duels(profondeurs: Iterable[int], parties: int, graine: int | str = 0, visible: bool = True) -> Duels:
    """Chaque profondeur joue `parties` parties contre chaque autre, deux par ouverture, une de chaque côté.

    Les machines jouent comme IA avec eval_grille, mais bien plus vite ; entre deux coups aussi bons, elles
    tirent au sort.
    """
    from p4core.ia.jumeaux import JoueurMinmax  # numba, qui est long à charger

    exiger(parties, _SANS_NOMBRE)
    departs = departs_de(parties, graine)
    dire_si_impair(parties)
    joueurs = {
        f"prof = {prof}": JoueurMinmax(POIDS, prof, random.Random(f"{graine}/{prof}")) for prof in profondeurs
    }
    return Duels(apparier(joueurs, departs, visible), f"{milliers(len(departs))} ouvertures par case")
