"""Le barème : ce que vaut chaque cellule, un TP cohérent ou refusé, le total d'une copie.

Les points d'une cellule nbgrader sont la seule source : ceux que l'on change dans *Create Assignment*. Un TP
a des points automatiques, des points de raisonnement que l'enseignant met à la main dans formgrader, et des
questions ★ en bonus : le total est plafonné à ce que vaut le TP sans elles.
"""

from __future__ import annotations

import ast
import json
import math
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from nbgrader.api import Gradebook, MissingEntry
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import NbGraderPreprocessor
from traitlets import Bool
from traitlets.config import Configurable

from p4core.francais import ecrire_nombre
from p4cours.carnets import SUFFIXE, TEST, Cellule, etoilees, instructions, lire, reperes, verification
from p4cours.examen import TPS, questions
from p4prof.versions import Versions

# --- Un TP cohérent --------------------------------------------------------------------------------------

_ANNONCE = re.compile(r"\bnoté\s+sur\s+(\d+(?:,\d+)?)")
_TITRE = re.compile(r"^(#+ .*?— )([^()\n]+?) \((\d+(?:,\d+)?) points?\b", re.MULTILINE)
REGLAGES = {"graine", "ampleur"}  # les seuls d'une vérification


class BaremeIncoherent(Exception):
    """Les phrases qui disent, cellule par cellule, ce qui fausserait les notes d'un TP."""


def controler(tp: str, cellules: list[Cellule]) -> None:
    """Refuse un TP dont les points sont incohérents."""
    if defauts := [*incoherences(tp, cellules)]:
        raise BaremeIncoherent(f"{tp} ne peut pas être distribué :\n" + "\n".join(f"- {d}" for d in defauts))


def incoherences(tp: str, cellules: list[Cellule]) -> Iterator[str]:
    """Ce qui fausserait une note, chaque phrase précédée du nom de la cellule."""
    notees = [c for c in cellules if c.role == TEST or c.a_la_main]
    mal_notees = {c.grade_id: defaut for c in notees if (defaut := _defaut_des_points(c))}
    yield from (f"{nom} : {defaut}" for nom, defaut in mal_notees.items())
    for cellule in notees:
        yield from (f"{cellule.grade_id} : {defaut}" for defaut in _defauts_du_test(tp, cellule))
    yield from _doubles(notees)
    if not mal_notees:
        yield from _defauts_des_sommes(cellules, notees)


def _defaut_des_points(cellule: Cellule) -> str:
    points = cellule.reglages.get("points")
    if not isinstance(points, int | float) or isinstance(points, bool) or not 0 <= points < math.inf:
        return f"ses points doivent être un nombre, pas {points!r}"
    if cellule.role == TEST and not points:
        return "un test vaut plus de 0 point"
    if cellule.a_la_main and points and "barème" not in cellule.source.lower():
        return "une question notée à la main donne son « barème » dans la solution"
    return ""


def _defauts_du_test(tp: str, cellule: Cellule) -> Iterator[str]:
    corps = instructions(cellule.source)
    appels = _appels(corps)
    if not appels:
        return
    for appel in appels:
        yield from _defauts_de_l_appel(tp, appel)
    if len({faite.question for a in appels if (faite := verification(a))}) > 1:
        yield "elle vérifie plusieurs questions : une seule par cellule de test"
    if not (isinstance(corps[-1], ast.Expr) and corps[-1].value in appels):
        yield "sa dernière ligne doit être verifier(…) : c'est le nombre que lit la correction"


def _defauts_de_l_appel(tp: str, appel: ast.Call) -> Iterator[str]:
    faite = verification(appel)
    if faite is None or len(appel.args) != 3:
        yield 'une vérification s\'écrit verifier("tp", "question", réponse)'
    elif faite.tp not in TPS:
        yield f"le TP « {faite.tp} » n'existe pas"
    elif faite.tp != tp:
        yield f"elle vérifie une question de {faite.tp}"
    elif faite.question not in questions(tp):
        yield f"{tp} n'a pas de question « {faite.question} »"
    if autres := _reglages_inconnus(appel):
        yield f"verifier n'a pas de réglage {', '.join(autres)} : les points sont ceux de la cellule"


def _appels(corps: list[ast.stmt]) -> list[ast.Call]:
    """Les appels à `verifier` d'un code."""
    noeuds = (n for instruction in corps for n in ast.walk(instruction))
    return [n for n in noeuds if isinstance(n, ast.Call) and getattr(n.func, "id", "") == "verifier"]


def _reglages_inconnus(appel: ast.Call) -> list[str]:
    return sorted({f"« {m.arg} »" for m in appel.keywords if m.arg not in REGLAGES})


def perimes(tests: Iterable[tuple[str, str]]) -> list[str]:
    """Parmi ces tests (un nom, un code), ceux qu'une version précédente du cours a écrits."""
    return [nom for nom, source in tests if any(map(_reglages_inconnus, _appels(instructions(source))))]


