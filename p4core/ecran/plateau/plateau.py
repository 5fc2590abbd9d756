"""Le plateau de jeu des notebooks."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import ipywidgets as widgets
import traitlets

from p4core.codages import CODAGES, Codage, codage_nomme
from p4core.dessin import image, svg
from p4core.ecran.plateau.consultation import Arbitre
from p4core.ecran.plateau.controles import PanneauReglages, lire_position
from p4core.ecran.plateau.moteur import Moteur
from p4core.ecran.plateau.vue import VOUS, Grille, barre, etat, sans_python
from p4core.ecran.seance import ALTERNANCE, Participant, Seance
from p4core.ecran.vivant import ImageFixe, vue
from p4core.francais import en_une_ligne
from p4core.ia.joueurs import HUMAIN, IA, anticiper, joueur_de, preparer
from p4core.jeu import CoupIllegal, Position

Choix = str | Callable[..., Any] | IA | None
_COMMENCE: dict[str, int | str] = {"joueur": 0, "adversaire": 1, ALTERNANCE: ALTERNANCE}


class Plateau(widgets.VBox):
    """Un plateau où l'on clique pour jouer.

    `Plateau()` : deux personnes. `Plateau(adversaire="minmax", profondeur=4)` : contre la bibliothèque.
    `Plateau(adversaire=IA, codage="lignes", prof=4)` : contre sa fonction, réglages passés par leur nom.
    `Plateau(coups=coups, fini=fini)` : deux personnes, arbitrées par ses propres fonctions, dans le codage
    « colonnes » ou celui de `codage=`.
    Les colonnes sont numérotées comme dans le TP du codage (à partir de 0, sauf « jetons ») ; sans codage, à
    partir de 1.
    """

    position = traitlets.Instance(Position, read_only=True, help="La position affichée.")
    gagnant = traitlets.Int(0, read_only=True, help="0, 1 ou 2.")
    finie = traitlets.Bool(False, read_only=True, help="La partie est-elle finie ?")
    reflechit = traitlets.Bool(False, read_only=True, help="Une machine réfléchit-elle ?")
    statut = traitlets.Unicode("", read_only=True, help="La phrase de la ligne d'état.")

    @en_une_ligne
    def __init__(
        self,
        adversaire: Choix = HUMAIN,
        codage: str | None = None,
        *,
        joueur: Choix = HUMAIN,
        position: Any = None,
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
        _exiger_bien_formes(noms, {"delai": delai, "cadence": cadence}, (coups, fini, evaluation))
        ias = [_ia(choix, codage, evaluation, reglages) for choix in (joueur, adversaire)]
        self._codage = _codage(codage or ("colonnes" if coups or fini else None), ias)
        arbitre = Arbitre(coups, fini, self._codage)
        depart = _position(position, self._codage)
        seance = Seance(_participants(ias, noms), depart, _COMMENCE[commence])
        self._moteur = Moteur(seance, self._rafraichir, arbitre, delai, cadence)
        self._grille = Grille()
        self._grille.on_msg(self._recevoir)
        self._image = ImageFixe(self, self._dessiner, vivante=False, decrire=self._decrire)
        self._refus = 0
        self._reglages_ouverts = False
        super().__init__([self._grille])
        anticiper(depart)
        self._moteur.demarrer()

    # --- en Python ----------------------------------------------------------------------------

    @en_une_ligne
    def jouer(self, x: int, attendre: bool = True) -> None:
        """Joue dans la colonne x (à partir de 0) et attend la réponse de la machine, s'il y en a une."""
        self._moteur.jouer(_entier(x, "La colonne"))
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

    @en_une_ligne
    def aller(self, nombre: int) -> None:
        """Montre la position après ce nombre de coups."""
        self._moteur.aller(_entier(nombre, "Le nombre de coups"))

    @en_une_ligne
    def nouvelle(self, position: Any = None) -> None:
        """Commence une autre partie, éventuellement d'une position donnée."""
        self._moteur.nouvelle(None if position is None else _position(position, self._codage))

    def pause(self, en_pause: bool = True) -> None:
        """Suspend ou relance les machines."""
        self._moteur.mettre_en_pause(en_pause)

    def analyser(self) -> dict[int, float]:
        """La note de chaque colonne selon l'IA du plateau ; les montre aussi sur la grille."""
        seance = self._moteur.seance
        for ia in filter(None, (seance.participant(j).ia for j in (1, 2))):
            preparer(ia, seance.position, print)  # qui appelle attend, à la différence de qui clique
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

    @cached_property
    def _panneau(self) -> PanneauReglages:
        """Les réglages, que l'on ne bâtit que si quelqu'un les ouvre : un plateau s'affiche sans eux."""
        return PanneauReglages(self._moteur, self._codage)

    def _rafraichir(self) -> None:
        m = self._moteur
        boutons = barre(m, self._reglages_ouverts)
        nouvel_etat = {**etat(m, self._codage), "refus": self._refus, "barre": boutons}
        self._grille.etat = nouvel_etat
        for nom, valeur in (
            ("reflechit", m.reflechit),
            ("statut", nouvel_etat["statut"]),
            ("finie", m.finie),
            ("gagnant", m.verdict.resultat or 0),
            ("position", m.position),
        ):
            self.set_trait(nom, valeur)
        self._image.actualiser()

    def _dessiner(self) -> str:
        dessin = image(self._moteur.position, origine=self._codage.premier_numero)
        return svg(dessin).replace("<svg ", '<svg data-p4="statique" ', 1)

    def _decrire(self) -> dict[str, Any]:
        """Ce qui rend le plateau jouable dans une page exportée."""
        return {"plateau": sans_python(self._moteur.seance, self._codage)}

    def _recevoir(self, _vue: Grille, message: dict[str, Any], _tampons: list[Any]) -> None:
        """Une action venue du navigateur."""
        m, origine = self._moteur, self._codage.premier_numero
        actions: dict[str, Callable[[], object]] = {
            "jouer": lambda: m.jouer(int(message["x"]), int(message["version"]), origine),
            "nouvelle": m.nouvelle,
            "annuler": m.annuler,
            "refaire": m.refaire,
            "aller": lambda: m.aller(int(message["nombre"])),
            "pause": lambda: m.mettre_en_pause(not m.en_pause),
            "conseil": lambda: m.demander_analyse(m.suivre_analyse),
            "analyse": self._basculer_analyse,
            "reglages": self._basculer_reglages,
            "afficher": self._animer_image,
            "reprendre": lambda: m.reprendre([int(x) for x in message["coups"]]),
        }
        try:
            if actions[message["action"]]() is False:
                self._refuser()
        except CoupIllegal as erreur:
            self._refuser(statut=str(erreur), ton="alerte")

    def _basculer_analyse(self) -> None:
        if self._moteur.suivre_analyse:
            self._moteur.cesser_analyse()
        else:
            self._moteur.demander_analyse(True)

    def _basculer_reglages(self) -> None:
        """Ouvre ou ferme le panneau des réglages."""
        with self._moteur.verrou:
            self._reglages_ouverts = not self._reglages_ouverts
            self.children = [self._grille, self._panneau] if self._reglages_ouverts else [self._grille]
            self._rafraichir()

    def _animer_image(self) -> None:
        """Un navigateur montre le plateau : l'image suit désormais la partie."""
        self._image.vivante = True
        self._image.actualiser()

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
        return {"text/plain": repr(self), **vue(self)}

    def _ipython_display_(self) -> None:
        self._image.afficher()


