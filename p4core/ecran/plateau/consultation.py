"""Consulter une fonction depuis le plateau : ce qu'elle permet, joue ou note, et ses erreurs.

Rien ici ne lève d'exception : ce qui a mal tourné est un constat, en français, à montrer sous la grille."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from p4core.appels import Appel, Surveillance, raconter
from p4core.codages import COLONNES, Codage, Malforme, ReponseInvalide
from p4core.ecran.affichage import trace
from p4core.ia.joueurs import IA, SansNote
from p4core.ia.recherche import presque_egaux
from p4core.jeu import Position


@dataclass
class Constat:
    """Une phrase d'échec s'il y en a un, des alertes, et des détails (titre, texte)."""

    echec: str = ""
    alertes: list[str] = field(default_factory=list)
    details: list[tuple[str, str]] = field(default_factory=list)

    def absorber(self, autre: Constat) -> None:
        """Ajoute à ce constat ce que dit l'autre."""
        self.echec = self.echec or autre.echec
        self.alertes += autre.alertes
        self.details += autre.details

    @property
    def phrase(self) -> str:
        """Tout ce qu'il y a à dire, l'échec d'abord."""
        return " ".join([self.echec] * bool(self.echec) + self.alertes)


def constater(appel: Appel, nom: str, noms: tuple[str, ...]) -> Constat:
    """Ce qui s'est passé pendant l'appel ; `noms` sont ceux des arguments."""
    constat = Constat()
    if appel.sortie:
        constat.details.append((f"Ce que « {nom} » a affiché", appel.sortie))
    if appel.expire:
        constat.echec = _trop_long(appel, nom)
    elif getattr(appel.exception, "renonce", False):  # pas une erreur : un joueur qui dit ses limites
        constat.echec = f"« {nom} » renonce. {appel.exception}"
    elif isinstance(appel.exception, NotImplementedError):
        constat.echec = f"« {nom} » n'est pas encore écrite : il y reste un raise NotImplementedError."
    elif appel.exception is not None:
        recit = raconter(appel.exception).rstrip(".")
        constat.echec = f"« {nom} » s'est arrêtée sur une erreur : {recit}."
        constat.details.append(("Trace de l'erreur", trace(appel.exception)))
    constat.alertes += [
        f"« {nom} » a modifié {noms[rang]}, qu'elle devait laisser tel quel "
        "(le plateau a gardé la bonne grille)."
        for rang in appel.modifies
    ]
    return constat


def _trop_long(appel: Appel, nom: str) -> str:
    phrase = f"« {nom} » n'a pas répondu en {appel.duree:.0f} s et a été arrêtée (boucle sans fin ?)."
    if not appel.arrete:
        phrase += " Elle tourne encore : redémarrez le noyau si tout devient lent."
    return phrase


# --- l'arbitre ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Verdict:
    """Les colonnes permises, le résultat (None si la partie continue) et ce qu'il y a à dire."""

    jouables: list[int]
    resultat: int | None = None
    constat: Constat = field(default_factory=Constat)


def selon_la_regle(position: Position) -> Verdict:
    """Le verdict de la règle du jeu."""
    return Verdict(position.coups(), position.gagnant if position.finie else None)


@dataclass(frozen=True)
class Arbitre:
    """Les fonctions d'un élève qui disent les coups permis et le gagnant, quand il y en a."""

    coups: Callable[..., Any] | None = None
    fini: Callable[..., Any] | None = None
    codage: Codage = COLONNES

    def __post_init__(self) -> None:
        if self.fini is not None and not self.codage.fini_attendu:
            raise TypeError(
                f"Le codage « {self.codage.nom} » n'a pas de fonction qui désigne le gagnant : "
                "retirez fini=…, la règle du jeu s'en charge."
            )

    @property
    def eleve(self) -> bool:
        """Des fonctions d'élève sont-elles consultées ?"""
        return self.coups is not None or self.fini is not None

    def juger(self, position: Position, surveillance: Surveillance, delai: float) -> Verdict:
        """Le verdict des fonctions de l'élève ; leurs désaccords avec la règle sont rapportés."""
        regle, constat = selon_la_regle(position), Constat()

        def demander(
            fonction: Callable[..., Any], arguments: tuple[Any, ...], lire: Callable[..., Any]
        ) -> Any:
            """Ce que dit la fonction, ou None si elle échoue."""
            appel, nom = surveillance.appeler(fonction, arguments, delai), nom_de(fonction)
            vu = constater(appel, nom, self.codage.noms)
            constat.absorber(vu)
            return None if vu.echec else lire(appel.valeur, position, nom, constat)

        jouables, resultat = regle.jouables, regle.resultat
        if self.coups and resultat is None:
            permis = demander(self.coups, self.codage.etat(position), self._comparer_coups)
            jouables = regle.jouables if permis is None else permis
        if self.fini:
            gagnant = demander(self.fini, self.codage.arguments_fini(position), self._comparer_fini)
            resultat = (position.gagnant if gagnant is None else gagnant) or regle.resultat
        if resultat is None and not jouables:
            resultat = 0
        return Verdict(jouables if resultat is None else [], resultat, constat)

    def _comparer_coups(self, valeur: Any, position: Position, nom: str, constat: Constat) -> list[int]:
        """Les colonnes que propose l'élève et où l'on peut vraiment poser un pion."""
        vrais = {self.codage.coup((x, position.niveau(x))): x for x in position.coups()}
        try:
            proposes = {self.codage.lire_coup(coup, position) for coup in valeur}
        except (TypeError, ValueError):
            attendu = self.codage.coups_attendus
            constat.alertes.append(f"« {nom} » a renvoyé {valeur!r:.60} : {attendu} est attendue.")
            return position.coups()
        if intrus := sorted(proposes - set(vrais)):
            constat.alertes.append(f"« {nom} » propose {_liste(intrus)} : on ne peut pas y poser de pion.")
        if oublies := sorted(set(vrais) - proposes):
            constat.alertes.append(f"« {nom} » oublie {_liste(oublies)}, où l'on peut pourtant jouer.")
        return sorted(x for coup, x in vrais.items() if coup in proposes)

    def _comparer_fini(self, valeur: Any, position: Position, nom: str, constat: Constat) -> int:
        """Le gagnant selon l'élève, si sa réponse a un sens ; sinon selon la règle."""
        try:
            gagnant = self.codage.lire_fini(valeur, position)
        except Malforme:
            attendu = self.codage.fini_attendu
            constat.alertes.append(f"« {nom} » a renvoyé {valeur!r:.60} : on attend {attendu}.")
            return position.gagnant
        if gagnant != position.gagnant:
            constat.alertes.append(_desaccord(gagnant, position, nom))
        return gagnant


