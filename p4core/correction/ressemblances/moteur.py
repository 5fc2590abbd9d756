"""Comparer des programmes deux à deux : empreintes de copydetect, moins ce que tout le monde écrit.

copydetect oublie les noms de variables, les commentaires et la mise en page, puis compare des fragments de
`FRAGMENT` signes (un nom compte pour un signe) ; l'ordre des fonctions n'y change rien.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from math import ceil
from typing import Any

FRAGMENT = 20
COMMUN_MIN = 60  # signes : en dessous, deux élèves peuvent écrire la même chose sans se voir
PART_MIN = 0.7  # de la plus courte des deux réponses
PART_CLASSE = 1 / 3  # un fragment qu'au moins ce tiers de la classe écrit ne dit rien
_Zones = list[tuple[int, int]]


@dataclass(frozen=True)
class Rapprochement:
    """Deux programmes qui se ressemblent : ce qu'ils ont en commun, et où."""

    eleves: tuple[str, str]
    commun: int
    part: float
    codes: tuple[str, str]
    zones: tuple[_Zones, _Zones]

    @property
    def frappant(self) -> bool:
        """Assez long et assez semblable pour être montré."""
        return self.commun >= COMMUN_MIN and self.part >= PART_MIN


def rapprocher(codes: Mapping[str, str], donne: str) -> list[Rapprochement]:
    """Les paires qui ont des fragments en commun, la plus semblable d'abord ; « donne » vient du sujet."""
    traces = {eleve: _trace(code) for eleve, code in sorted(codes.items())}
    banals = _banals(list(traces.values()), len(codes)) | set(_trace(donne).hashes)
    for trace in traces.values():
        _oublier(trace, banals)
    paires = [
        _comparer(a, b, traces) for a, b in combinations(traces, 2) if traces[a].hashes & traces[b].hashes
    ]
    return sorted(paires, key=lambda r: (-r.part * min(1, r.commun / COMMUN_MIN), r.eleves))


def _trace(code: str) -> Any:
    """Les empreintes d'un programme, toutes gardées : le résultat ne dépend pas du hasard."""
    from copydetect import CodeFingerprint

    propre = code.replace("\r\n", "\n").strip()  # les positions seraient décalées
    return CodeFingerprint("reponse.py", FRAGMENT, 1, language="python", fp=io.StringIO(propre))


def _banals(traces: list[Any], classe: int) -> set[int]:
    """Les fragments qu'une bonne part de la classe a écrits ; au moins quatre élèves."""
    comptes = Counter(h for trace in traces for h in trace.hashes)
    seuil = max(4, ceil(classe * PART_CLASSE))
    return {h for h, combien in comptes.items() if combien >= seuil}


def _oublier(trace: Any, banals: set[int]) -> None:
    """Retire des empreintes ; le reste devient la mesure de ce que l'élève a écrit."""
    from copydetect.utils import get_token_coverage

    trace.hash_idx = {h: rangs for h, rangs in trace.hash_idx.items() if h not in banals}
    trace.hashes = set(trace.hash_idx)
    trace.token_coverage = get_token_coverage(trace.hash_idx, trace.k, len(trace.filtered_code))


def _comparer(a: str, b: str, traces: Mapping[str, Any]) -> Rapprochement:
    from copydetect import compare_files

    commun, parts, zones = compare_files(traces[a], traces[b])
    codes = (traces[a].raw_code, traces[b].raw_code)
    lisibles = (_zones(zones[0]), _zones(zones[1]))
    return Rapprochement((a, b), int(commun), min(1.0, float(max(parts))), codes, lisibles)


def _zones(tableau: Any) -> _Zones:
    """Les zones communes d'un programme, en couples (début, fin)."""
    debuts, fins = tableau.tolist()
    return [(int(debut), int(fin)) for debut, fin in zip(debuts, fins, strict=True)]
