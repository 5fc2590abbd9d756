"""probabilite_hasard(k), les fréquences de chaque issue ; puis l'expérience : vaut-il mieux commencer ?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import fmean
from typing import Any

from p4core.appels import Appel
from p4core.codages import vers_colonnes
from p4core.francais import quantite
from p4core.jeu import Case, Position
from p4cours.tp1_grille.parties import Grille, aides_avant, occupees, parties_prevues, suite_de_cases
from p4cours.verification.essais import Appelant, Critere, Ecart, Epreuve, Essai, Question, Source, juger
from p4cours.verification.experiences import Experience
from p4cours.verification.hasard import (
    SEUIL,
    attendues,
    erreurs_frequences,
    juge_frequences,
    parties_de_reference,
    suites_de_gagnants,
)
from p4cours.verification.lecture import frequences, montrer

# --- Compter juste : les parties sont remplacées par d'autres, dont les gagnants sont fixés -------


@dataclass
class FaussesParties:
    """Des parties imposées à la suite, sous les trois noms qui servent à en jouer une."""

    gagnants: Sequence[int]
    demandees: int = 0
    pions: int = -1  # dans la grille vue au dernier appel de coups
    commencee: bool = False

    def joue_random(self) -> tuple[int, Grille]:
        """La prochaine partie."""
        finale = self._partie(self.demandees)
        self.demandees += 1
        return finale.gagnant, vers_colonnes(finale)

    def joue_hasard(self) -> Grille:
        """La grille de la prochaine partie."""
        return self.joue_random()[1]

    def coups(self, G: Any) -> list[Case]:
        """Le seul coup prévu ; une grille vide annonce la partie suivante."""
        avant, self.pions = self.pions, len(occupees(G))
        if self.pions == 0 and avant != 0:
            self.commencee = False
        elif self.pions and not self.commencee:
            self.commencee = True  # comptée quand elle avance vraiment
            self.demandees += 1
        return suite_de_cases(self._partie(self.demandees - self.commencee))[self.pions :][:1]

    def _partie(self, rang: int) -> Position:
        """La fin de cette partie (on recommence au début s'il en faut plus que prévu)."""
        gagnant = self.gagnants[rang % len(self.gagnants)]
        return next(p for p in parties_prevues() if p.gagnant == gagnant)


def _sur_de_fausses_parties(essai: Essai, appelant: Appelant) -> Epreuve:
    """Ne juge le compte que si la fonction s'est servie des fausses parties."""
    gagnants = essai.contexte["gagnants"]
    parties = FaussesParties(gagnants)
    noms = ("joue_random", "joue_hasard", "coups")
    epreuve = essai.une_fois(appelant, remplacements={nom: getattr(parties, nom) for nom in noms})
    k, jouees, ecart = len(gagnants), parties.demandees, epreuve.ecart
    if not jouees:  # elle joue ses parties autrement : on n'en connaît pas les gagnants
        essai = replace(essai, juge=_aucune_partie(k), relancable=False)
        return Epreuve(essai, epreuve.appel, juger(essai, epreuve.appel))
    if ecart and jouees != k and ecart.cause == "valeur":
        phrase = f"Vous jouez {quantite(jouees, 'partie')} au lieu de {k}."
        if jouees > k:
            phrase += (
                " Chaque tour de boucle n'en joue qu'une : appelez la fonction une fois, gardez son résultat."
            )
        ecart = Ecart(phrase, ecart.attendu, ecart.obtenu)
    return replace(epreuve, ecart=ecart)


def _aucune_partie(k: int) -> Callable[[Appel], Ecart | None]:
    """Le juge d'un appel qui n'a demandé aucune des parties prévues."""

    def juge(appel: Appel) -> Ecart | None:
        if not any(frequences(appel.valeur)):
            phrase = f"Vous jouez 0 partie au lieu de {k}."
            return Ecart(phrase, "trois fréquences de somme 1", montrer(appel.valeur))
        return _fractions(k)(appel)

    return juge


def _comptes(source: Source) -> Iterator[Essai]:
    for gagnants in suites_de_gagnants(source):
        k = len(gagnants)
        yield Essai(
            f"probabilite_hasard({k})   (gagnants successifs : {', '.join(map(str, gagnants))})",
            (k,),
            juge_frequences(gagnants),
            contexte={"gagnants": gagnants},
            attendu=montrer(attendues(gagnants)),
            faire=_sur_de_fausses_parties,
        )
    yield from _reels(200)  # sans quoi des fréquences inventées passeraient pour des comptes justes


# --- Jouer de vraies parties ---------------------------------------------------------------------


def _reels(*tailles: int) -> Iterator[Essai]:
    for k in tailles:
        yield Essai(
            f"probabilite_hasard({k})",
            (k,),
            _au_hasard(k),
            delai=20,
            attendu="des fréquences de somme 1",
            relancable=False,
        )


def _fractions(k: int) -> Callable[[Appel], Ecart | None]:
    """Trois fréquences de k parties, quelles qu'elles soient."""

    def juge(appel: Appel) -> Ecart | None:
        valeurs = frequences(appel.valeur)
        comptes = [f * k for f in valeurs]
        if abs(sum(valeurs) - 1) <= 1e-6 and all(abs(c - round(c)) <= 1e-6 and c >= -1e-6 for c in comptes):
            return None
        phrase = (
            f"Ce ne sont pas les fréquences de {quantite(k, 'partie')} : "
            f"chacune est un nombre de parties sur {k}."
        )
        return Ecart(phrase, "trois fréquences de somme 1", montrer(appel.valeur))

    return juge


def _au_hasard(k: int) -> Callable[[Appel], Ecart | None]:
    """Trois fréquences de k parties où tous les coups sont aussi probables."""

    def juge(appel: Appel) -> Ecart | None:
        ecart = _fractions(k)(appel)
        if ecart:
            return ecart
        reference = fmean(p.gagnant == 1 for p in parties_de_reference())
        bruit = sqrt(0.25 / k + 0.25 / len(parties_de_reference()))
        if abs(frequences(appel.valeur)[0] - reference) <= SEUIL * bruit:
            return None
        phrase = "Ces fréquences sont incompatibles avec des parties jouées au hasard."
        return Ecart(phrase, f"environ {reference:.2f} pour le joueur 1", montrer(appel.valeur))

    return juge


PROBABILITE_HASARD = Question(
    "probabilite_hasard",
    "probabilite_hasard(k)",
    (
        Critere("les fréquences de chaque issue, dans l'ordre", 3, _comptes),
        Critere("de vraies parties au hasard", 1, lambda source: _reels(1, 10, 1000)),
    ),
    (
        "Une fréquence est un nombre de fois divisé par le nombre total de parties.",
        "Il faut trois compteurs : victoires de 1, victoires de 2, nulles. Chaque partie en augmente un "
        "seul.",
        "Commencez par jouer une partie et demander qui l'a gagnée. Répétez, en augmentant le bon compteur ; "
        "ne divisez qu'à la fin, et relisez l'ordre demandé.",
    ),
    erreurs_frequences(),
    aides_avant("probabilite_hasard"),
)

# --- L'expérience ---------------------------------------------------------------------------------

REFERENCE = (55_548, 44_213, 239)  # joueur 1, joueur 2, nulles : « python -m bench.hasard » la redonne

_COMMENCER = Experience("le joueur 1", "le joueur 2", largeur=0.04, reference=REFERENCE)

NB_PARTIES = _COMMENCER.nombre(
    (
        "La formule de l'intervalle, juste au-dessus, dit tout : qu'y appelle-t-on la largeur ?",
        "Avant la mesure, f est inconnu : pour quelle valeur de f l'intervalle est-il le plus large ?",
        "Écrivez que la largeur vaut celle demandée, remplacez f par cette valeur, et isolez n.",
    )
)

CONCLUSION = _COMMENCER.conclusion(
    (
        "Tout est dans votre intervalle : relisez ce que vaut le score de deux joueurs de même force.",
        "L'intervalle dit où se trouve la vraie valeur, à 95 %. Ce score-là en fait-il partie ?",
        "Placez sur une droite les deux bornes de votre intervalle et le score de deux joueurs de même "
        "force : est-il à gauche, à droite, ou entre elles ?",
    )
)
