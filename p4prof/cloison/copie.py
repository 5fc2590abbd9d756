"""Noter une copie : ses cellules dans le bac, les tests ici, sur des fonctions vues à travers la cloison.

Ni nbformat ni nbgrader ici : les importer dans chaque processus prendrait plus de temps que d'y noter."""

from __future__ import annotations

import ast
import builtins
import dis
import json
import symtable
import threading
import warnings
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import partial
from numbers import Real
from pathlib import Path
from types import CodeType
from typing import Any

from p4core.appels import TempsEcoule, temps_de_calcul
from p4cours.carnets import Cellule, Verification, instructions, verification
from p4cours.examen import noter_sur
from p4cours.verification.bilan import FAUX, GENRE
from p4prof.cloison.choix import BUBBLEWRAP, monter, verifier_cloison
from p4prof.cloison.mur import Mur
from p4prof.cloison.protocole import Opaque, Sortie, lisible
from p4prof.cloison.service import Alarme
from p4prof.cloison.session import ABSENT, FonctionDistante, Limites, Session, lire_sorties, note
from p4prof.secret import deriver

VISIBLE = "application/vnd.p4core.visible+json"  # à côté d'un bilan dont l'élève connaît les essais
INCIDENTS = "p4_incidents"  # dans les métadonnées du carnet noté : ce que la copie a tenté
AUTRES = "p4_autres_notes"  # là aussi : ce qu'une autre lecture de la copie aurait donné
CALCUL = "p4_calcul"  # là aussi : les secondes qu'y ont prises les fonctions de l'élève
PENDANT = "pendant la correction"  # où rien de p4core n'a d'effet
PERDUE = "La correction de cette question s'est arrêtée net : elle ne rapporte rien."
AFFICHER = 2 / 3  # la part du temps d'une copie que peuvent prendre ses cellules : le reste est aux tests
SURSIS = 30.0  # secondes de calcul des tests eux-mêmes, en plus du temps accordé à une question


@dataclass(frozen=True)
class Enonce:
    """Ce que l'enseignant a écrit et dont les tests se servent."""

    tests: Mapping[str, str]  # par identifiant, le code des cellules de test, dans l'ordre du sujet
    donnes: tuple[str, ...] = ()  # les définitions et les importations du sujet
    reponses: frozenset[str] = frozenset()  # les noms que l'élève doit définir : toujours lus dans le bac
    essais: frozenset[str] = frozenset()  # le code des cellules d'essai


@dataclass(frozen=True)
class CopieConfiee:
    """Une copie à noter, telle qu'on l'envoie à un autre processus ou à une autre machine."""

    carnet: str
    enonce: Enonce
    fichiers: Mapping[str, bytes] = field(default_factory=dict)
    limites: Limites = field(default_factory=Limites)
    cloison: str = BUBBLEWRAP
    secret: bytes = b""  # de la classe, pour ce TP : les tests cachés en tirent leurs essais
    temoin: str = ""  # le fichier où écrire le test en cours, pour savoir lequel a tué ce processus
    perdues: frozenset[str] = frozenset()  # les tests qui l'ont fait : ils ne seront pas refaits
    rendu: str = ""  # le carnet tel que l'élève l'a rendu, avec ce qu'y montrent ses cellules


