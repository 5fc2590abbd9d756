"""La note que rend un test : nbgrader donne tous les points à ce qu'il ne sait pas lire comme un nombre."""

from __future__ import annotations

from decimal import Decimal
from numbers import Real
from typing import Any

from p4core.correction.cloison.distante import FonctionDistante
from p4core.correction.cloison.sorties import Sortie
from p4core.correction.cloison.valeurs import Opaque


def note_lisible(sorties: list[Sortie], valeur: Any, points: float) -> list[Sortie]:
    """Les sorties d'un test ; la valeur de sa dernière ligne y est un nombre que nbgrader lira bien.

    Un test calcule sa note avec ce que rend l'élève : np.float64(0.0), un tableau de zéros, nan ou -1 y
    passeraient pour une réussite. Un texte, un booléen ou rien gardent le sens qu'ils ont dans nbgrader.
    """
    if isinstance(valeur, bool | str) or not _vient_d_un_calcul(valeur):
        return sorties
    if not isinstance(valeur, Real | Decimal) or not _entre(valeur, points):
        gardees = [s for s in sorties if s["output_type"] != "execute_result"]
        texte = f"Ce test n'a pas abouti à une note entre 0 et {points:g} : {_montrer(valeur)}"
        return [*gardees, refus(texte)]
    for sortie in sorties:
        if sortie["output_type"] == "execute_result":
            sortie["data"] = {"text/plain": repr(float(valeur))}
    return sorties


def _entre(valeur: Any, points: float) -> bool:
    return bool(0 <= valeur <= points)  # faux pour nan


def _vient_d_un_calcul(valeur: Any) -> bool:
    genres = Real | Decimal | complex | Opaque | FonctionDistante
    return isinstance(valeur, genres) or getattr(valeur, "ndim", 0) > 0


def _montrer(valeur: Any) -> str:
    try:
        return repr(valeur)[:200]
    except ValueError:  # un entier de plus de 4300 chiffres
        return "un nombre démesuré"


def refus(texte: str) -> Sortie:
    """Une erreur à la place de la note : sans elle, nbgrader donnerait tous les points."""
    return {"output_type": "error", "ename": "NoteIllisible", "evalue": texte, "traceback": [texte]}
