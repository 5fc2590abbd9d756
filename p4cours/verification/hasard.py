"""Juger une fonction qui tire au hasard : parties uniformes, appels répétés, fréquences comptées.

Une réponse juste n'est refusée qu'une fois sur 10 000 au plus.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import exp, floor, lgamma, log, log1p, sqrt
from statistics import fmean
from typing import Any

from p4core.appels import Appel, noms_utilises, voisine
from p4core.francais import quantite, virgule
from p4core.jeu import Position, partie_hasard
from p4cours.verification.causes import code_de, entiers_ecrits
from p4cours.verification.diagnostics import modele, restreinte
from p4cours.verification.essais import Appelant, Appeleur, Ecart, Epreuve, Erreur, Essai, Source
from p4cours.verification.formes import egal
from p4cours.verification.horloge import Horloge
from p4cours.verification.lecture import Malforme, frequences

# --- Le même appel, répété -----------------------------------------------------------------------

PATIENCE = 0.8  # secondes de calcul : une fonction lente est jugée sur moins d'appels


def repeter(
    essai: Essai,
    appelant: Appelant,
    repetitions: int,
    ensemble: Callable[[Sequence[Any]], Ecart | None],
    au_moins: int = 40,
    au_sort: bool = False,
) -> Epreuve:
    """Répète l'appel jusqu'à la première faute, puis juge l'ensemble ; `au_sort`, il doit tirer au sort."""
    valeurs: list[Any] = []
    immobile: Ecart | None = None
    limite = Horloge(PATIENCE)
    while len(valeurs) < repetitions and (len(valeurs) < au_moins or not limite.epuisee):
        epreuve = essai.une_fois(appelant, compter=au_sort and not valeurs)
        if not epreuve.reussie:
            return epreuve
        immobile = immobile or sans_tirage(epreuve.appel)
        valeurs.append(epreuve.appel.valeur)
    return replace(epreuve, ecart=ensemble(valeurs) or immobile)


@dataclass(frozen=True)
class Serie(Essai):
    """Le même appel, répété : chacun est jugé, puis l'ensemble."""

    repetitions: int = 300
    au_moins: int = 40
    ensemble: Callable[[Sequence[Any]], Ecart | None] = lambda valeurs: None
    relancable: bool = False
    au_sort: bool = False

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Répète l'appel, puis juge."""
        return repeter(self, appelant, self.repetitions, self.ensemble, self.au_moins, self.au_sort)


# --- Des parties dont tous les coups sont équiprobables ----------------------------------------

# Une vingtaine de mesures par examen, deux côtés : moins d'une fausse alerte sur un million.
SEUIL = 5.6
RISQUE = 1.5e-8  # par compte : celui d'un examen en regarde deux cents, chacun des deux côtés
PENCHANT = 5.0  # écarts-types, pour la hauteur des colonnes jouées : six mesures, liées entre elles
ASSEZ_VARIE = 25.0  # la variance d'une somme de tirages que l'on compare à la loi normale
REPRISES = 6  # fins de partie déjà vues, sur 400 : 0,07 en moyenne quand elles sont jouées


@lru_cache(maxsize=4)
def parties_de_reference(nombre: int = 3000) -> tuple[Position, ...]:
    """Des fins de partie tirées par p4core lui-même, pour comparer."""
    alea = random.Random(1)
    return tuple(partie_hasard(alea) for _ in range(nombre))


def parties_redites(parties: Sequence[Position], permises: int = REPRISES) -> Ecart | None:
    """Ces fins de partie reviennent-elles trop souvent pour être jouées à chaque appel ?"""
    if len(set(parties)) == 1:
        return Ecart(
            f"{len(parties)} appels ont donné {len(parties)} fois la même partie : les coups ne sont pas "
            "tirés au hasard (ou le hasard est réinitialisé à chaque appel).",
            cases=parties[0].cases(),
        )
    differentes = len(set(parties))
    if len(parties) - differentes > permises:
        return Ecart(
            f"Les mêmes parties reviennent : {len(parties)} appels n'en ont donné que {differentes} "
            "différentes, alors que deux parties au hasard ne finissent presque jamais par la même grille. "
            "Sont-elles vraiment jouées à chaque appel ?",
            "des parties différentes",
            quantite(differentes, "partie différente", "parties différentes"),
        )
    return None


