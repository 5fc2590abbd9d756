"""Les deux murs côte à côte : chaque solution, puis des réponses des recueils, ont-elles les mêmes notes ?

Une réponse, juste ou fausse, prend dans la solution la place de celle de sa question, dont on ne garde que le
test. On compare les notes, et le temps de calcul d'une copie entière : celui de ce processus et des bacs.
"""

from __future__ import annotations

import ast
import json
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from p4cours.carnets import DONNEE, ESSAI, MODULE, REPONSE, TEST, Cellule, lire
from p4prof.cloison.bac import Bac, _descendance
from p4prof.cloison.choix import BUBBLEWRAP, WASM, verifier_cloison
from p4prof.cloison.copie import CopieConfiee, Enonce, fermer, noter
from p4prof.cloison.enonce import declarations

RACINE = Path(__file__).resolve().parent.parent
TPS = sorted(dossier.name for dossier in (RACINE / "solutions").glob("tp*"))


class CompteurDeBacs:
    """Le temps de calcul des bacs de bubblewrap, relevé quand on les arrête."""

    def __init__(self) -> None:
        self.secondes, self._tuer = 0.0, Bac.tuer
        Bac.tuer = lambda bac: self._relever(bac)  # type: ignore[method-assign]

    def _relever(self, bac: Bac) -> None:
        self.secondes += sum(map(_calcul, _descendance(bac._processus.pid)))
        self._tuer(bac)


def _calcul(pid: int) -> float:
    """Les secondes de calcul de ce processus, à la nanoseconde : « stat » ne les dit qu'au centième."""
    fils = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(fichier.read_text().split()[0]) for fichier in fils) / 1e9


def enonce(tp: str) -> Enonce:
    """Ce que la notation sait de ce TP, lu dans sa solution, sans carnet de notes."""
    cellules = lire(RACINE / "solutions" / tp / f"{tp}.ipynb")
    essais, donnees, reponses = ([c for c in cellules if c.role == role] for role in (ESSAI, DONNEE, REPONSE))
    donnes = [declarations(c.source) for c in [*donnees, *essais]]
    donnes += [declarations(c.source, (ast.Import, ast.ImportFrom)) for c in reponses]
    return Enonce(
        {c.grade_id: c.source for c in cellules if c.role == TEST},
        tuple(filter(None, donnes)),
        frozenset(nom for c in reponses for nom, genre in c.code.definit.items() if genre != MODULE),
        frozenset(c.source.strip() for c in essais),
    )


def notes(carnet: str) -> dict[str, str]:
    """Ce que rend chaque test : un nombre, ou le nom d'une erreur."""
    rendues = {}
    for brute in json.loads(carnet)["cells"]:
        cellule = Cellule.lire(brute)
        if cellule.role == TEST:
            derniere = brute["outputs"][-1] if brute["outputs"] else {}
            rendues[cellule.grade_id] = derniere.get("data", {}).get("text/plain") or derniere.get(
                "ename", ""
            )
    return rendues


def reponses(tp: str) -> Iterator[tuple[str, str]]:
    """Chaque réponse du recueil : son nom, et le carnet où elle est, avec le seul test de sa question."""
    sys.path.insert(0, str(RACINE / "tests"))
    recueil = import_module(f"reponses.{tp}").RECUEIL
    solution = json.loads((RACINE / "solutions" / tp / f"{tp}.ipynb").read_text("utf-8"))
    for question, questionnaire in recueil.questionnaires.items():
        for nom, source in questionnaire.sources.items():
            if carnet := _avec(solution, question, f"{recueil.donne}\n{source}"):
                yield f"{question}, {nom}", carnet


def _avec(solution: dict[str, Any], question: str, source: str) -> str:
    cellules = [(brute, Cellule.lire(brute)) for brute in solution["cells"]]
    tests = [c.grade_id for _, c in cellules if c.role == TEST and c.question == question]
    places = [c.grade_id for _, c in cellules if c.role == REPONSE and question in c.code.definit]
    if not tests or not places:
        return ""
    gardees = []
    for brute, cellule in cellules:
        if cellule.grade_id == places[0]:
            gardees.append({**brute, "source": source})
        elif cellule.role in (DONNEE, REPONSE) or cellule.grade_id == tests[0]:
            gardees.append(brute)
    return json.dumps({**solution, "cells": gardees})


def mesurer(carnet: str, sujet: Enonce, mur: str, compteur: CompteurDeBacs) -> tuple[dict[str, str], float]:
    """Les notes derrière ce mur, et les secondes de calcul."""
    compteur.secondes, debut = 0.0, time.process_time()
    rendues = notes(noter(CopieConfiee(carnet, sujet, cloison=mur)))
    return rendues, time.process_time() - debut + compteur.secondes


def comparer(tp: str, combien: int, compteur: CompteurDeBacs) -> bool:
    """Compare les deux murs sur un TP ; vrai si les notes sont les mêmes."""
    sujet, carnet = enonce(tp), (RACINE / "solutions" / tp / f"{tp}.ipynb").read_text("utf-8")
    (avant, cout), (apres, autre) = (mesurer(carnet, sujet, mur, compteur) for mur in (BUBBLEWRAP, WASM))
    ecarts = [] if avant == apres else [f"solution : {avant} / {apres}"]
    print(f"{tp:16} {cout:>8.2f} s {autre:>8.2f} s {autre / cout:>6.2f}", end="  ", flush=True)
    essayees = [r for rang, r in enumerate(reponses(tp)) if combien <= 0 or rang % _pas(tp, combien) == 0]
    for nom, copie in essayees:
        resultats = [mesurer(copie, sujet, mur, compteur)[0] for mur in (BUBBLEWRAP, WASM)]
        if resultats[0] != resultats[1]:
            ecarts.append(f"{nom} : {resultats[0]} / {resultats[1]}")
    print(f"{len(essayees)} réponses, {'les mêmes' if not ecarts else f'{len(ecarts)} DIFFÉRENTES'}")
    print("".join(f"    {ecart}\n" for ecart in ecarts), end="", flush=True)
    return not ecarts


def _pas(tp: str, combien: int) -> int:
    return max(1, sum(1 for _ in reponses(tp)) // combien)


def main(arguments: Sequence[str] = ()) -> int:
    """Une ligne par TP ; 0 si toutes les notes sont les mêmes."""
    options = ArgumentParser(description=__doc__)
    options.add_argument("tps", nargs="*", default=TPS)
    options.add_argument("--reponses", type=int, default=20, help="par TP ; 0 : toutes")
    choix = options.parse_args(arguments)
    for mur in (BUBBLEWRAP, WASM):
        verifier_cloison(mur, print)
    compteur = CompteurDeBacs()
    print(f"{'TP':16} {'bubblewrap':>10} {'wasm':>10} {'rapport':>7}  notes")
    try:
        tenus = [comparer(tp, choix.reponses, compteur) for tp in choix.tps]
        return 0 if all(tenus) else 1
    finally:
        fermer()


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
