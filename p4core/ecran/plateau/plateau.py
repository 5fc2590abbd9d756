"""Lire une position collée : des coups « 4453 » ou la valeur Python dans le codage du TP.
Le panneau des réglages : qui joue, sous quel nom, qui commence, à quelle vitesse, quelle position.
Les boutons et les menus du plateau, en ipywidgets.
L'image fixe du plateau, vue là où rien ne tourne : nbconvert, dépôt git, notebook rouvert.
Le plateau de jeu des notebooks.
"""

from __future__ import annotations

import ast
import re
import uuid
from collections.abc import Callable, Mapping
from typing import Any

import ipywidgets as widgets
import traitlets

from p4core.codages import Codage, codage_nomme
from p4core.dessin import svg
from p4core.ecran.plateau.moteur import Arbitre, Moteur
from p4core.ecran.plateau.vue import Grille, etat
from p4core.ecran.seance import ALTERNANCE, Participant, Seance
from p4core.ia.joueurs import HUMAIN, IA, MACHINES, Reglage, joueur_de, machine
from p4core.jeu import CoupIllegal, Position

# --- Lire une position collée : des coups « 4453 » ou la valeur Python dans le codage du TP --------------


_REPR = re.compile(r"Position\.depuis_coups\('([\d ]*)'(?:, \d+, \d+, \d+)?\)")


def lire_position(texte: str, codage: Codage, modele: Position) -> Position:
    """La position décrite, de la taille du plateau ; lève ValueError avec une phrase sinon."""
    texte = texte.strip()
    motif = _REPR.fullmatch(texte)
    coups = motif[1] if motif else texte
    taille = (modele.largeur, modele.hauteur, modele.aligner)
    if re.fullmatch(r"[\d ]*", coups):
        suite = map(int, coups.split() if modele.largeur > 9 else coups.replace(" ", ""))
        return Position.depuis_coups(suite, *taille)
    if codage.nom == "position":
        raise ValueError("On attend une suite de colonnes comme 4453.")
    position = codage.depuis(_valeur(texte, codage), aligner=modele.aligner)
    if (position.largeur, position.hauteur) != taille[:2]:
        raise ValueError(f"Cette grille n'est pas de taille {modele.largeur} × {modele.hauteur}.")
    return position


def _valeur(texte: str, codage: Codage) -> object:
    try:
        return ast.literal_eval(texte)
    except (ValueError, SyntaxError):
        raise ValueError(
            f"On attend une suite de colonnes comme 4453, ou une grille codée « {codage.nom} »."
        ) from None


# --- Le panneau des réglages : qui joue, sous quel nom, qui commence, à quelle vitesse, quelle position --


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


# --- Les boutons et les menus du plateau, en ipywidgets --------------------------------------------------


_RANGEE = {"flex_flow": "row wrap", "align_items": "center"}


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
        super().__init__(enfants, layout=widgets.Layout(**_RANGEE))
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


# --- L'image fixe du plateau, vue là où rien ne tourne : nbconvert, dépôt git, notebook rouvert ----------


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


# --- Le plateau de jeu des notebooks ---------------------------------------------------------------------


Choix = str | Callable[..., Any] | IA | None
_COMMENCE: dict[str, int | str] = {"joueur": 0, "adversaire": 1, ALTERNANCE: ALTERNANCE}
_VUE = "application/vnd.jupyter.widget-view+json"


