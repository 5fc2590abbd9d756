"""Rejouer une recherche : ce que coûte l'observation, et les fautes qu'elle situe.

`python -m bench.rejeu` ; `python -m bench.rejeu cout` ou `python -m bench.rejeu fautes [question…]` pour une
seule des deux mesures. Objectifs : l'appel observé prend au plus 5 fois le temps de l'appel ordinaire à
profondeur 4 ; neuf réponses fausses de tests/reponses sur dix sont situées, dans la fonction et aux lignes
changées, et aucune réponse juste n'est accusée.
"""

from __future__ import annotations

import ast
import copy
import difflib
import importlib
import sys
import time
from collections.abc import Callable, Iterator
from math import inf
from pathlib import Path
from typing import Any

from p4core import Position, vers_colonnes, vers_lignes, vers_situation
from p4core.observation import Incoherence, observer
from p4cours import questions
from p4cours.examen import examiner
from p4cours.rejeu import rejouer
from p4cours.tp4_graphe import h_poids
from p4cours.verification import moteur

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
RECHERCHES = (
    ("tp2_minmax", "minmax"),
    ("tp3_ia", "IA"),
    ("tp3_ia", "IA_memo"),
    ("tp4_graphe", "minimax_h2"),
    ("tp7_jeu_parfait", "alphabeta"),
)
COUT_MAX, SITUEES_MIN = 5.0, 0.9
W1 = [0, 1, 4, 9, inf]


def recueil(tp: str) -> Any:
    """Les réponses d'un TP, du côté des tests."""
    return importlib.import_module(f"reponses.{tp}").RECUEIL


def connues() -> Iterator[tuple[str, str]]:
    """Les recherches dont ce cours a la question."""
    return ((tp, nom) for tp, nom in RECHERCHES if nom in questions(tp))


def arguments(nom: str, coups: str, profondeur: int) -> tuple[Any, ...]:
    """L'appel de cette recherche sur la position."""
    position = Position.depuis_coups(coups)
    if nom in ("IA", "IA_memo"):
        return (*vers_lignes(position), position.trait, profondeur)
    if nom == "minimax_h2":
        return vers_situation(position), None, {}, {}, {}, h_poids(3), profondeur
    bornes = (-inf, inf) if nom == "alphabeta" else ()
    return (vers_colonnes(position), position.trait, W1, profondeur, *bornes)


# --- Ce que coûte l'observation ---------------------------------------------------------------------


def cout() -> int:
    """Le rapport des temps, recherche par recherche, à profondeur 4 depuis la grille vide."""
    pire = 0.0
    for tp, nom in connues():
        fonction, donnes = recueil(tp).fonction(nom), arguments(nom, "", 4)
        nue = min(_secondes(fonction, donnes) for _ in range(3))
        with observer(fonction) as trace:
            vue = min(_secondes(fonction, donnes) for _ in range(3))
        pire = max(pire, vue / nue)
        print(f"{nom:11} {nue:6.3f} s, observée {vue:6.3f} s : × {vue / nue:.2f} ({trace.total // 3} appels)")
    return int(pire > COUT_MAX)


def _secondes(fonction: Callable[..., Any], donnes: tuple[Any, ...]) -> float:
    donnes = copy.deepcopy(donnes)
    debut = time.process_time()
    fonction(*donnes)
    return time.process_time() - debut


# --- Les fautes situées -----------------------------------------------------------------------------


def fautes(*voulues: str) -> int:
    """Chaque réponse fausse, rejouée comme par `verifier` ; puis chaque réponse juste."""
    situees = total = accusees = 0
    for tp, nom in connues():
        if voulues and nom not in voulues:
            continue
        reponses = recueil(tp)
        for reponse in reponses.fausses:
            if reponse.question == nom:
                trouvee = _situer(tp, nom, reponse)
                bien = trouvee is not None and au_bon_endroit(
                    reponses.questionnaires[nom], reponse.nom, *trouvee
                )
                total, situees = total + 1, situees + bien
                dit = trouvee[0].phrase if trouvee else "rien n'est accusé"
                lieu = f"{trouvee[0].appel.nom}, {trouvee[0].genre}" if trouvee else ""
                print(
                    f"{'✓' if bien else '✗'} {nom:10} {reponse.nom:40.40} {lieu:24.24} {dit:.110}", flush=True
                )
        accusees += sum(map(_accusee, (r for r in reponses.justes if r.question == nom)))
    part = situees / total if total else 1.0
    print(f"{situees} fautes situées sur {total} ({100 * part:.0f} %), {accusees} réponses justes accusées.")
    return int(part < SITUEES_MIN or accusees > 0)


