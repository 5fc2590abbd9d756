"""Noter une copie : ses cellules dans le bac, les tests ici, sur des fonctions vues à travers la cloison."""

from __future__ import annotations

import ast
import builtins
import json
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from p4core.correction.cloison.alarme import Alarme
from p4core.correction.cloison.bac import Bac, verifier_cloison
from p4core.correction.cloison.note import note_lisible, refus
from p4core.correction.cloison.session import ABSENT, Limites, Session
from p4core.correction.cloison.sorties import Sortie, note
from p4core.correction.cloison.tri import essais_inutiles, globaux_lus, noms_globaux, sans_redite
from p4core.execution import TempsEcoule

SURSIS = 30.0  # secondes de calcul des tests eux-mêmes, en plus du temps accordé à une question


@dataclass(frozen=True)
class Sujet:
    """Ce que l'enseignant a écrit et dont les tests se servent."""

    tests: Mapping[str, str]  # par identifiant, le code des cellules de test, dans l'ordre du sujet
    donnes: tuple[str, ...] = ()  # les définitions et les importations du sujet
    reponses: frozenset[str] = frozenset()  # les noms que l'élève doit définir : toujours lus dans le bac
    essais: frozenset[str] = frozenset()  # le code des cellules d'essai


@dataclass(frozen=True)
class Travail:
    """Une copie à noter, telle qu'on l'envoie à un autre processus ou à une autre machine."""

    carnet: str
    sujet: Sujet
    fichiers: Mapping[str, bytes] = field(default_factory=dict)
    limites: Limites = field(default_factory=Limites)
    cloison: bool = True


def noter(travail: Travail) -> str:
    """Exécute la copie et ses tests ; le carnet, sorties comprises."""
    carnet = json.loads(travail.carnet)  # sans nbformat : l'importer prend plus de temps que noter une copie
    with _verrou:
        session = Session(lambda: _reserve(travail.cloison).prendre(), travail.fichiers, travail.limites)
        try:
            tests = _Tests(session, travail.sujet)
            cellules = [c for c in carnet["cells"] if c["cell_type"] == "code"]
            inutiles = _inutiles(cellules, travail.sujet)
            for rang, cellule in enumerate(cellules):
                _executer(cellule, session, tests, inutiles, rang + 1)
        finally:
            session.fermer()
    return json.dumps(carnet)


def _inutiles(cellules: list[dict[str, Any]], sujet: Sujet) -> frozenset[str]:
    """Les cellules d'essai du sujet dont la note ne dépend pas."""
    sources = [_source(c) for c in cellules if _identifiant(c) not in sujet.tests]
    lus = {nom for source in sujet.tests.values() for nom in noms_globaux(source)}
    # Le sujet définit de quoi ses tests se servent, mais aussi les variables de ses propres essais.
    lus.update(nom for source in sujet.donnes for nom in globaux_lus(source))
    return essais_inutiles(sources, sujet.essais, lus)


def _source(cellule: dict[str, Any]) -> str:
    return "".join(cellule["source"])  # une chaîne, ou la liste de ses lignes


def _identifiant(cellule: dict[str, Any]) -> Any:
    return cellule["metadata"].get("nbgrader", {}).get("grade_id")


def _executer(
    cellule: dict[str, Any], session: Session, tests: _Tests, inutiles: frozenset[str], numero: int
) -> None:
    if _identifiant(cellule) in tests:
        sorties = tests.executer(_identifiant(cellule), cellule["metadata"]["nbgrader"]["points"])
    elif _source(cellule) in inutiles:
        sorties = [note("Essai du sujet, inchangé : la note n'en dépend pas, il n'est pas exécuté.")]
    else:
        sorties = session.executer(_source(cellule))
    for sortie in sorties:
        if sortie["output_type"] == "execute_result":
            sortie["execution_count"] = numero
    cellule["execution_count"], cellule["outputs"] = numero, sorties


class _Tests:
    """Les cellules de test, exécutées de ce côté-ci."""

    def __init__(self, session: Session, sujet: Sujet) -> None:
        self._session, self._sujet = session, sujet
        self._coquille = _coquille()
        self._apportes: dict[str, Any] = {}
        self._dernier = 0  # le rang, dans le sujet, du plus avancé des tests déjà faits
        for source in sujet.donnes:
            self._coquille.executer(source)
        # Une fonction donnée par le sujet peut appeler celles de l'élève.
        self._appelees = {n for source in sujet.donnes for n in noms_lus(source)} & sujet.reponses

    def __contains__(self, identifiant: object) -> bool:
        return identifiant in self._sujet.tests

    def executer(self, identifiant: str, points: float) -> list[Sortie]:
        """Les sorties du test ; nbgrader y lit la note."""
        source = sans_redite(self._sujet.tests[identifiant])
        self._suivre_l_ordre(identifiant)
        self._session.commencer_question()
        self._apporter({*noms_lus(self._coquille.transform_cell(source)), *self._appelees})
        # Un test aussi peut ne pas finir, selon ce que lui a rendu l'élève.
        try:
            with Alarme(self._session.limites.question + SURSIS):
                sorties, _ = self._coquille.executer(source)
        except TempsEcoule:  # une seconde sonnerie, pendant qu'IPython rapportait la première
            return [refus("Ce test n'a pas fini à temps.")]
        return note_lisible(sorties, self._coquille.valeur, points)

    def _suivre_l_ordre(self, identifiant: str) -> None:
        """Un test déplacé après un autre se fait dans un bac neuf.

        Une question prête à l'élève des versions justes des précédentes : il a pu en retenir les résultats.
        """
        rang = list(self._sujet.tests).index(identifiant)
        if rang < self._dernier:
            self._session.fermer()
        self._dernier = max(rang, self._dernier)

    def _apporter(self, noms: Iterable[str]) -> None:
        """Donne aux tests les réponses de l'élève, et ce que le sujet ne définit pas lui-même."""
        for nom in sorted(noms):
            if nom not in self._sujet.reponses and self._est_d_ici(nom):
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


class _Reserve:
    """Un bac toujours lancé d'avance : son démarrage ne fait attendre personne."""

    def __init__(self, cloison: bool) -> None:
        self._cloison = cloison
        self._prochain: Bac | None = None

    def prendre(self) -> Bac:
        """Un bac neuf ; le suivant démarre pendant qu'on s'en sert."""
        pret = self._prochain
        bac = pret if pret is not None and pret.vivant else Bac(self._cloison)
        self._prochain = Bac(self._cloison)
        return bac

    def vider(self) -> None:
        """Arrête le bac d'avance."""
        if self._prochain is not None:
            self._prochain.tuer()
            self._prochain = None


# L'interprète des tests, sa sortie et le hasard sont uniques dans un processus : une copie à la fois.
_verrou = threading.Lock()
_reserves: dict[bool, _Reserve] = {}
_coquilles: list[Any] = []


def _reserve(cloison: bool) -> _Reserve:
    """La réserve de ce processus ; la cloison est vérifiée la première fois."""
    if cloison not in _reserves:
        if cloison:
            verifier_cloison()
        _reserves[cloison] = _Reserve(cloison)
    return _reserves[cloison]


def fermer() -> None:
    """Arrête les bacs d'avance de ce processus."""
    while _reserves:
        _reserves.popitem()[1].vider()


def _coquille() -> Any:
    """L'interprète des tests, remis à neuf pour chaque copie."""
    from p4core.correction.cloison.coquille import Coquille

    if not _coquilles:
        _coquilles.append(Coquille())
    _coquilles[0].reset()
    return _coquilles[0]
