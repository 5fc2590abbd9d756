"""Les questions que l'on pose au solveur : le score d'une position, de chaque colonne, la suite parfaite."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import islice
from time import monotonic

from p4core.ia import avance
from p4core.ia.solveur.calcul import (
    FILS,
    USUELLE,
    CalculPartage,
    bits,
    grille_de,
    poursuivre_de_front,
    prete,
    rapide,
)
from p4core.ia.solveur.livre import livre_pour, minorant
from p4core.jeu import Joueur, Position

Intervalle = tuple[int, int]
VIDES_SANS_NUMBA = 18  # au-delà, Python seul ne répond plus en quelques secondes (24 pions sur 7 × 6)


class CalculTropLong(RuntimeError):
    """La position a trop de cases vides pour être résolue dans le temps donné, ou sans numba."""

    renonce = True  # le plateau le dit tel quel, sans parler d'erreur


@dataclass(frozen=True)
class Resolution:
    """Ce que l'on sait de chaque colonne : un intervalle de scores, réduit à un point quand c'est exact."""

    position: Position
    intervalles: Mapping[int, Intervalle]
    noeuds: int = 0
    duree: float = 0.0

    @property
    def scores(self) -> dict[int, int]:
        """Les scores connus exactement, par colonne."""
        return {x: bas for x, (bas, haut) in self.intervalles.items() if bas == haut}

    @property
    def complete(self) -> bool:
        """Toutes les colonnes sont-elles connues ?"""
        return len(self.scores) == len(self.intervalles)

    @property
    def intervalle(self) -> Intervalle:
        """Ce que l'on sait du score de la position."""
        if not self.intervalles:
            return (score_final(self.position),) * 2
        return max(bas for bas, _ in self.intervalles.values()), max(h for _, h in self.intervalles.values())

    @property
    def meilleurs(self) -> list[int]:
        """Les colonnes dont on sait qu'aucune autre n'est meilleure."""
        atteint = max((haut for _, haut in self.intervalles.values()), default=0)
        return [x for x, (bas, _) in self.intervalles.items() if bas == atteint]


Suivi = Callable[[Resolution], object]


def score_final(position: Position) -> int:
    """Le score d'une partie finie, vu du joueur au trait."""
    if not position.gagnant:
        return 0
    valeur = (position.largeur * position.hauteur + 2 - position.nb_coups) // 2
    return valeur if position.gagnant == position.trait else -valeur


def score(position: Position) -> int:
    """Le score exact : 0 nulle, positif si le joueur au trait gagne, d'autant plus grand que c'est tôt."""
    connu = _sans_calcul(position)
    if connu is not None:
        return connu
    _verifier_duree(position)
    return _calcul(position).terminer()[0]


def _calcul(position: Position, fils: int = FILS) -> CalculPartage:
    """Le calcul du score d'une position non finie, avec ce que le livre en dit déjà."""
    grille = grille_de(position)
    calcul = CalculPartage(grille, bits(position), fils)
    calcul.borner(minorant(grille, *bits(position)))
    return calcul


def _sans_calcul(position: Position) -> int | None:
    if position.finie:
        return score_final(position)
    livre = livre_pour(grille_de(position))
    return livre.score(*bits(position)) if livre else None


def _verifier_duree(position: Position) -> None:
    vides = position.largeur * position.hauteur - position.nb_coups
    if not rapide(grille_de(position)) and vides > VIDES_SANS_NUMBA:
        livre = livre_pour(grille_de(position))
        ouverture = f"pendant les {livre.plis} premiers coups, puis " if livre else ""
        raise CalculTropLong(
            f"Il reste {vides} cases vides : sans numba, le solveur exact ne répond que {ouverture}"
            f"quand il en reste au plus {VIDES_SANS_NUMBA}. Installez numba (pip install numba) "
            "ou donnez un délai : resoudre(position, delai=5)."
        )


def sait_tout(position: Position) -> bool:
    """Le solveur répond-il vite sur cette grille, de la première position à la dernière ?"""
    return rapide(grille_de(position)) and livre_pour(grille_de(position)) is not None


def du_livre(position: Position) -> bool:
    """Le livre suffit-il à noter chaque colonne ?"""
    return all(_sans_calcul(position.jouer(x)) is not None for x in position.coups())