class Plateau(widgets.VBox):
    """Un plateau où l'on clique pour jouer.

    `Plateau()` : deux personnes. `Plateau(adversaire="minmax", profondeur=4)` : contre la bibliothèque.
    `Plateau(adversaire=IA, codage="lignes", prof=4)` : contre sa fonction, réglages passés par leur nom.
    `Plateau(coups=coups, fini=fini)` : deux personnes, arbitrées par ses propres fonctions.
    """

    position = traitlets.Instance(Position, read_only=True, help="La position affichée.")
    gagnant = traitlets.Int(0, read_only=True, help="0, 1 ou 2.")
    finie = traitlets.Bool(False, read_only=True, help="La partie est-elle finie ?")
    reflechit = traitlets.Bool(False, read_only=True, help="Une machine réfléchit-elle ?")
    statut = traitlets.Unicode("", read_only=True, help="La phrase de la ligne d'état.")

    def __init__(
        self,
        adversaire: Choix = HUMAIN,
        codage: str | None = None,
        *,
        joueur: Choix = HUMAIN,
        position: Position | None = None,
        coups: Callable[..., Any] | None = None,
        fini: Callable[..., Any] | None = None,
        noms: tuple[str, str] | None = None,
        commence: str = "joueur",
        evaluation: Callable[..., Any] | None = None,
        delai: float = 10.0,
        cadence: float = 0.6,
        **reglages: Any,
    ) -> None:
        if commence not in _COMMENCE:
            raise ValueError(
                f"commence vaut {commence!r} : « joueur », « adversaire » ou « alternance » attendu."
            )
        _exiger_machine((joueur, adversaire), reglages)
        ias = [_ia(choix, codage, evaluation, reglages) for choix in (joueur, adversaire)]
        self._codage = codage_nomme(codage or ("colonnes" if coups or fini else None))
        seance = Seance(_participants(ias, noms), position or Position(), _COMMENCE[commence])
        self._moteur = Moteur(seance, self._rafraichir, Arbitre(coups, fini), delai, cadence)
        self._grille = Grille()
        self._grille.on_msg(self._recevoir)
        self._image = ImageFixe()
        self._refus = 0
        self._panneau = PanneauReglages(self._moteur, self._codage)
        self._barre = Barre(self._moteur, self._panneau)
        super().__init__([self._grille, self._barre, self._panneau])
        self._moteur.demarrer()

    # --- en Python ----------------------------------------------------------------------------

    def jouer(self, x: int, attendre: bool = True) -> None:
        """Joue dans la colonne x (à partir de 0) et attend la réponse de la machine, s'il y en a une."""
        self._moteur.jouer(x)
        if attendre:
            self.attendre()

    def attendre(self) -> None:
        """Attend que la machine ait fini de réfléchir."""
        self._moteur.attendre()

    def annuler(self) -> None:
        """Reprend le dernier coup, et la réponse de la machine avec lui."""
        self._moteur.annuler()

    def refaire(self) -> None:
        """Rejoue ce qui vient d'être repris."""
        self._moteur.refaire()

    def aller(self, nombre: int) -> None:
        """Montre la position après ce nombre de coups."""
        self._moteur.aller(nombre)

    def nouvelle(self, position: Position | None = None) -> None:
        """Commence une autre partie, éventuellement d'une position donnée."""
        self._moteur.nouvelle(position)

    def pause(self, en_pause: bool = True) -> None:
        """Suspend ou relance les machines."""
        self._moteur.mettre_en_pause(en_pause)

    def analyser(self) -> dict[int, float]:
        """La note de chaque colonne selon l'IA du plateau ; les montre aussi sur la grille."""
        self._moteur.demander_analyse(self._moteur.suivre_analyse)
        self.attendre()
        return dict(self._moteur.analyse.notes) if self._moteur.analyse else {}

    @property
    def scores(self) -> dict[str, int]:
        """Les victoires de chacun et les parties nulles."""
        seance = self._moteur.seance
        points = {seance.participant(j).nom: seance.points(j) for j in (1, 2)}
        return {**points, "nulles": seance.total_nulles}

    def close(self) -> None:
        """Retire le plateau et arrête ce qui réfléchit."""
        if hasattr(self, "_moteur"):  # absent si la construction a échoué
            self._moteur.arreter()
        super().close()

    # --- la vue -------------------------------------------------------------------------------

    def _rafraichir(self) -> None:
        m = self._moteur
        nouvel_etat = {**etat(m, self._codage), "refus": self._refus}
        self._grille.etat = nouvel_etat
        self._barre.rafraichir()
        for nom, valeur in (
            ("reflechit", m.reflechit),
            ("statut", nouvel_etat["statut"]),
            ("finie", m.finie),
            ("gagnant", m.verdict.resultat or 0),
            ("position", m.position),
        ):
            self.set_trait(nom, valeur)
        self._image.actualiser(m.position, repr(self))

    def _recevoir(self, _vue: Grille, message: dict[str, Any], _tampons: list[Any]) -> None:
        """Une action venue du navigateur."""
        actions: dict[str, Callable[[], object]] = {
            "jouer": lambda: self._moteur.jouer(int(message["x"]), int(message["version"])),
            "annuler": self._moteur.annuler,
            "refaire": self._moteur.refaire,
            "aller": lambda: self._moteur.aller(int(message["nombre"])),
            "afficher": self._animer_image,
        }
        try:
            if actions[message["action"]]() is False:
                self._refuser()
        except CoupIllegal as erreur:
            self._refuser(statut=str(erreur), ton="alerte")

    def _animer_image(self) -> None:
        self._image.animer()
        self._image.actualiser(self._moteur.position, repr(self))

    def _refuser(self, **autres: str) -> None:
        """Fait effacer le pion que la vue a peint d'avance."""
        self._refus += 1
        self._grille.etat = {**self._grille.etat, **autres, "refus": self._refus}

    def __repr__(self) -> str:
        p, (a, b) = self._moteur.position, self._moteur.seance.participants
        s = "s" if p.nb_coups > 1 else ""
        duel = f"{a.nom} contre {b.nom}, {p.nb_coups} coup{s} joué{s}"
        return f"<Plateau {p.largeur} × {p.hauteur} : {duel}>"

    def _repr_mimebundle_(self, **_options: Any) -> dict[str, Any]:
        return {
            "text/plain": repr(self),
            _VUE: {"version_major": 2, "version_minor": 0, "model_id": self.model_id},
        }

    def _ipython_display_(self) -> None:
        """Deux sorties : une image, seule visible là où rien ne tourne, puis le plateau, qui la cache."""
        from IPython.display import display

        self._image.afficher(self._moteur.position, repr(self))
        display({_VUE: self._repr_mimebundle_()[_VUE]}, raw=True)


