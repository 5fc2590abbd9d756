"""Ce qu'une fonction appelée par le plateau a fait de travers, en français, avec les détails à déplier.
L'arbitre : ce qui est permis et quand la partie finit, selon la règle ou les fonctions d'un élève.
Faire réfléchir une IA : son coup, ses notes, ou ce qui a mal tourné.
Ce que fait le fil à part du plateau : juger la position, faire jouer les machines, analyser.
Le moteur du plateau : il fait avancer la partie sans jamais bloquer celui qui clique.
"""

from __future__ import annotations

import math
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from operator import index
from typing import Any

from p4core.appels import BIBLIOTHEQUE, Appel, Surveillance, raconter
from p4core.codages import ReponseInvalide, vers_colonnes
from p4core.ecran.seance import Seance
from p4core.ia.joueurs import IA, SansNote, conseiller, preparer
from p4core.ia.recherche import presque_egaux
from p4core.jeu import CoupIllegal, Position

# --- Ce qu'une fonction appelée par le plateau a fait de travers, en français, avec les détails à déplier


@dataclass
class Rapport:
    """Une phrase d'échec s'il y en a un, des alertes, et des détails (titre, texte)."""

    echec: str = ""
    alertes: list[str] = field(default_factory=list)
    details: list[tuple[str, str]] = field(default_factory=list)

    def alerter(self, phrase: str) -> None:
        """Ajoute une remarque qui n'empêche pas de jouer."""
        self.alertes.append(phrase)

    def absorber(self, autre: Rapport) -> None:
        """Ajoute à ce rapport ce que dit l'autre."""
        self.echec = self.echec or autre.echec
        self.alertes += autre.alertes
        self.details += autre.details

    @property
    def phrase(self) -> str:
        """Tout ce qu'il y a à dire, l'échec d'abord."""
        return " ".join([self.echec] * bool(self.echec) + self.alertes)


def rapporter(appel: Appel, nom: str, noms: tuple[str, ...], rapport: Rapport) -> None:
    """Note dans le rapport ce qui s'est passé pendant l'appel."""
    if appel.sortie:
        rapport.details.append((f"Ce que « {nom} » a affiché", appel.sortie))
    if appel.expire:
        rapport.echec = _trop_long(appel, nom)
    elif getattr(appel.exception, "renonce", False):  # pas une erreur : un joueur qui dit ses limites
        rapport.echec = f"« {nom} » renonce. {appel.exception}"
    elif isinstance(appel.exception, NotImplementedError):
        rapport.echec = f"« {nom} » n'est pas encore écrite : il y reste un raise NotImplementedError."
    elif appel.exception is not None:
        recit = raconter(appel.exception).rstrip(".")
        rapport.echec = f"« {nom} » s'est arrêtée sur une erreur : {recit}."
        rapport.details.append(("Trace de l'erreur", trace(appel.exception)))
    for rang in appel.modifies:
        rapport.alerter(
            f"« {nom} » a modifié {noms[rang]}, qu'elle devait laisser tel quel "
            "(le plateau a gardé la bonne grille)."
        )


def _trop_long(appel: Appel, nom: str) -> str:
    phrase = f"« {nom} » n'a pas répondu en {appel.duree:.0f} s et a été arrêtée (boucle sans fin ?)."
    if not appel.arrete:
        phrase += " Elle tourne encore : redémarrez le noyau si tout devient lent."
    return phrase


def trace(erreur: BaseException) -> str:
    """La trace, sans les lignes de la bibliothèque si l'élève y est pour quelque chose."""
    cadres = traceback.extract_tb(erreur.__traceback__)
    eleve = [cadre for cadre in cadres if not cadre.filename.startswith(BIBLIOTHEQUE)]
    return "".join(traceback.format_list(eleve or cadres) + traceback.format_exception_only(erreur))


# --- L'arbitre : ce qui est permis et quand la partie finit, selon la règle ou les fonctions d'un élève --


@dataclass(frozen=True)
class Verdict:
    """Les colonnes permises, le résultat (None si la partie continue) et ce qu'il y a à dire."""

    jouables: list[int]
    resultat: int | None = None
    rapport: Rapport = field(default_factory=Rapport)


def selon_la_regle(position: Position) -> Verdict:
    """Le verdict de la règle du jeu."""
    return Verdict(position.coups(), position.gagnant if position.finie else None)