def noter(travail: CopieConfiee, avancer: Callable[[], None] = lambda: None) -> str:
    """Exécute la copie et ses tests ; le carnet, sorties comprises. `avancer` : à chaque cellule."""
    carnet = json.loads(travail.carnet)
    brutes = [brute for brute in carnet["cells"] if brute["cell_type"] == "code"]
    cellules = [Cellule.lire(brute) for brute in brutes]
    inutiles = _inutiles(cellules, travail.enonce)
    rendues = sorties_rendues(travail.rendu)
    with _verrou:
        session = Session(
            lambda: _reserve(travail.cloison).prendre(),
            travail.fichiers,
            replace(travail.limites, copie=AFFICHER * travail.limites.copie),
            travail.secret,
        )
        juge = session.dedoubler(travail.limites)
        try:
            tests = _Tests(juge, travail.enonce, travail.secret)
            jouees = []  # les cellules de l'élève exécutées quand vient le tour de chacune
            # Les tests viennent tous après : ce qui s'affiche ne sait pas même le temps qu'ils prennent.
            for numero, (brute, cellule) in enumerate(zip(brutes, cellules, strict=True), 1):
                brute["execution_count"] = numero
                if cellule.grade_id not in tests:
                    avancer()
                    brute["outputs"] = _numeroter(
                        _montrer_cellule(cellule, session, inutiles, rendues), numero
                    )
                jouees.append(session.jouees)
            session.fermer()
            for brute, cellule, deja in zip(brutes, cellules, jouees, strict=True):
                if cellule.grade_id in tests:
                    avancer()
                    juge.jusque = deja
                    sorties = _juger(cellule, tests, travail, session)
                    brute["outputs"] = _numeroter(sorties, brute["execution_count"])
            juge.jusque = None
            autres = _reprendre(brutes, cellules, tests, travail, session)
        finally:
            session.fermer()
            juge.fermer()
    carnet.setdefault("metadata", {}).pop(INCIDENTS, None)  # l'élève a pu en écrire de son cru
    carnet["metadata"][AUTRES] = autres
    carnet["metadata"][CALCUL] = round(juge.calcul_eleve, 2)
    if session.incidents:
        carnet["metadata"][INCIDENTS] = sorted(session.incidents)
    # Un test aussi peut montrer un demi-caractère que lui a rendu l'élève : aucun fichier ne le garderait.
    return lisible(json.dumps(carnet, ensure_ascii=False))


def sorties_rendues(carnet: str) -> dict[str, list[Sortie]]:
    """Ce que montrait chaque cellule du carnet rendu, par son code ; pas les erreurs, peut-être périmées."""
    try:
        cellules = json.loads(carnet)["cells"]
        return {
            texte_joint(c["source"]).strip(): [s for s in lire_sorties(_jointes(c["outputs"])) if _montre(s)]
            for c in reversed(cellules)  # de deux pareilles, la première
            if c["cell_type"] == "code"
        }
    except (
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
        RecursionError,
    ):  # rien de lisible : rien à montrer
        return {}


def _jointes(sorties: Any) -> list[Any]:
    """Les mêmes, où un texte écrit ligne par ligne n'en est plus qu'un."""
    return [
        {
            **sortie,
            "text": texte_joint(sortie.get("text", "")),
            "data": {genre: texte_joint(valeur) for genre, valeur in sortie.get("data", {}).items()},
        }
        for sortie in sorties
    ]


def texte_joint(texte: Any) -> Any:
    """Un texte, que le format des carnets permet d'écrire en plusieurs morceaux."""
    return "".join(texte) if isinstance(texte, list) else texte


def _montre(sortie: Sortie) -> bool:
    return sortie["output_type"] != "error" and sortie.get("name") != "stderr"


def _muette(sorties: list[Sortie]) -> bool:
    """N'a-t-elle pas montré ici ce qu'elle montre chez l'élève, et qu'une réponse cite peut-être ?"""
    return any(PENDANT in str(sortie.get("text") or sortie.get("data")) for sortie in sorties)


def _montrer_cellule(
    cellule: Cellule, session: Session, inutiles: frozenset[str], rendues: Mapping[str, list[Sortie]]
) -> list[Sortie]:
    """Ce que montre cette cellule de l'élève, ici ou, à défaut, dans la copie rendue."""
    if cellule.source in inutiles:
        mot = f"Essai du sujet, inchangé : la note n'en dépend pas, il n'est pas exécuté {PENDANT}."
        sorties = [note(mot)]
    else:
        sorties = session.executer(cellule.source)
    if _muette(sorties):
        sorties += session.garder(rendues.get(cellule.source.strip(), []))
    return sorties


def _juger(cellule: Cellule, tests: _Tests, travail: CopieConfiee, session: Session) -> list[Sortie]:
    """Les sorties de ce test, sauf s'il a déjà arrêté un correcteur."""
    if cellule.grade_id in travail.perdues:
        session.incidents.add(f"test {cellule.grade_id} : il a arrêté net le correcteur")
        return [refus(PERDUE)]
    if travail.temoin:
        Path(travail.temoin).write_text(cellule.grade_id, "utf-8")
    return tests.executer(cellule.grade_id, cellule.points)


