"""Le panneau des réglages, sous la grille : des menus et des champs d'ipywidgets, bâtis quand on l'ouvre."""

from __future__ import annotations

import ast
import contextlib
import re
from collections.abc import Mapping
from typing import Any

import ipywidgets as widgets

from p4core.codages import CODAGES, Codage
from p4core.ecran.plateau.moteur import Moteur
from p4core.ecran.seance import ALTERNANCE, Participant
from p4core.francais import composer, virgule
from p4core.ia.joueurs import HUMAIN, IA, LIBELLE_HUMAIN, MACHINES, Reglage, machine
from p4core.jeu import Position

VITESSES = {"lente": 1.5, "normale": 0.6, "rapide": 0.1}
_DONNEE = "donnee"  # la fonction passée à Plateau
_RANGEE = {"flex_flow": "row wrap", "align_items": "center"}
_CHAMP = {"width": "min(100%, 19em)"}


# --- le panneau des réglages : qui joue, sous quel nom, qui commence, à quelle vitesse, quelle position ---


class PanneauReglages(widgets.VBox):
    """Tout ce qui se règle : une cinquantaine de composants d'ipywidgets, que peu de plateaux demandent."""

    def __init__(self, moteur: Moteur, codage: Codage) -> None:
        self._moteur, self._codage = moteur, codage
        self.choix = [ChoixJoueur(moteur, rang) for rang in (0, 1)]
        premiers = [("Joueur A", 0), ("Joueur B", 1), ("à tour de rôle", ALTERNANCE)]
        self.commence = _menu("Commence", premiers, moteur.seance.commence)
        vitesses = [(f"{nom} ({virgule(s, 'g')} s)", s) for nom, s in VITESSES.items()]
        self.vitesse = _menu("Vitesse", vitesses, 0.6, tooltip="Attente entre deux coups de machines")
        exemple = a_coller(codage, moteur.position.largeur)
        self.position = _texte("Position", "", composer(f"{exemple}, puis Entrée"))
        self.position.layout.width = "min(100%, 30em)"
        self.reponse = widgets.Label("")
        self.zero = widgets.Button(description="Remettre les scores à zéro", layout={"width": "auto"})
        rangees = ((self.commence, self.vitesse), (self.position, self.reponse), (self.zero,))
        lignes = [*self.choix, *(widgets.HBox(rangee, layout=_RANGEE) for rangee in rangees)]
        super().__init__(lignes)
        self._brancher()

    def _brancher(self) -> None:
        self.commence.observe(self._changer_premier, "value")
        self.vitesse.observe(lambda c: setattr(self._moteur, "cadence", c["new"]), "value")
        self.position.observe(self._coller, "value")
        self.zero.on_click(lambda _b: self._moteur.changer_reglages(self._moteur.seance.remettre_a_zero))

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
            self.reponse.value = composer(f"⚠ {erreur}")
            return
        self.reponse.value = "✓ position chargée"
        self._moteur.nouvelle(position)


class ChoixJoueur(widgets.HBox):
    """Le nom d'un participant, qui le fait jouer, et les réglages de sa machine."""

    def __init__(self, moteur: Moteur, rang: int) -> None:
        self._moteur, self._rang = moteur, rang
        ia = moteur.seance.participants[rang].ia
        self._donnee = ia if ia and not ia.origine else None
        self._sans_nom = f"Joueur {'AB'[rang]}"
        self.nom = _texte(self._sans_nom, self._participant.nom)
        self.genre = _menu("joué par", _options(self._donnee), _genre(ia))
        self.champs: dict[str, widgets.Widget] = {}
        super().__init__(layout=_RANGEE)
        self._garnir(ia.choisis if ia else {})
        self.nom.observe(self._renommer, "value")
        self.genre.observe(lambda _c: self._choisir(), "value")

    @property
    def _participant(self) -> Participant:
        return self._moteur.seance.participants[self._rang]

    def _renommer(self, changement: dict[str, Any]) -> None:
        nom = changement["new"].strip()[:40] or self._sans_nom
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
            self.nom.value = nouveau.nom if nouveau else self._sans_nom

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
    options = [(LIBELLE_HUMAIN, HUMAIN), *((fiche.libelle, nom) for nom, fiche in MACHINES.items())]
    return [*options, (donnee.nom, _DONNEE)] if donnee else options