@dataclass(frozen=True)
class Arbitre:
    """Les fonctions coups(G) et fini(G) d'un élève, quand il y en a."""

    coups: Callable[..., Any] | None = None
    fini: Callable[..., Any] | None = None

    @property
    def eleve(self) -> bool:
        """Des fonctions d'élève sont-elles consultées ?"""
        return self.coups is not None or self.fini is not None

    def juger(self, position: Position, surveillance: Surveillance, delai: float) -> Verdict:
        """Le verdict des fonctions de l'élève ; leurs désaccords avec la règle sont rapportés."""
        regle, rapport = selon_la_regle(position), Rapport()
        jouables = self._jouables(position, regle, surveillance, delai, rapport)
        resultat = self._resultat(position, regle, surveillance, delai, rapport)
        if resultat is None and not jouables:
            resultat = 0
        return Verdict(jouables if resultat is None else [], resultat, rapport)

    def _jouables(
        self, position: Position, regle: Verdict, surveillance: Surveillance, delai: float, rapport: Rapport
    ) -> list[int]:
        if self.coups is None or regle.resultat is not None:
            return regle.jouables
        appel = surveillance.appeler(self.coups, (vers_colonnes(position),), delai)
        rapporter(appel, nom_de(self.coups), ("G",), rapport)
        if not rapport.echec:
            return _comparer_coups(appel.valeur, position, nom_de(self.coups), rapport)
        return regle.jouables

    def _resultat(
        self, position: Position, regle: Verdict, surveillance: Surveillance, delai: float, rapport: Rapport
    ) -> int | None:
        if self.fini is None:
            return regle.resultat
        suite = Rapport()
        appel = surveillance.appeler(self.fini, (vers_colonnes(position),), delai)
        rapporter(appel, nom_de(self.fini), ("G",), suite)
        gagnant = position.gagnant
        if not suite.echec:
            gagnant = _comparer_fini(appel.valeur, position, nom_de(self.fini), suite)
        rapport.absorber(suite)
        return gagnant or regle.resultat


def nom_de(fonction: Callable[..., Any]) -> str:
    """Le nom sous lequel parler d'une fonction."""
    return getattr(fonction, "__name__", "la fonction")


def _comparer_coups(valeur: Any, position: Position, nom: str, rapport: Rapport) -> list[int]:
    """Les colonnes que propose l'élève et où l'on peut vraiment poser un pion."""
    vrais = {(x, position.niveau(x)) for x in position.coups()}
    try:
        proposes = {(index(x), index(y)) for x, y in valeur}
    except (TypeError, ValueError):
        rapport.alerter(f"« {nom} » a renvoyé {valeur!r:.60} : une liste de couples (x, y) est attendue.")
        return position.coups()
    if intrus := sorted(proposes - vrais):
        rapport.alerter(f"« {nom} » propose {_liste(intrus)} : on ne peut pas y poser de pion.")
    if oublies := sorted(vrais - proposes):
        rapport.alerter(f"« {nom} » oublie {_liste(oublies)}, où l'on peut pourtant jouer.")
    return sorted({x for x, _ in proposes & vrais})


def _liste(cases: list[tuple[int, int]]) -> str:
    return ", ".join(map(str, cases[:3])) + ("…" if len(cases) > 3 else "")


def _comparer_fini(valeur: Any, position: Position, nom: str, rapport: Rapport) -> int:
    """Le gagnant selon l'élève, s'il a répondu 0, 1 ou 2 ; sinon selon la règle."""
    try:
        gagnant = -1 if isinstance(valeur, bool) else index(valeur)
    except TypeError:
        gagnant = -1
    if gagnant not in (0, 1, 2):
        rapport.alerter(f"« {nom} » a renvoyé {valeur!r:.60} : on attend 0, 1 ou 2.")
        return position.gagnant
    if gagnant != position.gagnant:
        rapport.alerter(_desaccord(gagnant, position, nom))
    return gagnant


def _desaccord(gagnant: int, position: Position, nom: str) -> str:
    if not position.gagnant:
        return f"« {nom} » dit que le joueur {gagnant} a gagné ; la règle ne voit aucun alignement."
    dit = f"que le joueur {gagnant} a gagné" if gagnant else "que personne n'a gagné"
    return f"« {nom} » dit {dit} ; le joueur {position.gagnant} a pourtant aligné {position.aligner} pions."


# --- Faire réfléchir une IA : son coup, ses notes, ou ce qui a mal tourné --------------------------------


@dataclass
class Reflexion:
    """La colonne choisie (None en cas d'échec) et le rapport."""

    colonne: int | None = None
    rapport: Rapport = field(default_factory=Rapport)


@dataclass
class Analyse:
    """La note de chaque colonne jouable et les colonnes conseillées."""

    notes: dict[int, float] = field(default_factory=dict)
    conseils: list[int] = field(default_factory=list)
    rapport: Rapport = field(default_factory=Rapport)


def reflechir(ia: IA, position: Position, surveillance: Surveillance, delai: float) -> Reflexion:
    """Demande son coup à l'IA, sans jamais lever d'exception."""
    resultat = Reflexion()
    appel = surveillance.appeler(ia.appel(position), ia.arguments(position), delai)
    rapporter(appel, ia.nom, ia.codage.noms, resultat.rapport)
    if not resultat.rapport.echec:
        try:
            reponse = ia.lire(appel.valeur, position)
        except ReponseInvalide as erreur:
            resultat.rapport.echec = f"« {ia.nom} » n'a pas donné de coup jouable : {erreur}."
        else:
            resultat.colonne = reponse.colonne
            resultat.rapport.alertes += [f"« {ia.nom} » : {phrase}." for phrase in reponse.remarques]
    return resultat


