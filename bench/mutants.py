"""Des réponses justes, abîmées d'un seul geste : celles que les vérifications acceptent à tort.

    python -m bench.mutants                       tous les TP, longtemps
    python -m bench.mutants tp1_grille            toutes les questions d'un TP
    python -m bench.mutants tp1_grille coups      une seule

Un mutant accepté est comparé à la réponse juste sur beaucoup d'autres essais : s'il y répond autrement, il
est nommé, avec la ligne changée. Sinon il lui est équivalent, ou du moins rien ne l'en distingue."""

from __future__ import annotations

import ast
import copy
import importlib
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from p4core.appels import appeler
from p4cours.examen import TPS, examiner, questions
from p4cours.verification.essais import Source

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

GRAINES = (11, 12, 13)  # des tirages où un mutant accepté est jugé de nouveau
AMPLEUR = 4


@dataclass(frozen=True)
class Mutant:
    """Une réponse juste, une ligne changée."""

    question: str
    avant: str
    apres: str
    source: str

    def __str__(self) -> str:
        return f"{self.question} : « {self.avant} » → « {self.apres} »"


# --- Abîmer -------------------------------------------------------------------------------------------

_OPERATEURS: dict[type, tuple[type, ...]] = {
    ast.Add: (ast.Sub,), ast.Sub: (ast.Add,), ast.Mult: (ast.Add,), ast.Div: (ast.FloorDiv,),
    ast.FloorDiv: (ast.Div,), ast.Mod: (ast.FloorDiv,),
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt,), ast.Gt: (ast.GtE, ast.LtE), ast.GtE: (ast.Gt,),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.And: (ast.Or,), ast.Or: (ast.And,),
    ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
}  # fmt: skip


def mutants(question: str, source: str) -> Iterator[Mutant]:
    """Tous les mutants d'une réponse : opérateurs, constantes, indices, arguments, instructions retirées."""
    arbre = ast.parse(source)
    vus = {ast.unparse(arbre)}
    for rang, noeud in enumerate(ast.walk(arbre)):
        for abimer in _gestes(noeud):
            copie = copy.deepcopy(arbre)
            vise = list(ast.walk(copie))[rang]
            avant = _ligne(vise)
            abimer(vise)
            texte = ast.unparse(ast.fix_missing_locations(copie))
            if texte not in vus:
                vus.add(texte)
                yield Mutant(question, avant, _ligne(vise), texte)


def _ligne(noeud: ast.AST) -> str:
    return ast.unparse(noeud).splitlines()[0][:90]


Geste = Callable[[Any], None]


def _gestes(noeud: ast.AST) -> Iterator[Geste]:
    if isinstance(noeud, ast.BinOp | ast.BoolOp | ast.AugAssign):
        for autre in _OPERATEURS.get(type(noeud.op), ()):
            yield lambda n, autre=autre: setattr(n, "op", autre())
    if isinstance(noeud, ast.Compare):
        for autre in _OPERATEURS.get(type(noeud.ops[0]), ()):
            yield lambda n, autre=autre: n.ops.__setitem__(0, autre())
    if isinstance(noeud, ast.Constant) and type(noeud.value) is int:
        for delta in (1, -1):
            yield lambda n, delta=delta: setattr(n, "value", n.value + delta)
    if isinstance(noeud, ast.Call | ast.Tuple) and len(_elements(noeud)) > 1:
        yield _echanger
    if isinstance(noeud, ast.Subscript) and isinstance(noeud.value, ast.Subscript):
        yield _echanger_les_indices
    if isinstance(noeud, ast.Subscript) and isinstance(noeud.slice, ast.Slice) and not noeud.slice.lower:
        yield lambda n: setattr(n, "slice", ast.Slice(ast.Constant(1), n.slice.upper, n.slice.step))
    if isinstance(noeud, ast.UnaryOp):
        yield lambda n: setattr(n, "op", ast.UAdd() if isinstance(n.op, ast.USub) else n.op)
    if isinstance(noeud, ast.If | ast.While):
        yield lambda n: setattr(n, "test", ast.UnaryOp(ast.Not(), n.test))
        if isinstance(noeud, ast.If):
            yield lambda n: setattr(n, "test", ast.Constant(True))
    if isinstance(noeud, ast.comprehension) and noeud.ifs:
        yield lambda n: n.ifs.pop()
    for champ in ("body", "orelse"):
        corps = getattr(noeud, champ, None)
        if isinstance(corps, list) and not isinstance(noeud, ast.Module):
            for place in range(len(corps)):
                yield lambda n, champ=champ, place=place: getattr(n, champ).__setitem__(place, ast.Pass())


