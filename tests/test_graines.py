"""Chaque critère a des essais tirés au sort : une table des cas déjà vus ne suffit jamais à le réussir."""

import random
from itertools import permutations
from typing import Any

import pytest

from p4cours import examen
from p4cours.examen import questions
from p4cours.verification.essais import Critere, Essai, Source

TPS = tuple(tp for tp in examen.TPS if tp != "tp0_accueil")
GRAINES = (7, 1234, 99991)
AMPLEUR = 2

# Les critères sans rien à tirer, et pourquoi : (TP, question) pour toute la question, ou avec le critère.
EXEMPTES = {
    ("tp1_grille", "init"): "aucun argument, une seule bonne réponse",
    ("tp1_grille", "joue_hasard", "tous les coups équiprobables"): "c'est la fonction qui tire",
    ("tp1_grille", "joue_random", "tous les coups équiprobables"): "c'est la fonction qui tire",
    ("tp1_grille", "probabilite_hasard", "de vraies parties au hasard"): "c'est la fonction qui tire",
    ("tp3_ia", "eval_serie"): "toutes les séries possibles sont essayées",
    ("tp4_graphe", "nb_distinctes"): "peu de n sont possibles, et la fonction est vite longue",
}


def _sans_fonction(valeur: Any) -> Any:
    """La valeur, sans les fonctions qu'elle contient : elles jugent, elles ne sont pas tirées."""
    if callable(valeur):
        return ""
    if isinstance(valeur, dict):
        return {repr(cle): _sans_fonction(v) for cle, v in valeur.items()}
    return [_sans_fonction(v) for v in valeur] if isinstance(valeur, list | tuple) else valeur


def _empreinte(essai: Essai) -> str:
    """Ce que la fonction voit de l'essai, ou ce qu'on lui fait vivre."""
    return repr([_sans_fonction(v) for v in (essai.arguments, essai.cas, dict(essai.contexte))])


def tires(critere: Critere) -> bool:
    """Sous chaque graine, un essai au moins est-il absent des autres ?"""
    vus = [set(map(_empreinte, critere.essais(Source(random.Random(g), AMPLEUR)))) for g in GRAINES]
    return all(un - autre for un, autre in permutations(vus, 2))


@pytest.mark.parametrize("tp", TPS)
def test_criteres_tires(tp):
    """Chaque critère d'une fonction a-t-il un essai qui change avec la graine ?"""
    fonctions = [q for q in questions(tp).values() if q.parametres is not None]
    figes = [
        (tp, q.nom, c.nom)
        for q in fonctions
        for c in q.criteres
        if (tp, q.nom) not in EXEMPTES and (tp, q.nom, c.nom) not in EXEMPTES and not tires(c)
    ]
    assert figes == []


def test_exemptions_utiles():
    """Les exemptions nomment-elles des critères qui existent, et qui en ont besoin ?"""
    for tp, nom, *reste in EXEMPTES:
        criteres = [c for c in questions(tp)[nom].criteres if not reste or c.nom == reste[0]]
        assert criteres and not any(map(tires, criteres)), (tp, nom, *reste)
