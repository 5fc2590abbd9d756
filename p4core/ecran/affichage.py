"""Ce que le plateau et l'arbre ont en commun : typographie, traces d'erreurs, image fixe et vue vivante."""

from __future__ import annotations

import re
import traceback
import uuid
from collections.abc import Callable
from typing import Any

from p4core.appels import BIBLIOTHEQUE
from p4core.francais import INSECABLE

COULEURS = {1: "jaune", 2: "rouge"}


def composer(phrase: str) -> str:
    """La phrase avec les espaces insécables de la typographie française."""
    return re.sub(r" (?=[:;?!»])|(?<=«) ", INSECABLE, phrase)


def deplies(details: list[tuple[str, str]]) -> list[dict[str, str]]:
    """Les détails à déplier, comme les vues les attendent."""
    return [{"titre": titre, "texte": texte} for titre, texte in details]


def trace(erreur: BaseException) -> str:
    """La trace, sans les lignes de la bibliothèque si l'élève y est pour quelque chose."""
    cadres = traceback.extract_tb(erreur.__traceback__)
    eleve = [cadre for cadre in cadres if not cadre.filename.startswith(BIBLIOTHEQUE)]
    return "".join(traceback.format_list(eleve or cadres) + traceback.format_exception_only(erreur))


def vue(composant: Any) -> dict[str, Any]:
    """Ce qui fait apparaître un composant vivant dans la sortie d'une cellule."""
    modele = {"version_major": 2, "version_minor": 0, "model_id": composant.model_id}
    return {"application/vnd.jupyter.widget-view+json": modele}


class ImageFixe:
    """L'image d'un composant, seule visible là où rien ne tourne : nbconvert, dépôt git, notebook rouvert.

    Elle suit le composant tant qu'elle est `vivante` ; sinon, un notebook exécuté sans navigateur garde des
    sorties qui ne dépendent que de leur cellule.
    """

    def __init__(self, composant: Any, dessiner: Callable[[], str], *, vivante: bool) -> None:
        self.vivante = vivante
        self._composant, self._dessiner = composant, dessiner
        self._sortie = self._montree = ""

    def donnees(self) -> dict[str, str]:
        """L'image du moment et sa légende."""
        self._montree = self._dessiner()
        return {"image/svg+xml": self._montree, "text/plain": repr(self._composant)}

    def afficher(self) -> None:
        """Deux sorties : l'image, puis le composant, qui la cache là où il vit."""
        self._sortie = uuid.uuid4().hex
        self._publier()
        _display(vue(self._composant), raw=True)

    def actualiser(self) -> None:
        """Remplace l'image si elle a changé."""
        if self._sortie and self.vivante and self._montree != self._dessiner():
            self._publier(update=True)

    def _publier(self, **options: bool) -> None:
        _display(self.donnees(), raw=True, display_id=self._sortie, **options)


def _display(donnees: dict[str, Any], **options: Any) -> None:
    from IPython.display import display

    display(donnees, **options)