def repond_aussitot(position: Position) -> bool:
    """Le solveur peut-il noter les colonnes sans attendre d'être compilé ? Sinon, on le compile à côté."""
    if du_livre(position) or grille_de(position) != USUELLE:
        return True
    return prete(USUELLE) or avance.disponible("solveur")


def scores(position: Position, delai: float | None = None) -> dict[int, int]:
    """Le score exact de chaque colonne jouable, vu du joueur au trait."""
    return _exacte(position, delai).scores


def meilleurs_coups(position: Position, delai: float | None = None) -> list[int]:
    """Les colonnes du meilleur score ; aucune si la partie est finie."""
    return _exacte(position, delai).meilleurs


def _exacte(position: Position, delai: float | None) -> Resolution:
    """La résolution complète, ou CalculTropLong si le délai n'y suffit pas."""
    if delai is not None and not rapide(grille_de(position)):
        delai = None  # Python seul : mieux vaut dire tout de suite que la position est trop ouverte
    resolution = resoudre(position, delai)
    if not resolution.complete:
        raise CalculTropLong(f"La position n'est pas résolue en {delai:g} s : il reste trop de cases vides.")
    return resolution


def joueur_parfait(alea: random.Random | None = None, delai: float | None = None) -> Joueur:
    """Le joueur qui tire au sort parmi les meilleurs coups du solveur."""
    tirage = alea or random.Random()
    return lambda position: tirage.choice(meilleurs_coups(position, delai))


def ligne_principale(position: Position) -> list[int]:
    """Une suite de coups parfaits des deux joueurs, jusqu'à la fin de la partie."""
    suite: list[int] = []
    while not position.finie:
        x = _coup_parfait(position)
        suite.append(x)
        position = position.jouer(x)
    return suite


def _coup_parfait(position: Position) -> int:
    """Un coup du meilleur score, sans calculer plus de colonnes qu'il n'en faut."""
    but = score(position)
    return next(x for x in _du_centre(position) if -score(position.jouer(x)) == but)


def _du_centre(position: Position) -> list[int]:
    return sorted(position.coups(), key=lambda x: abs(2 * x + 1 - position.largeur))


def resoudre(
    position: Position, delai: float | None = None, suivi: Suivi | None = None, fils: int = FILS
) -> Resolution:
    """Le score de chaque colonne ; après `delai` secondes, ce que l'on en sait.

    `suivi` reçoit la `Resolution` en cours plusieurs fois par seconde. Un long calcul occupe `fils` cœurs.
    """
    intervalles, calculs = _commencer(position, fils)
    debut = monotonic()  # la compilation, une fois pour toutes, n'est pas prise sur le délai
    if calculs and delai is None:
        _verifier_duree(position.jouer(next(iter(calculs))))

    def visites() -> int:
        return sum(calcul.total for calcul in calculs.values())

    def etat() -> Resolution:
        return Resolution(position, dict(intervalles), visites(), monotonic() - debut)

    while restent := {x: calcul for x, calcul in calculs.items() if not calcul.fini}:
        if delai is not None and monotonic() - debut >= delai:
            break
        choisis = dict(islice(restent.items(), fils))
        for calcul in choisis.values():  # leurs positions se ressemblent beaucoup : une table pour toutes
            calcul.continuer(visites() - calcul.total)
        poursuivre_de_front(list(choisis.values()))
        intervalles |= {x: _vu_d_en_face(calcul) for x, calcul in choisis.items()}
        if suivi:
            suivi(etat())
    return etat()


def _commencer(position: Position, fils: int) -> tuple[dict[int, Intervalle], dict[int, CalculPartage]]:
    """Ce qui est connu d'emblée de chaque colonne, et les calculs à mener, du centre vers les bords."""
    intervalles: dict[int, Intervalle] = dict.fromkeys(position.coups(), (0, 0))
    calculs = {}
    for x in _du_centre(position):
        suivante = position.jouer(x)
        connu = _sans_calcul(suivante)
        if connu is not None:
            intervalles[x] = -connu, -connu
            continue
        calcul = _calcul(suivante, fils)
        if not calcul.fini:
            calculs[x] = calcul
        intervalles[x] = _vu_d_en_face(calcul)
    return intervalles, calculs


def _vu_d_en_face(calcul: CalculPartage) -> Intervalle:
    bas, haut = calcul.intervalle
    return -haut, -bas
