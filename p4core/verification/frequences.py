"""Juger une fonction qui joue k parties et renvoie les fréquences (joueur 1, joueur 2, nulle)."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean
from typing import Any

from p4core.execution import Appel
from p4core.verification.diagnostics import modele
from p4core.verification.essais import Appelant, Critere, Ecart, Epreuve, Erreur, Essai, Source, juger
from p4core.verification.hasard import SEUIL, parties_de_reference
from p4core.verification.lecture import frequences, meme, montrer

Scenario = Callable[[Sequence[int]], Mapping[str, Any]]
_ISSUES = ((1,), (2,), (0,), (1, 2), (1, 1, 2, 0), (2, 2, 2, 1, 0), (0, 0, 1), (1,) * 6 + (2,) * 3 + (0,))


@dataclass
class Comptage:
    """Les gagnants prévus, et combien de parties ont été demandées."""

    gagnants: Sequence[int]
    demandes: list[int] = field(default_factory=list)

    def suivant(self) -> int:
        """Le gagnant de la prochaine partie (on recommence au début s'il en faut plus)."""
        self.demandes.append(len(self.demandes))
        return self.gagnants[(len(self.demandes) - 1) % len(self.gagnants)]


@dataclass(frozen=True)
class EssaiScenario(Essai):
    """Les parties sont remplacées par d'autres, dont les gagnants sont fixés."""

    scenario: Scenario = dict  # type: ignore[assignment]

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Fait l'appel avec les fausses parties ; ne juge que si la fonction s'en est servie."""
        remplacements = dict(self.scenario(self.contexte["gagnants"]))
        comptage = remplacements.pop("comptage")
        appel = appelant(self.arguments, delai=self.delai, remplacements=remplacements)
        if not comptage.demandes and appel.exception is None and not appel.expire:
            return Epreuve(self, appel, None)  # elle joue ses parties autrement : l'essai réel la jugera
        ecart = juger(self, appel)
        k = len(self.contexte["gagnants"])
        if ecart and len(comptage.demandes) not in (0, k) and ecart.cause == "valeur":
            phrase = f"Vous jouez {len(comptage.demandes)} partie(s) au lieu de {k}."
            ecart = Ecart(phrase, ecart.attendu, ecart.obtenu)
        return Epreuve(self, appel, ecart)


def attendues(gagnants: Sequence[int]) -> tuple[float, float, float]:
    """Les fréquences de ces issues."""
    a, b, c = (gagnants.count(issue) / len(gagnants) for issue in (1, 2, 0))
    return a, b, c


def criteres_frequences(
    appel: str, arguments: Callable[[int], tuple[Any, ...]], scenario: Scenario, *, essais_reels: bool
) -> tuple[Critere, ...]:
    """Les critères communs : compter juste, et jouer de vraies parties."""

    def comptes(source: Source) -> Iterator[Essai]:
        hasard = [tuple(source.alea.choices((1, 2, 0), k=source.alea.randint(2, 12))) for _ in range(source.nombre(6))]
        for gagnants in itertools.chain(_ISSUES, hasard):
            k = len(gagnants)
            texte = appel.format(k=k) + f"   (gagnants successifs : {', '.join(map(str, gagnants))})"
            yield EssaiScenario(
                texte, arguments(k), _juge(gagnants), contexte={"gagnants": gagnants},
                attendu=montrer(attendues(gagnants)), scenario=scenario,
            )  # fmt: skip

    criteres = [Critere("les fréquences de chaque issue, dans l'ordre", 3, comptes)]
    if essais_reels:
        criteres.append(Critere("de vraies parties au hasard", 1, _vraies_parties(appel, arguments)))
    return tuple(criteres)


def _juge(gagnants: Sequence[int]) -> Callable[[Appel], Ecart | None]:
    attendu = attendues(gagnants)

    def juge(appel: Appel) -> Ecart | None:
        if meme(frequences(appel.valeur), attendu):
            return None
        return Ecart("Les fréquences ne sont pas les bonnes.", montrer(attendu), montrer(appel.valeur))

    return juge


def _vraies_parties(appel: str, arguments: Callable[[int], tuple[Any, ...]]) -> Any:
    def essais(source: Source) -> Iterator[Essai]:
        for k in (1, 10, 300):
            yield Essai(appel.format(k=k), arguments(k), _juge_reel(k), delai=20, attendu="des fréquences de somme 1")

    return essais


def _juge_reel(k: int) -> Callable[[Appel], Ecart | None]:
    reference = fmean(p.gagnant == 1 for p in parties_de_reference())

    def juge(appel: Appel) -> Ecart | None:
        valeurs = frequences(appel.valeur)
        comptes = [f * k for f in valeurs]
        if abs(sum(valeurs) - 1) > 1e-6 or any(abs(c - round(c)) > 1e-6 or c < -1e-6 for c in comptes):
            phrase = f"Ce ne sont pas les fréquences de {k} partie(s) : chacune est un nombre de parties divisé par {k}."
            return Ecart(phrase, "trois fréquences de somme 1", montrer(appel.valeur))
        if abs(valeurs[0] - reference) > SEUIL * sqrt(0.25 / k) + 0.05:
            phrase = "Ces fréquences sont incompatibles avec des parties jouées au hasard."
            return Ecart(phrase, f"environ {reference:.2f} pour le joueur 1", montrer(appel.valeur))
        return None

    return juge


def erreurs_frequences() -> tuple[Erreur, ...]:
    """Les façons habituelles de se tromper en comptant."""

    def version(phrase: str, fausse: Callable[[Sequence[int]], Any]) -> Erreur:
        def valeur(essai: Essai) -> Any:
            return fausse(essai.contexte["gagnants"]) if "gagnants" in essai.contexte else NotImplemented

        return _sur_scenarios(modele(phrase, valeur, list))

    def compte(gagnants: Sequence[int], *issues: int) -> list[int]:
        return [gagnants.count(issue) for issue in issues]

    return (
        version("Vous renvoyez des nombres de parties : divisez-les par k.", lambda g: compte(g, 1, 2, 0)),
        version("Vous renvoyez des pourcentages : une fréquence est comprise entre 0 et 1.",
                lambda g: [100 * f for f in attendues(g)]),  # fmt: skip
        version("L'ordre demandé est (joueur 1, joueur 2, nulle).", lambda g: [c / len(g) for c in compte(g, 0, 1, 2)]),
        version("Vous échangez les joueurs 1 et 2.", lambda g: [c / len(g) for c in compte(g, 2, 1, 0)]),
        version("Les parties nulles ne sont pas comptées.", lambda g: [*(c / len(g) for c in compte(g, 1, 2)), 0]),
        version("Vous comptez les parties nulles pour une victoire du joueur 2.",
                lambda g: [g.count(1) / len(g), 1 - g.count(1) / len(g), 0]),  # fmt: skip
        version("Vous oubliez les parties nulles : on attend trois fréquences.",
                lambda g: [c / len(g) for c in compte(g, 1, 2)]),  # fmt: skip
    )


def _sur_scenarios(erreur: Erreur) -> Erreur:
    """La même erreur, reconnue sur les seules parties aux gagnants fixés."""
    return Erreur(erreur.phrase, lambda epreuves: erreur.explique([e for e in epreuves if "gagnants" in e.essai.contexte]))