def _genre(ia: IA | None) -> str:
    return (ia.origine or _DONNEE) if ia else HUMAIN


def _champ(reglage: Reglage, valeur: Any) -> widgets.Widget:
    if reglage.bornes is None:
        return _texte(reglage.libelle, " ".join(f"{nombre:g}" for nombre in valeur), "0 1 4 9 inf")
    bas, haut = reglage.bornes
    return widgets.BoundedIntText(value=valeur, min=bas, max=haut, description=reglage.libelle, layout=_CHAMP)


def _menu(nom: str, options: list[tuple[str, Any]], choisi: Any, **autres: Any) -> widgets.Dropdown:
    return widgets.Dropdown(options=options, value=choisi, description=nom, layout=_CHAMP, **autres)


def _texte(nom: str, contenu: str, exemple: str = "") -> widgets.Text:
    return widgets.Text(
        value=contenu, placeholder=exemple, description=nom, continuous_update=False, layout=_CHAMP
    )


def _lire(valeur: Any) -> Any:
    """Un entier tel quel ; un texte comme une liste de nombres."""
    if isinstance(valeur, str):
        return [float(mot) for mot in valeur.replace(",", " ").split()]
    return valeur


# --- lire une position collée : la valeur Python dans le codage du TP, ou des coups « 4453 » --------------
# Une suite de coups compte à partir de 1 : un plateau numéroté à partir de 0 n'en montre ni n'en lit.


_AFFECTE = re.compile(r"^\s*[A-Za-z_][\w, ]*=(?!=)")  # « G = [[…]] », comme un bilan le donne
_REPR = re.compile(r"Position\.depuis_coups\('([\d ]*)'(?:, \d+, \d+, \d+)?\)")


def a_coller(codage: Codage, largeur: int) -> str:
    """Ce que l'on peut coller, en quelques mots : le plus court d'abord, pour un écran étroit."""
    coups = [f"4453 (colonnes 1 à {largeur})"] if codage.premier_numero == 1 else []
    grille = "grille d'un TP" if codage.nom == "position" else f"grille codée « {codage.nom} »"
    return " ou ".join([*coups, grille])


def lire_position(texte: str, codage: Codage, modele: Position) -> Position:
    """La position décrite, de la taille du plateau ; lève ValueError avec une phrase sinon."""
    texte = _AFFECTE.sub("", texte).strip()
    motif = _REPR.fullmatch(texte)
    coups = motif[1] if motif else texte
    taille = (modele.largeur, modele.hauteur, modele.aligner)
    attendu = a_coller(codage, modele.largeur)
    if re.fullmatch(r"[\d ]*", coups):
        if not motif and codage.premier_numero != 1:
            raise ValueError(
                "Une suite de coups compte à partir de 1, et ce plateau à partir de "
                f"{codage.premier_numero} : collez plutôt une {attendu}."
            )
        suite = map(int, coups.split() if modele.largeur > 9 else coups.replace(" ", ""))
        return Position.depuis_coups(suite, *taille)
    valeur = _valeur(texte, attendu)
    position = (
        _dans_un_codage(valeur, taille, attendu)
        if codage.nom == "position"
        else codage.depuis(valeur, aligner=modele.aligner)
    )
    if (position.largeur, position.hauteur) != taille[:2]:
        raise ValueError(f"Cette grille n'est pas de taille {modele.largeur} × {modele.hauteur}.")
    return position


def _dans_un_codage(valeur: object, taille: tuple[int, int, int], attendu: str) -> Position:
    """La position d'une grille collée sans dire son codage : un seul des TP doit pouvoir la lire."""
    lues = []
    for codage in (c for nom, c in CODAGES.items() if nom):
        with contextlib.suppress(ValueError):
            position = codage.depuis(valeur, aligner=taille[2])
            lues += [position] * ((position.largeur, position.hauteur) == taille[:2])
    if len(lues) != 1:
        raise ValueError(f"On attend : {attendu}.")
    return lues[0]


def _valeur(texte: str, attendu: str) -> object:
    try:
        return ast.literal_eval(texte)
    except (ValueError, SyntaxError):
        raise ValueError(f"On attend : {attendu}.") from None