def _reprendre(
    brutes: list[Any], cellules: list[Cellule], tests: _Tests, travail: CopieConfiee, session: Session
) -> list[dict[str, Any]]:
    """Une réponse écrite plus bas que son test est jugée aussi en fin de carnet : le mieux compte.

    Rend, pour chacune, les points qu'elle aurait eus dans l'ordre.
    """
    autres: list[dict[str, Any]] = []
    for rang, (brute, cellule) in enumerate(zip(brutes, cellules, strict=True)):
        nom = cellule.grade_id
        if nom not in tests or nom in travail.perdues or not _ecrite_apres(cellules, rang, travail.enonce):
            continue
        avant = gagnes(brute["outputs"], cellule.points)
        if avant >= cellule.points:
            continue
        if travail.temoin:
            Path(travail.temoin).write_text(nom, "utf-8")
        reprises = tests.reprendre(nom, cellule.points)
        if gagnes(reprises, cellule.points) > avant:
            brute["outputs"] = _numeroter(reprises, brute["execution_count"])
            session.incidents.add(f"{nom} : réponse écrite plus bas que son test, jugée en fin de carnet")
            autres.append({"cellule": nom, "points": avant, "raison": "jugée dans l'ordre du carnet"})
    return autres


def _ecrite_apres(cellules: list[Cellule], rang: int, enonce: Enonce) -> bool:
    """Une cellule plus basse définit-elle ce que ce test demande, ou ce dont se sert la réponse ?"""
    avant = [c.code for c in cellules[:rang] if c.grade_id not in enonce.tests and not _du_sujet(c)]
    lus = noms_lus(enonce.tests[cellules[rang].grade_id]) & enonce.reponses
    lus |= set().union(*(c.lit_plus_tard for c in avant)) - set().union(*(c.definit for c in avant))
    return any(lus & set(c.code.definit) for c in cellules[rang + 1 :] if c.grade_id not in enonce.tests)


def _du_sujet(cellule: Cellule) -> bool:
    """Une cellule verrouillée : l'élève n'y a rien écrit."""
    return bool(cellule.grade_id and cellule.reglages.get("locked"))


def gagnes(sorties: list[Sortie], points: float) -> float:
    """La note que nbgrader lira dans ces sorties."""
    if any(s["output_type"] == "error" or s.get("name") == "stderr" for s in sorties):
        return 0.0
    for sortie in sorties:
        if sortie["output_type"] == "execute_result":
            try:
                return float(sortie["data"]["text/plain"])
            except (KeyError, ValueError):
                return points
    return points


def _numeroter(sorties: list[Sortie], numero: int) -> list[Sortie]:
    for sortie in sorties:
        if sortie["output_type"] == "execute_result":
            sortie["execution_count"] = numero
    return sorties


