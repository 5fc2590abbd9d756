"""Le moteur du plateau : il fait avancer la partie sans jamais bloquer celui qui clique.

Ce qui peut durer (juger la position, faire jouer les machines, analyser) se fait à part (`taches`) ; toute
action donne à la partie une nouvelle version, et le travail commencé sur une ancienne version est perdu."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from p4core.appels import Surveillance, ceder
from p4core.ecran.affichage import trace
from p4core.ecran.plateau.consultation import (
    Analyse,
    Arbitre,
    Constat,
    Reflexion,
    Verdict,
    analyser,
    reflechir,
    selon_la_regle,
)
from p4core.ecran.seance import Seance
from p4core.ecran.taches import Tache
from p4core.ia.joueurs import IA, preparer, qui_note
from p4core.jeu import CoupIllegal, Feuille, Position


@dataclass
class Moteur:
    """La séance en cours et tout ce que le plateau montre d'elle."""

    seance: Seance
    prevenir: Callable[[], None]
    arbitre: Arbitre = field(default_factory=Arbitre)
    delai: float = 10.0  # secondes laissées à une machine pour répondre
    cadence: float = 0.6  # secondes entre deux coups de machines

    version: int = 0
    en_pause: bool = False
    reflechit: bool = False
    suivre_analyse: bool = False
    preparation: str = ""  # ce que fait une machine avant son premier coup
    analyse: Analyse | None = None
    constat: Constat = field(default_factory=Constat)
    verrou: threading.RLock = field(default_factory=threading.RLock, repr=False)

    def __post_init__(self) -> None:
        self._surveillance = Surveillance(ceder)
        self._tache: Tache | None = None
        self.verdict = selon_la_regle(self.seance.position)

    # --- ce que l'on voit -------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """La position regardée."""
        return self.seance.position

    @property
    def finie(self) -> bool:
        """La partie est-elle finie à l'endroit regardé ?"""
        return self.verdict.resultat is not None

    @property
    def tour_machine(self) -> bool:
        """Est-ce à une machine de jouer, maintenant, d'elle-même ?"""
        return not self.finie and not self.en_pause and not self.seance.au_trait.humain

    @property
    def jouables(self) -> list[int]:
        """Les colonnes où un clic est accepté."""
        return [] if self.reflechit or self.tour_machine else self.verdict.jouables

    # --- ce que l'on fait -------------------------------------------------------------------

    def demarrer(self) -> None:
        """Met la partie en marche."""
        self._changer()

    def jouer(self, x: int, version: int | None = None, origine: int = 0) -> bool:
        """Joue pour la personne au trait ; faux si la demande arrive trop tard (version dépassée).

        Un refus nomme la colonne x en comptant depuis `origine`."""
        with self.verrou:
            if version is not None and version != self.version:
                return False
            self._exiger_jouable(x, origine)
            self.seance.feuille.jouer(x)
            self._changer()
            return True

    def _exiger_jouable(self, x: int, origine: int) -> None:
        self.position.verifier(x, origine)  # la règle d'abord : son message est le plus précis
        if self.reflechit or self.tour_machine:
            raise CoupIllegal(f"C'est à {self.seance.au_trait.nom} de jouer : attendez sa réponse.")
        if x not in self.verdict.jouables:
            raise CoupIllegal(f"Votre fonction coups ne propose pas la colonne {x + origine}.")

    def annuler(self) -> None:
        """Reprend le dernier coup, et la réponse de la machine avec lui."""
        self._deplacer(self.seance.rang_annulation())

    def refaire(self) -> None:
        """Rejoue ce qui vient d'être repris."""
        self._deplacer(self.seance.rang_retablissement())

    def aller(self, nombre: int) -> None:
        """Montre la position après ce nombre de coups ; les machines attendent."""
        self._deplacer(nombre)

    def _deplacer(self, nombre: int | None) -> None:
        with self.verrou:
            if nombre is None:
                return
            self.seance.feuille.aller(nombre)
            # Sans cette pause, une machine au trait rejouerait aussitôt par-dessus les coups repris.
            self.en_pause = not self.seance.au_trait.humain and not self.position.finie
            self._changer()

    def nouvelle(self, position: Position | None = None) -> None:
        """Commence une autre partie, éventuellement d'une position donnée."""
        with self.verrou:
            self.seance.nouvelle(position)
            self.en_pause = False
            self._changer()

    def reprendre(self, coups: list[int]) -> None:
        """Rejoue une partie commencée ailleurs, du même départ ; lève CoupIllegal sans rien changer sinon."""
        with self.verrou:
            feuille = Feuille(self.seance.feuille.depart)
            for x in coups:
                feuille.jouer(x)
            self.seance.feuille = feuille
            self.en_pause = False
            self._changer()

    def mettre_en_pause(self, pause: bool) -> None:
        """Suspend ou relance les machines."""
        with self.verrou:
            self.en_pause = pause
            self._changer()

    def changer_reglages(self, changement: Callable[[], None]) -> None:
        """Applique un changement (joueur, nom, cadence…) puis reprend."""
        with self.verrou:
            changement()
            self._changer()

    def demander_analyse(self, suivre: bool) -> None:
        """Note les colonnes de la position ; `suivre` recommence à chaque coup."""
        with self.verrou:
            self.suivre_analyse, self.analyse = suivre, None
            self._changer(analyser_une_fois=True)

    def cesser_analyse(self) -> None:
        """N'affiche plus les notes."""
        with self.verrou:
            self.suivre_analyse, self.analyse = False, None
            self.prevenir()

    def attendre(self, secondes: float | None = None) -> None:
        """Attend que les machines aient joué (utile dans une cellule)."""
        if self._tache is not None:
            self._tache.attendre(secondes)

    def arreter(self) -> None:
        """Arrête la réflexion en cours."""
        with self.verrou:
            self._surveillance.annuler()
            self.version += 1
            self.reflechit = False

    # --- ce qui réfléchit à part ---------------------------------------------------------------

    def _changer(self, analyser_une_fois: bool = False) -> None:
        """À appeler après toute action : nouvelle version, nouvelle tâche s'il y a à réfléchir."""
        with self.verrou:
            self.avancer(selon_la_regle(self.position))
            self._surveillance.annuler()
            self._surveillance = Surveillance(ceder)
            travail = self.arbitre.eleve or self.tour_machine or analyser_une_fois or self.suivre_analyse
            self.reflechit = bool(travail) and (self.arbitre.eleve or self.tour_machine)
            self.prevenir()
            if travail:
                self._lancer(analyser_une_fois)

    def avancer(self, verdict: Verdict) -> None:
        """Note la nouvelle position ; l'analyse et le constat de l'ancienne ne la concernent plus."""
        self.version += 1
        self.analyse, self.constat, self.preparation = None, Constat(), ""
        self.adopter(verdict)

    def adopter(self, verdict: Verdict) -> None:
        """Prend acte d'un verdict."""
        self.verdict = verdict
        self.constat.absorber(verdict.constat)
        feuille = self.seance.feuille
        if feuille.curseur == len(feuille.coups):
            self.seance.resultat = verdict.resultat

    def poser(self, reflexion: Reflexion) -> None:
        """Le coup d'une machine ; si elle a échoué, une pause laisse la main à la personne."""
        if reflexion.colonne is None:
            self.en_pause = True
        else:
            self.seance.feuille.jouer(reflexion.colonne)
            self.avancer(selon_la_regle(self.position))
            self.reflechit = self.tour_machine or self.arbitre.eleve
        self.constat.absorber(reflexion.constat)

    def adopter_analyse(self, analyse: Analyse) -> None:
        """Montre les notes trouvées."""
        self.analyse = analyse
        self.constat.absorber(analyse.constat)

    def abandonner(self, constat: Constat) -> None:
        """Rend la main après une erreur du plateau lui-même."""
        self.reflechit, self.en_pause = False, True
        self.constat.absorber(constat)

    def _lancer(self, analyse: bool) -> None:
        travail = Travail(self, self._surveillance, self.version, analyse)
        self._tache = Tache(travail.etapes(), self._surveillance.attendre)
        self._tache.lancer()


