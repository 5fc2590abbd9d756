"""Ce que le plateau et l'arbre ont de vivant dans un notebook : leur état, leur image fixe."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

import ipywidgets as widgets
import traitlets


class Canal(widgets.Widget):
    """L'état qu'une vue montre, hors du modèle de cette vue.

    anywidget n'écoute plus Python quand le programme d'une vue met plus de deux secondes à se charger (une
    machine chargée) : un état envoyé au modèle de la vue s'y perdrait, et la vue resterait blanche."""

    etat = traitlets.Dict().tag(sync=True)


# --- La vue vivante et l'image qui la remplace là où rien ne tourne ----------------------------------------


def vue(composant: Any) -> dict[str, Any]:
    """Ce qui fait apparaître un composant vivant dans la sortie d'une cellule."""
    modele = {"version_major": 2, "version_minor": 0, "model_id": composant.model_id}
    return {"application/vnd.jupyter.widget-view+json": modele}


class ImageFixe:
    """L'image d'un composant, seule visible là où rien ne tourne : nbconvert, dépôt git, notebook rouvert.

    Elle suit le composant tant qu'elle est `vivante` ; sinon, un notebook exécuté sans navigateur garde des
    sorties qui ne dépendent que de leur cellule. `decrire` rend de quoi refaire le composant sans Python :
    une métadonnée de la sortie, que lit l'export en page.
    """

    def __init__(
        self,
        composant: Any,
        dessiner: Callable[[], str],
        *,
        vivante: bool,
        decrire: Callable[[], dict[str, Any]] = dict,
    ) -> None:
        self.vivante = vivante
        self._composant, self._dessiner, self._decrire = composant, dessiner, decrire
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
        description = self._decrire()
        metadata = {"p4core": description} if description else {}
        _display(self.donnees(), raw=True, metadata=metadata, display_id=self._sortie, **options)


def _display(donnees: dict[str, Any], **options: Any) -> None:
    from IPython.display import display

    display(donnees, **options)