class _Tests:
    """Les cellules de test, exécutées de ce côté-ci."""

    def __init__(self, session: Session, enonce: Enonce, secret: bytes = b"") -> None:
        self._session, self._enonce = session, enonce
        self._tirage = partial(deriver, secret)
        self._coquille = _coquille()
        self._apportes: dict[str, Any] = {}
        self._dernier = 0  # le rang, dans le sujet, du plus avancé des tests déjà faits
        for source in enonce.donnes:
            self._coquille.executer(source)
        # Une fonction donnée par le sujet peut appeler celles de l'élève.
        self._appelees = {n for source in enonce.donnes for n in noms_lus(source)} & enonce.reponses

    def __contains__(self, identifiant: object) -> bool:
        return identifiant in self._enonce.tests

    def executer(self, identifiant: str, points: float) -> list[Sortie]:
        """Les sorties du test ; nbgrader y lit la note."""
        source = self._enonce.tests[identifiant]
        gardee = sans_redite(source)
        self._suivre_l_ordre(identifiant)
        sorties = self._faire(gardee, points)
        if gardee == source or not any(_faux(sortie) for sortie in sorties):
            return sorties
        # Le test caché ne montre aucun de ses essais à l'élève ; celui du notebook montre les siens, dans un
        # bac neuf, où la réponse ne se souvient de rien.
        self._session.fermer()
        visibles = self._faire(redite(source), points)
        return [*map(_visible, filter(_bilan, visibles)), *sorties]

    def reprendre(self, identifiant: str, points: float) -> list[Sortie]:
        """Le même test, dans un bac neuf où toutes les cellules ont été rejouées."""
        self._session.fermer()
        return self.executer(identifiant, points)

    def _faire(self, source: str, points: float) -> list[Sortie]:
        self._session.commencer_question()
        self._apporter({*noms_lus(self._coquille.transform_cell(source)), *self._appelees})
        # Un test aussi peut ne pas finir, selon ce que lui a rendu l'élève.
        try:
            limite = self._session.limites.question + SURSIS
            with Alarme(limite, temps_de_calcul), noter_sur(points, self._tirage):
                sorties, _ = self._coquille.executer(source)
        except TempsEcoule:  # une seconde sonnerie, pendant qu'IPython rapportait la première
            return [refus("Ce test n'a pas fini à temps.")]
        finally:
            self._session.terminer_question()
        return note_lisible(sorties, self._coquille.valeur, points)

    def _suivre_l_ordre(self, identifiant: str) -> None:
        """Un test déplacé après un autre se fait dans un bac neuf.

        Une question prête à l'élève des versions justes des précédentes : il a pu en retenir les résultats.
        """
        rang = list(self._enonce.tests).index(identifiant)
        if rang < self._dernier:
            self._session.fermer()
        self._dernier = max(rang, self._dernier)

    def _apporter(self, noms: Iterable[str]) -> None:
        """Donne aux tests les réponses de l'élève, et ce que le sujet ne définit pas lui-même."""
        for nom in sorted(noms):
            if nom not in self._enonce.reponses and self._est_d_ici(nom):
                continue
            valeur = self._apportes[nom] = self._session.lire(nom)
            if valeur is ABSENT:
                self._coquille.user_ns.pop(nom, None)
            else:
                self._coquille.user_ns[nom] = valeur

    def _est_d_ici(self, nom: str) -> bool:
        """Le sujet, un test ou Python définissent-ils ce nom ?"""
        if nom in self._coquille.user_ns:
            return self._coquille.user_ns[nom] is not self._apportes.get(nom, ABSENT)
        return hasattr(builtins, nom)


def noms_lus(source: str) -> set[str]:
    """Les noms dont ce code se sert."""
    try:
        return {n.id for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Name)}
    except SyntaxError:  # l'exécuter le dira mieux
        return set()


# --- Les bilans que montre un test -----------------------------------------------------------------------


def _bilan(sortie: Sortie) -> bool:
    return GENRE in sortie.get("data", {})


def _faux(sortie: Sortie) -> bool:
    return _bilan(sortie) and sortie["data"][GENRE]["etat"] == FAUX


def _visible(sortie: Sortie) -> Sortie:
    """Le bilan d'une vérification que l'élève a dans son notebook : le retour peut le montrer en entier."""
    return {**sortie, "data": {**sortie["data"], VISIBLE: {}}}


# --- La note que rend un test : nbgrader donne tous les points à ce qu'il ne sait pas lire comme un nombre


def note_lisible(sorties: list[Sortie], valeur: Any, points: float) -> list[Sortie]:
    """Les sorties d'un test ; la valeur de sa dernière ligne y est un nombre que nbgrader lira bien.

    Un test calcule sa note avec ce que rend l'élève : np.float64(0.0), un tableau de zéros, nan ou -1 y
    passeraient pour une réussite. Un texte, un booléen ou rien gardent le sens qu'ils ont dans nbgrader.
    """
    if isinstance(valeur, bool | str) or not _vient_d_un_calcul(valeur):
        return sorties
    if not isinstance(valeur, Real | Decimal) or not _entre(valeur, points):
        gardees = [s for s in sorties if s["output_type"] != "execute_result"]
        texte = f"Ce test n'a pas abouti à une note entre 0 et {points:g} : {_montrer(valeur)}"
        return [*gardees, refus(texte)]
    for sortie in sorties:
        if sortie["output_type"] == "execute_result":
            sortie["data"] = {"text/plain": repr(float(valeur))}
    return sorties


