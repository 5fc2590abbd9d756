"""Le panneau des réglages : qui joue, sous quel nom, qui commence, à quelle vitesse, quelle position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import ipywidgets as widgets

from p4core.adaptateurs import IA
from p4core.joueurs import HUMAIN, MACHINES, Reglage, machine
from p4core.lectures import Codage
from p4core.plateau.moteur import Moteur
from p4core.plateau.saisie import lire_position
from p4core.seance import ALTERNANCE, Participant

VITESSES = {"lente": 1.5, "normale": 0.6, "rapide": 0.1}
_DONNEE = "donnee"  # la fonction passée à Plateau
_LIGNE = {"flex_flow": "row wrap", "align_items": "center"}
_CHAMP = {"width": "min(100%, 19em)"}


class PanneauReglages(widgets.VBox):
    """Tout ce qui se règle ; caché tant qu'on ne l'ouvre pas."""

    def __init__(self, moteur: Moteur, codage: Codage) -> None:
        self._moteur, self._codage = moteur, codage
        self.choix = [ChoixJoueur(moteur, rang) for rang in (0, 1)]
        self.commence = self._menu_commence()
        self.vitesse = widgets.Dropdown(
            options=[(f"{nom} ({s:g} s)".replace(".", ","), s) for nom, s in VITESSES.items()],
            value=0.6,
            description="Vitesse",
            tooltip="Attente entre deux coups de machines",
            layout=widgets.Layout(**_CHAMP),
        )
        self.position = widgets.Text(
            description="Position",
            placeholder="coups (4453) ou grille à coller, puis Entrée",
            continuous_update=False,
            layout=widgets.Layout(width="min(100%, 30em)"),
        )
        self.reponse = widgets.Label("")
        self.zero = widgets.Button(
            description="Remettre les scores à zéro", layout=widgets.Layout(width="auto")
        )
        lignes = [
            *self.choix,
            _ligne(self.commence, self.vitesse),
            _ligne(self.position, self.reponse),
            _ligne(self.zero),
        ]
        super().__init__(lignes, layout=widgets.Layout(display="none"))
        self._brancher()

    def _menu_commence(self) -> widgets.Dropdown:
        return widgets.Dropdown(
            options=[("Joueur A", 0), ("Joueur B", 1), ("à tour de rôle", ALTERNANCE)],
            value=self._moteur.seance.commence,
            description="Commence",
            layout=widgets.Layout(**_CHAMP),
        )

    def _brancher(self) -> None:
        self.commence.observe(self._changer_premier, "value")
        self.vitesse.observe(lambda c: setattr(self._moteur, "cadence", c["new"]), "value")
        self.position.observe(self._coller, "value")
        self.zero.on_click(lambda _b: self._moteur.changer_reglages(self._moteur.seance.remettre_a_zero))

    def montrer(self, visible: bool) -> None:
        """Ouvre ou ferme le panneau."""
        self.layout.display = None if visible else "none"

    def _changer_premier(self, changement: dict[str, Any]) -> None:
        """Vaut tout de suite si rien n'est joué, sinon à la prochaine partie."""
        seance = self._moteur.seance
        seance.commence = changement["new"]
        if not seance.feuille.coups:
            self._moteur.nouvelle()

    def _coller(self, changement: dict[str, Any]) -> None:
        texte = changement["new"].strip()
        if not texte:
            return
        try:
            position = lire_position(texte, self._codage, self._moteur.seance.depart)
        except ValueError as erreur:
            self.reponse.value = f"⚠ {erreur}"
            return
        self.reponse.value = "✓ position chargée"
        self._moteur.nouvelle(position)


