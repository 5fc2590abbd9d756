"""Juger des fonctions qui tirent au hasard : fausse alerte une fois sur 10 000 au plus.
Des essais qui répètent l'appel : pour juger une fonction qui tire au hasard.
Juger une fonction qui joue k parties et renvoie les fréquences (joueur 1, joueur 2, nulle).
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import sqrt
from statistics import fmean, pvariance
from typing import Any

from p4core.appels import Appel, temps_de_calcul
from p4core.jeu import Position, partie_hasard
from p4cours.verification.diagnostics import modele
from p4cours.verification.essais import Appelant, Critere, Ecart, Epreuve, Erreur, Essai, Source, juger
from p4cours.verification.lecture import frequences, meme, montrer, quantite, virgule

# --- Juger des fonctions qui tirent au hasard : fausse alerte une fois sur 10 000 au plus ----------------


# Une dizaine de mesures par essai, deux côtés : 5 écarts-types donnent moins de 1 fausse alerte sur 100 000.
SEUIL = 5.0


@lru_cache(maxsize=4)
def parties_de_reference(nombre: int = 3000) -> tuple[Position, ...]:
    """Des fins de partie tirées par p4core lui-même, pour comparer."""
    alea = random.Random(1)
    return tuple(partie_hasard(alea) for _ in range(nombre))


@lru_cache(maxsize=1)
def _attendus() -> dict[str, tuple[float, float]]:
    """Pour chaque mesure d'une partie au hasard : sa moyenne et sa variance."""
    valeurs = [mesures(p) for p in parties_de_reference()]
    colonnes = {nom: [v[nom] for v in valeurs] for nom in valeurs[0]}
    return {nom: (fmean(colonne), pvariance(colonne)) for nom, colonne in colonnes.items()}


def _ecart_reduit(echantillon: Sequence[float], moyenne: float, variance: float) -> float:
    """La différence des moyennes, comptée en écarts-types."""
    difference = fmean(echantillon) - moyenne
    total = variance / len(echantillon) + variance / len(parties_de_reference())
    return difference / sqrt(total) if total else difference


def mesures(position_finale: Position) -> dict[str, float]:
    """Ce qu'on observe d'une partie finie."""
    p = position_finale
    pions = {f"pions de la colonne {x}": float(p.niveau(x)) for x in range(p.largeur)}
    return {
        "victoires du joueur 1": float(p.gagnant == 1),
        "victoires du joueur 2": float(p.gagnant == 2),
        "nombre de coups": float(p.nb_coups),
        **pions,
    }


def anomalies(parties: Sequence[Position]) -> list[tuple[str, float, float]]:
    """Les mesures (nom, observé, attendu) incompatibles avec des coups tirés uniformément."""
    observees = [mesures(p) for p in parties]
    resultat = []
    for nom, (moyenne, variance) in _attendus().items():
        echantillon = [m[nom] for m in observees]
        if abs(_ecart_reduit(echantillon, moyenne, variance)) > SEUIL:
            resultat.append((nom, fmean(echantillon), moyenne))
    return resultat


# --- Des essais qui répètent l'appel : pour juger une fonction qui tire au hasard ------------------------


PATIENCE = 2.5  # secondes de calcul : une fonction lente est jugée sur moins d'appels


@dataclass(frozen=True)
class Serie(Essai):
    """Le même appel, répété : chacun est jugé, puis l'ensemble."""

    repetitions: int = 300
    au_moins: int = 40
    ensemble: Callable[[Sequence[Any]], Ecart | None] = lambda valeurs: None
    relancable: bool = False

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Répète l'appel jusqu'à la première faute, puis juge l'ensemble des résultats."""
        valeurs: list[Any] = []
        limite = temps_de_calcul() + PATIENCE
        while len(valeurs) < self.repetitions and (
            len(valeurs) < self.au_moins or temps_de_calcul() < limite
        ):
            appel: Appel = appelant(self.arguments, delai=self.delai)
            ecart = juger(self, appel)
            if ecart:
                return Epreuve(self, appel, ecart)
            valeurs.append(appel.valeur)
        return Epreuve(self, appel, self.ensemble(valeurs))


