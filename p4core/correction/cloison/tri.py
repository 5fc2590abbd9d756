"""Ce qu'il est inutile d'exécuter pour noter : les cellules d'essai du sujet, et les tests faits deux fois.

Une cellule d'essai que l'élève n'a pas touchée lui montre ce que valent ses fonctions ; la note n'en dépend
pas. L'exécuter ne ferait que ralentir la correction, et plus encore si une fonction ne finit pas.
"""

from __future__ import annotations

import ast
import dis
import symtable
import warnings
from collections.abc import Collection, Iterable
from types import CodeType

CELLULE_MAX = 100_000  # caractères : au-delà, analyser le code de l'élève coûterait trop de mémoire


def essais_inutiles(sources: Collection[str], essais: frozenset[str], lus: Iterable[str]) -> frozenset[str]:
    """Les cellules d'essai inchangées qui ne définissent rien dont le reste ait besoin.

    `sources` est le code de toutes les cellules de la copie, `lus` les noms dont se servent les tests.
    """
    candidates = {source for source in sources if source.strip() in essais}
    besoins = set(lus).union(*(noms_globaux(source) for source in sources if source not in candidates))
    while utiles := {source for source in candidates if noms_lies(source) & besoins}:
        candidates -= utiles
        besoins.update(*(noms_globaux(source) for source in utiles))
    return frozenset(candidates)


def noms_globaux(source: str) -> set[str]:
    """Les noms qui ne sont pas locaux à une fonction, attributs compris : mieux vaut en voir trop."""
    if len(source) > CELLULE_MAX:
        return set(_mots(source))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # ils sont pour l'élève, pas pour qui note
            return set(_noms(compile(source, "<cellule>", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)))
    except (
        SyntaxError,
        ValueError,
        RecursionError,
        MemoryError,
    ):  # une commande magique, ou rien d'exécutable
        return set(_mots(source))


def _noms(code: CodeType) -> Iterable[str]:
    yield from code.co_names
    for constante in code.co_consts:
        if isinstance(constante, CodeType):
            yield from _noms(constante)


def globaux_lus(source: str) -> set[str]:
    """Les noms que ce code, de l'enseignant, va chercher hors de ses fonctions ; pas ceux qu'il définit."""
    return set(_charges(compile(source, "<sujet>", "exec")))


def _charges(code: CodeType) -> Iterable[str]:
    yield from (i.argval for i in dis.get_instructions(code) if i.opname in ("LOAD_NAME", "LOAD_GLOBAL"))
    for constante in code.co_consts:
        if isinstance(constante, CodeType):
            yield from _charges(constante)


def _mots(source: str) -> list[str]:
    return "".join(c if c.isalnum() or c == "_" else " " for c in source).split()


def noms_lies(source: str) -> set[str]:
    """Les noms que cette cellule définit ou redéfinit."""
    try:
        symboles = symtable.symtable(source, "<cellule>", "exec").get_symbols()
    except SyntaxError:  # une commande magique
        return set(_mots(source))
    return {s.get_name() for s in symboles if s.is_assigned() or s.is_imported() or s.is_namespace()}


def sans_redite(source: str) -> str:
    """Le test sans les vérifications qu'une suivante, plus sévère, refait sur la même question."""
    try:
        arbre = ast.parse(source)
    except SyntaxError:  # une commande magique
        return source
    vues: set[str] = set()
    gardees = []
    for instruction in reversed(arbre.body):
        question = _question(instruction)
        if question is None or question not in vues:
            gardees.append(instruction)
        if question is not None:
            vues.add(question)
    if len(gardees) == len(arbre.body):
        return source
    arbre.body = gardees[::-1]
    return ast.unparse(arbre)


def _question(instruction: ast.stmt) -> str | None:
    """Les trois premiers arguments d'un appel à `verifier` dont la valeur est perdue."""
    match instruction:
        case ast.Expr(value=ast.Call(func=ast.Name(id="verifier"), args=[_, _, _, *_] as arguments)):
            return ast.dump(ast.Tuple(arguments[:3]))
    return None