def _doubles(notees: list[Cellule]) -> Iterator[str]:
    ou: dict[str, list[str]] = defaultdict(list)
    for cellule in notees:
        if cellule.question:
            ou[cellule.question].append(cellule.grade_id)
    for question, cellules in ou.items():
        yield from (f"{nom} : {cellules[0]} vérifie déjà la question « {question} »" for nom in cellules[1:])


def _defauts_des_sommes(cellules: list[Cellule], notees: list[Cellule]) -> Iterator[str]:
    """Le total annoncé par la première cellule, et les points d'un titre qui nomme plusieurs questions."""
    bonus = etoilees(cellules)
    coeur = [c for c in notees if c.grade_id not in bonus]
    automatique, a_la_main = (sum(c.points for c in coeur if c.a_la_main is main) for main in (False, True))
    annonce = _ANNONCE.search(cellules[0].source) if cellules else None
    if annonce and abs(float(annonce[1].replace(",", ".")) - automatique - a_la_main) > 1e-9:
        detail = f"{ecrire_nombre(automatique)} automatiques, {ecrire_nombre(a_la_main)} à la main"
        somme = f"{ecrire_nombre(automatique + a_la_main)} sans les ★ ({detail})"
        yield f"{cellules[0].cle} : le TP est annoncé sur {annonce[1]}, ses cellules valent {somme}"
    points = {c.question: c.points for c in notees}
    for cellule in (c for c in cellules if c.genre == "markdown"):
        for titre in _TITRE.finditer(cellule.source):
            if len(_points_du_titre(titre, points)) > 1:
                yield f"{cellule.cle} : « {titre[2]} » n'ont pas les mêmes points, et un seul titre"


def _points_du_titre(titre: re.Match[str], points: dict[str, float]) -> set[float]:
    """Les points des questions que nomme un titre ; aucun s'il en nomme une autre."""
    noms = [nom.strip(" `*★") for nom in re.split(r",| et ", titre[2])]
    return {points[nom] for nom in noms} if all(nom in points for nom in noms) else set()


class Bareme(NbGraderPreprocessor):
    """Première étape de la distribution : refuse un TP incohérent, met à jour les points de ses titres."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Le carnet, dont les titres annoncent les points des cellules."""
        cellules = [Cellule.lire(cellule) for cellule in nb.cells]
        tp, carnet = resources["nbgrader"]["assignment"], resources["nbgrader"]["notebook"]
        controler(tp, cellules)
        Versions(CourseDirectory(config=self.config), tp, carnet).inscrire(cellules)
        points = {c.question: c.points for c in cellules if c.question}
        for cellule in nb.cells:
            if cellule.cell_type == "markdown":
                cellule.source = _TITRE.sub(lambda titre: _retitrer(titre, points), cellule.source)
        return nb, resources


def _retitrer(titre: re.Match[str], points: dict[str, float]) -> str:
    for valeur in _points_du_titre(titre, points):
        return f"{titre[1]}{titre[2]} ({ecrire_nombre(valeur)} {'points' if valeur >= 2 else 'point'}"
    return titre[0]


# --- Ce que le carnet de notes en sait -------------------------------------------------------------------


def empreinte_des_points(notes: Gradebook, tp: str) -> str:
    """Une empreinte des points enregistrés : quand ils changent, les copies sont à noter de nouveau."""
    try:
        carnets = notes.find_assignment(tp).notebooks
    except MissingEntry:
        return ""
    cellules = [c for carnet in carnets for c in [*carnet.grade_cells, *carnet.task_cells]]
    texte = json.dumps(sorted((c.name, c.max_score) for c in cellules))
    return blake2b(texte.encode(), digest_size=8).hexdigest()


def carnets_de_la_source(cours: CourseDirectory, tp: str) -> dict[str, list[Cellule]]:
    """Les cellules de chaque carnet de la source d'un TP."""
    source = Path(cours.format_path(cours.source_directory, ".", tp))
    return {chemin.stem: lire(chemin) for chemin in sorted(source.glob("*.ipynb"))}


def reperes_de(cours: CourseDirectory, tp: str) -> dict[str, str]:
    """Où chaque cellule notée d'un TP se trouve dans le sujet : « Question 8, suite »."""
    return {
        nom: ou
        for cellules in carnets_de_la_source(cours, tp).values()
        for nom, ou in reperes(cellules).items()
    }


def intituler(cellule: Cellule, reperes: Mapping[str, str]) -> str:
    """« Question 5, coups », « Question 6 ★, joue_partie » : le titre du sujet, à défaut l'identifiant."""
    nom = cellule.question or cellule.nom
    ou = reperes.get(cellule.grade_id) or (f"Question {cellule.numero}" if cellule.numero else "")
    return f"{ou}, {nom}" if ou else nom


