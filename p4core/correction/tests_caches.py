"""Ce qui ne doit pas paraître dans le retour à l'élève : les tests cachés et leurs traces."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from nbgrader.preprocessors import NbGraderPreprocessor

DEBUT, FIN = "BEGIN HIDDEN TESTS", "END HIDDEN TESTS"
REMPLACEMENT = "[test caché]"
_COULEURS = re.compile(r"\x1b\[[0-9;]*m")
_BALISES = re.compile(r"<[^>]*>")
_MARGE = re.compile(r"^\s*(?:-+>\s*)?(?:\d+\s)?")


def sans_tests_caches(texte: str) -> str:
    """Le texte d'une cellule tel que l'élève l'a reçu."""
    cachees = {rang for rang, _ in _region(texte)}
    return "\n".join(ligne for rang, ligne in enumerate(texte.split("\n")) if rang not in cachees)


def lignes_cachees(texte: str) -> set[str]:
    """Les lignes de code (sans marge) d'une région cachée, délimiteurs compris."""
    return {ligne.strip() for _, ligne in _region(texte) if ligne.strip()}


def _region(texte: str) -> Iterator[tuple[int, str]]:
    """Les lignes numérotées des régions cachées ; une région non fermée va jusqu'à la fin."""
    dedans = False
    for rang, ligne in enumerate(texte.split("\n")):
        dedans = dedans or DEBUT in ligne
        if dedans:
            yield rang, ligne
        dedans = dedans and FIN not in ligne


class EffacerTestsCaches(NbGraderPreprocessor):
    """Retire les tests cachés des cellules et de toutes les sorties du carnet."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Nettoie d'abord les sorties : il faut encore connaître les lignes à y chercher."""
        # Un élève qui écrirait les délimiteurs dans sa réponse ferait sinon disparaître ce qu'il veut.
        tests = [c for c in nb.cells if _est_test(c)]
        secrets = set().union(*(lignes_cachees(test.source) for test in tests))
        for cellule in (c for c in nb.cells if c.cell_type == "code"):
            propres = [_nettoyer(sortie, secrets) for sortie in cellule.outputs]
            # Test visible et test caché donnent souvent le même bilan : une fois suffit.
            cellule.outputs = [sortie for sortie, _ in groupby(propres)]
        for test in tests:
            test.outputs = [_sans_trace(sortie) for sortie in test.get("outputs", [])]
            test.source = sans_tests_caches(test.source)
        return nb, resources


def _est_test(cellule: Any) -> bool:
    """Est-ce une cellule de test ? Ses métadonnées sont celles du sujet depuis la correction."""
    nbgrader = cellule.metadata.get("nbgrader", {})
    return bool(cellule.cell_type == "code" and nbgrader.get("grade") and not nbgrader.get("solution"))


def _sans_trace(sortie: Any) -> Any:
    """Une erreur survenue dans un test se réduit à son message : sa trace passe par le test."""
    if sortie.output_type != "error":
        return sortie
    cachee = any(REMPLACEMENT in ligne for ligne in sortie.traceback)
    lignes = [REMPLACEMENT] * cachee + [": ".join(filter(None, (sortie.ename, sortie.evalue)))]
    return type(sortie)(sortie, traceback=lignes)


def _nettoyer(valeur: Any, secrets: set[str]) -> Any:
    """Applique le nettoyage à tous les textes d'une sortie, quelle que soit sa forme."""
    if isinstance(valeur, str):
        return "\n".join(_ligne_propre(ligne, secrets) for ligne in valeur.split("\n"))
    if isinstance(valeur, list):
        return [_nettoyer(v, secrets) for v in valeur]
    if isinstance(valeur, dict):
        return type(valeur)({cle: _nettoyer(v, secrets) for cle, v in valeur.items()})
    return valeur


def _ligne_propre(ligne: str, secrets: set[str]) -> str:
    """La ligne, ou un remplacement si elle laisse voir une ligne cachée."""
    nue = _COULEURS.sub("", ligne)
    lisible = html.unescape(_BALISES.sub("", nue))
    return REMPLACEMENT if any(_laisse_voir(t, s) for t in (nue, lisible) for s in secrets) else ligne


def _laisse_voir(texte: str, secret: str) -> bool:
    """Un secret court (« ) », « else: ») doit être toute la ligne ; un long suffit s'il y figure."""
    return secret in texte if len(secret) >= 12 else _MARGE.sub("", texte).strip() == secret
