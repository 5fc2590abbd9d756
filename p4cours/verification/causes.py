"""Les causes que l'on sait nommer dans toutes les questions, sans rien savoir d'elles.

Une cause lue dans le code n'est dite que vérifiée : la même fonction, cette faute-là réparée, réussit ce
qu'elle manquait."""

from __future__ import annotations

import ast
import builtins
import copy
import inspect
import re
import textwrap
import warnings
from collections.abc import Callable, Iterator
from itertools import chain
from types import CodeType, FunctionType
from typing import Any

from p4core.appels import Distante, ligne_fautive, voisine
from p4cours.verification.diagnostics import fautes
from p4cours.verification.essais import Appeleur, Epreuve
from p4cours.verification.horloge import Horloge, TropLent
from p4cours.verification.lecture import montrer

SECONDES = 0.5  # pour essayer des réparations
TEMOINS = 12  # premiers essais manqués qu'une réparation doit tous réussir, et autant parmi les suivants

# --- Ce que disent les résultats -----------------------------------------------------------------


def toujours_pareil(epreuves: list[Epreuve]) -> str:
    """« Votre fonction répond toujours 0 », si c'est bien là toute l'affaire."""
    vues = [e for e in epreuves if e.appel.exception is None and not e.appel.expire and e.appel.arguments]
    if len(vues) < len(epreuves) or len({repr(e.appel.arguments) for e in vues}) < 3:
        return ""
    if any(e.ecart and e.ecart.cause not in ("valeur", "forme", "sans jouer") for e in vues):
        return ""  # on a vu ce qu'elle fait de travers : c'est cela qu'il faut dire
    if len({repr(e.essai.attendu) for e in vues}) < 2 or len({repr(e.appel.valeur) for e in vues}) != 1:
        return ""
    return (
        f"Votre fonction répond toujours {montrer(vues[0].appel.valeur, 60)}, quels que soient ses arguments."
    )


def nom_cache(fonction: Any, epreuves: list[Epreuve]) -> str:
    """Une variable qui porte le nom d'une fonction de Python, et que l'on a voulu appeler."""
    appelees = [e.appel.exception for e in epreuves if "is not callable" in str(e.appel.exception or "")]
    code = code_de(fonction) if appelees else None
    if code is None:
        return ""
    locales = {nom for nom in (*code.co_varnames, *code.co_cellvars) if callable(vars(builtins).get(nom))}
    globales = {nom for nom in code.co_names if callable(vars(builtins).get(nom)) and _donnee(fonction, nom)}
    noms = sorted(locales | globales)
    if not noms:
        return ""
    return f"Une de vos variables s'appelle {noms[0]} : elle cache la fonction {noms[0]} de Python."


# Ce que dit Python d'un objet dont on ne peut pas se servir ainsi.
_INUTILISABLE = re.compile(
    r"^(?:argument of type |object of type )?'(\w+)'(?: object)? "
    r"(?:is not (?:iterable|subscriptable|callable)|has no len)"
)


def nom_remplace(fonction: Any, epreuves: list[Epreuve]) -> str:
    """Une variable du notebook dont la ligne fautive se sert, et qui n'est plus ce que le TP donne."""
    code = code_de(fonction)
    for epreuve in epreuves:
        erreur = epreuve.appel.exception
        dit, ligne = _INUTILISABLE.search(str(erreur or "")), erreur and ligne_fautive(erreur)
        if code is None or dit is None or not ligne:
            continue
        for nom in (n for n in re.findall(r"[^\W\d]\w*", ligne[1]) if n in code.co_names):
            if _donnee(fonction, nom) and type(voisine(fonction, nom)).__name__ == dit[1]:
                valeur = montrer(voisine(fonction, nom), 60)
                return f"Dans ce notebook, {nom} désigne {valeur} : une autre cellule l'a-t-elle remplacé ?"
    return ""


def _donnee(fonction: Any, nom: str) -> bool:
    """Ce nom désigne-t-il, dans le notebook, autre chose qu'une fonction ?"""
    valeur = voisine(fonction, nom)
    return valeur is not None and not callable(valeur)


# --- Le code d'une réponse, qu'elle soit ici ou derrière la cloison --------------------------------

_ILLISIBLE = (OSError, TypeError, SyntaxError, ValueError, RecursionError, MemoryError)


def _source(fonction: Any) -> str:
    if isinstance(fonction, Distante):
        return fonction.source()
    if not isinstance(fonction, FunctionType) or fonction.__closure__:
        return ""
    return inspect.getsource(fonction)