def tirages_uniformes(parties: Sequence[Position]) -> Ecart | None:
    """Ces fins de partie ont-elles pu être jouées au hasard, tous les coups étant aussi probables ?"""
    if len(set(parties)) == 1:
        return Ecart(
            f"{len(parties)} appels ont donné {len(parties)} fois la même partie : les coups ne sont pas "
            "tirés au hasard (ou le hasard est réinitialisé à chaque appel).",
            cases=parties[0].cases(),
        )
    etranges = anomalies(parties)
    if not etranges:
        return None
    nom, observe, attendu = etranges[0]
    return Ecart(
        f"Les coups ne sont pas tirés au hasard avec la même probabilité : sur {len(parties)} parties, "
        f"{nom} : {virgule(observe)} en moyenne, au lieu de {virgule(attendu)} environ.",
        f"environ {virgule(attendu)}",
        virgule(observe),
    )


# --- Juger une fonction qui joue k parties et renvoie les fréquences (joueur 1, joueur 2, nulle) ---------


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
        k, jouees = len(self.contexte["gagnants"]), len(comptage.demandes)
        if not jouees:  # elle joue ses parties autrement : on n'en connaît pas les gagnants
            essai = replace(self, juge=_aucune_partie(k), relancable=False)
            return Epreuve(essai, appel, juger(essai, appel))
        ecart = juger(self, appel)
        if ecart and jouees != k and ecart.cause == "valeur":
            suite = (
                " Chaque tour de boucle n'en joue qu'une : appelez la fonction une fois, gardez son résultat."
            )
            phrase = f"Vous jouez {quantite(jouees, 'partie')} au lieu de {k}."
            ecart = Ecart(phrase + (suite if jouees > k else ""), ecart.attendu, ecart.obtenu)
        return Epreuve(self, appel, ecart)


def _aucune_partie(k: int) -> Callable[[Appel], Ecart | None]:
    """Le juge d'un appel qui n'a demandé aucune des parties prévues."""
    juge_reel = _juge_reel(k, hasard=False)

    def juge(appel: Appel) -> Ecart | None:
        if not any(frequences(appel.valeur)):
            phrase = f"Vous jouez 0 partie au lieu de {k}."
            return Ecart(phrase, "trois fréquences de somme 1", montrer(appel.valeur))
        return juge_reel(appel)

    return juge


def attendues(gagnants: Sequence[int]) -> tuple[float, float, float]:
    """Les fréquences de ces issues."""
    a, b, c = (gagnants.count(issue) / len(gagnants) for issue in (1, 2, 0))
    return a, b, c


def criteres_frequences(
    appel: str, arguments: Callable[[int], tuple[Any, ...]], scenario: Scenario, *, essais_reels: bool
) -> tuple[Critere, ...]:
    """Les critères communs : compter juste, et jouer de vraies parties."""

    def comptes(source: Source) -> Iterator[Essai]:
        hasard = [
            tuple(source.alea.choices((1, 2, 0), k=source.alea.randint(2, 12)))
            for _ in range(source.nombre(6))
        ]
        for gagnants in itertools.chain(_ISSUES, hasard):
            k = len(gagnants)
            texte = appel.format(k=k) + f"   (gagnants successifs : {', '.join(map(str, gagnants))})"
            yield EssaiScenario(
                texte, arguments(k), _juge(gagnants), contexte={"gagnants": gagnants},
                attendu=montrer(attendues(gagnants)), scenario=scenario,
            )  # fmt: skip
        if essais_reels:  # sans quoi des fréquences inventées passeraient pour des comptes justes
            yield from _reels(appel, arguments, (200,))

    criteres = [Critere("les fréquences de chaque issue, dans l'ordre", 3, comptes)]
    if essais_reels:
        vraies = lambda source: _reels(appel, arguments, (1, 10, 1000))  # noqa: E731
        criteres.append(Critere("de vraies parties au hasard", 1, vraies))
    return tuple(criteres)