# --- le travail à part ---------------------------------------------------------------------


@dataclass
class Travail:
    """Ce qui se fait à part : juger, faire jouer les machines, analyser, tant que rien d'autre n'arrive."""

    moteur: Moteur
    surveillance: Surveillance
    version: int
    analyse: bool

    def etapes(self) -> Iterator[float]:
        """Le travail entier ; une erreur du plateau lui-même est montrée, jamais perdue dans le fil."""
        try:
            yield from self._faire()
        except KeyboardInterrupt:  # le ■ du notebook, là où il n'y a pas de fils
            self._publier(lambda m: m.abandonner(Constat("La réflexion a été arrêtée.")))
        except Exception as erreur:
            phrase = f"Le plateau lui-même s'est trompé : {erreur!r}."
            constat = Constat(phrase, details=[("Trace", trace(erreur))])
            self._publier(lambda m: m.abandonner(constat))

    def _faire(self) -> Iterator[float]:
        self._juger()
        while self._reste_a_jouer() and self._un_coup():
            self._juger()
            yield self._attente()
        self._analyser()
        self._publier(lambda m: setattr(m, "reflechit", False))

    def _publier(self, effet: Callable[[Moteur], None]) -> bool:
        """Applique un effet si la partie en est toujours là ; dit si c'est le cas."""
        with self.moteur.verrou:
            if self.moteur.version != self.version:
                return False
            effet(self.moteur)
            self.version = self.moteur.version
            self.moteur.prevenir()
            return True

    def _juger(self) -> None:
        m = self.moteur
        if m.arbitre.eleve:
            verdict = m.arbitre.juger(m.position, self.surveillance, m.delai)
            self._publier(lambda m: m.adopter(verdict))

    def _reste_a_jouer(self) -> bool:
        with self.moteur.verrou:
            return self.moteur.version == self.version and self.moteur.tour_machine

    def _attente(self) -> float:
        with self.moteur.verrou:
            return self.moteur.cadence if self.moteur.tour_machine else 0.0

    def _un_coup(self) -> bool:
        m = self.moteur
        ia, position = m.seance.au_trait.ia, m.position
        if ia is None:
            return False
        self._preparer(ia)
        reflexion = reflechir(ia, position, self.surveillance, m.delai)
        return self._publier(lambda m: m.poser(reflexion)) and reflexion.colonne is not None

    def _preparer(self, ia: IA) -> None:
        """Laisse l'IA se préparer, sans que cela compte dans son délai."""
        preparer(ia, self.moteur.position, self._annoncer)
        self._annoncer("")

    def _annoncer(self, phrase: str) -> None:
        if self.moteur.preparation != phrase:
            self._publier(lambda m: setattr(m, "preparation", phrase))

    def _analyser(self) -> None:
        m = self.moteur
        with m.verrou:
            utile = m.version == self.version and (self.analyse or m.suivre_analyse) and not m.finie
            position, ia = m.position, ia_conseil(m.seance)
        if utile:
            self._publier(lambda m: setattr(m, "reflechit", False))
            self._preparer(ia)
            resultat = analyser(ia, position, self.surveillance, m.delai)
            self._publier(lambda m: m.adopter_analyse(resultat))


def ia_conseil(seance: Seance) -> IA:
    """L'IA dont on montre les notes : celle au trait, sinon l'autre, sinon celle de la bibliothèque.

    Le hasard n'a pas de conseil à donner, et personne n'attend que le solveur soit compilé."""
    trait = seance.position.trait
    candidats = (seance.participant(trait).ia, seance.participant(3 - trait).ia)
    return qui_note(next((ia for ia in candidats if ia and ia.conseille), None), seance.position)