def _arbre(fonction: Any) -> ast.Module | None:
    """Le code de la fonction ; None s'il est introuvable, ou n'est pas celui d'une fonction entière."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            arbre = ast.parse(textwrap.dedent(_source(fonction)))
    except _ILLISIBLE:
        return None
    return arbre if len(arbre.body) == 1 and isinstance(arbre.body[0], ast.FunctionDef) else None


def boucle_avec_ou(fonction: Any) -> bool:
    """La condition d'un while de cette fonction contient-elle un or ?"""
    arbre = _arbre(fonction)
    conditions = [n.test for n in ast.walk(arbre) if isinstance(n, ast.While)] if arbre else []
    return any(isinstance(n, ast.Or) for condition in conditions for n in ast.walk(condition))


def nombres_ecrits(constante: Any) -> Iterator[float]:
    """Les nombres écrits dans un code, fonctions intérieures et tuples compris ; ceux d'une liste aussi."""
    if isinstance(constante, CodeType | tuple | list):
        for autre in constante.co_consts if isinstance(constante, CodeType) else constante:
            yield from nombres_ecrits(autre)
    elif isinstance(constante, int | float):
        yield constante


def entiers_ecrits(constante: Any) -> Iterator[int]:
    """Les entiers seulement."""
    return (n for n in nombres_ecrits(constante) if isinstance(n, int))


def code_de(fonction: Any) -> CodeType | None:
    """Ce même code, compilé : celui d'une réponse distante ne l'est que pour être lu, jamais exécuté ici."""
    if not isinstance(fonction, Distante):
        return getattr(fonction, "__code__", None)
    arbre = _arbre(fonction)
    try:
        constantes = compile(arbre, "<cellule>", "exec").co_consts if arbre else ()
    except _ILLISIBLE:
        return None
    codes = [c for c in constantes if isinstance(c, CodeType)]  # le sien, et celui de lambda par défaut
    return codes[-1] if codes else None


def _reecrire(arbre: ast.Module, fonction: Any) -> Any:
    """La fonction réparée, là où est l'élève, dans une copie de son espace ; None si elle ne s'écrit pas."""
    if isinstance(fonction, Distante):
        return fonction.reecrite(ast.unparse(arbre))
    espace = dict(fonction.__globals__)
    exec(compile(ast.fix_missing_locations(arbre), "<réparation>", "exec"), espace)
    autre = espace.get(fonction.__name__)
    return autre if isinstance(autre, FunctionType) else None


# --- Ce que dit le code : une réparation, et la preuve qu'elle suffit ------------------------------

Reparation = tuple[str, ast.Module]
Reparateur = Callable[[ast.Module, Any], Iterator[Reparation]]