def _exiger_machine(choix: tuple[Choix, Choix], reglages: dict[str, Any]) -> None:
    """Un réglage sans machine à régler est une faute de frappe : mieux vaut le dire."""
    if reglages and all(c is None or c == HUMAIN or isinstance(c, IA) for c in choix):
        noms = ", ".join(reglages)
        raise TypeError(f"Réglage sans effet : {noms}. Il n'y a pas d'adversaire à régler.")


def _ia(choix: Choix, codage: str | None, evaluation: Any, reglages: dict[str, Any]) -> IA | None:
    if isinstance(choix, str | IA) or choix is None:
        return joueur_de(choix, **(reglages if isinstance(choix, str) and choix != HUMAIN else {}))
    return joueur_de(choix, codage, evaluation=evaluation, **reglages)


def _participants(ias: list[IA | None], noms: tuple[str, str] | None) -> tuple[Participant, Participant]:
    if noms is None:
        noms = _noms_par_defaut(ias)
    return Participant(noms[0], ias[0]), Participant(noms[1], ias[1])


def _noms_par_defaut(ias: list[IA | None]) -> tuple[str, str]:
    humains = sum(ia is None for ia in ias)
    personnes = ("Vous", "Vous") if humains == 1 else ("Joueur A", "Joueur B")
    a, b = (ia.nom if ia else personne for ia, personne in zip(ias, personnes, strict=True))
    return (f"{a} A", f"{b} B") if a == b else (a, b)