def tirages_uniformes(parties: Sequence[Position]) -> Ecart | None:
    """Ces fins de partie ont-elles pu être jouées au hasard, tous les coups étant équiprobables ?"""
    redite, etrange = parties_redites(parties), next(_anomalies(parties), None)
    if redite and (etrange is None or 2 * len(set(parties)) < len(parties)):
        return redite
    if etrange is None:
        return None
    nom, observe, attendu = etrange
    return Ecart(
        f"Les coups ne sont pas tirés au hasard avec la même probabilité : sur {len(parties)} parties, "
        f"{nom} : {virgule(observe)} en moyenne, au lieu de {virgule(attendu)} environ.",
        f"environ {virgule(attendu)}",
        virgule(observe),
        cause="tirage",
    )


def _anomalies(parties: Sequence[Position]) -> Iterator[tuple[str, float, float]]:
    """Les mesures (nom, observé, attendu) incompatibles avec des coups tirés uniformément."""
    observees = [_mesures(p) for p in parties]
    for nom, (moyenne, variance) in _attendus().items():
        observee = fmean(m[nom] for m in observees)
        bruit = sqrt(variance / len(parties) + variance / len(parties_de_reference()))
        if abs(observee - moyenne) > SEUIL * (bruit or 1):
            yield nom, observee, moyenne


@lru_cache(maxsize=1)
def _attendus() -> dict[str, tuple[float, float]]:
    """Pour chaque mesure d'une partie au hasard : sa moyenne et sa variance."""
    valeurs = [_mesures(p) for p in parties_de_reference()]
    colonnes = {nom: [v[nom] for v in valeurs] for nom in valeurs[0]}
    return {nom: (fmean(colonne), _variance(colonne)) for nom, colonne in colonnes.items()}


def _variance(valeurs: Sequence[float]) -> float:
    """Leur variance, en flottants : celle de `statistics`, exacte, coûte plus que les parties elles-mêmes."""
    moyenne = fmean(valeurs)
    return fmean((valeur - moyenne) ** 2 for valeur in valeurs)


def _mesures(finale: Position) -> dict[str, float]:
    """Ce qu'on observe d'une partie finie."""
    pions = {f"pions de la colonne {x}": float(finale.niveau(x)) for x in range(finale.largeur)}
    return {
        "victoires du joueur 1": float(finale.gagnant == 1),
        "victoires du joueur 2": float(finale.gagnant == 2),
        "nombre de coups": float(finale.nb_coups),
        "pions de la plus haute colonne": max(pions.values()),
        **pions,
    }


def rarete(k: float, n: int, p: float) -> float:
    """La probabilité d'un compte au moins aussi éloigné de n·p que k, du même côté (loi binomiale).

    De chances inégales, dont p est la moyenne, les comptes éloignés sont encore plus rares (Hoeffding)."""
    if not 0 < p < 1:
        return float(k == n * p)
    if k > n * p:
        k, p = n - k, 1 - p  # du côté des petits comptes
    i = floor(k)
    if i < 0:
        return 0.0
    terme = exp(lgamma(n + 1) - lgamma(i + 1) - lgamma(n - i + 1) + i * log(p) + (n - i) * log1p(-p))
    somme = 0.0
    while i >= 0 and terme > 1e-18 * somme:
        somme += terme
        terme *= i / (n - i + 1) * (1 - p) / p
        i -= 1
    return min(somme, 1.0)


def selon_la_hauteur(niveaux: Sequence[tuple[int, list[int]]]) -> Ecart | None:
    """Des coups relevés (hauteur de la colonne jouée, hauteurs des possibles) : en dépend-elle ?

    D'abord la hauteur elle-même, puis la part des coups joués à partir de chaque rangée.
    """
    if moyennes := _trop_loin(niveaux):
        obtenu, attendu = moyennes
        return _penche(obtenu < attendu, f"en moyenne à la hauteur {virgule(attendu)}", virgule(obtenu))
    for y in range(1, 6):
        if parts := _trop_loin([(jouee >= y, [h >= y for h in possibles]) for jouee, possibles in niveaux]):
            obtenu, attendu = (100 * part for part in parts)
            prevu = f"{virgule(attendu, '.0f')} % des coups à partir de la rangée {y}"
            return _penche(obtenu < attendu, prevu, f"{virgule(obtenu, '.0f')} %")
    return None


