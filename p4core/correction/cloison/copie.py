"""Noter une copie : ses cellules dans le bac, les tests ici, sur des fonctions vues à travers la cloison."""

from __future__ import annotations

import ast
import builtins
import contextlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import nbformat
from nbformat import NotebookNode

from p4core.correction.cloison.bac import Bac, facade, verifier_cloison
from p4core.correction.cloison.session import ABSENT, Limites, Session


@dataclass(frozen=True)
class Sujet:
    """Ce que l'enseignant a écrit et dont les tests se servent."""

    tests: Mapping[str, str]  # par identifiant, le code des cellules de test
    donnes: tuple[str, ...] = ()  # les définitions et les importations du sujet
    reponses: frozenset[str] = frozenset()  # les noms que l'élève doit définir : toujours lus dans le bac


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
    carnet = nbformat.reads(travail.carnet, as_version=4)
    session = Session(lambda: _reserve(travail.cloison).prendre(), travail.fichiers, travail.limites)
    try:
        tests = _Tests(session, travail.sujet)
        for rang, cellule in enumerate(c for c in carnet.cells if c.cell_type == "code"):
            _executer(cellule, session, tests, rang + 1)
    finally:
        session.fermer()
    return nbformat.writes(carnet)


def _executer(cellule: NotebookNode, session: Session, tests: _Tests, numero: int) -> None:
    identifiant = cellule.metadata.get("nbgrader", {}).get("grade_id", "")
    sorties = tests.executer(identifiant) if identifiant in tests else session.executer(cellule.source)
    for sortie in sorties:
        if sortie["output_type"] == "execute_result":
            sortie["execution_count"] = numero
    cellule.execution_count = numero
    cellule.outputs = [nbformat.from_dict(sortie) for sortie in sorties]


class _Tests:
    """Les cellules de test, exécutées de ce côté-ci."""

    def __init__(self, session: Session, sujet: Sujet) -> None:
        self._session, self._sujet = session, sujet
        self._coquille = _coquille()
        for source in sujet.donnes:
            self._coquille.executer(source)

    def __contains__(self, identifiant: str) -> bool:
        return identifiant in self._sujet.tests

    def executer(self, identifiant: str) -> list[dict[str, Any]]:
        """Les sorties du test ; nbgrader y lit la note."""
        source = self._sujet.tests[identifiant]
        self._session.commencer_question()
        self._apporter(noms_lus(source))
        sorties, _ = self._coquille.executer(source)
        return sorties

    def _apporter(self, noms: Iterable[str]) -> None:
        """Donne aux tests les réponses de l'élève, et ce que le sujet ne définit pas lui-même."""
        espace = self._coquille.user_ns
        for nom in noms:
            if nom not in self._sujet.reponses and (nom in espace or hasattr(builtins, nom)):
                continue
            valeur = self._session.lire(nom)
            if valeur is ABSENT:
                espace.pop(nom, None)
            else:
                espace[nom] = valeur


def noms_lus(source: str) -> list[str]:
    """Les noms dont ce code se sert, dans l'ordre alphabétique."""
    return sorted({n.id for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Name)})


@contextlib.contextmanager
def _reserve_ouverte(cloison: bool) -> Iterator[_Reserve]:
    with facade() as dossier:
        reserve = _Reserve(dossier, cloison)
        try:
            yield reserve
        finally:
            reserve.vider()


class _Reserve:
    """Un bac toujours lancé d'avance : son démarrage ne fait attendre personne."""

    def __init__(self, dossier: Any, cloison: bool) -> None:
        self._dossier, self._cloison = dossier, cloison
        self._prochain: Bac | None = None

    def prendre(self) -> Bac:
        """Un bac neuf ; le suivant démarre pendant qu'on s'en sert."""
        pret = self._prochain
        bac = pret if pret is not None and pret.vivant else Bac(self._dossier, self._cloison)
        self._prochain = Bac(self._dossier, self._cloison)
        return bac

    def vider(self) -> None:
        """Arrête le bac d'avance."""
        if self._prochain is not None:
            self._prochain.tuer()
            self._prochain = None


_ouvertes = contextlib.ExitStack()
_reserves: dict[bool, _Reserve] = {}
_coquilles: list[Any] = []


def _reserve(cloison: bool) -> _Reserve:
    """La réserve de ce processus ; la cloison est vérifiée la première fois."""
    if cloison not in _reserves:
        if cloison:
            verifier_cloison()
        _reserves[cloison] = _ouvertes.enter_context(_reserve_ouverte(cloison))
    return _reserves[cloison]


def fermer() -> None:
    """Arrête les bacs d'avance de ce processus et efface ses dossiers temporaires."""
    _ouvertes.close()
    _reserves.clear()


def _coquille() -> Any:
    """L'interprète des tests, remis à neuf pour chaque copie."""
    from p4core.correction.cloison.coquille import Coquille

    if not _coquilles:
        _coquilles.append(Coquille())
    _coquilles[0].reset()
    return _coquilles[0]
