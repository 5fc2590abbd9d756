"""Ce que fait le fil à part du plateau : juger la position, faire jouer les machines, analyser."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from p4core.adaptateurs import IA
from p4core.joueurs import conseiller, preparer
from p4core.plateau.arbitre import selon_la_regle
from p4core.plateau.rapport import Rapport, trace
from p4core.plateau.reflexion import Analyse, Reflexion, analyser, reflechir
from p4core.plateau.surveillance import Surveillance
from p4core.seance import Seance

if TYPE_CHECKING:
    from p4core.plateau.moteur import Moteur


@dataclass
class Travail:
    """Ce que fait le fil : juger, faire jouer les machines, analyser, tant que rien d'autre n'arrive."""

    moteur: Moteur
    surveillance: Surveillance
    version: int
    analyse: bool

    def faire(self) -> None:
        """Le travail entier ; une erreur du plateau lui-même est montrée, jamais perdue dans le fil."""
        try:
            self._faire()
        except Exception as erreur:
            phrase = f"Le plateau lui-même s'est trompé : {erreur!r}."
            rapport = Rapport(phrase, details=[("Trace", trace(erreur))])
            self._publier(lambda m: _abandonner(m, rapport))

    def _faire(self) -> None:
        self._juger()
        while self._reste_a_jouer() and self._un_coup():
            self._juger()
            self.surveillance.attendre(self._attente())
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
        return self._publier(lambda m: _poser(m, reflexion)) and reflexion.colonne is not None

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
            self._publier(lambda m: _adopter_analyse(m, resultat))


def _poser(m: Moteur, reflexion: Reflexion) -> None:
    """Le coup d'une machine ; si elle a échoué, une pause laisse la main à la personne."""
    if reflexion.colonne is None:
        m.en_pause = True
    else:
        m.seance.feuille.jouer(reflexion.colonne)
        m.avancer(selon_la_regle(m.position))
        m.reflechit = m.tour_machine or m.arbitre.eleve
    m.rapport.absorber(reflexion.rapport)


def _abandonner(m: Moteur, rapport: Rapport) -> None:
    m.reflechit, m.en_pause = False, True
    m.rapport.absorber(rapport)


def _adopter_analyse(m: Moteur, analyse: Analyse) -> None:
    m.analyse = analyse
    m.rapport.absorber(analyse.rapport)


def ia_conseil(seance: Seance) -> IA:
    """L'IA dont on montre les notes : celle au trait, sinon l'autre, sinon celle de la bibliothèque."""
    trait = seance.position.trait
    candidats = (seance.participant(trait).ia, seance.participant(3 - trait).ia)
    return next((ia for ia in candidats if ia is not None), None) or conseiller(seance.position)
