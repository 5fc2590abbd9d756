"""Une cellule d'un notebook : son rôle, sa question, son texte distribué, ce que fait son code.

Tout se lit dans le fichier (des dictionnaires simples), sans rien exécuter ni rien croire de sa forme : il
peut venir d'un élève."""

from __future__ import annotations

import ast
import contextlib
import json
import re
import symtable
import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

REPONSE, TEST, DONNEE, ESSAI, TEXTE = "réponse", "test", "donnée", "essai", "texte"
SUFFIXE = "-test"  # l'identifiant d'un test est celui de sa réponse, suivi de ce mot
_NUMERO = re.compile(r"-q0*(\d+)-")
_AUTOUR_DU_NOM = re.compile(r"^(?:tp\d+-)?(?:q\d*\w?-)?|-test$")
_TITRE = re.compile(r"^(#{1,6})\s(.*)", re.MULTILINE)
ETOILE = "★"  # dans le titre d'une question, ou d'une partie : un bonus


class CarnetIllisible(Exception):
    """Une phrase qui dit pourquoi ce fichier n'est pas un carnet que l'on puisse corriger."""


@dataclass(frozen=True)
class Cellule:
    """Une cellule, telle que le fichier la décrit."""

    genre: str  # « code », « markdown »…
    source: str
    grade_id: str = ""  # vide : la correction ne la connaît pas
    cle: str = ""  # l'identifiant de Jupyter
    reglages: Mapping[str, Any] = field(default_factory=dict)  # ceux de la correction

    @classmethod
    def lire(cls, brute: Mapping[str, Any]) -> Cellule:
        """La cellule d'un carnet ; ce qui n'a pas la bonne forme y est vide."""
        textes = {nom: _texte(brute.get(nom)) for nom in ("cell_type", "source", "id")}
        grade_id = identifiant(brute) or ""
        return cls(textes["cell_type"], textes["source"], grade_id, textes["id"], _reglages(brute))

    @property
    def role(self) -> str:
        """Ce que la cellule est pour la correction."""
        if self.genre != "code":
            return TEXTE
        if self.reglages.get("solution"):
            return REPONSE
        if self.reglages.get("grade"):
            return TEST
        return DONNEE if self.reglages.get("locked") else ESSAI

    @property
    def points(self) -> float:
        """Le barème de la cellule ; 0 si elle n'en a pas."""
        return float(self.reglages.get("points") or 0.0)

    @property
    def a_la_main(self) -> bool:
        """L'enseignant note-t-il cette cellule lui-même ?"""
        rediger = self.reglages.get("grade") and self.reglages.get("solution")
        return bool(rediger or self.reglages.get("task"))

    @cached_property
    def question(self) -> str:
        """Le nom de la question que vérifie cette cellule de test ; vide pour toute autre cellule."""
        noeuds = (n for i in instructions(self.source) for n in ast.walk(i)) if self.role == TEST else ()
        return next((trouvee.question for n in noeuds if (trouvee := verification(n))), "")

    @property
    def nom(self) -> str:
        """L'identifiant, sans TP, ni numéro, ni suffixe : « victoire » pour « tp3-q03-victoire-test »."""
        return _AUTOUR_DU_NOM.sub("", self.grade_id) or self.grade_id

    @property
    def numero(self) -> str:
        """Le numéro de la question, d'après l'identifiant : « 3 » pour « tp3-q03-victoire »."""
        trouve = _NUMERO.search(self.grade_id)
        return trouve[1] if trouve else ""

    @property
    def empreinte(self) -> str:
        """Une empreinte courte du texte distribué, aux blancs du bord près."""
        texte = sans_tests_caches(self.source).strip()
        return blake2b(texte.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()

    @cached_property
    def code(self) -> Code:
        """Ce que la cellule définit, lit et demande."""
        return analyser(self.source if self.genre == "code" else "")


def lire(chemin: Path) -> list[Cellule]:
    """Les cellules d'un notebook, dans l'ordre."""
    try:
        contenu = json.loads(chemin.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as erreur:
        raise CarnetIllisible(f"le fichier {chemin.name} est illisible ({type(erreur).__name__})") from erreur
    cellules = contenu.get("cells") if isinstance(contenu, dict) else None
    if not isinstance(cellules, list) or not cellules:
        raise CarnetIllisible(f"le fichier {chemin.name} ne contient aucune cellule")
    return [Cellule.lire(brute) for brute in cellules if isinstance(brute, dict)]


def etoilees(cellules: Iterable[Cellule]) -> frozenset[str]:
    """Les cellules en bonus : le titre de leur question, ou de la partie qui la contient, a une étoile."""
    return frozenset(c.grade_id for c, titres, _ in _titres(cellules) if any(ETOILE in t for t in titres))


def reperes(cellules: Iterable[Cellule]) -> dict[str, str]:
    """Où chaque cellule se trouve dans le sujet, d'après son titre : « Question 8, suite », « Question 9 ★ ».

    Un identifiant garde parfois le numéro d'une ancienne version du sujet ; un titre sans tiret ne dit rien.
    """
    trouves = {}
    for cellule, titres, ensemble in _titres(cellules):
        # Deux questions posées d'affilée dans une cellule : le numéro dit laquelle.
        sien = re.compile(rf"\bQuestions? (?:.* )?{cellule.numero or 0}\b")
        siens = [titre for titre in ensemble if sien.search(titre.partition(" — ")[0])]
        debut, tiret, _ = next(iter([*siens, *titres[-1:]]), "").partition(" — ")
        repere = " ".join(debut.replace(ETOILE, " ").split()).replace(" ,", ",")
        en_bonus = any(ETOILE in titre for titre in titres)
        if tiret and repere and (repere != "Question" or en_bonus):  # le mot seul ne situe rien
            trouves[cellule.grade_id] = f"{repere} {ETOILE}" if en_bonus else repere
    return trouves


def _titres(cellules: Iterable[Cellule]) -> Iterator[tuple[Cellule, list[str], list[str]]]:
    """Chaque cellule que la correction connaît, les titres sous lesquels elle est, du plus large au plus fin,
    et tous ceux de la cellule de texte qui la précède."""
    titres: dict[int, str] = {}  # par niveau, ceux sous lesquels on se trouve
    ensemble: list[str] = []
    for cellule in cellules:
        if cellule.genre == "markdown" and not cellule.reglages.get("solution"):
            lus = _TITRE.findall(cellule.source)
            ensemble = [titre for _, titre in lus] or ensemble
            for dieses, titre in lus:
                titres = {niveau: t for niveau, t in titres.items() if niveau < len(dieses)}
                titres[len(dieses)] = titre
        if cellule.grade_id:
            yield cellule, list(titres.values()), ensemble


def identifiant(brute: Mapping[str, Any]) -> str | None:
    """L'identifiant sous lequel la correction connaît une cellule, s'il y en a un d'utilisable."""
    grade_id = _reglages(brute).get("grade_id")
    return grade_id if isinstance(grade_id, str) and grade_id else None


def _reglages(brute: Mapping[str, Any]) -> Mapping[str, Any]:
    metadonnees = brute.get("metadata")
    reglages = metadonnees.get("nbgrader") if isinstance(metadonnees, dict) else None
    return reglages if isinstance(reglages, dict) else {}


def _texte(valeur: Any) -> str:
    """Un texte, que le format permet d'écrire d'un bloc ou ligne par ligne."""
    lignes = valeur if isinstance(valeur, list) else [valeur]
    return "".join(ligne for ligne in lignes if isinstance(ligne, str))


# --- La question vérifiée --------------------------------------------------------------------------------


class Verification(NamedTuple):
    """Ce que vérifie un appel à `verifier`."""

    tp: str
    question: str
    reponse: str  # l'expression vérifiée


def verification(noeud: ast.AST) -> Verification | None:
    """Le TP, la question et la réponse d'un appel `verifier("tp", "question", reponse, …)`."""
    match noeud:
        case ast.Call(
            func=ast.Name(id="verifier"),
            args=[ast.Constant(value=str(tp)), ast.Constant(value=str(question)), reponse, *_],
        ):
            with contextlib.suppress(RecursionError):  # trop emboîtée pour être une réponse
                return Verification(tp, question, ast.unparse(reponse))
    return None


def instructions(source: str) -> list[ast.stmt]:
    """Les instructions d'une cellule ; aucune si ce n'est pas du Python (une commande magique)."""
    if demesuree(source):
        return []
    try:
        return ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []


# --- Les tests cachés, que le texte distribué n'a pas ----------------------------------------------------

_DEBUT, _FIN = "BEGIN HIDDEN TESTS", "END HIDDEN TESTS"


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
        dedans = dedans or _DEBUT in ligne
        if dedans:
            yield rang, ligne
        dedans = dedans and _FIN not in ligne


# --- Ce qu'une cellule de code définit, lit et demande au clavier ----------------------------------------

FONCTION, MODULE, VARIABLE = "fonction", "module", "variable"
CLAVIER = {"partie_console", "demande_colonne"}  # ce que le cours donne, et qui pose des questions
_COMPREHENSIONS = ("listcomp", "setcomp", "dictcomp", "genexpr")
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
    if demesuree(source):
        return _approcher(source)
    try:
        with warnings.catch_warnings(action="ignore"):  # « \\d » dans une chaîne : pas notre affaire
            python = _sans_magies(source)
            arbre = ast.parse(python)
            table = symtable.symtable(python, "<cellule>", "exec")
        code = Code()
        _noms(table, code)
        _precisions(arbre, code)
        return code
    except SyntaxError as erreur:
        return Code(erreur=f"ligne {erreur.lineno} : {erreur.msg}")
    except (ValueError, RecursionError, MemoryError) as erreur:  # mille lambda l'une dans l'autre
        return Code(erreur=type(erreur).__name__)


# Qui lit ce code n'est pas enfermé, et rien n'interrompt Python pendant qu'il analyse : « import a.a.a… » lui
# prend un temps et une mémoire qui croissent comme le carré de sa longueur, une longue chaîne « f » aussi.
ANALYSE_MAX = 100_000  # caractères d'une cellule
IMPORT_MAX = 2_000  # caractères d'une ligne qui importe
MAGIES_MAX = 200_000  # caractères qu'IPython relirait : toute la cellule, à chaque commande
_IMPORT = re.compile(r"\bimport\b")
_DEFINITION = re.compile(r"^(?:(?:async +)?(def|class) +(\w+)|(\w+) *=(?!=))", re.MULTILINE)
_MOT = re.compile(r"[^\W\d]\w*")
_MAGIE = re.compile(r"^([ \t]*)(?:[%!?].*|[\w.]+\?+[ \t]*)$")  # une ligne entière, à sa marge près


def demesuree(source: str) -> bool:
    """L'analyser pourrait-il prendre des minutes, ou des gigaoctets ?"""
    if len(source) > ANALYSE_MAX:
        return True
    lignes = source.replace("\r", "").replace("\\\n", "").split("\n")
    return any(len(ligne) > IMPORT_MAX and _IMPORT.search(ligne) for ligne in lignes)


def _approcher(source: str) -> Code:
    """Ce qu'une cellule démesurée définit et lit, mot à mot : mieux vaut en voir trop."""
    definis = {f or v: FONCTION if genre else VARIABLE for genre, f, v in _DEFINITION.findall(source)}
    return Code(definis, set(_MOT.findall(source)) - set(definis))


def _sans_magies(source: str) -> str:
    """Le même code sans « %%time », « !ls » et autres commandes d'IPython."""
    lignes = source.splitlines(keepends=True)
    if lignes and lignes[0].startswith("%%"):
        source = "".join(lignes[1:])
    commandes = [ligne for ligne in lignes if ligne.lstrip().startswith(("%", "!", "?")) or "?" in ligne]
    if not commandes:
        return source
    if len(commandes) * len(source) > MAGIES_MAX:
        return "".join(_MAGIE.sub(r"\1pass", ligne) for ligne in lignes)
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
        immediate = enfant.get_type() == "class" or enfant.get_name() in _COMPREHENSIONS
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
    a_voir = [noeud]  # sans récursion : un élève peut écrire « not » mille fois de suite
    while a_voir:
        enfants = [e for e in ast.iter_child_nodes(a_voir.pop()) if not isinstance(e, _CORPS)]
        yield from enfants
        a_voir += enfants
