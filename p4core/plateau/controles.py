"""Les boutons et les menus du plateau, en ipywidgets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ipywidgets as widgets

from p4core.plateau.moteur import Moteur
from p4core.plateau.reglages import PanneauReglages

_LIGNE = {"flex_flow": "row wrap", "align_items": "center"}


class Barre(widgets.HBox):
    """La barre d'actions sous la grille."""

    def __init__(self, moteur: Moteur, reglages: PanneauReglages) -> None:
        self._moteur, self._reglages = moteur, reglages
        self.nouvelle = _bouton("Nouvelle partie", "plus", "Commencer une autre partie")
        self.annuler = _bouton("Annuler", "undo", "Reprendre le dernier coup et la réponse (Retour arrière)")
        self.refaire = _bouton("Refaire", "repeat", "Rejouer ce qui vient d'être repris")
        self.pause = _bouton("Pause", "pause", "Suspendre ou relancer les machines")
        self.conseil = _bouton("Conseil", "lightbulb-o", "Montrer le coup conseillé")
        self.analyse = _bascule("Analyse", "bar-chart", "Noter chaque colonne selon l'IA")
        self.reglages = _bascule("Réglages", "sliders", "Joueurs, noms, vitesse, position à coller")
        enfants = [
            self.nouvelle,
            self.annuler,
            self.refaire,
            self.pause,
            self.conseil,
            self.analyse,
            self.reglages,
        ]
        super().__init__(enfants, layout=widgets.Layout(**_LIGNE))
        self._brancher()

    def _brancher(self) -> None:
        m = self._moteur
        _au_clic(self.nouvelle, m.nouvelle)
        _au_clic(self.annuler, m.annuler)
        _au_clic(self.refaire, m.refaire)
        _au_clic(self.pause, lambda: m.mettre_en_pause(not m.en_pause))
        _au_clic(self.conseil, lambda: m.demander_analyse(m.suivre_analyse))
        self.analyse.observe(self._basculer_analyse, "value")
        self.reglages.observe(lambda c: self._reglages.montrer(c["new"]), "value")

    def _basculer_analyse(self, changement: dict[str, Any]) -> None:
        if changement["new"]:
            self._moteur.demander_analyse(True)
        else:
            self._moteur.cesser_analyse()

    def rafraichir(self) -> None:
        """Met les boutons en accord avec la partie."""
        m = self._moteur
        self.annuler.disabled = m.seance.rang_annulation() is None
        self.refaire.disabled = m.seance.rang_retablissement() is None
        self.conseil.disabled = self.analyse.disabled = m.finie or m.tour_machine
        machines = not any(p.humain for p in m.seance.participants)
        self.pause.layout.display = None if machines or m.en_pause else "none"
        self.pause.disabled = m.finie
        self.pause.description = "Continuer" if m.en_pause else "Pause"
        self.pause.icon = "play" if m.en_pause else "pause"


def _bouton(texte: str, icone: str, infobulle: str) -> widgets.Button:
    return widgets.Button(
        description=texte, icon=icone, tooltip=infobulle, layout=widgets.Layout(width="auto")
    )


def _bascule(texte: str, icone: str, infobulle: str) -> widgets.ToggleButton:
    disposition = widgets.Layout(width="auto")
    return widgets.ToggleButton(description=texte, icon=icone, tooltip=infobulle, layout=disposition)


def _au_clic(bouton: widgets.Button, action: Callable[[], None]) -> None:
    bouton.on_click(lambda _bouton: action())