def analyser(ia: IA, position: Position, surveillance: Surveillance, delai: float) -> Analyse:
    """Note chaque coup avec l'évaluation de l'IA ; à défaut, lui demande seulement son coup."""
    appel = surveillance.appeler(ia.notes, (position,), delai)
    if isinstance(appel.exception, SansNote):
        return _sans_note(ia, position, surveillance, delai, str(appel.exception))
    analyse = Analyse()
    rapporter(appel, ia.nom, ("position",), analyse.rapport)
    if not analyse.rapport.echec:
        analyse.notes = appel.valeur
        analyse.conseils = _meilleures(appel.valeur)
    return analyse


def _sans_note(ia: IA, position: Position, surveillance: Surveillance, delai: float, phrase: str) -> Analyse:
    reflexion = reflechir(ia, position, surveillance, delai)
    rapport = Rapport(
        reflexion.rapport.echec, [phrase, *reflexion.rapport.alertes], reflexion.rapport.details
    )
    conseils = [] if reflexion.colonne is None else [reflexion.colonne]
    return Analyse({}, conseils, rapport)


def _meilleures(notes: dict[int, float]) -> list[int]:
    valides = {x: note for x, note in notes.items() if not math.isnan(note)}
    if not valides:
        return []
    meilleure = max(valides.values())
    return [x for x, note in valides.items() if presque_egaux(note, meilleure)]


def ecrire_note(note: float) -> str:
    """Une note courte, toujours avec son signe : +7, −2,5, +∞, 0."""
    if math.isnan(note):
        return "?"
    if note == 0:
        return "0"
    return ("+" if note > 0 else "−") + _grandeur(abs(note))


def _grandeur(valeur: float) -> str:
    """Quatre caractères environ : 7, 2,5, 0,33, 1e+06, ∞."""
    if math.isinf(valeur):
        return "∞"
    chiffres = f"{valeur:.2g}" if valeur < 1 or valeur >= 10_000 else f"{valeur:.4g}"
    return chiffres.replace(".", ",")


# --- Ce que fait le fil à part du plateau : juger la position, faire jouer les machines, analyser --------


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


# --- Le moteur du plateau : il fait avancer la partie sans jamais bloquer celui qui clique ---------------


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
    rapport: Rapport = field(default_factory=Rapport)
    verrou: threading.RLock = field(default_factory=threading.RLock, repr=False)

    def __post_init__(self) -> None:
        self._surveillance = Surveillance()
        self._fil: threading.Thread | None = None
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

    def jouer(self, x: int, version: int | None = None) -> bool:
        """Joue pour la personne au trait ; faux si la demande arrive trop tard (version dépassée)."""
        with self.verrou:
            if version is not None and version != self.version:
                return False
            self._exiger_jouable(x)
            self.seance.feuille.jouer(x)
            self._changer()
            return True

    def _exiger_jouable(self, x: int) -> None:
        self.position.jouer(x)  # la règle d'abord : son message est le plus précis
        if self.reflechit or self.tour_machine:
            raise CoupIllegal(f"C'est à {self.seance.au_trait.nom} de jouer : attendez sa réponse.")
        if x not in self.verdict.jouables:
            raise CoupIllegal(f"Votre fonction coups ne propose pas la colonne {x}.")

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
        fil = self._fil
        if fil is not None and fil is not threading.current_thread() and fil.ident:
            fil.join(secondes)

    def arreter(self) -> None:
        """Arrête la réflexion en cours."""
        with self.verrou:
            self._surveillance.annuler()
            self.version += 1
            self.reflechit = False

    # --- le fil qui réfléchit ---------------------------------------------------------------

    def _changer(self, analyser_une_fois: bool = False) -> None:
        """À appeler après toute action : nouvelle version, nouveau fil s'il y a à réfléchir."""
        with self.verrou:
            self.avancer(selon_la_regle(self.position))
            self._surveillance.annuler()
            self._surveillance = Surveillance()
            travail = self.arbitre.eleve or self.tour_machine or analyser_une_fois or self.suivre_analyse
            self.reflechit = bool(travail) and (self.arbitre.eleve or self.tour_machine)
            self.prevenir()
            if travail:
                self._lancer(analyser_une_fois)

    def avancer(self, verdict: Verdict) -> None:
        """Note la nouvelle position ; l'analyse et le rapport de l'ancienne ne la concernent plus."""
        self.version += 1
        self.analyse, self.rapport, self.preparation = None, Rapport(), ""
        self.adopter(verdict)

    def adopter(self, verdict: Verdict) -> None:
        """Prend acte d'un verdict."""
        self.verdict = verdict
        self.rapport.absorber(verdict.rapport)
        feuille = self.seance.feuille
        if feuille.curseur == len(feuille.coups):
            self.seance.resultat = verdict.resultat

    def _lancer(self, analyse: bool) -> None:
        travail = Travail(self, self._surveillance, self.version, analyse)
        self._fil = threading.Thread(target=travail.faire, daemon=True)
        try:
            self._fil.start()
        except RuntimeError:  # un Python sans fils d'exécution (dans un navigateur)
            travail.faire()