def titres_de(cours: CourseDirectory, tp: str) -> dict[str, str]:
    """Comment une personne nomme chaque cellule d'un TP ; une réponse a le titre de son test."""
    ou = reperes_de(cours, tp)
    titres: dict[str, str] = {}
    for cellules in carnets_de_la_source(cours, tp).values():
        siens = {c.grade_id: intituler(c, ou) for c in cellules if c.grade_id}
        titres |= {nom: siens.get(nom + SUFFIXE, titre) for nom, titre in siens.items()}
    return titres


def nommer_les_cellules(phrase: str, titres: Mapping[str, str]) -> str:
    """La phrase où les identifiants de cellules sont devenus des titres."""
    return re.sub(r"\w+(?:-\w+)+", lambda trouve: titres.get(trouve[0], trouve[0]), phrase)


# --- Le total d'une copie --------------------------------------------------------------------------------


class Notes(Configurable):
    """Comment se fait une note : le réglage de « nbgrader_config.py »."""

    raisonnement = Bool(
        True, help="Compter les points mis à la main ; sinon les points automatiques sont ramenés au total."
    ).tag(config=True)


@dataclass(frozen=True)
class Gain:
    """Ce qu'une cellule notée a rapporté à une copie."""

    points: float
    gagnes: float
    a_la_main: bool = False
    bonus: bool = False
    attend: bool = False  # aucune note n'y a été mise
    a_relire: bool = False

    @property
    def raisonnement(self) -> bool:
        """Est-ce une part de la note que l'enseignant met lui-même ?"""
        return self.a_la_main and self.points > 0


@dataclass(frozen=True)
class Total:
    """La note d'une copie ; tant que le raisonnement n'est pas noté, celle de la part automatique."""

    note: float
    sur: float
    attente: bool = False  # le raisonnement reste à noter
    a_relire: bool = False
    mention: str = ""  # comment on est arrivé à cette note, quand ce n'est pas une simple somme


ANCIEN_SUJET = "ramenés de ce que demandait son sujet"


def totaliser(
    gains: list[Gain], raisonnement: bool = True, penalite: float = 0.0, mention: str = ""
) -> Total:
    """Le total d'une copie : la somme, plafonnée à ce que vaut le TP sans ses ★.

    Tant que le raisonnement attend, les points automatiques seuls ; s'il ne compte pas, les mêmes, ramenés au
    total.
    """
    raisonnement = raisonnement or not any(g.points for g in gains if not g.a_la_main)
    attente = raisonnement and any(g.raisonnement and g.attend for g in gains)
    comptes = gains if raisonnement and not attente else [g for g in gains if not g.raisonnement]
    complet, partiel = (sum(g.points for g in liste if not g.bonus) for liste in (gains, comptes))
    coeur, bonus = (sum(g.gagnes for g in comptes if g.bonus is est) for est in (False, True))
    sur, mentions = partiel, [mention] if mention else []
    somme = coeur - penalite
    if not raisonnement and partiel < complet:
        sur, somme = complet, coeur * complet / partiel - penalite
        mentions.append(f"{ecrire_nombre(coeur)} / {ecrire_nombre(partiel)} ramenés à {ecrire_nombre(sur)}")
    if bonus:
        mentions.append(f"{'et' if attente else 'dont'} {ecrire_nombre(bonus)} de bonus ★")
        somme += 0.0 if attente else bonus
    if somme > sur + 1e-9:
        mentions.append(f"{ecrire_nombre(somme)} plafonnés à {ecrire_nombre(sur)}")
    note = max(0.0, min(somme, sur))
    return Total(note, sur, attente, any(g.a_relire for g in comptes), ", ".join(mentions))


def gains(carnet: Any, bonus: frozenset[str], absentes: Collection[str] = ()) -> list[Gain]:
    """Ce que chaque cellule d'un carnet rendu a rapporté, d'après le carnet de notes.

    Les questions absentes du sujet que l'élève a reçu ne comptent pas : les autres valent plus à proportion.
    """
    coeur = [g for g in carnet.grades if g.name not in bonus]
    reste = sum(g.max_score for g in coeur if g.name not in absentes)
    fois = sum(g.max_score for g in coeur) / reste if reste else 1.0
    a_la_main = {c.name for c in [*carnet.notebook.solution_cells, *carnet.notebook.task_cells]}
    return [
        Gain(
            g.max_score * (1.0 if g.name in bonus else fois),
            g.score * (1.0 if g.name in bonus else fois),
            g.name in a_la_main,
            g.name in bonus,
            attend=g.needs_manual_grade and g.manual_score is None,
            a_relire=g.needs_manual_grade,
        )
        for g in carnet.grades
        if g.name not in absentes
    ]


def ecrire_total(total: Total) -> str:
    """« 13,5 / 16, raisonnement à noter », ou « 16,5 / 20 », et comment on y est arrivé."""
    suite = ", raisonnement à noter" if total.attente else ""
    mention = f" ({total.mention})" if total.mention else ""
    return f"{ecrire_nombre(total.note)} / {ecrire_nombre(total.sur)}{suite}{mention}"
