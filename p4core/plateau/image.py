"""L'image fixe du plateau, vue là où rien ne tourne : nbconvert, dépôt git, notebook rouvert."""

from __future__ import annotations

import uuid

from p4core.dessin import svg
from p4core.position import Position


class ImageFixe:
    """Une sortie de cellule qui porte l'image d'une position.

    Dès qu'un navigateur montre le plateau, elle suit la partie. Sans lui elle reste celle du début : un
    notebook exécuté sans navigateur garde des sorties qui ne dépendent que de leur cellule.
    """

    def __init__(self) -> None:
        self._sortie = ""
        self._montree: Position | None = None
        self._vivante = False

    def afficher(self, position: Position, texte: str) -> None:
        """Ouvre une nouvelle sortie."""
        self._sortie = uuid.uuid4().hex
        self._publier(position, texte)

    def animer(self) -> None:
        """Un navigateur montre le plateau."""
        self._vivante = True

    def actualiser(self, position: Position, texte: str) -> None:
        """Remplace l'image si la position a changé."""
        if self._sortie and self._vivante and self._montree != position:
            self._publier(position, texte, update=True)

    def _publier(self, position: Position, texte: str, **options: bool) -> None:
        from IPython.display import display

        self._montree = position
        image = svg(position).replace("<svg ", '<svg data-p4="statique" ', 1)
        donnees = {"image/svg+xml": image, "text/plain": texte}
        display(donnees, raw=True, display_id=self._sortie, **options)
