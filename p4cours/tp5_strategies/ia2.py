"""ia2(l, t, txt, g) : la cascade des règles, par intérêt décroissant."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from p4core.appels import Appel
from p4core.codages import JETONS, vers_jetons
from p4core.jeu import Position
from p4cours.tp5_strategies.grilles import (
    AUTRES,
    aides,
    en_cours,
    gagnantes,
    libres,
    lire_table,
    places,
    sur_table,
)
from p4cours.verification import positions as pos
from p4cours.verification.diagnostics import etiquette, fautes, seulement
from p4cours.verification.essais import Appelant, Ecart, Epreuve, Erreur, Essai, Source
from p4cours.verification.hasard import repeter
from p4cours.verification.lecture import Malforme, entier, montrer, nommer

# --- quelle règle s'applique à une position ? -----------------------------------------------------


GAGNER, BLOQUER, ALLONGER, GENER, COMMENCER, SUIVRE, PERMIS, HASARD = ETAPES = (
    "gagner",
    "bloquer",
    "allonger une ligne",
    "gêner une ligne",
    "commencer une ligne",
    "suivre l'adversaire",
    "une colonne permise",
    "une colonne au hasard",
)
_PHRASES = {
    GAGNER: "Vous pouvez gagner tout de suite, et ne le faites pas.",
    BLOQUER: "L'adversaire gagnerait au prochain coup : il faut l'en empêcher.",
    ALLONGER: "Vous avez une ligne d'au moins 2 jetons à allonger (listmax est non vide) : priorité.",
    GENER: "L'adversaire a une ligne d'au moins 2 jetons à gêner (listmaxinv est non vide) : priorité.",
    COMMENCER: "Vous avez une ligne d'un jeton à allonger (listmax n'est pas vide) : c'est la priorité.",
    SUIVRE: "L'adversaire a une ligne d'un jeton à gêner (listmaxinv n'est pas vide) : c'est la priorité.",
    PERMIS: "Aucune ligne ne départage les colonnes : il faut en prendre une que listcolok permet.",
    HASARD: "Aucune colonne n'est permise : il faut tout de même jouer dans une colonne non pleine.",
}


@lru_cache(maxsize=5000)
def etape(position: Position) -> tuple[str, list[int]]:
    """La règle qui s'applique et les colonnes (de 1 à la largeur) qu'elle laisse au choix."""
    from p4core.ia.regles import IA_REGLES  # au premier besoin : numba est long à charger

    joueur = position.trait
    for nom, urgentes in ((GAGNER, gagnantes(position, joueur)), (BLOQUER, gagnantes(position, 3 - joueur))):
        if urgentes:
            return nom, [x + 1 for x in urgentes]
    candidates = IA_REGLES["2"].candidats(position)
    return _regle(position, candidates), [x + 1 for x in candidates]


def _regle(position: Position, candidates: list[int]) -> str:
    """Le nom de la règle qui a donné ces colonnes, quand il n'y a ni victoire ni blocage."""
    cases = {(x, position.niveau(x)) for x in candidates}
    miens, siens = (places(position, j) for j in (position.trait, 3 - position.trait))
    for seuil, mien, sien in ((2, ALLONGER, GENER), (1, COMMENCER, SUIVRE)):
        for nom, (nombre, atteintes) in ((mien, miens), (sien, siens)):
            if nombre >= seuil and cases <= set(atteintes):
                return nom
    return HASARD if candidates == libres(position) and min(miens[0], siens[0]) > 0 else PERMIS


@lru_cache(maxsize=1)
def choisies() -> dict[str, tuple[Position, ...]]:
    """Quelques positions pour chaque règle, des plus petites aux plus grandes, sur plusieurs grilles."""
    alea = random.Random(11)
    trouvees: dict[str, list[Position]] = {nom: [] for nom in ETAPES}
    tailles = [(7, 6, 4)] * 5 + [(4, 6, 4), (5, 4, 4), (5, 5, 4)]
    for rang in range(800):
        for p in pos.au_hasard(alea, 1, Position(*tailles[rang % len(tailles)])):
            if libres(p) and len(trouvees[etape(p)[0]]) < 8:
                trouvees[etape(p)[0]].append(p)
    return {nom: tuple(sorted(liste, key=lambda p: p.nb_coups)) for nom, liste in trouvees.items()}


