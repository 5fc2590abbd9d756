"""Des réponses justes, abîmées d'un seul geste : celles que les vérifications acceptent à tort.

    python -m bench.mutants                       tous les TP, longtemps
    python -m bench.mutants tp1_grille            toutes les questions d'un TP
    python -m bench.mutants tp1_grille coups      une seule
    python -m bench.mutants --modeles …           ceux de la réponse modèle seulement, cinq fois plus vite

Un mutant est refusé au premier essai qu'il manque : on ne cherche pas pourquoi. Accepté, il est comparé à la
réponse juste sur beaucoup d'autres essais : s'il y répond autrement, il est nommé, avec la ligne changée,
sauf si `bench/mutants_justes.py` dit pourquoi il est juste. Sinon rien ne l'en distingue."""

from __future__ import annotations

import ast
import copy
import importlib
import random
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest
from pathlib import Path
from typing import Any

from bench.mutants_justes import JUSTES
from p4core.appels import appeler
from p4cours.examen import TPS, questions
from p4cours.verification.essais import Appeleur, Essai, Question, Source
from p4cours.verification.horloge import Horloge, TropLent
from p4cours.verification.moteur import BUDGET, PAR_APPEL, RELANCES, refus

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

GRAINES = (11, 12)  # des tirages où un mutant accepté est jugé de nouveau
AMPLEUR = 2


@dataclass(frozen=True)
class Mutant:
    """Une réponse juste, une ligne changée."""

    question: str
    avant: str
    apres: str
    source: str
    intacte: str  # la réponse juste dont il vient

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
    intacte = ast.unparse(arbre)
    vus = {intacte}
    for rang, noeud in enumerate(ast.walk(arbre)):
        for abimer in _gestes(noeud):
            copie = copy.deepcopy(arbre)
            abimer(list(ast.walk(copie))[rang])
            texte = ast.unparse(ast.fix_missing_locations(copie))
            if texte not in vus:
                vus.add(texte)
                yield Mutant(question, *_lignes_changees(intacte, texte), texte, source)


def _lignes_changees(avant: str, apres: str) -> tuple[str, str]:
    """La première ligne où les deux textes diffèrent, dans l'un et dans l'autre."""
    lignes = zip_longest(avant.splitlines(), apres.splitlines(), fillvalue="")
    une, autre = next((une, autre) for une, autre in lignes if une != autre)
    return une.strip(), autre.strip()


Geste = Callable[[Any], None]


def _gestes(noeud: ast.AST) -> Iterator[Geste]:
    if isinstance(noeud, ast.BinOp | ast.BoolOp | ast.AugAssign):
        for autre in _OPERATEURS.get(type(noeud.op), ()):
            yield lambda n, autre=autre: setattr(n, "op", autre())
    if isinstance(noeud, ast.Compare):
        for autre in _OPERATEURS.get(type(noeud.ops[0]), ()):
            yield lambda n, autre=autre: n.ops.__setitem__(0, autre())
    if isinstance(noeud, ast.BoolOp):
        for rang in range(len(noeud.values)):  # une condition sur plusieurs
            yield lambda n, rang=rang: n.values.pop(rang)
    if isinstance(noeud, ast.Constant) and isinstance(noeud.value, bool):
        yield lambda n: setattr(n, "value", not n.value)
    if isinstance(noeud, ast.Name) and noeud.id in _JUMEAUX and isinstance(noeud.ctx, ast.Load):
        yield lambda n: setattr(n, "id", _JUMEAUX[n.id])
    if _appelle(noeud, "range"):
        for autre in (ast.Add, ast.Sub):
            yield lambda n, autre=autre: _decaler(n.args, min(len(n.args) - 1, 1), autre)
    if _appelle(noeud, *_COPIES) and len(_elements(noeud)) == 1:
        yield _sans_copie
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


_JUMEAUX = {"min": "max", "max": "min", "any": "all", "all": "any", "True": "False", "False": "True"}
_COPIES = ("deepcopy", "copy", "list", "tuple", "set", "sorted", "abs", "int")


def _appelle(noeud: ast.AST, *noms: str) -> bool:
    """Est-ce l'appel d'une fonction qui porte l'un de ces noms, seule ou dans un module ?"""
    fonction = getattr(noeud, "func", None)
    return getattr(fonction, "id", getattr(fonction, "attr", None)) in noms


def _decaler(arguments: list[Any], rang: int, operateur: type[ast.operator]) -> None:
    arguments[rang] = ast.BinOp(arguments[rang], operateur(), ast.Constant(1))


def _sans_copie(noeud: Any) -> None:
    """La valeur elle-même, au lieu de sa copie."""
    noeud.func = ast.Lambda(
        ast.arguments(posonlyargs=[], args=[ast.arg("x")], kwonlyargs=[], kw_defaults=[], defaults=[]),
        ast.Name("x", ast.Load()),
    )


def _elements(noeud: ast.Call | ast.Tuple) -> list[Any]:
    return noeud.args if isinstance(noeud, ast.Call) else noeud.elts


def _echanger(noeud: Any) -> None:
    elements = _elements(noeud)
    elements[0], elements[1] = elements[1], elements[0]


def _echanger_les_indices(noeud: Any) -> None:
    noeud.slice, noeud.value.slice = noeud.value.slice, noeud.slice


# --- Mettre à l'épreuve -------------------------------------------------------------------------------


def fonction(recueil: Any, question: str, source: str) -> Any:
    """Cette réponse, dans un notebook neuf où tout le reste est juste ; None si elle ne se définit pas."""
    modele = recueil.fonction(question)
    espace = getattr(modele, "__globals__", {})  # le même que celui des fonctions qu'elle appelle
    espace["modele"] = modele
    try:
        exec(compile(source, "<mutant>", "exec"), espace)
    except Exception:  # abîmée, la cellule elle-même s'arrête : elle n'a rien défini
        return None
    return espace[question]