class ChoixJoueur(widgets.HBox):
    """Le nom d'un participant, qui le fait jouer, et les réglages de sa machine."""

    def __init__(self, moteur: Moteur, rang: int) -> None:
        self._moteur, self._rang = moteur, rang
        ia = moteur.seance.participants[rang].ia
        self._donnee = ia if ia and not ia.origine else None
        self.nom = widgets.Text(
            value=self._participant.nom,
            description=f"Joueur {'AB'[rang]}",
            continuous_update=False,
            layout=widgets.Layout(**_CHAMP),
        )
        self.genre = widgets.Dropdown(
            options=_options(self._donnee),
            value=_genre(ia),
            description="joué par",
            layout=widgets.Layout(**_CHAMP),
        )
        self.champs: dict[str, widgets.Widget] = {}
        super().__init__(layout=widgets.Layout(**_LIGNE))
        self._garnir(ia.choisis if ia else {})
        self.nom.observe(self._renommer, "value")
        self.genre.observe(lambda _c: self._choisir(), "value")

    @property
    def _participant(self) -> Participant:
        return self._moteur.seance.participants[self._rang]

    def _renommer(self, changement: dict[str, Any]) -> None:
        nom = changement["new"].strip()[:40] or f"Joueur {'AB'[self._rang]}"
        self._moteur.changer_reglages(lambda: setattr(self._participant, "nom", nom))

    def _garnir(self, choisis: Mapping[str, Any]) -> None:
        """Les champs des réglages de la machine choisie."""
        fiche = MACHINES.get(self.genre.value)
        self.champs = (
            {r.nom: _champ(r, choisis.get(r.nom, r.defaut)) for r in fiche.reglages} if fiche else {}
        )
        for champ in self.champs.values():
            champ.observe(lambda _c: self._appliquer(), "value")
        self.children = [self.nom, self.genre, *self.champs.values()]

    def _choisir(self) -> None:
        """Change de joueur ; un nom que personne n'a choisi suit."""
        ancien = self._participant.ia
        self._garnir({})
        self._appliquer()
        if self.nom.value in ("Vous", ancien.nom if ancien else ""):
            nouveau = self._participant.ia
            self.nom.value = nouveau.nom if nouveau else f"Joueur {'AB'[self._rang]}"

    def _appliquer(self) -> None:
        try:
            ia = self._ia()
        except ValueError:
            self.champs["poids"].value = ""  # des poids illisibles : retour à ceux par défaut
            return
        self._moteur.changer_reglages(lambda: setattr(self._participant, "ia", ia))

    def _ia(self) -> IA | None:
        if self.genre.value not in MACHINES:
            return self._donnee if self.genre.value == _DONNEE else None
        return machine(self.genre.value, **{nom: _lire(champ.value) for nom, champ in self.champs.items()})


def _options(donnee: IA | None) -> list[tuple[str, str]]:
    options = [("une personne", HUMAIN), *((fiche.libelle, nom) for nom, fiche in MACHINES.items())]
    return [*options, (donnee.nom, _DONNEE)] if donnee else options


def _genre(ia: IA | None) -> str:
    return (ia.origine or _DONNEE) if ia else HUMAIN


def _champ(reglage: Reglage, valeur: Any) -> widgets.Widget:
    disposition = widgets.Layout(**_CHAMP)
    if reglage.bornes:
        bas, haut = reglage.bornes
        return widgets.BoundedIntText(
            value=valeur, min=bas, max=haut, description=reglage.libelle, layout=disposition
        )
    return widgets.Text(
        value=" ".join(f"{nombre:g}" for nombre in valeur),
        placeholder="0 1 4 9 inf",
        description=reglage.libelle,
        continuous_update=False,
        layout=disposition,
    )


def _lire(valeur: Any) -> Any:
    """Un entier tel quel ; un texte comme une liste de nombres."""
    if isinstance(valeur, str):
        return [float(mot) for mot in valeur.replace(",", " ").split()]
    return valeur


def _ligne(*enfants: widgets.Widget) -> widgets.HBox:
    return widgets.HBox(enfants, layout=widgets.Layout(**_LIGNE))