# --- les cas --------------------------------------------------------------------------------------


def _urgences(source: Source) -> Iterator[Position]:
    for p, _ in pos.gagnees()[:: max(1, 12 // source.ampleur)]:
        if p.notation:
            yield Position.depuis_coups(p.notation[:-1])  # juste avant la victoire
    yield from (*choisies()[GAGNER], *choisies()[BLOQUER])
    yield from (p for p in en_cours(source, 30) if etape(p)[0] in (GAGNER, BLOQUER))


def _cascade(source: Source) -> Iterator[Position]:
    yield from map(Position.depuis_coups, ("", "4", "44", "445", "1", "17"))
    yield from (p for nom in ETAPES[2:] for p in choisies()[nom])
    yield from (p for p in en_cours(source, 30) if etape(p)[0] not in (GAGNER, BLOQUER))


def _ailleurs(source: Source) -> Iterator[Position]:
    for taille in AUTRES:
        yield from en_cours(source, 4, Position(*taille))


def _egales(source: Source) -> Iterator[Position]:
    """Deux à quatre colonnes s'y valent."""
    for nom in (ALLONGER, GENER):
        yield from [p for p in choisies()[nom] if 2 <= len(etape(p)[1]) <= 4][:1]


# --- juger la colonne, la table, le tirage au sort ------------------------------------------------


def _lire(valeur: Any) -> tuple[list[list[str]], int]:
    """[nouvelle table, colonne]."""
    if not isinstance(valeur, list | tuple) or len(valeur) != 2:
        raise Malforme(
            f"on attend [nouvelle table, colonne], or c'est {nommer(valeur)} : {montrer(valeur, 80)}."
        )
    if isinstance(valeur[1], list):
        raise Malforme(
            "on attend [nouvelle table, colonne] : la seconde valeur est une liste, pas un numéro."
        )
    return lire_table(valeur[0]), entier(valeur[1], "la colonne choisie")


def _juger(appel: Appel, position: Position) -> Ecart | None:
    (table, c), (nom, permises) = _lire(appel.valeur), etape(position)
    if c not in permises:
        choix = f"la colonne {permises[0]}" if len(permises) == 1 else f"une colonne parmi {permises}"
        return Ecart(_PHRASES[nom], choix, f"la colonne {c}")
    if table != vers_jetons(position.jouer(c - 1)):
        phrase = f"La table renvoyée n'est pas celle qu'on obtient en jouant t dans la colonne {c}."
        return Ecart(phrase, obtenu=montrer(table, 120), cause="table")
    return None


def _tirer(essai: Essai, appelant: Appelant) -> Epreuve:
    """Répète l'appel : les colonnes qui se valent doivent toutes sortir."""
    (position,) = essai.cas
    permises = etape(position)[1]

    def toutes_sorties(valeurs: Sequence[Any]) -> Ecart | None:
        manquantes = sorted(set(permises) - {int(v[1]) for v in valeurs})
        if not manquantes:
            return None
        phrase = (
            f"En {len(valeurs)} appels, jamais la colonne {manquantes[0]}, qui vaut pourtant les autres : "
            "tirez au sort parmi toutes les places retenues."
        )
        return Ecart(phrase, f"toutes les colonnes de {permises}", f"jamais {manquantes}", cause="hasard")

    return repeter(essai, appelant, 60, toutes_sorties, au_moins=60)


# --- les erreurs connues --------------------------------------------------------------------------


def _cause(nom: str, phrase: str) -> Erreur:
    return Erreur(phrase, lambda epreuves: {e.ecart.cause for e in fautes(epreuves) if e.ecart} == {nom})


def _a_partir_de_zero() -> Erreur:
    def decalee(epreuve: Epreuve) -> bool:
        c = _colonne(epreuve)
        return isinstance(c, int) and c + 1 in etape(epreuve.essai.cas[0])[1]

    return Erreur(
        "Vos colonnes commencent à 0 : elles sont numérotées à partir de 1.",
        lambda epreuves: all(map(decalee, epreuves)) and 0 in map(_colonne, epreuves),
    )


def _colonne(epreuve: Epreuve) -> Any:
    valeur = epreuve.appel.valeur
    return valeur[1] if isinstance(valeur, list | tuple) and len(valeur) == 2 else None


def _inversees(haute: str, basse: str, phrase: str) -> Erreur:
    """Seules ces deux règles sont manquées, la première au moins."""

    def explique(epreuves: list[Epreuve]) -> bool:
        manquees = [e for e in fautes(epreuves) if e.ecart and e.ecart.cause == "valeur"]
        etapes = {etape(e.essai.cas[0])[0] for e in manquees}
        return haute in etapes and etapes <= {haute, basse}

    return Erreur(phrase, explique)


_ERREURS = (
    _cause("table", "La colonne est bonne, mais pas la table : renvoyez [ajouter(l, cf, t), cf]."),
    _cause("hasard", "Vous prenez toujours la même place : random.choice en tire une au sort."),
    _a_partir_de_zero(),
    seulement(GAGNER, "Vous manquez des victoires immédiates : c'est la toute première règle."),
    seulement(BLOQUER, "Vous laissez l'adversaire gagner : bloquer est la deuxième règle."),
    _inversees(
        GAGNER,
        BLOQUER,
        "Les deux premières règles manquent ou sont inversées : gagner d'abord, bloquer ensuite.",
    ),
    _inversees(
        ALLONGER,
        COMMENCER,
        "À nombre égal de jetons, vos propres lignes passent avant celles de l'adversaire.",
    ),
    _inversees(
        ALLONGER,
        GENER,
        "Deux règles sont à revoir ou inversées : allonger sa ligne, puis gêner celle de l'autre.",
    ),
    _inversees(
        COMMENCER, SUIVRE, "Les règles des lignes d'un seul jeton (maximum au moins égal à 1) sont à revoir."
    ),
    _inversees(GENER, COMMENCER, "La règle qui gêne une ligne adverse d'au moins 2 jetons est à revoir."),
    _inversees(SUIVRE, PERMIS, "La règle qui gêne une ligne adverse d'un seul jeton est à revoir."),
    _inversees(
        PERMIS,
        HASARD,
        "Les dernières règles sont à revoir : une colonne de listcolok, sinon n'importe laquelle.",
    ),
    etiquette(HASARD, "Quand listcolok ne permet rien, il faut quand même jouer."),
)
_OPTIONS = {"codage": JETONS, "delai": 5.0}

IA2 = (
    sur_table(
        "ia2(l, t, txt, g)",
        lambda position: (JETONS.signes[position.trait], 0, position.aligner),
        attendu=lambda position: f"une colonne parmi {etape(position)[1]}",
        juger=_juger,
        etiquettes=lambda position: (etape(position)[0],),
        options=_OPTIONS,
    )
    .critere("gagner, sinon bloquer", 2, _urgences)
    .critere("la cascade des lignes", 3, _cascade)
    .critere(
        "un tirage au sort entre les places égales",
        1,
        _egales,
        gratuit=True,
        options={**_OPTIONS, "faire": _tirer, "relancable": False},
    )
    .critere("avec d'autres tailles et d'autres g", 1, _ailleurs)
    .question(
        (
            "Écrivez la cascade dans l'ordre de l'énoncé : un if, puis des elif, un else à la fin.",
            "urgence s'occupe des deux premières règles : si elle ne renvoie pas 0, il n'y a plus rien à "
            "chercher. Pour les autres, calculez d'abord listmax et listmaxinv avec maxixplaces puis "
            "filtreplc.",
            "maxixplaces(l, t, g) renvoie (maximum, places) ; filtreplc(l, t, g, places) ne garde que les "
            "places où l'on peut jouer sans danger. On tire une place [c, i] avec random.choice, et on joue "
            "sa colonne c. Attention : pour l'adversaire aussi, on filtre avec t, puisque c'est t qui va "
            "jouer.",
        ),
        _ERREURS,
        aides(
            "ajouter",
            "inv",
            "listcolnonpleines",
            "maxi",
            "listcolok",
            "nbjetons",
            "maxixloc",
            "maxix",
            "maxixplaces",
            "filtreplc",
            "urgence",
        ),
    )
)