def faute_reparable(
    appeleur: Appeleur, epreuves: list[Epreuve], horloge: Horloge, *, evidente: bool = False
) -> str:
    """La phrase de la première réparation qui réussit tout ; rien si le code est introuvable.

    `evidente` : seulement ce que personne n'écrit exprès, et dont les erreurs d'une question ne diraient que
    les suites."""
    fonction: Any = appeleur.fonction
    arbre = _arbre(fonction)
    manquees = fautes(epreuves)
    reussies = [rang for rang, e in enumerate(epreuves) if e.reussie]
    rates = [rang for rang, e in enumerate(epreuves) if not e.reussie]
    # Les plus proches des manquées, du même critère : une fausse réparation ne doit pas les abîmer.
    entre = [rang for rang in reussies[4:] if rang < max(rates, default=0)]
    proches = sorted(entre, key=lambda rang: min(abs(rang - r) for r in rates))[:2]
    suivantes = manquees[TEMOINS:]
    suivantes = suivantes[:: -(-len(suivantes) // TEMOINS) or 1]
    temoins = [*manquees[:TEMOINS], *suivantes, *(epreuves[rang] for rang in (*reussies[:4], *proches))]
    if arbre is None or not manquees:
        return ""
    try:
        reparateurs = _EVIDENTES if evidente else _TOUTES
        for phrase, repare in chain.from_iterable(reparer(arbre, fonction) for reparer in reparateurs):
            autre = _reecrire(repare, fonction)
            if autre and _reussit(Appeleur(autre, appeleur.aides, 0, horloge), temoins):
                return phrase
    except (TropLent, RecursionError):  # le temps a manqué, ou le code est démesuré
        return ""
    return ""


def _reussit(appeleur: Appeleur, epreuves: list[Epreuve]) -> bool:
    return all(appeleur.effectuer(e.essai, e.graine).reussie for e in epreuves)


def _pour_chaque(
    arbre: ast.Module, genre: type[ast.AST], change: Callable[[Any], str | None]
) -> Iterator[Reparation]:
    """Une réparation par nœud de ce genre ; `change` le modifie sur place et rend la phrase, ou None."""
    for rang, noeud in enumerate(ast.walk(arbre)):
        if isinstance(noeud, genre) and change(copy.deepcopy(noeud)):  # copier tout le code coûte bien plus
            copie = copy.deepcopy(arbre)
            phrase = change(list(ast.walk(copie))[rang])
            if phrase:
                yield phrase, copie


def _texte(noeud: ast.AST) -> str:
    return ast.unparse(noeud).splitlines()[0]


def _affectations(arbre: ast.Module, _: Any) -> Iterator[Reparation]:
    """Une comparaison écrite seule sur sa ligne, partout à la fois."""
    copie = copy.deepcopy(arbre)
    trouvees: list[str] = []

    class Reparer(ast.NodeTransformer):
        def visit_Expr(self, noeud: ast.Expr) -> ast.AST:
            compare = noeud.value
            if not isinstance(compare, ast.Compare) or not isinstance(compare.ops[0], ast.Eq):
                return noeud
            if len(compare.ops) > 1 or not isinstance(compare.left, ast.Name | ast.Subscript):
                return noeud
            trouvees.append(_texte(noeud))
            compare.left.ctx = ast.Store()
            return ast.Assign([compare.left], compare.comparators[0])

    Reparer().visit(copie)
    if trouvees:
        yield f"« {trouvees[0]} » compare, et ne change rien : une affectation s'écrit avec un seul =.", copie


def _ou_seuls(arbre: ast.Module, _: Any) -> Iterator[Reparation]:
    """« x == 1 or 2 », toujours vrai : la comparaison est répétée."""

    def change(noeud: ast.BoolOp) -> str | None:
        compare = noeud.values[0]
        if not isinstance(noeud.op, ast.Or) or not isinstance(compare, ast.Compare):
            return None
        seules = [rang for rang, valeur in enumerate(noeud.values) if _toujours_vrai(valeur)]
        if not seules or len(compare.ops) > 1:
            return None
        texte, seule = _texte(noeud), _texte(noeud.values[seules[0]])
        for rang in seules:
            noeud.values[rang] = ast.Compare(compare.left, compare.ops, [noeud.values[rang]])
        return (
            f"« {texte} » est toujours vrai, car {seule} compte pour vrai : répétez la comparaison après or."
        )

    yield from _pour_chaque(arbre, ast.BoolOp, change)


def _toujours_vrai(noeud: ast.expr) -> bool:
    """Une constante qui compte pour vraie : un nombre, un texte, une liste qui n'est pas vide."""
    if isinstance(noeud, ast.Constant):
        return bool(noeud.value)
    if isinstance(noeud, ast.BinOp) and isinstance(noeud.op, ast.Mult):
        return _toujours_vrai(noeud.left) and _toujours_vrai(noeud.right)
    return isinstance(noeud, ast.List | ast.Tuple) and bool(noeud.elts)


def _signes(arbre: ast.Module, _: Any) -> Iterator[Reparation]:
    """« x =- 1 » pour « x -= 1 »."""
    signes: dict[type[ast.unaryop], ast.operator] = {ast.USub: ast.Sub(), ast.UAdd: ast.Add()}
    for rang, noeud in enumerate(ast.walk(arbre)):
        corps_avant = getattr(noeud, "body", ()) if isinstance(noeud, ast.stmt) else ()
        for place, ligne in enumerate(corps_avant):
            valeur = ligne.value if isinstance(ligne, ast.Assign) else None
            if not isinstance(valeur, ast.UnaryOp) or type(valeur.op) not in signes:
                continue
            copie, cible = copy.deepcopy(arbre), copy.deepcopy(ligne.targets[0])
            if not isinstance(cible, ast.Name | ast.Subscript):
                continue
            signe = signes[type(valeur.op)]
            corps = list(ast.walk(copie))[rang].body  # type: ignore[attr-defined]
            corps[place] = ast.AugAssign(cible, signe, valeur.operand)
            ecrit = "-=" if isinstance(signe, ast.Sub) else "+="
            yield f"« {_texte(ligne)} » remplace la valeur : pour la changer d'autant, c'est {ecrit}.", copie


def _sans_parentheses(arbre: ast.Module, fonction: Any) -> Iterator[Reparation]:
    """« G = joue_hasard » : la fonction elle-même, au lieu de ce qu'elle renvoie."""

    def change(noeud: ast.Assign) -> str | None:
        if not isinstance(noeud.value, ast.Name) or not callable(voisine(fonction, noeud.value.id)):
            return None
        texte, nom = _texte(noeud), noeud.value.id
        noeud.value = ast.Call(noeud.value, [], [])
        return f"« {texte} » : sans parenthèses, {nom} n'est pas appelée. Pour l'appeler, c'est {nom}()."

    yield from _pour_chaque(arbre, ast.Assign, change)


def _couples_ajoutes(arbre: ast.Module, _: Any) -> Iterator[Reparation]:
    """« L.append(x, y) », partout à la fois."""
    copie = copy.deepcopy(arbre)
    trouves: list[str] = []
    for noeud in ast.walk(copie):
        methode = noeud.func if isinstance(noeud, ast.Call) and len(noeud.args) > 1 else None
        if isinstance(methode, ast.Attribute) and methode.attr == "append":
            assert isinstance(noeud, ast.Call)
            trouves.append(_texte(noeud))
            noeud.args = [ast.Tuple(noeud.args, ast.Load())]
    if trouves:
        yield f"« {trouves[0]} » : append n'ajoute qu'un élément. Un couple a ses propres parenthèses.", copie


def _parametres_changes(arbre: ast.Module, _: Any) -> Iterator[Reparation]:
    """Un paramètre qui sert de compteur, puis de nouveau d'argument dans un return."""
    definition = arbre.body[0]
    assert isinstance(definition, ast.FunctionDef)
    for parametre in (a.arg for a in definition.args.args):
        change = next((n for n in ast.walk(arbre) if _change(n, parametre)), None)
        if change is None:
            continue
        copie, garde = copy.deepcopy(arbre), f"{parametre}_donne"
        for retour in (n for n in ast.walk(copie) if isinstance(n, ast.Return)):
            for noeud in ast.walk(retour):
                if isinstance(noeud, ast.Name) and noeud.id == parametre:
                    noeud.id = garde
        garder = ast.Assign([ast.Name(garde, ast.Store())], ast.Name(parametre, ast.Load()))
        assert isinstance(copie.body[0], ast.FunctionDef)
        copie.body[0].body.insert(0, garder)
        yield (
            f"« {_texte(change)} » change {parametre} : au moment du return, ce n'est plus ce que la "
            "fonction a reçu.",
            copie,
        )


def _change(noeud: ast.AST, nom: str) -> bool:
    """Cette instruction donne-t-elle une autre valeur à cette variable ?"""
    cibles = noeud.targets if isinstance(noeud, ast.Assign) else [getattr(noeud, "target", None)]
    dite = isinstance(noeud, ast.Assign | ast.AugAssign)
    return dite and any(isinstance(c, ast.Name) and c.id == nom for c in cibles)


def _departs(arbre: ast.Module, _: Any) -> Iterator[Reparation]:
    """Un drapeau ou un compteur mis en place une seule fois, et non à chaque tour de la boucle de dehors."""
    departs = [n for n in ast.walk(arbre) if isinstance(n, ast.Assign) and _est_un_depart(n)]
    for depart in {_texte(n): n for n in departs}.values():
        copie = copy.deepcopy(arbre)
        boucles = [n for n in ast.walk(copie) if isinstance(n, ast.For | ast.While)]
        corps = {id(n.body): n.body for b in boucles for n in ast.walk(b) if isinstance(n, _A_CORPS)}
        if remises := [b for dedans in corps.values() for b in _remettre(dedans, depart)]:
            yield (
                f"« {_texte(depart)} » n'est fait qu'avant la boucle : il faut le refaire à chaque tour, "
                f"juste avant « {_texte(remises[0])} ».",
                copie,
            )


_A_CORPS = (ast.For, ast.While, ast.If)


def _est_un_depart(noeud: ast.Assign) -> bool:
    return isinstance(noeud.targets[0], ast.Name) and isinstance(noeud.value, ast.Constant)


def _remettre(corps: list[ast.stmt], depart: ast.Assign) -> list[ast.stmt]:
    """Remet la variable à sa valeur de départ devant chaque boucle de ce corps qui la change elle-même."""
    nom = depart.targets[0].id  # type: ignore[attr-defined]
    boucles = [b for b in corps if isinstance(b, ast.For | ast.While) and _change_elle_meme(b, nom)]
    # Déjà remise, et peut-être à autre chose, par la ligne d'avant ou par la première de chaque tour.
    boucles = [b for b in boucles if not _remise(b.body[0], nom)]
    boucles = [b for b in boucles if b is corps[0] or not _change(corps[corps.index(b) - 1], nom)]
    for boucle in boucles:
        corps.insert(corps.index(boucle), copy.deepcopy(depart))
    return [*boucles]


def _remise(ligne: ast.stmt, nom: str) -> bool:
    """Cette ligne donne-t-elle à la variable une valeur qui ne dépend pas d'elle ?"""
    lus = {n.id for n in ast.walk(ligne) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    return isinstance(ligne, ast.Assign) and _change(ligne, nom) and nom not in lus


def _change_elle_meme(boucle: ast.stmt, nom: str) -> bool:
    """Cette boucle change-t-elle la variable, ailleurs que dans une boucle qu'elle contient ?"""
    suite = list(ast.iter_child_nodes(boucle))
    while suite:
        noeud = suite.pop()
        if _change(noeud, nom):
            return True
        if not isinstance(noeud, ast.For | ast.While):
            suite += ast.iter_child_nodes(noeud)
    return False


def _divisions(arbre: ast.Module, _: Any) -> Iterator[Reparation]:
    def change(noeud: ast.BinOp) -> str | None:
        if not isinstance(noeud.op, ast.FloorDiv):
            return None
        texte = _texte(noeud)
        noeud.op = ast.Div()
        return f"« {texte} » : // est la division entière, qui ne garde pas ce qui suit la virgule."

    yield from _pour_chaque(arbre, ast.BinOp, change)


_SUR_PLACE = ("append", "extend", "insert", "sort", "reverse", "remove")


def _ajouts(arbre: ast.Module, _: Any) -> Iterator[Reparation]:
    copie = copy.deepcopy(arbre)
    trouves: list[tuple[str, str]] = []

    class Reparer(ast.NodeTransformer):
        def visit_Assign(self, noeud: ast.Assign) -> ast.AST:
            appel = noeud.value
            methode = appel.func if isinstance(appel, ast.Call) else None
            if not isinstance(methode, ast.Attribute) or methode.attr not in _SUR_PLACE:
                return noeud
            if _texte(methode.value) != _texte(noeud.targets[0]):
                return noeud
            trouves.append((_texte(noeud), methode.attr))
            return ast.Expr(appel)

    Reparer().visit(copie)
    if trouves:
        ligne, methode = trouves[0]
        yield f"« {ligne} » : {methode} change la liste et renvoie None, qui prend ici sa place.", copie


def _retours(arbre: ast.Module, _: Any) -> Iterator[Reparation]:
    """Un return atteint dès le premier tour est mis après la boucle."""
    phrase = "Le return « {} » est à l'intérieur de la boucle : la fonction s'arrête dès le premier tour."
    for rang, noeud in enumerate(ast.walk(arbre)):
        for champ in ("body", "orelse"):
            corps = getattr(noeud, champ, None)
            for place, boucle in enumerate(corps if isinstance(corps, list) else ()):
                if not isinstance(boucle, ast.For | ast.While) or not _sortir(copy.deepcopy(boucle.body)):
                    continue
                copie = copy.deepcopy(arbre)
                suite = getattr(list(ast.walk(copie))[rang], champ)
                sorti = _sortir(suite[place].body)
                if sorti and suite[place].body:
                    suite.insert(place + 1, sorti)
                    yield phrase.format(_texte(sorti)), copie


def _sortir(corps: list[ast.stmt]) -> ast.stmt | None:
    """Retire du corps d'une boucle le return sans condition de sa fin, directement ou sous un else."""
    dernier = corps[-1]
    if isinstance(dernier, ast.Return):
        return corps.pop()
    if isinstance(dernier, ast.If) and dernier.orelse:
        fin = dernier
        while len(fin.orelse) == 1 and isinstance(fin.orelse[0], ast.If) and fin.orelse[0].orelse:
            fin = fin.orelse[0]
        if isinstance(fin.orelse[-1], ast.Return) and len(fin.orelse) == 1:
            return fin.orelse.pop()
    if isinstance(dernier, ast.For | ast.While):
        return _sortir(dernier.body)
    return None


def _indices(arbre: ast.Module, _: Any) -> Iterator[Reparation]:
    """G[y][x] pour G[x][y], partout à la fois."""
    copie = copy.deepcopy(arbre)
    doubles = [
        n
        for n in ast.walk(copie)
        if isinstance(n, ast.Subscript)
        and isinstance(n.value, ast.Subscript)
        and not isinstance(n.slice, ast.Slice)
        and not isinstance(n.value.slice, ast.Slice)
    ]
    textes = [_texte(n) for n in doubles]
    for noeud in doubles:
        assert isinstance(noeud.value, ast.Subscript)
        noeud.slice, noeud.value.slice = noeud.value.slice, noeud.slice
    if doubles:
        yield f"Les deux indices sont échangés : « {textes[0]} ».", copie


_CONSTANTES = {"inf", "nan", "pi"}  # du module math : personne ne les prend pour un paramètre


def _globales(arbre: ast.Module, fonction: Any) -> Iterator[Reparation]:
    """Une variable du notebook lue à la place d'un paramètre ; s'il sert ailleurs, une grille seulement."""
    definition = arbre.body[0]
    assert isinstance(definition, ast.FunctionDef)
    lus = {n.id for n in ast.walk(arbre) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    donnees = [nom for nom in sorted(lus - _CONSTANTES) if _donnee(fonction, nom)]
    for parametre in sorted((a.arg for a in definition.args.args), key=lambda nom: nom in lus):
        for nom in donnees:
            if parametre in lus and not _est_une_grille(voisine(fonction, nom)):
                continue
            copie = copy.deepcopy(arbre)
            for noeud in ast.walk(copie):
                if isinstance(noeud, ast.Name) and noeud.id == nom:
                    noeud.id = parametre
            suite = "" if parametre in lus else ", qui ne sert jamais"
            yield (
                f"Vous employez la variable {nom} du notebook à la place du paramètre {parametre}{suite}.",
                copie,
            )


def _est_une_grille(valeur: Any) -> bool:
    return isinstance(valeur, list) and bool(valeur) and isinstance(valeur[0], list)


def _bornes(arbre: ast.Module, _: Any) -> Iterator[Reparation]:
    """Une borne de range fausse d'un cran."""
    for delta in (1, -1):
        for bord in (-1, 0):

            def change(noeud: ast.Call, delta: int = delta, bord: int = bord) -> str | None:
                if not isinstance(noeud.func, ast.Name) or noeud.func.id != "range" or not noeud.args:
                    return None
                rang = 0 if bord == 0 else min(1, len(noeud.args) - 1)
                if bord == 0 and len(noeud.args) == 1:
                    return None
                texte = _texte(noeud)
                noeud.args[rang] = ast.BinOp(noeud.args[rang], ast.Add(), ast.Constant(delta))
                sens = "trop tôt" if delta * (1 if bord else -1) > 0 else "trop loin"
                ou = "s'arrête" if bord else "commence"
                ou, sens = (ou, sens) if bord else (ou, "trop tard" if delta < 0 else "trop tôt")
                return f"« {texte} » {ou} un cran {sens} : vérifiez cette borne."

            yield from _pour_chaque(arbre, ast.Call, change)


_VOISINES: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
}  # fmt: skip


def _comparaisons(arbre: ast.Module, _: Any) -> Iterator[Reparation]:
    def compare(noeud: ast.Compare) -> str | None:
        texte, genre = _texte(noeud), type(noeud.ops[0])
        if genre not in _VOISINES:
            return None
        noeud.ops[0] = _VOISINES[genre]()
        return f"Revoyez la comparaison « {texte} » : le cas d'égalité n'est pas du bon côté."

    def relie(noeud: ast.BoolOp) -> str | None:
        if any(isinstance(v, ast.Subscript) and isinstance(v.slice, ast.Slice) for v in noeud.values):
            return None  # « L[1:] or L » choisit une liste : ce n'est pas une condition
        texte = _texte(noeud)
        noeud.op = ast.Or() if isinstance(noeud.op, ast.And) else ast.And()
        return f"Revoyez la condition « {texte} » : and ou or ?"

    yield from _pour_chaque(arbre, ast.Compare, compare)
    yield from _pour_chaque(arbre, ast.BoolOp, relie)


_EVIDENTES: tuple[Reparateur, ...] = (_affectations, _ou_seuls, _departs)
_TOUTES: tuple[Reparateur, ...] = (  # les fautes les plus parlantes d'abord
    *_EVIDENTES, _divisions, _ajouts, _couples_ajoutes, _signes, _sans_parentheses, _retours, _indices,
    _globales, _parametres_changes, _bornes, _comparaisons,
)  # fmt: skip