def _trop_loin(tirages: Sequence[tuple[int, Sequence[int]]]) -> tuple[float, float] | None:
    """Les moyennes, obtenue et attendue, de ce qui est tiré, si le hasard seul ne les écarte pas autant."""
    obtenu = attendu = variance = 0.0
    for tire, possibles in tirages:
        n, somme = len(possibles), sum(possibles)
        obtenu, attendu = obtenu + tire, attendu + somme / n
        variance += sum(p * p for p in possibles) / n - (somme / n) ** 2
    # Trop peu de tirages, ou trop rares : leur loi est loin d'être symétrique.
    if variance < ASSEZ_VARIE or abs(obtenu - attendu) <= PENCHANT * sqrt(variance) + 0.5:
        return None
    return obtenu / len(tirages), attendu / len(tirages)


def _penche(rarement: bool, attendu: str, obtenu: str) -> Ecart:
    return Ecart(
        "Les coups ne sont pas tirés au hasard avec la même probabilité : les colonnes les plus remplies "
        f"sont jouées {'trop rarement' if rarement else 'trop souvent'}. Une fois chacune, tirez parmi les "
        "colonnes possibles, et non parmi les cases.",
        attendu,
        obtenu,
        cause="tirage",
    )


# --- Des parties vraiment jouées -----------------------------------------------------------------

COUPS_MIN = 7  # ceux de la plus courte partie : chacun demande au moins un tirage
_GENERATEURS = {"Random", "SystemRandom", "RandomState", "Generator"}
_AUTRES_HASARDS = {*_GENERATEURS, "default_rng", "secrets", "urandom"}


def sans_jouer(appel: Appel, parties: int) -> Ecart | None:
    """L'écart d'un appel qui a tiré trop peu de nombres au hasard pour avoir joué toutes ces parties.

    Avec un autre générateur que ceux que l'on compte, on ne sait rien, on ne dit rien ; celui qui n'en tire
    aucun, `sans_tirage` le voit."""
    tires, besoin = appel.tirages, _coups_au_moins(parties)
    if not tires or tires >= besoin or _tire_ailleurs(appel.fonction):
        return None
    verbe = "demandent" if parties > 1 else "demande"
    return Ecart(
        f"Vous ne jouez pas de partie : {quantite(parties, 'partie')} au hasard {verbe} au moins {besoin} "
        f"coups tirés au sort, et votre fonction n'a fait que {quantite(tires, 'tirage')} au plus. Ce qui "
        "n'a pas pu être observé n'est pas gagné.",
        f"au moins {besoin} tirages",
        f"{tires} au plus",
        cause="sans jouer",
    )


def _coups_au_moins(parties: int) -> int:
    """Les coups de tant de parties jouées au hasard, à moins d'une malchance sur un million.

    Chacun demande un tirage, sauf quand une seule colonne reste : six coups, dans une partie sur cent."""
    longueurs = [p.nb_coups for p in parties_de_reference()]
    moyenne, ecart_type = fmean(longueurs) - 0.1, sqrt(_variance(longueurs))
    # Peu nombreuses, leur moyenne n'est pas encore gaussienne : on n'exige que les plus courtes.
    habituels = parties * moyenne - SEUIL * ecart_type * sqrt(parties) if parties >= 30 else 0
    return max(COUPS_MIN * parties, int(habituels))


def sans_tirage(appel: Appel) -> Ecart | None:
    """L'écart d'un appel dont on a compté les tirages, et qui n'en a fait aucun."""
    if appel.tirages != 0 or _tire_ailleurs(appel.fonction):
        return None
    return Ecart(
        "Rien n'est tiré au hasard : pendant cet appel, votre fonction n'a demandé aucun nombre à random. "
        "Choisir tour à tour, ou dans une liste écrite d'avance, n'est pas tirer au sort : choice l'est.",
        "au moins un tirage au sort",
        "aucun",
        cause="sans jouer",
    )


def pas_rejouee(appelant: Appelant, appel: Appel, lire: Callable[[Any], Any]) -> Ecart | None:
    """L'écart d'une fonction qui tire au sort, mais dont la réponse n'en vient pas : avec le même hasard,
    elle ne la redonne pas."""
    if not appel.tirages or _tire_ailleurs(appel.fonction) or not isinstance(appelant, Appeleur):
        return None
    suite, lues = appelant.graines.getstate(), []
    for _ in range(2):
        appelant.graines.setstate(suite)
        lues.append(appelant(appel.donnes))
    if any(a.expire or a.exception is not None for a in lues) or lire(lues[0].valeur) == lire(lues[1].valeur):
        return None
    return Ecart(
        "Ce que vous tirez au sort ne décide de rien : avec les mêmes tirages, la réponse est une autre. "
        "Vient-elle de parties jouées d'avance, ou d'une mémoire gardée d'un appel à l'autre ?",
        "la même réponse, avec le même hasard",
        "une autre",
        cause="sans jouer",
    )