def sources(recueil: Any, question: str, modele: bool = False) -> list[str]:
    """Les réponses justes de cette question, ou le modèle seul : chacune a ses mutants."""
    if modele:
        return [recueil.questionnaires[question].modele]
    justes = [reponse.nom for reponse in recueil.justes if reponse.question == question]
    connues = recueil.questionnaires[question].sources
    return [connues[nom] for nom in justes if nom in connues]


def tous_les_mutants(recueil: Any, question: str, modele: bool = False) -> list[Mutant]:
    """Ceux de toutes les réponses justes de la question, ou du modèle seul, chacun une fois."""
    vus = {m.source: m for source in sources(recueil, question, modele) for m in mutants(question, source)}
    return list(vus.values())


def rescapes(
    tp: str, question: str, au_plus: int | None = None, modele: bool = False
) -> Iterator[tuple[Mutant, str]]:
    """Les mutants acceptés à tort, et ce qui les trahit ; `au_plus` en tire tant au sort."""
    recueil = importlib.import_module(f"reponses.{tp}").RECUEIL
    tous = tous_les_mutants(recueil, question, modele)
    if au_plus is not None:
        tous = random.Random(0).sample(tous, min(au_plus, len(tous)))
    for mutant in tous:
        reponse = None if str(mutant) in JUSTES else fonction(recueil, question, mutant.source)
        if reponse is None or manque(tp, question, reponse):
            continue
        if indice := _trahi(tp, question, reponse, fonction(recueil, question, mutant.intacte)):
            yield mutant, indice


@lru_cache(maxsize=4)  # ceux d'une question servent à tous ses mutants
def _essais(tp: str, question: str, graine: int, ampleur: int) -> list[list[Essai]]:
    source = Source(random.Random(graine), ampleur)
    return [list(critere.essais(source)) for critere in questions(tp)[question].criteres]


def manque(tp: str, question: str, reponse: Any, graine: int | None = None, ampleur: int = 1) -> str:
    """Le premier essai que manque la réponse, tel que `examiner` le fait ; rien si elle les réussit tous."""
    jugee: Question = questions(tp)[question]
    if refusee := refus(jugee, reponse):
        return refusee[1]
    graine = zlib.crc32(f"{tp}/{question}".encode()) if graine is None else graine
    horloge = Horloge(BUDGET * ampleur, plafond=PAR_APPEL * ampleur)
    appelant = Appeleur(reponse, jugee.pretees, graine, horloge)
    if question == "eval_grille2":
        _essais.cache_clear()  # l'essai garde le match de la réponse qu'il a jugée
    try:
        return _premier_manque(appelant, _essais(tp, question, graine, ampleur))
    except TropLent:
        return "trop lente"


def _premier_manque(appelant: Appeleur, essais: list[list[Essai]]) -> str:
    relancables = []
    for essai in (essai for du_critere in essais for essai in du_critere):
        epreuve = appelant.effectuer(essai)
        if epreuve.ecart:
            return f"{essai.appel} : {epreuve.ecart.phrase.splitlines()[0]}"
        if essai.relancable and len(relancables) < RELANCES:
            relancables.append(epreuve)
    relances = (appelant.effectuer(e.essai, e.graine) for e in reversed(relancables))
    return next((f"{e.essai.appel}, refait" for e in relances if not e.reussie), "")


def _trahi(tp: str, question: str, reponse: Any, juste: Any) -> str:
    """Ce qui distingue un mutant accepté de la réponse juste ; rien, s'ils répondent partout pareil."""
    for graine in GRAINES:
        if manquee := manque(tp, question, reponse, graine, AMPLEUR):
            return f"refusé avec la graine {graine} : {manquee}"
    for essai in (essai for du_critere in _essais(tp, question, 99, 5) for essai in du_critere):
        if essai.faire is None and essai.relancable and _repond(reponse, essai) != _repond(juste, essai):
            return f"répond autrement à {essai.appel}"
    return ""


def _repond(reponse: Any, essai: Any) -> str:
    random.seed(0)
    appel = appeler(reponse, essai.arguments, delai=1.0)
    return repr((appel.valeur, appel.apres, type(appel.exception)))


MODELES = "--modeles"


def principal(*demandes: str) -> int:
    """Le tableau d'un TP, ou de tous ; 0 s'il n'y a aucun accepté à tort."""
    mis_a_l_epreuve, vus, debut = 0, 0, time.monotonic()
    modele, demandes = MODELES in demandes, tuple(d for d in demandes if d != MODELES)
    for tp in demandes[:1] or TPS:
        recueil = importlib.import_module(f"reponses.{tp}").RECUEIL
        for question in recueil.questionnaires:
            nombre = len(tous_les_mutants(recueil, question, modele))
            if not nombre or (demandes[1:] and question not in demandes[1:]):
                continue
            mis_a_l_epreuve += nombre
            print(f"{tp}, {question} : {nombre} mutants", flush=True)
            for mutant, indice in rescapes(tp, question, modele=modele):
                vus += 1
                print(f"  accepté à tort, {mutant}\n      {indice}", flush=True)
    duree = time.monotonic() - debut
    print(f"{mis_a_l_epreuve} mutants en {duree:.0f} s : {vus} acceptés à tort, {len(JUSTES)} justes nommés")
    return int(vus > 0)


if __name__ == "__main__":
    raise SystemExit(principal(*sys.argv[1:]))