def _juge(gagnants: Sequence[int]) -> Callable[[Appel], Ecart | None]:
    attendu = attendues(gagnants)

    def juge(appel: Appel) -> Ecart | None:
        if meme(frequences(appel.valeur), attendu):
            return None
        return Ecart("Les fréquences ne sont pas les bonnes.", montrer(attendu), montrer(appel.valeur))

    return juge


def _reels(
    appel: str, arguments: Callable[[int], tuple[Any, ...]], tailles: Sequence[int]
) -> Iterator[Essai]:
    for k in tailles:
        yield Essai(
            appel.format(k=k),
            arguments(k),
            _juge_reel(k),
            delai=20,
            attendu="des fréquences de somme 1",
            relancable=False,
        )


def _juge_reel(k: int, hasard: bool = True) -> Callable[[Appel], Ecart | None]:
    """Trois fréquences de k parties ; si `hasard`, de parties où tous les coups sont aussi probables."""

    def juge(appel: Appel) -> Ecart | None:
        valeurs = frequences(appel.valeur)
        comptes = [f * k for f in valeurs]
        if abs(sum(valeurs) - 1) > 1e-6 or any(abs(c - round(c)) > 1e-6 or c < -1e-6 for c in comptes):
            phrase = (
                f"Ce ne sont pas les fréquences de {quantite(k, 'partie')} : "
                f"chacune est un nombre de parties sur {k}."
            )
            return Ecart(phrase, "trois fréquences de somme 1", montrer(appel.valeur))
        reference = fmean(p.gagnant == 1 for p in parties_de_reference())
        if hasard and abs(valeurs[0] - reference) > SEUIL * sqrt(
            0.25 / k + 0.25 / len(parties_de_reference())
        ):
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

    def arrondies(decimales: int) -> Callable[[Sequence[int]], list[float]]:
        return lambda g: [round(f, decimales) for f in attendues(g)]

    return (
        version(
            "Vous divisez avec //, qui ne garde que la partie entière.",
            lambda g: [c // len(g) for c in compte(g, 1, 2, 0)],
        ),
        *(
            version("Vous arrondissez les fréquences : renvoyez-les telles quelles.", arrondies(n))
            for n in (1, 2, 3)
        ),
        version("Vous renvoyez des nombres de parties : divisez-les par k.", lambda g: compte(g, 1, 2, 0)),
        version(
            "Vous renvoyez des pourcentages : une fréquence est comprise entre 0 et 1.",
            lambda g: [100 * f for f in attendues(g)],
        ),
        version(
            "L'ordre demandé est (joueur 1, joueur 2, nulle).",
            lambda g: [c / len(g) for c in compte(g, 0, 1, 2)],
        ),
        version("Vous échangez les joueurs 1 et 2.", lambda g: [c / len(g) for c in compte(g, 2, 1, 0)]),
        version(
            "Les parties nulles ne sont pas comptées.", lambda g: [*(c / len(g) for c in compte(g, 1, 2)), 0]
        ),
        version(
            "Vous comptez les parties nulles pour une victoire du joueur 2.",
            lambda g: [g.count(1) / len(g), 1 - g.count(1) / len(g), 0],
        ),
        version(
            "Les victoires du joueur 1 sont aussi comptées comme nulles : deux if, un else ? Pensez à elif.",
            lambda g: [c / len(g) for c in (g.count(1), g.count(2), len(g) - g.count(2))],
        ),
        version(
            "Vous oubliez les parties nulles : on attend trois fréquences.",
            lambda g: [c / len(g) for c in compte(g, 1, 2)],
        ),
    )


def _sur_scenarios(erreur: Erreur) -> Erreur:
    """La même erreur, reconnue sur les seules parties aux gagnants fixés."""
    return Erreur(
        erreur.phrase,
        lambda epreuves: erreur.explique([e for e in epreuves if "gagnants" in e.essai.contexte]),
    )
