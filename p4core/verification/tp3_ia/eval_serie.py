"""eval_serie(serie, p) : le score d'une série de quatre cases."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from p4core.heuristiques import score_series
from p4core.verification.diagnostics import modele
from p4core.verification.essais import Critere, Epreuve, Erreur, Essai, Question, Source
from p4core.verification.juges import egal
from p4core.verification.lecture import meme, nombre
from p4core.verification.tp3_ia.outils import EssaiGrille, lire


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


_ERREURS = (
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

QUESTION = Question(
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
    _ERREURS,
)
