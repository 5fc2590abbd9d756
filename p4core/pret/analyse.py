"""Ce qu'une cellule de code définit, lit et demande au clavier, sans l'exécuter."""

from __future__ import annotations

import ast
import symtable
import sys
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

FONCTION, MODULE, VARIABLE = "fonction", "module", "variable"
CONSOLE = "p4core.console_"  # ces modules posent des questions au clavier
_CORPS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


@dataclass
class Code:
    """Une cellule analysée."""

    definit: dict[str, str] = field(default_factory=dict)  # nom -> FONCTION, MODULE ou VARIABLE
    lit_tout_de_suite: set[str] = field(default_factory=set)  # quand la cellule s'exécute
    lit_plus_tard: set[str] = field(default_factory=set)  # quand on appelle ses fonctions
    appelle_tout_de_suite: set[str] = field(default_factory=set)
    lectures: dict[str, set[str]] = field(default_factory=dict)  # fonction -> noms globaux qu'elle lit
    tout_importe: list[str] = field(default_factory=list)  # modules de « from … import * »
    interactifs: set[str] = field(default_factory=set)  # noms importés qui lisent le clavier
    erreur: str = ""  # la faute de syntaxe, s'il y en a une


@lru_cache(maxsize=4096)  # le même texte revient pour chaque question
def analyser(source: str) -> Code:
    """La cellule analysée ; vide, avec son erreur, si ce n'est pas du Python."""
    try:
        with warnings.catch_warnings(action="ignore"):  # « \\d » dans une chaîne : pas notre affaire
            python = _sans_magies(source)
            arbre = ast.parse(python)
            table = symtable.symtable(python, "<cellule>", "exec")
    except SyntaxError as erreur:
        return Code(erreur=f"ligne {erreur.lineno} : {erreur.msg}")
    except (ValueError, RecursionError, MemoryError) as erreur:
        return Code(erreur=type(erreur).__name__)
    code = Code()
    _noms(table, code)
    _precisions(arbre, code)
    return code


def _sans_magies(source: str) -> str:
    """Le même code sans « %%time », « !ls » et autres commandes d'IPython."""
    lignes = source.splitlines(keepends=True)
    if lignes and lignes[0].startswith("%%"):
        source = "".join(lignes[1:])
    if not any(ligne.lstrip().startswith(("%", "!", "?")) or "?" in ligne for ligne in lignes):
        return source
    from IPython.core.inputtransformer2 import TransformerManager

    return TransformerManager().transform_cell(source)


def _noms(table: symtable.SymbolTable, code: Code) -> None:
    """Les noms définis au premier niveau et ceux, globaux, que la cellule lit."""
    for symbole in table.get_symbols():
        nom = symbole.get_name()
        if symbole.is_namespace():
            code.definit[nom] = FONCTION
        elif symbole.is_imported():
            code.definit[nom] = MODULE
        elif symbole.is_assigned():
            code.definit[nom] = VARIABLE
        elif symbole.is_referenced():
            code.lit_tout_de_suite.add(nom)
    for enfant in table.get_children():
        lus = _globaux(enfant, code)
        immediate = enfant.get_type() == "class" or enfant.get_name() in (
            "listcomp",
            "setcomp",
            "dictcomp",
            "genexpr",
        )
        (code.lit_tout_de_suite if immediate else code.lit_plus_tard).update(lus)
        code.lectures.setdefault(enfant.get_name(), set()).update(lus)
    code.lit_tout_de_suite -= set(code.definit)
    code.lit_plus_tard -= set(code.definit)


def _globaux(table: symtable.SymbolTable, code: Code) -> set[str]:
    """Les noms globaux lus dans une fonction et dans celles qu'elle contient."""
    lus = set()
    for symbole in table.get_symbols():
        if symbole.is_global() and symbole.is_referenced():
            lus.add(symbole.get_name())
        if symbole.is_declared_global() and symbole.is_assigned():
            code.definit.setdefault(symbole.get_name(), VARIABLE)
    return lus.union(*(_globaux(enfant, code) for enfant in table.get_children()))


def _precisions(arbre: ast.Module, code: Code) -> None:
    """Ce que la table des noms ne dit pas : appels immédiats, fonctions anonymes, origine des imports."""
    for noeud in _premier_niveau(arbre):
        if isinstance(noeud, ast.Call) and isinstance(noeud.func, ast.Name):
            code.appelle_tout_de_suite.add(noeud.func.id)
        if isinstance(noeud, ast.Assign) and isinstance(noeud.value, ast.Lambda):
            code.definit |= {cible.id: FONCTION for cible in noeud.targets if isinstance(cible, ast.Name)}
        if isinstance(noeud, ast.ImportFrom):
            _importation(noeud, code)


def _importation(noeud: ast.ImportFrom, code: Code) -> None:
    for alias in noeud.names:
        if alias.name == "*":
            code.tout_importe.append(noeud.module or "")
        elif (noeud.module or "").startswith(CONSOLE):
            code.interactifs.add(alias.asname or alias.name)


def _premier_niveau(noeud: ast.AST) -> Iterator[ast.AST]:
    """Ce qui s'exécute avec la cellule : tout, sauf le corps des fonctions."""
    for enfant in ast.iter_child_nodes(noeud):
        if not isinstance(enfant, _CORPS):
            yield enfant
            yield from _premier_niveau(enfant)


def contenu_du_module(nom: str) -> set[str] | None:
    """Ce que « from nom import * » apporte, si le module est déjà chargé."""
    module = sys.modules.get(nom)
    if module is None:
        return None
    publics = [n for n in vars(module) if not n.startswith("_")]
    return set(getattr(module, "__all__", publics))
