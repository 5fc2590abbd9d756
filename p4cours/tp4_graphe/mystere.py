"""La recherche du TP 4, toute faite. Ne lisez pas ce fichier avant d'avoir écrit la vôtre !

Rien ici ne connaît le Puissance 4 : tout passe par les trois fonctions données. La recherche avance couche
par couche (toutes les situations à un coup, à deux coups, …), puis remonte les valeurs de la dernière à la
première.

Contrat : si d_eval contient déjà une clé, sa valeur est crue sans être recalculée ; les dictionnaires ne
servent donc qu'à une seule recherche (même racine, même h, même k)."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any

Cle = Hashable
Recherche = Callable[..., tuple[float, Any]]


@dataclass
class _Noeud:
    """Une situation du graphe, le coup qui y a mené, et les clés de ses fils."""

    situation: Any
    coup: Any = None
    suites: list[Cle] = field(default_factory=list)


Couche = dict[Cle, _Noeud]


def cre_minimax_h(
    eval_f: Callable[..., float | None], fils: Callable[[Any], Any], construit_cle: Callable[[Any], Cle]
) -> Recherche:
    """Fabrique minimax_h(s, coup, d_eval, d_stra, d_coup, h, k) → (score, situation)."""

    def descendre(couche: Couche, connues: dict[Cle, float]) -> Couche:
        """La couche suivante ; les situations finies ou déjà connues n'ont pas de suite."""
        suivante: Couche = {}
        for cle, noeud in couche.items():
            if cle in connues:
                continue
            fin = eval_f(noeud.situation, noeud.coup)
            if fin is not None:
                connues[cle] = fin
                continue
            for t in fils(noeud.situation):
                noeud.suites.append(construit_cle(t))
                suivante.setdefault(noeud.suites[-1], _Noeud(t, coup_entre(noeud.situation, t)))
        return suivante

    def minimax_h(
        s: Any,
        coup: Any,
        d_eval: dict[Cle, float],
        d_stra: dict[Cle, Any],
        d_coup: dict[Cle, Any],
        h: Callable[[Any], float],
        k: int,
    ) -> tuple[float, Any]:
        """Le score de s en regardant k coups, et la situation choisie (None s'il n'y en a pas)."""
        racine = construit_cle(s)
        couches: list[Couche] = [{racine: _Noeud(s, coup)}]
        for _ in range(k + 1):
            couches.append(descendre(couches[-1], d_eval))
        horizon = couches[k]
        for cle, noeud in horizon.items():
            if cle not in d_eval:
                d_eval[cle] = h(noeud.situation)
        for rang in reversed(range(k)):
            _remonter(couches[rang], couches[rang + 1], d_eval, d_stra, d_coup)
        return d_eval[racine], d_stra.get(racine)

    return minimax_h


def _remonter(
    couche: Couche, suivante: Couche, d_eval: dict[Cle, float], d_stra: dict[Cle, Any], d_coup: dict[Cle, Any]
) -> None:
    """La valeur de chaque nœud d'après ses fils : la plus grande pour J0, la plus petite pour J1."""
    for cle, noeud in couche.items():
        if noeud.suites:
            choisir = max if noeud.situation[0] == 0 else min
            elue = choisir(noeud.suites, key=d_eval.__getitem__)
            d_eval[cle], d_stra[cle] = d_eval[elue], suivante[elue].situation
            d_coup[cle] = suivante[elue].coup


def coup_entre(avant: Any, apres: Any) -> tuple[int, int] | None:
    """La case (i, j) qui distingue deux situations qui se suivent."""
    for i, (ligne, autre) in enumerate(zip(avant[1], apres[1], strict=True)):
        if ligne != autre:
            return i, next(j for j, (a, b) in enumerate(zip(ligne, autre, strict=True)) if a != b)
    return None