def _entre(valeur: Any, points: float) -> bool:
    return bool(0 <= valeur <= points)  # faux pour nan


def _vient_d_un_calcul(valeur: Any) -> bool:
    genres = Real | Decimal | complex | Opaque | FonctionDistante
    return isinstance(valeur, genres) or getattr(valeur, "ndim", 0) > 0


def _montrer(valeur: Any) -> str:
    try:
        return repr(valeur)[:200]
    except ValueError:  # un entier de plus de 4300 chiffres
        return "un nombre démesuré"


def refus(texte: str) -> Sortie:
    """Une erreur à la place de la note : sans elle, nbgrader donnerait tous les points."""
    return {"output_type": "error", "ename": "NoteIllisible", "evalue": texte, "traceback": [texte]}


# --- Ce qu'il est inutile d'exécuter : les essais du sujet dont rien ne dépend, les tests faits deux fois -

CELLULE_MAX = 100_000  # caractères : au-delà, analyser le code de l'élève coûterait trop de mémoire


def _inutiles(cellules: Iterable[Cellule], enonce: Enonce) -> frozenset[str]:
    """Les cellules d'essai du sujet dont la note ne dépend pas."""
    sources = [c.source for c in cellules if c.grade_id not in enonce.tests]
    lus = {nom for source in enonce.tests.values() for nom in noms_globaux(source)}
    # Le sujet définit de quoi ses tests se servent, mais aussi les variables de ses propres essais.
    lus.update(nom for source in enonce.donnes for nom in globaux_lus(source))
    return essais_inutiles(sources, enonce.essais, lus)


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
    # Une commande magique, ou rien d'exécutable.
    except (SyntaxError, ValueError, RecursionError, MemoryError):
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
    gardees, refaites = _trier(source)
    return ast.unparse(ast.Module(gardees, [])) if refaites else source


def redite(source: str) -> str:
    """Ces vérifications-là."""
    return ast.unparse(ast.Module(_trier(source)[1], []))


def _trier(source: str) -> tuple[list[ast.stmt], list[ast.stmt]]:
    vues: set[Verification] = set()
    gardees: list[ast.stmt] = []
    refaites: list[ast.stmt] = []
    for instruction in reversed(instructions(source)):
        faite = verification(instruction.value) if isinstance(instruction, ast.Expr) else None
        (refaites if faite in vues else gardees).insert(0, instruction)
        if faite is not None:
            vues.add(faite)
    return gardees, refaites


# --- L'interprète des tests et les bacs d'avance : uniques dans un processus, une copie à la fois --------


class _Reserve:
    """Un bac toujours lancé d'avance : son démarrage ne fait attendre personne."""

    def __init__(self, cloison: str) -> None:
        self._cloison = cloison
        self._prochain: Mur | None = None

    def prendre(self) -> Mur:
        """Un bac neuf ; le suivant démarre pendant qu'on s'en sert."""
        pret = self._prochain
        bac = pret if pret is not None and pret.vivant else monter(self._cloison)
        self._prochain = monter(self._cloison)
        return bac

    def vider(self) -> None:
        """Arrête le bac d'avance."""
        if self._prochain is not None:
            self._prochain.tuer()
            self._prochain = None


_verrou = threading.Lock()
_reserves: dict[str, _Reserve] = {}
_coquilles: list[Any] = []


def _reserve(cloison: str) -> _Reserve:
    """La réserve de ce processus ; la cloison est vérifiée la première fois."""
    if cloison not in _reserves:
        verifier_cloison(cloison)
        _reserves[cloison] = _Reserve(cloison)
    return _reserves[cloison]


def fermer() -> None:
    """Arrête les bacs d'avance de ce processus."""
    while _reserves:
        _reserves.popitem()[1].vider()


def _coquille() -> Any:
    """L'interprète des tests, remis à neuf pour chaque copie."""
    from p4prof.cloison.coquille import Coquille

    if not _coquilles:
        _coquilles.append(Coquille())
    _coquilles[0].reset()
    return _coquilles[0]