def nom_de(fonction: Callable[..., Any]) -> str:
    """Le nom sous lequel parler d'une fonction."""
    return getattr(fonction, "__name__", "la fonction")


def _liste(coups: list[Any]) -> str:
    return ", ".join(map(str, coups[:3])) + ("…" if len(coups) > 3 else "")


def _desaccord(gagnant: int, position: Position, nom: str) -> str:
    if not position.gagnant:
        return f"« {nom} » dit que le joueur {gagnant} a gagné ; la règle ne voit aucun alignement."
    dit = f"que le joueur {gagnant} a gagné" if gagnant else "que personne n'a gagné"
    return f"« {nom} » dit {dit} ; le joueur {position.gagnant} a pourtant aligné {position.aligner} pions."


# --- le coup et les notes d'une IA -----------------------------------------------------------------


@dataclass
class Reflexion:
    """La colonne choisie (None en cas d'échec) et ce qu'il y a à en dire."""

    colonne: int | None
    constat: Constat


@dataclass
class Analyse:
    """La note de chaque colonne jouable, les colonnes conseillées et ce qu'il y a à en dire."""

    notes: dict[int, float]
    conseils: list[int]
    constat: Constat
    ia: IA  # de qui elle vient

    @property
    def exacte(self) -> bool:
        """Vient-elle du solveur ?"""
        return self.ia.origine == "parfait"

    @property
    def auteur(self) -> str:
        """De qui elle vient, dans une phrase."""
        return "le solveur" if self.exacte else self.ia.nom if self.ia.origine else f"« {self.ia.nom} »"


def reflechir(ia: IA, position: Position, surveillance: Surveillance, delai: float) -> Reflexion:
    """Demande son coup à l'IA."""
    appel = surveillance.appeler(ia.appel(position), ia.arguments(position), delai)
    constat = constater(appel, ia.nom, ia.codage.noms)
    if constat.echec:
        return Reflexion(None, constat)
    try:
        reponse = ia.lire(appel.valeur, position)
    except ReponseInvalide as erreur:
        constat.echec = f"« {ia.nom} » n'a pas donné de coup jouable : {erreur}."
        return Reflexion(None, constat)
    constat.alertes += [f"« {ia.nom} » : {phrase}." for phrase in reponse.remarques]
    return Reflexion(reponse.colonne, constat)


def analyser(ia: IA, position: Position, surveillance: Surveillance, delai: float) -> Analyse:
    """Note chaque coup avec l'évaluation de l'IA ; à défaut, lui demande seulement son coup."""
    appel = surveillance.appeler(ia.notes, (position,), delai)
    if isinstance(appel.exception, SansNote):
        reflexion = reflechir(ia, position, surveillance, delai)
        reflexion.constat.alertes.insert(0, str(appel.exception))
        conseils = [] if reflexion.colonne is None else [reflexion.colonne]
        return Analyse({}, conseils, reflexion.constat, ia)
    constat = constater(appel, ia.nom, ("position",))
    notes = {} if constat.echec else appel.valeur
    return Analyse(notes, _meilleures(notes), constat, ia)


def _meilleures(notes: dict[int, float]) -> list[int]:
    valides = {x: note for x, note in notes.items() if not math.isnan(note)}
    meilleure = max(valides.values(), default=0.0)
    return [x for x, note in valides.items() if presque_egaux(note, meilleure)]