def _tire_ailleurs(fonction: Any) -> bool:
    """Se sert-elle d'un autre générateur : créé sur place, gardé dans le notebook, ou le sien ?"""
    noms = noms_utilises(fonction)
    voisines = [fonction, *(voisine(fonction, nom) for nom in noms)]
    return bool(noms & _AUTRES_HASARDS) or any(map(_est_un_generateur, voisines))


def _est_un_generateur(valeur: Any) -> bool:
    """Un générateur, sa méthode, une fonction qui en a un, ou celle d'un élève qui a écrit le sien.

    Le sien multiplie et divise par de grands entiers, 1103515245 ou 2**31 ; il n'y en a jamais beaucoup."""
    siennes = [valeur, getattr(valeur, "__self__", None), *(getattr(valeur, "__defaults__", None) or ())]
    if any(type(v).__name__ in _GENERATEURS for v in siennes if not _commun(v)):
        return True
    grands = [n for n in entiers_ecrits(getattr(valeur, "gi_code", None) or code_de(valeur)) if n >= 10_000]
    return 1 <= len(grands) <= 8 and max(grands) < 2**130


def _commun(valeur: Any) -> bool:
    """Est-ce l'un des générateurs dont les tirages se comptent ?"""
    de_numpy = getattr(sys.modules.get("numpy.random"), "rand", None)
    return any(valeur is getattr(tirer, "__self__", None) for tirer in (random.random, de_numpy))


# --- Les fréquences (joueur 1, joueur 2, nulle) de parties dont on a fixé les gagnants ------------

_ISSUES = ((1,), (2,), (0,), (1, 2), (1, 1, 2, 0), (2, 2, 2, 1, 0), (0, 0, 1), (1,) * 6 + (2,) * 3 + (0,))


def suites_de_gagnants(source: Source) -> Iterator[tuple[int, ...]]:
    """Les gagnants de parties à compter : quelques suites choisies, d'autres au hasard."""
    yield from _ISSUES
    for _ in range(source.nombre(6)):
        yield tuple(source.alea.choices((1, 2, 0), k=source.alea.randint(2, 12)))


def attendues(gagnants: Sequence[int]) -> tuple[float, float, float]:
    """Les fréquences de ces issues."""
    a, b, c = (gagnants.count(issue) / len(gagnants) for issue in (1, 2, 0))
    return a, b, c


def juge_frequences(gagnants: Sequence[int]) -> Callable[[Appel], Ecart | None]:
    """Le juge d'un appel où ces joueurs ont gagné."""
    return egal(attendues(gagnants), frequences, "Les fréquences ne sont pas les bonnes.")


def _sur(*issues: int) -> Callable[[Sequence[int]], list[float]]:
    return lambda gagnants: [gagnants.count(issue) / len(gagnants) for issue in issues]