def _exiger_machine(choix: tuple[Choix, Choix], reglages: dict[str, Any]) -> None:
    """Un réglage sans machine à régler est une faute de frappe : mieux vaut le dire."""
    if reglages and all(c is None or isinstance(c, IA) or _humain(c) for c in choix):
        noms = ", ".join(reglages)
        raise TypeError(f"Réglage sans effet : {noms}. Il n'y a pas d'adversaire à régler.")


def _humain(choix: Choix) -> bool:
    return isinstance(choix, str) and joueur_de(choix) is None


def _exiger_bien_formes(noms: Any, durees: dict[str, Any], fonctions: tuple[Any, ...]) -> None:
    """Ce qui se voit à l'appel se dit à l'appel, pas au premier coup."""
    deux = isinstance(noms, tuple | list) and [type(nom) for nom in noms] == [str, str]
    if noms is not None and not deux:
        raise ValueError(f'noms vaut {noms!r:.60} : deux noms sont attendus, comme ("Ada", "Blaise").')
    for nom, duree in durees.items():
        if isinstance(duree, bool) or not isinstance(duree, int | float) or not duree >= 0:
            raise ValueError(f"{nom} vaut {duree!r:.60} : un nombre de secondes est attendu.")
    for fonction in fonctions:
        if fonction is not None and not callable(fonction):
            raise TypeError(
                f"Une fonction est attendue, pas {fonction!r:.60} : donnez son nom, sans parenthèses."
            )


def _entier(valeur: Any, nom: str) -> int:
    if isinstance(valeur, bool) or not isinstance(valeur, int):
        raise TypeError(f"{nom} est un entier, pas {valeur!r:.60}.")
    return valeur


def _position(donnee: Any, codage: Codage) -> Position:
    """La position de départ : telle quelle, « 4453 », ou une grille dans le codage du plateau."""
    if donnee is None or isinstance(donnee, Position):
        return donnee or Position()
    if isinstance(donnee, str) or codage is CODAGES[None]:
        return lire_position(str(donnee), codage, Position())
    return codage.depuis(donnee)


def _ia(choix: Choix, codage: str | None, evaluation: Any, reglages: dict[str, Any]) -> IA | None:
    if isinstance(choix, str) and joueur_de(choix) is not None:
        return joueur_de(choix, **reglages)
    if isinstance(choix, str | IA) or choix is None:
        return joueur_de(choix)
    if isinstance(choix, list | tuple | Position):
        raise TypeError("L'adversaire est une fonction ou un nom ; une grille se donne par position=….")
    return joueur_de(choix, codage, evaluation=evaluation, **reglages)


def _codage(nom: str | None, ias: list[IA | None]) -> Codage:
    """Le codage demandé, sinon celui de toutes les fonctions qui jouent."""
    donnes = {ia.codage for ia in ias if ia and ia.codage is not CODAGES[None]}
    return donnes.pop() if nom is None and len(donnes) == 1 else codage_nomme(nom)


def _participants(ias: list[IA | None], noms: tuple[str, str] | None) -> tuple[Participant, Participant]:
    if noms is None:
        noms = _noms_par_defaut(ias)
    return Participant(noms[0], ias[0]), Participant(noms[1], ias[1])


def _noms_par_defaut(ias: list[IA | None]) -> tuple[str, str]:
    humains = sum(ia is None for ia in ias)
    personnes = (VOUS, VOUS) if humains == 1 else ("Joueur A", "Joueur B")
    a, b = (ia.nom if ia else personne for ia, personne in zip(ias, personnes, strict=True))
    return (f"{a} A", f"{b} B") if a == b else (a, b)
