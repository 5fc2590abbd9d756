"""Ce qu'une cellule de code définit, lit et demande au clavier, sans l'exécuter.
Lire un notebook comme il est sur le disque, même abîmé.
Les cellules que chaque TP doit contenir, relevées sur les notebooks distribués.
"""

from __future__ import annotations

import ast
import json
import re
import symtable
import sys
import warnings
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from functools import cached_property, lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

# --- Ce qu'une cellule de code définit, lit et demande au clavier, sans l'exécuter -----------------------


FONCTION, MODULE, VARIABLE = "fonction", "module", "variable"
CLAVIER = {"partie_console", "demande_colonne", "Jeux"}  # ce que le cours donne, et qui pose des questions
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
        elif (noeud.module or "").startswith("p4cours.") and alias.name in CLAVIER:
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


# --- Lire un notebook comme il est sur le disque, même abîmé ---------------------------------------------


class Illisible(Exception):
    """Le fichier n'est pas un notebook que l'on puisse corriger."""


@dataclass(frozen=True)
class Cellule:
    """Une cellule du fichier."""

    genre: str  # « code », « markdown »…
    source: str
    grade_id: str = ""  # vide : nbgrader ne la connaît pas
    identifiant: str = ""

    @cached_property
    def code(self) -> Code:
        """Ce que la cellule définit, lit et demande."""
        return analyser(self.source if self.genre == "code" else "")


def lire(chemin: Path) -> list[Cellule]:
    """Les cellules du fichier, dans l'ordre."""
    try:
        contenu = json.loads(chemin.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as erreur:
        raise Illisible(f"le fichier {chemin.name} est illisible ({type(erreur).__name__})") from erreur
    cellules = contenu.get("cells") if isinstance(contenu, dict) else None
    if not isinstance(cellules, list) or not cellules:
        raise Illisible(f"le fichier {chemin.name} ne contient aucune cellule")
    return [_cellule(brute) for brute in cellules if isinstance(brute, dict)]


def _cellule(brute: dict[str, Any]) -> Cellule:
    return Cellule(_texte(brute.get("cell_type")), _source(brute), _grade_id(brute), _texte(brute.get("id")))


def _source(brute: dict[str, Any]) -> str:
    """Le texte, que le format permet d'écrire d'un bloc ou ligne par ligne."""
    source = brute.get("source", "")
    return "".join(map(_texte, source)) if isinstance(source, list) else _texte(source)


def _grade_id(brute: dict[str, Any]) -> str:
    metadonnees = brute.get("metadata")
    nbgrader = metadonnees.get("nbgrader") if isinstance(metadonnees, dict) else None
    return _texte(nbgrader.get("grade_id")) if isinstance(nbgrader, dict) else ""


def _texte(valeur: Any) -> str:
    return valeur if isinstance(valeur, str) else ""


# --- Les cellules que chaque TP doit contenir, relevées sur les notebooks distribués ---------------------


RELEVE = Path(__file__).with_name("sujets.json")
REPONSE, TEST, DONNEE, TEXTE = "réponse", "test", "donnée", "texte"
SUFFIXE = "-test"
CACHES = "### BEGIN HIDDEN TESTS"


@dataclass(frozen=True)
class Attendue:
    """Une cellule que nbgrader attend."""

    grade_id: str
    role: str
    question: str  # le nom que l'élève lui connaît
    empreinte: str  # celle du texte distribué
    definit: list[str] = field(default_factory=list)
    clavier: bool = False  # la réponse attendue appelle input()

    def intacte(self, cellule: Cellule) -> bool:
        """La cellule porte-t-elle encore le texte distribué ?"""
        return empreinte(cellule.source) == self.empreinte


def empreinte(source: str) -> str:
    """Une empreinte courte d'un texte, aux blancs du bord près et sans tests cachés (corrigés)."""
    return blake2b(
        source.partition(CACHES)[0].strip().encode("utf-8", "surrogatepass"), digest_size=8
    ).hexdigest()


@lru_cache
def sujets() -> dict[str, list[Attendue]]:
    """Les cellules attendues de chaque TP."""
    releve = json.loads(RELEVE.read_text(encoding="utf-8"))
    return {tp: [Attendue(**cellule) for cellule in cellules] for tp, cellules in releve.items()}


def relever(racine: Path) -> dict[str, list[dict[str, object]]]:
    """Le relevé de tous les TP, lu dans notebooks/ et solutions/."""
    chemins = sorted((racine / "notebooks").glob("*/*.ipynb"))
    return {chemin.stem: _relever(chemin, racine) for chemin in chemins}


def _relever(chemin: Path, racine: Path) -> list[dict[str, object]]:
    sujet = [c for c in lire(chemin) if c.grade_id]
    solutions = {c.grade_id: c for c in lire(racine / "solutions" / chemin.relative_to(racine / "notebooks"))}
    connus = {c.grade_id: c for c in sujet}
    return [asdict(_attendue(c, connus, solutions[c.grade_id])) for c in sujet]


def _attendue(cellule: Cellule, connues: dict[str, Cellule], solution: Cellule) -> Attendue:
    role = _role(cellule, connues)
    return Attendue(
        cellule.grade_id,
        role,
        _question(cellule, role, connues),
        empreinte(cellule.source),
        list(cellule.code.definit),
        clavier=role == REPONSE and any("input" in lus for lus in solution.code.lectures.values()),
    )


def _role(cellule: Cellule, connues: dict[str, Cellule]) -> str:
    if cellule.genre != "code":
        return TEXTE
    if cellule.grade_id.endswith(SUFFIXE):
        return TEST
    return REPONSE if cellule.grade_id + SUFFIXE in connues else DONNEE


def _question(cellule: Cellule, role: str, connues: dict[str, Cellule]) -> str:
    """Le nom de la question d'après son test ; sinon ce que la cellule définit, ou son numéro."""
    grade_id = cellule.grade_id
    if role in (REPONSE, TEST):
        test = connues[grade_id.removesuffix(SUFFIXE) + SUFFIXE].source
        trouve = re.search(r'verifier\("\w+", "(\w+)"', test)
        nom = trouve[1] if trouve else grade_id
        return f"{nom} (test)" if role == TEST else nom
    numero = re.search(r"-q0*(\d+)-", grade_id)
    if role == TEXTE:
        return f"question {numero[1]} (texte)" if numero else f"{grade_id.partition('-')[2]} (texte)"
    fonctions = [nom for nom, genre in cellule.code.definit.items() if genre != "module"]
    return ", ".join(fonctions[:3]) or grade_id


def ecrire(racine: Path) -> None:
    """Écrit de nouveau le relevé."""
    RELEVE.write_text(_json(relever(racine)), encoding="utf-8")


def _json(releve: dict[str, list[dict[str, object]]]) -> str:
    """Une cellule par ligne : les changements se lisent dans une comparaison."""
    blocs = []
    for tp, cellules in releve.items():
        lignes = ",\n".join("  " + json.dumps(cellule, ensure_ascii=False) for cellule in cellules)
        blocs.append(f'"{tp}": [\n{lignes}\n ]')
    return "{\n " + ",\n ".join(blocs) + "\n}\n"