_FAUX_COMPTES: tuple[tuple[str, Callable[[Sequence[int]], Any]], ...] = (
    (
        "Vous divisez avec //, qui ne garde que la partie entière.",
        lambda g: [g.count(issue) // len(g) for issue in (1, 2, 0)],
    ),
    *(
        (
            "Vous arrondissez les fréquences : renvoyez-les telles quelles.",
            lambda g, decimales=decimales: [round(f, decimales) for f in attendues(g)],
        )
        for decimales in (1, 2, 3, 4, 5)
    ),
    (
        "Vous renvoyez des nombres de parties : divisez-les par k.",
        lambda g: [g.count(issue) for issue in (1, 2, 0)],
    ),
    (
        "Vous renvoyez des pourcentages : une fréquence est comprise entre 0 et 1.",
        lambda g: [100 * f for f in attendues(g)],
    ),
    ("L'ordre demandé est (joueur 1, joueur 2, nulle).", _sur(0, 1, 2)),
    ("Vous échangez les joueurs 1 et 2.", _sur(2, 1, 0)),
    ("Les parties nulles ne sont pas comptées.", lambda g: [*_sur(1, 2)(g), 0]),
    (
        "Vous comptez les parties nulles pour une victoire du joueur 2.",
        lambda g: [g.count(1) / len(g), 1 - g.count(1) / len(g), 0],
    ),
    (
        "Les victoires du joueur 1 sont aussi comptées comme nulles : deux if, un else ? Pensez à elif.",
        lambda g: [*_sur(1, 2)(g), 1 - g.count(2) / len(g)],
    ),
    (
        "La fréquence des parties nulles est ce qui reste quand on retire aussi celle du joueur 2 : "
        "1 - f1 - f2.",
        lambda g: [*_sur(1, 2)(g), 1 - g.count(1) / len(g)],
    ),
    *(
        (
            "Les fréquences des joueurs sont calculées sur les seules parties gagnées : divisez par k.",
            lambda g, nulles=nulles: [g.count(j) / max(1, len(g) - g.count(0)) for j in (1, 2)] + [nulles(g)],
        )
        for nulles in (lambda g: g.count(0) / len(g), lambda g: g.count(0) / max(1, len(g) - g.count(0)))
    ),
    (
        "Toutes les parties sont comptées nulles : ce que vous comparez à 1 et à 2 est-il le gagnant seul, "
        "et non un couple, une grille ou un texte ?",
        lambda g: [0, 0, 1],
    ),
    (
        "Seule la dernière partie est comptée : les compteurs sont-ils remis à 0 à chaque tour de la "
        "boucle ?",
        lambda g: [(g[-1] == issue) / len(g) for issue in (1, 2, 0)],
    ),
    (
        "Vos compteurs s'arrêtent à 1 : pour en augmenter un, c'est += 1 (et non =+ 1).",
        lambda g: [(issue in g) / len(g) for issue in (1, 2, 0)],
    ),
    (
        "Vos trois compteurs n'en font qu'un : une expression comme [[0]] * 3 répète trois fois la même "
        "liste.",
        lambda g: [1, 1, 1],
    ),
    *(
        (
            "Vous ajoutez au compteur le numéro du gagnant : chaque partie compte pour 1.",
            lambda g, nulle=nulle: [
                g.count(1) / len(g),
                2 * g.count(2) / len(g),
                nulle * g.count(0) / len(g),
            ],
        )
        for nulle in (0, 1)
    ),
    (
        "Une partie nulle ne compte pour une demi-victoire de personne : elle a sa propre fréquence.",
        lambda g: [(g.count(issue) + g.count(0) / 2) / len(g) for issue in (1, 2)] + [0],
    ),
    (
        "La fréquence du joueur 2 compte aussi les parties nulles : 1 - f n'est pas la sienne.",
        lambda g: [g.count(1) / len(g), 1 - g.count(1) / len(g), g.count(0) / len(g)],
    ),
    ("Vous oubliez les parties nulles : on attend trois fréquences.", _sur(1, 2)),
)


def _diviseur_fixe(epreuves: list[Epreuve]) -> bool:
    """Divise-t-on toujours par le même nombre, ni celui des parties, ni 1 ?"""
    try:
        diviseurs = {d for e in epreuves if "gagnants" in e.essai.contexte for d in _diviseurs(e)}
    except Malforme:
        return False
    return len(diviseurs) == 1 and not diviseurs & {0, 1}


def _diviseurs(epreuve: Epreuve) -> Iterator[float]:
    """Par quoi chaque compte est divisé ; 0 si la fréquence n'en vient pas."""
    gagnants = epreuve.essai.contexte["gagnants"]
    for issue, f in zip((1, 2, 0), frequences(epreuve.appel.valeur), strict=True):
        if f or issue in gagnants:
            yield round(gagnants.count(issue) / f, 6) if f else 0


def erreurs_frequences() -> tuple[Erreur, ...]:
    """Les façons habituelles de se tromper en comptant, dans les essais aux « gagnants » fixés."""
    fixe = Erreur("Vous divisez toujours par le même nombre : celui des parties est k.", _diviseur_fixe)
    return (fixe, *(_version(phrase, fausse) for phrase, fausse in _FAUX_COMPTES))


def _version(phrase: str, fausse: Callable[[Sequence[int]], Any]) -> Erreur:
    erreur = modele(phrase, lambda essai: fausse(essai.contexte["gagnants"]), list)
    return restreinte(erreur, lambda epreuve: "gagnants" in epreuve.essai.contexte)
