"""eval_serie(serie, p) : le score d'une série de quatre cases.
eval_grille(grille, p) : la somme des scores de toutes les séries.
eval_grille2(grille, p) : une heuristique jugée par un match, pas par une partie.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import Any

from p4core.appels import Appel, appeler, remplacer
from p4core.ia.recherche import score_series
from p4core.jeu import Position, alignements
from p4core.tournois.matchs import GRAINE, OUVERTURES, Match, ouvertures, paires, pour_cent, sur_lignes
from p4cours.tp3_ia.outils import (
    AIDES,
    EssaiGrille,
    arguments_grille,
    erreurs_de_taille,
    lire,
    marques_de_taille,
    position_de,
    positions_de_tailles,
)
from p4cours.verification import positions as pos
from p4cours.verification.diagnostics import modele
from p4cours.verification.essais import (
    Appelant,
    Appeleur,
    Critere,
    Ecart,
    Epreuve,
    Erreur,
    Essai,
    Question,
    Source,
    juger,
)
from p4cours.verification.formes import egal
from p4cours.verification.lecture import meme, montrer, nombre

# --- eval_serie(serie, p) : le score d'une série de quatre cases -----------------------------------------


def _essai_serie(serie: list[int], p: int) -> Essai:
    attendu = score_series(lire([serie]), p)
    siens, autres = serie.count(p), serie.count(3 - p)
    sorte = "mixte" if siens and autres else "mienne" if siens else "adverse" if autres else "vide"
    juge = egal(attendu, nombre, "Le score de cette série n'est pas le bon.")
    contexte = {"p": p, "siens": siens, "autres": autres, "serie": serie}
    return EssaiGrille(
        f"eval_serie({serie}, {p})", (serie, p), juge, etiquettes=frozenset({sorte, f"joueur {p}"}),
        contexte=contexte, attendu=attendu,
    )  # fmt: skip


def _series(*sortes: str) -> Callable[[Source], Iterator[Essai]]:
    exemples = [([1, 0, 0, 1], 1), ([1, 2, 0, 1], 1), ([2, 2, 0, 2], 1)]

    def essais(source: Source) -> Iterator[Essai]:
        toutes = [(list(s), p) for s in product((0, 1, 2), repeat=4) for p in (1, 2)]
        permises = [(s, p) for s, p in toutes if 4 not in (s.count(1), s.count(2))]
        for serie, p in sorted(exemples + permises, key=lambda e: 4 - e[0].count(0) + 5 * (e[1] == 2)):
            essai = _essai_serie(serie, p)
            if essai.etiquettes.intersection(sortes):
                yield essai

    return essais


def _serie_fausse(phrase: str, score: Callable[[int, int], float]) -> Erreur:
    """L'erreur d'une fonction qui renverrait score(pions de p, pions de l'autre)."""
    return modele(phrase, lambda e: score(e.contexte["siens"], e.contexte["autres"]), nombre)


def _quotient(x: int) -> float:
    return x / (4 - x)


def _ouverte(score: Callable[[int], float]) -> Callable[[int, int], float]:
    """score(x), signé, pour une série où un seul joueur a des pions."""
    return lambda a, b: 0 if a and b else score(a) - score(b)


def _a_l_envers(epreuves: list[Epreuve]) -> bool:
    """Les séries de p, au moins, donnent-elles toutes (4 - x)/x ?"""
    miennes = [e for e in epreuves if "mienne" in e.essai.etiquettes and e.appel.exception is None]
    return bool(miennes) and all(
        meme(e.appel.valeur, (4 - e.essai.contexte["siens"]) / e.essai.contexte["siens"]) for e in miennes
    )


_ERREURS_EVAL_SERIE = (
    _serie_fausse(
        "Le signe est inversé : les pions de p ajoutent, ceux de l'adversaire retranchent.",
        _ouverte(lambda x: -_quotient(x)),
    ),
    _serie_fausse(
        "Vous oubliez le signe : une série de l'adversaire compte négativement.",
        lambda a, b: 0 if a and b else _quotient(a + b),
    ),
    _serie_fausse(
        "Vous ne comptez que les séries de p : celles de l'adversaire retranchent leur score.",
        lambda a, b: 0 if b else _quotient(a),
    ),
    _serie_fausse(
        "Une série où les deux joueurs ont des pions vaut 0 : personne ne peut plus la compléter.",
        lambda a, b: _quotient(a) - _quotient(b),
    ),
    _serie_fausse(
        "Une série où l'adversaire a un pion ne vaut plus rien pour p.",
        lambda a, b: _quotient(a) if a else -_quotient(b),
    ),
    _serie_fausse(
        "Une série où p a un pion ne vaut plus rien pour l'adversaire.",
        lambda a, b: -_quotient(b) if b else _quotient(a),
    ),
    _serie_fausse("Vous renvoyez le nombre de pions x : le score est x/(4 - x).", _ouverte(lambda x: x)),
    _serie_fausse(
        "Vous divisez par 4 : le score est x/(4 - x), il augmente de plus en plus vite.",
        _ouverte(lambda x: x / 4),
    ),
    _serie_fausse("Vous utilisez la division entière // : 1/3 devient 0.", _ouverte(lambda x: x // (4 - x))),
    _serie_fausse(
        "Vous utilisez la division entière // : 1/3 devient 0 (et -1/3 devient -1).",
        lambda a, b: 0 if a and b else a // (4 - a) if a else -b // (4 - b),
    ),
    Erreur("Votre quotient est à l'envers : x/(4 - x), pas (4 - x)/x.", _a_l_envers),
    modele(
        "Vous calculez toujours pour le joueur 1 : p est le joueur dont on veut le score.",
        lambda e: score_series(lire([e.contexte["serie"]]), 1),
        nombre,
    ),
    modele("Votre fonction répond toujours 0.", lambda e: 0, nombre),
)

EVAL_SERIE = Question(
    "eval_serie",
    "eval_serie(serie, p)",
    (
        Critere("les séries où seul p a des pions", 2, _series("mienne")),
        Critere("les séries où seul l'adversaire a des pions", 2, _series("adverse")),
        Critere("0 pour les autres", 1, _series("mixte", "vide"), gratuit=True),
    ),
    (
        "Comptez d'abord les pions de p et ceux de son adversaire dans la série.",
        "Trois cas : les deux joueurs sont présents (0), seul p peut l'être, seul l'adversaire l'est.",
        "Avec x = serie.count(p) et y = serie.count(3 - p) : si x et y sont tous deux non nuls, 0 ; si y "
        "vaut 0, "
        "x/(4 - x) ; sinon l'opposé de y/(4 - y).",
    ),
    _ERREURS_EVAL_SERIE,
)


# --- eval_grille(grille, p) : la somme des scores de toutes les séries -----------------------------------


EX_GRILLE = Position.depuis_coups("32444")  # l'exemple de l'énoncé : 3 pour le joueur 1


def _essai_grille(position: Position, p: int) -> Essai:
    attendu = score_series(position, p)
    return EssaiGrille(
        f"eval_grille(grille, {p})", arguments_grille(position, p),
        egal(attendu, nombre, f"Le score de cette grille pour le joueur {p} n'est pas le bon."), position,
        frozenset(marques_de_taille(position)), contexte={"p": p}, attendu=montrer(round(attendu, 6)),
    )  # fmt: skip


def _exemples(source: Source) -> Iterator[Essai]:
    yield from (_essai_grille(EX_GRILLE, p) for p in (1, 2))
    yield from (_essai_grille(position, p) for position in pos.petites(1) for p in (1, 2))


def _grilles(source: Source) -> Iterator[Essai]:
    for position in pos.au_hasard(source.alea, source.nombre(25)):
        yield _essai_grille(position, source.alea.choice((1, 2)))


def _autres_tailles(source: Source) -> Iterator[Essai]:
    for position in positions_de_tailles(source, source.nombre(4)):
        yield _essai_grille(position, source.alea.choice((1, 2)))


Garde = Callable[[Position, pos.Alignement], float]


def _somme(essai: Essai, combien: Garde) -> float:
    """Le score, chaque série étant comptée `combien` de fois."""
    p, position = essai.contexte["p"], position_de(essai)
    series = alignements(position.largeur, position.hauteur)
    return sum(combien(position, s) * _score(position, s, p) for s in series)


def _score(position: Position, serie: pos.Alignement, p: int) -> float:
    contenu = [position.case(x, y) for x, y in serie]
    return score_series(lire([contenu]), p)


def _grille_fausse(phrase: str, combien: Garde) -> Erreur:
    return modele(phrase, lambda e: _somme(e, combien), nombre)


def _directions(*noms: str, fois: int = 0) -> Garde:
    return lambda position, serie: fois if pos.direction(serie) in noms else 1


def _hors(condition: Callable[[Position, int, int], bool]) -> Garde:
    """Les séries dont une case vérifie la condition sont oubliées."""
    return lambda position, serie: 0 if any(condition(position, x, y) for x, y in serie) else 1


_NOMS = ("horizontale", "verticale", "diagonale montante", "diagonale descendante")
_ERREURS_EVAL_GRILLE = (
    *erreurs_de_taille(),
    modele(
        "Vous calculez le score de l'autre joueur (ou le signe est inversé).",
        lambda e: -_somme(e, lambda *_: 1),
        nombre,
    ),
    modele(
        "Vous calculez toujours le score du joueur 1 : servez-vous de p.",
        lambda e: score_series(position_de(e), 1),
        nombre,
    ),
    *(_grille_fausse(f"Une direction vous échappe : {nom}.", _directions(nom)) for nom in _NOMS),
    *(
        _grille_fausse(f"Vous comptez deux fois une direction : {nom}.", _directions(nom, fois=2))
        for nom in _NOMS
    ),
    _grille_fausse("Les deux diagonales vous échappent.", _directions(*_NOMS[2:])),
    _grille_fausse("Vous ne comptez que les séries horizontales.", _directions(*_NOMS[1:])),
    _grille_fausse("Vous comptez deux fois les deux diagonales.", _directions(*_NOMS[2:], fois=2)),
    _grille_fausse("Vous comptez chaque série deux fois : une fois dans chaque sens ?", lambda *_: 2),
    _grille_fausse(
        "Vous oubliez les séries qui touchent la dernière colonne, m - 1.",
        _hors(lambda p, x, y: x == p.largeur - 1),
    ),
    _grille_fausse(
        "Vous oubliez les séries qui touchent la ligne du bas, n - 1.", _hors(lambda p, x, y: y == 0)
    ),
    _grille_fausse(
        "Vous oubliez les séries qui touchent le bord droit ou la ligne du bas.",
        _hors(lambda p, x, y: y == 0 or x == p.largeur - 1),
    ),
    _grille_fausse("Vous oubliez les séries qui touchent la colonne 0.", _hors(lambda p, x, y: x == 0)),
    _grille_fausse(
        "Vous oubliez les séries qui touchent la ligne 0, celle du haut.",
        _hors(lambda p, x, y: y == p.hauteur - 1),
    ),
    modele(
        "Vous ne comptez que les séries favorables : celles de l'adversaire se retranchent.",
        lambda e: _favorables(e),
        nombre,
    ),
    modele("Votre fonction répond toujours 0.", lambda e: 0, nombre),
)


def _favorables(essai: Essai) -> float:
    p = essai.contexte["p"]
    return _somme(essai, lambda position, serie: _score(position, serie, p) > 0)


EVAL_GRILLE = Question(
    "eval_grille",
    "eval_grille(grille, p)",
    (
        Critere("ex_grille et les petites grilles", 1, _exemples),
        Critere("des grilles 6 × 7", 2, _grilles),
        Critere("toutes les tailles de grille", 1, _autres_tailles),
    ),
    (
        "C'est le même parcours que dans victoire : toutes les séries de quatre cases, dans les quatre "
        "directions.",
        "Pour chaque série, construisez la liste de ses quatre valeurs, donnez-la à eval_serie et ajoutez "
        "le résultat.",
        "Partez d'un score nul. Chaque série doit être vue une fois et une seule : pour une grille 6 × 7, "
        "il y en a 69 "
        "(24 horizontales, 21 verticales, 12 dans chaque diagonale).",
    ),
    _ERREURS_EVAL_GRILLE,
    {"eval_serie": AIDES["eval_serie"]},
)


# --- eval_grille2(grille, p) : une heuristique jugée par un match, pas par une partie --------------------


def _juge_nombre(appel: Appel) -> Ecart | None:
    nombre(appel.valeur, "le score")
    return None


def _essai(position: Position, p: int) -> Essai:
    return EssaiGrille(
        f"eval_grille2(grille, {p})", arguments_grille(position, p), _juge_nombre, position,
        frozenset(marques_de_taille(position)), attendu="un nombre",
    )  # fmt: skip


def _forme(source: Source) -> Iterator[Essai]:
    positions = [Position(), *pos.au_hasard(source.alea, source.nombre(10)), *positions_de_tailles(source, 2)]
    yield from (_essai(position, p) for position in positions for p in (1, 2))


@lru_cache(maxsize=1)
def _departs() -> tuple[Position, ...]:
    # Les mêmes pour tous : la réponse est jugée pareil dans le notebook et à la correction.
    return tuple(ouvertures(random.Random(GRAINE), OUVERTURES))


@dataclass(frozen=True)
class _EssaiMatch(Essai):
    """Un match de 200 parties contre le score par séries ; tout entier dans un seul appel protégé."""

    sans_retour: bool = True
    relancable: bool = False
    delai: float = 40.0

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Joue le match et juge son intervalle."""
        assert isinstance(appelant, Appeleur)
        evaluation = appelant.fonction

        def jouer() -> Match:
            heuristique = sur_lignes(lambda grille, p: nombre(evaluation(grille, p), "le score"))
            return Match(tuple(paires(heuristique, score_series, _departs())))

        with remplacer(evaluation, appelant.aides):
            appel = appeler(jouer, (), delai=self.delai)
        epreuve = Epreuve(self, appel, juger(self, appel))
        return replace(epreuve, remarque=f"Match : {appel.valeur}.") if epreuve.reussie else epreuve


def _juge_match(appel: Appel) -> Ecart | None:
    resultat: Match = appel.valeur
    if resultat.intervalle[0] > 0.5:
        return None
    phrase = f"{_conclusion(resultat)} Match : {resultat}."
    return Ecart(phrase, "un intervalle entièrement au-dessus de 50 %", pour_cent(resultat.score))


def _conclusion(resultat: Match) -> str:
    bas, haut = resultat.intervalle
    if bas == haut == 0.5:
        return "eval_grille2 joue comme eval_grille (la multiplier par une constante ne change aucun choix)."
    if haut < 0.5:
        return "eval_grille2 est MOINS bonne que eval_grille."
    return "On ne peut pas conclure que eval_grille2 est meilleure : l'intervalle contient 50 %."


def _match(source: Source) -> Iterator[Essai]:
    texte = f"un match de {2 * OUVERTURES} parties, eval_grille2 contre eval_grille, à profondeur 1"
    yield _EssaiMatch(texte, (), _juge_match, attendu="plus de la moitié des points")


AIDES_HEURISTIQUE: dict[str, Any] = {nom: AIDES[nom] for nom in ("eval_serie", "eval_grille", "victoire")}

EVAL_GRILLE2 = Question(
    "eval_grille2",
    "eval_grille2(grille, p)",
    (
        Critere("un nombre, pour toute grille, sans la modifier", 1, _forme, gratuit=True),
        Critere("meilleure que eval_grille sur 200 parties", 3, _match),
    ),
    (
        "Regardez des parties perdues par eval_grille à profondeur 1 : que n'a-t-elle pas vu venir ?",
        "Une série de trois pions dont la case manquante est jouable tout de suite est bien plus qu'un "
        "score de 3 : "
        "tout dépend de qui va jouer. Le nombre de pions sur la grille dit à qui c'est.",
        "Ajoutez à eval_grille un grand bonus (ou malus, selon p) pour chaque série qui contient trois "
        "pions du joueur "
        "qui va jouer et une case libre posée sur le fond ou sur un pion.",
    ),
    erreurs_de_taille(),
    AIDES_HEURISTIQUE,
)