def _elements(noeud: ast.Call | ast.Tuple) -> list[Any]:
    return noeud.args if isinstance(noeud, ast.Call) else noeud.elts


def _echanger(noeud: Any) -> None:
    elements = _elements(noeud)
    elements[0], elements[1] = elements[1], elements[0]


def _echanger_les_indices(noeud: Any) -> None:
    noeud.slice, noeud.value.slice = noeud.value.slice, noeud.slice


# --- Mettre à l'épreuve -------------------------------------------------------------------------------


def fonction(recueil: Any, mutant: Mutant) -> Any:
    """Le mutant, dans un notebook neuf où tout le reste est juste ; None s'il ne se définit même pas."""
    modele = recueil.fonction(mutant.question)
    try:
        exec(compile(mutant.source, "<mutant>", "exec"), modele.__globals__)
    except Exception:  # abîmée, la cellule elle-même s'arrête : elle n'a rien défini
        return None
    return modele.__globals__[mutant.question]


def rescapes(tp: str, question: str, au_plus: int | None = None) -> Iterator[tuple[Mutant, str]]:
    """Les mutants acceptés à tort, et ce qui les trahit ; `au_plus` en tire tant au sort."""
    recueil = importlib.import_module(f"reponses.{tp}").RECUEIL
    tous = list(mutants(question, recueil.questionnaires[question].modele))
    if au_plus is not None:
        tous = random.Random(0).sample(tous, min(au_plus, len(tous)))
    for mutant in tous:
        if (reponse := fonction(recueil, mutant)) is None or examiner(tp, question, reponse).part < 1:
            continue
        if indice := _trahi(tp, question, reponse, recueil.fonction(question)):
            yield mutant, indice


def _trahi(tp: str, question: str, reponse: Any, juste: Any) -> str:
    """Ce qui distingue un mutant accepté de la réponse juste ; rien, s'ils répondent partout pareil."""
    for graine in GRAINES:
        bilan = examiner(tp, question, reponse, graine, AMPLEUR)
        if bilan.part < 1:
            return f"refusé avec la graine {graine} : {bilan.message.splitlines()[0]}"
    source = Source(random.Random(99), 10)
    for critere in questions(tp)[question].criteres:
        for essai in critere.essais(source):
            if essai.faire is None and essai.relancable and _repond(reponse, essai) != _repond(juste, essai):
                return f"répond autrement à {essai.appel}"
    return ""


def _repond(reponse: Any, essai: Any) -> str:
    random.seed(0)
    appel = appeler(reponse, essai.arguments, delai=1.0)
    return repr((appel.valeur, appel.apres, type(appel.exception)))


def principal(*demandes: str) -> int:
    """Le tableau d'un TP, ou de tous ; 0 s'il n'y a aucun accepté à tort."""
    rescapes_vus = 0
    for tp in demandes[:1] or TPS:
        recueil = importlib.import_module(f"reponses.{tp}").RECUEIL
        for question, questionnaire in recueil.questionnaires.items():
            if not questionnaire.modele or (demandes[1:] and question not in demandes[1:]):
                continue
            nombre = sum(1 for _ in mutants(question, questionnaire.modele))
            print(f"{tp}, {question} : {nombre} mutants", flush=True)
            for mutant, indice in rescapes(tp, question):
                rescapes_vus += 1
                print(f"  accepté à tort, {mutant}\n      {indice}", flush=True)
    return int(rescapes_vus > 0)


if __name__ == "__main__":
    raise SystemExit(principal(*sys.argv[1:]))