def _situer(tp: str, nom: str, reponse: Any) -> tuple[Incoherence, set[str]] | None:
    """La faute que le bilan de cette réponse nomme, et les fonctions observées."""
    vues: list[Any] = []
    vraie = moteur.rejouer_un_essai

    def ecoutee(*donnes: Any) -> Any:
        vues.append(vraie(*donnes))
        return vues[-1]

    moteur.rejouer_un_essai = ecoutee
    try:
        examiner(tp, nom, reponse.valeur())
    finally:
        moteur.rejouer_un_essai = vraie
    faute = next((v[1] for v in reversed(vues) if v), None)
    return None if faute is None else (faute, _noms_vus(faute))


def _noms_vus(faute: Incoherence) -> set[str]:
    racine = faute.appel
    while racine.parent is not None:
        racine = racine.parent
    a_voir, noms = [racine], set()
    while a_voir:
        appel = a_voir.pop()
        noms.add(appel.nom)
        a_voir += appel.fils
    return noms


def au_bon_endroit(questionnaire: Any, nom: str, faute: Incoherence, observees: set[str]) -> bool:
    """L'appel est-il celui d'une fonction où l'on a changé quelque chose, ou dans une aide à elle ?"""
    source = questionnaire.sources[nom]
    changees = _lignes_changees(questionnaire.modele, source) if nom in questionnaire.derivees else None
    lignes = _lignes_de(source, faute.appel.nom, observees)
    return bool(lignes if changees is None else lignes & changees)


def _lignes_changees(modele: str, source: str) -> set[int]:
    """Les lignes de la réponse qui ne sont pas dans le modèle, et celles où il en manque."""
    lues = difflib.SequenceMatcher(None, modele.splitlines(), source.splitlines()).get_opcodes()
    blocs = [(j1, max(j2, j1 + 1)) for genre, _, _, j1, j2 in lues if genre != "equal"]
    return {n + 1 for debut, fin in blocs for n in range(debut - (fin - debut == 1), fin)}


def _lignes_de(source: str, nom: str, observees: set[str]) -> set[int]:
    """Les lignes de cette fonction et de ses aides, sans celles des autres fonctions observées."""
    definitions = {n.name: n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.FunctionDef)}
    if nom not in definitions:
        return set()
    noms, lignes = [nom], set()
    while noms:
        definition = definitions[noms.pop()]
        lignes |= _propres(definition, definitions)
        lus = {n.id for n in ast.walk(definition) if isinstance(n, ast.Name)} & {*definitions}
        noms += [n for n in lus - observees - {nom} if not _propres(definitions[n], definitions) <= lignes]
    return lignes


def _propres(definition: ast.FunctionDef, toutes: dict[str, ast.FunctionDef]) -> set[int]:
    lignes = {*range(definition.lineno, (definition.end_lineno or 0) + 1)}
    for autre in toutes.values():
        if autre is not definition and definition.lineno < autre.lineno <= (definition.end_lineno or 0):
            lignes -= {*range(autre.lineno, (autre.end_lineno or 0) + 1)}
    return lignes


POSITIONS = ("", "4", "4455", "112233", "44335", "11111122", "122751542562241357674516756727")


def _accusee(reponse: Any) -> bool:
    """Une réponse juste est-elle accusée, quelque part ?"""
    for coups in POSITIONS:
        for profondeur in (1, 2, 3):
            vu = rejouer(reponse.valeur(), *arguments(reponse.question, coups, profondeur))
            if vu.incoherent is not None:
                print(f"ACCUSÉE À TORT : {reponse}, {coups!r}, {profondeur} : {vu.incoherent}")
                return True
    return False


def main(quoi: str = "", *voulues: str) -> int:
    """Les deux mesures, ou l'une d'elles ; 0 si les objectifs sont tenus."""
    mesures = {"cout": cout, "fautes": lambda: fautes(*voulues)}
    return max([mesure() for nom, mesure in mesures.items() if quoi in ("", nom)], default=2)


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
